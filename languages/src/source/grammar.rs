//! The grammar of `Source`: what the parser yields, close to the text. Nothing is resolved and nothing is typed.
//!
//! Every identifier is a `Name` with tag 0: its spelling. What it refers to is decided by the pass `resolve`.

use framework::{Symbol, language};

use super::terminals::IntLiteral;
use crate::prim::PrimValue;

language! {
    /// Futhark as it is written: modules, polymorphism and all syntactic sugar.
    pub language Source {
        terminals { Text: Symbol, Flag: bool, Int: IntLiteral, Value: PrimValue, RangeKind: super::terminals::RangeKind, Liftedness: super::terminals::Liftedness, Edition: super::terminals::Edition }
        root Program;

        /// All files of a program, each after the files that it imports; the last one is the program's own. `edition` is that of
        /// the language they are written in; the prelude is always of today's.
        Program = { edition: Edition, files: [File] }

        /// One file: a module. `path` names it in imports, without the extension.
        File = { path: Text, prelude: Flag, decs: [Dec] }

        /// A declaration.
        Dec {
            /// `def f [n] 't (x: t): t = e`, or with `entry`.
            Value { entry: Flag, name: Bind, type_params: [TypeParam], params: [Pat], ret: Type?, body: Exp },
            /// `type^ t [n] 'a = rhs`.
            Abbreviation { name: Bind, lifted: Liftedness, type_params: [TypeParam], rhs: Type },
            /// `module m (P: S) : T = e`.
            Module { name: Bind, params: [ModParam], sig: ModType?, body: ModExp },
            /// `module type S = e`.
            ModuleType { name: Bind, body: ModType },
            /// `open m`.
            Open { module: ModExp },
            /// `import "file"`: opens the file, but does not export its names.
            Import { path: Text },
            /// `local dec`: names not visible outside of the module.
            Local { dec: Dec },
            /// `#[attr] dec`.
            Attributed { attr: Attr, dec: Dec },
            /// `-- | text`, then the declaration.
            Documented { doc: Text, dec: Dec },
        }

        /// An attribute.
        Attr {
            /// `inline`.
            Atom { name: Text },
            /// `16`.
            Number { value: Int },
            /// `flattening(no_intra)`.
            Compound { name: Text, args: [Attr] },
        }

        /// A parameter of a function or of a type abbreviation that stands for a size or a type.
        TypeParam {
            /// `[n]`.
            SizeParam { name: Bind },
            /// `'a`, `'~a` or `'^a`.
            TypeParamNamed { name: Bind, lifted: Liftedness },
        }

        /// A type expression.
        Type {
            /// `t`: a primitive type, a type parameter or the name of another type.
            TypeName { name: Name },
            /// `m.n.t`.
            TypeQualified { path: [Text], name: Text },
            /// `t [n] i32`.
            TypeApply { func: Type, args: [TypeArg] },
            /// `[n]t`.
            TypeArray { size: Size, elem: Type },
            /// `(t, u)`.
            TypeTuple { elems: [Type] },
            /// `{x: t, y: u}`.
            TypeRecord { fields: [TypeField] },
            /// `#a t | #b`.
            TypeSum { cases: [TypeCase] },
            /// `t -> u` and `(x: t) -> u`.
            TypeArrow { param: Bind? binds (to), from: Type, to: Type },
            /// `?[n][m].t`.
            TypeExists { sizes: [SizeBinder] binds (body), body: Type },
            /// `*t`.
            TypeUnique { body: Type },
        }

        /// The size of an array type.
        Size {
            /// `[e]`.
            SizeOf { exp: Exp },
            /// `[]`.
            SizeAny {},
            /// `[#n]`, of edition 2017: the size of a parameter, which it gives a name.
            SizeNew { name: Bind },
        }

        /// A name bound to a size, as in `let [n] (xs: [n]i32) = …`.
        SizeBinder = { name: Bind }

        /// An argument of a type abbreviation.
        TypeArg {
            /// `[n]`.
            ArgSize { size: Size },
            /// `t`.
            ArgType { ty: Type },
        }

        /// A field of a record type.
        TypeField = { label: Text, ty: Type }

        /// A constructor of a sum type with its payload.
        TypeCase = { tag: Text, payload: [Type] }

        /// A pattern.
        Pat {
            /// `x`.
            PatVar { name: Bind },
            /// `_`.
            PatWild {},
            /// `(p, q)`.
            PatTuple { elems: [Pat] },
            /// `{x = p, y}`; the short form `y` is `y = y`.
            PatRecord { fields: [PatField] },
            /// `p: t`.
            PatAscribe { pat: Pat, ty: Type },
            /// `42`, `-1`, `'c'`: of any number type.
            PatInt { value: Int },
            /// `4.2`, as an `f64`: of any floating-point type.
            PatFloat { value: Value },
            /// `42i8`, `true`.
            PatConst { value: Value },
            /// `#tag p q`.
            PatCon { tag: Text, args: [Pat] },
            /// `#[attr] p`.
            PatAttributed { attr: Attr, pat: Pat },
        }

        /// A field of a record pattern.
        PatField = { label: Text, pat: Pat }

        /// An expression.
        Exp {
            /// `42i8`, `true`: a literal of known type.
            Const { value: Value },
            /// `42`, `0x2a`, `'c'`: of any number type.
            IntLit { value: Int },
            /// `4.2`, as an `f64`: of any floating-point type.
            FloatLit { value: Value },
            /// `"text"`: its UTF-8 bytes.
            StringLit { text: Text },
            /// `???`.
            Hole {},
            /// `x`, or an operator in parentheses, `(+)`.
            #[var] Var { name: Name },
            /// `e.x` and `e.0`; also `m.x` where `m` is a module.
            Project { exp: Exp, label: Text },
            /// `m.n.(e)`.
            LocalOpen { path: [Text], body: Exp },
            /// `(e, f)`, `()`.
            Tuple { elems: [Exp] },
            /// `{x = e, y}`; the short form `y` is `y = y`.
            Record { fields: [Field] },
            /// `[e, f]`.
            Array { elems: [Exp] },
            /// `e[i, j:k]`.
            Index { array: Exp, indices: [Dim] },
            /// `f x y`.
            Apply { func: Exp, args: [Exp] },
            /// `e op f`, with an operator or a name in backticks, possibly qualified.
            Infix { op: Exp, lhs: Exp, rhs: Exp },
            /// `-e`.
            Negate { arg: Exp },
            /// `!e`.
            Not { arg: Exp },
            /// `#tag e f`.
            Con { tag: Text, args: [Exp] },
            /// `e : t`.
            Ascribe { exp: Exp, ty: Type },
            /// `e :> t`.
            Coerce { exp: Exp, ty: Type },
            /// `a...b`, `a..<b`, `a..>b`, `a..s...b`, …
            Range { start: Exp, second: Exp?, kind: RangeKind, end: Exp },
            /// `if c then e else f`.
            If { cond: Exp, yes: Exp, no: Exp },
            /// `match e case p -> f …`.
            Match { scrutinee: Exp, arms: [Arm] },
            /// `let [n] p = e in f`.
            Let { sizes: [SizeBinder] binds (pat, body), pat: Pat binds (body), rhs: Exp, body: Exp },
            /// `let f 't (x: t): t = e in g`.
            LetFun {
                name: Bind binds (body), type_params: [TypeParam] binds (params, ret, rhs),
                params: [Pat] binds (.., ret, rhs), ret: Type?, rhs: Exp, body: Exp
            },
            /// `let a[i] = e in f`, `let r.x = e in f`.
            LetUpdate { name: Name, path: [Step], value: Exp, body: Exp },
            /// `a with [i] = e`, `r with x.y = e`.
            Update { exp: Exp, path: [Step], value: Exp },
            /// `\p q: t -> e`.
            Lambda { params: [Pat] binds (.., ret, body), ret: Type?, body: Exp },
            /// `loop p = e for i < n do f`; without `= e` the pattern's variables are the initial values.
            Loop { pat: Pat binds (body), init: Exp?, form: LoopForm, body: Exp },
            /// `assert c e`.
            Assert { cond: Exp, exp: Exp },
            /// `#[attr] e`.
            ExpAttributed { attr: Attr, exp: Exp },
            /// `unsafe e`, of editions before today's: no checks in `e`.
            Unsafe { exp: Exp },
            /// An `i32` where today's language has a size or an index, of type `i64`. The editions before have sizes of type `i32`.
            ToSize { exp: Exp },
            /// A size where the edition has an `i32`.
            OfSize { exp: Exp },
            /// `#0 e`, of edition 2017: a component of a tuple.
            TupleIndex { label: Text, exp: Exp },
            /// `empty(t)`, of edition 2017: an array without elements, which have type `t`.
            Empty { ty: Type },
            /// `f64 e`, of edition 2017: a number of any type as one of a primitive type.
            Convert { to: Text, exp: Exp },
            /// `(e op)`.
            SectionLeft { op: Exp, lhs: Exp },
            /// `(op e)`.
            SectionRight { op: Exp, rhs: Exp },
            /// `(.x.y)`, `(.[i])`.
            SectionPath { path: [Step] },
        }

        /// A field of a record expression.
        Field = { label: Text, exp: Exp }

        /// One dimension of an index.
        Dim {
            /// `i`.
            At { index: Exp },
            /// `i:j:s`, any part of which may be missing.
            Slice { start: Exp?, end: Exp?, stride: Exp? },
        }

        /// One step of the path to the part of a value that is updated.
        Step {
            /// `.x`.
            StepField { label: Text },
            /// `[i, j:k]`.
            StepIndex { indices: [Dim] },
        }

        /// A case of a `match`.
        Arm = { pat: Pat binds (body), body: Exp }

        /// What drives a loop.
        LoopForm {
            /// `for i < n`.
            For { name: Bind, bound: Exp },
            /// `for m <= i < n` and, with `down`, `for n > i >= m`, of edition 2017.
            ForBetween { name: Bind, down: Flag, from: Exp, to: Exp },
            /// `for p in xs`.
            ForIn { pat: Pat, array: Exp },
            /// `while c`.
            While { cond: Exp },
        }

        /// A parameter of a parametric module.
        ModParam = { name: Bind, sig: ModType }

        /// A module expression.
        ModExp {
            /// `m.n`.
            ModName { path: [Text] },
            /// `e : S`.
            ModAscribe { module: ModExp, sig: ModType },
            /// `\(P: S): T -> e`.
            ModLambda { param: ModParam, ret: ModType?, body: ModExp },
            /// `e f`.
            ModApply { func: ModExp, arg: ModExp },
            /// `{ decs }`.
            ModBody { decs: [Dec] },
            /// `import "file"`.
            ModImport { path: Text },
        }

        /// A module type expression.
        ModType {
            /// `m.S`.
            SigName { path: [Text] },
            /// `{ specs }`.
            Sig { specs: [Spec] },
            /// `S with m.t [n] 'a = u`.
            SigWith { base: ModType, path: [Text], type_params: [TypeParam], ty: Type },
            /// `S -> T` and `(P: S) -> T`.
            SigArrow { param: Bind?, from: ModType, to: ModType },
        }

        /// What a module type asks for.
        Spec {
            /// `val x 't: ty`.
            SpecValue { name: Bind, type_params: [TypeParam], ty: Type },
            /// `type^ t 'a`: an abstract type.
            SpecType { name: Bind, lifted: Liftedness, type_params: [TypeParam] },
            /// `type t 'a = u`.
            SpecAbbreviation { name: Bind, lifted: Liftedness, type_params: [TypeParam], rhs: Type },
            /// `module m: S`.
            SpecModule { name: Bind, sig: ModType },
            /// `include S`.
            SpecInclude { sig: ModType },
            /// `#[attr] spec`.
            SpecAttributed { attr: Attr, spec: Spec },
            /// `-- | text`, then the spec.
            SpecDocumented { doc: Text, spec: Spec },
        }
    }
}
