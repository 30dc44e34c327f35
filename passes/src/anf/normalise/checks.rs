//! Run-time checks and their messages. The texts are those of Futhark.

use super::Normaliser;
use super::value::{Value, leaf_types};
use crate::anf::support::code::{int, known};
use framework::{Code, Name, Result, Span, Symbol};
use languages::anf::{Atom, Exp, Part, Type};
use languages::codes::{self, FailureCode};
use languages::first_order as fo;
use languages::prim::{BinOp, PrimType, PrimValue};

impl<'b> Normaliser<'_, 'b> {
    /// Adds an assertion of `cond`, and returns its certificate.
    ///
    /// `#[unsafe]` drops the checks of indices and sizes. The others cost less than what they protect from: a division
    /// by zero ends the process, and an array of a negative size has no memory.
    pub fn assert(&mut self, code: &'static Code, span: Span, cond: Atom, message: Vec<Part<'b>>) -> Vec<Name> {
        let dropped = self.unchecked && [codes::INDEX_OUT_OF_BOUNDS.id, codes::SIZE_AT_RUN_TIME.id].contains(&code.id);
        if dropped || matches!(cond, Atom::Const { value: PrimValue::Bool(true), .. }) {
            return Vec::new();
        }
        self.checks += 1;
        let place = Symbol::new(&self.place(span));
        let trace =
            self.arena.slice(std::iter::once(place).chain(self.frames.iter().rev().copied()).collect::<Vec<_>>());
        let cert = self.param(span, "cert", Type::Cert { span });
        let message = self.arena.slice(message);
        let code = FailureCode(code);
        self.push(span, vec![cert], &[], Exp::Assert { span, code, cond: self.arena.alloc(cond), message, trace });
        vec![cert.name]
    }

    /// The text of a place in backtraces.
    pub fn place(&self, span: Span) -> String {
        self.sources.describe(span).unwrap_or_else(|| "unknown location".into())
    }

    pub fn text(&self, text: &str) -> Part<'b> {
        Part::Literal { span: Span::NONE, text: Symbol::new(text) }
    }

    pub fn shown(&self, atom: Atom, prim: PrimType) -> Part<'b> {
        Part::Show { span: Span::NONE, value: self.arena.alloc(atom), prim }
    }

    /// `[3][4]`
    pub fn shape(&self, dims: &[Atom], out: &mut Vec<Part<'b>>) {
        for dim in dims {
            out.push(self.text("["));
            out.push(self.shown(*dim, PrimType::I64));
            out.push(self.text("]"));
        }
    }

    /// Checks for division by zero and negative exponents.
    pub fn check_operator(&mut self, span: Span, op: BinOp, prim: PrimType, rhs: Atom) -> Vec<Name> {
        if !prim.is_integer() {
            return Vec::new();
        }
        let zero = Atom::Const { span, value: PrimValue::zero(prim) };
        let constant =
            |wanted: fn(i64) -> bool| matches!(rhs, Atom::Const { value, .. } if value.as_i64().is_some_and(wanted));
        match op {
            BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem if !constant(|value| value != 0) => {
                let cond = self.binary(span, BinOp::Ne, prim, rhs, zero);
                let message = vec![self.text("division by zero")];
                self.assert(&codes::DIVISION_BY_ZERO, span, cond, message)
            }
            BinOp::Pow if prim.is_signed() && !constant(|value| value >= 0) => {
                let cond = self.binary(span, BinOp::Le, prim, zero, rhs);
                let message = vec![self.text("negative exponent")];
                self.assert(&codes::NEGATIVE_EXPONENT, span, cond, message)
            }
            _ => Vec::new(),
        }
    }

    /// `assert cond exp`
    ///
    /// An assertion protects the uses of its value. That of `()` has none, so it is no check: the reference allows its
    /// removal, and there are programs whose assertions of this kind do not hold.
    pub fn assertion(&mut self, span: Span, cond: &fo::Exp<'_>, exp: &fo::Exp<'_>) -> Result<Value> {
        let text = self.source_text(cond.span());
        let cond = self.atom(cond)?;
        if matches!(exp.ty(), fo::Type::TypeRecord { fields: [], .. }) {
            return self.exp(exp);
        }
        let message = vec![self.text(&format!("Assertion is false: {text}"))];
        let certs = self.assert(&codes::FALSE_ASSERTION, span, cond, message);
        let value = self.exp(exp)?;
        // The value's name depends on the certificate, so nothing uses it unless the assertion holds.
        let mut certified = Vec::new();
        for leaf in value {
            let (param, new) = self.leaf_param(span, "asserted", leaf.prim, leaf.dims.clone());
            let atoms = self.arena.slice([leaf.atom]);
            self.push(span, vec![param], &certs, Exp::Atoms { span, atoms });
            certified.push(new);
        }
        Ok(certified)
    }

    /// The source text of an expression on one line. Text of more than one word is put in parentheses.
    fn source_text(&self, span: Span) -> String {
        let text = self.sources.get(span.file).and_then(|file| file.text.get(span.start as usize..span.end as usize));
        let text = text.unwrap_or("condition").split_whitespace().collect::<Vec<_>>().join(" ");
        if text.contains(' ') && !text.starts_with('(') { format!("({text})") } else { text }
    }

    /// `???`
    pub fn hole(&mut self, span: Span, ty: &fo::Type<'_>) -> Result<Value> {
        let never = Atom::Const { span, value: PrimValue::Bool(false) };
        let message = vec![self.text(&format!("Reached hole of type: {}", super::value::show(ty)))];
        self.assert(&codes::NO_VALUE, span, never, message);
        self.blank(span, ty)
    }

    /// `exp :> ty`
    pub fn coerce(&mut self, span: Span, exp: &fo::Exp<'_>, ty: &fo::Type<'_>) -> Result<Value> {
        let value = self.exp(exp)?;
        let mut coerced = Vec::new();
        for (leaf, leaf_ty) in value.iter().zip(leaf_types(ty)) {
            let wanted = self.sizes_of(&leaf_ty)?;
            let mut cond: Option<Atom> = None;
            for (found, wanted) in leaf.dims.iter().zip(&wanted) {
                if found == wanted {
                    continue;
                }
                let same = self.size(span, BinOp::Eq, *found, *wanted);
                cond = Some(match cond {
                    None => same,
                    Some(before) => self.truth(span, BinOp::LogAnd, before, same),
                });
            }
            let Some(cond) = cond else {
                coerced.push(leaf.clone());
                continue;
            };
            let mut message = vec![self.text("Value of (desugared) shape ")];
            self.shape(&leaf.dims, &mut message);
            message.push(self.text(" cannot match shape of type \""));
            self.shape(&wanted, &mut message);
            message.push(self.text(&format!("{}\".", leaf.prim)));
            let certs = self.assert(&codes::SIZE_AT_RUN_TIME, span, cond, message);
            let (param, new) = self.leaf_param(span, "coerced", leaf.prim, wanted);
            // The same array, whose sizes have other names once the check has passed.
            let atoms = self.arena.slice([Atom::Var { span, name: self.name(span, leaf) }]);
            let exp = Exp::Atoms { span, atoms };
            self.push(span, vec![param], &certs, exp);
            coerced.push(new);
        }
        Ok(coerced)
    }

    /// Checks that a number of elements is not negative.
    pub fn check_count(
        &mut self,
        code: &'static Code,
        span: Span,
        count: Atom,
        message: impl FnOnce(&Self) -> Vec<Part<'b>>,
    ) -> Vec<Name> {
        if known(count).is_some_and(|count| count >= 0) {
            return Vec::new();
        }
        let cond = self.size(span, BinOp::Le, int(0), count);
        let message = message(self);
        self.assert(code, span, cond, message)
    }
}
