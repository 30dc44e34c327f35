//! Plots, which `gnuplot` draws. It reads numbers from files, with a column for each array.

use crate::media::programs;
use crate::scratch::Scratch;
use languages::prim::{PrimType, PrimValue, convert};
use languages::value::Value;
use std::fmt::Write;
use std::path::Path;

/// Numbers that are plotted together.
pub struct Curve {
    /// The name.
    pub name: Option<String>,
    /// Arrays of one size.
    pub columns: Vec<Value>,
}

/// Draws curves of two columns, as lines.
pub fn plot(curves: &[Curve], (width, height): (u32, u32), path: &Path) -> Result<(), String> {
    let line = |(number, curve): (usize, &Curve)| match &curve.name {
        Some(name) => format!("{} title {} with lines", variable(number, curve), quoted(name)),
        None => format!("{} notitle with lines", variable(number, curve)),
    };
    let lines: Vec<String> = curves.iter().enumerate().map(line).collect();
    let terminal = format!("set terminal png size {width},{height} enhanced");
    draw(curves, &terminal, &format!("set key outside\nplot {}\n", lines.join(", ")), path)
}

/// Runs a script, for which the names of curves are variables with the names of files.
pub fn script(curves: &[Curve], script: &str, path: &Path) -> Result<(), String> {
    draw(curves, "set terminal png enhanced", script, path)
}

fn draw(curves: &[Curve], terminal: &str, script: &str, path: &Path) -> Result<(), String> {
    let unwritable = |error: std::io::Error| format!("the numbers of the plot cannot be written: {error}");
    let folder = Scratch::new().map_err(unwritable)?;
    // Writing to a string cannot fail.
    let mut text = format!("{terminal}\nset output {}\n", quoted(&path.to_string_lossy()));
    for (number, curve) in curves.iter().enumerate() {
        let file = folder.path().join(format!("data{number}"));
        std::fs::write(&file, rows(&curve.columns)).map_err(unwritable)?;
        let _ = writeln!(text, "{} = {}", variable(number, curve), quoted(&file.to_string_lossy()));
    }
    text += script;
    let file = folder.path().join("script");
    std::fs::write(&file, text).map_err(unwritable)?;
    programs::run("gnuplot", &[file])?;
    if path.is_file() { Ok(()) } else { Err("the script has drawn nothing".into()) }
}

/// The variable with the name of a curve's file.
fn variable(number: usize, curve: &Curve) -> String {
    let plain = |char: char| if char.is_ascii_alphanumeric() { char } else { '_' };
    curve.name.as_ref().map_or_else(|| format!("data{number}"), |name| name.chars().map(plain).collect())
}

/// A string of gnuplot.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A line for each index.
fn rows(columns: &[Value]) -> String {
    let mut text = String::new();
    let length = columns.iter().map(|column| if let Value::Array(array) = column { array.data.len() } else { 0 }).max();
    for index in 0..length.unwrap_or(0) {
        let row: Vec<String> = columns.iter().filter_map(|column| number(column, index)).collect();
        let _ = writeln!(text, "{}", row.join(" "));
    }
    text
}

/// A number as gnuplot reads it.
fn number(column: &Value, index: usize) -> Option<String> {
    let Value::Array(array) = column else { return None };
    match array.data.get(index)? {
        PrimValue::Bool(truth) => Some(u8::from(truth).to_string()),
        value => match convert(value, PrimType::F64) {
            PrimValue::F64(number) => Some(number.to_string()),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use languages::value::{ArrayData, ArrayValue};

    #[test]
    fn numbers_have_rows() {
        let array = |data: ArrayData| Value::Array(ArrayValue { shape: vec![data.len()], data });
        let columns = [array(ArrayData::I32(vec![1, -2])), array(ArrayData::F32(vec![0.5, f32::NAN]))];
        assert_eq!(rows(&columns), "1 0.5\n-2 NaN\n");
        let curve = Curve { name: Some("a'".into()), columns: Vec::new() };
        assert_eq!((variable(3, &curve).as_str(), quoted("a'")), ("a_", "'a'''".to_string()));
    }
}
