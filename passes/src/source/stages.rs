//! `parse` and `resolve`: the front end's passes as the driver runs them.

use framework::pass::{Context, Transform};
use framework::{Owned, Result, pass};
use languages::files::Files;
use languages::resolved::Resolved;
use languages::source::Source;

pass! {
    /// Parses a program with all the files that it imports, and the prelude.
    ///
    ///     def main = 1     becomes     (value def main [] [] (int-lit 1))
    ///
    /// A file comes after those that it imports. Errors of all files are reported at once.
    pub Parse = "parse": Files => Source {
        counts: { files },
    }
}

pass! {
    /// Resolves every name and evaluates modules away.
    ///
    ///     module m = { def two = 2 }   def f x = x + m.two     becomes     def two_1 = 2   def f_2 x_3 = x_3 + two_1
    ///
    /// Only what the program needs of the prelude is kept.
    pub Resolve = "resolve": Source => Resolved {
        counts: { definitions },
    }
}

/// Gives `parse` the texts of imported files, by their paths without extension.
pub struct FileLoader(pub Box<ReadFile>);

/// A function from a path to the text of the file.
pub type ReadFile = dyn FnMut(&str) -> std::io::Result<String> + Send;

impl Transform for Parse {
    fn run(&self, program: &Owned<Files>, context: &mut Context) -> Result<Owned<Source>> {
        let root = program.root();
        let mut sources = std::mem::take(&mut context.sources);
        let mut loader = context.extra_mut::<FileLoader>();
        let mut read = |path: &str| match &mut loader {
            Some(FileLoader(read)) => read(path),
            None => Err(std::io::Error::new(std::io::ErrorKind::NotFound, "this driver reads no other files")),
        };
        let result =
            super::load_imports::load(&mut sources, root.edition, root.path.as_str(), root.text.as_str(), &mut read);
        context.sources = sources;
        let program = result?;
        context.count("files", program.root().files.len() as u64);
        Ok(program)
    }
}

impl Transform for Resolve {
    fn run(&self, program: &Owned<Source>, context: &mut Context) -> Result<Owned<Resolved>> {
        let program = super::resolve::resolve(program)?;
        context.count("definitions", program.root().defs.len() as u64);
        Ok(program)
    }
}
