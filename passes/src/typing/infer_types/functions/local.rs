//! Local functions. Each is used at one type, as in today's Futhark.
//!
//!     let same x = x in (same 1i32, same true)           is rejected
//!     let same 't (x: t) = x in (same 1i32, same true)   is accepted
//!
//! A local function is general in its sizes, and in the type parameters that it declares. Inference makes it general in
//! all its types nevertheless, since arrays of different sizes may be of one type. At the end of the definition,
//! `check_uses` compares the types for which each undeclared type parameter stands.

use framework::{Name, Result, Span};
use languages::codes;
use languages::resolved;
use rustc_hash::FxHashMap;

use crate::typing::infer_types::draft::Function;
use crate::typing::infer_types::scopes::Binding;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Arg, Scheme, Ty, Type, TypeParam};

/// Deeper types are infinite.
const MOST: u32 = 100;

impl<'t> Infer<'t> {
    /// Infers a local function, and generalises its type.
    pub fn local_function(
        &mut self,
        span: Span,
        name: Name,
        type_params: &'t [resolved::TypeParam],
        params: &'t [resolved::Pat<'t>],
        ret: Option<&'t resolved::Type<'t>>,
        rhs: &'t resolved::Exp<'t>,
    ) -> Result<Function<'t>> {
        let (declared, closure, ty) = self.scoped(|infer| {
            let mut declared = infer.declare_type_params(type_params);
            let closure = infer.closure(params, ret, rhs, None, &mut |infer, params| {
                infer.any_sizes(params, &mut declared);
                Ok(())
            })?;
            let ty = infer.closure_type(span, &closure.params, closure.ret)?;
            infer.solve_equations()?;
            Ok((declared, closure, ty))
        })?;
        let own = declared.len();
        let type_params = self.generalise(span, declared, ty)?;
        // Older editions generalise.
        if !self.has_dynamic_sizes() {
            self.note_inferred(name, &type_params[own..]);
        }
        self.declare_name(name);
        self.set_parameter_names(name, params);
        let params = type_params.iter().map(|(_, param)| *param).collect();
        self.set_binding(name, Binding::Poly(std::rc::Rc::new(Scheme { params, ty })));
        Ok(Function { name, type_params, closure })
    }

    /// Records that a local function has inferred type parameters.
    fn note_inferred(&mut self, function: Name, inferred: &[(Span, TypeParam)]) {
        for (_, param) in inferred {
            if let TypeParam::Type(param, _) = param {
                self.set_owner(*param, function);
            }
        }
    }

    /// Records the types at which a local function is used.
    pub fn note_uses(&mut self, span: Span, scheme: &Scheme<'t>, instance: &[Arg<'t>]) {
        for (param, arg) in scheme.params.iter().zip(instance) {
            if let (TypeParam::Type(param, _), Arg::Type(ty)) = (param, arg)
                && self.owner(*param).is_some()
            {
                self.note_use(span, *param, ty);
            }
        }
    }

    /// Checks that all uses of a local function are at one type, up to sizes.
    pub fn check_uses(&mut self) -> Result<()> {
        let mut meanings = FxHashMap::default();
        for (span, param, ty) in self.take_uses() {
            let whole = self.store.ty(Type::Param(param));
            if self.agree(whole, ty, &mut meanings, MOST) {
                continue;
            }
            let first = meanings.get(&param).copied().unwrap_or(whole);
            let (first, other) = (self.show(first), self.show(ty));
            let name = self.owner(param).map(|name| name.base.to_string()).unwrap_or_default();
            let message =
                format!("cannot apply `{name}` at different types, as it is local: at `{first}` and at `{other}`");
            return Err(codes::WRONG_TYPE
                .error(span, message)
                .note("a local function is used at one type, except for type parameters that it declares")
                .note(format!(
                    "declare them, as in `let {name} 'a (x: a) = …`, or define `{name}` outside of this function"
                )));
        }
        Ok(())
    }

    /// Whether two types agree up to sizes. A type parameter that was inferred for a local function stands for one type.
    fn agree(&mut self, a: Ty<'t>, b: Ty<'t>, meanings: &mut FxHashMap<Name, Ty<'t>>, depth: u32) -> bool {
        let (a, b) = (self.meaning(a, meanings), self.meaning(b, meanings));
        if std::ptr::eq(a, b) {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else { return false };
        match (*a, *b) {
            (Type::Param(x), Type::Param(y)) if x == y => true,
            (Type::Param(x), _) if self.owner(x).is_some() => meanings.insert(x, b).is_none(),
            (_, Type::Param(y)) if self.owner(y).is_some() => meanings.insert(y, a).is_none(),
            // Nothing else decides the type of such a value.
            (Type::Var(_), _) | (_, Type::Var(_)) => true,
            (Type::Prim(x), Type::Prim(y)) => x == y,
            (Type::Array(_, x), Type::Array(_, y)) => self.agree(x, y, meanings, depth),
            (Type::Arrow(_, x, r), Type::Arrow(_, y, s)) => {
                self.agree(x, y, meanings, depth) && self.agree(r, s, meanings, depth)
            }
            (Type::Record(xs), Type::Record(ys)) => {
                xs.len() == ys.len()
                    && xs.iter().zip(ys).all(|((x, a), (y, b))| x == y && self.agree(a, b, meanings, depth))
            }
            (Type::Sum(xs), Type::Sum(ys)) => {
                xs.len() == ys.len()
                    && xs.iter().zip(ys).all(|((x, xs), (y, ys))| {
                        x == y
                            && xs.len() == ys.len()
                            && xs.iter().zip(ys.iter()).all(|(a, b)| self.agree(a, b, meanings, depth))
                    })
            }
            (Type::Abstract(x, xs), Type::Abstract(y, ys)) => {
                x == y
                    && xs.iter().zip(ys).all(|pair| match pair {
                        (Arg::Type(a), Arg::Type(b)) => self.agree(a, b, meanings, depth),
                        _ => true,
                    })
            }
            _ => false,
        }
    }

    /// What a type stands for, without uniqueness and unknown sizes around it.
    fn meaning(&mut self, ty: Ty<'t>, meanings: &FxHashMap<Name, Ty<'t>>) -> Ty<'t> {
        let mut ty = self.value_type(ty);
        loop {
            ty = match *ty {
                Type::Exists(_, body) => self.value_type(body),
                Type::Param(name) => match meanings.get(&name) {
                    Some(meaning) => self.value_type(meaning),
                    None => return ty,
                },
                _ => return ty,
            };
        }
    }
}
