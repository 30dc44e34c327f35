//! Advice on unknown names.

use framework::similar::nearest;
use framework::{Error, Span, Symbol};
use languages::codes;
use languages::prim::PrimType;
use languages::source::{Exp, Size, Visit};

use super::pending::PendingValue;
use super::scope::{Meaning, Place, Space, Term, World};

/// Types of other languages, and what they are called in Futhark.
const ELSEWHERE: &[(&str, &str)] = &[
    ("int", "i32"),
    ("integer", "i32"),
    ("long", "i64"),
    ("size_t", "i64"),
    ("usize", "i64"),
    ("nat", "i64"),
    ("uint", "u32"),
    ("byte", "u8"),
    ("char", "u8"),
    ("string", "[]u8"),
    ("float", "f32"),
    ("double", "f64"),
    ("real", "f64"),
    ("boolean", "bool"),
];

/// The modules that are probably meant by the name of a function on numbers, the most probable first.
const NUMERIC: &[&str] = &["f64", "f32", "i64", "i32"];

impl World<'_> {
    /// The error for an unknown name. `locals` are additional names in scope.
    pub fn unknown(&self, place: Place, space: Space, name: Symbol, span: Span, locals: &[Symbol]) -> Error {
        let code = match space {
            Space::Term => &codes::UNKNOWN_NAME,
            Space::Type => &codes::UNKNOWN_TYPE,
            Space::ModuleType => &codes::UNKNOWN_MODULE_TYPE,
        };
        let error = code.error(span, format!("unknown {} `{name}`", space.describe()));
        if let Some(later) = self.later(place, space, name) {
            let is_own = later.file == span.file && (later.start..later.end).contains(&span.start);
            return match later.is_none() {
                true => error.note("it can only be used after its definition"),
                false if is_own && space == Space::Type => {
                    error.note("the definition of a type cannot use this type itself")
                }
                false if is_own => error.note("only a function can use itself in its definition"),
                false => error.related(later, format!("`{name}` is defined here; it can only be used after that")),
            };
        }
        let (visible, modules) = self.visible(place, space);
        if let Some((_, meant)) = ELSEWHERE.iter().find(|(other, _)| space == Space::Type && *other == name.as_str()) {
            return error.suggest(last(span, name), *meant, format!("in Futhark this type is called `{meant}`"));
        }
        if let Some(error) = self.in_module(&error, space, name, &modules) {
            return error;
        }
        let prims = PrimType::ALL.into_iter().map(|prim| Symbol::new(prim.name())).filter(|_| space == Space::Type);
        with_suggestion(error, name, locals.iter().copied().chain(visible).chain(prims))
    }

    /// Suggests the qualified name, if modules in scope have a value of this name.
    fn in_module(&self, error: &Error, space: Space, name: Symbol, modules: &[(Symbol, Meaning)]) -> Option<Error> {
        let has = |meaning: &Meaning| match meaning {
            Meaning::Term(Term::Module(module)) if space == Space::Term && name.as_str().len() > 1 => {
                let member = self.names(*module).and_then(|names| names.get(Space::Term, name));
                matches!(member, Some(Meaning::Term(Term::Value(_))))
            }
            _ => false,
        };
        let mut found: Vec<Symbol> = modules.iter().filter(|(_, meaning)| has(meaning)).map(|(of, _)| *of).collect();
        found.sort();
        let meant = NUMERIC.iter().find_map(|common| found.iter().find(|of| of.as_str() == *common));
        let meant = *meant.or(found.first())?;
        let message = match &found[..] {
            [only] => format!("the module `{only}` has a value of this name"),
            _ => format!("several modules have it: for numbers of type `{meant}` it is `{meant}.{name}`"),
        };
        Some(error.clone().suggest(last(error.span, name), format!("{meant}.{name}"), message))
    }
}

/// The place of a name at the end of a qualified name.
fn last(span: Span, name: Symbol) -> Span {
    Span { start: span.end.saturating_sub(name.as_str().len() as u32), ..span }
}

/// Suggests the most similar known name, if one is similar enough. The wrong name ends where the error's place ends.
pub(super) fn with_suggestion(error: Error, wrong: Symbol, known: impl IntoIterator<Item = Symbol>) -> Error {
    let Some(name) = nearest(wrong, known) else { return error };
    let place = last(error.span, wrong);
    error.suggest(place, name.as_str(), format!("a similar name is in scope: `{name}`"))
}

/// Adds advice to the error for an unknown name that stands for a size.
pub(super) fn of_sizes(error: Error, def: &PendingValue<'_>) -> Error {
    if error.suggestion.is_some() || error.code.is_none_or(|code| code.id != codes::UNKNOWN_NAME.id) {
        return error;
    }
    let mut sizes = Sizes { place: error.span, name: None };
    def.params.iter().for_each(|pat| sizes.visit_pat(pat));
    def.ret.into_iter().for_each(|ty| sizes.visit_type(ty));
    sizes.visit_exp(def.body);
    match sizes.name {
        Some(name) => error.note(format!(
            "a size is a number, a variable that is bound before, or a size parameter, which is bound in brackets: `def f [{name}] …`"
        )),
        None => error,
    }
}

/// Looks for a size at a place.
struct Sizes {
    place: Span,
    name: Option<Symbol>,
}

impl<'a> Visit<'a> for Sizes {
    fn visit_size(&mut self, node: &'a Size<'a>) {
        if let Size::SizeOf { exp: Exp::Var { span, name }, .. } = node
            && span.same_place(self.place)
        {
            self.name = Some(name.base);
        }
    }
}
