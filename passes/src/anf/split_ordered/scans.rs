//! Scans of runs.

use super::{RUN, Splitter, bind_scalars, has_lanes};
use crate::anf::support::code::{Code, dims, int, prim, scalar, var, variable};
use crate::anf::support::elements::identity;
use crate::anf::support::loops::array_of;
use crate::anf::support::parts::Reduce;
use crate::anf::support::soac::{combined, copy, with_results};
use framework::{Name, Names, Renaming};
use languages::anf::{Arena, Atom, Exp, Lambda, Param, Reduction, Stm, Type};
use languages::prim::{BinOp, PrimType};

/// A scan without totals.
#[derive(Clone, Copy)]
pub struct Scan<'b> {
    pub width: Atom,
    pub arrays: &'b [Name],
    pub lambda: &'b Lambda<'b>,
    pub ops: &'b [Reduction<'b>],
    pub post: &'b Lambda<'b>,
}

impl<'b> Scan<'b> {
    /// The scan that a statement is, if it is to be split.
    pub fn of(stm: &Stm<'b>) -> Option<Scan<'b>> {
        let Exp::Scan { width, arrays, lambda, ops, post, totals: [], .. } = stm.exp else { return None };
        let functions = || ops.iter().map(|op| op.lambda).chain([*lambda, *post]);
        let scalars = functions().all(|f| f.rets.iter().all(|ret| matches!(ret, Type::Scalar { .. })));
        let fits = scalars && !arrays.is_empty() && functions().all(|f| has_lanes(f.body));
        fits.then_some(Scan { width: **width, arrays, lambda, ops, post })
    }

    /// The same scan with names of its own.
    fn copied<'c>(&self, arena: &'c Arena<'c>) -> Scan<'c> {
        let mut renaming = Renaming::new(Names::Fresh);
        let ops: Vec<Reduction<'c>> = self.ops.iter().map(|op| op.copy_into(arena, &mut renaming)).collect();
        let lambda = arena.alloc(self.lambda.copy_into(arena, &mut renaming));
        let post = arena.alloc(self.post.copy_into(arena, &mut renaming));
        let arrays = arena.slice(self.arrays.iter().copied());
        Scan { width: self.width, arrays, lambda, ops: arena.slice(ops), post }
    }

    /// The reduction of the same elements.
    fn reduce(&self, arena: &'b Arena<'b>) -> Reduce<'b> {
        let scanned: Vec<usize> = (0..combined(self.ops)).collect();
        let lambda = arena.alloc(with_results(arena, self.lambda, &scanned));
        Reduce { width: self.width, arrays: self.arrays, lambda, ops: self.ops }
    }

    /// The expression for other elements.
    fn exp(&self, code: &Code<'b>, width: Atom, arrays: &[Name]) -> Exp<'b> {
        let (width, arrays) = (code.arena.alloc(width), code.arena.slice(arrays.iter().copied()));
        let Scan { lambda, ops, post, .. } = *self;
        Exp::Scan { span: code.span, width, arrays, lambda, ops, post, totals: &[] }
    }

    /// The same scan that starts with other values than neutral ones.
    fn from(&self, arena: &'b Arena<'b>, start: &[Atom]) -> Scan<'b> {
        let mut rest = start.iter().copied();
        let ops = self.ops.iter().map(|op| {
            let neutral: Vec<Atom> = rest.by_ref().take(op.neutral.len()).collect();
            Reduction { neutral: arena.slice(neutral), ..*op }
        });
        Scan { ops: arena.slice(ops.collect::<Vec<_>>()), ..*self }
    }

    /// The same scan of what comes after other elements, to which its operators combine the values `before`.
    fn after(&self, arena: &'b Arena<'b>, before: &[Atom]) -> Scan<'b> {
        let copied = self.copied(arena);
        let mut code = Code::new(arena, self.post.span);
        let mut params: Vec<Param<'b>> = copied.post.params.to_vec();
        let (mut from, mut all) = (0, Vec::new());
        for op in copied.ops {
            let to = from + op.neutral.len();
            let (lhs, rhs) = op.lambda.params.split_at(op.neutral.len());
            code.stms.extend(lhs.iter().zip(&before[from..to]).map(|(param, value)| copy(arena, param, *value)));
            code.stms.extend(op.lambda.body.stms);
            all.extend(op.lambda.body.result);
            params[from..to].copy_from_slice(rhs);
            from = to;
        }
        code.stms.extend(copied.post.params.iter().zip(all).map(|(param, value)| copy(arena, param, value)));
        code.stms.extend(copied.post.body.stms);
        let body = arena.alloc(code.body(copied.post.body.result.iter().copied()));
        Scan { post: arena.alloc(Lambda { params: arena.slice(params), body, ..*copied.post }), ..*self }
    }
}

impl<'a, 'b> Splitter<'a, 'b> {
    /// The results of a scan of runs, and of what is left.
    pub fn scan(&self, code: &mut Code<'b>, scan: Scan<'a>) -> Vec<Atom> {
        let arena = self.arena;
        let runs = code.arith(BinOp::Quot, scan.width, int(RUN));
        let reduce = scan.copied(arena).reduce(arena);
        let rets = reduce.lambda.rets;
        let partial = self.map_runs(code, runs, rets, |inside, _, start| self.reduced(inside, reduce, start, int(RUN)));
        let copied = scan.copied(arena);
        let nothing = arena.alloc(identity(arena, *reduce.lambda));
        let post = arena.alloc(nothing.copy_into(arena, &mut Renaming::new(Names::Fresh)));
        let starts = Scan { lambda: nothing, post, ..copied };
        let ends: Vec<Param<'b>> = rets.iter().map(|ty| code.param("ends", array_of(code, runs, ty))).collect();
        let starts = starts.exp(code, runs, &partial);
        code.push(&ends, starts);

        let post = scan.copied(arena).post.rets;
        let rows: Vec<Type<'b>> = post.iter().map(|ty| array_of(code, int(RUN), ty)).collect();
        let scanned = self.map_runs(code, runs, &rows, |inside, number, start| {
            let copied = scan.copied(arena);
            let neutral: Vec<Atom> = copied.ops.iter().flat_map(|op| op.neutral).copied().collect();
            let first = inside.binary("first", BinOp::Eq, PrimType::I64, number, int(0));
            let mut no = Code::new(arena, inside.span);
            let before = last_of(&mut no, &ends, number);
            let yes = arena.alloc(Code::new(arena, inside.span).body(neutral));
            let (cond, no) = (arena.alloc(first), arena.alloc(no.body(before)));
            let before = bind_scalars(inside, rets, Exp::If { span: inside.span, cond, yes, no });
            self.scanned(inside, copied.from(arena, &before), start, int(RUN))
        });
        let done = code.arith(BinOp::Mul, runs, int(RUN));
        let left = code.arith(BinOp::Sub, scan.width, done);
        let before = last_of(code, &ends, runs);
        let rest = self.scanned(code, scan.copied(arena).after(arena, &before), done, left);
        let joined = scanned.iter().zip(rest).zip(post).map(|((rows, rest), ty)| {
            let span = code.span;
            let flat = Exp::Reshape { span, array: *rows, shape: arena.slice([done]) };
            let flat = code.bind("flat", array_of(code, done, ty), flat);
            let arrays = arena.slice([Some(flat), variable(&rest)].into_iter().flatten().collect::<Vec<_>>());
            let joined = Exp::Concat { span, arrays, count: arena.alloc(scan.width) };
            var(code.bind("joined", array_of(code, scan.width, ty), joined))
        });
        joined.collect()
    }

    /// The results of the scan of `count` elements from `start` on.
    fn scanned(&self, code: &mut Code<'b>, scan: Scan<'b>, start: Atom, count: Atom) -> Vec<Atom> {
        let part = self.part(code, scan.arrays, start, count);
        let pat: Vec<Param<'b>> =
            scan.post.rets.iter().map(|ty| code.param("scanned", array_of(code, count, ty))).collect();
        let exp = scan.exp(code, count, &part);
        code.push(&pat, exp);
        pat.iter().map(|param| var(param.name)).collect()
    }
}

/// The elements of arrays before an index.
fn last_of<'b>(code: &mut Code<'b>, arrays: &[Param<'b>], index: Atom) -> Vec<Atom> {
    let last = code.arith(BinOp::Sub, index, int(1));
    let elements = arrays.iter().map(|array| {
        let element = code.element(array.name, &[last], dims(array.ty));
        var(code.bind("before", scalar(prim(array.ty)), element))
    });
    elements.collect()
}
