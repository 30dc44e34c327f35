//! Types of entry points as they are written in the program, and their names.
//!
//! Callers know a type by the name that the program's text gives it (`point`, `opt i32`), as with Futhark's compiler.
//! After type inference there are no names left, so they are found in the text.

use framework::Symbol;
use std::fmt::{self, Display, Formatter};
use std::rc::Rc;

/// A type as it is written. Fields and constructors are in the order of their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// A name: that of a primitive type, an abbreviation or a parameter. An abbreviation has its definition, if it is
    /// known to callers.
    Name(String, Option<Rc<Written>>),
    /// An abbreviation with arguments, of which the last is a type.
    Apply(Rc<Written>, Vec<Argument>),
    /// An array, with its size in brackets.
    Array(String, Rc<Written>),
    /// A tuple.
    Tuple(Vec<Written>),
    /// A record.
    Record(Vec<(Symbol, Written)>),
    /// A sum.
    Sum(Vec<(Symbol, Vec<Written>)>),
    /// A function: the name of its parameter, if it has one, and the types of parameter and result.
    Arrow(Option<Symbol>, Rc<Written>, Rc<Written>),
    /// A unique type.
    Unique(Rc<Written>),
    /// A type with sizes before it, as in `?[n].t`, or behind it, as in `t [n]`. They are no part of its name.
    Sized(String, Rc<Written>, String),
}

/// An argument of an abbreviation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// A size in its brackets.
    Size(String),
    /// A type.
    Type(Written),
}

impl Written {
    /// The type without sizes and stars around it.
    pub fn root(&self) -> &Written {
        match self {
            Written::Unique(ty) | Written::Sized(_, ty, _) => ty.root(),
            _ => self,
        }
    }

    /// The type that names stand for: that of a record, say. Only the definitions of abbreviations without arguments
    /// count.
    pub fn meaning(&self) -> &Written {
        let mut ty = self.root();
        while let Written::Name(_, Some(meaning)) = ty {
            ty = meaning;
        }
        ty
    }

    /// The type of an array's elements, if it is written as an array of at least so many dimensions.
    pub fn elem(&self, rank: usize) -> Option<&Written> {
        match self {
            _ if rank == 0 => Some(self),
            Written::Array(_, elem) => elem.elem(rank - 1),
            Written::Unique(ty) => ty.elem(rank),
            _ => None,
        }
    }

    /// The name that callers know the type by.
    pub fn name(&self) -> String {
        Named(self).to_string()
    }
}

/// Prints the name of a type: without the sizes of its arrays.
struct Named<'w>(&'w Written);

impl Display for Named<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.root() {
            Written::Array(_, elem) => write!(f, "[]{}", Named(elem)),
            Written::Tuple(types) => list(f, ("(", ", ", ")"), types, |f, ty| write!(f, "{}", Named(ty))),
            Written::Record(fields) => {
                list(f, ("{", ", ", "}"), fields, |f, (label, ty)| write!(f, "{label}:{}", Named(ty)))
            }
            Written::Sum(cases) => list(f, ("", " | ", ""), cases, |f, (tag, types)| {
                write!(f, "{tag}:")?;
                list(f, ("", " ", ""), types, |f, ty| write!(f, "{}", Named(ty)))
            }),
            other => write!(f, "{other}"),
        }
    }
}

/// Prints the type as it is written. An argument of an abbreviation has this form in the name of the whole type.
impl Display for Written {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Written::Name(name, _) => f.write_str(name),
            Written::Apply(func, args) => {
                write!(f, "{func}")?;
                args.iter().try_for_each(|arg| match arg {
                    Argument::Size(size) => write!(f, " {size}"),
                    Argument::Type(ty) => write!(f, " {}", Atom(ty)),
                })
            }
            Written::Array(size, elem) => match **elem {
                Written::Sum(_) => write!(f, "{size}{}", Atom(elem)),
                _ => write!(f, "{size}{elem}"),
            },
            Written::Tuple(types) => list(f, ("(", ", ", ")"), types, |f, ty| write!(f, "{ty}")),
            Written::Record(fields) => list(f, ("{", ", ", "}"), fields, |f, (label, ty)| write!(f, "{label}: {ty}")),
            Written::Sum(cases) => list(f, ("", " | ", ""), cases, |f, (tag, types)| {
                write!(f, "#{tag} ")?;
                list(f, ("", " ", ""), types, |f, ty| write!(f, "{}", Atom(ty)))
            }),
            Written::Arrow(None, from, to) => write!(f, "{from} -> {to}"),
            Written::Arrow(Some(name), from, to) => write!(f, "({name}: {from}) -> {to}"),
            Written::Unique(ty) => write!(f, "*{ty}"),
            Written::Sized(before, ty, after) => write!(f, "{before}{ty}{after}"),
        }
    }
}

/// Prints an argument of an abbreviation or a constructor.
struct Atom<'w>(&'w Written);

impl Display for Atom<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            ty @ (Written::Name(..) | Written::Tuple(_) | Written::Record(_)) => write!(f, "{ty}"),
            ty => write!(f, "({ty})"),
        }
    }
}

/// Prints a list: what comes before it, between its elements, and after it.
pub fn list<T>(
    f: &mut Formatter<'_>,
    (before, between, after): (&str, &str, &str),
    all: &[T],
    mut print: impl FnMut(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    f.write_str(before)?;
    for (position, one) in all.iter().enumerate() {
        f.write_str(if position > 0 { between } else { "" })?;
        print(f, one)?;
    }
    f.write_str(after)
}
