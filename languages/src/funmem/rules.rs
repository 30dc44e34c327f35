//! The rules of `FunMem` (IFL'22 figure 8): invariants that Rust's types cannot express. As in the paper, a program may
//! obey them and still use memory in a way that changes its meaning. The heap evaluator finds such programs (validity,
//! races).

use super::index::{Index, Layout, slice};
use super::{Atom, Exp, Fun, FunMem, KernelResult, Param, Program, Stm, Type, Visit, walk_fun, walk_param, walk_stm};
use crate::prim::PrimType;
use framework::pass::{AnyRule, Report};
use framework::{Name, Node, rules};
use rustc_hash::FxHashMap;

rules! { FunMem:
    /// Every name is bound once, and used only in scope.
    pub UniqueNames = "unique-names" by unique_names;
    /// The program without its memory is well typed (IFL'22 figure 9, then figure 3).
    pub WellTyped = "well-typed" by well_typed;
    /// The functions of streams only accumulate to their accumulators, so that streams can run in any order.
    pub Threaded = "threaded" by threaded;
    /// Arrays are in memory blocks for elements of their type, by index functions of their rank (T-MEM-ARRAY,
    /// T-MEM-LMAD); slices, transpositions and updates leave them where they are (T-MEM-SLICE, T-MEM-TRANSPOSE). The
    /// bins of a histogram are next to each other.
    pub WellPlaced = "well-placed" by well_placed;
}

/// All rules of the language.
pub static RULES: &[&dyn AnyRule] = &[&UniqueNames, &WellTyped, &Threaded, &WellPlaced];

fn unique_names(program: &Program<'_>, report: &mut Report) {
    report.names(program, true);
}

fn well_typed(program: &Program<'_>, report: &mut Report) {
    // Nothing is done with a block, nor with a certificate.
    let embedded = super::eval::with_certificates(program).and_then(|program| crate::seg::embed(&program));
    crate::seg::rules::well_typed_embedding(embedded, report);
}

fn threaded(program: &Program<'_>, report: &mut Report) {
    let embedded = super::eval::with_certificates(program).and_then(|program| crate::seg::embed(&program));
    crate::seg::rules::threaded_embedding(embedded, report);
}

fn well_placed(program: &Program<'_>, report: &mut Report) {
    let mut types = Types::default();
    types.visit_program(program);
    let mut checker = Checker { types: types.0, elements: FxHashMap::default(), funs: program.funs, report };
    for stm in program.consts {
        checker.visit_stm(stm);
    }
    for fun in program.funs {
        checker.report.enter(fun.name);
        checker.visit_fun(fun);
    }
}

/// The types of all names, which are unique.
#[derive(Default)]
struct Types<'a>(FxHashMap<Name, &'a Type<'a>>);

impl<'a> Visit<'a> for Types<'a> {
    fn visit_param(&mut self, node: &'a Param<'a>) {
        self.0.insert(node.name, node.ty);
    }
}

struct Checker<'a, 'r> {
    types: FxHashMap<Name, &'a Type<'a>>,
    /// The types of the elements of blocks, as far as they are known.
    elements: FxHashMap<Name, PrimType>,
    funs: &'a [Fun<'a>],
    report: &'r mut Report,
}

impl<'a> Checker<'a, '_> {
    fn place(&self, name: Name) -> Option<(Name, Layout)> {
        match self.types.get(&name)? {
            Type::Array { mem, layout, .. } => Some((*mem, Layout::of(layout))),
            _ => None,
        }
    }

    /// All elements of a block are of one type.
    fn element(&mut self, node: &impl Node, mem: Name, prim: PrimType) {
        let known = *self.elements.entry(mem).or_insert(prim);
        if known != prim {
            self.report.fail_node(node, format!("T-MEM-ARRAY: elements of type {prim} in `{mem}`, a block of {known}"));
        }
    }

    /// Values become those of variables: a block of a type goes to a variable for such blocks.
    fn flow(&mut self, node: &impl Node, params: &[Param<'a>], values: &[Atom]) {
        for (param, value) in params.iter().zip(values) {
            let Atom::Var { name, .. } = value else { continue };
            if let (Type::Mem { .. }, Some(prim)) = (param.ty, self.elements.get(name)) {
                self.element(node, param.name, *prim);
            }
        }
    }

    /// Blocks that a statement gives to variables, all of which are known.
    fn flows(&mut self, stm: &Stm<'a>) {
        match stm.exp {
            Exp::If { yes, no, .. } => [yes, no].into_iter().for_each(|body| self.flow(stm, stm.pat, body.result)),
            Exp::Loop { params, inits, body, .. } => {
                self.flow(stm, params, inits);
                self.flow(stm, params, body.result);
                let results: Vec<Atom> =
                    params.iter().map(|param| Atom::Var { span: param.span, name: param.name }).collect();
                self.flow(stm, stm.pat, &results);
            }
            Exp::Atoms { atoms, .. } => self.flow(stm, stm.pat, atoms),
            Exp::Call { func, args, .. } => {
                if let Some(fun) = self.funs.iter().find(|fun| fun.name == *func) {
                    self.flow(stm, fun.params, args);
                    let results: Vec<Atom> =
                        fun.results.iter().map(|param| Atom::Var { span: param.span, name: param.name }).collect();
                    self.flow(stm, stm.pat, &results);
                }
            }
            _ => {}
        }
    }

    /// The bins of a histogram are next to each other.
    fn bins(&mut self, stm: &Stm<'a>, dest: Name) {
        let strides = self.place(dest).map(|(_, layout)| layout.strides);
        if strides.is_some_and(|strides| strides.last() != Some(&Index::constant(1))) {
            self.report.fail_node(stm, format!("the bins of `{dest}` are not next to each other"));
        }
    }

    /// Checks that a result of a statement is where the rule requires.
    fn expect(&mut self, stm: &Stm<'a>, position: usize, wanted: Option<(Name, Layout)>, rule: &str) {
        let Some(found) = stm.pat.get(position).and_then(|param| self.place(param.name)) else { return };
        if let Some(wanted) = wanted
            && found != wanted
        {
            self.report.fail_node(stm, format!("{rule}: the result is said to be elsewhere than its operand"));
        }
    }
}

impl<'a> Visit<'a> for Checker<'a, '_> {
    fn visit_param(&mut self, node: &'a Param<'a>) {
        // T-MEM-ARRAY, T-MEM-LMAD. A block that is not in scope breaks `unique-names`.
        if let Type::Array { prim, dims, mem, layout, .. } = node.ty {
            self.element(node, *mem, *prim);
            if self.types.get(mem).is_some_and(|ty| !matches!(ty, Type::Mem { .. })) {
                self.report.fail_node(node, format!("T-MEM-ARRAY: `{mem}` is no memory block"));
            }
            if dims.len() != layout.strides.len() {
                let (rank, strides) = (dims.len(), layout.strides.len());
                self.report.fail_node(node, format!("T-MEM-LMAD: {strides} strides for {rank} dimensions"));
            }
        }
        walk_param(self, node);
    }

    fn visit_fun(&mut self, node: &'a Fun<'a>) {
        walk_fun(self, node);
        self.flow(node, node.results, node.body.result);
    }

    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node.exp {
            Exp::Alloc { prim, .. } => {
                node.pat.iter().for_each(|param| self.element(node, param.name, *prim));
            }
            Exp::Slice { array, dims, .. } => {
                let wanted = self.place(*array).map(|(mem, layout)| (mem, slice(&layout, dims)));
                self.expect(node, 0, wanted, "T-MEM-SLICE");
            }
            Exp::Rearrange { array, perm, .. } => {
                let wanted = self.place(*array).map(|(mem, layout)| {
                    let strides = perm.iter().filter_map(|dim| layout.strides.get(*dim as usize).cloned()).collect();
                    (mem, Layout { offset: layout.offset, strides })
                });
                self.expect(node, 0, wanted, "T-MEM-TRANSPOSE");
            }
            Exp::Update { array, .. } => {
                let wanted = self.place(*array);
                self.expect(node, 0, wanted, "an update is in place");
            }
            Exp::SegMap { body, .. } => {
                for (position, result) in body.results.iter().enumerate() {
                    if let KernelResult::Writes { dest, .. } = result {
                        let wanted = self.place(*dest);
                        self.expect(node, position, wanted, "a write is in place");
                    }
                }
            }
            Exp::SegHist { ops, .. } => ops.iter().flat_map(|op| op.dests).for_each(|dest| self.bins(node, *dest)),
            Exp::SegStream { dests, accs, ops, body, .. } => {
                for (position, dest) in dests.iter().enumerate() {
                    let wanted = self.place(*dest);
                    self.expect(node, position, wanted.clone(), "a stream is in place");
                    let acc = accs.get(position).and_then(|acc| self.place(acc.name));
                    let result = body.results.get(position).and_then(|result| match result {
                        KernelResult::Returns { value: Atom::Var { name, .. }, .. } => self.place(*name),
                        _ => None,
                    });
                    if acc != wanted || result != wanted {
                        self.report.fail_node(node, format!("the accumulator of `{dest}` is elsewhere"));
                    }
                    if !ops.is_empty() {
                        self.bins(node, *dest);
                    }
                }
            }
            Exp::Accumulate { dests, .. } => {
                for (position, dest) in dests.iter().enumerate() {
                    self.expect(node, position, self.place(*dest), "an update is in place");
                }
            }
            _ => {}
        }
        walk_stm(self, node);
        self.flows(node);
    }
}
