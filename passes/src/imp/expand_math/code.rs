//! Terms: computing with them writes statements.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::num::Wrapping;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use framework::{Name, Span};
use languages::imp::{Arena, Exp, Stm};
use languages::prim::elementary::{DOUBLE, Precision, Real, Reduced, SINGLE, Whole};
use languages::prim::{BinOp, PrimType, PrimValue, TriOp, UnOp, convert};

use super::known::Known;

/// The statements that terms write.
pub(super) struct Code<'b> {
    pub arena: &'b Arena<'b>,
    stms: RefCell<Vec<Stm<'b>>>,
    /// The values that variables hold at this place.
    known: RefCell<Known>,
    /// What variables are called.
    name: Cell<&'static str>,
}

impl<'b> Code<'b> {
    pub(super) fn new(arena: &'b Arena<'b>) -> Self {
        Code { arena, stms: RefCell::default(), known: RefCell::default(), name: Cell::new("t") }
    }

    /// Calls all further variables by this name.
    pub(super) fn start(&self, name: &'static str) {
        self.name.set(name);
    }

    pub(super) fn push(&self, stm: Stm<'b>) {
        self.stms.borrow_mut().push(stm);
    }

    /// Returns the statements so far, and starts with none.
    pub(super) fn take(&self) -> Vec<Stm<'b>> {
        self.stms.take()
    }

    /// Returns the statements so far, and starts with others.
    pub(super) fn replace(&self, stms: Vec<Stm<'b>>) -> Vec<Stm<'b>> {
        self.stms.replace(stms)
    }

    /// Returns the values that variables hold, and starts with others.
    pub(super) fn replace_known(&self, known: Known) -> Known {
        self.known.replace(known)
    }

    /// Forgets what does not hold any more after a statement of the program.
    pub(super) fn pass(&self, stm: &Stm<'_>) {
        self.known.borrow_mut().pass(stm);
    }

    fn declare(&self, span: Span, prim: PrimType) -> Name {
        let name = Name::fresh(self.name.get());
        self.push(Stm::Decl { span, name, prim });
        name
    }

    fn assign(&self, name: Name, value: Exp<'b>) {
        self.push(Stm::Assign { span: value.span(), name, value: self.arena.alloc(value) });
    }

    /// A variable with this value: an earlier one, or a new one.
    fn variable(&self, prim: PrimType, value: Exp<'b>) -> Exp<'b> {
        let span = value.span();
        let known = self.known.borrow().variable(&value);
        let name = known.unwrap_or_else(|| {
            let name = self.declare(span, prim);
            self.assign(name, value);
            self.known.borrow_mut().insert(&value, name);
            name
        });
        Exp::Var { span, name }
    }
}

/// A type of numbers that terms stand for.
pub(super) trait Native: Copy {
    const PRIM: PrimType;
    /// Conjunction, bit by bit or of truth values.
    const AND: BinOp = BinOp::And;
    /// Disjunction, bit by bit or of truth values.
    const OR: BinOp = BinOp::Or;
}

impl Native for f32 {
    const PRIM: PrimType = PrimType::F32;
}

impl Native for f64 {
    const PRIM: PrimType = PrimType::F64;
}

impl Native for Wrapping<i32> {
    const PRIM: PrimType = PrimType::I32;
}

impl Native for Wrapping<i64> {
    const PRIM: PrimType = PrimType::I64;
}

impl Native for bool {
    const PRIM: PrimType = PrimType::Bool;
    const AND: BinOp = BinOp::LogAnd;
    const OR: BinOp = BinOp::LogOr;
}

/// A variable or a constant that stands for a number of type `T`.
#[derive(Clone, Copy)]
pub(super) struct Term<'t, 'b, T> {
    /// Where statements go; a constant needs none.
    code: Option<&'t Code<'b>>,
    pub exp: Exp<'b>,
    number: PhantomData<T>,
}

impl<'t, 'b, T: Native> Term<'t, 'b, T> {
    /// The value of an expression.
    pub(super) fn of_exp(code: &'t Code<'b>, exp: Exp<'b>) -> Self {
        let exp = match exp {
            Exp::Var { .. } | Exp::Const { .. } => exp,
            _ => code.variable(T::PRIM, exp),
        };
        Term { code: Some(code), exp, number: PhantomData }
    }

    fn constant(value: PrimValue) -> Self {
        Term { code: None, exp: Exp::Const { span: Span::NONE, value }, number: PhantomData }
    }

    fn known(self) -> Option<PrimValue> {
        match self.exp {
            Exp::Const { value, .. } => Some(value),
            _ => None,
        }
    }

    fn value<R: Native>(self, apply: impl FnOnce(&'b Exp<'b>) -> Exp<'b>) -> Term<'t, 'b, R> {
        Term::written(self.code, |code| apply(code.arena.alloc(self.exp)))
    }

    /// A variable. Only operators on constants lack a place for statements, and these have been evaluated.
    fn written(code: Option<&'t Code<'b>>, value: impl FnOnce(&'t Code<'b>) -> Exp<'b>) -> Self {
        match code {
            Some(code) => Term { code: Some(code), exp: code.variable(T::PRIM, value(code)), number: PhantomData },
            None => Term::constant(PrimValue::zero(T::PRIM)),
        }
    }

    fn unary<R: Native>(self, op: UnOp, prim: PrimType) -> Term<'t, 'b, R> {
        if let Some(value) = self.known().and_then(|value| op.eval(value).ok()) {
            return Term::constant(value);
        }
        self.value(|arg| Exp::Un { span: arg.span(), op, prim, arg })
    }

    fn binary<R: Native>(self, op: BinOp, other: Self) -> Term<'t, 'b, R> {
        if let (Some(a), Some(b)) = (self.known(), other.known())
            && let Ok(value) = op.eval(a, b)
        {
            return Term::constant(value);
        }
        Term::written(self.code.or(other.code), |code| {
            let (lhs, rhs) = (code.arena.alloc(self.exp), code.arena.alloc(other.exp));
            Exp::Bin { span: lhs.span(), op, prim: T::PRIM, lhs, rhs }
        })
    }

    fn convert<R: Native>(self) -> Term<'t, 'b, R> {
        if let Some(value) = self.known() {
            return Term::constant(convert(value, R::PRIM));
        }
        if T::PRIM == R::PRIM {
            return Term { code: self.code, exp: self.exp, number: PhantomData };
        }
        self.value(|arg| Exp::Convert { span: arg.span(), from: T::PRIM, to: R::PRIM, arg })
    }

    fn choose(cond: Term<'t, 'b, bool>, yes: Self, no: Self) -> Self {
        match cond.known() {
            Some(PrimValue::Bool(true)) => return yes,
            Some(_) => return no,
            None => {}
        }
        Term::written(cond.code.or(yes.code).or(no.code), |code| {
            let [yes, no] = [yes.exp, no.exp].map(|exp| code.arena.alloc(exp));
            let cond = code.arena.alloc(cond.exp);
            Exp::Select { span: cond.span(), cond, yes, no }
        })
    }
}

/// Implements operators of Rust.
macro_rules! operators {
    ($($Trait:ident $method:ident [$($bound:tt)*] $op:expr;)*) => {$(
        impl<'t, 'b, $($bound)*> $Trait for Term<'t, 'b, T> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                self.binary($op, other)
            }
        }
    )*};
}

operators! {
    Add add [T: Native] BinOp::Add;
    Sub sub [T: Native] BinOp::Sub;
    Mul mul [T: Native] BinOp::Mul;
    Div div [T: Native] BinOp::Div;
    BitAnd bitand [T: Native] T::AND;
    BitOr bitor [T: Native] T::OR;
    BitXor bitxor [T: Native] BinOp::Xor;
}

impl<T: Native> Neg for Term<'_, '_, T> {
    type Output = Self;

    fn neg(self) -> Self {
        self.unary(UnOp::Neg, T::PRIM)
    }
}

impl Not for Term<'_, '_, bool> {
    type Output = Self;

    fn not(self) -> Self {
        self.unary(UnOp::Not, PrimType::Bool)
    }
}

/// Implements [`Whole`] for terms.
macro_rules! whole {
    ($($t:ident $Variant:ident;)*) => {$(
        impl<'t, 'b> Whole for Term<'t, 'b, Wrapping<$t>> {
            type Truth = Term<'t, 'b, bool>;

            fn of(value: i64) -> Self {
                Term::constant(PrimValue::$Variant(value as $t))
            }
            fn left(self, amount: Self) -> Self {
                self.binary(BinOp::Shl, amount)
            }
            fn right(self, amount: Self) -> Self {
                self.binary(BinOp::Shr, amount)
            }
            fn right_unsigned(self, amount: Self) -> Self {
                self.binary(BinOp::LShr, amount)
            }
            fn is(self, other: Self) -> Self::Truth {
                self.binary(BinOp::Eq, other)
            }
            fn below(self, other: Self) -> Self::Truth {
                self.binary(BinOp::Lt, other)
            }
            fn select(cond: Self::Truth, yes: Self, no: Self) -> Self {
                Term::choose(cond, yes, no)
            }
        }
    )*};
}

whole! {
    i32 I32;
    i64 I64;
}

/// Unsigned integers of 32 bits, in which representations come and go.
#[derive(Clone, Copy)]
struct Bits32;

impl Native for Bits32 {
    const PRIM: PrimType = PrimType::U32;
}

/// Unsigned integers of 64 bits, in which representations come and go.
#[derive(Clone, Copy)]
struct Bits64;

impl Native for Bits64 {
    const PRIM: PrimType = PrimType::U64;
}

impl<'t, 'b, T: Native> Term<'t, 'b, T> {
    /// `self * factor + summand`, rounded once.
    fn fused(self, factor: Self, summand: Self) -> Self {
        if let (Some(a), Some(b), Some(c)) = (self.known(), factor.known(), summand.known())
            && let Ok(value) = TriOp::Fma.eval(a, b, c)
        {
            return Term::constant(value);
        }
        Term::written(self.code.or(factor.code).or(summand.code), |code| {
            let [a, b, c] = [self.exp, factor.exp, summand.exp].map(|exp| code.arena.alloc(exp));
            Exp::Tri { span: a.span(), op: TriOp::Fma, prim: T::PRIM, a, b, c }
        })
    }
}

/// Implements [`Real`] for terms.
macro_rules! real {
    ($($t:ident $Variant:ident $signed:ident $Bits:ident $PRECISION:ident;)*) => {$(
        impl<'t, 'b> Real for Term<'t, 'b, $t> {
            type Int = Term<'t, 'b, Wrapping<$signed>>;
            type Long = Term<'t, 'b, Wrapping<i64>>;
            type Truth = Term<'t, 'b, bool>;
            const PRECISION: &'static Precision = &$PRECISION;

            fn of(value: f64) -> Self {
                Term::constant(PrimValue::$Variant(value as $t))
            }
            fn fma(self, factor: Self, summand: Self) -> Self {
                if $PRECISION.fused { self.fused(factor, summand) } else { self * factor + summand }
            }
            fn magnitude(self) -> Self {
                self.unary(UnOp::Abs, <$t>::PRIM)
            }
            fn sqrt(self) -> Self {
                self.unary(UnOp::Sqrt, <$t>::PRIM)
            }
            fn below(self, other: Self) -> Self::Truth {
                self.binary(BinOp::Lt, other)
            }
            fn is(self, other: Self) -> Self::Truth {
                self.binary(BinOp::Eq, other)
            }
            fn select(cond: Self::Truth, yes: Self, no: Self) -> Self {
                Term::choose(cond, yes, no)
            }
            fn bits(self) -> Self::Int {
                self.unary::<$Bits>(UnOp::ToBits, <$t>::PRIM).convert()
            }
            fn from_bits(bits: Self::Int) -> Self {
                bits.convert::<$Bits>().unary(UnOp::FromBits, $Bits::PRIM)
            }
            fn from_long(long: Self::Long) -> Self {
                long.convert()
            }
            fn to_long(self) -> Self::Long {
                self.convert()
            }
            fn lengthen(int: Self::Int) -> Self::Long {
                int.convert()
            }
            fn shorten(long: Self::Long) -> Self::Int {
                long.convert()
            }
            fn rarely(cond: Self::Truth, usual: Reduced<Self>, rare: impl FnOnce() -> Reduced<Self>) -> Reduced<Self> {
                branch(cond, usual, rare)
            }
        }
    )*};
}

real! {
    f32 F32 i32 Bits32 SINGLE;
    f64 F64 i64 Bits64 DOUBLE;
}

/// Writes a branch that replaces a reduced angle.
fn branch<'t, 'b, T: Native, I: Native>(
    cond: Term<'t, 'b, bool>,
    usual: Reduced<Term<'t, 'b, T>>,
    rare: impl FnOnce() -> Reduced<Term<'t, 'b, T>>,
) -> Reduced<Term<'t, 'b, T>>
where
    Term<'t, 'b, T>: Real<Int = Term<'t, 'b, I>>,
{
    match (cond.known(), cond.code) {
        (Some(PrimValue::Bool(true)), _) => rare(),
        (None, Some(code)) => {
            let exps = |angle: Reduced<Term<'t, 'b, T>>| {
                [(I::PRIM, angle.quadrant.exp), (T::PRIM, angle.high.exp), (T::PRIM, angle.excess.exp)]
            };
            let span = cond.exp.span();
            let usual = exps(usual);
            let operands = || std::iter::once(cond.exp).chain(usual.map(|(_, value)| value));
            let known = code.known.borrow().branch(operands()).and_then(|names| names.try_into().ok());
            let variables: [Name; 3] = known.unwrap_or_else(|| {
                let variables = usual.map(|(prim, value)| {
                    let name = code.declare(span, prim);
                    code.assign(name, value);
                    name
                });
                let (before, known) = (code.take(), code.replace_known(Known::default()));
                for (name, (_, value)) in variables.into_iter().zip(exps(rare())) {
                    code.assign(name, value);
                }
                code.replace_known(known);
                let yes = code.arena.slice(code.replace(before));
                code.push(Stm::If { span, cond: code.arena.alloc(cond.exp), yes, no: &[] });
                code.known.borrow_mut().insert_branch(operands(), variables.to_vec());
                variables
            });
            let [quadrant, high, excess] = variables.map(|name| Exp::Var { span, name });
            let (high, excess) = (Term::of_exp(code, high), Term::of_exp(code, excess));
            Reduced { quadrant: Term::of_exp(code, quadrant), high, excess }
        }
        _ => usual,
    }
}
