//! The test blocks of our own programs, with all values: `fut_nano::testing::format` reads them.

use fut_nano::testing::case::Wanted;
use fut_nano::testing::format::{self, Pattern};
use languages::value::Value;
use std::path::Path;

/// One `-- ==` block.
#[derive(Debug, Default)]
pub struct Block {
    /// The tags, such as `no_vulkan`.
    pub tags: Vec<String>,
    /// The entry points to which all cases apply.
    pub entries: Vec<String>,
    /// The expected compile error, if the program is wrong.
    pub error: Option<Pattern>,
    /// The cases.
    pub cases: Vec<Case>,
}

/// An input and its expected outcome.
#[derive(Debug)]
pub struct Case {
    /// The line of the block's `input`.
    pub line: usize,
    /// The arguments.
    pub input: Vec<Value>,
    /// The expected outcome.
    pub expected: Wanted,
}

/// Reads the blocks of a program. `folder` is the folder of the files that they name. Errors name the line.
pub fn read(text: &str, folder: &Path) -> Result<Vec<Block>, String> {
    let blocks = format::read(text).map_err(|mistake| mistake.to_string())?;
    blocks.into_iter().map(|block| with_values(block, folder)).collect()
}

fn with_values(block: format::Block, folder: &Path) -> Result<Block, String> {
    let format::Block { tags, entries, error, cases, .. } = block;
    let mut found = Vec::new();
    for case in cases {
        let failed = |why: String| format!("line {}: {why}", case.line);
        let input = case.input.values(folder).map_err(failed)?;
        let expected = case.expected.values(folder).map_err(failed)?;
        // Only `fut-nano test` runs scripts and references.
        if let (Some(input), Some(expected)) = (input, expected) {
            found.push(Case { line: case.line, input, expected });
        }
    }
    Ok(Block { tags, entries, error, cases: found })
}
