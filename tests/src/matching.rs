//! Comparison of printed programs: gives names small numbers, and tests whether a text contains an example.

use std::collections::HashMap;

/// Whether a name may contain a character.
fn in_name(char: char) -> bool {
    char.is_alphanumeric() || char == '_' || char == '\''
}

/// Cuts a text into names, numbers, single other characters, and spaces.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = |char: char| if in_name(char) { 0 } else { 1 + usize::from(char.is_whitespace()) };
        // A quote begins the name of a type parameter, but may also be inside of a name.
        let same = |char: char| kind(char) == kind(first) && kind(first) != 1 && first != '\'';
        let end = rest.find(|char| !same(char)).unwrap_or(rest.len()).max(first.len_utf8());
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

fn is_name(piece: &str) -> bool {
    piece.starts_with(|char: char| char.is_alphabetic() || char == '_')
}

/// Renumbers the names of a text in order of appearance: `x_93`, `x_95` and `y_94` become `x`, `x_2` and `y`. So a
/// change of the prelude, which uses up numbers, changes no text.
pub fn renumbered(text: &str) -> String {
    let mut known: HashMap<&str, String> = HashMap::new();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut out = String::new();
    for piece in pieces(text) {
        match piece.rsplit_once('_') {
            Some((base, tag)) if is_name(piece) && !base.is_empty() && tag.parse::<u32>().is_ok() => {
                let name = known.entry(piece).or_insert_with(|| {
                    let count = counts.entry(base).or_default();
                    *count += 1;
                    if *count == 1 { base.to_string() } else { format!("{base}_{count}") }
                });
                out.push_str(name);
            }
            _ => out.push_str(piece),
        }
    }
    out
}

/// Removes the places of nodes (`@1:94-100`) from an S-expression, and writes names as in the readable form: `x_3` for
/// `x#3`.
pub fn without_places(text: &str) -> String {
    let mut out = String::new();
    let mut pieces = text.split(" @");
    out.extend(pieces.next());
    for piece in pieces {
        out.push_str(piece.trim_start_matches(|char: char| char.is_ascii_digit() || char == ':' || char == '-'));
    }
    let mut parts = out.split('#').peekable();
    let mut text = String::new();
    while let Some(part) = parts.next() {
        text.push_str(part);
        if let Some(next) = parts.peek() {
            let is_tag = part.ends_with(in_name) && next.starts_with(|char: char| char.is_ascii_digit());
            text.push(if is_tag { '_' } else { '#' });
        }
    }
    text
}

/// Tokens that an example may omit.
const OPTIONAL: [&str; 3] = ["let", "in", ";"];

/// Whether a text contains the tokens of an example in sequence. Spaces, line ends, `let`, `in` and `;` are ignored.
/// `…` matches any tokens. A number without a type matches a number with a type (`2` matches `2i32`). The example may
/// omit types of variables. A name that occurs only in the example matches any one name, the same one everywhere.
pub fn contains(text: &str, example: &str) -> bool {
    let tokens = |text| -> Vec<&str> {
        let tokens = pieces(text).into_iter().filter(|piece| !piece.trim().is_empty());
        tokens.filter(|token| !OPTIONAL.contains(token)).collect()
    };
    let (text, example) = (tokens(text), tokens(example));
    (0..text.len()).any(|start| fits(&text, start, &example, &mut Vec::new()))
}

/// Whether an example matches the text from a token on. `names` maps names of the example to the names that they match.
fn fits<'t>(text: &[&'t str], at: usize, example: &[&'t str], names: &mut Vec<(&'t str, &'t str)>) -> bool {
    let Some((first, rest)) = example.split_first() else { return true };
    if *first == "…" {
        return (at..=text.len()).any(|next| fits(text, next, rest, &mut names.clone()));
    }
    let Some(token) = text.get(at) else { return false };
    let before = names.len();
    if same(first, token, text, names) && fits(text, at + 1, rest, names) {
        return true;
    }
    names.truncate(before);
    *token == ":" && type_ends(text, at + 1).into_iter().any(|end| fits(text, end, example, &mut names.clone()))
}

/// Returns the positions at which a type that begins at a token may end: before `=`, `,`, `->` or `)`.
fn type_ends(text: &[&str], start: usize) -> Vec<usize> {
    let mut depth = 0;
    let mut ends = Vec::new();
    for (at, token) in text.iter().enumerate().skip(start) {
        if depth == 0 && (["=", ",", ")"].contains(token) || text[at..].starts_with(&["-", ">"])) {
            ends.push(at);
            if *token != "-" {
                break;
            }
        }
        depth += i32::from(["(", "[", "{"].contains(token)) - i32::from([")", "]", "}"].contains(token));
    }
    ends
}

fn same<'t>(wanted: &'t str, token: &'t str, text: &[&str], names: &mut Vec<(&'t str, &'t str)>) -> bool {
    if wanted.starts_with(|char: char| char.is_ascii_digit()) {
        let suffix = token.strip_prefix(wanted);
        return suffix.is_some_and(|suffix| suffix.is_empty() || suffix.starts_with(['i', 'u', 'f']));
    }
    if !is_name(wanted) || wanted == token || text.contains(&wanted) {
        return wanted == token;
    }
    match names.iter().find(|(name, other)| *name == wanted || *other == token) {
        Some(known) => *known == (wanted, token),
        None => {
            names.push((wanted, token));
            is_name(token)
        }
    }
}

#[test]
fn numbers_of_names() {
    assert_eq!(renumbered("x_93 y_94 x_95 x_93 add_i32(f.a_7)"), "x y x_2 x add_i32(f.a)");
}

#[test]
fn places() {
    assert_eq!(without_places("(con @1:9-10 #a (var @1:2-13 x#3))"), "(con #a (var x_3))");
}

#[test]
fn examples_in_texts() {
    let text = "let x: [n]i32 = map (\\(y: i32): i32 -> y + 2i32) xs\n  in x";
    assert!(contains(text, "x = map (\\(y) -> y + 2) xs; x"));
    assert!(contains(text, "let b = map … xs in b"), "other names");
    assert!(contains(text, "(\\(y: i32) : i32 -> y + 2i32)"), "all of it");
    assert!(!contains(text, "x = map (\\(y) -> y + 3) xs"), "another number");
    assert!(!contains(text, "let a: [n]i32 = map (\\(y) -> y + 2) xs in b"), "two names for one");
    assert!(!contains(text, "a = map (\\(a) -> a + 2) xs"), "one name for two");
    assert!(!contains(text, "x = map (\\(y) -> y - 2) xs"), "another operator");
    assert!(!contains(text, "x = map (\\(y) -> xs + 2) xs"), "a name that stands for itself");
}
