//! The vector instructions of this processor, and the code that uses them.

#[cfg(all(target_arch = "x86_64", unix))]
mod wide {
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

    /// Functions for registers of full width.
    #[derive(Default)]
    pub struct WideFunctions(Vec<Function>);

    impl WideFunctions {
        /// Adds a function. Returns its number.
        pub fn add(&mut self, function: Function) -> usize {
            self.0.push(function);
            self.0.len() - 1
        }

        /// Compiles all functions.
        pub fn compile(self, level: Option<Level>) -> Result<WideObject> {
            let Some(level) = level.filter(|_| !self.0.is_empty()) else { return Ok(WideObject::default()) };
            for function in &self.0 {
                tracing::trace!(target: "x64", "{function}");
            }
            x64::compile(&self.0, level)
        }
    }

    /// The compiled functions.
    pub type WideObject = x64::Object;

    /// Functions that can run.
    pub struct WideCode {
        /// The addresses refer to it.
        _code: x64::Code,
        /// The address of each function.
        pub addresses: Vec<usize>,
    }

    impl WideCode {
        /// Makes compiled functions executable.
        pub fn load(object: &WideObject) -> Result<WideCode> {
            let code = x64::Code::load(object)?;
            let mut addresses = Vec::new();
            while let Some(address) = code.address(addresses.len()) {
                addresses.push(address.expose_provenance());
            }
            Ok(WideCode { _code: code, addresses })
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

    /// No functions.
    #[derive(Default)]
    pub struct WideFunctions;

    impl WideFunctions {
        /// Does nothing.
        pub fn compile(self, _: Option<Level>) -> Result<WideObject> {
            Ok(WideObject::default())
        }
    }

    /// No code.
    #[derive(Default, serde::Serialize, serde::Deserialize)]
    pub struct WideObject {
        /// None.
        #[serde(skip)]
        pub bytes: Vec<u8>,
    }

    /// No functions.
    pub struct WideCode {
        /// None.
        pub addresses: Vec<usize>,
    }

    impl WideCode {
        /// Does nothing.
        pub fn load(_: &WideObject) -> Result<WideCode> {
            Ok(WideCode { addresses: Vec::new() })
        }
    }
}

pub use wide::{Level, WideCode, WideFunctions, WideObject, level};

use crate::Width;

/// Whether code for a width uses registers of more than 128 bits.
pub fn is_wide(width: Option<Width>) -> bool {
    level(width).is_ok_and(|level| level.is_some())
}
