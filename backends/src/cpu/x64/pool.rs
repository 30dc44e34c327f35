//! The constants of a compiled function, in memory in front of its code.

use rustc_hash::FxHashMap;

/// Functions, and what they refer to, start at multiples of this.
pub const ALIGNMENT: usize = 64;

/// Constants, each once.
#[derive(Debug, Default)]
pub struct Pool {
    bytes: Vec<u8>,
    places: FxHashMap<Box<[u8]>, u32>,
}

impl Pool {
    /// The place of a constant, which is a multiple of its size. The size is a power of two.
    pub fn place(&mut self, constant: &[u8]) -> u32 {
        if let Some(place) = self.places.get(constant) {
            return *place;
        }
        self.bytes.resize(self.bytes.len().next_multiple_of(constant.len()), 0);
        let place = self.bytes.len() as u32;
        self.bytes.extend_from_slice(constant);
        self.places.insert(constant.into(), place);
        place
    }

    /// All constants, padded to a whole cache line, for the code that follows.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.resize(self.bytes.len().next_multiple_of(ALIGNMENT), 0);
        self.bytes
    }
}
