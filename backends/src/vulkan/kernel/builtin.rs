//! Kernels for operations of the host: strided copies, and writes of one element.

use super::Kernel;
use crate::vulkan::ops;
use crate::vulkan::spirv::{Ty, Val};
use framework::Result;

impl Kernel<'_, '_> {
    /// A copy of elements of `bytes` bytes between two strided layouts. The words are the addresses of destination and
    /// source, then the size and the strides of each dimension.
    pub fn strided_copy(&mut self, bytes: usize, invocations: Val, words: &[Val]) -> Result<()> {
        let (to, from) = (words[0], words[1]);
        let dims: Vec<&[Val]> = words[2..].chunks(3).collect();
        let mut total = self.c.long(1);
        for dim in &dims {
            total = self.mul(total, dim[0]);
        }
        let first = self.c.invocation();
        let size = self.c.long(bytes as i64);
        self.count_loop(first, total, invocations, |k, flat| {
            let (mut rest, mut at_to, mut at_from) = (flat, k.c.long(0), k.c.long(0));
            for dim in dims.iter().rev() {
                let (quotient, index) = k.divided(rest, dim[0]);
                let (to_step, from_step) = (k.mul(index, dim[1]), k.mul(index, dim[2]));
                at_to = k.add(at_to, to_step);
                at_from = k.add(at_from, from_step);
                rest = quotient;
            }
            let (to_bytes, from_bytes) = (k.mul(at_to, size), k.mul(at_from, size));
            let (to, from) = (k.add(to, to_bytes), k.add(from, from_bytes));
            let value = k.c.load(from, Ty::Int(8 * bytes as u32));
            k.c.store(to, value);
            Ok(())
        })
    }

    /// A store of the low bits of a word as an element of `bytes` bytes.
    pub fn write_element(&mut self, bytes: usize, address: Val, word: Val) -> Result<()> {
        let one = self.c.long(1);
        self.if_wanted(one, |k, _| {
            let value = ops::resize(&mut k.c, word, 8 * bytes as u32, false);
            k.c.store(address, value);
            Ok(())
        })
    }
}
