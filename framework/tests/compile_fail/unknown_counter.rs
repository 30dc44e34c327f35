//! A pass has only the counters and options that it declares.

mod numbers {
    framework::language! {
        /// Numbers.
        pub language Numbers {
            terminals { Int: i64 }
            root Program;
            Program = { value: Int }
        }
    }
}
use framework::pass::{Run, Transform};
use framework::{Dialect, Owned, Result, pass};
use numbers::Numbers;

impl Dialect for Numbers {}

pass! {
    /// Doubles the number.
    pub Double = "double": Numbers => Numbers {
        counts: { doubled },
        options: {
            /// Doubles twice.
            twice: bool = false,
        },
    }
}

impl Transform for Double {
    fn transform(&self, program: &Owned<Numbers>, run: &mut Run<'_, Self>) -> Result<Owned<Numbers>> {
        run.counts.dubbled += 1;
        if run.options.twise {
            run.counts.doubled += 1;
        }
        Ok(program.clone())
    }
}

fn main() {}
