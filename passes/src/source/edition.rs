//! How a program shows which edition of the language it is written in.

use framework::{FileId, Owned};
use languages::source::{
    Dec, Edition, Exp, LoopForm, Program, Size, Source, Visit, walk_exp, walk_file, walk_loop_form,
};

use super::parse::parse_in;

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
    let Ok(program) = parse_in(edition, FileId(0), "main", text) else { return false };
    shows(&program)
}

fn shows(program: &Owned<Source>) -> bool {
    struct Old {
        found: bool,
    }
    impl<'a> Visit<'a> for Old {
        fn visit_exp(&mut self, exp: &'a Exp<'a>) {
            self.found |= match exp {
                Exp::Unsafe { .. } | Exp::TupleIndex { .. } | Exp::Empty { .. } => true,
                Exp::Var { name, .. } => OLD_NAMES.contains(&name.base.as_str()),
                _ => false,
            };
            walk_exp(self, exp);
        }
        fn visit_size(&mut self, size: &'a Size<'a>) {
            self.found |= matches!(size, Size::SizeNew { .. });
        }
        fn visit_loop_form(&mut self, form: &'a LoopForm<'a>) {
            self.found |= matches!(form, LoopForm::ForBetween { .. });
            walk_loop_form(self, form);
        }
    }
    let root: &Program<'_> = program.root();
    let mut old = Old { found: false };
    let futlib = |dec: &Dec<'_>| matches!(dec, Dec::Import { path, .. } if path.as_str().starts_with("/futlib/"));
    root.files.iter().for_each(|file| {
        old.found |= file.decs.iter().any(futlib);
        walk_file(&mut old, file);
    });
    old.found
}
