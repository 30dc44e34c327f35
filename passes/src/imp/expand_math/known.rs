//! Which variables hold which values: operations that several functions share are computed once.

use framework::Name;
use languages::imp::{Exp, Stm};
use languages::prim::{BinOp, PrimType, TriOp, UnOp};
use rustc_hash::FxHashMap;

/// An operand: a variable, or the bits of a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Operand {
    Variable(Name),
    Constant(PrimType, u64),
}

impl Operand {
    fn of(exp: &Exp<'_>) -> Option<Operand> {
        match exp {
            Exp::Var { name, .. } => Some(Operand::Variable(*name)),
            Exp::Const { value, .. } => Some(Operand::Constant(value.prim_type(), value.to_bits())),
            _ => None,
        }
    }
}

/// An operation, by which its value is known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Operation {
    Unary(UnOp, PrimType, Operand),
    Binary(BinOp, PrimType, [Operand; 2]),
    Ternary(TriOp, PrimType, [Operand; 3]),
    Convert(PrimType, PrimType, Operand),
    Select([Operand; 3]),
    /// A branch that replaces some values: see [`Known::branch`].
    Branch(Vec<Operand>),
}

impl Operation {
    fn of(exp: &Exp<'_>) -> Option<Operation> {
        Some(match exp {
            Exp::Un { op, prim, arg, .. } => Operation::Unary(*op, *prim, Operand::of(arg)?),
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                Operation::Binary(*op, *prim, [Operand::of(lhs)?, Operand::of(rhs)?])
            }
            Exp::Tri { op, prim, a, b, c, .. } => {
                Operation::Ternary(*op, *prim, [Operand::of(a)?, Operand::of(b)?, Operand::of(c)?])
            }
            Exp::Convert { from, to, arg, .. } => Operation::Convert(*from, *to, Operand::of(arg)?),
            Exp::Select { cond, yes, no, .. } => {
                Operation::Select([Operand::of(cond)?, Operand::of(yes)?, Operand::of(no)?])
            }
            Exp::Const { .. } | Exp::Var { .. } | Exp::Capacity { .. } | Exp::Parameter { .. } => return None,
        })
    }

    fn mentions(&self, name: Name) -> bool {
        let operands = match self {
            Operation::Unary(.., x) | Operation::Convert(.., x) => std::slice::from_ref(x),
            Operation::Binary(.., operands) => operands,
            Operation::Ternary(.., operands) | Operation::Select(operands) => operands,
            Operation::Branch(operands) => operands,
        };
        operands.contains(&Operand::Variable(name))
    }
}

/// The values that are known at a place in a list of statements, by the operations that compute them.
#[derive(Debug, Default)]
pub(super) struct Known(FxHashMap<Operation, Vec<Name>>);

impl Known {
    /// The variable that holds the value of an expression.
    pub(super) fn variable(&self, exp: &Exp<'_>) -> Option<Name> {
        self.0.get(&Operation::of(exp)?)?.first().copied()
    }

    /// A variable holds the value of an expression from now on.
    pub(super) fn insert(&mut self, exp: &Exp<'_>, name: Name) {
        if let Some(operation) = Operation::of(exp) {
            self.0.insert(operation, vec![name]);
        }
    }

    /// The variables of a branch on the first of these operands, which replaces the others. They also say what the
    /// branch puts in their place, as they are computed from the same number.
    pub(super) fn branch<'e>(&self, operands: impl Iterator<Item = Exp<'e>>) -> Option<&[Name]> {
        let operands = operands.map(|exp| Operand::of(&exp)).collect::<Option<_>>()?;
        self.0.get(&Operation::Branch(operands)).map(Vec::as_slice)
    }

    /// Variables hold the values after such a branch.
    pub(super) fn insert_branch<'e>(&mut self, operands: impl Iterator<Item = Exp<'e>>, names: Vec<Name>) {
        if let Some(operands) = operands.map(|exp| Operand::of(&exp)).collect() {
            self.0.insert(Operation::Branch(operands), names);
        }
    }

    /// Forgets what does not hold any more after a statement of the program.
    pub(super) fn pass(&mut self, stm: &Stm<'_>) {
        match stm {
            Stm::Assign { name, .. } | Stm::Read { name, .. } => self.forget(*name),
            Stm::Call { targets, .. } => targets.iter().for_each(|name| self.forget(*name)),
            Stm::Decl { .. }
            | Stm::DeclMem { .. }
            | Stm::AssignMem { .. }
            | Stm::Alloc { .. }
            | Stm::Free { .. }
            | Stm::Write { .. }
            | Stm::Copy { .. }
            | Stm::Assert { .. }
            | Stm::Trace { .. }
            | Stm::Combine { .. } => {}
            // Anything may be assigned inside.
            _ => self.0.clear(),
        }
    }

    fn forget(&mut self, name: Name) {
        self.0.retain(|operation, _| !operation.mentions(name));
    }
}
