//! Documents of the crate `pretty`, as the texts of a grammar put them together: see `Print`, which [`language!`](crate::language!) makes.

use pretty::RcDoc;

/// A text that breaks its lines where it has to.
pub type Doc = RcDoc<'static>;

/// How wide readable programs are.
pub const WIDTH: usize = 110;

/// A piece of text on one line.
pub fn text(text: impl Into<String>) -> Doc {
    RcDoc::text(text.into())
}

/// Items with commas.
pub fn list(items: impl Iterator<Item = Doc>) -> Doc {
    RcDoc::intersperse(items, text(",").append(RcDoc::line())).group().nest(2)
}

/// Items with commas in parentheses, unless it is one.
pub fn tuple(items: impl Iterator<Item = Doc>) -> Doc {
    let items: Vec<Doc> = items.collect();
    match items.as_slice() {
        [one] => one.clone(),
        _ => text("(").append(list(items.into_iter())).append(text(")")),
    }
}

/// Each item in brackets.
pub fn boxes(items: impl Iterator<Item = Doc>) -> Doc {
    RcDoc::concat(items.map(|item| text("[").append(item).append(text("]"))))
}

/// Each item on a line, with a new line after it.
pub fn lines(items: impl Iterator<Item = Doc>) -> Doc {
    RcDoc::concat(items.map(|item| item.append(RcDoc::hardline())))
}

/// Each item on a line, with a new line before it.
pub fn below(items: impl Iterator<Item = Doc>) -> Doc {
    RcDoc::concat(items.map(|item| RcDoc::hardline().append(item)))
}

/// A document on lines of its own, in braces.
pub fn block(inner: Doc) -> Doc {
    text("{").append(RcDoc::hardline().append(inner).nest(2)).append(RcDoc::hardline()).append(text("}"))
}

/// The text of a document.
pub fn render(doc: &Doc) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = doc.render_fmt(WIDTH, &mut out);
    out
}
