//! The command line of fut-nano.

use fut_nano::{Allocator, Driver};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    fut_nano::main(Driver::standard())
}
