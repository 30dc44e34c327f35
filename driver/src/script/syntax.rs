//! The syntax of FutharkScript: `let (a, b) = $loaddata "pair.in" in f a {x = b, y = 1}`.
//!
//! ```text
//! exp    ::= "let" pat "=" exp ("in" exp | exp that begins with "let") | function atom* | atom
//! atom   ::= simple ("." label)* | name "[" exp ("," exp)* "]"
//! simple ::= "(" exp ("," exp)* ","? ")" | "()" | "[" exp ("," exp)* "]"
//!          | "{" (name "=" exp ("," name "=" exp)*)? "}" | string | value | function
//! pat    ::= name | "(" name ("," name)* ")"
//! function ::= name | "$" name
//! ```

use languages::value::{Reader, Value};
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, multispace0, none_of};
use nom::combinator::{cut, map, opt, peek, recognize, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::many0;
use nom::sequence::{delimited, pair, preceded, separated_pair, terminated};
use nom::{IResult, Parser};
use std::collections::BTreeSet;
use std::fmt;

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Exp {
    /// A function applied to arguments, or a variable.
    Call(Function, Vec<Exp>),
    /// A value.
    Constant(Value),
    /// A string: an array of its bytes.
    Text(String),
    /// A tuple; `()` has no components.
    Tuple(Vec<Exp>),
    /// An array.
    Array(Vec<Exp>),
    /// A record.
    Record(Vec<(String, Exp)>),
    /// A field of a record.
    Project(Box<Exp>, String),
    /// An element, or a row, of an array.
    Index(Box<Exp>, Vec<Exp>),
    /// Names for the components of a value, or one name for it, in an expression.
    Let(Vec<String>, Box<Exp>, Box<Exp>),
}

/// What is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Function {
    /// An entry point, or a variable.
    Named(String),
    /// A function of FutharkScript: `$loaddata`.
    Builtin(String),
}

/// Why a text is no expression.
#[derive(Debug)]
pub struct Unreadable {
    /// The place in the text.
    pub offset: usize,
    /// What is wrong there.
    pub message: String,
}

/// What stopped the parser: the rest of the text, and what would have been right.
#[derive(Debug)]
struct Stop<'t> {
    rest: &'t str,
    expected: &'static str,
}

impl<'t> ParseError<&'t str> for Stop<'t> {
    fn from_error_kind(rest: &'t str, _: ErrorKind) -> Stop<'t> {
        Stop { rest, expected: "an expression" }
    }

    fn append(_: &'t str, _: ErrorKind, other: Stop<'t>) -> Stop<'t> {
        other
    }

    /// Keeps the alternative that got further.
    fn or(self, other: Stop<'t>) -> Stop<'t> {
        if other.rest.len() < self.rest.len() { other } else { self }
    }

    fn from_char(rest: &'t str, found: char) -> Stop<'t> {
        let expected = match found {
            '(' => "`(`",
            ')' => "`)` or `,`",
            ']' => "`]` or `,`",
            '}' => "`}` or `,`",
            '=' => "`=`",
            '"' => "`\"`",
            _ => "an expression",
        };
        Stop { rest, expected }
    }
}

type Parsed<'t, T> = IResult<&'t str, T, Stop<'t>>;

/// The most brackets inside of each other.
const MOST_NESTED: usize = 200;

/// Reads an expression at the start of a text. Returns the rest of the text, too.
pub fn read_prefix(text: &str) -> Result<(Exp, &str), Unreadable> {
    let mut depth = 0usize;
    for (offset, found) in text.char_indices() {
        match found {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MOST_NESTED {
            return Err(Unreadable { offset, message: "nested too deeply".into() });
        }
    }
    match preceded(multispace0, exp).parse(text) {
        Ok((rest, exp)) => Ok((exp, rest)),
        Err(nom::Err::Error(stop) | nom::Err::Failure(stop)) => {
            let found = match stop.rest.split_whitespace().next() {
                Some(word) => format!("found `{word}`"),
                None => "but the text ends here".into(),
            };
            let message = format!("expected {}, {found}", stop.expected);
            Err(Unreadable { offset: text.len() - stop.rest.len(), message })
        }
        // The parsers are for whole texts.
        Err(nom::Err::Incomplete(_)) => Err(Unreadable { offset: text.len(), message: "expected more".into() }),
    }
}

/// Reads an expression that is the whole text.
pub fn read(text: &str) -> Result<Exp, Unreadable> {
    let (exp, rest) = read_prefix(text)?;
    match rest.split_whitespace().next() {
        None => Ok(exp),
        Some(word) => {
            let message = format!("expected the end of the expression, found `{word}`");
            Err(Unreadable { offset: text.len() - rest.trim_start().len(), message })
        }
    }
}

/// A parser, and blanks behind it.
fn token<'t, T>(
    parser: impl Parser<&'t str, Output = T, Error = Stop<'t>>,
) -> impl Parser<&'t str, Output = T, Error = Stop<'t>> {
    terminated(parser, multispace0)
}

fn symbol<'t>(found: char) -> impl Parser<&'t str, Output = char, Error = Stop<'t>> {
    token(char(found))
}

fn in_name(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '_' | '\'')
}

/// Things separated by commas, at least one. There may be a comma after the last.
fn list<'t, T>(
    one: impl Parser<&'t str, Output = T, Error = Stop<'t>> + Copy,
) -> impl Parser<&'t str, Output = Vec<T>, Error = Stop<'t>> {
    let rest = terminated(many0(preceded(symbol(','), one)), opt(symbol(',')));
    map(pair(one, rest), |(first, mut rest)| {
        rest.insert(0, first);
        rest
    })
}

fn any_name(text: &str) -> Parsed<'_, &str> {
    let first = verify(none_of(""), |char: &char| char.is_alphabetic() || *char == '_');
    recognize(pair(first, take_while(in_name))).parse(text)
}

fn name(text: &str) -> Parsed<'_, String> {
    let own = verify(any_name, |name: &str| !matches!(name, "let" | "in" | "true" | "false"));
    token(map(own, str::to_string)).parse(text)
}

fn keyword<'t>(word: &'static str) -> impl Parser<&'t str, Output = &'t str, Error = Stop<'t>> {
    token(verify(any_name, move |name: &str| name == word))
}

fn function(text: &str) -> Parsed<'_, Function> {
    alt((map(preceded(char('$'), cut(name)), Function::Builtin), map(name, Function::Named))).parse(text)
}

fn value(text: &str) -> Parsed<'_, Value> {
    let first = text.chars().next().unwrap_or(' ');
    let is_value = first.is_ascii_digit()
        || matches!(first, '-' | '+' | '[')
        || ["true", "false", "empty(", "f16.", "f32.", "f64."].iter().any(|start| text.starts_with(start));
    let read =
        is_value.then(|| Reader::new(text.as_bytes()).and_then(|mut reader| Ok((reader.next(None)?, reader.offset()))));
    match read {
        Some(Ok((Some(value), length))) => multispace0.parse(&text[length..]).map(|(rest, _)| (rest, value)),
        _ => Err(nom::Err::Error(Stop { rest: text, expected: "an expression" })),
    }
}

fn string(text: &str) -> Parsed<'_, String> {
    let escaped = preceded(char('\\'), cut(none_of("")));
    let part = alt((
        map(take_while1(|char| char != '"' && char != '\\'), str::to_string),
        map(escaped, |char| match char {
            'n' => "\n".into(),
            't' => "\t".into(),
            other => other.to_string(),
        }),
    ));
    token(delimited(char('"'), map(many0(part), |parts| parts.concat()), cut(char('"')))).parse(text)
}

fn tuple(text: &str) -> Parsed<'_, Exp> {
    let exps = map(opt(list(exp)), Option::unwrap_or_default);
    let (rest, mut exps) = delimited(symbol('('), exps, cut(symbol(')'))).parse(text)?;
    Ok((rest, if exps.len() == 1 { exps.remove(0) } else { Exp::Tuple(exps) }))
}

fn field(text: &str) -> Parsed<'_, (String, Exp)> {
    separated_pair(name, cut(symbol('=')), cut(exp)).parse(text)
}

/// An atom with fields and indices behind it: `p.x`, `f.0`, `xs[i, j]`.
fn atom(text: &str) -> Parsed<'_, Exp> {
    let (mut rest, mut found) = simple(text)?;
    let is_function = |exp: &Exp| matches!(exp, Exp::Call(..));
    loop {
        // A bracket after a blank begins another argument.
        let after_name = is_function(&found) && !text[..text.len() - rest.len()].ends_with(char::is_whitespace);
        if let Some(field) = rest.strip_prefix('.') {
            let label = token(take_while1(in_name));
            let (after, label) = cut(map(label, str::to_string)).parse(field)?;
            (rest, found) = (after, Exp::Project(Box::new(found), label));
        } else if after_name && rest.starts_with('[') {
            let (after, indices) = delimited(symbol('['), list(exp), cut(symbol(']'))).parse(rest)?;
            (rest, found) = (after, Exp::Index(Box::new(found), indices));
        } else {
            return Ok((rest, found));
        }
    }
}

fn simple(text: &str) -> Parsed<'_, Exp> {
    alt((
        tuple,
        map(delimited(symbol('{'), opt(list(field)), cut(symbol('}'))), |fields| {
            Exp::Record(fields.unwrap_or_default())
        }),
        map(string, Exp::Text),
        map(value, Exp::Constant),
        map(delimited(symbol('['), list(exp), cut(symbol(']'))), Exp::Array),
        map(function, |function| Exp::Call(function, Vec::new())),
    ))
    .parse(text)
}

fn pattern(text: &str) -> Parsed<'_, Vec<String>> {
    let several = delimited(symbol('('), opt(list(name)), cut(symbol(')')));
    alt((map(several, Option::unwrap_or_default), map(name, |name| vec![name]))).parse(text)
}

fn exp(text: &str) -> Parsed<'_, Exp> {
    // Bindings may follow each other without `in`.
    let body = alt((preceded(keyword("in"), cut(exp)), preceded(peek(keyword("let")), exp)));
    let binding = (keyword("let"), cut(pattern), cut(symbol('=')), cut(exp), cut(body));
    let call = |text| {
        // A value may begin as a name does: `f32.nan`.
        if let Ok((rest, value)) = value(text) {
            return Ok((rest, Exp::Constant(value)));
        }
        let (rest, found) = atom(text)?;
        match found {
            // What is in parentheses has its arguments.
            Exp::Call(function, _) if !text.starts_with('(') => {
                let (rest, arguments) = many0(atom).parse(rest)?;
                Ok((rest, Exp::Call(function, arguments)))
            }
            found => Ok((rest, found)),
        }
    };
    alt((map(binding, |(_, names, _, value, body)| Exp::Let(names, Box::new(value), Box::new(body))), call)).parse(text)
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Function::Named(name) => f.write_str(name),
            Function::Builtin(name) => write!(f, "${name}"),
        }
    }
}

impl Exp {
    /// Visits the expression and all expressions in it.
    pub fn each<'e>(&'e self, visit: &mut impl FnMut(&'e Exp)) {
        visit(self);
        match self {
            Exp::Call(_, exps) | Exp::Tuple(exps) | Exp::Array(exps) => exps.iter().for_each(|exp| exp.each(visit)),
            Exp::Record(fields) => fields.iter().for_each(|(_, exp)| exp.each(visit)),
            Exp::Project(exp, _) => exp.each(visit),
            Exp::Index(exp, indices) => {
                exp.each(visit);
                indices.iter().for_each(|exp| exp.each(visit));
            }
            Exp::Let(_, value, body) => {
                value.each(visit);
                body.each(visit);
            }
            Exp::Constant(_) | Exp::Text(_) => {}
        }
    }

    /// The names of functions, and those of variables of the expression.
    pub fn functions(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        self.each(&mut |exp| {
            if let Exp::Call(Function::Named(name), _) = exp {
                names.insert(name.clone());
            }
        });
        names
    }

    fn list(f: &mut fmt::Formatter<'_>, open: &str, exps: &[Exp], close: &str) -> fmt::Result {
        f.write_str(open)?;
        for (position, exp) in exps.iter().enumerate() {
            write!(f, "{}{exp}", if position > 0 { ", " } else { "" })?;
        }
        f.write_str(close)
    }

    /// Whether the expression needs parentheses as an argument.
    fn is_atom(&self) -> bool {
        !matches!(self, Exp::Let(..)) && !matches!(self, Exp::Call(_, arguments) if !arguments.is_empty())
    }
}

/// One line of source text.
impl fmt::Display for Exp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exp::Call(function, arguments) => {
                write!(f, "{function}")?;
                arguments.iter().try_for_each(|argument| match argument.is_atom() {
                    true => write!(f, " {argument}"),
                    false => write!(f, " ({argument})"),
                })
            }
            Exp::Constant(value) => f.write_str(&value.to_string().replace('\n', " ")),
            Exp::Text(text) => write!(f, "{text:?}"),
            Exp::Tuple(exps) => Exp::list(f, "(", exps, ")"),
            Exp::Array(exps) => Exp::list(f, "[", exps, "]"),
            Exp::Record(fields) => {
                f.write_str("{")?;
                for (position, (label, exp)) in fields.iter().enumerate() {
                    write!(f, "{}{label}={exp}", if position > 0 { ", " } else { "" })?;
                }
                f.write_str("}")
            }
            Exp::Project(exp, label) if exp.is_atom() => write!(f, "{exp}.{label}"),
            Exp::Project(exp, label) => write!(f, "({exp}).{label}"),
            Exp::Index(exp, indices) => {
                write!(f, "{exp}")?;
                Exp::list(f, "[", indices, "]")
            }
            Exp::Let(names, value, body) => match &names[..] {
                [name] => write!(f, "let {name} = {value} in {body}"),
                _ => write!(f, "let ({}) = {value} in {body}", names.join(", ")),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{read, read_prefix};

    fn shown(text: &str) -> String {
        read(text).unwrap_or_else(|error| panic!("{text}: {}: {}", error.offset, error.message)).to_string()
    }

    #[test]
    fn expressions_are_read_and_written() {
        assert_eq!(shown("f 1 (g 2i64 -3) x"), "f 1i32 (g 2i64 -3i32) x");
        assert_eq!(shown(" {a = 1, b=(2,3)} "), "{a=1i32, b=(2i32, 3i32)}");
        assert_eq!(shown("let (a, b) = $loaddata \"x y.in\" in (b)"), "let (a, b) = $loaddata \"x y.in\" in b");
        assert_eq!(shown("[1, 2]"), "[1i32, 2i32]");
        assert_eq!(shown("[f 1, (2)]"), "[f 1i32, 2i32]");
        assert_eq!(shown("f32.nan"), "f32.nan");
        assert_eq!(shown("b true f32.inf empty([0]f32) ()"), "b true f32.inf empty([0]f32) ()");
        assert_eq!(shown("trueish"), "trueish");
        assert_eq!(shown("(f x).a.0"), "(f x).a.0");
        assert_eq!(shown("(f x)"), "f x");
        assert_eq!(shown("{a = (f x), b = [(f 1), ((g))]}"), "{a=f x, b=[f 1i32, g]}");
        assert_eq!(shown("let y = (f x) in (y)"), "let y = f x in y");
        assert_eq!(shown("f p.x xs[i, 1] [2] {a = 1,}"), "f p.x xs[i, 1i32] [2i32] {a=1i32}");
        assert_eq!(shown("let x = f let y = x in y"), "let x = f in let y = x in y");
    }

    #[test]
    fn mistakes_have_places() {
        let wrong = |text: &str| read(text).map(|exp| exp.to_string()).unwrap_err();
        assert_eq!(wrong("(f 3) 4").message, "expected the end of the expression, found `4`");
        assert_eq!((wrong("f (1, ").offset, wrong("let x 3 in x").offset, wrong("f + 1").offset), (6, 6, 2));
        assert_eq!(wrong("{a = }").message, "expected an expression, found `}`");
        assert_eq!(wrong(&"(".repeat(10_000)).message, "nested too deeply");
        assert_eq!(read_prefix("f 1 } rest").unwrap().1, "} rest");
    }
}
