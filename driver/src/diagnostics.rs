//! Writes errors: the message, the source text with the place marked, related places, and advice. The format is text
//! for people or JSON for editors.

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet, Title};
use framework::{Error, ErrorKind, SourceMap, Span, Suggestion};
use serde_json::{Value, json};
use std::ops::Range;

/// Lines of source text with more bytes than this are shown in part.
const LINE: usize = 400;

/// Messages are cut after so many characters, since a program may have names of any length.
const MESSAGE: usize = 4000;

/// Two places are shown in one piece of source text if they are at most so many bytes apart.
const TOGETHER: usize = 1 << 16;

/// The reader of diagnostics.
#[derive(Clone, Copy, Debug)]
pub enum Audience {
    /// People; with colours or without.
    Human {
        /// Whether the reader knows the colours of terminals.
        color: bool,
    },
    /// Programs: a JSON object for each diagnostic, on a line of its own.
    Json,
    /// Tools that search the text for Futhark's words, such as the pattern of a test: names stand in double quotes,
    /// sentences begin with capital letters, warnings end in full stops, and a note has the entry in Futhark's index of
    /// errors.
    Futhark,
}

/// Writes an error, and all errors that were found with it, for a reader.
pub fn report(error: &Error, sources: &SourceMap, audience: Audience) -> String {
    match audience {
        Audience::Human { color } => all(error, sources, Style::Human { color }),
        Audience::Futhark => all(error, sources, Style::Futhark),
        Audience::Json => {
            let all = std::iter::once(error).chain(&error.others);
            all.map(|error| json(error, sources).to_string()).collect::<Vec<_>>().join("\n")
        }
    }
}

/// Writes an error, and all errors that were found with it, as text for people.
pub fn render(error: &Error, sources: &SourceMap, color: bool) -> String {
    all(error, sources, Style::Human { color })
}

/// The form of a text.
#[derive(Clone, Copy)]
enum Style {
    /// For people, with colours or without.
    Human { color: bool },
    /// With Futhark's quotes and capitals, for tools.
    Futhark,
}

impl Style {
    /// A sentence of a message, cut if it is too long.
    fn sentence(self, text: &str) -> String {
        match (self, text.chars().next()) {
            (Style::Futhark, Some(first)) => {
                let rest = text.get(first.len_utf8()..).unwrap_or_default();
                self.part(&first.to_uppercase().chain(rest.chars()).collect::<String>())
            }
            _ => self.part(text),
        }
    }

    /// The same with a full stop at the end, if tools may look for it.
    fn whole_sentence(self, text: &str) -> String {
        let stop = if matches!(self, Style::Futhark) { "." } else { "" };
        self.sentence(text) + stop
    }

    /// Another part of a message, cut if it is too long.
    fn part(self, text: &str) -> String {
        match self {
            Style::Human { .. } => short(text),
            Style::Futhark => short(&text.replace('`', "\"")),
        }
    }
}

fn all(error: &Error, sources: &SourceMap, style: Style) -> String {
    let mut out = one(error, sources, style);
    for other in &error.others {
        out.push_str("\n\n");
        out.push_str(&one(other, sources, style));
    }
    out
}

/// A diagnostic as JSON. The chapter "Diagnostics" of the book describes its fields.
fn json(error: &Error, sources: &SourceMap) -> Value {
    let related = error.related.iter().map(|(span, text)| json!({ "span": place(*span, sources), "message": text }));
    let suggestion = error.suggestion.as_ref().map(|suggestion| {
        let Suggestion { span, replacement, message } = suggestion;
        json!({ "span": place(*span, sources), "replacement": replacement, "message": message })
    });
    json!({
        "code": error.code.map(|code| code.id),
        "severity": if error.kind == ErrorKind::Warning { "warning" } else { "error" },
        "kind": match error.kind {
            ErrorKind::User | ErrorKind::Warning => "program",
            ErrorKind::RunTime => "run-time",
            ErrorKind::Limitation => "limitation",
            ErrorKind::Internal => "internal",
        },
        "rule": error.rule,
        "message": error.message,
        "span": place(error.span, sources),
        "label": error.label,
        "related": related.collect::<Vec<_>>(),
        "notes": error.notes,
        "suggestion": suggestion,
        "rendered": one(error, sources, Style::Human { color: false }),
    })
}

fn place(span: Span, sources: &SourceMap) -> Option<Value> {
    let file = sources.get(span.file)?;
    let ((line, column), (end_line, end_column)) = (file.position(span.start), file.position(span.end));
    Some(json!({
        "file": file.name,
        "byte_start": span.start,
        "byte_end": span.end,
        "line_start": line,
        "column_start": column,
        "line_end": end_line,
        "column_end": end_column,
    }))
}

/// A part of a message, cut if it is too long.
fn short(text: &str) -> String {
    match text.char_indices().nth(MESSAGE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

fn one(error: &Error, sources: &SourceMap, style: Style) -> String {
    // Run-time failures have the format of Futhark's executables.
    if error.kind == ErrorKind::RunTime {
        let text = error.to_string();
        return match error.code {
            Some(code) => format!("{}\n\n`fut-nano explain {}` explains this error.", text.trim_end(), code.id),
            None => text,
        };
    }
    // What has no code is no error of a program, such as one in the command line.
    let style =
        if error.code.is_none() && matches!(style, Style::Futhark) { Style::Human { color: false } } else { style };
    let renderer = match style {
        Style::Human { color: true } => Renderer::styled(),
        _ => Renderer::plain(),
    };
    let (level, title) = match error.kind {
        ErrorKind::User | ErrorKind::RunTime => (Level::ERROR, style.sentence(&error.message)),
        ErrorKind::Warning => (Level::WARNING, style.whole_sentence(&error.message)),
        ErrorKind::Limitation => (Level::ERROR, format!("not supported: {}", style.part(&error.message))),
        ErrorKind::Internal => (Level::ERROR, format!("internal error: {}", style.part(&error.message))),
    };
    let title = level.primary_title(title);
    let title = match error.code {
        Some(code) => title.id(code.id),
        None => title,
    };
    let (near, far): (Vec<_>, Vec<_>) =
        error.related.iter().partition(|(span, _)| together(error.span, *span, sources));
    let mut first = group(title, AnnotationKind::Primary, error.span, error.label.as_deref(), &near, sources, style);
    for note in &error.notes {
        first = first.element(Level::NOTE.message(style.sentence(note)));
    }
    if let (Style::Futhark, Some(rule)) = (style, error.rule) {
        first = first.element(Level::NOTE.message(format!("In Futhark's index of errors: {rule}")));
    }
    let mut groups = vec![first];
    for (span, text) in far {
        groups.push(group(
            Level::NOTE.secondary_title(style.sentence(text)),
            AnnotationKind::Context,
            *span,
            None,
            &[],
            sources,
            style,
        ));
    }
    groups.extend(error.suggestion.as_ref().map(|suggestion| advice(suggestion, sources, style)));
    renderer.render(&groups)
}

/// Whether two places can be shown in one piece of source text: each is on one line, both are in the same file, and
/// they are not too far apart.
fn together(main: Span, other: Span, sources: &SourceMap) -> bool {
    let Some(file) = sources.get(main.file).filter(|_| main.file == other.file) else { return false };
    let line = |at: u32| file.position(at).0;
    let one_line = |span: Span| line(span.start) == line(span.end.saturating_sub(1).max(span.start));
    let size = main.end.max(other.end) - main.start.min(other.start);
    size as usize <= TOGETHER && one_line(main) && one_line(other) && !main.same_place(other)
}

/// A title with a piece of source text, in which a span and other spans near it are marked.
fn group<'s>(
    title: Title<'s>,
    kind: AnnotationKind,
    span: Span,
    label: Option<&str>,
    others: &[&(Span, String)],
    sources: &'s SourceMap,
    style: Style,
) -> Group<'s> {
    let Some(file) = sources.get(span.file) else { return Group::with_title(title) };
    let all = others.iter().fold(span, |all, (other, _)| all.to(*other));
    let excerpt = Excerpt::new(&file.text, all);
    let mut snippet = Snippet::source(excerpt.text)
        .path(file.name.clone())
        .line_start(excerpt.line)
        .fold(true)
        .annotation(kind.span(excerpt.range(span)).label(label.map(|label| style.part(label))));
    for (other, text) in others {
        snippet = snippet.annotation(AnnotationKind::Context.span(excerpt.range(*other)).label(style.part(text)));
    }
    title.element(snippet)
}

/// A suggested change of the source text.
fn advice<'s>(suggestion: &'s Suggestion, sources: &'s SourceMap, style: Style) -> Group<'s> {
    let title = Level::HELP.secondary_title(style.sentence(&suggestion.message));
    let Some(file) = sources.get(suggestion.span.file) else { return Group::with_title(title) };
    let excerpt = Excerpt::new(&file.text, suggestion.span);
    let patch = Patch::new(excerpt.range(suggestion.span), short(&suggestion.replacement));
    title.element(Snippet::source(excerpt.text).path(file.name.clone()).line_start(excerpt.line).patch(patch))
}

/// The lines around a span. A very long line is cut to the part near the span.
struct Excerpt<'s> {
    text: &'s str,
    /// The start of the excerpt in the file.
    start: usize,
    /// The number of the first line.
    line: usize,
}

impl<'s> Excerpt<'s> {
    fn new(text: &'s str, span: Span) -> Excerpt<'s> {
        let end = text.len();
        let start = boundary(text, span.start as usize, false);
        let stop = boundary(text, (span.end as usize).max(start), true);
        let mut from = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let mut to = text[stop..].find('\n').map_or(end, |at| stop + at);
        let line = text[..from].bytes().filter(|byte| *byte == b'\n').count() + 1;
        if start - from > LINE {
            from = boundary(text, start - LINE / 2, false);
        }
        if to - stop > LINE {
            to = boundary(text, stop + LINE, false);
        }
        if to - from > TOGETHER {
            to = boundary(text, start + 4 * LINE, false);
        }
        Excerpt { text: &text[from..to], start: from, line }
    }

    /// The range of a span in the excerpt.
    fn range(&self, span: Span) -> Range<usize> {
        let within = |at: u32, up: bool| boundary(self.text, (at as usize).saturating_sub(self.start), up);
        let start = within(span.start, false);
        start..within(span.end, true).max(start)
    }
}

/// The nearest boundary between characters at or above `at` if `up`, else at or below.
fn boundary(text: &str, at: usize, up: bool) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        if up { at += 1 } else { at -= 1 }
    }
    at
}
