//! Properties of all programs of a small language: their texts are read back, and renaming keeps their meaning.
#![allow(missing_docs)]

use framework::sexp::Tree;
use framework::{FileId, Name, Names, Node, Owned, Result, Span};
use proptest::prelude::*;

mod tiny {
    framework::language! {
        /// A language with all kinds of fields.
        pub language Tiny {
            terminals { Int: i64, Text: framework::Symbol }
            root Program;
            Program = { body: Expr }
            Expr {
                Num { value: Int },
                #[var] Var { name: Name },
                Lam { param: Bind binds (body), body: Expr },
                Let { params: [Param] binds (body), rhs: Expr, body: Expr },
                Call { func: Expr, args: [Expr], label: Text, other: Expr? },
                Many { values: [Int], flag: Flag },
            }
            Param = { name: Bind }
            terminals { Flag: bool }
        }
    }
}
use tiny::{Arena, Expr, Param, Program, Tiny};

/// A program that is not yet in an arena.
#[derive(Clone, Debug)]
enum Plan {
    Num(i64),
    Var(u8),
    Lam(u8, Box<Plan>),
    Let(Vec<u8>, Box<Plan>, Box<Plan>),
    Call(Box<Plan>, Vec<Plan>, String, Option<Box<Plan>>),
    Many(Vec<i64>, bool),
}

fn plans() -> impl Strategy<Value = Plan> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(Plan::Num),
        (0..5u8).prop_map(Plan::Var),
        (prop::collection::vec(any::<i64>(), 0..4), any::<bool>()).prop_map(|(values, flag)| Plan::Many(values, flag)),
    ];
    leaf.prop_recursive(6, 60, 4, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        prop_oneof![
            (0..5u8, boxed.clone()).prop_map(|(name, body)| Plan::Lam(name, body)),
            // A pattern binds each name once.
            (prop::collection::btree_set(0..5u8, 0..3), boxed.clone(), boxed.clone())
                .prop_map(|(names, rhs, body)| Plan::Let(names.into_iter().collect(), rhs, body)),
            (boxed.clone(), prop::collection::vec(inner, 0..4), any::<String>(), prop::option::of(boxed))
                .prop_map(|(func, args, label, other)| Plan::Call(func, args, label, other)),
        ]
    })
}

/// Puts plans into an arena. Every node gets a different span.
struct Builder<'a> {
    arena: &'a Arena<'a>,
    count: usize,
    /// The variables, by number.
    names: [Name; 5],
}

impl<'a> Builder<'a> {
    fn span(&mut self) -> Span {
        self.count += 1;
        Span::new(FileId(1), self.count, 2 * self.count)
    }

    fn node(&mut self, plan: &Plan) -> &'a Expr<'a> {
        let expr = self.expr(plan);
        self.arena.alloc(expr)
    }

    fn expr(&mut self, plan: &Plan) -> Expr<'a> {
        let span = self.span();
        match plan {
            Plan::Num(value) => Expr::Num { span, value: *value },
            Plan::Var(name) => Expr::Var { span, name: self.names[usize::from(*name)] },
            Plan::Lam(param, body) => Expr::Lam { span, param: self.names[usize::from(*param)], body: self.node(body) },
            Plan::Let(names, rhs, body) => {
                let params: Vec<Param> = names
                    .iter()
                    .map(|name| Param { span: self.span(), name: self.names[usize::from(*name)] })
                    .collect();
                Expr::Let { span, params: self.arena.slice(params), rhs: self.node(rhs), body: self.node(body) }
            }
            Plan::Call(func, args, label, other) => {
                let func = self.node(func);
                let args: Vec<Expr<'a>> = args.iter().map(|arg| self.expr(arg)).collect();
                let label = framework::Symbol::new(label);
                let other = other.as_ref().map(|other| self.node(other));
                Expr::Call { span, func, args: self.arena.slice(args), label, other }
            }
            Plan::Many(values, flag) => {
                Expr::Many { span, values: self.arena.slice(values.iter().copied()), flag: *flag }
            }
        }
    }
}

fn build(plan: &Plan) -> Result<Owned<Tiny>> {
    let names = ["x", "y", "a b", "é", "z"].map(Name::plain);
    Owned::build(|arena| {
        let mut builder = Builder { arena, count: 0, names };
        let span = builder.span();
        Ok(Program { span, body: builder.node(plan) })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    /// Reading a printed text, on many lines or on one, gives the same program with all spans.
    #[test]
    fn texts_are_read_back(plan in plans(), width in 1..100usize) {
        let program = build(&plan).unwrap();
        for text in [program.root().to_tree().to_string(), program.root().to_tree().pretty(width)] {
            let read = Owned::<Tiny>::from_tree(&Tree::parse(&text, FileId(9)).unwrap()).unwrap();
            prop_assert_eq!(program.root(), read.root());
            // Equality of nodes ignores spans; equality of texts does not.
            prop_assert_eq!(program.root().to_tree().to_string(), read.root().to_tree().to_string());
        }
    }

    /// Reading any text returns a program or an error, and never panics.
    #[test]
    fn any_text_is_read_or_refused(text in "[()\\[\\]\"\\\\@_;a-z0-9:# -]{0,60}") {
        if let Ok(tree) = Tree::parse(&text, FileId(9)) {
            let _ = Owned::<Tiny>::from_tree(&tree);
        }
    }

    /// Fresh names change nothing but names. Programs that are equal up to renaming have the same canonical copy.
    #[test]
    fn renaming_keeps_meaning(plan in plans()) {
        let program = build(&plan).unwrap();
        let fresh = program.copy(Names::Fresh);
        prop_assert_eq!(program.root().free_names(), fresh.root().free_names());
        let canonical = program.copy(Names::Canonical);
        let again = fresh.copy(Names::Canonical);
        prop_assert_eq!(canonical.root(), again.root());
        let twice = canonical.copy(Names::Canonical);
        prop_assert_eq!(canonical.root(), twice.root());
    }

    /// After renaming, every name is bound once, and the free names are the same.
    #[test]
    fn fresh_names_are_unique(plan in plans()) {
        let fresh = build(&plan).unwrap().copy(Names::Fresh);
        let faults = framework::check_names(fresh.root(), true);
        let rebound = faults.iter().any(|fault| matches!(fault, framework::NameFault::Rebound(..)));
        prop_assert!(!rebound, "{:?}", faults);
    }

    /// Copies are equal, spans included.
    #[test]
    fn copies_are_equal(plan in plans()) {
        let program = build(&plan).unwrap();
        let copy = program.copy(Names::Keep);
        prop_assert_eq!(program.root().to_tree().to_string(), copy.root().to_tree().to_string());
    }
}
