//! Runs a function in both ways on the same memory.

use super::super::code::{Code, allocate, compile};
use super::super::interpret::{Memory, interpret};
use super::super::ir::*;
use super::super::machine::environment;
use super::super::pool::Pool;
use super::super::select::select;
use super::super::{Level, validate};

/// Bytes of the interpreter's stack area, at the end of its memory.
const STACK: usize = 4096;

/// Numbers that look random, from a seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        ((self.bits() >> 32) as usize) % limit
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// What an `extern "sysv64"` function of a test computes, in both ways.
pub fn mixed(a: i64, b: f64, c: i32, d: f32) -> i64 {
    a.wrapping_mul(3).wrapping_add(b.to_bits() as i64).wrapping_sub(c.into()).wrapping_add(d.to_bits().into())
}

/// The same for machine code.
pub extern "sysv64" fn mixed_called(a: i64, b: f64, c: i32, d: f32) -> i64 {
    mixed(a, b, c, d)
}

/// Compares `f`, whose parameter is an address, in both ways on `bytes`. `floats` are the places where any NaN is as
/// good as another. Returns the memory that the interpreter leaves.
#[track_caller]
pub fn check(f: &Function, bytes: &[u8], floats: &[(usize, Elem)]) -> Vec<u8> {
    if let Err(error) = validate(f) {
        panic!("{error:?}\n{f}");
    }
    let keeping = Function { keeps_registers: true, ..f.clone() };
    let [code, keeping_code] = [f, &keeping].map(|f| {
        check_allocation(f);
        match compile(f.clone(), f.level).and_then(|object| Code::load(&object)) {
            Ok(code) => code,
            Err(error) => panic!("{error:?}\n{f}"),
        }
    });
    let mut real = AlignedBytes::of(bytes);
    let start = real.start();
    let mut memory = Memory { start: start as u64, bytes: real.bytes().to_vec() };
    memory.bytes.resize(bytes.len() + STACK, 0);
    let stack = start as u64 + bytes.len() as u64;
    let expected = interpret(f, &[start as u64], &mut memory, stack, &mut |_, args| {
        let (b, d) = (f64::from_bits(args[1]), f32::from_bits(args[3] as u32));
        mixed(args[0] as i64, b, args[2] as i32, d) as u64
    });
    memory.bytes.truncate(bytes.len());
    if !f.level.is_available() {
        return memory.bytes;
    }
    let address = code.address(0).expect("there is one function");
    // SAFETY: the code is that of a function with one parameter. It was valid, and the interpreter has seen that it
    // accesses only the memory that it was given.
    let result = unsafe {
        let function: extern "sysv64" fn(usize) -> i64 = std::mem::transmute(address);
        function(start)
    };
    let found = real.bytes().to_vec();
    real.bytes_mut().copy_from_slice(bytes);
    let registers = call_and_compare(keeping_code.address(0).expect("there is one function"), start);
    assert_eq!(registers, REGISTERS, "the registers after\n{f}");
    for found in [&found, real.bytes()] {
        compare(f, found, &memory.bytes, floats);
    }
    assert_eq!(result as u64, expected, "the result of\n{f}");
    memory.bytes
}

/// Compares the memory that a function leaves.
#[track_caller]
fn compare(f: &Function, found: &[u8], expected: &[u8], floats: &[(usize, Elem)]) {
    let mut found = found.to_vec();
    for &(at, elem) in floats {
        let is_nan = |bytes: &[u8]| match elem {
            Elem::F32 => f32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")).is_nan(),
            _ => f64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes")).is_nan(),
        };
        if is_nan(&found) && is_nan(expected) {
            found[at..at + elem.bytes()].copy_from_slice(&expected[at..at + elem.bytes()]);
        }
    }
    if let Some(at) = (0..found.len()).find(|at| found[*at] != expected[*at]) {
        let near = at / 8 * 8;
        let word = |bytes: &[u8]| u64::from_le_bytes(bytes[near..near + 8].try_into().expect("eight bytes"));
        let (found, expected) = (word(&found), word(expected));
        panic!("byte {at}: {found:#018x} instead of {expected:#018x} after\n{f}");
    }
}

/// What is in registers before a call of a function that keeps them, but for the argument.
const REGISTERS: [u64; 24] = {
    let mut registers = [0; 24];
    let mut k = 0;
    while k < registers.len() {
        registers[k] = 0x0123_4567_89ab_cdef * (k as u64 + 1);
        k += 1;
    }
    registers
};

/// Calls a function that keeps registers. Returns what is in them afterwards, if its argument has been kept.
fn call_and_compare(function: *const u8, argument: usize) -> [u64; 24] {
    let mut registers = REGISTERS;
    let [rax, rcx, rdx, rsi, r8, r9, r10, r11, vectors @ ..] = &mut registers;
    let mut floats = vectors.map(f64::from_bits);
    let [x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15] = &mut floats;
    let mut after = argument;
    // SAFETY: the function is that of `check`. It changes no register that is not named here.
    unsafe {
        std::arch::asm!(
            "call r12",
            in("r12") function,
            inout("rdi") after,
            inout("rax") *rax, inout("rcx") *rcx, inout("rdx") *rdx, inout("rsi") *rsi,
            inout("r8") *r8, inout("r9") *r9, inout("r10") *r10, inout("r11") *r11,
            inout("xmm0") *x0, inout("xmm1") *x1, inout("xmm2") *x2, inout("xmm3") *x3,
            inout("xmm4") *x4, inout("xmm5") *x5, inout("xmm6") *x6, inout("xmm7") *x7,
            inout("xmm8") *x8, inout("xmm9") *x9, inout("xmm10") *x10, inout("xmm11") *x11,
            inout("xmm12") *x12, inout("xmm13") *x13, inout("xmm14") *x14, inout("xmm15") *x15,
            clobber_abi("sysv64"),
        );
    }
    assert_eq!(after, argument, "the argument after the call");
    *vectors = floats.map(f64::to_bits);
    registers
}

/// Checks that the allocator did not mix up values.
fn check_allocation(f: &Function) {
    let machine = select(f, &mut Pool::default());
    let environment = environment(f.level, f.keeps_registers);
    let mut context = regalloc2::Ctx::default();
    let output = allocate(&machine, &environment, &mut context).unwrap_or_else(|error| panic!("{error:?}\n{f}"));
    let mut checker = regalloc2::checker::Checker::new(&machine, &environment);
    checker.prepare(output);
    checker.run().unwrap_or_else(|errors| panic!("{errors:?}\n{f}"));
}

/// Bytes that start at a multiple of 64.
struct AlignedBytes {
    all: Vec<u8>,
    skipped: usize,
    count: usize,
}

impl AlignedBytes {
    fn of(bytes: &[u8]) -> AlignedBytes {
        let mut all = vec![0; bytes.len() + 64];
        let skipped = all.as_ptr().align_offset(64);
        all[skipped..skipped + bytes.len()].copy_from_slice(bytes);
        AlignedBytes { all, skipped, count: bytes.len() }
    }

    fn start(&mut self) -> usize {
        self.all[self.skipped..].as_mut_ptr().expose_provenance()
    }

    fn bytes(&self) -> &[u8] {
        &self.all[self.skipped..self.skipped + self.count]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.all[self.skipped..self.skipped + self.count]
    }
}

/// Numbers of a type at which operations change their behaviour, as bits.
pub fn edges(elem: Elem) -> Vec<u64> {
    let floats = [
        0.0,
        0.25,
        0.5,
        0.75,
        1.0,
        1.5,
        2.5,
        3.5,
        3.7,
        126.5,
        65504.0,
        65520.0,
        8388607.5,
        1e-10,
        6e-8,
        1e30,
        1e300,
        2147483520.0,
        2147483647.0,
        2147483647.5,
        2147483648.0,
        4294967040.0,
        4294967295.0,
        4294967296.0,
        9007199254740993.0,
        9223371487098961920.0,
        9223372036854774784.0,
        9223372036854775808.0,
        18446742974197923840.0,
        18446744073709549568.0,
        18446744073709551616.0,
    ];
    let mut numbers: Vec<u64> = match elem {
        Elem::F32 => {
            let special =
                [f32::INFINITY, f32::NAN, f32::MIN_POSITIVE, f32::MAX, f32::from_bits(1), f32::from_bits(0x7fffff)];
            floats.map(|x| x as f32).into_iter().chain(special).map(|x| x.to_bits().into()).collect()
        }
        Elem::F64 => {
            let special = [f64::INFINITY, f64::NAN, f64::MIN_POSITIVE, f64::MAX, f64::from_bits(1), f64::EPSILON];
            floats.into_iter().chain(special).map(f64::to_bits).collect()
        }
        _ => {
            let small =
                [0u64, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 1000, 65535];
            let powers = [15u32, 23, 31, 32, 47, 62, 63].map(|power| 1u64 << power);
            let near = powers.into_iter().flat_map(|power| [power - 1, power, power + 1]);
            let patterns = [0x5555_5555_5555_5555, 0x0123_4567_89ab_cdef, 0x0080_0080_0080_0080];
            let all: Vec<u64> = small.into_iter().chain(near).chain(patterns).collect();
            all.into_iter().flat_map(|x| [x, x.wrapping_neg()]).collect()
        }
    };
    if elem.is_float() {
        let sign = 1u64 << (elem.bits().count() - 1);
        numbers = numbers.into_iter().flat_map(|x| [x, x | sign]).collect();
    }
    for number in &mut numbers {
        *number &= u64::MAX >> (64 - elem.bits().count());
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The levels that tests are about: all, as even those that the processor lacks can be compiled for.
pub const LEVELS: [Level; 2] = Level::ALL;
