//! The grammar of `FunMem`: adds memory to array types.

use framework::language;

language! {
    /// Arrays with non-semantic memory information (IFL'22 §3, figure 6). Without this information, a program is a
    /// `Seg` program of the same meaning.
    pub language FunMem extends super::super::seg::Seg {
        Type {
            /// An array in memory block `mem`, with an index function: `[n][m]f32 @mem -> offset + {(n : s) (m : t)}`
            ~ Array { prim: Prim, dims: [Atom], unique: Flag, mem: Name, layout: Layout },
            /// A memory block.
            #[text("mem")]
            + Mem {},
        }
        Exp {
            /// Allocates a block of `count` elements. E-MEM-ALLOC
            #[text("alloc_{prim}({count})")]
            + Alloc { prim: Prim, count: Poly },
        }
        /// An index function: an LMAD, counted in elements. The array type has the number of elements of each
        /// dimension.
        #[text("{offset} + {{{strides:list}}}")]
        + Layout = { offset: Poly, strides: [Poly] }
        /// An integer polynomial over `i64` variables.
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
