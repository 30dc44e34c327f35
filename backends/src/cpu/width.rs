//! The vector instructions of this processor, and the code that uses them.

#[cfg(all(target_arch = "x86_64", unix))]
mod wide {
    use framework::{Error, Result, Span};

    use super::super::x64;
    pub use super::super::x64::Level;
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

    /// No code.
    #[derive(Default, serde::Serialize, serde::Deserialize)]
    pub struct WideObject {
        /// None.
        #[serde(skip)]
        pub bytes: Vec<u8>,
    }

    impl WideObject {
        /// Does nothing.
        pub fn append(&mut self, _: WideObject) {}
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

pub use wide::{Level, WideCode, WideObject, level};

use crate::Width;

/// Whether code for a width uses registers of more than 128 bits.
pub fn is_wide(width: Option<Width>) -> bool {
    level(width).is_ok_and(|level| level.is_some())
}
