//! Self-contained programs: an arena with the root of the tree that lives in it.
//!
//! The only file of the framework with unsafe code.
//!
//! **Soundness.** A program `Owned<L>` holds a heap-allocated arena and a root whose references point into that arena. Three facts
//! keep the references valid wherever they can be seen:
//!
//! 1. The arena is behind a raw pointer from `Box::into_raw`; it never moves and is freed only in `drop`, after which nobody has the
//!    root. Arenas hand out references that live as long as themselves, so every node stays where it is until then.
//! 2. The lifetime `'static` that root and arena are stored with is a lie that nobody outside sees: the only way in, [`Owned::build`],
//!    takes a closure that works for *every* lifetime, so it cannot keep a reference or smuggle in one that it did not allocate
//!    (except a real `'static` one, which is harmless); the only way out, [`Owned::root`], shortens the lifetime to that of the borrow.
//! 3. Shortening is sound because nodes are covariant in their lifetime. That is not assumed: `Language::shorten` is generated as the
//!    identity function and only compiles for covariant types.
//!
//! Nodes are `Copy`, so dropping the arena runs no code that could look at other nodes.

use crate::sexp::Tree;
use crate::{Language, Names, Node, Result};
use std::fmt;
use std::ptr::NonNull;

/// A program of language `L`, with all its nodes.
pub struct Owned<L: Language> {
    // Declared before the arena only for the reader: nodes have no destructor.
    root: L::Root<'static>,
    arena: NonNull<L::Arena<'static>>,
}

impl<L: Language> Owned<L> {
    /// Makes a program: `build` allocates its nodes in the arena it is given and returns the root.
    pub fn build(build: impl for<'a> FnOnce(&'a L::Arena<'a>) -> Result<L::Root<'a>>) -> Result<Self> {
        let arena = NonNull::from(Box::leak(Box::<L::Arena<'static>>::default()));
        let guard = Guard::<L>(arena);
        // SAFETY: the pointer comes from a box that nothing frees before the guard or the finished `Owned` is dropped; see fact 1.
        let root = build(unsafe { arena.as_ref() })?;
        std::mem::forget(guard);
        Ok(Owned { root, arena })
    }

    /// The root of the program.
    pub fn root(&self) -> &L::Root<'_> {
        L::shorten(&self.root)
    }

    /// A copy with an arena of its own, its binders named as `names` says.
    pub fn copy(&self, names: Names) -> Self {
        let copied = Self::build(|arena| Ok(L::copy(self.root(), arena, names)));
        match copied {
            Ok(copy) => copy,
            // `build` fails only where its closure does.
            Err(error) => unreachable!("copying a program cannot fail: {error}"),
        }
    }

    /// Reads a program from an S-expression.
    pub fn from_tree(tree: &Tree) -> Result<Self> {
        Self::build(|arena| L::read(tree, arena))
    }
}

/// Frees the arena if building fails or panics.
struct Guard<L: Language>(NonNull<L::Arena<'static>>);

impl<L: Language> Drop for Guard<L> {
    fn drop(&mut self) {
        // SAFETY: made by `Box::leak` in `build`, freed once: either here or in `Owned::drop`.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

impl<L: Language> Drop for Owned<L> {
    fn drop(&mut self) {
        drop(Guard::<L>(self.arena));
    }
}

// SAFETY: an `Owned` is the only one to know its arena, and hands out only shared borrows of the nodes, which are `Sync` by the bounds;
// moving it to another thread moves the arena with it.
unsafe impl<L: Language> Send for Owned<L>
where
    L::Arena<'static>: Send,
    L::Root<'static>: Send,
{
}

impl<L: Language> Clone for Owned<L> {
    fn clone(&self) -> Self {
        self.copy(Names::Keep)
    }
}

impl<L: Language> fmt::Debug for Owned<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.root().to_tree())
    }
}
