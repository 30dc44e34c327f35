//! Compiles a program to machine code: one function for each entry point, and several for each kernel.

use std::rc::Rc;

use cranelift_codegen::Context;
use cranelift_codegen::ir::{self, AbiParam, Function, InstBuilder, Signature, Type, UserFuncName, Value, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};
use framework::{Error, Name, Result, Span, Symbol};
use languages::lanes::{Arg, ArgDim, Failure, Fun, Operand, Proc, Program, Res, Slot};
use languages::prim::PrimType;
use rustc_hash::{FxHashMap, FxHashSet};

use super::memory::DATA_OFFSET;
use super::runtime;
use super::trace::TraceText;
use super::translate::Translator;
use super::width::{Level, WideCode, level};
use crate::Width;
use crate::failure::AssertText;
use crate::profile::{Site, Work};
use languages::lanes::facts::{Aliases, private_arrays};

/// The machine code of a program under construction.
pub struct Unit {
    module: JITModule,
    asserts: Vec<AssertText>,
    traces: Vec<TraceText>,
    private: FxHashSet<Name>,
    /// What the profile is about, if there is to be one.
    sites: Option<Vec<Site>>,
    /// The functions for registers of full width.
    wide: WideCode,
    /// The registers that they use, if any.
    pub level: Option<Level>,
    /// The number of kernels whose cost is measured.
    measured: usize,
    /// The loops of the host around the statement that is being compiled.
    pub loops: Vec<Span>,
    /// The aliases in the function that is being compiled.
    pub aliases: Rc<Aliases>,
    /// The variable with the number of the thread, inside of `Threads`.
    pub thread: Option<Name>,
    /// The procedures, with which of their results are blocks. Procedures are called like entry points. A block that is
    /// passed belongs to the caller; a block that is returned comes with a reference.
    pub procedures: FxHashMap<Symbol, (FuncId, Vec<bool>)>,
}

/// An entry point: `(worker, arguments, results)`. Arguments and results are words. A scalar is passed as its bits. An
/// array argument is its block, followed by each size that is bound to a variable. An array result is its block, with a
/// reference for the caller (null if there is no block), followed by all its sizes.
pub type Entry = unsafe extern "C" fn(&mut runtime::Worker<'_>, *const u64, *mut u64) -> u8;

/// Finished machine code.
pub struct Code {
    module: Option<JITModule>,
    /// The functions for registers of full width, which the others call.
    _wide: WideCode,
    entries: Vec<FuncId>,
    /// The program's assertions, by their numbers.
    pub asserts: Vec<AssertText>,
    /// The program's traces, by their numbers.
    pub traces: Vec<TraceText>,
    /// What the profile is about, if there is to be one.
    pub sites: Option<Vec<Site>>,
    /// The number of kernels whose cost is measured.
    pub measured: usize,
}

impl Code {
    /// The code of entry point number `index`.
    pub fn entry(&self, index: usize) -> Option<Entry> {
        let address = self.module.as_ref()?.get_finalized_function(*self.entries.get(index)?);
        // SAFETY: entry points are compiled with the signature of `Entry`; the code lives as long as `self`, and its
        // only caller, `CpuExecutable`, keeps `self`.
        Some(unsafe { std::mem::transmute::<*const u8, Entry>(address) })
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: nothing runs or refers to the code any more, since `entry` is used only during
            // `CpuExecutable::run`, which borrows the owner of `self`.
            unsafe { module.free_memory() };
        }
    }
}

/// Bytes of address space reserved for the machine code of a program. Only used pages take memory.
const CODE_SPACE: usize = 1 << 28;

/// An error of the code generator, which is a bug of ours.
fn internal(error: impl std::fmt::Display) -> Error {
    Error::internal(format!("code generation: {error}"))
}

/// Compiles a program. `profile`: with code that takes the time of its kernels.
pub fn compile(program: &Program<'_>, profile: bool, width: Option<Width>) -> Result<Code> {
    let mut unit = Unit::new(width)?;
    unit.sites = profile.then(Vec::new);
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
    unit.module.finalize_definitions().map_err(internal)?;
    let Unit { module, asserts, traces, sites, measured, mut wide, level, .. } = unit;
    wide.finish(level)?;
    Ok(Code { module: Some(module), _wide: wide, entries, asserts, traces, sites, measured })
}

impl Unit {
    fn new(width: Option<Width>) -> Result<Unit> {
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
        let isa = cranelift_native::builder()
            .map_err(|why| {
                Error::limitation(Span::NONE, format!("the cpu backend has no code for this processor: {why}"))
            })?
            .finish(settings::Flags::new(flags))
            .map_err(internal)?;
        let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
        // All code goes to one region. Functions call each other by 32-bit displacements, but separate mappings may be
        // too far apart, for example on both sides of a large stack.
        builder.memory_provider(Box::new(
            ArenaMemoryProvider::new_with_size(CODE_SPACE).map_err(|error| {
                Error::limitation(Span::NONE, format!("no address space for machine code: {error}"))
            })?,
        ));
        let module = JITModule::new(builder);
        Ok(Unit {
            module,
            asserts: Vec::new(),
            traces: Vec::new(),
            private: FxHashSet::default(),
            sites: None,
            wide: WideCode::default(),
            level: level(width)?,
            measured: 0,
            loops: Vec::new(),
            aliases: Rc::default(),
            thread: None,
            procedures: FxHashMap::default(),
        })
    }

    /// Adds a function for registers of full width. Returns the address where its address will be.
    #[cfg(all(target_arch = "x86_64", unix))]
    pub fn add_wide(&mut self, function: super::x64::ir::Function) -> usize {
        self.wide.add(function)
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
        let mut context = Context::for_function(function);
        tracing::trace!(target: "clif", "{}", context.func);
        self.module.define_function(id, &mut context).map_err(|error| {
            // The debug form of a verifier error lists the violations; its display form does not.
            Error::internal(format!("code generation: {error:?}"))
        })
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
            t.run(runtime::enter as *const u8, &[t.worker]);
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
