//! The Python module `fut_nano`: compiles Futhark programs in process, and calls them with NumPy's arrays.
//!
//! ```python
//! import fut_nano
//! program = fut_nano.compile("entry main (xs: []f64) (k: f64) = map (* k) xs")
//! program.main([1.0, 2.0, 3.0], 3.0)
//! ```
//!
//! - `values.rs`: values of Python from and to those of programs.

mod values;

use fut_nano::embed::{self, Backend, Edition, Options, Shape};
use pyo3::create_exception;
use pyo3::exceptions::{PyAttributeError, PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;
use values::Argument;

create_exception!(
    fut_nano,
    Error,
    PyException,
    "A program is wrong, cannot be called with these arguments, or failed. Attributes: `code` (of `fut-nano explain`), \
     `place` (file, line and columns) and `json` (all that is known, an object on a line for each error); each may be \
     None."
);

/// The exception of an error, with its text.
fn exception(py: Python<'_>, error: &embed::Error) -> PyErr {
    let exception = Error::new_err(error.to_string());
    let value = exception.value(py);
    let set = value
        .setattr("code", error.code())
        .and_then(|()| value.setattr("place", error.place()))
        .and_then(|()| value.setattr("json", error.to_json()));
    set.map_or_else(|other| other, |()| exception)
}

fn backend_of(name: &str) -> PyResult<Backend> {
    let found = Backend::ALL.into_iter().find(|backend| backend.name() == name);
    found.ok_or_else(|| PyValueError::new_err(format!("backend is 'cpu' or 'vulkan', not '{name}'")))
}

fn edition_of(name: &str) -> PyResult<Edition> {
    Edition::named(name).ok_or_else(|| {
        let known = Edition::ALL.map(Edition::name).join(", ");
        PyValueError::new_err(format!("there is no edition '{name}'; editions are {known}"))
    })
}

/// A compiled program. Its entry points are its attributes.
#[pyclass(frozen, dict)]
struct Program {
    program: Arc<embed::Program>,
}

#[pymethods]
impl Program {
    /// The names of the entry points.
    #[getter]
    fn entry_points(&self) -> Vec<String> {
        self.program.entries().map(|entry| entry.name().to_string()).collect()
    }

    /// The warnings of the compiler.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.program.warnings().iter().map(ToString::to_string).collect()
    }

    /// An entry point that is no attribute, or the error that there is none.
    fn __getattr__(&self, name: &str) -> PyResult<Entry> {
        match self.program.entry(name) {
            Ok(_) => Ok(Entry { program: self.program.clone(), name: name.into() }),
            Err(error) => Err(PyAttributeError::new_err(error.message().to_string())),
        }
    }

    fn __dir__(&self) -> Vec<String> {
        self.entry_points().into_iter().chain(["entry_points".into(), "warnings".into()]).collect()
    }
}

/// An entry point of a program.
#[pyclass(frozen)]
struct Entry {
    program: Arc<embed::Program>,
    name: String,
}

#[pymethods]
impl Entry {
    /// Calls the entry point. Other threads of Python run in the meantime; they must not change the arguments.
    #[pyo3(signature = (*args))]
    fn __call__<'py>(&self, py: Python<'py>, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let entry = self.program.entry(&self.name).map_err(|error| exception(py, &error))?;
        let (wanted, given) = (entry.params().count(), args.len());
        if wanted != given {
            let message = format!("`{}` takes {wanted} arguments, but {given} were given", self.name);
            return Err(PyTypeError::new_err(message));
        }
        let place =
            |number: usize, shape: &Shape| format!("argument {} of `{}`, of type {shape}", number + 1, self.name);
        let typed = || args.iter().zip(entry.params()).enumerate();
        let held = typed().map(|(number, (arg, shape))| Argument::new(&arg, shape, &|| place(number, shape)));
        let mut held = held.collect::<PyResult<Vec<_>>>()?;
        let given = held.iter_mut().zip(typed());
        let given = given.map(|(arg, (number, (_, shape)))| arg.give(&|| place(number, shape)));
        let given = given.collect::<PyResult<Vec<_>>>()?;
        let results = py.detach(|| entry.call_given(given)).map_err(|error| exception(py, &error))?;
        let results = results.into_iter().zip(entry.results());
        let mut results =
            results.map(|(tree, shape)| values::from_tree(py, tree, shape)).collect::<PyResult<Vec<_>>>()?;
        match results.len() {
            1 => Ok(results.remove(0)),
            _ => Ok(PyTuple::new(py, results)?.into_any()),
        }
    }

    /// The types of the parameters, as in Futhark.
    #[getter]
    fn parameters(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let entry = self.program.entry(&self.name).map_err(|error| exception(py, &error))?;
        Ok(entry.params().map(ToString::to_string).collect())
    }

    /// The types of the results.
    #[getter]
    fn results(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let entry = self.program.entry(&self.name).map_err(|error| exception(py, &error))?;
        Ok(entry.results().iter().map(ToString::to_string).collect())
    }
}

/// Compiles the text of a program.
///
/// `backend` is 'cpu' or 'vulkan'; `threads` is the number of threads of the processor; `device` is a part of the name
/// of a Vulkan device; `edition` is that of the program; `entry_points` are functions that become entry points, too.
/// `path` is what messages call the program, and imports are relative to its folder.
#[pyfunction]
#[pyo3(signature = (
    text, *, backend = "cpu", threads = None, device = None, edition = "2026", entry_points = vec![], path = None
))]
#[allow(clippy::too_many_arguments, reason = "they are named in Python")]
fn compile(
    py: Python<'_>,
    text: &str,
    backend: &str,
    threads: Option<usize>,
    device: Option<String>,
    edition: &str,
    entry_points: Vec<String>,
    path: Option<String>,
) -> PyResult<Py<Program>> {
    let (backend, edition) = (backend_of(backend)?, edition_of(edition)?);
    let path = path.unwrap_or_else(|| Options::default().path);
    let options = Options { backend, threads, device, edition, entry_points, path };
    let compiled = py.detach(|| embed::Program::compile_with(text, &options));
    let program = Arc::new(compiled.map_err(|error| exception(py, &error))?);
    let object = Py::new(py, Program { program: program.clone() })?;
    // Attributes are found faster than names of entry points. Those of the class cannot be replaced.
    for entry in program.entries() {
        let name = entry.name().to_string();
        let _ = object.setattr(py, entry.name(), Py::new(py, Entry { program: program.clone(), name })?);
    }
    Ok(object)
}

/// Compiles Futhark programs in this process, and calls them with NumPy's arrays.
#[pymodule(name = "fut_nano")]
fn exports(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Error", module.py().get_type::<Error>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Program>()?;
    module.add_class::<Entry>()?;
    module.add_function(wrap_pyfunction!(compile, module)?)
}
