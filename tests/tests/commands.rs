//! The command line: its output and its exit statuses.

use fut_nano_tests::command::{Outcome, binary, run, run_command, run_within};
use fut_nano_tests::root;
use std::process::Command;
use std::time::Duration;

const DOT: &str = "docs/examples/dot.fut";
const HIGHER: &str = "docs/examples/higher_order.fut";

#[test]
fn statuses() {
    let ok = run(&["run", DOT], "[1, 2] [3, 4]");
    assert_eq!((ok.status, ok.text().as_str()), (Some(0), "11.0f64\n"));
    let failed = run(&["run", "tests/programs/index_errors.fut", "-e", "element"], "[1] 1");
    assert_eq!(failed.status, Some(1));
    assert!(failed.stderr.contains("Index [1] out of bounds for array of shape [1]."), "{}", failed.stderr);
    let wrong = run(&["check", "tests/programs/reject_unknown_name.fut"], "");
    assert_eq!(wrong.status, Some(2));
    let usage = run(&["run", DOT, "--backend", "abacus"], "[1] [2]");
    assert_eq!(usage.status, Some(2));
    assert!(usage.stderr.contains("there is no backend `abacus`"), "{}", usage.stderr);
}

#[test]
fn input_that_does_not_fit() {
    for (input, says) in [
        ("[1, 2]", "argument 2"),
        ("[1, 2] [true]", "argument 2"),
        ("1 [2]", "argument 1"),
        ("[1] [2] [3]", "more than"),
        ("[1, 2] [3]", "of argument 2 (ys) must be 2 because of argument 1 (xs)"),
        ("[1, 2", "argument 1"),
    ] {
        let outcome = run(&["run", DOT], input);
        assert_eq!(outcome.status, Some(1), "{input}");
        assert!(outcome.stderr.contains(says), "{input}: {}", outcome.stderr);
    }
}

#[test]
fn floats_as_real_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program.fut");
    std::fs::write(&path, "def main (x: f32) = x - x").unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(run(&["run", path], "f32.inf").text(), "f32.nan\n");
    assert_eq!(run(&["run", path, "--fast-math"], "f32.inf").text(), "0.0f32\n");
}

/// Several threads scan long arrays in rounds of pieces.
#[test]
fn long_scans_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scans.fut");
    let program = "
def op (a, b) (c, d) = (a * c, b * c + d : i32)
entry main (n: i64) (bad: i64) =
  let xs = map (\\i -> i32.i64 (i * 7919 % 1013) - 500) (iota n)
  let (as, bs) = unzip (scan op (1, 0) (map (\\x -> (x | 1, x)) xs))
  let kept = filter (\\x -> x % 3 == 0) xs
  let checked = scan (\\a b -> assert (b >= 0) (a + b)) 0 (map (\\i -> if i == bad then -1 else i32.i64 i % 7) (iota n))
  in (i32.sum (map2 (^) as bs), i32.sum bs, length kept, i32.sum kept, i32.sum (scan (+) 0 xs), last checked)";
    std::fs::write(&path, program).unwrap();
    let path = path.to_str().unwrap();
    let on = |threads: &str, input: &str| run(&["run", path, "--threads", threads], input);
    let one = on("1", "600000i64 -1i64");
    assert_eq!(one.status, Some(0), "{}", one.stderr);
    for threads in ["2", "3", "7"] {
        assert_eq!(on(threads, "600000i64 -1i64").text(), one.text(), "{threads} threads");
        let failed = on(threads, "600000i64 500000i64");
        assert_eq!(failed.status, Some(1));
        assert!(failed.stderr.contains("Assertion is false: (b >= 0)"), "{}", failed.stderr);
    }
}

#[test]
fn binary_values() {
    let first = run(&["run", DOT, "-b"], "[1, 2] [3, 4]");
    assert_eq!(first.stdout, [b"b\x02\x00 f64".as_slice(), &11f64.to_le_bytes(), b"\n"].concat());
    let vector = |x: f64| [b"b\x02\x01 f64".as_slice(), &1u64.to_le_bytes(), &x.to_le_bytes()].concat();
    let second = run(&["run", DOT], [vector(3.0), vector(4.0)].concat());
    assert_eq!(second.text(), "12.0f64\n");
}

#[test]
fn results_as_in_the_source() {
    const FILE: &str = "tests/programs/data/results.fut";
    let evaluators = ["typed", "mono-match", "mono", "first-order", "anf", "seg", "funmem", "imp"];
    for (entry, input, wanted) in [
        ("record", "7i32", "{a = [1i64, 2i64, 3i64], b = 7i32}\n"),
        ("nested", "7i32", "7i32\n(true, {x = 1.0f32})\n"),
        ("records", "0i64", "empty([0]{k: i64, v: ((), [2]bool)})\n"),
        ("records", "2i64", "[{k = 0i64, v = ((), [false, true])}, {k = 1i64, v = ((), [true, true])}]\n"),
        ("sums", "3i64", "[#none, #some (#left -1i64), #pair [2i64, 2i64]]\n"),
        ("sums", "0i64", "empty([0](#none | #pair [2]i64 | #some (#left i64 | #right)))\n"),
        ("rows_of_sums", "2i64", "{rows = [[(#no, 0i64), (#yes 1i64 true, 1i64)], [(#no, 2i64), (#no, 3i64)]]}\n"),
        ("matrix", "2i64", "[[(0i64, 0i64), (0i64, 1i64)], [(1i64, 0i64), (1i64, 1i64)]]\n"),
        ("matrix", "0i64", "empty([0][2](i64, i64))\n"),
        ("sum", "0i32", "#none\n"),
        ("sum", "1i32", "#some (#left 1i32)\n"),
        ("sum", "2i32", "#pair [2i32, 2i32] 2i32\n"),
        ("abstract", "3i32", "{count = 3i32}\n"),
        ("units", "2i64", "[(), ()]\n()\n"),
        ("curried", "2i32 3i32", "2i32\n{sum = 5i32}\n"),
        ("chosen", "2i64", "{above = empty([0]i64), n = 2i64}\n"),
    ] {
        let compiled = run(&["run", FILE, "-e", entry], input);
        assert_eq!((compiled.status, compiled.text().as_str()), (Some(0), wanted), "{entry}: {}", compiled.stderr);
        for language in evaluators {
            let outcome = run(&["run", FILE, "-e", entry, "--at", language], input);
            assert_eq!(outcome.text(), wanted, "{entry} at {language}: {}", outcome.stderr);
        }
    }
    let binary = run(&["run", FILE, "-e", "record", "-b"], "7i32");
    assert_eq!((binary.status, binary.stdout.len()), (Some(1), 0));
    let says = "Error: result 1, of type {a: [3]i64, b: i32}, has no binary representation";
    assert!(binary.stderr.contains(says), "{}", binary.stderr);
}

#[test]
fn arguments_as_in_the_source() {
    const FILE: &str = "tests/programs/data/results.fut";
    let evaluators = ["typed", "mono-match", "mono", "first-order", "anf", "seg", "funmem", "imp"];
    for (entry, input, wanted) in [
        ("of_records", "[(3, true)] {a = 4, b = true}", "7i32\n"),
        ("of_records", "[(3, true), (1, false)] {b = false, a = 4i32}", "0i32\n"),
        // The arguments are given leaf by leaf.
        ("of_records", "[3i32] [true] 4i32 true", "7i32\n"),
        ("of_sum", "true {sort = #circle 1}", "1i32\n"),
        ("of_sum", "true {sort = (#point)}", "0i32\n"),
        ("of_sums", "3 #many [1, 2, 3] [#one 2, #none]", "8i64\n"),
        ("of_sums", "2 #none [#many [4, 5], #one (-1), #none]", "8i64\n"),
        ("of_sums", "2 #none []", "2i64\n"),
        ("of_sums", "2 #none empty([0](#many [2]i64 | #none | #one i64))", "2i64\n"),
        ("same", "[[(1, #a)], [(2, #b [true])]]", "[[(1i32, #a)], [(2i32, #b [true])]]\n"),
        ("same", "empty([2][0](i32, #a | #b [1]bool))", "empty([2][0](i32, #a | #b [1]bool))\n"),
    ] {
        let compiled = run(&["run", FILE, "-e", entry], input);
        assert_eq!((compiled.status, compiled.text().as_str()), (Some(0), wanted), "{entry}: {}", compiled.stderr);
        for language in evaluators {
            let outcome = run(&["run", FILE, "-e", entry, "--at", language], input);
            assert_eq!(outcome.text(), wanted, "{entry} at {language}: {}", outcome.stderr);
        }
    }
    let validated = run(&["run", FILE, "-e", "of_sums", "--validate", "run"], "3 #many [1, 2, 3] [#one 2, #none]");
    assert_eq!(validated.text(), "8i64\n", "{}", validated.stderr);
    for language in evaluators {
        let wrong = run(&["run", FILE, "-e", "same", "--at", language], "[[(1, #b [true, false])]]");
        assert_eq!((wrong.status, wrong.text().as_str()), (Some(1), ""), "{language}: {}", wrong.stderr);
    }
    for (entry, input, says) in [
        ("of_records", "[(3, true)]", "Error: argument 2 (`x`, of type {a: i32, b: bool}): the input ends before it"),
        (
            "of_records",
            "[(3, 4)] {a = 4, b = true}",
            "argument 1 (`xs`, of type [](i32, bool)): line 1, column 6 of the data: expected",
        ),
        ("of_sum", "true 9u8 1i32", "argument 2 (`shape`, of type {sort: #circle i32 | #point}): line 1, column 6"),
        ("of_sum", "true {sort = #square 1}", "found the constructor `#square`"),
        ("of_sum", "true {sort = #circle}", "expected a value of type i32, found `}`"),
        ("of_sum", "true {sort = #point} 1", "more than the 2 values"),
        ("same", "[[(1, #a)], []]", "an array has rows of 1 and of 0 elements"),
    ] {
        for at in [&[][..], &["--at", "typed"], &["--at", "imp"]] {
            let outcome = run(&[&["run", FILE, "-e", entry], at].concat(), input);
            assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
            assert!(outcome.stderr.contains(says), "{entry} of {input}: {}", outcome.stderr);
        }
    }
}

#[test]
fn options_before_subcommands() {
    const FILE: &str = "tests/programs/reject_unknown_name.fut";
    let after = run(&["check", FILE, "--error-format=json"], "");
    let before = run(&["--error-format", "json", "check", FILE], "");
    assert_eq!((before.status, before.stderr.as_str()), (Some(2), after.stderr.as_str()));
    for misplaced in ["--dump-after=parse", "--no-warnings", "other.fut"] {
        let outcome = run(&[misplaced, "check", FILE], "");
        assert_eq!(outcome.status, Some(2));
        assert!(outcome.stderr.contains("the subcommand 'check' cannot be used with"), "{}", outcome.stderr);
    }
}

#[test]
fn failures_have_codes() {
    let failed = run(&["run", "tests/programs/index_errors.fut", "-e", "element"], "[1] 1");
    assert!(failed.stderr.starts_with("Error: Index [1] out of bounds for array of shape [1].\n\nBacktrace:\n"));
    assert!(failed.stderr.ends_with("\n\n`fut-nano explain E0901` explains this error.\n"), "{}", failed.stderr);
}

#[test]
fn derivatives_that_do_not_exist_are_at_their_function() {
    let file = tempfile::Builder::new().suffix(".fut").tempfile().unwrap();
    let text = "def main (x: f64) =\n  vjp (\\y -> f64.gamma y) x 1\n";
    std::fs::write(file.path(), text).unwrap();
    let outcome = run(&["run", file.path().to_str().unwrap()], "2");
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("error[E0813]") && outcome.stderr.contains(".fut:2:14\n"), "{}", outcome.stderr);
}

#[test]
fn run_times() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let outcome = run(&["run", DOT, "-t", path, "-r", "3", "--threads", "1"], "[1] [2]");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let times = std::fs::read_to_string(path).unwrap();
    assert_eq!(times.lines().filter(|line| line.parse::<u64>().is_ok()).count(), 3, "{times}");
}

#[test]
fn dump_after_defunc_is_first_order() {
    let outcome = run(&["--dump-after=defunc", HIGHER], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let text = outcome.text();
    assert!(text.starts_with("-- after defunc (FirstOrder)"), "{text}");
    assert!(!text.contains('\\') && !text.contains("->"), "a function is left: {text}");
}

#[test]
fn dumps_of_all_passes() {
    let outcome = run(&["--dump-after=all", HIGHER], "");
    let text = outcome.text();
    let passes = run(&["passes"], "").text();
    let names = passes.lines().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next());
    // Programs made by our own passes alone need no `check-accesses`.
    for name in names.filter(|name| !["check-accesses", "scalarise"].contains(name)) {
        let shown = text.contains(&format!("after {name} (")) || text.contains(&format!("after {name}#1 ("));
        assert!(shown, "no dump after {name}");
    }
    // The output is the same every time.
    assert_eq!(text, run(&["--dump-after=all", HIGHER], "").text());
}

#[test]
fn a_dump_goes_on_with_opt() {
    let dump = run(&["--dump-after=defunc", "--dump-format=sexp", HIGHER], "").text();
    let text = &dump[dump.find("; language").unwrap()..];
    let opt = run(&["opt", "--passes=flatten-sums,normalise"], text);
    assert_eq!(opt.status, Some(0), "{}", opt.stderr);
    assert!(opt.text().starts_with("; language anf\n"));
    let file = tempfile::Builder::new().suffix(".sexp").tempfile().unwrap();
    std::fs::write(file.path(), opt.stdout).unwrap();
    let result = run(&["run", file.path().to_str().unwrap()], "");
    assert_eq!((result.status, result.text().as_str()), (Some(0), "23i32\n"), "{}", result.stderr);
}

#[test]
fn passes_that_do_not_fit() {
    let dump = run(&["--dump-after=defunc", "--dump-format=sexp", HIGHER], "").text();
    let text = &dump[dump.find("; language").unwrap()..];
    let outcome = run(&["opt", "--passes=to-imp"], text);
    assert_eq!(outcome.status, Some(2));
    assert!(
        outcome.stderr.contains("pass `to-imp` expects FunMem, but the input leaves FirstOrder"),
        "{}",
        outcome.stderr
    );
    let outcome = run(&["--dump-after=defnuc", HIGHER], "");
    assert_eq!(outcome.status, Some(2));
    assert!(outcome.stderr.contains("did you mean `defunc`?"), "{}", outcome.stderr);
}

#[test]
fn plug_in_program() {
    // This plug-in turns the constant 5 into 6.
    let plugin = "after=defunc:sed 's/5i32/6i32/g'";
    let outcome = run(&["run", HIGHER, "--pass-plugin", plugin], "");
    assert_eq!((outcome.status, outcome.text().as_str()), (Some(0), "27i32\n"), "{}", outcome.stderr);
    let outcome = run(&["run", HIGHER, "--pass-plugin", "after=defunc:false"], "");
    assert_eq!(outcome.status, Some(2));
    assert!(outcome.stderr.contains("the plug-in `false` failed"), "{}", outcome.stderr);
    let outcome = run(&["run", HIGHER, "--pass-plugin", "after=defunc:echo nonsense"], "");
    assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
}

#[test]
fn validation_by_running() {
    let outcome = run(&["run", DOT, "--validate=run"], "[1f64, 2f64] [3f64, 4f64]");
    assert_eq!((outcome.status, outcome.text().as_str()), (Some(0), "11.0f64\n"), "{}", outcome.stderr);
    // `bisect` finds a plug-in that changes the program's meaning.
    let plugin = "after=defunc:sed 's/5i32/6i32/g'";
    let outcome = run(&["run", HIGHER, "--validate=run", "--pass-plugin", plugin], "");
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("expected 23i32, got 27i32"), "{}", outcome.stderr);
}

#[test]
fn the_pass_at_fault_is_found() {
    let outcome = run(&["bisect", DOT], "[1f64, 2f64] [3f64, 4f64]");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let text = outcome.text();
    assert!(
        text.contains("2 programs evaluated: all yield the same result\nthe backend cpu yields the same result"),
        "{text}"
    );
    // The plug-in stands behind many passes that keep the meaning, and in front of many more.
    for place in ["infer-types", "monomorphise", "defunc", "normalise"] {
        let plugin = format!("after={place}:sed 's/5i32/6i32/g'");
        let outcome = run(&["bisect", HIGHER, "--pass-plugin", &plugin], "");
        assert_eq!(outcome.status, Some(3), "{place}: {}", outcome.text());
        let found = outcome.stderr.contains("` changes the program's result: ");
        assert!(found && outcome.stderr.contains("expected 23i32, got "), "{place}: {}", outcome.stderr);
    }
    // An error also names a plug-in that breaks a rule.
    let outcome = run(&["bisect", HIGHER, "--pass-plugin", "after=normalise:sed 's/i32/i64/'"], "");
    assert_eq!(outcome.status, Some(2), "{}", outcome.text());
    assert!(outcome.stderr.contains("the program comes from the plug-in"), "{}", outcome.stderr);
    let outcome = run(&["bisect", HIGHER, "--entry-point", "nobody"], "");
    assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
}

#[test]
fn listings() {
    let languages = run(&["languages"], "").text();
    let names: Vec<&str> = languages.lines().filter_map(|line| line.split(' ').next()).collect();
    for name in ["source", "typed", "mono", "first-order", "anf", "seg", "imp"] {
        assert!(names.contains(&name), "{languages}");
        let shown = run(&["languages", "show", name], "").text();
        assert!(shown.contains("root Program;"), "{shown}");
    }
    let diff = run(&["languages", "diff", "mono", "first-order"], "").text();
    assert!(diff.contains("- Lambda") && diff.contains("+ Call {"), "{diff}");
    let pass = run(&["passes", "defunc"], "").text();
    assert!(pass.starts_with("defunc: Mono => FirstOrder\n") && pass.contains("counts"), "{pass}");
    let devices = run(&["devices"], "").text();
    assert!(devices.starts_with("0: processor (cpu)"), "{devices}");
}

#[test]
fn checks_that_stay_in_loops_are_explained() {
    let outcome = run(&["--trace-checks", "tests/programs/hoisted_checks.fut"], "");
    let gather = outcome.stderr.lines().find(|line| line.contains("the elements of `is`")).unwrap();
    let message = "\"Index [x] out of bounds for array of shape [n].\" is checked inside the map";
    assert!(gather.starts_with("tests/programs/hoisted_checks.fut:") && gather.contains(message), "{gather}");
    // The check of the entry point `shifted` has moved in front of its map.
    assert!(!outcome.stderr.contains("hoisted_checks.fut:81:"), "{}", outcome.stderr);
}

#[test]
fn rewrites_are_explained() {
    let file = tempfile::NamedTempFile::with_suffix(".fut").unwrap();
    let text = "def scale (x: i64) = x * 1 + 2 - 0\nentry main (xs: []i64) (i: i64) = i64.sum (map scale xs) + (copy xs)[i] * 8 / 4\n";
    std::fs::write(&file, text).unwrap();
    let path = file.path().to_str().unwrap();
    // `scale` is inlined. The notes explain its inlined copies at the places of its definition.
    let outcome = run(&["--explain-rewrites", "scale", "--dump-after=fuse", path], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let change = |words: [&str; 3]| {
        let mut notes = outcome.stderr.split("\n/");
        notes.any(|note| words.iter().all(|word| note.contains(word)))
    };
    assert!(change([":1:22-26: ", "mul_i64(x_", "by mul-commutes, mul-one"]), "{}", outcome.stderr);
    assert!(change([":1:22-34: ", "sub_i64(add_", "sub-zero"]), "{}", outcome.stderr);
    let outcome = run(&["--explain-rewrites", "main", "--dump-after=fuse", path], "");
    assert!(outcome.stderr.contains("by fusion"), "{}", outcome.stderr);
    let outcome = run(&["--explain-rewrites", "other", "--dump-after=fuse", path], "");
    assert!(outcome.stderr.contains("there is no function `other`"), "{}", outcome.stderr);
    let outcome = run(&["--time-passes", "--dump-after=fuse", path], "");
    assert!(outcome.stderr.contains(" mul-one "), "{}", outcome.stderr);
}

#[test]
fn sequential_soacs_are_explained() {
    let path = "tests/programs/streams.fut";
    for (path, function, soac, why) in [
        (path, "modular", "stream", "its operator may fail"),
        (path, "recursive", "stream", "it calls a recursive function, or a function that uses arrays"),
        (path, "in_sums", "stream", "its function does more with an accumulator than to write to it"),
        ("tests/programs/array_scans.fut", "products", "scan", "its operator works on arrays"),
        ("tests/programs/array_reductions.fut", "two_bins", "histogram", "its operator works on arrays"),
    ] {
        let outcome = run(&["--explain-rewrites", function, "--dump-after=sequentialise", path], "");
        let note = format!("sequentialise: the {soac} runs in sequence: {why}");
        assert!(outcome.stderr.contains(&note), "{}", outcome.stderr);
    }
    let outcome = run(&["--explain-rewrites", "histogram", "--dump-after=sequentialise", path], "");
    assert!(!outcome.stderr.contains("in sequence"), "{}", outcome.stderr);
}

#[test]
fn timings_and_traces() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let outcome = run(&["check", HIGHER, "--time-passes", "--chrome-trace", path], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("infer-types") && outcome.stderr.contains("total"), "{}", outcome.stderr);
    let trace = std::fs::read_to_string(path).unwrap();
    assert!(trace.starts_with("[\n{") && trace.contains("\"name\":\"parse\""), "{trace}");
}

#[test]
fn derivatives_have_values_after_their_pass() {
    let file = tempfile::NamedTempFile::with_suffix(".fut").unwrap();
    std::fs::write(&file, "entry main (x: f64): f64 =\n  vjp (\\y -> y * y) x 1\n").unwrap();
    let path = file.path().to_str().unwrap();
    for at in ["typed", "mono", "first-order"] {
        let outcome = run(&["run", path, "--at", at], "3");
        assert_eq!(outcome.status, Some(3));
        assert!(outcome.stderr.contains("error[E0812]"), "{}", outcome.stderr);
    }
    for more in [&["--at", "anf"][..], &["--at", "seg"], &["--validate=run", "--at", "imp"], &[]] {
        let outcome = run(&[&["run", path], more].concat(), "3");
        assert_eq!(String::from_utf8_lossy(&outcome.stdout), "6.0f64\n", "{}", outcome.stderr);
    }
}

#[test]
fn all_elements_are_checked_first() {
    const FILE: &str = "tests/programs/element_checks.fut";
    let inputs = [
        ("gather", "[1,2,3] [0i64,2i64]"),
        ("gather", "[1,2,3] [0i64,3i64,-1i64]"),
        ("gather", "[1,2,3] empty([0]i64)"),
        ("divide", "[1,7] [3,4]"),
        ("divide", "[1,2] [3,0]"),
        ("branch", "[1,2] [1i64,-1i64]"),
        ("branch", "[1,2] [1i64,-1i64,2i64]"),
        ("square", "[1,2,3,4,5] 3i64"),
        ("square", "[1,2,3,4] 3i64"),
        ("nested", "[1,2] [[1i64],[0i64]]"),
        ("nested", "[1,2] [[1i64],[2i64]]"),
        ("positive", "[1,2]"),
        ("positive", "[1,-2]"),
        ("permute", "[[1i64,0i64],[0i64,1i64]] [5,6]"),
        ("permute", "[[1i64,0i64],[0i64,2i64]] [5,6]"),
    ];
    for (entry, input) in inputs {
        let inside = run(&["run", FILE, "-e", entry], input);
        let first = run(&["run", FILE, "-e", entry, "--check-first", "--validate=run"], input);
        assert_eq!(
            (inside.status, inside.text(), inside.stderr),
            (first.status, first.text(), first.stderr),
            "{entry} {input}"
        );
    }
    let kept = |options: &[&str]| run(&[options, &["--trace-checks", FILE]].concat(), "").stderr.lines().count();
    assert!(kept(&["--check-first"]) < kept(&[]), "{}", run(&["--check-first", "--trace-checks", FILE], "").stderr);
}

#[test]
fn unsafe_code_is_unchecked_if_the_user_allows_it() {
    let file = tempfile::NamedTempFile::with_suffix(".fut").unwrap();
    let program = "\
entry main [n] (xs: [n]i32) (is: []i64) = map (\\i -> #[unsafe] (xs[i] / xs[0])) is
entry safe [n] (xs: [n]i32) (is: []i64) = map (\\i -> xs[i]) is
";
    std::fs::write(&file, program).unwrap();
    let path = file.path().to_str().unwrap();
    let checks = |options: &[&str]| run(&[options, &["--trace-checks", path]].concat(), "").stderr.lines().count();
    assert_eq!((checks(&[]), checks(&["--unsafe"])), (3, 2));
    let outside = run(&["run", path], "[1, 2] [2i64]");
    assert!(outside.stderr.contains("out of bounds"), "{}", outside.stderr);
    // Other checks stay, as do those of other expressions.
    let divided = run(&["run", path, "--unsafe"], "[0, 2] [1i64]");
    assert!(divided.stderr.contains("division by zero"), "{}", divided.stderr);
    let outside = run(&["run", path, "--unsafe", "-e", "safe"], "[1, 2] [2i64]");
    assert!(outside.stderr.contains("out of bounds"), "{}", outside.stderr);
    for backend in ["--backend=cpu", "--backend=vulkan"] {
        assert_eq!(run(&["run", path, "--unsafe", backend], "[2, 6] [1i64, 0i64]").text(), "[3i32, 1i32]\n");
    }
}

/// Runs a line of shell in the repository. `$FUT` is fut-nano.
fn shell(line: &str) -> Outcome {
    let mut command = Command::new("sh");
    command.args(["-c", line]).env("FUT", binary()).current_dir(root());
    run_command(&mut command, Duration::from_secs(120), "[1, 2] [3, 4]")
}

/// Writes a file into a temporary folder, and returns its path.
fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

#[test]
fn numbers_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "same.fut", "entry main (a: []f16) (b: []f32) (c: []f64) = (a, b, c)");
    let input = "[0.1f16, -0.0f16, 6e-8f16, f16.nan] [1e-10f32, 3.4028235e38f32, 1e-45f32, -f32.inf] [1e-300f64, 5e-324f64, 0.1f64, 1e22f64]";
    let text = run(&["run", &path], input).text();
    assert_eq!(
        text,
        "[9.9975586e-2f16, -0.0f16, 5.9604645e-8f16, f16.nan]\n[1.0e-10f32, 3.4028235e38f32, 1.0e-45f32, -f32.inf]\n\
         [1.0e-300f64, 5.0e-324f64, 0.1f64, 1.0e22f64]\n"
    );
    assert_eq!(run(&["run", &path], text.as_str()).text(), text);
    assert_eq!(run(&["run", &path, "-b"], text.as_str()).stdout, run(&["run", &path, "-b"], input).stdout);
    // Constants in dumps are exact, too.
    let path = file(&folder, "constant.fut", "entry main (x: f32) = x * 1e-10");
    let dump = run(&["--dump-after=normalise", &path], "").text();
    assert!(dump.contains("1.0e-10f32"), "{dump}");
}

#[test]
fn numbers_of_threads_and_runs() {
    for wrong in [["--threads", "0"], ["--threads", "100000"], ["--runs", "0"]] {
        let outcome = run_within(Duration::from_secs(10), &["run", DOT, wrong[0], wrong[1]], "[1] [2]");
        assert_eq!(outcome.status, Some(2), "{wrong:?}");
        assert!(outcome.stderr.contains(wrong[0]), "{}", outcome.stderr);
    }
    assert_eq!(run(&["run", DOT, "--threads", "64"], "[1] [2]").text(), "2.0f64\n");
}

/// Command lines that write to standard output.
const WRITERS: [&str; 9] = [
    "run docs/examples/dot.fut",
    "run -b docs/examples/dot.fut",
    "--dump-after=all docs/examples/dot.fut",
    "passes",
    "languages",
    "languages show anf",
    "explain E0401",
    "--help",
    "--version",
];

#[test]
fn output_that_cannot_be_written() {
    for arguments in WRITERS {
        for output in [">&-", ">/dev/full"] {
            let outcome = shell(&format!("$FUT {arguments} {output}"));
            assert_eq!(outcome.status, Some(2), "{arguments} {output}: {}", outcome.stderr);
            assert!(outcome.stderr.contains("cannot write "), "{arguments} {output}: {}", outcome.stderr);
        }
        // The error cannot be printed anywhere, but the status is right.
        assert_eq!(shell(&format!("$FUT {arguments} 2>/dev/full >/dev/full")).status, Some(2), "{arguments}");
    }
}

#[test]
fn readers_that_go_away() {
    for arguments in WRITERS {
        let outcome = shell(&format!("{{ $FUT {arguments}; echo status $? >&2; }} | head -c 1"));
        assert_eq!((outcome.stderr.as_str(), outcome.stdout.len()), ("status 0\n", 1), "{arguments}");
    }
}

#[test]
fn commands_of_the_real_compiler() {
    let commands = "ispc opencl cuda hip wasm wasm-multicore python pyopencl repl eval doc fmt benchcmp \
                    dev query lsp interpret check-syntax";
    for command in commands.split_whitespace() {
        let outcome = run(&[command, "prog.fut"], "");
        assert_eq!(outcome.status, Some(2), "{command}");
        assert!(outcome.stderr.starts_with(&format!("error: there is no command `{command}`")), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(" = note: "), "{}", outcome.stderr);
        let outcome = run(&[command, "--error-format=json"], "");
        assert!(outcome.stderr.starts_with("{\"code\":null"), "{}", outcome.stderr);
    }
    // A file of that name takes precedence.
    let folder = tempfile::tempdir().unwrap();
    file(&folder, "doc", "def main = 1i32");
    let mut command = Command::new(binary());
    command.args(["doc", "--dump-after=parse"]).current_dir(folder.path());
    assert_eq!(run_command(&mut command, Duration::from_secs(60), "").status, Some(0));
}

/// The form of messages for tools that search for Futhark's words.
#[test]
fn messages_in_the_words_of_futhark() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "prog.fut", "def main (xs: []i32) = xs with [0] = 1");
    let output = folder.path().join("prog");
    let output = output.to_str().unwrap();
    for command in [vec!["check", &path], vec!["c", &path, "-o", output], vec!["cpu", &path, "-o", output]] {
        let outcome = run(&command, "");
        let text = &outcome.stderr;
        assert!(text.starts_with("error[E0402]: Consuming variable \"xs\", which is not consumable\n"), "{text}");
        assert!(text.contains("= note: In Futhark's index of errors: not-consumable\n"), "{text}");
        let outcome = run(&[&command[..], &["--error-format=human"]].concat(), "");
        let text = &outcome.stderr;
        assert!(text.starts_with("error[E0402]: consuming variable `xs`, which is not consumable\n"), "{text}");
        assert!(!text.contains("index of errors"), "{text}");
    }
    assert!(run(&["explain", "not-consumable"], "").text().starts_with("E0402: "));
    // Options of Futhark's compiler that have no other test.
    let right = file(&folder, "right.fut", "def main (x: i32) = x + 1");
    let wrong = folder.path().join("wrong.sexp");
    let verbose = format!("-v{}", wrong.display());
    for option in ["-v", "--verbose", &verbose] {
        let outcome = run(&["cpu", option, &right, "-o", output], "");
        assert_eq!(outcome.status, Some(0), "{option}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("normalise"), "{option}: {}", outcome.stderr);
    }
    assert!(!wrong.exists(), "no pass has failed");
    for command in ["c", "multicore", "check", "test", "bench", "script", "literate", "dataset", "autotune", "profile"]
    {
        assert_eq!(run(&[command, "-V"], "").status, Some(0), "{command}");
    }
}

#[test]
fn messages_name_the_file_that_was_given() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["prog.txt", "prog", "prog.fut"] {
        let path = file(&folder, name, "def main = x");
        let outcome = run(&["check", &path], "");
        assert!(outcome.stderr.contains(&format!("--> {path}:1:12\n")), "{}", outcome.stderr);
    }
    let outcome = shell("echo 'def main = x' | $FUT check /dev/stdin");
    assert!(outcome.stderr.contains("--> /dev/stdin:1:12\n"), "{}", outcome.stderr);
    // Imports are found beside the file, whatever its name.
    file(&folder, "other.fut", "def two = 2i32");
    let path = file(&folder, "prog.txt", "import \"other\"\ndef main = two");
    assert_eq!(run(&["run", &path], "").text(), "2i32\n");
}

#[test]
fn libraries_of_older_editions() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "prog.fut", "import \"/futlib/math\"\ndef main (x: i32) = x");
    let outcome = run(&["check", &path], "");
    assert_eq!(outcome.status, Some(2));
    assert!(outcome.stderr.contains("--edition=2019") && !outcome.stderr.contains("/prelude/"), "{}", outcome.stderr);
    let path = file(&folder, "older.fut", "import \"/futlib/math\"\nlet main (x: i32) = i32.abs x");
    assert_eq!(run(&["run", &path], "-1i32").text(), "1i32\n");
}

/// Older editions write empty arrays by the type of their elements, and give them the sizes that parameters require.
#[test]
fn empty_arrays_of_older_editions() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "prog.fut", "let main [n] (xs: [][n]i32) (ys: [][n]i32) = (xs, ys, n)");
    let older = |input: &str| run(&["run", "-w", "--edition=2019", &path], input);
    assert_eq!(older("empty([]i32) [[1, 2]]").text(), "empty([]i32)\n[[1i32, 2i32]]\n2i32\n");
    assert_eq!(older("[[1, 2]] empty([0][0]i32)").text(), "[[1i32, 2i32]]\nempty([]i32)\n2i32\n");
    assert_eq!(older("[[1, 2]] [[1]]").status, Some(1));
}

/// `--edition=auto` reads examples of the older documents in their editions, but no wrong programs.
#[test]
fn older_editions_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let check = |text: &str| run(&["check", &file(&folder, "prog.fut", text)], "");
    for (edition, text) in [
        ("2019", "let main (x: i32) (n: i32) = loop (x' = x) for _i < n do x' * 2"),
        ("2019", "let main (n: i32) = loop ((x, y) = (1, 1)) for _i < n do (y, x + y)"),
        ("2017", "let main (src: *[]i32) (v: i32) = src with [1] <- (v)"),
        ("2019", "let main (n: i32): []i32 = iota n"),
        ("2019", "let main (k: i32): [k]i32 = replicate k 1"),
        ("2019", "let main (xs: []i32): i32 = length xs"),
        ("2019", "let main (p: i32): i32 = let t = (p, p + 1) in t.1 + t.2"),
        ("2017", "let main (xs: []i32) (ys: []i32): []i32 = map (+) xs ys"),
        ("2017", "let main (x: i32): f64 = f64 (x)"),
    ] {
        let outcome = check(text);
        assert_eq!(outcome.status, Some(0), "{text}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(&format!("prog.fut is read as a program of edition {edition}")), "{text}");
    }
    // Dumps are in the edition in which the program was read.
    let path = file(&folder, "dumped.fut", "let main (n: i32): []i32 = iota n");
    let auto = run(&["-w", "--dump-after=desugar-2019", &path], "");
    assert_eq!(auto.text(), run(&["-w", "--dump-after=desugar-2019", "--edition=2019", &path], "").text());
    for (code, text) in [
        ("E0202", "let main [n] [m] (xs: [n]i32) (ys: [m]i32): []i32 = map2 (+) xs ys"),
        ("E0202", "let main (n: i64): [3]i64 = iota n"),
        ("E0202", "let main = [[1, 2], [3]]"),
        ("E0201", "let main (x: i32): i32 = x + true"),
        ("E0201", "let main (x: i32): i64 = x"),
        ("E0101", "let main (x: i32) = y"),
        // Older editions lack this keyword.
        ("E0201", "def main (n: i32) = iota n"),
    ] {
        let outcome = check(text);
        assert_eq!(outcome.status, Some(2), "{text}");
        assert!(outcome.stderr.contains(&format!("error[{code}]")), "{text}: {}", outcome.stderr);
    }
}

/// Programs of the older documents need no option, except one whose only fault today is a mismatch of sizes.
#[test]
fn programs_of_older_editions_need_no_option() {
    let mut refused = Vec::new();
    for edition in ["2019", "2017"] {
        for entry in std::fs::read_dir(root().join("tests/programs").join(format!("edition-{edition}"))).unwrap() {
            let path = entry.unwrap().path();
            let name = path.to_str().unwrap();
            if path.is_file() && run(&["check", "-w", "--edition", edition, name], "").status == Some(0) {
                let outcome = run(&["check", "-w", name], "");
                refused.extend((outcome.status != Some(0)).then(|| path.file_name().unwrap().to_owned()));
            }
        }
    }
    assert_eq!(refused, ["3.2-irregular-rows.fut"]);
}

#[test]
fn options_that_cannot_be_met_say_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let readable = file(&folder, "a dump.txt", &run(&["--dump-after=normalise", HIGHER], "").text());
    let spaced = file(&folder, "a b.fut", "def main = 1i32");
    for (arguments, says) in [
        (vec!["--dump-after=defunc", "--dump-function=nobody", HIGHER], "the program defines `twice`, `main`"),
        (vec!["--dump-function=main", HIGHER], "`--dump-after=PASS --dump-function=main` prints"),
        (vec!["--dump-after=defunc", "--dump-function=main", "--dump-format=sexp", HIGHER], "leave out"),
        (vec!["check", "--validate=run", DOT], "`fut-nano run --validate=run docs/examples/dot.fut` runs"),
        (vec!["check", "--validate=run", &spaced], "a b.fut'` runs the program"),
        (
            vec!["--validate=run", "--dump-after=defunc", DOT],
            "`fut-nano run --validate=run docs/examples/dot.fut` runs",
        ),
        (vec!["run", &readable], "`--dump-format=sexp` writes dumps that `fut-nano run` and `fut-nano opt` read"),
        (vec!["opt", &readable], "`--dump-format=sexp` writes dumps that `fut-nano run` and `fut-nano opt` read"),
    ] {
        let outcome = run(&arguments, "");
        assert_eq!(outcome.status, Some(2), "{arguments:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(says), "{arguments:?}: {}", outcome.stderr);
    }
    // The name of a dump does not matter for reading it back.
    let sexp = file(&folder, "dump.txt", &run(&["--dump-after=normalise", "--dump-format=sexp", HIGHER], "").text());
    assert_eq!(run(&["run", &sexp], "").text(), "23i32\n");
}

#[test]
fn codes_in_short() {
    let wanted = run(&["explain", "E0401"], "").text();
    assert!(wanted.starts_with("E0401: "));
    for short in ["e401", "401", "E401", "e0401"] {
        assert_eq!(run(&["explain", short], "").text(), wanted, "{short}");
    }
    assert!(run(&["explain", "w1"], "").text().starts_with("W0001: "));
    for unknown in ["E9999", "", "E", "x401", "4o1"] {
        assert_eq!(run(&["explain", unknown], "").status, Some(2), "{unknown}");
    }
}

#[test]
fn a_gigabyte_of_address_space_is_enough() {
    for limit in ["-v", "-d"] {
        let outcome = shell(&format!("ulimit {limit} 1000000; $FUT run docs/examples/dot.fut"));
        assert_eq!((outcome.status, outcome.text().as_str()), (Some(0), "11.0f64\n"), "{limit}: {}", outcome.stderr);
    }
    for at in ["typed", "anf", "funmem-heap", "imp"] {
        let outcome = shell(&format!("ulimit -v 1000000; $FUT run docs/examples/dot.fut --at {at}"));
        assert_eq!(outcome.text(), "11.0f64\n", "{at}: {}", outcome.stderr);
    }
    let outcome = shell("ulimit -v 1000000; $FUT run docs/examples/dot.fut --validate=run --threads 4");
    assert_eq!(outcome.text(), "11.0f64\n", "{}", outcome.stderr);
}

#[test]
fn endless_recursion_ends_in_a_gigabyte() {
    let folder = tempfile::tempdir().unwrap();
    let path =
        file(&folder, "prog.fut", "def f (x: i32): i32 = if x == 0 then 0 else 1 + f (x + 1)\ndef main (x: i32) = f x");
    for at in ["", "--at typed", "--at first-order", "--at anf", "--at funmem-heap", "--at imp"] {
        let outcome = shell(&format!("ulimit -v 1000000; echo 1i32 | $FUT run -w {path} {at}"));
        assert_eq!(outcome.status, Some(1), "{at}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("Calls of `f` are nested "), "{at}: {}", outcome.stderr);
    }
}

#[test]
fn profiles() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steps.fut");
    let text = "def main (n: i64) (k: i32) : i64 =
  let xs = loop xs = iota n for _i < k do scan (+) 0 (map (% 10) xs)
  in i64.sum xs
";
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let profile = |options: &[&str]| {
        let outcome = run(&[&["run", path, "--profile"], options].concat(), "1000000i64 3i32");
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        // Without times and places.
        let line = |line: &str| {
            let (_, counts) = line.split_once(" ms ").unwrap();
            counts.replace(path, "PATH").split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let mut lines: Vec<String> = outcome.stderr.lines().skip(1).map(line).collect();
        lines.sort();
        lines
    };
    let scan = "scan at PATH:2:43-68, in the loop at PATH:2:12-68";
    let threads = profile(&["--threads", "2"]);
    assert!(threads.contains(&format!("3 3 0 3000000 {scan}")), "{threads:?}");
    assert!(threads.contains(&"in all: 5 runs, 3 in loops, 5 parallel, 0 dispatches".to_string()), "{threads:?}");
    let one = profile(&["--threads", "1"]);
    assert!(one.contains(&"in all: 5 runs, 3 in loops, 0 parallel, 0 dispatches".to_string()), "{one:?}");
    let device = profile(&["--backend", "vulkan"]);
    assert!(device.contains(&format!("3 3 6 3000000 {scan}")), "{device:?}");
    assert!(device.contains(&"in all: 5 runs, 3 in loops, 5 parallel, 8 dispatches".to_string()), "{device:?}");
}

#[test]
fn tuning() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.fut");
    std::fs::write(&path, "def main (xss: [][]i32) = map i32.sum xss").unwrap();
    let path = path.to_str().unwrap();
    let found = run(&["tune", path, "--runs", "1"], "[[1, 2], [3, 4]]");
    assert_eq!(found.status, Some(0), "{}", found.stderr);
    // The device's choice and 16 thresholds.
    assert_eq!(found.stderr.lines().filter(|line| line.contains(" ms  ")).count(), 17, "{}", found.stderr);
    let file = format!("{path}.tuning");
    assert!(found.text().ends_with(&format!(" is best: {file}\n")), "{}", found.text());
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.starts_with(&format!("# {path}, entry point main, backend cpu\n")), "{written}");
    let tuned = run(&["run", path, "--tuning", &file], "[[1, 2], [3, 4]]");
    assert_eq!(tuned.text(), "[3i32, 7i32]\n", "{}", tuned.stderr);
    // A tuned program is that of the threshold.
    std::fs::write(&file, "# by hand\n\nthreshold=1\n").unwrap();
    let dump = |option: &str| run(&[option, "--dump-after=versions", path], "").text();
    assert_eq!(dump(&format!("--tuning={file}")), dump("--threshold=1"));
    assert_ne!(dump(&format!("--tuning={file}")), dump("--threshold=2"));
    for text in ["threshold=-1", "threshold", "width=", "rows.fut:1:3-5=x"] {
        std::fs::write(&file, format!("# by hand\n{text}\n")).unwrap();
        let outcome = run(&["run", path, "--tuning", &file], "[[1, 2], [3, 4]]");
        assert_eq!(outcome.status, Some(2), "{text}");
        let expected = format!("{file}:2: `{text}` is no line of a tuning file");
        assert!(outcome.stderr.contains(&expected), "{}", outcome.stderr);
    }
    // A threshold of a single SOAC. The program has two.
    let text = "def main (xss: [][]i32) = (map i32.sum xss, map (scan (+) 0) (transpose xss))";
    std::fs::write(path, text).unwrap();
    std::fs::write(&file, "threshold=1\nrows.fut:1:45-76=4\n").unwrap();
    let versions = dump(&format!("--tuning={file}"));
    assert_eq!(versions.matches(": bool = lt_i64(").count(), 1, "{versions}");
    assert!(versions.contains(", 4i64)"), "{versions}");
    let found = run(&["tune", path, "--runs", "1"], "[[1, 2], [3, 4]]");
    assert_eq!(found.status, Some(0), "{}", found.stderr);
    // For each of the two SOACs, five thresholds.
    assert_eq!(found.stderr.lines().filter(|line| line.contains(" ms  ")).count(), 27, "{}", found.stderr);
    assert!(found.stderr.matches(", rows.fut:1:45-76=").count() >= 5, "{}", found.stderr);
    // On a device, three thresholds for groups, too.
    std::fs::write(path, "def main (xss: [][]i32) = map i32.sum xss").unwrap();
    let found = run(&["tune", path, "--runs", "1", "--backend", "vulkan"], "[[1, 2], [3, 4]]");
    assert_eq!(found.stderr.lines().filter(|line| line.contains(" ms  ")).count(), 20, "{}", found.stderr);
    std::fs::write(&file, "groups=7\n").unwrap();
    assert_eq!(dump(&format!("--tuning={file}")), dump("--group-threshold=7"));
    assert!(dump("--group-threshold=7").contains("le_i64(7i64, "));
    // A threshold for groups of a single SOAC.
    std::fs::write(&file, "groups=7\ngroups rows.fut:1:27-41=5\n").unwrap();
    assert_eq!(dump(&format!("--tuning={file}")), dump("--group-threshold=5"));
    let both = run(&["run", path, "--tuning", &file, "--threshold", "3"], "[[1]]");
    assert_eq!(both.status, Some(2));
}
