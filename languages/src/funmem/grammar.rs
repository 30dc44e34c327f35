//! The grammar of `FunMem`: what memory adds to array types.

use framework::language;

language! {
    /// Arrays with non-semantic memory information (IFL'22 §3, figure 6): taking it away leaves a `Seg` program of the same meaning.
    pub language FunMem extends super::super::seg::Seg {
        Type {
            /// `[n][m]f32 @mem -> offset + {(n : s) (m : t)}`
            ~ Array { prim: Prim, dims: [Atom], unique: Flag, mem: Name, layout: Layout },
            /// A memory block.
            #[text("mem")]
            + Mem {},
        }
        Exp {
            /// A new block of `count` elements. E-MEM-ALLOC
            #[text("alloc_{prim}({count})")]
            + Alloc { prim: Prim, count: Poly },
        }
        /// An index function: an LMAD, counted in elements. The number of elements of each dimension is that of the array type.
        #[text("{offset} + {{{strides:list}}}")]
        + Layout = { offset: Poly, strides: [Poly] }
        /// Integer polynomials over `i64` variables.
        + Poly {
            #[text("{value}")]
            PolyConst { value: Int },
            #[text("{name}")]
            PolyVar { name: Name },
            #[text("{lhs} + {rhs}")]
            PolyAdd { lhs: Poly, rhs: Poly },
            PolySub { lhs: Poly, rhs: Poly },
            PolyMul { lhs: Poly, rhs: Poly },
        }
    }
}
