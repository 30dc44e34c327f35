//! Arrays of primitive values.

use framework::huge_pages;
use half::f16;

use crate::prim::{PrimType, PrimValue};

/// An array of primitive values in row-major order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrayValue {
    /// The sizes of the dimensions, outermost first; at least one.
    pub shape: Vec<usize>,
    /// The elements. Their number is the product of the sizes.
    pub data: ArrayData,
}

impl ArrayValue {
    /// Returns the array of these sizes and elements, or `None` if they do not fit together.
    pub fn new(shape: Vec<usize>, data: ArrayData) -> Option<ArrayValue> {
        let fits = !shape.is_empty() && element_count(&shape, data.prim_type())? == data.len();
        fits.then_some(ArrayValue { shape, data })
    }

    /// Returns the array's type with its sizes, as in `[3][4]f32`.
    pub fn type_description(&self) -> String {
        let sizes: String = self.shape.iter().map(|size| format!("[{size}]")).collect();
        format!("{sizes}{}", self.data.prim_type())
    }
}

/// Returns the number of elements of an array of these sizes. Returns `None` if its dimensions other than 0 would make
/// more bytes than an `i64` can count; so no later computation on the sizes overflows.
pub(super) fn element_count(shape: &[usize], prim: PrimType) -> Option<usize> {
    let mut product = prim.size_bytes() as i64;
    for &size in shape.iter().filter(|size| **size != 0) {
        product = product.checked_mul(i64::try_from(size).ok()?)?;
    }
    if shape.contains(&0) { Some(0) } else { usize::try_from(product).ok().map(|bytes| bytes / prim.size_bytes()) }
}

/// A Rust type of array elements.
pub trait Element: Copy + PartialOrd + Send + Sync + 'static {
    /// The primitive type.
    const PRIM: PrimType;
    /// Converts the element to a primitive value.
    fn to_value(self) -> PrimValue;
    /// Returns the element in a primitive value of this type.
    fn from_value(value: PrimValue) -> Option<Self>;
    /// Converts elements to the data of an array.
    fn into_data(elements: Vec<Self>) -> ArrayData;
    /// Lends elements.
    fn lend(elements: &[Self]) -> Lent<'_>;
    /// Returns the elements of data of this type.
    fn elements(data: &ArrayData) -> Option<&[Self]>;
    /// Returns the elements of data of this type, to change them.
    fn elements_mut(data: &mut ArrayData) -> Option<&mut [Self]>;
    /// Reads elements in little-endian representation, and ignores left-over bytes. Any byte but 0 is a `bool` that is
    /// true.
    fn from_bytes(bytes: &[u8]) -> Vec<Self> {
        let mut elements = Vec::new();
        Self::extend(&mut elements, bytes);
        elements
    }
    /// Reads more elements in the same way.
    fn extend(elements: &mut Vec<Self>, bytes: &[u8]);
    /// Appends the elements in little-endian representation.
    fn append_bytes(elements: &[Self], bytes: &mut Vec<u8>);
}

/// Declares [`ArrayData`] with a vector for each primitive type and [`Lent`] with a slice, and implements [`Element`].
macro_rules! array_data {
    ($($Variant:ident($t:ty) = $from_bytes:expr, $to_bytes:expr;)*) => {
        /// The elements of an array, in a vector of their own type.
        #[derive(Debug, Clone)]
        pub enum ArrayData {
            $(#[doc = concat!("Elements of type `", stringify!($t), "`.")] $Variant(Vec<$t>),)*
        }

        /// The elements of an array that stays its owner's.
        #[derive(Debug, Clone, Copy)]
        pub enum Lent<'a> {
            $(#[doc = concat!("Elements of type `", stringify!($t), "`.")] $Variant(&'a [$t]),)*
        }

        impl Lent<'_> {
            /// Returns the type of the elements.
            pub const fn prim_type(self) -> PrimType {
                match self { $(Lent::$Variant(_) => PrimType::$Variant,)* }
            }

            /// Returns the number of elements.
            pub const fn len(self) -> usize {
                match self { $(Lent::$Variant(elements) => elements.len(),)* }
            }

            /// Whether there are no elements.
            pub const fn is_empty(self) -> bool {
                self.len() == 0
            }

            /// Returns the address of the first element. It is aligned to the type of the elements.
            pub const fn address(self) -> *const u8 {
                match self { $(Lent::$Variant(elements) => elements.as_ptr().cast(),)* }
            }

            /// Returns the elements in little-endian representation.
            pub fn to_bytes(self) -> Vec<u8> {
                let mut bytes = Vec::new();
                match self { $(Lent::$Variant(elements) => Element::append_bytes(elements, &mut bytes),)* }
                bytes
            }

            /// Copies the elements.
            pub fn to_data(self) -> ArrayData {
                match self { $(Lent::$Variant(elements) => ArrayData::$Variant(elements.to_vec()),)* }
            }
        }

        impl ArrayData {
            /// Lends the elements.
            pub const fn lend(&self) -> Lent<'_> {
                match self { $(ArrayData::$Variant(elements) => Lent::$Variant(elements.as_slice()),)* }
            }
        }

        $(impl Element for $t {
            const PRIM: PrimType = PrimType::$Variant;

            fn to_value(self) -> PrimValue {
                PrimValue::$Variant(self)
            }

            fn from_value(value: PrimValue) -> Option<$t> {
                match value { PrimValue::$Variant(x) => Some(x), _ => None }
            }

            fn into_data(elements: Vec<$t>) -> ArrayData {
                ArrayData::$Variant(elements)
            }

            fn lend(elements: &[$t]) -> Lent<'_> {
                Lent::$Variant(elements)
            }

            fn elements(data: &ArrayData) -> Option<&[$t]> {
                match data { ArrayData::$Variant(elements) => Some(elements), _ => None }
            }

            fn elements_mut(data: &mut ArrayData) -> Option<&mut [$t]> {
                match data { ArrayData::$Variant(elements) => Some(elements), _ => None }
            }

            // The compiler turns each of the loops below into a copy of memory.

            fn extend(elements: &mut Vec<$t>, bytes: &[u8]) {
                elements.extend(bytes.as_chunks().0.iter().map(|element| $from_bytes(*element)));
            }

            fn append_bytes(elements: &[$t], bytes: &mut Vec<u8>) {
                let start = bytes.len();
                bytes.resize(start + size_of_val(elements), 0);
                for (representation, element) in bytes[start..].as_chunks_mut().0.iter_mut().zip(elements) {
                    *representation = $to_bytes(*element);
                }
            }
        })*
    };
}

array_data! {
    I8(i8) = i8::from_le_bytes, i8::to_le_bytes;
    I16(i16) = i16::from_le_bytes, i16::to_le_bytes;
    I32(i32) = i32::from_le_bytes, i32::to_le_bytes;
    I64(i64) = i64::from_le_bytes, i64::to_le_bytes;
    U8(u8) = u8::from_le_bytes, u8::to_le_bytes;
    U16(u16) = u16::from_le_bytes, u16::to_le_bytes;
    U32(u32) = u32::from_le_bytes, u32::to_le_bytes;
    U64(u64) = u64::from_le_bytes, u64::to_le_bytes;
    F16(f16) = f16::from_le_bytes, f16::to_le_bytes;
    F32(f32) = f32::from_le_bytes, f32::to_le_bytes;
    F64(f64) = f64::from_le_bytes, f64::to_le_bytes;
    Bool(bool) = |byte: [u8; 1]| byte[0] != 0, |element: bool| [u8::from(element)];
}

/// Evaluates an expression with a name bound to the vector of an [`ArrayData`], whatever its type.
#[macro_export]
macro_rules! with_elements {
    ($data:expr, $elements:ident => $body:expr) => {
        match $data {
            $crate::value::ArrayData::I8($elements) => $body,
            $crate::value::ArrayData::I16($elements) => $body,
            $crate::value::ArrayData::I32($elements) => $body,
            $crate::value::ArrayData::I64($elements) => $body,
            $crate::value::ArrayData::U8($elements) => $body,
            $crate::value::ArrayData::U16($elements) => $body,
            $crate::value::ArrayData::U32($elements) => $body,
            $crate::value::ArrayData::U64($elements) => $body,
            $crate::value::ArrayData::F16($elements) => $body,
            $crate::value::ArrayData::F32($elements) => $body,
            $crate::value::ArrayData::F64($elements) => $body,
            $crate::value::ArrayData::Bool($elements) => $body,
        }
    };
}
pub use with_elements;

/// Evaluates an expression with a name bound to the Rust type of a [`PrimType`].
#[macro_export]
macro_rules! with_type {
    ($prim:expr, $T:ident => $body:expr) => {
        match $prim {
            $crate::prim::PrimType::I8 => {
                type $T = i8;
                $body
            }
            $crate::prim::PrimType::I16 => {
                type $T = i16;
                $body
            }
            $crate::prim::PrimType::I32 => {
                type $T = i32;
                $body
            }
            $crate::prim::PrimType::I64 => {
                type $T = i64;
                $body
            }
            $crate::prim::PrimType::U8 => {
                type $T = u8;
                $body
            }
            $crate::prim::PrimType::U16 => {
                type $T = u16;
                $body
            }
            $crate::prim::PrimType::U32 => {
                type $T = u32;
                $body
            }
            $crate::prim::PrimType::U64 => {
                type $T = u64;
                $body
            }
            $crate::prim::PrimType::F16 => {
                type $T = $crate::value::f16;
                $body
            }
            $crate::prim::PrimType::F32 => {
                type $T = f32;
                $body
            }
            $crate::prim::PrimType::F64 => {
                type $T = f64;
                $body
            }
            $crate::prim::PrimType::Bool => {
                type $T = bool;
                $body
            }
        }
    };
}
pub use with_type;

impl ArrayData {
    /// Returns `len` zeros of a type.
    pub fn zeros(prim: PrimType, len: usize) -> ArrayData {
        with_type!(prim, T => T::into_data(vec![T::default(); len]))
    }

    /// Returns the data of these values, or `None` if one of them is not of type `prim`.
    pub fn from_values(prim: PrimType, values: impl IntoIterator<Item = PrimValue>) -> Option<ArrayData> {
        with_type!(prim, T => values.into_iter().map(T::from_value).collect::<Option<Vec<T>>>().map(T::into_data))
    }

    /// Reads elements of type `prim` in little-endian representation. Ignores left-over bytes.
    pub fn from_bytes(prim: PrimType, bytes: &[u8]) -> ArrayData {
        with_type!(prim, T => T::into_data(T::from_bytes(bytes)))
    }

    /// Appends elements in little-endian representation. Ignores left-over bytes.
    pub(super) fn extend(&mut self, bytes: &[u8]) {
        with_elements!(self, elements => Element::extend(elements, bytes))
    }

    /// Reserves memory for this many more elements, if there is as much.
    pub(super) fn reserve(&mut self, count: usize) {
        with_elements!(self, elements => {
            if elements.try_reserve_exact(count).is_ok() {
                let free = elements.spare_capacity_mut();
                huge_pages::ask(free.as_mut_ptr().cast(), size_of_val(free));
            }
        });
    }

    /// Appends the elements in little-endian representation.
    pub fn append_bytes(&self, bytes: &mut Vec<u8>) {
        with_elements!(self, elements => Element::append_bytes(elements, bytes))
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        with_elements!(self, elements => elements.len())
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the type of the elements.
    pub fn prim_type(&self) -> PrimType {
        /// Returns the type of a vector's elements.
        fn prim_of<T: Element>(_: &[T]) -> PrimType {
            T::PRIM
        }
        with_elements!(self, elements => prim_of(elements))
    }

    /// Returns the element at a position, if the position exists.
    pub fn get(&self, index: usize) -> Option<PrimValue> {
        with_elements!(self, elements => elements.get(index).map(|element| element.to_value()))
    }

    /// Replaces the element at a position. Returns false and changes nothing if the position does not exist or the
    /// value has another type.
    pub fn set(&mut self, index: usize, value: PrimValue) -> bool {
        with_elements!(self, elements => match (elements.get_mut(index), Element::from_value(value)) {
            (Some(element), Some(value)) => {
                *element = value;
                true
            }
            _ => false,
        })
    }

    /// Returns the elements as a slice, or `None` if their type is not `T`.
    pub fn as_slice<T: Element>(&self) -> Option<&[T]> {
        T::elements(self)
    }

    /// Returns the elements as a mutable slice, or `None` if their type is not `T`.
    pub fn as_slice_mut<T: Element>(&mut self) -> Option<&mut [T]> {
        T::elements_mut(self)
    }
}

impl PartialEq for ArrayData {
    fn eq(&self, other: &ArrayData) -> bool {
        self.prim_type() == other.prim_type() && with_elements!(self, elements => same_bits(elements, other))
    }
}

impl Eq for ArrayData {}

/// Whether the data holds these elements, compared bitwise like [`PrimValue`]s.
fn same_bits<T: Element>(elements: &[T], data: &ArrayData) -> bool {
    T::elements(data).is_some_and(|others| {
        elements.len() == others.len()
            && elements.iter().zip(others).all(|(a, b)| a.to_value().to_bits() == b.to_value().to_bits())
    })
}
