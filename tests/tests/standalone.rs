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
    assert_eq!(made.run(&["-b"], "1").stdout, b"b\x02\x00 i32\x02\x00\x00\x00\n");
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
    let unknown = made.run(&["--param", "nope=3"], "[[1]]");
    assert_eq!((unknown.status, unknown.text().as_str()), (Some(2), ""));
    assert!(unknown.stderr.contains("Unknown size: nope"), "{}", unknown.stderr);
    // A file may be for another backend.
    std::fs::write(made.file("tuning"), "nope=3\nthreshold=5\n").unwrap();
    let outcome = made.run(&["--tuning", "tuning", "--cache-file", "cache"], "[[1, 2], [3, 4]]");
    assert_eq!((outcome.text().as_str(), outcome.stderr.as_str()), ("[6i32, 14i32]\n", ""));
    let server = make(&[("prog.fut", program)], &["cpu", "--safe", "--server"]);
    let unknown = server.run(&["--param", "nope=3"], "");
    assert_eq!((unknown.status, unknown.text().as_str()), (Some(2), ""));
    assert!(unknown.stderr.contains("Unknown size: nope"), "{}", unknown.stderr);
    assert_eq!(
        server.ask(&["tuning_params main", "tuning_param_class threshold"]),
        [names_only(&names), "threshold".into()]
    );
}

/// The names of tuning parameters, without their classes.
fn names_only(printed: &str) -> String {
    printed.lines().filter_map(|line| Some(line.rsplit_once(' ')?.0)).collect::<Vec<_>>().join("\n")
}

/// Each value in the binary format ends in a line break, and readers take that.
#[test]
fn binary_results_end_in_line_breaks() {
    let program = "entry main (xs: []i32) (y: f64) = (xs, y, true, [[1u8, 2], [3, 4]])";
    for backend in makers() {
        let made = make(&[("prog.fut", program)], &[backend]);
        let values: [&[u8]; 4] = [
            b"b\x02\x01 i32\x01\0\0\0\0\0\0\0\x07\0\0\0\n",
            b"b\x02\x00 f64\0\0\0\0\0\0\x04@\n",
            b"b\x02\x00bool\x01\n",
            b"b\x02\x02  u8\x02\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\x01\x02\x03\x04\n",
        ];
        assert_eq!(made.run(&["-b"], "[7,] 2.5").stdout, values.concat(), "{backend}");
        let mut command = Command::new(&made.path);
        let again = run_command(&mut command, LIMIT, values[..2].concat());
        let text = again.text().replace("2.500000000000000f64", "2.5f64");
        assert_eq!(text, "[7i32]\n2.5f64\ntrue\n[[1u8, 2u8], [3u8, 4u8]]\n", "{backend}: {}", again.stderr);
    }
}

/// Behind the last element of an array there may be a comma.
#[test]
fn commas_may_end_arrays() {
    for backend in makers() {
        let made = make(&[("prog.fut", "entry main (xss: [][]i32) = xss")], &[backend]);
        for text in ["[[1, 2,], [3, 4]]", "[[1, 2], [3, 4],]", "[ [1, 2 , ] , [3,4,], ]"] {
            let outcome = made.run(&[], text);
            assert_eq!(outcome.text(), "[[1i32, 2i32], [3i32, 4i32]]\n", "{backend}: {text}: {}", outcome.stderr);
        }
        for text in ["[,]", "[[,]]", "[[1,,2]]", "[,[1]]", "[[1],,[2]]", "[[1,2],", "[[1,2,"] {
            assert_eq!(made.run(&[], text).status, Some(1), "{backend}: {text}");
        }
    }
}

/// The options of servers in C, and their errors.
#[test]
fn servers_in_c_know_all_options() {
    for backend in backends().into_iter().filter(|backend| *backend != "cpu" && *backend != "vulkan") {
        let made = make(&[("prog.fut", "entry main (n: i64) = n + 1")], &[backend, "--server"]);
        let help = made.run(&["--help"], "");
        assert_eq!(help.status, Some(0));
        for option in ["-D", "-L", "-P", "-h", "--print-params", "--param", "--tuning", "--cache-file"] {
            assert!(help.text().contains(&format!("  {option}")), "{option} is not in {}", help.text());
        }
        assert_eq!(help.text().contains("--num-threads"), backend == "multicore");
        let wrong: [(&[&str], &str); 4] = [
            (&["more"], ": Excess non-option: more\n"),
            (&["--nope"], ": Unknown option: --nope\n"),
            (&["--param"], ": Missing argument for option --param\n"),
            (&["--param", "nope=3"], ": Unknown size: nope\n"),
        ];
        for (options, message) in wrong {
            let outcome = made.run(options, "");
            assert_eq!((outcome.status, outcome.text().as_str()), (Some(1), ""), "{options:?}");
            assert!(outcome.stderr.ends_with(message), "{options:?}: {}", outcome.stderr);
        }
    }
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
entry lines (ps: []point) = map (\\p -> {from = {x = 0, y = 0}, to = p}: line) ps
entry ends (ls: []line): []point = map (.to) ls
";

/// The backends that make executables here, without a device.
fn makers() -> Vec<&'static str> {
    if fut_nano_tests::c::is_available() { vec!["cpu", "c", "multicore"] } else { vec!["cpu"] }
}

/// The backends that make servers here.
fn backends() -> Vec<&'static str> {
    let vulkan = backends::devices().iter().any(|device| device.backend == "vulkan");
    makers().into_iter().chain(vulkan.then_some("vulkan")).collect()
}

#[test]
fn servers_know_the_types_of_a_program() {
    backends().into_iter().for_each(knows_types);
}

fn knows_types(backend: &str) {
    let made = make(&[("prog.fut", TYPES)], &[backend, "--server"]);
    let questions = [
        ("entry_points", "at\nends\nfill\nget\ngrid\nlength\nlines\nmk\nnumber\npair\npoints\nsome"),
        ("inputs mk", "f32\nf32"),
        ("outputs mk", "point"),
        ("output points", "[]point"),
        ("inputs length", "line"),
        ("inputs get", "opt i32"),
        ("inputs pair", "m.pair"),
        // A tuple with a name is one result.
        ("outputs pair", "m.pair"),
        ("output pair", "m.pair"),
        ("inputs fill", "*[]i32"),
        ("outputs fill", "*[]i32"),
        // Types that are not written are unique as in Futhark: `transpose xs` shares the memory of `xs`.
        ("outputs grid", "[][]i32\ni32"),
        ("outputs lines", "*[]{from: {x: f32, y: f32}, to: {x: f32, y: f32}}"),
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
        ("fields []point", "%%% FAILURE\nNot a record type"),
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
        // That of a failing call has more lines.
        let is_time = answer.starts_with("runtime: ") && answer.lines().count() == 1;
        let answer = if is_time { "runtime" } else { &answer };
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
            ("pause_profiling", ""),
            ("unpause_profiling", ""),
            ("frobnicate", &format!("{FAILURE}Unknown command: frobnicate")),
            ("", &format!("{FAILURE}Empty line")),
            ("type \"x", "*"),
            ("type xs", "[]i32"),
            ("clear", ""),
            ("type xs", &format!("{FAILURE}Unknown variable: xs")),
        ],
    );
    assert_eq!(std::fs::read(made.file("out")).unwrap()[..8], *b"b\x02\x01 i32\x03");
    // The most memory in use, not that of the results.
    let made = make(&[("prog.fut", PEAK)], &[backend, "--server"]);
    let reports = made.run(&["-P"], "call number n\ncall main m n\nreport\nreport\n").text();
    let events: Vec<&str> = reports.split("\"events\":").skip(1).collect();
    // The second report has nothing that the first one had.
    assert!(matches!(*events, [first, second] if first.starts_with("[{") && second.starts_with("[]")), "{reports}");
    let report = made.run(&[], "call number n\ncall main m n\nreport\n").text();
    let bytes = report.split("\"default space\":").nth(1).and_then(|rest| rest.split('}').next()?.trim().parse().ok());
    // Devices have larger pieces of memory.
    let most = if backend == "vulkan" { 16_000_000 } else { 1_000_000 };
    assert!(bytes.is_some_and(|bytes: u64| (80_000..most).contains(&bytes)), "{report}");
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
            ("new bad line origin zero", &format!("{FAILURE}Field to mismatch: expected type point, got f32")),
            ("new bad line origin", &format!("{FAILURE}1 fields expected but 2 values provided.")),
            ("call length len l", "runtime"),
            ("project to l to", ""),
            ("project y to y", ""),
            ("project none to z", &format!("{FAILURE}No such field")),
            ("store five len y", ""),
            ("construct s \"opt i32\" some six", ""),
            ("construct n \"opt i32\" none", ""),
            ("construct bad \"opt i32\" some", &format!("{FAILURE}1 values expected but 0 values provided.")),
            ("construct bad \"opt i32\" some zero", &format!("{FAILURE}Value 0 mismatch: expected type i32, got f32")),
            ("construct bad \"opt i32\" other", &format!("{FAILURE}No such variant")),
            ("variant s", "some"),
            ("variant n", "none"),
            ("destruct s", &format!("{FAILURE}1 variables expected but 0 variables provided.  some")),
            ("destruct zero out", &format!("{FAILURE}Not a sum type")),
            ("destruct s out", ""),
            ("destruct n", ""),
            ("call get got s", "runtime"),
            ("store six out got", ""),
            ("call points ps two", "runtime"),
            ("shape ps", "2"),
            ("index p ps 1", ""),
            ("index bad ps 2", &format!("{FAILURE}Invalid index `2` on dimension 1.")),
            ("index bad ps x", &format!("{FAILURE}Invalid index `x` on dimension 1.")),
            ("index bad ps", &format!("{FAILURE}1 indices expected but 0 values provided.")),
            ("index p ps 2 3", &format!("{FAILURE}1 indices expected but 2 values provided.")),
            ("index p ps 0", &format!("{FAILURE}Variable already exists: p")),
            ("set ps corner", &format!("{FAILURE}1 indices expected but 0 values provided.")),
            ("set ps corner 7", &format!("{FAILURE}Invalid index `7` on dimension 1.")),
            ("set ps zero 0", &format!("{FAILURE}Type mismatch: expected element of type point, got f32")),
            ("set zero zero", &format!("{FAILURE}Not an array type")),
            ("set ps corner 0", ""),
            ("index q ps 0", ""),
            ("project qx q x", ""),
            ("unzip ps xs", &format!("{FAILURE}2 arrays expected but 1 values provided.")),
            ("unzip ps xs xs", &format!("{FAILURE}Variable already exists: xs")),
            ("unzip ps xs ys", ""),
            ("unzip xs a", &format!("{FAILURE}Cannot unzip this array type")),
            ("new_array short []f32 1 zero", ""),
            ("zip again []i32 ys xs", &format!("{FAILURE}Cannot zip this array type")),
            ("zip again i32 ys xs", &format!("{FAILURE}Not an array type")),
            ("zip again []point ys", &format!("{FAILURE}2 arrays expected but 1 values provided.")),
            ("zip again []point ps xs", &format!("{FAILURE}Field x mismatch: expected type []f32, got []point")),
            ("zip again []point short xs", &format!("{FAILURE}Cannot zip arrays with different shapes.")),
            ("zip zero []point xs ys", &format!("{FAILURE}Variable already exists: zero")),
            ("zip again []point ys xs", ""),
            ("index r again 0", ""),
            ("project ry r y", ""),
            // The fields of lines have no names in arrays. Arrays of the same values are accepted.
            ("call lines ls ps", "runtime"),
            ("unzip ls starts ends", ""),
            ("type ends", "[]{x: f32, y: f32}"),
            ("zip ls2 []line starts ps", ""),
            ("call ends ends2 ls2", "runtime"),
            ("unzip ends2 ex ey", ""),
            ("zip bad []line starts ex", "*"),
            ("store ends ex", ""),
            ("new_array twice []point 2 corner corner", ""),
            ("new_array bad []point 3 corner", &format!("{FAILURE}Expected 3 values, but got 1.")),
            ("new_array bad []i32 2 six three", &format!("{FAILURE}Value 1 mismatch: expected type i32, got f32")),
            ("new_array bad [][]i32 1 x six", &format!("{FAILURE}Invalid size `x` of dimension 2.")),
            ("new_array bad [][]i32 -1 1", &format!("{FAILURE}Invalid size `-1` of dimension 1.")),
            ("new_array bad [][]i32 1", &format!("{FAILURE}Expected 2 dimensions, but got 1.")),
            ("new_array bad i32 1", &format!("{FAILURE}Not an array type")),
            ("type bad", &format!("{FAILURE}Unknown variable: bad")),
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
    assert_eq!(values("ends"), "[3.0f32, 1.0f32]");
    assert_eq!(values("five"), "5.0f324.0f32");
    assert_eq!(values("six"), "6i326i32");
    assert_eq!(values("three"), "3.0f323.0f32");
    assert_eq!(values("ones"), "[6i32, 6i32]6i32");
}

/// A call that fails answers as Futhark's servers do, to the byte: its time, the text of executables, and an empty
/// line.
#[test]
fn calls_that_fail_say_what_executables_say() {
    for backend in backends() {
        let made = make(&[("prog.fut", TYPES)], &[backend, "--server"]);
        std::fs::write(made.file("xs"), "[1, 2, 3] 5i64").unwrap();
        let text = made.run(&[], "restore xs xs []i32 i i64\ncall at o xs i\ntype o\n").text();
        let (start, rest) = text.split_once("runtime: ").unwrap();
        assert_eq!(start, "%%% OK\n%%% OK\n", "{backend}");
        let (time, rest) = rest.split_once('\n').unwrap();
        assert!(time.parse::<u64>().is_ok(), "{backend}: {time}");
        let failure =
            "Error: Index [5] out of bounds for array of shape [3].\n\nBacktrace:\n-> #0  prog.fut:14:33-37\n\n";
        let expected = format!("{FAILURE}{failure}%%% OK\n{FAILURE}Unknown variable: o\n%%% OK\n");
        assert_eq!(rest, expected, "{backend}");
    }
}

/// What was read before a failure stays, as in Futhark's servers.
#[test]
fn restore_keeps_what_it_has_read() {
    for backend in backends() {
        let made = make(&[("prog.fut", TYPES)], &[backend, "--server"]);
        std::fs::write(made.file("two"), "1i32 2i32").unwrap();
        std::fs::write(made.file("bad"), "1i32 abc").unwrap();
        std::fs::write(made.file("other"), "[1, 2,] 3").unwrap();
        let malformed = |name: &str, file: &str| {
            let why = format!("Possibly malformed data in {file} (errno: Success)");
            format!("{FAILURE}Failed to restore variable {name}.\n{why}")
        };
        session(
            &made,
            &[
                ("restore two a i32", &format!("{FAILURE}Expected EOF after reading 1 values from two")),
                ("type a", "i32"),
                ("restore two b i32 a i32", &format!("{FAILURE}Variable already exists: a")),
                ("type b", "i32"),
                ("restore two c i32 c i32", &format!("{FAILURE}Variable already exists: c")),
                ("restore bad d i32 e i32", &malformed("e", "bad")),
                ("free a b c d", ""),
                ("restore two f i32 g i32 h i32", &malformed("h", "two")),
                ("restore two i f32", &malformed("i", "two")),
                ("restore other j []i32 k i64", ""),
                ("restore two l", &format!("{FAILURE}Insufficient command args.")),
                ("restore two l nothing", &format!("{FAILURE}Unknown type nothing")),
                ("call at j f g", &format!("{FAILURE}Wrong input type.  Expected []i32, got i32.")),
                ("call at j j h", &format!("{FAILURE}Unknown variable: h")),
                ("call at j j k", &format!("{FAILURE}Variable already exists: j")),
            ],
        );
    }
}

/// Arrays in constructors that a sum does not use have the sizes of the entry point's parameter.
#[test]
fn sums_may_have_unused_arrays() {
    let program = "
type row = #row [2]i32 | #none
entry none (x: row) = match x case #row _ -> false case #none -> true
entry all (xs: []row) = length xs";
    for backend in backends() {
        let made = make(&[("prog.fut", program)], &[backend, "--server"]);
        std::fs::write(made.file("in"), "[1, 2] [1, 2, 3]").unwrap();
        session(
            &made,
            &[
                ("restore in two []i32 three []i32", ""),
                ("construct empty row none", ""),
                ("call none yes empty", "runtime"),
                ("construct full row row two", ""),
                ("call none no full", "runtime"),
                ("construct bad row row three", ""),
                ("new_array both []row 1 empty", ""),
                ("index again both 0", ""),
                ("call none still again", "runtime"),
                ("call none never bad", "*"),
                ("type never", &format!("{FAILURE}Unknown variable: never")),
                ("store out yes still no", ""),
            ],
        );
        let bytes = std::fs::read(made.file("out")).unwrap();
        let values = languages::value::Reader::new(&bytes).unwrap().read_all().unwrap();
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        assert_eq!(values, ["true", "true", "false"], "{backend}");
    }
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
