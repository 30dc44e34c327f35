//! The grammar of `Seg`: what becomes of the SOACs.

use framework::language;

language! {
    /// Flat parallel operations over explicit index spaces, which is what the memory paper writes as `kernel` (IFL'22 §2, PLDI'17).
    pub language Seg extends super::super::anf::Anf {
        Exp {
            - Map, - Reduce, - Scan, - Scatter, - Hist;
            /// The body for every index vector of `space`; each `Returns` makes an array with the dimensions of the space in front. E-KERNEL
            + SegMap { space: [SegDim] binds (body), body: KernelBody },
            /// The body's first results are combined by `ops` along the last dimension of the space; the others are mapped out.
            + SegRed { space: [SegDim] binds (body), ops: [Reduction], body: KernelBody },
            /// The body's values are scanned by `ops` along the last dimension of the space; the first results of what follows are combined by
            /// `totals`, the others are mapped out.
            + SegScan { space: [SegDim] binds (body), ops: [Reduction], body: ScanBody, totals: [Reduction] },
            /// The body gives a bin for each operator, then values.
            + SegHist { space: [SegDim] binds (body), ops: [HistOp], body: KernelBody },
        }
        /// One dimension of an index space: an `i64` index from 0 to below `count`.
        + SegDim = { index: Bind, count: Atom }
        /// Statements and results of one index vector.
        + KernelBody = { stms: [Stm] binds (.., results), results: [KernelResult] }
        /// Statements and the values to scan, then `post`, which sees these statements and the inclusive prefixes.
        + ScanBody = {
            stms: [Stm] binds (.., values, post), values: [Atom], prefixes: [Param] binds (post), post: KernelBody
        }
        + KernelResult {
            /// An element of the result.
            Returns { value: Atom },
            /// `value` goes to `indices` of `dest`, whose first dimensions are `shape`, if they are in bounds. Consumes `dest`.
            Writes { dest: Name, shape: [Atom], indices: [Atom], value: Atom },
        }
    }
}
