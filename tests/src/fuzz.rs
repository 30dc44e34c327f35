//! Properties that hold for any input of the front end: no panic, no internal error, and errors at existing places.
//!
//! The functions take bytes. The targets in `tests/fuzz` search for such bytes; the test `fuzz` draws them at random.

pub mod checks;
pub mod grammar;
pub mod typed;

use framework::pipeline::Validate;
use framework::{Error, ErrorKind, FileId, Language, Program, Span};
use fut_nano::{Driver, diagnostics, with_stack};
use languages::typed::Typed;
use languages::value::Reader;
use passes::source::parse;

use crate::programs::{self, Compiled};
use crate::runners::{self, Runner};

use self::grammar::{Choices, FUTHARK};

/// The lexer's promise for any text: tokens are in order, with only spaces and comments between them.
pub fn lexer(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let (spans, errors) = parse::tokens(FileId(1), text);
    let mut end = 0;
    for span in &spans {
        let token = text.get(span.start as usize..span.end as usize);
        assert!(token.is_some_and(|token| !token.is_empty()), "{text:?}: no token at {span:?}");
        let gap = text.get(end..span.start as usize).unwrap_or_else(|| panic!("{text:?}: tokens overlap at {span:?}"));
        assert!(!errors.is_empty() || is_space(gap), "{text:?}: {gap:?} is lost");
        end = span.end as usize;
    }
    assert!(!errors.is_empty() || is_space(&text[end..]), "{text:?}: the end is lost");
    errors.iter().for_each(|error| check_error(error, text));
}

/// Whether a text consists of spaces and comments.
fn is_space(text: &str) -> bool {
    text.lines().all(|line| {
        let line = line.trim_start_matches(|char: char| char.is_ascii_whitespace() || char == '\u{b}');
        line.is_empty() || line.starts_with("--")
    })
}

/// The parser's promise: a sentence of the grammar is a program, and is the same program after printing and reading
/// again. Any other text is an error at a place inside the text.
pub fn parser(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let changes = choices.below(4);
    let mut tokens = FUTHARK.sentence(&mut choices);
    if changes == 0 {
        let text = tokens.concat();
        let printed = read(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let again = read(&printed).unwrap_or_else(|error| panic!("{text}\nis printed as\n{printed}\n{error}"));
        assert_eq!(printed, again, "{text}");
        return;
    }
    change(&mut tokens, changes, &mut choices);
    let text = tokens.concat();
    if let Err(error) = read(&text) {
        check_error(&error, &text);
    }
}

/// Removes, doubles and swaps tokens, and replaces tokens by similar ones.
pub fn change(tokens: &mut Vec<String>, times: usize, choices: &mut Choices<'_>) {
    for _ in 0..times {
        let at = choices.below(tokens.len());
        let other = choices.below(tokens.len());
        match choices.below(8) {
            0 if tokens.len() > 1 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[other].clone()),
            2 => tokens.swap(at, other),
            _ => {
                let wanted = look(&tokens[at]);
                let from_other = (other..tokens.len()).chain(0..other);
                let found = from_other
                    .into_iter()
                    .find(|other| look(&tokens[*other]) == wanted && tokens[*other] != tokens[at]);
                if let Some(found) = found {
                    tokens[at] = tokens[found].clone();
                }
            }
        }
    }
}

/// Returns the class of a token: the keyword itself, a type, a name, a number, or a sign.
fn look(token: &str) -> &str {
    let token = token.trim_start();
    let number = token.trim_start_matches(|char: char| char.is_ascii_alphabetic());
    match token.chars().next() {
        Some('0'..='9') => "number",
        Some('a'..='z' | 'A'..='Z') if number.is_empty() && token.len() > 1 => token,
        Some('a'..='z' | 'A'..='Z') if ["8", "16", "32", "64"].contains(&number) => "type",
        Some('a'..='z' | 'A'..='Z') => "name",
        Some('+' | '-' | '*' | '/' | '<' | '=' | '&' | '|' | '^') => "operator",
        _ => token,
    }
}

/// Reads a program and returns its printed form.
fn read(text: &str) -> framework::Result<String> {
    with_stack(|| parse::parse(FileId(1), "fuzz", text).map(|program| Program::new(program).print(None)))?
}

/// The front end's promise for any program: types, or errors that can be printed, but no internal error.
pub fn checker(bytes: &[u8]) {
    let tokens = FUTHARK.sentence(&mut Choices::new(bytes));
    check_text(&tokens.concat());
}

/// The front end's promise for well-typed programs: they are accepted. With changed tokens, they cause no internal
/// error.
pub fn typed(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let changes = choices.below(4);
    let function_branches = choices.below(2) == 1;
    let text = typed::program(&mut choices, function_branches).text;
    let driver = driver(function_branches);
    if changes == 0 {
        let errors = check(&driver, &text);
        assert!(errors.is_none(), "{text}\n{}", errors.unwrap_or_default());
        return;
    }
    let mut tokens = tokens(&text);
    change(&mut tokens, changes, &mut choices);
    check(&driver, &tokens.concat());
}

/// Returns the driver, with or without `--function-branches`.
fn driver(function_branches: bool) -> Driver {
    let mut driver = Driver::standard();
    if function_branches {
        driver.allow_function_branches().expect("the standard pipeline infers types");
    }
    driver
}

/// Returns the tokens of a text, each with the spaces and comments in front of it.
pub fn tokens(text: &str) -> Vec<String> {
    let mut end = 0;
    let spans = parse::tokens(FileId(1), text).0.into_iter();
    spans.map(|span| text[std::mem::replace(&mut end, span.end as usize)..span.end as usize].to_string()).collect()
}

/// Checks [`checker`]'s promise for a text, and returns its errors as printed.
pub fn check_text(text: &str) -> Option<String> {
    check(&Driver::standard(), text)
}

fn check(driver: &Driver, text: &str) -> Option<String> {
    let outcome = with_stack(|| {
        let mut session = driver.open_text("fuzz", text)?;
        session.watch.validate = Validate::Rules;
        Ok(match session.compile_to(Typed::INFO) {
            Ok(program) => {
                drop(program.print(None));
                None
            }
            Err(error) => {
                let shown = diagnostics::render(&error, &session.context.sources, false);
                assert!(error.kind != ErrorKind::Internal, "{text}\n{shown}");
                Some(shown)
            }
        })
    });
    let outcome: framework::Result<Option<String>> = outcome.and_then(|outcome| outcome);
    outcome.unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Checks that an error is the user's, and lies in the text.
fn check_error(error: &Error, text: &str) {
    let inside = |span: Span| text.get(span.start as usize..span.end as usize).is_some();
    assert!(matches!(error.kind, ErrorKind::User | ErrorKind::Limitation), "{text:?}: {error}");
    assert!(inside(error.span), "{text:?}: {:?} is not in the text", error.span);
    assert!(error.related.iter().all(|(span, _)| inside(*span)), "{text:?}: {error}");
    error.others.iter().for_each(|other| check_error(other, text));
}

/// The promise of defunctionalisation for well-typed programs (TFP'18, theorems 1 and 2): the result is well typed, has
/// no functions as values, and means the same.
pub fn defunctionalised(bytes: &[u8]) {
    same_results(bytes, &programs::LANGUAGES[..4]);
}

/// The whole compiler's promise for well-typed programs: every evaluator and the `cpu` backend give the same results.
pub fn differential(bytes: &[u8]) {
    same_results(bytes, &programs::LANGUAGES);
}

/// Checks that a program obeys all rules, and gives the same results in these languages. If these are all languages,
/// also runs the `cpu` backend.
fn same_results(bytes: &[u8], languages: &[&'static str]) {
    let mut choices = Choices::new(bytes);
    let first_input = Choices::new(bytes);
    let function_branches = choices.below(2) == 1;
    let program = typed::program(&mut choices, function_branches);
    let input = [program.input(&mut choices), program.input(&mut { first_input })];
    let differences = with_stack(|| {
        let compiled = programs::compile_text(&driver(function_branches), &program.text, languages);
        input.iter().find_map(|input| difference(&compiled, languages, input).map(|why| format!("{input}{why}")))
    });
    let differences = differences.unwrap_or_else(|error| Some(error.to_string()));
    assert!(differences.is_none(), "{}\n{}", program.text, differences.unwrap_or_default());
}

/// The whole compiler's promise for programs that may fail: all languages give the same results or fail with the same
/// message.
pub fn failures(bytes: &[u8]) {
    let (text, input) = checks::program(&mut Choices::new(bytes));
    let difference = with_stack(|| {
        let compiled = programs::compile_text(&driver(false), &text, &programs::LANGUAGES);
        let input = Reader::new(input.as_bytes())
            .and_then(|mut reader| reader.read_all())
            .map_err(|error| error.to_string())?;
        let mut expected: Option<String> = None;
        for runner in Runner::all().into_iter().filter(|runner| *runner != Runner::Vulkan) {
            let found = match runner.load(&compiled)?.run("main", input.clone()) {
                Ok(values) => format!("{values:?}"),
                // The backtrace is below the message.
                Err(error) => error.message.lines().next().unwrap_or_default().to_string(),
            };
            let expected = expected.get_or_insert_with(|| found.clone());
            if *expected != found {
                return Err(format!("{}: {found}, not {expected}", runner.name()));
            }
        }
        Ok(())
    });
    let difference = difference.unwrap_or_else(|error| Err(error.to_string()));
    assert!(difference.is_ok(), "{text}{input}\n{}", difference.err().unwrap_or_default());
}

/// Describes a difference from the evaluator of the first language, if there is one.
fn difference(compiled: &Compiled, languages: &[&str], input: &str) -> Option<String> {
    let input = match Reader::new(input.as_bytes()).and_then(|mut reader| reader.read_all()) {
        Ok(input) => input,
        Err(error) => return Some(format!("the input cannot be read: {error}")),
    };
    let mut expected = None;
    let wanted = |runner: &Runner| match runner {
        Runner::Evaluator(language) => languages.contains(language),
        Runner::Heap | Runner::Cpu(_) => languages.contains(&"imp"),
        Runner::Vulkan | Runner::C(_) => false,
    };
    Runner::all().into_iter().filter(wanted).find_map(|runner| {
        let outcome = runner.load(compiled).and_then(|mut loaded| {
            let outcome = loaded.run("main", input.clone());
            outcome.map_err(|error| error.to_string())
        });
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(error) => return Some(format!("{}: {error}", runner.name())),
        };
        let expected = expected.get_or_insert_with(|| outcome.clone());
        runners::difference(&outcome, expected).map(|why| format!("{}: {why}", runner.name()))
    })
}
