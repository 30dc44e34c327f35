//! The grammar of `FirstOrder`: the output of defunctionalisation.

use framework::language;

language! {
    /// Monomorphic Futhark without function values. Functions occur only as callees and as operands of SOACs (TFP'18
    /// §3).
    pub language FirstOrder extends super::super::mono::Mono {
        terminals { Form: crate::trace::Form }
        Type { - TypeArrow; }
        Size {
            /// The size of an array in a closure. Types ignore it; the array itself knows its size.
            + SizeAny {};
        }
        Exp {
            - Lambda, - Apply;
            /// A call of a top-level function with all its arguments.
            + Call { func: Name, args: [Exp] };
            /// The inlined body of a function that was applied here. It means the same as `body`; backtraces have a
            /// frame for it.
            + Applied { body: Exp };
            /// The value of `exp`, which is printed as `label: value` in the form that it had before `flatten-sums`.
            + Trace { label: Text, form: Form, exp: Exp };
            /// An array operation. `funs` are its function operands, `args` the others, both in order.
            ~ Intrinsic { op: Builtin, funs: [Fun], args: [Exp] };
        }
        /// A function operand of an array operation.
        + Fun = { params: [Pat] binds (.., params, ret, body), ret: Type, body: Exp }
    }
}
