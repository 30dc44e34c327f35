//! How much stack there is: nesting in a program is nesting on the stack.
//!
//! Passes and evaluators walk programs by recursion. [`with_stack`] runs them on a thread with a large stack. Three
//! bounds keep them on it:
//!
//! - The parser and the reader of S-expressions limit how deep a program may be nested, and so does the pipeline after
//!   every pass
//!   ([`max_height`]), since passes put functions into each other.
//! - The generated traversals that make programs (`Rewrite`, `Lower`, reading) ask [`check`] at every node.
//! - Evaluators ask [`is_low`] at every call.

use crate::{Error, Result, Span};
use std::cell::Cell;

/// Bytes of stack where address space is not limited. Only what is used is paid for.
const LARGEST: usize = 4 << 30;

/// Bytes of stack that a program needs which is nested as deeply as the parser allows.
const LEAST: usize = 64 << 20;

thread_local! {
    /// The address below which stack is low; 0 on threads that [`with_stack`] has not started.
    static LOW: Cell<usize> = const { Cell::new(0) };
}

/// The limit on the memory that this process may map, in bytes, if there is one: on all of it (`ulimit -v`), or on what
/// is its own (`ulimit -d`). Stacks count for both.
pub fn address_space() -> Option<usize> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        let limits = [Resource::As, Resource::Data].into_iter().filter_map(|resource| getrlimit(resource).current);
        limits.min().and_then(|limit| usize::try_from(limit).ok())
    }
    #[cfg(not(unix))]
    None
}

/// Bytes of stack for a compilation: a quarter of the address space, so that three quarters are left for everything
/// else.
fn size() -> usize {
    address_space().map_or(LARGEST, |limit| (limit / 4).clamp(LEAST, LARGEST))
}

/// Runs something that walks programs on a thread with a large stack.
pub fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T> {
    with_stack_of(size(), work)
}

/// Runs something on a thread with so many bytes of stack.
fn with_stack_of<T: Send>(size: usize, work: impl FnOnce() -> T + Send) -> Result<T> {
    let work = move || {
        // The stack grows down, on every machine that this compiler runs on: the rest of it is below this frame.
        LOW.set(here().saturating_sub(size - size / 4));
        work()
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(size).spawn_scoped(scope, work);
        let thread =
            thread.map_err(|error| Error::limitation(Span::NONE, format!("cannot start a thread: {error}")))?;
        thread.join().map_err(|_| Error::internal("the compiler panicked"))
    })
}

/// An error if the stack is low; `span` is the place of the node that is being translated.
pub fn check(span: Span) -> Result<()> {
    if is_low() { Err(too_deep(span)) } else { Ok(()) }
}

/// The error for a program that is nested too deeply.
pub(crate) fn too_deep(span: Span) -> Error {
    Error::limitation(span, "this program is nested too deeply for the stack there is")
}

/// Bytes of stack that a walk may take for each level of nodes.
const LEVEL: usize = 4 << 10;

/// How many levels of nodes a program may have.
pub(crate) fn max_height() -> usize {
    size() / LEVEL
}

/// Whether less than a quarter of the stack is left. False on threads that [`with_stack`] has not started.
pub fn is_low() -> bool {
    here() < LOW.get()
}

/// An address in the caller's frame or just below it.
#[inline(never)]
fn here() -> usize {
    let local = 0u8;
    std::ptr::from_ref(&local).addr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_recursion_sees_its_end() -> Result<()> {
        // Every call keeps something in its frame, so that no compiler makes a loop of it.
        fn depth(counted: usize) -> usize {
            let kept = std::hint::black_box([counted; 16]);
            if is_low() { counted } else { depth(counted + 1).max(std::hint::black_box(kept)[0]) }
        }
        assert!(with_stack_of(LEAST, || depth(0))? > 10_000);
        Ok(())
    }

    #[test]
    fn other_threads_are_not_bounded() {
        assert!(!is_low());
    }
}
