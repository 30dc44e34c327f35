//! Messages about types: how a type is written, why two types do not fit, and which change would help.
//!
//! The room only reads the solver's facts.

mod advice;
mod display;
mod explain;

use framework::{Error, Name, SourceMap, Span, Symbol};
use languages::codes;
use rustc_hash::FxHashMap;

use crate::typing::infer_types::types::{Clash, Ty};
use crate::typing::infer_types::unify::Types;

/// Writes messages.
pub struct Messages<'t> {
    /// The texts of the program, for advice.
    sources: &'t SourceMap,
    /// Whether a coercion is advised where sizes do not match. Older editions coerce anyway.
    advises_coercions: bool,
    /// Different names with the same text in the current message: each but the first has a number there.
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

    /// A name in a message: different names with the same text get numbers.
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

    /// Begins a message about two types. Of names with the same text, those of the program come first, so that numbers
    /// go to names that inference has made.
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

    /// The error of an expression with the wrong type.
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
        let message = format!("{what} has the wrong type: expected `{expected_text}`, found `{found_text}`");
        let error =
            codes::WRONG_TYPE.error(span, message).label(format!("expected `{expected_text}`, found `{found_text}`"));
        let error = self.explain(types, error, clash, (found, expected));
        self.advise(types, error, what, (found, expected), clash)
    }

    /// The error of two sizes that are different.
    pub fn size_error(&mut self, types: &mut Types<'t>, span: Span, clash: &Clash<'t>) -> Error {
        self.restart();
        let unit = types.store.record(Vec::new());
        let error = codes::WRONG_SIZE.error(span, "sizes do not match");
        self.explain(types, error, clash, (unit, unit))
    }

    /// Adds to an error where a size comes from.
    pub fn with_origin(&self, types: &Types<'t>, error: Error, name: Name) -> Error {
        match types.origin(name) {
            Some((place, origin)) => error.related(place, format!("`{}` is {origin}", name.base)),
            None => error,
        }
    }

    /// The error of a type that mentions a name outside of the name's scope.
    pub fn escape_error(
        &mut self,
        types: &mut Types<'t>,
        span: Span,
        ty: Ty<'t>,
        clash: &Clash<'t>,
        message: impl FnOnce(&str) -> String,
    ) -> Error {
        let text = self.show(types, ty);
        let error = codes::SIZE_ESCAPES.error(span, message(&text));
        self.explain(types, error, clash, (ty, ty))
    }
}

/// Says where the expected type of an expression comes from, if the error is that of this expression.
pub fn because(error: Error, place: Span, reason: Span, text: &str) -> Error {
    if error.span.same_place(place) { error.related(reason, text) } else { error }
}
