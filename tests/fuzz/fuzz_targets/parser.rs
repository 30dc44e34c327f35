//! Sentences of the grammar, and what is left of them when tokens are lost.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fut_nano_tests::fuzz::parser(bytes));
