//! The variables of a server.

use super::super::interface::Outside;
use super::Failure;
use languages::value::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// A value, as its leaves.
pub struct Variable {
    /// Its type.
    pub ty: Arc<Outside>,
    /// Its leaves. `None` after an entry point has consumed the value.
    leaves: Option<Vec<Value>>,
}

impl Variable {
    /// A variable with a value.
    pub fn new(ty: Arc<Outside>, leaves: Vec<Value>) -> Variable {
        Variable { ty, leaves: Some(leaves) }
    }
}

/// The variables by their names.
#[derive(Default)]
pub struct Variables(HashMap<String, Variable>);

impl Variables {
    /// A variable.
    pub fn get(&self, name: &str) -> Result<&Variable, Failure> {
        self.0.get(name).ok_or_else(|| format!("Unknown variable: {name}"))
    }

    /// The type and the leaves of a variable.
    pub fn value(&self, name: &str) -> Result<(&Arc<Outside>, &[Value]), Failure> {
        let variable = self.get(name)?;
        let leaves = variable.leaves.as_ref().ok_or_else(|| format!("Variable has been consumed: {name}"))?;
        Ok((&variable.ty, leaves))
    }

    /// The leaves of a variable that is to be changed.
    pub fn leaves_mut(&mut self, name: &str) -> Result<&mut Vec<Value>, Failure> {
        let variable = self.0.get_mut(name).ok_or_else(|| format!("Unknown variable: {name}"))?;
        variable.leaves.as_mut().ok_or_else(|| format!("Variable has been consumed: {name}"))
    }

    /// Checks that there is no variable of this name.
    pub fn is_free(&self, name: &str) -> Result<(), Failure> {
        if self.0.contains_key(name) { Err(format!("Variable already exists: {name}")) } else { Ok(()) }
    }

    /// Checks that there are no variables of these names, and that each is there once.
    pub fn are_free(&self, names: &[&str]) -> Result<(), Failure> {
        names.iter().enumerate().try_for_each(|(position, name)| {
            let again = names[..position].contains(name);
            if again { Err(format!("Variable already exists: {name}")) } else { self.is_free(name) }
        })
    }

    /// Adds a variable, whose name is free.
    pub fn add(&mut self, name: &str, variable: Variable) {
        self.0.insert(name.to_string(), variable);
    }

    /// Marks a variable as consumed.
    pub fn consume(&mut self, name: &str) {
        if let Some(variable) = self.0.get_mut(name) {
            variable.leaves = None;
        }
    }

    /// The bytes of all arrays.
    pub fn bytes(&self) -> usize {
        self.0
            .values()
            .filter_map(|variable| variable.leaves.as_ref())
            .flatten()
            .filter(|value| matches!(value, Value::Array(_)))
            .map(Value::bytes)
            .sum()
    }

    /// Removes all variables.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Removes a variable.
    pub fn remove(&mut self, name: &str) -> Result<Variable, Failure> {
        self.0.remove(name).ok_or_else(|| format!("Unknown variable: {name}"))
    }
}
