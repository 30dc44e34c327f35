//! Servers: keep values in variables, and answer commands on standard input, a line each.
//!
//! The protocol is that of Futhark's servers. An answer ends in the line `%%% OK`; a command that fails answers
//! `%%% FAILURE` and a message before it. Messages are those of Futhark's servers, as clients show them or look for
//! words in them. A line that is no command is a failure, too: whatever is on standard input, the server goes on until
//! the input ends.
//!
//! The protocol has changed: entry points that return tuples used to have several outputs (`outputs`), and have one
//! today (`output`). `call` takes as many variables as it is given.
//!
//! - `words.rs`: the words of a line; `variables.rs`: variables; `calls.rs`: commands about entry points and files;
//!   `values.rs`: commands about arrays, records and sums.

mod calls;
mod values;
mod variables;
mod words;

use self::variables::Variables;
use super::bundle::Bundle;
use super::command::Common;
use super::program::{self, Program};
use crate::Driver;
use crate::cli::output::{Output, failed};
use crate::cli::report::Report;
use crate::cli::tune::Tuning;
use clap::Parser;
use framework::{Error, Result};
use std::io::{self, BufRead, Write};

/// Answers commands on standard input.
#[derive(Parser, Debug)]
struct Options {
    #[command(flatten)]
    common: Common,
}

/// Why a command failed.
type Failure = String;

/// The line before the message of a failure.
const FAILURE: &str = "%%% FAILURE";

/// The lines of an answer.
type Answer = std::result::Result<Vec<String>, Failure>;

/// A server.
struct Server<'b> {
    bundle: &'b Bundle,
    driver: &'b Driver,
    options: Common,
    tuning: Tuning,
    /// Whether the program has to be compiled again, as the tuning has changed.
    stale: bool,
    program: Program,
    report: Report,
    variables: Variables,
    /// The most bytes that calls have needed at one time, beside all variables, since the last `clear`.
    peak: usize,
    /// What the kernels of all calls did, for `report`.
    profile: calls::Events,
}

/// Runs the server of a bundle with the options of this process, until its input ends.
pub fn run(bundle: &Bundle, driver: &Driver, report: &mut Report) -> Result<()> {
    // The user has seen the warnings when the server was made.
    serve(bundle, driver, Options::parse().common, report, |_, _| Ok(()))
}

/// Runs the server of a bundle, until its input ends. `warn` is given what the compilation warns of.
pub fn serve(
    bundle: &Bundle,
    driver: &Driver,
    options: Common,
    report: &mut Report,
    warn: impl FnOnce(Vec<Error>, &mut Report) -> Result<()>,
) -> Result<()> {
    let started = std::time::Instant::now();
    let tuning = options.tuning()?;
    let mut program = program::compile(bundle, driver, None, &tuning, options.compile_options(), report)?;
    options.check_params(bundle, driver, &program)?;
    warn(std::mem::take(&mut program.warnings), report)?;
    if options.show(&program, started)? {
        return Ok(());
    }
    let variables = Variables::default();
    let profile = calls::Events::default();
    let report = Report::default();
    let mut server =
        Server { bundle, driver, options, tuning, stale: false, program, report, variables, peak: 0, profile };
    server.report.sources = server.program.sources.clone();
    #[cfg(unix)]
    watch_client();
    answer(&[])?;
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line).map_err(|error| unreadable(&error))?;
        if read == 0 {
            return Ok(());
        }
        let lines = match server.line(&line) {
            Ok(lines) => lines,
            Err(failure) => vec![FAILURE.to_string(), failure],
        };
        answer(&lines)?;
    }
}

/// Ends the process when nobody can read its answers any more, even if it is in the middle of a call. One that is not
/// finds the end of its input first.
#[cfg(unix)]
fn watch_client() {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::process::{Signal, getpid, kill_process};
    let watch = || {
        let output = io::stdout();
        let mut watched = [PollFd::new(&output, PollFlags::empty())];
        while poll(&mut watched, None) == Err(rustix::io::Errno::INTR) {}
        if watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            std::thread::sleep(std::time::Duration::from_secs(1));
            let _ = kill_process(getpid(), Signal::KILL);
        }
    };
    // Without the thread, a server ends after its call.
    let _ = std::thread::Builder::new().name("client".into()).spawn(watch);
}

fn unreadable(error: &io::Error) -> Error {
    crate::cli::user(format!("cannot read commands from standard input: {error}"))
}

/// Writes the lines of an answer, and that it is complete.
fn answer(lines: &[String]) -> Result<()> {
    let mut text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    text.push_str("%%% OK\n");
    Output.write_all(text.as_bytes()).map_err(|error| failed(&error))
}

impl Server<'_> {
    /// Answers a line.
    fn line(&mut self, line: &[u8]) -> Answer {
        let line = std::str::from_utf8(line).map_err(|_| "The command is not UTF-8".to_string())?;
        let words = words::split(line)?;
        let Some((&command, args)) = words.split_first() else { return Err("Empty line".into()) };
        match command {
            "types" => Ok(self.program.interface.type_names()),
            "entry_points" => Ok(self.program.interface.entries.keys().cloned().collect()),
            "inputs" => self.inputs(args),
            "outputs" => self.outputs(args),
            "output" => self.output(args),
            "attributes" => self.attributes(args),
            "call" => self.call(args),
            "restore" => self.restore(args),
            "store" => self.store(args),
            "free" => self.free(args),
            "rename" => self.rename(args),
            "clear" => {
                self.variables.clear();
                self.profile.clear();
                self.peak = 0;
                Ok(Vec::new())
            }
            "pause_profiling" | "unpause_profiling" => {
                self.profile.paused = command == "pause_profiling";
                Ok(Vec::new())
            }
            "report" => Ok(vec![self.profile.report(self.peak.max(self.variables.bytes()))]),
            "set_tuning_param" => self.set_tuning_param(args),
            "get_tuning_param" => self.get_tuning_param(args),
            "tuning_params" => self.tuning_params(args),
            "tuning_param_class" => self.tuning_param_class(args),
            "type" => Ok(vec![self.variables.get(words::at(args, 0)?)?.ty.name.clone()]),
            "kind" => self.kind(args),
            "rank" => self.rank(args),
            "elemtype" => self.elemtype(args),
            "fields" => self.fields(args),
            "variants" => self.variants(args),
            "new" => self.new_record(args),
            "project" => self.project(args),
            "construct" => self.construct(args),
            "destruct" => self.destruct(args),
            "variant" => self.variant(args),
            "new_array" => self.new_array(args),
            "set" => self.set(args),
            "shape" => self.shape(args),
            "index" => self.index(args),
            "zip" => self.zip(args),
            "unzip" => self.unzip(args),
            _ => Err(format!("Unknown command: {command}")),
        }
    }
}
