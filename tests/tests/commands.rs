//! The command line: what it prints, and its exit statuses.

use fut_nano_tests::command::run;

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
        ("[1, 2] [3]", "rgument 1 (ys)"),
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

#[test]
fn binary_values() {
    let first = run(&["run", DOT, "-b"], "[1, 2] [3, 4]");
    assert_eq!(first.stdout, [b"b\x02\x00 f64".as_slice(), &11f64.to_le_bytes()].concat());
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
        // Leaf by leaf.
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
    assert!(failed.stderr.ends_with("\n\n`fut-nano explain E0901` says more.\n"), "{}", failed.stderr);
}

#[test]
fn limitations_of_the_prelude_are_at_its_call() {
    let file = tempfile::Builder::new().suffix(".fut").tempfile().unwrap();
    let text = "def main (x: f64) =\n  vjp (\\y -> y * y) x 1\n";
    std::fs::write(file.path(), text).unwrap();
    let outcome = run(&["run", file.path().to_str().unwrap()], "2");
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("error[E0803]") && outcome.stderr.contains(".fut:2:3\n"), "{}", outcome.stderr);
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
    for name in passes.lines().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next()) {
        assert!(text.contains(&format!("after {name} (")), "no dump after {name}");
    }
    // The same every time.
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
    // A pass in another program: here one that turns the constant 5 into 6.
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
    // A plug-in that changes what the program means is found.
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
    assert!(text.contains("2 programs evaluated: all mean the same\nbackend cpu computes the same"), "{text}");
    // Between many passes after which the program means the same, and many after which it means something else.
    for place in ["infer-types", "monomorphise", "defunc", "normalise"] {
        let plugin = format!("after={place}:sed 's/5i32/6i32/g'");
        let outcome = run(&["bisect", HIGHER, "--pass-plugin", &plugin], "");
        assert_eq!(outcome.status, Some(3), "{place}: {}", outcome.text());
        let found = outcome.stderr.contains("` changes what the program means: ");
        assert!(found && outcome.stderr.contains("expected 23i32, got "), "{place}: {}", outcome.stderr);
    }
    // One that breaks a rule is named, too.
    let outcome = run(&["bisect", HIGHER, "--pass-plugin", "after=normalise:sed 's/i32/i64/'"], "");
    assert_eq!(outcome.status, Some(3), "{}", outcome.text());
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
    let message = "\"Index [x] out of bounds for array of shape [n].\" is checked inside of a map";
    assert!(gather.starts_with("tests/programs/hoisted_checks.fut:") && gather.contains(message), "{gather}");
    // What the entry point `shifted` checks is done before its map.
    assert!(!outcome.stderr.contains("hoisted_checks.fut:81:"), "{}", outcome.stderr);
}

#[test]
fn rewrites_are_explained() {
    let file = tempfile::NamedTempFile::with_suffix(".fut").unwrap();
    let text = "def scale (x: i64) = x * 1 + 2 - 0\nentry main (xs: []i64) (i: i64) = i64.sum (map scale xs) + (copy xs)[i] * 8 / 4\n";
    std::fs::write(&file, text).unwrap();
    let path = file.path().to_str().unwrap();
    // Inlined wherever it is used, `scale` is explained by what stands in its definition.
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
fn derivatives_are_checked_but_not_compiled() {
    let file = tempfile::NamedTempFile::with_suffix(".fut").unwrap();
    std::fs::write(&file, "entry main (x: f64): f64 =\n  vjp (\\y -> y * y) x 1\n").unwrap();
    let path = file.path().to_str().unwrap();
    let checked = run(&["check", path], "");
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    let outcome = run(&["run", path], "3");
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("automatic differentiation is not implemented yet"), "{}", outcome.stderr);
    // The place is that of the use, not one in the prelude.
    assert!(outcome.stderr.contains(&format!("{path}:2:3")), "{}", outcome.stderr);
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
