//! Runs everything that README shows, and the commands of the chapter on programs inside of others.

use fut_nano_tests::{c, command, root};
use std::process::Command;
use std::time::Duration;

/// The blocks of a language in a text.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    text.split(&format!("```{language}\n")).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

#[test]
fn console_blocks() {
    assert!(run_blocks(&read("README.md")) >= 6, "README shows commands");
}

/// The chapter on programs inside of others.
#[test]
fn console_blocks_of_the_chapter() {
    assert!(run_blocks(&read("docs/embedding.md")) >= 3, "the chapter shows commands");
}

/// README's lines in other languages are those of the chapter, which `c.rs`, `python.rs` and the documentation of
/// `fut_nano::embed` run.
#[test]
fn blocks_in_other_languages() {
    let (readme, chapter) = (read("README.md"), read("docs/embedding.md"));
    for language in ["c", "python", "rust"] {
        let shown = blocks(&readme, language);
        assert_eq!(shown.len(), 1, "{language}");
        // Rust's documentation does not show such lines.
        let visible = |block: &str| block.lines().filter(|line| !line.starts_with("# ")).collect::<Vec<_>>().join("\n");
        let known = blocks(&chapter, language).iter().any(|block| visible(block) == shown[0].trim_end());
        assert!(known, "the chapter does not have README's lines of {language}");
    }
}

/// Runs the commands of a text, and compares what they print. Returns how many there are.
fn run_blocks(text: &str) -> usize {
    let vulkan = backends::devices().iter().any(|device| device.backend == "vulkan");
    let mut commands = 0;
    for block in blocks(text, "console") {
        for shown in block.split("$ ").skip(1) {
            let (line, expected) = shown.split_once('\n').unwrap();
            let needs_c = line.starts_with("fut-nano c ") || line.ends_with("-c");
            if line.contains("vulkan") && !vulkan || needs_c && !c::is_available() {
                continue;
            }
            let (input, call) = line.split_once(" | ").unwrap_or(("", line));
            let input = input.trim_start_matches("echo '").trim_end_matches('\'');
            // Quotes keep words together, also in the middle of an option.
            let spaced: String =
                call.split('\'').enumerate().fold(String::new(), |text, (number, part)| match number % 2 {
                    0 => text + part,
                    _ => text + &part.replace(' ', "\0"),
                });
            let mut words = spaced.split_whitespace().map(|word| word.replace('\0', " "));
            let program = words.next().unwrap();
            let arguments: Vec<String> = words.collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let outcome = match program.as_str() {
                "fut-nano" => command::run(&arguments, input),
                // A program that a command before has made.
                made => {
                    let mut made = Command::new(root().join(made));
                    command::run_command(made.args(&arguments), Duration::from_secs(60), input)
                }
            };
            assert_eq!(outcome.status, Some(0), "{line}: {}", outcome.stderr);
            assert!(!outcome.stdout.is_empty() || arguments.contains(&"-o"), "{line} prints nothing");
            if !expected.is_empty() {
                assert_eq!(outcome.text(), expected, "{line}");
            }
            commands += 1;
        }
    }
    commands
}

/// README shows exactly these two set-up commands. The second one runs this test.
#[test]
fn set_up_commands() {
    let readme = read("README.md");
    let commands: Vec<&str> = readme.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    assert_eq!(commands, ["tests/demo.sh", "tests/run.sh"]);
}

#[test]
fn links_lead_somewhere() {
    let readme = read("README.md");
    for link in readme.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(link.starts_with("https://") || root().join(link).exists(), "{link}");
    }
}
