//! The meaning of `MonoMatch`: an embedding into `Typed`, as a program without type parameters.

use framework::{Owned, Result};

use super::{Embed, Program, added};
use crate::typed::{self, Typed};

/// Returns the `Typed` program of the same meaning. Sizes of entry points become size parameters.
pub fn embed(program: &Program<'_>) -> Result<Owned<Typed>> {
    Owned::build(|arena| Embedding { arena }.embed_program(program))
}

struct Embedding<'b> {
    arena: &'b typed::Arena<'b>,
}

impl<'a, 'b> Embed<'a, 'b> for Embedding<'b> {
    fn arena(&self) -> &'b typed::Arena<'b> {
        self.arena
    }

    fn def_value(&mut self, node: added::DefValue<'a>) -> Result<typed::Def<'b>> {
        let added::DefValue { span, name, entry, attrs, doc, sizes, params, ret, body } = node;
        let arena = self.arena;
        let attrs: Result<Vec<_>> = attrs.iter().map(|attr| self.embed_attr(attr)).collect();
        let params: Result<Vec<_>> = params.iter().map(|param| self.embed_pat(param)).collect();
        let type_params = sizes.iter().map(|size| typed::TypeParam::SizeParam { span: size.span, name: size.name });
        Ok(typed::Def::Value {
            span,
            name,
            entry,
            attrs: arena.slice(attrs?),
            doc,
            type_params: arena.slice(type_params),
            params: arena.slice(params?),
            ret: arena.alloc(self.embed_type(ret)?),
            declared: true,
            body: arena.alloc(self.embed_exp(body)?),
        })
    }

    fn exp_var(&mut self, node: added::ExpVar<'a>) -> Result<typed::Exp<'b>> {
        let added::ExpVar { span, ty, name } = node;
        Ok(typed::Exp::Var { span, ty: self.arena.alloc(self.embed_type(ty)?), name, inst: &[] })
    }
}
