//! The procedural macro of the framework: `language!` turns a grammar into a typed AST with its traversals.
//!
//! The macro is used through the `framework` crate, whose documentation shows the syntax and the generated items.

mod generate;
mod grammar;
mod merge;

use proc_macro::TokenStream;
use quote::quote;

/// Declares a language. See the `framework` crate for the syntax.
///
/// A language that `extends` another is completed in a second step. The parent's declaration has left behind a macro,
/// which passes the parent's grammar and this declaration to `__extend!`. So extension works across files and crates.
#[proc_macro]
pub fn language(input: TokenStream) -> TokenStream {
    let tokens = proc_macro2::TokenStream::from(input.clone());
    let declaration = syn::parse_macro_input!(input as grammar::Declaration);
    match &declaration.extends {
        Some(parent) => quote! { #parent! { { #tokens } } }.into(),
        None => finish(merge::complete(declaration)),
    }
}

/// The second step of an extension. Its input is `{ parent's whole grammar } { child's declaration }`.
#[doc(hidden)]
#[proc_macro]
pub fn __extend(input: TokenStream) -> TokenStream {
    let pair = syn::parse_macro_input!(input as grammar::Extension);
    finish(merge::extend(pair.parent, pair.child))
}

fn finish(grammar: syn::Result<grammar::Grammar>) -> TokenStream {
    match grammar.and_then(|grammar| generate::language(&grammar)) {
        Ok(tokens) => tokens.into(),
        Err(error) => error.to_compile_error().into(),
    }
}
