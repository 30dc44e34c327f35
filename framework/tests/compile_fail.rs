//! Each of these programs must fail to compile, with the error in its `.stderr` file.

#[test]
fn compile_fail() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
