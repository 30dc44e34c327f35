//! Reads test blocks, whose comment marks are blanks.

use super::format::{Block, Case, Expected, Input, Mistake, Pattern, Random, default_name};
use crate::dataset::random::SizedType;
use crate::script;
use languages::prim::PrimType;
use languages::value::{Reader, Value};
use regex::RegexBuilder;
use std::fmt;
use std::ops::Range;

/// The words that begin something else than a case.
const OTHERS: [&str; 2] = ["structure", "warning"];

/// A position in a block.
pub struct Scanner<'t> {
    /// The text up to the end of the block.
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    /// The start of a block. `text` ends with the block.
    pub fn new(text: &'t str, at: usize) -> Scanner<'t> {
        Scanner { text, at }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn line(&self, at: usize) -> usize {
        // A place may be inside of a character.
        1 + self.text.bytes().take(at).filter(|byte| *byte == b'\n').count()
    }

    /// A mistake at a place.
    pub fn mistake(&self, place: Range<usize>, message: impl Into<String>) -> Mistake {
        Mistake { line: self.line(place.start), place, message: message.into() }
    }

    /// A mistake at the next word.
    fn wrong(&self, message: impl fmt::Display) -> Mistake {
        let word = self.rest().split_whitespace().next().map_or(0, str::len);
        self.mistake(self.at..self.at + word, message.to_string())
    }

    fn expected(&mut self, what: &str) -> Mistake {
        self.skip();
        match self.rest().split_whitespace().next() {
            Some(found) => self.wrong(format!("expected {what}, found `{found}`")),
            None => {
                let end = self.text.trim_end().len();
                self.mistake(end..end, format!("expected {what}, but the block ends here"))
            }
        }
    }

    fn skip(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Takes a text if it is next. Returns whether it was.
    fn take(&mut self, text: &str) -> bool {
        self.skip();
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// The next word of letters, digits, dashes and underscores; empty if something else is next.
    fn peek_word(&mut self) -> &'t str {
        self.skip();
        let rest = self.rest();
        let in_word = |char: char| char.is_alphanumeric() || matches!(char, '-' | '_');
        &rest[..rest.find(|char| !in_word(char)).unwrap_or(rest.len())]
    }

    /// Takes a word if it is next. Returns whether it was.
    fn word(&mut self, word: &str) -> bool {
        self.peek_word() == word && self.take(word)
    }

    fn rest_of_line(&mut self) -> &'t str {
        let line = self.rest().lines().next().unwrap_or_default();
        self.at += line.len();
        line.trim()
    }

    /// Takes a word in front of a colon, with the colon. Returns whether they were next.
    fn heading(&mut self, word: &str) -> bool {
        self.peek_word() == word && self.rest()[word.len()..].starts_with(':') && {
            self.at += word.len() + 1;
            true
        }
    }

    fn pattern(&mut self) -> Result<Pattern, Mistake> {
        let start = self.at;
        let text = self.rest_of_line();
        if text.is_empty() {
            return Ok(Pattern(None));
        }
        match RegexBuilder::new(text).dot_matches_new_line(true).build() {
            Ok(regex) => Ok(Pattern(Some(regex))),
            Err(error) => {
                let error = error.to_string();
                let why = error.lines().last().unwrap_or_default().trim_start_matches("error: ");
                Err(self.mistake(start..self.at, format!("not a regular expression: {why}")))
            }
        }
    }

    /// Takes things in braces. `one` takes one of them.
    fn braces<T>(&mut self, mut one: impl FnMut(&mut Self) -> Result<T, Mistake>) -> Result<Vec<T>, Mistake> {
        if !self.take("{") {
            return Err(self.expected("`{`"));
        }
        let mut all = Vec::new();
        while !self.take("}") {
            if self.rest().is_empty() {
                return Err(self.expected("`}`"));
            }
            all.push(one(self)?);
        }
        Ok(all)
    }

    fn file(&mut self) -> Result<String, Mistake> {
        self.skip();
        let name = self.rest().split_whitespace().next().unwrap_or_default();
        if name.is_empty() {
            return Err(self.expected("the name of a file"));
        }
        self.at += name.len();
        Ok(name.to_string())
    }

    fn value(&mut self) -> Result<Value, Mistake> {
        self.skip();
        let rest = self.rest().as_bytes();
        let read = Reader::new(rest).and_then(|mut reader| Ok((reader.next(None)?, reader.offset())));
        match read {
            Ok((Some(value), length)) => {
                self.at += length;
                Ok(value)
            }
            Ok((None, _)) => Err(self.expected("a value")),
            Err(error) => {
                let at = self.at + error.offset.min(rest.len());
                Err(self.mistake(at..at + 1, error.message))
            }
        }
    }

    fn random(&mut self) -> Result<Random, Mistake> {
        self.skip();
        if self.rest().starts_with('[') || self.peek_word().parse::<PrimType>().is_ok() {
            let (ty, rest) = SizedType::read(self.rest()).map_err(|why| self.wrong(why))?;
            self.at = self.text.len() - rest.len();
            return Ok(Random::Of(ty));
        }
        self.value().map(Random::Constant)
    }

    fn script(&mut self) -> Result<Input, Mistake> {
        if self.take("@") {
            return self.file().map(Input::ScriptFile);
        }
        if !self.take("{") {
            return Err(self.expected("`{` or `@`"));
        }
        let (exp, rest) = script::read_prefix(self.rest()).map_err(|wrong| {
            let at = self.at + wrong.offset;
            self.mistake(at..at + 1, wrong.message)
        })?;
        self.at = self.text.len() - rest.len();
        if !self.take("}") {
            return Err(self.expected("`}`"));
        }
        Ok(Input::Script(exp))
    }

    /// Reads tags that stand before `input`, and this word.
    fn case_tags(&mut self) -> Result<Vec<String>, Mistake> {
        let mut tags = Vec::new();
        loop {
            let word = self.peek_word();
            if word.is_empty() || OTHERS.contains(&word) {
                return Err(self.expected("`input`"));
            }
            self.at += word.len();
            if word == "input" {
                return Ok(tags);
            }
            tags.push(word.to_string());
        }
    }

    fn case(&mut self, number: usize) -> Result<Case, Mistake> {
        let name = if self.take("\"") {
            let (name, _) = self.rest().split_once('"').ok_or_else(|| self.expected("`\"`"))?;
            self.at += name.len() + 1;
            Some(name.to_string())
        } else {
            None
        };
        let tags = self.case_tags()?;
        let line = self.line(self.at);
        let has = |tag: &str| tags.iter().any(|own| own == tag);
        let input = if has("random") {
            Input::Random(self.braces(Self::random)?)
        } else if has("script") {
            self.script()?
        } else if self.take("@") {
            Input::File(self.file()?)
        } else {
            Input::Values(self.braces(Self::value)?)
        };
        let expected = if self.heading("error") {
            Expected::Error(self.pattern()?)
        } else if self.peek_word() == "auto" && self.rest()["auto".len()..].trim_start().starts_with("output") {
            let _ = self.word("auto") && self.word("output");
            Expected::Auto
        } else if self.word("output") {
            if self.take("@") { Expected::File(self.file()?) } else { Expected::Values(self.braces(Self::value)?) }
        } else {
            Expected::Success
        };
        Ok(Case { line, name: name.unwrap_or_else(|| default_name(number, &input)), tags, input, expected })
    }

    /// Reads the whole block.
    pub fn block(mut self) -> Result<Block, Mistake> {
        let mut block = Block { line: self.line(self.at), ..Block::default() };
        if self.word("tags") {
            block.tags = self.braces(|scanner| match scanner.peek_word() {
                "" => Err(scanner.expected("a tag")),
                tag => {
                    scanner.at += tag.len();
                    Ok(tag.to_string())
                }
            })?;
        }
        if self.heading("error") {
            block.error = Some(self.pattern()?);
        } else {
            if self.heading("entry") {
                block.entries = self.rest_of_line().split_whitespace().map(str::to_string).collect();
            }
            loop {
                self.skip();
                if self.heading("property") {
                    block.properties.extend(self.rest_of_line().split_whitespace().map(str::to_string));
                } else if self.heading("warning") {
                    block.warnings.push(self.pattern()?);
                } else if self.peek_word() == "structure" {
                    self.structure()?;
                    block.structures += 1;
                } else if self.rest().is_empty() {
                    break;
                } else {
                    let start = self.at;
                    let case = self.case(block.cases.len())?;
                    if block.cases.iter().any(|other| other.name == case.name) {
                        let message = format!("two cases have the name {:?}", case.name);
                        return Err(self.mistake(start..self.at, message));
                    }
                    block.cases.push(case);
                }
            }
        }
        self.skip();
        if !self.rest().is_empty() {
            return Err(self.expected("the end of the block"));
        }
        if block.entries.is_empty() {
            block.entries.push("main".into());
        }
        Ok(block)
    }

    /// Skips `structure gpu { Screma 2 }`.
    fn structure(&mut self) -> Result<(), Mistake> {
        while !matches!(self.peek_word(), "") {
            self.at += self.peek_word().len();
        }
        self.braces(|scanner| {
            let length = scanner.rest().find(|char: char| char == '}' || char.is_whitespace());
            scanner.at += length.unwrap_or(scanner.rest().len());
            Ok(())
        })?;
        Ok(())
    }
}
