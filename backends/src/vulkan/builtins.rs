//! Kernels for operations of the host: strided copies, and writes of one element.

use framework::Result;
use rustc_hash::FxHashMap;

use super::kernel::{Kernel, Program, Work};
use super::launch::{Launcher, Maker, Stage, round_up};
use super::queue::DeviceBlock;
use crate::strided::Extent;

/// The kernels of operations of the host, made when they are first used.
#[derive(Default)]
pub struct Builtins {
    copies: FxHashMap<(usize, usize), Stage>,
    writes: FxHashMap<usize, Stage>,
}

impl Launcher<'_> {
    /// Copies at least one element of `bytes` bytes along `extents`, a result of `strided::simplify`. `to` and `from`
    /// are blocks, each with the offset of the first element in bytes.
    pub fn copy(
        &mut self,
        program: &mut Program<'_>,
        builtins: &mut Builtins,
        bytes: usize,
        (to, to_offset): (&DeviceBlock, i64),
        (from, from_offset): (&DeviceBlock, i64),
        extents: &[Extent],
    ) -> Result<()> {
        let dense = match extents {
            [] => Some(1),
            [Extent { count, to: 1, from: 1 }] => Some(*count),
            _ => None,
        };
        let total = extents.iter().map(|extent| extent.count).fold(1, i64::saturating_mul);
        self.indices = total.max(0).unsigned_abs();
        if let Some(count) = dense {
            self.commands += 1;
            return self.session.copy(from, from_offset as u64, to, to_offset as u64, count as u64 * bytes as u64);
        }
        let rank = extents.len();
        let stage = match builtins.copies.entry((bytes, rank)) {
            std::collections::hash_map::Entry::Occupied(found) => found.into_mut(),
            std::collections::hash_map::Entry::Vacant(vacant) => {
                let (mut kernel, words) = Kernel::new(program, Work::Alone, 3 + 3 * rank, &[])?;
                kernel.strided_copy(bytes, words[0], &words[1..])?;
                vacant.insert(Maker::new(self.gpu)?.stage(kernel)?)
            }
        };
        let invocations = round_up(self.invocations(total, self.most(), 1), self.group_size);
        let at = |block: &DeviceBlock, offset: i64| block.address.wrapping_add_signed(offset);
        let mut words = vec![invocations as u64, at(to, to_offset), at(from, from_offset)];
        words.extend(extents.iter().flat_map(|extent| [extent.count as u64, extent.to as u64, extent.from as u64]));
        let stage = stage.clone();
        self.dispatch(&stage, invocations, words)
    }

    /// Writes one element of `bytes` bytes at an address.
    pub fn write(
        &mut self,
        program: &mut Program<'_>,
        builtins: &mut Builtins,
        bytes: usize,
        address: u64,
        bits: u64,
    ) -> Result<()> {
        let stage = match builtins.writes.entry(bytes) {
            std::collections::hash_map::Entry::Occupied(found) => found.into_mut(),
            std::collections::hash_map::Entry::Vacant(vacant) => {
                let (mut kernel, words) = Kernel::new(program, Work::Alone, 2, &[])?;
                kernel.write_element(bytes, words[0], words[1])?;
                vacant.insert(Maker::new(self.gpu)?.stage(kernel)?)
            }
        };
        let stage = stage.clone();
        self.dispatch(&stage, 1, vec![address, bits])
    }
}
