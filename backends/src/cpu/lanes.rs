//! Eight iterations of a loop at once: each lane of a vector register runs one iteration.
//!
//! `kinds.rs` says which bodies qualify and which variables differ between lanes. A value is one scalar for all
//! lanes, an index that grows by the same amount from lane to lane, or a list of 128-bit registers (two of `f32`,
//! four of `f64`). Truth values are masks of 32 bits a lane. Where lanes disagree about a branch both sides run, with
//! a mask of the lanes that want it: assignments keep the old value of the others, and memory is accessed lane by
//! lane. An operator without a vector instruction is applied lane by lane too.
//!
//! Arrays that each iteration has for itself are kept together: element `i` of lane `k` is element `8 i + k` of their
//! block, so that the same element of all lanes is one vector.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{Block, BlockArg, ConstantData, Endianness, InstBuilder, MemFlagsData, Type, Value, types};
use cranelift_frontend::Variable;
use framework::{Error, Name, Result};
use languages::imp::{Dim, Exp, Failure, Op, Part, Reduce, ScalarParam, Stm};
use languages::prim::{BinOp, PrimType, PrimValue, TriOp, UnOp};
use rustc_hash::FxHashMap;

use super::kinds::{Kind, Kinds, is_index, is_native_binary, is_native_convert, is_native_unary};
use super::translate::{ACCESS, Translator};
use super::{ops, runtime};
use crate::analysis::exp_type;

/// Iterations at once.
pub const LANES: i64 = 8;
const COUNT: usize = LANES as usize;
/// The code of branches on which lanes agree as a rule is there twice, up to this depth.
const MOST_EDGES: u32 = 2;

/// A value in every lane.
#[derive(Clone)]
enum Lane {
    /// The same.
    Uniform(Value),
    /// An `i64` or `i32` that is `base` in the first lane and grows by `step`, or by 1 if there is none.
    Strided { base: Value, step: Option<Value> },
    /// Any, in registers.
    Varying(Vec<Value>),
}

impl Lane {
    /// The value in the first lane, and how it grows, if it grows: see `Strided`. `None` if it varies in any way.
    fn parts(&self) -> Option<(Value, Option<Option<Value>>)> {
        match self {
            Lane::Uniform(value) => Some((*value, None)),
            Lane::Strided { base, step } => Some((*base, Some(*step))),
            Lane::Varying(_) => None,
        }
    }
}

/// A variable in every lane.
#[derive(Clone)]
enum LaneVar {
    Uniform(Variable),
    Strided { base: Variable, step: Option<Variable> },
    Varying(Vec<Variable>),
}

/// Translates a body for all lanes.
pub struct Lanes<'x, 't> {
    t: &'x mut Translator<'t>,
    kinds: &'x Kinds<'x>,
    variables: FxHashMap<Name, (LaneVar, PrimType)>,
    /// The lanes that run; all if there is none.
    mask: Option<Vec<Value>>,
    /// Under how many varying conditions the code is.
    depth: u32,
    /// Where to go if a lane fails, with the first index: to code that runs the indices one by one from there on, and
    /// finds the first failure.
    one_by_one: Option<(Block, Value)>,
}

/// The register type of lanes of a primitive type.
fn vector_type(prim: PrimType) -> Type {
    match prim {
        PrimType::F32 => types::F32X4,
        PrimType::F64 => types::F64X2,
        PrimType::I64 | PrimType::U64 => types::I64X2,
        _ => types::I32X4,
    }
}

/// Lanes of one register.
fn lanes_of(prim: PrimType) -> usize {
    vector_type(prim).lane_count() as usize
}

/// Flags of a change of view between registers of the same bits.
fn view() -> MemFlagsData {
    MemFlagsData::new().with_endianness(Endianness::Little)
}

impl<'x, 't> Lanes<'x, 't> {
    /// Starts the body of a loop over `index`, whose first lane has the value `first`.
    /// `one_by_one` is the block after the loop over groups of lanes, which takes the first index that is left.
    pub fn new(
        t: &'x mut Translator<'t>,
        kinds: &'x Kinds<'x>,
        index: Name,
        first: Value,
        one_by_one: Block,
    ) -> Lanes<'x, 't> {
        let one_by_one = kinds.may_run_again().then_some((one_by_one, first));
        let mut lanes = Lanes { t, kinds, variables: FxHashMap::default(), mask: None, depth: 0, one_by_one };
        let base = lanes.t.b.declare_var(types::I64);
        lanes.t.b.def_var(base, first);
        lanes.variables.insert(index, (LaneVar::Strided { base, step: None }, PrimType::I64));
        lanes
    }

    // ----- values -----

    fn type_of(&self, exp: &Exp<'_>) -> Result<PrimType> {
        exp_type(exp, &|name| match self.variables.get(&name) {
            Some((_, prim)) => Some(*prim),
            None => self.t.lookup(name).0.map(|scalar| scalar.prim),
        })
    }

    /// A scalar in all lanes of registers.
    fn splat(&mut self, prim: PrimType, value: Value) -> Vec<Value> {
        let element = self.element_of(prim, value);
        let register = self.t.b.ins().splat(vector_type(prim), element);
        vec![register; COUNT / lanes_of(prim)]
    }

    /// A scalar as an element of a register: truth values become masks.
    fn element_of(&mut self, prim: PrimType, value: Value) -> Value {
        if prim != PrimType::Bool {
            return value;
        }
        let wide = self.t.b.ins().uextend(types::I32, value);
        self.t.b.ins().ineg(wide)
    }

    /// The inverse of [`Lanes::element_of`].
    fn scalar_of(&mut self, prim: PrimType, element: Value) -> Value {
        if prim == PrimType::Bool { self.t.b.ins().icmp_imm_s(IntCC::NotEqual, element, 0) } else { element }
    }

    /// A value as registers.
    fn registers(&mut self, prim: PrimType, lane: &Lane) -> Vec<Value> {
        match lane {
            Lane::Uniform(value) => self.splat(prim, *value),
            Lane::Strided { base, step: None } => {
                let starts = self.splat(prim, *base);
                let add = |(part, start)| {
                    let distances = self.distances(prim, part);
                    self.t.b.ins().iadd(start, distances)
                };
                starts.into_iter().enumerate().map(add).collect()
            }
            Lane::Strided { .. } => {
                let scalars: Vec<Value> = (0..COUNT).map(|k| self.scalar(prim, lane, k)).collect();
                self.pack(prim, &scalars)
            }
            Lane::Varying(registers) => registers.clone(),
        }
    }

    /// The numbers of the lanes of a register.
    fn distances(&mut self, prim: PrimType, part: usize) -> Value {
        let per = lanes_of(prim);
        let numbers = (part * per..(part + 1) * per).flat_map(|lane| match per {
            4 => (lane as u32).to_le_bytes().to_vec(),
            _ => (lane as u64).to_le_bytes().to_vec(),
        });
        let bytes: Vec<u8> = numbers.collect();
        let constant = self.t.b.func.dfg.constants.insert(ConstantData::from(bytes.as_slice()));
        self.t.b.ins().vconst(vector_type(prim), constant)
    }

    /// A number in the type of a scalar.
    fn number_like(&mut self, scalar: Value, number: i64) -> Value {
        let ty = self.t.b.func.dfg.value_type(scalar);
        self.t.b.ins().iconst(ty, number)
    }

    /// The value of one lane.
    fn scalar(&mut self, prim: PrimType, lane: &Lane, k: usize) -> Value {
        match lane {
            Lane::Uniform(value) => *value,
            Lane::Strided { base, step: None } => self.t.b.ins().iadd_imm_s(*base, k as i64),
            Lane::Strided { base, step: Some(step) } => {
                let factor = self.number_like(*base, k as i64);
                let distance = self.t.b.ins().imul(*step, factor);
                self.t.b.ins().iadd(*base, distance)
            }
            Lane::Varying(registers) => {
                let per = lanes_of(prim);
                let element = self.t.b.ins().extractlane(registers[k / per], (k % per) as u8);
                self.scalar_of(prim, element)
            }
        }
    }

    /// Registers of one scalar for each lane.
    fn pack(&mut self, prim: PrimType, scalars: &[Value]) -> Vec<Value> {
        let ty = vector_type(prim);
        let mut registers = Vec::new();
        for part in scalars.chunks(lanes_of(prim)) {
            let first = self.element_of(prim, part[0]);
            let mut register = self.t.b.ins().splat(ty, first);
            for (k, &scalar) in part.iter().enumerate().skip(1) {
                let element = self.element_of(prim, scalar);
                register = self.t.b.ins().insertlane(register, element, k as u8);
            }
            registers.push(register);
        }
        registers
    }

    /// Applies a scalar operation in each lane.
    fn lanewise<const N: usize>(
        &mut self,
        args: [(PrimType, &Lane); N],
        result: PrimType,
        apply: impl Fn(&mut Translator<'t>, [Value; N]) -> Value,
    ) -> Lane {
        let mut scalars = Vec::with_capacity(COUNT);
        for k in 0..COUNT {
            let values = args.map(|(prim, lane)| self.scalar(prim, lane, k));
            scalars.push(apply(self.t, values));
        }
        Lane::Varying(self.pack(result, &scalars))
    }

    /// Registers with another view of the same bits.
    fn cast(&mut self, ty: Type, register: Value) -> Value {
        if self.t.b.func.dfg.value_type(register) == ty {
            return register;
        }
        self.t.b.ins().bitcast(ty, view(), register)
    }

    /// Masks of 64 bits a lane as masks of 32.
    fn narrow(&mut self, wide: &[Value]) -> Vec<Value> {
        let low_halves = [0u8, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
        let mut narrow = Vec::with_capacity(wide.len() / 2);
        for pair in wide.chunks(2) {
            let (x, y) = (self.cast(types::I8X16, pair[0]), self.cast(types::I8X16, pair[1]));
            let mask = self.t.b.func.dfg.immediates.push(ConstantData::from(low_halves.as_slice()));
            let both = self.t.b.ins().shuffle(x, y, mask);
            narrow.push(self.cast(types::I32X4, both));
        }
        narrow
    }

    /// A mask with as many bits a lane as values of a type have.
    fn mask_for(&mut self, prim: PrimType, mask: &[Value]) -> Vec<Value> {
        if lanes_of(prim) == 4 {
            return mask.to_vec();
        }
        let mut wide = Vec::with_capacity(2 * mask.len());
        for &register in mask {
            wide.push(self.t.b.ins().swiden_low(register));
            wide.push(self.t.b.ins().swiden_high(register));
        }
        wide
    }

    /// In each lane one of two values.
    fn choose(&mut self, prim: PrimType, mask: &[Value], yes: &[Value], no: &[Value]) -> Vec<Value> {
        let ty = vector_type(prim);
        let mask = self.mask_for(prim, mask);
        let mut chosen = Vec::with_capacity(yes.len());
        for ((&mask, &yes), &no) in mask.iter().zip(yes).zip(no) {
            let mask = self.cast(ty, mask);
            chosen.push(self.t.b.ins().bitselect(mask, yes, no));
        }
        chosen
    }

    // ----- masks -----

    fn both(&mut self, x: &[Value], y: &[Value]) -> Vec<Value> {
        x.iter().zip(y).map(|(&x, &y)| self.t.b.ins().band(x, y)).collect()
    }

    fn without(&mut self, x: &[Value], y: &[Value]) -> Vec<Value> {
        x.iter().zip(y).map(|(&x, &y)| self.t.b.ins().band_not(x, y)).collect()
    }

    /// Whether any lane of a mask is set.
    fn any(&mut self, mask: &[Value]) -> Value {
        let mut all = mask[0];
        for &register in &mask[1..] {
            all = self.t.b.ins().bor(all, register);
        }
        self.t.b.ins().vany_true(all)
    }

    /// The lanes that run, as a mask.
    fn active(&mut self) -> Vec<Value> {
        match &self.mask {
            Some(mask) => mask.clone(),
            None => {
                let yes = self.t.b.ins().iconst(types::I8, 1);
                self.splat(PrimType::Bool, yes)
            }
        }
    }

    /// Runs code with a mask, one condition deeper.
    fn under(&mut self, mask: Vec<Value>, code: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let outer = self.mask.replace(mask);
        self.depth += 1;
        let result = code(self);
        self.depth -= 1;
        self.mask = outer;
        result
    }

    // ----- expressions -----

    fn exp(&mut self, exp: &Exp<'_>) -> Result<Lane> {
        Ok(match exp {
            Exp::Const { .. } | Exp::Capacity { .. } => Lane::Uniform(self.t.exp(exp)?),
            Exp::Var { name, .. } => match self.variables.get(name).cloned() {
                Some((variable, _)) => self.get(&variable),
                None => Lane::Uniform(self.t.exp(exp)?),
            },
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                let (x, y) = (self.exp(lhs)?, self.exp(rhs)?);
                self.binary(*op, *prim, &x, &y)
            }
            Exp::Un { op, prim, arg, .. } => {
                let x = self.exp(arg)?;
                self.unary(*op, *prim, &x)
            }
            Exp::Tri { op, prim, a, b, c, .. } => {
                let (x, y, z) = (self.exp(a)?, self.exp(b)?, self.exp(c)?);
                self.ternary(*op, *prim, &x, &y, &z)
            }
            Exp::Convert { from, to, arg, .. } => {
                let x = self.exp(arg)?;
                self.convert(*from, *to, &x)
            }
            Exp::Select { cond, yes, no, .. } => {
                let prim = self.type_of(yes)?;
                let (cond, yes, no) = (self.exp(cond)?, self.exp(yes)?, self.exp(no)?);
                self.select(prim, &cond, &yes, &no)
            }
        })
    }

    fn select(&mut self, prim: PrimType, cond: &Lane, yes: &Lane, no: &Lane) -> Lane {
        if let (Lane::Uniform(cond), Some((yes, yes_step)), Some((no, no_step))) = (cond, yes.parts(), no.parts()) {
            let base = self.t.b.ins().select(*cond, yes, no);
            return match (yes_step, no_step) {
                (None, None) => Lane::Uniform(base),
                (Some(None), Some(None)) => Lane::Strided { base, step: None },
                (yes_step, no_step) => {
                    // A scalar for all lanes does not grow.
                    let [yes, no] = [yes_step, no_step].map(|step| match step {
                        None => self.number_like(base, 0),
                        Some(None) => self.number_like(base, 1),
                        Some(Some(step)) => step,
                    });
                    Lane::Strided { base, step: Some(self.t.b.ins().select(*cond, yes, no)) }
                }
            };
        }
        let mask = self.registers(PrimType::Bool, cond);
        let (yes, no) = (self.registers(prim, yes), self.registers(prim, no));
        Lane::Varying(self.choose(prim, &mask, &yes, &no))
    }

    fn binary(&mut self, op: BinOp, prim: PrimType, x: &Lane, y: &Lane) -> Lane {
        match (op, x, y) {
            (_, Lane::Uniform(x), Lane::Uniform(y)) => {
                return Lane::Uniform(ops::binary(&mut self.t.b, op, prim, *x, *y));
            }
            (BinOp::Add | BinOp::Sub | BinOp::Mul, ..) if is_index(prim) => {
                if let Some(lane) = self.index_arithmetic(op, x, y) {
                    return lane;
                }
            }
            _ => {}
        }
        if !is_native_binary(op, prim) {
            let second = op.second_operand_type(prim);
            return self.lanewise([(prim, x), (second, y)], op.result_type(prim), |t, [x, y]| {
                ops::binary(&mut t.b, op, prim, x, y)
            });
        }
        let (xs, ys) = (self.registers(prim, x), self.registers(prim, y));
        let results: Vec<Value> = xs.iter().zip(&ys).map(|(&x, &y)| self.vector_binary(op, prim, x, y)).collect();
        if op.is_comparison() && lanes_of(prim) == 2 {
            return Lane::Varying(self.narrow(&results));
        }
        Lane::Varying(results)
    }

    /// Arithmetic of indices that keeps them strided; `None` if it does not.
    fn index_arithmetic(&mut self, op: BinOp, x: &Lane, y: &Lane) -> Option<Lane> {
        let ((x, x_step), (y, y_step)) = (x.parts()?, y.parts()?);
        // The step of a strided value; 1 if it is implied.
        let explicit = |lanes: &mut Self, step: Option<Value>| step.unwrap_or_else(|| lanes.number_like(x, 1));
        match op {
            BinOp::Add => {
                let base = self.t.b.ins().iadd(x, y);
                let step = match (x_step, y_step) {
                    (Some(step), None) | (None, Some(step)) => step,
                    (Some(x_step), Some(y_step)) => {
                        let (x_step, y_step) = (explicit(self, x_step), explicit(self, y_step));
                        Some(self.t.b.ins().iadd(x_step, y_step))
                    }
                    (None, None) => return Some(Lane::Uniform(base)),
                };
                Some(Lane::Strided { base, step })
            }
            BinOp::Sub => {
                let base = self.t.b.ins().isub(x, y);
                let step = match (x_step, y_step) {
                    (Some(step), None) => step,
                    (_, Some(y_step)) => {
                        let y_step = explicit(self, y_step);
                        let x_step = match x_step {
                            Some(step) => explicit(self, step),
                            None => self.number_like(x, 0),
                        };
                        Some(self.t.b.ins().isub(x_step, y_step))
                    }
                    (None, None) => return Some(Lane::Uniform(base)),
                };
                Some(Lane::Strided { base, step })
            }
            BinOp::Mul => {
                let (step, factor) = match (x_step, y_step) {
                    (Some(step), None) => (step, y),
                    (None, Some(step)) => (step, x),
                    _ => return None,
                };
                let base = self.t.b.ins().imul(x, y);
                let step = match step {
                    None => factor,
                    Some(step) => self.t.b.ins().imul(step, factor),
                };
                Some(Lane::Strided { base, step: Some(step) })
            }
            _ => None,
        }
    }

    /// One instruction on a register; `is_native_binary` says for which operators.
    fn vector_binary(&mut self, op: BinOp, prim: PrimType, x: Value, y: Value) -> Value {
        let b = &mut self.t.b;
        if matches!(prim, PrimType::F32 | PrimType::F64) {
            let compare = match op {
                BinOp::Add => return b.ins().fadd(x, y),
                BinOp::Sub => return b.ins().fsub(x, y),
                BinOp::Mul => return b.ins().fmul(x, y),
                BinOp::Div => return b.ins().fdiv(x, y),
                BinOp::Min | BinOp::Max => {
                    let better = if op == BinOp::Min { FloatCC::LessThan } else { FloatCC::GreaterThan };
                    let take = b.ins().fcmp(better, y, x);
                    let no_number = b.ins().fcmp(FloatCC::NotEqual, x, x);
                    let take = b.ins().bor(take, no_number);
                    let take = b.ins().bitcast(vector_type(prim), view(), take);
                    return b.ins().bitselect(take, y, x);
                }
                BinOp::Eq => FloatCC::Equal,
                BinOp::Ne => FloatCC::NotEqual,
                BinOp::Lt => FloatCC::LessThan,
                BinOp::Le => FloatCC::LessThanOrEqual,
                BinOp::Gt => FloatCC::GreaterThan,
                _ => FloatCC::GreaterThanOrEqual,
            };
            return b.ins().fcmp(compare, x, y);
        }
        let signed = prim.is_signed();
        let pick = |yes: IntCC, no: IntCC| if signed { yes } else { no };
        let compare = match op {
            BinOp::Add => return b.ins().iadd(x, y),
            BinOp::Sub => return b.ins().isub(x, y),
            BinOp::Mul => return b.ins().imul(x, y),
            BinOp::And | BinOp::LogAnd => return b.ins().band(x, y),
            BinOp::Or | BinOp::LogOr => return b.ins().bor(x, y),
            BinOp::Xor => return b.ins().bxor(x, y),
            BinOp::Min => return if signed { b.ins().smin(x, y) } else { b.ins().umin(x, y) },
            BinOp::Max => return if signed { b.ins().smax(x, y) } else { b.ins().umax(x, y) },
            BinOp::Eq => IntCC::Equal,
            BinOp::Ne => IntCC::NotEqual,
            BinOp::Lt => pick(IntCC::SignedLessThan, IntCC::UnsignedLessThan),
            BinOp::Le => pick(IntCC::SignedLessThanOrEqual, IntCC::UnsignedLessThanOrEqual),
            BinOp::Gt => pick(IntCC::SignedGreaterThan, IntCC::UnsignedGreaterThan),
            _ => pick(IntCC::SignedGreaterThanOrEqual, IntCC::UnsignedGreaterThanOrEqual),
        };
        b.ins().icmp(compare, x, y)
    }

    fn unary(&mut self, op: UnOp, prim: PrimType, x: &Lane) -> Lane {
        if let Lane::Uniform(x) = x {
            return Lane::Uniform(ops::unary(&mut self.t.b, op, prim, *x));
        }
        if !is_native_unary(op, prim) {
            return self.lanewise([(prim, x)], op.result_type(prim), |t, [x]| ops::unary(&mut t.b, op, prim, x));
        }
        let one = (op == UnOp::Rsqrt).then(|| {
            let one = ops::constant(&mut self.t.b, PrimValue::one(prim));
            self.t.b.ins().splat(vector_type(prim), one)
        });
        let registers = self.registers(prim, x);
        let b = &mut self.t.b;
        let is_float = prim.is_float();
        Lane::Varying(
            registers
                .into_iter()
                .map(|x| match (op, one) {
                    (UnOp::Neg, _) if is_float => b.ins().fneg(x),
                    (UnOp::Neg, _) => b.ins().ineg(x),
                    (UnOp::Abs, _) => b.ins().fabs(x),
                    (UnOp::Sqrt, _) => b.ins().sqrt(x),
                    (UnOp::Ceil, _) => b.ins().ceil(x),
                    (UnOp::Floor, _) => b.ins().floor(x),
                    (UnOp::Round, _) => b.ins().nearest(x),
                    (UnOp::Trunc, _) => b.ins().trunc(x),
                    (_, Some(one)) => {
                        let root = b.ins().sqrt(x);
                        b.ins().fdiv(one, root)
                    }
                    // `Complement` and `Not`.
                    _ => b.ins().bnot(x),
                })
                .collect(),
        )
    }

    fn ternary(&mut self, op: TriOp, prim: PrimType, x: &Lane, y: &Lane, z: &Lane) -> Lane {
        if let (Lane::Uniform(x), Lane::Uniform(y), Lane::Uniform(z)) = (x, y, z) {
            return Lane::Uniform(ops::ternary(&mut self.t.b, op, prim, *x, *y, *z));
        }
        let (xs, ys, zs) = (self.registers(prim, x), self.registers(prim, y), self.registers(prim, z));
        let TriOp::Fma = op;
        let parts = xs.iter().zip(&ys).zip(&zs);
        Lane::Varying(parts.map(|((&x, &y), &z)| self.t.b.ins().fma(x, y, z)).collect())
    }

    fn convert(&mut self, from: PrimType, to: PrimType, x: &Lane) -> Lane {
        if let Lane::Uniform(x) = x {
            return Lane::Uniform(ops::convert(&mut self.t.b, from, to, *x));
        }
        if from == to {
            return x.clone();
        }
        match (from, to, x) {
            (PrimType::I64, PrimType::I32, Lane::Strided { base, step }) => {
                let base = self.t.b.ins().ireduce(types::I32, *base);
                let step = step.map(|step| self.t.b.ins().ireduce(types::I32, step));
                return Lane::Strided { base, step };
            }
            (PrimType::I32, PrimType::I64, Lane::Strided { base, step }) if self.kinds.may_leave() => {
                return self.widened(*base, *step);
            }
            _ => {}
        }
        if !is_native_convert(from, to) {
            return self.lanewise([(from, x)], to, |t, [x]| ops::convert(&mut t.b, from, to, x));
        }
        let registers = self.registers(from, x);
        let mut results = Vec::new();
        match (from, to) {
            (PrimType::I32, PrimType::F32) => {
                results.extend(registers.iter().map(|&x| self.t.b.ins().fcvt_from_sint(types::F32X4, x)));
            }
            (PrimType::I32, PrimType::F64) => {
                for x in registers {
                    for x in [self.t.b.ins().swiden_low(x), self.t.b.ins().swiden_high(x)] {
                        results.push(self.t.b.ins().fcvt_from_sint(types::F64X2, x));
                    }
                }
            }
            (PrimType::F32, PrimType::F64) => {
                for x in registers {
                    let upper = self.upper_half(x);
                    results.extend([x, upper].map(|x| self.t.b.ins().fvpromote_low(x)));
                }
            }
            (PrimType::F64, PrimType::F32) => {
                for pair in registers.chunks(2) {
                    let (x, y) = (self.t.b.ins().fvdemote(pair[0]), self.t.b.ins().fvdemote(pair[1]));
                    results.push(self.lower_halves(x, y));
                }
            }
            // Between `i32` and `u32` nothing changes.
            _ => results = registers,
        }
        Lane::Varying(results)
    }

    /// Numbers of 32 bits as numbers of 64. If they wrap around, the lanes leave, as their distances are no longer
    /// equal.
    fn widened(&mut self, base: Value, step: Option<Value>) -> Lane {
        let base = self.t.b.ins().sextend(types::I64, base);
        let step = step.map(|step| self.t.b.ins().sextend(types::I64, step));
        if let Some((one_by_one, first)) = self.one_by_one {
            let last = self.scalar(PrimType::I64, &Lane::Strided { base, step }, COUNT - 1);
            let narrow = self.t.b.ins().ireduce(types::I32, last);
            let wrapped = self.t.b.ins().sextend(types::I64, narrow);
            let is_right = self.t.b.ins().icmp(IntCC::Equal, wrapped, last);
            let go_on = self.t.b.create_block();
            self.t.b.ins().brif(is_right, go_on, &[], one_by_one, &[BlockArg::Value(first)]);
            self.t.b.switch_to_block(go_on);
            self.t.b.seal_block(go_on);
        }
        Lane::Strided { base, step }
    }

    /// The upper two elements of an `f32` register as the lower two.
    fn upper_half(&mut self, x: Value) -> Value {
        let order: Vec<u8> = (8..16).chain(0..8).collect();
        let mask = self.t.b.func.dfg.immediates.push(ConstantData::from(order.as_slice()));
        let bytes = self.cast(types::I8X16, x);
        let moved = self.t.b.ins().shuffle(bytes, bytes, mask);
        self.cast(types::F32X4, moved)
    }

    /// The lower two elements of two `f32` registers.
    fn lower_halves(&mut self, x: Value, y: Value) -> Value {
        let order: Vec<u8> = (0..8).chain(16..24).collect();
        let mask = self.t.b.func.dfg.immediates.push(ConstantData::from(order.as_slice()));
        let (x, y) = (self.cast(types::I8X16, x), self.cast(types::I8X16, y));
        let both = self.t.b.ins().shuffle(x, y, mask);
        self.cast(types::F32X4, both)
    }

    // ----- variables -----

    fn get(&mut self, variable: &LaneVar) -> Lane {
        match variable {
            LaneVar::Uniform(variable) => Lane::Uniform(self.t.b.use_var(*variable)),
            LaneVar::Strided { base, step } => {
                Lane::Strided { base: self.t.b.use_var(*base), step: step.map(|step| self.t.b.use_var(step)) }
            }
            LaneVar::Varying(registers) => {
                Lane::Varying(registers.iter().map(|&register| self.t.b.use_var(register)).collect())
            }
        }
    }

    /// Declares a variable with a value; of the kind that the analysis found for it.
    fn bind(&mut self, name: Name, prim: PrimType, value: &Lane) {
        let variable = match self.kinds.variable(name) {
            Kind::Uniform => LaneVar::Uniform(self.t.b.declare_var(ops::register_type(prim))),
            Kind::Unit => LaneVar::Strided { base: self.t.b.declare_var(ops::register_type(prim)), step: None },
            Kind::Strided => {
                let ty = ops::register_type(prim);
                LaneVar::Strided { base: self.t.b.declare_var(ty), step: Some(self.t.b.declare_var(ty)) }
            }
            Kind::Varying => {
                let ty = vector_type(prim);
                LaneVar::Varying((0..COUNT / lanes_of(prim)).map(|_| self.t.b.declare_var(ty)).collect())
            }
        };
        self.set(&variable, prim, value);
        self.variables.insert(name, (variable, prim));
    }

    /// Sets a variable in all lanes.
    fn set(&mut self, variable: &LaneVar, prim: PrimType, value: &Lane) {
        match (variable, value) {
            (LaneVar::Uniform(variable), Lane::Uniform(value)) => self.t.b.def_var(*variable, *value),
            (LaneVar::Strided { base, step }, Lane::Strided { base: new_base, step: new_step }) => {
                self.t.b.def_var(*base, *new_base);
                if let Some(step) = step {
                    let new_step = new_step.unwrap_or_else(|| self.number_like(*new_base, 1));
                    self.t.b.def_var(*step, new_step);
                }
            }
            (LaneVar::Strided { base, step }, Lane::Uniform(value)) => {
                self.t.b.def_var(*base, *value);
                if let Some(step) = step {
                    let none = self.number_like(*value, 0);
                    self.t.b.def_var(*step, none);
                }
            }
            (LaneVar::Varying(variables), value) => {
                let registers = self.registers(prim, value);
                for (&variable, register) in variables.iter().zip(registers) {
                    self.t.b.def_var(variable, register);
                }
            }
            // The analysis gives variables a kind that holds all their values.
            (LaneVar::Uniform(_) | LaneVar::Strided { .. }, _) => {}
        }
    }

    /// Assigns to a variable in the lanes that run.
    fn assign(&mut self, name: Name, value: &Lane) -> Result<()> {
        let Some((variable, prim)) = self.variables.get(&name).cloned() else {
            return Err(Error::internal(format!("{name} is assigned in a loop but declared outside")));
        };
        let deeper = self.depth > self.kinds.depth(name);
        match (&variable, &self.mask) {
            (LaneVar::Varying(_), Some(mask)) if deeper => {
                let mask = mask.clone();
                let old = self.get(&variable);
                let (old, new) = (self.registers(prim, &old), self.registers(prim, value));
                let chosen = self.choose(prim, &mask, &new, &old);
                self.set(&variable, prim, &Lane::Varying(chosen));
            }
            _ => self.set(&variable, prim, value),
        }
        Ok(())
    }

    // ----- memory -----

    fn address(&mut self, mem: Name, prim: PrimType, index: Value) -> Result<Value> {
        let memory = self.t.memory(mem)?;
        let base = self.t.b.use_var(memory.base);
        Ok(self.t.offset(base, index, prim))
    }

    /// The address of the elements at an index of memory that each lane has for itself, where they are together.
    fn own_address(&mut self, mem: Name, prim: PrimType, index: &Lane) -> Result<Option<Value>> {
        match index {
            Lane::Uniform(index) if prim != PrimType::Bool => {
                let first = self.t.b.ins().imul_imm_s(*index, LANES);
                self.address(mem, prim, first).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The index of an element in the block, of memory that each lane has for itself or of other memory.
    fn place(&mut self, mem: Name, index: &Lane, k: usize) -> Value {
        let index = self.scalar(PrimType::I64, index, k);
        if !self.kinds.is_own(mem) {
            return index;
        }
        let first = self.t.b.ins().imul_imm_s(index, LANES);
        self.t.b.ins().iadd_imm_s(first, k as i64)
    }

    fn read(&mut self, mem: Name, prim: PrimType, index: &Lane) -> Result<Lane> {
        let own = self.kinds.is_own(mem);
        if own && let Some(address) = self.own_address(mem, prim, index)? {
            // Lanes that do not run have elements too.
            let ty = vector_type(prim);
            let count = COUNT / lanes_of(prim);
            let loads = (0..count).map(|k| self.t.b.ins().load(ty, ACCESS, address, 16 * k as i32));
            return Ok(Lane::Varying(loads.collect()));
        }
        match index {
            Lane::Uniform(index) if !own => {
                let address = self.address(mem, prim, *index)?;
                Ok(Lane::Uniform(self.t.load(prim, address, 0)))
            }
            Lane::Strided { base, step: None } if !own && self.mask.is_none() && prim != PrimType::Bool => {
                let address = self.address(mem, prim, *base)?;
                let ty = vector_type(prim);
                let count = COUNT / lanes_of(prim);
                Ok(Lane::Varying((0..count).map(|k| self.t.b.ins().load(ty, ACCESS, address, 16 * k as i32)).collect()))
            }
            _ => {
                let mut scalars = Vec::with_capacity(COUNT);
                let mask = self.mask.clone();
                for k in 0..COUNT {
                    let place = self.place(mem, index, k);
                    let address = self.address(mem, prim, place)?;
                    scalars.push(match &mask {
                        None => self.t.load(prim, address, 0),
                        Some(mask) => self.guarded_load(mask, k, prim, address),
                    });
                }
                Ok(Lane::Varying(self.pack(prim, &scalars)))
            }
        }
    }

    /// Whether a lane of a mask is set.
    fn is_set(&mut self, mask: &[Value], k: usize) -> Value {
        self.t.b.ins().extractlane(mask[k / 4], (k % 4) as u8)
    }

    /// Loads if a lane runs; zero otherwise.
    fn guarded_load(&mut self, mask: &[Value], k: usize, prim: PrimType, address: Value) -> Value {
        let runs = self.is_set(mask, k);
        let zero = ops::constant(&mut self.t.b, PrimValue::zero(prim));
        let (load, join) = (self.t.b.create_block(), self.t.b.create_block());
        let result = self.t.b.append_block_param(join, ops::register_type(prim));
        self.t.b.ins().brif(runs, load, &[], join, &[BlockArg::Value(zero)]);
        self.t.b.switch_to_block(load);
        self.t.b.seal_block(load);
        let value = self.t.load(prim, address, 0);
        self.t.b.ins().jump(join, &[BlockArg::Value(value)]);
        self.t.b.switch_to_block(join);
        self.t.b.seal_block(join);
        result
    }

    fn write(&mut self, mem: Name, prim: PrimType, index: &Lane, value: &Lane) -> Result<()> {
        let own = self.kinds.is_own(mem);
        if own && let Some(address) = self.own_address(mem, prim, index)? {
            let mut registers = self.registers(prim, value);
            if let Some(mask) = self.mask.clone() {
                let ty = vector_type(prim);
                let count = registers.len();
                let old: Vec<Value> =
                    (0..count).map(|k| self.t.b.ins().load(ty, ACCESS, address, 16 * k as i32)).collect();
                registers = self.choose(prim, &mask, &registers, &old);
            }
            for (k, register) in registers.into_iter().enumerate() {
                self.t.store(register, address, 16 * k as i32);
            }
            return Ok(());
        }
        if let (Lane::Strided { base, step: None }, None) = (index, &self.mask)
            && prim != PrimType::Bool
            && !own
        {
            let address = self.address(mem, prim, *base)?;
            for (k, register) in self.registers(prim, value).into_iter().enumerate() {
                self.t.store(register, address, 16 * k as i32);
            }
            return Ok(());
        }
        let mask = self.mask.clone();
        for k in 0..COUNT {
            let place = self.place(mem, index, k);
            let address = self.address(mem, prim, place)?;
            let value = self.scalar(prim, value, k);
            match &mask {
                None => self.t.store(value, address, 0),
                Some(mask) => {
                    let runs = self.is_set(mask, k);
                    self.t.branch(
                        runs,
                        |t| {
                            t.store(value, address, 0);
                            Ok(())
                        },
                        |_| Ok(()),
                    )?;
                }
            }
        }
        Ok(())
    }

    // ----- statements -----

    /// Runs statements in all lanes that run.
    pub fn stms(&mut self, stms: &[Stm<'_>]) -> Result<()> {
        self.scoped(stms, |_| Ok(()))
    }

    /// Runs statements, then `last` while their variables are in scope, then gives up the memory that they declared.
    fn scoped<R>(&mut self, stms: &[Stm<'_>], last: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let mut declared = Vec::new();
        for stm in stms {
            match stm {
                Stm::DeclMem { name, .. } => {
                    if self.t.declare_memory(*name) {
                        declared.push(*name);
                    }
                }
                _ => self.stm(stm)?,
            }
        }
        let result = last(self)?;
        for name in declared {
            let memory = self.t.memory(name)?;
            self.t.release(memory)?;
        }
        Ok(result)
    }

    fn stm(&mut self, stm: &Stm<'_>) -> Result<()> {
        match stm {
            Stm::Decl { name, prim, .. } => {
                let zero = Lane::Uniform(ops::constant(&mut self.t.b, PrimValue::zero(*prim)));
                self.bind(*name, *prim, &zero);
                Ok(())
            }
            Stm::Assign { name, value, .. } => {
                let value = self.exp(value)?;
                self.assign(*name, &value)
            }
            Stm::Read { name, mem, prim, index, .. } => {
                let index = self.exp(index)?;
                let value = self.read(*mem, *prim, &index)?;
                self.assign(*name, &value)
            }
            Stm::Write { mem, prim, index, value, .. } => {
                let (index, value) = (self.exp(index)?, self.exp(value)?);
                self.write(*mem, *prim, &index, &value)
            }
            Stm::If { cond, yes, no, .. } => self.branch(cond, yes, no),
            Stm::For { index, bound, body, .. } => self.count_loop(*index, bound, body),
            Stm::While { cond, body, .. } => self.while_loop(cond, body),
            Stm::Assert { cond, failure, .. } => self.assert(cond, failure),
            Stm::Reduce { reduce, .. } => self.reduce(reduce),
            Stm::Parallel { space, body, .. } => self.space(space, body),
            Stm::AssignMem { name, from, .. } => self.t.assign_memory(*name, *from),
            Stm::Free { name, .. } => self.t.free_memory(*name),
            Stm::Alloc { name, prim, count, .. } => self.alloc(*name, *prim, count),
            Stm::Copy { prim, shape, to, from, .. } => {
                let (to_offset, from_offset) = (self.exp(to.offset)?, self.exp(from.offset)?);
                let mut dims = Vec::new();
                for ((count, to), from) in shape.iter().zip(to.strides).zip(from.strides) {
                    dims.push([self.uniform(count)?, self.uniform(to)?, self.uniform(from)?]);
                }
                self.copy(*prim, &dims, (to.mem, to_offset), (from.mem, from_offset))
            }
            _ => Err(Error::internal("a statement does not qualify for lanes")),
        }
    }

    /// A block for all lanes.
    fn alloc(&mut self, name: Name, prim: PrimType, count: &Exp<'_>) -> Result<()> {
        let count = self.uniform(count)?;
        self.t.alloc_value(name, prim, count, LANES)
    }

    /// Nested loops over a space that is the same in all lanes.
    fn space(&mut self, space: &[Dim<'_>], body: &[Stm<'_>]) -> Result<()> {
        let Some((dim, rest)) = space.split_first() else { return self.stms(body) };
        let bound = self.uniform(dim.count)?;
        self.uniform_loop(bound, |l, i| {
            l.bind(dim.index, PrimType::I64, &Lane::Uniform(i));
            l.space(rest, body)
        })
    }

    /// A copy between layouts whose sizes and strides are the same in all lanes.
    fn copy(
        &mut self,
        prim: PrimType,
        dims: &[[Value; 3]],
        (dst, to): (Name, Lane),
        (src, from): (Name, Lane),
    ) -> Result<()> {
        let Some((&[count, to_stride, from_stride], rest)) = dims.split_first() else {
            let value = self.read(src, prim, &from)?;
            return self.write(dst, prim, &to, &value);
        };
        self.uniform_loop(count, |l, i| {
            let at = |l: &mut Self, lane: &Lane, stride: Value| {
                let distance = l.t.b.ins().imul(i, stride);
                l.binary(BinOp::Add, PrimType::I64, lane, &Lane::Uniform(distance))
            };
            let (to, from) = (at(l, &to, to_stride), at(l, &from, from_stride));
            l.copy(prim, rest, (dst, to), (src, from))
        })
    }

    /// Runs code with a mask if any of its lanes is set. Code that is cheap and harmless runs in any case.
    fn if_any(&mut self, mask: Vec<Value>, stms: &[Stm<'_>]) -> Result<()> {
        if stms.is_empty() {
            return Ok(());
        }
        if stms.len() <= 8 && stms.iter().all(|stm| matches!(stm, Stm::Decl { .. } | Stm::Assign { .. })) {
            return self.under(mask, |l| l.stms(stms));
        }
        let any = self.any(&mask);
        let (run, join) = (self.t.b.create_block(), self.t.b.create_block());
        self.t.b.ins().brif(any, run, &[], join, &[]);
        self.t.b.switch_to_block(run);
        self.t.b.seal_block(run);
        self.under(mask, |l| l.stms(stms))?;
        self.t.b.ins().jump(join, &[]);
        self.t.b.switch_to_block(join);
        self.t.b.seal_block(join);
        Ok(())
    }

    fn branch(&mut self, cond_exp: &Exp<'_>, yes: &[Stm<'_>], no: &[Stm<'_>]) -> Result<()> {
        let varies = self.kinds.exp(cond_exp) != Kind::Uniform;
        match self.exp(cond_exp)? {
            Lane::Uniform(cond) if !varies => {
                let (then, otherwise, join) =
                    (self.t.b.create_block(), self.t.b.create_block(), self.t.b.create_block());
                self.t.b.ins().brif(cond, then, &[], otherwise, &[]);
                for (block, stms) in [(then, yes), (otherwise, no)] {
                    self.t.b.switch_to_block(block);
                    self.t.b.seal_block(block);
                    self.stms(stms)?;
                    self.t.b.ins().jump(join, &[]);
                }
                self.t.b.switch_to_block(join);
                self.t.b.seal_block(join);
                Ok(())
            }
            cond => {
                let is_edge = self.kinds.is_edge(cond_exp) && self.mask.is_none() && self.depth < MOST_EDGES;
                let cond = self.registers(PrimType::Bool, &cond);
                if is_edge {
                    return self.edge(&cond, yes, no);
                }
                let active = self.active();
                let (then, otherwise) = (self.both(&active, &cond), self.without(&active, &cond));
                self.if_any(then, yes)?;
                self.if_any(otherwise, no)
            }
        }
    }

    /// A branch on which all lanes agree as a rule. Then memory is accessed as outside of the branch.
    fn edge(&mut self, cond: &[Value], yes: &[Stm<'_>], no: &[Stm<'_>]) -> Result<()> {
        let every = cond[1..].iter().fold(cond[0], |every, &register| self.t.b.ins().band(every, register));
        let (all, any) = (self.t.b.ins().vall_true(every), self.any(cond));
        let [then, rest, otherwise, some, join] = std::array::from_fn(|_| self.t.b.create_block());
        self.t.b.ins().brif(all, then, &[], rest, &[]);
        self.t.b.switch_to_block(rest);
        self.t.b.seal_block(rest);
        self.t.b.ins().brif(any, some, &[], otherwise, &[]);
        for (block, stms) in [(then, yes), (otherwise, no)] {
            self.t.b.switch_to_block(block);
            self.t.b.seal_block(block);
            self.depth += 1;
            let result = self.stms(stms);
            self.depth -= 1;
            result?;
            self.t.b.ins().jump(join, &[]);
        }
        self.t.b.switch_to_block(some);
        self.t.b.seal_block(some);
        let active = self.active();
        let others = self.without(&active, cond);
        self.under(cond.to_vec(), |lanes| lanes.stms(yes))?;
        self.under(others, |lanes| lanes.stms(no))?;
        self.t.b.ins().jump(join, &[]);
        self.t.b.switch_to_block(join);
        self.t.b.seal_block(join);
        Ok(())
    }

    /// A loop that runs as long as any lane wants: `test` gives the lanes that do, among those that did before.
    fn masked_loop(
        &mut self,
        mut test: impl FnMut(&mut Self) -> Result<Lane>,
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let active = self.active();
        let wanted = test(self)?;
        let wanted = self.registers(PrimType::Bool, &wanted);
        let first = self.both(&active, &wanted);
        let variables: Vec<Variable> = first.iter().map(|_| self.t.b.declare_var(types::I32X4)).collect();
        for (&variable, &register) in variables.iter().zip(&first) {
            self.t.b.def_var(variable, register);
        }
        let any = self.any(&first);
        let (head, exit) = (self.t.b.create_block(), self.t.b.create_block());
        self.t.b.ins().brif(any, head, &[], exit, &[]);
        self.t.b.switch_to_block(head);
        let mask: Vec<Value> = variables.iter().map(|&variable| self.t.b.use_var(variable)).collect();
        self.under(mask.clone(), body)?;
        // The test sees the variables of the lanes that still run.
        let outer = self.mask.replace(mask.clone());
        self.depth += 1;
        let wanted = test(self);
        self.depth -= 1;
        self.mask = outer;
        let wanted = self.registers(PrimType::Bool, &wanted?);
        let next = self.both(&mask, &wanted);
        for (&variable, &register) in variables.iter().zip(&next) {
            self.t.b.def_var(variable, register);
        }
        let any = self.any(&next);
        self.t.b.ins().brif(any, head, &[], exit, &[]);
        self.t.b.seal_block(head);
        self.t.b.switch_to_block(exit);
        self.t.b.seal_block(exit);
        Ok(())
    }

    fn while_loop(&mut self, cond: &Exp<'_>, body: &[Stm<'_>]) -> Result<()> {
        if self.kinds.exp(cond) != Kind::Uniform {
            return self.masked_loop(|l| l.exp(cond), |l| l.stms(body));
        }
        let (head, exit) = (self.t.b.create_block(), self.t.b.create_block());
        let first = self.uniform(cond)?;
        self.t.b.ins().brif(first, head, &[], exit, &[]);
        self.t.b.switch_to_block(head);
        self.stms(body)?;
        let again = self.uniform(cond)?;
        self.t.b.ins().brif(again, head, &[], exit, &[]);
        self.t.b.seal_block(head);
        self.t.b.switch_to_block(exit);
        self.t.b.seal_block(exit);
        Ok(())
    }

    /// The value of an expression that is the same in all lanes.
    fn uniform(&mut self, exp: &Exp<'_>) -> Result<Value> {
        match self.exp(exp)? {
            Lane::Uniform(value) => Ok(value),
            _ => Err(Error::internal("an expression was taken to be the same in all lanes")),
        }
    }

    fn count_loop(&mut self, index: Name, bound: &Exp<'_>, body: &[Stm<'_>]) -> Result<()> {
        if self.kinds.exp(bound) == Kind::Uniform {
            let bound = self.uniform(bound)?;
            return self.uniform_loop(bound, |l, i| {
                l.bind(index, PrimType::I64, &Lane::Uniform(i));
                l.stms(body)
            });
        }
        let bound = self.exp(bound)?;
        let zero = self.t.b.ins().iconst(types::I64, 0);
        let counter = self.t.b.declare_var(types::I64);
        self.t.b.def_var(counter, zero);
        self.masked_loop(
            |l| {
                let count = Lane::Uniform(l.t.b.use_var(counter));
                Ok(l.binary(BinOp::Lt, PrimType::I64, &count, &bound))
            },
            |l| {
                let count = l.t.b.use_var(counter);
                l.bind(index, PrimType::I64, &Lane::Uniform(count));
                l.stms(body)?;
                let next = l.t.b.ins().iadd_imm_s(count, 1);
                l.t.b.def_var(counter, next);
                Ok(())
            },
        )
    }

    /// A loop with the same bound in all lanes.
    fn uniform_loop(&mut self, bound: Value, body: impl FnOnce(&mut Self, Value) -> Result<()>) -> Result<()> {
        let (head, exit) = (self.t.b.create_block(), self.t.b.create_block());
        let counter = self.t.b.append_block_param(head, types::I64);
        let zero = self.t.b.ins().iconst(types::I64, 0);
        let enter = self.t.b.ins().icmp(IntCC::SignedLessThan, zero, bound);
        self.t.b.ins().brif(enter, head, &[BlockArg::Value(zero)], exit, &[]);
        self.t.b.switch_to_block(head);
        body(self, counter)?;
        let next = self.t.b.ins().iadd_imm_s(counter, 1);
        let again = self.t.b.ins().icmp(IntCC::SignedLessThan, next, bound);
        self.t.b.ins().brif(again, head, &[BlockArg::Value(next)], exit, &[]);
        self.t.b.seal_block(head);
        self.t.b.switch_to_block(exit);
        self.t.b.seal_block(exit);
        Ok(())
    }

    fn assert(&mut self, cond: &Exp<'_>, failure: &Failure<'_>) -> Result<()> {
        let cond = self.exp(cond)?;
        let holds = self.registers(PrimType::Bool, &cond);
        let active = self.active();
        let bad = self.without(&active, &holds);
        let any = self.any(&bad);
        if let Some((one_by_one, first)) = self.one_by_one {
            let go_on = self.t.b.create_block();
            self.t.b.ins().brif(any, one_by_one, &[BlockArg::Value(first)], go_on, &[]);
            self.t.b.switch_to_block(go_on);
            self.t.b.seal_block(go_on);
            return Ok(());
        }
        let (fails, go_on) = (self.t.b.create_block(), self.t.b.create_block());
        self.t.b.set_cold_block(fails);
        self.t.b.ins().brif(any, fails, &[], go_on, &[]);
        self.t.b.switch_to_block(fails);
        self.t.b.seal_block(fails);
        let id = self.t.unit.add_assert(failure);
        let mut shown = Vec::new();
        for part in failure.message {
            if let Part::Show { value, prim, .. } = part {
                shown.push((*prim, self.exp(value)?));
            }
        }
        // The first lane that fails is the first iteration that fails. Some lane does: the last is not asked.
        for k in 0..COUNT {
            let (report, next) = (self.t.b.create_block(), self.t.b.create_block());
            if k + 1 < COUNT {
                let this = self.is_set(&bad, k);
                self.t.b.ins().brif(this, report, &[], next, &[]);
            } else {
                self.t.b.ins().jump(report, &[]);
            }
            self.t.b.switch_to_block(report);
            self.t.b.seal_block(report);
            let mut words = Vec::with_capacity(shown.len());
            for (prim, lane) in &shown {
                let value = self.scalar(*prim, lane, k);
                words.push(ops::to_bits(&mut self.t.b, *prim, value));
            }
            let address = self.t.store_shown(&words);
            let id = self.t.b.ins().iconst(types::I64, id as i64);
            let args = [self.t.worker, id, address];
            ops::call(&mut self.t.b, runtime::fail as *const u8, &[types::I64; 3], &args);
            self.t.leave(runtime::FAILED);
            if k + 1 < COUNT {
                self.t.b.switch_to_block(next);
                self.t.b.seal_block(next);
            }
        }
        self.t.b.switch_to_block(go_on);
        self.t.b.seal_block(go_on);
        Ok(())
    }

    // ----- reductions -----

    fn bind_params(&mut self, params: &[ScalarParam], values: &[Lane]) {
        for (param, value) in params.iter().zip(values) {
            self.bind(param.name, param.prim, value);
        }
    }

    fn apply(&mut self, op: &Op<'_>, lhs: &[Lane], rhs: &[Lane]) -> Result<Vec<Lane>> {
        self.bind_params(op.lhs, lhs);
        self.bind_params(op.rhs, rhs);
        self.scoped(op.body, |l| op.results.iter().map(|result| l.exp(result)).collect())
    }

    /// A reduction of its own in every lane, over the same dimension.
    fn reduce(&mut self, reduce: &Reduce<'_>) -> Result<()> {
        let bound = self.uniform(reduce.dim.count)?;
        let start = reduce.neutral.iter().map(|exp| self.exp(exp)).collect::<Result<Vec<_>>>()?;
        let mut accumulators = Vec::with_capacity(start.len());
        for (param, value) in reduce.op.lhs.iter().zip(&start) {
            accumulators.push(self.registers_variables(param.prim, value));
        }
        self.uniform_loop(bound, |l, i| {
            l.bind(reduce.dim.index, PrimType::I64, &Lane::Uniform(i));
            l.reduce_step(reduce, &accumulators)
        })?;
        for (target, accumulator) in reduce.targets.iter().zip(&accumulators) {
            let value = self.get(&LaneVar::Varying(accumulator.clone()));
            self.assign(*target, &value)?;
        }
        Ok(())
    }

    /// Variables for the registers of a value.
    fn registers_variables(&mut self, prim: PrimType, value: &Lane) -> Vec<Variable> {
        let registers = self.registers(prim, value);
        registers
            .into_iter()
            .map(|register| {
                let variable = self.t.b.declare_var(vector_type(prim));
                self.t.b.def_var(variable, register);
                variable
            })
            .collect()
    }

    fn accumulate(&mut self, accumulators: &[Vec<Variable>], values: &[Lane], op: &Op<'_>) -> Result<()> {
        let mut left = Vec::with_capacity(accumulators.len());
        for accumulator in accumulators {
            left.push(self.get(&LaneVar::Varying(accumulator.clone())));
        }
        let results = self.apply(op, &left, values)?;
        for ((param, accumulator), result) in op.lhs.iter().zip(accumulators).zip(results) {
            self.set(&LaneVar::Varying(accumulator.clone()), param.prim, &result);
        }
        Ok(())
    }

    /// The values of expressions after statements, one for each lane.
    pub fn scalars(&mut self, body: &[Stm<'_>], exps: &[&Exp<'_>]) -> Result<Vec<Vec<Value>>> {
        self.scoped(body, |l| {
            let each = exps.iter().map(|exp| {
                let (prim, value) = (l.type_of(exp)?, l.exp(exp)?);
                Ok((0..COUNT).map(|k| l.scalar(prim, &value, k)).collect())
            });
            each.collect()
        })
    }

    /// One step of a reduction across lanes: the values of eight indices go to eight accumulators.
    pub fn reduce_step(&mut self, reduce: &Reduce<'_>, accumulators: &[Vec<Variable>]) -> Result<()> {
        self.scoped(reduce.body, |l| {
            let values = reduce.values.iter().map(|value| l.exp(value)).collect::<Result<Vec<_>>>()?;
            l.accumulate(accumulators, &values, reduce.op)
        })
    }
}

impl Translator<'_> {
    /// Accumulators in all lanes that start with the neutral element.
    pub fn lane_accumulators(&mut self, op: &Op<'_>, neutral: &[Value]) -> Vec<Vec<Variable>> {
        let mut accumulators = Vec::with_capacity(neutral.len());
        for (param, &value) in op.lhs.iter().zip(neutral) {
            let ty = vector_type(param.prim);
            let mut element = value;
            if param.prim == PrimType::Bool {
                let wide = self.b.ins().uextend(types::I32, value);
                element = self.b.ins().ineg(wide);
            }
            let register = self.b.ins().splat(ty, element);
            let mut variables = Vec::new();
            for _ in 0..COUNT / lanes_of(param.prim) {
                let variable = self.b.declare_var(ty);
                self.b.def_var(variable, register);
                variables.push(variable);
            }
            accumulators.push(variables);
        }
        accumulators
    }

    /// The values of one lane of accumulators.
    pub fn lane_values(&mut self, op: &Op<'_>, accumulators: &[Vec<Variable>], k: usize) -> Vec<Value> {
        let mut values = Vec::with_capacity(accumulators.len());
        for (param, variables) in op.lhs.iter().zip(accumulators) {
            let per = lanes_of(param.prim);
            let register = self.b.use_var(variables[k / per]);
            let element = self.b.ins().extractlane(register, (k % per) as u8);
            let is_bool = param.prim == PrimType::Bool;
            values.push(if is_bool { self.b.ins().icmp_imm_s(IntCC::NotEqual, element, 0) } else { element });
        }
        values
    }
}
