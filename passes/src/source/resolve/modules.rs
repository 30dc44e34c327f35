//! Evaluates modules statically: declarations and module expressions.

use framework::{Error, Name, Span, Symbol};
use languages::codes;
use languages::source::{Attr, Dec, ModExp, ModParam, ModType};
use rustc_hash::FxHashMap;

use super::Resolver;
use super::pending::{Kind, PendingValue};
use super::scope::{DefId, Meaning, Module, ModuleId, Place, Sig, Space, Term};
use super::specifications::Target;

/// The context of a declaration.
#[derive(Clone, Default)]
struct Around<'s> {
    local: bool,
    attrs: Vec<&'s Attr<'s>>,
    doc: Option<Symbol>,
}

impl<'s> Resolver<'s> {
    /// Elaborates the declarations of a module. Declarations of the program's own file may be entry points.
    pub(super) fn structure(&mut self, decs: &'s [Dec<'s>], parent: Option<Place>, file: usize, own: bool) -> ModuleId {
        let scope = self.world.scope(parent);
        let mut declared = FxHashMap::default();
        for dec in decs {
            if let Err(error) = self.declaration(dec, scope, file, own, Around::default(), &mut declared) {
                self.report(error);
            }
        }
        self.world.close(scope)
    }

    fn declaration(
        &mut self,
        dec: &'s Dec<'s>,
        scope: usize,
        file: usize,
        own: bool,
        mut around: Around<'s>,
        declared: &mut FxHashMap<(Space, Symbol), Span>,
    ) -> Result<(), Error> {
        // A local definition may hide another.
        let local = around.local;
        let mut once = |space: Space, name: Name, span: Span| match declared.get(&(space, name.base)) {
            _ if local => Ok(()),
            Some(first) => Err(codes::DEFINED_TWICE
                .error(span, format!("duplicate definition of {} `{name}`", space.describe()))
                .related(*first, "previously defined here")),
            None => {
                declared.insert((space, name.base), span);
                Ok(())
            }
        };
        match *dec {
            Dec::Attributed { attr, dec, .. } => {
                around.attrs.push(attr);
                return self.declaration(dec, scope, file, own, around, declared);
            }
            Dec::Documented { doc, dec, .. } => {
                around.doc = Some(doc);
                return self.declaration(dec, scope, file, own, around, declared);
            }
            Dec::Local { dec, .. } => {
                around.local = true;
                return self.declaration(dec, scope, file, own, around, declared);
            }
            Dec::Value { span, entry, name, type_params, params, ret, body } => {
                once(Space::Term, name, span)?;
                if entry && self.nested && !self.world.dynamic {
                    let error = codes::NESTED_ENTRY.error(span, format!("the entry point `{name}` is inside a module"));
                    return Err(error.note("a file can have entry points, but its modules cannot"));
                }
                let text = name.base.as_str();
                let chosen = !self.nested && self.world.entry_points.iter().any(|chosen| chosen == text);
                let entry = own && (entry || text == "main" || chosen);
                let prelude = self.is_prelude(file);
                let Around { attrs, doc, local } = around;
                let instance = self.applied && !prelude;
                let value = PendingValue { entry, prelude, instance, attrs, doc, type_params, params, ret, body };
                // A function is in scope in its own body. A constant is not, nor is a function of an older edition.
                let place = match params.is_empty() || self.world.dynamic {
                    true => self.world.here(scope),
                    false => self.world.after_next(scope),
                };
                let def = self.world.define(name.base, span, place, Kind::Value(Box::new(value)));
                self.world.declare(scope, name.base, Meaning::Term(Term::Value(def)), !local);
                self.wanted_if_own(def, file);
            }
            Dec::Abbreviation { span, name, lifted, type_params, rhs } => {
                once(Space::Type, name, span)?;
                let place = self.world.here(scope);
                // The types of a module parameter may stand for types that are more lifted than the parameter's module
                // type says.
                let kind = Kind::Abbreviation { lifted, given: self.applied, type_params, rhs };
                let def = self.world.define(name.base, span, place, kind);
                self.world.declare(scope, name.base, Meaning::Type(def), !around.local);
                self.wanted_if_own(def, file);
            }
            Dec::Module { span, name, params, sig, body } => {
                once(Space::Term, name, span)?;
                let place = self.world.here(scope);
                let module = match params {
                    [] => self.module_ascribed(body, sig, place, file),
                    _ => self.functor(params, sig, body, place, file),
                };
                let term = match module {
                    Ok(module) => Term::Module(module),
                    Err(error) => {
                        self.report(error);
                        Term::Broken
                    }
                };
                self.world.declare(scope, name.base, Meaning::Term(term), !around.local);
            }
            Dec::ModuleType { span, name, body } => {
                once(Space::ModuleType, name, span)?;
                let place = self.world.here(scope);
                if !self.is_prelude(file) {
                    // A module type is checked even if no module uses it.
                    self.assumed(body, place, file)?;
                }
                let sig = self.world.sig(Sig { sig: body, place });
                self.world.declare(scope, name.base, Meaning::ModuleType(sig), !around.local);
            }
            Dec::Open { span, module } => {
                let place = self.world.here(scope);
                for module in self.opened(module, place, file)? {
                    if self.world.names(module).is_none() {
                        return Err(codes::PARAMETRIC_MODULE.error(span, "a parametric module cannot be opened"));
                    }
                    self.world.open(scope, module, !around.local);
                }
            }
            Dec::Import { span, path } => {
                let module = self.imported(path, file, span)?;
                self.world.open(scope, module, false);
            }
        }
        Ok(())
    }

    /// The modules that a declaration opens. In older editions `open m n` opens two modules if `m` is not parametric.
    fn opened(&mut self, exp: &'s ModExp<'s>, place: Place, file: usize) -> Result<Vec<ModuleId>, Error> {
        let mut parts = Vec::new();
        let mut first = exp;
        while let ModExp::ModApply { func, arg, .. } = *first {
            parts.push(arg);
            first = func;
        }
        if parts.is_empty() || !self.world.dynamic {
            return Ok(vec![self.module_exp(exp, place, file)?]);
        }
        let module = self.module_exp(first, place, file)?;
        if self.world.names(module).is_none() {
            return Ok(vec![self.module_exp(exp, place, file)?]);
        }
        let others = parts.into_iter().rev().map(|part| self.module_exp(part, place, file));
        std::iter::once(Ok(module)).chain(others).collect()
    }

    /// All definitions of the user's files are checked; those of the prelude only if they are needed.
    pub(super) fn wanted_if_own(&mut self, def: DefId, file: usize) {
        if !self.is_prelude(file) {
            self.want(def);
        }
    }

    fn module_ascribed(
        &mut self,
        body: &'s ModExp<'s>,
        sig: Option<&'s ModType<'s>>,
        place: Place,
        file: usize,
    ) -> Result<ModuleId, Error> {
        let module = self.module_exp(body, place, file)?;
        match sig {
            Some(sig) => self.hold_against(sig, place, &[], Target::Sealed(module), file, body.span()),
            None => Ok(module),
        }
    }

    /// Elaborates a parametric module. Its body is checked once, with parameters of which only the module types are
    /// known.
    fn functor(
        &mut self,
        params: &'s [ModParam<'s>],
        ret: Option<&'s ModType<'s>>,
        body: &'s ModExp<'s>,
        place: Place,
        file: usize,
    ) -> Result<ModuleId, Error> {
        let module = self.world.module(Module::Functor { params, ret, body, place, file, sealed: Vec::new() });
        if !self.is_prelude(file)
            && let Some(first) = params.first()
        {
            let argument = self.assumed(first.sig, place, file)?;
            self.bind_parameter(module, argument)?;
        }
        Ok(module)
    }

    /// Evaluates a module expression.
    fn module_exp(&mut self, exp: &'s ModExp<'s>, place: Place, file: usize) -> Result<ModuleId, Error> {
        match *exp {
            ModExp::ModName { span, path } => {
                let module = self.world.module_at(place, path, span)?;
                match self.modules.get(&Symbol::new(super::INTRINSICS)) {
                    Some(intrinsics) if *intrinsics == module && !self.is_prelude(file) => {
                        Err(codes::INTRINSICS_MODULE
                            .error(span, "the 'intrinsics' module may not be used in module expressions"))
                    }
                    _ => Ok(module),
                }
            }
            ModExp::ModAscribe { module, sig, .. } => self.module_ascribed(module, Some(sig), place, file),
            ModExp::ModLambda { param, ret, body, .. } => {
                self.functor(std::slice::from_ref(param), ret, body, place, file)
            }
            ModExp::ModApply { span, func, arg } => {
                let func = self.module_exp(func, place, file)?;
                let arg = self.module_exp(arg, place, file)?;
                self.apply(func, arg, span, file)
            }
            ModExp::ModBody { decs, .. } => {
                let outer = std::mem::replace(&mut self.nested, true);
                let module = self.structure(decs, Some(place), file, false);
                self.nested = outer;
                Ok(module)
            }
            ModExp::ModImport { span, path } => self.imported(path, file, span),
        }
    }

    pub(super) fn apply(&mut self, func: ModuleId, arg: ModuleId, span: Span, file: usize) -> Result<ModuleId, Error> {
        let (sig, place, mut sealed) = match self.world.module_of(func) {
            Module::Structure(_) => return Err(codes::NOT_PARAMETRIC.error(span, "this module is not parametric")),
            Module::Functor { params: [first, ..], place, sealed, .. } => (first.sig, *place, sealed.clone()),
            Module::Functor { .. } => return Err(Error::internal("a parametric module without parameters")),
            Module::AssumedFunctor { from, place, .. } => (*from, *place, Vec::new()),
        };
        let others = std::mem::take(&mut self.sealed);
        let arg = self.hold_against(sig, place, &[], Target::Argument(arg), file, span);
        sealed.extend(std::mem::replace(&mut self.sealed, others));
        self.make_known(&sealed, false, span, place);
        let outer = std::mem::replace(&mut self.applied, true);
        let module = arg.and_then(|arg| self.bind_parameter(func, arg));
        self.applied = outer;
        self.make_known(&sealed, true, span, place);
        if let Ok(module) = module {
            self.world.keep_sealed(module, sealed);
        }
        module
    }

    /// Notes that the definitions of sealed types are known from here on, or that they are not.
    fn make_known(&mut self, types: &[DefId], known: bool, span: Span, place: Place) {
        for ty in types {
            let def = self.world.define(Symbol::new(""), span, place, Kind::Known { ty: *ty, known });
            self.want(def);
        }
    }

    /// Binds the first parameter of a parametric module to `arg`. The result is the body, or a parametric module with
    /// the remaining parameters.
    pub(super) fn bind_parameter(&mut self, func: ModuleId, arg: ModuleId) -> Result<ModuleId, Error> {
        match *self.world.module_of(func) {
            Module::Functor { params: [first, others @ ..], ret, body, place, file, .. } => {
                let scope = self.world.scope(Some(place));
                self.world.declare(scope, first.name.base, Meaning::Term(Term::Module(arg)), false);
                let place = self.world.here(scope);
                match others {
                    [] => self.module_ascribed(body, ret, place, file),
                    _ => self.functor(others, ret, body, place, file),
                }
            }
            Module::AssumedFunctor { param, to, place, .. } => {
                let scope = self.world.scope(Some(place));
                if let Some(param) = param {
                    self.world.declare(scope, param.base, Meaning::Term(Term::Module(arg)), false);
                }
                let place = self.world.here(scope);
                self.assumed(to, place, self.own_file())
            }
            Module::Functor { .. } | Module::Structure(_) => Err(Error::internal("an application of no functor")),
        }
    }

    /// A module of which only the module type is known.
    pub(super) fn assumed(&mut self, sig: &'s ModType<'s>, place: Place, file: usize) -> Result<ModuleId, Error> {
        self.hold_against(sig, place, &[], Target::Assumption, file, sig.span())
    }
}
