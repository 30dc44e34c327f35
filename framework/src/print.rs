//! Documents of the crate `pretty`, for printers. The trait `Print`, which [`language!`](crate::language!) generates,
//! builds them from the texts of a grammar.

use pretty::RcDoc;

/// A text with possible line breaks.
pub type Doc = RcDoc<'static>;

/// The width of readable programs in columns.
pub const WIDTH: usize = 110;

/// Returns a piece of text on one line.
pub fn text(text: impl Into<String>) -> Doc {
    RcDoc::text(text.into())
}

/// Separates items by commas.
pub fn list(items: impl Iterator<Item = Doc>) -> Doc {
    RcDoc::intersperse(items, text(",").append(RcDoc::line())).group().nest(2)
}

/// Puts items into parentheses, separated by commas; a single item gets no parentheses.
pub fn tuple(items: impl Iterator<Item = Doc>) -> Doc {
    let items: Vec<Doc> = items.collect();
    match items.as_slice() {
        [one] => one.clone(),
        _ => text("(").append(list(items.into_iter())).append(text(")")),
    }
}

/// Puts each item into brackets.
pub fn boxes(items: impl Iterator<Item = Doc>) -> Doc {
    RcDoc::concat(items.map(|item| text("[").append(item).append(text("]"))))
}

/// Puts each item on a line of its own, with the line break behind it.
pub fn lines(items: impl Iterator<Item = Doc>) -> Doc {
    RcDoc::concat(items.map(|item| item.append(RcDoc::hardline())))
}

/// Puts each item on a line of its own, with the line break in front of it.
pub fn below(items: impl Iterator<Item = Doc>) -> Doc {
    RcDoc::concat(items.map(|item| RcDoc::hardline().append(item)))
}

/// Puts a document in braces, on lines of its own.
pub fn block(inner: Doc) -> Doc {
    text("{").append(RcDoc::hardline().append(inner).nest(2)).append(RcDoc::hardline()).append(text("}"))
}

/// Returns the text of a document.
pub fn render(doc: &Doc) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = doc.render_fmt(WIDTH, &mut out);
    out
}
