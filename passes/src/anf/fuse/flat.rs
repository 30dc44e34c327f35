//! Flattens a nest of maps whose result is read as a one-dimensional array.

use crate::anf::support::code::{Code, known, scalar, var, variable};
use crate::anf::support::effects;
use crate::anf::support::soac::body_work;
use framework::{Name, Node};
use languages::anf::{Arena, Atom, Exp, Lambda, Param, Stm, Type};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashSet;

/// A nest of two maps that has become one map.
pub struct Flat<'b> {
    /// The map.
    pub exp: Exp<'b>,
    /// The inputs of the map that are flattened inputs of the nest: the new name, and the name of the original input.
    pub reshaped: Vec<(Name, Name)>,
    /// The input with the index of each element, if it is needed.
    pub count: Option<Name>,
}

/// The least work per element for which flattening pays off if the map must compute the row and the column of an
/// element. That takes a division, which must cost less than a pass over memory.
const WORTH_DIVIDING: u64 = 40;

/// Turns a nest of two maps into one map over its `total` elements. Inputs that only the inner map reads are flattened
/// too. For other inputs the new map computes the row and the column.
///
///     map (map f) xss     becomes     map f (flatten xss)
pub fn flattened<'b>(arena: &'b Arena<'b>, nest: &Exp<'b>, total: Atom) -> Option<Flat<'b>> {
    let Exp::Map { span, arrays: outer_arrays, lambda: outer, .. } = *nest else { return None };
    let (last, before) = outer.body.stms.split_last()?;
    let Exp::Map { width: columns, arrays: inner_arrays, lambda: inner, .. } = *last.exp else { return None };
    let results: Option<Vec<Atom>> = outer
        .body
        .result
        .iter()
        .map(|result| {
            let position = last.pat.iter().position(|param| Some(param.name) == variable(result))?;
            inner.body.result.get(position).copied()
        })
        .collect();
    let (iotas, before): (Vec<&Stm>, Vec<&Stm>) = before.iter().partition(|stm| is_count(stm, *columns));
    let counts: FxHashSet<Name> = iotas.iter().flat_map(|stm| stm.pat).map(|param| param.name).collect();
    let mut needed: FxHashSet<Name> = inner.body.free_names().into_iter().collect();
    needed.extend(before.iter().flat_map(|stm| stm.free_names()));
    let scalars = inner.rets.iter().all(|ret| matches!(ret, Type::Scalar { .. }));
    let simple = before.iter().all(|stm| is_simple(stm)) && last.certs.is_empty();
    if !scalars || !simple || inner_arrays.is_empty() || counts.iter().any(|name| needed.contains(name)) {
        return None;
    }
    let mut bound: FxHashSet<Name> = outer.params.iter().map(|param| param.name).collect();
    bound.extend(before.iter().flat_map(|stm| stm.pat).map(|param| param.name));
    let mut place = Place { code: Code::new(arena, span), columns: *columns, count: None, row: None, column: None };
    // Binds values that are the same for a whole row.
    for (array, param) in outer_arrays.iter().zip(outer.params).filter(|(_, param)| needed.contains(&param.name)) {
        let row = place.row();
        let dims: &[Atom] = match param.ty {
            Type::Array { dims, .. } => dims,
            _ => &[],
        };
        let sizes: Vec<Atom> = std::iter::once(total).chain(dims.iter().copied()).collect();
        let exp = place.code.element(*array, &[row], &sizes);
        place.code.push(&[*param], exp);
    }
    place.code.stms.extend(before);
    let (mut arrays, mut params, mut reshaped) = (Vec::new(), Vec::new(), Vec::new());
    for (array, param) in inner_arrays.iter().zip(inner.params) {
        if !matches!(param.ty, Type::Scalar { .. }) {
            return None;
        }
        if let Some(position) = outer.params.iter().position(|outer| outer.name == *array) {
            let whole = outer_arrays.get(position)?;
            let name = whole.refresh();
            reshaped.push((name, *whole));
            arrays.push(name);
            params.push(*param);
        } else if counts.contains(array) {
            let column = place.column();
            place.code.push(&[*param], Exp::Atoms { span, atoms: arena.slice([column]) });
        } else if bound.contains(array) {
            return None;
        } else {
            let column = place.column();
            place.code.push(&[*param], Exp::Index { span, array: *array, indices: arena.slice([column]) });
        }
    }
    let count = place.count;
    if count.is_some() && body_work(inner.body) < WORTH_DIVIDING {
        return None;
    }
    let counter = count.map(|param| (Name::fresh("iota"), param));
    arrays.extend(counter.map(|(name, _)| name));
    params.extend(counter.map(|(_, param)| param));
    place.code.stms.extend(inner.body.stms);
    let body = arena.alloc(place.code.body(results?));
    let lambda = arena.alloc(Lambda { span, params: arena.slice(params), rets: inner.rets, body });
    let exp = Exp::Map { span, groups: false, width: arena.alloc(total), arrays: arena.slice(arrays), lambda };
    Some(Flat { exp, reshaped, count: counter.map(|(name, _)| name) })
}

/// Whether a statement makes the array `0, 1, … count - 1`.
fn is_count(stm: &Stm<'_>, expected: Atom) -> bool {
    matches!(stm.exp, Exp::Iota { count, start, step, prim: PrimType::I64, .. }
        if **count == expected && known(**start) == Some(0) && known(**step) == Some(1))
}

/// Whether a statement may be repeated for each element of a row.
fn is_simple(stm: &Stm<'_>) -> bool {
    let operator =
        matches!(stm.exp, Exp::Atoms { .. } | Exp::Bin { .. } | Exp::Un { .. } | Exp::Tri { .. } | Exp::Convert { .. });
    operator && stm.certs.is_empty() && !effects::has_effect(stm.exp)
}

/// The index, row and column of an element; each is computed when it is first needed.
struct Place<'b> {
    code: Code<'b>,
    columns: Atom,
    count: Option<Param<'b>>,
    row: Option<Atom>,
    column: Option<Atom>,
}

impl Place<'_> {
    fn count(&mut self) -> Atom {
        let count = self.count.unwrap_or_else(|| self.code.param("at", scalar(PrimType::I64)));
        self.count = Some(count);
        var(count.name)
    }

    fn row(&mut self) -> Atom {
        let count = self.count();
        let row = self.row.unwrap_or_else(|| self.code.arith(BinOp::Quot, count, self.columns));
        self.row = Some(row);
        row
    }

    fn column(&mut self) -> Atom {
        let (count, row) = (self.count(), self.row());
        if let Some(column) = self.column {
            return column;
        }
        let before = self.code.arith(BinOp::Mul, row, self.columns);
        let column = self.code.arith(BinOp::Sub, count, before);
        self.column = Some(column);
        column
    }
}
