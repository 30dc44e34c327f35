//! Programs and languages as values, for code that knows a language only at run time: registries, pipelines and
//! plug-ins.

use crate::pass::{AnyRule, Context, Report};
use crate::sexp::Tree;
use crate::{Error, Language, LanguageInfo, Name, Names, Node, Owned, ProductionInfo, Result, Span, Walker};
use std::any::Any;
use std::fmt;

/// The parts of a language besides its grammar. All methods have defaults, so `impl Dialect for Mine {}` is enough at
/// first.
pub trait Dialect: Language {
    /// Returns the readable form of a program, or of its function `only`.
    fn print(root: &Self::Root<'_>, _only: Option<&str>) -> String {
        root.to_tree().pretty(120)
    }

    /// Returns the rules: invariants that Rust's types cannot express. They are checked after every pass to this
    /// language.
    fn rules() -> &'static [&'static dyn AnyRule] {
        &[]
    }

    /// Runs a program on an input. The driver and the evaluators agree on the type of inputs.
    fn evaluate(_program: &Owned<Self>, _input: &dyn Any, _context: &Context) -> Result<Outcome> {
        Err(Error::limitation(Span::NONE, format!("programs of {} have no evaluator", Self::INFO.name)))
    }
}

/// The result of an evaluator. The driver knows its type.
pub type Outcome = Box<dyn Any>;

/// A language as a value.
#[derive(Clone, Copy)]
pub struct AnyLanguage {
    /// The grammar.
    pub info: &'static LanguageInfo,
    /// The rules.
    pub rules: fn() -> &'static [&'static dyn AnyRule],
    /// Reads a program from its S-expression.
    pub read: fn(&Tree) -> Result<Program>,
}

impl AnyLanguage {
    /// Returns the value for a language.
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
    /// Wraps a program, and so hides its language from the type.
    pub fn new<L: Dialect>(program: Owned<L>) -> Program
    where
        Owned<L>: Send,
    {
        Program(Box::new(program))
    }

    /// Returns the language.
    pub fn language(&self) -> AnyLanguage {
        self.0.language()
    }

    /// Returns the program if it is of language `L`.
    pub fn get<L: Dialect>(&self) -> Option<&Owned<L>> {
        self.0.as_any().downcast_ref()
    }

    /// Returns the program if it is of language `L`; else gives back `self`.
    pub fn into_owned<L: Dialect>(self) -> std::result::Result<Owned<L>, Program> {
        if self.get::<L>().is_none() {
            return Err(self);
        }
        match self.0.into_any().downcast() {
            Ok(program) => Ok(*program),
            Err(_) => unreachable!("the type was just tested"),
        }
    }

    /// Returns the S-expression.
    pub fn to_tree(&self) -> Tree {
        self.0.to_tree()
    }

    /// Returns the readable form of the program, or of its function `only`.
    pub fn print(&self, only: Option<&str>) -> String {
        self.0.print(only)
    }

    /// Runs the program.
    pub fn evaluate(&self, input: &dyn Any, context: &Context) -> Result<Outcome> {
        self.0.evaluate(input, context)
    }

    /// Returns the height: the number of levels of nodes.
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

    /// Reserves the names of this program on this thread, so that fresh names differ from them.
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
