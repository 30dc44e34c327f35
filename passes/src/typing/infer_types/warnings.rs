//! Warnings about expressions and types that are right, but perhaps not as intended. Futhark has the same ones.

use framework::Span;
use languages::codes;
use languages::resolved;

use super::annotations::forms::has_binding;
use super::state::Infer;
use super::types::{Ty, Type};

impl<'t> Infer<'t> {
    /// Warns of a size whose expression binds names: it is equal to no other size.
    pub fn warn_of_binding(&mut self, exp: &'t resolved::Exp<'t>) {
        if !self.has_dynamic_sizes() && has_binding(exp) {
            let message = "size expression with binding is replaced by unknown size";
            let warning = codes::SIZE_WITH_BINDING.error(exp.span(), message);
            let note = "no other size is equal to it: bind its value with `let` before, and use the name";
            self.warnings.push((exp.span(), warning.note(note)));
        }
    }

    /// Warns of `*` before a type without arrays.
    pub fn warn_of_useless_star(&mut self, span: Span, body: Ty<'t>) {
        if !self.has_dynamic_sizes() && !self.may_have_arrays(body) {
            let text = self.show(body);
            let warning = codes::USELESS_STAR.error(span, format!("declaring `{text}` as unique has no effect"));
            self.warnings.push((span, warning.note("only arrays have memory that a function could take for itself")));
        }
    }

    fn may_have_arrays(&mut self, ty: Ty<'t>) -> bool {
        match *self.value_type(ty) {
            Type::Prim(_) | Type::Arrow(..) => false,
            Type::Record(fields) => fields.iter().any(|(_, ty)| self.may_have_arrays(ty)),
            Type::Sum(cases) => cases.iter().flat_map(|(_, types)| types.iter()).any(|ty| self.may_have_arrays(ty)),
            Type::Exists(_, body) | Type::Unique(body) => self.may_have_arrays(body),
            Type::Array(..) | Type::Var(_) | Type::Param(_) | Type::Abstract(..) => true,
        }
    }

    /// Warns of a range whose first and second elements are the same literal or variable.
    pub fn warn_of_empty_range(&mut self, span: Span, start: &resolved::Exp<'t>, second: Option<&resolved::Exp<'t>>) {
        let same = match (start, second) {
            (resolved::Exp::Var { name, .. }, Some(resolved::Exp::Var { name: other, .. })) => name == other,
            (resolved::Exp::IntLit { value, .. }, Some(resolved::Exp::IntLit { value: other, .. })) => value == other,
            (resolved::Exp::Const { value, .. }, Some(resolved::Exp::Const { value: other, .. })) => value == other,
            _ => false,
        };
        if same {
            let message = "first and second element of range are identical, this will produce an empty array";
            let warning = codes::RANGE_WITHOUT_STEP.error(span, message);
            self.warnings.push((span, warning.note("its step is 0, so it has no elements or fails when it runs")));
        }
    }
}
