//! A group under construction: values, variables and masks.

use crate::lanes::support::{bin, constant, int, variable};
use framework::{Name, Result, Span};
use languages::lanes::{Arena, Exp, Stm};
use languages::prim::{BinOp, PrimType, PrimValue, convert};
use rustc_hash::{FxHashMap, FxHashSet};

use super::kinds::{Kind, Kinds};

/// A value in every lane.
#[derive(Clone, Copy)]
pub(super) enum Value<'b> {
    /// The same.
    Uniform(Exp<'b>),
    /// An `i64` or `i32` that is `base` in the first lane and grows by `step`, or by 1 if there is none.
    Strided { base: Exp<'b>, step: Option<Exp<'b>> },
    /// Any: a vector.
    Varying(Exp<'b>),
}

impl<'b> Value<'b> {
    /// The value in the first lane, and how it grows, if it grows: see `Strided`. `None` if it varies in any way.
    pub(super) fn parts(&self) -> Option<(Exp<'b>, Option<Option<Exp<'b>>>)> {
        match *self {
            Value::Uniform(value) => Some((value, None)),
            Value::Strided { base, step } => Some((base, Some(step))),
            Value::Varying(_) => None,
        }
    }
}

/// A variable in every lane.
#[derive(Clone, Copy)]
pub(super) enum LaneVar {
    Uniform(Name),
    Strided { base: Name, step: Option<Name> },
    Varying(Name),
}

/// The code of a group under construction.
pub(super) struct Group<'k, 'b> {
    pub arena: &'b Arena<'b>,
    pub kinds: &'k Kinds<'k>,
    /// The types of the scalar variables of the function.
    pub types: &'k FxHashMap<Name, PrimType>,
    pub lanes: i64,
    pub variables: FxHashMap<Name, (LaneVar, PrimType)>,
    /// The names of the memory variables that the group declares.
    pub memories: FxHashMap<Name, Name>,
    /// The lanes that run, as the name of a mask; all if there is none.
    pub mask: Option<Name>,
    /// Under how many varying conditions the code is.
    pub depth: u32,
    /// Whether costly code takes no longer with a mask: registers have 512 bits.
    pub free_masks: bool,
    /// The masks that the group declares, to which no other statement assigns while they are in use.
    masks: FxHashSet<Name>,
    pub out: Vec<Stm<'b>>,
}

impl<'k, 'b> Group<'k, 'b> {
    /// Starts a group over a dimension with this index. Returns the group's name for the index.
    pub(super) fn start(
        arena: &'b Arena<'b>,
        kinds: &'k Kinds<'k>,
        types: &'k FxHashMap<Name, PrimType>,
        lanes: i64,
        index: Name,
    ) -> (Self, Name) {
        let mut group = Group {
            arena,
            kinds,
            types,
            lanes,
            variables: FxHashMap::default(),
            memories: FxHashMap::default(),
            mask: None,
            depth: 0,
            free_masks: false,
            masks: FxHashSet::default(),
            out: Vec::new(),
        };
        let first = index.refresh();
        group.variables.insert(index, (LaneVar::Strided { base: first, step: None }, PrimType::I64));
        (group, first)
    }

    pub(super) fn bin(&self, op: BinOp, prim: PrimType, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        bin(self.arena, op, prim, lhs, rhs)
    }

    /// A number of an integer type.
    pub(super) fn number(&self, prim: PrimType, value: i64) -> Exp<'b> {
        constant(convert(PrimValue::I64(value), prim))
    }

    /// A value as a vector.
    pub(super) fn vector(&self, prim: PrimType, value: &Value<'b>) -> Exp<'b> {
        let span = Span::NONE;
        match *value {
            Value::Uniform(value) => Exp::Splat { span, prim, value: self.arena.alloc(value) },
            Value::Strided { base, step } => {
                let step = step.unwrap_or_else(|| self.number(prim, 1));
                Exp::Steps { span, prim, base: self.arena.alloc(base), step: self.arena.alloc(step) }
            }
            Value::Varying(value) => value,
        }
    }

    // ----- variables -----

    pub(super) fn get(&self, variable_of: LaneVar) -> Value<'b> {
        match variable_of {
            LaneVar::Uniform(name) => Value::Uniform(variable(name)),
            LaneVar::Strided { base, step } => Value::Strided { base: variable(base), step: step.map(variable) },
            LaneVar::Varying(name) => Value::Varying(variable(name)),
        }
    }

    pub(super) fn declare_scalar(&mut self, name: Name, prim: PrimType) -> Name {
        let name = name.refresh();
        self.out.push(Stm::Decl { span: Span::NONE, name, prim });
        name
    }

    /// A scalar for all lanes under a name.
    pub(super) fn bind_scalar(&mut self, base: &str, prim: PrimType, value: Exp<'b>) -> Exp<'b> {
        let name = self.declare_scalar(Name::fresh(base), prim);
        self.assign_name(name, value);
        variable(name)
    }

    pub(super) fn declare_vector(&mut self, name: Name, prim: PrimType) -> Name {
        let name = name.refresh();
        self.out.push(Stm::DeclVec { span: Span::NONE, name, prim });
        name
    }

    /// Declares a variable of the kind that the analysis found for it.
    pub(super) fn declare(&mut self, name: Name, prim: PrimType) -> LaneVar {
        let lane_var = match self.kinds.variable(name) {
            Kind::Uniform => LaneVar::Uniform(self.declare_scalar(name, prim)),
            Kind::Unit => LaneVar::Strided { base: self.declare_scalar(name, prim), step: None },
            Kind::Strided => {
                let base = self.declare_scalar(name, prim);
                LaneVar::Strided { base, step: Some(self.declare_scalar(Name::fresh("step"), prim)) }
            }
            Kind::Varying => LaneVar::Varying(self.declare_vector(name, prim)),
        };
        self.variables.insert(name, (lane_var, prim));
        lane_var
    }

    /// Declares a variable with a value.
    pub(super) fn bind(&mut self, name: Name, prim: PrimType, value: &Value<'b>) {
        let variable = self.declare(name, prim);
        self.set(variable, prim, value);
    }

    pub(super) fn assign_name(&mut self, name: Name, value: Exp<'b>) {
        // A value that is the variable's own needs no assignment.
        if !matches!(value, Exp::Var { name: same, .. } if same == name) {
            self.out.push(Stm::Assign { span: Span::NONE, name, value: self.arena.alloc(value) });
        }
    }

    /// Sets a variable in all lanes. The analysis gives variables a kind that holds all their values.
    pub(super) fn set(&mut self, variable: LaneVar, prim: PrimType, value: &Value<'b>) {
        match (variable, *value) {
            (LaneVar::Uniform(name), Value::Uniform(value)) => self.assign_name(name, value),
            (LaneVar::Strided { base, step }, Value::Strided { base: new_base, step: new_step }) => {
                // The step first: it may mention the old base, but a base never mentions a step.
                if let Some(step) = step {
                    let new_step = new_step.unwrap_or_else(|| self.number(prim, 1));
                    self.assign_name(step, new_step);
                }
                self.assign_name(base, new_base);
            }
            (LaneVar::Strided { base, step }, Value::Uniform(value)) => {
                if let Some(step) = step {
                    let none = self.number(prim, 0);
                    self.assign_name(step, none);
                }
                self.assign_name(base, value);
            }
            (LaneVar::Varying(name), value) => {
                let vector = self.vector(prim, &value);
                self.assign_name(name, vector);
            }
            (LaneVar::Uniform(_) | LaneVar::Strided { .. }, _) => {}
        }
    }

    /// The name of a block in the group.
    pub(super) fn memory(&self, mem: Name) -> Name {
        self.memories.get(&mem).copied().unwrap_or(mem)
    }

    // ----- masks -----

    pub(super) fn both(&self, x: Exp<'b>, y: Exp<'b>) -> Exp<'b> {
        self.bin(BinOp::LogAnd, PrimType::Bool, x, y)
    }

    /// Whether any lane of a mask is set.
    pub(super) fn any(&self, mask: Exp<'b>) -> Exp<'b> {
        Exp::Any { span: Span::NONE, mask: self.arena.alloc(mask) }
    }

    /// A mask under a name of its own.
    pub(super) fn named_mask(&mut self, mask: Exp<'b>) -> Name {
        if let Exp::Var { name, .. } = mask
            && self.masks.contains(&name)
        {
            return name;
        }
        let name = self.declare_vector(Name::fresh("mask"), PrimType::Bool);
        self.masks.insert(name);
        self.assign_name(name, mask);
        name
    }

    /// Those lanes of a mask that run.
    pub(super) fn active(&self, mask: Exp<'b>) -> Exp<'b> {
        match self.mask {
            Some(active) => self.both(variable(active), mask),
            None => mask,
        }
    }

    /// Runs code with a mask, one condition deeper.
    pub(super) fn under(&mut self, mask: Name, code: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let outer = self.mask.replace(mask);
        self.depth += 1;
        let result = code(self);
        self.depth -= 1;
        self.mask = outer;
        result
    }

    /// The statements that some code makes, as a list of their own.
    pub(super) fn list(&mut self, code: impl FnOnce(&mut Self) -> Result<()>) -> Result<&'b [Stm<'b>]> {
        let around = std::mem::take(&mut self.out);
        let result = code(self);
        let list = std::mem::replace(&mut self.out, around);
        result?;
        Ok(self.arena.slice(list))
    }

    /// A loop with the same bound in all lanes.
    pub(super) fn uniform_loop(
        &mut self,
        index: Name,
        bound: Exp<'b>,
        body: impl FnOnce(&mut Self, Exp<'b>) -> Result<()>,
    ) -> Result<()> {
        let index = index.refresh();
        let body = self.list(|group| body(group, variable(index)))?;
        self.out.push(Stm::For { span: Span::NONE, index, bound: self.arena.alloc(bound), body });
        Ok(())
    }

    /// `index * lanes + k` in lane `k`: the places of an element of blocks that each lane has for itself.
    pub(super) fn first_place(&self, index: Exp<'b>) -> Exp<'b> {
        match index {
            Exp::Const { value, .. } => int(value.as_i64().unwrap_or(0).wrapping_mul(self.lanes)),
            _ => self.bin(BinOp::Mul, PrimType::I64, index, int(self.lanes)),
        }
    }
}
