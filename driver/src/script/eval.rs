//! Evaluates expressions of FutharkScript. Functions are entry points of a server, whose variables have all values that
//! the script does not take apart.

use super::syntax::{Exp, Function};
use super::term::{Place, Term, converted};
use crate::served::{Failure, Served, is_plain};
use languages::prim::PrimType;
use languages::value::{ArrayData, ArrayValue, Value};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// A failure with a message for users.
pub fn refused<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Refused(message.into()))
}

/// The variables of a script.
type Scope = HashMap<String, Term>;

/// Evaluates scripts on a server.
pub struct Evaluator<'s> {
    /// The server.
    pub server: &'s mut Served,
    /// The folder of files that scripts name.
    pub(super) folder: &'s Path,
    /// The server's variables that are not yet free.
    pub(super) made: Vec<String>,
    /// How many variables there were.
    count: usize,
    /// Whether rows of arrays are shown on lines of their own.
    pub rows_on_lines: bool,
}

impl<'s> Evaluator<'s> {
    /// An evaluator on a server. Files that scripts name are relative to a folder.
    pub fn new(server: &'s mut Served, folder: &'s Path) -> Evaluator<'s> {
        Evaluator { server, folder, made: Vec::new(), count: 0, rows_on_lines: false }
    }

    /// Evaluates an expression. Afterwards the server has the variables of the result only.
    pub fn run(&mut self, exp: &Exp) -> Result<Term, Failure> {
        let result = self.eval(exp, &Scope::new());
        self.keep(&result.iter().collect::<Vec<_>>())?;
        result
    }

    /// Frees all variables of this evaluator but those of some values.
    pub fn keep(&mut self, terms: &[&Term]) -> Result<(), Failure> {
        let mut kept = Vec::new();
        terms.iter().for_each(|term| term.variables(&mut kept));
        self.free_all_but(&kept.into_iter().map(str::to_string).collect::<Vec<_>>())
    }

    /// Evaluates an expression to arguments of these types: the components of a tuple, or one argument. Returns
    /// variables of the server, which has no others of this evaluator.
    pub fn arguments(&mut self, exp: &Exp, types: &[String]) -> Result<Vec<String>, Failure> {
        let result = self.converted_arguments(exp, types);
        self.free_all_but(result.as_deref().unwrap_or_default())?;
        result
    }

    fn converted_arguments(&mut self, exp: &Exp, types: &[String]) -> Result<Vec<String>, Failure> {
        let terms = match self.eval(exp, &Scope::new())? {
            Term::Tuple(terms) if terms.len() == types.len() => terms,
            term => vec![term],
        };
        let wrong = || {
            let found: Vec<String> = terms.iter().map(Term::type_name).collect();
            Failure::Refused(format!("expected arguments of types {}, found {}", types.join(", "), found.join(", ")))
        };
        if terms.len() != types.len() {
            return Err(wrong());
        }
        let mut variables = Vec::new();
        for (ty, term) in types.iter().zip(&terms) {
            variables.push(self.variable(ty, term)?.ok_or_else(wrong)?);
        }
        Ok(variables)
    }

    /// Frees all variables of this evaluator but some.
    fn free_all_but(&mut self, kept: &[String]) -> Result<(), Failure> {
        let (kept, unused): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.made).into_iter().partition(|name| kept.contains(name));
        self.made = kept;
        match self.server.free(&unused) {
            // The variables of a failed command may not be there.
            Err(failure) if failure.is_end() => Err(failure),
            _ => Ok(()),
        }
    }

    /// A name for a variable of the server.
    pub(super) fn fresh(&mut self) -> String {
        self.count += 1;
        format!("script{}", self.count)
    }

    /// Notes that the server has made a variable, of a type.
    pub(super) fn made(&mut self, ty: &str, name: String) -> Term {
        self.made.push(name.clone());
        Term::Atom { ty: ty.to_string(), place: Place::There(name) }
    }

    fn eval(&mut self, exp: &Exp, scope: &Scope) -> Result<Term, Failure> {
        match exp {
            Exp::Constant(value) => Ok(Term::of(value.clone())),
            Exp::Text(text) => {
                let data = ArrayData::U8(text.bytes().collect());
                Ok(Term::of(Value::Array(ArrayValue { shape: vec![data.len()], data })))
            }
            Exp::Tuple(exps) => Ok(Term::Tuple(self.eval_all(exps, scope)?)),
            Exp::Array(exps) => {
                let terms = self.eval_all(exps, scope)?;
                self.array(terms)
            }
            Exp::Record(fields) => {
                let mut found = BTreeMap::new();
                for (label, exp) in fields {
                    if found.insert(label.clone(), self.eval(exp, scope)?).is_some() {
                        return refused(format!("the record has two fields {label}"));
                    }
                }
                Ok(Term::Record(found))
            }
            Exp::Project(exp, label) => {
                let term = self.eval(exp, scope)?;
                let fields = self.fields(&term)?.unwrap_or_default();
                let found = fields.into_iter().find(|(own, _)| own == label);
                found.map(|(_, field)| field).ok_or_else(|| {
                    Failure::Refused(format!("a value of type {} has no field {label}", term.type_name()))
                })
            }
            Exp::Index(exp, indices) => {
                let term = self.eval(exp, scope)?;
                let indices = self.eval_all(indices, scope)?;
                self.index(&term, &indices)
            }
            Exp::Let(names, value, body) => {
                let value = self.eval(value, scope)?;
                let mut scope = scope.clone();
                scope.extend(self.bind(names, value)?);
                self.eval(body, &scope)
            }
            Exp::Call(Function::Named(name), args) => match scope.get(name) {
                Some(term) if args.is_empty() => Ok(term.clone()),
                Some(_) => refused(format!("`{name}` is a variable, not a function")),
                None => {
                    let args = self.eval_all(args, scope)?;
                    self.call(name, args)
                }
            },
            Exp::Call(Function::Builtin(name), args) => {
                let args = self.eval_all(args, scope)?;
                self.builtin(name, &args)
            }
        }
    }

    /// Names for a value, or for its components.
    fn bind(&mut self, names: &[String], value: Term) -> Result<Vec<(String, Term)>, Failure> {
        if let [name] = names {
            return Ok(vec![(name.clone(), value)]);
        }
        match self.components(&value)? {
            Some(terms) if terms.len() == names.len() => Ok(names.iter().cloned().zip(terms).collect()),
            _ => refused(format!(
                "the pattern ({}) does not fit a value of type {}",
                names.join(", "),
                value.type_name()
            )),
        }
    }

    fn eval_all(&mut self, exps: &[Exp], scope: &Scope) -> Result<Vec<Term>, Failure> {
        exps.iter().map(|exp| self.eval(exp, scope)).collect()
    }

    /// Calls an entry point, if it has all its arguments.
    pub fn call(&mut self, name: &str, mut args: Vec<Term>) -> Result<Term, Failure> {
        let params = self.server.inputs(name)?;
        let results = self.server.outputs(name)?;
        // The components of a tuple are several arguments.
        if let [Term::Tuple(terms)] = &args[..]
            && terms.len() == params.len()
        {
            args = terms.clone();
        }
        if args.len() > params.len() {
            return refused(wrong_arguments(name, &params, &args));
        }
        let mut variables = Vec::new();
        for ((ty, _), arg) in params.iter().zip(&args) {
            match self.variable(ty, arg)? {
                Some(variable) => variables.push(variable),
                None => return refused(wrong_arguments(name, &params, &args)),
            }
        }
        if args.len() < params.len() {
            return Ok(Term::Function { name: name.to_string(), given: args });
        }
        let outs: Vec<String> = results.iter().map(|_| self.fresh()).collect();
        self.server.call(name, &outs, &variables)?;
        let terms = results.iter().zip(outs).map(|(ty, out)| self.made(ty, out)).collect();
        Ok(Term::of_all(terms))
    }

    /// A variable of the server with a value as a type. Constants may be converted, and tuples and records become those
    /// of the program. `None` if the value is of another type.
    pub fn variable(&mut self, ty: &str, term: &Term) -> Result<Option<String>, Failure> {
        match term {
            Term::Atom { ty: own, place: Place::There(name) } if own == ty => return Ok(Some(name.clone())),
            Term::Atom { place: Place::Here(value), .. } => {
                if let Some(value) = converted(value, ty) {
                    let name = self.fresh();
                    self.server.put(&[(name.clone(), ty.to_string())], &[value])?;
                    self.made(ty, name.clone());
                    return Ok(Some(name));
                }
            }
            _ => {}
        }
        let Some(fields) = self.server.fields(ty)? else { return Ok(None) };
        let is_tuple = fields.iter().enumerate().all(|(position, (label, _))| *label == position.to_string());
        let parts: Option<Vec<Term>> = match term {
            Term::Tuple(terms) => (is_tuple && terms.len() == fields.len()).then(|| terms.clone()),
            Term::Record(own) if own.len() == fields.len() => {
                fields.iter().map(|(label, _)| own.get(label).cloned()).collect()
            }
            // The same record by another name.
            Term::Atom { ty: own, place: Place::There(name) } if self.server.fields(own)?.as_ref() == Some(&fields) => {
                let name = name.clone();
                Some(self.project(&name, &fields)?)
            }
            _ => None,
        };
        let Some(parts) = parts else { return Ok(None) };
        let mut variables = Vec::new();
        for ((_, ty), part) in fields.iter().zip(&parts) {
            match self.variable(ty, part)? {
                Some(variable) => variables.push(variable),
                None => return Ok(None),
            }
        }
        let name = self.fresh();
        let words = ["new", &name, ty].into_iter().chain(variables.iter().map(String::as_str));
        self.server.command(&words.collect::<Vec<_>>())?;
        self.made(ty, name.clone());
        Ok(Some(name))
    }

    /// The fields of a record of the server.
    pub(super) fn project(&mut self, from: &str, fields: &[(String, String)]) -> Result<Vec<Term>, Failure> {
        let mut parts = Vec::new();
        for (label, ty) in fields {
            let to = self.fresh();
            self.server.command(&["project", &to, from, label])?;
            parts.push(self.made(ty, to));
        }
        Ok(parts)
    }

    /// An array of values of one type and size.
    fn array(&mut self, terms: Vec<Term>) -> Result<Term, Failure> {
        let types: Vec<String> = terms.iter().map(Term::type_name).collect();
        let Some((first, others)) = types.split_first() else { return refused("an array without elements") };
        if let Some(other) = others.iter().find(|other| *other != first) {
            return refused(format!("an array with elements of types {first} and {other}"));
        }
        if !is_plain(first) {
            let ty = format!("[]{first}");
            let mut variables = Vec::new();
            for term in &terms {
                match self.variable(first, term)? {
                    Some(variable) => variables.push(variable),
                    None => return refused(format!("the program has no type {ty}")),
                }
            }
            let (name, length) = (self.fresh(), terms.len().to_string());
            let words = ["new_array", &name, &ty, &length].into_iter().chain(variables.iter().map(String::as_str));
            self.server.command(&words.collect::<Vec<_>>())?;
            return Ok(self.made(&ty, name));
        }
        let rows = terms.iter().map(|term| self.value(term)).collect::<Result<Vec<Value>, Failure>>()?;
        let (mut bytes, mut shapes, mut prim) = (Vec::new(), Vec::new(), PrimType::Bool);
        for row in &rows {
            prim = row.value_type().prim;
            match row {
                Value::Scalar(value) => {
                    bytes.extend_from_slice(&value.to_bits().to_le_bytes()[..prim.size_bytes()]);
                    shapes.push(Vec::new());
                }
                Value::Array(array) => {
                    array.data.append_bytes(&mut bytes);
                    shapes.push(array.shape.clone());
                }
            }
        }
        shapes.dedup();
        let [row] = &shapes[..] else { return refused("an array with rows of different sizes") };
        let shape = std::iter::once(rows.len()).chain(row.iter().copied()).collect();
        Ok(Term::of(Value::Array(ArrayValue { shape, data: ArrayData::from_bytes(prim, &bytes) })))
    }

    /// A value as a primitive value or an array of them.
    pub fn value(&mut self, term: &Term) -> Result<Value, Failure> {
        match term {
            Term::Atom { place: Place::Here(value), .. } => Ok(value.clone()),
            Term::Atom { ty, place: Place::There(name) } if is_plain(ty) => {
                let values = self.server.get(std::slice::from_ref(name))?;
                values.into_iter().next().ok_or_else(|| Failure::Refused("the server has stored nothing".into()))
            }
            other => refused(format!(
                "expected a number or an array of numbers, found a value of type {}",
                other.type_name()
            )),
        }
    }
}

fn wrong_arguments(name: &str, params: &[(String, bool)], args: &[Term]) -> String {
    let params: Vec<&str> = params.iter().map(|(ty, _)| ty.as_str()).collect();
    let args: Vec<String> = args.iter().map(Term::type_name).collect();
    let none = |list: String| if list.is_empty() { "none".to_string() } else { list };
    let (params, args) = (none(params.join("\n  ")), none(args.join("\n  ")));
    format!("{name} needs arguments of types\n  {params}\nbut is applied to arguments of types\n  {args}")
}
