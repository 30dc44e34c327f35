//! Types of entry points as they are written in the program.
//!
//! Callers know a type by the name that the program's text gives it (`point`, `opt i32`), as with Futhark's compiler. After
//! type inference there are no names left, so this is found in the text of the program's own file.

use framework::{Owned, Symbol};
use languages::source::{Attr, Dec, ModExp, Pat, Source, Type, TypeArg, TypeParam};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A type without sizes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// A name: that of a primitive type, an abbreviation or a parameter.
    Name(String),
    /// An abbreviation with types as arguments.
    Apply(String, Vec<Written>),
    /// An array.
    Array(Rc<Written>),
    /// A tuple.
    Tuple(Vec<Written>),
    /// A record.
    Record(Vec<(Symbol, Written)>),
    /// A sum.
    Sum(Vec<(Symbol, Vec<Written>)>),
    /// A function.
    Arrow,
}

/// `type f a b = rhs`
struct Abbreviation {
    params: Vec<String>,
    rhs: Written,
}

/// A function as it is written. `None` stands for types that are not written.
#[derive(Default)]
pub struct Head {
    /// The types of the parameters.
    pub params: Vec<Option<Written>>,
    /// The type of the result.
    pub result: Option<Written>,
    /// The attributes.
    pub attributes: Vec<String>,
}

/// The functions and the types of a program's own file.
#[derive(Default)]
pub struct Text {
    heads: BTreeMap<String, Head>,
    abbreviations: BTreeMap<String, Abbreviation>,
}

impl Text {
    /// What a program's files say.
    pub fn of(program: &Owned<Source>) -> Text {
        let mut text = Text::default();
        // Names of files that are imported may be used without their module.
        for file in program.root().files {
            text.heads.clear();
            file.decs.iter().for_each(|dec| text.add("", dec, &mut Vec::new()));
        }
        text
    }

    fn add(&mut self, prefix: &str, dec: &Dec<'_>, attributes: &mut Vec<String>) {
        match dec {
            // Any function may be an entry point, by an option.
            Dec::Value { name, params, ret, .. } if prefix.is_empty() => {
                let head = Head {
                    params: params.iter().map(annotation).collect(),
                    result: ret.as_ref().map(|ty| Written::of(ty)),
                    attributes: std::mem::take(attributes),
                };
                self.heads.insert(name.base.as_str().to_string(), head);
            }
            Dec::Abbreviation { name, type_params, rhs, .. } => {
                let params = type_params.iter().filter_map(|param| match param {
                    TypeParam::TypeParamNamed { name, .. } => Some(name.base.as_str().to_string()),
                    TypeParam::SizeParam { .. } => None,
                });
                let abbreviation = Abbreviation { params: params.collect(), rhs: Written::of(rhs) };
                self.abbreviations.insert(format!("{prefix}{}", name.base), abbreviation);
            }
            Dec::Module { name, params: [], body, .. } => {
                let mut body = body;
                while let ModExp::ModAscribe { module, .. } = body {
                    body = module;
                }
                if let ModExp::ModBody { decs, .. } = body {
                    let prefix = format!("{prefix}{}.", name.base);
                    decs.iter().for_each(|dec| self.add(&prefix, dec, &mut Vec::new()));
                }
            }
            Dec::Attributed { attr, dec, .. } => {
                attributes.push(attribute(attr));
                self.add(prefix, dec, attributes);
            }
            Dec::Local { dec, .. } | Dec::Documented { dec, .. } => self.add(prefix, dec, attributes),
            _ => {}
        }
    }

    /// A function, if the file defines it.
    pub fn head(&self, entry: &str) -> Option<&Head> {
        self.heads.get(entry)
    }

    /// What an abbreviation stands for. `None` if the type is none, or if its definition is not known.
    pub fn meaning(&self, written: &Written) -> Option<Written> {
        let (name, args) = match written {
            Written::Name(name) => (name, &[][..]),
            Written::Apply(name, args) => (name, &args[..]),
            _ => return None,
        };
        let Abbreviation { params, rhs } = self.abbreviations.get(name)?;
        (params.len() == args.len()).then(|| rhs.with(params, args))
    }
}

/// The text of an attribute, without its brackets.
fn attribute(attr: &Attr<'_>) -> String {
    match attr {
        Attr::Atom { name, .. } => name.as_str().to_string(),
        Attr::Number { value, .. } => value.to_string(),
        Attr::Compound { name, args, .. } => {
            let args: Vec<String> = args.iter().map(attribute).collect();
            format!("{name}({})", args.join(", "))
        }
    }
}

/// The type of a parameter's pattern.
fn annotation(pat: &Pat<'_>) -> Option<Written> {
    match pat {
        Pat::PatAscribe { ty, .. } => Some(Written::of(ty)),
        Pat::PatAttributed { pat, .. } => annotation(pat),
        _ => None,
    }
}

impl Written {
    fn of(ty: &Type<'_>) -> Written {
        let all = |types: &[Type<'_>]| types.iter().map(Written::of).collect();
        match ty {
            Type::TypeName { name, .. } => Written::Name(name.base.as_str().to_string()),
            Type::TypeQualified { path, name, .. } => {
                let parts: Vec<&str> = path.iter().chain([name]).map(|part| part.as_str()).collect();
                Written::Name(parts.join("."))
            }
            Type::TypeApply { func, args, .. } => {
                let types: Vec<Written> = args
                    .iter()
                    .filter_map(|arg| match arg {
                        TypeArg::ArgType { ty, .. } => Some(Written::of(ty)),
                        TypeArg::ArgSize { .. } => None,
                    })
                    .collect();
                match Written::of(func) {
                    Written::Name(name) if !types.is_empty() => Written::Apply(name, types),
                    func => func,
                }
            }
            Type::TypeArray { elem, .. } => Written::Array(Rc::new(Written::of(elem))),
            Type::TypeTuple { elems, .. } => Written::Tuple(all(elems)),
            Type::TypeRecord { fields, .. } => {
                let mut fields: Vec<(Symbol, Written)> =
                    fields.iter().map(|field| (field.label, Written::of(field.ty))).collect();
                fields.sort_by_key(|(label, _)| label.as_str());
                Written::Record(fields)
            }
            Type::TypeSum { cases, .. } => {
                let mut cases: Vec<(Symbol, Vec<Written>)> =
                    cases.iter().map(|case| (case.tag, all(case.payload))).collect();
                cases.sort_by_key(|(tag, _)| tag.as_str());
                Written::Sum(cases)
            }
            Type::TypeExists { body, .. } | Type::TypeUnique { body, .. } => Written::of(body),
            Type::TypeArrow { .. } => Written::Arrow,
        }
    }

    /// The type with arguments for parameters.
    fn with(&self, params: &[String], args: &[Written]) -> Written {
        let all = |types: &[Written]| types.iter().map(|ty| ty.with(params, args)).collect();
        match self {
            Written::Name(name) => {
                let position = params.iter().position(|param| param == name);
                position.and_then(|position| args.get(position)).unwrap_or(self).clone()
            }
            Written::Apply(name, types) => Written::Apply(name.clone(), all(types)),
            Written::Array(elem) => Written::Array(Rc::new(elem.with(params, args))),
            Written::Tuple(types) => Written::Tuple(all(types)),
            Written::Record(fields) => {
                Written::Record(fields.iter().map(|(label, ty)| (*label, ty.with(params, args))).collect())
            }
            Written::Sum(cases) => Written::Sum(cases.iter().map(|(tag, types)| (*tag, all(types))).collect()),
            Written::Arrow => Written::Arrow,
        }
    }
}

/// Prints the type as callers know it.
impl std::fmt::Display for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Written::Name(name) => f.write_str(name),
            Written::Apply(name, args) => {
                f.write_str(name)?;
                args.iter().try_for_each(|arg| write!(f, " {arg}"))
            }
            Written::Array(elem) => write!(f, "[]{elem}"),
            Written::Tuple(types) => list(f, ("(", ", ", ")"), types, |f, ty| write!(f, "{ty}")),
            Written::Record(fields) => list(f, ("{", ", ", "}"), fields, |f, (label, ty)| write!(f, "{label}:{ty}")),
            Written::Sum(cases) => list(f, ("", " | ", ""), cases, |f, (tag, types)| {
                write!(f, "{tag}:")?;
                list(f, ("", " ", ""), types, |f, ty| write!(f, "{ty}"))
            }),
            Written::Arrow => f.write_str("->"),
        }
    }
}

/// Prints a list: what comes before it, between its elements, and after it.
pub fn list<T>(
    f: &mut std::fmt::Formatter<'_>,
    (before, between, after): (&str, &str, &str),
    all: &[T],
    mut print: impl FnMut(&mut std::fmt::Formatter<'_>, &T) -> std::fmt::Result,
) -> std::fmt::Result {
    f.write_str(before)?;
    for (position, one) in all.iter().enumerate() {
        f.write_str(if position > 0 { between } else { "" })?;
        print(f, one)?;
    }
    f.write_str(after)
}
