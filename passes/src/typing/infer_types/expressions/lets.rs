//! Infers chains of `let`s.

use framework::{Name, Result, Span};
use languages::codes;
use languages::prim::PrimType;
use languages::resolved;

use crate::typing::infer_types::draft::{E, Function, Kind, Pat};
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Ty, Type};

/// A `let` whose body has not been inferred yet.
enum Pending<'t> {
    Pattern { span: Span, mark: usize, pat: Pat<'t>, rhs: E<'t>, sizes: Vec<Name> },
    Function { span: Span, function: Function<'t> },
}

impl<'t> Infer<'t> {
    /// Infers a chain of `let`s, in a loop since programs have long chains.
    pub fn lets(&mut self, exp: &'t resolved::Exp<'t>, hint: Option<Ty<'t>>) -> Result<E<'t>> {
        use resolved::Exp as X;
        let mut chain = Vec::new();
        let mut rest = exp;
        let body = loop {
            match *rest {
                X::Let { span, sizes, pat, rhs, body } => {
                    let mark = self.pending_count();
                    // A size in an earlier type may have computed this expression already.
                    let unknown_before = self.unknown_count();
                    let source = rhs;
                    let mut rhs = match self.holder_of(rhs) {
                        Some(known) => self.variable(rhs.span(), known)?,
                        None => self.infer(rhs)?,
                    };
                    // This `let` binds the operand of a section to a variable that the program does not write.
                    if pat.span().same_place(span) && body.span().same_place(span) {
                        self.section_operand(rhs, unknown_before)?;
                    }
                    if self.has_function(rhs.ty) {
                        let lets = self.compute_open_sizes(span, rhs.ty)?;
                        rhs = self.with_lets(lets, rhs);
                    }
                    let mut names = Vec::new();
                    for size in sizes {
                        if !is_size_of(pat, size.name) {
                            let message =
                                format!("cannot bind [{}]: it is the size of no array in this pattern", size.name.base);
                            return Err(codes::SIZE_OF_NO_VALUE
                                .error(size.span, message)
                                .label("no value other than a function has this size")
                                .note(format!("size [{}] unused in the pattern", size.name.base)));
                        }
                        self.declare_size(size.name, size.span, "a size that is bound here");
                        let own = self.fresh_size(size.span);
                        self.set_alias(size.name, own);
                        names.push(size.name);
                    }
                    if let (true, resolved::Pat::PatAscribe { pat, ty, .. }) = (self.has_dynamic_sizes(), pat) {
                        let wanted = self.annotation(ty)?;
                        rhs = self.fit(pat.span(), rhs, wanted, "this pattern's value")?;
                    }
                    let pat = self.pattern(pat, rhs.ty)?;
                    // The type may still be open; using the variable as a size decides it.
                    if let (Some(name), Type::Prim(PrimType::I64) | Type::Var(_)) = (pat.name(), self.shallow(pat.ty))
                        && let Some(size) = self.size_of(rhs)
                    {
                        self.set_definition(name, size);
                    } else if let (Some(name), Type::Prim(PrimType::I64)) = (pat.name(), self.shallow(pat.ty))
                        && let Some(value) = self.value_of(source)
                        && self.has_form(value)
                    {
                        self.set_value_outside(name, value);
                    }
                    chain.push(Pending::Pattern { span, mark, pat, rhs, sizes: names });
                    rest = body;
                }
                X::LetFun { span, name, type_params, params, ret, rhs, body } => {
                    let function = self.local_function(span, name, type_params, params, ret, rhs)?;
                    chain.push(Pending::Function { span, function });
                    rest = body;
                }
                _ => break self.infer_hinted(rest, hint)?,
            }
        };
        let mut result = body;
        for pending in chain.into_iter().rev() {
            let ty = result.ty;
            result = match pending {
                Pending::Pattern { span, mark, pat, rhs, sizes } => {
                    for name in sizes.into_iter().rev() {
                        let Some(size) = self.alias(name) else { continue };
                        result = self.exp(span, ty, Kind::LetSize { name, size, body: result });
                    }
                    let bound = self.exp(span, ty, Kind::Let { sizes: Vec::new(), pat, rhs, body: result });
                    self.after_pending(mark, bound)
                }
                Pending::Function { span, function } => self.exp(span, ty, Kind::LetFun { function, body: result }),
            };
        }
        Ok(result)
    }
}

/// Whether an ascription gives this size to an array that the pattern matches, so that the size can be read from the
/// array.
fn is_size_of(pat: &resolved::Pat<'_>, name: Name) -> bool {
    use resolved::Pat as P;
    match pat {
        P::PatAscribe { pat, ty, .. } => type_has_size(ty, name) || is_size_of(pat, name),
        P::PatRecord { fields, .. } => fields.iter().any(|field| is_size_of(field.pat, name)),
        P::PatCon { args, .. } => args.iter().any(|arg| is_size_of(arg, name)),
        _ => false,
    }
}

fn type_has_size(ty: &resolved::Type<'_>, name: Name) -> bool {
    use resolved::Type as T;
    let is_size = |size: &resolved::Size<'_>| matches!(size, resolved::Size::SizeOf { exp: resolved::Exp::Var { name: own, .. }, .. } if *own == name);
    match ty {
        T::TypeArray { size, elem, .. } => is_size(size) || type_has_size(elem, name),
        T::TypeRecord { fields, .. } => fields.iter().any(|field| type_has_size(field.ty, name)),
        T::TypeSum { cases, .. } => cases.iter().any(|case| case.payload.iter().any(|ty| type_has_size(ty, name))),
        T::TypeCon { args, .. } => args.iter().any(|arg| match arg {
            resolved::TypeArg::ArgSize { size, .. } => is_size(size),
            resolved::TypeArg::ArgType { ty, .. } => type_has_size(ty, name),
        }),
        T::TypeUnique { body, .. } | T::TypeExists { body, .. } => type_has_size(body, name),
        _ => false,
    }
}
