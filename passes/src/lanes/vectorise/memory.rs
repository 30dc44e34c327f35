//! Reads, writes and copies in every lane.

use crate::lanes::support::{int, variable};
use framework::{Error, Name, Result, Span};
use languages::lanes::{Exp, Region, Stm};
use languages::prim::{BinOp, PrimType};

use super::group::{Group, LaneVar, Value};

/// The places of an element in all lanes.
enum Places<'b> {
    /// The same place.
    One(Exp<'b>),
    /// Consecutive places, from this one on.
    From(Exp<'b>),
    /// A vector of places.
    Each(Exp<'b>),
}

impl<'a, 'b> Group<'_, 'b> {
    /// The places that an index means in a block.
    fn places(&self, mem: Name, index: &Value<'b>) -> Places<'b> {
        let prim = PrimType::I64;
        if self.kinds.is_own(mem) {
            // The same element of all lanes is one vector.
            return match *index {
                Value::Uniform(index) => Places::From(self.first_place(index)),
                _ => {
                    let lanes = self.vector(prim, &Value::Uniform(int(self.lanes)));
                    let first = self.bin(BinOp::Mul, prim, self.vector(prim, index), lanes);
                    let numbers = self.vector(prim, &Value::Strided { base: int(0), step: None });
                    Places::Each(self.bin(BinOp::Add, prim, first, numbers))
                }
            };
        }
        match *index {
            Value::Uniform(index) => Places::One(index),
            Value::Strided { base, step: None } => Places::From(base),
            _ => Places::Each(self.vector(prim, index)),
        }
    }

    fn current_mask(&self) -> Option<&'b Exp<'b>> {
        self.mask.map(|mask| self.arena.alloc(variable(mask)))
    }

    /// Reads an element in all lanes that run.
    pub(super) fn read(&mut self, span: Span, name: Name, mem: Name, prim: PrimType, index: &Value<'b>) -> Result<()> {
        let (places, is_own) = (self.places(mem, index), self.kinds.is_own(mem));
        let mem = self.memory(mem);
        let Some(&(target, _)) = self.variables.get(&name) else { return Err(outside(name)) };
        // A vector can be read into the variable itself, unless some of its lanes have to stay.
        let direct = self.vector_name(target).filter(|_| self.depth <= self.kinds.depth(name));
        let mask = self.current_mask();
        let value = match places {
            Places::One(index) => {
                let scalar = match target {
                    LaneVar::Uniform(scalar) => scalar,
                    _ => self.declare_scalar(name, prim),
                };
                self.out.push(Stm::Read { span, name: scalar, mem, prim, index: self.arena.alloc(index) });
                Value::Uniform(variable(scalar))
            }
            Places::From(index) | Places::Each(index) => {
                let vector = match direct {
                    Some(vector) => vector,
                    None => self.declare_vector(name, prim),
                };
                let consecutive = matches!(places, Places::From(_));
                // Lanes that do not run have elements of their own, too.
                let mask = mask.filter(|_| !(is_own && consecutive));
                let index = self.arena.alloc(index);
                self.out.push(match consecutive {
                    true => Stm::Load { span, name: vector, mem, prim, index, mask },
                    false => Stm::Gather { span, name: vector, mem, prim, index, mask },
                });
                Value::Varying(variable(vector))
            }
        };
        self.assign(name, &value)
    }

    /// Writes an element in all lanes that run.
    pub(super) fn write(&mut self, span: Span, mem: Name, prim: PrimType, index: &Value<'b>, value: &Value<'b>) {
        let (places, is_own) = (self.places(mem, index), self.kinds.is_own(mem));
        let mem = self.memory(mem);
        let mask = self.current_mask();
        let value = self.arena.alloc(self.vector(prim, value));
        let stm = match (places, mask) {
            // Lanes that do not run have elements of their own, which they keep.
            (Places::From(index), Some(cond)) if is_own => {
                let old = self.declare_vector(Name::fresh("old"), prim);
                let index = self.arena.alloc(index);
                self.out.push(Stm::Load { span, name: old, mem, prim, index, mask: None });
                let no = self.arena.alloc(variable(old));
                let value = self.arena.alloc(Exp::Select { span, cond, yes: value, no });
                Stm::Store { span, mem, prim, index, value, mask: None }
            }
            (Places::From(index), _) => Stm::Store { span, mem, prim, index: self.arena.alloc(index), value, mask },
            (Places::Each(index), _) => Stm::Scatter { span, mem, prim, index: self.arena.alloc(index), value, mask },
            // All lanes write to one place, one after the other.
            (Places::One(index), _) => {
                let index = self.vector(PrimType::I64, &Value::Uniform(index));
                Stm::Scatter { span, mem, prim, index: self.arena.alloc(index), value, mask }
            }
        };
        self.out.push(stm);
    }

    /// A copy between layouts whose strides are the same in all lanes.
    pub(super) fn copy(
        &mut self,
        prim: PrimType,
        shape: &'a [Exp<'a>],
        (to, to_offset): (&Region<'a>, Value<'b>),
        (from, from_offset): (&Region<'a>, Value<'b>),
        dim: usize,
    ) -> Result<()> {
        let Some(count) = shape.get(dim) else {
            let name = Name::fresh("element");
            let element = match self.places(from.mem, &from_offset) {
                Places::One(_) => LaneVar::Uniform(self.declare_scalar(name, prim)),
                Places::From(_) | Places::Each(_) => LaneVar::Varying(self.declare_vector(name, prim)),
            };
            self.variables.insert(name, (element, prim));
            self.read(Span::NONE, name, from.mem, prim, &from_offset)?;
            let value = self.get(element);
            self.write(Span::NONE, to.mem, prim, &to_offset, &value);
            return Ok(());
        };
        let (Some(to_stride), Some(from_stride)) = (to.strides.get(dim), from.strides.get(dim)) else {
            return Err(Error::internal("a copy with too few strides"));
        };
        let (to_stride, from_stride) = (self.uniform(to_stride)?, self.uniform(from_stride)?);
        self.loop_up_to(Name::fresh("i"), count, |group, i| {
            let mut at = |offset: &Value<'b>, stride: Exp<'b>| {
                let distance = group.bin(BinOp::Mul, PrimType::I64, i, stride);
                group.binary(Span::NONE, BinOp::Add, PrimType::I64, offset, &Value::Uniform(distance))
            };
            let (to_offset, from_offset) = (at(&to_offset, to_stride), at(&from_offset, from_stride));
            group.copy(prim, shape, (to, to_offset), (from, from_offset), dim + 1)
        })
    }
}

/// The error of a variable that the analysis should have refused.
pub(super) fn outside(name: Name) -> Error {
    Error::internal(format!("{name} is assigned in a group but declared outside"))
}
