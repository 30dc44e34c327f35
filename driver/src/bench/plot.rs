//! Draws reports as SVG pictures, on a logarithmic scale: a bar for the mean of each dataset with its confidence
//! interval, and the bars of a second report beside these. `lines.rs` draws lines.

use super::report::{Measured, Report};
use super::statistics::{confidence_interval, mean};
use std::fmt::Write;

/// The width of names, of bars, and of the numbers behind the bars.
pub(super) const NAMES: f64 = 320.0;
const BARS: f64 = 480.0;
const NUMBERS: f64 = 110.0;
/// The height of a line.
pub(super) const LINE: f64 = 20.0;
/// The colours of the new and of the old report. They differ in brightness, too.
pub(super) const NEW: &str = "#1b6ca8";
pub(super) const OLD: &str = "#c9a227";

/// A line of the picture.
enum Row<'r> {
    /// The name of a program.
    Program(&'r str),
    /// A dataset with its times, and the old ones.
    Dataset(&'r str, &'r Measured, Option<&'r Measured>),
}

/// A text in XML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

pub(super) fn times(measured: &Measured) -> Vec<f64> {
    // A logarithm needs positive numbers, and less than a microsecond cannot be told apart.
    measured.runtimes.iter().map(|time| (*time as f64).max(1.0)).collect()
}

/// A time in microseconds with a unit.
pub(super) fn shown(micros: f64) -> String {
    match micros {
        _ if micros < 1e3 => format!("{micros:.0} μs"),
        _ if micros < 1e6 => format!("{:.1} ms", micros / 1e3),
        _ => format!("{:.2} s", micros / 1e6),
    }
}

/// The logarithms of the whole powers of ten around all times.
pub(super) fn powers(times: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = times.fold((f64::INFINITY, 1.0f64), |(low, high), time| (low.min(time), high.max(time)));
    let low = if low.is_finite() { low.log10().floor() } else { 0.0 };
    (low, high.log10().ceil().max(low + 1.0))
}

/// The whole powers of ten in a range of logarithms.
pub(super) fn ticks((low, high): (f64, f64)) -> impl Iterator<Item = f64> {
    (low as i32..=high as i32).map(|power| 10f64.powi(power))
}

/// The start of a picture.
pub(super) fn begin(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    )
}

/// Draws a report, and an older one.
pub fn draw(new: &Report, old: Option<&Report>) -> String {
    let mut rows = Vec::new();
    for (program, datasets) in &new.0 {
        rows.push(Row::Program(program));
        for (name, outcome) in datasets {
            if let Ok(measured) = outcome {
                rows.push(Row::Dataset(name, measured, old.and_then(|old| old.find(program, name))));
            }
        }
    }
    let means = rows.iter().flat_map(|row| match row {
        Row::Program(_) => Vec::new(),
        Row::Dataset(_, new, old) => [Some(*new), *old].into_iter().flatten().map(|one| mean(&times(one))).collect(),
    });
    let (low, high) = powers(means);
    let place = |micros: f64| NAMES + BARS * (micros.log10() - low).clamp(0.0, high - low) / (high - low);
    let (width, height) = (NAMES + BARS + NUMBERS, LINE * (rows.len() as f64 + 2.0));
    let mut svg = begin(width, height);
    // Writing to a string cannot fail.
    for time in ticks((low, high)) {
        let (x, label) = (place(time), shown(time));
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{LINE}\" x2=\"{x:.1}\" y2=\"{height}\" stroke=\"#dddddd\"/>\n\
             <text x=\"{x:.1}\" y=\"14\" text-anchor=\"middle\" fill=\"#555555\">{label}</text>"
        );
    }
    for (number, row) in rows.iter().enumerate() {
        let top = LINE * (number as f64 + 1.25);
        match row {
            Row::Program(name) => {
                let _ = writeln!(
                    svg,
                    "<text x=\"4\" y=\"{:.1}\" font-weight=\"bold\">{}</text>",
                    top + 14.0,
                    escaped(name)
                );
            }
            Row::Dataset(name, new, old) => {
                let name = escaped(&super::short(name));
                let _ = writeln!(svg, "<text x=\"16\" y=\"{:.1}\">{name}</text>", top + 13.0);
                let height = if old.is_some() { LINE * 0.4 } else { LINE * 0.7 };
                bar(&mut svg, place, new, (top, height), NEW);
                if let Some(old) = old {
                    bar(&mut svg, place, old, (top + height, height), OLD);
                }
            }
        }
    }
    if old.is_some() {
        for (number, (word, color)) in [("new", NEW), ("old", OLD)].into_iter().enumerate() {
            let x = 8.0 + 60.0 * number as f64;
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"6\" width=\"10\" height=\"10\" fill=\"{color}\"/>\n\
                 <text x=\"{}\" y=\"15\">{word}</text>",
                x + 14.0
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Draws a bar of some times. `line` has the upper end and the height.
fn bar(svg: &mut String, place: impl Fn(f64) -> f64, measured: &Measured, line: (f64, f64), color: &str) {
    let ((top, height), times) = (line, times(measured));
    let (mean, (low, high)) = (mean(&times), confidence_interval(&times));
    let (end, middle) = (place(mean), top + height / 2.0);
    let _ = writeln!(
        svg,
        "<rect x=\"{NAMES}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"{color}\"/>\n\
         <line x1=\"{:.1}\" y1=\"{middle:.1}\" x2=\"{:.1}\" y2=\"{middle:.1}\" stroke=\"black\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\">{}</text>",
        (end - NAMES).max(1.0),
        place(low),
        place(high),
        place(high).max(end) + 4.0,
        middle + 4.0,
        shown(mean),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dataset_has_a_bar() {
        let measured =
            |time| Measured { runtimes: vec![time; 3], bytes: Default::default(), stderr: None, profiling: None };
        let report = |factor: u64| {
            let datasets = vec![("<a>".to_string(), Ok(measured(20 * factor))), ("b".to_string(), Ok(measured(3000)))];
            Report(vec![("p.fut".into(), datasets)])
        };
        let svg = draw(&report(1), Some(&report(2)));
        assert_eq!(svg.matches("<rect").count(), 1 + 4 + 2);
        assert!(svg.contains("&lt;a&gt;") && svg.contains(">20 μs<") && svg.contains(">3.0 ms<"), "{svg}");
        assert_eq!(draw(&Report::default(), None).matches("<rect").count(), 1);
    }
}
