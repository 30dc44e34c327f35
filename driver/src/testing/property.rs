//! Tests of properties: entry points that must be true of any argument.
//!
//! A property has the attribute `#[prop]`, which may name a function that makes arguments (`gen(f)`, with `f: (size:
//! i64)
//! -> (seed: i64) -> t`), one that makes a smaller argument (`shrink(f)`, with `f: t -> i32 -> t`), and the size of
//! arguments (`size(N)`). Without `gen`, arguments are random values of their type, and all sizes of their arrays are
//! equal. An argument of which the property is not true is made smaller as long as this stays so.

use crate::dataset::random::{Bounds, SizedType};
use crate::script::Evaluator;
use crate::served::{Failure, Served, is_plain};
use languages::prim::{PrimType, PrimValue};
use languages::value::{ArrayData, ArrayValue, Value};
use std::path::Path;

/// The number of arguments that are tried.
const TRIES: u64 = 100;
/// The largest size of arrays.
const MOST: u64 = 50;
/// The most arguments that are tried to find a smaller one.
const SHRINKS: usize = 1000;

/// The attribute of a property.
#[derive(Debug, Default, PartialEq)]
struct Attribute {
    generator: Option<String>,
    shrinker: Option<String>,
    size: Option<u64>,
}

impl Attribute {
    /// Reads `prop(gen(f), shrink(g), size(10))`. `None` for another attribute.
    fn read(text: &str) -> Option<Attribute> {
        let mut attribute = Attribute::default();
        let inside = match text.trim() {
            "prop" => return Some(attribute),
            text => text.strip_prefix("prop(")?.strip_suffix(')')?,
        };
        for part in inside.split(',') {
            let (name, value) = part.trim().strip_suffix(')')?.split_once('(')?;
            match name {
                "gen" => attribute.generator = Some(value.trim().to_string()),
                "shrink" => attribute.shrinker = Some(value.trim().to_string()),
                "size" => attribute.size = Some(value.trim().parse().ok()?),
                _ => return None,
            }
        }
        Some(attribute)
    }
}

/// How a property is not true of an argument.
enum Wrong {
    /// It is false.
    False,
    /// It fails, with a message.
    Fails(String),
}

/// A property on a server.
struct Property<'s> {
    server: &'s mut Served,
    name: &'s str,
    /// The type of its argument.
    ty: String,
    attribute: Attribute,
}

/// Tests a property. Describes an argument of which it is not true.
///
/// Errors: there is no such property, or the server is gone.
pub fn counterexample(server: &mut Served, name: &str, seed: u64) -> Result<Option<String>, Failure> {
    let refused = |message: String| Err(Failure::Refused(message));
    let params = server.inputs(name)?;
    let results = server.outputs(name)?;
    let ([(ty, _)], [result]) = (&params[..], &results[..]) else {
        return refused(format!("the property {name} must have one parameter and one result"));
    };
    if result != "bool" {
        return refused(format!("the property {name} must give a bool, not {result}"));
    }
    let attributes = server.command(&["attributes", name])?;
    let Some(attribute) = attributes.iter().find_map(|text| Attribute::read(text)) else {
        return refused(format!("{name} has no attribute #[prop]"));
    };
    let mut property = Property { server, name, ty: ty.clone(), attribute };
    for number in 0..TRIES {
        // Small arguments come first.
        let size = property.attribute.size.unwrap_or(MOST * number / (TRIES - 1));
        let argument = property.argument(size, seed.wrapping_add(number))?;
        if let Some(why) = property.fails(&argument)? {
            let (argument, why) = property.smaller(argument, why, size, seed.wrapping_add(number))?;
            let shown = property.show(&argument)?;
            let which = format!("argument {number} of --seed={seed}, made smaller:\n{shown}");
            return Ok(Some(match why {
                Wrong::False => format!("it is false of {which}"),
                Wrong::Fails(message) => format!("it fails for {which}\nwith\n{}", message.trim_end()),
            }));
        }
    }
    Ok(None)
}

impl Property<'_> {
    /// Gives a variable of the argument's type a value.
    fn put(&mut self, name: &str, leaves: &[Value]) -> Result<(), Failure> {
        let ty = self.ty.clone();
        self.server.put(&[(name.to_string(), ty)], leaves)
    }

    /// The leaves of an argument.
    fn argument(&mut self, size: u64, seed: u64) -> Result<Vec<Value>, Failure> {
        let Some(generator) = self.attribute.generator.clone() else {
            let ty = self.ty.clone();
            let bounds = bounds();
            let leaves = leaves(self.server, &ty)?.into_iter().zip(seed.wrapping_mul(31)..);
            // Sizes are small.
            let sized = |(prim, rank): (PrimType, usize)| SizedType { sizes: vec![size as usize; rank], prim };
            return Ok(leaves.map(|(leaf, seed)| bounds.value(&sized(leaf), seed)).collect());
        };
        self.apply(&generator, &[], &[size as i64, seed as i64])
    }

    /// Applies a function of the program to an argument, if there is one, and numbers. Returns the leaves of the
    /// result.
    fn apply(&mut self, function: &str, argument: &[Value], numbers: &[i64]) -> Result<Vec<Value>, Failure> {
        let mut names = Vec::new();
        if !argument.is_empty() {
            self.put("given", argument)?;
            names.push("given".to_string());
        }
        let types = self.server.inputs(function)?;
        if types.len() != names.len() + numbers.len() {
            return Err(Failure::Refused(format!("{function} has {} parameters", types.len())));
        }
        let plain = types.into_iter().skip(names.len()).zip(numbers).enumerate();
        for (position, ((ty, _), number)) in plain {
            let prim = ty.parse::<PrimType>().ok().filter(|prim| *prim != PrimType::Bool);
            let prim = prim.ok_or_else(|| Failure::Refused(format!("{function} has a parameter of type {ty}")))?;
            let value = Value::Scalar(languages::prim::convert(PrimValue::I64(*number), prim));
            let name = format!("number{position}");
            self.server.put(&[(name.clone(), ty)], &[value])?;
            names.push(name);
        }
        let results: Vec<String> =
            (0..self.server.outputs(function)?.len()).map(|position| format!("made{position}")).collect();
        self.server.call(function, &results, &names)?;
        let leaves = self.server.get(&results)?;
        self.server.free(&names)?;
        self.server.free(&results)?;
        Ok(leaves)
    }

    /// How the property is not true of an argument, if it is not.
    fn fails(&mut self, argument: &[Value]) -> Result<Option<Wrong>, Failure> {
        self.put("argument", argument)?;
        let (argument, result) = (["argument".to_string()], ["result".to_string()]);
        let called = self.server.call(self.name, &result, &argument);
        self.server.free(&argument)?;
        match called {
            Err(Failure::Refused(message)) => Ok(Some(Wrong::Fails(message))),
            Err(failure) => Err(failure),
            Ok(_) => {
                let values = self.server.get(&result)?;
                self.server.free(&result)?;
                let is_true = values == [Value::Scalar(PrimValue::Bool(true))];
                Ok((!is_true).then_some(Wrong::False))
            }
        }
    }

    /// An argument that is as small as possible, given one of which the property is not true, and how.
    fn smaller(
        &mut self,
        mut argument: Vec<Value>,
        mut why: Wrong,
        size: u64,
        seed: u64,
    ) -> Result<(Vec<Value>, Wrong), Failure> {
        if let Some(shrinker) = self.attribute.shrinker.clone() {
            for number in 0..SHRINKS {
                let next = self.apply(&shrinker, &argument, &[number as i64])?;
                if next == argument {
                    continue;
                }
                if let Some(found) = self.fails(&next)? {
                    (argument, why) = (next, found);
                }
            }
            return Ok((argument, why));
        }
        if self.attribute.generator.is_some() {
            // Only the generator knows which arguments are possible.
            for size in 0..size {
                let next = self.argument(size, seed)?;
                if let Some(found) = self.fails(&next)? {
                    return Ok((next, found));
                }
            }
            return Ok((argument, why));
        }
        let mut tries = 0;
        'again: loop {
            for next in candidates(&argument) {
                tries += 1;
                if tries > SHRINKS {
                    return Ok((argument, why));
                }
                if let Some(found) = self.fails(&next)? {
                    (argument, why) = (next, found);
                    continue 'again;
                }
            }
            return Ok((argument, why));
        }
    }

    /// Prints an argument as in source text.
    fn show(&mut self, argument: &[Value]) -> Result<String, Failure> {
        self.put("shown", argument)?;
        let name = "shown".to_string();
        let ty = self.ty.clone();
        let shown = Evaluator::new(self.server, Path::new("")).show_variable(&ty, &name);
        self.server.free(&[name])?;
        shown
    }
}

/// The bounds of random arguments: floats of both signs.
fn bounds() -> Bounds {
    let mut bounds = Bounds::default();
    bounds.set(PrimValue::F32(-1.0), PrimValue::F32(1.0));
    bounds.set(PrimValue::F64(-1.0), PrimValue::F64(1.0));
    bounds.set(PrimValue::F16(half::f16::NEG_ONE), PrimValue::F16(half::f16::ONE));
    bounds
}

/// The leaves of a type, with the number of their dimensions.
fn leaves(server: &mut Served, ty: &str) -> Result<Vec<(PrimType, usize)>, Failure> {
    let elem = ty.trim_start_matches("[]");
    let rank = (ty.len() - elem.len()) / 2;
    if is_plain(elem) {
        // Plain types are names of primitive types.
        return Ok(elem.parse().into_iter().map(|prim| (prim, rank)).collect());
    }
    let Some(fields) = server.fields(elem)? else {
        return Err(Failure::Refused(format!("values of type {elem} need a generator: #[prop(gen(f))]")));
    };
    let mut found = Vec::new();
    for (_, field) in fields {
        found.extend(leaves(server, &field)?.into_iter().map(|(prim, inner)| (prim, rank + inner)));
    }
    Ok(found)
}

/// Smaller arguments, the smallest first.
fn candidates(argument: &[Value]) -> Vec<Vec<Value>> {
    let largest = argument.iter().filter_map(|leaf| match leaf {
        Value::Scalar(_) => None,
        Value::Array(array) => array.shape.iter().max().copied(),
    });
    let size = largest.max().unwrap_or(0);
    let mut sizes: Vec<usize> = [0, size / 2, size.saturating_sub(1)].into_iter().filter(|next| *next < size).collect();
    sizes.dedup();
    let mut found: Vec<Vec<Value>> =
        sizes.into_iter().map(|size| argument.iter().map(|leaf| cut(leaf, size)).collect()).collect();
    for (position, leaf) in argument.iter().enumerate() {
        let changes = std::iter::once(zero(leaf)).filter(|next| next != leaf).chain(single_changes(leaf));
        found.extend(changes.map(|next| {
            let mut all = argument.to_vec();
            all[position] = next;
            all
        }));
    }
    found
}

/// The first elements of an array, in every dimension.
fn cut(leaf: &Value, size: usize) -> Value {
    let Value::Array(array) = leaf else { return leaf.clone() };
    let shape: Vec<usize> = array.shape.iter().map(|old| size.min(*old)).collect();
    let count = shape.iter().product();
    let mut data = ArrayData::zeros(array.data.prim_type(), count);
    let mut index = vec![0; shape.len()];
    for to in 0..count {
        let from = index.iter().zip(&array.shape).fold(0, |place, (index, size)| place * size + index);
        if let Some(value) = array.data.get(from) {
            data.set(to, value);
        }
        for (index, size) in index.iter_mut().zip(&shape).rev() {
            *index += 1;
            if *index < *size {
                break;
            }
            *index = 0;
        }
    }
    Value::Array(ArrayValue { shape, data })
}

fn zero(leaf: &Value) -> Value {
    match leaf {
        Value::Scalar(value) => Value::Scalar(PrimValue::zero(value.prim_type())),
        Value::Array(array) => {
            let data = ArrayData::zeros(array.data.prim_type(), array.data.len());
            Value::Array(ArrayValue { shape: array.shape.clone(), data })
        }
    }
}

/// The most elements that are changed one by one.
const MOST_SINGLE: usize = 20;

/// Leaves with one number that is closer to zero.
fn single_changes(leaf: &Value) -> Vec<Value> {
    match leaf {
        Value::Scalar(value) => closer(*value).into_iter().map(Value::Scalar).collect(),
        Value::Array(array) => {
            let mut found = Vec::new();
            for index in 0..array.data.len().min(MOST_SINGLE) {
                for next in array.data.get(index).map(closer).unwrap_or_default() {
                    let mut array = array.clone();
                    array.data.set(index, next);
                    found.push(Value::Array(array));
                }
            }
            found
        }
    }
}

/// Numbers that are closer to zero, the closest first: the number without itself, without its half, its quarter and so
/// on, down to the number without one. Floats become whole numbers.
fn closer(value: PrimValue) -> Vec<PrimValue> {
    let prim = value.prim_type();
    let number = match (value, languages::prim::convert(value, PrimType::F64)) {
        (PrimValue::Bool(value), _) => return if value { vec![PrimValue::Bool(false)] } else { Vec::new() },
        (PrimValue::U64(number), _) => i128::from(number),
        (PrimValue::I64(number), _) => i128::from(number),
        // Smaller integers and whole floats of this size are exact.
        (_, PrimValue::F64(number)) => number as i128,
        _ => return Vec::new(),
    };
    let parts = (0..64).map(|shift| number / (1i128 << shift)).take_while(|part| *part != 0);
    let next = |part: i128| match prim {
        PrimType::U64 => PrimValue::U64((number - part) as u64),
        _ => languages::prim::convert(PrimValue::I64((number - part) as i64), prim),
    };
    let mut found: Vec<PrimValue> = parts.map(next).collect();
    if number == 0 {
        found.push(PrimValue::zero(prim));
    }
    found.retain(|next| *next != value);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read() {
        let full = Attribute { generator: Some("f".into()), shrinker: Some("g".into()), size: Some(10) };
        assert_eq!(Attribute::read("prop(gen(f), shrink(g), size(10))"), Some(full));
        assert_eq!(Attribute::read("prop"), Some(Attribute::default()));
        assert_eq!(Attribute::read("inline"), None);
        assert_eq!(Attribute::read("prop(foo(1))"), None);
    }

    #[test]
    fn arrays_are_cut_in_every_dimension() {
        let array = Value::Array(ArrayValue { shape: vec![2, 3], data: ArrayData::I32(vec![1, 2, 3, 4, 5, 6]) });
        assert_eq!(cut(&array, 2).to_string(), "[[1i32, 2i32], [4i32, 5i32]]");
        assert_eq!(cut(&array, 0).to_string(), "empty([0][0]i32)");
        let signed = |value: i8| Value::Scalar(PrimValue::I8(value));
        let smaller: Vec<String> = candidates(&[signed(-7)]).into_iter().map(|leaves| leaves[0].to_string()).collect();
        assert_eq!(smaller, ["0i8", "0i8", "-4i8", "-6i8"]);
        let closest: Vec<String> = closer(PrimValue::F32(2.5)).iter().map(PrimValue::to_string).collect();
        assert_eq!(closest, ["0.0f32", "1.0f32"]);
    }
}
