//! All cases of a program.

use super::case::{Wanted, outcome, usual_tolerance};
use super::format::{Block, Case, Pattern};
use super::property::counterexample;
use crate::served::{Compiler, Failure, Served};
use std::path::{Path, PathBuf};

/// What is done with a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// It is checked.
    Check,
    /// It is compiled.
    Compile,
    /// It is compiled and run.
    Run,
    /// It is run by an evaluator.
    Interpret,
}

/// What is done with all programs.
pub struct Job {
    /// The kind of tests.
    pub mode: Mode,
    /// How programs are compiled and run.
    pub compiler: Compiler,
    /// The tags of programs and cases that are left out.
    pub excluded: Vec<String>,
    /// The only entry point that is tested.
    pub entry: Option<String>,
    /// The seed of random arguments of properties.
    pub seed: u64,
    /// The extension of files with tuning parameters, if they are read.
    pub tuning: Option<String>,
}

/// A case that was run.
pub struct Ran {
    /// The entry point.
    pub entry: String,
    /// The name of the case.
    pub name: String,
    /// The line of its input.
    pub line: usize,
    /// What is wrong.
    pub problem: Option<String>,
}

/// What became of a program.
#[derive(Default)]
pub struct Tested {
    /// Whether its tags exclude it.
    pub excluded: bool,
    /// The cases that were run.
    pub cases: Vec<Ran>,
    /// What is wrong with the program as a whole.
    pub problems: Vec<String>,
    /// What users may want to know.
    pub notes: Vec<String>,
}

impl Tested {
    /// Whether everything is as expected.
    pub fn passed(&self) -> bool {
        self.problems.is_empty() && self.cases.iter().all(|case| case.problem.is_none())
    }
}

/// The status of a compiler that has found an error in a program. With 1, Futhark's own compiler has failed itself;
/// with 3, ours has.
const REJECTED: i32 = 2;

impl Job {
    /// Tests a program.
    pub fn test(&self, file: &Path) -> Tested {
        let mut tested = Tested::default();
        let blocks = match super::blocks(file) {
            Ok(blocks) => blocks,
            Err(error) => {
                tested.problems.push(error.message.clone());
                return tested;
            }
        };
        let tags = blocks.first().map_or(&[][..], |block| &block.tags);
        if self.excludes(tags) {
            tested.excluded = true;
            return tested;
        }
        let structures: usize = blocks.iter().map(|block| block.structures).sum();
        if structures > 0 {
            let tests = if structures == 1 { "test is" } else { "tests are" };
            tested.notes.push(format!("{structures} structure {tests} left out: Futhark's own compiler has them"));
        }
        if let Some(pattern) = blocks.first().and_then(|block| block.error.as_ref()) {
            tested.problems.extend(self.rejection(file, pattern));
        } else if self.mode == Mode::Check {
            let checked = self.compiler_for(&blocks).check(file).map(|warnings| missing_warnings(&blocks, &warnings));
            tested.problems.extend(checked.unwrap_or_else(|failure| vec![failure.to_string()]));
        } else {
            self.run(file, &blocks, &mut tested);
        }
        tested
    }

    fn excludes(&self, tags: &[String]) -> bool {
        tags.iter().any(|tag| self.excluded.contains(tag))
    }

    /// The compiler for a program: if warnings are expected, it writes messages in Futhark's words.
    fn compiler_for(&self, blocks: &[Block]) -> Compiler {
        let error_format = if blocks.iter().all(|block| block.warnings.is_empty()) { "human" } else { "futhark" };
        Compiler { error_format, ..self.compiler.clone() }
    }

    /// Checks that the compiler rejects a program. Describes what is wrong otherwise. The messages may fit the pattern
    /// as people see them, or in Futhark's words.
    fn rejection(&self, file: &Path, pattern: &Pattern) -> Option<String> {
        let futhark = Compiler { error_format: "futhark", ..self.compiler.clone() };
        if futhark.is_own
            && let Err(Failure::NotCompiled(messages, Some(REJECTED))) = futhark.check(file)
            && pattern.matches(&messages)
        {
            return None;
        }
        match self.compiler.check(file) {
            Ok(_) => Some(format!("it should have been rejected with `{pattern}`")),
            Err(Failure::NotCompiled(messages, Some(REJECTED))) if pattern.matches(&messages) => None,
            Err(Failure::NotCompiled(messages, Some(REJECTED))) => Some(format!(
                "it should have been rejected with `{pattern}`, but was rejected with\n{}",
                messages.trim_end()
            )),
            Err(failure) => Some(format!("it should have been rejected with `{pattern}`:\n{failure}")),
        }
    }

    fn run(&self, file: &Path, blocks: &[Block], tested: &mut Tested) {
        let tuning = self.tuning.as_ref().and_then(|extension| self.compiler.tuning_of(file, extension));
        let compiler = self.compiler_for(blocks);
        let mut servers = Servers { compiler: &compiler, file, tuning, server: None, reference: None };
        match servers.server() {
            Ok(server) => tested.problems.extend(missing_warnings(blocks, &server.warnings)),
            Err(failure) => {
                tested.problems.push(failure.to_string());
                return;
            }
        }
        if self.mode == Mode::Compile {
            return;
        }
        // Cases with this tag, if there are any, are the only ones that are run.
        let has_only = |case: &Case| case.tags.iter().any(|tag| tag == "only");
        let some_only = blocks.iter().flat_map(|block| &block.cases).any(has_only);
        for block in blocks.iter().filter(|block| !self.excludes(&block.tags)) {
            let entries = block.entries.iter().filter(|entry| self.entry.as_ref().is_none_or(|only| only == *entry));
            for entry in entries {
                for case in block.cases.iter().filter(|case| !some_only || has_only(case)) {
                    let is_compiled = case.tags.iter().any(|tag| tag == "compiled");
                    if self.excludes(&case.tags) || (self.mode == Mode::Interpret && is_compiled) {
                        continue;
                    }
                    let problem = servers.problem(entry, case);
                    let (entry, name) = (entry.clone(), case.name.clone());
                    tested.cases.push(Ran { entry, name, line: case.line, problem });
                }
            }
            let is_wanted = |entry: &&String| !some_only && self.entry.as_ref().is_none_or(|only| only == *entry);
            for entry in block.properties.iter().filter(is_wanted) {
                let problem = servers.property(entry, self.seed);
                let name = "property".to_string();
                tested.cases.push(Ran { entry: entry.clone(), name, line: block.line, problem });
            }
        }
    }
}

/// Describes the warnings that should be among these, and are not.
fn missing_warnings(blocks: &[Block], warnings: &str) -> Vec<String> {
    let missing = blocks.iter().flat_map(|block| &block.warnings).filter(|pattern| !pattern.matches(warnings));
    let given = if warnings.trim().is_empty() { "there are none" } else { warnings.trim_end() };
    missing.map(|pattern| format!("there should be a warning `{pattern}`:\n{given}")).collect()
}

/// The servers of a program.
struct Servers<'j> {
    compiler: &'j Compiler,
    file: &'j Path,
    tuning: Option<PathBuf>,
    /// The one that is tested. `None` if it has ended.
    server: Option<Served>,
    /// The one that gives the results of `auto output`.
    reference: Option<Served>,
}

impl Servers<'_> {
    fn server(&mut self) -> Result<&mut Served, Failure> {
        let server = match self.server.take() {
            Some(server) => server,
            None => self.compiler.serve(self.file, self.tuning.as_deref())?,
        };
        Ok(self.server.insert(server))
    }

    /// The server that gives reference results: one thread of a processor.
    fn reference(&mut self) -> Result<&mut Served, Failure> {
        let server = match self.reference.take() {
            Some(server) => server,
            None => {
                let mut compiler = self.compiler.clone();
                if compiler.is_own {
                    compiler.backend = "cpu".into();
                    compiler.run_options = vec!["--num-threads=1".into()];
                } else {
                    compiler.backend = "c".into();
                    compiler.run_options.clear();
                }
                compiler.serve(self.file, None)?
            }
        };
        Ok(self.reference.insert(server))
    }

    /// What a case must give.
    fn wanted(&mut self, entry: &str, case: &Case, folder: &Path) -> Result<Wanted, Failure> {
        if let Some(wanted) = case.expected.values(folder).map_err(Failure::Refused)? {
            return Ok(wanted);
        }
        let failed = |why: &str| Failure::Refused(format!("the reference fails: {}", why.trim_end()));
        let found = self.reference().and_then(|server| outcome(server, entry, &case.input, folder));
        let results = found.map_err(|failure| {
            self.reference = None;
            failed(&failure.to_string())
        })?;
        results.map(Wanted::Values).map_err(|message| failed(&message))
    }

    /// Tests a property. Describes what is wrong.
    fn property(&mut self, entry: &str, seed: u64) -> Option<String> {
        let found = self.server().and_then(|server| counterexample(server, entry, seed));
        found.unwrap_or_else(|failure| {
            self.server = None;
            Some(failure.to_string())
        })
    }

    /// Runs a case. Describes what is wrong.
    fn problem(&mut self, entry: &str, case: &Case) -> Option<String> {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let wanted = self.wanted(entry, case, folder);
        let tried = wanted.and_then(|wanted| Ok((wanted, outcome(self.server()?, entry, &case.input, folder)?)));
        match tried {
            Ok((wanted, outcome)) => wanted.mismatch(&outcome, usual_tolerance),
            Err(failure) => {
                // The next case gets a new server: this one may have ended, or have variables of this case.
                self.server = None;
                Some(failure.to_string())
            }
        }
    }
}
