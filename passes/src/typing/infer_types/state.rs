//! The state of inference and what all its parts use.

use std::rc::Rc;

use framework::{Error, Name, Result, SourceMap, Span, Symbol};
use languages::codes;
use languages::prim::PrimType;
use languages::resolved;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::typing::infer_types::annotations::Abbreviation;
use crate::typing::infer_types::draft::{self, E, Kind, Literal, Pat, PatKind, TypeParam};
use crate::typing::infer_types::types::tables::{Constraint, Free, SizeTable, TypeTable};
use crate::typing::infer_types::types::{Arg, PrimSet, Size, Store, Sz, Ty, Type};
use crate::typing::infer_types::unify::Clash;

/// The type of a definition, general in its type parameters.
#[derive(Debug)]
pub struct Scheme<'t> {
    /// The type parameters in order.
    pub params: Vec<TypeParam>,
    /// The type.
    pub ty: Ty<'t>,
}

/// What is known of a variable of the program.
#[derive(Clone, Debug)]
pub enum Binding<'t> {
    /// A parameter or a variable of a pattern: it has one type.
    Mono(Ty<'t>),
    /// A definition: every use has its own instance.
    Poly(Rc<Scheme<'t>>),
}

/// The state of inference.
pub struct Infer<'t> {
    /// Where types and drafts live.
    pub store: &'t Store<'t>,
    /// The type variables.
    pub types: TypeTable<'t>,
    /// The size variables.
    pub sizes: SizeTable<'t>,
    /// How many scopes that hide their sizes are open: 0 among definitions, 1 for a definition's parameters, 2 in its body, and so on.
    pub level: u32,
    /// The level that every variable and every type parameter is bound at.
    pub levels: FxHashMap<Name, u32>,
    /// Names that are known to be other sizes.
    pub aliases: FxHashMap<Name, Sz<'t>>,
    /// What variables of `let`s are, if that is a size: where the variable is not in scope, this may be.
    pub defined: FxHashMap<Name, Sz<'t>>,
    /// Equations between sizes that are not solved yet, with the places that they come from.
    pub equations: Vec<(Span, Sz<'t>, Sz<'t>)>,
    /// Variables. Names are unique, so nothing ever leaves.
    pub env: FxHashMap<Name, Binding<'t>>,
    /// How lifted the type parameters and abstract types are.
    pub liftedness: FxHashMap<Name, languages::source::Liftedness>,
    /// Named types.
    pub abbreviations: FxHashMap<Name, Abbreviation<'t>>,
    /// Whether types that module types make abstract are types of their own.
    pub opaque: bool,
    /// Whether the program is right with abstract types as types of their own. They may stand for functions without being lifted.
    pub checked: bool,
    /// Those types.
    pub sealed: FxHashSet<Name>,
    /// While an older definition is held against a module type: the place of that definition. Types sealed later are what they stand for.
    pub reveal: Option<usize>,
    /// The places of definitions in their order.
    pub order: FxHashMap<Name, usize>,
    /// What values that modules show under another type are.
    pub views: FxHashMap<Name, Name>,
    /// The types that polymorphic values among them are shown with.
    pub shown: FxHashMap<Name, Rc<Scheme<'t>>>,
    /// Constants that modules show under abstract types.
    pub hidden: FxHashSet<Name>,
    /// The names with the same text in the message that is being written.
    pub spoken: FxHashMap<Symbol, Vec<Name>>,
    /// Names for the arguments of functions whose types are being made the same.
    pub arguments: Vec<Name>,
    /// Functions whose result types the program declares.
    pub declared_results: FxHashSet<Name>,
    /// Literals whose values must fit their types.
    pub literals: Vec<(Span, Literal, Ty<'t>)>,
    /// Where sizes come from, for messages.
    pub origins: FxHashMap<Name, (Span, String)>,
    /// Sizes that were computed and named, by the expressions that computed them, for as long as the names are in scope.
    pub computed: FxHashMap<&'t resolved::Exp<'t>, Name>,
    /// The keys of `computed` in order, to forget them at the end of scopes.
    pub computed_order: Vec<&'t resolved::Exp<'t>>,
    /// What expressions the variables that hold their values stand for.
    pub meaning: FxHashMap<Name, Sz<'t>>,
    /// Parameters that are used at other types than callers see: see [`Infer::inside`].
    pub insides: FxHashMap<Name, Name>,
    /// Whether an expression may be coerced where its size is held by another variable than the expected one: whether it has to be, so far.
    pub coercible: Option<bool>,
    /// The sizes of the definition that are known only when something is computed, in order.
    pub unknown: Vec<Name>,
    /// Sizes in annotations that have to be computed before the expression with the annotation.
    pub pending: Vec<(Name, E<'t>)>,
    /// Whether sizes that differ are checked when the program runs, and numbers of type `i32` are sizes.
    pub dynamic: bool,
    /// Whether conditionals may give functions (TFP'18 §7).
    pub function_branches: bool,
    /// Where variables and definitions are bound, for messages.
    pub places: FxHashMap<Name, Span>,
    /// The texts of the program, for advice.
    pub sources: Option<&'t SourceMap>,
    /// The place that is being checked.
    pub span: Span,
}

impl<'t> Infer<'t> {
    /// The state before the first definition.
    pub fn new(store: &'t Store<'t>, opaque: bool) -> Self {
        Infer {
            store,
            opaque,
            checked: false,
            sealed: FxHashSet::default(),
            reveal: None,
            order: FxHashMap::default(),
            views: FxHashMap::default(),
            shown: FxHashMap::default(),
            hidden: FxHashSet::default(),
            spoken: FxHashMap::default(),
            arguments: Vec::new(),
            declared_results: FxHashSet::default(),
            types: TypeTable::default(),
            sizes: SizeTable::default(),
            level: 0,
            levels: FxHashMap::default(),
            aliases: FxHashMap::default(),
            defined: FxHashMap::default(),
            equations: Vec::new(),
            env: FxHashMap::default(),
            liftedness: FxHashMap::default(),
            abbreviations: FxHashMap::default(),
            literals: Vec::new(),
            origins: FxHashMap::default(),
            computed: FxHashMap::default(),
            computed_order: Vec::new(),
            meaning: FxHashMap::default(),
            insides: FxHashMap::default(),
            coercible: None,
            unknown: Vec::new(),
            pending: Vec::new(),
            dynamic: false,
            function_branches: false,
            places: FxHashMap::default(),
            sources: None,
            span: Span::NONE,
        }
    }

    /// A type variable with a constraint.
    pub fn fresh_with(&mut self, span: Span, constraint: Constraint<'t>) -> Ty<'t> {
        let level = self.level;
        let known = matches!(constraint, Constraint::Prims(_) | Constraint::Equality);
        let var = self.types.fresh(Free { level, order_zero: known, sized: known, value: true, constraint, span });
        self.store.ty(Type::Var(var))
    }

    /// A type variable that may stand for any type of a value.
    pub fn fresh(&mut self, span: Span) -> Ty<'t> {
        self.fresh_with(span, Constraint::Any)
    }

    /// A type variable that may stand for primitive types.
    pub fn fresh_prim(&mut self, span: Span, holds: impl Fn(PrimType) -> bool) -> Ty<'t> {
        self.fresh_with(span, Constraint::Prims(PrimSet::of(holds)))
    }

    /// A type variable that may stand for the result of a function: sizes may be unknown.
    pub fn fresh_result(&mut self, span: Span) -> Ty<'t> {
        let level = self.level;
        let var = self.types.fresh(Free {
            level,
            order_zero: false,
            sized: false,
            value: false,
            constraint: Constraint::Any,
            span,
        });
        self.store.ty(Type::Var(var))
    }

    /// Runs something in an inner scope.
    pub fn scoped<R>(&mut self, work: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        self.level += 1;
        let known = self.computed_order.len();
        let result = work(self);
        for exp in self.computed_order.drain(known..) {
            self.computed.remove(exp);
        }
        self.level -= 1;
        result
    }

    /// A variable comes into scope.
    pub fn declare(&mut self, name: Name, ty: Ty<'t>) {
        self.levels.insert(name, self.level);
        self.env.insert(name, Binding::Mono(ty));
    }

    /// A new variable that holds a size, where `span` is the reason to have it.
    pub fn declare_size(&mut self, name: Name, span: Span, origin: impl Into<String>) {
        let ty = self.store.prim(PrimType::I64);
        self.declare(name, ty);
        self.origins.insert(name, (span, origin.into()));
    }

    /// A variable's expression.
    pub fn var(&self, span: Span, name: Name, ty: Ty<'t>) -> E<'t> {
        self.store.exp(draft::Exp { span, ty, kind: Kind::Var(name, &[]) })
    }

    /// An expression.
    pub fn exp(&self, span: Span, ty: Ty<'t>, kind: Kind<'t>) -> E<'t> {
        self.store.exp(draft::Exp { span, ty, kind })
    }

    /// `let sizes pat = rhs in body`.
    pub fn bind(&self, sizes: Vec<Name>, name: Name, rhs: E<'t>, ty: Ty<'t>) -> E<'t> {
        let span = rhs.span;
        let pat = Pat { span, ty, kind: PatKind::Var(name) };
        let body = self.var(span, name, ty);
        self.exp(span, ty, Kind::Let { sizes, pat, rhs, body })
    }

    /// Names the unknown sizes of an expression, so that its type can be used.
    pub fn opened(&mut self, exp: E<'t>, what: &str) -> E<'t> {
        let Type::Exists(names, body) = *self.shallow(exp.ty) else { return exp };
        let mut sizes = Vec::new();
        let mut subst = Subst::default();
        for name in names {
            let fresh = name.refresh();
            self.declare_size(fresh, exp.span, format!("a size of {what} that is known only when it is computed"));
            subst.sizes.insert(*name, self.store.named(fresh));
            sizes.push(fresh);
        }
        self.unknown.extend(&sizes);
        let ty = self.substitute(body, &subst);
        self.bind(sizes, Name::fresh("t"), exp, ty)
    }

    /// The type of one use of a definition.
    pub fn instantiate(&mut self, span: Span, scheme: &Scheme<'t>) -> (Ty<'t>, &'t [Arg<'t>]) {
        if scheme.params.is_empty() {
            return (scheme.ty, &[]);
        }
        let mut subst = Subst::default();
        let mut inst = Vec::new();
        for param in &scheme.params {
            match *param {
                TypeParam::Size(name) => {
                    let size = self.fresh_size(span);
                    subst.sizes.insert(name, size);
                    inst.push(Arg::Size(size));
                }
                TypeParam::Type(name, lifted) => {
                    use languages::source::Liftedness;
                    let level = self.level;
                    let ty = self.types.fresh(Free {
                        level,
                        order_zero: lifted == Liftedness::Unlifted,
                        sized: lifted == Liftedness::Unlifted,
                        value: lifted == Liftedness::Unlifted,
                        constraint: Constraint::Any,
                        span,
                    });
                    let ty = self.store.ty(Type::Var(ty));
                    subst.types.insert(name, ty);
                    inst.push(Arg::Type(ty));
                }
            }
        }
        (self.substitute(scheme.ty, &subst), self.store.args(inst))
    }

    /// Makes the type that was found be the expected one, or says that it is not.
    pub fn expect(&mut self, span: Span, found: Ty<'t>, expected: Ty<'t>, what: &str) -> Result<()> {
        self.span = span;
        match self.unify(found, expected).and_then(|()| self.consumes_no_more(found, expected)) {
            Ok(()) => Ok(()),
            Err(clash) => Err(self.type_error(span, found, expected, what, &clash)),
        }
    }

    /// The error of an expression with the wrong type.
    pub fn type_error(&mut self, span: Span, found: Ty<'t>, expected: Ty<'t>, what: &str, clash: &Clash<'t>) -> Error {
        self.name_first([found, expected]);
        let (found_text, expected_text) = (self.show(found), self.show(expected));
        let message = format!("{what} has the wrong type: expected `{expected_text}`, found `{found_text}`");
        let error =
            codes::WRONG_TYPE.error(span, message).label(format!("expected `{expected_text}`, found `{found_text}`"));
        let error = self.explain(error, clash, found, expected);
        self.advise(error, what, found, expected, clash)
    }

    /// The error of two sizes that are different.
    pub fn size_error(&mut self, span: Span, clash: &Clash<'t>) -> Error {
        self.spoken.clear();
        let unit = self.store.record(Vec::new());
        let error = codes::WRONG_SIZE.error(span, "sizes do not match".to_string());
        self.explain(error, clash, unit, unit)
    }
}

/// What takes the place of names in types.
#[derive(Default)]
pub struct Subst<'t> {
    /// Sizes for names of sizes.
    pub sizes: FxHashMap<Name, Sz<'t>>,
    /// Types for type parameters.
    pub types: FxHashMap<Name, Ty<'t>>,
}

impl<'t> Subst<'t> {
    /// A size for a name.
    pub fn size(name: Name, size: Sz<'t>) -> Subst<'t> {
        Subst { sizes: FxHashMap::from_iter([(name, size)]), types: FxHashMap::default() }
    }
}

impl<'t> Infer<'t> {
    /// The type with names replaced and solved variables followed. Names bound inside of types are unique, so nothing is captured.
    pub fn substitute(&mut self, ty: Ty<'t>, subst: &Subst<'t>) -> Ty<'t> {
        let ty = self.shallow(ty);
        let store = self.store;
        match *ty {
            Type::Prim(_) | Type::Var(_) => ty,
            Type::Param(name) => subst.types.get(&name).copied().unwrap_or(ty),
            Type::Abstract(name, args) => {
                let args = args.iter().map(|arg| match arg {
                    Arg::Size(size) => Arg::Size(self.substitute_size(size, subst)),
                    Arg::Type(ty) => Arg::Type(self.substitute(ty, subst)),
                });
                let args: Vec<_> = args.collect();
                store.ty(Type::Abstract(name, store.args(args)))
            }
            Type::Array(size, elem) => {
                let (new_size, new_elem) = (self.substitute_size(size, subst), self.substitute(elem, subst));
                if std::ptr::eq(size, new_size) && std::ptr::eq(elem, new_elem) {
                    ty
                } else {
                    store.array(new_size, new_elem)
                }
            }
            Type::Record(fields) => {
                let new: Vec<_> = fields.iter().map(|(label, ty)| (*label, self.substitute(ty, subst))).collect();
                if new.iter().zip(fields).all(|((_, a), (_, b))| std::ptr::eq(*a, *b)) {
                    ty
                } else {
                    store.ty(Type::Record(store.fields(new)))
                }
            }
            Type::Sum(cases) => {
                let new = cases.iter().map(|(tag, types)| {
                    let types = types.iter().map(|ty| self.substitute(ty, subst)).collect();
                    (*tag, store.list(types))
                });
                let new: Vec<_> = new.collect();
                store.sum(new)
            }
            Type::Arrow(name, from, to) => {
                let (new_from, new_to) = (self.substitute(from, subst), self.substitute(to, subst));
                if std::ptr::eq(from, new_from) && std::ptr::eq(to, new_to) {
                    ty
                } else {
                    store.arrow(name, new_from, new_to)
                }
            }
            Type::Exists(names, body) => {
                let new = self.substitute(body, subst);
                if std::ptr::eq(body, new) { ty } else { store.ty(Type::Exists(names, new)) }
            }
            Type::Unique(body) => {
                let new = self.substitute(body, subst);
                if std::ptr::eq(body, new) { ty } else { store.ty(Type::Unique(new)) }
            }
        }
    }

    /// The size with names replaced.
    pub fn substitute_size(&mut self, size: Sz<'t>, subst: &Subst<'t>) -> Sz<'t> {
        let size = self.shallow_size(size);
        match size {
            Size::Name(name) => subst.sizes.get(name).copied().unwrap_or(size),
            Size::Bin(op, a, b) => {
                let (x, y) = (self.substitute_size(a, subst), self.substitute_size(b, subst));
                if std::ptr::eq(x, *a) && std::ptr::eq(y, *b) { size } else { self.store.bin(*op, x, y) }
            }
            Size::Computed(holder, value) => {
                let (new, known) = (self.substitute_size(holder, subst), self.substitute_size(value, subst));
                let same = std::ptr::eq(new, *holder) && std::ptr::eq(known, *value);
                if same { size } else { self.store.computed(new, known) }
            }
            Size::Form(form, parts) => {
                let new: Vec<_> = parts.iter().map(|part| self.substitute_size(part, subst)).collect();
                let same = new.iter().zip(*parts).all(|(new, old)| std::ptr::eq(*new, *old));
                if same { size } else { self.store.form(*form, new) }
            }
            Size::Const(_) | Size::Var(_) => size,
        }
    }
}
