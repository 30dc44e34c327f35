//! The array operations on which the prelude is built.

use framework::Terminal;
use std::fmt;

macro_rules! builtins {
    ($($(#[$doc:meta])* $variant:ident = $name:literal / $arity:literal),* $(,)?) => {
        /// An array operation, with its name in `#[intrinsic(name)]` in the prelude. Operands are in the order of the
        /// definition's parameters.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Builtin { $($(#[$doc])* $variant),* }

        impl Builtin {
            /// All operations.
            pub const ALL: &'static [Builtin] = &[$(Builtin::$variant),*];

            /// Returns the name.
            pub fn name(self) -> &'static str {
                match self { $(Builtin::$variant => $name),* }
            }

            /// Returns the number of operands.
            pub fn arity(self) -> usize {
                match self { $(Builtin::$variant => $arity),* }
            }
        }
    };
}

builtins! {
    /// `map f xs`
    Map = "map" / 2,
    /// `reduce op ne xs`
    Reduce = "reduce" / 3,
    /// `reduce_comm op ne xs`: the operator commutes.
    ReduceComm = "reduce_comm" / 3,
    /// `scan op ne xs`: the inclusive scan.
    Scan = "scan" / 3,
    /// `scatter dest is vs`
    Scatter = "scatter" / 3,
    /// `hist op ne dest is vs`: `reduce_by_index`.
    Hist = "hist" / 5,
    /// `accumulate op dest i v`: `dest` with `v` combined into the element at index `i`, if `i` is in bounds.
    Accumulate = "accumulate" / 4,
    /// `scatter_stream f dest bs`: a fold of `f` over `bs`. Elements may be taken in any order: `f` only writes `dest`,
    /// by `accumulate`, and it does not matter which of several values for one index wins.
    ScatterStream = "scatter_stream" / 3,
    /// `hist_stream op f ne dest bs`: as `scatter_stream`, where every operator of `accumulate` is `op`.
    HistStream = "hist_stream" / 5,
    /// `jvp f x x'`: the value of `f` at `x`, and its derivative along `x'`.
    Jvp = "jvp" / 3,
    /// `vjp f x y'`: the value of `f` at `x`, and the derivative of the results, weighted by `y'`, with respect to `x`.
    Vjp = "vjp" / 3,
    /// `with_vjp f g x`: the value of `f` at `x`. The derivative of `f` is `g`, which takes the value and `y'`.
    WithVjp = "with_vjp" / 3,
    /// `iota n`
    Iota = "iota" / 1,
    /// `replicate n x`
    Replicate = "replicate" / 2,
    /// `zip xs ys`
    Zip = "zip" / 2,
    /// `unzip xys`
    Unzip = "unzip" / 1,
    /// `transpose xss`
    Transpose = "transpose" / 1,
    /// `flatten xss`
    Flatten = "flatten" / 1,
    /// `unflatten n m xs`; the sizes come from the type.
    Unflatten = "unflatten" / 1,
    /// `concat xs ys`
    Concat = "concat" / 2,
    /// `rotate n xs`
    Rotate = "rotate" / 2,
    /// `reverse xs`
    Reverse = "reverse" / 1,
    /// `length xs`
    Length = "length" / 1,
    /// `scratch n`: an array of `n` elements, each of which must be written before it is read.
    Scratch = "scratch" / 1,
    /// `copy x`
    Copy = "copy" / 1,
    /// `believe x`: the same value at another type. The prelude guarantees that the value has this type.
    Believe = "believe" / 1,
}

impl Builtin {
    /// Returns the operation with this name.
    pub fn from_name(name: &str) -> Option<Builtin> {
        Builtin::ALL.iter().copied().find(|builtin| builtin.name() == name)
    }
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Terminal for Builtin {
    fn write(&self) -> String {
        self.name().into()
    }
    fn read(text: &str) -> Option<Self> {
        Builtin::from_name(text)
    }
}
