//! Scopes, loops and calls.

use framework::{Error, Name, Node, Result, Symbol};
use languages::lanes::{Exp, Operand, Stm};
use languages::prim::PrimType;

use super::formulas::Formula;
use super::program::Function;
use super::types::{c_type, identifier, plain};

impl Function<'_> {
    /// Runs statements, then `last` while their variables are in scope. Then gives up the memory that they declared.
    pub fn scoped<R>(&mut self, stms: &[Stm<'_>], last: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        self.scopes.push(Vec::new());
        self.block(stms)?;
        let result = last(self)?;
        let depth = self.scopes.len() - 1;
        self.release_scopes(depth)?;
        self.scopes.pop();
        Ok(result)
    }

    /// Runs statements. Formulas of elementary functions are functions of their own.
    fn block(&mut self, stms: &[Stm<'_>]) -> Result<()> {
        let (mut start, mut next) = (0, 0);
        while next < stms.len() {
            match Formula::at_start(&stms[next..]) {
                Some(formula) => {
                    self.each(&stms[start..next])?;
                    start = next + formula.body.len();
                    if !self.formula(&formula)? {
                        self.each(formula.body)?;
                    }
                    next = start;
                }
                None => next += 1,
            }
        }
        self.each(&stms[start..])
    }

    /// Runs statements one after the other.
    pub(super) fn each(&mut self, stms: &[Stm<'_>]) -> Result<()> {
        let mut rest = stms;
        while let Some((stm, after)) = rest.split_first() {
            rest = match (stm, after.split_first()) {
                // A variable is declared with its first value.
                (Stm::Decl { name, prim, .. }, Some((Stm::Assign { name: target, value, .. }, after)))
                    if name == target && !value.free_names().contains(name) =>
                {
                    let value = self.exp(value)?;
                    self.scalars.insert(*name, *prim);
                    self.code.line(format!("{} {} = {value};", c_type(*prim), identifier(*name)));
                    after
                }
                (Stm::DeclVec { name, prim, .. }, Some((Stm::Assign { name: target, value, .. }, after)))
                    if name == target && !value.free_names().contains(name) =>
                {
                    let value = self.vector(value)?;
                    self.vectors.insert(*name, *prim);
                    self.code.line(format!("v_{prim} {} = {value};", identifier(*name)));
                    after
                }
                (Stm::DeclMem { name, prim, .. }, Some((first, after_first))) => {
                    if self.declare_memory(*name, *prim, Some(first))? { after_first } else { after }
                }
                _ => {
                    self.stm(stm, after)?;
                    after
                }
            };
        }
        Ok(())
    }

    /// Runs statements in a scope of their own.
    pub fn stms(&mut self, stms: &[Stm<'_>]) -> Result<()> {
        self.scoped(stms, |_| Ok(()))
    }

    /// Loops from `low` to `high - 1` with an index.
    pub fn count_loop(
        &mut self,
        index: Name,
        (low, high): (&str, &str),
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.scalars.insert(index, PrimType::I64);
        let i = identifier(index);
        self.code.open(format!("for (int64_t {i} = {low}; {i} < {high}; {i}++) {{"));
        body(self)?;
        self.code.close();
        Ok(())
    }

    pub(super) fn for_loop(&mut self, index: Name, bound: &Exp<'_>, body: &[Stm<'_>]) -> Result<()> {
        self.code.open("{");
        let bound = self.held(PrimType::I64, bound)?;
        self.count_loop(index, ("0", &bound), |t| t.stms(body))?;
        self.code.close();
        Ok(())
    }

    pub(super) fn while_loop(&mut self, cond: &Exp<'_>, body: &[Stm<'_>]) -> Result<()> {
        let cond = self.exp(cond)?;
        self.code.open(format!("while ({cond}) {{"));
        self.code.line("POLL(w);");
        self.stms(body)?;
        self.code.close();
        Ok(())
    }

    pub(super) fn branch(&mut self, cond: &Exp<'_>, yes: &[Stm<'_>], no: &[Stm<'_>]) -> Result<()> {
        let cond = self.exp(cond)?;
        self.code.open(format!("if ({cond}) {{"));
        self.stms(yes)?;
        if !no.is_empty() {
            self.code.close_with("} else {");
            self.stms(no)?;
        }
        self.code.close();
        Ok(())
    }

    /// Calls a procedure and assigns its results.
    pub(super) fn call(&mut self, proc: Symbol, args: &[Operand<'_>], targets: &[Name]) -> Result<()> {
        let mut words = vec!["w".to_string()];
        for arg in args {
            words.push(match arg {
                Operand::ScalarOperand { value, .. } => self.exp(value)?,
                Operand::MemOperand { mem, .. } => self.block_of(*mem)?,
            });
        }
        // Arguments may be targets, too.
        let mut assignments = Vec::new();
        self.code.open("{");
        for target in targets {
            let result = self.unit.temporary();
            words.push(format!("&{result}"));
            if let Ok(prim) = self.scalar_type(*target) {
                self.code.line(format!("{} {result} = 0;", c_type(prim)));
                assignments.push(format!("{} = {result};", identifier(*target)));
                continue;
            }
            let variable = identifier(*target);
            self.code.line(format!("struct block *{result} = NULL;"));
            if !self.memory(*target)?.counted {
                return Err(Error::internal(format!("a procedure returns the private array {target}")));
            }
            assignments.push(format!("release(w, {variable}_block);"));
            assignments.push(format!("{variable}_block = {result};"));
            assignments.push(format!("if ({result} != NULL) {variable} = {result}->data;"));
        }
        self.code.line(format!("if ({}({}) != OK) return FAILED;", procedure(proc), words.join(", ")));
        assignments.into_iter().for_each(|line| self.code.line(line));
        self.code.close();
        Ok(())
    }
}

/// The name of a procedure.
pub fn procedure(name: Symbol) -> String {
    // Names are unique, but not without the characters that C lacks. A variable's name does not end in `_`.
    let codes: String =
        name.as_str().chars().filter(|c| !c.is_ascii_alphanumeric()).map(|c| format!("{:x}", c as u32)).collect();
    format!("procedure_{}_{codes}_", plain(name.as_str()))
}
