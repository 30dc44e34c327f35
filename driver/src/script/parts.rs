//! Parts of values: fields of records, components of tuples, and elements of arrays.

use super::eval::{Evaluator, refused};
use super::term::{Place, Term};
use crate::served::{Failure, is_plain};
use languages::value::{ArrayData, ArrayValue, Value};

impl Evaluator<'_> {
    /// The fields of a record, or of a tuple. `None` for any other value.
    pub fn fields(&mut self, term: &Term) -> Result<Option<Vec<(String, Term)>>, Failure> {
        match term {
            Term::Record(fields) => Ok(Some(fields.clone().into_iter().collect())),
            Term::Tuple(terms) => {
                let labels = (0..).map(|label: usize| label.to_string());
                Ok(Some(labels.zip(terms.iter().cloned()).collect()))
            }
            Term::Atom { ty, place: Place::There(name) } => {
                let Some(fields) = self.server.fields(ty)? else { return Ok(None) };
                let parts = self.project(name, &fields)?;
                Ok(Some(fields.into_iter().map(|(label, _)| label).zip(parts).collect()))
            }
            Term::Atom { .. } | Term::Function { .. } => Ok(None),
        }
    }

    /// The components of a tuple. `None` for any other value.
    pub fn components(&mut self, term: &Term) -> Result<Option<Vec<Term>>, Failure> {
        match term {
            Term::Record(_) => return Ok(None),
            Term::Tuple(terms) => return Ok(Some(terms.clone())),
            _ => {}
        }
        let fields = self.fields(term)?.unwrap_or_default();
        let is_tuple = fields.iter().enumerate().all(|(position, (label, _))| *label == position.to_string());
        Ok((is_tuple && !fields.is_empty()).then(|| fields.into_iter().map(|(_, field)| field).collect()))
    }

    /// An element of an array, or a row of it if there are fewer indices than dimensions.
    pub(super) fn index(&mut self, term: &Term, indices: &[Term]) -> Result<Term, Failure> {
        let mut places = Vec::new();
        for index in indices {
            let Value::Scalar(index) = self.value(index)? else { return refused("an index is no integer") };
            let place = index.as_i64().filter(|place| *place >= 0).and_then(|place| usize::try_from(place).ok());
            places.push(place.ok_or_else(|| Failure::Refused(format!("there is no index {index}")))?);
        }
        match term {
            Term::Atom { ty, place: Place::There(name) } if !is_plain(ty) => {
                let Ok(elem) = self.server.command(&["elemtype", ty]) else { return refused(no_array(term)) };
                let (to, places) = (self.fresh(), places.iter().map(usize::to_string).collect::<Vec<_>>());
                let words = ["index", &to, name].into_iter().chain(places.iter().map(String::as_str));
                self.server.command(&words.collect::<Vec<_>>())?;
                Ok(self.made(&elem.concat(), to))
            }
            _ => match self.value(term)? {
                Value::Array(array) if places.len() <= array.shape.len() => row(&array, &places).map(Term::of),
                _ => refused(no_array(term)),
            },
        }
    }
}

fn no_array(term: &Term) -> String {
    format!("a value of type {} is no array of so many dimensions", term.type_name())
}

fn row(array: &ArrayValue, places: &[usize]) -> Result<Value, Failure> {
    let mut at = 0;
    for (place, size) in places.iter().zip(&array.shape) {
        if place >= size {
            return refused(format!("the index {place} is out of bounds for a size of {size}"));
        }
        at = at * size + place;
    }
    let shape = array.shape[places.len()..].to_vec();
    let size: usize = shape.iter().product();
    let elements = (at * size..(at + 1) * size).filter_map(|index| array.data.get(index));
    let data = ArrayData::from_values(array.data.prim_type(), elements);
    match (data, &shape[..]) {
        (Some(data), []) => data.get(0).map(Value::Scalar),
        (Some(data), _) => Some(Value::Array(ArrayValue { shape, data })),
        (None, _) => None,
    }
    .ok_or_else(|| Failure::Refused("the elements have several types".into()))
}
