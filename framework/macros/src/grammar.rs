//! The syntax of `language!`: parses declarations, and leaves checks to `merge`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, LitStr, Path, Token, Type, Visibility, braced, bracketed, parenthesized, token};

/// A whole grammar: the input of the generator, and of the extension by a child language.
#[derive(Clone)]
pub struct Grammar {
    pub docs: Vec<Attribute>,
    pub vis: Visibility,
    pub name: Ident,
    /// The parent language, if this one extends another: its module path and its grammar.
    pub parent: Option<(Path, Box<Grammar>)>,
    pub terminals: Vec<Terminal>,
    pub root: Ident,
    pub nonterminals: Vec<Nonterminal>,
}

/// A terminal: a name for a Rust type that implements `framework::Terminal`.
#[derive(Clone)]
pub struct Terminal {
    pub docs: Vec<Attribute>,
    pub name: Ident,
    /// The Rust type. `None` for an inherited terminal, which uses the parent's alias.
    pub ty: Option<Type>,
}

#[derive(Clone)]
pub struct Nonterminal {
    pub docs: Vec<Attribute>,
    /// The concrete syntax of a struct: `#[text("…")]`.
    pub text: Option<LitStr>,
    pub name: Ident,
    pub common: Vec<Field>,
    pub shape: Shape,
}

#[derive(Clone)]
pub enum Shape {
    /// `Param = { … }`: a nonterminal with a single, nameless production; a Rust struct.
    Struct(Vec<Field>),
    /// `Expr { … }`: a Rust enum.
    Enum(Vec<Production>),
}

#[derive(Clone)]
pub struct Production {
    pub docs: Vec<Attribute>,
    /// The concrete syntax: `#[text("…")]`.
    pub text: Option<LitStr>,
    /// Whether the production stands for a variable, which substitution replaces.
    pub is_var: bool,
    pub name: Ident,
    pub fields: Vec<Field>,
}

#[derive(Clone)]
pub struct Field {
    pub docs: Vec<Attribute>,
    pub name: Ident,
    pub sort: Ident,
    pub count: Count,
    pub binds: Vec<Target>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Count {
    One,
    Many,
    Maybe,
}

/// A part of the scope of the names that a field binds.
#[derive(Clone, PartialEq, Eq)]
pub enum Target {
    /// `..`: the later elements of the same list.
    Rest,
    /// `out`: the scope of the production itself, as for a field without `binds`.
    Out,
    /// A field of the same production, possibly the binding field itself.
    Field(Ident),
}

impl Field {
    /// Whether the names that the field binds are in scope outside of its production.
    pub fn is_open(&self) -> bool {
        self.binds.is_empty() || self.binds.contains(&Target::Out)
    }
}

/// A declaration as the user wrote it: a grammar, or the changes to a parent's grammar.
pub struct Declaration {
    pub docs: Vec<Attribute>,
    pub vis: Visibility,
    pub name: Ident,
    pub extends: Option<Path>,
    pub terminals: Vec<Terminal>,
    pub root: Option<Ident>,
    pub items: Vec<Item>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// No sign: a definition in a first language, or changes to a nonterminal in a child language.
    Plain,
    Remove,
    Add,
    Reshape,
}

pub struct Item {
    pub change: Change,
    pub docs: Vec<Attribute>,
    pub text: Option<LitStr>,
    pub name: Ident,
    pub common: Vec<Field>,
    pub body: ItemBody,
}

pub enum ItemBody {
    /// Nothing follows the name, as in `- Pat;`.
    Nothing,
    Struct(Vec<Field>),
    Enum(Vec<(Change, Production)>),
}

pub struct Extension {
    pub parent: Declaration,
    pub child: Declaration,
}

fn docs(input: ParseStream) -> syn::Result<Vec<Attribute>> {
    Attribute::parse_outer(input)
}

/// Takes `#[text("…")]` out of the attributes.
fn take_text(attributes: &mut Vec<Attribute>) -> syn::Result<Option<LitStr>> {
    let Some(at) = attributes.iter().position(|attribute| attribute.path().is_ident("text")) else { return Ok(None) };
    attributes.remove(at).parse_args().map(Some)
}

fn change(input: ParseStream) -> syn::Result<Change> {
    Ok(if input.peek(Token![-]) {
        input.parse::<Token![-]>()?;
        Change::Remove
    } else if input.peek(Token![+]) {
        input.parse::<Token![+]>()?;
        Change::Add
    } else if input.peek(Token![~]) {
        input.parse::<Token![~]>()?;
        Change::Reshape
    } else {
        Change::Plain
    })
}

fn separators(input: ParseStream) -> syn::Result<()> {
    while input.peek(Token![,]) || input.peek(Token![;]) {
        if input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
        } else {
            input.parse::<Token![;]>()?;
        }
    }
    Ok(())
}

fn keyword(input: ParseStream, word: &str) -> syn::Result<bool> {
    let fork = input.fork();
    if fork.parse::<Ident>().is_ok_and(|ident| ident == word) {
        input.parse::<Ident>()?;
        return Ok(true);
    }
    Ok(false)
}

impl Parse for Field {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let docs = docs(input)?;
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let (sort, mut count) = if input.peek(token::Bracket) {
            let content;
            bracketed!(content in input);
            (content.parse()?, Count::Many)
        } else {
            (input.parse()?, Count::One)
        };
        if input.peek(Token![?]) {
            let mark = input.parse::<Token![?]>()?;
            if count == Count::Many {
                return Err(syn::Error::new_spanned(mark, "a list may be empty: it needs no `?`"));
            }
            count = Count::Maybe;
        }
        let mut binds = Vec::new();
        if keyword(input, "binds")? {
            if input.peek(token::Paren) {
                let content;
                parenthesized!(content in input);
                while !content.is_empty() {
                    if content.peek(Token![..]) {
                        content.parse::<Token![..]>()?;
                        binds.push(Target::Rest);
                    } else if keyword(&content, "out")? {
                        binds.push(Target::Out);
                    } else {
                        binds.push(Target::Field(content.parse()?));
                    }
                    if !content.is_empty() {
                        content.parse::<Token![,]>()?;
                    }
                }
            } else {
                binds.push(Target::Field(input.parse()?));
            }
        }
        Ok(Field { docs, name, sort, count, binds })
    }
}

fn fields(input: ParseStream) -> syn::Result<Vec<Field>> {
    let mut fields = Vec::new();
    while !input.is_empty() {
        fields.push(input.parse()?);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(fields)
}

fn production(input: ParseStream, change: Change) -> syn::Result<Production> {
    let mut attributes = docs(input)?;
    let is_var = attributes.iter().any(|attribute| attribute.path().is_ident("var"));
    let text = take_text(&mut attributes)?;
    attributes.retain(|attribute| attribute.path().is_ident("doc"));
    let name = input.parse()?;
    let fields = if change != Change::Remove && input.peek(token::Brace) {
        let content;
        braced!(content in input);
        fields(&content)?
    } else {
        Vec::new()
    };
    Ok(Production { docs: attributes, text, is_var, name, fields })
}

impl Parse for Declaration {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let language_docs = docs(input)?;
        let vis = input.parse()?;
        if !keyword(input, "language")? {
            return Err(input.error("expected `language NAME { … }`"));
        }
        let name = input.parse()?;
        let extends = if keyword(input, "extends")? { Some(input.parse()?) } else { None };
        let content;
        braced!(content in input);
        let mut declaration = Declaration {
            docs: language_docs,
            vis,
            name,
            extends,
            terminals: Vec::new(),
            root: None,
            items: Vec::new(),
        };
        while !content.is_empty() {
            let mut item_docs = docs(&content)?;
            if content.peek(Ident::peek_any) && keyword(&content, "terminals")? {
                let list;
                braced!(list in content);
                while !list.is_empty() {
                    let docs = docs(&list)?;
                    if list.peek(Token![+]) {
                        list.parse::<Token![+]>()?;
                    }
                    let name = list.parse()?;
                    let ty = if list.peek(Token![:]) {
                        list.parse::<Token![:]>()?;
                        Some(list.parse()?)
                    } else {
                        None
                    };
                    declaration.terminals.push(Terminal { docs, name, ty });
                    separators(&list)?;
                }
                separators(&content)?;
                continue;
            }
            if keyword(&content, "root")? {
                declaration.root = Some(content.parse()?);
                separators(&content)?;
                continue;
            }
            let change = change(&content)?;
            item_docs.extend(docs(&content)?);
            let text = take_text(&mut item_docs)?;
            let name = content.parse()?;
            let common = if content.peek(token::Paren) {
                let list;
                parenthesized!(list in content);
                fields(&list)?
            } else {
                Vec::new()
            };
            let body = if content.peek(Token![=]) {
                content.parse::<Token![=]>()?;
                let list;
                braced!(list in content);
                ItemBody::Struct(fields(&list)?)
            } else if content.peek(token::Brace) {
                let list;
                braced!(list in content);
                let mut productions = Vec::new();
                while !list.is_empty() {
                    let mut docs = docs(&list)?;
                    let change = self::change(&list)?;
                    let mut production = production(&list, change)?;
                    let is_var = docs.iter().any(|attribute| attribute.path().is_ident("var"));
                    let text = take_text(&mut docs)?;
                    docs.retain(|attribute| attribute.path().is_ident("doc"));
                    docs.append(&mut production.docs);
                    production.docs = docs;
                    production.is_var |= is_var;
                    production.text = text.or(production.text);
                    productions.push((change, production));
                    separators(&list)?;
                }
                ItemBody::Enum(productions)
            } else {
                ItemBody::Nothing
            };
            declaration.items.push(Item { change, docs: item_docs, text, name, common, body });
            separators(&content)?;
        }
        Ok(declaration)
    }
}

use syn::ext::IdentExt;

impl Parse for Extension {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let parent;
        braced!(parent in input);
        let parent = parent.parse()?;
        let child;
        braced!(child in input);
        Ok(Extension { parent, child: child.parse()? })
    }
}

/// Prints a whole grammar as a declaration again, the input of a child's extension.
impl ToTokens for Grammar {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Grammar { docs, vis, name, terminals, root, nonterminals, .. } = self;
        let terminals = terminals.iter().map(|Terminal { docs, name, .. }| quote! { #(#docs)* #name });
        tokens.extend(quote! {
            #(#docs)* #vis language #name { terminals { #(#terminals),* } root #root; #(#nonterminals)* }
        });
    }
}

impl ToTokens for Nonterminal {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Nonterminal { docs, text, name, common, shape } = self;
        let text = text.iter();
        let common = if common.is_empty() { None } else { Some(quote! { (#(#common),*) }) };
        tokens.extend(match shape {
            Shape::Struct(fields) => quote! { #(#docs)* #(#[text(#text)])* #name = { #(#fields),* } },
            Shape::Enum(productions) => quote! { #(#docs)* #name #common { #(#productions),* } },
        });
    }
}

impl ToTokens for Production {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Production { docs, text, is_var, name, fields } = self;
        let text = text.iter();
        let var = is_var.then(|| quote! { #[var] });
        tokens.extend(quote! { #(#docs)* #(#[text(#text)])* #var #name { #(#fields),* } });
    }
}

impl ToTokens for Field {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Field { docs, name, sort, count, binds } = self;
        let sort = match count {
            Count::One => quote! { #sort },
            Count::Many => quote! { [#sort] },
            Count::Maybe => quote! { #sort? },
        };
        let binds = if binds.is_empty() {
            None
        } else {
            let targets = binds.iter().map(|target| match target {
                Target::Rest => quote! { .. },
                Target::Out => quote! { out },
                Target::Field(name) => quote! { #name },
            });
            Some(quote! { binds (#(#targets),*) })
        };
        tokens.extend(quote! { #(#docs)* #name: #sort #binds });
    }
}
