//! The grammar of `Mono`: the output of match compilation.

use framework::language;

language! {
    /// Monomorphic Futhark without `match`: tests and projections replace it, and patterns match every value (TFP'18
    /// §5.1).
    pub language Mono extends super::super::mono_match::MonoMatch {
        - Arm;
        Pat { - PatConst, - PatCon; }
        Exp {
            - Match;
            /// Whether constructor `tag` made this value of a sum type.
            + Test { exp: Exp, tag: Text };
            /// Operand `index` of a value that constructor `tag` made. Unspecified if another constructor made the
            /// value.
            + Payload { exp: Exp, tag: Text, index: Int64 };
        }
        terminals { Int64: i64 }
    }
}
