//! Regions: the statements that a loop or SOAC repeats. A region knows which of its values can be computed before the
//! loop, and which of these depend on the index.

use crate::anf::support::code::{int, variable};
use crate::anf::support::effects::traces;
use framework::{Name, Node};
use languages::anf::{Atom, Body, Exp, Lambda, Param, Stm, Type};
use languages::prim::{BinOp, PrimType, PrimValue};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// The values `start + step * k` of type `prim`, where `k` counts iterations.
#[derive(Clone, Copy, Debug)]
pub struct Progression {
    pub prim: PrimType,
    pub start: Atom,
    pub step: Atom,
    /// Whether `start + step * k` may wrap around.
    pub wraps: bool,
}

impl Progression {
    /// The index of a loop.
    pub fn counter(prim: PrimType) -> Self {
        let constant = |value: PrimValue| Atom::Const { span: framework::Span::NONE, value };
        Progression { prim, start: constant(PrimValue::zero(prim)), step: constant(PrimValue::one(prim)), wraps: false }
    }
}

/// A parameter whose value in each iteration can be computed before the loop.
#[derive(Clone, Copy, Debug)]
pub enum Varying {
    /// The values of a progression.
    Progression(Progression),
    /// The elements of an array, of this type.
    Element(Name, PrimType),
}

/// The parameters of a repeated body: for each, how it varies, or the reason why that is unknown.
pub type Params = Vec<(Name, Result<Varying, Why>)>;

/// The reason why a check stays in its loop or SOAC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The check depends on the elements of a SOAC's input.
    Element(Name),
    /// The check depends on a parameter that the loop changes.
    Carried(Name),
    /// The check depends on the operands of an operator.
    Operand,
    /// The check depends on an element that the region reads from an array.
    Read(Name),
    /// The check depends on a value whose computation takes more than scalar operators.
    Computed(Name),
    /// The condition depends on the index in a form that cannot be decided for all iterations.
    Form,
    /// The check's values take too many operators to compute them twice.
    Long,
    /// It is unknown in which iterations the check runs.
    Sometimes,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Element(array) => write!(f, "it depends on the elements of `{}`", array.base),
            Why::Carried(param) => write!(f, "it depends on `{}`, which the loop changes", param.base),
            Why::Operand => f.write_str("it depends on the operands of the operator"),
            Why::Read(array) => write!(f, "it depends on an element of `{}`", array.base),
            Why::Computed(name) => {
                write!(f, "it depends on `{}`, whose computation takes more than scalar operators", name.base)
            }
            Why::Form => f.write_str("the first and the last iteration do not decide its condition"),
            Why::Long => f.write_str("its condition or message takes too many operators"),
            Why::Sometimes => f.write_str("it runs only for some elements"),
        }
    }
}

/// The names of the results of searches for a failing iteration. A search only runs if no simpler test succeeds.
pub type Searches = Rc<RefCell<FxHashSet<Name>>>;

/// Whether a value can be computed before the loop. `Ok` says whether the value depends on the index; `Err` says why it
/// cannot be computed.
pub type Status = Result<bool, Why>;

/// An assertion, with the conditions of the branches around it, outermost first.
pub struct Check<'b> {
    pub stm: Stm<'b>,
    pub cert: Name,
    pub path: Vec<(Atom, bool)>,
}

/// A repeated body.
pub struct Region<'b> {
    pub indices: FxHashMap<Name, Progression>,
    /// Parameters that are elements of arrays: the parameter, the array, and the type.
    pub elements: Vec<(Name, Name, PrimType)>,
    /// The assertions of the body, without those of inner loops.
    pub checks: Vec<Check<'b>>,
    pub searches: Searches,
    status: FxHashMap<Name, Status>,
    /// For each name: the statement that binds it, its position there, and the number of statements before.
    defs: FxHashMap<Name, (Stm<'b>, usize, usize)>,
    path: Vec<(Atom, bool)>,
}

impl<'b> Region<'b> {
    /// The region of a body. `params` may change from one iteration to the next.
    pub fn new(params: Params, body: &Body<'b>, searches: &Searches) -> Self {
        let mut region = Region {
            indices: FxHashMap::default(),
            elements: Vec::new(),
            checks: Vec::new(),
            searches: Rc::clone(searches),
            status: FxHashMap::default(),
            defs: FxHashMap::default(),
            path: Vec::new(),
        };
        for (name, what) in params {
            region.status.insert(name, what.map(|_| true));
            match what {
                Ok(Varying::Progression(progression)) => {
                    region.indices.insert(name, progression);
                }
                Ok(Varying::Element(array, prim)) => region.elements.push((name, array, prim)),
                Err(_) => {}
            }
        }
        region.stms(body.stms);
        // A program that fails has printed before what it traces: its checks stay behind that.
        if !region.checks.is_empty() && body.stms.iter().any(|stm| traces(stm.exp)) {
            region.checks.clear();
        }
        region
    }

    fn stms(&mut self, stms: &[Stm<'b>]) {
        for stm in stms {
            let status = match stm.exp {
                Exp::If { cond, yes, no, .. } => {
                    for (body, taken) in [(yes, true), (no, false)] {
                        self.path.push((**cond, taken));
                        self.stms(body.stms);
                        self.path.pop();
                    }
                    let searched = stm.pat.first().is_some_and(|param| self.is_search(param.name));
                    if searched || (is_scalar(yes) && is_scalar(no)) {
                        self.all(stm.exp.free_names())
                    } else {
                        Err(Why::Computed(stm.pat.first().map_or_else(|| Name::plain("branch"), |param| param.name)))
                    }
                }
                Exp::Assert { .. } => {
                    if let [cert] = stm.pat {
                        self.checks.push(Check { stm: *stm, cert: cert.name, path: self.path.clone() });
                    }
                    Ok(false)
                }
                Exp::Index { array, .. } => Err(Why::Read(*array)),
                exp if is_total(exp) => self.all(exp.free_names()),
                _ => Err(Why::Computed(stm.pat.first().map_or_else(|| Name::plain("_"), |param| param.name))),
            };
            let number = self.defs.len();
            for (position, param) in stm.pat.iter().enumerate() {
                self.status.insert(param.name, status);
                self.defs.insert(param.name, (*stm, position, number));
            }
        }
    }

    /// Whether a name is the result of a search.
    pub fn is_search(&self, name: Name) -> bool {
        self.searches.borrow().contains(&name)
    }

    /// The status of a value that depends on these names.
    pub fn all(&self, names: impl IntoIterator<Item = Name>) -> Status {
        names.into_iter().try_fold(false, |before, name| Ok(before | self.name(name)?))
    }

    /// The status of a name. Names from outside can always be used.
    pub fn name(&self, name: Name) -> Status {
        self.status.get(&name).copied().unwrap_or(Ok(false))
    }

    /// The status of an atom.
    pub fn atom(&self, atom: Atom) -> Status {
        match atom {
            Atom::Const { .. } => Ok(false),
            Atom::Var { name, .. } => self.name(name),
        }
    }

    /// Whether the region binds a name.
    pub fn binds(&self, name: Name) -> bool {
        self.status.contains_key(&name)
    }

    /// The statement that binds a name, and the name's position in its pattern.
    pub fn definition(&self, name: Name) -> Option<(Stm<'b>, usize)> {
        self.defs.get(&name).map(|(stm, position, _)| (*stm, *position))
    }

    /// The statements that atoms depend on, in order; `None` if there are too many.
    pub fn slice(&self, atoms: impl IntoIterator<Item = Atom>) -> Option<Vec<Stm<'b>>> {
        let mut work: Vec<Name> = atoms.into_iter().filter_map(|atom| variable(&atom)).collect();
        let mut found: FxHashMap<usize, Stm<'b>> = FxHashMap::default();
        let mut size = 0;
        while let Some(name) = work.pop() {
            if let Some((stm, _, number)) = self.defs.get(&name)
                && found.insert(*number, *stm).is_none()
            {
                size += weight(stm.exp);
                if size > super::SLICE_LIMIT {
                    return None;
                }
                work.extend(stm.exp.free_names());
            }
        }
        let mut numbered: Vec<(usize, Stm<'b>)> = found.into_iter().collect();
        numbered.sort_by_key(|(number, _)| *number);
        Some(numbered.into_iter().map(|(_, stm)| stm).collect())
    }
}

/// The number of statements in an expression, including its branches.
fn weight(exp: &Exp<'_>) -> usize {
    let sum = |body: &Body<'_>| body.stms.iter().map(|stm| weight(stm.exp)).sum::<usize>();
    match exp {
        Exp::If { yes, no, .. } => 1 + sum(yes) + sum(no),
        Exp::Loop { body, .. } => 1 + sum(body),
        _ => 1,
    }
}

/// Whether an expression has scalar results and never fails, except for a divisor of 0.
fn is_total(exp: &Exp<'_>) -> bool {
    match exp {
        Exp::Bin { op: BinOp::Pow, prim, .. } => !prim.is_integer(),
        Exp::Atoms { .. } | Exp::Bin { .. } | Exp::Un { .. } | Exp::Tri { .. } | Exp::Convert { .. } => true,
        _ => false,
    }
}

/// Whether a branch consists of scalar operators that do not fail.
fn is_scalar(body: &Body<'_>) -> bool {
    let safe =
        |atom: &Atom| matches!(atom, Atom::Const { value, .. } if value.as_i64().is_some_and(|value| value != 0));
    body.stms.iter().all(|stm| match stm.exp {
        Exp::Bin { op, prim, rhs, .. } if op.divides(*prim) => safe(rhs),
        Exp::If { yes, no, .. } => is_scalar(yes) && is_scalar(no),
        exp => is_total(exp) && stm.pat.iter().all(|param| matches!(param.ty, Type::Scalar { .. })),
    })
}

/// The parameters of a SOAC's function. An element of a progression is known for each index. An element of another
/// array is known if `read` allows reading arrays.
pub fn elements(lambda: &Lambda<'_>, arrays: &[Name], iotas: &FxHashMap<Name, Progression>, read: bool) -> Params {
    let known = |param: &Param<'_>, array: &Name| match (iotas.get(array), param.ty) {
        (Some(progression), _) => Ok(Varying::Progression(*progression)),
        (None, Type::Scalar { prim, .. }) if read => Ok(Varying::Element(*array, *prim)),
        _ => Err(Why::Element(*array)),
    };
    lambda.params.iter().zip(arrays).map(|(param, array)| (param.name, known(param, array))).collect()
}

/// The parameters of the function after a scan. An element of a progression that is passed along with the prefixes is
/// known for each index.
pub fn after_prefixes(
    post: &Lambda<'_>,
    lambda: &Lambda<'_>,
    arrays: &[Name],
    iotas: &FxHashMap<Name, Progression>,
) -> Params {
    let known: FxHashMap<Name, _> = elements(lambda, arrays, iotas, false).into_iter().collect();
    let value = |value: &Atom| variable(value).and_then(|name| known.get(&name).copied()).unwrap_or(Err(Why::Operand));
    post.params.iter().zip(lambda.body.result).map(|(param, result)| (param.name, value(result))).collect()
}

/// The parameters of an operator.
pub fn operands(params: &[Param<'_>]) -> Params {
    params.iter().map(|param| (param.name, Err(Why::Operand))).collect()
}

/// The progression of an `iota`.
pub fn progression(exp: &Exp<'_>) -> Option<Progression> {
    let Exp::Iota { start, step, prim, .. } = exp else { return None };
    let counts = **start == int(0) && **step == int(1);
    prim.is_signed().then_some(Progression { prim: *prim, start: **start, step: **step, wraps: !counts })
}
