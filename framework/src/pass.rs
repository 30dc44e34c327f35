//! Passes and rules: how they are declared and what the driver knows of them.

use crate::program::{AnyLanguage, Dialect, Program};
use crate::{Error, Language, Owned, Result, SourceMap, Span};
use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

/// What a pass's declaration says.
pub struct PassInfo {
    /// The name on command lines: `defunc`.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// Rules that the input must obey besides its language's own.
    pub requires: &'static [&'static dyn AnyRule],
    /// Rules that the output obeys besides its language's own: the pass's validator.
    pub ensures: &'static [&'static dyn AnyRule],
    /// What it counts.
    pub counts: &'static [&'static str],
    /// Its options: name, default, meaning.
    pub options: &'static [(&'static str, &'static str, &'static str)],
}

impl PassInfo {
    /// The first line of the documentation.
    pub fn summary(&self) -> &'static str {
        self.doc.trim().lines().next().unwrap_or_default().trim()
    }
}

/// The declared part of a pass. Implemented by [`pass!`](crate::pass!).
pub trait Declared {
    /// The language of its input.
    type From: Dialect;
    /// The language of its output.
    type To: Dialect;
    /// The declaration.
    const INFO: PassInfo;
}

/// The part of a pass that its author writes.
pub trait Transform: Declared {
    /// Translates a whole program.
    fn run(&self, program: &Owned<Self::From>, context: &mut Context) -> Result<Owned<Self::To>>;
}

/// A pass as a value.
pub trait AnyPass: Send + Sync {
    /// Its declaration.
    fn info(&self) -> &PassInfo;
    /// The language of its input.
    fn from(&self) -> AnyLanguage;
    /// The language of its output.
    fn to(&self) -> AnyLanguage;
    /// Runs it; fails if the program is of another language.
    fn run(&self, program: &Program, context: &mut Context) -> Result<Program>;
}

struct Wrapped<P: Declared>(P, PassInfo);

impl<P: Transform + Send + Sync> AnyPass for Wrapped<P>
where
    Owned<P::From>: Send,
    Owned<P::To>: Send,
{
    fn info(&self) -> &PassInfo {
        &self.1
    }
    fn from(&self) -> AnyLanguage {
        AnyLanguage::of::<P::From>()
    }
    fn to(&self) -> AnyLanguage {
        AnyLanguage::of::<P::To>()
    }
    fn run(&self, program: &Program, context: &mut Context) -> Result<Program> {
        let Some(input) = program.get::<P::From>() else {
            return Err(Error::internal(format!(
                "pass `{}` expects {}, but was given {}",
                P::INFO.name,
                P::From::INFO.name,
                program.language().info.name
            )));
        };
        Ok(Program::new(self.0.run(input, context)?))
    }
}

/// A declared pass as a value for registries and pipelines.
pub fn erase<P: Transform + Send + Sync + 'static>(pass: P) -> Arc<dyn AnyPass>
where
    Owned<P::From>: Send,
    Owned<P::To>: Send,
{
    Arc::new(Wrapped(pass, P::INFO))
}

/// Declares a pass: a unit struct with its [`Declared`] part. The author adds `impl Transform`.
///
/// ```
/// # mod tiny { framework::language! { pub language Tiny { terminals { Int: i64 } root Program; Program = { value: Int } } } }
/// # use framework::{Dialect, Owned, Result, pass, pass::{Context, Transform}};
/// # use tiny::Tiny;
/// # impl Dialect for Tiny {}
/// pass! {
///     /// Doubles the number.
///     pub Double = "double": Tiny => Tiny {
///         counts: { doubled },
///     }
/// }
/// impl Transform for Double {
///     fn run(&self, program: &Owned<Tiny>, context: &mut Context) -> Result<Owned<Tiny>> {
///         context.count("doubled", 1);
///         Owned::build(|_| Ok(tiny::Program { value: program.root().value * 2, ..*program.root() }))
///     }
/// }
/// ```
#[macro_export]
macro_rules! pass {
    (
        $(#[doc = $doc:literal])*
        $vis:vis $name:ident = $key:literal : $from:ty => $to:ty {
            $(requires: [$($requires:expr),* $(,)?] $(,)?)?
            $(ensures: [$($ensures:expr),* $(,)?] $(,)?)?
            $(counts: { $($count:ident),* $(,)? } $(,)?)?
            $(options: { $($option:ident = $default:literal: $meaning:literal),* $(,)? } $(,)?)?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug)]
        $vis struct $name;

        impl $crate::pass::Declared for $name {
            type From = $from;
            type To = $to;
            const INFO: $crate::pass::PassInfo = $crate::pass::PassInfo {
                name: $key,
                doc: concat!($($doc, "\n"),*),
                requires: &[$($(&$requires),*)?],
                ensures: &[$($(&$ensures),*)?],
                counts: &[$($(stringify!($count)),*)?],
                options: &[$($((stringify!($option), $default, $meaning)),*)?],
            };
        }
    };
}

/// A rule that programs of a language obey. Declared by [`rules!`](crate::rules!).
pub trait Rule: Sync + 'static {
    /// Whose programs it speaks of.
    type Of: Dialect;
    /// Its name: `unique-names`.
    const NAME: &'static str;
    /// The doc comment.
    const DOC: &'static str;
    /// Reports every violation.
    fn violations(program: &<Self::Of as Language>::Root<'_>, report: &mut Report);
}

/// A rule as a value.
pub trait AnyRule: Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// What it says.
    fn doc(&self) -> &'static str;
    /// The language whose programs it speaks of.
    fn language(&self) -> &'static crate::LanguageInfo;
    /// Reports every violation; programs of other languages have none.
    fn check(&self, program: &Program, report: &mut Report);
}

impl<R: Rule> AnyRule for R {
    fn name(&self) -> &'static str {
        R::NAME
    }
    fn doc(&self) -> &'static str {
        R::DOC
    }
    fn language(&self) -> &'static crate::LanguageInfo {
        <R::Of as Language>::INFO
    }
    fn check(&self, program: &Program, report: &mut Report) {
        if let Some(program) = program.get::<R::Of>() {
            report.rule = R::NAME;
            R::violations(program.root(), report);
        }
    }
}

/// Declares rules: unit structs that implement [`Rule`] by a function each.
///
/// ```text
/// rules! { Anf:
///     /// Every name has one binding occurrence.
///     pub UniqueNames = "unique-names" by unique_names;
/// }
/// fn unique_names(program: &Program<'_>, report: &mut Report) { … }
/// ```
#[macro_export]
macro_rules! rules {
    ($of:ty : $($(#[doc = $doc:literal])* $vis:vis $name:ident = $key:literal by $check:path;)*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug)]
            $vis struct $name;

            impl $crate::pass::Rule for $name {
                type Of = $of;
                const NAME: &'static str = $key;
                const DOC: &'static str = concat!($($doc, "\n"),*);
                fn violations(
                    program: &<$of as $crate::Language>::Root<'_>,
                    report: &mut $crate::pass::Report,
                ) {
                    $check(program, report)
                }
            }
        )*
    };
}

/// One violation of a rule.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The rule's name.
    pub rule: &'static str,
    /// In which function, if rules said so.
    pub function: Option<String>,
    /// The node, printed.
    pub node: Option<String>,
    /// Its place in source.
    pub span: Span,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.rule)?;
        if let Some(function) = &self.function {
            write!(f, "in `{function}`: ")?;
        }
        f.write_str(&self.message)?;
        if let Some(node) = &self.node {
            write!(f, "\n    {node}")?;
        }
        Ok(())
    }
}

/// What a validation found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    rule: &'static str,
    function: Option<String>,
    /// All violations so far.
    pub violations: Vec<Violation>,
}

impl Report {
    /// The rest is about this function.
    pub fn enter(&mut self, function: impl fmt::Display) {
        self.function = Some(function.to_string());
    }

    /// A violation at a place.
    pub fn fail(&mut self, span: Span, message: impl Into<String>) {
        self.violations.push(Violation {
            rule: self.rule,
            function: self.function.clone(),
            node: None,
            span,
            message: message.into(),
        });
    }

    /// A violation by a node, which is printed with it.
    pub fn fail_node(&mut self, node: &impl crate::Node, message: impl Into<String>) {
        self.fail(node.span(), message);
        if let Some(violation) = self.violations.last_mut() {
            let mut text = node.to_tree().to_string();
            if text.chars().count() > 200 {
                text = text.chars().take(200).chain("…".chars()).collect();
            }
            violation.node = Some(text);
        }
    }

    /// Whether nothing was found.
    pub fn is_clean(&self) -> bool {
        self.violations.is_empty()
    }

    /// Reports unbound names and, with `unique`, names bound twice: rules that nearly every language has.
    pub fn names(&mut self, node: &impl crate::Node, unique: bool) {
        for fault in crate::check_names(node, unique) {
            match fault {
                crate::NameFault::Unbound(name, span) => self.fail(span, format!("`{name}` is not in scope")),
                crate::NameFault::Rebound(name, span) => self.fail(span, format!("`{name}` is bound a second time")),
            }
        }
    }
}

/// Something that a pass found.
#[derive(Clone, Debug)]
pub struct Note {
    /// The pass.
    pub pass: &'static str,
    /// The function that it is about, if the pass said so.
    pub function: Option<String>,
    /// What it is about.
    pub span: Span,
    /// What was found.
    pub message: String,
    /// The place that the message speaks of.
    pub around: Span,
}

/// What a pass may use besides its input.
#[derive(Default)]
pub struct Context {
    /// Source texts, for messages that name places.
    pub sources: SourceMap,
    /// Warnings for the user.
    pub warnings: Vec<Error>,
    /// What passes found that only those want to know who ask for it.
    pub notes: Vec<Note>,
    pass: &'static str,
    options: HashMap<String, String>,
    counters: BTreeMap<&'static str, u64>,
    rules: BTreeMap<&'static str, u64>,
    extras: HashMap<TypeId, Box<dyn Any + Send>>,
    unchanged: bool,
}

impl Context {
    /// A context with these sources.
    pub fn new(sources: SourceMap) -> Context {
        Context { sources, ..Context::default() }
    }

    /// Adds to a counter that the pass declared.
    pub fn count(&mut self, counter: &'static str, by: u64) {
        *self.counters.entry(counter).or_default() += by;
    }

    /// Adds to a counter what the pass has changed; if that is nothing, the result is the program that was given.
    pub fn changed(&mut self, counter: &'static str, by: u64) {
        self.count(counter, by);
        if by == 0 {
            self.unchanged();
        }
    }

    /// Says that the result is the program that was given.
    pub fn unchanged(&mut self) {
        self.unchanged = true;
    }

    /// Whether the last pass said so.
    pub(crate) fn is_unchanged(&self) -> bool {
        self.unchanged
    }

    /// Says that a rule of the pass's tables has changed something so many times.
    pub fn applied(&mut self, rule: &'static str, times: u64) {
        *self.rules.entry(rule).or_default() += times;
    }

    /// Says something about a place that has to do with another place.
    pub fn note(&mut self, span: Span, message: impl Into<String>, around: Span) {
        self.notes.push(Note { pass: self.pass, function: None, span, message: message.into(), around });
    }

    /// Says something about a place in a function.
    pub fn note_in(&mut self, function: impl fmt::Display, span: Span, message: impl Into<String>) {
        let function = Some(function.to_string());
        self.notes.push(Note { pass: self.pass, function, span, message: message.into(), around: span });
    }

    /// An option of the running pass, or its default.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }

    /// Something that the driver made available to passes (a file loader, say).
    pub fn extra<T: 'static>(&self) -> Option<&T> {
        self.extras.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// The same, to change it.
    pub fn extra_mut<T: 'static>(&mut self) -> Option<&mut T> {
        self.extras.get_mut(&TypeId::of::<T>())?.downcast_mut()
    }

    /// Makes something available to passes.
    pub fn provide<T: Send + 'static>(&mut self, value: T) {
        self.extras.insert(TypeId::of::<T>(), Box::new(value));
    }

    pub(crate) fn begin(&mut self, info: &PassInfo, given: &[(String, String)]) {
        self.pass = info.name;
        self.unchanged = false;
        self.rules.clear();
        self.counters = info.counts.iter().map(|counter| (*counter, 0)).collect();
        self.options = info.options.iter().map(|(name, default, _)| (name.to_string(), default.to_string())).collect();
        self.options.extend(given.iter().cloned());
    }

    pub(crate) fn take_counters(&mut self) -> Vec<(&'static str, u64)> {
        std::mem::take(&mut self.counters).into_iter().collect()
    }

    pub(crate) fn take_rules(&mut self) -> Vec<(&'static str, u64)> {
        std::mem::take(&mut self.rules).into_iter().collect()
    }
}
