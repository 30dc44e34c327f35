//! `short-circuit`: builds arrays where they end up.

mod blocks;
mod overlap;
mod search;

use blocks::Blocks;
use framework::pass::{Run, Transform};
use framework::{Name, Owned, Result, pass};
use languages::funmem::index::Layout;
use languages::funmem::{
    Arena, Body, Exp, FunMem, KernelBody, Rewrite, ScanBody, Stm, Type, default_rewrite_body,
    default_rewrite_kernel_body, default_rewrite_scan_body, default_rewrite_type,
};

pass! {
    /// Builds an array in the place to which it would be copied.
    ///
    ///     let m = alloc k    let ys @m -> {(k : 1)} = segmap (i < k) { … }    let xs' = xs with [o:+k] = ys
    ///     becomes
    ///     let ys @xs_mem -> o + {(k : 1)} = segmap (i < k) { … }    let xs' = xs with [o:+k] = ys
    ///
    /// SC'22 calls this short-circuiting. A copy happens at a *circuit point*: an update of a slice, a concatenation, an
    /// array of arrays, `copy`, or an array that a kernel's thread returns. The array stays where it is unless
    ///
    /// 1. it fills its block, in row-major order, and the new place is a block with equal distances (safe index functions);
    /// 2. nothing uses its block after the circuit point (last use), nor passes the block on (no existential block);
    /// 3. the new block and the place in it are known where the old block was allocated, or can be computed there;
    /// 4. no statement in between uses the new place (non-overlap): neither the new block nor, if it does, these addresses.
    ///
    /// The statement of the circuit point stays: its value is the same, and a copy of an array to itself is no code.
    pub ShortCircuit = "short-circuit": FunMem => FunMem {
        counts: { circuits },
    }
}

impl Transform for ShortCircuit {
    fn transform(&self, program: &Owned<FunMem>, run: &mut Run<'_, Self>) -> Result<Owned<FunMem>> {
        let mut blocks = Blocks::of(program.root());
        for fun in program.root().funs {
            blocks.fun(fun)?;
            for (span, reason) in blocks.take_notes() {
                run.note_in(fun.name, span, reason);
            }
        }
        run.counts.circuits = blocks.parts.len() as u64;
        run.unchanged_if(blocks.parts.is_empty());
        Owned::build(|arena| Rebased { arena, blocks: &blocks }.rewrite_program(program.root()))
    }
}

/// Writes a program with the new places.
struct Rebased<'a, 'b, 'c> {
    arena: &'b Arena<'b>,
    blocks: &'c Blocks<'a>,
}

impl<'a, 'b> Rebased<'a, 'b, '_> {
    /// Statements without the blocks that are no longer needed, and with others further up.
    fn stms(&self, stms: &'b [Stm<'b>]) -> &'b [Stm<'b>] {
        let mut order: Vec<(usize, bool, &Stm<'b>)> = Vec::new();
        for (position, stm) in stms.iter().enumerate() {
            let name = stm.pat.first().map(|param| param.name);
            let removed = |name: &Name| matches!(stm.exp, Exp::Alloc { .. }) && self.blocks.parts.contains_key(name);
            if name.as_ref().is_some_and(removed) {
                continue;
            }
            let earlier = name.and_then(|name| self.blocks.moved.get(&name).copied());
            order.push((earlier.unwrap_or(position), earlier.is_none(), stm));
        }
        order.sort_by_key(|(position, stays, _)| (*position, *stays));
        self.arena.slice(order.into_iter().map(|(.., stm)| *stm).collect::<Vec<_>>())
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Rebased<'a, 'b, '_> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_type(&mut self, node: &'a Type<'a>) -> Result<Type<'b>> {
        let rewritten = default_rewrite_type(self, node)?;
        let (Type::Array { span, prim, dims, unique, mem, .. }, Type::Array { layout, .. }) = (rewritten, node) else {
            return Ok(rewritten);
        };
        if !self.blocks.parts.contains_key(&mem) {
            return Ok(rewritten);
        }
        let (mem, layout) = self.blocks.resolved(mem, Layout::of(layout));
        Ok(Type::Array { span, prim, dims, unique, mem, layout: self.arena.alloc(layout.node(self.arena)) })
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let body = default_rewrite_body(self, node)?;
        Ok(Body { stms: self.stms(body.stms), ..body })
    }

    fn rewrite_kernel_body(&mut self, node: &'a KernelBody<'a>) -> Result<KernelBody<'b>> {
        let body = default_rewrite_kernel_body(self, node)?;
        Ok(KernelBody { stms: self.stms(body.stms), ..body })
    }

    fn rewrite_scan_body(&mut self, node: &'a ScanBody<'a>) -> Result<ScanBody<'b>> {
        let body = default_rewrite_scan_body(self, node)?;
        Ok(ScanBody { stms: self.stms(body.stms), ..body })
    }
}
