//! The vector instructions of this processor, and the code that uses them.

#[cfg(all(target_arch = "x86_64", unix))]
mod wide {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use framework::{Error, Result, Span};

    pub use super::super::x64::Level;
    use super::super::x64::{self, ir::Function};
    use crate::Width;

    /// The instructions for a width. `None` stands for the widest that this processor has. Without a result, Cranelift
    /// makes all code, with registers of 128 bits.
    ///
    /// Errors: a limitation if the processor lacks the instructions.
    pub fn level(width: Option<Width>) -> Result<Option<Level>> {
        let level = match width {
            None => return Ok(Level::best()),
            Some(Width::W128) => return Ok(None),
            Some(Width::Avx2) => Level::Avx2,
            Some(Width::Avx512) => Level::Avx512,
        };
        if level.is_available() {
            return Ok(Some(level));
        }
        Err(Error::limitation(Span::NONE, format!("this processor has no {level}")))
    }

    /// Functions for registers of full width. Other code refers to the places where their addresses are.
    #[derive(Default)]
    pub struct WideCode {
        functions: Vec<Function>,
        /// They stay where they are while the list grows.
        addresses: Vec<Arc<AtomicUsize>>,
        code: Option<x64::Code>,
    }

    impl WideCode {
        /// Adds a function. Returns the place of its address.
        pub fn add(&mut self, function: Function) -> usize {
            self.functions.push(function);
            let address = Arc::new(AtomicUsize::new(0));
            let place = Arc::as_ptr(&address).expose_provenance();
            self.addresses.push(address);
            place
        }

        /// Makes the code of all functions.
        pub fn finish(&mut self, level: Option<Level>) -> Result<()> {
            let Some(level) = level.filter(|_| !self.functions.is_empty()) else { return Ok(()) };
            for function in &self.functions {
                tracing::trace!(target: "x64", "{function}");
            }
            let code = x64::compile(&std::mem::take(&mut self.functions), level)?;
            for (k, place) in self.addresses.iter().enumerate() {
                let address = code.address(k).ok_or_else(|| Error::internal("a function has no code"))?;
                place.store(address.expose_provenance(), Ordering::Release);
            }
            self.code = Some(code);
            Ok(())
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", unix)))]
mod wide {
    use framework::{Error, Result, Span};

    use crate::Width;

    /// There are no wider registers.
    pub enum Level {}

    /// The instructions for a width: none.
    pub fn level(width: Option<Width>) -> Result<Option<Level>> {
        match width {
            None | Some(Width::W128) => Ok(None),
            Some(_) => Err(Error::limitation(Span::NONE, "this processor has no registers of this width")),
        }
    }

    /// No code.
    #[derive(Default)]
    pub struct WideCode;

    impl WideCode {
        /// Does nothing.
        pub fn finish(&mut self, _: Option<Level>) -> Result<()> {
            Ok(())
        }
    }
}

pub use wide::{Level, WideCode, level};

use crate::Width;

/// Whether code for a width uses registers of more than 128 bits.
pub fn is_wide(width: Option<Width>) -> bool {
    level(width).is_ok_and(|level| level.is_some())
}
