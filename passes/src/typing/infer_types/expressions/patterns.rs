//! Infers patterns.

use std::rc::Rc;

use framework::{Result, Span};
use languages::codes;
use languages::prim::PrimType;
use languages::resolved;

use crate::typing::infer_types::draft::{Literal, Pat, PatKind};
use crate::typing::infer_types::loops::ascribed_names;
use crate::typing::infer_types::state::{Infer, LiteralUse};
use crate::typing::infer_types::types::tables::Constraint;
use crate::typing::infer_types::types::{Ty, Type};

impl<'t> Infer<'t> {
    /// Infers a pattern for values of a type, and brings its variables into scope.
    pub fn pattern(&mut self, pat: &'t resolved::Pat<'t>, expected: Ty<'t>) -> Result<Pat<'t>> {
        use resolved::Pat as P;
        let span = pat.span();
        let kind = match *pat {
            P::PatVar { name, .. } => {
                let ty = self.plain(expected);
                self.declare(name, ty);
                self.set_place(name, span);
                if matches!(*ty, Type::Prim(PrimType::I64)) {
                    self.set_origin(name, span, "this variable");
                }
                PatKind::Var(name)
            }
            P::PatWild { .. } => PatKind::Wild,
            P::PatRecord { fields, .. } => return self.record_pattern(span, fields, expected),
            P::PatAscribe { pat, ty, .. } => {
                let ty = self.annotation(ty)?;
                self.expect(span, expected, ty, "this pattern's value")?;
                return self.pattern(pat, ty);
            }
            P::PatInt { value, .. } => {
                let ty = self.fresh_prim(span, |prim| prim.is_integer() || prim.is_float());
                self.expect(span, ty, expected, "this pattern")?;
                self.note_literal(LiteralUse { span, literal: Literal::Int(value), ty, in_pattern: true });
                PatKind::Number(Literal::Int(value))
            }
            P::PatFloat { value, .. } => {
                let ty = self.fresh_prim(span, PrimType::is_float);
                self.expect(span, ty, expected, "this pattern")?;
                self.note_literal(LiteralUse { span, literal: Literal::Float(value), ty, in_pattern: true });
                PatKind::Number(Literal::Float(value))
            }
            P::PatConst { value, .. } => {
                let ty = self.store.prim(value.prim_type());
                self.expect(span, ty, expected, "this pattern")?;
                PatKind::Const(value)
            }
            P::PatCon { tag, args, .. } => {
                let known = match self.value_type(expected) {
                    Type::Sum(cases) => cases.iter().find(|(other, _)| *other == tag).map(|(_, types)| *types),
                    _ => None,
                };
                let types = match known {
                    Some(types) if types.len() == args.len() => types,
                    Some(types) => {
                        return Err(codes::CONSTRUCTOR_ARGUMENTS.error(
                            span,
                            format!(
                                "constructor `#{tag}` has {} argument{}, but {} here",
                                types.len(),
                                if types.len() == 1 { "" } else { "s" },
                                match args.len() {
                                    0 => "none is given".to_string(),
                                    1 => "1 is given".to_string(),
                                    many => format!("{many} are given"),
                                }
                            ),
                        ));
                    }
                    None => {
                        let types = args.iter().map(|arg| self.fresh(arg.span())).collect();
                        let types = self.store.list(types);
                        let ty = self.fresh_with(span, Constraint::Cases(Rc::new(vec![(tag, types)])));
                        self.expect(span, ty, expected, "this pattern")?;
                        types
                    }
                };
                let mut pats = Vec::new();
                for (arg, ty) in args.iter().zip(types) {
                    pats.push(self.pattern(arg, ty)?);
                }
                PatKind::Con(tag, pats)
            }
        };
        Ok(Pat { span, ty: expected, kind })
    }

    /// Infers a pattern for the fields of a record.
    fn record_pattern(
        &mut self,
        span: Span,
        fields: &'t [resolved::PatField<'t>],
        expected: Ty<'t>,
    ) -> Result<Pat<'t>> {
        let known = match self.value_type(expected) {
            Type::Record(known) => Some(known),
            _ => None,
        };
        let mut types = Vec::new();
        let mut pats = Vec::new();
        for field in fields {
            let hint = known.and_then(|known| known.iter().find(|(label, _)| *label == field.label));
            let ty = match hint {
                Some((_, ty)) => ty,
                None => self.fresh(span),
            };
            types.push((field.label, ty));
        }
        let ty = self.store.record(types.clone());
        self.expect(span, expected, ty, "this pattern's value")?;
        let unique = matches!(self.shallow(expected), Type::Unique(_));
        let mut names = Vec::new();
        fields.iter().for_each(|field| ascribed_names(field.pat, false, &mut names));
        let ascribed = unique && !names.is_empty();
        for (field, (label, ty)) in fields.iter().zip(types) {
            let ty = if ascribed { self.unique(ty) } else { ty };
            pats.push((field.span, label, self.pattern(field.pat, ty)?));
        }
        // The innermost ascription says whether a component is unique.
        if ascribed || pats.iter().any(|(_, _, pat)| marked(pat.ty)) && !marked(self.shallow(expected)) {
            let ty = self.store.record(pats.iter().map(|(_, label, pat)| (*label, pat.ty)).collect());
            return Ok(Pat { span, ty, kind: PatKind::Record(pats) });
        }
        Ok(Pat { span, ty: expected, kind: PatKind::Record(pats) })
    }
}

/// Whether a type marks components of its values as unique.
fn marked(ty: Ty<'_>) -> bool {
    match ty {
        Type::Unique(_) => true,
        Type::Record(fields) => fields.iter().any(|(_, ty)| marked(ty)),
        _ => false,
    }
}
