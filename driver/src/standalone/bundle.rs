//! A program's files behind the code of an executable.
//!
//! An executable file may have anything behind its code. There, a bundle is a JSON object, its length in 8 bytes (the
//! lowest first), and 16 bytes that say that it is one.

use crate::cli::user;
use crate::whole;
use framework::{Error, Result};
use languages::source::Edition;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The last bytes of a file with a bundle.
const MARK: &[u8; 16] = b"fut-nano bundle\n";
/// The bytes of the mark and of the length.
const TAIL: u64 = 24;
/// The largest bundle. Longer ones are taken to be broken.
const MOST_BYTES: u64 = 1 << 30;

/// What a program on its own does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Runs an entry point on its standard input.
    Executable,
    /// Answers commands.
    Server,
}

/// A program with all its files, and how it is compiled.
#[derive(Debug, Clone, PartialEq)]
pub struct Bundle {
    /// What it does.
    pub kind: Kind,
    /// The backend: `cpu` or `vulkan`.
    pub backend: String,
    /// The edition that the program is written in.
    pub edition: Edition,
    /// The switches of the compilation that are on, by the names of their options.
    pub switches: Vec<String>,
    /// The functions that are entry points even if the program does not say so.
    pub entry_points: Vec<String>,
    /// The path of the program's own file, as messages show it.
    pub path: String,
    /// The text of the program's own file.
    pub text: String,
    /// The texts of imported files, by their paths without extension.
    pub files: BTreeMap<String, String>,
}

impl Bundle {
    /// The bundle at the end of a file. `None` if it has none.
    ///
    /// Errors: the bundle is broken.
    pub fn find(path: &Path) -> Option<Result<Bundle>> {
        let mut file = File::open(path).ok()?;
        let end = file.seek(SeekFrom::End(0)).ok()?;
        let mut tail = [0; TAIL as usize];
        file.seek(SeekFrom::Start(end.checked_sub(TAIL)?)).ok()?;
        file.read_exact(&mut tail).ok()?;
        let (length, mark) = tail.split_at(8);
        if mark != MARK {
            return None;
        }
        let length = u64::from_le_bytes(length.try_into().ok()?);
        let start = (end - TAIL).checked_sub(length).filter(|_| length <= MOST_BYTES);
        let mut read = || -> io::Result<Vec<u8>> {
            let start = start.ok_or_else(|| io::Error::other("it is cut off"))?;
            file.seek(SeekFrom::Start(start))?;
            let mut bytes = vec![0; usize::try_from(length).map_err(io::Error::other)?];
            file.read_exact(&mut bytes)?;
            Ok(bytes)
        };
        let broken = |why: &dyn std::fmt::Display| user(format!("the program in {} is broken: {why}", path.display()));
        Some(read().map_err(|error| broken(&error)).and_then(|bytes| {
            let json: Value = serde_json::from_slice(&bytes).map_err(|error| broken(&error))?;
            Bundle::of_json(&json).ok_or_else(|| broken(&"a part is missing"))
        }))
    }

    /// Writes an executable: the code of this process, and the bundle. The file is there whole, or not at all.
    pub fn write(&self, output: &Path) -> Result<()> {
        let failed = |error: io::Error| user(format!("cannot write {}: {error}", output.display()));
        let own = std::env::current_exe().and_then(std::fs::read).map_err(failed)?;
        let bundle = self.to_json().to_string().into_bytes();
        let length = (bundle.len() as u64).to_le_bytes();
        let parts = [&own[..], &bundle, &length, MARK];
        whole::write(output, 0o755, |out| parts.iter().try_for_each(|part| out.write_all(part))).map_err(failed)
    }

    fn to_json(&self) -> Value {
        let files: Map<String, Value> = self.files.iter().map(|(path, text)| (path.clone(), json!(text))).collect();
        json!({
            "server": self.kind == Kind::Server,
            "backend": self.backend,
            "edition": self.edition.to_string(),
            "switches": self.switches,
            "entry-points": self.entry_points,
            "path": self.path,
            "text": self.text,
            "files": files,
        })
    }

    fn of_json(json: &Value) -> Option<Bundle> {
        let text = |key: &str| Some(json.get(key)?.as_str()?.to_string());
        let texts = |key: &str| -> Option<Vec<String>> {
            json.get(key)?.as_array()?.iter().map(|text| Some(text.as_str()?.to_string())).collect()
        };
        let files = json.get("files")?.as_object()?.iter();
        Some(Bundle {
            kind: if json.get("server")?.as_bool()? { Kind::Server } else { Kind::Executable },
            backend: text("backend")?,
            edition: Edition::named(&text("edition")?)?,
            switches: texts("switches")?,
            entry_points: texts("entry-points")?,
            path: text("path")?,
            text: text("text")?,
            files: files.map(|(path, text)| Some((path.clone(), text.as_str()?.to_string()))).collect::<Option<_>>()?,
        })
    }
}

/// The error for a file that a bundle lacks.
pub fn missing(path: &str) -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, format!("{path} is no file of this program"))
}

/// The error for a switch that this version does not know.
pub fn unknown_switch(switch: &str) -> Error {
    user(format!("the program was compiled with `--{switch}`, which this version does not know"))
}
