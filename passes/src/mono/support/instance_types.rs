//! Splits types of instances into a structure, which identifies the instance, and sizes, which the instance takes as
//! parameters.

use framework::{Name, Names, Node, Renaming};
use languages::mono_match::{Arena, Exp, Pat, Size, SizeBinder, Type};
use rustc_hash::FxHashSet;

/// The type of a function with these parameters. Sizes that depend on a parameter are unknown outside.
pub fn arrow<'b>(arena: &'b Arena<'b>, params: &[Pat<'b>], ret: Type<'b>) -> Type<'b> {
    params.iter().rev().fold(ret, |mut to, param| {
        let name = match param {
            Pat::PatVar { name, .. } => Some(*name),
            _ => None,
        };
        let mut parts = Vec::new();
        if name.is_none() {
            pattern_names(param, &mut parts);
        }
        let free = to.free_names();
        parts.retain(|part| free.contains(part));
        if !parts.is_empty() {
            let (mut renaming, mut sizes) = (Renaming::new(Names::Keep), Vec::new());
            for part in parts {
                let name = part.refresh();
                renaming = renaming.rename(part, name);
                sizes.push(SizeBinder { span: param.span(), name });
            }
            let body = arena.alloc(to.copy_into(arena, &mut renaming));
            to = Type::TypeExists { span: param.span(), sizes: arena.slice(sizes), body };
        }
        Type::TypeArrow { span: param.span(), param: name, from: param.ty(), to: arena.alloc(to) }
    })
}

fn pattern_names(pat: &Pat<'_>, names: &mut Vec<Name>) {
    match pat {
        Pat::PatVar { name, .. } => names.push(*name),
        Pat::PatRecord { fields, .. } => fields.iter().for_each(|field| pattern_names(field.pat, names)),
        _ => {}
    }
}

/// The names of sizes in the structure of a type: holes, and sizes that the type binds.
const HOLE: &str = "?";
const BOUND: &str = "?k";

/// Replaces each size that is in scope outside a type by a numbered hole. Sizes that the type binds get numbers as
/// well, so that equal structures have equal names.
pub fn holes<'b>(arena: &'b Arena<'b>, ty: &Type<'b>, sizes: &mut Vec<Exp<'b>>) -> Type<'b> {
    let number = |base: &str, number: usize| Name { base: framework::Symbol::new(base), tag: number as u32 };
    let bound = &mut |depth: usize| number(BOUND, depth);
    let mut hole = |exp: &Exp<'b>| {
        sizes.push(*exp);
        number(HOLE, sizes.len())
    };
    sized(arena, ty, &mut FxHashSet::default(), &mut Naming { hole: &mut hole, bound })
}

/// Replaces each hole by a fresh variable.
pub fn fill<'b>(arena: &'b Arena<'b>, ty: &Type<'b>, names: &mut Vec<Name>) -> Type<'b> {
    let mut hole = |_: &Exp<'b>| {
        names.push(Name::fresh("d"));
        names[names.len() - 1]
    };
    let bound = &mut |_| Name::fresh("k");
    sized(arena, ty, &mut FxHashSet::default(), &mut Naming { hole: &mut hole, bound })
}

/// How to name the sizes in a type.
struct Naming<'n, 'b> {
    /// Names a size that is in scope outside the type.
    hole: &'n mut dyn FnMut(&Exp<'b>) -> Name,
    /// Names a size that the type binds, inside of this many others.
    bound: &'n mut dyn FnMut(usize) -> Name,
}

/// Replaces sizes by variables, except for sizes that use names bound inside the type.
fn sized<'b>(
    arena: &'b Arena<'b>,
    ty: &Type<'b>,
    bound: &mut FxHashSet<Name>,
    naming: &mut Naming<'_, 'b>,
) -> Type<'b> {
    match *ty {
        Type::TypePrim { .. } => *ty,
        Type::TypeArray { span, size, elem } => {
            let Size::SizeOf { exp, .. } = size;
            let size = if exp.free_names().iter().any(|name| bound.contains(name)) {
                *size
            } else {
                let var = Exp::Var { span, ty: exp.ty(), name: (naming.hole)(exp) };
                Size::SizeOf { span, exp: arena.alloc(var) }
            };
            let elem = sized(arena, elem, bound, naming);
            Type::TypeArray { span, size: arena.alloc(size), elem: arena.alloc(elem) }
        }
        Type::TypeRecord { span, fields } => {
            let mut out: Vec<_> = fields
                .iter()
                .map(|field| {
                    let ty = sized(arena, field.ty, bound, naming);
                    languages::mono_match::TypeField { ty: arena.alloc(ty), ..*field }
                })
                .collect();
            out.sort_by_key(|field| languages::typed::label_order(field.label));
            Type::TypeRecord { span, fields: arena.slice(out) }
        }
        Type::TypeSum { span, cases } => {
            let out: Vec<_> = cases
                .iter()
                .map(|case| {
                    let payload: Vec<_> = case.payload.iter().map(|ty| sized(arena, ty, bound, naming)).collect();
                    languages::mono_match::TypeCase { payload: arena.slice(payload), ..*case }
                })
                .collect();
            Type::TypeSum { span, cases: arena.slice(out) }
        }
        Type::TypeArrow { span, param, from, to } => {
            let from = sized(arena, from, bound, naming);
            let new = param.filter(|param| bound.insert(*param));
            let to = sized(arena, to, bound, naming);
            if let Some(new) = new {
                bound.remove(&new);
            }
            Type::TypeArrow { span, param, from: arena.alloc(from), to: arena.alloc(to) }
        }
        Type::TypeExists { span, sizes, body } => {
            let (mut renaming, mut new) = (Renaming::new(Names::Keep), Vec::new());
            for size in sizes {
                let name = (naming.bound)(bound.len());
                bound.insert(name);
                renaming = renaming.rename(size.name, name);
                new.push(SizeBinder { span: size.span, name });
            }
            let body = sized(arena, &body.copy_into(arena, &mut renaming), bound, naming);
            for size in &new {
                bound.remove(&size.name);
            }
            Type::TypeExists { span, sizes: arena.slice(new), body: arena.alloc(body) }
        }
        // Uniqueness does not distinguish instances.
        Type::TypeUnique { body, .. } => sized(arena, body, bound, naming),
    }
}
