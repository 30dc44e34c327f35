//! `branch-on-loads`: branches instead of choices where a loop waits for what it reads.

use crate::lanes::support::{each_outside_groups, with_same_group};
use crate::support::holds;
use framework::pass::{Report, Run, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, pass, rules};
use languages::lanes::facts::each_stm;
use languages::lanes::{Arena, Exp, Lanes, Program, Rewrite, Stm, Visit, default_rewrite_stm, walk_stm};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Branches where a loop would wait for an element before it can choose which one to read next.
    ///
    ///     while lo < hi do m <- (lo + hi) / 2; c <- xs[m] < k; lo <- select(c, m + 1, lo); hi <- select(c, hi, m) done
    ///     becomes
    ///     while lo < hi do m <- (lo + hi) / 2; c <- xs[m] < k; if c then lo <- m + 1 else hi <- m fi done
    ///
    /// A processor cannot choose between two values before it knows the condition. Here that takes as long as reading
    /// an element and comparing it, in every iteration, and the next iteration waits for the choice. At a branch, the
    /// processor guesses and goes on with the next iteration at once. A wrong guess costs about as much as the wait, so
    /// even a search in which every other guess is wrong gains.
    ///
    /// Only choices with such a cycle become branches: from the choice to an index, to the element that is read there,
    /// to the condition. A loop that looks for the largest element reads on without waiting. Threads of a device have
    /// no guesses, and groups of lanes choose for each lane.
    pub BranchOnLoads = "branch-on-loads": Lanes => Lanes {
        ensures: [NoAwaitedLoads],
        counts: { choices },
    }
}

impl Transform for BranchOnLoads {
    fn transform(&self, program: &Owned<Lanes>, run: &mut Run<'_, Self>) -> Result<Owned<Lanes>> {
        if holds(no_awaited_loads, program.root()) {
            run.unchanged_if(true);
            return Ok(program.clone());
        }
        Owned::build(|arena| {
            let mut brancher = Brancher { arena, awaited: FxHashSet::default(), choices: 0 };
            let result = brancher.rewrite_program(program.root());
            run.counts.choices = brancher.choices;
            run.unchanged_if(brancher.choices == 0);
            result
        })
    }
}

rules! { Lanes:
    /// No loop waits for an element that it reads before it can choose which one to read next.
    pub NoAwaitedLoads = "no-awaited-loads" by no_awaited_loads;
}

fn no_awaited_loads(program: &Program<'_>, report: &mut Report) {
    each_outside_groups(program, report, |node, report| {
        let (Stm::For { body, .. } | Stm::While { body, .. }) = node else { return };
        for choice in awaited(body) {
            report.fail_node(choice, "a choice that waits for an element, for which the loop needs the last one");
        }
    });
}

/// A choice between two values: the variable that gets it, the condition, and both values.
fn choice<'a>(stm: &Stm<'a>) -> Option<(Name, Name, &'a Exp<'a>, &'a Exp<'a>)> {
    match *stm {
        Stm::Assign { name, value: Exp::Select { cond: Exp::Var { name: cond, .. }, yes, no, .. }, .. } => {
            Some((name, *cond, yes, no))
        }
        _ => None,
    }
}

/// The choices of a loop, but not of those in it.
#[derive(Default)]
struct Choices<'a>(Vec<&'a Stm<'a>>);

impl<'a> Visit<'a> for Choices<'a> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node {
            Stm::For { .. } | Stm::While { .. } => {}
            // The code of the group is its own.
            Stm::Vectors { kernel, .. } => self.visit_stm(kernel),
            _ => {
                self.0.extend(choice(node).map(|_| node));
                walk_stm(self, node);
            }
        }
    }
}

/// The choices of a loop that wait for an element, whose index depends on the choice of an earlier iteration.
fn awaited<'a>(body: &'a [Stm<'a>]) -> Vec<&'a Stm<'a>> {
    let mut choices = Choices::default();
    body.iter().for_each(|stm| choices.visit_stm(stm));
    if choices.0.is_empty() {
        return Vec::new();
    }
    // What is computed from each variable, and whether it is an element at that index. What happens in a branch does
    // not wait for its condition.
    let mut uses: FxHashMap<Name, Vec<(Name, bool)>> = FxHashMap::default();
    let mut reads: Vec<(Name, FxHashSet<Name>)> = Vec::new();
    each_stm(body, &mut |stm| {
        let (name, exp, is_read) = match *stm {
            Stm::Assign { name, value, .. } => (name, value, false),
            Stm::Read { name, index, .. } => (name, index, true),
            _ => return,
        };
        let free = exp.free_names();
        free.iter().for_each(|&used| uses.entry(used).or_default().push((name, is_read)));
        if is_read {
            reads.push((name, free.into_iter().collect()));
        }
    });
    // Few elements are read at an index that depends on what was read there before, and there are fewer reads than
    // choices.
    if !reads.iter().any(|(name, index)| reaches(&uses, *name, |from, _| index.contains(&from))) {
        return Vec::new();
    }
    let waits = |stm: &&Stm<'_>| {
        choice(stm).is_some_and(|(name, cond, ..)| reaches(&uses, name, |from, was_read| from == cond && was_read))
    };
    choices.0.retain(waits);
    choices.0
}

/// Whether something that is computed from a variable satisfies `wanted`, which also gets whether an element has been
/// read on the way there.
fn reaches(uses: &FxHashMap<Name, Vec<(Name, bool)>>, from: Name, wanted: impl Fn(Name, bool) -> bool) -> bool {
    let mut next = vec![(from, false)];
    let mut seen = FxHashSet::default();
    while let Some((from, was_read)) = next.pop() {
        if wanted(from, was_read) {
            return true;
        }
        if seen.insert((from, was_read)) {
            let uses = uses.get(&from).into_iter().flatten();
            next.extend(uses.map(|&(to, is_read)| (to, was_read || is_read)));
        }
    }
    false
}

struct Brancher<'b> {
    arena: &'b Arena<'b>,
    /// The variables whose choices become branches, in the innermost loop around.
    awaited: FxHashSet<Name>,
    choices: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Brancher<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn extend_stm(&mut self, node: &'a Stm<'a>, out: &mut Vec<Stm<'b>>) -> Result<()> {
        let Some((name, cond, yes, no)) = choice(node).filter(|(name, ..)| self.awaited.contains(name)) else {
            out.push(self.rewrite_stm(node)?);
            return Ok(());
        };
        self.choices += 1;
        let span = node.span();
        let (mut then, mut otherwise) = (Vec::new(), Vec::new());
        // Choices on the same condition are one branch.
        if let Some(Stm::If { cond: Exp::Var { name: same, .. }, yes, no, .. }) = out.last()
            && *same == cond
            && yes.iter().chain(*no).all(|stm| matches!(stm, Stm::Assign { name, .. } if *name != cond))
        {
            (then, otherwise) = (yes.to_vec(), no.to_vec());
            out.pop();
        }
        for (side, value) in [(&mut then, yes), (&mut otherwise, no)] {
            if !matches!(value, Exp::Var { name: old, .. } if *old == name) {
                let value = self.arena.alloc(value.copy_into(self.arena, &mut Renaming::new(Names::Keep)));
                side.push(Stm::Assign { span, name, value });
            }
        }
        let cond = self.arena.alloc(Exp::Var { span, name: cond });
        out.push(Stm::If { span, cond, yes: self.arena.slice(then), no: self.arena.slice(otherwise) });
        Ok(())
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        match node {
            Stm::For { body, .. } | Stm::While { body, .. } => {
                let names = awaited(body).into_iter().filter_map(choice).map(|(name, ..)| name).collect();
                let around = std::mem::replace(&mut self.awaited, names);
                let stm = default_rewrite_stm(self, node);
                self.awaited = around;
                stm
            }
            _ => with_same_group(self, node),
        }
    }
}
