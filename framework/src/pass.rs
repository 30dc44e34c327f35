//! Passes and rules: their declarations, and the same as values for the driver.

use crate::program::{AnyLanguage, Dialect, Program};
use crate::{Error, Language, Owned, Result, SourceMap, Span};
use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// The declaration of a pass.
pub struct PassInfo {
    /// The name on command lines, such as `defunc`.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// Rules of the input, beyond those of its language.
    pub requires: &'static [&'static dyn AnyRule],
    /// Rules of the output, beyond those of its language: the pass's validator.
    pub ensures: &'static [&'static dyn AnyRule],
    /// The names of the counters.
    pub counts: &'static [&'static str],
    /// The options.
    pub options: &'static [OptionInfo],
}

/// The declaration of one option of a pass.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The name, such as `fast_math`.
    pub name: &'static str,
    /// The default value, as text.
    pub default: &'static str,
    /// The doc comment: the effect of the option.
    pub doc: &'static str,
    /// A description of the possible values, such as `on or off`.
    pub values: &'static str,
    /// Whether a text is a possible value.
    pub accepts: fn(&str) -> bool,
}

impl PassInfo {
    /// Returns a declaration that has only a name and a documentation.
    pub const fn named(name: &'static str, doc: &'static str) -> PassInfo {
        PassInfo { name, doc, requires: &[], ensures: &[], counts: &[], options: &[] }
    }

    /// Returns the error for an unknown option, or for a value that the option cannot have.
    pub fn bad_option(&self, name: &str, text: &str) -> Error {
        match self.options.iter().find(|option| option.name == name) {
            Some(option) => Error::user(
                Span::NONE,
                format!("the option `{name}` of pass `{}` is {}, not `{text}`", self.name, option.values),
            ),
            None => Error::user(Span::NONE, format!("pass `{}` has no option `{name}`", self.name)),
        }
    }

    /// Returns the first line of the documentation.
    pub fn summary(&self) -> &'static str {
        self.doc.trim().lines().next().unwrap_or_default().trim()
    }
}

/// The declaration of a pass as a trait. [`pass!`](crate::pass!) implements it.
pub trait Declared {
    /// The language of its input.
    type From: Dialect;
    /// The language of its output.
    type To: Dialect;
    /// A struct with a field for each counter.
    type Counts: Counts;
    /// A struct with a field for each option.
    type Options: Options;
    /// The declaration.
    const INFO: PassInfo;
}

/// The counters of a pass: a struct of numbers. [`pass!`](crate::pass!) makes it.
pub trait Counts: Default {
    /// Returns the names and values of the counters, in the order of declaration.
    fn list(&self) -> Vec<(&'static str, u64)>;
}

/// The struct with the counters of the pass `P`.
pub type CountsOf<P> = <P as Declared>::Counts;

/// The options of a pass: a struct of values. [`pass!`](crate::pass!) makes it.
pub trait Options: Default {
    /// Sets an option. Fails if there is no such option, or if `text` is not one of its values.
    fn set(&mut self, name: &str, text: &str) -> Result<()>;
}

/// A type that an option of a pass may have.
pub trait OptionValue: Sized {
    /// A description of the values, for people.
    const VALUES: &'static str;
    /// Returns the value that `text` stands for, if there is one.
    fn read(text: &str) -> Option<Self>;
}

impl OptionValue for bool {
    const VALUES: &'static str = "on or off";
    fn read(text: &str) -> Option<bool> {
        match text {
            "on" | "true" => Some(true),
            "off" | "false" => Some(false),
            _ => None,
        }
    }
}

impl OptionValue for String {
    const VALUES: &'static str = "a text";
    fn read(text: &str) -> Option<String> {
        Some(text.into())
    }
}

impl OptionValue for u64 {
    const VALUES: &'static str = "a number";
    fn read(text: &str) -> Option<u64> {
        text.parse().ok()
    }
}

/// One run of a pass: its counters, its options, and its [`Context`] (by `Deref`).
pub struct Run<'c, P: Declared + ?Sized> {
    /// The counters, at 0 when the pass starts.
    pub counts: P::Counts,
    /// The options.
    pub options: P::Options,
    context: &'c mut Context,
}

impl<P: Declared + ?Sized> Run<'_, P> {
    /// Runs the inner steps of this pass on a part of the program. The part is a program of its own, whose free names
    /// may be bound in the whole. Returns the part unchanged if the pass runs alone, without inner steps.
    pub fn part<L: Dialect>(&mut self, part: Owned<L>) -> Result<Owned<L>>
    where
        Owned<L>: Send,
    {
        let Some(mut inner) = self.context.inner.take() else { return Ok(part) };
        let (pass, rules) = (self.context.pass, std::mem::take(&mut self.context.rules));
        let result = inner.run(Program::new(part), self.context);
        self.context.inner = Some(inner);
        (self.context.pass, self.context.rules) = (pass, rules);
        self.context.unchanged = false;
        result?.into_owned().map_err(|other| {
            let language = other.language().info.name;
            Error::internal(format!(
                "the inner steps of `{pass}` end in {language}, and not in the language of the part"
            ))
        })
    }
}

impl<P: Declared + ?Sized> Deref for Run<'_, P> {
    type Target = Context;
    fn deref(&self) -> &Context {
        self.context
    }
}

impl<P: Declared + ?Sized> DerefMut for Run<'_, P> {
    fn deref_mut(&mut self) -> &mut Context {
        self.context
    }
}

/// The code of a pass, which its author writes.
pub trait Transform: Declared {
    /// Translates a whole program.
    fn transform(&self, program: &Owned<Self::From>, run: &mut Run<'_, Self>) -> Result<Owned<Self::To>>;

    /// Runs the pass by itself, with the options in `context`.
    fn run(&self, program: &Owned<Self::From>, context: &mut Context) -> Result<Owned<Self::To>> {
        let mut options = Self::Options::default();
        for (name, text) in std::mem::take(&mut context.options) {
            options.set(&name, &text)?;
        }
        let mut run = Run { counts: Self::Counts::default(), options, context };
        let result = self.transform(program, &mut run);
        run.context.counters = run.counts.list();
        result
    }
}

/// A pass as a value. Its languages are known only at run time.
pub trait AnyPass: Send + Sync {
    /// Its declaration.
    fn info(&self) -> &PassInfo;
    /// The language of its input.
    fn from(&self) -> AnyLanguage;
    /// The language of its output.
    fn to(&self) -> AnyLanguage;
    /// Runs the pass. Fails if the program is in another language.
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

/// Turns a declared pass into a value for registries and pipelines.
pub fn erase<P: Transform + Send + Sync + 'static>(pass: P) -> Arc<dyn AnyPass>
where
    Owned<P::From>: Send,
    Owned<P::To>: Send,
{
    Arc::new(Wrapped(pass, P::INFO))
}

/// Declares a pass: a unit struct that implements [`Declared`]. The author adds `impl Transform`.
///
/// The Rust compiler checks the declaration: a pass without documentation is a compile error, and so is the use of an
/// undeclared counter. An option has a documentation, a type and a default:
///
/// ```text
/// options: {
///     /// Notes every statement that rules change.
///     explain: bool = false,
/// }
/// ```
///
/// ```
/// # mod tiny {
/// #     framework::language! {
/// #         pub language Tiny { terminals { Int: i64 } root Program; Program = { value: Int } }
/// #     }
/// # }
/// # use framework::{Dialect, Owned, Result, pass, pass::{Run, Transform}};
/// # use tiny::Tiny;
/// # impl Dialect for Tiny {}
/// pass! {
///     /// Doubles the number.
///     pub Double = "double": Tiny => Tiny {
///         counts: { doubled },
///     }
/// }
/// impl Transform for Double {
///     fn transform(&self, program: &Owned<Tiny>, run: &mut Run<'_, Self>) -> Result<Owned<Tiny>> {
///         run.counts.doubled += 1;
///         Owned::build(|_| Ok(tiny::Program { value: program.root().value * 2, ..*program.root() }))
///     }
/// }
/// ```
#[macro_export]
macro_rules! pass {
    (
        $(#[doc = $doc:literal])+
        $vis:vis $name:ident = $key:literal : $from:ty => $to:ty {
            $(requires: [$($requires:expr),* $(,)?] $(,)?)?
            $(ensures: [$($ensures:expr),* $(,)?] $(,)?)?
            $(counts: { $($count:ident),* $(,)? } $(,)?)?
            $(options: { $($(#[doc = $meaning:literal])+ $option:ident : $type:ty = $default:expr),* $(,)? } $(,)?)?
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug)]
        $vis struct $name;

        const _: () = {
            #[derive(Clone, Debug, Default)]
            pub struct Counts { $($(pub $count: u64),*)? }

            impl $crate::pass::Counts for Counts {
                fn list(&self) -> ::std::vec::Vec<(&'static str, u64)> {
                    ::std::vec![$($((stringify!($count), self.$count)),*)?]
                }
            }

            #[derive(Clone, Debug)]
            pub struct Options { $($($(#[doc = $meaning])+ pub $option: $type),*)? }

            impl ::core::default::Default for Options {
                fn default() -> Self {
                    Options { $($($option: $default),*)? }
                }
            }

            impl $crate::pass::Options for Options {
                fn set(&mut self, name: &str, text: &str) -> $crate::Result<()> {
                    $($(if name == stringify!($option) {
                        if let ::core::option::Option::Some(value) = <$type as $crate::pass::OptionValue>::read(text) {
                            self.$option = value;
                            return ::core::result::Result::Ok(());
                        }
                    })*)?
                    ::core::result::Result::Err(<$name as $crate::pass::Declared>::INFO.bad_option(name, text))
                }
            }

            impl $crate::pass::Declared for $name {
                type From = $from;
                type To = $to;
                type Counts = Counts;
                type Options = Options;
                const INFO: $crate::pass::PassInfo = $crate::pass::PassInfo {
                    name: $key,
                    doc: concat!($($doc, "\n"),+),
                    requires: &[$($(&$requires),*)?],
                    ensures: &[$($(&$ensures),*)?],
                    counts: &[$($(stringify!($count)),*)?],
                    options: &[$($($crate::pass::OptionInfo {
                        name: stringify!($option),
                        default: stringify!($default),
                        doc: concat!($($meaning),+),
                        values: <$type as $crate::pass::OptionValue>::VALUES,
                        accepts: |text| <$type as $crate::pass::OptionValue>::read(text).is_some(),
                    }),*)?],
                };
            }
        };
    };
    ($vis:vis $name:ident = $key:literal $($rest:tt)*) => {
        compile_error!(concat!("the pass `", $key, "` has no documentation: say what it does, and show a program before and after it"));
    };
}

/// A rule that all programs of a language obey. [`rules!`](crate::rules!) declares rules.
pub trait Rule: Sync + 'static {
    /// The language of the programs.
    type Of: Dialect;
    /// The name, such as `unique-names`.
    const NAME: &'static str;
    /// The doc comment.
    const DOC: &'static str;
    /// Adds every violation in `program` to `report`.
    fn violations(program: &<Self::Of as Language>::Root<'_>, report: &mut Report);
}

/// A rule as a value. Its language is known only at run time.
pub trait AnyRule: Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Returns the doc comment.
    fn doc(&self) -> &'static str;
    /// Returns the language of the programs.
    fn language(&self) -> &'static crate::LanguageInfo;
    /// Adds every violation in `program` to `report`. Programs of other languages have no violations.
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

/// Declares rules: unit structs that implement [`Rule`], each by one function.
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
    /// The function, if the rule called [`Report::enter`].
    pub function: Option<String>,
    /// The node, printed.
    pub node: Option<String>,
    /// The place of the node in the source.
    pub span: Span,
    /// The fault.
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

/// The violations that a check has found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    rule: &'static str,
    function: Option<String>,
    /// All violations so far.
    pub violations: Vec<Violation>,
}

impl Report {
    /// Attributes all violations from here on to `function`.
    pub fn enter(&mut self, function: impl fmt::Display) {
        self.function = Some(function.to_string());
    }

    /// Adds a violation at a place.
    pub fn fail(&mut self, span: Span, message: impl Into<String>) {
        self.violations.push(Violation {
            rule: self.rule,
            function: self.function.clone(),
            node: None,
            span,
            message: message.into(),
        });
    }

    /// Adds a violation at a node, and prints the node with it.
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

    /// Whether there are no violations.
    pub fn is_clean(&self) -> bool {
        self.violations.is_empty()
    }

    /// Adds unbound names and, with `unique`, names bound twice. Nearly every language has these two rules.
    pub fn names(&mut self, node: &impl crate::Node, unique: bool) {
        for fault in crate::check_names(node, unique) {
            match fault {
                crate::NameFault::Unbound(name, span) => self.fail(span, format!("`{name}` is not in scope")),
                crate::NameFault::Rebound(name, span) => self.fail(span, format!("`{name}` is bound a second time")),
            }
        }
    }
}

/// An optional note of a pass, shown on request.
#[derive(Clone, Debug)]
pub struct Note {
    /// The pass.
    pub pass: &'static str,
    /// The function that the note is about, if known.
    pub function: Option<String>,
    /// The place that the note is about.
    pub span: Span,
    /// The text.
    pub message: String,
    /// A second place that the message mentions.
    pub around: Span,
}

/// The surroundings of a running pass: everything that it may use besides its input.
#[derive(Default)]
pub struct Context {
    /// Source texts, for messages with places.
    pub sources: SourceMap,
    /// Warnings for the user.
    pub warnings: Vec<Error>,
    /// Optional notes of passes, shown on request.
    pub notes: Vec<Note>,
    pass: &'static str,
    options: Vec<(String, String)>,
    counters: Vec<(&'static str, u64)>,
    rules: BTreeMap<&'static str, u64>,
    extras: HashMap<TypeId, Box<dyn Any + Send>>,
    unchanged: bool,
    pub(crate) inner: Option<crate::pipeline::Inner>,
}

impl Context {
    /// Returns a context with these sources.
    pub fn new(sources: SourceMap) -> Context {
        Context { sources, ..Context::default() }
    }

    /// Records that the result of the pass equals its input.
    pub fn unchanged(&mut self) {
        self.unchanged = true;
    }

    /// Records that the result equals the input, if `nothing` was changed.
    pub fn unchanged_if(&mut self, nothing: bool) {
        self.unchanged |= nothing;
    }

    /// Whether the last pass called [`Context::unchanged`].
    pub(crate) fn is_unchanged(&self) -> bool {
        self.unchanged
    }

    /// Counts that a rule of the pass's tables has changed something `times` times.
    pub fn applied(&mut self, rule: &'static str, times: u64) {
        *self.rules.entry(rule).or_default() += times;
    }

    /// Adds a note about the place `span`, which also mentions the place `around`.
    pub fn note(&mut self, span: Span, message: impl Into<String>, around: Span) {
        self.notes.push(Note { pass: self.pass, function: None, span, message: message.into(), around });
    }

    /// Adds a note about a place in a function.
    pub fn note_in(&mut self, function: impl fmt::Display, span: Span, message: impl Into<String>) {
        let function = Some(function.to_string());
        self.notes.push(Note { pass: self.pass, function, span, message: message.into(), around: span });
    }

    /// Returns a value that the driver has provided to passes, such as a file loader.
    pub fn extra<T: 'static>(&self) -> Option<&T> {
        self.extras.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Returns such a value, to change it.
    pub fn extra_mut<T: 'static>(&mut self) -> Option<&mut T> {
        self.extras.get_mut(&TypeId::of::<T>())?.downcast_mut()
    }

    /// Provides a value to passes, at most one of each type.
    pub fn provide<T: Send + 'static>(&mut self, value: T) {
        self.extras.insert(TypeId::of::<T>(), Box::new(value));
    }

    pub(crate) fn begin(&mut self, info: &PassInfo, given: &[(String, String)]) {
        self.pass = info.name;
        self.unchanged = false;
        self.rules.clear();
        self.counters.clear();
        self.options = given.to_vec();
    }

    pub(crate) fn take_counters(&mut self) -> Vec<(&'static str, u64)> {
        std::mem::take(&mut self.counters)
    }

    pub(crate) fn take_rules(&mut self) -> Vec<(&'static str, u64)> {
        std::mem::take(&mut self.rules).into_iter().collect()
    }
}
