//! `warn-unused`: what is bound and never used.

use framework::pass::{Context, Transform};
use framework::{Error, Name, Owned, Result, SourceMap, Span, pass};
use languages::codes;
use languages::resolved::{Exp, LoopForm, Pat, Resolved, Visit, walk_exp, walk_loop_form, walk_pat};
use languages::source::prelude::PRELUDE_FOLDER;
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Warns of parameters and local variables that are never used. The program stays as it is.
    ///
    ///     def f (x: i32) = let y = x + 1 in x     warns: `y` is never used
    ///
    /// Names that start with an underscore are meant to be unused. Only what stands in the program's own text counts, so what other passes have
    /// made is left out, and so are the prelude and libraries: files in a folder `lib`. Definitions may be there for other files.
    pub WarnUnused = "warn-unused": Resolved => Resolved {
        counts: { unused },
    }
}

impl Transform for WarnUnused {
    fn run(&self, program: &Owned<Resolved>, context: &mut Context) -> Result<Owned<Resolved>> {
        let sources = &context.sources;
        let mut own: FxHashMap<u32, bool> = FxHashMap::default();
        let mut names = Names::default();
        for def in program.root().defs {
            let file = def.span().file;
            if *own.entry(file.0).or_insert_with(|| is_own(sources, def.span())) {
                names.visit_def(def);
            }
        }
        let mut warnings: Vec<Error> = Vec::new();
        // The body of a parametric module is there once for every application.
        let mut seen = FxHashSet::default();
        for (name, span) in &names.bound {
            if name.base.as_str().starts_with('_') || names.used.contains(name) {
                continue;
            }
            if let Some(place) = place(sources, *name, *span)
                && seen.insert((place.file.0, place.start))
            {
                let warning = codes::UNUSED_NAME.error(place, format!("`{}` is never used", name.base));
                warnings.push(warning.note(format!("if that is intended, call it `_{}`", name.base)));
            }
        }
        warnings.sort_by_key(|warning| (warning.span.file.0, warning.span.start));
        context.count("unused", warnings.len() as u64);
        context.warnings.extend(warnings);
        Ok(program.clone())
    }
}

/// Whether a file is the user's: neither the prelude's nor a library's.
fn is_own(sources: &SourceMap, span: Span) -> bool {
    let Some(file) = sources.get(span.file) else { return false };
    !file.name.starts_with(PRELUDE_FOLDER) && !file.name.split('/').any(|folder| folder == "lib")
}

/// Where exactly a name is bound, if the program's text has it there. Binding forms that begin with a keyword have their own place only.
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

/// What is bound, with the places, and what is used.
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
