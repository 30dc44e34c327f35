//! Statements in every lane.

use crate::imp::fill_groups::{COSTLY, COSTLY_FOR_ACCESS};
use crate::lanes::support::{int, not, variable};
use framework::{Error, Name, Result, Span};
use languages::lanes::facts::each_stm;
use languages::lanes::{Dim, Exp, Failure, Part, Stm};
use languages::prim::{BinOp, PrimType};

use super::group::{Group, LaneVar, Value};
use super::kinds::Kind;
use super::memory::outside;

/// The code of branches on which lanes agree as a rule is there twice, up to this depth.
const MOST_EDGES: u32 = 2;
/// With more accesses in a branch, it takes longer to run them for some lanes than to run a few indices one by one.
const MOST_MASKED: usize = 8;
/// Lanes whose loops have so many iterations access memory close to each other.
const MOST_SHORT: i64 = 32;
/// So many declarations and assignments run in any case, whether a lane wants them or not.
const MOST_HARMLESS: usize = 8;

impl<'a, 'b> Group<'_, 'b> {
    /// Assigns to a variable in the lanes that run.
    pub(super) fn assign(&mut self, name: Name, value: &Value<'b>) -> Result<()> {
        let Some((lane_var, prim)) = self.variables.get(&name).copied() else { return Err(outside(name)) };
        let deeper = self.depth > self.kinds.depth(name);
        match (lane_var, self.mask) {
            (LaneVar::Varying(old), Some(mask)) if deeper => {
                let [cond, yes, no] =
                    [variable(mask), self.vector(prim, value), variable(old)].map(|exp| self.arena.alloc(exp));
                self.assign_name(old, Exp::Select { span: Span::NONE, cond, yes, no });
            }
            _ => self.set(lane_var, prim, value),
        }
        Ok(())
    }

    /// Leaves the group if any of these lengths of loops is more than a few.
    pub(super) fn leave_unless_short(&mut self, lengths: &[Name]) {
        for name in lengths {
            let cond = self.bin(BinOp::Lt, PrimType::I64, int(MOST_SHORT), variable(*name));
            self.out.push(Stm::Leave { span: Span::NONE, cond: self.arena.alloc(cond) });
        }
    }

    /// Runs statements in all lanes that run.
    pub(super) fn stms(&mut self, stms: &'a [Stm<'a>]) -> Result<()> {
        stms.iter().try_for_each(|stm| self.stm(stm))
    }

    fn stm(&mut self, stm: &'a Stm<'a>) -> Result<()> {
        match stm {
            Stm::Decl { name, prim, .. } => {
                self.declare(*name, *prim);
                Ok(())
            }
            Stm::DeclMem { span, name, prim } => {
                let own = name.refresh();
                self.memories.insert(*name, own);
                self.out.push(Stm::DeclMem { span: *span, name: own, prim: *prim });
                Ok(())
            }
            Stm::Assign { name, value, .. } => {
                let value = self.exp(value)?;
                self.assign(*name, &value)
            }
            Stm::Read { span, name, mem, prim, index } => {
                let index = self.exp(index)?;
                self.read(*span, *name, *mem, *prim, &index)
            }
            Stm::Write { span, mem, prim, index, value } => {
                let (index, value) = (self.exp(index)?, self.exp(value)?);
                self.write(*span, *mem, *prim, &index, &value);
                Ok(())
            }
            Stm::If { cond, yes, no, .. } => self.branch(cond, yes, no),
            Stm::For { index, bound, body, .. } => self.count_loop(*index, bound, body),
            Stm::While { span, cond, body } => self.while_loop(*span, cond, body),
            Stm::Assert { span, cond, failure } => self.assert(*span, cond, failure),
            Stm::Reduce { reduce, .. } => self.reduce(reduce),
            Stm::Parallel { space, body, .. } => self.space(space, body),
            Stm::AssignMem { span, name, from } => {
                let (name, from) = (self.memory(*name), self.memory(*from));
                self.out.push(Stm::AssignMem { span: *span, name, from });
                Ok(())
            }
            Stm::Free { span, name } => {
                self.out.push(Stm::Free { span: *span, name: self.memory(*name) });
                Ok(())
            }
            Stm::Alloc { span, name, prim, count } => {
                let count = self.uniform(count)?;
                let count = self.arena.alloc(self.first_place(count));
                self.out.push(Stm::Alloc { span: *span, name: self.memory(*name), prim: *prim, count });
                Ok(())
            }
            Stm::Copy { prim, shape, to, from, .. } => {
                let (to_offset, from_offset) = (self.exp(to.offset)?, self.exp(from.offset)?);
                self.copy(*prim, shape, (to, to_offset), (from, from_offset), 0)
            }
            _ => Err(Error::internal("a statement does not qualify for groups").or_at(stm.span())),
        }
    }

    /// Nested loops over a space that is the same in all lanes.
    fn space(&mut self, space: &'a [Dim<'a>], body: &'a [Stm<'a>]) -> Result<()> {
        let Some((dim, rest)) = space.split_first() else { return self.stms(body) };
        let bound = self.uniform(dim.count)?;
        self.uniform_loop(dim.index, bound, |group, i| {
            group.bind_index(dim.index, i);
            group.space(rest, body)
        })
    }

    /// An index that is the same in all lanes.
    pub(super) fn bind_index(&mut self, index: Name, i: Exp<'b>) {
        match i {
            Exp::Var { name, .. } if self.kinds.variable(index) == Kind::Uniform => {
                self.variables.insert(index, (LaneVar::Uniform(name), PrimType::I64));
            }
            _ => self.bind(index, PrimType::I64, &Value::Uniform(i)),
        }
    }

    /// Runs code with a mask if any of its lanes is set. Code that is cheap and harmless runs in any case.
    fn if_any(&mut self, mask: Exp<'b>, stms: &'a [Stm<'a>]) -> Result<()> {
        if stms.is_empty() {
            return Ok(());
        }
        let mask = self.named_mask(mask);
        let harmless = |stm: &Stm<'_>| matches!(stm, Stm::Decl { .. } | Stm::Assign { .. });
        if stms.len() <= MOST_HARMLESS && stms.iter().all(harmless) {
            return self.under(mask, |group| group.stms(stms));
        }
        let yes = self.list(|group| group.under(mask, |group| group.stms(stms)))?;
        let cond = self.arena.alloc(self.any(variable(mask)));
        self.out.push(Stm::If { span: Span::NONE, cond, yes, no: &[] });
        Ok(())
    }

    fn branch(&mut self, cond_exp: &'a Exp<'a>, yes: &'a [Stm<'a>], no: &'a [Stm<'a>]) -> Result<()> {
        let varies = self.kinds.exp(cond_exp) != Kind::Uniform;
        let cond = match self.exp(cond_exp)? {
            Value::Uniform(cond) if !varies => {
                let yes = self.list(|group| group.stms(yes))?;
                let no = self.list(|group| group.stms(no))?;
                self.out.push(Stm::If { span: Span::NONE, cond: self.arena.alloc(cond), yes, no });
                return Ok(());
            }
            cond => self.vector(PrimType::Bool, &cond),
        };
        let cond = variable(self.named_mask(cond));
        let masked = self.free_masks && (is_costly(yes) || is_costly(no));
        if self.kinds.is_edge(cond_exp) && !masked && self.mask.is_none() && self.depth < MOST_EDGES {
            return self.edge(cond, yes, no);
        }
        let (then, otherwise) = (self.active(cond), self.active(not(self.arena, cond)));
        // Both masks are of the lanes that run now.
        let (then, otherwise) = match (yes.is_empty(), no.is_empty()) {
            (false, false) => (variable(self.named_mask(then)), variable(self.named_mask(otherwise))),
            _ => (then, otherwise),
        };
        self.if_any(then, yes)?;
        self.if_any(otherwise, no)
    }

    /// A branch on which all lanes agree as a rule. Then memory is accessed as outside of the branch. Where they do
    /// not, a map with many accesses leaves the group.
    fn edge(&mut self, cond: Exp<'b>, yes: &'a [Stm<'a>], no: &'a [Stm<'a>]) -> Result<()> {
        let mut side = |stms| {
            self.list(|group| {
                group.depth += 1;
                let result = group.stms(stms);
                group.depth -= 1;
                result
            })
        };
        let (all, none) = (side(yes)?, side(no)?);
        let any = self.arena.alloc(self.any(cond));
        let rest = if self.kinds.leaves_rows() && accesses(yes) + accesses(no) > MOST_MASKED {
            let leave = Stm::Leave { span: Span::NONE, cond: any };
            self.arena.slice(std::iter::once(leave).chain(none.iter().copied()))
        } else {
            let some = self.list(|group| {
                let mask = group.named_mask(cond);
                group.under(mask, |group| group.stms(yes))?;
                let others = group.named_mask(not(group.arena, cond));
                group.under(others, |group| group.stms(no))
            })?;
            self.arena.slice([Stm::If { span: Span::NONE, cond: any, yes: some, no: none }])
        };
        let every = self.arena.alloc(Exp::All { span: Span::NONE, mask: self.arena.alloc(cond) });
        self.out.push(Stm::If { span: Span::NONE, cond: every, yes: all, no: rest });
        Ok(())
    }

    /// A loop that runs as long as any lane wants: `test` gives the lanes that do, among those that did before.
    fn masked_loop(
        &mut self,
        span: Span,
        mut test: impl FnMut(&mut Self) -> Result<Value<'b>>,
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let mask = self.declare_vector(Name::fresh("running"), PrimType::Bool);
        let wanted = test(self)?;
        let first = self.active(self.vector(PrimType::Bool, &wanted));
        self.assign_name(mask, first);
        let stms = self.list(|group| {
            group.under(mask, |group| {
                body(group)?;
                // The test sees the variables of the lanes that still run.
                let wanted = test(group)?;
                let next = group.active(group.vector(PrimType::Bool, &wanted));
                group.assign_name(mask, next);
                Ok(())
            })
        })?;
        let cond = self.arena.alloc(self.any(variable(mask)));
        self.out.push(Stm::While { span, cond, body: stms });
        Ok(())
    }

    fn while_loop(&mut self, span: Span, cond: &'a Exp<'a>, body: &'a [Stm<'a>]) -> Result<()> {
        if self.kinds.exp(cond) != Kind::Uniform {
            return self.masked_loop(span, |group| group.exp(cond), |group| group.stms(body));
        }
        let cond = self.arena.alloc(self.uniform(cond)?);
        let body = self.list(|group| group.stms(body))?;
        self.out.push(Stm::While { span, cond, body });
        Ok(())
    }

    fn count_loop(&mut self, index: Name, bound: &'a Exp<'a>, body: &'a [Stm<'a>]) -> Result<()> {
        self.loop_up_to(index, bound, |group, i| {
            group.bind_index(index, i);
            group.stms(body)
        })
    }

    /// A loop over an index that is the same in all lanes that run. If its bound varies, lanes leave it one by one.
    pub(super) fn loop_up_to(
        &mut self,
        index: Name,
        bound: &'a Exp<'a>,
        body: impl FnOnce(&mut Self, Exp<'b>) -> Result<()>,
    ) -> Result<()> {
        if self.kinds.exp(bound) == Kind::Uniform {
            let bound = self.uniform(bound)?;
            return self.uniform_loop(index, bound, body);
        }
        let bound = self.exp(bound)?;
        let bound = variable({
            let name = self.declare_vector(Name::fresh("bound"), PrimType::I64);
            let vector = self.vector(PrimType::I64, &bound);
            self.assign_name(name, vector);
            name
        });
        let counter = self.declare_scalar(index, PrimType::I64);
        let zero = int(0);
        self.assign_name(counter, zero);
        self.masked_loop(
            Span::NONE,
            |group| {
                let count = Value::Uniform(variable(counter));
                Ok(group.binary(Span::NONE, BinOp::Lt, PrimType::I64, &count, &Value::Varying(bound)))
            },
            |group| {
                body(group, variable(counter))?;
                let next = group.bin(BinOp::Add, PrimType::I64, variable(counter), int(1));
                group.assign_name(counter, next);
                Ok(())
            },
        )
    }

    fn assert(&mut self, span: Span, cond: &'a Exp<'a>, failure: &'a Failure<'a>) -> Result<()> {
        let cond = self.exp(cond)?;
        if let Value::Uniform(cond) = cond
            && self.kinds.may_run_again()
        {
            let cond = self.arena.alloc(not(self.arena, cond));
            self.out.push(Stm::Leave { span, cond });
            return Ok(());
        }
        let holds = self.vector(PrimType::Bool, &cond);
        if self.kinds.may_run_again() {
            let bad = self.active(not(self.arena, holds));
            self.out.push(Stm::Leave { span, cond: self.arena.alloc(self.any(bad)) });
            return Ok(());
        }
        let holds = match self.mask {
            Some(mask) => self.bin(BinOp::LogOr, PrimType::Bool, holds, not(self.arena, variable(mask))),
            None => holds,
        };
        let mut message = Vec::with_capacity(failure.message.len());
        for part in failure.message {
            message.push(match part {
                Part::Literal { span, text } => Part::Literal { span: *span, text: *text },
                Part::Show { span, value, prim } => {
                    let value = self.exp(value)?;
                    Part::Show { span: *span, value: self.arena.alloc(self.vector(*prim, &value)), prim: *prim }
                }
            });
        }
        let trace = self.arena.slice(failure.trace.iter().copied());
        let failure = Failure { span: failure.span, code: failure.code, message: self.arena.slice(message), trace };
        self.out.push(Stm::Check { span, holds: self.arena.alloc(holds), failure: self.arena.alloc(failure) });
        Ok(())
    }
}

/// Whether code only computes, reads, writes and branches, and computes so much that it costs no more with a mask.
fn is_costly(stms: &[Stm<'_>]) -> bool {
    let (mut assigned, mut plain) = (0, true);
    each_stm(stms, &mut |stm| match stm {
        Stm::Assign { .. } => assigned += 1,
        Stm::Decl { .. } | Stm::Read { .. } | Stm::Write { .. } | Stm::If { .. } => {}
        _ => plain = false,
    });
    plain && assigned >= COSTLY && assigned >= COSTLY_FOR_ACCESS * accesses(stms)
}

/// The accesses of statements to elements.
fn accesses(stms: &[Stm<'_>]) -> usize {
    let mut count = 0;
    each_stm(stms, &mut |stm| count += usize::from(matches!(stm, Stm::Read { .. } | Stm::Write { .. })));
    count
}
