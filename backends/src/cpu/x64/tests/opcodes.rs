//! Every operation with every type, on numbers at which it changes its behaviour, with its operands in memory, in
//! registers, as constants, and under masks.

use super::super::Level;
use super::super::ir::*;
use super::harness::{LEVELS, Random, check, edges, mixed_called};

/// Where the operands of an operation are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// In memory, right before the operation.
    Memory,
    /// In registers, as parameters of a block.
    Registers,
    /// In registers, with the result chosen by a mask.
    Masked,
    /// As before, with zeros elsewhere.
    Zeroed,
    /// The last one is a constant.
    Constant,
}

const FORMS: [Form; 4] = [Form::Memory, Form::Registers, Form::Masked, Form::Zeroed];

/// The bytes of a value of this type in a test's memory.
fn size(level: Level, ty: Type) -> usize {
    match ty {
        Type::Vector(_) => level.register_bits() / 8,
        Type::Scalar(_) | Type::Mask(_) => 8,
    }
}

/// Reads a value of a test.
fn read(f: &mut Function, ty: Type, address: Address) -> Value {
    match ty {
        Type::Scalar(elem) => {
            let access = Access::ALL.into_iter().find(|access| access.elem() == elem && access.stored() == elem);
            f.load(access.expect("scalars have an access"), address)
        }
        Type::Vector(elem) => f.load_vector(elem, address, None),
        Type::Mask(bits) => {
            let word = f.load(Access::I64, address);
            f.mask_from_bits(bits, word)
        }
    }
}

/// Writes a value of a test.
fn write(f: &mut Function, address: Address, value: Value) {
    match f.ty(value) {
        Type::Scalar(elem) => {
            let access = Access::ALL.into_iter().find(|access| access.elem() == elem && access.stored() == elem);
            f.store(access.expect("scalars have an access"), address, value);
        }
        Type::Vector(_) => f.store_vector(address, value, None),
        Type::Mask(_) => {
            let word = f.mask_to_bits(value);
            f.store(Access::I64, address, word);
        }
    }
}

/// Rows of operands: for each operand its type, and the numbers of all rows and lanes.
struct Rows {
    level: Level,
    operands: Vec<(Type, Vec<u64>)>,
}

impl Rows {
    /// All combinations of numbers for one or two operands, and random ones for more.
    fn new(level: Level, types: &[Type], usable: impl Fn(&[u64]) -> bool) -> Rows {
        let choices: Vec<Vec<u64>> = types.iter().map(|ty| numbers(*ty)).collect();
        let mut random = Random::new(types.len() as u64);
        let mut rows: Vec<Vec<u64>> = match choices.as_slice() {
            [a] => a.iter().map(|a| vec![*a]).collect(),
            [a, b] => a.iter().flat_map(|a| b.iter().map(|b| vec![*a, *b])).collect(),
            _ => (0..4000).map(|_| choices.iter().map(|choice| random.pick(choice)).collect()).collect(),
        };
        rows.retain(|row| usable(row));
        // Whole registers, of which lanes repeat.
        let lanes = level.register_bits() / 8;
        while !rows.len().is_multiple_of(lanes) {
            let again = rows[random.below(rows.len())].clone();
            rows.push(again);
        }
        let operands = types.iter().enumerate().map(|(k, ty)| (*ty, rows.iter().map(|row| row[k]).collect()));
        Rows { level, operands: operands.collect() }
    }

    /// The number of iterations.
    fn count(&self) -> usize {
        let per_row = |ty: Type| match ty {
            Type::Vector(elem) => self.level.register_bits() / elem.bits().count(),
            _ => 1,
        };
        self.operands.iter().map(|(ty, numbers)| numbers.len() / per_row(*ty)).min().unwrap_or(0)
    }

    /// Compares an operation on all rows.
    #[track_caller]
    fn check(&self, form: Form, build: &dyn Fn(&mut Function, &[Value]) -> Value) {
        let count = self.count();
        let mut f = Function::new(format!("{form:?}"), self.level, 1);
        let base = f.params[0];
        let types: Vec<Type> = self.operands.iter().map(|(ty, _)| *ty).collect();
        let (body, exit) = (f.block(&[I64]), f.block(&[]));
        let zero = f.i64(0);
        f.jump(body, &[zero]);
        f.switch_to(body);
        let i = f.block_params(body)[0];
        let mut bytes = Vec::new();
        let mut values = Vec::new();
        for (ty, numbers) in &self.operands {
            let start = bytes.len().next_multiple_of(64);
            bytes.resize(start, 0);
            let width = match ty {
                Type::Vector(elem) => elem.bytes(),
                _ => 8,
            };
            numbers.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()[..width]));
            let offset = f.binary_const(BinOp::Mul, i, size(self.level, *ty) as u64);
            values.push(read(&mut f, *ty, Address::indexed(base, offset, 1).plus(start as i32)));
        }
        if form != Form::Memory {
            let next = f.block(&types);
            f.jump(next, &values);
            f.switch_to(next);
            values = f.block_params(next).to_vec();
        }
        let mut result = build(&mut f, &values);
        if let (Form::Masked | Form::Zeroed, Type::Vector(elem)) = (form, f.ty(result)) {
            let word = f.binary_const(BinOp::Mul, i, 0x9e37_79b9_7f4a_7c15);
            let mask = f.mask_from_bits(elem.bits(), word);
            let first = values.iter().copied().find(|value| f.ty(*value) == f.ty(result));
            let zero = f.constant(Type::Vector(elem), 0);
            let old = first.filter(|_| form == Form::Masked).unwrap_or(zero);
            result = f.select(mask, result, old);
        }
        let out = bytes.len().next_multiple_of(64);
        let ty = f.ty(result);
        let size = size(self.level, ty);
        bytes.resize(out + count * size, 0);
        let offset = f.binary_const(BinOp::Mul, i, size as u64);
        write(&mut f, Address::indexed(base, offset, 1).plus(out as i32), result);
        let next = f.binary_const(BinOp::Add, i, 1);
        let more = f.constant(I64, count as u64);
        let more = f.compare(Cond::Lt, next, more);
        f.branch(more, (body, &[next]), (exit, &[]));
        f.switch_to(exit);
        f.ret(zero);
        let step = if matches!(ty, Type::Vector(_)) { ty.elem().bytes() } else { 8 };
        let floats = (out..bytes.len()).step_by(step).filter(|_| ty.elem().is_float());
        check(&f, &bytes, &floats.map(|at| (at, ty.elem())).collect::<Vec<_>>());
    }
}

/// The numbers to try for a type.
fn numbers(ty: Type) -> Vec<u64> {
    match ty {
        Type::Mask(_) => {
            let mut random = Random::new(7);
            [0, u64::MAX, 1, 1 << 63, 0xff, 0x8000].into_iter().chain((0..34).map(|_| random.bits())).collect()
        }
        ty => edges(ty.elem()),
    }
}

/// All types of values.
fn types() -> Vec<Type> {
    let scalars = [Elem::I32, Elem::I64, Elem::F32, Elem::F64].map(Type::Scalar);
    let vectors = Elem::ALL.map(Type::Vector);
    let masks = Bits::ALL.map(Type::Mask);
    [&scalars[..], &vectors, &masks].concat()
}

#[test]
fn unary_operators() {
    for level in LEVELS {
        for ty in types() {
            let rows = Rows::new(level, &[ty], |_| true);
            for op in UnOp::ALL.into_iter().filter(|op| op.applies(ty)) {
                for form in FORMS {
                    rows.check(form, &|f, v| f.unary(op, v[0]));
                }
            }
        }
    }
}

/// Whether a division is defined.
fn divides(op: BinOp, elem: Elem, row: &[u64]) -> bool {
    let width = elem.bits().count();
    let (least, minus_one) = (1 << (width - 1), u64::MAX >> (64 - width));
    match op {
        BinOp::DivS | BinOp::RemS => row[1] != 0 && (row[0] != least || row[1] != minus_one),
        BinOp::DivU | BinOp::RemU => row[1] != 0,
        _ => true,
    }
}

#[test]
fn binary_operators() {
    for level in LEVELS {
        for ty in types() {
            let any = Rows::new(level, &[ty; 2], |_| true);
            for op in BinOp::ALL.into_iter().filter(|op| op.applies(ty)) {
                let some = matches!(op, BinOp::DivS | BinOp::DivU | BinOp::RemS | BinOp::RemU)
                    .then(|| Rows::new(level, &[ty; 2], |row| divides(op, ty.elem(), row)));
                for form in FORMS {
                    some.as_ref().unwrap_or(&any).check(form, &|f, v| f.binary(op, v[0], v[1]));
                }
            }
        }
    }
}

#[test]
fn binary_operators_with_constants() {
    for level in LEVELS {
        for ty in types() {
            let rows = Rows::new(level, &[ty], |_| true);
            for op in BinOp::ALL.into_iter().filter(|op| op.applies(ty)) {
                for constant in numbers(ty).into_iter().step_by(5) {
                    let usable =
                        Rows::new(level, &[ty], |row| divides(op, ty.elem(), &[row[0], constant]) || constant == 0);
                    if divides(op, ty.elem(), &[0, constant]) {
                        usable.check(Form::Constant, &|f, v| f.binary_const(op, v[0], constant));
                    }
                    if !matches!(op, BinOp::DivS | BinOp::DivU | BinOp::RemS | BinOp::RemU) {
                        rows.check(Form::Constant, &|f, v| {
                            let left = f.constant(ty, constant);
                            f.binary(op, left, v[0])
                        });
                    }
                }
            }
        }
    }
}

#[test]
fn fused_products() {
    for level in LEVELS {
        for ty in types().into_iter().filter(|ty| ty.elem().is_float()) {
            let rows = Rows::new(level, &[ty; 3], |_| true);
            for op in FmaOp::ALL {
                for form in FORMS {
                    rows.check(form, &|f, v| f.fma(op, v[0], v[1], v[2]));
                    rows.check(form, &|f, v| f.fma(op, v[1], v[0], v[2]));
                    rows.check(form, &|f, v| f.fma(op, v[2], v[1], v[0]));
                    rows.check(form, &|f, v| f.fma(op, v[0], v[0], v[2]));
                    rows.check(form, &|f, v| f.fma(op, v[0], v[1], v[0]));
                    rows.check(form, &|f, v| {
                        let constant = f.constant(ty, 0x3f00_0000_3f00_0000);
                        f.fma(op, v[0], constant, v[2])
                    });
                }
            }
        }
    }
}

#[test]
fn comparisons_and_choices() {
    for level in LEVELS {
        for ty in types().into_iter().filter(|ty| !matches!(ty, Type::Mask(_))) {
            let rows = Rows::new(level, &[ty; 2], |_| true);
            let conds = Cond::ALL.into_iter().filter(|cond| !ty.elem().is_float() || !cond.is_unsigned());
            for cond in conds {
                for form in [Form::Memory, Form::Registers] {
                    rows.check(form, &|f, v| f.compare(cond, v[0], v[1]));
                    rows.check(form, &|f, v| {
                        let c = f.compare(cond, v[0], v[1]);
                        f.select(c, v[0], v[1])
                    });
                    rows.check(form, &|f, v| {
                        let zero = f.constant(ty, 0);
                        let c = f.compare(cond, v[0], zero);
                        f.select(c, v[1], zero)
                    });
                    if let Type::Vector(_) = ty {
                        rows.check(form, &|f, v| {
                            let (c, d) = (f.compare(cond, v[0], v[1]), f.compare(Cond::Ne, v[0], v[1]));
                            f.binary(BinOp::And, d, c)
                        });
                    } else {
                        rows.check(form, &|f, v| branch(f, cond, v[0], v[1]));
                    }
                }
            }
        }
        for bits in Bits::ALL {
            let rows = Rows::new(level, &[Type::Mask(bits); 2], |_| true);
            rows.check(Form::Registers, &|f, v| {
                let any = f.any(v[1]);
                f.select(any, v[0], v[1])
            });
        }
    }
}

/// 1 or 2, by a branch.
fn branch(f: &mut Function, cond: Cond, a: Value, b: Value) -> Value {
    let c = f.compare(cond, a, b);
    let (yes, end) = (f.block(&[]), f.block(&[I64]));
    let two = f.i64(2);
    f.branch(c, (yes, &[]), (end, &[two]));
    f.switch_to(yes);
    let one = f.i64(1);
    f.jump(end, &[one]);
    f.switch_to(end);
    f.block_params(end)[0]
}

#[test]
fn conversions() {
    for level in LEVELS {
        for from in types() {
            let rows = Rows::new(level, &[from], |_| true);
            for to in types() {
                for op in ConvOp::ALL.into_iter().filter(|op| op.applies(from, to)) {
                    let vector = !matches!(from, Type::Scalar(_)) && op != ConvOp::Bits;
                    let parts = if vector { (to.elem().bytes() / from.elem().bytes()).max(1) } else { 1 };
                    for part in 0..parts as u8 {
                        for form in [Form::Memory, Form::Registers] {
                            rows.check(form, &|f, v| f.convert_part(op, to, v[0], part));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn moved_lanes() {
    for level in LEVELS {
        for elem in Elem::ALL {
            let lanes = level.register_bits() / elem.bits().count();
            let rows = Rows::new(level, &[Type::Vector(elem); 2], |_| true);
            for lane in 0..lanes as u8 {
                rows.check(Form::Registers, &|f, v| f.extract(v[0], lane));
                rows.check(Form::Registers, &|f, v| {
                    let scalar = f.extract(v[1], lane);
                    f.insert(v[0], scalar, lane)
                });
            }
            for from in 0..=lanes as u8 {
                rows.check(Form::Registers, &|f, v| f.slide(v[0], v[1], from));
            }
            for count in (0..7).map(|power| 1 << power).filter(|count| 2 * count <= lanes) {
                rows.check(Form::Registers, &|f, v| f.join(v[0], v[1], count as u8));
            }
            for form in [Form::Memory, Form::Registers] {
                let scalar = if elem.bits() < Bits::B32 { I32 } else { Type::Scalar(elem) };
                Rows::new(level, &[scalar], |_| true).check(form, &|f, v| f.splat(elem, v[0]));
            }
            if elem != Elem::I8 {
                let index = Type::Vector(elem.bits().integer());
                let rows = Rows::new(level, &[Type::Vector(elem), index], |_| true);
                rows.check(Form::Registers, &|f, v| f.permute(v[0], v[1]));
                let rows = Rows::new(level, &[Type::Vector(elem), Type::Vector(elem), index], |_| true);
                rows.check(Form::Registers, &|f, v| f.permute2(v[0], v[1], v[2]));
            }
            let op = if elem.is_float() { BinOp::MinLeft } else { BinOp::Add };
            rows.check(Form::Registers, &|f, v| f.reduce(op, v[0]));
            let numbers: Vec<u64> = (0..lanes as u64).map(|lane| lane * 37 + 5).collect();
            rows.check(Form::Registers, &|f, _| f.lanes_const(elem, numbers.clone()));
        }
    }
}

#[test]
fn masks() {
    for level in LEVELS {
        for bits in Bits::ALL {
            let ty = Type::Mask(bits);
            let rows = Rows::new(level, &[ty; 2], |_| true);
            rows.check(Form::Registers, &|f, v| f.any(v[0]));
            rows.check(Form::Registers, &|f, v| f.all(v[0]));
            rows.check(Form::Registers, &|f, v| f.first_lane(v[0]));
            rows.check(Form::Registers, &|f, v| {
                let (any, all) = (f.any(v[0]), f.all(v[1]));
                let both = f.select(any, v[0], v[1]);
                f.select(all, both, v[0])
            });
            let lanes = level.register_bits() / bits.count();
            for count in (0..6).map(|power| 1 << power).filter(|count| 2 * count <= lanes) {
                rows.check(Form::Registers, &|f, v| f.join(v[0], v[1], count as u8));
            }
            let counts = Rows::new(level, &[I64], |_| true);
            for form in [Form::Memory, Form::Registers] {
                counts.check(form, &|f, v| f.first_lanes(bits, v[0]));
            }
            for constant in numbers(ty).into_iter().take(40) {
                rows.check(Form::Registers, &|f, v| f.binary_const(BinOp::Xor, v[0], constant));
            }
        }
    }
}

#[test]
fn calls() {
    for level in LEVELS {
        let types = [I64, Type::Scalar(Elem::F64), I32, Type::Scalar(Elem::F32), Type::Vector(Elem::F32)];
        let rows = Rows::new(level, &types, |_| true);
        rows.check(Form::Registers, &|f, v| {
            let called = f.call(mixed_called as *const () as usize, &v[..4], Elem::I64);
            let again = f.call(mixed_called as *const () as usize, &[called, v[1], v[2], v[3]], Elem::I64);
            // The vector must survive the calls.
            let word = f.binary(BinOp::Xor, again, called);
            let splat = f.splat(Elem::I64, word);
            let bits = f.convert(ConvOp::Bits, Type::Vector(Elem::I64), v[4]);
            f.binary(BinOp::Xor, splat, bits)
        });
    }
}
