//! The grammar of `Seg`: SOACs become flat parallel operations.

use framework::language;

language! {
    /// Flat parallel operations over explicit index spaces. The memory paper calls them `kernel` (IFL'22 §2, PLDI'17).
    pub language Seg extends super::super::anf::Anf {
        Exp {
            - Map, - Reduce, - Scan, - Scatter, - Hist, - Stream, - Derivative, - WithAdjoint;
            /// Runs the body for every index vector of `space`. Each `Returns` makes an array whose first dimensions
            /// are those of the space. E-KERNEL
            ///
            /// A thread runs the body, with the parallel operations in it. With `groups`, a group of threads does: its
            /// threads share these operations, and all of them run the statements in between.
            #[text("{if groups}group {end}segmap ({space:list}) {body}")]
            + SegMap { groups: Flag, space: [SegDim] binds (body), body: KernelBody },
            /// Runs the body for every index vector. `ops` combine its first results along the last dimension of the
            /// space; the others are mapped out.
            #[text("segred ({space:list}){nest}{ops:below}{end} {body}")]
            + SegRed { space: [SegDim] binds (body), ops: [Reduction], body: KernelBody },
            /// Runs the body for every index vector. `ops` scan its values along the last dimension of the space.
            /// `totals` combine the first results of the body's second half; the others are mapped out.
            #[text("segscan ({space:list}){nest}{ops:below}{totals:below total}{end} {body}")]
            + SegScan { space: [SegDim] binds (body), ops: [Reduction], body: ScanBody, totals: [Reduction] },
            /// Runs the body for every index vector. It returns a bin for each operator, then values.
            #[text("seghist ({space:list}){nest}{ops:below}{end} {body}")]
            + SegHist { space: [SegDim] binds (body), ops: [HistOp], body: KernelBody },
            /// Runs the body for every index, in any order. The accumulators `accs` are `dests` as other indices have
            /// left them; the body returns them. `ops` is the operator of all statements that accumulate.
            #[text("segstream ({space:list}) [{dests:list}] as ({accs:list}){nest}{ops:below}{end} {body}")]
            + SegStream {
                space: [SegDim] binds (body), dests: [Name], accs: [Param] binds (body), ops: [Reduction],
                body: KernelBody
            },
        }
        /// One dimension of an index space: an `i64` index from 0 to below `count`.
        #[text("{index} < {count}")]
        + SegDim = { index: Bind, count: Atom }
        /// The statements and results for one index vector.
        #[text("{{{nest}{line}{stms:lines}return ({results:list}){end}{line}}}")]
        + KernelBody = { stms: [Stm] binds (.., results), results: [KernelResult] }
        /// The body of a scan for one index vector. The first half has statements and the values to scan. The second
        /// half, `post`, sees these statements and the inclusive prefixes.
        #[text("{{{nest}{line}{stms:lines}give ({values:list}){end}{line}}} then ({prefixes:list}) {post}")]
        + ScanBody = {
            stms: [Stm] binds (.., values, post), values: [Atom], prefixes: [Param] binds (post), post: KernelBody
        }
        + KernelResult {
            /// An element of a result array.
            #[text("{value}")]
            Returns { value: Atom },
            /// Writes `value` to `dest[indices]`, if the indices are in bounds. `shape` are the first dimensions of
            /// `dest`. Consumes `dest`.
            #[text("{dest}[{indices:list}] <- {value}")]
            Writes { dest: Name, shape: [Atom], indices: [Atom], value: Atom },
        }
    }
}
