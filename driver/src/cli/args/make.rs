//! The options of programs that run on their own, and of the commands that make them.

use super::Compile;
use clap::Args;
use std::path::{Path, PathBuf};

/// `cpu` and `vulkan`
#[derive(Args, Debug)]
pub struct Make {
    /// The program.
    #[arg(value_name = "FILE.fut")]
    pub file: PathBuf,
    #[command(flatten)]
    pub compile: Compile,
    /// A function of the file that is an entry point, too. May be given several times.
    #[arg(long = "entry-point", value_name = "NAME")]
    pub entry_points: Vec<String>,
    /// The file to write. By default, the program's file without `.fut`.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Makes a server, which answers commands on its standard input, instead of an executable.
    #[arg(long)]
    pub server: bool,
    /// Keeps the checks of code with the attribute `unsafe`, as is the default.
    #[arg(long, conflicts_with = "allow_unsafe")]
    pub safe: bool,
    /// Prints each pass when it ends, as `--trace` does. If a pass fails by a bug, the last program before it is
    /// written to FILE, as S-expressions.
    #[arg(short, long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub verbose: Option<String>,
}

impl Make {
    /// The file for the program before a pass that fails.
    pub fn wrong_program(&self) -> Option<&Path> {
        self.verbose.as_deref().filter(|file| !file.is_empty()).map(Path::new)
    }
}

/// `c` and `multicore`
#[derive(Args, Debug)]
pub struct MakeC {
    #[command(flatten)]
    pub make: Make,
    /// Makes a library: a file in C, a header, and a manifest (`.c`, `.h`, `.json` behind the name of the output).
    #[arg(long, conflicts_with = "server")]
    pub library: bool,
    /// Makes an executable, as is the default.
    #[arg(long, conflicts_with_all = ["library", "server"])]
    pub executable: bool,
}

/// `server`
#[derive(Args, Debug)]
pub struct Server {
    /// The program.
    #[arg(value_name = "FILE.fut")]
    pub file: PathBuf,
    #[command(flatten)]
    pub compile: Compile,
    /// A function of the file that is an entry point, too. May be given several times.
    #[arg(long = "entry-point", value_name = "NAME")]
    pub entry_points: Vec<String>,
    /// What runs the program: a backend, or an evaluator.
    #[arg(long, value_name = "cpu|vulkan|evaluator", default_value = "cpu")]
    pub backend: String,
    #[command(flatten)]
    pub machine: Machine,
}

/// The options of everything that runs on its own: executables and servers.
#[derive(Args, Debug, Default)]
pub struct Machine {
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
