//! Builds statements of `Anf`.

use framework::{Name, Span};
use languages::anf::{Arena, Atom, Body, Exp, Param, SliceDim, Stm, Type};
use languages::prim::{BinOp, PrimType, PrimValue};

/// Statements under construction.
pub struct Code<'b> {
    /// The arena of the new nodes.
    pub arena: &'b Arena<'b>,
    /// The source location of the new nodes.
    pub span: Span,
    /// The statements so far.
    pub stms: Vec<Stm<'b>>,
}

/// The constant of an `i64`.
pub fn int(value: i64) -> Atom {
    Atom::Const { span: Span::NONE, value: PrimValue::I64(value) }
}

/// A variable.
pub fn var(name: Name) -> Atom {
    Atom::Var { span: Span::NONE, name }
}

/// The name of an atom that is a variable.
pub fn variable(atom: &Atom) -> Option<Name> {
    match atom {
        Atom::Var { name, .. } => Some(*name),
        Atom::Const { .. } => None,
    }
}

/// A constant truth value.
pub fn truth(value: bool) -> Atom {
    Atom::Const { span: Span::NONE, value: PrimValue::Bool(value) }
}

/// The value of a constant `i64`.
pub fn known(atom: Atom) -> Option<i64> {
    match atom {
        Atom::Const { value: PrimValue::I64(value), .. } => Some(value),
        _ => None,
    }
}

/// The type of a scalar.
pub fn scalar<'b>(prim: PrimType) -> Type<'b> {
    Type::Scalar { span: Span::NONE, prim }
}

/// The dimensions of a type; none for scalars.
pub fn dims<'a>(ty: &Type<'a>) -> &'a [Atom] {
    match ty {
        Type::Array { dims, .. } => dims,
        Type::Scalar { .. } | Type::Cert { .. } => &[],
    }
}

/// The element type of an array or the type of a scalar; certificates count as `bool`.
pub fn prim(ty: &Type<'_>) -> PrimType {
    match ty {
        Type::Array { prim, .. } | Type::Scalar { prim, .. } => *prim,
        Type::Cert { .. } => PrimType::Bool,
    }
}

/// The value of an operator application, if it needs no statement. Folds constants, and applies identities of truth
/// values and integers that need no computation.
fn folded(op: BinOp, prim: PrimType, lhs: Atom, rhs: Atom) -> Option<Atom> {
    let is = |atom: Atom, wanted: i64| matches!(atom, Atom::Const { value, .. } if value.as_i64() == Some(wanted));
    if let (Atom::Const { value: a, .. }, Atom::Const { value: b, .. }) = (lhs, rhs)
        && let Ok(value) = op.eval(a, b)
    {
        return Some(Atom::Const { span: Span::NONE, value });
    }
    let integers = prim.is_integer();
    Some(match op {
        BinOp::Add if integers && is(lhs, 0) => rhs,
        BinOp::Add | BinOp::Sub if integers && is(rhs, 0) => lhs,
        BinOp::Mul if integers && is(lhs, 1) => rhs,
        BinOp::Mul if integers && is(rhs, 1) => lhs,
        BinOp::Le | BinOp::Ge | BinOp::Eq if integers && lhs == rhs => truth(true),
        BinOp::Lt | BinOp::Gt | BinOp::Ne if integers && lhs == rhs => truth(false),
        BinOp::LogAnd if lhs == truth(true) || rhs == truth(false) || lhs == rhs => rhs,
        BinOp::LogAnd if rhs == truth(true) || lhs == truth(false) => lhs,
        BinOp::LogOr if lhs == truth(false) || rhs == truth(true) || lhs == rhs => rhs,
        BinOp::LogOr if rhs == truth(false) || lhs == truth(true) => lhs,
        _ => return None,
    })
}

impl<'b> Code<'b> {
    /// An empty list of statements.
    pub fn new(arena: &'b Arena<'b>, span: Span) -> Self {
        Code { arena, span, stms: Vec::new() }
    }

    /// A parameter with a fresh name.
    pub fn param(&self, base: &str, ty: Type<'b>) -> Param<'b> {
        Param { span: self.span, name: Name::fresh(base), ty: self.arena.alloc(ty) }
    }

    /// An array type.
    pub fn array(&self, prim: PrimType, dims: impl IntoIterator<Item = Atom>, unique: bool) -> Type<'b> {
        Type::Array { span: self.span, prim, dims: self.arena.slice(dims), unique }
    }

    /// `let pat = exp`.
    pub fn push(&mut self, pat: &[Param<'b>], exp: Exp<'b>) {
        self.stms.push(Stm {
            span: self.span,
            pat: self.arena.slice(pat.iter().copied()),
            certs: &[],
            exp: self.arena.alloc(exp),
        });
    }

    /// `let x: ty = exp` for a new `x`.
    pub fn bind(&mut self, base: &str, ty: Type<'b>, exp: Exp<'b>) -> Name {
        let param = self.param(base, ty);
        self.push(&[param], exp);
        param.name
    }

    /// The value of an operator on `i64`s. Adds a statement unless the value is known.
    pub fn arith(&mut self, op: BinOp, lhs: Atom, rhs: Atom) -> Atom {
        folded(op, PrimType::I64, lhs, rhs).unwrap_or_else(|| self.binary("t", op, PrimType::I64, lhs, rhs))
    }

    /// The value of an operator.
    pub fn binary(&mut self, base: &str, op: BinOp, prim: PrimType, lhs: Atom, rhs: Atom) -> Atom {
        let exp = Exp::Bin { span: self.span, op, prim, lhs: self.arena.alloc(lhs), rhs: self.arena.alloc(rhs) };
        var(self.bind(base, scalar(op.result_type(prim)), exp))
    }

    /// The value of an operator. Adds a statement unless the value is known or has been computed.
    pub fn operator(&mut self, op: BinOp, prim: PrimType, lhs: Atom, rhs: Atom) -> Atom {
        folded(op, prim, lhs, rhs).unwrap_or_else(|| {
            let exp = Exp::Bin { span: self.span, op, prim, lhs: self.arena.alloc(lhs), rhs: self.arena.alloc(rhs) };
            self.shared("t", op.result_type(prim), exp)
        })
    }

    /// The value of a scalar expression. Adds a statement unless an equal one exists.
    pub fn shared(&mut self, base: &str, prim: PrimType, exp: Exp<'b>) -> Atom {
        let same = |stm: &&Stm<'b>| stm.certs.is_empty() && *stm.exp == exp;
        let known = self.stms.iter().find(same).and_then(|stm| stm.pat.first()).map(|param| param.name);
        var(known.unwrap_or_else(|| self.bind(base, scalar(prim), exp)))
    }

    /// A number converted to another type.
    pub fn converted(&mut self, from: PrimType, to: PrimType, arg: Atom) -> Atom {
        match arg {
            _ if from == to => arg,
            Atom::Const { span, value } => Atom::Const { span, value: languages::prim::convert(value, to) },
            Atom::Var { .. } => {
                let exp = Exp::Convert { span: self.span, from, to, arg: self.arena.alloc(arg) };
                self.shared("conv", to, exp)
            }
        }
    }

    /// `if cond then yes else no` for scalars.
    pub fn choice(&mut self, cond: Atom, prim: PrimType, yes: Atom, no: Atom) -> Atom {
        let body = |atom: Atom| Body { span: self.span, stms: &[], result: self.arena.slice([atom]) };
        let (yes, no) = (self.arena.alloc(body(yes)), self.arena.alloc(body(no)));
        let exp = Exp::If { span: self.span, cond: self.arena.alloc(cond), yes, no };
        var(self.bind("choice", scalar(prim), exp))
    }

    /// The product of sizes.
    pub fn product(&mut self, factors: &[Atom]) -> Atom {
        factors.iter().fold(int(1), |product, factor| self.arith(BinOp::Mul, product, *factor))
    }

    /// Whether `0 <= index < size`.
    pub fn in_bounds(&mut self, index: Atom, size: Atom) -> Atom {
        let low = self.binary("low", BinOp::Le, PrimType::I64, int(0), index);
        let high = self.binary("high", BinOp::Lt, PrimType::I64, index, size);
        self.both(low, high)
    }

    /// The conjunction of two conditions.
    pub fn both(&mut self, lhs: Atom, rhs: Atom) -> Atom {
        let known = folded(BinOp::LogAnd, PrimType::Bool, lhs, rhs);
        known.unwrap_or_else(|| self.binary("both", BinOp::LogAnd, PrimType::Bool, lhs, rhs))
    }

    /// Fixes the first dimensions of an array of dimensions `dims` at `indices` and keeps the others whole.
    pub fn row(&self, indices: &[Atom], dims: &[Atom]) -> &'b [SliceDim<'b>] {
        let span = self.span;
        let fixed = indices.iter().map(|index| SliceDim::Fix { span, index: self.arena.alloc(*index) });
        let rest = dims.iter().skip(indices.len()).map(|size| SliceDim::Span {
            span,
            start: self.arena.alloc(int(0)),
            count: self.arena.alloc(*size),
            stride: self.arena.alloc(int(1)),
        });
        self.arena.slice(fixed.chain(rest))
    }

    /// The element (or row, if it has dimensions left) of an array at `indices`.
    pub fn element(&self, array: Name, indices: &[Atom], dims: &[Atom]) -> Exp<'b> {
        if indices.len() == dims.len() {
            Exp::Index { span: self.span, array, indices: self.arena.slice(indices.iter().copied()) }
        } else {
            Exp::Slice { span: self.span, array, dims: self.row(indices, dims) }
        }
    }

    /// The array with `value` at `indices`.
    pub fn update(&self, array: Name, indices: &[Atom], dims: &[Atom], value: Atom) -> Exp<'b> {
        Exp::Update { span: self.span, array, dims: self.row(indices, dims), value: self.arena.alloc(value) }
    }

    /// The body that ends in an expression, whose results it returns. `pat` are parameters of their types.
    pub fn ending_in(mut self, pat: &[Param<'b>], exp: Exp<'b>) -> Body<'b> {
        let fresh = |param: &Param<'b>| Param { name: param.name.refresh(), ..*param };
        let pat: Vec<Param<'b>> = pat.iter().map(fresh).collect();
        self.push(&pat, exp);
        self.body(pat.iter().map(|param| var(param.name)))
    }

    /// The body with these statements and a result.
    pub fn body(self, result: impl IntoIterator<Item = Atom>) -> Body<'b> {
        let result = self.arena.slice(result);
        Body { span: self.span, stms: self.arena.slice(self.stms), result }
    }
}
