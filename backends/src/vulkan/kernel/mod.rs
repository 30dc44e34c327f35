//! Statements of IMP as kernels in SPIR-V.
//!
//! Every kernel is a procedure `main` that
//! 1. leaves at once if an earlier dispatch failed: the control block has the number of the first that did;
//! 2. reads its words: first those that the host adds (how many invocations there are, where partial results are), then
//!    the free variables of the statement, scalars by their bits and memory by its address;
//! 3. runs its part of the indices.
//!
//! An invocation that fails notes the index and returns. All others of the dispatch go on, since one of them may fail
//! for a smaller index: the host reports the smallest.
//!
//! Words are push constants, or in a block whose address is a push constant where they are too many. No invocation
//! waits for others, so that a failing one may simply return.
//!
//! A scalar variable is a SPIR-V variable, which drivers make a register. Memory is addressed by 64-bit addresses;
//! arrays private to a thread are variables. Kernel statements inside a kernel are loops.

mod blocks;
mod builtin;
mod control;
mod folds;
mod histograms;
mod launched;
mod memory;
mod statements;
mod variables;

use framework::{Error, Name, Result, Span};
use languages::imp::Proc;
use languages::prim::PrimType;
use rspirv::spirv::{Op as SpirvOp, Word};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ops;
use super::queue::PUSH_WORDS;
use super::spirv::{ArrayVar, Code, LONG, Ty, Val, Var};
use crate::analysis::{Aliases, PrivateClass};
use crate::failure::AssertText;

pub use histograms::{LOCK_BITS, Update, atomic_instruction};

/// The assertion that stands in failure records for: an invocation has no memory left.
pub const OUT_OF_KERNEL_MEMORY: u64 = u32::MAX as u64;
/// Most failures that one kernel can note.
pub const FAILURE_RECORDS: u64 = 1 << 17;
/// Bytes of the control block before its records: the number of failures, and the number of the first dispatch that
/// failed, of 4 bytes each.
pub const CONTROL_HEADER: u64 = 16;
/// Where the number of the first dispatch that failed is in the control block.
pub const FAILED_DISPATCH: u64 = 4;
/// The control block's header as long as nothing has failed: all dispatches come before the one that has.
pub const NO_FAILURE: [u8; CONTROL_HEADER as usize] = [0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0];

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

/// Words that every kernel is given first: the address of the memory for blocks, the bytes of each invocation's part,
/// and the number of the dispatch.
pub const FIRST_WORDS: usize = 3;
/// Which of them is the number of the dispatch.
const NUMBER_WORD: usize = 2;

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
            words: FIRST_WORDS + extra + captures.len(),
            flat,
            heap,
            slots: FxHashMap::default(),
            needs_heap: false,
        };
        let (failed, number) = (kernel.failed_dispatch(), kernel.word(NUMBER_WORD));
        let failed = kernel.c.load_volatile(failed, Ty::Int(32));
        let failed = ops::resize(&mut kernel.c, failed, 64, false);
        let too_late = kernel.c.binary(SpirvOp::ULessThan, Ty::Bool, failed, number);
        kernel.if_(too_late, |k| {
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
        let extra = FIRST_WORDS + extra;
        let extras = (FIRST_WORDS..extra).map(|i| kernel.word(i)).collect();
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

    /// Where the number of the first dispatch that failed is.
    fn failed_dispatch(&mut self) -> Val {
        let (control, offset) = (self.c.push_word(0), self.c.long(FAILED_DISPATCH as i64));
        self.add(control, offset)
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
}
