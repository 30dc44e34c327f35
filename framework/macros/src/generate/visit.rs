//! Generates `Visit` and `Rewrite`: traversals inside one language.

use super::{Case, Model, Sort, snake};
use crate::grammar::{Count, Nonterminal};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

pub fn items(model: &Model) -> TokenStream {
    let visit = visit(model);
    let rewrite = rewrite(model);
    quote! { #visit #rewrite }
}

fn visit(model: &Model) -> TokenStream {
    let language = model.grammar.name.to_string();
    let methods = model.grammar.nonterminals.iter().map(|nonterminal| {
        let ty = model.node_type(&nonterminal.name, &quote! { 'a });
        let method = format_ident!("visit_{}", snake(&nonterminal.name));
        let walk = format_ident!("walk_{}", snake(&nonterminal.name));
        quote! { fn #method(&mut self, node: &'a #ty) { #walk(self, node); } }
    });
    let walks = model.grammar.nonterminals.iter().map(|nonterminal| {
        let ty = model.node_type(&nonterminal.name, &quote! { 'a });
        let walk = format_ident!("walk_{}", snake(&nonterminal.name));
        let cases = model.cases(nonterminal);
        let arms = cases.iter().map(|case| {
            let path = case.path(&TokenStream::new());
            let fields = case.fields.iter().filter(|field| matches!(model.sort(field), Sort::Node));
            let names: Vec<_> = fields.clone().map(|field| &field.name).collect();
            let visits = fields.map(|field| {
                let name = &field.name;
                let method = format_ident!("visit_{}", snake(&field.sort));
                match field.count {
                    Count::One => quote! { visitor.#method(#name); },
                    Count::Maybe | Count::Many => quote! { for item in #name.iter() { visitor.#method(item); } },
                }
            });
            quote! { #path { #(#names,)* .. } => { #(#visits)* } }
        });
        quote! {
            /// Visits the children of a node.
            #[allow(unused_variables, clippy::all)]
            pub fn #walk<'a, V: Visit<'a> + ?Sized>(visitor: &mut V, node: &'a #ty) {
                match node { #(#arms)* }
            }
        }
    });
    let docs = format!(
        "A reader of `{language}` programs: override the nonterminals of interest, and call `walk_…` to visit their children."
    );
    quote! {
        #[doc = #docs]
        #[allow(missing_docs)]
        pub trait Visit<'a> { #(#methods)* }
        #(#walks)*
    }
}

fn rewrite(model: &Model) -> TokenStream {
    let language = model.grammar.name.to_string();
    let methods = model.grammar.nonterminals.iter().map(|nonterminal| {
        let from = model.node_type(&nonterminal.name, &quote! { 'a });
        let to = model.node_type(&nonterminal.name, &quote! { 'b });
        let method = format_ident!("rewrite_{}", snake(&nonterminal.name));
        let default = format_ident!("default_rewrite_{}", snake(&nonterminal.name));
        let extend = format_ident!("extend_{}", snake(&nonterminal.name));
        quote! {
            fn #method(&mut self, node: &'a #from) -> ::framework::Result<#to> { #default(self, node) }
            /// Rewrites a node of a list: to one node, unless this is overridden.
            fn #extend(
                &mut self, node: &'a #from, out: &mut ::std::vec::Vec<#to>,
            ) -> ::framework::Result<()> {
                out.push(self.#method(node)?);
                Ok(())
            }
        }
    });
    let defaults = model.grammar.nonterminals.iter().map(|nonterminal| {
        let from = model.node_type(&nonterminal.name, &quote! { 'a });
        let to = model.node_type(&nonterminal.name, &quote! { 'b });
        let default = format_ident!("default_rewrite_{}", snake(&nonterminal.name));
        let cases = model.cases(nonterminal);
        let arms = cases.iter().map(|case| rebuild(model, case, &TokenStream::new(), &TokenStream::new(), "rewrite"));
        quote! {
            /// Rebuilds a node from its rewritten children.
            #[allow(unused_variables, clippy::all)]
            pub fn #default<'a, 'b, R: Rewrite<'a, 'b> + ?Sized>(rewriter: &mut R, node: &'a #from) -> ::framework::Result<#to> {
                ::framework::stack::check(::framework::Node::span(node))?;
                Ok(match node { #(#arms)* })
            }
        }
    });
    let docs = format!(
        "A transformation of `{language}` programs: override the nonterminals of interest; `default_rewrite_…` rebuilds the others. `extend_…` rewrites the nodes of lists."
    );
    quote! {
        #[doc = #docs]
        #[allow(missing_docs)]
        pub trait Rewrite<'a, 'b> {
            /// The arena of the new nodes.
            fn arena(&self) -> &'b Arena<'b>;
            #(#methods)*
        }
        #(#defaults)*
    }
}

/// Returns a match arm that destructures a node of `from`, and builds the same production of `to` from its translated
/// children.
pub fn rebuild(model: &Model, case: &Case, from: &TokenStream, to: &TokenStream, verb: &str) -> TokenStream {
    let source = case.path(from);
    let target = case.path(to);
    let names = case.field_names();
    let values = case.fields.iter().map(|field| {
        let name = &field.name;
        let method = format_ident!("{verb}_{}", snake(&field.sort));
        // Rewriting within a language may make several nodes of one in a list.
        let extend = match verb {
            "rewrite" => {
                let extend = format_ident!("extend_{}", snake(&field.sort));
                quote! { rewriter.#extend(item, &mut items)?; }
            }
            _ => quote! { items.push(rewriter.#method(item)?); },
        };
        let value = match (model.sort(field), field.count) {
            (Sort::Node, Count::One) => {
                quote! { { let node = rewriter.#method(#name)?; &*rewriter.arena().alloc(node) } }
            }
            (Sort::Node, Count::Maybe) => quote! {
                match #name {
                    Some(item) => { let node = rewriter.#method(item)?; Some(&*rewriter.arena().alloc(node)) }
                    None => None,
                }
            },
            (Sort::Node, Count::Many) => quote! {
                {
                    let mut items = ::std::vec::Vec::with_capacity(#name.len());
                    for item in #name.iter() { #extend }
                    rewriter.arena().slice(items)
                }
            },
            (_, Count::Many) => quote! { rewriter.arena().slice(#name.iter().copied()) },
            _ => quote! { *#name },
        };
        quote! { #name: #value }
    });
    quote! { #source { span, #(#names),* } => #target { span: *span, #(#values),* }, }
}

/// Whether two nonterminals have the same fields in a production, so that a default copy keeps its meaning.
pub fn same_fields(a: &Case, b: &Case) -> bool {
    a.fields.len() == b.fields.len()
        && a.fields
            .iter()
            .zip(&b.fields)
            .all(|(a, b)| a.name == b.name && a.sort == b.sort && a.count == b.count && a.binds == b.binds)
}

/// Returns the nonterminal of the same name in another language.
pub fn counterpart<'g>(model: &Model<'g>, nonterminal: &Nonterminal) -> Option<&'g Nonterminal> {
    model.grammar.nonterminals.iter().find(|other| other.name == nonterminal.name)
}
