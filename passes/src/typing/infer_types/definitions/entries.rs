//! Restrictions on entry points. Callers can pass values, but no types, functions or sizes, so all sizes must follow
//! from arguments that are arrays.

use framework::{Name, Result, Span};
use languages::codes;

use crate::typing::infer_types::draft::{Definition, Pat};
use crate::typing::infer_types::scopes::Binding;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Clash, Ty, Type, TypeParam};

impl<'t> Infer<'t> {
    /// Checks that every size parameter is the size of an array. In an entry point this array must be an argument.
    pub fn check_size_params(&mut self, type_params: &[(Span, TypeParam)], entry: bool, ty: Ty<'t>) -> Result<()> {
        for (place, param) in type_params {
            let TypeParam::Size(name) = *param else { continue };
            if !self.mentions(ty, name) {
                let arguments = self.arguments.clone();
                let message = match arguments.into_iter().any(|argument| self.mentions(argument, name)) {
                    true => format!("size [{}] only used non-constructively: no type has it", name.base),
                    false => format!("size [{}] unused: no type has it", name.base),
                };
                return Err(codes::UNUSED_SIZE.error(*place, message).note(
                    "its value comes from an array of this size; if there is none, take a parameter of type `i64`",
                ));
            }
            if !entry {
                continue;
            }
            let params = self.parameter_types(ty);
            if params.iter().any(|param| self.is_constructive(param, name)) {
                continue;
            }
            let message = match params.iter().any(|param| self.mentions(param, name)) {
                true => format!(
                    "entry point size parameter [{}] only used non-constructively: no parameter has an array of \
                     this size",
                    name.base
                ),
                false => format!("no parameter of the entry point has the size `[{}]`", name.base),
            };
            return Err(codes::ENTRY_SIZE.error(*place, message).rule("nonconstructive-entry").note(
                "callers pass no sizes: each is read from an array that has it; or take a parameter of type `i64`",
            ));
        }
        Ok(())
    }

    /// Closes open sizes in the result type of an entry point. Such a size occurs only in constructors that the entry
    /// point never builds, so nothing determines it, and any value will do.
    pub fn close_unbuilt_sizes(&mut self, ty: Ty<'t>) {
        let params = self.parameter_types(ty);
        let result = self.result_type(ty);
        let (mut known, mut unbuilt) = (Vec::new(), Vec::new());
        for param in params {
            self.each_size(param, &mut |infer, size| infer.open_sizes(size, &mut known));
        }
        // Older editions leave the sizes of empty arrays open.
        if self.has_dynamic_sizes() || matches!(result, Type::Sum(_)) {
            self.each_size(result, &mut |infer, size| infer.open_sizes(size, &mut unbuilt));
        }
        for var in unbuilt.into_iter().filter(|var| !known.contains(var)) {
            let any = self.store.constant(0);
            self.assign_size(var, any);
        }
    }

    /// If an entry point takes packages: the entry point for callers, who know none.
    pub fn entry_for_callers(&mut self, definition: &Definition<'t>) -> Result<Option<Definition<'t>>> {
        let Definition { span, name, entry, ref attrs, doc, .. } = *definition;
        let Some(Binding::Poly(scheme)) = self.binding(name).cloned() else { return Ok(None) };
        let Some(closure) = self.scoped(|infer| infer.entry_view(span, name, &scheme))? else { return Ok(None) };
        let ty = self.closure_type(span, &closure.params, closure.ret)?;
        let type_params = self.generalise(span, Vec::new(), ty)?;
        Ok(Some(Definition { span, name: name.refresh(), entry, attrs: attrs.clone(), doc, type_params, closure }))
    }

    /// The type of a function's result after all its arguments.
    fn result_type(&mut self, ty: Ty<'t>) -> Ty<'t> {
        let mut result = self.value_type(ty);
        while let Type::Arrow(_, _, to) | Type::Exists(_, to) = *result {
            result = self.value_type(to);
        }
        result
    }

    /// The types of all parameters of a function, including those of functions that it returns.
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

    /// Checks that an entry point takes no types and no functions.
    pub fn check_entry(
        &mut self,
        span: Span,
        name: Name,
        type_params: &[(Span, TypeParam)],
        params: &[Pat<'t>],
        ty: Ty<'t>,
    ) -> Result<()> {
        for (place, param) in type_params {
            if let TypeParam::Type(param, _) = param {
                let message = format!(
                    "entry point functions may not be polymorphic: `{}` has the type parameter `{}`",
                    name.base, param.base
                );
                return Err(codes::POLYMORPHIC_ENTRY.error(place.or(span), message));
            }
        }
        let taken = self.parameter_types(ty);
        let places = params.iter().map(|pat| pat.span).chain(std::iter::repeat(span));
        let taken: Vec<_> = taken.into_iter().zip(places).map(|(ty, place)| (ty, place, "takes")).collect();
        let given = (self.result_type(ty), span, "gives");
        for (ty, place, does) in taken.into_iter().chain([given]) {
            let ty = self.plain(ty);
            if let Some(function) = self.function_in(ty) {
                let message =
                    format!("entry point functions may not be higher-order: `{}` {does} a function", name.base);
                let error = codes::HIGHER_ORDER_ENTRY.error(place, message);
                return Err(self.explain(error, &Clash::Function(function), ty));
            }
        }
        Ok(())
    }

    /// The first function type in the type of a value. Those in definitions of abstract types are found once inference
    /// knows these definitions.
    fn function_in(&mut self, ty: Ty<'t>) -> Option<Ty<'t>> {
        let ty = self.value_type(ty);
        match *ty {
            Type::Arrow(..) => Some(ty),
            Type::Array(_, body) | Type::Exists(_, body) | Type::Unique(body) => self.function_in(body),
            Type::Record(fields) => fields.iter().find_map(|(_, ty)| self.function_in(ty)),
            Type::Sum(cases) => cases.iter().flat_map(|(_, types)| types.iter()).find_map(|ty| self.function_in(ty)),
            Type::Prim(_) | Type::Var(_) | Type::Param(_) | Type::Abstract(..) => None,
        }
    }
}
