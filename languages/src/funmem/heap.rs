//! The meaning of `FunMem` on a heap (IFL'22 figure 10): labels and index functions. It records the locations that each
//! step reads and writes, and finds data races by them (equation 4).

mod folds;

use super::{
    Atom, Body, Exp, Fun, FunMem, HistOp, KernelBody, KernelResult, Lambda, Layout, LoopForm, Param, Part, Poly,
    SegDim, SliceDim, Stm, Type,
};
use crate::codes;
use crate::memory;
use crate::prim::{BinOp, PrimType, PrimValue, convert};
use crate::run::{Call, ParamType, check_count, failure, fitting, shown, too_deep};
use crate::value::{ArrayData, ArrayValue, Value};
use framework::{Error, Name, Owned, Result, Span};
use rustc_hash::FxHashMap;

/// A heap label `ℓ`.
type Label = usize;

/// The index function of a value, with constants only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lmad {
    offset: i64,
    /// The number of elements and the stride of each dimension.
    dims: Vec<(i64, i64)>,
}

impl Lmad {
    /// The number of elements. Fails if there is no memory for as many values.
    fn count(&self) -> Result<usize> {
        let sizes: Vec<usize> = self.dims.iter().map(|(count, _)| usize::try_from(*count).unwrap_or(0)).collect();
        memory::check(size_of::<PrimValue>(), &sizes)
    }

    /// Returns the image: equation (1) for all indices in row-major order.
    fn image(&self) -> Result<Vec<i64>> {
        self.count()?;
        let mut addresses = vec![self.offset];
        for (count, stride) in &self.dims {
            let row = |base: i64| (0..*count).map(move |at| base.wrapping_add(at.wrapping_mul(*stride)));
            addresses = addresses.into_iter().flat_map(row).collect();
        }
        Ok(addresses)
    }

    /// Returns the index function of a slice, by equation (2).
    fn slice(&self, dims: &[Cut]) -> Lmad {
        let mut offset = self.offset;
        let mut out = Vec::new();
        for ((start, span), (_, stride)) in dims.iter().zip(&self.dims) {
            offset = offset.wrapping_add(start.wrapping_mul(*stride));
            if let Some((count, step)) = span {
                out.push((*count, stride.wrapping_mul(*step)));
            }
        }
        Lmad { offset, dims: out }
    }

    /// Returns the index function of an element or row, by equation (3) for several dimensions at once.
    fn index(&self, indices: &[i64]) -> Lmad {
        let ways = indices.iter().zip(&self.dims).map(|(index, (_, stride))| index.wrapping_mul(*stride));
        let offset = ways.fold(self.offset, i64::wrapping_add);
        Lmad { offset, dims: self.dims[indices.len().min(self.dims.len())..].to_vec() }
    }
}

/// One dimension of a slice: its start, and, unless the dimension disappears, count and stride.
type Cut = (i64, Option<(i64, i64)>);

/// The value of a variable.
#[derive(Clone, Debug)]
enum Val {
    Scalar(PrimValue),
    Mem(Label),
    Array(Label, Lmad),
    Cert,
}

/// The iterations that have used a location in one kernel.
#[derive(Clone, Copy, Debug)]
struct Touch {
    reader: Option<usize>,
    /// Whether several iterations have read it.
    read_by_many: bool,
    writer: Option<usize>,
}

/// A running kernel: the current iteration, and all uses so far.
struct Kernel {
    iteration: usize,
    touched: FxHashMap<(Label, i64), Touch>,
}

/// Runs an entry point on a heap, and compares the result with that of the value semantics: definition 3.1 (validity).
///
/// `params` are the types of the entry point's parameters.
pub fn evaluate(
    program: &Owned<FunMem>,
    call: &Call,
    params: FxHashMap<Name, ParamType>,
    by_values: &[Value],
) -> Result<Vec<Value>> {
    let results = run(program, call, &params)?;
    if let Some(position) = (0..results.len()).find(|at| by_values.get(*at) != results.get(*at)) {
        let message = format!("the program is not valid: result {position} differs between values and heap");
        return Err(Error::internal(message));
    }
    Ok(results)
}

fn run(program: &Owned<FunMem>, call: &Call, params: &FxHashMap<Name, ParamType>) -> Result<Vec<Value>> {
    let root = program.root();
    let entry = root.funs.iter().find_map(|fun| Some((fun, fun.entry.filter(|entry| entry.name == call.entry)?)));
    let Some((fun, entry)) = entry else {
        return Err(Error::user(Span::NONE, format!("there is no entry point `{}`", call.entry)));
    };
    let funs = root.funs.iter().map(|fun| (fun.name, fun)).collect();
    let mut machine = Machine { funs, env: FxHashMap::default(), heap: Vec::new(), kernels: Vec::new() };
    let leaves: Vec<Name> = entry.args.iter().flat_map(|arg| arg.leaves).copied().collect();
    machine.bind_arguments(fun, params, &leaves, &call.args)?;
    machine.stms(fun.body.stms)?;
    let mut out = Vec::new();
    for leaf in entry.results.iter().flat_map(|result| result.leaves) {
        let atom = fun.body.result.get(*leaf as usize).ok_or_else(|| internal(fun.span, "a result is missing"))?;
        out.push(match machine.atom(atom)? {
            Val::Scalar(value) => Value::Scalar(value),
            Val::Array(label, lmad) => machine.value(label, &lmad)?,
            _ => return Err(internal(fun.span, "an entry point's result is no value")),
        });
    }
    Ok(out)
}

fn internal(span: Span, message: impl Into<String>) -> Error {
    Error::internal(message).or_at(span)
}

struct Machine<'p> {
    funs: FxHashMap<Name, &'p Fun<'p>>,
    env: FxHashMap<Name, Val>,
    heap: Vec<ArrayData>,
    kernels: Vec<Kernel>,
}

impl<'p> Machine<'p> {
    fn atom(&self, atom: &Atom) -> Result<Val> {
        match atom {
            Atom::Const { value, .. } => Ok(Val::Scalar(*value)),
            Atom::Var { span, name } => {
                self.env.get(name).cloned().ok_or_else(|| internal(*span, format!("`{name}` has no value")))
            }
        }
    }

    fn scalar(&self, atom: &Atom) -> Result<PrimValue> {
        match self.atom(atom)? {
            Val::Scalar(value) => Ok(value),
            _ => Err(internal(atom.span(), "a scalar is expected")),
        }
    }

    fn int(&self, atom: &Atom) -> Result<i64> {
        self.scalar(atom)?.as_i64().ok_or_else(|| internal(atom.span(), "an integer is expected"))
    }

    fn ints(&self, atoms: &[Atom]) -> Result<Vec<i64>> {
        atoms.iter().map(|atom| self.int(atom)).collect()
    }

    fn truth(&self, atom: &Atom) -> Result<bool> {
        match self.scalar(atom)? {
            PrimValue::Bool(value) => Ok(value),
            _ => Err(internal(atom.span(), "a condition is a truth value")),
        }
    }

    fn poly(&self, poly: &Poly<'_>) -> Result<i64> {
        Ok(match poly {
            Poly::PolyConst { value, .. } => *value,
            Poly::PolyVar { span, name } => self.int(&Atom::Var { span: *span, name: *name })?,
            Poly::PolyAdd { lhs, rhs, .. } => self.poly(lhs)?.wrapping_add(self.poly(rhs)?),
            Poly::PolySub { lhs, rhs, .. } => self.poly(lhs)?.wrapping_sub(self.poly(rhs)?),
            Poly::PolyMul { lhs, rhs, .. } => self.poly(lhs)?.wrapping_mul(self.poly(rhs)?),
        })
    }

    fn lmad(&self, dims: &[Atom], layout: &Layout<'_>) -> Result<Lmad> {
        let offset = self.poly(layout.offset)?;
        let mut out = Vec::new();
        for (dim, stride) in dims.iter().zip(layout.strides) {
            out.push((self.int(dim)?, self.poly(stride)?));
        }
        Ok(Lmad { offset, dims: out })
    }

    fn array(&self, name: Name, span: Span) -> Result<(Label, Lmad)> {
        match self.env.get(&name) {
            Some(Val::Array(label, lmad)) => Ok((*label, lmad.clone())),
            _ => Err(internal(span, format!("`{name}` is no array"))),
        }
    }

    fn touch(&mut self, label: Label, address: i64, write: bool, span: Span) -> Result<()> {
        for kernel in &mut self.kernels {
            let here = kernel.iteration;
            let touch = kernel.touched.entry((label, address)).or_insert(Touch {
                reader: None,
                read_by_many: false,
                writer: None,
            });
            let others_write = touch.writer.is_some_and(|writer| writer != here);
            let others_read = touch.read_by_many || touch.reader.is_some_and(|reader| reader != here);
            if others_write || (write && others_read) {
                let what = if write { "writes" } else { "reads" };
                let message = format!(
                    "a data race: iteration {here} {what} block {label} at {address}, which another iteration uses"
                );
                return Err(internal(span, message));
            }
            if write {
                touch.writer = Some(here);
            } else {
                touch.read_by_many |= touch.reader.is_some_and(|reader| reader != here);
                touch.reader = Some(here);
            }
        }
        Ok(())
    }

    fn read(&mut self, label: Label, address: i64, span: Span) -> Result<PrimValue> {
        self.touch(label, address, false, span)?;
        let cell = usize::try_from(address).ok().and_then(|address| self.heap.get(label)?.get(address));
        cell.ok_or_else(|| internal(span, format!("block {label} has no location {address}")))
    }

    fn write(&mut self, label: Label, address: i64, value: PrimValue, span: Span) -> Result<()> {
        self.touch(label, address, true, span)?;
        let done = usize::try_from(address).is_ok_and(|address| {
            self.heap.get_mut(label).is_some_and(|block| address < block.len() && block.set(address, value))
        });
        if done { Ok(()) } else { Err(internal(span, format!("block {label} has no location {address} for {value}"))) }
    }

    /// Copies a scalar or an array to a place, by equation (5).
    fn memcpy(&mut self, value: Val, label: Label, lmad: &Lmad, span: Span) -> Result<()> {
        match value {
            Val::Scalar(value) => {
                for address in lmad.image()? {
                    self.write(label, address, value, span)?;
                }
            }
            Val::Array(source, from) => {
                let (from, to) = (from.image()?, lmad.image()?);
                if from.len() != to.len() {
                    return Err(internal(span, "a copy between arrays of different shapes"));
                }
                // Reads everything before it writes: source and destination may overlap.
                let values =
                    from.into_iter().map(|address| self.read(source, address, span)).collect::<Result<Vec<_>>>()?;
                for (address, value) in to.into_iter().zip(values) {
                    self.write(label, address, value, span)?;
                }
            }
            Val::Mem(_) | Val::Cert => {}
        }
        Ok(())
    }

    fn alloc(&mut self, prim: PrimType, count: i64) -> Result<Label> {
        let count = memory::check(prim.size_bytes(), &[memory::size(count)?])?;
        self.heap.push(ArrayData::zeros(prim, count));
        Ok(self.heap.len() - 1)
    }

    fn value(&mut self, label: Label, lmad: &Lmad) -> Result<Value> {
        let prim = self.heap.get(label).map_or(PrimType::Bool, ArrayData::prim_type);
        let mut elements = Vec::new();
        for address in lmad.image()? {
            elements.push(self.read(label, address, Span::NONE)?);
        }
        let shape = lmad.dims.iter().map(|(count, _)| memory::size(*count)).collect::<Result<_>>()?;
        let array = ArrayData::from_values(prim, elements).and_then(|data| ArrayValue::new(shape, data));
        array.map(Value::Array).ok_or_else(|| Error::internal("an array whose elements do not fit its shape"))
    }

    fn bind_arguments(
        &mut self,
        fun: &Fun<'_>,
        params: &FxHashMap<Name, ParamType>,
        leaves: &[Name],
        args: &[Value],
    ) -> Result<()> {
        check_count(leaves.len(), args.len())?;
        for (name, arg) in leaves.iter().zip(args) {
            let param = fun.params.iter().find(|param| param.name == *name).zip(params.get(name));
            let Some((Param { ty, .. }, param_type)) = param else {
                return Err(internal(fun.span, "an argument without a parameter"));
            };
            let scalar = |name: Name| match self.env.get(&name) {
                Some(Val::Scalar(value)) => Some(*value),
                _ => None,
            };
            let sizes = fitting(*name, param_type, arg, scalar)?;
            self.env.extend(sizes.into_iter().map(|(name, size)| (name, Val::Scalar(size))));
            match arg {
                Value::Scalar(value) => {
                    self.env.insert(*name, Val::Scalar(*value));
                }
                Value::Array(array) => {
                    let Type::Array { dims, mem, layout, .. } = ty else {
                        return Err(internal(fun.span, "an array for a parameter that is none"));
                    };
                    self.heap.push(array.data.clone());
                    let label = self.heap.len() - 1;
                    self.env.insert(*mem, Val::Mem(label));
                    let lmad = self.lmad(dims, layout)?;
                    self.env.insert(*name, Val::Array(label, lmad));
                }
            }
        }
        Ok(())
    }

    /// E-STMS
    fn stms(&mut self, stms: &[Stm<'_>]) -> Result<()> {
        stms.iter().try_for_each(|stm| self.stm(stm))
    }

    /// Returns the place of an array of a pattern. Its block is bound before it, in the same pattern or earlier.
    fn place(&self, param: &Param<'_>) -> Result<(Label, Lmad)> {
        match param.ty {
            Type::Array { dims, mem, layout, .. } => match self.env.get(mem) {
                Some(Val::Mem(label)) => Ok((*label, self.lmad(dims, layout)?)),
                _ => Err(internal(param.span, format!("`{mem}` is no memory block"))),
            },
            _ => Err(internal(param.span, "an array is expected")),
        }
    }

    /// Binds a pattern: scalars and blocks to values, arrays to the places in their types.
    fn bind(&mut self, params: &[Param<'_>], values: Vec<Val>, span: Span) -> Result<()> {
        if params.len() != values.len() {
            return Err(internal(span, format!("{} values for {} names", values.len(), params.len())));
        }
        for (param, value) in params.iter().zip(values) {
            let value = match (param.ty, value) {
                (Type::Array { .. }, Val::Array(label, lmad)) => {
                    let (claimed, place) = self.place(param)?;
                    if (claimed, &place) != (label, &lmad) {
                        let message = format!("`{}` is not where its type says", param.name);
                        return Err(internal(span, message));
                    }
                    Val::Array(label, lmad)
                }
                (_, value) => value,
            };
            self.env.insert(param.name, value);
        }
        Ok(())
    }

    fn bind_places(&mut self, params: &[Param<'_>]) -> Result<()> {
        for param in params {
            if let Type::Array { .. } = param.ty {
                let (label, lmad) = self.place(param)?;
                self.env.insert(param.name, Val::Array(label, lmad));
            }
        }
        Ok(())
    }

    fn results(&self, atoms: &[Atom]) -> Result<Vec<Val>> {
        atoms.iter().map(|atom| self.atom(atom)).collect()
    }

    fn body(&mut self, body: &Body<'_>) -> Result<Vec<Val>> {
        self.stms(body.stms)?;
        self.results(body.result)
    }

    fn stm(&mut self, stm: &Stm<'_>) -> Result<()> {
        let span = stm.span;
        let arith = |value: std::result::Result<PrimValue, crate::prim::ArithError>| {
            value.map(|value| vec![Val::Scalar(value)]).map_err(|error| internal(span, error.to_string()))
        };
        let values = match stm.exp {
            Exp::Atoms { atoms, .. } => self.results(atoms)?,
            Exp::Bin { op, lhs, rhs, .. } => arith(op.eval(self.scalar(lhs)?, self.scalar(rhs)?))?,
            Exp::Un { op, arg, .. } => arith(op.eval(self.scalar(arg)?))?,
            Exp::Tri { op, a, b, c, .. } => arith(op.eval(self.scalar(a)?, self.scalar(b)?, self.scalar(c)?))?,
            Exp::Convert { to, arg, .. } => vec![Val::Scalar(convert(self.scalar(arg)?, *to))],
            // E-MEM-ALLOC
            Exp::Alloc { prim, count, .. } => {
                let count = self.poly(count)?;
                vec![Val::Mem(self.alloc(*prim, count)?)]
            }
            // E-MEM-INDEX
            Exp::Index { array, indices, .. } => {
                let (label, lmad) = self.array(*array, span)?;
                let address = lmad.index(&self.ints(indices)?).offset;
                vec![Val::Scalar(self.read(label, address, span)?)]
            }
            // E-MEM-SLICE
            Exp::Slice { array, dims, .. } => {
                let (label, lmad) = self.array(*array, span)?;
                vec![Val::Array(label, lmad.slice(&self.slice(dims)?))]
            }
            // E-MEM-TRANSPOSE
            Exp::Rearrange { array, perm, .. } => {
                let (label, lmad) = self.array(*array, span)?;
                let dims = perm.iter().filter_map(|dim| lmad.dims.get(*dim as usize).copied()).collect();
                vec![Val::Array(label, Lmad { offset: lmad.offset, dims })]
            }
            Exp::Reshape { .. } | Exp::Scratch { .. } => return self.bind_places(stm.pat),
            Exp::Update { dims, value, .. } => {
                let (label, lmad) = self.single_place(stm)?;
                let part = lmad.slice(&self.slice(dims)?);
                let value = self.atom(value)?;
                self.memcpy(value, label, &part, span)?;
                return self.bind_places(stm.pat);
            }
            Exp::ArrayLit { elems, .. } => {
                let (label, lmad) = self.single_place(stm)?;
                for (position, elem) in elems.iter().enumerate() {
                    let value = self.atom(elem)?;
                    self.memcpy(value, label, &lmad.index(&[position as i64]), span)?;
                }
                return self.bind_places(stm.pat);
            }
            Exp::Iota { .. } => {
                self.iota(stm)?;
                return self.bind_places(stm.pat);
            }
            Exp::Replicate { shape, value, .. } => {
                let (label, lmad) = self.single_place(stm)?;
                let value = self.atom(value)?;
                for indices in vectors(&self.ints(shape)?) {
                    self.memcpy(value.clone(), label, &lmad.index(&indices), span)?;
                }
                return self.bind_places(stm.pat);
            }
            Exp::Copy { array, .. } => {
                let (label, lmad) = self.single_place(stm)?;
                let (source, from) = self.array(*array, span)?;
                self.memcpy(Val::Array(source, from), label, &lmad, span)?;
                return self.bind_places(stm.pat);
            }
            Exp::Concat { arrays, .. } => {
                self.concat(stm, arrays)?;
                return self.bind_places(stm.pat);
            }
            // E-MEM-IF-T, E-MEM-IF-F
            Exp::If { cond, yes, no, .. } => {
                let taken = if self.truth(cond)? { yes } else { no };
                self.body(taken)?
            }
            Exp::Loop { params, inits, form, body, .. } => self.looping(span, params, inits, form, body)?,
            Exp::Assert { .. } => self.assert(stm)?,
            // The run by values has printed it.
            Exp::Trace { .. } => Vec::new(),
            // E-MEM-KERNEL
            Exp::SegMap { space, body, .. } => {
                let places = stm.pat.iter().map(|param| self.place(param)).collect::<Result<Vec<_>>>()?;
                self.kernel(space, body.stms, |machine, at| machine.returned(at, &places, body.results))?;
                return self.bind_places(stm.pat);
            }
            Exp::SegRed { space, ops, body, .. } => return self.fold(stm, space, ops, body),
            Exp::SegScan { space, ops, body, totals, .. } => return self.scan(stm, space, ops, body, totals),
            Exp::SegHist { space, ops, body, .. } => return self.histogram(stm, space, ops, body),
            // The accumulators are where the destinations are.
            Exp::SegStream { space, accs, body, .. } => {
                self.bind_places(accs)?;
                self.kernel(space, body.stms, |_, _| Ok(()))?;
                return self.bind_places(stm.pat);
            }
            Exp::Accumulate { .. } => return self.accumulate(stm),
            Exp::Call { func, args, .. } => self.call(span, *func, args)?,
        };
        self.bind(stm.pat, values, span)
    }

    fn iota(&mut self, stm: &Stm<'_>) -> Result<()> {
        let Exp::Iota { span, count, start, step, prim } = stm.exp else {
            return Err(internal(stm.span, "an `iota` is expected"));
        };
        let (label, lmad) = self.single_place(stm)?;
        let (start, step) = (self.scalar(start)?, self.scalar(step)?);
        for position in 0..self.int(count)? {
            let way = BinOp::Mul.eval(convert(PrimValue::I64(position), *prim), step);
            let value = way.and_then(|way| BinOp::Add.eval(start, way));
            let value = value.map_err(|error| internal(*span, error.to_string()))?;
            self.memcpy(Val::Scalar(value), label, &lmad.index(&[position]), *span)?;
        }
        Ok(())
    }

    fn concat(&mut self, stm: &Stm<'_>, arrays: &[Name]) -> Result<()> {
        let (label, lmad) = self.single_place(stm)?;
        let mut start: i64 = 0;
        for array in arrays {
            let (source, from) = self.array(*array, stm.span)?;
            let count = from.dims.first().map_or(0, |(count, _)| *count);
            let mut part = lmad.clone();
            if let Some((outer, stride)) = part.dims.first_mut() {
                part.offset = part.offset.wrapping_add(start.wrapping_mul(*stride));
                *outer = count;
            }
            start = start.wrapping_add(count);
            self.memcpy(Val::Array(source, from), label, &part, stm.span)?;
        }
        Ok(())
    }

    fn looping(
        &mut self,
        span: Span,
        params: &[Param<'_>],
        inits: &[Atom],
        form: &LoopForm<'_>,
        body: &Body<'_>,
    ) -> Result<Vec<Val>> {
        let values = self.results(inits)?;
        self.bind(params, values, span)?;
        match form {
            LoopForm::For { index, prim, bound, .. } => {
                for at in 0..self.int(bound)? {
                    self.env.insert(*index, Val::Scalar(convert(PrimValue::I64(at), *prim)));
                    let values = self.body(body)?;
                    self.bind(params, values, span)?;
                }
            }
            LoopForm::While { cond, span: at } => {
                while self.truth(&Atom::Var { span: *at, name: *cond })? {
                    let values = self.body(body)?;
                    self.bind(params, values, span)?;
                }
            }
        }
        self.results(&params.iter().map(|param| Atom::Var { span, name: param.name }).collect::<Vec<_>>())
    }

    fn assert(&mut self, stm: &Stm<'_>) -> Result<Vec<Val>> {
        let Exp::Assert { code, cond, message, trace, .. } = stm.exp else {
            return Err(internal(stm.span, "an `assert` is expected"));
        };
        if self.truth(cond)? {
            return Ok(vec![Val::Cert]);
        }
        let mut text = String::new();
        for part in *message {
            match part {
                Part::Literal { text: literal, .. } => text.push_str(literal.as_str()),
                Part::Show { value, .. } => text.push_str(&shown(self.scalar(value)?)),
            }
        }
        Err(failure(code.0, &text, trace.iter().map(|place| place.as_str())))
    }

    fn call(&mut self, span: Span, func: Name, args: &[Atom]) -> Result<Vec<Val>> {
        let Some(fun) = self.funs.get(&func).copied() else {
            return Err(internal(span, format!("there is no function `{func}`")));
        };
        if let Some(message) = too_deep(func.base.as_str(), 0) {
            return Err(failure(&codes::NESTED_CALLS, &message, []));
        }
        let args = self.results(args)?;
        let around = std::mem::take(&mut self.env);
        self.bind(fun.params, args, span)?;
        self.stms(fun.body.stms)?;
        let results = self.results(fun.body.result)?;
        self.env = around;
        Ok(results)
    }

    fn single_place(&self, stm: &Stm<'_>) -> Result<(Label, Lmad)> {
        match stm.pat {
            [param] => self.place(param),
            _ => Err(internal(stm.span, "one array is expected")),
        }
    }

    fn slice(&self, dims: &[SliceDim<'_>]) -> Result<Vec<Cut>> {
        dims.iter()
            .map(|dim| match dim {
                SliceDim::Fix { index, .. } => Ok((self.int(index)?, None)),
                SliceDim::Span { start, count, stride, .. } => {
                    Ok((self.int(start)?, Some((self.int(count)?, self.int(stride)?))))
                }
            })
            .collect()
    }

    /// Runs a body for all index vectors, in order, as iterations of a kernel. Calls `each` after each one.
    fn kernel(
        &mut self,
        space: &[SegDim<'_>],
        body: &[Stm<'_>],
        mut each: impl FnMut(&mut Self, &[i64]) -> Result<()>,
    ) -> Result<()> {
        let sizes = space.iter().map(|dim| self.int(dim.count)).collect::<Result<Vec<_>>>()?;
        self.kernels.push(Kernel { iteration: 0, touched: FxHashMap::default() });
        for (iteration, indices) in vectors(&sizes).enumerate() {
            if let Some(kernel) = self.kernels.last_mut() {
                kernel.iteration = iteration;
            }
            for (dim, index) in space.iter().zip(&indices) {
                self.env.insert(dim.index, Val::Scalar(PrimValue::I64(*index)));
            }
            self.stms(body)?;
            each(self, &indices)?;
        }
        self.kernels.pop();
        Ok(())
    }

    /// Writes the results for an index vector to their places.
    fn returned(&mut self, indices: &[i64], places: &[(Label, Lmad)], results: &[KernelResult<'_>]) -> Result<()> {
        for ((label, lmad), result) in places.iter().zip(results) {
            match result {
                KernelResult::Returns { span, value } => {
                    let value = self.atom(value)?;
                    self.memcpy(value, *label, &lmad.index(indices), *span)?;
                }
                KernelResult::Writes { span, shape, indices, value, .. } => {
                    let (at, sizes) = (self.ints(indices)?, self.ints(shape)?);
                    if at.iter().zip(&sizes).all(|(index, size)| (0..*size).contains(index)) {
                        let value = self.atom(value)?;
                        // Two iterations may write the same place; which of them wins is unspecified.
                        let kernels = std::mem::take(&mut self.kernels);
                        self.memcpy(value, *label, &lmad.index(&at), *span)?;
                        self.kernels = kernels;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the values of a kernel's results.
    fn values(&self, results: &[KernelResult<'_>], span: Span) -> Result<Vec<Val>> {
        let value = |result: &KernelResult<'_>| match result {
            KernelResult::Returns { value, .. } => self.atom(value),
            KernelResult::Writes { .. } => Err(internal(span, "an operand of an operator is a value")),
        };
        results.iter().map(value).collect()
    }

    fn combine(&mut self, lambdas: &[&Lambda<'_>], state: &[Val], values: &[Val]) -> Result<Vec<Val>> {
        let mut out = Vec::new();
        for lambda in lambdas {
            let count = lambda.params.len() / 2;
            let range = out.len()..out.len() + count;
            let args = state[range.clone()].iter().chain(&values[range]).cloned().collect();
            self.bind(lambda.params, args, lambda.span)?;
            let results = self.body(lambda.body)?;
            out.extend(results);
        }
        Ok(out)
    }

    fn accumulate(&mut self, stm: &Stm<'_>) -> Result<()> {
        let Exp::Accumulate { index, size, values, lambda, .. } = stm.exp else {
            return Err(internal(stm.span, "an `accumulate` is expected"));
        };
        let (index, size) = (self.int(index)?, self.int(size)?);
        if (0..size).contains(&index) {
            let places = stm.pat.iter().map(|param| self.place(param)).collect::<Result<Vec<_>>>()?;
            let cells: Vec<(Label, Lmad)> = places.iter().map(|(label, lmad)| (*label, lmad.index(&[index]))).collect();
            let values = self.results(values)?;
            self.update_cells(&cells, *lambda, &values, stm.span)?;
        }
        self.bind_places(stm.pat)
    }

    /// Combines values into elements of arrays, or replaces the elements. The operation is atomic, so iterations may
    /// share the elements.
    fn update_cells(
        &mut self,
        cells: &[(Label, Lmad)],
        lambda: Option<&Lambda<'_>>,
        values: &[Val],
        span: Span,
    ) -> Result<()> {
        let kernels = std::mem::take(&mut self.kernels);
        let mut new = values.to_vec();
        if let Some(lambda) = lambda {
            let mut old = Vec::new();
            for (label, cell) in cells {
                old.push(Val::Scalar(self.read(*label, cell.offset, span)?));
            }
            new = self.combine(&[lambda], &old, values)?;
        }
        for ((label, cell), value) in cells.iter().zip(new) {
            self.memcpy(value, *label, cell, span)?;
        }
        self.kernels = kernels;
        Ok(())
    }

    fn histogram(
        &mut self,
        stm: &Stm<'_>,
        space: &[SegDim<'_>],
        ops: &[HistOp<'_>],
        body: &KernelBody<'_>,
    ) -> Result<()> {
        let sizes = ops.iter().map(|op| self.int(op.size)).collect::<Result<Vec<_>>>()?;
        let places = stm.pat.iter().map(|param| self.place(param)).collect::<Result<Vec<_>>>()?;
        let depth = space.len() - 1;
        self.kernel(space, body.stms, |machine, indices| {
            let values = machine.values(body.results, stm.span)?;
            let (bins, values) = values.split_at(ops.len());
            let mut first = 0;
            for ((op, bin), size) in ops.iter().zip(bins).zip(&sizes) {
                let range = first..first + op.dests.len();
                first = range.end;
                let bin = match bin {
                    Val::Scalar(value) => value.as_i64().filter(|bin| (0..*size).contains(bin)),
                    _ => None,
                };
                let Some(bin) = bin else { continue };
                let at: Vec<i64> = indices[..depth].iter().copied().chain([bin]).collect();
                let cells: Vec<(Label, Lmad)> =
                    places[range.clone()].iter().map(|(label, lmad)| (*label, lmad.index(&at))).collect();
                machine.update_cells(&cells, Some(op.lambda), &values[range], stm.span)?;
            }
            Ok(())
        })?;
        self.bind_places(stm.pat)
    }
}

/// Returns all index vectors of a space, in row-major order.
fn vectors(sizes: &[i64]) -> impl Iterator<Item = Vec<i64>> {
    let sizes: Vec<i64> = sizes.iter().map(|size| *size.max(&0)).collect();
    // Nobody counts further.
    let count = sizes.iter().fold(1, |count: i64, size| if *size == 0 { 0 } else { count.saturating_mul(*size) });
    (0..count).map(move |number| {
        let mut indices = vec![0; sizes.len()];
        let mut rest = number;
        for (index, size) in indices.iter_mut().zip(&sizes).rev() {
            *index = rest % size;
            rest /= size;
        }
        indices
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use framework::sexp::Tree;
    use framework::{Dialect, FileId};

    /// Runs an entry point without arguments. It has these statements, and returns the array `r` of `n` elements in
    /// block `m`.
    fn run_on_heap(stms: &str, n: i64) -> Result<Vec<Value>> {
        let text = format!(
            "(program [] [(fun main#9 (entry main [] [(entry-result ints [1])]) [] [(param rm (mem)) \
             (param res (array i32 [(const {n}i64)] false rm (layout (poly-const 0) [(poly-const 1)])))] \
             (body [{stms}] [(var m) (var r)]))])"
        );
        let program: Owned<FunMem> = Owned::from_tree(&Tree::parse(&text, FileId(0))?)?;
        let call = Call { entry: "main".into(), args: Vec::new(), heap: true, tracer: crate::trace::Tracer::default() };
        let context = framework::pass::Context::default();
        let outcome = FunMem::evaluate(&program, &call, &context)?;
        Ok(outcome.downcast_ref::<Vec<Value>>().cloned().unwrap_or_default())
    }

    fn array(mem: &str, offset: &str, n: i64) -> String {
        format!("(array i32 [(const {n}i64)] false {mem} (layout {offset} [(poly-const 1)]))")
    }

    fn alloc(mem: &str, n: i64) -> String {
        format!("(stm [(param {mem} (mem))] [] (alloc i32 (poly-const {n})))")
    }

    fn iota(name: &str, ty: &str, start: i32, n: i64) -> String {
        format!("(stm [(param {name} {ty})] [] (iota (const {n}i64) (const {start}i32) (const 1i32) i32))")
    }

    #[test]
    fn a_valid_program_gives_its_value() {
        let stms = alloc("m", 3) + &iota("r", &array("m", "(poly-const 0)", 3), 5, 3);
        let results = run_on_heap(&stms, 3).expect("the program is valid");
        assert_eq!(results.iter().map(Value::type_description).collect::<Vec<_>>(), ["[3]i32"]);
    }

    #[test]
    fn overlapping_arrays_make_a_program_invalid() {
        // `x` overwrites the second half of `r`, which is read afterwards. So values and heap disagree (definition
        // 3.1).
        let x = "(array i32 [(const 2i64)] false m (layout (poly-const 1) [(poly-const 1)]))";
        let stms = alloc("m", 3) + &iota("r", &array("m", "(poly-const 0)", 3), 5, 3) + &iota("x", x, 0, 2);
        let error = run_on_heap(&stms, 3).expect_err("the program is not valid");
        assert!(error.to_string().contains("not valid"), "{error}");
    }

    #[test]
    fn iterations_that_write_one_place_race() {
        // Every iteration overwrites the first element of the array `x` outside of the kernel (equation 4).
        let x = array("o", "(poly-const 0)", 3);
        let update = format!("(stm [(param y {x})] [] (update x [(fix (const 0i64))] (const 1i32)))");
        let read = "(stm [(param e (scalar i32))] [] (index x [(const 0i64)]))";
        let kernel = |stm: &str, value: &str| {
            let ty = array("m", "(poly-const 0)", 3);
            let body = format!("(kernel-body [{stm}] [(returns {value})])");
            format!("(stm [(param r {ty})] [] (seg-map [(seg-dim i (const 3i64))] {body}))")
        };
        let before = alloc("o", 3) + &iota("x", &x, 5, 3) + &alloc("m", 3);
        assert!(run_on_heap(&(before.clone() + &kernel(read, "(var e)")), 3).is_ok());
        // By values, nothing uses the result of the update: the race is in memory only.
        let error = run_on_heap(&(before + &kernel(&update, "(const 7i32)")), 3).expect_err("the iterations race");
        assert!(error.to_string().contains("data race") || error.to_string().contains("consumed"), "{error}");
    }
}
