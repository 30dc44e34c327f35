//! Generates functions as values: lambdas, operator sections, partial applications, compositions, choices.

use super::{Fun, INTEGERS, Maker, Pair, Prim, Record, Ty, literal};

impl Maker<'_, '_> {
    /// Returns a type of any order.
    pub(super) fn any(&mut self, depth: usize) -> Ty {
        let part = |maker: &mut Self| Box::new(maker.any(depth - 1));
        match self.choices.below(if depth == 0 { 1 } else { 8 }) {
            1..=3 => Fun(part(self), part(self)),
            4 => Pair(part(self), part(self)),
            5 => Record(part(self), part(self)),
            6 => Ty::Option(part(self)),
            _ => self.ty(depth),
        }
    }

    /// Whether a conditional may return values of a type.
    pub(super) fn may_branch(&self, ty: &Ty) -> bool {
        self.function_branches || ty.is_order_zero()
    }

    pub(super) fn lambda(&mut self, from: &Ty, to: &Ty, body: impl FnOnce(&mut Self, &Ty) -> String) -> String {
        let param = self.name();
        // A function may consume anything once it is called.
        let before = std::mem::take(&mut self.makes_function);
        let body = self.with(&param, from, |maker| body(maker, to));
        self.makes_function = before;
        format!("(\\({param}: {from}): ({to}) -> {body})")
    }

    /// Returns an expression of function type.
    pub(super) fn function_value(&mut self, from: &Ty, to: &Ty) -> String {
        match (self.choices.below(6), from) {
            (0, Prim(prim)) if from == to && INTEGERS.contains(prim) => {
                let op = ["+", "-", "*", "&", "|", "^"][self.choices.below(6)];
                match self.choices.below(2) {
                    0 => format!("({} {op})", self.exp(from)),
                    // `- e` would be a negation.
                    _ => format!("({} {})", op.replace('-', "*"), literal(prim, self.choices)),
                }
            }
            (1, _) => {
                let middle = self.any(1);
                let first = self.exp(&Fun(Box::new(from.clone()), Box::new(middle.clone())));
                let second = self.exp(&Fun(Box::new(middle), Box::new(to.clone())));
                format!("(compose {first} {second})")
            }
            (2, _) => format!("(apply {})", self.exp(&Fun(Box::new(from.clone()), Box::new(to.clone())))),
            _ => self.lambda(from, to, Self::exp),
        }
    }

    /// Returns a `let` of a function with two parameters. Uses may give it one argument.
    pub(super) fn function_binding(&mut self, name: &str, first: &Ty, ty: &Ty) -> String {
        let (second, result) = (self.any(1), self.any(1));
        let (x, y) = (self.name(), self.name());
        let function = self.with(&x, first, |maker| maker.with(&y, &second, |maker| maker.exp(&result)));
        let rest = Fun(Box::new(second.clone()), Box::new(result.clone()));
        let whole = Fun(Box::new(first.clone()), Box::new(rest.clone()));
        let part = self.name();
        let body = self.with(name, &whole, |maker| {
            let arg = maker.making(true, |maker| maker.exp(first));
            let body = maker.with(&part, &rest, |maker| maker.exp(ty));
            format!("let {part} = {name} {arg} in {body}")
        });
        format!("(let {name} ({x}: {first}) ({y}: {second}): {result} = {function} {body})")
    }

    /// Returns a call of a variable with a function as its value, if some variable has such a result.
    pub(super) fn call_of_variable(&mut self, ty: &Ty) -> Option<String> {
        let mut fitting = Vec::new();
        for (name, found) in &self.scope {
            let (mut params, mut rest) = (Vec::new(), found);
            while let Fun(from, to) = rest {
                params.push((**from).clone());
                rest = to;
                if rest == ty {
                    fitting.push((name.clone(), params.clone()));
                }
            }
        }
        if fitting.is_empty() {
            return None;
        }
        let (name, params) = fitting.swap_remove(self.choices.below(fitting.len()));
        let args: Vec<_> = params.iter().map(|param| self.exp(param)).collect();
        Some(format!("({name} {})", args.join(" ")))
    }
}
