//! The manifest of a library: its types and entry points, in Futhark's schema.

use crate::{Error, is_plain};
use serde_json::Value;
use std::collections::BTreeMap;

/// All that a library offers. Functions have the names of this crate's C.
pub struct Manifest {
    /// The types but primitive ones, by their names in Futhark.
    pub types: BTreeMap<String, Type>,
    /// The entry points by their names.
    pub entries: Vec<Entry>,
}

/// A type whose values are pointers in C.
pub struct Type {
    /// The name of its struct in C, without `struct` and prefix: `i32_1d`, `opaque_point`.
    pub c_name: String,
    /// The parts.
    pub kind: Kind,
}

/// The parts of a type.
pub enum Kind {
    /// The primitive type of an array's elements, and its number of dimensions.
    Array(String, usize),
    /// The fields of a record.
    Record(Vec<Field>),
    /// The constructors of a sum.
    Sum(Vec<Case>),
    /// The elements' type of an array, its number of dimensions, and the arrays of the elements' fields if these can be
    /// taken apart and put together.
    Opaque(String, usize, Option<Vec<Field>>),
    /// A type without known parts.
    Unknown,
}

/// A field of a record, or the array of one field of many records.
pub struct Field {
    /// Its label.
    pub label: String,
    /// Its type.
    pub ty: String,
    /// The function that takes it out.
    pub project: String,
}

/// A constructor of a sum.
pub struct Case {
    /// Its name.
    pub tag: String,
    /// The types of its operands.
    pub payload: Vec<String>,
    /// The function that makes a value.
    pub construct: String,
    /// The function that takes a value apart.
    pub destruct: String,
}

/// An entry point.
pub struct Entry {
    /// The name.
    pub name: String,
    /// The function in C.
    pub function: String,
    /// The names and types of the parameters, and whether they are consumed.
    pub inputs: Vec<(String, String, bool)>,
    /// The types of the results.
    pub outputs: Vec<String>,
}

/// A part of the manifest that is not as it should be.
fn wrong(what: &str) -> Error {
    Error(format!("the manifest of the library is not as expected: {what}"))
}

fn text<'v>(value: &'v Value, key: &str) -> Result<&'v str, Error> {
    value.get(key).and_then(Value::as_str).ok_or_else(|| wrong(key))
}

fn list<'v>(value: &'v Value, key: &str) -> Result<&'v Vec<Value>, Error> {
    value.get(key).and_then(Value::as_array).ok_or_else(|| wrong(key))
}

fn rank(value: &Value) -> Result<usize, Error> {
    let rank = value.get("rank").and_then(Value::as_u64).and_then(|rank| usize::try_from(rank).ok());
    rank.ok_or_else(|| wrong("rank"))
}

/// A function's name, which begins with `prefix` instead of `futhark_`.
fn function(value: &Value, key: &str, prefix: &str) -> Result<String, Error> {
    let name = text(value, key)?.replacen("futhark_", prefix, 1);
    if is_plain(&name) { Ok(name) } else { Err(wrong(key)) }
}

fn fields(value: &Value, prefix: &str) -> Result<Vec<Field>, Error> {
    let field = |field: &Value| {
        let project = function(field, "project", prefix)?;
        Ok(Field { label: text(field, "name")?.to_string(), ty: text(field, "type")?.to_string(), project })
    };
    list(value, "fields")?.iter().map(field).collect()
}

fn case(case: &Value, prefix: &str) -> Result<Case, Error> {
    let payload = list(case, "payload")?.iter().filter_map(Value::as_str).map(String::from);
    Ok(Case {
        tag: text(case, "name")?.to_string(),
        payload: payload.collect(),
        construct: function(case, "construct", prefix)?,
        destruct: function(case, "destruct", prefix)?,
    })
}

impl Manifest {
    /// Reads a manifest. In C, `futhark_` has become `prefix`.
    pub fn read(json: &str, prefix: &str) -> Result<Manifest, Error> {
        let json: Value = serde_json::from_str(json).map_err(|error| wrong(&error.to_string()))?;
        let object = |key: &str| json.get(key).and_then(Value::as_object).ok_or_else(|| wrong(key));
        let types = object("types")?.iter().map(|(name, ty)| Ok((name.clone(), Type::read(ty, prefix)?)));
        let entries = object("entry_points")?.iter().map(|(name, entry)| Entry::read(name, entry, prefix));
        Ok(Manifest { types: types.collect::<Result<_, Error>>()?, entries: entries.collect::<Result<_, Error>>()? })
    }
}

impl Type {
    fn read(ty: &Value, prefix: &str) -> Result<Type, Error> {
        let c_name = text(ty, "ctype")?.trim_start_matches("struct futhark_").trim_end_matches([' ', '*']).to_string();
        if !is_plain(&c_name) {
            return Err(wrong("ctype"));
        }
        let kind = if text(ty, "kind")? == "array" {
            Kind::Array(text(ty, "elemtype")?.to_string(), rank(ty)?)
        } else if let Some(record) = ty.get("record") {
            Kind::Record(fields(record, prefix)?)
        } else if let Some(sum) = ty.get("sum") {
            let cases = list(sum, "variants")?.iter().map(|variant| case(variant, prefix));
            Kind::Sum(cases.collect::<Result<_, Error>>()?)
        } else if let Some(array) = ty.get("record_array") {
            Kind::Opaque(text(array, "elemtype")?.to_string(), rank(array)?, Some(fields(array, prefix)?))
        } else if let Some(array) = ty.get("opaque_array") {
            Kind::Opaque(text(array, "elemtype")?.to_string(), rank(array)?, None)
        } else {
            Kind::Unknown
        };
        Ok(Type { c_name, kind })
    }
}

impl Entry {
    fn read(name: &str, entry: &Value, prefix: &str) -> Result<Entry, Error> {
        let function = function(entry, "cfun", prefix)?;
        let inputs = list(entry, "inputs")?.iter().map(|input| {
            let unique = input.get("unique").and_then(Value::as_bool).unwrap_or(false);
            Ok((text(input, "name")?.to_string(), text(input, "type")?.to_string(), unique))
        });
        let outputs = list(entry, "outputs")?.iter().map(|output| Ok(text(output, "type")?.to_string()));
        Ok(Entry {
            name: name.to_string(),
            function,
            inputs: inputs.collect::<Result<_, Error>>()?,
            outputs: outputs.collect::<Result<_, Error>>()?,
        })
    }
}
