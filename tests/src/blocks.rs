//! The `-- ==` blocks of Futhark programs: what to run, and what should come of it.
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
    /// What it says of itself: `no_vulkan` for instance.
    pub tags: Vec<String>,
    /// The entry points that all cases are for.
    pub entries: Vec<String>,
    /// What the compiler must say, if the program is wrong.
    pub error: Option<Regex>,
    /// The cases.
    pub cases: Vec<Case>,
}

/// An input with what should come of it.
#[derive(Debug)]
pub struct Case {
    /// The line of its `input`.
    pub line: usize,
    /// The arguments.
    pub input: Vec<Value>,
    /// What should come of it.
    pub expected: Expected,
}

/// What should come of an input.
#[derive(Debug)]
pub enum Expected {
    /// These results.
    Values(Vec<Value>),
    /// A failure with such a message.
    Error(Regex),
    /// Any results.
    Success,
}

/// Reads the blocks of a program's text; `folder` is where the files are that they name. Errors say which line is wrong.
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
    /// The line of the block's beginning.
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

    /// Whether a word comes next; takes it if so.
    fn word(&mut self, word: &str) -> bool {
        self.skip();
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// The rest of the line.
    fn rest_of_line(&mut self) -> &'t str {
        let rest = self.rest();
        let line = rest.lines().next().unwrap_or_default();
        self.at += line.len();
        line.trim()
    }

    /// What is between braces.
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
