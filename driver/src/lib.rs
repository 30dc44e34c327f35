//! The driver: a pipeline of passes from Futhark source to a program for backends. Other crates can add passes.
//!
//! ```no_run
//! use fut_nano::Driver;
//! let mut session = Driver::standard().open("prog.fut")?;
//! let program = session.compile()?;
//! # Ok::<(), framework::Error>(())
//! ```

mod bench;
mod cli;
mod dataset;
pub mod diagnostics;
pub mod embed;
mod literate;
mod media;
mod packages;
pub mod plugin;
mod scratch;
mod script;
mod served;
mod standalone;
pub mod testing;
mod whole;

pub use cli::memory::Allocator;
pub use cli::{Choice, main};

pub use framework::stack::with_stack;

use framework::pass::{AnyPass, Context, Transform, erase};
use framework::pipeline::{Pipeline, Registry, Step, Watch};
use framework::{Error, LanguageInfo, Owned, Program, Result, Span, Symbol};
use languages::files::Files;
use languages::lanes::Lanes;
use languages::parameters::is_threshold;
use languages::source::Edition;
use passes::imp::check_accesses::CheckAccesses;
use passes::lanes::{
    parallelise::Parallelise,
    scalarise::Scalarise,
    vectorise::{Vectorise, WIDE_LANES},
};
use passes::source::parse::FileLoader;
use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Languages, passes, and the pipeline that a compilation goes through.
#[derive(Clone)]
pub struct Driver {
    /// All languages and passes.
    pub registry: Registry,
    /// The passes of a compilation.
    pub pipeline: Pipeline,
    /// The edition of the language that programs are written in.
    pub edition: Edition,
}

impl Driver {
    /// The standard pipeline, from files to Lanes.
    pub fn standard() -> Driver {
        Driver {
            registry: passes::catalogue::registry(),
            pipeline: passes::catalogue::pipeline(),
            edition: Edition::default(),
        }
    }

    /// Allows conditionals and `match`es whose results are functions.
    pub fn allow_function_branches(&mut self) -> Result<()> {
        self.pipeline.set("check-modules", "function_branches", "true")?;
        self.pipeline.set("infer-types", "function_branches", "true")
    }

    /// Lets the optimiser treat floats as real numbers.
    pub fn allow_fast_math(&mut self) -> Result<()> {
        self.pipeline.set("simplify", "fast_math", "on")
    }

    /// Checks all elements before a parallel operation starts, even if that reads its arrays twice.
    pub fn check_first(&mut self) -> Result<()> {
        self.pipeline.set("hoist-checks", "elements", "on")
    }

    /// Makes no checks of indices and sizes in expressions with the attribute `unsafe`. A wrong program may then read
    /// and write any memory of the process that runs it.
    pub fn allow_unsafe(&mut self) -> Result<()> {
        self.pipeline.set("normalise", "unsafe_code", "on")
    }

    /// Makes functions of the program's own file entry points, too. Names that it does not define are ignored.
    pub fn add_entry_points(&mut self, names: &[String]) -> Result<()> {
        self.pipeline.set("resolve", "entry_points", &names.join(" "))
    }

    /// Uses the parallelism of the outer levels of nests from this number of indices on. Otherwise, the device chooses.
    pub fn set_threshold(&mut self, threshold: NonZeroU64) -> Result<()> {
        self.pipeline.set("versions", "threshold", &threshold.to_string())
    }

    /// Where the parallelism of the inner levels is used, groups of threads share it from this number of indices
    /// outside on. Otherwise, the device chooses.
    pub fn set_group_threshold(&mut self, threshold: NonZeroU64) -> Result<()> {
        self.pipeline.set("versions", "group_threshold", &threshold.to_string())
    }

    /// Sets tuning parameters. As `set_threshold`, for single SOACs, by their places: those of messages, without
    /// folders. As `set_group_threshold`, if the place follows the word `groups`. Other names are those of
    /// `#[param(name)]`.
    pub fn set_parameters(&mut self, values: &BTreeMap<String, u64>) -> Result<()> {
        let lines = |of_thresholds: bool| -> String {
            let wanted = values.iter().filter(|(name, _)| is_threshold(name) == of_thresholds);
            wanted.map(|(name, value)| format!("{name}={value}\n")).collect()
        };
        for (pass, option, of_thresholds) in [("versions", "thresholds", true), ("normalise", "parameters", false)] {
            let lines = lines(of_thresholds);
            if !lines.is_empty() {
                self.pipeline.set(pass, option, &lines)?;
            }
        }
        Ok(())
    }

    /// Lets the user of the compiled program set the tuning parameters that are not set.
    pub fn keep_parameters(&mut self) {
        for pass in ["versions", "normalise"] {
            // A pipeline without this pass needs no option.
            let _ = self.pipeline.set(pass, "tunable", "on");
        }
    }

    /// Compiles one entry point only, if there is one of this name.
    pub fn only_entry(&mut self, name: &str) {
        // A pipeline without this pass needs no option.
        let _ = self.pipeline.set("monomorphise", "entry", name);
    }

    /// Compiles for a device with few threads, which allocate their own memory: a processor. A program for many threads
    /// runs there, too, but not as fast.
    /// `lanes` are the numbers of indices that the device runs at once, in one thread: usually, in kernels with loops,
    /// and where there are few indices that take long.
    pub fn for_few_threads(&mut self, lanes: [u64; 3]) {
        // A pipeline without these passes needs no options.
        let _ = self.pipeline.set("expand-memory", "few_threads", "on");
        let _ = self.pipeline.set("gather-slices", "few_threads", "on");
        let _ = self.pipeline.set("split-ordered", "few_threads", "on");
        let _ = self.pipeline.set("split-ordered", "wide", if lanes[0] >= WIDE_LANES as u64 { "on" } else { "off" });
        let _ = self.pipeline.set("interchange-reduce", "row", "2");
        let _ = self.pipeline.set("versions", "loops", "on");
        if lanes[1] > WIDE_LANES as u64 {
            // Two registers of 512 bits for each row: of 32 registers, six rows take 12.
            let _ = self.pipeline.set("unroll-and-jam", "rows", "6");
        } else {
            // Only with registers of 512 bits, masks cost nothing.
            self.leave_out(&["fill-groups"]);
        }
        for (option, lanes) in ["lanes", "lanes_of_loops", "lanes_of_few"].into_iter().zip(lanes) {
            let _ = self.pipeline.set("vectorise", option, &lanes.to_string());
        }
    }

    /// Compiles for a device whose threads are the lanes: programs have no vectors.
    pub fn for_many_threads(&mut self) {
        // Rows and panels are for the registers and the caches of one thread, groups for its lanes, and branches for
        // its guesses.
        self.leave_out(&["pack-panels", "unroll-and-jam", "fill-groups", "branch-on-loads"]);
        // A pipeline without this pass needs no option.
        let _ = self.pipeline.set("vectorise", "lanes", "1");
    }

    /// Takes passes out of the pipeline.
    fn leave_out(&mut self, passes: &[&str]) {
        self.pipeline.steps.retain(|step| !passes.contains(&step.pass.info().name));
    }

    /// Makes passes with rewrite rules report every change.
    pub fn explain_rewrites(&mut self) {
        self.pipeline.set_everywhere("explain", "on");
    }

    /// Makes programs check their memory accesses at run time. For programs that other passes than our own have made.
    pub fn check_accesses(&mut self) {
        // Only the code without vectors is checked. Groups are made again from what has its checks.
        let last = [erase(Scalarise), erase(CheckAccesses), erase(Vectorise), erase(Parallelise)];
        let end = self.pipeline.steps.len().saturating_sub(last.len());
        let same = |(step, pass): (&Step, &Arc<dyn AnyPass>)| step.pass.info().name == pass.info().name;
        if self.pipeline.steps.len() < last.len() || !self.pipeline.steps[end..].iter().zip(&last).all(same) {
            self.pipeline.steps.extend(last.map(Step::from));
        }
    }

    /// The driver with a new pass after a step of the pipeline: `defunc`, or `simplify#2` if a pass has several steps.
    pub fn insert_after<P: Transform + Send + Sync + 'static>(mut self, step: &str, pass: P) -> Result<Driver>
    where
        Owned<P::From>: Send,
        Owned<P::To>: Send,
    {
        let pass = self.register(pass);
        self.pipeline.insert_after(step, pass)?;
        Ok(self)
    }

    /// The driver with a new pass before a step of the pipeline.
    pub fn insert_before<P: Transform + Send + Sync + 'static>(mut self, step: &str, pass: P) -> Result<Driver>
    where
        Owned<P::From>: Send,
        Owned<P::To>: Send,
    {
        let pass = self.register(pass);
        self.pipeline.insert_before(step, pass)?;
        Ok(self)
    }

    /// Makes a pass and its languages known to the command line.
    fn register<P: Transform + Send + Sync + 'static>(&mut self, pass: P) -> Arc<dyn AnyPass>
    where
        Owned<P::From>: Send,
        Owned<P::To>: Send,
    {
        let pass = erase(pass);
        for language in [pass.from(), pass.to()] {
            if !self.registry.languages.iter().any(|known| known.info == language.info) {
                self.registry.languages.push(language);
            }
        }
        self.registry.passes.push(pass.clone());
        self.check_accesses();
        pass
    }

    /// Starts the compilation of a program in a file.
    pub fn open(&self, path: impl AsRef<Path>) -> Result<Session> {
        let path = path.as_ref();
        let text = read_source(path)?;
        Session::new(self.clone(), &path.to_string_lossy(), &text)
    }

    /// Starts the compilation of a text. Messages call it `path`; its imports are relative to the folder of `path`.
    pub fn open_text(&self, path: &str, text: &str) -> Result<Session> {
        Session::new(self.clone(), path, text)
    }
}

/// Reads a file of source text.
pub fn read_source(path: &Path) -> Result<String> {
    let failed =
        |why: &dyn std::fmt::Display| Error::user(Span::NONE, format!("cannot read {}: {why}", path.display()));
    if path.is_dir() {
        return Err(failed(&"it is a directory"));
    }
    let bytes = std::fs::read(path).map_err(|error| failed(&error))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        failed(&format!("byte {at} is not UTF-8"))
    })
}

/// One compilation.
pub struct Session {
    /// The driver, whose pipeline may be changed for this compilation.
    pub driver: Driver,
    /// Sources, options and warnings.
    pub context: Context,
    /// Dumps, validation and timings.
    pub watch: Watch,
    start: Program,
    /// The files that the program imports, as far as the compilation has read them: path and text.
    imports: Arc<Mutex<Vec<(String, String)>>>,
}

impl Session {
    fn new(driver: Driver, path: &str, text: &str) -> Result<Session> {
        let files = Owned::<Files>::build(|_| {
            let (path, edition, text) = (Symbol::new(path), driver.edition, Symbol::new(text));
            Ok(languages::files::Program { span: Span::NONE, path, edition, text })
        })?;
        Ok(Session::start(driver, Program::new(files)))
    }

    fn start(driver: Driver, start: Program) -> Session {
        let mut context = Context::default();
        let imports = Arc::<Mutex<Vec<(String, String)>>>::default();
        let read = imports.clone();
        context.provide(FileLoader(Box::new(move |path| {
            let text = std::fs::read_to_string(Session::imported_file(path))?;
            read.lock().unwrap_or_else(PoisonError::into_inner).push((path.to_string(), text.clone()));
            Ok(text)
        })));
        Session { driver, context, watch: Watch::default(), start, imports }
    }

    /// The file that is imported by a path.
    fn imported_file(path: &str) -> String {
        format!("{path}.fut")
    }

    /// The paths and the texts of the files that the program imports, once it has been compiled.
    fn imports(&self) -> Vec<(String, String)> {
        self.imports.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A new session for the same compilation, without dumps and validation.
    pub fn again(&self) -> Session {
        Session::start(self.driver.clone(), self.start.clone())
    }

    /// The name and the text of the program's own file. `None` for a program that was not read from source.
    pub fn source(&self) -> Option<(&'static str, &'static str)> {
        let files = self.start.get::<Files>()?.root();
        Some((files.path.as_str(), files.text.as_str()))
    }

    /// A compilation that continues from a program in any language, with the remaining passes.
    pub fn resume(driver: Driver, program: Program) -> Session {
        let mut driver = driver;
        driver.check_accesses();
        driver.pipeline = driver.pipeline.starting_at(program.language().info);
        let (context, watch, imports) = (Context::default(), Watch::default(), Arc::default());
        Session { driver, context, watch, start: program, imports }
    }

    /// Whether the program's text could be of an older edition.
    pub fn may_be_older(&self) -> bool {
        self.source().is_some_and(|(_, text)| !passes::source::is_todays(text))
    }

    /// If the program is wrong in its own edition, compiles it in the newest older edition that accepts it. Returns the
    /// program's path and that session. `None` if the program is right, if no older edition accepts it, or if its error
    /// has nothing to do with editions.
    pub fn in_older_edition(&self) -> Result<Option<(Symbol, Session)>> {
        let Some(files) = self.start.get::<Files>() else { return Ok(None) };
        let languages::files::Program { path, text, .. } = *files.root();
        if !self.may_be_older() {
            return Ok(None);
        }
        let typed = self.driver.registry.language("typed")?.info;
        let wrong = self.again().compile_to(typed).err();
        if !wrong.is_some_and(|error| passes::source::may_be_older(&error)) {
            return Ok(None);
        }
        for edition in [Edition::E2019, Edition::E2017] {
            let driver = Driver { edition, ..self.driver.clone() };
            let session = driver.open_text(path.as_str(), text.as_str())?;
            if session.again().compile_to(typed).is_ok() {
                return Ok(Some((path, session)));
            }
        }
        Ok(None)
    }

    /// Runs the passes up to the last program in a language.
    pub fn compile_to(&mut self, language: &'static LanguageInfo) -> Result<Program> {
        let pipeline = if self.start.language().info == language && self.driver.pipeline.steps.is_empty() {
            Pipeline::default()
        } else {
            self.driver.pipeline.clone().until(language)
        };
        self.run(&pipeline)
    }

    fn run(&mut self, pipeline: &Pipeline) -> Result<Program> {
        pipeline.run_on_any(self.start.clone(), &mut self.context, &mut self.watch)
    }

    /// Runs the whole pipeline.
    pub fn compile(&mut self) -> Result<Owned<Lanes>> {
        let pipeline = self.driver.pipeline.clone();
        let program = self.run(&pipeline)?;
        program.into_owned().map_err(|other| {
            let found = other.language().info.name;
            Error::user(Span::NONE, format!("the pipeline ends in {found}, not in Lanes, which backends run"))
        })
    }
}
