//! Elaborates types and sizes. Their names must be in scope: a size cannot be used before it is computed.

use framework::{Error, Name, Result, Span};
use languages::codes;
use languages::prim::{PrimType, PrimValue};
use languages::typed::{self, Exp, SizeBinder, TypeArg};

use super::Elaborate;
use crate::typing::infer_types::scopes::Binding;
use crate::typing::infer_types::types::tables::Constraint;
use crate::typing::infer_types::types::{Arg, Size, Subst, Sz, Ty, Type};

impl<'t, 'b> Elaborate<'_, 't, 'b> {
    /// Elaborates a type.
    pub(super) fn ty(&mut self, span: Span, ty: Ty<'t>) -> Result<&'b typed::Type<'b>> {
        let ty = self.types.shallow(ty);
        let (converted, names) = match self.known.get(&std::ptr::from_ref(ty)) {
            Some(known) => known.clone(),
            None => {
                let outer = std::mem::take(&mut self.used);
                let converted = self.convert(span, ty);
                let used = std::mem::replace(&mut self.used, outer);
                let converted = converted?;
                self.known.insert(ty, (converted, used.clone()));
                (converted, used)
            }
        };
        for name in &names {
            if !self.scope.contains(name) && !self.types.is_definition(*name) {
                self.missing = Some(*name);
                let text = self.messages.show(self.types, ty);
                let message = format!("the size `{}` in the type `{text}` is not known here yet", name.base);
                let error = codes::SIZE_NOT_YET_KNOWN
                    .error(span, message)
                    .note("causality check: a size must be computed before a value whose type mentions it; bind what computes it with `let`, before this place");
                return Err(self.messages.with_origin(self.types, error, *name));
            }
        }
        self.used.extend(names);
        Ok(converted)
    }

    pub(super) fn convert(&mut self, span: Span, ty: Ty<'t>) -> Result<&'b typed::Type<'b>> {
        use typed::Type as T;
        let arena = self.arena;
        Ok(arena.alloc(match *ty {
            Type::Prim(prim) => T::TypePrim { span, prim },
            Type::Var(_) => return self.unsolved(span, ty),
            Type::Param(name) => T::TypeVar { span, name },
            // `check-modules` keeps nothing of the program that it looks at.
            Type::Abstract(name, _) if self.opaque => T::TypeVar { span, name },
            Type::Abstract(name, args) => return self.package(span, name, args),
            Type::Array(size, elem) => {
                let size = self.size(span, size)?;
                let size = arena.alloc(typed::Size::SizeOf { span, exp: size });
                T::TypeArray { span, size, elem: self.part(span, elem)? }
            }
            Type::Record(fields) => {
                let mut converted = Vec::new();
                for (label, ty) in fields {
                    converted.push(typed::TypeField { span, label: *label, ty: self.part(span, ty)? });
                }
                T::TypeRecord { span, fields: arena.slice(converted) }
            }
            Type::Sum(cases) => {
                let mut converted = Vec::new();
                for (tag, types) in cases {
                    let mut payload = Vec::new();
                    for ty in types.iter() {
                        payload.push(*self.part(span, ty)?);
                    }
                    converted.push(typed::TypeCase { span, tag: *tag, payload: arena.slice(payload) });
                }
                T::TypeSum { span, cases: arena.slice(converted) }
            }
            Type::Arrow(param, from, to) => {
                let from = self.part(span, from)?;
                let to = self.under(param.as_slice(), |this| this.part(span, to))?;
                T::TypeArrow { span, param, from, to }
            }
            Type::Exists(names, body) => {
                let sizes = names.iter().map(|name| SizeBinder { span, name: *name });
                let sizes = arena.slice(sizes);
                T::TypeExists { span, sizes, body: self.under(names, |this| this.part(span, body))? }
            }
            Type::Unique(body) => T::TypeUnique { span, body: self.part(span, body)? },
        }))
    }

    /// Elaborates the type of a package. Its sizes have fresh names, since a package may be part of another.
    fn package(&mut self, span: Span, name: Name, args: &[Arg<'t>]) -> Result<&'b typed::Type<'b>> {
        let definition = self.types.abbreviation_of(name).cloned();
        let ty = definition.and_then(|definition| self.types.applied_type(&definition, args));
        let (names, body) = match ty {
            Some(Type::Exists(names, body)) => (*names, *body),
            // The package has the form of that of another abstract type.
            Some(Type::Abstract(name, args)) => return self.package(span, *name, args),
            Some(ty) => (&[][..], ty),
            None => return Err(Error::internal(format!("`{name}` has no definition")).or_at(span)),
        };
        let (mut fresh, mut subst) = (Vec::new(), Subst::default());
        for name in names {
            fresh.push(name.refresh());
            subst.sizes.insert(*name, self.types.store.named(fresh[fresh.len() - 1]));
        }
        let body = self.types.substitute(body, &subst);
        let body = self.under(&fresh, |this| this.part(span, body))?;
        let sizes = self.arena.slice(fresh.into_iter().map(|name| SizeBinder { span, name }).collect::<Vec<_>>());
        Ok(self.arena.alloc(typed::Type::TypePacked { span, sizes, body }))
    }

    /// Elaborates a component of a type. The names that the whole type binds are in scope.
    pub(super) fn part(&mut self, span: Span, ty: Ty<'t>) -> Result<&'b typed::Type<'b>> {
        let ty = self.types.shallow(ty);
        self.convert(span, ty)
    }

    pub(super) fn under<R>(&mut self, names: &[Name], work: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let before = self.used.len();
        let result = work(self)?;
        let inner = self.used.split_off(before);
        self.used.extend(inner.into_iter().filter(|name| !names.contains(name)));
        Ok(result)
    }

    /// Elaborates a type variable that nothing determines. If the variable has no constraint, any type will do.
    pub(super) fn unsolved(&mut self, span: Span, ty: Ty<'t>) -> Result<&'b typed::Type<'b>> {
        if let Type::Var(var) = ty
            && let Some(free) = self.types.free(*var)
            && !matches!(free.constraint, Constraint::Any)
        {
            let place = if free.span.is_none() { span } else { free.span };
            let known = match &free.constraint {
                Constraint::Equality => "values of it are compared".to_string(),
                Constraint::Fields(fields) => {
                    let labels: Vec<String> = fields.iter().map(|(label, _)| format!("`{label}`")).collect();
                    format!("it is a record with {} {}", plural("the field", labels.len()), labels.join(", "))
                }
                Constraint::Cases(cases) => {
                    let tags: Vec<String> = cases.iter().map(|(tag, _)| format!("`#{tag}`")).collect();
                    format!("it is a sum type with {} {}", plural("the constructor", tags.len()), tags.join(", "))
                }
                _ => format!("it is a `{}`", self.messages.show(self.types, ty)),
            };
            let error =
                codes::AMBIGUOUS_TYPE.error(place, format!("type is ambiguous: all that is known is that {known}"));
            let note = match (&free.constraint, self.messages.text(place)) {
                (Constraint::Fields(_), Some(text)) if text.chars().all(char::is_alphanumeric) => {
                    format!("declare the type, as in `({text}: t)`: other records may have these fields, too")
                }
                _ => "add a type annotation".to_string(),
            };
            return Err(error.note(note));
        }
        Ok(self.arena.alloc(typed::Type::TypeRecord { span, fields: &[] }))
    }

    pub(super) fn i64(&self, span: Span) -> &'b typed::Type<'b> {
        self.arena.alloc(typed::Type::TypePrim { span, prim: PrimType::I64 })
    }

    /// Elaborates a size into an expression.
    pub(super) fn size(&mut self, span: Span, size: Sz<'t>) -> Result<&'b Exp<'b>> {
        let arena = self.arena;
        let size = self.types.zonk_size(size);
        let ty = self.i64(span);
        Ok(arena.alloc(match *size {
            Size::Name(name) => {
                self.used.push(name);
                match self.is_i32(name) {
                    true => {
                        let own = arena.alloc(typed::Type::TypePrim { span, prim: PrimType::I32 });
                        let exp = arena.alloc(Exp::Var { span, ty: own, name, inst: &[] });
                        Exp::Convert { span, ty, exp }
                    }
                    false => Exp::Var { span, ty, name, inst: &[] },
                }
            }
            Size::Const(value) => Exp::Const { span, ty, value: PrimValue::I64(value) },
            // The size of an empty array in an older edition.
            Size::Var(_) if self.dynamic_sizes => Exp::Const { span, ty, value: PrimValue::I64(0) },
            Size::Var(var) => {
                let place = self.types.size_span(var).or(span);
                let name = self.messages.text(place).filter(|text| text.chars().all(char::is_alphanumeric));
                let size = name.map_or("ambiguous size".to_string(), |name| format!("ambiguous size `{name}`"));
                return Err(codes::UNDETERMINED_SIZE
                    .error(place, format!("{size}: nothing determines the size of this array"))
                    .note("add a type annotation"));
            }
            Size::Bin(op, a, b) => Exp::Bin { span, ty, op, lhs: self.size(span, a)?, rhs: self.size(span, b)? },
            Size::Computed(..) | Size::Form(..) => {
                return Err(Error::internal("a size that no variable holds").or_at(span));
            }
        }))
    }

    /// Whether a size is a variable of type `i32`, as in older editions.
    fn is_i32(&mut self, name: Name) -> bool {
        let ty = match self.types.binding(name) {
            Some(Binding::Mono(ty)) => *ty,
            Some(Binding::Poly(scheme) | Binding::Recursive(scheme)) => scheme.ty,
            None => return false,
        };
        matches!(self.types.value_type(ty), Type::Prim(PrimType::I32))
    }

    pub(super) fn inst(&mut self, span: Span, args: &[Arg<'t>]) -> Result<&'b [TypeArg<'b>]> {
        let mut converted = Vec::new();
        for arg in args {
            converted.push(match arg {
                Arg::Size(size) => {
                    // Elaborates the size as that of an array type, so that it is checked like one.
                    let elem = self.types.store.prim(PrimType::I64);
                    let carrier = self.types.store.array(size, elem);
                    let typed::Type::TypeArray { size, .. } = *self.ty(span, carrier)? else {
                        return Err(Error::internal("an array type that is none").or_at(span));
                    };
                    TypeArg::ArgSize { span, size }
                }
                Arg::Type(ty) => TypeArg::ArgType { span, ty: self.ty(span, ty)? },
            });
        }
        Ok(self.arena.slice(converted))
    }

    /// The variable that first held a size which the program gave another name.
    pub(super) fn original(&mut self, name: Name) -> Name {
        match self.types.alias(name) {
            Some(size) => match self.types.holder(size) {
                // A number of type `i32` is converted once, into a variable of its own.
                Size::Name(original) if !self.is_i32(*original) => *original,
                _ => name,
            },
            None => name,
        }
    }

    /// Elaborates a size whose names are in scope.
    pub(super) fn scoped_size(&mut self, span: Span, size: Sz<'t>) -> Result<&'b Exp<'b>> {
        match self.inst(span, &[Arg::Size(size)])? {
            [TypeArg::ArgSize { size: typed::Size::SizeOf { exp, .. }, .. }] => Ok(exp),
            _ => Err(Error::internal("a size that is none").or_at(span)),
        }
    }
}

/// The words for `count` things.
fn plural(one: &str, count: usize) -> String {
    format!("{one}{}", if count == 1 { "" } else { "s" })
}
