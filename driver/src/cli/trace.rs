//! A trace of the passes for chrome://tracing and similar viewers.

use std::io::Write;
use std::sync::Mutex;
use std::time::Instant;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// Writes an event for the beginning and the end of every span.
pub struct Chrome<W: Write + Send + 'static> {
    out: Mutex<W>,
    start: Instant,
}

struct Name(String);

impl Visit for Name {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "name" {
            self.0 = format!("{value:?}").trim_matches('"').to_string();
        }
    }
}

impl<W: Write + Send + 'static> Chrome<W> {
    /// Starts a trace.
    pub fn new(mut out: W) -> std::io::Result<Self> {
        out.write_all(b"[\n")?;
        Ok(Chrome { out: Mutex::new(out), start: Instant::now() })
    }

    fn event(&self, phase: &str, name: &str) {
        let micros = self.start.elapsed().as_nanos() as f64 / 1000.0;
        let event = serde_json::json!({ "name": name, "ph": phase, "ts": micros, "pid": 1, "tid": 1 });
        if let Ok(mut out) = self.out.lock() {
            // A trace that cannot be written must not stop the compilation.
            let _ = writeln!(out, "{event},");
        }
    }
}

impl<W: Write + Send + 'static, S: Subscriber + for<'l> LookupSpan<'l>> Layer<S> for Chrome<W> {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut name = Name(attributes.metadata().name().to_string());
        attributes.record(&mut name);
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(name);
        }
    }

    fn on_enter(&self, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(Name(name)) = span.extensions().get::<Name>()
        {
            self.event("B", name);
        }
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(Name(name)) = span.extensions().get::<Name>()
        {
            self.event("E", name);
        }
    }

    fn on_record(&self, _: &Id, _: &Record<'_>, _: Context<'_, S>) {}

    fn on_event(&self, _: &Event<'_>, _: Context<'_, S>) {}

    fn enabled(&self, _: &Metadata<'_>, _: Context<'_, S>) -> bool {
        true
    }
}
