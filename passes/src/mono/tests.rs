//! Tests that count instances.

use crate::catalogue;
use framework::pass::Context;
use framework::pipeline::Watch;
use framework::{Language, Owned, Program, Span, Symbol};
use languages::files::{self, Files};
use languages::mono_match::MonoMatch;
use languages::source::Edition;

/// The number of remaining definitions, and the number of uses that shared an existing instance.
fn instances(source: &str) -> (u64, u64) {
    let files = Owned::<Files>::build(|_| {
        let (path, text) = (Symbol::new("test"), Symbol::new(source));
        Ok(files::Program { span: Span::NONE, path, edition: Edition::E2026, text })
    });
    let files = Program::new(files.expect("this cannot fail"));
    let mut watch = Watch::default();
    let pipeline = catalogue::pipeline().until(MonoMatch::INFO);
    let outcome = pipeline.run_on_any(files, &mut Context::default(), &mut watch);
    assert!(outcome.is_ok(), "{source}\n{:?}", outcome.err());
    let timing = watch.timings.iter().find(|timing| timing.pass == "monomorphise").expect("it was run");
    let count = |wanted| timing.counters.iter().find(|(name, _)| *name == wanted).map_or(0, |(_, count)| *count);
    (count("instances"), count("shared"))
}

#[test]
fn one_instance_for_many_uses_at_one_type() {
    let uses = vec!["pair x"; 50].join(", ");
    let program = format!("def pair 'a (x: a) = (x, x)\nentry main (x: i32) = ({uses})");
    assert_eq!(instances(&program), (2, 49));
}

#[test]
fn one_instance_for_each_type() {
    let program = "def pair 'a (x: a) = (x, x)
        entry main (x: i32) (y: f32) (z: bool) = (pair x, pair y, pair z, pair (x, y), pair (x + 1))";
    assert_eq!(instances(program), (5, 1));
}

#[test]
fn sizes_are_parameters() {
    let program = "def last [n] 't (xs: [n]t) = xs[n - 1]
        entry main [n][m] (xs: [n]i32) (ys: [m]i32) (zs: [m][n]i32) =
          (last xs, last ys, last [1i32, 2], last zs, last [xs, xs])";
    assert_eq!(instances(program), (3, 3));
}

#[test]
fn calls_of_calls_share_instances() {
    // Each function uses the previous one twice: a copy for each use would make a million.
    let chain: String = (1..=20).map(|at| format!("def f{at} 'a (x: a) = f{} (f{0} x)\n", at - 1)).collect();
    let program = format!("def f0 'a (x: a) = x\n{chain}entry main (x: i32) = f20 x");
    assert_eq!(instances(&program), (22, 20));
}
