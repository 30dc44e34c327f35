//! Resolves every name, and evaluates all modules away.
//!
//!     module m = { def two = 2 }
//!     def f x = x + m.two      becomes      def two_1 = 2
//!                                           def f_2 x_3 = x_3 + two_1
//!
//! Modules are interpreted statically: a structure is a table of names, and a parametric module is a closure whose body
//! is elaborated anew for every application. The result is one list of definitions, each after its dependencies. A
//! module type restricts which names are visible. Types that it makes abstract become types of their own (`Sealed`).
//! Its other specifications become checks for type inference (`Conforms`, `SameType`). The body of a parametric module
//! is also elaborated once with parameters of which only the module types are known, so that its errors are found even
//! if nothing applies it.
//!
//! The prelude's definitions are resolved only if the program needs them. Those of the user's files are all resolved.
//!
//! Desugaring happens here as well, since it depends on names. Operator sections become lambdas, `&&` and `||` become
//! conditionals, `let a[i] = e` becomes an update, and tuples become records. A loop without initial values gets the
//! variables of its pattern as initial values.

mod advice;
mod body;
mod expressions;
mod locals;
mod lower;
mod modules;
mod pending;
mod scope;
mod specifications;

#[cfg(test)]
mod tests;

use framework::pass::{Run, Transform};
use framework::{Error, ErrorKind, Node, Owned, Result, Span, Symbol, pass};
use languages::codes;
use languages::resolved::{self as to, Lower, Resolved};
use languages::source as from;
use languages::source::Source;
use languages::source::prelude::is_own;
use rustc_hash::{FxHashMap, FxHashSet};

use self::body::Body;
pub(in crate::source) use self::body::pattern_names;
use self::locals::Locals;
use self::pending::{Kind, PendingValue};
use self::scope::{DefId, ModuleId, Place, World};
use super::parse::load_imports::import_path;
use crate::typing::support::attributes::INSTANCE;

pass! {
    /// Resolves every name and evaluates modules away.
    ///
    ///     module m = { def two = 2 }   def f x = x + m.two     becomes     def two_1 = 2   def f_2 x_3 = x_3 + two_1
    ///
    /// Of the prelude, only the definitions that the program needs are kept.
    pub Resolve = "resolve": Source => Resolved {
        counts: { definitions },
        options: {
            /// Functions of the program's own file that are entry points, too, separated by spaces.
            entry_points: String = String::new(),
        },
    }
}

impl Transform for Resolve {
    fn transform(&self, program: &Owned<Source>, run: &mut Run<'_, Self>) -> Result<Owned<Resolved>> {
        let (program, warnings) = resolve_with(program, &run.options.entry_points)?;
        let sources = &run.sources;
        let own = warnings.into_iter().filter(|warning| is_own(sources, warning.span)).collect::<Vec<_>>();
        run.warnings.extend(own);
        run.counts.definitions = program.root().defs.len() as u64;
        Ok(program)
    }
}

/// Resolves a whole program, and reports all its errors.
pub fn resolve(program: &Owned<Source>) -> Result<Owned<Resolved>> {
    resolve_with(program, "").map(|(program, _)| program)
}

/// Resolves a program that has these entry points besides its own. Returns it with warnings.
fn resolve_with(program: &Owned<Source>, entry_points: &str) -> Result<(Owned<Resolved>, Vec<Error>)> {
    let mut warnings = Vec::new();
    let resolved = Owned::build(|arena| {
        let root = program.root();
        let mut resolver = Resolver::new(root.files);
        resolver.world.dynamic = root.edition.has_dynamic_sizes();
        resolver.world.entry_points = entry_points.split_whitespace().map(str::to_string).collect();
        resolver.files();
        let defs = resolver.definitions(arena);
        match resolver.errors.is_empty() {
            true => {
                warnings = resolver.warnings;
                Ok(to::Program { span: root.span, edition: root.edition, defs: arena.slice(defs) })
            }
            false => Err(Error::several(resolver.errors)),
        }
    })?;
    Ok((resolved, warnings))
}

/// The state of the pass.
struct Resolver<'s> {
    files: &'s [from::File<'s>],
    /// The module of each elaborated file.
    modules: FxHashMap<Symbol, ModuleId>,
    world: World<'s>,
    /// The definitions to resolve.
    wanted: Vec<DefId>,
    seen: FxHashSet<DefId>,
    errors: Vec<Error>,
    warnings: Vec<Error>,
    reported: FxHashSet<(u32, u32, u32, String)>,
    /// Whether the body of a parametric module is being elaborated for an argument. The body has been checked for
    /// arbitrary arguments before.
    applied: bool,
    /// The modules inside of a module whose specifications are being checked, from the outside in.
    members: Vec<Symbol>,
    /// Whether the body of a module inside a file is being elaborated.
    nested: bool,
    /// The types of the argument at hand that are sealed in the body of a parametric module.
    sealed: Vec<DefId>,
}

/// The file of the module `intrinsics`. Programs may use its names, but may not use the module itself in module
/// expressions.
const INTRINSICS: &str = "/prelude/intrinsics";

impl<'s> Resolver<'s> {
    fn new(files: &'s [from::File<'s>]) -> Self {
        Resolver {
            files,
            modules: FxHashMap::default(),
            world: World::default(),
            wanted: Vec::new(),
            seen: FxHashSet::default(),
            errors: Vec::new(),
            warnings: Vec::new(),
            reported: FxHashSet::default(),
            applied: false,
            members: Vec::new(),
            nested: false,
            sealed: Vec::new(),
        }
    }

    fn is_prelude(&self, file: usize) -> bool {
        self.files.get(file).is_some_and(|file| file.prelude)
    }

    /// Whether the modules of a file are known to match their module types. This holds for the prelude, except for its
    /// file that declares function types as abstract types.
    fn keeps_its_word(&self, file: usize) -> bool {
        self.files.get(file).is_some_and(|file| file.prelude && file.path.as_str() != INTRINSICS)
    }

    /// The program's own file.
    fn own_file(&self) -> usize {
        self.files.len().saturating_sub(1)
    }

    /// Records an error once, since the body of a parametric module is elaborated several times.
    fn report(&mut self, error: Error) {
        let silent = error.kind == ErrorKind::User && error.message.is_empty();
        let key = (error.span.file.0, error.span.start, error.span.end, error.message.clone());
        if !silent && self.reported.insert(key) {
            self.errors.push(error);
        }
    }

    fn want(&mut self, def: DefId) {
        if self.seen.insert(def) {
            self.wanted.push(def);
        }
    }

    /// Elaborates all files, each after its imports. The names of the prelude's main file are in scope in the user's
    /// files.
    fn files(&mut self) {
        let mut prelude = None;
        for (index, file) in self.files.iter().enumerate() {
            let parent = if file.prelude { None } else { prelude };
            let module = self.structure(file.decs, parent, index, index == self.own_file());
            self.modules.insert(file.path, module);
            if file.prelude {
                let scope = self.world.scope(None);
                self.world.open(scope, module, true);
                prelude = Some(self.world.here(scope));
            }
        }
    }

    /// The module of a file that is imported by another.
    fn imported(&self, path: Symbol, file: usize, span: Span) -> Result<ModuleId> {
        let importer = self.files.get(file).map_or("", |file| file.path.as_str());
        let path = Symbol::new(&import_path(importer, path.as_str()));
        let known = self.modules.get(&path).copied();
        known.ok_or_else(|| codes::UNREADABLE_IMPORT.error(span, format!("the file `{path}` has not been loaded")))
    }

    /// All definitions that are wanted, in the order of their elaboration.
    fn definitions<'b>(&mut self, arena: &'b to::Arena<'b>) -> Vec<to::Def<'b>> {
        // Definitions are resolved in textual order, so that names are numbered in textual order.
        self.wanted.reverse();
        let mut found: Vec<(DefId, to::Def<'b>)> = Vec::new();
        while let Some(def) = self.wanted.pop() {
            let place = self.world.def(def).place;
            let mut body = Body::new(&self.world, arena, place);
            let result = body.definition(def);
            let mut needed = body.needed;
            match result {
                Ok(resolved) => {
                    found.push((def, resolved));
                    let mut body = Body::new(&self.world, arena, place.before());
                    if let Some(otherwise) = body.otherwise(def, &resolved) {
                        found.push((def, otherwise));
                        needed.extend(body.needed);
                    }
                }
                Err(error) => self.report(error),
            }
            for def in needed {
                self.want(def);
            }
        }
        found.sort_by_key(|(def, _)| *def);
        found.into_iter().map(|(_, def)| def).collect()
    }
}

impl<'r, 's, 'b> Body<'r, 's, 'b> {
    /// The state before the first name is resolved.
    fn new(world: &'r World<'s>, arena: &'b to::Arena<'b>, place: Place) -> Self {
        Body { world, arena, place, locals: Locals::default(), needed: Vec::new(), bound: Vec::new() }
    }

    /// Resolves a definition.
    fn definition(&mut self, def: DefId) -> Result<to::Def<'b>> {
        let world = self.world;
        let pending = world.def(def);
        let span = pending.span;
        Ok(match &pending.kind {
            Kind::Value(value) => {
                let resolved = self.value_definition(span, pending.name(), value);
                return resolved.map_err(|error| advice::of_sizes(error, value));
            }
            Kind::Abbreviation { lifted, given, type_params, rhs } => {
                self.check_params(type_params, &[])?;
                if let Some(place) = anonymous_parameter_size(rhs, false) {
                    let message = "a named type contains an anonymous size that is not used constructively";
                    return Err(codes::ANONYMOUS_SIZE.error(place, message).note(
                        "no array in a value of this type has the size: it belongs to a parameter of a function",
                    ));
                }
                let type_params = self.type_params(type_params);
                let rhs = self.ty(rhs)?;
                let (lifted, given) = (*lifted, *given);
                to::Def::Abbreviation { span, name: pending.name(), lifted, given, type_params, rhs }
            }
            Kind::Abstract { lifted, type_params } => {
                self.check_params(type_params, &[])?;
                let type_params = self.type_params(type_params);
                to::Def::Abstract { span, name: pending.name(), lifted: *lifted, type_params }
            }
            Kind::Assumed { type_params, ty } => {
                self.check_specified(pending.base, type_params, ty)?;
                let type_params = self.type_params(type_params);
                to::Def::Assumed { span, name: pending.name(), type_params, ty: self.ty(ty)? }
            }
            Kind::Conforms { value, type_params, ty } => {
                let value = self.need(*value);
                self.check_specified(pending.base, type_params, ty)?;
                let type_params = self.type_params(type_params);
                to::Def::Conforms { span, name: pending.name(), value, type_params, ty: self.ty(ty)? }
            }
            Kind::Sealed { found, lifted, type_params } => {
                let found = self.need(*found);
                self.check_params(type_params, &[])?;
                let type_params = self.type_params(type_params);
                let rhs = self.applied_type(span, found, type_params);
                to::Def::Sealed { span, name: pending.name(), lifted: *lifted, type_params, rhs: self.arena.alloc(rhs) }
            }
            Kind::Known { ty, known } => to::Def::Known { span, ty: self.need(*ty), known: *known },
            Kind::SameType { member, found, type_params, wanted } => {
                let found = self.need(*found);
                let type_params = self.type_params(type_params);
                let found = self.applied_type(span, found, type_params);
                let (found, wanted) = (self.arena.alloc(found), self.ty(wanted)?);
                to::Def::SameType { span, member: *member, type_params, found, wanted }
            }
        })
    }

    /// The alternative resolution of a function that uses its own name, in which the name has its previous meaning.
    /// `None` if the name has no previous meaning.
    fn otherwise(&mut self, def: DefId, resolved: &to::Def<'b>) -> Option<to::Def<'b>> {
        let to::Def::Value { span, name: of, params: [_, ..], body, .. } = *resolved else { return None };
        let Kind::Value(value) = &self.world.def(def).kind else { return None };
        if value.prelude || !body.free_names().contains(&of) {
            return None;
        }
        // If a name is unknown in this resolution, there is no alternative.
        let to::Def::Value { name, entry, attrs, doc, type_params, params, ret, body, .. } =
            self.value_definition(span, of.refresh(), value).ok()?
        else {
            return None;
        };
        Some(to::Def::Otherwise { span, name, of, entry, attrs, doc, type_params, params, ret, body })
    }

    /// Checks that the type of a specified value gives names to the sizes of its parameters.
    fn check_specified(&self, name: Symbol, type_params: &[from::TypeParam], ty: &from::Type<'_>) -> Result<()> {
        self.check_params(type_params, &[])?;
        if !self.world.dynamic
            && !matches!(ty, from::Type::TypeArrow { .. })
            && let Some(place) = unknown_size_of_value(ty)
        {
            let message = format!("the type of the value `{name}` has a size that it does not name");
            return Err(codes::ANONYMOUS_SIZE.error(place, message));
        }
        match anonymous_parameter_size(ty, false) {
            // Older editions check sizes when the program runs.
            Some(_) if self.world.dynamic => Ok(()),
            Some(place) => {
                let message = format!("the parameters of `{name}` must have non-anonymous sizes");
                Err(codes::ANONYMOUS_SIZE
                    .error(place, message)
                    .note(format!("give it size parameters: `val {name} [n]: [n]…`")))
            }
            None => Ok(()),
        }
    }

    /// The named type, applied to type parameters.
    fn applied_type(&self, span: Span, name: framework::Name, type_params: &'b [to::TypeParam]) -> to::Type<'b> {
        let args = type_params.iter().map(|param| match *param {
            to::TypeParam::SizeParam { span, name } => {
                let exp = self.arena.alloc(to::Exp::Var { span, name });
                to::TypeArg::ArgSize { span, size: self.arena.alloc(to::Size::SizeOf { span, exp }) }
            }
            to::TypeParam::TypeParamNamed { span, name, .. } => {
                to::TypeArg::ArgType { span, ty: self.arena.alloc(to::Type::TypeVar { span, name }) }
            }
        });
        let args: Vec<_> = args.collect();
        to::Type::TypeCon { span, name, args: self.arena.slice(args) }
    }

    fn value_definition(&mut self, span: Span, name: framework::Name, value: &PendingValue<'s>) -> Result<to::Def<'b>> {
        let PendingValue { entry, prelude, instance, ref attrs, doc, type_params, params, ret, body } = *value;
        self.check_params(type_params, params)?;
        let type_params = self.type_params(type_params);
        let params = self.params(params)?;
        let ret = self.ty_opt(ret)?;
        let intrinsic = attrs.iter().find_map(|attr| intrinsic(attr));
        let body = match (intrinsic, prelude) {
            (Some(op), true) => {
                let args = params.iter().map(argument).collect::<Option<Vec<_>>>();
                let args =
                    args.ok_or_else(|| Error::internal(format!("intrinsic `{op}` has an unexpected parameter")))?;
                self.arena.alloc(to::Exp::Intrinsic { span, op, args: self.arena.slice(args) })
            }
            _ => self.exp(body)?,
        };
        let mut attrs = attrs.iter().map(|attr| self.lower_attr(attr)).collect::<Result<Vec<_>>>()?;
        if instance {
            attrs.push(to::Attr::Atom { span, name: Symbol::new(INSTANCE) });
        }
        let attrs = self.arena.slice(attrs);
        Ok(to::Def::Value { span, name, entry, attrs, doc, type_params, params, ret, body })
    }
}

/// The place of a size `[]` in the type of a function's parameter.
fn anonymous_parameter_size(ty: &from::Type<'_>, parameter: bool) -> Option<Span> {
    use from::{Size, Type as T, TypeArg};
    let anonymous = |size: &Size<'_>| match size {
        Size::SizeAny { span } if parameter => Some(*span),
        _ => None,
    };
    let inside = |ty: &from::Type<'_>| anonymous_parameter_size(ty, parameter);
    match ty {
        T::TypeArray { size, elem, span } => anonymous(size).map(|at| at.or(*span)).or_else(|| inside(elem)),
        T::TypeArrow { from, to, .. } => {
            anonymous_parameter_size(from, true).or_else(|| anonymous_parameter_size(to, false))
        }
        T::TypeTuple { elems, .. } => elems.iter().find_map(inside),
        T::TypeRecord { fields, .. } => fields.iter().find_map(|field| inside(field.ty)),
        T::TypeSum { cases, .. } => cases.iter().find_map(|case| case.payload.iter().find_map(inside)),
        T::TypeApply { args, .. } => args.iter().find_map(|arg| match arg {
            TypeArg::ArgSize { size, .. } => anonymous(size),
            TypeArg::ArgType { ty, .. } => inside(ty),
        }),
        T::TypeExists { body, .. } | T::TypeUnique { body, .. } => inside(body),
        T::TypeName { .. } | T::TypeQualified { .. } => None,
    }
}

/// The place of an unknown size in a type, outside of functions.
fn unknown_size_of_value(ty: &from::Type<'_>) -> Option<Span> {
    use from::{Size, Type as T, TypeArg};
    let anonymous = |size: &Size<'_>, place: Span| match size {
        Size::SizeAny { span } => Some(span.or(place)),
        Size::SizeOf { .. } | Size::SizeNew { .. } => None,
    };
    match ty {
        T::TypeExists { span, .. } => Some(*span),
        T::TypeArray { size, elem, span } => anonymous(size, *span).or_else(|| unknown_size_of_value(elem)),
        T::TypeTuple { elems, .. } => elems.iter().find_map(unknown_size_of_value),
        T::TypeRecord { fields, .. } => fields.iter().find_map(|field| unknown_size_of_value(field.ty)),
        T::TypeSum { cases, .. } => cases.iter().find_map(|case| case.payload.iter().find_map(unknown_size_of_value)),
        T::TypeApply { args, span, .. } => args.iter().find_map(|arg| match arg {
            TypeArg::ArgSize { size, .. } => anonymous(size, *span),
            TypeArg::ArgType { ty, .. } => unknown_size_of_value(ty),
        }),
        T::TypeUnique { body, .. } => unknown_size_of_value(body),
        T::TypeArrow { .. } | T::TypeName { .. } | T::TypeQualified { .. } => None,
    }
}

/// The operation that an attribute `intrinsic(op)` names.
fn intrinsic(attr: &from::Attr<'_>) -> Option<Symbol> {
    match *attr {
        from::Attr::Compound { name, args: [from::Attr::Atom { name: op, .. }], .. }
            if name.as_str() == "intrinsic" =>
        {
            Some(*op)
        }
        _ => None,
    }
}

/// The variable of a parameter.
fn argument<'b>(param: &to::Pat<'b>) -> Option<to::Exp<'b>> {
    match *param {
        to::Pat::PatVar { span, name } => Some(to::Exp::Var { span, name }),
        to::Pat::PatAscribe { pat, .. } => argument(pat),
        _ => None,
    }
}
