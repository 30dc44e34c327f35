//! The whole front end on well-typed programs, also with tokens changed.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fut_nano_tests::fuzz::typed(bytes));
