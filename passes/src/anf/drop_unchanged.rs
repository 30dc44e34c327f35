//! `drop-unchanged`: removes arrays from loops that no iteration changes.

use crate::anf::support::code::{dims, var, variable};
use crate::anf::support::effects::overwritten_params;
use crate::anf::support::known_results::KnownResults;
use crate::anf::support::scalar_functions::called;
use crate::anf::support::summary::Summaries;
use crate::support::holds;
use framework::pass::{Report, Run, Transform};
use framework::{Name, Owned, Result, pass, rules};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Fun, Program, Rewrite, Stm, Type, Visit, default_rewrite_fun, default_rewrite_stm,
};
use rustc_hash::FxHashSet;

pass! {
    /// Removes an array from the parameters of a loop, if no iteration changes it.
    ///
    ///     r, s = loop (a = xs, b = ys) for i < n do { c, d = map (\x y -> (x + 1, y)) a b in (c, d) }
    ///     becomes
    ///     r    = loop (a = xs)         for i < n do { c, d = map (\x y -> (x + 1, y)) a ys in (c) }     and s is ys
    ///
    /// A loop over an array of records often changes some fields, and a function of a map returns the others as they
    /// are: these would be copied in each iteration. `remove-dead` removes the results of maps that nobody needs any
    /// more. And what is read from an array that does not change can move out of the loop.
    ///
    /// The array stays if the loop, or code after it, may overwrite it.
    pub DropUnchanged = "drop-unchanged": Anf => Anf {
        ensures: [NoUnchangedArrays],
        counts: { arrays },
    }
}

rules! { Anf:
    /// No loop passes on an array unchanged, unless it may be overwritten.
    pub NoUnchangedArrays = "no-unchanged-arrays" by no_unchanged_arrays;
}

impl Transform for DropUnchanged {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        if holds(no_unchanged_arrays, program.root()) {
            run.unchanged_if(true);
            return Ok(program.clone());
        }
        Owned::build(|arena| {
            let scratch = Arena::default();
            let mut dropper = Dropper { known: KnownResults::new(&scratch), results: Results::new(program.root()) };
            let dropped = dropper.rewrite_program(program.root())?;
            run.counts.arrays = dropper.known.loops;
            dropper.known.replaced(&dropped, arena)
        })
    }
}

/// The array that an array equals, if the statements copy it: by a copy, or by a map that returns its elements.
fn origin(stms: &[Stm<'_>], resolve: &impl Fn(Atom) -> Atom, array: Atom) -> Option<Name> {
    let name = variable(&resolve(array))?;
    let Some((position, stm)) = stms.iter().enumerate().find(|(_, stm)| stm.pat.iter().any(|to| to.name == name))
    else {
        return Some(name);
    };
    let source = match stm.exp {
        Exp::Copy { array, .. } => Some(*array),
        Exp::Map { arrays, lambda, .. } => {
            let result = stm.pat.iter().position(|to| to.name == name)?;
            let element = origin(lambda.body.stms, resolve, lambda.body.result[result])?;
            lambda.params.iter().position(|param| param.name == element).map(|input| arrays[input])
        }
        _ => None,
    };
    source.map_or(Some(name), |source| origin(&stms[..position], resolve, var(source)))
}

/// For each result of a loop that is an array that no iteration changes, its initial value. `after` has the names in
/// the body around the loop whose arrays may be overwritten.
fn unchanged(stm: &Stm<'_>, resolve: impl Fn(Atom) -> Atom, after: &FxHashSet<Name>) -> Vec<Option<Atom>> {
    let Exp::Loop { params, inits, body, .. } = stm.exp else { return Vec::new() };
    let same = |position: usize| {
        let (param, result) = (&params[position], &stm.pat[position]);
        // Parameters may be sizes of an array.
        let is_fixed = |dim: &Atom| variable(dim).is_none_or(|dim| params.iter().all(|param| param.name != dim));
        matches!(param.ty, Type::Array { .. })
            && dims(param.ty).iter().all(is_fixed)
            && !after.contains(&result.name)
            && !variable(&inits[position]).is_some_and(|init| after.contains(&init))
            && origin(body.stms, &resolve, body.result[position]) == Some(param.name)
    };
    let candidates: Vec<usize> = (0..params.len()).filter(|position| same(*position)).collect();
    // A statement must keep at least one result.
    if candidates.is_empty() || candidates.len() == params.len() {
        return Vec::new();
    }
    let overwritten = overwritten_params(params, body);
    let known = |position: usize| {
        let stays = !candidates.contains(&position) || overwritten.contains(&params[position].name);
        (!stays).then(|| resolve(inits[position]))
    };
    (0..params.len()).map(known).collect()
}

/// Which results of the next body code outside may overwrite: all, if that is not known.
struct Results {
    next: Option<Vec<bool>>,
    /// The functions that the program itself calls.
    called: FxHashSet<Name>,
    summaries: Summaries,
}

impl Results {
    fn new(program: &Program<'_>) -> Results {
        Results { next: None, called: called(program), summaries: Summaries::default() }
    }

    /// Prepares for the body of a function. The results of an entry point are given to the caller.
    fn enter_fun(&mut self, fun: &Fun<'_>) {
        if fun.entry.is_some() && !self.called.contains(&fun.name) {
            self.next = Some(vec![false; fun.body.result.len()]);
        }
    }

    /// The names in a body whose arrays may be overwritten.
    fn overwritten(&mut self, body: &Body<'_>) -> FxHashSet<Name> {
        let results = self.next.take();
        let is_loop = |stm: &Stm<'_>| matches!(stm.exp, Exp::Loop { .. });
        if !body.stms.iter().any(is_loop) {
            return FxHashSet::default();
        }
        let may_be = |position: usize| results.as_ref().is_none_or(|results| results[position]);
        let from_outside = body.result.iter().enumerate().filter(|(position, _)| may_be(*position));
        self.summaries.touched_with(body, from_outside.filter_map(|(_, result)| variable(result)).collect())
    }

    /// Prepares for the body of a statement. A result of a loop's body is overwritten if that of the loop is, or the
    /// parameter that it becomes. The results of the function of a map are copied.
    fn enter(&mut self, stm: &Stm<'_>, overwritten: &FxHashSet<Name>) {
        self.next = match stm.exp {
            Exp::Loop { params, body, .. } => {
                let inside = overwritten_params(params, body);
                let all = params.iter().zip(stm.pat);
                let may_be =
                    all.map(|(param, result)| inside.contains(&param.name) || overwritten.contains(&result.name));
                Some(may_be.collect())
            }
            Exp::Map { lambda, .. } => Some(vec![false; lambda.body.result.len()]),
            _ => None,
        };
    }
}

struct Dropper<'b> {
    known: KnownResults<'b>,
    results: Results,
}

impl<'a, 'b> Rewrite<'a, 'b> for Dropper<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.known.arena
    }

    fn rewrite_fun(&mut self, node: &'a Fun<'a>) -> Result<Fun<'b>> {
        self.results.enter_fun(node);
        default_rewrite_fun(self, node)
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let overwritten = self.results.overwritten(node);
        let mut stms = Vec::new();
        for stm in node.stms {
            self.results.enter(stm, &overwritten);
            // Inner loops come first: what they do not change, the loop around them may not change, either.
            let stm = default_rewrite_stm(self, stm)?;
            let known = unchanged(&stm, |atom| self.known.resolve(atom), &overwritten);
            stms.push(self.known.remove(stm, &known));
        }
        let result = self.arena().slice(node.result.iter().map(|atom| self.known.resolve(*atom)));
        Ok(Body { span: node.span, stms: self.arena().slice(stms), result })
    }
}

fn no_unchanged_arrays(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r>(&'r mut Report, Results);
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_body(&mut self, node: &'a Body<'a>) {
            let overwritten = self.1.overwritten(node);
            for stm in node.stms {
                if unchanged(stm, |atom| atom, &overwritten).iter().any(Option::is_some) {
                    self.0.fail_node(stm, "no iteration changes an array that is a parameter of the loop");
                }
                self.1.enter(stm, &overwritten);
                self.visit_stm(stm);
            }
        }
    }
    let mut finder = Finder(report, Results::new(program));
    for fun in program.funs {
        finder.0.enter(fun.name);
        finder.1.enter_fun(fun);
        finder.visit_fun(fun);
    }
}
