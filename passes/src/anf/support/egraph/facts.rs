//! The analysis of the e-graph: the type of each class, its value if it is constant, and the ranges of sizes and
//! indices.

use super::term::{Op, Term};
use egg::{Analysis, DidMerge, Id};
use languages::prim::{BinOp, PrimType, PrimValue, convert};

/// The e-graph of a body.
pub type Graph = egg::EGraph<Term, Facts>;

/// Restores the invariants of an e-graph. `egg` takes the time of that by a clock that needs 2 ms to start, a fifth of
/// what compiling a small program takes. So it gets one that stands still.
pub fn rebuild(graph: &mut Graph) {
    let (still, _) = quanta::Clock::mock();
    quanta::with_clock(&still, || graph.rebuild());
}

/// The analysis.
#[derive(Default, Clone, Debug)]
pub struct Facts;

/// The facts about a class.
#[derive(Default, Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The type. It is unknown for certificates and for expressions with several results.
    pub ty: Option<Ty>,
    /// The value, if the class is constant.
    pub value: Option<PrimValue>,
    /// Whether the value is at least 0: a size or an index.
    pub natural: bool,
    /// Whether the value is at least 1.
    pub positive: bool,
    /// A class of type `i64` that is greater than the value.
    pub below: Option<Id>,
    /// A class that is at least as great as the value.
    pub upto: Option<Id>,
    /// A class that is at least 0, and greater by 1 than the value.
    pub last_of: Option<Id>,
}

/// A type; the dimensions are classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ty {
    /// The type of a scalar or of the elements.
    pub prim: PrimType,
    /// The sizes of the dimensions. A scalar has none.
    pub dims: Box<[Id]>,
}

impl Ty {
    /// The type of a scalar.
    pub fn scalar(prim: PrimType) -> Ty {
        Ty { prim, dims: Box::new([]) }
    }
}

impl Fact {
    /// A fact that says only the type.
    pub fn of(ty: Option<Ty>) -> Fact {
        Fact { ty, ..Fact::default() }
    }

    fn scalar(prim: PrimType) -> Fact {
        Fact::of(Some(Ty::scalar(prim)))
    }
}

impl Facts {
    fn constant(prim: PrimType, value: Option<PrimValue>) -> Fact {
        Fact { value, ..Fact::scalar(prim) }
    }

    /// The range of an operator's result. The relevant forms keep an index inside an array: `max 0 (min (n - 1) i)`,
    /// `i % n` and the like.
    fn range(graph: &Graph, op: BinOp, prim: PrimType, a: Id, b: Id, result: Fact) -> Fact {
        if !prim.is_signed() || result.value.is_some() {
            return result;
        }
        let (left, right) = (&graph[a].data, &graph[b].data);
        let constant = |fact: &Fact| fact.value.and_then(PrimValue::as_i64);
        let same = |a: Option<Id>, b: Option<Id>| a.zip(b).is_some_and(|(a, b)| graph.find(a) == graph.find(b));
        let inside = |bound: Option<Id>| bound.filter(|bound| graph[*bound].data.positive);
        match op {
            BinOp::Sub if left.natural && constant(right).is_some_and(|b| b > 0) => {
                let one = constant(right) == Some(1);
                let below = left.upto.or(Some(a));
                Fact { natural: left.positive && one, below, last_of: Some(a).filter(|_| one), ..result }
            }
            // Counting from the end: `n - i` and `n - 1 - i`.
            BinOp::Sub if right.natural && (left.natural || left.last_of.is_some()) => {
                let positive = same(Some(a), right.below);
                let natural = positive || same(left.last_of, right.below);
                Fact { natural, positive, upto: Some(a), below: left.below, ..result }
            }
            BinOp::Min => Fact {
                natural: left.natural && right.natural,
                positive: left.positive && right.positive,
                below: left.below.or(right.below),
                ..result
            },
            BinOp::Max => {
                let below = match (constant(left), constant(right)) {
                    (Some(0), _) => inside(right.below),
                    (_, Some(0)) => inside(left.below),
                    _ => left.below.filter(|_| same(left.below, right.below)),
                };
                let (natural, positive) = (left.natural || right.natural, left.positive || right.positive);
                Fact { natural, positive, below, ..result }
            }
            // The divisor is not zero, since division by zero has no result.
            BinOp::Mod if right.natural => Fact { natural: true, below: Some(b), ..result },
            BinOp::Rem if right.natural && left.natural => Fact { natural: true, below: Some(b), ..result },
            BinOp::Div | BinOp::Quot if left.natural && right.natural => Fact { natural: true, ..result },
            _ => result,
        }
    }
}

impl Analysis<Term> for Facts {
    type Data = Fact;

    fn make(graph: &mut Graph, term: &Term, _: Id) -> Fact {
        let args = &term.args;
        let value = |at: usize| args.get(at).and_then(|id| graph[*id].data.value);
        let ty = |at: usize| args.get(at).and_then(|id| graph[*id].data.ty.clone());
        match &term.op {
            Op::Const(prim, bits) => {
                let value = PrimValue::from_bits(*prim, *bits);
                let (natural, positive) = value.as_i64().map_or((false, false), |value| (value >= 0, value > 0));
                Fact { natural, positive, ..Facts::constant(*prim, Some(value)) }
            }
            Op::Bin(op, prim) => {
                let value = value(0).zip(value(1)).and_then(|(a, b)| op.eval(a, b).ok());
                let fact = Facts::constant(op.result_type(*prim), value);
                if let [a, b] = **args { Facts::range(graph, *op, *prim, a, b, fact) } else { fact }
            }
            Op::Un(op, prim) => Facts::constant(op.result_type(*prim), value(0).and_then(|a| op.eval(a).ok())),
            Op::Tri(op, prim) => {
                let operands = value(0).zip(value(1)).zip(value(2));
                Facts::constant(op.result_type(*prim), operands.and_then(|((a, b), c)| op.eval(a, b, c).ok()))
            }
            Op::Convert(_, to) => Facts::constant(*to, value(0).map(|value| convert(value, *to))),
            Op::Index => Fact::of(ty(0).map(|ty| Ty::scalar(ty.prim))),
            Op::Slice(dims) => {
                let mut counts = Vec::new();
                let mut at = 1;
                for dim in dims {
                    if dim.width() == 3 {
                        counts.extend(args.get(at + 1));
                    }
                    at += dim.width();
                }
                Fact::of(ty(0).map(|ty| Ty { prim: ty.prim, dims: counts.into() }))
            }
            Op::Update(_) => Fact::of(ty(0)),
            Op::ArrayLit(prim, count) => {
                let dims = args.iter().take(1).chain(args.iter().skip(1 + count)).copied().collect();
                Fact::of(Some(Ty { prim: *prim, dims }))
            }
            Op::Iota(prim) => Fact::of(Some(Ty { prim: *prim, dims: args.iter().take(1).copied().collect() })),
            Op::Replicate => Fact::of(ty(0).map(|ty| {
                let dims = args.iter().skip(1).chain(&*ty.dims).copied().collect();
                Ty { prim: ty.prim, dims }
            })),
            Op::Rearrange(perm) => Fact::of(ty(0).map(|ty| {
                let dims = perm.iter().filter_map(|from| ty.dims.get(usize::try_from(*from).ok()?).copied());
                Ty { prim: ty.prim, dims: dims.collect() }
            })),
            Op::Reshape => Fact::of(ty(0).map(|ty| Ty { prim: ty.prim, dims: args.iter().skip(1).copied().collect() })),
            Op::Under | Op::Fresh(_) => args.first().map(|id| graph[*id].data.clone()).unwrap_or_default(),
            Op::Var(_) | Op::Held | Op::Assert | Op::Proj(_) | Op::Block(_) => Fact::default(),
        }
    }

    fn merge(&mut self, known: &mut Fact, new: Fact) -> DidMerge {
        let before = known.clone();
        known.ty = known.ty.take().or(new.ty.clone());
        known.value = known.value.or(new.value);
        known.natural |= new.natural;
        known.positive |= new.positive;
        known.below = known.below.or(new.below);
        known.upto = known.upto.or(new.upto);
        known.last_of = known.last_of.or(new.last_of);
        DidMerge(*known != before, *known != new)
    }

    /// A class with a known value keeps the constant as its only term.
    fn modify(graph: &mut Graph, id: Id) {
        let Some(value) = graph[id].data.value else { return };
        let constant = graph.add(Term::constant(value));
        graph.union_trusted(id, constant, "constant-folding");
        let id = graph.find(id);
        graph[id].nodes.retain(|term| matches!(term.op, Op::Const(..)));
    }
}
