//! The grammar of `Anf`.
//!
//! Every array type names its sizes. Existential sizes of an expression are bound by the same pattern as the array
//! (IFL'22 §2, figure 2; FHPC'14 figure 12); those of a function are in its list of results.

use framework::language;

language! {
    /// A-normal form with sizes: the paper's language FUN with SOACs. It has no tuples, records or sums; checks are
    /// explicit.
    pub language Anf {
        terminals {
            Prim: crate::prim::PrimType, Value: crate::prim::PrimValue,
            BinOp: crate::prim::BinOp, UnOp: crate::prim::UnOp, TriOp: crate::prim::TriOp,
            Text: framework::Symbol, Flag: bool, Int: i64, Code: crate::codes::FailureCode,
            Form: crate::trace::Form
        }
        root Program;

        /// Constants in the order of their dependencies, and functions, each after those that it calls (except itself).
        /// `watched`: the places of expressions with `#[warn(safety_checks)]`, as in traces of assertions.
        #[text("{if watched}warn of checks at [{watched:list}]{line}{end}{consts:lines}{funs:lines}")]
        Program = { watched: [Text], consts: [Stm] binds (.., funs), funs: [Fun] binds (consts, funs) }
        /// A function. A result may name earlier results: `(k: i64, xs: [k]i32)`.
        #[text("{if entry}entry {name} as {entry} {else}fun {name} {end}({params:list}) : ({results:list}) ={nest}{line}{body}{end}")]
        Fun = {
            name: Bind, entry: Entry?, params: [Param] binds (.., entry, results, body), results: [Param] binds (..), body: Body
        }
        /// The interface of an entry point.
        #[text("{name}")]
        Entry = { name: Text, args: [EntryArg], results: [EntryResult] }
        /// An argument as the user wrote it. `leaves` are the parameters of the function that represent it. A size
        /// parameter in no `leaves` is read from the shape of an array.
        #[text("{label}: {ty}")]
        EntryArg = { label: Text, ty: Text, leaves: [Name] }
        /// A result as the user wrote it. `leaves` are the positions of the function's results that represent it.
        #[text("{ty}")]
        EntryResult = { ty: Text, leaves: [Int] }
        /// A name with its type.
        #[text("{name}: {ty}")]
        Param = { name: Bind, ty: Type }
        /// A type.
        Type {
            /// A primitive value.
            #[text("{prim}")]
            Scalar { prim: Prim },
            /// An array: `[n][m]f32`. `unique` marks a parameter that may be overwritten, or a result without aliases.
            #[text("{if unique}*{end}{dims:boxes}{prim}")]
            Array { prim: Prim, dims: [Atom], unique: Flag },
            /// A certificate: the result of an assertion, proof that it held.
            #[text("cert")]
            Cert {},
        }
        /// A constant or a variable.
        Atom {
            /// A constant.
            #[text("{value}")]
            Const { value: Value },
            /// A variable.
            #[text("{name}")]
            #[var]
            Var { name: Name },
        }
        /// A sequence of statements, and the results.
        #[text("{stms:lines}in ({result:list})")]
        Body = { stms: [Stm] binds (.., result), result: [Atom] }
        /// `let pat = exp`, evaluated only if the checks with the certificates `certs` held. E-LET
        #[text("{if pat}let {pat:list} = {end}{if certs}<{certs:list}> {end}{exp}")]
        Stm = { pat: [Param] binds (pat, out), certs: [Name], exp: Exp }
        /// An expression.
        Exp {
            /// Constants and variables. E-SCALAR
            #[text("{atoms:tuple}")]
            Atoms { atoms: [Atom] },
            /// A binary operator on operands of type `prim`.
            #[text("{op}_{prim}({lhs}, {rhs})")]
            Bin { op: BinOp, prim: Prim, lhs: Atom, rhs: Atom },
            /// A unary operator on an operand of type `prim`.
            #[text("{op}_{prim}({arg})")]
            Un { op: UnOp, prim: Prim, arg: Atom },
            /// A ternary operator on operands of type `prim`.
            #[text("{op}_{prim}({a}, {b}, {c})")]
            Tri { op: TriOp, prim: Prim, a: Atom, b: Atom, c: Atom },
            /// A conversion of a scalar from one primitive type to another.
            #[text("{to}_of_{from}({arg})")]
            Convert { from: Prim, to: Prim, arg: Atom },
            /// The number of indices that the device works on at the same time. But for the rounding of floats, a
            /// program's results do not depend on it.
            #[text("capacity()")]
            Capacity {},
            /// A tuning parameter, which the user of the compiled program sets to an `i64` of at least 0; -1 if it is
            /// not set. Its name is that of `#[param(name)]`, or the place of a SOAC with versions: then it is the
            /// threshold between them, and a program's results do not depend on it.
            #[text("parameter({name:quoted})")]
            Parameter { name: Text },
            /// One element; there is an index for each dimension. E-INDEX
            #[text("{array}[{indices:list}]")]
            Index { array: Name, indices: [Atom] },
            /// A slice: some elements or rows of an array. E-SLICE
            #[text("{array}[{dims:list}]")]
            Slice { array: Name, dims: [SliceDim] },
            /// The array with a slice replaced by `value`. Consumes `array`.
            #[text("{array} with [{dims:list}] = {value}")]
            Update { array: Name, dims: [SliceDim], value: Atom },
            /// `[x, y, z]`, with at least one element. An element is of type `prim` with the sizes `row`.
            #[text("[{elems:list}]")]
            ArrayLit { elems: [Atom], prim: Prim, row: [Atom] },
            /// `start, start + step, …`: `count` numbers.
            #[text("iota_{prim}({count}, {start}, {step})")]
            Iota { count: Atom, start: Atom, step: Atom, prim: Prim },
            /// An array with `value` at every position of the dimensions `shape`.
            #[text("replicate([{shape:list}], {value})")]
            Replicate { shape: [Atom], value: Atom },
            /// An array with unspecified elements. Each must be written before it is read.
            #[text("scratch_{prim}([{shape:list}])")]
            Scratch { prim: Prim, shape: [Atom] },
            /// The same array in memory of its own.
            #[text("copy({array})")]
            Copy { array: Name },
            /// Dimension `i` of the result is dimension `perm[i]` of the array. E-TRANSPOSE
            #[text("rearrange([{perm:list}], {array})")]
            Rearrange { array: Name, perm: [Int] },
            /// The same elements in row-major order, in another shape.
            #[text("reshape([{shape:list}], {array})")]
            Reshape { array: Name, shape: [Atom] },
            /// Arrays one after the other along the first dimension. `count` is the sum of their lengths.
            #[text("concat({count}, [{arrays:list}])")]
            Concat { arrays: [Name], count: Atom },
            /// A conditional. E-IF-TRUE, E-IF-FALSE
            #[text("if {cond} then {yes:block} else {no:block}")]
            If { cond: Atom, yes: Body, no: Body },
            /// A loop. The parameters start as `inits`; the results of an iteration are the parameters of the next.
            #[text("loop ({params = inits:list}) {form} do {body:block}")]
            Loop { params: [Param] binds (params, form, body), inits: [Atom], form: LoopForm binds (body), body: Body },
            /// A call of a function.
            #[text("{func}({args:list})")]
            Call { func: Name, args: [Atom] },
            /// Returns a certificate if `cond` holds; fails otherwise, with code and message. `trace` is the backtrace,
            /// as `file:line:column-column`, innermost first.
            #[text("assert {cond} ({message:list}) at [{trace:list}]")]
            Assert { code: Code, cond: Atom, message: [Part], trace: [Text] },
            /// Prints `label: value`, with these leaves of the value. Has no results.
            #[text("trace {label:quoted} {form:quoted} ({values:list})")]
            Trace { label: Text, form: Form, values: [Traced] },
            /// Applies `lambda` to each element of `arrays`, which all have length `width`. With `groups`, a group of
            /// threads works together on each element: they share the SOACs of `lambda`.
            #[text("{if groups}group {end}map {width} [{arrays:list}]{nest}{line}{lambda}{end}")]
            Map { groups: Flag, width: Atom, arrays: [Name], lambda: Lambda },
            /// Applies `lambda` to each element. `ops` combine its first results; the others are mapped out. The
            /// results are those of the operators, then the arrays.
            #[text("reduce {width} [{arrays:list}]{nest}{ops:below}{line}{lambda}{end}")]
            Reduce { width: Atom, arrays: [Name], lambda: Lambda, ops: [Reduction] },
            /// Applies `lambda` to each element. `ops` scan its first results. `post` takes the inclusive prefixes and
            /// the lambda's other results. `totals` combine the first results of `post`; the others are mapped out. The
            /// results are those of `totals`, then the arrays.
            Scan {
                width: Atom, arrays: [Name], lambda: Lambda, ops: [Reduction], post: Lambda, totals: [Reduction]
            },
            /// For each element, the lambda returns indices (one for each written dimension of each destination), then
            /// values. Indices out of bounds are ignored. If two values have the same index, either may win. Consumes
            /// the destinations.
            #[text("scatter {width} [{arrays:list}]{nest}{line}[{dests:list}]{line}{lambda}{end}")]
            Scatter { width: Atom, arrays: [Name], lambda: Lambda, dests: [Dest] },
            /// For each element, the lambda returns a bin for each operator, then values. Bins out of bounds are
            /// ignored. Consumes the destinations.
            #[text("hist {width} [{arrays:list}]{nest}{ops:below}{line}{lambda}{end}")]
            Hist { width: Atom, arrays: [Name], lambda: Lambda, ops: [HistOp] },
            /// Applies `lambda` to each element and to the accumulators: `dests`, as the elements before have left
            /// them. It returns the accumulators. It may be applied to elements in any order, and in parallel if it
            /// does nothing but `accumulate` to them. `ops` is the operator of all these statements, which commutes. If
            /// there is none, the values replace elements, and any value for an index may win. Consumes `dests`.
            #[text("stream {width} [{arrays:list}] to [{dests:list}]{nest}{ops:below}{line}{lambda}{end}")]
            Stream { width: Atom, arrays: [Name], dests: [Name], ops: [Reduction], lambda: Lambda },
            /// If the index is in bounds, the operator `lambda` combines the elements of `dests` there with `values`;
            /// without an operator, the values replace the elements. Consumes `dests`, which have `size` elements or
            /// rows each.
            #[text("accumulate [{dests:list}] at {index} < {size} ({values:list}){if lambda}{nest}{line}{lambda}{end}{end}")]
            Accumulate { dests: [Name], index: Atom, size: Atom, values: [Atom], lambda: Lambda? },
            /// The results of `lambda` at `args`, then a derivative. With `reverse`, that is for each argument the sum
            /// of the derivatives of all results with respect to it, weighted by `seeds`, one for each result.
            /// Otherwise it is for each result its derivative along `seeds`, one for each argument.
            #[text("{if reverse}vjp{else}jvp{end} ({args:list}) by ({seeds:list}){nest}{line}{lambda}{end}")]
            Derivative { reverse: Flag, args: [Atom], seeds: [Atom], lambda: Lambda },
            /// The results of `lambda` at `args`. `adjoint` is its derivative: it takes these results, and a weight for
            /// each, to the sum of the weighted derivatives with respect to each argument.
            #[text("with_vjp ({args:list}){nest}{line}{lambda}{line}{adjoint}{end}")]
            WithAdjoint { args: [Atom], lambda: Lambda, adjoint: Lambda },
        }
        /// One dimension of a slice.
        SliceDim {
            /// A single index. The result lacks this dimension.
            #[text("{index}")]
            Fix { index: Atom },
            /// The `count` elements from `start` on, at distance `stride`, which may be negative.
            #[text("{start}:+{count}*{stride}")]
            Span { start: Atom, count: Atom, stride: Atom },
        }
        /// The control of a loop.
        LoopForm {
            /// Iterates for `index` from 0 to below `bound`, of type `prim`. `unroll`: the loop has `#[unroll]`.
            #[text("for {index}: {prim} < {bound}{if unroll} unrolled{end}")]
            For { index: Bind, prim: Prim, bound: Atom, unroll: Flag },
            /// Iterates as long as this parameter is true.
            #[text("while {cond}")]
            While { cond: Name },
        }
        /// The function of a SOAC.
        #[text("\\({params:list}) : ({rets:list}) -> {body:block}")]
        Lambda = { params: [Param] binds (.., rets, body), rets: [Type], body: Body }
        /// An associative operator with its neutral element. `comm`: it is also commutative.
        #[text("{if comm}commutative {end}{lambda} from ({neutral:list})")]
        Reduction = { comm: Flag, lambda: Lambda, neutral: [Atom] }
        /// A destination of `Scatter`. Indices select in its first `rank` dimensions.
        #[text("{array} by {rank}")]
        Dest = { array: Name, rank: Int }
        /// A histogram with `size` bins.
        #[text("bins {size} of [{dests:list}] by {lambda} from ({neutral:list})")]
        HistOp = { size: Atom, dests: [Name], neutral: [Atom], lambda: Lambda }
        /// A number or an array that a trace prints; `prim` is the type of the number or of the elements.
        #[text("{value}")]
        Traced = { value: Atom, prim: Prim }
        /// A part of an error message.
        Part {
            /// A fixed text.
            #[text("{text:quoted}")]
            Literal { text: Text },
            /// A scalar of type `prim`, printed without its type.
            #[text("{value}")]
            Show { value: Atom, prim: Prim },
        }
    }
}
