//! `warn-checks`: warns of checks that expressions with `#[warn(safety_checks)]` need at run time.

use crate::anf::support::warnings;
use framework::pass::{Run, Transform};
use framework::{Error, Owned, Result, pass};
use languages::anf::{Anf, Exp, Stm, Visit, walk_stm};
use languages::codes;

pass! {
    /// Warns of each check that the simplification has left in an expression with `#[warn(safety_checks)]`, or in a
    /// function that it calls. The program does not change.
    ///
    ///     #[warn(safety_checks)] xs[i]     warns: safety check required at run-time
    ///
    /// The places of these expressions are in `watched`. A check belongs to such an expression if a place of its
    /// backtrace lies there.
    pub WarnChecks = "warn-checks": Anf => Anf {
        counts: { checks },
    }
}

impl Transform for WarnChecks {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let root = program.root();
        let watched = root.watched.iter().filter_map(|place| Place::parse(place.as_str())).collect();
        let mut checks = Checks { watched, warnings: Vec::new() };
        if !checks.watched.is_empty() {
            checks.visit_program(root);
        }
        run.counts.checks = checks.warnings.len() as u64;
        run.warnings.extend(checks.warnings);
        Ok(program.clone())
    }
}

/// A place as traces write it: `file:line:column-column` or `file:line:column-line:column`.
struct Place<'a> {
    file: &'a str,
    start: (u32, u32),
    end: (u32, u32),
}

impl<'a> Place<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (start, end) = text.rsplit_once('-')?;
        let (start, column) = start.rsplit_once(':')?;
        let (file, line) = start.rsplit_once(':')?;
        let start = (line.parse().ok()?, column.parse().ok()?);
        let end = match end.split_once(':') {
            Some((line, column)) => (line.parse().ok()?, column.parse().ok()?),
            None => (start.0, end.parse().ok()?),
        };
        Some(Place { file, start, end })
    }

    fn contains(&self, other: &Place<'_>) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

struct Checks<'a> {
    watched: Vec<Place<'a>>,
    warnings: Vec<Error>,
}

impl<'a> Visit<'a> for Checks<'a> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        // What the program asserts itself is no safety check.
        if let Exp::Assert { span, code, trace, .. } = node.exp
            && code.0.id != codes::FALSE_ASSERTION.id
            && trace.iter().filter_map(|place| Place::parse(place.as_str())).any(|place| self.watches(&place))
        {
            let warning = codes::SAFETY_CHECK.error(*span, "safety check required at run-time");
            warnings::add(&mut self.warnings, warning.label(code.0.title));
        }
        walk_stm(self, node);
    }
}

impl Checks<'_> {
    fn watches(&self, place: &Place<'_>) -> bool {
        self.watched.iter().any(|watched| watched.contains(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read() {
        let place = |text| Place::parse(text).map(|place| (place.file, place.start, place.end));
        assert_eq!(place("a-b:c.fut:3:1-9"), Some(("a-b:c.fut", (3, 1), (3, 9))));
        assert_eq!(place("a.fut:3:1-4:2"), Some(("a.fut", (3, 1), (4, 2))));
        for text in ["", "unknown location", "a.fut:3-4", "a.fut:x:1-2"] {
            assert_eq!(place(text), None, "{text}");
        }
    }

    #[test]
    fn a_place_contains_those_in_it() {
        let contains = |outer, inner| {
            Place::parse(outer).zip(Place::parse(inner)).is_some_and(|(outer, inner)| outer.contains(&inner))
        };
        assert!(contains("a.fut:3:5-4:2", "a.fut:3:5-9"));
        assert!(!contains("a.fut:3:5-4:2", "b.fut:3:5-9"));
        assert!(!contains("a.fut:3:5-4:2", "a.fut:4:1-3"));
        assert!(!contains("a.fut:3:5-9", "a.fut:3:4-6"));
    }
}
