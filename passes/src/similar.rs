//! Names that are nearly the same: what a misspelled one was meant to be.

use framework::Symbol;

/// The known name that is nearest to the one that is wrong, if one is near.
pub fn nearest(wrong: Symbol, known: impl IntoIterator<Item = Symbol>) -> Option<Symbol> {
    // Every letter is near every other.
    let limit = if wrong.as_str().len() < 2 { 0 } else { wrong.as_str().len().div_ceil(3).min(2) };
    let near = known
        .into_iter()
        .filter(|name| *name != wrong && name.as_str().len().abs_diff(wrong.as_str().len()) <= limit)
        .map(|name| (distance(name.as_str(), wrong.as_str()), name))
        .filter(|(distance, _)| *distance <= limit)
        .min();
    near.map(|(_, name)| name)
}

/// How many characters must be inserted, removed, replaced or exchanged with their neighbours to make one word of the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    let mut last = None;
    for (i, a) in from.chars().enumerate() {
        let mut next = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let mut least = (row[j] + usize::from(a != *b)).min(row[j + 1] + 1).min(next[j] + 1);
            if j > 0 && last == Some(*b) && to[j - 1] == a {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        last = Some(a);
        before = std::mem::replace(&mut row, next);
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found() {
        let known = ["square", "reduce", "map", "xs"].map(Symbol::new);
        for (wrong, meant) in
            [("sqare", Some("square")), ("redcue", Some("reduce")), ("mpa", Some("map")), ("foo", None)]
        {
            assert_eq!(nearest(Symbol::new(wrong), known), meant.map(Symbol::new), "{wrong}");
        }
    }
}
