//! The meanings of names: scopes of modules, and modules as values.

use framework::{Error, Name, Span, Symbol};
use languages::codes;
use languages::source::{ModExp, ModParam, ModType};
use rustc_hash::FxHashMap;

use super::advice::with_suggestion;
use super::pending::{Kind, Pending};

/// A definition, as its position in the order of elaboration. It comes after its dependencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct DefId(pub usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ModuleId(pub usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SigId(pub usize);

/// The meaning of a name in the name space of terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Term {
    Value(DefId),
    Module(ModuleId),
    /// A name whose definition is wrong. The error has been reported.
    Broken,
}

/// The three name spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Space {
    Term,
    Type,
    ModuleType,
}

impl Space {
    pub fn describe(self) -> &'static str {
        match self {
            Space::Term => "name",
            Space::Type => "type",
            Space::ModuleType => "module type",
        }
    }
}

/// The meaning of a name in any of the name spaces.
#[derive(Debug, Clone, Copy)]
pub(super) enum Meaning {
    Term(Term),
    Type(DefId),
    ModuleType(SigId),
}

impl Meaning {
    pub fn space(self) -> Space {
        match self {
            Meaning::Term(_) => Space::Term,
            Meaning::Type(_) => Space::Type,
            Meaning::ModuleType(_) => Space::ModuleType,
        }
    }
}

/// A place between two declarations of a module. The declarations before it are visible there. Closures of functions,
/// module types and parametric modules keep a place instead of a copy of all names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub scope: usize,
    at: u32,
}

impl Place {
    /// The place before the last declaration that is visible here.
    pub fn before(self) -> Place {
        Place { at: self.at.saturating_sub(1), ..self }
    }
}

/// The declarations of a module so far.
#[derive(Debug, Default)]
struct Scope {
    parent: Option<Place>,
    /// All meanings of each name, in order, each with the number of its declaration.
    names: FxHashMap<(Space, Symbol), Vec<(u32, Meaning)>>,
    declared: u32,
    /// The exported names, in order.
    exports: Vec<(Symbol, Meaning)>,
}

/// The names that a module exports.
#[derive(Debug, Default)]
pub(super) struct Names {
    names: FxHashMap<(Space, Symbol), Meaning>,
    /// The names in order of declaration, without those that later ones hide.
    order: Vec<(Symbol, Meaning)>,
}

impl Names {
    fn new(exports: &[(Symbol, Meaning)]) -> Names {
        let names: FxHashMap<_, _> =
            exports.iter().map(|(name, meaning)| ((meaning.space(), *name), *meaning)).collect();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut order: Vec<_> =
            exports.iter().rev().filter(|(name, meaning)| seen.insert((meaning.space(), *name))).copied().collect();
        order.reverse();
        Names { names, order }
    }

    pub fn get(&self, space: Space, name: Symbol) -> Option<Meaning> {
        self.names.get(&(space, name)).copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = (Symbol, Meaning)> + '_ {
        self.order.iter().copied()
    }
}

/// The value of a module expression.
#[derive(Debug)]
pub(super) enum Module<'s> {
    Structure(Names),
    /// A parametric module. Its body is elaborated anew for each application.
    Functor {
        /// The types of earlier arguments that are sealed in its body.
        sealed: Vec<DefId>,
        params: &'s [ModParam<'s>],
        ret: Option<&'s ModType<'s>>,
        body: &'s ModExp<'s>,
        place: Place,
        file: usize,
    },
    /// A parametric module of which only the module type is known.
    AssumedFunctor {
        param: Option<Name>,
        from: &'s ModType<'s>,
        to: &'s ModType<'s>,
        place: Place,
    },
}

/// A module type and its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sig<'s> {
    pub sig: &'s ModType<'s>,
    pub place: Place,
}

/// The results of elaboration so far.
#[derive(Debug, Default)]
pub(super) struct World<'s> {
    scopes: Vec<Scope>,
    modules: Vec<Module<'s>>,
    sigs: Vec<Sig<'s>>,
    pub defs: Vec<Pending<'s>>,
    /// Whether sizes are checked at run time. If so, every type may have unknown sizes.
    pub dynamic: bool,
    /// Functions of the program's own file that are entry points even if it does not say so.
    pub entry_points: Vec<String>,
}

impl<'s> World<'s> {
    /// A new scope inside another.
    pub fn scope(&mut self, parent: Option<Place>) -> usize {
        self.scopes.push(Scope { parent, ..Scope::default() });
        self.scopes.len() - 1
    }

    /// The place after the last declaration of a scope so far.
    pub fn here(&self, scope: usize) -> Place {
        Place { scope, at: self.scopes[scope].declared }
    }

    /// The place after the next declaration of a scope.
    pub fn after_next(&self, scope: usize) -> Place {
        Place { scope, at: self.scopes[scope].declared + 1 }
    }

    /// Declares a name.
    pub fn declare(&mut self, scope: usize, name: Symbol, meaning: Meaning, exported: bool) {
        let scope = &mut self.scopes[scope];
        scope.names.entry((meaning.space(), name)).or_default().push((scope.declared, meaning));
        scope.declared += 1;
        if exported {
            scope.exports.push((name, meaning));
        }
    }

    /// Declares all names of a module.
    pub fn open(&mut self, scope: usize, module: ModuleId, exported: bool) {
        if let Module::Structure(names) = &self.modules[module.0] {
            let names: Vec<_> = names.iter().collect();
            for (name, meaning) in names {
                self.declare(scope, name, meaning, exported);
            }
        }
    }

    /// Turns a finished scope into a module.
    pub fn close(&mut self, scope: usize) -> ModuleId {
        let names = Names::new(&self.scopes[scope].exports);
        self.module(Module::Structure(names))
    }

    pub fn module(&mut self, module: Module<'s>) -> ModuleId {
        self.modules.push(module);
        ModuleId(self.modules.len() - 1)
    }

    pub fn module_of(&self, id: ModuleId) -> &Module<'s> {
        &self.modules[id.0]
    }

    /// If a module is parametric, records types of earlier arguments that are sealed in its body.
    pub fn keep_sealed(&mut self, module: ModuleId, types: Vec<DefId>) {
        if let Some(Module::Functor { sealed, .. }) = self.modules.get_mut(module.0) {
            *sealed = types;
        }
    }

    /// The names of a module, unless it is parametric.
    pub fn names(&self, id: ModuleId) -> Option<&Names> {
        match &self.modules[id.0] {
            Module::Structure(names) => Some(names),
            Module::Functor { .. } | Module::AssumedFunctor { .. } => None,
        }
    }

    pub fn sig(&mut self, sig: Sig<'s>) -> SigId {
        self.sigs.push(sig);
        SigId(self.sigs.len() - 1)
    }

    pub fn sig_of(&self, id: SigId) -> Sig<'s> {
        self.sigs[id.0]
    }

    pub fn define(&mut self, base: Symbol, span: Span, place: Place, kind: Kind<'s>) -> DefId {
        self.defs.push(Pending::new(base, span, place, kind));
        DefId(self.defs.len() - 1)
    }

    pub fn def(&self, id: DefId) -> &Pending<'s> {
        &self.defs[id.0]
    }

    /// The meaning of a name at a place.
    pub fn lookup(&self, place: Place, space: Space, name: Symbol) -> Option<Meaning> {
        let mut place = Some(place);
        while let Some(Place { scope, at }) = place {
            let scope = &self.scopes[scope];
            if let Some(meanings) = scope.names.get(&(space, name)) {
                let visible = meanings.partition_point(|(declared, _)| *declared < at);
                if let Some((_, meaning)) = visible.checked_sub(1).and_then(|last| meanings.get(last)) {
                    return Some(*meaning);
                }
            }
            place = scope.parent;
        }
        None
    }

    /// The module at a path of names.
    pub fn module_at(&self, place: Place, path: &[Symbol], span: Span) -> Result<ModuleId, Error> {
        let Some((first, rest)) = path.split_first() else {
            return Err(Error::internal("a module path without names"));
        };
        let meaning = self.lookup(place, Space::Term, *first);
        let mut module =
            self.as_module(meaning, *first, span, || self.unknown(place, Space::Term, *first, span, &[]))?;
        for name in rest {
            let meaning = self.member(module, Space::Term, *name, span)?;
            module = self.as_module(Some(meaning), *name, span, || Error::internal("a member without meaning"))?;
        }
        Ok(module)
    }

    fn as_module(
        &self,
        meaning: Option<Meaning>,
        name: Symbol,
        span: Span,
        unknown: impl FnOnce() -> Error,
    ) -> Result<ModuleId, Error> {
        match meaning {
            Some(Meaning::Term(Term::Module(module))) => Ok(module),
            Some(Meaning::Term(Term::Broken)) => Err(already_reported()),
            Some(_) => Err(codes::NOT_A_MODULE.error(span, format!("`{name}` is a value, not a module"))),
            None => Err(unknown()),
        }
    }

    /// The meaning of a name in a module.
    pub fn member(&self, module: ModuleId, space: Space, name: Symbol, span: Span) -> Result<Meaning, Error> {
        let Some(names) = self.names(module) else {
            return Err(codes::PARAMETRIC_MODULE
                .error(span, "a parametric module must be applied before anything in it can be used")
                .note("it takes another module: `module m = p {…}`"));
        };
        names.get(space, name).ok_or_else(|| {
            let error = codes::NO_MEMBER.error(span, format!("the module has no {} `{name}`", space.describe()));
            let known = names.iter().filter(|(_, meaning)| meaning.space() == space).map(|(name, _)| name);
            with_suggestion(error, name, known)
        })
    }

    /// The names that are visible at a place, and the visible modules.
    pub fn visible(&self, place: Place, space: Space) -> (Vec<Symbol>, Vec<(Symbol, Meaning)>) {
        let (mut known, mut modules) = (Vec::new(), Vec::new());
        let mut place = Some(place);
        while let Some(Place { scope, at }) = place {
            let scope = &self.scopes[scope];
            for ((of, name), meanings) in &scope.names {
                let visible = meanings.partition_point(|(declared, _)| *declared < at);
                let Some((_, meaning)) = visible.checked_sub(1).and_then(|last| meanings.get(last)) else { continue };
                if *of == space {
                    known.push(*name);
                }
                if matches!(meaning, Meaning::Term(Term::Module(_))) {
                    modules.push((*name, *meaning));
                }
            }
            place = scope.parent;
        }
        (known, modules)
    }

    /// Where a name is defined that is not visible yet at a place; `Span::NONE` for a module.
    pub fn later(&self, place: Place, space: Space, name: Symbol) -> Option<Span> {
        let mut place = Some(place);
        while let Some(Place { scope, .. }) = place {
            let scope = &self.scopes[scope];
            if let Some((_, meaning)) = scope.names.get(&(space, name)).and_then(|meanings| meanings.first()) {
                return Some(match meaning {
                    Meaning::Term(Term::Value(def)) | Meaning::Type(def) => self.def(*def).span,
                    _ => Span::NONE,
                });
            }
            place = scope.parent;
        }
        None
    }
}

/// Stands for an error that has been reported already.
pub(super) fn already_reported() -> Error {
    Error::user(Span::NONE, "")
}
