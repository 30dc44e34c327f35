//! Compares two reports.

use super::report::{Measured, Report};
use super::statistics::{mean, probability_of_chance};
use std::fmt::Write;

/// The probability below which a difference counts as significant.
const SIGNIFICANT: f64 = 0.01;
/// Differences of less than this part are not worth a word, however sure they are.
const WORTHWHILE: f64 = 0.01;

/// The run times in microseconds. Reports have whole ones, so 0 is anything below one; it counts as one.
fn times(measured: &Measured) -> Vec<f64> {
    measured.runtimes.iter().map(|time| (*time).max(1) as f64).collect()
}

/// How the run times of a dataset have changed.
struct Change {
    /// The old mean divided by the new one.
    speedup: f64,
    /// The probability of such a difference between run times of one distribution.
    chance: f64,
}

impl Change {
    fn new(old: &Measured, new: &Measured) -> Change {
        let (old, new) = (times(old), times(new));
        Change { speedup: mean(&old) / mean(&new), chance: probability_of_chance(&old, &new) }
    }

    fn verdict(&self) -> String {
        let sure = self.chance < SIGNIFICANT && (self.speedup - 1.0).abs() > WORTHWHILE;
        let word = match (sure, self.speedup > 1.0) {
            (false, _) => "no significant change",
            (true, true) => "faster",
            (true, false) => "slower",
        };
        if self.chance < 0.001 { format!("{word} (p < 0.001)") } else { format!("{word} (p = {:.3})", self.chance) }
    }
}

/// Describes how a report differs from an older one.
pub fn describe(old: &Report, new: &Report) -> String {
    let mut text = String::new();
    let mut logarithms = Vec::new();
    for (program, datasets) in &new.0 {
        let mut lines = String::new();
        for (name, outcome) in datasets {
            let Ok(measured) = outcome else { continue };
            // Writing to a string cannot fail.
            let _ = match old.find(program, name) {
                Some(before) => {
                    let change = Change::new(before, measured);
                    logarithms.push(change.speedup.ln());
                    let name = format!("{}:", super::short(name));
                    writeln!(lines, "  {name:41} {:8.2}x  {}", change.speedup, change.verdict())
                }
                None => writeln!(lines, "  {}: not in the old report", super::short(name)),
            };
        }
        if !lines.is_empty() {
            let _ = write!(text, "\n{program}\n{lines}");
        }
    }
    for (program, datasets) in &old.0 {
        for (name, _) in datasets.iter().filter(|(name, outcome)| outcome.is_ok() && new.find(program, name).is_none())
        {
            let _ = write!(text, "\n{program}, {}: only in the old report", super::short(name));
        }
    }
    let finite: Vec<f64> = logarithms.into_iter().filter(|logarithm| logarithm.is_finite()).collect();
    if !finite.is_empty() {
        let _ = write!(text, "\ngeometric mean of {} speedups: {:.2}x\n", finite.len(), mean(&finite).exp());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(times: &[u64]) -> Report {
        let measured = Measured { runtimes: times.to_vec(), bytes: Default::default(), stderr: None, profiling: None };
        Report(vec![("p.fut".into(), vec![("d".into(), Ok(measured))])])
    }

    #[test]
    fn changes_are_significant_or_not() {
        let slow = report(&[200, 201, 199, 200, 202, 198, 200, 201, 200, 199]);
        let fast = report(&[100, 101, 99, 100, 102, 98, 100, 101, 100, 99]);
        assert!(describe(&slow, &fast).contains("    2.00x  faster (p < 0.001)"), "{}", describe(&slow, &fast));
        assert!(describe(&fast, &slow).contains("    0.50x  slower (p < 0.001)"));
        assert!(describe(&fast, &fast).contains("    1.00x  no significant change (p = 1.000)"));
        let other = Report(vec![("q.fut".into(), slow.0[0].1.clone())]);
        assert_eq!(describe(&slow, &other), "\nq.fut\n  d: not in the old report\n\np.fut, d: only in the old report");
    }
}
