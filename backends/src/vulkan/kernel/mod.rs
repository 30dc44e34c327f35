//! Translates statements of IMP to kernels in SPIR-V.
//!
//! Every kernel is a procedure `main` that
//! 1. returns at once if an earlier dispatch has failed: the control block has the number of the first failed dispatch;
//! 2. reads its words: first those that the host adds (such as the number of invocations and the address of partial
//!    results), then the free variables of the statement, scalars as their bits and memory as its address;
//! 3. runs its part of the indices.
//!
//! An invocation that fails records the index and returns. The other invocations of the dispatch go on, since one of
//! them may fail for a smaller index. The host reports the failure of the smallest index. If invocations wait for each
//! other, the failing one only leaves its section (`group.rs`).
//!
//! Words are push constants. If there are too many, they are in a block, whose address is a push constant.
//!
//! A scalar variable is a SPIR-V variable, which drivers keep in a register. Memory has 64-bit addresses; arrays
//! private to a thread are SPIR-V variables. Kernel statements inside a kernel become loops.

mod blocks;
mod builtin;
mod control;
mod folds;
mod group;
mod histograms;
mod lanes;
mod launched;
mod memory;
mod statements;
mod together;
mod variables;

use framework::{Error, Name, Result, Span};
use languages::lanes::Proc;
use languages::prim::PrimType;
use rspirv::spirv::{Op as SpirvOp, Word};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ops;
use super::queue::PUSH_WORDS;
use super::spirv::{ArrayVar, Code, LONG, Ty, Val, Var};
use crate::failure::AssertText;
use languages::lanes::facts::{Aliases, PrivateClass};

pub use group::{LANES, MOST_GROUPS, fits_shared};

pub use histograms::{FEW_BINS, LOCK_BITS, Update, has_copies, how_to_update};
pub use together::is_shared;

/// The assertion number in failure records which says that an invocation has no memory left.
pub const OUT_OF_KERNEL_MEMORY: u64 = u32::MAX as u64;
/// The largest number of failures that one kernel can record.
pub const FAILURE_RECORDS: u64 = 1 << 17;
/// The size in bytes of the control block's header: the number of failures, the number of the first failed dispatch,
/// and the number of groups that are done, of 4 bytes each.
pub const CONTROL_HEADER: u64 = 16;
/// The offset of the number of the first failed dispatch in the control block.
pub const FAILED_DISPATCH: u64 = 4;
/// The offset of the number of workgroups of the current dispatch that are done, of 4 bytes.
pub const GROUPS_DONE: u64 = 8;
/// The control block's header before any failure. The number of the first failed dispatch is larger than all numbers of
/// dispatches.
pub const NO_FAILURE: [u8; CONTROL_HEADER as usize] = [0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0];

/// Facts about a program that its kernels are made from.
pub struct Program<'p> {
    /// The features of the device.
    pub features: super::device::Features,
    /// The device's name, for messages.
    pub device: &'p str,
    /// The assertions so far.
    pub asserts: Vec<AssertText>,
    /// The number of words of a failure record: index, assertion, and as many values as any assertion shows.
    pub record_words: u64,
    /// The types of scalar variables of host code.
    pub scalars: FxHashMap<Name, PrimType>,
    /// Those that are the number of the thread that runs an index.
    pub threads: FxHashSet<Name>,
    /// The memory variables of host code.
    pub memories: FxHashSet<Name>,
    /// The classes of memory variables of the function that may denote the same block.
    pub aliases: Aliases,
    /// Arrays private to a thread.
    pub private: FxHashMap<Name, PrivateClass>,
    /// The number of invocations in a workgroup, for kernels whose invocations work alone.
    pub group_size: u32,
    /// The procedures. Kernels call scalar procedures only.
    pub procs: &'p [Proc<'p>],
}

impl Program<'_> {
    /// Fails with a limitation if the device does not support values of a type.
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
    /// The elements of a private array, from a position on.
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
    /// The flat index that failures are recorded with.
    flat: Var,
    /// The bounds of this invocation's unused memory for blocks.
    heap: (Var, Var),
    /// The blocks that the kernel allocates, by the class of variables that may denote them.
    slots: FxHashMap<Name, Vec<Slot>>,
    /// Whether the kernel allocates blocks.
    pub needs_heap: bool,
    /// The histogram that the kernel fills.
    bins: Option<histograms::Bins<'p>>,
    /// The number of invocations in a workgroup.
    pub group_size: u32,
    /// Whether code that may fail is in sections.
    has_sections: bool,
    /// Who runs the current code.
    level: Level,
    /// Arrays in the memory of the group for the tables of its steps, by the type of their elements.
    tables: FxHashMap<Ty, Vec<ArrayVar>>,
}

/// Who runs code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    /// An invocation by itself.
    Thread,
    /// All invocations of a group, in the same way.
    Group,
}

/// How the invocations of a kernel work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Each by itself.
    Alone,
    /// Those of a workgroup together. Some of them may fail.
    InGroups { may_fail: bool },
    /// Those of a workgroup together on each index.
    Groups,
}

/// A block in this invocation's memory. It is reused when no variable of its class denotes it.
#[derive(Clone, Copy)]
struct Slot {
    /// Its address; 0 before the first allocation.
    address: Var,
    /// Its size in bytes.
    bytes: Var,
}

/// The number of words that come first for every kernel: the address of the memory for blocks, the bytes of each
/// invocation's part, and the number of the dispatch.
pub const FIRST_WORDS: usize = 3;
/// The position of the number of the dispatch among these words.
const NUMBER_WORD: usize = 2;

impl<'k, 'p> Kernel<'k, 'p> {
    /// Starts a kernel whose words are `extra` words, followed by the free variables `captures`. Returns the extra
    /// words.
    pub fn new(
        program: &'k mut Program<'p>,
        work: Work,
        extra: usize,
        captures: &[Name],
    ) -> Result<(Kernel<'k, 'p>, Vec<Val>)> {
        let has_sections = work == Work::InGroups { may_fail: true };
        let group_size = if work == Work::Alone { program.group_size } else { LANES };
        let mut c = Code::new(program.features, PUSH_WORDS, has_sections);
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
            bins: None,
            group_size,
            has_sections,
            level: Level::Thread,
            tables: FxHashMap::default(),
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
                let value = match kernel.program.threads.contains(&name) {
                    true if work == Work::Groups => kernel.c.group(),
                    true => kernel.c.invocation(),
                    false => ops::from_bits(&mut kernel.c, ops::register_type(prim), word),
                };
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
        self.c.finish(self.main, self.group_size)
    }

    /// The address of the number of the first failed dispatch.
    fn failed_dispatch(&mut self) -> Val {
        let (control, offset) = (self.c.push_word(0), self.c.long(FAILED_DISPATCH as i64));
        self.add(control, offset)
    }

    /// A word from the host.
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
