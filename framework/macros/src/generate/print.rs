//! Generates `Print`: the concrete syntax of a language as a trait. Its default methods print the texts that the
//! grammar declares by `#[text("…")]`.
//!
//! A text is printed literally, except for fields in braces:
//!
//! | in a text | prints |
//! |---|---|
//! | `{rhs}` | a node, a name or a terminal; an optional one only if it is present |
//! | `{body:block}` | a node in braces, on lines of its own |
//! | `{label:quoted}` | a terminal as a string literal |
//! | `{args:list}` | the items of a list, separated by commas |
//! | `{args:tuple}` | the same in parentheses, unless there is exactly one item |
//! | `{dims:boxes}` | each item in brackets |
//! | `{stms:lines}`, `{ops:below}` | each item with a line break behind it, or in front of it |
//! | `{totals:below total}` | each item with a line break and a word in front of it |
//! | `{params = inits:list}` | the items of two lists in pairs |
//! | `{if certs}…{else}…{end}` | the first text if a flag, list or optional field is set, else the second |
//! | `{nest}…{end}`, `{line}` | indented lines, a line break |
//! | `{{`, `}}` | braces |
//!
//! A production without a text is a required method. Any method can be overridden.

use super::{Case, Model, Sort, snake};
use crate::grammar::{Count, Field, Shape};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Error, LitStr, Result};

pub fn items(model: &Model) -> Result<TokenStream> {
    let texts = |case: &Case| text(case).is_some();
    if !model.grammar.nonterminals.iter().any(|nonterminal| model.cases(nonterminal).iter().any(texts)) {
        return Ok(TokenStream::new());
    }
    let (mut methods, mut defaults) = (Vec::new(), Vec::new());
    for nonterminal in &model.grammar.nonterminals {
        let ty = model.node_type(&nonterminal.name, &quote! { '_ });
        let method = format_ident!("print_{}", snake(&nonterminal.name));
        let default = format_ident!("default_print_{}", snake(&nonterminal.name));
        let mut arms = Vec::new();
        for case in model.cases(nonterminal) {
            let path = case.path(&TokenStream::new());
            match (text(&case), case.production) {
                (Some(text), _) => {
                    let fields = case.field_names();
                    let doc = Parser::new(model, &case, text).whole()?;
                    arms.push(quote! { #path { #(#fields,)* .. } => { #doc } });
                }
                (None, Some(production)) => {
                    let required = format_ident!("{method}_{}", snake(&production.name));
                    let docs = format!("{} `{}` has no text in the grammar.", nonterminal.name, production.name);
                    methods.push(quote! {
                        #[doc = #docs]
                        fn #required(&self, node: &#ty) -> ::framework::print::Doc;
                    });
                    arms.push(quote! { #path { .. } => printer.#required(node), });
                }
                (None, None) => {}
            }
        }
        if matches!(nonterminal.shape, Shape::Struct(_)) && arms.is_empty() {
            let docs = format!("`{}` has no text in the grammar.", nonterminal.name);
            methods.push(quote! {
                #[doc = #docs]
                fn #method(&self, node: &#ty) -> ::framework::print::Doc;
            });
            continue;
        }
        methods.push(quote! {
            fn #method(&self, node: &#ty) -> ::framework::print::Doc { #default(self, node) }
        });
        let docs = format!("The default implementation of `{method}`: the text in the grammar.");
        defaults.push(quote! {
            #[doc = #docs]
            #[allow(unused_variables, clippy::all)]
            pub fn #default<P: Print + ?Sized>(printer: &P, node: &#ty) -> ::framework::print::Doc {
                match node { #(#arms)* }
            }
        });
    }
    let docs = format!(
        "A printer of `{}` programs. It prints the texts in the grammar; productions without a text are required methods.",
        model.grammar.name
    );
    Ok(quote! {
        #[doc = #docs]
        #[allow(missing_docs)]
        pub trait Print { #(#methods)* }
        #(#defaults)*
    })
}

fn text<'g>(case: &Case<'g>) -> Option<&'g LitStr> {
    match case.production {
        Some(production) => production.text.as_ref(),
        None => case.nonterminal.text.as_ref(),
    }
}

/// Turns the text of a production into an expression for its document.
struct Parser<'m, 'g> {
    model: &'m Model<'g>,
    case: &'m Case<'g>,
    rest: String,
    span: Span,
}

impl<'m, 'g> Parser<'m, 'g> {
    fn new(model: &'m Model<'g>, case: &'m Case<'g>, text: &LitStr) -> Self {
        Parser { model, case, rest: text.value(), span: text.span() }
    }

    fn whole(mut self) -> Result<TokenStream> {
        let (doc, end) = self.sequence()?;
        match end {
            None => Ok(doc),
            Some(word) => Err(self.error(format!("`{{{word}}}` ends nothing"))),
        }
    }

    fn error(&self, message: String) -> Error {
        Error::new(self.span, message)
    }

    /// Parses a text up to its end or to `{end}` or `{else}`, which it returns, too.
    fn sequence(&mut self) -> Result<(TokenStream, Option<String>)> {
        let mut parts: Vec<TokenStream> = Vec::new();
        let mut literal = String::new();
        let end = loop {
            let Some(next) = self.rest.chars().next() else { break None };
            self.rest.drain(..next.len_utf8());
            if matches!(next, '{' | '}') && self.rest.starts_with(next) {
                self.rest.drain(..1);
                literal.push(next);
                continue;
            }
            match next {
                '{' => {}
                '}' => return Err(self.error("`}` without `{`: a brace is written `}}`".into())),
                _ => {
                    literal.push(next);
                    continue;
                }
            }
            let Some(close) = self.rest.find('}') else { return Err(self.error("`{` without `}`".into())) };
            let word: String = self.rest.drain(..=close).collect();
            let word = word.trim_end_matches('}').trim().to_string();
            if !literal.is_empty() {
                let text = std::mem::take(&mut literal);
                parts.push(quote! { ::framework::print::text(#text) });
            }
            if matches!(word.as_str(), "end" | "else") {
                break Some(word);
            }
            parts.push(self.part(&word)?);
        };
        if !literal.is_empty() {
            parts.push(quote! { ::framework::print::text(#literal) });
        }
        let doc = quote! { ::framework::print::Doc::nil() #(.append(#parts))* };
        Ok((doc, end))
    }

    fn part(&mut self, word: &str) -> Result<TokenStream> {
        if word == "line" {
            return Ok(quote! { ::framework::print::Doc::hardline() });
        }
        if word == "nest" {
            let (doc, end) = self.sequence()?;
            self.closed(end, "nest")?;
            return Ok(quote! { (#doc).nest(2) });
        }
        if let Some(name) = word.strip_prefix("if ") {
            let condition = self.condition(name.trim())?;
            let (yes, end) = self.sequence()?;
            let (no, end) = match end.as_deref() {
                Some("else") => self.sequence()?,
                _ => (quote! { ::framework::print::Doc::nil() }, end),
            };
            self.closed(end, "if")?;
            return Ok(quote! { (if #condition { #yes } else { #no }) });
        }
        let (name, style) = match word.split_once(':') {
            Some((name, style)) => (name.trim(), style.trim()),
            None => (word, ""),
        };
        if let Some((left, right)) = name.split_once('=') {
            let (left, right) = (self.field(left.trim())?, self.field(right.trim())?);
            if left.count != Count::Many || right.count != Count::Many {
                return Err(self.error(format!("`{{{word}}}` wants two lists")));
            }
            let (a, b) = (&left.name, &right.name);
            let (left, right) = (self.item(left, quote! { left }), self.item(right, quote! { right }));
            let pairs = quote! {
                #a.iter().zip(#b.iter()).map(|(left, right)| #left.append(::framework::print::text(" = ")).append(#right))
            };
            return self.list(pairs, style);
        }
        let field = self.field(name)?;
        let ident = &field.name;
        match field.count {
            Count::Many => {
                let item = self.item(field, quote! { item });
                self.list(quote! { #ident.iter().map(|item| #item) }, style)
            }
            Count::One => self.single(field, quote! { #ident }, style),
            Count::Maybe => {
                let item = self.single(field, quote! { item }, style)?;
                Ok(quote! { (match #ident { Some(item) => #item, None => ::framework::print::Doc::nil() }) })
            }
        }
    }

    fn closed(&self, end: Option<String>, what: &str) -> Result<()> {
        match end.as_deref() {
            Some("end") => Ok(()),
            _ => Err(self.error(format!("`{{{what}}}` without `{{end}}`"))),
        }
    }

    fn field(&self, name: &str) -> Result<&'g Field> {
        let found = self.case.fields.iter().find(|field| field.name == name);
        found.copied().ok_or_else(|| self.error(format!("`{}` has no field `{name}`", self.case.name())))
    }

    fn condition(&self, name: &str) -> Result<TokenStream> {
        let field = self.field(name)?;
        let ident = &field.name;
        Ok(match field.count {
            Count::Many => quote! { !#ident.is_empty() },
            Count::Maybe => quote! { #ident.is_some() },
            Count::One => quote! { *#ident },
        })
    }

    /// Returns the expression for one node, name or terminal.
    fn item(&self, field: &Field, value: TokenStream) -> TokenStream {
        match self.model.sort(field) {
            Sort::Node => {
                let method = format_ident!("print_{}", snake(&field.sort));
                quote! { printer.#method(#value) }
            }
            Sort::Name | Sort::Bind | Sort::Terminal => quote! { ::framework::print::text(#value.to_string()) },
        }
    }

    fn single(&self, field: &Field, value: TokenStream, style: &str) -> Result<TokenStream> {
        let item = self.item(field, value.clone());
        match (style, self.model.sort(field)) {
            ("", _) => Ok(item),
            ("block", Sort::Node) => Ok(quote! { ::framework::print::block(#item) }),
            ("quoted", Sort::Terminal) => Ok(quote! { ::framework::print::text(format!("{:?}", #value.to_string())) }),
            _ => Err(self.error(format!("`{}` cannot be printed as `{style}`", field.name))),
        }
    }

    fn list(&self, items: TokenStream, style: &str) -> Result<TokenStream> {
        if let Some(word) = style.strip_prefix("below ") {
            let word = format!("{} ", word.trim());
            let items = quote! { #items.map(|item| ::framework::print::text(#word).append(item)) };
            return Ok(quote! { ::framework::print::below(#items) });
        }
        let style = match style {
            "list" | "tuple" | "boxes" | "lines" | "below" => format_ident!("{style}"),
            _ => {
                return Err(
                    self.error(format!("a list is printed as list, tuple, boxes, lines or below, not `{style}`"))
                );
            }
        };
        Ok(quote! { ::framework::print::#style(#items) })
    }
}
