//! The functions of FutharkScript: they read files.

use super::eval::{Evaluator, refused};
use super::term::{Term, text};
use crate::dataset;
use crate::media::{images, sounds};
use crate::served::Failure;
use languages::value::{ArrayData, ArrayValue, Value};

impl Evaluator<'_> {
    /// Calls a function of FutharkScript.
    pub(super) fn builtin(&mut self, name: &str, args: &[Term]) -> Result<Term, Failure> {
        let texts: Vec<Option<String>> = args.iter().map(text).collect();
        match (name, &texts[..]) {
            ("loaddata", [Some(file)]) => {
                let values = dataset::read(&self.folder.join(file)).map_err(Failure::Refused)?;
                Ok(Term::of_all(values.into_iter().map(Term::of).collect()))
            }
            ("loadbytes", [Some(file)]) => {
                let path = self.folder.join(file);
                let bytes = std::fs::read(&path)
                    .map_err(|error| Failure::Refused(format!("cannot read {}: {error}", path.display())))?;
                let data = ArrayData::U8(bytes);
                Ok(Term::of(Value::Array(ArrayValue { shape: vec![data.len()], data })))
            }
            ("loadimg", [Some(file)]) => images::load(&self.folder.join(file)).map(Term::of).map_err(Failure::Refused),
            ("loadaudio", [Some(file)]) => {
                sounds::load(&self.folder.join(file)).map(Term::of).map_err(Failure::Refused)
            }
            ("restore", [Some(ty), Some(file)]) => {
                let (variable, path) = (self.fresh(), self.folder.join(file));
                self.server.command(&["restore", &path.to_string_lossy(), &variable, ty])?;
                Ok(self.made(ty, variable))
            }
            ("store", [Some(file), _]) => {
                let variable = match &args[1] {
                    Term::Atom { ty, .. } => self.variable(ty, &args[1])?,
                    _ => None,
                };
                let Some(variable) = variable else {
                    return refused(format!("a value of type {} cannot be stored", args[1].type_name()));
                };
                let path = self.folder.join(file);
                self.server.command(&["store", &path.to_string_lossy(), &variable])?;
                Ok(Term::Tuple(Vec::new()))
            }
            ("loaddata" | "loadbytes" | "loadimg" | "loadaudio", _) => {
                refused(format!("${name} needs the name of a file"))
            }
            ("restore", _) => refused("$restore needs the name of a type and that of a file"),
            ("store", _) => refused("$store needs the name of a file and a value"),
            _ => refused(format!("there is no function ${name}")),
        }
    }
}
