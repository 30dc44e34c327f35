//! `prefetch-runs`: lets groups ask for the elements of the next group early.

use crate::lanes::support::{bin, each_outside_groups, int, variable};
use crate::support::holds;
use framework::pass::{Report, Run, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, Span, pass, rules};
use languages::lanes::facts::{each_stm, targets};
use languages::lanes::{Arena, Exp, Lanes, Program, Rewrite, Stm, default_rewrite_stm};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashMap;

pass! {
    /// Lets groups whose lanes read or write neighbouring runs of elements ask for the runs of the next group.
    ///
    ///     lanes 16 (j) do for i < 80 do v <- xs[each steps(j * 80 + i, 80)]; … done of kernel (k < n) do … done
    ///     becomes
    ///     lanes 16 (j) do for i < 80 do prefetch xs[j * 80 + i + (i * 15 + 1280)];
    ///       v <- xs[each steps(j * 80 + i, 80)]; … done of kernel (k < n) do … done
    ///
    /// A processor that sees one address after the other fetches the next ones by itself. Here it sees sixteen of them
    /// in turn, in each array, and then goes on elsewhere. But together, the lanes access all elements of some
    /// kilobytes, and the next group those behind them. In iteration `i`, a group asks for elements `16 * i` to
    /// `16 * i + 15` of the next group.
    ///
    /// Only for runs of constant length that do not fill a processor's first cache.
    pub PrefetchRuns = "prefetch-runs": Lanes => Lanes {
        ensures: [RunsFetched],
        counts: { prefetches },
    }
}

/// The bytes of a line of memory.
const LINE: i64 = 64;
/// The runs of a group that are more bytes than this, a small first cache, stay as they are.
const MOST_BYTES: i64 = 32 << 10;

impl Transform for PrefetchRuns {
    fn transform(&self, program: &Owned<Lanes>, run: &mut Run<'_, Self>) -> Result<Owned<Lanes>> {
        if holds(runs_fetched, program.root()) {
            run.unchanged_if(true);
            return Ok(program.clone());
        }
        Owned::build(|arena| {
            let mut fetcher = Fetcher { arena, group: None, prefetches: 0 };
            let result = fetcher.rewrite_program(program.root());
            run.counts.prefetches = fetcher.prefetches;
            run.unchanged_if(fetcher.prefetches == 0);
            result
        })
    }
}

rules! { Lanes:
    /// Where the lanes of a group read or write short runs of elements, the group asks for those of the next one.
    pub RunsFetched = "runs-fetched" by runs_fetched;
}

fn runs_fetched(program: &Program<'_>, report: &mut Report) {
    each_outside_groups(program, report, |node, report| {
        let mut kernel = node;
        while let Stm::Vectors { lanes, body, kernel: of, .. } = kernel {
            let group = Group::of(*lanes, body);
            each_stm(body, &mut |stm| {
                let Stm::For { index, bound, body, .. } = stm else { return };
                for (at, stm) in body.iter().enumerate() {
                    let before = body[..at].iter().rev().take_while(|stm| matches!(stm, Stm::Prefetch { .. }));
                    if group.run(stm, *index, bound).is_some_and(|run| before.count() < run.lines) {
                        report.fail_node(stm, "a group accesses runs, and does not ask for the next ones");
                    }
                }
            });
            kernel = of;
        }
    });
}

/// The code of a group.
struct Group<'a> {
    lanes: i64,
    /// The values of the variables that one assignment sets, and nothing else.
    values: FxHashMap<Name, &'a Exp<'a>>,
}

/// A run of elements for each lane.
struct Runs<'a> {
    mem: Name,
    prim: PrimType,
    /// The index of the element of the first lane.
    base: &'a Exp<'a>,
    /// The elements of the runs of all lanes.
    elements: i64,
    /// The lines for which the group asks in an iteration.
    lines: usize,
}

impl<'a> Group<'a> {
    fn of(lanes: i64, body: &'a [Stm<'a>]) -> Self {
        let mut values: FxHashMap<Name, Option<&'a Exp<'a>>> = FxHashMap::default();
        each_stm(body, &mut |stm| {
            let value = match *stm {
                Stm::Assign { value, .. } => Some(value),
                _ => None,
            };
            for &name in targets(stm) {
                values.entry(name).and_modify(|value| *value = None).or_insert(value);
            }
        });
        let values = values.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        Self { lanes, values }
    }

    /// The value of an expression, if it is a variable whose value is known, and else the expression.
    fn value(&self, exp: &'a Exp<'a>) -> &'a Exp<'a> {
        match exp {
            Exp::Var { name, .. } => self.values.get(name).map_or(exp, |value| self.value(value)),
            _ => exp,
        }
    }

    /// The runs that a statement reads or writes in a loop, one element of each in an iteration.
    fn run(&self, stm: &Stm<'a>, index: Name, bound: &'a Exp<'a>) -> Option<Runs<'a>> {
        let (Stm::Gather { mem, prim, index: Exp::Steps { base, step, .. }, mask: None, .. }
        | Stm::Scatter { mem, prim, index: Exp::Steps { base, step, .. }, mask: None, .. }) = *stm
        else {
            return None;
        };
        let (Exp::Const { value: length, .. }, Exp::Const { value: step, .. }) = (self.value(bound), self.value(step))
        else {
            return None;
        };
        let (length, size) = (length.as_i64()?, prim.size_bytes() as i64);
        let elements = length.checked_mul(self.lanes)?;
        let are_short = elements.checked_mul(size).is_some_and(|bytes| (LINE..=MOST_BYTES).contains(&bytes));
        let lines = usize::try_from(self.lanes.checked_mul(size)?).ok()?.div_ceil(LINE as usize);
        let run = Runs { mem, prim, base, elements, lines };
        (step.as_i64() == Some(length) && are_short && self.value(base).free_names().contains(&index)).then_some(run)
    }
}

struct Fetcher<'a, 'b> {
    arena: &'b Arena<'b>,
    /// The code of the group around, if any.
    group: Option<Group<'a>>,
    prefetches: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Fetcher<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        match (node, &self.group) {
            (Stm::Vectors { lanes, body, .. }, _) => {
                self.group = Some(Group::of(*lanes, body));
                let group = default_rewrite_stm(self, node);
                self.group = None;
                group
            }
            (Stm::For { span, index, bound, body }, Some(group)) => {
                let mut stms = Vec::new();
                let runs: Vec<_> = body.iter().map(|stm| group.run(stm, *index, bound)).collect();
                for (stm, run) in body.iter().zip(runs) {
                    if let Some(run) = run {
                        self.prefetch(&mut stms, &run, *index);
                    }
                    stms.push(self.rewrite_stm(stm)?);
                }
                let bound = self.arena.alloc(self.rewrite_exp(bound)?);
                Ok(Stm::For { span: *span, index: *index, bound, body: self.arena.slice(stms) })
            }
            _ => default_rewrite_stm(self, node),
        }
    }
}

impl<'b> Fetcher<'_, 'b> {
    /// Asks for a part of the next group's runs, in iteration `index`.
    fn prefetch(&mut self, stms: &mut Vec<Stm<'b>>, run: &Runs<'_>, index: Name) {
        let (arena, lanes) = (self.arena, self.group.as_ref().map_or(1, |group| group.lanes));
        for line in 0..run.lines as i64 {
            let op = |op, lhs, rhs| bin(arena, op, PrimType::I64, lhs, rhs);
            let base = run.base.copy_into(arena, &mut Renaming::new(Names::Keep));
            let next = int(run.elements + line * LINE / run.prim.size_bytes() as i64);
            let distance = op(BinOp::Add, op(BinOp::Mul, variable(index), int(lanes - 1)), next);
            let place = arena.alloc(op(BinOp::Add, base, distance));
            stms.push(Stm::Prefetch { span: Span::NONE, mem: run.mem, prim: run.prim, index: place });
            self.prefetches += 1;
        }
    }
}
