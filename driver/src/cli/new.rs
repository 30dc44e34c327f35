//! `new`: makes crates with a new pass or a new language, from templates.

use super::args::{New, Place};
use super::output::print;
use super::user;
use crate::Driver;
use framework::pipeline::shell_word;
use framework::{Error, Result};
use std::path::Path;

/// A file of a crate: its path and its template. Words like `@pass@` in the template are replaced.
type File = (&'static str, &'static str);

const EXPRESSIONS: &str = include_str!("../../templates/pass/lib_expressions.rs");
const STATEMENTS: &str = include_str!("../../templates/pass/lib_statements.rs");
const ANY: &str = include_str!("../../templates/pass/lib_any.rs");

const PASS: [File; 4] = [
    ("Cargo.toml", include_str!("../../templates/pass/Cargo.toml")),
    ("src/main.rs", include_str!("../../templates/pass/main.rs")),
    ("tests/example.rs", include_str!("../../templates/pass/test.rs")),
    ("example.fut", include_str!("../../templates/pass/example.fut")),
];

const LANGUAGE: [File; 7] = [
    ("Cargo.toml", include_str!("../../templates/language/Cargo.toml")),
    ("src/lib.rs", include_str!("../../templates/language/lib.rs")),
    ("src/grammar.rs", include_str!("../../templates/language/grammar.rs")),
    ("src/rules.rs", include_str!("../../templates/language/rules.rs")),
    ("src/eval.rs", include_str!("../../templates/language/eval.rs")),
    ("src/main.rs", include_str!("../../templates/language/main.rs")),
    ("tests/example.rs", include_str!("../../templates/language/test.rs")),
];

const EXAMPLE: File = ("example.sexp", include_str!("../../templates/language/example.sexp"));

/// The folder of the checkout from which this binary was built.
const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Makes the crate.
pub fn create(driver: &Driver, what: &New) -> Result<()> {
    match what {
        New::Pass { name, after, place } => pass(driver, name, after, place),
        New::Language { name, place } => language(driver, name, place),
    }
}

fn pass(driver: &Driver, name: &str, after: &str, place: &Place) -> Result<()> {
    let camel = camel_case("pass", name)?;
    if driver.registry.passes.iter().any(|pass| pass.info().name == name) {
        return Err(user(format!("there is a pass `{name}` already")));
    }
    let step = &driver.pipeline.steps[driver.pipeline.position(after)?];
    let language = step.pass.to().info;
    let library = match language.key().as_str() {
        "typed" | "mono-match" | "mono" | "first-order" => EXPRESSIONS,
        "anf" | "seg" | "fun-mem" => STATEMENTS,
        _ => ANY,
    };
    let module = name.replace('-', "_");
    let language_module = match language.name {
        "FunMem" => "funmem".to_string(),
        _ => language.key().replace('-', "_"),
    };
    let words = [
        ("@crate@", name),
        ("@pass@", name),
        ("@module@", &module),
        ("@Type@", &camel),
        ("@after@", after),
        ("@language@", &language_module),
        ("@Language@", language.name),
    ];
    let files = PASS.into_iter().chain([("src/lib.rs", library)]);
    write(place, files, &words)?;
    let dir = shell_word(&place.dir.to_string_lossy());
    print(&format!(
        "made the pass `{name}`, which runs after `{after}`, in {dir}. To try it:\n  \
         cd {dir} && cargo test && cargo run -- --dump-after={name} example.fut\n"
    ))
}

fn language(driver: &Driver, name: &str, place: &Place) -> Result<()> {
    let camel = camel_case("language", name)?;
    if driver.registry.languages.iter().any(|language| language.info.key() == name) {
        return Err(user(format!("there is a language `{name}` already")));
    }
    let module = name.replace('-', "_");
    let words = [("@crate@", name), ("@module@", &module), ("@Name@", &camel)];
    write(place, LANGUAGE.into_iter().chain([EXAMPLE]), &words)?;
    let dir = shell_word(&place.dir.to_string_lossy());
    print(&format!(
        "made the language `{name}` in {dir}. To try it:\n  cd {dir} && cargo test && cargo run -- example.sexp\n"
    ))
}

/// The name of a Rust type for a crate: `DropZeros` for `drop-zeros`. Fails unless the name can be that of a crate.
fn camel_case(what: &str, name: &str) -> Result<String> {
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_lowercase())
            && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    };
    // Cargo or Rust reserves these names.
    let taken = ["test", "core", "std", "alloc", "framework", "languages", "self", "super", "crate", "fut-nano"];
    if !name.split('-').all(is_word) || taken.contains(&name) {
        let message = format!("`{name}` is not a valid name for a {what}");
        return Err(user(message).note("a name consists of words with small letters and digits, such as `drop-zeros`"));
    }
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    Ok(name.split('-').map(capital).collect())
}

/// The dependency on one of fut-nano's crates in a manifest.
fn dependency(from: Option<&str>, folder: &str) -> Result<String> {
    let quoted = |text: &str| format!("{:?}", text);
    match from {
        Some(url) if url.contains("://") || url.starts_with("git@") => Ok(format!("git = {}", quoted(url))),
        other => {
            let path = Path::new(other.unwrap_or(CHECKOUT));
            let path = path.join(folder).canonicalize().map_err(|error| {
                let error = user(format!("there is no checkout of fut-nano at {}: {error}", path.display()));
                error.note("`--from PATH|URL` gives the source of fut-nano's crates: a checkout, or a git repository")
            })?;
            Ok(format!("path = {}", quoted(&path.to_string_lossy())))
        }
    }
}

fn write(place: &Place, files: impl Iterator<Item = File>, words: &[(&str, &str)]) -> Result<()> {
    let dir = place.dir.as_path();
    let failed =
        |path: &Path, error: std::io::Error| -> Error { user(format!("cannot write {}: {error}", path.display())) };
    if dir.exists() && dir.read_dir().map_err(|error| failed(dir, error))?.next().is_some() {
        return Err(user(format!("{} is not empty", dir.display())));
    }
    let from = place.from.as_deref();
    let crates = [("@framework@", "framework"), ("@languages@", "languages"), ("@fut-nano@", "driver")];
    let crates = crates.map(|(word, folder)| Ok((word, dependency(from, folder)?)));
    let crates = crates.into_iter().collect::<Result<Vec<_>>>()?;
    // Copies the lock file, which has the versions of dependencies that fut-nano was tested with.
    let lock = Path::new(from.unwrap_or(CHECKOUT)).join("Cargo.lock");
    if lock.is_file() {
        std::fs::create_dir_all(dir).map_err(|error| failed(dir, error))?;
        std::fs::copy(&lock, dir.join("Cargo.lock")).map_err(|error| failed(&lock, error))?;
    }
    for (path, template) in files {
        let mut text = template.to_string();
        for (word, value) in words {
            text = text.replace(word, value);
        }
        for (word, value) in &crates {
            text = text.replace(word, value);
        }
        let path = dir.join(path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        }
        std::fs::write(&path, text).map_err(|error| failed(&path, error))?;
    }
    Ok(())
}
