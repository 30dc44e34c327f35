//! The parser's input and its basic combinators, on top of `nom`.
//!
//! The parsers are predictive. A parser that returns `nom::Err::Error` has only looked at the next token and found that
//! its construct does not start here. Once a construct has started, a token that does not fit is a `nom::Err::Failure`.
//! So each token is read a bounded number of times, and an error is reported at the first token that makes no sense.

use std::cell::Cell;

use framework::{Code, Error, Span, Symbol};
use languages::codes;
use languages::prim::PrimType;
use languages::source::{Arena, Edition};
use nom::multi::separated_list0;
use nom::{Err, IResult, Input, Parser};

use super::token::{Keyword, Punct, Tok, Token};

/// The deepest nesting of constructs.
pub(super) const MAX_DEPTH: usize = 1_500;

/// The state that all parsers of a file share.
pub(super) struct Context<'s, 'a> {
    pub arena: &'a Arena<'a>,
    pub edition: Edition,
    pub text: &'s str,
    pub depth: Cell<usize>,
    /// The types of literals without a suffix, set by `default (i64, f32)` of edition 2017.
    pub int_default: Cell<Option<PrimType>>,
    pub float_default: Cell<Option<PrimType>>,
}

/// The remaining tokens. The last one is [`Tok::Eof`] and is never consumed.
#[derive(Clone, Copy)]
pub(super) struct In<'s, 'a> {
    pub tokens: &'s [Token],
    pub context: &'s Context<'s, 'a>,
}

/// The reason why a parser failed. A `Problem` is cheap to make, since most are dropped when another alternative fits.
#[derive(Debug)]
pub(super) enum Problem<'s> {
    /// The token is not what was expected.
    Expected { what: &'static str, found: &'s Token },
    /// Any other error.
    Other(Box<(&'static Code, Span, String)>),
}

impl Problem<'_> {
    pub fn new(code: &'static Code, span: Span, message: impl Into<String>) -> Self {
        Problem::Other(Box::new((code, span, message.into())))
    }

    pub fn into_error(self) -> Error {
        match self {
            Problem::Expected { what, found } => codes::UNEXPECTED_TOKEN
                .error(found.span, format!("unexpected {}: expected {what}", found.kind.describe())),
            Problem::Other(problem) => problem.0.error(problem.1, problem.2),
        }
    }
}

impl<'s, 'a> nom::error::ParseError<In<'s, 'a>> for Problem<'s> {
    fn from_error_kind(input: In<'s, 'a>, _: nom::error::ErrorKind) -> Problem<'s> {
        Problem::Expected { what: "something else", found: input.token_ref(0) }
    }

    fn append(_: In<'s, 'a>, _: nom::error::ErrorKind, other: Problem<'s>) -> Problem<'s> {
        other
    }
}

/// The result of a parser of `T`.
pub(super) type Parsed<'s, 'a, T> = IResult<In<'s, 'a>, T, Problem<'s>>;

static END: Token = Token { kind: Tok::Eof, span: Span::NONE, glued: false };

impl<'s, 'a> In<'s, 'a> {
    /// The token `ahead` places after the next one.
    pub fn token(&self, ahead: usize) -> Token {
        *self.token_ref(ahead)
    }

    fn token_ref(&self, ahead: usize) -> &'s Token {
        self.tokens.get(ahead).or(self.tokens.last()).unwrap_or(&END)
    }

    /// The next token.
    pub fn peek(&self) -> Tok {
        self.token(0).kind
    }

    /// The token after the next one.
    pub fn peek2(&self) -> Tok {
        self.token(1).kind
    }

    /// Where the next token is.
    pub fn span(&self) -> Span {
        self.token(0).span
    }

    /// Whether the next token is this punctuation.
    pub fn at(&self, punct: Punct) -> bool {
        self.peek() == Tok::Punct(punct)
    }

    /// Whether the next token is this keyword.
    pub fn at_keyword(&self, keyword: Keyword) -> bool {
        self.peek() == Tok::Keyword(keyword)
    }

    /// Whether the next token is this operator.
    pub fn at_op(&self, op: &str) -> bool {
        matches!(self.peek(), Tok::Op(symbol) if symbol.as_str() == op)
    }

    /// The input after the next token, which must not be the last one.
    pub fn advance(self) -> In<'s, 'a> {
        match self.tokens.split_first() {
            Some((_, rest)) if !rest.is_empty() => In { tokens: rest, ..self },
            _ => self,
        }
    }

    /// The text of a span of this file.
    pub fn text(&self, span: Span) -> &'s str {
        self.context.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The span from `start` to the last token between `before` and `self`.
    pub fn since(&self, start: Span, before: In<'s, 'a>) -> Span {
        let consumed = before.tokens.len().saturating_sub(self.tokens.len());
        match consumed.checked_sub(1) {
            Some(last) => start.to(before.token(last).span),
            None => start,
        }
    }

    /// A recoverable error: another parser may still accept the input.
    pub fn mismatch<T>(self, expected: &'static str) -> Parsed<'s, 'a, T> {
        Err(Err::Error(self.expected(expected)))
    }

    /// A final error: no other alternative is tried.
    pub fn failure<T>(self, expected: &'static str) -> Parsed<'s, 'a, T> {
        Err(Err::Failure(self.expected(expected)))
    }

    fn expected(self, what: &'static str) -> Problem<'s> {
        Problem::Expected { what, found: self.token_ref(0) }
    }
}

impl<'s> Input for In<'s, '_> {
    type Item = Token;
    type Iter = std::iter::Copied<std::slice::Iter<'s, Token>>;
    type IterIndices = std::iter::Enumerate<Self::Iter>;

    fn input_len(&self) -> usize {
        self.tokens.len()
    }

    fn take(&self, index: usize) -> Self {
        In { tokens: self.tokens.get(..index).unwrap_or(self.tokens), ..*self }
    }

    fn take_from(&self, index: usize) -> Self {
        In { tokens: self.tokens.get(index..).unwrap_or(&[]), ..*self }
    }

    fn take_split(&self, index: usize) -> (Self, Self) {
        (self.take_from(index), self.take(index))
    }

    fn position<P: Fn(Token) -> bool>(&self, predicate: P) -> Option<usize> {
        self.tokens.iter().position(|token| predicate(*token))
    }

    fn iter_elements(&self) -> Self::Iter {
        self.tokens.iter().copied()
    }

    fn iter_indices(&self) -> Self::IterIndices {
        self.iter_elements().enumerate()
    }

    fn slice_index(&self, count: usize) -> Result<usize, nom::Needed> {
        if count <= self.tokens.len() { Ok(count) } else { Err(nom::Needed::new(count - self.tokens.len())) }
    }
}

/// Accepts this punctuation.
pub(super) fn punct<'s, 'a: 's>(wanted: Punct) -> impl Fn(In<'s, 'a>) -> Parsed<'s, 'a, Span> {
    move |input| if input.at(wanted) { Ok((input.advance(), input.span())) } else { input.mismatch(wanted.quoted()) }
}

/// Accepts this keyword.
pub(super) fn keyword<'s, 'a: 's>(wanted: Keyword) -> impl Fn(In<'s, 'a>) -> Parsed<'s, 'a, Span> {
    move |input| {
        if input.at_keyword(wanted) { Ok((input.advance(), input.span())) } else { input.mismatch(wanted.quoted()) }
    }
}

/// Accepts an identifier.
pub(super) fn ident<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, (Symbol, Span)> {
    match input.peek() {
        Tok::Ident(name) => Ok((input.advance(), (name, input.span()))),
        _ => input.mismatch("a name"),
    }
}

/// Accepts a field label: a name or a decimal number.
pub(super) fn label<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, (Symbol, Span)> {
    match input.peek() {
        Tok::Ident(name) => Ok((input.advance(), (name, input.span()))),
        Tok::Int { decimal: true, .. } => Ok((input.advance(), (Symbol::new(input.text(input.span())), input.span()))),
        _ => input.mismatch("a field name"),
    }
}

/// Accepts a string.
pub(super) fn string<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Symbol> {
    match input.peek() {
        Tok::String(text) => Ok((input.advance(), text)),
        _ => input.mismatch("a string"),
    }
}

/// Items separated by commas. A trailing comma is allowed, and so is an empty list.
pub(super) fn comma_list<'s, 'a: 's, T>(
    item: impl Parser<In<'s, 'a>, Output = T, Error = Problem<'s>>,
) -> impl Parser<In<'s, 'a>, Output = Vec<T>, Error = Problem<'s>> {
    (separated_list0(punct(Punct::Comma), item), nom::combinator::opt(punct(Punct::Comma))).map(|(items, _)| items)
}

/// The error for constructs that are nested too deeply.
pub(super) fn too_deep<'s>(input: In<'s, '_>) -> Err<Problem<'s>> {
    Err::Failure(Problem::new(&codes::NESTED_TOO_DEEPLY, input.span(), "this is nested too deeply"))
}

/// Runs a parser one level deeper.
pub(super) fn deeper<'s, 'a, T>(
    input: In<'s, 'a>,
    parser: impl FnOnce(In<'s, 'a>) -> Parsed<'s, 'a, T>,
) -> Parsed<'s, 'a, T> {
    let depth = &input.context.depth;
    if depth.get() >= MAX_DEPTH || framework::stack::is_low() {
        return Err(too_deep(input));
    }
    depth.set(depth.get() + 1);
    let parsed = parser(input);
    depth.set(depth.get() - 1);
    parsed
}
