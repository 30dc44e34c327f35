//! `fut-nano dataset`: makes random values, and converts values from one format to another.
//!
//! - `options.rs`: the command line; `random.rs`: random values; `npy.rs`: the files of NumPy.

mod npy;
mod options;
pub mod random;

pub use options::Dataset;

use crate::cli::output::{Output, failed};
use crate::cli::user;
use framework::{Error, Result};
use languages::value::{Reader, Value, write_binary};
use options::{Format, Source};
use std::io::{self, Read, Write};
use std::path::Path;

/// Runs the command.
pub fn run(dataset: &Dataset) -> Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 16, Output);
    if dataset.orders.is_empty() {
        if dataset.files.is_empty() {
            convert(io::stdin(), "standard input", dataset.format, &mut out)?;
        }
        for path in &dataset.files {
            let failed = |error| user(format!("cannot read {}: {error}", path.display()));
            let file = std::fs::File::open(path).map_err(failed)?;
            convert(file, &path.display().to_string(), dataset.format, &mut out)?;
        }
    }
    for (order, seed) in dataset.orders.iter().zip(dataset.seed..) {
        let values = match &order.source {
            Source::Random(ty, bounds) => &[bounds.value(ty, seed as u64)][..],
            Source::Constants(values) => values,
        };
        write(values, order.format, &mut out)?;
    }
    out.flush().map_err(|error| failed(&error))
}

/// Writes all values of an input in a format.
fn convert(mut source: impl Read, name: &str, format: Format, out: &mut impl Write) -> Result<()> {
    let mut bytes = Vec::new();
    let unreadable = |why: &dyn std::fmt::Display| Error::user(framework::Span::NONE, format!("{name}: {why}"));
    source.read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    write(&values(&bytes).map_err(|error| unreadable(&error))?, format, out)
}

/// All values of a text or a file, whatever its format.
pub fn values(bytes: &[u8]) -> std::result::Result<Vec<Value>, String> {
    let mut values = Vec::new();
    let mut rest = bytes;
    while rest.starts_with(npy::MAGIC) {
        let (value, after) = npy::read(rest)?;
        values.push(value);
        rest = after;
    }
    let others = Reader::new(rest).and_then(|mut reader| reader.read_all());
    values.extend(others.map_err(|error| error.to_string())?);
    Ok(values)
}

/// All values of a file, whatever its format.
pub fn read(path: &Path) -> std::result::Result<Vec<Value>, String> {
    let unreadable = |why: &dyn std::fmt::Display| format!("cannot read {}: {why}", path.display());
    let bytes = std::fs::read(path).map_err(|error| unreadable(&error))?;
    values(&bytes).map_err(|error| unreadable(&error))
}

fn write(values: &[Value], format: Format, out: &mut impl Write) -> Result<()> {
    let mut one = |value: &Value| -> io::Result<()> {
        match format {
            // `futhark dataset` writes each row of an array on a line of its own.
            Format::Text => writeln!(out, "{}", value.to_string().replace("], [", "],\n[")),
            Format::Binary => write_binary(value, out),
            Format::BinaryElements | Format::BinaryHeader => {
                let mut bytes = Vec::new();
                write_binary(value, &mut bytes)?;
                let elements = bytes.split_off(bytes.len() - value.bytes());
                out.write_all(if format == Format::BinaryHeader { &bytes } else { &elements })
            }
            Format::Npy => npy::write(value, out),
            Format::Type => writeln!(out, "{}", value.type_description()),
        }
    };
    values.iter().try_for_each(&mut one).map_err(|error| failed(&error))
}
