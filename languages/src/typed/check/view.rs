//! Types together with the meaning of their names, such as instances of definitions' types, and results of functions on
//! known arguments.

use std::rc::Rc;

use framework::{Name, Symbol};
use rustc_hash::FxHashMap;

use super::super::sizes::{Poly, Sizes};
use super::super::{Size, Type};
use crate::prim::PrimType;

/// A type with the meaning of its names.
#[derive(Clone, Debug)]
pub(super) struct View<'a> {
    pub(super) ty: &'a Type<'a>,
    pub(super) sizes: Rc<Sizes>,
    pub(super) types: Rc<FxHashMap<Name, View<'a>>>,
}

impl<'a> View<'a> {
    pub(super) fn new(ty: &'a Type<'a>) -> View<'a> {
        View { ty, sizes: Rc::default(), types: Rc::default() }
    }

    pub(super) fn part(&self, ty: &'a Type<'a>) -> View<'a> {
        View { ty, ..self.clone() }
    }

    /// Returns the type that a name stands for, without uniqueness.
    pub(super) fn resolved(mut self) -> View<'a> {
        loop {
            self = match self.ty {
                Type::TypeUnique { body, .. } => self.part(body),
                Type::TypeVar { name, .. } => match self.types.get(name) {
                    Some(meaning) => meaning.clone(),
                    None => return self,
                },
                _ => return self,
            };
        }
    }

    /// Returns the type with its existential sizes, or those of a package, unknown, so that they fit every size.
    pub(super) fn opened(self) -> View<'a> {
        let view = self.resolved();
        match *view.ty {
            Type::TypeExists { sizes, body, .. } | Type::TypePacked { sizes, body, .. } => {
                let mut names = (*view.sizes).clone();
                names.extend(sizes.iter().map(|size| (size.name, None)));
                View { ty: body, sizes: Rc::new(names), types: view.types }.opened()
            }
            _ => view,
        }
    }

    pub(super) fn size(&self, size: &Size<'a>) -> Option<Poly> {
        let Size::SizeOf { exp, .. } = size;
        Poly::of(exp, &self.sizes)
    }

    pub(super) fn field(&self, label: Symbol) -> Option<View<'a>> {
        let view = self.clone().opened();
        match *view.ty {
            Type::TypeRecord { fields, .. } => {
                fields.iter().find(|field| field.label == label).map(|field| view.part(field.ty))
            }
            _ => None,
        }
    }

    /// Returns the element type of an array type.
    pub(super) fn elem(&self) -> Option<View<'a>> {
        let view = self.clone().opened();
        match *view.ty {
            Type::TypeArray { elem, .. } => Some(view.part(elem)),
            _ => None,
        }
    }

    pub(super) fn is_prim(&self, wanted: PrimType) -> bool {
        matches!(self.clone().resolved().ty, Type::TypePrim { prim, .. } if *prim == wanted)
    }

    pub(super) fn prim(&self) -> Option<PrimType> {
        match self.clone().resolved().ty {
            Type::TypePrim { prim, .. } => Some(*prim),
            _ => None,
        }
    }
}
