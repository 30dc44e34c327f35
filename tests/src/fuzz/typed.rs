//! Generates well-typed programs from bytes, with arrays of known and unknown sizes, loops, in-place updates,
//! higher-order functions, tuples, records and sums. The programs terminate and fail on no input. No backend may change
//! the order in which they add up floating-point numbers.
//!
//! Functions occur as values wherever the language allows them. It forbids them in arrays, as parameters of loops, and,
//! without `--function-branches`, as results of conditionals.

mod functions;

use super::grammar::Choices;
use std::fmt::{self, Display};

/// A type. Sizes are expressions: names or numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum Ty {
    /// A number type or `bool`, by its name.
    Prim(&'static str),
    /// An array.
    Array(String, Box<Ty>),
    /// A pair.
    Pair(Box<Ty>, Box<Ty>),
    /// `{a: t, b: u}`
    Record(Box<Ty>, Box<Ty>),
    /// `#none | #some t`
    Option(Box<Ty>),
    /// A function.
    Fun(Box<Ty>, Box<Ty>),
}

use Ty::{Array, Fun, Option as Maybe, Pair, Prim, Record};

impl Ty {
    /// Whether values hold no functions.
    fn is_order_zero(&self) -> bool {
        match self {
            Prim(_) | Array(..) => true,
            Pair(first, second) | Record(first, second) => first.is_order_zero() && second.is_order_zero(),
            Maybe(some) => some.is_order_zero(),
            Fun(..) => false,
        }
    }
}

impl Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Prim(name) => f.write_str(name),
            Array(size, elem) => write!(f, "[{size}]{elem}"),
            Pair(first, second) => write!(f, "({first}, {second})"),
            Record(first, second) => write!(f, "{{a: {first}, b: {second}}}"),
            Maybe(some) => write!(f, "(#none | #some ({some}))"),
            Fun(from, to) => write!(f, "({from} -> {to})"),
        }
    }
}

/// A program with one entry point, `main`.
#[derive(Debug)]
pub struct Program {
    /// Its text.
    pub text: String,
    /// The types of the parameters of its entry point. Their sizes are `n` and `m`.
    pub params: Vec<Ty>,
}

impl Program {
    /// Returns arguments of the entry point as text, one line each.
    pub fn input(&self, choices: &mut Choices<'_>) -> String {
        let sizes = [choices.below(9), choices.below(5)];
        let lines = self.params.iter().map(|ty| value(ty, sizes, choices) + "\n");
        lines.collect()
    }
}

fn value(ty: &Ty, sizes: [usize; 2], choices: &mut Choices<'_>) -> String {
    match ty {
        Array(size, elem) => {
            let shape = ty.to_string().replace('n', &sizes[0].to_string()).replace('m', &sizes[1].to_string());
            if shape.contains("[0]") {
                return format!("empty({shape})");
            }
            let count = sizes[usize::from(size != "n")];
            let elems: Vec<_> = (0..count).map(|_| value(elem, sizes, choices)).collect();
            format!("[{}]", elems.join(", "))
        }
        Prim(prim) => literal(prim, choices).trim_matches(['(', ')']).to_string(),
        Pair(..) | Record(..) | Maybe(..) | Fun(..) => unreachable!("entry points take arrays and numbers"),
    }
}

const INTEGERS: [&str; 4] = ["i64", "i32", "u8", "i16"];

fn literal(prim: &str, choices: &mut Choices<'_>) -> String {
    let number = choices.below(12);
    match prim {
        "bool" => ["false", "true"][number % 2].to_string(),
        "f64" => format!("{}f64", number as f64 / 2.0),
        _ if number > 9 && prim.starts_with('i') => format!("(-{number}{prim})"),
        _ => format!("{number}{prim}"),
    }
}

/// The limit on nesting in a program.
const DEPTH: usize = 6;

/// Functions that programs use.
const HELPERS: &str = "def apply '^a '^b (f: a -> b) (x: a): b = f x
def compose '^a '^b '^c (f: a -> b) (g: b -> c) (x: a): c = g (f x)
def at [n] 't (xs: [n]t) (i: i64) (none: t): t = if n == 0 then none else xs[i % n]
";

/// Returns a program. With `function_branches`, its conditionals may return functions.
pub fn program(choices: &mut Choices<'_>, function_branches: bool) -> Program {
    let mut maker = Maker {
        choices,
        scope: Vec::new(),
        sizes: Vec::new(),
        functions: Vec::new(),
        names: 0,
        depth: 0,
        function_branches,
        makes_function: false,
    };
    let mut text = HELPERS.to_string();
    for _ in 0..maker.choices.below(3) {
        text += &maker.function();
    }
    maker.sizes = vec!["n".into(), "m".into()];
    let params = [
        Array("n".into(), Box::new(Prim("i64"))),
        Array("m".into(), Box::new(Array("n".into(), Box::new(Prim("i32"))))),
        Prim("i64"),
        Prim(["i32", "f64", "bool"][maker.choices.below(3)]),
    ];
    maker.scope = params.iter().enumerate().map(|(at, ty)| (format!("p{at}"), ty.clone())).collect();
    let list: Vec<_> = maker.scope.iter().map(|(name, ty)| format!("({name}: {ty})")).collect();
    let result = Pair(Box::new(maker.entry_ty()), Box::new(maker.entry_ty()));
    let body = maker.exp(&result);
    text += &format!("entry main [n][m] {}: {result} =\n  {body}\n", list.join(" "));
    Program { text, params: params.into() }
}

struct Maker<'c, 'b> {
    choices: &'c mut Choices<'b>,
    /// Variables with their types, the newest last.
    scope: Vec<(String, Ty)>,
    /// Sizes in scope.
    sizes: Vec<String>,
    /// Functions with one size parameter: their names, parameters and results.
    functions: Vec<(String, [Ty; 2], Ty)>,
    names: usize,
    depth: usize,
    /// Whether conditionals may return functions.
    function_branches: bool,
    /// Whether the current expression makes a function, which may consume nothing.
    makes_function: bool,
}

impl Maker<'_, '_> {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }

    fn prim(&mut self) -> Ty {
        Prim(["i64", "i32", "bool", "f64", "u8", "i16"][self.choices.below(6)])
    }

    fn size(&mut self) -> String {
        match self.choices.below(4) {
            0 => ["0", "1", "3", "4"][self.choices.below(4)].to_string(),
            _ if self.sizes.is_empty() => "2".to_string(),
            _ => self.sizes[self.choices.below(self.sizes.len())].clone(),
        }
    }

    fn entry_ty(&mut self) -> Ty {
        let elem = self.prim();
        match self.choices.below(3) {
            0 => elem,
            1 => Array(self.size(), Box::new(elem)),
            _ => Array(self.size(), Box::new(Array(self.size(), Box::new(elem)))),
        }
    }

    /// Returns a type of order zero.
    fn ty(&mut self, depth: usize) -> Ty {
        match self.choices.below(if depth == 0 { 1 } else { 6 }) {
            1 | 2 => Array(self.size(), Box::new(self.ty(depth - 1))),
            3 => Pair(Box::new(self.ty(depth - 1)), Box::new(self.ty(depth - 1))),
            4 => Record(Box::new(self.ty(depth - 1)), Box::new(self.ty(depth - 1))),
            5 => Maybe(Box::new(self.ty(depth - 1))),
            _ => self.prim(),
        }
    }

    /// Returns the type of an array of some size.
    fn array_of(&mut self, elem: &Ty) -> Ty {
        Array(self.size(), Box::new(elem.clone()))
    }

    /// Returns an expression for an array of some size.
    fn some_array(&mut self, elem: &Ty) -> String {
        let ty = self.array_of(elem);
        self.exp(&ty)
    }

    /// Returns a definition of a function.
    fn function(&mut self) -> String {
        let name = format!("f{}", self.functions.len());
        self.sizes = Vec::new();
        let params = [Array("k".into(), Box::new(self.prim())), self.any(1)];
        self.sizes = vec!["k".into()];
        let result = self.any(2);
        self.scope = vec![("xs".into(), params[0].clone()), ("y".into(), params[1].clone())];
        let body = self.exp(&result);
        let text = format!("def {name} [k] (xs: {}) (y: {}): {result} =\n  {body}\n", params[0], params[1]);
        self.functions.push((name, params, result));
        text
    }

    /// Runs `make` with a variable in scope.
    fn with<T>(&mut self, name: &str, ty: &Ty, make: impl FnOnce(&mut Self) -> T) -> T {
        self.scope.push((name.to_string(), ty.clone()));
        let made = make(self);
        self.scope.pop();
        made
    }

    /// Returns an expression of a type, in parentheses where needed.
    fn exp(&mut self, ty: &Ty) -> String {
        if self.depth >= DEPTH || self.choices.is_spent() {
            return self.leaf(ty);
        }
        self.depth += 1;
        let text = self.making(!ty.is_order_zero(), |maker| maker.chosen(ty));
        self.depth -= 1;
        text
    }

    /// Runs `make`. With `function`, it makes a function.
    fn making<T>(&mut self, function: bool, make: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.makes_function;
        self.makes_function |= function;
        let made = make(self);
        self.makes_function = before;
        made
    }

    fn chosen(&mut self, ty: &Ty) -> String {
        match self.choices.below(10) {
            0 | 1 => self.leaf(ty),
            2 => self.binding(ty),
            3 if self.may_branch(ty) => {
                format!("(if {} then {} else {})", self.exp(&Prim("bool")), self.exp(ty), self.exp(ty))
            }
            4 if ty.is_order_zero() => self.iteration(ty),
            5 => self.selection(ty),
            6 => self.call(ty),
            _ => self.operation(ty),
        }
    }

    /// Returns a variable, or the simplest expression of a type.
    fn leaf(&mut self, ty: &Ty) -> String {
        let fitting: Vec<_> =
            self.scope.iter().filter(|(_, found)| found == ty).map(|(name, _)| name.clone()).collect();
        if !fitting.is_empty() && self.choices.below(4) != 3 {
            return fitting[self.choices.below(fitting.len())].clone();
        }
        match ty {
            Prim("i64") if !self.sizes.is_empty() && self.choices.below(2) == 1 => self.size(),
            Prim(prim) => literal(prim, self.choices),
            Array(size, elem) => format!("(replicate {size} {})", self.leaf(elem)),
            Fun(from, to) => self.lambda(from, to, Self::leaf),
            _ => self.composed(ty, Self::leaf),
        }
    }

    /// Returns an expression that builds a value from parts.
    fn composed(&mut self, ty: &Ty, mut part: impl FnMut(&mut Self, &Ty) -> String) -> String {
        match ty {
            Pair(first, second) => format!("({}, {})", part(self, first), part(self, second)),
            Record(first, second) => format!("{{a = {}, b = {}}}", part(self, first), part(self, second)),
            Maybe(some) => match self.choices.below(3) {
                0 => format!("(#none : {ty})"),
                _ => format!("(#some {} : {ty})", part(self, some)),
            },
            Prim(_) | Array(..) | Fun(..) => part(self, ty),
        }
    }

    /// Returns a `let` of a variable, a function, or an array of existential size.
    fn binding(&mut self, ty: &Ty) -> String {
        let name = self.name();
        let other = self.any(2);
        match self.choices.below(4) {
            0 => {
                let param = self.name();
                let result = self.any(1);
                let function = self.with(&param, &other, |maker| maker.exp(&result));
                let arg = self.making(!result.is_order_zero(), |maker| maker.exp(&other));
                let used = self.name();
                let body = self.with(&used, &result, |maker| maker.exp(ty));
                format!("(let {name} ({param}: {other}): {result} = {function} let {used} = {name} {arg} in {body})")
            }
            1 => {
                let (size, elem) = (format!("k{}", self.names), self.prim());
                let all = self.array_of(&elem);
                let param = self.name();
                let kept = self.with(&param, &elem, |maker| maker.exp(&Prim("bool")));
                let xs = self.exp(&all);
                self.sizes.push(size.clone());
                let found = Array(size.clone(), Box::new(elem));
                let body = self.with(&name, &found, |maker| maker.exp(ty));
                self.sizes.pop();
                format!("(let [{size}] ({name}: {found}) = filter (\\{param} -> {kept}) {xs} in {body})")
            }
            2 => self.function_binding(&name, &other, ty),
            _ => {
                let rhs = self.exp(&other);
                let body = self.with(&name, &other, |maker| maker.exp(ty));
                format!("(let {name}: {other} = {rhs} in {body})")
            }
        }
    }

    /// Returns a loop: bounded, over an array, or with a condition.
    fn iteration(&mut self, ty: &Ty) -> String {
        let (name, index) = (self.name(), self.name());
        let start = self.exp(ty);
        let body =
            |maker: &mut Self, at: &Ty| maker.with(&name, ty, |maker| maker.with(&index, at, |maker| maker.exp(ty)));
        match self.choices.below(3) {
            0 => {
                let count = self.choices.below(4);
                let body = body(self, &Prim("i64"));
                format!("(loop {name}: {ty} = {start} for {index} < {count}i64 do {body})")
            }
            1 => {
                let elem = self.prim();
                let xs = self.some_array(&elem);
                let body = body(self, &elem);
                format!("(loop {name}: {ty} = {start} for {index} in {xs} do {body})")
            }
            _ => {
                let body = body(self, &Prim("i64"));
                format!("(loop ({name}: {ty}, {index}) = ({start}, 0i64) while {index} < 3 do ({body}, {index} + 1)).0")
            }
        }
    }

    /// Returns an expression that selects a part of a value.
    fn selection(&mut self, ty: &Ty) -> String {
        let boxed = || Box::new(ty.clone());
        match self.choices.below(4) {
            0 => format!("({}).0", self.exp(&Pair(boxed(), Box::new(Prim("i32"))))),
            1 => format!("({}).b", self.exp(&Record(Box::new(Prim("bool")), boxed()))),
            2 if ty.is_order_zero() => {
                format!("(at {} {} {})", self.some_array(ty), self.exp(&Prim("i64")), self.exp(ty))
            }
            _ if !self.may_branch(ty) => format!("({}).1", self.exp(&Pair(Box::new(Prim("i16")), boxed()))),
            _ => {
                let inner = self.any(1);
                let some = self.name();
                let option = self.exp(&Maybe(Box::new(inner.clone())));
                let found = self.with(&some, &inner, |maker| maker.exp(ty));
                format!("(match {option} case #some {some} -> {found} case #none -> {})", self.exp(ty))
            }
        }
    }

    /// Returns a call: of a function of the program, of a higher-order function, or of a lambda.
    fn call(&mut self, ty: &Ty) -> String {
        let fitting: Vec<_> = self.functions.iter().filter(|(.., result)| result == ty).cloned().collect();
        if !fitting.is_empty() {
            let (name, [param, second], _) = fitting[self.choices.below(fitting.len())].clone();
            let Array(_, elem) = param else { return self.leaf(ty) };
            let arg = Array(self.size(), elem);
            // A result of the size `k` would have the size of this argument, and not the size that `ty` needs.
            if !ty.to_string().contains("[k]") {
                return format!("({name} {} {})", self.exp(&arg), self.exp(&second));
            }
        }
        if let Some(call) = self.call_of_variable(ty) {
            return call;
        }
        let (from, param) = (self.any(1), self.name());
        let arg = self.exp(&from);
        match self.choices.below(3) {
            0 => {
                let function = Fun(Box::new(from), Box::new(ty.clone()));
                format!("({} {arg})", self.exp(&function))
            }
            1 => {
                let body = self.with(&param, &from, |maker| maker.exp(ty));
                format!("(apply (\\({param}: {from}): ({ty}) -> {body}) {arg})")
            }
            _ => {
                let (middle, second) = (self.any(1), self.name());
                let first = self.with(&param, &from, |maker| maker.exp(&middle));
                let last = self.with(&second, &middle, |maker| maker.exp(ty));
                format!("(compose (\\({param}: {from}) -> {first}) (\\({second}: {middle}) -> {last}) {arg})")
            }
        }
    }

    /// Returns an operation that is particular to a type.
    fn operation(&mut self, ty: &Ty) -> String {
        match ty {
            Prim("bool") => self.truth(),
            Prim("f64") => {
                let op = ["+", "-", "*"][self.choices.below(3)];
                format!("({} {op} {})", self.exp(ty), self.exp(ty))
            }
            Prim(prim) => self.integer(prim, ty),
            Array(size, elem) => self.array(size, elem, ty),
            Fun(from, to) => self.function_value(from, to),
            _ => self.composed(ty, Self::exp),
        }
    }

    fn truth(&mut self) -> String {
        let bool = Prim("bool");
        match self.choices.below(4) {
            0 => format!("(!({}))", self.exp(&bool)),
            1 => format!("({} {} {})", self.exp(&bool), ["&&", "||"][self.choices.below(2)], self.exp(&bool)),
            2 => {
                let ty = Prim(INTEGERS[self.choices.below(4)]);
                let op = ["<", "<=", "==", "!=", ">"][self.choices.below(5)];
                format!("({} {op} {})", self.exp(&ty), self.exp(&ty))
            }
            _ => {
                let ty = self.ty(1);
                format!("({} == {})", self.exp(&ty), self.exp(&ty))
            }
        }
    }

    fn integer(&mut self, prim: &str, ty: &Ty) -> String {
        match self.choices.below(6) {
            0 | 1 => {
                let op = ["+", "-", "*", "&", "|", "^"][self.choices.below(6)];
                format!("({} {op} {})", self.exp(ty), self.exp(ty))
            }
            2 => format!("({} / {})", self.exp(ty), 2 + self.choices.below(5)),
            3 => {
                let from = INTEGERS[self.choices.below(4)];
                format!("({prim}.{from} {})", self.exp(&Prim(from)))
            }
            4 => {
                let xs = self.some_array(ty);
                let (op, unit) = [("(+)", "0"), ("(*)", "1"), ("(^)", "0")][self.choices.below(3)];
                format!("(reduce {op} {unit} {xs})")
            }
            _ => {
                let elem = self.ty(1);
                let param = self.name();
                let xs = self.some_array(&elem);
                let body = self.with(&param, &elem, |maker| maker.exp(ty));
                format!("({prim}.sum (map (\\({param}: {elem}) -> {body}) {xs}))")
            }
        }
    }

    fn array(&mut self, size: &str, elem: &Ty, ty: &Ty) -> String {
        let of = |elem: &Ty| Array(size.to_string(), Box::new(elem.clone()));
        match (self.choices.below(12), elem) {
            (0, _) => {
                let (index, param) = (Prim("i64"), self.name());
                let body = self.with(&param, &index, |maker| maker.exp(elem));
                format!("(tabulate {size} (\\{param} -> {body}))")
            }
            (1, _) => format!("(reverse {})", self.exp(ty)),
            (2, _) if !self.makes_function => {
                // The update happens only if the array is not empty.
                let (name, i) = (self.name(), self.exp(&Prim("i64")));
                let (xs, value) = (self.exp(ty), self.exp(elem));
                format!(
                    "(let {name} = copy {xs} in if length {name} == 0 then {name} else {name} with [{i} % length {name}] = copy {value})"
                )
            }
            (10, _) if !self.makes_function => self.overwritten(elem, ty),
            (11, Array(_, cell)) if !self.makes_function => self.overwritten_row(elem, cell, ty),
            (3, Prim(prim)) if !["f64", "bool"].contains(prim) => format!("(scan (+) 0 {})", self.exp(ty)),
            (4, Prim(_)) if !self.makes_function => {
                let count = self.size();
                let indices = self.exp(&Array(count.clone(), Box::new(Prim("i64"))));
                // All indices get the same value, so it does not matter which write wins.
                let (xs, value) = (self.exp(ty), self.exp(elem));
                format!("(scatter (copy {xs}) {indices} (replicate {count} {value}))")
            }
            (5, Prim(prim)) if !["f64", "bool"].contains(prim) && !self.makes_function => {
                let count = self.size();
                let indices = self.exp(&Array(count.clone(), Box::new(Prim("i64"))));
                let values = self.exp(&Array(count, Box::new(elem.clone())));
                format!("(reduce_by_index (copy {}) (+) 0 {indices} {values})", self.exp(ty))
            }
            (6, Array(inner, cell)) => {
                let turned = Array(inner.clone(), Box::new(of(cell)));
                format!("(transpose {})", self.exp(&turned))
            }
            (7, _) => {
                let (first, second) = (self.ty(1), self.ty(1));
                let (x, y) = (self.name(), self.name());
                let (xs, ys) = (self.exp(&of(&first)), self.exp(&of(&second)));
                let body = self.with(&x, &first, |maker| maker.with(&y, &second, |maker| maker.exp(elem)));
                format!("(map2 (\\({x}: {first}) ({y}: {second}): ({elem}) -> {body}) {xs} {ys})")
            }
            (8, _) => {
                let other = self.ty(1);
                let xs = self.exp(&of(&other));
                let function = Fun(Box::new(other), Box::new(elem.clone()));
                format!("(map {} {xs})", self.exp(&function))
            }
            _ => {
                let (other, param) = (self.ty(1), self.name());
                let xs = self.exp(&of(&other));
                let body = self.with(&param, &other, |maker| maker.exp(elem));
                format!("(map (\\({param}: {other}) -> {body}) {xs})")
            }
        }
    }

    /// Returns an array that is read, and then overwritten in a branch and in a loop.
    fn overwritten(&mut self, elem: &Ty, ty: &Ty) -> String {
        let [first, read, then, last, x, y, j] = std::array::from_fn(|_| self.name());
        let (xs, cond, i, value) = (self.exp(ty), self.exp(&Prim("bool")), self.exp(&Prim("i64")), self.exp(elem));
        let seen = self.with(&x, elem, |maker| maker.exp(elem));
        let stored = self.with(&j, &Prim("i64"), |maker| maker.exp(elem));
        let both = self.with(&x, elem, |maker| maker.with(&y, elem, |maker| maker.exp(elem)));
        format!(
            "(let {first} = copy {xs} let {read} = map (\\({x}: {elem}): ({elem}) -> {seen}) {first} in if length {first} == 0 then {read} else \
            let {then} = if {cond} then {first} with [{i} % length {first}] = copy {value} else {first} \
            let {last} = loop {last} = {then} for {j} < 3i64 do {last} with [{j} % length {last}] = copy {stored} \
            in map2 (\\({x}: {elem}) ({y}: {elem}): ({elem}) -> {both}) {read} {last})"
        )
    }

    /// Returns an array of arrays that is read, and then overwritten by a view of one of its rows.
    fn overwritten_row(&mut self, elem: &Ty, cell: &Ty, ty: &Ty) -> String {
        let [first, read, row, view, x] = std::array::from_fn(|_| self.name());
        let (xs, cond, default, value) = (self.exp(ty), self.exp(&Prim("bool")), self.exp(elem), self.exp(cell));
        let (i, j) = (self.exp(&Prim("i64")), self.exp(&Prim("i64")));
        let seen = self.with(&x, elem, |maker| maker.exp(elem));
        let both = self.with(&x, elem, |maker| maker.with(&row, elem, |maker| maker.exp(elem)));
        format!(
            "(let {first} = copy {xs} let {read} = map (\\({x}: {elem}): ({elem}) -> {seen}) {first} in if length {first} == 0 then {read} else \
            let {row} = if {cond} then (let {view} = {first}[{i} % length {first}] in if length {view} == 0 then copy {view} \
            else copy ({view} with [{j} % length {view}] = copy {value})) else copy {default} \
            in map (\\({x}: {elem}): ({elem}) -> {both}) {read})"
        )
    }
}
