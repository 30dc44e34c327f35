//! Inference of definitions, one after the other.

use std::rc::Rc;

use framework::{Error, Name, Node, Result, Span};
use languages::codes;
use languages::prim::{PrimType, PrimValue};
use languages::resolved;
use languages::source::Liftedness;
use languages::typed::{self, Arena};
use rustc_hash::FxHashSet;

use super::annotations::Abbreviation;
use super::draft::{Literal, Pat, TypeParam};
use super::elaborate::{Elaborate, attribute};
use super::infer::{Binding, Infer, Scheme};
use super::tables::Constraint;
use super::types::{Ty, Type};

impl<'t> Infer<'t> {
    /// All definitions in order; those that are values of the program go to `out`. Gives the errors of all that are wrong.
    pub fn definitions<'b>(
        &mut self,
        defs: &'t [resolved::Def<'t>],
        arena: Option<&'b Arena<'b>>,
        out: &mut Vec<typed::Def<'b>>,
    ) -> Vec<Error> {
        let mut errors = Vec::new();
        // Definitions that were wrong have no type: nothing is said of what uses them.
        let mut wrong: FxHashSet<Name> = FxHashSet::default();
        // What depends on types or values of which nothing is known is checked, but is not part of the program.
        let mut assumed: FxHashSet<Name> = FxHashSet::default();
        let modules =
            defs.iter().any(|def| matches!(def, resolved::Def::Abstract { .. } | resolved::Def::Assumed { .. }));
        for def in defs {
            let free = if modules || !wrong.is_empty() { def.free_names() } else { Vec::new() };
            let name = bound_name(def);
            if let Some(name) = name {
                self.order.insert(name, self.order.len());
            }
            if free.iter().any(|name| wrong.contains(name)) {
                wrong.extend(name);
                continue;
            }
            if free.iter().any(|name| assumed.contains(name))
                || matches!(def, resolved::Def::Abstract { .. } | resolved::Def::Assumed { .. })
            {
                assumed.extend(name);
            }
            let emit = name.is_none_or(|name| !assumed.contains(&name));
            match self.definition(def, arena.filter(|_| emit)) {
                Ok(def) => out.extend(def),
                Err(error) => {
                    self.level = 0;
                    self.reveal = None;
                    self.pending.clear();
                    self.equations.clear();
                    self.literals.clear();
                    errors.push(error);
                    wrong.extend(name);
                }
            }
        }
        errors
    }

    fn definition<'b>(
        &mut self,
        def: &'t resolved::Def<'t>,
        arena: Option<&'b Arena<'b>>,
    ) -> Result<Option<typed::Def<'b>>> {
        use resolved::Def as D;
        match *def {
            D::Value { span, name, entry, attrs, doc, type_params, params, ret, body } => {
                self.places.insert(name, span);
                let first = self.types.len();
                let (declared, closure, ty) = self.scoped(|infer| {
                    let mut declared = infer.declare_type_params(type_params);
                    let recursive = !params.is_empty() && body.free_names().contains(&name);
                    let mut own = None;
                    let closure = infer.closure(params, ret, body, None, &mut |infer, params| {
                        infer.any_sizes(params, &mut declared);
                        if recursive {
                            let ret = ret.map(|ret| infer.result_annotation(ret)).transpose()?;
                            own = Some(infer.recursive(span, name, &mut declared, params, ret)?);
                        }
                        Ok(())
                    })?;
                    let ty = infer.closure_type(span, &closure.params, closure.ret)?;
                    if let (Some(own), None) = (own, ret) {
                        infer.expect(span, own, ty, "this recursive function")?;
                    }
                    if recursive {
                        infer.check_recursion(span, name, params, &closure, body)?;
                    }
                    infer.retry_equations()?;
                    infer.settle(first)?;
                    infer.retry_equations()?;
                    Ok((declared, closure, ty))
                })?;
                let type_params = self.generalise(span, declared, ty)?;
                if params.is_empty()
                    && matches!(self.shallow(ty), Type::Exists(..))
                    && let Some((place, _)) = type_params.iter().find(|(_, param)| matches!(param, TypeParam::Size(_)))
                {
                    let message = format!(
                        "the size-polymorphic value binding `{}` may not have a type with an existential size",
                        name.base
                    );
                    let text = self.show(ty);
                    return Err(codes::SIZE_POLYMORPHIC_VALUE
                        .error(span, message)
                        .note(format!("its type is `{text}`"))
                        .related(*place, "its size parameter"));
                }
                self.check_size_params(&type_params, entry, ty)?;
                if entry {
                    self.check_entry(span, name, &type_params, &closure.params)?;
                }
                if let Some((place, found, expected)) = self.equations.pop() {
                    self.equations.clear();
                    return Err(self.size_error(place, &super::unify::Clash::Sizes(found, expected)));
                }
                self.check_literals()?;
                let scheme = Scheme { params: type_params.iter().map(|(_, param)| *param).collect(), ty };
                self.env.insert(name, Binding::Poly(Rc::new(scheme)));
                self.levels.insert(name, 0);
                if closure.declared {
                    self.declared_results.insert(name);
                }
                let Some(arena) = arena else { return Ok(None) };
                let attrs: Vec<_> = attrs.iter().map(|attr| attribute(arena, attr)).collect();
                let mut elaborate = Elaborate::new(self, arena, name);
                let type_params = elaborate.own_type_params(&type_params);
                let (params, ret, body) = elaborate.closure(&closure)?;
                let attrs = arena.slice(attrs);
                let declared = closure.declared;
                Ok(Some(typed::Def::Value { span, name, entry, attrs, doc, type_params, params, ret, declared, body }))
            }
            D::Abbreviation { name, lifted, type_params, rhs, .. } => {
                let (params, rhs) = self.scoped(|infer| {
                    let params = infer.declare_type_params(type_params);
                    let mark = infer.pending.len();
                    let ty = infer.result_annotation(rhs)?;
                    infer.no_pending(mark)?;
                    infer.check_abbreviation(name, rhs.span(), ty, lifted)?;
                    Ok((params, ty))
                })?;
                let params = params.into_iter().map(|(_, param)| param).collect();
                self.liftedness.insert(name, lifted);
                self.abbreviations.insert(name, Abbreviation { params, rhs: Some(rhs) });
                Ok(None)
            }
            D::Abstract { name, lifted, type_params, .. } => {
                let params = self.scoped(|infer| Ok(infer.declare_type_params(type_params)))?;
                let params = params.into_iter().map(|(_, param)| param).collect();
                self.levels.insert(name, 0);
                self.liftedness.insert(name, lifted);
                self.abbreviations.insert(name, Abbreviation { params, rhs: None });
                Ok(None)
            }
            D::Assumed { span, name, type_params, ty } => {
                let (params, ty) = self.declared_scheme(span, type_params, ty)?;
                self.levels.insert(name, 0);
                self.env.insert(name, Binding::Poly(Rc::new(Scheme { params, ty })));
                Ok(None)
            }
            D::Sealed { span, name, lifted, type_params, rhs } => self.sealed(span, name, lifted, type_params, rhs),
            D::Conforms { span, name, value, type_params, ty } => self.conforms(span, name, value, type_params, ty),
            D::SameType { span, type_params, found, wanted } => self.same_type(span, type_params, found, wanted),
        }
    }

    /// Every size parameter must be one of something; callers of entry points determine it by an argument.
    fn check_size_params(&mut self, type_params: &[(Span, TypeParam)], entry: bool, ty: Ty<'t>) -> Result<()> {
        for (place, param) in type_params {
            let TypeParam::Size(name) = *param else { continue };
            if !self.mentions(ty, name) {
                return Err(
                    codes::UNUSED_SIZE.error(*place, format!("the size parameter `[{}]` is not used", name.base))
                );
            }
            if entry && !self.parameter_types(ty).into_iter().any(|param| self.mentions(param, name)) {
                let message = format!("no parameter of the entry point has the size `[{}]`", name.base);
                return Err(codes::ENTRY_SIZE.error(*place, message));
            }
        }
        Ok(())
    }

    /// The types of a function's parameters, of which it may take some only after others.
    fn parameter_types(&mut self, ty: Ty<'t>) -> Vec<Ty<'t>> {
        let mut params = Vec::new();
        let mut rest = self.value_type(ty);
        loop {
            rest = match *rest {
                Type::Arrow(_, from, to) => {
                    params.push(from);
                    self.value_type(to)
                }
                Type::Exists(_, body) => self.value_type(body),
                _ => return params,
            };
        }
    }

    /// Callers of entry points pass no types and no functions.
    fn check_entry(
        &mut self,
        span: Span,
        name: Name,
        type_params: &[(Span, TypeParam)],
        params: &[Pat<'t>],
    ) -> Result<()> {
        for (place, param) in type_params {
            if let TypeParam::Type(param, _) = param {
                let message = format!(
                    "the entry point `{}` may not be polymorphic: its type parameter is `{}`",
                    name.base, param.base
                );
                return Err(codes::POLYMORPHIC_ENTRY.error(place.or(span), message));
            }
        }
        for pat in params {
            let ty = self.plain(pat.ty);
            if let Err(clash @ super::unify::Clash::Function(_)) = self.need_order_zero(ty) {
                let error = codes::HIGHER_ORDER_ENTRY.error(
                    pat.span,
                    format!("the entry point `{}` may not be higher-order: it takes a function", name.base),
                );
                return Err(self.explain(error, &clash, ty, ty));
            }
        }
        Ok(())
    }

    /// A named type may contain functions or unknown sizes only if it says so.
    pub(super) fn check_abbreviation(&mut self, name: Name, span: Span, ty: Ty<'t>, lifted: Liftedness) -> Result<()> {
        let (unknown, body) = match *ty {
            Type::Exists(_, body) => (true, body),
            _ => (false, ty),
        };
        if lifted == Liftedness::Unlifted && unknown && !self.dynamic {
            let message = format!("the type `{}` has unknown sizes", name.base);
            return Err(codes::NEEDS_LIFTING.error(span, message).note("write `type~`, or give it size parameters"));
        }
        if lifted != Liftedness::Lifted
            && let Err(clash @ super::unify::Clash::Function(_)) = self.need_order_zero(body)
        {
            let error = codes::NEEDS_LIFTING.error(span, format!("the type `{}` contains functions", name.base));
            return Err(self.explain(error, &clash, ty, ty).note("write `type^`"));
        }
        Ok(())
    }

    /// The type that a recursive function has in its own body: if its result type is declared, it is general in its type parameters
    /// already.
    fn recursive(
        &mut self,
        span: Span,
        name: Name,
        declared: &mut Vec<(Span, TypeParam)>,
        params: &[Pat<'t>],
        ret: Option<Ty<'t>>,
    ) -> Result<Ty<'t>> {
        // That of the parameters.
        self.level -= 1;
        let result = match ret {
            Some(ret) => self.leave_scope(span, ret)?,
            None => self.fresh_result(span),
        };
        let ty = self.closure_type(span, params, result)?;
        self.level -= 1;
        let binding = match ret {
            Some(_) => {
                *declared = self.generalise(span, std::mem::take(declared), ty)?;
                Binding::Poly(Rc::new(Scheme { params: declared.iter().map(|(_, param)| *param).collect(), ty }))
            }
            None => Binding::Mono(ty),
        };
        self.level += 2;
        self.env.insert(name, binding);
        Ok(ty)
    }

    /// The type scheme of a specification.
    pub(super) fn declared_scheme(
        &mut self,
        span: Span,
        type_params: &'t [resolved::TypeParam],
        ty: &'t resolved::Type<'t>,
    ) -> Result<(Vec<TypeParam>, Ty<'t>)> {
        let (declared, ty) = self.scoped(|infer| {
            let declared = infer.declare_type_params(type_params);
            Ok((declared, infer.result_annotation(ty)?))
        })?;
        let params = self.generalise(span, declared, ty)?;
        Ok((params.into_iter().map(|(_, param)| param).collect(), ty))
    }

    /// Decides the types of literals and operators that nothing else decides.
    fn settle(&mut self, first: u32) -> Result<()> {
        for index in first..self.types.len() {
            let var = super::types::TypeVar(index);
            if let Err(free) = self.types.probe(var)
                && let Constraint::Prims(set) = free.constraint
            {
                let Some(prim) = set.default() else {
                    let names: Vec<&str> = set.iter().map(PrimType::name).collect();
                    let message = format!("the type here is ambiguous: it could be any of {}", names.join(", "));
                    return Err(codes::AMBIGUOUS_TYPE.error(free.span, message).note("a type annotation would decide"));
                };
                self.types.solve(var, self.store.prim(prim));
            }
        }
        Ok(())
    }

    /// Literals must be values of their types.
    fn check_literals(&mut self) -> Result<()> {
        for (span, literal, ty) in std::mem::take(&mut self.literals) {
            let Type::Prim(prim) = self.value_type(ty) else { continue };
            if prim.is_float() {
                let value = languages::prim::convert(literal_value(literal, *prim), PrimType::F64);
                if matches!(value, PrimValue::F64(value) if value.is_infinite()) {
                    let message = format!("this literal is out of bounds for type `{prim}`: it would be infinite");
                    return Err(codes::LITERAL_OUT_OF_BOUNDS.error(span, message));
                }
                continue;
            }
            let Literal::Int(value) = literal else { continue };
            let limit = 1i128 << if prim.is_signed() { prim.bits() - 1 } else { prim.bits() };
            let least = if prim.is_signed() { -limit } else { 0 };
            if !(least..limit).contains(&value.0) {
                let message =
                    format!("{value} is out of bounds for type `{prim}`: the values are {least} to {}", limit - 1);
                return Err(codes::LITERAL_OUT_OF_BOUNDS.error(span, message));
            }
        }
        Ok(())
    }
}

/// The name that a definition binds.
fn bound_name(def: &resolved::Def<'_>) -> Option<Name> {
    use resolved::Def as D;
    match *def {
        D::Value { name, .. }
        | D::Abbreviation { name, .. }
        | D::Abstract { name, .. }
        | D::Assumed { name, .. }
        | D::Sealed { name, .. }
        | D::Conforms { name, .. } => Some(name),
        D::SameType { .. } => None,
    }
}

/// The value of a literal in a type that it was checked to fit.
pub fn literal_value(literal: Literal, prim: PrimType) -> PrimValue {
    match literal {
        Literal::Int(value) if prim.is_float() => {
            let digits = value.0.to_string();
            languages::source::float_literal(&digits, prim).unwrap_or(PrimValue::zero(prim))
        }
        Literal::Int(value) => PrimValue::from_bits(prim, value.0 as u64),
        Literal::Float(value) => languages::prim::convert(value, prim),
    }
}
