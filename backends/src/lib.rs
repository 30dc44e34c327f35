//! The backends: they run a program of the language `Imp`.
//!
//! - [`cpu`]: machine code made by Cranelift, run on threads; nothing to install;
//! - [`vulkan`]: kernels in SPIR-V, run on any device with a Vulkan 1.2 driver.
//!
//! Both take the same arguments, give the same results and report the same run-time errors. What they share: the checks
//! of arguments (`signature.rs`), the text of failed assertions (`failure.rs`), facts about IMP code (`analysis.rs`).

mod analysis;
pub mod cpu;
mod failure;
mod signature;
mod strided;
pub mod vulkan;

use framework::{Owned, Result};
use languages::imp::Imp;
use languages::value::Value;

pub use signature::{EntryInfo, ParamInfo, ResultInfo};

/// How programs are to be compiled and run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompileOptions {
    /// Number of threads of the cpu backend; the number of processors if `None`.
    pub threads: Option<usize>,
    /// Which Vulkan device to use: a part of its name, or its number in [`devices`]; the best one if `None`.
    pub device: Option<String>,
}

/// A way to run programs.
pub trait Backend {
    /// Compiles a program.
    ///
    /// Errors: a limitation where the backend or its device cannot run the program; an internal error for a bug.
    fn compile(&self, program: &Owned<Imp>) -> Result<Box<dyn Executable>>;
}

/// A compiled program.
pub trait Executable: Send {
    /// The program's entry points.
    fn entries(&self) -> Vec<EntryInfo>;

    /// Runs an entry point on arguments, which are checked against its parameters.
    ///
    /// Errors: a run-time error if there is no such entry point, if an argument does not fit its parameter, if the
    /// program fails, or if there is too little memory; a limitation where the device cannot run the program.
    fn run(&mut self, entry: &str, args: Vec<Value>) -> Result<RunOutcome>;
}

/// What a run gives.
#[derive(Debug, Clone, PartialEq)]
pub struct RunOutcome {
    /// The results, in the order of the entry point.
    pub results: Vec<Value>,
    /// Microseconds that the computation took, without taking over arguments and handing out results.
    pub micros: u64,
}

/// The backend of this name: `cpu` or `vulkan`; `None` for any other.
pub fn backend(name: &str, options: CompileOptions) -> Option<Box<dyn Backend>> {
    match name {
        "cpu" => Some(Box::new(cpu::Cpu::new(options))),
        "vulkan" => Some(Box::new(vulkan::Vulkan::new(options))),

        _ => None,
    }
}

/// A device that programs can run on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceInfo {
    /// The backend that uses it.
    pub backend: &'static str,
    /// Its name, as its driver calls it.
    pub name: String,
    /// Further facts, a line each: versions, limits, features that programs may need.
    pub details: Vec<String>,
}

/// All devices of this machine, the processor first. Without a Vulkan driver there is only that one.
pub fn devices() -> Vec<DeviceInfo> {
    let mut devices = vec![cpu::device()];
    devices.extend(vulkan::devices());

    devices
}
