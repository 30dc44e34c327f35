//! Matches modules against module types.

mod inclusions;
mod type_params;

use framework::{Error, Name, Span, Symbol};
use languages::codes;
use languages::source::{Liftedness, ModType, Size, Spec, Type, TypeParam};
use rustc_hash::FxHashMap;

use super::Resolver;
use super::pending::Kind;
use super::scope::{DefId, Meaning, Module, ModuleId, Place, Sig, Space, Term, already_reported};
use type_params::{liftedness, not_narrower, takes_the_same};

/// `with t = u`: the required definition of the type at a path.
#[derive(Clone, Copy)]
pub(super) struct Refinement<'s> {
    path: &'s [Symbol],
    type_params: &'s [TypeParam],
    ty: &'s Type<'s>,
    place: Place,
    span: Span,
}

/// The module that a module type is matched against.
#[derive(Clone, Copy)]
pub(super) enum Target {
    /// A module that must match. Afterwards only the names and types that the module type specifies are known.
    Sealed(ModuleId),
    /// The argument of a parametric module. It must match; the definitions of its types stay known.
    Argument(ModuleId),
    /// No module: specified values and types are assumed.
    Assumption,
}

/// The matching of one module type against its target.
#[derive(Clone, Copy)]
struct Matching<'r, 's> {
    /// The scope that specified names go to.
    scope: usize,
    refinements: &'r [Refinement<'s>],
    target: Target,
    file: usize,
    /// The place in the program that requires the match.
    at: Span,
}

/// The state that the specifications of a module type share.
struct Progress {
    /// For each refinement, whether its type has been specified.
    used: Vec<bool>,
    /// Specified names, with their places.
    specified: FxHashMap<(Space, Symbol), Span>,
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
    /// Matches the target against a module type, and returns a module with only the specified names.
    pub(super) fn hold_against(
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
                if let Some(first) = self.refined_before(base, place, path)? {
                    let name = path.last().copied().unwrap_or(Symbol::new(""));
                    let problem = format!("`with` gives the type `{name}` a meaning twice");
                    return Err(codes::NO_REFINED_TYPE.error(at, problem).related(first, "the first is here"));
                }
                let refinement = Refinement { path, type_params, ty, place, span: at };
                // The first refinement in the text counts.
                let all: Vec<_> = std::iter::once(refinement).chain(refinements.iter().copied()).collect();
                self.hold_against(base, place, &all, target, file, span)
            }
            ModType::SigArrow { span: at, .. } if let Some(refinement) = refinements.first() => {
                let problem = "`with` refines a type of a module, but this is the type of a parametric module";
                Err(codes::PARAMETRIC_MODULE.error(refinement.span.or(at), problem))
            }
            ModType::SigArrow { param, from, to, .. } => match target.module() {
                None => {
                    let functor = self.world.module(Module::AssumedFunctor { param, from, to, place });
                    // The module types of its parameter and its result are checked even if nothing applies it.
                    if !self.is_prelude(file) {
                        let argument = self.assumed(from, place, file)?;
                        self.bind_parameter(functor, argument)?;
                    }
                    Ok(functor)
                }
                Some(module) if self.world.names(module).is_none() => {
                    if !self.is_prelude(file) {
                        self.functor_conforms(module, (param, from, to), place, file, span)?;
                    }
                    Ok(module)
                }
                Some(_) => Err(codes::NOT_PARAMETRIC.error(span, "this module should be parametric")),
            },
            ModType::Sig { specs, span: at } => {
                if let Some(module) = target.module()
                    && self.world.names(module).is_none()
                {
                    return Err(codes::PARAMETRIC_MODULE
                        .error(span, "this module is parametric, but a module type asks for one that is not"));
                }
                let scope = self.world.scope(Some(place));
                let mut progress = Progress { used: vec![false; refinements.len()], specified: FxHashMap::default() };
                let matching = Matching { scope, refinements, target, file, at: span };
                for spec in specs {
                    self.specification(spec, matching, &mut progress)?;
                }
                if let Some((refinement, _)) = refinements.iter().zip(&progress.used).find(|(_, used)| !**used) {
                    let name = refinement.path.last().copied().unwrap_or(Symbol::new(""));
                    let problem = format!("the module type has no type `{name}` to be given by `with`");
                    return Err(codes::NO_REFINED_TYPE.error(refinement.span.or(at), problem));
                }
                Ok(self.world.close(scope))
            }
        }
    }

    /// Checks that a parametric module takes every module of the type `from`, and then gives a module of the type `to`.
    fn functor_conforms(
        &mut self,
        functor: ModuleId,
        (param, from, to): (Option<Name>, &'s ModType<'s>, &'s ModType<'s>),
        place: Place,
        file: usize,
        span: Span,
    ) -> Result<(), Error> {
        let argument = self.assumed(from, place, file)?;
        let scope = self.world.scope(Some(place));
        if let Some(param) = param {
            self.world.declare(scope, param.base, Meaning::Term(Term::Module(argument)), false);
        }
        let place = self.world.here(scope);
        let result = self.apply(functor, argument, span, file)?;
        self.hold_against(to, place, &[], Target::Sealed(result), file, span)?;
        Ok(())
    }

    /// The place where a module type refines the type at a path already.
    fn refined_before(&self, sig: &ModType<'s>, place: Place, path: &[Symbol]) -> Result<Option<Span>, Error> {
        match *sig {
            ModType::SigWith { span, path: other, .. } if other == path => Ok(Some(span)),
            ModType::SigWith { base, .. } => self.refined_before(base, place, path),
            ModType::SigName { span, path: name } => {
                let Sig { sig, place } = self.module_type(place, name, span)?;
                self.refined_before(sig, place, path)
            }
            ModType::Sig { .. } | ModType::SigArrow { .. } => Ok(None),
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

    /// What the module `name` of a module type is held against.
    fn member_target(&mut self, target: Target, name: Name, at: Span) -> Result<Target, Error> {
        Ok(match target.module() {
            None => Target::Assumption,
            Some(module) => match (self.world.member(module, Space::Term, name.base, at)?, target) {
                (Meaning::Term(Term::Module(module)), Target::Sealed(_)) => Target::Sealed(module),
                (Meaning::Term(Term::Module(module)), _) => Target::Argument(module),
                (Meaning::Term(Term::Broken), _) => return Err(already_reported()),
                _ => return Err(codes::WRONG_MEMBER.error(at, format!("`{name}` should be a module"))),
            },
        })
    }

    /// Declares the names of one specification in `scope`.
    fn specification(
        &mut self,
        spec: &'s Spec<'s>,
        matching: Matching<'_, 's>,
        progress: &mut Progress,
    ) -> Result<(), Error> {
        let Matching { scope, refinements, target, file, at } = matching;
        let Progress { used, specified } = &mut *progress;
        let place = self.world.here(scope);
        let mut once = |space: Space, name: Name, span: Span| match specified.insert((space, name.base), span) {
            Some(first) => Err(codes::DEFINED_TWICE
                .error(span, format!("the {} `{name}` is specified twice", space.describe()))
                .related(first, "it is first specified here")),
            None => Ok(()),
        };
        match *spec {
            Spec::SpecAttributed { spec, .. } | Spec::SpecDocumented { spec, .. } => {
                self.specification(spec, matching, progress)
            }
            Spec::SpecInclude { sig, .. } => self.include(sig, matching, used),
            Spec::SpecType { span, name, lifted, type_params } => {
                once(Space::Type, name, span)?;
                let refinement = refinements.iter().position(|refinement| refinement.path == [name.base]);
                let kind = match refinement.and_then(|index| refinements.get(index)) {
                    Some(with) => {
                        for (used, refinement) in used.iter_mut().zip(refinements) {
                            *used |= refinement.path == [name.base];
                        }
                        not_narrower(name, type_params, with.type_params, at)
                            .map_err(|error| error.related(span, "it is specified here"))?;
                        // A given type may have unknown sizes, and may be as lifted as its parameters.
                        let lifted = if unknown_sizes(with.ty) { lifted.max(Liftedness::SizeLifted) } else { lifted };
                        let lifted = with.type_params.iter().fold(lifted, |lifted, param| match param {
                            TypeParam::TypeParamNamed { lifted: own, .. } => lifted.max(*own),
                            TypeParam::SizeParam { .. } => lifted,
                        });
                        (
                            with.place,
                            Kind::Abbreviation { lifted, given: true, type_params: with.type_params, rhs: with.ty },
                        )
                    }
                    None => (place, Kind::Abstract { lifted, type_params }),
                };
                self.specified_type(name, span, kind, matching)
            }
            Spec::SpecAbbreviation { span, name, lifted, type_params, rhs } => {
                once(Space::Type, name, span)?;
                let kind = Kind::Abbreviation { lifted, given: self.applied, type_params, rhs };
                self.specified_type(name, span, (place, kind), matching)
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
                let target = self.member_target(target, name, at)?;
                self.members.push(name.base);
                let module = self.hold_against(sig, place, &inner, target, file, at);
                self.members.pop();
                self.world.declare(scope, name.base, Meaning::Term(Term::Module(module?)), true);
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
                            Ok(_) => return Err(codes::WRONG_MEMBER.error(at, format!("`{name}` should be a value"))),
                            Err(error) => return Err(error.related(span, "a module type asks for it here")),
                        };
                        let kind = Kind::Conforms { value, type_params, ty };
                        if self.keeps_its_word(file) {
                            value
                        } else {
                            let view = self.world.define(name.base, at, place, kind);
                            self.wanted_if_own(view, file);
                            view
                        }
                    }
                };
                self.world.declare(scope, name.base, Meaning::Term(Term::Value(def)), true);
                Ok(())
            }
        }
    }

    /// Declares a specified type. For an assumption this is a new type; otherwise it is the module's type, which must
    /// match. From then on an abstract type is known only by its new name, unless the module is an argument.
    fn specified_type(
        &mut self,
        name: Name,
        span: Span,
        (place, kind): (Place, Kind<'s>),
        Matching { scope, target, file, at, .. }: Matching<'_, 's>,
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
                if !takes_the_same(self.world.def(found).type_params(), type_params) {
                    let problem = format!("the type `{name}` should have other parameters");
                    return Err(codes::WRONG_MEMBER.error(at, problem).related(span, "a module type asks for it here"));
                }
                match kind {
                    Kind::Abbreviation { type_params, rhs, .. } => {
                        let outer: String = self.members.iter().map(|module| format!("{module}.")).collect();
                        let member = Symbol::new(&format!("{outer}{}", name.base));
                        let same = Kind::SameType { member, found, type_params, wanted: rhs };
                        let check = self.world.define(name.base, at, place, same);
                        self.wanted_if_own(check, file);
                        let def = self.world.define(name.base, at, place, kind);
                        self.wanted_if_own(def, file);
                        def
                    }
                    _ => {
                        let own = self.world.def(found).lifted();
                        let loose = self.world.dynamic && own == Liftedness::SizeLifted;
                        if own > lifted && !loose && !self.is_prelude(file) {
                            let problem = format!(
                                "the module defines the type `{name}` as {}, but its module type asks for a {} type",
                                liftedness(own),
                                liftedness(lifted)
                            );
                            return Err(codes::WRONG_MEMBER.error(at, problem).related(span, "it is specified here"));
                        }
                        match target {
                            Target::Sealed(_) if !self.keeps_its_word(file) => {
                                let kind = Kind::Sealed { found, lifted, type_params };
                                let def = self.world.define(name.base, at, place, kind);
                                self.wanted_if_own(def, file);
                                def
                            }
                            Target::Argument(_)
                                if own == Liftedness::SizeLifted && self.may_hide_sizes(found, file) =>
                            {
                                let kind = Kind::Sealed { found, lifted, type_params };
                                let def = self.world.define(name.base, at, place, kind);
                                self.want(def);
                                self.sealed.push(def);
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

    /// Whether a type of an argument may have sizes of its own that the body of a parametric module does not know.
    fn may_hide_sizes(&self, ty: DefId, file: usize) -> bool {
        !self.world.dynamic
            && !self.is_prelude(file)
            && matches!(self.world.def(ty).kind, Kind::Abbreviation { rhs, .. } if unknown_sizes(rhs))
    }
}

/// Whether a type has arrays of unspecified size.
fn unknown_sizes(ty: &Type<'_>) -> bool {
    match ty {
        Type::TypeExists { .. } => true,
        Type::TypeArray { size, elem, .. } => matches!(size, Size::SizeAny { .. }) || unknown_sizes(elem),
        Type::TypeTuple { elems, .. } => elems.iter().any(unknown_sizes),
        Type::TypeRecord { fields, .. } => fields.iter().any(|field| unknown_sizes(field.ty)),
        Type::TypeSum { cases, .. } => cases.iter().any(|case| case.payload.iter().any(unknown_sizes)),
        _ => false,
    }
}
