//! Prints the code of groups at the full width of the processor's registers.
//!
//! The loop over the groups of a row becomes a function of `x64`, which the code of Cranelift calls: it takes the
//! addresses of an environment and of results, and the range of indices, and stores the first index that is left. A
//! vector of `b` bits a lane is a list of registers, or the low lanes of one. Truth values are masks for lanes of 32
//! bits, and become masks for other lanes where they are used. Scalars of fewer than 32 bits are kept extended to 32,
//! by the sign if their type has one.
//!
//! Code that has no translation (`None`) is left to the printer for 128 bits: checks that fail inside of the group, and
//! blocks whose sizes are not known before.
//!
//! - `blocks.rs`: the blocks of groups;
//! - `function.rs`: functions and their environment; `control.rs`: statements, in SSA form; `scalars.rs` and
//!   `vectors.rs`: operators; `lanes.rs`: masks and conversions between widths; `memory.rs`: reads and writes;
//!   `longs.rs`: divisions, and other operators on integers of 64 bits; `halves.rs`: operators on `f16`;
//!   `calls.rs`: operators without instructions.

mod blocks;
mod calls;
mod control;
mod function;
mod halves;
mod lanes;
mod longs;
mod memory;
mod scalars;
mod vectors;

use framework::Name;
use languages::prim::PrimType;
use rustc_hash::FxHashMap;

use super::x64::ir::{Block, Elem, Function, Type, Value};

pub use blocks::blocks_before;
pub use function::{Captured, Kind, NEXT_OFFSET, Request, compile, result_bytes};

/// A scalar, a vector, or the address of a block.
#[derive(Clone, Debug, PartialEq)]
enum Held {
    Scalar(Value),
    /// The registers.
    Vector(Vec<Value>),
    Memory(Value),
}

/// A function under construction.
struct Wide<'f> {
    f: Function,
    lanes: usize,
    /// What each variable holds now.
    held: FxHashMap<Name, Held>,
    types: FxHashMap<Name, PrimType>,
    /// Vectors with the same value in every lane, made once before the loop.
    splats: FxHashMap<Name, Vec<Value>>,
    /// Scalars from outside of the group.
    outside: FxHashMap<Name, Value>,
    /// The first block, whose code runs once.
    entry: Block,
    /// Where a group is left for: the block, and its arguments at the start of the group.
    exit: Option<(Block, Vec<Value>)>,
    /// The address of the bell's byte, if the code may take long.
    bell: Option<Value>,
    /// Whether a memory variable only denotes arrays of constant size that are private to a thread.
    is_private: &'f dyn Fn(Name) -> bool,
    /// The addresses of the blocks that have been allocated before, by the variables for which that was done.
    blocks: FxHashMap<Name, Value>,
    /// Whether vectors are read in two halves. Code without loops often waits for memory, which is then faster by a
    /// tenth and more on a processor of 2024, whether or not the address is aligned.
    by_halves: bool,
    /// Whether vectors are written past the caches.
    past: bool,
}

/// The type of lanes of a primitive type. `None` for `bool`, whose lanes are masks.
fn elem(prim: PrimType) -> Option<Elem> {
    match prim {
        PrimType::I8 | PrimType::U8 => Some(Elem::I8),
        PrimType::I16 | PrimType::U16 | PrimType::F16 => Some(Elem::I16),
        PrimType::I32 | PrimType::U32 => Some(Elem::I32),
        PrimType::I64 | PrimType::U64 => Some(Elem::I64),
        PrimType::F32 => Some(Elem::F32),
        PrimType::F64 => Some(Elem::F64),
        PrimType::Bool => None,
    }
}

/// The type of a scalar in a register.
fn scalar_elem(prim: PrimType) -> Elem {
    match prim {
        PrimType::I64 | PrimType::U64 => Elem::I64,
        PrimType::F32 => Elem::F32,
        PrimType::F64 => Elem::F64,
        _ => Elem::I32,
    }
}

impl Wide<'_> {
    /// The type of a register of a vector.
    fn register_type(&self, prim: PrimType) -> Type {
        match elem(prim) {
            Some(elem) => Type::Vector(elem),
            None => Type::Mask(lanes::MASK),
        }
    }

    /// The number of registers of a vector.
    fn registers(&self, prim: PrimType) -> usize {
        let bits = elem(prim).map_or(lanes::MASK, Elem::bits);
        self.lanes.div_ceil(self.f.lanes_of(bits))
    }

    fn type_of(&self, name: Name) -> Option<PrimType> {
        self.types.get(&name).copied()
    }
}
