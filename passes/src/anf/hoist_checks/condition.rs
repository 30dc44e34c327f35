//! The forms of conditions: how the condition of a check depends on the index.

use super::region::Region;
use framework::Span;
use languages::anf::{Atom, Body, Exp};
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};

/// A condition in a form that [`super::extremes`] can decide.
#[derive(Clone, Debug, PartialEq)]
pub enum Cond {
    /// A truth value, possibly negated, that is the same in all iterations.
    Fixed {
        atom: Atom,
        negated: bool,
    },
    /// `lhs < rhs`, or `lhs <= rhs`.
    Less {
        prim: PrimType,
        lhs: Atom,
        rhs: Atom,
        strict: bool,
    },
    /// `lhs == rhs`
    Equal {
        prim: PrimType,
        lhs: Atom,
        rhs: Atom,
    },
    /// `lhs != rhs`
    Differ {
        prim: PrimType,
        lhs: Atom,
        rhs: Atom,
    },
    All(Vec<Cond>),
    Any(Vec<Cond>),
    /// The result of a search for a failing iteration. The search only runs if no simpler test succeeds.
    Search,
    Unknown,
}

fn truth(value: bool) -> Cond {
    let atom = Atom::Const { span: Span::NONE, value: PrimValue::Bool(value) };
    Cond::Fixed { atom, negated: false }
}

fn known(cond: &Cond) -> Option<bool> {
    match cond {
        Cond::Fixed { atom: Atom::Const { value: PrimValue::Bool(value), .. }, negated } => Some(*value != *negated),
        _ => None,
    }
}

/// The conjunction of two conditions.
pub fn all(a: Cond, b: Cond) -> Cond {
    match (known(&a), known(&b)) {
        (Some(false), _) | (_, Some(true)) => a,
        (Some(true), _) | (_, Some(false)) => b,
        _ => Cond::All([a, b].into_iter().flat_map(conjuncts).collect()),
    }
}

fn conjuncts(cond: Cond) -> Vec<Cond> {
    match cond {
        Cond::All(conds) => conds,
        other => vec![other],
    }
}

/// The disjunction of two conditions.
pub fn any(a: Cond, b: Cond) -> Cond {
    match (known(&a), known(&b)) {
        (Some(true), _) | (_, Some(false)) => a,
        (Some(false), _) | (_, Some(true)) => b,
        _ => Cond::Any(vec![a, b]),
    }
}

/// Whether one condition is the negation of another.
fn opposite(a: &Cond, b: &Cond) -> bool {
    match (a, b) {
        (Cond::Fixed { atom: x, negated: p }, Cond::Fixed { atom: y, negated: q }) => x == y && p != q,
        (Cond::Equal { lhs: a, rhs: b, .. }, Cond::Differ { lhs: c, rhs: d, .. })
        | (Cond::Differ { lhs: a, rhs: b, .. }, Cond::Equal { lhs: c, rhs: d, .. }) => a == c && b == d,
        (Cond::Less { lhs: a, rhs: b, strict: p, .. }, Cond::Less { lhs: c, rhs: d, strict: q, .. }) => {
            a == d && b == c && p != q
        }
        _ => false,
    }
}

/// The parts of a disjunction. Nested disjunctions are flattened, and conjunctions are simplified by the other parts:
/// `a || (a && b)` is `a`, and `a || (!a && b)` is `a || b`.
pub fn alternatives(conds: &[Cond]) -> Vec<Cond> {
    fn flatten(conds: &[Cond], out: &mut Vec<Cond>) {
        for cond in conds {
            match cond {
                Cond::Any(inner) => flatten(inner, out),
                other => out.push(other.clone()),
            }
        }
    }
    let mut parts = Vec::new();
    flatten(conds, &mut parts);
    for at in (0..parts.len()).rev() {
        let Cond::All(conds) = &parts[at] else { continue };
        let mut conds = conds.clone();
        conds.retain(|cond| !parts.iter().any(|other| opposite(cond, other)));
        if conds.iter().any(|cond| parts.contains(cond)) {
            parts.remove(at);
        } else {
            parts[at] = conds.into_iter().reduce(all).unwrap_or_else(|| truth(true));
        }
    }
    parts
}

/// Reads the forms of conditions in a region.
pub struct Reader<'r, 'b> {
    pub region: &'r Region<'b>,
}

impl<'b> Reader<'_, 'b> {
    /// The form of a truth value, or of its negation if not `positive`. Reads at most `fuel` operators.
    pub fn read(&self, atom: Atom, positive: bool, fuel: &mut usize) -> Cond {
        if self.region.atom(atom) == Ok(false) {
            return match atom {
                Atom::Const { value: PrimValue::Bool(value), .. } => truth(value == positive),
                _ => Cond::Fixed { atom, negated: !positive },
            };
        }
        let Atom::Var { name, .. } = atom else { return Cond::Unknown };
        let Some((stm, position)) = self.region.definition(name) else { return Cond::Unknown };
        if *fuel == 0 {
            return Cond::Unknown;
        }
        *fuel -= 1;
        match stm.exp {
            Exp::Atoms { atoms, .. } => {
                atoms.get(position).map_or(Cond::Unknown, |atom| self.read(*atom, positive, fuel))
            }
            Exp::Un { op: UnOp::Not, arg, .. } => self.read(**arg, !positive, fuel),
            Exp::Bin { op: op @ (BinOp::LogAnd | BinOp::LogOr), lhs, rhs, .. } => {
                let (lhs, rhs) = (self.read(**lhs, positive, fuel), self.read(**rhs, positive, fuel));
                if (*op == BinOp::LogAnd) == positive { all(lhs, rhs) } else { any(lhs, rhs) }
            }
            Exp::Bin { op, prim, lhs, rhs, .. } if prim.is_signed() => {
                let (prim, lhs, rhs) = (*prim, **lhs, **rhs);
                match (op, positive) {
                    (BinOp::Lt, true) | (BinOp::Ge, false) => self.less(prim, lhs, rhs, true, fuel),
                    (BinOp::Le, true) | (BinOp::Gt, false) => self.less(prim, lhs, rhs, false, fuel),
                    (BinOp::Gt, true) | (BinOp::Le, false) => self.less(prim, rhs, lhs, true, fuel),
                    (BinOp::Ge, true) | (BinOp::Lt, false) => self.less(prim, rhs, lhs, false, fuel),
                    (BinOp::Eq, true) | (BinOp::Ne, false) => Cond::Equal { prim, lhs, rhs },
                    (BinOp::Ne, true) | (BinOp::Eq, false) => Cond::Differ { prim, lhs, rhs },
                    _ => Cond::Unknown,
                }
            }
            Exp::If { cond, yes, no, .. } => {
                let holds = self.read(**cond, true, fuel);
                let fails = self.read(**cond, false, fuel);
                let result = |body: &Body<'b>, fuel: &mut usize| {
                    body.result.get(position).map_or(Cond::Unknown, |atom| self.read(*atom, positive, fuel))
                };
                let yes = result(yes, fuel);
                let searched = positive && position == 0 && self.region.is_search(name);
                let no = if searched { Cond::Search } else { result(no, fuel) };
                // `&&` and `||` become conditionals with one constant branch.
                match (known(&yes), known(&no)) {
                    (Some(true), _) => any(holds, no),
                    (Some(false), _) => all(fails, no),
                    (_, Some(true)) => any(fails, yes),
                    (_, Some(false)) => all(holds, yes),
                    _ => any(all(holds, yes), all(fails, no)),
                }
            }
            _ => Cond::Unknown,
        }
    }

    /// `lhs < rhs` or `lhs <= rhs`, where either may be a maximum or minimum.
    fn less(&self, prim: PrimType, lhs: Atom, rhs: Atom, strict: bool, fuel: &mut usize) -> Cond {
        if let (Atom::Const { value: a, .. }, Atom::Const { value: b, .. }) = (lhs, rhs)
            && let (Some(a), Some(b)) = (a.as_i64(), b.as_i64())
        {
            return truth(if strict { a < b } else { a <= b });
        }
        let plain = Cond::Less { prim, lhs, rhs, strict };
        for (atom, left) in [(lhs, true), (rhs, false)] {
            let Some((op, a, b)) = self.extreme(atom) else { continue };
            if *fuel == 0 {
                return plain;
            }
            *fuel -= 1;
            let mut side = |atom: Atom| {
                let (lhs, rhs) = if left { (atom, rhs) } else { (lhs, atom) };
                self.less(prim, lhs, rhs, strict, fuel)
            };
            let (a, b) = (side(a), side(b));
            return if (op == BinOp::Max) == left { all(a, b) } else { any(a, b) };
        }
        plain
    }

    /// The operator and operands of a maximum or minimum that depends on the index.
    fn extreme(&self, atom: Atom) -> Option<(BinOp, Atom, Atom)> {
        let Atom::Var { name, .. } = atom else { return None };
        if self.region.atom(atom) != Ok(true) {
            return None;
        }
        match self.region.definition(name)?.0.exp {
            Exp::Bin { op: op @ (BinOp::Max | BinOp::Min), lhs, rhs, .. } => Some((*op, **lhs, **rhs)),
            _ => None,
        }
    }
}
