//! Any text through the whole front end; `tests/programs` is the corpus to start from.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| drop(fut_nano_tests::fuzz::check_text(text)));
