//! `differentiate`: computes derivatives.

mod builder;
mod copies;
mod forward;
mod plain;
mod reverse;
mod scalars;
mod varied;

use builder::Builder;
use framework::pass::{CountsOf, Report, Run, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, pass, rules};
use languages::anf::{Anf, Arena, Body, Exp, Fun, Program, Rewrite, Stm, Visit, default_rewrite_stm, walk_exp};
use rustc_hash::FxHashSet;

pass! {
    /// Replaces derivatives by code that computes them.
    ///
    ///     vjp (\x -> x * sin x) x y'
    ///     becomes
    ///     s = sin x; c = cos x; s * y' + x * y' * c
    ///
    /// Forward mode (`jvp`) pairs each variable with its change. Reverse mode (`vjp`) runs the function forward, and
    /// then its statements in opposite order; the functions of SOACs run again on the way back, and loops store their
    /// state in each iteration (Schenck and others, SC'22). Inner derivatives are replaced first, so that outer ones
    /// differentiate their code. A function with a derivative of its own (`with_vjp`) is replaced by that in reverse
    /// mode, and is an ordinary function elsewhere.
    ///
    /// Arrays that the way back still needs are copied before they are overwritten.
    pub Differentiate = "differentiate": Anf => Anf {
        ensures: [NoDerivatives],
        counts: { forward, reverse, copies },
    }
}

rules! { Anf:
    /// Nothing asks for a derivative.
    pub NoDerivatives = "no-derivatives" by no_derivatives;
}

fn no_derivatives(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r>(&'r mut Report);
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.0.enter(node.name);
            self.visit_body(node.body);
        }
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            if is_derivative(node) {
                self.0.fail_node(node, "a derivative that nothing computes");
            }
            walk_exp(self, node);
        }
    }
    Finder(report).visit_program(program);
}

fn is_derivative(exp: &Exp<'_>) -> bool {
    matches!(exp, Exp::Derivative { .. } | Exp::WithAdjoint { .. })
}

/// Whether a program asks for derivatives. Most do not.
fn has_derivatives(program: &Program<'_>) -> bool {
    struct Finder(bool);
    impl<'a> Visit<'a> for Finder {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            self.0 |= is_derivative(node);
            if !self.0 {
                walk_exp(self, node);
            }
        }
    }
    let mut finder = Finder(false);
    finder.visit_program(program);
    finder.0
}

impl Transform for Differentiate {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        if !has_derivatives(program.root()) {
            run.unchanged_if(true);
            return Ok(program.clone());
        }
        let program: &Program<'_> = program.root();
        Owned::build(|arena| {
            let counts = CountsOf::<Differentiate>::default();
            let mut differentiator = Differentiator { builder: Builder::new(arena), inside: 0, changed: false, counts };
            let program = arena.alloc(program.copy_into(arena, &mut Renaming::new(Names::Keep)));
            differentiator.builder.types.visit_program(program);
            let mut funs = Vec::new();
            for fun in program.funs {
                let recursive = fun.body.free_names().contains(&fun.name);
                differentiator.changed = false;
                let mut new = differentiator.rewrite_fun(fun)?;
                if differentiator.changed {
                    let (body, copies) = copies::kept(arena, &new);
                    differentiator.counts.copies += copies;
                    new = Fun { body, ..new };
                }
                differentiator.builder.funs.insert(fun.name, (!recursive).then_some(new));
                funs.push(new);
            }
            let consts: Result<Vec<Stm<'_>>> =
                program.consts.iter().map(|stm| differentiator.rewrite_stm(stm)).collect();
            run.counts = differentiator.counts;
            Ok(Program { consts: arena.slice(consts?), funs: arena.slice(called(&funs)), ..*program })
        })
    }
}

/// The entry points, and the functions that they call.
fn called<'b>(funs: &[Fun<'b>]) -> Vec<Fun<'b>> {
    let mut wanted: FxHashSet<Name> = FxHashSet::default();
    let mut kept = Vec::new();
    for fun in funs.iter().rev() {
        if fun.entry.is_some() || wanted.contains(&fun.name) {
            wanted.extend(fun.body.free_names());
            kept.push(*fun);
        }
    }
    kept.reverse();
    kept
}

struct Differentiator<'b> {
    builder: Builder<'b>,
    /// The number of derivatives around the current code.
    inside: usize,
    /// Whether the current function has derivatives.
    changed: bool,
    counts: CountsOf<Differentiate>,
}

impl<'a, 'b> Rewrite<'a, 'b> for Differentiator<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.builder.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let mut stms = Vec::new();
        for stm in node.stms {
            let derivative = usize::from(matches!(stm.exp, Exp::Derivative { .. }));
            self.inside += derivative;
            let new = default_rewrite_stm(self, stm)?;
            self.inside -= derivative;
            self.statement(&new, &mut stms)?;
        }
        let arena = self.builder.arena;
        let result = arena.slice(node.result.iter().copied());
        Ok(Body { span: node.span, stms: arena.slice(stms), result })
    }
}

impl<'b> Differentiator<'b> {
    /// Adds a statement, whose own nested code has no derivatives any more.
    fn statement(&mut self, stm: &Stm<'b>, out: &mut Vec<Stm<'b>>) -> Result<()> {
        let builder = &mut self.builder;
        (builder.span, builder.certs) = (stm.span, stm.certs);
        let around = builder.open();
        let values = match *stm.exp {
            Exp::Derivative { reverse: true, args, seeds, lambda, .. } => {
                self.counts.reverse += 1;
                reverse::vjp(builder, lambda, args, seeds)?
            }
            Exp::Derivative { reverse: false, args, seeds, lambda, .. } => {
                self.counts.forward += 1;
                forward::jvp(builder, lambda, args, seeds)?
            }
            Exp::WithAdjoint { args, lambda, .. } if self.inside == 0 => builder.applied(lambda, args),
            _ => {
                builder.close(around);
                out.push(*stm);
                return Ok(());
            }
        };
        let mut typed = Vec::new();
        for (param, value) in stm.pat.iter().zip(values) {
            typed.push(builder.at_type(value, *param.ty)?);
        }
        (builder.span, builder.certs) = (stm.span, stm.certs);
        builder.copy(stm.pat, &typed);
        out.extend(builder.close(around));
        self.changed = true;
        Ok(())
    }
}
