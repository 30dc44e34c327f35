//! Pipelines: a list of passes as data, checked before it runs, with dumps, validation and timing around each pass.

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
    /// In the order of compilation.
    pub languages: Vec<AnyLanguage>,
    /// In the order of the standard pipeline.
    pub passes: Vec<Arc<dyn AnyPass>>,
}

impl Registry {
    /// The pass of a name, or an error that suggests a near one.
    pub fn pass(&self, name: &str) -> Result<&Arc<dyn AnyPass>> {
        let known = self.passes.iter().map(|pass| pass.info().name);
        self.passes.iter().find(|pass| pass.info().name == name).ok_or_else(|| unknown("pass", name, known))
    }

    /// The language of a name: `first-order`, `FirstOrder` or `firstorder`.
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

/// A pass with the options it is given.
#[derive(Clone)]
pub struct Step {
    /// The pass.
    pub pass: Arc<dyn AnyPass>,
    /// Option names and values.
    pub options: Vec<(String, String)>,
    /// Steps that the pass has done to parts of the program while it runs, by [`Run::part`](crate::pass::Run::part).
    pub inner: Vec<Step>,
    /// A pass that leaves this step nothing to do: the step is skipped if nothing has changed since that pass last ran.
    pub settled_by: Option<&'static str>,
}

impl From<Arc<dyn AnyPass>> for Step {
    fn from(pass: Arc<dyn AnyPass>) -> Step {
        Step { pass, options: Vec::new(), inner: Vec::new(), settled_by: None }
    }
}

impl Step {
    /// Gives the pass steps for parts of the program.
    pub fn with_inner(self, inner: Vec<Step>) -> Step {
        Step { inner, ..self }
    }

    /// The label of an inner step of the step with this label.
    fn label(&self, outer: &str) -> &'static str {
        crate::Symbol::new(&format!("{outer}/{}", self.pass.info().name)).as_str()
    }

    /// This step and its inner ones.
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
    /// A label for each step, which tells steps of one pass apart: `fuse` if there is one such step, else `fuse#1`, `fuse#2` and so on.
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

    /// The labels of all steps, inner ones too: `inline/simplify`.
    pub fn all_labels(&self) -> Vec<&'static str> {
        let mut all = Vec::new();
        for (step, label) in self.steps.iter().zip(self.labels()) {
            all.push(label);
            all.extend(step.inner.iter().map(|inner| inner.label(label)));
        }
        all
    }

    /// Whether there is a step of this pass.
    fn has(&self, name: &str) -> Result<()> {
        let names = || self.steps.iter().map(|step| step.pass.info().name);
        if names().any(|known| known == name) { Ok(()) } else { Err(unknown("pass", name, names())) }
    }

    /// Where the step with a label stands. The name of a pass that has several steps is no label: which one is meant has to be said.
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

    /// Puts a pass after a step, which is named as [`Pipeline::labels`] does it: `defunc`, or `simplify#2`.
    pub fn insert_after(&mut self, label: &str, step: impl Into<Step>) -> Result<()> {
        let position = self.position(label)?;
        self.steps.insert(position + 1, step.into());
        Ok(())
    }

    /// Puts a pass before a step.
    pub fn insert_before(&mut self, label: &str, step: impl Into<Step>) -> Result<()> {
        let position = self.position(label)?;
        self.steps.insert(position, step.into());
        Ok(())
    }

    /// Takes a pass out, wherever it stands.
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

    /// Gives an option to every pass that has it.
    pub fn set_everywhere(&mut self, option: &str, value: &str) {
        self.each(&mut |step| {
            if step.pass.info().options.iter().any(|known| known.name == option) {
                step.options.push((option.into(), value.into()));
            }
        });
    }

    /// Gives a pass an option wherever it stands.
    pub fn set(&mut self, name: &str, option: &str, value: &str) -> Result<()> {
        self.has(name)?;
        self.each(&mut |step| {
            if step.pass.info().name == name {
                step.options.push((option.into(), value.into()));
            }
        });
        Ok(())
    }

    /// Does something with every step, inner ones too.
    fn each(&mut self, work: &mut dyn FnMut(&mut Step)) {
        for step in &mut self.steps {
            step.each(work);
        }
    }

    /// Keeps the passes up to and with the first one that yields a language.
    pub fn until(mut self, language: &'static crate::LanguageInfo) -> Pipeline {
        // A language is left when a pass yields another one: what is wanted is the program just before.
        let last = self.steps.iter().rposition(|step| step.pass.to().info == language);
        self.steps.truncate(last.map_or(0, |last| last + 1));
        self
    }

    /// Keeps the passes that come after the first point at which programs are of a language.
    pub fn starting_at(mut self, language: &'static crate::LanguageInfo) -> Pipeline {
        let first = self.steps.iter().position(|step| step.pass.from().info == language).unwrap_or(self.steps.len());
        self.steps.drain(..first);
        self
    }

    /// Whether each pass gets the language and the rules that it asks for, if the first gets `language` with the rules `given`.
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

    /// Runs all passes on a program that obeys the rules which they require of it: they are checked, not taken on trust from earlier
    /// passes. For programs that come from a text.
    pub fn run_on_any(&self, program: Program, context: &mut Context, watch: &mut Watch) -> Result<Program> {
        let mut report = program.check_rules();
        let mut given = Vec::new();
        // Rules that a pass of this pipeline ensures need not hold before it.
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
        // What has been run since the program last changed.
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

/// Where a step stands in its pipeline.
#[derive(Clone, Copy)]
struct Position {
    number: usize,
    /// How many parts of the program came before, for an inner step.
    part: Option<usize>,
    label: &'static str,
}

/// How much is checked after every pass.
#[derive(Default)]
pub enum Validate {
    /// Nothing.
    Nothing,
    /// The language's rules and the pass's own.
    #[default]
    Rules,
    /// The rules, and that the program still means the same on an input.
    Run(Differential),
}

/// An input for differential validation, and when two outcomes are the same.
pub struct Differential {
    /// What evaluators are given.
    pub input: Box<dyn Any>,
    /// What differs between two outcomes, if anything.
    pub difference: fn(&Result<Outcome>, &Result<Outcome>) -> Option<String>,
    before: Option<Result<Outcome>>,
}

impl Differential {
    /// Compares by `difference` the outcomes on `input`.
    pub fn new(input: Box<dyn Any>, difference: fn(&Result<Outcome>, &Result<Outcome>) -> Option<String>) -> Self {
        Differential { input, difference, before: None }
    }
}

/// When a dump is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the pass.
    Before,
    /// After it.
    After,
}

/// How a dump looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// The language's readable form.
    #[default]
    Pretty,
    /// The S-expression, which can be read back.
    Sexp,
    /// The S-expression as JSON.
    Json,
}

/// Which dumps are made, and where they go.
pub struct Dumps {
    /// Moments and patterns of names of passes or labels of steps: `*` stands for any letters, `all` for every step.
    pub wanted: Vec<(Moment, String)>,
    /// Only this function.
    pub function: Option<String>,
    /// How they look.
    pub format: Format,
    /// A folder for one numbered file a dump; else they are written to `out`.
    pub folder: Option<PathBuf>,
    /// Where dumps go if there is no folder.
    pub out: Box<dyn Write>,
    /// Whether any dump has shown something: a function that no program has is in none.
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

/// Whether a name is one of those that a pattern with `*` stands for.
pub fn glob(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|tail| {
            (0..=tail.len()).filter(|at| tail.is_char_boundary(*at)).any(|at| glob(rest, &tail[at..]))
        }),
    }
}

impl Dumps {
    /// A pattern is about names of passes, or about labels of single steps.
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
        // A part of the program may have nothing to do with the function that is wanted.
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

/// The textual form of a program that [`read_program`] reads: a line that names the language, then the S-expression.
pub fn write_program(program: &Program) -> String {
    format!("; language {}\n{}\n", program.language().info.key(), program.to_tree().pretty(120))
}

/// Reads what [`write_program`] wrote. The language is the one that the text's `; language` line names, unless `language` is given.
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

/// How long a pass took and what it counted.
#[derive(Clone, Debug)]
pub struct Timing {
    /// The pass.
    pub pass: &'static str,
    /// Its own time.
    pub time: Duration,
    /// The time of validation after it.
    pub validation: Duration,
    /// Counter names and values.
    pub counters: Vec<(&'static str, u64)>,
    /// Rules of the pass's tables that changed something, and how often.
    pub rules: Vec<(&'static str, u64)>,
}

/// What is done around the passes, and what was seen.
#[derive(Default)]
pub struct Watch {
    /// Which dumps are made.
    pub dumps: Dumps,
    /// What is checked.
    pub validate: Validate,
    /// One entry a pass that has run.
    pub timings: Vec<Timing>,
    /// The last program that a pass finished, kept when a later pass fails.
    pub last_good: Option<Program>,
    /// The program that was given and what each step made of it, by the step's label, if that is wanted.
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
        // Later passes walk the program by recursion.
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

    /// Notes how long a step took. The runs of an inner step are added up.
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
        // A language without evaluator is passed over: the next one that has one is compared with the last that had.
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

/// The steps for parts of a program, while the pass runs that has them.
pub(crate) struct Inner {
    steps: Vec<(Step, &'static str)>,
    number: usize,
    parts: usize,
    watch: Watch,
}

impl Inner {
    /// Takes the dumps of `watch` until the pass has run. Rules are not checked on parts of programs, but on the whole that they make.
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

/// A word as a shell reads it: in quotes if it has other characters than names of passes and usual paths.
pub fn shell_word(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./:=+,@%".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// How to look at what a pass does.
pub fn dumps_of(pass: &str) -> String {
    let pass = shell_word(pass);
    format!("--dump-before={pass} and --dump-after={pass} show what it was given and what it made of it")
}

/// An internal error with all violations of a report, or nothing: for programs that a pass of ours has made.
pub fn violations(report: Report, context: &Context) -> Result<()> {
    let Some(first) = report.violations.first() else { return Ok(()) };
    let error = Error::internal(format!("a rule is broken: {first}{}", more(&report))).or_at(first.span);
    Err(with_others(error, &report, context))
}

/// The error for a program from outside (a text, or what a plug-in has made) that breaks rules of its language.
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

/// Adds the next violations of a report, with their places.
fn with_others(error: Error, report: &Report, context: &Context) -> Error {
    report.violations.iter().skip(1).take(9).fold(error, |error, violation| {
        let place = context.sources.describe(violation.span).map_or(String::new(), |place| format!(" at {place}"));
        error.note(format!("{violation}{place}"))
    })
}
