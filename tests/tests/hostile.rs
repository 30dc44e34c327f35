//! Hostile texts: no program of `Imp`, however wrong, ends the process by a signal or causes an internal error.

use fut_nano_tests::command::{Outcome, binary, run, run_within};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Runs a text of `Imp` on a backend, from the entry point `main`.
fn run_text(text: &str, backend: &str, input: &str) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program.sexp");
    std::fs::write(&path, format!("; language Imp\n{text}\n")).unwrap();
    run_within(Duration::from_secs(60), &["run", path.to_str().unwrap(), "--backend", backend], input)
}

/// Checks that every backend reports the failure with this message.
fn fails(text: &str, input: &str, message: &str) {
    for backend in ["cpu", "vulkan"] {
        let outcome = run_text(text, backend, input);
        assert_eq!(outcome.status, Some(1), "{backend}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(message), "{backend}: {}", outcome.stderr);
    }
}

/// Returns a program with an argument `xs: []i32` and these statements.
fn with_array(stms: &str) -> String {
    format!("(program [(fun main#1 main [(array-arg xs#2 i32 [(fresh n#3)] xs \"[]i32\")] [] [{stms}])] [])")
}

#[test]
fn reads_and_writes() {
    for index in ["3", "-1", "9223372036854775807", "-9223372036854775808"] {
        let message = format!("Error: Index {index} out of bounds for block `xs_2` of 3 elements.");
        let read = format!("(decl y#4 i32) (read y#4 xs#2 i32 (const {index}i64))");
        fails(&with_array(&read), "[1, 2, 3]", &message);
        let write = format!("(write xs#2 i32 (const {index}i64) (const 1i32))");
        fails(&with_array(&write), "[1, 2, 3]", &message);
        let kernel = format!("(parallel [(dim i#5 (var n#3))] [{write}])");
        fails(&with_array(&kernel), "[1, 2, 3]", &message);
    }
}

#[test]
fn blocks_before_they_are_allocated() {
    let text = with_array("(decl-mem m#4 i32) (write m#4 i32 (const 0i64) (const 1i32))");
    fails(&text, "[1]", "Error: Index 0 out of bounds for block `m_4` of 0 elements.");
}

#[test]
fn copies() {
    let copy = |count: &str, offset: &str, stride: &str| {
        let region =
            |mem: &str, offset: &str, stride: &str| format!("(region {mem} (const {offset}i64) [(const {stride}i64)])");
        let (to, from) = (region("m#4", "0", "1"), region("xs#2", offset, stride));
        with_array(&format!(
            "(decl-mem m#4 i32) (alloc m#4 i32 (const 3i64)) (copy i32 [(const {count}i64)] {to} {from})"
        ))
    };
    fails(&copy("3", "1", "1"), "[1, 2, 3]", "Error: Indices 1 to 3 out of bounds for block `xs_2` of 3 elements.");
    fails(&copy("3", "-1", "1"), "[1, 2, 3]", "Error: Index -1 out of bounds");
    fails(&copy("3", "0", "-1"), "[1, 2, 3]", "Error: Indices -2 to 0 out of bounds");
    fails(&copy("4611686018427387904", "0", "4"), "[1, 2, 3]", "out of bounds for block");
    fails(&copy("3", "0", "-9223372036854775808"), "[1, 2, 3]", "out of bounds for block `xs_2`");
}

#[test]
fn allocations() {
    for (count, message) in
        [("-1", "Cannot allocate an array of -1 elements."), ("4611686018427387904", "Out of memory")]
    {
        fails(&with_array(&format!("(decl-mem m#4 i32) (alloc m#4 i32 (const {count}i64))")), "[1]", message);
    }
}

#[test]
fn results() {
    let result = |dims: &str| {
        format!(
            "(program [(fun main#1 main [(array-arg xs#2 i32 [(fresh n#3)] xs \"[]i32\")] \
             [(array-res xs#2 i32 [{dims}] \"[]i32\")] [])] [])"
        )
    };
    fails(
        &result("(const 4i64)"),
        "[1, 2, 3]",
        "Error: A result of shape [4] is out of bounds for block `xs_2` of 3 elements.",
    );
    fails(&result("(const -1i64)"), "[1, 2, 3]", "A result of shape [-1] is out of bounds");
    fails(&result("(const 4294967296i64) (const 4294967296i64)"), "[1]", "A result of shape [4294967296][4294967296]");
}

#[test]
fn calls_without_end() {
    let one = "(scalar-operand (bin add i64 (var n#1) (const 1i64)) i64)";
    let text = format!(
        "(program [(fun main#2 main [] [] [(call p [(scalar-operand (const 1i64) i64)] [])])] \
         [(proc p [(scalar-slot n#1 i64)] [(call p [{one}] [])] [])])"
    );
    fails(&text, "", "are nested");
}

/// A random generator with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Replaces one match of a pattern.
fn replace(
    text: &str,
    pattern: &str,
    random: &mut Random,
    new: impl FnOnce(&mut Random, &[String]) -> String,
) -> String {
    let pattern = regex::Regex::new(pattern).unwrap();
    let found: Vec<_> = pattern.find_iter(text).collect();
    if found.is_empty() {
        return text.to_string();
    }
    let all: Vec<String> = found.iter().map(|found| found.as_str().to_string()).collect();
    let at = &found[random.below(found.len())];
    format!("{}{}{}", &text[..at.start()], new(random, &all), &text[at.end()..])
}

/// Returns the program with a number, a name or an operator changed.
fn mutated(text: &str, random: &mut Random) -> String {
    match random.below(3) {
        0 => replace(text, r"\(const -?\d+i64\)", random, |random, _| {
            let numbers = ["0", "-1", "1", "7", "1000000", "4611686018427387904", "-9223372036854775808"];
            format!("(const {}i64)", numbers[random.below(numbers.len())])
        }),
        1 => replace(text, r"\(var [^ ()]+\)", random, |random, all| all[random.below(all.len())].clone()),
        _ => replace(text, r"\(bin (add|sub|mul|min|max) i64", random, |random, _| {
            let operators = ["add", "sub", "mul", "shl", "min", "max", "quot"];
            format!("(bin {} i64", operators[random.below(operators.len())])
        }),
    }
}

/// Runs a program for some seconds. Returns whether it ends by itself without a panic, or `None` if it does not end:
/// the change may have made a loop endless.
fn run_a_while(path: &Path, input: &str) -> Option<bool> {
    let mut child = Command::new(binary())
        .args(["run", path.to_str().unwrap()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // A rejected program does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(5) {
        if let Some(status) = child.try_wait().unwrap() {
            // A panic has exit status 101.
            return Some(matches!(status.code(), Some(0..=3)));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

#[test]
fn mutated_programs() {
    let programs = [
        ("tests/programs/levenshtein.fut", "\"kitten\" \"sitting\""),
        ("tests/programs/gauss.fut", "[[2.0f64, 1.0f64], [1.0f64, 3.0f64]] [3.0f64, 5.0f64]"),
        ("tests/programs/knapsack.fut", "10i64 [5i64, 4i64, 6i64, 3i64] [10, 40, 30, 50]"),
    ];
    let mut random = Random(17);
    for (path, input) in programs {
        let folder = tempfile::tempdir().unwrap();
        let to = format!("--dump-to={}", folder.path().display());
        let dumped = run(&["--dump-after=to-imp", "--dump-format=sexp", &to, path], "");
        assert_eq!(dumped.status, Some(0), "{}", dumped.stderr);
        let file = std::fs::read_dir(folder.path()).unwrap().next().expect("a dump").unwrap().path();
        let text = std::fs::read_to_string(file).unwrap();
        for round in 0..12 {
            let mutant = folder.path().join(format!("mutant-{round}.sexp"));
            std::fs::write(&mutant, mutated(&text, &mut random)).unwrap();
            let outcome = run_a_while(&mutant, input);
            assert!(outcome.is_none_or(|good| good), "{path}, mutant {round} crashes");
        }
    }
}
