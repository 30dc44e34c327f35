//! Pipelines: lists of passes as data. A pipeline is checked before it runs. Around each pass it makes dumps, validates
//! and measures time.

use crate::pass::{AnyPass, AnyRule, Context, Report};
use crate::program::{AnyLanguage, Outcome, Program};
use crate::{Error, ErrorKind, Result, stack};
use std::any::Any;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// All languages and passes that a driver knows.
#[derive(Clone, Default)]
pub struct Registry {
    /// The languages, in the order of compilation.
    pub languages: Vec<AnyLanguage>,
    /// The passes, in the order of the standard pipeline.
    pub passes: Vec<Arc<dyn AnyPass>>,
}

impl Registry {
    /// Returns the pass with this name, or an error that suggests a similar name.
    pub fn pass(&self, name: &str) -> Result<&Arc<dyn AnyPass>> {
        let known = self.passes.iter().map(|pass| pass.info().name);
        self.passes.iter().find(|pass| pass.info().name == name).ok_or_else(|| unknown("pass", name, known))
    }

    /// Returns the language with this name, written `first-order`, `FirstOrder` or `firstorder`.
    pub fn language(&self, name: &str) -> Result<AnyLanguage> {
        let letters = |name: &str| name.replace('-', "").to_lowercase();
        self.languages
            .iter()
            .find(|language| letters(language.info.name) == letters(name))
            .copied()
            .ok_or_else(|| unknown("language", name, self.languages.iter().map(|language| language.info.name)))
    }
}

fn unknown<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str>) -> Error {
    let error = Error::user(crate::Span::NONE, format!("there is no {what} `{name}`"));
    match crate::similar::nearest(name, known) {
        Some(near) => error.note(format!("did you mean `{near}`?")),
        None => error,
    }
}

/// A pass with its options.
#[derive(Clone)]
pub struct Step {
    /// The pass.
    pub pass: Arc<dyn AnyPass>,
    /// Names and values of the options.
    pub options: Vec<(String, String)>,
    /// Steps that the pass runs on parts of the program, by [`Run::part`](crate::pass::Run::part).
    pub inner: Vec<Step>,
    /// Another pass. The pipeline skips this step if nothing has changed since that pass last ran.
    pub settled_by: Option<&'static str>,
}

impl From<Arc<dyn AnyPass>> for Step {
    fn from(pass: Arc<dyn AnyPass>) -> Step {
        Step { pass, options: Vec::new(), inner: Vec::new(), settled_by: None }
    }
}

impl Step {
    /// Sets the inner steps.
    pub fn with_inner(self, inner: Vec<Step>) -> Step {
        Step { inner, ..self }
    }

    /// The label of this step as an inner step of the step labelled `outer`.
    fn label(&self, outer: &str) -> &'static str {
        crate::Symbol::new(&format!("{outer}/{}", self.pass.info().name)).as_str()
    }

    /// Applies `work` to this step and its inner steps.
    fn each(&mut self, work: &mut dyn FnMut(&mut Step)) {
        work(self);
        for inner in &mut self.inner {
            inner.each(work);
        }
    }

    /// Skips this step if nothing has changed since `pass` last ran.
    pub fn settled_by(self, pass: &'static str) -> Step {
        Step { settled_by: Some(pass), ..self }
    }
}

/// A list of passes.
#[derive(Clone, Default)]
pub struct Pipeline {
    /// The passes in order.
    pub steps: Vec<Step>,
}

impl Pipeline {
    /// The labels of the steps. A label is unique: `fuse` if the pass has one step, else `fuse#1`, `fuse#2` and so on.
    pub fn labels(&self) -> Vec<&'static str> {
        let names = || self.steps.iter().map(|step| step.pass.info().name);
        let label = |(at, name): (usize, &'static str)| match names().filter(|other| *other == name).count() {
            1 => name,
            _ => {
                let number = names().take(at + 1).filter(|other| *other == name).count();
                crate::Symbol::new(&format!("{name}#{number}")).as_str()
            }
        };
        names().enumerate().map(label).collect()
    }

    /// The labels of all steps, including inner steps such as `inline/simplify`.
    pub fn all_labels(&self) -> Vec<&'static str> {
        let mut all = Vec::new();
        for (step, label) in self.steps.iter().zip(self.labels()) {
            all.push(label);
            all.extend(step.inner.iter().map(|inner| inner.label(label)));
        }
        all
    }

    /// Fails unless the pass has a step.
    fn has(&self, name: &str) -> Result<()> {
        let names = || self.steps.iter().map(|step| step.pass.info().name);
        if names().any(|known| known == name) { Ok(()) } else { Err(unknown("pass", name, names())) }
    }

    /// Returns the position of the step with this label. The name of a pass with several steps is ambiguous, and an
    /// error.
    pub fn position(&self, label: &str) -> Result<usize> {
        let labels = self.labels();
        if let Some(at) = labels.iter().position(|known| *known == label) {
            return Ok(at);
        }
        let several = format!("{label}#");
        let mut same = labels.iter().filter(|known| known.starts_with(&several));
        match (same.next(), same.next_back()) {
            (Some(first), Some(last)) => {
                let message = format!("pass `{label}` has several steps: say which one, from `{first}` to `{last}`");
                Err(Error::user(crate::Span::NONE, message))
            }
            _ => Err(unknown("pass", label, labels.iter().copied())),
        }
    }

    /// Inserts a pass after the step with this label (see [`Pipeline::labels`]), such as `defunc` or `simplify#2`.
    pub fn insert_after(&mut self, label: &str, step: impl Into<Step>) -> Result<()> {
        let position = self.position(label)?;
        self.steps.insert(position + 1, step.into());
        Ok(())
    }

    /// Inserts a pass before the step with this label.
    pub fn insert_before(&mut self, label: &str, step: impl Into<Step>) -> Result<()> {
        let position = self.position(label)?;
        self.steps.insert(position, step.into());
        Ok(())
    }

    /// Removes all steps of a pass, inner steps too.
    pub fn remove(&mut self, name: &str) -> Result<()> {
        fn remove(steps: &mut Vec<Step>, name: &str) {
            steps.retain(|step| step.pass.info().name != name);
            for step in steps {
                remove(&mut step.inner, name);
            }
        }
        self.has(name)?;
        remove(&mut self.steps, name);
        Ok(())
    }

    /// Sets an option of every pass that has it.
    pub fn set_everywhere(&mut self, option: &str, value: &str) {
        self.each(&mut |step| {
            if step.pass.info().options.iter().any(|known| known.name == option) {
                step.options.push((option.into(), value.into()));
            }
        });
    }

    /// Sets an option in all steps of a pass.
    pub fn set(&mut self, name: &str, option: &str, value: &str) -> Result<()> {
        self.has(name)?;
        self.each(&mut |step| {
            if step.pass.info().name == name {
                step.options.push((option.into(), value.into()));
            }
        });
        Ok(())
    }

    /// Applies `work` to every step, inner steps too.
    fn each(&mut self, work: &mut dyn FnMut(&mut Step)) {
        for step in &mut self.steps {
            step.each(work);
        }
    }

    /// Keeps the passes up to the last one whose output is in `language`.
    pub fn until(mut self, language: &'static crate::LanguageInfo) -> Pipeline {
        // The wanted program is the last one in this language, just before a pass leaves it.
        let last = self.steps.iter().rposition(|step| step.pass.to().info == language);
        self.steps.truncate(last.map_or(0, |last| last + 1));
        self
    }

    /// Drops the passes in front of the first pass whose input is in `language`.
    pub fn starting_at(mut self, language: &'static crate::LanguageInfo) -> Pipeline {
        let first = self.steps.iter().position(|step| step.pass.from().info == language).unwrap_or(self.steps.len());
        self.steps.drain(..first);
        self
    }

    /// Checks that each pass gets the language and the rules that it requires, if the input of the first is in
    /// `language` and obeys the rules `given`.
    pub fn check(&self, language: &'static crate::LanguageInfo, given: &[&str]) -> Result<()> {
        let mut language = language;
        let mut known: Vec<&str> = given.to_vec();
        let mut before = "the input".to_string();
        for step in &self.steps {
            let info = step.pass.info();
            let from = step.pass.from();
            if from.info != language {
                return Err(Error::user(
                    crate::Span::NONE,
                    format!("pass `{}` expects {}, but {before} leaves {}", info.name, from.info.name, language.name),
                ));
            }
            let own: Vec<&str> = (from.rules)().iter().map(|rule| rule.name()).collect();
            for rule in info.requires {
                if !known.contains(&rule.name()) && !own.contains(&rule.name()) {
                    return Err(Error::user(
                        crate::Span::NONE,
                        format!("pass `{}` requires `{}`, which no pass before it ensures", info.name, rule.name()),
                    ));
                }
            }
            for (name, value) in &step.options {
                match info.options.iter().find(|option| option.name == name) {
                    Some(option) if (option.accepts)(value) => {}
                    Some(_) => return Err(info.bad_option(name, value)),
                    None => {
                        return Err(unknown("option", name, info.options.iter().map(|option| option.name))
                            .note(format!("of pass `{}`", info.name)));
                    }
                }
            }
            if step.pass.to().info != language {
                known.clear();
                language = step.pass.to().info;
            }
            known.extend(info.ensures.iter().map(|rule| rule.name()));
            before = format!("`{}`", info.name);
        }
        Ok(())
    }

    /// Runs all passes.
    pub fn run(&self, program: Program, context: &mut Context, watch: &mut Watch) -> Result<Program> {
        self.check(program.language().info, &[])?;
        self.run_checked(program, context, watch)
    }

    /// Runs all passes on a program from outside, such as a text. Checks the rules that the passes require of the
    /// input, since no earlier pass has ensured them.
    pub fn run_on_any(&self, program: Program, context: &mut Context, watch: &mut Watch) -> Result<Program> {
        let mut report = program.check_rules();
        let mut given = Vec::new();
        // A rule that a pass of this pipeline ensures need not hold before that pass.
        let mut ensured = Vec::new();
        for step in self.steps.iter().take_while(|step| step.pass.from().info == program.language().info) {
            for rule in step.pass.info().requires.iter().filter(|rule| !ensured.contains(&rule.name())) {
                rule.check(&program, &mut report);
                given.push(rule.name());
            }
            ensured.extend(step.pass.info().ensures.iter().map(|rule| rule.name()));
        }
        broken(&report, program.language().info, context).map_or(Ok(()), Err)?;
        self.check(program.language().info, &given)?;
        self.run_checked(program, context, watch)
    }

    fn run_checked(&self, program: Program, context: &mut Context, watch: &mut Watch) -> Result<Program> {
        program.reserve_names();
        watch.begin(&program, context)?;
        let mut program = program;
        // The passes that have run since the program last changed.
        let mut settled: Vec<&'static str> = Vec::new();
        for ((number, step), label) in self.steps.iter().enumerate().zip(self.labels()) {
            if step.settled_by.is_some_and(|pass| settled.contains(&pass)) {
                continue;
            }
            program = watch.step(Position { number, part: None, label }, step, program, context)?;
            if !context.is_unchanged() {
                settled.clear();
            }
            settled.push(step.pass.info().name);
        }
        Ok(program)
    }
}

/// The position of a step in its pipeline.
#[derive(Clone, Copy)]
struct Position {
    number: usize,
    /// For an inner step: the number of this part of the program, from 1.
    part: Option<usize>,
    label: &'static str,
}

/// The checks after every pass.
#[derive(Default)]
pub enum Validate {
    /// No checks.
    Nothing,
    /// Checks the rules of the language, and those that the pass ensures.
    #[default]
    Rules,
    /// Checks the rules, and that the program still computes the same on an input.
    Run(Differential),
}

/// An input for differential validation, and the comparison of two outcomes.
pub struct Differential {
    /// The input of the evaluators.
    pub input: Box<dyn Any>,
    /// Describes the difference between two outcomes, if there is one.
    pub difference: fn(&Result<Outcome>, &Result<Outcome>) -> Option<String>,
    before: Option<Result<Outcome>>,
}

impl Differential {
    /// Evaluates programs on `input`, and compares outcomes by `difference`.
    pub fn new(input: Box<dyn Any>, difference: fn(&Result<Outcome>, &Result<Outcome>) -> Option<String>) -> Self {
        Differential { input, difference, before: None }
    }
}

/// The moment of a dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the pass.
    Before,
    /// After the pass.
    After,
}

/// The format of a dump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// The readable form of the language.
    #[default]
    Pretty,
    /// An S-expression, which can be read back.
    Sexp,
    /// An S-expression as JSON.
    Json,
}

/// The wanted dumps and their destination.
pub struct Dumps {
    /// Moments and patterns. A pattern matches names of passes or labels of steps; `*` matches any letters, `all` every
    /// step.
    pub wanted: Vec<(Moment, String)>,
    /// If given, dumps show only this function.
    pub function: Option<String>,
    /// The format.
    pub format: Format,
    /// A folder for the dumps, one numbered file each. Without it, they go to `out`.
    pub folder: Option<PathBuf>,
    /// The destination of dumps without a folder.
    pub out: Box<dyn Write>,
    /// Whether any dump was not empty. All dumps are empty if `function` does not exist.
    pub shown: bool,
    last: Option<String>,
}

impl Default for Dumps {
    fn default() -> Self {
        Dumps {
            wanted: Vec::new(),
            function: None,
            format: Format::Pretty,
            folder: None,
            out: Box::new(std::io::stdout()),
            shown: false,
            last: None,
        }
    }
}

/// Whether a name matches a pattern with `*`.
pub fn glob(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|tail| {
            (0..=tail.len()).filter(|at| tail.is_char_boundary(*at)).any(|at| glob(rest, &tail[at..]))
        }),
    }
}

impl Dumps {
    /// Whether a pattern matches the name of the pass or the label of the step.
    fn wants(&self, moment: Moment, pass: &str, label: &str) -> bool {
        let fits = |pattern: &str| pattern == "all" || glob(pattern, pass) || glob(pattern, label);
        self.wanted.iter().any(|(when, pattern)| *when == moment && fits(pattern))
    }

    fn text(&self, program: &Program) -> String {
        match self.format {
            Format::Pretty => program.print(self.function.as_deref()),
            Format::Sexp => write_program(program),
            Format::Json => format!("{:#}\n", program.to_tree().to_json()),
        }
    }

    fn dump(&mut self, at: Position, moment: Moment, pass: &str, program: &Program) -> Result<()> {
        let Position { number, part, label } = at;
        if !self.wants(moment, pass, label) {
            return Ok(());
        }
        let text = self.text(program);
        // A part of the program may lack the wanted function.
        if part.is_some() && text.trim().is_empty() {
            return Ok(());
        }
        self.shown |= !text.trim().is_empty();
        let when = if moment == Moment::Before { "before" } else { "after" };
        let language = program.language().info.key();
        let heading = format!("{when} {label} ({})", program.language().info.name);
        let unchanged = self.last.as_ref() == Some(&text);
        let comment = if self.format == Format::Pretty { "--" } else { ";" };
        let failed = |error: std::io::Error| Error::user(crate::Span::NONE, format!("cannot write a dump: {error}"));
        match &self.folder {
            Some(_) if unchanged => {}
            Some(folder) => {
                std::fs::create_dir_all(folder).map_err(failed)?;
                let ending = match self.format {
                    Format::Pretty => "txt",
                    Format::Sexp => "sexp",
                    Format::Json => "json",
                };
                let part = part.map_or(String::new(), |part| format!(".{part:03}"));
                let file = folder.join(format!("{number:02}{part}-{when}-{pass}.{language}.{ending}"));
                std::fs::write(file, &text).map_err(failed)?;
            }
            None if unchanged => writeln!(self.out, "{comment} {heading}: unchanged\n").map_err(failed)?,
            None if self.format == Format::Json => self.out.write_all(text.as_bytes()).map_err(failed)?,
            None => write!(self.out, "{comment} {heading}\n{text}\n").map_err(failed)?,
        }
        self.last = Some(text);
        Ok(())
    }
}

/// Returns the text that [`read_program`] reads: a line that names the language, then the S-expression.
pub fn write_program(program: &Program) -> String {
    format!("; language {}\n{}\n", program.language().info.key(), program.to_tree().pretty(120))
}

/// Reads the text that [`write_program`] returns. If `language` is missing, the `; language` line of the text names it.
pub fn read_program(
    registry: &Registry,
    text: &str,
    file: crate::FileId,
    language: Option<AnyLanguage>,
) -> Result<Program> {
    let named = text.lines().take_while(|line| line.starts_with(';')).find_map(|line| line.strip_prefix("; language "));
    let language = match (language, named) {
        (Some(language), _) => language,
        (None, Some(name)) => registry.language(name.trim())?,
        (None, None) => {
            return Err(Error::user(crate::Span::NONE, "the text does not say its language (`; language NAME`)"));
        }
    };
    (language.read)(&crate::sexp::Tree::parse(text, file)?)
}

/// The time that a pass took, and its counters.
#[derive(Clone, Debug)]
pub struct Timing {
    /// The pass.
    pub pass: &'static str,
    /// The time of the pass itself.
    pub time: Duration,
    /// The time of validation after it.
    pub validation: Duration,
    /// Counter names and values.
    pub counters: Vec<(&'static str, u64)>,
    /// Rules of the pass's tables that changed something, and how often.
    pub rules: Vec<(&'static str, u64)>,
}

/// Settings of dumps and validation, and the observations of a run.
#[derive(Default)]
pub struct Watch {
    /// The wanted dumps.
    pub dumps: Dumps,
    /// The wanted checks.
    pub validate: Validate,
    /// One entry for each pass that has run.
    pub timings: Vec<Timing>,
    /// When a pass fails: its input, the last program that is right.
    pub last_good: Option<Program>,
    /// If wanted, the input and the result of each step, by the step's label.
    pub history: Option<Vec<(&'static str, Program)>>,
}

impl Watch {
    fn begin(&mut self, program: &Program, context: &Context) -> Result<()> {
        if let Some(history) = &mut self.history {
            *history = vec![("the input", program.clone())];
        }
        if let Validate::Run(differential) = &mut self.validate {
            differential.before = Some(program.evaluate(differential.input.as_ref(), context));
        }
        Ok(())
    }

    fn step(&mut self, at: Position, step: &Step, program: Program, context: &mut Context) -> Result<Program> {
        let info = step.pass.info();
        let name = info.name;
        let span = tracing::info_span!("pass", name);
        let _entered = span.enter();
        self.dumps.dump(at, Moment::Before, name, &program)?;
        context.begin(info, &step.options);
        if !step.inner.is_empty() {
            context.inner = Some(Inner::new(at, step, self));
        }
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| step.pass.run(&program, context)))
            .unwrap_or_else(|panic| Err(Error::internal(panic_message(panic.as_ref()))));
        let mut time = start.elapsed();
        if let Some(inner) = context.inner.take() {
            time = time.saturating_sub(inner.watch.timings.iter().map(|timing| timing.time).sum());
            self.dumps = inner.watch.dumps;
            self.timings.extend(inner.watch.timings);
        }
        let (counters, rules) = (context.take_counters(), context.take_rules());
        for (counter, value) in &counters {
            tracing::debug!(counter, value);
        }
        for (rule, times) in &rules {
            tracing::debug!(rule, times);
        }
        let result = match result {
            Ok(result) => result,
            Err(error) => {
                let error = if error.kind == ErrorKind::Internal { in_pass(error, name) } else { error };
                self.last_good = Some(program);
                return Err(error);
            }
        };
        // Later passes recurse over the program, so its height is limited.
        if !context.is_unchanged() && result.height() > stack::max_height() {
            self.last_good = Some(program);
            return Err(stack::too_deep(crate::Span::NONE).note(format!("pass `{name}` has made it so")));
        }
        self.dumps.dump(at, Moment::After, name, &result)?;
        let start = Instant::now();
        if let Err(error) = self.validate(info.ensures, name, &result, context) {
            self.last_good = Some(program);
            return Err(error);
        }
        let pass = if at.part.is_some() { at.label } else { name };
        self.timed(Timing { pass, time, validation: start.elapsed(), counters, rules }, at.part.is_some());
        if let Some(history) = &mut self.history {
            history.push((at.label, result.clone()));
        }
        Ok(result)
    }

    /// Adds an entry to the timings. The runs of an inner step share one entry.
    fn timed(&mut self, timing: Timing, inner: bool) {
        let same = self.timings.iter_mut().find(|known| inner && known.pass == timing.pass);
        let Some(known) = same else { return self.timings.push(timing) };
        known.time += timing.time;
        known.validation += timing.validation;
        for (sums, more) in [(&mut known.counters, timing.counters), (&mut known.rules, timing.rules)] {
            for (name, value) in more {
                match sums.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, sum)) => *sum += value,
                    None => sums.push((name, value)),
                }
            }
        }
    }

    fn validate(
        &mut self,
        ensures: &[&'static dyn AnyRule],
        pass: &'static str,
        program: &Program,
        context: &Context,
    ) -> Result<()> {
        if matches!(self.validate, Validate::Nothing) {
            return Ok(());
        }
        let mut report = program.check_rules();
        for rule in ensures {
            rule.check(program, &mut report);
        }
        violations(report, context).map_err(|error| in_pass(error, pass))?;
        let Validate::Run(differential) = &mut self.validate else { return Ok(()) };
        let after = program.evaluate(differential.input.as_ref(), context);
        // Skips a language without evaluator: the next language that has one is compared with the last one that had.
        if matches!(&after, Err(error) if error.kind == ErrorKind::Limitation) {
            return Ok(());
        }
        if let Some(before) = &differential.before
            && !matches!(before, Err(error) if error.kind == ErrorKind::Limitation)
            && let Some(difference) = (differential.difference)(before, &after)
        {
            return Err(in_pass(Error::internal(format!("the program means something else now: {difference}")), pass));
        }
        differential.before = Some(after);
        Ok(())
    }
}

/// The inner steps of a running pass.
pub(crate) struct Inner {
    steps: Vec<(Step, &'static str)>,
    number: usize,
    parts: usize,
    watch: Watch,
}

impl Inner {
    /// Borrows the dumps of `watch` until the pass has run. Rules are not checked on parts of a program, only on the
    /// whole.
    fn new(at: Position, step: &Step, watch: &mut Watch) -> Inner {
        let dumps = std::mem::take(&mut watch.dumps);
        Inner {
            steps: step.inner.iter().map(|inner| (inner.clone(), inner.label(at.label))).collect(),
            number: at.number,
            parts: 0,
            watch: Watch { dumps, validate: Validate::Nothing, ..Watch::default() },
        }
    }

    /// Runs the steps on a part of a program.
    pub(crate) fn run(&mut self, program: Program, context: &mut Context) -> Result<Program> {
        self.parts += 1;
        let mut program = program;
        for (step, label) in &self.steps {
            let at = Position { number: self.number, part: Some(self.parts), label };
            program = self.watch.step(at, step, program, context)?;
        }
        Ok(program)
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".into())
}

fn in_pass(error: Error, pass: &str) -> Error {
    error.note(format!("this is a bug in pass `{pass}`")).note(dumps_of(pass))
}

/// Quotes a word for a shell, if it has characters other than those of pass names and usual paths.
pub fn shell_word(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./:=+,@%".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Returns a hint: how to dump programs around a pass.
pub fn dumps_of(pass: &str) -> String {
    let pass = shell_word(pass);
    format!("--dump-before={pass} and --dump-after={pass} show what it was given and what it made of it")
}

/// Fails with an internal error if the report has violations. For programs that our own passes have made.
pub fn violations(report: Report, context: &Context) -> Result<()> {
    let Some(first) = report.violations.first() else { return Ok(()) };
    let error = Error::internal(format!("a rule is broken: {first}{}", more(&report))).or_at(first.span);
    Err(with_others(error, &report, context))
}

/// Returns the error for a program from outside (a text, or the output of a plug-in) that breaks rules of its language.
pub fn broken(report: &Report, language: &crate::LanguageInfo, context: &Context) -> Option<Error> {
    let first = report.violations.first()?;
    let message = format!("the program breaks a rule of {}: {first}{}", language.name, more(report));
    Some(with_others(Error::user(first.span, message), report, context))
}

fn more(report: &Report) -> String {
    match report.violations.len() {
        0 | 1 => String::new(),
        count => format!(" (and {} more)", count - 1),
    }
}

/// Adds the next nine violations of a report, with their places.
fn with_others(error: Error, report: &Report, context: &Context) -> Error {
    report.violations.iter().skip(1).take(9).fold(error, |error, violation| {
        let place = context.sources.describe(violation.span).map_or(String::new(), |place| format!(" at {place}"));
        error.note(format!("{violation}{place}"))
    })
}
