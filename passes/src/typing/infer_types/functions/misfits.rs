//! Advice on calls whose arguments do not fit: one is missing, one is too many, two are swapped, or an operator on
//! numbers is applied to arrays.
//!
//! The definition is wrong and given up, so it does no harm that further arguments are inferred here.

use framework::{Error, Span};
use languages::codes;
use languages::prim::BinOp;
use languages::resolved;

use crate::typing::infer_types::draft::{E, Kind};
use crate::typing::infer_types::messages::renamed;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Ty, Type};

/// A call with an argument that does not fit.
pub struct Misfit<'a, 't> {
    /// The called function.
    pub func: &'t resolved::Exp<'t>,
    pub callee: E<'t>,
    /// The function in messages.
    pub what: &'a str,
    pub args: &'a [&'t resolved::Exp<'t>],
    /// The argument that does not fit.
    pub index: usize,
    pub draft: E<'t>,
    /// The type of the function after the arguments before.
    pub ty: Ty<'t>,
}

impl<'t> Infer<'t> {
    /// Adds advice to the error for an argument that does not fit, if the cause is clear.
    pub fn misfit(&mut self, error: Error, call: &Misfit<'_, 't>) -> Error {
        let Misfit { func, callee, what, args, index, draft, ty } = *call;
        if !error.span.same_place(args[index].span()) || error.suggestion.is_some() {
            return error;
        }
        let open = self.parameters_of(callee, index, ty);
        let (names, params): (Vec<String>, Vec<Ty<'t>>) = open.into_iter().unzip();
        if what == "`map`" && args.len() > params.len() + index && (3..=6).contains(&args.len()) {
            let many = args.len() - 1;
            let error = renamed(error, format!("`map` takes one array, but is given {many}"));
            let message = format!("`map{many}` applies a function to the elements of {many} arrays");
            return error.suggest(func.span(), format!("map{many}"), message);
        }
        let mut given = vec![draft.ty];
        for arg in &args[index + 1..] {
            let Ok(draft) = self.infer(arg) else { return error };
            given.push(draft.ty);
        }
        if let ([first, second, rest @ ..], [a, b, others @ ..]) = (&given[..], &params[..]) {
            let others = rest.iter().copied().zip(others.iter().copied());
            let pairs: Vec<_> = [(*second, *a), (*first, *b)].into_iter().chain(others).collect();
            if self.would_fit(&pairs) {
                let call = self.messages.application(args[index].span(), &format!("argument {} of {what}", index + 1));
                let call = call.unwrap_or_else(|| format!("cannot apply {what}"));
                let swapped = format!("{call}: arguments {} and {} seem to be swapped", index + 1, index + 2);
                let error = renamed(error, swapped);
                return self.swapped(error, what, args[index].span(), args[index + 1].span());
            }
        }
        let missing = params.len().saturating_sub(given.len());
        let later = (1..=missing).find(|gap| {
            let pairs: Vec<_> = given.iter().copied().zip(params[*gap..].iter().copied()).collect();
            self.would_fit(&pairs)
        });
        match later {
            Some(gap) => {
                let (count, all) = (args.len(), counted(params.len() + index));
                let lacks = listed(&names[..gap]);
                let message = format!("{what} takes {all}, but is given {count}: {lacks} seems to be missing");
                let error = renamed(error, message);
                let place = self.with_parentheses(args[index].span());
                let place = Span { end: place.start, ..place };
                error.suggest(place, "??? ".repeat(gap), "write the missing argument here, instead of `???`")
            }
            None => error,
        }
    }

    /// The error for argument `index` of `count` arguments of something that takes no argument there.
    pub fn not_a_function(&mut self, place: Span, callee: E<'t>, what: &str, index: usize, count: usize) -> Error {
        let text = self.show(callee.ty);
        let message = match index {
            0 if what == "this function" => format!("cannot apply expression as function, as it has type `{text}`"),
            0 => format!("cannot apply {what} as function, as it has type `{text}`"),
            1 => format!("cannot apply {what} to {count} arguments: it only takes 1 argument"),
            taken => format!("cannot apply {what} to {count} arguments: it only takes {taken} arguments"),
        };
        let error = codes::NOT_A_FUNCTION.error(place, message).note(format!("its type is `{text}`"));
        match (index, self.value_type(callee.ty)) {
            (0, Type::Prim(_)) => error.note("a product is written with `*`: `2 * x`"),
            (0, _) => error,
            _ => error.label("this argument is too many"),
        }
    }

    fn swapped(&self, error: Error, what: &str, first: Span, second: Span) -> Error {
        let (first, second) = (self.with_parentheses(first), self.with_parentheses(second));
        match (self.text(first), self.text(second)) {
            (Some(a), Some(b)) if first.end <= second.start => {
                let both = Span { end: second.end, ..first };
                error.suggest(both, format!("{b} {a}"), format!("{what} takes these arguments in the other order"))
            }
            _ => error,
        }
    }

    /// If a function is found where a value or a function of fewer arguments is expected, says which ones it lacks.
    pub fn lacks_arguments(&mut self, error: Error, draft: E<'t>, expected: Ty<'t>) -> Error {
        let wrong = error.code.is_some_and(|code| code.id == codes::WRONG_TYPE.id) && error.span.same_place(draft.span);
        let wanted = self.value_type(expected);
        if !wrong || !matches!(self.value_type(draft.ty), Type::Arrow(..)) || matches!(wanted, Type::Var(_)) {
            return error;
        }
        let (callee, given) = match draft.kind {
            Kind::Apply(callee, ref args) => (callee, args.len()),
            _ => (draft, 0),
        };
        let open = self.parameters_of(callee, given, draft.ty);
        let (names, params): (Vec<String>, Vec<Ty<'t>>) = open.into_iter().unzip();
        let all = given + params.len();
        let what = match callee.kind {
            Kind::Var(name, _) => format!("`{}`", name.base),
            _ => "this function".to_string(),
        };
        let takes = |given: usize| {
            let given = if given == 0 { "none".to_string() } else { given.to_string() };
            format!("{what} takes {}, but is given {given}", counted(all))
        };
        let Type::Arrow(_, from, _) = *wanted else {
            let (takes, lacks) = (takes(given), listed(&names));
            return error.note(format!("a function is given where a value is expected: {takes}; missing: {lacks}"));
        };
        let wanted_count = self.parameters_of(draft, 0, wanted).len();
        let gap = (1..params.len()).find(|gap| self.would_fit(&[(from, params[*gap])]));
        match gap {
            _ if params.len() <= wanted_count => error,
            Some(gap) if !self.would_fit(&[(from, params[0])]) => {
                let end = Span { start: draft.span.end, ..draft.span };
                let takes = takes(given + wanted_count);
                let error = renamed(error, format!("{takes}: {} seems to be missing", listed(&names[..gap])));
                error.suggest(end, " ???".repeat(gap), "write the missing argument here, instead of `???`")
            }
            _ => error.note(format!(
                "this is a function of {}, but one of {} is needed here",
                counted(params.len()),
                counted(wanted_count)
            )),
        }
    }

    /// The parameters of a function after the first `given` ones, with a text for each: its name if it has one.
    fn parameters_of(&mut self, callee: E<'t>, given: usize, ty: Ty<'t>) -> Vec<(String, Ty<'t>)> {
        let names = match callee.kind {
            Kind::Var(name, _) => self.parameter_names(name).get(given..).unwrap_or_default().to_vec(),
            _ => Vec::new(),
        };
        let mut params = Vec::new();
        let mut rest = self.value_type(ty);
        loop {
            rest = match *rest {
                Type::Arrow(_, from, to) => {
                    let text = self.show(from);
                    let named = names.get(params.len()).copied().flatten();
                    params.push((named.map_or(format!("one of type `{text}`"), |name| format!("`{name}`")), from));
                    self.value_type(to)
                }
                Type::Exists(_, body) => self.value_type(body),
                _ => return params,
            };
        }
    }
}

/// Operators on arrays.
impl<'t> Infer<'t> {
    /// Adds advice to the error for a unary operator, if its operand is an array.
    pub fn on_elements(&mut self, error: Error, symbol: &str, ty: Ty<'t>) -> Error {
        match self.array_of_numbers(ty) {
            true => error.note(format!("{ELEMENTWISE}: `map (\\x -> {symbol}x) xs`")),
            false => error,
        }
    }

    /// Adds advice to the error for a binary operator whose operands are arrays of type `ty`.
    pub fn on_arrays(&mut self, error: Error, span: Span, symbol: &str, ty: Ty<'t>, operands: [Span; 2]) -> Error {
        match (self.array_of_numbers(ty), operands.map(|operand| self.text(operand))) {
            (true, [Some(x), Some(y)]) if is_atom(x) && is_atom(y) => {
                let message = error.message.clone();
                renamed(error, message).suggest(span, format!("map2 ({symbol}) {x} {y}"), ELEMENTWISE)
            }
            _ if matches!(self.value_type(ty), Type::Array(..)) => {
                error.note(format!("{ELEMENTWISE}: `map2 ({symbol}) xs ys`"))
            }
            _ => error,
        }
    }

    /// Adds advice to the error for a right operand of another type than the left one, if one of them is an array and
    /// the other a number.
    pub fn scaled(
        &mut self,
        error: Error,
        span: Span,
        op: BinOp,
        (lhs, left): (&resolved::Exp<'t>, Ty<'t>),
        rhs: &'t resolved::Exp<'t>,
    ) -> Error {
        if !error.span.same_place(rhs.span()) {
            return error;
        }
        let (Some(x), Some(y)) = (self.text(lhs.span()), self.text(rhs.span())) else { return error };
        if !is_atom(x) || !is_atom(y) {
            return error;
        }
        let Ok(right) = self.infer(rhs) else { return error };
        let symbol = op.symbol().unwrap_or(op.name());
        let is_number = |infer: &mut Self, ty: Ty<'t>| match infer.value_type(ty) {
            Type::Prim(_) => true,
            ty => infer.possible(ty).is_some(),
        };
        let (arrays, numbers) = (
            (self.array_of_numbers(left), self.array_of_numbers(right.ty)),
            (is_number(self, left), is_number(self, right.ty)),
        );
        let mapped = match (arrays, numbers) {
            // `(- y)` is a negative number.
            ((true, _), (_, true)) if op == BinOp::Sub => format!("map (\\x -> x - {y}) {x}"),
            ((true, _), (_, true)) => format!("map ({symbol} {y}) {x}"),
            ((_, true), (true, _)) => format!("map ({x} {symbol}) {y}"),
            _ => return error,
        };
        renamed(error, format!("operator `{symbol}` does not apply to a number and an array")).suggest(
            span,
            mapped,
            ELEMENTWISE,
        )
    }

    /// Whether a type is that of an array of numbers.
    fn array_of_numbers(&mut self, ty: Ty<'t>) -> bool {
        match *self.value_type(ty) {
            Type::Array(_, elem) => {
                let elem = self.value_type(elem);
                matches!(elem, Type::Prim(_)) || self.possible(elem).is_some()
            }
            _ => false,
        }
    }
}

/// `1 argument`, `2 arguments`.
fn counted(count: usize) -> String {
    format!("{count} argument{}", if count == 1 { "" } else { "s" })
}

/// `a`, `b` and `c`.
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The advice for an operator on arrays.
const ELEMENTWISE: &str = "an operator works on numbers; `map` applies it to the elements of an array";

/// Whether a text can be an argument as it is.
fn is_atom(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '\''))
}
