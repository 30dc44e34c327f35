//! Suggestions for misspelt names.

/// Returns the known name that is nearest to a misspelt one, if it is near: at most two edits, fewer for short names.
pub fn nearest<T: AsRef<str> + Ord>(wrong: impl AsRef<str>, known: impl IntoIterator<Item = T>) -> Option<T> {
    let wrong = wrong.as_ref();
    // Every name of one letter is near every other one, so nothing is suggested for it.
    let limit = if wrong.len() < 2 { 0 } else { wrong.len().div_ceil(3).min(2) };
    let near = known
        .into_iter()
        .filter(|name| name.as_ref() != wrong && name.as_ref().len().abs_diff(wrong.len()) <= limit)
        .map(|name| (distance(name.as_ref(), wrong), name))
        .filter(|(distance, _)| *distance <= limit)
        .min();
    near.map(|(_, name)| name)
}

/// Returns the least number of edits that turn one word into the other. An edit inserts, removes or replaces a letter,
/// or swaps two neighbours.
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
        let known = ["square", "reduce", "map", "xs"];
        for (wrong, meant) in
            [("sqare", Some("square")), ("redcue", Some("reduce")), ("mpa", Some("map")), ("foo", None)]
        {
            assert_eq!(nearest(wrong, known), meant, "{wrong}");
        }
    }
}
