//! The grammar of `Source`: the output of the parser, close to the text. Names are not resolved, and nothing has a
//! type.
//!
//! Every identifier is a `Name` with tag 0 and its spelling. The pass `resolve` decides what it refers to.

use framework::{Symbol, language};

use super::terminals::IntLiteral;
use crate::prim::PrimValue;

language! {
    /// Futhark as written: modules, polymorphism and all syntactic sugar.
    pub language Source {
        terminals { Text: Symbol, Flag: bool, Int: IntLiteral, Value: PrimValue, RangeKind: super::terminals::RangeKind, Liftedness: super::terminals::Liftedness, Edition: super::terminals::Edition }
        root Program;

        /// All files of a program, each after the files that it imports; the program's own file is the last. `edition`
        /// is the edition of the program; the prelude is always in today's edition.
        Program = { edition: Edition, files: [File] }

        /// One file, which is a module. `path` is its name in imports, without the extension.
        File = { path: Text, prelude: Flag, decs: [Dec] }

        /// A declaration.
        Dec {
            /// A function or constant: `def f [n] 't (x: t): t = e`. With `entry`, an entry point.
            Value { entry: Flag, name: Bind, type_params: [TypeParam], params: [Pat], ret: Type?, body: Exp },
            /// A type abbreviation: `type^ t [n] 'a = rhs`.
            Abbreviation { name: Bind, lifted: Liftedness, type_params: [TypeParam], rhs: Type },
            /// A module: `module m (P: S) : T = e`.
            Module { name: Bind, params: [ModParam], sig: ModType?, body: ModExp },
            /// A module type: `module type S = e`.
            ModuleType { name: Bind, body: ModType },
            /// `open m`: brings the names of the module into scope.
            Open { module: ModExp },
            /// `import "file"`: opens the file, but does not export its names.
            Import { path: Text },
            /// `local dec`: a declaration that is invisible outside of the module.
            Local { dec: Dec },
            /// A declaration with an attribute: `#[attr] dec`.
            Attributed { attr: Attr, dec: Dec },
            /// A declaration with a documentation comment: `-- | text`, then the declaration.
            Documented { doc: Text, dec: Dec },
        }

        /// An attribute.
        Attr {
            /// A word: `inline`.
            Atom { name: Text },
            /// A number: `16`.
            Number { value: Int },
            /// A word with arguments: `flattening(no_intra)`.
            Compound { name: Text, args: [Attr] },
        }

        /// A size or type parameter of a function or of a type abbreviation.
        TypeParam {
            /// A size: `[n]`.
            SizeParam { name: Bind },
            /// A type: `'a`, `'~a` or `'^a`.
            TypeParamNamed { name: Bind, lifted: Liftedness },
        }

        /// A type expression.
        Type {
            /// `t`: a primitive type, a type parameter or the name of another type.
            TypeName { name: Name },
            /// A type of a module: `m.n.t`.
            TypeQualified { path: [Text], name: Text },
            /// A type abbreviation with arguments: `t [n] i32`.
            TypeApply { func: Type, args: [TypeArg] },
            /// An array: `[n]t`.
            TypeArray { size: Size, elem: Type },
            /// A tuple: `(t, u)`.
            TypeTuple { elems: [Type] },
            /// A record: `{x: t, y: u}`.
            TypeRecord { fields: [TypeField] },
            /// A sum: `#a t | #b`.
            TypeSum { cases: [TypeCase] },
            /// A function: `t -> u`, or `(x: t) -> u` if `u` mentions the argument.
            TypeArrow { param: Bind? binds (to), from: Type, to: Type },
            /// A type with existential sizes: `?[n][m].t`.
            TypeExists { sizes: [SizeBinder] binds (body), body: Type },
            /// A unique type: `*t`.
            TypeUnique { body: Type },
        }

        /// The size of an array type.
        Size {
            /// An expression of type `i64`: `[e]`.
            SizeOf { exp: Exp },
            /// An anonymous size: `[]`.
            SizeAny {},
            /// `[#n]`, in edition 2017: names the size of a parameter.
            SizeNew { name: Bind },
        }

        /// A name bound to a size, as in `let [n] (xs: [n]i32) = …`.
        SizeBinder = { name: Bind }

        /// An argument of a type abbreviation.
        TypeArg {
            /// A size: `[n]`.
            ArgSize { size: Size },
            /// A type: `t`.
            ArgType { ty: Type },
        }

        /// A field of a record type.
        TypeField = { label: Text, ty: Type }

        /// A constructor of a sum type with the types of its operands.
        TypeCase = { tag: Text, payload: [Type] }

        /// A pattern.
        Pat {
            /// A variable: `x`.
            PatVar { name: Bind },
            /// A pattern that matches every value: `_`.
            PatWild {},
            /// A tuple: `(p, q)`.
            PatTuple { elems: [Pat] },
            /// A record: `{x = p, y}`; the short form `y` is `y = y`.
            PatRecord { fields: [PatField] },
            /// A pattern with a type: `p: t`.
            PatAscribe { pat: Pat, ty: Type },
            /// `42`, `-1`, `'c'`: a literal of any number type.
            PatInt { value: Int },
            /// `4.2`, stored as an `f64`: a literal of any floating-point type.
            PatFloat { value: Value },
            /// `42i8`, `true`: a literal of known type.
            PatConst { value: Value },
            /// A constructor: `#tag p q`.
            PatCon { tag: Text, args: [Pat] },
            /// A pattern with an attribute: `#[attr] p`.
            PatAttributed { attr: Attr, pat: Pat },
        }

        /// A field of a record pattern.
        PatField = { label: Text, pat: Pat }

        /// An expression.
        Exp {
            /// `42i8`, `true`: a literal of known type.
            Const { value: Value },
            /// `42`, `0x2a`, `'c'`: a literal of any number type.
            IntLit { value: Int },
            /// `4.2`, stored as an `f64`: a literal of any floating-point type.
            FloatLit { value: Value },
            /// A string: `"text"`, the array of its UTF-8 bytes.
            StringLit { text: Text },
            /// A hole, `???`: an expression yet to be written, which fails when it is evaluated.
            Hole {},
            /// A variable, `x`, or an operator in parentheses, `(+)`.
            #[var] Var { name: Name },
            /// A field or component: `e.x`, `e.0`; also `m.x` if `m` is a module.
            Project { exp: Exp, label: Text },
            /// An expression inside of an opened module: `m.n.(e)`.
            LocalOpen { path: [Text], body: Exp },
            /// A tuple: `(e, f)`, `()`.
            Tuple { elems: [Exp] },
            /// A record: `{x = e, y}`; the short form `y` is `y = y`.
            Record { fields: [Field] },
            /// An array: `[e, f]`.
            Array { elems: [Exp] },
            /// An element or a slice of an array: `e[i, j:k]`.
            Index { array: Exp, indices: [Dim] },
            /// A function applied to arguments: `f x y`.
            Apply { func: Exp, args: [Exp] },
            /// `e op f`. The operator may be a name in backticks, and may be qualified.
            Infix { op: Exp, lhs: Exp, rhs: Exp },
            /// The negation of a number: `-e`.
            Negate { arg: Exp },
            /// The negation of a truth value, or the complement of an integer: `!e`.
            Not { arg: Exp },
            /// A constructor with its operands: `#tag e f`.
            Con { tag: Text, args: [Exp] },
            /// An expression with its type: `e : t`.
            Ascribe { exp: Exp, ty: Type },
            /// `e :> t`: checks when the program runs that the sizes are those of `t`.
            Coerce { exp: Exp, ty: Type },
            /// A range: `a...b`, `a..<b`, `a..>b`, and with a second element `a..s...b` and so on.
            Range { start: Exp, second: Exp?, kind: RangeKind, end: Exp },
            /// A conditional: `if c then e else f`.
            If { cond: Exp, yes: Exp, no: Exp },
            /// A case distinction: `match e case p -> f …`.
            Match { scrutinee: Exp, arms: [Arm] },
            /// `let [n] p = e in f`: binds a pattern, and perhaps sizes of the value.
            Let { sizes: [SizeBinder] binds (pat, body), pat: Pat binds (body), rhs: Exp, body: Exp },
            /// A local function: `let f 't (x: t): t = e in g`.
            LetFun {
                name: Bind binds (body), type_params: [TypeParam] binds (params, ret, rhs),
                params: [Pat] binds (.., ret, rhs), ret: Type?, rhs: Exp, body: Exp
            },
            /// `let a[i] = e in f`, `let r.x = e in f`: an update that gives the result the old name.
            LetUpdate { name: Name, path: [Step], value: Exp, body: Exp },
            /// An array or record with one part replaced: `a with [i] = e`, `r with x.y = e`.
            Update { exp: Exp, path: [Step], value: Exp },
            /// A function: `\p q: t -> e`.
            Lambda { params: [Pat] binds (.., ret, body), ret: Type?, body: Exp },
            /// `loop p = e for i < n do f`. Without `= e`, the pattern's variables are the initial values.
            Loop { pat: Pat binds (body), init: Exp?, form: LoopForm, body: Exp },
            /// `assert c e`: the value of `e`, but fails unless `c` holds.
            Assert { cond: Exp, exp: Exp },
            /// An expression with an attribute: `#[attr] e`.
            ExpAttributed { attr: Attr, exp: Exp },
            /// `unsafe e`, in older editions: asks for `e` without checks.
            Unsafe { exp: Exp },
            /// Converts an `i32` of an older edition to an `i64` where today's language has a size or an index.
            ToSize { exp: Exp },
            /// Converts a size to an `i32` where the edition has one.
            OfSize { exp: Exp },
            /// `#0 e`, in edition 2017: a component of a tuple.
            TupleIndex { label: Text, exp: Exp },
            /// `empty(t)`, in edition 2017: an array without elements, of element type `t`.
            Empty { ty: Type },
            /// `reshape (m, n) e`, in edition 2017: the elements of an array of any rank in another shape.
            Reshape { shape: [Exp], array: Exp },
            /// `shape e`, in edition 2017: the sizes of all dimensions.
            Shape { array: Exp },
            /// `f64 e`, in edition 2017: converts a number to a primitive type.
            Convert { to: Text, exp: Exp },
            /// An operator without its right operand: `(e op)`.
            SectionLeft { op: Exp, lhs: Exp },
            /// An operator without its left operand: `(op e)`.
            SectionRight { op: Exp, rhs: Exp },
            /// A function that selects a part: `(.x.y)`, `(.[i])`.
            SectionPath { path: [Step] },
        }

        /// A field of a record expression.
        Field = { label: Text, exp: Exp }

        /// One dimension of an index.
        Dim {
            /// A single index: `i`.
            At { index: Exp },
            /// A slice, `i:j:s`. Each part is optional.
            Slice { start: Exp?, end: Exp?, stride: Exp? },
        }

        /// One step of a path to the updated part of a value.
        Step {
            /// A field: `.x`.
            StepField { label: Text },
            /// Elements: `[i, j:k]`.
            StepIndex { indices: [Dim] },
        }

        /// A case of a `match`.
        Arm = { pat: Pat binds (body), body: Exp }

        /// The control of a loop.
        LoopForm {
            /// `for i < n`: a number of iterations.
            For { name: Bind, bound: Exp },
            /// `for m <= i < n` and, with `down`, `for n > i >= m`, in edition 2017.
            ForBetween { name: Bind, down: Flag, from: Exp, to: Exp },
            /// `for p in xs`: one iteration for each element.
            ForIn { pat: Pat, array: Exp },
            /// `while c`: iterates as long as `c` holds.
            While { cond: Exp },
        }

        /// A parameter of a parametric module.
        ModParam = { name: Bind, sig: ModType }

        /// A module expression.
        ModExp {
            /// A module by its name: `m.n`.
            ModName { path: [Text] },
            /// A module restricted to a module type: `e : S`.
            ModAscribe { module: ModExp, sig: ModType },
            /// A parametric module: `\(P: S): T -> e`.
            ModLambda { param: ModParam, ret: ModType?, body: ModExp },
            /// A parametric module applied to a module: `e f`.
            ModApply { func: ModExp, arg: ModExp },
            /// Declarations in braces: `{ decs }`.
            ModBody { decs: [Dec] },
            /// The module of a file: `import "file"`.
            ModImport { path: Text },
        }

        /// A module type expression.
        ModType {
            /// A module type by its name: `m.S`.
            SigName { path: [Text] },
            /// Specifications in braces: `{ specs }`.
            Sig { specs: [Spec] },
            /// A module type with an abstract type made concrete: `S with m.t [n] 'a = u`.
            SigWith { base: ModType, path: [Text], type_params: [TypeParam], ty: Type },
            /// The type of a parametric module: `S -> T` or `(P: S) -> T`.
            SigArrow { param: Bind?, from: ModType, to: ModType },
        }

        /// A requirement of a module type.
        Spec {
            /// A value: `val x 't: ty`.
            SpecValue { name: Bind, type_params: [TypeParam], ty: Type },
            /// An abstract type: `type^ t 'a`.
            SpecType { name: Bind, lifted: Liftedness, type_params: [TypeParam] },
            /// A type abbreviation: `type t 'a = u`.
            SpecAbbreviation { name: Bind, lifted: Liftedness, type_params: [TypeParam], rhs: Type },
            /// A module: `module m: S`.
            SpecModule { name: Bind, sig: ModType },
            /// `include S`: all requirements of another module type.
            SpecInclude { sig: ModType },
            /// A requirement with an attribute: `#[attr] spec`.
            SpecAttributed { attr: Attr, spec: Spec },
            /// A requirement with a documentation comment: `-- | text`, then the requirement.
            SpecDocumented { doc: Text, spec: Spec },
        }
    }
}
