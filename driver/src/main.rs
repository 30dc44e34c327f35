//! The command line of fut-nano.

use fut_nano::Driver;
use std::process::ExitCode;

fn main() -> ExitCode {
    fut_nano::main(Driver::standard())
}
