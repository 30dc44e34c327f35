//! The errors and warnings of the command line, on standard error.

use std::io::IsTerminal;

use super::args::{Compile, ErrorFormat};
use super::output::say;
use crate::diagnostics::{self, Audience};
use framework::{Error, ErrorKind, Result, SourceMap};
use languages::codes;

/// Writes errors and warnings in a format.
pub struct Report {
    /// The format.
    pub format: ErrorFormat,
    audience: Audience,
    /// The source texts that errors and warnings point into.
    pub sources: SourceMap,
    /// The warnings that have been written.
    pub warnings: Vec<String>,
}

impl Default for Report {
    fn default() -> Report {
        Report::new(ErrorFormat::default())
    }
}

impl Report {
    /// A report in a format, in colours if standard error is a terminal.
    pub fn new(format: ErrorFormat) -> Report {
        let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let audience = match format {
            ErrorFormat::Human => Audience::Human { color },
            ErrorFormat::Json => Audience::Json,
            ErrorFormat::Futhark => Audience::Futhark,
        };
        Report { format, audience, sources: SourceMap::default(), warnings: Vec::new() }
    }

    /// Whether text for people has colours.
    pub fn color(&self) -> bool {
        matches!(self.audience, Audience::Human { color: true })
    }

    /// Writes an error or a warning. Returns the exit status for it.
    pub fn write(&self, error: &Error) -> u8 {
        say(&diagnostics::report(error, &self.sources, self.audience));
        match error.kind {
            ErrorKind::Warning => 0,
            ErrorKind::RunTime => match error.code {
                // As the command `timeout`, and as shells report the end by a signal.
                Some(code) if code.id == codes::TIMED_OUT.id => 124,
                Some(code) if code.id == codes::INTERRUPTED.id => 130,
                _ => 1,
            },
            ErrorKind::User => 2,
            ErrorKind::Limitation | ErrorKind::Internal => 3,
        }
    }

    /// Writes warnings, unless `--no-warnings` was given. With `--Werror`, fails with them instead.
    pub fn warn(&mut self, warnings: Vec<Error>, options: &Compile) -> Result<()> {
        if warnings.is_empty() || options.no_warnings {
            return Ok(());
        }
        if options.warnings_are_errors {
            return Err(Error::several(warnings.into_iter().map(Error::deny).collect()));
        }
        let text = diagnostics::report(&Error::several(warnings), &self.sources, self.audience);
        say(&text);
        self.warnings.push(text);
        Ok(())
    }
}
