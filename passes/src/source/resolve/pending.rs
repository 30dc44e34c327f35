//! Definitions that have not been resolved yet.

use std::cell::Cell;

use framework::{Name, Span, Symbol};
use languages::source::{Attr, Exp, Liftedness, Pat, Type, TypeParam};

use super::scope::{DefId, Place};

/// A definition that is resolved when something needs it.
#[derive(Debug)]
pub(super) struct Pending<'s> {
    pub base: Symbol,
    pub span: Span,
    /// The resolved name. It is made at the first use, so that unused definitions take no number.
    name: Cell<Option<Name>>,
    /// The place where the definition's free names are looked up.
    pub place: Place,
    pub kind: Kind<'s>,
}

/// The kind of a definition.
#[derive(Debug)]
pub(super) enum Kind<'s> {
    Value(Box<PendingValue<'s>>),
    Abbreviation {
        lifted: Liftedness,
        /// Whether the type may be more lifted than the declared `lifted`: it depends on a module parameter or is given
        /// by `with`.
        given: bool,
        type_params: &'s [TypeParam],
        rhs: &'s Type<'s>,
    },
    Abstract {
        lifted: Liftedness,
        type_params: &'s [TypeParam],
    },
    /// A type that a module type makes abstract.
    Sealed {
        found: DefId,
        lifted: Liftedness,
        type_params: &'s [TypeParam],
    },
    /// Whether the definition of a sealed type is known from here on.
    Known {
        ty: DefId,
        known: bool,
    },
    Assumed {
        type_params: &'s [TypeParam],
        ty: &'s Type<'s>,
    },
    Conforms {
        value: DefId,
        type_params: &'s [TypeParam],
        ty: &'s Type<'s>,
    },
    SameType {
        member: Symbol,
        found: DefId,
        type_params: &'s [TypeParam],
        wanted: &'s Type<'s>,
    },
}

/// The parts of a `def`.
#[derive(Debug)]
pub(super) struct PendingValue<'s> {
    pub entry: bool,
    pub prelude: bool,
    /// Whether the definition is part of a parametric module's body, for an argument.
    pub instance: bool,
    pub attrs: Vec<&'s Attr<'s>>,
    pub doc: Option<Symbol>,
    pub type_params: &'s [TypeParam],
    pub params: &'s [Pat<'s>],
    pub ret: Option<&'s Type<'s>>,
    pub body: &'s Exp<'s>,
}

impl<'s> Pending<'s> {
    pub fn new(base: Symbol, span: Span, place: Place, kind: Kind<'s>) -> Self {
        Pending { base, span, name: Cell::new(None), place, kind }
    }

    /// The definition's name in the resolved program.
    pub fn name(&self) -> Name {
        match self.name.get() {
            Some(name) => name,
            None => {
                let name = Name::fresh(self.base);
                self.name.set(Some(name));
                name
            }
        }
    }

    /// The liftedness of the defined type.
    pub fn lifted(&self) -> Liftedness {
        match self.kind {
            Kind::Abbreviation { lifted, .. } | Kind::Abstract { lifted, .. } | Kind::Sealed { lifted, .. } => lifted,
            _ => Liftedness::Unlifted,
        }
    }

    /// The parameters of the defined type. A definition of a value has none.
    pub fn type_params(&self) -> &[TypeParam] {
        match self.kind {
            Kind::Abbreviation { type_params, .. }
            | Kind::Abstract { type_params, .. }
            | Kind::Sealed { type_params, .. } => type_params,
            _ => &[],
        }
    }
}
