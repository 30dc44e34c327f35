//! Which vector instructions this processor has.

use std::fmt;

/// A set of vector instructions that the emitter can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Registers of 256 bits: AVX2, FMA and F16C, with the bit manipulation of x86-64-v3.
    Avx2,
    /// Registers of 512 bits and masks: AVX-512 F, BW, CD, DQ and VL, x86-64-v4.
    Avx512,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 2] = [Level::Avx2, Level::Avx512];

    /// The bits of a vector register.
    pub const fn register_bits(self) -> usize {
        match self {
            Level::Avx2 => 256,
            Level::Avx512 => 512,
        }
    }

    /// Whether this processor and its operating system have the level. The macro reads CPUID and, for registers that
    /// the system must save, XCR0.
    pub fn is_available(self) -> bool {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        match self {
            Level::Avx2 => avx2,
            Level::Avx512 => {
                avx2 && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512cd")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
        }
    }

    /// The widest level of this processor, if it has one at all.
    pub fn best() -> Option<Level> {
        Level::ALL.into_iter().rev().find(|level| level.is_available())
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        })
    }
}
