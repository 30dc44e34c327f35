//! Checks modules against module types: abstract types, and the specified types of values and types.

use std::rc::Rc;

use framework::{Error, Name, Result, Span, Symbol};
use languages::codes;
use languages::resolved::{self, Attr};
use languages::source::Liftedness;

use crate::typing::infer_types::draft::Definition;
use crate::typing::infer_types::scopes::Binding;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Abbreviation, Arg, Clash, Scheme, Size, Ty, Type, TypeParam};
use crate::typing::support::attributes::ABSTRACT;

impl<'t> Infer<'t> {
    /// Checks a type that a module type makes abstract.
    pub fn sealed(
        &mut self,
        span: Span,
        name: Name,
        lifted: Liftedness,
        type_params: &'t [resolved::TypeParam],
        rhs: &'t resolved::Type<'t>,
    ) -> Result<()> {
        let (params, rhs) = self.scoped(|infer| {
            let params = infer.declare_type_params(type_params);
            let mark = infer.pending_count();
            let ty = infer.result_annotation(rhs)?;
            infer.computed_by_uses(mark)?;
            for (place, param) in &params {
                let TypeParam::Size(param) = *param else { continue };
                if !infer.is_constructive(ty, param) {
                    let message = format!(
                        "the type `{}` cannot be made abstract: its size parameter `[{}]` is not used constructively, as \
                         the size of an array",
                        name.base, param.base
                    );
                    return Err(codes::NOT_CONSTRUCTIVE.error(span, message).related(*place, "the size parameter"));
                }
            }
            Ok((params, ty))
        })?;
        let params = params.into_iter().map(|(_, param)| param).collect();
        let has_own_sizes = !self.has_dynamic_sizes() && self.has_own_sizes(rhs);
        self.name_type(name, lifted, Abbreviation { params, rhs: Some(rhs) });
        if self.modules.are_opaque() || has_own_sizes {
            self.modules.seal(name);
        }
        self.set_origin(name, span, "a type that is abstract outside this module");
        Ok(())
    }

    /// Whether values of a type have sizes that the type does not mention, where all types of arguments are known.
    fn has_own_sizes(&mut self, ty: Ty<'t>) -> bool {
        match *self.shallow(ty) {
            Type::Exists(..) => true,
            Type::Abstract(name, args) => {
                self.modules.is_of_argument(name)
                    || args.iter().any(|arg| matches!(arg, Arg::Type(ty) if self.has_own_sizes(ty)))
            }
            Type::Record(fields) => fields.iter().any(|(_, ty)| self.has_own_sizes(ty)),
            Type::Sum(cases) => cases.iter().flat_map(|(_, types)| types.iter()).any(|ty| self.has_own_sizes(ty)),
            _ => false,
        }
    }

    /// Checks that a value of a module has every instance of the specified type scheme. Outside the module the value
    /// has the specified type. If values of this type hold packages, the result is a definition that makes them.
    pub fn conforms(
        &mut self,
        span: Span,
        name: Name,
        value: Name,
        type_params: &'t [resolved::TypeParam],
        ty: &'t resolved::Type<'t>,
    ) -> Result<Option<Definition<'t>>> {
        let Some(Binding::Poly(scheme)) = self.binding(value).cloned() else {
            return Err(Error::internal(format!("`{value}` has no type")).or_at(span));
        };
        if self.modules.have_packages()
            && let Some(definition) = self.packing(span, (name, value), &scheme, type_params, ty)?
        {
            return Ok(Some(definition));
        }
        if self.modules.are_opaque() {
            self.check_conformance(span, (name, value), &scheme, type_params, ty)?;
            let (params, ty) = self.declared_scheme(span, type_params, ty)?;
            self.define(name, Rc::new(Scheme { params, ty }));
        } else {
            if scheme.params.iter().any(|param| matches!(param, TypeParam::Type(..))) {
                let (params, ty) = self.declared_scheme(span, type_params, ty)?;
                self.modules.show_as(name, Rc::new(Scheme { params, ty }));
            }
            self.define(name, scheme);
        }
        self.modules.set_value(name, value);
        Ok(None)
    }

    /// If outside the module a value holds packages where it has arrays inside, binds the name to a definition that
    /// makes the packages.
    fn packing(
        &mut self,
        span: Span,
        (name, value): (Name, Name),
        scheme: &Scheme<'t>,
        type_params: &'t [resolved::TypeParam],
        ty: &'t resolved::Type<'t>,
    ) -> Result<Option<Definition<'t>>> {
        self.forget_unknown();
        let first = self.type_count();
        let made = self.scoped(|infer| {
            let declared = infer.declare_type_params(type_params);
            let packed = infer.specified_type(ty)?;
            infer.modules.reveal_after(value);
            let open = infer.specified_type(ty)?;
            infer.modules.hide_again();
            if !infer.has_packages(packed, open) {
                return Ok(None);
            }
            let (closure, made) = infer.packed_view(span, value, scheme, packed, open)?;
            let ty = infer.closure_type(span, &closure.params, closure.ret)?;
            infer.solve_equations()?;
            infer.settle(first, ty)?;
            infer.solve_equations()?;
            infer.check_uses()?;
            Ok(Some((declared, closure, ty, made)))
        });
        let Some((declared, closure, ty, made)) = made? else { return Ok(None) };
        let type_params = self.generalise(span, declared, ty)?;
        self.close_other_sizes(made);
        if let Some((place, found, expected)) = self.take_equation() {
            return Err(self.size_error(place, &Clash::Sizes(found, expected)));
        }
        let params = type_params.iter().map(|(_, param)| *param).collect();
        self.define(name, Rc::new(Scheme { params, ty }));
        self.modules.set_value(name, name);
        let is_hidden = closure.params.is_empty() && self.is_hidden(ty);
        let attrs = if is_hidden { vec![Attr::Atom { span, name: Symbol::new(ABSTRACT) }] } else { Vec::new() };
        Ok(Some(Definition { span, name, entry: false, attrs, doc: None, type_params, closure }))
    }

    /// Whether a constant may be an array although its type outside its module does not say so.
    pub fn is_hidden(&mut self, ty: Ty<'t>) -> bool {
        let mut any = false;
        self.shows_no_array(ty, &mut any) && any
    }

    /// Whether no part of a type is known to be an array. Sets `any` if a part is abstract.
    fn shows_no_array(&mut self, ty: Ty<'t>, any: &mut bool) -> bool {
        match *self.shallow(ty) {
            Type::Abstract(..) => {
                *any = true;
                true
            }
            Type::Prim(_) | Type::Arrow(..) => true,
            Type::Record(fields) => fields.iter().all(|(_, ty)| self.shows_no_array(ty, any)),
            Type::Sum(cases) => cases.iter().flat_map(|(_, types)| types.iter()).all(|ty| self.shows_no_array(ty, any)),
            Type::Exists(_, body) | Type::Unique(body) => self.shows_no_array(body, any),
            Type::Array(..) | Type::Var(_) | Type::Param(_) => false,
        }
    }

    fn check_conformance(
        &mut self,
        span: Span,
        (name, value): (Name, Name),
        scheme: &Scheme<'t>,
        type_params: &'t [resolved::TypeParam],
        ty: &'t resolved::Type<'t>,
    ) -> Result<()> {
        self.modules.reveal_after(value);
        self.scoped(|infer| {
            infer.declare_type_params(type_params);
            let wanted = infer.result_annotation(ty)?;
            if let (Type::Exists(..), false) = (infer.shallow(wanted), infer.has_dynamic_sizes()) {
                let message = format!("the type of the value `{}` would have a size that nothing names", name.base);
                let error = codes::ANONYMOUS_SIZE.error(span, message);
                return Err(error.note("the module defines an abstract type of the value as one of unknown size"));
            }
            infer.name_hidden_sizes(span, name, wanted)?;
            let (own, _) = infer.at_level(infer.level() + 1, |infer| infer.instantiate(span, scheme));
            let what = format!("the value `{}` of the module", name.base);
            // Sizes of equal values are equal, whatever holds them.
            let outer = infer.begin_coercible();
            let result = infer.expect(span, own, wanted, &what).and_then(|()| infer.solve_equations());
            infer.end_coercible(outer);
            let open = infer.take_equation().filter(|_| !infer.has_dynamic_sizes());
            if let (Ok(()), Some((place, found, wanted))) = (&result, open) {
                return Err(infer.size_error(place, &Clash::Sizes(found, wanted)));
            }
            if infer.has_dynamic_sizes() && result.is_err() {
                // Uses of the value check its sizes when the program runs.
                let anyhow = infer.map_sizes(wanted, true, &mut |infer, _, _| Ok(infer.fresh_size(span)));
                infer.forget_equations(0);
                let (own, _) = infer.at_level(infer.level() + 1, |infer| infer.instantiate(span, scheme));
                return anyhow.map_or(result, |anyhow| infer.expect(span, own, anyhow, &what));
            }
            result?;
            infer.uniqueness_conforms(span, value, own, wanted, &what)
        })?;
        self.forget_equations(0);
        self.modules.hide_again();
        Ok(())
    }

    /// Gives names to the sizes that abstract types hide in the parameters of a value: the module must take arguments
    /// of any sizes. No parameter may be a function of such values, as in today's Futhark.
    fn name_hidden_sizes(&mut self, span: Span, name: Name, wanted: Ty<'t>) -> Result<()> {
        if self.has_dynamic_sizes() {
            return Ok(());
        }
        let mut rest = wanted;
        loop {
            let (part, next, may_be_inside) = match *self.value_type(rest) {
                Type::Arrow(_, from, to) => (from, Some(to), false),
                Type::Exists(_, body) => (body, None, true),
                _ => (rest, None, true),
            };
            let mut hidden = Vec::new();
            self.map_sizes(part, true, &mut |infer, size, visible| {
                if let Size::Var(var) = *infer.shallow_size(size) {
                    hidden.push((var, visible || may_be_inside));
                }
                Ok(size)
            })
            .map_err(|_| Error::internal("visiting sizes cannot fail").or_at(span))?;
            for (var, allowed) in hidden {
                if !allowed {
                    let message = format!(
                        "the type of the value `{}` has a parameter that is a function of values whose sizes an abstract type hides",
                        name.base
                    );
                    return Err(codes::ANONYMOUS_SIZE.error(span, message));
                }
                let own = Name::fresh("k");
                self.declare_size(own, span, "a size that an abstract type hides");
                let own = self.store.named(own);
                self.assign_size(var, own);
            }
            match next {
                Some(next) => rest = next,
                None => return Ok(()),
            }
        }
    }

    /// Checks that a function returns a unique result if its specification says so.
    fn uniqueness_conforms(&mut self, span: Span, value: Name, own: Ty<'t>, wanted: Ty<'t>, what: &str) -> Result<()> {
        let value = self.modules.value_of(value);
        if self.results_are_as_unique(own, wanted) {
            return Ok(());
        }
        let mut found = self.shallow(own);
        while let Type::Arrow(_, _, to) | Type::Exists(_, to) = *found {
            found = self.shallow(to);
        }
        // As in today's Futhark, a result counts as unique if a component is; but then no component may share memory.
        let undecided = !self.has_declared_result(value) || self.is_consumed(found);
        let (found, expected) = (self.show(own), self.show(wanted));
        let message = self.messages.mismatch(span, what, &found, &expected);
        let error = codes::MODULE_UNIQUENESS.error(span, message).note("the types differ in uniqueness (`*`)");
        if !undecided {
            return Err(error);
        }
        // Whether such a result is unique is known only after all types.
        self.modules.needs_unique_result(value, error);
        Ok(())
    }

    /// Whether the results of all functions in a type are unique where those in the expected type are.
    fn results_are_as_unique(&mut self, found: Ty<'t>, expected: Ty<'t>) -> bool {
        match (*self.value_type(found), *self.value_type(expected)) {
            (Type::Exists(_, body), _) => self.results_are_as_unique(body, expected),
            (_, Type::Exists(_, body)) => self.results_are_as_unique(found, body),
            (Type::Arrow(_, _, to), Type::Arrow(_, _, rest)) => {
                self.is_as_unique(to, rest, false) && self.results_are_as_unique(to, rest)
            }
            (Type::Record(fields), Type::Record(others)) => {
                fields.iter().zip(others).all(|((_, field), (_, other))| self.results_are_as_unique(field, other))
            }
            _ => true,
        }
    }

    /// Whether the parts of a result are unique where those of the expected type are. `around` says whether the
    /// expected result is a part of something unique.
    fn is_as_unique(&mut self, found: Ty<'t>, expected: Ty<'t>, around: bool) -> bool {
        let unique = |ty: Ty<'t>| matches!(ty, Type::Unique(_));
        let (found, expected) = (self.shallow(found), self.shallow(expected));
        match (*found, *expected) {
            (Type::Exists(_, body), _) => return self.is_as_unique(body, expected, around),
            (_, Type::Exists(_, body)) => return self.is_as_unique(found, body, around),
            _ => {}
        }
        let wanted = around || unique(expected);
        if unique(found) {
            return true;
        }
        match (*found, *self.value_type(expected)) {
            (Type::Record(fields), Type::Record(others)) => {
                fields.iter().zip(others).all(|((_, field), (_, other))| self.is_as_unique(field, other, wanted))
            }
            (Type::Prim(_) | Type::Arrow(..), _) => true,
            _ => !wanted,
        }
    }

    /// Checks that the type `member` of a module is the one that the module type specifies.
    pub fn same_type(
        &mut self,
        (span, member): (Span, Symbol),
        type_params: &'t [resolved::TypeParam],
        found: &'t resolved::Type<'t>,
        wanted: &'t resolved::Type<'t>,
    ) -> Result<()> {
        if let resolved::Type::TypeCon { name, .. } = found {
            self.modules.reveal_after(*name);
        }
        let what = format!("the type `{member}` of the module");
        self.scoped(|infer| {
            infer.declare_type_params(type_params);
            let functions = infer.lifting(wanted) == Liftedness::Lifted;
            let found = infer.result_annotation(found)?;
            let wanted = infer.result_annotation(wanted)?;
            let outer = infer.begin_coercible();
            let result = infer.expect(span, found, wanted, &what).and_then(|()| {
                // A type of known size is no type of unknown size, though all its values are values of that type. A
                // function with a result of known size counts as one with a result of unknown size.
                if functions || infer.has_dynamic_sizes() {
                    return Ok(());
                }
                let other_way = infer.expect(span, wanted, found, &what);
                other_way.map_err(|_| {
                    let (found, wanted) = (infer.show(found), infer.show(wanted));
                    codes::WRONG_TYPE.error(span, infer.messages.mismatch(span, &what, &found, &wanted))
                })
            });
            infer.end_coercible(outer);
            result
        })?;
        self.modules.hide_again();
        Ok(())
    }
}
