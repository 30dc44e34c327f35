//! The words of a command.

use super::Failure;

/// Splits a line into words: characters without spaces, or any characters between two quotes.
pub fn split(line: &str) -> Result<Vec<&str>, Failure> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or_else(|| "A quote has no end".to_string())?,
            None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}

/// A word of a command's arguments.
pub fn at<'w>(args: &[&'w str], position: usize) -> Result<&'w str, Failure> {
    args.get(position).copied().ok_or_else(too_few)
}

/// The failure of a command with too few words.
pub fn too_few() -> Failure {
    "Insufficient command args.".into()
}

/// The size of an array's dimension, of which `dimension` others are before it.
pub fn size(word: &str, dimension: usize) -> Result<usize, Failure> {
    let size = word.parse::<i64>().ok().and_then(|size| usize::try_from(size).ok());
    size.ok_or_else(|| format!("Invalid size `{word}` of dimension {}.", dimension + 1))
}

/// An index into a dimension of `size` elements, of which `dimension` others are before it.
pub fn index(word: &str, size: usize, dimension: usize) -> Result<usize, Failure> {
    let index = word.parse().ok().filter(|index| *index < size);
    index.ok_or_else(|| format!("Invalid index `{word}` on dimension {}.", dimension + 1))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_separated_by_spaces_or_quoted() {
        assert_eq!(split("call main  o\ti\r\n").unwrap(), ["call", "main", "o", "i"]);
        assert_eq!(split("fields \"(i32, bool)\" x\"y").unwrap(), ["fields", "(i32, bool)", "x\"y"]);
        assert_eq!(split("free \"\"").unwrap(), ["free", ""]);
        assert!(split("free \"a").is_err());
        assert!(split(" \n").unwrap().is_empty());
    }
}
