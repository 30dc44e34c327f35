//! The checks of nests that have no elements.

use super::Lowering;
use crate::anf::code::known;
use crate::anf::effects::may_fail;
use crate::seg::nest;
use framework::{Name, Names, Renaming, Result};
use languages::anf;
use languages::prim::{BinOp, PrimType, PrimValue};
use languages::seg::{Atom, Body, Exp, Lower, Param, Stm, Type};

impl<'a, 'b> Lowering<'a, 'b> {
    /// A nest whose inner maps have no elements has none itself, but what fails before them has to: these checks are done alone then.
    ///
    ///     map (\x -> c = assert (x > 0); map (\y -> <c> x / y) ys) xs
    ///     has before it     if m == 0 then segmap (i < n) (c = assert (xs[i] > 0); true) …
    pub(super) fn checks_of_empty(&mut self, stm: &'a anf::Stm<'a>, out: &mut Vec<Stm<'b>>) -> Result<()> {
        let anf::Exp::Map { span, width, arrays, lambda } = stm.exp else { return Ok(()) };
        let levels = nest::levels(lambda);
        for (depth, level) in levels.iter().enumerate() {
            let inside = levels[depth..].iter().map(|level| level.width);
            let inside: Vec<_> = inside.filter(|width| !known(*width).is_some_and(|width| width > 0)).collect();
            if inside.is_empty() || !level.prefix.iter().any(|stm| may_fail(stm.exp)) {
                continue;
            }
            let mut kernel = self.nest(*span, **width, arrays, lambda, &levels[..depth])?;
            for stm in level.prefix {
                kernel.stms.push(self.lower_stm(stm)?);
            }
            let (span, arena) = (*span, self.arena);
            let yes = Atom::Const { span, value: PrimValue::Bool(true) };
            let results = self.returns(vec![yes]);
            let (space, body) = self.body(span, kernel, results);
            let checks = Exp::SegMap { span, space, body }.copy_into(arena, &mut Renaming::new(Names::Fresh));
            self.counts[0] += 1;
            let bind = |ty: Type<'b>, exp: Exp<'b>, certs: &[Name], out: &mut Vec<Stm<'b>>| {
                let param = Param { span, name: Name::fresh("checked"), ty: arena.alloc(ty) };
                let certs = arena.slice(certs.iter().copied());
                out.push(Stm { span, pat: arena.slice([param]), certs, exp: arena.alloc(exp) });
                &*arena.alloc(Atom::Var { span, name: param.name })
            };
            let truth = Type::Scalar { span, prim: PrimType::Bool };
            let mut empty = None;
            for width in inside {
                let (lhs, rhs) = (arena.alloc(self.atom(width)), arena.alloc(self.zero(0)));
                let exp = Exp::Bin { span, op: BinOp::Eq, prim: PrimType::I64, lhs, rhs };
                let rhs = bind(truth, exp, &[], out);
                empty = Some(match empty {
                    None => rhs,
                    Some(lhs) => {
                        bind(truth, Exp::Bin { span, op: BinOp::LogOr, prim: PrimType::Bool, lhs, rhs }, &[], out)
                    }
                });
            }
            let Some(cond) = empty else { continue };
            let dims = std::iter::once(**width).chain(levels[..depth].iter().map(|level| level.width));
            let dims = arena.slice(dims.map(|width| self.atom(width)));
            let mut stms = Vec::new();
            bind(Type::Array { span, prim: PrimType::Bool, dims, unique: false }, checks, stm.certs, &mut stms);
            let body =
                |stms: Vec<Stm<'b>>| &*arena.alloc(Body { span, stms: arena.slice(stms), result: arena.slice([yes]) });
            bind(truth, Exp::If { span, cond, yes: body(stms), no: body(Vec::new()) }, &[], out);
        }
        Ok(())
    }
}
