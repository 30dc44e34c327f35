//! Machine functions with allocated registers become bytes.
//!
//! The frame, from the top: RBP, the saved general registers that the function uses, then the saved vectors, spilled
//! registers and the stack area, whose start is a multiple of 64. Nothing unwinds through it.

use framework::{Error, Result};
use iced_x86::{Code, Encoder, Instruction, MemoryOperand, OpKind, Register};
use regalloc2::{Allocation, Block, Edit, InstOrEdit, Output, PReg, RegClass};

use super::super::anchor;
use super::code::Object;
use super::detect::Level;
use super::machine::{Arg, Base, CALLEE_SAVED, CALLER_SAVED, Inst, KEPT_VECTORS, Kind, Line, Machine, View};
use super::pool::ALIGNMENT;

/// The least size of frames that touches each of their pages, so that a stack without room faults at its guard page.
const PAGE: u32 = 4096;
/// The bytes of all saved vectors.
const VECTORS_BYTES: u32 = 16 * KEPT_VECTORS.len() as u32;
/// Loops start at multiples of this.
const LOOP_ALIGNMENT: u64 = 32;

fn internal(error: impl std::fmt::Display) -> Error {
    Error::internal(format!("x64: {error}"))
}

/// Appends the code of a function to an object, in which its constants are.
pub fn emit(machine: &Machine, output: &Output, object: &mut Object) -> Result<()> {
    let mut bytes = std::mem::take(&mut object.bytes);
    bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0xcc);
    let start = bytes.len();
    let mut encoder = Encoder::new(64);
    encoder.set_buffer(bytes);
    let frame = Frame::of(machine, output);
    let emitter = Emitter {
        machine,
        output,
        encoder,
        position: start as u64,
        frame,
        skipped: skipped(machine, output),
        starts: vec![0; machine.blocks.len()],
        jumps: Vec::new(),
        calls: &mut object.calls,
    };
    object.bytes = emitter.function()?;
    object.entries.push(start);
    Ok(())
}

/// The form of an instruction whose constant of 32 bits is a byte that is extended by its sign.
const fn short_form(code: Code) -> Option<Code> {
    Some(match code {
        Code::Cmp_rm32_imm32 => Code::Cmp_rm32_imm8,
        Code::Cmp_rm64_imm32 => Code::Cmp_rm64_imm8,
        Code::And_rm32_imm32 => Code::And_rm32_imm8,
        Code::And_rm64_imm32 => Code::And_rm64_imm8,
        Code::Or_rm32_imm32 => Code::Or_rm32_imm8,
        Code::Or_rm64_imm32 => Code::Or_rm64_imm8,
        Code::Xor_rm32_imm32 => Code::Xor_rm32_imm8,
        Code::Xor_rm64_imm32 => Code::Xor_rm64_imm8,
        Code::Imul_r32_rm32_imm32 => Code::Imul_r32_rm32_imm8,
        Code::Imul_r64_rm64_imm32 => Code::Imul_r64_rm64_imm8,
        _ => return None,
    })
}

/// What is on the stack.
struct Frame {
    /// The saved general registers in use.
    saved: Vec<Register>,
    /// The saved vectors in use, of which 128 bits are saved.
    saved_vectors: Vec<Register>,
    /// Bytes of spilled registers, a multiple of 64. The stack area follows.
    spilled: u32,
    /// All bytes below the saved general registers.
    size: u32,
}

impl Frame {
    fn of(machine: &Machine, output: &Output) -> Frame {
        let (mut used, mut used_vectors) = ([false; 16], [false; 32]);
        let mut mark = |allocation: &Allocation| match allocation.as_reg() {
            Some(register) if register.class() == RegClass::Int => used[register.hw_enc()] = true,
            Some(register) if register.class() == RegClass::Float => used_vectors[register.hw_enc()] = true,
            _ => {}
        };
        output.allocs.iter().for_each(&mut mark);
        for (_, Edit::Move { from, to }) in &output.edits {
            [from, to].into_iter().for_each(&mut mark);
        }
        let spilled = (output.num_spillslots as u32 * 8).next_multiple_of(64);
        let mut size = spilled + machine.stack_bytes.next_multiple_of(64);
        let (mut saved, mut saved_vectors) = (CALLEE_SAVED.to_vec(), Vec::new());
        if machine.keeps_registers {
            saved.extend(CALLER_SAVED);
            saved_vectors.extend(KEPT_VECTORS);
            // Functions that are called, and the prologue of a large frame, change more.
            if machine.calls() || size > PAGE - VECTORS_BYTES {
                used = [true; 16];
                used_vectors = [true; 32];
            }
        }
        saved.retain(|number| used[*number]);
        saved_vectors.retain(|number| used_vectors[*number]);
        size += 16 * saved_vectors.len() as u32;
        Frame {
            saved: saved.into_iter().map(|number| View::R64.register(number)).collect(),
            saved_vectors: saved_vectors.into_iter().map(|number| View::Xmm.register(number)).collect(),
            spilled,
            size,
        }
    }
}

/// For each block, the block where it really starts: edges without moves are skipped.
fn skipped(machine: &Machine, output: &Output) -> Vec<usize> {
    let is_move = |item: &InstOrEdit<'_>| matches!(item, InstOrEdit::Edit(Edit::Move { from, to }) if from != to);
    let only_jump = |number: usize, block: &super::machine::MachineBlock| match machine.insts[block.insts.clone()] {
        [Inst { kind: Kind::Jump(target), .. }]
            if !output.block_insts_and_edits(machine, Block::new(number)).any(|item| is_move(&item)) =>
        {
            Some(target.index())
        }
        _ => None,
    };
    let mut skipped: Vec<usize> = (0..machine.blocks.len()).collect();
    for (number, block) in machine.blocks.iter().enumerate().skip(1) {
        skipped[number] = only_jump(number, block).unwrap_or(number);
    }
    // Each of several such blocks in a row goes on where the last one does. An empty loop keeps its jump.
    for number in 0..skipped.len() {
        let mut end = skipped[number];
        let mut steps = 0;
        while skipped[end] != end && steps < skipped.len() {
            end = skipped[end];
            steps += 1;
        }
        skipped[number] = if skipped[end] == end { end } else { number };
    }
    skipped
}

struct Emitter<'m> {
    machine: &'m Machine,
    output: &'m Output,
    encoder: Encoder,
    /// The place of the next byte.
    position: u64,
    frame: Frame,
    skipped: Vec<usize>,
    /// The place of each block.
    starts: Vec<u64>,
    /// Places of 32-bit distances to blocks.
    jumps: Vec<(usize, usize)>,
    /// Places of addresses of called functions.
    calls: &'m mut Vec<usize>,
}

impl Emitter<'_> {
    fn put(&mut self, instruction: &Instruction) -> Result<()> {
        let size = self.encoder.encode(instruction, self.position);
        self.position += size.map_err(|error| internal(format_args!("{error}: {:?}", instruction.code())))? as u64;
        Ok(())
    }

    fn one(&mut self, code: Code, register: Register) -> Result<()> {
        self.put(&Instruction::with1(code, register).map_err(internal)?)
    }

    fn two(&mut self, code: Code, a: Register, b: Register) -> Result<()> {
        self.put(&Instruction::with2(code, a, b).map_err(internal)?)
    }

    fn constant(&mut self, code: Code, register: Register, value: i32) -> Result<()> {
        self.put(&Instruction::with2(code, register, value).map_err(internal)?)
    }

    fn function(mut self) -> Result<Vec<u8>> {
        self.prologue()?;
        for number in 0..self.machine.blocks.len() {
            if self.skipped[number] != number {
                continue;
            }
            let is_loop = self.machine.blocks[number].predecessors.iter().any(|from| from.index() >= number);
            if is_loop {
                self.pad();
            }
            self.starts[number] = self.position;
            for item in self.output.block_insts_and_edits(self.machine, Block::new(number)) {
                match item {
                    InstOrEdit::Edit(Edit::Move { from, to }) => self.movement(*from, *to)?,
                    InstOrEdit::Inst(inst) => self.inst(number, inst)?,
                }
            }
        }
        let mut bytes = self.encoder.take_buffer();
        for (place, target) in self.jumps {
            // The distance counts from the end of the jump. Functions are far smaller than 2 GiB.
            let distance = self.starts[target] as i64 - (place as i64 + 4);
            bytes[place..place + 4].copy_from_slice(&(distance as i32).to_le_bytes());
        }
        Ok(bytes)
    }

    fn prologue(&mut self) -> Result<()> {
        self.one(Code::Push_r64, Register::RBP)?;
        self.two(Code::Mov_r64_rm64, Register::RBP, Register::RSP)?;
        for register in self.frame.saved.clone() {
            self.one(Code::Push_r64, register)?;
        }
        let size = self.frame.size as i32;
        if self.frame.size > PAGE {
            // R11 is no parameter. The pages down to there are touched one after the other.
            let bottom = MemoryOperand::with_base_displ(Register::RSP, i64::from(-size));
            self.put(&Instruction::with2(Code::Lea_r64_m, Register::R11, bottom).map_err(internal)?)?;
            let again = self.position;
            self.constant(Code::Sub_rm64_imm32, Register::RSP, PAGE as i32)?;
            let top = MemoryOperand::with_base(Register::RSP);
            self.put(&Instruction::with2(Code::Test_rm64_r64, top, Register::RSP).map_err(internal)?)?;
            self.two(Code::Cmp_r64_rm64, Register::RSP, Register::R11)?;
            self.put(&Instruction::with_branch(Code::Ja_rel8_64, again).map_err(internal)?)?;
            self.two(Code::Mov_r64_rm64, Register::RSP, Register::R11)?;
        } else if size > 0 {
            self.constant(Code::Sub_rm64_imm32, Register::RSP, size)?;
        }
        if size > 0 || self.machine.calls() {
            self.constant(Code::And_rm64_imm8, Register::RSP, -64)?;
        }
        for (register, place) in self.saved_vectors() {
            let store = Instruction::with2(Code::VEX_Vmovups_xmmm128_xmm, place, register);
            self.put(&store.map_err(internal)?)?;
        }
        Ok(())
    }

    /// The saved vectors and their places.
    fn saved_vectors(&self) -> Vec<(Register, MemoryOperand)> {
        let above = 8 * self.frame.saved.len();
        let place = |k: usize| MemoryOperand::with_base_displ(Register::RBP, -((above + 16 * (k + 1)) as i64));
        self.frame.saved_vectors.iter().enumerate().map(|(k, register)| (*register, place(k))).collect()
    }

    fn epilogue(&mut self) -> Result<()> {
        self.put(&Instruction::with(Code::VEX_Vzeroupper))?;
        for (register, place) in self.saved_vectors() {
            let load = Instruction::with2(Code::VEX_Vmovups_xmm_xmmm128, register, place);
            self.put(&load.map_err(internal)?)?;
        }
        let saved = self.frame.saved.clone();
        if self.frame.size > 0 || self.machine.calls() {
            let lowest = MemoryOperand::with_base_displ(Register::RBP, -8 * saved.len() as i64);
            self.put(&Instruction::with2(Code::Lea_r64_m, Register::RSP, lowest).map_err(internal)?)?;
        }
        for register in saved.into_iter().rev() {
            self.one(Code::Pop_r64, register)?;
        }
        self.one(Code::Pop_r64, Register::RBP)?;
        self.put(&Instruction::with(Code::Retnq))
    }

    /// Fills up to the start of a loop with instructions that do nothing, as few as possible.
    fn pad(&mut self) {
        const NOTHING: [&[u8]; 9] = [
            &[0x90],
            &[0x66, 0x90],
            &[0x0f, 0x1f, 0x00],
            &[0x0f, 0x1f, 0x40, 0],
            &[0x0f, 0x1f, 0x44, 0, 0],
            &[0x66, 0x0f, 0x1f, 0x44, 0, 0],
            &[0x0f, 0x1f, 0x80, 0, 0, 0, 0],
            &[0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0],
            &[0x66, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0],
        ];
        let mut rest = (self.position.next_multiple_of(LOOP_ALIGNMENT) - self.position) as usize;
        while rest > 0 {
            let bytes = NOTHING[rest.min(NOTHING.len()) - 1];
            bytes.iter().for_each(|byte| self.encoder.write_u8(*byte));
            self.position += bytes.len() as u64;
            rest -= bytes.len();
        }
    }

    /// A move that the allocator has added: between registers, or from or to a spill slot.
    fn movement(&mut self, from: Allocation, to: Allocation) -> Result<()> {
        if from == to {
            return Ok(());
        }
        let register = from.as_reg().or(to.as_reg()).ok_or_else(|| internal("a move without a register"))?;
        let wide = self.machine.level == Level::Avx512;
        let (load, store, view) = match register.class() {
            RegClass::Int => (Code::Mov_r64_rm64, Code::Mov_rm64_r64, View::R64),
            RegClass::Vector => (Code::VEX_Kmovq_kr_km64, Code::VEX_Kmovq_m64_kr, View::K),
            RegClass::Float if wide => {
                (Code::EVEX_Vmovaps_zmm_k1z_zmmm512, Code::EVEX_Vmovaps_zmmm512_k1z_zmm, View::Zmm)
            }
            RegClass::Float => (Code::VEX_Vmovaps_ymm_ymmm256, Code::VEX_Vmovaps_ymmm256_ymm, View::Ymm),
        };
        let name = |register: PReg| view.register(register.hw_enc());
        let slot = |allocation: Allocation| {
            let slot = allocation.as_stack().ok_or_else(|| internal("an operand that is nowhere"))?;
            Ok(MemoryOperand::with_base_displ(Register::RSP, slot.index() as i64 * 8))
        };
        let instruction = match (from.as_reg(), to.as_reg()) {
            (Some(from), Some(to)) => Instruction::with2(load, name(to), name(from)),
            (None, Some(to)) => Instruction::with2(load, name(to), slot(from)?),
            (Some(from), None) => Instruction::with2(store, slot(to)?, name(from)),
            (None, None) => return Err(internal("a move without a register")),
        };
        self.put(&instruction.map_err(internal)?)
    }

    /// An instruction of block `number`.
    fn inst(&mut self, number: usize, index: regalloc2::Inst) -> Result<()> {
        let inst = &self.machine.insts[index.index()];
        let lines = &self.machine.lines[inst.lines.start as usize..inst.lines.end as usize];
        let allocations = self.output.inst_allocs(index);
        let mut skips = Vec::new();
        for line in lines {
            let instruction = self.instruction(line, allocations)?;
            self.put(&instruction)?;
            if line.args[0] == Some(Arg::End) {
                skips.push(self.position);
            }
        }
        if !skips.is_empty() {
            let mut bytes = self.encoder.take_buffer();
            for from in skips {
                let distance = u8::try_from(self.position - from).map_err(internal)?;
                bytes[from as usize - 1] = distance;
            }
            self.encoder.set_buffer(bytes);
        }
        match inst.kind {
            Kind::Entry | Kind::Lines => Ok(()),
            Kind::Return => self.epilogue(),
            Kind::Call(address) => {
                self.put(&Instruction::with(Code::VEX_Vzeroupper))?;
                let load = Instruction::with2(Code::Mov_r64_imm64, Register::RAX, anchor::distance(address) as u64);
                self.put(&load.map_err(internal)?)?;
                // The address is the end of the instruction.
                self.calls.push(self.position as usize - 8);
                self.one(Code::Call_rm64, Register::RAX)
            }
            Kind::Jump(target) => self.jump(number, Code::Jmp_rel32_64, target),
            Kind::Branch(flag, [yes, no]) => {
                if self.skipped[yes.index()] == self.next(number) {
                    self.jump(number, flag.negated().codes()[0], no)
                } else {
                    self.jump(number, flag.codes()[0], yes)?;
                    self.jump(number, Code::Jmp_rel32_64, no)
                }
            }
        }
    }

    /// The block whose code comes after that of this one.
    fn next(&self, number: usize) -> usize {
        let rest = number + 1..self.skipped.len();
        rest.into_iter().find(|next| self.skipped[*next] == *next).unwrap_or(usize::MAX)
    }

    /// A jump to a block, if it is not an unconditional one to the next.
    fn jump(&mut self, number: usize, code: Code, target: Block) -> Result<()> {
        let target = self.skipped[target.index()];
        if code == Code::Jmp_rel32_64 && target == self.next(number) {
            return Ok(());
        }
        self.put(&Instruction::with_branch(code, self.position).map_err(internal)?)?;
        self.jumps.push((self.position as usize - 4, target));
        Ok(())
    }

    /// A line with its registers.
    fn instruction(&self, line: &Line, allocations: &[Allocation]) -> Result<Instruction> {
        let register = |view: View, operand: u8| {
            let allocation = allocations.get(usize::from(operand)).and_then(|allocation| allocation.as_reg());
            let register = allocation.ok_or_else(|| internal("an operand that is in no register"))?;
            Ok(view.register(register.hw_enc()))
        };
        let mut instruction = Instruction::new();
        instruction.set_code(line.code);
        let short =
            line.args.iter().flatten().any(|arg| matches!(arg, Arg::Imm(_, -128..=127))).then(|| short_form(line.code));
        if let Some(code) = short.flatten() {
            instruction.set_code(code);
        }
        for (number, arg) in (0u32..).zip(line.args.iter().flatten()) {
            match *arg {
                Arg::Reg(view, operand) => {
                    instruction.set_op_kind(number, OpKind::Register);
                    instruction.set_op_register(number, register(view, operand)?);
                }
                Arg::Imm(kind, value) => {
                    let kind = match (kind, short.flatten()) {
                        (OpKind::Immediate32, Some(_)) => OpKind::Immediate8to32,
                        (OpKind::Immediate32to64, Some(_)) => OpKind::Immediate8to64,
                        _ => kind,
                    };
                    instruction.set_op_kind(number, kind);
                    match kind {
                        OpKind::Immediate8 => instruction.set_immediate8(value as u8),
                        OpKind::Immediate8to32 => instruction.set_immediate8to32(value as i32),
                        OpKind::Immediate8to64 => instruction.set_immediate8to64(value),
                        OpKind::Immediate32 => instruction.set_immediate32(value as u32),
                        OpKind::Immediate32to64 => instruction.set_immediate32to64(value),
                        _ => instruction.set_immediate64(value as u64),
                    }
                }
                Arg::End => {
                    instruction.set_op_kind(number, OpKind::NearBranch64);
                    instruction.set_near_branch64(self.position);
                }
                Arg::Mem(mem) => {
                    instruction.set_op_kind(number, OpKind::Memory);
                    let (base, displacement) = match mem.base {
                        Base::Reg(operand) => (register(View::R64, operand)?, i64::from(mem.displacement)),
                        Base::Pool(byte) => (Register::RIP, i64::from(byte)),
                        Base::Stack(byte) => {
                            let start = i64::from(self.frame.spilled) + i64::from(byte);
                            (Register::RSP, start + i64::from(mem.displacement))
                        }
                    };
                    instruction.set_memory_base(base);
                    if let Some((index, view)) = mem.index {
                        instruction.set_memory_index(register(view, index)?);
                    }
                    instruction.set_memory_index_scale(mem.scale.into());
                    instruction.set_memory_displ_size(if base == Register::RIP {
                        8
                    } else {
                        u32::from(displacement != 0)
                    });
                    instruction.set_memory_displacement64(displacement as u64);
                    instruction.set_is_broadcast(mem.broadcast);
                }
            }
        }
        if let Some((operand, zero)) = line.mask {
            instruction.set_op_mask(register(View::K, operand)?);
            instruction.set_zeroing_masking(zero);
        }
        Ok(instruction)
    }
}
