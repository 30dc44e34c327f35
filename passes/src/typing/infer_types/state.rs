//! The state that the rules of inference share: the solver, and facts about the definition at hand.
//!
//! The rules are methods of [`Infer`] in the rooms `expressions`, `loops`, `functions`, `function_values`,
//! `annotations`, `coercions` and `definitions`. They call each other: a function has a body, a body has functions, and
//! sizes in annotations are expressions. No other room calls them.

use std::ops::{Deref, DerefMut};

use framework::{Error, Name, Result, SourceMap, Span, Symbol};

use crate::typing::infer_types::draft::{self, Drafts, E, Kind, Literal, Pat, PatKind};
use crate::typing::infer_types::messages::{Messages, origin_of};
use crate::typing::infer_types::modules::{AbstractTypes, ModuleViews};
use crate::typing::infer_types::sizes::Sizes;
use crate::typing::infer_types::types::{Clash, Store, Subst, Ty, Type};
use crate::typing::infer_types::unify::Types;

/// The settings of inference.
#[derive(Clone, Copy)]
pub struct Settings<'t> {
    /// Whether abstract types are types of their own.
    pub abstract_types: AbstractTypes,
    /// Whether `check-modules` has accepted the program with abstract types as types of their own. An abstract type may
    /// stand for a function type where no function is allowed.
    pub modules_are_checked: bool,
    /// Whether the program is of an older edition: sizes that differ are checked at run time, and numbers of type `i32`
    /// are sizes.
    pub dynamic_sizes: bool,
    /// Whether conditionals and matches may yield functions (TFP'18 §7).
    pub function_branches: bool,
    /// The texts of the program, for messages.
    pub sources: &'t SourceMap,
}

/// A literal without a suffix. Its value must fit its type; in a pattern it wraps around.
pub struct LiteralUse<'t> {
    pub span: Span,
    pub literal: Literal,
    pub ty: Ty<'t>,
    pub in_pattern: bool,
}

/// A use of a local function: the place, a type parameter of the function that was inferred, and what it stands for.
pub type LocalUse<'t> = (Span, Name, Ty<'t>);

/// The state of inference.
pub struct Infer<'t> {
    types: Types<'t>,
    /// Where drafts are allocated.
    pub drafts: &'t Drafts<'t>,
    /// Writes messages.
    pub messages: Messages<'t>,
    /// Types and values as module types specify them.
    pub modules: ModuleViews<'t>,
    settings: Settings<'t>,
    /// Whether expressions are coerced if their sizes differ from the expected ones. Always so in older editions.
    coerces: bool,
    /// The literals of the definition.
    literals: Vec<LiteralUse<'t>>,
    /// The uses of local functions in the definition.
    uses: Vec<LocalUse<'t>>,
    /// The local functions to which inferred type parameters belong.
    owners: rustc_hash::FxHashMap<Name, Name>,
    /// Warnings, with their places.
    pub warnings: Vec<(Span, Error)>,
    /// The unknown sizes of the definition, in order: those that are known only after a computation.
    unknown: Vec<Name>,
    /// Pending sizes: sizes in annotations that have to be computed before the expression with the annotation.
    pending: Vec<(Name, E<'t>)>,
    /// For a parameter whose type inside the function differs from the one that callers see: the variable that the
    /// function uses. See `functions::parameters`.
    insides: rustc_hash::FxHashMap<Name, Name>,
    /// The arguments of all abbreviations of types so far. An abbreviation need not use them.
    pub arguments: Vec<Ty<'t>>,
}

impl<'t> Deref for Infer<'t> {
    type Target = Types<'t>;

    fn deref(&self) -> &Types<'t> {
        &self.types
    }
}

impl<'t> DerefMut for Infer<'t> {
    fn deref_mut(&mut self) -> &mut Types<'t> {
        &mut self.types
    }
}

impl<'t> Infer<'t> {
    /// The state before the first definition.
    pub fn new(store: &'t Store<'t>, drafts: &'t Drafts<'t>, settings: Settings<'t>) -> Self {
        Infer {
            types: Types::new(store, settings.modules_are_checked),
            drafts,
            messages: Messages::new(settings.sources, !settings.dynamic_sizes),
            modules: ModuleViews::new(settings.abstract_types),
            settings,
            coerces: settings.dynamic_sizes,
            literals: Vec::new(),
            uses: Vec::new(),
            owners: rustc_hash::FxHashMap::default(),
            warnings: Vec::new(),
            unknown: Vec::new(),
            pending: Vec::new(),
            insides: rustc_hash::FxHashMap::default(),
            arguments: Vec::new(),
        }
    }

    /// Whether the program is of an older edition: see [`Settings::dynamic_sizes`].
    pub fn has_dynamic_sizes(&self) -> bool {
        self.settings.dynamic_sizes
    }

    /// Whether the program has been accepted before: see [`Settings::modules_are_checked`].
    pub fn modules_are_checked(&self) -> bool {
        self.settings.modules_are_checked
    }

    /// Whether conditionals and matches may yield functions.
    pub fn allows_function_branches(&self) -> bool {
        self.settings.function_branches
    }

    /// Whether expressions are coerced if their sizes differ from the expected ones.
    pub fn coerces(&self) -> bool {
        self.coerces
    }

    /// Runs `work` with coercions of sizes that differ, as in older editions.
    pub fn coercing<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.coerces, true);
        let result = work(self);
        self.coerces = outer;
        result
    }

    /// The parts of the state that elaboration needs: the solver, and messages.
    pub fn solved(&mut self) -> (&mut Types<'t>, &mut Messages<'t>) {
        (&mut self.types, &mut self.messages)
    }

    /// Resets the state after a wrong definition.
    pub fn forget_definition(&mut self) {
        self.types.forget_unfinished();
        self.modules.hide_again();
        self.messages.restart();
        self.pending.clear();
        self.unknown.clear();
        self.literals.clear();
        self.uses.clear();
    }
}

/// Scopes.
impl<'t> Infer<'t> {
    /// Runs `work` at another level.
    pub fn at_level<R>(&mut self, level: u32, work: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.go_to(level);
        let result = work(self);
        self.go_to(outer);
        result
    }

    /// Runs `work` in an inner scope.
    pub fn scoped<R>(&mut self, work: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let held = self.held_expressions();
        let result = self.at_level(self.level() + 1, work);
        self.release(held);
        result
    }

    /// Records the variable by which a function uses its parameter.
    pub fn set_inside(&mut self, param: Name, inside: Name) {
        self.insides.insert(param, inside);
    }

    /// The variable by which a function uses its parameter.
    pub fn inside_of(&self, name: Name) -> Name {
        self.insides.get(&name).copied().unwrap_or(name)
    }
}

/// Facts about the definition at hand.
impl<'t> Infer<'t> {
    /// Records a literal.
    pub fn note_literal(&mut self, literal: LiteralUse<'t>) {
        self.literals.push(literal);
    }

    /// The numbers of recorded literals, uses of local functions, and pending sizes.
    pub fn recorded(&self) -> [usize; 3] {
        [self.literals.len(), self.uses.len(), self.pending.len()]
    }

    /// Forgets what was recorded after the mark.
    pub fn forget_recorded(&mut self, [literals, uses, pending]: [usize; 3]) {
        self.literals.truncate(literals);
        self.uses.truncate(uses);
        self.pending.truncate(pending);
    }

    /// Records a use of a local function.
    pub fn note_use(&mut self, span: Span, param: Name, ty: Ty<'t>) {
        self.uses.push((span, param, ty));
    }

    /// Takes the recorded uses of local functions out of the state.
    pub fn take_uses(&mut self) -> Vec<LocalUse<'t>> {
        std::mem::take(&mut self.uses)
    }

    /// Records the local function to which an inferred type parameter belongs.
    pub fn set_owner(&mut self, param: Name, function: Name) {
        self.owners.insert(param, function);
    }

    /// The local function to which an inferred type parameter belongs.
    pub fn owner(&self, param: Name) -> Option<Name> {
        self.owners.get(&param).copied()
    }

    /// Takes the recorded literals out of the state.
    pub fn take_literals(&mut self) -> Vec<LiteralUse<'t>> {
        std::mem::take(&mut self.literals)
    }

    /// The number of unknown sizes of the definition.
    pub fn unknown_count(&self) -> usize {
        self.unknown.len()
    }

    /// The unknown sizes but the first `mark`.
    pub fn unknown_since(&self, mark: usize) -> Vec<Name> {
        self.unknown.get(mark..).unwrap_or_default().to_vec()
    }

    /// Forgets the unknown sizes, when another definition begins.
    pub fn forget_unknown(&mut self) {
        self.unknown.clear();
    }

    /// The number of pending sizes.
    pub fn pending_count(&self) -> usize {
        self.pending.len()
    }

    /// The names of the pending sizes but the first `mark`.
    pub fn pending_since(&self, mark: usize) -> Vec<Name> {
        self.pending.iter().skip(mark).map(|(name, _)| *name).collect()
    }

    /// Records a pending size.
    pub fn postpone(&mut self, name: Name, draft: E<'t>) {
        self.pending.push((name, draft));
    }

    /// Takes the pending sizes but the first `mark` out of the state.
    pub fn take_pending(&mut self, mark: usize) -> Vec<(Name, E<'t>)> {
        self.pending.split_off(mark)
    }
}

/// Drafts.
impl<'t> Infer<'t> {
    /// Drafts a variable.
    pub fn var(&self, span: Span, name: Name, ty: Ty<'t>) -> E<'t> {
        self.exp(span, ty, Kind::Var(name, &[]))
    }

    /// Drafts an expression.
    pub fn exp(&self, span: Span, ty: Ty<'t>, kind: Kind<'t>) -> E<'t> {
        self.drafts.exp(draft::Exp { span, ty, kind })
    }

    /// Drafts `let sizes name = rhs in name`, of type `ty`.
    pub fn bind(&self, sizes: Vec<Name>, name: Name, rhs: E<'t>, ty: Ty<'t>) -> E<'t> {
        let span = rhs.span;
        let pat = Pat { span, ty, kind: PatKind::Var(name) };
        let body = self.var(span, name, ty);
        self.exp(span, ty, Kind::Let { sizes, pat, rhs, body })
    }

    /// Gives names to the unknown sizes of an expression, so that types can mention them. `what` names the expression
    /// in messages.
    pub fn opened(&mut self, exp: E<'t>, what: &str) -> E<'t> {
        let Type::Exists(names, body) = *self.quantified(exp.ty) else { return exp };
        let mut sizes = Vec::new();
        let mut subst = Subst::default();
        for name in names {
            let fresh = name.refresh();
            self.declare_size(fresh, exp.span, origin_of(what));
            subst.sizes.insert(*name, self.store.named(fresh));
            sizes.push(fresh);
        }
        self.unknown.extend(&sizes);
        let ty = self.substitute(body, &subst);
        self.bind(sizes, Name::fresh("t"), exp, ty)
    }
}

/// Errors, which the room `messages` writes.
impl<'t> Infer<'t> {
    /// A type as the user would write it.
    pub fn show(&mut self, ty: Ty<'t>) -> String {
        self.messages.show(&mut self.types, ty)
    }

    /// Adds the reason for a clash to an error about a type.
    pub fn explain(&mut self, error: Error, clash: &Clash<'t>, ty: Ty<'t>) -> Error {
        self.messages.explain(&mut self.types, error, clash, (ty, ty))
    }

    /// The error for an expression with the wrong type.
    pub fn type_error(&mut self, span: Span, found: Ty<'t>, expected: Ty<'t>, what: &str, clash: &Clash<'t>) -> Error {
        self.messages.type_error(&mut self.types, span, (found, expected), what, clash)
    }

    /// The error for two different sizes.
    pub fn size_error(&mut self, span: Span, clash: &Clash<'t>) -> Error {
        self.messages.size_error(&mut self.types, span, clash)
    }

    /// The error for a type that mentions a name outside the name's scope. `message` receives the text of the type.
    pub fn escape_error(
        &mut self,
        span: Span,
        ty: Ty<'t>,
        clash: &Clash<'t>,
        message: impl FnOnce(&str) -> String,
    ) -> Error {
        self.messages.escape_error(&mut self.types, span, ty, clash, message)
    }

    /// The error for a record that lacks a field.
    pub fn no_field(&mut self, span: Span, ty: Ty<'t>, label: Symbol) -> Error {
        self.messages.no_field(&mut self.types, span, ty, label)
    }

    /// If the wrong expression is a variable, adds the place of the variable's binding to an error.
    pub fn bound(&self, error: Error, culprit: E<'t>) -> Error {
        match culprit.kind {
            Kind::Var(name, _) => self.messages.bound(&self.types, error, name),
            _ => error,
        }
    }

    /// Turns the suggestion to coerce the operand of an ascription into one that makes the ascription a coercion.
    pub fn ascribed(&self, error: Error, exp: Span, ty: Span) -> Error {
        self.messages.ascribed(error, exp, ty)
    }

    /// The text of an expression, if it is short and on one line.
    pub fn text(&self, span: Span) -> Option<&'t str> {
        self.messages.text(span)
    }

    /// The place of an expression together with its own parentheses.
    pub fn with_parentheses(&self, span: Span) -> Span {
        self.messages.with_parentheses(span)
    }

    /// Adds the origin of a size to an error.
    pub fn with_origin(&self, error: Error, name: Name) -> Error {
        self.messages.with_origin(&self.types, error, name)
    }
}

/// Steps of the solver. Clashes become errors of the program.
impl<'t> Infer<'t> {
    /// Unifies the type found with the expected type. `what` names the expression in messages.
    pub fn expect(&mut self, span: Span, found: Ty<'t>, expected: Ty<'t>, what: &str) -> Result<()> {
        self.check_at(span);
        match self.unify(found, expected).and_then(|()| self.consumes_no_more(found, expected)) {
            Ok(()) => Ok(()),
            Err(clash) => Err(self.type_error(span, found, expected, what, &clash)),
        }
    }

    /// Tries all open equations between sizes again.
    pub fn solve_equations(&mut self) -> Result<()> {
        self.retry_equations().map_err(|(span, clash)| self.size_error(span, &clash))
    }

    /// The type outside an inner scope of an expression in that scope.
    pub fn leave_scope(&mut self, span: Span, ty: Ty<'t>) -> Result<Ty<'t>> {
        let level = self.level();
        let hidden = self.hide(ty, &move |sizes: &Sizes<'t>, name| sizes.is_inside(name, level));
        let lowered = hidden.and_then(|hidden| self.lower(hidden, level).map(|()| hidden));
        lowered.map_err(|clash| {
            self.escape_error(span, ty, &clash, |text| format!("the type `{text}` cannot leave this scope"))
        })
    }
}
