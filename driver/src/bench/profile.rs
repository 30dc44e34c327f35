//! `fut-nano profile`: makes files for people of the profiles in reports, as `futhark profile` does.
//!
//! For `day.json`, a folder `day.prof` in the current folder gets three files for each dataset: `.summary` has the
//! memory and a table of the kernels, `.timeline` has the kernels in the order in which they ran, and `.log` has what
//! the program wrote to standard error. If there are several programs, each has a folder. Each entry point but `main`
//! has one, too. A raw report of the server's command `report` has no log, and its files have no names but these words.

use super::report::{Measured, Report};
use crate::cli::output::say;
use crate::cli::user;
use crate::whole;
use clap::Args;
use framework::Result as Checked;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};

/// The options of `fut-nano profile`.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 the files are written, 1 some are not, 2 the command line or a report is wrong."
)]
pub struct Profile {
    /// Reports of `bench --profile --json`: of fut-nano, or of `futhark bench`. A report of a server's command `report`
    /// is fine, too.
    #[arg(required = true, value_name = "REPORT.json")]
    reports: Vec<PathBuf>,
}

/// A run of a kernel, or of something else that takes time.
#[derive(Debug, Deserialize)]
struct Event {
    name: String,
    /// Microseconds.
    duration: f64,
    /// The place in the program. Older reports have none.
    #[serde(default)]
    provenance: String,
}

/// What a server reports of its runs.
#[derive(Debug, Deserialize)]
struct Profiling {
    memory: BTreeMap<String, u64>,
    events: Vec<Event>,
}

/// Runs the command. Returns the exit status.
pub fn run(profile: &Profile) -> Checked<u8> {
    let mut is_whole = true;
    for path in &profile.reports {
        is_whole &= write_report(path)?;
    }
    Ok(u8::from(!is_whole))
}

/// Writes the files of a report. Returns whether all files could be written.
fn write_report(path: &Path) -> Checked<bool> {
    let problem = |why: String| user(format!("{} is no report: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| problem(error.to_string()))?;
    let raw: Option<Profiling> = serde_json::from_str(&text).ok();
    let report = match raw {
        Some(_) => Report::default(),
        None => Report::parse(&text).map_err(problem)?,
    };
    let top = Path::new(path.file_name().unwrap_or_default()).with_extension("prof");
    let failed = |error: std::io::Error| user(format!("cannot write {}: {error}", top.display()));
    if top.is_dir() {
        std::fs::remove_dir_all(&top).map_err(failed)?;
    }
    std::fs::create_dir(&top).map_err(failed)?;
    say(&format!("Writing results to {}/", top.display()));
    if let Some(raw) = raw {
        write_analysis(&raw, |kind| top.join(kind)).map_err(failed)?;
        return Ok(true);
    }
    let names: Vec<&str> = report.0.iter().map(|(name, _)| name.as_str()).collect();
    let mut is_whole = true;
    for (folder, (program, datasets)) in folders(&names).into_iter().zip(&report.0) {
        for (name, outcome) in datasets {
            let note = |what: &str| say(&format!("{program}, {name}: {what}"));
            match outcome {
                Err(_) => note("its run has failed"),
                Ok(measured) => {
                    if let Err(error) = write_dataset(&top.join(&folder), name, measured, note) {
                        note(&format!("cannot write its files: {error}"));
                        is_whole = false;
                    }
                }
            }
        }
    }
    Ok(is_whole)
}

/// The folders of programs with entry points. What the paths of all programs begin with is left out. A path never leads
/// out of the report's folder.
fn folders(names: &[&str]) -> Vec<PathBuf> {
    let parts: Vec<(Vec<Component<'_>>, &str)> = names
        .iter()
        .map(|name| {
            let entry = name.rsplit_once(':').filter(|(_, entry)| !entry.contains('/'));
            let (program, entry) = entry.unwrap_or((name, ""));
            (Path::new(program).components().collect(), entry)
        })
        .collect();
    let Some((first, _)) = parts.first() else { return Vec::new() };
    let common = |other: &[Component<'_>]| first.iter().zip(other).take_while(|(a, b)| a == b).count();
    let shared = parts.iter().map(|(program, _)| common(program)).min().unwrap_or(0);
    let folder = |(program, entry): &(Vec<Component<'_>>, &str)| {
        let parts = program[shared..].iter().map(|part| match part {
            Component::Normal(name) => PathBuf::from(name),
            _ => PathBuf::from("_"),
        });
        let program = parts.collect::<PathBuf>().with_extension("");
        match *entry {
            "" => program,
            entry => program.join(file_name(entry)),
        }
    };
    parts.iter().map(folder).collect()
}

/// A name without what has a meaning in paths.
fn file_name(name: &str) -> String {
    match name {
        "." | ".." => "_".into(),
        name => name.replace(['/', '\\'], "_"),
    }
}

fn write_dataset(folder: &Path, name: &str, measured: &Measured, note: impl Fn(&str)) -> std::io::Result<()> {
    let file = |kind: &str| folder.join(format!("{}.{kind}", file_name(name)));
    std::fs::create_dir_all(folder)?;
    match &measured.stderr {
        Some(log) => write(&file("log"), log)?,
        None => note("it has no log: `bench --profile` writes one"),
    }
    match measured.profiling.as_ref().map(Profiling::deserialize) {
        Some(Ok(profiling)) => write_analysis(&profiling, file)?,
        Some(Err(error)) => note(&format!("its profile cannot be read: {error}")),
        None => note("it has no profile: `bench --profile` writes one"),
    }
    Ok(())
}

/// Writes the summary and the timeline. `file` gives their paths.
fn write_analysis(profiling: &Profiling, file: impl Fn(&str) -> PathBuf) -> std::io::Result<()> {
    write(&file("summary"), &summary(profiling))?;
    write(&file("timeline"), &timeline(&profiling.events))
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    whole::write(path, 0o644, |file| file.write_all(text.as_bytes()))
}

/// The events of one name and place.
#[derive(Default)]
struct Row {
    count: u64,
    sum: f64,
    most: f64,
    least: f64,
}

impl Row {
    fn add(&mut self, time: f64) {
        self.least = if self.count == 0 { time } else { self.least.min(time) };
        self.most = self.most.max(time);
        self.sum += time;
        self.count += 1;
    }
}

/// The memory, and a table of events by their names and places, the longest first.
fn summary(profiling: &Profiling) -> String {
    let mut text = String::from("Memory in bytes\n");
    for (space, bytes) in &profiling.memory {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{space}: {bytes}");
    }
    let mut rows: BTreeMap<(&str, &str), Row> = BTreeMap::new();
    for Event { name, duration, provenance } in &profiling.events {
        rows.entry((name, provenance)).or_default().add(*duration);
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by(|(_, one), (_, other)| other.sum.total_cmp(&one.sum));
    // The sum of no floats would be -0.
    let total = rows.iter().fold(0.0, |total, (_, row)| total + row.sum);
    let width = rows.iter().map(|((name, _), _)| name.chars().count()).fold("Cost centre".len(), usize::max);
    let [count, sum, mean, least, most, part] = ["count", "sum", "mean", "min", "max", "fraction"];
    let _ = writeln!(
        text,
        "\n{:width$} {count:>8} {sum:>14} {mean:>14} {least:>14} {most:>14} {part:>8}  place",
        "Cost centre"
    );
    for ((name, place), Row { count, sum, most, least }) in &rows {
        let (mean, part) = (sum / *count as f64, if total > 0.0 { sum / total } else { 0.0 });
        let [sum, mean, least, most] = [*sum, mean, *least, *most].map(|time| format!("{time:.2} μs"));
        let _ =
            writeln!(text, "{name:width$} {count:>8} {sum:>14} {mean:>14} {least:>14} {most:>14} {part:>8.4}  {place}");
    }
    let _ = writeln!(text, "\n{} events with a total run time of {total:.2} μs", profiling.events.len());
    text
}

/// The events in their order.
fn timeline(events: &[Event]) -> String {
    let event = |event: &Event| {
        let Event { name, duration, provenance } = event;
        format!("{name}\nDuration: {duration:?} μs\nAt: {provenance}\n")
    };
    events.iter().map(event).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_kernels_takes_no_time() {
        let text = summary(&Profiling { memory: BTreeMap::new(), events: Vec::new() });
        assert!(text.ends_with("\n0 events with a total run time of 0.00 μs\n"), "{text}");
    }

    #[test]
    fn folders_of_programs() {
        let folders = |names: &[&str]| -> Vec<String> {
            folders(names).iter().map(|folder| folder.display().to_string()).collect()
        };
        assert_eq!(folders(&["a/p.fut"]), [""]);
        assert_eq!(folders(&["a/p.fut", "a/p.fut:f"]), ["", "f"]);
        assert_eq!(folders(&["a/p1.fut", "a/p2.fut:f"]), ["p1", "p2/f"]);
        assert_eq!(folders(&["../p.fut:..", "/q.fut"]), ["_/p/_", "_/q"]);
        assert_eq!(folders(&[]), [""; 0]);
    }
}
