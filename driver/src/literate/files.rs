//! The folder with the files that directives make. A file's name has a hash of everything that the file depends on, so
//! that a file that is there need not be made again.

use super::Failure;
use crate::cli::output::say;
use crate::scratch::Scratch;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// A file that says that the folder may be deleted: tools for backups leave the folder out, and we delete in no folder
/// without it.
const TAG: &str = "CACHEDIR.TAG";
/// The first line of such files, by the specification of cache directories.
const TAG_TEXT: &str = "Signature: 8a477f597d28d172789f06886806bc55\n# Files of fut-nano literate.\n";

/// The folder.
pub struct Files {
    folder: PathBuf,
    /// The names of files that the document needs.
    used: BTreeSet<String>,
    /// Whether to say what happens.
    verbose: bool,
}

/// The name of a file.
pub enum Name<'n> {
    /// A hash, and what follows it.
    Hashed(&'n str, &'n str),
    /// A name that the user has chosen, which does not say what the file depends on.
    Chosen(&'n str),
}

impl Files {
    /// A folder, which need not be there.
    pub fn new(folder: PathBuf, verbose: bool) -> Files {
        Files { folder, used: BTreeSet::new(), verbose }
    }

    fn note(&self, what: &str, name: &str) {
        if self.verbose {
            say(&format!("{what}: {}", self.folder.join(name).display()));
        }
    }

    /// The path of a file that `fill` makes, if it is not yet there.
    pub fn make(
        &mut self,
        name: &Name<'_>,
        fill: impl FnOnce(&Path) -> Result<(), Failure>,
    ) -> Result<PathBuf, Failure> {
        let (name, is_current) = match name {
            Name::Hashed(hash, what) => (format!("{hash}-{what}"), true),
            Name::Chosen(name) => ((*name).to_string(), false),
        };
        let path = self.folder.join(&name);
        if is_current && path.is_file() {
            self.note("Using existing file", &name);
        } else {
            self.note("Generating new file", &name);
            self.create()?;
            // The file is there whole, or not at all.
            let new = Scratch::within(&self.folder)?;
            fill(&new.path().join(&name))?;
            std::fs::rename(new.path().join(&name), &path)?;
        }
        self.used.insert(name);
        Ok(path)
    }

    fn create(&self) -> io::Result<()> {
        if !self.folder.is_dir() {
            std::fs::create_dir_all(&self.folder)?;
            std::fs::write(self.folder.join(TAG), TAG_TEXT)?;
        }
        Ok(())
    }

    /// Deletes the files that the document does not need. Folders stay.
    pub fn clean(&self) -> io::Result<()> {
        if !self.folder.join(TAG).is_file() {
            return Ok(());
        }
        for entry in std::fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name != TAG && !self.used.contains(&name) && !entry.file_type()?.is_dir() {
                self.note("Deleting unused file", &name);
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}
