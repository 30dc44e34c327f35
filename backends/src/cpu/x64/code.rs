//! Compiled functions.

use framework::{Error, Result, Span};
use memmap2::{Mmap, MmapMut};
use regalloc2::{Algorithm, Ctx, MachineEnv, Output, RegallocOptions};
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;

use super::super::anchor;
use super::detect::Level;
use super::emit::emit;
use super::hoist::hoist;
use super::ir::Function;
use super::machine::{Machine, environment};
use super::pool::{ALIGNMENT, Pool};
use super::select::select;
use super::validate::validate;

/// Compiled functions, which can be loaded at any address of any process that runs this binary.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub struct Object {
    /// Constants and code.
    #[serde(skip)]
    pub bytes: Vec<u8>,
    /// Where each function starts.
    pub(super) entries: Vec<usize>,
    /// The places of addresses of called functions. They have eight bytes, and count from the anchor.
    pub(super) calls: Vec<usize>,
}

/// Machine code, in memory that can be executed and not written. Addresses of its functions are valid as long as it is.
#[derive(Debug)]
pub struct Code {
    memory: Mmap,
    entries: Vec<usize>,
}

impl Code {
    /// Copies an object into memory of its own, which is then no longer writable.
    ///
    /// Errors: a limitation if the system gives no memory for code.
    pub fn load(object: &Object) -> Result<Code> {
        let memory = executable(object)
            .map_err(|error| Error::limitation(Span::NONE, format!("no memory for machine code: {error}")))?;
        Ok(Code { memory, entries: object.entries.clone() })
    }

    /// The address of the code of the function with this number: an `extern "sysv64"` function that takes an `i64` for
    /// each parameter and returns an `i64`, unless it keeps registers.
    pub fn address(&self, function: usize) -> Option<*const u8> {
        self.memory.get(*self.entries.get(function)?..).map(<[u8]>::as_ptr)
    }

    /// The bytes of code and constants.
    pub fn len(&self) -> usize {
        self.memory.len()
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.memory.is_empty()
    }
}

impl Object {
    /// Adds the functions of another object after its own.
    pub fn append(&mut self, other: Object) {
        let start = self.bytes.len().next_multiple_of(ALIGNMENT);
        self.bytes.resize(start, 0xcc);
        self.bytes.extend(other.bytes);
        self.entries.extend(other.entries.into_iter().map(|entry| start + entry));
        self.calls.extend(other.calls.into_iter().map(|place| start + place));
    }
}

/// Compiles a function. `level` is the highest that it may be for; the processor must have the function's own when it
/// runs.
///
/// Errors: an internal error for a function that is invalid or for a higher level.
pub fn compile(mut function: Function, level: Level) -> Result<Object> {
    if function.level.register_bits() > level.register_bits() {
        return Err(Error::internal(format!("x64: `{}` is for {}, not {level}", function.name, function.level)));
    }
    validate(&function)?;
    hoist(&mut function);
    debug_assert!(validate(&function).is_ok(), "{function}");
    let mut pool = Pool::default();
    let machine = select(&function, &mut pool);
    // Constants come first, so that their places are known.
    let mut object = Object { bytes: pool.into_bytes(), ..Object::default() };
    let mut context = Ctx::default();
    let output = allocate(&machine, &environment(machine.level, machine.keeps_registers), &mut context)?;
    emit(&machine, output, &mut object)?;
    Ok(object)
}

/// Allocates registers. The context has memory that the next allocation uses again.
pub fn allocate<'c>(machine: &Machine, environment: &MachineEnv, context: &'c mut Ctx) -> Result<&'c Output> {
    let options =
        RegallocOptions { verbose_log: false, validate_ssa: cfg!(debug_assertions), algorithm: Algorithm::Ion };
    regalloc2::run_with_ctx(machine, environment, &options, context)
        .map_err(|error| Error::internal(format!("x64: {error:?}")))
}

fn executable(object: &Object) -> std::io::Result<Mmap> {
    let mut memory = MmapMut::map_anon(object.bytes.len().max(1))?;
    memory[..object.bytes.len()].copy_from_slice(&object.bytes);
    for &place in &object.calls {
        let address = memory.get_mut(place..).and_then(<[u8]>::first_chunk_mut).ok_or(ErrorKind::InvalidData)?;
        *address = u64::from_le_bytes(*address).wrapping_add(anchor::address() as u64).to_le_bytes();
    }
    memory.make_exec()
}
