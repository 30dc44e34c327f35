//! The accumulators of streams.

use super::{Atom, Body, Exp, Fun, Lambda, Program, Stm, Visit, walk_exp};
use framework::pass::Report;
use framework::{Name, Node};
use rustc_hash::{FxHashMap, FxHashSet};

/// All names of the accumulators in a stream's function, if it threads them: it only accumulates to them all together,
/// passes them through branches and loops, and returns each at its own position. `inputs` is the number of the stream's
/// inputs.
pub fn accumulators(lambda: &Lambda<'_>, inputs: usize) -> Option<FxHashSet<Name>> {
    let accs = lambda.params.iter().skip(inputs).enumerate();
    let positions: FxHashMap<Name, usize> = accs.map(|(position, acc)| (acc.name, position)).collect();
    let all: Vec<Option<usize>> = (0..positions.len()).map(Some).collect();
    let mut threads = Threads { positions, all };
    (threads.body(lambda.body)? == threads.all).then(|| threads.positions.into_keys().collect())
}

struct Threads {
    /// For each name of an accumulator, its position among the stream's accumulators.
    positions: FxHashMap<Name, usize>,
    /// The positions of all accumulators, in order.
    all: Vec<Option<usize>>,
}

impl Threads {
    fn of(&self, atom: &Atom) -> Option<usize> {
        match atom {
            Atom::Var { name, .. } => self.positions.get(name).copied(),
            Atom::Const { .. } => None,
        }
    }

    /// For each result of a body, the accumulator that it is. `None` if the body uses an accumulator otherwise.
    fn body(&mut self, body: &Body<'_>) -> Option<Vec<Option<usize>>> {
        body.stms.iter().try_for_each(|stm| self.stm(stm))?;
        Some(body.result.iter().map(|atom| self.of(atom)).collect())
    }

    fn stm(&mut self, stm: &Stm<'_>) -> Option<()> {
        let results = match stm.exp {
            Exp::Atoms { atoms, .. } => atoms.iter().map(|atom| self.of(atom)).collect(),
            Exp::Accumulate { dests, values, lambda, .. } => {
                let mut inside = lambda.iter().flat_map(|lambda| lambda.free_names());
                if values.iter().any(|value| self.of(value).is_some()) || inside.any(|name| self.is(name)) {
                    return None;
                }
                let dests: Vec<_> = dests.iter().map(|dest| self.positions.get(dest).copied()).collect();
                if dests != self.all && dests.iter().any(Option::is_some) {
                    return None;
                }
                dests
            }
            Exp::If { yes, no, .. } => {
                let (yes, no) = (self.body(yes)?, self.body(no)?);
                if yes != no {
                    return None;
                }
                yes
            }
            Exp::Loop { params, inits, body, .. } => {
                let starts: Vec<Option<usize>> = inits.iter().map(|init| self.of(init)).collect();
                self.bind(params.iter().map(|param| param.name), &starts);
                if self.body(body)? != starts {
                    return None;
                }
                starts
            }
            exp if exp.free_names().into_iter().any(|name| self.is(name)) => return None,
            _ => Vec::new(),
        };
        self.bind(stm.pat.iter().map(|param| param.name), &results);
        Some(())
    }

    fn is(&self, name: Name) -> bool {
        self.positions.contains_key(&name)
    }

    fn bind(&mut self, names: impl Iterator<Item = Name>, values: &[Option<usize>]) {
        self.positions.extend(names.zip(values).filter_map(|(name, value)| value.map(|value| (name, value))));
    }
}

/// Reports streams that do not thread their accumulators, and other arrays to which a program accumulates.
pub fn threaded(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r> {
        report: &'r mut Report,
        /// The names of accumulators so far.
        accs: FxHashSet<Name>,
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.report.enter(node.name);
            self.visit_body(node.body);
        }
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            match node {
                Exp::Stream { arrays, lambda, .. } => match accumulators(lambda, arrays.len()) {
                    Some(accs) => self.accs.extend(accs),
                    None => self.report.fail_node(node, "a stream whose function does more than accumulate"),
                },
                Exp::Accumulate { dests, .. } => {
                    for dest in dests.iter().filter(|dest| !self.accs.contains(dest)) {
                        self.report.fail_node(node, format!("`{dest}` is no accumulator"));
                    }
                }
                _ => {}
            }
            walk_exp(self, node);
        }
    }
    Finder { report, accs: FxHashSet::default() }.visit_program(program);
}
