//! Values as lists of leaves: the variables of `Anf` that a value of `FirstOrder` is taken apart into.

use framework::Symbol;
use languages::anf::Atom;
use languages::first_order::{Size, Type};
use languages::prim::{PrimType, PrimValue};
use languages::typed::label_order;

/// A part of a value: a scalar, or an array of primitive values.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The value.
    pub atom: Atom,
    /// The type of the scalar or of the elements.
    pub prim: PrimType,
    /// Its sizes; none for a scalar.
    pub dims: Vec<Atom>,
}

/// A value: the leaves of its type in order. An array of records is a record of arrays.
pub type Value = Vec<Leaf>;

/// A leaf of a type. Its sizes are those of the arrays around it, outermost first.
#[derive(Clone, Debug)]
pub struct LeafType<'a> {
    /// The type of the scalar or of the elements.
    pub prim: PrimType,
    /// Its sizes.
    pub sizes: Vec<&'a Size<'a>>,
    /// Whether the leaf stands for an empty record. An empty record has one leaf, so that arrays of empty records have
    /// sizes.
    pub empty: bool,
}

impl LeafType<'_> {
    /// Whether callers of entry points do not see the leaf.
    pub fn is_hidden(&self) -> bool {
        self.empty && self.sizes.is_empty()
    }
}

/// The one leaf of an empty record.
pub const EMPTY: PrimValue = PrimValue::Bool(false);

/// The fields of a record type in the order of their leaves.
pub fn sorted_fields<'a>(ty: &Type<'a>) -> Vec<(Symbol, &'a Type<'a>)> {
    match ty {
        Type::TypeRecord { fields, .. } => {
            let mut fields: Vec<_> = fields.iter().map(|field| (field.label, field.ty)).collect();
            fields.sort_by_key(|(label, _)| label_order(*label));
            fields
        }
        Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } => sorted_fields(body),
        _ => Vec::new(),
    }
}

/// The leaves of a type.
pub fn leaf_types<'a>(ty: &Type<'a>) -> Vec<LeafType<'a>> {
    let mut out = Vec::new();
    collect(ty, &mut Vec::new(), &mut out);
    out
}

fn collect<'a>(ty: &Type<'a>, sizes: &mut Vec<&'a Size<'a>>, out: &mut Vec<LeafType<'a>>) {
    match ty {
        Type::TypePrim { prim, .. } => out.push(LeafType { prim: *prim, sizes: sizes.clone(), empty: false }),
        Type::TypeArray { size, elem, .. } => {
            sizes.push(size);
            collect(elem, sizes, out);
            sizes.pop();
        }
        Type::TypeRecord { fields: [], .. } => {
            out.push(LeafType { prim: EMPTY.prim_type(), sizes: sizes.clone(), empty: true });
        }
        Type::TypeRecord { .. } => {
            for (_, field) in sorted_fields(ty) {
                collect(field, sizes, out);
            }
        }
        Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } => collect(body, sizes, out),
        // `flatten-sums` has made records of them.
        Type::TypeSum { .. } => {}
    }
}

/// The number of leaves of a type.
pub fn width(ty: &Type<'_>) -> usize {
    leaf_types(ty).len()
}

/// The positions of the leaves of a record's field.
pub fn field_range(ty: &Type<'_>, label: Symbol) -> Option<std::ops::Range<usize>> {
    // A projection out of an array of records does not occur: arrays are indexed first.
    let mut start = 0;
    for (known, field) in sorted_fields(ty) {
        let end = start + width(field);
        if known == label {
            return Some(start..end);
        }
        start = end;
    }
    None
}

/// The type of a record's field.
pub fn field_type<'a>(ty: &Type<'a>, label: Symbol) -> Option<&'a Type<'a>> {
    sorted_fields(ty).into_iter().find(|(known, _)| *known == label).map(|(_, ty)| ty)
}

/// The primitive type of a scalar.
pub fn prim_of(ty: &Type<'_>) -> PrimType {
    match ty {
        Type::TypePrim { prim, .. } => *prim,
        Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } => prim_of(body),
        _ => PrimType::I64,
    }
}

/// A type in Futhark's syntax, as the user might write it.
pub fn show(ty: &Type<'_>) -> String {
    use languages::first_order::Exp;
    match ty {
        Type::TypePrim { prim, .. } => prim.to_string(),
        Type::TypeArray { size: Size::SizeOf { exp, .. }, elem, .. } => match exp {
            Exp::Var { name, .. } => format!("[{}]{}", name.base, show(elem)),
            Exp::Const { value, .. } => format!("[{}]{}", value.as_i64().unwrap_or_default(), show(elem)),
            _ => format!("[]{}", show(elem)),
        },
        Type::TypeArray { elem, .. } => format!("[]{}", show(elem)),
        Type::TypeRecord { .. } => {
            let fields = sorted_fields(ty);
            let is_tuple =
                fields.iter().enumerate().all(|(position, (label, _))| label.as_str() == position.to_string());
            let shown: Vec<String> = fields
                .iter()
                .map(|(label, ty)| if is_tuple { show(ty) } else { format!("{label}: {}", show(ty)) })
                .collect();
            if is_tuple { format!("({})", shown.join(", ")) } else { format!("{{{}}}", shown.join(", ")) }
        }
        Type::TypeSum { cases, .. } => {
            let shown: Vec<String> = cases.iter().map(|case| format!("#{}", case.tag)).collect();
            shown.join(" | ")
        }
        Type::TypeUnique { body, .. } => format!("*{}", show(body)),
        Type::TypeExists { body, .. } => show(body),
    }
}

/// The components of a tuple type. An entry point returns them one by one.
pub fn tuple_fields<'a>(ty: &Type<'a>) -> Option<Vec<&'a Type<'a>>> {
    match ty {
        Type::TypeRecord { .. } => {
            let fields = sorted_fields(ty);
            let is_tuple =
                fields.iter().enumerate().all(|(position, (label, _))| label.as_str() == position.to_string());
            (is_tuple && fields.len() > 1).then(|| fields.into_iter().map(|(_, ty)| ty).collect())
        }
        Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } => tuple_fields(body),
        _ => None,
    }
}
