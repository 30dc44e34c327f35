//! Reads and writes values of any type in the syntax of Futhark's source: `{a = 3i32, b = [(1, true)]}`, `#some (#left
//! 1)`, `empty([0](i32, bool))`.

use std::io::{self, Write};

use framework::Symbol;

use super::text::Text;
use super::{DataError, Dim, Shape, Tree, write_text};
use crate::prim::{PrimType, PrimValue, parse_as};

impl Shape {
    /// Writes a value of the type.
    pub fn write(&self, tree: &Tree, out: &mut impl Write) -> io::Result<()> {
        self.write_part(tree, false, out)
    }

    /// Writes a value. With `is_operand`, puts a constructor that has operands into parentheses.
    fn write_part(&self, tree: &Tree, is_operand: bool, out: &mut impl Write) -> io::Result<()> {
        let comma = |index: usize, out: &mut dyn Write| out.write_all(if index > 0 { b", " } else { b"" });
        match (self, tree) {
            (_, Tree::Leaf(value)) => write_text(value, out),
            (_, Tree::Empty(empty)) => write!(out, "empty({empty})"),
            (Shape::Array(_, elem), Tree::Array(rows)) => {
                out.write_all(b"[")?;
                for (index, row) in rows.iter().enumerate() {
                    comma(index, out)?;
                    elem.write_part(row, false, out)?;
                }
                out.write_all(b"]")
            }
            (Shape::Record(fields), Tree::Record(values)) => {
                let tuple = self.is_tuple();
                out.write_all(if tuple { b"(" } else { b"{" })?;
                for (index, ((label, shape), value)) in fields.iter().zip(values).enumerate() {
                    comma(index, out)?;
                    if !tuple {
                        write!(out, "{label} = ")?;
                    }
                    shape.write_part(value, false, out)?;
                }
                out.write_all(if tuple { b")" } else { b"}" })
            }
            (Shape::Sum(cases), Tree::Sum(number, values)) => {
                let (tag, payload) = cases.get(*number).ok_or_else(other_type)?;
                let parentheses = is_operand && !payload.is_empty();
                write!(out, "{}#{tag}", if parentheses { "(" } else { "" })?;
                for (shape, value) in payload.iter().zip(values) {
                    out.write_all(b" ")?;
                    shape.write_part(value, true, out)?;
                }
                out.write_all(if parentheses { b")" } else { b"" })
            }
            _ => Err(other_type()),
        }
    }
}

fn other_type() -> io::Error {
    io::Error::other("a value of another type")
}

impl Text<'_> {
    /// Whether the value that starts here is written in the syntax of the source, and not leaf by leaf.
    pub(super) fn is_whole(&self) -> bool {
        let mut ahead = Text { bytes: self.bytes, offset: self.offset };
        if ahead.token() == b"empty" {
            ahead.offset += ahead.token().len() + 1;
            while matches!(ahead.peek(), Some(b'[' | b']' | b'0'..=b'9')) {
                ahead.offset += 1;
            }
            return matches!(ahead.peek(), Some(b'(' | b'{' | b'#'));
        }
        let mut depth = 0usize;
        loop {
            match ahead.peek() {
                Some(b'(' | b'{' | b'#') => return true,
                Some(b'[') => depth += 1,
                Some(b']') if depth == 1 => return true,
                Some(b']') => depth = depth.saturating_sub(1),
                Some(b',') => {}
                _ => return false,
            }
            ahead.offset += 1;
            ahead.skip_blanks();
        }
    }

    /// Reads a value of a type. With `is_operand`, a constructor that has operands must be in parentheses.
    pub(super) fn tree(&mut self, shape: &Shape, is_operand: bool) -> Result<Tree, DataError> {
        self.skip_blanks();
        // The number of open parentheses, without those of a tuple.
        let mut parentheses = 0usize;
        while self.peek() == Some(b'(') && !shape.is_tuple() {
            self.offset += 1;
            self.skip_blanks();
            parentheses += 1;
        }
        let tree = self.bare_tree(shape, is_operand && parentheses == 0)?;
        for _ in 0..parentheses {
            self.expect(")")?;
        }
        Ok(tree)
    }

    fn bare_tree(&mut self, shape: &Shape, is_operand: bool) -> Result<Tree, DataError> {
        if let Some(ty) = shape.value_type() {
            return self.value(Some(&ty)).map(Tree::Leaf);
        }
        match shape {
            Shape::Prim(prim) => Err(self.expected(&format!("a value of type {prim}"))),
            Shape::Array(_, elem) => match self.peek() {
                Some(b'[') => self.list(b'[', b']', |text, _| text.tree(elem, false)).map(Tree::Array),
                _ if self.token() == b"empty" => self.empty_of(shape),
                _ => Err(self.expected(&format!("a value of type {shape}"))),
            },
            Shape::Record(fields) if shape.is_tuple() => {
                let start = self.offset;
                if self.peek() != Some(b'(') {
                    return Err(self.expected(&format!("a value of type {shape}")));
                }
                let values = self.list(b'(', b')', |text, index| match fields.get(index) {
                    Some((_, shape)) => text.tree(shape, false),
                    None => Err(text.expected(&format!("the end of a tuple of {} components", fields.len()))),
                })?;
                if values.len() < fields.len() {
                    let (found, wanted) = (values.len(), fields.len());
                    return Err(DataError::in_text(
                        self.bytes,
                        start,
                        format!("expected a tuple of {wanted} components, found {found}"),
                    ));
                }
                Ok(Tree::Record(values))
            }
            Shape::Record(fields) => self.record(shape, fields),
            Shape::Sum(cases) => {
                let start = self.offset;
                if self.peek() != Some(b'#') {
                    return Err(self.expected(&format!("a value of type {shape}")));
                }
                self.offset += 1;
                let tag = self.word();
                let number = cases.iter().position(|(known, _)| known.as_str() == tag);
                let Some((number, (_, payload))) = number.and_then(|number| Some((number, cases.get(number)?))) else {
                    let message = format!("expected a value of type {shape}, found the constructor `#{tag}`");
                    return Err(DataError::in_text(self.bytes, start, message));
                };
                if is_operand && !payload.is_empty() {
                    let message = format!("expected parentheses around `#{tag}` and its operands");
                    return Err(DataError::in_text(self.bytes, start, message));
                }
                let values: Result<Vec<Tree>, DataError> = payload.iter().map(|shape| self.tree(shape, true)).collect();
                Ok(Tree::Sum(number, values?))
            }
        }
    }

    /// Reads items in brackets, separated by commas.
    fn list<T>(
        &mut self,
        open: u8,
        close: u8,
        mut item: impl FnMut(&mut Self, usize) -> Result<T, DataError>,
    ) -> Result<Vec<T>, DataError> {
        self.expect(&char::from(open).to_string())?;
        self.skip_blanks();
        let mut items = Vec::new();
        let mut more = self.peek() != Some(close);
        while more {
            items.push(item(self, items.len())?);
            self.skip_blanks();
            more = self.peek() == Some(b',');
            if more {
                self.offset += 1;
                self.skip_blanks();
                // Behind the last element of an array there may be a comma.
                more = close != b']' || self.peek() != Some(close);
            }
        }
        if self.peek() != Some(close) {
            return Err(self.expected(&format!("`,` or `{}`", char::from(close))));
        }
        self.offset += 1;
        Ok(items)
    }

    /// Reads a record. Its fields may come in any order.
    fn record(&mut self, shape: &Shape, fields: &[(Symbol, Shape)]) -> Result<Tree, DataError> {
        let start = self.offset;
        if self.peek() != Some(b'{') {
            return Err(self.expected(&format!("a value of type {shape}")));
        }
        let mut values: Vec<Option<Tree>> = vec![None; fields.len()];
        self.list(b'{', b'}', |text, _| {
            text.skip_blanks();
            let start = text.offset;
            let label = text.word();
            let wrong = |message: String| DataError::in_text(text.bytes, start, message);
            let index = fields.iter().position(|(known, _)| known.as_str() == label);
            let index = index.ok_or_else(|| wrong(format!("expected a field of type {shape}, found `{label}`")))?;
            if values[index].is_some() {
                return Err(wrong(format!("the field `{label}` has a value already")));
            }
            text.expect("=")?;
            values[index] = Some(text.tree(&fields[index].1, false)?);
            Ok(())
        })?;
        if let Some(((label, _), _)) = fields.iter().zip(&values).find(|(_, value)| value.is_none()) {
            let message = format!("expected a value of type {shape}, but the field `{label}` is missing");
            return Err(DataError::in_text(self.bytes, start, message));
        }
        Ok(Tree::Record(values.into_iter().flatten().collect()))
    }

    /// Reads the name that starts here.
    fn word(&mut self) -> String {
        let rest = &self.bytes[self.offset..];
        let ends = |byte: &u8| byte.is_ascii_whitespace() || b"()[]{},=#\"".contains(byte);
        let word = &rest[..rest.iter().position(ends).unwrap_or(rest.len())];
        self.offset += word.len();
        String::from_utf8_lossy(word).into_owned()
    }

    /// Reads `empty([0](i32, [2]bool))`.
    fn empty_of(&mut self, shape: &Shape) -> Result<Tree, DataError> {
        let start = self.offset;
        self.expect("empty")?;
        self.expect("(")?;
        let (found, has_none) = self.type_like(shape)?;
        self.expect(")")?;
        if !has_none {
            return Err(DataError::in_text(self.bytes, start, format!("expected an empty array, found {found}")));
        }
        Ok(Tree::Empty(found))
    }

    /// Reads a type that equals `shape` up to its sizes. The second result says whether it is an array type with a size
    /// of 0.
    fn type_like(&mut self, shape: &Shape) -> Result<(Shape, bool), DataError> {
        self.skip_blanks();
        let comma = |text: &mut Self, index: usize| if index > 0 { text.expect(",") } else { Ok(()) };
        Ok(match shape {
            Shape::Prim(prim) => {
                self.expect_type(*prim)?;
                (shape.clone(), false)
            }
            Shape::Array(_, elem) => {
                self.expect("[")?;
                self.skip_blanks();
                let size = match parse_as(PrimType::I64, std::str::from_utf8(self.token()).unwrap_or_default()) {
                    Ok(PrimValue::I64(size)) => usize::try_from(size).ok(),
                    _ => None,
                };
                let size = size.ok_or_else(|| self.expected("a size"))?;
                self.offset += self.token().len();
                self.expect("]")?;
                let (elem, has_none) = self.atom_like(elem)?;
                (Shape::Array(Dim::Known(size), Box::new(elem)), has_none || size == 0)
            }
            Shape::Record(fields) => {
                let tuple = shape.is_tuple();
                self.expect(if tuple { "(" } else { "{" })?;
                let mut found = Vec::new();
                for (index, (label, shape)) in fields.iter().enumerate() {
                    comma(self, index)?;
                    if !tuple {
                        self.expect(label.as_str())?;
                        self.expect(":")?;
                    }
                    found.push((*label, self.type_like(shape)?.0));
                }
                self.expect(if tuple { ")" } else { "}" })?;
                (Shape::Record(found), false)
            }
            Shape::Sum(cases) => {
                let mut found = Vec::new();
                for (index, (tag, payload)) in cases.iter().enumerate() {
                    if index > 0 {
                        self.expect("|")?;
                    }
                    self.expect(&format!("#{tag}"))?;
                    let mut types = Vec::new();
                    for shape in payload {
                        types.push(self.atom_like(shape)?.0);
                    }
                    found.push((*tag, types));
                }
                (Shape::Sum(found), false)
            }
        })
    }

    /// Reads such a type where sum types must be in parentheses.
    fn atom_like(&mut self, shape: &Shape) -> Result<(Shape, bool), DataError> {
        if !matches!(shape, Shape::Sum(_)) {
            return self.type_like(shape);
        }
        self.expect("(")?;
        let found = self.type_like(shape)?;
        self.expect(")")?;
        Ok(found)
    }

    fn expect_type(&mut self, prim: PrimType) -> Result<(), DataError> {
        if self.token() != prim.name().as_bytes() {
            return Err(self.expected(&format!("`{prim}`")));
        }
        self.offset += prim.name().len();
        Ok(())
    }
}
