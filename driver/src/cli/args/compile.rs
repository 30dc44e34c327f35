//! The options of a compilation.

use crate::cli::tune::Tuning;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

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
    pub tuned: Tuning,
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
