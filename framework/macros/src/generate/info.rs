//! Generates the grammar as data: names, documentation and fields of every production. `languages show`, `languages
//! diff` and diagnostics use it.

use super::{Model, docs_text, kebab};
use crate::grammar::{Count, Field, Target};
use proc_macro2::TokenStream;
use quote::quote;

pub fn items(model: &Model) -> TokenStream {
    let grammar = model.grammar;
    let name = &grammar.name;
    let vis = &grammar.vis;
    let docs = &grammar.docs;
    let language_name = name.to_string();
    let language_doc = docs_text(docs);
    let root = &grammar.root;
    let root_text = root.to_string();
    let root_ty = model.node_type(root, &quote! { 'a });
    let parent = match &grammar.parent {
        Some((module, parent)) => {
            let parent = &parent.name;
            quote! { Some(|| <#module::#parent as ::framework::Language>::INFO) }
        }
        None => quote! { None },
    };
    let terminals = grammar.terminals.iter().map(|terminal| {
        let name = terminal.name.to_string();
        let doc = docs_text(&terminal.docs);
        quote! { ::framework::TerminalInfo { name: #name, doc: #doc } }
    });
    let tables = grammar.nonterminals.iter().map(|nonterminal| {
        let name = &nonterminal.name;
        let productions = model.cases(nonterminal).into_iter().map(|case| {
            let production = case.name().to_string();
            let head = kebab(case.name());
            let doc = docs_text(case.production.map_or(&nonterminal.docs, |production| &production.docs));
            let fields = case.fields.iter().map(|field| info(field));
            let of = nonterminal.name.to_string();
            quote! {
                ::framework::ProductionInfo {
                    nonterminal: #of, name: #production, head: #head, doc: #doc, fields: &[#(#fields),*]
                }
            }
        });
        quote! { pub static #name: &[::framework::ProductionInfo] = &[#(#productions),*]; }
    });
    let nonterminals = grammar.nonterminals.iter().map(|nonterminal| {
        let name = &nonterminal.name;
        let text = name.to_string();
        let doc = docs_text(&nonterminal.docs);
        let is_struct = matches!(nonterminal.shape, crate::grammar::Shape::Struct(_));
        let common = nonterminal.common.len();
        quote! {
            ::framework::NonterminalInfo {
                name: #text, doc: #doc, is_struct: #is_struct, common: #common, productions: info::#name
            }
        }
    });
    quote! {
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        pub mod info { #(#tables)* }

        #(#docs)*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #vis struct #name;

        impl ::framework::Language for #name {
            type Arena<'a> = Arena<'a>;
            type Root<'a> = #root_ty;
            const INFO: &'static ::framework::LanguageInfo = {
                // A static, since languages are identified by address. A constant may have several addresses.
                static LANGUAGE: ::framework::LanguageInfo = ::framework::LanguageInfo {
                    name: #language_name,
                    doc: #language_doc,
                    parent: #parent,
                    root: #root_text,
                    terminals: &[#(#terminals),*],
                    nonterminals: &[#(#nonterminals),*],
                };
                &LANGUAGE
            };
            fn shorten<'s, 'l: 's>(root: &'s Self::Root<'l>) -> &'s Self::Root<'s> { root }
            fn read<'a>(tree: &::framework::sexp::Tree, arena: &'a Self::Arena<'a>) -> ::framework::Result<Self::Root<'a>> {
                #root::from_tree(tree, arena)
            }
            fn copy<'a>(root: &Self::Root<'_>, arena: &'a Self::Arena<'a>, names: ::framework::Names) -> Self::Root<'a> {
                root.copy_into(arena, &mut ::framework::Renaming::new(names))
            }
        }
    }
}

fn info(field: &Field) -> TokenStream {
    let name = field.name.to_string();
    let sort = field.sort.to_string();
    let count = match field.count {
        Count::One => quote! { One },
        Count::Many => quote! { Many },
        Count::Maybe => quote! { Maybe },
    };
    let binds = field.binds.iter().map(|target| match target {
        Target::Rest => "..".to_string(),
        Target::Out => "out".to_string(),
        Target::Field(name) => name.to_string(),
    });
    quote! {
        ::framework::FieldInfo { name: #name, sort: #sort, count: ::framework::FieldCount::#count, binds: &[#(#binds),*] }
    }
}
