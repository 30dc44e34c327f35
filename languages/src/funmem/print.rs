//! The concrete syntax of `FunMem`: the texts of its grammar, and types with index functions (IFL'22 figure 6),
//! `[n][m]f32 @mem -> offset + {(n : s) (m : t)}`.

use super::{Poly, Print, Program, Type, default_print_poly, default_print_type};
use crate::anf::print::functions;
use framework::print::{Doc, boxes, text};

struct Printer;

impl Printer {
    /// Prints a factor, or the subtrahend of a difference. Sums get parentheses.
    fn factor(&self, node: &Poly<'_>) -> Doc {
        match node {
            Poly::PolyAdd { .. } | Poly::PolySub { .. } => text("(").append(self.print_poly(node)).append(text(")")),
            _ => self.print_poly(node),
        }
    }
}

impl Print for Printer {
    fn print_type_array(&self, node: &Type<'_>) -> Doc {
        let Type::Array { prim, dims, unique, mem, layout, .. } = node else { return default_print_type(self, node) };
        let lmad = dims.iter().zip(layout.strides).map(|(dim, stride)| {
            let stride = self.print_poly(stride);
            text("(").append(self.print_atom(dim)).append(text(" : ")).append(stride).append(text(")"))
        });
        text(if *unique { "*" } else { "" })
            .append(boxes(dims.iter().map(|dim| self.print_atom(dim))))
            .append(text(format!("{prim} @{mem} -> ")))
            .append(self.print_poly(layout.offset))
            .append(text(" + {"))
            .append(Doc::intersperse(lmad, text(" ")))
            .append(text("}"))
    }

    fn print_poly_poly_sub(&self, node: &Poly<'_>) -> Doc {
        let Poly::PolySub { lhs, rhs, .. } = node else { return default_print_poly(self, node) };
        self.print_poly(lhs).append(text(" - ")).append(self.factor(rhs))
    }

    fn print_poly_poly_mul(&self, node: &Poly<'_>) -> Doc {
        let Poly::PolyMul { lhs, rhs, .. } = node else { return default_print_poly(self, node) };
        self.factor(lhs).append(text("·")).append(self.factor(rhs))
    }
}

/// Prints a program, or one function of it.
pub fn program(program: &Program<'_>, only: Option<&str>) -> String {
    let consts = program.consts.iter().map(|stm| Printer.print_stm(stm));
    functions(consts, program.funs.iter().map(|fun| (fun.name, Printer.print_fun(fun))), only)
}
