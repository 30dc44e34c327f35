//! `slice-sizes`: computes the sizes of results before the results.

use crate::anf::support::code::{dims, var, variable};
use framework::pass::{CountsOf, Report, Run, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, Static, pass, rules};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Fun, Param, Program, Rewrite, Stm, Visit, default_rewrite_stm, walk_stm,
};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Splits a function or branch with existential sizes in its results into two: one computes the sizes, the other
    /// takes them as arguments.
    ///
    ///     fun f (n, m, xs: [n]i32, ys: [m]i32) : (k: i64, zs: [k]i32) = k = n + m; zs = concat xs ys; in (k, zs)
    ///     …   k, zs: [k]i32 = f (n, n, xs, xs)
    ///     becomes     fun f_shape (n, m) : (k: i64) = k = n + m; in k
    ///                 fun f_value (k, n, m, xs: [n]i32, ys: [m]i32) : (zs: [k]i32) = zs = concat xs ys; in zs
    ///                 …   k = f_shape (n, n); zs: [k]i32 = f_value (k, n, n, xs, xs)
    ///
    /// This is size slicing, FHPC'14 §3.1.1 and figure 9. The function that `normalise` makes is f_ext; its slices are
    /// f_shape and f_value. Sizes that are known before the values need no existential types. Arrays can then be
    /// allocated, and sizes checked, before the elements are computed. Branches are split in the same way (§3.3).
    ///
    /// The cost model is `shape_slice`: a function is split if its shape slice takes O(1), because running it in
    /// addition is then cheap. Other functions stay whole. Entry points stay whole as well, since their interface must
    /// not change.
    pub SliceSizes = "slice-sizes": Anf => Anf {
        ensures: [SizesFirst],
        counts: { functions, calls, branches },
    }
}

rules! { Anf:
    /// If O(1) code computes the sizes of the results of a branch or call, these sizes are computed before it.
    pub SizesFirst = "sizes-first" by sizes_first;
}

/// The largest number of statements of a shape slice.
const SLICE_LIMIT: usize = 64;

impl Transform for SliceSizes {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let root = program.root();
        Owned::build(|arena| {
            let mut slicer = Slicer {
                arena,
                split: FxHashMap::default(),
                shapes: FxHashSet::default(),
                counts: CountsOf::<SliceSizes>::default(),
            };
            let mut funs = Vec::new();
            for fun in root.funs {
                slicer.function(fun, &mut funs)?;
            }
            // Constants call functions, but come before them.
            let consts = slicer.stms(root.consts)?;
            run.counts = slicer.counts;
            let watched = arena.slice(root.watched.iter().copied());
            Ok(Program { span: root.span, watched, consts: arena.slice(consts), funs: arena.slice(funs) })
        })
    }
}

/// The number of leading names that are sizes of later ones.
fn existential(params: &[Param<'_>]) -> usize {
    let sizes: FxHashSet<Name> = params.iter().flat_map(|param| dims(param.ty)).filter_map(variable).collect();
    params.iter().take_while(|param| sizes.contains(&param.name)).count()
}

/// The cost model: the statements that compute the body's results at `wanted`, if they take O(1). These are scalar
/// operators, reads of existing arrays, their checks, branches of such code, and calls of functions in `shapes`, which
/// consist of such code. SOACs, loops, other calls and new arrays take longer.
fn shape_slice<'b>(
    arena: &'b Arena<'b>,
    shapes: &FxHashSet<Name>,
    body: &Body<'b>,
    wanted: &[usize],
    limit: &mut usize,
) -> Option<Body<'b>> {
    let result: Vec<Atom> = wanted.iter().filter_map(|position| body.result.get(*position)).copied().collect();
    let mut live: FxHashSet<Name> = result.iter().filter_map(variable).collect();
    let mut stms = Vec::new();
    for stm in body.stms.iter().rev() {
        let needed: Vec<usize> =
            (0..stm.pat.len()).filter(|position| live.contains(&stm.pat[*position].name)).collect();
        if needed.is_empty() {
            continue;
        }
        *limit = limit.checked_sub(1)?;
        let exp = match *stm.exp {
            Exp::Atoms { .. }
            | Exp::Bin { .. }
            | Exp::Un { .. }
            | Exp::Tri { .. }
            | Exp::Convert { .. }
            | Exp::Index { .. }
            | Exp::Assert { .. } => *stm.exp,
            Exp::Call { func, .. } if shapes.contains(&func) => *stm.exp,
            Exp::If { span, cond, yes, no } => {
                let yes = arena.alloc(shape_slice(arena, shapes, yes, &needed, limit)?);
                let no = arena.alloc(shape_slice(arena, shapes, no, &needed, limit)?);
                Exp::If { span, cond, yes, no }
            }
            _ => return None,
        };
        let pat: Vec<Param<'b>> = match exp {
            Exp::If { .. } => needed.iter().map(|position| stm.pat[*position]).collect(),
            _ => stm.pat.to_vec(),
        };
        if pat.iter().any(|param| !dims(param.ty).is_empty()) {
            return None;
        }
        let stm = Stm { pat: arena.slice(pat), exp: arena.alloc(exp), ..*stm };
        live.extend(stm.free_names());
        stms.push(stm);
    }
    stms.reverse();
    Some(Body { span: body.span, stms: arena.slice(stms), result: arena.slice(result) })
}

/// The two functions that replace a function.
#[derive(Clone)]
struct Split {
    shape: Name,
    value: Name,
    /// The number of results that are sizes.
    sizes: usize,
    /// The positions of the parameters that the sizes depend on.
    needed: Vec<usize>,
}

struct Slicer<'b> {
    arena: &'b Arena<'b>,
    split: FxHashMap<Name, Split>,
    /// Functions that take O(1), including shape slices.
    shapes: FxHashSet<Name>,
    /// Functions, calls and branches that were split.
    counts: CountsOf<SliceSizes>,
}

impl<'a, 'b> Rewrite<'a, 'b> for Slicer<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let stms = self.stms(node.stms)?;
        let result = self.arena.slice(node.result.iter().copied());
        Ok(Body { span: node.span, stms: self.arena.slice(stms), result })
    }
}

impl<'b> Slicer<'b> {
    fn function<'a>(&mut self, fun: &'a Fun<'a>, funs: &mut Vec<Fun<'b>>) -> Result<()> {
        let ext = self.rewrite_fun(fun)?;
        let all: Vec<usize> = (0..ext.results.len()).collect();
        if shape_slice(self.arena, &self.shapes, ext.body, &all, &mut SLICE_LIMIT.clone()).is_some() {
            self.shapes.insert(ext.name);
        }
        let sizes = existential(ext.results);
        let wanted = &all[..sizes];
        let slice = match fun.entry {
            None if sizes > 0 => shape_slice(self.arena, &self.shapes, ext.body, wanted, &mut SLICE_LIMIT.clone()),
            _ => None,
        };
        let Some(slice) = slice else {
            funs.push(ext);
            return Ok(());
        };
        let needed = needed_params(ext.params, &slice);
        let name = |suffix: &str| Name::fresh(format!("{}_{suffix}", ext.name.base).as_str());
        let split = Split { shape: name("shape"), value: name("value"), sizes, needed };
        let shape = Fun {
            name: split.shape,
            params: self.arena.slice(split.needed.iter().map(|position| ext.params[*position])),
            results: self.arena.slice(ext.results.iter().take(sizes).copied()),
            body: self.arena.alloc(slice),
            ..ext
        };
        let shape = shape.copy_into(self.arena, &mut Renaming::new(Names::Fresh));
        self.split.insert(ext.name, split.clone());
        self.shapes.insert(split.shape);
        self.counts.functions += 1;
        // The slices of a recursive function call each other.
        let body: &'b Body<'b> = ext.body;
        let body = self.rewrite_body(body)?;
        let given: Vec<Param<'b>> = ext.results.iter().take(sizes).copied().collect();
        let value = Fun {
            name: split.value,
            params: self.arena.slice(given.iter().chain(ext.params).copied()),
            results: self.arena.slice(ext.results.iter().skip(sizes).copied()),
            body: self.arena.alloc(self.value_slice(&body, &given)),
            ..ext
        };
        // The copy renamed its binders; calls use the name in `split`.
        funs.extend([Fun { name: split.shape, ..shape }, value]);
        Ok(())
    }

    /// The body without its first results, which the parameters `given` replace.
    fn value_slice(&self, body: &Body<'b>, given: &[Param<'b>]) -> Body<'b> {
        let (sizes, values) = body.result.split_at(given.len());
        let mut known: FxHashMap<Name, Name> = FxHashMap::default();
        for (size, param) in sizes.iter().zip(given) {
            if let Some(name) = variable(size) {
                known.entry(name).or_insert(param.name);
            }
        }
        let bound: FxHashSet<Name> = body.stms.iter().flat_map(|stm| stm.pat).map(|param| param.name).collect();
        let whole = |stm: &&Stm<'b>| !stm.pat.iter().all(|param| known.contains_key(&param.name));
        let kept: Vec<Stm<'b>> = body.stms.iter().filter(whole).copied().collect();
        let left: FxHashSet<Name> = kept.iter().flat_map(|stm| stm.pat).map(|param| param.name).collect();
        let mut renaming: Renaming<'_, Static<'_, Atom>> = Renaming::new(Names::Unique);
        for (name, param) in &known {
            // A size keeps its name if its statement is kept for another result, or if it is from outside.
            if bound.contains(name) && !left.contains(name) {
                renaming = renaming.rename(*name, *param);
            }
        }
        let values = Body { stms: self.arena.slice(kept), result: self.arena.slice(values.iter().copied()), ..*body };
        values.copy_into(self.arena, &mut renaming)
    }

    fn stms<'a>(&mut self, stms: &'a [Stm<'a>]) -> Result<Vec<Stm<'b>>> {
        let mut out = Vec::new();
        for stm in stms {
            let stm = default_rewrite_stm(self, stm)?;
            match *stm.exp {
                Exp::Call { span, func, args } if self.split.contains_key(&func) => {
                    let split = self.split[&func].clone();
                    self.counts.calls += 1;
                    let (sizes, values) = stm.pat.split_at(split.sizes);
                    let needed = split.needed.iter().map(|position| args[*position]);
                    let shape = Exp::Call { span, func: split.shape, args: self.arena.slice(needed) };
                    let given = sizes.iter().map(|size| var(size.name)).chain(args.iter().copied());
                    let value =
                        Exp::Call { span, func: split.value, args: self.arena.slice(given.collect::<Vec<_>>()) };
                    out.push(Stm { pat: sizes, exp: self.arena.alloc(shape), ..stm });
                    out.push(Stm { pat: values, exp: self.arena.alloc(value), ..stm });
                }
                Exp::If { span, cond, yes, no } => match self.branch_sizes(&stm) {
                    None => out.push(stm),
                    Some((sizes, yes_shape, no_shape)) => {
                        self.counts.branches += 1;
                        let (sizes, values) = stm.pat.split_at(sizes);
                        // The value slices bind these names again, so the copy needs fresh ones.
                        let fresh = |body: Body<'b>| {
                            let copy = body.copy_into(self.arena, &mut Renaming::<Static<'_, Atom>>::new(Names::Fresh));
                            self.arena.alloc(copy)
                        };
                        let shape = Exp::If { span, cond, yes: fresh(yes_shape), no: fresh(no_shape) };
                        let yes = self.arena.alloc(self.value_slice(yes, sizes));
                        let no = self.arena.alloc(self.value_slice(no, sizes));
                        let value = Exp::If { span, cond, yes, no };
                        out.push(Stm { pat: sizes, exp: self.arena.alloc(shape), ..stm });
                        out.push(Stm { pat: values, exp: self.arena.alloc(value), ..stm });
                    }
                },
                _ => out.push(stm),
            }
        }
        Ok(out)
    }

    /// The number of a branch's results that are sizes, and the bodies that compute only these sizes. `None` if they
    /// take more than O(1).
    fn branch_sizes(&self, stm: &Stm<'b>) -> Option<(usize, Body<'b>, Body<'b>)> {
        branch_sizes(self.arena, &self.shapes, stm)
    }
}

fn branch_sizes<'b>(
    arena: &'b Arena<'b>,
    shapes: &FxHashSet<Name>,
    stm: &Stm<'b>,
) -> Option<(usize, Body<'b>, Body<'b>)> {
    let Exp::If { yes, no, .. } = stm.exp else { return None };
    let sizes = existential(stm.pat);
    let wanted: Vec<usize> = (0..sizes).collect();
    let mut limit = SLICE_LIMIT;
    let mut slice = |body| shape_slice(arena, shapes, body, &wanted, &mut limit);
    let (yes, no) = (slice(yes)?, slice(no)?);
    (sizes > 0).then_some((sizes, yes, no))
}

/// The positions of the parameters that a body uses, with the sizes of those that are arrays.
fn needed_params(params: &[Param<'_>], body: &Body<'_>) -> Vec<usize> {
    let mut used: FxHashSet<Name> = body.free_names().into_iter().collect();
    let arrays: Vec<&Param<'_>> = params.iter().filter(|param| used.contains(&param.name)).collect();
    used.extend(arrays.iter().flat_map(|param| dims(param.ty)).filter_map(variable));
    (0..params.len()).filter(|position| used.contains(&params[*position].name)).collect()
}

fn sizes_first(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r, 'b> {
        arena: &'b Arena<'b>,
        shapes: FxHashSet<Name>,
        ext: FxHashSet<Name>,
        report: &'r mut Report,
    }
    impl<'b> Visit<'b> for Finder<'_, 'b> {
        fn visit_stm(&mut self, node: &'b Stm<'b>) {
            if branch_sizes(self.arena, &self.shapes, node).is_some() {
                self.report.fail_node(node, "sizes of a branch that could be known before it");
            }
            if matches!(node.exp, Exp::Call { func, .. } if self.ext.contains(func)) {
                self.report.fail_node(node, "sizes of a call that could be known before it");
            }
            walk_stm(self, node);
        }
    }
    let arena = Arena::default();
    let copy = program.copy_into(&arena, &mut Renaming::<Static<'_, Atom>>::new(Names::Keep));
    let mut finder = Finder { arena: &arena, shapes: FxHashSet::default(), ext: FxHashSet::default(), report };
    for fun in copy.funs {
        finder.report.enter(fun.name);
        finder.visit_fun(fun);
        let all: Vec<usize> = (0..fun.results.len()).collect();
        let sizes = existential(fun.results);
        let slice = |wanted: &[usize]| shape_slice(&arena, &finder.shapes, fun.body, wanted, &mut SLICE_LIMIT.clone());
        if slice(&all).is_some() {
            finder.shapes.insert(fun.name);
        } else if fun.entry.is_none() && sizes > 0 && slice(&all[..sizes]).is_some() {
            finder.ext.insert(fun.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SliceSizes;
    use crate::anf::support::testing::after_pass;

    /// A function with an existential result, of which `stms` compute the size `m` and the array `ys`, and a call of
    /// it.
    fn program(stms: &str) -> String {
        format!(
            "(program [] [] [(fun f _ [(param n (scalar i64)) (param xs (array i64 [(var n)] false))] \
             [(param k (scalar i64)) (param r (array i64 [(var k)] false))] (body [{stms}] [(var m) (var ys)])) \
             (fun main _ [(param d (scalar i64)) (param as (array i64 [(var d)] false))] \
             [(param l (scalar i64)) (param bs (array i64 [(var l)] false))] \
             (body [(stm [(param s (scalar i64)) (param vs (array i64 [(var s)] false))] [] (call f [(var d) (var as)]))] \
             [(var s) (var vs)]))])"
        )
    }

    const CONCAT: &str = "(stm [(param ys (array i64 [(var m)] false))] [] (concat [xs xs] (var m)))";

    #[test]
    fn a_function_whose_sizes_take_constant_time_is_split() {
        let sum = "(stm [(param m (scalar i64))] [] (bin add i64 (var n) (var n)))";
        let (printed, _) = after_pass(SliceSizes, &program(&(sum.to_string() + CONCAT)));
        let expected = ["fun f_shape", "fun f_value", "add_i64(n", "= f_shape", "concat(k, [xs, xs])"];
        assert!(expected.iter().all(|part| printed.contains(part)), "{printed}");
        assert!(!printed.contains("fun f ("), "{printed}");
    }

    #[test]
    fn a_function_whose_sizes_take_a_loop_stays() {
        let count = "(stm [(param m (scalar i64))] [] (loop [(param a (scalar i64))] [(const 0i64)] (for i i64 (var n) false) \
                     (body [(stm [(param b (scalar i64))] [] (bin add i64 (var a) (const 2i64)))] [(var b)])))";
        let (printed, _) = after_pass(SliceSizes, &program(&(count.to_string() + CONCAT)));
        assert!(printed.contains("fun f (") && !printed.contains("shape"), "{printed}");
    }

    #[test]
    fn sizes_of_branches_come_before_them() {
        let text = "(program [] [] [(fun main _ [(param c (scalar bool)) (param n (scalar i64))] \
                    [(param l (scalar i64)) (param bs (array i64 [(var l)] false))] (body [\
                    (stm [(param k (scalar i64)) (param as (array i64 [(var k)] false))] [] (if (var c) \
                    (body [(stm [(param m (scalar i64))] [] (bin mul i64 (var n) (const 2i64))) \
                    (stm [(param xs (array i64 [(var m)] false))] [] (iota (var m) (const 0i64) (const 1i64) i64))] [(var m) (var xs)]) \
                    (body [(stm [(param ys (array i64 [(var n)] false))] [] (iota (var n) (const 0i64) (const 1i64) i64))] \
                    [(var n) (var ys)])))] [(var k) (var as)]))])";
        let (printed, _) = after_pass(SliceSizes, text);
        let shape = printed.find("let k_").zip(printed.find("let as: [l]i64 = if c"));
        assert!(shape.is_some_and(|(shape, value)| shape < value), "{printed}");
        assert!(printed.contains("let xs: [l]i64 = iota_i64(l"), "{printed}");
    }
}
