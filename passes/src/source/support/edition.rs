//! Differences between the editions of the language.

use framework::{Code, Error, ErrorKind, FileId, Span};
use languages::codes;
use languages::source::{Exp, LoopForm, Program, Size, Visit, walk_exp, walk_file, walk_loop_form};

use crate::source::parse::tokens;

/// The errors that today's edition reports for a correct program of an older edition. In older editions the syntax and
/// the prelude were different, sizes and indices had type `i32`, the components of tuples were counted from 1, `map`
/// took any number of arrays and functions with results of unknown size, and the names of types converted numbers.
///
/// Errors about sizes that do not match are left out. Older editions compare sizes at run time, so they accept nearly
/// every program that has such an error today.
const CHANGED: [&Code; 14] = [
    &codes::UNEXPECTED_TOKEN,
    &codes::UNEXPECTED_CHARACTER,
    &codes::MALFORMED_NUMBER,
    &codes::UNKNOWN_NAME,
    &codes::UNKNOWN_TYPE,
    &codes::NOT_A_VALUE,
    &codes::NO_MEMBER,
    &codes::UNREADABLE_IMPORT,
    &codes::WRONG_TYPE,
    &codes::ELEMENT_TYPE,
    &codes::NO_FIELD,
    &codes::NOT_A_FUNCTION,
    &codes::OPERATOR,
    &codes::LITERAL_OUT_OF_BOUNDS,
];

/// Whether a program with this error in today's edition may be a correct program of an older edition. If an older
/// edition then accepts the whole program, it is one: the editions have no other differences that cause these errors.
pub fn may_be_older(error: &Error) -> bool {
    let changed = |error: &Error| {
        error.kind == ErrorKind::User
            && error.code.is_some_and(|code| CHANGED.iter().any(|changed| changed.id == code.id))
    };
    changed(error) || error.others.iter().any(changed)
}

/// Whether a program is certainly of today's edition: one of its lines starts with `def`, which older editions do not
/// have.
pub fn is_todays(text: &str) -> bool {
    let starts_line = |at: usize| text[..at].chars().next_back().is_none_or(|before| before == '\n');
    let is_def = |span: &Span| text.get(span.start as usize..span.end as usize) == Some("def");
    let (tokens, _) = tokens(FileId(0), text);
    tokens.iter().any(|span| is_def(span) && starts_line(span.start as usize))
}

/// Finds syntax that only older editions have.
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
