//! Scans whose operators work on each element by itself.

use super::Interchange;
use super::elementwise::Elementwise;
use crate::anf::sequentialise::has_call;
use crate::anf::support::code::{Code, int, prim, var, variable};
use crate::anf::support::elements::{Elements, identity};
use crate::anf::support::loops::{array_of, bind_map};
use crate::anf::support::parts::overwrites;
use framework::{Name, Names, Renaming};
use languages::anf::{Atom, Body, Exp, Lambda, Param, Reduction, Stm, Type};
use languages::prim::BinOp;

/// A scan of rows whose operator works on each element by itself.
pub struct Scan<'a> {
    width: Atom,
    arrays: &'a [Name],
    lambda: &'a Lambda<'a>,
    neutral: &'a [Atom],
    comm: bool,
    post: &'a Lambda<'a>,
    elements: Elementwise<'a>,
}

impl<'a, 'b> Interchange<'a, 'b> {
    /// The scan that a statement is, if its operator works on each element of its rows by itself.
    pub fn elementwise_scan(&self, stm: &'a Stm<'a>) -> Option<Scan<'a>> {
        let Exp::Scan { width, arrays, lambda, ops: [op], post, totals: [], .. } = stm.exp else { return None };
        if overwrites(lambda) || overwrites(post) || has_call(stm.exp, &self.on_host) {
            return None;
        }
        let elements = Elementwise::of(op.lambda)?;
        Some(Scan { width: **width, arrays, lambda, neutral: op.neutral, comm: op.comm, post, elements })
    }

    /// The scan as it is for long rows, and the scans of its columns for others.
    pub fn scanned(&mut self, code: &mut Code<'b>, stm: &'a Stm<'a>, scan: &Scan<'a>) -> Exp<'b> {
        self.counts.scans += 1;
        let (arena, span) = (self.arena, code.span);
        let long = code.arith(BinOp::Le, int(i64::try_from(self.row).unwrap_or(i64::MAX)), scan.elements.size);
        let mut keep = Renaming::new(Names::Keep);
        let pat: Vec<Param<'b>> = stm.pat.iter().map(|param| param.copy_into(arena, &mut keep)).collect();
        let whole = stm.exp.copy_into(arena, &mut Renaming::new(Names::Fresh));
        let as_it_is = Code::new(arena, span).ending_in(&pat, whole);
        let by_columns = self.columns_scanned(Code::new(arena, span), scan);
        let (yes, no) = (arena.alloc(as_it_is), arena.alloc(by_columns));
        Exp::If { span, cond: arena.alloc(long), yes, no }
    }

    /// The maps and scans for the function in front of a scan, for each of its columns, and for the function after it.
    fn columns_scanned(&self, mut code: Code<'b>, scan: &Scan<'a>) -> Body<'b> {
        let (arena, width) = (self.arena, scan.width);
        let mut fresh = Renaming::new(Names::Fresh);
        let (lambda, post) = (scan.lambda.copy_into(arena, &mut fresh), scan.post.copy_into(arena, &mut fresh));
        let given = mapped(&mut code, width, scan.arrays, lambda);
        let (scanned, others) = given.split_at(scan.neutral.len().min(given.len()));
        let prefixes = self.columns(&mut code, scan, scanned);
        let results = mapped(&mut code, width, &[&prefixes[..], others].concat(), post);
        code.body(results.into_iter().map(var))
    }

    /// The prefixes of rows, computed column by column.
    fn columns(&self, code: &mut Code<'b>, scan: &Scan<'a>, rows: &[Name]) -> Vec<Name> {
        let (arena, span, size) = (self.arena, code.span, scan.elements.size);
        let rets = scan.elements.rets();
        // The neutral elements: one for all columns if they are known to be equal, else one for each.
        let equal: Option<Vec<Atom>> = scan.neutral.iter().map(|atom| self.repeated(atom)).collect();
        let mut inputs: Vec<Name> =
            if equal.is_some() { Vec::new() } else { scan.neutral.iter().filter_map(variable).collect() };
        let own: Vec<Param<'b>> = rets.iter().take(inputs.len()).map(|ty| code.param("neutral", *ty)).collect();
        let neutral = equal.unwrap_or_else(|| own.iter().map(|param| var(param.name)).collect());
        let turned = |code: &mut Code<'b>, array: Name, dims: [Atom; 2], ty: &Type<'b>| {
            let ty = code.array(prim(ty), dims, false);
            code.bind("columns", ty, Exp::Rearrange { span, array, perm: arena.slice([1, 0]) })
        };
        let mut columns = Vec::new();
        for (array, ty) in rows.iter().zip(&rets) {
            inputs.push(turned(code, *array, [size, scan.width], ty));
            columns.push(code.param("column", array_of(code, scan.width, ty)));
        }
        let lambda = scan.elements.lambda(arena, span);
        let op = Reduction { span, comm: scan.comm, lambda: arena.alloc(lambda), neutral: arena.slice(neutral) };
        let nothing = identity(arena, lambda);
        let elements = Elements { lambda: nothing, ops: arena.slice([op]), post: identity(arena, lambda), totals: &[] };
        let mut inside = Code::new(arena, span);
        let names: Vec<Name> = columns.iter().map(|column| column.name).collect();
        let scan_of_column = elements.exp(arena, scan.width, &names);
        let results: Vec<Param<'b>> = columns.iter().map(|column| inside.param("scanned", *column.ty)).collect();
        inside.push(&results, scan_of_column);
        let body = arena.alloc(inside.body(results.iter().map(|param| var(param.name))));
        let rets_of_map = arena.slice(columns.iter().map(|column| *column.ty).collect::<Vec<_>>());
        let params = arena.slice(own.into_iter().chain(columns).collect::<Vec<_>>());
        let function = Lambda { span, params, rets: rets_of_map, body };
        let made = bind_map(code, "scanned", size, &inputs, function);
        made.iter().zip(&rets).map(|(made, ty)| turned(code, *made, [scan.width, size], ty)).collect()
    }
}

/// The arrays of the results of a function for each element of `arrays`.
fn mapped<'b>(code: &mut Code<'b>, width: Atom, arrays: &[Name], lambda: Lambda<'b>) -> Vec<Name> {
    let params = lambda.params.iter().map(|param| Some(param.name));
    if lambda.body.stms.is_empty() && lambda.body.result.iter().map(variable).eq(params) {
        return arrays.to_vec();
    }
    bind_map(code, "part", width, arrays, lambda)
}
