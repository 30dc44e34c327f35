//! `desugar-2019`: translates programs of the language reference of 2019 to today's language.

mod ranges;

use framework::pass::{Report, Run, Transform};
use framework::{Name, Owned, Result, Span, Symbol, pass, rules};
use languages::source::{
    Arena, Arm, Attr, Dec, Dim, Edition, Exp, Field, File, Liftedness, LoopForm, ModType, Pat, PatField, Program,
    Rewrite, Size, SizeBinder, Source, Spec, Step, Type, TypeField, TypeParam, Visit, default_rewrite_dec,
    default_rewrite_exp, default_rewrite_file, default_rewrite_size, default_rewrite_spec, default_rewrite_type,
    walk_type,
};
use rustc_hash::FxHashSet;

use super::parse::load_imports::OLDER_PRELUDES;
use super::resolve::pattern_names;
use super::support::edition::old_syntax;
use super::support::rewriting::{Copy, Fresh, Parts};

pass! {
    /// Turns a program of edition 2019 into one of today.
    ///
    ///     let f [n] (xs: [n]i32) (k: i32): [k]i32 = unsafe xs[0:n - 1]
    ///
    ///     becomes
    ///
    ///     def f [n] (xs: [n]i32) (k: i32): [i64.i32 k]i32 = #[unsafe] xs[0:i64.i32 (i32.i64 n - 1)]
    ///
    /// Sizes and indices had type `i32`. A size that is used as a number is converted to `i32`, and a number that is
    /// used as an index or a size is converted from `i32`. `unsafe e` becomes an attribute. `infer-types` delays the
    /// checks of sizes until the program runs.
    pub Desugar2019 = "desugar-2019": Source => Source {
        ensures: [TodaysSyntax],
        counts: { conversions },
    }
}

rules! { Source:
    /// The program has no syntax of older editions.
    pub TodaysSyntax = "todays-syntax" by todays_syntax;
}

impl Transform for Desugar2019 {
    fn transform(&self, program: &Owned<Source>, run: &mut Run<'_, Self>) -> Result<Owned<Source>> {
        if program.root().edition >= Edition::Desugared {
            return Ok(program.clone());
        }
        let mut conversions = 0;
        let result = Owned::build(|arena| {
            let mut desugar = Desugar {
                arena,
                functions: FxHashSet::default(),
                scope: Vec::new(),
                fresh: Fresh::of(Edition::E2019),
                conversions: 0,
            };
            let result = desugar.rewrite_program(program.root());
            let result = result.map(|program| Program { edition: Edition::Desugared, ..program });
            conversions = desugar.conversions;
            result
        });
        run.counts.conversions = conversions;
        result
    }
}

/// Today's label of a field. The components of tuples were counted from 1 and are now counted from 0.
fn position(label: Symbol) -> Symbol {
    match label.as_str().parse::<usize>() {
        Ok(position @ 1..) => Symbol::new(&(position - 1).to_string()),
        _ => label,
    }
}

/// Finds out whether a type contains functions, as far as its text and the abbreviations before it show.
struct Functions<'n> {
    known: &'n FxHashSet<Symbol>,
    found: bool,
}

impl<'a> Visit<'a> for Functions<'_> {
    fn visit_type(&mut self, ty: &'a Type<'a>) {
        self.found |= match ty {
            Type::TypeArrow { .. } => true,
            Type::TypeName { name, .. } => self.known.contains(&name.base),
            Type::TypeQualified { name, .. } => self.known.contains(name),
            _ => false,
        };
        walk_type(self, ty);
    }
}

struct Desugar<'b> {
    arena: &'b Arena<'b>,
    /// The names of abbreviations that stand for types with functions.
    functions: FxHashSet<Symbol>,
    /// The names in scope, the innermost last, each with whether it is a size.
    scope: Vec<(Symbol, bool)>,
    fresh: Fresh,
    conversions: u64,
}

impl<'b> Desugar<'b> {
    /// Runs `work` in an inner scope.
    fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let mark = self.scope.len();
        let result = work(self);
        self.scope.truncate(mark);
        result
    }

    fn is_size(&self, name: Name) -> bool {
        self.scope.iter().rev().find(|(other, _)| *other == name.base).is_some_and(|(_, size)| *size)
    }

    fn bind(&mut self, name: Name) {
        self.scope.push((name.base, false));
    }

    fn bind_pattern(&mut self, pat: &Pat<'_>) {
        let mut names = Vec::new();
        pattern_names(pat, &mut names);
        self.scope.extend(names.into_iter().map(|(name, _)| (name, false)));
    }

    fn bind_sizes(&mut self, sizes: &[SizeBinder]) {
        self.scope.extend(sizes.iter().map(|size| (size.name.base, true)));
    }

    fn bind_type_params(&mut self, params: &[TypeParam]) {
        for param in params {
            if let TypeParam::SizeParam { name, .. } = param {
                self.scope.push((name.base, true));
            }
        }
    }

    /// Translates parameters. Each parameter is in scope in those after it.
    fn params<'a>(&mut self, params: &'a [Pat<'a>]) -> Result<&'b [Pat<'b>]> {
        let mut rewritten = Vec::new();
        for param in params {
            rewritten.push(self.rewrite_pat(param)?);
            self.bind_pattern(param);
        }
        Ok(self.arena.slice(rewritten))
    }

    fn type_params(&mut self, params: &[TypeParam]) -> &'b [TypeParam] {
        self.bind_type_params(params);
        self.arena.slice(params.iter().copied())
    }

    /// Translates a number that is used as an index or a size.
    fn sized<'a>(&mut self, exp: &'a Exp<'a>) -> Result<&'b Exp<'b>> {
        if let Exp::IntLit { .. } = exp {
            return self.exp(exp);
        }
        let span = exp.span();
        if let Exp::Var { name, .. } = *exp
            && self.is_size(name)
        {
            return Ok(self.arena.alloc(Exp::Var { span, name }));
        }
        self.conversions += 1;
        let exp = self.exp(exp)?;
        Ok(self.arena.alloc(Exp::ToSize { span, exp }))
    }

    /// The initial value of a loop. If the type of the loop's parameter is declared, it is that of the initial value,
    /// too.
    fn initial<'a>(&mut self, pat: &'a Pat<'a>, init: &'a Exp<'a>) -> Result<&'b Exp<'b>> {
        let span = init.span();
        match (pat, init) {
            (Pat::PatTuple { elems, .. }, Exp::Tuple { elems: inits, .. }) if elems.len() == inits.len() => {
                let inits = elems.iter().zip(*inits).map(|(pat, init)| Ok(*self.initial(pat, init)?));
                let elems = inits.collect::<Result<Vec<_>>>()?;
                Ok(self.arena.alloc(Exp::Tuple { span, elems: self.arena.slice(elems) }))
            }
            (Pat::PatAscribe { ty: Type::TypeUnique { body: ty, .. } | ty, .. }, _) => {
                let (exp, ty) = (self.exp(init)?, self.ty(ty)?);
                Ok(self.arena.alloc(Exp::Ascribe { span, exp, ty }))
            }
            _ => self.exp(init),
        }
    }

    fn sized_opt<'a>(&mut self, exp: Option<&'a Exp<'a>>) -> Result<Option<&'b Exp<'b>>> {
        exp.map(|exp| self.sized(exp)).transpose()
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Desugar<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_file(&mut self, file: &'a File<'a>) -> Result<File<'b>> {
        // The prelude of today's edition needs no translation.
        let todays = file.prelude && !file.path.as_str().starts_with(OLDER_PRELUDES);
        match todays {
            true => Copy { arena: self.arena }.rewrite_file(file),
            false => default_rewrite_file(self, file),
        }
    }

    fn rewrite_dec(&mut self, dec: &'a Dec<'a>) -> Result<Dec<'b>> {
        match *dec {
            Dec::Value { span, entry, name, type_params, params, ret, body } => self.scoped(|this| {
                let type_params = this.type_params(type_params);
                let params = this.params(params)?;
                let (ret, body) = (this.ty_opt(ret)?, this.exp(body)?);
                Ok(Dec::Value { span, entry, name, type_params, params, ret, body })
            }),
            // An abbreviation may stand for any type.
            Dec::Abbreviation { span, name, lifted, type_params, rhs } => self.scoped(|this| {
                let mut functions = Functions { known: &this.functions, found: false };
                functions.visit_type(rhs);
                let least = if functions.found { Liftedness::Lifted } else { Liftedness::SizeLifted };
                if functions.found {
                    this.functions.insert(name.base);
                }
                let (lifted, type_params) = (lifted.max(least), this.type_params(type_params));
                Ok(Dec::Abbreviation { span, name, lifted, type_params, rhs: this.ty(rhs)? })
            }),
            _ => default_rewrite_dec(self, dec),
        }
    }

    fn rewrite_spec(&mut self, spec: &'a Spec<'a>) -> Result<Spec<'b>> {
        self.scoped(|this| {
            if let Spec::SpecValue { type_params, .. } | Spec::SpecAbbreviation { type_params, .. } = spec {
                this.bind_type_params(type_params);
            }
            default_rewrite_spec(this, spec)
        })
    }

    fn rewrite_mod_type(&mut self, sig: &'a ModType<'a>) -> Result<ModType<'b>> {
        self.scoped(|this| {
            if let ModType::SigWith { type_params, .. } = sig {
                this.bind_type_params(type_params);
            }
            languages::source::default_rewrite_mod_type(this, sig)
        })
    }

    fn rewrite_type(&mut self, ty: &'a Type<'a>) -> Result<Type<'b>> {
        match *ty {
            Type::TypeArrow { span, param: Some(param), from, to } => {
                let from = self.ty(from)?;
                self.scoped(|this| {
                    this.bind(param);
                    Ok(Type::TypeArrow { span, param: Some(param), from, to: this.ty(to)? })
                })
            }
            _ => default_rewrite_type(self, ty),
        }
    }

    fn rewrite_size(&mut self, size: &'a Size<'a>) -> Result<Size<'b>> {
        match *size {
            Size::SizeOf { span, exp } => Ok(Size::SizeOf { span, exp: self.sized(exp)? }),
            _ => default_rewrite_size(self, size),
        }
    }

    fn rewrite_dim(&mut self, dim: &'a Dim<'a>) -> Result<Dim<'b>> {
        match *dim {
            Dim::At { span, index } => Ok(Dim::At { span, index: self.sized(index)? }),
            Dim::Slice { span, start, end, stride } => Ok(Dim::Slice {
                span,
                start: self.sized_opt(start)?,
                end: self.sized_opt(end)?,
                stride: self.sized_opt(stride)?,
            }),
        }
    }

    fn rewrite_field(&mut self, field: &'a Field<'a>) -> Result<Field<'b>> {
        Ok(Field { span: field.span, label: position(field.label), exp: self.exp(field.exp)? })
    }

    fn rewrite_type_field(&mut self, field: &'a TypeField<'a>) -> Result<TypeField<'b>> {
        Ok(TypeField { span: field.span, label: position(field.label), ty: self.ty(field.ty)? })
    }

    fn rewrite_pat_field(&mut self, field: &'a PatField<'a>) -> Result<PatField<'b>> {
        Ok(PatField { span: field.span, label: position(field.label), pat: self.pat(field.pat)? })
    }

    fn rewrite_step(&mut self, step: &'a Step<'a>) -> Result<Step<'b>> {
        Ok(match *step {
            Step::StepField { span, label } => Step::StepField { span, label: position(label) },
            Step::StepIndex { span, indices } => {
                let indices = indices.iter().map(|dim| self.rewrite_dim(dim)).collect::<Result<Vec<_>>>()?;
                Step::StepIndex { span, indices: self.arena.slice(indices) }
            }
        })
    }

    fn rewrite_arm(&mut self, arm: &'a Arm<'a>) -> Result<Arm<'b>> {
        self.scoped(|this| {
            let pat = this.pat(arm.pat)?;
            this.bind_pattern(arm.pat);
            Ok(Arm { span: arm.span, pat, body: this.exp(arm.body)? })
        })
    }

    fn rewrite_exp(&mut self, exp: &'a Exp<'a>) -> Result<Exp<'b>> {
        match *exp {
            Exp::Var { span, name } if self.is_size(name) => {
                self.conversions += 1;
                Ok(Exp::OfSize { span, exp: self.arena.alloc(Exp::Var { span, name }) })
            }
            Exp::Project { span, exp, label } => Ok(Exp::Project { span, exp: self.exp(exp)?, label: position(label) }),
            Exp::Range { span, start, second, kind, end } => self.range(span, (start, second, end), kind),
            Exp::Reshape { span, shape, array } => {
                let sizes = shape.iter().map(|exp| Ok(*self.sized(exp)?)).collect::<Result<Vec<_>>>()?;
                Ok(Exp::Reshape { span, shape: self.arena.slice(sizes), array: self.exp(array)? })
            }
            // The value must be unique: `consumed' (e : t)`.
            Exp::Ascribe { span, exp, ty: Type::TypeUnique { body: ty, .. } } => {
                let ascribed = Exp::Ascribe { span, exp: self.exp(exp)?, ty: self.ty(ty)? };
                // An operator would be at the place of its use.
                let place = Span { end: span.end.min(span.start + 1), ..span };
                let func = self.arena.alloc(Exp::Var { span: place, name: Name::plain("consumed'") });
                Ok(Exp::Apply { span, func, args: self.arena.slice([ascribed]) })
            }
            Exp::Unsafe { span, exp } => {
                let attr = Attr::Atom { span: Span::NONE, name: Symbol::new("unsafe") };
                let attr = self.arena.alloc(attr);
                Ok(Exp::ExpAttributed { span, attr, exp: self.exp(exp)? })
            }
            Exp::Let { span, sizes, pat, rhs, body } => {
                let rhs = self.exp(rhs)?;
                self.scoped(|this| {
                    this.bind_sizes(sizes);
                    let sizes = this.arena.slice(sizes.iter().copied());
                    let new = this.pat(pat)?;
                    this.bind_pattern(pat);
                    Ok(Exp::Let { span, sizes, pat: new, rhs, body: this.exp(body)? })
                })
            }
            Exp::LetFun { span, name, type_params, params, ret, rhs, body } => {
                let (type_params, params, ret, rhs) = self.scoped(|this| {
                    let type_params = this.type_params(type_params);
                    let params = this.params(params)?;
                    Ok((type_params, params, this.ty_opt(ret)?, this.exp(rhs)?))
                })?;
                self.scoped(|this| {
                    this.bind(name);
                    Ok(Exp::LetFun { span, name, type_params, params, ret, rhs, body: this.exp(body)? })
                })
            }
            Exp::LetUpdate { span, name, path, value, body } => {
                let steps = path.iter().map(|step| self.rewrite_step(step)).collect::<Result<Vec<_>>>()?;
                let (path, value) = (self.arena.slice(steps), self.exp(value)?);
                self.scoped(|this| {
                    this.bind(name);
                    Ok(Exp::LetUpdate { span, name, path, value, body: this.exp(body)? })
                })
            }
            Exp::Lambda { span, params, ret, body } => self.scoped(|this| {
                let params = this.params(params)?;
                let (ret, body) = (this.ty_opt(ret)?, this.exp(body)?);
                Ok(Exp::Lambda { span, params, ret, body })
            }),
            Exp::Loop { span, pat, init, form, body } => {
                let init = init.map(|init| self.initial(pat, init)).transpose()?;
                let header = match *form {
                    LoopForm::For { bound: outside, .. } | LoopForm::ForIn { array: outside, .. } => {
                        Some(self.exp(outside)?)
                    }
                    LoopForm::While { .. } | LoopForm::ForBetween { .. } => None,
                };
                self.scoped(|this| {
                    let new = this.pat(pat)?;
                    this.bind_pattern(pat);
                    let form = match (*form, header) {
                        (LoopForm::For { span, name, .. }, Some(bound)) => {
                            this.bind(name);
                            LoopForm::For { span, name, bound }
                        }
                        (LoopForm::ForIn { span, pat, .. }, Some(array)) => {
                            let new = this.pat(pat)?;
                            this.bind_pattern(pat);
                            LoopForm::ForIn { span, pat: new, array }
                        }
                        _ => this.rewrite_loop_form(form)?,
                    };
                    let form = this.arena.alloc(form);
                    Ok(Exp::Loop { span, pat: new, init, form, body: this.exp(body)? })
                })
            }
            _ => default_rewrite_exp(self, exp),
        }
    }
}

fn todays_syntax(program: &Program<'_>, report: &mut Report) {
    old_syntax(program, &mut |span, what| report.fail(span, format!("{what} of an older edition is left")));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::desugar_2017::tests::desugared;

    fn check(text: &str, expected: &str) {
        assert_eq!(desugared(Edition::E2019, text).trim_end(), expected);
    }

    #[test]
    fn sizes_and_numbers_are_converted() {
        check(
            "let f [n] (xs: [n]i32) (k: i32): [k]i32 = unsafe xs[0:n - 1]",
            "def f [n] (xs: [n]i32) (k: i32) : [i64.i32 k]i32 = #[unsafe] xs[0:i64.i32 (i32.i64 n - 1)]",
        );
    }

    #[test]
    fn a_size_that_is_hidden_is_none() {
        check("let f [n] (xs: [n]i32) = \\n -> xs[n] + n", "def f [n] (xs: [n]i32) = \\n -> xs[i64.i32 n] + n");
    }

    #[test]
    fn components_of_tuples_are_counted_from_zero() {
        check("let f (p: (i32, i32)) = p.1 + p.2", "def f (p: (i32, i32)) = p.0 + p.1");
    }

    #[test]
    fn what_is_left_of_an_older_edition_breaks_todays_syntax() {
        let program =
            crate::source::parse::parse_in(Edition::E2017, framework::FileId(0), "main", "let f x = unsafe x");
        let mut report = Report::default();
        todays_syntax(program.expect("it parses").root(), &mut report);
        assert_eq!(report.violations.len(), 1);
    }
}
