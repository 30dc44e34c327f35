//! Rewrite rules, and their application to an e-graph.

use super::facts::{Facts, Graph, rebuild};
use super::term::{Op, Term};
use egg::{ENodeOrVar, Id, Pattern, PatternAst, Rewrite, Var};
use framework::FileId;
use framework::sexp::Tree;
use languages::prim::{BinOp, PrimType, PrimValue, UnOp, convert};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// The types to which a rule on scalars applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Every integer type.
    Integers,
    /// Every floating-point type.
    Floats,
    /// Integers and floats.
    Numbers,
    /// `bool`.
    Truths,
    /// Integers and `bool`. Equal values of these types have equal bits; floats do not, since `0.0` equals `-0.0`.
    Exact,
}

impl Over {
    /// The types.
    pub fn types(self) -> Vec<PrimType> {
        let wanted = |prim: &PrimType| match self {
            Over::Integers => prim.is_integer(),
            Over::Floats => prim.is_float(),
            Over::Numbers => prim.is_integer() || prim.is_float(),
            Over::Truths => *prim == PrimType::Bool,
            Over::Exact => !prim.is_float(),
        };
        PrimType::ALL.iter().copied().filter(wanted).collect()
    }
}

/// A rule on scalars: a term that matches `left` equals `right`.
///
/// Patterns are S-expressions. `?a` matches any operand. `(add ?a 0)` is an operator on operands of the rule's type,
/// and a number is a constant of that type. `logand`, `logor`, `not`, `true` and `false` always belong to `bool`.
#[derive(Clone, Copy, Debug)]
pub struct ScalarRule {
    /// Its name.
    pub name: &'static str,
    /// The types of operands.
    pub over: Over,
    /// The pattern that it matches.
    pub left: &'static str,
    /// The pattern of the equal term.
    pub right: &'static str,
    /// Variables that must be constants, so that the right side is cheaper.
    pub constants: &'static [&'static str],
}

impl ScalarRule {
    /// The rule on operands of one type.
    fn at(&self, prim: PrimType) -> Option<Ready> {
        let (left, right) = pattern(self.left, prim).zip(pattern(self.right, prim))?;
        let constants: Vec<Var> = self.constants.iter().filter_map(|name| name.parse().ok()).collect();
        let known = move |graph: &mut Graph, _: Id, subst: &egg::Subst| {
            constants.iter().all(|var| subst.get(*var).is_some_and(|id| graph[*id].data.value.is_some()))
        };
        let applier = egg::ConditionalApplier { condition: known, applier: right };
        let rewrite = Rewrite::new(self.name, left, applier).ok()?;
        Some(Ready { name: self.name, rewrite })
    }
}

/// A kind of terms. A rule only visits terms of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Reads of an element.
    Index,
    /// Slices.
    Slice,
    /// Rearrangements.
    Rearrange,
    /// Reshapes.
    Reshape,
    /// All four.
    Read,
    /// Operators of two operands.
    Binary,
    /// Conversions.
    Convert,
    /// Assertions.
    Assert,
}

impl Kind {
    fn has(self, op: &Op) -> bool {
        match op {
            Op::Index => matches!(self, Kind::Index | Kind::Read),
            Op::Slice(_) => matches!(self, Kind::Slice | Kind::Read),
            Op::Rearrange(_) => matches!(self, Kind::Rearrange | Kind::Read),
            Op::Reshape => matches!(self, Kind::Reshape | Kind::Read),
            Op::Bin(..) => self == Kind::Binary,
            Op::Convert(..) => self == Kind::Convert,
            Op::Assert => self == Kind::Assert,
            _ => false,
        }
    }
}

/// A rule that is written in Rust, because a pattern cannot express it.
#[derive(Clone, Copy)]
pub struct TermRule {
    /// Its name.
    pub name: &'static str,
    /// The rule in Futhark's notation, for documentation.
    pub says: &'static str,
    /// The kind of terms that it visits.
    pub on: Kind,
    /// The class of an equal term, if the rule applies to this term.
    pub apply: fn(&mut Graph, &Term) -> Option<Id>,
}

/// A scalar rule at one type.
struct Ready {
    name: &'static str,
    rewrite: Rewrite<Term, Facts>,
}

/// Rules, ready to run.
pub struct Rules {
    scalar: Vec<ScalarRule>,
    terms: Vec<TermRule>,
    /// The scalar rules for each outermost operator; compiled when a program first uses the operator.
    ready: Mutex<FxHashMap<Op, Arc<[Ready]>>>,
}

/// The equalities that rules have found in a body: a class that gained a term, and the name of the rule.
pub type Reasons = Vec<(Id, &'static str)>;

/// The number of changes by each rule.
pub type Hits = BTreeMap<&'static str, u64>;

/// The largest number of rounds. Each round applies all rules.
const ROUNDS: usize = 8;

/// The largest number of terms that rules visit in a whole program. In the rest of a larger program constants are still
/// folded and equal terms merged.
pub const WORK: usize = 1_000_000;

/// An e-graph with `n` nodes may grow to `n * GROWTH + ROOM` nodes.
const GROWTH: usize = 6;
const ROOM: usize = 500;

impl Rules {
    /// The rules of these tables.
    pub fn new(scalar: &[ScalarRule], terms: &[TermRule]) -> Rules {
        Rules { scalar: scalar.to_vec(), terms: terms.to_vec(), ready: Mutex::default() }
    }

    /// The scalar rules that start from an operator.
    fn starting_from(&self, op: &Op) -> Arc<[Ready]> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = ready.get(op) {
            return known.clone();
        }
        let (name, prim) = match op {
            Op::Bin(op, prim) => (op.name(), Some(*prim)),
            // The negated operand may compare values of any type.
            Op::Un(UnOp::Not, _) => ("not", None),
            Op::Un(op, prim) => (op.name(), Some(*prim)),
            _ => return Arc::default(),
        };
        let starts = |rule: &&ScalarRule| rule.left.trim_start_matches('(').split(' ').next() == Some(name);
        let types =
            |rule: &ScalarRule| rule.over.types().into_iter().filter(move |ty| prim.is_none_or(|prim| prim == *ty));
        let made =
            self.scalar.iter().filter(starts).flat_map(|rule| types(rule).filter_map(|ty| rule.at(ty))).collect();
        ready.entry(op.clone()).or_insert(made).clone()
    }

    /// Applies the rules until nothing changes or a limit is reached. `work` counts down the terms that may still be
    /// visited.
    pub fn run(&self, graph: &mut Graph, reasons: &mut Reasons, work: &mut usize) {
        rebuild(graph);
        let limit = graph.total_number_of_nodes() * GROWTH + ROOM;
        for _ in 0..ROUNDS {
            let size = graph.total_number_of_nodes();
            if *work < size {
                break;
            }
            *work -= size;
            let before = reasons.len();
            let mut found: Vec<(Id, Term, &TermRule)> = Vec::new();
            let mut ops: BTreeSet<Op> = BTreeSet::new();
            for class in graph.classes() {
                for term in &class.nodes {
                    let rules = self.terms.iter().filter(|rule| rule.on.has(&term.op));
                    found.extend(rules.map(|rule| (class.id, term.clone(), rule)));
                    if matches!(term.op, Op::Bin(..) | Op::Un(..)) && !ops.contains(&term.op) {
                        ops.insert(term.op.clone());
                    }
                }
            }
            for (class, term, rule) in &found {
                if let Some(equal) = (rule.apply)(graph, term)
                    && graph.union_trusted(*class, equal, rule.name)
                {
                    reasons.push((*class, rule.name));
                }
            }
            rebuild(graph);
            let rules: Vec<Arc<[Ready]>> = ops.iter().map(|op| self.starting_from(op)).collect();
            let found = rules.iter().flat_map(|rules| rules.iter()).map(|rule| (rule, rule.rewrite.search(graph)));
            let found: Vec<_> = found.filter(|(_, matches)| !matches.is_empty()).collect();
            for (rule, matches) in found {
                reasons.extend(rule.rewrite.apply(graph, &matches).into_iter().map(|class| (class, rule.name)));
            }
            rebuild(graph);
            if reasons.len() == before || graph.total_number_of_nodes() > limit {
                break;
            }
        }
    }
}

/// Parses a pattern for operands of type `prim`. Returns `None` if an operator does not apply to this type, or if the
/// text is not a pattern.
pub fn pattern(text: &str, prim: PrimType) -> Option<Pattern<Term>> {
    let mut ast = PatternAst::<Term>::default();
    build(&Tree::parse(text, FileId(0)).ok()?, prim, &mut ast)?;
    Some(Pattern::new(ast))
}

fn build(tree: &Tree, prim: PrimType, ast: &mut PatternAst<Term>) -> Option<Id> {
    let node = match tree {
        Tree::Leaf(text, _) if text.starts_with('?') => ENodeOrVar::Var(text.parse().ok()?),
        Tree::Leaf(text, _) => ENodeOrVar::ENode(Term::constant(constant(text, prim)?)),
        Tree::Node { head, children, .. } => {
            let op = operator(head.as_str(), prim)?;
            let args: Option<Vec<Id>> = children.iter().map(|operand| build(operand, prim, ast)).collect();
            ENodeOrVar::ENode(Term::new(op, args?))
        }
        Tree::List(_) | Tree::Absent => return None,
    };
    Some(ast.add(node))
}

fn constant(text: &str, prim: PrimType) -> Option<PrimValue> {
    if let Ok(truth) = text.parse() {
        return Some(PrimValue::Bool(truth));
    }
    if text == "-0.0" {
        return prim.is_float().then(|| convert(PrimValue::F64(-0.0), prim));
    }
    let value: i64 = text.parse().ok()?;
    (prim != PrimType::Bool).then(|| convert(PrimValue::I64(value), prim))
}

fn operator(name: &str, prim: PrimType) -> Option<Op> {
    if let Some(op) = BinOp::from_name(name) {
        let prim = if matches!(op, BinOp::LogAnd | BinOp::LogOr) { PrimType::Bool } else { prim };
        return op.applies_to(prim).then_some(Op::Bin(op, prim));
    }
    let op = UnOp::from_name(name)?;
    let prim = if op == UnOp::Not { PrimType::Bool } else { prim };
    op.applies_to(prim).then_some(Op::Un(op, prim))
}
