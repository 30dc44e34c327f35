//! Errors as users see them: the message, the place in the source text, further places, advice.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use framework::{Error, ErrorKind, SourceMap, Span};
use std::ops::Range;

/// Longest line of source text that is shown whole.
const LINE: usize = 400;

/// The text for an error and all that were found with it.
pub fn render(error: &Error, sources: &SourceMap, color: bool) -> String {
    let mut out = one(error, sources, color);
    for other in &error.others {
        out.push_str("\n\n");
        out.push_str(&one(other, sources, color));
    }
    out
}

/// Longest part of a message: a program may have names of any length.
const MESSAGE: usize = 4000;

/// A part of a message, cut if it is too long.
fn short(text: &str) -> String {
    match text.char_indices().nth(MESSAGE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

fn one(error: &Error, sources: &SourceMap, color: bool) -> String {
    // A failed program speaks for itself.
    if error.kind == ErrorKind::RunTime {
        return error.to_string();
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let title = match error.kind {
        ErrorKind::User | ErrorKind::RunTime => short(&error.message),
        ErrorKind::Limitation => format!("not supported: {}", short(&error.message)),
        ErrorKind::Internal => format!("internal error: {}", short(&error.message)),
    };
    let mut groups =
        vec![group(Level::ERROR.primary_title(title), error.span, error.label.as_deref().map(short), sources, true)];
    for (span, text) in &error.related {
        groups.push(group(Level::NOTE.secondary_title(short(text)), *span, None, sources, false));
    }
    let mut group = groups.remove(0);
    for note in &error.notes {
        group = group.element(Level::NOTE.message(short(note)));
    }
    groups.insert(0, group);
    renderer.render(&groups)
}

fn group<'s>(
    title: annotate_snippets::Title<'s>,
    span: Span,
    label: Option<String>,
    sources: &'s SourceMap,
    primary: bool,
) -> Group<'s> {
    let Some(file) = sources.get(span.file) else { return Group::with_title(title) };
    let (excerpt, range, line) = excerpt(&file.text, span);
    let kind = if primary { AnnotationKind::Primary } else { AnnotationKind::Context };
    let snippet = Snippet::source(excerpt)
        .path(file.name.clone())
        .line_start(line)
        .fold(true)
        .annotation(kind.span(range).label(label));
    title.element(snippet)
}

/// The lines around a span, the span in them, and the number of the first. Of very long lines only the part around the span is kept.
fn excerpt(text: &str, span: Span) -> (&str, Range<usize>, usize) {
    let end = text.len();
    let boundary = |mut at: usize, up: bool| {
        at = at.min(end);
        while !text.is_char_boundary(at) {
            if up { at += 1 } else { at -= 1 }
        }
        at
    };
    let start = boundary(span.start as usize, false);
    let stop = boundary((span.end as usize).max(start), true);
    let mut from = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let mut to = text[stop..].find('\n').map_or(end, |at| stop + at);
    let line = text[..from].bytes().filter(|byte| *byte == b'\n').count() + 1;
    if start - from > LINE {
        from = boundary(start - LINE / 2, false);
    }
    if to - start > 4 * LINE {
        to = boundary(start + 4 * LINE, false);
    }
    let range = start - from..stop.min(to) - from;
    (&text[from..to], range, line)
}
