//! Conditions, calls, and the ends of blocks.

use iced_x86::Code;
use regalloc2::{RegClass, VReg};

use super::super::flow::Flow;
use super::super::ir::*;
use super::super::machine::{ARGUMENTS, Flag, Kind, View};
use super::Select;
use super::lines::{A, fixed_def, fixed_use};
use super::operands::general;

/// A block of machine instructions.
pub enum Place {
    /// The instructions of a block.
    Block(Block),
    /// The way from a branch to a target. The allocator moves arguments there.
    Edge(Target),
}

/// The order of machine blocks.
pub struct Layout {
    /// The blocks in order; edges come right after their branch.
    pub blocks: Vec<Place>,
    /// The number of each block of the function.
    numbers: Vec<usize>,
    /// By number of the block and side of its branch, the number of the edge.
    edges: Vec<[Option<usize>; 2]>,
}

impl Layout {
    /// Lays out the blocks that can be reached. A branch to a block with parameters, or to one that can be reached in
    /// other ways, gets an edge.
    pub fn of(function: &Function, flow: &Flow) -> Layout {
        let ends = || flow.order.iter().filter_map(|block| function.blocks[block.index()].terminator.as_ref());
        let mut ways = vec![0; function.blocks.len()];
        ends().flat_map(Terminator::targets).for_each(|target| ways[target.block.index()] += 1);
        let mut layout = Layout { blocks: Vec::new(), numbers: vec![0; function.blocks.len()], edges: Vec::new() };
        for &block in &flow.order {
            let number = layout.add(Place::Block(block));
            layout.numbers[block.index()] = number;
            if let Some(Terminator::Branch(_, yes, no)) = &function.blocks[block.index()].terminator {
                for (side, target) in [yes, no].into_iter().enumerate() {
                    if !target.args.is_empty() || ways[target.block.index()] > 1 {
                        let edge = layout.add(Place::Edge(target.clone()));
                        layout.edges[number][side] = Some(edge);
                    }
                }
            }
        }
        layout
    }

    fn add(&mut self, place: Place) -> usize {
        self.blocks.push(place);
        self.edges.push([None; 2]);
        self.blocks.len() - 1
    }

    fn number(&self, block: Block) -> regalloc2::Block {
        regalloc2::Block::new(self.numbers[block.index()])
    }
}

/// The first line of a bundle, and what it says if it holds.
pub struct Test {
    /// The instruction that sets the flags.
    pub code: Code,
    /// Its arguments.
    pub args: [A; 2],
    /// The condition.
    pub flag: Flag,
}

impl Select<'_> {
    /// The parameters, in their registers.
    pub fn entry(&mut self) {
        let params = self.f.params.iter().zip(ARGUMENTS);
        let operands: Vec<_> =
            params.map(|(param, number)| fixed_def(VReg::new(param.index(), RegClass::Int), number)).collect();
        self.bundle(Kind::Entry, &operands, &[]);
    }

    /// The end of machine block `number`.
    pub fn end(&mut self, number: usize, end: &Terminator, layout: &Layout) {
        match end {
            Terminator::Return(value) => {
                let value = self.reg(*value);
                self.bundle(Kind::Return, &[fixed_use(value, 0)], &[]);
            }
            Terminator::Jump(target) => self.jump(number, target, layout),
            Terminator::Branch(condition, yes, no) => {
                let [to_yes, to_no] = layout.edges[number];
                let number_of = |edge: Option<usize>, target: &Target| match edge {
                    Some(edge) => regalloc2::Block::new(edge),
                    None => layout.number(target.block),
                };
                let targets = [number_of(to_yes, yes), number_of(to_no, no)];
                let block = &mut self.machine.blocks[number];
                block.successors = targets.to_vec();
                block.args = vec![Vec::new(); 2];
                let test = self.test(*condition);
                self.bundle(Kind::Branch(test.flag, targets), &[], &[(test.code, &test.args)]);
            }
        }
    }

    /// A jump from machine block `number`.
    pub fn jump(&mut self, number: usize, target: &Target, layout: &Layout) {
        let args = target.args.iter().map(|arg| self.reg(*arg)).collect();
        let to = layout.number(target.block);
        let block = &mut self.machine.blocks[number];
        block.successors = vec![to];
        block.args = vec![args];
        self.bundle(Kind::Jump(to), &[], &[]);
    }

    /// A test whether an `I32` is not 0. A comparison that has no other use is made here.
    pub fn test(&mut self, value: Value) -> Test {
        let test = match self.only_here(value) {
            Some(Op::Compare(cond, a, b)) => self.compare_test(*cond, *a, *b),
            Some(Op::Any(mask)) => Some(self.any_test(*mask)),
            Some(Op::All(mask)) => Some(self.all_test(*mask)),
            _ => None,
        };
        test.unwrap_or_else(|| {
            let value = A::Use(self.reg(value), View::R32);
            Test { code: Code::Test_rm32_r32, args: [value, value], flag: Flag::Ne }
        })
    }

    /// A test that compares scalars. `None` for equality of floats, which takes two flags.
    pub fn compare_test(&mut self, cond: Cond, a: Value, b: Value) -> Option<Test> {
        let elem = self.f.ty(a).elem();
        if elem.is_float() {
            let (a, b, flag) = match cond {
                Cond::Lt => (b, a, Flag::A),
                Cond::Le => (b, a, Flag::Ae),
                Cond::Gt => (a, b, Flag::A),
                Cond::Ge => (a, b, Flag::Ae),
                _ => return None,
            };
            let args = [self.arg(a), self.float_source(b)];
            return Some(Test { code: self.float_test(elem), args, flag });
        }
        let (cond, a, b) = if self.known_i32(a).is_some() { (cond.swapped(), b, a) } else { (cond, a, b) };
        let flag = integer_flag(cond);
        let left = self.arg(a);
        Some(match self.known_i32(b) {
            Some(0) if matches!(cond, Cond::Eq | Cond::Ne | Cond::Lt | Cond::Ge) => {
                let code = if elem == Elem::I64 { Code::Test_rm64_r64 } else { Code::Test_rm32_r32 };
                Test { code, args: [left, left], flag }
            }
            Some(b) if elem == Elem::I64 => Test { code: Code::Cmp_rm64_imm32, args: [left, A::Imm32To64(b)], flag },
            Some(b) => Test { code: Code::Cmp_rm32_imm32, args: [left, A::Imm32(b)], flag },
            None => {
                let code = if elem == Elem::I64 { Code::Cmp_r64_rm64 } else { Code::Cmp_r32_rm32 };
                Test { code, args: [left, self.integer_source(b)], flag }
            }
        })
    }

    /// The instruction that compares floats: "above" and "equal" are false for a NaN.
    pub const fn float_test(&self, elem: Elem) -> Code {
        self.code(match elem {
            Elem::F32 => [Code::VEX_Vucomiss_xmm_xmmm32, Code::EVEX_Vucomiss_xmm_xmmm32_sae],
            _ => [Code::VEX_Vucomisd_xmm_xmmm64, Code::EVEX_Vucomisd_xmm_xmmm64_sae],
        })
    }

    /// A comparison of scalars as 0 or 1.
    pub fn scalar_compare(&mut self, cond: Cond, d: VReg, a: Value, b: Value) {
        if let Some(test) = self.compare_test(cond, a, b) {
            return self.set_flag(d, (test.code, &test.args), test.flag);
        }
        // Of a NaN, the parity flag is set as well.
        let test = self.float_test(self.f.ty(a).elem());
        let args = [self.arg(a), self.float_source(b)];
        let other = self.fresh(RegClass::Int);
        let (flag, ordered, combine) = match cond {
            Cond::Eq => (Flag::E, Flag::Np, Code::And_r32_rm32),
            _ => (Flag::Ne, Flag::P, Code::Or_r32_rm32),
        };
        self.lines(&[
            (test, &args),
            (flag.codes()[2], &[A::Def(d, View::R8)]),
            (ordered.codes()[2], &[A::Def(other, View::R8)]),
            (combine, &[A::Use(d, View::R32), A::Use(other, View::R32)]),
            (Code::And_rm32_imm32, &[A::Use(d, View::R32), A::Imm32(1)]),
        ]);
    }

    /// A truth value of a mask as 0 or 1.
    pub fn truth(&mut self, d: VReg, value: Value) {
        let test = match self.op(value) {
            Some(Op::All(mask)) => self.all_test(*mask),
            Some(Op::Any(mask)) => self.any_test(*mask),
            _ => return,
        };
        self.set_flag(d, (test.code, &test.args), test.flag);
    }

    /// A choice between scalars or masks.
    pub fn scalar_select(&mut self, ty: Type, d: VReg, c: Value, a: Value, b: Value) {
        let test = self.test(c);
        let first = (test.code, &test.args[..]);
        let old = self.reg(b);
        if self.class(ty) == RegClass::Int {
            let view = general(ty.elem());
            let [.., short, long] = test.flag.codes();
            let code = if view == View::R64 { long } else { short };
            let new = self.arg(a);
            return self.lines(&[first, (code, &[A::Tied(d, old, view), new])]);
        }
        let new = A::Use(self.reg(a), if d.class() == RegClass::Vector { View::K } else { self.whole() });
        let view = if d.class() == RegClass::Vector { View::K } else { self.whole() };
        let code = match d.class() {
            RegClass::Vector => Code::VEX_Kmovq_kr_km64,
            _ => self.code([Code::VEX_Vmovaps_ymm_ymmm256, Code::EVEX_Vmovaps_zmm_k1z_zmmm512]),
        };
        let skip = test.flag.negated().codes()[1];
        self.lines(&[first, (skip, &[A::End]), (code, &[A::Tied(d, old, view), new])]);
    }

    /// A call with scalars.
    pub fn call(&mut self, address: usize, args: &[Value], result: Option<(VReg, Type)>) {
        let mut operands = Vec::new();
        let (mut integers, mut floats) = (ARGUMENTS.into_iter(), 0..8);
        for &arg in args {
            let number = if self.f.ty(arg).elem().is_float() { floats.next() } else { integers.next() };
            // The validator has counted the arguments.
            if let Some(number) = number {
                operands.push(fixed_use(self.reg(arg), number));
            }
        }
        // RAX or XMM0.
        operands.extend(result.map(|(d, _)| fixed_def(d, 0)));
        self.bundle(Kind::Call(address), &operands, &[]);
    }
}

/// The flag of a comparison of integers.
const fn integer_flag(cond: Cond) -> Flag {
    match cond {
        Cond::Eq => Flag::E,
        Cond::Ne => Flag::Ne,
        Cond::Lt => Flag::L,
        Cond::Le => Flag::Le,
        Cond::Gt => Flag::G,
        Cond::Ge => Flag::Ge,
        Cond::LtU => Flag::B,
        Cond::LeU => Flag::Be,
        Cond::GtU => Flag::A,
        Cond::GeU => Flag::Ae,
    }
}
