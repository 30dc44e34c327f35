//! Restrictions on types: solutions of variables, elements of arrays, and operands.

use framework::Name;
use languages::prim::PrimType;
use languages::source::Liftedness;

use super::Types;
use crate::typing::infer_types::types::tables::{Constraint, Free};
use crate::typing::infer_types::types::{Arg, Clash, Ty, Type, TypeVar, Unified};

impl<'t> Types<'t> {
    /// Checks that a type can be the solution of a variable: it does not contain the variable, mentions no names of
    /// inner scopes, and obeys the variable's restrictions. Variables in the type get these restrictions as well.
    pub fn adjust(&mut self, ty: Ty<'t>, var: TypeVar, free: &Free<'t>, bound: &mut Vec<Name>) -> Unified<'t> {
        let ty = self.shallow(ty);
        match *ty {
            Type::Prim(_) => Ok(()),
            Type::Var(other) => {
                let root = self.table.root(other);
                if root == var {
                    return Err(Clash::Infinite);
                }
                if let Err(mut own) = self.table.probe(root) {
                    let parts = own.constraint.parts();
                    own.level = own.level.min(free.level);
                    own.order_zero |= free.order_zero;
                    own.sized |= free.sized;
                    own.value |= free.value;
                    self.table.update(root, own);
                    parts.into_iter().try_for_each(|part| self.adjust(part, var, free, bound))?;
                }
                Ok(())
            }
            Type::Param(name) => {
                if !self.is_visible(name, free.level) {
                    return Err(Clash::Escape(name));
                }
                self.check_lifted(name, ty, free)
            }
            Type::Abstract(name, args) => {
                self.check_lifted(name, ty, free)?;
                args.iter().try_for_each(|arg| match arg {
                    Arg::Size(size) => self.adjust_size(size, free.level, bound),
                    Arg::Type(ty) => self.adjust(ty, var, free, bound),
                })
            }
            Type::Array(size, elem) => {
                self.adjust_size(size, free.level, bound)?;
                self.adjust(elem, var, free, bound)
            }
            Type::Record(fields) => fields.iter().try_for_each(|(_, ty)| self.adjust(ty, var, free, bound)),
            Type::Sum(cases) => {
                cases.iter().flat_map(|(_, types)| types.iter()).try_for_each(|ty| self.adjust(ty, var, free, bound))
            }
            Type::Arrow(name, from, to) => {
                if free.order_zero && !self.revealed {
                    return Err(Clash::Function(ty));
                }
                let inside = Free { order_zero: false, sized: false, value: false, ..free.clone() };
                self.adjust(from, var, &inside, bound)?;
                let known = bound.len();
                bound.extend(name);
                let result = self.adjust(to, var, &inside, bound);
                bound.truncate(known);
                result
            }
            Type::Exists(names, body) => {
                if free.value {
                    return Err(Clash::Unknown(ty));
                }
                let known = bound.len();
                bound.extend(names);
                let result = self.adjust(body, var, free, bound);
                bound.truncate(known);
                result
            }
            Type::Unique(body) => self.adjust(body, var, free, bound),
        }
    }

    pub fn check_lifted(&mut self, name: Name, ty: Ty<'t>, free: &Free<'t>) -> Unified<'t> {
        match self.liftedness(name) {
            Some(Liftedness::Lifted) if free.order_zero => Err(Clash::Function(ty)),
            Some(Liftedness::Lifted | Liftedness::SizeLifted) if free.sized => Err(Clash::Unknown(ty)),
            _ => Ok(()),
        }
    }

    /// Restricts the variables of a type to solutions that the scope of a level can mention.
    pub fn lower(&mut self, ty: Ty<'t>, level: u32) -> Unified<'t> {
        // No type contains this variable, so the walk only lowers levels.
        let nobody = TypeVar(u32::MAX);
        let free = Free {
            level,
            order_zero: false,
            sized: false,
            value: false,
            constraint: Constraint::Any,
            span: framework::Span::NONE,
        };
        self.adjust(ty, nobody, &free, &mut Vec::new())
    }

    /// Restricts the variables of a type to solutions that the current scope can mention.
    pub fn lower_here(&mut self, ty: Ty<'t>) -> Unified<'t> {
        let level = self.level();
        self.lower(ty, level)
    }

    /// Requires that a type contains no functions and no unknown sizes, for elements of arrays for example.
    pub fn need_order_zero(&mut self, ty: Ty<'t>) -> Unified<'t> {
        let free = Free {
            level: u32::MAX,
            order_zero: true,
            sized: true,
            value: true,
            constraint: Constraint::Any,
            span: framework::Span::NONE,
        };
        self.adjust(ty, TypeVar(u32::MAX), &free, &mut Vec::new())
    }

    /// Requires that a type contains no functions. Its sizes may be unknown.
    pub fn need_no_function(&mut self, ty: Ty<'t>) -> Unified<'t> {
        let free = Free {
            level: u32::MAX,
            order_zero: true,
            sized: false,
            value: false,
            constraint: Constraint::Any,
            span: framework::Span::NONE,
        };
        self.adjust(ty, TypeVar(u32::MAX), &free, &mut Vec::new())
    }

    /// Requires that a type has equality.
    pub fn need_equality(&mut self, ty: Ty<'t>) -> Unified<'t> {
        let ty = self.value_type(ty);
        match *ty {
            Type::Prim(_) => Ok(()),
            Type::Var(var) => {
                if let Err(mut free) = self.table.probe(var) {
                    match &free.constraint {
                        Constraint::Any => {
                            free.constraint = Constraint::Equality;
                            free.order_zero = true;
                            self.table.update(var, free);
                        }
                        Constraint::Fields(fields) => {
                            fields.clone().iter().try_for_each(|(_, ty)| self.need_equality(ty))?;
                        }
                        Constraint::Cases(cases) => cases
                            .clone()
                            .iter()
                            .flat_map(|(_, types)| types.iter())
                            .try_for_each(|ty| self.need_equality(ty))?,
                        Constraint::Equality | Constraint::Prims(_) => {}
                    }
                }
                Ok(())
            }
            Type::Array(_, elem) => self.need_equality(elem),
            Type::Record(fields) => fields.iter().try_for_each(|(_, ty)| self.need_equality(ty)),
            Type::Sum(cases) => {
                cases.iter().flat_map(|(_, types)| types.iter()).try_for_each(|ty| self.need_equality(ty))
            }
            Type::Param(_) | Type::Abstract(..) | Type::Arrow(..) | Type::Exists(..) | Type::Unique(_) => {
                Err(Clash::NoEquality(ty))
            }
        }
    }

    /// Requires that a type is one of some primitive types.
    pub fn need_prim(&mut self, ty: Ty<'t>, holds: impl Fn(PrimType) -> bool) -> Unified<'t> {
        let wanted = self.fresh_prim(self.span(), holds);
        self.unify(ty, wanted)
    }
}
