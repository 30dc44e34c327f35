//! Names, operators in parentheses and backticks, attributes, type parameters.

use framework::{Name, Span, Symbol};
use languages::codes;
use languages::source::{Attr, Exp, IntLiteral, Liftedness, SizeBinder, TypeParam};
use nom::Parser;
use nom::combinator::cut;
use nom::multi::{many0, many1};
use nom::sequence::{delimited, preceded};

use super::input::{In, Parsed, Problem, comma_list, ident, punct};
use super::token::{Punct, Tok};

/// `m.n.x`, as the qualifiers and the name.
pub(super) fn qualified<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, (Vec<Symbol>, Symbol, Span)> {
    let (mut rest, (mut name, span)) = ident(input)?;
    let mut path = Vec::new();
    while let (Tok::Punct(Punct::Dot), Tok::Ident(next)) = (rest.peek(), rest.peek2()) {
        path.push(std::mem::replace(&mut name, next));
        rest = rest.advance().advance();
    }
    Ok((rest, (path, name, rest.since(span, input))))
}

/// The expression for the qualified name `path.name`.
pub(super) fn path_exp<'s, 'a>(input: In<'s, 'a>, path: &[Symbol], name: Symbol, span: Span) -> &'a Exp<'a> {
    let arena = input.context.arena;
    match path.split_first() {
        None => arena.alloc(Exp::Var { span, name: Name::plain(name) }),
        Some((first, rest)) => {
            let head: &Exp = arena.alloc(Exp::Var { span, name: Name::plain(*first) });
            rest.iter().chain([&name]).fold(head, |exp, label| arena.alloc(Exp::Project { span, exp, label: *label }))
        }
    }
}

/// The qualifiers of an operator token.
fn operator_path(input: In<'_, '_>, op: Symbol) -> Vec<Symbol> {
    let text = input.text(input.span());
    let path = text.strip_suffix(op.as_str()).unwrap_or("");
    path.split('.').filter(|part| !part.is_empty()).map(Symbol::new).collect()
}

/// An infix operator: a symbol or a name in backticks.
pub(super) fn infix<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Exp<'a>> {
    let span = input.span();
    match input.peek() {
        Tok::Op(op) if op.as_str() != "!" => Ok((input.advance(), path_exp(input, &[], op, span))),
        Tok::QualifiedOp(op) => Ok((input.advance(), path_exp(input, &operator_path(input, op), op, span))),
        Tok::Punct(Punct::Backtick) => {
            let (rest, (path, name, span)) = cut(qualified).parse(input.advance())?;
            let exp = path_exp(input, &path, name, span);
            let (rest, _) = cut(punct(Punct::Backtick)).parse(rest)?;
            Ok((rest, exp))
        }
        _ => input.mismatch("an operator"),
    }
}

/// The symbol of the next infix operator, and the input after it. A name in backticks has the symbol `` ` ``.
pub(super) fn peek_infix<'s, 'a>(input: In<'s, 'a>) -> Option<(&'static str, In<'s, 'a>)> {
    match input.peek() {
        Tok::Op(op) if op.as_str() != "!" => Some((op.as_str(), input.advance())),
        Tok::QualifiedOp(op) => Some((op.as_str(), input.advance())),
        Tok::Punct(Punct::Backtick) => qualified(input.advance()).ok().map(|(rest, _)| ("`", rest.advance())),
        _ => None,
    }
}

/// An infix operator in its definition, where it must be unqualified.
pub(super) fn binding_infix<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, (Symbol, Span)> {
    let span = input.span();
    match input.peek() {
        // `&&` and `||` evaluate their second operand only if they need it; a function's argument is always evaluated.
        Tok::Op(op) if ["&&", "||"].contains(&op.as_str()) => Err(nom::Err::Failure(Problem::new(
            &codes::NOT_REDEFINABLE,
            span,
            format!("the operator `{op}` may not be redefined"),
        ))),
        Tok::Op(op) if op.as_str() != "!" => Ok((input.advance(), (op, span))),
        Tok::Punct(Punct::Backtick) => {
            delimited(punct(Punct::Backtick), cut(ident), cut(punct(Punct::Backtick))).parse(input)
        }
        _ => input.mismatch("an operator to define"),
    }
}

/// Whether an operator in parentheses comes next, as in `(+)`.
pub(super) fn at_operator_in_parens(input: In<'_, '_>) -> bool {
    input.at(Punct::LParen) && peek_infix(input.advance()).is_some_and(|(_, rest)| rest.at(Punct::RParen))
}

/// A name, or an operator in parentheses, in its binding.
pub(super) fn binding_name<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, (Symbol, Span)> {
    if at_operator_in_parens(input) {
        delimited(punct(Punct::LParen), cut(binding_infix), cut(punct(Punct::RParen))).parse(input)
    } else {
        ident(input)
    }
}

/// `#[attr]`.
pub(super) fn attribute<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a Attr<'a>> {
    let (rest, attr) =
        delimited(punct(Punct::AttrOpen), cut(attribute_body), cut(punct(Punct::RBracket))).parse(input)?;
    Ok((rest, input.context.arena.alloc(attr)))
}

fn attribute_body<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Attr<'a>> {
    let span = input.span();
    match input.peek() {
        Tok::Int { value, .. } => Ok((input.advance(), Attr::Number { span, value: IntLiteral(value) })),
        Tok::Ident(name) if input.peek2() == Tok::Punct(Punct::LParen) => {
            let args = cut(delimited(punct(Punct::LParen), comma_list(attribute_body), punct(Punct::RParen)));
            let (rest, args) = preceded(ident, args).parse(input)?;
            let args = input.context.arena.slice(args);
            Ok((rest, Attr::Compound { span: rest.since(span, input), name, args }))
        }
        Tok::Ident(name) => Ok((input.advance(), Attr::Atom { span, name })),
        _ => input.mismatch("an attribute"),
    }
}

/// `[n]`.
pub(super) fn size_binder<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, SizeBinder> {
    let (rest, (name, span)) =
        delimited(punct(Punct::LBracket), cut(ident), cut(punct(Punct::RBracket))).parse(input)?;
    Ok((rest, SizeBinder { span, name: Name::plain(name) }))
}

/// `[n][m]`.
pub(super) fn size_binders1<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a [SizeBinder]> {
    let (rest, binders) = many1(size_binder).parse(input)?;
    Ok((rest, input.context.arena.slice(binders)))
}

/// `[n]`, `'a`, `'~a`, `'^a`, any number of them.
pub(super) fn type_params<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a [TypeParam]> {
    let (rest, params) = many0(type_param).parse(input)?;
    Ok((rest, input.context.arena.slice(params)))
}

fn type_param<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, TypeParam> {
    let lifted = match input.peek() {
        Tok::Punct(Punct::LBracket) => {
            let (rest, SizeBinder { span, name, .. }) = size_binder(input)?;
            return Ok((rest, TypeParam::SizeParam { span, name }));
        }
        Tok::Punct(Punct::Tick) => Liftedness::Unlifted,
        Tok::Punct(Punct::TickTilde) => Liftedness::SizeLifted,
        Tok::Punct(Punct::TickCaret) => Liftedness::Lifted,
        _ => return input.mismatch("a type parameter"),
    };
    let (rest, (name, span)) = cut(ident).parse(input.advance())?;
    Ok((rest, TypeParam::TypeParamNamed { span, name: Name::plain(name), lifted }))
}
