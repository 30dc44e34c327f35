//! Where the command line's errors and warnings go.

use std::io::IsTerminal;

use crate::args::{Compile, ErrorFormat};
use framework::{Error, ErrorKind, Result, SourceMap};
use fut_nano::diagnostics::{self, Audience};

/// Where errors and warnings go.
pub struct Report {
    audience: Audience,
    /// The texts that they speak of.
    pub sources: SourceMap,
}

impl Report {
    /// A report of nothing yet.
    pub fn new(format: ErrorFormat) -> Report {
        let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let audience = match format {
            ErrorFormat::Human => Audience::Human { color },
            ErrorFormat::Json => Audience::Json,
        };
        Report { audience, sources: SourceMap::default() }
    }

    /// Writes an error or a warning; gives the exit status that it means.
    pub fn write(&self, error: &Error) -> u8 {
        eprintln!("{}", diagnostics::report(error, &self.sources, self.audience));
        match error.kind {
            ErrorKind::Warning => 0,
            ErrorKind::RunTime => 1,
            ErrorKind::User => 2,
            ErrorKind::Limitation | ErrorKind::Internal => 3,
        }
    }

    /// Writes warnings, as far as they are wanted; if they are errors, fails with them.
    pub fn warn(&self, warnings: Vec<Error>, options: &Compile) -> Result<()> {
        if warnings.is_empty() || options.no_warnings {
            return Ok(());
        }
        if options.warnings_are_errors {
            return Err(Error::several(warnings.into_iter().map(Error::deny).collect()));
        }
        self.write(&Error::several(warnings));
        Ok(())
    }
}
