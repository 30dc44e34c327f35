//! Reads and writes of vectors.

use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};
use framework::{Name, Result};
use languages::lanes::Exp;
use languages::prim::{PrimType, PrimValue};

use super::{Lane, lanes_of, vector_type};
use crate::cpu::ops;
use crate::cpu::translate::{ACCESS, Translator};

/// The elements that a statement accesses.
pub struct Elements<'e, 'a> {
    pub mem: Name,
    pub prim: PrimType,
    /// The index of the first element of consecutive ones, or a vector of indices.
    pub index: &'e Exp<'a>,
    pub consecutive: bool,
    /// The lanes that take part.
    pub mask: Option<&'e Exp<'a>>,
}

/// Whether the elements of a type are whole elements of registers.
fn in_registers(prim: PrimType) -> bool {
    prim.size_bytes() >= 4
}

impl Translator<'_> {
    fn first_address(&mut self, elements: &Elements<'_, '_>) -> Result<Value> {
        let memory = self.memory(elements.mem)?;
        self.element(memory, elements.prim, elements.index)
    }

    /// The address of the element of each lane.
    fn lane_addresses(&mut self, elements: &Elements<'_, '_>) -> Result<Vec<Value>> {
        let index = match elements.consecutive {
            true => Lane::Strided { base: self.exp(elements.index)?, step: None },
            false => self.lanes_of_exp(elements.index)?.1,
        };
        let memory = self.memory(elements.mem)?;
        let base = self.b.use_var(memory.base);
        let mut addresses = Vec::with_capacity(self.lanes);
        for k in 0..self.lanes {
            let place = self.scalar_lane(PrimType::I64, &index, k);
            addresses.push(self.offset(base, place, elements.prim));
        }
        Ok(addresses)
    }

    /// Reads an element in each lane.
    pub(in crate::cpu) fn load_vector(&mut self, name: Name, elements: &Elements<'_, '_>) -> Result<()> {
        let prim = elements.prim;
        let registers = if elements.consecutive && elements.mask.is_none() && in_registers(prim) {
            let address = self.first_address(elements)?;
            let (ty, count) = (vector_type(prim), self.lanes / lanes_of(prim));
            (0..count).map(|k| self.b.ins().load(ty, ACCESS, address, 16 * k as i32)).collect()
        } else {
            let mask = elements.mask.map(|mask| self.vector(mask)).transpose()?;
            let addresses = self.lane_addresses(elements)?;
            let mut scalars = Vec::with_capacity(addresses.len());
            for (k, address) in addresses.into_iter().enumerate() {
                scalars.push(match &mask {
                    None => self.load(prim, address, 0),
                    Some(mask) => self.guarded_load(mask, k, prim, address),
                });
            }
            self.pack(prim, &scalars)
        };
        self.set_vector(name, &registers)
    }

    /// Loads if a lane runs; zero otherwise.
    fn guarded_load(&mut self, mask: &[Value], k: usize, prim: PrimType, address: Value) -> Value {
        let runs = self.is_set(mask, k);
        let zero = ops::constant(&mut self.b, PrimValue::zero(prim));
        let (load, join) = (self.b.create_block(), self.b.create_block());
        let result = self.b.append_block_param(join, ops::register_type(prim));
        self.b.ins().brif(runs, load, &[], join, &[BlockArg::Value(zero)]);
        self.b.switch_to_block(load);
        self.b.seal_block(load);
        let value = self.load(prim, address, 0);
        self.b.ins().jump(join, &[BlockArg::Value(value)]);
        self.b.switch_to_block(join);
        self.b.seal_block(join);
        result
    }

    /// Writes an element in each lane.
    pub(in crate::cpu) fn store_vector(&mut self, value: &Exp<'_>, elements: &Elements<'_, '_>) -> Result<()> {
        let prim = elements.prim;
        let (_, value) = self.lanes_of_exp(value)?;
        if elements.consecutive && elements.mask.is_none() && in_registers(prim) {
            let address = self.first_address(elements)?;
            for (k, register) in self.registers(prim, &value).into_iter().enumerate() {
                self.store(register, address, 16 * k as i32);
            }
            return Ok(());
        }
        let mask = elements.mask.map(|mask| self.vector(mask)).transpose()?;
        for (k, address) in self.lane_addresses(elements)?.into_iter().enumerate() {
            let scalar = self.scalar_lane(prim, &value, k);
            let Some(mask) = &mask else {
                self.store(scalar, address, 0);
                continue;
            };
            let runs = self.is_set(mask, k);
            let store = |t: &mut Self| {
                t.store(scalar, address, 0);
                Ok(())
            };
            self.branch(runs, store, |_| Ok(()))?;
        }
        Ok(())
    }
}
