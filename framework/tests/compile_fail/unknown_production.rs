//! A language cannot take away what its parent does not have.

mod numbers {
    framework::language! {
        /// Numbers.
        pub language Numbers {
            terminals { Int: i64 }
            root Program;
            Program = { body: Expr }
            Expr { Num { value: Int }, Add { lhs: Expr, rhs: Expr } }
        }
    }
}

mod fewer {
    framework::language! {
        /// Fewer numbers.
        pub language Fewer extends super::numbers::Numbers {
            Expr { - Sub; }
        }
    }
}

fn main() {}
