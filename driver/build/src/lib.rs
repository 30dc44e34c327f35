//! Compiles Futhark programs in build scripts, and writes a typed Rust module for each.
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), fut_nano_build::Error> {
//!     fut_nano_build::compile("src/dot.fut")
//! }
//! ```
//!
//! The module is `dot.rs` in Cargo's `OUT_DIR`. Each entry point is a method of a context:
//!
//! ```ignore
//! mod dot {
//!     include!(concat!(env!("OUT_DIR"), "/dot.rs"));
//! }
//!
//! let context = dot::Context::new()?;
//! let product = context.main(&[1.0, 2.0], &[3.0, 4.0])?;
//! ```
//!
//! | Futhark | Rust |
//! |---|---|
//! | `i8` … `u64`, `f32`, `f64`, `bool` | the type of the same name |
//! | `f16` | its bits, as `u16` |
//! | `[]f64` | `&[f64]` as a parameter, `Vec<f64>` as a result |
//! | `[][]f64` | `View<'_, f64, 2>` and `Array<f64, 2>`: sizes and elements; see [`Config::ndarray`] |
//! | records | structs; the fields of a tuple are `v0`, `v1` and so on |
//! | sums | enums |
//! | arrays of these, and records that have such arrays | values that the program keeps, with methods for their parts |
//!
//! Types are named as in the program, in camel case; records without a name are named after their fields. Failures of
//! the program are errors with its message and backtrace. Threads may share a context.
//!
//! The executable `fut-nano` (the variable `FUT_NANO` of the environment, or else the one in `PATH`) compiles the
//! program to C, and the crate `cc` compiles that. So nothing is compiled when the program runs, and the compiler is no
//! part of it.

mod manifest;
mod module;
mod names;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why there is no module.
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Build scripts print their error in this form.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// Compiles a program for one thread. The module is called as the program.
pub fn compile(program: impl AsRef<Path>) -> Result<(), Error> {
    Config::default().compile(program)
}

/// How programs are compiled.
#[derive(Debug, Clone, Default)]
pub struct Config {
    multicore: bool,
    native: bool,
    ndarray: bool,
    options: Vec<String>,
}

impl Config {
    /// Runs programs on several threads.
    pub fn multicore(mut self) -> Config {
        self.multicore = true;
        self
    }

    /// Compiles for the processor of this machine, with all its vector instructions, not for all of its kind.
    pub fn native(mut self) -> Config {
        self.native = true;
        self
    }

    /// Converts arrays from and to those of the crate `ndarray`, which the user of the module needs then.
    pub fn ndarray(mut self) -> Config {
        self.ndarray = true;
        self
    }

    /// Passes another option to `fut-nano`, such as `--edition=2019`.
    pub fn option(mut self, option: impl Into<String>) -> Config {
        self.options.push(option.into());
        self
    }

    /// Compiles a program.
    pub fn compile(&self, program: impl AsRef<Path>) -> Result<(), Error> {
        let program = program.as_ref();
        let name = program.file_stem().and_then(|name| name.to_str()).filter(|name| is_plain(name));
        let name = name.ok_or_else(|| Error(format!("{} is no name of a module", program.display())))?;
        let folder = PathBuf::from(std::env::var_os("OUT_DIR").ok_or_else(|| {
            Error("there is no variable OUT_DIR in the environment: fut-nano-build is for build scripts".into())
        })?);
        watch(program);
        let library = folder.join(name);
        self.run_compiler(program, &library)?;
        let read = |extension: &str| {
            let file = library.with_extension(extension);
            std::fs::read_to_string(&file).map_err(|error| Error(format!("cannot read {}: {error}", file.display())))
        };
        // Two programs of one executable must not define the same functions.
        let source = read("c")?.replace("futhark_", &prefix(name));
        let source_file = library.with_extension("renamed.c");
        write(&source_file, &source)?;
        let manifest = manifest::Manifest::read(&read("json")?, &prefix(name))?;
        write(&library.with_extension("rs"), &module::module(&manifest, &prefix(name), self.multicore, self.ndarray)?)?;
        self.run_c_compiler(&source_file, name)
    }

    fn run_compiler(&self, program: &Path, library: &Path) -> Result<(), Error> {
        let compiler = std::env::var_os("FUT_NANO").unwrap_or_else(|| "fut-nano".into());
        let mut command = Command::new(&compiler);
        command.args([if self.multicore { "multicore" } else { "c" }, "--library"]).args(&self.options);
        let output = command.arg(program).arg("-o").arg(library).output().map_err(|error| {
            let compiler = compiler.to_string_lossy();
            Error(format!("cannot run `{compiler}` ({error}): install fut-nano, or set FUT_NANO to its path"))
        })?;
        let messages = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(Error(format!("{} does not compile:\n{messages}", program.display())));
        }
        messages.lines().for_each(|line| println!("cargo::warning={line}"));
        Ok(())
    }

    fn run_c_compiler(&self, source: &Path, name: &str) -> Result<(), Error> {
        let mut build = cc::Build::new();
        // The program computes; without optimisations it takes many times as long.
        build.file(source).opt_level(2).std("gnu11").warnings(false).flag_if_supported("-Wno-psabi");
        for flag in ["-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"] {
            build.flag_if_supported(flag);
        }
        if self.native {
            build.flag("-march=native");
        }
        build.try_compile(&format!("{name}_futhark")).map_err(|error| Error(format!("the C of {name}: {error}")))?;
        println!("cargo::rustc-link-lib=m");
        Ok(())
    }
}

/// What the names of C's functions begin with.
fn prefix(name: &str) -> String {
    format!("{name}_futhark_")
}

/// Whether a name is one in Rust and in C.
fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Runs the build script again if the compiler or a program in the same folder changes.
fn watch(program: &Path) {
    println!("cargo::rerun-if-env-changed=FUT_NANO");
    let mut folders = vec![program.parent().unwrap_or(Path::new("")).to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { &folder })
            .into_iter()
            .flatten()
            .flatten()
        {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "fut") {
                println!("cargo::rerun-if-changed={}", path.display());
            }
        }
    }
}

fn write(file: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(file, text).map_err(|error| Error(format!("cannot write {}: {error}", file.display())))
}
