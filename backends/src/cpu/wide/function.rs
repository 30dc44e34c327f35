//! Functions for the groups of a row, and their environment.

use framework::{Name, Span};
use languages::lanes::facts::loop_depth;
use languages::lanes::{Exp, Op};
use languages::prim::{self, PrimType, PrimValue};
use rustc_hash::FxHashMap;

use super::super::vectors::Group;
use super::super::x64::Level;
use super::super::x64::ir::{Access, Address, BinOp, Block, Cond, Function, I64, Type, Value};
use super::{Held, Wide, scalar_elem};

/// A variable from outside of a group, in a word of the environment.
#[derive(Clone, Copy, Debug)]
pub enum Captured {
    Scalar(Name, PrimType),
    /// The address of a block's first element.
    Memory(Name),
    /// The same, of a block that the group allocates for this variable.
    Block(Name),
}

/// What a function does with the values of its groups.
#[derive(Clone, Copy)]
pub enum Kind<'a> {
    /// There are none: the group is that of a map.
    Map,
    /// Combines them with an accumulator for each lane by `step`, and the accumulators by `op` in the end. At the
    /// address of the results are the neutral elements before, and each one's operand combined from all lanes after.
    Reduce { step: &'a Op<'a>, op: &'a Op<'a> },
    /// Stores them at the address of the results. The function runs a single group.
    Values,
}

/// A group to be translated.
pub struct Request<'a> {
    pub group: Group<'a>,
    pub kind: Kind<'a>,
    pub captures: &'a [Captured],
    /// The types of the values.
    pub prims: &'a [PrimType],
    pub is_private: &'a dyn Fn(Name) -> bool,
    /// Whether the function polls. The word of the environment after the variables is the address of the bell's byte.
    pub polls: bool,
    /// Whether indices may run twice, and values may be combined in any order. Then the function leaves no index,
    /// unless the group is left.
    pub overlaps: bool,
    /// Whether what the groups of a map write goes past the caches.
    pub past: bool,
}

/// How a scalar lies in memory.
pub(super) fn access(prim: PrimType) -> Access {
    match prim {
        PrimType::I8 => Access::I8,
        PrimType::U8 | PrimType::Bool => Access::U8,
        PrimType::I16 => Access::I16,
        PrimType::U16 | PrimType::F16 => Access::U16,
        PrimType::I32 | PrimType::U32 => Access::I32,
        PrimType::I64 | PrimType::U64 => Access::I64,
        PrimType::F32 => Access::F32,
        PrimType::F64 => Access::F64,
    }
}

/// The first index that is left is this far before the results.
pub const NEXT_OFFSET: i32 = -8;

/// The bytes from one vector of results to the next.
pub fn result_bytes(prim: PrimType, lanes: i64) -> i64 {
    (lanes * prim.size_bytes() as i64).max(64)
}

/// Translates a group to a function of `(environment, low, high, results)`, which keeps all registers. `None` if there
/// is no translation.
pub fn compile(request: &Request<'_>, level: Level) -> Option<Function> {
    let lanes = usize::try_from(request.group.lanes).ok()?;
    // A mask of 32-bit lanes is a whole register. Few lanes have smaller registers, which take half of the time on many
    // processors.
    let level = [level, Level::Avx2].into_iter().find(|level| lanes >= level.register_bits() / 32)?;
    let mut f = Function::new("groups", level, 4);
    // Cranelift's allocator makes poor loops of code with calls that change registers.
    f.keeps_registers = true;
    let [environment, low, high, results] = *f.params.clone() else { return None };
    let entry = f.current();
    let mut w = Wide {
        f,
        lanes,
        held: FxHashMap::default(),
        types: FxHashMap::default(),
        splats: FxHashMap::default(),
        outside: FxHashMap::default(),
        entry,
        exit: None,
        bell: None,
        is_private: request.is_private,
        blocks: FxHashMap::default(),
        by_halves: level == Level::Avx512 && loop_depth(request.group.body) == 0,
        past: request.past,
    };
    for (k, captured) in request.captures.iter().enumerate() {
        w.capture(captured, Address::at(environment, 8 * k as i32));
    }
    if request.polls {
        w.bell = Some(w.f.load(Access::I64, Address::at(environment, 8 * request.captures.len() as i32)));
    }
    let neutral = match request.kind {
        Kind::Reduce { op, .. } => w.load_neutral(op, results)?,
        Kind::Map | Kind::Values => Vec::new(),
    };
    let accumulators = neutral.concat();
    let last = w.f.binary_const(BinOp::Sub, high, lanes as u64 - 1);
    let state: Vec<Type> = accumulators.iter().map(|value| w.f.ty(*value)).collect();
    let params: Vec<Type> = std::iter::once(I64).chain(state).collect();
    let (head, exit) = (w.f.block(&params), w.f.block(&params));
    let rest = match request.kind {
        Kind::Reduce { step, .. } if request.overlaps => Some((step, w.f.block(&params))),
        _ => None,
    };
    let start: Vec<Value> = std::iter::once(low).chain(accumulators).collect();
    let enter = w.f.compare(Cond::Lt, low, last);
    // The entry ends here, but what is made once is still added to it.
    w.f.branch(enter, (head, &start), (exit, &start));
    w.f.switch_to(head);
    let now = w.f.block_params(head).to_vec();
    w.exit = Some((exit, now.clone()));
    let &first = now.first()?;
    w.poll()?;
    let index = *request.group.indices.last()?;
    w.declare_scalar(index, PrimType::I64, first);
    w.stms(request.group.body)?;
    let accumulators = match request.kind {
        Kind::Map => Vec::new(),
        Kind::Reduce { step, .. } => w.step(&request.group, step, &now[1..])?,
        Kind::Values => {
            let mut offset = 0;
            for (value, prim) in request.group.values.iter().zip(request.prims) {
                let registers = w.vector(value)?;
                w.store_registers(*prim, &registers, Address::at(results, offset), None)?;
                offset += i32::try_from(result_bytes(*prim, request.group.lanes)).ok()?;
            }
            Vec::new()
        }
    };
    let next = w.f.binary_const(BinOp::Add, first, lanes as u64);
    let state = |next: Value| -> Vec<Value> { std::iter::once(next).chain(accumulators.iter().copied()).collect() };
    if request.overlaps && rest.is_none() {
        // What is left of a row is less than a group: the last group starts where it ends with the row.
        let final_group = w.f.binary_const(BinOp::Sub, high, lanes as u64);
        let fits = w.f.compare(Cond::Lt, next, final_group);
        let start = w.f.select(fits, next, final_group);
        let again = w.f.compare(Cond::Lt, next, high);
        w.f.branch(again, (head, &state(start)), (exit, &state(next)));
    } else {
        let again = w.f.compare(Cond::Lt, next, last);
        let after = rest.map_or(exit, |(_, rest)| rest);
        w.f.branch(again, (head, &state(next)), (after, &state(next)));
    }
    if let Some((op, rest)) = rest {
        w.last_step(request, op, (rest, exit), (high, &neutral))?;
    }
    w.f.switch_to(exit);
    let end = w.f.block_params(exit).to_vec();
    if let Kind::Reduce { op, .. } = request.kind {
        // The operator cannot leave the group any more.
        w.exit = None;
        let combined = w.combine_lanes(op, &end[1..])?;
        w.store_results(op, results, &combined)?;
    }
    if request.past {
        w.f.fence();
    }
    let &next = end.first()?;
    w.f.store(Access::I64, Address::at(results, NEXT_OFFSET), next);
    w.f.ret(next);
    Some(w.f)
}

impl Wide<'_> {
    fn capture(&mut self, captured: &Captured, place: Address) {
        match *captured {
            Captured::Scalar(name, prim) => {
                let value = self.f.load(access(prim), place);
                self.declare_scalar(name, prim, value);
                self.outside.insert(name, value);
            }
            Captured::Memory(name) => {
                let base = self.f.load(Access::I64, place);
                self.held.insert(name, Held::Memory(base));
            }
            Captured::Block(name) => {
                let base = self.f.load(Access::I64, place);
                self.blocks.insert(name, base);
            }
        }
    }

    pub(super) fn declare_scalar(&mut self, name: Name, prim: PrimType, value: Value) {
        debug_assert_eq!(self.f.ty(value), Type::Scalar(scalar_elem(prim)), "`{name}` has another type");
        self.types.insert(name, prim);
        self.held.insert(name, Held::Scalar(value));
    }

    pub(super) fn declare_registers(&mut self, name: Name, prim: PrimType, registers: Vec<Value>) {
        self.types.insert(name, prim);
        self.held.insert(name, Held::Vector(registers));
    }

    /// The registers of the neutral element of each operand, which has it in every lane.
    fn load_neutral(&mut self, op: &Op<'_>, results: Value) -> Option<Vec<Vec<Value>>> {
        let mut all = Vec::new();
        let mut offset = 0;
        for param in op.lhs {
            let value = self.f.load(access(param.prim), Address::at(results, offset));
            all.push(self.splat(param.prim, value)?);
            offset += i32::try_from(result_bytes(param.prim, self.lanes as i64)).ok()?;
        }
        Some(all)
    }

    fn store_results(&mut self, op: &Op<'_>, results: Value, mut all: &[Value]) -> Option<()> {
        let mut offset = 0;
        for param in op.lhs {
            let (registers, rest) = all.split_at_checked(self.registers(param.prim))?;
            self.store_registers(param.prim, registers, Address::at(results, offset), None)?;
            offset += i32::try_from(result_bytes(param.prim, self.lanes as i64)).ok()?;
            all = rest;
        }
        Some(())
    }

    /// Combines what is left of a row after the last whole group, in `rest`, and goes to `exit`. The group starts where
    /// it ends with the row. Its first lanes have been combined before: there, its values are neutral.
    fn last_step(
        &mut self,
        request: &Request<'_>,
        op: &Op<'_>,
        (rest, exit): (Block, Block),
        (high, neutral): (Value, &[Vec<Value>]),
    ) -> Option<()> {
        self.f.switch_to(rest);
        let now = self.f.block_params(rest).to_vec();
        let (&next, accumulators) = now.split_first()?;
        let is_left = self.f.compare(Cond::Lt, next, high);
        let more = self.f.block(&[]);
        self.f.branch(is_left, (more, &[]), (exit, &now));
        self.f.switch_to(more);
        self.exit = Some((exit, now.clone()));
        let first = self.f.binary_const(BinOp::Sub, high, self.lanes as u64);
        let name = *request.group.indices.last()?;
        self.declare_scalar(name, PrimType::I64, first);
        self.stms(request.group.body)?;
        let (span, one) = (Span::NONE, PrimValue::I64(1));
        let indices = self.steps(PrimType::I64, &Exp::Var { span, name }, &Exp::Const { span, value: one })?;
        let next = self.splat(PrimType::I64, next)?;
        let masks = self.vector_binary(prim::BinOp::Ge, PrimType::I64, &indices, &next)?;
        let mut values = Vec::new();
        for ((value, neutral), prim) in request.group.values.iter().zip(neutral).zip(request.prims) {
            let registers = self.vector(value)?;
            values.push(self.choose(*prim, &masks, &registers, neutral)?);
        }
        let accumulators = self.combine(op, accumulators, values)?;
        let state: Vec<Value> = std::iter::once(high).chain(accumulators).collect();
        self.f.jump(exit, &state);
        Some(())
    }

    /// Combines the values of a group with the accumulators. Returns the new ones.
    fn step(&mut self, group: &Group<'_>, op: &Op<'_>, all: &[Value]) -> Option<Vec<Value>> {
        let mut values = Vec::with_capacity(group.values.len());
        for value in group.values {
            values.push(self.vector(value)?);
        }
        self.combine(op, all, values)
    }

    /// Combines the accumulators of all lanes: each of the lower half with that of the upper half, until there is one,
    /// in the first lane.
    fn combine_lanes(&mut self, op: &Op<'_>, accumulators: &[Value]) -> Option<Vec<Value>> {
        let mut accumulators = accumulators.to_vec();
        let mut half = self.lanes / 2;
        while half > 0 {
            let mut rest = accumulators.as_slice();
            let mut upper = Vec::with_capacity(op.rhs.len());
            for param in op.rhs {
                let (registers, others) = rest.split_at_checked(self.registers(param.prim))?;
                rest = others;
                upper.push(self.lanes_from(half, param.prim, registers)?);
            }
            accumulators = self.combine(op, &accumulators, upper)?;
            half /= 2;
        }
        Some(accumulators)
    }

    /// Combines a vector for each operand with the accumulators. Returns the new ones.
    fn combine(&mut self, op: &Op<'_>, mut all: &[Value], values: Vec<Vec<Value>>) -> Option<Vec<Value>> {
        for (param, registers) in op.rhs.iter().zip(values) {
            self.declare_registers(param.name, param.prim, registers);
        }
        for param in op.lhs {
            let (registers, rest) = all.split_at_checked(self.registers(param.prim))?;
            self.declare_registers(param.name, param.prim, registers.to_vec());
            all = rest;
        }
        self.stms(op.body)?;
        let mut results = Vec::new();
        for result in op.results {
            results.extend(self.vector(result)?);
        }
        Some(results)
    }
}
