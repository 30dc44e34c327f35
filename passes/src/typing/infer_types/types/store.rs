//! The arenas for types and sizes, which live while a program is inferred.

use framework::{Name, Symbol};
use languages::prim::{BinOp, PrimType};
use typed_arena::Arena;

use super::{Arg, Form, Size, Sz, Ty, Type, label_order};

/// The arenas for types and sizes.
#[derive(Default)]
pub struct Store<'t> {
    types: Arena<Type<'t>>,
    sizes: Arena<Size<'t>>,
    fields: Arena<(Symbol, Ty<'t>)>,
    cases: Arena<(Symbol, &'t [Ty<'t>])>,
    lists: Arena<Ty<'t>>,
    names: Arena<Name>,
    args: Arena<Arg<'t>>,
    parts: Arena<Sz<'t>>,
}

impl<'t> Store<'t> {
    /// A type.
    pub fn ty(&'t self, ty: Type<'t>) -> Ty<'t> {
        self.types.alloc(ty)
    }
    /// A size.
    pub fn size(&'t self, size: Size<'t>) -> Sz<'t> {
        self.sizes.alloc(size)
    }
    /// A primitive type.
    pub fn prim(&'t self, prim: PrimType) -> Ty<'t> {
        self.ty(Type::Prim(prim))
    }
    /// A known size.
    pub fn constant(&'t self, value: i64) -> Sz<'t> {
        self.size(Size::Const(value))
    }
    /// A size that a variable holds.
    pub fn named(&'t self, name: Name) -> Sz<'t> {
        self.size(Size::Name(name))
    }
    /// A size computed from two others.
    pub fn bin(&'t self, op: BinOp, a: Sz<'t>, b: Sz<'t>) -> Sz<'t> {
        self.size(Size::Bin(op, a, b))
    }
    /// The value of an expression, with its holder.
    pub fn computed(&'t self, holder: Sz<'t>, value: Sz<'t>) -> Sz<'t> {
        self.size(Size::Computed(holder, value))
    }
    /// An expression by its form and its parts.
    pub fn form(&'t self, form: Form<'t>, parts: Vec<Sz<'t>>) -> Sz<'t> {
        self.size(Size::Form(form, self.parts.alloc_extend(parts)))
    }
    /// An array type.
    pub fn array(&'t self, size: Sz<'t>, elem: Ty<'t>) -> Ty<'t> {
        self.ty(Type::Array(size, elem))
    }
    /// A function type.
    pub fn arrow(&'t self, name: Option<Name>, from: Ty<'t>, to: Ty<'t>) -> Ty<'t> {
        self.ty(Type::Arrow(name, from, to))
    }
    /// A record type; sorts the fields.
    pub fn record(&'t self, mut fields: Vec<(Symbol, Ty<'t>)>) -> Ty<'t> {
        fields.sort_by(|(a, _), (b, _)| label_order(*a, *b));
        self.ty(Type::Record(self.fields(fields)))
    }
    /// A sum type; sorts the constructors.
    pub fn sum(&'t self, mut cases: Vec<(Symbol, &'t [Ty<'t>])>) -> Ty<'t> {
        cases.sort_by_key(|(tag, _)| *tag);
        self.ty(Type::Sum(self.cases.alloc_extend(cases)))
    }
    /// A type with unknown sizes, or the type itself if there are none.
    pub fn exists(&'t self, sizes: Vec<Name>, body: Ty<'t>) -> Ty<'t> {
        if sizes.is_empty() { body } else { self.ty(Type::Exists(self.names.alloc_extend(sizes), body)) }
    }
    /// Fields, already in order.
    pub fn fields(&'t self, fields: Vec<(Symbol, Ty<'t>)>) -> &'t [(Symbol, Ty<'t>)] {
        self.fields.alloc_extend(fields)
    }
    /// A list of types.
    pub fn list(&'t self, types: Vec<Ty<'t>>) -> &'t [Ty<'t>] {
        self.lists.alloc_extend(types)
    }
    /// A list of arguments.
    pub fn args(&'t self, args: Vec<Arg<'t>>) -> &'t [Arg<'t>] {
        self.args.alloc_extend(args)
    }
}
