//! Writes the module of a library. Most of it are calls of the macros in `prelude/`, one for each type.

use crate::Error;
use crate::manifest::{Entry, Field, Kind, Manifest, Type};
use crate::names::{camel, identifiers, of_types};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const PRELUDE: [&str; 3] =
    [include_str!("prelude/context.rs"), include_str!("prelude/arrays.rs"), include_str!("prelude/structures.rs")];
const NDARRAY: &str = include_str!("prelude/ndarray.rs");

/// The methods of contexts and of values that are kept.
const METHODS: &[&str] = &["new", "with_threads", "configured", "error", "run", "shape", "get", "zip"];

/// The text of a module. In C, `futhark_` has become `prefix`.
pub fn module(manifest: &Manifest, prefix: &str, multicore: bool, ndarray: bool) -> Result<String, Error> {
    let mut module = Module { manifest, prefix, names: of_types(manifest), out: String::from(BEGIN) };
    module.out.push_str(&PRELUDE.join("\n"));
    if ndarray {
        module.out.push_str(NDARRAY);
    }
    if multicore {
        module.out.push_str(WITH_THREADS);
    }
    for (name, ty) in &manifest.types {
        module.ty(name, ty)?;
    }
    module.entries()?;
    module.out.push_str("}\n");
    Ok(module.out.replace("futhark_context_", &format!("{prefix}context_")))
}

/// Users need not call everything that there is.
const BEGIN: &str = "#[allow(unused_imports)]
pub use generated::*;

#[allow(dead_code, unused_macros, clippy::all, clippy::pedantic)]
mod generated {
";

const WITH_THREADS: &str = "
unsafe extern \"C\" {
    fn futhark_context_config_set_num_threads(configuration: *mut Raw, threads: c_int);
}

impl Context {
    /// A context whose calls run on so many threads.
    pub fn with_threads(threads: usize) -> Result<Context, Error> {
        let threads = c_int::try_from(threads).unwrap_or(c_int::MAX);
        // SAFETY: the configuration is a new one.
        Context::configured(|configuration| unsafe { futhark_context_config_set_num_threads(configuration, threads) })
    }
}
";

struct Module<'m> {
    manifest: &'m Manifest,
    prefix: &'m str,
    /// The names in Rust of records, sums and values that are kept.
    names: BTreeMap<&'m str, String>,
    out: String,
}

/// The primitive type in Rust. `None` for other types.
fn primitive(ty: &str) -> Option<&str> {
    match ty {
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "f32" | "f64" | "bool" => Some(ty),
        "f16" => Some("u16"),
        _ => None,
    }
}

impl Module<'_> {
    fn find(&self, ty: &str) -> Result<&Type, Error> {
        self.manifest.types.get(ty).ok_or_else(|| Error(format!("the manifest does not have the type {ty}")))
    }

    /// Whether values of a type stay on the side of the program.
    fn is_kept(&self, ty: &str) -> Result<bool, Error> {
        if primitive(ty).is_some() {
            return Ok(false);
        }
        let any = |mut parts: Box<dyn Iterator<Item = &String> + '_>| {
            parts.try_fold(false, |any, part| Ok(any || self.is_kept(part)?))
        };
        match &self.find(ty)?.kind {
            Kind::Array(..) => Ok(false),
            Kind::Record(fields) => any(Box::new(fields.iter().map(|field| &field.ty))),
            Kind::Sum(cases) => any(Box::new(cases.iter().flat_map(|case| &case.payload))),
            Kind::Opaque(..) | Kind::Unknown => Ok(true),
        }
    }

    /// The type of results and fields.
    fn owned(&self, ty: &str) -> Result<String, Error> {
        if let Some(primitive) = primitive(ty) {
            return Ok(primitive.into());
        }
        Ok(match &self.find(ty)?.kind {
            Kind::Array(elem, 1) => format!("Vec<{}>", self.owned(elem)?),
            Kind::Array(elem, rank) => format!("Array<{}, {rank}>", self.owned(elem)?),
            _ if self.is_kept(ty)? => format!("{}<'c>", self.names[ty]),
            _ => self.names[ty].clone(),
        })
    }

    /// The type of parameters.
    fn borrowed(&self, ty: &str, consumed: bool) -> Result<String, Error> {
        if let Some(primitive) = primitive(ty) {
            return Ok(primitive.into());
        }
        Ok(match &self.find(ty)?.kind {
            Kind::Array(elem, 1) => format!("&[{}]", self.owned(elem)?),
            Kind::Array(elem, rank) => format!("View<'_, {}, {rank}>", self.owned(elem)?),
            _ if self.is_kept(ty)? => format!("{}{}<'_>", if consumed { "" } else { "&" }, self.names[ty]),
            _ => format!("&{}", self.names[ty]),
        })
    }

    /// The type in C.
    fn foreign(&self, ty: &str) -> String {
        primitive(ty).map_or_else(|| "*mut Raw".into(), String::from)
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A function's name in C.
    fn function(&self, verb: &str, ty: &Type) -> String {
        format!("{}{verb}_{}", self.prefix, ty.c_name)
    }

    fn ty(&mut self, name: &str, ty: &Type) -> Result<(), Error> {
        let [new, free, values, shape, variant] =
            ["new", "free", "values", "shape", "variant"].map(|verb| self.function(verb, ty));
        match &ty.kind {
            Kind::Array(elem, rank) => {
                let elem = self.owned(elem)?;
                let functions = format!("{new}, {free}, {values}, {shape}");
                if *rank == 1 {
                    self.line(&format!("list!({elem}, {functions});"));
                } else {
                    let sizes: Vec<String> = (0..*rank).map(|dimension| format!("{dimension} i64")).collect();
                    self.line(&format!("array!({elem}, {rank}, ({}), {functions});", sizes.join(", ")));
                }
            }
            _ if self.is_kept(name)? => {
                self.line(&format!("kept!({}, {free});", self.names[name]));
                self.methods(name, ty)?;
            }
            Kind::Record(fields) => {
                let labels = identifiers(fields.iter().map(|field| field.label.as_str()));
                let parts = fields.iter().zip(labels);
                let parts =
                    parts.map(|(field, label)| Ok(format!("{label}: {} = {}", self.owned(&field.ty)?, field.project)));
                let parts = parts.collect::<Result<Vec<String>, Error>>()?.join(", ");
                self.line(&format!("record!({} {{ {parts} }}, {new}, {free});", self.names[name]));
            }
            Kind::Sum(cases) => {
                let mut taken = BTreeSet::new();
                let mut lines = Vec::new();
                for (number, case) in cases.iter().enumerate() {
                    let mut tag = camel(&case.tag);
                    while !taken.insert(tag.clone()) || tag == "Self" {
                        tag.push('_');
                    }
                    let operands = case.payload.iter().enumerate();
                    let operands = operands.map(|(k, ty)| Ok(format!("v{k}: {}", self.owned(ty)?)));
                    let operands = operands.collect::<Result<Vec<String>, Error>>()?.join(", ");
                    let operands = if operands.is_empty() { operands } else { format!("({operands})") };
                    lines.push(format!("{tag}{operands} = {number}, {}, {}", case.construct, case.destruct));
                }
                self.line(&format!("sum!({} {{ {} }}, {variant}, {free});", self.names[name], lines.join("; ")));
            }
            Kind::Opaque(..) | Kind::Unknown => {}
        }
        Ok(())
    }

    /// The methods of a value that is kept: how it is made of its parts, and what its parts are.
    fn methods(&mut self, name: &str, ty: &Type) -> Result<(), Error> {
        let rust = self.names[name].clone();
        let (maker, fields): (&str, &[Field]) = match &ty.kind {
            Kind::Record(fields) => ("new", fields),
            Kind::Opaque(_, _, Some(fields)) => ("zip", fields),
            _ => ("", &[]),
        };
        if !fields.is_empty() {
            self.maker(&rust, (maker, &self.function(maker, ty)), fields)?;
        }
        for (field, label) in fields.iter().zip(identifiers(fields.iter().map(|field| field.label.as_str()))) {
            let (owned, foreign, project) = (self.owned(&field.ty)?, self.foreign(&field.ty), &field.project);
            let label = if METHODS.contains(&label.as_str()) { label + "_" } else { label };
            self.line(&format!(
                "
unsafe extern \"C\" {{
    fn {project}(context: *mut Raw, field: *mut {foreign}, record: *mut Raw) -> c_int;
}}

impl<'c> {rust}<'c> {{
    /// The field, or the array of the field in all records.
    pub fn {label}(&self) -> Result<{owned}, Error> {{
        let context = self.0.context;
        call!(context, {project}(self.0.raw) -> (field: {owned}))
    }}
}}"
            ));
        }
        if let Kind::Opaque(elem, rank, _) = &ty.kind {
            let (owned, foreign) = (self.owned(elem)?, self.foreign(elem));
            let (index, shape) = (self.function("index", ty), self.function("shape", ty));
            let numbers: Vec<String> = (0..*rank).map(|k| format!("position(index[{k}])")).collect();
            let (numbers, types) = (numbers.join(", "), vec!["_: i64"; *rank].join(", "));
            self.line(&format!(
                "
unsafe extern \"C\" {{
    fn {index}(context: *mut Raw, element: *mut {foreign}, array: *mut Raw, {types}) -> c_int;
    fn {shape}(context: *mut Raw, array: *mut Raw) -> *const i64;
}}

impl<'c> {rust}<'c> {{
    /// The sizes, outermost first.
    pub fn shape(&self) -> [usize; {rank}] {{
        // SAFETY: the array has as many sizes as dimensions.
        unsafe {{ sizes({shape}(self.0.context.raw, self.0.raw)) }}
    }}

    /// The element at a position. Fails if there is none.
    pub fn get(&self, index: [usize; {rank}]) -> Result<{owned}, Error> {{
        let context = self.0.context;
        call!(context, {index}(self.0.raw, {numbers}) -> (element: {owned}))
    }}
}}"
            ));
        }
        Ok(())
    }

    /// The function that makes a value of its fields.
    fn maker(&mut self, rust: &str, (method, function): (&str, &str), fields: &[Field]) -> Result<(), Error> {
        let labels = identifiers(fields.iter().map(|field| field.label.as_str()));
        let mut params = String::new();
        let mut passes = String::new();
        let mut values = Vec::new();
        let mut foreign = String::new();
        for (field, label) in fields.iter().zip(&labels) {
            let _ = write!(params, ", {label}: {}", self.borrowed(&field.ty, false)?);
            let _ = writeln!(passes, "        let {label} = {label}.pass(context)?;");
            values.push(format!("{label}.value"));
            let _ = write!(foreign, ", _: {}", self.foreign(&field.ty));
        }
        self.line(&format!(
            "
unsafe extern \"C\" {{
    fn {function}(context: *mut Raw, value: *mut *mut Raw{foreign}) -> c_int;
}}

impl<'c> {rust}<'c> {{
    /// A value of its parts.
    #[allow(clippy::too_many_arguments)]
    pub fn {method}(context: &'c Context{params}) -> Result<{rust}<'c>, Error> {{
{passes}        call!(context, {function}({}) -> (value: {rust}<'c>))
    }}
}}",
            values.join(", ")
        ));
        Ok(())
    }

    fn entries(&mut self) -> Result<(), Error> {
        let entries = identifiers(self.manifest.entries.iter().map(|entry| entry.name.as_str()));
        for (entry, name) in self.manifest.entries.iter().zip(entries) {
            let name = if METHODS.contains(&name.as_str()) { name + "_" } else { name };
            self.entry(entry, &name)?;
        }
        Ok(())
    }

    fn entry(&mut self, entry: &Entry, method: &str) -> Result<(), Error> {
        let Entry { name, function, inputs, outputs } = entry;
        let labels = identifiers(inputs.iter().map(|(label, ..)| label.as_str()));
        let results = outputs.iter().map(|ty| self.owned(ty)).collect::<Result<Vec<String>, Error>>()?;
        let mut declared = String::from("context: *mut Raw");
        for (number, ty) in outputs.iter().enumerate() {
            let _ = write!(declared, ", out{number}: *mut {}", self.foreign(ty));
        }
        let mut params = String::new();
        let mut passes = String::new();
        let mut values = Vec::new();
        for (number, ((_, ty, consumed), label)) in inputs.iter().zip(&labels).enumerate() {
            let _ = write!(declared, ", in{number}: {}", self.foreign(ty));
            let _ = write!(params, ", {label}: {}", self.borrowed(ty, *consumed)?);
            let _ = writeln!(passes, "        let {label} = {label}.pass(self)?;");
            values.push(format!("{label}.value"));
        }
        let outs: Vec<String> = results.iter().enumerate().map(|(number, ty)| format!("out{number}: {ty}")).collect();
        let result = match &results[..] {
            [one] => one.clone(),
            all => format!("({})", all.join(", ")),
        };
        let (values, outs) = (values.join(", "), outs.join(", "));
        let (lifetime, own) = if result.contains("'c") { ("<'c>", "&'c self") } else { ("", "&self") };
        self.line(&format!(
            "
unsafe extern \"C\" {{
    fn {function}({declared}) -> c_int;
}}

impl Context {{
    /// The entry point `{name}`.
    #[allow(clippy::too_many_arguments)]
    pub fn {method}{lifetime}({own}{params}) -> Result<{result}, Error> {{
{passes}        call!(self, {function}({values}) -> ({outs}))
    }}
}}"
        ));
        Ok(())
    }
}
