//! Operators without an instruction.

use languages::prim::{BinOp, PrimType, UnOp};

use super::super::math;
use super::super::x64::ir::{Access, Address, Value};
use super::function::result_bytes;
use super::{Wide, elem, scalar_elem};

impl Wide<'_> {
    /// A number for the parameter of a called function.
    fn code(&mut self, code: u32) -> Value {
        self.f.i64(i64::from(code))
    }

    /// The bits of a scalar as an `i64`.
    fn bits(&mut self, prim: PrimType, value: Value) -> Value {
        let slot = self.f.reserve(8);
        let place = self.f.stack_address(slot);
        let zero = self.f.i64(0);
        let long = Access::I64;
        self.f.store(long, Address::at(place, 0), zero);
        self.f.store(super::function::access(prim), Address::at(place, 0), value);
        self.f.load(long, Address::at(place, 0))
    }

    /// The scalar with these bits.
    fn with_bits(&mut self, prim: PrimType, bits: Value) -> Value {
        let slot = self.f.reserve(8);
        let place = self.f.stack_address(slot);
        self.f.store(Access::I64, Address::at(place, 0), bits);
        self.f.load(super::function::access(prim), Address::at(place, 0))
    }

    pub(super) fn scalar_unary_call(&mut self, op: UnOp, prim: PrimType, x: Value) -> Option<Value> {
        let bits = self.bits(prim, x);
        let (op_code, prim_code) = (self.code(op as u32), self.code(prim as u32));
        let long = scalar_elem(PrimType::I64);
        let result = self.f.call((math::any_unary as *const u8).addr(), &[op_code, prim_code, bits], long);
        Some(self.with_bits(op.result_type(prim), result))
    }

    pub(super) fn scalar_binary_call(&mut self, op: BinOp, prim: PrimType, x: Value, y: Value) -> Option<Value> {
        if let Some(function) = math::float_binary(op, prim) {
            return Some(self.f.call(function.addr(), &[x, y], scalar_elem(prim)));
        }
        let (x, y) = (self.bits(prim, x), self.bits(op.second_operand_type(prim), y));
        let (op_code, prim_code) = (self.code(op as u32), self.code(prim as u32));
        let long = scalar_elem(PrimType::I64);
        let result = self.f.call((math::any_binary as *const u8).addr(), &[op_code, prim_code, x, y], long);
        Some(self.with_bits(op.result_type(prim), result))
    }

    /// Puts a vector on the stack, with room for another behind it. Returns both addresses.
    fn on_stack(&mut self, prim: PrimType, registers: &[Value]) -> Option<Value> {
        let bytes = u32::try_from(result_bytes(prim, self.lanes as i64)).ok()?;
        let slot = self.f.reserve(bytes);
        let place = self.f.stack_address(slot);
        self.store_registers(prim, registers, Address::at(place, 0), None)?;
        Some(place)
    }

    pub(super) fn vector_unary_call(&mut self, op: UnOp, prim: PrimType, x: &[Value]) -> Option<Vec<Value>> {
        elem(prim)?;
        let result = op.result_type(prim);
        let args = self.on_stack(prim, x)?;
        let slot = self.f.reserve(u32::try_from(result_bytes(result, self.lanes as i64)).ok()?);
        let results = self.f.stack_address(slot);
        let (op_code, prim_code) = (self.code(op as u32), self.code(prim as u32));
        let count = self.f.i64(self.lanes as i64);
        self.f.call_effect((math::lanes_unary as *const u8).addr(), &[op_code, prim_code, count, args, results]);
        self.load_registers(result, Address::at(results, 0), None)
    }

    pub(super) fn vector_binary_call(
        &mut self,
        op: BinOp,
        prim: PrimType,
        x: &[Value],
        y: &[Value],
    ) -> Option<Vec<Value>> {
        elem(prim)?;
        let result = op.result_type(prim);
        let (x, y) = (self.on_stack(prim, x)?, self.on_stack(op.second_operand_type(prim), y)?);
        let slot = self.f.reserve(u32::try_from(result_bytes(result, self.lanes as i64)).ok()?);
        let results = self.f.stack_address(slot);
        let (op_code, prim_code) = (self.code(op as u32), self.code(prim as u32));
        let count = self.f.i64(self.lanes as i64);
        let function = (math::lanes_binary as *const u8).addr();
        self.f.call_effect(function, &[op_code, prim_code, count, x, y, results]);
        self.load_registers(result, Address::at(results, 0), None)
    }
}
