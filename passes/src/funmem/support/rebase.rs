//! Writes a program with blocks that have become parts of others, or are allocated elsewhere.

use super::blocks::{Blocks, Doubled, Raised};
use super::numbers::{constant, number, operation};
use framework::{Name, Owned, Result, Symbol};
use languages::codes::{self, FailureCode};
use languages::funmem::index::{Index, Layout};
use languages::funmem::{
    Arena, Atom, Body, Exp, FunMem, KernelBody, Param, Part, Program, Rewrite, ScanBody, Stm, Type,
    default_rewrite_body, default_rewrite_kernel_body, default_rewrite_scan_body, default_rewrite_stm,
    default_rewrite_type,
};
use languages::prim::{BinOp, PrimType};

/// The program with the places that `blocks` says.
pub fn rebased(program: &Program<'_>, blocks: &Blocks<'_>) -> Result<Owned<FunMem>> {
    Owned::build(|arena| Rebased { arena, blocks }.rewrite_program(program))
}

/// Writes a program with the new places.
struct Rebased<'a, 'b, 'c> {
    arena: &'b Arena<'b>,
    blocks: &'c Blocks<'a>,
}

impl<'a, 'b> Rebased<'a, 'b, '_> {
    /// Statements without the blocks that are no longer needed, and with others further up.
    fn stms(&self, stms: &'b [Stm<'b>]) -> &'b [Stm<'b>] {
        let mut order: Vec<(usize, bool, Stm<'b>)> = Vec::new();
        for (position, stm) in stms.iter().enumerate() {
            let name = stm.pat.first().map(|param| param.name);
            let raised = name.and_then(|name| self.blocks.before.get(&name)).into_iter().flatten();
            order.extend(raised.flat_map(|block| self.allocation(block)).map(|stm| (position, false, stm)));
            if let (Exp::Alloc { .. }, Some(mem)) = (stm.exp, name) {
                if let Some(raised) = self.blocks.raised.get(&mem) {
                    order.extend(self.check(raised).into_iter().map(|stm| (position, true, stm)));
                    continue;
                }
                if self.blocks.parts.contains_key(&mem) {
                    continue;
                }
            }
            let earlier = name.and_then(|name| self.blocks.moved.get(&name).copied());
            order.push((earlier.unwrap_or(position), earlier.is_none(), *stm));
        }
        order.sort_by_key(|(position, stays, _)| (*position, *stays));
        self.arena.slice(order.into_iter().map(|(.., stm)| stm).collect::<Vec<_>>())
    }

    /// Allocates a block, which is empty if its size is negative.
    fn allocation(&self, block: &Raised) -> Vec<Stm<'b>> {
        let Raised { span, mem, prim, .. } = *block;
        let mut out = Vec::new();
        let mut count = block.count.clone();
        if block.checked {
            let size = number(self.arena, span, "size", &count, &mut out);
            let natural = operation(self.arena, span, "size", (BinOp::Max, size, constant(span, 0)), &mut out);
            count = Index::atom(&natural);
        }
        let pat = [Param { span, name: mem, ty: self.arena.alloc(Type::Mem { span }) }];
        let exp = Exp::Alloc { span, prim, count: self.arena.alloc(count.node(self.arena)) };
        out.push(Stm { span, pat: self.arena.slice(pat), certs: &[], exp: self.arena.alloc(exp) });
        out
    }

    /// A loop with two parameters for each that takes turns between two blocks.
    fn turns(&self, stm: Stm<'b>, exp: Exp<'b>) -> Stm<'b> {
        let Exp::Loop { span, params, inits, form, body } = exp else { return stm };
        let (mut new_params, mut new_inits, mut results, mut pat) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let parts = params.iter().zip(inits).zip(body.result.iter().zip(stm.pat));
        for ((param, init), (result, bound)) in parts {
            new_params.push(*param);
            new_inits.push(*init);
            pat.push(*bound);
            let Some(Doubled { other, spare }) = self.blocks.doubled.get(&param.name).copied() else {
                results.push(*result);
                continue;
            };
            new_params.push(Param { name: other, ..*param });
            new_inits.push(Atom::Var { span, name: spare });
            results.extend([other, param.name].map(|name| Atom::Var { span, name }));
            pat.push(Param { name: other.refresh(), ..*bound });
        }
        let body = Body { result: self.arena.slice(results), ..*body };
        let exp = Exp::Loop {
            span,
            params: self.arena.slice(new_params),
            inits: self.arena.slice(new_inits),
            form,
            body: self.arena.alloc(body),
        };
        Stm { pat: self.arena.slice(pat), exp: self.arena.alloc(exp), ..stm }
    }

    /// Fails as the allocation did here, if the size is negative.
    fn check(&self, block: &Raised) -> Vec<Stm<'b>> {
        let span = block.span;
        let mut out = Vec::new();
        if block.checked {
            let size = number(self.arena, span, "size", &block.count, &mut out);
            let cond = operation(self.arena, span, "le", (BinOp::Le, constant(span, 0), size), &mut out);
            let text = |text: &str| Part::Literal { span, text: Symbol::new(text) };
            let shown = Part::Show { span, value: self.arena.alloc(size), prim: PrimType::I64 };
            let message = [text("Cannot allocate an array of "), shown, text(" elements.")];
            let exp = Exp::Assert {
                span,
                code: FailureCode(&codes::OUT_OF_MEMORY),
                cond: self.arena.alloc(cond),
                message: self.arena.slice(message),
                trace: &[],
            };
            let pat = [Param { span, name: Name::fresh("cert"), ty: self.arena.alloc(Type::Cert { span }) }];
            out.push(Stm { span, pat: self.arena.slice(pat), certs: &[], exp: self.arena.alloc(exp) });
        }
        out
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

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        let stm = default_rewrite_stm(self, node)?;
        match *stm.exp {
            Exp::Loop { span, params, inits, form, body }
                if params.iter().any(|param| self.blocks.doubled.contains_key(&param.name)) =>
            {
                Ok(self.turns(stm, Exp::Loop { span, params, inits, form, body }))
            }
            _ => Ok(stm),
        }
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
