//! Elementary functions have the same bits with all widths of vectors, on a device, and on evaluators; sums have the
//! same bits with all widths.

use fut_nano_tests::command::run;

/// The results of an entry point of a program in `tests/programs`.
fn results(program: &str, entry: &str, input: &str, options: &[&str]) -> String {
    let path = &format!("tests/programs/{program}.fut");
    let outcome = run(&[&["run", "--no-warnings", "-e", entry, path], options].concat(), input);
    assert_eq!(outcome.status, Some(0), "{entry} {options:?}: {}", outcome.stderr);
    outcome.text()
}

/// The ways to run programs that this machine has.
fn ways() -> Vec<[&'static str; 2]> {
    let mut ways = vec![["--cpu", "128"], ["--backend", "vulkan"], ["--at", "lanes"], ["--at", "anf"]];
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx2") {
            ways.push(["--cpu", "avx2"]);
        }
        if std::arch::is_x86_feature_detected!("avx512f") {
            ways.push(["--cpu", "avx512"]);
        }
    }
    ways
}

/// Numbers of all magnitudes: the input of each entry point.
const INPUTS: [(&str, &str); 3] = [
    ("singles", "2000i64 2147483u32 12345u32"),
    ("doubles", "2000i64 9223372036854775u64 12345u64"),
    ("halves", "5000i64 13u16 3u16"),
];

#[test]
fn same_bits_everywhere() {
    for (entry, input) in INPUTS {
        let expected = results("elementary_functions", entry, input, &["--at", "typed"]);
        for way in ways() {
            assert_eq!(results("elementary_functions", entry, input, &way), expected, "{entry} {way:?}");
        }
    }
}

/// Whether a map has lanes decides about the order of the sums in it, also if it has fewer indices than lanes.
#[test]
fn sums_in_short_maps() {
    the_same_in_any_width("equal_bits_short", &["columns", "weighted", "rows"]);
}

/// Only wide registers have instructions for numbers of 8 and 16 bits, but sums of floats beside them do not differ.
#[test]
fn sums_beside_narrow_numbers() {
    the_same_in_any_width("equal_bits_narrow", &["whole", "shorts", "beside", "inside", "counted"]);
}

fn the_same_in_any_width(program: &str, entries: &[&str]) {
    for entry in entries {
        let result = |way: &[&str]| results(program, entry, "1000i64", way);
        let expected = result(&["--cpu", "128"]);
        for way in ways().iter().filter(|way| way[0] == "--cpu") {
            assert_eq!(result(way), expected, "{entry} {way:?}");
        }
    }
}
