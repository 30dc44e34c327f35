//! Any text as tokens.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fut_nano_tests::fuzz::lexer(bytes));
