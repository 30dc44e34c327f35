//! `fut-nano bench`.

use super::{folder, run_in};
use serde_json::Value;

const PROGRAM: &str = "-- ==
-- \"small\" input { 1000i64 } output { 499500i64 }
-- nobench input { 10i64 }
-- input { -1i64 } error: range
-- random input { 2000i64 } auto output
-- \"wrong\" input { 3i64 } output { 4i64 }
entry main (n: i64) = i64.sum (iota n)

-- ==
-- entry: fill
-- script input { [1f32, 2f32] }
entry fill (xs: *[]f32) = map (+ 1) xs
";

fn json(folder: &tempfile::TempDir, file: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder.path().join(file)).unwrap()).unwrap()
}

#[test]
fn datasets_are_measured() {
    let folder = folder(&[("p.fut", PROGRAM)]);
    let options = [
        "bench",
        "p.fut",
        "--no-convergence-phase",
        "--runs=3",
        "--json=r.json",
        "--plot=r.svg",
        "--plot-sizes=s.svg",
        "--profile",
    ];
    let outcome = run_in(&folder, &options, "");
    let text = outcome.text();
    assert_eq!(outcome.status, Some(1), "{text}{}", outcome.stderr);
    assert!(text.contains("\np.fut:\nsmall: ") && text.contains("\np.fut:fill:\n[1.0f32, 2.0f32]: "), "{text}");
    assert!(text.contains("wrong:            result 0: expected 4i64, got 3i64\n"), "{text}");
    let report = json(&folder, "r.json");
    let datasets = report["p.fut"]["datasets"].as_object().unwrap();
    assert_eq!(datasets.keys().collect::<Vec<_>>(), ["2000i64", "small", "wrong"]);
    let small = &datasets["small"];
    let runtimes = small["runtimes"].as_array().unwrap();
    assert!(runtimes.len() >= 3 && runtimes.iter().all(Value::is_u64), "{small}");
    assert!(small["bytes"]["default space"].is_u64(), "{small}");
    let event = &small["profiling"]["events"][0];
    assert!(event["name"].is_string() && event["duration"].is_f64() && event["details"].is_object(), "{small}");
    assert_eq!(datasets["wrong"], "result 0: expected 4i64, got 3i64");
    assert_eq!(report["p.fut:fill"]["datasets"].as_object().unwrap().len(), 1);
    let picture = std::fs::read_to_string(folder.path().join("r.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains(">p.fut:fill<"), "{picture}");
    let picture = std::fs::read_to_string(folder.path().join("s.svg")).unwrap();
    assert!(picture.contains("<polyline") && picture.contains(">p.fut<"), "{picture}");
    assert_eq!(run_in(&folder, &["profile", "r.json"], "").status, Some(0));
    let summary = std::fs::read_to_string(folder.path().join("r.prof/small.summary")).unwrap();
    assert!(summary.contains("p.fut:7:"), "{summary}");
}

#[test]
fn reports_are_compared() {
    let report = |time: u64| {
        let times: Vec<u64> = (0..20).map(|k| time + k % 3).collect();
        format!(r#"{{"p.fut": {{"datasets": {{"d": {{"runtimes": {times:?}, "bytes": {{}}}}, "e": "failed"}}}}}}"#)
    };
    let folder =
        folder(&[("old.json", &report(200)), ("new.json", &report(100)), ("bad.json", "[]"), ("p.fut", PROGRAM)]);
    let outcome = run_in(&folder, &["bench", "new.json", "--compare", "old.json"], "");
    assert_eq!(outcome.status, Some(1), "a dataset has failed");
    assert!(outcome.text().contains("     1.99x  faster (p < 0.001)\n"), "{}", outcome.text());
    // Runs of less than a microsecond are no infinite gain.
    let none = report(0).replace(['1', '2'], "0");
    std::fs::write(folder.path().join("none.json"), none).unwrap();
    let outcome = run_in(&folder, &["bench", "none.json", "--compare", "new.json"], "");
    assert!(outcome.text().contains("   100.95x  faster (p < 0.001)\n"), "{}", outcome.text());
    run_in(&folder, &["bench", "old.json", "new.json", "old.json", "--plot=history.svg"], "");
    let picture = std::fs::read_to_string(folder.path().join("history.svg")).unwrap();
    assert_eq!(picture.matches("<circle").count(), 3, "{picture}");
    let outcome = run_in(&folder, &["bench", "new.json", "--compare", "bad.json"], "");
    assert_eq!((outcome.status, outcome.stdout.len()), (Some(2), 0));
    assert!(outcome.stderr.contains("bad.json is no report: "), "{}", outcome.stderr);
}

#[test]
fn profiles_become_tables() {
    let event = |name: &str, time: f64, place: &str| {
        format!(r#"{{"name": "{name}", "duration": {time}, "provenance": "{place}", "details": {{}}}}"#)
    };
    let events =
        [event("map", 2.0, "p.fut:1:2-3"), event("scan", 10.0, "p.fut:4:2-3"), event("map", 4.0, "p.fut:1:2-3")];
    let profiling = format!(r#"{{"memory": {{"default space": 40}}, "events": [{}]}}"#, events.join(", "));
    let dataset = format!(r#"{{"runtimes": [1], "bytes": {{}}, "stderr": "a log", "profiling": {profiling}}}"#);
    let report = format!(
        r#"{{"a/p.fut:f": {{"datasets": {{"x/y.in": {dataset}, "bad": "it failed"}}}},
             "a/q.fut": {{"datasets": {{"none": {{"runtimes": [1], "bytes": {{}}}}}}}},
             "../../../out.fut": {{"datasets": {{"..": {dataset}, "{}": {dataset}}}}}}}"#,
        "long".repeat(100)
    );
    let folder = folder(&[("in/r.json", &report), ("raw.json", &profiling), ("bad.json", "[]"), ("r.prof/old", "")]);
    let outcome = run_in(&folder, &["profile", "in/r.json"], "");
    assert_eq!(outcome.status, Some(1), "a name is too long for a file");
    let stderr = &outcome.stderr;
    assert!(stderr.contains("a/p.fut:f, bad: its run has failed\n") && stderr.contains("cannot write"), "{stderr}");
    assert!(stderr.contains("a/q.fut, none: it has no profile: "), "{stderr}");
    let read = |file: &str| std::fs::read_to_string(folder.path().join(file)).unwrap_or_else(|_| panic!("{file}"));
    let summary = read("r.prof/a/p/f/x_y.in.summary");
    let rows: Vec<Vec<&str>> = summary.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[1], ["default", "space:", "40"]);
    let scan = ["scan", "1", "10.00", "μs", "10.00", "μs", "10.00", "μs", "10.00", "μs", "0.6250", "p.fut:4:2-3"];
    let map = ["map", "2", "6.00", "μs", "3.00", "μs", "2.00", "μs", "4.00", "μs", "0.3750", "p.fut:1:2-3"];
    assert_eq!(rows[4..6], [scan, map]);
    assert!(read("r.prof/a/p/f/x_y.in.timeline").starts_with("map\nDuration: 2.0 μs\nAt: p.fut:1:2-3\n\nscan\n"));
    assert_eq!(read("r.prof/a/p/f/x_y.in.log"), "a log");
    assert_eq!(read("r.prof/_/_/_/out/_.log"), "a log");
    assert!(!folder.path().join("r.prof/old").exists());
    assert_eq!(run_in(&folder, &["profile", "raw.json"], "").status, Some(0));
    assert_eq!(read("raw.prof/summary"), summary);
    let outcome = run_in(&folder, &["profile", "bad.json"], "");
    assert_eq!(outcome.status, Some(2));
    assert!(outcome.stderr.contains("bad.json is no report: ") && !folder.path().join("bad.prof").exists());
}

#[test]
fn what_is_measured_can_be_chosen() {
    let wrong = "-- ==\n-- input { 1 }\nentry main (x: i32) = y\n";
    let untested = "entry main (x: i32) = x\n";
    let folder =
        folder(&[("a/p.fut", PROGRAM), ("a/wrong.fut", wrong), ("a/untested.fut", untested), ("a/q.fut", PROGRAM)]);
    let options = ["--no-convergence-phase", "--runs=1", "--entry-point=fill", "--json=r.json"];
    let outcome =
        run_in(&folder, &[&["bench", "a", "--ignore-files=q.fut", "--ignore-files=wrong"][..], &options].concat(), "");
    assert_eq!(outcome.status, Some(0), "{}{}", outcome.text(), outcome.stderr);
    let report = json(&folder, "r.json");
    assert_eq!(report.as_object().unwrap().keys().collect::<Vec<_>>(), ["a/p.fut:fill"]);
    let outcome = run_in(&folder, &["bench", "a/wrong.fut"], "");
    assert_eq!(outcome.status, Some(1));
    assert!(outcome.stderr.contains("unknown name `y`"), "{}", outcome.stderr);
    let endless = "-- ==\n-- input { 0 }\nentry main (x: i32) = loop x while x < 1 do x - 1\n";
    std::fs::write(folder.path().join("endless.fut"), endless).unwrap();
    let outcome = run_in(&folder, &["bench", "endless.fut", "--timeout=0.5"], "");
    assert_eq!(outcome.status, Some(1));
    assert!(outcome.text().contains("runs for longer than"), "{}", outcome.text());
}

#[test]
fn thresholds_are_tuned_for_all_datasets() {
    let program = "-- ==
-- random input { [3][4]i32 }
-- \"wide\" random input { [2][50]i32 }
-- nobench input { empty([0][0]i32) }
entry main (xss: [][]i32) = map i32.sum xss
";
    let folder = folder(&[("rows.fut", program), ("none.fut", "entry main (x: i32) = x\n")]);
    let outcome = run_in(&folder, &["autotune", "rows.fut", "--runs=1"], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    // The device's choice and 16 thresholds. If one of them is faster, that of each place is tried, too.
    let tried = outcome.stderr.lines().filter(|line| line.contains(" ms  ") && !line.contains(','));
    assert_eq!(tried.count(), 17, "{}", outcome.stderr);
    assert!(outcome.text().ends_with(" is best: rows.fut.tuning\n"), "{}", outcome.text());
    let written = std::fs::read_to_string(folder.path().join("rows.fut.tuning")).unwrap();
    assert!(written.starts_with("# rows.fut, backend cpu, 2 datasets\n"), "{written}");
    // `test` and `bench` read the file.
    std::fs::write(folder.path().join("rows.fut.tuning"), "threshold=3\n").unwrap();
    assert_eq!(run_in(&folder, &["test", "rows.fut"], "").status, Some(0));
    let outcome = run_in(&folder, &["bench", "rows.fut", "--runs=1", "--no-convergence-phase"], "");
    assert!(outcome.text().contains("\nrows.fut (with rows.fut.tuning):\n"), "{}", outcome.text());
    let outcome = run_in(&folder, &["autotune", "none.fut"], "");
    assert_eq!(outcome.status, Some(2));
    assert!(outcome.stderr.contains("none.fut has no test case that is measured"), "{}", outcome.stderr);
}

/// The servers of programs can be made before, and a command of the user runs them.
#[test]
fn servers_made_before_are_run_by_a_runner() {
    let runner = "#!/bin/sh\necho ran >> runs.txt\nexec \"$@\"\n";
    let program = "-- ==\n-- input { 3i64 } output { 3i64 }\nentry main (n: i64) = i64.sum (iota n)\n";
    let folder = folder(&[("p.fut", program), ("runner", runner)]);
    let path = folder.path().join("runner");
    #[cfg(unix)]
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    assert_eq!(run_in(&folder, &["cpu", "--server", "p.fut"], "").status, Some(0));
    // Neither command compiles: the program is wrong now.
    std::fs::write(folder.path().join("p.fut"), program.to_string() + "def wrong = nosuch\n").unwrap();
    let runner = format!("--runner={}", path.display());
    let outcome = run_in(&folder, &["bench", "p.fut", "--skip-compilation", "--runs=2", &runner, "-v"], "");
    assert_eq!(outcome.status, Some(0), "{}{}", outcome.text(), outcome.stderr);
    assert!(outcome.text().contains("#0 (\"3i64\"): "), "{}", outcome.text());
    assert!(outcome.stderr.contains("/runner ") && !outcome.stderr.contains(" p.fut"), "{}", outcome.stderr);
    assert_eq!(std::fs::read_to_string(folder.path().join("runs.txt")).unwrap(), "ran\n");
    std::fs::write(folder.path().join("p.fut"), program).unwrap();
    let outcome = run_in(&folder, &["test", "p.fut", &runner, "--backend=c"], "");
    assert_eq!(outcome.text(), "1/1 passed.\n", "{}", outcome.stderr);
    assert!(std::fs::read_to_string(folder.path().join("runs.txt")).unwrap().len() > 4);
}
