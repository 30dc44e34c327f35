//! Reads one file: its tokens and its declarations.

use std::cell::Cell;
use std::str::FromStr;

use framework::{Error, FileId, Owned, Result, Span, Symbol};
use languages::codes;
use languages::prim::PrimType;
use languages::source::{Arena, Dec, Edition, File, Program, Source};

use super::declarations::{declaration, starts_declaration};
use super::input::{Context, In};
use super::recovery::next_declaration;
use super::token::{Keyword, Punct, Tok, Token};
use super::{chains, lex, recovery};

/// The most errors that are reported for a file.
const MAX_ERRORS: usize = 50;

/// The spans of a text's tokens, in order, and the lexical errors.
pub fn tokens(file: FileId, text: &str) -> (Vec<Span>, Vec<Error>) {
    let (mut tokens, errors) = lex::lex(file, text);
    // The last token marks the end of the text.
    tokens.pop();
    (tokens.into_iter().map(|token| token.span).collect(), errors)
}

/// Reads the text of one file as a program of one file.
pub fn parse(file: FileId, path: &str, text: &str) -> Result<Owned<Source>> {
    parse_in(Edition::E2026, file, path, text)
}

/// Reads the text of one file of an edition as a program of one file.
pub fn parse_in(edition: Edition, file: FileId, path: &str, text: &str) -> Result<Owned<Source>> {
    Owned::build(|arena| {
        let file = parse_file(arena, edition, file, path, false, text).map_err(Error::several)?;
        Ok(Program { span: file.span, edition, files: arena.slice([file]) })
    })
}

/// Reads the text of one file into an arena. `path` is the file's name in imports, without extension.
pub(super) fn parse_file<'a>(
    arena: &'a Arena<'a>,
    edition: Edition,
    file: FileId,
    path: &str,
    prelude: bool,
    text: &str,
) -> std::result::Result<File<'a>, Vec<Error>> {
    let (tokens, mut errors) = lex::lex(file, text);
    errors.truncate(MAX_ERRORS);
    errors.extend(tokens.iter().filter_map(|token| of_edition_2017(edition, token)));
    let tokens = without_stray_docs(with_keywords_of(edition, tokens));
    let context = Context {
        arena,
        edition,
        text,
        depth: Cell::new(0),
        int_default: Cell::new(None),
        float_default: Cell::new(None),
    };
    let start = In { tokens: &tokens, context: &context };
    let mut decs: Vec<Dec> = Vec::new();
    let mut rest = start;
    while rest.peek() != Tok::Eof && errors.len() < MAX_ERRORS {
        context.depth.set(0);
        rest = defaults(rest);
        match declaration(rest) {
            Ok((after, dec)) => {
                errors.extend(chains::check(&dec));
                decs.push(dec);
                rest = after;
            }
            Err(nom::Err::Error(problem) | nom::Err::Failure(problem)) => {
                errors.extend(recovery::explain(problem, rest, &errors));
                rest = next_declaration(rest.advance());
            }
            Err(nom::Err::Incomplete(_)) => {
                errors.push(Error::internal("the parser asked for more input"));
                break;
            }
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let span = rest.since(start.span(), start);
    Ok(File { span, path: Symbol::new(path), prelude, decs: arena.slice(decs) })
}

/// An error if only edition 2017 has the token.
fn of_edition_2017(edition: Edition, token: &Token) -> Option<Error> {
    let unexpected = match token.kind {
        _ if edition == Edition::E2017 => return None,
        Tok::Constructor(tag) if tag.as_str().starts_with(|first: char| first.is_ascii_digit()) => '#',
        Tok::Ident(name) if name.as_str().contains('@') => '@',
        _ => return None,
    };
    Some(codes::UNEXPECTED_CHARACTER.error(token.span, format!("unexpected character {unexpected:?}")))
}

/// `default (i64, f32)`, of edition 2017: the types of literals from here on.
fn defaults<'s, 'a>(input: In<'s, 'a>) -> In<'s, 'a> {
    let starts = matches!(input.peek(), Tok::Ident(name) if name.as_str() == "default");
    if input.context.edition != Edition::E2017 || !starts || input.peek2() != Tok::Punct(Punct::LParen) {
        return input;
    }
    let mut rest = input.advance().advance();
    while let Tok::Ident(name) = rest.peek() {
        match PrimType::from_str(name.as_str()) {
            Ok(prim) if prim.is_integer() => rest.context.int_default.set(Some(prim)),
            Ok(prim) if prim.is_float() => rest.context.float_default.set(Some(prim)),
            _ => return input,
        }
        rest = rest.advance();
        if rest.at(Punct::Comma) {
            rest = rest.advance();
        }
    }
    if rest.at(Punct::RParen) { rest.advance() } else { input }
}

/// Turns keywords that this edition does not reserve into names.
fn with_keywords_of(edition: Edition, mut tokens: Vec<Token>) -> Vec<Token> {
    for token in &mut tokens {
        if let Tok::Keyword(word) = token.kind
            && !word.is_reserved(edition)
        {
            token.kind = Tok::Ident(Symbol::new(word.text()));
        }
    }
    tokens
}

/// Removes documentation comments that are not before a declaration or specification: elsewhere they are ordinary
/// comments.
fn without_stray_docs(tokens: Vec<Token>) -> Vec<Token> {
    let documents = |token: &Token| match token.kind {
        Tok::Keyword(Keyword::Val | Keyword::Include) => true,
        kind => starts_declaration(kind),
    };
    let keep: Vec<bool> = tokens
        .iter()
        .enumerate()
        .map(|(index, token)| !matches!(token.kind, Tok::Doc(_)) || tokens.get(index + 1).is_some_and(documents))
        .collect();
    // A comment about the whole file may stand before the comment of the first declaration. The tree keeps only the
    // latter.
    tokens.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(token, _)| token).collect()
}
