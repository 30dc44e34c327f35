//! Writes to standard output and standard error.

use framework::{Error, Result, Span};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Whether this process was started with its standard output closed (`>&-`).
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Checks whether standard output is open. Before `main`, Rust's runtime replaces a closed standard output by
/// `/dev/null`, so that writes would be lost without an error. This function runs earlier.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look() {
    // A system call and a store to memory do not need Rust's runtime.
    CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
}

/// Standard output. Every write reports its failure at once. If the reader has gone away (`| head -1`), writes succeed
/// and are dropped.
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

/// A text that is held back until the caller decides whether to write it to standard output.
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

/// The error for a failed write to standard output.
pub fn failed(error: &io::Error) -> Error {
    Error::user(Span::NONE, format!("cannot write to standard output: {error}"))
}

/// Writes a text to standard output.
pub fn print(text: &str) -> Result<()> {
    Output.write_all(text.as_bytes()).map_err(|error| failed(&error))
}

/// Writes a line to standard error. Ignores failures, which could not be reported anywhere.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
