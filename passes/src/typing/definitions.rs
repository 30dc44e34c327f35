//! Inference of definitions, one after the other.

use std::rc::Rc;

use framework::{Error, Name, Node, Result, Span};
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
        arena: &'b Arena<'b>,
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
            match self.definition(def, emit.then_some(arena)) {
                Ok(def) => out.extend(def),
                Err(error) => {
                    self.level = 0;
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
                let first = self.types.len();
                let (declared, closure, ty) = self.scoped(|infer| {
                    let mut declared = infer.declare_type_params(type_params);
                    let recursive = !params.is_empty() && body.free_names().contains(&name);
                    let mut own = None;
                    let closure = infer.closure(params, ret, body, None, &mut |infer, params, ret| {
                        infer.any_sizes(params, &mut declared);
                        if recursive {
                            own = Some(infer.recursive(span, name, &mut declared, params, ret)?);
                        }
                        Ok(())
                    })?;
                    let ty = infer.closure_type(span, &closure.params, closure.ret)?;
                    if let (Some(own), None) = (own, ret) {
                        infer.expect(span, own, ty, "this recursive function")?;
                    }
                    infer.retry_equations()?;
                    infer.settle(first)?;
                    infer.retry_equations()?;
                    Ok((declared, closure, ty))
                })?;
                let type_params = self.generalise(span, declared, ty)?;
                self.check_size_params(&type_params, entry, &closure.params, ty)?;
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
                let Some(arena) = arena else { return Ok(None) };
                let attrs: Vec<_> = attrs.iter().map(|attr| attribute(arena, attr)).collect();
                let mut elaborate = Elaborate::new(self, arena, name);
                let type_params = elaborate.own_type_params(&type_params);
                let (params, ret, body) = elaborate.closure(&closure)?;
                let attrs = arena.slice(attrs);
                Ok(Some(typed::Def::Value { span, name, entry, attrs, doc, type_params, params, ret, body }))
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
            D::Conforms { span, name, type_params, ty } => {
                let Some(Binding::Poly(scheme)) = self.env.get(&name).cloned() else {
                    return Err(Error::internal(format!("`{name}` has no type")).or_at(span));
                };
                self.scoped(|infer| {
                    infer.declare_type_params(type_params);
                    let wanted = infer.result_annotation(ty)?;
                    infer.level += 1;
                    let (own, _) = infer.instantiate(span, &scheme);
                    infer.level -= 1;
                    infer.expect(span, own, wanted, &format!("the value `{}` of the module", name.base))?;
                    infer.retry_equations()
                })?;
                self.equations.clear();
                Ok(None)
            }
            D::SameType { span, type_params, found, wanted } => {
                self.scoped(|infer| {
                    infer.declare_type_params(type_params);
                    let found = infer.result_annotation(found)?;
                    let wanted = infer.result_annotation(wanted)?;
                    infer.expect(span, found, wanted, "a type of the module")
                })?;
                Ok(None)
            }
        }
    }

    /// Every size parameter must be one of something; callers of entry points determine it by an argument.
    fn check_size_params(
        &mut self,
        type_params: &[(Span, TypeParam)],
        entry: bool,
        params: &[Pat<'t>],
        ty: Ty<'t>,
    ) -> Result<()> {
        for (place, param) in type_params {
            let TypeParam::Size(name) = *param else { continue };
            if !self.mentions(ty, name) {
                return Err(Error::user(*place, format!("the size parameter `[{}]` is not used", name.base)));
            }
            if entry && !params.iter().any(|pat| self.mentions(pat.ty, name)) {
                let message = format!("no parameter of the entry point has the size `[{}]`", name.base);
                return Err(Error::user(*place, message));
            }
        }
        Ok(())
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
                let message =
                    format!("the entry point `{}` is polymorphic: its type parameter is `{}`", name.base, param.base);
                return Err(Error::user(place.or(span), message));
            }
        }
        for pat in params {
            let ty = self.plain(pat.ty);
            if let Err(clash @ super::unify::Clash::Function(_)) = self.need_order_zero(ty) {
                let error = Error::user(pat.span, format!("the entry point `{}` takes a function", name.base));
                return Err(self.explain(error, &clash, ty, ty));
            }
        }
        Ok(())
    }

    /// A named type may contain functions or unknown sizes only if it says so.
    fn check_abbreviation(&mut self, name: Name, span: Span, ty: Ty<'t>, lifted: Liftedness) -> Result<()> {
        let (unknown, body) = match *ty {
            Type::Exists(_, body) => (true, body),
            _ => (false, ty),
        };
        if lifted == Liftedness::Unlifted && unknown && !self.dynamic {
            let message = format!("the type `{}` has unknown sizes", name.base);
            return Err(Error::user(span, message).note("write `type~`, or give it size parameters"));
        }
        if lifted != Liftedness::Lifted
            && let Err(clash @ super::unify::Clash::Function(_)) = self.need_order_zero(body)
        {
            let error = Error::user(span, format!("the type `{}` contains functions", name.base));
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
    fn declared_scheme(
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
                    return Err(Error::user(free.span, message).note("a type annotation would decide"));
                };
                self.types.solve(var, self.store.prim(prim));
            }
        }
        Ok(())
    }

    /// Literals must be values of their types.
    fn check_literals(&mut self) -> Result<()> {
        for (span, literal, ty) in std::mem::take(&mut self.literals) {
            let (Literal::Int(value), Type::Prim(prim)) = (literal, self.value_type(ty)) else { continue };
            if prim.is_float() {
                continue;
            }
            let limit = 1i128 << if prim.is_signed() { prim.bits() - 1 } else { prim.bits() };
            let least = if prim.is_signed() { -limit } else { 0 };
            if !(least..limit).contains(&value.0) {
                return Err(Error::user(span, format!("{value} is not a value of type `{prim}`")));
            }
        }
        Ok(())
    }
}

/// The name that a definition binds.
fn bound_name(def: &resolved::Def<'_>) -> Option<Name> {
    use resolved::Def as D;
    match *def {
        D::Value { name, .. } | D::Abbreviation { name, .. } | D::Abstract { name, .. } | D::Assumed { name, .. } => {
            Some(name)
        }
        D::Conforms { .. } | D::SameType { .. } => None,
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
