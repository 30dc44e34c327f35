//! Suggestions that correct an expression of the wrong type, if the correction is clear.

use framework::{Error, Name, Span, Symbol};
use languages::prim::PrimType;

use super::Messages;
use crate::typing::infer_types::types::{Clash, PrimSet, Ty, Type};
use crate::typing::infer_types::unify::Types;
use framework::similar::nearest;

/// The length of the longest expression that a suggestion repeats.
const LONGEST: usize = 80;

impl<'t> Messages<'t> {
    /// Adds a suggestion to the error for an expression with the wrong type: how to give it the expected type.
    pub fn advise(
        &mut self,
        types: &mut Types<'t>,
        error: Error,
        what: &str,
        (found, expected): (Ty<'t>, Ty<'t>),
        clash: &Clash<'t>,
    ) -> Error {
        let span = error.span;
        let Some(text) = self.text(span) else { return error };
        // The place of these is a pattern or a module, and no expression.
        if what.contains("pattern") || what.ends_with("of the module") {
            return error;
        }
        let (found, expected) = (types.value_type(found), types.value_type(expected));
        let expected_set = types.possible(expected);
        match (found, expected, clash) {
            (Type::Prim(from), _, _) if from.is_integer() && expected_set.is_some_and(is_float) => {
                let call = format!("f64.{} {}", from.name(), atom(text));
                let call = if what.contains("argument") { format!("({call})") } else { call };
                error.suggest(span, call, format!("`f64.{from}` converts it to an `f64`, `f32.{from}` to an `f32`"))
            }
            (Type::Prim(from), Type::Prim(to), _) if is_number(*from) && is_number(*to) => {
                let is_number = |text: &&str| {
                    text.starts_with(|c: char| c.is_ascii_digit())
                        && (to.is_float() || text.chars().all(|c| c.is_ascii_digit() || c == '_'))
                };
                if let Some(number) = text.strip_suffix(from.name()).filter(is_number) {
                    let message = format!("write a number of type `{}` like this", to.name());
                    return error.suggest(span, format!("{number}{}", to.name()), message);
                }
                let call = format!("{}.{} {}", to.name(), from.name(), atom(text));
                let call = if what.contains("argument") { format!("({call})") } else { call };
                error.suggest(span, call, format!("`{}.{}` converts it", to.name(), from.name()))
            }
            (Type::Array(..), Type::Array(..), Clash::Sizes(..))
                if self.advises_coercions && !types.never_equal(clash) && self.is_writable(types, expected) =>
            {
                let ty = self.show(types, expected);
                let message =
                    "if the sizes are always the same, add a coercion, which is checked when the program runs";
                let coercion = format!("{text} :> {ty}");
                let coercion = if self.is_enclosed(span) { coercion } else { format!("({coercion})") };
                error.suggest(span, coercion, message)
            }
            _ => error,
        }
    }

    /// The error for a record that lacks a field.
    pub fn no_field(&mut self, types: &mut Types<'t>, span: Span, ty: Ty<'t>, label: Symbol) -> Error {
        let text = self.show(types, ty);
        let error = languages::codes::NO_FIELD.error(span, format!("type `{text}` has no field `{label}`"));
        let labels: Vec<Symbol> = match types.value_type(ty) {
            Type::Record(fields) => fields.iter().map(|(label, _)| *label).collect(),
            _ => Vec::new(),
        };
        let length = label.as_str().len() as u32;
        match (nearest(label, labels), self.text(span)) {
            (Some(near), Some(text)) if text.ends_with(label.as_str()) => {
                let place = Span { start: span.end - length, ..span };
                error.suggest(place, near.as_str(), format!("it has a field `{near}`"))
            }
            _ => error,
        }
    }

    /// Adds the place of a variable's binding to an error about the variable.
    pub fn bound(&self, types: &Types<'t>, error: Error, name: Name) -> Error {
        let place = types.place(name).and_then(|span| self.head(span, name.base));
        match place.filter(|place| place.file == error.span.file) {
            Some(place) => error.related(place, format!("`{}` is bound here", name.base)),
            None => error,
        }
    }

    /// The place of a name inside its binding, if the program's text has the name there.
    fn head(&self, span: Span, name: Symbol) -> Option<Span> {
        let text = self.sources.get(span.file)?.text.get(span.start as usize..span.end as usize)?;
        let words = text.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\''));
        let mut at = span.start as usize;
        for word in words {
            if word.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\'')) == name.as_str() {
                return Some(Span::new(span.file, at, at + name.as_str().len()));
            }
            at += word.len();
        }
        None
    }

    /// Turns the suggestion to coerce the operand of an ascription into one that makes the ascription a coercion.
    pub fn ascribed(&self, error: Error, exp: Span, ty: Span) -> Error {
        let between = Span { start: exp.end, end: ty.start, ..exp };
        let coerces = error.suggestion.as_ref().is_some_and(|advice| advice.replacement.contains(" :> "));
        match self.text(between) {
            Some(text) if coerces && error.span.same_place(exp) && text.trim() == ":" => {
                let message = "if the sizes are always the same, write `:>`, which is checked when the program runs";
                error.suggest(between, " :> ", message)
            }
            _ => error,
        }
    }

    /// The text of an expression, if it is short and on one line.
    pub fn text(&self, span: Span) -> Option<&'t str> {
        let text = self.sources.get(span.file)?.text.get(span.start as usize..span.end as usize)?;
        (!text.is_empty() && text.len() <= LONGEST && !text.contains('\n')).then_some(text)
    }

    /// Whether the program binds this name, as opposed to inference.
    pub fn is_written(&self, types: &Types<'t>, name: Name) -> bool {
        let Some((span, _)) = types.origin(name) else { return false };
        self.text(span) == Some(name.base.as_str())
    }

    /// The place of an expression together with its own parentheses.
    pub fn with_parentheses(&self, span: Span) -> Span {
        let Some(text) = self.sources.get(span.file).map(|file| file.text.as_bytes()) else { return span };
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        while start > 0 && text.get(start - 1) == Some(&b'(') && text.get(end) == Some(&b')') {
            (start, end) = (start - 1, end + 1);
        }
        Span::new(span.file, start, end)
    }

    /// Whether an expression stands in parentheses of its own.
    fn is_enclosed(&self, span: Span) -> bool {
        let Some(text) = self.sources.get(span.file).map(|file| &*file.text) else {
            return false;
        };
        let (before, after) = (text.get(..span.start as usize), text.get(span.end as usize..));
        let opens = before.is_some_and(|text| text.trim_end().ends_with('('));
        opens && after.is_some_and(|text| text.trim_start().starts_with(')'))
    }

    /// Whether the program could write the sizes of a type: they consist of numbers and names that the program binds.
    fn is_writable(&mut self, types: &mut Types<'t>, ty: Ty<'t>) -> bool {
        let mut names = Vec::new();
        let mut elem = ty;
        while let Type::Array(size, inner) = *types.shallow(elem) {
            if self.show_size(types, size).contains('_') {
                return false;
            }
            types.size_names(size, &mut names);
            elem = inner;
        }
        let computed = |types: &Types<'t>, name| {
            types.origin(name).is_some_and(|(_, origin)| !["a size parameter", "this variable"].contains(&origin))
        };
        let text = self.show(types, elem);
        let is_open = ["number", "integer", "float"].iter().any(|word| text.contains(word));
        !names.iter().any(|name| computed(types, *name)) && !text.contains(['_', '|']) && !is_open
    }
}

fn is_float(set: PrimSet) -> bool {
    set.iter().all(PrimType::is_float)
}

fn is_number(prim: PrimType) -> bool {
    prim.is_integer() || prim.is_float()
}

/// The text of an expression as an argument.
fn atom(text: &str) -> String {
    let plain = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '\''));
    if plain { text.to_string() } else { format!("({text})") }
}
