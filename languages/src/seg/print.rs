//! The concrete syntax of `Seg`.

/// The expressions that `Seg` and `FunMem` have in common.
macro_rules! kernels {
    () => {
        fn space(space: &[SegDim<'_>]) -> Doc {
            parens(space.iter().map(|dim| text(format!("{} < ", dim.index)).append(atom(dim.count))))
        }

        fn kernel(body: &KernelBody<'_>) -> Doc {
            let results = body.results.iter().map(|result| match result {
                KernelResult::Returns { value, .. } => atom(value),
                KernelResult::Writes { dest, indices, value, .. } => {
                    name(*dest).append(brackets(indices.iter().map(atom))).append(text(" <- ")).append(atom(value))
                }
            });
            block(statements(body.stms, text("return ").append(parens(results))))
        }

        fn parallel(head: &str, dims: &[SegDim<'_>], ops: Vec<Doc>, body: &KernelBody<'_>) -> Doc {
            let ops = ops.into_iter().map(|op| RcDoc::hardline().append(op));
            text(format!("{head} "))
                .append(space(dims))
                .append(RcDoc::concat(ops).nest(2))
                .append(text(" "))
                .append(kernel(body))
        }

        fn segmented(exp: &Exp<'_>) -> Doc {
            match exp {
                Exp::SegMap { space, body, .. } => parallel("segmap", space, Vec::new(), body),
                Exp::SegRed { space, ops, body, .. } => {
                    parallel("segred", space, ops.iter().map(reduction).collect(), body)
                }
                Exp::SegScan { space: dims, ops, body, totals, .. } => {
                    let ops = ops.iter().map(|op| RcDoc::hardline().append(reduction(op)));
                    let totals = totals.iter().map(|op| RcDoc::hardline().append(text("total ")).append(reduction(op)));
                    let values = text("give ").append(parens(body.values.iter().map(atom)));
                    text("segscan ")
                        .append(space(dims))
                        .append(RcDoc::concat(ops.chain(totals)).nest(2))
                        .append(text(" "))
                        .append(block(statements(body.stms, values)))
                        .append(text(" then "))
                        .append(parens(body.prefixes.iter().map(param)))
                        .append(text(" "))
                        .append(kernel(body.post))
                }
                Exp::SegHist { space, ops, body, .. } => {
                    parallel("seghist", space, ops.iter().map(histogram).collect(), body)
                }
                // The shared part has printed all others.
                _ => RcDoc::nil(),
            }
        }
    };
}

pub(crate) use kernels;

use super::{
    Atom, Body, Exp, Fun, HistOp, KernelBody, KernelResult, Lambda, LoopForm, Param, Part, Program, Reduction, SegDim,
    SliceDim, Stm, Type,
};

crate::anf::printer!();
kernels!();

fn ty(ty: &Type<'_>) -> Doc {
    match ty {
        Type::Scalar { prim, .. } => text(prim.to_string()),
        Type::Array { prim, dims, unique, .. } => {
            let star = if *unique { "*" } else { "" };
            let dims = dims.iter().map(|dim| text("[").append(atom(dim)).append(text("]")));
            text(star).append(RcDoc::concat(dims)).append(text(prim.to_string()))
        }
        Type::Cert { .. } => text("cert"),
    }
}

fn own(exp: &Exp<'_>) -> Doc {
    segmented(exp)
}
