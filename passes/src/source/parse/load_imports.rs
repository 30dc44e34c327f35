//! Reads the files that a program imports, and the prelude.
//!
//! Every file comes after the files that it imports; the program's own file is the last. A file that is imported twice
//! is read once. Files that import each other are an error.

use framework::{Error, FileId, Owned, Result, SourceMap, Span, Symbol};
use languages::codes;
use languages::source::prelude::{FUTLIB as FUTLIB_2017, PRELUDE, PRELUDE_FOLDER};
use languages::source::{Arena, Dec, Edition, File, ModExp, Program, Source};
use rustc_hash::FxHashMap;

use super::file::parse_file;

/// Reads a program: the text of its own file, the files that it imports, and the prelude.
///
/// `path` is the program's own file, as in messages; imports are relative to it. `read` takes a file's path without the
/// extension `.fut`, and returns the text or the reason why it cannot. All texts are added to `sources`.
pub fn load(
    sources: &mut SourceMap,
    edition: Edition,
    path: &str,
    text: &str,
    read: &mut dyn FnMut(&str) -> std::io::Result<String>,
) -> Result<Owned<Source>> {
    Owned::build(|arena| {
        let name = path;
        let path = normal(path.strip_suffix(".fut").unwrap_or(path));
        let mut loader = Loader {
            arena,
            sources,
            read,
            edition,
            own: path.clone(),
            files: Vec::new(),
            state: FxHashMap::default(),
            errors: Vec::new(),
        };
        let own = loader.sources.add(name, text);
        loader.state.insert(Symbol::new(&path), State::Loading);
        loader.file(
            match edition {
                Edition::E2026 => "/prelude/prelude",
                Edition::E2019 | Edition::Desugared => "/prelude/edition-2019",
                Edition::E2017 => "/prelude/edition-2017",
            },
            Span::NONE,
        );
        loader.parse(&path, own, text);
        match loader.errors.is_empty() {
            true => Ok(Program { span: Span::new(own, 0, text.len()), edition, files: arena.slice(loader.files) }),
            false => Err(Error::several(loader.errors)),
        }
    })
}

/// Files of the old library `/futlib` whose definitions are in the preludes of older editions.
const FUTLIB: [&str; 6] =
    ["futlib/prelude", "futlib/math", "futlib/array", "futlib/functional", "futlib/soacs", "futlib/zip"];

/// The common prefix of the paths of the preludes of older editions. These files are written in edition 2019.
pub(in crate::source) const OLDER_PRELUDES: &str = "/prelude/edition-";

/// The prelude's file that replaces all files of [`FUTLIB`].
const FUTLIB_FILE: &str = "/prelude/futlib";

/// The path of a file that `importer` imports as `path`, both without extension.
pub fn import_path(importer: &str, path: &str) -> String {
    match path.strip_prefix('/') {
        Some(_) if importer.starts_with(PRELUDE_FOLDER) || path.starts_with(PRELUDE_FOLDER) => normal(path),
        Some(path) if FUTLIB.contains(&path) => FUTLIB_FILE.to_string(),
        // An absolute import is relative to the same folder as all files' paths.
        Some(relative) => normal(relative),
        None => match importer.rsplit_once('/') {
            Some((folder, _)) => normal(&format!("{folder}/{path}")),
            None => normal(path),
        },
    }
}

/// A path without `.` and `..`, except for leading `..`.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        match (part, parts.last()) {
            ("..", Some(last)) if *last != ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// The state of a file that an import has named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Loading,
    Loaded,
}

struct Loader<'a, 'r> {
    edition: Edition,
    /// The path of the program's own file.
    own: String,
    arena: &'a Arena<'a>,
    sources: &'r mut SourceMap,
    read: &'r mut dyn FnMut(&str) -> std::io::Result<String>,
    /// The completely loaded files, in order.
    files: Vec<File<'a>>,
    state: FxHashMap<Symbol, State>,
    errors: Vec<Error>,
}

impl<'a> Loader<'a, '_> {
    /// Loads the file `path`, which the file `importer` imports at `span` as `imported`.
    fn import(&mut self, importer: &str, path: &str, imported: Symbol, span: Span) {
        let prelude = |path: &str| path.starts_with(PRELUDE_FOLDER);
        if prelude(&normal(imported.as_str())) && !prelude(importer) && self.text(path).is_ok() {
            let message = format!("`{imported}` is a file of the prelude, which programs cannot import");
            let error = codes::UNREADABLE_IMPORT.error(span, message);
            self.errors.push(error.note("what the prelude defines is in scope without an import"));
            return;
        }
        if path == FUTLIB_FILE && self.edition == Edition::E2026 {
            let message = format!("`{imported}` is a file of the library that compilers of older editions had");
            let error = codes::UNREADABLE_IMPORT.error(span, message);
            self.errors.push(
                error
                    .note("what it defined is in scope today without an import")
                    .note("`--edition=2019` or `--edition=2017` reads a program of that time"),
            );
            return;
        }
        self.file(path, span);
    }

    /// Loads a file that is imported at `span`.
    fn file(&mut self, path: &str, span: Span) {
        let symbol = Symbol::new(path);
        match self.state.get(&symbol) {
            Some(State::Loaded) => return,
            Some(State::Loading) => {
                self.errors.push(
                    codes::CYCLIC_IMPORT
                        .error(span, format!("the file `{path}` imports itself, perhaps through others")),
                );
                return;
            }
            None => {}
        }
        self.state.insert(symbol, State::Loading);
        match self.text(path) {
            Ok(text) => {
                let id = self.sources.add(format!("{path}.fut"), text.as_str());
                self.parse(path, id, &text);
            }
            Err(error) => {
                self.state.insert(symbol, State::Loaded);
                self.errors.push(
                    codes::UNREADABLE_IMPORT.error(span, format!("the file `{path}.fut` cannot be read: {error}")),
                );
            }
        }
    }

    /// The edition that a file is written in: today's for the prelude, 2019 for the preludes of older editions.
    fn edition_of(&self, path: &str) -> Edition {
        match path {
            path if path.starts_with(OLDER_PRELUDES) => Edition::E2019,
            path if path.starts_with(PRELUDE_FOLDER) => Edition::E2026,
            _ => self.edition,
        }
    }

    fn text(&mut self, path: &str) -> std::io::Result<String> {
        if path == FUTLIB_FILE {
            return Ok(format!("open import \"edition-{}\"", self.edition.min(Edition::E2019)));
        }
        match path.strip_prefix(PRELUDE_FOLDER) {
            Some(name) => {
                let file = PRELUDE.iter().find(|(known, _)| *known == name);
                let missing = || std::io::Error::new(std::io::ErrorKind::NotFound, "the prelude has no such file");
                file.map(|(_, text)| (*text).to_string()).ok_or_else(missing)
            }
            None => self.read_user(path),
        }
    }

    /// The text of a file of the program. In older editions, the other files of `/futlib` are searched for in a folder
    /// `futlib` beside the program, and in the folders above it; for edition 2017, many come with the compiler.
    fn read_user(&mut self, path: &str) -> std::io::Result<String> {
        let result = (self.read)(path);
        if result.is_ok() || self.edition == Edition::E2026 || !path.starts_with("futlib/") {
            return result;
        }
        let own = self.own.clone();
        let mut folder = own.as_str();
        while let Some((above, _)) = folder.rsplit_once('/') {
            folder = above;
            let candidate = format!("{folder}/{path}");
            if candidate != own
                && let Ok(text) = (self.read)(&candidate)
            {
                return Ok(text);
            }
        }
        let known = FUTLIB_2017.iter().find(|(name, _)| path.strip_prefix("futlib/") == Some(name));
        match known {
            Some((_, text)) if self.edition == Edition::E2017 => Ok((*text).to_string()),
            _ => result,
        }
    }

    /// Parses a file, then loads its imports.
    fn parse(&mut self, path: &str, id: FileId, text: &str) {
        match parse_file(self.arena, self.edition_of(path), id, path, path.starts_with(PRELUDE_FOLDER), text) {
            Ok(file) => {
                let mut imports = Vec::new();
                file.decs.iter().for_each(|dec| imports_of(dec, &mut imports));
                for (imported, span) in imports {
                    self.import(path, &import_path(path, imported.as_str()), imported, span);
                }
                self.files.push(file);
            }
            Err(errors) => self.errors.extend(errors),
        }
        self.state.insert(Symbol::new(path), State::Loaded);
    }
}

/// The imports in a declaration.
fn imports_of(dec: &Dec<'_>, imports: &mut Vec<(Symbol, Span)>) {
    match *dec {
        Dec::Import { span, path } => imports.push((path, span)),
        Dec::Local { dec, .. } | Dec::Attributed { dec, .. } | Dec::Documented { dec, .. } => imports_of(dec, imports),
        Dec::Open { module, .. } => imports_of_module(module, imports),
        Dec::Module { body, .. } => imports_of_module(body, imports),
        Dec::Value { .. } | Dec::Abbreviation { .. } | Dec::ModuleType { .. } => {}
    }
}

fn imports_of_module(module: &ModExp<'_>, imports: &mut Vec<(Symbol, Span)>) {
    match *module {
        ModExp::ModImport { span, path } => imports.push((path, span)),
        ModExp::ModAscribe { module, .. } => imports_of_module(module, imports),
        ModExp::ModLambda { body, .. } => imports_of_module(body, imports),
        ModExp::ModApply { func, arg, .. } => {
            imports_of_module(func, imports);
            imports_of_module(arg, imports);
        }
        ModExp::ModBody { decs, .. } => decs.iter().for_each(|dec| imports_of(dec, imports)),
        ModExp::ModName { .. } => {}
    }
}

/// Loads a program that imports nothing but the prelude.
pub fn load_text(text: &str) -> Result<(SourceMap, Owned<Source>)> {
    let mut sources = SourceMap::default();
    let none = |_: &str| Err(std::io::Error::new(std::io::ErrorKind::NotFound, "there are no other files"));
    let program = load(&mut sources, Edition::E2026, "main.fut", text, &mut { none })?;
    Ok((sources, program))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn import_paths_are_relative_to_the_importing_file() {
        assert_eq!(import_path("main", "a"), "a");
        assert_eq!(import_path("lib/x/main", "../y/a"), "lib/y/a");
        assert_eq!(import_path("main", "../a"), "../a");
        assert_eq!(import_path("/home/main", "./a"), "/home/a");
        assert_eq!(import_path("/prelude/prelude", "math"), "/prelude/math");
    }

    #[test]
    fn files_come_after_what_they_import() -> Result<()> {
        let mut sources = SourceMap::default();
        let mut read = |path: &str| {
            Ok(match path {
                "a" => "import \"b\"\ndef a = b",
                _ => "def b = 1",
            }
            .to_string())
        };
        let program =
            load(&mut sources, Edition::E2026, "main", "import \"a\"\nimport \"b\"\ndef main = a", &mut read)?;
        let user = program.root().files.iter().filter(|file| !file.prelude);
        assert_eq!(user.map(|file| file.path.as_str()).collect::<Vec<_>>(), ["b", "a", "main"]);
        Ok(())
    }

    #[test]
    fn libraries_of_older_editions_are_told() {
        let errors = load_text("import \"/futlib/math\"\ndef main = 1").err();
        let error = errors.expect("today has no such library");
        assert_eq!(error.code.map(|code| code.id), Some("E0117"));
        assert!(error.message.starts_with("`/futlib/math` is a file of the library"), "{}", error.message);
        assert!(error.notes.iter().any(|note| note.contains("--edition=2019")), "{:?}", error.notes);
    }

    #[test]
    fn a_cycle_of_imports_is_an_error() {
        let mut sources = SourceMap::default();
        let mut read = |_: &str| Ok("import \"main\"".to_string());
        let errors = load(&mut sources, Edition::E2026, "main", "import \"a\"", &mut read).err();
        let message = errors.map(|error| error.message.clone()).unwrap_or_default();
        assert!(message.contains("imports itself"), "{message}");
    }
}
