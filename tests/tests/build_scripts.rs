//! Programs in crates of others: `fut-nano-build` in a build script, as in `tests/example-build`.

use fut_nano_tests::command::{Outcome, binary, run_command};
use fut_nano_tests::{c, root};
use std::process::Command;
use std::time::Duration;

/// Runs Cargo in the example. Downloads what the example needs and this repository does not.
fn cargo(arguments: &[&str]) -> Outcome {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).current_dir(root().join("tests/example-build"));
    command.arg("--target-dir").arg(binary().with_file_name("example-build"));
    command.env("FUT_NANO", binary()).env_remove("CFLAGS");
    run_command(&mut command, Duration::from_secs(600), "")
}

/// The tests of the example call every kind of function.
#[test]
fn the_example_calls_programs() {
    if !c::is_available() {
        return;
    }
    let tests = cargo(&["test", "--quiet", "--features", "ndarray"]);
    assert_eq!(tests.status, Some(0), "{}\n{}", tests.text(), tests.stderr);
    assert!(!tests.stderr.contains("warning"), "{}", tests.stderr);
    assert!(tests.text().contains("6 passed"), "{}", tests.text());
    let run = cargo(&["run", "--quiet"]);
    assert_eq!(run.text(), "32\n", "{}", run.stderr);
}

/// A wrong program stops the build with the compiler's message.
#[test]
fn wrong_programs_stop_the_build() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let build = format!("{:?}", root().join("driver/build"));
    std::fs::create_dir(path("src")).unwrap();
    let files = [
        (
            "Cargo.toml",
            format!(
                "[package]\nname = \"wrong\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
                 [build-dependencies]\nfut-nano-build = {{ path = {build} }}\n[workspace]\n"
            ),
        ),
        (
            "build.rs",
            "fn main() -> Result<(), fut_nano_build::Error> { fut_nano_build::compile(\"src/p.fut\") }".into(),
        ),
        ("src/p.fut", "entry main (x: i32) = x + true".into()),
        ("src/main.rs", "fn main() {}".into()),
        ("Cargo.lock", std::fs::read_to_string(root().join("tests/example-build/Cargo.lock")).unwrap()),
    ];
    files.iter().for_each(|(name, text)| std::fs::write(path(name), text).unwrap());
    let mut command = Command::new(env!("CARGO"));
    command.args(["build", "--quiet", "--target-dir"]).arg(binary().with_file_name("example-build"));
    let command = command.env("FUT_NANO", binary()).current_dir(folder.path());
    let outcome = run_command(command, Duration::from_secs(600), "");
    assert_ne!(outcome.status, Some(0));
    assert!(outcome.stderr.contains("p.fut:1:"), "{}", outcome.stderr);
    let outcome = run_command(command.env("FUT_NANO", path("nowhere")), Duration::from_secs(600), "");
    assert!(outcome.stderr.contains("install fut-nano, or set FUT_NANO to its path"), "{}", outcome.stderr);
}
