//! Atoms: expressions that can be arguments without parentheses.

use framework::{Name, Symbol};
use languages::codes;
use languages::prim::PrimValue;
use languages::source::{Dim, Edition, Exp, Field, IntLiteral, Pat, Step};
use nom::Parser;
use nom::combinator::cut;
use nom::multi::{many0, many1};
use nom::sequence::{delimited, preceded};

use super::expressions::{exp, exp_without_ascription};
use super::input::{In, Parsed, Problem, comma_list, label, punct};
use super::names::{at_operator_in_parens, infix, peek_infix};
use super::operators::operators;
use super::token::{Keyword, Punct, Tok};
use super::types::type_exp;

/// Whether an atom comes next.
pub(super) fn at_atom(input: In<'_, '_>) -> bool {
    matches!(
        input.peek(),
        Tok::Ident(_)
            | Tok::Constructor(_)
            | Tok::Int { .. }
            | Tok::Float(_)
            | Tok::Number(_)
            | Tok::Char(_)
            | Tok::String(_)
            | Tok::Keyword(Keyword::True | Keyword::False)
            | Tok::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace | Punct::Hole)
    )
}

/// An atom, followed by any selections of fields and elements: `a`, `a.x`, `a[i].x`.
pub(super) fn atom<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Exp<'a>> {
    let arena = input.context.arena;
    let (mut rest, mut base) = primary(input)?;
    loop {
        let after = rest.advance();
        if rest.at(Punct::LBracket) && rest.token(0).glued && may_be_indexed(input, rest) {
            let (next, indices) = dims(rest)?;
            base = arena.alloc(Exp::Index { span: next.since(input.span(), input), array: base, indices });
            rest = next;
        } else if rest.at(Punct::Dot) && after.at(Punct::LParen) {
            let Some(path) = module_path(base) else {
                let problem = "only a module can be opened by `.(`".to_string();
                return Err(nom::Err::Failure(Problem::new(&codes::NOT_A_MODULE, input.span(), problem)));
            };
            let (next, body) = delimited(punct(Punct::LParen), cut(exp), cut(punct(Punct::RParen))).parse(after)?;
            let span = next.since(input.span(), input);
            base = arena.alloc(Exp::LocalOpen { span, path: arena.slice(path), body });
            rest = next;
        } else if rest.at(Punct::Dot) {
            let (next, (label, _)) = cut(label).parse(after)?;
            base = arena.alloc(Exp::Project { span: next.since(input.span(), input), exp: base, label });
            rest = next;
        } else {
            return Ok((rest, base));
        }
    }
}

/// Whether a bracket directly after the token before `rest` is an index. After `}` and `"` the bracket starts an array
/// instead.
fn may_be_indexed(input: In<'_, '_>, rest: In<'_, '_>) -> bool {
    let consumed = input.tokens.len().saturating_sub(rest.tokens.len());
    consumed > 0 && !matches!(input.token(consumed - 1).kind, Tok::Punct(Punct::RBrace) | Tok::String(_))
}

/// The names in `m.n.o`.
fn module_path(exp: &Exp<'_>) -> Option<Vec<Symbol>> {
    match exp {
        Exp::Var { name, .. } => Some(vec![name.base]),
        Exp::Project { exp, label, .. } => {
            let mut path = module_path(exp)?;
            path.push(*label);
            Some(path)
        }
        _ => None,
    }
}

fn primary<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Exp<'a>> {
    let arena = input.context.arena;
    let span = input.span();
    let leaf = match input.peek() {
        Tok::Constructor(label) if input.context.edition == Edition::E2017 => {
            let (rest, exp) = cut(atom).parse(input.advance())?;
            return Ok((rest, arena.alloc(Exp::TupleIndex { span: rest.since(span, input), label, exp })));
        }
        Tok::Ident(name)
            if input.context.edition == Edition::E2017
                && name.as_str() == "empty"
                && input.peek2() == Tok::Punct(Punct::LParen) =>
        {
            let after = input.advance();
            let (rest, ty) = cut(delimited(punct(Punct::LParen), type_exp, punct(Punct::RParen))).parse(after)?;
            return Ok((rest, arena.alloc(Exp::Empty { span: rest.since(span, input), ty })));
        }
        Tok::Ident(name) => Exp::Var { span, name: Name::plain(name) },
        Tok::Constructor(tag) => Exp::Con { span, tag, args: &[] },
        Tok::Int { value, .. } => match input.context.int_default.get() {
            Some(prim) => Exp::Const { span, value: PrimValue::from_bits(prim, value as u64) },
            None => Exp::IntLit { span, value: IntLiteral(value) },
        },
        Tok::Char(value) => Exp::IntLit { span, value: IntLiteral(i128::from(u32::from(value))) },
        Tok::Float(value) => match input.context.float_default.get() {
            Some(prim) => Exp::Const { span, value: languages::prim::convert(PrimValue::F64(value), prim) },
            None => Exp::FloatLit { span, value: PrimValue::F64(value) },
        },
        Tok::Number(value) => Exp::Const { span, value },
        Tok::String(text) => Exp::StringLit { span, text },
        Tok::Keyword(Keyword::True) => Exp::Const { span, value: PrimValue::Bool(true) },
        Tok::Keyword(Keyword::False) => Exp::Const { span, value: PrimValue::Bool(false) },
        Tok::Punct(Punct::Hole) => Exp::Hole { span },
        Tok::Punct(Punct::LParen) => return parens(input),
        Tok::Punct(Punct::LBracket) => {
            let (rest, elems) =
                delimited(punct(Punct::LBracket), comma_list(exp), cut(punct(Punct::RBracket))).parse(input)?;
            let elems = arena.slice(elems.into_iter().copied());
            return Ok((rest, arena.alloc(Exp::Array { span: rest.since(span, input), elems })));
        }
        Tok::Punct(Punct::LBrace) => {
            let (rest, fields) =
                delimited(punct(Punct::LBrace), comma_list(field), cut(punct(Punct::RBrace))).parse(input)?;
            let fields = arena.slice(fields);
            return Ok((rest, arena.alloc(Exp::Record { span: rest.since(span, input), fields })));
        }
        _ => return input.mismatch("an expression"),
    };
    Ok((input.advance(), arena.alloc(leaf)))
}

/// `x = e` or `x`.
fn field<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Field<'a>> {
    let arena = input.context.arena;
    let (rest, (label, span)) = label(input)?;
    if rest.at(Punct::Equals) {
        let (rest, exp) = cut(exp).parse(rest.advance())?;
        return Ok((rest, Field { span: rest.since(span, input), label, exp }));
    }
    let exp = arena.alloc(Exp::Var { span, name: Name::plain(label) });
    Ok((rest, Field { span, label, exp }))
}

/// An expression that starts with `(`: a parenthesised expression, a tuple, an operator or a section.
fn parens<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Exp<'a>> {
    let arena = input.context.arena;
    let (rest, start) = punct(Punct::LParen)(input)?;
    let close = |input| cut(punct(Punct::RParen)).parse(input);
    if at_operator_in_parens(input) {
        let (rest, op) = infix(rest)?;
        let (rest, _) = close(rest)?;
        return Ok((rest, op));
    }
    if rest.at(Punct::Dot) {
        let (rest, path) = section_path(rest)?;
        let (rest, _) = close(rest)?;
        return Ok((rest, arena.alloc(Exp::SectionPath { span: rest.since(start, input), path })));
    }
    // `(~)` and `(!)` are functions in edition 2017.
    let not = input.context.edition == Edition::E2017 && (rest.at(Punct::Tilde) || rest.at_op("!"));
    if not && rest.advance().at(Punct::RParen) {
        let (rest, name) = (rest.advance().advance(), Name::plain("x"));
        let span = rest.since(start, input);
        let arg = arena.alloc(Exp::Var { span, name });
        let (params, body) = (arena.slice([Pat::PatVar { span, name }]), arena.alloc(Exp::Not { span, arg }));
        return Ok((rest, arena.alloc(Exp::Lambda { span, params, ret: None, body })));
    }
    // `(- 2)` subtracts in edition 2017, where `(-2)` is a number.
    let subtracts = input.context.edition == Edition::E2017 && rest.at_op("-") && !rest.advance().token(0).glued;
    if peek_infix(rest).is_some() && (subtracts || !rest.at_op("-")) {
        let (rest, op) = infix(rest)?;
        let (rest, rhs) = cut(|input| operators(input, 0)).parse(rest)?;
        let (rest, _) = close(rest)?;
        return Ok((rest, arena.alloc(Exp::SectionRight { span: rest.since(start, input), op, rhs })));
    }
    if rest.at(Punct::RParen) {
        let rest = rest.advance();
        return Ok((rest, arena.alloc(Exp::Tuple { span: rest.since(start, input), elems: &[] })));
    }
    let (rest, first) = cut(exp).parse(rest)?;
    if peek_infix(rest).is_some() {
        let (rest, op) = infix(rest)?;
        let (rest, _) = close(rest)?;
        return Ok((rest, arena.alloc(Exp::SectionLeft { span: rest.since(start, input), op, lhs: first })));
    }
    if rest.at(Punct::Comma) {
        let (rest, others) = comma_list(exp).parse(rest.advance())?;
        let (rest, _) = close(rest)?;
        let elems = arena.slice(std::iter::once(*first).chain(others.into_iter().copied()));
        return Ok((rest, arena.alloc(Exp::Tuple { span: rest.since(start, input), elems })));
    }
    let (rest, _) = close(rest)?;
    Ok((rest, first))
}

/// `[i, j:k]`.
fn dims<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a [Dim<'a>]> {
    let (rest, dims) = delimited(punct(Punct::LBracket), comma_list(dim), cut(punct(Punct::RBracket))).parse(input)?;
    if dims.is_empty() {
        return input.advance().failure("an index");
    }
    Ok((rest, input.context.arena.slice(dims)))
}

/// `i`, or a slice `i:j:s`.
fn dim<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Dim<'a>> {
    let part = |input: In<'s, 'a>| -> Parsed<'s, 'a, Option<&'a Exp<'a>>> {
        match input.peek() {
            Tok::Punct(Punct::Colon | Punct::Comma | Punct::RBracket) => Ok((input, None)),
            _ => cut(exp_without_ascription).parse(input).map(|(rest, exp)| (rest, Some(exp))),
        }
    };
    if matches!(input.peek(), Tok::Punct(Punct::RBracket)) {
        return input.mismatch("an index");
    }
    let (rest, start) = part(input)?;
    let span = rest.since(input.span(), input);
    if !rest.at(Punct::Colon) {
        return match start {
            Some(index) => Ok((rest, Dim::At { span, index })),
            None => rest.failure("an index"),
        };
    }
    let (rest, end) = part(rest.advance())?;
    let (rest, stride) = if rest.at(Punct::Colon) { part(rest.advance())? } else { (rest, None) };
    Ok((rest, Dim::Slice { span: rest.since(input.span(), input), start, end, stride }))
}

/// `.x`.
fn field_step<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Step<'a>> {
    let (rest, (label, span)) = preceded(punct(Punct::Dot), cut(label)).parse(input)?;
    Ok((rest, Step::StepField { span, label }))
}

/// `[i, j]`.
fn index_step<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Step<'a>> {
    let (rest, indices) = dims(input)?;
    Ok((rest, Step::StepIndex { span: rest.since(input.span(), input), indices }))
}

/// `.x` or `[i]`.
fn step<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Step<'a>> {
    if input.at(Punct::LBracket) { index_step(input) } else { field_step(input) }
}

/// The path in `let a[i].x = e`.
pub(super) fn let_path<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a [Step<'a>]> {
    let (rest, steps) = many1(step).parse(input)?;
    Ok((rest, input.context.arena.slice(steps)))
}

/// The path in `a with [i].x = e` or `r with x.y = e`.
pub(super) fn with_path<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a [Step<'a>]> {
    let (rest, first) = match input.peek() {
        Tok::Punct(Punct::LBracket | Punct::Dot) => step(input)?,
        _ => {
            let (rest, (label, span)) = label(input)?;
            (rest, Step::StepField { span, label })
        }
    };
    with_more_steps(rest, first)
}

/// The path in `(.x[i].y)` or `(.[i].x)`.
fn section_path<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a [Step<'a>]> {
    let after = input.advance();
    let (rest, first) = if after.at(Punct::LBracket) { index_step(after)? } else { field_step(input)? };
    with_more_steps(rest, first)
}

fn with_more_steps<'s, 'a>(input: In<'s, 'a>, first: Step<'a>) -> Parsed<'s, 'a, &'a [Step<'a>]> {
    let (rest, others) = many0(step).parse(input)?;
    Ok((rest, input.context.arena.slice(std::iter::once(first).chain(others))))
}
