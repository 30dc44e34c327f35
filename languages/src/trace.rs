//! `#[trace]`: values that a running program prints, and how they are shown.
//!
//! A trace prints one line, `label: value`. On the way to a backend a value is taken apart into its leaves: numbers,
//! and arrays of numbers. A [`Form`] keeps how the whole is shown.

use std::fmt::Write;
use std::sync::Arc;

use framework::{SourceMap, Span, Symbol, Terminal};
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, map, map_res, recognize};
use nom::multi::{many0, separated_list1};
use nom::sequence::{delimited, pair, preceded, separated_pair};
use nom::{IResult, Parser};
use serde::{Deserialize, Serialize};

use crate::prim::PrimValue;
use crate::value::Value;

/// The name of the attribute.
pub const TRACE: &str = "trace";

/// The label of a trace that has no other: its place, as backtraces show it.
pub fn place(sources: &SourceMap, span: Span) -> String {
    sources.describe(span).unwrap_or_else(|| "unknown location".into())
}

/// Takes the lines that a program traces.
#[derive(Clone)]
pub struct Tracer(Arc<dyn Fn(&str) + Send + Sync>);

impl Tracer {
    /// Gives every line to a function.
    pub fn new(line: impl Fn(&str) + Send + Sync + 'static) -> Tracer {
        Tracer(Arc::new(line))
    }

    /// Writes every line to standard error, where an error of writing is no reason to stop.
    pub fn stderr() -> Tracer {
        Tracer::new(|line| {
            let _ = std::io::Write::write_all(&mut std::io::stderr().lock(), format!("{line}\n").as_bytes());
        })
    }

    /// Takes `label: value`.
    pub fn trace(&self, label: Symbol, value: &str) {
        (self.0)(&format!("{label}: {value}"));
    }
}

impl Default for Tracer {
    /// Drops every line.
    fn default() -> Tracer {
        Tracer::new(|_| ())
    }
}

impl std::fmt::Debug for Tracer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tracer")
    }
}

/// How a value is shown whose leaves are numbered from 0: the text of the value, with the number of a leaf in the place
/// of each number or array of numbers.
///
/// `{p = 0, q = (1, 2)}` is a record, `[(0, 1)]` an array of pairs, of which the leaves are two arrays. `()0` is the
/// empty tuple. `<0: #none | #some 1>` is a sum, of which leaf 0 is the tag: 0 for the first constructor, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Form(Symbol);

/// A form that has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A number, or an array of numbers.
    Leaf(usize),
    /// The empty tuple.
    Unit(usize),
    /// An array of other things than numbers.
    Array(Box<Shape>),
    /// A tuple.
    Tuple(Vec<Shape>),
    /// A record.
    Record(Vec<(Symbol, Shape)>),
    /// A sum: the leaf of its tag, and the constructors with their operands.
    Sum(usize, Vec<(Symbol, Vec<Shape>)>),
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Shape::Leaf(leaf) => write!(f, "{leaf}"),
            Shape::Unit(leaf) => write!(f, "(){leaf}"),
            Shape::Array(elem) => write!(f, "[{elem}]"),
            Shape::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Shape::to_string).collect();
                write!(f, "({})", parts.join(", "))
            }
            Shape::Record(fields) => {
                let fields: Vec<String> = fields.iter().map(|(label, shape)| format!("{label} = {shape}")).collect();
                write!(f, "{{{}}}", fields.join(", "))
            }
            Shape::Sum(tag, cases) => {
                let case = |(tag, operands): &(Symbol, Vec<Shape>)| {
                    operands.iter().fold(format!("#{tag}"), |text, operand| format!("{text} {operand}"))
                };
                write!(f, "<{tag}: {}>", cases.iter().map(case).collect::<Vec<_>>().join(" | "))
            }
        }
    }
}

/// How deep forms may be nested: as types may be.
const DEPTH: usize = 200;

impl Shape {
    fn read(text: &str) -> Option<Shape> {
        let (mut depth, mut deepest) = (0usize, 0);
        for byte in text.bytes() {
            match byte {
                b'[' | b'(' | b'{' | b'<' => depth += 1,
                b']' | b')' | b'}' | b'>' => depth = depth.saturating_sub(1),
                _ => {}
            }
            deepest = deepest.max(depth);
        }
        (deepest <= DEPTH).then(|| all_consuming(shape).parse(text).ok()).flatten().map(|(_, shape)| shape)
    }

    /// Calls a function with every leaf, and with the number of arrays around it.
    fn each_leaf(&self, around: usize, found: &mut impl FnMut(usize, usize)) {
        match self {
            Shape::Leaf(leaf) | Shape::Unit(leaf) => found(*leaf, around),
            Shape::Array(elem) => elem.each_leaf(around + 1, found),
            Shape::Tuple(parts) => parts.iter().for_each(|part| part.each_leaf(around, found)),
            Shape::Record(fields) => fields.iter().for_each(|(_, shape)| shape.each_leaf(around, found)),
            Shape::Sum(tag, cases) => {
                found(*tag, around);
                let operands = cases.iter().flat_map(|(_, operands)| operands);
                operands.for_each(|operand| operand.each_leaf(around, found));
            }
        }
    }
}

impl Form {
    /// The form of a shape.
    pub fn new(shape: &Shape) -> Form {
        Form(Symbol::new(&shape.to_string()))
    }

    /// The shape that the form's text denotes.
    pub fn shape(self) -> Option<Shape> {
        Shape::read(self.0.as_str())
    }

    /// Why values of these ranks cannot be shown in this form; `None` if they can.
    pub fn misfit(self, ranks: &[usize]) -> Option<String> {
        let Some(shape) = self.shape() else { return Some(format!("`{}` is no form of a value", self.0)) };
        let mut why = None;
        shape.each_leaf(0, &mut |leaf, around| {
            if ranks.get(leaf).is_none_or(|rank| *rank < around) {
                why = Some(format!("leaf {leaf} of the form `{}` is no array of {around} dimensions", self.0));
            }
        });
        why
    }

    /// The text of the value with these leaves. Leaves that [`Form::misfit`] names are shown as `?`.
    pub fn show(self, leaves: &[Value]) -> String {
        let mut text = String::new();
        match self.shape() {
            Some(shape) => show(&shape, leaves, &mut Vec::new(), &mut text),
            None => text.push('?'),
        }
        text
    }
}

impl std::fmt::Display for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Terminal for Form {
    fn write(&self) -> String {
        self.0.to_string()
    }
    fn read(text: &str) -> Option<Form> {
        Shape::read(text).map(|_| Form(Symbol::new(text)))
    }
}

/// A number without its type, as few digits as read back: `1`, `2.5`, `nan`.
pub fn number(value: PrimValue) -> String {
    // `2.5f64`, but `-f64.inf`.
    let name = value.prim_type().name();
    let text = value.to_string().replace(&format!("{name}."), "");
    text.strip_suffix(name).map(str::to_string).unwrap_or(text)
}

/// Appends the element at `place` of what `shape` shows.
fn show(shape: &Shape, leaves: &[Value], place: &mut Vec<usize>, text: &mut String) {
    match shape {
        Shape::Leaf(leaf) => match leaves.get(*leaf) {
            Some(Value::Scalar(value)) => text.push_str(&number(*value)),
            Some(Value::Array(array)) => {
                let start = place.iter().zip(&array.shape).fold(0, |start, (index, size)| start * size + index);
                let rest = array.shape.get(place.len()..).unwrap_or_default();
                let count = rest.iter().product::<usize>();
                rows(rest, start * count, &mut |index| array.data.get(index), text);
            }
            None => text.push('?'),
        },
        Shape::Unit(_) => text.push_str("()"),
        Shape::Array(elem) => {
            let mut size = 0;
            elem.each_leaf(0, &mut |leaf, _| {
                if let Some(Value::Array(array)) = leaves.get(leaf) {
                    size = array.shape.get(place.len()).copied().unwrap_or(0);
                }
            });
            list(text, ('[', ']'), 0..size, |text, index| {
                place.push(index);
                show(elem, leaves, place, text);
                place.pop();
            });
        }
        Shape::Tuple(parts) => list(text, ('(', ')'), parts, |text, part| show(part, leaves, place, text)),
        Shape::Record(fields) => list(text, ('{', '}'), fields, |text, (label, shape)| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{label} = ");
            show(shape, leaves, place, text);
        }),
        Shape::Sum(tag, cases) => {
            let mut number = String::new();
            show(&Shape::Leaf(*tag), leaves, place, &mut number);
            let Some((tag, operands)) = number.parse::<usize>().ok().and_then(|tag| cases.get(tag)) else {
                text.push('?');
                return;
            };
            let _ = write!(text, "#{tag}");
            for operand in operands {
                let mut shown = String::new();
                show(operand, leaves, place, &mut shown);
                text.push_str(&operand_text(&shown));
            }
        }
    }
}

/// An operand of a constructor: in parentheses if it is a constructor with operands.
pub(crate) fn operand_text(shown: &str) -> String {
    if shown.starts_with('#') && shown.contains(' ') { format!(" ({shown})") } else { format!(" {shown}") }
}

/// Appends things in brackets, with commas between them.
pub(crate) fn list<T>(
    text: &mut String,
    (open, close): (char, char),
    things: impl IntoIterator<Item = T>,
    mut one: impl FnMut(&mut String, T),
) {
    text.push(open);
    for (index, thing) in things.into_iter().enumerate() {
        text.push_str(if index > 0 { ", " } else { "" });
        one(text, thing);
    }
    text.push(close);
}

/// Appends the array of shape `shape` whose first element is number `start`.
fn rows(shape: &[usize], start: usize, element: &mut impl FnMut(usize) -> Option<PrimValue>, text: &mut String) {
    match shape {
        [] => text.push_str(&element(start).map_or_else(|| "?".to_string(), number)),
        [size, inner @ ..] => {
            let count = inner.iter().product::<usize>();
            list(text, ('[', ']'), 0..*size, |text, index| rows(inner, start + index * count, element, text));
        }
    }
}

fn shape(text: &str) -> IResult<&str, Shape> {
    let tuple = delimited(char('('), separated_list1(comma, shape), char(')'));
    let field = separated_pair(label, nom::bytes::complete::tag(" = "), shape);
    let operands = many0(preceded(char(' '), shape));
    let case = preceded(char('#'), pair(label, operands));
    let cases = separated_list1(nom::bytes::complete::tag(" | "), case);
    let sum = separated_pair(leaf, nom::bytes::complete::tag(": "), cases);
    alt((
        map(leaf, Shape::Leaf),
        map(preceded(nom::bytes::complete::tag("()"), leaf), Shape::Unit),
        map(delimited(char('['), shape, char(']')), |elem| Shape::Array(Box::new(elem))),
        map(tuple, Shape::Tuple),
        map(delimited(char('{'), separated_list1(comma, field), char('}')), Shape::Record),
        map(delimited(char('<'), sum, char('>')), |(tag, cases)| Shape::Sum(tag, cases)),
    ))
    .parse(text)
}

fn comma(text: &str) -> IResult<&str, &str> {
    nom::bytes::complete::tag(", ").parse(text)
}

fn leaf(text: &str) -> IResult<&str, usize> {
    map_res(digit1, str::parse).parse(text)
}

/// The label of a field, or the name of a constructor.
fn label(text: &str) -> IResult<&str, Symbol> {
    let word = take_while1(|c: char| c.is_alphanumeric() || c == '_' || c == '\'');
    map(recognize(word), Symbol::new).parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prim::PrimType;
    use crate::value::{ArrayData, ArrayValue};

    fn int(value: i32) -> PrimValue {
        PrimValue::I32(value)
    }

    fn array(shape: &[usize], values: &[i32]) -> Value {
        let values = values.iter().copied().map(int);
        let data = ArrayData::from_values(PrimType::I32, values).expect("all values are of type i32");
        Value::Array(ArrayValue { shape: shape.to_vec(), data })
    }

    fn shown(form: &str, leaves: &[Value]) -> String {
        let ranks: Vec<usize> =
            leaves.iter().map(|leaf| if let Value::Array(array) = leaf { array.shape.len() } else { 0 }).collect();
        let form = Form::read(form).expect("this is a form");
        assert_eq!(form.shape().map(|shape| shape.to_string()), Some(form.write()));
        assert_eq!(form.misfit(&ranks), None);
        form.show(leaves)
    }

    #[test]
    fn values_are_shown_as_they_were_written() {
        let (x, y) = (Value::Scalar(int(1)), Value::Scalar(int(2)));
        let rows = array(&[2, 2], &[3, 4, 5, 6]);
        assert_eq!(shown("0", std::slice::from_ref(&x)), "1");
        assert_eq!(shown("0", std::slice::from_ref(&rows)), "[[3, 4], [5, 6]]");
        assert_eq!(
            shown("{p = 0, q = (1, 2)}", &[x.clone(), y.clone(), rows.clone()]),
            "{p = 1, q = (2, [[3, 4], [5, 6]])}"
        );
        assert_eq!(shown("[(0, 1)]", &[rows.clone(), array(&[2], &[7, 8])]), "[([3, 4], 7), ([5, 6], 8)]");
        assert_eq!(shown("[[{a = 0}]]", &[rows]), "[[{a = 3}, {a = 4}], [{a = 5}, {a = 6}]]");
        assert_eq!(shown("<0: #none | #some 1>", &[x.clone(), y.clone()]), "#some 2");
        assert_eq!(shown("<0: #none | #some <1: #a | #b | #c 0>>", &[x, y]), "#some (#c 1)");
        assert_eq!(shown("[()0]", &[array(&[2], &[0, 0])]), "[(), ()]");
        assert_eq!(shown("[0]", &[array(&[0], &[])]), "[]");
    }

    #[test]
    fn numbers_have_no_types() {
        let values = [PrimValue::F64(2.5), PrimValue::F32(1e-10), PrimValue::F64(f64::NAN), PrimValue::Bool(true)];
        assert_eq!(values.map(number), ["2.5", "1.0e-10", "nan", "true"]);
        assert_eq!([PrimValue::F32(f32::NEG_INFINITY), int(-3)].map(number), ["-inf", "-3"]);
    }

    #[test]
    fn what_is_no_form_is_refused() {
        let deep = format!("{}0{}", "[".repeat(100_000), "]".repeat(100_000));
        for text in ["", "x", "(0", "()", "{0}", "{a=0}", "<0: >", "0 1", "99999999999999999999", &deep] {
            assert_eq!(Form::read(text), None, "{text:.20}");
        }
    }

    #[test]
    fn a_form_that_does_not_fit_its_leaves_is_named() {
        let form = Form::read("[(0, 1)]").expect("this is a form");
        assert!(form.misfit(&[1, 0]).is_some_and(|why| why.contains("leaf 1")));
        assert!(form.misfit(&[1]).is_some_and(|why| why.contains("leaf 1")));
        assert_eq!(form.show(&[]), "[]");
    }
}
