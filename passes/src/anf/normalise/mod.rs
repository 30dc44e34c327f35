//! `normalise`: turns expressions into statements, and takes records apart.

mod arrays;
mod attributes;
mod checks;
mod control;
mod derivatives;
mod functions;
mod indexing;
mod operands;
mod ranges;
mod soacs;
pub mod value;

use crate::anf::support::code::{int, known, scalar, var};
use framework::pass::{Run, Transform};
use framework::{Error, Name, Owned, Result, SourceMap, Span, Symbol, pass};
use languages::anf::{Anf, Arena, Atom, Exp, Param, Program, Stm, Traced, Type};
use languages::first_order::{self as fo, FirstOrder};
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};
use rustc_hash::FxHashMap;
use value::{Leaf, LeafType, Value, field_range, leaf_types, prim_of};

pass! {
    /// Names every intermediate result, takes records and arrays of records apart, and makes sizes and checks explicit.
    ///
    ///     (xs[i] + 1) * 2     becomes     c = assert (0 <= i < n); x = xs[i] <c>; y = x + 1; z = y * 2
    ///
    /// The result is in A-normal form (Sabry and Felleisen), with tuples of arrays in place of arrays of tuples
    /// (FHPC'14 §2.1). Every array is bound together with its sizes. Sizes of the results of branches and calls that
    /// are not known outside become additional results (FHPC'14 §2.3, figure 12). An operation that may fail is
    /// preceded by a check, and depends on its certificate. The pass's notes are the names of tuning parameters.
    pub Normalise = "normalise": FirstOrder => Anf {
        counts: { statements, checks },
        options: {
            /// Makes no checks of indices and sizes in expressions with the attribute `unsafe`.
            unsafe_code: bool = false,
            /// The values of tuning parameters: lines `NAME=NUMBER`.
            parameters: String = String::new(),
            /// Lets the user of the compiled program set the other tuning parameters.
            tunable: bool = false,
        },
    }
}

impl Transform for Normalise {
    fn transform(&self, program: &Owned<FirstOrder>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let (mut counts, mut warnings, mut parameters) = ((0, 0), Vec::new(), Vec::new());
        let sources = &run.sources;
        let result = Owned::build(|arena| {
            let mut normaliser = Normaliser {
                arena,
                sources,
                env: FxHashMap::default(),
                signatures: FxHashMap::default(),
                out: Vec::new(),
                frames: Vec::new(),
                statements: 0,
                checks: 0,
                unsafe_code: run.options.unsafe_code,
                values: attributes::values(&run.options.parameters),
                tunable: run.options.tunable,
                parameters: Vec::new(),
                unchecked: false,
                watched: Vec::new(),
                unroll: None,
                warnings: Vec::new(),
            };
            let result = normaliser.program(program.root());
            counts = (normaliser.statements, normaliser.checks);
            (warnings, parameters) = (normaliser.warnings, normaliser.parameters);
            result
        });
        run.counts.statements = counts.0;
        run.counts.checks = counts.1;
        run.warnings.append(&mut warnings);
        parameters.into_iter().for_each(|(span, name)| run.note(span, name.as_str(), span));
        result
    }
}

/// The interface of a function, for its callers.
struct Signature<'b> {
    /// For each size parameter, the source of its argument.
    sizes: Vec<SizeSource>,
    params: &'b [Param<'b>],
    results: &'b [Param<'b>],
    /// The number of leading results that are sizes of the others.
    existential: usize,
}

/// The source of a size parameter: dimension `dim` of leaf `leaf`, counted over all arguments.
#[derive(Clone, Copy)]
struct SizeSource {
    leaf: usize,
    dim: usize,
}

struct Normaliser<'s, 'b> {
    arena: &'b Arena<'b>,
    sources: &'s SourceMap,
    /// The values of the variables in scope. Names are unique, so one table serves all scopes.
    env: FxHashMap<Name, Value>,
    signatures: FxHashMap<Name, Signature<'b>>,
    /// The statements of the current body so far.
    out: Vec<Stm<'b>>,
    /// The places of the enclosing function applications, the innermost last.
    frames: Vec<Symbol>,
    statements: u64,
    checks: u64,
    /// Whether `#[unsafe]` has an effect.
    unsafe_code: bool,
    /// The values of tuning parameters that are set, and whether the others are parameters of the compiled program.
    values: FxHashMap<Symbol, i64>,
    tunable: bool,
    /// The tuning parameters of the program, and the places of their expressions.
    parameters: Vec<(Span, Symbol)>,
    /// Whether the code is inside of `#[unsafe]`, and that has an effect.
    unchecked: bool,
    /// The places of expressions with `#[warn(safety_checks)]`.
    watched: Vec<Symbol>,
    /// The last loop with `#[unroll]`.
    unroll: Option<Span>,
    warnings: Vec<Error>,
}

impl<'s, 'b> Normaliser<'s, 'b> {
    fn program(&mut self, program: &fo::Program<'_>) -> Result<Program<'b>> {
        let mut consts = Vec::new();
        let mut funs = Vec::new();
        for def in program.defs {
            let fo::Def::Value { name, entry, params, sizes, body, .. } = def;
            if params.is_empty() && sizes.is_empty() && !entry {
                // A constant. Its statements come before all functions.
                let (mut stms, value) = self.region(|normaliser| normaliser.exp(body))?;
                consts.append(&mut stms);
                self.env.insert(*name, value);
            } else {
                funs.push(self.fun(def)?);
            }
        }
        let watched = self.arena.slice(std::mem::take(&mut self.watched));
        Ok(Program { span: program.span, watched, consts: self.arena.slice(consts), funs: self.arena.slice(funs) })
    }

    /// Collects the statements that `work` makes in a list of their own.
    fn region<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<(Vec<Stm<'b>>, T)> {
        let around = std::mem::take(&mut self.out);
        let result = work(self);
        let stms = std::mem::replace(&mut self.out, around);
        Ok((stms, result?))
    }

    fn push(&mut self, span: Span, pat: Vec<Param<'b>>, certs: &[Name], exp: Exp<'b>) {
        self.statements += 1;
        self.out.push(Stm {
            span,
            pat: self.arena.slice(pat),
            certs: self.arena.slice(certs.iter().copied()),
            exp: self.arena.alloc(exp),
        });
    }

    fn param(&self, span: Span, base: &str, ty: Type<'b>) -> Param<'b> {
        Param { span, name: Name::fresh(base), ty: self.arena.alloc(ty) }
    }

    fn type_of(&self, span: Span, leaf: PrimType, dims: &[Atom]) -> Type<'b> {
        if dims.is_empty() {
            Type::Scalar { span, prim: leaf }
        } else {
            Type::Array { span, prim: leaf, dims: self.arena.slice(dims.iter().copied()), unique: false }
        }
    }

    /// A parameter with the type of a leaf, and the leaf that it stands for.
    fn leaf_param(&self, span: Span, base: &str, prim: PrimType, dims: Vec<Atom>) -> (Param<'b>, Leaf) {
        let param = self.param(span, base, self.type_of(span, prim, &dims));
        (param, Leaf { atom: var(param.name), prim, dims })
    }

    /// `let x = exp` for a scalar.
    fn scalar(&mut self, span: Span, base: &str, prim: PrimType, certs: &[Name], exp: Exp<'b>) -> Atom {
        let param = self.param(span, base, scalar(prim));
        self.push(span, vec![param], certs, exp);
        var(param.name)
    }

    /// `let xs = exp` for an array.
    fn array(&mut self, span: Span, base: &str, prim: PrimType, dims: Vec<Atom>, certs: &[Name], exp: Exp<'b>) -> Leaf {
        let (param, leaf) = self.leaf_param(span, base, prim, dims);
        self.push(span, vec![param], certs, exp);
        leaf
    }

    fn binary(&mut self, span: Span, op: BinOp, prim: PrimType, lhs: Atom, rhs: Atom) -> Atom {
        if let (BinOp::Add | BinOp::Sub | BinOp::Mul, Some(a), Some(b)) = (op, known(lhs), known(rhs)) {
            return int(match op {
                BinOp::Add => a.wrapping_add(b),
                BinOp::Sub => a.wrapping_sub(b),
                _ => a.wrapping_mul(b),
            });
        }
        let exp = Exp::Bin { span, op, prim, lhs: self.arena.alloc(lhs), rhs: self.arena.alloc(rhs) };
        self.scalar(span, op.name(), op.result_type(prim), &[], exp)
    }

    fn size(&mut self, span: Span, op: BinOp, lhs: Atom, rhs: Atom) -> Atom {
        self.binary(span, op, PrimType::I64, lhs, rhs)
    }

    fn truth(&mut self, span: Span, op: BinOp, lhs: Atom, rhs: Atom) -> Atom {
        self.binary(span, op, PrimType::Bool, lhs, rhs)
    }

    /// The value of a size.
    fn size_of(&mut self, size: &fo::Size<'_>) -> Result<Atom> {
        match size {
            fo::Size::SizeOf { exp, .. } => self.atom(exp),
            fo::Size::SizeAny { span } => Err(Error::internal("an unknown size is used as a value").or_at(*span)),
        }
    }

    /// The sizes of a leaf of a type.
    fn sizes_of(&mut self, leaf: &LeafType<'_>) -> Result<Vec<Atom>> {
        leaf.sizes.iter().map(|size| self.size_of(size)).collect()
    }

    /// The one atom of a scalar expression.
    fn atom(&mut self, exp: &fo::Exp<'_>) -> Result<Atom> {
        match self.exp(exp)?.as_slice() {
            [leaf] => Ok(leaf.atom),
            _ => Err(Error::internal("expected a scalar").or_at(exp.span())),
        }
    }

    fn scalar_value(&self, atom: Atom, prim: PrimType) -> Value {
        vec![Leaf { atom, prim, dims: Vec::new() }]
    }

    /// The name of a leaf. A constant is bound to a new name.
    fn name(&mut self, span: Span, leaf: &Leaf) -> Name {
        match leaf.atom {
            Atom::Var { name, .. } => name,
            Atom::Const { .. } => {
                let (param, _) = self.leaf_param(span, "c", leaf.prim, leaf.dims.clone());
                self.push(span, vec![param], &[], Exp::Atoms { span, atoms: self.arena.slice([leaf.atom]) });
                param.name
            }
        }
    }

    /// Binds a pattern to a value.
    fn bind(&mut self, pat: &fo::Pat<'_>, value: Value) -> Result<()> {
        match pat {
            fo::Pat::PatVar { name, .. } => {
                self.env.insert(*name, value);
            }
            fo::Pat::PatWild { .. } => {}
            fo::Pat::PatRecord { span, ty, fields } => {
                for field in *fields {
                    let range = field_range(ty, field.label)
                        .filter(|range| range.end <= value.len())
                        .ok_or_else(|| Error::internal(format!("no field `{}`", field.label)).or_at(*span))?;
                    self.bind(field.pat, value[range].to_vec())?;
                }
            }
        }
        Ok(())
    }

    /// Binds the names of sizes. The type of the pattern says which dimension of the value each names.
    fn bind_sizes(&mut self, sizes: &[fo::SizeBinder], ty: &fo::Type<'_>, value: &Value) {
        for size in sizes {
            for (leaf, leaf_ty) in value.iter().zip(leaf_types(ty)) {
                let position = leaf_ty.sizes.iter().position(
                    |candidate| matches!(candidate, fo::Size::SizeOf { exp: fo::Exp::Var { name, .. }, .. } if *name == size.name),
                );
                if let Some(dim) = position.and_then(|position| leaf.dims.get(position)) {
                    let value = self.scalar_value(*dim, PrimType::I64);
                    self.env.insert(size.name, value);
                    break;
                }
            }
        }
    }

    /// Adds the statements of an expression, and gives its value.
    fn exp(&mut self, exp: &fo::Exp<'_>) -> Result<Value> {
        let span = exp.span();
        Ok(match exp {
            fo::Exp::Const { value, .. } => self.scalar_value(Atom::Const { span, value: *value }, value.prim_type()),
            fo::Exp::Var { name, .. } => self
                .env
                .get(name)
                .cloned()
                .ok_or_else(|| Error::internal(format!("`{name}` has no value here")).or_at(span))?,
            fo::Exp::Hole { ty, .. } => self.hole(span, ty)?,
            fo::Exp::Record { fields: [], .. } => {
                self.scalar_value(Atom::Const { span, value: value::EMPTY }, value::EMPTY.prim_type())
            }
            fo::Exp::Record { fields, ty, .. } => {
                let mut parts: FxHashMap<Symbol, Value> = FxHashMap::default();
                for field in *fields {
                    let value = self.exp(field.exp)?;
                    parts.insert(field.label, value);
                }
                let order = value::sorted_fields(ty);
                order.iter().flat_map(|(label, _)| parts.remove(label).unwrap_or_default()).collect()
            }
            fo::Exp::Project { exp, label, .. } => {
                let value = self.exp(exp)?;
                let range = field_range(exp.ty(), *label)
                    .filter(|range| range.end <= value.len())
                    .ok_or_else(|| Error::internal(format!("no field `{label}`")).or_at(span))?;
                value[range].to_vec()
            }
            fo::Exp::Array { elems, ty, .. } => self.literal(span, elems, ty)?,
            fo::Exp::Index { array, indices, .. } => self.index(span, array, indices)?,
            fo::Exp::Update { exp, path, value, .. } => self.update(span, exp, path, value)?,
            fo::Exp::Coerce { exp, ty, .. } => self.coerce(span, exp, ty)?,
            fo::Exp::Range { start, second, kind, end, ty, .. } => self.range(span, start, *second, *kind, end, ty)?,
            fo::Exp::If { cond, yes, no, .. } => self.branch(span, cond, yes, no)?,
            fo::Exp::Let { sizes, pat, rhs, body, .. } => {
                let value = self.exp(rhs)?;
                self.bind_sizes(sizes, pat.ty(), &value);
                self.bind(pat, value)?;
                return self.exp(body);
            }
            fo::Exp::Loop { sizes, pat, init, form, body, .. } => self.repeat(span, sizes, pat, init, form, body)?,
            fo::Exp::Assert { cond, exp, .. } => self.assertion(span, cond, exp)?,
            fo::Exp::ExpAttributed { attr, exp, .. } => self.attributed(attr, exp)?,
            fo::Exp::Trace { label, form, exp, .. } => {
                let value = self.exp(exp)?;
                let traced = |leaf: &Leaf| Traced { span, value: self.arena.alloc(leaf.atom), prim: leaf.prim };
                let values = self.arena.slice(value.iter().map(traced).collect::<Vec<_>>());
                self.push(span, Vec::new(), &[], Exp::Trace { span, label: *label, form: *form, values });
                value
            }
            fo::Exp::Applied { body, .. } => {
                let frame = Symbol::new(&self.place(span));
                self.frames.push(frame);
                let value = self.exp(body)?;
                self.frames.pop();
                value
            }
            fo::Exp::Bin { op, lhs, rhs, .. } => {
                let prim = prim_of(lhs.ty());
                let (lhs, rhs) = (self.atom(lhs)?, self.atom(rhs)?);
                let certs = self.check_operator(span, *op, prim, rhs);
                let node = Exp::Bin { span, op: *op, prim, lhs: self.arena.alloc(lhs), rhs: self.arena.alloc(rhs) };
                let result = op.result_type(prim);
                let atom = self.scalar(span, op.name(), result, &certs, node);
                self.scalar_value(atom, result)
            }
            fo::Exp::Un { op, arg, .. } => {
                let prim = prim_of(arg.ty());
                let value = self.atom(arg)?;
                if let (UnOp::Neg, Atom::Const { value, .. }) = (op, value)
                    && let Ok(value) = op.eval(value)
                {
                    return Ok(self.scalar_value(Atom::Const { span, value }, prim));
                }
                let result = op.result_type(prim);
                let atom = self.scalar(
                    span,
                    op.name(),
                    result,
                    &[],
                    Exp::Un { span, op: *op, prim, arg: self.arena.alloc(value) },
                );
                self.scalar_value(atom, result)
            }
            fo::Exp::Tri { op, a, b, c, .. } => {
                let prim = prim_of(a.ty());
                let (a, b, c) = (self.atom(a)?, self.atom(b)?, self.atom(c)?);
                let alloc = |atom| self.arena.alloc(atom);
                let node = Exp::Tri { span, op: *op, prim, a: alloc(a), b: alloc(b), c: alloc(c) };
                let atom = self.scalar(span, op.name(), prim, &[], node);
                self.scalar_value(atom, prim)
            }
            fo::Exp::Convert { exp, ty, .. } => self.conversion(span, exp, ty)?,
            fo::Exp::Call { func, args, .. } => self.call(span, *func, args)?,
            fo::Exp::Intrinsic { op, funs, args, ty, .. } => self.intrinsic(span, *op, funs, args, ty)?,
            fo::Exp::Con { .. } | fo::Exp::Test { .. } | fo::Exp::Payload { .. } => {
                return Err(Error::internal("a sum that `flatten-sums` left").or_at(span));
            }
        })
    }

    /// A conversion between primitive types. Those of constants are done here.
    fn conversion(&mut self, span: Span, exp: &fo::Exp<'_>, ty: &fo::Type<'_>) -> Result<Value> {
        let (from, to) = (prim_of(exp.ty()), prim_of(ty));
        let value = self.atom(exp)?;
        if from == to {
            return Ok(self.scalar_value(value, to));
        }
        if let Atom::Const { value, .. } = value {
            let value = languages::prim::convert(value, to);
            return Ok(self.scalar_value(Atom::Const { span, value }, to));
        }
        let node = Exp::Convert { span, from, to, arg: self.arena.alloc(value) };
        let atom = self.scalar(span, "conv", to, &[], node);
        Ok(self.scalar_value(atom, to))
    }

    /// An arbitrary value of a type, for unreachable code.
    fn blank(&mut self, span: Span, ty: &fo::Type<'_>) -> Result<Value> {
        let mut value = Vec::new();
        for leaf in leaf_types(ty) {
            let dims = self.sizes_of(&leaf)?;
            if dims.is_empty() {
                let zero = Atom::Const { span, value: PrimValue::zero(leaf.prim) };
                value.push(Leaf { atom: zero, prim: leaf.prim, dims });
            } else {
                let exp = Exp::Scratch { span, prim: leaf.prim, shape: self.arena.slice(dims.iter().copied()) };
                value.push(self.array(span, "blank", leaf.prim, dims, &[], exp));
            }
        }
        Ok(value)
    }
}
