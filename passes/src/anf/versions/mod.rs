//! `versions`: makes versions of nested parallel code, of which one is chosen when the program runs.

mod flat;
mod inside;
mod thresholds;

use self::flat::Flat;
use self::inside::{Inside, Sizes, bound_by, nest_of};
use self::thresholds::Thresholds;
pub use self::thresholds::{GROUPS, place};
use super::sequentialise::{has_call, host_functions, on_arrays};
use super::support::code::{Code, dims, int, known, var};
use super::support::elements::identity;
use super::support::groups;
use super::support::host;
use super::support::loops::{array_of, map_loop};
use super::support::nest;
use super::support::soac::{Soac, with_parts};
use super::support::types::Types;
use framework::pass::{Run, Transform};
use framework::{Error, Name, Names, Owned, Renaming, Result, Span, pass};
use languages::anf::{Anf, Arena, Atom, Body, Exp, Lambda, Param, Program, Rewrite, Stm, Visit, walk_exp};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashSet;

pass! {
    /// Chooses between the parallelism of a SOAC and that of the SOACs inside of its function.
    ///
    ///     map (\xs -> reduce (+) 0 (map f xs)) xss
    ///     becomes
    ///     if n < 2·capacity && m >= 256 && m >= 16·n
    ///     then map (\xs -> map (\part -> reduce (+) 0 (map f xs[part])) parts) xss and map (reduce (+) 0) of these
    ///     else map (\xs -> reduce (+) 0 (map f xs)) xss
    ///
    /// for `xss` of type `[n][m]t`. The second version is left to `sequentialise`, which keeps the outer level
    /// parallel. In the first version, the SOACs inside of the function work on the elements of all iterations at once:
    /// the map is split around them. A map becomes a nest of maps, a reduction that of `parts` of each row, a scan one
    /// scan of all elements with flags where rows begin, and a histogram or a scatter one whose bins are those of all
    /// rows. So the first version of a map of scans:
    ///
    ///     map (\xs -> scan (+) 0 xs) xss
    ///     becomes
    ///     reshape (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0)
    ///              (map (\k -> (k % m == 0, xss[k / m, k % m])) (iota (n·m))))
    ///
    /// A map inside of the function, whose own function has SOACs, and the map around become one map of all elements,
    /// which is split as well:
    ///
    ///     map (\xss -> let t = f xss in map (\xs -> let s = reduce (+) 0 xs in map (\x -> x * s + t) xs) xss) xsss
    ///     becomes
    ///     let ts = map f xsss
    ///     let ss = map (\k -> reduce (+) 0 xsss[k / m, k % m]) (iota (n·m))
    ///     in reshape (map (\k s -> map (\x -> x * s + ts[k / m]) xsss[k / m, k % m]) (iota (n·m)) ss)
    ///
    ///
    /// Loops and branches that are the same for all iterations change places with the map. So the first version of a
    /// map of loops:
    ///
    ///     map (\xs -> loop ys = xs for i < k do map f ys) xss
    ///     becomes
    ///     loop yss = map copy xss for i < k do map (\ys -> map f ys) yss
    ///
    /// There is a version in between: each iteration is run by a group of threads, which share the SOACs inside. It is
    /// chosen if the map has enough iterations for the groups, and only if threads need not fail alone:
    ///
    ///     map (\xs -> reduce (+) 0 (map f xs)) xss
    ///     becomes
    ///     if … then group map (\xs -> reduce (+) 0 (map f xs)) xss else if … then … else …
    ///
    /// If the map cannot be split, for instance because its function may fail, the first version runs the iterations
    /// one after the other, and each of them in parallel. So the first version of a map of loops that end when a
    /// condition holds:
    ///
    ///     map (\xs -> loop … do reduce (+) 0 (map f xs)) xss
    ///     becomes
    ///     loop … for i < n do ys with [i] = loop … do reduce (+) 0 (map f xss[i])
    ///
    /// `capacity` is the number of indices that the device works on at the same time; the numbers of indices inside are
    /// known before the SOAC, or can be computed there. A perfect nest of maps counts as one level. Henriksen et al.,
    /// PLDI 2017, section 5 and PPoPP 2019, figure 4, where the levels outside of the chosen one are parallel, too; the
    /// version for groups is the second one of rule G3 there.
    pub Versions = "versions": Anf => Anf {
        counts: { versions },
        options: {
            /// The number of indices from which on the parallelism outside suffices, whatever is inside: 1 for a
            /// single version; 0 leaves the choice to the device.
            threshold: u64 = 0,
            /// The number of indices from which on the parallelism outside suffices for groups of threads; 0 leaves
            /// the choice to the device.
            group_threshold: u64 = 0,
            /// Thresholds for single SOACs: lines `PLACE=NUMBER`, with the places of the pass's notes, and
            /// `groups PLACE=NUMBER` for groups of threads.
            thresholds: String = String::new(),
            /// Makes thresholds that are not given parameters of the compiled program.
            tunable: bool = false,
            /// Runs the iterations of the first version one after the other, even if they could be one flat operation:
            /// for a device that starts kernels fast.
            loops: bool = false,
        },
    }
}

/// The parallelism outside suffices if it is this many times the device's capacity: then no thread works much longer
/// than others.
const ROUNDS: i64 = 2;
/// The least parallelism inside that is worth a kernel of its own.
const LEAST_INSIDE: i64 = 256;
/// How many times the parallelism inside has to be that outside, so that few kernels are started.
const LEAST_RATIO: i64 = 16;
/// The parallelism outside suffices for groups if this many threads for each index are as many as the device has.
const GROUP: i64 = 64;
/// The least parallelism outside for groups, as a processor runs few of them.
const LEAST_GROUPS: i64 = 4;

impl Transform for Versions {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let program: &Program<'_> = program.root();
        let mut versions = Vec::new();
        let thresholds = Thresholds {
            all: run.options.threshold,
            groups: run.options.group_threshold,
            single: run.options.thresholds.lines().filter_map(|line| line.rsplit_once('=')).collect(),
            tunable: run.options.tunable,
            sources: &run.sources,
        };
        let result = Owned::build(|arena| {
            let mut maker = Maker {
                arena,
                types: Types::of(program),
                on_host: host_functions(program),
                thresholds,
                loops: run.options.loops,
                versions: Vec::new(),
                chosen: Vec::new(),
                nested: 0,
            };
            let result = maker.rewrite_program(program);
            versions = maker.versions;
            result
        });
        run.counts.versions = versions.len() as u64;
        run.unchanged_if(versions.is_empty());
        for (span, versions) in versions {
            if let Some(place) = place(&run.sources, span) {
                run.note(span, format!("has {versions} versions; its threshold is that of `{place}`"), span);
            }
        }
        result
    }
}

struct Maker<'a, 'b, 's> {
    arena: &'b Arena<'b>,
    types: Types<'a>,
    /// Functions that kernels cannot call. SOACs that call them are loops anyway.
    on_host: FxHashSet<Name>,
    thresholds: Thresholds<'s>,
    /// Whether first versions are loops in any case.
    loops: bool,
    /// The places of SOACs with versions, and how many there are.
    versions: Vec<(Span, &'static str)>,
    /// Inside of the first version of a SOAC: the parallelism for which it was chosen.
    chosen: Vec<Parallelism>,
    /// How many more maps of a nest the first version turns into loops.
    nested: usize,
}

/// The conditions under which a version is used.
struct Chosen {
    /// That for groups of threads.
    grouped: Option<Atom>,
    /// The other one for the parallelism inside, if that for groups is not used.
    narrow: Atom,
}

/// The sizes whose product is the number of indices of a nest of SOACs.
type Parallelism = Vec<Atom>;

/// The parallelism of a SOAC.
struct Levels {
    outside: Parallelism,
    /// That of the SOACs inside of its function.
    inside: Vec<Parallelism>,
    /// The sizes in its function.
    sizes: Sizes,
}

impl<'a, 'b> Rewrite<'a, 'b> for Maker<'a, 'b, '_> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let mut code = Code::new(self.arena, node.span);
        for stm in node.stms {
            let exp = match stm.exp {
                Exp::Map { .. } if self.nested > 0 => {
                    self.nested -= 1;
                    self.applied(stm.exp, &mut code)?
                }
                exp => match self.levels(exp, stm.span) {
                    Some(levels) => self.choice(stm, levels, &mut code)?,
                    None => self.rewrite_exp(exp)?,
                },
            };
            let pat = self.pat(stm)?;
            let certs = self.arena.slice(stm.certs.iter().copied());
            let stm = Stm { span: stm.span, pat: self.arena.slice(pat), certs, exp: self.arena.alloc(exp) };
            code.stms.push(stm);
        }
        Ok(code.body(node.result.iter().copied()))
    }

    /// Does not visit the functions of SOACs: these have no versions inside of a kernel.
    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        host::rewrite_exp(self, node)
    }
}

impl<'a, 'b> Maker<'a, 'b, '_> {
    /// The parallelism of a SOAC, and that of the SOACs inside of its function, if there are versions for both.
    fn levels(&self, exp: &'a Exp<'a>, span: Span) -> Option<Levels> {
        let (soac, lambda) = (Soac::of(exp)?, function(exp)?);
        if self.thresholds.of(span) == 1 {
            return None;
        }
        let ops = match exp {
            Exp::Map { .. } | Exp::Scatter { .. } => Vec::new(),
            Exp::Reduce { ops, .. } => ops.iter().map(|op| op.lambda).collect(),
            Exp::Scan { ops, totals, .. } => ops.iter().chain(*totals).map(|op| op.lambda).collect(),
            Exp::Hist { ops, .. } => ops.iter().map(|op| op.lambda).collect(),
            _ => return None,
        };
        let is_loop = has_call(exp, &self.on_host);
        if is_loop || known(soac.width) == Some(0) || ops.into_iter().any(on_arrays) {
            return None;
        }
        let (outside, innermost) = match exp {
            Exp::Map { .. } => nest_of(soac.width, lambda),
            _ => (vec![soac.width], lambda),
        };
        let sizes = Sizes::of(lambda);
        let inside = Inside::of(&sizes, innermost);
        (!inside.is_empty() && !self.chosen.contains(&outside)).then_some(Levels { outside, inside, sizes })
    }

    /// The conditional that chooses a version. Its conditions are computed by `code`.
    fn choice(
        &mut self,
        stm: &'a Stm<'a>,
        Levels { outside, inside, sizes }: Levels,
        code: &mut Code<'b>,
    ) -> Result<Exp<'b>> {
        let span = stm.span;
        let shares = !self.loops && self.has_groups(stm.exp);
        self.versions.push((span, if shares { "three" } else { "two" }));
        code.span = span;
        let known: Vec<Parallelism> = inside.iter().map(|inside| sizes.outside(inside, code)).collect();
        let chosen = self.chosen_by(&outside, &known, shares, code);
        let around =
            (std::mem::replace(&mut self.chosen, inside), std::mem::replace(&mut self.nested, outside.len() - 1));
        let mut inner = Code::new(self.arena, span);
        let exp = self.applied(stm.exp, &mut inner)?;
        let narrow = self.inner_version(stm, exp, inner)?;
        (self.chosen, self.nested) = around;
        let wide = self.outer_version(stm)?;
        let one_of = |arena: &'b Arena<'b>, cond: Atom, yes, no| Exp::If {
            span,
            cond: arena.alloc(cond),
            yes: arena.alloc(yes),
            no: arena.alloc(no),
        };
        let two = one_of(self.arena, chosen.narrow, narrow, wide);
        let Some(grouped) = chosen.grouped else { return Ok(two) };
        let group = self.group_version(stm)?;
        let others = Code::new(self.arena, span).ending_in(&self.pat(stm)?, two);
        Ok(one_of(self.arena, grouped, group, others))
    }

    /// Whether groups of threads can run the function of a SOAC.
    fn has_groups(&self, exp: &Exp<'a>) -> bool {
        let Some(lambda) = function(exp) else { return false };
        let innermost = match exp {
            Exp::Map { .. } => nest::levels(lambda).last().map_or(lambda, |level| level.lambda),
            _ => lambda,
        };
        groups::fits(innermost.body, &bound_by(lambda), self.loops)
    }

    /// The conditions under which versions for the parallelism inside are used: that for groups, if there is one, and
    /// otherwise the other.
    fn chosen_by(&self, outside: &Parallelism, inside: &[Parallelism], shares: bool, code: &mut Code<'b>) -> Chosen {
        let outside = code.product(outside);
        let span = code.span;
        let number = |threshold: u64| int(i64::try_from(threshold).unwrap_or(i64::MAX));
        let threshold = self.thresholds.of(span);
        if threshold > 0 {
            let narrow = code.arith(BinOp::Lt, outside, number(threshold));
            let grouped = shares.then(|| {
                let suffices = self.suffices_for_groups(outside, code);
                code.both(narrow, suffices)
            });
            return Chosen { grouped, narrow };
        }
        let parameter = self.thresholds.parameter(span).map(|place| {
            let threshold = code.shared("threshold", PrimType::I64, Exp::Parameter { span, name: place });
            let unset = code.arith(BinOp::Le, threshold, int(0));
            (code.arith(BinOp::Lt, outside, threshold), unset)
        });
        // The condition for the parallelism inside, where this one is the device's. No number is below a threshold
        // that is not set.
        let tuned = |condition: Atom, code: &mut Code<'b>| match parameter {
            Some((below, unset)) => {
                let condition = code.both(unset, condition);
                code.operator(BinOp::LogOr, PrimType::Bool, below, condition)
            }
            None => condition,
        };
        let capacity = code.shared("capacity", PrimType::I64, Exp::Capacity { span });
        let enough = code.arith(BinOp::Mul, capacity, int(ROUNDS));
        let few = code.arith(BinOp::Lt, outside, enough);
        let products: Vec<Atom> = inside.iter().map(|sizes| code.product(sizes)).collect();
        let largest = products.into_iter().reduce(|a, b| code.arith(BinOp::Max, a, b)).unwrap_or(int(0));
        let large = code.arith(BinOp::Le, int(LEAST_INSIDE), largest);
        let grouped = shares.then(|| {
            let suffices = self.suffices_for_groups(outside, code);
            let few = code.both(few, large);
            let few = tuned(few, code);
            code.both(few, suffices)
        });
        let scaled = code.arith(BinOp::Mul, outside, int(LEAST_RATIO));
        let larger = code.arith(BinOp::Le, scaled, largest);
        let inside = code.both(large, larger);
        let narrow = code.both(few, inside);
        Chosen { grouped, narrow: tuned(narrow, code) }
    }

    /// Whether so many indices outside are enough for groups.
    fn suffices_for_groups(&self, outside: Atom, code: &mut Code<'b>) -> Atom {
        let span = code.span;
        let threshold = self.thresholds.of_groups(span);
        if threshold > 0 {
            return code.arith(BinOp::Le, int(i64::try_from(threshold).unwrap_or(i64::MAX)), outside);
        }
        let capacity = code.shared("capacity", PrimType::I64, Exp::Capacity { span });
        let threads = code.arith(BinOp::Mul, outside, int(GROUP));
        let enough = code.arith(BinOp::Le, capacity, threads);
        let several = code.arith(BinOp::Le, int(LEAST_GROUPS), outside);
        code.both(enough, several)
    }

    /// The version for groups of threads.
    fn group_version(&mut self, stm: &'a Stm<'a>) -> Result<Body<'b>> {
        let code = Code::new(self.arena, stm.span);
        let soac = stm.exp.copy_into(self.arena, &mut Renaming::new(Names::Fresh));
        let Some(Soac { width, arrays, lambda }) = Soac::of(&soac) else { return Err(no_soac()) };
        let (width, lambda) = (self.arena.alloc(width), self.arena.alloc(lambda));
        let exp = Exp::Map { span: stm.span, groups: true, width, arrays, lambda };
        self.inner_version(stm, exp, code)
    }

    /// The version in which `applied` is what a SOAC's function gives: the SOAC of that, unless it is a map.
    fn inner_version(&mut self, stm: &'a Stm<'a>, applied: Exp<'b>, mut code: Code<'b>) -> Result<Body<'b>> {
        let mut exp = applied;
        if !matches!(stm.exp, Exp::Map { .. }) {
            let soac = stm.exp.copy_into(self.arena, &mut Renaming::new(Names::Fresh));
            let Some(Soac { width, lambda, .. }) = Soac::of(&soac) else { return Err(no_soac()) };
            let part = |ty| code.param("part", array_of(&code, width, ty));
            let parts: Vec<Param<'b>> = lambda.rets.iter().map(part).collect();
            code.push(&parts, exp);
            let parts: Vec<Name> = parts.iter().map(|param| param.name).collect();
            exp = with_parts(self.arena, &soac, &parts, identity(self.arena, lambda));
        }
        Ok(code.ending_in(&self.pat(stm)?, exp))
    }

    /// The loop that applies a SOAC's function. Its arrays are allocated by `code`.
    fn applied(&mut self, exp: &'a Exp<'a>, code: &mut Code<'b>) -> Result<Exp<'b>> {
        let (Some(Soac { width, arrays, .. }), Some(lambda)) = (Soac::of(exp), function(exp)) else {
            return Err(no_soac());
        };
        if !self.loops && self.nested == 0 && flat::splits(lambda, &bound_by(lambda)) {
            let results = Flat::split(self.arena, &self.types, (width, arrays), lambda, code);
            let atoms: Vec<Atom> = results.into_iter().map(var).collect();
            return Ok(Exp::Atoms { span: code.span, atoms: self.arena.slice(atoms) });
        }
        let lambda = self.rewrite_lambda(lambda)?;
        let sizes = |array| self.types.get(array).map_or(&[][..], |ty| dims(&ty));
        Ok(map_loop(code, width, arrays, &lambda, sizes))
    }

    /// The SOAC as it is. On a device with few threads, a group is one of them: it keeps histograms whole, whose bins
    /// and values it computes for several elements at once.
    fn outer_version(&mut self, stm: &'a Stm<'a>) -> Result<Body<'b>> {
        let mut exp = stm.exp.copy_into(self.arena, &mut Renaming::new(Names::Fresh));
        if let Exp::Map { groups, .. } = &mut exp {
            *groups |= self.loops && has_histogram(stm.exp) && self.has_groups(stm.exp);
        }
        Ok(Code::new(self.arena, stm.span).ending_in(&self.pat(stm)?, exp))
    }

    /// What a statement binds.
    fn pat(&mut self, stm: &'a Stm<'a>) -> Result<Vec<Param<'b>>> {
        stm.pat.iter().map(|param| self.rewrite_param(param)).collect()
    }
}

/// Whether there is a histogram inside of a SOAC.
fn has_histogram(exp: &Exp<'_>) -> bool {
    struct Finder(bool);
    impl<'a> Visit<'a> for Finder {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            self.0 |= matches!(node, Exp::Hist { .. });
            walk_exp(self, node);
        }
    }
    let mut finder = Finder(false);
    walk_exp(&mut finder, exp);
    finder.0
}

fn no_soac() -> Error {
    Error::internal("a version of no SOAC")
}

/// The function of a SOAC.
fn function<'a>(exp: &Exp<'a>) -> Option<&'a Lambda<'a>> {
    match exp {
        Exp::Map { lambda, .. }
        | Exp::Reduce { lambda, .. }
        | Exp::Scan { lambda, .. }
        | Exp::Scatter { lambda, .. }
        | Exp::Hist { lambda, .. } => Some(lambda),
        _ => None,
    }
}
