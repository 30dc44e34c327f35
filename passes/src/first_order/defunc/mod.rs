//! `defunc`: turns function values into records of their captured variables.
//!
//! - `rules.rs`: figures 5 and 6, rule by rule; start here
//! - `static_value.rs`: static values, which are known before the program runs
//! - `application.rs`: the parts of D-APP: limits, copies of bodies, calls of dynamic functions
//! - `definitions.rs`: definitions that are used as values
//! - `branches.rs`: *Or* (§7): functions that are chosen at run time
//! - `records.rs`: updates of records, and constructors, with functions in them
//! - `recursion.rs`: recursive functions that take functions
//! - `residual.rs`: residual expressions, their patterns and types
//! - `validate.rs`: the rule that the result obeys

mod application;
mod branches;
mod definitions;
mod records;
mod recursion;
mod residual;
mod rules;
mod static_value;
#[cfg(test)]
mod tests;
mod validate;

pub use self::validate::NoFunctionValues;

use self::static_value::{Static, is_order_zero};
use framework::pass::{CountsOf, Run, Transform};
use framework::{FileId, Name, Node, Owned, Result, Span, pass};
use languages::first_order::{self, Arena, Def, Exp, FirstOrder, Lower, Pat, Type};
use languages::mono::{self, Mono};
use languages::prim::PrimType;
use languages::source::prelude::PRELUDE_FOLDER;
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Replaces every function value by a record of the variables that it captures, and every application by the
    /// function's body.
    ///
    ///     let f = \y -> y + a in f 1     becomes     let f = {a = a} in let a' = f.a in let y = 1 in y + a'
    ///
    /// Hovgaard, Henriksen, Elsman: High-Performance Defunctionalisation in Futhark, TFP 2018, figures 5 and 6. The
    /// *static value* of an expression says which function it yields. The restrictions of the type system make it known
    /// at every application, so no branch is introduced. Closures hold free variables only (§3), including sizes
    /// (§5.2). Functions without function parameters or results stay functions and are called (dynamic functions,
    /// §5.3).
    ///
    /// With `--function-branches` a conditional may yield one of several functions (§7). The conditional then gives a
    /// sum of their records, and every application becomes a case on it.
    ///
    ///     let f = if b then \y -> y + a else \y -> y * c in f 1
    ///     becomes
    ///     let f = if b then #left {a = a} else #right {c = c} in if f is #left then (let a' = f.#left.0.a in …) else …
    pub Defunctionalise = "defunc": Mono => FirstOrder {
        ensures: [NoFunctionValues],
        counts: { closures, applications, calls, branches },
    }
}

impl Transform for Defunctionalise {
    fn transform(&self, program: &Owned<Mono>, run: &mut Run<'_, Self>) -> Result<Owned<FirstOrder>> {
        let files = run.sources.iter().filter(|(_, file)| file.name.starts_with(PRELUDE_FOLDER));
        let prelude: FxHashSet<FileId> = files.map(|(id, _)| id).collect();
        Owned::build(|arena| {
            let copies = mono::Arena::default();
            let defs: FxHashMap<Name, &mono::Def> = program.root().defs.iter().map(|def| (name_of(def), def)).collect();
            let takes_itself = |def: &&mono::Def| {
                let mono::Def::Value { name, body, .. } = def;
                !is_dynamic(def) && body.free_names().contains(name)
            };
            let recursive = program.root().defs.iter().filter(takes_itself).map(|def| (name_of(def), def)).collect();
            let mut defunc = Defunc {
                arena,
                copies: &copies,
                defs,
                env: FxHashMap::default(),
                types: FxHashMap::default(),
                done: FxHashMap::default(),
                recursive,
                instances: Vec::new(),
                out: Vec::new(),
                counts: CountsOf::<Defunctionalise>::default(),
                depth: 0,
                copied: 0,
                prelude,
                call: Span::NONE,
            };
            for def in program.root().defs {
                let mono::Def::Value { entry, .. } = def;
                if *entry {
                    defunc.def(def)?;
                }
            }
            run.counts = defunc.counts;
            Ok(first_order::Program { span: program.root().span, defs: arena.slice(defunc.out) })
        })
    }
}

fn name_of(def: &mono::Def<'_>) -> Name {
    let mono::Def::Value { name, .. } = def;
    *name
}

/// Whether a definition is a *dynamic function* (§5.3): its parameters and its result are of order zero.
fn is_dynamic(def: &mono::Def) -> bool {
    let mono::Def::Value { params, ret, .. } = def;
    params.iter().all(|param| is_order_zero(param.ty())) && is_order_zero(ret)
}

/// The place of an application or operation, with its type in `Mono`.
#[derive(Clone, Copy)]
struct Site<'a> {
    span: Span,
    ty: &'a mono::Type<'a>,
}

/// `let`s around an expression, the outermost first.
type Lets<'b> = Vec<(Pat<'b>, Exp<'b>)>;

/// A residual expression with its static value, the result of `⇝`.
type Residual<'a, 'b> = (Exp<'b>, Static<'a>);

struct Defunc<'a, 'b> {
    arena: &'b Arena<'b>,
    /// Copies of functions with fresh names, one for each application.
    copies: &'a mono::Arena<'a>,
    defs: FxHashMap<Name, &'a mono::Def<'a>>,
    /// The environment E. Names are unique, so one table serves all scopes; missing names have the value `Dyn`.
    env: FxHashMap<Name, Static<'a>>,
    /// Types of residual variables.
    types: FxHashMap<Name, &'b Type<'b>>,
    done: FxHashMap<Name, ()>,
    /// The recursive functions that take functions.
    recursive: FxHashMap<Name, &'a mono::Def<'a>>,
    /// Their instances, by the static values of the arguments.
    instances: Vec<(Name, Vec<Static<'a>>, Name)>,
    out: Vec<Def<'b>>,
    counts: CountsOf<Defunctionalise>,
    depth: usize,
    /// The number of nodes copied from functions' bodies so far.
    copied: u64,
    /// The files of the prelude.
    prelude: FxHashSet<FileId>,
    /// The innermost application outside the prelude.
    call: Span,
}

/// The deepest nesting of applications in the bodies of applied functions.
const MAX_DEPTH: usize = 2_000;

/// The largest number of nodes that are copied from functions' bodies. Copies multiply if a function is applied often
/// and applies other functions itself.
const MAX_COPIED: u64 = 5_000_000;

impl<'a, 'b> Defunc<'a, 'b> {
    fn alloc(&self, exp: Exp<'b>) -> &'b Exp<'b> {
        self.arena.alloc(exp)
    }

    fn size_type(&self) -> &'b Type<'b> {
        self.arena.alloc(Type::TypePrim { span: framework::Span::NONE, prim: PrimType::I64 })
    }

    /// Translates a dynamic function and appends it to `out`, after the functions that it calls.
    fn def(&mut self, def: &'a mono::Def<'a>) -> Result<()> {
        let mono::Def::Value { span, name, entry, attrs, doc, sizes, params, ret, body } = def;
        if self.done.insert(*name, ()).is_some() {
            return Ok(());
        }
        let sizes = self.sizes(sizes)?;
        let mut new_params = Vec::new();
        for param in *params {
            let param = self.pattern(param, &Static::Dyn, None)?;
            new_params.push(self.parameter(param));
        }
        let attrs: Result<Vec<_>> = attrs.iter().map(|attr| self.lower_attr(attr)).collect();
        let ret = self.own_type(ret)?;
        let body = self.lower_exp(body)?;
        let value = Def::Value {
            span: *span,
            name: *name,
            entry: *entry,
            attrs: self.arena.slice(attrs?),
            doc: *doc,
            sizes,
            params: self.arena.slice(new_params),
            ret,
            body: self.alloc(body),
        };
        self.out.push(value);
        Ok(())
    }
}
