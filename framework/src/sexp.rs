//! S-expressions: the textual form of every language.
//!
//! ```text
//! (let @1:10-24 (p-var x#3) (const 1) [a b] _)
//! ```
//!
//! A node is written as the head of its production, its span (`@file:start-end`, omitted if there is none) and its
//! fields in order. A list is in brackets. An absent optional field is `_`. Everything else is a leaf, in quotes if its
//! characters require them. Reading the printed text gives the same program, spans included.

use crate::{Error, Result, Span, Symbol, Terminal, span::FileId};
use std::fmt;

/// The greatest depth of trees that are read.
const MAX_DEPTH: usize = 10_000;

/// The S-expression of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// `(head @span child …)`
    Node {
        /// The production.
        head: Symbol,
        /// The place in the program's source.
        span: Span,
        /// The fields.
        children: Vec<Tree>,
        /// The place in the S-expression's text, for errors.
        at: Span,
    },
    /// `[child …]`
    List(Vec<Tree>),
    /// A terminal's text.
    Leaf(String, Span),
    /// `_`
    Absent,
}

impl Tree {
    /// A node.
    pub fn node(head: &str, span: Span, children: Vec<Tree>) -> Tree {
        Tree::Node { head: Symbol::new(head), span, children, at: Span::NONE }
    }

    /// Returns a leaf.
    pub fn leaf(text: impl Into<String>) -> Tree {
        Tree::Leaf(text.into(), Span::NONE)
    }

    /// Returns the tree without places in the program's source.
    #[must_use]
    pub fn without_spans(self) -> Tree {
        let all = |trees: Vec<Tree>| trees.into_iter().map(Tree::without_spans).collect();
        match self {
            Tree::Node { head, children, at, .. } => Tree::Node { head, span: Span::NONE, children: all(children), at },
            Tree::List(items) => Tree::List(all(items)),
            Tree::Leaf(..) | Tree::Absent => self,
        }
    }

    fn at(&self) -> Span {
        match self {
            Tree::Node { at, .. } | Tree::Leaf(_, at) => *at,
            Tree::List(items) => items.first().map_or(Span::NONE, Tree::at),
            Tree::Absent => Span::NONE,
        }
    }

    fn kind(&self) -> String {
        match self {
            Tree::Node { head, .. } => format!("`({head} …)`"),
            Tree::List(_) => "a list".into(),
            Tree::Leaf(text, _) => format!("`{text}`"),
            Tree::Absent => "`_`".into(),
        }
    }

    /// Returns the head of a node in the place of a `nonterminal`.
    pub fn head(&self, nonterminal: &str) -> Result<&'static str> {
        match self {
            Tree::Node { head, .. } => Ok(head.as_str()),
            other => Err(Error::user(other.at(), format!("expected a {nonterminal}, found {}", other.kind()))),
        }
    }

    /// Returns the error for a head that no production of `nonterminal` has.
    pub fn unknown(&self, nonterminal: &str, head: &str) -> Error {
        Error::user(self.at(), format!("{nonterminal} has no production `{head}`"))
    }

    /// Reads one S-expression. `file` is the file of the spans in errors.
    pub fn parse(text: &str, file: FileId) -> Result<Tree> {
        let mut reader = Reader { text, bytes: text.as_bytes(), at: 0, file };
        let tree = reader.tree(0)?;
        reader.skip();
        if reader.at < text.len() {
            return Err(reader.error("expected the end of the text"));
        }
        Ok(tree)
    }

    /// Returns the tree as JSON: `{"node": "let", "span": [1, 10, 24], "fields": […]}`, lists, strings and nulls.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::{Value, json};
        match self {
            Tree::Node { head, span, children, .. } => {
                let fields: Vec<Value> = children.iter().map(Tree::to_json).collect();
                if span.is_none() {
                    json!({ "node": head.as_str(), "fields": fields })
                } else {
                    json!({ "node": head.as_str(), "span": [span.file.0, span.start, span.end], "fields": fields })
                }
            }
            Tree::List(items) => Value::Array(items.iter().map(Tree::to_json).collect()),
            Tree::Leaf(text, _) => Value::String(text.clone()),
            Tree::Absent => Value::Null,
        }
    }

    fn doc(&self) -> pretty::RcDoc<'_> {
        use pretty::RcDoc;
        // Short subtrees go on one line, without asking the layout algorithm for each.
        let mut line = String::new();
        if flat(self, SHORT, &mut line) {
            return RcDoc::text(line);
        }
        match self {
            Tree::Node { head, span, children, .. } => {
                let head = if span.is_none() { head.to_string() } else { format!("{head} @{span:?}") };
                enclose("(", Some(RcDoc::text(head)), children, ")")
            }
            Tree::List(items) => enclose("[", None, items, "]"),
            Tree::Leaf(text, _) => RcDoc::text(quote(text)),
            Tree::Absent => RcDoc::text("_"),
        }
    }

    /// Returns the text, in lines of at most `width` columns where possible.
    pub fn pretty(&self, width: usize) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.doc().render_fmt(width, &mut out);
        out
    }
}

/// Subtrees of at most this many characters are never broken over lines.
const SHORT: usize = 60;

fn enclose<'t>(
    open: &'static str,
    head: Option<pretty::RcDoc<'t>>,
    items: &'t [Tree],
    close: &'static str,
) -> pretty::RcDoc<'t> {
    use pretty::RcDoc;
    let parts = head.into_iter().chain(items.iter().map(Tree::doc));
    RcDoc::text(open).append(RcDoc::intersperse(parts, RcDoc::line()).nest(2)).append(RcDoc::text(close)).group()
}

/// Writes a tree on one line. Returns false if it has more than `limit` characters.
fn flat(tree: &Tree, limit: usize, out: &mut String) -> bool {
    match tree {
        Tree::Node { head, span, children, .. } => {
            out.push('(');
            out.push_str(head.as_str());
            if !span.is_none() {
                out.push_str(&format!(" @{span:?}"));
            }
            for child in children {
                out.push(' ');
                if !flat(child, limit, out) {
                    return false;
                }
            }
            out.push(')');
        }
        Tree::List(items) => {
            out.push('[');
            for (position, item) in items.iter().enumerate() {
                if position > 0 {
                    out.push(' ');
                }
                if !flat(item, limit, out) {
                    return false;
                }
            }
            out.push(']');
        }
        Tree::Leaf(text, _) => out.push_str(&quote(text)),
        Tree::Absent => out.push('_'),
    }
    out.len() <= limit
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        flat(self, usize::MAX, &mut out);
        f.write_str(&out)
    }
}

fn is_bare(byte: u8) -> bool {
    byte > b' ' && !matches!(byte, b'(' | b')' | b'[' | b']' | b'"' | b';' | 0x7f)
}

fn quote(text: &str) -> String {
    if !text.is_empty() && text != "_" && !text.starts_with('@') && text.bytes().all(is_bare) {
        return text.to_string();
    }
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    file: FileId,
}

impl Reader<'_> {
    fn error(&self, message: impl Into<String>) -> Error {
        Error::user(Span::new(self.file, self.at, self.at + 1), message)
    }

    /// Skips white space and comments (`;` to the end of the line).
    fn skip(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            if *byte == b';' {
                while self.bytes.get(self.at).is_some_and(|byte| *byte != b'\n') {
                    self.at += 1;
                }
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    fn tree(&mut self, depth: usize) -> Result<Tree> {
        if depth > MAX_DEPTH || crate::stack::is_low() {
            return Err(self.error("nested too deeply"));
        }
        self.skip();
        let start = self.at;
        match self.bytes.get(self.at) {
            None => Err(self.error("expected an S-expression, found the end of the text")),
            Some(b'(') => {
                self.at += 1;
                self.skip();
                let head = Symbol::new(&self.token()?);
                self.skip();
                let span = if self.bytes.get(self.at) == Some(&b'@') { self.span()? } else { Span::NONE };
                let children = self.items(b')', depth)?;
                Ok(Tree::Node { head, span, children, at: Span::new(self.file, start, self.at) })
            }
            Some(b'[') => {
                self.at += 1;
                Ok(Tree::List(self.items(b']', depth)?))
            }
            Some(b')' | b']') => Err(self.error("unexpected closing bracket")),
            Some(_) => {
                let quoted = self.bytes[self.at] == b'"';
                let text = self.token()?;
                if text == "_" && !quoted {
                    return Ok(Tree::Absent);
                }
                Ok(Tree::Leaf(text, Span::new(self.file, start, self.at)))
            }
        }
    }

    fn items(&mut self, close: u8, depth: usize) -> Result<Vec<Tree>> {
        let mut items = Vec::new();
        loop {
            self.skip();
            match self.bytes.get(self.at) {
                None => return Err(self.error(format!("expected `{}`, found the end of the text", close as char))),
                Some(byte) if *byte == close => {
                    self.at += 1;
                    return Ok(items);
                }
                Some(_) => items.push(self.tree(depth + 1)?),
            }
        }
    }

    fn token(&mut self) -> Result<String> {
        if self.bytes.get(self.at) != Some(&b'"') {
            let start = self.at;
            while self.bytes.get(self.at).is_some_and(|byte| is_bare(*byte)) {
                self.at += 1;
            }
            if start == self.at {
                return Err(self.error("expected a word"));
            }
            return Ok(self.text[start..self.at].to_string());
        }
        self.at += 1;
        let mut out = String::new();
        let mut letters = self.text[self.at..].char_indices();
        while let Some((offset, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at += offset + 1;
                    return Ok(out);
                }
                '\\' => match letters.next() {
                    Some((_, 'n')) => out.push('\n'),
                    Some((_, 'r')) => out.push('\r'),
                    Some((_, 't')) => out.push('\t'),
                    Some((_, other)) => out.push(other),
                    None => break,
                },
                other => out.push(other),
            }
        }
        Err(self.error("a string without its closing quote"))
    }

    fn span(&mut self) -> Result<Span> {
        let token = self.token()?;
        let parsed = (|| {
            let (file, range) = token.strip_prefix('@')?.split_once(':')?;
            let (start, end) = range.split_once('-')?;
            Some(Span { file: FileId(file.parse().ok()?), start: start.parse().ok()?, end: end.parse().ok()? })
        })();
        parsed.ok_or_else(|| self.error(format!("`{token}` is not a span: expected `@file:start-end`")))
    }
}

/// The fields of a node, while a program is being read.
pub struct Fields<'t> {
    tree: &'t Tree,
    rest: std::slice::Iter<'t, Tree>,
    span: Span,
}

impl<'t> Fields<'t> {
    /// Returns the fields of a node, which must have `count` of them.
    pub fn new(tree: &'t Tree, count: usize) -> Result<Self> {
        match tree {
            Tree::Node { head, span, children, at } => {
                if children.len() != count {
                    let found = children.len();
                    return Err(Error::user(*at, format!("`{head}` has {count} fields, found {found}")));
                }
                Ok(Fields { tree, rest: children.iter(), span: *span })
            }
            other => Err(Error::user(other.at(), format!("expected a node, found {}", other.kind()))),
        }
    }

    /// Returns the place of the node in the program's source.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the next field.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<&'t Tree> {
        self.rest.next().ok_or_else(|| Error::user(self.tree.at(), "a field is missing"))
    }

    /// Returns the next field, or nothing if it is `_`.
    pub fn next_maybe(&mut self) -> Result<Option<&'t Tree>> {
        Ok(match self.next()? {
            Tree::Absent => None,
            other => Some(other),
        })
    }

    /// Returns the items of the next field, a list.
    pub fn next_list(&mut self) -> Result<&'t [Tree]> {
        match self.next()? {
            Tree::List(items) => Ok(items),
            other => Err(Error::user(self.tree.at(), format!("expected a list, found {}", other.kind()))),
        }
    }
}

/// Reads a terminal.
pub fn terminal<T: Terminal>(tree: &Tree) -> Result<T> {
    let of = std::any::type_name::<T>().rsplit("::").next().unwrap_or_default();
    match tree {
        Tree::Leaf(text, at) => T::read(text).ok_or_else(|| Error::user(*at, format!("`{text}` is not a {of}"))),
        other => Err(Error::user(other.at(), format!("expected a {of}, found {}", other.kind()))),
    }
}
