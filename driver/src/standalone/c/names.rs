//! Names in C: those that Futhark's compiler gives to types.

use super::super::interface::{Outside, Parts};
use md5::{Digest, Md5};

/// Whether a text is a name in C.
fn is_identifier(text: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    text.starts_with(letter) && text.chars().all(|c| letter(c) || c.is_ascii_digit())
}

/// The parts of a text between commas that are in no brackets.
fn components(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0i32, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// A type's name with the characters of names in C: `arr1d_` before arrays, `tup2_` before pairs. `None` if its name
/// cannot be spelled like that.
fn spelled(name: &str) -> Option<String> {
    if name == "()" {
        return Some("unit".into());
    }
    let elem = name.trim_start_matches("[]");
    let rank = (name.len() - elem.len()) / 2;
    if rank > 0 {
        return Some(format!("arr{rank}d_{}", spelled(elem)?));
    }
    if let Some(inner) = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let parts = components(inner);
        let spelled = parts.iter().map(|part| spelled(part)).collect::<Option<Vec<_>>>()?;
        return Some(format!("tup{}_{}", parts.len(), spelled.join("_")));
    }
    is_identifier(name).then(|| name.to_string())
}

/// The name of a type that is opaque to callers, without the word `opaque`. Names that cannot be spelled are hashed.
fn opaque(name: &str) -> String {
    spelled(name).unwrap_or_else(|| Md5::digest(name).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The name of a type in the names of its functions: `f64_2d`, `opaque_point`.
pub fn name(ty: &Outside) -> String {
    match &ty.parts {
        Parts::Array(rank, elem) if matches!(elem.parts, Parts::Prim(_)) => format!("{}_{rank}d", elem.name),
        _ => format!("opaque_{}", opaque(&ty.name)),
    }
}

/// The name of a field or a constructor.
pub fn part(label: &str) -> String {
    label.replace('\'', "zq")
}

#[cfg(test)]
mod tests {
    use super::opaque;

    #[test]
    fn names_are_those_of_futhark() {
        assert_eq!(opaque("(i32, (f32, bool))"), "tup2_i32_tup2_f32_bool");
        assert_eq!(opaque("[][](i32, bool)"), "arr2d_tup2_i32_bool");
        assert_eq!(opaque("point"), "point");
        assert_eq!(opaque("{a:i32}"), "54566552bf5dd2cedf4a4ec509dc8cdd");
        assert_eq!(opaque("a: | b:i32"), "f40eccb41ad8072d6e6c31b06dde71fb");
    }
}
