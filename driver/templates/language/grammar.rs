//! The grammar of `@Name@`.

use framework::language;

language! {
    /// Sums, products and names for them.
    pub language @Name@ {
        terminals { Int: i64 }
        root Program;
        #[text("{body}")]
        Program = { body: Expr }
        Expr {
            #[text("{value}")]
            Num { value: Int },
            #[text("{name}")]
            #[var]
            Var { name: Name },
            #[text("({lhs} + {rhs})")]
            Add { lhs: Expr, rhs: Expr },
            #[text("({lhs} * {rhs})")]
            Mul { lhs: Expr, rhs: Expr },
            #[text("let {name} = {rhs}{line}in {body}")]
            Let { name: Bind binds (body), rhs: Expr, body: Expr },
        }
    }
}
