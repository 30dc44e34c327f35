//! `desugar-2017`: translates programs of the language overview of 2017 to the language reference of 2019.

mod consumption;
mod loops;
mod operations;

use framework::pass::{Run, Transform};
use framework::{Name, Owned, Result, Span, Symbol, pass};
use languages::codes;
use languages::prim::PrimType;
use languages::source::{
    Arena, Dec, Edition, Exp, Field, File, LoopForm, ModExp, Pat, Program, Rewrite, Size, SizeBinder, Source, Step,
    Type, TypeParam, Visit, default_rewrite_dec, default_rewrite_exp, default_rewrite_size, walk_exp, walk_size,
};
use rustc_hash::{FxHashMap, FxHashSet};

use self::consumption::{Consumed, Consumers};
use super::support::rewriting::{Copy, Fresh, Parts};
use std::str::FromStr;

pass! {
    /// Turns a program of edition 2017 into one of 2019.
    ///
    ///     let f (xs: [#n]i32) (p: (i32, i32)): [n]f64 = map (\x y -> f64 (x + y + #0 p)) xs xs
    ///
    ///     becomes
    ///
    ///     def f [n] (xs: [n]i32) (p: (i32, i32)): [n]f64 = map2 (\x y -> f64 (x + y + p.1)) xs xs
    ///
    /// Sizes that are named in the types of parameters become size parameters. An array operation of 2017 takes any
    /// number of arrays; a use with n arrays becomes a call of the function for n. `rearrange` becomes transpositions.
    /// A loop between two numbers becomes a loop that counts from zero. A primitive type that is applied to a number
    /// becomes a conversion. If a function consumes its arguments, operations give it copies and consume the arrays.
    pub Desugar2017 = "desugar-2017": Source => Source {
        counts: { rewritten },
    }
}

impl Transform for Desugar2017 {
    fn transform(&self, program: &Owned<Source>, run: &mut Run<'_, Self>) -> Result<Owned<Source>> {
        if program.root().edition != Edition::E2017 {
            return Ok(program.clone());
        }
        let mut rewritten = 0;
        let result = Owned::build(|arena| {
            let mut desugar = Desugar {
                arena,
                shadowed: FxHashSet::default(),
                functions: FxHashMap::default(),
                from_zero: false,
                fresh: Fresh::of(Edition::E2017),
                rewritten: 0,
            };
            let root = program.root();
            let mut files = Vec::new();
            for file in root.files {
                files.push(match file.prelude {
                    true => Copy { arena }.rewrite_file(file)?,
                    false => {
                        desugar.look_at(file);
                        desugar.rewrite_file(file)?
                    }
                });
            }
            rewritten = desugar.rewritten;
            Ok(Program { span: root.span, edition: Edition::E2019, files: arena.slice(files) })
        });
        run.counts.rewritten = rewritten;
        result
    }
}

/// Collects the names that a program defines. Such a name hides the operation of the language with the same name.
struct Defined<'n> {
    names: &'n mut FxHashSet<Symbol>,
}

impl<'a> Visit<'a> for Defined<'_> {
    fn visit_dec(&mut self, dec: &'a Dec<'a>) {
        match dec {
            Dec::Value { name, .. } => {
                self.names.insert(name.base);
            }
            Dec::Local { dec, .. } | Dec::Attributed { dec, .. } | Dec::Documented { dec, .. } => self.visit_dec(dec),
            _ => {}
        }
    }
}

/// Finds out whether a file counts the components of tuples from 0: whether it has a `#0`.
struct FromZero {
    found: bool,
}

impl<'a> Visit<'a> for FromZero {
    fn visit_exp(&mut self, exp: &'a Exp<'a>) {
        self.found |= matches!(exp, Exp::TupleIndex { label, .. } if label.as_str() == "0");
        walk_exp(self, exp);
    }
}

/// Whether a field of a record expression is a name alone.
fn is_bare(field: &Field<'_>) -> bool {
    matches!(field.exp, Exp::Var { span, .. } if span.same_place(field.span))
}

struct Desugar<'b> {
    arena: &'b Arena<'b>,
    /// Operations that the file redefines.
    shadowed: FxHashSet<Symbol>,
    /// What the functions of the file consume of their arguments.
    functions: FxHashMap<Symbol, Vec<Consumed>>,
    /// Whether the file counts the components of tuples from 0.
    from_zero: bool,
    fresh: Fresh,
    rewritten: u64,
}

/// The sizes that patterns bind, each once.
fn new_sizes<'a>(pats: impl IntoIterator<Item = &'a Pat<'a>>) -> Vec<(Span, Name)> {
    struct Sizes {
        found: Vec<(Span, Name)>,
    }
    impl<'a> Visit<'a> for Sizes {
        fn visit_size(&mut self, size: &'a Size<'a>) {
            if let Size::SizeNew { span, name } = *size
                && !self.found.iter().any(|(_, other)| other.base == name.base)
            {
                self.found.push((span, name));
            }
            walk_size(self, size);
        }
    }
    let mut sizes = Sizes { found: Vec::new() };
    pats.into_iter().for_each(|pat| sizes.visit_pat(pat));
    sizes.found
}

impl<'b> Desugar<'b> {
    /// Gathers what the translation of a file has to know of the whole file.
    fn look_at(&mut self, file: &File<'_>) {
        self.shadowed.clear();
        self.functions.clear();
        let mut zero = FromZero { found: false };
        for dec in file.decs {
            Defined { names: &mut self.shadowed }.visit_dec(dec);
            Consumers { functions: &mut self.functions }.visit_dec(dec);
            zero.visit_dec(dec);
        }
        self.from_zero = zero.found;
    }

    fn pats<'a>(&mut self, pats: &'a [Pat<'a>]) -> Result<&'b [Pat<'b>]> {
        let pats = pats.iter().map(|pat| self.rewrite_pat(pat)).collect::<Result<Vec<_>>>()?;
        Ok(self.arena.slice(pats))
    }

    fn var(&self, span: Span, name: &str) -> Exp<'b> {
        Exp::Var { span, name: Name::plain(name) }
    }

    fn call(&mut self, span: Span, name: &str, args: Vec<Exp<'b>>) -> Exp<'b> {
        self.rewritten += 1;
        // An operation is written at the start of its use. Operators are at the same place as their uses.
        let place = Span { end: span.end.min(span.start + 1), ..span };
        let func = self.arena.alloc(self.var(place, name));
        Exp::Apply { span, func, args: self.arena.slice(args) }
    }

    fn is_shadowed(&self, name: Symbol) -> bool {
        self.shadowed.contains(&name)
    }

    /// The name of an operation of the language.
    fn operation(&self, exp: &Exp<'_>) -> Option<Symbol> {
        match exp {
            Exp::Var { name, .. } if !self.is_shadowed(name.base) => Some(name.base),
            _ => None,
        }
    }

    /// `{r, x = e}` has the fields of the record `r`, except for `x`. The last of several fields `x` counts.
    fn record<'a>(&mut self, span: Span, fields: &'a [Field<'a>]) -> Result<Exp<'b>> {
        if let [record, others @ ..] = fields
            && is_bare(record)
            && !others.is_empty()
            && !others.iter().any(is_bare)
        {
            let mut result = self.rewrite_exp(record.exp)?;
            for field in others {
                let (exp, value) = (self.arena.alloc(result), self.exp(field.exp)?);
                let path = self.arena.slice([Step::StepField { span: field.span, label: field.label }]);
                result = Exp::Update { span, exp, path, value };
            }
            return Ok(result);
        }
        let is_last = |(index, field): &(usize, &Field<'_>)| {
            !fields.iter().skip(index + 1).any(|other| other.label == field.label)
        };
        let kept = fields.iter().enumerate().filter(is_last).map(|(_, field)| self.rewrite_field(field));
        let kept = kept.collect::<Result<Vec<_>>>()?;
        Ok(Exp::Record { span, fields: self.arena.slice(kept) })
    }

    /// The declared size parameters, followed by the sizes that the types of parameters bind.
    fn type_params(&mut self, declared: &[TypeParam], params: &[Pat<'_>]) -> Result<&'b [TypeParam]> {
        let mut all: Vec<TypeParam> = declared.to_vec();
        for (span, name) in new_sizes(params) {
            let explicit = declared.iter().find_map(|param| match param {
                TypeParam::SizeParam { span, .. } => Some(*span),
                TypeParam::TypeParamNamed { .. } => None,
            });
            if let Some(place) = explicit {
                let message = format!("`[#{name}]` names a size in a function with explicit size parameters");
                return Err(codes::TWO_KINDS_OF_SIZES
                    .error(span, message)
                    .related(place, "an explicit size parameter"));
            }
            self.rewritten += 1;
            all.push(TypeParam::SizeParam { span, name });
        }
        Ok(self.arena.slice(all))
    }

    /// `\p q -> e` where the types of `p` and `q` bind sizes, as `\x y -> let [n] p = x let q = y in e`. With `copy`,
    /// parameters that the function consumes are bound to copies.
    fn lambda<'a>(
        &mut self,
        span: Span,
        params: &'a [Pat<'a>],
        ret: Option<&'a Type<'a>>,
        body: &'a Exp<'a>,
        copy: bool,
    ) -> Result<Exp<'b>> {
        let mut body = self.exp(body)?;
        if let Some(ty) = self.ty_opt(ret)? {
            body = self.arena.alloc(Exp::Ascribe { span, exp: body, ty });
        }
        let mut new_params = Vec::new();
        let mut seen: Vec<Symbol> = Vec::new();
        let mut bindings = Vec::new();
        for param in params {
            let name = self.fresh.name("x");
            new_params.push(Pat::PatVar { span: param.span(), name });
            let sizes = new_sizes([param]).into_iter().filter(|(_, size)| !seen.contains(&size.base));
            let sizes: Vec<SizeBinder> = sizes.map(|(span, name)| SizeBinder { span, name }).collect();
            seen.extend(sizes.iter().map(|size| size.name.base));
            let arg = Exp::Var { span: param.span(), name };
            let copied = copy && Consumed::of_param(param) != Consumed::Nothing;
            let rhs = if copied { self.call(span, "copied'", vec![arg]) } else { arg };
            bindings.push((sizes, self.pat(param)?, rhs));
        }
        for (sizes, pat, rhs) in bindings.into_iter().rev() {
            let rhs = self.arena.alloc(rhs);
            body = self.arena.alloc(Exp::Let { span, sizes: self.arena.slice(sizes), pat, rhs, body });
        }
        Ok(Exp::Lambda { span, params: self.arena.slice(new_params), ret: None, body })
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Desugar<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_dec(&mut self, dec: &'a Dec<'a>) -> Result<Dec<'b>> {
        match *dec {
            Dec::Value { span, entry, name, type_params, params, ret, body } => {
                let type_params = self.type_params(type_params, params)?;
                let params = self.pats(params)?;
                let (ret, body) = (self.ty_opt(ret)?, self.exp(body)?);
                Ok(Dec::Value { span, entry, name, type_params, params, ret, body })
            }
            // A value may have the name of a module: `open { module m = … }`, since an opened name can be hidden.
            Dec::Module { span, name, .. } if self.shadowed.contains(&name.base) => {
                let decs = self.arena.slice([default_rewrite_dec(self, dec)?]);
                Ok(Dec::Open { span, module: self.arena.alloc(ModExp::ModBody { span, decs }) })
            }
            _ => default_rewrite_dec(self, dec),
        }
    }

    fn rewrite_size(&mut self, size: &'a Size<'a>) -> Result<Size<'b>> {
        match *size {
            Size::SizeNew { span, name } => Ok(Size::SizeOf { span, exp: self.arena.alloc(Exp::Var { span, name }) }),
            _ => default_rewrite_size(self, size),
        }
    }

    fn rewrite_exp(&mut self, exp: &'a Exp<'a>) -> Result<Exp<'b>> {
        match *exp {
            // `intrinsics.f64 x`
            Exp::Apply { span, func: Exp::Project { exp: Exp::Var { name, .. }, label, .. }, args: [arg] }
                if name.base.as_str() == "intrinsics" && PrimType::from_str(label.as_str()).is_ok() =>
            {
                self.rewritten += 1;
                Ok(Exp::Convert { span, to: *label, exp: self.exp(arg)? })
            }
            Exp::Apply { span, func, args } => {
                if let Some(name) = self.operation(func)
                    && let Some(result) = self.apply(span, name, args)?
                {
                    return Ok(result);
                }
                default_rewrite_exp(self, exp)
            }
            Exp::Var { span, name }
                if PrimType::from_str(name.base.as_str()).is_ok() && !self.is_shadowed(name.base) =>
            {
                let x = self.fresh.name("x");
                let arg = self.arena.alloc(Exp::Var { span, name: x });
                let body = self.arena.alloc(Exp::Convert { span, to: name.base, exp: arg });
                let params = self.arena.slice([Pat::PatVar { span, name: x }]);
                Ok(Exp::Lambda { span, params, ret: None, body })
            }
            // A primitive type and its module have the same name.
            Exp::Project { span, exp: Exp::Var { span: place, name }, label } => {
                let exp = self.arena.alloc(Exp::Var { span: *place, name: *name });
                Ok(Exp::Project { span, exp, label })
            }
            // `(shape a)[1]`; the prelude has a function for each dimension.
            Exp::Index {
                span,
                array: Exp::Apply { func, args: [array], .. },
                indices: [languages::source::Dim::At { index: Exp::IntLit { value, .. }, .. }],
            } if self.operation(func).is_some_and(|name| name.as_str() == "shape") && (0..4).contains(&value.0) => {
                let array = self.rewrite_exp(array)?;
                Ok(self.call(span, &format!("shape'{}", value.0), vec![array]))
            }
            Exp::Record { span, fields } => self.record(span, fields),
            Exp::TupleIndex { span, label, exp } => {
                self.rewritten += 1;
                // The overview counts from 0, the reference and the compilers of 2017 from 1.
                let label = match label.as_str().parse::<usize>() {
                    Ok(position) if self.from_zero => Symbol::new(&(position + 1).to_string()),
                    _ => label,
                };
                Ok(Exp::Project { span, exp: self.exp(exp)?, label })
            }
            Exp::Empty { span, ty } => {
                self.rewritten += 1;
                let size = self.arena.alloc(Size::SizeAny { span });
                let elem = self.rewrite_type(ty)?;
                let ty = self.arena.alloc(Type::TypeArray { span, size, elem: self.arena.alloc(elem) });
                Ok(Exp::Ascribe { span, exp: self.arena.alloc(Exp::Array { span, elems: &[] }), ty })
            }
            Exp::Let { span, sizes, pat, rhs, body } => {
                let mut all = sizes.to_vec();
                all.extend(new_sizes([pat]).into_iter().map(|(span, name)| SizeBinder { span, name }));
                let rhs = match (pat, rhs) {
                    (Pat::PatTuple { elems, .. }, Exp::Apply { span, func, args: [array] })
                        if elems.len() > 2
                            && elems.len() <= 5
                            && self.operation(func).is_some_and(|name| name.as_str() == "unzip") =>
                    {
                        let array = self.rewrite_exp(array)?;
                        let call = self.call(*span, &format!("unzip{}", elems.len()), vec![array]);
                        self.arena.alloc(call)
                    }
                    _ => self.exp(rhs)?,
                };
                let (pat, body) = (self.pat(pat)?, self.exp(body)?);
                Ok(Exp::Let { span, sizes: self.arena.slice(all), pat, rhs, body })
            }
            Exp::LetFun { span, name, type_params, params, ret, rhs, body } => {
                let type_params = self.type_params(type_params, params)?;
                let params = self.pats(params)?;
                let (ret, rhs, body) = (self.ty_opt(ret)?, self.exp(rhs)?, self.exp(body)?);
                Ok(Exp::LetFun { span, name, type_params, params, ret, rhs, body })
            }
            Exp::Lambda { span, params, ret, body } if !new_sizes(params).is_empty() => {
                self.lambda(span, params, ret, body, false)
            }
            Exp::Loop { span, pat, init, form: LoopForm::ForBetween { name, down, from, to, .. }, body } => {
                self.between(span, (pat, init), (*name, *down, from, to), body)
            }
            Exp::Loop { span, pat, init: Some(init), form, body } if !new_sizes([pat]).is_empty() => {
                self.sized_loop(span, (pat, init), form, body)
            }
            _ => default_rewrite_exp(self, exp),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::source::desugar_2019::Desugar2019;
    use crate::source::parse::load_imports::load;
    use framework::pass::Context;
    use framework::{Dialect, SourceMap};

    /// The text of a program after the pass that desugars its edition.
    pub fn desugared(edition: Edition, text: &str) -> String {
        let none = |_: &str| Err(std::io::Error::new(std::io::ErrorKind::NotFound, "there are no other files"));
        let program = load(&mut SourceMap::default(), edition, "main", text, &mut { none }).expect("it parses");
        let mut context = Context::default();
        let program = match edition {
            Edition::E2017 => Desugar2017.run(&program, &mut context),
            _ => Desugar2019.run(&program, &mut context),
        };
        Source::print(program.expect("it can be desugared").root(), None)
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(desugared(Edition::E2017, text).trim_end(), expected);
    }

    #[test]
    fn sizes_of_parameters_are_bound() {
        check(
            "let f (xs: [#n]i32) (p: (i32, i32)): [n]f64 = map (\\x y -> f64 (x + y + #0 p)) xs xs",
            "def f [n] (xs: [n]i32) (p: (i32, i32)) : [n]f64 = map2 (\\x y -> f64 (x + y + p.1)) xs xs",
        );
        check("let f x = let (ys: [#n]i32) = g x in n", "def f x =\n  let [n] ys: [n]i32 = g x\n  in n");
    }

    #[test]
    fn operations_are_functions() {
        check("let f a b c = zip a b c", "def f a b c = zip3 a b c");
        check("let f x = rearrange (2, 0, 1) x", "def f x = transpose ((map transpose) x)");
        check("let f a b = concat@1 a b", "def f a b = (map2 concat) a b");
        check("let f is vs d = write is vs d", "def f is vs d = scatter d is vs");
        check("let f x = (shape x)[1]", "def f x = shape'1 x");
        check("let f a = a with [0] <- (1)", "def f a = a with [0] = 1");
        check("let f = map f64", "def f = map (\\x'2017'1 -> f64 x'2017'1)");
    }

    #[test]
    fn operations_of_the_program_itself_stay() {
        check("let zip a b c = a let f x = zip x x x", "def zip a b c = a\n\ndef f x = zip x x x");
    }

    #[test]
    fn loops_count_from_zero() {
        check(
            "let f m = loop y = 0 for m > i >= 2 do y + i",
            "def f m =\n  let from'2017'1 = 2\n  let to'2017'2 = m\n  in loop y = 0 for i'2017'3 < to'2017'2 - from'2017'1 do\n    \
             let i = to'2017'2 - i'2017'3 - 1\n    in y + i",
        );
    }

    #[test]
    fn what_is_no_permutation_is_an_error() {
        let text = "let f x = rearrange (1, 1) x";
        let none = |_: &str| Err(std::io::Error::new(std::io::ErrorKind::NotFound, "there are no other files"));
        let program = load(&mut SourceMap::default(), Edition::E2017, "main", text, &mut { none }).expect("it parses");
        assert!(Desugar2017.run(&program, &mut Context::default()).is_err());
    }
}
