//! `warn-comparisons`: warns of arrays that are compared by `==`.

use framework::pass::{Run, Transform};
use framework::{Error, Owned, Result, Span, pass};
use languages::codes;
use languages::prim::BinOp;
use languages::source::prelude::is_own;
use languages::typed::{Exp, Pat, Type, TypeArg, Typed, Visit, walk_exp};
use rustc_hash::FxHashSet;

pass! {
    /// Warns of comparisons of arrays by `==`, which Futhark has deprecated. The program does not change.
    ///
    ///     def f [n] (xs: [n]i32) (ys: [n]i32) = xs == ys     warns: write `and (map2 (==) xs ys)`
    ///
    /// Like today's Futhark, the pass does not warn of `!=`, of `==` as a function (`map2 (==)`, `(== xs)`), or of
    /// arrays inside records. It warns only in the program's own text, not in the prelude or libraries.
    pub WarnComparisons = "warn-comparisons": Typed => Typed {
        counts: { comparisons },
    }
}

impl Transform for WarnComparisons {
    fn transform(&self, program: &Owned<Typed>, run: &mut Run<'_, Self>) -> Result<Owned<Typed>> {
        let sources = &run.sources;
        let mut comparisons = Comparisons::default();
        for def in program.root().defs.iter().filter(|def| is_own(sources, def.span())) {
            comparisons.visit_def(def);
        }
        run.counts.comparisons = comparisons.warnings.len() as u64;
        run.warnings.extend(comparisons.warnings);
        Ok(program.clone())
    }
}

#[derive(Default)]
struct Comparisons {
    warnings: Vec<Error>,
    /// The places of warnings so far. The body of a parametric module occurs once for each application.
    seen: FxHashSet<(u32, u32)>,
    /// The place of the enclosing lambda. A section and its operator have the same place.
    section: Option<Span>,
}

impl<'a> Visit<'a> for Comparisons {
    fn visit_type(&mut self, _: &'a Type<'a>) {}

    fn visit_type_arg(&mut self, _: &'a TypeArg<'a>) {}

    fn visit_pat(&mut self, _: &'a Pat<'a>) {}

    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        match node {
            Exp::Lambda { span, body, .. } => {
                let outer = self.section.replace(*span);
                self.visit_exp(body);
                self.section = outer;
                return;
            }
            Exp::Bin { span, op: BinOp::Eq, lhs, .. } if matches!(lhs.ty(), Type::TypeArray { .. }) => {
                let is_section = self.section.is_some_and(|section| section.same_place(*span));
                if !is_section && self.seen.insert((span.file.0, span.start)) {
                    let message = "comparing arrays with `==` is deprecated and will stop working in a future revision \
                                   of the language";
                    let warning = codes::COMPARED_ARRAYS.error(*span, message);
                    self.warnings
                        .push(warning.note("write `and (map2 (==) xs ys)`, or compare the elements in another way"));
                }
            }
            _ => {}
        }
        walk_exp(self, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typing::support::testing::infer;

    /// The texts at the places of the warnings.
    fn warnings(text: &str) -> Vec<String> {
        let (program, mut context) = infer(text).expect("it has types");
        context.warnings.clear();
        WarnComparisons.run(&program, &mut context).expect("it is given back");
        let sources = &context.sources;
        let places = context.warnings.iter().map(|warning| {
            let (start, end) = (warning.span.start as usize, warning.span.end as usize);
            sources.get(warning.span.file).expect("a file").text[start..end].to_string()
        });
        places.collect()
    }

    /// The comparisons that the reference compiler (0.25.32) warns of.
    #[test]
    fn arrays_are_warned_of_where_the_real_compiler_warns() {
        for (text, found) in [
            ("def f (xs: []i32) (ys: []i32) = xs == ys", vec!["xs == ys"]),
            ("def f (xs: [][]i32) = xs[0] == xs[1]", vec!["xs[0] == xs[1]"]),
            ("def f (xs: [2][1]i32) = xs == [[1], [2]]", vec!["xs == [[1], [2]]"]),
            ("def f (xs: [2]i32) = !(xs == [1, 2])", vec!["xs == [1, 2]"]),
            ("def d 'a (f: a -> a -> bool) x y = f x y def f (xs: [2]i32) = d (\\x y -> x == y) xs xs", vec!["x == y"]),
            ("def f (xs: [2](i32, i32)) = xs == xs", vec!["xs == xs"]),
            (
                "module m (P: { val x: i32 }) = { def f (xs: []i32) = xs == xs }
              module a = m { def x = 1i32 } module b = m { def x = 2i32 }
              def main (xs: []i32) = a.f xs && b.f xs",
                vec!["xs == xs"],
            ),
        ] {
            assert_eq!(warnings(text), found, "{text}");
        }
    }

    #[test]
    fn other_comparisons_are_not_warned_of() {
        for text in [
            "def f (xs: []i32) (ys: []i32) = xs != ys",
            "def f (xs: (i32, []i32)) (ys: (i32, []i32)) = xs == ys",
            "def f (xs: [2]i32) = (== xs)",
            "def f (xs: [2]i32) = map2 (==) [xs] [xs]",
            "def f (xs: #foo [2]i32 | #bar) = xs == xs",
            "def f (xs: [2]i32) = xs[0] == xs[1]",
        ] {
            assert_eq!(warnings(text), [""; 0], "{text}");
        }
    }
}
