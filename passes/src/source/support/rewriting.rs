//! Rewrites parts of nodes into the arena, and builds expressions that programs cannot write.

use framework::{Name, Result, Span, Symbol};
use languages::source::{Arena, Edition, Exp, Pat, Rewrite, Type};

/// Rewrites the parts of a node into the arena.
pub(in crate::source) trait Parts<'a, 'b>: Rewrite<'a, 'b> {
    fn exp(&mut self, exp: &'a Exp<'a>) -> Result<&'b Exp<'b>> {
        let exp = self.rewrite_exp(exp)?;
        Ok(self.arena().alloc(exp))
    }

    fn exps(&mut self, exps: &'a [Exp<'a>]) -> Result<Vec<Exp<'b>>> {
        exps.iter().map(|exp| self.rewrite_exp(exp)).collect()
    }

    fn pat(&mut self, pat: &'a Pat<'a>) -> Result<&'b Pat<'b>> {
        let pat = self.rewrite_pat(pat)?;
        Ok(self.arena().alloc(pat))
    }

    fn ty(&mut self, ty: &'a Type<'a>) -> Result<&'b Type<'b>> {
        let ty = self.rewrite_type(ty)?;
        Ok(self.arena().alloc(ty))
    }

    fn ty_opt(&mut self, ty: Option<&'a Type<'a>>) -> Result<Option<&'b Type<'b>>> {
        ty.map(|ty| self.ty(ty)).transpose()
    }
}

impl<'a, 'b, R: Rewrite<'a, 'b>> Parts<'a, 'b> for R {}

/// Copies nodes without rewriting them.
pub(in crate::source) struct Copy<'b> {
    pub arena: &'b Arena<'b>,
}

impl<'a, 'b> Rewrite<'a, 'b> for Copy<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }
}

/// Makes names that programs cannot write.
pub(in crate::source) struct Fresh {
    edition: Edition,
    count: usize,
}

impl Fresh {
    /// The names for the pass that desugars `edition`.
    pub fn of(edition: Edition) -> Fresh {
        Fresh { edition, count: 0 }
    }

    /// The next name.
    pub fn name(&mut self, base: &str) -> Name {
        self.count += 1;
        Name::plain(Symbol::new(&format!("{base}'{}'{}", self.edition, self.count)))
    }
}

/// Builds expressions at one place of the source text.
#[derive(Clone, std::marker::Copy)]
pub(in crate::source) struct Builder<'b> {
    pub arena: &'b Arena<'b>,
    pub span: Span,
}

impl<'b> Builder<'b> {
    /// A variable.
    pub fn var(self, name: Name) -> &'b Exp<'b> {
        self.arena.alloc(Exp::Var { span: self.span, name })
    }

    /// `lhs op rhs`.
    pub fn infix(self, op: &str, lhs: &'b Exp<'b>, rhs: &'b Exp<'b>) -> &'b Exp<'b> {
        let op = self.var(Name::plain(Symbol::new(op)));
        self.arena.alloc(Exp::Infix { span: self.span, op, lhs, rhs })
    }

    /// `if cond then yes else no`.
    pub fn choice(self, cond: &'b Exp<'b>, yes: &'b Exp<'b>, no: &'b Exp<'b>) -> &'b Exp<'b> {
        self.arena.alloc(Exp::If { span: self.span, cond, yes, no })
    }

    /// `let name = rhs in body`.
    pub fn binding(self, name: Name, rhs: &'b Exp<'b>, body: &'b Exp<'b>) -> &'b Exp<'b> {
        let pat = self.arena.alloc(Pat::PatVar { span: self.span, name });
        self.arena.alloc(Exp::Let { span: self.span, sizes: &[], pat, rhs, body })
    }
}
