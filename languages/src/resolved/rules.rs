//! The rules of `Resolved`: invariants that its grammar cannot express.

use framework::pass::{AnyRule, Report};
use framework::{Symbol, rules};

use super::{Def, Exp, Pat, Program, Resolved, Type, Visit, walk_exp, walk_pat, walk_type};

/// All rules of the language.
pub static ALL: &[&dyn AnyRule] = &[&UniqueNames, &DistinctLabels];

rules! { Resolved:
    /// Every name is bound once and used in its scope.
    pub UniqueNames = "unique-names" by unique_names;

    /// Labels of a record, of its type and of its pattern are distinct, and so are constructors of a sum type.
    pub DistinctLabels = "distinct-labels" by distinct_labels;

    /// Modules leave nothing to check: every type and every value has a definition, and no two types have to be
    /// compared.
    pub NothingAssumed = "nothing-assumed" by nothing_assumed;
}

fn nothing_assumed(program: &Program<'_>, report: &mut Report) {
    for def in program.defs {
        match def {
            Def::Abstract { span, name, .. } => report.fail(*span, format!("the type `{name}` has no definition")),
            Def::Assumed { span, name, .. } => report.fail(*span, format!("the value `{name}` has no definition")),
            Def::SameType { span, .. } => report.fail(*span, "two types have yet to be compared"),
            _ => {}
        }
    }
}

fn unique_names(program: &Program<'_>, report: &mut Report) {
    report.names(program, true);
}

fn distinct_labels(program: &Program<'_>, report: &mut Report) {
    let mut labels = Labels { report };
    for def in program.defs {
        labels.visit_def(def);
    }
}

struct Labels<'r> {
    report: &'r mut Report,
}

impl Labels<'_> {
    fn check(&mut self, node: &impl framework::Node, labels: impl Iterator<Item = Symbol>) {
        let mut seen = rustc_hash::FxHashSet::default();
        for label in labels {
            if !seen.insert(label) {
                self.report.fail_node(node, format!("`{label}` occurs twice"));
            }
        }
    }
}

impl<'a> Visit<'a> for Labels<'_> {
    fn visit_exp(&mut self, exp: &'a Exp<'a>) {
        if let Exp::Record { fields, .. } = exp {
            self.check(exp, fields.iter().map(|field| field.label));
        }
        walk_exp(self, exp);
    }

    fn visit_pat(&mut self, pat: &'a Pat<'a>) {
        if let Pat::PatRecord { fields, .. } = pat {
            self.check(pat, fields.iter().map(|field| field.label));
        }
        walk_pat(self, pat);
    }

    fn visit_type(&mut self, ty: &'a Type<'a>) {
        match ty {
            Type::TypeRecord { fields, .. } => self.check(ty, fields.iter().map(|field| field.label)),
            Type::TypeSum { cases, .. } => self.check(ty, cases.iter().map(|case| case.tag)),
            _ => {}
        }
        walk_type(self, ty);
    }
}

#[cfg(test)]
mod tests {
    use framework::pass::{Report, Rule};
    use framework::{Name, Owned, Result, Span};

    use super::*;
    use crate::prim::PrimValue;
    use crate::resolved::{Arena, Field};

    /// Returns a program with one definition.
    fn program(body: impl for<'a> Fn(&'a Arena<'a>) -> Exp<'a>) -> Result<Owned<Resolved>> {
        Owned::<Resolved>::build(|arena| {
            let def = Def::Value {
                span: Span::NONE,
                name: Name::plain("x"),
                entry: false,
                attrs: &[],
                doc: None,
                type_params: &[],
                params: &[],
                ret: None,
                body: arena.alloc(body(arena)),
            };
            Ok(Program { span: Span::NONE, edition: Default::default(), defs: arena.slice([def]) })
        })
    }

    #[test]
    fn an_unbound_name_breaks_unique_names() -> Result<()> {
        let program = program(|_| Exp::Var { span: Span::NONE, name: Name::plain("y") })?;
        let mut report = Report::default();
        UniqueNames::violations(program.root(), &mut report);
        assert_eq!(report.violations.len(), 1);
        Ok(())
    }

    #[test]
    fn a_label_twice_breaks_distinct_labels() -> Result<()> {
        let program = program(|arena| {
            let one = arena.alloc(Exp::Const { span: Span::NONE, value: PrimValue::Bool(true) });
            let field = Field { span: Span::NONE, label: Symbol::new("a"), exp: one };
            Exp::Record { span: Span::NONE, fields: arena.slice([field, field]) }
        })?;
        let mut report = Report::default();
        DistinctLabels::violations(program.root(), &mut report);
        assert_eq!(report.violations.len(), 1);
        Ok(())
    }
}
