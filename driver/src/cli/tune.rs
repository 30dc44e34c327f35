//! `tune`: finds the thresholds with which a program is fastest for an input. `--tuning`: reads what it has found.

use super::user;
use framework::Result;
use languages::parameters::{ALL_THRESHOLDS, is_threshold};
use passes::anf::versions::GROUPS;
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU64;
use std::path::Path;

/// The thresholds of a program: the numbers of indices from which on outer levels suffice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    /// That of all SOACs. `None` leaves the choice to the device.
    pub all: Option<NonZeroU64>,
    /// The number of indices from which on groups of threads work on them. `None` leaves the choice to the device.
    pub groups: Option<NonZeroU64>,
    /// Those of single SOACs, by their places; after [`GROUPS`], those for groups. The values of the tuning parameters
    /// that the program names.
    pub single: BTreeMap<String, u64>,
}

impl Tuning {
    /// Sets a tuning parameter: the threshold of all SOACs, that of one place, after [`GROUPS`] that for groups, or a
    /// parameter that the program names. The threshold 0 leaves the choice to the device.
    pub fn set(&mut self, name: &str, value: u64) {
        if name == ALL_THRESHOLDS {
            self.all = NonZeroU64::new(value);
        } else {
            self.single.insert(name.to_string(), value);
        }
    }

    /// The value of a tuning parameter, if it is set.
    pub fn get(&self, name: &str) -> Option<u64> {
        let all = self.all.filter(|_| is_threshold(name)).map(NonZeroU64::get);
        self.single.get(name).copied().or(all)
    }
}

impl fmt::Display for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.all {
            Some(threshold) => write!(f, "threshold={threshold}")?,
            None => f.write_str("the device's choice")?,
        }
        self.groups.iter().try_for_each(|threshold| write!(f, ", groups={threshold}"))?;
        self.single.iter().try_for_each(|(place, threshold)| write!(f, ", {place}={threshold}"))
    }
}

/// The thresholds that are tried for the whole program: powers of 4.
fn for_all() -> impl Iterator<Item = Option<NonZeroU64>> {
    (0..=15).map(|power| NonZeroU64::new(1 << (2 * power)))
}

/// The thresholds for groups that are tried: always, and hardly ever.
fn for_groups() -> impl Iterator<Item = NonZeroU64> {
    [0, 10, 40].into_iter().filter_map(|power| NonZeroU64::new(1 << power))
}

/// The thresholds that are tried for a single SOAC.
fn for_one() -> impl Iterator<Item = NonZeroU64> {
    [0, 4, 8, 12, 30].into_iter().filter_map(|power| NonZeroU64::new(1 << power))
}

/// The most SOACs that get thresholds of their own: each takes a few compilations.
const MOST_SINGLE: usize = 16;

/// Finds the fastest tuning: a threshold for all SOACs, one for groups if the device has any (`has_groups`), and then,
/// for one SOAC after the other, thresholds of its own if these are better. `measure` has the time in microseconds of a
/// program with this tuning, and the places of its versions.
pub fn search(has_groups: bool, mut measure: impl FnMut(&Tuning) -> Result<(u64, Vec<String>)>) -> Result<Tuning> {
    let mut best = Tuning::default();
    let (mut time, places) = measure(&best)?;
    // Without versions of nested parallel code, thresholds have no effect.
    if places.is_empty() {
        return Ok(best);
    }
    let chosen = time;
    let mut fastest = None;
    for all in for_all() {
        let tuning = Tuning { all, ..Tuning::default() };
        let (found, _) = measure(&tuning)?;
        if is_faster(found, chosen) && found < time {
            (time, fastest) = (found, Some(tuning));
        }
    }
    best = fastest.unwrap_or(best);
    let (before, mut fastest) = (time, None);
    for groups in for_groups().filter(|_| has_groups) {
        let tuning = Tuning { groups: Some(groups), ..best.clone() };
        let (found, _) = measure(&tuning)?;
        if is_faster(found, before) && found < time {
            (time, fastest) = (found, Some(tuning));
        }
    }
    best = fastest.unwrap_or(best);
    // With a single SOAC there is nothing to choose apart.
    if places.len() < 2 {
        return Ok(best);
    }
    for place in places.into_iter().take(MOST_SINGLE) {
        let of_groups = (format!("{GROUPS}{place}"), for_groups().collect());
        let own: [(String, Vec<NonZeroU64>); 2] = [(place, for_one().collect()), of_groups];
        for (key, thresholds) in own.into_iter().take(if has_groups { 2 } else { 1 }) {
            let before = time;
            let mut fastest = None;
            for threshold in thresholds {
                let mut tuning = best.clone();
                tuning.single.insert(key.clone(), threshold.get());
                let (found, _) = measure(&tuning)?;
                if is_faster(found, before) && found < time {
                    (time, fastest) = (found, Some(tuning));
                }
            }
            best = fastest.unwrap_or(best);
        }
    }
    Ok(best)
}

/// How much faster a program must be for another threshold: less may be chance.
const WORTHWHILE: f64 = 0.95;

fn is_faster(time: u64, before: u64) -> bool {
    (time as f64) < WORTHWHILE * before as f64
}

/// The median time of a few runs in microseconds, after one that is not measured.
pub fn measure(run: &mut impl FnMut() -> Result<u64>, runs: u32) -> Result<u64> {
    run()?;
    let mut times = Vec::new();
    for _ in 0..runs {
        times.push(run()?);
    }
    times.sort_unstable();
    Ok(times.get(times.len() / 2).copied().unwrap_or(0))
}

/// Writes a tuning file.
pub fn write(path: &Path, what: &str, tuning: &Tuning) -> Result<()> {
    let mut text = format!("# {what}\n");
    match tuning.all {
        Some(threshold) => text.push_str(&format!("threshold={threshold}\n")),
        None => text.push_str("# the device's choice\n"),
    }
    if let Some(threshold) = tuning.groups {
        text.push_str(&format!("groups={threshold}\n"));
    }
    for (place, threshold) in &tuning.single {
        text.push_str(&format!("{place}={threshold}\n"));
    }
    std::fs::write(path, text).map_err(|error| user(format!("cannot write {}: {error}", path.display())))
}

/// Reads a tuning file: lines `threshold=NUMBER`, `groups=NUMBER`, `PLACE=NUMBER`, `groups PLACE=NUMBER` or
/// `NAME=NUMBER`, and comments that begin with `#`. A file may be for another program or backend, so names that are not
/// known have no effect.
pub fn read(path: &Path) -> Result<Tuning> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| user(format!("cannot read {name}: {error}")))?;
    let mut tuning = Tuning::default();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let parts = line.rsplit_once('=').and_then(|(place, value)| Some((place, value.parse().ok()?)));
        match parts {
            Some(("groups", value)) => tuning.groups = NonZeroU64::new(value),
            Some((name, value)) => tuning.set(name, value),
            None => {
                return Err(user(format!("{name}:{}: `{line}` is no line of a tuning file", number + 1))
                    .note("it has lines `threshold=NUMBER`, `groups=NUMBER`, `PLACE=NUMBER` and `NAME=NUMBER`"));
            }
        }
    }
    Ok(tuning)
}
