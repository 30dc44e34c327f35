//! The error texts of failed assertions, which all backends share.

use std::fmt::Write;

use framework::{Code, Error, Span, Symbol};
use languages::lanes::{Failure, Part};
use languages::prim::{PrimType, PrimValue};
use serde::{Deserialize, Serialize};

/// The message of an assertion.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AssertText {
    #[serde(with = "code")]
    code: &'static Code,
    parts: Vec<Piece>,
    trace: Vec<Symbol>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
enum Piece {
    Literal(Symbol),
    /// The next value that the message shows.
    Show(PrimType),
}

/// Codes of errors, by their names.
mod code {
    use framework::Code;
    use languages::codes;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(code: &&'static Code, serializer: S) -> Result<S::Ok, S::Error> {
        code.id.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static Code, D::Error> {
        let id = String::deserialize(deserializer)?;
        codes::find(&id).ok_or_else(|| D::Error::custom("an unknown code"))
    }
}

impl AssertText {
    /// The text of an assertion.
    pub fn new(failure: &Failure<'_>) -> AssertText {
        let parts = failure
            .message
            .iter()
            .map(|part| match part {
                Part::Literal { text, .. } => Piece::Literal(*text),
                Part::Show { prim, .. } => Piece::Show(*prim),
            })
            .collect();
        AssertText { code: failure.code.0, parts, trace: failure.trace.to_vec() }
    }

    /// The number of values that the message shows.
    pub fn shown(&self) -> usize {
        self.parts.iter().filter(|part| matches!(part, Piece::Show(_))).count()
    }

    /// The error for a failure of this assertion, given the bits of the values that the message shows.
    pub fn error(&self, values: &[u64]) -> Error {
        self.code.error(Span::NONE, self.report(values))
    }

    /// The whole report, given the bits of the values that the message shows.
    fn report(&self, values: &[u64]) -> String {
        let mut text = String::from("Error: ");
        let mut values = values.iter();
        for part in &self.parts {
            match part {
                Piece::Literal(literal) => text.push_str(literal.as_str()),
                Piece::Show(prim) => show(&mut text, PrimValue::from_bits(*prim, values.next().copied().unwrap_or(0))),
            }
        }
        text.push_str(&backtrace(&self.trace));
        text.push('\n');
        text
    }
}

/// The places of an assertion as messages show them, the innermost first.
pub fn backtrace(places: &[Symbol]) -> String {
    let mut text = String::new();
    if !places.is_empty() {
        text.push_str("\n\nBacktrace:");
    }
    for (depth, place) in places.iter().enumerate() {
        let arrow = if depth == 0 { "->" } else { "  " };
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{arrow} #{depth}  {place}");
    }
    text
}

/// Writes a value as in messages: without a suffix for its type.
fn show(text: &mut String, value: PrimValue) {
    // Writing to a string cannot fail.
    let _ = match value {
        PrimValue::F16(x) => write!(text, "{:.6}", x.to_f32()),
        PrimValue::F32(x) => write!(text, "{x:.6}"),
        PrimValue::F64(x) => write!(text, "{x:.6}"),
        PrimValue::Bool(x) => write!(text, "{x}"),
        PrimValue::U64(x) => write!(text, "{x}"),
        // The other types fit an `i64`.
        _ => write!(text, "{}", value.as_i64().unwrap_or(0)),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use languages::codes;

    #[test]
    fn reports_read_like_futhark_s() {
        let text = AssertText {
            code: &codes::INDEX_OUT_OF_BOUNDS,
            parts: vec![
                Piece::Literal(Symbol::new("Index [")),
                Piece::Show(PrimType::I64),
                Piece::Literal(Symbol::new("] out of bounds.")),
            ],
            trace: vec![Symbol::new("a.fut:1:2-3"), Symbol::new("a.fut:4:5-6")],
        };
        let expected = "Error: Index [-7] out of bounds.\n\nBacktrace:\n-> #0  a.fut:1:2-3\n   #1  a.fut:4:5-6\n";
        assert_eq!(text.report(&[-7i64 as u64]), expected);
    }
}
