//! Patterns.

use framework::Name;
use languages::prim::{PrimType, PrimValue};
use languages::source::{IntLiteral, Pat, PatField};
use nom::Parser;
use nom::combinator::cut;
use nom::multi::{many0, many1};
use nom::sequence::{delimited, preceded};

use super::input::{In, Parsed, comma_list, deeper, label, punct};
use super::names::{at_operator_in_parens, attribute, binding_name};
use super::token::{Keyword, Punct, Tok};
use super::types::type_exp;

/// A pattern: `#tag p q`, `p: t`, `#[attr] p`, or a pattern without spaces.
pub(super) fn pat<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Pat<'a>> {
    deeper(input, |input| {
        let arena = input.context.arena;
        let start = input.span();
        if input.at(Punct::AttrOpen) {
            let (rest, attr) = attribute(input)?;
            let (rest, pat) = cut(pat).parse(rest)?;
            return Ok((rest, arena.alloc(Pat::PatAttributed { span: rest.since(start, input), attr, pat })));
        }
        if let Tok::Constructor(tag) = input.peek() {
            let (rest, args) = many0(inner_pat).parse(input.advance())?;
            let payload = !args.is_empty();
            let span = rest.since(start, input);
            let con = arena.alloc(Pat::PatCon { span, tag, args: arena.slice(args.into_iter().copied()) });
            // `#tag p: t` needs parentheses.
            return if payload { Ok((rest, con)) } else { ascription(rest, input, con) };
        }
        let (rest, pat) = inner_pat(input)?;
        ascription(rest, input, pat)
    })
}

/// `: t` after a pattern, if there is one.
fn ascription<'s, 'a>(rest: In<'s, 'a>, start: In<'s, 'a>, pat: &'a Pat<'a>) -> Parsed<'s, 'a, &'a Pat<'a>> {
    if !rest.at(Punct::Colon) {
        return Ok((rest, pat));
    }
    let (rest, ty) = cut(type_exp).parse(rest.advance())?;
    let span = rest.since(start.span(), start);
    Ok((rest, start.context.arena.alloc(Pat::PatAscribe { span, pat, ty })))
}

/// The parameters of a function, at least one.
pub(super) fn params1<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a [Pat<'a>]> {
    let (rest, params) = many1(param).parse(input)?;
    Ok((rest, input.context.arena.slice(params.into_iter().copied())))
}

/// The parameters of a function, perhaps none.
pub(super) fn params<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a [Pat<'a>]> {
    let (rest, params) = many0(param).parse(input)?;
    Ok((rest, input.context.arena.slice(params.into_iter().copied())))
}

/// One parameter: a pattern without spaces. It must not be a negative number.
pub(super) fn param<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Pat<'a>> {
    if input.at_op("-") { input.mismatch("a parameter") } else { inner_pat(input) }
}

/// Whether a [`param`] comes next.
pub(super) fn at_param(input: In<'_, '_>) -> bool {
    matches!(
        input.peek(),
        Tok::Ident(_)
            | Tok::Constructor(_)
            | Tok::Int { .. }
            | Tok::Float(_)
            | Tok::Number(_)
            | Tok::Char(_)
            | Tok::Punct(Punct::Underscore | Punct::LParen | Punct::LBrace)
            | Tok::Keyword(Keyword::True | Keyword::False)
    )
}

/// A pattern that may be a payload or parameter without parentheses.
fn inner_pat<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Pat<'a>> {
    let arena = input.context.arena;
    let span = input.span();
    let leaf = match input.peek() {
        Tok::Punct(Punct::LParen) if at_operator_in_parens(input) => {
            let (rest, (name, span)) = binding_name(input)?;
            return Ok((rest, arena.alloc(Pat::PatVar { span, name: Name::plain(name) })));
        }
        Tok::Punct(Punct::LParen) => return parens(input),
        Tok::Punct(Punct::LBrace) => {
            let (rest, fields) =
                delimited(punct(Punct::LBrace), comma_list(field), cut(punct(Punct::RBrace))).parse(input)?;
            let span = rest.since(span, input);
            return Ok((rest, arena.alloc(Pat::PatRecord { span, fields: arena.slice(fields) })));
        }
        Tok::Op(op) if op.as_str() == "-" => return negative(input),
        Tok::Ident(name) => Pat::PatVar { span, name: Name::plain(name) },
        Tok::Punct(Punct::Underscore) => Pat::PatWild { span },
        Tok::Constructor(tag) => Pat::PatCon { span, tag, args: &[] },
        Tok::Int { value, .. } => Pat::PatInt { span, value: IntLiteral(value) },
        Tok::Char(value) => Pat::PatInt { span, value: IntLiteral(i128::from(u32::from(value))) },
        Tok::Float(value) => Pat::PatFloat { span, value: PrimValue::F64(value) },
        Tok::Number(value) => Pat::PatConst { span, value },
        Tok::Keyword(Keyword::True) => Pat::PatConst { span, value: PrimValue::Bool(true) },
        Tok::Keyword(Keyword::False) => Pat::PatConst { span, value: PrimValue::Bool(false) },
        _ => return input.mismatch("a pattern"),
    };
    Ok((input.advance(), arena.alloc(leaf)))
}

/// A negative number.
fn negative<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Pat<'a>> {
    let rest = input.advance();
    let span = input.span().to(rest.span());
    let pat = match rest.peek() {
        Tok::Int { value, .. } => Pat::PatInt { span, value: IntLiteral(-value) },
        Tok::Float(value) => Pat::PatFloat { span, value: PrimValue::F64(-value) },
        Tok::Number(value) => Pat::PatConst { span, value: negate(value) },
        _ => return rest.failure("a number"),
    };
    Ok((rest.advance(), input.context.arena.alloc(pat)))
}

/// The negation of a literal's value; integers wrap around.
fn negate(value: PrimValue) -> PrimValue {
    let ty = value.prim_type();
    let sign = 1 << (ty.bits() - 1);
    match ty {
        PrimType::F16 | PrimType::F32 | PrimType::F64 => PrimValue::from_bits(ty, value.to_bits() ^ sign),
        _ => PrimValue::from_bits(ty, value.to_bits().wrapping_neg()),
    }
}

/// `()`, `(p)` or a tuple.
fn parens<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Pat<'a>> {
    let arena = input.context.arena;
    let (rest, elems) = delimited(punct(Punct::LParen), comma_list(pat), cut(punct(Punct::RParen))).parse(input)?;
    if let [pat] = elems.as_slice() {
        return Ok((rest, pat));
    }
    let span = rest.since(input.span(), input);
    Ok((rest, arena.alloc(Pat::PatTuple { span, elems: arena.slice(elems.into_iter().copied()) })))
}

/// `x = p`, `x: t` or `x`.
fn field<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, PatField<'a>> {
    let arena = input.context.arena;
    let (rest, (label, span)) = label(input)?;
    if rest.at(Punct::Equals) {
        let (rest, pat) = preceded(punct(Punct::Equals), cut(pat)).parse(rest)?;
        return Ok((rest, PatField { span: rest.since(span, input), label, pat }));
    }
    let var = arena.alloc(Pat::PatVar { span, name: Name::plain(label) });
    let (rest, pat) = ascription(rest, input, var)?;
    Ok((rest, PatField { span: rest.since(span, input), label, pat }))
}
