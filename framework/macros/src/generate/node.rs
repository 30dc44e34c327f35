//! Generates `Node` and the inherent methods of nodes: production, names and scopes, renaming copy, printing and
//! reading.

use super::{Case, Model, Sort, kebab};
use crate::grammar::{Count, Field, Nonterminal, Shape};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

pub fn items(model: &Model) -> TokenStream {
    let impls = model.grammar.nonterminals.iter().map(|nonterminal| node(model, nonterminal));
    let variable = match model.variable() {
        Some(nonterminal) => {
            let ty = model.node_type(&nonterminal.name, &quote! { 'b });
            if model.borrows(&nonterminal.name) {
                ty
            } else {
                quote! { ::framework::Static<'b, #ty> }
            }
        }
        None => quote! { ::framework::NoVariable<'b> },
    };
    quote! {
        /// The type that substitution puts in place of a variable.
        pub type Replacement<'b> = #variable;
        #(#impls)*
    }
}

fn node(model: &Model, nonterminal: &Nonterminal) -> TokenStream {
    let name = &nonterminal.name;
    let borrows = model.borrows(name);
    let ty = model.node_type(name, &quote! { 'a });
    let out = model.node_type(name, &quote! { 'b });
    let generics = if borrows {
        quote! { <'a> }
    } else {
        TokenStream::new()
    };
    let cases = model.cases(nonterminal);
    let empty = TokenStream::new();

    let span = match nonterminal.shape {
        Shape::Struct(_) => quote! { self.span },
        Shape::Enum(_) if cases.is_empty() => quote! { match *self {} },
        Shape::Enum(_) => quote! { self.span() },
    };
    let index = cases.iter().enumerate().map(|(index, case)| {
        let path = case.path(&empty);
        quote! { #path { .. } => #index }
    });
    let exports = cases.iter().map(|case| {
        let path = case.path(&empty);
        let fields = case.field_names();
        let body =
            case.fields.iter().filter(|field| field.is_open()).map(|field| export(model, field, &quote! { out }));
        quote! { #path { span: _, #(#fields),* } => { #(#body)* } }
    });
    let walks = cases.iter().map(|case| {
        let path = case.path(&empty);
        let fields = case.field_names();
        let body = (0..case.fields.len()).map(|index| walk(model, case, index));
        quote! { #path { span, #(#fields),* } => { let _ = span; #(#body)* } }
    });
    let copies = cases.iter().map(|case| copy(model, case));
    let writes = cases.iter().map(|case| {
        let path = case.path(&empty);
        let fields = case.field_names();
        let head = kebab(case.name());
        let items = case.fields.iter().map(|field| write(model, field));
        quote! {
            #path { span, #(#fields),* } => ::framework::sexp::Tree::node(#head, *span, vec![#(#items),*])
        }
    });
    let reads = cases.iter().map(|case| {
        let path = case.path(&empty);
        let head = kebab(case.name());
        let count = case.fields.len();
        let items = case.fields.iter().map(|field| read(model, field));
        quote! {
            #head => {
                let mut fields = ::framework::sexp::Fields::new(tree, #count)?;
                Ok(#path { span: fields.span(), #(#items),* })
            }
        }
    });
    let nonterminal_text = name.to_string();
    quote! {
        #[allow(unused_variables, clippy::all)]
        impl #generics ::framework::Node for #ty {
            fn span(&self) -> ::framework::Span { #span }
            fn production(&self) -> &'static ::framework::ProductionInfo {
                let index: usize = match self { #(#index,)* };
                &info::#name[index]
            }
            fn exports(&self, out: &mut ::std::vec::Vec<::framework::Name>) {
                match self { #(#exports)* }
            }
            fn walk(&self, walker: &mut dyn ::framework::Walker) {
                walker.node(self.production(), ::framework::Node::span(self));
                match self { #(#walks)* }
                walker.leave();
            }
            fn to_tree(&self) -> ::framework::sexp::Tree {
                match self { #(#writes,)* }
            }
        }
        #[allow(unused_variables, unused_mut, clippy::all)]
        impl #generics #ty {
            /// Copies the node to another arena (or the same), and changes names as `renaming` says.
            pub fn copy_into<'b>(
                &self, arena: &'b Arena<'b>, renaming: &mut ::framework::Renaming<'b, Replacement<'b>>,
            ) -> #out {
                match self { #(#copies)* }
            }
            /// Reads a node from an S-expression. Errors name the place and the expected production.
            pub fn from_tree<'b>(tree: &::framework::sexp::Tree, arena: &'b Arena<'b>) -> ::framework::Result<#out> {
                ::framework::stack::check(::framework::Span::NONE)?;
                match tree.head(#nonterminal_text)? {
                    #(#reads)*
                    other => Err(tree.unknown(#nonterminal_text, other)),
                }
            }
        }
    }
}

/// Returns an item of a node field as a plain reference: options hold references, lists hold nodes.
fn each_item(model: &Model, field: &Field) -> TokenStream {
    match (model.sort(field), field.count) {
        (Sort::Node, Count::Maybe) => quote! { *item },
        _ => quote! { item },
    }
}

/// Returns code that collects the names which a field binds in its surroundings.
fn export(model: &Model, field: &Field, out: &TokenStream) -> TokenStream {
    let name = &field.name;
    if !model.exports(field) {
        return TokenStream::new();
    }
    match (model.sort(field), field.count) {
        (Sort::Bind, Count::One) => quote! { #out.push(*#name); },
        (Sort::Bind, _) => quote! { #out.extend(#name.iter().copied()); },
        (_, Count::One) => quote! { ::framework::Node::exports(*#name, &mut *#out); },
        (_, _) => {
            let item = each_item(model, field);
            quote! { for item in #name.iter() { ::framework::Node::exports(#item, &mut *#out); } }
        }
    }
}

fn walk(model: &Model, case: &Case, index: usize) -> TokenStream {
    let field = case.fields[index];
    let name = &field.name;
    let item = |item: TokenStream| match model.sort(field) {
        Sort::Name => quote! { walker.name(*#item, *span); },
        Sort::Bind => quote! { walker.binder(*#item, *span); },
        Sort::Node => quote! { ::framework::Node::walk(#item, walker); },
        Sort::Terminal => TokenStream::new(),
    };
    if matches!(model.sort(field), Sort::Terminal) {
        return TokenStream::new();
    }
    let scope = case.scope_of(index);
    let whole =
        scope.iter().filter(|(_, rest)| !rest).map(|(other, _)| export(model, case.fields[*other], &quote! { names }));
    let rest = scope.iter().any(|(_, rest)| *rest);
    let visit = match field.count {
        Count::One if matches!(model.sort(field), Sort::Node) => item(quote! { *#name }),
        Count::One => item(quote! { #name }),
        Count::Maybe | Count::Many => {
            let each = item(each_item(model, field));
            let then = if rest {
                match model.sort(field) {
                    Sort::Node => quote! {
                        let mut names = ::std::vec::Vec::new();
                        ::framework::Node::exports(item, &mut names);
                        walker.bind(&names);
                        bound.extend(names);
                    },
                    _ => quote! { walker.bind(&[*item]); bound.push(*item); },
                }
            } else {
                TokenStream::new()
            };
            quote! { for item in #name.iter() { #each #then } }
        }
    };
    if scope.is_empty() {
        return visit;
    }
    quote! {
        {
            let mut names: ::std::vec::Vec<::framework::Name> = ::std::vec::Vec::new();
            {
                let names = &mut names;
                #(#whole)*
            }
            walker.bind(&names);
            let mut bound = names;
            #visit
            walker.unbind(&bound);
        }
    }
}

/// Returns code that copies a production. It renames the names that the fields bind once, and then their uses in scope.
fn copy(model: &Model, case: &Case) -> TokenStream {
    let path = case.path(&TokenStream::new());
    let fields = case.field_names();
    let binders: Vec<usize> = (0..case.fields.len())
        .filter(|index| !case.fields[*index].binds.is_empty() && model.exports(case.fields[*index]))
        .collect();
    let renamed = |index: usize| format_ident!("renamed_{}", case.fields[index].name);
    let prepare = binders.iter().map(|index| {
        let variable = renamed(*index);
        let export = export(model, case.fields[*index], &quote! { names });
        // Names whose scope is outside of the production were renamed by the production around it.
        let choose = if case.fields[*index].is_open() {
            quote! { chosen }
        } else {
            quote! { choose }
        };
        quote! {
            let #variable = {
                let mut names = ::std::vec::Vec::new();
                { let names = &mut names; #export }
                renaming.#choose(names)
            };
        }
    });
    let copied = (0..case.fields.len()).map(|index| {
        let field = case.fields[index];
        let name = &field.name;
        let own = (binders.contains(&index) && !case.fields[index].is_open()).then(|| renamed(index));
        let scope: Vec<_> = case
            .scope_of(index)
            .iter()
            .filter(|(other, _)| binders.contains(other))
            .map(|(other, _)| renamed(*other))
            .collect();
        // With `..`, an element in front of the binding one cannot use the name, in programs of unique names. So the
        // names of the whole list are in scope.
        let item = |item: TokenStream| match model.sort(field) {
            Sort::Name => quote! { renaming.name(*#item) },
            Sort::Bind => quote! { renaming.binder(*#item) },
            Sort::Node => quote! { #item.copy_into(arena, renaming) },
            Sort::Terminal => quote! { *#item },
        };
        let node = matches!(model.sort(field), Sort::Node);
        let each = item(quote! { item });
        let value = match (field.count, node) {
            (Count::One, true) => {
                let copy = item(quote! { #name });
                quote! { { let copy = #copy; &*arena.alloc(copy) } }
            }
            (Count::One, false) => item(quote! { #name }),
            (Count::Maybe, true) => quote! {
                match #name { Some(item) => { let copy = #each; Some(&*arena.alloc(copy)) } None => None }
            },
            (Count::Maybe, false) => quote! { match #name { Some(item) => Some(#each), None => None } },
            (Count::Many, _) => quote! {
                {
                    let mut items = ::std::vec::Vec::with_capacity(#name.len());
                    for item in #name.iter() { items.push(#each); }
                    arena.slice(items)
                }
            },
        };
        let enter_own = own.iter().map(|variable| quote! { renaming.push_binders(&#variable); });
        let leave_own = own.iter().map(|variable| quote! { renaming.pop_binders(&#variable); });
        let enter = scope.iter().map(|variable| quote! { renaming.push(&#variable); });
        let leave = scope.iter().rev().map(|variable| quote! { renaming.pop(&#variable); });
        quote! {
            #(#enter)* #(#enter_own)*
            let #name = #value;
            #(#leave_own)* #(#leave)*
        }
    });
    let replace = case.is_var().then(|| {
        let name = case.fields.iter().find(|field| matches!(model.sort(field), Sort::Name)).map(|field| &field.name);
        name.map(|name| {
            let copy = if model.borrows(&case.nonterminal.name) {
                quote! { replacement }
            } else {
                quote! { replacement.0 }
            };
            quote! { if let Some(replacement) = renaming.replacement(*#name) { return #copy; } }
        })
    });
    quote! {
        #path { span, #(#fields),* } => {
            #replace
            #(#prepare)*
            #(#copied)*
            #path { span: *span, #(#fields),* }
        }
    }
}

fn write(model: &Model, field: &Field) -> TokenStream {
    let name = &field.name;
    let item = |item: TokenStream| match model.sort(field) {
        Sort::Node => quote! { ::framework::Node::to_tree(#item) },
        _ => quote! { ::framework::sexp::Tree::leaf(::framework::Terminal::write(#item)) },
    };
    let each = item(each_item(model, field));
    match (field.count, model.sort(field)) {
        (Count::One, Sort::Node) => item(quote! { *#name }),
        (Count::One, _) => item(quote! { #name }),
        (Count::Maybe, _) => quote! {
            match #name { Some(item) => #each, None => ::framework::sexp::Tree::Absent }
        },
        (Count::Many, _) => quote! { ::framework::sexp::Tree::List(#name.iter().map(|item| #each).collect()) },
    }
}

fn read(model: &Model, field: &Field) -> TokenStream {
    let name = &field.name;
    let sort = &field.sort;
    let item = |tree: TokenStream| match model.sort(field) {
        Sort::Node => quote! { #sort::from_tree(#tree, arena)? },
        Sort::Name | Sort::Bind => quote! { ::framework::sexp::terminal::<::framework::Name>(#tree)? },
        Sort::Terminal => quote! { ::framework::sexp::terminal::<#sort>(#tree)? },
    };
    let node = matches!(model.sort(field), Sort::Node);
    let each = item(quote! { item });
    let value = match (field.count, node) {
        (Count::One, true) => quote! { { let item = fields.next()?; let node = #each; &*arena.alloc(node) } },
        (Count::One, false) => quote! { { let item = fields.next()?; #each } },
        (Count::Maybe, true) => quote! {
            match fields.next_maybe()? { Some(item) => { let node = #each; Some(&*arena.alloc(node)) } None => None }
        },
        (Count::Maybe, false) => quote! { match fields.next_maybe()? { Some(item) => Some(#each), None => None } },
        (Count::Many, _) => quote! {
            {
                let list = fields.next_list()?;
                let mut items = ::std::vec::Vec::with_capacity(list.len());
                for item in list { items.push(#each); }
                arena.slice(items)
            }
        },
    };
    quote! { #name: #value }
}
