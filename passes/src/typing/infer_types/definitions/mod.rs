//! Inference of definitions, one after the other.

pub mod entries;
pub mod signatures;
use std::rc::Rc;

use framework::{Error, Name, Node, Result, Span, Symbol};
use languages::codes;
use languages::prim::{PrimType, PrimValue};
use languages::resolved;
use languages::source::Liftedness;
use languages::typed::{self, Arena};
use rustc_hash::FxHashSet;

use crate::typing::infer_types::annotations::Abbreviation;
use crate::typing::infer_types::draft::{Literal, TypeParam};
use crate::typing::infer_types::elaborate::{Elaborate, attribute};
use crate::typing::infer_types::functions::recursion::Recursion;
use crate::typing::infer_types::state::{Binding, Infer, Scheme};
use crate::typing::infer_types::types::tables::Constraint;
use crate::typing::infer_types::types::{Ty, Type};
use crate::typing::support::attributes::ABSTRACT;

impl<'t> Infer<'t> {
    /// All definitions in order; those that are values of the program go to `out`. Gives the errors of all that are wrong.
    pub fn definitions<'b>(
        &mut self,
        defs: &'t [resolved::Def<'t>],
        arena: Option<&'b Arena<'b>>,
        out: &mut Vec<typed::Def<'b>>,
    ) -> Vec<Error> {
        let mut errors = Vec::new();
        // The last definition, if it was wrong.
        let mut failed = None;
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
            let earlier = match *def {
                resolved::Def::Otherwise { name, of, .. } => Some((name, of)),
                _ => None,
            };
            if let Some((_, of)) = earlier {
                match failed.filter(|failed| *failed == of) {
                    Some(_) => drop(wrong.remove(&of)),
                    None => continue,
                }
            }
            failed = None;
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
            match (self.definition(def, arena.filter(|_| emit)), earlier) {
                (Ok(def), None) => out.extend(def),
                (Ok(def), Some((name, of))) => {
                    out.extend(def);
                    errors.pop();
                    self.stands_for(of, name);
                }
                (Err(error), earlier) => {
                    self.forget_definition();
                    match earlier {
                        None => {
                            errors.push(error);
                            failed = name;
                            wrong.extend(name);
                        }
                        Some((_, of)) => wrong.extend([of]),
                    }
                }
            }
        }
        errors
    }

    /// From now on a name means another one.
    fn stands_for(&mut self, name: Name, value: Name) {
        if let Some(binding) = self.env.get(&value).cloned() {
            self.env.insert(name, binding);
        }
        self.levels.insert(name, 0);
        self.views.insert(name, value);
    }

    /// Forgets what is left of a definition that was wrong.
    fn forget_definition(&mut self) {
        self.level = 0;
        self.reveal = None;
        self.arguments.clear();
        self.spoken.clear();
        self.pending.clear();
        self.coercible = None;
        self.unknown.clear();
        self.equations.clear();
        self.literals.clear();
    }

    /// A definition. A recursive function whose result is not declared uses itself at the sizes of its own parameters or, if that cannot
    /// be, at any, where no size of its result depends on them.
    fn definition<'b>(
        &mut self,
        def: &'t resolved::Def<'t>,
        arena: Option<&'b Arena<'b>>,
    ) -> Result<Option<typed::Def<'b>>> {
        let resolved::Def::Value { name, type_params, params: [_, ..], ret: None, body, .. } = *def else {
            return self.definition_as(def, arena, Recursion::SameSizes);
        };
        let sizes = |param: &resolved::TypeParam| matches!(param, resolved::TypeParam::SizeParam { .. });
        if type_params.is_empty() || !type_params.iter().all(sizes) || !body.free_names().contains(&name) {
            return self.definition_as(def, arena, Recursion::SameSizes);
        }
        let state = (self.types.snapshot(), self.sizes.snapshot());
        let error = match self.definition_as(def, arena, Recursion::SameSizes) {
            Ok(done) => {
                self.types.commit(state.0);
                self.sizes.commit(state.1);
                return Ok(done);
            }
            Err(error) => error,
        };
        self.types.rollback(state.0);
        self.sizes.rollback(state.1);
        self.forget_definition();
        self.definition_as(def, arena, Recursion::AnySizes).map_err(|_| error)
    }

    fn definition_as<'b>(
        &mut self,
        def: &'t resolved::Def<'t>,
        arena: Option<&'b Arena<'b>>,
        recursion: Recursion,
    ) -> Result<Option<typed::Def<'b>>> {
        use resolved::Def as D;
        match *def {
            D::Value { span, name, entry, attrs, doc, type_params, params, ret, body }
            | D::Otherwise { span, name, entry, attrs, doc, type_params, params, ret, body, .. } => {
                self.places.insert(name, span);
                self.unknown.clear();
                let first = self.types.len();
                let (declared, closure, ty) = self.scoped(|infer| {
                    let mut declared = infer.declare_type_params(type_params);
                    let recursive = !params.is_empty() && body.free_names().contains(&name);
                    let mut own = None;
                    let closure = infer.closure(params, ret, body, None, &mut |infer, params| {
                        infer.any_sizes(params, &mut declared);
                        if recursive {
                            let ret = ret.map(|ret| infer.result_annotation(ret)).transpose()?;
                            own = Some(infer.recursive(span, name, &mut declared, params, ret, recursion)?);
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
                    if let (Some(ret), [], false) = (ret, params, infer.dynamic)
                        && infer.is_consumed(closure.ret)
                    {
                        let message = "a constant cannot have a unique type: whoever uses it has it";
                        return Err(codes::RESULT_NOT_UNIQUE.error(ret.span(), message));
                    }
                    infer.retry_equations()?;
                    infer.settle(first)?;
                    infer.retry_equations()?;
                    Ok((declared, closure, ty))
                })?;
                if entry {
                    self.close_unbuilt_sizes(ty);
                }
                let own = declared.len();
                let type_params = self.generalise(span, declared, ty)?;
                if matches!(recursion, Recursion::AnySizes) && type_params.len() > own {
                    return Err(codes::UNDETERMINED_SIZE
                        .error(span, format!("the recursive function `{}` must declare its result", name.base)));
                }
                if params.is_empty()
                    && self.has_unknown_size(ty)
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
                    self.check_entry(span, name, &type_params, &closure.params, ty)?;
                }
                if let Some((place, found, expected)) = self.equations.pop() {
                    self.equations.clear();
                    return Err(
                        self.size_error(place, &crate::typing::infer_types::unify::Clash::Sizes(found, expected))
                    );
                }
                self.check_literals()?;
                let scheme = Scheme { params: type_params.iter().map(|(_, param)| *param).collect(), ty };
                self.env.insert(name, Binding::Poly(Rc::new(scheme)));
                self.levels.insert(name, 0);
                if closure.declared {
                    self.declared_results.insert(name);
                }
                let Some(arena) = arena else { return Ok(None) };
                let mut attrs: Vec<_> = attrs.iter().map(|attr| attribute(arena, attr)).collect();
                if self.hidden.contains(&name) {
                    attrs.push(typed::Attr::Atom { span: Span::NONE, name: Symbol::new(ABSTRACT) });
                }
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
                    infer.check_abbreviation(name, rhs.span(), rhs, ty, lifted)?;
                    if infer.dynamic {
                        infer.check_size_params(&params, false, ty)?;
                    }
                    Ok((params, ty))
                })?;
                let params = params.into_iter().map(|(_, param)| param).collect();
                // Today, only where a parameter or a result is declared can it be said to be unique.
                let rhs = if self.dynamic { rhs } else { self.plain(rhs) };
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

    /// A named type may contain functions or unknown sizes only if it says so.
    pub fn check_abbreviation(
        &mut self,
        name: Name,
        span: Span,
        rhs: &resolved::Type<'t>,
        ty: Ty<'t>,
        lifted: Liftedness,
    ) -> Result<()> {
        let (unknown, body) = match *ty {
            Type::Exists(_, body) => (true, body),
            _ => (false, ty),
        };
        let unknown = unknown || self.takes_size_lifted(rhs);
        if lifted == Liftedness::Unlifted && unknown && !self.dynamic {
            let message =
                format!("the type `{}` may not contain size-lifted types, whose sizes are unknown", name.base);
            return Err(codes::NEEDS_LIFTING.error(span, message).note("write `type~`, or give it size parameters"));
        }
        if lifted != Liftedness::Lifted
            && let Err(clash @ crate::typing::infer_types::unify::Clash::Function(_)) = self.need_order_zero(body)
        {
            let error = codes::NEEDS_LIFTING.error(span, format!("the type `{}` contains functions", name.base));
            return Err(self.explain(error, &clash, ty, ty).note("write `type^`"));
        }
        Ok(())
    }

    /// Whether a type has another as an argument that is size-lifted, by its name.
    fn takes_size_lifted(&self, ty: &resolved::Type<'t>) -> bool {
        use resolved::Type as T;
        let lifted = |ty: &resolved::Type<'t>| match ty {
            T::TypeCon { name, .. } | T::TypeVar { name, .. } => {
                self.liftedness.get(name) == Some(&Liftedness::SizeLifted)
            }
            _ => false,
        };
        match ty {
            T::TypeCon { args, .. } => args.iter().any(|arg| match arg {
                resolved::TypeArg::ArgType { ty, .. } => lifted(ty) || self.takes_size_lifted(ty),
                resolved::TypeArg::ArgSize { .. } => false,
            }),
            T::TypeRecord { fields, .. } => fields.iter().any(|field| self.takes_size_lifted(field.ty)),
            T::TypeSum { cases, .. } => cases.iter().flat_map(|case| case.payload).any(|ty| self.takes_size_lifted(ty)),
            T::TypeUnique { body, .. } => self.takes_size_lifted(body),
            _ => false,
        }
    }

    /// The type scheme of a specification.
    pub fn declared_scheme(
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
            let var = crate::typing::infer_types::types::TypeVar(index);
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
            // Older editions take the bits of what they write as unsigned numbers.
            let limit = if self.dynamic { 1i128 << prim.bits() } else { limit };
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
        | D::Otherwise { name, .. }
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
