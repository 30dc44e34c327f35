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
        Program = { funs: [Fun], procs: [Proc] }
        /// An entry point. `entry` is the name in the source.
        Fun = {
            name: Bind binds (), entry: Text, args: [Arg] binds (.., body, results),
            results: [Res], body: [Stm] binds (.., results)
        }
        /// A function that is no entry point, under a unique name. It sees only its parameters.
        Proc = { name: Text, params: [Slot] binds (body, results), body: [Stm] binds (.., results), results: [Operand] }
        /// A parameter of a procedure.
        Slot {
            /// A scalar.
            ScalarSlot { name: Bind, prim: Prim },
            /// A block of the caller's.
            MemSlot { name: Bind, prim: Prim },
        }
        /// An argument or a result of a call.
        Operand {
            /// A scalar.
            ScalarOperand { value: Exp, prim: Prim },
            /// A block.
            MemOperand { mem: Name },
        }
        /// An argument of an entry point. `label` is the user's parameter, `ty` its type as the user wrote it.
        Arg {
            /// A scalar.
            ScalarArg { name: Bind, prim: Prim, label: Text, ty: Text },
            /// A block with the elements of an array, in row-major order.
            ArrayArg { mem: Bind, prim: Prim, dims: [ArgDim] binds (.., out), label: Text, ty: Text },
        }
        /// A size of an argument.
        ArgDim {
            /// The size must be this number.
            Fixed { value: Int },
            /// The size is bound to this `i64` variable.
            Fresh { name: Bind },
            /// The size must equal this variable.
            Same { name: Name },
        }
        /// A result of an entry point.
        Res {
            /// A scalar.
            ScalarRes { value: Exp, prim: Prim, ty: Text },
            /// The first elements of a block, in row-major order.
            ArrayRes { mem: Name, prim: Prim, dims: [Exp], ty: Text },
        }
        /// A scalar expression. It never fails.
        Exp {
            /// A constant.
            Const { value: Value },
            /// A scalar variable.
            Var { name: Name },
            /// A binary operator on operands of type `prim`.
            Bin { op: BinOp, prim: Prim, lhs: Exp, rhs: Exp },
            /// A unary operator on an operand of type `prim`.
            Un { op: UnOp, prim: Prim, arg: Exp },
            /// A ternary operator on operands of type `prim`.
            Tri { op: TriOp, prim: Prim, a: Exp, b: Exp, c: Exp },
            /// A conversion from one primitive type to another.
            Convert { from: Prim, to: Prim, arg: Exp },
            /// The number of indices that the device works on at the same time, an `i64`.
            Capacity {},
            /// The value of `yes` if `cond` holds, else that of `no`.
            Select { cond: Exp, yes: Exp, no: Exp },
        }
        /// A statement. Declarations are in scope in the rest of their list.
        Stm {
            /// Declares a scalar variable with initial value zero. E-IMP-DEC-INT
            Decl { name: Bind, prim: Prim },
            /// Declares a memory variable for elements of type `prim`, at first without a block. E-IMP-DEC-MEM
            DeclMem { name: Bind, prim: Prim },
            /// Assigns a scalar. E-IMP-ASSIGN-INT
            Assign { name: Name, value: Exp },
            /// Makes `name` refer to the block of `from`. E-IMP-ASSIGN-MEM
            AssignMem { name: Name, from: Name },
            /// Allocates a block of `count` elements. E-IMP-ALLOC
            Alloc { name: Name, prim: Prim, count: Exp },
            /// Makes `name` refer to no block. A block to which no name refers is gone.
            Free { name: Name },
            /// Reads an element. `index` counts elements, and is an `i64`. E-IMP-READ
            Read { name: Name, mem: Name, prim: Prim, index: Exp },
            /// Writes an element. E-IMP-WRITE
            Write { mem: Name, prim: Prim, index: Exp, value: Exp },
            /// Calls a procedure, and assigns its results to the variables `targets`. Kernels call only procedures that
            /// take, use and return nothing but scalars.
            Call { proc: Text, args: [Operand], targets: [Name] },
            /// Copies an array of the sizes `shape` from one region to another. The regions do not overlap.
            Copy { prim: Prim, shape: [Exp], to: Region, from: Region },
            /// A conditional. E-IMP-IF-TRUE, E-IMP-IF-FALSE
            If { cond: Exp, yes: [Stm] binds (..), no: [Stm] binds (..) },
            /// Iterates for the `i64` index from 0 to below `bound`.
            For { index: Bind binds (body), bound: Exp, body: [Stm] binds (..) },
            /// Iterates as long as `cond` holds.
            While { cond: Exp, body: [Stm] binds (..) },
            /// Fails the program unless `cond` holds.
            Assert { cond: Exp, failure: Failure },
            /// Prints `label: value`, with these leaves of the value.
            Trace { label: Text, form: Form, values: [Traced] },
            /// Runs a kernel whose threads have memory of their own. `count` is the number of threads, which the
            /// device chooses so that there are `bytes` bytes for each; `thread` is the number of the one that runs
            /// an index of the kernel. A thread runs its indices one after the other. `together` tells whether
            /// threads next to each other run at the same time, and had better access adjacent elements. The body
            /// allocates blocks, and ends in the kernel.
            Threads {
                count: Bind binds (body), thread: Bind binds (body), together: Bind binds (body), bytes: Exp,
                body: [Stm] binds (..)
            },
            /// Runs a kernel of host code on all threads of the device, if that is worth it: each of its indices takes
            /// about `cycles` cycles of a processor, an `f64`. `known`: that holds whatever the values of arrays are.
            /// Other kernels run on the thread that meets them.
            Tasks { cycles: Exp, known: Flag, kernel: Stm },
            /// A `kernel`: runs the body for every index vector, in any order. E-IMP-KERNEL
            ///
            /// With `groups`, the threads of a group work together on an index vector, if the device can do that: they
            /// share the indices of the kernels in the body, and wait for each other before and after each of them.
            Parallel { groups: Flag, space: [Dim] binds (body), body: [Stm] binds (..) },
            /// A kernel with one result for all indices; see the nonterminal `Reduce`.
            Reduce { reduce: Reduce },
            /// A kernel with a result for each prefix of the indices; see the nonterminal `Scan`.
            Scan { scan: Scan },
            /// A kernel that fills histograms; see the nonterminal `Hist`.
            Hist { hist: Hist },
            /// Combines `values` into the bin `bin` of the kernel `Hist` around, if there is such a bin. Atomic.
            Combine { bin: Exp, values: [Exp] },
        }
        /// The failure of an assertion: code and message. `trace` is the backtrace, as `file:line:column-column`,
        /// innermost first.
        Failure = { code: Code, message: [Part], trace: [Text] }
        /// Combines the `values` of all indices by `op`, and assigns the results to the scalar variables `targets`.
        /// `comm`: the operator is commutative.
        Reduce = {
            dim: Dim binds (body, values), body: [Stm] binds (.., values), values: [Exp],
            op: Op, neutral: [Exp], comm: Flag, targets: [Name]
        }
        /// Computes the inclusive prefixes of the `values` under `op`. `after` runs once for each index, and sees the
        /// index, the variables of `body`, and the prefix in `outs`. `totals` combine what it computes.
        Scan = {
            dim: Dim binds (body, values, after, totals), body: [Stm] binds (.., values, after, totals), values: [Exp],
            op: Op, neutral: [Exp], outs: [ScalarParam] binds (after, totals), after: [Stm] binds (.., totals),
            totals: Totals
        }
        /// A reduction inside of a scan: combines the `values` of all indices by `op`, and assigns the results to the
        /// scalar variables `targets`.
        Totals = { values: [Exp], op: Op, neutral: [Exp], targets: [Name] }
        /// Histograms. Runs the body for every index. There, `Combine` combines each `dests[k]` at `offset + bin`
        /// with `values[k]` by the operator, if `0 <= bin < width`.
        Hist = { dim: Dim binds (body), body: [Stm] binds (..), width: Exp, op: Op, neutral: [Exp], dests: [Bins] }
        /// The bins of one histogram: consecutive elements of a block, from `offset` on.
        Bins = { mem: Name, offset: Exp }
        /// One dimension of an index space: an `i64` index from 0 to below `count`.
        Dim = { index: Bind, count: Exp }
        /// An associative operator. `lhs` is the operand from smaller indices.
        Op = {
            lhs: [ScalarParam] binds (body, results), rhs: [ScalarParam] binds (body, results),
            body: [Stm] binds (.., results), results: [Exp]
        }
        /// A scalar parameter of an operator.
        ScalarParam = { name: Bind, prim: Prim }
        /// The positions of an array's elements in a block: an LMAD, counted in elements, with a stride for each
        /// dimension.
        Region = { mem: Name, offset: Exp, strides: [Exp] }
        /// A leaf of a value that a trace prints.
        Traced {
            TracedScalar { value: Exp, prim: Prim },
            /// An array of these dimensions.
            TracedArray { prim: Prim, dims: [Exp], from: Region },
        }
        /// A part of an error message.
        Part {
            /// A fixed text.
            Literal { text: Text },
            /// A scalar of type `prim`, printed without its type.
            Show { value: Exp, prim: Prim },
        }
    }
}
