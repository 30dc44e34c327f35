//! Values of scripts.

use languages::prim::{PrimType, PrimValue};
use languages::value::{ArrayData, ArrayValue, Value};
use std::collections::BTreeMap;

/// A value of a script.
#[derive(Debug, Clone)]
pub enum Term {
    /// A value of a type of the server.
    Atom {
        /// The name of the type.
        ty: String,
        /// Where the value is.
        place: Place,
    },
    /// A tuple that the script has made, or several results of an entry point.
    Tuple(Vec<Term>),
    /// A record that the script has made.
    Record(BTreeMap<String, Term>),
    /// An entry point that lacks arguments.
    Function {
        /// The name.
        name: String,
        /// The arguments that it has.
        given: Vec<Term>,
    },
}

/// Where a value is.
#[derive(Debug, Clone)]
pub enum Place {
    /// In this process.
    Here(Value),
    /// In a variable of the server.
    There(String),
}

impl Term {
    /// A value in this process.
    pub fn of(value: Value) -> Term {
        Term::Atom { ty: value.value_type().to_string(), place: Place::Here(value) }
    }

    /// One value as it is, several as a tuple.
    pub fn of_all(mut terms: Vec<Term>) -> Term {
        if terms.len() == 1 { terms.remove(0) } else { Term::Tuple(terms) }
    }

    /// The type, for messages.
    pub fn type_name(&self) -> String {
        match self {
            Term::Atom { ty, .. } => ty.clone(),
            Term::Tuple(terms) => format!("({})", terms.iter().map(Term::type_name).collect::<Vec<_>>().join(", ")),
            Term::Record(fields) => {
                let fields = fields.iter().map(|(label, term)| format!("{label}: {}", term.type_name()));
                format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
            }
            Term::Function { name, .. } => format!("that of the function {name}, which needs more arguments"),
        }
    }

    /// Adds the server's variables in the value.
    pub fn variables<'t>(&'t self, found: &mut Vec<&'t str>) {
        match self {
            Term::Atom { place: Place::There(name), .. } => found.push(name),
            Term::Atom { .. } => {}
            Term::Tuple(terms) | Term::Function { given: terms, .. } => {
                terms.iter().for_each(|term| term.variables(found))
            }
            Term::Record(fields) => fields.values().for_each(|term| term.variables(found)),
        }
    }
}

/// The text of a string.
pub fn text(term: &Term) -> Option<String> {
    match term {
        Term::Atom { place: Place::Here(Value::Array(ArrayValue { data: ArrayData::U8(bytes), .. })), .. } => {
            String::from_utf8(bytes.clone()).ok()
        }
        _ => None,
    }
}

/// A constant as a value of a type: integers become numbers of any type, and floats become floats.
pub fn converted(value: &Value, ty: &str) -> Option<Value> {
    let own = value.value_type();
    if own.to_string() == ty {
        return Some(value.clone());
    }
    let elem = ty.trim_start_matches("[]");
    let (prim, rank): (PrimType, usize) = (elem.parse().ok()?, (ty.len() - elem.len()) / 2);
    if rank != own.rank || own.prim == PrimType::Bool || prim == PrimType::Bool {
        return None;
    }
    match value {
        Value::Scalar(scalar) => number(*scalar, prim).map(Value::Scalar),
        Value::Array(array) => {
            let mut data = ArrayData::zeros(prim, array.data.len());
            for index in 0..array.data.len() {
                data.set(index, number(array.data.get(index)?, prim)?);
            }
            Some(Value::Array(ArrayValue { shape: array.shape.clone(), data }))
        }
    }
}

/// A number as one of a type.
fn number(value: PrimValue, to: PrimType) -> Option<PrimValue> {
    let from = value.prim_type();
    if from.is_float() && !to.is_float() {
        return None;
    }
    Some(languages::prim::convert(value, to))
}
