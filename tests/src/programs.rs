//! The programs of `tests/programs`. Each is compiled once to every language.

use crate::blocks::{self, Block};
use framework::pipeline::{Pipeline, Validate, Watch, write_program};
use framework::{ErrorKind, Program, SourceMap};
use fut_nano::diagnostics::{self, Audience};
use fut_nano::{Driver, Session};
use languages::source::Edition;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

/// The languages with evaluators, in the order of compilation.
pub const LANGUAGES: [&str; 9] = ["typed", "mono-match", "mono", "first-order", "anf", "seg", "funmem", "imp", "lanes"];

/// A program with its test blocks.
pub struct Test {
    /// The file name without `.fut`. Names of the documentation's examples begin with `example-`.
    pub name: String,
    /// The path of the file.
    pub path: PathBuf,
    /// The test blocks.
    pub blocks: Vec<Block>,
    compiled: OnceLock<Compiled>,
}

/// The result of compiling a program.
pub struct Compiled {
    /// Source texts, for messages.
    pub sources: SourceMap,
    /// The last program in each of [`LANGUAGES`] that compilation reached.
    stages: Mutex<Vec<(&'static str, Program)>>,
    /// The error that ended compilation: its kind and its text.
    pub error: Option<(ErrorKind, String)>,
}

/// Returns all programs: those of `tests/programs`, and the examples of the documentation.
pub fn all() -> Result<Vec<Test>, String> {
    let mut tests = Vec::new();
    let parts =
        ["", "/edition-2019", "/edition-2017", "/function-branches"].map(|part| format!("tests/programs{part}"));
    for folder in parts.into_iter().chain(["docs/examples".to_string()]) {
        let folder = crate::root().join(folder);
        let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "fut"));
        paths.sort();
        for path in paths {
            let prefix = match folder.file_name().and_then(|name| name.to_str()) {
                Some("examples") => "example-",
                Some(part @ ("edition-2019" | "edition-2017" | "function-branches")) => &format!("{part}-"),
                _ => "",
            };
            tests.push(read(prefix, path, &folder)?);
        }
    }
    Ok(tests)
}

/// Returns the driver for a program. The program's folder decides its edition, and whether branches may return
/// functions.
pub fn driver(path: &Path) -> Driver {
    let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    let edition = match folder {
        Some("edition-2019") => Edition::E2019,
        Some("edition-2017") => Edition::E2017,
        _ => Edition::E2026,
    };
    let mut driver = Driver { edition, ..Driver::standard() };
    if folder == Some("function-branches") {
        driver.allow_function_branches().expect("the standard pipeline infers types");
    }
    driver
}

fn read(prefix: &str, path: PathBuf, folder: &Path) -> Result<Test, String> {
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let blocks = blocks::read(&text, folder).map_err(|error| format!("{}: {error}", path.display()))?;
    if blocks.is_empty() {
        return Err(format!("{}: a program without a test block", path.display()));
    }
    let name = format!("{prefix}{}", path.file_stem().unwrap_or_default().to_string_lossy());
    Ok(Test { name, path, blocks, compiled: OnceLock::new() })
}

impl Test {
    /// Whether the compiler must reject the program.
    pub fn is_wrong(&self) -> bool {
        self.blocks.iter().any(|block| block.error.is_some())
    }

    /// Returns the blocks for a runner. Tags such as `no_vulkan` exclude runners.
    pub fn wanted<'t>(&'t self, runner: &str) -> impl Iterator<Item = &'t Block> {
        let exclusion = format!("no_{}", runner.replace('-', "_"));
        self.blocks.iter().filter(move |block| !block.tags.contains(&exclusion))
    }

    /// Compiles the program at the first call, and returns the result.
    pub fn compiled(&self) -> &Compiled {
        self.compiled.get_or_init(|| {
            fut_nano::with_stack(|| compile(&self.path)).unwrap_or_else(|error| Compiled {
                sources: SourceMap::default(),
                stages: Mutex::default(),
                error: Some((error.kind, error.to_string())),
            })
        })
    }
}

impl Compiled {
    /// Returns the program in a language, or the reason why there is none.
    pub fn stage(&self, language: &str) -> Result<Program, String> {
        // If copying a program panicked in another test, the lock is poisoned, and that test has failed.
        let stages = self.stages.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let found = stages.iter().find(|(name, _)| *name == language);
        found.map(|(_, program)| program.clone()).ok_or_else(|| match &self.error {
            Some((_, error)) => format!("it does not compile: {error}"),
            None => format!("compilation does not go through {language}"),
        })
    }
}

/// Compiles a program to every language, and checks the rules after every pass.
fn compile(path: &Path) -> Compiled {
    let driver = driver(path);
    stages(&driver, driver.open(path), &LANGUAGES)
}

/// Compiles a program given as text to each of `languages`, in order.
pub fn compile_text(driver: &Driver, text: &str, languages: &[&'static str]) -> Compiled {
    stages(driver, driver.open_text("program.fut", text), languages)
}

fn stages(driver: &Driver, session: framework::Result<Session>, languages: &[&'static str]) -> Compiled {
    framework::Name::restart();
    let mut stages = Vec::new();
    let mut sources = SourceMap::default();
    let result = (|| {
        let mut session = session?;
        let mut rest = driver.pipeline.clone();
        let mut program: Option<Program> = None;
        for key in languages {
            let language = driver.registry.language(key)?.info;
            let steps = rest.clone().until(language).steps;
            rest.steps.drain(..steps.len());
            let pipeline = Pipeline { steps };
            let next = match program.take() {
                None => {
                    let next = session.compile_to(language);
                    sources = session.context.sources.clone();
                    next?
                }
                Some(program) => {
                    let mut watch = Watch { validate: Validate::Rules, ..Watch::default() };
                    pipeline.run_on_any(program, &mut session.context, &mut watch)?
                }
            };
            stages.push((*key, next.clone()));
            program = Some(next);
        }
        Ok::<(), framework::Error>(())
    })();
    // Patterns may be for either form of the messages, as in `fut-nano test`.
    let forms = [Audience::Human { color: false }, Audience::Futhark];
    let error = result
        .err()
        .map(|error| (error.kind, forms.map(|audience| diagnostics::report(&error, &sources, audience)).join("\n\n")));
    Compiled { sources, stages: Mutex::new(stages), error }
}

/// Returns file name and text of the dump after every pass, as `--dump-after=all --dump-format=sexp --dump-to` writes
/// them.
pub fn dumps(path: &Path) -> Result<Vec<(String, String)>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut session = driver(path).open(path).map_err(|error| error.to_string())?;
    session.watch.dumps.wanted.push((framework::pipeline::Moment::After, "all".into()));
    session.watch.dumps.format = framework::pipeline::Format::Sexp;
    session.watch.dumps.folder = Some(folder.path().into());
    session.compile().map_err(|error| error.to_string())?;
    let mut dumps = Vec::new();
    for entry in std::fs::read_dir(folder.path()).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        dumps.push((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text));
    }
    dumps.sort();
    Ok(dumps)
}

/// Returns the text of a program as in dumps.
pub fn text(program: &Program) -> String {
    write_program(program)
}
