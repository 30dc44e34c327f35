//! A nanopass compiler framework: languages, passes and pipelines as declarations.
//!
//! - [`language!`] declares a language by its grammar. It generates the typed AST with its arena, traversals ([`Node`],
//!   and `Visit`, `Rewrite`, `Lower` in the language's module), binding structure, S-expressions and documentation. A
//!   language that `extends` another declares only the changes; the parent may be in another crate.
//! - [`pass!`] declares a pass, and [`pass::Transform`] is the code of a pass. [`rules!`] declares rules that programs
//!   must obey.
//! - [`pipeline::Pipeline`] is a list of passes, checked before it runs, with dumps, validation and timings around each
//!   pass.
//! - [`Owned`] is a program together with the arena that owns its nodes. [`Program`] is a program whose language is
//!   known only at run time.
//!
//! # A compiler in three languages
//!
//! This example compiles the lambda calculus with let and arithmetic, by closure conversion, to code for a stack
//! machine:
//!
//! ```
//! use framework::pass::{Context, Run, Transform, erase};
//! use framework::pipeline::{Pipeline, Watch};
//! use framework::{Dialect, Error, FileId, Name, Node, Owned, Program, Result, Span, pass, sexp::Tree};
//!
//! mod lambda {
//!     framework::language! {
//!         /// The lambda calculus with let and arithmetic.
//!         pub language Lambda {
//!             terminals { Int: i64 }
//!             root Program;
//!             Program = { body: Expr }
//!             Expr {
//!                 Num { value: Int },
//!                 #[var] Var { name: Name },
//!                 Add { lhs: Expr, rhs: Expr },
//!                 Mul { lhs: Expr, rhs: Expr },
//!                 Let { name: Bind binds (body), rhs: Expr, body: Expr },
//!                 Lam { param: Bind binds (body), body: Expr },
//!                 App { func: Expr, arg: Expr },
//!             }
//!         }
//!     }
//! }
//!
//! mod closed {
//!     framework::language! {
//!         /// Functions are at the top level. A closure has the name of its function and the captured variables.
//!         pub language Closed extends super::lambda::Lambda {
//!             ~ Program = { funs: [Fun] binds (body), body: Expr }
//!             + Fun = { name: Bind, captured: [Param] binds (body), param: Bind binds (body), body: Expr }
//!             + Param = { name: Bind }
//!             Expr { - Lam; + Closure { func: Name, captured: [Expr] } }
//!         }
//!     }
//! }
//!
//! mod stack {
//!     framework::language! {
//!         /// Code for a machine with a stack of values, and with slots for the variables of each call.
//!         pub language Stack {
//!             terminals { Int: i64 }
//!             root Program;
//!             /// The code of the program, and the code of its functions by number.
//!             Program = { main: Block, funs: [Block] }
//!             Block = { code: [Instr] }
//!             Instr {
//!                 Push { value: Int },
//!                 Load { slot: Int },
//!                 /// Moves a value from the stack to a new slot.
//!                 Enter {},
//!                 /// Drops the newest slot.
//!                 Leave {},
//!                 Add {}, Mul {},
//!                 /// Moves `captured` values from the stack into a closure.
//!                 Close { fun: Int, captured: Int },
//!                 Call {},
//!             }
//!         }
//!     }
//! }
//!
//! use closed::{Closed, Lower, gone};
//! use lambda::Lambda;
//! use stack::{Instr, Stack};
//!
//! impl Dialect for Lambda {}
//! impl Dialect for Closed {}
//! impl Dialect for Stack {}
//!
//! pass! {
//!     /// Moves every lambda to the top level, with its free variables as further parameters.
//!     pub ConvertClosures = "convert-closures": Lambda => Closed { counts: { closures } }
//! }
//!
//! struct Converter<'b> {
//!     arena: &'b closed::Arena<'b>,
//!     funs: Vec<closed::Fun<'b>>,
//! }
//!
//! // `Lower` carries over productions that both languages have. `Lam` and `Program` are not among them: without one of
//! // these two methods, the Rust compiler reports an error.
//! impl<'a, 'b> Lower<'a, 'b> for Converter<'b> {
//!     fn arena(&self) -> &'b closed::Arena<'b> {
//!         self.arena
//!     }
//!     fn expr_lam(&mut self, node: gone::ExprLam<'a>) -> Result<closed::Expr<'b>> {
//!         let gone::ExprLam { span, param, body } = node;
//!         let free: Vec<Name> = body.free_names().into_iter().filter(|name| *name != param).collect();
//!         let lowered = self.lower_expr(body)?;
//!         let arena = self.arena;
//!         let func = Name::fresh("fun");
//!         let captured = arena.slice(free.iter().map(|name| closed::Param { span, name: *name }));
//!         self.funs.push(closed::Fun { span, name: func, captured, param, body: arena.alloc(lowered) });
//!         let captured = arena.slice(free.into_iter().map(|name| closed::Expr::Var { span, name }));
//!         Ok(closed::Expr::Closure { span, func, captured })
//!     }
//!     fn program_node(&mut self, node: gone::Program<'a>) -> Result<closed::Program<'b>> {
//!         let gone::Program { span, body } = node;
//!         let body = self.lower_expr(body)?;
//!         let arena = self.arena;
//!         Ok(closed::Program { span, funs: arena.slice(self.funs.drain(..)), body: arena.alloc(body) })
//!     }
//! }
//!
//! impl Transform for ConvertClosures {
//!     fn transform(&self, program: &Owned<Lambda>, run: &mut Run<'_, Self>) -> Result<Owned<Closed>> {
//!         let result = Owned::build(|arena| Converter { arena, funs: Vec::new() }.lower_program(program.root()));
//!         run.counts.closures = result.as_ref().map_or(0, |program: &Owned<Closed>| program.root().funs.len() as u64);
//!         result
//!     }
//! }
//!
//! pass! {
//!     /// Turns expressions into code for the stack machine.
//!     pub Generate = "generate": Closed => Stack {}
//! }
//!
//! struct Generator {
//!     funs: Vec<Name>,
//!     slots: Vec<Name>,
//!     code: Vec<Instr>,
//! }
//!
//! impl Generator {
//!     fn expr(&mut self, expr: &closed::Expr<'_>) -> Result<()> {
//!         use closed::Expr;
//!         let span = expr.span();
//!         let instr = match expr {
//!             Expr::Num { value, .. } => Instr::Push { span, value: *value },
//!             Expr::Var { name, .. } => {
//!                 let slot = self.slots.iter().rposition(|slot| slot == name);
//!                 let slot = slot.ok_or_else(|| Error::user(span, format!("there is no variable `{name}`")))?;
//!                 Instr::Load { span, slot: slot as i64 }
//!             }
//!             Expr::Add { lhs, rhs, .. } | Expr::Mul { lhs, rhs, .. } => {
//!                 self.expr(lhs)?;
//!                 self.expr(rhs)?;
//!                 if matches!(expr, Expr::Add { .. }) { Instr::Add { span } } else { Instr::Mul { span } }
//!             }
//!             Expr::Let { name, rhs, body, .. } => {
//!                 self.expr(rhs)?;
//!                 self.code.push(Instr::Enter { span });
//!                 self.slots.push(*name);
//!                 self.expr(body)?;
//!                 self.slots.pop();
//!                 Instr::Leave { span }
//!             }
//!             Expr::App { func, arg, .. } => {
//!                 self.expr(func)?;
//!                 self.expr(arg)?;
//!                 Instr::Call { span }
//!             }
//!             Expr::Closure { func, captured, .. } => {
//!                 captured.iter().try_for_each(|variable| self.expr(variable))?;
//!                 let fun = self.funs.iter().position(|fun| fun == func).unwrap_or_default() as i64;
//!                 Instr::Close { span, fun, captured: captured.len() as i64 }
//!             }
//!         };
//!         self.code.push(instr);
//!         Ok(())
//!     }
//! }
//!
//! impl Transform for Generate {
//!     fn transform(&self, program: &Owned<Closed>, _: &mut Run<'_, Self>) -> Result<Owned<Stack>> {
//!         let root = program.root();
//!         let funs: Vec<Name> = root.funs.iter().map(|fun| fun.name).collect();
//!         Owned::<Stack>::build(|arena| {
//!             let block = |slots: Vec<Name>, body: &closed::Expr<'_>| {
//!                 let mut generator = Generator { funs: funs.clone(), slots, code: Vec::new() };
//!                 generator.expr(body)?;
//!                 Ok::<_, Error>(stack::Block { span: body.span(), code: arena.slice(generator.code) })
//!             };
//!             let slots = |fun: &closed::Fun<'_>| {
//!                 fun.captured.iter().map(|param| param.name).chain([fun.param]).collect()
//!             };
//!             let blocks: Result<Vec<_>> = root.funs.iter().map(|fun| block(slots(fun), fun.body)).collect();
//!             let main = arena.alloc(block(Vec::new(), root.body)?);
//!             Ok(stack::Program { span: root.span, main, funs: arena.slice(blocks?) })
//!         })
//!     }
//! }
//!
//! fn main() -> Result<()> {
//!     // let a = 5 in let twice = \g -> \x -> g (g x) in twice (\y -> y + a) 1
//!     let text = "(program (let a (num 5) (let twice (lam g (lam x (app (var g) (app (var g) (var x)))))
//!                   (app (app (var twice) (lam y (add (var y) (var a)))) (num 1)))))";
//!     let source = Program::new(Owned::<Lambda>::from_tree(&Tree::parse(text, FileId(1))?)?);
//!     let pipeline = Pipeline { steps: vec![erase(ConvertClosures).into(), erase(Generate).into()] };
//!     let mut watch = Watch::default();
//!     let code = pipeline.run(source, &mut Context::default(), &mut watch)?;
//!     assert_eq!(watch.timings[0].counters, [("closures", 3)]);
//!     let Some(code) = code.get::<Stack>() else { unreachable!("the pipeline ends in Stack") };
//!     assert_eq!(run(code.root(), code.root().main, Vec::new()), Value::Num(11));
//!     Ok(())
//! }
//! # #[derive(Clone, Debug, PartialEq)]
//! # enum Value {
//! #     Num(i64),
//! #     Closure(usize, Vec<Value>),
//! # }
//! # fn run(program: &stack::Program<'_>, block: &stack::Block<'_>, mut slots: Vec<Value>) -> Value {
//! #     let mut stack = Vec::new();
//! #     for instr in block.code {
//! #         match instr {
//! #             Instr::Push { value, .. } => stack.push(Value::Num(*value)),
//! #             Instr::Load { slot, .. } => stack.push(slots[*slot as usize].clone()),
//! #             Instr::Enter { .. } => slots.extend(stack.pop()),
//! #             Instr::Leave { .. } => drop(slots.pop()),
//! #             Instr::Add { .. } | Instr::Mul { .. } => match (stack.pop(), stack.pop()) {
//! #                 (Some(Value::Num(b)), Some(Value::Num(a))) => {
//! #                     stack.push(Value::Num(if matches!(instr, Instr::Add { .. }) { a + b } else { a * b }))
//! #                 }
//! #                 other => panic!("operands {other:?}"),
//! #             },
//! #             Instr::Close { fun, captured, .. } => {
//! #                 let captured = stack.split_off(stack.len() - *captured as usize);
//! #                 stack.push(Value::Closure(*fun as usize, captured));
//! #             }
//! #             Instr::Call { .. } => match (stack.pop(), stack.pop()) {
//! #                 (Some(arg), Some(Value::Closure(fun, mut slots))) => {
//! #                     slots.push(arg);
//! #                     stack.push(run(program, &program.funs[fun], slots));
//! #                 }
//! #                 other => panic!("a call of {other:?}"),
//! #             },
//! #         }
//! #     }
//! #     stack.pop().unwrap()
//! # }
//! ```

// Lets macros use the path `::framework::…` inside this crate's own tests and documentation.
extern crate self as framework;

mod error;
pub mod huge_pages;
mod language;
mod name;
mod node;
mod owned;
pub mod pass;
pub mod pipeline;
pub mod print;
mod program;
mod rename;
pub mod sexp;
pub mod similar;
pub mod span;
pub mod stack;
mod symbol;
mod terminal;

#[doc(hidden)]
pub use error::only_rule;
pub use error::{Code, Error, ErrorData, ErrorKind, Result, Suggestion};
pub use framework_macros::{__extend, language};
pub use language::{FieldCount, FieldInfo, Language, LanguageInfo, NonterminalInfo, ProductionInfo, TerminalInfo};
pub use name::Name;
pub use node::{Allocates, NameFault, Node, Scope, Walker, check_names};
pub use owned::Owned;
pub use program::{AnyLanguage, Dialect, Outcome, Program};
pub use rename::{Names, NoVariable, Renaming, Static};
pub use span::{FileId, SourceFile, SourceMap, Span};
pub use symbol::Symbol;
pub use terminal::Terminal;
#[doc(hidden)]
pub use typed_arena;
