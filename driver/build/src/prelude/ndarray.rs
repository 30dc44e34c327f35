// Arrays from and to those of the crate `ndarray`.

impl<'a, T, D: ndarray::Dimension, const RANK: usize> TryFrom<&'a ndarray::Array<T, D>> for View<'a, T, RANK> {
    type Error = Error;

    /// Fails if the array has another number of dimensions, or if its elements are not in row-major order.
    fn try_from(array: &'a ndarray::Array<T, D>) -> Result<View<'a, T, RANK>, Error> {
        let elements = array.as_slice().ok_or_else(|| Error("an array is not in row-major order".into()))?;
        let shape = array.shape().try_into();
        let shape = shape.map_err(|_| Error(format!("an array has {} dimensions, not {RANK}", array.ndim())))?;
        Ok(View { shape, elements })
    }
}

impl<'a, T, D: ndarray::Dimension, const RANK: usize> TryFrom<ndarray::ArrayView<'a, T, D>> for View<'a, T, RANK> {
    type Error = Error;

    /// Fails if the array has another number of dimensions, or if its elements are not in row-major order.
    fn try_from(array: ndarray::ArrayView<'a, T, D>) -> Result<View<'a, T, RANK>, Error> {
        let elements = array.to_slice().ok_or_else(|| Error("an array is not in row-major order".into()))?;
        let shape = array.shape().try_into();
        let shape = shape.map_err(|_| Error(format!("an array has {} dimensions, not {RANK}", array.ndim())))?;
        Ok(View { shape, elements })
    }
}

impl<'a, T, const RANK: usize> From<View<'a, T, RANK>> for ndarray::ArrayViewD<'a, T> {
    /// Panics if the elements are not as many as the sizes say.
    fn from(view: View<'a, T, RANK>) -> ndarray::ArrayViewD<'a, T> {
        ndarray::ArrayView::from_shape(&view.shape[..], view.elements).expect("as many elements as the sizes say")
    }
}

impl<T, const RANK: usize> From<Array<T, RANK>> for ndarray::ArrayD<T> {
    /// Panics if the elements are not as many as the sizes say.
    fn from(array: Array<T, RANK>) -> ndarray::ArrayD<T> {
        ndarray::Array::from_shape_vec(&array.shape[..], array.elements).expect("as many elements as the sizes say")
    }
}
