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
