//! Elaborates operands and arguments, in the order of their evaluation.

use framework::{Name, Result, Span};
use languages::typed::{Exp, Pat};

use super::{Binding, Elaborate};
use crate::typing::infer_types::draft::{E, Kind};
use crate::typing::infer_types::types::{Size, Ty, Type};

impl<'t, 'b> Elaborate<'_, 't, 'b> {
    /// Whether an expression has the same value at every point of its block, and makes no `let`s. Empty arrays count:
    /// the size of their rows may be that of a later operand.
    fn is_atomic(exp: E<'t>) -> bool {
        match &exp.kind {
            Kind::Var(..) | Kind::Const(_) | Kind::Number(_) | Kind::Lambda(_) => true,
            Kind::Array(elems) => elems.is_empty(),
            _ => false,
        }
    }

    /// Elaborates operands in the order of their evaluation, which is from left to right.
    pub(super) fn operands(&mut self, exps: &[E<'t>]) -> Result<Vec<&'b Exp<'b>>> {
        self.ordered(exps, self.free_order)
    }

    /// Elaborates a function and its arguments. An argument that makes a size is evaluated before those to its left
    /// whose types mention the size.
    pub(super) fn application(&mut self, exps: &[E<'t>]) -> Result<Vec<&'b Exp<'b>>> {
        self.ordered(exps, true)
    }

    fn ordered(&mut self, exps: &[E<'t>], free_order: bool) -> Result<Vec<&'b Exp<'b>>> {
        let mut results: Vec<Option<(&'b Exp<'b>, Ty<'t>)>> = vec![None; exps.len()];
        // The operands so far, in the order of their evaluation.
        let mut done: Vec<usize> = Vec::with_capacity(exps.len());
        let mut open: Vec<usize> = (0..exps.len()).rev().collect();
        let mut postponed = 0;
        while let Some(place) = open.pop() {
            let exp = exps[place];
            if Self::is_atomic(exp) {
                if !free_order && !self.dynamic_sizes {
                    self.known_types(exp)?;
                }
                continue;
            }
            let mark = self.block.len();
            let (result, ty) = match self.linear(exp) {
                Ok(result) => result,
                Err(error) => {
                    let missing = self.missing.take();
                    let movable = missing.filter(|name| free_order || self.is_computed(*name));
                    let maker = movable.and_then(|name| open.iter().position(|other| makes_size(exps[*other], name)));
                    let maker = maker.filter(|_| postponed < exps.len());
                    let Some(maker) = maker else { return Err(error) };
                    self.block.truncate(mark);
                    postponed += 1;
                    let maker = open.remove(maker);
                    open.extend([place, maker]);
                    continue;
                }
            };
            if self.block.len() > mark {
                // The operands before this one keep their place in the order.
                let mut at = mark;
                for earlier in &done {
                    let Some((earlier, ty)) = &mut results[*earlier] else { continue };
                    if matches!(earlier, Exp::Var { .. } | Exp::Const { .. }) {
                        continue;
                    }
                    let span = earlier.span();
                    let name = Name::fresh("t");
                    let ty = self.ty(span, ty)?;
                    let pat = self.arena.alloc(Pat::PatVar { span, ty, name });
                    let binding = Binding::Value { span, sizes: Vec::new(), names: vec![name], pat, rhs: earlier };
                    self.block.insert(at, binding);
                    at += 1;
                    *earlier = self.arena.alloc(Exp::Var { span, ty, name, inst: &[] });
                }
            }
            results[place] = Some((result, ty));
            done.push(place);
        }
        let mut all = Vec::with_capacity(exps.len());
        for (exp, result) in exps.iter().zip(results) {
            all.push(match result {
                Some((result, _)) => result,
                None => self.core(exp)?,
            });
        }
        Ok(all)
    }

    /// Checks that the sizes in the type of a function are known at its place among the operands of an operator.
    fn known_types(&mut self, exp: E<'t>) -> Result<()> {
        match &exp.kind {
            Kind::Lambda(closure) => closure.params.iter().try_for_each(|param| {
                let result = self.known_type(param.span, param.ty);
                self.scope.extend(param.names());
                result
            }),
            Kind::Var(..) if matches!(self.types.value_type(exp.ty), Type::Arrow(..)) => {
                self.known_type(exp.span, exp.ty)
            }
            _ => Ok(()),
        }
    }

    fn known_type(&mut self, span: Span, ty: Ty<'t>) -> Result<()> {
        match self.ty(span, ty) {
            Err(_) if self.missing.take().is_some_and(|name| self.is_computed(name)) => Ok(()),
            result => result.map(drop),
        }
    }

    /// Whether a size is known by its expression, so that it can be computed anywhere.
    fn is_computed(&mut self, name: Name) -> bool {
        !matches!(*self.types.held_by(name), Size::Name(own) if own == name)
    }
}

/// Whether an expression binds a size outside of its branches and functions.
fn makes_size(exp: E<'_>, name: Name) -> bool {
    match &exp.kind {
        Kind::Let { sizes, pat, rhs, body } => {
            sizes.contains(&name) || pat.names().contains(&name) || makes_size(rhs, name) || makes_size(body, name)
        }
        Kind::LetSize { name: own, body, .. } => *own == name || makes_size(body, name),
        Kind::LetFun { body, .. } => makes_size(body, name),
        Kind::Project(exp, _) | Kind::Un(_, exp) | Kind::Convert(exp) | Kind::Coerce(exp) => makes_size(exp, name),
        Kind::Attributed(_, exp) => makes_size(exp, name),
        Kind::Record(fields) => fields.iter().any(|(_, exp)| makes_size(exp, name)),
        Kind::Apply(func, args) => makes_size(func, name) || args.iter().any(|arg| makes_size(arg, name)),
        Kind::Array(exps) | Kind::Intrinsic(_, exps) | Kind::Con(_, exps) => {
            exps.iter().any(|exp| makes_size(exp, name))
        }
        Kind::Bin(_, a, b) => makes_size(a, name) || makes_size(b, name),
        Kind::Index(array, _) => makes_size(array, name),
        Kind::Update { exp, value, .. } => makes_size(exp, name) || makes_size(value, name),
        _ => false,
    }
}
