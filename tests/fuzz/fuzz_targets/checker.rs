//! The whole front end on sentences of the grammar.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fut_nano_tests::fuzz::checker(bytes));
