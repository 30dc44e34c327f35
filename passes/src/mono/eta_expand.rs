//! `eta-expand`: gives entry points all the parameters that their results take.

use framework::pass::{Run, Transform};
use framework::{Name, Names, Owned, Renaming, Result, pass};
use languages::typed::{Arena, Def, Exp, Pat, Program, Type, Typed};

pass! {
    /// Gives an entry point parameters for the arguments that its result still takes, so that no entry point returns a
    /// function.
    ///
    ///     entry main = plus     becomes     entry main (x: i32) (y: i32) = plus x y
    ///
    /// If the body is a chain of `let`s, the application is put at its end.
    ///
    /// TFP'18 also uses eta expansion at the end of §5.2: `e : [n]t -> [m]t` becomes `\x -> e (x : [n]t) : [m]t`, so
    /// that the sizes in types of functions are checked. Here type inference checks most of them. Only coercions
    /// `e :> ([n]t -> [m]t)` need the expansion, and `infer-types` does it.
    pub EtaExpand = "eta-expand": Typed => Typed {
        counts: { parameters },
    }
}

impl Transform for EtaExpand {
    fn transform(&self, program: &Owned<Typed>, run: &mut Run<'_, Self>) -> Result<Owned<Typed>> {
        let mut count = 0;
        let root = program.root();
        if !root.defs.iter().any(returns_function) {
            run.unchanged();
            return Ok(program.clone());
        }
        let result = Owned::build(|arena| {
            let defs = root.defs.iter().map(|def| {
                let copy = def.copy_into(arena, &mut Renaming::new(Names::Keep));
                expanded(arena, copy, &mut count)
            });
            let defs: Vec<_> = defs.collect();
            Ok(Program { span: root.span, defs: arena.slice(defs) })
        });
        run.counts.parameters = count;
        result
    }
}

/// Whether a definition is an entry point that returns a function.
fn returns_function(def: &Def<'_>) -> bool {
    let Def::Value { entry, ret, .. } = *def;
    let ret = if let Type::TypeUnique { body, .. } = ret { body } else { ret };
    entry && matches!(ret, Type::TypeArrow { .. })
}

fn expanded<'a>(arena: &'a Arena<'a>, def: Def<'a>, count: &mut u64) -> Def<'a> {
    let Def::Value { span, name, entry: true, attrs, doc, type_params, params, ret, declared, body } = def else {
        return def;
    };
    let (mut all, mut args) = (params.to_vec(), Vec::new());
    let mut result = ret;
    loop {
        match *result {
            Type::TypeUnique { body, .. } if matches!(body, Type::TypeArrow { .. }) => result = body,
            Type::TypeArrow { param, from, to, .. } => {
                let name = Name::fresh(param.map_or("x".into(), |param| param.base));
                all.push(Pat::PatVar { span, ty: from, name });
                let ty = match from {
                    Type::TypeUnique { body, .. } => body,
                    _ => from,
                };
                args.push(Exp::Var { span, ty, name, inst: &[] });
                let mut renaming = Renaming::new(Names::Keep);
                if let Some(param) = param {
                    renaming = renaming.rename(param, name);
                }
                result = arena.alloc(to.copy_into(arena, &mut renaming));
            }
            _ => break,
        }
    }
    if args.is_empty() {
        return def;
    }
    *count += args.len() as u64;
    let body = applied(arena, body, arena.slice(args), result);
    let params = arena.slice(all);
    Def::Value { span, name, entry: true, attrs, doc, type_params, params, ret: result, declared, body }
}

/// A chain of `let`s with its last expression applied to `args`.
fn applied<'a>(arena: &'a Arena<'a>, body: &'a Exp<'a>, args: &'a [Exp<'a>], result: &'a Type<'a>) -> &'a Exp<'a> {
    let mut lets = Vec::new();
    let mut last = body;
    while let Exp::Let { body, .. } | Exp::LetFun { body, .. } = last {
        lets.push(last);
        last = body;
    }
    let applied = arena.alloc(Exp::Apply { span: last.span(), ty: result, func: last, args });
    lets.into_iter().rev().fold(applied, |new, exp| match *exp {
        Exp::Let { span, sizes, pat, rhs, .. } => {
            arena.alloc(Exp::Let { span, ty: result, sizes, pat, rhs, body: new })
        }
        Exp::LetFun { span, name, type_params, params, ret, declared, rhs, .. } => {
            arena.alloc(Exp::LetFun { span, ty: result, name, type_params, params, ret, declared, rhs, body: new })
        }
        _ => new,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::parse::load_imports::load_text;
    use crate::source::resolve::resolve;
    use crate::typing::infer_types::InferTypes;
    use framework::pass::Context;

    /// The number of parameters of each entry point.
    fn parameters(text: &str) -> Vec<usize> {
        let (sources, program) = load_text(text).expect("it parses");
        let mut context = Context::new(sources);
        let resolved = resolve(&program).expect("it resolves");
        let typed = InferTypes.run(&resolved, &mut context).expect("it has types");
        let program = EtaExpand.run(&typed, &mut context).expect("this cannot fail");
        let entries = program.root().defs.iter().filter_map(|def| match def {
            Def::Value { entry: true, params, .. } => Some(params.len()),
            Def::Value { .. } => None,
        });
        entries.collect()
    }

    #[test]
    fn entry_points_take_all_arguments() {
        let text = "
            def plus (x: i32) (y: i32) = x + y
            entry a = plus
            entry b (x: i32) = let z = x in \\y -> plus z y
            entry c (x: i32) (y: i32) = plus x y";
        assert_eq!(parameters(text), [2, 2, 2]);
    }
}
