//! Random functions: all operations with all types, in loops and branches, with more values than registers.
//!
//! `X64_FUZZ=20000` makes that many instead of the 2,000 of `cargo test`, `X64_FUZZ_FROM` starts at another number.
//! Which NaN an operation yields is not specified. So a float is replaced by a number before its bits become an
//! integer.

mod operations;

use super::super::ir::*;
use super::super::{Level, validate};
use super::harness::{LEVELS, Random, check, edges};

/// Bytes of each region of memory.
const REGION: i32 = 2048;
/// Regions of integers, of `F32` and of `F64`, whose upper halves are written, and results.
const REGIONS: [Option<Elem>; 3] = [None, Some(Elem::F32), Some(Elem::F64)];

struct Generator {
    f: Function,
    random: Random,
    base: Value,
    /// The values that can be used here, by type.
    values: Vec<(Type, Vec<Value>)>,
    /// Operations to come.
    left: usize,
    depth: usize,
    /// Whether operands are any values, so that many are alive, or recent ones.
    wide: bool,
}

impl Generator {
    fn new(level: Level, seed: u64) -> Generator {
        let mut random = Random::new(seed);
        let f = Function::new(format!("fuzz-{seed}"), level, 1);
        let base = f.params[0];
        let left = 10 + random.below(200);
        let wide = random.below(3) > 0;
        Generator { f, random, base, values: Vec::new(), left, depth: 0, wide }
    }

    fn add(&mut self, value: Value) -> Value {
        let ty = self.f.ty(value);
        match self.values.iter_mut().find(|(known, _)| *known == ty) {
            Some((_, values)) => values.push(value),
            None => self.values.push((ty, vec![value])),
        }
        value
    }

    /// Any type of values.
    fn any_type(&mut self) -> Type {
        let scalars = [Elem::I32, Elem::I64, Elem::F32, Elem::F64];
        match self.random.below(4) {
            0 => Type::Scalar(self.random.pick(&scalars)),
            1 => Type::Mask(self.random.pick(&Bits::ALL)),
            _ => Type::Vector(self.random.pick(&Elem::ALL)),
        }
    }

    /// A value of this type; a new one if there is none.
    fn value(&mut self, ty: Type) -> Value {
        let known = self.values.iter().find(|(known, _)| *known == ty).map_or(0, |(_, values)| values.len());
        if known == 0 || self.random.below(12) == 0 {
            let value = self.source(ty);
            return self.add(value);
        }
        let at = if self.wide { self.random.below(known) } else { known - 1 - self.random.below(known.min(4)) };
        self.values.iter().find(|(known, _)| *known == ty).map(|(_, values)| values[at]).expect("it is there")
    }

    /// A constant, or what memory has.
    fn source(&mut self, ty: Type) -> Value {
        match ty {
            Type::Mask(bits) => {
                let word = self.random.bits();
                if self.random.below(2) == 0 {
                    return self.f.constant(ty, word);
                }
                let word = self.value(I64);
                if self.random.below(2) == 0 {
                    self.f.mask_from_bits(bits, word)
                } else {
                    self.f.first_lanes(bits, word)
                }
            }
            _ if self.random.below(3) == 0 => {
                let numbers = edges(ty.elem());
                let number = self.random.pick(&numbers);
                self.f.constant(ty, number)
            }
            Type::Scalar(elem) => {
                let accesses: Vec<Access> = Access::ALL.into_iter().filter(|access| access.elem() == elem).collect();
                let access = self.random.pick(&accesses);
                let place = self.place(elem, false);
                self.f.load(access, place)
            }
            Type::Vector(elem) => {
                let place = self.place(elem, false);
                let lanes = 1 << self.random.below(self.f.lanes(elem).ilog2() as usize + 1);
                match self.random.below(3) {
                    0 => self.f.load_lanes(elem, place, lanes),
                    1 => {
                        let mask = self.value(Type::Mask(elem.bits()));
                        self.f.load_vector(elem, place, Some(mask))
                    }
                    _ => self.f.load_vector(elem, place, None),
                }
            }
        }
    }

    /// An address in the region of a type, with room for a register. What is written is in the upper half.
    fn place(&mut self, elem: Elem, written: bool) -> Address {
        let region = REGIONS.iter().position(|region| *region == Some(elem)).unwrap_or(0) as i32;
        let bytes = elem.bytes() as i32;
        let upper = written || self.random.below(2) == 0;
        let start = region * REGION + if upper { REGION / 2 } else { 0 };
        let room = REGION / 2 - 128;
        // Mostly near the start, so that what is written is read.
        let reach = if self.random.below(3) > 0 { 64 } else { room / 2 };
        let displacement = start + self.random.below((reach / bytes) as usize) as i32 * bytes;
        if self.random.below(2) == 0 {
            return Address::at(self.base, displacement);
        }
        let scale = if region == 0 { self.random.pick(&[1, 2, 4, 8]) } else { bytes as u8 };
        let index = self.value(I64);
        let most = ((room / 2 / i32::from(scale)) as u64).next_power_of_two() / 2 - 1;
        let index = self.f.binary_const(BinOp::And, index, most);
        let index = if self.random.below(2) == 0 { index } else { self.f.binary_const(BinOp::Add, index, 1) };
        Address::indexed(self.base, index, scale).plus(displacement)
    }

    /// A float that is no NaN; another value as it is.
    fn number(&mut self, value: Value) -> Value {
        let ty = self.f.ty(value);
        if !ty.elem().is_float() {
            return value;
        }
        let one = if ty.elem() == Elem::F32 { 1f32.to_bits().into() } else { 1f64.to_bits() };
        let one = self.f.constant(ty, one);
        let is_number = self.f.compare(Cond::Eq, value, value);
        self.f.select(is_number, value, one)
    }

    /// A divisor for which divisions are defined.
    fn divisor(&mut self, value: Value) -> Value {
        let positive = self.f.binary_const(BinOp::And, value, 0x7fff_ffff);
        self.f.binary_const(BinOp::Or, positive, 1)
    }

    /// A block of operations, which may contain loops and branches.
    fn block(&mut self) {
        for _ in 0..4 + self.random.below(40) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            match self.random.below(40) {
                0 if self.depth < 3 => self.repeat(),
                1 if self.depth < 3 => self.branch(),
                2..5 => self.effect(),
                _ => self.operation(),
            }
        }
    }

    /// Runs a block a few times, with some values that it changes.
    fn repeat(&mut self) {
        let types: Vec<Type> = (0..self.random.below(5)).map(|_| self.any_type()).collect();
        let mut args: Vec<Value> = types.iter().map(|ty| self.value(*ty)).collect();
        let count = self.f.i64(1 + self.random.below(3) as i64);
        args.insert(0, count);
        let all = [&[I64][..], &types].concat();
        let (head, exit) = (self.f.block(&all), self.f.block(&types));
        self.f.jump(head, &args);
        self.f.switch_to(head);
        let outer = self.values.clone();
        let params = self.f.block_params(head).to_vec();
        for &param in &params {
            self.add(param);
        }
        self.depth += 1;
        self.block();
        self.depth -= 1;
        let less = self.f.binary_const(BinOp::Sub, params[0], 1);
        let mut args: Vec<Value> = types.iter().map(|ty| self.value(*ty)).collect();
        let zero = self.f.i64(0);
        let more = self.f.compare(Cond::Gt, less, zero);
        let results = args.clone();
        args.insert(0, less);
        self.f.branch(more, (head, &args), (exit, &results));
        self.f.switch_to(exit);
        self.values = outer;
        for param in self.f.block_params(exit).to_vec() {
            self.add(param);
        }
    }

    fn branch(&mut self) {
        let types: Vec<Type> = (0..self.random.below(4)).map(|_| self.any_type()).collect();
        let condition = self.condition();
        let (yes, no, end) = (self.f.block(&[]), self.f.block(&[]), self.f.block(&types));
        self.f.branch(condition, (yes, &[]), (no, &[]));
        let outer = self.values.clone();
        self.depth += 1;
        for side in [yes, no] {
            self.f.switch_to(side);
            self.values = outer.clone();
            self.block();
            let args: Vec<Value> = types.iter().map(|ty| self.value(*ty)).collect();
            self.f.jump(end, &args);
        }
        self.depth -= 1;
        self.f.switch_to(end);
        self.values = outer;
        for param in self.f.block_params(end).to_vec() {
            self.add(param);
        }
    }

    fn condition(&mut self) -> Value {
        match self.random.below(4) {
            0 => self.value(I32),
            1 => {
                let bits = self.random.pick(&Bits::ALL);
                let mask = self.value(Type::Mask(bits));
                if self.random.below(2) == 0 { self.f.any(mask) } else { self.f.all(mask) }
            }
            _ => {
                let elem = self.random.pick(&[Elem::I32, Elem::I64, Elem::F32, Elem::F64]);
                self.comparison(Type::Scalar(elem))
            }
        }
    }

    /// The finished function, the bytes of its memory, and the places of floats among them.
    fn finish(mut self) -> (Function, Vec<u8>, Vec<(usize, Elem)>) {
        while self.left > 0 {
            self.block();
        }
        let mut bytes = Vec::new();
        let mut floats = Vec::new();
        for region in REGIONS {
            let elem = region.unwrap_or(Elem::I64);
            let numbers = edges(elem);
            for _ in 0..REGION as usize / elem.bytes() {
                if region.is_some() {
                    floats.push((bytes.len(), elem));
                }
                let number = if self.random.below(2) == 0 { self.random.bits() } else { self.random.pick(&numbers) };
                bytes.extend_from_slice(&number.to_le_bytes()[..elem.bytes()]);
            }
        }
        let values: Vec<Value> =
            self.values.iter().flat_map(|(_, values)| values.iter().rev().take(6)).copied().collect();
        for value in values {
            let place = Address::at(self.base, bytes.len() as i32);
            match self.f.ty(value) {
                Type::Scalar(elem) => {
                    let exact = |access: &Access| access.elem() == elem && access.stored() == elem;
                    let access = Access::ALL.into_iter().find(exact).expect("scalars have an access");
                    self.f.store(access, place, value);
                    floats.extend(elem.is_float().then_some((bytes.len(), elem)));
                }
                Type::Vector(elem) => {
                    self.f.store_vector(place, value, None);
                    let lanes = (0..self.f.lanes(elem)).map(|lane| bytes.len() + lane * elem.bytes());
                    floats.extend(lanes.filter(|_| elem.is_float()).map(|at| (at, elem)));
                }
                Type::Mask(_) => {
                    let word = self.f.mask_to_bits(value);
                    self.f.store(Access::I64, place, word);
                }
            }
            bytes.resize(bytes.len() + 64, 0);
        }
        let result = self.value(I64);
        self.f.ret(result);
        (self.f, bytes, floats)
    }
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn random_functions() {
    let from = setting("X64_FUZZ_FROM", 0);
    for seed in from..from + setting("X64_FUZZ", 2000) {
        let level = LEVELS[seed as usize % LEVELS.len()];
        let mut generator = Generator::new(level, seed);
        generator.block();
        let (f, bytes, floats) = generator.finish();
        if let Err(error) = validate(&f) {
            panic!("{error:?}\n{f}");
        }
        check(&f, &bytes, &floats);
    }
}
