//! Files that are there whole, or not at all.

use std::io;
use std::path::Path;

/// The folder of a file.
pub fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes a file whole, or not at all: `fill` writes to a temporary file beside it, which then takes its name. `mode`
/// has the permissions of the file. Where the system has files without a name, the temporary file is one, so that a
/// process that is killed leaves none.
pub fn write(file: &Path, mode: u32, fill: impl FnOnce(&mut std::fs::File) -> io::Result<()>) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fut-nano");
    #[cfg(target_os = "linux")]
    if let Some(mut nameless) = nameless::create(folder(file), mode) {
        fill(&mut nameless)?;
        let temporary = builder.make_in(folder(file), |path| nameless::name(&nameless, path))?;
        temporary.persist(file).map_err(|error| error.error)?;
        return Ok(());
    }
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    let mut temporary = builder.tempfile_in(folder(file))?;
    fill(temporary.as_file_mut())?;
    temporary.persist(file).map_err(|error| error.error)?;
    Ok(())
}

/// Files without a name.
#[cfg(target_os = "linux")]
mod nameless {
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, openat};
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::{Path, PathBuf};

    /// The system's name of an open file.
    fn place(file: &File) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
    }

    /// `None` if the folder, or the system, has no such files.
    pub fn create(folder: &Path, mode: u32) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = File::from(openat(CWD, folder, flags, Mode::from_raw_mode(mode)).ok()?);
        place(&file).exists().then_some(file)
    }

    /// Gives a file a name, which no other file may have.
    pub fn name(file: &File, path: &Path) -> io::Result<()> {
        Ok(linkat(CWD, place(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
    }
}
