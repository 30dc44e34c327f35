//! The language of x64 kernels: SSA over scalars, whole vector registers, and masks, with block parameters instead of
//! phis.
//!
//! A function is made for one [`Level`], which decides how many lanes a register has. Every operation defines all lanes
//! of its result, so the interpreter and the machine code agree on whole registers:
//!
//! - a conversion to wider lanes reads one *part* of its operand: part `p` is the `p`-th group of as many lanes as the
//!   result has;
//! - a conversion to narrower lanes fills the low lanes of its result, and the others are zero; [`Op::Join`] puts such
//!   results together.
//!
//! So a translator that runs `W` iterations at once keeps a value of `b` bits in `W * b / register` registers, or in
//! the low lanes of one.
//!
//! Semantics are those of Futhark's primitive operators: integers wrap around, a shift by the width or more shifts out
//! all bits, and a number wins over a NaN in `Min` and `Max`. Which NaN an operation yields is not specified. Divisions
//! of integers need a divisor for which they are defined.

use super::detect::Level;
pub use super::ops::{Access, BinOp, Cond, ConvOp, FmaOp, UnOp};

/// The type of a lane, or of a scalar. Integers have no sign; operations have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Elem {
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
}

impl Elem {
    /// All of them.
    pub const ALL: [Elem; 6] = [Elem::I8, Elem::I16, Elem::I32, Elem::I64, Elem::F32, Elem::F64];

    /// Its width.
    pub const fn bits(self) -> Bits {
        match self {
            Elem::I8 => Bits::B8,
            Elem::I16 => Bits::B16,
            Elem::I32 | Elem::F32 => Bits::B32,
            Elem::I64 | Elem::F64 => Bits::B64,
        }
    }

    /// Its bytes.
    pub const fn bytes(self) -> usize {
        self.bits().count() / 8
    }

    /// Whether it is `F32` or `F64`.
    pub const fn is_float(self) -> bool {
        matches!(self, Elem::F32 | Elem::F64)
    }
}

/// The width of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Bits {
    B8 = 8,
    B16 = 16,
    B32 = 32,
    B64 = 64,
}

impl Bits {
    /// All of them.
    pub const ALL: [Bits; 4] = [Bits::B8, Bits::B16, Bits::B32, Bits::B64];

    /// The number of bits.
    pub const fn count(self) -> usize {
        self as usize
    }

    /// The integers of this width.
    pub const fn integer(self) -> Elem {
        match self {
            Bits::B8 => Elem::I8,
            Bits::B16 => Elem::I16,
            Bits::B32 => Elem::I32,
            Bits::B64 => Elem::I64,
        }
    }
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// An `I32`, `I64`, `F32` or `F64`. An `I32` also holds a truth value, 0 or 1, and narrower integers, whose upper
    /// bits are whatever the operations leave there.
    Scalar(Elem),
    /// A register of lanes.
    Vector(Elem),
    /// A truth value for each lane of this width.
    Mask(Bits),
}

/// A scalar integer of 32 bits.
pub const I32: Type = Type::Scalar(Elem::I32);
/// A scalar integer of 64 bits.
pub const I64: Type = Type::Scalar(Elem::I64);

impl Type {
    /// The type of a scalar or a lane; for a mask, the integers of its lanes' width.
    pub const fn elem(self) -> Elem {
        match self {
            Type::Scalar(elem) | Type::Vector(elem) => elem,
            Type::Mask(bits) => bits.integer(),
        }
    }
}

/// A value of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub(super) u32);

impl Value {
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A block of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Block(pub(super) u32);

impl Block {
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The address `base + index * scale + displacement`, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// An `I64`.
    pub base: Value,
    /// An `I64`; for gathers and scatters, a vector of `I32` or `I64`, which are signed.
    pub index: Option<Value>,
    /// 1, 2, 4 or 8.
    pub scale: u8,
    /// A constant, of less than 2³⁰.
    pub displacement: i32,
}

impl Address {
    /// The address `base + displacement`.
    pub const fn at(base: Value, displacement: i32) -> Address {
        Address { base, index: None, scale: 1, displacement }
    }

    /// The address `base + index * scale`.
    pub const fn indexed(base: Value, index: Value, scale: u8) -> Address {
        Address { base, index: Some(index), scale, displacement: 0 }
    }

    /// The same address, some bytes on.
    pub const fn plus(self, bytes: i32) -> Address {
        Address { displacement: self.displacement + bytes, ..self }
    }
}

/// An operation. `lanes` is the number of lanes that a memory access or a join is about, a power of two. The mask of an
/// access is of the value's lanes; memory of other lanes is not touched.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// The scalar with these bits, the vector that has it in every lane, or the mask that has bit `i` in lane `i`.
    Const(u64),
    /// A vector with these lanes.
    Lanes(Box<[u64]>),
    /// The address of a byte of the function's own stack area, an `I64`.
    StackAddress(u32),
    /// An operator of one operand.
    Unary(UnOp, Value),
    /// An operator of two operands.
    Binary(BinOp, Value, Value),
    /// A fused product and sum of floats.
    Fma(FmaOp, [Value; 3]),
    /// A comparison: of scalars an `I32`, of vectors a mask.
    Compare(Cond, Value, Value),
    /// `[c, a, b]`: `a` where `c` is true, else `b`. `c` is an `I32` for scalars, and a mask for vectors.
    Select([Value; 3]),
    /// A conversion of this part of a vector or a mask.
    Convert(ConvOp, Value, u8),
    /// A vector with a scalar in every lane, truncated to the lane's width.
    Splat(Value),
    /// A lane as a scalar. Narrow integers are extended by zeros.
    Extract(Value, u8),
    /// A vector with one lane replaced by a scalar.
    Insert(Value, Value, u8),
    /// Lanes of `a`, from the lane with this number on, followed by as many lanes of `b` as there is room for.
    Slide(Value, Value, u8),
    /// Lanes of a vector in another order: lane `i` is the lane whose number is lane `i` of the second operand, an
    /// integer vector of the same width, modulo the number of lanes. Not for lanes of 8 bits.
    Permute(Value, Value),
    /// As `Permute`, of the lanes of two vectors, one after the other: `[a, b, index]`.
    Permute2([Value; 3]),
    /// The low `lanes` of `a`, followed by the low `lanes` of `b`; zeros above. Also of masks.
    Join {
        /// The vectors or masks.
        parts: [Value; 2],
        /// Lanes of each.
        lanes: u8,
    },
    /// The mask whose lane `i` is bit `i` of an `I64`.
    MaskFromBits(Value),
    /// The bits of a mask, an `I64`.
    MaskToBits(Value),
    /// The mask of all lanes whose number is less than an `I64`, which is signed.
    FirstLanes(Value),
    /// Whether a mask has any lane, an `I32`.
    Any(Value),
    /// Whether a mask has all lanes, an `I32`.
    All(Value),
    /// Reads a scalar.
    Load(Access, Address),
    /// Writes a scalar, truncated if need be.
    Store(Access, Address, Value),
    /// Reads the first lanes of a vector; lanes that are not read are zero.
    LoadVector {
        /// Where the lanes are, one after the other.
        address: Address,
        /// How many.
        lanes: u8,
        /// Which of them; if there is one, `lanes` is that of a register.
        mask: Option<Value>,
    },
    /// Writes the first lanes of a vector.
    StoreVector {
        /// Where.
        address: Address,
        /// The vector.
        value: Value,
        /// How many lanes.
        lanes: u8,
        /// Which of them; if there is one, `lanes` is that of a register.
        mask: Option<Value>,
        /// Past the caches. The address is a multiple of the bytes that are written, at least 16; there is no mask, and
        /// a [`Op::Fence`] follows before other threads read.
        stream: bool,
    },
    /// Reads the first lanes of a vector from places that are `step` bytes apart; lanes that are not read are zero.
    LoadSteps {
        /// Where the first lane is.
        address: Address,
        /// An `I64`.
        step: Value,
        /// How many.
        lanes: u8,
    },
    /// Writes the first lanes of a vector to such places, in order of lanes.
    StoreSteps {
        /// Where the first lane goes.
        address: Address,
        /// An `I64`.
        step: Value,
        /// The vector.
        value: Value,
        /// How many.
        lanes: u8,
    },
    /// Reads lanes of 32 or 64 bits from addresses with a vector index; lanes without a mask are zero. If widths of
    /// lane and index differ, there are as many lanes as the wider one has, and the mask is of its width: 64-bit lanes
    /// read this part of the index, and 32-bit lanes fill the low half.
    Gather {
        /// Where.
        address: Address,
        /// Which lanes.
        mask: Option<Value>,
        /// The part of the index.
        part: u8,
    },
    /// Writes lanes of 32 or 64 bits to addresses with a vector index, in order of lanes. As for `Gather`, if widths
    /// differ.
    Scatter {
        /// Where.
        address: Address,
        /// The vector.
        value: Value,
        /// Which lanes.
        mask: Option<Value>,
        /// The part of the index.
        part: u8,
    },
    /// Brings the line of memory with this address into a cache. It need not be that of anything.
    Prefetch(Address),
    /// Makes stores past the caches visible to other threads.
    Fence,
    /// Calls the `extern "sysv64"` function at this address with scalars: at most six integers and eight floats.
    Call(usize, Vec<Value>),
}

/// Calls `$visit` on a reference to each operand of an operation, mutable if that to the operation is.
macro_rules! each_operand {
    ($op:expr, $visit:ident) => {
        match $op {
            Op::Const(_) | Op::Lanes(_) | Op::StackAddress(_) | Op::Fence => {}
            Op::Unary(_, a) | Op::Convert(_, a, _) | Op::Splat(a) | Op::Extract(a, _) => $visit(a),
            Op::MaskFromBits(a) | Op::MaskToBits(a) | Op::FirstLanes(a) | Op::Any(a) | Op::All(a) => $visit(a),
            Op::Binary(_, a, b)
            | Op::Compare(_, a, b)
            | Op::Insert(a, b, _)
            | Op::Slide(a, b, _)
            | Op::Permute(a, b)
            | Op::Join { parts: [a, b], .. } => {
                $visit(a);
                $visit(b);
            }
            Op::Fma(_, operands) | Op::Select(operands) | Op::Permute2(operands) => {
                operands.into_iter().for_each($visit);
            }
            Op::Load(_, Address { base, index, .. }) | Op::Prefetch(Address { base, index, .. }) => {
                $visit(base);
                index.into_iter().for_each($visit);
            }
            Op::Store(_, Address { base, index, .. }, value) => {
                $visit(base);
                index.into_iter().for_each(&mut $visit);
                $visit(value);
            }
            Op::LoadVector { address: Address { base, index, .. }, mask, .. }
            | Op::Gather { address: Address { base, index, .. }, mask, .. } => {
                $visit(base);
                index.into_iter().chain(mask).for_each($visit);
            }
            Op::StoreVector { address: Address { base, index, .. }, value, mask, .. }
            | Op::Scatter { address: Address { base, index, .. }, value, mask, .. } => {
                $visit(base);
                index.into_iter().for_each(&mut $visit);
                $visit(value);
                mask.into_iter().for_each($visit);
            }
            Op::LoadSteps { address: Address { base, index, .. }, step, .. } => {
                $visit(base);
                index.into_iter().for_each(&mut $visit);
                $visit(step);
            }
            Op::StoreSteps { address: Address { base, index, .. }, step, value, .. } => {
                $visit(base);
                index.into_iter().for_each(&mut $visit);
                $visit(step);
                $visit(value);
            }
            Op::Call(_, args) => args.into_iter().for_each($visit),
        }
    };
}

impl Op {
    /// Calls `visit` on each operand.
    pub fn visit(&self, mut visit: impl FnMut(Value)) {
        let mut visit = |value: &Value| visit(*value);
        each_operand!(self, visit)
    }

    /// Calls `visit` on each operand, which it may replace.
    pub fn visit_mut(&mut self, mut visit: impl FnMut(&mut Value)) {
        each_operand!(self, visit)
    }

    /// The address of an access by a scalar index.
    pub const fn address_mut(&mut self) -> Option<&mut Address> {
        match self {
            Op::Load(_, address) | Op::Store(_, address, _) | Op::Prefetch(address) => Some(address),
            Op::LoadVector { address, .. } | Op::StoreVector { address, .. } => Some(address),
            Op::LoadSteps { address, .. } | Op::StoreSteps { address, .. } => Some(address),
            _ => None,
        }
    }

    /// Whether it writes memory or may do so.
    pub const fn writes(&self) -> bool {
        matches!(
            self,
            Op::Store(..)
                | Op::StoreVector { .. }
                | Op::StoreSteps { .. }
                | Op::Scatter { .. }
                | Op::Call(..)
                | Op::Fence
        )
    }
}

/// An instruction of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// The value that it defines.
    pub result: Option<Value>,
}

/// A block with arguments for its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The block.
    pub block: Block,
    /// An argument for each parameter.
    pub args: Vec<Value>,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    /// The function is done; an `I64`.
    Return(Value),
    /// Goes on in another block.
    Jump(Target),
    /// Goes on in the first block if an `I32` is not 0, and in the second otherwise. A loop's body should come first:
    /// its code is put right behind the branch.
    Branch(Value, Target, Target),
}

impl Terminator {
    /// The blocks where it goes on.
    pub fn targets(&self) -> impl DoubleEndedIterator<Item = &Target> {
        let (first, second) = match self {
            Terminator::Return(_) => (None, None),
            Terminator::Jump(target) => (Some(target), None),
            Terminator::Branch(_, yes, no) => (Some(yes), Some(no)),
        };
        first.into_iter().chain(second)
    }

    /// Calls `visit` on each operand, arguments included, which it may replace.
    pub fn visit_mut(&mut self, mut visit: impl FnMut(&mut Value)) {
        let [first, second] = match self {
            Terminator::Return(value) => return visit(value),
            Terminator::Jump(target) => [Some(target), None],
            Terminator::Branch(value, yes, no) => {
                visit(value);
                [Some(yes), Some(no)]
            }
        };
        first.into_iter().chain(second).flat_map(|target| &mut target.args).for_each(visit);
    }

    /// Calls `visit` on each operand, arguments included.
    pub fn visit(&self, mut visit: impl FnMut(Value)) {
        if let Terminator::Return(value) | Terminator::Branch(value, ..) = self {
            visit(*value);
        }
        self.targets().flat_map(|target| &target.args).for_each(|arg| visit(*arg));
    }
}

/// The contents of a block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockData {
    /// Its parameters.
    pub params: Vec<Value>,
    /// Its instructions, in order.
    pub insts: Vec<Inst>,
    /// Its end. The validator reports a block without one.
    pub terminator: Option<Terminator>,
}

/// A function with parameters of type `I64`, which returns an `I64`.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name in texts.
    pub name: String,
    /// The instructions that it may use.
    pub level: Level,
    /// Whether it leaves all registers as they were, but for what Cranelift's code does not keep over a call: flags,
    /// masks, the upper bits of vectors, and vectors after the sixteenth. Then its result is lost.
    pub keeps_registers: bool,
    /// Bytes of its own stack area, which starts at a multiple of 64.
    pub stack_bytes: u32,
    /// Its parameters, at most six.
    pub params: Vec<Value>,
    /// Its blocks; the first is its entry, which has no parameters and is the target of no jump.
    pub blocks: Vec<BlockData>,
    /// The type of each value.
    pub(super) types: Vec<Type>,
    /// The block that the builder appends to.
    pub(super) current: Block,
}

impl Function {
    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.types[value.index()]
    }

    /// The number of lanes of this type in a register.
    pub const fn lanes(&self, elem: Elem) -> usize {
        self.lanes_of(elem.bits())
    }

    /// The number of lanes of this width in a register.
    pub const fn lanes_of(&self, bits: Bits) -> usize {
        self.level.register_bits() / bits.count()
    }

    /// The number of values.
    pub fn values(&self) -> usize {
        self.types.len()
    }
}
