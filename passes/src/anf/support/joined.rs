//! Elements of joined arrays, read from the arrays.

use super::code::{Code, dims, prim, scalar, var};
use super::types::Types;
use framework::Name;
use languages::anf::{Atom, Exp};
use languages::prim::{BinOp, PrimType};

/// A few arrays that are joined.
#[derive(Clone)]
pub struct Joined<'a> {
    /// The number of elements or rows of all arrays.
    pub count: Atom,
    /// The dimensions of a row.
    pub row: &'a [Atom],
    /// The type of the numbers.
    pub prim: PrimType,
    /// Each array, and the number of its elements or rows.
    pub arrays: Vec<(Name, Atom)>,
}

/// The most arrays that a chain of choices tells apart.
const MOST: usize = 3;

impl<'a> Joined<'a> {
    /// The arrays that an expression joins, unless they are many.
    pub fn of(exp: &Exp<'a>, types: &Types<'a>) -> Option<Joined<'a>> {
        let Exp::Concat { arrays, count, .. } = *exp else { return None };
        if arrays.len() > MOST {
            return None;
        }
        let mut joined = Vec::new();
        let mut found = None;
        for array in arrays {
            let ty = types.get(*array)?;
            let (first, row) = dims(&ty).split_first()?;
            joined.push((*array, *first));
            found = Some((row, prim(&ty)));
        }
        let (row, prim) = found?;
        Some(Joined { count: *count, row, prim, arrays: joined })
    }

    /// The element at `inner` of row `row` of all rows: a choice between reads of the arrays.
    pub fn element<'b>(&self, code: &mut Code<'b>, row: Atom, inner: &[Atom]) -> Exp<'b> {
        self.read(code, &self.arrays, row, inner)
    }

    fn read<'b>(&self, code: &mut Code<'b>, arrays: &[(Name, Atom)], row: Atom, inner: &[Atom]) -> Exp<'b> {
        let (arena, span) = (code.arena, code.span);
        let element = |(name, count): &(Name, Atom), row: Atom, code: &Code<'b>| {
            let indices = [&[row][..], inner].concat();
            let sizes = [&[*count][..], self.row].concat();
            code.element(*name, &indices, &sizes)
        };
        let [first, rest @ ..] = arrays else { return Exp::Atoms { span, atoms: &[] } };
        if rest.is_empty() {
            return element(first, row, code);
        }
        let cond = code.binary("inside", BinOp::Lt, PrimType::I64, row, first.1);
        let branch = |mut code: Code<'b>, exp: Exp<'b>| {
            let result = code.bind("element", scalar::<'b>(self.prim), exp);
            arena.alloc(code.body([var(result)]))
        };
        let yes = branch(Code::new(arena, span), element(first, row, code));
        let mut behind = Code::new(arena, span);
        let next = behind.arith(BinOp::Sub, row, first.1);
        let exp = self.read(&mut behind, rest, next, inner);
        let no = branch(behind, exp);
        Exp::If { span, cond: arena.alloc(cond), yes, no }
    }
}
