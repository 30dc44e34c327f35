//! The grammar of `FunMem`: what memory adds to array types.

use framework::language;

language! {
    /// Arrays with non-semantic memory information (IFL'22 §3, figure 6): taking it away leaves a `Seg` program of the same meaning.
    pub language FunMem extends super::super::seg::Seg {
        Type {
            /// `[n][m]f32 @mem -> offset + {(n : s) (m : t)}`
            ~ Array { prim: Prim, dims: [Atom], unique: Flag, mem: Name, layout: Layout },
            /// A memory block.
            + Mem {},
        }
        Exp {
            /// A new block of `count` elements. E-MEM-ALLOC
            + Alloc { prim: Prim, count: Poly },
        }
        /// An index function: an LMAD, counted in elements. The number of elements of each dimension is that of the array type.
        + Layout = { offset: Poly, strides: [Poly] }
        /// Integer polynomials over `i64` variables.
        + Poly {
            PolyConst { value: Int },
            PolyVar { name: Name },
            PolyAdd { lhs: Poly, rhs: Poly },
            PolySub { lhs: Poly, rhs: Poly },
            PolyMul { lhs: Poly, rhs: Poly },
        }
    }
}
