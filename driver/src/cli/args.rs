//! The command line: its commands and options.

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// A nanopass compiler for Futhark.
#[derive(Parser, Debug)]
#[command(name = "fut-nano", version, subcommand_negates_reqs = true)]
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
    /// The form of errors and warnings: text for people, or JSON for programs.
    #[arg(long, value_enum, global = true, default_value_t)]
    pub error_format: ErrorFormat,
    /// The program. It is compiled up to the last pass that the dumps need.
    #[arg(required = true, value_name = "FILE.fut")]
    pub file: Option<PathBuf>,
}

impl Arguments {
    /// The arguments of this process. Global options may be anywhere. Other options must come after their subcommand.
    pub fn of_process() -> Result<Arguments, clap::Error> {
        let mut command = Arguments::command();
        let matches = command.try_get_matches_from_mut(std::env::args_os())?;
        let given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let misplaced = command.get_arguments().find(|arg| !arg.is_global_set() && given(arg.get_id().as_str()));
        if let (Some(name), Some(arg)) = (matches.subcommand_name(), misplaced) {
            let message = format!("the subcommand '{name}' cannot be used with '{arg}' before it");
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }
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
        /// The code: `E0101`, or `e101` for short; without one, all codes are listed.
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
    /// Makes random values, or converts values from one format to another.
    Dataset(crate::dataset::Dataset),
    /// Evaluates an expression of FutharkScript, whose functions are the entry points of a program.
    Script(crate::script::Script),
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

/// The format of a grammar.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
pub enum GrammarFormat {
    /// In the notation of `language!`.
    #[default]
    Pretty,
    /// As JSON, with the heads of S-expressions.
    Json,
}

/// The format of errors and warnings.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ErrorFormat {
    /// For people.
    #[default]
    Human,
    /// A JSON object for each, on a line of its own.
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

/// The options of a compilation.
#[derive(Args, Debug, Default)]
pub struct Compile {
    /// The edition of Futhark that the program is written in.
    #[arg(long, value_enum, default_value_t)]
    pub edition: Edition,
    /// Allows conditionals and `match`es whose results are functions. Each call of such a function costs a branch.
    #[arg(long)]
    pub function_branches: bool,
    /// Lets the optimiser treat floats as real numbers. Programs are faster, but signs of zeros, infinities and
    /// rounding may differ.
    #[arg(long)]
    pub fast_math: bool,
    /// Checks all elements before a parallel operation starts, even if that reads its arrays twice.
    #[arg(long)]
    pub check_first: bool,
    /// Makes no checks of indices and sizes in expressions with the attribute `unsafe`. A wrong program may then
    /// crash, or give any result.
    #[arg(long = "unsafe")]
    pub allow_unsafe: bool,
    /// The number of indices from which on the parallelism of a nest's outer levels suffices. Without this option, the
    /// device chooses when the program runs, by the sizes of all levels.
    #[arg(long, value_name = "NUMBER")]
    pub threshold: Option<std::num::NonZeroU64>,
    /// The number of indices of a nest's outer levels from which on a group of threads works on each of them, if the
    /// inner levels are to be parallel. Without this option, the device chooses. Processors have no groups.
    #[arg(long, value_name = "NUMBER")]
    pub group_threshold: Option<std::num::NonZeroU64>,
    /// Takes the thresholds from a file that `tune` has written.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["threshold", "group_threshold"])]
    pub tuning: Option<PathBuf>,
    /// The thresholds that `tune` tries.
    #[arg(skip)]
    pub tuned: super::tune::Tuning,
    /// Suppresses warnings.
    #[arg(short = 'w', long)]
    pub no_warnings: bool,
    /// Treats warnings as errors.
    #[arg(long = "Werror")]
    pub warnings_are_errors: bool,
    /// Prints the program after these passes: names, patterns with `*`, or `all`.
    #[arg(long, value_name = "PASS,…", value_delimiter = ',')]
    pub dump_after: Vec<String>,
    /// Prints the program before these passes.
    #[arg(long, value_name = "PASS,…", value_delimiter = ',')]
    pub dump_before: Vec<String>,
    /// The format of dumps.
    #[arg(long, value_enum, default_value_t)]
    pub dump_format: DumpFormat,
    /// Prints only this function, in the readable format.
    #[arg(long, value_name = "NAME")]
    pub dump_function: Option<String>,
    /// Writes each dump to a numbered file in a folder.
    #[arg(long, value_name = "FOLDER")]
    pub dump_to: Option<PathBuf>,
    /// The checks after every pass: none, the rules of the language and the pass, or also the results for the input of
    /// `run`.
    #[arg(long, value_enum)]
    pub validate: Option<Validation>,
    /// Leaves out these passes.
    #[arg(long, value_name = "PASS,…", value_delimiter = ',')]
    pub disable_pass: Vec<String>,
    /// Adds another program as a pass: `after=PASS:COMMAND` or `before=PASS:COMMAND`.
    #[arg(long, value_name = "PLACE:COMMAND")]
    pub pass_plugin: Vec<String>,
    /// Prints the time of every pass, its counters, and the number of changes by each of its rules.
    #[arg(long)]
    pub time_passes: bool,
    /// Prints the checks that run inside loops and parallel operations, with the reasons.
    #[arg(long)]
    pub trace_checks: bool,
    /// Prints the changes to a function's statements by rewrite rules and fusion, with the names of the rules, and the
    /// streams of writes to accumulators that run in sequence.
    #[arg(long, value_name = "FUNCTION")]
    pub explain_rewrites: Option<String>,
    /// Prints each pass when it ends, with its time and counters.
    #[arg(long)]
    pub trace: bool,
    /// Writes a trace for chrome://tracing.
    #[arg(long, value_name = "FILE")]
    pub chrome_trace: Option<PathBuf>,
}

/// The edition of the language that the program is written in.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edition {
    /// Today's edition, or an older one that accepts the program if today's rejects it because of changes between
    /// editions.
    #[default]
    Auto,
    /// Today's.
    #[value(name = "2026")]
    E2026,
    /// The edition of the language reference of 2019.
    #[value(name = "2019")]
    E2019,
    /// The edition of the language overview of 2017.
    #[value(name = "2017")]
    E2017,
}

/// The format of dumps.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
pub enum DumpFormat {
    /// For readers.
    #[default]
    Pretty,
    /// S-expressions, which `opt` reads back.
    Sexp,
    /// S-expressions as JSON.
    Json,
}

/// The checks after every pass.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validation {
    /// Nothing.
    None,
    /// The rules of the language and of the pass.
    Rules,
    /// The rules, and that the program yields the same results for the input of this run.
    Run,
}

/// Vector instructions.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// AVX-512: registers of 512 bits.
    Avx512,
    /// AVX2: registers of 256 bits.
    Avx2,
    /// Registers of 128 bits, which all processors have.
    #[value(name = "128")]
    W128,
}

/// A program with an input and a backend to run it on.
#[derive(Args, Debug)]
pub struct Target {
    /// The program: Futhark source, or the textual form of any language (`.sexp`).
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub compile: Compile,
    /// The entry point.
    #[arg(short, long, value_name = "NAME", default_value = "main")]
    pub entry_point: String,
    /// The backend that runs the compiled program.
    #[arg(long, value_name = "cpu|vulkan", default_value = "cpu")]
    pub backend: String,
    /// The vector instructions that the cpu backend uses. By default, the widest of this processor.
    #[arg(long, value_name = "WIDTH", value_enum)]
    pub cpu: Option<Width>,
    /// Reads the input from a file instead of standard input.
    #[arg(short, long, value_name = "FILE")]
    pub input: Option<PathBuf>,
}

/// `run`
#[derive(Args, Debug)]
pub struct Run {
    #[command(flatten)]
    pub target: Target,
    /// The Vulkan device: a part of its name, or its number in `fut-nano devices`.
    #[arg(long, value_name = "DEVICE")]
    pub device: Option<String>,
    /// Evaluates the program in this language, by the language's evaluator, instead of compiling it completely.
    #[arg(long, value_name = "LANGUAGE")]
    pub at: Option<String>,
    /// Writes results in the binary format.
    #[arg(short, long)]
    pub binary_output: bool,
    /// Writes run times in microseconds to a file, one line per run.
    #[arg(short = 't', long, value_name = "FILE")]
    pub write_runtime_to: Option<PathBuf>,
    /// Compiles the program even if it has been compiled before, and does not keep the result.
    #[arg(long)]
    pub no_cache: bool,
    /// Prints the kernels that the last run started, with their numbers, times and places. On the backend `vulkan` the
    /// program then waits for each kernel, which takes longer.
    #[arg(long)]
    pub profile: bool,
    /// The number of runs.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// The number of threads of the cpu backend. By default, the number of processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The seconds that a run may take; fractions are allowed. Compiling does not count. After a longer run, the exit
    /// status is 124.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
}

/// `cpu` and `vulkan`
#[derive(Args, Debug)]
pub struct Make {
    /// The program.
    #[arg(value_name = "FILE.fut")]
    pub file: PathBuf,
    #[command(flatten)]
    pub compile: Compile,
    /// The file to write. By default, the program's file without `.fut`.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Makes a server, which answers commands on its standard input, instead of an executable.
    #[arg(long)]
    pub server: bool,
}

/// `c` and `multicore`
#[derive(Args, Debug)]
pub struct MakeC {
    #[command(flatten)]
    pub make: Make,
    /// Makes a library: a file in C, a header, and a manifest (`.c`, `.h`, `.json` behind the name of the output).
    #[arg(long, conflicts_with = "server")]
    pub library: bool,
    /// Keeps the checks of code with the attribute `unsafe`, as is the default.
    #[arg(long, conflicts_with = "allow_unsafe")]
    pub safe: bool,
}

/// `tune`
#[derive(Args, Debug)]
pub struct Tune {
    #[command(flatten)]
    pub target: Target,
    /// The file to write. By default, the program's file with `.tuning` behind its name.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The Vulkan device: a part of its name, or its number in `fut-nano devices`.
    #[arg(long, value_name = "DEVICE")]
    pub device: Option<String>,
    /// The number of runs for each threshold.
    #[arg(short, long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// The number of threads of the cpu backend. By default, the number of processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The seconds that a run may take; fractions are allowed. Thresholds with longer runs are not chosen.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
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

/// `check`
#[derive(Args, Debug)]
pub struct Check {
    /// The program.
    #[arg(value_name = "FILE.fut")]
    pub file: PathBuf,
    #[command(flatten)]
    pub compile: Compile,
}

/// `server`
#[derive(Args, Debug)]
pub struct Server {
    /// The program.
    #[arg(value_name = "FILE.fut")]
    pub file: PathBuf,
    #[command(flatten)]
    pub compile: Compile,
    /// What runs the program: a backend, or an evaluator.
    #[arg(long, value_name = "cpu|vulkan|evaluator", default_value = "cpu")]
    pub backend: String,
    /// The number of threads. By default, the number of processors.
    #[arg(long, alias = "threads", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub num_threads: Option<u16>,
    /// The Vulkan device: a part of its name, or its number in `fut-nano devices`.
    #[arg(short, long, value_name = "DEVICE")]
    pub device: Option<String>,
    /// Writes what the program does to standard error, with the kernels that it starts.
    #[arg(short = 'D', long)]
    pub debugging: bool,
    /// Writes how long the program was compiled to standard error.
    #[arg(short = 'L', long)]
    pub log: bool,
    /// Measures the kernels that the program starts.
    #[arg(short = 'P', long)]
    pub profile: bool,
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
