//! The titles of errors about types, in Futhark's words: tests of Futhark programs search for these.

use framework::Span;

use super::Messages;

/// The length of the longest argument that a title repeats.
const LONGEST: usize = 40;

impl Messages<'_> {
    /// The title of an error about an expression whose type is not the expected one. `what` is the expression in the
    /// words of the caller, such as "argument 2 of `f`"; `span` is its place. `found` and `expected` are texts of
    /// types.
    pub fn mismatch(&self, span: Span, what: &str, found: &str, expected: &str) -> String {
        let both = format!("expected `{expected}`, found `{found}`");
        if let Some(member) = what.strip_suffix(" of the module") {
            return match (quoted(member), member.starts_with("the value")) {
                (Some(name), true) => format!(
                    "module type specifies `val {name} : {expected}`, but module provides `val {name} : {found}`"
                ),
                (Some(name), false) => {
                    format!(
                        "module defines `type {name} = {found}`, but module type requires `type {name} = {expected}`"
                    )
                }
                (None, _) => format!("{what} does not have expected type `{expected}`: found `{found}`"),
            };
        }
        match what {
            "this pattern" => format!("pattern of type `{found}` cannot match value of type `{expected}`"),
            "this pattern's value" => format!("pattern of type `{expected}` cannot match value of type `{found}`"),
            "the `else` branch" | "this case" => format!("branches differ in type: {both}"),
            _ => match self.application(span, what) {
                Some(application) => format!("{application}: {both}"),
                None => format!("{} does not have expected type `{expected}`: found `{found}`", subject(what)),
            },
        }
    }

    /// "cannot apply `f` to `x`", for an argument.
    pub fn application(&self, span: Span, what: &str) -> Option<String> {
        let (number, function) =
            what.strip_prefix("the ").unwrap_or(what).strip_prefix("argument")?.split_once(" of ")?;
        let text = self.text(self.with_parentheses(span));
        let argument = match text.filter(|text| text.len() <= LONGEST && !text.contains('`')) {
            Some(text) => format!("`{text}`"),
            None if number.is_empty() => "its argument".to_string(),
            None => format!("argument #{}", number.trim()),
        };
        Some(format!("cannot apply {function} to {argument}"))
    }
}

/// The subject of a sentence without an article, as Futhark writes it.
fn subject(what: &str) -> &str {
    match what {
        "the function's body" => "function body",
        "the loop's body" => "loop body",
        "this expression" => "expression",
        _ => what,
    }
}

/// The name between backquotes.
fn quoted(text: &str) -> Option<&str> {
    text.split('`').nth(1)
}

/// The origin of a size of an expression's value that only its computation tells.
pub fn origin_of(what: &str) -> String {
    match what {
        "this range" => "the unknown length of range: it is known only after its computation".to_string(),
        _ => format!("a size of {what} that is known only after its computation"),
    }
}
