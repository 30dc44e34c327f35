//! Functions and structs that are printed once. Versions of nested parallel code, and entry points that call the same
//! functions, contain the same kernels again and again, with other names for their variables. So variables get new
//! names, by the order in which a text mentions them; then equal texts are one function.

use rustc_hash::FxHashMap;
use std::borrow::Cow;

use super::parts::{Definition, Place};
use super::program::Unit;

/// Names of functions and structs of the program, by their text without a name.
#[derive(Default)]
pub struct Shared(FxHashMap<String, String>);

impl Unit {
    /// The name of the function or struct with this text, `head` before its name and `rest` after it. Adds it if there
    /// is none. It mentions no variables but its own.
    pub(super) fn share(&mut self, stem: &str, head: &str, rest: &str, place: Place) -> String {
        let rest = numbered(rest);
        // Names of functions have no `_` before the number, so that they are not names of variables.
        let next = format!("{stem}{}", self.shared.0.len());
        let name = self.shared.0.entry(format!("{head} {stem} {rest}")).or_insert_with(|| next.clone()).clone();
        if name == next {
            self.functions.push(Definition { text: format!("{head} {name}{rest}"), place });
        }
        name
    }
}

/// A text in C whose variables are numbered from 0 on, by their first mention.
fn numbered(text: &str) -> String {
    let in_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(in_word) {
        let (before, at_word) = rest.split_at(start);
        let (word, after) = at_word.split_at(at_word.find(|c| !in_word(c)).unwrap_or(at_word.len()));
        out.push_str(before);
        out.push_str(&match variable(word) {
            Some((stem, name, suffix)) => {
                let next = numbers.len();
                let number = numbers.entry(name).or_insert(next);
                Cow::from(format!("{stem}{number}{suffix}"))
            }
            None => Cow::from(word),
        });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// If a word names a variable or its memory block (`types::identifier`), or is a temporary: the name without its
/// number, the whole name of the variable, and what follows it.
fn variable(word: &str) -> Option<(&str, &str, &str)> {
    let name = word.strip_suffix("_block").or_else(|| word.strip_suffix("_given")).unwrap_or(word);
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_variable = stem.len() < name.len()
        && (stem == "t" || stem.ends_with('_'))
        && stem.starts_with(|c: char| c.is_ascii_alphabetic());
    is_variable.then(|| (stem, name, &word[name.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_numbered_and_other_words_are_kept() {
        let text =
            "(const double x_17, struct block *m_9_block) { t4 = f_i32(x_17, m_9, x_170); formula12(INT64_C(5)); }";
        assert_eq!(
            numbered(text),
            "(const double x_0, struct block *m_1_block) { t2 = f_i32(x_0, m_1, x_3); formula12(INT64_C(5)); }"
        );
    }
}
