//! Sentences of the grammar through the whole front end.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fut_nano_tests::fuzz::checker(bytes));
