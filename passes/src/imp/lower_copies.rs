//! `lower-copies`: gives copies of arrays as few dimensions as possible.

use crate::imp::support::{bin, polynomial, report_statements, variable};
use framework::pass::{Report, Run, Transform};
use framework::{Name, Names, Owned, Renaming, Result, pass, rules};
use languages::funmem::index::Index;
use languages::imp::{Arena, Exp, Imp, Program, Region, Rewrite, Stm, default_rewrite_stm};
use languages::prim::{BinOp, PrimType};

pass! {
    /// Turns copies of arrays into copies of long runs of elements.
    ///
    ///     copy [n, m] ys @ 0 + {m, 1} <- xs @ o + {m, 1}
    ///     becomes
    ///     copy [n * m] ys @ 0 + {1} <- xs @ o + {1}
    ///
    /// A dimension joins the next one if each of its elements ends where the next starts, in both regions (rule
    /// `join`). Dimensions of one element are left out (`unit`). So the copy of an array in row-major order is a copy
    /// of one run, whatever its rank. In a kernel, loops copy the runs one by one (`rows`):
    ///
    ///     copy [n, m] ys @ 0 + {m, 1} <- xs @ o + {l, 1}
    ///     becomes
    ///     for i < n do copy [m] ys @ i * m + {1} <- xs @ o + i * l + {1}
    ///
    /// Outside of kernels, all threads copy together, and backends transpose in tiles that fit the device.
    pub LowerCopies = "lower-copies": Imp => Imp {
        ensures: [LongRuns],
        counts: { joined, units, rows },
    }
}

impl Transform for LowerCopies {
    fn transform(&self, program: &Owned<Imp>, run: &mut Run<'_, Self>) -> Result<Owned<Imp>> {
        let result = Owned::build(|arena| {
            let mut lowering = Lowering { arena, in_kernel: false, joined: 0, units: 0, rows: 0 };
            let result = lowering.rewrite_program(program.root());
            (run.counts.joined, run.counts.units, run.counts.rows) = (lowering.joined, lowering.units, lowering.rows);
            result
        })?;
        let changes = run.counts.joined + run.counts.units + run.counts.rows;
        run.unchanged_if(changes == 0);
        Ok(result)
    }
}

rules! { Imp:
    /// No dimension of a copy has one element, or could be joined with the next.
    pub LongRuns = "long-runs" by long_runs;
}

/// A dimension of a copy: its size, and the distances of its elements in both regions.
#[derive(Clone, Copy)]
struct Dim<'a> {
    size: Exp<'a>,
    to: Exp<'a>,
    from: Exp<'a>,
}

fn dims<'a>(shape: &[Exp<'a>], to: &Region<'a>, from: &Region<'a>) -> Vec<Dim<'a>> {
    let distances = to.strides.iter().zip(from.strides);
    shape.iter().zip(distances).map(|(size, (to, from))| Dim { size: *size, to: *to, from: *from }).collect()
}

fn is_one(exp: &Exp<'_>) -> bool {
    polynomial(exp).is_some_and(|known| known == Index::constant(1))
}

/// Whether every element of the outer dimension ends where the next one starts, in both regions.
fn is_joint(outer: &Dim<'_>, inner: &Dim<'_>) -> bool {
    let Some(size) = polynomial(&inner.size) else { return false };
    let ends = |outer: &Exp<'_>, inner: &Exp<'_>| match (polynomial(outer), polynomial(inner)) {
        (Some(outer), Some(inner)) => outer == inner.times(&size),
        _ => false,
    };
    ends(&outer.to, &inner.to) && ends(&outer.from, &inner.from)
}

/// Whether a statement is a copy with more dimensions than it needs.
fn is_too_deep(stm: &Stm<'_>) -> bool {
    let Stm::Copy { shape, to, from, .. } = stm else { return false };
    let dims = dims(shape, to, from);
    dims.iter().any(|dim| is_one(&dim.size)) || dims.windows(2).any(|two| is_joint(&two[0], &two[1]))
}

fn long_runs(program: &Program<'_>, report: &mut Report) {
    report_statements(program, report, &is_too_deep, "a copy with more dimensions than it needs");
}

struct Lowering<'b> {
    arena: &'b Arena<'b>,
    in_kernel: bool,
    joined: u64,
    units: u64,
    rows: u64,
}

impl<'b> Lowering<'b> {
    fn arith(&self, op: BinOp, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        bin(self.arena, op, PrimType::I64, lhs, rhs)
    }

    /// Rules `unit` and `join`.
    fn fewer(&mut self, dims: Vec<Dim<'b>>) -> Vec<Dim<'b>> {
        let mut fewer: Vec<Dim<'b>> = Vec::with_capacity(dims.len());
        for dim in dims {
            if is_one(&dim.size) {
                self.units += 1;
                continue;
            }
            match fewer.last_mut() {
                Some(outer) if is_joint(outer, &dim) => {
                    self.joined += 1;
                    *outer = Dim { size: self.arith(BinOp::Mul, outer.size, dim.size), ..dim };
                }
                _ => fewer.push(dim),
            }
        }
        fewer
    }

    /// Rule `rows`: loops around the copy of the last dimension.
    fn rows(&mut self, stm: Stm<'b>, dims: &[Dim<'b>]) -> Stm<'b> {
        let Stm::Copy { span, prim, to, from, .. } = stm else { return stm };
        let ([outer @ .., row], true) = (dims, self.in_kernel) else { return stm };
        if outer.is_empty() || !is_one(&row.to) || !is_one(&row.from) {
            return stm;
        }
        self.rows += 1;
        let indices: Vec<Name> = outer.iter().map(|_| Name::fresh("row")).collect();
        let place = |region: &Region<'b>, distance: fn(&Dim<'b>) -> Exp<'b>| {
            let add = |sum: Exp<'b>, (index, dim): (&Name, &Dim<'b>)| {
                self.arith(BinOp::Add, sum, self.arith(BinOp::Mul, variable(*index), distance(dim)))
            };
            let offset = self.arena.alloc(indices.iter().zip(outer).fold(*region.offset, add));
            self.arena.alloc(Region { offset, strides: self.arena.slice([distance(row)]), ..*region })
        };
        let (to, from) = (place(to, |dim| dim.to), place(from, |dim| dim.from));
        let copy = Stm::Copy { span, prim, shape: self.arena.slice([row.size]), to, from };
        indices.iter().zip(outer).rev().fold(copy, |body, (index, dim)| {
            let (bound, body) = (self.arena.alloc(dim.size), self.arena.slice([body]));
            Stm::For { span, index: *index, bound, body }
        })
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Lowering<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        if !matches!(node, Stm::Copy { .. }) {
            let around = self.in_kernel;
            self.in_kernel |= node.is_kernel();
            let stm = default_rewrite_stm(self, node);
            self.in_kernel = around;
            return stm;
        }
        let stm = node.copy_into(self.arena, &mut Renaming::new(Names::Keep));
        let Stm::Copy { span, prim, shape, to, from } = stm else { return Ok(stm) };
        let dims = self.fewer(dims(shape, to, from));
        let region = |region: &Region<'b>, distance: fn(&Dim<'b>) -> Exp<'b>| {
            let strides = self.arena.slice(dims.iter().map(distance).collect::<Vec<_>>());
            self.arena.alloc(Region { strides, ..*region })
        };
        let (to, from) = (region(to, |dim| dim.to), region(from, |dim| dim.from));
        let shape = self.arena.slice(dims.iter().map(|dim| dim.size).collect::<Vec<_>>());
        Ok(self.rows(Stm::Copy { span, prim, shape, to, from }, &dims))
    }
}
