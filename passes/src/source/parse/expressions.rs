//! Expressions: the forms whose last part extends as far as possible (`let`, `if`, `loop`, lambdas, …), and
//! ascriptions.

use framework::{Name, Span};
use languages::source::{Arena, Arm, Attr, Edition, Exp, IntLiteral, LoopForm, Pat, SizeBinder, Step, Type, TypeParam};
use nom::Parser;
use nom::combinator::{cut, opt};
use nom::multi::many1;
use nom::sequence::{delimited, preceded, terminated};

use super::atoms::{atom, let_path};
use super::input::{In, Parsed, deeper, ident, keyword, punct};
use super::names::{attribute, size_binders1, type_params};
use super::operators::operators;
use super::patterns::{at_param, params1, pat};
use super::token::{Keyword, Punct, Tok};
use super::types::{type_exp, type_term};

/// An expression.
pub(super) fn exp<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Exp<'a>> {
    deeper(input, |input| full(input, true))
}

/// An expression without an ascription at its top, as in `a[e:f]`.
pub(super) fn exp_without_ascription<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Exp<'a>> {
    deeper(input, |input| full(input, false))
}

/// The part of an expression before its last subexpression, which extends as far to the right as possible. A loop reads
/// a chain of heads without recursion, because programs have thousands of `let`s.
enum Head<'a> {
    Let {
        sizes: &'a [SizeBinder],
        pat: &'a Pat<'a>,
        rhs: &'a Exp<'a>,
    },
    LetFun {
        name: Name,
        type_params: &'a [TypeParam],
        params: &'a [Pat<'a>],
        ret: Option<&'a Type<'a>>,
        rhs: &'a Exp<'a>,
    },
    LetUpdate {
        name: Name,
        path: &'a [Step<'a>],
        value: &'a Exp<'a>,
    },
    If {
        cond: &'a Exp<'a>,
        yes: &'a Exp<'a>,
    },
    Loop {
        pat: &'a Pat<'a>,
        init: Option<&'a Exp<'a>>,
        form: &'a LoopForm<'a>,
    },
    Lambda {
        /// The size parameters, in edition 2017.
        sizes: &'a [TypeParam],
        params: &'a [Pat<'a>],
        ret: Option<&'a Type<'a>>,
    },
    Assert {
        cond: &'a Exp<'a>,
    },
    Attributed {
        attr: &'a Attr<'a>,
    },
    Unsafe,
}

impl<'a> Head<'a> {
    /// The expression with this head and that last part.
    fn complete(self, arena: &'a Arena<'a>, span: Span, last: &'a Exp<'a>) -> Exp<'a> {
        match self {
            Head::Let { sizes, pat, rhs } => Exp::Let { span, sizes, pat, rhs, body: last },
            Head::LetFun { name, type_params, params, ret, rhs } => {
                Exp::LetFun { span, name, type_params, params, ret, rhs, body: last }
            }
            Head::LetUpdate { name, path, value } => Exp::LetUpdate { span, name, path, value, body: last },
            Head::If { cond, yes } => Exp::If { span, cond, yes, no: last },
            Head::Loop { pat, init, form } => Exp::Loop { span, pat, init, form, body: last },
            Head::Lambda { sizes: [], params, ret } => Exp::Lambda { span, params, ret, body: last },
            // `\[n] p -> e` is a local function with size parameters.
            Head::Lambda { sizes, params, ret } => {
                let name = Name::plain("lambda'2017");
                let body = arena.alloc(Exp::Var { span, name });
                Exp::LetFun { span, name, type_params: sizes, params, ret, rhs: last, body }
            }
            Head::Assert { cond } => Exp::Assert { span, cond, exp: last },
            Head::Unsafe => Exp::Unsafe { span, exp: last },
            Head::Attributed { attr } => Exp::ExpAttributed { span, attr, exp: last },
        }
    }
}

/// Whether an expression with a [`Head`] or a `match` comes next.
pub(super) fn at_open_ended(input: In<'_, '_>) -> bool {
    match input.peek() {
        Tok::Keyword(word) => {
            matches!(
                word,
                Keyword::Let | Keyword::If | Keyword::Loop | Keyword::Assert | Keyword::Match | Keyword::Unsafe
            )
        }
        Tok::Punct(punct) => matches!(punct, Punct::AttrOpen | Punct::Backslash),
        _ => false,
    }
}

fn full<'s, 'a>(input: In<'s, 'a>, ascriptions: bool) -> Parsed<'s, 'a, &'a Exp<'a>> {
    let arena = input.context.arena;
    let mut heads = Vec::new();
    let mut rest = input;
    while let Some(parse) = head(rest) {
        let (after, head) = cut(parse).parse(rest)?;
        heads.push((rest, head));
        rest = after;
    }
    let last_start = rest;
    let (mut rest, mut last) = if heads.is_empty() { last_part(rest)? } else { cut(last_part).parse(rest)? };
    while ascriptions || !heads.is_empty() {
        let coerce = match rest.peek() {
            Tok::Punct(Punct::Colon) => false,
            Tok::Punct(Punct::ColonGreater) => true,
            _ => break,
        };
        let (after, ty) = cut(type_exp).parse(rest.advance())?;
        let span = after.since(last_start.span(), last_start);
        last = arena.alloc(match coerce {
            true => Exp::Coerce { span, exp: last, ty },
            false => Exp::Ascribe { span, exp: last, ty },
        });
        rest = after;
    }
    for (start, head) in heads.into_iter().rev() {
        last = arena.alloc(head.complete(arena, rest.since(start.span(), start), last));
    }
    Ok((rest, last))
}

/// The expression after the heads.
fn last_part<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Exp<'a>> {
    if input.at_keyword(Keyword::Match) { matching(input) } else { operators(input, 0) }
}

type HeadParser<'s, 'a> = fn(In<'s, 'a>) -> Parsed<'s, 'a, Head<'a>>;

/// The parser for the next head, if there is one.
fn head<'s, 'a>(input: In<'s, 'a>) -> Option<HeadParser<'s, 'a>> {
    match input.peek() {
        Tok::Keyword(Keyword::Let) => Some(let_head),
        Tok::Keyword(Keyword::If) => Some(if_head),
        Tok::Keyword(Keyword::Loop) => Some(loop_head),
        Tok::Keyword(Keyword::Assert) => Some(|input| {
            let (rest, cond) = preceded(keyword(Keyword::Assert), cut(atom)).parse(input)?;
            Ok((rest, Head::Assert { cond }))
        }),
        Tok::Keyword(Keyword::Unsafe) => Some(|input| Ok((input.advance(), Head::Unsafe))),
        Tok::Punct(Punct::AttrOpen) => Some(|input| {
            let (rest, attr) = attribute(input)?;
            Ok((rest, Head::Attributed { attr }))
        }),
        Tok::Punct(Punct::Backslash) => Some(lambda_head),
        _ => None,
    }
}

fn if_head<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Head<'a>> {
    let (rest, cond) = preceded(keyword(Keyword::If), cut(exp)).parse(input)?;
    let (rest, yes) = delimited(cut(keyword(Keyword::Then)), cut(exp), cut(keyword(Keyword::Else))).parse(rest)?;
    Ok((rest, Head::If { cond, yes }))
}

fn lambda_head<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Head<'a>> {
    let (rest, _) = punct(Punct::Backslash)(input)?;
    let (rest, sizes) = match input.context.edition {
        Edition::E2017 => type_params(rest)?,
        _ => (rest, &[][..]),
    };
    let (rest, params) = cut(params1).parse(rest)?;
    let (rest, ret) = opt(preceded(punct(Punct::Colon), cut(type_term))).parse(rest)?;
    let (rest, _) = cut(punct(Punct::Arrow)).parse(rest)?;
    Ok((rest, Head::Lambda { sizes, params, ret }))
}

/// From `let` to `in`. Before another `let` the `in` may be missing.
fn let_head<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Head<'a>> {
    let (rest, _) = keyword(Keyword::Let)(input)?;
    let (rest, head) = binding(rest)?;
    match rest.peek() {
        Tok::Keyword(Keyword::In) => Ok((rest.advance(), head)),
        Tok::Keyword(Keyword::Let) => Ok((rest, head)),
        _ => rest.failure("`in`, `let` or an operator"),
    }
}

/// The binding between `let` and `in`.
fn binding<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Head<'a>> {
    let rhs = |input| cut(preceded(punct(Punct::Equals), exp)).parse(input);
    if let Tok::Ident(name) = input.peek() {
        let name = Name::plain(name);
        let rest = input.advance();
        let bracket = rest.at(Punct::LBracket);
        if bracket && rest.token(0).glued || rest.at(Punct::Dot) {
            let (rest, path) = let_path(rest)?;
            let (rest, value) = rhs(rest)?;
            return Ok((rest, Head::LetUpdate { name, path, value }));
        }
        let type_param = matches!(rest.peek(), Tok::Punct(Punct::Tick | Punct::TickTilde | Punct::TickCaret));
        if bracket || type_param || at_param(rest) {
            let (rest, type_params) = type_params(rest)?;
            let (rest, params) = cut(params1).parse(rest)?;
            let (rest, ret) = opt(preceded(punct(Punct::Colon), cut(type_exp))).parse(rest)?;
            let (rest, rhs) = rhs(rest)?;
            return Ok((rest, Head::LetFun { name, type_params, params, ret, rhs }));
        }
    }
    let (rest, sizes) = opt(size_binders1).parse(input)?;
    let (rest, pat) = cut(pat).parse(rest)?;
    let (rest, rhs) = rhs(rest)?;
    Ok((rest, Head::Let { sizes: sizes.unwrap_or(&[]), pat, rhs }))
}

/// `(x =` of `loop (x = 1) for i < n do …`, a form of older editions: the pattern, and the input after `=`.
fn bound_in_parentheses<'s, 'a>(input: In<'s, 'a>) -> Option<(In<'s, 'a>, &'a Pat<'a>)> {
    if input.context.edition >= Edition::E2026 || !input.at(Punct::LParen) {
        return None;
    }
    let (rest, pat) = pat(input.advance()).ok()?;
    rest.at(Punct::Equals).then(|| (rest.advance(), pat))
}

/// From `loop` to `do`.
fn loop_head<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Head<'a>> {
    let (rest, _) = keyword(Keyword::Loop)(input)?;
    let (rest, (pat, init)) = match bound_in_parentheses(rest) {
        Some((rest, pat)) => {
            let (rest, init) = terminated(cut(exp), cut(punct(Punct::RParen))).parse(rest)?;
            (rest, (pat, Some(init)))
        }
        None => (cut(pat), opt(preceded(punct(Punct::Equals), cut(exp)))).parse(rest)?,
    };
    let (rest, form) = loop_form(rest)?;
    let (rest, _) = cut(keyword(Keyword::Do)).parse(rest)?;
    Ok((rest, Head::Loop { pat, init, form }))
}

/// The bound before `<= i` or `> i` in a loop of edition 2017, and whether the loop counts down.
fn between<'s, 'a>(input: In<'s, 'a>) -> Option<(In<'s, 'a>, &'a Exp<'a>, bool)> {
    if input.context.edition != Edition::E2017 {
        return None;
    }
    let (rest, first) = atom(input).ok()?;
    match (rest.at_op("<="), rest.at_op(">")) {
        (true, _) => Some((rest.advance(), first, false)),
        (_, true) => Some((rest.advance(), first, true)),
        _ => None,
    }
}

fn loop_form<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a LoopForm<'a>> {
    let arena = input.context.arena;
    let span = input.span();
    let after = input.advance();
    match input.peek() {
        Tok::Keyword(Keyword::While) => {
            let (rest, cond) = cut(exp).parse(after)?;
            Ok((rest, arena.alloc(LoopForm::While { span: rest.since(span, input), cond })))
        }
        Tok::Keyword(Keyword::For) if after.advance().at_op("<") => {
            let (rest, (name, _)) = cut(ident).parse(after)?;
            let (rest, bound) = cut(exp).parse(rest.advance())?;
            let name = Name::plain(name);
            Ok((rest, arena.alloc(LoopForm::For { span: rest.since(span, input), name, bound })))
        }
        Tok::Keyword(Keyword::For) if let Some((rest, first, down)) = between(after) => {
            let (rest, (name, _)) = cut(ident).parse(rest)?;
            let name = Name::plain(name);
            let (from, to, rest) = match down {
                false => {
                    if !rest.at_op("<") {
                        return rest.failure("`<`");
                    }
                    let (rest, to) = cut(exp).parse(rest.advance())?;
                    (first, to, rest)
                }
                true if rest.at_op(">=") => {
                    let (rest, from) = cut(exp).parse(rest.advance())?;
                    (from, first, rest)
                }
                true => {
                    let zero: &Exp = arena.alloc(Exp::IntLit { span, value: IntLiteral(0) });
                    (zero, first, rest)
                }
            };
            let span = rest.since(span, input);
            Ok((rest, arena.alloc(LoopForm::ForBetween { span, name, down, from, to })))
        }
        Tok::Keyword(Keyword::For) => {
            let (rest, pat) = cut(pat).parse(after)?;
            let (rest, array) = cut(preceded(keyword(Keyword::In), exp)).parse(rest)?;
            Ok((rest, arena.alloc(LoopForm::ForIn { span: rest.since(span, input), pat, array })))
        }
        _ => input.failure("`for` or `while`"),
    }
}

/// `match e case p -> f …`.
fn matching<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Exp<'a>> {
    let arena = input.context.arena;
    let (rest, scrutinee) = preceded(keyword(Keyword::Match), cut(exp)).parse(input)?;
    let (rest, arms) = cut(many1(arm)).parse(rest)?;
    let span = rest.since(input.span(), input);
    Ok((rest, arena.alloc(Exp::Match { span, scrutinee, arms: arena.slice(arms) })))
}

fn arm<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Arm<'a>> {
    let (rest, pat) = preceded(keyword(Keyword::Case), cut(pat)).parse(input)?;
    let (rest, body) = cut(preceded(punct(Punct::Arrow), exp)).parse(rest)?;
    Ok((rest, Arm { span: rest.since(input.span(), input), pat, body }))
}
