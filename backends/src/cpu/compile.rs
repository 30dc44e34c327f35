//! Compiles a program to machine code: one function for each entry point, and several for each kernel.

use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{self, AbiParam, Function, InstBuilder, Signature, Type, UserFuncName, Value, types};
use cranelift_codegen::isa::{OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, ModuleReloc, default_libcall_names};
use framework::{Error, Name, Result, Span, Symbol};
use languages::lanes::{Arg, ArgDim, Failure, Fun, Operand, Proc, Program, Res, Slot};
use languages::prim::PrimType;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::image::{Extent, Image, Region, is_free};
use super::jobs::Jobs;
use super::memory::DATA_OFFSET;
use super::runtime;
use super::trace::TraceText;
use super::translate::{Products, Translator};
use super::width::{Level, WideCode, WideObject, level};
use crate::Width;
use crate::failure::AssertText;
use crate::profile::{Site, Work};
use languages::lanes::facts::{Aliases, private_arrays};

/// The machine code of a program under construction.
pub struct Unit {
    module: JITModule,
    isa: OwnedTargetIsa,
    /// Where its code is.
    extent: Arc<Mutex<Extent>>,
    /// The functions that are being compiled.
    jobs: Jobs<Compiled>,
    asserts: Vec<AssertText>,
    traces: Vec<TraceText>,
    private: FxHashSet<Name>,
    /// What the profile is about, if there is to be one.
    sites: Option<Vec<Site>>,
    /// The number of functions for registers of full width.
    wide: usize,
    /// The registers that they use, if any.
    pub level: Option<Level>,
    /// The number of kernels whose cost is measured.
    measured: usize,
    /// The loops of the host around the statement that is being compiled.
    pub loops: Vec<Span>,
    /// The products of which both words are computed.
    pub products: Products,
    /// The aliases in the function that is being compiled.
    pub aliases: Rc<Aliases>,
    /// The variable with the number of the thread, inside of `Threads`.
    pub thread: Option<Name>,
    /// The procedures, with which of their results are blocks. Procedures are called like entry points. A block that is
    /// passed belongs to the caller; a block that is returned comes with a reference.
    pub procedures: FxHashMap<Symbol, (FuncId, Vec<bool>)>,
}

/// A compiled function.
enum Compiled {
    Narrow(Narrow),
    /// One for registers of full width.
    #[cfg_attr(not(all(target_arch = "x86_64", unix)), expect(dead_code, reason = "there are no such registers"))]
    Wide(WideObject),
}

/// A function that Cranelift has compiled.
struct Narrow {
    id: FuncId,
    code: Vec<u8>,
    alignment: u64,
    relocations: Vec<ModuleReloc>,
    /// Whether the code runs in every process.
    free: bool,
}

/// An entry point: `(worker, arguments, results)`. Arguments and results are words. A scalar is passed as its bits. An
/// array argument is its block, followed by each size that is bound to a variable. An array result is its block, with a
/// reference for the caller (null if there is no block), followed by all its sizes.
pub type Entry = unsafe extern "C" fn(&mut runtime::Worker<'_>, *const u64, *mut u64) -> u8;

/// The machine code of a program, and what else runs need. It does not depend on where it is in memory.
#[derive(Serialize, Deserialize)]
pub struct Object {
    /// Cranelift's code.
    #[serde(skip)]
    pub code: Vec<u8>,
    /// Where entry points start.
    entries: Vec<usize>,
    /// The functions for registers of full width, which that code calls.
    pub wide: WideObject,
    /// Whether the code runs in every process with this binary.
    pub free: bool,
    /// The program's assertions, by their numbers.
    pub asserts: Vec<AssertText>,
    /// The program's traces, by their numbers.
    pub traces: Vec<TraceText>,
    /// The number of kernels whose cost is measured.
    pub measured: usize,
}

/// Machine code that can run.
pub struct Code {
    image: Image,
    entries: Vec<usize>,
    /// The functions for registers of full width, which the others call.
    pub wide: WideCode,
}

impl Code {
    /// Makes the code of a program executable.
    pub fn load(object: &Object) -> Result<Code> {
        let (image, wide) = (Image::new(&object.code)?, WideCode::load(&object.wide)?);
        Ok(Code { image, entries: object.entries.clone(), wide })
    }

    /// The code of entry point number `index`.
    pub fn entry(&self, index: usize) -> Option<Entry> {
        let address = self.image.address(*self.entries.get(index)?)?;
        // SAFETY: entry points are compiled with the signature of `Entry`; the code lives as long as `self`, and its
        // only caller, `CpuExecutable`, keeps `self`.
        Some(unsafe { std::mem::transmute::<*const u8, Entry>(address) })
    }
}

/// An error of the code generator, which is a bug of ours.
fn internal(error: impl std::fmt::Display) -> Error {
    Error::internal(format!("code generation: {error}"))
}

/// Compiles a program. `profile`: with code that takes the time of its kernels. Returns what the profile is about, too.
pub fn compile(program: &Program<'_>, profile: bool, width: Option<Width>) -> Result<(Object, Option<Vec<Site>>)> {
    let mut unit = Unit::new(width)?;
    unit.sites = profile.then(Vec::new);
    unit.products = Products::of(program);
    // All procedures are declared first, since they may call each other.
    for proc in program.procs {
        let id = unit.declare(&[types::I64; 3])?;
        unit.procedures.insert(
            proc.name,
            (id, proc.results.iter().map(|result| matches!(result, Operand::MemOperand { .. })).collect()),
        );
    }
    program.procs.iter().try_for_each(|proc| unit.procedure(proc))?;
    let entries = program.funs.iter().map(|fun| unit.entry(fun)).collect::<Result<Vec<_>>>()?;
    let Unit { mut module, jobs, extent, asserts, traces, sites, measured, .. } = unit;
    let (mut wide, mut free) = (WideObject::default(), true);
    for compiled in jobs.results()? {
        match compiled {
            Compiled::Narrow(Narrow { id, code, alignment, relocations, free: is_free }) => {
                module.define_function_bytes(id, alignment, &code, &relocations).map_err(internal)?;
                free &= is_free;
            }
            Compiled::Wide(object) => wide.append(object),
        }
    }
    module.finalize_definitions().map_err(internal)?;
    let extent = *extent.lock().unwrap_or_else(PoisonError::into_inner);
    let offset = |id: FuncId| module.get_finalized_function(id).addr() - extent.start;
    let entries = entries.into_iter().map(offset).collect();
    // SAFETY: the module is finished, and freed after its code has been copied.
    let code = unsafe { extent.bytes() }.to_vec();
    // SAFETY: nothing refers to the module's own code.
    unsafe { module.free_memory() };
    Ok((Object { code, entries, wide, free, asserts, traces, measured }, sites))
}

/// Compiles a function with Cranelift.
fn narrow(function: Function, id: FuncId, isa: &dyn TargetIsa) -> Result<Narrow> {
    let mut context = Context::for_function(function);
    context.compile(isa, &mut ControlPlane::default()).map_err(|error| {
        // The debug form of a verifier error lists the violations; its display form does not.
        Error::internal(format!("code generation: {:?}", error.inner))
    })?;
    let compiled = context.compiled_code().ok_or_else(|| Error::internal("a function without code"))?;
    let relocations = compiled.buffer.relocs().iter();
    let relocations: Vec<_> =
        relocations.map(|relocation| ModuleReloc::from_mach_reloc(relocation, &context.func, id)).collect();
    Ok(Narrow {
        id,
        code: compiled.code_buffer().to_vec(),
        alignment: compiled.buffer.alignment.into(),
        free: is_free(&relocations)?,
        relocations,
    })
}

/// The processor that code is for, with the settings of Cranelift.
pub fn isa() -> Result<OwnedTargetIsa> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", "speed"),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
        ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
    ] {
        flags.set(name, value).map_err(internal)?;
    }
    cranelift_native::builder()
        .map_err(|why| Error::limitation(Span::NONE, format!("the cpu backend has no code for this processor: {why}")))?
        .finish(settings::Flags::new(flags))
        .map_err(internal)
}

impl Unit {
    fn new(width: Option<Width>) -> Result<Unit> {
        let isa = isa()?;
        let mut builder = JITBuilder::with_isa(isa.clone(), default_libcall_names());
        let (region, extent) = Region::new()?;
        builder.memory_provider(Box::new(region));
        let module = JITModule::new(builder);
        Ok(Unit {
            module,
            isa,
            extent,
            jobs: Jobs::new(super::default_threads()),
            asserts: Vec::new(),
            traces: Vec::new(),
            private: FxHashSet::default(),
            sites: None,
            wide: 0,
            level: level(width)?,
            measured: 0,
            loops: Vec::new(),
            products: Products::default(),
            aliases: Rc::default(),
            thread: None,
            procedures: FxHashMap::default(),
        })
    }

    /// Compiles a function for registers of full width. Returns its number.
    #[cfg(all(target_arch = "x86_64", unix))]
    pub fn add_wide(&mut self, function: super::x64::ir::Function, level: Level) -> usize {
        tracing::trace!(target: "x64", "{function}");
        self.jobs.give(move || super::x64::compile(function, level).map(Compiled::Wide));
        self.wide += 1;
        self.wide - 1
    }

    /// Numbers an assertion.
    pub fn add_assert(&mut self, failure: &Failure<'_>) -> usize {
        self.asserts.push(AssertText::new(failure));
        self.asserts.len() - 1
    }

    /// Numbers a trace.
    pub fn add_trace(&mut self, text: TraceText) -> usize {
        self.traces.push(text);
        self.traces.len() - 1
    }

    /// Numbers a site of the profile, if there is to be one.
    pub fn add_site(&mut self, work: Work, span: Span) -> Option<usize> {
        let sites = self.sites.as_mut()?;
        sites.push(Site::new(work, span, self.loops.clone()));
        Some(sites.len() - 1)
    }

    /// Numbers a kernel whose cost is measured, from 1 on.
    pub fn add_measured(&mut self) -> i64 {
        self.measured += 1;
        self.measured as i64
    }

    /// Whether a memory variable only denotes thread-private arrays.
    pub fn is_private(&self, name: Name) -> bool {
        self.private.contains(&name)
    }

    /// A reference to a compiled function for use in another.
    pub fn reference(&mut self, function: FuncId, user: &mut Function) -> ir::FuncRef {
        self.module.declare_func_in_func(function, user)
    }

    /// Compiles a function that returns a status. Its first parameter is the worker. `build` receives all parameters.
    pub fn define(
        &mut self,
        params: &[Type],
        in_kernel: bool,
        build: impl FnOnce(&mut Translator<'_>, &[Value]) -> Result<()>,
    ) -> Result<FuncId> {
        let id = self.declare(params)?;
        self.define_as(id, in_kernel, build)?;
        Ok(id)
    }

    fn signature(&self, params: &[Type]) -> Signature {
        let mut signature = Signature::new(self.module.isa().default_call_conv());
        signature.params.extend(params.iter().map(|&ty| AbiParam::new(ty)));
        signature.returns.push(AbiParam::new(types::I8));
        signature
    }

    /// Declares a function that returns a status, to be defined later.
    fn declare(&mut self, params: &[Type]) -> Result<FuncId> {
        let signature = self.signature(params);
        self.module.declare_anonymous_function(&signature).map_err(internal)
    }

    fn define_as(
        &mut self,
        id: FuncId,
        in_kernel: bool,
        build: impl FnOnce(&mut Translator<'_>, &[Value]) -> Result<()>,
    ) -> Result<()> {
        let signature = self.module.declarations().get_function_decl(id).signature.clone();
        let config = self.module.target_config();
        let mut function = Function::with_name_signature(UserFuncName::user(0, id.as_u32()), signature);
        let mut builder_context = FunctionBuilderContext::new();
        let mut builder = FunctionBuilder::new(&mut function, &mut builder_context);
        let block = builder.create_block();
        builder.append_block_params_for_function_params(block);
        builder.switch_to_block(block);
        builder.seal_block(block);
        let args = builder.block_params(block).to_vec();
        let mut translator = Translator::new(builder, self, args[0], in_kernel);
        build(&mut translator, &args)?;
        translator.leave(runtime::OK);
        translator.b.finalize(config);
        tracing::trace!(target: "clif", "{function}");
        let isa = self.isa.clone();
        self.jobs.give(move || narrow(function, id, &*isa).map(Compiled::Narrow));
        Ok(())
    }

    /// Compiles a procedure.
    fn procedure(&mut self, proc: &Proc<'_>) -> Result<()> {
        let Some((id, _)) = self.procedures.get(&proc.name) else {
            return Err(Error::internal(format!("`{}` is not declared", proc.name)));
        };
        let id = *id;
        self.private = private_arrays(proc.body);
        self.aliases = Rc::new(Aliases::of(proc.body));
        self.define_as(id, false, |t, args| {
            t.begin_procedure(proc.body);
            for (i, param) in proc.params.iter().enumerate() {
                let offset = 8 * i as i32;
                match param {
                    Slot::ScalarSlot { name, prim, .. } => {
                        let value = t.load(*prim, args[1], offset);
                        t.bind(*name, *prim, value);
                    }
                    Slot::MemSlot { name, .. } => {
                        let block = t.load(PrimType::I64, args[1], offset);
                        t.bind_passed(*name, block)?;
                    }
                }
            }
            t.scoped(proc.body, |t| {
                let words = t.operands(proc.results, true)?;
                t.store_words(&words, args[2]);
                Ok(())
            })
        })
    }

    /// Compiles an entry point.
    fn entry(&mut self, fun: &Fun<'_>) -> Result<FuncId> {
        self.private = private_arrays(fun.body);
        self.aliases = Rc::new(Aliases::of(fun.body));
        self.define(&[types::I64; 3], false, |t, args| {
            let mut offset = 0;
            let mut next = |t: &mut Translator<'_>, prim: PrimType| {
                let value = t.load(prim, args[1], offset);
                offset += 8;
                value
            };
            for arg in fun.args {
                match arg {
                    Arg::ScalarArg { name, prim, .. } => {
                        let value = next(t, *prim);
                        t.bind(*name, *prim, value);
                    }
                    Arg::ArrayArg { mem, dims, .. } => {
                        let block = next(t, PrimType::I64);
                        let address = t.b.ins().load(types::I64, super::translate::ACCESS, block, DATA_OFFSET);
                        t.bind_block(*mem, block, address);
                        for dim in *dims {
                            if let ArgDim::Fresh { name, .. } = dim {
                                let size = next(t, PrimType::I64);
                                t.bind(*name, PrimType::I64, size);
                            }
                        }
                    }
                }
            }
            t.scoped(fun.body, |t| {
                let mut words = Vec::new();
                for result in fun.results {
                    match result {
                        Res::ScalarRes { value, .. } => words.push(t.exp(value)?),
                        Res::ArrayRes { mem, dims, .. } => {
                            let memory = t.memory(*mem)?;
                            let block = match memory.block {
                                Some(block) => t.b.use_var(block),
                                None => t.b.ins().iconst(types::I64, 0),
                            };
                            t.retain(block)?;
                            words.push(block);
                            words.extend(t.exps(dims)?);
                        }
                    }
                }
                t.store_words(&words, args[2]);
                Ok(())
            })
        })
    }
}
