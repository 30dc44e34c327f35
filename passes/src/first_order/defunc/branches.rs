//! *Or* (§7): functions that are chosen at run time.
//!
//! Figure 5 requires both branches of a conditional to have one static value. If they differ, they are joined.
//! Functions that differ only in their captured values share one alternative; only others become an *Or*. Each residual
//! expression is coerced to the type of the joined value.

use super::static_value::{Closure, Static, field_type, label, operand, part, same, unsized_type};
use super::{Defunc, Residual};
use framework::{Error, Name, Names, Renaming, Result, Span, Symbol};
use languages::codes;
use languages::first_order::{Exp, Lower, Pat, Type, TypeCase, TypeField};
use languages::mono;
use languages::prim::PrimType;
use std::rc::Rc;

/// A static value with the type of its residual expression.
type Typed<'a, 'b> = (Static<'a>, &'b Type<'b>);

/// The most alternatives of an *Or*. Every conditional that chooses among them has a result for each alternative. So
/// compile time grows with the square of their number, and simplifying these results takes even longer.
const MAX_ALTERNATIVES: usize = 128;

/// An alternative of an *Or*.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Left,
    Right,
}

impl Side {
    fn tag(self) -> Symbol {
        Symbol::new(match self {
            Side::Left => "left",
            Side::Right => "right",
        })
    }
}

impl<'a, 'b> Defunc<'a, 'b> {
    /// A conditional of two residual expressions; `ty` is its type in `Mono`.
    pub(super) fn choose(
        &mut self,
        span: Span,
        ty: &'a mono::Type<'a>,
        cond: Exp<'b>,
        (yes, a): Residual<'a, 'b>,
        (no, b): Residual<'a, 'b>,
    ) -> Result<Residual<'a, 'b>> {
        if let (Static::Dyn, Static::Dyn) = (&a, &b) {
            let ty = self.lower_type(ty)?;
            let (cond, yes, no) = (self.alloc(cond), self.alloc(yes), self.alloc(no));
            return Ok((Exp::If { span, ty: self.arena.alloc(ty), cond, yes, no }, Static::Dyn));
        }
        let (left, right) = (unsized_type(self.arena, yes.ty()), unsized_type(self.arena, no.ty()));
        let (value, ty) = self.join((a.clone(), left), (b.clone(), right))?;
        if alternatives(&value) > MAX_ALTERNATIVES {
            return Err(codes::TOO_MUCH_CODE
                .error(span, format!("this may be any of more than {MAX_ALTERNATIVES} functions"))
                .note("each call of it becomes a conditional with a branch for each of them"));
        }
        let yes = self.coerce(yes, &a, &value, ty)?;
        let no = self.coerce(no, &b, &value, ty)?;
        let (cond, yes, no) = (self.alloc(cond), self.alloc(yes), self.alloc(no));
        Ok((Exp::If { span, ty, cond, yes, no }, value))
    }

    /// A case on an *Or*. `then` translates the branch of each alternative.
    pub(super) fn case(
        &mut self,
        span: Span,
        ty: &'a mono::Type<'a>,
        (exp, value): Residual<'a, 'b>,
        then: &mut dyn FnMut(&mut Self, Residual<'a, 'b>) -> Result<Residual<'a, 'b>>,
    ) -> Result<Residual<'a, 'b>> {
        let Static::Or(both) = &value else { return then(self, (exp, value)) };
        self.counts.branches += 1;
        let (exp, binding) = self.named(exp);
        let (left, right) = (self.alternative(exp, Side::Left)?, self.alternative(exp, Side::Right)?);
        let yes = self.case(span, ty, (left, both.0.clone()), then)?;
        let no = self.case(span, ty, (right, both.1.clone()), then)?;
        let (result, value) = self.choose(span, ty, self.is(exp, Side::Left), yes, no)?;
        Ok((self.lets(binding, result), value))
    }

    /// Whether a value of a sum is this alternative.
    pub(super) fn is(&self, exp: Exp<'b>, side: Side) -> Exp<'b> {
        let span = exp.span();
        let ty = self.arena.alloc(Type::TypePrim { span, prim: PrimType::Bool });
        Exp::Test { span, ty, exp: self.alloc(exp), tag: side.tag() }
    }

    /// The payload of a sum value that is known to be this alternative.
    pub(super) fn alternative(&self, exp: Exp<'b>, side: Side) -> Result<Exp<'b>> {
        let ty = alternative_type(exp.ty(), side).map_err(|error| error.or_at(exp.span()))?;
        Ok(Exp::Payload { span: exp.span(), ty, exp: self.alloc(exp), tag: side.tag(), index: 0 })
    }

    /// The static value of an expression that has one of two static values.
    fn join(&self, (a, x): Typed<'a, 'b>, (b, y): Typed<'a, 'b>) -> Result<Typed<'a, 'b>> {
        let span = x.span();
        let joined = match (&a, &b) {
            (Static::Hole, _) => return Ok((b, y)),
            (_, Static::Hole) => return Ok((a, x)),
            _ if same(&a, &b) => return Ok((a, x)),
            (Static::Rcd(fields), Static::Rcd(_)) => {
                let labels = fields.iter().map(|(label, value)| (*label, value.clone(), *label, part(&b, *label)));
                let (values, ty) = self.join_fields(labels, x, y)?;
                (Static::Rcd(Rc::new(values)), ty)
            }
            (Static::Con(tag, args), Static::Con(_, others)) if self.alike(&a, &b) => {
                let labels = args.iter().zip(&**others).zip((0..).map(operand));
                let labels = labels.map(|((a, b), label)| (label, a.clone(), label, b.clone()));
                let (values, ty) = self.join_fields(labels, x, y)?;
                (Static::Con(*tag, Rc::new(values.into_iter().map(|(_, value)| value).collect())), ty)
            }
            (Static::Lam(f), Static::Lam(g)) if self.alike(&a, &b) => {
                let pairs = f.captured.iter().zip(&g.captured);
                let labels = pairs.map(|((m, a), (n, b))| (label(*m), a.clone(), label(*n), b.clone()));
                let (values, ty) = self.join_fields(labels, x, y)?;
                if f.captured.iter().zip(&values).all(|((_, a), (_, b))| same(a, b)) {
                    return Ok((a, x));
                }
                let names = f.captured.iter().map(|(name, _)| *name);
                let captured = names.zip(values).map(|(name, (_, value))| (name, value)).collect();
                (Static::Lam(Rc::new(Closure { captured, ..**f })), ty)
            }
            (Static::Or(both), _) if self.holds(&both.0, &b) => {
                let left = self.join((both.0.clone(), alternative_type(x, Side::Left)?), (b, y))?;
                self.or(span, left, (both.1.clone(), alternative_type(x, Side::Right)?))
            }
            (Static::Or(both), _) if self.holds(&both.1, &b) => {
                let right = self.join((both.1.clone(), alternative_type(x, Side::Right)?), (b, y))?;
                self.or(span, (both.0.clone(), alternative_type(x, Side::Left)?), right)
            }
            (_, Static::Or(both)) if self.overlap(&b, &a) => {
                let first = self.join((a, x), (both.0.clone(), alternative_type(y, Side::Left)?))?;
                self.join(first, (both.1.clone(), alternative_type(y, Side::Right)?))?
            }
            _ => self.or(span, (a, x), (b, y)),
        };
        Ok(joined)
    }

    fn or(&self, span: Span, (a, x): Typed<'a, 'b>, (b, y): Typed<'a, 'b>) -> Typed<'a, 'b> {
        let case = |side: Side, ty: &Type<'b>| TypeCase { span, tag: side.tag(), payload: self.arena.slice([*ty]) };
        let cases = self.arena.slice([case(Side::Left, x), case(Side::Right, y)]);
        (Static::Or(Rc::new((a, b))), self.arena.alloc(Type::TypeSum { span, cases }))
    }

    /// Joins the parts of two records. The variables' names may differ; those of the first record are kept.
    fn join_fields(
        &self,
        labels: impl Iterator<Item = (Symbol, Static<'a>, Symbol, Static<'a>)>,
        x: &'b Type<'b>,
        y: &'b Type<'b>,
    ) -> Result<(Vec<(Symbol, Static<'a>)>, &'b Type<'b>)> {
        let (mut values, mut fields) = (Vec::new(), Vec::new());
        let field = |ty, label| field_type(ty, label).ok_or_else(|| Error::internal(format!("no field `{label}`")));
        for (label, a, other, b) in labels {
            let (value, ty) = self.join((a, field(x, label)?), (b, field(y, other)?))?;
            values.push((label, value));
            fields.push(TypeField { span: ty.span(), label, ty });
        }
        Ok((values, self.arena.alloc(Type::TypeRecord { span: x.span(), fields: self.arena.slice(fields) })))
    }

    /// Whether two values are equal except for captured values or parts.
    fn alike(&self, a: &Static<'a>, b: &Static<'a>) -> bool {
        match (a, b) {
            (Static::Lam(f), Static::Lam(g)) => {
                // Errors name places, so equal functions at different places are different.
                let (here, there) = (f.body.span(), g.body.span());
                Rc::ptr_eq(f, g) || here.same_place(there) && f.captured.len() == g.captured.len() && same_code(f, g)
            }
            (Static::Con(a, _), Static::Con(b, _)) => a == b,
            _ => false,
        }
    }

    /// Whether all alternatives of a value are among those of another.
    fn holds(&self, whole: &Static<'a>, value: &Static<'a>) -> bool {
        match (whole, value) {
            _ if same(whole, value) => true,
            (_, Static::Or(both)) => self.holds(whole, &both.0) && self.holds(whole, &both.1),
            (Static::Or(both), _) => self.holds(&both.0, value) || self.holds(&both.1, value),
            _ => self.alike(whole, value),
        }
    }

    /// Whether two values have an alternative in common.
    fn overlap(&self, a: &Static<'a>, b: &Static<'a>) -> bool {
        match (a, b) {
            (Static::Or(both), _) => self.overlap(&both.0, b) || self.overlap(&both.1, b),
            (_, Static::Or(both)) => self.overlap(a, &both.0) || self.overlap(a, &both.1),
            _ => self.alike(a, b),
        }
    }

    /// Coerces a residual expression with the static value `from` to the joined static value `to`. The residual
    /// expressions of `to` have type `ty`.
    fn coerce(&mut self, exp: Exp<'b>, from: &Static<'a>, to: &Static<'a>, ty: &'b Type<'b>) -> Result<Exp<'b>> {
        if same(from, to) {
            return Ok(exp);
        }
        let span = exp.span();
        if let Static::Hole = from {
            let never = Pat::PatWild { span, ty: exp.ty() };
            return Ok(self.bind(ty, never, exp, Exp::Hole { span, ty }));
        }
        let (exp, binding) = match exp {
            Exp::Record { .. } => (exp, None),
            _ => self.named(exp),
        };
        let result = match (from, to) {
            (Static::Rcd(fields), Static::Rcd(_)) => {
                let parts = fields.iter().map(|(label, from)| (*label, from.clone(), *label, part(to, *label)));
                self.coerce_fields(exp, parts.collect(), ty)?
            }
            (Static::Lam(f), Static::Lam(g)) => {
                let pairs = f.captured.iter().zip(&g.captured);
                let parts = pairs.map(|((m, from), (n, to))| (label(*m), from.clone(), label(*n), to.clone()));
                self.coerce_fields(exp, parts.collect(), ty)?
            }
            (Static::Con(_, args), Static::Con(_, others)) => {
                let pairs = args.iter().zip(&**others).zip((0..).map(operand));
                let parts = pairs.map(|((from, to), label)| (label, from.clone(), label, to.clone()));
                self.coerce_fields(exp, parts.collect(), ty)?
            }
            (_, Static::Or(both)) if self.holds(&both.0, from) => self.inject(exp, from, (&both.0, Side::Left), ty)?,
            (_, Static::Or(both)) if self.holds(&both.1, from) => self.inject(exp, from, (&both.1, Side::Right), ty)?,
            (Static::Or(both), _) => {
                let (left, right) = (self.alternative(exp, Side::Left)?, self.alternative(exp, Side::Right)?);
                let yes = self.coerce(left, &both.0, to, ty)?;
                let no = self.coerce(right, &both.1, to, ty)?;
                let (cond, yes, no) = (self.alloc(self.is(exp, Side::Left)), self.alloc(yes), self.alloc(no));
                Exp::If { span, ty, cond, yes, no }
            }
            _ => return Err(Error::internal("a branch yields a value outside the joined static value").or_at(span)),
        };
        Ok(self.lets(binding, result))
    }

    /// An expression as an alternative of a sum.
    fn inject(
        &mut self,
        exp: Exp<'b>,
        from: &Static<'a>,
        (to, side): (&Static<'a>, Side),
        ty: &'b Type<'b>,
    ) -> Result<Exp<'b>> {
        let exp = self.coerce(exp, from, to, alternative_type(ty, side)?)?;
        Ok(Exp::Con { span: exp.span(), ty, tag: side.tag(), args: self.arena.slice([exp]) })
    }

    fn coerce_fields(
        &mut self,
        exp: Exp<'b>,
        parts: Vec<(Symbol, Static<'a>, Symbol, Static<'a>)>,
        ty: &'b Type<'b>,
    ) -> Result<Exp<'b>> {
        let mut fields = Vec::new();
        for (old, from, new, to) in parts {
            let field = self.project(exp, old)?;
            let ty = field_type(ty, new).unwrap_or(field.ty());
            fields.push((new, self.coerce(field, &from, &to, ty)?));
        }
        Ok(self.record(exp.span(), fields))
    }
}

/// The number of alternatives of a value, including its parts.
fn alternatives(value: &Static<'_>) -> usize {
    match value {
        Static::Or(both) => alternatives(&both.0) + alternatives(&both.1),
        Static::Rcd(fields) => fields.iter().map(|(_, value)| alternatives(value)).max().unwrap_or(1),
        Static::Dyn | Static::Lam(_) | Static::Con(..) | Static::Hole => 1,
    }
}

/// Whether two functions are equal up to renaming, including the functions that they capture.
fn same_code(f: &Closure<'_>, g: &Closure<'_>) -> bool {
    let arena = mono::Arena::default();
    code(f, &arena) == code(g, &arena)
}

fn code<'c>(closure: &Closure<'_>, arena: &'c mono::Arena<'c>) -> mono::Exp<'c> {
    let Closure { params, ret, body, captured } = closure;
    let mut renaming = Renaming::new(Names::Canonical);
    for ((name, _), number) in captured.iter().zip(0..) {
        renaming = renaming.rename(*name, Name { base: Symbol::new("captured"), tag: number });
    }
    mono::Exp::Lambda { span: body.span(), ty: ret, params, ret, body }.copy_into(arena, &mut renaming)
}

fn alternative_type<'b>(ty: &Type<'b>, side: Side) -> Result<&'b Type<'b>> {
    let payload = match ty {
        Type::TypeSum { cases, .. } => {
            cases.iter().find(|case| case.tag == side.tag()).and_then(|case| case.payload.first())
        }
        _ => None,
    };
    payload.ok_or_else(|| Error::internal("the residual type of a choice is not a sum"))
}
