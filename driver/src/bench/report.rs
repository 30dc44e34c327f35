//! Reports of measurements as JSON: the format of `futhark bench --json`, which `futhark benchcmp` reads.
//!
//! ```json
//! {"prog.fut:entry": {"datasets": {"[1000]i32": {"runtimes": [12, 13], "bytes": {"default space": 4000}}}}}
//! ```
//!
//! The entry point `main` has no name there. A dataset that failed has a message instead of the object.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// What was measured of a dataset.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The run times in microseconds.
    pub runtimes: Vec<u64>,
    /// The most bytes in use, by the kind of memory.
    pub bytes: BTreeMap<String, u64>,
    /// What the last run has written to standard error, with `--profile`.
    pub stderr: Option<String>,
    /// What the kernels of the last run did, with `--profile`.
    pub profiling: Option<Value>,
}

/// The measurements of a dataset, or why there are none.
pub type Outcome = Result<Measured, String>;

/// Programs with entry points, in the order in which they were measured, with the outcomes by the names of datasets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report(pub Vec<(String, Vec<(String, Outcome)>)>);

impl Report {
    /// The report as JSON.
    pub fn to_json(&self) -> Value {
        let programs = self.0.iter().map(|(program, datasets)| {
            let datasets = datasets.iter().map(|(name, outcome)| (name.clone(), dataset(outcome)));
            (program.clone(), json!({ "datasets": datasets.collect::<Map<String, Value>>() }))
        });
        Value::Object(programs.collect())
    }

    /// Reads a report.
    ///
    /// Errors: why it cannot be read.
    pub fn read(path: &Path) -> Result<Report, String> {
        Report::parse(&std::fs::read_to_string(path).map_err(|error| error.to_string())?)
    }

    /// The report that a text contains.
    ///
    /// Errors: why it is none.
    pub fn parse(text: &str) -> Result<Report, String> {
        let json: Map<String, Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut programs = Vec::new();
        for (program, value) in json {
            let datasets = value.get("datasets").and_then(Value::as_object);
            let datasets = datasets.ok_or_else(|| format!("{program} has no datasets"))?.iter();
            let datasets = datasets.map(|(name, value)| {
                let outcome =
                    read_dataset(value).ok_or_else(|| format!("{program}, {name}: neither times nor a message"));
                Ok((name.clone(), outcome?))
            });
            programs.push((program.clone(), datasets.collect::<Result<_, String>>()?));
        }
        Ok(Report(programs))
    }

    /// The measurements of a dataset of a program.
    pub fn find(&self, program: &str, dataset: &str) -> Option<&Measured> {
        let (_, datasets) = self.0.iter().find(|(name, _)| name == program)?;
        datasets.iter().find(|(name, _)| name == dataset)?.1.as_ref().ok()
    }

    /// Whether all datasets have measurements.
    pub fn is_complete(&self) -> bool {
        self.0.iter().flat_map(|(_, datasets)| datasets).all(|(_, outcome)| outcome.is_ok())
    }
}

fn dataset(outcome: &Outcome) -> Value {
    match outcome {
        Err(message) => json!(message),
        Ok(Measured { runtimes, bytes, stderr, profiling }) => {
            let mut object = json!({ "runtimes": runtimes, "bytes": bytes });
            if let Some(stderr) = stderr {
                object["stderr"] = json!(stderr);
            }
            if let Some(profiling) = profiling {
                object["profiling"] = profiling.clone();
            }
            object
        }
    }
}

fn read_dataset(value: &Value) -> Option<Outcome> {
    if let Some(message) = value.as_str() {
        return Some(Err(message.to_string()));
    }
    let runtimes = value.get("runtimes")?.as_array()?.iter().map(Value::as_u64).collect::<Option<_>>()?;
    let bytes = value.get("bytes").and_then(Value::as_object).into_iter().flatten();
    Some(Ok(Measured {
        runtimes,
        bytes: bytes.filter_map(|(space, bytes)| Some((space.clone(), bytes.as_u64()?))).collect(),
        stderr: value.get("stderr").and_then(Value::as_str).map(str::to_string),
        profiling: value.get("profiling").filter(|profiling| !profiling.is_null()).cloned(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_written_and_read() {
        let measured = Measured {
            runtimes: vec![1, 2, 3],
            bytes: BTreeMap::from([("default space".to_string(), 40)]),
            stderr: Some("log".into()),
            profiling: Some(json!({ "events": [] })),
        };
        let datasets = vec![("a".to_string(), Ok(measured)), ("b".to_string(), Err("it failed".to_string()))];
        let report = Report(vec![("p.fut:f".to_string(), datasets)]);
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), report.to_json().to_string()).unwrap();
        assert_eq!(Report::read(file.path()).unwrap(), report);
        assert!(!report.is_complete());
        std::fs::write(file.path(), r#"{"p.fut": {}}"#).unwrap();
        assert_eq!(Report::read(file.path()).unwrap_err(), "p.fut has no datasets");
    }
}
