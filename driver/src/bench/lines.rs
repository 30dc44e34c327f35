//! Draws reports as lines: how the means of datasets have changed through several reports, or how they grow with the
//! sizes of the inputs. Means are on a logarithmic scale.

use super::plot::{LINE, NAMES, NEW, OLD, begin, escaped, powers, shown, ticks, times};
use super::report::Report;
use super::statistics::mean;
use crate::dataset::random::SizedType;
use regex::Regex;
use std::fmt::Write;

/// The colours of lines, which repeat.
const COLORS: [&str; 6] = [NEW, OLD, "#a23b72", "#3b8f5a", "#6b4fa0", "#c4572b"];
/// The height of the part with lines.
const HEIGHT: f64 = 400.0;
/// Where this part begins.
const LEFT: f64 = 80.0;
/// The distance between reports, and the width for a power of ten.
const STEP: f64 = 80.0;

/// Pairs of a place and a mean, or of their coordinates.
type Points = Vec<(f64, f64)>;

/// A line.
struct Line {
    label: String,
    /// The places from left to right in steps, and the means in microseconds.
    points: Points,
    /// Whether these are the times of an older report.
    is_old: bool,
}

/// Draws a line for each dataset through reports, in their order. `reports` has their names.
pub fn history(reports: &[(String, Report)]) -> String {
    let mut datasets: Vec<(&str, &str)> = Vec::new();
    for (_, report) in reports {
        for (program, names) in &report.0 {
            let names = names.iter().map(|(name, _)| (program.as_str(), name.as_str()));
            datasets.extend(names.filter(|one| !datasets.contains(one)).collect::<Vec<_>>());
        }
    }
    let line = |(program, name): &(&str, &str)| {
        let places = (0..).map(|number: u32| f64::from(number) + 0.5);
        let found = reports
            .iter()
            .zip(places)
            .filter_map(|((_, report), place)| Some((place, mean(&times(report.find(program, name)?)))));
        Line { label: format!("{program}, {}", super::short(name)), points: found.collect(), is_old: false }
    };
    let lines: Vec<Line> = datasets.iter().map(line).collect();
    let names: Vec<(f64, String)> =
        reports.iter().zip(0..).map(|((name, _), number)| (f64::from(number) + 0.5, name.clone())).collect();
    draw(&names, reports.len() as f64, &lines)
}

/// Draws a line for each entry point through its datasets by their sizes, and those of an older report. Datasets whose
/// names have no size are left out.
pub fn by_size(new: &Report, old: Option<&Report>) -> String {
    let mut found: Vec<(String, bool, Points)> = Vec::new();
    for (report, is_old) in [Some((new, false)), old.map(|old| (old, true))].into_iter().flatten() {
        for (program, datasets) in &report.0 {
            let sized =
                datasets.iter().filter_map(|(name, outcome)| Some((size(name)?, mean(&times(outcome.as_ref().ok()?)))));
            let mut points: Points = sized.collect();
            points.sort_by(|(one, _), (other, _)| one.total_cmp(other));
            if !points.is_empty() {
                let label = if is_old { format!("{program} (old)") } else { program.clone() };
                found.push((label, is_old, points));
            }
        }
    }
    let (low, high) = powers(found.iter().flat_map(|(_, _, points)| points).map(|(size, _)| *size));
    let lines = found.into_iter().map(|(label, is_old, points)| Line {
        label,
        points: points.into_iter().map(|(size, mean)| (size.log10() - low, mean)).collect(),
        is_old,
    });
    let names: Vec<(f64, String)> =
        ticks((low, high)).map(|size| (size.log10() - low, format!("10^{}", size.log10().round()))).collect();
    draw(&names, high - low, &lines.collect::<Vec<_>>())
}

/// The size of a dataset by its name: the elements of the types in it, as in `[100][10]f32 [10]f32`; otherwise the
/// largest number in it, as in `data/1000.in`.
fn size(name: &str) -> Option<f64> {
    let mut elements = 0.0;
    let mut rest = name;
    while let Ok((ty, after)) = SizedType::read(rest) {
        if !ty.sizes.is_empty() {
            elements += ty.sizes.iter().map(|size| *size as f64).product::<f64>();
        }
        rest = after;
    }
    if rest.trim().is_empty() && elements > 0.0 {
        return Some(elements);
    }
    // `#1` is the number of a dataset, and `f32` a type.
    let number = Regex::new(r"(?:^|[^A-Za-z0-9_.#])([0-9]+)").ok()?;
    let numbers = number.captures_iter(name).filter_map(|found| found[1].parse::<f64>().ok());
    numbers.filter(|number| *number > 0.0).reduce(f64::max)
}

/// Draws lines. `names` has the names of places from left to right, and `steps` is how far they go.
fn draw(names: &[(f64, String)], steps: f64, lines: &[Line]) -> String {
    let (low, high) = powers(lines.iter().flat_map(|line| &line.points).map(|(_, mean)| *mean));
    let right = LEFT + STEP * steps;
    let (width, height) = (right + NAMES, (HEIGHT + 60.0).max(LINE * (lines.len() as f64 + 2.0)));
    let x = |place: f64| LEFT + STEP * place;
    let y = |micros: f64| 20.0 + HEIGHT * (high - micros.log10().clamp(low, high)) / (high - low);
    let mut svg = begin(width, height);
    // Writing to a string cannot fail.
    for time in ticks((low, high)) {
        let (y, label) = (y(time), shown(time));
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#dddddd\"/>\n\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555555\">{label}</text>",
            LEFT - 6.0,
            y + 4.0
        );
    }
    for (place, name) in names {
        let (x, y, name) = (x(*place), HEIGHT + 40.0, escaped(name));
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#555555\">{name}</text>");
    }
    for (number, line) in lines.iter().enumerate() {
        let color = COLORS[number % COLORS.len()];
        let places: Points = line.points.iter().map(|(place, mean)| (x(*place), y(*mean))).collect();
        let points: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let dashes = if line.is_old { " stroke-dasharray=\"4\"" } else { "" };
        let _ = writeln!(svg, "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\"{dashes}/>", points.join(" "));
        for (x, y) in places {
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{color}\"/>");
        }
        let (y, label) = (LINE * (number as f64 + 1.5), escaped(&line.label));
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{y:.1}\" fill=\"{color}\">{label}</text>", right + 12.0);
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::super::report::Measured;
    use super::*;

    fn report(datasets: &[(&str, u64)]) -> Report {
        let measured =
            |time: u64| Measured { runtimes: vec![time; 3], bytes: Default::default(), stderr: None, profiling: None };
        let datasets = datasets.iter().map(|(name, time)| (name.to_string(), Ok(measured(*time))));
        Report(vec![("p.fut".into(), datasets.collect())])
    }

    #[test]
    fn every_dataset_has_a_line() {
        let one = report(&[("<a>", 20), ("b", 3000)]);
        let reports = [("one".to_string(), one.clone()), ("two".to_string(), one), ("none".into(), Report::default())];
        let svg = history(&reports);
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (2, 4), "{svg}");
        assert!(svg.contains(">one<") && svg.contains(">p.fut, &lt;a&gt;<"), "{svg}");
    }

    #[test]
    fn every_program_has_a_line_by_size() {
        let new = report(&[("[1000]f32", 30), ("[10][10]f32", 3), ("data/x.in", 7)]);
        let svg = by_size(&new, Some(&report(&[("f 1000i64", 60)])));
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (2, 3), "{svg}");
        assert!(svg.contains("points=\"80.0,") && svg.contains(">10^3<") && svg.contains(">p.fut (old)<"), "{svg}");
        assert_eq!(by_size(&Report::default(), None).matches("<polyline").count(), 0);
    }

    #[test]
    fn names_have_sizes() {
        for (name, expected) in [
            ("[100]i32", Some(100.0)),
            ("[10][20]f32 [5]f64 i32", Some(205.0)),
            ("data/1000.in", Some(1000.0)),
            ("#12 (\"7i32 8f64\")", Some(8.0)),
            ("mk 20i64 3i32", Some(20.0)),
            ("data/small.in", None),
            ("[0]f32", None),
        ] {
            assert_eq!(size(name), expected, "{name}");
        }
    }
}
