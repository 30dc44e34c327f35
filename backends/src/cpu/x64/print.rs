//! Prints functions: a line for each instruction, `v3 = i32x16 add v1 v2`.

use std::fmt::{self, Display, Write as _};

use super::ir::*;

impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

impl Display for Elem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_float() { 'f' } else { 'i' }, self.bits().count())
    }
}

impl Function {
    /// A type as it is printed: `i64`, `f32x16`, `mask16`.
    pub fn show_type(&self, ty: Type) -> String {
        match ty {
            Type::Scalar(elem) => elem.to_string(),
            Type::Vector(elem) => format!("{elem}x{}", self.lanes(elem)),
            Type::Mask(bits) => format!("mask{}", self.lanes_of(bits)),
        }
    }
}

/// The name of an operator is that of its variant in lower case.
fn name(op: impl fmt::Debug) -> String {
    format!("{op:?}").to_lowercase()
}

/// Operands in a row.
fn values(values: &[Value]) -> String {
    values.iter().map(|value| format!(" {value}")).collect()
}

impl Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}", self.base)?;
        if let Some(index) = self.index {
            write!(f, " + {index} * {}", self.scale)?;
        }
        if self.displacement != 0 {
            write!(f, " + {}", self.displacement)?;
        }
        f.write_char(']')
    }
}

/// A mask, if there is one.
fn masked(mask: Option<Value>) -> String {
    mask.map(|mask| format!(" if {mask}")).unwrap_or_default()
}

impl Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Op::Const(bits) => write!(f, "const {bits:#x}"),
            Op::Lanes(lanes) => write!(f, "lanes {lanes:x?}"),
            Op::StackAddress(byte) => write!(f, "stack {byte}"),
            Op::Unary(op, a) => write!(f, "{} {a}", name(op)),
            Op::Binary(op, a, b) => write!(f, "{} {a} {b}", name(op)),
            Op::Fma(op, operands) => write!(f, "fma.{}{}", name(op), values(operands)),
            Op::Compare(cond, a, b) => write!(f, "cmp.{} {a} {b}", name(cond)),
            Op::Select(operands) => write!(f, "select{}", values(operands)),
            Op::Convert(op, a, 0) => write!(f, "conv.{} {a}", name(op)),
            Op::Convert(op, a, part) => write!(f, "conv.{} {a} part {part}", name(op)),
            Op::Splat(a) => write!(f, "splat {a}"),
            Op::Extract(a, lane) => write!(f, "extract {a} lane {lane}"),
            Op::Insert(a, b, lane) => write!(f, "insert {a} {b} lane {lane}"),
            Op::Slide(a, b, from) => write!(f, "slide {a} {b} from {from}"),
            Op::Permute(a, index) => write!(f, "permute {a} {index}"),
            Op::Permute2(operands) => write!(f, "permute2{}", values(operands)),
            Op::Join { parts: [a, b], lanes } => write!(f, "join {a} {b} lanes {lanes}"),
            Op::MaskFromBits(a) => write!(f, "mask {a}"),
            Op::MaskToBits(a) => write!(f, "bits {a}"),
            Op::FirstLanes(a) => write!(f, "first {a}"),
            Op::Any(a) => write!(f, "any {a}"),
            Op::All(a) => write!(f, "all {a}"),
            Op::Load(access, address) => write!(f, "load.{} {address}", name(access)),
            Op::Store(access, address, value) => write!(f, "store.{} {address} {value}", name(access)),
            Op::LoadVector { address, lanes, mask } => write!(f, "load {address} lanes {lanes}{}", masked(*mask)),
            Op::StoreVector { address, value, lanes, mask, stream } => {
                let verb = if *stream { "stream" } else { "store" };
                write!(f, "{verb} {address} {value} lanes {lanes}{}", masked(*mask))
            }
            Op::LoadSteps { address, step, lanes } => write!(f, "load {address} step {step} lanes {lanes}"),
            Op::StoreSteps { address, step, value, lanes } => {
                write!(f, "store {address} step {step} {value} lanes {lanes}")
            }
            Op::Gather { address, mask, part } => write!(f, "gather {address} part {part}{}", masked(*mask)),
            Op::Scatter { address, value, mask, part } => {
                write!(f, "scatter {address} {value} part {part}{}", masked(*mask))
            }
            Op::Prefetch(address) => write!(f, "prefetch {address}"),
            Op::Fence => f.write_str("fence"),
            Op::Call(address, args) => write!(f, "call {address:#x}{}", values(args)),
        }
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.block, values(&self.args))
    }
}

impl Display for Terminator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Terminator::Return(value) => write!(f, "return {value}"),
            Terminator::Jump(target) => write!(f, "jump {target}"),
            Terminator::Branch(condition, yes, no) => write!(f, "if {condition} {yes} else {no}"),
        }
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "function {} {}{} {{", self.name, self.level, values(&self.params))?;
        for (number, block) in self.blocks.iter().enumerate() {
            write!(f, "b{number}")?;
            for &param in &block.params {
                write!(f, " ({param}: {})", self.show_type(self.ty(param)))?;
            }
            writeln!(f, ":")?;
            for Inst { op, result } in &block.insts {
                match result {
                    Some(result) => writeln!(f, "    {result} = {} {op}", self.show_type(self.ty(*result)))?,
                    None => writeln!(f, "    {op}")?,
                }
            }
            match &block.terminator {
                Some(terminator) => writeln!(f, "    {terminator}")?,
                None => writeln!(f, "    (no end)")?,
            }
        }
        f.write_str("}\n")
    }
}
