//! The backends, which run programs of the language `Lanes`.
//!
//! - [`cpu`]: machine code made by Cranelift, run on threads; nothing to install;
//! - [`vulkan`]: kernels in SPIR-V, run on any device with a Vulkan 1.2 driver.
//!
//! Both take the same arguments, yield the same results and report the same run-time errors. They share the checks of
//! arguments (`signature.rs`), the arguments that programs only read (`borrow.rs`), the texts of failed assertions
//! (`failure.rs`), the reads and writes of histograms that one thread fills (`histograms.rs`), and profiles
//! (`profile.rs`).

mod borrow;
pub mod c;
pub mod cache;
pub mod cpu;
mod failure;
mod histograms;
pub mod profile;
mod scans;
mod signature;
mod strided;
pub mod vulkan;

use std::borrow::Cow;

use framework::{Owned, Result};
use languages::lanes::Lanes;
use languages::stop::Stop;
use languages::trace::Tracer;
use languages::value::{Given, Value};

pub use profile::Profile;
pub use signature::{EntryInfo, ParamInfo, ResultInfo};

/// Options for compiling and running programs.
#[derive(Debug, Clone, Default)]
pub struct CompileOptions {
    /// The number of threads of the cpu backend. `None` means the number of processors.
    pub threads: Option<usize>,
    /// The Vulkan device: a part of its name, or its number in [`devices`]. `None` means the best one.
    pub device: Option<String>,
    /// Takes what the program traces; by default nobody does. Kernels on a Vulkan device cannot print: `vulkan` names
    /// the traces in kernels once per run instead.
    pub tracer: Tracer,
    /// The vector instructions that the cpu backend uses. `None` means the widest of this processor.
    pub width: Option<Width>,
    /// Ends runs from outside, with an error. On `vulkan`, kernels that the device has begun run to their end first.
    pub stop: Stop,
    /// Whether runs have a profile. On `vulkan`, the host then waits for each kernel.
    pub profile: bool,
}

/// Vector instructions of a processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// AVX-512: registers of 512 bits.
    Avx512,
    /// AVX2: registers of 256 bits.
    Avx2,
    /// Registers of 128 bits, which all processors have.
    W128,
}

/// How many indices run one by one where a group has been left, before a group is tried again. Where the indices of a
/// group are in two rows, the next row begins within a group. If the first group that is tried again is left, too,
/// twice as many follow, up to the limit: rows may be shorter than any group.
const LEFT_ALONE: i64 = 4;
const MOST_ALONE: i64 = 1024;

impl Width {
    /// The numbers of lanes for which programs are best compiled: the options `lanes`, `lanes_of_loops` and
    /// `lanes_of_few` of `vectorise`. `None` stands for the widest registers of this processor.
    pub fn lanes(width: Option<Width>) -> [u64; 3] {
        let lanes = if cpu::is_wide(width) { 16 } else { 8 };
        // With registers of 256 bits, 16 lanes are two of them.
        let is_widest = width.is_none_or(|width| width == Width::Avx512) && cpu::is_wide(Some(Width::Avx512));
        [lanes, if is_widest { 32 } else { lanes }, 8]
    }

    /// Whether this processor has the instructions.
    pub fn is_available(self) -> bool {
        self == Width::W128 || cpu::is_wide(Some(self))
    }
}

/// A way to run programs.
pub trait Backend {
    /// Compiles a program.
    ///
    /// Errors: a limitation if the backend or its device cannot run the program; an internal error for a bug.
    fn compile(&self, program: &Owned<Lanes>) -> Result<Box<dyn Executable>>;
}

/// A compiled program.
pub trait Executable: Send {
    /// The program's entry points.
    fn entries(&self) -> Vec<EntryInfo>;

    /// Runs an entry point on arguments, which are checked against its parameters. Arrays that are lent are copied only
    /// if the program writes into their memory, or if results share it.
    ///
    /// Errors: a run-time error if there is no such entry point, if an argument does not match its parameter, if the
    /// program fails, or if there is too little memory; a limitation if the device cannot run the program.
    fn call(&mut self, entry: &str, args: Vec<Given<'_>>) -> Result<RunOutcome>;

    /// Runs an entry point on arguments that become the program's.
    ///
    /// Errors: as for `call`.
    fn run(&mut self, entry: &str, args: Vec<Value>) -> Result<RunOutcome> {
        self.call(entry, args.into_iter().map(Given::Owned).collect())
    }

    /// What a cache keeps of the program. `None` if only this process can run it.
    fn keep(&self) -> Option<Kept<'_>> {
        None
    }

    /// Takes back results that nobody needs any more. A later run may use their memory.
    fn reuse(&mut self, values: Vec<Value>) {
        drop(values);
    }
}

/// A compiled program, as a cache keeps it.
pub struct Kept<'a> {
    /// Everything but the code.
    pub facts: Cow<'a, [u8]>,
    /// The code: Cranelift's, and that for registers of full width.
    pub code: [&'a [u8]; 2],
}

/// The outcome of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunOutcome {
    /// The results, in the order of the entry point.
    pub results: Vec<Value>,
    /// The time of the computation in microseconds, without converting arguments and results.
    pub micros: u64,
    /// The most bytes of arrays in use at one time, those of arguments and results included.
    pub peak_bytes: usize,
    /// The profile, if the options ask for it.
    pub profile: Option<Profile>,
}

/// The backend with this name, `cpu` or `vulkan`. `None` for any other name.
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
    /// The name that its driver reports.
    pub name: String,
    /// Further facts, one per line: versions, limits, features that programs may need.
    pub details: Vec<String>,
}

/// All devices of this machine, the processor first. Without a Vulkan driver the processor is the only device.
pub fn devices() -> Vec<DeviceInfo> {
    let mut devices = vec![cpu::device()];
    devices.extend(vulkan::devices());

    devices
}
