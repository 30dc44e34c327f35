//! Statements that compute sizes, offsets and strides.

use framework::{Name, Span};
use languages::funmem::index::Index;
use languages::funmem::{Arena, Atom, Exp, Param, Stm, Type};
use languages::prim::{BinOp, PrimType, PrimValue};

/// A parameter of type `i64`.
pub fn number_param<'b>(arena: &'b Arena<'b>, span: Span, name: Name) -> Param<'b> {
    Param { span, name, ty: arena.alloc(Type::Scalar { span, prim: PrimType::I64 }) }
}

/// A constant of type `i64`.
pub const fn constant(span: Span, value: i64) -> Atom {
    Atom::Const { span, value: PrimValue::I64(value) }
}

/// `op(lhs, rhs)` under a fresh name like `base`. Adds the statement that computes it.
pub fn operation<'b>(
    arena: &'b Arena<'b>,
    span: Span,
    base: &str,
    (op, lhs, rhs): (BinOp, Atom, Atom),
    out: &mut Vec<Stm<'b>>,
) -> Atom {
    let name = Name::fresh(base);
    let result = match op {
        BinOp::Le | BinOp::Lt | BinOp::Eq => PrimType::Bool,
        _ => PrimType::I64,
    };
    let param = Param { span, name, ty: arena.alloc(Type::Scalar { span, prim: result }) };
    let exp = Exp::Bin { span, op, prim: PrimType::I64, lhs: arena.alloc(lhs), rhs: arena.alloc(rhs) };
    out.push(Stm { span, pat: arena.slice([param]), certs: &[], exp: arena.alloc(exp) });
    Atom::Var { span, name }
}

/// A polynomial's value. Adds the statements that compute it, if there is more than a name to it.
pub fn number<'b>(arena: &'b Arena<'b>, span: Span, base: &str, index: &Index, out: &mut Vec<Stm<'b>>) -> Atom {
    let mut sum = None;
    for (product, coefficient) in index.terms() {
        let mut term = (coefficient != 1 || product.is_empty()).then_some(constant(span, coefficient));
        for name in product {
            let factor = Atom::Var { span, name: *name };
            term = Some(match term {
                None => factor,
                Some(term) => operation(arena, span, base, (BinOp::Mul, term, factor), out),
            });
        }
        sum = match (sum, term) {
            (Some(sum), Some(term)) => Some(operation(arena, span, base, (BinOp::Add, sum, term), out)),
            (sum, term) => sum.or(term),
        };
    }
    sum.unwrap_or(constant(span, 0))
}
