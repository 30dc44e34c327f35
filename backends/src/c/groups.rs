//! Groups: what runs 16 indices at once, and how it is left.

use framework::{Error, Name, Result};
use languages::lanes::{Dim, Exp, Failure, Op, Part, ScalarParam, Stm, facts};
use languages::prim::PrimType;

use super::LANES;
use super::program::{Exit, Function};
use super::types::{c_type, identifier};
use crate::{LEFT_ALONE, MOST_ALONE};

/// The parts of a statement `Vectors`.
#[derive(Clone, Copy)]
pub struct Group<'a> {
    pub indices: &'a [Name],
    pub body: &'a [Stm<'a>],
    pub values: &'a [Exp<'a>],
    pub op: &'a [Op<'a>],
}

impl<'a> Group<'a> {
    /// The group of a statement, if it has one, and its kernel.
    pub fn split(stm: &'a Stm<'a>) -> Result<(Option<Group<'a>>, &'a Stm<'a>)> {
        match *stm {
            // Of groups of two sizes, those of this size serve all indices.
            Stm::Vectors { lanes, kernel: fewer @ Stm::Vectors { .. }, .. } if lanes != LANES as i64 => {
                Group::split(fewer)
            }
            Stm::Vectors { lanes, .. } if lanes != LANES as i64 => {
                Err(Error::internal(format!("a group of {lanes} lanes, where the c backend has {LANES}")))
            }
            Stm::Vectors { indices, body, values, op, kernel, .. } => {
                Ok((Some(Group { indices, body, values, op }), kernel))
            }
            _ => Ok((None, stm)),
        }
    }
}

impl Function<'_> {
    /// Declares a variable for an index.
    pub fn bind_index(&mut self, name: Name, value: &str) {
        self.scalars.insert(name, PrimType::I64);
        self.code.line(format!("const int64_t {} = {value};", identifier(name)));
    }

    /// Loops over the indices from `low` to `high - 1` of one dimension: in groups, if there are any, and the rest one
    /// by one.
    pub fn row(
        &mut self,
        dim: &Dim<'_>,
        (low, high): (&str, &str),
        body: &[Stm<'_>],
        group: Option<&Group<'_>>,
    ) -> Result<()> {
        let Some(group) = group else { return self.count_loop(dim.index, (low, high), |t| t.stms(body)) };
        let next = self.next_index(low);
        let overlaps = self.unit.aliases.repeatable(body);
        if !facts::leaves(group.body) {
            self.groups(group, (&next, high), overlaps.then_some(low), |_| Ok(()))?;
            return self.count_loop(dim.index, (&next, high), |t| t.stms(body));
        }
        // Where a group has been left, a few indices run alone, and the groups go on.
        let [few, from, end] = [(); 3].map(|()| self.unit.temporary());
        self.code.line(format!("int64_t {few} = {LEFT_ALONE};"));
        self.code.open(format!("while ({next} < {high}) {{"));
        self.code.line(format!("const int64_t {from} = {next};"));
        self.groups(group, (&next, high), overlaps.then_some(&from), |_| Ok(()))?;
        self.code.line(format!("{few} = {next} == {from} ? lesser(2 * {few}, {MOST_ALONE}) : {LEFT_ALONE};"));
        self.code.line(format!("const int64_t {end} = lesser({next} + {few}, {high});"));
        self.count_loop(dim.index, (&next, &end), |t| t.stms(body))?;
        self.code.line(format!("{next} = {end};"));
        self.code.close();
        Ok(())
    }

    /// Declares a variable for the first index that groups have left.
    pub fn next_index(&mut self, low: &str) -> String {
        let next = self.unit.temporary();
        self.code.line(format!("int64_t {next} = {low};"));
        next
    }

    /// Runs groups from the index `next` on, as long as there are enough up to `high`. If indices from `first` on may
    /// run twice, the last group starts where it ends with `high`. `last` runs after the body of each group.
    /// Afterwards, `next` is the first index that is left.
    pub fn groups(
        &mut self,
        group: &Group<'_>,
        (next, high): (&str, &str),
        first: Option<&str>,
        last: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let index = group.indices.last().ok_or_else(|| Error::internal("a group without an index"))?;
        self.unit.has_vectors = true;
        let label = self.unit.temporary();
        let depth = self.scopes.len();
        let around = self.exit.replace(Exit { label: label.clone(), depth, used: false });
        let fits = match first {
            Some(first) => format!("next_group(&{next}, {first}, {high})"),
            None => format!("{high} - {next} >= LANES"),
        };
        self.code.open(format!("for (; {fits}; {next} += LANES) {{"));
        self.bind_index(*index, next);
        self.scoped(group.body, last)?;
        self.code.close();
        let exit = std::mem::replace(&mut self.exit, around);
        if exit.is_some_and(|exit| exit.used) {
            self.code.line(format!("{label}:;"));
        }
        Ok(())
    }

    /// Leaves the group if a condition holds, to go on with its first index.
    pub(super) fn leave_group(&mut self, cond: &Exp<'_>) -> Result<()> {
        let cond = self.exp(cond)?;
        let exit = self.exit.as_mut().ok_or_else(|| Error::internal("no group to leave"))?;
        exit.used = true;
        let (label, depth) = (exit.label.clone(), exit.depth);
        self.code.open(format!("if ({cond}) {{"));
        self.release_scopes(depth)?;
        self.code.line(format!("goto {label};"));
        self.code.close();
        Ok(())
    }

    /// Fails unless a condition holds in every lane. The first lane that fails is the first iteration that fails.
    pub(super) fn check_lanes(&mut self, holds: &Exp<'_>, failure: &Failure<'_>) -> Result<()> {
        let (holds, name, k) = (self.vector(holds)?, self.unit.temporary(), self.unit.temporary());
        self.code.line(format!("const v_bool {name} = {holds};"));
        self.code.open(format!("if (!LIKELY(v_all({name}))) {{"));
        let mut shown = Vec::new();
        for part in failure.message {
            if let Part::Show { value, .. } = part {
                let (prim, lanes) = self.lanes_of(value)?;
                shown.push(format!("word_of_{prim}({lanes}[{k}])"));
            }
        }
        self.code.open(format!("EACH_LANE({k}) {{"));
        self.code.line(format!("if (lane_bool({name}, {k})) continue;"));
        self.fail(failure, &shown);
        self.code.close();
        self.code.close();
        Ok(())
    }

    /// Declares accumulators in all lanes that start with the neutral element.
    pub fn lane_accumulators(&mut self, op: &Op<'_>, neutral: &[String]) -> Vec<(PrimType, String)> {
        let mut accumulators = Vec::with_capacity(neutral.len());
        for (param, value) in op.lhs.iter().zip(neutral) {
            let (prim, name, value) = (param.prim, self.unit.temporary(), self.splat(param.prim, value));
            self.code.line(format!("v_{prim} {name} = {value};"));
            accumulators.push((prim, name));
        }
        accumulators
    }

    /// Combines the values of a group with accumulators, lane by lane.
    pub fn lane_step(&mut self, group: &Group<'_>, accumulators: &[(PrimType, String)]) -> Result<()> {
        let Some(op) = group.op.first() else { return Ok(()) };
        self.code.open("{");
        for (param, value) in op.rhs.iter().zip(group.values) {
            let value = self.vector(value)?;
            self.bind_vector(param, &value);
        }
        for (param, (_, name)) in op.lhs.iter().zip(accumulators) {
            self.bind_vector(param, name);
        }
        self.scoped(op.body, |t| {
            for (result, (prim, name)) in op.results.iter().zip(accumulators) {
                let value = t.vector(result)?;
                t.code.line(format!("const v_{prim} new_{name} = {value};"));
            }
            for (_, name) in accumulators {
                t.code.line(format!("{name} = new_{name};"));
            }
            Ok(())
        })?;
        self.code.close();
        Ok(())
    }

    fn bind_vector(&mut self, param: &ScalarParam, value: &str) {
        self.vectors.insert(param.name, param.prim);
        self.code.line(format!("v_{} {} = {value};", param.prim, identifier(param.name)));
    }

    /// Combines the lanes of accumulators in halves by the operator of scalars, and the last one with `first`.
    pub fn combine_lanes(&mut self, op: &Op<'_>, accumulators: &[(PrimType, String)], first: &[String]) -> Result<()> {
        let mut lanes = Vec::with_capacity(accumulators.len());
        for (prim, name) in accumulators {
            let array = self.unit.temporary();
            self.code.line(format!("{} {array}[LANES];", c_type(*prim)));
            self.code.line(format!("lanes_{prim}({array}, {name});"));
            lanes.push(array);
        }
        let at = |index: &str| lanes.iter().map(|array| format!("{array}[{index}]")).collect::<Vec<String>>();
        self.code.open("for (int half = LANES / 2; half > 0; half /= 2) {");
        self.code.open("for (int k = 0; k < half; k++) {");
        self.apply(op, &at("k"), &at("k + half"), &at("k"))?;
        self.code.close();
        self.code.close();
        self.apply(op, first, &at("0"), first)
    }
}
