//! `tune`: finds the threshold with which a program is fastest for an input. `--tuning`: reads what it has found.

use super::user;
use backends::Executable;
use framework::Result;
use languages::value::Value;
use std::num::NonZeroU64;
use std::path::Path;

/// The thresholds that are tried: the device's choice, and powers of 4.
pub fn candidates() -> impl Iterator<Item = Option<NonZeroU64>> {
    std::iter::once(None).chain((0..=15).map(|power| NonZeroU64::new(1 << (2 * power))))
}

/// How much faster than by the device's choice a program must be: less may be chance.
const WORTHWHILE: f64 = 0.95;

/// The median time of a few runs in microseconds, after one that is not measured.
pub fn measure(executable: &mut dyn Executable, entry: &str, values: &[Value], runs: u32) -> Result<u64> {
    executable.run(entry, values.to_vec())?;
    let mut times = Vec::new();
    for _ in 0..runs {
        let outcome = executable.run(entry, values.to_vec())?;
        times.push(outcome.micros);
        executable.reuse(outcome.results);
    }
    times.sort_unstable();
    Ok(times.get(times.len() / 2).copied().unwrap_or(0))
}

/// The threshold to use, given the times for all candidates. `None` leaves the choice to the device.
pub fn best(times: &[(Option<NonZeroU64>, u64)]) -> Option<NonZeroU64> {
    let (fastest, time) = times.iter().min_by_key(|(_, time)| *time)?;
    let chosen = times.iter().find(|(threshold, _)| threshold.is_none())?.1;
    if (*time as f64) < WORTHWHILE * chosen as f64 { *fastest } else { None }
}

/// Writes a tuning file.
pub fn write(path: &Path, what: &str, threshold: Option<NonZeroU64>) -> Result<()> {
    let line = threshold.map_or("# the device's choice\n".into(), |threshold| format!("threshold={threshold}\n"));
    std::fs::write(path, format!("# {what}\n{line}"))
        .map_err(|error| user(format!("cannot write {}: {error}", path.display())))
}

/// Reads a tuning file: a line `threshold=NUMBER` or none, and comments that begin with `#`.
pub fn read(path: &Path) -> Result<Option<NonZeroU64>> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| user(format!("cannot read {name}: {error}")))?;
    let mut threshold = None;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let value = line.strip_prefix("threshold=").and_then(|value| value.parse().ok());
        threshold = Some(value.ok_or_else(|| {
            user(format!("{name}:{}: `{line}` is no line of a tuning file", number + 1)).note("`threshold=NUMBER`")
        })?);
    }
    Ok(threshold)
}
