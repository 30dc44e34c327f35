//! The static evaluation of modules: declarations, module expressions, and module types as what they ask of a module.

use framework::{Error, Name, Span, Symbol};
use languages::source::{Attr, Dec, Liftedness, ModExp, ModParam, ModType, Spec, Type, TypeParam};
use rustc_hash::FxHashMap;

use super::Resolver;
use super::scope::{DefId, Kind, Meaning, Module, ModuleId, PendingValue, Place, Sig, Space, Term, already_reported};

/// What is known about a declaration from what stands around it.
#[derive(Clone, Default)]
struct Around<'s> {
    local: bool,
    attrs: Vec<&'s Attr<'s>>,
    doc: Option<Symbol>,
}

/// `with t = u`: what the type at a path must be.
#[derive(Clone, Copy)]
struct Refinement<'s> {
    path: &'s [Symbol],
    type_params: &'s [TypeParam],
    ty: &'s Type<'s>,
    place: Place,
    span: Span,
}

/// What a module type is held against.
#[derive(Clone, Copy)]
enum Target {
    /// A module that must have all that it asks for, and of which nothing else is known from then on.
    Sealed(ModuleId),
    /// A module that must have all that it asks for: the argument of a parametric module, whose types stay known.
    Argument(ModuleId),
    /// Nothing: what it asks for is made up.
    Assumption,
}

impl Target {
    fn module(self) -> Option<ModuleId> {
        match self {
            Target::Sealed(module) | Target::Argument(module) => Some(module),
            Target::Assumption => None,
        }
    }
}

impl<'s> Resolver<'s> {
    /// Elaborates the declarations of a module. Those of the program's own file may be entry points.
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
        let mut once = |space: Space, name: Name, span: Span| match declared.insert((space, name.base), span) {
            Some(first) => Err(Error::user(span, format!("the {} `{name}` is defined twice", space.describe()))
                .related(first, "it is first defined here")),
            None => Ok(()),
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
                let entry = own && (entry || name.base.as_str() == "main");
                let prelude = self.is_prelude(file);
                let Around { attrs, doc, local } = around;
                let value = PendingValue { entry, prelude, attrs, doc, type_params, params, ret, body };
                // A function is in scope of itself; a constant is not.
                let place = match params {
                    [] => self.world.here(scope),
                    _ => self.world.after_next(scope),
                };
                let def = self.world.define(name.base, span, place, Kind::Value(Box::new(value)));
                self.world.declare(scope, name.base, Meaning::Term(Term::Value(def)), !local);
                self.wanted_if_own(def, file);
            }
            Dec::Abbreviation { span, name, lifted, type_params, rhs } => {
                once(Space::Type, name, span)?;
                let place = self.world.here(scope);
                let def = self.world.define(name.base, span, place, Kind::Abbreviation { lifted, type_params, rhs });
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
                    // What it says is checked even if nothing uses it.
                    self.assumed(body, place, file)?;
                }
                let sig = self.world.sig(Sig { sig: body, place });
                self.world.declare(scope, name.base, Meaning::ModuleType(sig), !around.local);
            }
            Dec::Open { span, module } => {
                let place = self.world.here(scope);
                let module = self.module_exp(module, place, file)?;
                if self.world.names(module).is_none() {
                    return Err(Error::user(span, "a parametric module cannot be opened"));
                }
                self.world.open(scope, module, !around.local);
            }
            Dec::Import { span, path } => {
                let module = self.imported(path, file, span)?;
                self.world.open(scope, module, false);
            }
        }
        Ok(())
    }

    /// The definitions of the user's files are all checked; those of the prelude only if something needs them.
    fn wanted_if_own(&mut self, def: DefId, file: usize) {
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

    /// A parametric module. Its body is checked once with parameters of which only the types are known.
    fn functor(
        &mut self,
        params: &'s [ModParam<'s>],
        ret: Option<&'s ModType<'s>>,
        body: &'s ModExp<'s>,
        place: Place,
        file: usize,
    ) -> Result<ModuleId, Error> {
        let module = self.world.module(Module::Functor { params, ret, body, place, file });
        if !self.is_prelude(file)
            && let Some(first) = params.first()
        {
            let argument = self.assumed(first.sig, place, file)?;
            self.bind_parameter(module, argument)?;
        }
        Ok(module)
    }

    /// A module expression's value.
    fn module_exp(&mut self, exp: &'s ModExp<'s>, place: Place, file: usize) -> Result<ModuleId, Error> {
        match *exp {
            ModExp::ModName { span, path } => self.world.module_at(place, path, span),
            ModExp::ModAscribe { module, sig, .. } => self.module_ascribed(module, Some(sig), place, file),
            ModExp::ModLambda { param, ret, body, .. } => {
                self.functor(std::slice::from_ref(param), ret, body, place, file)
            }
            ModExp::ModApply { span, func, arg } => {
                let func = self.module_exp(func, place, file)?;
                let arg = self.module_exp(arg, place, file)?;
                self.apply(func, arg, span, file)
            }
            ModExp::ModBody { decs, .. } => Ok(self.structure(decs, Some(place), file, false)),
            ModExp::ModImport { span, path } => self.imported(path, file, span),
        }
    }

    fn apply(&mut self, func: ModuleId, arg: ModuleId, span: Span, file: usize) -> Result<ModuleId, Error> {
        let (sig, place) = match *self.world.module_of(func) {
            Module::Structure(_) => return Err(Error::user(span, "this module is not parametric")),
            Module::Functor { params: [first, ..], place, .. } => (first.sig, place),
            Module::Functor { .. } => return Err(Error::internal("a parametric module without parameters")),
            Module::AssumedFunctor { from, place, .. } => (from, place),
        };
        let arg = self.hold_against(sig, place, &[], Target::Argument(arg), file, span)?;
        self.bind_parameter(func, arg)
    }

    /// The body of a parametric module, its first parameter being `arg`.
    fn bind_parameter(&mut self, func: ModuleId, arg: ModuleId) -> Result<ModuleId, Error> {
        match *self.world.module_of(func) {
            Module::Functor { params: [first, others @ ..], ret, body, place, file } => {
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

    /// A module of which only the type is known.
    fn assumed(&mut self, sig: &'s ModType<'s>, place: Place, file: usize) -> Result<ModuleId, Error> {
        self.hold_against(sig, place, &[], Target::Assumption, file, sig.span())
    }

    /// The module with only what the module type asks for.
    fn hold_against(
        &mut self,
        sig: &'s ModType<'s>,
        place: Place,
        refinements: &[Refinement<'s>],
        target: Target,
        file: usize,
        span: Span,
    ) -> Result<ModuleId, Error> {
        match *sig {
            ModType::SigName { span: at, path } => {
                let Sig { sig, place } = self.module_type(place, path, at)?;
                self.hold_against(sig, place, refinements, target, file, span)
            }
            ModType::SigWith { span: at, base, path, type_params, ty } => {
                let refinement = Refinement { path, type_params, ty, place, span: at };
                // The one that was written first counts.
                let all: Vec<_> = std::iter::once(refinement).chain(refinements.iter().copied()).collect();
                self.hold_against(base, place, &all, target, file, span)
            }
            ModType::SigArrow { param, from, to, .. } => match target.module() {
                None => Ok(self.world.module(Module::AssumedFunctor { param, from, to, place })),
                Some(module) if self.world.names(module).is_none() => Ok(module),
                Some(_) => Err(Error::user(span, "this module should be parametric")),
            },
            ModType::Sig { specs, span: at } => {
                if let Some(module) = target.module()
                    && self.world.names(module).is_none()
                {
                    return Err(Error::user(
                        span,
                        "this module is parametric, but a module type asks for one that is not",
                    ));
                }
                let scope = self.world.scope(Some(place));
                let mut used = vec![false; refinements.len()];
                let mut specified = FxHashMap::default();
                for spec in specs {
                    self.specification(spec, scope, refinements, &mut used, target, file, span, &mut specified)?;
                }
                if let Some((refinement, _)) = refinements.iter().zip(&used).find(|(_, used)| !**used) {
                    let name = refinement.path.last().copied().unwrap_or(Symbol::new(""));
                    let problem = format!("the module type has no type `{name}` to be given by `with`");
                    return Err(Error::user(refinement.span.or(at), problem));
                }
                Ok(self.world.close(scope))
            }
        }
    }

    /// The module type that a path names.
    fn module_type(&self, place: Place, path: &[Symbol], span: Span) -> Result<Sig<'s>, Error> {
        let Some((name, modules)) = path.split_last() else {
            return Err(Error::internal("a module type without a name"));
        };
        let meaning = match modules {
            [] => self
                .world
                .lookup(place, Space::ModuleType, *name)
                .ok_or_else(|| self.world.unknown(place, Space::ModuleType, *name, span, &[]))?,
            _ => {
                let module = self.world.module_at(place, modules, span)?;
                self.world.member(module, Space::ModuleType, *name, span)?
            }
        };
        match meaning {
            Meaning::ModuleType(sig) => Ok(self.world.sig_of(sig)),
            Meaning::Term(_) | Meaning::Type(_) => Err(Error::internal("a module type in another name space")),
        }
    }

    /// Declares in `scope` what one specification asks for.
    #[allow(clippy::too_many_arguments)]
    fn specification(
        &mut self,
        spec: &'s Spec<'s>,
        scope: usize,
        refinements: &[Refinement<'s>],
        used: &mut [bool],
        target: Target,
        file: usize,
        at: Span,
        specified: &mut FxHashMap<(Space, Symbol), Span>,
    ) -> Result<(), Error> {
        let place = self.world.here(scope);
        let mut once = |space: Space, name: Name, span: Span| match specified.insert((space, name.base), span) {
            Some(first) => Err(Error::user(span, format!("the {} `{name}` is specified twice", space.describe()))
                .related(first, "it is first specified here")),
            None => Ok(()),
        };
        match *spec {
            Spec::SpecAttributed { spec, .. } | Spec::SpecDocumented { spec, .. } => {
                self.specification(spec, scope, refinements, used, target, file, at, specified)
            }
            Spec::SpecInclude { sig, .. } => {
                // Each refinement of the whole may be one of the included part.
                let mut applied = Vec::new();
                for (refinement, used) in refinements.iter().zip(used.iter_mut()) {
                    if self.specifies(sig, place, refinement.path)? {
                        applied.push(*refinement);
                        *used = true;
                    }
                }
                let included = self.hold_against(sig, place, &applied, target, file, at)?;
                self.world.open(scope, included, true);
                Ok(())
            }
            Spec::SpecType { span, name, lifted, type_params } => {
                once(Space::Type, name, span)?;
                let refinement = refinements.iter().position(|refinement| refinement.path == [name.base]);
                let kind = match refinement.and_then(|index| refinements.get(index)) {
                    Some(with) => {
                        for (used, refinement) in used.iter_mut().zip(refinements) {
                            *used |= refinement.path == [name.base];
                        }
                        // A type that is given may be as lifted as its parameters.
                        let lifted = with.type_params.iter().fold(lifted, |lifted, param| match param {
                            TypeParam::TypeParamNamed { lifted: own, .. } => lifted.max(*own),
                            TypeParam::SizeParam { .. } => lifted,
                        });
                        (with.place, Kind::Abbreviation { lifted, type_params: with.type_params, rhs: with.ty })
                    }
                    None => (place, Kind::Abstract { lifted, type_params }),
                };
                self.specified_type(name, span, kind, scope, target, file, at)
            }
            Spec::SpecAbbreviation { span, name, lifted, type_params, rhs } => {
                once(Space::Type, name, span)?;
                let kind = Kind::Abbreviation { lifted, type_params, rhs };
                self.specified_type(name, span, (place, kind), scope, target, file, at)
            }
            Spec::SpecModule { span, name, sig } => {
                once(Space::Term, name, span)?;
                let mut inner = Vec::new();
                for (refinement, used) in refinements.iter().zip(used.iter_mut()) {
                    if let [first, rest @ ..] = refinement.path
                        && *first == name.base
                        && !rest.is_empty()
                    {
                        *used = true;
                        inner.push(Refinement { path: rest, ..*refinement });
                    }
                }
                let target = match target.module() {
                    None => Target::Assumption,
                    Some(module) => match (self.world.member(module, Space::Term, name.base, at)?, target) {
                        (Meaning::Term(Term::Module(module)), Target::Sealed(_)) => Target::Sealed(module),
                        (Meaning::Term(Term::Module(module)), _) => Target::Argument(module),
                        (Meaning::Term(Term::Broken), _) => return Err(already_reported()),
                        _ => return Err(Error::user(at, format!("`{name}` should be a module"))),
                    },
                };
                let module = self.hold_against(sig, place, &inner, target, file, at)?;
                self.world.declare(scope, name.base, Meaning::Term(Term::Module(module)), true);
                Ok(())
            }
            Spec::SpecValue { span, name, type_params, ty } => {
                once(Space::Term, name, span)?;
                let def = match target.module() {
                    None => {
                        let def = self.world.define(name.base, span, place, Kind::Assumed { type_params, ty });
                        self.wanted_if_own(def, file);
                        def
                    }
                    Some(module) => {
                        let value = match self.world.member(module, Space::Term, name.base, at) {
                            Ok(Meaning::Term(Term::Value(value))) => value,
                            Ok(_) => return Err(Error::user(at, format!("`{name}` should be a value"))),
                            Err(error) => return Err(error.related(span, "a module type asks for it here")),
                        };
                        let kind = Kind::Conforms { value, type_params, ty };
                        // The prelude keeps its word.
                        if self.is_prelude(file) {
                            value
                        } else {
                            let view = self.world.define(name.base, at, place, kind);
                            self.want(view);
                            view
                        }
                    }
                };
                self.world.declare(scope, name.base, Meaning::Term(Term::Value(def)), true);
                Ok(())
            }
        }
    }

    /// Declares a specified type: in an assumption a new one, else that of the module, which must be as specified. An abstract one is
    /// only known by its new name from then on, unless the module is an argument.
    #[allow(clippy::too_many_arguments)]
    fn specified_type(
        &mut self,
        name: Name,
        span: Span,
        (place, kind): (Place, Kind<'s>),
        scope: usize,
        target: Target,
        file: usize,
        at: Span,
    ) -> Result<(), Error> {
        let def = match target.module() {
            None => {
                let def = self.world.define(name.base, span, place, kind);
                self.wanted_if_own(def, file);
                def
            }
            Some(module) => {
                let found = match self.world.member(module, Space::Type, name.base, at) {
                    Ok(Meaning::Type(found)) => found,
                    Ok(_) => return Err(Error::internal("a type in another name space")),
                    Err(error) => return Err(error.related(span, "a module type asks for it here")),
                };
                let (Kind::Abbreviation { type_params, lifted, .. } | Kind::Abstract { type_params, lifted }) = kind
                else {
                    return Err(Error::internal("a specified type of another kind"));
                };
                let sizes = |params: &[TypeParam]| -> Vec<bool> {
                    params.iter().map(|param| matches!(param, TypeParam::SizeParam { .. })).collect()
                };
                if sizes(self.world.def(found).type_params()) != sizes(type_params) {
                    let problem = format!("the type `{name}` should have other parameters");
                    return Err(Error::user(at, problem).related(span, "a module type asks for it here"));
                }
                match kind {
                    Kind::Abbreviation { type_params, rhs, .. } => {
                        let same = Kind::SameType { found, type_params, wanted: rhs };
                        let check = self.world.define(name.base, at, place, same);
                        self.wanted_if_own(check, file);
                        let def = self.world.define(name.base, at, place, kind);
                        self.wanted_if_own(def, file);
                        def
                    }
                    _ => {
                        let own = self.world.def(found).lifted();
                        if own > lifted {
                            let problem = format!(
                                "the module defines the type `{name}` as {}, but its module type asks for a {} type",
                                liftedness(own),
                                liftedness(lifted)
                            );
                            return Err(Error::user(at, problem).related(span, "it is specified here"));
                        }
                        match target {
                            Target::Sealed(_) if !self.is_prelude(file) => {
                                let kind = Kind::Sealed { found, lifted, type_params };
                                let def = self.world.define(name.base, at, place, kind);
                                self.want(def);
                                def
                            }
                            _ => found,
                        }
                    }
                }
            }
        };
        self.world.declare(scope, name.base, Meaning::Type(def), true);
        Ok(())
    }

    /// Whether a module type has a type at this path.
    fn specifies(&self, sig: &'s ModType<'s>, place: Place, path: &[Symbol]) -> Result<bool, Error> {
        match *sig {
            ModType::SigName { span, path: name } => {
                let Sig { sig, place } = self.module_type(place, name, span)?;
                self.specifies(sig, place, path)
            }
            ModType::SigWith { base, .. } => self.specifies(base, place, path),
            ModType::SigArrow { .. } => Ok(false),
            ModType::Sig { specs, .. } => {
                for spec in specs {
                    if self.spec_has(spec, place, path)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    fn spec_has(&self, spec: &'s Spec<'s>, place: Place, path: &[Symbol]) -> Result<bool, Error> {
        match *spec {
            Spec::SpecAttributed { spec, .. } | Spec::SpecDocumented { spec, .. } => self.spec_has(spec, place, path),
            Spec::SpecInclude { sig, .. } => self.specifies(sig, place, path),
            Spec::SpecType { name, .. } | Spec::SpecAbbreviation { name, .. } => Ok(path == [name.base]),
            Spec::SpecModule { name, sig, .. } => match path {
                [first, rest @ ..] if *first == name.base && !rest.is_empty() => self.specifies(sig, place, rest),
                _ => Ok(false),
            },
            Spec::SpecValue { .. } => Ok(false),
        }
    }
}

/// How messages speak of how lifted a type is.
fn liftedness(lifted: Liftedness) -> &'static str {
    match lifted {
        Liftedness::Unlifted => "non-lifted",
        Liftedness::SizeLifted => "size-lifted (`type~`)",
        Liftedness::Lifted => "lifted (`type^`)",
    }
}
