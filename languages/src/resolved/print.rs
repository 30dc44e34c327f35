//! The concrete syntax of `Resolved`. A program is translated back to `Source`, keeps its unique names, and is printed
//! as `Source`.

use framework::{Name, Owned, Result, Span, Symbol};

use super::{Def, Embed, Exp, Field, Pat, Program, Type, TypeField, added, default_embed_exp, default_embed_pat};
use crate::prim::UnOp;
use crate::source as to;
use crate::source::{Source, print_declarations};

/// Prints a program, or the definition named `only`.
pub fn program(root: &Program<'_>, only: Option<&str>) -> String {
    let mut text = String::new();
    let built = Owned::<Source>::build(|arena| {
        let mut embedding = Embedding { arena };
        let wanted = root.defs.iter().filter(|def| only.is_none_or(|only| name_of(def) == only));
        let decs = wanted.map(|def| embedding.definition(def)).collect::<Result<Vec<_>>>()?;
        text = print_declarations(&decs);
        Ok(to::Program { span: root.span, edition: root.edition, files: &[] })
    });
    match built {
        Ok(_) => text,
        Err(error) => format!("-- cannot be printed: {error}\n"),
    }
}

/// Returns the name of the definition as the user wrote it.
fn name_of(def: &Def<'_>) -> &'static str {
    match *def {
        Def::Value { name, .. } | Def::Otherwise { name, .. } => name.base.as_str(),
        Def::Abbreviation { name, .. } | Def::Abstract { name, .. } => name.base.as_str(),
        Def::Sealed { name, .. } => name.base.as_str(),
        Def::Assumed { name, .. } | Def::Conforms { name, .. } => name.base.as_str(),
        Def::Known { .. } | Def::SameType { .. } => "",
    }
}

struct Embedding<'b> {
    arena: &'b to::Arena<'b>,
}

/// Whether labels are those of a tuple, in order.
fn tuple(labels: impl ExactSizeIterator<Item = Symbol>) -> bool {
    labels.len() != 1 && labels.enumerate().all(|(index, label)| label.as_str() == index.to_string())
}

impl<'b> Embedding<'b> {
    /// Translates a definition to a declaration. A requirement of a module type becomes a definition of that type; an
    /// assumption becomes a module type.
    fn definition<'a>(&mut self, def: &'a Def<'a>) -> Result<to::Dec<'b>> {
        let arena = self.arena;
        match *def {
            Def::Value { span, name, entry, attrs, doc, type_params, params, ret, body }
            | Def::Otherwise { span, name, entry, attrs, doc, type_params, params, ret, body, .. } => {
                let type_params = self.params(type_params)?;
                let params = params.iter().map(|param| self.embed_pat(param)).collect::<Result<Vec<_>>>()?;
                let ret = ret.map(|ret| self.ty(ret)).transpose()?;
                let body = self.embed_exp(body)?;
                let params = arena.slice(params);
                let mut dec = to::Dec::Value { span, entry, name, type_params, params, ret, body: arena.alloc(body) };
                for attr in attrs.iter().rev() {
                    let attr = self.embed_attr(attr)?;
                    dec = to::Dec::Attributed { span, attr: arena.alloc(attr), dec: arena.alloc(dec) };
                }
                Ok(match doc {
                    Some(doc) => to::Dec::Documented { span, doc, dec: arena.alloc(dec) },
                    None => dec,
                })
            }
            Def::Abbreviation { span, name, lifted, given, type_params, rhs } => {
                let lifted = if given { to::Liftedness::Lifted } else { lifted };
                let type_params = self.params(type_params)?;
                Ok(to::Dec::Abbreviation { span, name, lifted, type_params, rhs: self.ty(rhs)? })
            }
            Def::Sealed { span, name, lifted, type_params, rhs } => {
                let type_params = self.params(type_params)?;
                let rhs = self.ty(rhs)?;
                let attr = arena.alloc(to::Attr::Atom { span, name: Symbol::new("sealed") });
                let dec = arena.alloc(to::Dec::Abbreviation { span, name, lifted, type_params, rhs });
                Ok(to::Dec::Attributed { span, attr, dec })
            }
            Def::Abstract { span, name, lifted, type_params } => {
                let type_params = self.params(type_params)?;
                self.specified(span, to::Spec::SpecType { span, name, lifted, type_params })
            }
            Def::Assumed { span, name, type_params, ty } => {
                let type_params = self.params(type_params)?;
                let spec = to::Spec::SpecValue { span, name, type_params, ty: self.ty(ty)? };
                self.specified(span, spec)
            }
            Def::Conforms { span, name, value, type_params, ty } => {
                let type_params = self.params(type_params)?;
                let ty = self.ty(ty)?;
                let body = arena.alloc(to::Exp::Var { span, name: value });
                Ok(to::Dec::Value { span, entry: false, name, type_params, params: &[], ret: Some(ty), body })
            }
            Def::Known { span, ty, known } => {
                let spec = to::Spec::SpecType { span, name: ty, lifted: to::Liftedness::SizeLifted, type_params: &[] };
                self.specification(span, if known { "known" } else { "hidden" }, spec)
            }
            Def::SameType { span, type_params, found, wanted, .. } => {
                let type_params = self.params(type_params)?;
                let (from, to) = (self.ty(found)?, self.ty(wanted)?);
                let ty = arena.alloc(to::Type::TypeArrow { span, param: None, from, to });
                let spec = to::Spec::SpecValue { span, name: Name::plain("same"), type_params, ty };
                self.specified(span, spec)
            }
        }
    }

    /// Returns `module type assumed = { spec }`.
    fn specified(&mut self, span: Span, spec: to::Spec<'b>) -> Result<to::Dec<'b>> {
        self.specification(span, "assumed", spec)
    }

    /// Returns `module type name = { spec }`.
    fn specification(&mut self, span: Span, name: &str, spec: to::Spec<'b>) -> Result<to::Dec<'b>> {
        let body = self.arena.alloc(to::ModType::Sig { span, specs: self.arena.slice([spec]) });
        Ok(to::Dec::ModuleType { span, name: Name::plain(name), body })
    }

    fn params(&mut self, params: &[super::TypeParam]) -> Result<&'b [to::TypeParam]> {
        let params = params.iter().map(|param| match *param {
            super::TypeParam::SizeParam { span, name } => to::TypeParam::SizeParam { span, name },
            super::TypeParam::TypeParamNamed { span, name, lifted } => {
                to::TypeParam::TypeParamNamed { span, name, lifted }
            }
        });
        let params: Vec<_> = params.collect();
        Ok(self.arena.slice(params))
    }

    fn exp<'a>(&mut self, exp: &'a Exp<'a>) -> Result<&'b to::Exp<'b>> {
        let exp = self.embed_exp(exp)?;
        Ok(self.arena.alloc(exp))
    }

    fn ty<'a>(&mut self, ty: &'a Type<'a>) -> Result<&'b to::Type<'b>> {
        let ty = self.embed_type(ty)?;
        Ok(self.arena.alloc(ty))
    }

    fn var(&self, span: Span, name: &str) -> &'b to::Exp<'b> {
        self.arena.alloc(to::Exp::Var { span, name: Name::plain(name) })
    }
}

impl<'a, 'b> Embed<'a, 'b> for Embedding<'b> {
    fn arena(&self) -> &'b to::Arena<'b> {
        self.arena
    }

    fn program_node(&mut self, node: added::Program<'a>) -> Result<to::Program<'b>> {
        let added::Program { span, edition, .. } = node;
        Ok(to::Program { span, edition, files: &[] })
    }

    fn embed_exp(&mut self, exp: &'a Exp<'a>) -> Result<to::Exp<'b>> {
        match *exp {
            Exp::Record { span, fields } if tuple(fields.iter().map(|field| field.label)) => {
                let elems = fields.iter().map(|field: &Field<'_>| self.embed_exp(field.exp));
                let elems = elems.collect::<Result<Vec<_>>>()?;
                Ok(to::Exp::Tuple { span, elems: self.arena.slice(elems) })
            }
            _ => default_embed_exp(self, exp),
        }
    }

    fn embed_pat(&mut self, pat: &'a Pat<'a>) -> Result<to::Pat<'b>> {
        match *pat {
            Pat::PatRecord { span, fields } if tuple(fields.iter().map(|field| field.label)) => {
                let elems = fields.iter().map(|field| self.embed_pat(field.pat)).collect::<Result<Vec<_>>>()?;
                Ok(to::Pat::PatTuple { span, elems: self.arena.slice(elems) })
            }
            _ => default_embed_pat(self, pat),
        }
    }

    fn embed_type(&mut self, ty: &'a Type<'a>) -> Result<to::Type<'b>> {
        match *ty {
            Type::TypeRecord { span, fields } if tuple(fields.iter().map(|field| field.label)) => {
                let elems = fields.iter().map(|field: &TypeField<'_>| self.embed_type(field.ty));
                let elems = elems.collect::<Result<Vec<_>>>()?;
                Ok(to::Type::TypeTuple { span, elems: self.arena.slice(elems) })
            }
            _ => super::default_embed_type(self, ty),
        }
    }

    fn type_type_prim(&mut self, node: added::TypeTypePrim) -> Result<to::Type<'b>> {
        let added::TypeTypePrim { span, prim } = node;
        Ok(to::Type::TypeName { span, name: Name::plain(prim.name()) })
    }

    fn type_type_var(&mut self, node: added::TypeTypeVar) -> Result<to::Type<'b>> {
        let added::TypeTypeVar { span, name } = node;
        Ok(to::Type::TypeName { span, name })
    }

    fn type_type_con(&mut self, node: added::TypeTypeCon<'a>) -> Result<to::Type<'b>> {
        let added::TypeTypeCon { span, name, args } = node;
        let func = to::Type::TypeName { span, name };
        if args.is_empty() {
            return Ok(func);
        }
        let args = args.iter().map(|arg| self.embed_type_arg(arg)).collect::<Result<Vec<_>>>()?;
        Ok(to::Type::TypeApply { span, func: self.arena.alloc(func), args: self.arena.slice(args) })
    }

    fn exp_bin(&mut self, node: added::ExpBin<'a>) -> Result<to::Exp<'b>> {
        let added::ExpBin { span, op, lhs, rhs } = node;
        Ok(to::Exp::Infix {
            span,
            op: self.var(span, op.symbol().unwrap_or(op.name())),
            lhs: self.exp(lhs)?,
            rhs: self.exp(rhs)?,
        })
    }

    fn exp_un(&mut self, node: added::ExpUn<'a>) -> Result<to::Exp<'b>> {
        let added::ExpUn { span, op, arg } = node;
        let arg = self.exp(arg)?;
        Ok(match op {
            UnOp::Neg => to::Exp::Negate { span, arg },
            UnOp::Not => to::Exp::Not { span, arg },
            op => to::Exp::Apply { span, func: self.var(span, op.name()), args: self.arena.slice([*arg]) },
        })
    }

    fn exp_intrinsic(&mut self, node: added::ExpIntrinsic<'a>) -> Result<to::Exp<'b>> {
        let added::ExpIntrinsic { span, op, args } = node;
        let module = self.var(span, "intrinsics");
        let func = self.arena.alloc(to::Exp::Project { span, exp: module, label: op });
        let args = args.iter().map(|arg| self.embed_exp(arg)).collect::<Result<Vec<_>>>()?;
        Ok(to::Exp::Apply { span, func, args: self.arena.slice(args) })
    }

    fn exp_loop(&mut self, node: added::ExpLoop<'a>) -> Result<to::Exp<'b>> {
        let added::ExpLoop { span, pat, init, form, body } = node;
        let (pat, form) = (self.embed_pat(pat)?, self.embed_loop_form(form)?);
        let (pat, form) = (self.arena.alloc(pat), self.arena.alloc(form));
        Ok(to::Exp::Loop { span, pat, init: Some(self.exp(init)?), form, body: self.exp(body)? })
    }
}
