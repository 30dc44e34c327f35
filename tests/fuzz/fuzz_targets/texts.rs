//! The whole front end on any text. `tests/programs` is a good corpus to start from.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| drop(fut_nano_tests::fuzz::check_text(text)));
