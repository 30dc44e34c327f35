//! `eta-expand`: entry points take all their arguments as parameters.

use framework::pass::{Context, Report, Transform};
use framework::{Name, Names, Owned, Renaming, Result, pass, rules};
use languages::typed::{Arena, Def, Exp, Pat, Program, Rewrite, Type, Typed, default_rewrite_def};

pass! {
    /// Gives an entry point that yields a function a parameter for each argument of that function.
    ///
    ///     entry main: [n]i32 -> [n]i32 = map f     becomes     entry main (x: [n]i32): [n]i32 = map f x
    ///
    /// Callers of entry points pass values and get values, never functions. Other definitions may stay as they are: `defunc` knows which
    /// functions they yield.
    pub EtaExpand = "eta-expand": Typed => Typed {
        ensures: [EntriesYieldValues],
        counts: { parameters },
    }
}

rules! { Typed:
    /// No entry point yields a function.
    pub EntriesYieldValues = "entries-yield-values" by entries_yield_values;
}

impl Transform for EtaExpand {
    fn run(&self, program: &Owned<Typed>, context: &mut Context) -> Result<Owned<Typed>> {
        let mut parameters = 0;
        let result = Owned::build(|arena| {
            let mut expand = Expand { arena, parameters: 0 };
            let result = expand.rewrite_program(program.root());
            parameters = expand.parameters;
            result
        });
        context.count("parameters", parameters);
        result
    }
}

struct Expand<'b> {
    arena: &'b Arena<'b>,
    parameters: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Expand<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_def(&mut self, node: &'a Def<'a>) -> Result<Def<'b>> {
        let Def::Value { span, name, entry, attrs, doc, type_params, params, ret, body } =
            default_rewrite_def(self, node)?;
        let mut added = Vec::new();
        let mut args = Vec::new();
        let mut result = ret;
        while let (true, Type::TypeArrow { span: place, param, from, to }) = (entry, result) {
            // The result's sizes speak of the parameter by the name that the type gives it, which a lambda in the body may have, too.
            let name = param.map_or_else(|| Name::fresh("x"), |param| param.refresh());
            let to: &'b Type<'b> = match *param {
                Some(param) => {
                    let mut renaming = Renaming::new(Names::Keep).rename(param, name);
                    self.arena.alloc(to.copy_into(self.arena, &mut renaming))
                }
                None => to,
            };
            let place = place.or(span);
            added.push(Pat::PatVar { span: place, ty: from, name });
            args.push(Exp::Var { span: place, ty: value_type(from), name, inst: &[] });
            result = to;
        }
        let (params, body) = match added.is_empty() {
            true => (params, body),
            false => {
                self.parameters += added.len() as u64;
                let applied = Exp::Apply { span: body.span(), ty: value_type(result), func: body, args: self.arena.slice(args) };
                (self.arena.slice(params.iter().copied().chain(added)), self.arena.alloc(applied))
            }
        };
        Ok(Def::Value { span, name, entry, attrs, doc, type_params, params, ret: result, body })
    }
}

/// The type of the values of a parameter or result.
fn value_type<'b>(ty: &'b Type<'b>) -> &'b Type<'b> {
    match ty {
        Type::TypeUnique { body, .. } => value_type(body),
        _ => ty,
    }
}

fn entries_yield_values(program: &Program<'_>, report: &mut Report) {
    for def in program.defs {
        let Def::Value { span, name, entry, ret, .. } = def;
        if *entry && matches!(ret, Type::TypeArrow { .. }) {
            report.fail(*span, format!("the entry point `{name}` yields a function"));
        }
    }
}
