//! Programs whose language is known only at run time: what registries, pipelines and plug-ins pass around.

use crate::pass::{AnyRule, Context, Report};
use crate::sexp::Tree;
use crate::{Error, Language, LanguageInfo, Name, Names, Node, Owned, ProductionInfo, Result, Span, Walker};
use std::any::Any;
use std::fmt;

/// What a language brings besides its grammar. Every item has a default, so that `impl Dialect for Mine {}` is enough to start with.
pub trait Dialect: Language {
    /// The readable form of a program, or of the one function `only`.
    fn print(root: &Self::Root<'_>, _only: Option<&str>) -> String {
        root.to_tree().pretty(120)
    }

    /// What Rust's types cannot say about programs: checked after every pass that yields this language.
    fn rules() -> &'static [&'static dyn AnyRule] {
        &[]
    }

    /// Runs a program on an input that the driver and the evaluators agree on.
    fn evaluate(_program: &Owned<Self>, _input: &dyn Any, _context: &Context) -> Result<Outcome> {
        Err(Error::limitation(Span::NONE, format!("programs of {} have no evaluator", Self::INFO.name)))
    }
}

/// What an evaluator yields; drivers know the type.
pub type Outcome = Box<dyn Any>;

/// A language as a value.
#[derive(Clone, Copy)]
pub struct AnyLanguage {
    /// The grammar.
    pub info: &'static LanguageInfo,
    /// Its rules.
    pub rules: fn() -> &'static [&'static dyn AnyRule],
    /// Reads a program.
    pub read: fn(&Tree) -> Result<Program>,
}

impl AnyLanguage {
    /// The value for a language.
    pub fn of<L: Dialect>() -> AnyLanguage
    where
        Owned<L>: Send,
    {
        AnyLanguage { info: L::INFO, rules: L::rules, read: |tree| Ok(Program::new(Owned::<L>::from_tree(tree)?)) }
    }
}

impl fmt::Debug for AnyLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info.name)
    }
}

trait Erased: Any + Send {
    fn language(&self) -> AnyLanguage;
    fn to_tree(&self) -> Tree;
    fn print(&self, only: Option<&str>) -> String;
    fn evaluate(&self, input: &dyn Any, context: &Context) -> Result<Outcome>;
    fn walk(&self, walker: &mut dyn Walker);
    fn copy(&self) -> Program;
    fn as_any(&self) -> &dyn Any;
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

impl<L: Dialect> Erased for Owned<L>
where
    Owned<L>: Send,
{
    fn language(&self) -> AnyLanguage {
        AnyLanguage::of::<L>()
    }
    fn to_tree(&self) -> Tree {
        self.root().to_tree()
    }
    fn print(&self, only: Option<&str>) -> String {
        L::print(self.root(), only)
    }
    fn evaluate(&self, input: &dyn Any, context: &Context) -> Result<Outcome> {
        L::evaluate(self, input, context)
    }
    fn walk(&self, walker: &mut dyn Walker) {
        self.root().walk(walker);
    }
    fn copy(&self) -> Program {
        Program::new(Owned::copy(self, Names::Keep))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

/// A program of some language.
pub struct Program(Box<dyn Erased>);

impl Program {
    /// Forgets which language it is.
    pub fn new<L: Dialect>(program: Owned<L>) -> Program
    where
        Owned<L>: Send,
    {
        Program(Box::new(program))
    }

    /// The language.
    pub fn language(&self) -> AnyLanguage {
        self.0.language()
    }

    /// The program, if it is of language `L`.
    pub fn get<L: Dialect>(&self) -> Option<&Owned<L>> {
        self.0.as_any().downcast_ref()
    }

    /// The program, if it is of language `L`; else gives it back.
    pub fn into_owned<L: Dialect>(self) -> std::result::Result<Owned<L>, Program> {
        if self.get::<L>().is_none() {
            return Err(self);
        }
        match self.0.into_any().downcast() {
            Ok(program) => Ok(*program),
            Err(_) => unreachable!("the type was just tested"),
        }
    }

    /// The S-expression.
    pub fn to_tree(&self) -> Tree {
        self.0.to_tree()
    }

    /// The readable form.
    pub fn print(&self, only: Option<&str>) -> String {
        self.0.print(only)
    }

    /// Runs it.
    pub fn evaluate(&self, input: &dyn Any, context: &Context) -> Result<Outcome> {
        self.0.evaluate(input, context)
    }

    /// How many levels of nodes it has.
    pub fn height(&self) -> usize {
        #[derive(Default)]
        struct Height {
            now: usize,
            most: usize,
        }
        impl Walker for Height {
            fn node(&mut self, _: &'static ProductionInfo, _: Span) {
                self.now += 1;
                self.most = self.most.max(self.now);
            }
            fn leave(&mut self) {
                self.now -= 1;
            }
            fn name(&mut self, _: Name, _: Span) {}
            fn bind(&mut self, _: &[Name]) {}
            fn unbind(&mut self, _: &[Name]) {}
        }
        let mut height = Height::default();
        self.0.walk(&mut height);
        height.most
    }

    /// Makes sure that names made from now on meet none of this program.
    pub fn reserve_names(&self) {
        struct Reserve;
        impl Walker for Reserve {
            fn name(&mut self, name: Name, _: Span) {
                Name::reserve(name.tag);
            }
            fn binder(&mut self, name: Name, _: Span) {
                Name::reserve(name.tag);
            }
            fn bind(&mut self, _: &[Name]) {}
            fn unbind(&mut self, _: &[Name]) {}
        }
        self.0.walk(&mut Reserve);
    }

    /// Checks the language's rules.
    pub fn check_rules(&self) -> Report {
        let mut report = Report::default();
        for rule in (self.language().rules)() {
            rule.check(self, &mut report);
        }
        report
    }
}

impl Clone for Program {
    fn clone(&self) -> Self {
        self.0.copy()
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_tree().pretty(120))
    }
}
