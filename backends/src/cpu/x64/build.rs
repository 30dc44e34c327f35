//! Builds functions. The builder computes the types of results; whether operands have the right types is for the
//! validator to say.

use super::detect::Level;
use super::ir::*;

impl Function {
    /// A function with this many parameters and an empty entry, where the builder starts.
    pub fn new(name: impl Into<String>, level: Level, params: usize) -> Function {
        let mut function = Function {
            name: name.into(),
            level,
            keeps_registers: false,
            stack_bytes: 0,
            params: Vec::new(),
            blocks: vec![BlockData::default()],
            types: Vec::new(),
            current: Block(0),
        };
        function.params = (0..params).map(|_| function.value(I64)).collect();
        function
    }

    fn value(&mut self, ty: Type) -> Value {
        self.types.push(ty);
        Value(self.types.len() as u32 - 1)
    }

    /// A new block with parameters of these types.
    pub fn block(&mut self, params: &[Type]) -> Block {
        let params = params.iter().map(|&ty| self.value(ty)).collect();
        self.blocks.push(BlockData { params, ..BlockData::default() });
        Block(self.blocks.len() as u32 - 1)
    }

    /// The parameters of a block.
    pub fn block_params(&self, block: Block) -> &[Value] {
        &self.blocks[block.index()].params
    }

    /// The block that the builder appends to.
    pub const fn current(&self) -> Block {
        self.current
    }

    /// Appends to this block from now on.
    pub const fn switch_to(&mut self, block: Block) {
        self.current = block;
    }

    /// Appends an operation with a result of this type.
    pub fn push(&mut self, ty: Type, op: Op) -> Value {
        let result = self.value(ty);
        self.blocks[self.current.index()].insts.push(Inst { op, result: Some(result) });
        result
    }

    /// Appends an operation without a result.
    pub fn push_effect(&mut self, op: Op) {
        self.blocks[self.current.index()].insts.push(Inst { op, result: None });
    }

    fn end(&mut self, terminator: Terminator) {
        self.blocks[self.current.index()].terminator = Some(terminator);
    }

    /// Reserves bytes of the function's stack area at a multiple of 64, and returns their first.
    pub const fn reserve(&mut self, bytes: u32) -> u32 {
        let start = self.stack_bytes;
        self.stack_bytes += bytes.next_multiple_of(64);
        start
    }
}

/// Terminators.
impl Function {
    /// Returns from the function.
    pub fn ret(&mut self, value: Value) {
        self.end(Terminator::Return(value));
    }

    /// Goes on in another block.
    pub fn jump(&mut self, block: Block, args: &[Value]) {
        self.end(Terminator::Jump(Target { block, args: args.to_vec() }));
    }

    /// Goes on in `yes` if `condition` is not 0, else in `no`.
    pub fn branch(&mut self, condition: Value, yes: (Block, &[Value]), no: (Block, &[Value])) {
        let target = |(block, args): (Block, &[Value])| Target { block, args: args.to_vec() };
        self.end(Terminator::Branch(condition, target(yes), target(no)));
    }
}

/// Constants.
impl Function {
    /// A constant of any type, from the bits of a scalar or a lane. For a mask, bit `i` is lane `i`.
    pub fn constant(&mut self, ty: Type, bits: u64) -> Value {
        self.push(ty, Op::Const(bits))
    }

    /// A scalar.
    pub fn i64(&mut self, value: i64) -> Value {
        self.constant(I64, value as u64)
    }

    /// A scalar.
    pub fn i32(&mut self, value: i32) -> Value {
        self.constant(I32, u64::from(value as u32))
    }

    /// A vector with these lanes.
    pub fn lanes_const(&mut self, elem: Elem, lanes: impl IntoIterator<Item = u64>) -> Value {
        self.push(Type::Vector(elem), Op::Lanes(lanes.into_iter().collect()))
    }

    /// The numbers of the lanes. `elem` is an integer.
    pub fn iota(&mut self, elem: Elem) -> Value {
        self.lanes_const(elem, 0..self.lanes(elem) as u64)
    }

    /// The mask of no lane.
    pub fn no_lanes(&mut self, bits: Bits) -> Value {
        self.constant(Type::Mask(bits), 0)
    }

    /// The mask of all lanes.
    pub fn all_lanes(&mut self, bits: Bits) -> Value {
        self.constant(Type::Mask(bits), u64::MAX >> (64 - self.lanes_of(bits)))
    }
}

/// Arithmetic.
impl Function {
    /// An operator of one operand.
    pub fn unary(&mut self, op: UnOp, a: Value) -> Value {
        self.push(self.ty(a), Op::Unary(op, a))
    }

    /// An operator of two operands.
    pub fn binary(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        self.push(self.ty(a), Op::Binary(op, a, b))
    }

    /// An operator with a constant on the right.
    pub fn binary_const(&mut self, op: BinOp, a: Value, bits: u64) -> Value {
        let b = self.constant(self.ty(a), bits);
        self.binary(op, a, b)
    }

    /// A fused product and sum.
    pub fn fma(&mut self, op: FmaOp, a: Value, b: Value, c: Value) -> Value {
        self.push(self.ty(a), Op::Fma(op, [a, b, c]))
    }

    /// A comparison.
    pub fn compare(&mut self, cond: Cond, a: Value, b: Value) -> Value {
        let ty = match self.ty(a) {
            Type::Vector(elem) => Type::Mask(elem.bits()),
            _ => I32,
        };
        self.push(ty, Op::Compare(cond, a, b))
    }

    /// `a` where `c` is true, else `b`.
    pub fn select(&mut self, c: Value, a: Value, b: Value) -> Value {
        self.push(self.ty(a), Op::Select([c, a, b]))
    }

    /// A conversion.
    pub fn convert(&mut self, op: ConvOp, to: Type, a: Value) -> Value {
        self.convert_part(op, to, a, 0)
    }

    /// A conversion of this part of a vector or a mask.
    pub fn convert_part(&mut self, op: ConvOp, to: Type, a: Value, part: u8) -> Value {
        self.push(to, Op::Convert(op, a, part))
    }
}

/// Lanes.
impl Function {
    /// A scalar in every lane.
    pub fn splat(&mut self, elem: Elem, a: Value) -> Value {
        self.push(Type::Vector(elem), Op::Splat(a))
    }

    /// A lane as a scalar.
    pub fn extract(&mut self, a: Value, lane: u8) -> Value {
        let elem = match self.ty(a).elem() {
            Elem::I8 | Elem::I16 => Elem::I32,
            elem => elem,
        };
        self.push(Type::Scalar(elem), Op::Extract(a, lane))
    }

    /// A vector with one lane replaced.
    pub fn insert(&mut self, a: Value, scalar: Value, lane: u8) -> Value {
        self.push(self.ty(a), Op::Insert(a, scalar, lane))
    }

    /// Lanes of `a` from number `from` on, followed by lanes of `b`.
    pub fn slide(&mut self, a: Value, b: Value, from: u8) -> Value {
        self.push(self.ty(a), Op::Slide(a, b, from))
    }

    /// Lanes of `a` in the order of `index`.
    pub fn permute(&mut self, a: Value, index: Value) -> Value {
        self.push(self.ty(a), Op::Permute(a, index))
    }

    /// Lanes of `a` and `b` in the order of `index`, which counts those of `b` after those of `a`.
    pub fn permute2(&mut self, a: Value, b: Value, index: Value) -> Value {
        self.push(self.ty(a), Op::Permute2([a, b, index]))
    }

    /// The low lanes of two vectors or masks.
    pub fn join(&mut self, a: Value, b: Value, lanes: u8) -> Value {
        self.push(self.ty(a), Op::Join { parts: [a, b], lanes })
    }

    /// All lanes combined by an operator, as a scalar. The upper half of the lanes is combined with the lower half,
    /// then the upper half of what remains, and so on.
    pub fn reduce(&mut self, op: BinOp, a: Value) -> Value {
        let mut rest = self.lanes(self.ty(a).elem());
        let mut folded = a;
        while rest > 1 {
            rest /= 2;
            let upper = self.slide(folded, folded, rest as u8);
            folded = self.binary(op, folded, upper);
        }
        self.extract(folded, 0)
    }

    /// The mask whose lane `i` is bit `i` of an `I64`.
    pub fn mask_from_bits(&mut self, bits: Bits, a: Value) -> Value {
        self.push(Type::Mask(bits), Op::MaskFromBits(a))
    }

    /// The bits of a mask.
    pub fn mask_to_bits(&mut self, a: Value) -> Value {
        self.push(I64, Op::MaskToBits(a))
    }

    /// The mask of the first lanes.
    pub fn first_lanes(&mut self, bits: Bits, count: Value) -> Value {
        self.push(Type::Mask(bits), Op::FirstLanes(count))
    }

    /// Whether a mask has any lane.
    pub fn any(&mut self, a: Value) -> Value {
        self.push(I32, Op::Any(a))
    }

    /// Whether a mask has all lanes.
    pub fn all(&mut self, a: Value) -> Value {
        self.push(I32, Op::All(a))
    }

    /// The number of the first lane of a mask, an `I64`; 64 if it has none.
    pub fn first_lane(&mut self, a: Value) -> Value {
        let bits = self.mask_to_bits(a);
        self.unary(UnOp::TrailingZeros, bits)
    }
}

/// Memory.
impl Function {
    /// The address of a byte of the stack area.
    pub fn stack_address(&mut self, byte: u32) -> Value {
        self.push(I64, Op::StackAddress(byte))
    }

    /// Reads a scalar.
    pub fn load(&mut self, access: Access, address: Address) -> Value {
        self.push(Type::Scalar(access.elem()), Op::Load(access, address))
    }

    /// Writes a scalar.
    pub fn store(&mut self, access: Access, address: Address, value: Value) {
        self.push_effect(Op::Store(access, address, value));
    }

    /// Reads a vector.
    pub fn load_vector(&mut self, elem: Elem, address: Address, mask: Option<Value>) -> Value {
        let lanes = self.lanes(elem) as u8;
        self.push(Type::Vector(elem), Op::LoadVector { address, lanes, mask })
    }

    /// Reads the first lanes of a vector.
    pub fn load_lanes(&mut self, elem: Elem, address: Address, lanes: u8) -> Value {
        self.push(Type::Vector(elem), Op::LoadVector { address, lanes, mask: None })
    }

    /// Writes a vector.
    pub fn store_vector(&mut self, address: Address, value: Value, mask: Option<Value>) {
        let lanes = self.lanes(self.ty(value).elem()) as u8;
        self.push_effect(Op::StoreVector { address, value, lanes, mask, stream: false });
    }

    /// Writes the first lanes of a vector.
    pub fn store_lanes(&mut self, address: Address, value: Value, lanes: u8) {
        self.push_effect(Op::StoreVector { address, value, lanes, mask: None, stream: false });
    }

    /// Writes the first lanes of a vector past the caches.
    pub fn stream_lanes(&mut self, address: Address, value: Value, lanes: u8) {
        self.push_effect(Op::StoreVector { address, value, lanes, mask: None, stream: true });
    }

    /// Reads the first lanes of a vector from places that are `step` bytes apart.
    pub fn load_steps(&mut self, elem: Elem, address: Address, step: Value, lanes: u8) -> Value {
        self.push(Type::Vector(elem), Op::LoadSteps { address, step, lanes })
    }

    /// Writes the first lanes of a vector to places that are `step` bytes apart.
    pub fn store_steps(&mut self, address: Address, step: Value, value: Value, lanes: u8) {
        self.push_effect(Op::StoreSteps { address, step, value, lanes });
    }

    /// Reads lanes from addresses with a vector index.
    pub fn gather(&mut self, elem: Elem, address: Address, mask: Option<Value>, part: u8) -> Value {
        self.push(Type::Vector(elem), Op::Gather { address, mask, part })
    }

    /// Reads elements of 8 or 16 bits from addresses with an index of `I64` lanes, into the low bits of such lanes.
    /// Above is what follows in memory; lanes without the mask are zero. Elements lie at multiples of their size.
    ///
    /// Whole words are read at multiples of their size. So nothing is read outside of a page that has an element.
    pub fn gather_narrow(&mut self, address: Address, index: Value, mask: Option<Value>) -> Value {
        let start = self.binary_const(BinOp::And, address.base, !7);
        let rest = self.binary_const(BinOp::And, address.base, 7);
        let rest = self.binary_const(BinOp::Add, rest, i64::from(address.displacement) as u64);
        let rest = self.splat(Elem::I64, rest);
        let shift = u64::from(address.scale.trailing_zeros());
        let offset = self.binary_const(BinOp::Shl, index, shift);
        let offset = self.binary(BinOp::Add, offset, rest);
        let word = self.binary_const(BinOp::And, offset, !7);
        let words = self.gather(Elem::I64, Address::indexed(start, word, 1), mask, 0);
        let byte = self.binary_const(BinOp::And, offset, 7);
        let bits = self.binary_const(BinOp::Shl, byte, 3);
        self.binary(BinOp::Shr, words, bits)
    }

    /// Writes lanes to addresses with a vector index.
    pub fn scatter(&mut self, address: Address, value: Value, mask: Option<Value>, part: u8) {
        self.push_effect(Op::Scatter { address, value, mask, part });
    }

    /// Brings a line of memory into a cache.
    pub fn prefetch(&mut self, address: Address) {
        self.push_effect(Op::Prefetch(address));
    }

    /// Makes stores past the caches visible.
    pub fn fence(&mut self) {
        self.push_effect(Op::Fence);
    }

    /// Calls a function that has a result of this type, which is `I32`, `I64`, `F32` or `F64`.
    pub fn call(&mut self, address: usize, args: &[Value], result: Elem) -> Value {
        self.push(Type::Scalar(result), Op::Call(address, args.to_vec()))
    }

    /// Calls a function without a result.
    pub fn call_effect(&mut self, address: usize, args: &[Value]) {
        self.push_effect(Op::Call(address, args.to_vec()));
    }
}
