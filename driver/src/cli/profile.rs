//! The table of `run --profile`.

use super::output::say;
use backends::Profile;
use backends::profile::{Site, Work};
use framework::{SourceMap, Span};
use languages::source::prelude::PRELUDE_FOLDER;
use std::time::Duration;

/// Writes a profile to standard error: a line for each kernel, the longest first, and one for the rest of the run.
pub fn report(profile: &Profile, sources: &SourceMap) {
    let mut sites: Vec<&Site> = profile.sites.iter().collect();
    sites.sort_by_key(|site| std::cmp::Reverse(site.time));
    say(&format!("{:>12}  {:>8}  {:>8}  {:>10}  {:>12}  kernel", "time", "runs", "parallel", "dispatches", "indices"));
    for site in &sites {
        let (Site { runs, dispatches, indices, .. }, parallel) = (site, parallel(site));
        let what = [what(site.work), &at(sources, &site.span, " at "), &around(sources, &site.loops)].concat();
        say(&format!("{}  {runs:>8}  {parallel:>8}  {dispatches:>10}  {indices:>12}  {what}", millis(site.time)));
    }
    let kernels = sites.iter().map(|site| site.time).sum();
    say(&format!("{}  outside of kernels", millis(profile.time.saturating_sub(kernels))));
    let total = |part: fn(&Site) -> u64| sites.iter().map(|site| part(site)).sum::<u64>();
    let (runs, beside, dispatches) = (total(|site| site.runs), total(parallel), total(|site| site.dispatches));
    let looped = total(|site| if site.loops.is_empty() { 0 } else { site.runs });
    let (time, alone) = (millis(profile.time), millis(profile.sequential()));
    say(&format!("{time}  in all: {runs} runs, {looped} in loops, {beside} parallel, {dispatches} dispatches"));
    say(&format!("{alone}  of that on one thread"));
}

/// How often a kernel ran on more than one thread.
fn parallel(site: &Site) -> u64 {
    if site.dispatches > 0 { site.runs } else { site.divided }
}

fn millis(time: Duration) -> String {
    format!("{:>9.3} ms", time.as_secs_f64() * 1e3)
}

/// What the work is called.
pub const fn what(work: Work) -> &'static str {
    match work {
        Work::Map => "map",
        Work::Reduce => "reduction",
        Work::Scan => "scan",
        Work::Histogram => "histogram",
        Work::Copy => "copy",
    }
}

/// The place of a span in the user's files.
pub fn place(sources: &SourceMap, span: Span) -> Option<String> {
    sources.describe(span).filter(|place| !place.starts_with(PRELUDE_FOLDER))
}

/// The place of a span in the user's files, after some words. Empty for others.
fn at(sources: &SourceMap, span: &Span, before: &str) -> String {
    place(sources, *span).map(|place| format!("{before}{place}")).unwrap_or_default()
}

/// The loops around a kernel, innermost first.
fn around(sources: &SourceMap, loops: &[Span]) -> String {
    loops.iter().rev().map(|span| at(sources, span, ", in the loop at ")).collect()
}
