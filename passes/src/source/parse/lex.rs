//! Splits text into tokens, in one pass over the bytes.

use framework::{Code, Error, FileId, Span, Symbol};

use languages::codes;

use super::literal;
use super::token::{Keyword, Punct, Tok, Token};

/// Punctuation, the longest first. The lexer tries it last.
const PUNCTUATION: [Punct; 24] = [
    Punct::Hole,
    Punct::DotDotLess,
    Punct::DotDotGreater,
    Punct::DotDotDot,
    Punct::AttrOpen,
    Punct::ColonGreater,
    Punct::TickCaret,
    Punct::TickTilde,
    Punct::DotDot,
    Punct::LParen,
    Punct::RParen,
    Punct::LBracket,
    Punct::RBracket,
    Punct::LBrace,
    Punct::RBrace,
    Punct::Comma,
    Punct::Underscore,
    Punct::Question,
    Punct::Colon,
    Punct::Backslash,
    Punct::Tilde,
    Punct::Tick,
    Punct::Backtick,
    Punct::Dot,
];

/// Splits `text` into tokens; the last one is [`Tok::Eof`]. Goes on after errors.
pub(super) fn lex(file: FileId, text: &str) -> (Vec<Token>, Vec<Error>) {
    let mut lexer = Lexer { file, text, at: 0, tokens: Vec::with_capacity(text.len() / 4), errors: Vec::new() };
    lexer.run();
    (lexer.tokens, lexer.errors)
}

struct Lexer<'t> {
    file: FileId,
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    errors: Vec<Error>,
}

pub(super) fn is_operator_byte(byte: u8) -> bool {
    matches!(byte, b'+' | b'-' | b'*' | b'/' | b'%' | b'=' | b'!' | b'>' | b'<' | b'|' | b'&' | b'^' | b'.')
}

fn is_constituent(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\''
}

impl<'t> Lexer<'t> {
    /// The byte at a distance from the current one; 0 after the end.
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The number of consecutive bytes, starting at the distance `from`, that satisfy `test`.
    fn run_of(&self, from: usize, test: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.as_bytes().get(self.at + from..).unwrap_or(&[]);
        rest.iter().position(|byte| !test(*byte)).unwrap_or(rest.len())
    }

    fn error(&mut self, code: &'static Code, start: usize, end: usize, message: impl Into<String>) {
        self.errors.push(code.error(Span::new(self.file, start, end), message));
    }

    fn run(&mut self) {
        loop {
            let gap = self.at;
            self.at += self.run_of(0, |byte| byte.is_ascii_whitespace() || byte == 0x0b);
            let start = self.at;
            if start >= self.text.len() {
                break;
            }
            if let Some(kind) = self.token() {
                let glued = start == gap && start > 0;
                let token = Token { kind, span: Span::new(self.file, start, self.at), glued };
                let token = self.qualify(token);
                self.tokens.push(token);
            }
        }
        let end = self.text.len();
        self.tokens.push(Token { kind: Tok::Eof, span: Span::new(self.file, end, end), glued: false });
    }

    /// Joins an operator with the qualifiers `m.n.` directly before it, into one token.
    fn qualify(&mut self, operator: Token) -> Token {
        let Tok::Op(op) = operator.kind else { return operator };
        let mut first = operator;
        while let [.., name, dot] = self.tokens.as_slice()
            && let (Tok::Ident(_), Tok::Punct(Punct::Dot)) = (name.kind, dot.kind)
            && dot.glued
            && first.glued
        {
            first = *name;
            self.tokens.truncate(self.tokens.len() - 2);
        }
        match first.kind {
            Tok::Ident(_) => Token { kind: Tok::QualifiedOp(op), span: first.span.to(operator.span), ..first },
            _ => operator,
        }
    }

    /// Reads the token that starts here, at a byte that is no white space. `None` for comments and errors.
    fn token(&mut self) -> Option<Tok> {
        let start = self.at;
        match (self.byte(0), self.byte(1)) {
            (b'-', b'-') => self.comment(),
            (b'0'..=b'9', _) => self.number(),
            (b'_', next) if !next.is_ascii_alphanumeric() => self.punctuation(),
            (b'a'..=b'z' | b'A'..=b'Z' | b'_', _) => Some(self.word()),
            (b'#', b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'0'..=b'9') => {
                let length = self.run_of(1, is_constituent);
                self.at += 1 + length;
                self.text.get(start + 1..self.at).map(|tag| Tok::Constructor(Symbol::new(tag)))
            }
            (b'"', _) => self.string(),
            (b'\'', _) => self.tick(),
            (b'.', _) => self.punctuation(),
            (byte, _) if is_operator_byte(byte) => {
                self.at += self.run_of(0, is_operator_byte);
                Some(match self.text.get(start..self.at).unwrap_or("") {
                    "=" => Tok::Punct(Punct::Equals),
                    "->" => Tok::Punct(Punct::Arrow),
                    op => Tok::Op(Symbol::new(op)),
                })
            }
            _ => self.punctuation(),
        }
    }

    fn punctuation(&mut self) -> Option<Tok> {
        let rest = self.rest();
        if let Some(punct) = PUNCTUATION.into_iter().find(|punct| rest.starts_with(punct.text())) {
            self.at += punct.text().len();
            return Some(Tok::Punct(punct));
        }
        let unknown = rest.chars().next().unwrap_or(' ');
        let start = self.at;
        self.at += unknown.len_utf8();
        self.error(&codes::UNEXPECTED_CHARACTER, start, self.at, format!("unexpected character {unknown:?}"));
        None
    }

    /// Skips a comment. A documentation comment, which starts with `-- |` and continues over the comment lines after
    /// it, is a token.
    fn comment(&mut self) -> Option<Tok> {
        let line = self.line();
        let first = line.strip_prefix("-- |")?;
        let mut text = first.trim().to_string();
        loop {
            let mark = self.at;
            self.at += 1;
            self.at += self.run_of(0, |byte| matches!(byte, b' ' | b'\t' | b'\r' | 0x0c | 0x0b));
            if !self.rest().starts_with("--") || self.rest().starts_with("-- |") {
                self.at = mark;
                return Some(Tok::Doc(Symbol::new(text.trim_end())));
            }
            let line = self.line();
            let line = line.strip_prefix("--").unwrap_or(line);
            text.push('\n');
            text.push_str(line.strip_prefix(' ').unwrap_or(line).trim_end());
        }
    }

    /// Consumes the rest of the line, and returns it.
    fn line(&mut self) -> &'t str {
        let line = self.rest().split('\n').next().unwrap_or("");
        self.at += line.len();
        line
    }

    fn word(&mut self) -> Tok {
        let start = self.at;
        let length = self.run_of(0, is_constituent);
        self.at += length;
        // `concat@1`, of edition 2017.
        if self.byte(0) == b'@' && self.byte(1).is_ascii_digit() {
            self.at += 1 + self.run_of(1, |byte| byte.is_ascii_digit());
        }
        let word = self.text.get(start..self.at).unwrap_or("");
        match Keyword::from_text(word) {
            Some(keyword) => Tok::Keyword(keyword),
            None => Tok::Ident(Symbol::new(word)),
        }
    }

    fn number(&mut self) -> Option<Tok> {
        let start = self.at;
        // `x.0.1` selects component 0, then component 1: `0.1` is no fraction here.
        let after_dot = self
            .tokens
            .last()
            .is_some_and(|last| last.kind == Tok::Punct(Punct::Dot) && last.span.end as usize == start);
        match literal::number(self.rest(), !after_dot) {
            Ok((kind, length)) => {
                self.at += length;
                Some(kind)
            }
            Err((message, length)) => {
                self.at += length;
                self.error(&codes::MALFORMED_NUMBER, start, self.at, message);
                Some(Tok::Int { value: 0, decimal: false })
            }
        }
    }

    /// A character literal, or one of `'`, `'^`, `'~` before a type parameter.
    fn tick(&mut self) -> Option<Tok> {
        match literal::character(self.rest()) {
            Some((value, length)) => {
                self.at += length;
                Some(Tok::Char(value))
            }
            None => self.punctuation(),
        }
    }

    fn string(&mut self) -> Option<Tok> {
        let start = self.at;
        let mut value = String::new();
        self.at += 1;
        loop {
            let rest = self.rest();
            match rest.chars().next() {
                Some('"') => {
                    self.at += 1;
                    return Some(Tok::String(Symbol::new(&value)));
                }
                None | Some('\n') => {
                    self.error(&codes::UNTERMINATED_STRING, start, self.at, "this string does not end on its line");
                    return Some(Tok::String(Symbol::new(&value)));
                }
                Some('\\') if rest.starts_with("\\&") => self.at += 2,
                Some('\\') => match literal::escape(rest) {
                    Some((char, length)) => {
                        value.push(char);
                        self.at += length;
                    }
                    None => {
                        self.error(&codes::UNKNOWN_ESCAPE, self.at, self.at + 1, "unknown escape sequence");
                        self.at += 1;
                    }
                },
                Some(char) => {
                    value.push(char);
                    self.at += char.len_utf8();
                }
            }
        }
    }
}
