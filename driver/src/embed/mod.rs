//! Compiles Futhark programs in this process, and calls their entry points with values of Rust.
//!
//! ```
//! use fut_nano::embed::Program;
//!
//! let program = Program::compile("entry main (xs: []f64) (k: f64) = map (* k) xs")?;
//! let xs = [1.0, 2.0, 3.0];
//! let scaled: Vec<f64> = program.entry("main")?.call((&xs, 3.0))?;
//! assert_eq!(scaled, [3.0, 6.0, 9.0]);
//! # Ok::<(), fut_nano::embed::Error>(())
//! ```
//!
//! Values have the types of the table. A value of another type than its parameter's is an error; nothing is converted.
//!
//! | Futhark | Rust |
//! |---|---|
//! | `i8` … `u64`, `f32`, `f64`, `bool` | the type of the same name |
//! | `f16` | `half::f16` |
//! | `[]f64` | `Vec<f64>`; as an argument also `&[f64]`, `[f64; N]` and `&[f64; N]` |
//! | `[][]f64` | [`Array<f64>`](Array), or `Vec<Vec<f64>>`; as an argument also [`ArrayView`] |
//! | records, arrays of records | a struct declared by [`record!`](crate::record), `Vec` of it |
//! | sums, arrays of sums | an enum declared by [`sum!`](crate::sum), `Vec` of it |
//! | any type | [`Tree`], the form in which programs are given values of all types |
//!
//! Several arguments are a tuple, and so are several results. The memory of a `Vec` or an [`Array`] that is an argument
//! becomes the program's, and that of a result becomes the caller's: neither is copied. A program on the processor
//! borrows references to `Vec`s, slices, [`Array`]s and `[T; N]` of numbers. It copies them only if it changes them, as
//! a parameter `*[]f64` allows, or if a result shares their memory.
//!
//! Nothing panics: a wrong program, wrong arguments and failures of the program are [`Error`]s.

/// The examples of the book.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding.md")]
struct Chapter;

/// Passes the tuples of up to twelve components to a macro: for each a type variable and a number for every component.
macro_rules! with_tuples {
    ($tuples:ident) => {
        $tuples! {
            A 0;
            A 0 B 1;
            A 0 B 1 C 2;
            A 0 B 1 C 2 D 3;
            A 0 B 1 C 2 D 3 E 4;
            A 0 B 1 C 2 D 3 E 4 F 5;
            A 0 B 1 C 2 D 3 E 4 F 5 G 6;
            A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
            A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
            A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
            A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10;
            A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11;
        }
    };
}

mod arguments;
mod records;
mod results;

pub use arguments::{Argument, Arguments, Array};
pub use languages::source::Edition;
pub use languages::value::{ArrayView, Given, Shape, Tree};
pub use records::{Cases, Fields, Operands};
pub use results::{Return, Returns};

use crate::cli::entry::{EntryTypes, Param, Signature, wrong};
use crate::cli::user;
use crate::diagnostics::{self, Audience};
use crate::standalone::compile_session;
use crate::{Driver, with_stack};
use backends::{CompileOptions, Executable};
use framework::{ErrorKind, SourceMap};
use languages::value::Value;
use std::fmt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// How a program is compiled and run.
///
/// ```
/// use fut_nano::embed::{Options, Program};
///
/// let options = Options { threads: Some(1), entry_points: vec!["square".into()], ..Options::default() };
/// let program = Program::compile_with("def square (x: i32) = x * x", &options)?;
/// assert_eq!(program.entry("square")?.call::<i32>(7)?, 49);
/// # Ok::<(), fut_nano::embed::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Options {
    /// What runs the program.
    pub backend: Backend,
    /// The number of threads of the processor. `None` means the number of processors.
    pub threads: Option<usize>,
    /// The Vulkan device: a part of its name, or its number. `None` means the best one.
    pub device: Option<String>,
    /// The edition that the program is written in.
    pub edition: Edition,
    /// Functions that are entry points even if the program does not say so.
    pub entry_points: Vec<String>,
    /// What messages call the program. Its imports are relative to the folder of this path.
    pub path: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            backend: Backend::Cpu,
            threads: None,
            device: None,
            edition: Edition::default(),
            entry_points: Vec::new(),
            path: "program.fut".into(),
        }
    }
}

/// What runs a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Backend {
    /// Machine code for this processor.
    #[default]
    Cpu,
    /// A Vulkan device.
    Vulkan,
}

impl Backend {
    /// All backends.
    pub const ALL: [Backend; 2] = [Backend::Cpu, Backend::Vulkan];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Cpu => "cpu",
            Backend::Vulkan => "vulkan",
        }
    }
}

/// A compiled program. Several threads may call it; each call waits for those before it, as a call uses all threads of
/// the program.
pub struct Program {
    executable: Mutex<Box<dyn Executable>>,
    types: EntryTypes,
    options: Options,
    sources: SourceMap,
    warnings: Vec<Error>,
}

impl Program {
    /// Compiles a program for this processor.
    ///
    /// Errors: the program is wrong, or the compiler cannot handle it.
    pub fn compile(text: &str) -> Result<Program, Error> {
        Program::compile_with(text, &Options::default())
    }

    /// Compiles a program.
    pub fn compile_with(text: &str, options: &Options) -> Result<Program, Error> {
        // A compilation needs much stack.
        with_stack(|| compile(text, options)).unwrap_or_else(|error| Err(Error::from(error)))
    }

    /// Compiles the program of a file.
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<Program, Error> {
        let path = path.as_ref();
        let text = crate::read_source(path).map_err(Error::from)?;
        Program::compile_with(&text, &Options { path: path.to_string_lossy().into_owned(), ..options.clone() })
    }

    /// The compiler's warnings.
    pub fn warnings(&self) -> &[Error] {
        &self.warnings
    }

    /// The entry points, in the order of their names.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.types.all().map(|(name, signature)| Entry { program: self, name, signature })
    }

    /// The entry point of this name.
    pub fn entry(&self, name: &str) -> Result<Entry<'_>, Error> {
        self.entries().find(|entry| entry.name == name).ok_or_else(|| {
            let names: Vec<String> = self.entries().map(|entry| format!("`{}`", entry.name)).collect();
            let known = match &names[..] {
                [] => "the program has none".to_string(),
                names => format!("the program has {}", names.join(", ")),
            };
            Error::from(user(format!("there is no entry point `{name}`; {known}")))
        })
    }

    /// An error with the program's text.
    fn error(&self, error: framework::Error) -> Error {
        Error::new(error, &self.sources)
    }

    fn run(&self, entry: &str, args: Vec<Given<'_>>) -> Result<Vec<Value>, Error> {
        // A run that panicked has left nothing behind that a later one needs.
        let mut lock = self.executable.lock().unwrap_or_else(PoisonError::into_inner);
        let executable: &mut dyn Executable = &mut **lock;
        let outcome = match self.options.backend {
            // Code that recurses has threads of its own.
            Backend::Cpu => executable.call(entry, args),
            Backend::Vulkan => with_stack(|| executable.call(entry, args)).unwrap_or_else(Err),
        };
        outcome.map(|outcome| outcome.results).map_err(|error| self.error(error))
    }
}

fn compile(text: &str, options: &Options) -> Result<Program, Error> {
    let Options { backend, threads, device, edition, entry_points, path } = options;
    let mut driver = Driver { edition: *edition, ..Driver::standard() };
    driver.add_entry_points(entry_points).map_err(Error::from)?;
    let mut session = driver.open_text(path, text).map_err(Error::from)?;
    let machine = CompileOptions { threads: *threads, device: device.clone(), ..CompileOptions::default() };
    let (executable, types) = compile_session(&mut session, backend.name(), None, machine);
    let sources = session.context.sources;
    let executable = executable.map_err(|error| Error::new(error, &sources))?;
    let warnings = session.context.warnings.into_iter().map(|warning| Error::new(warning, &sources)).collect();
    Ok(Program { executable: Mutex::new(executable), types, options: options.clone(), sources, warnings })
}

/// An entry point of a program.
#[derive(Clone, Copy)]
pub struct Entry<'p> {
    program: &'p Program,
    name: &'p str,
    signature: &'p Signature,
}

impl<'p> Entry<'p> {
    /// Its name.
    pub fn name(&self) -> &'p str {
        self.name
    }

    /// The types of its parameters.
    pub fn params(&self) -> impl Iterator<Item = &'p Shape> {
        self.signature.params.iter().map(|param| &param.shape)
    }

    /// The types of its results: several if it returns a tuple.
    pub fn results(&self) -> &'p [Shape] {
        &self.signature.results
    }

    /// Calls the entry point with an argument, or with a tuple of arguments. The result is a value, or a tuple of
    /// values.
    ///
    /// Errors: an argument or a result has another type than the entry point's, or the program fails.
    pub fn call<'a, R: Returns>(&self, args: impl Arguments<'a>) -> Result<R, Error> {
        let error = |error| self.program.error(error);
        let params: Vec<&Param> = self.signature.params.iter().collect();
        let args = args.give(&params).map_err(|Misfit { position, why }| {
            error(match position.and_then(|position| Some((position, params.get(position)?))) {
                Some((position, param)) => wrong(position, param, &why),
                None => user(format!("`{}` {why}", self.name)),
            })
        })?;
        let trees = self.run(args)?;
        R::from_trees(trees, self.results()).map_err(|why| error(user(format!("`{}`: {why}", self.name))))
    }

    /// Calls the entry point with any number of arguments. The results are as many as the entry point's.
    pub fn call_trees(&self, args: Vec<Tree>) -> Result<Vec<Tree>, Error> {
        self.call_given(args.into_iter().map(Given::Owned).collect())
    }

    /// Calls the entry point with any number of arguments, some of which may be borrowed.
    pub fn call_given(&self, args: Vec<Given<'_, Tree>>) -> Result<Vec<Tree>, Error> {
        let (wanted, given) = (self.signature.params.len(), args.len());
        if wanted != given {
            let why = format!("`{}` takes {wanted} arguments, but {given} were given", self.name);
            return Err(self.program.error(user(why)));
        }
        for (position, (param, arg)) in self.signature.params.iter().zip(&args).enumerate() {
            let checked = arguments::check_given(arg, &param.shape);
            checked.map_err(|why| self.program.error(wrong(position, param, &why)))?;
        }
        self.run(args)
    }

    /// Runs the entry point on as many arguments as it has parameters.
    fn run(&self, args: Vec<Given<'_, Tree>>) -> Result<Vec<Tree>, Error> {
        let error = |error| self.program.error(error);
        let leaves = self.signature.take_apart(args, self.program.options.edition).map_err(error)?;
        let mut leaves = self.program.run(self.name, leaves)?;
        let mut trees = Vec::new();
        for shape in self.results() {
            let rest = leaves.split_off(shape.leaves().len().min(leaves.len()));
            trees.push(results::tree(shape, leaves).map_err(error)?);
            leaves = rest;
        }
        Ok(trees)
    }
}

/// Why a list of arguments does not fit.
pub struct Misfit {
    /// The number of the argument, from 0. `None` if there are too few or too many.
    position: Option<usize>,
    why: String,
}

/// The error of a compilation or of a call.
///
/// It is displayed as the command line shows it: with its code, the source text and the place. A failure of the program
/// has a backtrace.
#[derive(Clone)]
pub struct Error {
    error: framework::Error,
    sources: SourceMap,
}

impl Error {
    fn new(error: framework::Error, sources: &SourceMap) -> Error {
        Error { error, sources: sources.clone() }
    }

    /// Whose fault it is.
    pub fn kind(&self) -> ErrorKind {
        self.error.kind
    }

    /// The code, under which `fut-nano explain` has an explanation.
    pub fn code(&self) -> Option<&'static str> {
        self.error.code.map(|code| code.id)
    }

    /// The message without the source text.
    pub fn message(&self) -> &str {
        &self.error.message
    }

    /// The place in the program, as in `program.fut:3:5-12`.
    pub fn place(&self) -> Option<String> {
        self.sources.describe(self.error.span)
    }

    /// All that is known about the error and those found with it, as JSON: an object on a line for each.
    pub fn to_json(&self) -> String {
        diagnostics::report(&self.error, &self.sources, Audience::Json)
    }
}

/// An error without a place.
impl From<framework::Error> for Error {
    fn from(error: framework::Error) -> Error {
        Error { error, sources: SourceMap::default() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(diagnostics::render(&self.error, &self.sources, false).trim_end())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}
