//! The grammar of `MonoMatch`: what monomorphisation leaves.

use framework::language;

language! {
    /// No type parameters: one copy of a definition for each use at other types. Sizes are parameters like others, first in the list;
    /// those of an entry point are set apart in `sizes`, since they come from the shapes of its arguments.
    pub language MonoMatch extends super::super::typed::Typed {
        - TypeParam;
        - TypeArg;
        Def {
            ~ Value {
                name: Bind, entry: Flag, attrs: [Attr], doc: Text?, sizes: [SizeBinder] binds (params, ret, body),
                params: [Pat] binds (.., params, ret, body), ret: Type, body: Exp
            };
        }
        Type { - TypeVar; }
        Exp {
            - LetFun;
            ~ Var { name: Name };
        }
    }
}
