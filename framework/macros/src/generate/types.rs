//! Generates the enums, the structs and the arena.

use super::{Model, snake};
use crate::grammar::{Count, Shape};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeMap;

pub fn items(model: &Model) -> TokenStream {
    let aliases = aliases(model);
    let nodes = model.grammar.nonterminals.iter().map(|nonterminal| {
        let docs = &nonterminal.docs;
        let name = &nonterminal.name;
        let lifetime = quote! { 'a };
        let ty = model.node_type(name, &lifetime);
        let derives = quote! { #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)] };
        let fallback = docs.is_empty().then(|| quote! { #[allow(missing_docs)] });
        let field = |field: &crate::grammar::Field| {
            let docs = &field.docs;
            let name = &field.name;
            let ty = model.field_type(field, &quote! { 'a });
            (docs.clone(), name.clone(), ty)
        };
        match &nonterminal.shape {
            Shape::Struct(fields) => {
                let fields = fields.iter().map(|f| {
                    let (docs, name, ty) = field(f);
                    quote! { #(#docs)* pub #name: #ty }
                });
                quote! {
                    #(#docs)* #fallback #derives
                    #[allow(missing_docs)]
                    pub struct #ty { pub span: ::framework::Span, #(#fields),* }
                }
            }
            Shape::Enum(productions) => {
                let variants = productions.iter().map(|production| {
                    let docs = &production.docs;
                    let name = &production.name;
                    let fields = nonterminal.common.iter().chain(&production.fields).map(|f| {
                        let (docs, name, ty) = field(f);
                        quote! { #(#docs)* #name: #ty }
                    });
                    quote! { #(#docs)* #name { span: ::framework::Span, #(#fields),* } }
                });
                quote! {
                    #(#docs)* #derives
                    #[allow(missing_docs)]
                    pub enum #ty { #(#variants),* }
                }
            }
        }
    });
    let accessors = model.grammar.nonterminals.iter().map(|nonterminal| accessors(model, nonterminal));
    let arena = arena(model);
    quote! { #(#aliases)* #(#nodes)* #(#accessors)* #arena }
}

/// Returns aliases such as `pub type Prim = PrimType;`. An inherited terminal is an alias of the parent's alias, so a
/// child needs no imports.
fn aliases(model: &Model) -> Vec<TokenStream> {
    model
        .grammar
        .terminals
        .iter()
        .map(|terminal| {
            let name = &terminal.name;
            let target = match (&terminal.ty, &model.grammar.parent) {
                (Some(ty), _) => quote! { #ty },
                (None, Some((module, _))) => quote! { #module::#name },
                (None, None) => quote! { #name },
            };
            let docs = &terminal.docs;
            let text = format!("The terminal `{name}`.");
            let docs = if docs.is_empty() {
                quote! { #[doc = #text] }
            } else {
                quote! { #(#docs)* }
            };
            quote! { #docs pub type #name = #target; }
        })
        .collect()
}

fn accessors(model: &Model, nonterminal: &crate::grammar::Nonterminal) -> TokenStream {
    let name = &nonterminal.name;
    let ty = model.node_type(name, &quote! { 'a });
    let generics = if model.borrows(name) {
        quote! { <'a> }
    } else {
        TokenStream::new()
    };
    let Shape::Enum(productions) = &nonterminal.shape else { return TokenStream::new() };
    if productions.is_empty() {
        return TokenStream::new();
    }
    let variants: Vec<&Ident> = productions.iter().map(|production| &production.name).collect();
    let methods = nonterminal.common.iter().map(|field| {
        let field_name = &field.name;
        let ty = model.field_type(field, &quote! { 'a });
        let docs = format!("Returns the field `{field_name}`, which every production has.");
        quote! {
            #[doc = #docs]
            pub fn #field_name(&self) -> #ty {
                match self { #(#name::#variants { #field_name, .. })|* => *#field_name }
            }
        }
    });
    quote! {
        impl #generics #ty {
            /// Returns the place in the source from which the node came.
            pub fn span(&self) -> ::framework::Span {
                match self { #(#name::#variants { span, .. })|* => *span }
            }
            /// Returns the same node with another place.
            pub fn at(mut self, place: ::framework::Span) -> Self {
                match &mut self { #(#name::#variants { span, .. })|* => *span = place }
                self
            }
            #(#methods)*
        }
    }
}

fn arena(model: &Model) -> TokenStream {
    let lifetime = quote! { 'a };
    // The key is the printed type: two terminals may stand for one Rust type, but each name has one arena.
    let mut slots: BTreeMap<String, (Ident, TokenStream)> = BTreeMap::new();
    for nonterminal in &model.grammar.nonterminals {
        let ty = model.node_type(&nonterminal.name, &lifetime);
        slots.insert(nonterminal.name.to_string(), (format_ident!("{}_nodes", snake(&nonterminal.name)), ty));
        for case in model.cases(nonterminal) {
            for field in case.fields {
                if field.count == Count::Many && !matches!(model.sort(field), super::Sort::Node) {
                    let (key, ty) = match model.sort(field) {
                        super::Sort::Name | super::Sort::Bind => ("Name".to_string(), quote! { ::framework::Name }),
                        _ => {
                            let sort = &field.sort;
                            (sort.to_string(), quote! { #sort })
                        }
                    };
                    slots
                        .insert(format!("{key}_list"), (format_ident!("{}_lists", snake(&format_ident!("{key}"))), ty));
                }
            }
        }
    }
    let names: Vec<&Ident> = slots.values().map(|(name, _)| name).collect();
    let types: Vec<&TokenStream> = slots.values().map(|(_, ty)| ty).collect();
    quote! {
        /// The arena of the nodes of one program.
        #[derive(Default)]
        pub struct Arena<'a> {
            #(#names: ::framework::typed_arena::Arena<#types>,)*
            lifetime: ::core::marker::PhantomData<&'a ()>,
        }
        impl<'a> Arena<'a> {
            /// Allocates a node.
            pub fn alloc<T>(&'a self, node: T) -> &'a T where Self: ::framework::Allocates<T> {
                ::framework::Allocates::slot(self).alloc(node)
            }
            /// Allocates a list of nodes.
            pub fn slice<T>(&'a self, nodes: impl ::core::iter::IntoIterator<Item = T>) -> &'a [T]
            where Self: ::framework::Allocates<T> {
                ::framework::Allocates::slot(self).alloc_extend(nodes)
            }
        }
        #(impl<'a> ::framework::Allocates<#types> for Arena<'a> {
            fn slot(&self) -> &::framework::typed_arena::Arena<#types> { &self.#names }
        })*
    }
}
