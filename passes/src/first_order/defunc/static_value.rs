//! Static values: what defunctionalisation knows of a value before the program runs (TFP'18 §3); and types of residual
//! expressions.

use framework::{Name, Node, Symbol};
use languages::first_order::{Arena, Size, Type, TypeCase, TypeField};
use languages::mono;
use std::rc::Rc;

/// The static value of an expression: `sv` in the paper.
#[derive(Clone)]
pub enum Static<'a> {
    /// *Dyn* τ and *Arr*: a value of order zero. Its type is that of the residual expression.
    Dyn,
    /// *Lam* x e₀ E
    Lam(Rc<Closure<'a>>),
    /// *Rcd* {ℓ ↦ sv}: a record that holds a function somewhere.
    Rcd(Rc<Vec<(Symbol, Static<'a>)>>),
    /// A value made by this constructor, with a function among its operands. Its residual expression is the record of
    /// the operands.
    Con(Symbol, Rc<Vec<Static<'a>>>),
    /// *Or* sv₁ sv₂ (§7): one of two values, chosen at run time. Its residual expression has a sum type, `#left` or
    /// `#right`. All alternatives, including nested ones, differ in more than their captured values, and have different
    /// constructors.
    Or(Rc<(Static<'a>, Static<'a>)>),
    /// A function or constructor value that never exists, because the program always fails first. Its residual
    /// expression is an empty record.
    Hole,
}

/// A function with the static values of the variables that it captures.
pub struct Closure<'a> {
    pub params: &'a [mono::Pat<'a>],
    pub ret: &'a mono::Type<'a>,
    pub body: &'a mono::Exp<'a>,
    pub captured: Vec<(Name, Static<'a>)>,
}

/// The type of a closure's field. Its sizes are unknown, since they are not in scope everywhere the closure goes.
pub fn unsized_type<'b>(arena: &'b Arena<'b>, ty: &Type<'b>) -> &'b Type<'b> {
    let inner = |ty: &Type<'b>| unsized_type(arena, ty);
    arena.alloc(match *ty {
        Type::TypePrim { .. } => *ty,
        Type::TypeArray { span, elem, .. } => {
            Type::TypeArray { span, size: arena.alloc(Size::SizeAny { span }), elem: inner(elem) }
        }
        Type::TypeRecord { span, fields } => {
            let fields: Vec<_> = fields.iter().map(|field| TypeField { ty: inner(field.ty), ..*field }).collect();
            Type::TypeRecord { span, fields: arena.slice(fields) }
        }
        Type::TypeSum { span, cases } => {
            let cases: Vec<_> = cases
                .iter()
                .map(|case| {
                    let payload: Vec<_> = case.payload.iter().map(|ty| *inner(ty)).collect();
                    TypeCase { payload: arena.slice(payload), ..*case }
                })
                .collect();
            Type::TypeSum { span, cases: arena.slice(cases) }
        }
        Type::TypeExists { body, .. } | Type::TypeUnique { body, .. } => return inner(body),
    })
}

/// The type of a function's parameter, without sizes that the type itself binds: only the argument knows them.
pub fn parameter_type<'b>(arena: &'b Arena<'b>, ty: &'b Type<'b>) -> &'b Type<'b> {
    if binds_sizes(ty) { with_unknown(arena, ty, &mut Vec::new()) } else { ty }
}

fn binds_sizes(ty: &Type<'_>) -> bool {
    match ty {
        Type::TypePrim { .. } => false,
        Type::TypeExists { .. } => true,
        Type::TypeArray { elem: body, .. } | Type::TypeUnique { body, .. } => binds_sizes(body),
        Type::TypeRecord { fields, .. } => fields.iter().any(|field| binds_sizes(field.ty)),
        Type::TypeSum { cases, .. } => cases.iter().any(|case| case.payload.iter().any(binds_sizes)),
    }
}

/// The type without the sizes in `bound`, and without those that the type binds.
pub fn with_unknown<'b>(arena: &'b Arena<'b>, ty: &'b Type<'b>, bound: &mut Vec<Name>) -> &'b Type<'b> {
    arena.alloc(match *ty {
        Type::TypePrim { .. } => *ty,
        Type::TypeArray { span, size, elem } => {
            let is_bound = size.free_names().iter().any(|name| bound.contains(name));
            let size = if is_bound { arena.alloc(Size::SizeAny { span }) } else { size };
            Type::TypeArray { span, size, elem: with_unknown(arena, elem, bound) }
        }
        Type::TypeRecord { span, fields } => {
            let fields = fields.iter().map(|field| TypeField { ty: with_unknown(arena, field.ty, bound), ..*field });
            Type::TypeRecord { span, fields: arena.slice(fields.collect::<Vec<_>>()) }
        }
        Type::TypeSum { span, cases } => {
            let cases = cases.iter().map(|case| {
                let payload = case.payload.iter().map(|ty| *with_unknown(arena, ty, bound));
                TypeCase { payload: arena.slice(payload.collect::<Vec<_>>()), ..*case }
            });
            Type::TypeSum { span, cases: arena.slice(cases.collect::<Vec<_>>()) }
        }
        Type::TypeExists { sizes, body, .. } => {
            let outer = bound.len();
            bound.extend(sizes.iter().map(|size| size.name));
            let body = with_unknown(arena, body, bound);
            bound.truncate(outer);
            *body
        }
        Type::TypeUnique { span, body } => Type::TypeUnique { span, body: with_unknown(arena, body, bound) },
    })
}

/// Whether values of the type hold no functions: the judgment `orderZero`.
pub fn is_order_zero(ty: &mono::Type) -> bool {
    match ty {
        mono::Type::TypePrim { .. } | mono::Type::TypeArray { .. } => true,
        mono::Type::TypeSum { cases, .. } => cases.iter().all(|case| case.payload.iter().all(is_order_zero)),
        mono::Type::TypeRecord { fields, .. } => fields.iter().all(|field| is_order_zero(field.ty)),
        mono::Type::TypeArrow { .. } => false,
        mono::Type::TypeExists { body, .. } | mono::Type::TypeUnique { body, .. } => is_order_zero(body),
    }
}

/// The label of a captured variable: *Lab*.
pub fn label(name: Name) -> Symbol {
    Symbol::new(&name.to_string())
}

/// The label of a constructor's operand in its residual record.
pub fn operand(index: i64) -> Symbol {
    Symbol::new(&index.to_string())
}

/// The static value of a record's field.
pub fn part<'a>(value: &Static<'a>, label: Symbol) -> Static<'a> {
    match value {
        Static::Rcd(fields) => {
            fields.iter().find(|(known, _)| *known == label).map_or(Static::Dyn, |(_, value)| value.clone())
        }
        Static::Dyn | Static::Lam(_) | Static::Con(..) | Static::Or(_) | Static::Hole => Static::Dyn,
    }
}

/// Whether two values are statically the same. Two closures are equal only if they are the same object.
pub fn same(a: &Static<'_>, b: &Static<'_>) -> bool {
    match (a, b) {
        (Static::Dyn, Static::Dyn) => true,
        (Static::Lam(a), Static::Lam(b)) => Rc::ptr_eq(a, b),
        (Static::Rcd(a), Static::Rcd(b)) => {
            a.len() == b.len() && a.iter().zip(&**b).all(|((label, a), (other, b))| label == other && same(a, b))
        }
        (Static::Con(a, xs), Static::Con(b, ys)) => {
            a == b && xs.len() == ys.len() && xs.iter().zip(&**ys).all(|(x, y)| same(x, y))
        }
        (Static::Or(a), Static::Or(b)) => Rc::ptr_eq(a, b) || same(&a.0, &b.0) && same(&a.1, &b.1),
        (Static::Hole, Static::Hole) => true,
        _ => false,
    }
}

/// The type of a record's field.
pub fn field_type<'b>(ty: &'b Type<'b>, label: Symbol) -> Option<&'b Type<'b>> {
    match ty {
        Type::TypeRecord { fields, .. } => fields.iter().find(|field| field.label == label).map(|field| field.ty),
        Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } => field_type(body, label),
        _ => None,
    }
}
