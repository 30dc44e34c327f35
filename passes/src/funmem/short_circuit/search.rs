//! Finds circuit points, and decides which arrays can be built there.

use super::super::support::blocks::{Blocks, Part, Place};
use super::super::support::{sizes, variable};
use framework::{Name, Node, Result, Span};
use languages::funmem::index::{Index, Layout, slice};
use languages::funmem::lmad::product;
use languages::funmem::{
    Atom, Body, Exp, Fun, KernelBody, KernelResult, LoopForm, Param, SegDim, SliceDim, Stm, Type, Visit, walk_exp,
};
use languages::prim::BinOp;
use rustc_hash::{FxHashMap, FxHashSet};

/// Why an array is copied.
type Decision<T> = std::result::Result<T, &'static str>;

/// A list of statements.
struct List<'a> {
    stms: &'a [Stm<'a>],
    /// The statement that binds a name.
    bound: FxHashMap<Name, usize>,
    /// The blocks that each statement uses, as they were at first.
    used: Vec<FxHashSet<Name>>,
    /// The blocks that are used after the list.
    used_after: FxHashSet<Name>,
}

/// An array that is copied to a place.
struct Circuit {
    span: Span,
    array: Name,
    to: Place,
}

impl<'a> List<'a> {
    fn of(blocks: &Blocks<'_>, stms: &'a [Stm<'a>], results: impl Iterator<Item = Name>) -> List<'a> {
        let mut bound = FxHashMap::default();
        let mut used = Vec::new();
        for (position, stm) in stms.iter().enumerate() {
            bound.extend(stm.pat.iter().map(|param| (param.name, position)));
            let names = stm.free_names().into_iter().chain(stm.pat.iter().map(|param| param.name));
            used.push(names.filter_map(|name| blocks.first_block(name)).collect());
        }
        List { stms, bound, used, used_after: results.filter_map(|name| blocks.first_block(name)).collect() }
    }
}

impl<'a> Blocks<'a> {
    /// Decides for all circuit points of a function.
    pub fn fun(&mut self, fun: &'a Fun<'a>) -> Result<()> {
        self.with_naturals(sizes(fun.params), |blocks| blocks.body(fun.body))
    }

    fn body(&mut self, body: &'a Body<'a>) -> Result<()> {
        let results = body.result.iter().filter_map(variable);
        self.list(body.stms, results, Vec::new())
    }

    /// Decides for the statements of a list, and then for the arrays that it returns to known places.
    fn list(
        &mut self,
        stms: &'a [Stm<'a>],
        results: impl Iterator<Item = Name>,
        returned: Vec<(Span, Name, Name, Vec<Index>)>,
    ) -> Result<()> {
        let before = self.naturals.len();
        for stm in stms {
            framework::stack::check(stm.span)?;
            self.inside(stm)?;
            self.naturals.extend(sizes(stm.pat));
        }
        let mut list = List::of(self, stms, results);
        let others = list.used_after.clone();
        list.used_after.extend(returned.iter().filter_map(|(_, array, ..)| self.first_block(*array)));
        for (position, stm) in stms.iter().enumerate() {
            for circuit in self.circuits(stm) {
                self.decide(&list, position, &circuit);
            }
        }
        // What a thread has returned, it does not change.
        list.used_after = others;
        for (span, array, result, indices) in returned {
            if let Some(to) = self.place(result) {
                let dims = to.dims.get(indices.len()..).unwrap_or_default().to_vec();
                let to = Place { layout: to.layout.at(&indices), dims, ..to };
                self.decide(&list, stms.len(), &Circuit { span, array, to });
            }
        }
        self.naturals.truncate(before);
        Ok(())
    }

    /// Decides for a list in which these variables are at least 0, too.
    fn with_naturals(&mut self, names: Vec<Name>, inside: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let before = self.naturals.len();
        self.naturals.extend(names);
        inside(self)?;
        self.naturals.truncate(before);
        Ok(())
    }

    /// Decides for the lists inside of a statement.
    fn inside(&mut self, stm: &'a Stm<'a>) -> Result<()> {
        match stm.exp {
            Exp::If { yes, no, .. } => {
                self.body(yes)?;
                self.body(no)
            }
            Exp::Loop { params, form, body, .. } => {
                let mut naturals = sizes(params);
                if let LoopForm::For { index, .. } = form {
                    naturals.push(*index);
                }
                self.with_naturals(naturals, |blocks| blocks.body(body))
            }
            Exp::SegMap { space, body, .. } => self.kernel(space, body, stm.pat),
            Exp::SegRed { space, ops, body, .. } => {
                let reduced: usize = ops.iter().map(|op| op.neutral.len()).sum();
                self.kernel(space, body, stm.pat.get(reduced..).unwrap_or_default())
            }
            Exp::SegScan { space, body, totals, .. } => {
                let values = body.values.iter().filter_map(variable).chain(body.post.free_names());
                self.list(body.stms, values.collect::<Vec<_>>().into_iter(), Vec::new())?;
                let reduced: usize = totals.iter().map(|op| op.neutral.len()).sum();
                self.kernel(space, body.post, stm.pat.get(reduced..).unwrap_or_default())
            }
            Exp::SegHist { body, .. } | Exp::SegStream { body, .. } => self.kernel(&[], body, &[]),
            _ => Ok(()),
        }
    }

    /// Decides for the body of a kernel. Its last results are elements of the arrays `pat`.
    fn kernel(&mut self, space: &'a [SegDim<'a>], body: &'a KernelBody<'a>, pat: &'a [Param<'a>]) -> Result<()> {
        let indices: Vec<Index> = space.iter().map(|dim| Index::variable(dim.index)).collect();
        let mapped = body.results.len().saturating_sub(pat.len());
        let mut returned = Vec::new();
        let mut others = Vec::new();
        for (position, result) in body.results.iter().enumerate() {
            let target = position.checked_sub(mapped).and_then(|at| pat.get(at));
            match (result, target) {
                (KernelResult::Returns { span, value: Atom::Var { name, .. } }, Some(param))
                    if matches!(param.ty, Type::Array { .. }) && self.first_block(*name).is_some() =>
                {
                    returned.push((*span, *name, param.name, indices.clone()));
                }
                _ => others.extend(result.free_names()),
            }
        }
        let naturals = space.iter().map(|dim| dim.index).collect();
        self.with_naturals(naturals, |blocks| blocks.list(body.stms, others.into_iter(), returned))
    }

    /// The arrays that a statement copies, and where to.
    fn circuits(&self, stm: &'a Stm<'a>) -> Vec<Circuit> {
        let span = stm.span;
        let Some(made) = stm.pat.first().and_then(|param| self.place(param.name)) else { return Vec::new() };
        match stm.exp {
            Exp::Update { dims, value: Atom::Var { name, .. }, .. } => {
                let counts = dims.iter().filter_map(|dim| match dim {
                    SliceDim::Fix { .. } => None,
                    SliceDim::Span { count, .. } => Some(Index::atom(count)),
                });
                let to = Place { mem: made.mem, layout: slice(&made.layout, dims), dims: counts.collect() };
                vec![Circuit { span, array: *name, to }]
            }
            Exp::Copy { array, .. } => vec![Circuit { span, array: *array, to: made }],
            Exp::Concat { arrays, .. } => {
                let mut start = Index::default();
                let mut circuits = Vec::new();
                for array in *arrays {
                    let (Some(from), Some(stride)) = (self.place(*array), made.layout.strides.first()) else { break };
                    let (Some(length), Some(rows)) = (from.dims.first(), made.dims.get(1..)) else { break };
                    let offset = made.layout.offset.plus(&start.times(stride));
                    let dims = std::iter::once(length).chain(rows).cloned().collect();
                    let to = Place { mem: made.mem, layout: Layout { offset, ..made.layout.clone() }, dims };
                    start = start.plus(length);
                    circuits.push(Circuit { span, array: *array, to });
                }
                circuits
            }
            Exp::ArrayLit { elems, .. } => {
                let rows = elems.iter().enumerate().filter_map(|(position, elem)| Some((position, variable(elem)?)));
                let row = |(position, array)| {
                    let layout = made.layout.at(&[Index::constant(position as i64)]);
                    let to = Place { mem: made.mem, layout, dims: made.dims.get(1..).unwrap_or_default().to_vec() };
                    Circuit { span, array, to }
                };
                rows.map(row).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Builds an array at the place to which the statement at `point` copies it, if that is possible.
    fn decide(&mut self, list: &List<'a>, point: usize, circuit: &Circuit) {
        // Numbers are no arrays.
        let Some(from) = self.place(circuit.array) else { return };
        // An array in a block from outside of the list has to be copied, without further ado.
        let Some(allocated) = list.bound.get(&from.mem).copied() else { return };
        if from.mem == circuit.to.mem {
            return;
        }
        match self.part(list, allocated, point, &from, &circuit.to) {
            Ok((part, moved)) => {
                let earliest = self.position(list, allocated);
                for position in moved {
                    if let Some(param) = list.stms[position].pat.first() {
                        self.moved.insert(param.name, earliest);
                    }
                }
                self.parts.insert(from.mem, part);
            }
            Err(reason) => self.notes.push((circuit.span, format!("`{}` is copied: {reason}", circuit.array.base))),
        }
    }

    /// Where a statement of a list is now: before the statement that was at this position.
    fn position(&self, list: &List<'a>, at: usize) -> usize {
        let name = list.stms[at].pat.first().map(|param| param.name);
        name.and_then(|name| self.moved.get(&name).copied()).unwrap_or(at)
    }

    /// Checks the conditions. Returns what becomes of the block that the statement at `allocated` makes, and
    /// the statements that must move in front of that.
    fn part(
        &self,
        list: &List<'a>,
        allocated: usize,
        point: usize,
        from: &Place,
        to: &Place,
    ) -> Decision<(Part, Vec<usize>)> {
        // 1. Index functions.
        let Exp::Alloc { count, .. } = list.stms[allocated].exp else { return Err("its block is not allocated here") };
        let [count, filled] =
            [Index::of(count), product(&from.dims)].map(|size| with_products(&list.stms[..point], size));
        if from.layout != Layout::row_major(&from.dims) || count != filled {
            return Err("it does not fill its block in row-major order");
        }
        if from.dims != to.dims {
            return Err("its sizes are not known to be those of the new place");
        }
        let step = to.layout.strides.last().cloned().unwrap_or_else(|| Index::constant(1));
        if from.layout.strides.iter().zip(&to.layout.strides).any(|(old, new)| old.times(&step) != *new) {
            return Err("its elements have other distances in the new place");
        }
        // 2. Last use.
        let is_used = |blocks: &FxHashSet<Name>| blocks.iter().any(|mem| self.outermost(*mem) == from.mem);
        if list.used[list.used.len().min(point + 1)..].iter().any(is_used) || is_used(&list.used_after) {
            return Err("it is used afterwards");
        }
        if self.passed.contains(&from.mem) {
            return Err("its block is the result of a branch, a loop or a call");
        }
        // 3. Scope.
        let earliest = self.position(list, allocated);
        let names = to.layout.offset.variables().chain(step.variables()).chain([to.mem]);
        let mut moved = Vec::new();
        for name in names.collect::<Vec<_>>() {
            self.available(list, earliest, name, &mut moved)?;
        }
        // Nothing may be written before the checks that the new place exists.
        for position in self.guards(list, earliest, point, &moved, to) {
            let Some(cert) = list.stms[position].pat.first() else { continue };
            if (earliest..position).any(|before| may_fail(&list.stms[before])) {
                return Err("the new place is checked too late");
            }
            self.available(list, earliest, cert.name, &mut moved)?;
        }
        // 4. Overlap.
        let overlaps = |position: usize| {
            let is_new = list.stms[position].pat.first().is_some_and(|param| param.name == to.mem);
            let uses = list.used[position].iter().any(|mem| self.may_be(*mem, to.mem));
            !is_new && uses && !self.stays_apart(&list.stms[position], to)
        };
        if (earliest..point).any(overlaps) {
            return Err("the new place is used before it is there");
        }
        Ok((Part { mem: to.mem, offset: to.layout.offset.clone(), step }, moved))
    }

    /// The checks behind the statement at `earliest` that may be needed before something is written to the new place:
    /// those that the circuit point relies on, and those of numbers that determine the place.
    fn guards(&self, list: &List<'a>, earliest: usize, point: usize, moved: &[usize], to: &Place) -> Vec<usize> {
        // Threads return to places that exist.
        let Some(stm) = list.stms.get(point) else { return Vec::new() };
        let numbers = to.layout.offset.variables().chain(to.layout.strides.iter().flat_map(Index::variables));
        let moved = moved.iter().flat_map(|position| list.stms[*position].free_names());
        let numbers = self.origins(list, earliest, numbers.chain(moved).collect());
        let certs = stm.certs;
        let is_needed = |stm: &Stm<'a>| {
            let proves = || !self.origins(list, earliest, stm.free_names()).is_disjoint(&numbers);
            matches!(stm.exp, Exp::Assert { .. })
                && stm.pat.first().is_some_and(|cert| certs.contains(&cert.name) || proves())
        };
        let after = |position: &usize| self.position(list, *position) >= earliest && *position >= earliest;
        (0..point).filter(after).filter(|position| is_needed(&list.stms[*position])).collect()
    }

    /// Some names, and all names from which statements of the list compute them.
    fn origins(&self, list: &List<'a>, earliest: usize, names: Vec<Name>) -> FxHashSet<Name> {
        let mut found = FxHashSet::default();
        let mut next = names;
        while let Some(name) = next.pop() {
            if !found.insert(name) {
                continue;
            }
            if let Some(at) = list.bound.get(&name).filter(|at| **at >= earliest) {
                next.extend(list.stms[*at].free_names());
            }
        }
        found
    }

    /// Checks that a name is known before the statement at `earliest`, or that its statement, and those that it needs,
    /// can move there.
    fn available(&self, list: &List<'a>, earliest: usize, name: Name, moved: &mut Vec<usize>) -> Decision<()> {
        let Some(at) = list.bound.get(&name).copied() else { return Ok(()) };
        if self.position(list, at) < earliest || moved.contains(&at) {
            return Ok(());
        }
        let stm = &list.stms[at];
        let movable = match stm.exp {
            Exp::Bin { op, prim, .. } => !op.can_fail(*prim),
            Exp::Un { .. } | Exp::Tri { .. } | Exp::Convert { .. } | Exp::Alloc { .. } | Exp::Assert { .. } => true,
            Exp::Atoms { .. } => stm.pat.iter().all(|param| matches!(param.ty, Type::Scalar { .. })),
            _ => false,
        };
        if !movable || !stm.certs.is_empty() {
            return Err("the new place is not known early enough");
        }
        for name in stm.free_names() {
            self.available(list, earliest, name, moved)?;
        }
        moved.push(at);
        Ok(())
    }
}

/// Whether a statement may end the program, print something, or run forever.
fn may_fail(stm: &Stm<'_>) -> bool {
    struct Search(bool);
    impl<'a> Visit<'a> for Search {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            self.0 |= match node {
                Exp::Assert { .. } | Exp::Call { .. } | Exp::Trace { .. } => true,
                Exp::Loop { form, .. } => matches!(form, LoopForm::While { .. }),
                _ => false,
            };
            if !self.0 {
                walk_exp(self, node);
            }
        }
    }
    let mut search = Search(false);
    search.visit_stm(stm);
    search.0
}

/// A size in which the products that statements compute are written out.
fn with_products(stms: &[Stm<'_>], size: Index) -> Index {
    stms.iter().rev().fold(size, |size, stm| match (stm.exp, stm.pat) {
        (Exp::Bin { op: BinOp::Mul, lhs, rhs, .. }, [param]) if size.variables().any(|name| name == param.name) => {
            size.substitute(param.name, &Index::atom(lhs).times(&Index::atom(rhs)))
        }
        _ => size,
    })
}
