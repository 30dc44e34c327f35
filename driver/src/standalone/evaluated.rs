//! The evaluator of a language in the place of a backend.

use backends::{EntryInfo, Executable, RunOutcome};
use framework::pass::Context;
use framework::{Error, Program, Result, SourceMap, Symbol};
use languages::run::Call;
use languages::stop::Stop;
use languages::trace::Tracer;
use languages::value::{Given, Value};
use std::time::Instant;

/// The name of this backend.
pub const NAME: &str = "evaluator";
/// The language whose evaluator runs programs: the first without type parameters.
pub const LANGUAGE: &str = "mono-match";

/// A program that is run by an evaluator.
pub struct Evaluated {
    /// The program.
    pub program: Program,
    /// The texts that failures refer to.
    pub sources: SourceMap,
    /// Takes what the program traces.
    pub tracer: Tracer,
    /// Ends runs from outside.
    pub stop: Stop,
}

impl Executable for Evaluated {
    /// The evaluator looks for entry points itself.
    fn entries(&self) -> Vec<EntryInfo> {
        Vec::new()
    }

    fn call(&mut self, entry: &str, args: Vec<Given<'_>>) -> Result<RunOutcome> {
        let args: Vec<Value> = args.into_iter().map(Given::into_value).collect();
        let arguments: usize = args.iter().map(Value::bytes).sum();
        let call =
            Call { entry: Symbol::new(entry), args, heap: false, tracer: self.tracer.clone(), stop: self.stop.clone() };
        let started = Instant::now();
        let outcome = self.program.evaluate(&call, &Context::new(self.sources.clone()))?;
        let micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        match outcome.downcast::<Vec<Value>>() {
            // Arrays inside of the evaluator are not counted.
            Ok(results) => {
                let peak_bytes = arguments + results.iter().map(Value::bytes).sum::<usize>();
                Ok(RunOutcome { results: *results, micros, peak_bytes, profile: None })
            }
            Err(_) => Err(Error::internal("an evaluator's outcome is a list of values")),
        }
    }
}
