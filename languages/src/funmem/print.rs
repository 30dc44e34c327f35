//! The concrete syntax of `FunMem`: `[n][m]f32 @mem -> offset + {(n : s) (m : t)}` (IFL'22 figure 6).

use super::{
    Atom, Body, Exp, Fun, HistOp, KernelBody, KernelResult, Lambda, LoopForm, Param, Part, Poly, Program, Reduction,
    SegDim, SliceDim, Stm, Type,
};

crate::anf::printer!();
crate::seg::kernels!();

fn ty(ty: &Type<'_>) -> Doc {
    match ty {
        Type::Scalar { prim, .. } => text(prim.to_string()),
        Type::Array { prim, dims, unique, mem, layout, .. } => {
            let star = if *unique { "*" } else { "" };
            let sizes = dims.iter().map(|dim| text("[").append(atom(dim)).append(text("]")));
            let lmad = dims.iter().zip(layout.strides).map(|(dim, stride)| {
                text("(").append(atom(dim)).append(text(" : ")).append(poly(stride)).append(text(")"))
            });
            text(star)
                .append(RcDoc::concat(sizes))
                .append(text(format!("{prim} @{mem} -> ")))
                .append(poly(layout.offset))
                .append(text(" + {"))
                .append(RcDoc::intersperse(lmad, text(" ")))
                .append(text("}"))
        }
        Type::Cert { .. } => text("cert"),
        Type::Mem { .. } => text("mem"),
    }
}

fn poly(node: &Poly<'_>) -> Doc {
    let factor = |node: &Poly<'_>| match node {
        Poly::PolyAdd { .. } | Poly::PolySub { .. } => text("(").append(poly(node)).append(text(")")),
        _ => poly(node),
    };
    match node {
        Poly::PolyConst { value, .. } => text(value.to_string()),
        Poly::PolyVar { name, .. } => text(name.to_string()),
        Poly::PolyAdd { lhs, rhs, .. } => poly(lhs).append(text(" + ")).append(poly(rhs)),
        Poly::PolySub { lhs, rhs, .. } => poly(lhs).append(text(" - ")).append(factor(rhs)),
        Poly::PolyMul { lhs, rhs, .. } => factor(lhs).append(text("·")).append(factor(rhs)),
    }
}

fn own(exp: &Exp<'_>) -> Doc {
    match exp {
        Exp::Alloc { prim, count, .. } => call(format!("alloc_{prim}"), vec![poly(count)]),
        other => segmented(other),
    }
}
