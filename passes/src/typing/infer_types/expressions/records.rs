//! Updates of fields: the new value may have other sizes.

use framework::{Name, Result, Span, Symbol};
use languages::resolved;

use crate::typing::infer_types::draft::{self, E, Kind, Pat, PatKind};
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Size, Ty, Type};

impl<'t> Infer<'t> {
    /// `exp with a.b = value`, where the field is of type `part`. If the sizes stay, it is an update, else a new record.
    pub fn update_field(
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
            // What the value leaves open stays.
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

    /// The record with another value in a field.
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
