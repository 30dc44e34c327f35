//! What can go wrong, and whose fault it is.

use crate::Span;
use std::fmt;

/// Whose fault an error is; decides the exit status of a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The program is wrong: a diagnostic.
    User,
    /// The program is right, but perhaps not what was meant.
    Warning,
    /// The program failed while it ran.
    RunTime,
    /// The program is right, but this compiler or device cannot do it.
    Limitation,
    /// A bug of ours: a pass broke an invariant.
    Internal,
}

/// A kind of error with a name that never changes, under which users find an explanation.
///
/// Who compiles has a table of them; see [`codes!`](crate::codes!).
#[derive(Debug)]
pub struct Code {
    /// The name of the constant, for whoever looks for its uses.
    pub name: &'static str,
    /// `E0101`.
    pub id: &'static str,
    /// Whose fault it is.
    pub kind: ErrorKind,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// What it means and what to do about it, in Markdown: text, then a program that has the error, then one that does not.
    pub explanation: &'static str,
}

impl Code {
    /// An error of this kind.
    pub fn error(&'static self, span: Span, message: impl Into<String>) -> Error {
        let mut error = Error::new(self.kind, span, message);
        error.0.code = Some(self);
        error
    }
}

/// Declares a table of [`Code`]s: a constant for each, and `ALL` of them. The explanation of `E0101` is the file `E0101.md` in `folder`,
/// which is relative to the file of the table.
#[macro_export]
macro_rules! codes {
    (folder $folder:literal; $($kind:ident { $($name:ident = $id:literal: $title:literal;)* })*) => {
        $($(
            #[doc = $title]
            pub static $name: $crate::Code = $crate::Code {
                name: stringify!($name),
                id: $id,
                kind: $crate::ErrorKind::$kind,
                title: $title,
                explanation: include_str!(concat!($folder, "/", $id, ".md")),
            };
        )*)*
        /// All of them, in order.
        pub static ALL: &[&$crate::Code] = &[$($(&$name),*),*];
    };
}

/// A change of the text that would make it right.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// What is replaced.
    pub span: Span,
    /// What by.
    pub replacement: String,
    /// Why.
    pub message: String,
}

/// An error with its place. One machine word, so that `Result`s stay small.
#[derive(Clone)]
pub struct Error(Box<ErrorData>);

/// The parts of an [`Error`].
#[derive(Clone, Debug)]
pub struct ErrorData {
    /// Whose fault it is.
    pub kind: ErrorKind,
    /// The kind of error, if it has a name.
    pub code: Option<&'static Code>,
    /// What is wrong, in the user's words.
    pub message: String,
    /// Where; `Span::NONE` if nowhere in source text.
    pub span: Span,
    /// What to say at the place itself.
    pub label: Option<String>,
    /// Further places with what they have to do with it.
    pub related: Vec<(Span, String)>,
    /// Advice and context, a line each.
    pub notes: Vec<String>,
    /// What to write instead, if that is clear.
    pub suggestion: Option<Suggestion>,
    /// Further errors that were found at the same time.
    pub others: Vec<Error>,
}

/// The result type of everything that compiles.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    fn new(kind: ErrorKind, span: Span, message: impl Into<String>) -> Error {
        let message = message.into();
        Error(Box::new(ErrorData {
            kind,
            code: None,
            message,
            span,
            label: None,
            related: Vec::new(),
            notes: Vec::new(),
            suggestion: None,
            others: Vec::new(),
        }))
    }

    /// The program is wrong.
    pub fn user(span: Span, message: impl Into<String>) -> Error {
        Error::new(ErrorKind::User, span, message)
    }

    /// The program failed while it ran.
    pub fn run_time(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::RunTime, Span::NONE, message)
    }

    /// We cannot do this, though the program is right.
    pub fn limitation(span: Span, message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Limitation, span, message)
    }

    /// We have a bug.
    pub fn internal(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Internal, Span::NONE, message)
    }

    /// Says something at the place itself.
    pub fn label(mut self, text: impl Into<String>) -> Error {
        self.0.label = Some(text.into());
        self
    }

    /// Adds a further place.
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Error {
        self.0.related.push((span, text.into()));
        self
    }

    /// Adds a line of advice or context.
    pub fn note(mut self, text: impl Into<String>) -> Error {
        self.0.notes.push(text.into());
        self
    }

    /// Says what to write instead.
    pub fn suggest(mut self, span: Span, replacement: impl Into<String>, message: impl Into<String>) -> Error {
        self.0.suggestion = Some(Suggestion { span, replacement: replacement.into(), message: message.into() });
        self
    }

    /// Gives it a name, and its kind.
    pub fn code(mut self, code: &'static Code) -> Error {
        self.0.code = Some(code);
        self.0.kind = code.kind;
        self
    }

    /// A warning as an error.
    pub fn deny(mut self) -> Error {
        self.0.kind = ErrorKind::User;
        self
    }

    /// Several errors as one: the first with the others. There must be one at least; without any, it is a bug of the caller's.
    pub fn several(errors: Vec<Error>) -> Error {
        let mut errors = errors.into_iter();
        let Some(mut first) = errors.next() else { return Error::internal("a pass failed without an error") };
        first.0.others.extend(errors);
        first
    }

    /// Sets the place, unless there is one.
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
