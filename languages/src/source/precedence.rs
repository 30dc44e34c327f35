//! The precedence of infix operators.

/// The precedence of `a with [i] = e`, compared with operators.
pub const UPDATE: u8 = 2;

/// The built-in operators with their precedences, from 1 (lowest). Longer operators come first.
const PRECEDENCES: [(&str, u8); 26] = [
    ("`", 1),
    ("|>", 3),
    ("<|", 4),
    ("||", 5),
    ("&&", 6),
    ("<=", 7),
    (">=", 7),
    ("==", 7),
    ("!=", 7),
    (">>", 9),
    ("<<", 9),
    ("//", 11),
    ("%%", 11),
    ("**", 12),
    ("<", 7),
    (">", 7),
    ("!", 7),
    ("=", 7),
    ("&", 8),
    ("^", 8),
    ("|", 8),
    ("+", 10),
    ("-", 10),
    ("*", 11),
    ("/", 11),
    ("%", 11),
];

/// Returns the precedence of an operator, and whether it associates to the right. A user's operator has the precedence
/// of the longest built-in operator that is its prefix; a name used as an operator has that of `` ` ``.
pub fn of(op: &str) -> (u8, bool) {
    let known = PRECEDENCES.iter().find(|(prefix, _)| op.starts_with(prefix));
    let (prefix, level) = known.copied().unwrap_or(("`", 1));
    (level, prefix == "<|")
}
