//! The file `futhark.pkg`: the path of a package, and the packages that it requires.
//!
//! ```text
//! package github.com/sturluson/edda
//!
//! require {
//!   -- for sorting
//!   github.com/athas/fut-foo 0.1.0 #d285563c25c5152b1ae80fc64de64ff2775fa733
//! }
//! ```

use super::version::Version;
use std::fmt;
use std::str::FromStr;

/// The name of the file.
pub const FILE: &str = "futhark.pkg";

/// The path of a package: where it is on the network, without a protocol, and its folder in `lib`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackagePath(String);

impl PackagePath {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The repository, and the major version behind `@`, if there is one.
    pub fn repository(&self) -> (&str, Option<u64>) {
        match self.0.rsplit_once('@').map(|(path, major)| (path, major.parse())) {
            Some((path, Ok(major))) => (path, Some(major)),
            _ => (&self.0, None),
        }
    }

    /// Whether this path belongs to packages with a major version: 0 and 1 unless the path says another.
    pub fn has_major(&self, major: u64) -> bool {
        self.repository().1.map_or(major < 2, |own| own == major)
    }
}

impl FromStr for PackagePath {
    type Err = String;

    /// A path never leads out of a folder.
    fn from_str(text: &str) -> Result<PackagePath, String> {
        let is_name = |name: &str| !name.is_empty() && name != "." && name != "..";
        match text.chars().all(in_path) && text.split('/').all(is_name) {
            true => Ok(PackagePath(text.into())),
            false => Err(format!("`{text}` is no package path: these are like `github.com/user/package`")),
        }
    }
}

impl fmt::Display for PackagePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn in_path(char: char) -> bool {
    char.is_alphanumeric() || "@-/.:_~".contains(char)
}

/// A package that is required.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Required {
    /// The package.
    pub path: PackagePath,
    /// The oldest version that will do.
    pub version: Version,
    /// The commit of that version.
    pub commit: Option<String>,
}

impl fmt::Display for Required {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.version)?;
        self.commit.as_ref().map_or(Ok(()), |commit| write!(f, " #{commit}"))
    }
}

/// A line between the braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A comment, behind its mark.
    Comment(String),
    /// A package.
    Required(Required),
}

/// A manifest. Comments are kept behind their marks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The package's own path. A program that only uses packages has none.
    pub path: Option<PackagePath>,
    /// What is required.
    pub lines: Vec<Line>,
    /// The comments before the path, before `require`, and at the end.
    comments: [Vec<String>; 3],
}

impl Manifest {
    /// The manifest of a new package.
    pub fn new(path: PackagePath) -> Manifest {
        Manifest { path: Some(path), ..Manifest::default() }
    }

    /// The packages that are required.
    pub fn required(&self) -> impl Iterator<Item = &Required> {
        self.lines.iter().filter_map(|line| match line {
            Line::Required(required) => Some(required),
            Line::Comment(_) => None,
        })
    }

    /// The packages that are required, to be changed.
    pub fn required_mut(&mut self) -> impl Iterator<Item = &mut Required> {
        self.lines.iter_mut().filter_map(|line| match line {
            Line::Required(required) => Some(required),
            Line::Comment(_) => None,
        })
    }

    /// Requires a package. Returns what was required of it before.
    pub fn require(&mut self, new: Required) -> Option<Required> {
        if let Some(required) = self.required_mut().find(|required| required.path == new.path) {
            return Some(std::mem::replace(required, new));
        }
        self.lines.push(Line::Required(new));
        None
    }

    /// Requires a package no longer. Returns what was required of it before.
    pub fn remove(&mut self, path: &PackagePath) -> Option<Required> {
        let found = self.required().find(|required| required.path == *path).cloned();
        self.lines.retain(|line| !matches!(line, Line::Required(required) if required.path == *path));
        found
    }
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comments = |f: &mut fmt::Formatter<'_>, number: usize| {
            self.comments[number].iter().try_for_each(|comment| writeln!(f, "--{comment}"))
        };
        comments(f, 0)?;
        self.path.as_ref().map_or(Ok(()), |path| writeln!(f, "package {path}\n"))?;
        comments(f, 1)?;
        writeln!(f, "require {{")?;
        self.lines.iter().try_for_each(|line| match line {
            Line::Comment(comment) => writeln!(f, "  --{comment}"),
            Line::Required(required) => writeln!(f, "  {required}"),
        })?;
        writeln!(f, "}}")?;
        comments(f, 2)
    }
}

/// A reader of manifests.
struct Parser<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Parser<'t> {
    fn wrong<T>(&self, expected: &str) -> Result<T, String> {
        let line = 1 + self.text[..self.text.len() - self.rest.len()].matches('\n').count();
        let found = self.rest.split_whitespace().next().map_or("the end".into(), |word| format!("`{word}`"));
        Err(format!("line {line}: expected {expected}, found {found}"))
    }

    /// Reads a comment, if there is one.
    fn comment(&mut self) -> Option<String> {
        self.rest = self.rest.trim_start();
        let comment = self.rest.strip_prefix("--")?;
        let (comment, rest) = comment.split_once('\n').unwrap_or((comment, ""));
        self.rest = rest;
        Some(comment.trim_end_matches('\r').to_string())
    }

    fn comments(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.comment()).collect()
    }

    fn word(&mut self, word: &str) -> bool {
        match self.rest.trim_start().strip_prefix(word) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Reads the characters up to the first that does not belong.
    fn span(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
        let (found, rest) = self.rest.split_at(self.rest.find(|char| !belongs(char)).unwrap_or(self.rest.len()));
        self.rest = rest;
        found
    }

    fn path(&mut self) -> Result<PackagePath, String> {
        self.rest = self.rest.trim_start();
        let start = self.rest;
        self.span(in_path).parse().or_else(|_| {
            self.rest = start;
            self.wrong("a package path")
        })
    }

    fn required(&mut self) -> Result<Required, String> {
        let path = self.path()?;
        let start = self.rest;
        let version = self.span(|char| !char.is_whitespace() && !"#}".contains(char)).parse();
        let Ok(version) = version else {
            self.rest = start;
            return self.wrong("a version like `1.0.0`");
        };
        self.rest = self.rest.trim_start_matches([' ', '\t']);
        let commit = match self.rest.strip_prefix('#') {
            None => None,
            Some(rest) => {
                self.rest = rest;
                Some(self.span(char::is_alphanumeric).to_string()).filter(|commit| !commit.is_empty())
            }
        };
        Ok(Required { path, version, commit })
    }
}

impl FromStr for Manifest {
    type Err = String;

    fn from_str(text: &str) -> Result<Manifest, String> {
        let mut parser = Parser { text, rest: text };
        let mut manifest = Manifest::default();
        manifest.comments[0] = parser.comments();
        if parser.word("package") {
            manifest.path = Some(parser.path()?);
        }
        manifest.comments[1] = parser.comments();
        if parser.word("require") {
            if !parser.word("{") {
                return parser.wrong("`{`");
            }
            while !parser.word("}") {
                if let Some(comment) = parser.comment() {
                    manifest.lines.push(Line::Comment(comment));
                    continue;
                }
                let required = parser.required()?;
                if manifest.required().any(|other| other.path == required.path) {
                    return Err(format!("{} is required twice", required.path));
                }
                manifest.lines.push(Line::Required(required));
            }
        }
        manifest.comments[2] = parser.comments();
        if parser.rest.trim().is_empty() { Ok(manifest) } else { parser.wrong("the end") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_are_read_and_written() {
        let text = "-- mine\npackage github.com/a/b@2\n\n-- needs\nrequire {\n  -- for sorting\n  \
                    github.com/c/d 0.1.0 #d28556\n  e.org/f 0.0.0-20180801102532+af6d\n}\n-- end\n";
        let manifest: Manifest = text.parse().unwrap();
        assert_eq!(manifest.to_string(), text);
        assert_eq!(manifest.required().count(), 2);
        let short: Manifest = "require { a/b 1.0.0#a c/d 2.0.0 }".parse().unwrap();
        assert_eq!(short.to_string(), "require {\n  a/b 1.0.0 #a\n  c/d 2.0.0\n}\n");
        assert_eq!("".parse::<Manifest>().unwrap().to_string(), "require {\n}\n");
    }

    #[test]
    fn wrong_manifests_are_refused() {
        for (text, message) in [
            ("require {\n  a/b 1.0\n}", "line 2: expected a version like `1.0.0`, found `1.0`"),
            ("require {\n  ../b 1.0.0\n}", "line 2: expected a package path, found `../b`"),
            ("package /etc", "line 1: expected a package path, found `/etc`"),
            ("require {", "line 1: expected a package path, found the end"),
            ("require { a 1.0.0 a 2.0.0 }", "a is required twice"),
            ("requires {}", "line 1: expected `{`, found `s`"),
            ("x", "line 1: expected the end, found `x`"),
        ] {
            assert_eq!(text.parse::<Manifest>().unwrap_err(), message, "{text}");
        }
    }
}
