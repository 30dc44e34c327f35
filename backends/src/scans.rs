//! How scans are cut whose order matters.

use languages::lanes::Scan;
use languages::lanes::facts::{Aliases, cost, may_fail, rounds};

/// The parts of a scan's piece that are scanned at the same time.
pub const QUARTERS: i64 = 4;
/// The largest cost of an index that is worth it.
const MOST_COST: u64 = 60;
/// The most operands of which four are kept in registers at the same time. An operator on more has enough to do in one
/// chain.
const MOST_OPERANDS: usize = 2;

/// Whether the pieces of a scan are scanned in quarters: the order in which it combines its elements matters, and the
/// chain of operators is worth cutting, as a sum of floats has to wait for the one before.
pub fn has_quarters(scan: &Scan<'_>, aliases: &Aliases) -> bool {
    let cheap = cost(scan.body) + cost(scan.op.body) + cost(scan.after) <= MOST_COST;
    let fails = [scan.body, scan.op.body, scan.after].into_iter().any(may_fail);
    scan.op.lhs.len() <= MOST_OPERANDS
        && rounds(scan.op)
        && cheap
        && !fails
        && scan.totals.targets.is_empty()
        && aliases.repeatable(scan.body)
}
