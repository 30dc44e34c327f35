//! `inline`: replaces calls by the bodies of the called functions.

mod constants;
mod kept;
#[cfg(test)]
mod tests;
mod trace;

use self::constants::{Item, arguments, in_order, used_constants, with_constants, with_parameters};
use self::kept::Calls;
use self::trace::Trace;
use crate::anf::support::code::{Code, int, scalar, var};
use crate::anf::support::scalar_functions::is_scalar;
use framework::pass::{Report, Run, Transform};
use framework::{Error, Name, Names, Node, Owned, Renaming, Result, SourceMap, Span, Static, Symbol, pass, rules};
use languages::anf::{Anf, Arena, Atom, Body, Exp, Fun, Param, Part, Program, Rewrite, Stm, Type, default_rewrite_stm};
use languages::codes::{self, FailureCode};
use languages::prim::{BinOp, PrimType};
use rustc_hash::{FxHashMap, FxHashSet};
use std::marker::PhantomData;

pass! {
    /// Replaces every call by the callee's body, and puts the constants that a function needs at its start.
    ///
    ///     def f (x: i32) = { y = x + 1 in y }   … z = f 2 …     becomes     … y_1 = 2 + 1; z = y_1 …
    ///
    /// Functions are inlined from the bottom of the call graph up. Before a function is copied to several callers, the
    /// inner steps `inline/simplify` and `inline/remove-dead` clean it up together with everything inlined into it. So
    /// no copy repeats a simplification that needs no arguments. After inlining, later passes know the arguments, and
    /// kernels contain almost no calls. Assertions of the callee record the place of the call, so that a backtrace
    /// still shows the chain of calls.
    ///
    /// Two kinds of functions stay. A recursive function gets an additional parameter that counts the depth of nested
    /// calls; a call that is nested too deeply fails. A function whose copies would make up most of a large program
    /// stays as well, unless a SOAC calls it and it uses arrays: kernels can only call functions of scalars. The
    /// constants that a remaining function needs become parameters. Constants that are known numbers are replaced by
    /// these numbers.
    pub Inline = "inline": Anf => Anf {
        ensures: [OnlyWanted],
        counts: { calls, functions },
    }
}

rules! { Anf:
    /// The program has no constants outside functions. Every function is an entry point or is called.
    pub OnlyWanted = "only-wanted" by only_wanted;
}

/// The largest number of nodes of a function that is simplified on its own. Code of larger functions is simplified in
/// their callers only.
const MAX_SIMPLIFIED: u64 = 20_000;

/// The deepest nesting of recursive calls.
pub const MAX_DEPTH: i64 = languages::run::MAX_DEPTH as i64;

/// The largest number of nodes that are copied in total. Copies multiply if a function is called often and calls other
/// functions itself.
const MAX_COPIED: u64 = 5_000_000;

impl Transform for Inline {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let (mut calls, mut stayed) = (0, 0);
        let sources = run.sources.clone();
        let program = program.root();
        let result = Owned::build(|arena| {
            let bodies = Arena::default();
            let recursive = program.funs.iter().filter(|fun| is_recursive(fun)).map(|fun| fun.name).collect();
            let mut inliner = Inliner {
                clean: &mut |part| run.part(part),
                arena: &bodies,
                sources: &sources,
                calls_of: Calls::of(program, &recursive),
                functions: FxHashMap::default(),
                sizes: FxHashMap::default(),
                copied: 0,
                recursive,
                stay: FxHashMap::default(),
                scalar: FxHashSet::default(),
                consts: Vec::new(),
                values: FxHashMap::default(),
                depth: None,
                out: Vec::new(),
                calls: 0,
            };
            let mut kept = Vec::new();
            for item in in_order(program) {
                match item {
                    Item::Constant(stm) => inliner.constant(stm)?,
                    Item::Function(fun) => {
                        let fun = inliner.finished(fun)?;
                        if fun.entry.is_some() || inliner.stays(fun.name) {
                            kept.push(fun);
                        }
                    }
                }
            }
            // Callers come after their callees.
            let mut funs = Vec::new();
            let mut called: FxHashSet<Name> = FxHashSet::default();
            for fun in kept.iter().rev() {
                if fun.entry.is_some() || called.contains(&fun.name) {
                    let fun = with_constants(&bodies, &inliner.consts, fun);
                    called.extend(fun.body.free_names());
                    funs.push(fun.copy_into(arena, &mut Renaming::new(Names::Keep)));
                }
            }
            funs.reverse();
            calls = inliner.calls;
            stayed = funs.iter().filter(|fun| fun.entry.is_none()).count() as u64;
            let watched = arena.slice(program.watched.iter().copied());
            Ok(Program { span: program.span, watched, consts: &[], funs: arena.slice(funs) })
        });
        run.counts.calls = calls;
        run.counts.functions = stayed;
        result
    }
}

fn is_recursive(fun: &Fun<'_>) -> bool {
    fun.body.free_names().contains(&fun.name)
}

struct Inliner<'s, 'i> {
    /// Cleans up a single function, with the steps that the pipeline has for this.
    clean: &'s mut dyn FnMut(Owned<Anf>) -> Result<Owned<Anf>>,
    arena: &'i Arena<'i>,
    sources: &'s SourceMap,
    calls_of: Calls,
    /// Finished functions, whose own calls have been inlined.
    functions: FxHashMap<Name, Fun<'i>>,
    /// The number of nodes of each finished function.
    sizes: FxHashMap<Name, u64>,
    /// The number of nodes copied so far.
    copied: u64,
    /// The functions that call themselves.
    recursive: FxHashSet<Name>,
    /// The functions that are kept although they could be inlined, with the constants that they take.
    stay: FxHashMap<Name, Vec<Name>>,
    /// The kept functions that kernels can call.
    scalar: FxHashSet<Name>,
    /// The constants so far, with their calls inlined.
    consts: Vec<Stm<'i>>,
    /// The constants that are known numbers.
    values: FxHashMap<Name, Atom>,
    /// The variable with the current depth of calls, inside a recursive function.
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
    /// The statements with their calls inlined.
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

    /// Whether calls of a function stay calls.
    fn stays(&self, fun: Name) -> bool {
        self.recursive.contains(&fun) || self.stay.contains_key(&fun)
    }

    /// The renaming that replaces constants by their numbers, if they are known.
    fn with_values(&self, free: &[Name]) -> Renaming<'i, Static<'i, Atom>> {
        let values = free.iter().filter_map(|name| Some((*name, *self.values.get(name)?)));
        values.fold(Renaming::new(Names::Keep), |renaming, (name, value)| {
            renaming.replace(name, Static(value, PhantomData))
        })
    }

    /// Inlines the calls of the next constant, and adds it to `consts`.
    fn constant(&mut self, stm: &Stm<'_>) -> Result<()> {
        let stm = stm.copy_into(self.arena, &mut self.with_values(&stm.free_names()));
        let stm: &'i Stm<'i> = self.arena.alloc(stm);
        let stms = self.statements(std::slice::from_ref(stm))?;
        let is_scalar = |param: &Param<'_>| matches!(param.ty, Type::Scalar { .. });
        if stm.pat.iter().all(is_scalar) {
            let result = self.arena.slice(stm.pat.iter().map(|param| var(param.name)));
            let body = Body { span: stm.span, stms: self.arena.slice(stms.iter().copied()), result };
            let body = self.arena.alloc(body);
            let name = Name::fresh("constant");
            let results = stm.pat.iter().map(|param| Param { name: param.name.refresh(), ..*param });
            let results = self.arena.slice(results.collect::<Vec<_>>());
            let fun = Fun { span: stm.span, name, entry: None, params: &[], results, body };
            let body = self.simplified(fun)?.body;
            // A body without statements cannot fail.
            if body.stms.is_empty() {
                let known = stm.pat.iter().zip(body.result).filter(|(_, value)| matches!(value, Atom::Const { .. }));
                self.values.extend(known.map(|(param, value)| (param.name, *value)));
            }
        }
        self.consts.extend(stms);
        Ok(())
    }

    /// Simplifies a function on its own. A function that is too large stays unchanged.
    fn simplified(&mut self, fun: Fun<'i>) -> Result<Fun<'i>> {
        if fun.body.size() > MAX_SIMPLIFIED {
            return Ok(fun);
        }
        // Constants become parameters for the time being, so that their types are known.
        let constants = used_constants(&self.consts, &fun);
        let closed = with_parameters(self.arena, &fun, &constants);
        let part = Owned::build(|arena| {
            // It may be called, even if it is an entry point.
            let fun = Fun { entry: None, ..closed.copy_into(arena, &mut Renaming::new(Names::Keep)) };
            Ok(Program { span: fun.span, watched: &[], consts: &[], funs: arena.slice([fun]) })
        })?;
        let part = (self.clean)(part)?;
        let [clean] = part.root().funs else {
            return Err(Error::internal("an inner step of `inline` removed its function").or_at(fun.span));
        };
        let mut renaming = Renaming::new(Names::Keep);
        for (param, constant) in clean.params.iter().zip(&constants) {
            renaming = renaming.rename(param.name, constant.name);
        }
        // Copies part by part. Copying the whole function would keep the names of the parameters.
        let arena = self.arena;
        let own = clean.params.iter().skip(constants.len());
        let params: Vec<_> = own.map(|param| param.copy_into(arena, &mut renaming)).collect();
        let results: Vec<_> = clean.results.iter().map(|result| result.copy_into(arena, &mut renaming)).collect();
        let body = clean.body.copy_into(arena, &mut renaming);
        let (params, results) = (arena.slice(params), arena.slice(results));
        Ok(Fun { span: clean.span, name: clean.name, entry: fun.entry, params, results, body: arena.alloc(body) })
    }

    /// The next function, with its calls inlined. It is ready to be inlined or kept.
    fn finished(&mut self, fun: &Fun<'_>) -> Result<Fun<'i>> {
        let mut fun = self.function(fun)?;
        // Simplify before copying to several callers.
        if self.calls_of.is_repeated(fun.name) {
            fun = self.simplified(fun)?;
        }
        if !self.recursive.contains(&fun.name) && self.calls_of.is_large(&fun) {
            let constants = used_constants(&self.consts, &fun);
            let closed = with_parameters(self.arena, &fun, &constants);
            let scalar = is_scalar(&closed, &self.scalar);
            if scalar || !self.calls_of.is_inside(fun.name) {
                self.stay.insert(fun.name, constants.iter().map(|param| param.name).collect());
                self.scalar.extend(scalar.then_some(fun.name));
                fun = closed;
            }
        }
        self.sizes.insert(fun.name, fun.body.size());
        self.functions.insert(fun.name, fun);
        Ok(fun)
    }

    fn function(&mut self, fun: &Fun<'_>) -> Result<Fun<'i>> {
        let fun = fun.copy_into(self.arena, &mut self.with_values(&fun.free_names()));
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

    /// Keeps a call of a recursive function. Its depth is 0 outside recursive functions. Inside, the depth is one more
    /// than the current depth, and is checked against the limit.
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
                code: FailureCode(&codes::NESTED_CALLS),
                cond: self.arena.alloc(fits),
                message: self.arena.slice([part]),
                trace: self.arena.slice(place.into_iter().collect::<Vec<_>>()),
            };
            code.push(&[cert], exp);
            certs.push(cert.name);
            self.out.extend(code.stms);
        }
        self.push_call(stm, func, args.iter().copied().chain([depth]).collect(), certs);
    }

    /// Keeps a call.
    fn push_call(&mut self, stm: &Stm<'_>, func: Name, args: Vec<Atom>, certs: Vec<Name>) {
        let exp = Exp::Call { span: stm.span, func, args: self.arena.slice(args) };
        let mut keep = Renaming::new(Names::Keep);
        let pat: Vec<_> = stm.pat.iter().map(|param| param.copy_into(self.arena, &mut keep)).collect();
        let (pat, certs) = (self.arena.slice(pat), self.arena.slice(certs));
        self.out.push(Stm { span: stm.span, pat, certs, exp: self.arena.alloc(exp) });
    }

    fn call(&mut self, stm: &Stm<'_>, func: Name, args: &[Atom]) -> Result<()> {
        if self.recursive.contains(&func) {
            self.deeper(stm, func, args);
            return Ok(());
        }
        if let Some(constants) = self.stay.get(&func) {
            let args = arguments(constants).chain(args.iter().copied()).collect();
            self.push_call(stm, func, args, stm.certs.to_vec());
            return Ok(());
        }
        self.calls += 1;
        let (Some(fun), Some(size)) = (self.functions.get(&func), self.sizes.get(&func)) else {
            return Err(Error::internal(format!("`{func}` is called before it is defined")).or_at(stm.span));
        };
        self.copied += size;
        if self.copied > MAX_COPIED {
            return Err(codes::TOO_MUCH_CODE
                .error(stm.span, "this program calls functions in too many places")
                .note("the body of a function is copied to each place where the function is called"));
        }
        let mut renaming = Renaming::new(Names::Fresh);
        for (param, arg) in fun.params.iter().zip(args) {
            renaming = match arg {
                Atom::Var { name, .. } => renaming.rename(param.name, *name),
                // A constant argument is a scalar, and scalars occur as atoms only.
                Atom::Const { .. } => renaming.replace(param.name, Static(*arg, PhantomData)),
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

fn only_wanted(program: &Program<'_>, report: &mut Report) {
    if let Some(stm) = program.consts.first() {
        report.fail_node(stm, "a constant outside functions");
    }
    let mut called: FxHashSet<Name> = FxHashSet::default();
    for fun in program.funs.iter().rev() {
        report.enter(fun.name);
        if fun.entry.is_none() && !called.contains(&fun.name) {
            report.fail(Span::NONE, "neither an entry point nor called");
        }
        called.extend(fun.body.free_names());
    }
}
