//! The entry points of a program as their callers see them.

use super::text::{Head, Text};
use super::written::{Written, list};
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
    /// It is an array type.
    Array(Array),
    /// The fields of a record.
    Record(Vec<(Symbol, Arc<Outside>)>),
    /// The constructors of a sum in the order of their numbers.
    Sum(Vec<Case>),
}

/// The parts of an array type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Array {
    /// The number of dimensions.
    pub rank: usize,
    /// The type of the elements.
    pub elem: Arc<Outside>,
    /// If the elements are records: the arrays of each field.
    pub fields: Vec<(Symbol, Arc<Outside>)>,
}

/// A parameter or a result.
#[derive(Debug, Clone)]
pub struct Passed {
    /// Its type.
    pub ty: Arc<Outside>,
    /// A parameter with arrays that is consumed, or a result with arrays that share no memory with an argument.
    pub unique: bool,
}

/// An entry point.
#[derive(Debug)]
pub struct Entry {
    /// The names of the parameters.
    pub names: Vec<String>,
    /// The parameters.
    pub params: Vec<Passed>,
    /// The results: several if it returns a tuple whose type has no name.
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
            interface.outside(&Shape::Prim(prim), None);
        }
        for (name, signature) in signatures {
            let entry = interface.entry(text.head(name), signature);
            interface.entries.insert(name.to_string(), entry);
        }
        interface
    }

    fn entry(&mut self, head: Option<&Head>, signature: &Signature) -> Entry {
        let mut names: Vec<String> = signature.params.iter().map(|param| param.label().to_string()).collect();
        let mut written: Vec<Option<&Written>> = Vec::new();
        let mut result = None;
        if let Some(head) = head {
            written.extend(head.params.iter().map(Option::as_ref));
            result = head.result.as_ref();
        }
        // Callers pass the arguments of a function that is a result.
        while written.len() < signature.params.len() {
            let (from, to) = match result {
                Some(Written::Arrow(name, from, to)) => {
                    if let (Some(name), Some(known)) = (name, names.get_mut(written.len())) {
                        *known = name.to_string();
                    }
                    (Some(&**from), Some(&**to))
                }
                _ => (None, None),
            };
            written.push(from);
            result = to;
        }
        let params = signature.params.iter().zip(written).map(|(param, written)| Passed {
            ty: self.outside(&param.shape, written),
            unique: param.consumed && has_memory(&param.shape),
        });
        let params = params.collect();
        let components: Vec<(&Shape, bool)> = signature.results.iter().zip(signature.fresh.iter().copied()).collect();
        let result_of = |interface: &mut Interface, (shape, fresh): (&Shape, bool), written| Passed {
            ty: interface.outside(shape, written),
            unique: fresh && has_memory(shape),
        };
        let whole = match components[..] {
            [one] => result_of(self, one, result),
            _ => {
                let fields = components
                    .iter()
                    .enumerate()
                    .map(|(k, (shape, _))| (Symbol::new(&k.to_string()), (*shape).clone()));
                let fresh = components.iter().any(|(shape, fresh)| *fresh && has_memory(shape));
                result_of(self, (&Shape::Record(fields.collect()), fresh), result)
            }
        };
        // Only a tuple that is written as one, or whose type is not written, is several results.
        let results = match result {
            None => Some(vec![None; components.len()]),
            Some(Written::Tuple(types)) => Some(types.iter().map(Some).collect()),
            Some(_) => None,
        };
        let results = match results {
            Some(written) if components.len() != 1 => {
                components.into_iter().zip(written).map(|(part, written)| result_of(self, part, written)).collect()
            }
            _ => vec![whole.clone()],
        };
        let attributes = head.map_or(Vec::new(), |head| head.attributes.clone());
        Entry { names, params, results, result: whole, attributes }
    }

    /// The type with a shape that is written in some way.
    fn outside(&mut self, shape: &Shape, written: Option<&Written>) -> Arc<Outside> {
        let shape = without_sizes(shape);
        // Numbers and arrays of numbers have no names of their own.
        let mut written = written.filter(|_| shape.value_type().is_none());
        let mut name = written.map_or_else(|| Plain(&shape).to_string(), Written::name);
        // If another type has the name, this one has none.
        if self.types.get(&name).is_some_and(|known| known.shape != shape) {
            (name, written) = (Plain(&shape).to_string(), None);
        }
        if let Some(known) = self.types.get(&name) {
            return known.clone();
        }
        let parts = self.parts(&shape, written);
        let outside = Arc::new(Outside { name: name.clone(), shape, parts });
        self.types.insert(name, outside.clone());
        outside
    }

    fn parts(&mut self, shape: &Shape, written: Option<&Written>) -> Parts {
        match shape {
            Shape::Prim(prim) => Parts::Prim(*prim),
            Shape::Array(_, elem) => {
                let (mut rank, mut elem) = (1, elem);
                while let Shape::Array(_, inner) = &**elem {
                    (rank, elem) = (rank + 1, inner);
                }
                let whole = self.outside(elem, written.and_then(|written| written.elem(rank)));
                // The arrays of fields have no names, whatever the fields are called.
                let fields = match &**elem {
                    Shape::Record(fields) => fields
                        .iter()
                        .map(|(label, field)| {
                            let array =
                                (0..rank).fold(field.clone(), |elem, _| Shape::Array(Dim::Unknown, Box::new(elem)));
                            (*label, self.outside(&array, None))
                        })
                        .collect(),
                    _ => Vec::new(),
                };
                Parts::Array(Array { rank, elem: whole, fields })
            }
            Shape::Record(fields) => {
                let meaning = written.map(Written::meaning);
                let written = |position: usize, label: &Symbol| match meaning? {
                    Written::Tuple(types) => types.get(position),
                    Written::Record(fields) => fields.iter().find(|(other, _)| other == label).map(|(_, ty)| ty),
                    _ => None,
                };
                let fields = fields.iter().enumerate();
                let fields = fields.map(|(k, (label, ty))| (*label, self.outside(ty, written(k, label))));
                Parts::Record(fields.collect())
            }
            Shape::Sum(cases) => {
                let meaning = written.map(Written::meaning);
                let written = |tag: &Symbol, position: usize| match meaning? {
                    Written::Sum(cases) => cases.iter().find(|(other, _)| other == tag)?.1.get(position),
                    _ => None,
                };
                let cases = cases.iter().map(|(tag, payload)| {
                    let payload = payload.iter().enumerate();
                    (*tag, payload.map(|(k, ty)| self.outside(ty, written(tag, k))).collect())
                });
                Parts::Sum(cases.collect())
            }
        }
    }

    /// The names of all types: first those of primitive types.
    pub fn type_names(&self) -> Vec<String> {
        let prims = PrimType::ALL.iter().map(|prim| prim.to_string());
        let others = self.types.values().filter(|ty| !matches!(ty.parts, Parts::Prim(_)));
        prims.chain(others.map(|ty| ty.name.clone())).collect()
    }
}

/// Whether a value has arrays.
fn has_memory(shape: &Shape) -> bool {
    shape.leaves().iter().any(|(_, dims)| !dims.is_empty())
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
