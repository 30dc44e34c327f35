//! Turns drafts into `Typed`, once all types are known.
//!
//! Every function body, branch, case and loop body becomes a block: a chain of `let`s. They are the `let`s of the
//! program, and those that name unknown sizes, which drafts may have inside any expression. An operand that is
//! evaluated before such a `let` gets a `let` of its own, to keep the order of evaluation.

mod expressions;
mod operands;
mod types;

use framework::{Error, Name, Result, Span};
use languages::codes;
use languages::prim::PrimValue;
use languages::typed::{self, Arena, Exp, Pat, PatField, SizeBinder, TypeArg, TypeParam};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::typing::infer_types::draft::{self, E, Kind, Literal, PatKind};
use crate::typing::infer_types::messages::Messages;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{self as known, Ty, Type};
use crate::typing::infer_types::unify::Types;

/// One `let` of a block.
enum Binding<'b> {
    Value {
        span: Span,
        sizes: Vec<Name>,
        names: Vec<Name>,
        pat: &'b Pat<'b>,
        rhs: &'b Exp<'b>,
    },
    Function {
        span: Span,
        name: Name,
        type_params: &'b [TypeParam],
        params: &'b [Pat<'b>],
        ret: &'b typed::Type<'b>,
        declared: bool,
        rhs: &'b Exp<'b>,
    },
}

impl Binding<'_> {
    /// The names that the `let` binds.
    fn names(&self) -> &[Name] {
        match self {
            Binding::Value { names, .. } => names,
            Binding::Function { name, .. } => std::slice::from_ref(name),
        }
    }
}

/// A type in the new program, with the names of the sizes that it mentions.
type Converted<'b> = (&'b typed::Type<'b>, Vec<Name>);

/// Elaborates a definition.
pub fn definition<'t, 'b>(
    infer: &mut Infer<'t>,
    arena: &'b Arena<'b>,
    definition: &draft::Definition<'t>,
) -> Result<typed::Def<'b>> {
    let draft::Definition { span, name, entry, doc, .. } = *definition;
    let attrs: Vec<_> = definition.attrs.iter().map(|attr| expressions::attribute(arena, attr)).collect();
    let (dynamic_sizes, free_order) = (infer.has_dynamic_sizes(), infer.modules_are_checked());
    let opaque = infer.modules.are_opaque();
    let (types, messages) = infer.solved();
    let mut elaborate = Elaborate {
        types,
        messages,
        dynamic_sizes,
        free_order,
        opaque,
        arena,
        scope: FxHashSet::default(),
        block: Vec::new(),
        known: FxHashMap::default(),
        used: Vec::new(),
        missing: None,
        own: (name, &[]),
    };
    let type_params = elaborate.own_type_params(&definition.type_params);
    let (params, ret, body) = elaborate.closure(&definition.closure)?;
    let declared = definition.closure.declared;
    Ok(typed::Def::Value {
        span,
        name,
        entry,
        attrs: arena.slice(attrs),
        doc,
        type_params,
        params,
        ret,
        declared,
        body,
    })
}

/// The state of elaboration.
struct Elaborate<'i, 't, 'b> {
    types: &'i mut Types<'t>,
    messages: &'i mut Messages<'t>,
    dynamic_sizes: bool,
    /// Whether sizes of operands, like those of arguments, may be those that an operand to the right makes. After
    /// `check-modules`, such a size is part of an abstract type, of which the program knows no size.
    free_order: bool,
    /// Whether all abstract types are types of their own.
    opaque: bool,
    arena: &'b Arena<'b>,
    scope: FxHashSet<Name>,
    block: Vec<Binding<'b>>,
    known: FxHashMap<*const Type<'t>, Converted<'b>>,
    /// The names of the sizes that the type under conversion mentions.
    used: Vec<Name>,
    /// The size for which the last error says that it is not known yet.
    missing: Option<Name>,
    /// The definition's name, and its type parameters as arguments: the instance at which the definition uses itself,
    /// unless it has a declared type.
    own: (Name, &'b [TypeArg<'b>]),
}

impl<'t, 'b> Elaborate<'_, 't, 'b> {
    /// Elaborates the type parameters of the definition.
    fn own_type_params(&mut self, params: &[(Span, known::TypeParam)]) -> &'b [TypeParam] {
        let converted = self.type_params(params);
        let args = converted.iter().map(|param| match *param {
            TypeParam::SizeParam { span, name } => {
                let exp = self.arena.alloc(Exp::Var { span, ty: self.i64(span), name, inst: &[] });
                TypeArg::ArgSize { span, size: self.arena.alloc(typed::Size::SizeOf { span, exp }) }
            }
            TypeParam::TypeParamNamed { span, name, .. } => {
                TypeArg::ArgType { span, ty: self.arena.alloc(typed::Type::TypeVar { span, name }) }
            }
        });
        let args: Vec<_> = args.collect();
        self.own.1 = self.arena.slice(args);
        converted
    }

    /// Elaborates type parameters, and brings them into scope.
    fn type_params(&mut self, params: &[(Span, known::TypeParam)]) -> &'b [TypeParam] {
        let converted = params.iter().map(|(span, param)| match *param {
            known::TypeParam::Size(name) => {
                self.scope.insert(name);
                TypeParam::SizeParam { span: *span, name }
            }
            known::TypeParam::Type(name, lifted) => TypeParam::TypeParamNamed { span: *span, name, lifted },
        });
        let converted: Vec<_> = converted.collect();
        self.arena.slice(converted)
    }

    /// Elaborates the parameters, the result type and the body of a function. Its names are not removed from the scope
    /// afterwards: names are unique, so that is harmless.
    fn closure(&mut self, closure: &draft::Closure<'t>) -> Result<(&'b [Pat<'b>], &'b typed::Type<'b>, &'b Exp<'b>)> {
        let mut params = Vec::new();
        for param in &closure.params {
            params.push(self.pattern(param)?);
        }
        let ret = self.ty(closure.body.span, closure.ret)?;
        let body = self.boundary(closure.body)?;
        Ok((self.arena.slice(params), ret, body))
    }

    /// Elaborates a pattern, and brings its variables into scope.
    fn pattern(&mut self, pat: &draft::Pat<'t>) -> Result<Pat<'b>> {
        let converted = self.pattern_node(pat)?;
        let names = pat.names();
        self.scope.extend(names);
        Ok(converted)
    }

    fn pattern_node(&mut self, pat: &draft::Pat<'t>) -> Result<Pat<'b>> {
        let span = pat.span;
        let ty = self.ty(span, pat.ty)?;
        let arena = self.arena;
        Ok(match &pat.kind {
            PatKind::Var(name) => Pat::PatVar { span, ty, name: *name },
            PatKind::Wild => Pat::PatWild { span, ty },
            PatKind::Record(fields) => {
                let mut converted = Vec::new();
                for (span, label, pat) in fields {
                    let pat = arena.alloc(self.pattern_node(pat)?);
                    converted.push(PatField { span: *span, label: *label, pat });
                }
                Pat::PatRecord { span, ty, fields: arena.slice(converted) }
            }
            PatKind::Const(value) => Pat::PatConst { span, ty, value: *value },
            PatKind::Number(literal) => Pat::PatConst { span, ty, value: self.literal(span, *literal, pat.ty)? },
            PatKind::Con(tag, args) => {
                let mut converted = Vec::new();
                for arg in args {
                    converted.push(self.pattern_node(arg)?);
                }
                Pat::PatCon { span, ty, tag: *tag, args: arena.slice(converted) }
            }
        })
    }

    /// The value of a literal, which has been checked to fit its type.
    fn literal(&mut self, span: Span, literal: Literal, ty: Ty<'t>) -> Result<PrimValue> {
        match self.types.value_type(ty) {
            Type::Prim(prim) => Ok(draft::literal_value(literal, *prim)),
            _ => Err(Error::internal("a literal whose type is unknown").or_at(span)),
        }
    }

    /// Elaborates an expression into a block of its own.
    fn boundary(&mut self, exp: E<'t>) -> Result<&'b Exp<'b>> {
        let outer = std::mem::take(&mut self.block);
        let result = self.linear(exp);
        let block = std::mem::replace(&mut self.block, outer);
        let (result, ty) = result?;
        self.assemble(block, result, ty)
    }

    fn assemble(&mut self, block: Vec<Binding<'b>>, result: &'b Exp<'b>, ty: Ty<'t>) -> Result<&'b Exp<'b>> {
        let arena = self.arena;
        let mut result = result;
        let mut ty = ty;
        let mut used = self.sizes_of(ty);
        for binding in block.into_iter().rev() {
            if binding.names().iter().any(|name| used.contains(name)) {
                let names: FxHashSet<Name> = binding.names().iter().copied().collect();
                ty = self.types.hide(ty, &|_, name| names.contains(&name)).map_err(|clash| {
                    let error = codes::SIZE_ESCAPES
                        .error(result.span(), "a size in the type of this function is not known outside");
                    self.messages.explain(self.types, error, &clash, (ty, ty))
                })?;
                used = self.sizes_of(ty);
            }
            for name in binding.names() {
                self.scope.remove(name);
            }
            let body = result;
            result = arena.alloc(match binding {
                Binding::Value { span, sizes, pat, rhs, .. } => {
                    let binders = sizes.iter().map(|name| SizeBinder { span, name: *name });
                    let sizes = arena.slice(binders);
                    Exp::Let { span, ty: self.ty(span, ty)?, sizes, pat, rhs, body }
                }
                Binding::Function { span, name, type_params, params, ret, declared, rhs } => {
                    Exp::LetFun { span, ty: self.ty(span, ty)?, name, type_params, params, ret, declared, rhs, body }
                }
            });
        }
        Ok(result)
    }

    fn sizes_of(&mut self, ty: Ty<'t>) -> FxHashSet<Name> {
        let mut names = Vec::new();
        self.types.each_size(ty, &mut |types, size| types.size_names(size, &mut names));
        names.into_iter().collect()
    }

    /// Elaborates an expression. Its `let`s become part of the current block; the result is the value after them.
    fn linear(&mut self, exp: E<'t>) -> Result<(&'b Exp<'b>, Ty<'t>)> {
        let mut exp = exp;
        loop {
            match &exp.kind {
                Kind::Let { sizes, pat, rhs, body } => {
                    self.bind(exp.span, sizes, pat, rhs)?;
                    exp = body;
                }
                Kind::LetSize { name, body, .. } if self.original(*name) != *name => exp = body,
                Kind::LetSize { name, size, body } => {
                    let span = exp.span;
                    let rhs = self.scoped_size(span, size)?;
                    let ty = self.i64(span);
                    let pat = self.arena.alloc(Pat::PatVar { span, ty, name: *name });
                    self.block.push(Binding::Value { span, sizes: Vec::new(), names: vec![*name], pat, rhs });
                    self.scope.insert(*name);
                    exp = body;
                }
                Kind::LetFun { function, body } => {
                    let type_params = self.type_params(&function.type_params);
                    let (params, ret, rhs) = self.closure(&function.closure)?;
                    let span = exp.span;
                    let (name, declared) = (function.name, function.closure.declared);
                    self.block.push(Binding::Function { span, name, type_params, params, ret, declared, rhs });
                    exp = body;
                }
                _ => return Ok((self.core(exp)?, exp.ty)),
            }
        }
    }

    fn bind(&mut self, span: Span, sizes: &[Name], pat: &draft::Pat<'t>, rhs: E<'t>) -> Result<()> {
        let (rhs, _) = self.linear(rhs)?;
        let mut names = pat.names();
        names.extend(sizes);
        self.scope.extend(sizes);
        // Instead of `let [k] t = filter p xs let ys = t` writes `let [k] ys = filter p xs`: inference has made `t` for
        // this `let`, so no other code uses it.
        let reuse = match (rhs, self.block.last()) {
            (Exp::Var { name, .. }, Some(Binding::Value { pat: Pat::PatVar { name: last, .. }, .. })) => {
                name == last && sizes.is_empty() && self.types.binding(*name).is_none()
            }
            _ => false,
        };
        let converted = self.arena.alloc(self.pattern(pat)?);
        if reuse && let Some(Binding::Value { pat, names: own, sizes, .. }) = self.block.last_mut() {
            *pat = converted;
            names.extend(sizes.iter());
            *own = names;
            return Ok(());
        }
        self.block.push(Binding::Value { span, sizes: sizes.to_vec(), names, pat: converted, rhs });
        Ok(())
    }

    fn operand(&mut self, exp: E<'t>) -> Result<&'b Exp<'b>> {
        Ok(self.linear(exp)?.0)
    }

    fn list(&mut self, exps: &[E<'t>]) -> Result<&'b [Exp<'b>]> {
        let operands = self.operands(exps)?;
        Ok(self.arena.slice(operands.into_iter().copied()))
    }
}
