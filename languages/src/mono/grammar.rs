//! The grammar of `Mono`: what match compilation leaves.

use framework::language;

language! {
    /// Monomorphic Futhark with its matches compiled to tests and projections; patterns always match (TFP'18 §5.1).
    pub language Mono extends super::super::mono_match::MonoMatch {
        - Arm;
        Pat { - PatConst, - PatCon; }
        Exp {
            - Match;
            /// Whether a value of a sum type was made by this constructor.
            + Test { exp: Exp, tag: Text };
            /// Operand `index` of the constructor that the value was made by. Unspecified if it was made by another one.
            + Payload { exp: Exp, tag: Text, index: Int64 };
        }
        terminals { Int64: i64 }
    }
}
