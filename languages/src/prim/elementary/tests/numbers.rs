//! Random arguments, the same in every run.

/// A generator of random numbers (Marsaglia's xorshift).
pub struct Numbers(u64);

impl Numbers {
    pub fn new() -> Self {
        Numbers(0x9e37_79b9_7f4a_7c15)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number in a range.
    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.bits() >> 11) as f64 * 2f64.powi(-53))
    }

    /// A number of any magnitude in a range of exponents, with either sign.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        let magnitude = self.within(low, high).exp2();
        if self.bits() & 1 == 0 { magnitude } else { -magnitude }
    }

    /// A base and an exponent, mostly with a power in the range of numbers, which ends at 2^limit.
    pub fn power(&mut self, limit: f64) -> (f64, f64) {
        let kind = self.bits() % 4;
        let x = match kind {
            0 => self.magnitude(-1.15 * limit, limit).abs(),
            3 => 1.0 + self.magnitude(-0.2 * limit.sqrt(), -1.0),
            _ => self.within(0.25, 1.75),
        };
        let y = if kind == 1 { self.within(-20.0, 20.0) } else { self.within(-1.2 * limit, 1.1 * limit) / x.log2() };
        (x, y)
    }

    /// Two numbers: any two, two of like magnitudes, or two of usual ones.
    pub fn pair(&mut self, any: impl Fn(u64) -> f64) -> (f64, f64) {
        let x = any(self.bits());
        match self.bits() % 3 {
            0 => (x, any(self.bits())),
            1 => (x, x * self.within(0.25, 1.75)),
            _ => (self.within(-5.0, 5.0), self.within(-5.0, 5.0)),
        }
    }

    pub fn pair_f32(&mut self) -> (f32, f32) {
        let (x, y) = self.pair(|bits| f32::from_bits(bits as u32).into());
        (x as f32, y as f32)
    }
}
