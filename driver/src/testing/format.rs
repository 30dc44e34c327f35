//! The `-- ==` blocks of Futhark programs: inputs and expected outcomes.
//!
//! ```text
//! -- ==
//! -- tags { slow no_vulkan }
//! -- entry: f g
//! -- input { [1, 2] 3i64 }
//! -- output { 4 }
//! -- "large" nobench input @ data/numbers.in
//! -- error: Index .* out of bounds
//! -- random input { [100]i32 3i64 } auto output
//! -- script input { make 3 }
//! -- property: is_sorted
//! ```
//!
//! The format is that of `futhark test`. A block ends at the first line that is no comment. Only the first block may
//! have the form `error: REGEX`; then the compiler must reject the program.

use super::scanner::Scanner;
use crate::dataset::random::SizedType;
use crate::script::Exp;
use languages::value::Value;
use regex::Regex;
use std::fmt;
use std::ops::Range;

/// A block.
#[derive(Debug, Default)]
pub struct Block {
    /// The line of its start.
    pub line: usize,
    /// The tags, such as `no_vulkan`. Those of the first block are for the whole program.
    pub tags: Vec<String>,
    /// The entry points to which all cases apply.
    pub entries: Vec<String>,
    /// The expected compile error, if the program is wrong.
    pub error: Option<Pattern>,
    /// The cases.
    pub cases: Vec<Case>,
    /// Entry points that must be true of any argument.
    pub properties: Vec<String>,
    /// The warnings that the compiler must give.
    pub warnings: Vec<Pattern>,
    /// The number of `structure` tests. They are about programs inside of Futhark's own compiler.
    pub structures: usize,
}

/// An input and its expected outcome.
#[derive(Debug)]
pub struct Case {
    /// The line of the word `input`.
    pub line: usize,
    /// The name, which is unique in its block.
    pub name: String,
    /// The words before `input`, such as `nobench`.
    pub tags: Vec<String>,
    /// The arguments.
    pub input: Input,
    /// The expected outcome.
    pub expected: Expected,
}

/// The arguments of a case. Paths are relative to the program's folder.
#[derive(Debug)]
pub enum Input {
    /// These values.
    Values(Vec<Value>),
    /// The values in a file.
    File(String),
    /// Random values.
    Random(Vec<Random>),
    /// The result of an expression of FutharkScript; the components of a tuple are several arguments.
    Script(Exp),
    /// The same, from a file.
    ScriptFile(String),
}

/// An argument in `random input`.
#[derive(Debug)]
pub enum Random {
    /// A random value of a type.
    Of(SizedType),
    /// This value.
    Constant(Value),
}

/// The expected outcome of a case.
#[derive(Debug)]
pub enum Expected {
    /// These results.
    Values(Vec<Value>),
    /// The results in a file.
    File(String),
    /// The results that a reference gives.
    Auto,
    /// A failure with a message that matches.
    Error(Pattern),
    /// Any results.
    Success,
}

/// A pattern for messages. `None` matches any message.
#[derive(Debug, Clone)]
pub struct Pattern(pub(super) Option<Regex>);

impl Pattern {
    /// Whether a message matches. A `.` matches ends of lines, too.
    pub fn matches(&self, message: &str) -> bool {
        self.0.as_ref().is_none_or(|regex| regex.is_match(message))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_ref().map_or("any message", Regex::as_str))
    }
}

impl fmt::Display for Random {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Random::Of(ty) => ty.fmt(f),
            Random::Constant(value) => value.fmt(f),
        }
    }
}

/// What is wrong with a block.
#[derive(Debug)]
pub struct Mistake {
    /// The place in the program's text.
    pub place: Range<usize>,
    /// The line of the place.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// Reads the blocks of a program.
pub fn read(text: &str) -> Result<Vec<Block>, Mistake> {
    let mut blocks = Vec::new();
    // Blocks with spaces instead of comment marks, so that places stay the same.
    let mut clean = String::new();
    let mut starts = Vec::new();
    let mut inside = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_start = line.trim_end() == "-- ==";
        inside = is_start || (inside && line.starts_with("--"));
        if is_start {
            starts.push(at..at);
            clean.push_str(&line.replace("-- ==", "     "));
        } else if inside {
            clean.push_str("  ");
            clean.push_str(&line[2..]);
        } else {
            clean.push_str(line);
        }
        at += line.len();
        if let Some(block) = starts.last_mut().filter(|_| inside) {
            block.end = at;
        }
    }
    for (number, range) in starts.into_iter().enumerate() {
        let block = Scanner::new(&clean[..range.end], range.start).block()?;
        if block.error.is_some() && number > 0 {
            let message = "only the first block may expect a compile error".to_string();
            return Err(Scanner::new(&clean, range.start).mistake(range, message));
        }
        blocks.push(block);
    }
    Ok(blocks)
}

/// The most characters of values in a name.
const MOST_CHARACTERS: usize = 50;

/// The name of a case without a name of its own, as `futhark bench` shows it.
pub(super) fn default_name(number: usize, input: &Input) -> String {
    match input {
        Input::File(path) => path.strip_suffix(".gz").unwrap_or(path).to_string(),
        Input::ScriptFile(path) => path.clone(),
        Input::Random(values) => values.iter().map(Random::to_string).collect::<Vec<_>>().join(" "),
        Input::Script(exp) => exp.to_string(),
        Input::Values(values) => {
            let text = values.iter().map(Value::to_string).collect::<Vec<_>>().join(" ").replace('\n', " ");
            let short: String = text.chars().take(MOST_CHARACTERS).collect();
            let dots = if short.len() < text.len() { "..." } else { "" };
            format!("#{number} (\"{short}{dots}\")")
        }
    }
}
