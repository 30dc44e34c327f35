//! Processors without registers of more than 128 bits, as far as this compiler knows.

use cranelift_codegen::ir::Value;
use framework::Result;
use languages::lanes::Op;

use super::Group;
use crate::cpu::translate::Translator;

/// A function for the groups of a range: there is none.
pub enum FullWidth {}

impl Translator<'_> {
    pub(in crate::cpu) fn full_width_map(
        &mut self,
        _: &Group<'_>,
        _: (Value, Value),
        _: bool,
    ) -> Result<Option<Value>> {
        Ok(None)
    }

    pub(in crate::cpu) fn full_width_reduce(
        &mut self,
        _: &Group<'_>,
        _: (Value, Value),
        _: &[Value],
        _: bool,
    ) -> Result<Option<(Value, Vec<Vec<Value>>)>> {
        Ok(None)
    }

    pub(in crate::cpu) fn full_width_bins(&mut self, _: &Group<'_>, _: &Op<'_>) -> Result<Option<FullWidth>> {
        Ok(None)
    }

    pub(in crate::cpu) fn bins_of(&mut self, function: &FullWidth, _: Value) -> Result<(Value, Vec<Vec<Value>>)> {
        match *function {}
    }

    pub(in crate::cpu) fn free_blocks(&mut self, function: &FullWidth) -> Result<()> {
        match *function {}
    }
}
