//! The grammar of `Anf`.
//!
//! Every array type names its sizes. Sizes that are not known before an expression is evaluated are bound by the same pattern as
//! the array (IFL'22 §2, figure 2; FHPC'14 figure 12), sizes of function results by the list of results.

use framework::language;

language! {
    /// A-normal form with sizes: FUN with SOACs. No tuples, records or sums; checks are explicit.
    pub language Anf {
        terminals {
            Prim: crate::prim::PrimType, Value: crate::prim::PrimValue,
            BinOp: crate::prim::BinOp, UnOp: crate::prim::UnOp, TriOp: crate::prim::TriOp,
            Text: framework::Symbol, Flag: bool, Int: i64, Code: crate::codes::FailureCode
        }
        root Program;

        /// Constants in the order of their dependencies, and functions, each after those it calls, but for itself.
        Program = { consts: [Stm] binds (.., funs), funs: [Fun] binds (consts, funs) }
        /// A function. Results may name the results before them: `(k: i64, xs: [k]i32)`.
        Fun = {
            name: Bind, entry: Entry?, params: [Param] binds (.., entry, results, body), results: [Param] binds (..), body: Body
        }
        /// What the outside world sees of an entry point.
        Entry = { name: Text, args: [EntryArg], results: [EntryResult] }
        /// A parameter as the user wrote it, and the function's parameters that make it up. Sizes that are in no `leaves` are taken from
        /// the shapes of arrays.
        EntryArg = { label: Text, ty: Text, leaves: [Name] }
        /// A result as the user wrote it, and the positions of the function's results that make it up.
        EntryResult = { ty: Text, leaves: [Int] }
        /// A name with its type.
        Param = { name: Bind, ty: Type }
        /// A type.
        Type {
            Scalar { prim: Prim },
            /// `[n][m]f32`. `unique`: a parameter that may be overwritten, or a result that nothing else aliases.
            Array { prim: Prim, dims: [Atom], unique: Flag },
            /// What an assertion gives: proof that it held.
            Cert {},
        }
        /// A constant or a variable.
        Atom {
            Const { value: Value },
            #[var] Var { name: Name },
        }
        /// Statements and results.
        Body = { stms: [Stm] binds (.., result), result: [Atom] }
        /// `let pat = exp`, done only if the checks that `certs` stand for held. E-LET
        Stm = { pat: [Param] binds (pat, out), certs: [Name], exp: Exp }
        /// An expression.
        Exp {
            /// E-SCALAR
            Atoms { atoms: [Atom] },
            /// `prim` is the type of the operands.
            Bin { op: BinOp, prim: Prim, lhs: Atom, rhs: Atom },
            Un { op: UnOp, prim: Prim, arg: Atom },
            Tri { op: TriOp, prim: Prim, a: Atom, b: Atom, c: Atom },
            Convert { from: Prim, to: Prim, arg: Atom },
            /// One element: as many indices as dimensions. E-INDEX
            Index { array: Name, indices: [Atom] },
            /// A part. E-SLICE
            Slice { array: Name, dims: [SliceDim] },
            /// The array with a part replaced. Consumes `array`.
            Update { array: Name, dims: [SliceDim], value: Atom },
            /// `[x, y, z]`: at least one row; `prim` and `row` are the type of an element.
            ArrayLit { elems: [Atom], prim: Prim, row: [Atom] },
            /// `start, start + step, …`
            Iota { count: Atom, start: Atom, step: Atom, prim: Prim },
            /// `value` in every position of the dimensions `shape`.
            Replicate { shape: [Atom], value: Atom },
            /// An array whose elements nobody may read before they are written.
            Scratch { prim: Prim, shape: [Atom] },
            Copy { array: Name },
            /// Dimension `i` of the result is dimension `perm[i]` of the array. E-TRANSPOSE
            Rearrange { array: Name, perm: [Int] },
            /// The same elements in row-major order under another shape.
            Reshape { array: Name, shape: [Atom] },
            /// Arrays one after the other along the first dimension; `count` is the sum of their lengths.
            Concat { arrays: [Name], count: Atom },
            /// E-IF-TRUE, E-IF-FALSE
            If { cond: Atom, yes: Body, no: Body },
            /// The parameters start as `inits`; each iteration's results are the next one's.
            Loop { params: [Param] binds (params, form, body), inits: [Atom], form: LoopForm binds (body), body: Body },
            Call { func: Name, args: [Atom] },
            /// Gives a certificate or fails, with the code of the failure. `trace` is the chain of calls as `file:line:column-column`, innermost first.
            Assert { code: Code, cond: Atom, message: [Part], trace: [Text] },
            /// The lambda over the elements of `arrays`, all of length `width`.
            Map { width: Atom, arrays: [Name], lambda: Lambda },
            /// The lambda's first results are combined by `ops`, the others are mapped out: results are first those of the operators, then the
            /// arrays.
            Reduce { width: Atom, arrays: [Name], lambda: Lambda, ops: [Reduction] },
            /// The lambda's first results are scanned by `ops`. `post` takes the inclusive prefixes and the lambda's other results; its first
            /// results are combined by `totals`, the others are mapped out: results are first those of `totals`, then the arrays.
            Scan {
                width: Atom, arrays: [Name], lambda: Lambda, ops: [Reduction], post: Lambda, totals: [Reduction]
            },
            /// For each element the lambda gives indices (one for each destination's dimension written), then values. Indices out of bounds
            /// are ignored; two different values for one index are an unspecified choice. Consumes the destinations.
            Scatter { width: Atom, arrays: [Name], lambda: Lambda, dests: [Dest] },
            /// For each element the lambda gives a bin for each operator, then values. Bins out of bounds are ignored. Consumes the
            /// destinations.
            Hist { width: Atom, arrays: [Name], lambda: Lambda, ops: [HistOp] },
        }
        /// One dimension of a slice.
        SliceDim {
            /// The dimension disappears.
            Fix { index: Atom },
            /// `count` elements from `start` on, `stride` apart (which may be negative).
            Span { start: Atom, count: Atom, stride: Atom },
        }
        /// What drives a loop.
        LoopForm {
            /// An index of type `prim` from 0 to below `bound`.
            For { index: Bind, prim: Prim, bound: Atom },
            /// While this parameter is true.
            While { cond: Name },
        }
        /// The function of a SOAC.
        Lambda = { params: [Param] binds (.., rets, body), rets: [Type], body: Body }
        /// An associative operator with its neutral element; `comm`: it commutes too.
        Reduction = { comm: Flag, lambda: Lambda, neutral: [Atom] }
        /// A destination of `Scatter`, indexed in its first `rank` dimensions.
        Dest = { array: Name, rank: Int }
        /// A histogram of `size` bins.
        HistOp = { size: Atom, dests: [Name], neutral: [Atom], lambda: Lambda }
        /// A part of an error message.
        Part {
            Literal { text: Text },
            Show { value: Atom, prim: Prim },
        }
    }
}
