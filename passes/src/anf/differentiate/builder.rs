//! Builds the statements of derivatives.

use crate::anf::support::code::{Code, dims, int, prim, scalar, var, variable};
use crate::anf::support::types::Types;
use framework::{Error, Name, Names, Renaming, Result, Span, Static};
use languages::anf::{Arena, Atom, Body, Exp, Fun, Lambda, LoopForm, Param, Reduction, SliceDim, Stm, Type};
use languages::codes;
use languages::prim::{BinOp, PrimType, PrimValue};
use rustc_hash::FxHashMap;

/// Statements under construction, with the types of all names so far.
pub struct Builder<'b> {
    pub arena: &'b Arena<'b>,
    /// The functions so far, without derivatives; `None` for those that call themselves.
    pub funs: FxHashMap<Name, Option<Fun<'b>>>,
    /// The place of the new statements.
    pub span: Span,
    /// The certificates of the new statements.
    pub certs: &'b [Name],
    pub types: Types<'b>,
    stms: Vec<Stm<'b>>,
}

/// A constant of a type, as near to a number as the type has one.
pub fn number(prim: PrimType, value: f64) -> Atom {
    Atom::Const { span: Span::NONE, value: languages::prim::convert(PrimValue::F64(value), prim) }
}

/// Whether an atom is this constant.
pub fn is_number(atom: Atom, wanted: f64) -> bool {
    matches!(atom, Atom::Const { value, .. } if number(value.prim_type(), wanted) == Atom::Const { span: Span::NONE, value })
}

impl<'b> Builder<'b> {
    pub fn new(arena: &'b Arena<'b>) -> Self {
        let (funs, types) = (FxHashMap::default(), Types::default());
        Builder { arena, funs, span: Span::NONE, certs: &[], types, stms: Vec::new() }
    }

    /// Starts a new list of statements. Returns the list so far, for [`Builder::close`].
    pub fn open(&mut self) -> Vec<Stm<'b>> {
        std::mem::take(&mut self.stms)
    }

    /// Ends a list of statements, and goes on with the one around it.
    pub fn close(&mut self, around: Vec<Stm<'b>>) -> Vec<Stm<'b>> {
        std::mem::replace(&mut self.stms, around)
    }

    /// Ends a list of statements as a body.
    pub fn close_body(&mut self, around: Vec<Stm<'b>>, result: impl IntoIterator<Item = Atom>) -> &'b Body<'b> {
        let stms = self.close(around);
        let result = self.arena.slice(result.into_iter().collect::<Vec<_>>());
        self.arena.alloc(Body { span: self.span, stms: self.arena.slice(stms), result })
    }

    /// Ends a list of statements as a function.
    pub fn close_lambda(
        &mut self,
        around: Vec<Stm<'b>>,
        params: Vec<Param<'b>>,
        results: &[(Atom, Type<'b>)],
    ) -> &'b Lambda<'b> {
        let body = self.close_body(around, results.iter().map(|(atom, _)| *atom));
        let rets = self.arena.slice(results.iter().map(|(_, ty)| *ty).collect::<Vec<_>>());
        self.arena.alloc(Lambda { span: self.span, params: self.arena.slice(params), rets, body })
    }

    /// Notes the types of names that are bound elsewhere.
    pub fn note(&mut self, params: &[Param<'b>]) {
        params.iter().for_each(|param| self.types.insert(param.name, *param.ty));
    }

    /// Notes the type of the index of a loop.
    pub fn note_index(&mut self, form: &LoopForm<'b>) {
        if let LoopForm::For { index, prim, .. } = form {
            self.types.insert(*index, scalar(*prim));
        }
    }

    /// The type of an atom.
    pub fn ty(&self, atom: Atom) -> Result<Type<'b>> {
        match atom {
            Atom::Const { value, .. } => Ok(scalar(value.prim_type())),
            Atom::Var { name, .. } => self.type_of(name),
        }
    }

    /// The type of a name.
    pub fn type_of(&self, name: Name) -> Result<Type<'b>> {
        let unknown = || Error::internal(format!("`{name}` has no type")).or_at(self.span);
        self.types.get(name).ok_or_else(unknown)
    }

    /// Adds a statement.
    pub fn keep(&mut self, stm: &Stm<'b>) {
        self.note(stm.pat);
        self.stms.push(*stm);
    }

    /// `let pat = exp`.
    pub fn push(&mut self, pat: &[Param<'b>], exp: Exp<'b>) {
        let pat = self.arena.slice(pat.iter().copied());
        self.keep(&Stm { span: self.span, pat, certs: self.certs, exp: self.arena.alloc(exp) });
    }

    /// A parameter with a new name, and a type without a claim to be unique.
    pub fn param(&mut self, base: &str, ty: Type<'b>) -> Param<'b> {
        let ty = match ty {
            Type::Array { span, prim, dims, .. } => Type::Array { span, prim, dims, unique: false },
            other => other,
        };
        let param = Param { span: self.span, name: Name::fresh(base), ty: self.arena.alloc(ty) };
        self.note(&[param]);
        param
    }

    /// `let x: ty = exp` for a new `x`.
    pub fn bind(&mut self, base: &str, ty: Type<'b>, exp: Exp<'b>) -> Atom {
        let param = self.param(base, ty);
        self.push(&[param], exp);
        var(param.name)
    }

    /// `let pat = atoms`.
    pub fn copy(&mut self, pat: &[Param<'b>], atoms: &[Atom]) {
        for (param, atom) in pat.iter().zip(atoms) {
            let atoms = self.arena.slice([*atom]);
            self.push(&[*param], Exp::Atoms { span: self.span, atoms });
        }
    }

    /// An array type: `outer` dimensions of this type.
    pub fn array(&self, outer: &[Atom], ty: Type<'b>) -> Type<'b> {
        if outer.is_empty() && dims(&ty).is_empty() {
            return ty;
        }
        let all = outer.iter().chain(dims(&ty)).copied().collect::<Vec<_>>();
        Type::Array { span: self.span, prim: prim(&ty), dims: self.arena.slice(all), unique: false }
    }

    /// The type of an element or row.
    pub fn row_type(&self, ty: Type<'b>) -> Type<'b> {
        match dims(&ty) {
            [] | [_] => scalar(prim(&ty)),
            [_, rest @ ..] => Type::Array {
                span: self.span,
                prim: prim(&ty),
                dims: self.arena.slice(rest.iter().copied()),
                unique: false,
            },
        }
    }

    /// The name of an array.
    pub fn name(&self, atom: Atom) -> Result<Name> {
        variable(&atom).ok_or_else(|| Error::internal("a constant in the place of an array").or_at(self.span))
    }

    /// The value of an operator on scalars. Products with 1 and sums with 0 need no statement.
    pub fn op(&mut self, op: BinOp, prim: PrimType, lhs: Atom, rhs: Atom) -> Atom {
        match op {
            BinOp::Add if is_number(lhs, 0.0) => return rhs,
            BinOp::Add | BinOp::Sub if is_number(rhs, 0.0) => return lhs,
            BinOp::Mul if is_number(lhs, 1.0) => return rhs,
            BinOp::Mul | BinOp::Div if is_number(rhs, 1.0) => return lhs,
            _ => {}
        }
        let (lhs, rhs) = (self.arena.alloc(lhs), self.arena.alloc(rhs));
        self.bind(op.name(), scalar(op.result_type(prim)), Exp::Bin { span: self.span, op, prim, lhs, rhs })
    }

    /// An empty list of statements, for expressions and for [`Builder::code`].
    pub fn empty(&self) -> Code<'b> {
        Code::new(self.arena, self.span)
    }

    /// Adds the statements that `make` adds.
    pub fn code(&mut self, make: impl FnOnce(&mut Code<'b>) -> Atom) -> Atom {
        let mut code = self.empty();
        let value = make(&mut code);
        code.stms.iter().for_each(|stm| self.keep(stm));
        value
    }

    /// The value of an operator on `i64`s.
    pub fn int(&mut self, op: BinOp, lhs: Atom, rhs: Atom) -> Atom {
        self.code(|code| code.arith(op, lhs, rhs))
    }

    /// The product of sizes.
    pub fn product(&mut self, sizes: &[Atom]) -> Atom {
        self.code(|code| code.product(sizes))
    }

    /// A number at another type.
    pub fn converted(&mut self, from: PrimType, to: PrimType, arg: Atom) -> Atom {
        self.code(|code| code.converted(from, to, arg))
    }

    /// All dimensions of an array, as a slice of it.
    pub fn whole(&self, ty: Type<'b>) -> &'b [SliceDim<'b>] {
        self.empty().row(&[], dims(&ty))
    }

    /// An array whose elements nobody reads before they are written.
    pub fn scratch(&mut self, base: &str, ty: Type<'b>) -> Atom {
        let exp = Exp::Scratch { span: self.span, prim: prim(&ty), shape: self.arena.slice(dims(&ty).iter().copied()) };
        self.bind(base, ty, exp)
    }

    /// Zero, or an array of zeros.
    pub fn zero(&mut self, ty: Type<'b>) -> Atom {
        let value = Atom::Const { span: Span::NONE, value: PrimValue::zero(prim(&ty)) };
        match dims(&ty) {
            [] => value,
            shape => {
                let exp = Exp::Replicate { span: self.span, shape, value: self.arena.alloc(value) };
                self.bind("zeros", ty, exp)
            }
        }
    }

    /// The sum of two values of a type. Truth values are added by `or`.
    pub fn sum(&mut self, ty: Type<'b>, a: Atom, b: Atom) -> Result<Atom> {
        let prim = prim(&ty);
        match dims(&ty) {
            [] => Ok(self.op(if prim == PrimType::Bool { BinOp::LogOr } else { BinOp::Add }, prim, a, b)),
            [width, ..] => {
                let row = self.row_type(ty);
                let (x, y) = (self.param("x", row), self.param("y", row));
                let around = self.open();
                let sum = self.sum(row, var(x.name), var(y.name))?;
                let lambda = self.close_lambda(around, vec![x, y], &[(sum, row)]);
                let arrays = [self.name(a)?, self.name(b)?];
                Ok(self.map("sum", *width, &arrays, lambda)[0])
            }
        }
    }

    /// Parameters for arrays of `width` elements of these types.
    pub fn columns(&mut self, base: &str, width: Atom, types: &[Type<'b>]) -> Vec<Param<'b>> {
        let mut out = Vec::new();
        for ty in types {
            let ty = self.array(&[width], *ty);
            out.push(self.param(base, ty));
        }
        out
    }

    /// `map`. Returns its results.
    pub fn map(&mut self, base: &str, width: Atom, arrays: &[Name], lambda: &'b Lambda<'b>) -> Vec<Atom> {
        let pat = self.columns(base, width, lambda.rets);
        let (span, arrays) = (self.span, self.arena.slice(arrays.iter().copied()));
        self.push(&pat, Exp::Map { span, groups: false, width: self.arena.alloc(width), arrays, lambda });
        pat.iter().map(|param| var(param.name)).collect()
    }

    /// The function that adds two values of a type, as an operator.
    pub fn addition(&mut self, ty: Type<'b>) -> Result<Reduction<'b>> {
        let neutral = self.zero(ty);
        let (x, y) = (self.param("x", ty), self.param("y", ty));
        let around = self.open();
        let sum = self.sum(ty, var(x.name), var(y.name))?;
        let lambda = self.close_lambda(around, vec![x, y], &[(sum, ty)]);
        Ok(Reduction { span: self.span, comm: true, lambda, neutral: self.arena.slice([neutral]) })
    }

    /// The identity function on values of these types.
    pub fn identity(&mut self, types: &[Type<'b>]) -> &'b Lambda<'b> {
        let params: Vec<Param<'b>> = types.iter().map(|ty| self.param("x", *ty)).collect();
        let around = self.open();
        let results: Vec<_> = params.iter().map(|param| (var(param.name), *param.ty)).collect();
        self.close_lambda(around, params, &results)
    }

    /// The sum of all elements or rows of an array.
    pub fn total(&mut self, array: Atom) -> Result<Atom> {
        Ok(self.totals(&[array])?[0])
    }

    /// The sums of all elements or rows of arrays that are equally long, by one reduction.
    pub fn totals(&mut self, arrays: &[Atom]) -> Result<Vec<Atom>> {
        let Some(first) = arrays.first() else { return Ok(Vec::new()) };
        let width = dims(&self.ty(*first)?)[0];
        let (mut names, mut rows, mut ops) = (Vec::new(), Vec::new(), Vec::new());
        for array in arrays {
            let ty = self.ty(*array)?;
            let row = self.row_type(ty);
            ops.push(self.addition(row)?);
            names.push(self.name(*array)?);
            rows.push(row);
        }
        let pat: Vec<Param<'b>> = rows.iter().map(|row| self.param("total", *row)).collect();
        let (lambda, width) = (self.identity(&rows), self.arena.alloc(width));
        let (arrays, ops) = (self.arena.slice(names), self.arena.slice(ops));
        self.push(&pat, Exp::Reduce { span: self.span, width, arrays, lambda, ops });
        Ok(pat.iter().map(|param| var(param.name)).collect())
    }

    /// The element (or row, if it has dimensions left) of an array at `indices`.
    pub fn element(&mut self, array: Atom, indices: &[Atom]) -> Result<Atom> {
        let ty = self.ty(array)?;
        let row = (0..indices.len()).fold(ty, |ty, _| self.row_type(ty));
        let exp = self.empty().element(self.name(array)?, indices, dims(&ty));
        Ok(self.bind("elem", row, exp))
    }

    /// The elements (or rows) of several arrays at one index.
    pub fn elements(&mut self, arrays: impl IntoIterator<Item = Atom>, index: Atom) -> Result<Vec<Atom>> {
        arrays.into_iter().map(|array| self.element(array, &[index])).collect()
    }

    /// The array with `value` at `indices`.
    pub fn updated(&mut self, array: Atom, indices: &[Atom], value: Atom) -> Result<Atom> {
        let ty = self.ty(array)?;
        let exp = self.empty().update(self.name(array)?, indices, dims(&ty), value);
        Ok(self.bind("updated", ty, exp))
    }

    /// The same elements in another shape.
    pub fn reshaped(&mut self, array: Atom, shape: &[Atom]) -> Result<Atom> {
        let ty = self.ty(array)?;
        if dims(&ty) == shape {
            return Ok(array);
        }
        let (array, shape) = (self.name(array)?, self.arena.slice(shape.iter().copied()));
        let ty = Type::Array { span: self.span, prim: prim(&ty), dims: shape, unique: false };
        Ok(self.bind("reshaped", ty, Exp::Reshape { span: self.span, array, shape }))
    }

    /// The same value at a type that has the same sizes, perhaps by other names.
    pub fn at_type(&mut self, value: Atom, ty: Type<'b>) -> Result<Atom> {
        match dims(&ty) {
            [] => Ok(value),
            shape => self.reshaped(value, shape),
        }
    }

    /// Numbers from 0 to below `count`.
    pub fn iota(&mut self, count: Atom) -> Atom {
        let ty = self.array(&[count], scalar(PrimType::I64));
        let (count, start, step) = (self.arena.alloc(count), self.arena.alloc(int(0)), self.arena.alloc(int(1)));
        self.bind("is", ty, Exp::Iota { span: self.span, count, start, step, prim: PrimType::I64 })
    }

    /// The elements from the last to the first.
    pub fn reversed(&mut self, array: Atom) -> Result<Atom> {
        let ty = self.ty(array)?;
        let shape = dims(&ty);
        let last = self.int(BinOp::Sub, shape[0], int(1));
        self.span_of(array, last, shape[0], int(-1))
    }

    /// `count` elements or rows from `start` on, at distance `stride`.
    pub fn span_of(&mut self, array: Atom, start: Atom, count: Atom, stride: Atom) -> Result<Atom> {
        let ty = self.ty(array)?;
        let row = self.row_type(ty);
        let new = self.array(&[count], row);
        let mut part = self.whole(ty).to_vec();
        let (start, count, stride) = (self.arena.alloc(start), self.arena.alloc(count), self.arena.alloc(stride));
        part[0] = SliceDim::Span { span: self.span, start, count, stride };
        let (array, dims) = (self.name(array)?, self.arena.slice(part));
        Ok(self.bind("part", new, Exp::Slice { span: self.span, array, dims }))
    }

    /// `if cond then yes else no` for scalars.
    pub fn choice(&mut self, cond: Atom, prim: PrimType, yes: Atom, no: Atom) -> Atom {
        self.code(|code| code.choice(cond, prim, yes, no))
    }

    /// A copy of a function that is called.
    pub fn inlined(&mut self, func: Name) -> Result<(Vec<Param<'b>>, &'b Body<'b>)> {
        match self.funs.get(&func) {
            Some(Some(fun)) => {
                let fun = fun.copy_into(self.arena, &mut fresh());
                Ok((fun.params.to_vec(), fun.body))
            }
            _ => {
                let message = format!("`{}` calls itself, so it cannot be differentiated", func.base);
                Err(codes::NO_DERIVATIVE.error(self.span, message))
            }
        }
    }

    /// Applies a function: adds its statements, and returns its results.
    pub fn applied(&mut self, lambda: &Lambda<'b>, args: &[Atom]) -> Vec<Atom> {
        let lambda = lambda.copy_into(self.arena, &mut fresh());
        self.copy(lambda.params, args);
        lambda.body.stms.iter().for_each(|stm| self.keep(stm));
        lambda.body.result.to_vec()
    }
}

/// The renaming of a copy in which all bound names are new.
pub fn fresh<'b>() -> Renaming<'b, Static<'b, Atom>> {
    Renaming::new(Names::Fresh)
}
