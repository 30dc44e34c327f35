//! Reports on a compilation: `--time-passes`, `--trace-checks`, `--explain-rewrites`.

use super::args::Compile;
use super::output::say;
use crate::Session;
use framework::pass::{Declared, Note};
use framework::pipeline::Watch;
use framework::{Error, Result, Span, Symbol};
use languages::parameters::ALL_THRESHOLDS;
use languages::source::prelude::PRELUDE_FOLDER;
use languages::typed::{Def, Typed};
use passes::anf::normalise::Normalise;
use passes::anf::versions::{self, Versions};
use std::collections::HashSet;
use std::time::Duration;

/// Writes the reports that the options ask for to standard error.
pub fn report(session: &Session, options: &Compile) -> Result<()> {
    if options.time_passes {
        times(&session.watch);
    }
    if options.trace_checks {
        checks(session);
    }
    options.explain_rewrites.as_deref().map_or(Ok(()), |function| rewrites(session, function))
}

/// Writes the times of passes, their counters, and the changes by their rules.
fn times(watch: &Watch) {
    let list = |pairs: &[(&'static str, u64)]| {
        pairs.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
    };
    for timing in &watch.timings {
        say(&format!("{:>10.3} ms  {:<20} {}", timing.time.as_secs_f64() * 1e3, timing.pass, list(&timing.counters)));
        let mut rules = timing.rules.clone();
        rules.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        for line in rules.chunks(5) {
            say(&format!("{:>15}{}", "", list(line)));
        }
    }
    let total: Duration = watch.timings.iter().map(|timing| timing.time).sum();
    say(&format!("{:>10.3} ms  total", total.as_secs_f64() * 1e3));
}

fn place(session: &Session, span: Span) -> Option<String> {
    session.context.sources.describe(span)
}

/// The wanted notes, in the order of their places.
fn notes(session: &Session, wanted: impl Fn(&Note) -> bool) -> Vec<&Note> {
    let mut notes: Vec<&Note> = session.context.notes.iter().filter(|note| wanted(note)).collect();
    notes.sort_by_key(|note| (note.span.file.0, note.span.start));
    notes
}

/// The places of SOACs with versions, by their names in a tuning file.
pub fn versions(session: &Session) -> Vec<String> {
    let notes = notes(session, |note| note.pass == Versions::INFO.name).into_iter();
    let mut places: Vec<String> =
        notes.filter_map(|note| versions::place(&session.context.sources, note.span)).collect();
    places.dedup();
    places
}

/// The names of the program's tuning parameters: the threshold of all SOACs with versions, those of single ones, and
/// those that the program itself names.
pub fn parameters(session: &Session) -> Vec<String> {
    let places = versions(session);
    let all = places.first().map(|_| ALL_THRESHOLDS.to_string());
    let mut named: Vec<String> =
        notes(session, |note| note.pass == Normalise::INFO.name).into_iter().map(|note| note.message.clone()).collect();
    named.sort();
    named.dedup();
    all.into_iter().chain(places).chain(named).collect()
}

/// Writes the checks that stay inside loops, each once.
fn checks(session: &Session) {
    // Skips places in the prelude, which would not help the user.
    let around = |span| {
        place(session, span).filter(|place| !place.starts_with(PRELUDE_FOLDER)).map(|place| format!(" ({place})"))
    };
    let mut lines: Vec<String> = notes(session, |note| note.pass == "hoist-checks")
        .into_iter()
        .map(|note| {
            let here = place(session, note.span).unwrap_or_else(|| "unknown location".into());
            format!("{here}: {}{}", note.message, around(note.around).unwrap_or_default())
        })
        .collect();
    lines.dedup();
    lines.iter().for_each(|line| say(line));
}

/// Writes the rewrites of a function's statements, wherever the function has been inlined, and of statements that were
/// inlined into it.
fn rewrites(session: &Session, function: &str) -> Result<()> {
    let definitions = definitions(session, function);
    let inside = |span: &Span| {
        definitions.iter().any(|def| def.file == span.file && def.start <= span.start && span.end <= def.end)
    };
    let wanted = |note: &Note| note.function.as_deref().is_some_and(|noted| noted == function || inside(&note.span));
    let mut lines: Vec<String> = notes(session, wanted)
        .into_iter()
        .map(|note| {
            let here = place(session, note.span)
                .unwrap_or_else(|| format!("in {}", note.function.as_deref().unwrap_or("constants")));
            format!("{here}: {}: {}", note.pass, note.message)
        })
        .collect();
    if lines.is_empty() && definitions.is_empty() {
        return Err(Error::user(
            Span::NONE,
            format!("there is no function `{function}`, and no rule has changed a statement of that name"),
        ));
    }
    let mut seen = HashSet::new();
    lines.retain(|line| seen.insert(line.clone()));
    lines.iter().for_each(|line| say(line));
    Ok(())
}

/// The definitions of a name in the source program.
fn definitions(session: &Session, function: &str) -> Vec<Span> {
    let all = all_definitions(session).into_iter();
    all.filter(|(name, _)| name.as_str() == function).map(|(_, span)| span).collect()
}

/// The names that the program itself defines, in order.
pub fn function_names(session: &Session) -> Vec<Symbol> {
    let own = |span: &Span| place(session, *span).is_some_and(|place| !place.starts_with(PRELUDE_FOLDER));
    let all = all_definitions(session).into_iter();
    all.filter(|(_, span)| own(span)).map(|(name, _)| name).collect()
}

/// The definitions of the typed program, including those of the prelude that it uses.
fn all_definitions(session: &Session) -> Vec<(Symbol, Span)> {
    let Ok(typed) = session.driver.registry.language("typed") else { return Vec::new() };
    let Ok(program) = session.again().compile_to(typed.info) else { return Vec::new() };
    let Some(program) = program.get::<Typed>() else { return Vec::new() };
    let defs = program.root().defs.iter().map(|def| {
        let Def::Value { name, .. } = def;
        (name.base, def.span())
    });
    defs.collect()
}
