//! Names in C: those that Futhark's compiler gives to types.

use super::super::interface::{Array, Outside, Parts};
use md5::{Digest, Md5};

/// Whether a text is a letter, then letters, digits and underscores.
fn is_plain(text: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphabetic();
    text.starts_with(letter) && text.chars().all(|c| letter(c) || c.is_ascii_digit() || c == '_')
}

/// The start of a type's name with other words for brackets and dots, and what follows it: `[]` is `arr1d_`, `(i32, t)`
/// is `tup2_i32_t`, and `m.t` is `m_t`. Such a name has at most one module.
fn spelled(name: &str) -> Option<(String, &str)> {
    let elem = name.trim_start_matches("[]");
    let rank = (name.len() - elem.len()) / 2;
    if rank > 0 {
        let (elem, rest) = spelled(elem)?;
        return Some((format!("arr{rank}d_{elem}"), rest));
    }
    if let Some(mut rest) = name.strip_prefix('(') {
        let mut parts = Vec::new();
        while !rest.starts_with(')') {
            let (part, after) = spelled(rest)?;
            parts.push(part);
            rest = match after.strip_prefix(',') {
                Some(next) => next.trim_start(),
                None if after.starts_with(')') => after,
                None => return None,
            };
        }
        return Some((format!("tup{}_{}", parts.len(), parts.join("_")), &rest[1..]));
    }
    let (word, rest) = atom(name)?;
    match rest.strip_prefix('.') {
        Some(rest) => atom(rest).map(|(ty, rest)| (format!("{word}_{ty}"), rest)),
        None => Some((word.into(), rest)),
    }
}

/// The start of a name up to a bracket, a comma or a dot.
fn atom(name: &str) -> Option<(&str, &str)> {
    let end = name.find(['[', ']', '(', ')', '{', '}', ',', '.']).unwrap_or(name.len());
    (end > 0).then(|| name.split_at(end))
}

/// The name of a type that is opaque to callers, without the word `opaque`. Names that cannot be spelled are hashed.
fn opaque(name: &str) -> String {
    if name == "()" {
        return "unit".into();
    }
    match spelled(name) {
        Some((spelled, "")) if is_plain(&spelled) => spelled,
        _ => Md5::digest(name).iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}

/// The name of a type in the names of its functions: `f64_2d`, `opaque_point`.
pub fn name(ty: &Outside) -> String {
    match &ty.parts {
        Parts::Array(Array { rank, elem, .. }) if matches!(elem.parts, Parts::Prim(_)) => {
            format!("{}_{rank}d", elem.name)
        }
        _ => format!("opaque_{}", opaque(&ty.name)),
    }
}

/// The name of a field, a constructor or an entry point.
pub fn part(label: &str) -> String {
    if !label.contains('\'') {
        return label.into();
    }
    label.replace('z', "zz").replace('Z', "ZZ").replace('\'', "zq")
}

#[cfg(test)]
mod tests {
    use super::{opaque, part};

    #[test]
    fn names_are_those_of_futhark() {
        assert_eq!(opaque("(i32, (f32, bool))"), "tup2_i32_tup2_f32_bool");
        assert_eq!(opaque("[][](i32, bool)"), "arr2d_tup2_i32_bool");
        assert_eq!(opaque("point"), "point");
        assert_eq!(opaque("[](m.point, _t)"), "arr1d_tup2_m_point__t");
        assert_eq!((opaque("()").as_str(), opaque("[]()").as_str()), ("unit", "arr1d_tup0_"));
        assert_eq!(opaque("{a:i32}"), "54566552bf5dd2cedf4a4ec509dc8cdd");
        assert_eq!(opaque("a: | b:i32"), "f40eccb41ad8072d6e6c31b06dde71fb");
        assert_eq!(opaque("m.inner.z"), "884f5fb9b2eb8d4572834acf33f1d878");
        assert_eq!(opaque("_t"), "05cb7dc333ca611d0a8969704e39a9f0");
        assert_eq!(part("z'_a"), "zzzq_a");
    }
}
