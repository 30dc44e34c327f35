//! Infix and prefix operators, ranges, updates and application, by precedence.

use languages::source::{Edition, Exp, RangeKind, precedence};
use nom::Parser;
use nom::combinator::cut;

use super::atoms::{at_atom, atom, with_path};
use super::expressions::{at_open_ended, exp};
use super::input::{In, Parsed, deeper, punct};
use super::names::{infix, peek_infix};
use super::token::{Keyword, Punct, Tok};

/// The precedence of a range.
const RANGE: u8 = 0;
/// Operands joined by operators whose precedence is at least `min`.
pub(super) fn operators<'s, 'a>(input: In<'s, 'a>, min: u8) -> Parsed<'s, 'a, &'a Exp<'a>> {
    let arena = input.context.arena;
    let start = input.span();
    let (mut rest, mut lhs) = prefixed(input)?;
    loop {
        if min <= precedence::UPDATE && rest.at_keyword(Keyword::With) {
            let (after, path) = cut(with_path).parse(rest.advance())?;
            let arrow = input.context.edition == Edition::E2017 && after.at_op("<-");
            let after = if arrow { after.advance() } else { cut(punct(Punct::Equals)).parse(after)?.0 };
            let (after, value) = cut(|input| operators(input, precedence::UPDATE + 1)).parse(after)?;
            lhs = arena.alloc(Exp::Update { span: after.since(start, input), exp: lhs, path, value });
            rest = after;
            continue;
        }
        let Some((symbol, after)) = peek_infix(rest) else { break };
        let (level, right) = precedence::of(symbol);
        // `(e +)` is a section, which the parser of parentheses handles.
        if level < min || after.at(Punct::RParen) {
            break;
        }
        let (after, op) = infix(rest)?;
        let next = if right { level } else { level + 1 };
        let (after, rhs) = match right {
            true => deeper(after, |input| cut(|input| operators(input, next)).parse(input))?,
            false => cut(|input| operators(input, next)).parse(after)?,
        };
        lhs = arena.alloc(Exp::Infix { span: after.since(start, input), op, lhs, rhs });
        rest = after;
    }
    if min > RANGE { Ok((rest, lhs)) } else { range(input, rest, lhs) }
}

/// The range that starts with `start`, or `start` alone if no range follows.
fn range<'s, 'a>(input: In<'s, 'a>, rest: In<'s, 'a>, start: &'a Exp<'a>) -> Parsed<'s, 'a, &'a Exp<'a>> {
    let bound = |input| cut(|input| operators(input, RANGE + 1)).parse(input);
    let (rest, second) = match rest.at(Punct::DotDot) {
        true => bound(rest.advance()).map(|(rest, second)| (rest, Some(second)))?,
        false => (rest, None),
    };
    let kind = match rest.peek() {
        Tok::Punct(Punct::DotDotDot) => RangeKind::Inclusive,
        Tok::Punct(Punct::DotDotLess) => RangeKind::UpTo,
        Tok::Punct(Punct::DotDotGreater) => RangeKind::DownTo,
        _ if second.is_some() => return rest.failure("`...`, `..<` or `..>` to end the range"),
        _ => return Ok((rest, start)),
    };
    let (rest, end) = bound(rest.advance())?;
    let span = rest.since(input.span(), input);
    Ok((rest, input.context.arena.alloc(Exp::Range { span, start, second, kind, end })))
}

/// An operand with its prefix operators.
fn prefixed<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Exp<'a>> {
    let arena = input.context.arena;
    let mut prefixes = Vec::new();
    let mut rest = input;
    // Editions before today's negate bits with `~`.
    let old = input.context.edition < Edition::E2026;
    while rest.at_op("-") || rest.at_op("!") || old && rest.at(Punct::Tilde) {
        prefixes.push((rest, rest.at_op("-")));
        rest = rest.advance();
    }
    let operand = if at_open_ended(rest) { exp } else { application };
    let (rest, mut operand) = if prefixes.is_empty() { operand(rest)? } else { cut(operand).parse(rest)? };
    for (start, minus) in prefixes.into_iter().rev() {
        let span = rest.since(start.span(), start);
        operand = arena.alloc(match minus {
            true => Exp::Negate { span, arg: operand },
            false => Exp::Not { span, arg: operand },
        });
    }
    Ok((rest, operand))
}

/// An atom, or an application of an atom to others. The last argument may be a lambda without parentheses.
fn application<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Exp<'a>> {
    let arena = input.context.arena;
    let (mut rest, func) = atom(input)?;
    let mut args = Vec::new();
    loop {
        let lambda = rest.at(Punct::Backslash);
        if !lambda && !at_atom(rest) {
            break;
        }
        let (after, arg) = if lambda { exp(rest)? } else { cut(atom).parse(rest)? };
        args.push(*arg);
        rest = after;
    }
    if args.is_empty() {
        return Ok((rest, func));
    }
    let span = rest.since(input.span(), input);
    let args = arena.slice(args);
    Ok((
        rest,
        arena.alloc(match *func {
            // A constructor in parentheses is a complete value, and takes no further payload.
            Exp::Con { tag, args: [], .. } if !input.at(Punct::LParen) => Exp::Con { span, tag, args },
            _ => Exp::Apply { span, func, args },
        }),
    ))
}
