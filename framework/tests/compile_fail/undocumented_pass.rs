//! A pass needs a documentation.
#![allow(unused_imports)]

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
    pub Double = "double": Numbers => Numbers { counts: { doubled } }
}

fn main() {}
