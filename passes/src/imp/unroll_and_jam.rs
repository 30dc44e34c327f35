//! `unroll-and-jam`: lets a kernel work on several rows at once, whose loops read the same elements.

mod analysis;

use framework::pass::{Report, Run, Transform};
use framework::{Name, NoVariable, Owned, Renaming, Result, Span, pass, rules};
use languages::imp::{Arena, Dim, Exp, Imp, Op, Program, Reduce, Rewrite, ScalarParam, Stm, default_rewrite_stm};
use languages::prim::{BinOp, PrimType};

use self::analysis::Nest;
use crate::imp::support::{bin, int, is_host, keep_names, report_kernels, variable};

pass! {
    /// Lets a kernel work on several rows at once, whose loops read the same elements.
    ///
    ///     kernel (i < n, j < p) do
    ///       reduce (s) <- k < m do x <- a[i * m + k]; y <- b[j + k * p] give (x * y) …
    ///       c[i * p + j] <- s
    ///     done
    ///     becomes
    ///     kernel (i < (n + 1) / 2, j < p) do
    ///       first <- i * 2
    ///       if first + 1 < n then
    ///         i <- first; h <- first + 1
    ///         reduce (s, t) <- k < m do x <- a[i * m + k]; z <- a[h * m + k]; y <- b[j + k * p] give (x * y, z * y) …
    ///         c[i * p + j] <- s; c[h * p + j] <- t
    ///       else
    ///         for r < min(n - first, 2) do i <- first + r; … done
    ///       fi
    ///     done
    ///
    /// In the product of matrices, all rows of the result read all of `b`. With four rows at once, each element that is
    /// read is used four times; the example has two. The statements of the rows alternate, so that one need not wait
    /// for another; those that are the same for all rows run once. Rows at the end that are too few run one after the
    /// other.
    ///
    /// After `pack-panels`, the columns are a kernel inside of that of the rows, whose body has its rows jammed in the
    /// same way.
    ///
    /// A kernel qualifies if its body only computes, reads, writes and loops, without checks, and if a loop reads an
    /// element that depends on the column, but not on the row. Allen and Cocke's transformation: Callahan, Carr and
    /// Kennedy, PLDI 1990. Each sum keeps its order.
    pub UnrollAndJam = "unroll-and-jam": Imp => Imp {
        ensures: [JammedRows],
        counts: { kernels },
        options: {
            /// The number of rows. With 1, nothing is done.
            rows: u64 = 4,
        },
    }
}

/// The most rows.
const MOST_ROWS: u64 = 16;

impl Transform for UnrollAndJam {
    fn transform(&self, program: &Owned<Imp>, run: &mut Run<'_, Self>) -> Result<Owned<Imp>> {
        let rows = run.options.rows.min(MOST_ROWS) as i64;
        if rows < 2 {
            run.unchanged_if(true);
            return Ok(program.clone());
        }
        let mut count = 0;
        let result = Owned::build(|arena| {
            let mut jamming = Jamming { arena, rows, count: 0 };
            let result = jamming.rewrite_program(program.root());
            count = jamming.count;
            result
        })?;
        run.counts.kernels = count;
        run.unchanged_if(count == 0);
        Ok(result)
    }
}

rules! { Imp:
    /// No kernel has loops that read, for each row, the same elements.
    pub JammedRows = "jammed-rows" by jammed_rows;
}

fn jammed_rows(program: &Program<'_>, report: &mut Report) {
    let offends = |stm: &Stm<'_>| Nest::of(stm).is_some();
    report_kernels(program, report, &offends, "loops that read the same elements for each row");
}

struct Jamming<'b> {
    arena: &'b Arena<'b>,
    rows: i64,
    count: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Jamming<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        if let Some(nest) = Nest::of(node) {
            self.count += 1;
            return Ok(self.jam(node.span(), &nest));
        }
        if is_host(node) {
            return default_rewrite_stm(self, node);
        }
        Ok(node.copy_into(self.arena, &mut keep_names()))
    }
}

impl<'b> Jamming<'b> {
    fn arith(&self, op: BinOp, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        bin(self.arena, op, PrimType::I64, lhs, rhs)
    }

    /// A variable for a row, with its value.
    fn row(&self, out: &mut Vec<Stm<'b>>, row: Name, value: Exp<'b>) {
        let span = Span::NONE;
        out.push(Stm::Decl { span, name: row, prim: PrimType::I64 });
        out.push(Stm::Assign { span, name: row, value: self.arena.alloc(value) });
    }

    fn jam(&self, span: Span, nest: &Nest<'_>) -> Stm<'b> {
        let arena = self.arena;
        let keep = |exp: &Exp<'_>| exp.copy_into(arena, &mut keep_names());
        let (group, first) = (nest.row.index.refresh(), nest.row.index.refresh());
        let count = keep(nest.row.count);
        let all = self.arith(BinOp::Quot, self.arith(BinOp::Add, count, int(self.rows - 1)), int(self.rows));
        let mut body = Vec::new();
        self.row(&mut body, first, self.arith(BinOp::Mul, variable(group), int(self.rows)));
        // All rows at once.
        let rows: Vec<Name> = (0..self.rows).map(|_| nest.row.index.refresh()).collect();
        let mut yes = Vec::new();
        for (k, row) in (0..).zip(&rows) {
            let value = if k == 0 { variable(first) } else { self.arith(BinOp::Add, variable(first), int(k)) };
            self.row(&mut yes, *row, value);
        }
        Copies::new(arena, nest, &rows).stms(nest.body, &mut yes);
        // The last rows, one after the other.
        let (index, row) = (nest.row.index.refresh(), nest.row.index.refresh());
        let mut one = Vec::new();
        self.row(&mut one, row, self.arith(BinOp::Add, variable(first), variable(index)));
        Copies::new(arena, nest, &[row]).stms(nest.body, &mut one);
        let left = self.arith(BinOp::Sub, count, variable(first));
        let bound = arena.alloc(self.arith(BinOp::Min, left, int(self.rows)));
        let rest = Stm::For { span: Span::NONE, index, bound, body: arena.slice(one) };
        let last = self.arith(BinOp::Add, variable(first), int(self.rows - 1));
        let cond = arena.alloc(self.arith(BinOp::Lt, last, count));
        body.push(Stm::If { span: Span::NONE, cond, yes: arena.slice(yes), no: arena.slice([rest]) });
        let rows = Dim { span: nest.row.span, index: group, count: arena.alloc(all) };
        let space: Vec<Dim<'b>> = nest
            .space
            .iter()
            .map(|dim| match dim.index == nest.row.index {
                true => rows,
                false => dim.copy_into(arena, &mut keep_names()),
            })
            .collect();
        if let Some((before, Stm::Parallel { span, groups, space: columns, .. })) = nest.columns {
            let columns: Vec<_> = columns.iter().map(|dim| dim.copy_into(arena, &mut keep_names())).collect();
            let inner =
                Stm::Parallel { span: *span, groups: *groups, space: arena.slice(columns), body: arena.slice(body) };
            body = before.iter().map(|stm| stm.copy_into(arena, &mut keep_names())).collect();
            body.push(inner);
        }
        Stm::Parallel { span, groups: false, space: arena.slice(space), body: arena.slice(body) }
    }
}

/// Makes copies of a body, one for each row, whose statements alternate.
struct Copies<'n, 'a, 'b> {
    arena: &'b Arena<'b>,
    nest: &'n Nest<'a>,
    /// The names in each copy.
    names: Vec<Renaming<'b, NoVariable<'b>>>,
}

impl<'n, 'a, 'b> Copies<'n, 'a, 'b> {
    fn new(arena: &'b Arena<'b>, nest: &'n Nest<'a>, rows: &[Name]) -> Self {
        let mut names: Vec<_> = rows.iter().map(|row| keep_names().rename(nest.row.index, *row)).collect();
        for name in &nest.declared {
            let shared = name.refresh();
            names = names
                .into_iter()
                .map(|copy| copy.rename(*name, if nest.varies(*name) { name.refresh() } else { shared }))
                .collect();
        }
        Copies { arena, nest, names }
    }

    /// The copies of a part that belong to variables: one for each row, or one if the variable is the same for all.
    fn of(
        &mut self,
        name: Name,
        mut make: impl FnMut(&'b Arena<'b>, &mut Renaming<'b, NoVariable<'b>>) -> Stm<'b>,
        out: &mut Vec<Stm<'b>>,
    ) {
        let count = if self.nest.varies(name) { self.names.len() } else { 1 };
        let arena = self.arena;
        out.extend(self.names.iter_mut().take(count).map(|names| make(arena, names)));
    }

    fn stms(&mut self, stms: &[Stm<'_>], out: &mut Vec<Stm<'b>>) {
        stms.iter().for_each(|stm| self.stm(stm, out));
    }

    fn stm(&mut self, stm: &Stm<'_>, out: &mut Vec<Stm<'b>>) {
        match *stm {
            Stm::Decl { span, name, prim } => {
                self.of(name, |_, names| Stm::Decl { span, name: names.name(name), prim }, out);
            }
            Stm::Assign { span, name, value } => self.of(
                name,
                |arena, names| Stm::Assign {
                    span,
                    name: names.name(name),
                    value: arena.alloc(value.copy_into(arena, names)),
                },
                out,
            ),
            Stm::Read { span, name, mem, prim, index } => self.of(
                name,
                |arena, names| Stm::Read {
                    span,
                    name: names.name(name),
                    mem,
                    prim,
                    index: arena.alloc(index.copy_into(arena, names)),
                },
                out,
            ),
            Stm::For { span, index, bound, body } => {
                let mut inner = Vec::new();
                self.stms(body, &mut inner);
                let Some(names) = self.names.first_mut() else { return };
                let bound = self.arena.alloc(bound.copy_into(self.arena, names));
                out.push(Stm::For { span, index: names.name(index), bound, body: self.arena.slice(inner) });
            }
            Stm::Reduce { span, reduce } => {
                let reduce = self.reduce(reduce);
                out.push(Stm::Reduce { span, reduce: self.arena.alloc(reduce) });
            }
            // Only writes are left: see `Nest::of`.
            ref other => {
                let arena = self.arena;
                out.extend(self.names.iter_mut().map(|names| other.copy_into(arena, names)));
            }
        }
    }

    /// The reductions of all rows as one.
    fn reduce(&mut self, reduce: &Reduce<'_>) -> Reduce<'b> {
        let arena = self.arena;
        let mut body = Vec::new();
        self.stms(reduce.body, &mut body);
        let varies = reduce.targets.iter().any(|target| self.nest.varies(*target));
        let count = if varies { self.names.len() } else { 1 };
        let (mut values, mut neutral, mut targets) = (Vec::new(), Vec::new(), Vec::new());
        for names in self.names.iter_mut().take(count) {
            values.extend(reduce.values.iter().map(|exp| exp.copy_into(arena, names)));
            neutral.extend(reduce.neutral.iter().map(|exp| exp.copy_into(arena, names)));
            targets.extend(reduce.targets.iter().map(|target| names.name(*target)));
        }
        let (op, step) = (self.op(reduce.op, count), reduce.step.map(|step| self.op(step, count)));
        let mut none = keep_names();
        let names = self.names.first_mut().unwrap_or(&mut none);
        let dim = Dim {
            span: reduce.dim.span,
            index: names.name(reduce.dim.index),
            count: arena.alloc(reduce.dim.count.copy_into(arena, names)),
        };
        Reduce {
            span: reduce.span,
            dim: arena.alloc(dim),
            body: arena.slice(body),
            values: arena.slice(values),
            op,
            step,
            neutral: arena.slice(neutral),
            comm: reduce.comm,
            targets: arena.slice(targets),
        }
    }

    /// The operators of the first rows as one.
    fn op(&mut self, op: &Op<'_>, count: usize) -> &'b Op<'b> {
        let arena = self.arena;
        let (mut lhs, mut rhs, mut body, mut results) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for names in self.names.iter_mut().take(count) {
            let params = |params: &[ScalarParam], names: &Renaming<'b, NoVariable<'b>>, out: &mut Vec<ScalarParam>| {
                out.extend(params.iter().map(|param| ScalarParam { name: names.name(param.name), ..*param }));
            };
            params(op.lhs, names, &mut lhs);
            params(op.rhs, names, &mut rhs);
            // An operator declares and assigns scalars: see `Nest::of`.
            for stm in op.body {
                body.push(match *stm {
                    Stm::Decl { span, name, prim } => Stm::Decl { span, name: names.name(name), prim },
                    ref other => other.copy_into(arena, names),
                });
            }
            results.extend(op.results.iter().map(|exp| exp.copy_into(arena, names)));
        }
        arena.alloc(Op {
            span: op.span,
            lhs: arena.slice(lhs),
            rhs: arena.slice(rhs),
            body: arena.slice(body),
            results: arena.slice(results),
        })
    }
}
