//! Loops of 2017: between two numbers, and with sizes in their patterns.

use framework::{Name, Result, Span};
use languages::source::{Exp, IntLiteral, LoopForm, Pat, Rewrite, SizeBinder};

use super::{Desugar, new_sizes};
use crate::source::support::rewriting::{Builder, Parts};

impl<'b> Desugar<'b> {
    /// A loop whose pattern `p` binds sizes: `loop x = init for i < n do let [n] p = x in body`.
    pub(super) fn sized_loop<'a>(
        &mut self,
        span: Span,
        (pat, init): (&'a Pat<'a>, &'a Exp<'a>),
        form: &'a LoopForm<'a>,
        body: &'a Exp<'a>,
    ) -> Result<Exp<'b>> {
        let name = self.fresh.name("x");
        let init = Some(self.exp(init)?);
        let sizes = new_sizes([pat]).into_iter().map(|(span, name)| SizeBinder { span, name });
        let sizes = self.arena.slice(sizes.collect::<Vec<_>>());
        let pat = self.pat(pat)?;
        let rhs: &Exp = self.arena.alloc(Exp::Var { span: pat.span(), name });
        let inside = |this: &mut Self, exp: &'a Exp<'a>| -> Result<&'b Exp<'b>> {
            let body = this.exp(exp)?;
            Ok(this.arena.alloc(Exp::Let { span, sizes, pat, rhs, body }))
        };
        let form = match *form {
            LoopForm::While { span, cond } => LoopForm::While { span, cond: inside(self, cond)? },
            _ => self.rewrite_loop_form(form)?,
        };
        let (form, body) = (self.arena.alloc(form), inside(self, body)?);
        let pat = self.arena.alloc(Pat::PatVar { span: pat.span(), name });
        Ok(Exp::Loop { span, pat, init, form, body })
    }

    /// Turns a loop between two numbers into a loop that counts from zero.
    pub(super) fn between<'a>(
        &mut self,
        span: Span,
        (pat, init): (&'a Pat<'a>, Option<&'a Exp<'a>>),
        (name, down, from, to): (Name, bool, &'a Exp<'a>, &'a Exp<'a>),
        body: &'a Exp<'a>,
    ) -> Result<Exp<'b>> {
        self.rewritten += 1;
        let make = Builder { arena: self.arena, span };
        let (start, end, count) = (self.fresh.name("from"), self.fresh.name("to"), self.fresh.name("i"));
        let own = match down {
            false => make.infix("+", make.var(start), make.var(count)),
            true => {
                let one = make.arena.alloc(Exp::IntLit { span, value: IntLiteral(1) });
                make.infix("-", make.infix("-", make.var(end), make.var(count)), one)
            }
        };
        let body = make.binding(name, own, self.exp(body)?);
        let bound = make.infix("-", make.var(end), make.var(start));
        let form = make.arena.alloc(LoopForm::For { span, name: count, bound });
        let init = init.map(|init| self.exp(init)).transpose()?;
        let result = make.arena.alloc(Exp::Loop { span, pat: self.pat(pat)?, init, form, body });
        let result = make.binding(end, self.exp(to)?, result);
        Ok(*make.binding(start, self.exp(from)?, result))
    }
}
