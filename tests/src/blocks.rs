//! The `-- ==` blocks of Futhark programs: inputs and expected outcomes.
//!
//! ```text
//! -- ==
//! -- tags { no_vulkan }
//! -- entry: f g
//! -- input { [1, 2] 3i64 }
//! -- output { 4 }
//! -- input @ data/numbers.in
//! -- error: Index .* out of bounds
//! ```

use languages::value::{Reader, Value};
use regex::Regex;
use std::path::Path;

/// One `-- ==` block.
#[derive(Debug, Default)]
pub struct Block {
    /// The tags, such as `no_vulkan`.
    pub tags: Vec<String>,
    /// The entry points to which all cases apply.
    pub entries: Vec<String>,
    /// The expected compile error, if the program is wrong.
    pub error: Option<Regex>,
    /// The cases.
    pub cases: Vec<Case>,
}

/// An input and its expected outcome.
#[derive(Debug)]
pub struct Case {
    /// The line of the block's `input`.
    pub line: usize,
    /// The arguments.
    pub input: Vec<Value>,
    /// The expected outcome.
    pub expected: Expected,
}

/// The expected outcome of an input.
#[derive(Debug)]
pub enum Expected {
    /// These results.
    Values(Vec<Value>),
    /// A failure with a message that matches.
    Error(Regex),
    /// Any results.
    Success,
}

/// Reads the blocks of a program. `folder` is the folder of the files that they name. Errors name the line.
pub fn read(text: &str, folder: &Path) -> Result<Vec<Block>, String> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate().peekable();
    while let Some((_, line)) = lines.next() {
        if line.trim() != "-- ==" {
            continue;
        }
        let mut content = String::new();
        let first = lines.peek().map_or(0, |(number, _)| *number) + 1;
        while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with("--") && line.trim() != "-- ==") {
            content.push_str(&line[2..]);
            content.push('\n');
        }
        blocks.push(Scanner { text: &content, at: 0, first, folder }.block()?);
    }
    Ok(blocks)
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    /// The line at which the block begins.
    first: usize,
    folder: &'t Path,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn line(&self) -> usize {
        self.first + self.text[..self.at].matches('\n').count()
    }

    fn error(&self, what: impl std::fmt::Display) -> String {
        format!("line {}: {what}", self.line())
    }

    fn skip(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Takes the next word if it is `word`. Returns whether it was.
    fn word(&mut self, word: &str) -> bool {
        self.skip();
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// Takes the rest of the line.
    fn rest_of_line(&mut self) -> &'t str {
        let rest = self.rest();
        let line = rest.lines().next().unwrap_or_default();
        self.at += line.len();
        line.trim()
    }

    /// Takes the text in braces.
    fn braces(&mut self) -> Result<&'t str, String> {
        if !self.word("{") {
            return Err(self.error("expected `{`"));
        }
        let rest = self.rest();
        let end = rest.find('}').ok_or_else(|| self.error("`{` without `}`"))?;
        self.at += end + 1;
        Ok(&rest[..end])
    }

    fn values(&mut self) -> Result<Vec<Value>, String> {
        let bytes = if self.word("@") {
            let name = self.rest_of_line();
            std::fs::read(self.folder.join(name)).map_err(|error| self.error(format!("{name}: {error}")))?
        } else {
            self.braces()?.as_bytes().to_vec()
        };
        let mut reader = Reader::new(&bytes).map_err(|error| self.error(error))?;
        reader.read_all().map_err(|error| self.error(error))
    }

    fn regex(&mut self) -> Result<Regex, String> {
        let pattern = self.rest_of_line();
        Regex::new(pattern).map_err(|error| self.error(error))
    }

    fn block(mut self) -> Result<Block, String> {
        let mut block = Block::default();
        loop {
            if self.word("tags") {
                block.tags = self.braces()?.split_whitespace().map(str::to_string).collect();
            } else if self.word("entry:") {
                block.entries = self.rest_of_line().split_whitespace().map(str::to_string).collect();
            } else if self.word("error:") {
                block.error = Some(self.regex()?);
            } else if self.word("input") {
                let line = self.line();
                let input = self.values()?;
                let expected = if self.word("output") {
                    Expected::Values(self.values()?)
                } else if self.word("error:") {
                    Expected::Error(self.regex()?)
                } else {
                    Expected::Success
                };
                block.cases.push(Case { line, input, expected });
            } else {
                break;
            }
        }
        self.skip();
        if !self.rest().is_empty() {
            let found = self.rest().lines().next().unwrap_or_default();
            return Err(self.error(format!("cannot read `{found}`")));
        }
        if block.entries.is_empty() {
            block.entries.push("main".into());
        }
        Ok(block)
    }
}
