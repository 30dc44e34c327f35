//! Programs that `run`, or an executable, has compiled before.
//!
//! The key of an entry is everything that decides about the compiled program but the imported files, since only the
//! program says which there are. Their texts are noted in the entry, and compared with the files when it is found.

use std::io::IsTerminal;

use backends::cache::{Cache, binary};
use backends::{CompileOptions, Executable, cpu};
use languages::source::Edition;
use serde::{Deserialize, Serialize};

use super::args::{Compile, ErrorFormat, Run};
use super::entry::{EntryTypes, Signature};
use super::tune::Tuning;
use super::{is_sexp, output, tune};
use crate::{Session, read_source};

/// A program that may be in the cache.
pub struct Lookup {
    cache: Cache,
    key: String,
    /// The entry point.
    entry: String,
}

/// What a run needs of a compilation, beside the code.
#[derive(Serialize, Deserialize)]
struct Notes {
    /// The paths and the texts of the imported files.
    imports: Vec<(String, String)>,
    /// The edition of the program.
    edition: Edition,
    /// The types of the entry point.
    types: Signature,
    /// The warnings, as they were printed.
    warnings: Vec<String>,
}

/// Whether a compilation only compiles, so that nobody notices if there is none.
fn is_plain(options: &Compile) -> bool {
    let Compile { dump_after, dump_before, dump_function, dump_to, validate, pass_plugin, .. } = options;
    let dumps = !dump_after.is_empty() || !dump_before.is_empty() || dump_function.is_some() || dump_to.is_some();
    let explained = options.time_passes || options.trace_checks || options.explain_rewrites.is_some();
    let traced = options.trace || options.chrome_trace.is_some();
    !dumps && !explained && !traced && validate.is_none() && pass_plugin.is_empty()
}

impl Lookup {
    /// Whether the program could be in the cache, and under which key.
    pub fn new(run: &Run, format: ErrorFormat) -> Option<Lookup> {
        let target = &run.target;
        let plain = target.backend == "cpu" && run.at.is_none() && !run.profile && is_plain(&target.compile);
        if run.no_cache || !plain {
            return None;
        }
        let text = read_source(&target.file).ok().filter(|text| !is_sexp(&target.file, text))?;
        let tuning = target.compile.tuning.as_deref().map(tune::read).transpose().ok()?;
        // Warnings are noted as they are printed, for a terminal or not.
        let terminal = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let key = format!(
            "{}\n{}\n{:?} {:?} {tuning:?} {format:?} {terminal}\n{:?}\n{}\n{text}",
            binary()?,
            cpu::processor(target.width())?,
            target.compile,
            target.entry_point,
            target.file,
            u8::from(cfg!(debug_assertions)),
        );
        Some(Lookup { cache: Cache::of_user()?, key, entry: target.entry_point.clone() })
    }

    /// The same for the program in this executable.
    pub fn of_this_executable(entry: &str, tuning: &Tuning) -> Option<Lookup> {
        let key = format!("executable\n{}\n{}\n{tuning:?}\n{entry}", binary()?, cpu::processor(None)?);
        Some(Lookup { cache: Cache::of_user()?, key, entry: entry.into() })
    }

    /// The program, if it is there, with the types of its entry point and its edition. Prints its warnings again.
    pub fn find(&self, options: &CompileOptions) -> Option<(Box<dyn Executable>, EntryTypes, Edition)> {
        let is_current = |notes: &Notes| {
            let same = |(path, text): &(String, String)| {
                std::fs::read_to_string(Session::imported_file(path)).is_ok_and(|found| found == *text)
            };
            notes.imports.iter().all(same)
        };
        let (executable, notes) = self.cache.find(&self.key, options, is_current)?;
        notes.warnings.iter().for_each(|warning| output::say(warning));
        Some((executable, EntryTypes::known(&self.entry, notes.types), notes.edition))
    }

    /// Keeps a compiled program.
    pub fn store(&self, executable: &dyn Executable, session: &Session, types: &EntryTypes, warnings: Vec<String>) {
        self.store_with(executable, types, session.imports(), session.driver.edition, warnings);
    }

    /// Keeps the program of an executable, which has its imported files in itself and prints no warnings.
    pub fn store_executable(&self, executable: &dyn Executable, types: &EntryTypes, edition: Edition) {
        self.store_with(executable, types, Vec::new(), edition, Vec::new());
    }

    fn store_with(
        &self,
        executable: &dyn Executable,
        types: &EntryTypes,
        imports: Vec<(String, String)>,
        edition: Edition,
        warnings: Vec<String>,
    ) {
        let Some(types) = types.signature().cloned() else { return };
        self.cache.store(&self.key, executable, &Notes { imports, edition, types, warnings });
    }
}
