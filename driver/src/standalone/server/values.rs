//! Commands about arrays, records and sums.
//!
//! Values stay leaves. The leaves of a record are those of its fields, one field after the other; an array of records
//! has an array for each leaf of a record. So these commands take leaves apart or put them together, and copy no more
//! than they have to.

use super::super::interface::{Array, Case, Outside, Parts};
use super::variables::Variable;
use super::words::{self, at, too_few};
use super::{Answer, Failure, Server};
use framework::Symbol;
use languages::value::{ArrayData, ArrayValue, Dim, Shape, Sizes, Tree, Value};
use std::sync::Arc;

/// The fields of a record type.
fn fields(ty: &Outside) -> Result<&[(Symbol, Arc<Outside>)], Failure> {
    match &ty.parts {
        Parts::Record(fields) => Ok(fields),
        _ => Err("Not a record type".into()),
    }
}

/// The constructors of a sum type.
fn cases(ty: &Outside) -> Result<&[Case], Failure> {
    match &ty.parts {
        Parts::Sum(cases) => Ok(cases),
        _ => Err("Not a sum type".into()),
    }
}

/// The number of dimensions of an array type, and the type of its elements.
fn array(ty: &Outside) -> Result<(usize, &Arc<Outside>), Failure> {
    match &ty.parts {
        Parts::Array(Array { rank, elem, .. }) => Ok((*rank, elem)),
        _ => Err("Not an array type".into()),
    }
}

/// The type of an array of records. `refusal` is the failure of other arrays.
fn record_array<'t>(ty: &'t Outside, refusal: &str) -> Result<&'t Array, Failure> {
    match &ty.parts {
        Parts::Array(array) => fields(&array.elem).map(|_| array).map_err(|_| refusal.into()),
        _ => Err("Not an array type".into()),
    }
}

/// The number of leaves of a value.
fn width(ty: &Outside) -> usize {
    ty.shape.leaves().len()
}

/// The arrays of an array's leaves.
fn arrays(leaves: &[Value]) -> impl Iterator<Item = &ArrayValue> {
    leaves.iter().filter_map(|leaf| match leaf {
        Value::Array(array) => Some(array),
        Value::Scalar(_) => None,
    })
}

/// The first sizes of an array, from its leaves.
fn sizes(leaves: &[Value], rank: usize) -> &[usize] {
    arrays(leaves).next().and_then(|array| array.shape.get(..rank)).unwrap_or_default()
}

/// The elements of an array from `start` on, as a value of this shape.
fn part(array: &ArrayValue, start: usize, shape: &[usize]) -> Option<Value> {
    if shape.is_empty() {
        return array.data.get(start).map(Value::Scalar);
    }
    let count: usize = shape.iter().product();
    let elements = (start..start + count).map(|at| array.data.get(at)).collect::<Option<Vec<_>>>()?;
    let data = ArrayData::from_values(array.data.prim_type(), elements)?;
    Some(Value::Array(ArrayValue { shape: shape.to_vec(), data }))
}

impl Server<'_> {
    pub(super) fn kind(&self, args: &[&str]) -> Answer {
        let kind = match self.outside(at(args, 0)?)?.parts {
            Parts::Prim(_) => "primitive",
            Parts::Array(..) => "array",
            Parts::Record(_) => "record",
            Parts::Sum(_) => "sum",
        };
        Ok(vec![kind.into()])
    }

    pub(super) fn rank(&self, args: &[&str]) -> Answer {
        Ok(vec![array(self.outside(at(args, 0)?)?)?.0.to_string()])
    }

    pub(super) fn elemtype(&self, args: &[&str]) -> Answer {
        Ok(vec![array(self.outside(at(args, 0)?)?)?.1.name.clone()])
    }

    pub(super) fn fields(&self, args: &[&str]) -> Answer {
        let ty = self.outside(at(args, 0)?)?;
        Ok(fields(ty)?.iter().map(|(label, ty)| format!("{label} {}", ty.name)).collect())
    }

    pub(super) fn variants(&self, args: &[&str]) -> Answer {
        let mut lines = Vec::new();
        for (tag, payload) in cases(self.outside(at(args, 0)?)?)? {
            lines.push(tag.to_string());
            lines.extend(payload.iter().map(|ty| format!("- {}", ty.name)));
        }
        Ok(lines)
    }

    /// The leaves of a variable, which must be of this type. `place` says where it is needed: `Value 0 mismatch:
    /// expected type`.
    fn leaves_of(&self, wanted: &Outside, name: &str, place: &dyn Fn() -> String) -> Result<&[Value], Failure> {
        let (ty, leaves) = self.variables.value(name)?;
        if ty.shape != wanted.shape || ty.name != wanted.name {
            return Err(format!("{} {}, got {}", place(), wanted.name, ty.name));
        }
        Ok(leaves)
    }

    /// The leaves of variables, which must be of these types.
    fn operands(&self, types: &[Arc<Outside>], names: &[&str]) -> Result<Vec<Vec<Value>>, Failure> {
        let each = types.iter().zip(names).enumerate().map(|(k, (wanted, name))| {
            let place = || format!("Value {k} mismatch: expected type");
            self.leaves_of(wanted, name, &place).map(<[Value]>::to_vec)
        });
        each.collect()
    }

    /// `new VARIABLE TYPE FIELDS`
    pub(super) fn new_record(&mut self, args: &[&str]) -> Answer {
        let (to, ty) = (at(args, 0)?, at(args, 1)?);
        let ty = self.outside(ty)?.clone();
        self.variables.is_free(to)?;
        let (fields, given) = (fields(&ty)?, &args[2..]);
        if fields.len() != given.len() {
            return Err(format!("{} fields expected but {} values provided.", given.len(), fields.len()));
        }
        let mut leaves = Vec::new();
        for ((label, ty), name) in fields.iter().zip(given) {
            let place = || format!("Field {label} mismatch: expected type");
            leaves.extend_from_slice(self.leaves_of(ty, name, &place)?);
        }
        self.variables.add(to, Variable::new(ty, leaves));
        Ok(Vec::new())
    }

    /// `project TO FROM FIELD`
    pub(super) fn project(&mut self, args: &[&str]) -> Answer {
        let (to, from, wanted) = (at(args, 0)?, at(args, 1)?, at(args, 2)?);
        let (ty, leaves) = self.variables.value(from)?;
        let mut start = 0;
        for (label, field) in fields(ty)? {
            let end = start + width(field);
            if label.as_str() == wanted {
                self.variables.is_free(to)?;
                let own = leaves.get(start..end).unwrap_or_default().to_vec();
                let variable = Variable::new(field.clone(), own);
                self.variables.add(to, variable);
                return Ok(Vec::new());
            }
            start = end;
        }
        Err("No such field".into())
    }

    /// `construct VARIABLE TYPE VARIANT OPERANDS`
    pub(super) fn construct(&mut self, args: &[&str]) -> Answer {
        let (to, ty, wanted) = (at(args, 0)?, at(args, 1)?, at(args, 2)?);
        let (ty, given) = (self.outside(ty)?.clone(), &args[3..]);
        self.variables.is_free(to)?;
        let found = cases(&ty)?.iter().enumerate().find(|(_, (tag, _))| tag.as_str() == wanted);
        let (number, (_, payload)) = found.ok_or("No such variant")?;
        if payload.len() != given.len() {
            return Err(format!("{} values expected but {} values provided.", payload.len(), given.len()));
        }
        let operands = self.operands(payload, given)?;
        let trees = payload.iter().zip(&operands).map(|(ty, leaves)| ty.shape.tree(leaves));
        let tree = Tree::Sum(number, trees.collect::<Option<_>>().ok_or("The operands are not of their types")?);
        let mut leaves = Vec::new();
        ty.shape.take_apart(&tree, &Sizes::default(), &mut leaves)?;
        self.variables.add(to, Variable::new(ty, leaves));
        Ok(Vec::new())
    }

    /// The number of a sum's constructor, which is its first leaf.
    fn constructor<'t>(ty: &'t Outside, leaves: &[Value]) -> Result<(usize, &'t Case), Failure> {
        let cases = cases(ty)?;
        let number = match leaves.first() {
            Some(Value::Scalar(number)) => number.as_i64().and_then(|number| usize::try_from(number).ok()),
            _ => None,
        };
        number.and_then(|number| Some((number, cases.get(number)?))).ok_or_else(|| "Not a value of its type".into())
    }

    /// `variant VARIABLE`
    pub(super) fn variant(&self, args: &[&str]) -> Answer {
        let (ty, leaves) = self.variables.value(at(args, 0)?)?;
        Ok(vec![Self::constructor(ty, leaves)?.1.0.to_string()])
    }

    /// `destruct VARIABLE OUTPUTS`
    pub(super) fn destruct(&mut self, args: &[&str]) -> Answer {
        let (from, outs) = args.split_first().ok_or_else(too_few)?;
        let (ty, leaves) = self.variables.value(from)?;
        let (number, (tag, payload)) = Self::constructor(ty, leaves)?;
        if payload.len() != outs.len() {
            let (wanted, given) = (payload.len(), outs.len());
            return Err(format!("{wanted} variables expected but {given} variables provided.  {tag}"));
        }
        self.variables.are_free(outs)?;
        let before = cases(ty)?[..number].iter().flat_map(|(_, payload)| payload);
        let mut start = 1 + before.map(|ty| width(ty)).sum::<usize>();
        let mut found = Vec::new();
        for (operand, out) in payload.iter().zip(outs) {
            let end = start + width(operand);
            let own = leaves.get(start..end).unwrap_or_default().to_vec();
            found.push((*out, Variable::new(operand.clone(), own)));
            start = end;
        }
        found.into_iter().for_each(|(out, variable)| self.variables.add(out, variable));
        Ok(Vec::new())
    }

    /// `shape VARIABLE`
    pub(super) fn shape(&self, args: &[&str]) -> Answer {
        let (ty, leaves) = self.variables.value(at(args, 0)?)?;
        let (rank, _) = array(ty)?;
        Ok(sizes(leaves, rank).iter().map(usize::to_string).collect())
    }

    /// `new_array VARIABLE TYPE SIZES ELEMENTS`
    pub(super) fn new_array(&mut self, args: &[&str]) -> Answer {
        let (to, ty) = (at(args, 0)?, at(args, 1)?);
        let ty = self.outside(ty)?.clone();
        self.variables.is_free(to)?;
        let (rank, elem) = array(&ty)?;
        let rest = &args[2..];
        let too_few = || format!("Expected {rank} dimensions, but got {}.", rest.len());
        let (shape, names) = rest.split_at_checked(rank).ok_or_else(too_few)?;
        let shape = shape.iter().enumerate().map(|(k, word)| words::size(word, k));
        let shape = shape.collect::<Result<Vec<usize>, Failure>>()?;
        let count = shape.iter().fold(1, |product: usize, size| product.saturating_mul(*size));
        // No array has more elements.
        let count = count.min(i64::MAX as usize);
        if count != names.len() {
            return Err(format!("Expected {count} values, but got {}.", names.len()));
        }
        let types = vec![elem.clone(); names.len()];
        let elements = self.operands(&types, names)?;
        let mut leaves = Vec::new();
        for (k, (prim, dims)) in elem_leaves(elem).into_iter().enumerate() {
            let mut bytes = Vec::new();
            let mut inner: Option<Vec<usize>> = None;
            for element in &elements {
                let own = match element.get(k) {
                    Some(Value::Scalar(value)) => {
                        bytes.extend_from_slice(&value.to_bits().to_le_bytes()[..prim.size_bytes()]);
                        Vec::new()
                    }
                    Some(Value::Array(array)) => {
                        array.data.append_bytes(&mut bytes);
                        array.shape.clone()
                    }
                    // An empty record, which has a leaf only in arrays.
                    None => {
                        bytes.push(0);
                        Vec::new()
                    }
                };
                if inner.get_or_insert_with(|| own.clone()) != &own {
                    return Err("Cannot construct arrays with elements of different shapes.".into());
                }
            }
            let inner = inner.unwrap_or_else(|| vec![0; dims]);
            let shape = shape.iter().copied().chain(inner).collect();
            leaves.push(Value::Array(ArrayValue { shape, data: ArrayData::from_bytes(prim, &bytes) }));
        }
        self.variables.add(to, Variable::new(ty, leaves));
        Ok(Vec::new())
    }

    /// The place of an element of an array.
    fn place(leaves: &[Value], rank: usize, words: &[&str]) -> Result<usize, Failure> {
        if words.len() != rank {
            return Err(format!("{rank} indices expected but {} values provided.", words.len()));
        }
        let mut sizes = sizes(leaves, rank).iter().zip(words).enumerate();
        sizes.try_fold(0, |place, (k, (size, word))| Ok(place * size + words::index(word, *size, k)?))
    }

    /// `index TO FROM INDICES`
    pub(super) fn index(&mut self, args: &[&str]) -> Answer {
        let (to, from) = (at(args, 0)?, at(args, 1)?);
        let (ty, leaves) = self.variables.value(from)?;
        let (rank, elem) = array(ty)?;
        let place = Self::place(leaves, rank, &args[2..])?;
        self.variables.is_free(to)?;
        let mut own = Vec::new();
        // Empty records have a leaf in arrays, but none of their own.
        for (array, _) in arrays(leaves).zip(kept_leaves(&elem.shape)).filter(|(_, kept)| *kept) {
            let inner = array.shape.get(rank..).unwrap_or_default();
            let count: usize = inner.iter().product();
            own.push(part(array, place * count, inner).ok_or("Index out of bounds")?);
        }
        let variable = Variable::new(elem.clone(), own);
        self.variables.add(to, variable);
        Ok(Vec::new())
    }

    /// `set ARRAY VALUE INDICES`
    pub(super) fn set(&mut self, args: &[&str]) -> Answer {
        let (to, from) = (at(args, 0)?, at(args, 1)?);
        let (ty, leaves) = self.variables.value(to)?;
        self.variables.value(from)?;
        let (rank, elem) = array(ty)?;
        let value = self.leaves_of(elem, from, &|| "Type mismatch: expected element of type".into())?.to_vec();
        let place = Self::place(leaves, rank, &args[2..])?;
        let fits = arrays(leaves).zip(&value).all(|(array, value)| match value {
            Value::Scalar(_) => array.shape.len() == rank,
            Value::Array(own) => array.shape.get(rank..) == Some(&own.shape[..]),
        });
        if !fits {
            return Err("Element shape differs from array shape".into());
        }
        for (leaf, value) in self.variables.leaves_mut(to)?.iter_mut().zip(&value) {
            let Value::Array(array) = leaf else { continue };
            match value {
                Value::Scalar(value) => {
                    array.data.set(place, *value);
                }
                Value::Array(own) => {
                    let count = own.data.len();
                    for k in 0..count {
                        if let Some(value) = own.data.get(k) {
                            array.data.set(place * count + k, value);
                        }
                    }
                }
            }
        }
        Ok(Vec::new())
    }

    /// `zip VARIABLE TYPE ARRAYS`
    pub(super) fn zip(&mut self, args: &[&str]) -> Answer {
        let (to, ty) = (at(args, 0)?, at(args, 1)?);
        let (ty, given) = (self.outside(ty)?.clone(), &args[2..]);
        let Array { rank, fields, .. } = record_array(&ty, "Cannot zip this array type")?;
        if fields.len() != given.len() {
            return Err(format!("{} arrays expected but {} values provided.", fields.len(), given.len()));
        }
        let mut leaves = Vec::new();
        let mut outer: Option<Vec<usize>> = None;
        let mut fit = true;
        for ((label, field), name) in fields.iter().zip(given) {
            let (found, own) = self.variables.value(name)?;
            // Types with different names may have the same values: `[]point` and `[]{x: f32, y: f32}`.
            if found.shape != field.shape {
                return Err(format!("Field {label} mismatch: expected type {}, got {}", field.name, found.name));
            }
            let here = sizes(own, *rank).to_vec();
            fit &= outer.get_or_insert_with(|| here.clone()) == &here;
            leaves.extend_from_slice(own);
        }
        self.variables.is_free(to)?;
        if !fit {
            return Err("Cannot zip arrays with different shapes.".into());
        }
        self.variables.add(to, Variable::new(ty, leaves));
        Ok(Vec::new())
    }

    /// `unzip ARRAY OUTPUTS`
    pub(super) fn unzip(&mut self, args: &[&str]) -> Answer {
        let (from, outs) = args.split_first().ok_or_else(too_few)?;
        let (ty, leaves) = self.variables.value(from)?;
        let fields = &record_array(ty, "Cannot unzip this array type")?.fields;
        if fields.len() != outs.len() {
            return Err(format!("{} arrays expected but {} values provided.", fields.len(), outs.len()));
        }
        self.variables.are_free(outs)?;
        let mut start = 0;
        let mut found = Vec::new();
        for ((_, field), out) in fields.iter().zip(outs) {
            let end = start + width(field);
            found.push((*out, Variable::new(field.clone(), leaves.get(start..end).unwrap_or_default().to_vec())));
            start = end;
        }
        found.into_iter().for_each(|(out, variable)| self.variables.add(out, variable));
        Ok(Vec::new())
    }
}

/// The leaves of an element of an array, with the number of their dimensions.
fn elem_leaves(elem: &Outside) -> Vec<(languages::prim::PrimType, usize)> {
    let leaves = Shape::Array(Dim::Unknown, Box::new(elem.shape.clone())).leaves();
    leaves.into_iter().map(|(prim, dims)| (prim, dims.len() - 1)).collect()
}

/// Which of the leaves that a value has in an array are leaves of its own.
fn kept_leaves(shape: &Shape) -> Vec<bool> {
    let all = |parts: &mut dyn Iterator<Item = &Shape>| parts.flat_map(kept_leaves).collect::<Vec<bool>>();
    match shape {
        Shape::Prim(_) => vec![true],
        Shape::Array(..) => vec![true; shape.leaves().len()],
        Shape::Record(fields) if fields.is_empty() => vec![false],
        Shape::Record(fields) => all(&mut fields.iter().map(|(_, shape)| shape)),
        Shape::Sum(cases) => {
            let mut kept = vec![true];
            kept.extend(all(&mut cases.iter().flat_map(|(_, payload)| payload)));
            kept
        }
    }
}
