//! Messages about types: how a type is written, why two types do not match, and which change would help.
//!
//! This room only reads what the solver knows.

mod advice;
mod display;
mod explain;
mod titles;

pub use titles::origin_of;

use framework::{Error, Name, SourceMap, Span, Symbol};
use languages::codes;
use rustc_hash::FxHashMap;

use crate::typing::infer_types::types::{Clash, Ty, Type};
use crate::typing::infer_types::unify::Types;

/// Writes messages.
pub struct Messages<'t> {
    /// The texts of the program, for advice.
    sources: &'t SourceMap,
    /// Whether a coercion is advised where sizes do not match. Older editions coerce anyway.
    advises_coercions: bool,
    /// For each text, the different names with this text in the current message. All but the first are written with a
    /// number.
    spoken: FxHashMap<Symbol, Vec<Name>>,
}

impl<'t> Messages<'t> {
    /// Messages about a program with these texts.
    pub fn new(sources: &'t SourceMap, advises_coercions: bool) -> Self {
        Messages { sources, advises_coercions, spoken: FxHashMap::default() }
    }

    /// Begins a new message.
    pub fn restart(&mut self) {
        self.spoken.clear();
    }

    /// The text of a name in the current message. Different names with the same text get numbers.
    pub fn said(&mut self, name: Name) -> String {
        let names = self.spoken.entry(name.base).or_default();
        let place = names.iter().position(|other| *other == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        match place {
            0 => name.base.to_string(),
            _ => {
                let digits = (place + 1).to_string();
                let small =
                    digits.chars().filter_map(|digit| char::from_u32(u32::from(digit) - u32::from('0') + 0x2080));
                format!("{}{}", name.base, small.collect::<String>())
            }
        }
    }

    /// Begins a message about two types. Among names with the same text, those of the program come first, so that names
    /// that inference has made get the numbers.
    pub fn name_first(&mut self, types: &mut Types<'t>, shown: [Ty<'t>; 2]) {
        self.spoken.clear();
        let mut names = Vec::new();
        for ty in shown {
            types.each_size(ty, &mut |types, size| types.size_names(size, &mut names));
        }
        for name in names {
            if self.is_written(types, name) {
                self.said(name);
            }
        }
    }

    /// The error for an expression with the wrong type.
    pub fn type_error(
        &mut self,
        types: &mut Types<'t>,
        span: Span,
        (found, expected): (Ty<'t>, Ty<'t>),
        what: &str,
        clash: &Clash<'t>,
    ) -> Error {
        self.name_first(types, [found, expected]);
        let (found_text, expected_text) = (self.show(types, found), self.show(types, expected));
        let error = match (clash, types.value_type(found)) {
            (Clash::Unknown(_), Type::Arrow(..)) => {
                let subject = self.application(span, what).map_or(what.to_string(), |call| format!("{call}: it"));
                codes::ELEMENT_TYPE
                    .error(span, format!("{subject} gives values of different sizes, as its type is `{found_text}`"))
                    .label("the size of its result is not always the same")
            }
            (Clash::Infinite, _) => codes::INFINITE_TYPE
                .error(span, format!("occurs check: the type of {what} would contain itself"))
                .label(format!("expected `{expected_text}`, found `{found_text}`")),
            _ => {
                let inside = match (found_text == expected_text, clash) {
                    (true, Clash::Types(Type::Abstract(..), Type::Abstract(..))) => {
                        Some(format!("expected `{expected_text}`, found another `{found_text}`"))
                    }
                    (true, Clash::Types(a, b)) => {
                        let (a, b) = (self.show(types, a), self.show(types, b));
                        Some(format!("`{a}` is found in it where `{b}` is expected"))
                    }
                    _ => None,
                };
                match inside {
                    Some(both) => {
                        let call = self.application(span, what);
                        let subject = call.unwrap_or_else(|| format!("{what} does not have expected type"));
                        codes::WRONG_TYPE.error(span, format!("{subject}: {both}")).label(both)
                    }
                    None => codes::WRONG_TYPE
                        .error(span, self.mismatch(span, what, &found_text, &expected_text))
                        .label(format!("expected `{expected_text}`, found `{found_text}`")),
                }
            }
        };
        let error = self.explain(types, error, clash, (found, expected));
        self.advise(types, error, what, (found, expected), clash)
    }

    /// The error for two different sizes.
    pub fn size_error(&mut self, types: &mut Types<'t>, span: Span, clash: &Clash<'t>) -> Error {
        self.restart();
        let unit = types.store.record(Vec::new());
        let error = codes::WRONG_SIZE.error(span, "two sizes that must be equal do not match");
        self.explain(types, error, clash, (unit, unit))
    }

    /// Adds the origin of a size to an error.
    pub fn with_origin(&self, types: &Types<'t>, error: Error, name: Name) -> Error {
        match types.origin(name) {
            Some((place, origin)) => error.related(place, format!("`{}` is {origin}", name.base)),
            None => error,
        }
    }

    /// The error for a type that mentions a name outside the name's scope.
    pub fn escape_error(
        &mut self,
        types: &mut Types<'t>,
        span: Span,
        ty: Ty<'t>,
        clash: &Clash<'t>,
        message: impl FnOnce(&str) -> String,
    ) -> Error {
        let text = self.show(types, ty);
        let error = match (clash, types.value_type(ty)) {
            (Clash::Escape(name), Type::Arrow(_, from, _)) if types.mentions(from, *name) => {
                let name = self.said(*name);
                codes::SIZE_ESCAPES
                    .error(span, format!("unknown size `{name}` in parameter of a function: {}", message(&text)))
            }
            _ => codes::SIZE_ESCAPES.error(span, message(&text)),
        };
        self.explain(types, error, clash, (ty, ty))
    }
}

/// The error with a message that names its cause, in place of the notes about types.
pub fn renamed(error: Error, message: impl Into<String>) -> Error {
    let Some(code) = error.code else { return error };
    let mut renamed = code.error(error.span, message);
    if let Some(label) = &error.label {
        renamed = renamed.label(label);
    }
    error.related.iter().fold(renamed, |renamed, (place, text)| renamed.related(*place, text))
}

/// Adds the origin of the expected type to an error, if it is the error of the expression at `place`.
pub fn because(error: Error, place: Span, reason: Span, text: &str) -> Error {
    if error.span.same_place(place) { error.related(reason, text) } else { error }
}
