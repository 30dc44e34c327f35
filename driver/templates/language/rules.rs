//! What Rust's types cannot say about programs of `@Name@`.

use crate::{@Name@, Program};
use framework::pass::Report;
use framework::rules;

rules! { @Name@:
    /// Every name is bound where it is used.
    pub NamesInScope = "names-in-scope" by names_in_scope;
}

fn names_in_scope(program: &Program<'_>, report: &mut Report) {
    report.names(program, false);
}
