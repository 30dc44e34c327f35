//! Declarations, module expressions and module types.

use framework::{Name, Symbol};
use languages::source::{Dec, Liftedness, ModExp, ModParam, ModType, Pat, Spec, Type};
use nom::Parser;
use nom::combinator::{cut, opt};
use nom::multi::many0;
use nom::sequence::{delimited, preceded};

use super::expressions::exp;
use super::input::{In, Parsed, deeper, ident, keyword, punct, string};
use super::names::{at_operator_in_parens, attribute, binding_infix, binding_name, peek_infix, qualified, type_params};
use super::patterns::{param, params};
use super::token::{Keyword, Punct, Tok};
use super::types::type_exp;

/// Whether a declaration can start with this token.
pub(super) fn starts_declaration(token: Tok) -> bool {
    match token {
        Tok::Keyword(word) => matches!(
            word,
            Keyword::Def
                | Keyword::Entry
                | Keyword::Let
                | Keyword::Type
                | Keyword::Module
                | Keyword::Open
                | Keyword::Import
                | Keyword::Local
        ),
        Tok::Punct(Punct::AttrOpen) | Tok::Doc(_) => true,
        _ => false,
    }
}

/// A declaration.
pub(super) fn declaration<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Dec<'a>> {
    let arena = input.context.arena;
    let start = input.span();
    match input.peek() {
        Tok::Keyword(Keyword::Def | Keyword::Let | Keyword::Entry) => value(input),
        Tok::Keyword(Keyword::Type) => {
            let (rest, (name, lifted, type_params)) = type_head(input)?;
            let (rest, rhs) = cut(preceded(punct(Punct::Equals), type_exp)).parse(rest)?;
            Ok((rest, Dec::Abbreviation { span: rest.since(start, input), name, lifted, type_params, rhs }))
        }
        Tok::Keyword(Keyword::Module) if input.peek2() == Tok::Keyword(Keyword::Type) => {
            let (rest, (name, _)) = cut(ident).parse(input.advance().advance())?;
            let (rest, body) = cut(preceded(punct(Punct::Equals), mod_type)).parse(rest)?;
            Ok((rest, Dec::ModuleType { span: rest.since(start, input), name: Name::plain(name), body }))
        }
        Tok::Keyword(Keyword::Module) => {
            let (rest, (name, _)) = cut(ident).parse(input.advance())?;
            let (rest, params) = many0(mod_param).parse(rest)?;
            let (rest, sig) = opt(preceded(punct(Punct::Colon), cut(mod_type))).parse(rest)?;
            let (rest, body) = cut(preceded(punct(Punct::Equals), mod_exp)).parse(rest)?;
            let (span, name) = (rest.since(start, input), Name::plain(name));
            Ok((rest, Dec::Module { span, name, params: arena.slice(params), sig, body }))
        }
        Tok::Keyword(Keyword::Open) => {
            let (rest, module) = cut(mod_exp).parse(input.advance())?;
            Ok((rest, Dec::Open { span: rest.since(start, input), module }))
        }
        Tok::Keyword(Keyword::Import) => {
            let (rest, path) = cut(string).parse(input.advance())?;
            Ok((rest, Dec::Import { span: rest.since(start, input), path }))
        }
        Tok::Keyword(Keyword::Local) => deeper(input, |input| {
            let (rest, dec) = cut(declaration).parse(input.advance())?;
            Ok((rest, Dec::Local { span: rest.since(start, input), dec: arena.alloc(dec) }))
        }),
        Tok::Punct(Punct::AttrOpen) => deeper(input, |input| {
            let (rest, attr) = attribute(input)?;
            let (rest, dec) = cut(declaration).parse(rest)?;
            Ok((rest, Dec::Attributed { span: rest.since(start, input), attr, dec: arena.alloc(dec) }))
        }),
        Tok::Doc(doc) => deeper(input, |input| {
            let (rest, dec) = cut(declaration).parse(input.advance())?;
            Ok((rest, Dec::Documented { span: rest.since(start, input), doc, dec: arena.alloc(dec) }))
        }),
        _ => input.mismatch("a declaration"),
    }
}

/// `def f [n] (x: t): u = e`, or `def x + y = e`.
fn value<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Dec<'a>> {
    let arena = input.context.arena;
    let entry = input.at_keyword(Keyword::Entry);
    let rest = input.advance();
    let named = matches!(rest.peek(), Tok::Ident(_)) && peek_infix(rest.advance()).is_none();
    let (rest, name, type_params, params) = if named || at_operator_in_parens(rest) {
        let (rest, (name, _)) = cut(binding_name).parse(rest)?;
        let (rest, type_params) = type_params(rest)?;
        let (rest, params) = params(rest)?;
        (rest, name, type_params, params)
    } else {
        let (after, lhs) = cut(param).parse(rest)?;
        if let (Pat::PatTuple { .. }, true) = (lhs, after.at(Punct::Equals)) {
            return rest.failure("a single name, since a declaration binds no pattern,");
        }
        let (rest, (name, _)) = cut(binding_infix).parse(after)?;
        let (rest, rhs) = cut(param).parse(rest)?;
        (rest, name, &[][..], arena.slice([*lhs, *rhs]))
    };
    let (rest, ret) = opt(preceded(punct(Punct::Colon), cut(type_exp))).parse(rest)?;
    let (rest, body) = cut(preceded(punct(Punct::Equals), exp)).parse(rest)?;
    let span = rest.since(input.span(), input);
    Ok((rest, Dec::Value { span, entry, name: Name::plain(name), type_params, params, ret, body }))
}

type TypeHead<'a> = (Name, Liftedness, &'a [languages::source::TypeParam]);

/// `type^ t [n] 'a`.
fn type_head<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, TypeHead<'a>> {
    let rest = input.advance();
    let (rest, lifted) = match rest.peek() {
        Tok::Punct(Punct::Tilde) => (rest.advance(), Liftedness::SizeLifted),
        Tok::Op(op) if op.as_str() == "^" => (rest.advance(), Liftedness::Lifted),
        _ => (rest, Liftedness::Unlifted),
    };
    let (rest, (name, _)) = cut(ident).parse(rest)?;
    let (rest, type_params) = type_params(rest)?;
    Ok((rest, (Name::plain(name), lifted, type_params)))
}

/// `(P: S)`.
fn mod_param<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, ModParam<'a>> {
    let (rest, _) = punct(Punct::LParen)(input)?;
    let (rest, (name, span)) = cut(ident).parse(rest)?;
    let (rest, sig) = cut(delimited(punct(Punct::Colon), mod_type, punct(Punct::RParen))).parse(rest)?;
    Ok((rest, ModParam { span, name: Name::plain(name), sig }))
}

/// A module expression.
fn mod_exp<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a ModExp<'a>> {
    deeper(input, |input| {
        let arena = input.context.arena;
        let start = input.span();
        let (mut rest, mut module) = match input.peek() {
            Tok::Punct(Punct::Backslash) => mod_lambda(input)?,
            Tok::Keyword(Keyword::Import) => {
                let (rest, path) = cut(string).parse(input.advance())?;
                (rest, arena.alloc(ModExp::ModImport { span: rest.since(start, input), path }))
            }
            _ => mod_apply(input)?,
        };
        while rest.at(Punct::Colon) {
            let (after, sig) = cut(mod_type).parse(rest.advance())?;
            module = arena.alloc(ModExp::ModAscribe { span: after.since(start, input), module, sig });
            rest = after;
        }
        Ok((rest, module))
    })
}

fn mod_lambda<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a ModExp<'a>> {
    let arena = input.context.arena;
    let (rest, param) = cut(mod_param).parse(input.advance())?;
    let (rest, ret) = opt(preceded(punct(Punct::Colon), cut(simple_mod_type))).parse(rest)?;
    let (rest, body) = cut(preceded(punct(Punct::Arrow), mod_exp)).parse(rest)?;
    let span = rest.since(input.span(), input);
    Ok((rest, arena.alloc(ModExp::ModLambda { span, param: arena.alloc(param), ret, body })))
}

fn mod_apply<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a ModExp<'a>> {
    let arena = input.context.arena;
    let (rest, head) = mod_atom(input)?;
    let (rest, args) = many0(mod_atom).parse(rest)?;
    let span = rest.since(input.span(), input);
    Ok((rest, args.into_iter().fold(head, |func, arg| arena.alloc(ModExp::ModApply { span, func, arg }))))
}

fn mod_atom<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a ModExp<'a>> {
    let arena = input.context.arena;
    match input.peek() {
        Tok::Punct(Punct::LParen) => {
            delimited(punct(Punct::LParen), cut(mod_exp), cut(punct(Punct::RParen))).parse(input)
        }
        Tok::Punct(Punct::LBrace) => {
            let (rest, decs) =
                delimited(punct(Punct::LBrace), many0(declaration), cut(punct(Punct::RBrace))).parse(input)?;
            let span = rest.since(input.span(), input);
            Ok((rest, arena.alloc(ModExp::ModBody { span, decs: arena.slice(decs) })))
        }
        Tok::Ident(_) => {
            let (rest, (path, span)) = path(input)?;
            Ok((rest, arena.alloc(ModExp::ModName { span, path })))
        }
        _ => input.mismatch("a module"),
    }
}

/// `m.n` as a path.
fn path<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, (&'a [Symbol], framework::Span)> {
    let (rest, (mut path, name, span)) = qualified(input)?;
    path.push(name);
    Ok((rest, (input.context.arena.slice(path), span)))
}

/// A module type expression.
fn mod_type<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a ModType<'a>> {
    deeper(input, |input| {
        let arena = input.context.arena;
        let start = input.span();
        let named = (input.peek(), input.peek2(), input.token(2).kind);
        if let (Tok::Punct(Punct::LParen), Tok::Ident(name), Tok::Punct(Punct::Colon)) = named {
            let rest = input.advance().advance().advance();
            let (rest, from) = cut(mod_type).parse(rest)?;
            let (rest, _) = cut(punct(Punct::RParen)).parse(rest)?;
            let (rest, to) = cut(preceded(punct(Punct::Arrow), mod_type)).parse(rest)?;
            let (span, param) = (rest.since(start, input), Some(Name::plain(name)));
            return Ok((rest, arena.alloc(ModType::SigArrow { span, param, from, to })));
        }
        let (mut rest, mut sig) = simple_mod_type(input)?;
        while rest.at_keyword(Keyword::With) {
            let (after, (path, _)) = cut(path).parse(rest.advance())?;
            let (after, type_params) = type_params(after)?;
            let (after, ty) = cut(preceded(punct(Punct::Equals), type_exp)).parse(after)?;
            let span = after.since(start, input);
            sig = arena.alloc(ModType::SigWith { span, base: sig, path, type_params, ty });
            rest = after;
        }
        if !rest.at(Punct::Arrow) {
            return Ok((rest, sig));
        }
        let (rest, to) = cut(mod_type).parse(rest.advance())?;
        let span = rest.since(start, input);
        Ok((rest, arena.alloc(ModType::SigArrow { span, param: None, from: sig, to })))
    })
}

/// A module type that needs no parentheses.
fn simple_mod_type<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, &'a ModType<'a>> {
    let arena = input.context.arena;
    match input.peek() {
        Tok::Punct(Punct::LParen) => {
            delimited(punct(Punct::LParen), cut(mod_type), cut(punct(Punct::RParen))).parse(input)
        }
        Tok::Punct(Punct::LBrace) => {
            let (rest, specs) = delimited(punct(Punct::LBrace), many0(spec), cut(punct(Punct::RBrace))).parse(input)?;
            let span = rest.since(input.span(), input);
            Ok((rest, arena.alloc(ModType::Sig { span, specs: arena.slice(specs) })))
        }
        Tok::Ident(_) => {
            let (rest, (path, span)) = path(input)?;
            Ok((rest, arena.alloc(ModType::SigName { span, path })))
        }
        _ => input.mismatch("a module type"),
    }
}

/// A specification of a module type.
fn spec<'s, 'a>(input: In<'s, 'a>) -> Parsed<'s, 'a, Spec<'a>> {
    let arena = input.context.arena;
    let start = input.span();
    match input.peek() {
        Tok::Keyword(Keyword::Val) => {
            let rest = input.advance();
            let infix = !matches!(rest.peek(), Tok::Ident(_) | Tok::Punct(Punct::LParen));
            let (rest, (name, _)) = cut(if infix { binding_infix } else { binding_name }).parse(rest)?;
            let (rest, type_params) = type_params(rest)?;
            let (rest, ty): (_, &'a Type<'a>) = cut(preceded(punct(Punct::Colon), type_exp)).parse(rest)?;
            let span = rest.since(start, input);
            Ok((rest, Spec::SpecValue { span, name: Name::plain(name), type_params, ty }))
        }
        Tok::Keyword(Keyword::Type) => {
            let (rest, (name, lifted, type_params)) = type_head(input)?;
            let (rest, rhs) = opt(preceded(punct(Punct::Equals), cut(type_exp))).parse(rest)?;
            let span = rest.since(start, input);
            Ok((
                rest,
                match rhs {
                    Some(rhs) => Spec::SpecAbbreviation { span, name, lifted, type_params, rhs },
                    None => Spec::SpecType { span, name, lifted, type_params },
                },
            ))
        }
        Tok::Keyword(Keyword::Module) => {
            let (rest, (name, _)) = cut(ident).parse(input.advance())?;
            let (rest, sig) = cut(preceded(punct(Punct::Colon), mod_type)).parse(rest)?;
            Ok((rest, Spec::SpecModule { span: rest.since(start, input), name: Name::plain(name), sig }))
        }
        Tok::Keyword(Keyword::Include) => {
            let (rest, sig) = preceded(keyword(Keyword::Include), cut(mod_type)).parse(input)?;
            Ok((rest, Spec::SpecInclude { span: rest.since(start, input), sig }))
        }
        Tok::Punct(Punct::AttrOpen) => deeper(input, |input| {
            let (rest, attr) = attribute(input)?;
            let (rest, spec) = cut(spec).parse(rest)?;
            Ok((rest, Spec::SpecAttributed { span: rest.since(start, input), attr, spec: arena.alloc(spec) }))
        }),
        Tok::Doc(doc) => deeper(input, |input| {
            let (rest, spec) = cut(spec).parse(input.advance())?;
            Ok((rest, Spec::SpecDocumented { span: rest.since(start, input), doc, spec: arena.alloc(spec) }))
        }),
        _ => input.mismatch("a specification"),
    }
}
