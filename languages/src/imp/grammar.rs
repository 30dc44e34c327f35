//! The grammar of `Imp`.
//!
//! Invariants that backends rely on: names are globally unique; all run-time checks are explicit `Assert`s, so that reads, writes and
//! operators are unchecked; memory variables are in scope from their declaration to the end of its statement list.

use framework::language;

language! {
    /// The imperative language that backends translate: declarations, assignments, memory and kernels (IFL'22 §4, figure 11).
    pub language Imp {
        terminals {
            Prim: crate::prim::PrimType, Value: crate::prim::PrimValue,
            BinOp: crate::prim::BinOp, UnOp: crate::prim::UnOp, TriOp: crate::prim::TriOp,
            Text: framework::Symbol, Flag: bool, Int: i64, Code: crate::codes::FailureCode,
            Form: crate::trace::Form
        }
        root Program;

        /// One function for each entry point, and the recursive functions that they call.
        Program = { funs: [Fun], procs: [Proc] }
        /// An entry point. `entry` is the name that users know.
        Fun = {
            name: Bind binds (), entry: Text, args: [Arg] binds (.., body, results),
            results: [Res], body: [Stm] binds (.., results)
        }
        /// A function that is no entry point. It sees its parameters only. Its name is its own in the program.
        Proc = { name: Text, params: [Slot] binds (body, results), body: [Stm] binds (.., results), results: [Operand] }
        /// A parameter of a procedure.
        Slot {
            ScalarSlot { name: Bind, prim: Prim },
            /// A block, which belongs to the caller.
            MemSlot { name: Bind, prim: Prim },
        }
        /// What a call passes, and what a procedure gives back.
        Operand {
            ScalarOperand { value: Exp, prim: Prim },
            MemOperand { mem: Name },
        }
        /// What the caller gives. `label` is the user's parameter, `ty` its type as the user wrote it.
        Arg {
            ScalarArg { name: Bind, prim: Prim, label: Text, ty: Text },
            /// A block with the elements in row-major order.
            ArrayArg { mem: Bind, prim: Prim, dims: [ArgDim] binds (.., out), label: Text, ty: Text },
        }
        /// A size of an argument.
        ArgDim {
            /// It must be this number.
            Fixed { value: Int },
            /// It is bound to this `i64` variable.
            Fresh { name: Bind },
            /// It must equal this variable.
            Same { name: Name },
        }
        /// What the caller gets.
        Res {
            ScalarRes { value: Exp, prim: Prim, ty: Text },
            /// The first elements of a block, in row-major order.
            ArrayRes { mem: Name, prim: Prim, dims: [Exp], ty: Text },
        }
        /// A scalar expression; never fails.
        Exp {
            Const { value: Value },
            Var { name: Name },
            /// `prim` is the type of the operands.
            Bin { op: BinOp, prim: Prim, lhs: Exp, rhs: Exp },
            Un { op: UnOp, prim: Prim, arg: Exp },
            Tri { op: TriOp, prim: Prim, a: Exp, b: Exp, c: Exp },
            Convert { from: Prim, to: Prim, arg: Exp },
            Select { cond: Exp, yes: Exp, no: Exp },
        }
        /// A statement. Declarations are in scope in the rest of their list.
        Stm {
            /// A scalar variable, zero at first. E-IMP-DEC-INT
            Decl { name: Bind, prim: Prim },
            /// A memory variable for elements of one type, without a block at first. E-IMP-DEC-MEM
            DeclMem { name: Bind, prim: Prim },
            /// E-IMP-ASSIGN-INT
            Assign { name: Name, value: Exp },
            /// Both variables now hold the same block. E-IMP-ASSIGN-MEM
            AssignMem { name: Name, from: Name },
            /// A new block of `count` elements. E-IMP-ALLOC
            Alloc { name: Name, prim: Prim, count: Exp },
            /// `index` counts elements, as an `i64`. E-IMP-READ
            Read { name: Name, mem: Name, prim: Prim, index: Exp },
            /// E-IMP-WRITE
            Write { mem: Name, prim: Prim, index: Exp, value: Exp },
            /// The results of the procedure are assigned to the variables `targets`. In kernels only of procedures that are given,
            /// use and give nothing but scalars.
            Call { proc: Text, args: [Operand], targets: [Name] },
            /// Copies an array of this shape from one region to another, which do not overlap.
            Copy { prim: Prim, shape: [Exp], to: Region, from: Region },
            /// E-IMP-IF-TRUE, E-IMP-IF-FALSE
            If { cond: Exp, yes: [Stm] binds (..), no: [Stm] binds (..) },
            /// An `i64` index from 0 to below `bound`.
            For { index: Bind binds (body), bound: Exp, body: [Stm] binds (..) },
            While { cond: Exp, body: [Stm] binds (..) },
            /// Fails the program unless `cond` holds.
            Assert { cond: Exp, failure: Failure },
            /// Prints `label: value`, with these leaves of the value.
            Trace { label: Text, form: Form, values: [Traced] },
            /// `kernel`: the body for every index vector, in any order. E-IMP-KERNEL
            Parallel { space: [Dim] binds (body), body: [Stm] binds (..) },
            Reduce { reduce: Reduce },
            Scan { scan: Scan },
            Hist { hist: Hist },
        }
        /// What a failed assertion says, with the code of the failure. `trace` is the chain of calls as `file:line:column-column`, innermost first.
        Failure = { code: Code, message: [Part], trace: [Text] }
        /// Combines the `values` of all indices with `op`; the results go to the scalar variables `targets`. `comm`: the operator
        /// commutes, too.
        Reduce = {
            dim: Dim binds (body, values), body: [Stm] binds (.., values), values: [Exp],
            op: Op, neutral: [Exp], comm: Flag, targets: [Name]
        }
        /// Inclusive prefixes of the `values`, combined with `op`. `after` runs once for each index and sees the index, the variables of
        /// `body`, and the prefix in `outs`; what it computes is combined by `totals`.
        Scan = {
            dim: Dim binds (body, values, after, totals), body: [Stm] binds (.., values, after, totals), values: [Exp],
            op: Op, neutral: [Exp], outs: [ScalarParam] binds (after, totals), after: [Stm] binds (.., totals),
            totals: Totals
        }
        /// What a scan combines besides the prefixes: the `values` of all indices, with `op`. The results go to the scalar variables
        /// `targets`.
        Totals = { values: [Exp], op: Op, neutral: [Exp], targets: [Name] }
        /// Histograms: for each index with `0 <= bin < width`, each `dests[k]` at `offset + bin` is combined with `values[k]`, atomically.
        Hist = {
            dim: Dim binds (body, bin, values), body: [Stm] binds (.., bin, values), bin: Exp, values: [Exp],
            width: Exp, op: Op, neutral: [Exp], dests: [Bins]
        }
        /// The bins of one histogram: consecutive elements of a block, from `offset` on.
        Bins = { mem: Name, offset: Exp }
        /// One dimension of an index space: an `i64` index from 0 to below `count`.
        Dim = { index: Bind, count: Exp }
        /// An associative operator: `lhs` is what comes from smaller indices.
        Op = {
            lhs: [ScalarParam] binds (body, results), rhs: [ScalarParam] binds (body, results),
            body: [Stm] binds (.., results), results: [Exp]
        }
        ScalarParam = { name: Bind, prim: Prim }
        /// Where the elements of an array lie in a block: an LMAD, counted in elements. There is a stride for each dimension.
        Region = { mem: Name, offset: Exp, strides: [Exp] }
        /// A leaf of a value that a trace prints.
        Traced {
            TracedScalar { value: Exp, prim: Prim },
            /// An array of these dimensions.
            TracedArray { prim: Prim, dims: [Exp], from: Region },
        }
        /// A part of an error message.
        Part {
            Literal { text: Text },
            Show { value: Exp, prim: Prim },
        }
    }
}
