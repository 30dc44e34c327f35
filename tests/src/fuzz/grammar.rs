//! Generates sentences of a grammar from bytes. The same bytes give the same sentence; no bytes give the smallest
//! sentence.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The grammar of Futhark.
pub static FUTHARK: LazyLock<Grammar> = LazyLock::new(|| Grammar::read(include_str!("futhark.grammar")));

/// The number of tokens after which a sentence takes only the smallest alternatives.
const LARGE: usize = 400;

/// A source of choices: bytes, and zeros after them.
pub struct Choices<'b> {
    bytes: std::slice::Iter<'b, u8>,
}

impl<'b> Choices<'b> {
    /// Returns the choices that these bytes make.
    pub fn new(bytes: &'b [u8]) -> Choices<'b> {
        Choices { bytes: bytes.iter() }
    }

    /// Returns a number below `count`, which is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        let mut number = 0;
        let mut range = 1;
        while range < count {
            number = number << 8 | usize::from(self.bytes.next().copied().unwrap_or(0));
            range <<= 8;
        }
        number % count
    }

    /// Whether no bytes are left.
    pub fn is_spent(&self) -> bool {
        self.bytes.as_slice().is_empty()
    }
}

/// Part of an alternative.
#[derive(Debug, Clone, PartialEq)]
enum Item {
    Token(String),
    /// The next token follows without a space.
    Glue,
    Rule(usize),
}

/// A context-free grammar.
#[derive(Debug)]
pub struct Grammar {
    /// The alternatives of every rule. Sentences start from the first rule.
    rules: Vec<Vec<Vec<Item>>>,
    /// For every rule, the alternative that leads to the lowest tree.
    lowest: Vec<usize>,
}

impl Grammar {
    /// Reads the notation that `futhark.grammar` describes. Panics on any other text, since grammars are part of the
    /// tests.
    pub fn read(text: &str) -> Grammar {
        let mut definitions: Vec<(&str, String)> = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            match (line.starts_with(' '), line.split_once(" = ").or_else(|| line.split_once(" ="))) {
                (false, Some((name, body))) => definitions.push((name.trim(), body.to_string())),
                _ => definitions.last_mut().expect("a rule before its alternatives").1.push_str(line),
            }
        }
        let numbers: HashMap<&str, usize> = definitions.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
        let rules: Vec<_> = definitions.iter().map(|(_, body)| alternatives(body, &numbers)).collect();
        let lowest = lowest(&rules);
        Grammar { rules, lowest }
    }

    /// Returns the tokens of a sentence, each with the space before it, if there is one.
    pub fn sentence(&self, choices: &mut Choices<'_>) -> Vec<String> {
        let mut tokens: Vec<String> = Vec::new();
        let mut todo = vec![Item::Rule(0)];
        let mut glued = true;
        while let Some(item) = todo.pop() {
            match item {
                Item::Token(token) => {
                    let space = if glued || token.is_empty() { "" } else { " " };
                    tokens.push(format!("{space}{token}"));
                    glued = false;
                }
                Item::Glue => glued = true,
                Item::Rule(rule) => {
                    let alternatives = &self.rules[rule];
                    let small = choices.is_spent() || tokens.len() + todo.len() > LARGE;
                    let chosen = if small { self.lowest[rule] } else { choices.below(alternatives.len()) };
                    todo.extend(alternatives[chosen].iter().rev().cloned());
                }
            }
        }
        tokens
    }
}

fn alternatives(body: &str, numbers: &HashMap<&str, usize>) -> Vec<Vec<Item>> {
    let mut all = vec![Vec::new()];
    let mut rest = body.trim_start();
    while let Some(first) = rest.chars().next() {
        let last = all.last_mut().expect("never empty");
        let length = match first {
            '|' => {
                all.push(Vec::new());
                1
            }
            '~' => {
                last.push(Item::Glue);
                1
            }
            '"' => {
                let (token, length) = quoted(rest);
                last.push(Item::Token(token));
                length
            }
            _ => {
                let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let number = numbers.get(&rest[..length]).unwrap_or_else(|| panic!("no rule {}", &rest[..length]));
                last.push(Item::Rule(*number));
                length
            }
        };
        rest = rest[length..].trim_start();
    }
    all
}

/// Returns a token given in quotes, with JSON's escapes, and the length of the quoted text.
fn quoted(text: &str) -> (String, usize) {
    let mut strings = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let token = strings.next().expect("a token").expect("quotes are closed, and escapes right");
    (token, strings.byte_offset())
}

/// Returns, for every rule, the alternative that leads to the lowest tree.
fn lowest(rules: &[Vec<Vec<Item>>]) -> Vec<usize> {
    let mut heights = vec![usize::MAX; rules.len()];
    let mut lowest = vec![0; rules.len()];
    loop {
        let mut changed = false;
        for (rule, alternatives) in rules.iter().enumerate() {
            for (at, items) in alternatives.iter().enumerate() {
                let below = items.iter().filter_map(|item| match item {
                    Item::Rule(rule) => Some(heights[*rule]),
                    _ => None,
                });
                let height = below.max().unwrap_or(0).saturating_add(1);
                if height < heights[rule] {
                    (heights[rule], lowest[rule], changed) = (height, at, true);
                }
            }
        }
        if !changed {
            assert!(heights.iter().all(|height| *height < usize::MAX), "a rule has no finite sentence");
            return lowest;
        }
    }
}
