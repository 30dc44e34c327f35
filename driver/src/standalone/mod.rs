//! Programs that run on their own: executables and servers.
//!
//! `fut-nano cpu prog.fut` makes an executable from a copy of this compiler, with the program's files behind its code
//! (`bundle.rs`). When it starts, it compiles the program for the processor that it finds (`program.rs`). Then it does
//! what the executables of Futhark's compiler do: it runs an entry point on the values of standard input
//! (`command.rs`), or is a server that tools and other languages talk to (`server`). So it needs nothing installed,
//! neither to be made nor to run.
//!
//! Programs in C, for users with a C compiler and for callers in other languages, are made in `c`.
//!
//! - `interface.rs`: the types of entry points, by the names that their callers know; `text.rs`: the functions of the
//!   program as they are written; `written.rs`: types as they are written, and their names.

mod bundle;
pub(crate) mod c;
mod command;
mod evaluated;
mod interface;
mod program;
mod server;
mod text;
mod written;

pub use bundle::{Bundle, Kind};
pub use command::Common;
pub use program::compile_session;
pub use server::serve;

use crate::Driver;
use crate::cli::report::Report;
use framework::Result;

/// The bundle that this process was started from, if it is a program on its own.
pub fn bundle_of_process() -> Option<Result<Bundle>> {
    Bundle::find(&std::env::current_exe().ok()?)
}

/// Runs a program on its own. Returns the exit status.
pub fn run(bundle: &Bundle, driver: &Driver) -> u8 {
    let mut report = Report::default();
    let result = match bundle.kind {
        Kind::Executable => command::run(bundle, driver, &mut report),
        Kind::Server => server::run(bundle, driver, &mut report),
    };
    result.map_or_else(|error| report.write(&error), |()| 0)
}
