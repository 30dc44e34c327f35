//! Rewrites host code: statements outside of the functions of SOACs.

use super::code::Code;
use framework::{Names, Renaming, Result};
use languages::anf::{Body, Exp, Param, Rewrite, Stm, default_rewrite_exp};

/// Rewrites the bodies of a conditional or a loop. Other expressions stay as they are, with the functions of SOACs.
pub fn rewrite_exp<'a, 'b>(rewriter: &mut impl Rewrite<'a, 'b>, exp: &'a Exp<'a>) -> Result<Exp<'b>> {
    match exp {
        Exp::If { .. } | Exp::Loop { .. } => default_rewrite_exp(rewriter, exp),
        other => Ok(other.copy_into(rewriter.arena(), &mut Renaming::new(Names::Keep))),
    }
}

/// Rewrites the expressions of a body's statements. `rewrite` gets a statement with its new names, and may add statements
/// to the code in front of it.
pub fn rewrite_body<'a, 'b, R: Rewrite<'a, 'b>>(
    rewriter: &mut R,
    body: &'a Body<'a>,
    mut rewrite: impl FnMut(&mut R, &mut Code<'b>, &'a Stm<'a>, &[Param<'b>]) -> Result<Exp<'b>>,
) -> Result<Body<'b>> {
    let arena = rewriter.arena();
    let mut code = Code::new(arena, body.span);
    for stm in body.stms {
        code.span = stm.span;
        let pat = stm.pat.iter().map(|param| rewriter.rewrite_param(param)).collect::<Result<Vec<_>>>()?;
        let exp = rewrite(rewriter, &mut code, stm, &pat)?;
        let certs = arena.slice(stm.certs.iter().copied());
        code.stms.push(Stm { span: stm.span, pat: arena.slice(pat), certs, exp: arena.alloc(exp) });
    }
    Ok(code.body(body.result.iter().copied()))
}
