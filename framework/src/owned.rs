//! Self-contained programs: an arena together with the root of the tree in it.
//!
//! This is the only file of the framework with unsafe code.
//!
//! **Soundness.** A program `Owned<L>` holds an arena on the heap and a root whose references point into that arena.
//! Three facts keep the references valid wherever they are visible:
//!
//! 1. The arena is behind a raw pointer from `Box::leak`. It never moves. It is freed only when the last `Owned` that
//!    shares it is dropped; after that, nobody has the root. Arenas hand out references that live as long as the arena,
//!    so every node stays at its place until then.
//! 2. Root and arena are stored with the lifetime `'static`, which is false but invisible from outside. The only way in
//!    is [`Owned::build`]. Its closure must work for *every* lifetime, so it can neither keep a reference nor bring in
//!    one that it did not allocate (except a real `'static` one, which is harmless). The only way out is
//!    [`Owned::root`], which shortens the lifetime to that of the borrow.
//! 3. Shortening is sound, because nodes are covariant in their lifetime. The compiler checks that: `Language::shorten`
//!    is generated as the identity function, and compiles only for covariant types.
//!
//! Nodes are `Copy`, so dropping the arena runs no code that could read other nodes.

use crate::sexp::Tree;
use crate::{Language, Names, Node, Result};
use std::fmt;
use std::ptr::NonNull;
use std::sync::Arc;

/// A program of language `L` with all its nodes. Programs never change, so clones share the nodes.
pub struct Owned<L: Language> {
    // Nodes have no destructor, so the order of these two fields does not matter.
    root: L::Root<'static>,
    arena: Arc<Guard<L>>,
}

impl<L: Language> Owned<L> {
    /// Makes a program. `build` allocates the nodes in the arena that it receives, and returns the root.
    pub fn build(build: impl for<'a> FnOnce(&'a L::Arena<'a>) -> Result<L::Root<'a>>) -> Result<Self> {
        let arena = NonNull::from(Box::leak(Box::<L::Arena<'static>>::default()));
        let guard = Guard::<L>(arena);
        // SAFETY: the pointer comes from a box. Only dropping the guard or the finished `Owned` frees it; see fact 1.
        let root = build(unsafe { arena.as_ref() })?;
        Ok(Owned { root, arena: Arc::new(guard) })
    }

    /// Returns the root of the program.
    pub fn root(&self) -> &L::Root<'_> {
        L::shorten(&self.root)
    }

    /// Copies the program to an arena of its own, and treats binders as `names` says.
    pub fn copy(&self, names: Names) -> Self {
        let copied = Self::build(|arena| Ok(L::copy(self.root(), arena, names)));
        match copied {
            Ok(copy) => copy,
            // `build` fails only if its closure fails.
            Err(error) => unreachable!("copying a program cannot fail: {error}"),
        }
    }

    /// Reads a program from an S-expression.
    pub fn from_tree(tree: &Tree) -> Result<Self> {
        Self::build(|arena| L::read(tree, arena))
    }
}

/// Frees the arena when its last program is dropped, or when building fails or panics. Nothing uses the arena after
/// that.
struct Guard<L: Language>(NonNull<L::Arena<'static>>);

impl<L: Language> Drop for Guard<L> {
    fn drop(&mut self) {
        // SAFETY: the pointer comes from `Box::leak` in `build`, which makes exactly one guard for it. Guards are not
        // cloned.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

// SAFETY: only `build` uses the arena itself, so any thread may free it. Programs that share an arena hand out only
// shared borrows of its nodes, and these are `Sync` by the bounds.
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
