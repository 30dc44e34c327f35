//! Infers selections of fields, and updates: `r.a`, `r with a = e`, `xs with [i] = e`. The new value of a field may
//! have other sizes than the old one.

use std::rc::Rc;

use framework::{Name, Result, Span, Symbol};
use languages::codes;
use languages::resolved;

use crate::typing::infer_types::draft::{self, E, Kind, Pat, PatKind, Step};
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::tables::Constraint;
use crate::typing::infer_types::types::{Size, Ty, Type};

impl<'t> Infer<'t> {
    /// `e.label`.
    pub fn project(&mut self, span: Span, exp: &'t resolved::Exp<'t>, label: Symbol) -> Result<E<'t>> {
        let draft = self.infer(exp)?;
        let ty = match self.value_type(draft.ty) {
            Type::Record(fields) => match fields.iter().find(|(other, _)| *other == label) {
                Some((_, ty)) => ty,
                None => {
                    return Err(self.no_field(span, draft.ty, label));
                }
            },
            _ => {
                let field = self.fresh(span);
                let wanted = self.fresh_with(span, Constraint::Fields(Rc::new(vec![(label, field)])));
                self.expect(exp.span(), draft.ty, wanted, "this expression")?;
                field
            }
        };
        Ok(self.exp(span, ty, Kind::Project(draft, label)))
    }

    /// `e with path = value`.
    pub fn update(
        &mut self,
        span: Span,
        exp: &'t resolved::Exp<'t>,
        path: &'t [resolved::Step<'t>],
        value: &'t resolved::Exp<'t>,
    ) -> Result<E<'t>> {
        let exp = self.infer(exp)?;
        let mut part = exp.ty;
        let mut steps = Vec::new();
        let mut loose = Vec::new();
        for step in path {
            match *step {
                resolved::Step::StepField { span, label } => {
                    let Type::Record(fields) = self.value_type(part) else {
                        let text = self.show(part);
                        let Type::Var(_) = self.value_type(part) else {
                            let message = format!("type `{text}` is not a record, so it has no field `{label}`");
                            return Err(codes::UNKNOWN_RECORD.error(span, message));
                        };
                        let message =
                            format!("the type of the record whose field `{label}` is updated is not known here");
                        return Err(codes::UNKNOWN_RECORD.error(span, message).note(
                            "types are found from left to right: declare the type of the record where it is bound, as in `(r: t)`",
                        ));
                    };
                    let Some((_, ty)) = fields.iter().find(|(other, _)| *other == label) else {
                        return Err(self.no_field(span, part, label));
                    };
                    part = ty;
                    steps.push(Step::Field(span, label));
                }
                resolved::Step::StepIndex { span, indices } => {
                    let (dims, shape, elem) = self.dimensions(span, part, indices)?;
                    // The program checks at run time that the value has the size of the slice.
                    loose.clear();
                    part = shape.into_iter().rev().fold(elem, |elem, size| {
                        let own = self.fresh_size(span);
                        loose.extend(size.map(|size| (own, size)));
                        self.store.array(own, elem)
                    });
                    steps.push(Step::Index(span, dims));
                }
            }
        }
        if let Some(labels) = field_path(path) {
            return self.update_field(span, exp, &labels, part, value);
        }
        let draft = self.check(value, part, "the new value")?;
        // If the value leaves a size open, the slice decides it.
        for (open, size) in loose {
            if self.is_local_size(open) {
                self.unify_sizes(open, size).map_err(|clash| self.size_error(span, &clash))?;
            }
        }
        Ok(self.exp(span, exp.ty, Kind::Update { exp, path: steps, value: draft }))
    }

    /// Infers `exp with a.b = value`, where the field has type `part`. If the sizes stay the same, the draft is an
    /// update, otherwise a new record.
    fn update_field(
        &mut self,
        span: Span,
        exp: E<'t>,
        labels: &[Symbol],
        part: Ty<'t>,
        value: &'t resolved::Exp<'t>,
    ) -> Result<E<'t>> {
        let mut sizes = Vec::new();
        let wanted = self.map_sizes(part, true, &mut |infer, size, visible| {
            if !visible {
                return Ok(size);
            }
            let own = infer.fresh_size(span);
            sizes.push((own, size));
            Ok(own)
        });
        let value = self.check(value, wanted.unwrap_or(part), "the new value")?;
        let mut changed = false;
        for (own, size) in sizes {
            // If the value leaves a size open, the old size stays.
            if matches!(self.holder(own), Size::Var(_)) {
                self.unify_sizes(own, size).map_err(|clash| self.size_error(span, &clash))?;
            }
            changed |= !self.same_size(own, size);
        }
        if !changed {
            let path = labels.iter().map(|label| draft::Step::Field(span, *label)).collect();
            return Ok(self.exp(span, exp.ty, Kind::Update { exp, path, value }));
        }
        let name = Name::fresh("r");
        self.declare(name, exp.ty);
        let body = self.with_field(span, self.var(span, name, exp.ty), labels, value);
        let pat = Pat { span, ty: exp.ty, kind: PatKind::Var(name) };
        Ok(self.exp(span, body.ty, Kind::Let { sizes: Vec::new(), pat, rhs: exp, body }))
    }

    /// Builds a record with another value in a field.
    fn with_field(&mut self, span: Span, record: E<'t>, labels: &[Symbol], value: E<'t>) -> E<'t> {
        let Some((label, rest)) = labels.split_first() else { return value };
        let Type::Record(fields) = self.value_type(record.ty) else { return value };
        let mut parts = Vec::new();
        for (other, ty) in *fields {
            let part = self.exp(span, ty, Kind::Project(record, *other));
            parts.push((*other, if other == label { self.with_field(span, part, rest, value) } else { part }));
        }
        let ty = self.store.record(parts.iter().map(|(label, part)| (*label, part.ty)).collect());
        self.exp(span, ty, Kind::Record(parts))
    }
}

/// The labels of a path, if it consists of fields only.
fn field_path(path: &[resolved::Step<'_>]) -> Option<Vec<Symbol>> {
    let label = |step: &resolved::Step<'_>| match step {
        resolved::Step::StepField { label, .. } => Some(*label),
        resolved::Step::StepIndex { .. } => None,
    };
    path.iter().map(label).collect()
}
