//! The rules of IFL'22 figure 8, each as a function with its name. The context `Γ` is one table for the whole program,
//! since names are unique; that they are in scope is another rule's business (`unique-names`), and so are scalars and
//! element types (`well-typed`: T-MEM-SCALAR, T-MEM-INDEX, T-MEM-INT).
//!
//! The paper has neither loops nor functions. Their parameters and results get their values as those of a branch do, so
//! T-MEM-RESULT is their rule, too. Its other expressions are `kernel`s (T-MEM-KERNEL) or update arrays in place.

use super::blocks::Blocks;
use super::equality::{Equality, shown};
use super::place::{Place, Substitution};
use crate::funmem::index::{Index, Layout, slice};
use crate::funmem::{
    self, Atom, Body, Entry, Exp, Fun, HistOp, KernelBody, KernelResult, Lambda, LoopForm, Param, Poly, Program,
    Reduction, ScanBody, SegDim, SliceDim, Stm, Type, Visit, walk_fun, walk_lambda, walk_loop_form, walk_param,
    walk_scan_body, walk_seg_dim, walk_stm,
};
use crate::prim::PrimType;
use framework::pass::Report;
use framework::{Name, Node};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A part of what the rules say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Blocks and index functions.
    Places,
    /// The sizes of arrays, which are those of figure 3.
    Sizes,
}

/// Checks all rules, but for the sizes of arrays.
pub fn well_placed(program: &Program<'_>, report: &mut Report) {
    check(program, Part::Places, report);
}

/// Checks that arrays have the sizes that their types say.
pub fn sizes_agree(program: &Program<'_>, report: &mut Report) {
    check(program, Part::Sizes, report);
}

fn check(program: &Program<'_>, part: Part, report: &mut Report) {
    let mut context = Context::default();
    context.visit_program(program);
    let funs = program.funs.iter().map(|fun| (fun.name, fun)).collect();
    let (equality, blocks) = (Equality::default(), Blocks::default());
    let mut checker = Checker { context, equality, blocks, funs, part, report };
    for stm in program.consts {
        checker.visit_stm(stm);
    }
    for fun in program.funs {
        checker.report.enter(fun.name);
        checker.visit_fun(fun);
    }
}

/// The context `Γ`: the types of all names.
#[derive(Default)]
struct Context<'a> {
    types: FxHashMap<Name, &'a Type<'a>>,
    /// The indices of loops and kernels.
    indices: FxHashMap<Name, PrimType>,
}

impl<'a> Visit<'a> for Context<'a> {
    fn visit_param(&mut self, node: &'a Param<'a>) {
        self.types.insert(node.name, node.ty);
    }

    fn visit_loop_form(&mut self, node: &'a LoopForm<'a>) {
        if let LoopForm::For { index, prim, .. } = node {
            self.indices.insert(*index, *prim);
        }
        walk_loop_form(self, node);
    }

    fn visit_seg_dim(&mut self, node: &'a SegDim<'a>) {
        self.indices.insert(node.index, PrimType::I64);
        walk_seg_dim(self, node);
    }
}

impl Context<'_> {
    /// Whether `(x : int) ∈ Γ`. `None` if the name has no type.
    fn is_int(&self, name: Name) -> Option<bool> {
        let is_int = |ty: &&Type<'_>| matches!(ty, Type::Scalar { prim: PrimType::I64, .. });
        self.types.get(&name).map(is_int).or_else(|| Some(*self.indices.get(&name)? == PrimType::I64))
    }

    /// The place of an array.
    fn place(&self, name: Name) -> Option<Place> {
        Place::of(self.types.get(&name)?)
    }

    fn place_of(&self, atom: &Atom) -> Option<(Name, Place)> {
        match atom {
            Atom::Var { name, .. } => Some((*name, self.place(*name)?)),
            Atom::Const { .. } => None,
        }
    }

    /// The dimensions of a value, none for a scalar.
    fn dims(&self, atom: &Atom) -> Vec<Index> {
        self.place_of(atom).map_or(Vec::new(), |(_, place)| place.dims)
    }
}

struct Checker<'a, 'r> {
    context: Context<'a>,
    equality: Equality,
    blocks: Blocks,
    funs: FxHashMap<Name, &'a Fun<'a>>,
    /// The part to report.
    part: Part,
    report: &'r mut Report,
}

/// The counts of an index space.
fn counts(space: &[SegDim<'_>]) -> Vec<Index> {
    space.iter().map(|dim| Index::atom(dim.count)).collect()
}

/// The counts of the dimensions that a slice keeps.
fn kept(dims: &[SliceDim<'_>]) -> Vec<Index> {
    dims.iter()
        .filter_map(|dim| match dim {
            SliceDim::Span { count, .. } => Some(Index::atom(count)),
            SliceDim::Fix { .. } => None,
        })
        .collect()
}

/// The values of variables.
fn variables(params: &[Param<'_>]) -> Vec<Atom> {
    params.iter().map(|param| Atom::Var { span: param.span, name: param.name }).collect()
}

impl<'a> Checker<'a, '_> {
    fn fail(&mut self, node: &impl Node, message: String) {
        self.fail_in(Part::Places, node, message);
    }

    fn fail_in(&mut self, part: Part, node: &impl Node, message: String) {
        if part == self.part {
            self.report.fail_node(node, message);
        }
    }

    /// T-MEM-ARRAY: the array is in a memory block for elements of its type.
    fn t_mem_array(&mut self, node: &impl Node, prim: PrimType, mem: Name) {
        if self.context.types.get(&mem).is_some_and(|ty| !matches!(ty, Type::Mem { .. })) {
            self.fail(node, format!("T-MEM-ARRAY: `{mem}` is no memory block"));
        }
        self.holds(node, prim, mem);
    }

    fn holds(&mut self, node: &impl Node, prim: PrimType, mem: Name) {
        if let Some(other) = self.blocks.holds(mem, prim) {
            self.fail(node, format!("T-MEM-ARRAY: elements of type {prim} in `{mem}`, a block of {other}"));
        }
    }

    /// T-MEM-LMAD: the index function has the rank of the array, and its variables are integers.
    fn t_mem_lmad(&mut self, node: &impl Node, dims: &[Atom], layout: &funmem::Layout<'_>) {
        if dims.len() != layout.strides.len() {
            let (rank, strides) = (dims.len(), layout.strides.len());
            self.fail(node, format!("T-MEM-LMAD: {strides} strides for {rank} dimensions"));
        }
        std::iter::once(layout.offset).chain(layout.strides).for_each(|poly| self.integers(poly, "T-MEM-LMAD"));
    }

    /// T-MEM-ALLOC: the number of elements is an integer. As in the paper, arrays may turn out not to fit: the
    /// evaluator finds that.
    fn t_mem_alloc(&mut self, stm: &Stm<'a>, prim: PrimType, count: &Poly<'_>) {
        self.integers(count, "T-MEM-ALLOC");
        stm.pat.iter().for_each(|param| self.holds(stm, prim, param.name));
    }

    /// `∀x ∈ FV(se). (x : int) ∈ Γ`. Names that are not in scope break `unique-names`.
    fn integers(&mut self, poly: &Poly<'_>, rule: &str) {
        for name in Index::of(poly).variables().collect::<BTreeSet<_>>() {
            if self.context.is_int(name) == Some(false) {
                self.fail(poly, format!("{rule}: `{name}` is no i64"));
            }
        }
    }

    /// T-MEM-SLICE: `L_z = slice_f(L_x, …)`
    fn t_mem_slice(&mut self, stm: &Stm<'a>, array: Name, dims: &[SliceDim<'_>]) {
        let Some(Place { mem, layout, .. }) = self.context.place(array) else { return };
        self.result_is_at(stm, 0, &Place { mem, dims: kept(dims), layout: slice(&layout, dims) }, "T-MEM-SLICE");
    }

    /// T-MEM-TRANSPOSE, for any permutation of dimensions.
    fn t_mem_transpose(&mut self, stm: &Stm<'a>, array: Name, perm: &[i64]) {
        let Some(Place { mem, dims, layout }) = self.context.place(array) else { return };
        let permuted = |list: &[Index]| perm.iter().filter_map(|dim| list.get(*dim as usize).cloned()).collect();
        let layout = Layout { offset: layout.offset, strides: permuted(&layout.strides) };
        self.result_is_at(stm, 0, &Place { mem, dims: permuted(&dims), layout }, "T-MEM-TRANSPOSE");
    }

    /// T-MEM-RESHAPE: the elements stay where they are. The paper's implementation has this rule, its figure has not.
    fn t_mem_reshape(&mut self, stm: &Stm<'a>, array: Name, shape: &[Atom]) {
        let result = stm.pat.first().and_then(|param| self.context.place(param.name));
        let Some((operand, result)) = self.context.place(array).zip(result) else { return };
        let sizes: Vec<Index> = shape.iter().map(Index::atom).collect();
        self.same_sizes(stm, "T-MEM-RESHAPE", "the result", (&result.dims, &sizes));
        let (from, to) = (self.equality.expand_place(&operand), self.equality.expand_place(&result));
        if from.mem != to.mem || !from.has_same_elements(&to) {
            self.fail(stm, format!("T-MEM-RESHAPE: the result is elsewhere than `{array}`"));
        }
    }

    /// T-MEM-UPDATE: an update leaves the array where it is.
    fn t_mem_update(&mut self, stm: &Stm<'a>, position: usize, array: Name) {
        if let Some(place) = self.context.place(array) {
            self.result_is_at(stm, position, &place, "T-MEM-UPDATE");
        }
    }

    /// T-MEM-IF: both branches have results for the pattern. In each, the condition is known, and what its checks say.
    fn t_mem_if(&mut self, stm: &Stm<'a>, cond: &Atom, branches: [(&'a Body<'a>, bool); 2]) {
        for (branch, value) in branches {
            let around = self.equality.assumptions();
            self.equality.assume(cond, value);
            self.visit_body(branch);
            self.t_mem_result(branch, "T-MEM-IF", stm.pat, branch.result, Substitution::default());
            self.equality.retract(around);
        }
    }

    /// T-MEM-LOOP: the initial values and the results of an iteration are values for the loop's parameters, whose last
    /// values are results for the pattern.
    fn t_mem_loop(&mut self, stm: &Stm<'a>, params: &[Param<'a>], inits: &[Atom], body: &'a Body<'a>) {
        self.t_mem_result(stm, "T-MEM-LOOP", params, inits, Substitution::default());
        self.t_mem_result(body, "T-MEM-LOOP", params, body.result, Substitution::default());
        self.t_mem_result(stm, "T-MEM-LOOP", stm.pat, &variables(params), Substitution::default());
    }

    /// T-MEM-CALL: the arguments are values for the function's parameters. The types of its results become those of the
    /// pattern, with the arguments for the parameters.
    fn t_mem_call(&mut self, stm: &Stm<'a>, func: Name, args: &[Atom]) {
        let Some(fun) = self.funs.get(&func).copied() else { return };
        self.t_mem_result(stm, "T-MEM-CALL", fun.params, args, Substitution::default());
        let given = Substitution::default().and(fun.params, args);
        self.t_mem_result(stm, "T-MEM-CALL", fun.results, &variables(stm.pat), given);
    }

    /// T-MEM-RESULT: `S = {y1 ↦ x1, …, yn ↦ xn}`, `(x1 : S(τ1)) ∈ Γ`, …, `(xn : S(τn)) ∈ Γ`. `given` are other names to
    /// replace.
    fn t_mem_result(
        &mut self,
        node: &impl Node,
        rule: &str,
        pattern: &[Param<'_>],
        results: &[Atom],
        given: Substitution,
    ) {
        let substitution = given.and(pattern, results);
        for (param, result) in pattern.iter().zip(results) {
            match (param.ty, result) {
                (Type::Mem { .. }, Atom::Var { name, .. }) => {
                    if let Some((found, wanted)) = self.blocks.becomes(*name, param.name) {
                        let text = format!("T-MEM-ARRAY: `{name}`, a block of {found}, becomes one of {wanted}");
                        self.fail(node, text);
                    }
                }
                (Type::Array { .. }, result) => {
                    if let (Some(wanted), Some((name, found))) = (Place::of(param.ty), self.context.place_of(result)) {
                        let array = format!("`{name}` as `{}`", param.name);
                        self.same_place(node, rule, &array, (&found, &substitution.apply(&wanted)));
                    }
                }
                _ => {}
            }
        }
    }

    /// T-MEM-KERNEL: the result has the dimensions of the index space, then those of the value. It may be anywhere. A
    /// write leaves its destination where it is.
    fn t_mem_kernel(&mut self, stm: &Stm<'a>, first: usize, space: &[SegDim<'_>], results: &[KernelResult<'_>]) {
        for (position, result) in (first..).zip(results) {
            if let Some(param) = stm.pat.get(position).filter(|param| !matches!(param.ty, Type::Array { .. })) {
                self.fail(stm, format!("T-MEM-KERNEL: the result `{}` is no array", param.name));
            }
            match result {
                KernelResult::Returns { value, .. } => {
                    let dims = [counts(space), self.context.dims(value)].concat();
                    self.has_sizes(stm, position, &dims, "T-MEM-KERNEL");
                }
                KernelResult::Writes { dest, shape, value, .. } => {
                    self.t_mem_update(stm, position, *dest);
                    let shape: Vec<_> = shape.iter().map(Index::atom).collect();
                    let dims = [shape, self.context.dims(value)].concat();
                    self.has_sizes(stm, position, &dims, "T-MEM-KERNEL");
                }
            }
        }
    }

    /// T-MEM-KERNEL for reductions: results of operators have the dimensions of the segments.
    fn t_mem_fold(&mut self, stm: &Stm<'a>, space: &[SegDim<'_>], ops: &[Reduction<'_>], results: &[KernelResult<'_>]) {
        let folded = ops.iter().map(|op| op.neutral.len()).sum::<usize>().min(results.len());
        let segments = &space[..space.len().saturating_sub(1)];
        for position in 0..folded {
            self.has_sizes(stm, position, &counts(segments), "T-MEM-KERNEL");
        }
        self.t_mem_kernel(stm, folded, space, &results[folded..]);
    }

    /// T-MEM-KERNEL for histograms: they leave their destinations where they are. Each has the dimensions of the
    /// segments, then the bins, which are next to each other.
    fn t_mem_hist(&mut self, stm: &Stm<'a>, space: &[SegDim<'_>], ops: &[HistOp<'_>]) {
        let segments = counts(&space[..space.len().saturating_sub(1)]);
        let dests = ops.iter().flat_map(|op| op.dests.iter().map(|dest| (op.size, *dest)));
        for (position, (size, dest)) in dests.enumerate() {
            self.t_mem_update(stm, position, dest);
            self.has_sizes(stm, position, &[segments.clone(), vec![Index::atom(size)]].concat(), "T-MEM-KERNEL");
            self.adjacent(stm, dest);
        }
    }

    /// T-MEM-KERNEL for streams: accumulators are where their destinations are, and stay there. With an operator, they
    /// are bins.
    fn t_mem_stream(
        &mut self,
        stm: &Stm<'a>,
        dests: &[Name],
        accs: &[Param<'a>],
        combines: bool,
        body: &KernelBody<'a>,
    ) {
        for (position, ((dest, acc), result)) in dests.iter().zip(accs).zip(body.results).enumerate() {
            self.t_mem_update(stm, position, *dest);
            let KernelResult::Returns { value, .. } = result else { continue };
            let Some(wanted) = self.context.place(*dest) else { continue };
            for atom in [Atom::Var { span: acc.span, name: acc.name }, **value] {
                let Some((name, found)) = self.context.place_of(&atom) else { continue };
                self.same_place(stm, "T-MEM-KERNEL", &format!("`{name}` as `{dest}`"), (&found, &wanted));
            }
            if combines {
                self.adjacent(stm, *dest);
            }
        }
    }

    /// T-MEM-PROG: an entry point gets and gives arrays in row-major order from the start of their blocks. Each
    /// argument has a block of its own, and each block of a result is a result.
    fn t_mem_prog(&mut self, fun: &Fun<'a>, entry: &Entry<'_>) {
        let mut taken = FxHashSet::default();
        for leaf in entry.args.iter().flat_map(|arg| arg.leaves) {
            let Some(param) = fun.params.iter().find(|param| param.name == *leaf) else { continue };
            let Some(place) = self.row_major(param) else { continue };
            let is_param = fun.params.iter().any(|param| param.name == place.mem);
            if !is_param || !taken.insert(place.mem) {
                self.fail(param, format!("T-MEM-PROG: `{}` has no block of its own", param.name));
            }
        }
        for leaf in entry.results.iter().flat_map(|result| result.leaves) {
            let Some(param) = usize::try_from(*leaf).ok().and_then(|leaf| fun.results.get(leaf)) else { continue };
            let Some(place) = self.row_major(param) else { continue };
            if !fun.results.iter().any(|block| block.name == place.mem) {
                self.fail(param, format!("T-MEM-PROG: the block of `{}` is no result", param.name));
            }
        }
    }

    /// `@mem → R(dims)`
    fn row_major(&mut self, param: &Param<'_>) -> Option<Place> {
        let place = Place::of(param.ty)?;
        if !place.is_row_major() {
            let text = format!("T-MEM-PROG: `{}` is not in row-major order from the start of its block", param.name);
            self.fail(param, text);
        }
        Some(place)
    }

    /// Backends need bins that are next to each other.
    fn adjacent(&mut self, stm: &Stm<'a>, dest: Name) {
        let strides = self.context.place(dest).map(|place| place.layout.strides);
        if strides.is_some_and(|strides| strides.last() != Some(&Index::constant(1))) {
            self.fail(stm, format!("T-MEM-KERNEL: the bins of `{dest}` are not next to each other"));
        }
    }

    /// The combined values of operators are scalars.
    fn scalars(&mut self, params: &[Param<'_>]) {
        for param in params {
            if matches!(param.ty, Type::Array { .. } | Type::Mem { .. }) {
                self.fail(param, format!("T-MEM-KERNEL: `{}` is no scalar", param.name));
            }
        }
    }

    /// Checks that a result of a statement is at a place.
    fn result_is_at(&mut self, stm: &Stm<'a>, position: usize, wanted: &Place, rule: &str) {
        if let Some(param) = stm.pat.get(position)
            && let Some(found) = self.context.place(param.name)
        {
            self.same_place(stm, rule, &format!("`{}`", param.name), (&found, wanted));
        }
    }

    /// Checks that an array has a place: a block, sizes, an offset and strides.
    fn same_place(&mut self, node: &impl Node, rule: &str, array: &str, (found, wanted): (&Place, &Place)) {
        if self.equality.block(found.mem) != self.equality.block(wanted.mem) {
            let text = format!("{rule}: {array} should be in `{}`, but is in `{}`", wanted.mem, found.mem);
            self.fail(node, text);
        }
        self.same_sizes(node, rule, array, (&found.dims, &wanted.dims));
        let (found, wanted) = (&found.layout, &wanted.layout);
        self.same(node, rule, Part::Places, &format!("the offset of {array}"), (&found.offset, &wanted.offset));
        for (dim, pair) in found.strides.iter().zip(&wanted.strides).enumerate() {
            self.same(node, rule, Part::Places, &format!("stride {dim} of {array}"), pair);
        }
    }

    fn same_sizes(&mut self, node: &impl Node, rule: &str, array: &str, (found, wanted): (&[Index], &[Index])) {
        for (dim, pair) in found.iter().zip(wanted).enumerate() {
            self.same(node, rule, Part::Sizes, &format!("size {dim} of {array}"), pair);
        }
    }

    fn same(&mut self, node: &impl Node, rule: &str, part: Part, what: &str, (found, wanted): (&Index, &Index)) {
        if !self.equality.holds(found, wanted) {
            let (found, wanted) = (shown(found), shown(wanted));
            self.fail_in(part, node, format!("{rule}: {what} should be {wanted}, but is {found}"));
        }
    }

    /// Checks the sizes of a result of a statement.
    fn has_sizes(&mut self, stm: &Stm<'a>, position: usize, wanted: &[Index], rule: &str) {
        if let Some(param) = stm.pat.get(position)
            && let Some(found) = self.context.place(param.name)
        {
            self.same_sizes(stm, rule, &format!("`{}`", param.name), (&found.dims, wanted));
        }
    }

    /// Checks the sizes of a value that is copied into an array.
    fn value_has_sizes(&mut self, stm: &Stm<'a>, value: &Atom, wanted: &[Index], rule: &str) {
        if let Some((name, found)) = self.context.place_of(value) {
            self.same_sizes(stm, rule, &format!("`{name}`"), (&found.dims, wanted));
        }
    }

    /// T-MEM-KERNEL for the paper's derived forms `iota` and `copy`, and for other new arrays.
    fn t_mem_fresh(&mut self, stm: &Stm<'a>) {
        let sizes = |shape: &[Atom]| shape.iter().map(Index::atom).collect::<Vec<_>>();
        let dims = match stm.exp {
            Exp::Iota { count, .. } => vec![Index::atom(count)],
            Exp::Scratch { shape, .. } => sizes(shape),
            Exp::Replicate { shape, value, .. } => [sizes(shape), self.context.dims(value)].concat(),
            Exp::ArrayLit { elems, row, .. } => [vec![Index::constant(elems.len() as i64)], sizes(row)].concat(),
            Exp::Copy { array, .. } => self.context.place(*array).map_or(Vec::new(), |place| place.dims),
            Exp::Concat { arrays, count, .. } => return self.t_mem_concat(stm, arrays, count),
            _ => return,
        };
        self.has_sizes(stm, 0, &dims, "T-MEM-KERNEL");
    }

    /// T-MEM-KERNEL for concatenations: one kernel for each operand.
    fn t_mem_concat(&mut self, stm: &Stm<'a>, arrays: &[Name], count: &Atom) {
        let places: Vec<Place> = arrays.iter().filter_map(|array| self.context.place(*array)).collect();
        let total = places.iter().filter_map(|place| place.dims.first()).fold(Index::default(), |all, n| all.plus(n));
        self.same(stm, "T-MEM-KERNEL", Part::Sizes, "the number of rows", (&Index::atom(count), &total));
        for place in places {
            let mut dims = place.dims;
            dims.iter_mut().take(1).for_each(|rows| *rows = Index::atom(count));
            self.has_sizes(stm, 0, &dims, "T-MEM-KERNEL");
        }
    }

    /// `Γ ⊢ s`
    fn judge(&mut self, stm: &Stm<'a>) {
        match stm.exp {
            Exp::Alloc { prim, count, .. } => self.t_mem_alloc(stm, *prim, count),
            Exp::Atoms { atoms, .. } => self.t_mem_result(stm, "T-MEM-RESULT", stm.pat, atoms, Substitution::default()),
            Exp::Slice { array, dims, .. } => self.t_mem_slice(stm, *array, dims),
            Exp::Rearrange { array, perm, .. } => self.t_mem_transpose(stm, *array, perm),
            Exp::Reshape { array, shape, .. } => self.t_mem_reshape(stm, *array, shape),
            Exp::Update { array, dims, value, .. } => {
                self.t_mem_update(stm, 0, *array);
                self.value_has_sizes(stm, value, &kept(dims), "T-MEM-UPDATE");
            }
            Exp::If { cond, yes, no, .. } => self.t_mem_if(stm, cond, [(yes, true), (no, false)]),
            Exp::Loop { params, inits, body, .. } => self.t_mem_loop(stm, params, inits, body),
            Exp::Call { func, args, .. } => self.t_mem_call(stm, *func, args),
            Exp::SegMap { space, body, .. } => self.t_mem_kernel(stm, 0, space, body.results),
            Exp::SegRed { space, ops, body, .. } => self.t_mem_fold(stm, space, ops, body.results),
            Exp::SegScan { space, totals, body, .. } => self.t_mem_fold(stm, space, totals, body.post.results),
            Exp::SegHist { space, ops, .. } => self.t_mem_hist(stm, space, ops),
            Exp::SegStream { dests, accs, ops, body, .. } => self.t_mem_stream(stm, dests, accs, !ops.is_empty(), body),
            Exp::Accumulate { dests, values, .. } => {
                for (position, (dest, value)) in dests.iter().zip(*values).enumerate() {
                    self.t_mem_update(stm, position, *dest);
                    let row = self.context.place(*dest).map_or(Vec::new(), |place| place.dims);
                    self.value_has_sizes(stm, value, row.get(1..).unwrap_or_default(), "T-MEM-UPDATE");
                }
            }
            _ => self.t_mem_fresh(stm),
        }
    }
}

impl<'a> Visit<'a> for Checker<'a, '_> {
    fn visit_param(&mut self, node: &'a Param<'a>) {
        if let Type::Array { prim, dims, mem, layout, .. } = node.ty {
            self.t_mem_array(node, *prim, *mem);
            self.t_mem_lmad(node, dims, layout);
        }
        walk_param(self, node);
    }

    fn visit_lambda(&mut self, node: &'a Lambda<'a>) {
        self.scalars(node.params);
        walk_lambda(self, node);
    }

    fn visit_scan_body(&mut self, node: &'a ScanBody<'a>) {
        self.scalars(node.prefixes);
        walk_scan_body(self, node);
    }

    /// T-MEM-RESULT for the body of a function.
    fn visit_fun(&mut self, node: &'a Fun<'a>) {
        walk_fun(self, node);
        self.t_mem_result(node.body, "T-MEM-RESULT", node.results, node.body.result, Substitution::default());
        self.equality.retract(0);
        if let Some(entry) = node.entry {
            self.t_mem_prog(node, entry);
        }
    }

    /// T-MEM-STM: `Γ, p ⊢ b` after `Γ ⊢ let p = e`
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node.exp {
            // T-MEM-IF visits the branches.
            Exp::If { .. } => node.pat.iter().for_each(|param| self.visit_param(param)),
            _ => {
                // Bodies inside need not have run: what their checks say is not known afterwards.
                let around = self.equality.assumptions();
                walk_stm(self, node);
                self.equality.retract(around);
            }
        }
        self.judge(node);
        self.equality.define(node);
        if let Exp::Assert { cond, .. } = node.exp {
            self.equality.checked(cond);
        }
    }
}
