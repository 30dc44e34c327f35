//! Tests of single passes: the files of `tests/passes`, each a program with what a pass makes of it. Tests of single
//! rules of languages: the files of `tests/rules`. `docs/testing.md` describes both.
//!
//! Each file is one trial: `cargo test -p fut-nano-tests --test passes fuse`. With `UPDATE_PASSES=1`, the test writes
//! the passes' current results to the files.

mod rules;

use framework::pass::{AnyRule, Report};
use framework::pipeline::{Pipeline, Validate, Watch, read_program};
use framework::sexp::Tree;
use framework::{Error, ErrorKind, FileId, Program, SourceMap};
use fut_nano::{Driver, Session};
use fut_nano_tests::matching::{contains, renumbered, without_places};
use languages::source::Edition;
use libtest_mimic::{Arguments, Failed, Trial};
use passes::catalogue;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The least number of files for each pass.
const FILES: usize = 3;

type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let (files, of_rules) = match files().and_then(|files| Ok((files, rules::files()?))) {
        Ok(both) => both,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let trial = |name: String, check: fn(&BTreeMap<String, Vec<PathBuf>>) -> Result<()>| {
        let files = files.clone();
        Trial::test(name, move || check(&files).map_err(Failed::from))
    };
    let mut trials = vec![
        trial("every pass has files".into(), passes_have_files),
        trial("every rule of a pass has a program that breaks it".into(), rules_have_files),
        trial("every example of a documentation has a file".into(), examples_have_files),
    ];
    trials.extend(trials_of_rules(of_rules));
    for (pass, paths) in &files {
        for path in paths {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let (pass, path) = (pass.clone(), path.clone());
            trials.push(Trial::test(format!("{pass}::{name}"), move || {
                let result = fut_nano::with_stack(|| check(&pass, &path));
                result.unwrap_or_else(|error| Err(error.to_string())).map_err(Failed::from)
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The trials of the files of `tests/rules`.
fn trials_of_rules(files: Vec<PathBuf>) -> Vec<Trial> {
    let mut trials = Vec::new();
    for path in &files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let (name, path) = (format!("rules::{}::{name}", rules::subject(path).0), path.clone());
        trials.push(Trial::test(name, move || rules::check(&path).map_err(Failed::from)));
    }
    let all = move || rules::all_have_files(&files).map_err(Failed::from);
    trials.push(Trial::test("every rule of a language has a program that breaks it", all));
    trials
}

/// Returns the files of each folder of `tests/passes`.
fn files() -> Result<BTreeMap<String, Vec<PathBuf>>> {
    let root = fut_nano_tests::root().join("tests/passes");
    let mut files = BTreeMap::new();
    for folder in entries(&root)? {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.insert(name, entries(&folder)?);
    }
    Ok(files)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<std::io::Result<Vec<_>>>();
    if let Ok(paths) = &mut paths {
        paths.sort();
    }
    paths.map_err(failed)
}

fn passes_have_files(files: &BTreeMap<String, Vec<PathBuf>>) -> Result<()> {
    let passes = catalogue::passes();
    let mut wrong = Vec::new();
    for pass in &passes {
        let name = pass.info().name;
        let count = files.get(name).map_or(0, |files| files.iter().filter(|file| broken_rule(file).is_none()).count());
        if count < FILES {
            wrong.push(format!("{name}: {count} files, not {FILES}"));
        }
    }
    let known: BTreeSet<&str> = passes.iter().map(|pass| pass.info().name).collect();
    wrong
        .extend(files.keys().filter(|name| !known.contains(name.as_str())).map(|name| format!("{name}: no such pass")));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn rules_have_files(files: &BTreeMap<String, Vec<PathBuf>>) -> Result<()> {
    let missing: BTreeSet<&str> = rules().keys().copied().collect();
    let broken: BTreeSet<&str> = files.values().flatten().filter_map(|file| broken_rule(file)).collect();
    match missing == broken {
        true => Ok(()),
        false => Err(format!("rules of passes: {missing:?}\nrules with a file: {broken:?}")),
    }
}

/// Returns the rules that passes require or ensure, by name.
fn rules() -> BTreeMap<&'static str, &'static dyn AnyRule> {
    let all = catalogue::passes().into_iter().flat_map(|pass| [pass.info().requires, pass.info().ensures].concat());
    all.map(|rule| (rule.name(), rule)).collect()
}

/// Returns the rule that a file breaks, by the file's name: `breaks-one-level.fut`.
fn broken_rule(path: &Path) -> Option<&str> {
    path.file_stem()?.to_str()?.strip_prefix("breaks-")
}

/// Checks that the files of a pass quote exactly the examples of its documentation.
fn examples_have_files(files: &BTreeMap<String, Vec<PathBuf>>) -> Result<()> {
    let mut wrong = Vec::new();
    for pass in catalogue::passes() {
        let mut quoted = BTreeSet::new();
        for path in files.get(pass.info().name).into_iter().flatten() {
            quoted.extend(File::read(path)?.example.map(|example| example.text));
        }
        let examples = examples(pass.info().doc);
        if examples != quoted {
            wrong.push(format!("{}\nexamples: {examples:#?}\nin files: {quoted:#?}", pass.info().name));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Returns the examples of a pass's documentation: the indented texts, without spaces at the ends of lines.
fn examples(doc: &str) -> BTreeSet<String> {
    let mut examples: Vec<Vec<&str>> = vec![Vec::new()];
    for line in doc.lines() {
        match (line.strip_prefix("     "), examples.last_mut()) {
            (Some(line), Some(example)) => example.push(line.trim()),
            (None, _) if !line.trim().is_empty() => examples.push(Vec::new()),
            _ => {}
        }
    }
    examples.iter().filter(|example| !example.is_empty()).map(|example| example.join("\n")).collect()
}

/// A quoted example of a documentation.
struct Example {
    text: String,
    /// The example in the readable form, if the documentation uses another notation.
    written_out: Option<String>,
}

/// A file of `tests/passes`.
struct File {
    /// The prefix of comment lines.
    comment: &'static str,
    /// The text in front of the expected result.
    program: String,
    /// The lines `-- KEY: VALUE`.
    settings: Vec<(String, String)>,
    example: Option<Example>,
    expected: String,
}

/// The settings that a file may have.
const SETTINGS: [&str; 5] = ["edition", "form", "options", "show", "step"];

impl File {
    fn read(path: &Path) -> Result<File> {
        let failed = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
        let comment = match path.extension().and_then(|extension| extension.to_str()) {
            Some("fut") => "--",
            Some("sexp") => ";",
            _ => return Err(failed(&"neither .fut nor .sexp")),
        };
        let (program, expected) = match text.split_once(&format!("\n{comment} ---\n")) {
            Some((program, expected)) => (program, expected),
            None => (text.trim_end(), ""),
        };
        let lines = || program.lines().map_while(|line| line.strip_prefix(comment)).map(str::trim);
        if lines().next().is_none_or(str::is_empty) {
            return Err(failed(&"it does not begin with a comment that says what it shows"));
        }
        let settings = lines().filter_map(|line| line.split_once(": "));
        let settings =
            settings.filter(|(key, _)| SETTINGS.contains(key)).map(|(key, value)| (key.into(), value.into()));
        let block = |heading: &str| {
            let mut rest = lines().skip_while(|line| *line != heading).skip(1).peekable();
            rest.peek()?;
            Some(rest.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n"))
        };
        let written_out = block("Written out:");
        let example = block("Documentation:").map(|text| Example { text, written_out });
        let (program, expected) = (program.to_string(), expected.to_string());
        Ok(File { comment, settings: settings.collect(), program, example, expected })
    }

    fn setting(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// Returns the readable form of the functions that the file shows.
    fn print(&self, program: &Program) -> String {
        if self.setting("form") == Some("sexp") {
            let tree = program.to_tree();
            return definition(&tree).map_or(String::new(), |tree| renumbered(&without_places(&tree.pretty(100))));
        }
        let shown = self.setting("show").unwrap_or("main").split(' ');
        let texts = shown.map(|function| program.print((function != "all").then_some(function)));
        let text = texts.map(|text| text.trim().to_string()).collect::<Vec<_>>().join("\n\n");
        let key = program.language().info.key();
        let text = if ["files", "source"].contains(&key.to_string().as_str()) { text } else { renumbered(&text) };
        text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }
}

/// Returns the last definition of a value in a tree.
fn definition(tree: &Tree) -> Option<&Tree> {
    match tree {
        Tree::Node { head, .. } if head.as_str() == "value" => Some(tree),
        Tree::Node { children: items, .. } | Tree::List(items) => items.iter().rev().find_map(definition),
        Tree::Leaf(..) | Tree::Absent => None,
    }
}

/// Runs a file's pass, or checks its rule, and compares the result.
fn check(pass: &str, path: &Path) -> Result<()> {
    framework::Name::restart();
    let file = File::read(path)?;
    let (pipeline, at, mut driver) = step(pass, &file)?;
    let (program, mut session) = match file.comment {
        "--" => {
            driver.pipeline.steps.truncate(at);
            let mut session = driver.open_text("main.fut", &file.program).map_err(|error| error.to_string())?;
            let language = pipeline.steps[0].pass.from().info;
            (session.compile_to(language).map_err(|error| format!("before the pass: {error}"))?, session)
        }
        _ => {
            let program = read_program(&driver.registry, &file.program, FileId(0), None);
            let program = program.map_err(|error| error.to_string())?;
            (program.clone(), Session::resume(driver, program))
        }
    };
    let found = match broken_rule(path) {
        Some(rule) => violations(rule, &program)?,
        None => transformed(&file, &pipeline, program, &mut session)?,
    };
    expect_or_update(path, &file.program, file.comment, &file.expected, &found)
}

/// Compares what was found with what a file expects, or writes it into the file if `UPDATE_PASSES` is set.
fn expect_or_update(path: &Path, program: &str, comment: &str, expected: &str, found: &str) -> Result<()> {
    if std::env::var_os("UPDATE_PASSES").is_some() {
        let text = format!("{}\n{comment} ---\n{found}", program.trim_end());
        return std::fs::write(path, text).map_err(|error| error.to_string());
    }
    match found == expected {
        true => Ok(()),
        false => Err(format!("expected\n{expected}\nfound\n{found}\nUPDATE_PASSES=1 writes it to the file")),
    }
}

/// Returns a pipeline of the file's step alone, the step's position in the driver's pipeline, and the driver.
fn step(pass: &str, file: &File) -> Result<(Pipeline, usize, Driver)> {
    let edition = match file.setting("edition") {
        None => Edition::E2026,
        Some("2019") => Edition::E2019,
        Some("2017") => Edition::E2017,
        Some(other) => return Err(format!("there is no edition {other}")),
    };
    let mut driver = Driver { edition, ..Driver::standard() };
    // Other passes show their changes in one version.
    if pass != "versions" {
        driver.pipeline.set("versions", "threshold", "1").map_err(|error| error.to_string())?;
    }
    for option in file.setting("options").unwrap_or_default().split_whitespace() {
        let (name, value) = option.split_once('=').ok_or("an option is `name=value`")?;
        driver.pipeline.set_everywhere(name, value);
    }
    let label = file.setting("step");
    let labels = driver.pipeline.labels();
    let at = labels.iter().zip(&driver.pipeline.steps).position(|(known, step)| match label {
        Some(label) => *known == label,
        None => step.pass.info().name == pass,
    });
    let at = at.ok_or_else(|| format!("there is no step `{}`", label.unwrap_or(pass)))?;
    let mut step = driver.pipeline.steps[at].clone();
    if step.pass.info().name != pass {
        return Err(format!("`{}` is no step of `{pass}`", label.unwrap_or_default()));
    }
    step.settled_by = None;
    Ok((Pipeline { steps: vec![step] }, at, driver))
}

/// Returns the violations of a pass's rule, and those of the rules of the program's language.
fn violations(rule: &str, program: &Program) -> Result<String> {
    let rules = rules();
    let rule = rules.get(rule).ok_or_else(|| format!("no pass has the rule `{rule}`"))?;
    let mut report = Report::default();
    rule.check(program, &mut report);
    if report.is_clean() {
        return Err(format!("the program obeys the rule `{}`", rule.name()));
    }
    report.violations.extend(program.check_rules().violations);
    let all: String = report.violations.iter().map(|violation| format!("{violation}\n")).collect();
    Ok(renumbered(&without_places(&all)))
}

/// Returns the text that a file expects: the program before the pass, unless the file has it already, then the warnings
/// and the program after the pass, or the errors.
fn transformed(file: &File, pipeline: &Pipeline, program: Program, session: &mut Session) -> Result<String> {
    let pass = &pipeline.steps[0].pass;
    let early =
        ["files", "source", "resolved"].map(|key| session.driver.registry.language(key).map(|found| found.info));
    let is_text = early.into_iter().flatten().any(|language| language == program.language().info);
    let before = if is_text { String::new() } else { file.print(&program) };
    if !is_text && before.is_empty() {
        return Err("the file shows no function of the program".into());
    }
    session.context.warnings.clear();
    let mut watch = Watch { validate: Validate::Rules, ..Watch::default() };
    let same = program.clone();
    let result = pipeline.run_on_any(program, &mut session.context, &mut watch);
    let sources = &session.context.sources;
    let warnings = session.context.warnings.iter().map(|warning| message(warning, sources));
    let mut after: Vec<String> = warnings.collect();
    match result {
        Ok(result) => {
            let (old, new) = (file.print(&same), file.print(&result));
            let unchanged = pass.from().info == pass.to().info && old == new;
            after.push(if unchanged { "the same".into() } else { new });
        }
        Err(error) if error.kind == ErrorKind::User => {
            after.extend(std::iter::once(&error).chain(&error.others).map(|error| message(error, sources)));
        }
        Err(error) => return Err(error.to_string()),
    }
    let after = after.join("\n");
    if let Some(example) = &file.example {
        let code: Vec<&str> = file.program.lines().filter(|line| !line.starts_with(file.comment)).collect();
        shows(example, &[&code.join("\n"), &before], &after)?;
    }
    let (comment, name) = (file.comment, pass.info().name);
    let heading = |when: &str, language: &str| format!("{comment} {when} {name} ({language})\n");
    let before = if is_text { String::new() } else { heading("before", pass.from().info.name) + &before + "\n\n" };
    Ok(format!("{before}{}{after}\n", heading("after", pass.to().info.name)))
}

fn message(error: &Error, sources: &SourceMap) -> String {
    let place = sources.describe(error.span).unwrap_or_default();
    let code = error.code.map_or("", |code| code.id);
    let kind = if error.kind == ErrorKind::Warning { "warning" } else { "error" };
    let more =
        error.label.iter().chain(&error.notes).chain(error.suggestion.as_ref().map(|suggestion| &suggestion.message));
    let more: String = more.map(|line| format!("\n    {line}")).collect();
    format!("{place}: {kind} {code}: {}{more}", error.message)
}

/// The words between the two sides of an example.
const BETWEEN: [&str; 3] = ["becomes", "warns:", "is rejected:"];

/// Checks that the left side of an example occurs in the program or in the pass's input, and the right side in its
/// output.
fn shows(example: &Example, before: &[&str], after: &str) -> Result<()> {
    let text = example.written_out.as_ref().unwrap_or(&example.text);
    let sides = BETWEEN.iter().find_map(|word| text.split_once(word));
    let (left, right) = sides.ok_or_else(|| format!("an example without one of {BETWEEN:?}: {text}"))?;
    if !before.iter().any(|text| contains(text, left)) {
        return Err(format!("the pass was not given `{}`, but\n{}", left.trim(), before.join("\n")));
    }
    if !contains(after, right) {
        return Err(format!("the pass did not make `{}`, but\n{after}", right.trim()));
    }
    Ok(())
}
