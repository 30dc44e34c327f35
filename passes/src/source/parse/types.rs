//! Type expressions.

use framework::{Name, Span};
use languages::source::{Edition, Size, Type, TypeArg, TypeCase, TypeField};
use nom::Parser;
use nom::combinator::cut;
use nom::multi::many0;
use nom::sequence::{delimited, preceded, separated_pair};

use super::expressions::exp;
use super::input::{In, MAX_DEPTH, Parsed, comma_list, deeper, label, punct, too_deep};
use super::names::{qualified, size_binders1};
use super::token::{Punct, Tok};

/// A type: an arrow, a quantified type or a [`type_term`].
pub(super) fn type_exp<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Type<'a>> {
    deeper(input, |input| {
        let arena = input.context.arena;
        let start = input.span();
        // Arrows associate to the right; a chain of them is read by this loop.
        let mut arrows = Vec::new();
        let mut rest = input;
        let mut result = loop {
            if rest.at(Punct::Question) {
                let (after, sizes) = cut(size_binders1).parse(rest.advance())?;
                let (after, body) = cut(preceded(punct(Punct::Dot), type_exp)).parse(after)?;
                let span = after.since(rest.span(), rest);
                rest = after;
                break arena.alloc(Type::TypeExists { span, sizes, body });
            }
            let (after, (param, ty)) = if arrows.is_empty() { domain(rest)? } else { cut(domain).parse(rest)? };
            rest = after;
            match rest.at(Punct::Arrow) {
                true => rest = rest.advance(),
                false => break ty,
            }
            arrows.push((param, ty));
            if arrows.len() > MAX_DEPTH {
                return Err(too_deep(rest));
            }
        };
        for (param, from) in arrows.into_iter().rev() {
            result = arena.alloc(Type::TypeArrow { span: rest.since(start, input), param, from, to: result });
        }
        Ok((rest, result))
    })
}

/// The left side of an arrow: `t` or `(x: t)`.
fn domain<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, (Option<Name>, &'a Type<'a>)> {
    match (input.peek(), input.peek2(), input.token(2).kind) {
        (Tok::Punct(Punct::LParen), Tok::Ident(name), Tok::Punct(Punct::Colon)) => {
            let rest = input.advance().advance().advance();
            let (rest, ty) = cut(type_exp).parse(rest)?;
            let (rest, _) = cut(punct(Punct::RParen)).parse(rest)?;
            match rest.at(Punct::Arrow) {
                true => Ok((rest, (Some(Name::plain(name)), ty))),
                false => rest.failure("`->` after a named parameter"),
            }
        }
        _ => type_term(input).map(|(rest, ty)| (rest, (None, ty))),
    }
}

/// A type without an arrow at its top: `*t`, a sum or an application.
pub(super) fn type_term<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Type<'a>> {
    let start = input.span();
    let arena = input.context.arena;
    if input.at_op("*") {
        return deeper(input, |input| {
            let (rest, body) = cut(type_term).parse(input.advance())?;
            Ok((rest, arena.alloc(Type::TypeUnique { span: rest.since(start, input), body })))
        });
    }
    if let Tok::Constructor(_) = input.peek() {
        let (mut rest, first) = type_case(input)?;
        let mut cases = vec![first];
        while rest.at_op("|") {
            let (after, case) = cut(type_case).parse(rest.advance())?;
            cases.push(case);
            rest = after;
        }
        let span = rest.since(start, input);
        return Ok((rest, arena.alloc(Type::TypeSum { span, cases: arena.slice(cases) })));
    }
    let (rest, func) = type_atom(input)?;
    let (rest, args) = many0(type_arg).parse(rest)?;
    if args.is_empty() {
        return Ok((rest, func));
    }
    let span = rest.since(start, input);
    Ok((rest, arena.alloc(Type::TypeApply { span, func, args: arena.slice(args) })))
}

fn type_case<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, TypeCase<'a>> {
    let Tok::Constructor(tag) = input.peek() else { return input.mismatch("a constructor") };
    let (rest, payload) = many0(type_atom).parse(input.advance())?;
    // The tree holds lists of types by value.
    let payload = input.context.arena.slice(payload.into_iter().copied());
    Ok((rest, TypeCase { span: rest.since(input.span(), input), tag, payload }))
}

fn type_arg<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, TypeArg<'a>> {
    let span = input.span();
    if input.at(Punct::LBracket) {
        let (rest, size) = size(input)?;
        Ok((rest, TypeArg::ArgSize { span, size }))
    } else {
        let (rest, ty) = type_atom(input)?;
        Ok((rest, TypeArg::ArgType { span, ty }))
    }
}

/// `[e]` or `[]`.
fn size<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Size<'a>> {
    let (rest, start) = punct(Punct::LBracket)(input)?;
    let arena = input.context.arena;
    if rest.at(Punct::RBracket) {
        let rest = rest.advance();
        return Ok((rest, arena.alloc(Size::SizeAny { span: rest.since(start, input) })));
    }
    if let (Edition::E2017, Tok::Constructor(name)) = (rest.context.edition, rest.peek()) {
        let (rest, _) = cut(punct(Punct::RBracket)).parse(rest.advance())?;
        let span = rest.since(start, input);
        return Ok((rest, arena.alloc(Size::SizeNew { span, name: Name::plain(name) })));
    }
    let (rest, exp) = cut(exp).parse(rest)?;
    let (rest, _) = cut(punct(Punct::RBracket)).parse(rest)?;
    Ok((rest, arena.alloc(Size::SizeOf { span: rest.since(start, input), exp })))
}

fn type_atom<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Type<'a>> {
    let arena = input.context.arena;
    let start = input.span();
    match input.peek() {
        Tok::Ident(_) => {
            let (rest, (path, name, span)) = qualified(input)?;
            let ty = match path.is_empty() {
                true => Type::TypeName { span, name: Name::plain(name) },
                false => Type::TypeQualified { span, path: arena.slice(path), name },
            };
            Ok((rest, arena.alloc(ty)))
        }
        Tok::Punct(Punct::LParen) => type_parens(input),
        Tok::Punct(Punct::LBrace) => {
            let (rest, fields) =
                delimited(punct(Punct::LBrace), comma_list(type_field), cut(punct(Punct::RBrace))).parse(input)?;
            let span = rest.since(start, input);
            Ok((rest, arena.alloc(Type::TypeRecord { span, fields: arena.slice(fields) })))
        }
        Tok::Punct(Punct::LBracket) => deeper(input, |input| {
            let (rest, size) = size(input)?;
            let (rest, elem) = cut(type_term).parse(rest)?;
            Ok((rest, arena.alloc(Type::TypeArray { span: rest.since(start, input), size, elem })))
        }),
        _ => input.mismatch("a type"),
    }
}

fn type_field<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, TypeField<'a>> {
    let (rest, ((label, span), ty)) = separated_pair(label, cut(punct(Punct::Colon)), cut(type_exp)).parse(input)?;
    Ok((rest, TypeField { span, label, ty }))
}

/// `(t)` or a tuple.
fn type_parens<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Type<'a>> {
    let arena = input.context.arena;
    let start: Span = input.span();
    let (rest, elems) = comma_list(type_exp).parse(input.advance())?;
    let trailing_comma = rest.tokens.len() < input.tokens.len() && {
        let last = input.token(input.tokens.len() - rest.tokens.len() - 1);
        last.kind == Tok::Punct(Punct::Comma)
    };
    let (rest, _) = cut(punct(Punct::RParen)).parse(rest)?;
    match (elems.as_slice(), trailing_comma) {
        ([ty], false) => Ok((rest, ty)),
        _ => {
            let elems = arena.slice(elems.into_iter().copied());
            Ok((rest, arena.alloc(Type::TypeTuple { span: rest.since(start, input), elems })))
        }
    }
}
