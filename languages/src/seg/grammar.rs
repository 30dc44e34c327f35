//! The grammar of `Seg`: what becomes of the SOACs.

use framework::language;

language! {
    /// Flat parallel operations over explicit index spaces, which is what the memory paper writes as `kernel` (IFL'22 §2, PLDI'17).
    pub language Seg extends super::super::anf::Anf {
        Exp {
            - Map, - Reduce, - Scan, - Scatter, - Hist;
            /// The body for every index vector of `space`; each `Returns` makes an array with the dimensions of the space in front. E-KERNEL
            #[text("segmap ({space:list}) {body}")]
            + SegMap { space: [SegDim] binds (body), body: KernelBody },
            /// The body's first results are combined by `ops` along the last dimension of the space; the others are mapped out.
            #[text("segred ({space:list}){nest}{ops:below}{end} {body}")]
            + SegRed { space: [SegDim] binds (body), ops: [Reduction], body: KernelBody },
            /// The body's values are scanned by `ops` along the last dimension of the space; the first results of what follows are combined by
            /// `totals`, the others are mapped out.
            #[text("segscan ({space:list}){nest}{ops:below}{totals:below total}{end} {body}")]
            + SegScan { space: [SegDim] binds (body), ops: [Reduction], body: ScanBody, totals: [Reduction] },
            /// The body gives a bin for each operator, then values.
            #[text("seghist ({space:list}){nest}{ops:below}{end} {body}")]
            + SegHist { space: [SegDim] binds (body), ops: [HistOp], body: KernelBody },
        }
        /// One dimension of an index space: an `i64` index from 0 to below `count`.
        #[text("{index} < {count}")]
        + SegDim = { index: Bind, count: Atom }
        /// Statements and results of one index vector.
        #[text("{{{nest}{line}{stms:lines}return ({results:list}){end}{line}}}")]
        + KernelBody = { stms: [Stm] binds (.., results), results: [KernelResult] }
        /// Statements and the values to scan, then `post`, which sees these statements and the inclusive prefixes.
        #[text("{{{nest}{line}{stms:lines}give ({values:list}){end}{line}}} then ({prefixes:list}) {post}")]
        + ScanBody = {
            stms: [Stm] binds (.., values, post), values: [Atom], prefixes: [Param] binds (post), post: KernelBody
        }
        + KernelResult {
            /// An element of the result.
            #[text("{value}")]
            Returns { value: Atom },
            /// `value` goes to `indices` of `dest`, whose first dimensions are `shape`, if they are in bounds. Consumes `dest`.
            #[text("{dest}[{indices:list}] <- {value}")]
            Writes { dest: Name, shape: [Atom], indices: [Atom], value: Atom },
        }
    }
}
