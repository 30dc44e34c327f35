//! The grammar of `Typed`: what type inference yields.
//!
//! - Every expression and pattern has its type. Types have no abbreviations; every array type has a size that is an expression of
//!   type `i64` over variables in scope: names, numbers and operators. A size that the program computes otherwise has a `let` of its own.
//! - `TypeExists` is the type of what makes arrays of sizes unknown before: a call of `filter`, a branch, a loop, a `let` whose value's
//!   type mentions a name that it binds. Such an expression is the right-hand side of a `Let`, whose `sizes` name what was unknown, or
//!   the last expression of a block: the body of a function, a branch, a case, the body of a loop, the body of another `let`. Elsewhere
//!   `TypeExists` occurs only as the result of a function type, and as an argument for a type parameter that is lifted.
//! - A use of a polymorphic definition says what its type parameters (sizes and types, in order) are: `inst`. A function that uses itself
//!   does so, too.
//! - `TypeUnique` occurs only in types of parameters and of results of functions. If the program does not declare a result type
//!   (`declared`), then what is unique in it is found by `check-uniqueness`.
//! - Literals are `Const`; ascriptions are gone, since they are checked; tuples are records with labels `0`, `1`, …
//!   The fields of record types are in the order of `label_order`, the constructors of sum types in that of their names.
//! - Operators on numbers are applied to operands of one primitive type; `==` and `!=` to operands of any one type without functions.
//! - Indices are of type `i64`.
//! - Operands are evaluated in order; where that matters to what may be consumed or fail, they have `let`s.

use framework::language;

language! {
    /// Names resolved, modules evaluated away, every expression typed, with sizes and uniqueness.
    pub language Typed extends super::super::resolved::Resolved {
        terminals { TriOp: crate::prim::TriOp, Builtin: crate::builtin::Builtin }

        ~ Program = { defs: [Def] binds (defs) }

        Def {
            - Otherwise, - Abbreviation, - Abstract, - Sealed, - Assumed, - Conforms, - SameType;
            ~ Value {
                name: Bind, entry: Flag, attrs: [Attr], doc: Text?,
                type_params: [TypeParam] binds (params, ret, body), params: [Pat] binds (.., params, ret, body), ret: Type,
                declared: Flag, body: Exp
            };
        }

        Type { - TypeCon; }

        Size { - SizeAny; }

        Pat(ty: Type) {
            - PatAscribe, - PatInt, - PatFloat;
        }

        Exp(ty: Type) {
            - IntLit, - FloatLit, - StringLit, - Ascribe, - ToSize, - OfSize, - Reshape, - Shape;
            /// A variable, with what its definition's type parameters are here.
            ~ Var { name: Name, inst: [TypeArg] };
            /// `e :> t`: fails unless the sizes are as `ty` says.
            ~ Coerce { exp: Exp };
            /// `sizes` are taken from the shape of the value, by the pattern's type: each is the size of some array in it.
            ~ Let { sizes: [SizeBinder] binds (pat, body), pat: Pat binds (body), rhs: Exp, body: Exp };
            /// `let f [n] 't (x: t): t = e in g`: a local function, general in its type parameters.
            ~ LetFun {
                name: Bind binds (body), type_params: [TypeParam] binds (params, ret, rhs),
                params: [Pat] binds (.., params, ret, rhs), ret: Type, declared: Flag, rhs: Exp, body: Exp
            };
            ~ Lambda { params: [Pat] binds (.., params, ret, body), ret: Type, body: Exp };
            /// `sizes` are those in the pattern's type that may change from iteration to iteration.
            ~ Loop {
                sizes: [SizeBinder] binds (pat, form, body), pat: Pat binds (form, body), init: Exp,
                form: LoopForm binds (body), body: Exp
            };
            + Tri { op: TriOp, a: Exp, b: Exp, c: Exp };
            /// A conversion between primitive types: from the operand's to the expression's.
            ~ Convert { exp: Exp };
            /// An array operation on the parameters of the prelude definition that it is the body of.
            ~ Intrinsic { op: Builtin, args: [Exp] };
        }

    }
}
