//! The grammar of `Typed`: the output of type inference.
//!
//! - Every expression and every pattern has its type. Types have no abbreviations. The size of an array type is an
//!   expression of type `i64` over variables in scope: names, numbers and operators. Any other size that the program
//!   computes is bound by a `let`.
//! - `TypeExists` is the type of an expression that makes arrays of existential sizes: a call of `filter`, a branch, a
//!   loop, a `let` whose value's type mentions a name that it binds. Such an expression is the right-hand side of a
//!   `Let`, whose `sizes` name the existential sizes, or the last expression of a block: the body of a function, a
//!   branch, a case, the body of a loop, the body of another `let`. Elsewhere `TypeExists` occurs only as the result of
//!   a function type, as an argument for a lifted type parameter, and as the type of a lambda's parameter: an argument
//!   of any size fits, and a `Let` with `sizes` in the lambda's body names the size.
//! - `TypePacked` is the type of a *package*, a value of an abstract type with sizes of its own. It may occur anywhere.
//!   A `Let` with `sizes` opens a package, and one whose pattern has the type of a package packs the value of `rhs`.
//! - A use of a polymorphic definition has, in `inst`, the arguments for its type parameters (sizes and types, in
//!   order). This holds for recursive uses, too.
//! - `TypeUnique` occurs only in types of parameters and of results of functions. If the program does not declare a
//!   result type (flag `declared`), `check-uniqueness` finds the unique parts of the result.
//! - Literals are `Const`. Ascriptions are checked and gone. Tuples are records with labels `0`, `1`, … The fields of
//!   record types are in the order of `label_order`, the constructors of sum types in the order of their names.
//! - The operands of an operator on numbers have the same primitive type. The operands of `==` and `!=` have the same
//!   type, which has no functions.
//! - Indices are of type `i64`.
//! - Operands are evaluated in order. If the order matters to consumption or failures, `let`s fix it.

use framework::language;

language! {
    /// Futhark with a type for every expression, with explicit sizes and uniqueness.
    pub language Typed extends super::super::resolved::Resolved {
        terminals { TriOp: crate::prim::TriOp, Builtin: crate::builtin::Builtin }

        ~ Program = { defs: [Def] binds (defs) }

        Def {
            - Otherwise, - Abbreviation, - Abstract, - Sealed, - Assumed, - Conforms, - Known, - SameType;
            ~ Value {
                name: Bind, entry: Flag, attrs: [Attr], doc: Text?,
                type_params: [TypeParam] binds (params, ret, body), params: [Pat] binds (.., params, ret, body), ret: Type,
                declared: Flag, body: Exp
            };
        }

        Type {
            - TypeCon;
            /// The type of values of an abstract type with sizes of its own: `type~ t = []i64` is `pack [k]. [k]i64`.
            /// The sizes belong to the value, so two values of the type may differ in them.
            + TypePacked { sizes: [SizeBinder] binds (body), body: Type };
        }

        Size { - SizeAny; }

        Pat(ty: Type) {
            - PatAscribe, - PatInt, - PatFloat;
        }

        Exp(ty: Type) {
            - IntLit, - FloatLit, - StringLit, - Ascribe, - ToSize, - OfSize, - Reshape, - Shape;
            /// A variable, with the arguments `inst` for the type parameters of its definition.
            ~ Var { name: Name, inst: [TypeArg] };
            /// `e :> t`: fails unless the sizes of the value are those of `ty`.
            ~ Coerce { exp: Exp };
            /// `sizes` are read from the shape of the value: the pattern's type has an array of each of these sizes.
            ~ Let { sizes: [SizeBinder] binds (pat, body), pat: Pat binds (body), rhs: Exp, body: Exp };
            /// `let f [n] 't (x: t): t = e in g`: a local function, polymorphic in its type parameters.
            ~ LetFun {
                name: Bind binds (body), type_params: [TypeParam] binds (params, ret, rhs),
                params: [Pat] binds (.., params, ret, rhs), ret: Type, declared: Flag, rhs: Exp, body: Exp
            };
            ~ Lambda { params: [Pat] binds (.., params, ret, body), ret: Type, body: Exp };
            /// `sizes` are the sizes in the pattern's type that may change from iteration to iteration.
            ~ Loop {
                sizes: [SizeBinder] binds (pat, form, body), pat: Pat binds (form, body), init: Exp,
                form: LoopForm binds (body), body: Exp
            };
            + Tri { op: TriOp, a: Exp, b: Exp, c: Exp };
            /// A conversion from the primitive type of the operand to that of the expression.
            ~ Convert { exp: Exp };
            /// An array operation. It is the body of a definition of the prelude; `args` are the definition's
            /// parameters.
            ~ Intrinsic { op: Builtin, args: [Exp] };
        }

    }
}
