//! Which kernels gain from several rows at once, and what differs from row to row.

use framework::Name;
use languages::imp::{Dim, Exp, Reduce, Stm};
use rustc_hash::FxHashSet;

use framework::Node;

/// The most statements of a body.
const MOST_STATEMENTS: usize = 40;

/// A kernel that gains from several rows at once.
pub(super) struct Nest<'a> {
    pub space: &'a [Dim<'a>],
    /// The dimension of the rows.
    pub row: &'a Dim<'a>,
    /// The kernel inside that has the columns, if it is one of its own, and the statements before it, which are the
    /// same for all rows.
    pub columns: Option<(&'a [Stm<'a>], &'a Stm<'a>)>,
    pub body: &'a [Stm<'a>],
    /// All names that the body declares.
    pub declared: Vec<Name>,
    /// Those that differ from row to row.
    varying: FxHashSet<Name>,
}

impl<'a> Nest<'a> {
    /// The nest of a kernel. `None` if it does not qualify.
    pub fn of(stm: &'a Stm<'a>) -> Option<Nest<'a>> {
        let Stm::Parallel { groups: false, space, body, .. } = stm else { return None };
        let mut facts = Facts::default();
        let (row, column, columns, body) = match (*space, body.split_last()) {
            ([.., row], Some((inner @ Stm::Parallel { groups: false, space: [column], body, .. }, before))) => {
                facts.stms(before, 0);
                if !facts.places.is_empty() || !facts.varying(row.index, before).eq(&FxHashSet::from_iter([row.index]))
                {
                    return None;
                }
                (row, column, Some((before, inner)), *body)
            }
            ([.., row, column], _) => (row, column, None, *body),
            _ => return None,
        };
        let own = std::mem::take(&mut facts);
        facts.fits = own.fits;
        facts.stms(body, 0);
        if !facts.fits || facts.declared.len() > MOST_STATEMENTS {
            return None;
        }
        let (by_row, by_column) = (facts.varying(row.index, body), facts.varying(column.index, body));
        let differs = |exp: &Exp<'_>| exp.free_names().iter().any(|name| by_row.contains(name));
        let is_fixed = |exp: &&Exp<'_>| !differs(exp);
        let shared = facts.loop_reads.iter().any(|(name, index)| {
            !by_row.contains(name) && index.free_names().iter().any(|name| by_column.contains(name))
        });
        let fits = shared && facts.bounds.iter().all(is_fixed) && facts.places.iter().all(differs_all(&by_row));
        fits.then_some(Nest { space, row, columns, body, declared: facts.declared, varying: by_row })
    }

    /// Whether a variable of the body differs from row to row.
    pub fn varies(&self, name: Name) -> bool {
        self.varying.contains(&name)
    }
}

/// Whether an expression has one of these names.
fn differs_all<'n>(names: &'n FxHashSet<Name>) -> impl Fn(&&Exp<'_>) -> bool + 'n {
    |exp| exp.free_names().iter().any(|name| names.contains(name))
}

/// What a body does.
struct Facts<'a> {
    /// Whether it only computes, reads, writes and loops.
    fits: bool,
    declared: Vec<Name>,
    /// The memory that it writes.
    written: FxHashSet<Name>,
    /// The bounds of loops.
    bounds: Vec<&'a Exp<'a>>,
    /// Where it writes.
    places: Vec<&'a Exp<'a>>,
    /// The variables that loops read, and where they read them.
    loop_reads: Vec<(Name, &'a Exp<'a>)>,
}

impl Default for Facts<'_> {
    fn default() -> Self {
        Facts {
            fits: true,
            declared: Vec::new(),
            written: FxHashSet::default(),
            bounds: Vec::new(),
            places: Vec::new(),
            loop_reads: Vec::new(),
        }
    }
}

impl<'a> Facts<'a> {
    fn stms(&mut self, stms: &'a [Stm<'a>], depth: u32) {
        for stm in stms {
            match stm {
                Stm::Decl { name, .. } => self.declared.push(*name),
                Stm::Assign { .. } => {}
                Stm::Read { name, index, .. } => {
                    if depth > 0 {
                        self.loop_reads.push((*name, index));
                    }
                }
                Stm::Write { mem, index, .. } => {
                    self.written.insert(*mem);
                    self.places.push(index);
                }
                Stm::For { index, bound, body, .. } => {
                    self.declared.push(*index);
                    self.bounds.push(bound);
                    self.stms(body, depth + 1);
                }
                Stm::Reduce { reduce, .. } => self.reduce(reduce, depth),
                _ => self.fits = false,
            }
        }
    }

    fn reduce(&mut self, reduce: &'a Reduce<'a>, depth: u32) {
        self.declared.push(reduce.dim.index);
        self.bounds.push(reduce.dim.count);
        self.stms(reduce.body, depth + 1);
        for op in reduce.ops() {
            self.declared.extend(op.lhs.iter().chain(op.rhs).map(|param| param.name));
            for stm in op.body {
                match stm {
                    Stm::Decl { name, .. } => self.declared.push(*name),
                    Stm::Assign { .. } => {}
                    _ => self.fits = false,
                }
            }
        }
    }

    /// The variables of the body that depend on an index.
    fn varying(&self, index: Name, body: &[Stm<'_>]) -> FxHashSet<Name> {
        let mut names = FxHashSet::from_iter([index]);
        let mut before = 0;
        while names.len() > before {
            before = names.len();
            self.spread(body, &mut names);
        }
        names
    }

    fn spread(&self, stms: &[Stm<'_>], names: &mut FxHashSet<Name>) {
        let depends = |exp: &Exp<'_>, names: &FxHashSet<Name>| exp.free_names().iter().any(|name| names.contains(name));
        for stm in stms {
            match stm {
                Stm::Assign { name, value, .. } if depends(value, names) => drop(names.insert(*name)),
                Stm::Read { name, mem, index, .. } if self.written.contains(mem) || depends(index, names) => {
                    names.insert(*name);
                }
                Stm::For { body, .. } => self.spread(body, names),
                Stm::Reduce { reduce, .. } => {
                    self.spread(reduce.body, names);
                    if reduce.values.iter().chain(reduce.neutral).any(|exp| depends(exp, names)) {
                        // The operator of each row has variables of its own.
                        names.extend(reduce.targets);
                        for op in reduce.ops() {
                            names.extend(op.lhs.iter().chain(op.rhs).map(|param| param.name));
                            let declared = op.body.iter().filter_map(|stm| match stm {
                                Stm::Decl { name, .. } => Some(*name),
                                _ => None,
                            });
                            names.extend(declared);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}
