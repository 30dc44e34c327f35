//! `fut-nano test`.

use super::{folder, run_in};
use fut_nano::testing::format;

/// A program with a test block, and what is said about it if it does not pass.
fn check(block: &str, problem: Option<&str>) {
    let program = "
entry main (x: i32) = assert (x != 100) (x + 1)
entry floats (x: f32) (y: f32) : []f32 = [x, y]
entry many [n] (xs: [n]i64) (k: i64) = (n + k, xs)
entry record (x: {a: i32, b: bool}) = x.a
entry pair (a: i32) (b: i32) = a - b
entry both (a: i32) = (a, a + 2)
";
    let text = format!("-- ==\n{block}\n{program}");
    let files = [
        ("p.fut", &*text),
        ("data/in.txt", "41"),
        ("data/out.txt", "42"),
        ("data/in.fs", "both 3"),
        ("other.in", "1 2"),
    ];
    let outcome = run_in(&folder(&files), &["test", "p.fut"], "");
    match problem {
        None => assert_eq!((outcome.text().as_str(), outcome.status), ("1/1 passed.\n", Some(0)), "{block}"),
        Some(problem) => {
            assert_eq!(outcome.status, Some(1), "{block}: {}", outcome.text());
            assert!(outcome.text().contains(problem), "{block}: {}", outcome.text());
            assert!(outcome.text().ends_with("0/1 passed.\n"), "{block}: {}", outcome.text());
        }
    }
}

#[test]
fn cases_pass_or_fail() {
    check("-- input { 1 } output { 2 }", None);
    check("-- input { 1 }\n-- output\n-- { 2 }", None);
    check("-- input { 1 }", None);
    check("-- input @ data/in.txt output @ data/out.txt", None);
    check("-- input { 100 } error: Assertion .* false", None);
    check("-- input { 100 } error:", None);
    check("-- entry: main\n-- \"a name\" nobench slow input { 1 } output { 2 }", None);
    check("-- entry: floats\n-- input { f32.nan 1000 f32 }", Some("expected"));
    check("-- entry: floats\n-- input { 1f32 1000f32 } output { [2f32, 1000f32] }", None);
    check(
        "-- entry: floats\n-- input { 1f32 1f32 } output { [1f32, 1.01f32] }",
        Some("at [1]: expected 1.01f32, got 1.0f32"),
    );
    check(
        "-- input { 1 } output { 3 }",
        Some("entry point main, line 2, #0 (\"1i32\"): result 0: expected 3i32, got 2i32"),
    );
    check("-- input { 1 } output { 3i64 }", Some("expected a value of type i64, got one of type i32"));
    check("-- input { 1 } output { 2 2 }", Some("1 results instead of 2"));
    check("-- input { 1 } error: foo", Some("it should have failed with `foo`"));
    check("-- input { 100 } error: foo", Some("but failed with\n    Error: Assertion is false"));
    check("-- input { 100 } output { 1 }", Some("it failed with\n    Error: Assertion is false"));
    check("-- input { 1i64 }", Some("the entry point takes `i32`, but the input is `i64`"));
    check("-- input { 1 2 }", Some("the entry point takes `i32`, but the input is `i32 i32`"));
    check("-- input @ nosuch", Some("cannot read nosuch: "));
    check("-- entry: nosuch\n-- input { 1 }", Some("Unknown entry point: nosuch"));
    // Values of other types are given by their leaves.
    check("-- entry: record\n-- input { 3 true } output { 3 }", None);
    check("-- entry: record\n-- input { 3 }", Some("Failed to restore variable in0"));
    // Every case is run, whatever becomes of the others.
    check("-- input { 1 } output { 3 }\n-- input { 2 } output { 4 }", Some("line 2, #0"));
}

#[test]
fn inputs_are_random_or_made_by_scripts() {
    check("-- random input { i32 } output { -223823370 }", None);
    check(
        "-- entry: many\n-- random input { [3]i64 5i64 }\n-- output { 8i64 [6981597494805838325i64, -971673085519715941i64, -350297145798312990i64] }",
        None,
    );
    check("-- entry: pair\n-- random input { i32 i32 } output { 0 }", None);
    check("-- entry: many\n-- random input { [1000]i64 5i64 } auto output", None);
    check("-- input { 100 } auto output", Some("the reference fails: Error: Assertion"));
    check("-- script input { main 1 } output { 3 }", None);
    check("-- entry: pair\n-- script input { both 3 } output { -2 }", None);
    check("-- entry: pair\n-- script input @ data/in.fs output { -2 }", None);
    check("-- entry: pair\n-- script input { $loaddata \"other.in\" } output { -1 }", None);
    check("-- entry: pair\n-- script input { let (a, b) = both 3 in (b, a) } auto output", None);
    check("-- entry: record\n-- script input { {b = true, a = 3} } output { 3 }", None);
    check(
        "-- entry: record\n-- script input { {b = 1, a = 3} }",
        Some("expected arguments of types {a:i32, b:bool}, found"),
    );
    check("-- entry: pair\n-- script input { 3 }", Some("expected arguments of types i32, i32, found i32"));
}

#[test]
fn properties_are_true_or_have_counterexamples() {
    let program = "
#[prop]
entry reversed (xs: []i32) = and (map2 (==) (reverse (reverse xs)) xs)
#[prop]
entry short (xs: []i32) = length xs < 7
#[prop]
entry small (r: {a: i32, b: [](i16, bool)}) = r.a < 1000
#[prop(gen(evens), size(8))]
entry even (xs: []i64) = all (\\x -> x % 2 == 0 && x < 8) xs
entry evens (size: i64) (seed: i64) = map (\\i -> 2 * i + 0 * seed) (iota size)
#[prop(shrink(fewer))]
entry few (xs: []u8) = length xs <= 3
entry fewer (xs: []u8) (random: i32) = take (i64.max 0 (length xs - 1 - i64.i32 (random % 2))) xs
#[prop]
entry partial (x: i32) = assert (x < 10) true
entry plain (x: i32) = x > 0
#[prop]
entry sum (x: #a | #b i32) = true
#[prop]
entry number (x: i32) = x
";
    let test = |name: &str| {
        let folder = folder(&[("p.fut", &format!("-- ==\n-- property: {name}\n{program}"))]);
        let outcome = run_in(&folder, &["test", "p.fut", "--seed=7"], "");
        (outcome.status, outcome.text())
    };
    assert_eq!(test("reversed"), (Some(0), "1/1 passed.\n".into()));
    for (name, problem) in [
        ("short", "    [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32]\n"),
        ("small", "    {a = 1000i32, b = empty([0](i16, bool))}\n"),
        ("even", "    [0i64, 2i64, 4i64, 6i64, 8i64]\n"),
        ("few", "made smaller:\n    ["),
        ("partial", "made smaller:\n    10i32\n    with\n    Error: Assertion is false"),
        ("plain", "plain has no attribute #[prop]"),
        ("sum", "need a generator: #[prop(gen(f))]"),
        ("number", "the property number must give a bool, not i32"),
        ("nosuch", "Unknown entry point: nosuch"),
    ] {
        let (status, text) = test(name);
        assert!(status == Some(1) && text.contains(problem), "{name}: {text}");
    }
    assert_eq!(test("reversed short").1.matches("entry point").count(), 1);
}

#[test]
fn mistakes_in_blocks_have_lines() {
    for (block, problem) in [
        ("-- input { 1 output { 2 }", "line 2: expected a value"),
        ("-- input { [1, } ", "line 2: expected a value"),
        ("-- input { 1 }\n-- output 2", "line 3: expected `{`, found `2`"),
        ("-- foo", "line 2: expected `input`, but the block ends here"),
        ("-- input { 1 }\n-- input { 1 } error: (", "line 3: not a regular expression: unclosed group"),
        ("-- \"a\" input { 1 }\n-- \"a\" input { 2 }", "line 3: two cases have the name \"a\""),
        ("-- random input { [n]i32 }", "line 2: the size `n` is not a constant"),
        ("-- script input { f (1 }", "line 2: expected `)` or `,`, found `}`"),
        ("-- entry: f\n-- input @", "line 3: expected the name of a file, but the block ends here"),
        ("-- tags { a ! }", "line 2: expected a tag, found `!`"),
        ("-- input { 1 }\n\n-- ==\n-- error: foo", "line 4: only the first block may expect a compile error"),
    ] {
        let mistake = format::read(&format!("-- ==\n{block}\n")).unwrap_err();
        assert!(mistake.to_string().starts_with(problem), "{block}: {mistake}");
    }
}

#[test]
fn names_of_cases_are_those_of_futhark() {
    let blocks = format::read(
        "-- ==\n-- input { 1 [2.5f32] }\n-- \"mine\" input { }\n-- input @ data/x.in.gz\n-- random input { [10]i32 3i64 f32 }\n\
         -- script input { f (g 1) {a = 2} }\n-- input { [1,2,3,4,5,6,7,8,9,10] }\n-- compiled script input @ x.fs\n",
    );
    let names: Vec<String> = blocks.unwrap().remove(0).cases.into_iter().map(|case| case.name).collect();
    assert_eq!(
        names,
        [
            "#0 (\"1i32 [2.5f32]\")",
            "mine",
            "data/x.in",
            "[10]i32 3i64 f32",
            "f (g 1i32) {a=2i32}",
            "#5 (\"[1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9...\")",
            "x.fs",
        ]
    );
}

#[test]
fn programs_in_folders_are_tested_at_the_same_time() {
    let good = "-- ==\n-- input { 1 } output { 1 }\nentry main (x: i32) = x\n";
    let folder = folder(&[
        ("a/good.fut", good),
        ("a/deep/bad.fut", &good.replace("output { 1 }", "output { 2 }")),
        ("a/disabled.fut", &format!("-- ==\n-- tags {{ disable }}\n{good}")),
        ("a/not_here.fut", &format!("-- ==\n-- tags {{ no_cpu }}\n{good}")),
        ("a/slow.fut", &format!("-- ==\n-- tags {{ slow }}\n{good}")),
        ("a/library.fut", "def f (x: i32) = x"),
        ("a/rejected.fut", "-- ==\n-- error: unknown name .y.\nentry main (x: i32) = y\n"),
        ("a/accepted.fut", "-- ==\n-- error: foo\nentry main (x: i32) = x\n"),
        ("a/other_error.fut", "-- ==\n-- error: foo\nentry main (x: i32) = y\n"),
        ("a/wrong.fut", "entry main (x: i32) = y\n"),
        ("a/warned.fut", "-- ==\n-- warning: Unused name \"x\"[.]\nentry main (x: i32) = 3i32\n"),
        ("a/unwarned.fut", "-- ==\n-- warning: nothing\nentry main (x: i32) = x\n"),
        ("a/structure.fut", &good.replace("\nentry", "\n-- structure gpu { Screma 2 /If 1 }\nentry")),
        ("a/ignored.txt", "not Futhark"),
    ]);
    let outcome = run_in(&folder, &["test", "a", "--exclude=slow", "--concurrency=3"], "");
    assert_eq!(outcome.status, Some(1));
    let text = outcome.text();
    for (part, count) in [
        ("a/deep/bad.fut:\n  entry point main, line 2, #0 (\"1i32\"): result 0: expected 2i32, got 1i32\n", 1),
        ("a/accepted.fut:\n  it should have been rejected with `foo`\n", 1),
        ("a/other_error.fut:\n  it should have been rejected with `foo`, but was rejected with\n  error[E0101]: ", 1),
        ("a/wrong.fut:\n  error[E0101]: unknown name `y`\n", 1),
        ("a/unwarned.fut:\n  there should be a warning `nothing`:\n  there are none\n", 1),
        ("a/structure.fut: 1 structure test is left out", 1),
        ("good.fut", 0),
        ("warned.fut:", 1),
        ("slow", 0),
    ] {
        assert_eq!(text.matches(part).count(), count, "{part}: {text}");
    }
    assert!(text.ends_with("\n5/10 passed.\n3 program(s) excluded.\n"), "{text}");

    let outcome = run_in(&folder, &["test", "a/good.fut", "a/deep", "a/disabled.fut", "--json"], "");
    let lines: Vec<serde_json::Value> =
        outcome.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |program: &str| lines.iter().find(|line| line["program"] == program).unwrap();
    assert_eq!(of("a/good.fut")["status"], "passed");
    assert_eq!(of("a/disabled.fut")["status"], "excluded");
    assert_eq!(of("a/deep/bad.fut")["cases"][0]["problem"], "result 0: expected 2i32, got 1i32");
    assert_eq!(lines.last().unwrap(), &serde_json::json!({ "passed": 1, "failed": 1, "excluded": 1 }));

    let outcome = run_in(&folder, &["test", "a/nosuch"], "");
    assert_eq!((outcome.status, outcome.stdout.len()), (Some(1), 0));
}

/// Warnings of Futhark's compiler, as it writes them, and programs for which both compilers give them.
const WARNINGS: [(&str, &str); 9] = [
    ("Unused name \"y\"[.]", "entry main (x: i32) = let y = 3i32 in x"),
    ("Defaulting ambiguous type to i32[.]", "def f (xs: []i32) i = xs[i]\nentry main (xs: []i32) (i: i32) = f xs i"),
    ("Comparing arrays with \"==\" is deprecated and will stop working", "entry main (xs: []i32) = xs == [1]"),
    (
        "Size expression with binding is replaced by unknown size[.]",
        "entry main (x: i64) = let f (n: i64) = iota n in f (let y = x + 1 in y)",
    ),
    ("Declaring \"i32\" as unique has no effect[.]", "entry main (x: *i32) = x"),
    (
        "Inclusion shadows type \"t\"[.]",
        "module type m = { type t val x: t }\nmodule type n = { type t include m }\nentry main (x: i32) = x",
    ),
    (
        "First and second element of range are identical, this will produce an empty array[.]",
        "entry main (x: i64) = x..x...10",
    ),
    ("Safety check required at run-time[.]", "entry main (xs: []i32) (i: i64) = #[warn(safety_checks)] xs[i]"),
    (
        "#\\[unroll\\] on loop with unknown number of iterations[.]",
        "entry main (n: i64) = #[unroll] loop x = 0i64 for i < n do x + i",
    ),
];

/// Patterns of warnings match Futhark's words, whatever runs the programs, and whichever pass warns.
#[test]
fn warnings_have_the_words_of_futhark() {
    let programs: Vec<(String, String)> = WARNINGS
        .iter()
        .enumerate()
        .map(|(number, (words, program))| (format!("{number}.fut"), format!("-- ==\n-- warning: {words}\n{program}\n")))
        .collect();
    let folder = folder(&programs.iter().map(|(name, text)| (&name[..], &text[..])).collect::<Vec<_>>());
    let vulkan = backends::devices().iter().any(|device| device.backend == "vulkan");
    let c = fut_nano_tests::c::is_available();
    for backend in ["cpu"].into_iter().chain(vulkan.then_some("vulkan")).chain(c.then_some("c")) {
        let outcome = run_in(&folder, &["test", ".", "--backend", backend], "");
        let text = outcome.text();
        assert!(outcome.status == Some(0) && text.ends_with("9/9 passed.\n"), "{backend}: {text}{}", outcome.stderr);
    }
}

#[test]
fn modes() {
    let program =
        "-- ==\n-- input { 1 } output { 2 }\n-- compiled input { 2 } output { 0 }\nentry main (x: i32) = x + 1\n";
    let folder = folder(&[("p.fut", program), ("q.fut", &program.replace("output { 0 }", "output { 3 }"))]);
    for (mode, p) in [("-c", 1), ("-C", 0), ("-t", 0), ("-I", 0), ("-s", 0), ("-i", 0)] {
        assert_eq!(run_in(&folder, &["test", "p.fut", mode], "").status, Some(p), "{mode}");
        assert_eq!(run_in(&folder, &["test", "q.fut", mode], "").status, Some(0), "{mode}");
    }
    assert_eq!(run_in(&folder, &["test", "p.fut", "--entry-point=other"], "").status, Some(0));
    let only = program.replace("-- input { 1 }", "-- only input { 1 }");
    std::fs::write(folder.path().join("only.fut"), only).unwrap();
    assert_eq!(run_in(&folder, &["test", "only.fut"], "").status, Some(0));
}

#[test]
fn a_program_without_end_ends_no_other_run() {
    let program = "-- ==\n-- input { 1 } output { 1 }\n-- input { 0 } output { 1 }\n-- input { 2 } output { 2 }\n\
                   entry main (x: i32) = if x == 0 then loop x while x < 1 do x - 1 else x\n";
    let folder = folder(&[("p.fut", program)]);
    let outcome = run_in(&folder, &["test", "p.fut", "--timeout=0.5"], "");
    let text = outcome.text();
    assert_eq!(outcome.status, Some(1), "{text}");
    assert_eq!(text.matches("entry point main").count(), 1, "{text}");
    assert!(text.contains("line 3, #1 (\"0i32\"): the program runs for longer than 0.5 s\n"), "{text}");
}

/// A compiler whose programs answer two commands and then end by a signal, the first time that they are called.
#[cfg(unix)]
#[test]
fn a_program_that_crashes_ends_no_other_run() {
    use std::os::unix::fs::PermissionsExt;
    let compiler = r#"#!/bin/sh
if [ "$1" = check ]; then exit 0; fi
cat > "$5" <<'END'
#!/bin/sh
echo '%%% OK'
while read -r command rest; do
  case $command in
    inputs) echo 'i32';;
    call) echo 'something is wrong' >&2; kill -SEGV $$;;
  esac
  echo '%%% OK'
done
END
chmod +x "$5"
"#;
    let program = "-- ==\n-- input { 1 }\n-- input { 2 } error: foo\n";
    let folder = folder(&[("compiler", compiler), ("p.fut", program)]);
    let path = folder.path().join("compiler");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let option = format!("--futhark={}", path.display());
    let outcome = run_in(&folder, &["test", "p.fut", "--backend=c", &option], "");
    let text = outcome.text();
    let crash = "the program's process has ended (by signal 11):\n    something is wrong\n";
    assert_eq!(text.matches(crash).count(), 2, "{text}");
    assert!(text.ends_with("0/1 passed.\n"), "{text}");
}

#[test]
fn any_text_is_read_or_a_mistake_in_it_is_found() {
    let block = "-- ==\n-- tags { a }\n-- entry: f\n-- \"é\" compiled input { [1, 2] \"é}\" f32.nan }\n-- output @ a/b\n\
                 -- random input { [3]i32 4u8 } auto output\n-- script input { let (a, b) = f {x = [1, g 2]} in $h \"é\" }\n\
                 -- error: a.*é[b]\n-- structure gpu { A 1 }\n-- warning: x\n\nentry f = 1\n";
    format::read(block).unwrap();
    let parts: Vec<&str> = block.split_inclusive(|char: char| !char.is_alphanumeric()).collect();
    let mut state = 18u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut read = 0;
    for _ in 0..20_000 {
        let mut changed = parts.clone();
        for _ in 0..=random(3) {
            let (at, from) = (random(changed.len()), random(parts.len()));
            match random(3) {
                0 => drop(changed.remove(at)),
                1 => changed.insert(at, parts[from]),
                _ => changed[at] = parts[from],
            }
        }
        match format::read(&changed.concat()) {
            Ok(_) => read += 1,
            Err(mistake) => assert!(mistake.place.end <= changed.concat().len() + 1 && mistake.line > 0, "{mistake}"),
        }
    }
    assert!(read > 1_000, "{read} are right");
}
