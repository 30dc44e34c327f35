//! Numbers of several words of 64 bits, which programs write out.
//!
//! ```text
//! lo = x * y;  hi = mulhi x y            become one multiplication, which has both
//! s = x + y;  h = h0 + u64.bool (s < x)  become one addition of 128 bits: the comparison is the carry
//! ```
//!
//! C compilers see the same: a product of numbers of 256 bits takes two thirds of the instructions.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, InstructionData, Opcode, Value, types};
use framework::Name;
use languages::lanes::{Exp, Program, Visit, walk_exp};
use languages::prim::{BinOp, PrimType};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Translator;
use crate::cpu::ops;

/// The pairs of variables of which both words of the product are computed.
#[derive(Default)]
pub struct Products(FxHashSet<(Name, Name)>);

impl Products {
    /// Those of a program.
    pub fn of(program: &Program<'_>) -> Products {
        let mut factors = Factors::default();
        factors.visit_program(program);
        let Factors { low, high } = factors;
        Products(low.intersection(&high).copied().collect())
    }

    fn contain(&self, lhs: &Exp<'_>, rhs: &Exp<'_>) -> bool {
        !self.0.is_empty() && pair(lhs, rhs).is_some_and(|pair| self.0.contains(&pair))
    }
}

/// The factors of products of `u64`, of which the low or the high word is computed.
#[derive(Default)]
struct Factors {
    low: FxHashSet<(Name, Name)>,
    high: FxHashSet<(Name, Name)>,
}

impl<'a> Visit<'a> for Factors {
    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        if let Exp::Bin { op, prim: PrimType::U64, lhs, rhs, .. } = node
            && let Some(pair) = pair(lhs, rhs)
        {
            match op {
                BinOp::Mul => self.low.insert(pair),
                BinOp::MulHi => self.high.insert(pair),
                _ => false,
            };
        }
        walk_exp(self, node);
    }
}

/// Two variables in a fixed order.
fn pair(lhs: &Exp<'_>, rhs: &Exp<'_>) -> Option<(Name, Name)> {
    match (lhs, rhs) {
        (Exp::Var { name: x, .. }, Exp::Var { name: y, .. }) => Some(ordered(*x, *y)),
        _ => None,
    }
}

/// The two operands of an operation that commutes, in a fixed order.
fn ordered<T: PartialOrd>(x: T, y: T) -> (T, T) {
    if x <= y { (x, y) } else { (y, x) }
}

/// The sums of a block whose carry was needed, and what they are since then: the low word of a sum of 128 bits.
#[derive(Default)]
pub struct Sums {
    block: Option<ir::Block>,
    low: FxHashMap<Value, Value>,
}

impl Translator<'_> {
    /// An operation that is a part of one on numbers of 128 bits. `None` if it is none.
    pub(super) fn on_words(
        &mut self,
        (op, prim): (BinOp, PrimType),
        (lhs, rhs): (&Exp<'_>, &Exp<'_>),
        (x, y): (Value, Value),
    ) -> Option<Value> {
        match (op, prim) {
            (BinOp::Mul, PrimType::U64) if self.unit.products.contain(lhs, rhs) => Some(self.product(x, y).0),
            (BinOp::MulHi, PrimType::U64) if self.unit.products.contain(lhs, rhs) => Some(self.product(x, y).1),
            (BinOp::Add, PrimType::U64) => self.add_carry(x, y).or_else(|| self.add_carry(y, x)),
            _ => None,
        }
    }

    /// The low and the high word of a product. Cranelift computes equal products once.
    fn product(&mut self, x: Value, y: Value) -> (Value, Value) {
        let (x, y) = ordered(self.b.func.dfg.resolve_aliases(x), self.b.func.dfg.resolve_aliases(y));
        let [x, y] = [x, y].map(|word| self.b.ins().uextend(types::I128, word));
        let product = self.b.ins().imul(x, y);
        self.b.ins().isplit(product)
    }

    /// The sum of `high` and the carry of another sum. From here on, that sum is the low word of this one.
    fn add_carry(&mut self, high: Value, carry: Value) -> Option<Value> {
        let (sum, x, y) = self.carry(carry)?;
        let x = self.b.ins().iconcat(x, high);
        let y = self.b.ins().uextend(types::I128, y);
        let both = self.b.ins().iadd(x, y);
        let (low, high) = self.b.ins().isplit(both);
        let block = self.b.current_block();
        if self.sums.block != block {
            self.sums = Sums { block, low: FxHashMap::default() };
        }
        self.sums.low.insert(sum, low);
        Some(high)
    }

    /// The sum that a value is the carry of, and its terms.
    fn carry(&self, value: Value) -> Option<(Value, Value, Value)> {
        let dfg = &self.b.func.dfg;
        let definition = |value: Value| ops::definition(&self.b, value);
        let InstructionData::Unary { opcode: Opcode::Uextend, arg } = definition(value)? else { return None };
        let (sum, term) = match definition(arg)? {
            InstructionData::IntCompare { cond: IntCC::UnsignedLessThan, args: [sum, term], .. }
            | InstructionData::IntCompare { cond: IntCC::UnsignedGreaterThan, args: [term, sum], .. } => (sum, term),
            _ => return None,
        };
        let (sum, term) = (dfg.resolve_aliases(sum), dfg.resolve_aliases(term));
        let InstructionData::Binary { opcode: Opcode::Iadd, args } = definition(sum)? else { return None };
        let [x, y] = args.map(|arg| dfg.resolve_aliases(arg));
        ((term == x || term == y) && dfg.value_type(sum) == types::I64).then_some((sum, x, y))
    }

    /// The value itself, or the low word of the sum of 128 bits that took its place.
    pub(super) fn current(&mut self, value: Value) -> Value {
        if self.sums.low.is_empty() || self.sums.block != self.b.current_block() {
            return value;
        }
        let value = self.b.func.dfg.resolve_aliases(value);
        self.sums.low.get(&value).copied().unwrap_or(value)
    }
}
