//! How a program shows which edition of the language it is written in.

use framework::{FileId, Span};
use languages::source::{Dec, Edition, Exp, LoopForm, Program, Size, Visit, walk_exp, walk_file, walk_loop_form};

use crate::source::parse::parse_in;

/// Names of the older preludes that today's does not have.
const OLD_NAMES: [&str; 12] = [
    "stream_map",
    "stream_map_per",
    "stream_red",
    "stream_red_per",
    "split2",
    "steps",
    "pick",
    "intersperse",
    "intercalate",
    "reshape",
    "rearrange",
    "shape",
];

/// Whether a program uses what only this edition and those before have: their syntax, or names of their preludes. A program that is
/// wrong in today's language alone does not show that it is an older one.
pub fn shows_edition(edition: Edition, text: &str) -> bool {
    if !may_be_old(text) {
        return false;
    }
    let Ok(program) = parse_in(edition, FileId(0), "main", text) else { return false };
    let mut shows = false;
    old_syntax(program.root(), &mut |_, _| shows = true);
    shows || uses_old_prelude(program.root())
}

/// Whether a text may be one of an older edition, by its words. Most are not, and need not be parsed to tell.
fn may_be_old(text: &str) -> bool {
    let is_constituent = |char: char| char.is_ascii_alphanumeric() || char == '_' || char == '\'';
    let is_old = |word: &str| matches!(word, "unsafe" | "empty") || OLD_NAMES.contains(&word);
    // `for lower <= i < upper do` and `for upper > i >= lower do`.
    let mut header = false;
    let mut is_between = |word: &str| {
        let between = header && (word.contains("<=") || word.replace("->", "").contains('>'));
        header = word.contains("for") || header && word != "do";
        between
    };
    text.contains('#')
        || text.contains("/futlib/")
        || text.split(|char| !is_constituent(char)).any(is_old)
        || text.split_whitespace().any(&mut is_between)
}

/// Finds the syntax that only older editions have.
pub fn old_syntax(program: &Program<'_>, found: &mut dyn FnMut(Span, &str)) {
    struct Old<'f> {
        found: &'f mut dyn FnMut(Span, &str),
    }
    impl<'a> Visit<'a> for Old<'_> {
        fn visit_exp(&mut self, exp: &'a Exp<'a>) {
            if let Exp::Unsafe { .. } | Exp::TupleIndex { .. } | Exp::Empty { .. } = exp {
                (self.found)(exp.span(), "an expression");
            }
            walk_exp(self, exp);
        }
        fn visit_size(&mut self, size: &'a Size<'a>) {
            if let Size::SizeNew { span, .. } = size {
                (self.found)(*span, "a size");
            }
        }
        fn visit_loop_form(&mut self, form: &'a LoopForm<'a>) {
            if let LoopForm::ForBetween { span, .. } = form {
                (self.found)(*span, "a loop");
            }
            walk_loop_form(self, form);
        }
    }
    let mut old = Old { found };
    program.files.iter().for_each(|file| walk_file(&mut old, file));
}

fn uses_old_prelude(program: &Program<'_>) -> bool {
    struct Old {
        found: bool,
    }
    impl<'a> Visit<'a> for Old {
        fn visit_exp(&mut self, exp: &'a Exp<'a>) {
            self.found |= matches!(exp, Exp::Var { name, .. } if OLD_NAMES.contains(&name.base.as_str()));
            walk_exp(self, exp);
        }
    }
    let mut old = Old { found: false };
    let futlib = |dec: &Dec<'_>| matches!(dec, Dec::Import { path, .. } if path.as_str().starts_with("/futlib/"));
    program.files.iter().for_each(|file| {
        old.found |= file.decs.iter().any(futlib);
        walk_file(&mut old, file);
    });
    old.found
}
