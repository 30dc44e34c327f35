//! Elementary functions have the same bits with all widths of vectors, on a device, and on evaluators.

use fut_nano_tests::command::run;

/// The results of an entry point of `elementary_functions.fut`.
fn results(entry: &str, input: &str, options: &[&str]) -> String {
    let path = "tests/programs/elementary_functions.fut";
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
        let expected = results(entry, input, &["--at", "typed"]);
        for way in ways() {
            assert_eq!(results(entry, input, &way), expected, "{entry} {way:?}");
        }
    }
}
