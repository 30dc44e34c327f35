//! `if-convert`: turns small branches into choices between values.

use framework::pass::{Report, Run, Transform};
use framework::{Name, Node, Owned, Result, Span, pass, rules};
use languages::imp::{
    Arena, Exp, Fun, Imp, Op, Program, Rewrite, Stm, Visit, default_rewrite_op, walk_fun, walk_op, walk_stm,
};
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};
use rustc_hash::FxHashSet;

pass! {
    /// Computes both sides of a small branch, and chooses between the values.
    ///
    ///     if c then { var t: i32; t <- x + y; m <- t } else { m <- z }
    ///     becomes
    ///     var t: i32; t <- x + y; m <- select(c, t, z)
    ///
    /// A processor guesses which way a branch goes, and a wrong guess costs more than a few operations; threads of a
    /// GPU wait for each other, and so do the lanes of a vector. A branch is small if it only assigns scalars, by a few
    /// operations that take a cycle and cannot fail. Choices of truth values are operators: `true` or `e` is `c || e`.
    ///
    /// A branch with several results in the operator of a reduction stays: it is easy to guess, as that of a minimum
    /// and its index, where most elements are larger than the smallest one before.
    pub IfConvert = "if-convert": Imp => Imp {
        ensures: [NoSmallBranches],
        counts: { converted },
    }
}

impl Transform for IfConvert {
    fn transform(&self, program: &Owned<Imp>, run: &mut Run<'_, Self>) -> Result<Owned<Imp>> {
        let mut count = 0;
        let result = Owned::build(|arena| {
            let mut conversion = Conversion { arena, in_operator: false, count: 0 };
            let result = conversion.rewrite_program(program.root());
            count = conversion.count;
            result
        })?;
        run.counts.converted = count;
        run.unchanged_if(count == 0);
        Ok(result)
    }
}

rules! { Imp:
    /// No branch only assigns scalars by a few operations that take a cycle, except several scalars in an operator.
    pub NoSmallBranches = "no-small-branches" by no_small_branches;
}

/// A branch that executes so many operations is small, both sides together.
const MOST_OPERATIONS: u32 = 8;
/// A small branch assigns at most so many variables.
const MOST_TARGETS: usize = 4;

/// What a side of a small branch does.
struct Side<'a> {
    /// The variables from outside that it assigns, with their values.
    assigned: Vec<(Name, &'a Exp<'a>)>,
    /// The statements before.
    stms: Vec<Stm<'a>>,
    operations: u32,
}

impl<'a> Side<'a> {
    /// `None` if it does more than to assign scalars, or if the values of variables from outside cannot be computed
    /// at its end.
    fn of(stms: &'a [Stm<'a>]) -> Option<Side<'a>> {
        let mut side = Side { assigned: Vec::new(), stms: Vec::new(), operations: 0 };
        let mut declared = FxHashSet::default();
        for stm in stms {
            match *stm {
                Stm::Decl { name, .. } => {
                    declared.insert(name);
                    side.stms.push(*stm);
                }
                Stm::Assign { name, value, .. } => {
                    side.operations += operations(value)?;
                    let used = value.free_names();
                    let depends = |(target, value): &(Name, &Exp<'_>)| {
                        *target == name || used.contains(target) || value.free_names().contains(&name)
                    };
                    if side.assigned.iter().any(depends) {
                        return None;
                    }
                    match declared.contains(&name) {
                        true => side.stms.push(*stm),
                        false => side.assigned.push((name, value)),
                    }
                }
                _ => return None,
            }
        }
        Some(side)
    }

    fn value(&self, target: Name) -> Option<&'a Exp<'a>> {
        self.assigned.iter().find(|(name, _)| *name == target).map(|(_, value)| *value)
    }
}

/// The number of operations of an expression. `None` if one of them takes more than a few cycles, or cannot be done
/// where the program does not do it.
fn operations(exp: &Exp<'_>) -> Option<u32> {
    use BinOp::{Add, And, Eq, Ge, Gt, Le, LogAnd, LogOr, Lt, Max, Min, Mul, Ne, Or, Sub, Xor};
    let inside = match exp {
        Exp::Const { .. } | Exp::Var { .. } => return Some(0),
        Exp::Bin { op, lhs, rhs, .. } => {
            let is_fast = matches!(
                op,
                Add | Sub | Mul | Min | Max | And | Or | Xor | LogAnd | LogOr | Eq | Ne | Lt | Le | Gt | Ge
            );
            is_fast.then_some(operations(lhs)? + operations(rhs)?)?
        }
        Exp::Un { op, arg, .. } => {
            matches!(op, UnOp::Neg | UnOp::Not | UnOp::Complement | UnOp::Abs).then_some(operations(arg)?)?
        }
        Exp::Convert { from, to, arg, .. } => (!from.is_float() && *to != PrimType::F16).then_some(operations(arg)?)?,
        Exp::Select { cond, yes, no, .. } => operations(cond)? + operations(yes)? + operations(no)?,
        Exp::Tri { .. } | Exp::Capacity { .. } | Exp::Parameter { .. } => return None,
    };
    Some(inside + 1)
}

/// A small branch: its condition and its sides, and the variables that it assigns.
struct Small<'a> {
    cond: &'a Exp<'a>,
    yes: Side<'a>,
    no: Side<'a>,
    targets: Vec<Name>,
}

fn small<'a>(stm: &Stm<'a>, in_operator: bool) -> Option<Small<'a>> {
    let Stm::If { cond, yes, no, .. } = *stm else { return None };
    let (yes, no) = (Side::of(yes)?, Side::of(no)?);
    let mut targets: Vec<Name> = yes.assigned.iter().map(|(name, _)| *name).collect();
    for (name, _) in &no.assigned {
        if !targets.contains(name) {
            targets.push(*name);
        }
    }
    // One choice after the other: none may need what an earlier one has replaced.
    let is_replaced = |exp: &Exp<'_>| exp.free_names().iter().any(|name| targets.contains(name));
    let values = || yes.assigned.iter().chain(&no.assigned).map(|(_, value)| *value);
    if targets.len() > 1 && std::iter::once(cond).chain(values()).any(is_replaced) {
        return None;
    }
    let most = if in_operator { 1 } else { MOST_TARGETS };
    let is_small = yes.operations + no.operations <= MOST_OPERATIONS && (1..=most).contains(&targets.len());
    is_small.then_some(Small { cond, yes, no, targets })
}

fn no_small_branches(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r> {
        report: &'r mut Report,
        in_operator: bool,
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.report.enter(node.name);
            walk_fun(self, node);
        }
        fn visit_op(&mut self, node: &'a Op<'a>) {
            let around = std::mem::replace(&mut self.in_operator, true);
            walk_op(self, node);
            self.in_operator = around;
        }
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            if small(node, self.in_operator).is_some() {
                self.report.fail_node(node, "a small branch");
            }
            walk_stm(self, node);
        }
    }
    Finder { report, in_operator: false }.visit_program(program);
}

struct Conversion<'b> {
    arena: &'b Arena<'b>,
    in_operator: bool,
    count: u64,
}

impl<'b> Conversion<'b> {
    fn choice(&self, span: Span, cond: &'b Exp<'b>, yes: &'b Exp<'b>, no: &'b Exp<'b>) -> Exp<'b> {
        let truth = |exp: &Exp<'_>| match exp {
            Exp::Const { value: PrimValue::Bool(value), .. } => Some(*value),
            _ => None,
        };
        let prim = PrimType::Bool;
        let not = || self.arena.alloc(Exp::Un { span, op: UnOp::Not, prim, arg: cond });
        match (truth(yes), truth(no)) {
            (Some(true), Some(false)) => *cond,
            (Some(false), Some(true)) => *not(),
            (Some(true), _) => Exp::Bin { span, op: BinOp::LogOr, prim, lhs: cond, rhs: no },
            (_, Some(false)) => Exp::Bin { span, op: BinOp::LogAnd, prim, lhs: cond, rhs: yes },
            (Some(false), _) => Exp::Bin { span, op: BinOp::LogAnd, prim, lhs: not(), rhs: no },
            (_, Some(true)) => Exp::Bin { span, op: BinOp::LogOr, prim, lhs: not(), rhs: yes },
            (None, None) => Exp::Select { span, cond, yes, no },
        }
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Conversion<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_op(&mut self, node: &'a Op<'a>) -> Result<Op<'b>> {
        let around = std::mem::replace(&mut self.in_operator, true);
        let op = default_rewrite_op(self, node);
        self.in_operator = around;
        op
    }

    fn extend_stm(&mut self, node: &'a Stm<'a>, out: &mut Vec<Stm<'b>>) -> Result<()> {
        // The branches inside come first, so that the branch around may be small without them.
        let stm = self.rewrite_stm(node)?;
        let Some(Small { cond, yes, no, targets }) = small(&stm, self.in_operator) else {
            out.push(stm);
            return Ok(());
        };
        self.count += 1;
        let span = stm.span();
        out.extend(yes.stms.iter().chain(&no.stms).copied());
        for name in targets {
            let old = self.arena.alloc(Exp::Var { span, name });
            let (yes, no) = (yes.value(name).unwrap_or(old), no.value(name).unwrap_or(old));
            let value = self.arena.alloc(self.choice(span, cond, yes, no));
            out.push(Stm::Assign { span, name, value });
        }
        Ok(())
    }
}
