//! Text from outside is hostile: no program of `Anf`, `Seg`, `FunMem`, `Imp` or `Lanes`, however wrong, ends the
//! process by a signal or makes it blame itself.

use fut_nano_tests::command::{Outcome, binary, run, run_within};
use std::io::{Read, Seek, SeekFrom, Write};
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
        let kernel = format!("(parallel false [(dim i#5 (var n#3))] [{write}])");
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

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
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

/// The text without one of its statements.
fn without_a_statement(text: &str, random: &mut Random) -> String {
    let starts: Vec<usize> = text.match_indices("(stm ").map(|(at, _)| at).collect();
    let Some(start) = starts.get(random.below(starts.len())) else { return text.to_string() };
    let mut depth = 0;
    let length = text[*start..].find(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth == 0
    });
    let end = length.map_or(text.len(), |length| start + length + 1);
    format!("{}{}", &text[..*start], &text[end..])
}

const NUMBERS: [&str; 9] =
    ["0", "-1", "1", "2", "7", "1000000", "4294967296", "4611686018427387904", "-9223372036854775808"];

/// A program with a wrong number, size, offset or stride, a wrong name, operator or type, or without a statement.
fn mutated(text: &str, random: &mut Random) -> String {
    let other = |random: &mut Random, all: &[String]| all[random.below(all.len())].clone();
    match random.below(8) {
        0 => replace(text, r"\(const -?\d+i64\)", random, |random, _| format!("(const {}i64)", random.one(&NUMBERS))),
        1 => {
            replace(text, r"\(poly-const -?\d+\)", random, |random, _| format!("(poly-const {})", random.one(&NUMBERS)))
        }
        2 => replace(text, r"\((poly-)?var [^ ()]+\)", random, |random, all| {
            let kind: Vec<String> = all.iter().filter(|var| var.starts_with("(poly")).cloned().collect();
            if kind.is_empty() || random.below(2) == 0 { other(random, all) } else { other(random, &kind) }
        }),
        3 => replace(text, r"\(var [^ ()]+\)", random, other),
        4 => replace(text, r"\(bin (add|sub|mul|min|max|lt|le|eq) ", random, |random, _| {
            format!(
                "(bin {} ",
                random.one(&["add", "sub", "mul", "shl", "min", "max", "quot", "pow", "lt", "le", "eq"])
            )
        }),
        5 => replace(text, r"(?-u:\b)(i32|i64|f32|f64|bool)(?-u:\b)", random, |random, _| {
            random.one(&["i32", "i64", "f64", "bool", "u8"]).to_string()
        }),
        6 => replace(text, r"[A-Za-z_']+#\d+", random, other),
        _ => without_a_statement(text, random),
    }
}

/// How a process ended.
enum End {
    /// By itself, with a status and what it wrote to standard error.
    Status(Option<i32>, String),
    /// It was stopped: a loop may have lost its end.
    Stopped,
}

/// Runs `fut-nano` for some seconds, with 8 GiB of memory where the system limits that.
fn run_a_while(arguments: &[&str], input: &str) -> End {
    let script = "ulimit -v 8388608; exec \"$@\"";
    let mut command = if cfg!(unix) { Command::new("sh") } else { Command::new(binary()) };
    if cfg!(unix) {
        command.args(["-c", script, "sh"]).arg(binary());
    }
    let mut errors = tempfile::tempfile().unwrap();
    let mut child = command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(errors.try_clone().unwrap())
        .spawn()
        .unwrap();
    // A rejected program does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(2) {
        if let Some(status) = child.try_wait().unwrap() {
            let mut text = String::new();
            errors.seek(SeekFrom::Start(0)).unwrap();
            errors.read_to_string(&mut text).unwrap();
            return End::Status(status.code(), text);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    End::Stopped
}

/// Programs with arguments of their entry points.
const PROGRAMS: [(&str, &str, &str); 14] = [
    ("levenshtein", "main", "\"kitten\" \"sitting\""),
    ("gauss", "main", "[[2.0f64, 1.0f64], [1.0f64, 3.0f64]] [3.0f64, 5.0f64]"),
    ("knapsack", "main", "10i64 [5i64, 4i64, 6i64, 3i64] [10, 40, 30, 50]"),
    ("arrays", "ends", "[1, 2, 3, 4, 5]"),
    ("bfs", "main", "[0i64, 2i64, 3i64, 4i64, 4i64, 5i64] [1i64, 2i64, 3i64, 3i64, 0i64] 0i64"),
    ("bins", "planes", "[0i64, 1i64, 0i64, 2i64] [0i64, 1i64, 0i64, 0i64] [1, 2, 3, 4]"),
    ("collatz", "main", "10i64"),
    ("fft", "forward", "[1.0f64, 0.0f64, 0.0f64, 0.0f64]"),
    ("filters", "filters", "[5, -2, 7, 0, -9, 4]"),
    ("histogram", "counts", "4i64 [0i64, 1i64, 1i64, 3i64, 3i64, 3i64]"),
    ("accumulators", "squares", "[9, 9, 9, 9, 9, 9]"),
    ("convolution", "line", "[1.0f32, 2.0f32, 3.0f32, 4.0f32] [0.25f32, 0.5f32, 0.25f32]"),
    ("closure", "main", "[[false, true, false], [false, false, true], [false, false, false]]"),
    ("flatmap", "pairs", "[1i64, 0i64, 2i64]"),
];

/// The text of a program after a pass, without the places of its nodes.
fn dump(program: &str, pass: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (to, after) = (format!("--dump-to={}", folder.path().display()), format!("--dump-after={pass}"));
    let dumped = run(&[&after, "--dump-format=sexp", &to, &format!("tests/programs/{program}.fut")], "");
    assert_eq!(dumped.status, Some(0), "{}", dumped.stderr);
    let file = std::fs::read_dir(folder.path()).unwrap().next().expect("a dump").unwrap().path();
    let text = std::fs::read_to_string(file).unwrap();
    regex::Regex::new(r" @\d+:\d+-\d+").unwrap().replace_all(&text, "").into_owned()
}

/// Mutants of programs after a pass end by themselves, without blaming the compiler, whichever way they are used.
fn mutants(pass: &str, rounds: usize, ways: &[&[&str]]) {
    let mut random = Random(17);
    let folder = tempfile::tempdir().unwrap();
    let mut ended = 0;
    for (program, entry, input) in PROGRAMS {
        let text = dump(program, pass);
        for round in 0..rounds {
            let path = folder.path().join("mutant.sexp");
            let mut mutant = mutated(&text, &mut random);
            if random.below(3) == 0 {
                mutant = mutated(&mutant, &mut random);
            }
            std::fs::write(&path, &mutant).unwrap();
            for way in ways {
                let mut arguments = vec![way[0], path.to_str().unwrap()];
                arguments.extend(&way[1..]);
                if way[0] == "run" {
                    arguments.extend(["--entry-point", entry]);
                }
                let End::Status(status, errors) = run_a_while(&arguments, input) else { continue };
                let good = matches!(status, Some(0..=3))
                    && !["internal error", "panicked"].iter().any(|bad| errors.contains(bad));
                if !good {
                    let kept = std::env::temp_dir().join(format!("{program}-{round}.sexp"));
                    std::fs::write(&kept, &mutant).unwrap();
                    panic!("{program}, mutant {round} {way:?} ends with {status:?} ({}):\n{errors}", kept.display());
                }
                ended += 1;
            }
        }
    }
    // Most of them end.
    assert!(ended > PROGRAMS.len() * rounds * ways.len() / 2, "{ended}");
}

#[test]
fn mutants_of_anf() {
    mutants("fuse", 8, &[&["run"], &["run", "--at", "anf"], &["opt", "--passes", "simplify,remove-dead"]]);
}

#[test]
fn mutants_of_seg() {
    mutants("flatten", 8, &[&["run"], &["run", "--at", "seg"]]);
}

#[test]
fn mutants_of_fun_mem() {
    mutants("introduce-memory", 8, &[&["run"], &["run", "--at", "funmem-heap"], &["opt", "--passes", "to-imp"]]);
}

#[test]
fn mutants_of_imp() {
    mutants("to-imp", 8, &[&["run"], &["run", "--at", "imp"]]);
}

#[test]
fn mutants_of_lanes() {
    mutants("vectorise", 8, &[&["run"], &["run", "--at", "lanes"]]);
}
