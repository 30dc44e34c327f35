//! Compilers whose programs are served, and the options that choose them.

use super::{Failure, Served};
use crate::cli::output::say;
use crate::cli::{tune, user};
use crate::scratch::Scratch;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// The options that choose a compiler.
#[derive(Args, Debug)]
pub struct CompilerOptions {
    /// The backend: `cpu`, `vulkan`, or another one of the compiler.
    #[arg(long, value_name = "BACKEND", default_value = "cpu")]
    pub backend: String,
    /// The compiler, with the commands of `futhark`. By default, this one.
    #[arg(long, value_name = "PROGRAM")]
    pub futhark: Option<PathBuf>,
    /// Passes an option to the compiler.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pass_compiler_option: Vec<String>,
    /// Passes an option to the programs.
    #[arg(short, long, value_name = "OPTION", allow_hyphen_values = true)]
    pass_option: Vec<String>,
    /// Runs programs by this command: it is given the executable and its options.
    #[arg(long, value_name = "PROGRAM")]
    runner: Option<PathBuf>,
}

impl CompilerOptions {
    /// The compiler.
    ///
    /// Errors: the system does not say where this executable is.
    pub fn compiler(&self) -> framework::Result<Compiler> {
        let own = std::env::current_exe().map_err(|error| user(format!("cannot find this executable: {error}")))?;
        Ok(Compiler {
            program: self.futhark.clone().unwrap_or(own),
            is_own: self.futhark.is_none(),
            backend: self.backend.clone(),
            compile_options: self.pass_compiler_option.clone(),
            run_options: self.pass_option.clone(),
            runner: self.runner.clone(),
            error_format: "human",
            made_before: false,
            verbose: false,
            limit: None,
        })
    }
}

/// The options about files with tuning parameters.
#[derive(Args, Debug)]
pub struct TuningOptions {
    /// The extension of files with tuning parameters: `prog.fut.tuning` is for `prog.fut`.
    #[arg(long, value_name = "EXTENSION", default_value = "tuning")]
    tuning: String,
    /// Reads no tuning parameters.
    #[arg(long)]
    no_tuning: bool,
}

impl TuningOptions {
    /// The extension, if files are read.
    pub fn extension(&self) -> Option<&str> {
        (!self.no_tuning).then_some(self.tuning.as_str())
    }
}

/// What happens to programs: how they are compiled and run.
#[derive(Debug, Clone)]
pub struct Compiler {
    /// The compiler: this executable, or another one with the commands of `futhark`.
    pub program: PathBuf,
    /// Whether it is this executable.
    pub is_own: bool,
    /// The backend.
    pub backend: String,
    /// More options for the compiler.
    pub compile_options: Vec<String>,
    /// More options for compiled programs.
    pub run_options: Vec<String>,
    /// The command that runs programs.
    pub runner: Option<PathBuf>,
    /// The form of the messages of this executable.
    pub error_format: &'static str,
    /// Whether the servers of programs have been made before: each is the program's file without `.fut`.
    pub made_before: bool,
    /// Whether commands are written to standard error before they start.
    pub verbose: bool,
    /// The time that a call may take.
    pub limit: Option<Duration>,
}

/// The backends whose programs this executable runs itself. Others write executables.
const IN_PROCESS: [&str; 3] = ["cpu", "vulkan", "evaluator"];

impl Compiler {
    fn run(&self, command: &mut Command) -> Result<Output, Failure> {
        self.log(command);
        let started = command.stdin(Stdio::null()).output();
        started.map_err(|error| Failure::Refused(format!("{} does not start: {error}", self.program.display())))
    }

    /// A command of the compiler for a program.
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(words);
        if self.is_own {
            command.args(["--error-format", self.error_format]);
        }
        command
    }

    /// Says what is started, if that is wanted.
    fn log(&self, command: &Command) {
        if self.verbose {
            let words = std::iter::once(command.get_program()).chain(command.get_args());
            say(&format!("Running {}", words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")));
        }
    }

    /// The command that runs an executable.
    fn execute(&self, executable: &Path) -> Command {
        match &self.runner {
            Some(runner) => {
                let mut command = Command::new(runner);
                command.arg(executable);
                command
            }
            None => Command::new(executable),
        }
    }

    /// Checks a program. Returns the warnings.
    pub fn check(&self, file: &Path) -> Result<String, Failure> {
        let output = self.run(self.command(&["check"]).arg(file).args(&self.compile_options))?;
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(messages) } else { Err(Failure::NotCompiled(messages, output.status.code())) }
    }

    /// Compiles a program and starts its server. `tuning` is a file with tuning parameters.
    pub fn serve(&self, file: &Path, tuning: Option<&Path>) -> Result<Served, Failure> {
        if self.made_before {
            return self.serve_executable(&file.with_extension(""), tuning);
        }
        let folder = Scratch::new()?;
        let mut command;
        let mut warnings = String::new();
        if self.is_own && IN_PROCESS.contains(&self.backend.as_str()) {
            command = self.execute(&self.program);
            command
                .args(["server", "--backend", &self.backend, "--error-format", self.error_format])
                .args(&self.compile_options)
                .arg(file);
        } else {
            let executable = folder.path().join("server");
            let mut compile = self.command(&[&self.backend, "--server"]);
            compile.arg(file).arg("-o").arg(&executable);
            let output = self.run(compile.args(&self.compile_options))?;
            warnings = String::from_utf8_lossy(&output.stderr).into_owned();
            if !output.status.success() {
                return Err(Failure::NotCompiled(warnings, output.status.code()));
            }
            command = self.execute(&executable);
        }
        command.args(&self.run_options);
        if let Some(tuning) = tuning {
            command.arg("--tuning").arg(tuning);
        }
        self.log(&command);
        let mut served = Served::start(&mut command, folder, self.limit)?;
        served.warnings.insert_str(0, &warnings);
        Ok(served)
    }

    /// Starts a server that has been compiled before.
    pub fn serve_executable(&self, executable: &Path, tuning: Option<&Path>) -> Result<Served, Failure> {
        let folder = Scratch::new()?;
        // The system would search a name without folders elsewhere.
        let mut command = self.execute(&std::path::absolute(executable)?);
        command.args(&self.run_options);
        if let Some(tuning) = tuning {
            command.arg("--tuning").arg(tuning);
        }
        self.log(&command);
        Served::start(&mut command, folder, self.limit)
    }

    /// The file with tuning parameters beside a program, if there is one that this compiler's programs read.
    pub fn tuning_of(&self, file: &Path, extension: &str) -> Option<PathBuf> {
        let mut name = file.as_os_str().to_os_string();
        name.push(format!(".{extension}"));
        let path = PathBuf::from(name);
        // Other compilers have parameters of other names in files of this name.
        (path.is_file() && (!self.is_own || tune::read(&path).is_ok())).then_some(path)
    }
}
