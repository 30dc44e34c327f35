//! Keeps the checks of outer maps whose inner maps have no elements.

use super::Lowering;
use crate::anf::support::code::known;
use crate::anf::support::effects::has_effect;
use crate::anf::support::nest;
use framework::{Name, Names, Renaming, Result, Span};
use languages::anf;
use languages::prim::{BinOp, PrimType, PrimValue};
use languages::seg::{Atom, Body, Exp, Lower, Param, Stm, Type};

impl<'a, 'b> Lowering<'a, 'b> {
    /// If an inner map of a nest has no elements, the flat operation has none either, and would run no check. But a
    /// check in an outer map must still fail. So a test is put before the nest: if an inner size is 0, the outer checks
    /// run alone.
    ///
    ///     map (\x -> c = assert (x > 0); map (\y -> <c> x / y) ys) xs
    ///     has before it     if m == 0 then segmap (i < n) (c = assert (xs[i] > 0); true) …
    pub(super) fn checks_of_empty(&mut self, stm: &'a anf::Stm<'a>, out: &mut Vec<Stm<'b>>) -> Result<()> {
        let anf::Exp::Map { span, width, arrays, lambda, .. } = stm.exp else { return Ok(()) };
        let levels = nest::levels(lambda);
        for (depth, level) in levels.iter().enumerate() {
            if !level.prefix.iter().any(|stm| has_effect(stm.exp)) {
                continue;
            }
            let inside = levels[depth..].iter().map(|level| level.width);
            let Some(cond) = self.any_zero(*span, inside, out) else { continue };
            let mut kernel = self.nest(*span, **width, arrays, lambda, &levels[..depth])?;
            for stm in level.prefix {
                kernel.stms.push(self.lower_stm(stm)?);
            }
            let (span, arena) = (*span, self.arena);
            let yes = Atom::Const { span, value: PrimValue::Bool(true) };
            let results = self.returns(vec![yes]);
            let (space, body) = self.body(span, kernel, results);
            let checks =
                Exp::SegMap { span, groups: false, space, body }.copy_into(arena, &mut Renaming::new(Names::Fresh));
            self.counts.segmaps += 1;
            let dims = std::iter::once(**width).chain(levels[..depth].iter().map(|level| level.width));
            let dims = arena.slice(dims.map(|width| self.atom(width)));
            let mut stms = Vec::new();
            self.bind(Type::Array { span, prim: PrimType::Bool, dims, unique: false }, checks, stm.certs, &mut stms);
            let [checked, unchecked] = [stms, Vec::new()]
                .map(|stms| arena.alloc(Body { span, stms: arena.slice(stms), result: arena.slice([yes]) }));
            let exp = Exp::If { span, cond, yes: checked, no: unchecked };
            self.bind(Type::Scalar { span, prim: PrimType::Bool }, exp, &[], out);
        }
        Ok(())
    }

    /// A condition that holds if one of several sizes is 0. `None` if no size can be 0.
    fn any_zero(&self, span: Span, sizes: impl Iterator<Item = anf::Atom>, out: &mut Vec<Stm<'b>>) -> Option<&'b Atom> {
        let truth = Type::Scalar { span, prim: PrimType::Bool };
        let mut any = None;
        for size in sizes.filter(|size| known(*size).is_none_or(|size| size <= 0)) {
            let (lhs, rhs) = (self.arena.alloc(self.atom(size)), self.arena.alloc(self.zero(0)));
            let zero = self.bind(truth, Exp::Bin { span, op: BinOp::Eq, prim: PrimType::I64, lhs, rhs }, &[], out);
            any = Some(match any {
                None => zero,
                Some(lhs) => {
                    let exp = Exp::Bin { span, op: BinOp::LogOr, prim: PrimType::Bool, lhs, rhs: zero };
                    self.bind(truth, exp, &[], out)
                }
            });
        }
        any
    }

    /// `let checked: ty = exp`
    fn bind(&self, ty: Type<'b>, exp: Exp<'b>, certs: &[Name], out: &mut Vec<Stm<'b>>) -> &'b Atom {
        let (arena, span) = (self.arena, exp.span());
        let param = Param { span, name: Name::fresh("checked"), ty: arena.alloc(ty) };
        let certs = arena.slice(certs.iter().copied());
        out.push(Stm { span, pat: arena.slice([param]), certs, exp: arena.alloc(exp) });
        arena.alloc(Atom::Var { span, name: param.name })
    }
}
