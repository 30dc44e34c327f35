//! Explains syntax errors, and finds the place where the parser continues after an error.

use framework::{Error, Span};

use super::declarations::starts_declaration;
use super::input::{In, Problem};
use super::token::{Keyword, Punct, Tok, Token};

/// The error for a problem in the declaration that starts at `declaration`.
///
/// If the declaration ends too early, the error is at its end, not at the start of the next declaration. If a bracket
/// is not closed, the error shows where it was opened. Returns `None` for a consequence of `earlier` errors: the lexer
/// has dropped an illegal character of this declaration, or an earlier error has cut off the construct that ends here.
pub(super) fn explain(problem: Problem<'_>, declaration: In<'_, '_>, earlier: &[Error]) -> Option<Error> {
    let Problem::Expected { what, found } = problem else { return Some(problem.into_error()) };
    let start = declaration.span();
    let lacks = |error: &Error| (start.start..=found.span.start).contains(&error.span.start);
    let ends_something = matches!(found.kind, Tok::Punct(Punct::RBrace) | Tok::Keyword(Keyword::In));
    let misplaced = found.span.same_place(start);
    if earlier.iter().any(lacks) || (misplaced && ends_something && !earlier.is_empty()) {
        return None;
    }
    let before = declaration.tokens.iter().take_while(|token| !token.span.same_place(found.span));
    let (mut last, mut open, mut lets): (Option<&Token>, Vec<&Token>, Vec<&Token>) = (None, Vec::new(), Vec::new());
    for token in before {
        last = Some(token);
        match token.kind {
            Tok::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace | Punct::AttrOpen) => open.push(token),
            Tok::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => drop(open.pop()),
            Tok::Keyword(Keyword::Let) => lets.push(token),
            Tok::Keyword(Keyword::In) => drop(lets.pop()),
            _ => {}
        }
    }
    let ends = found.kind == Tok::Eof || starts_definition(*found, declaration);
    let error = match last.filter(|_| ends) {
        Some(last) => {
            let end = Span { start: last.span.end, ..last.span };
            let message = match found.kind {
                Tok::Eof => format!("unexpected {}: expected {what}", found.kind.describe()),
                _ => format!("unexpected {} of the next definition: expected {what}", found.kind.describe()),
            };
            languages::codes::UNEXPECTED_TOKEN.error(end, message)
        }
        None => problem.into_error(),
    };
    let closes = [Punct::RParen, Punct::RBracket, Punct::RBrace].iter().any(|punct| what.contains(punct.quoted()));
    let error = match lets.last() {
        Some(head) if what.contains(Keyword::In.quoted()) => error.related(head.span, "this `let` has no `in`"),
        _ => error,
    };
    let compares = misplaced || what == Keyword::Then.quoted();
    Some(match open.last() {
        Some(bracket) if closes || ends => error.related(bracket.span, "this is not closed"),
        _ if compares && found.kind == Tok::Punct(Punct::Equals) => {
            error.suggest(found.span, "==", "`==` compares two values")
        }
        _ => error,
    })
}

/// Whether a token starts a declaration at the start of a line.
fn starts_definition(token: Token, input: In<'_, '_>) -> bool {
    let start = token.span.start as usize;
    starts_declaration(token.kind) && (start == 0 || input.context.text.as_bytes().get(start - 1) == Some(&b'\n'))
}

/// The input at the next declaration that starts a line.
pub(super) fn next_declaration<'s, 'a>(mut input: In<'s, 'a>) -> In<'s, 'a> {
    while input.peek() != Tok::Eof && !starts_definition(input.token(0), input) {
        input = input.advance();
    }
    input
}
