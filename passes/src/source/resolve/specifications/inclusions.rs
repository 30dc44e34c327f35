//! Module types that include others.

use framework::{Error, Span, Symbol};
use languages::codes;
use languages::source::{ModType, Spec};

use super::super::Resolver;
use super::super::scope::{ModuleId, Names, Place, Sig, Space};
use super::Matching;

impl<'s> Resolver<'s> {
    /// `include sig`: all specifications of another module type. `used` are the refinements that found their type.
    pub(super) fn include(
        &mut self,
        sig: &'s ModType<'s>,
        matching: Matching<'_, 's>,
        used: &mut [bool],
    ) -> Result<(), Error> {
        let Matching { scope, refinements, target, file, at } = matching;
        let place = self.world.here(scope);
        // A refinement of the whole module type may refine a type of the included one.
        let mut applied = Vec::new();
        for (refinement, used) in refinements.iter().zip(used.iter_mut()) {
            if self.specifies(sig, place, refinement.path)? {
                applied.push(*refinement);
                *used = true;
            }
        }
        let included = self.hold_against(sig, place, &applied, target, file, at)?;
        if self.world.names(included).is_none() {
            let problem = "the type of a parametric module cannot be included";
            return Err(codes::PARAMETRIC_MODULE.error(sig.span(), problem));
        }
        self.warn_of_shadowed(sig.span(), place, included);
        self.world.open(scope, included, true);
        Ok(())
    }

    /// Warns once if an included module type has a type that hides one of the same name.
    fn warn_of_shadowed(&mut self, span: Span, place: Place, included: ModuleId) {
        let names = self.world.names(included).into_iter().flat_map(Names::iter);
        let mut types = names.filter(|(_, meaning)| meaning.space() == Space::Type).map(|(name, _)| name);
        let shadowed = types.find(|name| self.world.lookup(place, Space::Type, *name).is_some());
        // A module type may be held against several modules.
        let seen = |warning: &Error| warning.span.same_place(span);
        if let Some(name) = shadowed
            && !self.warnings.iter().any(seen)
        {
            self.warnings.push(codes::SHADOWED_TYPE.error(span, format!("inclusion shadows type `{name}`")));
        }
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
