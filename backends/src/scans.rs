//! How scans are cut whose order matters.

use languages::lanes::facts::{Aliases, commutes, cost, may_fail, rounds};
use languages::lanes::{Op, Scan};

/// The largest cost of an index for which another chain of operators takes hardly longer than waiting for the first.
const MOST_COST: u64 = 60;
/// The chains that reduce a piece.
const CHAINS: usize = 4;
/// The most operands of which so many are kept in registers at the same time.
const MOST_OPERANDS: usize = 2;

/// Whether a thread that scans alone reduces each piece while it scans it. The carry into the next piece is then the
/// one into this piece, combined with what the piece reduces to, as when several threads reduce pieces before they scan
/// them.
pub fn gives_carries(scan: &Scan<'_>, aliases: &Aliases) -> bool {
    let cheap = cost(scan.body) + cost(scan.op.body) + cost(scan.after) <= MOST_COST;
    let fails = [scan.body, scan.op.body, scan.after].into_iter().any(may_fail);
    rounds(scan.op) && cheap && !fails && scan.totals.targets.is_empty() && aliases.repeatable(scan.body)
}

/// The number of accumulators that reduce a piece of such a scan: each combines every so many-th element, since a sum
/// of floats has to wait for the one before.
pub fn chains(op: &Op<'_>) -> usize {
    if commutes(op) && op.lhs.len() <= MOST_OPERANDS { CHAINS } else { 1 }
}
