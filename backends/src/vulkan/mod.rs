//! The vulkan backend runs kernels as SPIR-V on any Vulkan 1.2 device with buffer device addresses and 64-bit integers.
//! It interprets host code.
//!
//! - `device.rs`: devices; `queue.rs`: memory and commands;
//! - `spirv.rs`: a typed layer over rspirv; `ops.rs` and `math.rs`: operators; `kernel/`: statements as kernels;
//! - `launch.rs`: kernel statements as dispatches; `builtins.rs`: other operations; `host.rs`: host code.

mod builtins;
mod device;
mod fma;
mod host;
mod kernel;
mod launch;
mod math;
mod ops;
mod queue;
mod spirv;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use framework::{Error, Owned, Result, Symbol};
use languages::lanes::{Arg, ArgDim, Fun, Lanes, Part, Proc, Slot, Stm};
use languages::prim::PrimValue;
use languages::stop::Stop;
use languages::trace::Tracer;
use languages::value::Given;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::profile::Profile;
use crate::signature::{self, CheckedArg, Signature};
use crate::{Backend, CompileOptions, EntryInfo, Executable, RunOutcome};
use builtins::Builtins;
use device::Gpu;
use host::{Host, Launches, Recorder};
use kernel::Program;
use languages::lanes::facts::{Aliases, each_stm, key, private_classes};
use launch::{Launch, Launcher, Maker};

pub use device::devices;

/// The vulkan backend.
pub struct Vulkan {
    options: CompileOptions,
}

impl Vulkan {
    /// The backend with these options.
    pub const fn new(options: CompileOptions) -> Vulkan {
        Vulkan { options }
    }

    /// The SPIR-V modules of a program's kernels.
    ///
    /// Errors: those of [`Backend::compile`].
    pub fn modules(&self, program: &Owned<Lanes>) -> Result<Vec<Vec<u32>>> {
        self.build(program).map(|(_, modules)| modules)
    }

    /// Compiles a program. Also returns the modules of its kernels.
    fn build(&self, program: &Owned<Lanes>) -> Result<(VulkanExecutable, Vec<Vec<u32>>)> {
        let gpu = Arc::new(device::open(self.options.device.as_deref())?);
        let source = program.clone();
        let root = source.root();
        let mut facts = Facts { asserts: Vec::new(), record_words: 2 };
        let maker = Maker::new(&gpu)?;
        let mut launches = Launches::default();
        // Failure records have the same size in the whole program.
        for part in parts(root) {
            facts.measure(part);
        }
        for part in parts(root) {
            let mut known = facts.program(&gpu, root.procs, part)?;
            compile_stms(part.body(), &mut known, &maker, &mut launches)?;
            facts.asserts = known.asserts;
        }
        let modules = maker.into_modules();
        let signatures = root.funs.iter().map(Signature::new).collect();
        let builtins = Builtins::default();
        let (tracer, stop) = (self.options.tracer.clone(), self.options.stop.clone());
        let profile = self.options.profile;
        let silent = parts(root).flat_map(|part| traces_in_kernels(part.body())).collect();
        let executable =
            VulkanExecutable { signatures, gpu, launches, builtins, facts, tracer, stop, profile, silent, source };
        Ok((executable, modules))
    }
}

/// The error of a vector: programs for Vulkan devices have none, as their invocations are the lanes.
fn no_vectors() -> Error {
    Error::internal("a vector in a program for a device without vectors")
}

impl Backend for Vulkan {
    fn compile(&self, program: &Owned<Lanes>) -> Result<Box<dyn Executable>> {
        let (executable, _) = self.build(program)?;
        Ok(Box::new(executable))
    }
}

/// The labels of the traces in kernels.
fn traces_in_kernels(stms: &[Stm<'_>]) -> Vec<Symbol> {
    let mut labels = Vec::new();
    each_stm(stms, &mut |stm| {
        if stm.is_kernel() {
            each_stm(std::slice::from_ref(stm), &mut |inner| {
                if let Stm::Trace { label, .. } = inner {
                    labels.push(*label);
                }
            });
        }
    });
    labels
}

/// Makes the kernels of host code.
fn compile_stms<'p>(
    stms: &'p [Stm<'p>],
    program: &mut Program<'p>,
    maker: &Maker<'_>,
    launches: &mut Launches,
) -> Result<()> {
    for stm in stms {
        match stm {
            Stm::Tasks { kernel, .. } | Stm::Vectors { kernel, .. } => {
                compile_stms(std::slice::from_ref(*kernel), program, maker, launches)?
            }
            _ if stm.is_kernel() => {
                launches.insert(key(stm), Launch::new(stm, program, maker)?);
            }
            Stm::If { yes, no, .. } => {
                compile_stms(yes, program, maker, launches)?;
                compile_stms(no, program, maker, launches)?;
            }
            Stm::For { body, .. } | Stm::While { body, .. } | Stm::Threads { body, .. } => {
                compile_stms(body, program, maker, launches)?
            }
            _ => {}
        }
    }
    Ok(())
}

/// An entry point or a procedure.
#[derive(Clone, Copy)]
enum HostCode<'p> {
    Entry(&'p Fun<'p>),
    Procedure(&'p Proc<'p>),
}

impl<'p> HostCode<'p> {
    fn body(self) -> &'p [Stm<'p>] {
        match self {
            HostCode::Entry(fun) => fun.body,
            HostCode::Procedure(proc) => proc.body,
        }
    }
}

/// All functions of a program.
fn parts<'p>(program: &languages::lanes::Program<'p>) -> impl Iterator<Item = HostCode<'p>> + use<'p> {
    program.procs.iter().map(HostCode::Procedure).chain(program.funs.iter().map(HostCode::Entry))
}

/// The parts of [`Program`] that a compiled program keeps.
struct Facts {
    asserts: Vec<crate::failure::AssertText>,
    record_words: u64,
}

impl Facts {
    /// Makes failure records large enough for the values that assertions show.
    fn measure(&mut self, part: HostCode<'_>) {
        each_stm(part.body(), &mut |stm| {
            if let Stm::Assert { failure, .. } = stm {
                let shown = failure.message.iter().filter(|part| matches!(part, Part::Show { .. })).count();
                self.record_words = self.record_words.max(2 + shown as u64);
            }
        });
    }

    /// The facts that the kernels of a function are made from.
    fn program<'g>(&mut self, gpu: &'g Gpu, procs: &'g [Proc<'g>], part: HostCode<'_>) -> Result<Program<'g>> {
        let mut scalars = FxHashMap::default();
        let mut memories = FxHashSet::default();
        let mut threads = FxHashSet::default();
        let mut types = Vec::new();
        let (args, params) = match part {
            HostCode::Entry(fun) => (fun.args, &[][..]),
            HostCode::Procedure(proc) => (&[][..], proc.params),
        };
        for param in params {
            match param {
                Slot::ScalarSlot { name, prim, span } => {
                    scalars.insert(*name, *prim);
                    types.push((*prim, *span));
                }
                Slot::MemSlot { name, prim, span } => {
                    memories.insert(*name);
                    types.push((*prim, *span));
                }
            }
        }
        for arg in args {
            match arg {
                Arg::ScalarArg { name, prim, span, .. } => {
                    scalars.insert(*name, *prim);
                    types.push((*prim, *span));
                }
                Arg::ArrayArg { mem, prim, dims, span, .. } => {
                    memories.insert(*mem);
                    types.push((*prim, *span));
                    for dim in *dims {
                        if let ArgDim::Fresh { name, .. } = dim {
                            scalars.insert(*name, languages::prim::PrimType::I64);
                        }
                    }
                }
            }
        }
        each_stm(part.body(), &mut |stm| match stm {
            Stm::Decl { name, prim, .. } => {
                scalars.insert(*name, *prim);
            }
            Stm::DeclMem { name, .. } => {
                memories.insert(*name);
            }
            Stm::Alloc { prim, span, .. } => types.push((*prim, *span)),
            Stm::For { index, .. } => {
                scalars.insert(*index, languages::prim::PrimType::I64);
            }
            Stm::Threads { count, thread, together, .. } => {
                scalars.insert(*together, languages::prim::PrimType::Bool);
                scalars.extend([count, thread].map(|name| (*name, languages::prim::PrimType::I64)));
                threads.insert(*thread);
            }
            _ => {}
        });
        let aliases = Aliases::of(part.body());
        let program = Program {
            features: gpu.features,
            device: &gpu.name,
            asserts: std::mem::take(&mut self.asserts),
            record_words: self.record_words,
            scalars,
            threads,
            memories,
            private: private_classes(part.body(), &aliases),
            aliases,
            procs,
            group_size: if gpu.features.on_processor { 32 } else { 128 },
        };
        for (prim, span) in types {
            program.check_type(prim, span)?;
        }
        Ok(program)
    }
}

/// A program whose kernels are on a device.
struct VulkanExecutable {
    signatures: Vec<Signature>,
    gpu: Arc<Gpu>,
    launches: Launches,
    builtins: Builtins,
    facts: Facts,
    tracer: Tracer,
    stop: Stop,
    /// Whether runs have a profile.
    profile: bool,
    /// The labels of the traces in kernels.
    silent: BTreeSet<Symbol>,
    /// The program. The keys of `launches` are addresses of its statements.
    source: Owned<Lanes>,
}

impl Executable for VulkanExecutable {
    fn entries(&self) -> Vec<EntryInfo> {
        self.signatures.iter().map(|signature| signature.info.clone()).collect()
    }

    fn call(&mut self, entry: &str, args: Vec<Given<'_>>) -> Result<RunOutcome> {
        let (index, signature) = signature::find(&self.signatures, entry)?;
        let args = signature.check(args)?;
        let fun = self.source.root().funs.get(index).ok_or_else(|| Error::internal("an entry point has no code"))?;
        let gpu = self.gpu.clone();
        let procs = self.source.root().procs;
        let mut program = self.facts.program(&gpu, procs, HostCode::Entry(fun))?;
        let launcher = Launcher::new(&gpu, program.group_size, program.record_words)?;
        for label in &self.silent {
            self.tracer.trace(*label, "(computed on the device, which cannot print)");
        }
        let mut host = Host {
            procs,
            launcher,
            program: &mut program,
            builtins: &mut self.builtins,
            launches: &self.launches,
            scalars: FxHashMap::default(),
            memories: FxHashMap::default(),
            unchecked: false,
            tracer: &self.tracer,
            stop: &self.stop,
            recorder: self.profile.then(Recorder::default),
        };
        let outcome = run(&mut host, fun, args);
        drop(host);
        self.facts.asserts = program.asserts;
        outcome
    }
}

/// Runs a function on checked arguments.
fn run(host: &mut Host<'_, '_, '_>, fun: &Fun<'_>, args: Vec<CheckedArg<'_>>) -> Result<RunOutcome> {
    let misfit = || Error::internal("an argument was checked against another parameter");
    for (param, arg) in fun.args.iter().zip(args) {
        match (param, arg) {
            (Arg::ScalarArg { name, .. }, CheckedArg::Scalar(value)) => {
                host.scalars.insert(*name, value);
            }
            (Arg::ArrayArg { mem, prim, dims, .. }, arg) => {
                let (bytes, sizes) = match arg {
                    CheckedArg::Owned(array, sizes) => (array.data.lend().to_bytes(), sizes),
                    CheckedArg::Borrowed(array, sizes) => (array.elements().to_bytes(), sizes),
                    CheckedArg::Scalar(_) => return Err(misfit()),
                };
                let size = prim.size_bytes();
                let block = host.launcher.session.allocate((bytes.len() / size) as i64, size)?;
                host.launcher.session.upload(&block, 0, &bytes)?;
                host.memories.insert(*mem, Some(block));
                let fresh = dims.iter().filter_map(|dim| match dim {
                    ArgDim::Fresh { name, .. } => Some(*name),
                    _ => None,
                });
                host.scalars.extend(fresh.zip(sizes.into_iter().map(PrimValue::I64)));
            }
            (Arg::ScalarArg { .. }, _) => return Err(misfit()),
        }
    }
    host.launcher.session.wait()?;
    let start = Instant::now();
    let results = host.run(fun)?;
    let time = start.elapsed();
    let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    let recorded = host.recorder.take();
    let profile = recorded.map(|Recorder { sites, .. }| Profile { sites: sites.into_values().collect(), time });
    let results = results.into_iter().map(|result| host.fetch(result)).collect::<Result<_>>()?;
    Ok(RunOutcome { results, micros, peak_bytes: host.launcher.session.peak_bytes(), profile })
}
