//! Groups that run in functions for registers of the processor's full width.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AbiParam, InstBuilder, Signature, StackSlotData, StackSlotKind, Value, types};
use cranelift_codegen::isa::CallConv;
use framework::{Error, Name, Node, Result};
use languages::lanes::facts::loop_depth;
use languages::lanes::{Exp, Op, Stm};
use languages::prim::PrimType;

use super::Group;
use crate::cpu::runtime;
use crate::cpu::translate::{FIXED, Translator};
use crate::cpu::wide::{self, Captured, Kind, Request, result_bytes};

/// The bytes before the results, which start at a multiple of as many. The last of them have the index that is left.
const BEFORE_RESULTS: u32 = 64;

/// A function for the groups of a range. Calling it takes some cycles, even if there is no group.
pub struct FullWidth {
    /// Its number.
    number: usize,
    /// The number of the function that writes past the caches, and whether that one runs.
    past: Option<(usize, Value)>,
    /// Whether it leaves if the bell rings.
    polls: bool,
    /// The address of the variables that it uses.
    environment: Value,
    /// The types of the values of a group.
    prims: Vec<PrimType>,
    /// The lanes of a group.
    lanes: i64,
    /// The address of the values of a group, or of accumulators.
    results: Value,
    /// The distance of each vector of results from there.
    offsets: Vec<i32>,
    /// The variables of the blocks of groups.
    blocks: Vec<Name>,
    /// Whether there is memory for all of them. Without, the function does not run: each index allocates what it needs.
    runs: Option<Value>,
}

/// The variables of allocations, with the types and the numbers of elements.
fn allocated<'a>(stms: &[&'a Stm<'a>]) -> impl Iterator<Item = (Name, PrimType, &'a Exp<'a>)> {
    stms.iter().filter_map(|stm| match stm {
        Stm::Alloc { name, prim, count, .. } => Some((*name, *prim, *count)),
        _ => None,
    })
}

impl Translator<'_> {
    /// The function for a group. `None` if the processor has no wider registers, or if there is no translation.
    fn full_width(&mut self, group: &Group<'_>, kind: Kind<'_>, prims: Vec<PrimType>) -> Result<Option<FullWidth>> {
        self.full_width_over(group, kind, prims, false)
    }

    /// The function for a group of a kernel whose indices may run twice, if it `overlaps`.
    fn full_width_over(
        &mut self,
        group: &Group<'_>,
        kind: Kind<'_>,
        prims: Vec<PrimType>,
        overlaps: bool,
    ) -> Result<Option<FullWidth>> {
        let Some(level) = self.unit.level else { return Ok(None) };
        let (_, outer) = group.indices.split_last().ok_or_else(|| Error::internal("a group without an index"))?;
        let (mut captures, mut values) = (Vec::new(), Vec::new());
        for name in group.node.free_names().into_iter().chain(outer.iter().copied()) {
            match self.lookup(name) {
                (Some(scalar), _) => {
                    captures.push(Captured::Scalar(name, scalar.prim));
                    values.push(self.b.use_var(scalar.variable));
                }
                (None, Some(memory)) => {
                    captures.push(Captured::Memory(name));
                    values.push(self.b.use_var(memory.base));
                }
                (None, None) => return Err(Error::internal(format!("{name} is not in scope"))),
            }
        }
        let Some(blocks) = wide::blocks_before(group.body, &self.unit.aliases, |name| self.unit.is_private(name))
        else {
            return Ok(None);
        };
        captures.extend(allocated(&blocks).map(|(name, ..)| Captured::Block(name)));
        let unit = &*self.unit;
        let is_private = |name| unit.is_private(name);
        let polls = loop_depth(group.body) > 0;
        let request = Request {
            group: *group,
            kind,
            captures: &captures,
            prims: &prims,
            is_private: &is_private,
            polls,
            overlaps,
            past: false,
        };
        let Some(function) = wide::compile(&request, level) else { return Ok(None) };
        let past = group.past.and_then(|when| Some((wide::compile(&Request { past: true, ..request }, level)?, when)));
        let number = self.unit.add_wide(function, level);
        let past = match past {
            Some((function, when)) => Some((self.unit.add_wide(function, level), self.exp(when)?)),
            None => None,
        };
        let mut runs = None;
        for (name, prim, count) in allocated(&blocks) {
            let block = self.alloc_ahead(name, prim, count)?;
            let memory = self.memory(name)?;
            values.push(self.b.use_var(memory.base));
            let is_there = self.b.ins().icmp_imm_s(IntCC::NotEqual, block, 0);
            runs = Some(runs.map_or(is_there, |all| self.b.ins().band(all, is_there)));
        }
        if polls {
            values.push(self.bell());
        }
        let environment = self.stack_words(values.len());
        self.store_words(&values, environment);
        let mut offsets = Vec::with_capacity(prims.len());
        let mut bytes = 0;
        for &prim in &prims {
            offsets.push(bytes as i32);
            bytes += result_bytes(prim, group.lanes);
        }
        let size = BEFORE_RESULTS + bytes as u32;
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, size, BEFORE_RESULTS.ilog2() as u8);
        let room = self.b.create_sized_stack_slot(data);
        let results = self.b.ins().stack_addr(types::I64, room, BEFORE_RESULTS as i32);
        let blocks = allocated(&blocks).map(|(name, ..)| name).collect();
        Ok(Some(FullWidth {
            number,
            past,
            polls,
            environment,
            prims,
            lanes: group.lanes,
            results,
            offsets,
            blocks,
            runs,
        }))
    }

    /// Frees the blocks of a function's groups.
    pub(in crate::cpu) fn free_blocks(&mut self, function: &FullWidth) -> Result<()> {
        function.blocks.iter().try_for_each(|name| self.free_memory(*name))
    }

    /// Runs the groups of a range, if there is memory for their blocks. Returns the first index that is left.
    fn run_full_width(&mut self, function: &FullWidth, range: (Value, Value)) -> Result<Value> {
        match function.runs {
            Some(runs) => self.groups_if(runs, range.0, |t| Ok(t.call_full_width(function, range))),
            None => Ok(self.call_full_width(function, range)),
        }
    }

    fn call_full_width(&mut self, function: &FullWidth, (low, high): (Value, Value)) -> Value {
        let addresses = self.b.ins().load(types::I64, FIXED, self.worker, runtime::WIDE_OFFSET);
        let mut callee = self.b.ins().load(types::I64, FIXED, addresses, 8 * function.number as i32);
        if let Some((number, when)) = function.past {
            let past = self.b.ins().load(types::I64, FIXED, addresses, 8 * number as i32);
            callee = self.b.ins().select(when, past, callee);
        }
        let mut signature = Signature::new(CallConv::PreserveAll);
        signature.params.extend([types::I64; 4].map(AbiParam::new));
        let signature = self.b.import_signature(signature);
        let args = [function.environment, low, high, function.results];
        self.b.ins().call_indirect(signature, callee, &args);
        let next = self.load(PrimType::I64, function.results, wide::NEXT_OFFSET);
        if function.polls {
            self.poll();
        }
        next
    }

    /// The results of a lane.
    fn lane_result(&mut self, function: &FullWidth, lane: i64) -> Vec<Value> {
        let mut scalars = Vec::with_capacity(function.prims.len());
        for (&prim, offset) in function.prims.iter().zip(&function.offsets) {
            scalars.push(self.load(prim, function.results, offset + (lane * prim.size_bytes() as i64) as i32));
        }
        scalars
    }

    /// Runs the groups of a map, of which the last may overlap the one before if indices may run twice. Returns the
    /// first index that is left. `None`: see above.
    pub(in crate::cpu) fn full_width_map(
        &mut self,
        group: &Group<'_>,
        range: (Value, Value),
        overlaps: bool,
    ) -> Result<Option<Value>> {
        let Some(function) = self.full_width_over(group, Kind::Map, Vec::new(), overlaps)? else { return Ok(None) };
        let next = self.run_full_width(&function, range)?;
        self.free_blocks(&function)?;
        Ok(Some(next))
    }

    /// Reduces the groups of a range, from the neutral elements. Returns the first index that is left, and the results.
    /// `None`: see above.
    pub(in crate::cpu) fn full_width_reduce(
        &mut self,
        group: &Group<'_>,
        range: (Value, Value),
        neutral: &[Value],
        overlaps: bool,
    ) -> Result<Option<(Value, Vec<Value>)>> {
        let (step, op) = match group.op {
            [op] => (op, op),
            [step, op] => (step, op),
            _ => return Ok(None),
        };
        let prims = op.lhs.iter().map(|param: &languages::lanes::ScalarParam| param.prim).collect();
        let Some(function) = self.full_width_over(group, Kind::Reduce { step, op }, prims, overlaps)? else {
            return Ok(None);
        };
        for (offset, &value) in function.offsets.iter().zip(neutral) {
            self.store(value, function.results, *offset);
        }
        let next = self.run_full_width(&function, range)?;
        self.free_blocks(&function)?;
        Ok(Some((next, self.lane_result(&function, 0))))
    }

    /// The function for the bins and values of a histogram, for operands of the operator `op`. `None`: see above.
    pub(in crate::cpu) fn full_width_bins(&mut self, group: &Group<'_>, op: &Op<'_>) -> Result<Option<FullWidth>> {
        let prims = std::iter::once(PrimType::I64).chain(op.lhs.iter().map(|param| param.prim)).collect();
        self.full_width(group, Kind::Values, prims)
    }

    /// The bin and the values of each lane of the group with this first index, and the first index after it: that of
    /// the group itself if it was left.
    pub(in crate::cpu) fn bins_of(&mut self, function: &FullWidth, first: Value) -> Result<(Value, Vec<Vec<Value>>)> {
        let high = self.b.ins().iadd_imm_s(first, function.lanes);
        let next = self.run_full_width(function, (first, high))?;
        Ok((next, (0..function.lanes).map(|lane| self.lane_result(function, lane)).collect()))
    }
}
