//! Orders constants and functions by their dependencies, and passes constants to functions that are not inlined.

use crate::anf::support::code::var;
use framework::{Name, Names, Node, Renaming};
use languages::anf::{Arena, Atom, Body, Fun, Param, Program, Stm};
use rustc_hash::{FxHashMap, FxHashSet};

/// A constant, or a function.
#[derive(Clone, Copy)]
pub enum Item<'a> {
    /// The statement that makes the constant.
    Constant(&'a Stm<'a>),
    /// The function.
    Function(&'a Fun<'a>),
}

/// The functions of a program and the constants that they need, each after its dependencies. Constants call functions
/// and functions use constants, but there are no cycles.
pub fn in_order<'a>(program: &Program<'a>) -> Vec<Item<'a>> {
    let constants = program.consts.iter().map(Item::Constant);
    let items: Vec<Item<'a>> = constants.chain(program.funs.iter().map(Item::Function)).collect();
    let mut owners: FxHashMap<Name, usize> = FxHashMap::default();
    for (number, item) in items.iter().enumerate() {
        match item {
            Item::Constant(stm) => owners.extend(stm.pat.iter().map(|param| (param.name, number))),
            Item::Function(fun) => drop(owners.insert(fun.name, number)),
        }
    }
    let uses = |number: usize| -> Vec<usize> {
        let names = match &items[number] {
            Item::Constant(stm) => stm.free_names(),
            Item::Function(fun) => fun.free_names(),
        };
        names.iter().filter_map(|name| owners.get(name).copied()).collect()
    };
    let mut seen = vec![false; items.len()];
    let mut order = Vec::new();
    for root in program.consts.len()..items.len() {
        // A worklist of items with their unvisited dependencies replaces recursion, because programs may be deeper than
        // the stack.
        let mut path: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(number) = next.take()
                && !std::mem::replace(&mut seen[number], true)
            {
                let mut uses = uses(number);
                uses.reverse();
                path.push((number, uses));
            }
            let Some((number, uses)) = path.last_mut() else { break };
            next = uses.pop();
            if next.is_none() {
                order.push(items[*number]);
                path.pop();
            }
        }
    }
    order
}

/// The constants that a function uses and the sizes of these, in the order of their definitions.
pub fn used_constants<'c, 'a>(consts: &'c [Stm<'a>], fun: &Fun<'_>) -> Vec<&'c Param<'a>> {
    let mut needed: FxHashSet<Name> = fun.free_names().into_iter().collect();
    let mut found = Vec::new();
    for param in consts.iter().rev().flat_map(|stm| stm.pat.iter().rev()) {
        if needed.contains(&param.name) {
            needed.extend(param.ty.free_names());
            found.push(param);
        }
    }
    found.reverse();
    found
}

/// The function with parameters for these constants before its own parameters.
pub fn with_parameters<'i>(arena: &'i Arena<'i>, fun: &Fun<'i>, constants: &[&Param<'_>]) -> Fun<'i> {
    if constants.is_empty() {
        return *fun;
    }
    let mut renaming = Renaming::new(Names::Unique);
    let mut params = Vec::new();
    for constant in constants {
        let ty = constant.ty.copy_into(arena, &mut renaming);
        let name = constant.name.refresh();
        params.push(Param { span: constant.span, name, ty: arena.alloc(ty) });
        renaming = renaming.rename(constant.name, name);
    }
    let own = fun.copy_into(arena, &mut renaming);
    params.extend(own.params);
    Fun { params: arena.slice(params), ..own }
}

/// The function with the constants that it needs in its body, under fresh names.
pub fn with_constants<'i>(arena: &'i Arena<'i>, consts: &[Stm<'_>], fun: &Fun<'i>) -> Fun<'i> {
    let mut needed: FxHashSet<Name> = fun.body.free_names().into_iter().collect();
    let mut stms = Vec::new();
    for stm in consts.iter().rev() {
        // The checks of an unused constant do not run either.
        if stm.pat.iter().any(|param| needed.contains(&param.name)) {
            needed.extend(stm.free_names());
            stms.push(stm.copy_into(arena, &mut Renaming::new(Names::Keep)));
        }
    }
    if stms.is_empty() {
        return *fun;
    }
    stms.reverse();
    stms.extend(fun.body.stms);
    let body = Body { stms: arena.slice(stms), ..*fun.body };
    let body = body.copy_into(arena, &mut Renaming::new(Names::Fresh));
    // The parameters are free in the body, so they keep their names.
    Fun { body: arena.alloc(body), ..*fun }
}

/// The arguments for constants.
pub fn arguments(constants: &[Name]) -> impl Iterator<Item = Atom> {
    constants.iter().map(|name| var(*name))
}
