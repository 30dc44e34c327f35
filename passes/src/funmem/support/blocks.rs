//! What is known of a program's blocks.

use super::variable;
use framework::{Name, Span};
use languages::funmem::index::{Index, Layout};
use languages::funmem::{Atom, Body, Exp, Fun, Param, Program, Stm, Type, Visit, walk_atom, walk_fun, walk_stm};
use languages::prim::{BinOp, PrimType};
use rustc_hash::{FxHashMap, FxHashSet};

/// A block that has become a part of another: its address `a` is address `offset + step·a` there.
#[derive(Clone, Debug)]
pub struct Part {
    pub mem: Name,
    pub offset: Index,
    pub step: Index,
}

/// A block that is allocated in another list of statements than before.
#[derive(Clone, Debug)]
pub struct Raised {
    pub span: Span,
    pub mem: Name,
    pub prim: PrimType,
    pub count: Index,
    /// Whether the number of elements may be negative. Then the block is empty, and a check is left where the block was
    /// allocated before.
    pub checked: bool,
}

/// A loop's parameter takes turns between its block and `other`, which is `spare` at first.
#[derive(Clone, Copy, Debug)]
pub struct Doubled {
    pub other: Name,
    pub spare: Name,
}

/// The longest sums and products of variables that are followed.
const MOST_TERMS: usize = 8;
const MOST_FACTORS: usize = 4;

/// The most arrays that a branch's result may be one of.
const MOST_CASES: usize = 8;

/// The place of an array.
#[derive(Clone, Debug)]
pub struct Place {
    pub mem: Name,
    pub layout: Layout,
    pub dims: Vec<Index>,
}

/// The blocks of a program, and what becomes of them.
#[derive(Default)]
pub struct Blocks<'a> {
    /// Where each array is at first.
    arrays: FxHashMap<Name, (Name, &'a Type<'a>)>,
    /// The arrays that a branch's result is one of, unless these are many.
    cases: FxHashMap<Name, Vec<Name>>,
    /// All names of blocks.
    pub mems: FxHashSet<Name>,
    /// Blocks that are operands: of branches, loops, or calls.
    pub passed: FxHashSet<Name>,
    /// Names of blocks that may be the same block, as a forest.
    parents: FxHashMap<Name, Name>,
    /// The names of blocks, in the order in which they are bound, and whether they are allocated there.
    order: FxHashMap<Name, (usize, bool)>,
    /// Blocks that have become parts of others.
    pub parts: FxHashMap<Name, Part>,
    /// Statements, by the first name that they bind, that move up to before a position of the same list.
    pub moved: FxHashMap<Name, usize>,
    /// Blocks that are allocated before a statement, by the first name that this statement binds.
    pub before: FxHashMap<Name, Vec<Raised>>,
    /// These blocks, by their names.
    pub raised: FxHashMap<Name, Raised>,
    /// Parameters of loops that take turns between two blocks.
    pub doubled: FxHashMap<Name, Doubled>,
    /// `i64` variables that are sums, differences or products of others.
    numbers: FxHashMap<Name, Index>,
    /// Variables that are at least 0 here: sizes of arrays, and indices.
    pub naturals: Vec<Name>,
    funs: FxHashMap<Name, &'a Fun<'a>>,
    pub notes: Vec<(Span, String)>,
}

impl<'a> Blocks<'a> {
    pub fn of(program: &'a Program<'a>) -> Self {
        let mut blocks = Blocks { funs: program.funs.iter().map(|fun| (fun.name, fun)).collect(), ..Self::default() };
        blocks.visit_program(program);
        blocks
    }

    pub fn take_notes(&mut self) -> Vec<(Span, String)> {
        std::mem::take(&mut self.notes)
    }

    /// Where an array is now.
    pub fn place(&self, array: Name) -> Option<Place> {
        let Type::Array { mem, layout, dims, .. } = self.arrays.get(&array)?.1 else { return None };
        let (mem, layout) = self.resolved(*mem, Layout::of(layout));
        Some(Place { mem, layout, dims: dims.iter().map(Index::atom).collect() })
    }

    /// Where an array may be now. The result of a branch is at one of several places.
    pub fn places(&self, array: Name) -> Vec<Place> {
        let cases = self.cases.get(&array).map_or(std::slice::from_ref(&array), Vec::as_slice);
        cases.iter().filter_map(|case| self.place(*case)).collect()
    }

    /// The block in which an array, or a block, was at first.
    pub fn first_block(&self, name: Name) -> Option<Name> {
        match self.arrays.get(&name) {
            Some((mem, _)) => Some(*mem),
            None => self.mems.contains(&name).then_some(name),
        }
    }

    /// The block that a block has become a part of.
    pub fn outermost(&self, mut mem: Name) -> Name {
        while let Some(part) = self.parts.get(&mem) {
            mem = part.mem;
        }
        mem
    }

    /// Where the elements at a place are now.
    pub fn resolved(&self, mut mem: Name, mut layout: Layout) -> (Name, Layout) {
        while let Some(part) = self.parts.get(&mem) {
            mem = part.mem;
            layout.offset = part.offset.plus(&part.step.times(&layout.offset));
            layout.strides = layout.strides.iter().map(|stride| part.step.times(stride)).collect();
        }
        (mem, layout)
    }

    /// Whether two names that are in scope at the same time may be the same block. A block that has just been allocated
    /// is no older one: in a loop, it is not that of the last iteration.
    pub fn may_be(&self, a: Name, b: Name) -> bool {
        let is_new = |new: Name, old: Name| match (self.order.get(&new), self.order.get(&old)) {
            (Some((new, true)), Some((old, _))) => old < new,
            _ => false,
        };
        self.class(a) == self.class(b) && !is_new(a, b) && !is_new(b, a)
    }

    /// The representative of all blocks that may be the same block, at any time.
    fn class(&self, mut mem: Name) -> Name {
        while let Some(parent) = self.parents.get(&mem) {
            mem = *parent;
        }
        mem
    }

    /// Allocates a block before the statement that binds `before` first, and no longer where it was.
    pub fn raise(&mut self, before: Name, block: Raised) {
        self.raised.insert(block.mem, block.clone());
        self.before.entry(before).or_default().push(block);
    }

    fn may_be_same(&mut self, a: Name, b: Name) {
        let (a, b) = (self.class(a), self.class(b));
        if a != b {
            self.parents.insert(a, b);
        }
    }

    /// A number by variables that are not sums, differences or products of others.
    pub fn expanded(&self, index: &Index) -> Index {
        index.replaced(|name| self.numbers.get(name).cloned().unwrap_or_else(|| Index::variable(*name)))
    }

    /// Notes what an `i64` variable is, unless it is a long expression.
    fn define(&mut self, param: &Param<'_>, value: &Index) {
        let value = self.expanded(value);
        if matches!(param.ty, Type::Scalar { prim: PrimType::I64, .. })
            && value.terms().count() <= MOST_TERMS
            && value.terms().all(|(names, _)| names.len() <= MOST_FACTORS)
        {
            self.numbers.insert(param.name, value);
        }
    }

    /// Values become those of variables.
    fn flow(&mut self, params: &[Param<'_>], values: &[Atom]) {
        for (param, value) in params.iter().zip(values) {
            if let (Type::Mem { .. }, Atom::Var { name, .. }) = (param.ty, value) {
                self.may_be_same(param.name, *name);
            }
        }
    }

    /// Notes which arrays the result of a branch is one of.
    fn branch(&mut self, param: &Param<'_>, results: [&Atom; 2]) {
        let mut cases = Vec::new();
        for case in results.into_iter().filter_map(variable) {
            match self.cases.get(&case) {
                Some(known) => cases.extend(known),
                None => cases.push(case),
            }
        }
        if matches!(param.ty, Type::Array { .. }) && cases.len() <= MOST_CASES {
            self.cases.insert(param.name, cases);
        }
    }

    fn flow_out(&mut self, pat: &[Param<'_>], body: &Body<'_>) {
        self.flow(pat, body.result);
    }
}

impl<'a> Visit<'a> for Blocks<'a> {
    fn visit_param(&mut self, node: &'a Param<'a>) {
        match node.ty {
            Type::Array { mem, .. } => {
                self.arrays.insert(node.name, (*mem, node.ty));
            }
            Type::Mem { .. } => {
                self.mems.insert(node.name);
                self.order.insert(node.name, (self.order.len(), false));
            }
            _ => {}
        }
    }

    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        walk_stm(self, node);
        match node.exp {
            Exp::Alloc { .. } => {
                for param in node.pat {
                    self.order.entry(param.name).and_modify(|(_, allocated)| *allocated = true);
                }
            }
            Exp::If { yes, no, .. } => {
                self.flow_out(node.pat, yes);
                self.flow_out(node.pat, no);
                for (param, results) in node.pat.iter().zip(yes.result.iter().zip(no.result)) {
                    self.branch(param, [results.0, results.1]);
                }
            }
            Exp::Loop { params, inits, body, .. } => {
                self.flow(params, inits);
                self.flow_out(params, body);
                for (param, result) in params.iter().zip(node.pat) {
                    if let Type::Mem { .. } = param.ty {
                        self.may_be_same(param.name, result.name);
                    }
                }
            }
            Exp::Call { func, args, .. } => {
                // A function may give back each block that it is given.
                let blocks = |params: &[Param<'_>]| -> Vec<Name> {
                    let blocks = params.iter().filter(|param| matches!(param.ty, Type::Mem { .. }));
                    blocks.map(|param| param.name).collect()
                };
                let given = args.iter().filter_map(|arg| match arg {
                    Atom::Var { name, .. } => self.mems.contains(name).then_some(*name),
                    Atom::Const { .. } => None,
                });
                let given: Vec<Name> = given.collect();
                for result in blocks(node.pat) {
                    given.iter().for_each(|arg| self.may_be_same(*arg, result));
                }
                debug_assert!(self.funs.contains_key(func) || given.is_empty());
            }
            Exp::Atoms { atoms, .. } => {
                self.flow(node.pat, atoms);
                for (param, atom) in node.pat.iter().zip(*atoms) {
                    self.define(param, &Index::atom(atom));
                }
            }
            Exp::Bin { op, prim: PrimType::I64, lhs, rhs, .. } => {
                let (lhs, rhs) = (Index::atom(lhs), Index::atom(rhs));
                let value = match op {
                    BinOp::Add => lhs.plus(&rhs),
                    BinOp::Sub => lhs.minus(&rhs),
                    BinOp::Mul => lhs.times(&rhs),
                    _ => return,
                };
                node.pat.iter().for_each(|param| self.define(param, &value));
            }
            _ => {}
        }
    }

    fn visit_fun(&mut self, node: &'a Fun<'a>) {
        walk_fun(self, node);
    }

    fn visit_atom(&mut self, node: &'a Atom) {
        if let Atom::Var { name, .. } = node {
            // Blocks are bound before they are operands.
            if self.mems.contains(name) {
                self.passed.insert(*name);
            }
        }
        walk_atom(self, node);
    }
}
