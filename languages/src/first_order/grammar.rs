//! The grammar of `FirstOrder`: what defunctionalisation leaves.

use framework::language;

language! {
    /// Monomorphic Futhark without function values: functions occur as callees and as operands of SOACs only (TFP'18 §3).
    pub language FirstOrder extends super::super::mono::Mono {
        terminals { Form: crate::trace::Form }
        Type { - TypeArrow; }
        Size {
            /// The size of an array inside of a closure: known from the array itself, and of no concern to types.
            + SizeAny {};
        }
        Exp {
            - Lambda, - Apply;
            /// A call of a top-level function with all its arguments.
            + Call { func: Name, args: [Exp] };
            /// The body of a function that was applied here. It means what `body` means; backtraces have a frame for it.
            + Applied { body: Exp };
            /// The value of `exp`, which is printed as `label: value` in the form that it had before `flatten-sums`.
            + Trace { label: Text, form: Form, exp: Exp };
            /// An array operation; `funs` are its function operands, in order, and `args` the others.
            ~ Intrinsic { op: Builtin, funs: [Fun], args: [Exp] };
        }
        /// A function operand.
        + Fun = { params: [Pat] binds (.., params, ret, body), ret: Type, body: Exp }
    }
}
