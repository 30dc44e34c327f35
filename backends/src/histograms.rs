//! Histograms that one thread fills: updates of bins become reads and writes.

use framework::{Names, Renaming, Result, Span};
use languages::lanes::{Arena, Bins, Exp, Hist, Rewrite, Stm, default_rewrite_stm};
use languages::prim::{BinOp, PrimType};

/// The body of a histogram with reads and writes of the bins `dests`.
pub fn sequential<'b>(arena: &'b Arena<'b>, hist: &Hist<'_>, dests: &[Bins<'_>]) -> Result<&'b [Stm<'b>]> {
    let mut updates = Updates { arena, hist, dests };
    let body = hist.body.iter().map(|stm| updates.rewrite_stm(stm)).collect::<Result<Vec<_>>>()?;
    Ok(arena.slice(body))
}

struct Updates<'h, 'b> {
    arena: &'b Arena<'b>,
    hist: &'h Hist<'h>,
    dests: &'h [Bins<'h>],
}

impl<'b> Updates<'_, 'b> {
    /// `if 0 <= bin < width then bins[bin] <- op(bins[bin], values) fi`
    fn update(&mut self, span: Span, bin: Exp<'b>, values: &[Exp<'_>]) -> Result<Stm<'b>> {
        let arena = self.arena;
        // Every update declares variables of its own.
        let op = self.hist.op.copy_into(arena, &mut Renaming::new(Names::Fresh));
        let keep = &mut Renaming::new(Names::Keep);
        let mut stms = Vec::new();
        for (param, value) in op.rhs.iter().zip(values) {
            let value = arena.alloc(value.copy_into(arena, keep));
            stms.push(Stm::Decl { span, name: param.name, prim: param.prim });
            stms.push(Stm::Assign { span, name: param.name, value });
        }
        let bin = arena.alloc(bin);
        let places = self.dests.iter().map(|dest| {
            let offset = arena.alloc(dest.offset.copy_into(arena, keep));
            let index = Exp::Bin { span, op: BinOp::Add, prim: PrimType::I64, lhs: offset, rhs: bin };
            (dest.mem, arena.alloc(index))
        });
        let places: Vec<_> = places.collect();
        for (param, (mem, index)) in op.lhs.iter().zip(&places) {
            let (name, prim) = (param.name, param.prim);
            stms.push(Stm::Decl { span, name, prim });
            stms.push(Stm::Read { span, name, mem: *mem, prim, index });
        }
        stms.extend(op.body.iter().copied());
        for ((param, value), (mem, index)) in op.lhs.iter().zip(op.results).zip(&places) {
            stms.push(Stm::Write { span, mem: *mem, prim: param.prim, index, value });
        }
        // Read as unsigned, a negative bin is larger than any width.
        let unsigned = |arg| {
            let exp = Exp::Convert { span, from: PrimType::I64, to: PrimType::U64, arg };
            arena.alloc(exp)
        };
        let (lhs, rhs) = (unsigned(bin), unsigned(arena.alloc(self.hist.width.copy_into(arena, keep))));
        let cond = arena.alloc(Exp::Bin { span, op: BinOp::Lt, prim: PrimType::U64, lhs, rhs });
        Ok(Stm::If { span, cond, yes: arena.slice(stms), no: &[] })
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Updates<'_, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        match node {
            Stm::Combine { span, bin, values } => {
                let bin = self.rewrite_exp(bin)?;
                self.update(*span, bin, values)
            }
            // Its updates are of its own bins.
            Stm::Hist { .. } => Ok(node.copy_into(self.arena, &mut Renaming::new(Names::Keep))),
            _ => default_rewrite_stm(self, node),
        }
    }
}
