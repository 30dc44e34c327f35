//! Translates statements and expressions of IMP to Cranelift code.
//!
//! A scalar variable is a Cranelift variable, which becomes SSA values. A memory variable is two Cranelift variables:
//! the block that it denotes, and the address of the block's first element. The block is null if references are not
//! counted: for a variable without a block, for thread-private arrays on the stack, and in kernels for outer blocks,
//! which outlive the kernel. Kernel statements in host code become functions of their own (`kernels.rs`); inside a
//! kernel they become loops.

mod calls;
mod control;
mod expressions;
mod folds;
mod memory;
mod places;
mod ranges;
mod statements;
mod variables;
mod words;

pub use control::stretch;
pub use places::constant_in;
pub use words::Products;

use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, StackSlot, Value, types};
use cranelift_frontend::{FunctionBuilder, Variable};
use framework::Name;
use languages::prim::PrimType;
use rustc_hash::{FxHashMap, FxHashSet};

use super::compile::Unit;

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
    /// The block; `None` if the variable never denotes a block with a reference count.
    pub block: Option<Variable>,
    /// Address of element 0.
    pub base: Variable,
}

/// Translates one function.
pub struct Translator<'t> {
    /// The code under construction.
    pub b: FunctionBuilder<'t>,
    /// The program that the function belongs to.
    pub unit: &'t mut Unit,
    /// The worker, which is the first parameter of every function.
    pub worker: Value,
    /// Whether this is a kernel.
    pub in_kernel: bool,
    scalars: FxHashMap<Name, Scalar>,
    memories: FxHashMap<Name, Memory>,
    /// The memory variables of each open scope.
    scopes: Vec<Vec<Name>>,
    /// Where the environment has the value of a captured variable: the address, and the byte from there.
    homes: FxHashMap<Name, (Value, i32)>,
    /// Memory through which values go to loops.
    passages: Vec<StackSlot>,
    /// The vector variables: a variable for each register, and the type of the elements.
    pub(super) vectors: FxHashMap<Name, (Vec<Variable>, PrimType)>,
    /// The number of lanes of the group around.
    pub(super) lanes: usize,
    /// Where the group around is left for, with its first index.
    pub(super) exit: Option<(ir::Block, Value)>,
    /// Memory for the values in the messages of failures. Only one assertion fails, so all share it.
    shown: Option<StackSlot>,
    /// The scalar variables that stay the same in the innermost loop around. Empty: see `places.rs`.
    pub(super) constant: FxHashSet<Name>,
    /// The sums of which the carry was needed.
    sums: words::Sums,
}

/// The flags of every access to the program's memory. The memory is valid, so the access does not trap. It may be
/// unaligned in the buffer of an argument.
pub const ACCESS: MemFlagsData = MemFlagsData::new().with_notrap();

/// The flags of a read from the worker, whose fields that code reads never change.
pub const FIXED: MemFlagsData = ACCESS.with_readonly().with_can_move();

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
            homes: FxHashMap::default(),
            passages: Vec::new(),
            vectors: FxHashMap::default(),
            lanes: 1,
            exit: None,
            shown: None,
            constant: FxHashSet::default(),
            sums: words::Sums::default(),
        }
    }

    /// A reference to a compiled function, and its address.
    pub fn function_address(&mut self, function: cranelift_module::FuncId) -> Value {
        let reference: ir::FuncRef = self.unit.reference(function, self.b.func);
        self.b.ins().func_addr(types::I64, reference)
    }
}
