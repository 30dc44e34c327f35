//! The grammar of `Lanes`: kernels get code that runs several of their indices at once.
//!
//! Invariants for backends, beside those of `Imp`: the statements of a group refer to the indices of their kernel by
//! the names in `indices`; an expression is a scalar or a vector, never both; all vectors of a group have the same
//! number of elements, one for each lane.

use framework::language;

language! {
    /// `Imp` with vectors. A kernel may have code for a group of neighbouring indices, of which each has a lane of
    /// every vector. How many registers a vector needs is up to the backend.
    pub language Lanes extends super::super::imp::Imp {
        Exp {
            /// A vector with the same scalar in every lane.
            #[text("splat_{prim}({value})")]
            + Splat { prim: Prim, value: Exp },
            /// A vector of integers that grows from lane to lane: `base + k * step` in lane `k`.
            #[text("steps_{prim}({base}, {step})")]
            + Steps { prim: Prim, base: Exp, step: Exp },
            /// Whether a vector of truth values is true in some lane. A scalar.
            #[text("any({mask})")]
            + Any { mask: Exp },
            /// Whether a vector of truth values is true in every lane. A scalar.
            #[text("all({mask})")]
            + All { mask: Exp },
        }
        Stm {
            /// Declares a vector variable whose lanes are zero.
            #[text("var {name}: vec {prim}")]
            + DeclVec { name: Bind, prim: Prim },
            /// Reads consecutive elements, from the scalar `index` on. Lanes that are not in `mask` read nothing, and
            /// get zero.
            #[text("{name} <- {mem}[{index}..]{if mask} where {mask}{end}")]
            + Load { name: Name, mem: Name, prim: Prim, index: Exp, mask: Exp? },
            /// Reads an element in each lane, at the vector `index` of type `i64`.
            #[text("{name} <- {mem}[each {index}]{if mask} where {mask}{end}")]
            + Gather { name: Name, mem: Name, prim: Prim, index: Exp, mask: Exp? },
            /// Writes consecutive elements, from the scalar `index` on. Lanes that are not in `mask` write nothing.
            #[text("{mem}[{index}..] <- {value}{if mask} where {mask}{end}")]
            + Store { mem: Name, prim: Prim, index: Exp, value: Exp, mask: Exp? },
            /// Writes an element in each lane, in the order of the lanes.
            #[text("{mem}[each {index}] <- {value}{if mask} where {mask}{end}")]
            + Scatter { mem: Name, prim: Prim, index: Exp, value: Exp, mask: Exp? },
            /// Says that a group will soon read the element at the scalar `index`, so that a backend may bring it into
            /// a cache. There need not be such an element.
            #[text("prefetch {mem}[{index}]")]
            + Prefetch { mem: Name, prim: Prim, index: Exp },
            /// If the scalar `cond` holds, leaves the group: the kernel's own code runs its indices one by one, and all
            /// later ones. What the group has done so far can be done again.
            #[text("leave if {cond}")]
            + Leave { cond: Exp },
            /// Fails the program unless `holds` is true in every lane. The failure is that of the first lane that
            /// fails.
            #[text("assert each {holds} {failure}")]
            + Check { holds: Exp, failure: Failure },
            /// A kernel with code for `lanes` indices at once, which are neighbours in its last dimension. In this
            /// code, the indices of the kernel are called `indices`, and the last one is that of the first lane. The
            /// kernel's own code runs what is left at the end of each row. In a map, this may be the code of groups of
            /// fewer lanes.
            ///
            /// For a reduction, `values` are the values of each lane, and `op` combines them with one vector of results
            /// for each operand, lane by lane. In the end, each lane is combined with that which is half as many lanes
            /// above, until one lane is left, which is combined with the neutral element. If the reduction has a step,
            /// it comes first in `op`, and the operator that combines lanes second. For a histogram, `values` are
            /// the bin and the values of each lane, and bins are updated in the order of the lanes.
            ///
            /// If there is an expression `past`, which does not depend on the indices, and it holds, then nothing reads
            /// soon what the group writes: a backend may write it past the caches.
            #[text("lanes {lanes} ({indices:list}){if past} past the caches if {past}{end} do{nest}{body:below}{end}{line}{if values}give ({values:list}){line}{end}{op:lines}of {kernel}")]
            + Vectors {
                lanes: Int, indices: [Bind] binds (body, values), past: Exp?, body: [Stm] binds (.., values), values: [Exp],
                op: [Op], kernel: Stm
            },
            /// Runs a kernel of host code on all threads of the device, if that is worth it: each of its indices takes
            /// about `cycles` cycles of a processor, an `f64`. `known`: that holds whatever the values of arrays are.
            /// Other kernels run on the thread that meets them.
            #[text("tasks of {if known}{else}about {end}{cycles} cycles do{nest}{line}{kernel}{end}{line}done")]
            + Tasks { cycles: Exp, known: Flag, kernel: Stm },
        }
    }
}
