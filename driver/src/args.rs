//! What the command line looks like.

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

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

Exit status: 0 success, 1 the program failed, 2 the program is wrong, 3 a limitation or an internal error.")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub compile: Compile,
    /// Whom errors and warnings are for: people, or programs that read JSON.
    #[arg(long, value_enum, global = true, default_value_t)]
    pub error_format: ErrorFormat,
    /// The program: compiled as far as the wanted dumps need.
    #[arg(required = true, value_name = "FILE.fut")]
    pub file: Option<PathBuf>,
}

impl Arguments {
    /// The arguments of this process. Those of a compilation without subcommand have no meaning before one; what is global may be anywhere.
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

/// What can be done.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Compiles and runs a program: values on standard input, results on standard output.
    Run(Run),
    /// Checks a program.
    Check(Check),
    /// Explains an error by its code.
    Explain {
        /// The code, for instance `E0101`; without one, all are listed.
        code: Option<String>,
    },
    /// Lists the passes, or shows one.
    Passes {
        /// The pass to show.
        name: Option<String>,
    },
    /// Shows languages and how they differ.
    Languages {
        #[command(subcommand)]
        what: Option<Languages>,
    },
    /// Names the first pass that changes what a program means on an input, or breaks a rule.
    Bisect(Target),
    /// Runs passes on the textual form of a program.
    Opt(Opt),
    /// Lists the devices that programs can run on.
    Devices,
}

/// How errors and warnings are written.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ErrorFormat {
    /// For people.
    #[default]
    Human,
    /// A JSON object for each, on a line of its own.
    Json,
}

/// About languages.
#[derive(Subcommand, Debug)]
pub enum Languages {
    /// The grammar of a language.
    Show {
        /// The language, for instance `first-order`.
        language: String,
    },
    /// What changes from one language to another.
    Diff {
        /// The language before.
        from: String,
        /// The language after.
        to: String,
    },
}

/// How programs are compiled.
#[derive(Args, Debug, Default)]
pub struct Compile {
    /// The edition of Futhark that the program is written in.
    #[arg(long, value_enum, default_value_t)]
    pub edition: Edition,
    /// Lets conditionals and `match`es give functions, which costs a branch wherever such a function is called.
    #[arg(long)]
    pub function_branches: bool,
    /// Lets the optimiser treat floats as real numbers: faster, but signs of zeros, infinities and rounding may differ.
    #[arg(long)]
    pub fast_math: bool,
    /// Checks all elements before a parallel operation starts, even if that reads its arrays twice.
    #[arg(long)]
    pub check_first: bool,
    /// Does not warn.
    #[arg(short = 'w', long)]
    pub no_warnings: bool,
    /// Warnings are errors.
    #[arg(long = "Werror")]
    pub warnings_are_errors: bool,
    /// Prints the program after these passes: names, patterns with `*`, or `all`.
    #[arg(long, value_name = "PASS,…", value_delimiter = ',')]
    pub dump_after: Vec<String>,
    /// Prints the program before these passes.
    #[arg(long, value_name = "PASS,…", value_delimiter = ',')]
    pub dump_before: Vec<String>,
    /// How dumps look.
    #[arg(long, value_enum, default_value_t)]
    pub dump_format: DumpFormat,
    /// Only this function in dumps.
    #[arg(long, value_name = "NAME")]
    pub dump_function: Option<String>,
    /// Writes dumps into a folder, a numbered file each.
    #[arg(long, value_name = "FOLDER")]
    pub dump_to: Option<PathBuf>,
    /// What is checked after every pass: nothing, the rules, or also what the program means on the given input.
    #[arg(long, value_enum)]
    pub validate: Option<Validation>,
    /// Leaves passes out.
    #[arg(long, value_name = "PASS,…", value_delimiter = ',')]
    pub disable_pass: Vec<String>,
    /// A pass in another program: `after=PASS:COMMAND`.
    #[arg(long, value_name = "PLACE:COMMAND")]
    pub pass_plugin: Vec<String>,
    /// Prints how long every pass took, what it counted, and how often each of its rules changed something.
    #[arg(long)]
    pub time_passes: bool,
    /// Prints which checks are done inside of loops and parallel operations, and why.
    #[arg(long)]
    pub trace_checks: bool,
    /// Prints what rewrite rules and fusion made of a function's statements, and which rules did.
    #[arg(long, value_name = "FUNCTION")]
    pub explain_rewrites: Option<String>,
    /// Prints what happens, as `tracing` reports it.
    #[arg(long)]
    pub trace: bool,
    /// Writes a trace for chrome://tracing.
    #[arg(long, value_name = "FILE")]
    pub chrome_trace: Option<PathBuf>,
}

/// The language that the program is written in.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edition {
    /// The newest in which the program is well typed, if it shows that it is an older one.
    #[default]
    Auto,
    /// Today's.
    #[value(name = "2026")]
    E2026,
    /// That of the language reference of 2019.
    #[value(name = "2019")]
    E2019,
    /// That of the language overview of 2017.
    #[value(name = "2017")]
    E2017,
}

/// How dumps look.
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

/// What is checked after every pass.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validation {
    /// Nothing.
    None,
    /// The language's rules and the pass's own.
    Rules,
    /// The rules, and that the program still means the same on the input of this run.
    Run,
}

/// What is run, on which values, and by which backend.
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
    /// What compiled programs run on.
    #[arg(long, value_name = "cpu|vulkan", default_value = "cpu")]
    pub backend: String,
    /// Reads the values from a file.
    #[arg(short, long, value_name = "FILE")]
    pub input: Option<PathBuf>,
}

/// `run`
#[derive(Args, Debug)]
pub struct Run {
    #[command(flatten)]
    pub target: Target,
    /// Which Vulkan device: a part of its name or its number in `fut-nano devices`.
    #[arg(long, value_name = "DEVICE")]
    pub device: Option<String>,
    /// Evaluates the program in this language instead, by its definition.
    #[arg(long, value_name = "LANGUAGE")]
    pub at: Option<String>,
    /// Writes results in the binary format.
    #[arg(short, long)]
    pub binary_output: bool,
    /// Writes run times in microseconds to a file, a line a run.
    #[arg(short = 't', long, value_name = "FILE")]
    pub write_runtime_to: Option<PathBuf>,
    /// How often the program is run.
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub runs: u32,
    /// How many threads the cpu backend uses.
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
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
    /// The textual form of a program; standard input if there is none.
    #[arg(value_name = "FILE.sexp")]
    pub file: Option<PathBuf>,
    /// The passes to run.
    #[arg(long, value_name = "PASS,…", value_delimiter = ',')]
    pub passes: Vec<String>,
    /// The language of the text, if it does not say so itself.
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,
    /// How the result is printed.
    #[arg(long, value_enum, default_value = "sexp")]
    pub format: DumpFormat,
}
