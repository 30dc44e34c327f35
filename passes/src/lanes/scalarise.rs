//! `scalarise`: takes the code of groups away.

use framework::pass::{Run, Transform};
use framework::{Owned, Result, pass};
use languages::imp::Imp;
use languages::lanes::{Lanes, Purpose, embed};

pass! {
    /// Takes the code of groups and the costs of kernels away, which leaves a program of the same meaning.
    ///
    ///     tasks of 1.0 cycles do lanes 16 (j) do … of kernel (i < n) do ys[i] <- 1 done done
    ///     becomes
    ///     kernel (i < n) do ys[i] <- 1 done
    ///
    /// It is no part of the standard pipeline. Drivers run it on programs of `Lanes` that come from a text or a
    /// plug-in: the checks of their accesses are put into the code without vectors, and `vectorise` makes groups again.
    pub Scalarise = "scalarise": Lanes => Imp {}
}

impl Transform for Scalarise {
    fn transform(&self, program: &Owned<Lanes>, _: &mut Run<'_, Self>) -> Result<Owned<Imp>> {
        embed(program.root(), Purpose::Plain)
    }
}
