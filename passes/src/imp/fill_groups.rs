//! `fill-groups`: lets kernels of costly code work on whole groups of indices.

use framework::pass::{Report, Run, Transform};
use framework::{Owned, Result, Span, pass, rules};
use languages::imp::{Arena, Dim, Exp, Imp, Program, Rewrite, Stm, default_rewrite_stm};
use languages::prim::{BinOp, PrimType};

use crate::imp::support::{bin, int, keep_names, report_statements, variable};

pass! {
    /// Rounds the number of a kernel's indices up to a multiple of 16. The indices that are too many do nothing.
    ///
    ///     kernel (i < n) do x <- a[i]; y <- x * x; … b[i] <- z done
    ///     becomes
    ///     kernel (i < (n + 15) / 16 * 16) do if i < n then x <- a[i]; y <- x * x; … b[i] <- z fi done
    ///
    /// `vectorise` lets a group of up to 16 indices run at once, as lanes of vectors; those that are left run one by
    /// one. Where there are few indices, most of the time would go there: 14 indices take four times as long as a group
    /// of 16. With this pass, the group's last two lanes are masked.
    ///
    /// A kernel qualifies if its body only computes, reads, writes and branches, and computes so much that a mask costs
    /// nothing. After `expand-math`, one or two elementary functions are enough. That is so with registers of 512 bits;
    /// elsewhere the pass is left out.
    pub FillGroups = "fill-groups": Imp => Imp {
        ensures: [WholeGroups],
        counts: { kernels },
    }
}

/// The lanes of a group: the most that `vectorise` gives to code without loops.
const LANES: i64 = 16;

/// Code that assigns so many variables is costly, unless it accesses too many elements.
pub const COSTLY: usize = 60;

/// Costly code assigns so many variables for each element that it reads or writes.
pub const COSTLY_FOR_ACCESS: usize = 8;

impl Transform for FillGroups {
    fn transform(&self, program: &Owned<Imp>, run: &mut Run<'_, Self>) -> Result<Owned<Imp>> {
        let mut count = 0;
        let result = Owned::build(|arena| {
            let mut filling = Filling { arena, count: 0 };
            let result = filling.rewrite_program(program.root());
            count = filling.count;
            result
        })?;
        run.counts.kernels = count;
        run.unchanged_if(count == 0);
        Ok(result)
    }
}

rules! { Imp:
    /// No kernel of costly code may have a group that is not whole.
    pub WholeGroups = "whole-groups" by whole_groups;
}

fn whole_groups(program: &Program<'_>, report: &mut Report) {
    report_statements(
        program,
        report,
        &|stm| unfilled(stm).is_some(),
        "costly code with a group that may not be whole",
    );
}

/// Whether code computes so much that it costs no more with a mask.
fn is_costly(stms: &[Stm<'_>]) -> bool {
    work(stms).is_some_and(|(assigned, accesses)| assigned >= COSTLY && assigned >= COSTLY_FOR_ACCESS * accesses)
}

/// How often code that only computes, reads, writes and branches assigns a variable, and how often it reads or writes.
fn work(stms: &[Stm<'_>]) -> Option<(usize, usize)> {
    stms.iter().try_fold((0, 0), |(assigned, accesses), stm| match stm {
        Stm::Decl { .. } => Some((assigned, accesses)),
        Stm::Assign { .. } => Some((assigned + 1, accesses)),
        Stm::Read { .. } | Stm::Write { .. } => Some((assigned, accesses + 1)),
        Stm::If { yes, no, .. } => {
            let (yes, no) = (work(yes)?, work(no)?);
            Some((assigned + yes.0 + no.0, accesses + yes.1 + no.1))
        }
        _ => None,
    })
}

/// The indices of a kernel of costly code whose number need not be a multiple of the lanes.
fn unfilled<'a>(stm: &Stm<'a>) -> Option<&'a Dim<'a>> {
    let Stm::Parallel { groups: false, space: [dim], body, .. } = stm else { return None };
    let is_multiple = match dim.count {
        Exp::Const { value, .. } => value.as_i64().is_some_and(|count| count % LANES == 0),
        Exp::Bin { op: BinOp::Mul, rhs: Exp::Const { value, .. }, .. } => value.as_i64() == Some(LANES),
        _ => false,
    };
    (!is_multiple && is_costly(body)).then_some(dim)
}

struct Filling<'b> {
    arena: &'b Arena<'b>,
    count: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Filling<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        let (Some(dim), Stm::Parallel { span, body, .. }) = (unfilled(node), *node) else {
            return default_rewrite_stm(self, node);
        };
        self.count += 1;
        let arena = self.arena;
        let arith = |op, lhs, rhs| bin(arena, op, PrimType::I64, lhs, rhs);
        let Dim { index, count, .. } = dim.copy_into(arena, &mut keep_names());
        let groups = arith(BinOp::Quot, arith(BinOp::Add, *count, int(LANES - 1)), int(LANES));
        let all = Dim { span: dim.span, index, count: arena.alloc(arith(BinOp::Mul, groups, int(LANES))) };
        let yes: Vec<Stm<'b>> = body.iter().map(|stm| stm.copy_into(arena, &mut keep_names())).collect();
        let cond = arena.alloc(arith(BinOp::Lt, variable(index), *count));
        let body = arena.slice([Stm::If { span: Span::NONE, cond, yes: arena.slice(yes), no: &[] }]);
        Ok(Stm::Parallel { span, groups: false, space: arena.slice([all]), body })
    }
}
