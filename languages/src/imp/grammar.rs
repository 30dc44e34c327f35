//! The grammar of `Imp`.
//!
//! Invariants for backends: names are globally unique. All run-time checks are explicit `Assert`s, so reads, writes and
//! operators are unchecked. A memory variable is in scope from its declaration to the end of the statement list.

use framework::language;

language! {
    /// The imperative language that backends translate, with declarations, assignments, memory and kernels (IFL'22 §4,
    /// figure 11).
    pub language Imp {
        terminals {
            Prim: crate::prim::PrimType, Value: crate::prim::PrimValue,
            BinOp: crate::prim::BinOp, UnOp: crate::prim::UnOp, TriOp: crate::prim::TriOp,
            Text: framework::Symbol, Flag: bool, Int: i64, Code: crate::codes::FailureCode,
            Form: crate::trace::Form
        }
        root Program;

        /// A function for each entry point, and the recursive functions that they call.
        #[text("{procs:lines}{funs:lines}")]
        Program = { funs: [Fun], procs: [Proc] }
        /// An entry point. `entry` is the name in the source.
        #[text("entry {entry} ({args:list}) do{nest}{body:below}{end}{line}return ({results:list})")]
        Fun = {
            name: Bind binds (), entry: Text, args: [Arg] binds (.., body, results),
            results: [Res], body: [Stm] binds (.., results)
        }
        /// A function that is no entry point, under a unique name. It sees only its parameters.
        #[text("procedure {name} ({params:list}) do{nest}{body:below}{end}{line}return ({results:list})")]
        Proc = { name: Text, params: [Slot] binds (body, results), body: [Stm] binds (.., results), results: [Operand] }
        /// A parameter of a procedure.
        Slot {
            /// A scalar.
            #[text("{name}: {prim}")]
            ScalarSlot { name: Bind, prim: Prim },
            /// A block of the caller's.
            #[text("{name}: mem {prim}")]
            MemSlot { name: Bind, prim: Prim },
        }
        /// An argument or a result of a call.
        Operand {
            /// A scalar.
            #[text("{value}")]
            ScalarOperand { value: Exp, prim: Prim },
            /// A block.
            #[text("@{mem}")]
            MemOperand { mem: Name },
        }
        /// An argument of an entry point. `label` is the user's parameter, `ty` its type as the user wrote it.
        Arg {
            /// A scalar.
            #[text("{name}: {prim}")]
            ScalarArg { name: Bind, prim: Prim, label: Text, ty: Text },
            /// A block with the elements of an array, in row-major order.
            #[text("{mem}: {dims:boxes}{prim}")]
            ArrayArg { mem: Bind, prim: Prim, dims: [ArgDim] binds (.., out), label: Text, ty: Text },
        }
        /// A size of an argument.
        ArgDim {
            /// The size must be this number.
            #[text("{value}")]
            Fixed { value: Int },
            /// The size is bound to this `i64` variable.
            #[text("{name}")]
            Fresh { name: Bind },
            /// The size must equal this variable.
            #[text("= {name}")]
            Same { name: Name },
        }
        /// A result of an entry point.
        Res {
            /// A scalar.
            #[text("{value}")]
            ScalarRes { value: Exp, prim: Prim, ty: Text },
            /// The first elements of a block, in row-major order.
            #[text("{dims:boxes}{prim} @{mem}")]
            ArrayRes { mem: Name, prim: Prim, dims: [Exp], ty: Text },
        }
        /// A scalar expression. It never fails.
        Exp {
            /// A constant.
            #[text("{value}")]
            Const { value: Value },
            /// A scalar variable.
            #[text("{name}")]
            Var { name: Name },
            /// A binary operator on operands of type `prim`.
            #[text("{op}_{prim}({lhs}, {rhs})")]
            Bin { op: BinOp, prim: Prim, lhs: Exp, rhs: Exp },
            /// A unary operator on an operand of type `prim`.
            #[text("{op}_{prim}({arg})")]
            Un { op: UnOp, prim: Prim, arg: Exp },
            /// A ternary operator on operands of type `prim`.
            #[text("{op}_{prim}({a}, {b}, {c})")]
            Tri { op: TriOp, prim: Prim, a: Exp, b: Exp, c: Exp },
            /// A conversion from one primitive type to another.
            #[text("{to}_of_{from}({arg})")]
            Convert { from: Prim, to: Prim, arg: Exp },
            /// The number of indices that the device works on at the same time, an `i64`.
            #[text("capacity()")]
            Capacity {},
            /// A tuning parameter, which the user of the compiled program sets to an `i64` of at least 0; -1 if it is
            /// not set. Its name is that of `#[param(name)]`, or the place of a SOAC with versions: then it is the
            /// threshold between them, and a program's results do not depend on it.
            #[text("parameter({name:quoted})")]
            Parameter { name: Text },
            /// The value of `yes` if `cond` holds, else that of `no`.
            #[text("select({cond}, {yes}, {no})")]
            Select { cond: Exp, yes: Exp, no: Exp },
        }
        /// A statement. Declarations are in scope in the rest of their list.
        Stm {
            /// Declares a scalar variable with initial value zero. E-IMP-DEC-INT
            #[text("var {name}: {prim}")]
            Decl { name: Bind, prim: Prim },
            /// Declares a memory variable for elements of type `prim`, at first without a block. E-IMP-DEC-MEM
            #[text("var {name}: mem {prim}")]
            DeclMem { name: Bind, prim: Prim },
            /// Assigns a scalar. E-IMP-ASSIGN-INT
            #[text("{name} <- {value}")]
            Assign { name: Name, value: Exp },
            /// Makes `name` refer to the block of `from`. E-IMP-ASSIGN-MEM
            #[text("{name} <- {from}")]
            AssignMem { name: Name, from: Name },
            /// Allocates a block of `count` elements. E-IMP-ALLOC
            #[text("{name} <- alloc {prim} {count}")]
            Alloc { name: Name, prim: Prim, count: Exp },
            /// Makes `name` refer to no block. A block to which no name refers is gone.
            #[text("free {name}")]
            Free { name: Name },
            /// Reads an element. `index` counts elements, and is an `i64`. E-IMP-READ
            #[text("{name} <- {mem}[{index}]")]
            Read { name: Name, mem: Name, prim: Prim, index: Exp },
            /// Writes an element. E-IMP-WRITE
            #[text("{mem}[{index}] <- {value}")]
            Write { mem: Name, prim: Prim, index: Exp, value: Exp },
            /// Calls a procedure, and assigns its results to the variables `targets`. Kernels call only procedures that
            /// take, use and return nothing but scalars.
            #[text("({targets:list}) <- {proc}({args:list})")]
            Call { proc: Text, args: [Operand], targets: [Name] },
            /// Copies an array of the sizes `shape` from one region to another. The regions do not overlap.
            #[text("copy [{shape:list}] {to} <- {from}")]
            Copy { prim: Prim, shape: [Exp], to: Region, from: Region },
            /// A conditional. E-IMP-IF-TRUE, E-IMP-IF-FALSE
            #[text("if {cond} then{nest}{yes:below}{end}{line}else{nest}{no:below}{end}{line}fi")]
            If { cond: Exp, yes: [Stm] binds (..), no: [Stm] binds (..) },
            /// Iterates for the `i64` index from 0 to below `bound`.
            #[text("for {index} < {bound} do{nest}{body:below}{end}{line}done")]
            For { index: Bind binds (body), bound: Exp, body: [Stm] binds (..) },
            /// Iterates as long as `cond` holds.
            #[text("while {cond} do{nest}{body:below}{end}{line}done")]
            While { cond: Exp, body: [Stm] binds (..) },
            /// Fails the program unless `cond` holds.
            #[text("assert {cond} {failure}")]
            Assert { cond: Exp, failure: Failure },
            /// Prints `label: value`, with these leaves of the value.
            #[text("trace {label:quoted} {form:quoted} ({values:list})")]
            Trace { label: Text, form: Form, values: [Traced] },
            /// Runs a kernel whose threads have memory of their own. `count` is the number of threads, which the
            /// device chooses so that there are `bytes` bytes for each; `thread` is the number of the one that runs
            /// an index of the kernel. A thread runs its indices one after the other. `together` tells whether
            /// threads next to each other run at the same time, and had better access adjacent elements. The body
            /// allocates blocks, and ends in the kernel.
            #[text("threads {thread} < {count}, {together}, with {bytes} bytes do{nest}{body:below}{end}{line}done")]
            Threads {
                count: Bind binds (body), thread: Bind binds (body), together: Bind binds (body), bytes: Exp,
                body: [Stm] binds (..)
            },
            /// A `kernel`: runs the body for every index vector, in any order. E-IMP-KERNEL
            ///
            /// With `groups`, the threads of a group work together on an index vector, if the device can do that: they
            /// share the indices of the kernels in the body, and wait for each other before and after each of them.
            #[text("{if groups}group {end}kernel ({space:list}) do{nest}{body:below}{end}{line}done")]
            Parallel { groups: Flag, space: [Dim] binds (body), body: [Stm] binds (..) },
            /// A kernel with one result for all indices; see the nonterminal `Reduce`.
            #[text("{reduce}")]
            Reduce { reduce: Reduce },
            /// A kernel with a result for each prefix of the indices; see the nonterminal `Scan`.
            #[text("{scan}")]
            Scan { scan: Scan },
            /// A kernel that fills histograms; see the nonterminal `Hist`.
            #[text("{hist}")]
            Hist { hist: Hist },
            /// Combines `values` into the bin `bin` of the kernel `Hist` around, if there is such a bin. Atomic.
            #[text("combine ({values:list}) into {bin}")]
            Combine { bin: Exp, values: [Exp] },
        }
        /// The failure of an assertion: code and message. `trace` is the backtrace, as `file:line:column-column`,
        /// innermost first.
        #[text("({message:list}) at ({trace:list})")]
        Failure = { code: Code, message: [Part], trace: [Text] }
        /// Combines the `values` of all indices by `op`, and assigns the results to the scalar variables `targets`.
        /// `comm`: the operator is commutative. If there is a `step`, the results so far and the values are its
        /// operands, and `op` only combines results.
        #[text("{if comm}commutative {end}reduce ({targets:list}) <- {dim} from ({neutral:list}) do{nest}{body:below}{end}{line}give ({values:list}){line}{op}{if step}{line}step {step}{end}")]
        Reduce = {
            dim: Dim binds (body, values), body: [Stm] binds (.., values), values: [Exp],
            op: Op, step: Op?, neutral: [Exp], comm: Flag, targets: [Name]
        }
        /// Computes the inclusive prefixes of the `values` under `op`. `after` runs once for each index, and sees the
        /// index, the variables of `body`, and the prefix in `outs`. `totals` combine what it computes.
        #[text("scan {dim} from ({neutral:list}) do{nest}{body:below}{end}{line}give ({values:list}){line}{op}{line}then ({outs:list}){nest}{after:below}{end}{line}done{totals}")]
        Scan = {
            dim: Dim binds (body, values, after, totals), body: [Stm] binds (.., values, after, totals), values: [Exp],
            op: Op, neutral: [Exp], outs: [ScalarParam] binds (after, totals), after: [Stm] binds (.., totals),
            totals: Totals
        }
        /// A reduction inside of a scan: combines the `values` of all indices by `op`, and assigns the results to the
        /// scalar variables `targets`.
        #[text("{if targets}{line}total ({targets:list}) <- ({values:list}) from ({neutral:list}){line}{op}{end}")]
        Totals = { values: [Exp], op: Op, neutral: [Exp], targets: [Name] }
        /// Histograms. Runs the body for every index. There, `Combine` combines each `dests[k]` at `offset + bin`
        /// with `values[k]` by the operator, if `0 <= bin < width`.
        #[text("hist {dim} bins {width} in ({dests:list}) do{nest}{body:below}{end}{line}by {op}")]
        Hist = { dim: Dim binds (body), body: [Stm] binds (..), width: Exp, op: Op, neutral: [Exp], dests: [Bins] }
        /// The bins of one histogram: consecutive elements of a block, from `offset` on.
        #[text("{mem} + {offset}")]
        Bins = { mem: Name, offset: Exp }
        /// One dimension of an index space: an `i64` index from 0 to below `count`.
        #[text("{index} < {count}")]
        Dim = { index: Bind, count: Exp }
        /// An associative operator. `lhs` is the operand from smaller indices.
        #[text("op ({lhs:list}, {rhs:list}){nest}{body:below}{end}{line}give ({results:list})")]
        Op = {
            lhs: [ScalarParam] binds (body, results), rhs: [ScalarParam] binds (body, results),
            body: [Stm] binds (.., results), results: [Exp]
        }
        /// A scalar parameter of an operator.
        #[text("{name}: {prim}")]
        ScalarParam = { name: Bind, prim: Prim }
        /// The positions of an array's elements in a block: an LMAD, counted in elements, with a stride for each
        /// dimension.
        #[text("{mem} @ {offset} + {{{strides:list}}}")]
        Region = { mem: Name, offset: Exp, strides: [Exp] }
        /// A leaf of a value that a trace prints.
        Traced {
            #[text("{value}")]
            TracedScalar { value: Exp, prim: Prim },
            /// An array of these dimensions.
            #[text("[{dims:list}] {from}")]
            TracedArray { prim: Prim, dims: [Exp], from: Region },
        }
        /// A part of an error message.
        Part {
            /// A fixed text.
            #[text("{text:quoted}")]
            Literal { text: Text },
            /// A scalar of type `prim`, printed without its type.
            #[text("{value}")]
            Show { value: Exp, prim: Prim },
        }
    }
}
