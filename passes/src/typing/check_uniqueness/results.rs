//! What functions return: what must be unique in it, and what is although nothing says so.

use std::collections::BTreeSet;
use std::rc::Rc;

use framework::{Name, Result, Span, Symbol};
use languages::codes;
use languages::typed::Type;

use super::Checker;
use super::alias::{Alias, unmarked};

/// What of a function's result is nobody else's, whatever it is applied to.
#[derive(Clone, Debug)]
pub(super) enum Fresh {
    /// All of it.
    All,
    /// Nothing.
    Nothing,
    /// Its fields.
    Record(Rc<Vec<(Symbol, Fresh)>>),
}

impl Fresh {
    /// What a call's result shares of what it might.
    pub(super) fn hide(&self, value: &Alias) -> Alias {
        match self {
            Fresh::All => Alias::Nothing,
            Fresh::Nothing => value.clone(),
            Fresh::Record(fields) => {
                let fields = fields.iter().map(|(label, fresh)| (*label, fresh.hide(&value.field(*label))));
                Alias::Record(Rc::new(fields.collect()))
            }
        }
    }

    /// How many parts may share memory with each other.
    pub(super) fn shared_parts(&self) -> usize {
        match self {
            Fresh::All => 0,
            // Perhaps a record with several.
            Fresh::Nothing => 2,
            Fresh::Record(fields) => fields.iter().map(|(_, fresh)| fresh.shared_parts()).sum(),
        }
    }
}

impl<'a, 'c> Checker<'a, 'c> {
    /// The result of a function shares memory with no constant: nobody could tell from the function's type.
    pub(super) fn not_global(&self, span: Span, result: &Alias) -> Result<()> {
        let global = result.all().into_iter().find(|part| self.parts.get(part).is_some_and(|part| part.global));
        match global {
            None => Ok(()),
            Some(part) => {
                let message = format!("the function's result may share memory with the constant {}", self.owner(part));
                Err(codes::RETURNED_CONSTANT.error(span, message).note("`copy` makes a value of its own"))
            }
        }
    }

    /// What of the result of a function is nobody else's: neither a parameter's that is not consumed nor, twice, the result's.
    pub(super) fn fresh_parts(&self, ret: &'a Type<'a>, result: &Alias) -> Fresh {
        let mut leaves = Vec::new();
        self.leaves(ret, result, &mut leaves);
        self.fresh_part(ret, result, &leaves)
    }

    fn fresh_part(&self, ty: &'a Type<'a>, value: &Alias, leaves: &[BTreeSet<Name>]) -> Fresh {
        match unmarked(ty) {
            (Type::TypeRecord { fields, .. }, false) => {
                let fields = fields
                    .iter()
                    .map(|field| (field.label, self.fresh_part(field.ty, &value.field(field.label), leaves)));
                Fresh::Record(Rc::new(fields.collect()))
            }
            (_, true) | (Type::TypePrim { .. }, _) => Fresh::All,
            _ => {
                let own = value.all().into_iter().all(|name| {
                    let part = self.parts.get(&name);
                    part.is_none_or(|part| part.consumable && part.depth >= self.depth)
                        && leaves.iter().filter(|leaf| leaf.contains(&name)).count() < 2
                });
                if own { Fresh::All } else { Fresh::Nothing }
            }
        }
    }

    fn leaves(&self, ty: &'a Type<'a>, value: &Alias, out: &mut Vec<BTreeSet<Name>>) {
        match unmarked(ty).0 {
            Type::TypeRecord { fields, .. } => {
                fields.iter().for_each(|field| self.leaves(field.ty, &value.field(field.label), out));
            }
            _ => out.push(value.all()),
        }
    }

    /// Unique parts of a result share memory with nothing that others have.
    pub(super) fn returned(
        &self,
        span: Span,
        ret: &'a Type<'a>,
        result: &Alias,
        seen: &mut BTreeSet<Name>,
    ) -> Result<()> {
        let (ty, unique) = unmarked(ret);
        if unique {
            let all = result.all();
            for name in &all {
                let Some(part) = self.parts.get(name) else { continue };
                if !part.consumable || part.depth < self.depth {
                    let message = format!("the result must be unique, but may share memory with {}", part.owner);
                    return Err(codes::RESULT_NOT_UNIQUE.error(span, message).note("`copy` makes a value of its own"));
                }
            }
            if let Some(shared) = all.iter().find(|name| seen.contains(name)) {
                let message =
                    format!("two parts of the result must be unique, but may both be {}", self.owner(*shared));
                return Err(codes::RESULT_NOT_UNIQUE.error(span, message).note("`copy` makes a value of its own"));
            }
            seen.extend(all);
            return Ok(());
        }
        match ty {
            Type::TypeRecord { fields, .. } => {
                fields.iter().try_for_each(|field| self.returned(span, field.ty, &result.field(field.label), seen))
            }
            _ => Ok(()),
        }
    }
}
