//! Two small languages, one extending the other across modules.
#![allow(missing_docs)]
// ANCHOR: lambda
mod lambda {
    framework::language! {
        /// The lambda calculus with let and numbers.
        pub language Lambda {
            terminals { Int: i64 }
            root Program;
            Program = { body: Expr }
            Expr {
                Num { value: Int },
                /// A variable.
                #[var] Var { name: Name },
                Lam { param: Bind binds (body), body: Expr },
                App { func: Expr, arg: Expr },
                Let { name: Bind binds (body), rhs: Expr, body: Expr },
            }
        }
    }
}
// ANCHOR_END: lambda
// ANCHOR: closed
mod closed {
    framework::language! {
        /// Without let.
        pub language NoLet extends super::lambda::Lambda {
            Expr { - Let; + Seq { items: [Expr] } }
        }
    }
}
// ANCHOR_END: closed
use closed::{Lower, NoLet, gone};
use framework::{Error, Node, Owned, Result, sexp::Tree};
use lambda::Lambda;

struct DropLets<'b> {
    arena: &'b closed::Arena<'b>,
}
impl<'a, 'b> Lower<'a, 'b> for DropLets<'b> {
    fn arena(&self) -> &'b closed::Arena<'b> {
        self.arena
    }
    fn expr_let(&mut self, node: gone::ExprLet<'a>) -> Result<closed::Expr<'b>> {
        let gone::ExprLet { span, name, rhs, body } = node;
        let body = self.lower_expr(body)?;
        let arg = self.lower_expr(rhs)?;
        let arena = self.arena;
        Ok(closed::Expr::App {
            span,
            func: arena.alloc(closed::Expr::Lam { span, param: name, body: arena.alloc(body) }),
            arg: arena.alloc(arg),
        })
    }
}

fn read(text: &str) -> Result<Owned<Lambda>> {
    Owned::from_tree(&Tree::parse(text, framework::FileId(0))?)
}

#[test]
fn lowers_let() {
    let program = read("(program (let x (num 1) (app (lam y (var y)) (var x))))").unwrap();
    let lowered: Owned<NoLet> = Owned::build(|arena| DropLets { arena }.lower_program(program.root())).unwrap();
    assert_eq!(lowered.root().to_tree().to_string(), "(program (app (lam x (app (lam y (var y)) (var x))) (num 1)))");
}

#[test]
fn alpha() {
    let a = read("(program (let x (var z) (app (lam y (var y)) (var x))))").unwrap();
    let b = read("(program (let u (var z) (app (lam u (var u)) (var u))))").unwrap();
    assert_ne!(a.root(), b.root());
    assert_eq!(a.copy(framework::Names::Canonical).root(), b.copy(framework::Names::Canonical).root());
    assert_eq!(a.root().free_names(), vec![framework::Name::plain("z")]);
    let _: Option<Error> = None;
}

impl framework::Dialect for Lambda {}

framework::pass! {
    /// Reports that it changed nothing.
    ///
    ///     x     becomes     x
    ///
    pub Idle = "idle": Lambda => Lambda {}
}
framework::pass! {
    /// Makes a copy, which counts as a change.
    ///
    ///     x     becomes     x
    ///
    pub Busy = "busy": Lambda => Lambda {}
}

impl framework::pass::Transform for Idle {
    fn transform(&self, program: &Owned<Lambda>, run: &mut framework::pass::Run<'_, Self>) -> Result<Owned<Lambda>> {
        run.unchanged();
        Ok(program.clone())
    }
}
impl framework::pass::Transform for Busy {
    fn transform(&self, program: &Owned<Lambda>, _: &mut framework::pass::Run<'_, Self>) -> Result<Owned<Lambda>> {
        Ok(program.clone())
    }
}

#[test]
fn settled_steps_are_passed_over() {
    use framework::pass::erase;
    use framework::pipeline::{Pipeline, Step, Watch};
    let tidy = || Step::from(erase(Busy)).settled_by("busy");
    let run = |steps: Vec<Step>| {
        let (mut context, mut watch) = (framework::pass::Context::default(), Watch::default());
        let program = framework::Program::new(read("(program (num 1))").unwrap());
        Pipeline { steps }.run_on_any(program, &mut context, &mut watch).unwrap();
        watch.timings.iter().map(|timing| timing.pass).collect::<Vec<_>>()
    };
    assert_eq!(run(vec![tidy(), erase(Idle).into(), tidy()]), ["busy", "idle"]);
    assert_eq!(run(vec![tidy(), erase(Idle).into(), erase(Busy).into(), tidy()]), ["busy", "idle", "busy"]);
    assert_eq!(run(vec![erase(Idle).into(), tidy()]), ["idle", "busy"], "what has not been run settles nothing");
}

#[test]
fn steps_of_one_pass_have_numbers() {
    use framework::pass::erase;
    use framework::pipeline::{Pipeline, Step};
    let mut pipeline = Pipeline { steps: vec![erase(Busy).into(), erase(Idle).into(), erase(Busy).into()] };
    assert_eq!(pipeline.labels(), ["busy#1", "idle", "busy#2"]);
    let error = pipeline.insert_after("busy", Step::from(erase(Idle))).unwrap_err();
    assert_eq!(error.to_string(), "pass `busy` has several steps: say which one, from `busy#1` to `busy#2`");
    pipeline.insert_after("busy#2", Step::from(erase(Idle))).unwrap();
    assert_eq!(pipeline.labels(), ["busy#1", "idle#1", "busy#2", "idle#2"]);
}

framework::pass! {
    /// Runs its inner steps on the whole program, as the only part.
    ///
    ///     x     becomes     x
    ///
    pub Around = "around": Lambda => Lambda {}
}

impl framework::pass::Transform for Around {
    fn transform(&self, program: &Owned<Lambda>, run: &mut framework::pass::Run<'_, Self>) -> Result<Owned<Lambda>> {
        run.part(program.clone())
    }
}

#[test]
fn inner_steps_are_dumped_and_timed() {
    use framework::pass::erase;
    use framework::pipeline::{Moment, Pipeline, Step, Watch};
    let folder = std::env::temp_dir().join(format!("framework-inner-{}", std::process::id()));
    let mut watch = Watch::default();
    watch.dumps.wanted = vec![(Moment::After, "around/*".into())];
    watch.dumps.folder = Some(folder.clone());
    let steps = vec![Step::from(erase(Around)).with_inner(vec![erase(Busy).into()])];
    let program = framework::Program::new(read("(program (num 1))").unwrap());
    Pipeline { steps }.run_on_any(program, &mut framework::pass::Context::default(), &mut watch).unwrap();
    let timed: Vec<&str> = watch.timings.iter().map(|timing| timing.pass).collect();
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(timed, ["around/busy", "around"]);
    assert_eq!(files, ["00.001-after-busy.lambda.txt"]);
}
