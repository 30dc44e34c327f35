//! The size of the stack. Traversals recurse, so a deeply nested program needs much stack.
//!
//! [`with_stack`] runs passes and evaluators on a thread with a large stack. Three bounds keep them within it:
//!
//! - The parser and the reader of S-expressions limit the nesting of programs. So does the pipeline after every pass
//!   ([`max_height`]), since passes put functions into each other.
//! - The generated traversals that make programs (`Rewrite`, `Lower`, reading) call [`check`] at every node.
//! - Evaluators call [`is_low`] at every call.

use crate::{Error, Result, Span};
use std::cell::Cell;

/// The stack in bytes if address space is not limited. Only the used part takes memory.
const LARGEST: usize = 4 << 30;

/// The stack in bytes that a program needs at the parser's limit of nesting.
const LEAST: usize = 64 << 20;

thread_local! {
    /// The address below which the stack is low; 0 on threads that [`with_stack`] has not started.
    static LOW: Cell<usize> = const { Cell::new(0) };
}

/// Returns the limit on the memory that this process may map, in bytes, if there is one: on all of it (`ulimit -v`),
/// or on its private memory (`ulimit -d`). Stacks count for both.
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

/// Returns the size of the stack for a compilation in bytes: a quarter of the address space, so that three quarters are
/// left for everything else.
fn size() -> usize {
    address_space().map_or(LARGEST, |limit| (limit / 4).clamp(LEAST, LARGEST))
}

/// Runs `work`, which recurses over programs, on a thread with a large stack.
pub fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T> {
    with_stack_of(size(), work)
}

/// Runs `work` on a thread with a stack of `size` bytes.
fn with_stack_of<T: Send>(size: usize, work: impl FnOnce() -> T + Send) -> Result<T> {
    let work = move || {
        // On every supported machine the stack grows down, so the rest of the stack is below this frame.
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

/// Fails if the stack is low. `span` is the place of the node that is being translated.
pub fn check(span: Span) -> Result<()> {
    if is_low() { Err(too_deep(span)) } else { Ok(()) }
}

/// The error for a program that is nested too deeply.
pub(crate) fn too_deep(span: Span) -> Error {
    Error::limitation(span, "this program is nested too deeply for the stack there is")
}

/// An upper bound on the bytes of stack that a traversal takes per level of nodes.
const LEVEL: usize = 4 << 10;

/// Returns the greatest height that a program may have, in levels of nodes.
pub(crate) fn max_height() -> usize {
    size() / LEVEL
}

/// Whether less than a quarter of the stack is left. False on threads that [`with_stack`] has not started.
pub fn is_low() -> bool {
    here() < LOW.get()
}

/// Returns an address in the caller's frame, or just below it.
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
        // Every call keeps something in its frame, so that the compiler cannot turn the recursion into a loop.
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
