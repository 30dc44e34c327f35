//! What module types ask of modules: types that they make abstract, and types that values and types must have.

use std::rc::Rc;

use framework::{Error, Name, Result, Span};
use languages::codes;
use languages::resolved;
use languages::source::Liftedness;
use languages::typed;
use rustc_hash::FxHashSet;

use crate::typing::infer_types::annotations::Abbreviation;
use crate::typing::infer_types::draft::TypeParam;
use crate::typing::infer_types::state::{Binding, Infer, Scheme, Subst};
use crate::typing::infer_types::types::{Arg, Size, Ty, Type};

impl<'t> Infer<'t> {
    /// Whether a type is a type of its own here, whatever it stands for.
    pub fn is_sealed(&self, name: Name) -> bool {
        let later = |place: usize| self.order.get(&name).is_some_and(|own| *own > place);
        self.opaque && self.sealed.contains(&name) && !self.reveal.is_some_and(later)
    }

    /// The type with what types that are sealed later stand for, while an older definition is held against a module type.
    pub fn revealed(&mut self, ty: Ty<'t>) -> Ty<'t> {
        if !self.opaque || self.reveal.is_none() {
            return ty;
        }
        let ty = self.shallow(ty);
        let store = self.store;
        match *ty {
            Type::Prim(_) | Type::Var(_) | Type::Param(_) => ty,
            Type::Abstract(name, args) => {
                let mut new = Vec::new();
                for arg in args {
                    new.push(match *arg {
                        Arg::Size(size) => Arg::Size(size),
                        Arg::Type(ty) => Arg::Type(self.revealed(ty)),
                    });
                }
                let known = if self.is_sealed(name) { None } else { self.abbreviations.get(&name).cloned() };
                match known {
                    Some(Abbreviation { params, rhs: Some(rhs) }) => {
                        let mut subst = Subst::default();
                        for (param, arg) in params.iter().zip(new) {
                            match (*param, arg) {
                                (TypeParam::Size(name), Arg::Size(size)) => drop(subst.sizes.insert(name, size)),
                                (TypeParam::Type(name, _), Arg::Type(ty)) => drop(subst.types.insert(name, ty)),
                                _ => {}
                            }
                        }
                        let ty = self.substitute(rhs, &subst);
                        self.revealed(ty)
                    }
                    _ => store.ty(Type::Abstract(name, store.args(new))),
                }
            }
            Type::Array(size, elem) => store.array(size, self.revealed(elem)),
            Type::Record(fields) => {
                let new = fields.iter().map(|(label, ty)| (*label, self.revealed(ty)));
                let new: Vec<_> = new.collect();
                store.ty(Type::Record(store.fields(new)))
            }
            Type::Sum(cases) => {
                let new = cases
                    .iter()
                    .map(|(tag, types)| (*tag, store.list(types.iter().map(|ty| self.revealed(ty)).collect())));
                let new: Vec<_> = new.collect();
                store.sum(new)
            }
            Type::Arrow(name, from, to) => store.arrow(name, self.revealed(from), self.revealed(to)),
            Type::Exists(names, body) => store.exists(names.to_vec(), self.revealed(body)),
            Type::Unique(body) => store.ty(Type::Unique(self.revealed(body))),
        }
    }

    /// A type that a module type makes abstract.
    pub fn sealed<'b>(
        &mut self,
        span: Span,
        name: Name,
        lifted: Liftedness,
        type_params: &'t [resolved::TypeParam],
        rhs: &'t resolved::Type<'t>,
    ) -> Result<Option<typed::Def<'b>>> {
        let (params, rhs) = self.scoped(|infer| {
            let params = infer.declare_type_params(type_params);
            let ty = infer.result_annotation(rhs)?;
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
        self.levels.insert(name, 0);
        self.liftedness.insert(name, lifted);
        self.abbreviations.insert(name, Abbreviation { params, rhs: Some(rhs) });
        self.sealed.insert(name);
        self.origins.insert(name, (span, "a type that is abstract outside of this module".to_string()));
        Ok(None)
    }

    /// Whether a size is that of an array of every value of a type, so that it can be found there.
    pub fn is_constructive(&mut self, ty: Ty<'t>, name: Name) -> bool {
        let mut found = false;
        // The change does nothing and cannot fail.
        let _ = self.map_sizes(ty, true, &mut |infer, size, visible| {
            found |= visible && matches!(*infer.holder(size), Size::Name(own) if own == name);
            Ok(size)
        });
        found
    }

    /// A value of a module must have every instance of a type scheme; outside of the module it has that type.
    pub fn conforms<'b>(
        &mut self,
        span: Span,
        name: Name,
        value: Name,
        type_params: &'t [resolved::TypeParam],
        ty: &'t resolved::Type<'t>,
    ) -> Result<Option<typed::Def<'b>>> {
        let Some(Binding::Poly(scheme)) = self.env.get(&value).cloned() else {
            return Err(Error::internal(format!("`{value}` has no type")).or_at(span));
        };
        self.reveal = self.order.get(&value).copied();
        self.scoped(|infer| {
            infer.declare_type_params(type_params);
            let wanted = infer.result_annotation(ty)?;
            infer.level += 1;
            let (own, _) = infer.instantiate(span, &scheme);
            infer.level -= 1;
            let what = format!("the value `{}` of the module", name.base);
            infer.expect(span, own, wanted, &what)?;
            infer.retry_equations()?;
            infer.uniqueness_conforms(span, value, own, wanted, &what)
        })?;
        self.equations.clear();
        self.reveal = None;
        let polymorphic = scheme.params.iter().any(|param| matches!(param, TypeParam::Type(..)));
        let scheme = if self.opaque || polymorphic {
            let (params, ty) = self.declared_scheme(span, type_params, ty)?;
            let shown = Rc::new(Scheme { params, ty });
            if !self.opaque {
                self.shown.insert(name, shown.clone());
            }
            if self.opaque { shown } else { scheme }
        } else {
            scheme
        };
        let value = self.views.get(&value).copied().unwrap_or(value);
        self.views.insert(name, value);
        self.levels.insert(name, 0);
        self.env.insert(name, Binding::Poly(scheme));
        Ok(None)
    }

    /// A function must not return what others have where its specification says otherwise.
    fn uniqueness_conforms(&mut self, span: Span, value: Name, own: Ty<'t>, wanted: Ty<'t>, what: &str) -> Result<()> {
        let value = self.views.get(&value).copied().unwrap_or(value);
        let (mut found, mut expected) = (self.shallow(own), self.shallow(wanted));
        let unique = |ty: Ty<'t>| matches!(ty, Type::Unique(_));
        let mut arrows = 0;
        loop {
            match (*found, *expected) {
                (Type::Exists(_, body), _) => found = self.shallow(body),
                (_, Type::Exists(_, body)) => expected = self.shallow(body),
                (Type::Arrow(_, _, to), Type::Arrow(_, _, rest)) => {
                    arrows += 1;
                    (found, expected) = (self.shallow(to), self.shallow(rest));
                }
                _ => break,
            }
        }
        // What is unique in an undeclared result is known only to `check-uniqueness`.
        let clash = arrows > 0 && unique(expected) && !unique(found) && self.declared_results.contains(&value);
        if !clash {
            return Ok(());
        }
        let (found, expected) = (self.show(own), self.show(wanted));
        let message = format!("{what} has the wrong type: expected `{expected}`, found `{found}`");
        Err(codes::MODULE_UNIQUENESS.error(span, message).note("the types differ in what is unique (`*`)"))
    }

    /// The constants of which nobody outside of their module can tell that they are arrays: all parts of their types that could be are
    /// abstract.
    pub fn hidden_constants(&mut self) -> FxHashSet<Name> {
        let schemes = self.env.iter().filter_map(|(name, binding)| match binding {
            Binding::Poly(scheme) if self.levels.get(name) == Some(&0) => Some((*name, scheme.ty)),
            _ => None,
        });
        let mut hidden = FxHashSet::default();
        for (name, ty) in schemes.collect::<Vec<_>>() {
            let mut any = false;
            if self.is_hidden(ty, &mut any) && any {
                hidden.insert(self.views.get(&name).copied().unwrap_or(name));
            }
        }
        hidden
    }

    /// Whether no part is seen to be an array; `any`: one is of an abstract type.
    fn is_hidden(&mut self, ty: Ty<'t>, any: &mut bool) -> bool {
        match *self.shallow(ty) {
            Type::Abstract(..) => {
                *any = true;
                true
            }
            Type::Prim(_) | Type::Arrow(..) => true,
            Type::Record(fields) => fields.iter().all(|(_, ty)| self.is_hidden(ty, any)),
            Type::Sum(cases) => cases.iter().flat_map(|(_, types)| types.iter()).all(|ty| self.is_hidden(ty, any)),
            Type::Exists(_, body) | Type::Unique(body) => self.is_hidden(body, any),
            Type::Array(..) | Type::Var(_) | Type::Param(_) => false,
        }
    }

    /// A type of a module must be the one that a module type says.
    pub fn same_type<'b>(
        &mut self,
        span: Span,
        type_params: &'t [resolved::TypeParam],
        found: &'t resolved::Type<'t>,
        wanted: &'t resolved::Type<'t>,
    ) -> Result<Option<typed::Def<'b>>> {
        let what = match found {
            resolved::Type::TypeCon { name, .. } => {
                self.reveal = self.order.get(name).copied();
                format!("the type `{}` of the module", name.base)
            }
            _ => "a type of the module".into(),
        };
        self.scoped(|infer| {
            infer.declare_type_params(type_params);
            let found = infer.result_annotation(found)?;
            let wanted = infer.result_annotation(wanted)?;
            infer.expect(span, found, wanted, &what)
        })?;
        self.reveal = None;
        Ok(None)
    }
}
