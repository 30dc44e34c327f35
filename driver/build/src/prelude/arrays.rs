// Arrays of numbers, and lists of them.

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
