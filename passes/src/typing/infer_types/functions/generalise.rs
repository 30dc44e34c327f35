//! Generalisation: turns the variables in the type of a function into type parameters.

use framework::{Name, Result, Span};
use languages::source::Liftedness;

use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::tables::Constraint;
use crate::typing::infer_types::types::{Ty, Type, TypeParam};

impl<'t> Infer<'t> {
    /// The type parameters of a function: the declared ones, and one for each variable in its type that belongs to the
    /// function's own scope.
    pub fn generalise(
        &mut self,
        span: Span,
        declared: Vec<(Span, TypeParam)>,
        ty: Ty<'t>,
    ) -> Result<Vec<(Span, TypeParam)>> {
        let mut params = declared;
        self.generalise_sizes(ty, &mut params);
        self.generalise_types(span, ty, &mut params)?;
        Ok(params)
    }

    fn generalise_sizes(&mut self, ty: Ty<'t>, params: &mut Vec<(Span, TypeParam)>) {
        let level = self.level();
        let mut open = Vec::new();
        self.each_size(ty, &mut |types, size| types.open_sizes(size, &mut open));
        for var in open {
            if self.is_solved_size(var) || self.size_level(var) <= level {
                continue;
            }
            let (place, name) = (self.size_span(var), Name::fresh("n"));
            self.declare_size(name, place, "an inferred size parameter");
            self.declare_at(name, level + 1);
            let size = self.store.named(name);
            self.assign_size(var, size);
            params.push((place, TypeParam::Size(name)));
        }
    }

    fn generalise_types(&mut self, span: Span, ty: Ty<'t>, params: &mut Vec<(Span, TypeParam)>) -> Result<()> {
        let level = self.level();
        let mut open = Vec::new();
        self.type_vars(ty, &mut open);
        for var in open {
            let Some(free) = self.free(var) else { continue };
            if free.level <= level {
                continue;
            }
            if let Constraint::Any = free.constraint {
                let name = Name::fresh("t");
                let lifted = match (free.order_zero, free.sized) {
                    (true, true) => Liftedness::Unlifted,
                    (true, false) => Liftedness::SizeLifted,
                    (false, _) => Liftedness::Lifted,
                };
                self.declare_type(name, level + 1, lifted);
                if free.order_zero {
                    self.declare_without_functions(name);
                }
                let param = self.store.ty(Type::Param(name));
                self.assign(var, param);
                params.push((span, TypeParam::Type(name, lifted)));
                continue;
            }
            // The function is not general in this variable: the variable stands for one type, which later uses
            // determine.
            self.move_out(var, level);
            for part in free.constraint.parts() {
                self.lower(part, level).map_err(|clash| {
                    self.escape_error(span, part, &clash, |text| format!("the type `{text}` cannot leave this scope"))
                })?;
            }
        }
        Ok(())
    }
}
