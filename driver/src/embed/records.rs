//! Records and sums as types of Rust.

use super::results::other;
use super::{Argument, Return, Shape, Tree};

/// Declares a struct for a record type of a program. It has the labels of the record as fields, in any order.
///
/// ```
/// use fut_nano::embed::Program;
///
/// fut_nano::record! {
///     #[derive(Debug, Clone, PartialEq)]
///     pub struct Point { x: f64, y: f64 }
/// }
///
/// let program = Program::compile("entry main (ps: []{x: f64, y: f64}) = map (\\p -> {x = p.y, y = p.x}) ps")?;
/// let swapped: Vec<Point> = program.entry("main")?.call(vec![Point { x: 1.0, y: 2.0 }])?;
/// assert_eq!(swapped, [Point { x: 2.0, y: 1.0 }]);
/// # Ok::<(), fut_nano::embed::Error>(())
/// ```
#[macro_export]
macro_rules! record {
    (
        $(#[$attribute:meta])* $visible:vis struct $Name:ident {
            $($(#[$of_field:meta])* $field_visible:vis $field:ident: $ty:ty),* $(,)?
        }
    ) => {
        $(#[$attribute])* $visible struct $Name {
            $($(#[$of_field])* $field_visible $field: $ty),*
        }

        impl $crate::embed::Argument<'_> for $Name {
            fn into_tree(self, shape: &$crate::embed::Shape) -> ::std::result::Result<$crate::embed::Tree, String> {
                let mut fields = $crate::embed::Fields::of(shape, stringify!($Name), &[$(stringify!($field)),*])?;
                $(fields.put(stringify!($field), self.$field)?;)*
                Ok(fields.tree())
            }
        }

        impl $crate::embed::Return for $Name {
            fn from_tree(
                tree: $crate::embed::Tree,
                shape: &$crate::embed::Shape,
            ) -> ::std::result::Result<$Name, String> {
                let mut fields = $crate::embed::Fields::of(shape, stringify!($Name), &[$(stringify!($field)),*])?;
                fields.fill(tree);
                Ok($Name { $($field: fields.take(stringify!($field))?),* })
            }
        }
    };
}

/// Declares an enum for a sum type of a program. A constructor in Rust stands for the one in Futhark before the arrow.
///
/// ```
/// use fut_nano::embed::Program;
///
/// fut_nano::sum! {
///     #[derive(Debug, PartialEq)]
///     pub enum Shape { dot => Dot, line => Line(length: f64) }
/// }
///
/// let program = Program::compile("
///     entry main (s: #dot | #line f64): (#dot | #line f64) =
///       match s case #dot -> #line 1 case #line l -> #line (l * 2)")?;
/// let longer: Shape = program.entry("main")?.call(Shape::Line(2.5))?;
/// assert_eq!(longer, Shape::Line(5.0));
/// # Ok::<(), fut_nano::embed::Error>(())
/// ```
#[macro_export]
macro_rules! sum {
    (
        $(#[$attribute:meta])* $visible:vis enum $Name:ident {
            $($tag:ident => $Case:ident $(($($operand:ident: $ty:ty),+))?),* $(,)?
        }
    ) => {
        $(#[$attribute])* $visible enum $Name {
            $($Case $(($($ty),+))?),*
        }

        impl $crate::embed::Argument<'_> for $Name {
            fn into_tree(self, shape: &$crate::embed::Shape) -> ::std::result::Result<$crate::embed::Tree, String> {
                let cases = $crate::embed::Cases::of(shape, stringify!($Name), &[$(stringify!($tag)),*])?;
                match self {
                    $($Name::$Case $(($($operand),+))? => {
                        #[allow(unused_mut, reason = "a constructor without operands")]
                        let mut operands = cases.operands(stringify!($tag))?;
                        $($(operands.put($operand)?;)+)?
                        operands.tree()
                    })*
                }
            }
        }

        impl $crate::embed::Return for $Name {
            fn from_tree(
                tree: $crate::embed::Tree,
                shape: &$crate::embed::Shape,
            ) -> ::std::result::Result<$Name, String> {
                let cases = $crate::embed::Cases::of(shape, stringify!($Name), &[$(stringify!($tag)),*])?;
                #[allow(unused_mut, reason = "a sum without operands")]
                let (tag, mut operands) = cases.open(tree)?;
                $(if tag == stringify!($tag) {
                    return Ok($Name::$Case $(($({ let $operand: $ty = operands.take()?; $operand }),+))?);
                })*
                Err(format!("{} has no constructor for #{tag}", stringify!($Name)))
            }
        }
    };
}

/// The fields of a record, for [`record!`](crate::record).
pub struct Fields<'s> {
    types: Vec<(&'static str, &'s Shape)>,
    values: Vec<Option<Tree>>,
}

impl<'s> Fields<'s> {
    /// The fields of a record type, if it has these labels.
    pub fn of(shape: &'s Shape, name: &str, labels: &[&str]) -> Result<Fields<'s>, String> {
        let misfit = || format!("{shape} is not the type of {name}, with the fields {}", labels.join(", "));
        let Shape::Record(fields) = shape else { return Err(misfit()) };
        let types: Vec<(&str, &Shape)> = fields.iter().map(|(label, ty)| (label.as_str(), ty)).collect();
        if types.len() != labels.len() || !types.iter().all(|(label, _)| labels.contains(label)) {
            return Err(misfit());
        }
        let values = types.iter().map(|_| None).collect();
        Ok(Fields { types, values })
    }

    fn position(&self, label: &str) -> Result<usize, String> {
        let position = self.types.iter().position(|(known, _)| *known == label);
        position.ok_or_else(|| format!("there is no field {label}"))
    }

    /// Sets a field.
    pub fn put<'a>(&mut self, label: &str, value: impl Argument<'a>) -> Result<(), String> {
        let position = self.position(label)?;
        let tree = value.into_tree(self.types[position].1);
        self.values[position] = Some(tree.map_err(|why| format!("field {label}: {why}"))?);
        Ok(())
    }

    /// The record of the fields that were set.
    pub fn tree(self) -> Tree {
        Tree::Record(self.values.into_iter().flatten().collect())
    }

    /// Sets all fields to those of a record.
    pub fn fill(&mut self, record: Tree) {
        if let Tree::Record(values) = record {
            self.values = values.into_iter().map(Some).collect();
        }
    }

    /// Takes a field.
    pub fn take<R: Return>(&mut self, label: &str) -> Result<R, String> {
        let position = self.position(label)?;
        let value = self.values.get_mut(position).and_then(Option::take);
        R::from_tree(value.ok_or_else(|| format!("there is no field {label}"))?, self.types[position].1)
    }
}

/// The constructors of a sum, for [`sum!`](crate::sum).
pub struct Cases<'s> {
    shape: &'s Shape,
    cases: Vec<(&'static str, &'s [Shape])>,
}

impl<'s> Cases<'s> {
    /// The constructors of a sum type, if they are these.
    pub fn of(shape: &'s Shape, name: &str, tags: &[&str]) -> Result<Cases<'s>, String> {
        let misfit = || format!("{shape} is not the type of {name}, with the constructors #{}", tags.join(", #"));
        let Shape::Sum(cases) = shape else { return Err(misfit()) };
        let cases: Vec<(&str, &[Shape])> = cases.iter().map(|(tag, operands)| (tag.as_str(), &operands[..])).collect();
        if cases.len() != tags.len() || !cases.iter().all(|(tag, _)| tags.contains(tag)) {
            return Err(misfit());
        }
        Ok(Cases { shape, cases })
    }

    /// The operands of a constructor, to be set.
    pub fn operands(&self, tag: &str) -> Result<Operands<'s>, String> {
        let number = self.cases.iter().position(|(known, _)| *known == tag);
        let number = number.ok_or_else(|| format!("there is no constructor #{tag}"))?;
        Ok(Operands { number, types: self.cases[number].1, values: Vec::new(), taken: 0 })
    }

    /// The constructor and the operands of a value.
    pub fn open(&self, tree: Tree) -> Result<(&'static str, Operands<'s>), String> {
        match tree {
            Tree::Sum(number, values) if number < self.cases.len() => {
                let (tag, types) = self.cases[number];
                Ok((tag, Operands { number, types, values: values.into_iter().map(Some).collect(), taken: 0 }))
            }
            _ => Err(other(self.shape, "a sum")),
        }
    }
}

/// The operands of a constructor, for [`sum!`](crate::sum).
pub struct Operands<'s> {
    number: usize,
    types: &'s [Shape],
    values: Vec<Option<Tree>>,
    taken: usize,
}

impl Operands<'_> {
    /// Sets the next operand.
    pub fn put<'a>(&mut self, value: impl Argument<'a>) -> Result<(), String> {
        let ty = self.types.get(self.values.len()).ok_or("the constructor has fewer operands")?;
        self.values.push(Some(value.into_tree(ty)?));
        Ok(())
    }

    /// The value, whose operands have been set.
    pub fn tree(self) -> Result<Tree, String> {
        if self.values.len() != self.types.len() {
            return Err("the constructor has more operands".into());
        }
        Ok(Tree::Sum(self.number, self.values.into_iter().flatten().collect()))
    }

    /// Takes the next operand.
    pub fn take<R: Return>(&mut self) -> Result<R, String> {
        let (at, few) = (self.taken, "the constructor has fewer operands");
        self.taken += 1;
        let value = self.values.get_mut(at).and_then(Option::take).ok_or(few)?;
        R::from_tree(value, self.types.get(at).ok_or(few)?)
    }
}
