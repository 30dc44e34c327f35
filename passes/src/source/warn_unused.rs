//! `warn-unused`: warns of unused variables.

use framework::pass::{Run, Transform};
use framework::{Error, Name, Owned, Result, SourceMap, Span, pass};
use languages::codes;
use languages::resolved::{Exp, LoopForm, Pat, Resolved, Visit, walk_exp, walk_loop_form, walk_pat};
use languages::source::prelude::is_own;
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Warns of parameters and local variables that are never used. The program does not change.
    ///
    ///     def f (x: i32) = let y = x + 1 in x     warns: unused name `y`
    ///
    /// Names that start with an underscore are exempt. Only names in the program's own text count: names made by other
    /// passes, the prelude, and libraries (files in a folder `lib`) are left out. Unused definitions are fine, since
    /// other files may use them.
    pub WarnUnused = "warn-unused": Resolved => Resolved {
        counts: { unused },
    }
}

impl Transform for WarnUnused {
    fn transform(&self, program: &Owned<Resolved>, run: &mut Run<'_, Self>) -> Result<Owned<Resolved>> {
        let sources = &run.sources;
        let main = program.root().span.file;
        let mut own: FxHashMap<u32, bool> = FxHashMap::from_iter([(main.0, true)]);
        let mut names = Names::default();
        for def in program.root().defs {
            let file = def.span().file;
            if *own.entry(file.0).or_insert_with(|| is_own(sources, def.span())) {
                names.visit_def(def);
            }
        }
        let mut warnings: Vec<Error> = Vec::new();
        // A pattern may have been copied. Its variables are used if one of the copies is.
        let at = |name: Name, span: Span| (name.base, span.file.0, span.start);
        let used = names.bound.iter().filter(|(name, _)| names.used.contains(name));
        let used: FxHashSet<_> = used.map(|(name, span)| at(*name, *span)).collect();
        // The body of a parametric module occurs once for each application.
        let mut seen = FxHashSet::default();
        for (name, span) in &names.bound {
            if name.base.as_str().starts_with('_') || used.contains(&at(*name, *span)) {
                continue;
            }
            if let Some(place) = place(sources, *name, *span)
                && seen.insert((place.file.0, place.start))
            {
                let warning = codes::UNUSED_NAME.error(place, format!("unused name `{}`", name.base));
                warnings.push(warning.note(format!("if that is intended, call it `_{}`", name.base)));
            }
        }
        warnings.sort_by_key(|warning| (warning.span.file.0, warning.span.start));
        run.counts.unused = warnings.len() as u64;
        run.warnings.extend(warnings);
        Ok(program.clone())
    }
}

/// The exact place where a name is bound, if the program's text has the name there. The span of a binding form that
/// begins with a keyword covers the whole form, not just the name.
fn place(sources: &SourceMap, name: Name, span: Span) -> Option<Span> {
    let text = sources.get(span.file)?.text.get(span.start as usize..span.end as usize)?;
    let trimmed = ["let", "for"].iter().find_map(|keyword| text.strip_prefix(keyword)).unwrap_or(text).trim_start();
    let rest = trimmed.strip_prefix(name.base.as_str())?;
    if rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_' || next == '\'') {
        return None;
    }
    let start = span.start as usize + (text.len() - trimmed.len());
    Some(Span::new(span.file, start, start + name.base.as_str().len()))
}

/// The bound names with their spans, and the used names.
#[derive(Default)]
struct Names {
    bound: Vec<(Name, Span)>,
    used: FxHashSet<Name>,
}

impl<'a> Visit<'a> for Names {
    fn visit_pat(&mut self, node: &'a Pat<'a>) {
        if let Pat::PatVar { span, name } = node {
            self.bound.push((*name, *span));
        }
        walk_pat(self, node);
    }

    fn visit_loop_form(&mut self, node: &'a LoopForm<'a>) {
        if let LoopForm::For { span, name, .. } = node {
            self.bound.push((*name, *span));
        }
        walk_loop_form(self, node);
    }

    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        match node {
            Exp::Var { name, .. } => {
                self.used.insert(*name);
            }
            Exp::LetFun { span, name, .. } => self.bound.push((*name, *span)),
            _ => {}
        }
        walk_exp(self, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::parse::load_imports::load;
    use crate::source::resolve::resolve;
    use framework::pass::Context;
    use languages::source::Edition;

    /// The warnings, with their lines.
    fn warnings(text: &str, imported: &str) -> Vec<String> {
        let mut sources = SourceMap::default();
        let mut read = |_: &str| Ok(imported.to_string());
        let program =
            load(&mut sources, Edition::E2026, "main.fut", text, &mut read).and_then(|program| resolve(&program));
        let mut context = Context::new(sources);
        WarnUnused.run(&program.expect("it resolves"), &mut context).expect("it is given back");
        let places = context.warnings.iter().map(|warning| {
            let file = context.sources.get(warning.span.file).expect("a file");
            let name = &file.text[warning.span.start as usize..warning.span.end as usize];
            assert_eq!(warning.message, format!("unused name `{name}`"));
            format!("{}:{} {name}", file.name, file.position(warning.span.start).0)
        });
        places.collect()
    }

    #[test]
    fn unused_names_are_found_where_they_are_bound() {
        for (text, names) in [
            ("def f (x: i32) = let y = x + 1 in x", vec!["y"]),
            ("def f (x: i32) (y: i32) = x", vec!["y"]),
            ("def f (x: i32) = let x = x + 1 in 2i32", vec!["x"]),
            ("def f = let g (x: i32) = 1i32 in 2i32", vec!["g", "x"]),
            ("def f (n: i64) = loop acc = 0 for i < n do acc", vec!["i"]),
            ("def f (xs: []i32) = loop acc = 0 for x in xs do acc", vec!["x"]),
            ("def f (p: (i32, i32)) = match p case (a, 0) -> 1 case (_, b) -> b", vec!["a"]),
            ("def f = \\(x: i32) (y: i32) -> y", vec!["x"]),
            ("def f {a = (x: i32), b = (y: i32)} = x", vec!["y"]),
        ] {
            let names: Vec<_> = names.iter().map(|name| format!("main.fut:1 {name}")).collect();
            assert_eq!(warnings(text, ""), names, "{text}");
        }
    }

    #[test]
    fn what_is_used_or_meant_to_be_unused_is_not() {
        for text in [
            "def f (_x: i32) = let _ = 1i32 in 2i32",
            "def f (n: i64) (xs: [n]i32) = xs[0]",
            "def f (n: i64): i64 -> [n]i32 = \\x -> replicate n (i32.i64 x)",
            "def f [n] 'a (xs: [n]a) = xs",
            "def unused = 1i32 def f (xs: *[]i32) = let xs[0] = 1 in xs",
            "def f = map (+ (1i32 + 2)) [3] def g = (`i32.max` 2)",
            "type t = (x: i64) -> i64 module type s = { val f: (n: i64) -> [n]i32 }",
        ] {
            assert_eq!(warnings(text, ""), [""; 0], "{text}");
        }
    }

    #[test]
    fn bodies_of_parametric_modules_count_once_and_libraries_do_not() {
        let text = "module m (P: { val x: i32 }) = { def f (y: i32) = P.x }
            module a = m { def x = 1i32 }
            module b = m { def x = 2i32 }
            def main = a.f 1 + b.f 2";
        assert_eq!(warnings(text, ""), ["main.fut:1 y"]);
        let library = "def g (x: i32) = 1i32";
        assert_eq!(warnings("import \"other\" def f = g 1", library), ["other.fut:1 x"]);
        assert_eq!(warnings("import \"lib/other\" def f = g 1", library), [""; 0]);
    }
}
