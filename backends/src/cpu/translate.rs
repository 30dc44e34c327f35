//! Statements and expressions of IMP as Cranelift code.
//!
//! Scalar variables are Cranelift variables, which become SSA values; a memory variable is two of them, the block it
//! denotes and the address of the block's first element. The block is null where nothing is to be counted: for bottom, for
//! thread-private arrays on the stack, and in kernels for blocks of the surroundings, which outlive the kernel.
//! Kernel statements in host code become functions of their own (`kernels.rs`); inside a kernel they become loops.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value, types};
use cranelift_frontend::{FunctionBuilder, Variable};
use framework::{Error, Name, Result};
use languages::imp::{Dim, Exp, Layout, Op, Operand, Part, ScalarParam, Stm, Totals};
use languages::prim::{PrimType, PrimValue};
use rustc_hash::FxHashMap;

use super::compile::Unit;
use super::kinds::Kinds;
use super::lanes::{LANES, Lanes};
use super::memory::{DATA_OFFSET, REFERENCES_OFFSET};
use super::{ops, runtime};
use crate::analysis::{commutes, cost};

/// A scalar variable.
#[derive(Clone, Copy)]
pub struct Scalar {
    /// The register.
    pub variable: Variable,
    /// Its type.
    pub prim: PrimType,
}

/// A memory variable.
#[derive(Clone, Copy)]
pub struct Memory {
    /// The block; `None` if the variable never denotes a block that is counted.
    pub block: Option<Variable>,
    /// Address of element 0.
    pub base: Variable,
}

/// Bodies up to this cost are unrolled: in reductions with several accumulators, and in histograms.
const UNROLL_COST: u64 = 40;
/// Elements that an iteration of a simple histogram's loop adds.
const UNROLLED: i64 = 4;
/// Accumulators of a reduction with a simple operator.
const ACCUMULATORS: usize = 4;

/// Translates one function.
pub struct Translator<'t> {
    /// The code under construction.
    pub b: FunctionBuilder<'t>,
    /// The program that the function belongs to.
    pub unit: &'t mut Unit,
    /// The worker, which every function is given.
    pub worker: Value,
    /// Whether this is a kernel.
    pub in_kernel: bool,
    scalars: FxHashMap<Name, Scalar>,
    memories: FxHashMap<Name, Memory>,
    /// The memory variables of each open scope.
    scopes: Vec<Vec<Name>>,
}

/// Flags of every access to memory of the program: it exists, so the access does not trap; it may be unaligned in an
/// argument's buffer.
pub const ACCESS: MemFlagsData = MemFlagsData::new().with_notrap();

impl<'t> Translator<'t> {
    /// Starts a function whose parameters are on `b`'s current block, the worker first.
    pub fn new(b: FunctionBuilder<'t>, unit: &'t mut Unit, worker: Value, in_kernel: bool) -> Translator<'t> {
        Translator {
            b,
            unit,
            worker,
            in_kernel,
            scalars: FxHashMap::default(),
            memories: FxHashMap::default(),
            scopes: vec![Vec::new()],
        }
    }

    // ----- variables -----

    /// Declares a scalar variable with a value.
    pub fn bind(&mut self, name: Name, prim: PrimType, value: Value) {
        let variable = self.b.declare_var(ops::register_type(prim));
        self.b.def_var(variable, value);
        self.scalars.insert(name, Scalar { variable, prim });
    }

    /// Declares the parameters of an operator, or the results of a scan, with their values.
    pub fn bind_params(&mut self, params: &[ScalarParam], values: &[Value]) {
        for (param, &value) in params.iter().zip(values) {
            self.bind(param.name, param.prim, value);
        }
    }

    /// Declares a memory variable that is never counted.
    pub fn bind_borrowed(&mut self, name: Name, address: Value) {
        let base = self.b.declare_var(types::I64);
        self.b.def_var(base, address);
        self.memories.insert(name, Memory { block: None, base });
    }

    /// Declares a memory variable that denotes a block, or nothing if `block` is null.
    pub fn bind_block(&mut self, name: Name, block: Value, address: Value) {
        let base = self.b.declare_var(types::I64);
        self.b.def_var(base, address);
        let variable = self.b.declare_var(types::I64);
        self.b.def_var(variable, block);
        self.memories.insert(name, Memory { block: Some(variable), base });
    }

    /// The scalar variable of a name.
    pub fn scalar(&self, name: Name) -> Result<Scalar> {
        self.scalars.get(&name).copied().ok_or_else(|| Error::internal(format!("scalar {name} is not in scope")))
    }

    /// The memory variable of a name.
    pub fn memory(&self, name: Name) -> Result<Memory> {
        self.memories.get(&name).copied().ok_or_else(|| Error::internal(format!("memory {name} is not in scope")))
    }

    /// The scalar or memory that a name denotes, if either.
    pub fn lookup(&self, name: Name) -> (Option<Scalar>, Option<Memory>) {
        (self.scalars.get(&name).copied(), self.memories.get(&name).copied())
    }

    fn assign(&mut self, name: Name, value: Value) -> Result<()> {
        let scalar = self.scalar(name)?;
        self.b.def_var(scalar.variable, value);
        Ok(())
    }

    // ----- expressions -----

    /// The value of an expression.
    pub fn exp(&mut self, exp: &Exp<'_>) -> Result<Value> {
        Ok(match exp {
            Exp::Const { value, .. } => ops::constant(&mut self.b, *value),
            Exp::Var { name, .. } => {
                let scalar = self.scalar(*name)?;
                self.b.use_var(scalar.variable)
            }
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                let (x, y) = (self.exp(lhs)?, self.exp(rhs)?);
                ops::binary(&mut self.b, *op, *prim, x, y)
            }
            Exp::Un { op, prim, arg, .. } => {
                let x = self.exp(arg)?;
                ops::unary(&mut self.b, *op, *prim, x)
            }
            Exp::Tri { op, prim, a, b, c, .. } => {
                let (x, y, z) = (self.exp(a)?, self.exp(b)?, self.exp(c)?);
                ops::ternary(&mut self.b, *op, *prim, x, y, z)
            }
            Exp::Convert { from, to, arg, .. } => {
                let x = self.exp(arg)?;
                ops::convert(&mut self.b, *from, *to, x)
            }
            Exp::Select { cond, yes, no, .. } => {
                let cond = self.exp(cond)?;
                let (yes, no) = (self.exp(yes)?, self.exp(no)?);
                self.b.ins().select(cond, yes, no)
            }
        })
    }

    /// The values of expressions.
    pub fn exps(&mut self, exps: &[Exp<'_>]) -> Result<Vec<Value>> {
        exps.iter().map(|exp| self.exp(exp)).collect()
    }

    /// The address of an element.
    pub fn element(&mut self, memory: Memory, prim: PrimType, index: &Exp<'_>) -> Result<Value> {
        let base = self.b.use_var(memory.base);
        let index = self.exp(index)?;
        Ok(self.offset(base, index, prim))
    }

    /// The address `count` elements after `base`.
    pub fn offset(&mut self, base: Value, count: Value, prim: PrimType) -> Value {
        let shift = prim.size_bytes().trailing_zeros();
        let bytes = if shift == 0 { count } else { self.b.ins().ishl_imm_u(count, i64::from(shift)) };
        self.b.ins().iadd(base, bytes)
    }

    /// Loads a value of a primitive type.
    pub fn load(&mut self, prim: PrimType, address: Value, offset: i32) -> Value {
        self.b.ins().load(ops::register_type(prim), ACCESS, address, offset)
    }

    /// Stores a value.
    pub fn store(&mut self, value: Value, address: Value, offset: i32) {
        self.b.ins().store(ACCESS, value, address, offset);
    }

    // ----- control -----

    /// Leaves the function with a status if `failed` is not 0.
    pub fn leave_if(&mut self, failed: Value) {
        let (leave, go_on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(leave);
        self.b.ins().brif(failed, leave, &[], go_on, &[]);
        self.b.switch_to_block(leave);
        self.b.seal_block(leave);
        self.leave(runtime::FAILED);
        self.b.switch_to_block(go_on);
        self.b.seal_block(go_on);
    }

    /// Leaves the function with a status.
    pub fn leave(&mut self, status: u8) {
        let status = self.b.ins().iconst(types::I8, i64::from(status));
        self.b.ins().return_(&[status]);
    }

    /// Code for where a condition holds and where not.
    pub fn branch(
        &mut self,
        cond: Value,
        yes: impl FnOnce(&mut Self) -> Result<()>,
        no: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let (then, otherwise, join) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().brif(cond, then, &[], otherwise, &[]);
        self.b.switch_to_block(then);
        self.b.seal_block(then);
        yes(self)?;
        self.b.ins().jump(join, &[]);
        self.b.switch_to_block(otherwise);
        self.b.seal_block(otherwise);
        no(self)?;
        self.b.ins().jump(join, &[]);
        self.b.switch_to_block(join);
        self.b.seal_block(join);
        Ok(())
    }

    /// A loop from `low` to `high - 1` in steps of `step`; leaves out a last incomplete step. Returns the first index
    /// that was not done.
    pub fn count_loop(
        &mut self,
        low: Value,
        high: Value,
        step: i64,
        body: impl FnOnce(&mut Self, Value) -> Result<()>,
    ) -> Result<Value> {
        // The loop is entered at its test once and then ends with it: one branch an iteration.
        let (head, exit) = (self.b.create_block(), self.b.create_block());
        let index = self.b.append_block_param(head, types::I64);
        let end = self.b.append_block_param(exit, types::I64);
        let last = if step == 1 { high } else { self.b.ins().iadd_imm_s(high, 1 - step) };
        let enter = self.b.ins().icmp(IntCC::SignedLessThan, low, last);
        self.b.ins().brif(enter, head, &[BlockArg::Value(low)], exit, &[BlockArg::Value(low)]);
        self.b.switch_to_block(head);
        body(self, index)?;
        let next = self.b.ins().iadd_imm_s(index, step);
        let again = self.b.ins().icmp(IntCC::SignedLessThan, next, last);
        self.b.ins().brif(again, head, &[BlockArg::Value(next)], exit, &[BlockArg::Value(next)]);
        self.b.seal_block(head);
        self.b.switch_to_block(exit);
        self.b.seal_block(exit);
        Ok(end)
    }

    /// Declares a memory variable without a block. Returns whether it must be released at the end of its scope.
    pub fn declare_memory(&mut self, name: Name) -> bool {
        let null = self.b.ins().iconst(types::I64, 0);
        let private = self.unit.is_private(name);
        if private {
            self.bind_borrowed(name, null);
        } else {
            self.bind_block(name, null, null);
        }
        !private
    }

    /// Runs statements, then `last` while their variables are in scope, then gives up what they declared.
    pub fn scoped<R>(&mut self, stms: &[Stm<'_>], last: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        self.scopes.push(Vec::new());
        for stm in stms {
            self.stm(stm)?;
        }
        let result = last(self)?;
        for name in self.scopes.pop().unwrap_or_default() {
            let memory = self.memory(name)?;
            self.release(memory)?;
        }
        Ok(result)
    }

    /// Runs statements in a scope of their own.
    pub fn stms(&mut self, stms: &[Stm<'_>]) -> Result<()> {
        self.scoped(stms, |_| Ok(()))
    }

    // ----- memory -----

    /// Gives up the block of a memory variable.
    pub fn release(&mut self, memory: Memory) -> Result<()> {
        let Some(block) = memory.block else { return Ok(()) };
        let block = self.b.use_var(block);
        self.branch(
            block,
            |t| {
                let args = [t.worker, block];
                ops::call(&mut t.b, runtime::release as *const u8, &[types::I64; 2], None, &args);
                Ok(())
            },
            |_| Ok(()),
        )
    }

    /// Adds a reference to a block, unless it is null.
    pub fn retain(&mut self, block: Value) -> Result<()> {
        self.branch(
            block,
            |t| {
                let count = t.b.ins().load(types::I64, ACCESS, block, REFERENCES_OFFSET);
                let count = t.b.ins().iadd_imm_s(count, 1);
                t.b.ins().store(ACCESS, count, block, REFERENCES_OFFSET);
                Ok(())
            },
            |_| Ok(()),
        )
    }

    /// Room for `words` 8-byte words on the stack.
    pub fn stack_words(&mut self, words: usize) -> Value {
        let size = (words.max(1) * 8) as u32;
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size, 4));
        self.b.ins().stack_addr(types::I64, slot, 0)
    }

    /// Stores values in consecutive words.
    pub fn store_words(&mut self, values: &[Value], address: Value) {
        for (i, &value) in values.iter().enumerate() {
            self.store(value, address, 8 * i as i32);
        }
    }

    /// Declares a memory variable for a block that belongs to the caller, or for nothing if `block` is null.
    pub fn bind_passed(&mut self, name: Name, block: Value) -> Result<()> {
        let null = self.b.ins().iconst(types::I64, 0);
        self.bind_block(name, block, null);
        let memory = self.memory(name)?;
        self.find_data(memory, block)
    }

    /// Lets a memory variable know where the data of its block is, if it has one.
    fn find_data(&mut self, memory: Memory, block: Value) -> Result<()> {
        self.branch(
            block,
            |t| {
                let address = t.b.ins().load(types::I64, ACCESS, block, DATA_OFFSET);
                t.b.def_var(memory.base, address);
                Ok(())
            },
            |_| Ok(()),
        )
    }

    /// What is passed to a procedure or given back, as words: blocks that are given back with a reference.
    pub fn operands(&mut self, operands: &[Operand<'_>], give: bool) -> Result<Vec<Value>> {
        let mut words = Vec::new();
        for operand in operands {
            words.push(match operand {
                Operand::ScalarOperand { value, .. } => self.exp(value)?,
                Operand::MemOperand { mem, .. } => {
                    let block = match self.memory(*mem)?.block {
                        Some(block) => self.b.use_var(block),
                        None => self.b.ins().iconst(types::I64, 0),
                    };
                    if give {
                        self.retain(block)?;
                    }
                    block
                }
            });
        }
        Ok(words)
    }

    fn call_procedure(&mut self, proc: framework::Symbol, args: &[Operand<'_>], targets: &[Name]) -> Result<()> {
        let Some((id, blocks)) = self.unit.procedures.get(&proc).cloned() else {
            return Err(Error::internal(format!("there is no procedure `{proc}`")));
        };
        let words = self.operands(args, false)?;
        let passed = self.stack_words(words.len());
        self.store_words(&words, passed);
        let results = self.stack_words(targets.len());
        let callee = self.unit.reference(id, self.b.func);
        let call = self.b.ins().call(callee, &[self.worker, passed, results]);
        let status = self.b.inst_results(call).first().copied();
        let status = status.ok_or_else(|| Error::internal("a procedure has no status"))?;
        self.leave_if(status);
        for (i, (target, is_block)) in targets.iter().zip(blocks).enumerate() {
            let offset = 8 * i as i32;
            if !is_block {
                let prim = self.scalar(*target)?.prim;
                let value = self.load(prim, results, offset);
                self.assign(*target, value)?;
                continue;
            }
            let block = self.load(PrimType::I64, results, offset);
            let memory = self.memory(*target)?;
            self.release(memory)?;
            if let Some(variable) = memory.block {
                self.b.def_var(variable, block);
            }
            self.find_data(memory, block)?;
        }
        Ok(())
    }

    fn alloc(&mut self, name: Name, prim: PrimType, count: &Exp<'_>) -> Result<()> {
        let count = self.exp(count)?;
        self.alloc_value(name, prim, count, 1)
    }

    /// Gives a memory variable a fresh block of `times * count` elements.
    pub fn alloc_value(&mut self, name: Name, prim: PrimType, count: Value, times: i64) -> Result<()> {
        let memory = self.memory(name)?;
        let Some(variable) = memory.block else {
            // A thread-private array: the analysis made sure that the count is a small constant.
            let count = ops::known_integer(&self.b, count).unwrap_or(0) * times;
            let bytes = count.max(1) as u32 * prim.size_bytes() as u32;
            let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 5));
            let address = self.b.ins().stack_addr(types::I64, slot, 0);
            self.b.def_var(memory.base, address);
            return Ok(());
        };
        let count = if times == 1 { count } else { self.b.ins().imul_imm_s(count, times) };
        // What the variable denoted before is not needed for the new block: its memory may be used again.
        self.release(memory)?;
        let zero = self.b.ins().iconst(types::I64, 0);
        self.b.def_var(variable, zero);
        let code = self.b.ins().iconst(types::I32, prim as i64);
        let params = [types::I64, types::I32, types::I64];
        let args = [self.worker, code, count];
        let block = ops::call_value(&mut self.b, runtime::allocate as *const u8, &params, types::I64, &args);
        let failed = self.b.ins().icmp_imm_s(IntCC::Equal, block, 0);
        self.leave_if(failed);
        let address = self.b.ins().load(types::I64, ACCESS, block, DATA_OFFSET);
        self.b.def_var(variable, block);
        self.b.def_var(memory.base, address);
        Ok(())
    }

    /// Makes a memory variable denote the block of another.
    pub fn assign_memory(&mut self, name: Name, from: Name) -> Result<()> {
        let (to, from) = (self.memory(name)?, self.memory(from)?);
        let address = self.b.use_var(from.base);
        let block = match from.block {
            Some(block) => self.b.use_var(block),
            None => self.b.ins().iconst(types::I64, 0),
        };
        if let Some(variable) = to.block {
            self.retain(block)?;
            self.release(to)?;
            self.b.def_var(variable, block);
        }
        self.b.def_var(to.base, address);
        Ok(())
    }

    fn copy(
        &mut self,
        prim: PrimType,
        dst: Name,
        dst_layout: &Layout<'_>,
        src: Name,
        src_layout: &Layout<'_>,
    ) -> Result<()> {
        let (dst, src) = (self.memory(dst)?, self.memory(src)?);
        let to = self.element(dst, prim, dst_layout.offset)?;
        let from = self.element(src, prim, src_layout.offset)?;
        let rank = dst_layout.dims.len();
        if rank == 0 {
            let value = self.load(prim, from, 0);
            self.store(value, to, 0);
            return Ok(());
        }
        let mut extents = Vec::with_capacity(rank);
        for (d, s) in dst_layout.dims.iter().zip(src_layout.dims) {
            extents.push([self.exp(d.count)?, self.exp(d.stride)?, self.exp(s.stride)?]);
        }
        if rank == 1 && self.in_kernel {
            // Short copies are frequent in kernels: a loop costs less than a call.
            let [count, to_stride, from_stride] = extents[0];
            let zero = self.b.ins().iconst(types::I64, 0);
            self.count_loop(zero, count, 1, |t, i| {
                let (at_to, at_from) = (t.b.ins().imul(i, to_stride), t.b.ins().imul(i, from_stride));
                let (to, from) = (t.offset(to, at_to, prim), t.offset(from, at_from, prim));
                let value = t.load(prim, from, 0);
                t.store(value, to, 0);
                Ok(())
            })?;
            return Ok(());
        }
        let words = self.stack_words(3 * rank);
        let values: Vec<Value> = extents.into_iter().flatten().collect();
        self.store_words(&values, words);
        let size = self.b.ins().iconst(types::I64, prim.size_bytes() as i64);
        let rank = self.b.ins().iconst(types::I64, rank as i64);
        let threaded = self.b.ins().iconst(types::I32, i64::from(!self.in_kernel));
        let params = [types::I64, types::I64, types::I64, types::I64, types::I64, types::I64, types::I32];
        let args = [self.worker, to, from, size, words, rank, threaded];
        ops::call(&mut self.b, runtime::copy as *const u8, &params, None, &args);
        Ok(())
    }

    // ----- statements -----

    fn assert(&mut self, cond: &Exp<'_>, message: &[Part<'_>], trace: &[framework::Symbol]) -> Result<()> {
        let id = self.unit.add_assert(message, trace);
        let cond = self.exp(cond)?;
        let (fails, holds) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(fails);
        self.b.ins().brif(cond, holds, &[], fails, &[]);
        self.b.switch_to_block(fails);
        self.b.seal_block(fails);
        let mut shown = Vec::new();
        for part in message {
            if let Part::Show { value, prim, .. } = part {
                let value = self.exp(value)?;
                shown.push(ops::to_bits(&mut self.b, *prim, value));
            }
        }
        let words = self.stack_words(shown.len());
        self.store_words(&shown, words);
        let id = self.b.ins().iconst(types::I64, id as i64);
        let args = [self.worker, id, words];
        ops::call(&mut self.b, runtime::fail as *const u8, &[types::I64; 3], None, &args);
        self.leave(runtime::FAILED);
        self.b.switch_to_block(holds);
        self.b.seal_block(holds);
        Ok(())
    }

    fn stm(&mut self, stm: &Stm<'_>) -> Result<()> {
        match stm {
            Stm::Decl { name, prim, .. } => {
                let zero = ops::constant(&mut self.b, PrimValue::zero(*prim));
                self.bind(*name, *prim, zero);
            }
            Stm::DeclMem { name, .. } => {
                if self.declare_memory(*name)
                    && let Some(scope) = self.scopes.last_mut()
                {
                    scope.push(*name);
                }
            }
            Stm::Assign { name, value, .. } => {
                let value = self.exp(value)?;
                self.assign(*name, value)?;
            }
            Stm::AssignMem { name, from, .. } => self.assign_memory(*name, *from)?,
            Stm::Alloc { name, prim, count, .. } => self.alloc(*name, *prim, count)?,
            Stm::Call { proc, args, targets, .. } => self.call_procedure(*proc, args, targets)?,
            Stm::Read { name, mem, prim, index, .. } => {
                let memory = self.memory(*mem)?;
                let address = self.element(memory, *prim, index)?;
                let value = self.load(*prim, address, 0);
                self.assign(*name, value)?;
            }
            Stm::Write { mem, prim, index, value, .. } => {
                let memory = self.memory(*mem)?;
                let address = self.element(memory, *prim, index)?;
                let value = self.exp(value)?;
                self.store(value, address, 0);
            }
            Stm::Copy { prim, dst, dst_layout, src, src_layout, .. } => {
                self.copy(*prim, *dst, dst_layout, *src, src_layout)?;
            }
            Stm::If { cond, yes, no, .. } => {
                let cond = self.exp(cond)?;
                self.branch(cond, |t| t.stms(yes), |t| t.stms(no))?;
            }
            Stm::For { index, bound, body, .. } => {
                let zero = self.b.ins().iconst(types::I64, 0);
                let bound = self.exp(bound)?;
                self.count_loop(zero, bound, 1, |t, i| {
                    t.bind(*index, PrimType::I64, i);
                    t.stms(body)
                })?;
            }
            Stm::While { cond, body, .. } => self.while_loop(cond, body)?,
            Stm::Assert { cond, message, trace, .. } => self.assert(cond, message, trace)?,
            Stm::Parallel { .. } | Stm::Reduce { .. } | Stm::Scan { .. } | Stm::Hist { .. } if !self.in_kernel => {
                self.launch(stm)?;
            }
            Stm::Parallel { space, body, .. } => self.sequential_space(space, body)?,
            Stm::Reduce { dim, body, values, op, neutral, comm, targets, .. } => {
                let (low, high) = self.range(dim)?;
                let start = self.exps(neutral)?;
                let results = self.reduce_loop(dim, low, high, &start, &start, body, values, op, *comm)?;
                for (target, value) in targets.iter().zip(results) {
                    self.assign(*target, value)?;
                }
            }
            Stm::Scan { dim, body, values, op, neutral, outs, after, totals, .. } => {
                let (low, high) = self.range(dim)?;
                let start = self.exps(neutral)?;
                let (_, results) = self.scan_loop(dim, low, high, &start, body, values, op, outs, after, totals)?;
                for (target, value) in totals.targets.iter().zip(results) {
                    self.assign(*target, value)?;
                }
            }
            Stm::Hist { dim, body, bin, values, width, op, mems, offsets, .. } => {
                let (low, high) = self.range(dim)?;
                let width = self.exp(width)?;
                let mut histograms = Vec::new();
                for ((mem, offset), param) in mems.iter().zip(*offsets).zip(op.lhs) {
                    let memory = self.memory(*mem)?;
                    histograms.push((self.element(memory, param.prim, offset)?, param.prim));
                }
                self.hist_loop(dim, low, high, body, bin, values, width, op, &histograms)?;
            }
        }
        Ok(())
    }

    fn while_loop(&mut self, cond: &Exp<'_>, body: &[Stm<'_>]) -> Result<()> {
        let (head, exit) = (self.b.create_block(), self.b.create_block());
        let first = self.exp(cond)?;
        self.b.ins().brif(first, head, &[], exit, &[]);
        self.b.switch_to_block(head);
        self.stms(body)?;
        let again = self.exp(cond)?;
        self.b.ins().brif(again, head, &[], exit, &[]);
        self.b.seal_block(head);
        self.b.switch_to_block(exit);
        self.b.seal_block(exit);
        Ok(())
    }

    /// The bounds of a whole dimension: 0 and its count.
    fn range(&mut self, dim: &Dim<'_>) -> Result<(Value, Value)> {
        let low = self.b.ins().iconst(types::I64, 0);
        Ok((low, self.exp(dim.count)?))
    }

    /// Nested loops over a space.
    fn sequential_space(&mut self, space: &[Dim<'_>], body: &[Stm<'_>]) -> Result<()> {
        let Some((dim, rest)) = space.split_first() else { return self.stms(body) };
        let (low, high) = self.range(dim)?;
        self.count_loop(low, high, 1, |t, i| {
            t.bind(dim.index, PrimType::I64, i);
            t.sequential_space(rest, body)
        })?;
        Ok(())
    }

    /// Applies an operator.
    pub fn apply(&mut self, op: &Op<'_>, lhs: &[Value], rhs: &[Value]) -> Result<Vec<Value>> {
        self.bind_params(op.lhs, lhs);
        self.bind_params(op.rhs, rhs);
        self.scoped(op.body, |t| t.exps(op.results))
    }

    /// Accumulators in variables, which start with the given values.
    fn accumulators(&mut self, op: &Op<'_>, start: &[Value]) -> Vec<Variable> {
        let mut variables = Vec::with_capacity(start.len());
        for (param, &value) in op.lhs.iter().zip(start) {
            let variable = self.b.declare_var(ops::register_type(param.prim));
            self.b.def_var(variable, value);
            variables.push(variable);
        }
        variables
    }

    fn use_all(&mut self, variables: &[Variable]) -> Vec<Value> {
        variables.iter().map(|&variable| self.b.use_var(variable)).collect()
    }

    /// `accumulators := op(accumulators, values)` for index `i`.
    fn reduce_step(
        &mut self,
        dim: &Dim<'_>,
        index: Value,
        accumulators: &[Variable],
        body: &[Stm<'_>],
        values: &[Exp<'_>],
        op: &Op<'_>,
    ) -> Result<()> {
        self.bind(dim.index, PrimType::I64, index);
        self.scoped(body, |t| {
            let values = t.exps(values)?;
            let left = t.use_all(accumulators);
            let results = t.apply(op, &left, &values)?;
            for (&variable, value) in accumulators.iter().zip(results) {
                t.b.def_var(variable, value);
            }
            Ok(())
        })
    }

    /// Reduces a range from `start` (`neutral` starts further accumulators); the result's values.
    #[expect(clippy::too_many_arguments, reason = "the parts of a reduction")]
    pub fn reduce_loop(
        &mut self,
        dim: &Dim<'_>,
        low: Value,
        high: Value,
        start: &[Value],
        neutral: &[Value],
        body: &[Stm<'_>],
        values: &[Exp<'_>],
        op: &Op<'_>,
        comm: bool,
    ) -> Result<Vec<Value>> {
        let first = self.accumulators(op, start);
        let mut low = low;
        let aliases = self.unit.aliases.clone();
        let kinds = if comm || commutes(op) { Kinds::of(dim.index, body, values, Some(op), &aliases) } else { None };
        if let Some(kinds) = kinds {
            let accumulators = self.lane_accumulators(op, neutral);
            low = self.count_loop(low, high, LANES, |t, index| {
                Lanes::new(t, &kinds, dim.index, index).reduce_step(body, values, op, &accumulators)
            })?;
            for k in 0..LANES as usize {
                let (left, right) = (self.use_all(&first), self.lane_values(op, &accumulators, k));
                let results = self.apply(op, &left, &right)?;
                for (&variable, value) in first.iter().zip(results) {
                    self.b.def_var(variable, value);
                }
            }
        } else if commutes(op) && cost(body) <= UNROLL_COST {
            let mut accumulators = vec![first.clone()];
            for _ in 1..ACCUMULATORS {
                let more = self.accumulators(op, neutral);
                accumulators.push(more);
            }
            low = self.count_loop(low, high, ACCUMULATORS as i64, |t, index| {
                for (k, accumulator) in accumulators.iter().enumerate() {
                    let index = t.b.ins().iadd_imm_s(index, k as i64);
                    t.reduce_step(dim, index, accumulator, body, values, op)?;
                }
                Ok(())
            })?;
            for accumulator in &accumulators[1..] {
                let (left, right) = (self.use_all(&first), self.use_all(accumulator));
                let results = self.apply(op, &left, &right)?;
                for (&variable, value) in first.iter().zip(results) {
                    self.b.def_var(variable, value);
                }
            }
        }
        self.count_loop(low, high, 1, |t, index| t.reduce_step(dim, index, &first, body, values, op))?;
        Ok(self.use_all(&first))
    }

    /// Scans a range from `start`; the carry after it, and the totals of what follows.
    #[expect(clippy::too_many_arguments, reason = "the parts of a scan")]
    pub fn scan_loop(
        &mut self,
        dim: &Dim<'_>,
        low: Value,
        high: Value,
        start: &[Value],
        body: &[Stm<'_>],
        values: &[Exp<'_>],
        op: &Op<'_>,
        outs: &[ScalarParam],
        after: &[Stm<'_>],
        totals: &Totals<'_>,
    ) -> Result<(Vec<Value>, Vec<Value>)> {
        let carry = self.accumulators(op, start);
        let neutral = self.exps(totals.neutral)?;
        let combined = self.accumulators(totals.op, &neutral);
        self.count_loop(low, high, 1, |t, index| {
            t.bind(dim.index, PrimType::I64, index);
            t.scoped(body, |t| {
                let values = t.exps(values)?;
                let left = t.use_all(&carry);
                let results = t.apply(op, &left, &values)?;
                for (&variable, &value) in carry.iter().zip(&results) {
                    t.b.def_var(variable, value);
                }
                t.bind_params(outs, &results);
                t.scoped(after, |t| {
                    let values = t.exps(totals.values)?;
                    let left = t.use_all(&combined);
                    let results = t.apply(totals.op, &left, &values)?;
                    for (&variable, value) in combined.iter().zip(results) {
                        t.b.def_var(variable, value);
                    }
                    Ok(())
                })
            })
        })?;
        Ok((self.use_all(&carry), self.use_all(&combined)))
    }

    /// Adds a range to histograms, given as address of bin 0 and type.
    #[expect(clippy::too_many_arguments, reason = "the parts of a histogram")]
    pub fn hist_loop(
        &mut self,
        dim: &Dim<'_>,
        low: Value,
        high: Value,
        body: &[Stm<'_>],
        bin: &Exp<'_>,
        values: &[Exp<'_>],
        width: Value,
        op: &Op<'_>,
        histograms: &[(Value, PrimType)],
    ) -> Result<()> {
        let element = |t: &mut Self, index: Value| {
            t.bind(dim.index, PrimType::I64, index);
            t.scoped(body, |t| {
                let bin = t.exp(bin)?;
                // Read as unsigned, a negative bin is beyond any width.
                let inside = t.b.ins().icmp(IntCC::UnsignedLessThan, bin, width);
                t.branch(
                    inside,
                    |t| {
                        let values = t.exps(values)?;
                        t.update_bin(bin, &values, op, histograms)
                    },
                    |_| Ok(()),
                )
            })
        };
        // Where an element is a few instructions, the loop's own would take as long.
        let rest = if cost(body) + cost(op.body) <= UNROLL_COST {
            self.count_loop(low, high, UNROLLED, |t, index| {
                for k in 0..UNROLLED {
                    let index = t.b.ins().iadd_imm_s(index, k);
                    element(t, index)?;
                }
                Ok(())
            })?
        } else {
            low
        };
        self.count_loop(rest, high, 1, element)?;
        Ok(())
    }

    /// Combines values into one bin of histograms.
    pub fn update_bin(
        &mut self,
        bin: Value,
        values: &[Value],
        op: &Op<'_>,
        histograms: &[(Value, PrimType)],
    ) -> Result<()> {
        let mut addresses = Vec::with_capacity(histograms.len());
        let mut old = Vec::with_capacity(histograms.len());
        for &(base, prim) in histograms {
            let address = self.offset(base, bin, prim);
            old.push(self.load(prim, address, 0));
            addresses.push(address);
        }
        let new = self.apply(op, &old, values)?;
        for (value, address) in new.into_iter().zip(addresses) {
            self.store(value, address, 0);
        }
        Ok(())
    }

    /// A reference to a compiled function, and its address.
    pub fn function_address(&mut self, function: cranelift_module::FuncId) -> Value {
        let reference: ir::FuncRef = self.unit.reference(function, self.b.func);
        self.b.ins().func_addr(types::I64, reference)
    }
}
