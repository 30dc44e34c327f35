//! Programs that run in processes of their own: servers, to which this process talks.
//!
//! The commands `test`, `bench` and `script` run programs in this way. A program that crashes or does not end so harms
//! no other. The server is this executable (`fut-nano server`), or what another compiler makes (`--futhark`).

mod compiler;

pub use compiler::{Compiler, CompilerOptions, TuningOptions};

use crate::scratch::Scratch;
use languages::value::{Reader, Value, write_binary};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Why something went wrong with a server.
#[derive(Debug, Clone)]
pub enum Failure {
    /// The server refused a command, or the command makes no sense. The message is for users.
    Refused(String),
    /// The compiler rejected the program. Its messages, and its exit status.
    NotCompiled(String, Option<i32>),
    /// The process has ended. How, and the end of its standard error.
    Ended(String),
    /// A call took longer than it may.
    TimedOut(Duration),
}

impl Failure {
    /// Whether the server is gone.
    pub fn is_end(&self) -> bool {
        !matches!(self, Failure::Refused(_))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused(message) => f.write_str(message.trim_end()),
            Failure::NotCompiled(messages, _) => f.write_str(messages.trim_end()),
            Failure::Ended(how) => f.write_str(how),
            Failure::TimedOut(limit) => write!(f, "the program runs for longer than {} s", limit.as_secs_f64()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Refused(error.to_string())
    }
}

/// A server.
pub struct Served {
    child: Child,
    input: Option<ChildStdin>,
    /// The lines that the server writes.
    lines: Receiver<String>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Standard error, to see how many bytes its reader has left there.
    pipe: Option<OwnedFd>,
    reader: Option<JoinHandle<()>>,
    limit: Option<Duration>,
    /// What the compiler and the start of the server have written to standard error.
    pub warnings: String,
    /// For files with values.
    folder: Scratch,
}

/// The most bytes of standard error that are kept.
const MOST_ERRORS: usize = 1 << 20;

/// The end of an answer.
const OK: &str = "%%% OK";
/// The line before the message of a failure.
const FAILURE: &str = "%%% FAILURE";

/// Keeps the last bytes of a server's standard error, until it ends.
fn keep(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4096];
    loop {
        // Bytes are in the pipe or kept whenever the lock is free, so it is not held while there are none.
        match poll(&mut [PollFd::new(&stderr, PollFlags::IN)], None) {
            Ok(_) => {}
            Err(Errno::INTR) => continue,
            Err(_) => return,
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(length @ 1..) = stderr.read(&mut chunk) else { return };
        kept.extend_from_slice(&chunk[..length]);
        let excess = kept.len().saturating_sub(MOST_ERRORS);
        kept.drain(..excess);
    }
}

impl Served {
    fn start(command: &mut Command, folder: Scratch, limit: Option<Duration>) -> Result<Served, Failure> {
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = spawned.map_err(|error| Failure::Refused(format!("the server does not start: {error}")))?;
        let (sender, lines) = mpsc::channel();
        let stdout = child.stdout.take();
        std::thread::Builder::new().spawn(move || {
            let lines = stdout.into_iter().flat_map(|stdout| BufReader::new(stdout).split(b'\n')).map_while(Result::ok);
            for line in lines {
                // Nobody waits for the lines of a server that is given up.
                let _ = sender.send(String::from_utf8_lossy(&line).into_owned());
            }
        })?;
        let errors = Arc::<Mutex<Vec<u8>>>::default();
        let (stderr, kept) = (child.stderr.take(), errors.clone());
        let pipe = stderr.as_ref().map(|stderr| stderr.as_fd().try_clone_to_owned()).transpose()?;
        let reader =
            std::thread::Builder::new().spawn(move || stderr.into_iter().for_each(|stderr| keep(stderr, &kept)))?;
        let input = child.stdin.take();
        let mut served =
            Served { child, input, lines, errors, pipe, reader: Some(reader), limit, warnings: String::new(), folder };
        // The first answer says that the program is compiled.
        match served.answer(None) {
            Ok(_) => {
                served.warnings = served.take_errors();
                Ok(served)
            }
            Err(Failure::Ended(_)) => {
                let status = served.child.wait().ok().and_then(|status| status.code());
                Err(match status {
                    Some(status) => Failure::NotCompiled(served.take_errors(), Some(status)),
                    None => served.ended(),
                })
            }
            Err(failure) => Err(failure),
        }
    }

    /// Sets the time that a command may take.
    pub fn set_limit(&mut self, limit: Option<Duration>) {
        self.limit = limit;
    }

    /// Takes what the server has written to standard error: all of it, if it waits for a command.
    pub fn take_errors(&mut self) -> String {
        loop {
            let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
            // The reader has the lock while it takes bytes out of the pipe.
            let left = self.pipe.as_ref().and_then(|pipe| rustix::io::ioctl_fionread(pipe).ok());
            if left.unwrap_or(0) == 0 || self.reader.as_ref().is_none_or(JoinHandle::is_finished) {
                return String::from_utf8_lossy(&std::mem::take(&mut *errors)).into_owned();
            }
            drop(errors);
            std::thread::yield_now();
        }
    }

    /// How the server has ended.
    fn ended(&mut self) -> Failure {
        let status = self.child.wait();
        // Standard error ends with the process.
        self.reader.take().map(JoinHandle::join);
        let errors = String::from_utf8_lossy(&self.errors.lock().unwrap_or_else(PoisonError::into_inner)).into_owned();
        let how = status.map_or_else(|error| error.to_string(), describe);
        let colon = if errors.trim().is_empty() { "" } else { ":\n" };
        Failure::Ended(format!("the program's process has ended ({how}){colon}{}", errors.trim_end()))
    }

    fn answer(&mut self, limit: Option<Duration>) -> Result<Vec<String>, Failure> {
        let mut answer = Vec::new();
        loop {
            let line = match limit {
                Some(limit) => self.lines.recv_timeout(limit),
                None => self.lines.recv().map_err(RecvTimeoutError::from),
            };
            match line {
                Ok(line) if line == OK => break,
                Ok(line) => answer.push(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {
                    // It may have ended by itself in the meantime.
                    let _ = self.child.kill();
                    return Err(Failure::TimedOut(limit.unwrap_or_default()));
                }
            }
        }
        match answer.iter().position(|line| line == FAILURE) {
            Some(at) => Err(Failure::Refused(answer.split_off(at + 1).join("\n"))),
            None => Ok(answer),
        }
    }

    /// Gives the server a command. Returns the lines of its answer.
    pub fn command(&mut self, words: &[&str]) -> Result<Vec<String>, Failure> {
        let quoted = words.iter().map(|word| match word.contains(char::is_whitespace) || word.is_empty() {
            true => format!("\"{word}\""),
            false => (*word).to_string(),
        });
        let line = quoted.collect::<Vec<_>>().join(" ") + "\n";
        let sent = self.input.as_mut().map(|input| input.write_all(line.as_bytes()).and_then(|()| input.flush()));
        match sent {
            Some(Ok(())) => self.answer(self.limit),
            _ => Err(self.ended()),
        }
    }

    /// The types of an entry point's parameters, and whether it consumes them.
    pub fn inputs(&mut self, entry: &str) -> Result<Vec<(String, bool)>, Failure> {
        let types = self.command(&["inputs", entry])?;
        Ok(types.iter().map(|ty| (ty.trim_start_matches('*').to_string(), ty.starts_with('*'))).collect())
    }

    /// The types of an entry point's results.
    pub fn outputs(&mut self, entry: &str) -> Result<Vec<String>, Failure> {
        let types = self.command(&["outputs", entry])?;
        Ok(types.iter().map(|ty| ty.trim_start_matches('*').to_string()).collect())
    }

    /// The names and types of a record type's fields. `None` for any other type.
    pub fn fields(&mut self, ty: &str) -> Result<Option<Vec<(String, String)>>, Failure> {
        // Earlier servers give arrays of records the fields of their elements.
        if is_plain(ty) || ty.starts_with("[]") {
            return Ok(None);
        }
        match self.command(&["fields", ty]) {
            Ok(lines) => {
                let fields = lines.iter().filter_map(|line| line.split_once(' '));
                Ok(Some(fields.map(|(label, ty)| (label.to_string(), ty.to_string())).collect()))
            }
            Err(Failure::Refused(_)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Calls an entry point. Returns the run time in microseconds.
    pub fn call(&mut self, entry: &str, results: &[String], arguments: &[String]) -> Result<u64, Failure> {
        let names = results.iter().chain(arguments).map(String::as_str);
        let answer = self.command(&["call", entry].into_iter().chain(names).collect::<Vec<_>>())?;
        let time = answer.iter().find_map(|line| line.strip_prefix("runtime: ")?.trim().parse().ok());
        time.ok_or_else(|| Failure::Refused("the server does not say how long the call took".into()))
    }

    /// Gives variables values. `variables` has their names and types. A value of an opaque type is given by its leaves.
    pub fn put(&mut self, variables: &[(String, String)], values: &[Value]) -> Result<(), Failure> {
        let path = self.folder.path().join("values");
        let mut file = io::BufWriter::new(std::fs::File::create(&path)?);
        values.iter().try_for_each(|value| write_binary(value, &mut file)).and_then(|()| file.flush())?;
        drop(file);
        let text = path.to_string_lossy().into_owned();
        let names = variables.iter().flat_map(|(name, ty)| [name.as_str(), ty.as_str()]);
        let restored = self.command(&["restore", &text].into_iter().chain(names).collect::<Vec<_>>());
        // So that little is left if this process is killed.
        std::fs::remove_file(&path)?;
        if let Err(Failure::Refused(_)) = &restored {
            // Those before the failure are there.
            for (name, _) in variables {
                match self.free(std::slice::from_ref(name)) {
                    Ok(()) | Err(Failure::Refused(_)) => {}
                    Err(failure) => return Err(failure),
                }
            }
        }
        restored.map(|_| ())
    }

    /// The values of variables, those of opaque types as their leaves.
    pub fn get(&mut self, variables: &[String]) -> Result<Vec<Value>, Failure> {
        if variables.is_empty() {
            return Ok(Vec::new());
        }
        let path = self.folder.path().join("values");
        let text = path.to_string_lossy().into_owned();
        let names = variables.iter().map(String::as_str);
        self.command(&["store", &text].into_iter().chain(names).collect::<Vec<_>>())?;
        let bytes = std::fs::read(&path)?;
        std::fs::remove_file(&path)?;
        let values = Reader::new(&bytes).and_then(|mut reader| reader.read_all());
        values.map_err(|error| Failure::Refused(format!("the server's values cannot be read: {error}")))
    }

    /// Frees variables.
    pub fn free(&mut self, variables: &[String]) -> Result<(), Failure> {
        if variables.is_empty() {
            return Ok(());
        }
        self.command(&["free"].into_iter().chain(variables.iter().map(String::as_str)).collect::<Vec<_>>()).map(|_| ())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // A server ends with its input. One that computes does not notice.
        drop(self.input.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How a process has ended.
fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("by signal {signal}");
    }
    status.to_string()
}

/// Whether a type is a primitive type, or an array of one.
pub fn is_plain(ty: &str) -> bool {
    ty.trim_start_matches("[]").parse::<languages::prim::PrimType>().is_ok()
}
