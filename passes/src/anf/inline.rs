//! `inline`: calls become the bodies of what they call.

use crate::anf::code::{Code, int, scalar, var};
use crate::anf::egraph::explain::Explainer;
use crate::anf::egraph::rule::WORK;
use crate::anf::remove_dead::live_function;
use crate::anf::simplify::simplified_function;
use framework::pass::{Context, Report, Transform};
use framework::{Error, Name, Names, Node, Owned, Renaming, Result, SourceMap, Span, Symbol, pass, rules};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Fun, Part, Program, Rewrite, Stm, Type, Visit, default_rewrite_body,
    default_rewrite_exp, default_rewrite_stm, walk_exp,
};
use languages::codes;
use languages::prim::{BinOp, PrimType};
use languages::source::prelude::PRELUDE_FOLDER;
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Replaces every call by the callee's body and puts the constants that a function needs in front of it.
    ///
    ///     def f (x: i32) = { y = x + 1 in y }   … z = f 2 …     becomes     … y_1 = 2 + 1; z = y_1 …
    ///
    /// A function is simplified with all that it calls before it is copied itself, so that no copy repeats what is known without its arguments.
    /// Kernels then hold no calls, and what was passed in is known to later passes. Assertions of the callee learn the place of the call, so that
    /// a backtrace is still the chain of calls. Recursive functions stay functions. They get one parameter more, which counts how deep calls
    /// are nested: calls that are nested too deeply fail.
    pub Inline = "inline": Anf => Anf {
        ensures: [OnlyRecursion],
        counts: { calls },
        options: { explain = "off": "`on` notes every statement that rules have changed" },
    }
}

rules! { Anf:
    /// No constants outside of functions, and no functions but entry points and recursive ones.
    pub OnlyRecursion = "only-recursion" by only_recursion;
}

/// Up to how many nodes a function is simplified by itself: what calls it is simplified again, with all that it has become.
const MAX_SIMPLIFIED: u64 = 20_000;

/// How deep recursive calls may be nested.
pub const MAX_DEPTH: i64 = languages::run::MAX_DEPTH as i64;

/// How many nodes of functions' bodies are copied at most: calls in functions that are called often multiply.
const MAX_COPIED: u64 = 5_000_000;

impl Transform for Inline {
    fn run(&self, program: &Owned<Anf>, context: &mut Context) -> Result<Owned<Anf>> {
        let mut calls = 0;
        let mut explainer = Explainer::new(context);
        let sources = &context.sources;
        let program = program.root();
        let result = Owned::build(|arena| {
            let bodies = Arena::default();
            let recursive = program.funs.iter().filter(|fun| is_recursive(fun)).map(|fun| fun.name).collect();
            let mut inliner = Inliner {
                arena: &bodies,
                sources,
                functions: FxHashMap::default(),
                sizes: FxHashMap::default(),
                copied: 0,
                recursive,
                depth: None,
                out: Vec::new(),
                calls: 0,
            };
            let calls_of = calls_of(program);
            let mut work = WORK;
            let mut kept = Vec::new();
            for fun in program.funs {
                let mut fun = inliner.function(fun)?;
                // Before it is copied to several places.
                let repeated = calls_of.get(&fun.name).is_some_and(|calls| *calls > 1);
                if repeated && fun.body.size() <= MAX_SIMPLIFIED {
                    fun = simplified_function(&bodies, bodies.alloc(fun), program.consts, &mut work, &mut explainer)?;
                    fun = live_function(&bodies, bodies.alloc(fun))?;
                }
                inliner.functions.insert(fun.name, fun);
                inliner.sizes.insert(fun.name, fun.body.size());
                if fun.entry.is_some() || inliner.recursive.contains(&fun.name) {
                    kept.push(fun);
                }
            }
            // Constants call functions, and functions use constants, but not in a circle: by now all callees are known.
            let consts = inliner.statements(program.consts)?;
            // Callers come after what they call.
            let mut funs = Vec::new();
            let mut called: FxHashSet<Name> = FxHashSet::default();
            for fun in kept.iter().rev() {
                if fun.entry.is_some() || called.contains(&fun.name) {
                    let fun = with_constants(&bodies, &consts, fun);
                    called.extend(fun.body.free_names());
                    funs.push(fun.copy_into(arena, &mut Renaming::new(Names::Keep)));
                }
            }
            funs.reverse();
            calls = inliner.calls;
            Ok(Program { span: program.span, consts: &[], funs: arena.slice(funs) })
        });
        explainer.finish(context);
        context.count("calls", calls);
        result
    }
}

/// How often each function is called in the text of the program.
fn calls_of(program: &Program<'_>) -> FxHashMap<Name, usize> {
    struct Counter(FxHashMap<Name, usize>);
    impl<'a> Visit<'a> for Counter {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            if let Exp::Call { func, .. } = node {
                *self.0.entry(*func).or_default() += 1;
            }
            walk_exp(self, node);
        }
    }
    let mut counter = Counter(FxHashMap::default());
    counter.visit_program(program);
    counter.0
}

fn is_recursive(fun: &Fun<'_>) -> bool {
    fun.body.free_names().contains(&fun.name)
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
    /// How many nodes they have.
    sizes: FxHashMap<Name, u64>,
    /// How many nodes were copied.
    copied: u64,
    /// The functions that call themselves.
    recursive: FxHashSet<Name>,
    /// How deep the calls are nested, in a function that calls itself.
    depth: Option<Name>,
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

    fn function(&mut self, fun: &Fun<'_>) -> Result<Fun<'i>> {
        let fun = fun.copy_into(self.arena, &mut Renaming::new(Names::Keep));
        let fun: &'i Fun<'i> = self.arena.alloc(fun);
        if !self.recursive.contains(&fun.name) {
            return self.rewrite_fun(fun);
        }
        let depth = Code::new(self.arena, fun.span).param("depth", scalar(PrimType::I64));
        self.depth = Some(depth.name);
        let new = self.rewrite_fun(fun);
        self.depth = None;
        let new = new?;
        let params = new.params.iter().copied().chain([depth]);
        Ok(Fun { params: self.arena.slice(params.collect::<Vec<_>>()), ..new })
    }

    /// A call that stays: from outside of recursive functions at depth 0, and in them deeper, if that is allowed.
    fn deeper(&mut self, stm: &Stm<'_>, func: Name, args: &[Atom]) {
        let span = stm.span;
        let mut certs = stm.certs.to_vec();
        let mut depth = int(0);
        if let Some(here) = self.depth {
            let mut code = Code::new(self.arena, span);
            depth = code.binary("depth", BinOp::Add, PrimType::I64, var(here), int(1));
            let fits = code.binary("fits", BinOp::Lt, PrimType::I64, depth, int(MAX_DEPTH));
            let text = format!("Calls of `{}` are nested more than {MAX_DEPTH} deep.", func.base);
            let part = Part::Literal { span, text: Symbol::new(&text) };
            let place = self.sources.describe(span).map(|place| Symbol::new(&place));
            let cert = code.param("cert", Type::Cert { span });
            let exp = Exp::Assert {
                span,
                cond: self.arena.alloc(fits),
                message: self.arena.slice([part]),
                trace: self.arena.slice(place.into_iter().collect::<Vec<_>>()),
            };
            code.push(&[cert], exp);
            certs.push(cert.name);
            self.out.extend(code.stms);
        }
        let args = args.iter().copied().chain([depth]);
        let exp = Exp::Call { span, func, args: self.arena.slice(args.collect::<Vec<_>>()) };
        let mut keep = Renaming::new(Names::Keep);
        let pat: Vec<_> = stm.pat.iter().map(|param| param.copy_into(self.arena, &mut keep)).collect();
        let (pat, certs) = (self.arena.slice(pat), self.arena.slice(certs));
        self.out.push(Stm { span, pat, certs, exp: self.arena.alloc(exp) });
    }

    fn call(&mut self, stm: &Stm<'_>, func: Name, args: &[Atom]) -> Result<()> {
        if self.recursive.contains(&func) {
            self.deeper(stm, func, args);
            return Ok(());
        }
        self.calls += 1;
        let (Some(fun), Some(size)) = (self.functions.get(&func), self.sizes.get(&func)) else {
            return Err(Error::internal(format!("`{func}` is called before it is defined")).or_at(stm.span));
        };
        self.copied += size;
        if self.copied > MAX_COPIED {
            return Err(codes::TOO_MUCH_CODE
                .error(stm.span, "the functions of this program call each other too often")
                .note("the body of a function is copied to each place where the function is called"));
        }
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
                let place = Symbol::new(&place);
                Trace { arena: self.arena, sources: self.sources, span: stm.span, place }.rewrite_body(copy)?
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

/// Adds the place of a call to the trace of every assertion. To statements of the prelude it is their place: users know no other.
struct Trace<'s, 'i> {
    arena: &'i Arena<'i>,
    sources: &'s SourceMap,
    span: Span,
    place: Symbol,
}

impl<'i> Rewrite<'i, 'i> for Trace<'_, 'i> {
    fn arena(&self) -> &'i Arena<'i> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'i Body<'i>) -> Result<Body<'i>> {
        default_rewrite_body(self, node)
    }

    fn rewrite_stm(&mut self, node: &'i Stm<'i>) -> Result<Stm<'i>> {
        let of_prelude = self.sources.get(node.span.file).is_some_and(|file| file.name.starts_with(PRELUDE_FOLDER));
        let stm = default_rewrite_stm(self, node)?;
        Ok(if of_prelude { Stm { span: self.span, ..stm } } else { stm })
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

fn only_recursion(program: &Program<'_>, report: &mut Report) {
    if let Some(stm) = program.consts.first() {
        report.fail_node(stm, "a constant outside of functions");
    }
    for fun in program.funs {
        report.enter(fun.name);
        if fun.entry.is_none() && !is_recursive(fun) {
            report.fail(Span::NONE, "neither an entry point nor recursive");
        }
    }
}
