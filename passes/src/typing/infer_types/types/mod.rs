//! Types as inference computes with them: with variables, shared, and free of abbreviations.

pub mod tables;
use framework::{Name, Symbol};
use languages::prim::{BinOp, PrimType};
use typed_arena::Arena;

use crate::typing::infer_types::draft;

/// A reference to a type.
pub type Ty<'t> = &'t Type<'t>;
/// A reference to a size.
pub type Sz<'t> = &'t Size<'t>;

/// How many parts a type may have. Those of expressions that use the ones before twice double each time.
pub const MAX_PARTS: usize = 20_000;

/// A type variable of inference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeVar(pub u32);
/// A size variable of inference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SizeVar(pub u32);

/// A type.
///
/// Fields of records are sorted by [`label_order`] and constructors of sums by name, so that equal types have the same shape.
#[derive(Clone, Copy, Debug)]
pub enum Type<'t> {
    /// A primitive type.
    Prim(PrimType),
    /// What inference has yet to find out.
    Var(TypeVar),
    /// A type parameter in scope.
    Param(Name),
    /// An abstract type of a parametric module that is being checked.
    Abstract(Name, &'t [Arg<'t>]),
    /// An array.
    Array(Sz<'t>, Ty<'t>),
    /// A record or tuple.
    Record(&'t [(Symbol, Ty<'t>)]),
    /// A sum type.
    Sum(&'t [(Symbol, &'t [Ty<'t>])]),
    /// A function. The name, if any, stands for the argument in sizes of the result.
    Arrow(Option<Name>, Ty<'t>, Ty<'t>),
    /// Sizes that are unknown before the value is computed. Only results of functions and of expressions have such types.
    Exists(&'t [Name], Ty<'t>),
    /// A value that nothing else shares memory with. Only parameters and results of functions have such types.
    Unique(Ty<'t>),
}

/// A size: an expression of type `i64`.
#[derive(Clone, Copy, Debug)]
pub enum Size<'t> {
    /// A variable of the program.
    Name(Name),
    /// A number.
    Const(i64),
    /// What inference has yet to find out.
    Var(SizeVar),
    /// An operator applied to two sizes.
    Bin(BinOp, Sz<'t>, Sz<'t>),
    /// A size that is the value of an expression: where the value can be found, and the expression.
    Computed(Sz<'t>, Sz<'t>),
    /// An expression that is no arithmetic, by its form and its parts. It occurs only as the expression of `Computed`.
    Form(Symbol, &'t [Sz<'t>]),
}

/// What a type parameter stands for.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'t> {
    /// A size parameter's size.
    Size(Sz<'t>),
    /// A type parameter's type.
    Type(Ty<'t>),
}

/// The arenas that types and drafts live in for as long as a program is inferred.
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
    exps: Arena<draft::Exp<'t>>,
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
    /// The value of an expression, which `holder` has, too.
    pub fn computed(&'t self, holder: Sz<'t>, value: Sz<'t>) -> Sz<'t> {
        self.size(Size::Computed(holder, value))
    }
    /// An expression by its form and its parts.
    pub fn form(&'t self, form: Symbol, parts: Vec<Sz<'t>>) -> Sz<'t> {
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
    /// A drafted expression.
    pub fn exp(&'t self, exp: draft::Exp<'t>) -> draft::E<'t> {
        self.exps.alloc(exp)
    }
}

/// The order of labels: numbers as numbers, before words.
pub fn label_order(a: Symbol, b: Symbol) -> std::cmp::Ordering {
    let key = |label: Symbol| (label.as_str().parse::<u64>().unwrap_or(u64::MAX), label.as_str());
    key(a).cmp(&key(b))
}

/// A set of primitive types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimSet(u16);

impl PrimSet {
    /// The types that satisfy a condition.
    pub fn of(holds: impl Fn(PrimType) -> bool) -> PrimSet {
        let bits = PrimType::ALL.into_iter().filter(|prim| holds(*prim)).fold(0, |bits, prim| bits | 1 << prim as u16);
        PrimSet(bits)
    }
    /// Whether a type is in it.
    pub fn contains(self, prim: PrimType) -> bool {
        self.0 & (1 << prim as u16) != 0
    }
    /// The types in both.
    pub fn and(self, other: PrimSet) -> PrimSet {
        PrimSet(self.0 & other.0)
    }
    /// Its elements in order.
    pub fn iter(self) -> impl Iterator<Item = PrimType> {
        PrimType::ALL.into_iter().filter(move |prim| self.contains(*prim))
    }
    /// What an ambiguous literal or operator is taken to be: `i32` if possible, else `f64`.
    pub fn default(self) -> Option<PrimType> {
        let mut all = self.iter();
        match (all.next(), all.next()) {
            (only, None) => only,
            _ => [PrimType::I32, PrimType::F64].into_iter().find(|prim| self.contains(*prim)),
        }
    }
}
