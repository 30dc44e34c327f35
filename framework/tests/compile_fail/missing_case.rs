//! `Closed` has no `Lam`, and the pass does not say what becomes of it.
use framework::Result;

mod lambda {
    framework::language! {
        /// The lambda calculus.
        pub language Lambda {
            root Program;
            Program = { body: Expr }
            Expr {
                Var { name: Name },
                Lam { param: Bind binds (body), body: Expr },
                App { func: Expr, arg: Expr },
            }
        }
    }
}

#[allow(unused_imports)]
mod closed {
    framework::language! {
        /// Without functions.
        pub language Closed extends super::lambda::Lambda {
            Expr { - Lam; }
        }
    }
}

struct Converter<'b> {
    arena: &'b closed::Arena<'b>,
}

impl<'a, 'b> closed::Lower<'a, 'b> for Converter<'b> {
    fn arena(&self) -> &'b closed::Arena<'b> {
        self.arena
    }
}

fn main() -> Result<()> {
    Ok(())
}
