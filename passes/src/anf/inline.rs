//! `inline`: calls become the bodies of what they call.

use framework::pass::{Context, Report, Transform};
use framework::{Error, Name, Names, Node, Owned, Renaming, Result, SourceMap, Span, Symbol, pass, rules};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Fun, Program, Rewrite, Stm, Visit, default_rewrite_body, default_rewrite_exp,
    default_rewrite_stm, walk_exp,
};
use languages::codes;
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Replaces every call by the callee's body and puts the constants that an entry point needs in front of it.
    ///
    ///     def f (x: i32) = { y = x + 1 in y }   … z = f 2 …     becomes     … y_1 = 2 + 1; z = y_1 …
    ///
    /// Kernels then hold no calls, and what was passed in is known to later passes. Assertions of the callee learn the place of the call, so that
    /// a backtrace is still the chain of calls. Recursive functions are refused.
    pub Inline = "inline": Anf => Anf {
        ensures: [NoCalls],
        counts: { calls },
    }
}

rules! { Anf:
    /// No calls, no constants outside of functions, and no functions but entry points.
    pub NoCalls = "no-calls" by no_calls;
}

impl Transform for Inline {
    fn run(&self, program: &Owned<Anf>, context: &mut Context) -> Result<Owned<Anf>> {
        let mut calls = 0;
        let sources = &context.sources;
        let program = program.root();
        let result = Owned::build(|arena| {
            let bodies = Arena::default();
            let all = program.funs.iter().map(|fun| fun.name).collect();
            let mut inliner =
                Inliner { arena: &bodies, sources, functions: FxHashMap::default(), all, out: Vec::new(), calls: 0 };
            let mut entries = Vec::new();
            for fun in program.funs {
                let fun = inliner.rewrite_fun(fun)?;
                inliner.functions.insert(fun.name, fun);
                if fun.entry.is_some() {
                    entries.push(fun);
                }
            }
            // Constants call functions, and functions use constants, but not in a circle: by now all callees are known.
            let consts = inliner.statements(program.consts)?;
            let mut funs = Vec::new();
            for fun in entries {
                let fun = with_constants(&bodies, &consts, &fun);
                funs.push(fun.copy_into(arena, &mut Renaming::new(Names::Keep)));
            }
            calls = inliner.calls;
            Ok(Program { span: program.span, consts: &[], funs: arena.slice(funs) })
        });
        context.count("calls", calls);
        result
    }
}

/// The function with the constants that it needs, under names of its own.
fn with_constants<'i>(arena: &'i Arena<'i>, consts: &[Stm<'_>], fun: &Fun<'i>) -> Fun<'i> {
    let mut needed: FxHashSet<Name> = fun.body.free_names().into_iter().collect();
    let mut stms = Vec::new();
    for stm in consts.iter().rev() {
        // Checks of a constant that nobody uses are not done either.
        if stm.pat.iter().any(|param| needed.contains(&param.name)) || certifies(stm, &needed) {
            needed.extend(stm.free_names());
            stms.push(stm.copy_into(arena, &mut Renaming::new(Names::Keep)));
        }
    }
    if stms.is_empty() {
        return *fun;
    }
    stms.reverse();
    stms.extend(fun.body.stms);
    let body = Body { stms: arena.slice(stms), ..*fun.body };
    let body = body.copy_into(arena, &mut Renaming::new(Names::Fresh));
    // Parameters are free in the body, so they keep their names.
    Fun { body: arena.alloc(body), ..*fun }
}

/// Whether a statement makes a certificate that is needed.
fn certifies(stm: &Stm<'_>, needed: &FxHashSet<Name>) -> bool {
    matches!(stm.exp, Exp::Assert { .. }) && stm.pat.iter().any(|param| needed.contains(&param.name))
}

struct Inliner<'s, 'i> {
    arena: &'i Arena<'i>,
    sources: &'s SourceMap,
    /// Functions whose own calls are inlined already.
    functions: FxHashMap<Name, Fun<'i>>,
    /// The names of all functions.
    all: FxHashSet<Name>,
    out: Vec<Stm<'i>>,
    calls: u64,
}

impl<'a, 'i> Rewrite<'a, 'i> for Inliner<'_, 'i> {
    fn arena(&self) -> &'i Arena<'i> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'i>> {
        let stms = self.statements(node.stms)?;
        let result = self.arena.slice(node.result.iter().copied());
        Ok(Body { span: node.span, stms: self.arena.slice(stms), result })
    }
}

impl<'i> Inliner<'_, 'i> {
    /// Statements without calls.
    fn statements<'a>(&mut self, stms: &'a [Stm<'a>]) -> Result<Vec<Stm<'i>>> {
        let around = std::mem::take(&mut self.out);
        for stm in stms {
            match stm.exp {
                Exp::Call { func, args, .. } => self.call(stm, *func, args)?,
                _ => {
                    let stm = default_rewrite_stm(self, stm)?;
                    self.out.push(stm);
                }
            }
        }
        Ok(std::mem::replace(&mut self.out, around))
    }

    fn call(&mut self, stm: &Stm<'_>, func: Name, args: &[Atom]) -> Result<()> {
        self.calls += 1;
        let Some(fun) = self.functions.get(&func) else {
            if self.all.contains(&func) {
                return Err(codes::RECURSION
                    .error(stm.span, format!("`{}` is recursive", func.base))
                    .note("recursive functions run in the evaluators of earlier languages only: a `loop` may do"));
            }
            return Err(Error::internal(format!("`{func}` is called before it is defined")).or_at(stm.span));
        };
        let mut renaming = Renaming::new(Names::Fresh);
        for (param, arg) in fun.params.iter().zip(args) {
            renaming = match arg {
                Atom::Var { name, .. } => renaming.rename(param.name, *name),
                // A constant is a scalar, and scalars are used as atoms only.
                Atom::Const { .. } => renaming.replace(param.name, framework::Static(*arg, std::marker::PhantomData)),
            };
        }
        let body = fun.body.copy_into(self.arena, &mut renaming);
        let body = match self.sources.describe(stm.span) {
            None => body,
            Some(place) => {
                let copy = self.arena.alloc(body);
                Trace { arena: self.arena, place: Symbol::new(&place) }.rewrite_body(copy)?
            }
        };
        self.out.extend(body.stms);
        let mut keep = Renaming::new(Names::Keep);
        let pat: Vec<_> = stm.pat.iter().map(|param| param.copy_into(self.arena, &mut keep)).collect();
        let exp = Exp::Atoms { span: stm.span, atoms: body.result };
        self.out.push(Stm {
            span: stm.span,
            pat: self.arena.slice(pat),
            certs: self.arena.slice(stm.certs.iter().copied()),
            exp: self.arena.alloc(exp),
        });
        Ok(())
    }
}

/// Adds a place to the trace of every assertion.
struct Trace<'i> {
    arena: &'i Arena<'i>,
    place: Symbol,
}

impl<'i> Rewrite<'i, 'i> for Trace<'i> {
    fn arena(&self) -> &'i Arena<'i> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'i Body<'i>) -> Result<Body<'i>> {
        default_rewrite_body(self, node)
    }

    fn rewrite_exp(&mut self, node: &'i Exp<'i>) -> Result<Exp<'i>> {
        match node {
            Exp::Assert { span, cond, message, trace } => {
                let trace = trace.iter().copied().chain([self.place]);
                Ok(Exp::Assert { span: *span, cond, message, trace: self.arena.slice(trace) })
            }
            _ => default_rewrite_exp(self, node),
        }
    }
}

fn no_calls(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r>(&'r mut Report);
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            if matches!(node, Exp::Call { .. }) {
                self.0.fail_node(node, "a call is left");
            }
            walk_exp(self, node);
        }
    }
    if let Some(stm) = program.consts.first() {
        report.fail_node(stm, "a constant outside of functions");
    }
    for fun in program.funs {
        report.enter(fun.name);
        if fun.entry.is_none() {
            report.fail(Span::NONE, "no entry point");
        }
        Finder(report).visit_fun(fun);
    }
}
