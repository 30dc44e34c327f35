//! `join-dims`: makes two dimensions of a kernel one, if elements follow each other in all arrays.

use framework::pass::{Report, Run, Transform};
use framework::{Name, Node, Owned, Result, pass, rules};
use languages::funmem::index::Index;
use languages::imp::{
    Arena, Dim, Exp, Imp, Program, Region, Rewrite, Stm, Visit, default_rewrite_exp, default_rewrite_stm, walk_stm,
};
use languages::prim::{BinOp, PrimType};

use crate::imp::support::{bin, expression, polynomial, report_statements};
use crate::support::holds;

pass! {
    /// Makes two neighbouring dimensions of a kernel one, if it only uses their indices to find the elements of rows
    /// that follow each other.
    ///
    ///     kernel (i < n, j < m) do x <- xs[m * i + j]; ys[m * i + j] <- x + 1 done
    ///     becomes
    ///     kernel (j < n * m) do x <- xs[j]; ys[j] <- x + 1 done
    ///
    /// An index that is `c * (m * i + j) + d`, where neither `c` nor `d` depends on `i` and `j`, is `c * j + d`
    /// afterwards. Lanes run along the last dimension. If its rows have few elements, such as the coordinates of
    /// points, the lanes are full now. A device does not have to divide the number of a thread by `m`.
    pub JoinDims = "join-dims": Imp => Imp {
        ensures: [NoJointDims],
        counts: { joined },
    }
}

rules! { Imp:
    /// No two neighbouring dimensions of a kernel could be one.
    pub NoJointDims = "no-joint-dims" by no_joint_dims;
}

impl Transform for JoinDims {
    fn transform(&self, program: &Owned<Imp>, run: &mut Run<'_, Self>) -> Result<Owned<Imp>> {
        if holds(no_joint_dims, program.root()) {
            run.unchanged_if(true);
            return Ok(program.clone());
        }
        let mut joined = 0;
        let result = Owned::build(|arena| {
            let mut joining = Joining { arena, joined: 0 };
            let result = joining.rewrite_program(program.root());
            joined = joining.joined;
            result
        })?;
        run.counts.joined = joined;
        Ok(result)
    }
}

fn no_joint_dims(program: &Program<'_>, report: &mut Report) {
    report_statements(program, report, &|stm| joint(stm).is_some(), "a kernel with two dimensions that could be one");
}

/// Two indices of which the first counts rows, and the second the elements of a row.
struct Pair {
    row: Name,
    element: Name,
    /// The number of elements of a row.
    length: Index,
}

impl Pair {
    /// Whether an expression uses one of the indices.
    fn uses(&self, exp: &Exp<'_>) -> bool {
        exp.free_names().iter().any(|name| *name == self.row || *name == self.element)
    }

    /// The index of an element, if it is one in joint rows, where the index of the element counts those of all rows.
    fn joint(&self, index: &Exp<'_>) -> Option<Index> {
        let index = polynomial(index)?;
        let zero = Index::constant(0);
        let row = index.substitute(self.row, &zero);
        let start = row.substitute(self.element, &zero);
        let step = row.substitute(self.element, &Index::constant(1)).minus(&start);
        let at = Index::variable(self.row).times(&self.length).plus(&Index::variable(self.element));
        (start.plus(&step.times(&at)) == index).then_some(row)
    }

    /// Whether code uses the indices for nothing but elements in joint rows.
    fn is_joint(&self, body: &[Stm<'_>]) -> bool {
        struct Search<'p>(&'p Pair, bool);
        impl Search<'_> {
            fn index(&mut self, index: &Exp<'_>) {
                self.1 &= !self.0.uses(index) || self.0.joint(index).is_some();
            }
        }
        impl<'a> Visit<'a> for Search<'_> {
            fn visit_stm(&mut self, node: &'a Stm<'a>) {
                match node {
                    Stm::Read { index, .. } => self.index(index),
                    Stm::Write { index, value, .. } => {
                        self.index(index);
                        self.visit_exp(value);
                    }
                    _ => walk_stm(self, node),
                }
            }
            fn visit_region(&mut self, node: &'a Region<'a>) {
                self.index(node.offset);
                node.strides.iter().for_each(|stride| self.visit_exp(stride));
            }
            fn visit_exp(&mut self, node: &'a Exp<'a>) {
                self.1 &= !self.0.uses(node);
            }
        }
        let mut search = Search(self, true);
        body.iter().for_each(|stm| search.visit_stm(stm));
        search.1
    }
}

/// The first of two neighbouring dimensions of a kernel that could be one, and their indices.
fn joint(stm: &Stm<'_>) -> Option<(usize, Pair)> {
    let Stm::Parallel { groups: false, space, body, .. } = stm else { return None };
    let pairs = space.windows(2).enumerate().filter_map(|(position, two)| {
        let length = polynomial(two[1].count)?;
        Some((position, Pair { row: two[0].index, element: two[1].index, length }))
    });
    // From the inside out: the last dimension is that of the lanes.
    pairs.rev().find(|(_, pair)| pair.is_joint(body))
}

struct Joining<'b> {
    arena: &'b Arena<'b>,
    joined: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Joining<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        let mut stm = default_rewrite_stm(self, node)?;
        while let (Some((first, pair)), Stm::Parallel { span, groups, space, body }) = (joint(&stm), stm) {
            self.joined += 1;
            let arena = self.arena;
            let [rows, elements] = [space[first], space[first + 1]];
            let count = arena.alloc(bin(arena, BinOp::Mul, PrimType::I64, *rows.count, *elements.count));
            let both = Dim { count, ..elements };
            let space = arena.slice([&space[..first], &[both], &space[first + 2..]].concat());
            let mut replacing = Replacing { arena, pair };
            let body: Result<Vec<_>> = body.iter().map(|stm| replacing.rewrite_stm(stm)).collect();
            stm = Stm::Parallel { span, groups, space, body: arena.slice(body?) };
        }
        Ok(stm)
    }
}

/// Replaces the indices of elements in joint rows.
struct Replacing<'b> {
    arena: &'b Arena<'b>,
    pair: Pair,
}

impl<'a, 'b> Rewrite<'a, 'b> for Replacing<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        match self.pair.uses(node).then(|| self.pair.joint(node)).flatten() {
            Some(index) => Ok(expression(self.arena, &index)),
            None => default_rewrite_exp(self, node),
        }
    }
}
