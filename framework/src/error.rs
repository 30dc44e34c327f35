//! Errors: what went wrong, and whose fault it is.

use crate::Span;
use std::fmt;

/// The fault behind an error. It decides the exit status of a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The program is wrong.
    User,
    /// The program is right, but perhaps not as its author intends.
    Warning,
    /// The program failed while it ran.
    RunTime,
    /// The program is right, but this compiler or device cannot handle it.
    Limitation,
    /// A bug of the compiler: a pass broke an invariant.
    Internal,
}

/// A kind of error with a permanent name, under which users find an explanation. [`codes!`](crate::codes!) declares a
/// table of codes.
#[derive(Debug)]
pub struct Code {
    /// The name of the constant, for readers who search for its uses.
    pub name: &'static str,
    /// The permanent name, such as `E0101`.
    pub id: &'static str,
    /// Whose fault it is.
    pub kind: ErrorKind,
    /// The error in a few words.
    pub title: &'static str,
    /// The entry of the error in Futhark's index of errors, such as `not-consumable`, if it has one.
    pub rule: Option<&'static str>,
    /// The explanation and the remedy, in Markdown: a text, a program that has the error, and a program that does not.
    pub explanation: &'static str,
}

impl Code {
    /// Returns an error with this code.
    pub fn error(&'static self, span: Span, message: impl Into<String>) -> Error {
        Error::new(self.kind, span, message).code(self)
    }
}

/// Declares a table of [`Code`]s: a constant for each, and `ALL`. The explanation of `E0101` is the file `E0101.md` in
/// `folder`, a path relative to the file of the table. A title may be followed by the entry of the error in Futhark's
/// index of errors.
#[macro_export]
macro_rules! codes {
    (folder $folder:literal; $($kind:ident { $($name:ident = $id:literal: $title:literal $(, $rule:literal)?;)* })*) => {
        $($(
            #[doc = $title]
            pub static $name: $crate::Code = $crate::Code {
                name: stringify!($name),
                id: $id,
                kind: $crate::ErrorKind::$kind,
                title: $title,
                rule: $crate::only_rule(&[$($rule)?]),
                explanation: include_str!(concat!($folder, "/", $id, ".md")),
            };
        )*)*
        /// All codes, in order.
        pub static ALL: &[&$crate::Code] = &[$($(&$name),*),*];
    };
}

/// The element of a list, if it has one.
#[doc(hidden)]
pub const fn only_rule(rules: &[&'static str]) -> Option<&'static str> {
    match rules {
        [rule, ..] => Some(rule),
        [] => None,
    }
}

/// A change of the source text that removes the error.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The text to replace.
    pub span: Span,
    /// The new text.
    pub replacement: String,
    /// The reason.
    pub message: String,
}

/// An error with its place. It has the size of one machine word, so that `Result`s stay small.
#[derive(Clone)]
pub struct Error(Box<ErrorData>);

/// The parts of an [`Error`].
#[derive(Clone, Debug)]
pub struct ErrorData {
    /// Whose fault it is.
    pub kind: ErrorKind,
    /// The code, if the error has one.
    pub code: Option<&'static Code>,
    /// The entry in Futhark's index of errors, if the error has one.
    pub rule: Option<&'static str>,
    /// The error in the user's terms.
    pub message: String,
    /// The place, or `Span::NONE`.
    pub span: Span,
    /// A text for the place itself.
    pub label: Option<String>,
    /// Further places, each with its relation to the error.
    pub related: Vec<(Span, String)>,
    /// Advice and context, one line each.
    pub notes: Vec<String>,
    /// A replacement text, if one is clear.
    pub suggestion: Option<Suggestion>,
    /// Further errors, found at the same time.
    pub others: Vec<Error>,
}

/// The result type of all compiler functions.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    fn new(kind: ErrorKind, span: Span, message: impl Into<String>) -> Error {
        let message = message.into();
        Error(Box::new(ErrorData {
            kind,
            code: None,
            rule: None,
            message,
            span,
            label: None,
            related: Vec::new(),
            notes: Vec::new(),
            suggestion: None,
            others: Vec::new(),
        }))
    }

    /// Returns the error of a wrong program.
    pub fn user(span: Span, message: impl Into<String>) -> Error {
        Error::new(ErrorKind::User, span, message)
    }

    /// Returns the error of a program that failed while it ran.
    pub fn run_time(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::RunTime, Span::NONE, message)
    }

    /// Returns the error of a program that is right, but cannot be handled.
    pub fn limitation(span: Span, message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Limitation, span, message)
    }

    /// Returns the error for a bug of the compiler.
    pub fn internal(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Internal, Span::NONE, message)
    }

    /// Sets the text for the place itself.
    pub fn label(mut self, text: impl Into<String>) -> Error {
        self.0.label = Some(text.into());
        self
    }

    /// Adds a further place with its relation to the error.
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Error {
        self.0.related.push((span, text.into()));
        self
    }

    /// Adds a line of advice or context.
    pub fn note(mut self, text: impl Into<String>) -> Error {
        self.0.notes.push(text.into());
        self
    }

    /// Suggests a replacement text.
    pub fn suggest(mut self, span: Span, replacement: impl Into<String>, message: impl Into<String>) -> Error {
        self.0.suggestion = Some(Suggestion { span, replacement: replacement.into(), message: message.into() });
        self
    }

    /// Sets the code, and with it the kind and the entry in Futhark's index of errors.
    pub fn code(mut self, code: &'static Code) -> Error {
        self.0.code = Some(code);
        self.0.kind = code.kind;
        self.0.rule = code.rule;
        self
    }

    /// Sets the entry in Futhark's index of errors, where it is not the code's.
    pub fn rule(mut self, rule: &'static str) -> Error {
        self.0.rule = Some(rule);
        self
    }

    /// Turns a warning into an error.
    pub fn deny(mut self) -> Error {
        self.0.kind = ErrorKind::User;
        self
    }

    /// Merges several errors into the first. Without any error, the caller has a bug, and the result is an internal
    /// error.
    pub fn several(errors: Vec<Error>) -> Error {
        let mut errors = errors.into_iter();
        let Some(mut first) = errors.next() else { return Error::internal("a pass failed without an error") };
        first.0.others.extend(errors);
        first
    }

    /// Sets the place, unless the error has one.
    pub fn or_at(mut self, span: Span) -> Error {
        self.0.span = self.0.span.or(span);
        self
    }
}

impl std::ops::Deref for Error {
    type Target = ErrorData;
    fn deref(&self) -> &ErrorData {
        &self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        for note in &self.0.notes {
            write!(f, "\n{note}")?;
        }
        if let Some(suggestion) = &self.0.suggestion {
            write!(f, "\n{}", suggestion.message)?;
        }
        Ok(())
    }
}
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
impl std::error::Error for Error {}
