//! The parser on sentences of the grammar, also with tokens changed.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fut_nano_tests::fuzz::parser(bytes));
