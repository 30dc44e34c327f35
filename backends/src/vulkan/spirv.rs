//! A typed layer over `rspirv`: a module with one function under construction, typed values, and structured control
//! flow that is well-formed by construction. Within a function, another one can be opened, which the outer one calls.
//!
//! - Every block ends with exactly one terminator. Instructions after a `return_` are dropped until the next block
//!   begins.
//! - Variables go to the first block of the function, wherever they are requested. If there are several functions, they
//!   are global, so that all functions see them.
//! - Types and constants are unique. Every float operation is decorated `NoContraction`. If the device supports it, the
//!   module requires that signed zeros, infinities and NaN are preserved (`SignedZeroInfNanPreserve`).
//! - Global variables are listed in the interface of the entry point.
//!
//! Integer types have no sign. Operations determine whether they read operands as signed.

use std::collections::BTreeSet;

use rspirv::binary::Assemble;
use rspirv::dr::{Block, Function, Instruction, Module, ModuleHeader, Operand};
use rspirv::spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, FunctionControl,
    GlslStd450Op as GLOp, LoopControl, MemoryAccess, MemoryModel, MemorySemantics, Op, Scope, SelectionControl,
    StorageClass, Word,
};
use rustc_hash::FxHashMap;

use super::device::Features;

/// The type of a value in a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ty {
    /// A truth value.
    Bool,
    /// An integer of so many bits.
    Int(u32),
    /// A float of so many bits.
    Float(u32),
}

/// 64-bit integers: indices, sizes and addresses.
pub const LONG: Ty = Ty::Int(64);

/// A value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Val {
    /// The SSA id.
    pub id: Word,
    /// Its type.
    pub ty: Ty,
}

/// A variable, or an element of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Var {
    id: Word,
    /// The type of its value.
    pub ty: Ty,
}

/// An array variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArrayVar {
    id: Word,
    ty: Ty,
    class: StorageClass,
}

/// Who sees an array variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shared {
    /// The invocation only.
    No,
    /// All invocations of a workgroup.
    InGroup,
}

/// A type that is no type of values in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Other {
    Void,
    Procedure,
    Pointer(StorageClass, Word),
    Array(Ty, u32),
    Vector(Ty),
}

/// A function under construction.
#[derive(Default)]
struct Body {
    variables: Vec<Instruction>,
    blocks: Vec<Block>,
    current: Option<Block>,
}

/// A module under construction, with one function open at a time.
pub struct Code {
    module: Module,
    next: Word,
    features: Features,
    types: FxHashMap<Ty, Word>,
    others: FxHashMap<Other, Word>,
    constants: FxHashMap<(Ty, u64), Word>,
    capabilities: BTreeSet<Capability>,
    glsl: Word,
    interface: Vec<Word>,
    push: Word,
    push_element: Word,
    invocation: Word,
    /// The variables of the workgroup's number, and of the invocation's number in it.
    group: Option<Word>,
    lane: Option<Word>,
    /// Whether the module has several functions, which share all variables.
    several: bool,
    body: Body,
    /// The functions around the one under construction.
    outer: Vec<Body>,
}

impl Code {
    /// An empty module with `push_words` 8-byte words of push constants. `several`: it may have several functions.
    pub fn new(features: Features, push_words: usize, several: bool) -> Code {
        let mut code = Code {
            module: Module::new(),
            next: 1,
            features,
            types: FxHashMap::default(),
            others: FxHashMap::default(),
            constants: FxHashMap::default(),
            capabilities: BTreeSet::new(),
            glsl: 0,
            interface: Vec::new(),
            push: 0,
            push_element: 0,
            invocation: 0,
            group: None,
            lane: None,
            several,
            body: Body::default(),
            outer: Vec::new(),
        };
        code.capabilities.extend([Capability::Shader, Capability::PhysicalStorageBufferAddresses, Capability::Int64]);
        code.glsl = code.id();
        let name = Operand::LiteralString("GLSL.std.450".to_string());
        let import = Instruction::new(Op::ExtInstImport, None, Some(code.glsl), vec![name]);
        code.module.ext_inst_imports.push(import);
        code.module.memory_model = Some(Instruction::new(
            Op::MemoryModel,
            None,
            None,
            vec![
                Operand::AddressingModel(AddressingModel::PhysicalStorageBuffer64),
                Operand::MemoryModel(MemoryModel::GLSL450),
            ],
        ));
        code.push_constants(push_words);
        code.invocation_id();
        code
    }

    /// Whether the device has `f64`.
    pub const fn has_f64(&self) -> bool {
        self.features.f64
    }

    fn id(&mut self) -> Word {
        let id = self.next;
        self.next += 1;
        id
    }

    // ----- types, constants, global variables -----

    /// A type, constant or variable of the module.
    fn global(&mut self, op: Op, ty: Option<Word>, operands: Vec<Operand>) -> Word {
        let id = self.id();
        self.module.types_global_values.push(Instruction::new(op, ty, Some(id), operands));
        id
    }

    fn decorate(&mut self, target: Word, decoration: Decoration, more: Vec<Operand>) {
        let mut operands = vec![Operand::IdRef(target), Operand::Decoration(decoration)];
        operands.extend(more);
        self.module.annotations.push(Instruction::new(Op::Decorate, None, None, operands));
    }

    fn type_id(&mut self, ty: Ty) -> Word {
        if let Some(&id) = self.types.get(&ty) {
            return id;
        }
        let id = match ty {
            Ty::Bool => self.global(Op::TypeBool, None, vec![]),
            Ty::Int(bits) => {
                self.capabilities.extend(match bits {
                    8 => vec![Capability::Int8, Capability::StorageBuffer8BitAccess],
                    16 => vec![Capability::Int16, Capability::StorageBuffer16BitAccess],
                    _ => vec![],
                });
                self.global(Op::TypeInt, None, vec![Operand::LiteralBit32(bits), Operand::LiteralBit32(0)])
            }
            Ty::Float(bits) => {
                self.capabilities.extend(match bits {
                    16 => vec![Capability::Float16, Capability::StorageBuffer16BitAccess],
                    64 => vec![Capability::Float64],
                    _ => vec![],
                });
                self.global(Op::TypeFloat, None, vec![Operand::LiteralBit32(bits)])
            }
        };
        self.types.insert(ty, id);
        id
    }

    fn other(&mut self, other: Other) -> Word {
        if let Some(&id) = self.others.get(&other) {
            return id;
        }
        let id = match other {
            Other::Void => self.global(Op::TypeVoid, None, vec![]),
            Other::Procedure => {
                let void = self.other(Other::Void);
                self.global(Op::TypeFunction, None, vec![Operand::IdRef(void)])
            }
            Other::Pointer(class, to) => {
                self.global(Op::TypePointer, None, vec![Operand::StorageClass(class), Operand::IdRef(to)])
            }
            Other::Vector(ty) => {
                let element = self.type_id(ty);
                self.global(Op::TypeVector, None, vec![Operand::IdRef(element), Operand::LiteralBit32(3)])
            }
            Other::Array(ty, count) => {
                let (element, length) = (self.type_id(ty), self.constant(Ty::Int(32), u64::from(count)).id);
                self.global(Op::TypeArray, None, vec![Operand::IdRef(element), Operand::IdRef(length)])
            }
        };
        self.others.insert(other, id);
        id
    }

    fn pointer_to(&mut self, class: StorageClass, ty: Ty) -> Word {
        let to = self.type_id(ty);
        self.other(Other::Pointer(class, to))
    }

    /// A constant, given its bits.
    pub fn constant(&mut self, ty: Ty, bits: u64) -> Val {
        let bits = match ty {
            Ty::Bool => bits & 1,
            Ty::Int(64) | Ty::Float(64) => bits,
            Ty::Int(width) | Ty::Float(width) => bits & ((1 << width) - 1),
        };
        if let Some(&id) = self.constants.get(&(ty, bits)) {
            return Val { id, ty };
        }
        let type_id = self.type_id(ty);
        let id = match ty {
            Ty::Bool if bits == 1 => self.global(Op::ConstantTrue, Some(type_id), vec![]),
            Ty::Bool => self.global(Op::ConstantFalse, Some(type_id), vec![]),
            Ty::Int(64) | Ty::Float(64) => self.global(Op::Constant, Some(type_id), vec![Operand::LiteralBit64(bits)]),
            Ty::Int(_) | Ty::Float(_) => {
                self.global(Op::Constant, Some(type_id), vec![Operand::LiteralBit32(bits as u32)])
            }
        };
        self.constants.insert((ty, bits), id);
        Val { id, ty }
    }

    /// An `i64` constant.
    pub fn long(&mut self, value: i64) -> Val {
        self.constant(LONG, value as u64)
    }

    /// An integer constant.
    pub fn int(&mut self, bits: u32, value: i64) -> Val {
        self.constant(Ty::Int(bits), value as u64)
    }

    /// A float constant, rounded to a width of 32 or 64 bits.
    pub fn float(&mut self, bits: u32, value: f64) -> Val {
        match bits {
            64 => self.constant(Ty::Float(64), value.to_bits()),
            _ => self.constant(Ty::Float(32), u64::from((value as f32).to_bits())),
        }
    }

    /// Declares the block of push constants: a structure whose one member is an array of words.
    fn push_constants(&mut self, words: usize) {
        // An array type of its own, since other arrays have no layout.
        let (element, length) = (self.type_id(LONG), self.constant(Ty::Int(32), words as u64).id);
        let array = self.global(Op::TypeArray, None, vec![Operand::IdRef(element), Operand::IdRef(length)]);
        self.decorate(array, Decoration::ArrayStride, vec![Operand::LiteralBit32(8)]);
        let block = self.global(Op::TypeStruct, None, vec![Operand::IdRef(array)]);
        self.decorate(block, Decoration::Block, vec![]);
        self.module.annotations.push(Instruction::new(
            Op::MemberDecorate,
            None,
            None,
            vec![
                Operand::IdRef(block),
                Operand::LiteralBit32(0),
                Operand::Decoration(Decoration::Offset),
                Operand::LiteralBit32(0),
            ],
        ));
        let pointer = self.other(Other::Pointer(StorageClass::PushConstant, block));
        self.push = self.global(Op::Variable, Some(pointer), vec![Operand::StorageClass(StorageClass::PushConstant)]);
        self.push_element = self.pointer_to(StorageClass::PushConstant, LONG);
        self.interface.push(self.push);
    }

    fn invocation_id(&mut self) {
        self.invocation = self.builtin(BuiltIn::GlobalInvocationId);
    }

    /// A vector of three numbers that the device gives each invocation.
    fn builtin(&mut self, builtin: BuiltIn) -> Word {
        let vector = self.other(Other::Vector(Ty::Int(32)));
        let pointer = self.other(Other::Pointer(StorageClass::Input, vector));
        let id = self.global(Op::Variable, Some(pointer), vec![Operand::StorageClass(StorageClass::Input)]);
        self.decorate(id, Decoration::BuiltIn, vec![Operand::BuiltIn(builtin)]);
        self.interface.push(id);
        id
    }

    // ----- the open function -----

    /// Adds an instruction with a result, and returns the id of the result.
    fn emit(&mut self, op: Op, ty: Word, operands: Vec<Operand>) -> Word {
        let id = self.id();
        if let Some(block) = &mut self.body.current {
            block.instructions.push(Instruction::new(op, Some(ty), Some(id), operands));
        }
        id
    }

    /// Adds an instruction without a result.
    fn emit_void(&mut self, op: Op, operands: Vec<Operand>) {
        if let Some(block) = &mut self.body.current {
            block.instructions.push(Instruction::new(op, None, None, operands));
        }
    }

    fn begin_block(&mut self, id: Word) {
        let mut block = Block::new();
        block.label = Some(Instruction::new(Op::Label, None, Some(id), vec![]));
        self.body.current = Some(block);
    }

    fn end_block(&mut self, op: Op, operands: Vec<Operand>) {
        self.emit_void(op, operands);
        self.body.blocks.extend(self.body.current.take());
    }

    /// Opens a procedure, and returns its id.
    pub fn begin_function(&mut self) -> Word {
        self.body = Body::default();
        let id = self.id();
        let label = self.id();
        self.begin_block(label);
        id
    }

    /// Closes the procedure that `begin_function` opened.
    pub fn end_function(&mut self, id: Word) {
        self.end_block(Op::Return, vec![]);
        let (void, procedure) = (self.other(Other::Void), self.other(Other::Procedure));
        let mut body = std::mem::take(&mut self.body);
        if let Some(first) = body.blocks.first_mut() {
            first.instructions.splice(0..0, body.variables);
        }
        let mut function = Function::new();
        function.def = Some(Instruction::new(
            Op::Function,
            Some(void),
            Some(id),
            vec![Operand::FunctionControl(FunctionControl::NONE), Operand::IdRef(procedure)],
        ));
        function.blocks = body.blocks;
        function.end = Some(Instruction::new(Op::FunctionEnd, None, None, vec![]));
        self.module.functions.push(function);
    }

    /// Opens a function in the function under construction, which calls it where it is closed. Of what the outer
    /// function has computed, it sees variables, but no values.
    pub fn open_section(&mut self) -> Word {
        let outer = std::mem::take(&mut self.body);
        self.outer.push(outer);
        self.begin_function()
    }

    /// Closes and calls the function that `open_section` opened.
    pub fn close_section(&mut self, id: Word) {
        self.end_function(id);
        self.body = self.outer.pop().unwrap_or_default();
        let void = self.other(Other::Void);
        self.emit(Op::FunctionCall, void, vec![Operand::IdRef(id)]);
    }

    /// Leaves the function. Later instructions are dropped until an enclosing branch or loop ends.
    pub fn return_(&mut self) {
        self.end_block(Op::Return, vec![]);
    }

    /// The finished module, whose entry point `main` is the given procedure, with workgroups of `group_size`
    /// invocations.
    pub fn finish(mut self, main: Word, group_size: u32) -> Vec<u32> {
        let mut operands = vec![
            Operand::ExecutionModel(ExecutionModel::GLCompute),
            Operand::IdRef(main),
            Operand::LiteralString("main".to_string()),
        ];
        operands.extend(self.interface.iter().map(|&id| Operand::IdRef(id)));
        self.module.entry_points.push(Instruction::new(Op::EntryPoint, None, None, operands));
        let mut mode = |mode, more: Vec<Operand>| {
            let mut operands = vec![Operand::IdRef(main), Operand::ExecutionMode(mode)];
            operands.extend(more);
            self.module.execution_modes.push(Instruction::new(Op::ExecutionMode, None, None, operands));
        };
        mode(
            ExecutionMode::LocalSize,
            vec![Operand::LiteralBit32(group_size), Operand::LiteralBit32(1), Operand::LiteralBit32(1)],
        );
        for (bits, exact) in [16, 32, 64].into_iter().zip(self.features.exact) {
            if exact && self.types.contains_key(&Ty::Float(bits)) {
                mode(ExecutionMode::SignedZeroInfNanPreserve, vec![Operand::LiteralBit32(bits)]);
                self.capabilities.insert(Capability::SignedZeroInfNanPreserve);
            }
        }
        for &capability in &self.capabilities {
            let operands = vec![Operand::Capability(capability)];
            self.module.capabilities.push(Instruction::new(Op::Capability, None, None, operands));
        }
        let mut header = ModuleHeader::new(self.next);
        header.set_version(1, 5);
        self.module.header = Some(header);
        self.module.assemble()
    }

    // ----- variables and memory -----

    /// A new variable of the invocation, with an unspecified value.
    pub fn variable(&mut self, ty: Ty) -> Var {
        let to = self.type_id(ty);
        Var { id: self.own_variable(to, None), ty }
    }

    /// A new variable of the invocation, with a constant as initial value.
    pub fn initialised(&mut self, constant: Val) -> Var {
        let to = self.type_id(constant.ty);
        Var { id: self.own_variable(to, Some(constant)), ty: constant.ty }
    }

    /// The class of variables of an invocation. Variables of a function are hidden from others.
    const fn own_class(&self) -> StorageClass {
        if self.several { StorageClass::Private } else { StorageClass::Function }
    }

    fn own_variable(&mut self, to: Word, constant: Option<Val>) -> Word {
        let class = self.own_class();
        let pointer = self.other(Other::Pointer(class, to));
        let mut operands = vec![Operand::StorageClass(class)];
        operands.extend(constant.map(|constant| Operand::IdRef(constant.id)));
        if self.several {
            let id = self.global(Op::Variable, Some(pointer), operands);
            self.interface.push(id);
            return id;
        }
        let id = self.id();
        self.body.variables.push(Instruction::new(Op::Variable, Some(pointer), Some(id), operands));
        id
    }

    /// A new array, with unspecified elements.
    pub fn array(&mut self, shared: Shared, ty: Ty, count: u32) -> ArrayVar {
        let array = self.other(Other::Array(ty, count.max(1)));
        if shared == Shared::No {
            return ArrayVar { id: self.own_variable(array, None), ty, class: self.own_class() };
        }
        let class = StorageClass::Workgroup;
        let pointer = self.other(Other::Pointer(class, array));
        let id = self.global(Op::Variable, Some(pointer), vec![Operand::StorageClass(class)]);
        self.interface.push(id);
        ArrayVar { id, ty, class }
    }

    /// An element of an array.
    pub fn element(&mut self, array: ArrayVar, index: Val) -> Var {
        let pointer = self.pointer_to(array.class, array.ty);
        let id = self.emit(Op::AccessChain, pointer, vec![Operand::IdRef(array.id), Operand::IdRef(index.id)]);
        Var { id, ty: array.ty }
    }

    /// The value of a variable.
    pub fn get(&mut self, var: Var) -> Val {
        let ty = self.type_id(var.ty);
        Val { id: self.emit(Op::Load, ty, vec![Operand::IdRef(var.id)]), ty: var.ty }
    }

    /// Sets a variable.
    pub fn set(&mut self, var: Var, value: Val) {
        debug_assert_eq!(var.ty, value.ty);
        self.emit_void(Op::Store, vec![Operand::IdRef(var.id), Operand::IdRef(value.id)]);
    }

    /// A word of the push constants.
    pub fn push_word(&mut self, index: usize) -> Val {
        let (zero, index) = (self.int(32, 0).id, self.int(32, index as i64).id);
        let operands = vec![Operand::IdRef(self.push), Operand::IdRef(zero), Operand::IdRef(index)];
        let pointer = self.emit(Op::AccessChain, self.push_element, operands);
        self.get(Var { id: pointer, ty: LONG })
    }

    /// The number of the invocation in the dispatch, as an `i64`.
    pub fn invocation(&mut self) -> Val {
        self.first_of(self.invocation)
    }

    /// The number of the workgroup in the dispatch, as an `i64`.
    pub fn group(&mut self) -> Val {
        let id = self.group.unwrap_or_else(|| self.builtin(BuiltIn::WorkgroupId));
        self.group = Some(id);
        self.first_of(id)
    }

    /// The number of the invocation in its workgroup, as an `i64`.
    pub fn lane(&mut self) -> Val {
        let id = self.lane.unwrap_or_else(|| self.builtin(BuiltIn::LocalInvocationId));
        self.lane = Some(id);
        self.first_of(id)
    }

    /// The first of the numbers that the device gives each invocation.
    fn first_of(&mut self, builtin: Word) -> Val {
        let zero = self.int(32, 0).id;
        let pointer = self.pointer_to(StorageClass::Input, Ty::Int(32));
        let operands = vec![Operand::IdRef(builtin), Operand::IdRef(zero)];
        let id = self.emit(Op::AccessChain, pointer, operands);
        let index = self.get(Var { id, ty: Ty::Int(32) });
        self.unary(Op::UConvert, LONG, index)
    }

    /// Waits until all invocations of the workgroup are here. Afterwards, each sees what the others have written
    /// before.
    pub fn barrier(&mut self) {
        let memory = MemorySemantics::WORKGROUP_MEMORY | MemorySemantics::UNIFORM_MEMORY;
        let semantics = self.semantics(MemorySemantics::ACQUIRE_RELEASE | memory);
        let scope = Operand::IdScope(self.int(32, Scope::Workgroup as i64).id);
        self.emit_void(Op::ControlBarrier, vec![scope.clone(), scope, semantics]);
    }

    /// Orders accesses to device memory: those before it happen before those after it, for all invocations.
    pub fn device_fence(&mut self) {
        let semantics = self.semantics(MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::UNIFORM_MEMORY);
        let scope = Operand::IdScope(self.int(32, Scope::Device as i64).id);
        self.emit_void(Op::MemoryBarrier, vec![scope, semantics]);
    }

    fn semantics(&mut self, semantics: MemorySemantics) -> Operand {
        Operand::IdMemorySemantics(self.int(32, i64::from(semantics.bits())).id)
    }

    fn device_pointer(&mut self, address: Val, ty: Ty) -> Word {
        let pointer = self.pointer_to(StorageClass::PhysicalStorageBuffer, ty);
        self.emit(Op::ConvertUToPtr, pointer, vec![Operand::IdRef(address.id)])
    }

    /// Loads a value from device memory. The address must be a multiple of the type's size.
    pub fn load(&mut self, address: Val, ty: Ty) -> Val {
        self.load_with(address, ty, MemoryAccess::ALIGNED)
    }

    /// Loads a value that other invocations may write at the same time.
    pub fn load_volatile(&mut self, address: Val, ty: Ty) -> Val {
        self.load_with(address, ty, MemoryAccess::ALIGNED | MemoryAccess::VOLATILE)
    }

    fn load_with(&mut self, address: Val, ty: Ty, access: MemoryAccess) -> Val {
        let pointer = self.device_pointer(address, ty);
        let type_id = self.type_id(ty);
        let operands = vec![Operand::IdRef(pointer), Operand::MemoryAccess(access), Operand::LiteralBit32(size_of(ty))];
        Val { id: self.emit(Op::Load, type_id, operands), ty }
    }

    /// Stores a value to device memory. The address must be a multiple of the type's size.
    pub fn store(&mut self, address: Val, value: Val) {
        self.store_with(address, value, MemoryAccess::ALIGNED);
    }

    /// Stores a value that other invocations may read at the same time.
    pub fn store_volatile(&mut self, address: Val, value: Val) {
        self.store_with(address, value, MemoryAccess::ALIGNED | MemoryAccess::VOLATILE);
    }

    fn store_with(&mut self, address: Val, value: Val, access: MemoryAccess) {
        let pointer = self.device_pointer(address, value.ty);
        let operands = vec![
            Operand::IdRef(pointer),
            Operand::IdRef(value.id),
            Operand::MemoryAccess(access),
            Operand::LiteralBit32(size_of(value.ty)),
        ];
        self.emit_void(Op::Store, operands);
    }

    /// The operands of scope and semantics of an atomic operation on device memory.
    fn atomic_scope(&mut self, semantics: MemorySemantics) -> (Operand, Operand) {
        let scope = self.constant(Ty::Int(32), Scope::Device as u64).id;
        (Operand::IdScope(scope), self.semantics(semantics))
    }

    fn note_atomic(&mut self, ty: Ty) {
        if ty == LONG {
            self.capabilities.insert(Capability::Int64Atomics);
        }
    }

    /// An atomic operation such as `AtomicIAdd`. Returns the old value.
    pub fn atomic(&mut self, op: Op, address: Val, value: Val) -> Val {
        self.note_atomic(value.ty);
        let pointer = self.device_pointer(address, value.ty);
        let (scope, semantics) = self.atomic_scope(MemorySemantics::RELAXED);
        let ty = self.type_id(value.ty);
        let operands = vec![Operand::IdRef(pointer), scope, semantics, Operand::IdRef(value.id)];
        Val { id: self.emit(op, ty, operands), ty: value.ty }
    }

    /// An atomic operation on an element of an array of the workgroup.
    pub fn atomic_in_group(&mut self, op: Op, element: Var, value: Val) {
        let scope = Operand::IdScope(self.int(32, Scope::Workgroup as i64).id);
        let semantics = self.semantics(MemorySemantics::RELAXED);
        let ty = self.type_id(value.ty);
        self.emit(op, ty, vec![Operand::IdRef(element.id), scope, semantics, Operand::IdRef(value.id)]);
    }

    /// Atomically stores `new` if the address has the value `expected`. Returns the old value. Acquires and releases
    /// writes of other invocations.
    pub fn compare_exchange(&mut self, address: Val, new: Val, expected: Val) -> Val {
        self.note_atomic(new.ty);
        let pointer = self.device_pointer(address, new.ty);
        let (scope, equal) = self.atomic_scope(MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::UNIFORM_MEMORY);
        let (_, unequal) = self.atomic_scope(MemorySemantics::ACQUIRE | MemorySemantics::UNIFORM_MEMORY);
        let ty = self.type_id(new.ty);
        let operands =
            vec![Operand::IdRef(pointer), scope, equal, unequal, Operand::IdRef(new.id), Operand::IdRef(expected.id)];
        Val { id: self.emit(Op::AtomicCompareExchange, ty, operands), ty: new.ty }
    }

    /// Stores `value` at an address, so that other invocations that read it see all earlier writes.
    pub fn release_store(&mut self, address: Val, value: Val) {
        let pointer = self.device_pointer(address, value.ty);
        let (scope, semantics) = self.atomic_scope(MemorySemantics::RELEASE | MemorySemantics::UNIFORM_MEMORY);
        self.emit_void(Op::AtomicStore, vec![Operand::IdRef(pointer), scope, semantics, Operand::IdRef(value.id)]);
    }

    // ----- operations -----

    /// An instruction of one operand.
    pub fn unary(&mut self, op: Op, ty: Ty, arg: Val) -> Val {
        let type_id = self.type_id(ty);
        let id = self.emit(op, type_id, vec![Operand::IdRef(arg.id)]);
        self.keep_exact(op, id);
        Val { id, ty }
    }

    /// An instruction of two operands.
    pub fn binary(&mut self, op: Op, ty: Ty, lhs: Val, rhs: Val) -> Val {
        let type_id = self.type_id(ty);
        let id = self.emit(op, type_id, vec![Operand::IdRef(lhs.id), Operand::IdRef(rhs.id)]);
        self.keep_exact(op, id);
        Val { id, ty }
    }

    /// Forbids the contraction and rearrangement of a float operation.
    fn keep_exact(&mut self, op: Op, id: Word) {
        if matches!(op, Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FNegate | Op::FRem | Op::FMod) {
            self.decorate(id, Decoration::NoContraction, vec![]);
        }
    }

    /// A function of GLSL.std.450 whose operands have the type of its result.
    pub fn glsl(&mut self, op: GLOp, ty: Ty, args: &[Val]) -> Val {
        let type_id = self.type_id(ty);
        let mut operands = vec![Operand::IdRef(self.glsl), Operand::LiteralExtInstInteger(op as u32)];
        operands.extend(args.iter().map(|arg| Operand::IdRef(arg.id)));
        let id = self.emit(Op::ExtInst, type_id, operands);
        self.decorate(id, Decoration::NoContraction, vec![]);
        Val { id, ty }
    }

    /// One of two values, by a condition.
    pub fn select(&mut self, cond: Val, yes: Val, no: Val) -> Val {
        debug_assert_eq!(yes.ty, no.ty);
        let type_id = self.type_id(yes.ty);
        let operands = vec![Operand::IdRef(cond.id), Operand::IdRef(yes.id), Operand::IdRef(no.id)];
        Val { id: self.emit(Op::Select, type_id, operands), ty: yes.ty }
    }

    // ----- control -----

    /// Begins a branch: the following instructions run if the condition holds.
    pub fn open_if(&mut self, cond: Val) -> OpenIf {
        let (then, otherwise, merge) = (self.id(), self.id(), self.id());
        let control = Operand::SelectionControl(SelectionControl::NONE);
        self.emit_void(Op::SelectionMerge, vec![Operand::IdRef(merge), control]);
        let operands = vec![Operand::IdRef(cond.id), Operand::IdRef(then), Operand::IdRef(otherwise)];
        self.end_block(Op::BranchConditional, operands);
        self.begin_block(then);
        OpenIf { otherwise, merge }
    }

    /// Begins the other side of a branch: the following instructions run if the condition does not hold.
    pub fn open_else(&mut self, open: &OpenIf) {
        self.end_block(Op::Branch, vec![Operand::IdRef(open.merge)]);
        self.begin_block(open.otherwise);
    }

    /// Ends a branch.
    pub fn close_if(&mut self, open: &OpenIf) {
        self.end_block(Op::Branch, vec![Operand::IdRef(open.merge)]);
        self.begin_block(open.merge);
    }

    /// Begins a loop with its test.
    pub fn open_loop(&mut self) -> OpenLoop {
        let [head, check, run, again, merge] = std::array::from_fn(|_| self.id());
        self.end_block(Op::Branch, vec![Operand::IdRef(head)]);
        self.begin_block(head);
        let control = Operand::LoopControl(LoopControl::NONE);
        self.emit_void(Op::LoopMerge, vec![Operand::IdRef(merge), Operand::IdRef(again), control]);
        self.end_block(Op::Branch, vec![Operand::IdRef(check)]);
        self.begin_block(check);
        OpenLoop { head, run, again, merge }
    }

    /// Ends the test of a loop, which continues while `cond` holds, and begins the body.
    pub fn open_body(&mut self, open: &OpenLoop, cond: Val) {
        let operands = vec![Operand::IdRef(cond.id), Operand::IdRef(open.run), Operand::IdRef(open.merge)];
        self.end_block(Op::BranchConditional, operands);
        self.begin_block(open.run);
    }

    /// Ends the body, and begins the step to the next iteration.
    pub fn open_step(&mut self, open: &OpenLoop) {
        self.end_block(Op::Branch, vec![Operand::IdRef(open.again)]);
        self.begin_block(open.again);
    }

    /// Ends a loop.
    pub fn close_loop(&mut self, open: &OpenLoop) {
        self.end_block(Op::Branch, vec![Operand::IdRef(open.head)]);
        self.begin_block(open.merge);
    }
}

/// A branch that has begun.
pub struct OpenIf {
    otherwise: Word,
    merge: Word,
}

/// A loop that has begun.
pub struct OpenLoop {
    head: Word,
    run: Word,
    again: Word,
    merge: Word,
}

/// The size of a value in memory, in bytes.
fn size_of(ty: Ty) -> u32 {
    match ty {
        Ty::Bool => 1,
        Ty::Int(bits) | Ty::Float(bits) => bits / 8,
    }
}
