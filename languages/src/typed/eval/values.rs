//! Run-time values. An array of primitive elements holds them in one piece of memory, whatever its rank; its rows share
//! that memory.

use std::rc::Rc;

use framework::{Error, Name, Result, Symbol};

use super::types::Bindings;
use crate::prim::{PrimType, PrimValue};
use crate::trace::{Shape, list, number, operand_text};
use crate::typed::{Exp, Pat, TypeParam};
use crate::value::{ArrayData, Element};

/// A value.
#[derive(Clone, Debug)]
pub enum Val<'p> {
    /// A primitive value.
    Prim(PrimValue),
    /// An array.
    Array(Array<'p>),
    /// A record. Its fields are in the order of `label_order`.
    Record(Rc<Vec<(Symbol, Val<'p>)>>),
    /// A value of a sum type: the constructor and its operands.
    Sum(Symbol, Rc<Vec<Val<'p>>>),
    /// A function.
    Fun(Rc<Fun<'p>>),
}

/// A closure, perhaps with some arguments.
#[derive(Clone, Debug)]
pub struct Fun<'p> {
    /// The parameters.
    pub params: &'p [Pat<'p>],
    /// The type parameters that have no arguments yet.
    pub type_params: &'p [TypeParam],
    /// The body.
    pub body: &'p Exp<'p>,
    /// The values of free variables.
    pub captured: Rc<Vec<(Name, Val<'p>)>>,
    /// The meaning of type parameters.
    pub types: Bindings<'p>,
    /// The arguments so far.
    pub args: Vec<Val<'p>>,
}

/// An array: a section of some data.
#[derive(Clone, Debug)]
pub struct Array<'p> {
    /// The sizes of all dimensions, outermost first.
    pub shape: Rc<[usize]>,
    /// The position of the first element in `data`.
    pub offset: usize,
    /// The elements in row-major order; there may be other elements around them.
    pub data: Rc<Data<'p>>,
}

/// Elements of an array. No element is itself an array.
#[derive(Clone, Debug)]
pub enum Data<'p> {
    /// Primitive values.
    Prim(ArrayData),
    /// Records and values of sum types.
    Boxed(Vec<Val<'p>>),
}

/// A description of an array's elements, for arrays without elements.
#[derive(Clone, Debug)]
pub struct ElemType {
    /// The sizes of an element that is itself an array.
    pub shape: Vec<usize>,
    /// The primitive type, if the innermost elements have one.
    pub prim: Option<PrimType>,
}

/// Evaluates an expression on two vectors of the same type.
macro_rules! same_type {
    ($a:expr, $b:expr, $x:ident, $y:ident => $body:expr) => {
        same_type!(@ $a, $b, $x, $y, $body; I8 I16 I32 I64 U8 U16 U32 U64 F16 F32 F64 Bool)
    };
    (@ $a:expr, $b:expr, $x:ident, $y:ident, $body:expr; $($Variant:ident)*) => {
        match ($a, $b) {
            $((ArrayData::$Variant($x), ArrayData::$Variant($y)) => { $body; true })*
            _ => false,
        }
    };
}

fn mixed() -> Error {
    Error::internal("an array has elements of different types")
}

impl<'p> Data<'p> {
    fn like(&self, len: usize) -> Data<'p> {
        match self {
            Data::Prim(data) => Data::Prim(ArrayData::zeros(data.prim_type(), len)),
            Data::Boxed(_) => Data::Boxed(Vec::with_capacity(len)),
        }
    }

    fn get(&self, index: usize) -> Result<Val<'p>> {
        let value = match self {
            Data::Prim(data) => data.get(index).map(Val::Prim),
            Data::Boxed(values) => values.get(index).cloned(),
        };
        value.ok_or_else(|| Error::internal("an array is shorter than its shape"))
    }

    /// Copies `count` elements from the data of another array.
    fn copy_from(&mut self, at: usize, from: &Data<'p>, start: usize, count: usize) -> Result<()> {
        match (self, from) {
            (Data::Prim(to), Data::Prim(from)) => {
                let same =
                    same_type!(to, from, to, from => to[at..at + count].copy_from_slice(&from[start..start + count]));
                if same { Ok(()) } else { Err(mixed()) }
            }
            (Data::Boxed(to), Data::Boxed(from)) => {
                for index in 0..count {
                    let value = from[start + index].clone();
                    if at + index < to.len() {
                        to[at + index] = value;
                    } else {
                        to.push(value);
                    }
                }
                Ok(())
            }
            _ => Err(mixed()),
        }
    }

    fn set(&mut self, index: usize, value: Val<'p>) -> Result<()> {
        match (self, value) {
            (Data::Prim(data), Val::Prim(value)) => match data.set(index, value) {
                true => Ok(()),
                false => Err(mixed()),
            },
            (Data::Boxed(values), value) if index < values.len() => {
                values[index] = value;
                Ok(())
            }
            (Data::Boxed(values), value) if index == values.len() => {
                values.push(value);
                Ok(())
            }
            _ => Err(mixed()),
        }
    }
}

impl<'p> Array<'p> {
    /// Returns an array of all elements of some data.
    pub fn new(shape: impl Into<Rc<[usize]>>, data: Data<'p>) -> Array<'p> {
        Array { shape: shape.into(), offset: 0, data: Rc::new(data) }
    }

    /// Returns a one-dimensional array of primitive values.
    pub fn flat<T: Element>(elements: Vec<T>) -> Array<'p> {
        Array::new([elements.len()], Data::Prim(T::into_data(elements)))
    }

    /// Returns the array of these elements. If there are none, `empty` describes them.
    pub fn collect(
        elements: impl ExactSizeIterator<Item = Result<Val<'p>>>,
        empty: impl FnOnce() -> Result<ElemType>,
    ) -> Result<Array<'p>> {
        let count = elements.len();
        let mut builder = Builder::new(count);
        for element in elements {
            builder.push(element?)?;
        }
        builder.finish(empty)
    }

    /// Returns the primitive type of the innermost elements, if they have one.
    pub fn prim(&self) -> Option<PrimType> {
        match &*self.data {
            Data::Prim(data) => Some(data.prim_type()),
            Data::Boxed(_) => None,
        }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.shape.first().copied().unwrap_or(0)
    }

    /// Returns the number of innermost elements of a row.
    fn stride(&self) -> usize {
        self.shape[1..].iter().product()
    }

    /// Returns the number of innermost elements.
    pub fn count(&self) -> usize {
        self.shape.iter().product()
    }

    /// Returns an element, or a row that shares its memory. The index must be less than the length.
    pub fn row(&self, index: usize) -> Result<Val<'p>> {
        if self.shape.len() == 1 {
            return self.data.get(self.offset + index);
        }
        let offset = self.offset + index * self.stride();
        Ok(Val::Array(Array { shape: self.shape[1..].into(), offset, data: self.data.clone() }))
    }

    /// Returns the rows.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Result<Val<'p>>> + '_ {
        (0..self.len()).map(|index| self.row(index))
    }

    /// Returns the same elements in another shape with as many elements.
    pub fn reshaped(&self, shape: Vec<usize>) -> Array<'p> {
        Array { shape: shape.into(), offset: self.offset, data: self.data.clone() }
    }

    /// Returns the elements at these positions of the outermost dimension.
    pub fn select(&self, places: impl ExactSizeIterator<Item = usize>) -> Result<Array<'p>> {
        let stride = self.stride();
        let mut shape = self.shape.to_vec();
        shape[0] = places.len();
        let mut data = self.data.like(places.len() * stride);
        for (to, from) in places.enumerate() {
            data.copy_from(to * stride, &self.data, self.offset + from * stride, stride)?;
        }
        Ok(Array::new(shape, data))
    }

    /// Replaces a row, in place if nothing else shares the array.
    pub fn set_row(&mut self, index: usize, value: Val<'p>) -> Result<()> {
        let stride = self.stride();
        let at = self.own()? + index * stride;
        let data = Rc::make_mut(&mut self.data);
        match value {
            Val::Array(row) if self.shape.len() > 1 => data.copy_from(at, &row.data, row.offset, stride),
            value => data.set(at, value),
        }
    }

    /// Takes out a row, to change it. The array's row is unspecified until [`Array::set_row`].
    pub fn take_row(&mut self, index: usize) -> Result<Val<'p>> {
        let row = self.row(index)?;
        if let (Data::Boxed(_), 1) = (&*self.data, self.shape.len()) {
            let at = self.own()? + index;
            Rc::make_mut(&mut self.data).set(at, Val::Prim(PrimValue::Bool(false)))?;
        }
        Ok(row)
    }

    /// Copies the data unless nothing else shares them. Returns the position of the first element.
    fn own(&mut self) -> Result<usize> {
        let whole = match &*self.data {
            Data::Prim(data) => data.len(),
            Data::Boxed(values) => values.len(),
        };
        if Rc::strong_count(&self.data) > 1 && whole != self.count() {
            let mut data = self.data.like(self.count());
            data.copy_from(0, &self.data, self.offset, self.count())?;
            self.data = Rc::new(data);
            self.offset = 0;
        }
        Ok(self.offset)
    }
}

/// An array under construction, element by element.
pub struct Builder<'p> {
    rows: usize,
    done: usize,
    shape: Vec<usize>,
    data: Option<Data<'p>>,
}

impl<'p> Builder<'p> {
    /// Returns an array under construction, for this number of elements.
    pub fn new(rows: usize) -> Builder<'p> {
        Builder { rows, done: 0, shape: Vec::new(), data: None }
    }

    /// Adds an element.
    pub fn push(&mut self, value: Val<'p>) -> Result<()> {
        let stride: usize = self.shape.iter().product();
        match value {
            Val::Array(row) => {
                let data = self.data.get_or_insert_with(|| {
                    self.shape = row.shape.to_vec();
                    row.data.like(self.rows * row.count())
                });
                if self.shape[..] != row.shape[..] {
                    return Err(Error::internal("an array has rows of different shapes"));
                }
                data.copy_from(self.done * row.count(), &row.data, row.offset, row.count())?;
            }
            Val::Prim(value) => {
                let rows = self.rows;
                let data = self.data.get_or_insert_with(|| Data::Prim(ArrayData::zeros(value.prim_type(), rows)));
                data.set(self.done * stride, Val::Prim(value))?;
            }
            value => self.data.get_or_insert_with(|| Data::Boxed(Vec::new())).set(self.done, value)?,
        }
        self.done += 1;
        Ok(())
    }

    /// Returns the array. If it has no elements, `empty` describes them.
    pub fn finish(self, empty: impl FnOnce() -> Result<ElemType>) -> Result<Array<'p>> {
        let mut shape = vec![self.rows];
        let data = match self.data {
            Some(data) => {
                shape.extend(self.shape);
                data
            }
            None => {
                let elem = empty()?;
                shape.extend(elem.shape);
                match elem.prim {
                    Some(prim) => Data::Prim(ArrayData::zeros(prim, 0)),
                    None => Data::Boxed(Vec::new()),
                }
            }
        };
        Ok(Array::new(shape, data))
    }
}

/// Appends `#tag operand …`, with parentheses around operands that are such sums themselves.
fn show_sum<'v, 'p: 'v>(
    tag: Symbol,
    operands: impl Iterator<Item = (&'v Val<'p>, Option<&'v Shape>)>,
    text: &mut String,
) {
    text.push('#');
    text.push_str(tag.as_str());
    for (operand, shape) in operands {
        text.push_str(&operand_text(&operand.shown(shape)));
    }
}

impl<'p> Val<'p> {
    /// The value as a trace shows it. After `flatten-sums` sums are records, and `shape` says which.
    pub fn shown(&self, shape: Option<&Shape>) -> String {
        let mut text = String::new();
        self.show(shape, &mut text);
        text
    }

    fn show(&self, shape: Option<&Shape>, text: &mut String) {
        match (self, shape) {
            (Val::Prim(value), _) => text.push_str(&number(*value)),
            (Val::Fun(_), _) => text.push_str("#<fun>"),
            (Val::Array(array), shape) => {
                let elem = if let Some(Shape::Array(elem)) = shape { Some(&**elem) } else { None };
                list(text, ('[', ']'), array.rows(), |text, row| match row {
                    Ok(row) => row.show(elem, text),
                    Err(_) => text.push('?'),
                });
            }
            (Val::Sum(tag, operands), _) => show_sum(*tag, operands.iter().map(|operand| (operand, None)), text),
            (Val::Record(fields), Some(Shape::Sum(_, cases))) => {
                // The first field is the tag, the others are the operands of all constructors in order.
                let tag = fields
                    .first()
                    .and_then(|(_, tag)| tag.prim().ok()?.as_i64())
                    .and_then(|tag| usize::try_from(tag).ok());
                let Some((tag, own)) = tag.and_then(|tag| cases.get(tag)) else { return text.push('?') };
                let operands = own.iter().enumerate().map(|(index, shape)| {
                    let operand = self.field(Symbol::new(&format!("#{tag}.{index}")));
                    (operand.unwrap_or(self), Some(shape))
                });
                show_sum(*tag, operands, text);
            }
            (Val::Record(fields), shape) => {
                let tuple = fields.iter().enumerate().all(|(index, (label, _))| label.as_str() == index.to_string());
                let parts = fields.iter().enumerate().map(|(index, (label, value))| {
                    let shape = match shape {
                        Some(Shape::Tuple(parts)) => parts.get(index),
                        Some(Shape::Record(fields)) => fields.get(index).map(|(_, shape)| shape),
                        _ => None,
                    };
                    (label, value, shape)
                });
                list(text, if tuple { ('(', ')') } else { ('{', '}') }, parts, |text, (label, value, shape)| {
                    if !tuple {
                        text.push_str(label.as_str());
                        text.push_str(" = ");
                    }
                    value.show(shape, text);
                });
            }
        }
    }

    /// How many bytes the value takes as an element of an array.
    pub fn bytes(&self) -> usize {
        match self {
            Val::Prim(value) => value.prim_type().size_bytes(),
            Val::Array(array) => {
                array.count().saturating_mul(array.prim().map_or(size_of::<Val<'p>>(), PrimType::size_bytes))
            }
            Val::Record(_) | Val::Sum(..) | Val::Fun(_) => size_of::<Val<'p>>(),
        }
    }

    /// Returns a truth value.
    pub fn bool(value: bool) -> Val<'p> {
        Val::Prim(PrimValue::Bool(value))
    }

    /// Returns a size or an index.
    pub fn i64(value: i64) -> Val<'p> {
        Val::Prim(PrimValue::I64(value))
    }

    /// Returns the primitive value; fails on other values.
    pub fn prim(&self) -> Result<PrimValue> {
        match self {
            Val::Prim(value) => Ok(*value),
            _ => Err(Error::internal("a primitive value was expected")),
        }
    }

    /// Returns the integer; fails on other values.
    pub fn int(&self) -> Result<i64> {
        self.prim()?.as_i64().ok_or_else(|| Error::internal("an integer was expected"))
    }

    /// Returns the array; fails on other values.
    pub fn array(&self) -> Result<&Array<'p>> {
        match self {
            Val::Array(array) => Ok(array),
            _ => Err(Error::internal("an array was expected")),
        }
    }

    /// Returns the function; fails on other values.
    pub fn fun(&self) -> Result<&Rc<Fun<'p>>> {
        match self {
            Val::Fun(fun) => Ok(fun),
            _ => Err(Error::internal("a function was expected")),
        }
    }

    /// Whether nothing else shares the value's memory, so that it can be changed in place.
    pub fn is_alone(&self) -> bool {
        match self {
            Val::Prim(_) | Val::Fun(_) => true,
            Val::Array(array) => Rc::strong_count(&array.data) == 1,
            Val::Record(fields) => Rc::strong_count(fields) == 1 && fields.iter().all(|(_, value)| value.is_alone()),
            Val::Sum(_, values) => Rc::strong_count(values) == 1 && values.iter().all(Val::is_alone),
        }
    }

    /// Returns a field of a record; fails on other values.
    pub fn field(&self, label: Symbol) -> Result<&Val<'p>> {
        let fields = match self {
            Val::Record(fields) => fields,
            _ => return Err(Error::internal("a record was expected")),
        };
        match fields.iter().find(|(other, _)| *other == label) {
            Some((_, value)) => Ok(value),
            None => Err(Error::internal(format!("a record has no field `{label}`"))),
        }
    }

    /// Returns a pair.
    pub fn pair(a: Val<'p>, b: Val<'p>) -> Val<'p> {
        Val::Record(Rc::new(vec![(Symbol::new("0"), a), (Symbol::new("1"), b)]))
    }

    /// Compares values by the language's equality: numbers as `==` does, everything else part by part.
    pub fn same(&self, other: &Val<'p>) -> Result<bool> {
        use crate::prim::BinOp;
        Ok(match (self, other) {
            (Val::Prim(a), Val::Prim(b)) => matches!(BinOp::Eq.eval(*a, *b), Ok(PrimValue::Bool(true))),
            (Val::Array(a), Val::Array(b)) => {
                if a.shape != b.shape {
                    return Ok(false);
                }
                for (a, b) in a.rows().zip(b.rows()) {
                    if !a?.same(&b?)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Val::Record(a), Val::Record(b)) => {
                for ((_, a), (_, b)) in a.iter().zip(b.iter()) {
                    if !a.same(b)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Val::Sum(tag, a), Val::Sum(other, b)) => {
                if tag != other {
                    return Ok(false);
                }
                for (a, b) in a.iter().zip(b.iter()) {
                    if !a.same(b)? {
                        return Ok(false);
                    }
                }
                true
            }
            _ => return Err(Error::internal("values of this type cannot be compared")),
        })
    }
}
