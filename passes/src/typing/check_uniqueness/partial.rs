//! Partial applications that consume an argument: every call of such a function gets a copy of the argument.
//!
//!     map (f xs) ys     becomes     let arg = xs in map (\y -> f (copy arg) y) ys
//!
//! The copies are made here, since later passes see only the body of `f`, which updates its parameter in place.

use framework::{Name, Names, Renaming, Result};
use languages::typed::{Arena, Def, Exp, Pat, Program, Rewrite, Type, Visit, default_rewrite_exp, walk_exp};
use rustc_hash::FxHashMap;

use super::alias::{is_scalar, unmarked};
use super::copies::copied;

/// The rewrite of partial applications.
pub(super) struct Partial<'b> {
    arena: &'b Arena<'b>,
    /// The number of parameters of each function.
    arities: FxHashMap<Name, usize>,
}

impl<'b> Partial<'b> {
    pub(super) fn new(arena: &'b Arena<'b>, program: &Program<'_>) -> Self {
        let mut arities = Arities(FxHashMap::default());
        for Def::Value { name, params, body, .. } in program.defs {
            arities.0.insert(*name, params.len());
            arities.visit_exp(body);
        }
        Partial { arena, arities: arities.0 }
    }
}

struct Arities(FxHashMap<Name, usize>);

impl<'a> Visit<'a> for Arities {
    fn visit_exp(&mut self, exp: &'a Exp<'a>) {
        if let Exp::LetFun { name, params, .. } = exp {
            self.0.insert(*name, params.len());
        }
        walk_exp(self, exp);
    }
}

/// Whether a function consumes an argument for a parameter of this type.
pub(super) fn consumes(param: &Type<'_>) -> bool {
    match unmarked(param) {
        (ty, true) => !is_scalar(ty),
        (Type::TypeRecord { fields, .. }, false) => fields.iter().any(|field| consumes(field.ty)),
        _ => false,
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Partial<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        let exp = default_rewrite_exp(self, node)?;
        Ok(match exp {
            Exp::Apply { func: Exp::Var { name, .. }, args, .. }
                if self.arities.get(name).is_some_and(|arity| args.len() < *arity) =>
            {
                self.with_copies(exp)
            }
            _ => exp,
        })
    }
}

impl<'b> Partial<'b> {
    /// Puts a function around a partial application. Its arguments are evaluated once, outside of the function.
    fn with_copies(&self, exp: Exp<'b>) -> Exp<'b> {
        let Exp::Apply { span, ty, func, args } = exp else { return exp };
        let arena = self.arena;
        let mut lets = Vec::new();
        let mut all = Vec::new();
        let mut consumed = false;
        let mut rest = func.ty();
        for arg in args {
            let Type::TypeArrow { from, to, .. } = unmarked(rest).0 else { return exp };
            let name = Name::fresh("arg");
            let var = Exp::Var { span: arg.span(), ty: arg.ty(), name, inst: &[] };
            lets.push((name, arg));
            all.push(if consumes(from) { copied(arena, var, arg.ty()) } else { var });
            consumed |= consumes(from);
            rest = to;
        }
        if !consumed {
            return exp;
        }
        let (mut params, mut result) = (Vec::new(), ty);
        while let (Type::TypeArrow { param, from, to, .. }, _) = unmarked(result) {
            let name = Name::fresh(param.map_or("x".into(), |param| param.base));
            params.push(Pat::PatVar { span, ty: from, name });
            all.push(Exp::Var { span, ty: unmarked(from).0, name, inst: &[] });
            let mut renaming = Renaming::new(Names::Keep);
            if let Some(param) = param {
                renaming = renaming.rename(*param, name);
            }
            result = arena.alloc(to.copy_into(arena, &mut renaming));
        }
        let body = arena.alloc(Exp::Apply { span, ty: result, func, args: arena.slice(all) });
        let lambda = Exp::Lambda { span, ty, params: arena.slice(params), ret: result, body };
        lets.into_iter().rev().fold(lambda, |body, (name, rhs)| {
            let pat = arena.alloc(Pat::PatVar { span: rhs.span(), ty: rhs.ty(), name });
            Exp::Let { span, ty, sizes: &[], pat, rhs, body: arena.alloc(body) }
        })
    }
}
