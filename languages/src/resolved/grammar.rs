//! The grammar of `Resolved`: every name is resolved and every module is evaluated.
//!
//! Invariants for readers of these programs, above all for type inference:
//!
//! - Every binding occurrence has a globally unique name, and every use names a binding in scope: an earlier definition
//!   in the list (or the definition itself, if that has parameters), a parameter, or a local binding. Names of values,
//!   sizes and types never coincide.
//! - A tuple is a record with the labels `0`, `1`, …; `()` is the record without fields. A record, a record type and a
//!   record pattern have distinct labels, in any order.
//! - [`Exp::Bin`] is a predefined operator, which type inference specialises. `==` and `!=` apply to all types without
//!   functions, the others to the numbers given by `BinOp::applies_to`. `a && b` has become `if a then b else false`,
//!   and `a || b` has become `if a then true else b`. A user's operator is a variable.
//! - Sizes are expressions of type `i64`; a size parameter is a variable of type `i64`.
//! - Attributes on expressions are kept; those on patterns are gone.

use framework::language;

use crate::prim::PrimType;

language! {
    /// Futhark with all names resolved and without modules: a list of definitions, each after those that it uses.
    pub language Resolved extends super::super::source::Source {
        terminals { Prim: PrimType, BinOp: crate::prim::BinOp, UnOp: crate::prim::UnOp }

        - File;
        - Dec;
        - ModParam;
        - ModExp;
        - ModType;
        - Spec;

        /// The definitions of the program's files and all definitions that they use. Each comes after those that it
        /// uses.
        ~ Program = { edition: Edition, defs: [Def] binds (defs) }

        /// A definition.
        + Def {
            /// `def f [n] 't (x: t): t = e`. With `entry`, the program exports it. If parameters have no types, type
            /// inference adds missing type parameters.
            Value {
                name: Bind, entry: Flag, attrs: [Attr], doc: Text?,
                type_params: [TypeParam] binds (params, ret, body), params: [Pat] binds (.., ret, body), ret: Type?,
                body: Exp
            },
            /// A second reading of the function `of`, which uses itself: in the body of the second reading, the name
            /// has its earlier meaning, as before functions could be recursive. Type inference takes it if `of` is ill
            /// typed.
            Otherwise {
                name: Bind, of: Name, entry: Flag, attrs: [Attr], doc: Text?,
                type_params: [TypeParam] binds (params, ret, body), params: [Pat] binds (.., ret, body), ret: Type?,
                body: Exp
            },
            /// `type t [n] 'a = rhs`: an abbreviation, not a new type. If the type is `given`, by `with` or in the body of
            /// a parametric module, its definition says how lifted it is, and need not use the size parameters.
            Abbreviation {
                name: Bind, lifted: Liftedness, given: Flag, type_params: [TypeParam] binds (rhs), rhs: Type
            },
            /// An abstract type, in the check of a parametric module's body. No entry point reaches it.
            Abstract { name: Bind, lifted: Liftedness, type_params: [TypeParam] binds () },
            /// A value with a type but without a definition, in the check of a parametric module's body. No entry point
            /// reaches it.
            Assumed { name: Bind, type_params: [TypeParam] binds (ty), ty: Type },
            /// A type that a module type makes abstract, with its definition `rhs`. Later definitions see a type of its
            /// own; `Conforms` and `SameType`, which check older definitions, see `rhs`.
            Sealed { name: Bind, lifted: Liftedness, type_params: [TypeParam] binds (rhs), rhs: Type },
            /// A module type requires `value` to have every instance of this type scheme. `name` is bound to the value
            /// at that type.
            Conforms { name: Bind, value: Name, type_params: [TypeParam] binds (ty), ty: Type },
            /// From here on, until the next such definition for the type, the definition of a sealed type is known or
            /// not. It is not in the body of a parametric module whose argument has the type. Binds nothing.
            Known { ty: Name, known: Flag },
            /// A module type requires these two types with parameters to be equal. `member` is the type's name in the
            /// module, such as `inner.t`. Binds nothing.
            SameType { member: Text, type_params: [TypeParam] binds (found, wanted), found: Type, wanted: Type },
        }

        Type {
            - TypeName, - TypeQualified, - TypeApply, - TypeTuple;
            /// A primitive type: `i32`.
            + TypePrim { prim: Prim };
            /// A type parameter.
            + TypeVar { name: Name };
            /// An abbreviation or an abstract type with all its arguments, in the order of the parameters.
            + TypeCon { name: Name, args: [TypeArg] };
        }

        Pat {
            - PatTuple, - PatAttributed;
        }

        Size { - SizeNew; }

        LoopForm { - ForBetween; }

        Exp {
            - Unsafe, - TupleIndex, - Empty, - LocalOpen, - Tuple, - Infix, - Negate, - Not, - LetUpdate, - SectionLeft, - SectionRight, - SectionPath;
            /// A predefined operator with its operands: one of `+ - * / % // %% ** & | ^ << >> >>> == != < <= > >=`.
            + Bin { op: BinOp, lhs: Exp, rhs: Exp };
            /// `-e` is `neg`. `!e` is `not`: of a `bool`, or of all bits of an integer.
            + Un { op: UnOp, arg: Exp };
            /// The body of a definition `#[intrinsic(op)]`: the operation on the definition's parameters. Its type is
            /// the result type of the definition.
            + Intrinsic { op: Text, args: [Exp] };
            /// `loop p = e for i < n do f`.
            ~ Loop { pat: Pat binds (form, body), init: Exp, form: LoopForm binds (body), body: Exp };
        }
    }
}
