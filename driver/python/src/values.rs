//! Values of Python from and to those of programs.
//!
//! | Futhark | Python |
//! |---|---|
//! | numbers, `bool` | numbers, `bool`; as arguments also NumPy's scalars |
//! | arrays of these | NumPy's arrays of the same type; as arguments also lists |
//! | records | `dict`; tuples are tuples |
//! | sums | a tuple of the constructor's name and the operands; as arguments also the name alone |
//! | arrays of records and sums | `list` |
//!
//! The memory of a result becomes that of NumPy's array, and is not copied. A program reads an array that is an
//! argument where it is; arrays inside of records and sums are copied once.

use fut_nano::embed::{ArrayView, Given, Shape, Tree};
use languages::prim::{PrimType, PrimValue};
use languages::value::{ArrayValue, Element, Value, with_elements, with_type};
use numpy::ndarray::ArrayD;
use numpy::{IntoPyArray, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

/// The name of a primitive type in NumPy.
fn dtype(prim: PrimType) -> &'static str {
    match prim {
        PrimType::I8 => "int8",
        PrimType::I16 => "int16",
        PrimType::I32 => "int32",
        PrimType::I64 => "int64",
        PrimType::U8 => "uint8",
        PrimType::U16 => "uint16",
        PrimType::U32 => "uint32",
        PrimType::U64 => "uint64",
        PrimType::F16 => "float16",
        PrimType::F32 => "float32",
        PrimType::F64 => "float64",
        PrimType::Bool => "bool",
    }
}

/// Where a value is wrong, for messages.
type Place<'p> = &'p dyn Fn() -> String;

fn misfit(place: Place<'_>, value: &Bound<'_, PyAny>) -> PyErr {
    let found = value.get_type().name().map_or_else(|_| "value".to_string(), |name| name.to_string());
    PyTypeError::new_err(format!("{}: a {found} was given", place()))
}

/// Converts a value of Python to one of this type.
fn to_tree(value: &Bound<'_, PyAny>, shape: &Shape, place: Place<'_>) -> PyResult<Tree> {
    if let Some(ty) = shape.value_type() {
        return Ok(Tree::Leaf(match ty.rank {
            0 => Value::Scalar(scalar(value, ty.prim, place)?),
            rank => {
                let array = array(value, (ty.prim, rank), place)?;
                Value::Array(array.view().ok_or_else(|| too_large(place))?.to_array())
            }
        }));
    }
    match shape {
        Shape::Prim(_) => Err(misfit(place, value)),
        Shape::Array(_, elem) => {
            let rows = elements(value, place)?.iter().map(|row| to_tree(row, elem, place)).collect::<PyResult<_>>();
            rows.map(Tree::Array)
        }
        Shape::Record(fields) if shape.is_tuple() => {
            let parts = elements(value, place)?;
            if parts.len() != fields.len() {
                let (wanted, given) = (fields.len(), parts.len());
                return Err(PyTypeError::new_err(format!("{}: {given} components instead of {wanted}", place())));
            }
            let parts = parts.iter().zip(fields).map(|(part, (_, shape))| to_tree(part, shape, place));
            parts.collect::<PyResult<_>>().map(Tree::Record)
        }
        Shape::Record(fields) => {
            let record = value.cast::<PyDict>().map_err(|_| misfit(place, value))?;
            if record.len() != fields.len() {
                return Err(PyTypeError::new_err(format!("{}: {} fields were given", place(), record.len())));
            }
            let parts = fields.iter().map(|(label, shape)| {
                let part = record.get_item(label.as_str())?;
                let part =
                    part.ok_or_else(|| PyTypeError::new_err(format!("{}: there is no field {label}", place())))?;
                to_tree(&part, shape, &|| format!("{}: field {label}", place()))
            });
            parts.collect::<PyResult<_>>().map(Tree::Record)
        }
        Shape::Sum(cases) => {
            let parts = if value.is_instance_of::<PyString>() { vec![value.clone()] } else { elements(value, place)? };
            let (tag, operands) = parts.split_first().ok_or_else(|| misfit(place, value))?;
            let tag: String = tag.extract().map_err(|_| misfit(place, tag))?;
            let known = cases.iter().position(|(known, operands_of)| {
                known.as_str() == tag.trim_start_matches('#') && operands_of.len() == operands.len()
            });
            let number = known.ok_or_else(|| {
                let count = operands.len();
                PyTypeError::new_err(format!("{}: there is no constructor {tag} with {count} operands", place()))
            })?;
            let operands = operands.iter().zip(&cases[number].1);
            let operands = operands.map(|(operand, shape)| to_tree(operand, shape, place)).collect::<PyResult<_>>();
            operands.map(|operands| Tree::Sum(number, operands))
        }
    }
}

/// The elements of a sequence.
fn elements<'py>(value: &Bound<'py, PyAny>, place: Place<'_>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    value.try_iter().map_err(|_| misfit(place, value))?.collect()
}

fn scalar(value: &Bound<'_, PyAny>, prim: PrimType, place: Place<'_>) -> PyResult<PrimValue> {
    // Out of range, or another type.
    let failed = |error: PyErr| PyTypeError::new_err(format!("{}: {error}", place()));
    // NumPy's scalars know the number that they stand for.
    let is_python_s = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    let item = if is_python_s { None } else { value.getattr_opt("item")? };
    let value = match item {
        Some(item) => item.call0()?,
        None => value.clone(),
    };
    let is_bool = value.is_instance_of::<PyBool>();
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if is_bool != (prim == PrimType::Bool) || !(is_bool || is_number) {
        return Err(misfit(place, &value));
    }
    Ok(match prim {
        PrimType::F16 => half::f16::from_f64(value.extract::<f64>().map_err(failed)?).to_value(),
        PrimType::F32 => (value.extract::<f64>().map_err(failed)? as f32).to_value(),
        PrimType::I8 => value.extract::<i8>().map_err(failed)?.to_value(),
        PrimType::I16 => value.extract::<i16>().map_err(failed)?.to_value(),
        PrimType::I32 => value.extract::<i32>().map_err(failed)?.to_value(),
        PrimType::I64 => value.extract::<i64>().map_err(failed)?.to_value(),
        PrimType::U8 => value.extract::<u8>().map_err(failed)?.to_value(),
        PrimType::U16 => value.extract::<u16>().map_err(failed)?.to_value(),
        PrimType::U32 => value.extract::<u32>().map_err(failed)?.to_value(),
        PrimType::U64 => value.extract::<u64>().map_err(failed)?.to_value(),
        PrimType::F64 => value.extract::<f64>().map_err(failed)?.to_value(),
        PrimType::Bool => value.extract::<bool>().map_err(failed)?.to_value(),
    })
}

/// Elements that NumPy has and a program reads.
pub trait Lender {
    /// The array. `None` if it is too large.
    fn view(&self) -> Option<ArrayView<'_>>;
}

impl<T: Element + numpy::Element> Lender for PyReadonlyArrayDyn<'_, T> {
    fn view(&self) -> Option<ArrayView<'_>> {
        ArrayView::new(self.shape(), self.as_slice().ok()?)
    }
}

/// An array of NumPy's, whose elements have to be of the type, or lists of numbers. Only arrays in another order than
/// the program's are copied, and those that are not aligned.
fn array<'py>(
    value: &Bound<'py, PyAny>,
    (prim, rank): (PrimType, usize),
    place: Place<'_>,
) -> PyResult<Box<dyn Lender + 'py>> {
    let made = if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let made = value.py().import("numpy")?.call_method1("array", (value, dtype(prim)));
        &made.map_err(|error| PyTypeError::new_err(format!("{}: {error}", place())))?
    } else {
        value
    };
    with_type!(prim, T => {
        let Ok(array) = made.cast::<PyArrayDyn<T>>() else {
            let found = made.getattr("dtype").map_or_else(|_| String::new(), |dtype| format!(" of {dtype}"));
            let kind = made.get_type().name()?.to_string();
            return Err(PyTypeError::new_err(format!("{}: a {kind}{found} was given", place())));
        };
        if array.ndim() != rank {
            let found = array.ndim();
            return Err(PyTypeError::new_err(format!("{}: an array of {found} dimensions was given", place())));
        }
        let in_place = array.is_c_contiguous() && array.data().is_aligned();
        let ordered = if in_place { array } else { &array.call_method1("copy", ("C",))?.cast_into::<PyArrayDyn<T>>()? };
        let lender = ordered.try_readonly();
        let lender = lender.map_err(|error| PyTypeError::new_err(format!("{}: {error}", place())))?;
        Ok(Box::new(lender))
    })
}

fn too_large(place: Place<'_>) -> PyErr {
    PyTypeError::new_err(format!("{}: the array is too large", place()))
}

/// An argument, ready for a call.
pub enum Argument<'py> {
    /// A value that becomes the program's.
    Value(Tree),
    /// An array that stays NumPy's.
    Array(Box<dyn Lender + 'py>),
}

impl<'py> Argument<'py> {
    /// Converts a value of Python to an argument of this type.
    pub fn new(value: &Bound<'py, PyAny>, shape: &Shape, place: Place<'_>) -> PyResult<Argument<'py>> {
        match shape.value_type() {
            Some(ty) if ty.rank > 0 => Ok(Argument::Array(array(value, (ty.prim, ty.rank), place)?)),
            _ => to_tree(value, shape, place).map(Argument::Value),
        }
    }

    /// Gives the argument to a program.
    pub fn give(&mut self, place: Place<'_>) -> PyResult<Given<'_, Tree>> {
        match self {
            Argument::Value(tree) => Ok(Given::Owned(std::mem::replace(tree, Tree::Record(Vec::new())))),
            Argument::Array(lender) => lender.view().map(Given::Borrowed).ok_or_else(|| too_large(place)),
        }
    }
}

/// Converts a value of this type to one of Python.
pub fn from_tree<'py>(py: Python<'py>, tree: Tree, shape: &Shape) -> PyResult<Bound<'py, PyAny>> {
    Ok(match (tree, shape) {
        (Tree::Leaf(Value::Scalar(value)), _) => number(py, value)?,
        (Tree::Leaf(Value::Array(array)), _) => numpy_array(py, array)?,
        (Tree::Array(rows), Shape::Array(_, elem)) => {
            let rows = rows.into_iter().map(|row| from_tree(py, row, elem)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, rows)?.into_any()
        }
        (Tree::Record(parts), Shape::Record(fields)) => {
            let parts = parts.into_iter().zip(fields);
            let parts = parts.map(|(part, (label, shape))| Ok((label.as_str(), from_tree(py, part, shape)?)));
            let parts = parts.collect::<PyResult<Vec<_>>>()?;
            if shape.is_tuple() {
                PyTuple::new(py, parts.into_iter().map(|(_, part)| part))?.into_any()
            } else {
                let record = PyDict::new(py);
                parts.into_iter().try_for_each(|(label, part)| record.set_item(label, part))?;
                record.into_any()
            }
        }
        (Tree::Sum(number, operands), Shape::Sum(cases)) => {
            let Some((tag, shapes)) = cases.get(number) else {
                return Err(PyTypeError::new_err("a result has an unknown constructor"));
            };
            let mut parts = vec![PyString::new(py, tag.as_str()).into_any()];
            for (operand, shape) in operands.into_iter().zip(shapes) {
                parts.push(from_tree(py, operand, shape)?);
            }
            PyTuple::new(py, parts)?.into_any()
        }
        // An array without elements.
        _ => PyList::empty(py).into_any(),
    })
}

fn number(py: Python<'_>, value: PrimValue) -> PyResult<Bound<'_, PyAny>> {
    Ok(match value {
        PrimValue::I8(value) => PyInt::new(py, value).into_any(),
        PrimValue::I16(value) => PyInt::new(py, value).into_any(),
        PrimValue::I32(value) => PyInt::new(py, value).into_any(),
        PrimValue::I64(value) => PyInt::new(py, value).into_any(),
        PrimValue::U8(value) => PyInt::new(py, value).into_any(),
        PrimValue::U16(value) => PyInt::new(py, value).into_any(),
        PrimValue::U32(value) => PyInt::new(py, value).into_any(),
        PrimValue::U64(value) => PyInt::new(py, value).into_any(),
        PrimValue::F16(value) => PyFloat::new(py, value.to_f64()).into_any(),
        PrimValue::F32(value) => PyFloat::new(py, f64::from(value)).into_any(),
        PrimValue::F64(value) => PyFloat::new(py, value).into_any(),
        PrimValue::Bool(value) => PyBool::new(py, value).to_owned().into_any(),
    })
}

/// An array of NumPy's with the memory of a result.
fn numpy_array(py: Python<'_>, ArrayValue { shape, data }: ArrayValue) -> PyResult<Bound<'_, PyAny>> {
    /// The array of these elements.
    fn of<T: numpy::Element>(py: Python<'_>, shape: Vec<usize>, elements: Vec<T>) -> PyResult<Bound<'_, PyAny>> {
        let array = ArrayD::from_shape_vec(shape, elements);
        let array = array.map_err(|error| PyTypeError::new_err(format!("a result does not fit its sizes: {error}")))?;
        Ok(array.into_pyarray(py).into_any())
    }
    with_elements!(data, elements => of(py, shape, elements))
}
