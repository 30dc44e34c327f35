//! Random values, the same as `futhark dataset` makes from the same seed.
//!
//! The numbers are those of SplitMix ("Fast splittable pseudorandom number generators", OOPSLA'14). Three methods bring
//! them into bounds: signed integers and `u64` by masking and rejection, smaller unsigned integers by multiplication
//! (Lemire, "Fast random integer generation in an interval"), and floats by weighing the two bounds.

use half::f16;
use languages::prim::{PrimType, PrimValue};
use languages::value::{ArrayData, ArrayValue, Value};

/// The generator of SplitMix.
struct Generator {
    state: u64,
    /// What each number adds to the state.
    gamma: u64,
}

/// The odd number closest to 2⁶⁴ divided by the golden ratio.
const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// One round of mixing: xors the upper bits into the lower ones, and multiplies.
fn round(word: u64, shift: u32, factor: u64) -> u64 {
    (word ^ (word >> shift)).wrapping_mul(factor)
}

fn mix(word: u64) -> u64 {
    let word = round(round(word, 33, 0xff51_afd7_ed55_8ccd), 33, 0xc4ce_b9fe_1a85_ec53);
    word ^ (word >> 33)
}

/// An odd number whose bits change often enough from one to the next.
fn mix_gamma(word: u64) -> u64 {
    let word = round(round(word, 30, 0xbf58_476d_1ce4_e5b9), 27, 0x94d0_49bb_1331_11eb);
    let gamma = (word ^ (word >> 31)) | 1;
    if (gamma ^ (gamma >> 1)).count_ones() < 24 { gamma ^ 0xaaaa_aaaa_aaaa_aaaa } else { gamma }
}

impl Generator {
    fn new(seed: u64) -> Generator {
        Generator { state: mix(seed), gamma: mix_gamma(seed.wrapping_add(GOLDEN_GAMMA)) }
    }

    fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(self.gamma);
        mix(self.state)
    }

    fn half_word(&mut self) -> u32 {
        // The lower half.
        self.word() as u32
    }

    /// A number from 0 to `most`: the lower bits of a word, or of the next one if they are too many.
    fn masked(&mut self, most: u64) -> u64 {
        let mask = u64::MAX >> (most | 1).leading_zeros();
        loop {
            let number = self.word() & mask;
            if number <= most {
                return number;
            }
        }
    }

    /// A number from 0 to `most`: the upper half of a product. Products whose lower half would favour some numbers are
    /// left out.
    fn multiplied(&mut self, most: u32) -> u32 {
        let Some(count) = most.checked_add(1) else { return self.half_word() };
        let unfair = count.wrapping_neg() % count;
        loop {
            let product = u64::from(self.half_word()) * u64::from(count);
            if product as u32 >= unfair {
                return (product >> 32) as u32;
            }
        }
    }

    fn signed(&mut self, bounds: (i64, i64)) -> i64 {
        let (low, high) = ordered(bounds);
        low.wrapping_add(self.masked(high.wrapping_sub(low) as u64) as i64)
    }

    fn unsigned(&mut self, bounds: (u32, u32)) -> u32 {
        let (low, high) = ordered(bounds);
        low + self.multiplied(high - low)
    }

    fn word_between(&mut self, bounds: (u64, u64)) -> u64 {
        let (low, high) = ordered(bounds);
        low + self.masked(high - low)
    }

    fn single(&mut self, (low, high): (f32, f32)) -> f32 {
        if low == high {
            return low;
        }
        if low.is_infinite() || high.is_infinite() {
            return high + low;
        }
        let part = self.half_word() as f32 / u32::MAX as f32;
        part * low + (1.0 - part) * high
    }

    fn double(&mut self, (low, high): (f64, f64)) -> f64 {
        if low == high {
            return low;
        }
        if low.is_infinite() || high.is_infinite() {
            return high + low;
        }
        let part = self.word() as f64 / u64::MAX as f64;
        part * low + (1.0 - part) * high
    }
}

fn ordered<T: PartialOrd>((low, high): (T, T)) -> (T, T) {
    if low <= high { (low, high) } else { (high, low) }
}

/// The smallest and the largest random number of each type, both inclusive.
#[derive(Debug, Clone, PartialEq)]
pub struct Bounds {
    i8: (i8, i8),
    i16: (i16, i16),
    i32: (i32, i32),
    i64: (i64, i64),
    u8: (u8, u8),
    u16: (u16, u16),
    u32: (u32, u32),
    u64: (u64, u64),
    f16: (f16, f16),
    f32: (f32, f32),
    f64: (f64, f64),
}

/// All integers, and floats from 0 to 1.
impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            i8: (i8::MIN, i8::MAX),
            i16: (i16::MIN, i16::MAX),
            i32: (i32::MIN, i32::MAX),
            i64: (i64::MIN, i64::MAX),
            u8: (u8::MIN, u8::MAX),
            u16: (u16::MIN, u16::MAX),
            u32: (u32::MIN, u32::MAX),
            u64: (u64::MIN, u64::MAX),
            f16: (f16::ZERO, f16::ONE),
            f32: (0.0, 1.0),
            f64: (0.0, 1.0),
        }
    }
}

impl Bounds {
    /// Sets the bounds of the type of two values. Returns whether they have one type, whose values have bounds.
    pub fn set(&mut self, low: PrimValue, high: PrimValue) -> bool {
        use PrimValue as V;
        match (low, high) {
            (V::I8(low), V::I8(high)) => self.i8 = (low, high),
            (V::I16(low), V::I16(high)) => self.i16 = (low, high),
            (V::I32(low), V::I32(high)) => self.i32 = (low, high),
            (V::I64(low), V::I64(high)) => self.i64 = (low, high),
            (V::U8(low), V::U8(high)) => self.u8 = (low, high),
            (V::U16(low), V::U16(high)) => self.u16 = (low, high),
            (V::U32(low), V::U32(high)) => self.u32 = (low, high),
            (V::U64(low), V::U64(high)) => self.u64 = (low, high),
            (V::F16(low), V::F16(high)) => self.f16 = (low, high),
            (V::F32(low), V::F32(high)) => self.f32 = (low, high),
            (V::F64(low), V::F64(high)) => self.f64 = (low, high),
            _ => return false,
        }
        true
    }

    fn elements(&self, prim: PrimType, count: usize, seed: u64) -> ArrayData {
        let random = &mut Generator::new(seed);
        macro_rules! draw {
            ($Variant:ident, $element:expr) => {
                ArrayData::$Variant((0..count).map(|_| $element).collect())
            };
        }
        macro_rules! integers {
            ($Variant:ident, $field:ident, $draw:ident, $wide:ty) => {{
                let (low, high) = self.$field;
                // A number between two bounds has their type.
                draw!($Variant, random.$draw((<$wide>::from(low), <$wide>::from(high))) as _)
            }};
        }
        match prim {
            PrimType::I8 => integers!(I8, i8, signed, i64),
            PrimType::I16 => integers!(I16, i16, signed, i64),
            PrimType::I32 => integers!(I32, i32, signed, i64),
            PrimType::I64 => integers!(I64, i64, signed, i64),
            PrimType::U8 => integers!(U8, u8, unsigned, u32),
            PrimType::U16 => integers!(U16, u16, unsigned, u32),
            PrimType::U32 => integers!(U32, u32, unsigned, u32),
            PrimType::U64 => integers!(U64, u64, word_between, u64),
            PrimType::F16 => {
                let bounds = (self.f16.0.to_f32(), self.f16.1.to_f32());
                draw!(F16, f16::from_f32(random.single(bounds)))
            }
            PrimType::F32 => draw!(F32, random.single(self.f32)),
            PrimType::F64 => draw!(F64, random.double(self.f64)),
            PrimType::Bool => draw!(Bool, random.word() & 1 == 1),
        }
    }

    /// A random value of a type.
    pub fn value(&self, ty: &SizedType, seed: u64) -> Value {
        let data = self.elements(ty.prim, ty.sizes.iter().product(), seed);
        match data.get(0) {
            Some(scalar) if ty.sizes.is_empty() => Value::Scalar(scalar),
            _ => Value::Array(ArrayValue { shape: ty.sizes.clone(), data }),
        }
    }
}

/// A primitive type, or an array type with all sizes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SizedType {
    /// The sizes, outermost first.
    pub sizes: Vec<usize>,
    /// The type of the elements.
    pub prim: PrimType,
}

/// The most bytes of a random value.
const MOST_BYTES: usize = 1 << 40;

impl SizedType {
    /// Reads a type at the start of a text: `[3][2]f32`. Returns the rest of the text, too.
    ///
    /// Errors: what is wrong.
    pub fn read(text: &str) -> Result<(SizedType, &str), String> {
        let mut rest = text.trim_start();
        let mut sizes = Vec::new();
        while let Some(inside) = rest.strip_prefix('[') {
            let (size, after) = inside.split_once(']').ok_or("`[` without `]`")?;
            let size = size.trim().trim_end_matches("i64").replace('_', "");
            sizes.push(size.parse().map_err(|_| format!("the size `{size}` is not a constant"))?);
            rest = after.trim_start();
        }
        let end = rest.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (name, rest) = rest.split_at(end);
        let prim: PrimType = name.parse().map_err(|_| match name {
            "" => "expected a primitive type, or an array of one".to_string(),
            _ => format!("`{name}` is not a primitive type"),
        })?;
        let bytes = sizes.iter().try_fold(prim.size_bytes(), |bytes: usize, size| bytes.checked_mul(*size));
        if bytes.is_none_or(|bytes| bytes > MOST_BYTES) {
            return Err("the value would be too large".into());
        }
        Ok((SizedType { sizes, prim }, rest))
    }
}

impl std::fmt::Display for SizedType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.sizes.iter().try_for_each(|size| write!(f, "[{size}]"))?;
        write!(f, "{}", self.prim)
    }
}
