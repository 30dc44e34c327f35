//! The command line: its commands and options.

mod compile;
mod make;
mod run;

pub use compile::{Compile, DumpFormat, Edition, Validation};
pub use make::{Machine, Make, MakeC, Server};
pub use run::{Repeated, Run, Target, Tune, Width};

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

/// A nanopass compiler for Futhark.
#[derive(Parser, Debug)]
#[command(name = "fut-nano", version, subcommand_negates_reqs = true, propagate_version = true)]
#[command(override_usage = "fut-nano [OPTIONS] <FILE.fut>\n       fut-nano <COMMAND>")]
#[command(after_help = "Examples:
  echo '[1,2,3]' | fut-nano run prog.fut
  fut-nano --dump-after=defunc prog.fut
  fut-nano run prog.fut --at funmem-heap
  fut-nano explain E0202
  fut-nano passes defunc
  fut-nano languages diff mono first-order

Exit status: 0 success, 1 the program failed, 2 the program is wrong, 3 a limitation or an internal error, 124 the\nprogram ran for longer than --timeout allows.")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub compile: Compile,
    /// The form of errors and warnings. The default is `futhark` for the commands that tools of Futhark call, if
    /// standard error is no terminal, and otherwise `human`.
    #[arg(long, value_enum, global = true)]
    error_format: Option<ErrorFormat>,
    /// The program. It is compiled up to the last pass that the dumps need.
    #[arg(required = true, value_name = "FILE.fut")]
    pub file: Option<PathBuf>,
}

impl Arguments {
    /// The arguments of this process. Global options may be anywhere. Other options must come after their subcommand.
    pub fn of_process() -> Result<Arguments, clap::Error> {
        let mut command = Arguments::command();
        let matches = command.try_get_matches_from_mut(words(std::env::args_os()))?;
        let given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let misplaced = command.get_arguments().find(|arg| !arg.is_global_set() && given(arg.get_id().as_str()));
        if let (Some(name), Some(arg)) = (matches.subcommand_name(), misplaced) {
            let message = format!("the subcommand '{name}' cannot be used with '{arg}' before it");
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        let mut arguments = Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        if let Some(make) = arguments.command.as_mut().and_then(Command::make_mut) {
            make.compile.trace |= make.verbose.is_some();
        }
        Ok(arguments)
    }

    /// The form of errors and warnings.
    pub fn error_format(&self) -> ErrorFormat {
        use Command::{C, Check, Cpu, Multicore, Server, Vulkan};
        let for_tools = matches!(&self.command, Some(C(_) | Check(_) | Cpu(_) | Multicore(_) | Server(_) | Vulkan(_)));
        match self.error_format {
            Some(format) => format,
            None if for_tools && !std::io::stderr().is_terminal() => ErrorFormat::Futhark,
            None => ErrorFormat::Human,
        }
    }
}

impl Command {
    /// The options of a command that makes programs.
    const fn make_mut(&mut self) -> Option<&mut Make> {
        match self {
            Command::C(MakeC { make, .. }) | Command::Multicore(MakeC { make, .. }) => Some(make),
            Command::Cpu(make) | Command::Vulkan(make) => Some(make),
            _ => None,
        }
    }
}

/// The words of a command line, in which `-vFILE` of the commands that make programs has become `--verbose=FILE`.
fn words(given: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut all: Vec<OsString> = given.collect();
    if !all.get(1).is_some_and(|command| ["c", "multicore", "cpu", "vulkan"].iter().any(|name| command == name)) {
        return all;
    }
    for word in all.iter_mut().skip(2).take_while(|word| *word != "--") {
        let file = word.to_str().and_then(|text| text.strip_prefix("-v"));
        if let Some(file) = file.filter(|file| !file.is_empty()) {
            *word = format!("--verbose={file}").into();
        }
    }
    all
}

/// The commands. Without a command, a program is compiled for its dumps.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Compiles and runs a program: values on standard input, results on standard output.
    Run(Run),
    /// Makes a program that runs on its own, on the processor. It needs nothing installed.
    Cpu(Make),
    /// The same for a Vulkan device.
    Vulkan(Make),
    /// Makes an executable, a server or a library with a C compiler. Kernels run on one thread.
    C(MakeC),
    /// The same with kernels that run on several threads.
    Multicore(MakeC),
    /// Checks a program.
    Check(Check),
    /// Explains an error by its code.
    Explain {
        /// The code: `E0101`, or `e101` for short; or an entry in Futhark's index of errors, such as `not-consumable`.
        /// Without one, all codes are listed.
        code: Option<String>,
    },
    /// Lists the passes, or shows one.
    Passes {
        /// The pass to show.
        name: Option<String>,
    },
    /// Lists languages, shows a grammar, or compares two grammars.
    Languages {
        #[command(subcommand)]
        what: Option<Languages>,
    },
    /// Finds the first pass that breaks a rule or changes a program's result for an input.
    Bisect(Target),
    /// Finds the fastest thresholds for an input, and writes them to a file for `--tuning`.
    Tune(Tune),
    /// Tests programs by their test blocks.
    Test(crate::testing::Test),
    /// Measures programs on the inputs of their test blocks.
    Bench(crate::bench::Bench),
    /// Finds the fastest thresholds for the inputs of a program's test blocks, and writes them to a file for
    /// `--tuning`.
    Autotune(crate::bench::Autotune),
    /// Makes tables of the profiles in reports of `bench --profile --json`.
    Profile(crate::bench::Profile),
    /// Makes random values, or converts values from one format to another.
    Dataset(crate::dataset::Dataset),
    /// Makes a Markdown document of a program: comments become text, and directives in them become values and pictures.
    Literate(crate::literate::Literate),
    /// Evaluates an expression of FutharkScript, whose functions are the entry points of a program.
    Script(crate::script::Script),
    /// Manages packages: `futhark.pkg` says which ones a program requires, and `lib` has them.
    Pkg(crate::packages::Pkg),
    /// Compiles a program, and answers the commands of Futhark's server protocol on standard input.
    Server(Server),
    /// Runs passes on the textual form of a program.
    Opt(Opt),
    /// Makes a crate with a new pass or a new language.
    New {
        #[command(subcommand)]
        what: New,
    },
    /// Lists the devices that programs can run on.
    Devices,
}

/// The format of errors and warnings.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ErrorFormat {
    /// For people.
    #[default]
    Human,
    /// A JSON object for each, on a line of its own.
    Json,
    /// For tools that search for Futhark's words: names in double quotes, and the entry in Futhark's index of errors.
    Futhark,
}

/// `check`
#[derive(Args, Debug)]
pub struct Check {
    /// The program.
    #[arg(value_name = "FILE.fut")]
    pub file: PathBuf,
    #[command(flatten)]
    pub compile: Compile,
}

/// `opt`
#[derive(Args, Debug)]
pub struct Opt {
    /// The textual form of a program; by default, standard input.
    #[arg(value_name = "FILE.sexp")]
    pub file: Option<PathBuf>,
    /// The passes to run, in this order.
    #[arg(long, value_name = "PASS,…", value_delimiter = ',')]
    pub passes: Vec<String>,
    /// The language of the text, if the text does not name it.
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,
    /// The format of the result.
    #[arg(long, value_enum, default_value = "sexp")]
    pub format: DumpFormat,
}

/// The format of a grammar.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
pub enum GrammarFormat {
    /// In the notation of `language!`.
    #[default]
    Pretty,
    /// As JSON, with the heads of S-expressions.
    Json,
}

/// The commands about languages.
#[derive(Subcommand, Debug)]
pub enum Languages {
    /// Prints the grammar of a language.
    Show {
        /// The language, for instance `first-order`.
        language: String,
        /// The format of the grammar: text for people, or JSON for programs.
        #[arg(long, value_enum, default_value_t)]
        format: GrammarFormat,
    },
    /// Prints the differences between two languages.
    Diff {
        /// The first language.
        from: String,
        /// The second language.
        to: String,
    },
}

/// The crates that `new` makes. Each has a manifest, an example and a test. It builds, and its test passes.
#[derive(Subcommand, Debug)]
pub enum New {
    /// Makes a pass, with a command line of fut-nano that includes it.
    Pass {
        /// The name of the pass: small letters, digits and `-`.
        name: String,
        /// The step after which it runs, for instance `defunc`.
        #[arg(long, value_name = "PASS")]
        after: String,
        #[command(flatten)]
        place: Place,
    },
    /// Makes a language with a grammar, rules, a concrete syntax and an evaluator.
    Language {
        /// The name of the language: small letters, digits and `-`.
        name: String,
        #[command(flatten)]
        place: Place,
    },
}

/// The folder of a crate, and the source of its dependencies.
#[derive(Args, Debug)]
pub struct Place {
    /// The folder of the crate. It must be empty or not exist.
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// The source of fut-nano's own crates: a checkout, or the address of a git repository. By default, the checkout
    /// from which this binary was built.
    #[arg(long, value_name = "PATH|URL")]
    pub from: Option<String>,
}

/// A number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "it is no number".to_string())?;
    if seconds > 0.0 {
        Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
    } else {
        Err("it must be positive".to_string())
    }
}
