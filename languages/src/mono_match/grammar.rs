//! The grammar of `MonoMatch`: the output of monomorphisation.

use framework::language;

language! {
    /// Futhark without type parameters: a definition has a copy for each tuple of types at which it is used. Sizes are
    /// ordinary parameters, the first of the list. The sizes of an entry point are in `sizes`, since the shapes of its
    /// arguments determine them.
    pub language MonoMatch extends super::super::typed::Typed {
        - TypeParam;
        - TypeArg;
        Def {
            ~ Value {
                name: Bind, entry: Flag, attrs: [Attr], doc: Text?, sizes: [SizeBinder] binds (params, ret, body),
                params: [Pat] binds (.., params, ret, body), ret: Type, body: Exp
            };
        }
        Type { - TypeVar, - TypePacked; }
        Exp {
            - LetFun;
            ~ Var { name: Name };
        }
    }
}
