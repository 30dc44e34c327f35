//! Memory for the code that Cranelift makes.
//!
//! The code of a program runs at any address: functions refer to each other by distances, and find everything else
//! through their worker (`ops::call_value`). So Cranelift's copy of it ([`Region`]) is only read, and code that was
//! just made runs from an [`Image`], in the same way as code from the cache.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use cranelift_codegen::binemit::Reloc;
use cranelift_jit::{ArenaMemoryProvider, BranchProtection, JITMemoryKind, JITMemoryProvider};
use cranelift_module::{ModuleReloc, ModuleRelocTarget, ModuleResult};
use framework::{Error, Result, Span};

/// Bytes of address space reserved for the machine code of a program. Only used pages take memory.
const CODE_SPACE: usize = 1 << 28;

fn no_space(error: impl std::fmt::Display) -> Error {
    Error::limitation(Span::NONE, format!("no address space for machine code: {error}"))
}

/// The addresses of the first byte of code, and of the one after the last.
#[derive(Clone, Copy, Default)]
pub struct Extent {
    pub start: usize,
    end: usize,
}

impl Extent {
    /// The bytes of the code.
    ///
    /// # Safety
    /// The region with this extent is finished, and is not freed while the bytes are in use.
    pub unsafe fn bytes<'a>(self) -> &'a [u8] {
        if self.start == self.end {
            return &[];
        }
        let start = std::ptr::with_exposed_provenance(self.start);
        // SAFETY: the region is one piece of memory, which can be read.
        unsafe { std::slice::from_raw_parts(start, self.end - self.start) }
    }
}

/// One piece of memory for all code of a module. Functions call each other by 32-bit distances, but separate mappings
/// may be too far apart, for example on both sides of a large stack.
pub struct Region {
    arena: ArenaMemoryProvider,
    extent: Arc<Mutex<Extent>>,
}

impl Region {
    /// An empty region, and where its extent will be.
    pub fn new() -> Result<(Region, Arc<Mutex<Extent>>)> {
        let arena = ArenaMemoryProvider::new_with_size(CODE_SPACE).map_err(no_space)?;
        let extent = Arc::default();
        Ok((Region { arena, extent: Arc::clone(&extent) }, extent))
    }
}

impl JITMemoryProvider for Region {
    fn allocate(&mut self, size: usize, align: u64, kind: JITMemoryKind) -> io::Result<*mut u8> {
        let address = self.arena.allocate(size, align, kind)?;
        let mut extent = self.extent.lock().unwrap_or_else(PoisonError::into_inner);
        let start = address.expose_provenance();
        *extent = match extent.end {
            0 => Extent { start, end: start + size },
            end => Extent { start: extent.start.min(start), end: end.max(start + size) },
        };
        Ok(address)
    }

    unsafe fn free_memory(&mut self) {
        // SAFETY: the caller's promise.
        unsafe { self.arena.free_memory() };
    }

    fn finalize(&mut self, protection: BranchProtection) -> ModuleResult<()> {
        self.arena.finalize(protection)
    }
}

/// Whether code runs at any address of any process. Code may also have the addresses of functions of this process,
/// which implement instructions that the processor lacks.
///
/// Errors: an internal error if the code refers to other code of the program by its address.
pub fn is_free(relocations: &[ModuleReloc]) -> Result<bool> {
    let mut free = true;
    for relocation in relocations {
        let own = matches!(relocation.name, ModuleRelocTarget::User { .. } | ModuleRelocTarget::FunctionOffset(..));
        if own && matches!(relocation.kind, Reloc::Abs4 | Reloc::Abs8) {
            return Err(Error::internal(format!("code generation: {:?} of a function", relocation.kind)));
        }
        free &= own;
    }
    Ok(free)
}

/// Machine code that can run.
pub struct Image {
    arena: ArenaMemoryProvider,
    start: usize,
    len: usize,
}

impl Image {
    /// Copies code to memory of its own, which can then be executed and not written.
    pub fn new(code: &[u8]) -> Result<Image> {
        let mut arena = ArenaMemoryProvider::new_with_size(code.len().max(1)).map_err(no_space)?;
        // The start of a page, as in a region. A program without entry points has no code, but segments are not empty.
        let start = arena.allocate(code.len().max(1), 1, JITMemoryKind::Executable).map_err(no_space)?;
        // SAFETY: the arena has just allocated so many bytes.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), start, code.len()) };
        arena.finalize(BranchProtection::None).map_err(no_space)?;
        Ok(Image { arena, start: start.expose_provenance(), len: code.len() })
    }

    /// The address of a byte.
    pub fn address(&self, offset: usize) -> Option<*const u8> {
        (offset < self.len).then(|| std::ptr::with_exposed_provenance(self.start + offset))
    }
}

impl Drop for Image {
    fn drop(&mut self) {
        // SAFETY: nothing runs or refers to the code any more: only `CpuExecutable::run` uses it, which borrows the
        // owner of `self`.
        unsafe { self.arena.free_memory() };
    }
}
