//! Computes sizes of which only the expression is known: inference writes the expression again, where its value is
//! needed, and infers it like one of the program.

use framework::{Name, Names, Node, Renaming, Result, Span};
use languages::codes;
use languages::prim::PrimType;
use languages::resolved::{Exp, Visit, walk_exp};
use languages::source::IntLiteral;

use super::Unknown;
use super::forms::parameter_form;
use crate::typing::infer_types::draft::{E, Kind, Pat as DraftPat, PatKind};
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Size, SizeVar, Sz, Ty};

impl<'t> Infer<'t> {
    /// Makes the uses of a named type compute the pending sizes of its definition, all but the first `mark`.
    pub fn computed_by_uses(&mut self, mark: usize) -> Result<()> {
        for (name, draft) in self.take_pending(mark) {
            let (own, place) = (self.held_by(name), draft.span);
            if !self.has_form(own) {
                let message = "a size in the definition of a type cannot be compared: its expression has too many parts, \
                               or names a type parameter";
                return Err(codes::UNCOMPARABLE_SIZE.error(place, message));
            }
            self.set_unheld(name);
        }
        Ok(())
    }

    /// Whether a size depends on one that inference has yet to find, or that is unknown before the value is computed.
    pub fn depends_on_unknown(&mut self, size: Sz<'t>, unknown: &Unknown) -> bool {
        let mut names = Vec::new();
        self.size_names(size, &mut names);
        let on_name = match unknown {
            Unknown::Inferred => false,
            Unknown::Exists(unknown) | Unknown::Parameter(unknown) => {
                names.iter().any(|name| unknown.contains(name)) || self.depends_on_argument(size)
            }
        };
        on_name || self.is_open_size(size)
    }

    /// Whether an expression mentions an argument of the function type around it.
    pub fn mentions_argument(&self, exp: &'t Exp<'t>) -> bool {
        let mut arguments = Arguments { infer: self, found: false };
        arguments.visit_exp(exp);
        arguments.found
    }

    /// Whether the pending sizes but the first `mark` can be compared by their expressions.
    pub fn pending_have_forms(&mut self, mark: usize) -> bool {
        self.pending_since(mark).into_iter().all(|name| {
            let own = self.held_by(name);
            self.has_form(own)
        })
    }

    /// Whether a size in a function type depends on an argument of that function.
    pub fn depends_on_argument(&mut self, size: Sz<'t>) -> bool {
        let (level, mut names) = (self.level(), Vec::new());
        self.size_names(size, &mut names);
        names.iter().any(|name| !self.is_visible(*name, level))
    }

    /// Computes the sizes that the definition of a named type leaves to its uses. Sizes that depend on unknown sizes
    /// are unknown, too, but for their expressions.
    pub fn computed_here(&mut self, span: Span, ty: Ty<'t>, unknown: &mut Unknown) -> Result<Ty<'t>> {
        let mut parts = Vec::new();
        self.each_size(ty, &mut |types, size| {
            types.computed_parts(size, &|sizes, holder| sizes.is_unheld(holder), &mut parts);
        });
        let mut new: Vec<(Name, Sz<'t>)> = Vec::new();
        for (holder, value) in parts {
            let Size::Name(name) = *holder else { continue };
            if new.iter().any(|(known, _)| *known == name) {
                continue;
            }
            if self.depends_on_unknown(value, unknown) {
                new.push((name, self.computed_elsewhere(span, value, unknown)));
            } else if let Some(exp) = self.rebuild(span, value) {
                new.push((name, self.written_size(exp)?));
            }
        }
        if new.is_empty() {
            return Ok(ty);
        }
        let ty = self.map_sizes(ty, true, &mut |types, size, _| Ok(types.with_holders_of(size, &new)));
        ty.map_err(|_| framework::Error::internal("replacing sizes cannot fail").or_at(span))
    }

    /// Computes the sizes of a type that are known by their expressions only. Returns the `let`s that do so.
    pub fn compute_open_sizes(&mut self, span: Span, ty: Ty<'t>) -> Result<Vec<(Name, E<'t>)>> {
        let mut parts = Vec::new();
        self.each_size(ty, &mut |types, size| {
            types.computed_parts(size, &|sizes, holder| matches!(sizes.holder(holder), Size::Var(_)), &mut parts);
        });
        let mut lets = Vec::new();
        let mut bound = Vec::new();
        self.bound_sizes(ty, &mut bound);
        for (holder, value) in parts {
            let Size::Var(var) = *holder else { continue };
            let mut names = Vec::new();
            self.size_names(value, &mut names);
            let level = self.level();
            if self.is_solved_size(var)
                || self.is_open_size(value)
                || names.iter().any(|name| bound.contains(name) || !self.is_visible(*name, level))
            {
                continue;
            }
            self.compute_open_size(span, var, value, &mut lets)?;
        }
        Ok(lets)
    }

    fn compute_open_size(
        &mut self,
        span: Span,
        var: SizeVar,
        value: Sz<'t>,
        lets: &mut Vec<(Name, E<'t>)>,
    ) -> Result<()> {
        let name = match self.holder_of_value(value) {
            Some(known) => known,
            None => {
                let Some((name, draft)) = self.computed_size(span, value)? else { return Ok(()) };
                lets.push((name, draft));
                name
            }
        };
        let holder = self.store.named(name);
        let _ = self.try_solve(var, holder);
        Ok(())
    }

    /// Computes a size that is known by its expression. Returns the variable that holds it, and its value.
    pub fn computed_size(&mut self, span: Span, value: Sz<'t>) -> Result<Option<(Name, E<'t>)>> {
        let Some(exp) = self.rebuild(span, value) else { return Ok(None) };
        let size_ty = self.store.prim(PrimType::I64);
        let draft = self.check(exp, size_ty, "a size")?;
        Ok(Some((self.compute(exp), draft)))
    }

    /// Binds computed sizes around an expression.
    pub fn with_lets(&mut self, lets: Vec<(Name, E<'t>)>, exp: E<'t>) -> E<'t> {
        let mut result = exp;
        for (name, rhs) in lets.into_iter().rev() {
            let pat = DraftPat { span: rhs.span, ty: rhs.ty, kind: PatKind::Var(name) };
            result = self.exp(exp.span, exp.ty, Kind::Let { sizes: Vec::new(), pat, rhs, body: result });
        }
        result
    }

    /// The expression that has a size as its value. `None` if a part of the size is unknown.
    fn rebuild(&mut self, span: Span, size: Sz<'t>) -> Option<&'t Exp<'t>> {
        let exp = self.rebuilt(span, size, &mut Vec::new())?;
        // The names that sections bind may occur twice.
        let written = &self.drafts.written;
        Some(written.alloc(exp.copy_into(written, &mut Renaming::new(Names::Fresh))))
    }

    /// `params` are the parameters of the surrounding sections.
    fn rebuilt(&mut self, span: Span, size: Sz<'t>, params: &mut Vec<Name>) -> Option<Exp<'t>> {
        let (form, parts) = match *self.shallow_size(size) {
            Size::Name(name) => return Some(Exp::Var { span, name }),
            Size::Const(value) => return Some(Exp::IntLit { span, value: IntLiteral(i128::from(value)) }),
            Size::Bin(op, a, b) => {
                let (lhs, rhs) = (self.rebuilt(span, a, params)?, self.rebuilt(span, b, params)?);
                let written = &self.drafts.written;
                return Some(Exp::Bin { span, op, lhs: written.alloc(lhs), rhs: written.alloc(rhs) });
            }
            Size::Computed(_, value) => return self.rebuilt(span, value, params),
            Size::Var(_) => return None,
            Size::Form(form, parts) => (form, parts),
        };
        if let Some(number) = (0..params.len()).find(|number| parameter_form(*number) == form.text.as_str()) {
            return Some(Exp::Var { span, name: params[number] });
        }
        let outer = params.len();
        if let Exp::Lambda { params: own, .. } = *form.exp {
            own.iter().for_each(|param| param.exports(params));
        }
        let mut operands = Vec::new();
        for part in parts {
            operands.push(self.rebuilt(span, part, params)?);
        }
        params.truncate(outer);
        self.with_parts(form.exp, &operands)
    }
}

/// The search for variables that stand for arguments in function types.
struct Arguments<'i, 't> {
    infer: &'i Infer<'t>,
    found: bool,
}

impl<'t> Visit<'t> for Arguments<'_, 't> {
    fn visit_exp(&mut self, exp: &'t Exp<'t>) {
        if let Exp::Var { name, .. } = exp {
            self.found |= self.infer.is_in_type(*name);
        }
        walk_exp(self, exp);
    }
}
