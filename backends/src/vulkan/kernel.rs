//! Statements of IMP as kernels in SPIR-V.
//!
//! Every kernel is a procedure `main` that
//! 1. leaves at once if an earlier kernel failed (the first word of the control block is not 0);
//! 2. reads its words: first those that the host adds (how many invocations there are, where partial results are), then the
//!    free variables of the statement, scalars by their bits and memory by its address;
//! 3. runs its part of the indices.
//!
//! Words are push constants, or in a block whose address is a push constant where they are too many. No kernel waits for
//! others, so that a failing invocation may simply return.
//!
//! A scalar variable is a SPIR-V variable, which drivers make a register. Memory is addressed by 64-bit addresses; arrays
//! private to a thread are variables. Kernel statements inside a kernel are loops.

use framework::{Error, Name, Result, Span, Symbol};
use languages::imp::{self, Dim, Exp, Layout, Op, Operand, Part, Proc, ScalarParam, Stm, Totals};
use languages::prim::{BinOp, PrimType, PrimValue};
use rspirv::spirv::{Op as SpirvOp, Word};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ops;
use super::queue::PUSH_WORDS;
use super::spirv::{ArrayVar, Code, LONG, Ty, Val, Var};
use crate::analysis::{Aliases, PrivateClass};
use crate::failure::AssertText;

/// The assertion that stands in failure records for: an invocation has no memory left.
pub const OUT_OF_KERNEL_MEMORY: u64 = u32::MAX as u64;
/// Most failures that one kernel can note.
pub const FAILURE_RECORDS: u64 = 1 << 17;
/// Bytes of the control block before its records: the number of failures.
pub const CONTROL_HEADER: u64 = 16;

/// What is known about a program before its kernels are made.
pub struct Program<'p> {
    /// What the device can do.
    pub features: super::device::Features,
    /// The device's name, for messages.
    pub device: &'p str,
    /// The assertions met so far.
    pub asserts: Vec<AssertText>,
    /// Words of a failure record: index, assertion, and the most values that any assertion shows.
    pub record_words: u64,
    /// The types of scalar variables of host code.
    pub scalars: FxHashMap<Name, PrimType>,
    /// The memory variables of host code.
    pub memories: FxHashSet<Name>,
    /// Which memory variables of the function may denote the same block.
    pub aliases: Aliases,
    /// Arrays private to a thread.
    pub private: FxHashMap<Name, PrivateClass>,
    /// Invocations in a workgroup.
    pub group_size: u32,
    /// The procedures. Kernels call those of scalars.
    pub procs: &'p [Proc<'p>],
}

impl Program<'_> {
    /// A limitation if values of a type cannot be on the device.
    pub fn check_type(&self, prim: PrimType, span: Span) -> Result<()> {
        let features = self.features;
        let lacking = match prim {
            PrimType::F64 if !features.f64 => Some("f64 (shaderFloat64)"),
            PrimType::F16 if !features.f16 => Some("f16 (shaderFloat16 and 16-bit storage)"),
            PrimType::I8 | PrimType::U8 | PrimType::I16 | PrimType::U16 | PrimType::Bool
                if !features.small_integers =>
            {
                Some("8 and 16-bit integers (shaderInt8, shaderInt16 and their storage)")
            }
            _ => None,
        };
        match lacking {
            Some(what) => {
                Err(Error::limitation(span, format!("the device {} lacks {what}, which {prim} needs", self.device)))
            }
            None => Ok(()),
        }
    }
}

/// A memory variable.
#[derive(Clone, Copy)]
enum Memory {
    /// The address of a block.
    Device(Var),
    /// Elements of an array of the invocation, from a position on.
    Private(ArrayVar, Var),
}

/// A kernel under construction.
pub struct Kernel<'k, 'p> {
    pub c: Code,
    program: &'k mut Program<'p>,
    scalars: FxHashMap<Name, (Var, PrimType)>,
    memories: FxHashMap<Name, Memory>,
    main: Word,
    words: usize,
    /// The index that failures are noted with.
    flat: Var,
    /// The rest of the memory for blocks that this invocation allocates: where it begins and ends.
    heap: (Var, Var),
    /// Blocks allocated here, by the class of variables that may denote them.
    slots: FxHashMap<Name, Vec<Slot>>,
    /// Whether blocks are allocated here.
    pub needs_heap: bool,
}

/// A block in this invocation's memory, which is used again when no variable of its class denotes it.
#[derive(Clone, Copy)]
struct Slot {
    /// Its address; 0 if there is none yet.
    address: Var,
    /// Its size in bytes.
    bytes: Var,
}

/// Words that every kernel is given first: the address of the memory for blocks, and the bytes of each invocation's part.
pub const HEAP_WORDS: usize = 2;

/// How histograms are updated when several invocations may meet at a bin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Update {
    /// By one atomic instruction.
    Atomic(SpirvOp),
    /// By comparing and exchanging a single value of 32 or 64 bits.
    Exchange,
    /// Under the bin's lock.
    Lock,
}

impl<'k, 'p> Kernel<'k, 'p> {
    /// Starts a kernel that is given `extra` words and then the free variables `captures`; returns the extra words.
    pub fn new(program: &'k mut Program<'p>, extra: usize, captures: &[Name]) -> Result<(Kernel<'k, 'p>, Vec<Val>)> {
        let mut c = Code::new(program.features, PUSH_WORDS);
        let main = c.begin_function();
        let flat = c.variable(LONG);
        let heap = (c.variable(LONG), c.variable(LONG));
        let mut kernel = Kernel {
            c,
            program,
            scalars: FxHashMap::default(),
            memories: FxHashMap::default(),
            main,
            words: HEAP_WORDS + extra + captures.len(),
            flat,
            heap,
            slots: FxHashMap::default(),
            needs_heap: false,
        };
        let control = kernel.c.push_word(0);
        let failures = kernel.c.load_volatile(control, Ty::Int(32));
        let zero = kernel.c.int(32, 0);
        let failed = kernel.c.binary(SpirvOp::INotEqual, Ty::Bool, failures, zero);
        kernel.if_(failed, |k| {
            k.c.return_();
            Ok(())
        })?;
        let none = kernel.c.long(0);
        kernel.c.set(flat, none);
        // Every invocation has an equal part of the memory for blocks.
        let (start, part) = (kernel.word(0), kernel.word(1));
        let invocation = kernel.c.invocation();
        let offset = kernel.mul(invocation, part);
        let begin = kernel.add(start, offset);
        let end = kernel.add(begin, part);
        kernel.c.set(heap.0, begin);
        kernel.c.set(heap.1, end);
        let extra = HEAP_WORDS + extra;
        let extras = (HEAP_WORDS..extra).map(|i| kernel.word(i)).collect();
        for (i, &name) in captures.iter().enumerate() {
            let word = kernel.word(extra + i);
            if let Some(&prim) = kernel.program.scalars.get(&name) {
                let value = ops::from_bits(&mut kernel.c, ops::register_type(prim), word);
                kernel.bind(name, prim, value);
            } else if kernel.program.memories.contains(&name) {
                let var = kernel.c.variable(LONG);
                kernel.c.set(var, word);
                kernel.memories.insert(name, Memory::Device(var));
            } else {
                return Err(Error::internal(format!("{name} is not in scope")));
            }
        }
        Ok((kernel, extras))
    }

    /// The finished module.
    pub fn finish(mut self) -> Vec<u32> {
        self.c.end_function(self.main);
        self.c.finish(self.main, self.program.group_size)
    }

    /// A word that the host gave.
    fn word(&mut self, index: usize) -> Val {
        if self.words < PUSH_WORDS {
            return self.c.push_word(1 + index);
        }
        let base = self.c.push_word(1);
        let offset = self.c.long(8 * index as i64);
        let address = self.c.binary(SpirvOp::IAdd, LONG, base, offset);
        self.c.load(address, LONG)
    }

    // ----- variables -----

    /// Declares a scalar variable with a value.
    pub fn bind(&mut self, name: Name, prim: PrimType, value: Val) {
        let var = self.c.variable(ops::register_type(prim));
        self.c.set(var, value);
        self.scalars.insert(name, (var, prim));
    }

    fn bind_params(&mut self, params: &[ScalarParam], values: &[Val]) {
        for (param, &value) in params.iter().zip(values) {
            self.bind(param.name, param.prim, value);
        }
    }

    fn scalar(&self, name: Name) -> Result<(Var, PrimType)> {
        self.scalars.get(&name).copied().ok_or_else(|| Error::internal(format!("scalar {name} is not in scope")))
    }

    fn memory(&self, name: Name) -> Result<Memory> {
        self.memories.get(&name).copied().ok_or_else(|| Error::internal(format!("memory {name} is not in scope")))
    }

    fn assign(&mut self, name: Name, value: Val) -> Result<()> {
        let (var, _) = self.scalar(name)?;
        self.c.set(var, value);
        Ok(())
    }

    // ----- expressions -----

    /// The value of an expression.
    pub fn exp(&mut self, exp: &Exp<'_>) -> Result<Val> {
        Ok(match exp {
            Exp::Const { value, span } => {
                self.program.check_type(value.prim_type(), *span)?;
                ops::constant(&mut self.c, *value)
            }
            Exp::Var { name, .. } => {
                let (var, _) = self.scalar(*name)?;
                self.c.get(var)
            }
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                let (x, y) = (self.exp(lhs)?, self.exp(rhs)?);
                ops::binary(&mut self.c, *op, *prim, x, y)
            }
            Exp::Un { op, prim, arg, .. } => {
                let x = self.exp(arg)?;
                ops::unary(&mut self.c, *op, *prim, x)
            }
            Exp::Tri { op, prim, a, b, c, .. } => {
                let (x, y, z) = (self.exp(a)?, self.exp(b)?, self.exp(c)?);
                ops::ternary(&mut self.c, *op, *prim, x, y, z)
            }
            Exp::Convert { from, to, arg, span } => {
                self.program.check_type(*to, *span)?;
                let x = self.exp(arg)?;
                ops::convert(&mut self.c, *from, *to, x)
            }
            Exp::Select { cond, yes, no, .. } => {
                let (cond, yes, no) = (self.exp(cond)?, self.exp(yes)?, self.exp(no)?);
                self.c.select(cond, yes, no)
            }
        })
    }

    fn exps(&mut self, exps: &[Exp<'_>]) -> Result<Vec<Val>> {
        exps.iter().map(|exp| self.exp(exp)).collect()
    }

    // ----- control -----

    fn if_(&mut self, cond: Val, yes: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.if_else(cond, yes, |_| Ok(()))
    }

    fn if_else(
        &mut self,
        cond: Val,
        yes: impl FnOnce(&mut Self) -> Result<()>,
        no: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let open = self.c.open_if(cond);
        yes(self)?;
        self.c.open_else(&open);
        no(self)?;
        self.c.close_if(&open);
        Ok(())
    }

    /// A loop: `test` gives the condition to go on; `step` comes after each round of `body`.
    fn loop_while(
        &mut self,
        test: impl FnOnce(&mut Self) -> Result<Val>,
        body: impl FnOnce(&mut Self) -> Result<()>,
        step: impl FnOnce(&mut Self),
    ) -> Result<()> {
        let open = self.c.open_loop();
        let cond = test(self)?;
        self.c.open_body(&open, cond);
        body(self)?;
        self.c.open_step(&open);
        step(self);
        self.c.close_loop(&open);
        Ok(())
    }

    /// A loop from `low` to below `high` in steps of `step`.
    pub fn count_loop(
        &mut self,
        low: Val,
        high: Val,
        step: Val,
        body: impl FnOnce(&mut Self, Val) -> Result<()>,
    ) -> Result<()> {
        let counter = self.c.variable(LONG);
        self.c.set(counter, low);
        self.loop_while(
            |k| {
                let index = k.c.get(counter);
                Ok(k.c.binary(SpirvOp::SLessThan, Ty::Bool, index, high))
            },
            |k| {
                let index = k.c.get(counter);
                body(k, index)
            },
            |k| {
                let index = k.c.get(counter);
                let next = k.c.binary(SpirvOp::IAdd, LONG, index, step);
                k.c.set(counter, next);
            },
        )
    }

    /// A loop over all indices of a dimension.
    fn dim_loop(&mut self, dim: &Dim<'_>, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let (zero, one) = (self.c.long(0), self.c.long(1));
        let count = self.exp(dim.count)?;
        self.count_loop(zero, count, one, |k, index| {
            k.bind(dim.index, PrimType::I64, index);
            body(k)
        })
    }

    // ----- memory -----

    fn add(&mut self, x: Val, y: Val) -> Val {
        self.c.binary(SpirvOp::IAdd, LONG, x, y)
    }

    fn mul(&mut self, x: Val, y: Val) -> Val {
        self.c.binary(SpirvOp::IMul, LONG, x, y)
    }

    /// The address `index` elements after a base.
    pub fn offset(&mut self, base: Val, index: Val, prim: PrimType) -> Val {
        let size = self.c.long(prim.size_bytes() as i64);
        let bytes = self.mul(index, size);
        self.add(base, bytes)
    }

    /// Loads a value from an address.
    pub fn load(&mut self, prim: PrimType, address: Val) -> Val {
        let value = self.c.load(address, ops::memory_type(prim));
        ops::from_memory(&mut self.c, prim, value)
    }

    /// Stores a value at an address.
    pub fn store(&mut self, prim: PrimType, address: Val, value: Val) {
        let value = ops::to_memory(&mut self.c, prim, value);
        self.c.store(address, value);
    }

    fn read(&mut self, memory: Memory, prim: PrimType, index: Val) -> Val {
        match memory {
            Memory::Device(base) => {
                let base = self.c.get(base);
                let address = self.offset(base, index, prim);
                self.load(prim, address)
            }
            Memory::Private(array, base) => {
                let base = self.c.get(base);
                let place = self.add(base, index);
                let element = self.c.element(array, place);
                let value = self.c.get(element);
                ops::from_memory(&mut self.c, prim, value)
            }
        }
    }

    fn write(&mut self, memory: Memory, prim: PrimType, index: Val, value: Val) {
        match memory {
            Memory::Device(base) => {
                let base = self.c.get(base);
                let address = self.offset(base, index, prim);
                self.store(prim, address, value);
            }
            Memory::Private(array, base) => {
                let base = self.c.get(base);
                let place = self.add(base, index);
                let element = self.c.element(array, place);
                let value = ops::to_memory(&mut self.c, prim, value);
                self.c.set(element, value);
            }
        }
    }

    /// Values in consecutive 8-byte words.
    pub fn load_words(&mut self, params: &[ScalarParam], address: Val) -> Vec<Val> {
        let mut values = Vec::with_capacity(params.len());
        for (i, param) in params.iter().enumerate() {
            let offset = self.c.long(8 * i as i64);
            let at = self.add(address, offset);
            let word = self.c.load(at, LONG);
            values.push(ops::from_bits(&mut self.c, ops::register_type(param.prim), word));
        }
        values
    }

    /// The inverse of [`Kernel::load_words`].
    pub fn store_words(&mut self, values: &[Val], address: Val) {
        for (i, &value) in values.iter().enumerate() {
            let offset = self.c.long(8 * i as i64);
            let at = self.add(address, offset);
            let word = ops::to_bits(&mut self.c, value);
            self.c.store(at, word);
        }
    }

    /// The address of row `index` of a table whose rows have `width` words.
    pub fn row(&mut self, base: Val, index: Val, width: usize) -> Val {
        let bytes = self.c.long(8 * width as i64);
        let offset = self.mul(index, bytes);
        self.add(base, offset)
    }

    fn copy(
        &mut self,
        prim: PrimType,
        dst: Memory,
        dst_layout: &Layout<'_>,
        src: Memory,
        src_layout: &Layout<'_>,
    ) -> Result<()> {
        let (to, from) = (self.exp(dst_layout.offset)?, self.exp(src_layout.offset)?);
        let mut dims = Vec::new();
        for (d, s) in dst_layout.dims.iter().zip(src_layout.dims) {
            dims.push([self.exp(d.count)?, self.exp(d.stride)?, self.exp(s.stride)?]);
        }
        self.copy_dims(prim, &dims, (dst, to), (src, from))
    }

    fn copy_dims(
        &mut self,
        prim: PrimType,
        dims: &[[Val; 3]],
        (dst, to): (Memory, Val),
        (src, from): (Memory, Val),
    ) -> Result<()> {
        let Some((&[count, to_stride, from_stride], rest)) = dims.split_first() else {
            let value = self.read(src, prim, from);
            self.write(dst, prim, to, value);
            return Ok(());
        };
        let (zero, one) = (self.c.long(0), self.c.long(1));
        self.count_loop(zero, count, one, |k, index| {
            let (to_step, from_step) = (k.mul(index, to_stride), k.mul(index, from_stride));
            let (to, from) = (k.add(to, to_step), k.add(from, from_step));
            k.copy_dims(prim, rest, (dst, to), (src, from))
        })
    }

    /// A call of a procedure of scalars, whose body is put in its place.
    fn call(&mut self, proc: Symbol, args: &[Operand<'_>], targets: &[Name]) -> Result<()> {
        let procs = self.program.procs;
        let Some(proc) = procs.iter().find(|known| known.name == proc) else {
            return Err(Error::internal(format!("there is no procedure `{proc}`")));
        };
        let args = self.operands(args)?;
        for (param, arg) in proc.params.iter().zip(args) {
            if let imp::Slot::ScalarSlot { name, prim, .. } = param {
                self.bind(*name, *prim, arg);
            }
        }
        self.stms(proc.body)?;
        let results = self.operands(proc.results)?;
        targets.iter().zip(results).try_for_each(|(target, result)| self.assign(*target, result))
    }

    fn operands(&mut self, operands: &[Operand<'_>]) -> Result<Vec<Val>> {
        let value = |operand: &Operand<'_>| match operand {
            Operand::ScalarOperand { value, .. } => self.exp(value),
            Operand::MemOperand { mem, .. } => Err(Error::internal(format!("{mem} is passed in a kernel"))),
        };
        operands.iter().map(value).collect()
    }

    /// Declares a memory variable. Those of a class of private arrays share one array with room for a block for each of them.
    fn declare_memory(&mut self, name: Name) {
        let class = self.program.aliases.class(name);
        let Some(private) = self.program.private.get(&class) else {
            let (var, none) = (self.c.variable(LONG), self.c.long(0));
            self.c.set(var, none);
            self.memories.insert(name, Memory::Device(var));
            return;
        };
        // A place that no block has.
        let nowhere = self.c.long(-1);
        if let Some(Memory::Private(_, place)) = self.memories.get(&name).copied() {
            self.c.set(place, nowhere);
            return;
        }
        let array = self.c.array(ops::memory_type(private.prim), private.count * private.members.len() as u32);
        for &member in &private.members {
            let place = self.c.variable(LONG);
            self.c.set(place, nowhere);
            self.memories.insert(member, Memory::Private(array, place));
        }
    }

    /// Gives a private memory variable a block that no other variable of its class denotes; false if it is not private.
    fn allocate_private(&mut self, name: Name) -> bool {
        let class = self.program.aliases.class(name);
        let Some(private) = self.program.private.get(&class) else { return false };
        let mut others = Vec::new();
        let mut own = None;
        for member in &private.members {
            if let Some(&Memory::Private(_, place)) = self.memories.get(member) {
                if *member == name {
                    own = Some(place);
                } else {
                    others.push(place);
                }
            }
        }
        let Some(own) = own else { return false };
        let count = i64::from(private.count);
        let taken: Vec<Val> = others.iter().map(|&place| self.c.get(place)).collect();
        // As many blocks as variables: one of them is free.
        let mut chosen = self.c.long(0);
        for block in 0..=others.len() as i64 {
            let place = self.c.long(block * count);
            let mut free = self.c.constant(Ty::Bool, 1);
            for &other in &taken {
                let differs = self.c.binary(SpirvOp::INotEqual, Ty::Bool, other, place);
                free = self.c.binary(SpirvOp::LogicalAnd, Ty::Bool, free, differs);
            }
            chosen = self.c.select(free, place, chosen);
        }
        self.c.set(own, chosen);
        true
    }

    /// Allocates a block in this invocation's memory: one of its class that no other variable of the class denotes, if it is
    /// large enough, and else a new one.
    fn allocate(&mut self, name: Name, prim: PrimType, count: Val) -> Result<()> {
        self.needs_heap = true;
        let class = self.program.aliases.class(name);
        let mut own = None;
        let mut others = Vec::new();
        for (&member, &memory) in &self.memories {
            if let Memory::Device(var) = memory {
                if member == name {
                    own = Some(var);
                } else if self.program.aliases.class(member) == class {
                    others.push((member, var));
                }
            }
        }
        let Some(own) = own else { return Err(Error::internal(format!("memory {name} is not in scope"))) };
        // Maps have no order of their own, and modules should be the same each time.
        others.sort_unstable_by_key(|(member, _)| *member);
        let slots = self.slots.entry(class).or_default().clone();
        let mut slots = slots;
        let none = self.c.long(0);
        while slots.len() <= others.len() {
            slots.push(Slot { address: self.c.initialised(none), bytes: self.c.initialised(none) });
        }
        self.slots.insert(class, slots.clone());

        let negative = self.c.binary(SpirvOp::SLessThan, Ty::Bool, count, none);
        let count = self.c.select(negative, none, count);
        let size = self.c.long(prim.size_bytes() as i64);
        let bytes = self.mul(count, size);
        let taken: Vec<Val> = others.iter().map(|&(_, var)| self.c.get(var)).collect();
        let chosen = self.c.variable(LONG);
        self.c.set(chosen, none);
        let mut free = Vec::with_capacity(slots.len());
        for slot in &slots {
            let (address, room) = (self.c.get(slot.address), self.c.get(slot.bytes));
            let mut is_free = self.c.constant(Ty::Bool, 1);
            for &other in &taken {
                let differs = self.c.binary(SpirvOp::INotEqual, Ty::Bool, other, address);
                is_free = self.c.binary(SpirvOp::LogicalAnd, Ty::Bool, is_free, differs);
            }
            let absent = self.c.binary(SpirvOp::IEqual, Ty::Bool, address, none);
            let is_free = self.c.binary(SpirvOp::LogicalOr, Ty::Bool, is_free, absent);
            free.push(is_free);
            // An absent block has address 0, which chooses nothing.
            let fits = self.c.binary(SpirvOp::UGreaterThanEqual, Ty::Bool, room, bytes);
            let good = self.c.binary(SpirvOp::LogicalAnd, Ty::Bool, is_free, fits);
            let before = self.c.get(chosen);
            let now = self.c.select(good, address, before);
            self.c.set(chosen, now);
        }
        let found = self.c.get(chosen);
        let nothing = self.c.binary(SpirvOp::IEqual, Ty::Bool, found, none);
        self.if_(nothing, |k| {
            for (slot, &is_free) in slots.iter().zip(&free) {
                let sofar = k.c.get(chosen);
                let still = k.c.binary(SpirvOp::IEqual, Ty::Bool, sofar, none);
                let take = k.c.binary(SpirvOp::LogicalAnd, Ty::Bool, still, is_free);
                k.if_(take, |k| k.new_block(*slot, bytes, chosen))?;
            }
            Ok(())
        })?;
        let address = self.c.get(chosen);
        self.c.set(own, address);
        Ok(())
    }

    /// Makes a block of at least so many bytes for a slot: at least twice as large as the one it had, so that blocks that
    /// grow step by step do not use up the memory.
    fn new_block(&mut self, slot: Slot, bytes: Val, chosen: Var) -> Result<()> {
        let old = self.c.get(slot.bytes);
        let twice = self.add(old, old);
        let more = self.c.binary(SpirvOp::UGreaterThan, Ty::Bool, twice, bytes);
        let bytes = self.c.select(more, twice, bytes);
        // Whole units of 16 bytes, at least one.
        let (round, mask) = (self.c.long(31), self.c.long(!15));
        let bytes = self.add(bytes, round);
        let bytes = self.c.binary(SpirvOp::BitwiseAnd, LONG, bytes, mask);
        let (begin, end) = (self.c.get(self.heap.0), self.c.get(self.heap.1));
        let room = self.c.binary(SpirvOp::ISub, LONG, end, begin);
        let fits = self.c.binary(SpirvOp::ULessThanEqual, Ty::Bool, bytes, room);
        self.if_else(
            fits,
            |k| {
                let next = k.add(begin, bytes);
                k.c.set(k.heap.0, next);
                k.c.set(slot.address, begin);
                k.c.set(slot.bytes, bytes);
                k.c.set(chosen, begin);
                Ok(())
            },
            |k| k.fail(OUT_OF_KERNEL_MEMORY, &[]),
        )
    }

    // ----- statements -----

    /// Notes a failure and leaves the kernel unless a condition holds.
    fn assert(&mut self, cond: &Exp<'_>, message: &[Part<'_>], trace: &[framework::Symbol]) -> Result<()> {
        self.program.asserts.push(AssertText::new(message, trace));
        let id = self.program.asserts.len() - 1;
        let cond = self.exp(cond)?;
        self.if_else(
            cond,
            |_| Ok(()),
            |k| {
                let mut shown = Vec::new();
                for part in message {
                    if let Part::Show { value, .. } = part {
                        shown.push(&**value);
                    }
                }
                k.fail(id as u64, &shown)
            },
        )
    }

    /// Notes a failure with the values of expressions and leaves the kernel.
    fn fail(&mut self, id: u64, shown: &[&Exp<'_>]) -> Result<()> {
        let control = self.c.push_word(0);
        let one = self.c.int(32, 1);
        let ticket = self.c.atomic(SpirvOp::AtomicIAdd, control, one);
        let ticket = ops::resize(&mut self.c, ticket, 64, false);
        let most = self.c.long(FAILURE_RECORDS as i64);
        let room = self.c.binary(SpirvOp::ULessThan, Ty::Bool, ticket, most);
        self.if_(room, |k| {
            let width = k.program.record_words as usize;
            let header = k.c.long(CONTROL_HEADER as i64);
            let records = k.add(control, header);
            let record = k.row(records, ticket, width);
            let flat = k.c.get(k.flat);
            let mut words = vec![flat, k.c.long(id as i64)];
            for exp in shown {
                words.push(k.exp(exp)?);
            }
            k.store_words(&words, record);
            Ok(())
        })?;
        self.c.return_();
        Ok(())
    }

    /// Runs statements.
    pub fn stms(&mut self, stms: &[Stm<'_>]) -> Result<()> {
        stms.iter().try_for_each(|stm| self.stm(stm))
    }

    fn stm(&mut self, stm: &Stm<'_>) -> Result<()> {
        match stm {
            Stm::Decl { name, prim, span } => {
                self.program.check_type(*prim, *span)?;
                let zero = ops::constant(&mut self.c, PrimValue::zero(*prim));
                self.bind(*name, *prim, zero);
            }
            Stm::DeclMem { name, .. } => self.declare_memory(*name),
            Stm::Assign { name, value, .. } => {
                let value = self.exp(value)?;
                self.assign(*name, value)?;
            }
            Stm::AssignMem { name, from, .. } => match (self.memory(*name)?, self.memory(*from)?) {
                (Memory::Device(to), Memory::Device(from)) | (Memory::Private(_, to), Memory::Private(_, from)) => {
                    let place = self.c.get(from);
                    self.c.set(to, place);
                }
                _ => return Err(Error::internal(format!("{name} and {from} are in different kinds of memory"))),
            },
            Stm::Alloc { name, prim, count, span } => {
                self.program.check_type(*prim, *span)?;
                if !self.allocate_private(*name) {
                    let count = self.exp(count)?;
                    self.allocate(*name, *prim, count)?;
                }
            }
            Stm::Read { name, mem, prim, index, .. } => {
                let memory = self.memory(*mem)?;
                let index = self.exp(index)?;
                let value = self.read(memory, *prim, index);
                self.assign(*name, value)?;
            }
            Stm::Write { mem, prim, index, value, .. } => {
                let memory = self.memory(*mem)?;
                let (index, value) = (self.exp(index)?, self.exp(value)?);
                self.write(memory, *prim, index, value);
            }
            Stm::Call { proc, args, targets, .. } => self.call(*proc, args, targets)?,
            Stm::Copy { prim, dst, dst_layout, src, src_layout, .. } => {
                let (dst, src) = (self.memory(*dst)?, self.memory(*src)?);
                self.copy(*prim, dst, dst_layout, src, src_layout)?;
            }
            Stm::If { cond, yes, no, .. } => {
                let cond = self.exp(cond)?;
                self.if_else(cond, |k| k.stms(yes), |k| k.stms(no))?;
            }
            Stm::For { index, bound, body, .. } => {
                let (zero, one) = (self.c.long(0), self.c.long(1));
                let bound = self.exp(bound)?;
                self.count_loop(zero, bound, one, |k, i| {
                    k.bind(*index, PrimType::I64, i);
                    k.stms(body)
                })?;
            }
            Stm::While { cond, body, .. } => {
                self.loop_while(|k| k.exp(cond), |k| k.stms(body), |_| {})?;
            }
            Stm::Assert { cond, message, trace, .. } => self.assert(cond, message, trace)?,
            Stm::Parallel { space, body, .. } => self.space(space, body)?,
            Stm::Reduce { dim, body, values, op, neutral, targets, .. } => {
                let start = self.exps(neutral)?;
                let accumulators = self.accumulators(op, &start);
                self.dim_loop(dim, |k| k.reduce_step(&accumulators, body, values, op))?;
                for (target, accumulator) in targets.iter().zip(accumulators) {
                    let value = self.c.get(accumulator);
                    self.assign(*target, value)?;
                }
            }
            Stm::Scan { dim, body, values, op, neutral, outs, after, totals, .. } => {
                let start = self.exps(neutral)?;
                let accumulators = self.accumulators(op, &start);
                let start = self.exps(totals.neutral)?;
                let combined = self.accumulators(totals.op, &start);
                self.dim_loop(dim, |k| {
                    k.scan_step(&accumulators, body, values, op, outs)?;
                    k.reduce_step(&combined, after, totals.values, totals.op)
                })?;
                for (target, accumulator) in totals.targets.iter().zip(combined) {
                    let value = self.c.get(accumulator);
                    self.assign(*target, value)?;
                }
            }
            Stm::Hist { dim, body, bin, values, width, op, mems, offsets, .. } => {
                let width = self.exp(width)?;
                let offsets = self.exps(offsets)?;
                let memories = mems.iter().map(|&mem| self.memory(mem)).collect::<Result<Vec<_>>>()?;
                self.dim_loop(dim, |k| {
                    k.stms(body)?;
                    let bin = k.exp(bin)?;
                    let inside = k.c.binary(SpirvOp::ULessThan, Ty::Bool, bin, width);
                    k.if_(inside, |k| {
                        let values = k.exps(values)?;
                        let places: Vec<Val> = offsets.iter().map(|&offset| k.add(offset, bin)).collect();
                        let mut old = Vec::with_capacity(places.len());
                        for ((&memory, &at), param) in memories.iter().zip(&places).zip(op.lhs) {
                            old.push(k.read(memory, param.prim, at));
                        }
                        let new = k.apply(op, &old, &values)?;
                        for (((&memory, &at), param), value) in memories.iter().zip(&places).zip(op.lhs).zip(new) {
                            k.write(memory, param.prim, at, value);
                        }
                        Ok(())
                    })
                })?;
            }
        }
        Ok(())
    }

    /// Nested loops over a space.
    fn space(&mut self, space: &[Dim<'_>], body: &[Stm<'_>]) -> Result<()> {
        match space.split_first() {
            None => self.stms(body),
            Some((dim, rest)) => self.dim_loop(dim, |k| k.space(rest, body)),
        }
    }

    /// Applies an operator.
    pub fn apply(&mut self, op: &Op<'_>, lhs: &[Val], rhs: &[Val]) -> Result<Vec<Val>> {
        self.bind_params(op.lhs, lhs);
        self.bind_params(op.rhs, rhs);
        self.stms(op.body)?;
        self.exps(op.results)
    }

    /// Variables for the left operands of an operator, with values.
    pub fn accumulators(&mut self, op: &Op<'_>, start: &[Val]) -> Vec<Var> {
        let mut variables = Vec::with_capacity(start.len());
        for (param, &value) in op.lhs.iter().zip(start) {
            let var = self.c.variable(ops::register_type(param.prim));
            self.c.set(var, value);
            variables.push(var);
        }
        variables
    }

    /// The values of variables.
    pub fn get_all(&mut self, variables: &[Var]) -> Vec<Val> {
        variables.iter().map(|&var| self.c.get(var)).collect()
    }

    /// Combines values into accumulators.
    pub fn accumulate(&mut self, accumulators: &[Var], values: &[Val], op: &Op<'_>) -> Result<()> {
        let left = self.get_all(accumulators);
        let results = self.apply(op, &left, values)?;
        for (&var, value) in accumulators.iter().zip(results) {
            self.c.set(var, value);
        }
        Ok(())
    }

    fn reduce_step(&mut self, accumulators: &[Var], body: &[Stm<'_>], values: &[Exp<'_>], op: &Op<'_>) -> Result<()> {
        self.stms(body)?;
        let values = self.exps(values)?;
        self.accumulate(accumulators, &values, op)
    }

    fn scan_step(
        &mut self,
        accumulators: &[Var],
        body: &[Stm<'_>],
        values: &[Exp<'_>],
        op: &Op<'_>,
        outs: &[ScalarParam],
    ) -> Result<()> {
        self.reduce_step(accumulators, body, values, op)?;
        let prefix = self.get_all(accumulators);
        self.bind_params(outs, &prefix);
        Ok(())
    }

    // ----- kernel statements of host code -----

    /// `Parallel`: every invocation runs each `invocations`-th flat index.
    pub fn parallel(&mut self, space: &[Dim<'_>], body: &[Stm<'_>], invocations: Val) -> Result<()> {
        let mut counts = Vec::with_capacity(space.len());
        let mut total = self.c.long(1);
        for dim in space {
            let count = self.exp(dim.count)?;
            counts.push(count);
            total = self.mul(total, count);
        }
        let first = self.c.invocation();
        self.count_loop(first, total, invocations, |k, flat| {
            k.c.set(k.flat, flat);
            let mut rest = flat;
            for (i, (dim, &count)) in space.iter().zip(&counts).enumerate().rev() {
                let index = if i == 0 {
                    rest
                } else {
                    let quotient = k.c.binary(SpirvOp::UDiv, LONG, rest, count);
                    let product = k.mul(quotient, count);
                    let index = k.c.binary(SpirvOp::ISub, LONG, rest, product);
                    rest = quotient;
                    index
                };
                k.bind(dim.index, PrimType::I64, index);
            }
            k.stms(body)
        })
    }

    /// The indices of this invocation in a dimension: a contiguous part for each of `invocations`.
    fn part(&mut self, count: Val, invocations: Val) -> (Val, Val) {
        let one = self.c.long(1);
        let last = self.c.binary(SpirvOp::ISub, LONG, invocations, one);
        let sum = self.add(count, last);
        let per = self.c.binary(SpirvOp::UDiv, LONG, sum, invocations);
        let invocation = self.c.invocation();
        let low = self.mul(invocation, per);
        let end = self.add(low, per);
        let inside = self.c.binary(SpirvOp::SLessThan, Ty::Bool, end, count);
        (low, self.c.select(inside, end, count))
    }

    /// Runs code unless this invocation's number is `invocations` or more.
    pub fn if_wanted(&mut self, invocations: Val, body: impl FnOnce(&mut Self, Val) -> Result<()>) -> Result<()> {
        let invocation = self.c.invocation();
        let wanted = self.c.binary(SpirvOp::SLessThan, Ty::Bool, invocation, invocations);
        self.if_(wanted, |k| body(k, invocation))
    }

    /// The first stage of `Reduce` and `Scan`: every invocation reduces its part, which is every `invocations`-th index if
    /// `strided`, and leaves the result in its row of the table `partials`.
    #[expect(clippy::too_many_arguments, reason = "the parts of a reduction")]
    pub fn reduce(
        &mut self,
        dim: &Dim<'_>,
        body: &[Stm<'_>],
        values: &[Exp<'_>],
        op: &Op<'_>,
        neutral: &[Exp<'_>],
        invocations: Val,
        partials: Val,
        strided: bool,
    ) -> Result<()> {
        self.if_wanted(invocations, |k, invocation| {
            let start = k.exps(neutral)?;
            let accumulators = k.accumulators(op, &start);
            let count = k.exp(dim.count)?;
            let one = k.c.long(1);
            let ((low, high), step) =
                if strided { ((invocation, count), invocations) } else { (k.part(count, invocations), one) };
            k.count_loop(low, high, step, |k, index| {
                k.c.set(k.flat, index);
                k.bind(dim.index, PrimType::I64, index);
                k.reduce_step(&accumulators, body, values, op)
            })?;
            let results = k.get_all(&accumulators);
            let row = k.row(partials, invocation, results.len());
            k.store_words(&results, row);
            Ok(())
        })
    }

    /// The next stages of `Reduce`: every invocation combines `per` of `count` rows of `from` to a row of `to`.
    pub fn combine(&mut self, op: &Op<'_>, invocations: Val, [from, to, count, per]: [Val; 4]) -> Result<()> {
        let width = op.lhs.len();
        self.if_wanted(invocations, |k, invocation| {
            let low = k.mul(invocation, per);
            let end = k.add(low, per);
            let inside = k.c.binary(SpirvOp::SLessThan, Ty::Bool, end, count);
            let high = k.c.select(inside, end, count);
            let first = k.row(from, low, width);
            let start = k.load_words(op.lhs, first);
            let accumulators = k.accumulators(op, &start);
            let one = k.c.long(1);
            let second = k.add(low, one);
            k.count_loop(second, high, one, |k, index| {
                let row = k.row(from, index, width);
                let values = k.load_words(op.rhs, row);
                k.accumulate(&accumulators, &values, op)
            })?;
            let results = k.get_all(&accumulators);
            let row = k.row(to, invocation, width);
            k.store_words(&results, row);
            Ok(())
        })
    }

    /// The second stage of `Scan`, by one invocation: makes each of `count` rows the combination of those before it.
    pub fn spread(&mut self, op: &Op<'_>, neutral: &[Exp<'_>], partials: Val, count: Val) -> Result<()> {
        let one = self.c.long(1);
        self.if_wanted(one, |k, _| {
            let start = k.exps(neutral)?;
            let accumulators = k.accumulators(op, &start);
            let (zero, one) = (k.c.long(0), k.c.long(1));
            k.count_loop(zero, count, one, |k, index| {
                let row = k.row(partials, index, start.len());
                let values = k.load_words(op.rhs, row);
                let before = k.get_all(&accumulators);
                k.store_words(&before, row);
                k.accumulate(&accumulators, &values, op)
            })
        })
    }

    /// The last stage of `Scan`: every invocation scans its part, starting with its row of `carries`, or with the neutral
    /// element if it is the only one, and leaves the totals of its part in its row of `partials`.
    #[expect(clippy::too_many_arguments, reason = "the parts of a scan")]
    pub fn scan(
        &mut self,
        dim: &Dim<'_>,
        body: &[Stm<'_>],
        values: &[Exp<'_>],
        op: &Op<'_>,
        neutral: &[Exp<'_>],
        outs: &[ScalarParam],
        after: &[Stm<'_>],
        totals: &Totals<'_>,
        [invocations, carries, partials]: [Val; 3],
    ) -> Result<()> {
        self.if_wanted(invocations, |k, invocation| {
            let start = k.exps(neutral)?;
            let accumulators = k.accumulators(op, &start);
            let one = k.c.long(1);
            let several = k.c.binary(SpirvOp::SLessThan, Ty::Bool, one, invocations);
            k.if_(several, |k| {
                let row = k.row(carries, invocation, start.len());
                let carry = k.load_words(op.lhs, row);
                for (&var, value) in accumulators.iter().zip(carry) {
                    k.c.set(var, value);
                }
                Ok(())
            })?;
            let start = k.exps(totals.neutral)?;
            let combined = k.accumulators(totals.op, &start);
            let count = k.exp(dim.count)?;
            let (low, high) = k.part(count, invocations);
            k.count_loop(low, high, one, |k, index| {
                k.c.set(k.flat, index);
                k.bind(dim.index, PrimType::I64, index);
                k.scan_step(&accumulators, body, values, op, outs)?;
                k.reduce_step(&combined, after, totals.values, totals.op)
            })?;
            if !combined.is_empty() {
                let results = k.get_all(&combined);
                let row = k.row(partials, invocation, results.len());
                k.store_words(&results, row);
            }
            Ok(())
        })
    }

    /// `Hist`: every invocation adds each `invocations`-th index. `locks` is the address of a table of `1 << LOCK_BITS`
    /// locks, where they are needed.
    #[expect(clippy::too_many_arguments, reason = "the parts of a histogram")]
    pub fn hist(
        &mut self,
        dim: &Dim<'_>,
        body: &[Stm<'_>],
        bin: &Exp<'_>,
        values: &[Exp<'_>],
        width: &Exp<'_>,
        op: &Op<'_>,
        mems: &[Name],
        offsets: &[Exp<'_>],
        update: Update,
        invocations: Val,
        locks: Val,
    ) -> Result<()> {
        self.if_wanted(invocations, |k, invocation| {
            let width = k.exp(width)?;
            let count = k.exp(dim.count)?;
            let mut bases = Vec::with_capacity(mems.len());
            for ((&mem, offset), param) in mems.iter().zip(offsets).zip(op.lhs) {
                let prim = param.prim;
                let Memory::Device(base) = k.memory(mem)? else {
                    return Err(Error::internal("a histogram of host code is in private memory"));
                };
                let (base, offset) = (k.c.get(base), k.exp(offset)?);
                bases.push((k.offset(base, offset, prim), prim));
            }
            k.count_loop(invocation, count, invocations, |k, index| {
                k.c.set(k.flat, index);
                k.bind(dim.index, PrimType::I64, index);
                k.stms(body)?;
                let bin = k.exp(bin)?;
                let inside = k.c.binary(SpirvOp::ULessThan, Ty::Bool, bin, width);
                k.if_(inside, |k| {
                    let values = k.exps(values)?;
                    let places: Vec<(Val, PrimType)> =
                        bases.iter().map(|&(base, prim)| (k.offset(base, bin, prim), prim)).collect();
                    k.update(&places, &values, op, update, bin, locks)
                })
            })
        })
    }

    fn update(
        &mut self,
        places: &[(Val, PrimType)],
        values: &[Val],
        op: &Op<'_>,
        update: Update,
        bin: Val,
        locks: Val,
    ) -> Result<()> {
        match (update, places, values) {
            (Update::Atomic(instruction), &[(address, _)], &[value]) => {
                self.c.atomic(instruction, address, value);
                Ok(())
            }
            (Update::Exchange, &[(address, prim)], &[value]) => self.exchange(address, prim, value, op),
            _ => self.locked(places, values, op, bin, locks),
        }
    }

    /// Updates a bin that no other invocation updates meanwhile, but others may have updated before.
    fn update_alone(&mut self, places: &[(Val, PrimType)], values: &[Val], op: &Op<'_>) -> Result<()> {
        let mut old = Vec::with_capacity(places.len());
        for &(address, prim) in places {
            let value = self.c.load_volatile(address, ops::memory_type(prim));
            old.push(ops::from_memory(&mut self.c, prim, value));
        }
        let new = self.apply(op, &old, values)?;
        for (&(address, prim), value) in places.iter().zip(new) {
            let value = ops::to_memory(&mut self.c, prim, value);
            self.c.store_volatile(address, value);
        }
        Ok(())
    }

    /// Computes the new value from the old one until nobody else changed it meanwhile.
    fn exchange(&mut self, address: Val, prim: PrimType, value: Val, op: &Op<'_>) -> Result<()> {
        let int = Ty::Int(prim.bits());
        let seen = self.c.variable(int);
        let done = self.c.variable(Ty::Bool);
        let (first, no) = (self.c.load_volatile(address, int), self.c.constant(Ty::Bool, 0));
        self.c.set(seen, first);
        self.c.set(done, no);
        let is_float = prim.is_float();
        self.loop_while(
            |k| {
                let done = k.c.get(done);
                Ok(k.c.unary(SpirvOp::LogicalNot, Ty::Bool, done))
            },
            |k| {
                let expected = k.c.get(seen);
                let old =
                    if is_float { k.c.unary(SpirvOp::Bitcast, ops::register_type(prim), expected) } else { expected };
                let new = k.apply(op, &[old], &[value])?;
                let Some(&new) = new.first() else { return Err(Error::internal("an operator without a result")) };
                let new = if is_float { k.c.unary(SpirvOp::Bitcast, int, new) } else { new };
                let found = k.c.compare_exchange(address, new, expected);
                let same = k.c.binary(SpirvOp::IEqual, Ty::Bool, found, expected);
                k.c.set(done, same);
                k.c.set(seen, found);
                Ok(())
            },
            |_| {},
        )
    }

    /// Updates a bin under its lock. Taking the lock, the update and giving the lock back are one round of one loop, so that
    /// invocations in lockstep do not wait for each other.
    fn locked(&mut self, places: &[(Val, PrimType)], values: &[Val], op: &Op<'_>, bin: Val, locks: Val) -> Result<()> {
        let mask = self.c.long((1 << LOCK_BITS) - 1);
        let slot = self.c.binary(SpirvOp::BitwiseAnd, LONG, bin, mask);
        let lock = self.offset(locks, slot, PrimType::U32);
        let done = self.c.variable(Ty::Bool);
        let no = self.c.constant(Ty::Bool, 0);
        self.c.set(done, no);
        self.loop_while(
            |k| {
                let done = k.c.get(done);
                Ok(k.c.unary(SpirvOp::LogicalNot, Ty::Bool, done))
            },
            |k| {
                let (zero, one) = (k.c.int(32, 0), k.c.int(32, 1));
                let found = k.c.compare_exchange(lock, one, zero);
                let free = k.c.binary(SpirvOp::IEqual, Ty::Bool, found, zero);
                k.if_(free, |k| {
                    k.update_alone(places, values, op)?;
                    let zero = k.c.int(32, 0);
                    k.c.release_store(lock, zero);
                    let yes = k.c.constant(Ty::Bool, 1);
                    k.c.set(done, yes);
                    Ok(())
                })
            },
            |_| {},
        )
    }

    /// A copy between two layouts of `rank` dimensions of elements of `bytes` bytes: the words are the addresses of
    /// destination and source, and each dimension's size and strides.
    pub fn strided_copy(&mut self, bytes: usize, invocations: Val, words: &[Val]) -> Result<()> {
        let (to, from) = (words[0], words[1]);
        let dims: Vec<&[Val]> = words[2..].chunks(3).collect();
        let mut total = self.c.long(1);
        for dim in &dims {
            total = self.mul(total, dim[0]);
        }
        let first = self.c.invocation();
        let size = self.c.long(bytes as i64);
        self.count_loop(first, total, invocations, |k, flat| {
            let (mut rest, mut at_to, mut at_from) = (flat, k.c.long(0), k.c.long(0));
            for dim in dims.iter().rev() {
                let quotient = k.c.binary(SpirvOp::UDiv, LONG, rest, dim[0]);
                let product = k.mul(quotient, dim[0]);
                let index = k.c.binary(SpirvOp::ISub, LONG, rest, product);
                let (to_step, from_step) = (k.mul(index, dim[1]), k.mul(index, dim[2]));
                at_to = k.add(at_to, to_step);
                at_from = k.add(at_from, from_step);
                rest = quotient;
            }
            let (to_bytes, from_bytes) = (k.mul(at_to, size), k.mul(at_from, size));
            let (to, from) = (k.add(to, to_bytes), k.add(from, from_bytes));
            let value = k.c.load(from, Ty::Int(8 * bytes as u32));
            k.c.store(to, value);
            Ok(())
        })
    }

    /// Stores the low bits of a word as an element of `bytes` bytes.
    pub fn write_element(&mut self, bytes: usize, address: Val, word: Val) -> Result<()> {
        let one = self.c.long(1);
        self.if_wanted(one, |k, _| {
            let value = ops::resize(&mut k.c, word, 8 * bytes as u32, false);
            k.c.store(address, value);
            Ok(())
        })
    }
}

/// Locks for histograms: a power of two of them.
pub const LOCK_BITS: u32 = 14;

/// The atomic instruction that does what an operator on one value does, if there is one.
pub fn atomic_instruction(op: &Op<'_>) -> Option<SpirvOp> {
    let ([left], [right], [result]) = (op.lhs, op.rhs, op.results) else { return None };
    let Exp::Bin { op: operator, lhs: Exp::Var { name: x, .. }, rhs: Exp::Var { name: y, .. }, prim, .. } = result
    else {
        return None;
    };
    let operands = (*x == left.name && *y == right.name) || (*x == right.name && *y == left.name);
    if !op.body.is_empty() || !operands || !prim.is_integer() {
        return None;
    }
    match operator {
        BinOp::Add => Some(SpirvOp::AtomicIAdd),
        BinOp::And => Some(SpirvOp::AtomicAnd),
        BinOp::Or => Some(SpirvOp::AtomicOr),
        BinOp::Xor => Some(SpirvOp::AtomicXor),
        BinOp::Min if prim.is_signed() => Some(SpirvOp::AtomicSMin),
        BinOp::Min => Some(SpirvOp::AtomicUMin),
        BinOp::Max if prim.is_signed() => Some(SpirvOp::AtomicSMax),
        BinOp::Max => Some(SpirvOp::AtomicUMax),
        _ => None,
    }
}
