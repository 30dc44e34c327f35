//! Reads the arguments of entry points and writes their results, according to the types in the source program.

use framework::pass::{AnyPass, Context, PassInfo};
use framework::pipeline::Pipeline;
use framework::{AnyLanguage, Error, Name, Owned, Program, Result, SourceMap, Span};
use languages::codes;
use languages::source::Edition;
use languages::typed::{self, Def, Pat, Type, Typed, tuple_components};
use languages::value::{
    ArrayValue, ArrayView, DataError, Dim, Given, Reader, Shape, Sizes, Tree, Value, ValueType, write_binary,
    write_text,
};
use passes::typing::check_uniqueness::fresh_results;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::{Arc, OnceLock};

/// The source types of an entry point. They are unknown if the compilation starts after type inference, from an
/// S-expression.
#[derive(Clone)]
pub struct EntryTypes {
    entry: String,
    /// Those of all entry points.
    all: Arc<OnceLock<Signatures>>,
}

type Signatures = BTreeMap<String, Signature>;

/// The types of an entry point as callers see them.
#[derive(Clone, Serialize, Deserialize)]
pub struct Signature {
    /// The parameters.
    pub params: Vec<Param>,
    /// The results: several if the entry point returns a tuple.
    pub results: Vec<Shape>,
    /// Whether each result shares no memory with an argument.
    pub fresh: Vec<bool>,
}

/// A parameter of an entry point.
#[derive(Clone, Serialize, Deserialize)]
pub struct Param {
    /// The parameter's name. Sizes of other parameters may refer to it.
    name: Option<Name>,
    /// Its type.
    pub shape: Shape,
    /// Whether the entry point consumes it.
    pub consumed: bool,
}

impl Param {
    /// The name for callers: `_` if the parameter is a pattern.
    pub fn label(&self) -> &str {
        self.name.as_ref().map_or("_", |name| name.base.as_str())
    }
}

impl EntryTypes {
    /// The types of one entry point.
    pub fn known(entry: &str, types: Signature) -> EntryTypes {
        let all = Signatures::from([(entry.to_string(), types)]);
        EntryTypes { entry: entry.into(), all: Arc::new(OnceLock::from(all)) }
    }

    /// Makes a pipeline record the types of an entry point when it reaches a typed program.
    pub fn note(pipeline: &mut Pipeline, entry: &str) -> EntryTypes {
        let types = EntryTypes { entry: entry.into(), all: Arc::default() };
        let typed = AnyLanguage::of::<Typed>().info;
        if let Some(step) = pipeline.steps.iter_mut().find(|step| step.pass.from().info == typed) {
            step.pass = Arc::new(Noting { pass: step.pass.clone(), all: types.all.clone() });
        }
        types
    }

    /// The types of all entry points.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Signature)> + Clone {
        self.all.get().into_iter().flatten().map(|(name, signature)| (name.as_str(), signature))
    }

    /// The types, if they are known.
    pub fn signature(&self) -> Option<&Signature> {
        self.all.get()?.get(&self.entry)
    }

    /// Reads all arguments, as leaves: primitive values and arrays of them. If the types are unknown, reads all values
    /// of the input. In older editions, an empty array may stand for one of other sizes that is empty, too.
    pub fn read(&self, source: impl Read, edition: Edition) -> Result<Vec<Value>> {
        let unreadable = |error: DataError| codes::WRONG_INPUT.error(Span::NONE, format!("Error: {error}"));
        let mut reader = Reader::from_source(source).map_err(unreadable)?;
        let Some(signature) = self.signature() else { return reader.read_all().map_err(unreadable) };
        let params = &signature.params;
        let mut args = Vec::new();
        for (index, param) in params.iter().enumerate() {
            args.push(argument(&mut reader, &param.shape).map_err(|why| wrong(index, param, &why))?);
        }
        if !matches!(reader.next(None), Ok(None)) {
            let message = format!("Error: the input has more than the {} values that are needed", params.len());
            return Err(codes::WRONG_INPUT.error(Span::NONE, message));
        }
        Ok(signature.leaves(args, edition)?.into_iter().map(Given::into_value).collect())
    }

    /// Writes results, one per line. In older editions, `empty(t)` is an empty array with elements of type `t`.
    pub fn write_text(&self, leaves: &[Value], edition: Edition, out: &mut impl Write) -> io::Result<()> {
        let Some(Signature { results: shapes, .. }) = self.signature() else {
            for value in leaves {
                write_leaf(value, edition, out)?;
                out.write_all(b"\n")?;
            }
            return Ok(());
        };
        let mismatch = || io::Error::other(Error::internal("the results are not of the entry point's types"));
        let mut rest = leaves;
        for shape in shapes {
            let (own, after) = rest.split_at_checked(shape.leaves().len()).ok_or_else(mismatch)?;
            rest = after;
            match own {
                [leaf] if shape.value_type().is_some() => write_leaf(leaf, edition, out)?,
                _ => shape.write(&shape.tree(own).ok_or_else(mismatch)?, out)?,
            }
            out.write_all(b"\n")?;
        }
        if rest.is_empty() { Ok(()) } else { Err(mismatch()) }
    }

    /// Writes results in Futhark's binary format, with a line break behind each, as Futhark's executables do. Only
    /// primitive values and arrays of them have a binary form.
    pub fn write_binary(&self, leaves: &[Value], out: &mut impl Write) -> io::Result<()> {
        for (index, shape) in self.signature().iter().flat_map(|types| &types.results).enumerate() {
            if shape.value_type().is_none() {
                let message = format!("Error: result {}, of type {shape}, has no binary representation", index + 1);
                return Err(io::Error::other(Error::run_time(message)));
            }
        }
        leaves.iter().try_for_each(|value| {
            write_binary(value, out)?;
            out.write_all(b"\n")
        })
    }
}

impl Signature {
    /// The leaves of whole arguments. Borrowed arrays stay borrowed.
    pub fn take_apart<'a>(&self, args: Vec<Given<'a, Tree>>, edition: Edition) -> Result<Vec<Given<'a>>> {
        let args = args.into_iter().map(|arg| match arg {
            // The sizes of an array without elements may depend on others.
            Given::Borrowed(array) if array.elements().is_empty() => {
                Argument::Whole(Given::Borrowed(array).into_tree())
            }
            Given::Borrowed(array) => Argument::Lent(array),
            Given::Owned(tree) => Argument::Whole(tree),
        });
        self.leaves(args.collect(), edition)
    }

    /// The leaves of arguments that are given by their leaves. Those of a sum are made again: arrays in constructors
    /// that it does not use may have other sizes than the parameter's type.
    pub fn lend<'a>(&self, args: &[&'a [Value]], edition: Edition) -> Result<Vec<Given<'a>>> {
        let each = self.params.iter().zip(args).enumerate().map(|(index, (param, own))| {
            if !has_arrays_in_sums(&param.shape) {
                return Ok(Argument::Shared(own));
            }
            let tree = param.shape.tree(own).map(Argument::Whole);
            tree.ok_or_else(|| wrong(index, param, "it is not a value of this type"))
        });
        self.leaves(each.collect::<Result<_>>()?, edition)
    }

    fn leaves<'a>(&self, args: Vec<Argument<'a>>, edition: Edition) -> Result<Vec<Given<'a>>> {
        let mut sizes = Sizes::default();
        // An array with elements decides on a size, if there is one.
        let (empty, others): (Vec<_>, Vec<_>) = self.params.iter().zip(&args).partition(|(_, arg)| arg.is_empty());
        for (param, arg) in others.into_iter().chain(empty) {
            match (arg, param.name) {
                (
                    Argument::Whole(Tree::Leaf(Value::Scalar(size))) | Argument::Shared([Value::Scalar(size)]),
                    Some(name),
                ) => {
                    if let Some(Ok(size)) = size.as_i64().map(usize::try_from) {
                        sizes.insert(name, size);
                    }
                }
                (Argument::Whole(tree), _) => param.shape.note_sizes(tree, &mut sizes),
                (Argument::Lent(array), _) => param.shape.note_array_sizes(array.shape(), &mut sizes),
                (Argument::Shared([Value::Array(array)]), _) => param.shape.note_array_sizes(&array.shape, &mut sizes),
                (Argument::Leaves(_) | Argument::Shared(_), _) => {}
            }
        }
        let mut leaves = Vec::new();
        for (index, (param, arg)) in self.params.iter().zip(args).enumerate() {
            match arg {
                Argument::Whole(Tree::Leaf(Value::Array(mut array))) if edition.has_dynamic_sizes() => {
                    adapt(&mut array, &param.shape, &sizes);
                    leaves.push(Given::Owned(Value::Array(array)));
                }
                Argument::Whole(Tree::Leaf(leaf)) => leaves.push(Given::Owned(leaf)),
                Argument::Whole(tree) => {
                    let mut own = Vec::new();
                    let taken = param.shape.take_apart(&tree, &sizes, &mut own);
                    taken.map_err(|why| wrong(index, param, &why))?;
                    leaves.extend(own.into_iter().map(Given::Owned));
                }
                Argument::Leaves(own) => leaves.extend(own.into_iter().map(Given::Owned)),
                Argument::Shared(own) => leaves.extend(own.iter().map(Given::lend)),
                Argument::Lent(array) => leaves.push(Given::Borrowed(array)),
            }
        }
        Ok(leaves)
    }
}

/// An argument.
enum Argument<'a> {
    /// A value that was written as in source text.
    Whole(Tree),
    /// The leaves of a value that was given leaf by leaf.
    Leaves(Vec<Value>),
    /// The same, if they stay their owner's.
    Shared(&'a [Value]),
    /// An array with elements that stays its owner's.
    Lent(ArrayView<'a>),
}

/// Whether a value has sums that are no elements of arrays and have arrays as operands.
fn has_arrays_in_sums(shape: &Shape) -> bool {
    match shape {
        Shape::Prim(_) | Shape::Array(..) => false,
        Shape::Record(fields) => fields.iter().any(|(_, shape)| has_arrays_in_sums(shape)),
        Shape::Sum(_) => shape.leaves().iter().any(|(_, dims)| !dims.is_empty()),
    }
}

/// Writes a primitive value or an array of them.
fn write_leaf(leaf: &Value, edition: Edition, out: &mut impl Write) -> io::Result<()> {
    match leaf {
        Value::Array(array) if array.data.is_empty() && edition.has_dynamic_sizes() => {
            let inner = "[]".repeat(array.shape.len().saturating_sub(1));
            write!(out, "empty({inner}{})", array.data.prim_type())
        }
        leaf => write_text(leaf, out),
    }
}

impl Argument<'_> {
    fn is_empty(&self) -> bool {
        matches!(self, Argument::Whole(Tree::Leaf(Value::Array(array))) if array.data.is_empty())
    }
}

/// Gives an empty array the sizes of its parameter, if it stays empty.
fn adapt(array: &mut ArrayValue, shape: &Shape, sizes: &Sizes) {
    let mut wanted = array.shape.clone();
    let mut shape = shape;
    for size in &mut wanted {
        let Shape::Array(dim, elem) = shape else { return };
        shape = elem;
        *size = match dim {
            Dim::Known(known) => *known,
            Dim::Named(name) => sizes.get(name).copied().unwrap_or(*size),
            Dim::Unknown => *size,
        };
    }
    if array.data.is_empty() && wanted.contains(&0) {
        array.shape = wanted;
    }
}

/// Reads an argument. Values that the data formats lack are given as in source text, or leaf by leaf. Sums are only
/// given as in source text, since their leaves depend on the compiler's layout.
fn argument(reader: &mut Reader<'_>, shape: &Shape) -> std::result::Result<Argument<'static>, String> {
    let ended = || String::from("the input ends before it");
    // An empty record has no leaves and may be left out.
    let nothing = || matches!(shape, Shape::Record(fields) if fields.is_empty()).then(|| Tree::Record(Vec::new()));
    let is_whole = reader.is_whole().map_err(|error| error.to_string())?;
    if !is_whole && let Some(nothing) = nothing() {
        return Ok(Argument::Whole(nothing));
    }
    if shape.value_type().is_some() || shape.has_sum() || is_whole {
        let tree = reader.next_tree(shape).map_err(|error| error.to_string())?;
        return tree.or_else(nothing).map(Argument::Whole).ok_or_else(ended);
    }
    let leaves = shape.leaves().into_iter().map(|(prim, dims)| {
        let leaf = reader.next(Some(&ValueType { prim, rank: dims.len() })).map_err(|error| error.to_string())?;
        leaf.ok_or_else(ended)
    });
    leaves.collect::<std::result::Result<_, String>>().map(Argument::Leaves)
}

/// The error for an argument of another type than its parameter's.
pub fn wrong(index: usize, param: &Param, why: &str) -> Error {
    let label = param.name.map_or(String::new(), |name| format!("`{}`, ", name.base));
    codes::WRONG_INPUT
        .error(Span::NONE, format!("Error: argument {} ({label}of type {}): {why}", index + 1, param.shape))
}

/// Wraps the first pass on typed programs, to record the types of the entry points before it runs.
struct Noting {
    pass: Arc<dyn AnyPass>,
    all: Arc<OnceLock<Signatures>>,
}

impl AnyPass for Noting {
    fn info(&self) -> &PassInfo {
        self.pass.info()
    }

    fn from(&self) -> AnyLanguage {
        self.pass.from()
    }

    fn to(&self) -> AnyLanguage {
        self.pass.to()
    }

    fn run(&self, program: &Program, context: &mut Context) -> Result<Program> {
        self.all
            .get_or_init(|| program.get::<Typed>().map_or_else(Signatures::new, |p| signatures(p, &context.sources)));
        self.pass.run(program, context)
    }
}

/// The signatures of a program's entry points.
fn signatures(program: &Owned<Typed>, sources: &SourceMap) -> Signatures {
    let fresh = fresh_results(program, sources);
    let entries = program.root().defs.iter().filter(|Def::Value { entry, .. }| *entry);
    let signatures = entries.filter_map(|Def::Value { name, params, ret, .. }| {
        let mut signature = signature(params, ret)?;
        if let Some(fresh) = fresh.get(name) {
            signature.fresh.clone_from(fresh);
        }
        Some((name.base.as_str().to_string(), signature))
    });
    signatures.collect()
}

/// The signature for callers. The components of a tuple are several results.
fn signature(params: &[Pat<'_>], ret: &Type<'_>) -> Option<Signature> {
    let of = |pat: &Pat<'_>| {
        let name = if let Pat::PatVar { name, .. } = pat { Some(*name) } else { None };
        Some(Param { name, shape: typed::shape(pat.ty())?, consumed: is_unique(pat.ty()) })
    };
    let mut params = params.iter().map(of).collect::<Option<Vec<Param>>>()?;
    let mut ret = ret;
    let mut fresh = false;
    // If the result is a function, callers pass its arguments as well, since entry points return no functions.
    loop {
        ret = match ret {
            Type::TypeArrow { from, to, param, .. } => {
                params.push(Param { name: *param, shape: typed::shape(from)?, consumed: is_unique(from) });
                to
            }
            Type::TypeExists { body, .. } => body,
            Type::TypeUnique { body, .. } => {
                fresh = true;
                body
            }
            _ => break,
        };
    }
    let results = match tuple_components(ret) {
        Some(fields) => fields.iter().map(|field| field.ty).collect(),
        None => vec![ret],
    };
    let fresh = results.iter().map(|ty| fresh || is_unique(ty)).collect();
    let results = results.into_iter().map(typed::shape).collect::<Option<_>>()?;
    Some(Signature { params, results, fresh })
}

/// Whether a type is unique, or that of a field of a record.
fn is_unique(ty: &Type<'_>) -> bool {
    match ty {
        Type::TypeUnique { .. } => true,
        Type::TypeRecord { fields, .. } => fields.iter().any(|field| is_unique(field.ty)),
        Type::TypeExists { body, .. } | Type::TypePacked { body, .. } => is_unique(body),
        _ => false,
    }
}
