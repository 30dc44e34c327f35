//! Builds instructions of the allocator from lines whose arguments are virtual registers.

use iced_x86::{Code, OpKind};
use regalloc2::{Operand, OperandConstraint, OperandKind, OperandPos, PReg, RegClass, VReg};

use super::super::machine::{Arg, Base, Flag, Inst, Kind, Line, Mem, View};
use super::Select;

/// An argument of a line. A register that an earlier line of the bundle mentions is the same operand, and need only be
/// a `Use` again.
#[derive(Clone, Copy, Debug)]
pub enum A {
    /// A register that the last line defines; earlier uses may have been in the same one.
    Def(VReg, View),
    /// A register that starts as a copy of the second and is defined in its place.
    Tied(VReg, VReg, View),
    /// A register that is read.
    Use(VReg, View),
    /// Memory.
    Mem(Mem<VReg>),
    /// A constant.
    Imm8(u8),
    /// A constant.
    Imm32(i32),
    /// A constant that is extended by its sign.
    Imm32To64(i32),
    /// A constant.
    Imm64(u64),
    /// The mask, which is no argument of its own: lanes without it keep their old value, are not compared, or not
    /// touched.
    Mask(VReg),
    /// The mask, which is no argument of its own: lanes without it become zero.
    Zero(VReg),
    /// A mask that the instruction destroys; the second register is the mask, the first its remains.
    Consumed(VReg, VReg),
    /// Jumps to the end of the bundle.
    End,
}

/// A line in the making.
pub type Draft<'a> = (Code, &'a [A]);

/// The operand of a register with a fixed place that is read.
pub fn fixed_use(register: VReg, number: usize) -> Operand {
    Operand::reg_fixed_use(register, PReg::new(number, register.class()))
}

/// The operand of a register with a fixed place that is defined.
pub fn fixed_def(register: VReg, number: usize) -> Operand {
    Operand::reg_fixed_def(register, PReg::new(number, register.class()))
}

/// The operand of a register that stays until the end of the instruction, so that no definition takes its place.
pub fn late_use(register: VReg) -> Operand {
    Operand::new(register, OperandConstraint::Reg, OperandKind::Use, OperandPos::Late)
}

impl Select<'_> {
    /// A new virtual register.
    pub fn fresh(&mut self, class: RegClass) -> VReg {
        self.machine.registers += 1;
        VReg::new(self.machine.registers - 1, class)
    }

    /// Appends one line.
    pub fn line(&mut self, code: Code, args: &[A]) {
        self.bundle(Kind::Lines, &[], &[(code, args)]);
    }

    /// Appends lines that stay together.
    pub fn lines(&mut self, lines: &[Draft<'_>]) {
        self.bundle(Kind::Lines, &[], lines);
    }

    /// Appends an instruction with operands that its lines do not name, or name as well.
    pub fn bundle(&mut self, kind: Kind, implicit: &[Operand], drafts: &[Draft<'_>]) {
        let first_operand = self.machine.operands.len();
        self.machine.operands.extend_from_slice(implicit);
        let first_line = self.machine.lines.len() as u32;
        for (code, args) in drafts {
            let mut line = Line { code: *code, args: [None; 5], mask: None };
            let mut count = 0;
            for arg in *args {
                if let Some(arg) = self.argument(*arg, first_operand, &mut line.mask) {
                    line.args[count] = Some(arg);
                    count += 1;
                }
            }
            self.machine.lines.push(line);
        }
        let operands = first_operand as u32..self.machine.operands.len() as u32;
        let lines = first_line..self.machine.lines.len() as u32;
        self.pending.push(Inst { kind, lines, operands });
    }

    /// The number of the operand of a register, which is added if the bundle does not have it yet.
    fn operand(&mut self, first: usize, register: VReg, add: impl FnOnce(u8) -> Operand) -> u8 {
        let operands = &mut self.machine.operands;
        let at = operands[first..].iter().position(|operand| operand.vreg() == register);
        at.unwrap_or_else(|| {
            let number = operands.len() - first;
            operands.push(add(number as u8));
            number
        }) as u8
    }

    fn argument(&mut self, arg: A, first: usize, mask: &mut Option<(u8, bool)>) -> Option<Arg> {
        Some(match arg {
            A::Def(register, view) => Arg::Reg(view, self.operand(first, register, |_| Operand::reg_def(register))),
            A::Tied(register, old, view) => Arg::Reg(view, self.tied(first, register, old)),
            A::Use(register, view) => Arg::Reg(view, self.operand(first, register, |_| Operand::reg_use(register))),
            A::Mem(mem) => Arg::Mem(self.memory(first, mem)),
            A::Imm8(value) => Arg::Imm(OpKind::Immediate8, value.into()),
            A::Imm32(value) => Arg::Imm(OpKind::Immediate32, value.into()),
            A::Imm32To64(value) => Arg::Imm(OpKind::Immediate32to64, value.into()),
            A::Imm64(value) => Arg::Imm(OpKind::Immediate64, value as i64),
            A::End => Arg::End,
            A::Mask(register) | A::Zero(register) => {
                let number = self.operand(first, register, |_| Operand::reg_use(register));
                *mask = Some((number, matches!(arg, A::Zero(_))));
                return None;
            }
            A::Consumed(remains, register) => {
                *mask = Some((self.tied(first, remains, register), false));
                return None;
            }
        })
    }

    /// The number of the operand of a register that is defined in place of an old one.
    fn tied(&mut self, first: usize, register: VReg, old: VReg) -> u8 {
        let operands = &mut self.machine.operands;
        let number = operands.len() - first;
        operands.push(Operand::reg_reuse_def(register, number + 1));
        operands.push(Operand::reg_use(old));
        number as u8
    }

    fn memory(&mut self, first: usize, mem: Mem<VReg>) -> Mem<u8> {
        let mut number = |register| self.operand(first, register, |_| Operand::reg_use(register));
        let base = match mem.base {
            Base::Reg(register) => Base::Reg(number(register)),
            Base::Pool(byte) => Base::Pool(byte),
            Base::Stack(byte) => Base::Stack(byte),
        };
        let index = mem.index.map(|(register, view)| (number(register), view));
        Mem { base, index, scale: mem.scale, displacement: mem.displacement, broadcast: mem.broadcast }
    }

    /// Sets a general register to 0 or 1.
    pub fn set_flag(&mut self, def: VReg, test: Draft<'_>, flag: Flag) {
        let set = flag.codes()[2];
        self.lines(&[
            test,
            (set, &[A::Def(def, View::R8)]),
            (Code::Movzx_r32_rm8, &[A::Def(def, View::R32), A::Use(def, View::R8)]),
        ]);
    }
}
