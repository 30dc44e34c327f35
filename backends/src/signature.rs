//! The interfaces of entry points, and the check of arguments.

use crate::borrow::Effects;
use framework::{Error, Name, Result, Span};
use languages::codes;
use languages::lanes::{Arg, ArgDim, Fun, Res};
use languages::prim::PrimValue;
use languages::value::{ArrayValue, ArrayView, Given, Value, ValueType};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// The interface of an entry point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryInfo {
    /// The name.
    pub name: String,
    /// The parameters.
    pub params: Vec<ParamInfo>,
    /// The results.
    pub results: Vec<ResultInfo>,
}

/// A parameter of an entry point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParamInfo {
    /// The parameter's name in the program.
    pub label: String,
    /// Its type as the user wrote it.
    pub ty: String,
    /// Its type as far as data formats know it.
    pub value_type: ValueType,
}

/// A result of an entry point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultInfo {
    /// Its type as the user wrote it.
    pub ty: String,
    /// Its type as far as data formats know it.
    pub value_type: ValueType,
}

/// An entry point, with facts for the check of its arguments.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Signature {
    /// The interface.
    pub info: EntryInfo,
    args: Vec<ArgSpec>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct ArgSpec {
    /// The variable that a scalar is bound to.
    scalar: Option<Name>,
    dims: Vec<DimSpec>,
    /// Whether the program only reads the memory of an array.
    only_read: bool,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum DimSpec {
    Fixed(i64),
    Fresh(Name),
    Same(Name),
}

/// An argument that matches its parameter.
pub enum CheckedArg<'a> {
    /// A scalar.
    Scalar(PrimValue),
    /// An array that becomes the program's, and its sizes that are bound to variables, in order.
    Owned(ArrayValue, Vec<i64>),
    /// An array that the program only reads, and these sizes.
    Borrowed(ArrayView<'a>, Vec<i64>),
}

impl Signature {
    /// The signature of an entry point.
    pub fn new(fun: &Fun<'_>) -> Signature {
        let mut params = Vec::new();
        let mut args = Vec::new();
        let effects = Effects::of(fun);
        for arg in fun.args {
            let (scalar, label, ty, prim, dims, only_read) = match arg {
                Arg::ScalarArg { name, prim, label, ty, .. } => (Some(*name), label, ty, *prim, Vec::new(), false),
                Arg::ArrayArg { mem, prim, dims, label, ty, .. } => {
                    (None, label, ty, *prim, dims.iter().map(spec).collect(), effects.only_read(*mem))
                }
            };
            params.push(ParamInfo {
                label: label.to_string(),
                ty: ty.to_string(),
                value_type: ValueType { prim, rank: dims.len() },
            });
            args.push(ArgSpec { scalar, dims, only_read });
        }
        let results = fun.results.iter().map(result_info).collect();
        Signature { info: EntryInfo { name: fun.entry.to_string(), params, results }, args }
    }

    /// Checks the number, types, ranks and sizes of arguments, and copies those that cannot be borrowed. The error
    /// names the wrong argument.
    pub fn check<'a>(&self, args: Vec<Given<'a>>) -> Result<Vec<CheckedArg<'a>>> {
        let name = &self.info.name;
        if args.len() != self.args.len() {
            let (want, have) = (self.args.len(), args.len());
            return Err(wrong(format!("Entry point {name} takes {want} arguments, but is given {have}.")));
        }
        // Collects sizes first, since a size may be used before the argument that binds it.
        let mut sizes: FxHashMap<Name, (i64, usize)> = FxHashMap::default();
        for (k, ((arg, spec), param)) in args.iter().zip(&self.args).zip(&self.info.params).enumerate() {
            if arg.value_type() != param.value_type {
                let have = arg.type_description();
                return Err(wrong(format!("{} must have type {}, but has type {have}.", self.which(k), param.ty)));
            }
            if let Given::Owned(Value::Scalar(value)) = arg
                && let (Some(name), Some(size)) = (spec.scalar, value.as_i64())
            {
                sizes.insert(name, (size, k));
            }
            for (dim, &size) in spec.dims.iter().zip(arg.sizes()) {
                if let DimSpec::Fresh(name) = dim {
                    sizes.insert(*name, (size as i64, k));
                }
            }
        }
        let mut checked = Vec::with_capacity(args.len());
        for (k, (arg, spec)) in args.into_iter().zip(&self.args).enumerate() {
            let bound = self.bound(k, arg.sizes(), &sizes)?;
            checked.push(match arg {
                Given::Owned(Value::Scalar(value)) => CheckedArg::Scalar(value),
                Given::Owned(Value::Array(array)) => CheckedArg::Owned(array, bound),
                Given::Borrowed(array) if spec.only_read => CheckedArg::Borrowed(array, bound),
                Given::Borrowed(array) => CheckedArg::Owned(array.to_array(), bound),
            });
        }
        Ok(checked)
    }

    /// The sizes of an argument that are bound to variables. `sizes` are those of all variables, and the arguments that
    /// they come from.
    fn bound(&self, k: usize, shape: &[usize], sizes: &FxHashMap<Name, (i64, usize)>) -> Result<Vec<i64>> {
        let mut bound = Vec::new();
        for (i, (dim, &size)) in self.args[k].dims.iter().zip(shape).enumerate() {
            let size = size as i64;
            let (expected, origin) = match dim {
                DimSpec::Fresh(_) => {
                    bound.push(size);
                    continue;
                }
                DimSpec::Fixed(expected) => (*expected, None),
                DimSpec::Same(name) => match sizes.get(name) {
                    Some(&(expected, origin)) => (expected, Some(origin)),
                    None => return Err(Error::internal(format!("size {name} of {} is unbound", self.which(k)))),
                },
            };
            if size != expected {
                let because =
                    origin.map_or(String::new(), |origin| format!(" because of {}", decapitalise(&self.which(origin))));
                return Err(wrong(format!(
                    "Dimension {i} of {} must be {expected}{because}, but is {size}.",
                    decapitalise(&self.which(k)),
                )));
            }
        }
        Ok(bound)
    }

    /// An argument by its name and its number, counted from 1.
    fn which(&self, k: usize) -> String {
        let label = &self.info.params[k].label;
        let number = k + 1;
        if label.is_empty() { format!("Argument {number}") } else { format!("Argument {number} ({label})") }
    }
}

fn decapitalise(text: &str) -> String {
    text.replacen("Argument", "argument", 1)
}

fn spec(dim: &ArgDim) -> DimSpec {
    match dim {
        ArgDim::Fixed { value, .. } => DimSpec::Fixed(*value),
        ArgDim::Fresh { name, .. } => DimSpec::Fresh(*name),
        ArgDim::Same { name, .. } => DimSpec::Same(*name),
    }
}

fn result_info(result: &Res<'_>) -> ResultInfo {
    let (ty, prim, rank) = match result {
        Res::ScalarRes { prim, ty, .. } => (ty, *prim, 0),
        Res::ArrayRes { prim, dims, ty, .. } => (ty, *prim, dims.len()),
    };
    ResultInfo { ty: ty.to_string(), value_type: ValueType { prim, rank } }
}

fn wrong(message: String) -> Error {
    codes::WRONG_INPUT.error(Span::NONE, format!("Error: {message}\n"))
}

/// The signature and the number of the entry point `entry`. If there is none, the error lists all entry points.
pub fn find<'s>(signatures: &'s [Signature], entry: &str) -> Result<(usize, &'s Signature)> {
    signatures.iter().enumerate().find(|(_, signature)| signature.info.name == entry).ok_or_else(|| {
        let names: Vec<&str> = signatures.iter().map(|signature| signature.info.name.as_str()).collect();
        wrong(format!("There is no entry point {entry}; there are: {}.", names.join(", ")))
    })
}

/// The shape and the number of elements of a result with these sizes.
pub fn result_shape(sizes: &[u64]) -> Result<(Vec<usize>, usize)> {
    let shape: Vec<usize> = sizes.iter().map(|&size| usize::try_from(size as i64).unwrap_or(0)).collect();
    let count = shape.iter().try_fold(1usize, |product, &size| product.checked_mul(size));
    // A result with a dimension of size 0 has no elements, even if the product of the other sizes overflows.
    let count = if shape.contains(&0) { Some(0) } else { count };
    let count = count.ok_or_else(|| Error::internal("a result has more elements than a machine word counts"))?;
    Ok((shape, count))
}
