//! Copies of constants of abstract types. The types of these constants do not tell code outside their module that they
//! are arrays. Nor do types in the body of a parametric module tell that of the constants of its parameter.

use framework::{Name, Result, Symbol};
use languages::builtin::Builtin;
use languages::typed::{Arena, Attr, Def, Exp, Field, Rewrite, Type, default_rewrite_def, default_rewrite_exp};
use rustc_hash::FxHashSet;

use crate::typing::support::attributes::INSTANCE;

/// Whether a definition has an attribute.
pub(super) fn has_attribute(def: &Def<'_>, attribute: &str) -> bool {
    let Def::Value { attrs, .. } = def;
    attrs.iter().any(|attr| matches!(attr, Attr::Atom { name, .. } if name.as_str() == attribute))
}

/// Replaces the uses of constants in some functions by copies.
pub(super) struct Copies<'b, 'c> {
    pub arena: &'b Arena<'b>,
    /// The constants of abstract types.
    pub hidden: &'c FxHashSet<Name>,
    /// All constants. Functions in the bodies of parametric modules copy each of them.
    pub constants: &'c FxHashSet<Name>,
    /// The functions that copy.
    pub functions: &'c FxHashSet<Name>,
    /// The constants that the current definition copies.
    pub here: Option<&'c FxHashSet<Name>>,
}

impl<'a, 'b> Rewrite<'a, 'b> for Copies<'b, '_> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_def(&mut self, node: &'a Def<'a>) -> Result<Def<'b>> {
        let Def::Value { name, .. } = node;
        let constants = if has_attribute(node, INSTANCE) { self.constants } else { self.hidden };
        self.here = self.functions.contains(name).then_some(constants);
        default_rewrite_def(self, node)
    }

    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        let exp = default_rewrite_exp(self, node)?;
        Ok(match exp {
            Exp::Var { name, ty, .. } if self.here.is_some_and(|constants| constants.contains(&name)) => {
                copied(self.arena, exp, ty)
            }
            _ => exp,
        })
    }
}

/// A copy of a value that shares no memory. Functions in the value are not copied.
pub(super) fn copied<'b>(arena: &'b Arena<'b>, exp: Exp<'b>, ty: &'b Type<'b>) -> Exp<'b> {
    let span = exp.span();
    match ty {
        Type::TypeArray { .. } | Type::TypeSum { .. } => {
            Exp::Intrinsic { span, ty, op: Builtin::Copy, args: arena.slice([exp]) }
        }
        Type::TypeRecord { fields, .. } => {
            let record: &'b Exp<'b> = arena.alloc(exp);
            let field = |label: Symbol, ty: &'b Type<'b>| {
                let part = Exp::Project { span, ty, exp: record, label };
                Field { span, label, exp: arena.alloc(copied(arena, part, ty)) }
            };
            let fields = fields.iter().map(|known| field(known.label, known.ty));
            Exp::Record { span, ty, fields: arena.slice(fields.collect::<Vec<_>>()) }
        }
        _ => exp,
    }
}
