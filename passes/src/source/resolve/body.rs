//! Resolves the names inside definitions, and desugars expressions.

use std::str::FromStr;

use framework::{Error, Name, Result, Span, Symbol};
use languages::codes;
use languages::prim::{BinOp, PrimType};
use languages::resolved::{self as to, Lower};
use languages::source as from;
use languages::source::{Exp, Pat, Type, TypeParam};
use rustc_hash::FxHashMap;

use super::locals::{Local, Locals, Mark, TypeHead};
use super::scope::{DefId, Meaning, Place, Space, Term, World, already_reported};

/// The meaning of a name in an expression.
#[derive(Debug, Clone, Copy)]
pub(super) enum Head {
    Name(Name),
    Operator(BinOp),
    And,
    Or,
}

/// A selected field, with the span of the expression up to and including it.
pub(super) type Label = (Symbol, Span);

/// Resolves the inside one definition.
pub(super) struct Body<'r, 's, 'b> {
    pub world: &'r World<'s>,
    pub arena: &'b to::Arena<'b>,
    pub place: Place,
    pub locals: Locals,
    /// The definitions that this definition refers to.
    pub needed: Vec<DefId>,
    /// The names that the current pattern binds. They come into scope when the pattern ends.
    pub bound: Vec<(Symbol, Name)>,
}

/// The predefined operator with this symbol.
fn predefined(symbol: Symbol) -> Option<Head> {
    Some(Head::Operator(match symbol.as_str() {
        "+" => BinOp::Add,
        "-" => BinOp::Sub,
        "*" => BinOp::Mul,
        "/" => BinOp::Div,
        "%" => BinOp::Mod,
        "//" => BinOp::Quot,
        "%%" => BinOp::Rem,
        "**" => BinOp::Pow,
        "&" => BinOp::And,
        "|" => BinOp::Or,
        "^" => BinOp::Xor,
        "<<" => BinOp::Shl,
        ">>" => BinOp::Shr,
        ">>>" => BinOp::LShr,
        "==" => BinOp::Eq,
        "!=" => BinOp::Ne,
        "<" => BinOp::Lt,
        "<=" => BinOp::Le,
        ">" => BinOp::Gt,
        ">=" => BinOp::Ge,
        "&&" => return Some(Head::And),
        "||" => return Some(Head::Or),
        _ => return None,
    }))
}

/// Checks that no name occurs twice.
pub(super) fn distinct(what: &str, names: impl IntoIterator<Item = (Symbol, Span)>) -> Result<()> {
    let mut seen: FxHashMap<Symbol, Span> = FxHashMap::default();
    for (name, span) in names {
        if let Some(first) = seen.insert(name, span) {
            let problem = format!("the {what} `{name}` occurs twice");
            return Err(codes::BOUND_TWICE.error(span, problem).related(first, "also bound here: previously defined"));
        }
    }
    Ok(())
}

impl<'s, 'b> Body<'_, 's, 'b> {
    /// Binds the names of the patterns read so far.
    pub fn bind_pending(&mut self) {
        for (symbol, name) in std::mem::take(&mut self.bound) {
            self.locals.bind(Space::Term, symbol, Local::Name(name));
        }
    }

    /// Makes a unique name for a local name, and binds the local name to it.
    pub fn bind(&mut self, space: Space, name: Name) -> Name {
        let fresh = Name::fresh(name.base);
        self.locals.bind(space, name.base, Local::Name(fresh));
        fresh
    }

    /// Binds size and type parameters.
    pub fn type_params(&mut self, params: &[TypeParam]) -> &'b [to::TypeParam] {
        let params: Vec<_> = params
            .iter()
            .map(|param| match *param {
                TypeParam::SizeParam { span, name } => {
                    to::TypeParam::SizeParam { span, name: self.bind(Space::Term, name) }
                }
                TypeParam::TypeParamNamed { span, name, lifted } => {
                    to::TypeParam::TypeParamNamed { span, name: self.bind(Space::Type, name), lifted }
                }
            })
            .collect();
        self.arena.slice(params)
    }

    /// Binds sizes.
    pub fn sizes(&mut self, sizes: &[from::SizeBinder]) -> &'b [to::SizeBinder] {
        let sizes =
            sizes.iter().map(|size| to::SizeBinder { span: size.span, name: self.bind(Space::Term, size.name) });
        let sizes: Vec<_> = sizes.collect();
        self.arena.slice(sizes)
    }

    /// Resolves parameters. Each parameter is in scope in those after it.
    pub fn params(&mut self, params: &'s [Pat<'s>]) -> Result<&'b [to::Pat<'b>]> {
        let mut lowered = Vec::with_capacity(params.len());
        for param in params {
            lowered.push(self.lower_pat(param)?);
            self.bind_pending();
        }
        Ok(self.arena.slice(lowered))
    }

    /// Checks that all names that a function's parameters bind are different.
    pub fn check_params(&self, type_params: &[TypeParam], params: &[Pat<'_>]) -> Result<()> {
        let types = type_params.iter().filter_map(|param| match param {
            TypeParam::TypeParamNamed { span, name, .. } => Some((name.base, *span)),
            TypeParam::SizeParam { .. } => None,
        });
        distinct("type parameter", types)?;
        let sizes = type_params.iter().filter_map(|param| match param {
            TypeParam::SizeParam { span, name } => Some((name.base, *span)),
            TypeParam::TypeParamNamed { .. } => None,
        });
        let mut names: Vec<_> = sizes.collect();
        if self.world.dynamic {
            // In older editions a parameter may hide a size.
            distinct("size parameter", std::mem::take(&mut names))?;
        }
        for param in params {
            pattern_names(param, &mut names);
        }
        distinct("parameter", names)
    }

    pub fn exp(&mut self, exp: &'s Exp<'s>) -> Result<&'b to::Exp<'b>> {
        let exp = self.lower_exp(exp)?;
        Ok(self.arena.alloc(exp))
    }

    pub fn pat(&mut self, pat: &'s Pat<'s>) -> Result<&'b to::Pat<'b>> {
        let pat = self.lower_pat(pat)?;
        Ok(self.arena.alloc(pat))
    }

    pub fn ty(&mut self, ty: &'s Type<'s>) -> Result<&'b to::Type<'b>> {
        let ty = self.lower_type(ty)?;
        Ok(self.arena.alloc(ty))
    }

    pub fn ty_opt(&mut self, ty: Option<&'s Type<'s>>) -> Result<Option<&'b to::Type<'b>>> {
        ty.map(|ty| self.ty(ty)).transpose()
    }

    /// Runs `inside` in a scope of its own.
    pub fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let mark: Mark = self.locals.mark();
        let result = inside(self);
        self.locals.leave(mark);
        result
    }

    fn meaning(&self, space: Space, name: Symbol) -> Option<Local> {
        let local = self.locals.lookup(space, name);
        local.or_else(|| self.world.lookup(self.place, space, name).map(Local::Opened))
    }

    fn unknown(&self, space: Space, name: Symbol, span: Span) -> Error {
        self.world.unknown(self.place, space, name, span, &self.locals.known(space))
    }

    /// The name of a definition. Marks the definition as needed.
    pub fn need(&mut self, def: DefId) -> Name {
        self.needed.push(def);
        self.world.def(def).name()
    }

    fn value(&mut self, term: Meaning, name: Symbol, span: Span) -> Result<Name> {
        match term {
            Meaning::Term(Term::Value(def)) => Ok(self.need(def)),
            Meaning::Term(Term::Module(_)) => {
                let error = codes::NOT_A_VALUE.error(span, format!("`{name}` is a module, not a value"));
                Err(match PrimType::from_str(name.as_str()) {
                    Ok(to) => {
                        let from = if to == PrimType::I32 { PrimType::I64 } else { PrimType::I32 };
                        let text = "a number is converted by a function that names both types";
                        error.note(format!("{text}: `{to}.{from} x` is the `{from}` `x` as an `{to}`"))
                    }
                    Err(_) => error.note(format!("a value in it is written `{name}.x`")),
                })
            }
            Meaning::Term(Term::Broken) => Err(already_reported()),
            Meaning::Type(_) | Meaning::ModuleType(_) => Err(Error::internal("a term in another name space")),
        }
    }

    /// The meaning of an unqualified name.
    pub fn variable(&mut self, name: Symbol, span: Span) -> Result<Head> {
        if name.as_str().starts_with('_') {
            let error = codes::UNDERSCORE_USED
                .error(span, format!("`{name}` cannot be used: its name starts with an underscore"));
            return Err(error.note("an underscore in front says that a variable is not used"));
        }
        match self.meaning(Space::Term, name) {
            Some(Local::Name(name)) => Ok(Head::Name(name)),
            Some(Local::Opened(meaning)) => self.value(meaning, name, span).map(Head::Name),
            None => predefined(name).ok_or_else(|| self.unknown(Space::Term, name, span)),
        }
    }

    /// Whether the path is that of the module `intrinsics` of an older edition. It has the predefined operators and
    /// types, too.
    fn is_intrinsics(&self, path: &[Symbol]) -> bool {
        self.world.dynamic
            && matches!(path, [name] if name.as_str() == "intrinsics")
            && matches!(
                path.first().and_then(|name| self.locals.lookup(Space::Term, *name)),
                None | Some(Local::Opened(_))
            )
    }

    /// The meaning of an operator, which may be a qualified name.
    pub fn operator(&mut self, op: &'s Exp<'s>) -> Result<Head> {
        if let Exp::Var { span, name } = *op {
            return self.variable(name.base, span);
        }
        let (root, labels) = selections(op);
        if let (Exp::Var { name, .. }, [(label, _)]) = (root, &labels[..])
            && self.is_intrinsics(&[name.base])
            && let Some(head) = predefined(*label)
        {
            return Ok(head);
        }
        match self.qualified(root, &labels)? {
            Some((name, [])) => Ok(Head::Name(name)),
            _ => Err(codes::NO_MEMBER.error(op.span(), "this is not a name from a module")),
        }
    }

    /// If a chain of selections starts with a value of a module, returns the value's name and the selections after it.
    pub fn qualified<'l>(&mut self, root: &'s Exp<'s>, labels: &'l [Label]) -> Result<Option<(Name, &'l [Label])>> {
        let Exp::Var { name, .. } = *root else { return Ok(None) };
        let mut module = match self.meaning(Space::Term, name.base) {
            Some(Local::Opened(Meaning::Term(Term::Module(module)))) => module,
            Some(Local::Opened(Meaning::Term(Term::Broken))) => return Err(already_reported()),
            _ => return Ok(None),
        };
        for (index, (label, span)) in labels.iter().enumerate() {
            match self.world.member(module, Space::Term, *label, *span)? {
                Meaning::Term(Term::Module(inner)) => module = inner,
                meaning => {
                    let name = self.value(meaning, *label, *span)?;
                    return Ok(Some((name, labels.get(index + 1..).unwrap_or(&[]))));
                }
            }
        }
        Ok(None)
    }

    /// Brings the names of a module into local scope.
    pub fn open(&mut self, path: &[Symbol], span: Span) -> Result<()> {
        // A local variable hides a module of the same name.
        let module = match path.split_first() {
            Some((first, rest)) => match self.locals.lookup(Space::Term, *first) {
                Some(Local::Name(_)) => {
                    return Err(codes::NOT_A_MODULE.error(span, format!("`{first}` is a value, not a module")));
                }
                Some(Local::Opened(Meaning::Term(Term::Module(module)))) => {
                    rest.iter().try_fold(module, |module, name| {
                        match self.world.member(module, Space::Term, *name, span)? {
                            Meaning::Term(Term::Module(inner)) => Ok(inner),
                            _ => Err(codes::NOT_A_MODULE.error(span, format!("`{name}` is a value, not a module"))),
                        }
                    })?
                }
                _ => self.world.module_at(self.place, path, span)?,
            },
            None => return Err(Error::internal("a module path without names")),
        };
        let Some(names) = self.world.names(module) else {
            return Err(codes::PARAMETRIC_MODULE.error(span, "a parametric module cannot be opened"));
        };
        for (name, meaning) in names.iter() {
            self.locals.bind(meaning.space(), name, Local::Opened(meaning));
        }
        Ok(())
    }

    /// The meaning of a type's name.
    fn type_head(&mut self, path: &[Symbol], name: Symbol, span: Span) -> Result<TypeHead> {
        let meaning = match path.split_first() {
            None => match self.meaning(Space::Type, name) {
                Some(Local::Name(name)) => return Ok(TypeHead::Param(name)),
                Some(Local::Opened(meaning)) => meaning,
                None => {
                    return match PrimType::from_str(name.as_str()) {
                        Ok(prim) => Ok(TypeHead::Prim(prim)),
                        Err(_) => Err(self.unknown(Space::Type, name, span)),
                    };
                }
            },
            Some(_)
                if self.is_intrinsics(path)
                    && let Ok(prim) = PrimType::from_str(name.as_str()) =>
            {
                return Ok(TypeHead::Prim(prim));
            }
            Some((first, rest)) => {
                let module = match self.locals.lookup(Space::Term, *first) {
                    Some(Local::Opened(Meaning::Term(Term::Module(module)))) => {
                        rest.iter().try_fold(module, |module, name| {
                            match self.world.member(module, Space::Term, *name, span)? {
                                Meaning::Term(Term::Module(inner)) => Ok(inner),
                                _ => Err(codes::NOT_A_MODULE.error(span, format!("`{name}` is a value, not a module"))),
                            }
                        })?
                    }
                    _ => self.world.module_at(self.place, path, span)?,
                };
                self.world.member(module, Space::Type, name, span)?
            }
        };
        match meaning {
            Meaning::Type(def) => Ok(TypeHead::Def(def)),
            Meaning::Term(_) | Meaning::ModuleType(_) => Err(Error::internal("a type in another name space")),
        }
    }

    /// A named type with its arguments.
    pub fn named_type(
        &mut self,
        span: Span,
        path: &[Symbol],
        name: Symbol,
        args: &'s [from::TypeArg<'s>],
    ) -> Result<to::Type<'b>> {
        let head = self.type_head(path, name, span)?;
        let params: &[TypeParam] = match head {
            TypeHead::Def(def) => self.world.def(def).type_params(),
            TypeHead::Param(_) | TypeHead::Prim(_) => &[],
        };
        if params.len() != args.len() {
            let plural = if params.len() == 1 { "" } else { "s" };
            let problem =
                format!("the type `{name}` takes {} argument{plural}, but is given {}", params.len(), args.len());
            return Err(codes::TYPE_ARGUMENTS.error(span, problem));
        }
        for (param, arg) in params.iter().zip(args) {
            match (param, arg) {
                (TypeParam::SizeParam { .. }, from::TypeArg::ArgType { span, .. }) => {
                    return Err(codes::KIND_OF_ARGUMENT.error(*span, "a size in brackets should be here, not a type"));
                }
                (TypeParam::TypeParamNamed { .. }, from::TypeArg::ArgSize { span, .. }) => {
                    return Err(codes::KIND_OF_ARGUMENT.error(*span, "a type should be here, not a size"));
                }
                _ => {}
            }
        }
        match head {
            TypeHead::Param(name) => Ok(to::Type::TypeVar { span, name }),
            TypeHead::Prim(prim) => Ok(to::Type::TypePrim { span, prim }),
            TypeHead::Def(def) => {
                let name = self.need(def);
                let args = args.iter().map(|arg| self.lower_type_arg(arg)).collect::<Result<Vec<_>>>()?;
                Ok(to::Type::TypeCon { span, name, args: self.arena.slice(args) })
            }
        }
    }
}

/// The expression at the start of a chain of selections `e.x.y`, and the labels in order, each with the span of the
/// chain up to it.
pub(super) fn selections<'s>(exp: &'s Exp<'s>) -> (&'s Exp<'s>, Vec<Label>) {
    let mut labels = Vec::new();
    let mut root = exp;
    while let Exp::Project { exp, label, span } = *root {
        labels.push((label, span));
        root = exp;
    }
    labels.reverse();
    (root, labels)
}

/// The names that a pattern binds.
pub(in crate::source) fn pattern_names(pat: &Pat<'_>, names: &mut Vec<(Symbol, Span)>) {
    match *pat {
        Pat::PatVar { span, name } => names.push((name.base, span)),
        Pat::PatTuple { elems, .. } => elems.iter().for_each(|pat| pattern_names(pat, names)),
        Pat::PatRecord { fields, .. } => fields.iter().for_each(|field| pattern_names(field.pat, names)),
        Pat::PatAscribe { pat, .. } | Pat::PatAttributed { pat, .. } => pattern_names(pat, names),
        Pat::PatCon { args, .. } => args.iter().for_each(|pat| pattern_names(pat, names)),
        Pat::PatWild { .. } | Pat::PatInt { .. } | Pat::PatFloat { .. } | Pat::PatConst { .. } => {}
    }
}
