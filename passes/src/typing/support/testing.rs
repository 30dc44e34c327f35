//! For tests: infers programs from texts, and returns errors.

use framework::pass::{Context, Transform};
use framework::{Name, Owned, Program, Result};
use languages::typed::{Def, Typed, print};

use crate::source::parse::load_imports::load_text;
use crate::source::resolve::resolve;
use crate::typing::check_modules::CheckModules;
use crate::typing::infer_types::InferTypes;

/// Parses, resolves and infers a program. Names are renumbered, so that they do not depend on earlier tests.
pub fn infer(text: &str) -> Result<(Owned<Typed>, Context)> {
    Name::restart();
    let (sources, program) = load_text(text)?;
    let mut context = Context::new(sources);
    let program = CheckModules.run(&resolve(&program)?, &mut context)?;
    Ok((InferTypes.run(&program, &mut context)?, context))
}

/// The text of the typed program's own definitions. Checks all rules.
pub fn typed(text: &str) -> String {
    let (program, context) = infer(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let main = context.sources.iter().find(|(_, file)| !file.name.starts_with("/prelude")).map(|(id, _)| id);
    let mut out = String::new();
    for def in program.root().defs {
        let Def::Value { span, name, .. } = def;
        if Some(span.file) == main {
            out += &print::program(program.root(), Some(&name.to_string()));
        }
    }
    let report = Program::new(program).check_rules();
    assert!(report.is_clean(), "{text}: {:?}", report.violations);
    out
}

/// The message and the notes of the first error, and the messages of the others.
pub fn errors(text: &str) -> Vec<String> {
    let Err(first) = infer(text) else { panic!("{text}: nothing is wrong with it") };
    std::iter::once(&first).chain(&first.others).map(ToString::to_string).collect()
}
