//! Compiled programs on disk, so that a second run of a program compiles nothing.
//!
//! An entry is a file in the user's cache folder. Its name is a hash of its key, which it contains, too. The key says
//! everything that decides about the compiled program: the program's text, options, this binary, the processor.
//!
//! An entry is machine code, so whoever can write one can run code as this user. Therefore the folder and its files
//! must belong to the user, and nobody else may write them; otherwise there is no cache. The checksum is against
//! accidents only: an entry that is damaged, or from another binary, counts as missing. Writers make a temporary file
//! and rename it, so that an entry is whole or not there, however many processes write it.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cpu::Cpu;
use crate::{CompileOptions, Executable, Kept};

/// The most bytes of all entries together. Those that have not been used for the longest time go first.
const MOST_BYTES: u64 = 256 << 20;

/// A folder of compiled programs.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache of this user, in `$XDG_CACHE_HOME/fut-nano` or `~/.cache/fut-nano`. `None` if there is no such folder,
    /// or if others may write there.
    pub fn of_user() -> Option<Cache> {
        let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let parent = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
        let folder = parent.join("fut-nano");
        private::make(&folder).ok()?;
        private::is_own(&fs::metadata(&folder).ok()?).then_some(Cache { folder })
    }

    /// The program with this key, ready to run, and what was noted with it. `None` if it is not there, if the entry is
    /// damaged, or if `is_current` does not accept the notes.
    pub fn find<N: DeserializeOwned>(
        &self,
        key: &str,
        options: &CompileOptions,
        is_current: impl FnOnce(&N) -> bool,
    ) -> Option<(Box<dyn Executable>, N)> {
        let mut file = File::open(self.path(key)).ok()?;
        let about = file.metadata().ok()?;
        if !about.is_file() || !private::is_own(&about) {
            return None;
        }
        let mut bytes = Vec::with_capacity(usize::try_from(about.len()).ok()?);
        file.read_to_end(&mut bytes).ok()?;
        let (sum, mut rest) = bytes.split_first_chunk()?;
        if *sum != checksum(rest) {
            return None;
        }
        let mut next = || {
            let (length, after) = rest.split_first_chunk()?;
            let part;
            (part, rest) = after.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
            Some(part)
        };
        if next()? != key.as_bytes() {
            return None;
        }
        let notes: N = serde_json::from_slice(next()?).ok()?;
        if !is_current(&notes) {
            return None;
        }
        let kept = Kept { facts: next()?.into(), code: [next()?, next()?] };
        let executable = Cpu::new(options.clone()).restore(&kept).ok()?;
        // The time of the last use. A failure only means that the entry may go earlier.
        let _ = file.set_modified(SystemTime::now());
        Some((executable, notes))
    }

    /// Keeps a compiled program. Nothing happens if that is impossible: the folder may be full, or the code may be of
    /// use to this process only.
    pub fn store<N: Serialize>(&self, key: &str, executable: &dyn Executable, notes: &N) {
        // A cache that fails is no error of the program that runs.
        let _ = self.try_store(key, executable, notes);
    }

    fn try_store<N: Serialize>(&self, key: &str, executable: &dyn Executable, notes: &N) -> Option<()> {
        let Kept { facts, code: [first, second] } = executable.keep()?;
        let notes = serde_json::to_vec(notes).ok()?;
        let mut rest = Vec::new();
        for part in [key.as_bytes(), &notes, &facts, first, second] {
            rest.extend_from_slice(&(part.len() as u64).to_le_bytes());
            rest.extend_from_slice(part);
        }
        let mut file = tempfile::NamedTempFile::new_in(&self.folder).ok()?;
        file.write_all(&checksum(&rest)).ok()?;
        file.write_all(&rest).ok()?;
        file.persist(self.path(key)).ok()?;
        self.evict(MOST_BYTES)
    }

    /// Removes the entries that have not been used for the longest time, until all together have at most so many bytes.
    fn evict(&self, most: u64) -> Option<()> {
        let mut entries = Vec::new();
        let mut total = 0;
        for entry in fs::read_dir(&self.folder).ok()?.flatten() {
            let Ok(about) = entry.metadata() else { continue };
            total += about.len();
            entries.push((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), about.len(), entry.path()));
        }
        entries.sort_unstable();
        for (_, bytes, path) in entries {
            if total <= most {
                break;
            }
            // Another process may have removed it.
            let _ = fs::remove_file(path);
            total -= bytes;
        }
        Some(())
    }

    fn path(&self, key: &str) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        self.folder.join(format!("{:016x}", hasher.finish()))
    }
}

/// A hash of bytes that no accident keeps.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish().to_le_bytes()
}

/// A description of this binary that changes when it is built anew: its version, and the file's name, size and time.
pub fn binary() -> Option<String> {
    let path = std::env::current_exe().ok()?;
    let about = fs::metadata(&path).ok()?;
    let time = about.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let version = env!("CARGO_PKG_VERSION");
    Some(format!("{version} {} {} {}", path.display(), about.len(), time.as_nanos()))
}

/// Folders and files of this user only.
#[cfg(unix)]
mod private {
    use super::Path;
    use std::fs::{DirBuilder, Metadata};
    use std::io::Result;
    use std::os::unix::fs::{DirBuilderExt, MetadataExt};

    /// Makes a folder, if there is none.
    pub fn make(folder: &Path) -> Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)
    }

    /// Whether a folder or file belongs to this user, and nobody else may write it.
    pub fn is_own(about: &Metadata) -> bool {
        about.uid() == rustix::process::geteuid().as_raw() && about.mode() & 0o022 == 0
    }
}

/// Other systems have no cache.
#[cfg(not(unix))]
mod private {
    use super::Path;
    use std::fs::Metadata;
    use std::io::Result;

    pub fn make(_: &Path) -> Result<()> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    pub fn is_own(_: &Metadata) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_oldest_entries_go() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache { folder: folder.path().to_path_buf() };
        for age in 0..5 {
            let path = folder.path().join(format!("{age}"));
            fs::write(&path, [0; 100]).unwrap();
            let time = SystemTime::now() - Duration::from_secs(1000 * age);
            File::open(&path).unwrap().set_modified(time).unwrap();
        }
        cache.evict(250).unwrap();
        let mut left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["0", "1"]);
    }

    #[cfg(unix)]
    #[test]
    fn folders_of_others_are_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        assert!(private::is_own(&fs::metadata(folder.path()).unwrap()));
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        assert!(!private::is_own(&fs::metadata(folder.path()).unwrap()));
    }
}
