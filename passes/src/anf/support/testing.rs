//! Programs for the tests of passes on `Anf`.

use crate::catalogue;
use crate::source::parse::load_imports::load_text;
use crate::source::resolve::resolve;
use crate::typing::check_modules::CheckModules;
use crate::typing::infer_types::InferTypes;
use framework::pass::{Context, Declared, Transform};
use framework::sexp::Tree;
use framework::{Dialect, FileId, Language, Name, Owned, Program, Symbol};
use languages::anf::Anf;
use languages::run::Call;
use languages::stop::Stop;
use languages::trace::Tracer;
use languages::value::{Reader, Value};

/// The program after `inline`, not yet simplified.
pub fn anf(text: &str) -> (Owned<Anf>, Context) {
    Name::restart();
    let (sources, files) = load_text(text).unwrap();
    let mut context = Context::new(sources);
    let resolved = CheckModules.run(&resolve(&files).unwrap(), &mut context);
    let typed = resolved.and_then(|resolved| InferTypes.run(&resolved, &mut context));
    let typed = typed.unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut program = Program::new(typed);
    let passes = catalogue::passes();
    let names: Vec<&str> = passes.iter().map(|pass| pass.info().name).collect();
    let position = |name: &str| names.iter().position(|known| *known == name).unwrap();
    for pass in &passes[position("eta-expand")..=position("inline")] {
        program = pass.run(&program, &mut context).unwrap();
    }
    (program.get::<Anf>().unwrap().clone(), context)
}

/// Runs `main`, and returns its results or the error.
pub fn run(program: &Owned<Anf>, context: &Context, args: &[Value]) -> Result<Vec<String>, String> {
    let call = Call {
        entry: Symbol::new("main"),
        args: args.to_vec(),
        heap: false,
        tracer: Tracer::default(),
        stop: Stop::default(),
    };
    let outcome = Program::new(program.clone()).evaluate(&call, context).map_err(|error| error.to_string())?;
    let values: &Vec<Value> = outcome.downcast_ref().unwrap();
    Ok(values.iter().map(ToString::to_string).collect())
}

/// Runs these passes on a source program after `inline`. Checks that the result yields the same values on arguments in
/// Futhark's notation as the program without the passes. Returns the text of the last program.
pub fn after(passes: &[&str], text: &str, args: &str) -> String {
    let (before, mut context) = anf(text);
    let mut program = Program::new(before.clone());
    for name in passes {
        let pass = catalogue::passes().into_iter().find(|pass| pass.info().name == *name).unwrap();
        program = pass.run(&program, &mut context).unwrap();
        let report = program.clone().check_rules();
        assert!(report.is_clean(), "{name}: {:?}", report.violations);
    }
    let args = Reader::new(args.as_bytes()).and_then(|mut reader| reader.read_all()).unwrap();
    let after = program.get::<Anf>().unwrap();
    assert_eq!(run(&before, &context, &args), run(after, &context, &args), "{}", program.print(None));
    program.print(None)
}

/// Runs a pass on a program in S-expressions. Returns the text of the result, and the context with the pass's counts
/// and notes. Checks the rules of the language and of the pass.
pub fn after_pass<P>(pass: P, text: &str) -> (String, Context)
where
    P: Transform + Declared<From = Anf, To = Anf>,
{
    let tree = Tree::parse(text, FileId(0)).expect("the test's program is an S-expression");
    let program: Owned<Anf> = Owned::from_tree(&tree).expect("the test's program is one of Anf");
    Name::reserve(1000);
    let mut context = Context::default();
    let result = pass.run(&program, &mut context).expect("the pass succeeds");
    let printed = Anf::print(result.root() as &<Anf as Language>::Root<'_>, None);
    let result = Program::new(result);
    let mut report = result.check_rules();
    P::INFO.ensures.iter().for_each(|rule| rule.check(&result, &mut report));
    assert!(report.is_clean(), "{printed}\n{:?}", report.violations);
    (printed, context)
}

/// How often a word occurs.
pub fn count(text: &str, word: &str) -> usize {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|part| *part == word).count()
}
