//! Maps in the function of a map whose own functions have SOACs: both maps become one, of all elements, which is split.

use super::{Around, Flat, has_flat};
use crate::anf::support::code::{Code, dims, prim, scalar, var, variable};
use crate::anf::support::loops::numbers;
use framework::{Name, Names, Renaming};
use languages::anf::{Exp, Param, Stm};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashSet;

/// Whether a statement is a map of the same size for all iterations, with SOACs inside that become flat. `bound` are
/// the names that differ between iterations.
pub fn is_nest(stm: &Stm<'_>, bound: &FxHashSet<Name>) -> bool {
    let Exp::Map { width, lambda, groups: false, .. } = stm.exp else { return false };
    let mut sizes = std::iter::once(**width).chain(stm.pat.iter().flat_map(|param| dims(param.ty)).copied());
    let is_regular = sizes.all(|size| variable(&size).is_none_or(|name| !bound.contains(&name)));
    is_regular && stm.certs.is_empty() && has_flat(Around::of(lambda), bound.clone()) == Some(true)
}

impl<'a, 'b> Flat<'a, 'b, '_> {
    /// The map of a statement for which [`is_nest`] holds.
    ///
    ///     map (\x -> map (\y -> f x y) ys) xs
    ///     becomes   reshape (map (\k -> f xs[k / m] ys[k % m]) (iota (n·m)))
    pub(super) fn nest(&mut self, code: &mut Code<'b>, stm: &'a Stm<'a>) {
        let Exp::Map { span, width, arrays, lambda, .. } = stm.exp else { return };
        let (arena, mut keep) = (self.arena, Renaming::new(Names::Keep));
        let size = **width;
        let total = code.operator(BinOp::Mul, PrimType::I64, self.width, size);
        let index = code.param("k", scalar(PrimType::I64));
        let mut front = Code::new(arena, *span);
        let (row, column) = self.place(&mut front, var(index.name), size);
        let every: Vec<Name> = self.given.iter().map(|(param, _)| param.name).collect();
        self.values(&mut front, row, &every);
        let params: Vec<Param<'b>> = lambda.params.iter().map(|param| param.copy_into(arena, &mut keep)).collect();
        self.arguments(&mut front, &params, arrays, row, column);
        let mut flat = Flat {
            arena,
            types: self.types,
            width: total,
            bound: std::mem::take(&mut self.bound),
            given: vec![(index, numbers(code, "numbers", total))],
            again: front.stms,
        };
        let results = flat.body(code, Around::of(lambda), lambda.rets, 1);
        self.bound = flat.bound;
        for (param, made) in stm.pat.iter().zip(results) {
            let param = param.copy_into(arena, &mut keep);
            let shape: Vec<_> = std::iter::once(self.width).chain(dims(param.ty).iter().copied()).collect();
            let ty = code.array(prim(param.ty), shape.iter().copied(), false);
            let exp = Exp::Reshape { span: *span, array: made, shape: arena.slice(shape) };
            self.given.push((param, code.bind("rows", ty, exp)));
        }
    }
}
