//! `monomorphise`: copies each polymorphic definition for each set of types that it is used at.

use super::support::instance_types::{arrow, fill, holes};
use super::support::loops;
use framework::pass::{Run, Transform};
use framework::{Error, Name, Names, Owned, Renaming, Result, Span, pass};
use languages::codes;
use languages::mono_match::{
    Arena, Attr, Def, Exp, Lower, MonoMatch, Pat, Program, SizeBinder, Type, Visit, gone, walk_type,
};
use languages::prim::PrimType;
use languages::typed::{self, TypeArg, TypeParam, Typed};
use rustc_hash::FxHashMap;

pass! {
    /// Copies each polymorphic definition for each set of types that it is used at, and turns size parameters into
    /// ordinary parameters.
    ///
    ///     def f [n] 't (xs: [n]t) = …   f{[m], i32} ys     becomes     def f_1 (n: i64) (xs: [n]i32) = …   f_1 m ys
    ///
    /// TFP'18 §5.1. Sizes inside type arguments become parameters as well: `'t` at `[k]i32` gives a parameter for `k`.
    /// So uses at types that differ only in sizes share an instance. Only definitions that the entry points need are
    /// kept.
    pub Monomorphise = "monomorphise": Typed => MonoMatch {
        counts: { instances, shared },
        options: {
            /// The only entry point to keep, if there is one of this name.
            entry: String = String::new(),
        },
    }
}

impl Transform for Monomorphise {
    fn transform(&self, program: &Owned<Typed>, run: &mut Run<'_, Self>) -> Result<Owned<MonoMatch>> {
        let mut counts = (0, 0);
        let result = Owned::build(|arena| {
            let copies = typed::Arena::default();
            let mut mono = Mono {
                arena,
                copies: &copies,
                defs: program.root().defs.iter().map(|def| (name_of(def), def)).collect(),
                types: FxHashMap::default(),
                instances: FxHashMap::default(),
                active: Vec::new(),
                locals: FxHashMap::default(),
                out: Vec::new(),
                shared: 0,
            };
            let entries = || program.root().defs.iter().filter(|def| is_entry(def));
            let is_wanted = |def: &&typed::Def<'_>| name_of(def).base.as_str() == run.options.entry;
            entries().try_for_each(check_entry)?;
            match entries().find(is_wanted) {
                Some(only) => mono.entry(only)?,
                None => entries().try_for_each(|def| mono.entry(def))?,
            }
            counts = (mono.out.len() as u64, mono.shared);
            Ok(Program { span: program.root().span, defs: arena.slice(mono.out) })
        });
        run.counts.instances = counts.0;
        run.counts.shared = counts.1;
        result
    }
}

fn is_entry(def: &typed::Def<'_>) -> bool {
    let typed::Def::Value { entry, .. } = def;
    *entry
}

/// Refuses entry points with type parameters.
fn check_entry(def: &typed::Def<'_>) -> Result<()> {
    let typed::Def::Value { type_params, .. } = def;
    for param in *type_params {
        if let TypeParam::TypeParamNamed { span, name, .. } = param {
            return Err(codes::POLYMORPHIC_ENTRY
                .error(*span, format!("an entry point cannot be polymorphic in a type (`{name}`)")));
        }
    }
    Ok(())
}

fn name_of(def: &typed::Def<'_>) -> Name {
    let typed::Def::Value { name, .. } = def;
    *name
}

/// Whether a type has at most [`MAX_TYPE`] parts.
fn is_small(ty: &Type<'_>) -> bool {
    struct Parts(usize);
    impl<'a> Visit<'a> for Parts {
        fn visit_type(&mut self, ty: &'a Type<'a>) {
            self.0 += 1;
            if self.0 <= MAX_TYPE {
                walk_type(self, ty);
            }
        }
    }
    let mut parts = Parts(0);
    parts.visit_type(ty);
    parts.0 <= MAX_TYPE
}

/// The deepest nesting of instances whose construction needs another instance.
const MAX_DEPTH: usize = 5_000;

/// The largest number of parts of an instance's type. A function that calls itself at pairs of its type doubles the
/// type each time.
const MAX_TYPE: usize = 10_000;

/// A definition, and its type arguments without sizes.
type Key<'b> = (Name, Vec<Type<'b>>);

/// A polymorphic local function, with the instances that its scope uses.
struct Local<'a, 'b> {
    type_params: &'a [TypeParam],
    function: typed::Exp<'a>,
    instances: Vec<(Vec<Type<'b>>, Name, Exp<'b>)>,
    /// The values of type parameters at its definition.
    types: FxHashMap<Name, Type<'b>>,
}

struct Mono<'a, 'b> {
    arena: &'b Arena<'b>,
    /// Copies of definitions, with fresh names.
    copies: &'a typed::Arena<'a>,
    defs: FxHashMap<Name, &'a typed::Def<'a>>,
    /// The types that type parameters stand for.
    types: FxHashMap<Name, Type<'b>>,
    instances: FxHashMap<Key<'b>, Name>,
    /// The instances under construction.
    active: Vec<Name>,
    locals: FxHashMap<Name, Local<'a, 'b>>,
    out: Vec<Def<'b>>,
    shared: u64,
}

impl<'a, 'b> Mono<'a, 'b> {
    fn size_type(&self, span: Span) -> &'b Type<'b> {
        self.arena.alloc(Type::TypePrim { span, prim: PrimType::I64 })
    }

    fn entry(&mut self, def: &'a typed::Def<'a>) -> Result<()> {
        let typed::Def::Value { span, name, entry, attrs, doc, type_params, params, ret, body, .. } = def;
        let sizes = type_params.iter().filter_map(|param| match param {
            TypeParam::SizeParam { span, name } => Some(SizeBinder { span: *span, name: *name }),
            TypeParam::TypeParamNamed { .. } => None,
        });
        let sizes: Vec<SizeBinder> = sizes.collect();
        // This copy is the entry point. Other definitions that use it get an instance of their own, with ordinary
        // parameters.
        let params = self.pats(params)?;
        let attrs: Result<Vec<Attr>> = attrs.iter().map(|attr| self.lower_attr(attr)).collect();
        let ret = self.lower_type(ret)?;
        let body = self.lower_exp(body)?;
        let value = Def::Value {
            span: *span,
            name: *name,
            entry: *entry,
            attrs: self.arena.slice(attrs?),
            doc: *doc,
            sizes: self.arena.slice(sizes),
            params: self.arena.slice(params),
            ret: self.arena.alloc(ret),
            body: self.arena.alloc(body),
        };
        self.out.push(value);
        Ok(())
    }

    fn pats(&mut self, pats: &'a [typed::Pat<'a>]) -> Result<Vec<Pat<'b>>> {
        pats.iter().map(|pat| self.lower_pat(pat)).collect()
    }

    /// Splits type arguments into sizes to pass on and types with holes for sizes. The latter identify the instance.
    fn arguments(&mut self, inst: &'a [TypeArg<'a>]) -> Result<(Vec<Exp<'b>>, Vec<Type<'b>>)> {
        let mut sizes = Vec::new();
        let mut inner = Vec::new();
        let mut types = Vec::new();
        for arg in inst {
            match arg {
                TypeArg::ArgSize { size: typed::Size::SizeOf { exp, .. }, .. } => sizes.push(self.lower_exp(exp)?),
                TypeArg::ArgType { ty, .. } => {
                    let ty = self.lower_type(ty)?;
                    types.push(holes(self.arena, &ty, &mut inner));
                }
            }
        }
        sizes.extend(inner);
        Ok((sizes, types))
    }

    /// The instance of a definition at these types.
    fn instance(&mut self, name: Name, types: Vec<Type<'b>>) -> Result<Name> {
        let key = (name, types);
        if let Some(known) = self.instances.get(&key) {
            self.shared += 1;
            return Ok(*known);
        }
        let Some(def) = self.defs.get(&name) else {
            return Err(Error::internal(format!("`{name}` has no definition")));
        };
        if self.active.len() >= MAX_DEPTH || !key.1.iter().all(is_small) {
            let message = format!("`{}` needs infinitely many instances", name.base);
            return Err(codes::ENDLESS_INSTANCES.error(def.span(), message));
        }
        let typed::Def::Value { entry, type_params, .. } = def;
        let keep = !*entry && type_params.is_empty();
        let instance = if keep { name } else { name.refresh() };
        self.instances.insert(key.clone(), instance);
        self.active.push(instance);
        // Every instance has fresh names, except for the only instance of a definition without type parameters.
        let def: &'a typed::Def<'a> =
            if keep { def } else { self.copies.alloc(def.copy_into(self.copies, &mut Renaming::new(Names::Fresh))) };
        let typed::Def::Value { span, attrs, doc, type_params, params, ret, body, .. } = def;
        let saved = std::mem::take(&mut self.types);
        let mut all = self.size_params(type_params, &key.1)?;
        all.extend(self.pats(params)?);
        let attrs: Result<Vec<Attr>> = attrs.iter().map(|attr| self.lower_attr(attr)).collect();
        let ret = self.lower_type(ret)?;
        let body = self.lower_exp(body)?;
        self.types = saved;
        let value = Def::Value {
            span: *span,
            name: instance,
            entry: false,
            attrs: self.arena.slice(attrs?),
            doc: *doc,
            sizes: &[],
            params: self.arena.slice(all),
            ret: self.arena.alloc(ret),
            body: self.arena.alloc(body),
        };
        self.active.pop();
        // The definitions that this one needs have been pushed before, so definitions stay in dependency order.
        self.out.push(value);
        Ok(instance)
    }

    /// Parameters for the sizes of the definition and of its type arguments, in this order. Also records the types that
    /// type parameters stand for.
    fn size_params(&mut self, type_params: &[TypeParam], types: &[Type<'b>]) -> Result<Vec<Pat<'b>>> {
        let mut params = Vec::new();
        let mut inner = Vec::new();
        let mut types = types.iter();
        for param in type_params {
            match param {
                TypeParam::SizeParam { span, name } => {
                    params.push(Pat::PatVar { span: *span, ty: self.size_type(*span), name: *name });
                }
                TypeParam::TypeParamNamed { span, name, .. } => {
                    let Some(ty) = types.next() else {
                        return Err(Error::internal("a type argument is missing").or_at(*span));
                    };
                    let ty = fill(self.arena, ty, &mut inner);
                    self.types.insert(*name, ty);
                }
            }
        }
        let size = self.size_type(Span::NONE);
        params.extend(inner.into_iter().map(|name| Pat::PatVar { span: Span::NONE, ty: size, name }));
        Ok(params)
    }

    /// The instance of a local function, made in the scope of its definition.
    fn local(&mut self, name: Name, types: Vec<Type<'b>>) -> Result<Name> {
        let missing = || Error::internal(format!("`{name}` is not a local function"));
        let local = self.locals.get(&name).ok_or_else(missing)?;
        if let Some((_, instance, _)) = local.instances.iter().find(|(known, _, _)| *known == types) {
            self.shared += 1;
            return Ok(*instance);
        }
        let instance = name.refresh();
        // The type parameters and the function are renamed together, as one function bound by `let`.
        let original = local.function;
        let copy: &'a typed::Exp<'a> =
            self.copies.alloc(original.copy_into(self.copies, &mut Renaming::new(Names::Fresh)));
        let typed::Exp::LetFun { span, type_params, params, ret, rhs, .. } = copy else { return Err(missing()) };
        debug_assert_eq!(type_params.len(), local.type_params.len());
        let around = std::mem::replace(&mut self.types, local.types.clone());
        let mut all = self.size_params(type_params, &types)?;
        all.extend(self.pats(params)?);
        let ret = self.lower_type(ret)?;
        let rhs = self.lower_exp(rhs)?;
        self.types = around;
        let ty = arrow(self.arena, &all, ret);
        let lambda = Exp::Lambda {
            span: *span,
            ty: self.arena.alloc(ty),
            params: self.arena.slice(all),
            ret: self.arena.alloc(ret),
            body: self.arena.alloc(rhs),
        };
        if let Some(local) = self.locals.get_mut(&name) {
            local.instances.push((types, instance, lambda));
        }
        Ok(instance)
    }
}

impl<'a, 'b> Lower<'a, 'b> for Mono<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn def_value(&mut self, node: gone::DefValue<'a>) -> Result<Def<'b>> {
        Err(Error::internal("definitions are made on demand").or_at(node.span))
    }

    fn type_type_var(&mut self, node: gone::TypeTypeVar) -> Result<Type<'b>> {
        let gone::TypeTypeVar { span, name } = node;
        self.types
            .get(&name)
            .copied()
            .ok_or_else(|| Error::internal(format!("type parameter `{name}` has no type")).or_at(span))
    }

    /// A package knows its sizes itself, so they are unknown in its type.
    fn type_type_packed(&mut self, node: gone::TypeTypePacked<'a>) -> Result<Type<'b>> {
        let gone::TypeTypePacked { span, sizes, body } = node;
        let sizes = sizes.iter().map(|size| self.lower_size_binder(size)).collect::<Result<Vec<_>>>()?;
        let body = self.lower_type(body)?;
        Ok(Type::TypeExists { span, sizes: self.arena.slice(sizes), body: self.arena.alloc(body) })
    }

    fn exp_var(&mut self, node: gone::ExpVar<'a>) -> Result<Exp<'b>> {
        let gone::ExpVar { span, ty, name, inst } = node;
        let ty = self.lower_type(ty)?;
        let global = self.defs.contains_key(&name);
        if !global && !self.locals.contains_key(&name) {
            return Ok(Exp::Var { span, ty: self.arena.alloc(ty), name });
        }
        let (sizes, types) = self.arguments(inst)?;
        let name = if global { self.instance(name, types)? } else { self.local(name, types)? };
        if sizes.is_empty() {
            return Ok(Exp::Var { span, ty: self.arena.alloc(ty), name });
        }
        let size = self.size_type(span);
        let whole =
            sizes.iter().fold(ty, |to, _| Type::TypeArrow { span, param: None, from: size, to: self.arena.alloc(to) });
        let func = Exp::Var { span, ty: self.arena.alloc(whole), name };
        Ok(Exp::Apply { span, ty: self.arena.alloc(ty), func: self.arena.alloc(func), args: self.arena.slice(sizes) })
    }

    fn exp_let_fun(&mut self, node: gone::ExpLetFun<'a>) -> Result<Exp<'b>> {
        let gone::ExpLetFun { span, ty, name, type_params, params, ret, declared, rhs, body } = node;
        let function = typed::Exp::LetFun { span, ty, name, type_params, params, ret, declared, rhs, body: rhs };
        let local = Local { type_params, function, instances: Vec::new(), types: self.types.clone() };
        self.locals.insert(name, local);
        let ty = self.lower_type(ty)?;
        let ty = self.arena.alloc(ty);
        let body = self.lower_exp(body)?;
        let instances = self.locals.remove(&name).map_or(Vec::new(), |local| local.instances);
        // An instance is pushed after the instances that it uses.
        Ok(instances.into_iter().rev().fold(body, |body, (_, instance, lambda)| Exp::Let {
            span,
            ty,
            sizes: &[],
            pat: self.arena.alloc(Pat::PatVar { span, ty: lambda.ty(), name: instance }),
            rhs: self.arena.alloc(lambda),
            body: self.arena.alloc(body),
        }))
    }

    fn lower_exp(&mut self, node: &'a typed::Exp<'a>) -> Result<Exp<'b>> {
        let lowered = languages::mono_match::default_lower_exp(self, node)?;
        // `(f sizes) args` is `f sizes args`.
        if let Exp::Apply { span, ty, func: Exp::Apply { func, args: sizes, .. }, args } = lowered
            && let (typed::Exp::Apply { func: typed::Exp::Var { .. }, .. }, Exp::Var { .. }) = (node, func)
        {
            let args = self.arena.slice(sizes.iter().chain(args).copied());
            return Ok(Exp::Apply { span, ty, func, args });
        }
        loops::with_sizes(self.arena, lowered)
    }
}
