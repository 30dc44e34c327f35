//! Generates Rust code from a checked grammar: the typed AST, its traversals, printing and reading.

mod info;
mod lower;
mod node;
mod print;
mod types;
mod visit;

use crate::grammar::{Count, Field, Grammar, Nonterminal, Production, Shape};
use crate::merge::{BIND, NAME};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::HashSet;

/// Returns all items of one language's module.
pub fn language(grammar: &Grammar) -> syn::Result<TokenStream> {
    let model = Model::new(grammar);
    let types = types::items(&model);
    let nodes = node::items(&model);
    let visits = visit::items(&model);
    let info = info::items(&model);
    let prints = print::items(&model)?;
    let lowering = grammar.parent.as_ref().map(|(path, parent)| lower::items(&model, path, &Model::new(parent)));
    let leave_behind = leave_behind(grammar);
    Ok(quote! { #types #nodes #visits #info #prints #lowering #leave_behind })
}

/// Returns the macro that carries the grammar to languages that extend this one. Its name is that of the language, in
/// the name space of macros.
fn leave_behind(grammar: &Grammar) -> TokenStream {
    let name = &grammar.name;
    let hidden = format_ident!("__language_{}", name);
    quote! {
        #[doc(hidden)]
        #[macro_export]
        macro_rules! #hidden {
            ({ $($child:tt)* }) => { ::framework::__extend! { { #grammar } { $($child)* } } };
        }
        #[doc(hidden)]
        pub use #hidden as #name;
    }
}

/// The kind of value that a field holds.
pub enum Sort {
    /// `Name`: the use of a name.
    Name,
    /// `Bind`: a binding occurrence.
    Bind,
    Terminal,
    Node,
}

/// A grammar, with derived facts for the generators.
pub struct Model<'g> {
    pub grammar: &'g Grammar,
    /// Nonterminals with nodes that hold references into the arena.
    borrowing: HashSet<String>,
    /// Nonterminals that may bind names in the production around them.
    exporting: HashSet<String>,
}

/// One constructor of the AST: an enum variant, or a whole struct.
pub struct Case<'g> {
    pub nonterminal: &'g Nonterminal,
    pub production: Option<&'g Production>,
    /// All fields, common ones first.
    pub fields: Vec<&'g Field>,
}

impl<'g> Case<'g> {
    pub fn name(&self) -> &'g Ident {
        self.production.map_or(&self.nonterminal.name, |production| &production.name)
    }

    pub fn is_var(&self) -> bool {
        self.production.is_some_and(|production| production.is_var)
    }

    /// Returns `Expr::Let` or `Param`, under a module path.
    pub fn path(&self, module: &TokenStream) -> TokenStream {
        let nonterminal = &self.nonterminal.name;
        match self.production {
            Some(production) => {
                let production = &production.name;
                quote! { #module #nonterminal::#production }
            }
            None => quote! { #module #nonterminal },
        }
    }

    pub fn field_names(&self) -> Vec<&'g Ident> {
        self.fields.iter().map(|field| &field.name).collect()
    }

    /// Returns the fields whose names are in scope over field `index`. The flag says whether only earlier elements of
    /// the same list bind.
    pub fn scope_of(&self, index: usize) -> Vec<(usize, bool)> {
        use crate::grammar::Target;
        let mut scope = Vec::new();
        for (other, field) in self.fields.iter().enumerate() {
            let whole = field
                .binds
                .iter()
                .any(|target| matches!(target, Target::Field(name) if *name == self.fields[index].name));
            let rest = other == index && field.binds.contains(&Target::Rest);
            if whole || rest {
                scope.push((other, rest && !whole));
            }
        }
        scope
    }
}

impl<'g> Model<'g> {
    fn new(grammar: &'g Grammar) -> Self {
        let mut model = Model { grammar, borrowing: HashSet::new(), exporting: HashSet::new() };
        loop {
            let before = (model.borrowing.len(), model.exporting.len());
            for nonterminal in &grammar.nonterminals {
                for case in model.cases(nonterminal) {
                    for field in &case.fields {
                        if field.count == Count::Many || matches!(model.sort(field), Sort::Node) {
                            model.borrowing.insert(nonterminal.name.to_string());
                        }
                        if field.is_open() && model.exports(field) {
                            model.exporting.insert(nonterminal.name.to_string());
                        }
                    }
                }
            }
            if before == (model.borrowing.len(), model.exporting.len()) {
                return model;
            }
        }
    }

    pub fn cases(&self, nonterminal: &'g Nonterminal) -> Vec<Case<'g>> {
        match &nonterminal.shape {
            Shape::Struct(fields) => vec![Case { nonterminal, production: None, fields: fields.iter().collect() }],
            Shape::Enum(productions) => productions
                .iter()
                .map(|production| Case {
                    nonterminal,
                    production: Some(production),
                    fields: nonterminal.common.iter().chain(&production.fields).collect(),
                })
                .collect(),
        }
    }

    pub fn sort(&self, field: &Field) -> Sort {
        if field.sort == NAME {
            Sort::Name
        } else if field.sort == BIND {
            Sort::Bind
        } else if self.grammar.terminals.iter().any(|terminal| terminal.name == field.sort) {
            Sort::Terminal
        } else {
            Sort::Node
        }
    }

    /// Whether this field's value may hold binding occurrences whose scope is outside of the field.
    pub fn exports(&self, field: &Field) -> bool {
        match self.sort(field) {
            Sort::Bind => true,
            Sort::Node => self.exporting.contains(&field.sort.to_string()),
            Sort::Name | Sort::Terminal => false,
        }
    }

    pub fn borrows(&self, nonterminal: &Ident) -> bool {
        self.borrowing.contains(&nonterminal.to_string())
    }

    /// Returns `Expr<'a>`, or `Dim` if the nodes hold no reference.
    pub fn node_type(&self, name: &Ident, lifetime: &TokenStream) -> TokenStream {
        if self.borrows(name) {
            quote! { #name<#lifetime> }
        } else {
            quote! { #name }
        }
    }

    pub fn item_type(&self, field: &Field, lifetime: &TokenStream) -> TokenStream {
        let sort = &field.sort;
        match self.sort(field) {
            Sort::Name | Sort::Bind => quote! { ::framework::Name },
            Sort::Terminal => quote! { #sort },
            Sort::Node => self.node_type(sort, lifetime),
        }
    }

    pub fn field_type(&self, field: &Field, lifetime: &TokenStream) -> TokenStream {
        let item = self.item_type(field, lifetime);
        let node = matches!(self.sort(field), Sort::Node);
        match (field.count, node) {
            (Count::Many, _) => quote! { &#lifetime [#item] },
            (Count::One, true) => quote! { &#lifetime #item },
            (Count::One, false) => item,
            (Count::Maybe, true) => quote! { ::core::option::Option<&#lifetime #item> },
            (Count::Maybe, false) => quote! { ::core::option::Option<#item> },
        }
    }

    /// Returns the nonterminal with the `#[var]` production, which substitution replaces.
    pub fn variable(&self) -> Option<&'g Nonterminal> {
        self.grammar.nonterminals.iter().find(|nonterminal| self.cases(nonterminal).iter().any(Case::is_var))
    }
}

/// Turns `ForEach` into `for_each`, for names of methods.
pub fn snake(name: &Ident) -> String {
    separated(&name.to_string(), '_')
}

/// Turns `ForEach` into `for-each`, for heads of S-expressions.
pub fn kebab(name: &Ident) -> String {
    separated(&name.to_string(), '-')
}

fn separated(name: &str, separator: char) -> String {
    let mut out = String::new();
    for (position, letter) in name.char_indices() {
        if letter.is_uppercase() && position > 0 {
            out.push(separator);
        }
        out.extend(letter.to_lowercase());
    }
    out
}

pub fn docs_text(docs: &[syn::Attribute]) -> String {
    let lines: Vec<String> = docs
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            syn::Meta::NameValue(syn::MetaNameValue {
                value: syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }),
                ..
            }) => Some(text.value().trim().to_string()),
            _ => None,
        })
        .collect();
    lines.join("\n")
}
