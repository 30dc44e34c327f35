//! Programs that run on their own: the options of executables, and the commands of servers.

use fut_nano_tests::command::{Outcome, binary, run_command};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const LIMIT: Duration = Duration::from_secs(120);

/// A program in a folder of its own.
struct Made {
    folder: TempDir,
    path: PathBuf,
}

/// Makes a program that runs on its own, and removes its source.
fn make(files: &[(&str, &str)], options: &[&str]) -> Made {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let mut command = Command::new(binary());
    command.args(options).args(["prog.fut", "-o", "made"]).env("CFLAGS", "-O1 -std=gnu11").current_dir(folder.path());
    let outcome = run_command(&mut command, LIMIT, "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    files.iter().for_each(|(name, _)| std::fs::remove_file(folder.path().join(name)).unwrap());
    let path = folder.path().join("made");
    Made { folder, path }
}

impl Made {
    fn run(&self, options: &[&str], input: &str) -> Outcome {
        let mut command = Command::new(&self.path);
        run_command(command.args(options).current_dir(self.folder.path()), LIMIT, input)
    }

    /// Sends commands to a server. Returns the answer to each, without `%%% OK`.
    fn ask(&self, commands: &[&str]) -> Vec<String> {
        let outcome = self.run(&[], &(commands.join("\n") + "\n"));
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        let text = outcome.text();
        let mut answers: Vec<String> = text.split("%%% OK\n").map(|answer| answer.trim_end().to_string()).collect();
        assert_eq!(answers.pop().as_deref(), Some(""), "the last answer is not complete: {text}");
        assert_eq!(answers.len(), commands.len() + 1, "{text}");
        answers.remove(0);
        answers
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

#[test]
fn executables_need_neither_sources_nor_imports() {
    let files = [
        ("prog.fut", "import \"lib/twice\"\nentry main (n: i32) = twice n\nentry other = [1i32, 2]"),
        ("lib/twice.fut", "def twice (n: i32) = n * 2"),
    ];
    let made = make(&files, &["cpu"]);
    let outcome = made.run(&[], "21");
    assert_eq!((outcome.status, outcome.text().as_str()), (Some(0), "42i32\n"), "{}", outcome.stderr);
    assert_eq!(made.run(&["-e", "other"], "").text(), "[1i32, 2i32]\n");
    assert_eq!(made.run(&["-n", "-t", "times", "-r", "3"], "1").text(), "");
    assert_eq!(std::fs::read_to_string(made.file("times")).unwrap().lines().count(), 3);
    assert_eq!(made.run(&["-b"], "1").stdout, b"b\x02\x00 i32\x02\x00\x00\x00");
    let outcome = made.run(&["-e", "nothing"], "");
    assert_eq!(outcome.status, Some(2));
    assert!(outcome.stderr.contains("`main`, `other`"), "{}", outcome.stderr);
    assert_eq!(made.run(&["--runs", "0"], "1").status, Some(2));
    let outcome = made.run(&["-L", "--num-threads", "1"], "1");
    assert!(outcome.stderr.starts_with("Compiled in "), "{}", outcome.stderr);
}

#[test]
fn executables_fail_as_programs_do() {
    let made = make(&[("prog.fut", "def main (xs: []i32) (i: i64) = xs[i]")], &["cpu"]);
    let outcome = made.run(&[], "[1, 2] 2i64");
    assert_eq!((outcome.status, outcome.text().as_str()), (Some(1), ""));
    assert!(outcome.stderr.contains("Index [2] out of bounds for array of shape [2]"), "{}", outcome.stderr);
    let outcome = made.run(&[], "[1, 2]");
    assert_eq!(outcome.status, Some(1));
    assert!(outcome.stderr.contains("argument 2"), "{}", outcome.stderr);
}

/// The machine code is kept for the next run, as that of `run` is: with the same results and failures.
#[test]
fn executables_keep_their_machine_code() {
    let made = make(&[("prog.fut", "entry main (xs: []i32) (i: i64) = xs[i]\nentry other = 5i32")], &["cpu"]);
    let cache = made.file("cache");
    let run = |options: &[&str], input: &str| {
        let mut command = Command::new(&made.path);
        let outcome = run_command(command.args(options).env("XDG_CACHE_HOME", &cache), LIMIT, input);
        (outcome.status, outcome.text(), outcome.stderr)
    };
    let kept = || std::fs::read_dir(cache.join("fut-nano")).map_or(0, Iterator::count);
    run(&["--no-cache"], "[1, 2] 1i64");
    assert_eq!(kept(), 0);
    for input in ["[1, 2] 1i64", "[1, 2] 2i64", "[1, 2]"] {
        let compiled = run(&["--no-cache"], input);
        for _ in 0..2 {
            assert_eq!(run(&[], input), compiled);
        }
    }
    assert_eq!(kept(), 1);
    // Another entry point and other thresholds are other code.
    assert_eq!(run(&["-e", "other"], "").1, "5i32\n");
    assert_eq!(run(&["--param", "threshold=3"], "[1, 2] 1i64").1, "2i32\n");
    assert_eq!(kept(), 3);
}

#[test]
fn tuning_parameters_are_the_places_of_nests() {
    let program = "def main [n][m] (xss: [n][m]i32) = map (\\xs -> i32.sum (map (2 *) xs)) xss";
    let made = make(&[("prog.fut", program)], &["cpu"]);
    let names = made.run(&["--print-params"], "").text();
    assert_eq!(names, "threshold (threshold)\nprog.fut:1:36-74 (threshold)\n");
    for name in ["threshold", "prog.fut:1:36-74"] {
        let outcome = made.run(&["--param", &format!("{name}=1")], "[[1, 2], [3, 4]]");
        assert_eq!((outcome.text().as_str(), outcome.stderr.as_str()), ("[6i32, 14i32]\n", ""));
    }
    assert_eq!(made.run(&["--param", "x=y"], "[[1]]").status, Some(2));
}

/// A bundle that was changed is an error, wherever the change is, and nothing else.
#[test]
fn broken_bundles_are_errors() {
    let made = make(&[("prog.fut", "def main = 1i32")], &["cpu"]);
    let whole = std::fs::read(&made.path).unwrap();
    let length = u64::from_le_bytes(whole[whole.len() - 24..whole.len() - 16].try_into().unwrap()) as usize;
    let start = whole.len() - 24 - length;
    let broken = |bytes: &[u8]| {
        let path = made.file("broken");
        std::fs::copy(&made.path, &path).unwrap();
        std::fs::write(&path, bytes).unwrap();
        run_command(&mut Command::new(&path), LIMIT, "").status
    };
    let mut longer = whole.clone();
    longer[whole.len() - 20] = 0xff;
    assert_eq!(broken(&longer), Some(2));
    let mut other = whole.clone();
    other[start] = b'[';
    assert_eq!(broken(&other), Some(2));
    // Without its mark, the file is a compiler that has no arguments.
    let mut none = whole;
    *none.last_mut().unwrap() = b'!';
    assert_eq!(broken(&none), Some(2));
}

const TYPES: &str = "
type point = {x: f32, y: f32}
type line = {from: point, to: point}
type opt 'a = #none | #some a
module m = { type pair = (i32, bool) }
entry mk (x: f32) (y: f32): point = {x, y}
entry points (n: i64): [n]point = map (\\i -> {x = f32.i64 i, y = 0}) (iota n)
entry length (l: line) = f32.sqrt ((l.to.x - l.from.x) ** 2 + (l.to.y - l.from.y) ** 2)
entry some (x: i32): opt i32 = if x > 0 then #some x else #none
entry get (x: opt i32) = match x case #some y -> y case #none -> 0
entry pair (p: m.pair): m.pair = p
entry fill (xs: *[]i32): *[]i32 = xs with [0] = 7
#[fast] entry grid (xs: [][]i32) = (transpose xs, i32.sum (flatten xs))
entry at (xs: []i32) (i: i64) = xs[i]
entry number = 3i64
";

/// The backends that make servers here.
fn backends() -> Vec<&'static str> {
    if fut_nano_tests::c::is_available() { vec!["cpu", "c", "multicore"] } else { vec!["cpu"] }
}

#[test]
fn servers_know_the_types_of_a_program() {
    backends().into_iter().for_each(knows_types);
}

fn knows_types(backend: &str) {
    let made = make(&[("prog.fut", TYPES)], &[backend, "--server"]);
    let questions = [
        ("entry_points", "at\nfill\nget\ngrid\nlength\nmk\nnumber\npair\npoints\nsome"),
        ("inputs mk", "f32\nf32"),
        ("outputs mk", "point"),
        ("output points", "[]point"),
        ("inputs length", "line"),
        ("inputs get", "opt i32"),
        ("inputs pair", "m.pair"),
        ("outputs pair", "i32\nbool"),
        ("output pair", "m.pair"),
        ("inputs fill", "*[]i32"),
        ("outputs fill", "*[]i32"),
        ("outputs grid", "[][]i32\ni32"),
        ("output grid", "([][]i32, i32)"),
        ("attributes grid", "fast"),
        ("inputs number", ""),
        ("inputs none", "%%% FAILURE\nUnknown entry point: none"),
        ("kind point", "record"),
        ("kind []point", "array"),
        ("kind \"opt i32\"", "sum"),
        ("kind f32", "primitive"),
        ("kind nothing", "%%% FAILURE\nUnknown type nothing"),
        ("fields line", "from point\nto point"),
        ("fields m.pair", "0 i32\n1 bool"),
        ("fields f32", "%%% FAILURE\nNot a record type"),
        ("variants \"opt i32\"", "none\nsome\n- i32"),
        ("rank [][]i32", "2"),
        ("elemtype []point", "point"),
        ("elemtype i32", "%%% FAILURE\nNot an array type"),
        ("tuning_params number", ""),
        ("get_tuning_param x", "%%% FAILURE\nUnknown tuning parameter: x"),
        ("set_tuning_param x 1", "%%% FAILURE\nFailed to set tuning parameter x to 1"),
    ];
    let (commands, expected): (Vec<&str>, Vec<&str>) = questions.into_iter().unzip();
    for (command, (answer, expected)) in commands.iter().zip(made.ask(&commands).iter().zip(expected)) {
        assert_eq!(answer, expected, "{command}");
    }
    let types = made.ask(&["types"]).concat();
    for name in ["i8", "bool", "point", "line", "[]f32", "[]point", "opt i32"] {
        assert!(types.lines().any(|line| line == name), "{name} is not in {types}");
    }
}

/// The answers to commands, of which `*` stands for any answer.
fn session(made: &Made, steps: &[(&str, &str)]) {
    let commands: Vec<&str> = steps.iter().map(|(command, _)| *command).collect();
    for ((command, expected), answer) in steps.iter().zip(made.ask(&commands)) {
        let answer = if answer.starts_with("runtime: ") { "runtime" } else { &answer };
        assert!(*expected == "*" || answer == *expected, "`{command}` answers {answer}, not {expected}");
    }
}

const FAILURE: &str = "%%% FAILURE\n";

#[test]
fn servers_call_entry_points() {
    backends().into_iter().for_each(calls_entry_points);
}

fn calls_entry_points(backend: &str) {
    let made = make(&[("prog.fut", TYPES)], &[backend, "--server"]);
    std::fs::write(made.file("xs"), "[1, 2, 3] [[1, 2], [3, 4]] 5i64").unwrap();
    session(
        &made,
        &[
            ("restore xs xs []i32 g [][]i32 i i64", ""),
            ("restore xs a i32", "*"),
            ("restore nowhere a i32", &format!("{FAILURE}Failed to open nowhere: No such file or directory")),
            ("type g", "[][]i32"),
            ("shape g", "2\n2"),
            ("call grid t sum g", "runtime"),
            ("call grid both g", "runtime"),
            ("type both", "([][]i32, i32)"),
            ("project sum2 both 1", ""),
            ("call grid", &format!("{FAILURE}Insufficient command args.")),
            ("call at x xs i", "*"),
            ("call at x i xs", &format!("{FAILURE}Wrong input type.  Expected []i32, got i64.")),
            ("call fill ys xs", "runtime"),
            ("call fill zs xs", &format!("{FAILURE}Variable has been consumed: xs")),
            ("call number ys", &format!("{FAILURE}Variable already exists: ys")),
            ("store out ys sum t", ""),
            ("restore out ys2 []i32 sum3 i32 t2 [][]i32", ""),
            ("store missing/out ys", "*"),
            ("free xs", ""),
            ("free xs", &format!("{FAILURE}Unknown variable: xs")),
            ("rename ys xs", ""),
            ("rename ys xs", &format!("{FAILURE}Unknown variable: ys")),
            ("clear", ""),
            ("pause_profiling", ""),
            ("unpause_profiling", ""),
            ("frobnicate", &format!("{FAILURE}Unknown command: frobnicate")),
            ("", &format!("{FAILURE}Empty line")),
            ("type \"x", "*"),
            ("type xs", "[]i32"),
        ],
    );
    assert_eq!(std::fs::read(made.file("out")).unwrap()[..8], *b"b\x02\x01 i32\x03");
    let report = made.run(&["-P"], "call number n\nreport\n").text();
    assert!(report.contains("\"events\":["), "{report}");
    // The most memory in use, not that of the results.
    let made = make(&[("prog.fut", PEAK)], &[backend, "--server"]);
    let report = made.run(&[], "call number n\ncall main m n\nreport\n").text();
    let bytes = report.split("\"default space\":").nth(1).and_then(|rest| rest.split('}').next()?.trim().parse().ok());
    assert!(bytes.is_some_and(|bytes: u64| (80_000..1_000_000).contains(&bytes)), "{report}");
}

/// A program whose result is a number that needs an array.
const PEAK: &str = "
entry number = 10_000i64
entry main (n: i64) =
  let xs = loop xs = iota n for i < 3 do map (\\j -> xs[(j * 7 + i) % n] + j) (iota n)
  in xs[n / 2]";

#[test]
fn servers_take_values_apart_and_put_them_together() {
    backends().into_iter().for_each(takes_values_apart);
}

fn takes_values_apart(backend: &str) {
    let made = make(&[("prog.fut", TYPES)], &[backend, "--server"]);
    std::fs::write(made.file("in"), "0f32 3f32 4f32 6i32 2i64").unwrap();
    session(
        &made,
        &[
            ("restore in zero f32 three f32 four f32 six i32 two i64", ""),
            ("new origin point zero zero", ""),
            ("call mk corner three four", "runtime"),
            ("new l line origin corner", ""),
            ("new bad line origin zero", &format!("{FAILURE}Type mismatch: zero has type f32, but point is needed.")),
            ("new bad line origin", &format!("{FAILURE}1 fields expected but 2 values provided.")),
            ("call length len l", "runtime"),
            ("project to l to", ""),
            ("project y to y", ""),
            ("project none to z", &format!("{FAILURE}Type point has no field z")),
            ("store five len y", ""),
            ("construct s \"opt i32\" some six", ""),
            ("construct n \"opt i32\" none", ""),
            ("construct bad \"opt i32\" some", &format!("{FAILURE}1 values expected but 0 values provided.")),
            ("construct bad \"opt i32\" other", &format!("{FAILURE}Type opt i32 has no variant other")),
            ("variant s", "some"),
            ("variant n", "none"),
            ("destruct s out", ""),
            ("destruct n", ""),
            ("call get got s", "runtime"),
            ("store six out got", ""),
            ("call points ps two", "runtime"),
            ("shape ps", "2"),
            ("index p ps 1", ""),
            ("index bad ps 2", &format!("{FAILURE}Index out of bounds")),
            ("index bad ps", &format!("{FAILURE}1 indices expected but 0 provided.")),
            ("set ps corner 0", ""),
            ("index q ps 0", ""),
            ("project qx q x", ""),
            ("unzip ps xs ys", ""),
            ("zip again []point ys xs", ""),
            ("index r again 0", ""),
            ("project ry r y", ""),
            ("new_array twice []point 2 corner corner", ""),
            ("new_array bad []point 3 corner", &format!("{FAILURE}3 elements expected but 1 values provided.")),
            ("new_array ones []i32 2 six six", ""),
            ("index one ones 1", ""),
            ("store three qx ry", ""),
            ("store ones ones one", ""),
        ],
    );
    let values = |name: &str| {
        let bytes = std::fs::read(made.file(name)).unwrap();
        let values = languages::value::Reader::new(&bytes).unwrap().read_all().unwrap();
        let mut text = Vec::new();
        values.iter().for_each(|value| languages::value::write_text(value, &mut text).unwrap());
        String::from_utf8(text).unwrap()
    };
    assert_eq!(values("five"), "5.0f324.0f32");
    assert_eq!(values("six"), "6i326i32");
    assert_eq!(values("three"), "3.0f323.0f32");
    assert_eq!(values("ones"), "[6i32, 6i32]6i32");
}

/// Lines of random words, of which no server should take harm.
#[test]
fn servers_survive_any_input() {
    backends().into_iter().for_each(survives_any_input);
}

fn survives_any_input(backend: &str) {
    let made = make(&[("prog.fut", TYPES)], &[backend, "--server"]);
    let words = [
        "call",
        "restore",
        "store",
        "free",
        "rename",
        "inputs",
        "outputs",
        "output",
        "kind",
        "rank",
        "elemtype",
        "fields",
        "variants",
        "new",
        "project",
        "construct",
        "destruct",
        "variant",
        "new_array",
        "set",
        "shape",
        "index",
        "zip",
        "unzip",
        "types",
        "points",
        "mk",
        "grid",
        "a",
        "b",
        "c",
        "[]point",
        "point",
        "\"opt i32\"",
        "i32",
        "some",
        "0",
        "1",
        "-1",
        "99999999999999999999",
        "\"",
        "\"\"",
        "\u{fe}",
        "in",
        "/",
        "9223372036854775807",
        "number",
        "get",
    ];
    std::fs::write(made.file("in"), "1i32").unwrap();
    let mut state = 12345u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut input = String::from("call number a\ncall points b a\nrestore in c i32\n");
    for _ in 0..3000 {
        let line: Vec<&str> = (0..1 + next(6)).map(|_| words[next(words.len())]).collect();
        // A file is not overwritten with what others read.
        input.push_str(&line.join(" ").replace("store in", "store out"));
        input.push('\n');
    }
    let outcome = made.run(&[], &input);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert_eq!(outcome.text().matches("%%% OK\n").count(), 3004);
    let mut bytes = input.into_bytes();
    bytes.truncate(100);
    bytes.extend([0xff, 0xfe, b'\n']);
    let mut command = Command::new(&made.path);
    let outcome = run_command(command.current_dir(made.folder.path()), LIMIT, bytes);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let left = |path: &Path| path.file_name().unwrap().to_string_lossy().starts_with('.');
    let files = std::fs::read_dir(made.folder.path()).unwrap().map(|file| file.unwrap().path());
    assert_eq!(files.filter(|path| left(path)).count(), 0, "a temporary file is left");
}
