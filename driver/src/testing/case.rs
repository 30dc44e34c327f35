//! One case of a test block: its arguments on a server, and the comparison of its outcome with the expected one.

use super::format::{Expected, Input, Pattern, Random};
use crate::dataset::{self, random::Bounds};
use crate::script::{self, Evaluator};
use crate::served::{Failure, Served, is_plain};
use languages::value::{Tolerance, Value};
use std::path::Path;

/// The seed of random inputs, as in `futhark test`.
const SEED: u64 = 1;

impl Input {
    /// The values of an input that no program makes. `None` for scripts. Files are relative to a folder.
    ///
    /// Errors: a file cannot be read.
    pub fn values(&self, folder: &Path) -> Result<Option<Vec<Value>>, String> {
        match self {
            Input::Values(values) => Ok(Some(values.clone())),
            Input::File(name) => dataset::read(&folder.join(name)).map(Some),
            Input::Random(all) => {
                let one = |random: &Random| match random {
                    Random::Of(ty) => Bounds::default().value(ty, SEED),
                    Random::Constant(value) => value.clone(),
                };
                Ok(Some(all.iter().map(one).collect()))
            }
            Input::Script(_) | Input::ScriptFile(_) => Ok(None),
        }
    }
}

impl Expected {
    /// What the case must give. `None` for `auto output`. Files are relative to a folder.
    ///
    /// Errors: a file cannot be read.
    pub fn values(&self, folder: &Path) -> Result<Option<Wanted>, String> {
        Ok(Some(match self {
            Expected::Values(values) => Wanted::Values(values.clone()),
            Expected::File(name) => Wanted::Values(dataset::read(&folder.join(name))?),
            Expected::Error(pattern) => Wanted::Failure(pattern.clone()),
            Expected::Success => Wanted::Success,
            Expected::Auto => return Ok(None),
        }))
    }
}

/// What a case must give.
#[derive(Debug)]
pub enum Wanted {
    /// These values.
    Values(Vec<Value>),
    /// A failure.
    Failure(Pattern),
    /// Anything but a failure.
    Success,
}

/// The outcome of a call: its results, or the message of its failure.
pub type Outcome = Result<Vec<Value>, String>;

impl Wanted {
    /// Describes what is wrong with an outcome.
    pub fn mismatch(&self, outcome: &Outcome, tolerance: impl Fn(&Value) -> Tolerance) -> Option<String> {
        match (outcome, self) {
            (Ok(_), Wanted::Success) => None,
            (Ok(results), Wanted::Values(expected)) => difference(results, expected, tolerance),
            (Ok(_), Wanted::Failure(pattern)) => Some(format!("it should have failed with `{pattern}`")),
            (Err(message), Wanted::Failure(pattern)) if pattern.matches(message) => None,
            (Err(message), Wanted::Failure(pattern)) => {
                Some(format!("it should have failed with `{pattern}`, but failed with\n{}", message.trim_end()))
            }
            (Err(message), _) => Some(format!("it failed with\n{}", message.trim_end())),
        }
    }
}

/// The tolerance of `futhark test`.
pub fn usual_tolerance(_: &Value) -> Tolerance {
    Tolerance::OfLargest(0.002)
}

/// Describes the first difference between results and expected results.
pub fn difference(results: &[Value], expected: &[Value], tolerance: impl Fn(&Value) -> Tolerance) -> Option<String> {
    if results.len() != expected.len() {
        return Some(format!("{} results instead of {}", results.len(), expected.len()));
    }
    let mut pairs = results.iter().zip(expected).enumerate();
    pairs.find_map(|(position, (result, expected))| {
        let difference = result.difference(expected, tolerance(expected))?;
        Some(format!("result {position}: {difference}"))
    })
}

/// Makes the arguments of a case on a server. Returns their variables.
pub fn arguments(server: &mut Served, entry: &str, input: &Input, folder: &Path) -> Result<Vec<String>, Failure> {
    let types: Vec<String> = server.inputs(entry)?.into_iter().map(|(ty, _)| ty).collect();
    let exp = match input {
        Input::Script(exp) => exp.clone(),
        Input::ScriptFile(name) => {
            let path = folder.join(name);
            let unreadable = |why: &dyn std::fmt::Display| format!("cannot read {}: {why}", path.display());
            let text = std::fs::read_to_string(&path).map_err(|error| Failure::Refused(unreadable(&error)))?;
            script::read(&text).map_err(|error| Failure::Refused(unreadable(&error.message)))?
        }
        _ => {
            let values = input.values(folder).map_err(Failure::Refused)?.unwrap_or_default();
            let given: Vec<String> = values.iter().map(|value| value.value_type().to_string()).collect();
            // Values of other types are given by their leaves. The server knows how many there are.
            if types.iter().all(|ty| is_plain(ty)) && given != types {
                let (types, given) = (types.join(" "), given.join(" "));
                return Err(Failure::Refused(format!("the entry point takes `{types}`, but the input is `{given}`")));
            }
            let names: Vec<String> = (0..types.len()).map(|position| format!("in{position}")).collect();
            server.put(&names.iter().cloned().zip(types).collect::<Vec<_>>(), &values)?;
            return Ok(names);
        }
    };
    Evaluator::new(server, folder).arguments(&exp, &types)
}

/// Runs a case on a server.
///
/// Errors: its arguments cannot be made, or the server is gone.
pub fn outcome(server: &mut Served, entry: &str, input: &Input, folder: &Path) -> Result<Outcome, Failure> {
    let mut arguments = arguments(server, entry, input, folder)?;
    let results: Vec<String> = (0..server.outputs(entry)?.len()).map(|position| format!("out{position}")).collect();
    let called = server.call(entry, &results, &arguments);
    // A script may give one variable twice.
    arguments.sort();
    arguments.dedup();
    match called {
        Err(Failure::Refused(message)) => {
            server.free(&arguments)?;
            Ok(Err(message))
        }
        Err(failure) => Err(failure),
        Ok(_) => {
            let values = server.get(&results)?;
            server.free(&arguments)?;
            server.free(&results)?;
            Ok(Ok(values))
        }
    }
}
