//! Prints values of scripts.

use super::eval::{Evaluator, refused};
use super::term::{Place, Term};
use crate::served::{Failure, is_plain};

impl Evaluator<'_> {
    /// Prints the value of a variable of the server as in source text.
    pub fn show_variable(&mut self, ty: &str, name: &str) -> Result<String, Failure> {
        self.show(&Term::Atom { ty: ty.to_string(), place: Place::There(name.to_string()) })
    }

    /// Prints a value as in source text.
    pub fn show(&mut self, term: &Term) -> Result<String, Failure> {
        let (ty, name) = match term {
            Term::Function { name, .. } => return refused(format!("the function {name} needs more arguments")),
            Term::Tuple(terms) => return Ok(format!("({})", self.show_all(terms)?.join(", "))),
            Term::Record(fields) => {
                let (labels, terms): (Vec<String>, Vec<Term>) = fields.clone().into_iter().unzip();
                let shown = self.show_all(&terms)?;
                let fields = labels.iter().zip(shown).map(|(label, text)| format!("{label} = {text}"));
                return Ok(format!("{{{}}}", fields.collect::<Vec<_>>().join(", ")));
            }
            Term::Atom { place: Place::There(name), ty } if !is_plain(ty) => (ty.clone(), name.clone()),
            Term::Atom { .. } => {
                let text = self.value(term)?.to_string();
                return Ok(if self.rows_on_lines { text.replace("], [", "],\n[") } else { text });
            }
        };
        if let Some(fields) = self.server.fields(&ty)? {
            let parts = self.project(&name, &fields)?;
            if fields.iter().enumerate().all(|(position, (label, _))| *label == position.to_string()) {
                return self.show(&Term::Tuple(parts));
            }
            let labels = fields.into_iter().map(|(label, _)| label);
            return self.show(&Term::Record(labels.zip(parts).collect()));
        }
        self.show_opaque(&ty, &name)
    }

    fn show_all(&mut self, terms: &[Term]) -> Result<Vec<String>, Failure> {
        terms.iter().map(|term| self.show(term)).collect()
    }

    /// Prints a value of a sum type, or an array of elements that are no numbers. Servers of older compilers cannot
    /// take these apart.
    fn show_opaque(&mut self, ty: &str, name: &str) -> Result<String, Failure> {
        let unknown = |failure: Failure| match failure {
            Failure::Refused(_) => Failure::Refused(format!("a value of type {ty} cannot be printed")),
            failure => failure,
        };
        let kind = self.server.command(&["kind", ty]).map_err(unknown)?;
        if kind.first().is_some_and(|kind| kind == "array") {
            let shape = self.server.command(&["shape", name])?;
            let sizes: Vec<usize> =
                shape.iter().flat_map(|line| line.split(' ')).filter_map(|size| size.parse().ok()).collect();
            let elem = self.server.command(&["elemtype", ty])?.concat();
            return self.show_rows(name, &elem, &sizes, &mut Vec::new());
        }
        let tag = self.server.command(&["variant", name]).map_err(unknown)?.concat();
        let lines = self.server.command(&["variants", ty])?;
        let payload = lines.iter().skip_while(|line| **line != tag).skip(1);
        let payload: Vec<&str> = payload.map_while(|line| line.strip_prefix("- ")).collect();
        let outs: Vec<String> = payload.iter().map(|_| self.fresh()).collect();
        let words = ["destruct", name].into_iter().chain(outs.iter().map(String::as_str));
        self.server.command(&words.collect::<Vec<_>>())?;
        let mut text = format!("#{tag}");
        for (ty, out) in payload.iter().zip(outs) {
            let term = self.made(ty, out);
            let shown = self.show(&term)?;
            let parentheses = shown.starts_with('#') && shown.contains(' ');
            text += &if parentheses { format!(" ({shown})") } else { format!(" {shown}") };
        }
        Ok(text)
    }

    fn show_rows(
        &mut self,
        name: &str,
        elem: &str,
        sizes: &[usize],
        index: &mut Vec<String>,
    ) -> Result<String, Failure> {
        let Some((size, inner)) = sizes.split_first() else {
            let to = self.fresh();
            let words = ["index", &to, name].into_iter().chain(index.iter().map(String::as_str));
            self.server.command(&words.collect::<Vec<_>>())?;
            let term = self.made(elem, to.clone());
            let shown = self.show(&term);
            self.made.retain(|other| *other != to);
            self.server.free(&[to])?;
            return shown;
        };
        if sizes.contains(&0) {
            let sizes: String = sizes.iter().map(|size| format!("[{size}]")).collect();
            return Ok(format!("empty({sizes}{elem})"));
        }
        let mut rows = Vec::new();
        for position in 0..*size {
            index.push(position.to_string());
            rows.push(self.show_rows(name, elem, inner, index)?);
            index.pop();
        }
        Ok(format!("[{}]", rows.join(", ")))
    }
}
