//! Well-typed programs, and what is left of them when tokens are lost, through the whole front end.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fut_nano_tests::fuzz::typed(bytes));
