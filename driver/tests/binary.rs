//! The program starts. What it does is tested in `tests/`, with the binary that cargo builds for this test.

use std::process::Command;

#[test]
fn it_says_what_it_is() {
    let output = Command::new(env!("CARGO_BIN_EXE_fut-nano")).arg("--version").output().expect("the binary starts");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("fut-nano {}\n", env!("CARGO_PKG_VERSION")));
}
