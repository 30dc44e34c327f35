//! Formulas of elementary functions. `expand-math` writes one wherever a function is applied; here, equal ones become
//! one function in C (`shared.rs`), as the C compiler's time grows with the length of the program.
//!
//! A formula is found by what its variables are called: `expand-math` gives them the function's name. That only says
//! where to cut. Whatever stands there is put into a function, with its free variables as parameters. Neighbouring
//! formulas, as those of a sine and a cosine that share operations, become one function.

use framework::{Name, Node, Result, Span};
use languages::lanes::{Fun, Proc, Stm};
use languages::prim::{BinOp, PrimType, UnOp, elementary};
use rustc_hash::FxHashMap;
use std::fmt::Write;

use super::code::Code;
use super::parts::Place;
use super::program::{Function, Unit};
use super::types::{c_type, identifier};

/// The statements of the shortest formula that becomes a function. Shorter ones are cheaper than calls.
const LEAST_STATEMENTS: usize = 32;

/// The most results of such a function.
const MOST_RESULTS: usize = 4;

/// The most lines of a function of vectors that is inlined, and the most lines of all its copies. A call stores the
/// vectors that live in the caller, the arguments and the results: in a loop, that takes as long as the formula itself.
/// The longer formulas are those of rare arguments.
const MOST_INLINED_LINES: usize = 64;
const MOST_COPIED_LINES: usize = 256;

/// How often each name is used.
#[derive(Default)]
pub struct Uses(FxHashMap<Name, usize>);

impl framework::Walker for Uses {
    fn name(&mut self, name: Name, _: Span) {
        *self.0.entry(name).or_default() += 1;
    }
    fn bind(&mut self, _: &[Name]) {}
    fn unbind(&mut self, _: &[Name]) {}
}

impl Uses {
    /// The uses in a procedure.
    pub fn of_proc(proc: &Proc<'_>) -> Uses {
        let mut uses = Uses::default();
        proc.walk(&mut uses);
        uses
    }

    /// The uses in an entry point.
    pub fn of_fun(fun: &Fun<'_>) -> Uses {
        let mut uses = Uses::default();
        fun.walk(&mut uses);
        uses
    }

    fn count(&self, name: Name) -> usize {
        self.0.get(&name).copied().unwrap_or(0)
    }
}

/// Whether a variable has the name of an elementary function.
fn is_elementary(name: Name) -> bool {
    let name = name.base.as_str();
    UnOp::from_name(name).is_some_and(elementary::has_unary)
        || BinOp::from_name(name).is_some_and(elementary::has_binary)
}

/// A formula: statements that declare and assign variables of their own.
pub struct Formula<'s, 'a> {
    pub body: &'s [Stm<'a>],
    locals: Vec<Name>,
}

impl<'s, 'a> Formula<'s, 'a> {
    /// The formula at the start of statements.
    pub fn at_start(stms: &'s [Stm<'a>]) -> Option<Formula<'s, 'a>> {
        let mut locals = Vec::new();
        let mut length = 0;
        for stm in stms {
            match stm {
                Stm::Decl { name, .. } | Stm::DeclVec { name, .. } if is_elementary(*name) => locals.push(*name),
                Stm::Assign { name, .. } if locals.contains(name) => {}
                _ => break,
            }
            length += 1;
        }
        (length >= LEAST_STATEMENTS).then(|| Formula { body: &stms[..length], locals })
    }

    /// The variables that its statements read, but do not declare, and those that others read.
    fn interface(&self, whole: &Uses) -> (Vec<Name>, Vec<Name>) {
        let (mut inner, mut params) = (Uses::default(), Vec::new());
        for stm in self.body {
            stm.walk(&mut inner);
            for name in stm.free_names() {
                if !self.locals.contains(&name) && !params.contains(&name) {
                    params.push(name);
                }
            }
        }
        let results = self.locals.iter().copied().filter(|name| whole.count(*name) > inner.count(*name));
        (params, results.collect())
    }
}

impl Function<'_> {
    /// Calls the function of a formula. Returns whether it has one.
    pub(super) fn formula(&mut self, formula: &Formula<'_, '_>) -> Result<bool> {
        let (params, results) = formula.interface(&self.unit.uses);
        if results.is_empty() || results.len() > MOST_RESULTS {
            return Ok(false);
        }
        let around = std::mem::replace(&mut self.code, Code::body());
        let done = self.each(formula.body);
        let body = std::mem::replace(&mut self.code, around).text();
        done?;
        let mut heads = Vec::new();
        for name in &params {
            heads.push(format!("{} {}", self.variable_type(*name)?, identifier(*name)));
        }
        let mut args: Vec<String> = params.iter().map(|name| identifier(*name)).collect();
        let (types, single) = (self.types_of(&results)?, results.len() == 1);
        let mut end = String::new();
        for (number, (name, ty)) in results.iter().zip(&types).enumerate() {
            let name = identifier(*name);
            if single {
                end = format!("  return {name};\n");
                continue;
            }
            heads.push(format!("{ty} *y{number}"));
            // Writing to a string cannot fail.
            let _ = writeln!(end, "  *y{number} = {name};");
            self.code.line(format!("{ty} {name};"));
            args.push(format!("&{name}"));
        }
        let head = format!("static {}", if single { &types[0] } else { "void" });
        let function =
            self.unit.share("formula", &head, &format!("({}) {{\n{body}{end}}}\n", heads.join(", ")), Place::Each);
        if params.iter().chain(&results).any(|name| self.vectors.contains_key(name)) {
            // A new function is the last one.
            let place = self.unit.functions.len() - 1;
            self.unit.wide_formulas.entry(function.clone()).or_insert(place);
        }
        let call = format!("{function}({})", args.join(", "));
        self.code.line(if single { format!("{} {} = {call};", types[0], identifier(results[0])) } else { call + ";" });
        Ok(true)
    }

    fn types_of(&self, names: &[Name]) -> Result<Vec<String>> {
        names.iter().map(|name| self.variable_type(*name)).collect()
    }

    /// The type of a scalar or of a vector in C.
    fn variable_type(&self, name: Name) -> Result<String> {
        match self.vectors.get(&name) {
            Some(prim) => Ok(vector_type(*prim)),
            None => Ok(c_type(self.scalar_type(name)?).into()),
        }
    }
}

impl Unit {
    /// Lets the C compiler inline formulas of vectors that are short and have few calls.
    pub(super) fn inline_formulas(&mut self) {
        for (name, &place) in &self.wide_formulas {
            let call = format!("{name}(");
            // The head of the function looks like a call, too.
            let copies = self.functions.iter().map(|function| function.text.matches(&call).count()).sum::<usize>() - 1;
            let lines = self.functions[place].text.lines().skip(1).count();
            if lines <= MOST_INLINED_LINES && copies * lines <= MOST_COPIED_LINES {
                let text = &mut self.functions[place].text;
                *text = text.replacen("static", "VFN", 1);
            }
        }
    }
}

/// The type of vectors in C.
fn vector_type(prim: PrimType) -> String {
    format!("v_{prim}")
}
