//! Programs in C: executables, and libraries that C calls.

use fut_nano_tests::command::{Outcome, binary, run_command};
use fut_nano_tests::{c, root};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const LIMIT: Duration = Duration::from_secs(120);

/// Flags for programs that run for a moment.
const FLAGS: &str = "-O1 -march=native -std=gnu11 -Wall -Wextra -Werror -Wno-psabi";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn run_in(folder: &Path, command: &mut Command, input: &str) -> Outcome {
    run_command(command.current_dir(folder), LIMIT, input)
}

fn make(folder: &Path, options: &[&str]) -> Outcome {
    run_in(folder, Command::new(binary()).args(options).env("CFLAGS", FLAGS), "")
}

fn assert_fine(outcome: &Outcome) {
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
}

/// Compiles C with the library `lib.c`, and runs it.
fn call(folder: &Path, (caller, library): (&str, &str), flags: &[&str]) -> Outcome {
    let mut compiler = Command::new("cc");
    compiler.args(FLAGS.split(' ')).args(flags).args([caller, library, "-o", "caller", "-lm", "-lpthread"]);
    assert_fine(&run_in(folder, &mut compiler, ""));
    run_in(folder, &mut Command::new(folder.join("caller")), "")
}

#[test]
fn executables_have_futhark_s_options() {
    if !c::is_available() {
        return;
    }
    let program = "
        entry main (n: i32) (x: f64) = (n + 1, x, [f32.nan, -f32.inf])
        entry none (n: i64): [n][2]u8 = replicate n [1, 2]
        entry item (x: i32) = {b = #some x, a = [true]} :> {b: #none | #some i32, a: []bool}
        entry at (xs: []i32) (i: i64) = xs[i]";
    let folder = folder(&[("prog.fut", program)]);
    let run = |options: &[&str], input: &str| {
        run_in(folder.path(), Command::new(folder.path().join("made")).args(options), input)
    };
    for backend in ["c", "multicore"] {
        assert_fine(&make(folder.path(), &[backend, "prog.fut", "-o", "made"]));
        let outcome = run(&[], "-- a comment\n1_000 0x1p4");
        assert_eq!(outcome.text(), "1001i32\n16.000000000000000f64\n[f32.nan, -f32.inf]\n", "{}", outcome.stderr);
        assert_eq!(run(&["-e", "none"], "0").text(), "empty([0][2]u8)\n");
        assert_eq!(run(&["-e", "none"], "1i64").text(), "[[1u8, 2u8]]\n");
        assert_eq!(run(&["--entry-point=item"], "3").text(), "{a = [true], b = #some 3i32}\n");
        assert_eq!(run(&["-b", "-e", "at"], "[1, 2] 1").stdout, b"b\x02\x00 i32\x02\x00\x00\x00\n");
        assert_eq!(run(&["-e", "at"], "b\u{2}\u{0} i32\u{2}").status, Some(1));
        assert_eq!(run(&["-n", "-t", "times", "-r", "3"], "1 2").text(), "");
        assert_eq!(std::fs::read_to_string(folder.path().join("times")).unwrap().lines().count(), 3);
        let outcome = run(&["-e", "at"], "[1, 2] 2");
        assert_eq!(outcome.status, Some(1));
        assert!(
            outcome.stderr.contains("Error: Index [2] out of bounds for array of shape [2]."),
            "{}",
            outcome.stderr
        );
        assert!(outcome.stderr.contains("-> #0  prog.fut:5:41-45"), "{}", outcome.stderr);
        for (options, input, message) in [
            (&["-e", "nothing"][..], "", "No entry point 'nothing'"),
            (&["--frobnicate"], "", "Unknown option: --frobnicate"),
            (&["--param", "x=1"], "", "Unknown size: x"),
            (&["-r", "0"], "1 2", "Need a positive number of runs"),
            (&[], "1", "Cannot read input #1 of type f64"),
            (&[], "1 2 3", "Expected EOF on stdin after reading input for \"main\""),
            (&[], "1u8 2", "Cannot read input #0 of type i32"),
            (&["-e", "at"], "[1, [2]] 1", "Cannot read input #0 of type []i32"),
        ] {
            let outcome = run(options, input);
            assert_eq!(outcome.status, Some(1), "{options:?}");
            assert!(outcome.stderr.contains(message), "{options:?}: {}", outcome.stderr);
        }
        let report = run(&["-P", "-L", "-n"], "1 2").stderr;
        assert!(report.contains("Ran main in ") && report.contains("\"events\":[{\"name\":\"main\""), "{report}");
        assert!(run(&["--help"], "").text().contains("--write-runtime-to"));
    }
    assert_eq!(run(&["--num-threads", "2"], "1 2").status, Some(0));
}

/// `#[param(name)]`: the user of a program sets the value of an expression, for all backends in the same ways. If it is
/// not set, it may differ from element to element.
#[test]
fn programs_name_tuning_parameters() {
    let program =
        "entry main (xs: []i64) = (map (\\x -> #[param(width)] x) xs, length (replicate (#[param(n)] 2i64) 0i32))";
    let folder = folder(&[("prog.fut", program), ("tuning", "n=5\nwidth=0\n")]);
    let input = "[7i64, 8i64]";
    let outputs = |run: &dyn Fn(&[&str]) -> Outcome| {
        assert_eq!(run(&[]).text(), "[7i64, 8i64]\n2i64\n");
        assert_eq!(run(&["--tuning", "tuning"]).text(), "[0i64, 0i64]\n5i64\n");
    };
    outputs(&|options| run_in(folder.path(), Command::new(binary()).args(["run", "prog.fut"]).args(options), input));
    let backends: &[&str] = if c::is_available() { &["cpu", "c", "multicore"] } else { &["cpu"] };
    for backend in backends {
        assert_fine(&make(folder.path(), &[backend, "prog.fut", "-o", "made"]));
        let run =
            |options: &[&str]| run_in(folder.path(), Command::new(folder.path().join("made")).args(options), input);
        outputs(&run);
        let listed = run(&["--print-params"]).text();
        assert_eq!(listed.lines().collect::<BTreeSet<_>>(), BTreeSet::from(["n (user)", "width (user)"]));
        assert_eq!(run(&["--param", "width=3"]).text(), "[3i64, 3i64]\n2i64\n");
        // A server.
        assert_fine(&make(folder.path(), &[backend, "--server", "prog.fut", "-o", "made"]));
        let commands = "set_tuning_param n 0\nget_tuning_param n\ntuning_param_class n\n";
        let answers = "%%% OK\n%%% OK\n0\n%%% OK\nuser\n%%% OK\n";
        assert_eq!(run_in(folder.path(), &mut Command::new(folder.path().join("made")), commands).text(), answers);
    }
}

/// Tuning parameters choose between versions, which add floats in different orders.
#[test]
fn tuning_parameters_are_those_of_the_compiler() {
    if !c::is_available() {
        return;
    }
    let program = "entry main (n: i64) = map (\\i -> f32.sum (map (\\j -> f32.i64 (i + j) * 0.1) (iota n))) [0, 1]";
    let folder = folder(&[("prog.fut", program), ("all", "# comment\n\nthreshold=1\nother.fut:1:1-2=3\n")]);
    let place = "prog.fut:1:23-93";
    std::fs::write(folder.path().join("one"), format!("{place}=1\n")).unwrap();
    let input = "100000";
    let expected = |options: &[&str]| {
        let mut run = Command::new(binary());
        run_in(folder.path(), run.args(["run", "-b", "prog.fut"]).args(options), input).stdout
    };
    let (inner, outer) = (expected(&[]), expected(&["--threshold=1"]));
    assert_ne!(inner, outer);
    for backend in ["c", "multicore"] {
        assert_fine(&make(folder.path(), &[backend, "prog.fut", "-o", "made"]));
        let run = |options: &[&str]| {
            run_in(folder.path(), Command::new(folder.path().join("made")).args(options).arg("-b"), input)
        };
        assert_eq!(run(&["--print-params"]).text(), format!("threshold (threshold)\n{place} (threshold)\n"));
        assert_eq!(run(&[]).stdout, inner);
        assert_eq!(run(&["--param", &format!("{place}=1")]).stdout, outer);
        assert_eq!(run(&["--param", "threshold=1"]).stdout, outer);
        assert_eq!(run(&["--param", "threshold=1", "--param", &format!("{place}=3")]).stdout, inner);
        for file in ["all", "one"] {
            assert_eq!(run(&["--tuning", file]).stdout, outer);
            assert_eq!(expected(&["--tuning", file]), outer);
        }
        assert_eq!(run(&["--param", &format!("{place}0=1")]).status, Some(1));
    }
    assert_fine(&make(folder.path(), &["c", "--server", "prog.fut", "-o", "made"]));
    let commands = format!(
        "tuning_params main\nset_tuning_param threshold 7\nget_tuning_param {place}\ntuning_param_class {place}\n\
         set_tuning_param {place} -1\nset_tuning_param other 1\nget_tuning_param other\n"
    );
    let answers = format!(
        "%%% OK\nthreshold\n{place}\n%%% OK\n%%% OK\n7\n%%% OK\nthreshold\n%%% OK\n\
         %%% FAILURE\nFailed to set tuning parameter {place} to -1\n%%% OK\n\
         %%% FAILURE\nFailed to set tuning parameter other to 1\n%%% OK\n\
         %%% FAILURE\nUnknown tuning parameter: other\n%%% OK\n"
    );
    assert_eq!(run_in(folder.path(), &mut Command::new(folder.path().join("made")), &commands).text(), answers);
    assert_fine(&make(folder.path(), &["cpu", "--server", "prog.fut", "-o", "made"]));
    assert_eq!(run_in(folder.path(), &mut Command::new(folder.path().join("made")), &commands).text(), answers);
}

#[test]
fn libraries_have_futhark_s_functions() {
    if !c::is_available() {
        return;
    }
    let text = |name: &str| std::fs::read_to_string(root().join("tests/c").join(name)).unwrap();
    let folder = folder(&[("calls.fut", &text("calls.fut")), ("calls.c", &text("calls.c"))]);
    for backend in ["c", "multicore"] {
        assert_fine(&make(folder.path(), &[backend, "--library", "calls.fut", "-o", "lib"]));
        std::fs::rename(folder.path().join("lib.h"), folder.path().join("calls.h")).unwrap();
        for flags in [&["-fsanitize=address,undefined", "-fno-sanitize-recover"][..], &["-DFUTHARK_NO_VECTORS"]] {
            let outcome = call(folder.path(), ("calls.c", "lib.c"), flags);
            assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""));
        }
        let manifest = std::fs::read(folder.path().join("lib.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
        assert_eq!(manifest["backend"], backend);
        let entry = &manifest["entry_points"]["overwrite"];
        assert_eq!(entry["cfun"], "futhark_entry_overwrite");
        assert_eq!(entry["inputs"][0], serde_json::json!({ "name": "xs", "type": "[]i32", "unique": true }));
        let types = &manifest["types"];
        assert_eq!(entry["tuning_params"], serde_json::json!(["threshold", "calls.fut:14:40-86"]));
        assert_eq!(types["[]i32"]["ops"]["values_raw"], "futhark_values_raw_i32_1d");
        assert_eq!(types["path"]["record"]["fields"][1]["type"], "[]f64");
        assert_eq!(types["shape"]["sum"]["variants"][1]["construct"], "futhark_new_opaque_shape_circle");
        assert_eq!(types["[]item"]["record_array"]["zip"], "futhark_zip_opaque_arr1d_item");
        assert_eq!(types["[][]shape"]["opaque_array"]["rank"], 2);
    }
    let check = run_in(
        folder.path(),
        Command::new("c++").args([
            "-x",
            "c++",
            "-Wall",
            "-Wextra",
            "-fsyntax-only",
            "-include",
            "calls.h",
            "/dev/null",
        ]),
        "",
    );
    assert_fine(&check);
}

/// Types with names from modules, components without names, and results with the name of a tuple type.
const NAMES: &str = "
module m = {
  type point = {x: f32, y: f32}
  type line = {from: point, to: point}
}
type pair = (i32, bool)
type both = {p: pair, l: m.line}
type opt 'a = #none | #some a
entry pair (x: i32): pair = (x, true)
entry line (x: both): m.line = x.l
entry boths (xs: []both) = xs
entry opts [n] (xs: [n]opt ([2]i32)): ([n]opt ([2]i32), i64) = (xs, n)
entry kept (xs: []i32) (ys: *[]i32) = (xs, ys, map (+ 1) xs)
entry curried (x: i32): (y: i32) -> []i32 = \\y -> [x, y]
";

/// The types and their structs are those of Futhark 0.25.32, and so are the parameters and results.
#[test]
fn libraries_have_futhark_s_names() {
    if !c::is_available() {
        return;
    }
    let folder = folder(&[("names.fut", NAMES)]);
    assert_fine(&make(folder.path(), &["c", "--library", "names.fut", "-o", "lib"]));
    let manifest = std::fs::read(folder.path().join("lib.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    let types = manifest["types"].as_object().unwrap().iter();
    let structs = types.map(|(name, ty)| {
        let ctype = ty["ctype"].as_str().unwrap();
        (name.as_str(), ctype.trim_start_matches("struct futhark_").trim_end_matches(" *"))
    });
    let expected = [
        ("(i32, bool)", "opaque_tup2_i32_bool"),
        ("[](i32, bool)", "opaque_arr1d_tup2_i32_bool"),
        ("[]bool", "bool_1d"),
        ("[]both", "opaque_arr1d_both"),
        ("[]f32", "f32_1d"),
        ("[]i32", "i32_1d"),
        ("[]opt ([2]i32)", "opaque_0e377b2d34f4fa548496cb58103fa0a7"),
        ("[]{from: {x: f32, y: f32}, to: {x: f32, y: f32}}", "opaque_fd695e66b951bdfe769d00f037a5fb33"),
        (
            "[]{l: {from: {x: f32, y: f32}, to: {x: f32, y: f32}}, p: (i32, bool)}",
            "opaque_80d9e50b27e5f3961bf5b26017e093f1",
        ),
        ("[]{x: f32, y: f32}", "opaque_b85ebd0e6e31662342e0f69e2b43afd4"),
        ("both", "opaque_both"),
        ("m.line", "opaque_m_line"),
        ("opt ([2]i32)", "opaque_6e6cd6d6bf6e1f3b97651ca5492758aa"),
        ("pair", "opaque_pair"),
        ("{from: {x: f32, y: f32}, to: {x: f32, y: f32}}", "opaque_598e229608ef00d2ac5be7facf9855d5"),
        (
            "{l: {from: {x: f32, y: f32}, to: {x: f32, y: f32}}, p: (i32, bool)}",
            "opaque_89aa54feabc1136b845b77cba21b8ab6",
        ),
        ("{x: f32, y: f32}", "opaque_5b8126def357ba47da6eec4c9ce2c015"),
    ];
    assert_eq!(structs.collect::<Vec<_>>(), expected);
    let passed = |all: &serde_json::Value| {
        let one = |one: &serde_json::Value| {
            let star = if one["unique"] == true { "*" } else { "" };
            let name = one["name"].as_str().map_or(String::new(), |name| format!("{name}: "));
            format!("{name}{star}{}", one["type"].as_str().unwrap())
        };
        all.as_array().unwrap().iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let entries = [
        ("pair", "x: i32", "pair"),
        ("line", "x: both", "m.line"),
        ("boths", "xs: []both", "[]{l: {from: {x: f32, y: f32}, to: {x: f32, y: f32}}, p: (i32, bool)}"),
        ("opts", "xs: []opt ([2]i32)", "[]opt ([2]i32), i64"),
        ("kept", "xs: []i32, ys: *[]i32", "[]i32, *[]i32, *[]i32"),
        ("curried", "x: i32, y: i32", "[]i32"),
    ];
    for (name, inputs, outputs) in entries {
        let entry = &manifest["entry_points"][name];
        assert_eq!((passed(&entry["inputs"]).as_str(), passed(&entry["outputs"]).as_str()), (inputs, outputs));
    }
    let fields = &manifest["types"]["[]both"]["record_array"]["fields"];
    assert_eq!(fields[0]["type"], "[]{from: {x: f32, y: f32}, to: {x: f32, y: f32}}");
    assert_eq!(manifest["types"]["both"]["record"]["fields"][1]["type"], "pair");
    let mut compiler = Command::new("cc");
    assert_fine(&run_in(folder.path(), compiler.args(FLAGS.split(' ')).args(["-c", "lib.c"]), ""));
}

/// With the flags that users get, neither GCC nor clang warns. Clang is not always there.
#[test]
fn compilers_do_not_warn() {
    // The last two load and store parts of vectors.
    let programs = [
        ("multicore", "tests/c/calls.fut"),
        ("c", "tests/programs/lane_conversions.fut"),
        ("c", "tests/programs/stencil.fut"),
        ("c", "tests/programs/overwritten_once.fut"),
    ];
    let folder = folder(&[]);
    for (backend, path) in programs {
        let (path, file) = (root().join(path), "made");
        assert_fine(&make(folder.path(), &[backend, "--library", path.to_str().unwrap(), "-o", file]));
        for compiler in ["gcc", "clang"] {
            let mut command = Command::new(compiler);
            if command.arg("--version").output().is_ok_and(|output| output.status.success()) {
                let mut command = Command::new(compiler);
                command.args(backends::c::FLAGS).args(["-Wall", "-Wextra", "-Werror", "-c", "-o", "/dev/null"]);
                assert_fine(&run_in(folder.path(), command.arg(format!("{file}.c")), ""));
            }
        }
    }
}

/// The lines of C in the chapter on programs inside of others.
#[test]
fn the_chapter_s_caller_runs() {
    if !c::is_available() {
        return;
    }
    let chapter = std::fs::read_to_string(root().join("docs/embedding.md")).unwrap();
    let code = chapter.split("```c\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let dot = std::fs::read_to_string(root().join("docs/examples/dot.fut")).unwrap();
    let folder = folder(&[("caller.c", code), ("dot.fut", &dot)]);
    assert_fine(&make(folder.path(), &["c", "--library", "dot.fut"]));
    assert_eq!(call(folder.path(), ("caller.c", "dot.c"), &[]).text(), "32\n");
}

/// Equal formulas of elementary functions are printed once, for scalars and for vectors.
#[test]
fn formulas_are_printed_once() {
    if !c::is_available() {
        return;
    }
    let program = "
        entry one (xs: []f32) = map (\\x -> f32.sin x + f32.cos x) xs
        entry two (xs: []f32) = map (\\x -> 2 * (f32.sin x + f32.cos x)) xs";
    let folder = folder(&[("prog.fut", program)]);
    let functions = |entries: &[&str]| {
        std::fs::write(folder.path().join("prog.fut"), entries.join("\n")).unwrap();
        assert_fine(&make(folder.path(), &["c", "prog.fut"]));
        let text = std::fs::read_to_string(folder.path().join("prog.c")).unwrap();
        let is_head = |line: &&str| line.starts_with("static ") || line.starts_with("VFN ");
        text.lines().filter(is_head).filter(|line| line.contains(" formula")).count()
    };
    let (first, _) = program.trim().split_once('\n').unwrap();
    let alone = functions(&[first]);
    assert!(alone > 0);
    assert_eq!(functions(&[program]), alone);
    let mut made = Command::new(folder.path().join("prog"));
    let outcome = run_in(folder.path(), made.args(["-e", "two"]), "[0f32, 1f32]");
    assert!(outcome.text().starts_with("[2.000000f32, 2.76354"), "{}", outcome.text());
}

/// `--entry-point` makes functions entry points, besides those of the program. Names of nothing are ignored.
#[test]
fn functions_become_entry_points() {
    let program = "def f (x: i32) = x + 1 entry g (x: i32) = x + 2 def h (x: i32) = x + 3";
    let folder = folder(&[("prog.fut", program)]);
    let backends: &[&str] = if c::is_available() { &["cpu", "c"] } else { &["cpu"] };
    for backend in backends {
        assert_fine(&make(folder.path(), &[backend, "--entry-point=f", "--entry-point=nothing", "prog.fut"]));
        let run = |entry: &str| {
            let mut made = Command::new(folder.path().join("prog"));
            run_in(folder.path(), made.args(["-e", entry]), "1i32")
        };
        assert_eq!(run("f").text(), "2i32\n", "{backend}");
        assert_eq!(run("g").text(), "3i32\n", "{backend}");
        assert_ne!(run("h").status, Some(0), "{backend}");
    }
}

/// Equal kernels of several entry points are printed once. Their failures still name the entry point's own call.
#[test]
fn kernels_are_printed_once() {
    if !c::is_available() {
        return;
    }
    let program = "\
def at (xs: []i32) (is: []i64) = map (\\i -> xs[i] + 1) is
entry one xs is = at xs is
entry two xs is = (at xs is, 5i32)";
    let folder = folder(&[("prog.fut", program)]);
    assert_fine(&make(folder.path(), &["c", "prog.fut"]));
    let text = std::fs::read_to_string(folder.path().join("prog.c")).unwrap();
    let kernels = text.lines().filter(|line| line.starts_with("static int kernel"));
    assert_eq!(kernels.count(), 1);
    for (entry, place) in [("one", "prog.fut:2:"), ("two", "prog.fut:3:")] {
        let mut made = Command::new(folder.path().join("prog"));
        let outcome = run_in(folder.path(), made.args(["-e", entry]), "[1i32, 2i32] [0i64, 7i64]");
        assert!(outcome.stderr.contains("Index [7] out of bounds"), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(place), "{}", outcome.stderr);
    }
}

/// Large programs are compiled in parts, and whole if the compiler takes no parts. Both are the same program.
#[test]
fn large_programs_are_compiled_in_parts() {
    if !c::is_available() || std::thread::available_parallelism().is_ok_and(|count| count.get() == 1) {
        return;
    }
    let compiler = |status: &str| {
        format!(
            "#!/bin/sh\necho \"$@\" >>calls\ncase \"$*\" in *-c*part*) [ {status} = 0 ] || exit 1;; esac\nexec cc \"$@\"\n"
        )
    };
    let program = std::fs::read_to_string("programs/strided.fut").unwrap();
    let folder = folder(&[("prog.fut", &program), ("takes", &compiler("0")), ("refuses", &compiler("1"))]);
    let mut results = Vec::new();
    for (name, products) in [("takes", 0), ("refuses", 1)] {
        let mut command = Command::new(binary());
        command.args(["c", "prog.fut"]).env("CC", format!("sh ./{name}")).env("CFLAGS", "-O0 -march=native");
        assert_fine(&run_in(folder.path(), &mut command, ""));
        let calls = std::fs::read_to_string(folder.path().join("calls")).unwrap();
        std::fs::remove_file(folder.path().join("calls")).unwrap();
        assert!(calls.lines().filter(|call| call.starts_with("-c")).count() > 1, "{calls}");
        assert_eq!(
            calls.lines().filter(|call| call.starts_with("./prog.c") || call.starts_with("prog.c")).count(),
            products
        );
        let mut made = Command::new(folder.path().join("prog"));
        results.push(run_in(folder.path(), made.args(["-e", "rows_i32"]), "37i64 4i64"));
    }
    assert_fine(&results[0]);
    assert_eq!(results[0].stdout, results[1].stdout);
}

#[test]
fn a_compiler_that_fails_is_an_error() {
    let folder = folder(&[("prog.fut", "def main = 1i32")]);
    let run = |variable: &str, value: &str| {
        let mut command = Command::new(binary());
        run_in(folder.path(), command.args(["c", "prog.fut"]).env(variable, value), "")
    };
    let outcome = run("CC", "no-such-compiler");
    assert_eq!(outcome.status, Some(2));
    assert!(outcome.stderr.contains("cannot run the C compiler `no-such-compiler`"), "{}", outcome.stderr);
    if c::is_available() {
        let outcome = run("CFLAGS", "--no-such-flag");
        assert_eq!(outcome.status, Some(2));
        assert!(outcome.stderr.contains("no-such-flag"), "{}", outcome.stderr);
    }
    assert!(!folder.path().join("prog").exists());
    let files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
    assert!(files.into_iter().all(|name| !name.to_string_lossy().starts_with('.')), "a temporary file is left");
}
