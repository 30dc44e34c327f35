//! The table of the types of results, for executables and servers.

use super::Program;
use backends::c::escaped;
use framework::{Error, Result};
use languages::trace;
use languages::value::Shape;

/// The form of a value whose leaves have the numbers from `next` on. `in_array`: whether it is an element of an array.
fn form(shape: &Shape, next: &mut usize, in_array: bool) -> trace::Shape {
    let mut leaf = || {
        *next += 1;
        *next - 1
    };
    match shape {
        Shape::Prim(_) => trace::Shape::Leaf(leaf()),
        Shape::Array(..) if shape.value_type().is_some() => trace::Shape::Leaf(leaf()),
        Shape::Array(_, elem) => trace::Shape::Array(Box::new(form(elem, next, true))),
        Shape::Record(fields) if fields.is_empty() => trace::Shape::Unit(if in_array { leaf() } else { 0 }),
        Shape::Record(fields) => {
            let parts: Vec<_> = fields.iter().map(|(label, shape)| (*label, form(shape, next, in_array))).collect();
            match shape.is_tuple() {
                true => trace::Shape::Tuple(parts.into_iter().map(|(_, part)| part).collect()),
                false => trace::Shape::Record(parts),
            }
        }
        Shape::Sum(cases) => {
            let tag = leaf();
            let cases = cases
                .iter()
                .map(|(name, payload)| (*name, payload.iter().map(|shape| form(shape, next, in_array)).collect()));
            trace::Shape::Sum(tag, cases.collect())
        }
    }
}

/// The results of all entry points, in the order of the program's table.
pub fn table(program: &Program<'_>) -> Result<String> {
    let mut text = String::new();
    let mut names = Vec::new();
    for (number, entry) in program.printed.entries.iter().enumerate() {
        let signature = program.signatures.get(entry.name.as_str());
        let signature = signature.ok_or_else(|| Error::internal(format!("{} has no types", entry.name)))?;
        text += &format!("static const struct output outputs_{number}[] = {{\n");
        for shape in &signature.results {
            let leaves = shape.leaves().len();
            let form = match shape.value_type() {
                Some(_) => "NULL".into(),
                None => escaped(&form(shape, &mut 0, false).to_string()),
            };
            text += &format!("  {{{form}, {leaves}}},\n");
        }
        text += "  {NULL, -1},\n};\n";
        names.push(format!("outputs_{number}"));
    }
    names.push("NULL".into());
    text += &format!("static const struct output *const shown[] = {{{}}};\n", names.join(", "));
    Ok(text)
}
