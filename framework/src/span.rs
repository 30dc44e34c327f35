//! Places in source texts, and the source texts.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The number of a file in a [`SourceMap`]; `FileId(0)` is no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub u32);

/// A range of bytes in a source file.
///
/// All spans are equal and hash alike, so that equality of nodes compares their meaning and ignores their places.
/// [`Span::same_place`] compares places.
#[derive(Clone, Copy, Default)]
pub struct Span {
    /// The file, or `FileId(0)` if there is no source.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of nodes that the compiler made. It is no place.
    pub const NONE: Span = Span { file: FileId(0), start: 0, end: 0 };

    /// Returns the range `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        let clamp = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { file, start: clamp(start), end: clamp(end) }
    }

    /// Whether this is [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self.file == FileId(0)
    }

    /// Returns the range from the start of this span to the end of the other.
    pub fn to(self, other: Span) -> Span {
        if self.is_none() {
            other
        } else if other.is_none() || other.file != self.file {
            self
        } else {
            Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
        }
    }

    /// Returns this span, or the other if this is no place.
    pub fn or(self, other: Span) -> Span {
        if self.is_none() { other } else { self }
    }

    /// Whether both are the same range of the same file.
    pub fn same_place(self, other: Span) -> bool {
        (self.file, self.start, self.end) == (other.file, other.start, other.end)
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Span {}
impl Hash for Span {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}-{}", self.file.0, self.start, self.end)
    }
}

/// A source text with its name.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The file name as the user wrote it.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
    /// The byte offsets of line starts.
    lines: Vec<u32>,
}

impl SourceFile {
    /// Returns line and column (in characters) of a byte offset, both counted from 1.
    pub fn position(&self, offset: u32) -> (usize, usize) {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0) as usize;
        let end = (offset as usize).min(self.text.len());
        let column = self.text.get(start..end).map_or(0, |text| text.chars().count());
        (line, column + 1)
    }
}

/// The source texts of a compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file, and returns its number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let text = text.into();
        let starts = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        self.files.push(SourceFile { name: name.into(), text, lines });
        FileId(self.files.len() as u32)
    }

    /// Returns the file with this number.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get((id.0 as usize).checked_sub(1)?)
    }

    /// Returns all files, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(index, file)| (FileId(index as u32 + 1), file))
    }

    /// Prints a span as `file.fut:3:5-12`, or `3:5-4:2` over several lines. The end column is that of the last
    /// character. Returns `None` if the span is no place.
    pub fn describe(&self, span: Span) -> Option<String> {
        let file = self.get(span.file)?;
        let (line, column) = file.position(span.start);
        let (end_line, end_column) = file.position(span.end.saturating_sub(1).max(span.start));
        Some(if line == end_line {
            format!("{}:{line}:{column}-{end_column}", file.name)
        } else {
            format!("{}:{line}:{column}-{end_line}:{end_column}", file.name)
        })
    }
}
