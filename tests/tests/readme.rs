//! Runs everything that README shows.

use fut_nano_tests::{command, root};
use std::process::Command;
use std::time::Duration;

#[test]
fn console_blocks() {
    let vulkan = backends::devices().iter().any(|device| device.backend == "vulkan");
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut commands = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for shown in block.split("$ ").skip(1) {
            let (line, expected) = shown.split_once('\n').unwrap();
            if line.contains("vulkan") && !vulkan {
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
    assert!(commands >= 6, "README shows commands");
}

/// README shows exactly these two set-up commands. The second one runs this test.
#[test]
fn set_up_commands() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let commands: Vec<&str> = readme.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    assert_eq!(commands, ["tests/demo.sh", "tests/run.sh"]);
}

#[test]
fn links_lead_somewhere() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    for link in readme.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(link.starts_with("https://") || root().join(link).exists(), "{link}");
    }
}
