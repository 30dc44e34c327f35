//! How many kernels programs start, and whether the threads of a processor share them: what flattening is for.

use fut_nano_tests::command::run;

/// What a run did, as `--profile` sums it up.
#[derive(Debug, PartialEq, Eq)]
struct Counts {
    /// The kernels and copies that ran.
    runs: u64,
    /// Those in loops of the host.
    in_loops: u64,
    /// Those that several threads shared, or a device.
    parallel: u64,
    /// The kernels of the device: a scan needs several.
    dispatches: u64,
}

fn counts(program: &str, entry: &str, input: &str, options: &[&str]) -> Counts {
    let path = format!("tests/programs/{program}.fut");
    let outcome = run(&[&["run", "--profile", "--no-warnings", "-e", entry, &path], options].concat(), input);
    assert_eq!(outcome.status, Some(0), "{program}: {}", outcome.stderr);
    let line = outcome.stderr.lines().find_map(|line| Some(line.split_once(" in all: ")?.1)).expect("a summary");
    let numbers: Vec<u64> =
        line.split(", ").map(|part| part.split(' ').next().unwrap().parse().expect("a number")).collect();
    let [runs, in_loops, parallel, dispatches] = numbers[..] else { panic!("{line}") };
    Counts { runs, in_loops, parallel, dispatches }
}

/// Programs with few iterations of much work inside, and the kernels and dispatches that they need on a device, of
/// which so many kernels are in loops.
const ON_DEVICE: &[(&str, &str, &str, [u64; 3])] = &[
    // Operations on all rows at once.
    ("flat_nests", "largest", "2i64 300000i64", [2, 0, 2]),
    ("flat_nests", "prefixes", "2i64 300000i64", [8, 0, 9]),
    ("flat_nests", "several", "2i64 300000i64", [5, 0, 6]),
    ("flat_updates", "counts", "2i64 300000i64 7i64", [2, 0, 2]),
    ("flat_updates", "both", "2i64 300000i64", [4, 0, 4]),
    ("flat_updates", "scattered", "2i64 300000i64 11i64", [4, 0, 4]),
    // Groups of threads, each of which works on a row: one kernel for all that happens to it.
    ("groups", "sums", "20i64 1000i64", [1, 0, 1]),
    ("groups", "scans", "20i64 1000i64", [1, 0, 1]),
    ("groups", "several", "20i64 1000i64", [1, 0, 1]),
    ("groups", "loops", "20i64 1000i64 3i32", [1, 0, 1]),
    ("groups", "totals", "20i64 1000i64", [2, 0, 2]),
    // Loops around kernels: as many as there are rounds. The loop of all rows (`in_loop`) has three kernels each round,
    // however many rows there are.
    ("copies", "carried", "[1, 2, 3] [4, 5, 6] 5", [5, 5, 5]),
    ("inner_parallelism", "in_loop", "2i64 3i64 100000i64", [11, 9, 11]),
    ("inner_parallelism", "in_while", "2i64 3i64 100000i64", [6, 6, 6]),
    ("inner_parallelism", "in_branch", "2i64 0i64 100000i64", [1, 1, 1]),
    ("inner_parallelism", "in_call", "2i64 3i64 100000i64", [6, 6, 6]),
    ("inner_parallelism", "of_arrays", "2i64 3i64 100000i64", [4, 3, 4]),
    ("inner_parallelism", "unknown", "16i64 100000i64 0i64", [1, 0, 1]),
];

#[test]
fn kernels_of_a_device() {
    for &(program, entry, input, [runs, in_loops, dispatches]) in ON_DEVICE {
        let found = counts(program, entry, input, &["--backend", "vulkan"]);
        assert_eq!(found, Counts { runs, in_loops, parallel: runs, dispatches }, "{program}: {entry}");
    }
}

/// Programs whose work is worth several threads, wherever it is.
const ON_THREADS: &[(&str, &str, &str)] = &[
    ("inner_parallelism", "in_loop", "1i64 3i64 1000000i64"),
    ("inner_parallelism", "in_while", "3i64 3i64 1000000i64"),
    ("inner_parallelism", "in_branch", "1i64 0i64 1000000i64"),
    ("inner_parallelism", "in_call", "1i64 3i64 1000000i64"),
    ("inner_parallelism", "of_arrays", "2i64 3i64 1000000i64"),
    ("inner_parallelism", "reduced", "3i64 5i64 1000000i64"),
    ("inner_parallelism", "unknown", "64i64 1000000i64 0i64"),
];

#[test]
fn threads_share_all_kernels() {
    for &(program, entry, input) in ON_THREADS {
        let found = counts(program, entry, input, &["--threads", "2"]);
        assert_eq!(found.parallel, found.runs, "{program}: {entry}");
        let found = counts(program, entry, input, &["--threads", "1"]);
        assert_eq!(found.parallel, 0, "{program}: {entry}");
    }
}

/// Little work is not shared, even if nobody knows before how much it is: then the first run tells.
#[test]
fn little_work_stays_on_one_thread() {
    let known = counts("inner_parallelism", "of_arrays", "2i64 3i64 100i64", &["--threads", "2"]);
    assert_eq!(known.parallel, 0);
    let unknown = |runs| {
        let options = ["--threads", "2", "--runs", runs];
        counts("inner_parallelism", "unknown", "64i64 1i64 0i64", &options).parallel
    };
    assert_eq!((unknown("1"), unknown("20")), (1, 0));
}
