//! Checks functions. All violations are reported, each with its place.
//!
//! - *shape*: blocks have ends; targets exist, and none is the entry; there are at most six parameters;
//! - *definitions*: every operand is a parameter or a result, and its definition dominates the use;
//! - *arguments*: as many as the target has parameters, of their types;
//! - *types*: operators apply to the types of their operands, and yield the type of the result;
//! - *constants*: lanes, parts, scales and offsets are in range.

use std::fmt;

use framework::{Error, Result};

use super::flow::Flow;
use super::ir::*;

/// Displacements are less, so that the emitter can add to them.
pub const MOST_DISPLACEMENT: i32 = 1 << 30;

/// Checks a function.
///
/// Errors: an internal error that lists all violations.
pub fn validate(function: &Function) -> Result<()> {
    let violations = violations(function);
    if violations.is_empty() {
        return Ok(());
    }
    let list: String = violations.iter().map(|violation| format!("\n  {violation}")).collect();
    Err(Error::internal(format!("x64: `{}` is invalid:{list}", function.name)))
}

/// All violations, in the order of the blocks.
pub fn violations(function: &Function) -> Vec<String> {
    let mut checker = Checker {
        function,
        flow: Flow::of(function),
        definitions: definitions(function),
        place: Place::Parameters,
        found: Vec::new(),
    };
    checker.function();
    checker.found
}

/// For each value, the block that defines it and the number of the instruction there, from 1 on; 0 is a parameter.
fn definitions(function: &Function) -> Vec<Option<(Block, usize)>> {
    let mut definitions = vec![None; function.values()];
    function.params.iter().for_each(|param| definitions[param.index()] = Some((Block(0), 0)));
    for (number, block) in function.blocks.iter().enumerate() {
        let here = Block(number as u32);
        block.params.iter().for_each(|param| definitions[param.index()] = Some((here, 0)));
        for (at, inst) in block.insts.iter().enumerate() {
            inst.result.iter().for_each(|result| definitions[result.index()] = Some((here, at + 1)));
        }
    }
    definitions
}

/// A part of a function.
#[derive(Clone, Copy)]
enum Place<'f> {
    Parameters,
    Block(Block),
    Inst(Block, &'f Op),
    End(Block, &'f Terminator),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Parameters => f.write_str("parameters"),
            Place::Block(block) => write!(f, "{block}"),
            Place::Inst(block, op) => write!(f, "{block}: {op}"),
            Place::End(block, end) => write!(f, "{block}: {end}"),
        }
    }
}

struct Checker<'f> {
    function: &'f Function,
    flow: Flow,
    definitions: Vec<Option<(Block, usize)>>,
    /// What is checked.
    place: Place<'f>,
    found: Vec<String>,
}

impl<'f> Checker<'f> {
    fn report(&mut self, what: impl fmt::Display) {
        self.found.push(format!("{}: {what}", self.place));
    }

    fn require(&mut self, holds: bool, what: impl fmt::Display) {
        if !holds {
            self.report(what);
        }
    }

    /// Requires a type of an operand.
    fn expect(&mut self, value: Value, ty: Type) {
        let found = self.function.ty(value);
        if found != ty {
            let [found, ty] = [found, ty].map(|ty| self.function.show_type(ty));
            self.report(format_args!("{value} is {found}, not {ty}"));
        }
    }

    fn function(&mut self) {
        self.require(self.function.params.len() <= 6, "there are more than six");
        for (number, block) in self.function.blocks.iter().enumerate() {
            let here = Block(number as u32);
            self.place = Place::Block(here);
            self.require(number != 0 || block.params.is_empty(), "the entry has parameters");
            for (at, inst) in block.insts.iter().enumerate() {
                self.place = Place::Inst(here, &inst.op);
                let before = self.found.len();
                inst.op.visit(|value| self.used(value, here, at + 1));
                // Types of values that are not defined say nothing.
                if self.found.len() == before {
                    self.inst(inst);
                }
            }
            self.place = Place::Block(here);
            match &block.terminator {
                Some(end) => {
                    self.place = Place::End(here, end);
                    self.end(end, here, block.insts.len() + 1);
                }
                None => self.report("the block has no end"),
            }
        }
    }

    /// An operand of instruction `at` of block `here`.
    fn used(&mut self, value: Value, here: Block, at: usize) {
        let defined = self.definitions.get(value.index()).copied().flatten();
        let holds = match defined {
            Some((block, number)) if block == here => number < at,
            Some((block, _)) => self.flow.dominates(block, here),
            None => false,
        };
        self.require(holds, format_args!("{value} is not defined here"));
    }

    fn end(&mut self, end: &Terminator, here: Block, at: usize) {
        let before = self.found.len();
        end.visit(|value| self.used(value, here, at));
        if self.found.len() > before {
            return;
        }
        match end {
            Terminator::Return(value) => self.expect(*value, I64),
            Terminator::Branch(condition, ..) => self.expect(*condition, I32),
            Terminator::Jump(_) => {}
        }
        for target in end.targets() {
            let Some(block) = self.function.blocks.get(target.block.index()) else {
                self.report(format_args!("{} does not exist", target.block));
                continue;
            };
            self.require(target.block != Block(0), "the entry is a target");
            let (given, wanted) = (target.args.len(), block.params.len());
            self.require(given == wanted, format_args!("{} takes {wanted} arguments, not {given}", target.block));
            for (arg, param) in target.args.iter().zip(&block.params) {
                self.expect(*arg, self.function.ty(*param));
            }
        }
    }

    /// The types and constants of an instruction whose operands are defined.
    fn inst(&mut self, inst: &Inst) {
        let result = inst.result.map(|result| self.function.ty(result));
        let Some(ty) = self.result(&inst.op, result) else { return };
        if result != ty {
            let show = |ty: Option<Type>| ty.map_or("nothing".to_string(), |ty| self.function.show_type(ty));
            self.report(format_args!("the result is {}, not {}", show(result), show(ty)));
        }
    }

    /// Checks operands, and returns the type of the result; `None` if there is no telling. `given` is the type that the
    /// result has, from which operations take the type that they cannot know from operands.
    fn result(&mut self, op: &Op, given: Option<Type>) -> Option<Option<Type>> {
        let ty = |value: &Value| self.function.ty(*value);
        let result = match op {
            Op::Const(_) => given.filter(|ty| is_value_type(*ty)).or(Some(I64)),
            Op::Lanes(lanes) => {
                let elem = given?.elem();
                self.require(lanes.len() == self.function.lanes(elem), "the number of lanes is not a register's");
                Some(Type::Vector(elem))
            }
            Op::StackAddress(byte) => {
                self.require(*byte < self.function.stack_bytes, "the byte is outside of the stack area");
                Some(I64)
            }
            Op::Unary(unary, a) => {
                self.require(unary.applies(ty(a)), "the operator does not apply");
                Some(ty(a))
            }
            Op::Binary(binary, a, b) => {
                self.require(binary.applies(ty(a)), "the operator does not apply");
                self.expect(*b, ty(a));
                Some(ty(a))
            }
            Op::Fma(_, [a, b, c]) => {
                let float = ty(a).elem().is_float();
                self.require(float, "the operator does not apply");
                [b, c].into_iter().for_each(|operand| self.expect(*operand, self.function.ty(*a)));
                Some(self.function.ty(*a))
            }
            Op::Compare(cond, a, b) => Some(self.compare(*cond, *a, *b)),
            Op::Select([c, a, b]) => {
                let wanted = match ty(a) {
                    Type::Vector(elem) => Type::Mask(elem.bits()),
                    _ => I32,
                };
                self.expect(*c, wanted);
                self.expect(*b, self.function.ty(*a));
                Some(self.function.ty(*a))
            }
            Op::Convert(op, a, part) => {
                let to = given?;
                self.convert(*op, *a, to, *part);
                Some(to)
            }
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
            | Op::Call(..) => return self.effect(op, given),
            _ => return self.lane_result(op, given),
        };
        Some(result)
    }

    fn compare(&mut self, cond: Cond, a: Value, b: Value) -> Type {
        let ty = self.function.ty(a);
        let integers = !ty.elem().is_float() && !matches!(ty, Type::Mask(_));
        self.require(integers || (!cond.is_unsigned() && ty.elem().is_float()), "the comparison does not apply");
        self.expect(b, ty);
        match ty {
            Type::Vector(elem) => Type::Mask(elem.bits()),
            _ => I32,
        }
    }

    fn convert(&mut self, op: ConvOp, a: Value, to: Type, part: u8) {
        let from = self.function.ty(a);
        self.require(is_value_type(to) && op.applies(from, to), "the conversion does not apply");
        let parts = match (from, to) {
            (Type::Scalar(_), _) => 1,
            _ if op == ConvOp::Bits => 1,
            _ => (to.elem().bits().count() / from.elem().bits().count()).max(1),
        };
        self.require(usize::from(part) < parts, "the operand has no such part");
    }

    /// As `result`, for operations on lanes and masks.
    fn lane_result(&mut self, op: &Op, given: Option<Type>) -> Option<Option<Type>> {
        let function = self.function;
        let ty = |value: &Value| function.ty(*value);
        let vector = |value: &Value| matches!(ty(value), Type::Vector(_));
        let mask = |value: &Value| matches!(ty(value), Type::Mask(_));
        let lanes = |value: &Value| function.lanes(ty(value).elem());
        let result = match op {
            Op::Splat(a) => {
                let elem = given?.elem();
                self.expect(*a, scalar_of(elem));
                Type::Vector(elem)
            }
            Op::Extract(a, lane) => {
                self.require(vector(a) && usize::from(*lane) < lanes(a), "there is no such lane");
                scalar_of(ty(a).elem())
            }
            Op::Insert(a, b, lane) => {
                self.require(vector(a) && usize::from(*lane) < lanes(a), "there is no such lane");
                self.expect(*b, scalar_of(ty(a).elem()));
                ty(a)
            }
            Op::Slide(a, b, from) => {
                self.require(vector(a) && usize::from(*from) <= lanes(a), "there is no such lane");
                self.expect(*b, ty(a));
                ty(a)
            }
            Op::Permute(a, index) => {
                self.require(vector(a) && ty(a).elem() != Elem::I8, "lanes of this type cannot be permuted");
                self.expect(*index, Type::Vector(ty(a).elem().bits().integer()));
                ty(a)
            }
            Op::Permute2([a, b, index]) => {
                self.require(vector(a) && ty(a).elem() != Elem::I8, "lanes of this type cannot be permuted");
                self.expect(*b, ty(a));
                self.expect(*index, Type::Vector(ty(a).elem().bits().integer()));
                ty(a)
            }
            Op::Join { parts: [a, b], lanes: count } => {
                let count = usize::from(*count);
                let fits = (vector(a) || mask(a)) && count.is_power_of_two() && 2 * count <= lanes(a);
                self.require(fits, "so many lanes cannot be joined");
                self.expect(*b, ty(a));
                ty(a)
            }
            Op::MaskFromBits(a) | Op::FirstLanes(a) => {
                self.expect(*a, I64);
                Type::Mask(given?.elem().bits())
            }
            Op::MaskToBits(a) | Op::Any(a) | Op::All(a) => {
                self.require(mask(a), "the operand is no mask");
                if matches!(op, Op::MaskToBits(_)) { I64 } else { I32 }
            }
            // `result` and `effect` have all others.
            _ => return None,
        };
        Some(Some(result))
    }

    /// As `result`, for operations with effects.
    fn effect(&mut self, op: &Op, given: Option<Type>) -> Option<Option<Type>> {
        let function = self.function;
        let result = match op {
            Op::Load(access, address) => {
                self.address(address);
                Some(Type::Scalar(access.elem()))
            }
            Op::Store(access, address, value) => {
                self.address(address);
                self.expect(*value, Type::Scalar(access.elem()));
                None
            }
            Op::LoadVector { address, lanes, mask } => {
                let elem = given?.elem();
                self.address(address);
                self.access(elem, *lanes, *mask);
                Some(Type::Vector(elem))
            }
            Op::StoreVector { address, value, lanes, mask, stream } => {
                let elem = function.ty(*value).elem();
                self.expect(*value, Type::Vector(elem));
                self.address(address);
                self.access(elem, *lanes, *mask);
                let whole = usize::from(*lanes) * elem.bytes() >= 16 && mask.is_none();
                self.require(whole || !*stream, "at least 16 bytes are stored past the caches");
                None
            }
            Op::LoadSteps { address, step, lanes } => {
                let elem = given?.elem();
                self.stepped(elem, address, *step, *lanes);
                Some(Type::Vector(elem))
            }
            Op::StoreSteps { address, step, value, lanes } => {
                let elem = function.ty(*value).elem();
                self.expect(*value, Type::Vector(elem));
                self.stepped(elem, address, *step, *lanes);
                None
            }
            Op::Gather { address, mask, part } => {
                let elem = given?.elem();
                self.indexed(elem, address, *mask, *part);
                Some(Type::Vector(elem))
            }
            Op::Scatter { address, value, mask, part } => {
                let elem = function.ty(*value).elem();
                self.expect(*value, Type::Vector(elem));
                self.indexed(elem, address, *mask, *part);
                None
            }
            Op::Prefetch(address) => {
                self.address(address);
                None
            }
            Op::Fence => None,
            Op::Call(_, args) => {
                let scalars = args.iter().all(|arg| matches!(function.ty(*arg), Type::Scalar(_)));
                self.require(scalars, "an argument is no scalar");
                let floats = args.iter().filter(|arg| function.ty(**arg).elem().is_float()).count();
                self.require(floats <= 8 && args.len() - floats <= 6, "there are too many arguments");
                given.map(|ty| scalar_of(ty.elem()))
            }
            // `result` calls this for the others only.
            _ => return None,
        };
        Some(result)
    }

    fn address(&mut self, address: &Address) {
        self.base(address);
        address.index.iter().for_each(|index| self.expect(*index, I64));
    }

    /// An address without its index.
    fn base(&mut self, address: &Address) {
        self.expect(address.base, I64);
        self.require(matches!(address.scale, 1 | 2 | 4 | 8), "the scale is not 1, 2, 4 or 8");
        self.require(address.displacement.unsigned_abs() < MOST_DISPLACEMENT as u32, "the displacement is too far");
    }

    fn access(&mut self, elem: Elem, lanes: u8, mask: Option<Value>) {
        let (lanes, all) = (usize::from(lanes), self.function.lanes(elem));
        let fits = lanes.is_power_of_two() && lanes <= all && (lanes == all || mask.is_none());
        self.require(fits, "so many lanes cannot be accessed");
        mask.iter().for_each(|mask| self.expect(*mask, Type::Mask(elem.bits())));
    }

    /// An access to lanes that are equally far apart.
    fn stepped(&mut self, elem: Elem, address: &Address, step: Value, lanes: u8) {
        self.address(address);
        self.expect(step, I64);
        self.access(elem, lanes, None);
    }

    /// An access to lanes with a vector index.
    fn indexed(&mut self, elem: Elem, address: &Address, mask: Option<Value>, part: u8) {
        self.base(address);
        self.require(elem.bits() >= Bits::B32, "lanes of this type have no indexed access");
        let index = address.index.map(|index| self.function.ty(index));
        let Some(Type::Vector(index @ (Elem::I32 | Elem::I64))) = index else {
            self.report("the index is no vector of i32 or i64");
            return;
        };
        let parts = if elem.bits() > index.bits() { 2 } else { 1 };
        self.require(part < parts, "the index has no such part");
        let wide = elem.bits().max(index.bits());
        mask.iter().for_each(|mask| self.expect(*mask, Type::Mask(wide)));
    }
}

/// Whether values may have this type.
const fn is_value_type(ty: Type) -> bool {
    !matches!(ty, Type::Scalar(Elem::I8 | Elem::I16))
}

/// The type of a scalar that is a lane of this type.
const fn scalar_of(elem: Elem) -> Type {
    match elem {
        Elem::I8 | Elem::I16 => I32,
        elem => Type::Scalar(elem),
    }
}
