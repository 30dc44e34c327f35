//! Definitions of named types.

use framework::{Name, Result, Span};
use languages::codes;
use languages::resolved;
use languages::source::Liftedness;

use crate::typing::infer_types::annotations::forms::has_binding;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Abbreviation, Clash, Ty, Type, TypeParam};

impl<'t> Infer<'t> {
    /// `type name params = rhs`. A type that `with` gives need not use its size parameters.
    pub fn abbreviation(
        &mut self,
        name: Name,
        lifted: Liftedness,
        given: bool,
        type_params: &'t [resolved::TypeParam],
        rhs: &'t resolved::Type<'t>,
    ) -> Result<()> {
        let (params, ty) = self.scoped(|infer| {
            let params = infer.declare_type_params(type_params);
            let mark = infer.pending_count();
            no_bindings_in_sizes(rhs)?;
            let ty = infer.result_annotation(rhs)?;
            infer.computed_by_uses(mark)?;
            infer.check_abbreviation(name, rhs.span(), rhs, ty, lifted)?;
            if !given {
                infer.check_size_params(&params, false, ty)?;
            }
            Ok((params, ty))
        })?;
        let params = params.into_iter().map(|(_, param)| param).collect();
        // In today's edition only declarations of parameters and results can say that a value is unique.
        let rhs = if self.has_dynamic_sizes() { ty } else { self.plain(ty) };
        self.name_type(name, lifted, Abbreviation { params, rhs: Some(rhs) });
        Ok(())
    }

    /// Checks that a named type contains functions or unknown sizes only if its liftedness allows them.
    fn check_abbreviation(
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
        // A type that is declared as lifted may be that of a parametric module's body, for an argument: its definition
        // counts.
        let unknown = unknown || self.lifting(rhs) == Liftedness::SizeLifted;
        if lifted == Liftedness::Unlifted && unknown && !self.has_dynamic_sizes() {
            let message =
                format!("the type `{}` may not contain size-lifted types, whose sizes are unknown", name.base);
            return Err(codes::NEEDS_LIFTING.error(span, message).note("write `type~`, or give it size parameters"));
        }
        if lifted != Liftedness::Lifted
            && let Err(clash @ Clash::Function(_)) = self.need_order_zero(body)
        {
            let error = codes::NEEDS_LIFTING.error(span, format!("the type `{}` contains functions", name.base));
            return Err(self.explain(error, &clash, ty).note("write `type^`"));
        }
        Ok(())
    }

    /// Returns whether values of a type may contain functions or arrays of unknown sizes, as the declarations of the
    /// named types in it say. An array has a size, whatever its elements are.
    pub fn lifting(&self, ty: &resolved::Type<'t>) -> Liftedness {
        use resolved::Type as T;
        let named = |name: Name| self.liftedness(name).unwrap_or(Liftedness::Unlifted);
        let all = |types: &mut dyn Iterator<Item = &'t resolved::Type<'t>>| {
            types.map(|ty| self.lifting(ty)).max().unwrap_or(Liftedness::Unlifted)
        };
        match ty {
            T::TypePrim { .. } | T::TypeArray { .. } => Liftedness::Unlifted,
            T::TypeVar { name, .. } => named(*name),
            T::TypeCon { name, args, .. } => {
                let types = args.iter().filter_map(|arg| match arg {
                    resolved::TypeArg::ArgType { ty, .. } => Some(*ty),
                    resolved::TypeArg::ArgSize { .. } => None,
                });
                named(*name).max(all(&mut types.into_iter()))
            }
            T::TypeRecord { fields, .. } => all(&mut fields.iter().map(|field| field.ty)),
            T::TypeSum { cases, .. } => all(&mut cases.iter().flat_map(|case| case.payload)),
            T::TypeArrow { .. } => Liftedness::Lifted,
            T::TypeExists { .. } => Liftedness::SizeLifted,
            T::TypeUnique { body, .. } => self.lifting(body),
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
            Ok((declared, infer.specified_type(ty)?))
        })?;
        let params = self.generalise(span, declared, ty)?;
        Ok((params.into_iter().map(|(_, param)| param).collect(), ty))
    }

    /// The type of a specification, in the scope of its type parameters.
    pub fn specified_type(&mut self, ty: &'t resolved::Type<'t>) -> Result<Ty<'t>> {
        let mark = self.pending_count();
        no_bindings_in_sizes(ty)?;
        let ty = self.result_annotation(ty)?;
        for (name, _) in self.take_pending(mark) {
            // Only the expressions of these sizes count, which every use compares.
            self.set_unheld(name);
            self.declare_at(name, 0);
        }
        Ok(ty)
    }
}

/// Checks that no expression of a size in a type binds names. Types of modules are compared with other types, and no
/// other size is equal to such an expression.
fn no_bindings_in_sizes(ty: &resolved::Type<'_>) -> Result<()> {
    struct Sizes(Option<Span>);
    impl<'a> resolved::Visit<'a> for Sizes {
        fn visit_size(&mut self, size: &'a resolved::Size<'a>) {
            if let resolved::Size::SizeOf { exp, .. } = size
                && has_binding(exp)
            {
                self.0 = self.0.or(Some(exp.span()));
            }
        }
    }
    let mut sizes = Sizes(None);
    resolved::Visit::visit_type(&mut sizes, ty);
    match sizes.0 {
        Some(span) => Err(codes::UNCOMPARABLE_SIZE.error(
            span,
            "the expression of a size in the definition of a type, or in a module type, may not bind names",
        )),
        None => Ok(()),
    }
}
