//! Standard output and standard error, as commands write to them.

use framework::{Error, Result, Span};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Whether this process was started with its standard output closed (`>&-`).
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks whether standard output is there. Before `main`, Rust's run time opens `/dev/null` in place of a closed one,
/// and everything that is written is lost without an error; so this runs earlier.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look() {
    // A system call and a store to memory: nothing that needs the run time.
    CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
}

/// Standard output. Every write reports at once whether it succeeded; what a reader that has gone away (`| head -1`)
/// does not read is dropped without an error.
pub struct Output;

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if CLOSED.load(Ordering::Relaxed) {
            return Err(io::Error::other("it is closed"));
        }
        let mut out = io::stdout().lock();
        match out.write(bytes).and_then(|written| out.flush().map(|()| written)) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(bytes.len()),
            result => result,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A text that is kept until it is known whether it is wanted on standard output.
#[derive(Clone, Default)]
pub struct Held(Arc<Mutex<Vec<u8>>>);

impl Held {
    /// Writes the text to standard output.
    pub fn release(self) -> Result<()> {
        let text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Output.write_all(&text).map_err(|error| failed(&error))
    }
}

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The error of a failed write to standard output.
pub fn failed(error: &io::Error) -> Error {
    Error::user(Span::NONE, format!("cannot write to standard output: {error}"))
}

/// Writes a text to standard output.
pub fn print(text: &str) -> Result<()> {
    Output.write_all(text.as_bytes()).map_err(|error| failed(&error))
}

/// Writes a line to standard error. If that fails, there is nobody to tell.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
