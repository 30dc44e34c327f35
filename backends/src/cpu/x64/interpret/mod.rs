//! An interpreter, the oracle of the tests: the meaning of every operation, lane by lane. `scalar.rs` has the
//! operators.

mod scalar;

use super::ir::*;
use scalar::{binary, compare, convert, fma, truncate, unary};

/// Memory that a function may access: bytes from an address on.
pub struct Memory {
    /// The address of the first byte.
    pub start: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Memory {
    fn place(&self, address: u64, bytes: usize) -> std::ops::Range<usize> {
        let offset = address.wrapping_sub(self.start);
        assert!(offset.saturating_add(bytes as u64) <= self.bytes.len() as u64, "{address:#x} is out of bounds");
        offset as usize..offset as usize + bytes
    }

    fn read(&self, address: u64, bytes: usize) -> u64 {
        let mut word = [0; 8];
        word[..bytes].copy_from_slice(&self.bytes[self.place(address, bytes)]);
        u64::from_le_bytes(word)
    }

    fn write(&mut self, address: u64, bytes: usize, value: u64) {
        let place = self.place(address, bytes);
        self.bytes[place].copy_from_slice(&value.to_le_bytes()[..bytes]);
    }
}

/// The value of a variable: the bits of a scalar, of lanes, or of a mask.
#[derive(Clone, Debug, PartialEq)]
enum Datum {
    Scalar(u64),
    Lanes(Vec<u64>),
    Mask(u64),
}

/// What a called function does: its address and the bits of its arguments yield the bits of its result.
pub type Callee<'c> = dyn FnMut(usize, &[u64]) -> u64 + 'c;

/// Runs a valid function, and returns its result. Its stack area is at `stack` in `memory`.
pub fn interpret(f: &Function, args: &[u64], memory: &mut Memory, stack: u64, callee: &mut Callee<'_>) -> u64 {
    let mut run = Run { f, values: vec![Datum::Scalar(0); f.values()], memory, stack, callee };
    for (param, arg) in f.params.iter().zip(args) {
        run.values[param.index()] = Datum::Scalar(*arg);
    }
    let mut block = &f.blocks[0];
    loop {
        for Inst { op, result } in &block.insts {
            let datum = run.step(op, result.map_or(I64, |result| f.ty(result)));
            if let Some(result) = result {
                run.values[result.index()] = datum;
            }
        }
        let target = match block.terminator.as_ref().expect("valid blocks have ends") {
            Terminator::Return(value) => return run.scalar(*value),
            Terminator::Jump(target) => target,
            Terminator::Branch(condition, yes, no) => {
                if run.scalar(*condition) != 0 {
                    yes
                } else {
                    no
                }
            }
        };
        block = &f.blocks[target.block.index()];
        let args: Vec<Datum> = target.args.iter().map(|arg| run.values[arg.index()].clone()).collect();
        block.params.iter().zip(args).for_each(|(param, arg)| run.values[param.index()] = arg);
    }
}

struct Run<'r, 'c> {
    f: &'r Function,
    /// By number; the validator has seen that each is defined before it is used.
    values: Vec<Datum>,
    memory: &'r mut Memory,
    stack: u64,
    callee: &'r mut Callee<'c>,
}

impl Run<'_, '_> {
    fn scalar(&self, value: Value) -> u64 {
        match &self.values[value.index()] {
            Datum::Scalar(bits) | Datum::Mask(bits) => *bits,
            Datum::Lanes(_) => panic!("{value} is no scalar"),
        }
    }

    /// The lanes of a vector, or the bits of a scalar or a mask as one lane.
    fn lanes(&self, value: Value) -> Vec<u64> {
        match &self.values[value.index()] {
            Datum::Lanes(lanes) => lanes.clone(),
            Datum::Scalar(bits) | Datum::Mask(bits) => vec![*bits],
        }
    }

    /// The lanes as a value of this type.
    fn datum(&self, ty: Type, lanes: Vec<u64>) -> Datum {
        match ty {
            Type::Scalar(elem) => Datum::Scalar(truncate(elem, lanes[0])),
            Type::Vector(elem) => Datum::Lanes(lanes.into_iter().map(|lane| truncate(elem, lane)).collect()),
            Type::Mask(bits) => Datum::Mask(lanes[0] & self.all(bits)),
        }
    }

    fn all(&self, bits: Bits) -> u64 {
        u64::MAX >> (64 - self.f.lanes_of(bits))
    }

    fn address(&self, address: &Address) -> u64 {
        let index = address.index.map_or(0, |index| self.scalar(index));
        let offset = index.wrapping_mul(address.scale.into()).wrapping_add(address.displacement as u64);
        self.scalar(address.base).wrapping_add(offset)
    }

    fn step(&mut self, op: &Op, ty: Type) -> Datum {
        let f = self.f;
        let lanes = match op {
            Op::Const(bits) => match ty {
                Type::Vector(elem) => vec![*bits; f.lanes(elem)],
                _ => vec![*bits],
            },
            Op::Lanes(lanes) => lanes.to_vec(),
            Op::StackAddress(byte) => vec![self.stack + u64::from(*byte)],
            Op::Unary(op, a) => self.lanes(*a).into_iter().map(|a| unary(*op, ty.elem(), a)).collect(),
            Op::Binary(op, a, b) => {
                let pairs = self.lanes(*a).into_iter().zip(self.lanes(*b));
                match ty {
                    Type::Mask(_) => pairs.map(|(a, b)| binary(*op, Elem::I64, a, b)).collect(),
                    _ => pairs.map(|(a, b)| binary(*op, ty.elem(), a, b)).collect(),
                }
            }
            Op::Fma(op, operands) => {
                let [a, b, c] = operands.map(|operand| self.lanes(operand));
                (0..a.len()).map(|i| fma(*op, ty.elem(), [a[i], b[i], c[i]])).collect()
            }
            Op::Compare(cond, a, b) => {
                let elem = f.ty(*a).elem();
                let pairs = self.lanes(*a).into_iter().zip(self.lanes(*b));
                vec![bits(pairs.map(|(a, b)| compare(*cond, elem, a, b)))]
            }
            Op::Select([c, a, b]) => {
                let c = self.scalar(*c);
                let holds = |i: usize| if matches!(ty, Type::Vector(_)) { c >> i & 1 != 0 } else { c != 0 };
                let pairs = self.lanes(*a).into_iter().zip(self.lanes(*b)).enumerate();
                pairs.map(|(i, (a, b))| if holds(i) { a } else { b }).collect()
            }
            Op::Convert(op, a, part) => self.convert(*op, *a, ty, usize::from(*part)),
            Op::Load(..)
            | Op::Store(..)
            | Op::LoadVector { .. }
            | Op::StoreVector { .. }
            | Op::LoadSteps { .. }
            | Op::StoreSteps { .. }
            | Op::Gather { .. }
            | Op::Scatter { .. }
            | Op::Prefetch(_)
            | Op::Fence
            | Op::Call(..) => self.effect(op, ty),
            _ => self.rearranged(op, ty),
        };
        self.datum(ty, lanes)
    }

    fn convert(&self, op: ConvOp, a: Value, to: Type, part: usize) -> Vec<u64> {
        let from = self.f.ty(a);
        let lanes = self.lanes(a);
        match to {
            Type::Scalar(elem) => vec![convert(op, from.elem(), elem, lanes[0])],
            Type::Mask(bits) if bits > from.elem().bits() => vec![lanes[0] >> (part * self.f.lanes_of(bits))],
            Type::Mask(_) => lanes,
            Type::Vector(elem) if op == ConvOp::Bits => {
                let bytes: Vec<u8> =
                    lanes.iter().flat_map(|lane| lane.to_le_bytes().into_iter().take(from.elem().bytes())).collect();
                let word = |lane: &[u8]| lane.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
                bytes.chunks(elem.bytes()).map(word).collect()
            }
            Type::Vector(elem) => {
                let count = self.f.lanes(elem);
                let group = lanes.into_iter().skip(part * count).take(count);
                let mut result: Vec<u64> = group.map(|lane| convert(op, from.elem(), elem, lane)).collect();
                result.resize(count, 0);
                result
            }
        }
    }

    /// Operations that move lanes, and those on masks.
    fn rearranged(&mut self, op: &Op, ty: Type) -> Vec<u64> {
        let f = self.f;
        match op {
            Op::Splat(a) => vec![self.scalar(*a); f.lanes(ty.elem())],
            Op::Extract(a, lane) => vec![self.lanes(*a)[usize::from(*lane)]],
            Op::Insert(a, b, lane) => {
                let mut lanes = self.lanes(*a);
                lanes[usize::from(*lane)] = self.scalar(*b);
                lanes
            }
            Op::Slide(a, b, from) => {
                let both = [self.lanes(*a), self.lanes(*b)].concat();
                both[usize::from(*from)..][..f.lanes(ty.elem())].to_vec()
            }
            Op::Permute(a, index) => {
                let lanes = self.lanes(*a);
                self.lanes(*index).into_iter().map(|i| lanes[i as usize % lanes.len()]).collect()
            }
            Op::Permute2([a, b, index]) => {
                let lanes = [self.lanes(*a), self.lanes(*b)].concat();
                self.lanes(*index).into_iter().map(|i| lanes[i as usize % lanes.len()]).collect()
            }
            Op::Join { parts: [a, b], lanes } => {
                let count = usize::from(*lanes);
                if matches!(ty, Type::Mask(_)) {
                    let low = (1 << count) - 1;
                    return vec![self.scalar(*a) & low | (self.scalar(*b) & low) << count];
                }
                let mut joined = [&self.lanes(*a)[..count], &self.lanes(*b)[..count]].concat();
                joined.resize(f.lanes(ty.elem()), 0);
                joined
            }
            Op::MaskFromBits(a) | Op::MaskToBits(a) => vec![self.scalar(*a)],
            Op::FirstLanes(a) => {
                let count = (self.scalar(*a) as i64).clamp(0, 64);
                vec![u64::MAX.checked_shr(64 - count as u32).unwrap_or(0)]
            }
            Op::Any(a) => vec![u64::from(self.scalar(*a) != 0)],
            Op::All(a) => vec![u64::from(self.scalar(*a) == self.all(f.ty(*a).elem().bits()))],
            _ => panic!("{op} moves no lanes"),
        }
    }

    fn effect(&mut self, op: &Op, ty: Type) -> Vec<u64> {
        let f = self.f;
        match op {
            Op::Load(access, address) => {
                let word = self.memory.read(self.address(address), access.stored().bytes());
                vec![match access {
                    Access::I8 => word as i8 as u64,
                    Access::I16 => word as i16 as u64,
                    _ => word,
                }]
            }
            Op::Store(access, address, value) => {
                self.memory.write(self.address(address), access.stored().bytes(), self.scalar(*value));
                vec![0]
            }
            Op::LoadVector { address, lanes, mask } => {
                let (start, bytes) = (self.address(address), ty.elem().bytes());
                let mask = mask.map_or(u64::MAX, |mask| self.scalar(mask));
                let read = |i: usize| i < usize::from(*lanes) && mask >> i & 1 != 0;
                let lane = |i: usize| self.memory.read(start.wrapping_add((i * bytes) as u64), bytes);
                (0..f.lanes(ty.elem())).map(|i| if read(i) { lane(i) } else { 0 }).collect()
            }
            Op::StoreVector { address, value, lanes, mask, .. } => {
                let (start, bytes) = (self.address(address), f.ty(*value).elem().bytes());
                let mask = mask.map_or(u64::MAX, |mask| self.scalar(mask));
                for (i, lane) in self.lanes(*value).into_iter().take((*lanes).into()).enumerate() {
                    if mask >> i & 1 != 0 {
                        self.memory.write(start.wrapping_add((i * bytes) as u64), bytes, lane);
                    }
                }
                vec![0]
            }
            Op::LoadSteps { address, step, lanes } => {
                let (elem, start, step) = (ty.elem(), self.address(address), self.scalar(*step));
                let place = |i: u64| start.wrapping_add(i.wrapping_mul(step));
                let mut read: Vec<u64> =
                    (0..u64::from(*lanes)).map(|i| self.memory.read(place(i), elem.bytes())).collect();
                read.resize(f.lanes(elem), 0);
                read
            }
            Op::StoreSteps { address, step, value, lanes } => {
                let (bytes, step) = (f.ty(*value).elem().bytes(), self.scalar(*step));
                let mut place = self.address(address);
                for lane in self.lanes(*value).into_iter().take((*lanes).into()) {
                    self.memory.write(place, bytes, lane);
                    place = place.wrapping_add(step);
                }
                vec![0]
            }
            Op::Gather { address, mask, part } => {
                let elem = ty.elem();
                let places = self.places(elem, address, *mask, *part);
                let mut lanes: Vec<u64> =
                    places.into_iter().map(|place| place.map_or(0, |at| self.memory.read(at, elem.bytes()))).collect();
                lanes.resize(f.lanes(elem), 0);
                lanes
            }
            Op::Scatter { address, value, mask, part } => {
                let elem = f.ty(*value).elem();
                let places = self.places(elem, address, *mask, *part);
                for (place, lane) in places.into_iter().zip(self.lanes(*value)) {
                    place.iter().for_each(|&at| self.memory.write(at, elem.bytes(), lane));
                }
                vec![0]
            }
            Op::Call(address, args) => {
                let args: Vec<u64> = args.iter().map(|arg| self.scalar(*arg)).collect();
                vec![(self.callee)(*address, &args)]
            }
            _ => vec![0],
        }
    }

    /// The addresses of the lanes that an indexed access is about; `None` for those without a mask.
    fn places(&self, elem: Elem, address: &Address, mask: Option<Value>, part: u8) -> Vec<Option<u64>> {
        let index = address.index.expect("valid gathers have an index");
        let width = self.f.ty(index).elem();
        let count = self.f.lanes_of(elem.bits().max(width.bits()));
        let mask = mask.map_or(u64::MAX, |mask| self.scalar(mask));
        let start = self.scalar(address.base).wrapping_add(address.displacement as u64);
        let group = self.lanes(index).into_iter().skip(usize::from(part) * count).take(count).enumerate();
        let place = |i: u64| {
            let i = if width == Elem::I32 { i as i32 as u64 } else { i };
            start.wrapping_add(i.wrapping_mul(address.scale.into()))
        };
        group.map(|(lane, i)| (mask >> lane & 1 != 0).then(|| place(i))).collect()
    }
}

/// Bit `i` is item `i`.
fn bits(items: impl Iterator<Item = bool>) -> u64 {
    items.enumerate().fold(0, |bits, (i, item)| bits | u64::from(item) << i)
}
