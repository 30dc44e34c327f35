//! Block functions: operators that compiled code calls because the processor has no instruction for them.
//!
//! The modulus of floats has functions of its own. All others go through the definition in `languages::prim`.
//! Elementary functions are not among them: `expand-math` has replaced them by basic operations.

use languages::prim::{BinOp, PrimType, PrimValue, TriOp, UnOp, power};

extern "C" fn remainder_f32(x: f32, y: f32) -> f32 {
    x % y
}

extern "C" fn remainder_f64(x: f64, y: f64) -> f64 {
    x % y
}

/// The address of the block function of an operator on `f32` or `f64`, if it has one of its own.
pub fn float_binary(op: BinOp, prim: PrimType) -> Option<*const u8> {
    match (op, prim) {
        (BinOp::Mod, PrimType::F32) => Some(remainder_f32 as *const u8),
        (BinOp::Mod, PrimType::F64) => Some(remainder_f64 as *const u8),
        _ => None,
    }
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

/// Defines [`each_integer`] for the types of integers, each with one of twice as many bits.
macro_rules! integers {
    ($($prim:ident: $number:ty, $twice:ty;)*) => {
        /// The upper halves of `count` products of integers, or powers with `Pow`. A negative exponent yields 0.
        ///
        /// # Safety
        /// As for [`each_pair`].
        unsafe fn each_integer(op: BinOp, prim: PrimType, count: u64, x: *const u8, y: *const u8, results: *mut u8) {
            match prim {
                $(PrimType::$prim => {
                    extern "C" fn upper_half(x: $number, y: $number) -> $number {
                        ((<$twice>::from(x) * <$twice>::from(y)) >> <$number>::BITS) as $number
                    }
                    extern "C" fn to_power(x: $number, y: $number) -> $number {
                        u64::try_from(y).map_or(0, |y| power(x, y, 1, <$number>::wrapping_mul))
                    }
                    let function: Binary<$number> = if op == BinOp::Pow { to_power } else { upper_half };
                    // SAFETY: by the caller's promise.
                    unsafe { each_pair(function, count, x, y, results) }
                })*
                _ => {}
            }
        }
    };
}

integers! {
    I8: i8, i16;
    U8: u8, u16;
    I16: i16, i32;
    U16: u16, u32;
    I32: i32, i64;
    U32: u32, u64;
    I64: i64, i128;
    U64: u64, u128;
}

/// One of the four divisions of signed integers. A zero divisor yields 0.
fn signed_division(op: BinOp) -> Binary<i64> {
    extern "C" fn quot(x: i64, y: i64) -> i64 {
        if y == 0 { 0 } else { x.wrapping_div(y) }
    }
    extern "C" fn rem(x: i64, y: i64) -> i64 {
        if y == 0 { 0 } else { x.wrapping_rem(y) }
    }
    extern "C" fn div(x: i64, y: i64) -> i64 {
        let rest = rem(x, y);
        quot(x, y) - i64::from(rest != 0 && (rest < 0) != (y < 0))
    }
    extern "C" fn modulo(x: i64, y: i64) -> i64 {
        let rest = rem(x, y);
        if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest }
    }
    match op {
        BinOp::Quot => quot,
        BinOp::Rem => rem,
        BinOp::Div => div,
        _ => modulo,
    }
}

/// One of the divisions of integers without a sign. A zero divisor yields 0.
fn unsigned_division(op: BinOp) -> Binary<u64> {
    extern "C" fn quot(x: u64, y: u64) -> u64 {
        x.checked_div(y).unwrap_or(0)
    }
    extern "C" fn rem(x: u64, y: u64) -> u64 {
        x.checked_rem(y).unwrap_or(0)
    }
    match op {
        BinOp::Quot | BinOp::Div => quot,
        _ => rem,
    }
}

/// Counts bits of `count` elements of memory.
///
/// # Safety
/// `args` and `results` are the addresses of so many elements of `T` and `i32`.
unsafe fn each_count<T: Copy + Into<u64>>(op: UnOp, count: u64, args: *const u8, results: *mut u8) {
    let bits = 8 * size_of::<T>() as u32;
    let function: fn(u64, u32) -> u32 = match op {
        UnOp::PopCount => |x, _| x.count_ones(),
        UnOp::Clz => |x, bits| x.leading_zeros() + bits - u64::BITS,
        _ => |x, bits| x.trailing_zeros().min(bits),
    };
    let (args, results) = (args.cast::<T>(), results.cast::<i32>());
    for k in 0..count as usize {
        // SAFETY: by the caller's promise.
        unsafe { results.add(k).write_unaligned(function(args.add(k).read_unaligned().into(), bits) as i32) };
    }
}

/// Applies an operator of one operand to `count` elements of memory.
///
/// # Safety
/// `args` and `results` are the addresses of so many elements of the types of operand and result.
pub unsafe extern "C" fn lanes_unary(op: u64, prim: u64, count: u64, args: *const u8, results: *mut u8) {
    let (Some(op), Some(prim)) = (decode(UnOp::ALL, op as u32), decode(&PrimType::ALL, prim as u32)) else { return };
    if matches!(op, UnOp::PopCount | UnOp::Clz | UnOp::Ctz) {
        // SAFETY: by the caller's promise; the numbers have so many bytes.
        return unsafe {
            match prim.size_bytes() {
                1 => each_count::<u8>(op, count, args, results),
                2 => each_count::<u16>(op, count, args, results),
                4 => each_count::<u32>(op, count, args, results),
                _ => each_count::<u64>(op, count, args, results),
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
    if matches!(op, BinOp::MulHi | BinOp::Pow) && prim.is_integer() {
        // SAFETY: by the caller's promise.
        return unsafe { each_integer(op, prim, count, x, y, results) };
    }
    if op.divides(prim) && prim.size_bytes() == 8 {
        // SAFETY: by the caller's promise; so many bits have all numbers of the type.
        return unsafe {
            match prim {
                PrimType::I64 => each_pair(signed_division(op), count, x, y, results),
                _ => each_pair(unsigned_division(op), count, x, y, results),
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
