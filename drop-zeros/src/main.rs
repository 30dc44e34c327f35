//! The command line of fut-nano with `drop-zeros` in its pipeline: `cargo run -- --dump-after=drop-zeros example.fut`.

use drop_zeros::DropZeros;
use fut_nano::Driver;
use std::process::ExitCode;

fn main() -> ExitCode {
    fut_nano::main(Driver::standard().insert_after("defunc", DropZeros))
}
