//! Folders of temporary files, which go with the command that has made them, also when Ctrl-C or a signal ends it.

use std::io;
use std::path::Path;

/// A folder for temporary files. It is removed with all that is in it when the value is dropped.
pub struct Scratch {
    /// `None` only while the value is dropped.
    folder: Option<tempfile::TempDir>,
}

impl Scratch {
    /// A folder in the system's place for temporary files.
    pub fn new() -> io::Result<Scratch> {
        Scratch::within(&std::env::temp_dir())
    }

    /// A folder in another one, so that its files can be moved to that one's file system.
    pub fn within(folder: &Path) -> io::Result<Scratch> {
        let mut kept = signals::watched()?;
        let folder = tempfile::Builder::new().prefix(".fut-nano").tempdir_in(folder)?;
        kept.insert(folder.path().to_path_buf());
        Ok(Scratch { folder: Some(folder) })
    }

    /// Where the folder is.
    pub fn path(&self) -> &Path {
        self.folder.as_ref().map_or(Path::new(""), |folder| folder.path())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that cannot be removed stays.
        let mut kept = signals::folders();
        if let Some(folder) = self.folder.take() {
            kept.remove(folder.path());
        }
    }
}

/// Signals that end the process.
mod signals {
    use std::collections::BTreeSet;
    use std::io;
    use std::path::PathBuf;
    use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

    type Folders = BTreeSet<PathBuf>;

    /// All folders that there are.
    static FOLDERS: Mutex<Folders> = Mutex::new(Folders::new());

    pub fn folders() -> MutexGuard<'static, Folders> {
        FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folders, which a thread removes at a signal. While they are locked, no signal ends the process.
    pub fn watched() -> io::Result<MutexGuard<'static, Folders>> {
        static WATCHED: OnceLock<()> = OnceLock::new();
        let kept = folders();
        if WATCHED.get().is_none() {
            watch()?;
            let _ = WATCHED.set(());
        }
        Ok(kept)
    }

    #[cfg(unix)]
    fn watch() -> io::Result<()> {
        use signal_hook::consts::{SIGINT, SIGTERM};
        let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
        let ends = move || {
            for signal in &mut signals {
                // Nobody makes another folder any more.
                let kept = folders();
                kept.iter().for_each(|folder| drop(std::fs::remove_dir_all(folder)));
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        };
        std::thread::Builder::new().name("scratch".into()).stack_size(1 << 18).spawn(ends)?;
        Ok(())
    }

    /// Other systems end the process themselves.
    #[cfg(not(unix))]
    fn watch() -> io::Result<()> {
        Ok(())
    }
}
