//! The options of commands that run a program: `run`, `tune`, `bisect`.

use super::{Compile, seconds};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

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

/// The options of everything that runs an entry point one or several times: `run` and executables.
#[derive(Args, Debug)]
pub struct Repeated {
    /// Writes results in the binary format.
    #[arg(short, long)]
    pub binary_output: bool,
    /// Writes run times in microseconds to a file, one line per run.
    #[arg(short = 't', long, value_name = "FILE")]
    pub write_runtime_to: Option<PathBuf>,
    /// The number of runs. Before several runs there is one that is not measured.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
}

/// The processors or the device that run a program.
#[derive(Args, Debug, Clone)]
pub struct Workers {
    /// The Vulkan device: a part of its name, or its number in `fut-nano devices`.
    #[arg(long, value_name = "DEVICE")]
    pub device: Option<String>,
    /// The number of threads of the cpu backend. By default, the number of processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// `run`
#[derive(Args, Debug)]
pub struct Run {
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub workers: Workers,
    /// Evaluates the program in this language, by the language's evaluator, instead of compiling it completely.
    #[arg(long, value_name = "LANGUAGE")]
    pub at: Option<String>,
    #[command(flatten)]
    pub repeated: Repeated,
    /// Compiles the program even if it has been compiled before, and does not keep the result.
    #[arg(long)]
    pub no_cache: bool,
    /// Prints the kernels that the last run started, with their numbers, times and places. On the backend `vulkan` the
    /// program then waits for each kernel, which takes longer.
    #[arg(long)]
    pub profile: bool,
    /// The seconds that a run may take; fractions are allowed. Compiling does not count. After a longer run, the exit
    /// status is 124.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
}

/// `tune`
#[derive(Args, Debug)]
pub struct Tune {
    #[command(flatten)]
    pub target: Target,
    /// The file to write. By default, the program's file with `.tuning` behind its name.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub workers: Workers,
    /// The number of runs for each threshold.
    #[arg(short, long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// The seconds that a run may take; fractions are allowed. Thresholds with longer runs are not chosen.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
}
