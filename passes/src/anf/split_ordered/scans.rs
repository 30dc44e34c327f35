//! Scans of runs.

use super::{FEWEST, RUN, Splitter, has_lanes};
use crate::anf::support::code::{Code, dims, int, prim, scalar, var};
use crate::anf::support::elements::identity;
use crate::anf::support::loops::{array_of, for_loop, store};
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
        let is_scalar = |ty: &Type<'_>| matches!(ty, Type::Scalar { .. });
        let scalars =
            functions().all(|f| f.rets.iter().all(is_scalar)) && lambda.params.iter().all(|param| is_scalar(param.ty));
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
}

impl<'a, 'b> Splitter<'a, 'b> {
    /// The results of a scan of runs, and of what is left.
    pub fn scan(&self, code: &mut Code<'b>, scan: Scan<'a>) -> Vec<Atom> {
        let arena = self.arena;
        let long = code.arith(BinOp::Le, int(FEWEST), scan.width);
        let runs = code.arith(BinOp::Quot, scan.width, int(RUN));
        let runs = code.choice(long, PrimType::I64, runs, int(0));
        let ends = self.ends(code, scan, runs);

        let rest = scan.copied(arena);
        let post = rest.post.rets;
        let rows: Vec<Type<'b>> = post.iter().map(|ty| array_of(code, int(RUN), ty)).collect();
        let scanned = self.map_runs(code, runs, &rows, |inside, number, start| {
            let copied = scan.copied(arena);
            let before = before(inside, &copied, &ends, number);
            let part = self.part(inside, copied.arrays, start, int(RUN));
            let pat: Vec<Param<'b>> = rows.iter().map(|ty| inside.param("scanned", *ty)).collect();
            let exp = copied.from(arena, &before).exp(inside, int(RUN), &part);
            inside.push(&pat, exp);
            pat.iter().map(|param| var(param.name)).collect()
        });
        let done = code.arith(BinOp::Mul, runs, int(RUN));
        let left = code.arith(BinOp::Sub, scan.width, done);
        let joined = scanned.iter().zip(post).map(|(rows, ty)| {
            let span = code.span;
            let flat = Exp::Reshape { span, array: *rows, shape: arena.slice([done]) };
            let flat = code.bind("flat", array_of(code, done, ty), flat);
            let blank = Exp::Scratch { span, prim: prim(ty), shape: arena.slice([left]) };
            let blank = code.bind("blank", code.array(prim(ty), [left], true), blank);
            let joined = Exp::Concat { span, arrays: arena.slice([flat, blank]), count: arena.alloc(scan.width) };
            let ty = code.array(prim(ty), [scan.width], true);
            let joined = var(code.bind("joined", ty, joined));
            (code.param("acc", ty), joined)
        });
        let joined: Vec<(Param<'b>, Atom)> = joined.collect();
        self.scan_rest(code, rest, &ends, runs, (done, left), joined)
    }

    /// The scan of what runs reduce to: for each, its elements and all before.
    fn ends(&self, code: &mut Code<'b>, scan: Scan<'a>, runs: Atom) -> Vec<Param<'b>> {
        let arena = self.arena;
        let reduce = scan.copied(arena).reduce(arena);
        let rets = reduce.lambda.rets;
        let reduced = self.map_runs(code, runs, rets, |inside, _, start| self.reduced(inside, reduce, start, int(RUN)));
        let [lambda, post] = [0, 1].map(|_| {
            let nothing = identity(arena, *reduce.lambda);
            arena.alloc(nothing.copy_into(arena, &mut Renaming::new(Names::Fresh)))
        });
        let ends: Vec<Param<'b>> = rets.iter().map(|ty| code.param("ends", array_of(code, runs, ty))).collect();
        let exp = Scan { lambda, post, ..scan.copied(arena) }.exp(code, runs, &reduced);
        code.push(&ends, exp);
        ends
    }

    /// Scans the `left` elements after the `done` ones of all runs. The results are in the arrays `joined`.
    fn scan_rest(
        &self,
        code: &mut Code<'b>,
        scan: Scan<'b>,
        ends: &[Param<'b>],
        runs: Atom,
        (done, left): (Atom, Atom),
        joined: Vec<(Param<'b>, Atom)>,
    ) -> Vec<Atom> {
        let Scan { lambda, ops, post, .. } = scan;
        let before = before(code, &scan, ends, runs);
        let part = self.part(code, scan.arrays, done, left);
        let index = Name::fresh("i");
        let mut inside = Code::new(code.arena, code.span);
        for (param, array) in lambda.params.iter().zip(part) {
            let element = inside.element(array, &[var(index)], &[left]);
            inside.push(&[*param], element);
        }
        inside.stms.extend(lambda.body.stms);
        let (mut prefixes, mut values) = (Vec::new(), Vec::new());
        for op in ops {
            let (lhs, rhs) = op.lambda.params.split_at(op.neutral.len());
            let elements = &lambda.body.result[prefixes.len()..];
            inside.stms.extend(rhs.iter().zip(elements).map(|(param, value)| copy(code.arena, param, *value)));
            inside.stms.extend(op.lambda.body.stms);
            prefixes.extend_from_slice(lhs);
            values.extend_from_slice(op.lambda.body.result);
        }
        let given = values.iter().chain(&lambda.body.result[values.len()..]);
        inside.stms.extend(post.params.iter().zip(given).map(|(param, value)| copy(code.arena, param, *value)));
        inside.stms.extend(post.body.stms);
        let place = inside.arith(BinOp::Add, done, var(index));
        let stored = store(&mut inside, &joined, post.body.result, place);

        let params = prefixes.iter().copied().zip(before).chain(joined.iter().copied());
        let exp = for_loop(code, left, index, params, inside.body(values.into_iter().chain(stored)));
        let fresh = |param: &Param<'b>| Param { name: param.name.refresh(), ..*param };
        let pat: Vec<Param<'b>> = prefixes.iter().chain(joined.iter().map(|(acc, _)| acc)).map(fresh).collect();
        code.push(&pat, exp);
        pat[prefixes.len()..].iter().map(|param| var(param.name)).collect()
    }
}

/// What is before a run: neutral elements for the first one, and else where the one before ends.
fn before<'b>(code: &mut Code<'b>, scan: &Scan<'b>, ends: &[Param<'b>], run: Atom) -> Vec<Atom> {
    let arena = code.arena;
    let neutral = scan.ops.iter().flat_map(|op| op.neutral).copied();
    let first = code.binary("first", BinOp::Eq, PrimType::I64, run, int(0));
    let mut no = Code::new(arena, code.span);
    let last = no.arith(BinOp::Sub, run, int(1));
    let elements = ends.iter().map(|array| {
        let element = no.element(array.name, &[last], dims(array.ty));
        var(no.bind("end", scalar(prim(array.ty)), element))
    });
    let elements: Vec<Atom> = elements.collect();
    let yes = arena.alloc(Code::new(arena, code.span).body(neutral));
    let (cond, no) = (arena.alloc(first), arena.alloc(no.body(elements)));
    let pat: Vec<Param<'b>> = ends.iter().map(|array| code.param("before", scalar(prim(array.ty)))).collect();
    code.push(&pat, Exp::If { span: code.span, cond, yes, no });
    pat.iter().map(|param| var(param.name)).collect()
}
