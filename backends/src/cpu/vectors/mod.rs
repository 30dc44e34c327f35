//! Prints the code of groups: vectors in registers of 128 bits.
//!
//! A vector is a list of registers (with 8 lanes, two of `f32`, four of `f64`). Truth values are masks of 32 bits a
//! lane; integers of fewer bits are in lanes of 32. An operator without a vector instruction is applied lane by lane.
//! Memory is accessed lane by lane, too, unless the elements are consecutive and no lane is left out.
//!
//! - `group.rs`: groups, and how they are left; `operators.rs`: operators; `memory.rs`: reads and writes.

#[cfg(all(target_arch = "x86_64", unix))]
mod full_width;
#[cfg(not(all(target_arch = "x86_64", unix)))]
#[path = "only_narrow.rs"]
mod full_width;
mod group;
mod memory;
mod operators;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{ConstantData, Endianness, InstBuilder, MemFlagsData, Type, Value, types};
use cranelift_frontend::Variable;
use framework::{Error, Name, Result};
use languages::lanes::Exp;
use languages::prim::PrimType;

use super::ops;
use super::translate::Translator;
pub use group::Group;
pub use memory::Elements;

/// A value in every lane.
#[derive(Clone)]
enum Lane {
    /// The same.
    Uniform(Value),
    /// An integer that is `base` in the first lane and grows by `step`, or by 1 if there is none.
    Strided { base: Value, step: Option<Value> },
    /// Any, in registers.
    Varying(Vec<Value>),
}

/// The register type of lanes of a primitive type.
fn vector_type(prim: PrimType) -> Type {
    match prim {
        PrimType::F32 => types::F32X4,
        PrimType::F64 => types::F64X2,
        PrimType::I64 | PrimType::U64 => types::I64X2,
        _ => types::I32X4,
    }
}

/// Lanes of one register.
fn lanes_of(prim: PrimType) -> usize {
    vector_type(prim).lane_count() as usize
}

/// Flags of a change of view between registers of the same bits.
fn view() -> MemFlagsData {
    MemFlagsData::new().with_endianness(Endianness::Little)
}

impl Translator<'_> {
    // ----- variables -----

    /// Declares a vector variable with a value.
    fn bind_vector(&mut self, name: Name, prim: PrimType, registers: &[Value]) {
        let mut variables = Vec::with_capacity(registers.len());
        for &register in registers {
            let variable = self.b.declare_var(vector_type(prim));
            self.b.def_var(variable, register);
            variables.push(variable);
        }
        self.vectors.insert(name, (variables, prim));
    }

    fn vector_variable(&self, name: Name) -> Result<(Vec<Variable>, PrimType)> {
        let found = self.vectors.get(&name).cloned();
        found.ok_or_else(|| Error::internal(format!("vector {name} is not in scope")))
    }

    /// Assigns to a vector variable.
    fn set_vector(&mut self, name: Name, registers: &[Value]) -> Result<()> {
        let (variables, _) = self.vector_variable(name)?;
        for (variable, &register) in variables.into_iter().zip(registers) {
            self.b.def_var(variable, register);
        }
        Ok(())
    }

    /// Whether a name is that of a vector.
    pub(super) fn is_vector(&self, name: Name) -> bool {
        self.vectors.contains_key(&name)
    }

    /// Assigns an expression to a vector variable.
    pub(super) fn assign_vector(&mut self, name: Name, value: &Exp<'_>) -> Result<()> {
        let (prim, value) = self.lanes_of_exp(value)?;
        let registers = self.registers(prim, &value);
        self.set_vector(name, &registers)
    }

    // ----- values -----

    /// A scalar in all lanes of registers.
    fn splat(&mut self, prim: PrimType, value: Value) -> Vec<Value> {
        let element = self.element_of(prim, value);
        let register = self.b.ins().splat(vector_type(prim), element);
        vec![register; self.lanes / lanes_of(prim)]
    }

    /// A scalar as an element of a register: truth values become masks, and small integers have 32 bits.
    fn element_of(&mut self, prim: PrimType, value: Value) -> Value {
        match prim {
            PrimType::Bool => {
                let wide = self.b.ins().uextend(types::I32, value);
                self.b.ins().ineg(wide)
            }
            PrimType::I8 | PrimType::I16 => self.b.ins().sextend(types::I32, value),
            PrimType::U8 | PrimType::U16 | PrimType::F16 => self.b.ins().uextend(types::I32, value),
            _ => value,
        }
    }

    /// The inverse of [`Translator::element_of`].
    fn scalar_of(&mut self, prim: PrimType, element: Value) -> Value {
        match prim {
            PrimType::Bool => self.b.ins().icmp_imm_s(IntCC::NotEqual, element, 0),
            _ if prim.size_bytes() < 4 => self.b.ins().ireduce(ops::register_type(prim), element),
            _ => element,
        }
    }

    /// A value as registers.
    fn registers(&mut self, prim: PrimType, lane: &Lane) -> Vec<Value> {
        match lane {
            Lane::Uniform(value) => self.splat(prim, *value),
            Lane::Strided { base, step: None } if prim.size_bytes() >= 4 => {
                let starts = self.splat(prim, *base);
                let add = |(part, start)| {
                    let distances = self.distances(prim, part);
                    self.b.ins().iadd(start, distances)
                };
                starts.into_iter().enumerate().map(add).collect()
            }
            Lane::Strided { .. } => {
                let scalars: Vec<Value> = (0..self.lanes).map(|k| self.scalar_lane(prim, lane, k)).collect();
                self.pack(prim, &scalars)
            }
            Lane::Varying(registers) => registers.clone(),
        }
    }

    /// The numbers of the lanes of a register.
    fn distances(&mut self, prim: PrimType, part: usize) -> Value {
        let per = lanes_of(prim);
        let numbers = (part * per..(part + 1) * per).flat_map(|lane| match per {
            4 => (lane as u32).to_le_bytes().to_vec(),
            _ => (lane as u64).to_le_bytes().to_vec(),
        });
        let bytes: Vec<u8> = numbers.collect();
        let constant = self.b.func.dfg.constants.insert(ConstantData::from(bytes.as_slice()));
        self.b.ins().vconst(vector_type(prim), constant)
    }

    /// The value of one lane.
    fn scalar_lane(&mut self, prim: PrimType, lane: &Lane, k: usize) -> Value {
        match lane {
            Lane::Uniform(value) => *value,
            Lane::Strided { base, step: None } => self.b.ins().iadd_imm_s(*base, k as i64),
            Lane::Strided { base, step: Some(step) } => {
                let ty = self.b.func.dfg.value_type(*base);
                let factor = self.b.ins().iconst(ty, k as i64);
                let distance = self.b.ins().imul(*step, factor);
                self.b.ins().iadd(*base, distance)
            }
            Lane::Varying(registers) => {
                let per = lanes_of(prim);
                let element = self.b.ins().extractlane(registers[k / per], (k % per) as u8);
                self.scalar_of(prim, element)
            }
        }
    }

    /// Registers of one scalar for each lane.
    fn pack(&mut self, prim: PrimType, scalars: &[Value]) -> Vec<Value> {
        let ty = vector_type(prim);
        let mut registers = Vec::new();
        for part in scalars.chunks(lanes_of(prim)) {
            let first = self.element_of(prim, part[0]);
            let mut register = self.b.ins().splat(ty, first);
            for (k, &scalar) in part.iter().enumerate().skip(1) {
                let element = self.element_of(prim, scalar);
                register = self.b.ins().insertlane(register, element, k as u8);
            }
            registers.push(register);
        }
        registers
    }

    /// Registers with another view of the same bits.
    fn cast(&mut self, ty: Type, register: Value) -> Value {
        if self.b.func.dfg.value_type(register) == ty {
            return register;
        }
        self.b.ins().bitcast(ty, view(), register)
    }

    // ----- masks -----

    /// Masks of 64 bits a lane as masks of 32.
    fn narrow(&mut self, wide: &[Value]) -> Vec<Value> {
        let low_halves = [0u8, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
        let mut narrow = Vec::with_capacity(wide.len() / 2);
        for pair in wide.chunks(2) {
            let (x, y) = (self.cast(types::I8X16, pair[0]), self.cast(types::I8X16, pair[1]));
            let mask = self.b.func.dfg.immediates.push(ConstantData::from(low_halves.as_slice()));
            let both = self.b.ins().shuffle(x, y, mask);
            narrow.push(self.cast(types::I32X4, both));
        }
        narrow
    }

    /// A mask with as many bits a lane as values of a type have.
    fn mask_for(&mut self, prim: PrimType, mask: &[Value]) -> Vec<Value> {
        if lanes_of(prim) == 4 {
            return mask.to_vec();
        }
        let mut wide = Vec::with_capacity(2 * mask.len());
        for &register in mask {
            wide.push(self.b.ins().swiden_low(register));
            wide.push(self.b.ins().swiden_high(register));
        }
        wide
    }

    /// In each lane one of two values.
    fn choose(&mut self, prim: PrimType, mask: &[Value], yes: &[Value], no: &[Value]) -> Vec<Value> {
        let ty = vector_type(prim);
        let mask = self.mask_for(prim, mask);
        let mut chosen = Vec::with_capacity(yes.len());
        for ((&mask, &yes), &no) in mask.iter().zip(yes).zip(no) {
            let mask = self.cast(ty, mask);
            chosen.push(self.b.ins().bitselect(mask, yes, no));
        }
        chosen
    }

    /// Whether any lane of a mask is set.
    pub(super) fn any(&mut self, mask: &Exp<'_>) -> Result<Value> {
        let mask = self.vector(mask)?;
        let some = mask[1..].iter().fold(mask[0], |some, &register| self.b.ins().bor(some, register));
        Ok(self.b.ins().vany_true(some))
    }

    /// Whether every lane of a mask is set.
    pub(super) fn all(&mut self, mask: &Exp<'_>) -> Result<Value> {
        let mask = self.vector(mask)?;
        let every = mask[1..].iter().fold(mask[0], |every, &register| self.b.ins().band(every, register));
        Ok(self.b.ins().vall_true(every))
    }

    /// Whether a lane of a mask is set.
    fn is_set(&mut self, mask: &[Value], k: usize) -> Value {
        self.b.ins().extractlane(mask[k / 4], (k % 4) as u8)
    }

    // ----- expressions -----

    /// The registers of a vector.
    fn vector(&mut self, exp: &Exp<'_>) -> Result<Vec<Value>> {
        let (prim, lane) = self.lanes_of_exp(exp)?;
        Ok(self.registers(prim, &lane))
    }

    /// The type of a vector's elements, and the vector.
    fn lanes_of_exp(&mut self, exp: &Exp<'_>) -> Result<(PrimType, Lane)> {
        Ok(match exp {
            Exp::Splat { prim, value, .. } => (*prim, Lane::Uniform(self.exp(value)?)),
            Exp::Steps { prim, base, step, .. } => {
                let base = self.exp(base)?;
                let by_one = matches!(step, Exp::Const { value, .. } if value.as_i64() == Some(1));
                let step = if by_one { None } else { Some(self.exp(step)?) };
                (*prim, Lane::Strided { base, step })
            }
            Exp::Var { name, .. } => {
                let (variables, prim) = self.vector_variable(*name)?;
                (prim, Lane::Varying(variables.into_iter().map(|variable| self.b.use_var(variable)).collect()))
            }
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                let ((_, x), (_, y)) = (self.lanes_of_exp(lhs)?, self.lanes_of_exp(rhs)?);
                (op.result_type(*prim), self.vector_binary(*op, *prim, &x, &y))
            }
            Exp::Un { op, prim, arg, .. } => {
                let (_, x) = self.lanes_of_exp(arg)?;
                (op.result_type(*prim), self.vector_unary(*op, *prim, &x))
            }
            Exp::Tri { op, prim, a, b, c, .. } => {
                let [x, y, z] = [self.lanes_of_exp(a)?.1, self.lanes_of_exp(b)?.1, self.lanes_of_exp(c)?.1];
                (op.result_type(*prim), self.vector_ternary(*op, *prim, &x, &y, &z))
            }
            Exp::Convert { from, to, arg, .. } => {
                let (_, x) = self.lanes_of_exp(arg)?;
                (*to, self.vector_convert(*from, *to, &x))
            }
            Exp::Select { cond, yes, no, .. } => {
                let mask = self.vector(cond)?;
                let ((prim, yes), (_, no)) = (self.lanes_of_exp(yes)?, self.lanes_of_exp(no)?);
                let (yes, no) = (self.registers(prim, &yes), self.registers(prim, &no));
                (prim, Lane::Varying(self.choose(prim, &mask, &yes, &no)))
            }
            Exp::Const { .. } | Exp::Capacity { .. } | Exp::Parameter { .. } | Exp::Any { .. } | Exp::All { .. } => {
                return Err(Error::internal("a scalar, where a vector is needed"));
            }
        })
    }
}
