//! Shows which programs have passed: a line that changes on a terminal, and lines of text otherwise.

use super::program::Tested;
use crate::cli::output::{print, say};
use framework::Result;
use serde_json::json;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often lines of text say how far the tests are.
const PERIOD: Duration = Duration::from_secs(60);

/// The most characters of the line that changes.
const WIDTH: usize = 79;

/// Clears the line of a terminal.
const CLEAR: &str = "\r\x1b[K";

/// What is known so far.
pub struct Progress {
    all: usize,
    passed: usize,
    failed: usize,
    excluded: usize,
    running: Vec<PathBuf>,
    /// Whether there is a line that changes.
    on_terminal: bool,
    json: bool,
    /// When a line of text has last said how far the tests are.
    said: Instant,
}

impl Progress {
    /// The progress at the start.
    pub fn new(all: usize, no_terminal: bool, json: bool) -> Progress {
        let on_terminal = !no_terminal && !json && std::io::stdout().is_terminal();
        let (running, said) = (Vec::new(), Instant::now());
        Progress { all, passed: 0, failed: 0, excluded: 0, running, on_terminal, json, said }
    }

    fn left(&self) -> usize {
        self.all - self.passed - self.failed - self.excluded
    }

    /// Shows a text for people above the line that changes.
    pub fn note(&self, text: &str) -> Result<()> {
        match (self.json, self.on_terminal) {
            (true, _) => {
                say(text);
                Ok(())
            }
            (false, true) => print(&format!("{CLEAR}{text}\n")),
            (false, false) => print(&format!("{text}\n")),
        }
    }

    fn show(&mut self) -> Result<()> {
        let counts = format!("{} failed, {} passed, {} to go", self.failed, self.passed, self.left());
        if self.on_terminal {
            let running: Vec<String> = self.running.iter().map(|path| path.display().to_string()).collect();
            let line: String = format!("{counts}: {}", running.join(" ")).chars().take(WIDTH).collect();
            return print(&format!("{CLEAR}{line}"));
        }
        if !self.json && self.said.elapsed() >= PERIOD {
            self.said = Instant::now();
            return print(&format!("{counts}.\n"));
        }
        Ok(())
    }

    /// A program is tested now.
    pub fn started(&mut self, file: &Path) -> Result<()> {
        self.running.push(file.to_path_buf());
        self.show()
    }

    /// A program has been tested.
    pub fn ended(&mut self, file: &Path, tested: &Tested) -> Result<()> {
        self.running.retain(|other| other != file);
        if tested.excluded {
            self.excluded += 1;
        } else if tested.passed() {
            self.passed += 1;
        } else {
            self.failed += 1;
        }
        if self.json {
            print(&format!("{}\n", as_json(file, tested)))?;
        } else if !tested.passed() {
            self.note(&describe(file, tested))?;
        } else if !tested.notes.is_empty() {
            self.note(&format!("{}: {}", file.display(), tested.notes.join("; ")))?;
        }
        self.show()
    }

    /// All programs have been tested. Returns the exit status.
    pub fn finish(&self) -> Result<u8> {
        if self.json {
            let Progress { passed, failed, excluded, .. } = self;
            print(&format!("{}\n", json!({ "passed": passed, "failed": failed, "excluded": excluded })))?;
        } else {
            let clear = if self.on_terminal { CLEAR } else { "" };
            print(&format!("{clear}{}/{} passed.\n", self.passed, self.passed + self.failed))?;
            if self.excluded > 0 {
                print(&format!("{} program(s) excluded.\n", self.excluded))?;
            }
        }
        Ok(u8::from(self.failed > 0))
    }
}

/// What is wrong with a program, for people.
fn describe(file: &Path, tested: &Tested) -> String {
    let mut text = format!("{}:", file.display());
    let mut add = |line: &str, depth: usize| {
        text.push('\n');
        if !line.is_empty() {
            text.extend(std::iter::repeat_n(' ', depth).chain(line.chars()));
        }
    };
    for problem in tested.problems.iter().chain(&tested.notes) {
        problem.lines().for_each(|line| add(line, 2));
    }
    for case in &tested.cases {
        let Some(problem) = &case.problem else { continue };
        let mut lines = problem.lines();
        let first = lines.next().unwrap_or_default();
        add(&format!("entry point {}, line {}, {}: {first}", case.entry, case.line, case.name), 2);
        lines.for_each(|line| add(line, 4));
    }
    text
}

fn as_json(file: &Path, tested: &Tested) -> serde_json::Value {
    let status = match tested.excluded {
        true => "excluded",
        false if tested.passed() => "passed",
        false => "failed",
    };
    let cases = tested.cases.iter().map(
        |case| json!({ "entry_point": case.entry, "dataset": case.name, "line": case.line, "problem": case.problem }),
    );
    json!({
        "program": file.display().to_string(),
        "status": status,
        "problems": tested.problems,
        "notes": tested.notes,
        "cases": cases.collect::<Vec<_>>(),
    })
}
