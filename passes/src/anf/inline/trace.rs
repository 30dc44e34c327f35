//! Adds the places of calls to the traces of copied assertions.

use framework::{Result, SourceMap, Span, Symbol};
use languages::anf::{Arena, Body, Exp, Rewrite, Stm, default_rewrite_body, default_rewrite_exp, default_rewrite_stm};
use languages::source::prelude::PRELUDE_FOLDER;

/// Adds the place of a call to the trace of every assertion. Statements of the prelude get this place as their own,
/// since users do not know places in the prelude.
pub struct Trace<'s, 'i> {
    pub arena: &'i Arena<'i>,
    pub sources: &'s SourceMap,
    pub span: Span,
    pub place: Symbol,
}

impl<'i> Rewrite<'i, 'i> for Trace<'_, 'i> {
    fn arena(&self) -> &'i Arena<'i> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'i Body<'i>) -> Result<Body<'i>> {
        default_rewrite_body(self, node)
    }

    fn rewrite_stm(&mut self, node: &'i Stm<'i>) -> Result<Stm<'i>> {
        let of_prelude = self.sources.get(node.span.file).is_some_and(|file| file.name.starts_with(PRELUDE_FOLDER));
        let stm = default_rewrite_stm(self, node)?;
        Ok(if of_prelude { Stm { span: self.span, ..stm } } else { stm })
    }

    fn rewrite_exp(&mut self, node: &'i Exp<'i>) -> Result<Exp<'i>> {
        match node {
            Exp::Assert { span, code, cond, message, trace } => {
                let trace = trace.iter().copied().chain([self.place]);
                Ok(Exp::Assert { span: *span, code: *code, cond, message, trace: self.arena.slice(trace) })
            }
            _ => default_rewrite_exp(self, node),
        }
    }
}
