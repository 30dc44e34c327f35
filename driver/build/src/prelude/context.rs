// What every module has: contexts, errors, and how values go to the program and come back.

use std::ffi::{CStr, c_char, c_int, c_void};

/// A struct of the library. Only the library knows what is in it.
#[repr(C)]
struct Raw {
    _private: [u8; 0],
}

unsafe extern "C" {
    fn futhark_context_config_new() -> *mut Raw;
    fn futhark_context_config_free(configuration: *mut Raw);
    fn futhark_context_new(configuration: *mut Raw) -> *mut Raw;
    fn futhark_context_free(context: *mut Raw);
    fn futhark_context_sync(context: *mut Raw) -> c_int;
    fn futhark_context_get_error(context: *mut Raw) -> *mut c_char;
    fn free(memory: *mut c_void);
}

/// Why a call failed: the program's message, with a backtrace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(String);

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl std::error::Error for Error {}

/// The program, ready to run. Its methods are the entry points. Threads may share it; their calls wait for each other.
pub struct Context {
    raw: *mut Raw,
    configuration: *mut Raw,
    /// Held during calls, so that an error goes to the thread whose call failed.
    lock: std::sync::Mutex<()>,
}

// SAFETY: functions of the library may be called by any thread, and calls for one context wait for each other.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Context {
    /// A context with the default configuration.
    pub fn new() -> Result<Context, Error> {
        Context::configured(|_| ())
    }

    fn configured(configure: impl FnOnce(*mut Raw)) -> Result<Context, Error> {
        // SAFETY: the functions take what those before them have returned. `context` frees both at its end.
        unsafe {
            let configuration = futhark_context_config_new();
            if configuration.is_null() {
                return Err(Error("there is no memory for a context".into()));
            }
            configure(configuration);
            let raw = futhark_context_new(configuration);
            let context = Context { raw, configuration, lock: std::sync::Mutex::new(()) };
            if raw.is_null() {
                return Err(Error("there is no memory for a context".into()));
            }
            match context.error() {
                Some(error) => Err(error),
                None => Ok(context),
            }
        }
    }

    /// The error of the last call, if there is one.
    fn error(&self) -> Option<Error> {
        // SAFETY: the text, if there is one, belongs to the caller, and ends with a zero.
        unsafe {
            let text = futhark_context_get_error(self.raw);
            if text.is_null() {
                return None;
            }
            let message = CStr::from_ptr(text).to_string_lossy().into_owned();
            free(text.cast());
            Some(Error(message))
        }
    }

    /// Calls a function of the library, which returns 0 if all is well.
    fn run(&self, call: impl FnOnce() -> c_int) -> Result<(), Error> {
        // The lock protects nothing that a panic could leave broken.
        let _lock = self.lock.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match call() {
            0 => Ok(()),
            status => Err(self.error().unwrap_or_else(|| Error(format!("the library failed with status {status}")))),
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: nothing refers to the context any more; values borrow it.
        unsafe {
            if !self.raw.is_null() {
                futhark_context_free(self.raw);
            }
            futhark_context_config_free(self.configuration);
        }
    }
}

/// A type of C's values.
trait Foreign: Copy {
    /// What is there before the library has written a value.
    const EMPTY: Self;
}

impl Foreign for *mut Raw {
    const EMPTY: *mut Raw = std::ptr::null_mut();
}

type Free = unsafe extern "C" fn(*mut Raw, *mut Raw) -> c_int;

/// A value of the library, which is freed at the end.
struct Held<'c> {
    raw: *mut Raw,
    context: &'c Context,
    free: Free,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // SAFETY: the value is one of this context, and this is the only time that it is freed.
        // There is nobody to tell of a failure.
        let _ = self.context.run(|| unsafe { (self.free)(self.context.raw, self.raw) });
    }
}

// SAFETY: as for `Context`.
unsafe impl Send for Held<'_> {}
// SAFETY: as for `Context`.
unsafe impl Sync for Held<'_> {}

/// A value in C, with what has to be freed after the call.
struct Passed<'c, C> {
    value: C,
    _held: Option<Held<'c>>,
}

impl<'c> Passed<'c, *mut Raw> {
    fn held(value: *mut Raw, context: &'c Context, free: Free) -> Passed<'c, *mut Raw> {
        Passed { value, _held: Some(Held { raw: value, context, free }) }
    }
}

/// A value that goes to the program.
trait Pass {
    type C: Foreign;
    fn pass<'c>(&self, context: &'c Context) -> Result<Passed<'c, Self::C>, Error>;
}

/// A value that comes from the program.
trait Take<'c>: Sized {
    type C: Foreign;

    /// Takes a value over.
    ///
    /// # Safety
    /// It is a value of the context and of the type in C, and belongs to the caller.
    unsafe fn take(context: &'c Context, value: Self::C) -> Result<Self, Error>;
}

macro_rules! scalars {
    ($($T:ty = $empty:expr),*) => {
        $(impl Foreign for $T {
            const EMPTY: $T = $empty;
        }

        impl Pass for $T {
            type C = $T;
            fn pass<'c>(&self, _: &'c Context) -> Result<Passed<'c, $T>, Error> {
                Ok(Passed { value: *self, _held: None })
            }
        }

        impl<'c> Take<'c> for $T {
            type C = $T;
            unsafe fn take(_: &'c Context, value: $T) -> Result<$T, Error> {
                Ok(value)
            }
        })*
    };
}

scalars!(i8 = 0, i16 = 0, i32 = 0, i64 = 0, u8 = 0, u16 = 0, u32 = 0, u64 = 0, f32 = 0.0, f64 = 0.0, bool = false);
