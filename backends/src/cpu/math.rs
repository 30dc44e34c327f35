//! Block functions: operators that compiled code calls because the processor has no instruction for them.
//!
//! Frequent operators on `f32` and `f64` have functions of their own: those that `languages::prim` uses, so that
//! results agree to the bit. All others go through the definition in `languages::prim`.

use std::ops::Rem;

use languages::prim::{BinOp, PrimType, PrimValue, TriOp, UnOp, convert};

/// Powers as `languages::prim` defines them: a square is exact.
trait Power {
    fn power(self, exponent: Self) -> Self;
}

impl Power for f32 {
    fn power(self, exponent: f32) -> f32 {
        if exponent == 2.0 { self * self } else { self.powf(exponent) }
    }
}

impl Power for f64 {
    fn power(self, exponent: f64) -> f64 {
        if exponent == 2.0 { self * self } else { self.powf(exponent) }
    }
}

/// Makes a function with the C calling convention from a method of `f32` or `f64`. The value is its address.
macro_rules! block_function {
    ($t:ident::$function:ident(x)) => {{
        extern "C" fn block(x: $t) -> $t {
            $t::$function(x)
        }
        Some(block as *const u8)
    }};
    ($t:ident::$function:ident(x, y)) => {{
        extern "C" fn block(x: $t, y: $t) -> $t {
            $t::$function(x, y)
        }
        Some(block as *const u8)
    }};
}

/// Makes the table of the block functions of some operators on `f32` and `f64`.
macro_rules! block_functions {
    ($table:ident($Op:ident) $args:tt:
     f32: $($Single:ident = $single:ident),*;
     f64: $($Variant:ident = $function:ident),*) => {
        /// The address of the block function of an operator on `f32` or `f64`, if it has one of its own.
        pub fn $table(op: $Op, prim: PrimType) -> Option<*const u8> {
            match (op, prim) {
                $(($Op::$Single, PrimType::F32) => block_function!(f32::$single $args),)*
                $(($Op::$Variant, PrimType::F64) => block_function!(f64::$function $args),)*
                _ => None,
            }
        }
    };
}

block_functions! {
    float_unary(UnOp) (x):
    f32: Log2 = log2, Log10 = log10, Log1p = ln_1p, Asin = asin, Acos = acos, Atan = atan, Sinh = sinh, Cosh = cosh,
    Tanh = tanh, Cbrt = cbrt;
    f64: Exp = exp, Log = ln, Log2 = log2, Log10 = log10, Log1p = ln_1p, Sin = sin, Cos = cos, Tan = tan, Asin = asin,
    Acos = acos, Atan = atan, Sinh = sinh, Cosh = cosh, Tanh = tanh, Cbrt = cbrt
}

block_functions! {
    float_binary(BinOp) (x, y):
    f32: Pow = power, Atan2 = atan2, Hypot = hypot, Mod = rem;
    f64: Pow = power, Atan2 = atan2, Hypot = hypot, Mod = rem
}

/// The operator or primitive type with the number that compiled code passes.
fn decode<T: Copy>(all: &[T], code: u32) -> Option<T> {
    all.get(code as usize).copied()
}

/// Applies any operator of two operands to bits. The result is bits, or 0 where the operator has no result.
pub extern "C" fn any_binary(op: u32, prim: u32, lhs: u64, rhs: u64) -> u64 {
    let (Some(op), Some(prim)) = (decode(BinOp::ALL, op), decode(&PrimType::ALL, prim)) else { return 0 };
    let lhs = PrimValue::from_bits(prim, lhs);
    let rhs = PrimValue::from_bits(op.second_operand_type(prim), rhs);
    op.eval(lhs, rhs).map_or(0, PrimValue::to_bits)
}

/// Applies any operator of one operand to bits. The result is bits.
pub extern "C" fn any_unary(op: u32, prim: u32, arg: u64) -> u64 {
    let (Some(op), Some(prim)) = (decode(UnOp::ALL, op), decode(&PrimType::ALL, prim)) else { return 0 };
    op.eval(PrimValue::from_bits(prim, arg)).map_or(0, PrimValue::to_bits)
}

/// Applies any operator of three operands to bits. The result is bits.
pub extern "C" fn any_ternary(op: u32, prim: u32, a: u64, b: u64, c: u64) -> u64 {
    let (Some(op), Some(prim)) = (decode(TriOp::ALL, op), decode(&PrimType::ALL, prim)) else { return 0 };
    let [a, b, c] = [a, b, c].map(|bits| PrimValue::from_bits(prim, bits));
    op.eval(a, b, c).map_or(0, PrimValue::to_bits)
}

/// Applies any conversion to bits. The result is bits.
pub extern "C" fn any_conversion(from: u32, to: u32, arg: u64) -> u64 {
    let (Some(from), Some(to)) = (decode(&PrimType::ALL, from), decode(&PrimType::ALL, to)) else { return 0 };
    convert(PrimValue::from_bits(from, arg), to).to_bits()
}

/// The bits of an element of memory.
///
/// # Safety
/// `address` is that of element 0 of at least `k + 1` elements of type `prim`.
unsafe fn element(prim: PrimType, address: *const u8, k: usize) -> u64 {
    let mut bytes = [0u8; 8];
    let size = prim.size_bytes();
    // SAFETY: the element is there, by the caller's promise, and has at most eight bytes.
    unsafe { std::ptr::copy_nonoverlapping(address.add(k * size), bytes.as_mut_ptr(), size) };
    u64::from_le_bytes(bytes)
}

/// Sets an element of memory.
///
/// # Safety
/// As for [`element`], and the memory may be written.
unsafe fn set_element(prim: PrimType, address: *mut u8, k: usize, bits: u64) {
    let size = prim.size_bytes();
    // SAFETY: the element is there, by the caller's promise, and has at most eight bytes.
    unsafe { std::ptr::copy_nonoverlapping(bits.to_le_bytes().as_ptr(), address.add(k * size), size) };
}

/// A block function of one operand.
type Unary<T> = extern "C" fn(T) -> T;

/// A block function of two operands.
type Binary<T> = extern "C" fn(T, T) -> T;

/// Applies a function to `count` pairs of elements of memory.
///
/// # Safety
/// `x`, `y` and `results` are the addresses of so many elements.
unsafe fn each_pair<T>(function: Binary<T>, count: u64, x: *const u8, y: *const u8, results: *mut u8) {
    let (x, y, results) = (x.cast::<T>(), y.cast::<T>(), results.cast::<T>());
    for k in 0..count as usize {
        // SAFETY: by the caller's promise.
        unsafe { results.add(k).write_unaligned(function(x.add(k).read_unaligned(), y.add(k).read_unaligned())) };
    }
}

/// Applies a function to `count` elements of memory.
///
/// # Safety
/// `args` and `results` are the addresses of so many elements.
unsafe fn each<T>(function: Unary<T>, count: u64, args: *const u8, results: *mut u8) {
    let (args, results) = (args.cast::<T>(), results.cast::<T>());
    for k in 0..count as usize {
        // SAFETY: by the caller's promise.
        unsafe { results.add(k).write_unaligned(function(args.add(k).read_unaligned())) };
    }
}

/// Applies an operator of one operand to `count` elements of memory.
///
/// # Safety
/// `args` and `results` are the addresses of so many elements of the types of operand and result.
pub unsafe extern "C" fn lanes_unary(op: u64, prim: u64, count: u64, args: *const u8, results: *mut u8) {
    let (Some(op), Some(prim)) = (decode(UnOp::ALL, op as u32), decode(&PrimType::ALL, prim as u32)) else { return };
    if let Some(function) = float_unary(op, prim) {
        // SAFETY: by the caller's promise; the table has functions from and to the type.
        return unsafe {
            match prim {
                PrimType::F32 => each(std::mem::transmute::<*const u8, Unary<f32>>(function), count, args, results),
                _ => each(std::mem::transmute::<*const u8, Unary<f64>>(function), count, args, results),
            }
        };
    }
    for k in 0..count as usize {
        // SAFETY: by the caller's promise.
        unsafe {
            let value = op.eval(PrimValue::from_bits(prim, element(prim, args, k)));
            set_element(op.result_type(prim), results, k, value.map_or(0, PrimValue::to_bits));
        }
    }
}

/// Applies an operator of two operands to `count` elements of memory.
///
/// # Safety
/// As for [`lanes_unary`].
pub unsafe extern "C" fn lanes_binary(op: u64, prim: u64, count: u64, x: *const u8, y: *const u8, results: *mut u8) {
    let (Some(op), Some(prim)) = (decode(BinOp::ALL, op as u32), decode(&PrimType::ALL, prim as u32)) else { return };
    let second = op.second_operand_type(prim);
    if let Some(function) = float_binary(op, prim) {
        // SAFETY: by the caller's promise; the table has functions of two operands of the type.
        return unsafe {
            match prim {
                PrimType::F32 => {
                    each_pair(std::mem::transmute::<*const u8, Binary<f32>>(function), count, x, y, results)
                }
                _ => each_pair(std::mem::transmute::<*const u8, Binary<f64>>(function), count, x, y, results),
            }
        };
    }
    for k in 0..count as usize {
        // SAFETY: by the caller's promise.
        unsafe {
            let (x, y) = (element(prim, x, k), element(second, y, k));
            let value = op.eval(PrimValue::from_bits(prim, x), PrimValue::from_bits(second, y));
            set_element(op.result_type(prim), results, k, value.map_or(0, PrimValue::to_bits));
        }
    }
}
