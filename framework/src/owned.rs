//! Self-contained programs: an arena with the root of the tree that lives in it.
//!
//! The only file of the framework with unsafe code.
//!
//! **Soundness.** A program `Owned<L>` holds a heap-allocated arena and a root whose references point into that arena. Three facts
//! keep the references valid wherever they can be seen:
//!
//! 1. The arena is behind a raw pointer from `Box::leak`; it never moves and is freed only when the last `Owned` that shares it is
//!    dropped, after which nobody has the root. Arenas hand out references that live as long as themselves, so every node stays where
//!    it is until then.
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
use std::sync::Arc;

/// A program of language `L`, with all its nodes. Programs never change, so that clones share them.
pub struct Owned<L: Language> {
    // Declared before the arena only for the reader: nodes have no destructor.
    root: L::Root<'static>,
    arena: Arc<Guard<L>>,
}

impl<L: Language> Owned<L> {
    /// Makes a program: `build` allocates its nodes in the arena it is given and returns the root.
    pub fn build(build: impl for<'a> FnOnce(&'a L::Arena<'a>) -> Result<L::Root<'a>>) -> Result<Self> {
        let arena = NonNull::from(Box::leak(Box::<L::Arena<'static>>::default()));
        let guard = Guard::<L>(arena);
        // SAFETY: the pointer comes from a box that nothing frees before the guard or the finished `Owned` is dropped; see fact 1.
        let root = build(unsafe { arena.as_ref() })?;
        Ok(Owned { root, arena: Arc::new(guard) })
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

/// Frees the arena: when its last program goes, or if building fails or panics. Nothing else looks at the arena again.
struct Guard<L: Language>(NonNull<L::Arena<'static>>);

impl<L: Language> Drop for Guard<L> {
    fn drop(&mut self) {
        // SAFETY: made by `Box::leak` in `build`, which makes one guard of it; guards are not cloned.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

// SAFETY: nobody but `build` uses the arena itself, which may therefore be freed by any thread; programs that share an arena hand out
// only shared borrows of its nodes, which are `Sync` by the bounds.
unsafe impl<L: Language> Send for Owned<L>
where
    L::Arena<'static>: Send,
    L::Root<'static>: Send + Sync,
{
}

impl<L: Language> Clone for Owned<L> {
    fn clone(&self) -> Self {
        Owned { root: self.root, arena: Arc::clone(&self.arena) }
    }
}

impl<L: Language> fmt::Debug for Owned<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.root().to_tree())
    }
}
