//! Turns a declaration into a whole grammar: inherits from the parent, applies the changes, and checks the result.

use crate::grammar::{
    Change, Count, Declaration, Field, Grammar, Item, ItemBody, Nonterminal, Production, Shape, Target, Terminal,
};
use proc_macro2::Ident;
use std::collections::HashSet;
use syn::{Error, Path, Result};

/// The terminals that every language has.
pub const NAME: &str = "Name";
pub const BIND: &str = "Bind";

/// Returns the grammar of a language without parent.
pub fn complete(declaration: Declaration) -> Result<Grammar> {
    let Declaration { docs, vis, name, terminals, root, items, .. } = declaration;
    let Some(root) = root else {
        return Err(Error::new(name.span(), "a first language names its root nonterminal: `root Program;`"));
    };
    let nonterminals = items.into_iter().map(define).collect::<Result<_>>()?;
    let grammar = Grammar { docs, vis, name, parent: None, terminals, root, nonterminals };
    check(&grammar)?;
    Ok(grammar)
}

/// Returns the grammar of a language that extends another.
pub fn extend(parent: Declaration, child: Declaration) -> Result<Grammar> {
    let parent = complete(parent)?;
    let path = child.extends.as_ref().ok_or_else(|| Error::new(child.name.span(), "expected `extends`"))?;
    let module = module_of(path)?;
    let mut terminals: Vec<Terminal> =
        parent.terminals.iter().map(|terminal| Terminal { ty: None, ..terminal.clone() }).collect();
    terminals.extend(child.terminals);
    let mut nonterminals = parent.nonterminals.clone();
    for item in child.items {
        change(&mut nonterminals, item)?;
    }
    let grammar = Grammar {
        docs: child.docs,
        vis: child.vis,
        name: child.name,
        root: child.root.unwrap_or_else(|| parent.root.clone()),
        parent: Some((module, Box::new(parent))),
        terminals,
        nonterminals,
    };
    check(&grammar)?;
    Ok(grammar)
}

fn module_of(path: &Path) -> Result<Path> {
    let mut module = path.clone();
    module.segments.pop();
    module.segments.pop_punct();
    if module.segments.is_empty() {
        return Err(Error::new_spanned(path, "name the parent with its module, as in `extends super::mono::Mono`"));
    }
    Ok(module)
}

fn define(item: Item) -> Result<Nonterminal> {
    let Item { change, docs, text, name, common, body } = item;
    if matches!(change, Change::Remove) {
        return Err(Error::new(name.span(), format!("`{name}` cannot be removed: there is no such nonterminal")));
    }
    let shape = match body {
        ItemBody::Struct(fields) => Shape::Struct(fields),
        ItemBody::Enum(productions) => Shape::Enum(
            productions
                .into_iter()
                .map(|(change, production)| match change {
                    Change::Plain | Change::Add => Ok(production),
                    Change::Remove | Change::Reshape => {
                        Err(Error::new(production.name.span(), "a new nonterminal has no production to change"))
                    }
                })
                .collect::<Result<_>>()?,
        ),
        ItemBody::Nothing => return Err(Error::new(name.span(), "expected `{ productions }` or `= { fields }`")),
    };
    Ok(Nonterminal { docs, text, name, common, shape })
}

fn change(nonterminals: &mut Vec<Nonterminal>, item: Item) -> Result<()> {
    let position = nonterminals.iter().position(|nonterminal| nonterminal.name == item.name);
    let missing = |name: &Ident| Error::new(name.span(), format!("the parent language has no nonterminal `{name}`"));
    match (item.change, position) {
        (Change::Add, Some(_)) => {
            Err(Error::new(item.name.span(), format!("the parent language has `{}` already", item.name)))
        }
        (Change::Add, None) => {
            nonterminals.push(define(item)?);
            Ok(())
        }
        (Change::Remove, Some(position)) => {
            nonterminals.remove(position);
            Ok(())
        }
        (Change::Reshape, Some(position)) => {
            let mut new = define(item)?;
            if new.docs.is_empty() {
                new.docs = nonterminals[position].docs.clone();
            }
            nonterminals[position] = new;
            Ok(())
        }
        (Change::Remove | Change::Reshape | Change::Plain, None) => Err(missing(&item.name)),
        (Change::Plain, Some(position)) => {
            let nonterminal = &mut nonterminals[position];
            if !item.common.is_empty() {
                nonterminal.common = item.common;
            }
            if !item.docs.is_empty() {
                nonterminal.docs = item.docs;
            }
            match (&mut nonterminal.shape, item.body) {
                (Shape::Enum(productions), ItemBody::Enum(changes)) => {
                    for (change, production) in changes {
                        change_production(productions, &item.name, change, production)?;
                    }
                    Ok(())
                }
                _ => Err(Error::new(
                    item.name.span(),
                    format!("`{0}` is a struct nonterminal: reshape it whole with `~ {0} = {{ … }}`", item.name),
                )),
            }
        }
    }
}

fn change_production(
    productions: &mut Vec<Production>,
    nonterminal: &Ident,
    change: Change,
    mut production: Production,
) -> Result<()> {
    let name = production.name.clone();
    let position = productions.iter().position(|old| old.name == name);
    match (change, position) {
        (Change::Add, None) => productions.push(production),
        (Change::Remove, Some(position)) => {
            productions.remove(position);
        }
        (Change::Reshape, Some(position)) => {
            let old = &productions[position];
            production.is_var |= old.is_var;
            if production.docs.is_empty() {
                production.docs = old.docs.clone();
            }
            productions[position] = production;
        }
        (Change::Add, Some(_)) => {
            return Err(Error::new(name.span(), format!("`{nonterminal}` has a production `{name}` already")));
        }
        (Change::Remove | Change::Reshape, None) => {
            return Err(Error::new(name.span(), format!("`{nonterminal}` has no production `{name}` in the parent")));
        }
        (Change::Plain, _) => {
            return Err(Error::new(name.span(), "say what changes: `- Gone`, `+ New { … }` or `~ Reshaped { … }`"));
        }
    }
    Ok(())
}

fn check(grammar: &Grammar) -> Result<()> {
    let mut sorts: HashSet<String> = HashSet::from([NAME.into(), BIND.into()]);
    for terminal in &grammar.terminals {
        if matches!(&terminal.ty, Some(syn::Type::Path(ty)) if ty.path.is_ident(&terminal.name)) {
            return Err(Error::new(
                terminal.name.span(),
                "write the path of the Rust type: the name itself becomes an alias for it",
            ));
        }
        if !sorts.insert(terminal.name.to_string()) {
            return Err(Error::new(terminal.name.span(), "this name is taken already"));
        }
    }
    for nonterminal in &grammar.nonterminals {
        if !sorts.insert(nonterminal.name.to_string()) {
            return Err(Error::new(nonterminal.name.span(), "this name is taken already"));
        }
    }
    match grammar.nonterminals.iter().find(|nonterminal| nonterminal.name == grammar.root) {
        Some(Nonterminal { shape: Shape::Struct(_), .. }) => {}
        _ => return Err(Error::new(grammar.root.span(), "the root is a struct nonterminal: `Program = { … }`")),
    }
    let mut vars = 0;
    for nonterminal in &grammar.nonterminals {
        match &nonterminal.shape {
            Shape::Struct(fields) => check_fields(&sorts, &[], fields)?,
            Shape::Enum(productions) => {
                let mut seen = HashSet::new();
                for production in productions {
                    if !seen.insert(production.name.to_string()) {
                        return Err(Error::new(production.name.span(), "a production of this name exists already"));
                    }
                    vars += usize::from(production.is_var);
                    if vars > 1 {
                        return Err(Error::new(production.name.span(), "a language has one `#[var]` production"));
                    }
                    check_fields(&sorts, &nonterminal.common, &production.fields)?;
                }
            }
        }
    }
    Ok(())
}

fn check_fields(sorts: &HashSet<String>, common: &[Field], fields: &[Field]) -> Result<()> {
    let mut seen = HashSet::from(["span".to_string()]);
    for field in common.iter().chain(fields) {
        if !sorts.contains(&field.sort.to_string()) {
            return Err(Error::new(
                field.sort.span(),
                format!("no terminal or nonterminal is called `{}`", field.sort),
            ));
        }
        if !seen.insert(field.name.to_string()) {
            return Err(Error::new(field.name.span(), "a field of this name exists already (`span` is always there)"));
        }
        for target in &field.binds {
            match target {
                Target::Rest if field.count != Count::Many => {
                    return Err(Error::new(field.name.span(), "`..` speaks of the later elements of a list"));
                }
                Target::Rest | Target::Out => {}
                Target::Field(name) => {
                    if !common.iter().chain(fields).any(|other| other.name == *name) {
                        return Err(Error::new(name.span(), format!("no field `{name}` to bind in")));
                    }
                }
            }
        }
    }
    Ok(())
}
