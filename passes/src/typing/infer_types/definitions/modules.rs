//! Checks modules against module types: abstract types, and the specified types of values and types.

use std::rc::Rc;

use framework::{Error, Name, Result, Span};
use languages::codes;
use languages::resolved;
use languages::source::Liftedness;

use crate::typing::infer_types::scopes::Binding;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Abbreviation, Clash, Scheme, Ty, Type, TypeParam};

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
        self.name_type(name, lifted, Abbreviation { params, rhs: Some(rhs) });
        self.modules.seal(name);
        self.set_origin(name, span, "a type that is abstract outside this module");
        Ok(())
    }

    /// Checks that a value of a module has every instance of the specified type scheme. Outside the module the value
    /// has the specified type.
    pub fn conforms(
        &mut self,
        span: Span,
        name: Name,
        value: Name,
        type_params: &'t [resolved::TypeParam],
        ty: &'t resolved::Type<'t>,
    ) -> Result<()> {
        let Some(Binding::Poly(scheme)) = self.binding(value).cloned() else {
            return Err(Error::internal(format!("`{value}` has no type")).or_at(span));
        };
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
        Ok(())
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
        let message = format!("{what} has the wrong type: expected `{expected}`, found `{found}`");
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

    /// Checks that a type of a module is the one that the module type specifies.
    pub fn same_type(
        &mut self,
        span: Span,
        type_params: &'t [resolved::TypeParam],
        found: &'t resolved::Type<'t>,
        wanted: &'t resolved::Type<'t>,
    ) -> Result<()> {
        let what = match found {
            resolved::Type::TypeCon { name, .. } => {
                self.modules.reveal_after(*name);
                format!("the type `{}` of the module", name.base)
            }
            _ => "a type of the module".into(),
        };
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
                    codes::WRONG_TYPE.error(span, format!("{what} should be `{wanted}`, but is `{found}`"))
                })
            });
            infer.end_coercible(outer);
            result
        })?;
        self.modules.hide_again();
        Ok(())
    }
}
