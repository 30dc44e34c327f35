//! What a compilation tells about itself: times, checks that stay, rewrites.

use crate::args::Compile;
use framework::pass::Note;
use framework::pipeline::Watch;
use framework::{Error, Node, Result, Span};
use fut_nano::Session;
use languages::typed::{Def, Typed};
use std::collections::HashSet;
use std::time::Duration;

/// Writes what the user asked for.
pub fn report(session: &Session, options: &Compile) -> Result<()> {
    if options.time_passes {
        times(&session.watch);
    }
    if options.trace_checks {
        checks(session);
    }
    options.explain_rewrites.as_deref().map_or(Ok(()), |function| rewrites(session, function))
}

/// How long passes took, what they counted, and how often their rules changed something.
fn times(watch: &Watch) {
    let list = |pairs: &[(&'static str, u64)]| {
        pairs.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
    };
    for timing in &watch.timings {
        eprintln!("{:>10.3} ms  {:<20} {}", timing.time.as_secs_f64() * 1e3, timing.pass, list(&timing.counters));
        let mut rules = timing.rules.clone();
        rules.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        for line in rules.chunks(5) {
            eprintln!("{:>15}{}", "", list(line));
        }
    }
    let total: Duration = watch.timings.iter().map(|timing| timing.time).sum();
    eprintln!("{:>10.3} ms  total", total.as_secs_f64() * 1e3);
}

fn place(session: &Session, span: Span) -> Option<String> {
    session.context.sources.describe(span)
}

/// Some notes, in the order of the places that they are about.
fn notes(session: &Session, wanted: impl Fn(&Note) -> bool) -> Vec<&Note> {
    let mut notes: Vec<&Note> = session.context.notes.iter().filter(|note| wanted(note)).collect();
    notes.sort_by_key(|note| (note.span.file.0, note.span.start));
    notes
}

/// Which checks stay in loops, each once.
fn checks(session: &Session) {
    // Where the prelude applies an operation tells nobody anything.
    let around = |span| place(session, span).filter(|place| !place.starts_with('/')).map(|place| format!(" ({place})"));
    let mut lines: Vec<String> = notes(session, |note| note.pass == "hoist-checks")
        .into_iter()
        .map(|note| {
            let here = place(session, note.span).unwrap_or_else(|| "unknown location".into());
            format!("{here}: {}{}", note.message, around(note.around).unwrap_or_default())
        })
        .collect();
    lines.dedup();
    lines.iter().for_each(|line| eprintln!("{line}"));
}

/// What rules made of the statements of a function, wherever it has been inlined, and of all that was inlined in it.
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
            format!("there is no function `{function}`, and no rule has changed anything of that name"),
        ));
    }
    let mut seen = HashSet::new();
    lines.retain(|line| seen.insert(line.clone()));
    lines.iter().for_each(|line| eprintln!("{line}"));
    Ok(())
}

/// The definitions of a name in the source program, if there is one.
fn definitions(session: &Session, function: &str) -> Vec<Span> {
    let Ok(typed) = session.driver.registry.language("typed") else { return Vec::new() };
    let Ok(program) = session.again().compile_to(typed.info) else { return Vec::new() };
    let Some(program) = program.get::<Typed>() else { return Vec::new() };
    let named = program.root().defs.iter().filter(|def| {
        let Def::Value { name, .. } = def;
        name.base.as_str() == function
    });
    named.map(Node::span).collect()
}
