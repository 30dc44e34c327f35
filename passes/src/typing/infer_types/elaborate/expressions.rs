//! Elaborates expressions other than `let`.

use framework::{Error, Name, Result, Span, Symbol};
use languages::prim::{PrimType, UnOp};
use languages::source::RangeKind;
use languages::typed::{Arena, Arm, Attr, Dim, Exp, Field, LoopForm, SizeBinder, Step};

use super::Elaborate;
use crate::typing::infer_types::draft::{self, E, Kind};
use crate::typing::infer_types::scopes::Binding;
use crate::typing::infer_types::types::Type;
use crate::typing::support::attributes::ASCRIBED;

impl<'t, 'b> Elaborate<'_, 't, 'b> {
    /// Elaborates an expression other than `let`.
    pub(super) fn core(&mut self, exp: E<'t>) -> Result<&'b Exp<'b>> {
        let arena = self.arena;
        let span = exp.span;
        let node = match &exp.kind {
            Kind::Let { .. } | Kind::LetSize { .. } | Kind::LetFun { .. } => return self.operand(exp),
            Kind::Const(value) => Exp::Const { span, ty: self.ty(span, exp.ty)?, value: *value },
            Kind::Number(literal) => {
                let value = self.literal(span, *literal, exp.ty)?;
                Exp::Const { span, ty: self.ty(span, exp.ty)?, value }
            }
            Kind::Hole => Exp::Hole { span, ty: self.ty(span, exp.ty)? },
            Kind::Var(name, inst) => {
                let inst = if *name == self.own.0 && inst.is_empty() { self.own.1 } else { self.inst(span, inst)? };
                Exp::Var { span, ty: self.ty(span, exp.ty)?, name: self.original(*name), inst }
            }
            Kind::Project(record, label) => {
                let record = self.operand(record)?;
                Exp::Project { span, ty: self.ty(span, exp.ty)?, exp: record, label: *label }
            }
            Kind::Record(fields) => self.record(exp, fields)?,
            Kind::Array(elems) => {
                let elems = self.list(elems)?;
                Exp::Array { span, ty: self.ty(span, exp.ty)?, elems }
            }
            Kind::Index(array, dims) => self.index(exp, array, dims)?,
            Kind::Apply(func, args) => return self.call(exp, func, args),
            Kind::Bin(op, a, b) => {
                let mut operands = self.operands(&[a, b])?.into_iter();
                let (lhs, rhs) = (next(&mut operands, span)?, next(&mut operands, span)?);
                Exp::Bin { span, ty: self.ty(span, exp.ty)?, op: *op, lhs, rhs }
            }
            Kind::Un(op, arg) => {
                let arg = self.operand(arg)?;
                let on_bits = matches!(self.types.value_type(exp.ty), Type::Prim(prim) if prim.is_integer());
                let op = if *op == UnOp::Not && on_bits { UnOp::Complement } else { *op };
                Exp::Un { span, ty: self.ty(span, exp.ty)?, op, arg }
            }
            Kind::Tri(op, exps) => {
                let mut operands = self.operands(exps)?.into_iter();
                let mut part = || next(&mut operands, span);
                let (a, b, c) = (part()?, part()?, part()?);
                Exp::Tri { span, ty: self.ty(span, exp.ty)?, op: *op, a, b, c }
            }
            Kind::Convert(arg) => {
                let arg = self.operand(arg)?;
                Exp::Convert { span, ty: self.ty(span, exp.ty)?, exp: arg }
            }
            Kind::Intrinsic(op, args) => {
                let args = self.list(args)?;
                Exp::Intrinsic { span, ty: self.ty(span, exp.ty)?, op: *op, args }
            }
            Kind::Con(tag, args) => {
                let args = self.list(args)?;
                Exp::Con { span, ty: self.ty(span, exp.ty)?, tag: *tag, args }
            }
            Kind::Coerce(arg) => {
                let arg = self.operand(arg)?;
                Exp::Coerce { span, ty: self.ty(span, exp.ty)?, exp: arg }
            }
            Kind::Range { start, second, kind, end } => self.range(exp, start, *second, *kind, end)?,
            Kind::If(cond, yes, no) => {
                let cond = self.operand(cond)?;
                let (yes, no) = (self.boundary(yes)?, self.boundary(no)?);
                Exp::If { span, ty: self.ty(span, exp.ty)?, cond, yes, no }
            }
            Kind::Match(scrutinee, arms) => self.matching(exp, scrutinee, arms)?,
            Kind::Update { exp: whole, path, value } => self.update(exp, whole, path, value)?,
            Kind::Lambda(closure) => {
                let (params, ret, body) = self.closure(closure)?;
                Exp::Lambda { span, ty: self.ty(span, exp.ty)?, params, ret, body }
            }
            Kind::Loop { sizes, pat, ascribed, init, form, body } => {
                let looping = self.looping(exp, sizes, pat, init, form, body)?;
                self.ascribed(exp, ascribed, looping)?
            }
            Kind::Assert(cond, value) => {
                let cond = self.operand(cond)?;
                let value = self.boundary(value)?;
                Exp::Assert { span, ty: self.ty(span, exp.ty)?, cond, exp: value }
            }
            Kind::Attributed(attr, inner) => {
                let inner = self.operand(inner)?;
                let attr = arena.alloc(attribute(arena, attr));
                Exp::ExpAttributed { span, ty: self.ty(span, exp.ty)?, attr, exp: inner }
            }
        };
        Ok(arena.alloc(node))
    }

    fn call(&mut self, exp: E<'t>, func: E<'t>, args: &[E<'t>]) -> Result<&'b Exp<'b>> {
        let (arena, span) = (self.arena, exp.span);
        let (func, args) = match args.len() > 1 && func.span.same_place(span) {
            // The operands of an operator.
            true => {
                let args = self.operands(args)?;
                (self.operand(func)?, args)
            }
            false => {
                let mut operands = vec![func];
                operands.extend(args);
                let mut operands = self.application(&operands)?.into_iter();
                (next(&mut operands, span)?, operands.collect())
            }
        };
        if args.is_empty() {
            return Ok(func);
        }
        let args = arena.slice(args.into_iter().copied());
        Ok(arena.alloc(Exp::Apply { span, ty: self.ty(span, exp.ty)?, func, args }))
    }

    fn index(&mut self, exp: E<'t>, array: E<'t>, dims: &[draft::Dim<'t>]) -> Result<Exp<'b>> {
        let span = exp.span;
        let mut operands = vec![array];
        dim_operands(dims, &mut operands);
        let mut operands = self.operands(&operands)?.into_iter();
        let array = next(&mut operands, span)?;
        let indices = self.dims(dims, &mut operands)?;
        Ok(Exp::Index { span, ty: self.ty(span, exp.ty)?, array, indices })
    }

    fn update(&mut self, exp: E<'t>, whole: E<'t>, path: &[draft::Step<'t>], value: E<'t>) -> Result<Exp<'b>> {
        let (arena, span) = (self.arena, exp.span);
        let mut operands = vec![whole];
        for step in path {
            if let draft::Step::Index(_, dims) = step {
                dim_operands(dims, &mut operands);
            }
        }
        operands.push(value);
        let mut operands = self.operands(&operands)?.into_iter();
        let whole = next(&mut operands, span)?;
        let mut steps = Vec::new();
        for step in path {
            steps.push(match step {
                draft::Step::Field(span, label) => Step::StepField { span: *span, label: *label },
                draft::Step::Index(span, dims) => {
                    Step::StepIndex { span: *span, indices: self.dims(dims, &mut operands)? }
                }
            });
        }
        let value = next(&mut operands, span)?;
        Ok(Exp::Update { span, ty: self.ty(span, exp.ty)?, exp: whole, path: arena.slice(steps), value })
    }

    fn matching(&mut self, exp: E<'t>, scrutinee: E<'t>, arms: &[(draft::Pat<'t>, E<'t>)]) -> Result<Exp<'b>> {
        let (arena, own) = (self.arena, exp.span);
        let scrutinee = self.operand(scrutinee)?;
        let mut converted = Vec::new();
        for (pat, body) in arms {
            let pat = arena.alloc(self.pattern(pat)?);
            let span = pat.span().to(body.span);
            converted.push(Arm { span, pat, body: self.boundary(body)? });
        }
        Ok(Exp::Match { span: own, ty: self.ty(own, exp.ty)?, scrutinee, arms: arena.slice(converted) })
    }

    fn range(
        &mut self,
        exp: E<'t>,
        start: E<'t>,
        second: Option<E<'t>>,
        kind: RangeKind,
        end: E<'t>,
    ) -> Result<Exp<'b>> {
        let span = exp.span;
        let mut operands = vec![start];
        operands.extend(second);
        operands.push(end);
        let mut operands = self.operands(&operands)?.into_iter();
        let start = next(&mut operands, span)?;
        let second = second.map(|_| next(&mut operands, span)).transpose()?;
        let end = next(&mut operands, span)?;
        Ok(Exp::Range { span, ty: self.ty(span, exp.ty)?, start, second, kind, end })
    }

    pub(super) fn record(&mut self, exp: E<'t>, fields: &[(Symbol, E<'t>)]) -> Result<Exp<'b>> {
        let span = exp.span;
        let exps: Vec<E<'t>> = fields.iter().map(|(_, exp)| *exp).collect();
        let operands = self.operands(&exps)?;
        let fields =
            fields.iter().zip(operands).map(|((label, _), exp)| Field { span: exp.span(), label: *label, exp });
        let fields = self.arena.slice(fields);
        Ok(Exp::Record { span, ty: self.ty(span, exp.ty)?, fields })
    }

    /// Adds an attribute to a loop that lists its variables with declared types. They may be consumed only if these
    /// types are unique.
    fn ascribed(&mut self, exp: E<'t>, names: &[Name], looping: Exp<'b>) -> Result<Exp<'b>> {
        let span = exp.span;
        let mut args = Vec::new();
        for name in names {
            if let Some(Binding::Mono(ty)) = self.types.binding(*name).cloned()
                && !matches!(self.types.value_type(ty), Type::Prim(_))
            {
                args.push(Attr::Atom { span, name: name.base });
            }
        }
        if args.is_empty() {
            return Ok(looping);
        }
        let arena = self.arena;
        let attr = arena.alloc(Attr::Compound { span, name: Symbol::new(ASCRIBED), args: arena.slice(args) });
        Ok(Exp::ExpAttributed { span, ty: self.ty(span, exp.ty)?, attr, exp: arena.alloc(looping) })
    }

    pub(super) fn looping(
        &mut self,
        exp: E<'t>,
        sizes: &[Name],
        pat: &draft::Pat<'t>,
        init: E<'t>,
        form: &draft::Form<'t>,
        body: E<'t>,
    ) -> Result<Exp<'b>> {
        let arena = self.arena;
        let span = exp.span;
        let mut operands = vec![init];
        match form {
            draft::Form::For(_, _, bound) => operands.push(bound),
            draft::Form::ForIn(_, _, array) => operands.push(array),
            draft::Form::While(..) => {}
        }
        let mut operands = self.operands(&operands)?.into_iter();
        let init = next(&mut operands, span)?;
        let ty = self.ty(span, exp.ty)?;
        self.scope.extend(sizes);
        let pat = arena.alloc(self.pattern(pat)?);
        let form = arena.alloc(match form {
            draft::Form::For(span, name, _) => {
                self.scope.insert(*name);
                LoopForm::For { span: *span, name: *name, bound: next(&mut operands, *span)? }
            }
            draft::Form::ForIn(span, pat, _) => {
                let array = next(&mut operands, *span)?;
                LoopForm::ForIn { span: *span, pat: arena.alloc(self.pattern(pat)?), array }
            }
            draft::Form::While(span, cond) => LoopForm::While { span: *span, cond: self.boundary(cond)? },
        });
        let body = self.boundary(body)?;
        let binders = sizes.iter().map(|name| SizeBinder { span, name: *name });
        Ok(Exp::Loop { span, ty, sizes: arena.slice(binders), pat, init, form, body })
    }

    pub(super) fn dims(
        &mut self,
        dims: &[draft::Dim<'t>],
        operands: &mut dyn Iterator<Item = &'b Exp<'b>>,
    ) -> Result<&'b [Dim<'b>]> {
        let mut converted = Vec::new();
        for dim in dims {
            converted.push(match dim {
                draft::Dim::At(span, draft) => {
                    let mut index = next(operands, *span)?;
                    if !matches!(self.types.value_type(draft.ty), Type::Prim(PrimType::I64)) {
                        index = self.arena.alloc(Exp::Convert { span: *span, ty: self.i64(*span), exp: index });
                    }
                    Dim::At { span: *span, index }
                }
                draft::Dim::Slice(span, parts) => {
                    let mut part = |part: &Option<E<'t>>| part.map(|_| next(operands, *span)).transpose();
                    let (start, end, stride) = (part(&parts[0])?, part(&parts[1])?, part(&parts[2])?);
                    Dim::Slice { span: *span, start, end, stride }
                }
            });
        }
        Ok(self.arena.slice(converted))
    }
}

fn next<'b>(operands: &mut dyn Iterator<Item = &'b Exp<'b>>, span: Span) -> Result<&'b Exp<'b>> {
    operands.next().ok_or_else(|| Error::internal("an operand is missing").or_at(span))
}

/// The expressions in indices, in order.
fn dim_operands<'t>(dims: &[draft::Dim<'t>], out: &mut Vec<E<'t>>) {
    for dim in dims {
        match dim {
            draft::Dim::At(_, index) => out.push(index),
            draft::Dim::Slice(_, parts) => out.extend(parts.iter().flatten()),
        }
    }
}

/// Copies an attribute into the new program.
pub fn attribute<'b>(arena: &'b Arena<'b>, attr: &languages::resolved::Attr<'_>) -> Attr<'b> {
    use languages::resolved::Attr as A;
    match *attr {
        A::Atom { span, name } => Attr::Atom { span, name },
        A::Number { span, value } => Attr::Number { span, value },
        A::Compound { span, name, args } => {
            let args: Vec<Attr> = args.iter().map(|arg| attribute(arena, arg)).collect();
            Attr::Compound { span, name, args: arena.slice(args) }
        }
    }
}
