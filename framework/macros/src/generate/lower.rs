//! Generates `Lower` (from the parent to this language) and `Embed` (back). Default methods carry over shared
//! productions; the other methods are required.

use super::visit::{counterpart, rebuild, same_fields};
use super::{Case, Model, Sort, snake};
use crate::grammar::{Count, Nonterminal, Shape};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Path;

pub fn items(child: &Model, module: &Path, parent: &Model) -> TokenStream {
    let above = quote! { #module:: };
    let here = TokenStream::new();
    let names = (parent.grammar.name.to_string(), child.grammar.name.to_string());
    let lower_docs = format!(
        "From `{}` to `{}`: carries over shared productions; each production that is gone or reshaped is a required method.",
        names.0, names.1
    );
    let embed_docs = format!(
        "From `{}` back to `{}`: carries over shared productions; each production that is new or reshaped is a required method.",
        names.1, names.0
    );
    let lower = Names { name: "Lower", verb: "lower", missing: "Gone", docs: &lower_docs };
    let lower = translation((parent, &above), (child, &here), &lower);
    let embed = Names { name: "Embed", verb: "embed", missing: "Added", docs: &embed_docs };
    let embed = translation((child, &here), (parent, &above), &embed);
    quote! { #lower #embed }
}

/// The names of one of the two traits and of everything that belongs to it.
struct Names<'n> {
    name: &'n str,
    verb: &'n str,
    /// The prefix of the structs for productions that the other language lacks.
    missing: &'n str,
    docs: &'n str,
}

fn translation(
    (from, from_module): (&Model, &TokenStream),
    (to, to_module): (&Model, &TokenStream),
    names: &Names<'_>,
) -> TokenStream {
    let Names { name, verb, missing, docs } = names;
    let trait_name = format_ident!("{name}");
    let mut methods = Vec::new();
    let mut structs = Vec::new();
    let mut exports = Vec::new();
    let mut defaults = Vec::new();
    for nonterminal in &from.grammar.nonterminals {
        let Some(target) = counterpart(to, nonterminal) else { continue };
        // A nonterminal that is a struct on one side and an enum on the other shares no productions.
        let source_ty = from.node_type(&nonterminal.name, &quote! { 'a });
        let target_ty = to.node_type(&target.name, &quote! { 'b });
        let method = format_ident!("{verb}_{}", snake(&nonterminal.name));
        let default = format_ident!("default_{verb}_{}", snake(&nonterminal.name));
        let mut arms = Vec::new();
        for case in from.cases(nonterminal) {
            match shared(to, target, &case) {
                true => arms.push(rebuild(from, &case, from_module, to_module, verb)),
                false => {
                    let required = required_name(nonterminal, &case);
                    let path = case.path(from_module);
                    let fields = case.field_names();
                    let types = case.fields.iter().map(|field| qualified(from, from_module, field));
                    let doc = format!(
                        "Translates a production: `{}` has no {} `{}` of this shape.",
                        to.grammar.name,
                        nonterminal.name,
                        case.name()
                    );
                    let public = match case.production {
                        Some(production) => format_ident!("{}{}", nonterminal.name, production.name),
                        None => nonterminal.name.clone(),
                    };
                    let hidden = format_ident!("{missing}{public}");
                    let borrows = case
                        .fields
                        .iter()
                        .any(|field| field.count == Count::Many || matches!(from.sort(field), Sort::Node));
                    let lifetime = if borrows {
                        quote! { <'a> }
                    } else {
                        TokenStream::new()
                    };
                    let struct_doc =
                        format!("The fields of {} `{}` of `{}`.", nonterminal.name, case.name(), from.grammar.name);
                    structs.push(quote! {
                        #[doc = #struct_doc]
                        #[derive(Clone, Copy, Debug)]
                        #[allow(missing_docs)]
                        pub struct #hidden #lifetime { pub span: ::framework::Span, #(pub #fields: #types),* }
                    });
                    exports.push(quote! { #hidden as #public });
                    methods.push(quote! {
                        #[doc = #doc]
                        fn #required(&mut self, node: #hidden #lifetime) -> ::framework::Result<#to_module #target_ty>;
                    });
                    arms.push(quote! {
                        #path { span, #(#fields),* } => rewriter.#required(#hidden { span: *span, #(#fields: *#fields),* })?,
                    });
                }
            }
        }
        methods.push(quote! {
            fn #method(&mut self, node: &'a #from_module #source_ty) -> ::framework::Result<#to_module #target_ty> {
                #default(self, node)
            }
        });
        let doc = format!("The default implementation of `{method}`.");
        defaults.push(quote! {
            #[doc = #doc]
            #[allow(unused_variables, clippy::all)]
            pub fn #default<'a, 'b, R: #trait_name<'a, 'b> + ?Sized>(
                rewriter: &mut R, node: &'a #from_module #source_ty,
            ) -> ::framework::Result<#to_module #target_ty> {
                ::framework::stack::check(::framework::Node::span(node))?;
                Ok(match node { #(#arms)* })
            }
        });
    }
    let module = format_ident!("{}", missing.to_lowercase());
    let module_docs = format!(
        "Productions of `{}` that `{}` lacks, or has with other fields: the arguments of the required methods of [`{name}`].",
        from.grammar.name, to.grammar.name
    );
    quote! {
        #(#structs)*
        #[doc = #module_docs]
        pub mod #module {
            pub use super::{#(#exports),*};
        }
        #[doc = #docs]
        #[allow(missing_docs)]
        pub trait #trait_name<'a, 'b> {
            /// The arena of the new nodes.
            fn arena(&self) -> &'b #to_module Arena<'b>;
            #(#methods)*
        }
        #(#defaults)*
    }
}

fn shared(to: &Model, target: &Nonterminal, case: &Case) -> bool {
    let find = match (&target.shape, case.production) {
        (Shape::Struct(fields), None) => {
            Some(Case { nonterminal: target, production: None, fields: fields.iter().collect() })
        }
        (Shape::Enum(productions), Some(production)) => {
            productions.iter().find(|other| other.name == production.name).map(|production| Case {
                nonterminal: target,
                production: Some(production),
                fields: target.common.iter().chain(&production.fields).collect(),
            })
        }
        _ => None,
    };
    find.is_some_and(|other| {
        same_fields(case, &other)
            && case.fields.iter().all(|field| {
                !matches!(to.sort(field), super::Sort::Node)
                    || to.grammar.nonterminals.iter().any(|nonterminal| nonterminal.name == field.sort)
            })
    })
}

fn required_name(nonterminal: &Nonterminal, case: &Case) -> syn::Ident {
    match case.production {
        Some(production) => format_ident!("{}_{}", snake(&nonterminal.name), snake(&production.name)),
        None => format_ident!("{}_node", snake(&nonterminal.name)),
    }
}

fn qualified(model: &Model, module: &TokenStream, field: &crate::grammar::Field) -> TokenStream {
    use crate::grammar::Count;
    let item = match model.sort(field) {
        super::Sort::Name | super::Sort::Bind => quote! { ::framework::Name },
        super::Sort::Terminal => {
            let sort = &field.sort;
            quote! { #module #sort }
        }
        super::Sort::Node => {
            let ty = model.node_type(&field.sort, &quote! { 'a });
            quote! { #module #ty }
        }
    };
    match (field.count, matches!(model.sort(field), super::Sort::Node)) {
        (Count::Many, _) => quote! { &'a [#item] },
        (Count::One, true) => quote! { &'a #item },
        (Count::One, false) => item,
        (Count::Maybe, true) => quote! { ::core::option::Option<&'a #item> },
        (Count::Maybe, false) => quote! { ::core::option::Option<#item> },
    }
}
