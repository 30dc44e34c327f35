//! Lines of C, indented by the blocks around them.

use std::fmt::Write;

/// A text of statements.
#[derive(Default)]
pub struct Code {
    text: String,
    depth: usize,
}

impl Code {
    /// Text inside of a function.
    pub fn body() -> Code {
        Code { text: String::new(), depth: 1 }
    }

    /// Adds a line.
    pub fn line(&mut self, line: impl AsRef<str>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:width$}{}", "", line.as_ref(), width = 2 * self.depth);
    }

    /// Adds a line that opens a block.
    pub fn open(&mut self, line: impl AsRef<str>) {
        self.line(line);
        self.depth += 1;
    }

    /// Closes a block.
    pub fn close(&mut self) {
        self.close_with("}");
    }

    /// Closes a block with a line that may open another.
    pub fn close_with(&mut self, line: &str) {
        self.depth -= 1;
        self.line(line);
        self.depth += usize::from(line.ends_with('{'));
    }

    /// The text.
    pub fn text(self) -> String {
        self.text
    }
}
