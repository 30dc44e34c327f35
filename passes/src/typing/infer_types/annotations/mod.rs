//! Turns type expressions of the program into types. Abbreviations are expanded; anonymous sizes become variables of
//! inference or unknown sizes.

pub mod forms;
mod rebuild;
mod written;

use framework::{Error, Name, Result, Span};
use languages::codes;
use languages::resolved;
use languages::source::Liftedness;

use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Abbreviation, Arg, Clash, Size, Subst, Sz, Ty, Type, TypeParam};

/// The meaning of an anonymous size `[]`.
pub enum Unknown {
    /// A size that inference finds.
    Inferred,
    /// A size that is unknown before the value is computed. The list collects the names of these sizes.
    Exists(Vec<Name>),
    /// A size that inference finds, in the type of a function's parameter. If a size there is computed from the
    /// function's own arguments, only the argument holds it. The list collects the names of these sizes.
    Parameter(Vec<Name>),
}

impl<'t> Infer<'t> {
    /// The type of a parameter, a pattern or an ascription.
    pub fn annotation(&mut self, ty: &'t resolved::Type<'t>) -> Result<Ty<'t>> {
        self.convert(ty, &mut Unknown::Inferred)
    }

    /// The type of a result: anonymous sizes are unknown.
    pub fn result_annotation(&mut self, ty: &'t resolved::Type<'t>) -> Result<Ty<'t>> {
        self.annotation_with(ty, Unknown::Exists(Vec::new()))
    }

    fn annotation_with(&mut self, ty: &'t resolved::Type<'t>, mut unknown: Unknown) -> Result<Ty<'t>> {
        let body = self.convert(ty, &mut unknown)?;
        Ok(match unknown {
            Unknown::Exists(names) | Unknown::Parameter(names) => self.store.exists(names, body),
            Unknown::Inferred => body,
        })
    }

    /// A new size, as an anonymous size stands for.
    pub fn unknown_size(&mut self, span: Span, unknown: &mut Unknown) -> Sz<'t> {
        match unknown {
            Unknown::Inferred | Unknown::Parameter(_) => self.fresh_size(span),
            Unknown::Exists(names) => self.bound_size(names),
        }
    }

    fn bound_size(&mut self, names: &mut Vec<Name>) -> Sz<'t> {
        let name = Name::fresh("k");
        self.declare_name(name);
        names.push(name);
        self.store.named(name)
    }

    /// A computed size that cannot be computed in this place, since it depends on sizes or arguments that are unknown
    /// here.
    fn computed_elsewhere(&mut self, span: Span, value: Sz<'t>, unknown: &mut Unknown) -> Sz<'t> {
        match unknown {
            Unknown::Parameter(names) if self.depends_on_argument(value) => {
                // Equal sizes have one holder.
                for name in &*names {
                    let known = self.held_by(*name);
                    if self.common_value(known, value).is_some() {
                        return known;
                    }
                }
                let holder = self.bound_size(names);
                if let Size::Name(name) = *holder {
                    self.set_meaning(name, value);
                }
                self.store.computed(holder, value)
            }
            _ => {
                let holder = self.unknown_size(span, unknown);
                self.store.computed(holder, value)
            }
        }
    }

    /// A type whose unknown sizes are replaced, each like an anonymous size `[]` in this place.
    fn open(&mut self, span: Span, ty: Ty<'t>, unknown: &mut Unknown) -> Ty<'t> {
        let Type::Exists(names, body) = *ty else { return ty };
        let mut subst = Subst::default();
        for name in names {
            let size = self.unknown_size(span, unknown);
            subst.sizes.insert(*name, size);
        }
        self.substitute(body, &subst)
    }

    fn convert(&mut self, ty: &'t resolved::Type<'t>, unknown: &mut Unknown) -> Result<Ty<'t>> {
        use resolved::Type as T;
        let store = self.store;
        Ok(match *ty {
            T::TypePrim { prim, .. } => store.prim(prim),
            T::TypeVar { name, .. } => store.ty(Type::Param(name)),
            T::TypeCon { span, name, args } => self.named_type(span, name, args, unknown)?,
            T::TypeArray { span, size, elem } => {
                let size = self.annotated_size(size, unknown)?;
                if self.lifting(elem) == Liftedness::SizeLifted && !self.has_dynamic_sizes() {
                    let elem = self.convert(elem, unknown)?;
                    let text = self.show(elem);
                    let message =
                        format!("cannot create array with elements of lifted type `{text}`, whose sizes may differ");
                    return Err(codes::ELEMENT_TYPE.error(span, message));
                }
                let elem_ty = self.convert(elem, unknown)?;
                let plain = self.value_type(elem_ty);
                if let Err(clash @ Clash::Function(_)) = self.need_order_zero(plain) {
                    let text = self.show(elem_ty);
                    let error =
                        codes::ELEMENT_TYPE.error(span, format!("cannot create array with elements of type `{text}`"));
                    return Err(self.explain(error, &clash, elem_ty));
                }
                store.array(size, elem_ty)
            }
            T::TypeRecord { fields, .. } => {
                let fields: Result<Vec<_>> =
                    fields.iter().map(|field| Ok((field.label, self.convert(field.ty, unknown)?))).collect();
                store.record(fields?)
            }
            T::TypeSum { cases, .. } => {
                let mut converted = Vec::new();
                for case in cases {
                    let payload: Result<Vec<_>> = case.payload.iter().map(|ty| self.convert(ty, unknown)).collect();
                    converted.push((case.tag, store.list(payload?)));
                }
                store.sum(converted)
            }
            T::TypeArrow { param, from, to, .. } => {
                let from = self.annotation_with(from, Unknown::Parameter(Vec::new()))?;
                if let Some(name) = param {
                    let plain = self.value_type(from);
                    self.declare(name, plain);
                    // Only the type itself can mention the name.
                    self.declare_in_type(name);
                }
                let to = self.result_annotation(to)?;
                self.function_type(param, from, to)
            }
            T::TypeExists { span, sizes, body } => {
                for size in sizes {
                    if !has_array_of(body, size.name) {
                        let message =
                            format!("existential size `{}` not used as array size in this type", size.name.base);
                        return Err(codes::UNUSED_SIZE.error(size.span, message).rule("unused-existential"));
                    }
                    self.declare_size(size.name, size.span, "a size that is bound here");
                    match unknown {
                        Unknown::Inferred | Unknown::Parameter(_) => {
                            let own = self.fresh_size(span);
                            self.set_alias(size.name, own);
                        }
                        Unknown::Exists(names) => names.push(size.name),
                    }
                }
                self.convert(body, unknown)?
            }
            T::TypeUnique { span, body } => {
                let body = self.convert(body, unknown)?;
                self.warn_of_useless_star(span, body);
                self.unique(body)
            }
        })
    }

    fn named_type(
        &mut self,
        span: Span,
        name: Name,
        args: &'t [resolved::TypeArg<'t>],
        unknown: &mut Unknown,
    ) -> Result<Ty<'t>> {
        let Some(Abbreviation { params, rhs }) = self.abbreviation_of(name).cloned() else {
            return Err(Error::internal(format!("the type `{name}` is used before its definition")).or_at(span));
        };
        if params.len() != args.len() {
            return Err(codes::TYPE_ARGUMENTS
                .error(span, format!("type `{}` takes {} arguments, not {}", name.base, params.len(), args.len())));
        }
        let mut subst = Subst::default();
        let mut converted = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            match (*param, *arg) {
                (TypeParam::Size(param), resolved::TypeArg::ArgSize { size, .. }) => {
                    let size = self.annotated_size(size, unknown)?;
                    subst.sizes.insert(param, size);
                    converted.push(Arg::Size(size));
                }
                (TypeParam::Type(param, lifted), resolved::TypeArg::ArgType { ty, .. }) => {
                    let ty = match lifted {
                        Liftedness::Unlifted => self.convert(ty, unknown)?,
                        Liftedness::SizeLifted | Liftedness::Lifted => self.result_annotation(ty)?,
                    };
                    subst.types.insert(param, ty);
                    converted.push(Arg::Type(ty));
                }
                (_, arg) => {
                    let (span, wanted) = match arg {
                        resolved::TypeArg::ArgSize { span, .. } => (span, "type"),
                        resolved::TypeArg::ArgType { span, .. } => (span, "size"),
                    };
                    return Err(
                        codes::KIND_OF_ARGUMENT.error(span, format!("type `{}` takes a {wanted} here", name.base))
                    );
                }
            }
        }
        match rhs.filter(|_| !self.modules.is_sealed(name)) {
            Some(rhs) => {
                self.arguments.extend(subst.types.values());
                let ty = self.substitute(rhs, &subst);
                let ty = self.revealed(ty);
                let ty = self.quantified(ty);
                let ty = self.open(span, ty, unknown);
                self.computed_here(span, ty, unknown)
            }
            None => Ok(self.store.ty(Type::Abstract(name, self.store.args(converted)))),
        }
    }

    /// Brings the type parameters of a definition into scope.
    pub fn declare_type_params(&mut self, params: &'t [resolved::TypeParam]) -> Vec<(Span, TypeParam)> {
        let declared = params.iter().map(|param| match *param {
            resolved::TypeParam::SizeParam { span, name } => {
                self.declare_size(name, span, "a size parameter");
                (span, TypeParam::Size(name))
            }
            resolved::TypeParam::TypeParamNamed { span, name, lifted } => {
                let level = self.level();
                self.declare_type(name, level, lifted);
                (span, TypeParam::Type(name, lifted))
            }
        });
        declared.collect()
    }

    /// The type, in which abstract types are replaced by their definitions if they are sealed after the definition that
    /// is being matched against a module type.
    pub fn revealed(&mut self, ty: Ty<'t>) -> Ty<'t> {
        if !self.modules.is_revealing() {
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
                let known = if self.modules.is_sealed(name) { None } else { self.abbreviation_of(name).cloned() };
                match known.and_then(|known| self.applied_type(&known, &new)) {
                    Some(ty) => self.revealed(ty),
                    None => store.ty(Type::Abstract(name, store.args(new))),
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
            Type::Unique(body) => {
                let body = self.revealed(body);
                self.unique(body)
            }
        }
    }
}

/// Whether every value of a type has an array of this size, or a value of a named type with this size as an argument.
fn has_array_of(ty: &resolved::Type<'_>, name: Name) -> bool {
    use resolved::Type as T;
    let is_own = |size: &resolved::Size<'_>| match size {
        resolved::Size::SizeOf { exp: resolved::Exp::Var { name: own, .. }, .. } => *own == name,
        _ => false,
    };
    match *ty {
        T::TypePrim { .. } | T::TypeVar { .. } | T::TypeArrow { .. } => false,
        T::TypeCon { args, .. } => args.iter().any(|arg| match arg {
            resolved::TypeArg::ArgSize { size, .. } => is_own(size),
            resolved::TypeArg::ArgType { ty, .. } => has_array_of(ty, name),
        }),
        T::TypeArray { size, elem, .. } => is_own(size) || has_array_of(elem, name),
        T::TypeRecord { fields, .. } => fields.iter().any(|field| has_array_of(field.ty, name)),
        T::TypeSum { cases, .. } => cases.iter().flat_map(|case| case.payload).any(|ty| has_array_of(ty, name)),
        T::TypeExists { body, .. } | T::TypeUnique { body, .. } => has_array_of(body, name),
    }
}
