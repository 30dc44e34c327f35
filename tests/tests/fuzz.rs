//! The properties of the targets in `tests/fuzz`, on a few inputs drawn at random from a fixed seed. `FUZZ_SEED` in the
//! environment is another seed, and `FUZZ_TIMES` multiplies the number of inputs.

use fut_nano_tests::fuzz;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed, TestError, TestRunner};

/// A number from the environment.
fn setting(name: &str) -> Option<u32> {
    std::env::var(name).ok().map(|text| text.parse().expect("a number"))
}

/// Checks a property on `cases` inputs of up to `bytes` bytes.
fn search(cases: u32, bytes: usize, property: fn(&[u8])) {
    let cases = cases.saturating_mul(setting("FUZZ_TIMES").unwrap_or(1));
    let config = Config {
        cases,
        failure_persistence: None,
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: RngSeed::Fixed(setting("FUZZ_SEED").unwrap_or(0).into()),
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&vec(any::<u8>(), 0..bytes), |input| {
        property(&input);
        Ok(())
    });
    if let Err(failure) = outcome {
        let reason = match failure {
            TestError::Fail(reason, _) | TestError::Abort(reason) => reason,
        };
        panic!("{reason}");
    }
}

#[test]
fn any_text_is_cut_into_tokens() {
    search(10000, 60, fuzz::lexer);
}

#[test]
fn sentences_are_read_as_they_are_printed() {
    search(5000, 300, fuzz::parser);
}

#[test]
fn sentences_are_checked() {
    search(500, 300, fuzz::checker);
}

#[test]
fn well_typed_programs_are_accepted() {
    search(500, 300, fuzz::typed);
}

#[test]
fn defunctionalisation_preserves_types_and_meaning() {
    search(300, 300, fuzz::defunctionalised);
}

#[test]
fn programs_mean_the_same_on_everything_that_runs_them() {
    search(60, 400, fuzz::differential);
}

#[test]
fn programs_fail_the_same_on_everything_that_runs_them() {
    search(150, 60, fuzz::failures);
}
