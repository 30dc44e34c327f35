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
/// has the permissions of the file.
pub fn write(file: &Path, mode: u32, fill: impl FnOnce(&mut std::fs::File) -> io::Result<()>) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fut-nano");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    let mut temporary = builder.tempfile_in(folder(file))?;
    fill(temporary.as_file_mut())?;
    temporary.persist(file).map_err(|error| error.error)?;
    Ok(())
}
