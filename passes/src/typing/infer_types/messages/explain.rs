//! Explains clashes.

use framework::{Error, Name, Symbol};
use languages::codes;
use languages::prim::PrimType;

use super::Messages;
use crate::typing::infer_types::types::{Clash, Ty, Type};
use crate::typing::infer_types::unify::Types;

impl<'t> Messages<'t> {
    /// Adds the reason for a clash to an error about two types.
    pub fn explain(
        &mut self,
        types: &mut Types<'t>,
        error: Error,
        clash: &Clash<'t>,
        (found, expected): (Ty<'t>, Ty<'t>),
    ) -> Error {
        let error = match clash {
            Clash::Sizes(..) => error.code(&codes::WRONG_SIZE),
            Clash::Escape(_) => error.code(&codes::SIZE_ESCAPES),
            Clash::Infinite => error.code(&codes::INFINITE_TYPE),
            Clash::Consumes(_) => error.code(&codes::CONSUMING_FUNCTION),
            _ => error,
        };
        match clash {
            Clash::Types(a, b) => self.different_types(types, error, (a, b), (found, expected)),
            Clash::Sizes(a, b) => {
                let (a_text, b_text) = (self.show_size(types, a), self.show_size(types, b));
                let mut error = error.note(format!("sizes `{b_text}` and `{a_text}` do not match"));
                for (size, text) in [(a, a_text), (b, b_text)] {
                    let mut names = Vec::new();
                    types.size_names(size, &mut names);
                    if let [name] = names[..]
                        && self.said(name) == text
                        && let Some((span, origin)) = types.origin(name)
                    {
                        error = error.related(span, format!("`{text}` is {origin}"));
                    }
                }
                error
            }
            Clash::Escape(name) => {
                let both_arrays =
                    matches!((types.value_type(found), types.value_type(expected)), (Type::Array(..), Type::Array(..)));
                let error = self.escape(types, error, *name);
                match both_arrays && !std::ptr::eq(found, expected) {
                    true => error.note("if the sizes are always the same, name the earlier size, as in `(xs: [n]t)`, and coerce this array: `ys :> [n]t`"),
                    false => error,
                }
            }
            Clash::Infinite => error.note("a type cannot be a part of itself (occurs check)"),
            Clash::Function(ty) => {
                let text = self.show(types, ty);
                error.note(match **ty {
                    Type::Arrow(..) => format!("type `{text}` found to be functional, but a function type cannot be here"),
                    _ => format!("type `{text}` is lifted: it might contain functions, which cannot be here"),
                })
            }
            Clash::Consumes(ty) => {
                let text = self.show(types, ty);
                error
                    .note(format!(
                        "a function of type `{text}` consumes its argument, but this place needs a function that does not"
                    ))
                    .note("they are incompatible regarding consuming their arguments")
            }
            Clash::Unknown(ty) => {
                let why = "but here all values must have the same size, as for an array element";
                error.note(match ty {
                    Type::Param(name) | Type::Abstract(name, _) => {
                        format!("type `{}` is lifted: its values may differ in size, {why}", name.base)
                    }
                    _ => format!("these values may differ in size, {why}"),
                })
            }
            Clash::NotOneOf(Type::Prim(prim), set) if prim.is_integer() && set.iter().all(PrimType::is_float) => {
                error.note(format!(
                    "a number with a fraction is an f16, f32 or f64: `f64.{prim} x` converts an `{prim}`, and `{prim}.f64 x` rounds toward zero"
                ))
            }
            Clash::NotOneOf(ty, set) => {
                let text = self.show(types, ty);
                let names: Vec<&str> = set.iter().map(|prim| prim.name()).collect();
                let names = names.join(", ");
                // As a record's type may still lack fields, its text says whether it is one.
                error.note(match text.starts_with('{') {
                    true => {
                        format!("cannot unify type that must be one of {names} with type that must be a record, `{text}`")
                    }
                    false => format!("cannot unify `{text}` with type that must be one of {names}"),
                })
            }
            Clash::NoEquality(ty) => {
                let text = self.show(types, ty);
                error.note(format!("the type `{text}` does not support equality"))
            }
            Clash::NoField(ty, label) => {
                let text = self.show(types, ty);
                error.note(match **ty {
                    Type::Record(_) => format!("cannot unify record type `{text}` with one that has a field `{label}`"),
                    _ => format!("`{text}` is not a record, so it has no field `{label}`"),
                })
            }
            Clash::NoCase(ty, tag) => {
                let text = self.show(types, ty);
                let known = matches!(**ty, Type::Sum(cases) if cases.iter().any(|(own, _)| own == tag));
                error.note(match **ty {
                    Type::Sum(_) if !known => format!("`{text}` has no constructor `#{tag}`"),
                    Type::Sum(_) | Type::Var(_) => format!("`{text}` has no constructor `#{tag}` with these arguments"),
                    _ => format!("cannot unify type with constructors and `{text}`, which is not a sum type"),
                })
            }
        }
    }

    /// Says which parts of two types are different.
    fn different_types(
        &mut self,
        types: &mut Types<'t>,
        error: Error,
        (a, b): (Ty<'t>, Ty<'t>),
        (found, expected): (Ty<'t>, Ty<'t>),
    ) -> Error {
        let (a_text, b_text) = (self.show(types, a), self.show(types, b));
        let (found_text, expected_text) = (self.show(types, found), self.show(types, expected));
        let same =
            (&a_text, &b_text) == (&found_text, &expected_text) || (&b_text, &a_text) == (&found_text, &expected_text);
        let mut error = match (*a, *b) {
            (Type::Record(x), Type::Record(y)) => {
                let lacks = |one: &[(Symbol, Ty<'t>)], other: &[(Symbol, Ty<'t>)]| {
                    let alone = one.iter().filter(|(label, _)| !other.iter().any(|(known, _)| known == label));
                    alone.map(|(label, _)| label.to_string()).collect::<Vec<_>>()
                };
                let alone = [lacks(x, y), lacks(y, x)].concat().join(", ");
                let error =
                    if same { error } else { error.note(format!("types `{a_text}` and `{b_text}` do not match")) };
                if alone.is_empty() { error } else { error.note(format!("the records have unshared fields: {alone}")) }
            }
            (Type::Abstract(x, _), Type::Abstract(y, _)) if x.base == y.base => {
                error.note(format!("these are two different abstract types, both called `{}`", x.base))
            }
            _ if same => error,
            _ => error.note(format!("types `{a_text}` and `{b_text}` do not match")),
        };
        for ty in [a, b] {
            if let Type::Abstract(name, _) = ty
                && let Some((span, origin)) = types.origin(*name)
            {
                error = error.related(span, format!("`{}` is {origin}", name.base));
            }
        }
        error
    }

    fn escape(&mut self, types: &mut Types<'t>, error: Error, name: Name) -> Error {
        let text = self.said(name);
        // A size that only a computation tells, as opposed to a variable or a parameter.
        let is_unknown = types.origin(name).is_some_and(|(_, origin)| origin.contains("known only after"));
        let violation = if is_unknown { "causality check, scope violation" } else { "scope violation" };
        let error = error.note(format!(
            "{violation}: `{text}` is only known from that place on, so nothing that is bound earlier or further outside can have it in its type"
        ));
        let error = if is_unknown { error.rule("causality-check") } else { error };
        match types.origin(name) {
            Some((span, origin)) => error.related(span, format!("`{text}` is {origin}")),
            None => error,
        }
    }
}
