//! The command line of fut-nano with `@pass@` in its pipeline: `cargo run -- --dump-after=@pass@ example.fut`.

use @module@::@Type@;
use fut_nano::Driver;
use std::process::ExitCode;

fn main() -> ExitCode {
    fut_nano::main(Driver::standard().insert_after("@after@", @Type@))
}
