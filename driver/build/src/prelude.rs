// What every module has: contexts, errors, arrays, and how values go to the program and come back.

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

/// An array with `RANK` dimensions, in row-major order.
#[derive(Debug, Clone, PartialEq)]
pub struct Array<T, const RANK: usize> {
    /// The sizes, outermost first.
    pub shape: [usize; RANK],
    /// The elements.
    pub elements: Vec<T>,
}

/// A borrowed array with `RANK` dimensions, in row-major order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View<'a, T, const RANK: usize> {
    /// The sizes, outermost first.
    pub shape: [usize; RANK],
    /// The elements: as many as the product of the sizes. Calls with another number of them fail.
    pub elements: &'a [T],
}

impl<T, const RANK: usize> Array<T, RANK> {
    /// The array as an argument.
    pub fn view(&self) -> View<'_, T, RANK> {
        View { shape: self.shape, elements: &self.elements }
    }
}

impl<T, const RANK: usize> View<'_, T, RANK> {
    /// Checks that the elements are as many as the sizes say.
    fn check(&self) -> Result<(), Error> {
        let count = self.shape.iter().try_fold(1usize, |count, size| count.checked_mul(*size));
        if count == Some(self.elements.len()) {
            return Ok(());
        }
        Err(Error(format!("an array of the sizes {:?} has {} elements", self.shape, self.elements.len())))
    }
}

/// The sizes of an array.
///
/// # Safety
/// `sizes` are `RANK` numbers.
unsafe fn sizes<const RANK: usize>(sizes: *const i64) -> [usize; RANK] {
    // SAFETY: upheld by the caller.
    std::array::from_fn(|dimension| unsafe { *sizes.add(dimension) } as usize)
}

/// A position for the library, which refuses those that are too large.
fn position(index: usize) -> i64 {
    i64::try_from(index).unwrap_or(i64::MAX)
}

macro_rules! array {
    ($T:ty, $rank:literal, ($($dimension:literal $Size:ty),*), $new:ident, $free:ident, $values:ident, $shape:ident) => {
        unsafe extern "C" {
            fn $new(context: *mut Raw, elements: *const $T, $(_: $Size),*) -> *mut Raw;
            fn $free(context: *mut Raw, array: *mut Raw) -> c_int;
            fn $values(context: *mut Raw, array: *mut Raw, elements: *mut $T) -> c_int;
            fn $shape(context: *mut Raw, array: *mut Raw) -> *const i64;
        }

        impl Pass for View<'_, $T, $rank> {
            type C = *mut Raw;
            fn pass<'c>(&self, context: &'c Context) -> Result<Passed<'c, *mut Raw>, Error> {
                self.check()?;
                let mut raw = Foreign::EMPTY;
                context.run(|| {
                    // SAFETY: there are as many elements as the sizes say.
                    raw = unsafe { $new(context.raw, self.elements.as_ptr(), $(position(self.shape[$dimension])),*) };
                    c_int::from(raw.is_null())
                })?;
                Ok(Passed::held(raw, context, $free))
            }
        }

        impl Pass for Array<$T, $rank> {
            type C = *mut Raw;
            fn pass<'c>(&self, context: &'c Context) -> Result<Passed<'c, *mut Raw>, Error> {
                self.view().pass(context)
            }
        }

        impl<'c> Take<'c> for Array<$T, $rank> {
            type C = *mut Raw;
            unsafe fn take(context: &'c Context, value: *mut Raw) -> Result<Self, Error> {
                let held = Held { raw: value, context, free: $free };
                // SAFETY: an array has as many sizes as dimensions, and as many elements as these say.
                unsafe {
                    let shape = sizes::<$rank>($shape(context.raw, held.raw));
                    let count = shape.iter().product();
                    let mut elements = Vec::with_capacity(count);
                    context.run(|| match $values(context.raw, held.raw, elements.as_mut_ptr()) {
                        0 => futhark_context_sync(context.raw),
                        status => status,
                    })?;
                    elements.set_len(count);
                    Ok(Array { shape, elements })
                }
            }
        }
    };
}

macro_rules! list {
    ($T:ty, $new:ident, $free:ident, $values:ident, $shape:ident) => {
        array!($T, 1, (0 i64), $new, $free, $values, $shape);

        impl Pass for [$T] {
            type C = *mut Raw;
            fn pass<'c>(&self, context: &'c Context) -> Result<Passed<'c, *mut Raw>, Error> {
                View { shape: [self.len()], elements: self }.pass(context)
            }
        }

        impl Pass for Vec<$T> {
            type C = *mut Raw;
            fn pass<'c>(&self, context: &'c Context) -> Result<Passed<'c, *mut Raw>, Error> {
                self[..].pass(context)
            }
        }

        impl<'c> Take<'c> for Vec<$T> {
            type C = *mut Raw;
            unsafe fn take(context: &'c Context, value: *mut Raw) -> Result<Self, Error> {
                // SAFETY: upheld by the caller.
                unsafe { Array::<$T, 1>::take(context, value) }.map(|array| array.elements)
            }
        }
    };
}

macro_rules! record {
    ($Name:ident { $($field:ident: $T:ty = $project:ident),* }, $new:ident, $free:ident) => {
        /// A record of the program.
        #[derive(Debug, Clone, PartialEq)]
        pub struct $Name {
            $(#[allow(missing_docs)] pub $field: $T),*
        }

        unsafe extern "C" {
            fn $new(context: *mut Raw, record: *mut *mut Raw, $(_: <$T as Pass>::C),*) -> c_int;
            fn $free(context: *mut Raw, record: *mut Raw) -> c_int;
            $(fn $project(context: *mut Raw, field: *mut <$T as Take<'static>>::C, record: *mut Raw) -> c_int;)*
        }

        impl Pass for $Name {
            type C = *mut Raw;
            fn pass<'c>(&self, context: &'c Context) -> Result<Passed<'c, *mut Raw>, Error> {
                $(let $field = self.$field.pass(context)?;)*
                let mut raw = Foreign::EMPTY;
                // SAFETY: the fields are values of their types.
                context.run(|| unsafe { $new(context.raw, &mut raw, $($field.value),*) })?;
                Ok(Passed::held(raw, context, $free))
            }
        }

        impl<'c> Take<'c> for $Name {
            type C = *mut Raw;
            unsafe fn take(context: &'c Context, value: *mut Raw) -> Result<Self, Error> {
                let _held = Held { raw: value, context, free: $free };
                Ok($Name {
                    $($field: {
                        let mut part = Foreign::EMPTY;
                        // SAFETY: the record has this field, which belongs to the caller.
                        unsafe {
                            context.run(|| $project(context.raw, &mut part, value))?;
                            <$T as Take>::take(context, part)?
                        }
                    }),*
                })
            }
        }
    };
}

macro_rules! sum {
    (
        $Name:ident {
            $($Case:ident $(($($operand:ident: $T:ty),+))? = $number:literal, $construct:ident, $destruct:ident);*
        },
        $variant:ident, $free:ident
    ) => {
        /// A sum of the program.
        #[derive(Debug, Clone, PartialEq)]
        pub enum $Name {
            $(#[allow(missing_docs)] $Case $(($($T),+))?),*
        }

        unsafe extern "C" {
            fn $variant(context: *mut Raw, sum: *mut Raw) -> c_int;
            fn $free(context: *mut Raw, sum: *mut Raw) -> c_int;
            $(
                fn $construct(context: *mut Raw, sum: *mut *mut Raw $($(, _: <$T as Pass>::C)+)?) -> c_int;
                fn $destruct(context: *mut Raw $($(, _: *mut <$T as Take<'static>>::C)+)?, sum: *mut Raw) -> c_int;
            )*
        }

        impl Pass for $Name {
            type C = *mut Raw;
            fn pass<'c>(&self, context: &'c Context) -> Result<Passed<'c, *mut Raw>, Error> {
                let mut raw = Foreign::EMPTY;
                match self {
                    $($Name::$Case $(($($operand),+))? => {
                        $($(let $operand = $operand.pass(context)?;)+)?
                        // SAFETY: the operands are values of their types.
                        context.run(|| unsafe { $construct(context.raw, &mut raw $($(, $operand.value)+)?) })?;
                    })*
                }
                Ok(Passed::held(raw, context, $free))
            }
        }

        impl<'c> Take<'c> for $Name {
            type C = *mut Raw;
            unsafe fn take(context: &'c Context, value: *mut Raw) -> Result<Self, Error> {
                let _held = Held { raw: value, context, free: $free };
                // SAFETY: the constructor is the value's, and its operands belong to the caller.
                unsafe {
                    match $variant(context.raw, value) {
                        $($number => {
                            $($(let mut $operand = Foreign::EMPTY;)+)?
                            context.run(|| $destruct(context.raw $($(, &mut $operand)+)?, value))?;
                            Ok($Name::$Case $(($(<$T as Take>::take(context, $operand)?),+))?)
                        })*
                        number => Err(Error(format!("a value has the unknown constructor {number}"))),
                    }
                }
            }
        }
    };
}

macro_rules! kept {
    ($Name:ident, $free:ident) => {
        /// A value of the program that stays on its side. It can be passed to entry points of the same context.
        pub struct $Name<'c>(Held<'c>);

        unsafe extern "C" {
            fn $free(context: *mut Raw, value: *mut Raw) -> c_int;
        }

        impl std::fmt::Debug for $Name<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($Name))
            }
        }

        impl Pass for $Name<'_> {
            type C = *mut Raw;
            fn pass<'c>(&self, context: &'c Context) -> Result<Passed<'c, *mut Raw>, Error> {
                if !std::ptr::eq(self.0.context, context) {
                    return Err(Error("a value of another context was given".into()));
                }
                Ok(Passed { value: self.0.raw, _held: None })
            }
        }

        impl<'c> Take<'c> for $Name<'c> {
            type C = *mut Raw;
            unsafe fn take(context: &'c Context, value: *mut Raw) -> Result<Self, Error> {
                Ok($Name(Held { raw: value, context, free: $free }))
            }
        }
    };
}

/// Calls a function that writes results of these types, given further arguments in C.
macro_rules! call {
    ($context:expr, $function:ident($($argument:expr),*) -> ($($result:ident: $T:ty),*)) => {{
        $(let mut $result = <<$T as Take>::C as Foreign>::EMPTY;)*
        // SAFETY: the arguments and the results are values of the function's types. The results belong to the caller.
        $context.run(|| unsafe {
            match $function($context.raw $(, &mut $result)* $(, $argument)*) {
                0 => futhark_context_sync($context.raw),
                status => status,
            }
        })?;
        // SAFETY: as above.
        $(let $result = unsafe { <$T as Take>::take($context, $result)? };)*
        #[allow(unused_parens)]
        Ok(($($result),*))
    }};
}
