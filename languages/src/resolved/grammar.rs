//! The grammar of `Resolved`: what is left when every name is resolved and every module is evaluated.
//!
//! What a reader of these programs, above all type inference, may rely on:
//!
//! - Every binding occurrence has a globally unique name, and every use names a binding in scope: a definition before
//!   it in the list (or the definition itself, if that has parameters), a parameter, or a local binding.
//!   Names of values, sizes and types never coincide.
//! - A tuple is a record whose labels are `0`, `1`, …; `()` is the record without fields. The labels of a record, of a
//!   record type and of a record pattern are different from each other, in any order.
//! - Operators: [`Exp::Bin`] is a predefined operator that type inference specialises: `==` and `!=` apply to all types
//!   without functions, the others to numbers as `BinOp::applies_to` says. `a && b` has become
//!   `if a then b else false`, `a || b` `if a then true else b`. An operator that the program defines is a variable.
//! - Sizes are expressions of type `i64`; a size parameter is a variable of type `i64`.
//! - Attributes on expressions stay where they were; those on patterns are gone.

use framework::language;

use crate::prim::PrimType;

language! {
    /// Futhark without modules and without unresolved names: a list of definitions, each after those it uses.
    pub language Resolved extends super::super::source::Source {
        terminals { Prim: PrimType, BinOp: crate::prim::BinOp, UnOp: crate::prim::UnOp }

        - File;
        - Dec;
        - ModParam;
        - ModExp;
        - ModType;
        - Spec;

        /// The definitions that the program's files make and those that they use, each after those it uses.
        ~ Program = { edition: Edition, defs: [Def] binds (defs) }

        /// A definition.
        + Def {
            /// `def f [n] 't (x: t): t = e`. `entry` says that the program exports it. Type parameters may be missing
            /// where the types of parameters are: they are inferred.
            Value {
                name: Bind, entry: Flag, attrs: [Attr], doc: Text?,
                type_params: [TypeParam] binds (params, ret, body), params: [Pat] binds (.., ret, body), ret: Type?,
                body: Exp
            },
            /// What the function `of`, which uses itself, is if it is not well typed: the same, with what its name meant before in
            /// its body, as it was before functions could be recursive.
            Otherwise {
                name: Bind, of: Name, entry: Flag, attrs: [Attr], doc: Text?,
                type_params: [TypeParam] binds (params, ret, body), params: [Pat] binds (.., ret, body), ret: Type?,
                body: Exp
            },
            /// `type t [n] 'a = rhs`: another name of a type, not a new type.
            Abbreviation { name: Bind, lifted: Liftedness, type_params: [TypeParam] binds (rhs), rhs: Type },
            /// A type of which nothing is known, in the check of a parametric module's body. No entry point
            /// reaches it.
            Abstract { name: Bind, lifted: Liftedness, type_params: [TypeParam] binds () },
            /// A value of which only the type is known, in the check of a parametric module's body. No
            /// entry point reaches it.
            Assumed { name: Bind, type_params: [TypeParam] binds (ty), ty: Type },
            /// A type that a module type makes abstract: a type of its own to all that follows but what `Conforms` and `SameType` ask
            /// of older definitions. `rhs` is what it stands for.
            Sealed { name: Bind, lifted: Liftedness, type_params: [TypeParam] binds (rhs), rhs: Type },
            /// A module type asks that `value` have every instance of this type scheme. `name` is the value of that type.
            Conforms { name: Bind, value: Name, type_params: [TypeParam] binds (ty), ty: Type },
            /// A module type asks that these two types with parameters be the same. It binds nothing.
            SameType { type_params: [TypeParam] binds (found, wanted), found: Type, wanted: Type },
        }

        Type {
            - TypeName, - TypeQualified, - TypeApply, - TypeTuple;
            /// `i32`.
            + TypePrim { prim: Prim };
            /// A type parameter.
            + TypeVar { name: Name };
            /// An abbreviation or an abstract type with all its arguments, in the order of its parameters.
            + TypeCon { name: Name, args: [TypeArg] };
        }

        Pat {
            - PatTuple, - PatAttributed;
        }

        Size { - SizeNew; }

        LoopForm { - ForBetween; }

        Exp {
            - Unsafe, - TupleIndex, - Empty, - LocalOpen, - Tuple, - Infix, - Negate, - Not, - LetUpdate, - SectionLeft, - SectionRight, - SectionPath;
            /// A predefined operator applied to its operands: one of `+ - * / % // %% ** & | ^ << >> >>> == != < <= > >=`.
            + Bin { op: BinOp, lhs: Exp, rhs: Exp };
            /// `-e` is `neg`; `!e` is `not`, on a `bool` or on an integer (its bits).
            + Un { op: UnOp, arg: Exp };
            /// The body of a definition `#[intrinsic(op)]`: the operation applied to the definition's
            /// parameters. Its type is the definition's return type.
            + Intrinsic { op: Text, args: [Exp] };
            /// `loop p = e for i < n do f`.
            ~ Loop { pat: Pat binds (form, body), init: Exp, form: LoopForm binds (body), body: Exp };
        }
    }
}
