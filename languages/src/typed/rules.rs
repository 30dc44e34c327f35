//! The rules of `Typed`.
//!
//! 1. `names-in-scope`: every name is bound where it is used, names in types included.
//! 2. `unique-names`: no variable is bound twice. Sizes that types bind (`?[k].[k]t`, `(n: i64) -> [n]t`) may repeat,
//!    since types are copied.
//! 3. `known-sizes`: an expression of type `?[k].t` is the right-hand side of a `let`, or the last expression of a
//!    block: the body of a function, a branch, a case, the body of a loop, or the body of a `let` that is itself in
//!    such a place.
//! 4. `well-typed`: every expression has the type that its parts require. Sizes are compared up to arithmetic; an
//!    unknown size fits every size.

use framework::pass::Report;
use framework::{Name, Span, rules};
use rustc_hash::FxHashSet;

use super::check;
use super::{Def, Exp, Program, Type, Typed, Visit, walk_exp, walk_pat};

rules! { Typed:
    /// Every name is bound where it is used.
    pub NamesInScope = "names-in-scope" by names_in_scope;
    /// No variable is bound twice.
    pub UniqueNames = "unique-names" by unique_names;
    /// An expression of existential size stands only where a `let` can name the size, or at the end of a block.
    pub KnownSizes = "known-sizes" by known_sizes;
    /// Every expression has the type that its parts require.
    pub WellTyped = "well-typed" by well_typed;
}

/// Reports names that are used out of scope.
pub fn names_in_scope(program: &Program<'_>, report: &mut Report) {
    report.names(program, false);
}

/// Reports variables that are bound twice.
pub fn unique_names(program: &Program<'_>, report: &mut Report) {
    struct Binders<'r> {
        seen: FxHashSet<Name>,
        report: &'r mut Report,
    }
    impl Binders<'_> {
        fn bind(&mut self, name: Name, span: Span) {
            if !self.seen.insert(name) {
                self.report.fail(span, format!("`{name}` is bound a second time"));
            }
        }
    }
    impl<'a> Visit<'a> for Binders<'_> {
        fn visit_type(&mut self, _: &'a Type<'a>) {}
        fn visit_def(&mut self, def: &'a Def<'a>) {
            let Def::Value { span, name, type_params, params, body, .. } = def;
            self.bind(*name, *span);
            type_params.iter().for_each(|param| self.visit_type_param(param));
            params.iter().for_each(|param| self.visit_pat(param));
            self.visit_exp(body);
        }
        fn visit_type_param(&mut self, param: &'a super::TypeParam) {
            match param {
                super::TypeParam::SizeParam { span, name } | super::TypeParam::TypeParamNamed { span, name, .. } => {
                    self.bind(*name, *span);
                }
            }
        }
        fn visit_size_binder(&mut self, size: &'a super::SizeBinder) {
            self.bind(size.name, size.span);
        }
        fn visit_pat(&mut self, pat: &'a super::Pat<'a>) {
            if let super::Pat::PatVar { span, name, .. } = pat {
                self.bind(*name, *span);
            }
            walk_pat(self, pat);
        }
        fn visit_loop_form(&mut self, form: &'a super::LoopForm<'a>) {
            if let super::LoopForm::For { span, name, .. } = form {
                self.bind(*name, *span);
            }
            super::walk_loop_form(self, form);
        }
        fn visit_exp(&mut self, exp: &'a Exp<'a>) {
            if let Exp::LetFun { span, name, .. } = exp {
                self.bind(*name, *span);
            }
            walk_exp(self, exp);
        }
    }
    let mut binders = Binders { seen: FxHashSet::default(), report };
    for def in program.defs {
        let Def::Value { name, .. } = def;
        binders.report.enter(name);
        binders.visit_def(def);
    }
}

/// Reports expressions of existential size in places where no `let` names the size.
pub fn known_sizes(program: &Program<'_>, report: &mut Report) {
    struct Operands<'r> {
        report: &'r mut Report,
        /// Whether the next expression may have an existential size.
        allowed: bool,
    }
    impl<'a> Operands<'_> {
        fn free(&mut self, exp: &'a Exp<'a>) {
            self.allowed = true;
            self.visit_exp(exp);
        }
    }
    impl<'a> Visit<'a> for Operands<'_> {
        fn visit_type(&mut self, _: &'a Type<'a>) {}
        fn visit_exp(&mut self, exp: &'a Exp<'a>) {
            let allowed = std::mem::replace(&mut self.allowed, false);
            if !allowed && matches!(exp.ty(), Type::TypeExists { .. }) {
                self.report.fail_node(exp, "no `let` names the sizes of this operand");
            }
            let mut exp = exp;
            while let Exp::Let { rhs, body, .. } = exp {
                self.free(rhs);
                exp = body;
            }
            match exp {
                Exp::LetFun { rhs, body, .. } => {
                    self.free(rhs);
                    self.free(body);
                }
                Exp::If { cond, yes, no, .. } => {
                    self.visit_exp(cond);
                    self.free(yes);
                    self.free(no);
                }
                Exp::Match { scrutinee, arms, .. } => {
                    self.visit_exp(scrutinee);
                    arms.iter().for_each(|arm| self.free(arm.body));
                }
                Exp::Lambda { body, .. } => self.free(body),
                Exp::Loop { init, form, body, .. } => {
                    self.visit_exp(init);
                    self.visit_loop_form(form);
                    self.free(body);
                }
                Exp::Assert { cond, exp, .. } => {
                    self.visit_exp(cond);
                    self.free(exp);
                }
                Exp::ExpAttributed { exp, .. } => self.free(exp),
                other => walk_exp(self, other),
            }
        }
    }
    for def in program.defs {
        let Def::Value { name, body, .. } = def;
        report.enter(name);
        Operands { report, allowed: true }.visit_exp(body);
    }
}

/// Reports expressions whose types differ from those that their parts require.
pub fn well_typed(program: &Program<'_>, report: &mut Report) {
    check::program(program, true, report);
}

/// Does the same without comparing sizes.
pub fn well_typed_but_for_sizes(program: &Program<'_>, report: &mut Report) {
    check::program(program, false, report);
}
