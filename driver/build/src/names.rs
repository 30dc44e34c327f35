//! Names in Rust for what a program calls something in Futhark.

use crate::is_plain;
use crate::manifest::{Kind, Manifest, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The names that the prelude and the standard library have given.
const TAKEN: &[&str] = &[
    "Array",
    "CStr",
    "Clone",
    "Context",
    "Copy",
    "Debug",
    "Drop",
    "Error",
    "Foreign",
    "Free",
    "From",
    "Held",
    "None",
    "Ok",
    "Option",
    "Pass",
    "Passed",
    "PartialEq",
    "Raw",
    "Result",
    "Self",
    "Send",
    "Some",
    "String",
    "Sync",
    "Take",
    "TryFrom",
    "Vec",
    "View",
    "Err",
    "Eq",
    "Default",
    "Box",
    "Into",
    "Iterator",
];

/// The words of Rust that may be names after `r#`.
const WORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// A name in camel case.
pub fn camel(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]);
    let name: String = words.collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("V{name}") }
}

/// A label, a parameter or an entry point as a name in Rust; `other` if it cannot be one.
fn identifier(name: &str, other: impl FnOnce() -> String) -> String {
    if WORDS.contains(&name) {
        format!("r#{name}")
    } else if is_plain(name) && !matches!(name, "self" | "super" | "crate") {
        name.to_string()
    } else if !name.is_empty() && name.chars().all(|c| c.is_ascii_digit()) {
        // A component of a tuple.
        format!("v{name}")
    } else {
        other()
    }
}

/// Names for a list, none of them twice.
pub fn identifiers<'n>(list: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let names = list.enumerate().map(|(number, name)| {
        let mut name = identifier(name, || format!("v{number}"));
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        name
    });
    names.collect()
}

/// The names of types that have no name in C: a hash.
fn is_hash(name: &str) -> bool {
    name.len() == 32 && name.chars().all(|c| c.is_ascii_hexdigit())
}

/// The names of records, sums and values that are kept. None is given twice.
pub fn of_types(manifest: &Manifest) -> BTreeMap<&str, String> {
    let mut taken: BTreeSet<String> = TAKEN.iter().map(|name| (*name).to_string()).collect();
    let mut names = BTreeMap::new();
    // Elements before arrays of them; what has a name before what has none.
    let mut types: Vec<(&String, &Type)> = manifest.types.iter().collect();
    types
        .sort_by_key(|(_, ty)| (matches!(ty.kind, Kind::Opaque(..)), is_hash(ty.c_name.trim_start_matches("opaque_"))));
    for (futhark, ty) in types {
        let own = ty.c_name.trim_start_matches("opaque_");
        let mut name = match &ty.kind {
            Kind::Array(..) => continue,
            Kind::Opaque(elem, rank, _) => {
                let elem: &String = names.get(elem.as_str()).unwrap_or(elem);
                let rank = if *rank == 1 { String::new() } else { rank.to_string() };
                format!("{}Array{rank}", camel(elem))
            }
            Kind::Record(fields) if is_hash(own) => {
                "Record".to_string() + &fields.iter().map(|field| camel(&field.label)).collect::<String>()
            }
            Kind::Sum(cases) if is_hash(own) => cases.iter().map(|case| camel(&case.tag)).collect(),
            _ => camel(own),
        };
        if taken.contains(&name) {
            let number = (2..).find(|number| !taken.contains(&format!("{name}{number}")));
            let _ = write!(name, "{}", number.unwrap_or(0));
        }
        taken.insert(name.clone());
        names.insert(futhark.as_str(), name);
    }
    names
}
