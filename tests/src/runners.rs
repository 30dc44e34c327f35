//! Runners: all evaluators and backends behind one interface.

use crate::blocks::Case;
use crate::c::Binary;
use crate::programs::Compiled;
use backends::{CompileOptions, Executable, Width};
use framework::pass::Context;
use framework::{Error, ErrorKind, Program, Result, Symbol};
use fut_nano::testing::case::{self, Wanted};
use languages::codes;
use languages::lanes::Lanes;
use languages::prim::PrimType;
use languages::run::Call;
use languages::stop::Stop;
use languages::trace::Tracer;
use languages::value::{Given, Tolerance, Value};

/// A way to run programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runner {
    /// The evaluator of a language.
    Evaluator(&'static str),
    /// The evaluator of `FunMem` on a heap.
    Heap,
    /// The `cpu` backend with this number of threads.
    Cpu(usize),
    /// The `vulkan` backend.
    Vulkan,
    /// The c backend, on one thread or on several.
    C(Option<usize>),
}

impl Runner {
    /// Returns all runners.
    pub fn all() -> Vec<Runner> {
        let mut runners: Vec<Runner> = crate::programs::LANGUAGES.into_iter().map(Runner::Evaluator).collect();
        runners.extend([Runner::Heap, Runner::Cpu(1), Runner::Cpu(2), Runner::Vulkan]);
        runners
    }

    /// Returns the name, such as `funmem-heap` or `cpu-2`.
    pub fn name(self) -> String {
        match self {
            Runner::Evaluator(language) => language.into(),
            Runner::Heap => "funmem-heap".into(),
            Runner::Cpu(threads) => format!("cpu-{threads}"),
            Runner::Vulkan => "vulkan".into(),
            Runner::C(None) => "c".into(),
            Runner::C(Some(threads)) => format!("multicore-{threads}"),
        }
    }

    /// Prepares a program for this runner.
    pub fn load(self, compiled: &Compiled) -> std::result::Result<Loaded, String> {
        let language = match self {
            Runner::Evaluator(language) => language,
            Runner::Heap => "funmem",
            Runner::Cpu(_) | Runner::Vulkan | Runner::C(_) => "lanes",
        };
        let program = compiled.stage(language)?;
        program.reserve_names();
        let options = CompileOptions::default();
        let executable = match self {
            Runner::Evaluator(_) | Runner::Heap => {
                return Ok(Loaded::Evaluated {
                    program,
                    context: Box::new(Context::new(compiled.sources.clone())),
                    heap: self == Runner::Heap,
                });
            }
            // One thread uses the widest registers, several those that all processors have.
            Runner::Cpu(threads) => {
                let width = (threads > 1).then_some(Width::W128);
                compile("cpu", CompileOptions { threads: Some(threads), width, ..options }, program)
            }
            Runner::Vulkan => compile("vulkan", options, program),
            Runner::C(threads) => program
                .into_owned::<Lanes>()
                .map_err(|_| Error::internal("the program is not of Lanes"))
                .and_then(|program| Ok(Box::new(Binary::new(&program, threads)?) as Box<dyn Executable>)),
        };
        executable.map(Loaded::Compiled).map_err(|error| error.to_string())
    }
}

fn compile(backend: &str, options: CompileOptions, program: Program) -> Result<Box<dyn Executable>> {
    let backend = backends::backend(backend, options).ok_or_else(|| Error::internal("there is no such backend"))?;
    let program = program.into_owned::<Lanes>().map_err(|_| Error::internal("the program is not of Lanes"))?;
    backend.compile(&program)
}

/// A program that is ready to run.
pub enum Loaded {
    /// Run by an evaluator.
    Evaluated {
        /// The program.
        program: Program,
        /// The context with the program's sources.
        context: Box<Context>,
        /// Whether to evaluate on a heap.
        heap: bool,
    },
    /// Run by a backend.
    Compiled(Box<dyn Executable>),
}

impl Loaded {
    /// Runs an entry point.
    pub fn run(&mut self, entry: &str, args: Vec<Value>) -> Result<Vec<Value>> {
        match self {
            Loaded::Evaluated { program, context, heap } => {
                let call = Call {
                    entry: Symbol::new(entry),
                    args,
                    heap: *heap,
                    tracer: Tracer::default(),
                    stop: Stop::default(),
                };
                let outcome = program.evaluate(&call, context)?;
                let results = outcome.downcast::<Vec<Value>>();
                results.map(|results| *results).map_err(|_| Error::internal("an outcome is not a list of values"))
            }
            Loaded::Compiled(executable) => executable.run(entry, args).map(|outcome| outcome.results),
        }
    }

    /// Runs a case, and describes what is wrong with its outcome. Compiled programs borrow the arguments.
    pub fn check(&mut self, entry: &str, case: &Case) -> std::result::Result<(), String> {
        let lent = case.input.clone();
        let outcome = match self {
            Loaded::Compiled(executable) => {
                executable.call(entry, lent.iter().map(Given::lend).collect()).map(|outcome| outcome.results)
            }
            Loaded::Evaluated { .. } => self.run(entry, case.input.clone()),
        };
        if lent != case.input {
            return Err(format!("{entry}, input of line {}: the program has changed a borrowed argument", case.line));
        }
        // Derivatives have no value in the languages before their pass.
        if matches!(&outcome, Err(error) if error.code.is_some_and(|code| code.id == codes::EARLY_DERIVATIVE.id)) {
            return Ok(());
        }
        judge(&outcome, &case.expected).map_err(|why| format!("{entry}, input of line {}: {why}", case.line))
    }
}

/// Compares an outcome with the expected one.
pub fn judge(outcome: &Result<Vec<Value>>, expected: &Wanted) -> std::result::Result<(), String> {
    let outcome = match outcome {
        Ok(results) => Ok(results.clone()),
        Err(error) if error.kind == ErrorKind::RunTime => Err(error.message.clone()),
        Err(error) => return Err(format!("{:?} error: {error}", error.kind)),
    };
    expected.mismatch(&outcome, tolerance).map_or(Ok(()), Err)
}

/// Describes the first difference between results and expected results.
pub fn difference(results: &[Value], expected: &[Value]) -> Option<String> {
    case::difference(results, expected, tolerance)
}

/// Returns the tolerance for a result. Reductions may use another order, and expected results are printed with few
/// digits.
fn tolerance(expected: &Value) -> Tolerance {
    Tolerance::OfEach(match expected.value_type().prim {
        PrimType::F16 => 2e-3,
        PrimType::F32 => 1e-4,
        _ => 1e-9,
    })
}
