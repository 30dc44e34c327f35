//! Extends one of fut-nano's languages from another crate.
#![allow(missing_docs)]

use framework::pass::{Context, Run, Transform, erase};
use framework::pipeline::{Pipeline, Watch};
use framework::{Dialect, Node, Owned, Program, Result, Span, pass};
use languages::first_order::{self, FirstOrder};
use languages::prim::{BinOp, PrimType};

mod squares {
    framework::language! {
        /// First-order Futhark with squares.
        pub language Squares extends languages::first_order::FirstOrder {
            Exp { + Square { arg: Exp } }
        }
    }
}
use squares::{Exp, Lower, Squares};

impl Dialect for Squares {}

pass! {
    /// Turns the product of an expression with itself into a square.
    ///
    ///     x * x     becomes     square x
    pub FindSquares = "find-squares": FirstOrder => Squares {}
}

struct Finder<'b> {
    arena: &'b squares::Arena<'b>,
}

// Every production of `FirstOrder` is still there, so no method is required.
impl<'a, 'b> Lower<'a, 'b> for Finder<'b> {
    fn arena(&self) -> &'b squares::Arena<'b> {
        self.arena
    }

    fn lower_exp(&mut self, exp: &'a first_order::Exp<'a>) -> Result<Exp<'b>> {
        match exp {
            first_order::Exp::Bin { span, ty, op: BinOp::Mul, lhs, rhs } if lhs == rhs => {
                let ty = self.lower_type(ty)?;
                let arg = self.lower_exp(lhs)?;
                Ok(Exp::Square { span: *span, ty: self.arena.alloc(ty), arg: self.arena.alloc(arg) })
            }
            _ => squares::default_lower_exp(self, exp),
        }
    }
}

impl Transform for FindSquares {
    fn transform(&self, program: &Owned<FirstOrder>, _: &mut Run<'_, Self>) -> Result<Owned<Squares>> {
        Owned::build(|arena| Finder { arena }.lower_program(program.root()))
    }
}

#[test]
fn a_language_from_another_crate_is_extended() -> Result<()> {
    let program = Owned::<FirstOrder>::build(|arena| {
        let span = Span::NONE;
        let name = framework::Name::plain("x");
        let ty = arena.alloc(first_order::Type::TypePrim { span, prim: PrimType::I32 });
        let x = arena.alloc(first_order::Exp::Var { span, ty, name });
        let square = arena.alloc(first_order::Exp::Bin { span, ty, op: BinOp::Mul, lhs: x, rhs: x });
        let param = first_order::Pat::PatVar { span, ty, name };
        let def = first_order::Def::Value {
            span,
            name: framework::Name::plain("f"),
            entry: false,
            attrs: &[],
            doc: None,
            sizes: &[],
            params: arena.slice([param]),
            ret: ty,
            body: square,
        };
        Ok(first_order::Program { span, defs: arena.slice([def]) })
    })?;
    let pipeline = Pipeline { steps: vec![erase(FindSquares).into()] };
    let result = pipeline.run(Program::new(program), &mut Context::default(), &mut Watch::default())?;
    let Some(result) = result.get::<Squares>() else { unreachable!("the pass yields Squares") };
    let text = result.root().to_tree().to_string();
    assert!(text.contains("(square (type-prim i32) (var (type-prim i32) x))"), "{text}");
    Ok(())
}
