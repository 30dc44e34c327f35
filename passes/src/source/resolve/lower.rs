//! Translates binding forms, and forms that `Resolved` lacks. Generated methods translate all other forms.

use framework::{Error, Name, Result, Span};
use languages::codes;
use languages::prim::UnOp;
use languages::resolved::{
    self as to, Lower, default_lower_exp, default_lower_pat, default_lower_size, default_lower_type, gone,
};
use languages::source as from;
use languages::source::{Exp, LoopForm, Pat, SizeBinder, Type};

use super::body::{Body, Head, distinct, pattern_names, selections};
use super::expressions::index_label;
use super::scope::Space;

/// The largest number of constructors, since one byte of a value identifies its constructor.
const MOST_CONSTRUCTORS: usize = 256;

/// An internal error: the passes for older editions should have removed this syntax.
fn of_older_edition(span: Span) -> Error {
    Error::internal("syntax of an older edition was not desugared").or_at(span)
}

impl<'s, 'b> Lower<'s, 'b> for Body<'_, 's, 'b> {
    fn arena(&self) -> &'b to::Arena<'b> {
        self.arena
    }

    fn program_node(&mut self, node: gone::Program<'s>) -> Result<to::Program<'b>> {
        let gone::Program { .. } = node;
        Err(Error::internal("a program inside a definition"))
    }

    fn lower_exp(&mut self, exp: &'s Exp<'s>) -> Result<to::Exp<'b>> {
        match *exp {
            Exp::Var { span, .. } => match self.operator(exp)? {
                Head::Name(name) => Ok(to::Exp::Var { span, name }),
                head => Ok(self.lambda(span, ["x", "y"], |[x, y]| self.operation(span, head, x, y))),
            },
            Exp::Project { .. } => {
                // Resolves a whole chain at once, so that a long chain takes linear time.
                let (root, labels) = selections(exp);
                let (base, labels) = match self.qualified(root, &labels)? {
                    Some((name, rest)) => (to::Exp::Var { span: exp.span(), name }, rest),
                    None => (self.lower_exp(root)?, labels.as_slice()),
                };
                Ok(labels.iter().fold(base, |exp, (label, span)| to::Exp::Project {
                    span: *span,
                    exp: self.arena.alloc(exp),
                    label: *label,
                }))
            }
            Exp::Record { fields, .. } => {
                distinct("field", fields.iter().map(|field| (field.label, field.span)))?;
                default_lower_exp(self, exp)
            }
            Exp::Let { span, sizes, pat, rhs, body } => {
                let rhs = self.exp(rhs)?;
                let mut names = sizes.iter().map(|size| (size.name.base, size.span)).collect();
                pattern_names(pat, &mut names);
                distinct("variable", names)?;
                self.scoped(|this| {
                    let sizes = this.sizes(sizes);
                    let pat = this.pat(pat)?;
                    this.bind_pending();
                    let body = this.exp(body)?;
                    Ok(to::Exp::Let { span, sizes, pat, rhs, body })
                })
            }
            Exp::LetFun { span, name, type_params, params, ret, rhs, body } => {
                self.check_params(type_params, params)?;
                let (type_params, params, ret, rhs) = self.scoped(|this| {
                    let type_params = this.type_params(type_params);
                    let params = this.params(params)?;
                    Ok((type_params, params, this.ty_opt(ret)?, this.exp(rhs)?))
                })?;
                self.scoped(|this| {
                    let name = this.bind(Space::Term, name);
                    let body = this.exp(body)?;
                    Ok(to::Exp::LetFun { span, name, type_params, params, ret, rhs, body })
                })
            }
            Exp::Lambda { span, params, ret, body } => {
                self.check_params(&[], params)?;
                self.scoped(|this| {
                    let params = this.params(params)?;
                    let (ret, body) = (this.ty_opt(ret)?, this.exp(body)?);
                    Ok(to::Exp::Lambda { span, params, ret, body })
                })
            }
            _ => default_lower_exp(self, exp),
        }
    }

    /// As in today's Futhark, the pattern of a case or a loop may bind a name twice. The last one counts.
    fn lower_arm(&mut self, arm: &'s from::Arm<'s>) -> Result<to::Arm<'b>> {
        self.scoped(|this| {
            let pat = this.pat(arm.pat)?;
            this.bind_pending();
            Ok(to::Arm { span: arm.span, pat, body: this.exp(arm.body)? })
        })
    }

    fn lower_pat(&mut self, pat: &'s Pat<'s>) -> Result<to::Pat<'b>> {
        match *pat {
            Pat::PatVar { span, name } => {
                let fresh = Name::fresh(name.base);
                self.bound.push((name.base, fresh));
                Ok(to::Pat::PatVar { span, name: fresh })
            }
            Pat::PatRecord { fields, .. } => {
                distinct("field", fields.iter().map(|field| (field.label, field.span)))?;
                default_lower_pat(self, pat)
            }
            _ => default_lower_pat(self, pat),
        }
    }

    fn lower_type(&mut self, ty: &'s Type<'s>) -> Result<to::Type<'b>> {
        match *ty {
            Type::TypeArrow { span, param: Some(param), from, to } => {
                let mut rest = to;
                while let Type::TypeArrow { span: again, param: other, to, .. } = rest {
                    if let Some(other) = other.filter(|other| other.base == param.base) {
                        let error =
                            codes::BOUND_TWICE.error(*again, format!("the name `{other}` is bound twice in this type"));
                        return Err(error.related(span, "it is also bound here"));
                    }
                    rest = to;
                }
                let from = self.ty(from)?;
                self.scoped(|this| {
                    let param = Some(this.bind(Space::Term, param));
                    Ok(to::Type::TypeArrow { span, param, from, to: this.ty(to)? })
                })
            }
            Type::TypeExists { span, sizes, body } => {
                distinct("size", sizes.iter().map(|size: &SizeBinder| (size.name.base, size.span)))?;
                self.scoped(|this| {
                    let sizes = this.sizes(sizes);
                    Ok(to::Type::TypeExists { span, sizes, body: this.ty(body)? })
                })
            }
            Type::TypeRecord { fields, .. } => {
                distinct("field", fields.iter().map(|field| (field.label, field.span)))?;
                default_lower_type(self, ty)
            }
            Type::TypeSum { cases, .. } => {
                distinct("constructor", cases.iter().map(|case| (case.tag, case.span)))?;
                if cases.len() > MOST_CONSTRUCTORS {
                    let message =
                        format!("a sum type has at most {MOST_CONSTRUCTORS} constructors, not {}", cases.len());
                    return Err(codes::TOO_MANY_CONSTRUCTORS.error(ty.span(), message));
                }
                default_lower_type(self, ty)
            }
            _ => default_lower_type(self, ty),
        }
    }

    fn lower_size(&mut self, size: &'s from::Size<'s>) -> Result<to::Size<'b>> {
        // The types inside a pattern do not see the names that the pattern binds.
        let around = std::mem::take(&mut self.bound);
        let size = default_lower_size(self, size);
        self.bound = around;
        size
    }

    fn type_type_name(&mut self, node: gone::TypeTypeName) -> Result<to::Type<'b>> {
        let gone::TypeTypeName { span, name } = node;
        self.named_type(span, &[], name.base, &[])
    }

    fn type_type_qualified(&mut self, node: gone::TypeTypeQualified<'s>) -> Result<to::Type<'b>> {
        let gone::TypeTypeQualified { span, path, name } = node;
        self.named_type(span, path, name, &[])
    }

    fn type_type_apply(&mut self, node: gone::TypeTypeApply<'s>) -> Result<to::Type<'b>> {
        let gone::TypeTypeApply { span, func, args } = node;
        match *func {
            Type::TypeName { name, .. } => self.named_type(span, &[], name.base, args),
            Type::TypeQualified { path, name, .. } => self.named_type(span, path, name, args),
            _ => Err(codes::TYPE_ARGUMENTS.error(func.span(), "only a named type takes arguments")),
        }
    }

    fn type_type_tuple(&mut self, node: gone::TypeTypeTuple<'s>) -> Result<to::Type<'b>> {
        let gone::TypeTypeTuple { span, elems } = node;
        let fields = elems
            .iter()
            .enumerate()
            .map(|(index, ty)| Ok(to::TypeField { span: ty.span(), label: index_label(index), ty: self.ty(ty)? }));
        let fields = fields.collect::<Result<Vec<_>>>()?;
        Ok(to::Type::TypeRecord { span, fields: self.arena.slice(fields) })
    }

    fn pat_pat_tuple(&mut self, node: gone::PatPatTuple<'s>) -> Result<to::Pat<'b>> {
        let gone::PatPatTuple { span, elems } = node;
        let fields = elems
            .iter()
            .enumerate()
            .map(|(index, pat)| Ok(to::PatField { span: pat.span(), label: index_label(index), pat: self.pat(pat)? }));
        let fields = fields.collect::<Result<Vec<_>>>()?;
        Ok(to::Pat::PatRecord { span, fields: self.arena.slice(fields) })
    }

    fn pat_pat_attributed(&mut self, node: gone::PatPatAttributed<'s>) -> Result<to::Pat<'b>> {
        let gone::PatPatAttributed { pat, .. } = node;
        self.lower_pat(pat)
    }

    fn exp_unsafe(&mut self, node: gone::ExpUnsafe<'s>) -> Result<to::Exp<'b>> {
        Err(of_older_edition(node.span))
    }

    fn exp_tuple_index(&mut self, node: gone::ExpTupleIndex<'s>) -> Result<to::Exp<'b>> {
        Err(of_older_edition(node.span))
    }

    fn exp_empty(&mut self, node: gone::ExpEmpty<'s>) -> Result<to::Exp<'b>> {
        Err(of_older_edition(node.span))
    }

    fn size_size_new(&mut self, node: gone::SizeSizeNew) -> Result<to::Size<'b>> {
        Err(of_older_edition(node.span))
    }

    fn loop_form_for_between(&mut self, node: gone::LoopFormForBetween<'s>) -> Result<to::LoopForm<'b>> {
        Err(of_older_edition(node.span))
    }

    fn exp_local_open(&mut self, node: gone::ExpLocalOpen<'s>) -> Result<to::Exp<'b>> {
        let gone::ExpLocalOpen { span, path, body } = node;
        self.scoped(|this| {
            this.open(path, span)?;
            this.lower_exp(body)
        })
    }

    fn exp_tuple(&mut self, node: gone::ExpTuple<'s>) -> Result<to::Exp<'b>> {
        let gone::ExpTuple { span, elems } = node;
        let fields = elems
            .iter()
            .enumerate()
            .map(|(index, exp)| Ok(to::Field { span: exp.span(), label: index_label(index), exp: self.exp(exp)? }));
        let fields = fields.collect::<Result<Vec<_>>>()?;
        Ok(to::Exp::Record { span, fields: self.arena.slice(fields) })
    }

    fn exp_infix(&mut self, node: gone::ExpInfix<'s>) -> Result<to::Exp<'b>> {
        let gone::ExpInfix { span, op, lhs, rhs } = node;
        let head = self.operator(op)?;
        let (lhs, rhs) = (self.exp(lhs)?, self.exp(rhs)?);
        Ok(self.operation(span, head, lhs, rhs))
    }

    fn exp_negate(&mut self, node: gone::ExpNegate<'s>) -> Result<to::Exp<'b>> {
        let gone::ExpNegate { span, arg } = node;
        Ok(to::Exp::Un { span, op: UnOp::Neg, arg: self.exp(arg)? })
    }

    fn exp_not(&mut self, node: gone::ExpNot<'s>) -> Result<to::Exp<'b>> {
        let gone::ExpNot { span, arg } = node;
        Ok(to::Exp::Un { span, op: UnOp::Not, arg: self.exp(arg)? })
    }

    fn exp_let_update(&mut self, node: gone::ExpLetUpdate<'s>) -> Result<to::Exp<'b>> {
        let gone::ExpLetUpdate { span, name, path, value, body } = node;
        let Head::Name(old) = self.variable(name.base, span)? else {
            return Err(codes::NOT_A_VARIABLE.error(span, format!("`{name}` is no variable to update")));
        };
        let (path, value) = (self.path(path)?, self.exp(value)?);
        let rhs = self.arena.alloc(to::Exp::Update { span, exp: self.var(span, old), path, value });
        self.scoped(|this| {
            let new = this.bind(Space::Term, name);
            let pat = this.var_pat(span, new);
            Ok(to::Exp::Let { span, sizes: &[], pat, rhs, body: this.exp(body)? })
        })
    }

    fn exp_loop(&mut self, node: gone::ExpLoop<'s>) -> Result<to::Exp<'b>> {
        let gone::ExpLoop { span, pat, init, form, body } = node;
        let init = match init {
            Some(init) => self.exp(init)?,
            None => {
                let init = self.initial_values(pat)?;
                self.arena.alloc(init)
            }
        };
        // The bound or array is evaluated once, outside the loop; a condition is evaluated inside.
        let outside = match *form {
            LoopForm::For { bound, .. } => Some(self.exp(bound)?),
            LoopForm::ForIn { array, .. } => Some(self.exp(array)?),
            LoopForm::While { .. } => None,
            LoopForm::ForBetween { span, .. } => return Err(of_older_edition(span)),
        };
        self.scoped(|this| {
            let pat = this.pat(pat)?;
            // The loop's parameter hides the variable of its form.
            let parameter = std::mem::take(&mut this.bound);
            let around = match (*form, outside) {
                (LoopForm::For { span, name, .. }, Some(bound)) => {
                    Some(to::LoopForm::For { span, name: this.bind(Space::Term, name), bound })
                }
                (LoopForm::ForIn { span, pat, .. }, Some(array)) => {
                    let pat = this.pat(pat)?;
                    this.bind_pending();
                    Some(to::LoopForm::ForIn { span, pat, array })
                }
                _ => None,
            };
            this.bound = parameter;
            this.bind_pending();
            let form = match (around, *form) {
                (Some(form), _) => form,
                (None, LoopForm::While { span, cond }) => to::LoopForm::While { span, cond: this.exp(cond)? },
                _ => return Err(Error::internal("a loop without a bound")),
            };
            let body = this.exp(body)?;
            Ok(to::Exp::Loop { span, pat, init, form: this.arena.alloc(form), body })
        })
    }

    fn exp_section_left(&mut self, node: gone::ExpSectionLeft<'s>) -> Result<to::Exp<'b>> {
        let gone::ExpSectionLeft { span, op, lhs } = node;
        match self.operator(op)? {
            Head::Name(name) => {
                let args = self.lower_exp(lhs)?;
                let args = self.arena.slice([args]);
                Ok(to::Exp::Apply { span, func: self.var(span, name), args })
            }
            head => {
                self.shared(span, lhs, |this, lhs| this.lambda(span, ["y"], |[y]| this.operation(span, head, lhs, y)))
            }
        }
    }

    fn exp_section_right(&mut self, node: gone::ExpSectionRight<'s>) -> Result<to::Exp<'b>> {
        let gone::ExpSectionRight { span, op, rhs } = node;
        let head = self.operator(op)?;
        self.shared(span, rhs, |this, rhs| this.lambda(span, ["x"], |[x]| this.operation(span, head, x, rhs)))
    }

    fn exp_section_path(&mut self, node: gone::ExpSectionPath<'s>) -> Result<to::Exp<'b>> {
        let gone::ExpSectionPath { span, path } = node;
        let name = Name::fresh("x");
        let params = self.arena.slice([to::Pat::PatVar { span, name }]);
        let body = self.follow(self.var(span, name), path)?;
        Ok(to::Exp::Lambda { span, params, ret: None, body })
    }
}
