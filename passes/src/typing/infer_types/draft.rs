//! Drafts: expressions whose types contain variables of inference. The last step, `elaborate`, turns drafts into
//! `Typed`.
//!
//! A draft has the productions of `Typed`, but its types contain variables, and a `Let` may be any subexpression: the
//! types of the surrounding expression may mention the sizes and variables that the `Let` binds.

use framework::{Name, Span, Symbol};
use languages::builtin::Builtin;
use languages::prim::{BinOp, PrimType, PrimValue, TriOp, UnOp, convert};
use languages::resolved;
use languages::source::{IntLiteral, RangeKind, float_literal};
use typed_arena::Arena;

use crate::typing::infer_types::types::{Arg, Sz, Ty, TypeParam};

/// A reference to a drafted expression.
pub type E<'t> = &'t Exp<'t>;

/// A drafted expression.
#[derive(Debug)]
pub struct Exp<'t> {
    /// Its place in source.
    pub span: Span,
    /// Its type.
    pub ty: Ty<'t>,
    /// Its production.
    pub kind: Kind<'t>,
}

/// The productions; see the grammar of `Typed`.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Kind<'t> {
    Const(PrimValue),
    /// A literal whose value depends on its type.
    Number(Literal),
    Hole,
    Var(Name, &'t [Arg<'t>]),
    Project(E<'t>, Symbol),
    Record(Vec<(Symbol, E<'t>)>),
    Array(Vec<E<'t>>),
    Index(E<'t>, Vec<Dim<'t>>),
    Apply(E<'t>, Vec<E<'t>>),
    Bin(BinOp, E<'t>, E<'t>),
    Un(UnOp, E<'t>),
    Tri(TriOp, [E<'t>; 3]),
    Convert(E<'t>),
    Intrinsic(Builtin, Vec<E<'t>>),
    Con(Symbol, Vec<E<'t>>),
    Coerce(E<'t>),
    Range {
        start: E<'t>,
        second: Option<E<'t>>,
        kind: RangeKind,
        end: E<'t>,
    },
    If(E<'t>, E<'t>, E<'t>),
    Match(E<'t>, Vec<(Pat<'t>, E<'t>)>),
    Let {
        sizes: Vec<Name>,
        pat: Pat<'t>,
        rhs: E<'t>,
        body: E<'t>,
    },
    /// A name for a size that inference found.
    LetSize {
        name: Name,
        size: Sz<'t>,
        body: E<'t>,
    },
    LetFun {
        function: Function<'t>,
        body: E<'t>,
    },
    Update {
        exp: E<'t>,
        path: Vec<Step<'t>>,
        value: E<'t>,
    },
    Lambda(Closure<'t>),
    Loop {
        sizes: Vec<Name>,
        pat: Pat<'t>,
        ascribed: Vec<Name>,
        init: E<'t>,
        form: Form<'t>,
        body: E<'t>,
    },
    Assert(E<'t>, E<'t>),
    Attributed(resolved::Attr<'t>, E<'t>),
}

/// A literal whose type depends on the context.
#[derive(Clone, Copy, Debug)]
pub enum Literal {
    /// A whole number.
    Int(IntLiteral),
    /// A decimal number.
    Float(PrimValue),
}

/// One dimension of an index.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Dim<'t> {
    At(Span, E<'t>),
    Slice(Span, [Option<E<'t>>; 3]),
}

/// A step of an update's path.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Step<'t> {
    Field(Span, Symbol),
    Index(Span, Vec<Dim<'t>>),
}

/// The form of a loop.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Form<'t> {
    For(Span, Name, E<'t>),
    ForIn(Span, Pat<'t>, E<'t>),
    While(Span, E<'t>),
}

/// The parameters and the body of a function.
#[derive(Debug)]
pub struct Closure<'t> {
    /// The parameters.
    pub params: Vec<Pat<'t>>,
    /// The type of the result, which may mention parameters.
    pub ret: Ty<'t>,
    /// Whether the program declares the type of the result.
    pub declared: bool,
    /// The body.
    pub body: E<'t>,
}

/// A function with a name and with type parameters.
#[derive(Debug)]
pub struct Function<'t> {
    /// Its name.
    pub name: Name,
    /// Its type parameters in order, with their places.
    pub type_params: Vec<(Span, TypeParam)>,
    /// The rest of it.
    pub closure: Closure<'t>,
}

/// A drafted definition of a value.
#[derive(Debug)]
pub struct Definition<'t> {
    /// Its place in source.
    pub span: Span,
    /// Its name.
    pub name: Name,
    /// Whether the program exports it.
    pub entry: bool,
    /// Its attributes.
    pub attrs: Vec<resolved::Attr<'t>>,
    /// Its documentation.
    pub doc: Option<Symbol>,
    /// Its type parameters in order, with their places.
    pub type_params: Vec<(Span, TypeParam)>,
    /// Its parameters and its body.
    pub closure: Closure<'t>,
}

/// A drafted pattern.
#[derive(Debug)]
pub struct Pat<'t> {
    /// Its place in source.
    pub span: Span,
    /// The type of the values that it is matched with.
    pub ty: Ty<'t>,
    /// Its production.
    pub kind: PatKind<'t>,
}

/// The productions of patterns.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum PatKind<'t> {
    Var(Name),
    Wild,
    Record(Vec<(Span, Symbol, Pat<'t>)>),
    Const(PrimValue),
    Number(Literal),
    Con(Symbol, Vec<Pat<'t>>),
}

/// The arenas that hold drafts.
#[derive(Default)]
pub struct Drafts<'t> {
    exps: Arena<Exp<'t>>,
    /// Expressions that inference writes, as the program would: see `annotations::rebuild`.
    pub written: resolved::Arena<'t>,
}

impl<'t> Drafts<'t> {
    /// A drafted expression.
    pub fn exp(&'t self, exp: Exp<'t>) -> E<'t> {
        self.exps.alloc(exp)
    }
}

impl<'t> Pat<'t> {
    /// The variables that the pattern binds, in order.
    pub fn names(&self) -> Vec<Name> {
        let mut names = Vec::new();
        self.collect_names(&mut names);
        names
    }

    fn collect_names(&self, out: &mut Vec<Name>) {
        match &self.kind {
            PatKind::Var(name) => out.push(*name),
            PatKind::Record(fields) => fields.iter().for_each(|(_, _, pat)| pat.collect_names(out)),
            PatKind::Con(_, args) => args.iter().for_each(|pat| pat.collect_names(out)),
            PatKind::Wild | PatKind::Const(_) | PatKind::Number(_) => {}
        }
    }

    /// The variable, if the pattern is a single one.
    pub fn name(&self) -> Option<Name> {
        match self.kind {
            PatKind::Var(name) => Some(name),
            _ => None,
        }
    }
}

/// The value of a literal in its type. The literal has been checked to fit.
pub fn literal_value(literal: Literal, prim: PrimType) -> PrimValue {
    match literal {
        Literal::Int(value) if prim.is_float() => {
            let digits = value.0.to_string();
            float_literal(&digits, prim).unwrap_or(PrimValue::zero(prim))
        }
        Literal::Int(value) => PrimValue::from_bits(prim, value.0 as u64),
        Literal::Float(value) => convert(value, prim),
    }
}
