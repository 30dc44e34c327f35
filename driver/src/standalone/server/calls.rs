//! Commands about entry points, variables, files and tuning.

use super::super::interface::{Entry, Outside, Passed};
use super::super::program;
use super::variables::Variable;
use super::words::{at, too_few};
use super::{Answer, FAILURE, Failure, Server};
use crate::cli::profile;
use crate::diagnostics::{self, Audience};
use backends::profile::Site;
use framework::{Error, ErrorKind, SourceMap};
use languages::parameters::class;
use languages::value::{Given, Reader, Value, ValueType, write_binary};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// The name of a parameter's or result's type, with a star if it is consumed or fresh.
fn starred(passed: &Passed) -> String {
    format!("{}{}", if passed.unique { "*" } else { "" }, passed.ty.name)
}

impl Server<'_> {
    fn entry(&self, name: &str) -> Result<&Entry, Failure> {
        self.program.interface.entries.get(name).ok_or_else(|| format!("Unknown entry point: {name}"))
    }

    /// A type by its name.
    pub(super) fn outside(&self, name: &str) -> Result<&Arc<Outside>, Failure> {
        self.program.interface.types.get(name).ok_or_else(|| format!("Unknown type {name}"))
    }

    pub(super) fn inputs(&self, args: &[&str]) -> Answer {
        Ok(self.entry(at(args, 0)?)?.params.iter().map(starred).collect())
    }

    pub(super) fn outputs(&self, args: &[&str]) -> Answer {
        Ok(self.entry(at(args, 0)?)?.results.iter().map(starred).collect())
    }

    pub(super) fn output(&self, args: &[&str]) -> Answer {
        Ok(vec![starred(&self.entry(at(args, 0)?)?.result)])
    }

    pub(super) fn attributes(&self, args: &[&str]) -> Answer {
        Ok(self.entry(at(args, 0)?)?.attributes.clone())
    }

    /// `call ENTRY OUTPUTS INPUTS`
    pub(super) fn call(&mut self, args: &[&str]) -> Answer {
        let (name, args) = args.split_first().ok_or_else(too_few)?;
        if self.stale {
            self.compile()?;
        }
        let entry = self.entry(name)?;
        let (inputs, outputs) = (entry.params.len(), entry.results.len());
        // One variable for a tuple, or one for each component.
        let count = if args.len() == 1 + inputs { 1 } else { outputs };
        if args.len() < count + inputs {
            return Err(too_few());
        }
        let (outs, ins) = args.split_at(count);
        let mut args = Vec::new();
        for (param, input) in entry.params.iter().zip(ins) {
            let (ty, own) = self.variables.value(input)?;
            if ty.name != param.ty.name || ty.shape != param.ty.shape {
                return Err(format!("Wrong input type.  Expected {}, got {}.", param.ty.name, ty.name));
            }
            args.push(own);
        }
        self.variables.are_free(outs)?;
        let consumed: Vec<&str> =
            entry.params.iter().zip(ins).filter(|(param, _)| param.unique).map(|p| *p.1).collect();
        let types: Vec<Arc<Outside>> = match count {
            1 => vec![entry.result.ty.clone()],
            _ => entry.results.iter().map(|result| result.ty.clone()).collect(),
        };
        let signature = self.program.types.all().find(|(entry, _)| entry == name).map(|(_, signature)| signature);
        let leaves = match signature {
            Some(signature) => signature.lend(&args, self.bundle.edition),
            None => Ok(args.into_iter().flatten().map(Given::lend).collect()),
        };
        let leaves: Vec<Given<'_>> = leaves.map_err(|error| message(&error, &self.program.sources))?;
        // The run counts its arguments.
        let others = self.variables.bytes().saturating_sub(leaves.iter().map(Given::bytes).sum());
        let started = Instant::now();
        let outcome = match self.program.executable.call(name, leaves) {
            Ok(outcome) => outcome,
            // Clients expect the time of failures, too.
            Err(error) => {
                let time = format!("runtime: {}", started.elapsed().as_micros());
                return Ok(vec![time, FAILURE.into(), message(&error, &self.program.sources)]);
            }
        };
        self.peak = self.peak.max(others + outcome.peak_bytes);
        for name in consumed {
            self.variables.consume(name);
        }
        let mut results = outcome.results;
        for (out, ty) in outs.iter().zip(types) {
            let rest = results.split_off(ty.shape.leaves().len().min(results.len()));
            self.variables.add(out, Variable::new(ty, std::mem::replace(&mut results, rest)));
        }
        if let Some(profile) = &outcome.profile {
            self.profile.add(&profile.sites, &self.program.sources);
        }
        Ok(vec![format!("runtime: {}", outcome.micros)])
    }

    /// Compiles the program again, for other tuning parameters.
    fn compile(&mut self) -> Result<(), Failure> {
        let options = self.options.compile_options();
        let program = program::compile(self.bundle, self.driver, None, &self.tuning, options, &mut self.report);
        self.program = program.map_err(|error| message(&error, &self.report.sources))?;
        self.stale = false;
        Ok(())
    }

    /// `restore FILE VARIABLE TYPE …`: what was read before a failure stays.
    pub(super) fn restore(&mut self, args: &[&str]) -> Answer {
        let (file, args) = args.split_first().ok_or_else(too_few)?;
        let bytes = std::fs::read(file).map_err(|error| format!("Failed to open {file}: {}", plain(&error)))?;
        let mut reader = Reader::new(&bytes).map_err(|error| format!("Malformed data in {file}: {error}"))?;
        for pair in args.chunks(2) {
            let [name, ty] = pair else { return Err(too_few()) };
            let ty = self.outside(ty)?.clone();
            self.variables.is_free(name)?;
            let leaves = ty.shape.leaves().into_iter().map(|(prim, dims)| {
                let leaf = reader.next(Some(&ValueType { prim, rank: dims.len() }));
                leaf.ok().flatten().ok_or_else(|| {
                    format!("Failed to restore variable {name}.\nPossibly malformed data in {file} (errno: Success)")
                })
            });
            let leaves = leaves.collect::<Result<Vec<Value>, Failure>>()?;
            self.variables.add(name, Variable::new(ty, leaves));
        }
        match reader.next(None) {
            Ok(None) => Ok(Vec::new()),
            _ => Err(format!("Expected EOF after reading {} values from {file}", args.len() / 2)),
        }
    }

    /// `store FILE VARIABLE …`: a new file is there whole, or not at all. A file that exists is written in place, as
    /// its reader may have opened it before.
    pub(super) fn store(&self, args: &[&str]) -> Answer {
        let (file, names) = args.split_first().ok_or_else(too_few)?;
        let values = names.iter().map(|name| Ok(self.variables.value(name)?.1)).collect::<Result<Vec<_>, Failure>>()?;
        let failed = |error: std::io::Error| format!("Failed to open {file}: {}", plain(&error));
        let path = Path::new(file);
        if path.exists() {
            let out = std::fs::File::options().write(true).truncate(true).open(path).map_err(failed)?;
            write_all(&values, out).map_err(failed)?;
            return Ok(Vec::new());
        }
        // Only the user reads values that a client has stored.
        crate::whole::write(path, 0o600, |out| write_all(&values, out)).map_err(failed)?;
        Ok(Vec::new())
    }

    pub(super) fn free(&mut self, names: &[&str]) -> Answer {
        for name in names {
            self.variables.remove(name)?;
        }
        Ok(Vec::new())
    }

    pub(super) fn rename(&mut self, args: &[&str]) -> Answer {
        let (from, to) = (at(args, 0)?, at(args, 1)?);
        self.variables.get(from)?;
        self.variables.is_free(to)?;
        let variable = self.variables.remove(from)?;
        self.variables.add(to, variable);
        Ok(Vec::new())
    }

    fn is_param(&self, name: &str) -> bool {
        self.program.parameters.iter().any(|known| known == name)
    }

    pub(super) fn set_tuning_param(&mut self, args: &[&str]) -> Answer {
        let (name, value) = (at(args, 0)?, at(args, 1)?);
        let number = value.parse::<u64>().ok().filter(|_| self.is_param(name));
        let number = number.ok_or_else(|| format!("Failed to set tuning parameter {name} to {value}"))?;
        self.tuning.set(name, number);
        self.stale = true;
        Ok(Vec::new())
    }

    pub(super) fn get_tuning_param(&self, args: &[&str]) -> Answer {
        let name = at(args, 0)?;
        if !self.is_param(name) {
            return Err(format!("Unknown tuning parameter: {name}"));
        }
        // 0 leaves the choice to the device.
        Ok(vec![self.tuning.get(name).unwrap_or(0).to_string()])
    }

    pub(super) fn tuning_params(&self, args: &[&str]) -> Answer {
        self.entry(at(args, 0)?)?;
        Ok(self.program.parameters.clone())
    }

    pub(super) fn tuning_param_class(&self, args: &[&str]) -> Answer {
        let name = at(args, 0)?;
        if self.is_param(name) {
            Ok(vec![class(name).into()])
        } else {
            Err(format!("Unknown tuning parameter: {name}"))
        }
    }
}

/// What a server says of an error. Failures of programs have the texts that the programs' executables print.
fn message(error: &Error, sources: &SourceMap) -> String {
    match error.kind {
        ErrorKind::RunTime => error.to_string(),
        _ => diagnostics::report(error, sources, Audience::Human { color: false }),
    }
}

/// Writes leaves in the binary format.
fn write_all(values: &[&[Value]], out: impl Write) -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(out);
    values.iter().flat_map(|leaves| leaves.iter()).try_for_each(|leaf| write_binary(leaf, &mut out))?;
    out.flush()
}

/// The text of an error of the system, without its number.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_string()
}

/// What the kernels of all calls did.
#[derive(Default)]
pub struct Events {
    events: Vec<serde_json::Value>,
    /// Whether calls are left out.
    pub paused: bool,
}

impl Events {
    /// Adds the kernels of a call.
    fn add(&mut self, sites: &[Site], sources: &SourceMap) {
        if self.paused {
            return;
        }
        for site in sites {
            self.events.push(json!({
                "name": profile::what(site.work),
                "details": { "runs": site.runs, "indices": site.indices },
                "duration": site.time.as_secs_f64() * 1e6,
                "provenance": profile::place(sources, site.span).unwrap_or_else(|| "unknown".into()),
            }));
        }
    }

    /// Forgets all kernels.
    pub fn clear(&mut self) {
        self.events.clear();
    }

    /// A report as JSON, of what happened since the last one. `bytes` is the most memory in use.
    pub fn report(&mut self, bytes: usize) -> String {
        let events = std::mem::take(&mut self.events);
        json!({ "memory": { "default space": bytes }, "events": events }).to_string()
    }
}
