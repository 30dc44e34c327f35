//! The error of reading values.

use std::fmt;

/// The reason why input is not the expected value, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataError {
    /// The place in the (uncompressed) input, in bytes from its start.
    pub offset: usize,
    /// The place in text: line and column, both from 1, the column in bytes. `None` in binary input.
    pub line_column: Option<(usize, usize)>,
    /// The expected value, and what was found instead.
    pub message: String,
}

impl DataError {
    /// Returns an error at a place in binary input.
    pub(super) fn in_binary(offset: usize, message: impl Into<String>) -> DataError {
        DataError { offset, line_column: None, message: message.into() }
    }

    /// Returns an error at a place in text.
    pub(super) fn in_text(bytes: &[u8], offset: usize, message: impl Into<String>) -> DataError {
        let before = &bytes[..offset.min(bytes.len())];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|byte| **byte != b'\n').count();
        DataError { offset, line_column: Some((line, column)), message: message.into() }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line_column {
            Some((line, column)) => write!(f, "line {line}, column {column} of the data: {}", self.message),
            None => write!(f, "byte {} of the data: {}", self.offset, self.message),
        }
    }
}

impl std::error::Error for DataError {}
