//! Functions as machine instructions on virtual registers, and how `regalloc2` sees them.
//!
//! The allocator knows three classes of registers. `Int` are the general ones, `Float` the vector registers, which also
//! hold scalar floats, and `Vector` the mask registers of AVX-512. With AVX2, masks are vectors.

use std::ops::Range;

use iced_x86::{Code, Register};
use regalloc2::{Block, Inst as InstIndex, InstRange, MachineEnv, Operand, PReg, PRegSet, RegClass, VReg};

use super::detect::Level;

/// How an instruction names a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum View {
    R8,
    R16,
    R32,
    R64,
    Xmm,
    Ymm,
    Zmm,
    K,
}

impl View {
    /// The register with this number.
    pub fn register(self, number: usize) -> Register {
        let first = match self {
            // The numbers 4 to 7 are those of AH to BH, unless there is a prefix, as the encoder adds.
            View::R8 if number < 4 => Register::AL,
            View::R8 => return Register::SPL + (number as u32 - 4),
            View::R16 => Register::AX,
            View::R32 => Register::EAX,
            View::R64 => Register::RAX,
            View::Xmm => Register::XMM0,
            View::Ymm => Register::YMM0,
            View::Zmm => Register::ZMM0,
            View::K => Register::K0,
        };
        first + number as u32
    }
}

/// Where an address starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base<R> {
    /// In a register.
    Reg(R),
    /// At this byte of the pool of constants.
    Pool(u32),
    /// At this byte of the function's stack area.
    Stack(u32),
}

/// A memory operand. `R` says which register: a virtual one, or the number of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mem<R> {
    /// Where it starts.
    pub base: Base<R>,
    /// A general register, or a vector in this view.
    pub index: Option<(R, View)>,
    /// 1, 2, 4 or 8.
    pub scale: u8,
    /// In bytes.
    pub displacement: i32,
    /// Whether it is one lane, for all lanes.
    pub broadcast: bool,
}

/// An argument of a line: registers are numbers of the instruction's operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A register.
    Reg(View, u8),
    /// Memory.
    Mem(Mem<u8>),
    /// A constant, in the form that the instruction has.
    Imm(iced_x86::OpKind, i64),
    /// The end of the bundle, as the target of a jump.
    End,
}

/// One instruction of the processor.
#[derive(Clone, Debug)]
pub struct Line {
    /// Which one.
    pub code: Code,
    /// Its arguments.
    pub args: [Option<Arg>; 5],
    /// The operand that is its mask, and whether other lanes become zero.
    pub mask: Option<(u8, bool)>,
}

/// A condition of the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Flag {
    E,
    Ne,
    L,
    Ge,
    Le,
    G,
    B,
    Ae,
    Be,
    A,
    P,
    Np,
}

impl Flag {
    /// The opposite condition.
    pub const fn negated(self) -> Flag {
        match self {
            Flag::E => Flag::Ne,
            Flag::Ne => Flag::E,
            Flag::L => Flag::Ge,
            Flag::Ge => Flag::L,
            Flag::Le => Flag::G,
            Flag::G => Flag::Le,
            Flag::B => Flag::Ae,
            Flag::Ae => Flag::B,
            Flag::Be => Flag::A,
            Flag::A => Flag::Be,
            Flag::P => Flag::Np,
            Flag::Np => Flag::P,
        }
    }

    /// The instructions that depend on it: a near jump, a short jump, setting a byte, and moves of 32 and 64 bits.
    pub const fn codes(self) -> [Code; 5] {
        use Code::*;
        match self {
            Flag::E => [Je_rel32_64, Je_rel8_64, Sete_rm8, Cmove_r32_rm32, Cmove_r64_rm64],
            Flag::Ne => [Jne_rel32_64, Jne_rel8_64, Setne_rm8, Cmovne_r32_rm32, Cmovne_r64_rm64],
            Flag::L => [Jl_rel32_64, Jl_rel8_64, Setl_rm8, Cmovl_r32_rm32, Cmovl_r64_rm64],
            Flag::Ge => [Jge_rel32_64, Jge_rel8_64, Setge_rm8, Cmovge_r32_rm32, Cmovge_r64_rm64],
            Flag::Le => [Jle_rel32_64, Jle_rel8_64, Setle_rm8, Cmovle_r32_rm32, Cmovle_r64_rm64],
            Flag::G => [Jg_rel32_64, Jg_rel8_64, Setg_rm8, Cmovg_r32_rm32, Cmovg_r64_rm64],
            Flag::B => [Jb_rel32_64, Jb_rel8_64, Setb_rm8, Cmovb_r32_rm32, Cmovb_r64_rm64],
            Flag::Ae => [Jae_rel32_64, Jae_rel8_64, Setae_rm8, Cmovae_r32_rm32, Cmovae_r64_rm64],
            Flag::Be => [Jbe_rel32_64, Jbe_rel8_64, Setbe_rm8, Cmovbe_r32_rm32, Cmovbe_r64_rm64],
            Flag::A => [Ja_rel32_64, Ja_rel8_64, Seta_rm8, Cmova_r32_rm32, Cmova_r64_rm64],
            Flag::P => [Jp_rel32_64, Jp_rel8_64, Setp_rm8, Cmovp_r32_rm32, Cmovp_r64_rm64],
            Flag::Np => [Jnp_rel32_64, Jnp_rel8_64, Setnp_rm8, Cmovnp_r32_rm32, Cmovnp_r64_rm64],
        }
    }
}

/// What an instruction is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// The function's parameters arrive in their registers.
    Entry,
    /// A bundle of lines, between which the allocator moves nothing.
    Lines,
    /// A jump to a block.
    Jump(Block),
    /// A bundle that sets flags, and jumps to the first block if they meet the condition, else to the second.
    Branch(Flag, [Block; 2]),
    /// A call of a function at an address.
    Call(usize),
    /// The end of the function, which returns what is in RAX.
    Return,
}

/// An instruction of the allocator: lines that share their operands.
#[derive(Clone, Debug)]
pub struct Inst {
    /// What it is.
    pub kind: Kind,
    /// Its lines among all.
    pub lines: Range<u32>,
    /// Its operands among all.
    pub operands: Range<u32>,
}

/// A block.
#[derive(Clone, Debug, Default)]
pub struct MachineBlock {
    /// Its instructions among all.
    pub insts: Range<usize>,
    /// Its parameters.
    pub params: Vec<VReg>,
    /// Where it goes on.
    pub successors: Vec<Block>,
    /// The arguments for each successor.
    pub args: Vec<Vec<VReg>>,
    /// Where it comes from.
    pub predecessors: Vec<Block>,
}

/// A function in virtual registers.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The instructions it has.
    pub level: Level,
    /// See `ir::Function`.
    pub keeps_registers: bool,
    /// All instructions, by block.
    pub insts: Vec<Inst>,
    /// All lines.
    pub lines: Vec<Line>,
    /// All operands.
    pub operands: Vec<Operand>,
    /// The blocks in the order of their code.
    pub blocks: Vec<MachineBlock>,
    /// The number of virtual registers.
    pub registers: usize,
    /// Bytes of its stack area.
    pub stack_bytes: u32,
}

impl Machine {
    /// Whether it calls functions.
    pub fn calls(&self) -> bool {
        self.insts.iter().any(|inst| matches!(inst.kind, Kind::Call(_)))
    }

    /// 64-bit words of a spilled register.
    pub const fn spill_words(&self, class: RegClass) -> usize {
        match class {
            RegClass::Float => self.level.register_bits() / 64,
            RegClass::Int | RegClass::Vector => 1,
        }
    }
}

/// Numbers of general registers that functions may change, in the calling convention of System V. RSP and RBP are the
/// frame's.
pub const CALLER_SAVED: [usize; 9] = [0, 1, 2, 6, 7, 8, 9, 10, 11];
/// Numbers of general registers that functions must restore.
pub const CALLEE_SAVED: [usize; 5] = [3, 12, 13, 14, 15];
/// Numbers of the vector registers that a function restores if it keeps registers.
pub const KEPT_VECTORS: [usize; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/// Numbers of the registers of integer arguments.
pub const ARGUMENTS: [usize; 6] = [7, 6, 2, 1, 8, 9];

/// The registers of a class that calls change.
fn changed(level: Level, class: RegClass) -> PRegSet {
    let registers = |numbers: &mut dyn Iterator<Item = usize>| {
        numbers.fold(PRegSet::empty(), |set, number| set.with(PReg::new(number, class)))
    };
    match (class, level) {
        (RegClass::Int, _) => registers(&mut CALLER_SAVED.into_iter()),
        (RegClass::Float, Level::Avx2) => registers(&mut (0..16)),
        (RegClass::Float, Level::Avx512) => registers(&mut (0..32)),
        // K0 cannot be a mask.
        (RegClass::Vector, Level::Avx512) => registers(&mut (1..8)),
        (RegClass::Vector, Level::Avx2) => PRegSet::empty(),
    }
}

/// The registers of the processor, for a function that keeps registers or not.
pub fn environment(level: Level, keeps_registers: bool) -> MachineEnv {
    let registers = |numbers: &[usize], class| {
        numbers.iter().fold(PRegSet::empty(), |set, &number| set.with(PReg::new(number, class)))
    };
    let saved = registers(&CALLEE_SAVED, RegClass::Int);
    let [general, mut vectors, masks] =
        [RegClass::Int, RegClass::Float, RegClass::Vector].map(|class| changed(level, class));
    let mut saved_vectors = PRegSet::empty();
    if keeps_registers && level == Level::Avx512 {
        // The others need not be kept.
        saved_vectors = registers(&KEPT_VECTORS, RegClass::Float);
        KEPT_VECTORS.iter().for_each(|&number| vectors.remove(PReg::new(number, RegClass::Float)));
    }
    MachineEnv {
        preferred_regs_by_class: [general, vectors, masks],
        non_preferred_regs_by_class: [saved, saved_vectors, PRegSet::empty()],
        scratch_by_class: [None; 3],
        fixed_stack_slots: Vec::new(),
    }
}

impl regalloc2::Function for Machine {
    fn num_insts(&self) -> usize {
        self.insts.len()
    }

    fn num_blocks(&self) -> usize {
        self.blocks.len()
    }

    fn entry_block(&self) -> Block {
        Block::new(0)
    }

    fn block_insns(&self, block: Block) -> InstRange {
        let Range { start, end } = self.blocks[block.index()].insts;
        InstRange::new(InstIndex::new(start), InstIndex::new(end))
    }

    fn block_succs(&self, block: Block) -> &[Block] {
        &self.blocks[block.index()].successors
    }

    fn block_preds(&self, block: Block) -> &[Block] {
        &self.blocks[block.index()].predecessors
    }

    fn block_params(&self, block: Block) -> &[VReg] {
        &self.blocks[block.index()].params
    }

    fn is_ret(&self, inst: InstIndex) -> bool {
        matches!(self.insts[inst.index()].kind, Kind::Return)
    }

    fn is_branch(&self, inst: InstIndex) -> bool {
        matches!(self.insts[inst.index()].kind, Kind::Jump(_) | Kind::Branch(..))
    }

    fn branch_blockparams(&self, block: Block, _: InstIndex, successor: usize) -> &[VReg] {
        &self.blocks[block.index()].args[successor]
    }

    fn inst_operands(&self, inst: InstIndex) -> &[Operand] {
        let Range { start, end } = self.insts[inst.index()].operands;
        &self.operands[start as usize..end as usize]
    }

    fn inst_clobbers(&self, inst: InstIndex) -> PRegSet {
        let inst = &self.insts[inst.index()];
        let Kind::Call(_) = inst.kind else { return PRegSet::empty() };
        let mut set = PRegSet::empty();
        for class in [RegClass::Int, RegClass::Float, RegClass::Vector] {
            set.union_from(changed(self.level, class));
        }
        // A result is no clobber.
        for operand in &self.operands[inst.operands.start as usize..inst.operands.end as usize] {
            if let (regalloc2::OperandKind::Def, regalloc2::OperandConstraint::FixedReg(register)) =
                (operand.kind(), operand.constraint())
            {
                set.remove(register);
            }
        }
        set
    }

    fn num_vregs(&self) -> usize {
        self.registers
    }

    fn spillslot_size(&self, class: RegClass) -> usize {
        self.spill_words(class)
    }
}
