//! What compiled code passes to print a trace.

use framework::Symbol;
use languages::lanes::Traced;
use languages::prim::{PrimType, PrimValue};
use languages::trace::Form;
use languages::value::{ArrayData, ArrayValue, Value};
use serde::{Deserialize, Serialize};

use crate::strided::{self, Extent};

/// A trace of the program.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TraceText {
    /// What stands before the value.
    pub label: Symbol,
    /// How the leaves make up the value.
    pub form: Form,
    /// The type of each leaf, and the rank of an array.
    leaves: Vec<(PrimType, Option<usize>)>,
}

impl TraceText {
    /// A trace of these leaves.
    pub fn new(label: Symbol, form: Form, values: &[Traced<'_>]) -> TraceText {
        let leaf = |traced: &Traced<'_>| match traced {
            Traced::TracedScalar { prim, .. } => (*prim, None),
            Traced::TracedArray { prim, dims, .. } => (*prim, Some(dims.len())),
        };
        TraceText { label, form, leaves: values.iter().map(leaf).collect() }
    }

    /// The leaves. Each takes words: a scalar its bits; an array the address of its first element, and then the size
    /// and the stride of each dimension, counted in elements.
    ///
    /// # Safety
    /// The words are those of this trace's leaves, and all elements of its arrays may be read.
    pub unsafe fn values(&self, mut words: *const u64) -> Vec<Value> {
        let mut next = || {
            // SAFETY: the caller's promise.
            unsafe {
                let word = *words;
                words = words.add(1);
                word
            }
        };
        let mut values = Vec::with_capacity(self.leaves.len());
        for &(prim, rank) in &self.leaves {
            let first = next();
            let Some(rank) = rank else {
                values.push(Value::Scalar(PrimValue::from_bits(prim, first)));
                continue;
            };
            let dims: Vec<(i64, i64)> = (0..rank).map(|_| (next() as i64, next() as i64)).collect();
            let shape: Vec<usize> = dims.iter().map(|(size, _)| usize::try_from(*size).unwrap_or(0)).collect();
            let source = std::ptr::with_exposed_provenance(first as usize);
            // SAFETY: the caller's promise.
            let data = unsafe { gathered(prim, source, &shape, &dims) };
            values.push(Value::Array(ArrayValue { shape, data }));
        }
        values
    }
}

/// The elements of an array, in row-major order.
///
/// # Safety
/// All elements may be read.
unsafe fn gathered(prim: PrimType, source: *const u8, shape: &[usize], dims: &[(i64, i64)]) -> ArrayData {
    let count: usize = shape.iter().product();
    let size = prim.size_bytes();
    let mut words = vec![0u64; (count * size).div_ceil(8)];
    let mut apart = count as i64;
    let extents: Vec<Extent> = dims
        .iter()
        .map(|&(count, from)| {
            apart = apart.checked_div(count).unwrap_or(0);
            Extent { count, to: apart, from }
        })
        .collect();
    let extents = strided::simplify(&extents);
    let target = words.as_mut_ptr().cast::<u8>();
    if count > 0 {
        // SAFETY: the caller's promise; `words` has room for all elements.
        unsafe {
            match extents.as_slice() {
                [] => std::ptr::copy_nonoverlapping(source, target, size),
                extents => strided::copy(target, source, size, extents),
            }
        }
    }
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).take(count * size).collect();
    ArrayData::from_bytes(prim, &bytes)
}
