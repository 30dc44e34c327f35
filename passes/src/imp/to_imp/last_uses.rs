//! Finds where blocks are used for the last time, so that their memory can serve other arrays.

use framework::{Name, Node, Span, Walker};
use languages::funmem::{Atom, Body, Exp, Fun, KernelBody, Param, Program, Stm, Type, Visit};
use rustc_hash::{FxHashMap, FxHashSet};

/// The block of each array, and of each block.
#[derive(Default)]
pub struct BlockOf(FxHashMap<Name, Name>);

impl<'a> Visit<'a> for BlockOf {
    fn visit_param(&mut self, node: &'a Param<'a>) {
        match node.ty {
            Type::Array { mem, .. } => drop(self.0.insert(node.name, *mem)),
            Type::Mem { .. } => drop(self.0.insert(node.name, node.name)),
            _ => {}
        }
    }
}

impl BlockOf {
    /// Collects the blocks of a program, whose names are unique.
    pub fn program(program: &Program<'_>) -> BlockOf {
        let mut blocks = BlockOf::default();
        blocks.visit_program(program);
        blocks
    }

    fn blocks(&self, names: impl IntoIterator<Item = Name>) -> impl Iterator<Item = Name> {
        names.into_iter().filter_map(|name| self.0.get(&name).copied())
    }

    /// The blocks that a list of statements declares, and the blocks `given`, by the position of the statement that
    /// uses them last. Blocks that the list returns are missing.
    pub fn last_uses(&self, stms: &[Stm<'_>], results: &[Name], given: &[Name]) -> FxHashMap<usize, Vec<Name>> {
        let mut last: FxHashMap<Name, usize> = FxHashMap::default();
        let mut order: Vec<Name> = Vec::new();
        let mut declared: FxHashSet<Name> = given.iter().copied().collect();
        for (position, stm) in stms.iter().enumerate() {
            declared
                .extend(stm.pat.iter().filter(|param| matches!(param.ty, Type::Mem { .. })).map(|param| param.name));
            let bound = stm.pat.iter().map(|param| param.name);
            for block in self.blocks(stm.free_names().into_iter().chain(bound)) {
                if declared.contains(&block) && last.insert(block, position).is_none() {
                    order.push(block);
                }
            }
        }
        let kept: FxHashSet<Name> = self.blocks(results.iter().copied()).collect();
        let mut uses: FxHashMap<usize, Vec<Name>> = FxHashMap::default();
        for block in order.into_iter().filter(|block| !kept.contains(block)) {
            uses.entry(last[&block]).or_default().push(block);
        }
        uses
    }

    /// Which of these blocks a loop uses for nothing but initial values of its parameters.
    pub fn only_initial<'n>(&'n self, stm: &Stm<'_>, blocks: &'n [Name]) -> impl Iterator<Item = Name> + 'n {
        let mut used = FxHashSet::default();
        if let Exp::Loop { params, body, .. } = stm.exp {
            let bound = params.iter().chain(stm.pat).map(|param| param.name);
            used.extend(self.blocks(body.free_names().into_iter().chain(bound)));
        }
        let is_loop = matches!(stm.exp, Exp::Loop { .. });
        blocks.iter().copied().filter(move |block| is_loop && !used.contains(block))
    }
}

/// All names that a function uses, not only binds.
#[derive(Default)]
pub struct Used(FxHashSet<Name>);

impl Used {
    /// Collects the names that a function uses.
    pub fn by(fun: &Fun<'_>) -> Used {
        let mut used = Used::default();
        fun.walk(&mut used);
        used
    }

    /// Whether the function uses a name.
    pub fn contains(&self, name: Name) -> bool {
        self.0.contains(&name)
    }
}

impl Walker for Used {
    fn name(&mut self, name: Name, _: Span) {
        self.0.insert(name);
    }
    fn bind(&mut self, _: &[Name]) {}
    fn unbind(&mut self, _: &[Name]) {}
}

/// The names that a body returns.
pub fn results(body: &Body<'_>) -> Vec<Name> {
    let names = body.result.iter().filter_map(|atom| match atom {
        Atom::Var { name, .. } => Some(*name),
        Atom::Const { .. } => None,
    });
    names.collect()
}

/// The names that a kernel's body returns, and those that say where to.
pub fn returned(body: &KernelBody<'_>) -> Vec<Name> {
    body.results.iter().flat_map(Node::free_names).collect()
}
