//! Aliases: the memory that values may share.

use std::collections::BTreeSet;
use std::rc::Rc;

use framework::{Name, Symbol};
use languages::typed::Type;

/// The memory that a value may share, for each component that is or may be an array.
#[derive(Clone, Debug)]
pub(super) enum Alias {
    /// No memory. Numbers share none.
    Nothing,
    /// The memory of these parts of variables.
    Parts(Rc<BTreeSet<Name>>),
    /// The memory of each field.
    Record(Rc<Vec<(Symbol, Alias)>>),
}

impl Alias {
    pub(super) fn each(&self, out: &mut BTreeSet<Name>) {
        match self {
            Alias::Nothing => {}
            Alias::Parts(parts) => out.extend(parts.iter()),
            Alias::Record(fields) => fields.iter().for_each(|(_, alias)| alias.each(out)),
        }
    }

    /// Visits the parts, each with the path of fields to it.
    pub(super) fn each_part(&self, path: &mut Vec<Symbol>, visit: &mut dyn FnMut(&[Symbol], Name)) {
        match self {
            Alias::Nothing => {}
            Alias::Parts(parts) => parts.iter().for_each(|part| visit(path, *part)),
            Alias::Record(fields) => {
                for (label, alias) in fields.iter() {
                    path.push(*label);
                    alias.each_part(path, visit);
                    path.pop();
                }
            }
        }
    }

    pub(super) fn all(&self) -> BTreeSet<Name> {
        let mut all = BTreeSet::new();
        self.each(&mut all);
        all
    }

    pub(super) fn parts(parts: BTreeSet<Name>) -> Alias {
        if parts.is_empty() { Alias::Nothing } else { Alias::Parts(Rc::new(parts)) }
    }

    pub(super) fn field(&self, label: Symbol) -> Alias {
        match self {
            Alias::Record(fields) => {
                fields.iter().find(|(other, _)| *other == label).map_or(Alias::Nothing, |(_, alias)| alias.clone())
            }
            // A record inside an array, or the value of a type parameter: its fields are not followed on their own.
            other => other.clone(),
        }
    }

    /// The alias without some parts.
    pub(super) fn without(&self, gone: &dyn Fn(Name) -> bool) -> Alias {
        match self {
            Alias::Nothing => Alias::Nothing,
            Alias::Parts(parts) => Alias::parts(parts.iter().copied().filter(|part| !gone(*part)).collect()),
            Alias::Record(fields) => {
                Alias::Record(Rc::new(fields.iter().map(|(label, alias)| (*label, alias.without(gone))).collect()))
            }
        }
    }

    /// The memory that either of two values may share.
    pub(super) fn or(&self, other: &Alias) -> Alias {
        match (self, other) {
            (Alias::Nothing, alias) | (alias, Alias::Nothing) => alias.clone(),
            (Alias::Record(a), Alias::Record(b)) => {
                let fields = a.iter().map(|(label, alias)| {
                    let same = b.iter().find(|(other, _)| other == label);
                    (*label, same.map_or_else(|| alias.clone(), |(_, other)| alias.or(other)))
                });
                Alias::Record(Rc::new(fields.collect()))
            }
            (a, b) => {
                let mut all = a.all();
                b.each(&mut all);
                Alias::parts(all)
            }
        }
    }
}

/// The type without the uniqueness mark and the existential quantifier at its top, and whether it was marked as unique.
pub(super) fn unmarked<'a>(ty: &'a Type<'a>) -> (&'a Type<'a>, bool) {
    match ty {
        Type::TypeUnique { body, .. } => (unmarked(body).0, true),
        Type::TypeExists { body, .. } | Type::TypePacked { body, .. } => unmarked(body),
        _ => (ty, false),
    }
}

/// The number of parts of a type that may share memory with other values.
pub(super) fn sharing_parts(ty: &Type<'_>) -> usize {
    match unmarked(ty) {
        (_, true) | (Type::TypePrim { .. }, _) => 0,
        (Type::TypeRecord { fields, .. }, _) => fields.iter().map(|field| sharing_parts(field.ty)).sum(),
        _ => 1,
    }
}

/// Splits an argument into the parts that a parameter of this type consumes, and the others.
pub(super) fn split(ty: &Type<'_>, value: &Alias) -> (Alias, Alias) {
    let (ty, unique) = unmarked(ty);
    match ty {
        _ if unique => (without_functions(ty, value), Alias::Nothing),
        Type::TypeRecord { fields, .. } => {
            let (mut taken, mut kept) = (Vec::new(), Vec::new());
            for field in *fields {
                let (part, rest) = split(field.ty, &value.field(field.label));
                taken.push((field.label, part));
                kept.push((field.label, rest));
            }
            let any = taken.iter().any(|(_, part)| !matches!(part, Alias::Nothing));
            (if any { Alias::Record(Rc::new(taken)) } else { Alias::Nothing }, Alias::Record(Rc::new(kept)))
        }
        _ => (Alias::Nothing, value.clone()),
    }
}

/// The part of a value with a unique type that is consumed: all but the functions in it.
fn without_functions(ty: &Type<'_>, value: &Alias) -> Alias {
    match (unmarked(ty).0, value) {
        (Type::TypeRecord { fields, .. }, Alias::Record(_)) => {
            let fields =
                fields.iter().map(|field| (field.label, without_functions(field.ty, &value.field(field.label))));
            Alias::Record(Rc::new(fields.collect()))
        }
        (Type::TypeArrow { .. }, _) => Alias::Nothing,
        _ => value.clone(),
    }
}

/// A part that two components of a value share.
pub(super) fn twice(value: &Alias) -> Option<Name> {
    fn walk(value: &Alias, seen: &mut BTreeSet<Name>) -> Option<Name> {
        match value {
            Alias::Nothing => None,
            Alias::Parts(parts) => parts.iter().copied().find(|part| !seen.insert(*part)),
            Alias::Record(fields) => fields.iter().find_map(|(_, alias)| walk(alias, seen)),
        }
    }
    walk(value, &mut BTreeSet::new())
}

/// The alias of a value of type `ty` that is part of a value with the alias `value`. Numbers share nothing.
pub(super) fn shaped(ty: &Type<'_>, value: &Alias) -> Alias {
    match unmarked(ty).0 {
        Type::TypePrim { .. } => Alias::Nothing,
        Type::TypeRecord { fields, .. } => {
            let fields = fields.iter().map(|field| (field.label, shaped(field.ty, &value.field(field.label))));
            Alias::Record(Rc::new(fields.collect()))
        }
        Type::TypeSum { cases, .. }
            if cases.iter().all(|case| case.payload.iter().all(|ty| sharing_parts(ty) == 0)) =>
        {
            Alias::Nothing
        }
        _ => value.clone(),
    }
}

/// The memory that a result of a type may share. Unique parts share none.
pub(super) fn not_unique(ty: &Type<'_>, value: &Alias) -> Alias {
    let (ty, unique) = unmarked(ty);
    match ty {
        _ if unique => Alias::Nothing,
        Type::TypePrim { .. } => Alias::Nothing,
        Type::TypeRecord { fields, .. } => {
            let fields = fields.iter().map(|field| (field.label, not_unique(field.ty, &value.field(field.label))));
            Alias::Record(Rc::new(fields.collect()))
        }
        _ => value.clone(),
    }
}

pub(super) fn is_scalar(ty: &Type<'_>) -> bool {
    match unmarked(ty).0 {
        Type::TypePrim { .. } => true,
        Type::TypeSum { cases, .. } => cases.iter().all(|case| case.payload.iter().all(is_scalar)),
        Type::TypeRecord { fields: fields @ [_, ..], .. } => fields.iter().all(|field| is_scalar(field.ty)),
        _ => false,
    }
}

/// Whether a type has an abstract part, and no part that is known to be an array.
pub(super) fn is_abstract(ty: &Type<'_>) -> bool {
    fn no_array(ty: &Type<'_>, any: &mut bool) -> bool {
        match unmarked(ty).0 {
            Type::TypeVar { .. } => {
                *any = true;
                true
            }
            Type::TypePrim { .. } | Type::TypeArrow { .. } => true,
            Type::TypeRecord { fields, .. } => fields.iter().all(|field| no_array(field.ty, any)),
            Type::TypeSum { cases, .. } => cases.iter().flat_map(|case| case.payload).all(|ty| no_array(ty, any)),
            _ => false,
        }
    }
    let mut any = false;
    no_array(ty, &mut any) && any
}
