//! `parse`: reads text into `Source`.
//!
//!     def f x = x + 1      becomes      (Value … (name f) … (body (Infix … )))
//!
//! The lexer splits the text into tokens in one pass. The parser, built on `nom`, reads each token a bounded number of
//! times and never backtracks: it uses precedence climbing for operators, and loops for chains of `let`, `else if` and
//! the like. After an error the parser goes on at the next declaration that starts a line, so one run reports errors in
//! many declarations.

mod atoms;
mod chains;
mod declarations;
mod expressions;
mod file;
mod input;
mod lex;
mod literal;
pub mod load_imports;
mod names;
mod operators;
mod patterns;
mod recovery;
mod token;
mod types;

#[cfg(test)]
mod tests;

use framework::pass::{Run, Transform};
use framework::{Owned, Result, pass};
use languages::files::Files;
use languages::source::Source;

pub use self::file::{parse, parse_in, tokens};

pass! {
    /// Parses a program with all the files that it imports, and the prelude.
    ///
    ///     def main = 1     becomes     (value false main [] [] _ (int-lit 1))
    ///
    /// A file comes after the files that it imports. The errors of all files are reported at once.
    pub Parse = "parse": Files => Source {
        counts: { files },
    }
}

/// Gives `parse` the texts of imported files, by their paths without extension.
pub struct FileLoader(pub Box<ReadFile>);

/// A function from a path to the text of the file.
pub type ReadFile = dyn FnMut(&str) -> std::io::Result<String> + Send;

impl Transform for Parse {
    fn transform(&self, program: &Owned<Files>, run: &mut Run<'_, Self>) -> Result<Owned<Source>> {
        let root = program.root();
        let mut sources = std::mem::take(&mut run.sources);
        let mut loader = run.extra_mut::<FileLoader>();
        let mut read = |path: &str| match &mut loader {
            Some(FileLoader(read)) => read(path),
            None => Err(std::io::Error::new(std::io::ErrorKind::NotFound, "this driver reads no other files")),
        };
        let result = load_imports::load(&mut sources, root.edition, root.path.as_str(), root.text.as_str(), &mut read);
        run.sources = sources;
        let program = result?;
        run.counts.files = program.root().files.len() as u64;
        Ok(program)
    }
}
