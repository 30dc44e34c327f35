//! Groups: what runs several indices at once, and how it is left.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value, types};
use cranelift_frontend::Variable;
use framework::{Name, Result};
use languages::lanes::{Exp, Failure, Op, Part, Stm};
use languages::prim::PrimType;

use super::{lanes_of, vector_type};
use crate::cpu::translate::Translator;
use crate::cpu::{ops, runtime};

/// The parts of a statement `Vectors`.
#[derive(Clone, Copy)]
pub struct Group<'a> {
    /// The whole statement.
    pub node: &'a Stm<'a>,
    pub lanes: i64,
    pub indices: &'a [Name],
    /// When what it writes may go past the caches.
    pub past: Option<&'a Exp<'a>>,
    pub body: &'a [Stm<'a>],
    pub values: &'a [Exp<'a>],
    pub op: &'a [Op<'a>],
}

impl<'a> Group<'a> {
    /// The groups of a statement, from more to fewer lanes, and its kernel.
    pub fn split(mut stm: &'a Stm<'a>) -> (Vec<Group<'a>>, &'a Stm<'a>) {
        let mut groups = Vec::new();
        while let Stm::Vectors { lanes, indices, past, body, values, op, kernel, .. } = *stm {
            groups.push(Group { node: stm, lanes, indices, past, body, values, op });
            stm = kernel;
        }
        (groups, stm)
    }

    /// The name of the index of the first lane.
    fn first(&self) -> Option<Name> {
        self.indices.last().copied()
    }
}

/// One variable for each register of each operand.
pub type Accumulators = Vec<Vec<Variable>>;

impl Translator<'_> {
    /// Runs code for the groups of a range, which returns the first index that is left, if the range has a whole group.
    pub(in crate::cpu) fn if_whole(
        &mut self,
        group: &Group<'_>,
        (low, high): (Value, Value),
        run: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        let count = self.b.ins().isub(high, low);
        let enough = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, count, group.lanes);
        self.groups_if(enough, low, run)
    }

    /// Runs code for groups from an index on, which returns the first index that is left, if a condition holds.
    pub(super) fn groups_if(
        &mut self,
        cond: Value,
        low: Value,
        run: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        let next = self.b.declare_var(types::I64);
        self.b.def_var(next, low);
        self.branch(
            cond,
            |t| {
                let left = run(t)?;
                t.b.def_var(next, left);
                Ok(())
            },
            |_| Ok(()),
        )?;
        Ok(self.b.use_var(next))
    }

    /// Runs groups for the indices from `low` on, as long as there are enough up to `high`. `last` runs after the body
    /// of each group. Returns the first index that is left.
    pub(in crate::cpu) fn groups(
        &mut self,
        group: &Group<'_>,
        (low, high): (Value, Value),
        last: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<Value> {
        self.count_loop_until(low, high, group.lanes, |t, first, exit| {
            let lanes = usize::try_from(group.lanes).unwrap_or(1);
            let around = (std::mem::replace(&mut t.lanes, lanes), t.exit.replace((exit, first)));
            t.poll_for(group.body);
            if let Some(name) = group.first() {
                t.bind(name, PrimType::I64, first);
            }
            let done = t.scoped(group.body, last);
            (t.lanes, t.exit) = around;
            done
        })
    }

    /// Leaves the group if a condition holds, to go on with its first index.
    pub(in crate::cpu) fn leave_group(&mut self, cond: &Exp<'_>) -> Result<()> {
        let cond = self.exp(cond)?;
        let (exit, first): (Block, Value) = self.exit.ok_or_else(|| framework::Error::internal("no group to leave"))?;
        self.leave_if_left(cond, exit, first);
        Ok(())
    }

    /// Goes on after a loop, with this index, if a condition holds.
    pub(in crate::cpu) fn leave_if_left(&mut self, cond: Value, exit: Block, first: Value) {
        let go_on = self.b.create_block();
        self.b.ins().brif(cond, exit, &[BlockArg::Value(first)], go_on, &[]);
        self.b.switch_to_block(go_on);
        self.b.seal_block(go_on);
    }

    /// Declares a vector of zeros.
    pub(in crate::cpu) fn declare_vector(&mut self, name: Name, prim: PrimType) {
        let zero = ops::constant(&mut self.b, languages::prim::PrimValue::zero(prim));
        let registers = self.splat(prim, zero);
        self.bind_vector(name, prim, &registers);
    }

    /// Fails unless a condition holds in every lane. The first lane that fails is the first iteration that fails.
    pub(in crate::cpu) fn check_lanes(&mut self, holds: &Exp<'_>, failure: &Failure<'_>) -> Result<()> {
        let holds = self.vector(holds)?;
        let every = holds[1..].iter().fold(holds[0], |every, &register| self.b.ins().band(every, register));
        let all = self.b.ins().vall_true(every);
        let (fails, go_on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(fails);
        self.b.ins().brif(all, go_on, &[], fails, &[]);
        self.b.switch_to_block(fails);
        self.b.seal_block(fails);
        let id = self.unit.add_assert(failure);
        let mut shown = Vec::new();
        for part in failure.message {
            if let Part::Show { value, .. } = part {
                shown.push(self.lanes_of_exp(value)?);
            }
        }
        // Some lane does not hold: the last is not asked.
        for k in 0..self.lanes {
            let (report, next) = (self.b.create_block(), self.b.create_block());
            if k + 1 < self.lanes {
                let this = self.is_set(&holds, k);
                self.b.ins().brif(this, next, &[], report, &[]);
            } else {
                self.b.ins().jump(report, &[]);
            }
            self.b.switch_to_block(report);
            self.b.seal_block(report);
            let mut words = Vec::with_capacity(shown.len());
            for (prim, lane) in &shown {
                let value = self.scalar_lane(*prim, lane, k);
                words.push(ops::to_bits(&mut self.b, *prim, value));
            }
            let address = self.store_shown(&words);
            let id = self.b.ins().iconst(types::I64, id as i64);
            let args = [self.worker, id, address];
            ops::call(&mut self.b, runtime::fail as *const u8, &[types::I64; 3], &args);
            self.leave(runtime::FAILED);
            if k + 1 < self.lanes {
                self.b.switch_to_block(next);
                self.b.seal_block(next);
            }
        }
        self.b.switch_to_block(go_on);
        self.b.seal_block(go_on);
        Ok(())
    }

    // ----- reductions and histograms -----

    /// Accumulators in all lanes of a group that start with the neutral element.
    pub(in crate::cpu) fn lane_accumulators(
        &mut self,
        group: &Group<'_>,
        op: &Op<'_>,
        neutral: &[Value],
    ) -> Accumulators {
        let mut accumulators = Vec::with_capacity(neutral.len());
        for (param, &value) in op.lhs.iter().zip(neutral) {
            let element = self.element_of(param.prim, value);
            let register = self.b.ins().splat(vector_type(param.prim), element);
            let count = usize::try_from(group.lanes).unwrap_or(1) / lanes_of(param.prim);
            let mut variables = Vec::with_capacity(count);
            for _ in 0..count {
                let variable = self.b.declare_var(vector_type(param.prim));
                self.b.def_var(variable, register);
                variables.push(variable);
            }
            accumulators.push(variables);
        }
        accumulators
    }

    /// Combines the values of a group with accumulators, lane by lane.
    pub(in crate::cpu) fn lane_step(&mut self, group: &Group<'_>, accumulators: &Accumulators) -> Result<()> {
        let Some(op) = group.op.first() else { return Ok(()) };
        for (param, value) in op.rhs.iter().zip(group.values) {
            let registers = self.vector(value)?;
            self.bind_vector(param.name, param.prim, &registers);
        }
        for (param, variables) in op.lhs.iter().zip(accumulators) {
            let registers: Vec<Value> = variables.iter().map(|&variable| self.b.use_var(variable)).collect();
            self.bind_vector(param.name, param.prim, &registers);
        }
        let results = self.scoped(op.body, |t| {
            op.results.iter().map(|result| t.vector(result)).collect::<Result<Vec<Vec<Value>>>>()
        })?;
        for (variables, registers) in accumulators.iter().zip(results) {
            for (&variable, register) in variables.iter().zip(registers) {
                self.b.def_var(variable, register);
            }
        }
        Ok(())
    }

    /// The values of one lane of accumulators.
    pub(in crate::cpu) fn lane_values(&mut self, op: &Op<'_>, accumulators: &Accumulators, k: usize) -> Vec<Value> {
        let mut values = Vec::with_capacity(accumulators.len());
        for (param, variables) in op.lhs.iter().zip(accumulators) {
            let per = lanes_of(param.prim);
            let register = self.b.use_var(variables[k / per]);
            let element = self.b.ins().extractlane(register, (k % per) as u8);
            values.push(self.scalar_of(param.prim, element));
        }
        values
    }

    /// The values of a group, for each lane.
    pub(in crate::cpu) fn lane_scalars(&mut self, group: &Group<'_>) -> Result<Vec<Vec<Value>>> {
        let mut vectors = Vec::with_capacity(group.values.len());
        for value in group.values {
            vectors.push(self.lanes_of_exp(value)?);
        }
        let lanes = (0..self.lanes).map(|k| {
            let scalars = vectors.iter().map(|(prim, lane)| self.scalar_lane(*prim, lane, k));
            scalars.collect()
        });
        Ok(lanes.collect())
    }
}
