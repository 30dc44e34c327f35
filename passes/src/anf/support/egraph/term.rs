//! The terms of the e-graph.

use egg::{Id, Language};
use framework::Name;
use languages::prim::{BinOp, PrimType, PrimValue, TriOp, UnOp};
use smallvec::SmallVec;
use std::fmt;

/// The operands of a term. Most terms have few operands, so these are stored inline.
pub type Operands = SmallVec<[Id; 4]>;

/// An e-node: an operator and its operands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    /// The operator.
    pub op: Op,
    /// The classes of its operands.
    pub args: Operands,
}

/// One dimension of a slice or update; it determines the number of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dim {
    /// One operand: the index.
    Fix,
    /// Three operands: start, count, stride.
    Span,
}

impl Dim {
    /// The number of operands.
    pub fn width(self) -> usize {
        match self {
            Dim::Fix => 1,
            Dim::Span => 3,
        }
    }
}

/// An operator.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// A constant: type and bits.
    Const(PrimType, u64),
    /// A variable that the region does not bind.
    Var(Name),
    /// The certificate of an assertion that always holds.
    Held,
    /// See `Exp::Bin`; the type is that of the operands.
    Bin(BinOp, PrimType),
    /// See `Exp::Un`.
    Un(UnOp, PrimType),
    /// See `Exp::Tri`.
    Tri(TriOp, PrimType),
    /// See `Exp::Convert`: from, to.
    Convert(PrimType, PrimType),
    /// Array, then an index for each dimension.
    Index,
    /// Array, then the operands of each dimension.
    Slice(Box<[Dim]>),
    /// Array, value, then the operands of each dimension.
    Update(Box<[Dim]>),
    /// Length, elements (their number is given here), dimensions of an element.
    ArrayLit(PrimType, usize),
    /// Count, start, step.
    Iota(PrimType),
    /// Value, then the dimensions.
    Replicate,
    /// Array.
    Rearrange(Box<[i64]>),
    /// Array, then the dimensions.
    Reshape,
    /// Condition.
    Assert,
    /// A value that is computed only if checks succeed: the value, then the certificates of these checks.
    Under,
    /// An array that may be overwritten. The number makes each such array different from all others.
    Fresh(u32),
    /// One result of an expression with several results.
    Proj(usize),
    /// An expression with a body of its own, or one that no rule matches, as its number in the region's table. The
    /// operands are its free variables.
    Block(u32),
}

impl Term {
    /// A term.
    pub fn new(op: Op, args: impl AsRef<[Id]>) -> Term {
        Term { op, args: Operands::from_slice(args.as_ref()) }
    }

    /// A constant.
    pub fn constant(value: PrimValue) -> Term {
        Term::new(Op::Const(value.prim_type(), value.to_bits()), [])
    }

    /// The value of this term, if it is a constant.
    pub fn value(&self) -> Option<PrimValue> {
        match self.op {
            Op::Const(prim, bits) => Some(PrimValue::from_bits(prim, bits)),
            _ => None,
        }
    }
}

impl Language for Term {
    type Discriminant = Op;

    fn discriminant(&self) -> Op {
        self.op.clone()
    }

    fn matches(&self, other: &Self) -> bool {
        self.op == other.op && self.args.len() == other.args.len()
    }

    fn children(&self) -> &[Id] {
        &self.args
    }

    fn children_mut(&mut self) -> &mut [Id] {
        &mut self.args
    }
}

impl fmt::Display for Term {
    /// Shows the operator alone, as egg expects.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.op {
            Op::Const(prim, bits) => write!(f, "{}", PrimValue::from_bits(*prim, *bits)),
            Op::Var(name) => write!(f, "{name}"),
            Op::Held => write!(f, "held"),
            Op::Bin(op, prim) => write!(f, "{op}.{prim}"),
            Op::Un(op, prim) => write!(f, "{op}.{prim}"),
            Op::Tri(op, prim) => write!(f, "{op}.{prim}"),
            Op::Convert(from, to) => write!(f, "{from}-to-{to}"),
            Op::Index => write!(f, "index"),
            Op::Slice(_) => write!(f, "slice"),
            Op::Update(_) => write!(f, "update"),
            Op::ArrayLit(..) => write!(f, "array"),
            Op::Iota(prim) => write!(f, "iota.{prim}"),
            Op::Replicate => write!(f, "replicate"),
            Op::Rearrange(perm) => write!(f, "rearrange{perm:?}"),
            Op::Reshape => write!(f, "reshape"),
            Op::Assert => write!(f, "assert"),
            Op::Under => write!(f, "under"),
            Op::Fresh(tag) => write!(f, "fresh{tag}"),
            Op::Proj(position) => write!(f, "result{position}"),
            Op::Block(number) => write!(f, "block{number}"),
        }
    }
}
