//! The entry points of a program as their callers see them.

use super::written::{Text, Written, list};
use crate::cli::entry::Signature;
use framework::Symbol;
use languages::prim::PrimType;
use languages::value::{Dim, Shape};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A type of values that callers have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outside {
    /// Its name.
    pub name: String,
    /// How its values are made of leaves.
    pub shape: Shape,
    /// Its parts.
    pub parts: Parts,
}

/// A constructor of a sum, with the types of its operands.
pub type Case = (Symbol, Vec<Arc<Outside>>);

/// The parts of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parts {
    /// It is a primitive type.
    Prim(PrimType),
    /// The number of dimensions of an array, and the type of its elements.
    Array(usize, Arc<Outside>),
    /// The fields of a record.
    Record(Vec<(Symbol, Arc<Outside>)>),
    /// The constructors of a sum in the order of their numbers.
    Sum(Vec<Case>),
}

/// A parameter or a result.
#[derive(Debug, Clone)]
pub struct Passed {
    /// Its type.
    pub ty: Arc<Outside>,
    /// A parameter that is consumed, or a result that shares no memory with an argument.
    pub unique: bool,
}

/// An entry point.
#[derive(Debug)]
pub struct Entry {
    /// The parameters.
    pub params: Vec<Passed>,
    /// The results: several if it returns a tuple.
    pub results: Vec<Passed>,
    /// The result as one value.
    pub result: Passed,
    /// The attributes.
    pub attributes: Vec<String>,
}

/// All entry points, and their types.
#[derive(Default)]
pub struct Interface {
    /// The entry points by their names.
    pub entries: BTreeMap<String, Entry>,
    /// The types by their names, with the types of their parts.
    pub types: BTreeMap<String, Arc<Outside>>,
}

impl Interface {
    /// The interface of a program with entry points of these types.
    pub fn new<'s>(text: &Text, signatures: impl Iterator<Item = (&'s str, &'s Signature)>) -> Interface {
        let mut interface = Interface::default();
        for prim in PrimType::ALL {
            interface.outside(text, &Shape::Prim(prim), None);
        }
        for (name, signature) in signatures {
            let entry = interface.entry(text, name, signature);
            interface.entries.insert(name.to_string(), entry);
        }
        interface
    }

    fn entry(&mut self, text: &Text, name: &str, signature: &Signature) -> Entry {
        let head = text.head(name);
        let written = |position: usize| head.and_then(|head| head.params.get(position)?.as_ref());
        let params = signature.params.iter().enumerate().map(|(position, param)| Passed {
            ty: self.outside(text, &param.shape, written(position)),
            unique: param.consumed,
        });
        let params = params.collect();
        // The result of a function that is written as a result is not looked for.
        let named = head.and_then(|head| head.result.clone()).filter(|result| *result != Written::Arrow);
        let mut result = named.clone();
        while let Some(meaning) = result.as_ref().and_then(|written| text.meaning(written))
            && signature.results.len() != 1
        {
            result = Some(meaning);
        }
        let component = |position: usize| match &result {
            Some(Written::Tuple(types)) if types.len() == signature.results.len() => types.get(position),
            Some(written) if signature.results.len() == 1 => Some(written),
            _ => None,
        };
        let results = signature.results.iter().zip(&signature.fresh).enumerate();
        let results = results.map(|(position, (shape, fresh))| Passed {
            ty: self.outside(text, shape, component(position)),
            unique: *fresh,
        });
        let results: Vec<Passed> = results.collect();
        let whole = match &results[..] {
            [one] => one.clone(),
            all => {
                let label = |k: usize| Symbol::new(&k.to_string());
                let fields = all.iter().enumerate().map(|(k, part)| (label(k), part.ty.shape.clone()));
                let shape = Shape::Record(fields.collect());
                Passed { ty: self.outside(text, &shape, named.as_ref()), unique: all.iter().all(|part| part.unique) }
            }
        };
        Entry { params, results, result: whole, attributes: head.map_or(Vec::new(), |head| head.attributes.clone()) }
    }

    /// The type with a shape that is written in some way. The first type of a name keeps it.
    fn outside(&mut self, text: &Text, shape: &Shape, written: Option<&Written>) -> Arc<Outside> {
        let shape = without_sizes(shape);
        // Numbers and arrays of numbers have no names of their own.
        let written = written.filter(|_| shape.value_type().is_none());
        let name = written.map_or_else(|| Plain(&shape).to_string(), Written::to_string);
        if let Some(known) = self.types.get(&name)
            && known.shape == shape
        {
            return known.clone();
        }
        let mut meaning = written.cloned();
        while let Some(next) = meaning.as_ref().and_then(|written| text.meaning(written)) {
            meaning = Some(next);
        }
        let parts = self.parts(text, &shape, meaning.as_ref());
        let outside = Arc::new(Outside { name: name.clone(), shape, parts });
        self.types.entry(name).or_insert_with(|| outside.clone());
        outside
    }

    fn parts(&mut self, text: &Text, shape: &Shape, meaning: Option<&Written>) -> Parts {
        match shape {
            Shape::Prim(prim) => Parts::Prim(*prim),
            Shape::Array(_, elem) => {
                let (mut rank, mut elem, mut written) = (1, elem, elem_of(meaning));
                while let Shape::Array(_, inner) = &**elem {
                    (rank, elem, written) = (rank + 1, inner, elem_of(written));
                }
                let elem = self.outside(text, elem, written);
                // Arrays of records are made of arrays of their fields.
                if let Parts::Record(fields) = &elem.parts {
                    for (_, field) in fields {
                        self.array_of(rank, field);
                    }
                }
                Parts::Array(rank, elem)
            }
            Shape::Record(fields) => {
                let written = |position: usize, label: &Symbol| match meaning? {
                    Written::Tuple(types) => types.get(position),
                    Written::Record(fields) => fields.iter().find(|(other, _)| other == label).map(|(_, ty)| ty),
                    _ => None,
                };
                let fields = fields.iter().enumerate();
                let fields = fields.map(|(k, (label, ty))| (*label, self.outside(text, ty, written(k, label))));
                Parts::Record(fields.collect())
            }
            Shape::Sum(cases) => {
                let written = |tag: &Symbol, position: usize| match meaning? {
                    Written::Sum(cases) => cases.iter().find(|(other, _)| other == tag)?.1.get(position),
                    _ => None,
                };
                let cases = cases.iter().map(|(tag, payload)| {
                    let payload = payload.iter().enumerate();
                    (*tag, payload.map(|(k, ty)| self.outside(text, ty, written(tag, k))).collect())
                });
                Parts::Sum(cases.collect())
            }
        }
    }
}

impl Interface {
    /// The type of arrays of a type.
    fn array_of(&mut self, rank: usize, elem: &Arc<Outside>) {
        let shape = (0..rank).fold(elem.shape.clone(), |elem, _| Shape::Array(Dim::Unknown, Box::new(elem)));
        let name = "[]".repeat(rank) + &elem.name;
        let (rank, elem) = match &elem.parts {
            Parts::Array(inner, elem) => (rank + inner, elem.clone()),
            _ => (rank, elem.clone()),
        };
        let parts = Parts::Array(rank, elem);
        self.types.entry(name.clone()).or_insert_with(|| Arc::new(Outside { name, shape, parts }));
    }

    /// The names of all types: first those of primitive types.
    pub fn type_names(&self) -> Vec<String> {
        let prims = PrimType::ALL.iter().map(|prim| prim.to_string());
        let others = self.types.values().filter(|ty| !matches!(ty.parts, Parts::Prim(_)));
        prims.chain(others.map(|ty| ty.name.clone())).collect()
    }
}

fn elem_of(written: Option<&Written>) -> Option<&Written> {
    match written? {
        Written::Array(elem) => Some(elem),
        _ => None,
    }
}

/// The type with unknown sizes.
fn without_sizes(shape: &Shape) -> Shape {
    match shape {
        Shape::Prim(prim) => Shape::Prim(*prim),
        Shape::Array(_, elem) => Shape::Array(Dim::Unknown, Box::new(without_sizes(elem))),
        Shape::Record(fields) => {
            Shape::Record(fields.iter().map(|(label, shape)| (*label, without_sizes(shape))).collect())
        }
        Shape::Sum(cases) => {
            let all = |payload: &[Shape]| payload.iter().map(without_sizes).collect();
            Shape::Sum(cases.iter().map(|(tag, payload)| (*tag, all(payload))).collect())
        }
    }
}

/// Prints the name of a type that is not written: its structure.
struct Plain<'s>(&'s Shape);

impl std::fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Shape::Prim(prim) => write!(f, "{prim}"),
            Shape::Array(_, elem) => match **elem {
                Shape::Sum(_) => write!(f, "[]({})", Plain(elem)),
                _ => write!(f, "[]{}", Plain(elem)),
            },
            Shape::Record(fields) if self.0.is_tuple() => {
                list(f, ("(", ", ", ")"), fields, |f, (_, shape)| write!(f, "{}", Plain(shape)))
            }
            Shape::Record(fields) => {
                list(f, ("{", ", ", "}"), fields, |f, (label, shape)| write!(f, "{label}: {}", Plain(shape)))
            }
            Shape::Sum(cases) => list(f, ("", " | ", ""), cases, |f, (tag, payload)| {
                write!(f, "#{tag}")?;
                payload.iter().try_for_each(|shape| match shape {
                    Shape::Sum(_) => write!(f, " ({})", Plain(shape)),
                    _ => write!(f, " {}", Plain(shape)),
                })
            }),
        }
    }
}
