//! Statements. A variable that a branch or a loop assigns becomes a parameter of the block after it.

use framework::Name;
use languages::lanes::facts::assigned;
use languages::lanes::{Exp, Stm};
use languages::prim::PrimType;

use super::super::translate::stretch;
use super::super::x64::ir::{Access, Address, BinOp, Block, Cond, Elem, I64, Type, Value};
use super::{Held, Wide, scalar_elem};

/// The largest array, in bytes, of all lanes together that is on the stack.
const MOST_STACK_BYTES: u32 = 1 << 18;

impl Wide<'_> {
    pub(super) fn stms(&mut self, stms: &[Stm<'_>]) -> Option<()> {
        stms.iter().try_for_each(|stm| self.stm(stm))
    }

    fn stm(&mut self, stm: &Stm<'_>) -> Option<()> {
        match stm {
            Stm::Decl { name, prim, .. } => {
                let zero = self.f.constant(Type::Scalar(scalar_elem(*prim)), 0);
                self.declare_scalar(*name, *prim, zero);
            }
            Stm::DeclVec { name, prim, .. } => {
                let zero = self.f.constant(self.register_type(*prim), 0);
                let registers = vec![zero; self.registers(*prim)];
                self.declare_registers(*name, *prim, registers);
            }
            Stm::Assign { name, value, .. } => {
                let held = match self.held.get(name)? {
                    Held::Vector(_) => Held::Vector(self.vector(value)?),
                    Held::Scalar(_) => Held::Scalar(self.scalar(value)?),
                    Held::Memory(_) => return None,
                };
                self.held.insert(*name, held);
            }
            Stm::Read { name, mem, prim, index, .. } => {
                let value = self.read(*mem, *prim, index)?;
                self.held.insert(*name, Held::Scalar(value));
            }
            Stm::Write { mem, prim, index, value, .. } => {
                let value = self.scalar(value)?;
                self.write(*mem, *prim, index, value)?;
            }
            Stm::Load { name, mem, prim, index, mask, .. } => {
                let registers = self.load_vector(*mem, *prim, index, *mask)?;
                self.held.insert(*name, Held::Vector(registers));
            }
            Stm::Gather { name, mem, prim, index, mask, .. } => {
                let registers = self.gather(*mem, *prim, index, *mask)?;
                self.held.insert(*name, Held::Vector(registers));
            }
            Stm::Store { mem, prim, index, value, mask, .. } => {
                self.store_vector(*mem, *prim, index, value, *mask)?;
            }
            Stm::Scatter { mem, prim, index, value, mask, .. } => {
                self.scatter(*mem, *prim, index, value, *mask)?;
            }
            Stm::Prefetch { mem, prim, index, .. } => {
                let place = self.place(*mem, *prim, index)?;
                self.f.prefetch(place);
            }
            Stm::If { cond, yes, no, .. } => self.branch(cond, yes, no)?,
            Stm::For { index, bound, body, .. } => self.count_loop(*index, bound, body)?,
            Stm::While { cond, body, .. } => self.while_loop(cond, body)?,
            Stm::Leave { cond, .. } => self.leave(cond)?,
            Stm::DeclMem { name, .. } => {
                let null = self.f.i64(0);
                self.held.insert(*name, Held::Memory(null));
            }
            Stm::Alloc { name, prim, count: Exp::Const { value, .. }, .. } if (self.is_private)(*name) => {
                let bytes = value.as_i64()?.max(1).checked_mul(prim.size_bytes() as i64)?;
                let bytes = u32::try_from(bytes).ok()?;
                if self.f.stack_bytes.checked_add(bytes)? > MOST_STACK_BYTES {
                    return None;
                }
                let start = self.f.reserve(bytes);
                let address = self.f.stack_address(start);
                self.held.insert(*name, Held::Memory(address));
            }
            Stm::Alloc { name, .. } => {
                let address = *self.blocks.get(name)?;
                self.held.insert(*name, Held::Memory(address));
            }
            Stm::AssignMem { name, from, .. } => {
                let Held::Memory(address) = *self.held.get(from)? else { return None };
                self.held.insert(*name, Held::Memory(address));
            }
            Stm::Free { .. } => {}
            _ => return None,
        }
        Some(())
    }

    /// The variables that statements assign, of those that are there before, in the order of their names.
    fn assigned(&self, stms: &[&[Stm<'_>]]) -> Vec<Name> {
        let mut names: Vec<Name> = stms.iter().flat_map(|stms| assigned(stms)).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|name| self.held.contains_key(name));
        names
    }

    /// What variables hold, as a list of values.
    fn state(&self, names: &[Name]) -> Option<Vec<Value>> {
        let mut state = Vec::new();
        for name in names {
            match self.held.get(name)? {
                Held::Scalar(value) | Held::Memory(value) => state.push(*value),
                Held::Vector(registers) => state.extend(registers),
            }
        }
        Some(state)
    }

    /// Lets variables hold the parameters of a block, after the first `skip` ones.
    fn hold_params(&mut self, names: &[Name], block: Block, skip: usize) -> Option<()> {
        let params = self.f.block_params(block).to_vec();
        let mut params = params.into_iter().skip(skip);
        for name in names {
            match self.held.get_mut(name)? {
                Held::Scalar(value) | Held::Memory(value) => *value = params.next()?,
                Held::Vector(registers) => {
                    for register in registers {
                        *register = params.next()?;
                    }
                }
            }
        }
        Some(())
    }

    fn types_of(&self, values: &[Value]) -> Vec<Type> {
        values.iter().map(|value| self.f.ty(*value)).collect()
    }

    fn branch(&mut self, cond: &Exp<'_>, yes: &[Stm<'_>], no: &[Stm<'_>]) -> Option<()> {
        let cond = self.scalar(cond)?;
        let names = self.assigned(&[yes, no]);
        let before = self.held.clone();
        let types = self.types_of(&self.state(&names)?);
        let (then, otherwise, join) = (self.f.block(&[]), self.f.block(&[]), self.f.block(&types));
        self.f.branch(cond, (then, &[]), (otherwise, &[]));
        for (block, stms) in [(then, yes), (otherwise, no)] {
            self.f.switch_to(block);
            self.held.clone_from(&before);
            self.stms(stms)?;
            let state = self.state(&names)?;
            self.f.jump(join, &state);
        }
        self.held = before;
        self.f.switch_to(join);
        self.hold_params(&names, join, 0)
    }

    /// A loop whose test is at the end. `test` gives the condition, for the variables as they are, and values that the
    /// loop carries beside the variables; `body` gets these.
    fn looped(
        &mut self,
        stms: &[Stm<'_>],
        carried: &[Value],
        mut test: impl FnMut(&mut Self, &[Value]) -> Option<Value>,
        body: impl FnOnce(&mut Self, &[Value]) -> Option<Vec<Value>>,
    ) -> Option<()> {
        let names = self.assigned(&[stms]);
        let start: Vec<Value> = carried.iter().copied().chain(self.state(&names)?).collect();
        let types = self.types_of(&start);
        let (head, exit) = (self.f.block(&types), self.f.block(&types));
        let enter = test(self, carried)?;
        self.f.branch(enter, (head, &start), (exit, &start));
        let before = self.held.clone();
        self.f.switch_to(head);
        self.hold_params(&names, head, carried.len())?;
        let now = self.f.block_params(head)[..carried.len()].to_vec();
        let next = body(self, &now)?;
        let again = test(self, &next)?;
        let state: Vec<Value> = next.into_iter().chain(self.state(&names)?).collect();
        self.f.branch(again, (head, &state), (exit, &state));
        self.held = before;
        self.f.switch_to(exit);
        self.hold_params(&names, exit, carried.len())
    }

    fn while_loop(&mut self, cond: &Exp<'_>, body: &[Stm<'_>]) -> Option<()> {
        self.looped(
            body,
            &[],
            |w, _| w.scalar(cond),
            |w, _| {
                w.poll()?;
                w.stms(body)?;
                Some(Vec::new())
            },
        )
    }

    fn count_loop(&mut self, index: Name, bound: &Exp<'_>, body: &[Stm<'_>]) -> Option<()> {
        let stretch = stretch(body);
        let is_short = matches!(bound, Exp::Const { value, .. } if value.as_i64().is_some_and(|n| n <= stretch));
        let bound = self.scalar(bound)?;
        if !is_short && self.bell.is_some() {
            return self.stretches(index, bound, stretch, body);
        }
        let zero = self.f.constant(I64, 0);
        self.looped(
            body,
            &[zero],
            |w, carried| Some(w.f.compare(Cond::Lt, *carried.first()?, bound)),
            |w, carried| {
                let &i = carried.first()?;
                w.declare_scalar(index, PrimType::I64, i);
                w.stms(body)?;
                Some(vec![w.f.binary_const(BinOp::Add, i, 1)])
            },
        )
    }

    /// The same loop, which polls after each stretch of iterations but the last.
    fn stretches(&mut self, index: Name, bound: Value, stretch: i64, body: &[Stm<'_>]) -> Option<()> {
        let names = self.assigned(&[body]);
        let state = self.state(&names)?;
        let types = self.types_of(&state);
        let with =
            |count: usize| -> Vec<Type> { std::iter::repeat_n(I64, count).chain(types.iter().copied()).collect() };
        let (head, pause, exit) = (self.f.block(&with(2)), self.f.block(&with(1)), self.f.block(&types));
        let more = self.f.block(&[]);
        let args = |indices: &[Value], state: Vec<Value>| [indices, &state].concat();
        let limit_after = |w: &mut Self, i: Value| {
            let limit = w.f.binary_const(BinOp::Add, i, stretch as u64);
            w.f.binary(BinOp::Min, limit, bound)
        };
        let zero = self.f.constant(I64, 0);
        let limit = limit_after(self, zero);
        let enter = self.f.compare(Cond::Lt, zero, bound);
        self.f.branch(enter, (head, &args(&[zero, limit], state.clone())), (exit, &state));
        let before = self.held.clone();
        self.f.switch_to(head);
        self.hold_params(&names, head, 2)?;
        let &[i, limit, ..] = self.f.block_params(head) else { return None };
        self.declare_scalar(index, PrimType::I64, i);
        self.stms(body)?;
        let next = self.f.binary_const(BinOp::Add, i, 1);
        let again = self.f.compare(Cond::Lt, next, limit);
        let state = self.state(&names)?;
        self.f.branch(again, (head, &args(&[next, limit], state.clone())), (pause, &args(&[next], state)));
        self.held.clone_from(&before);
        self.f.switch_to(pause);
        self.hold_params(&names, pause, 1)?;
        let &reached = self.f.block_params(pause).first()?;
        let unfinished = self.f.compare(Cond::Lt, reached, bound);
        let state = self.state(&names)?;
        self.f.branch(unfinished, (more, &[]), (exit, &state));
        self.f.switch_to(more);
        self.poll()?;
        let limit = limit_after(self, reached);
        self.f.jump(head, &args(&[reached, limit], state));
        self.held = before;
        self.f.switch_to(exit);
        self.hold_params(&names, exit, 0)
    }

    /// Leaves the function if the bell rings. Whoever has called it polls again, and runs no more code of the program.
    pub(super) fn poll(&mut self) -> Option<()> {
        let Some(bell) = self.bell else { return Some(()) };
        let rung = self.f.load(Access::U8, Address::at(bell, 0));
        let zero = self.f.constant(Type::Scalar(Elem::I32), 0);
        let rung = self.f.compare(Cond::Ne, rung, zero);
        self.leave_if(rung)
    }

    /// Leaves the group if a condition holds, with everything as it was at its start.
    fn leave(&mut self, cond: &Exp<'_>) -> Option<()> {
        let cond = self.scalar(cond)?;
        self.leave_if(cond)
    }

    fn leave_if(&mut self, cond: Value) -> Option<()> {
        let (exit, state) = self.exit.clone()?;
        let go_on = self.f.block(&[]);
        self.f.branch(cond, (exit, &state), (go_on, &[]));
        self.f.switch_to(go_on);
        Some(())
    }
}
