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
            Text: framework::Symbol, Flag: bool, Int: i64, Code: crate::codes::FailureCode,
            Form: crate::trace::Form
        }
        root Program;

        /// Constants in the order of their dependencies, and functions, each after those it calls, but for itself.
        #[text("{consts:lines}{funs:lines}")]
        Program = { consts: [Stm] binds (.., funs), funs: [Fun] binds (consts, funs) }
        /// A function. Results may name the results before them: `(k: i64, xs: [k]i32)`.
        #[text("{if entry}entry {name} as {entry} {else}fun {name} {end}({params:list}) : ({results:list}) ={nest}{line}{body}{end}")]
        Fun = {
            name: Bind, entry: Entry?, params: [Param] binds (.., entry, results, body), results: [Param] binds (..), body: Body
        }
        /// What the outside world sees of an entry point.
        #[text("{name}")]
        Entry = { name: Text, args: [EntryArg], results: [EntryResult] }
        /// A parameter as the user wrote it, and the function's parameters that make it up. Sizes that are in no `leaves` are taken from
        /// the shapes of arrays.
        #[text("{label}: {ty}")]
        EntryArg = { label: Text, ty: Text, leaves: [Name] }
        /// A result as the user wrote it, and the positions of the function's results that make it up.
        #[text("{ty}")]
        EntryResult = { ty: Text, leaves: [Int] }
        /// A name with its type.
        #[text("{name}: {ty}")]
        Param = { name: Bind, ty: Type }
        /// A type.
        Type {
            #[text("{prim}")]
            Scalar { prim: Prim },
            /// `[n][m]f32`. `unique`: a parameter that may be overwritten, or a result that nothing else aliases.
            #[text("{if unique}*{end}{dims:boxes}{prim}")]
            Array { prim: Prim, dims: [Atom], unique: Flag },
            /// What an assertion gives: proof that it held.
            #[text("cert")]
            Cert {},
        }
        /// A constant or a variable.
        Atom {
            #[text("{value}")]
            Const { value: Value },
            #[text("{name}")]
            #[var]
            Var { name: Name },
        }
        /// Statements and results.
        #[text("{stms:lines}in ({result:list})")]
        Body = { stms: [Stm] binds (.., result), result: [Atom] }
        /// `let pat = exp`, done only if the checks that `certs` stand for held. E-LET
        #[text("{if pat}let {pat:list} = {end}{if certs}<{certs:list}> {end}{exp}")]
        Stm = { pat: [Param] binds (pat, out), certs: [Name], exp: Exp }
        /// An expression.
        Exp {
            /// E-SCALAR
            #[text("{atoms:tuple}")]
            Atoms { atoms: [Atom] },
            /// `prim` is the type of the operands.
            #[text("{op}_{prim}({lhs}, {rhs})")]
            Bin { op: BinOp, prim: Prim, lhs: Atom, rhs: Atom },
            #[text("{op}_{prim}({arg})")]
            Un { op: UnOp, prim: Prim, arg: Atom },
            #[text("{op}_{prim}({a}, {b}, {c})")]
            Tri { op: TriOp, prim: Prim, a: Atom, b: Atom, c: Atom },
            #[text("{to}_of_{from}({arg})")]
            Convert { from: Prim, to: Prim, arg: Atom },
            /// One element: as many indices as dimensions. E-INDEX
            #[text("{array}[{indices:list}]")]
            Index { array: Name, indices: [Atom] },
            /// A part. E-SLICE
            #[text("{array}[{dims:list}]")]
            Slice { array: Name, dims: [SliceDim] },
            /// The array with a part replaced. Consumes `array`.
            #[text("{array} with [{dims:list}] = {value}")]
            Update { array: Name, dims: [SliceDim], value: Atom },
            /// `[x, y, z]`: at least one row; `prim` and `row` are the type of an element.
            #[text("[{elems:list}]")]
            ArrayLit { elems: [Atom], prim: Prim, row: [Atom] },
            /// `start, start + step, …`
            #[text("iota_{prim}({count}, {start}, {step})")]
            Iota { count: Atom, start: Atom, step: Atom, prim: Prim },
            /// `value` in every position of the dimensions `shape`.
            #[text("replicate([{shape:list}], {value})")]
            Replicate { shape: [Atom], value: Atom },
            /// An array whose elements nobody may read before they are written.
            #[text("scratch_{prim}([{shape:list}])")]
            Scratch { prim: Prim, shape: [Atom] },
            #[text("copy({array})")]
            Copy { array: Name },
            /// Dimension `i` of the result is dimension `perm[i]` of the array. E-TRANSPOSE
            #[text("rearrange([{perm:list}], {array})")]
            Rearrange { array: Name, perm: [Int] },
            /// The same elements in row-major order under another shape.
            #[text("reshape([{shape:list}], {array})")]
            Reshape { array: Name, shape: [Atom] },
            /// Arrays one after the other along the first dimension; `count` is the sum of their lengths.
            #[text("concat({count}, [{arrays:list}])")]
            Concat { arrays: [Name], count: Atom },
            /// E-IF-TRUE, E-IF-FALSE
            #[text("if {cond} then {yes:block} else {no:block}")]
            If { cond: Atom, yes: Body, no: Body },
            /// The parameters start as `inits`; each iteration's results are the next one's.
            #[text("loop ({params = inits:list}) {form} do {body:block}")]
            Loop { params: [Param] binds (params, form, body), inits: [Atom], form: LoopForm binds (body), body: Body },
            #[text("{func}({args:list})")]
            Call { func: Name, args: [Atom] },
            /// Gives a certificate or fails, with the code of the failure. `trace` is the chain of calls as
            /// `file:line:column-column`, innermost first.
            #[text("assert {cond} ({message:list}) at [{trace:list}]")]
            Assert { code: Code, cond: Atom, message: [Part], trace: [Text] },
            /// Prints `label: value`, with these leaves of the value. Has no results.
            #[text("trace {label:quoted} {form:quoted} ({values:list})")]
            Trace { label: Text, form: Form, values: [Traced] },
            /// The lambda over the elements of `arrays`, all of length `width`.
            #[text("map {width} [{arrays:list}]{nest}{line}{lambda}{end}")]
            Map { width: Atom, arrays: [Name], lambda: Lambda },
            /// The lambda's first results are combined by `ops`, the others are mapped out: results are first those of the operators, then the
            /// arrays.
            #[text("reduce {width} [{arrays:list}]{nest}{ops:below}{line}{lambda}{end}")]
            Reduce { width: Atom, arrays: [Name], lambda: Lambda, ops: [Reduction] },
            /// The lambda's first results are scanned by `ops`. `post` takes the inclusive prefixes and the lambda's other results; its first
            /// results are combined by `totals`, the others are mapped out: results are first those of `totals`, then the arrays.
            Scan {
                width: Atom, arrays: [Name], lambda: Lambda, ops: [Reduction], post: Lambda, totals: [Reduction]
            },
            /// For each element the lambda gives indices (one for each destination's dimension written), then values. Indices out of bounds
            /// are ignored; two different values for one index are an unspecified choice. Consumes the destinations.
            #[text("scatter {width} [{arrays:list}]{nest}{line}[{dests:list}]{line}{lambda}{end}")]
            Scatter { width: Atom, arrays: [Name], lambda: Lambda, dests: [Dest] },
            /// For each element the lambda gives a bin for each operator, then values. Bins out of bounds are ignored. Consumes the
            /// destinations.
            #[text("hist {width} [{arrays:list}]{nest}{ops:below}{line}{lambda}{end}")]
            Hist { width: Atom, arrays: [Name], lambda: Lambda, ops: [HistOp] },
        }
        /// One dimension of a slice.
        SliceDim {
            /// The dimension disappears.
            #[text("{index}")]
            Fix { index: Atom },
            /// `count` elements from `start` on, `stride` apart (which may be negative).
            #[text("{start}:+{count}*{stride}")]
            Span { start: Atom, count: Atom, stride: Atom },
        }
        /// What drives a loop.
        LoopForm {
            /// An index of type `prim` from 0 to below `bound`.
            #[text("for {index}: {prim} < {bound}")]
            For { index: Bind, prim: Prim, bound: Atom },
            /// While this parameter is true.
            #[text("while {cond}")]
            While { cond: Name },
        }
        /// The function of a SOAC.
        #[text("\\({params:list}) : ({rets:list}) -> {body:block}")]
        Lambda = { params: [Param] binds (.., rets, body), rets: [Type], body: Body }
        /// An associative operator with its neutral element; `comm`: it commutes too.
        #[text("{if comm}commutative {end}{lambda} from ({neutral:list})")]
        Reduction = { comm: Flag, lambda: Lambda, neutral: [Atom] }
        /// A destination of `Scatter`, indexed in its first `rank` dimensions.
        #[text("{array} by {rank}")]
        Dest = { array: Name, rank: Int }
        /// A histogram of `size` bins.
        #[text("bins {size} of [{dests:list}] by {lambda} from ({neutral:list})")]
        HistOp = { size: Atom, dests: [Name], neutral: [Atom], lambda: Lambda }
        /// A number or an array that a trace prints; `prim` is the type of the number or of the elements.
        #[text("{value}")]
        Traced = { value: Atom, prim: Prim }
        /// A part of an error message.
        Part {
            #[text("{text:quoted}")]
            Literal { text: Text },
            #[text("{value}")]
            Show { value: Atom, prim: Prim },
        }
    }
}
