//! Languages as values: the grammar that `language!` has read, and its printed form.

use crate::sexp::Tree;
use crate::{Names, Node, Result};
use std::fmt::Write;

/// A language. `language!` implements this trait.
pub trait Language: Copy + 'static {
    /// The arena that owns the nodes.
    type Arena<'a>: Default;
    /// The type of whole programs.
    type Root<'a>: Node;
    /// The grammar as data.
    const INFO: &'static LanguageInfo;
    /// Shortens the lifetime of nodes. It is the identity, since nodes are covariant.
    fn shorten<'s, 'l: 's>(root: &'s Self::Root<'l>) -> &'s Self::Root<'s>;
    /// Reads a whole program.
    fn read<'a>(tree: &Tree, arena: &'a Self::Arena<'a>) -> Result<Self::Root<'a>>;
    /// Copies a whole program to another arena, and treats names as `names` says.
    fn copy<'a>(root: &Self::Root<'_>, arena: &'a Self::Arena<'a>, names: Names) -> Self::Root<'a>;
}

/// A grammar.
#[derive(Debug)]
pub struct LanguageInfo {
    /// The name as declared: `FirstOrder`.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// The language that this one extends.
    pub parent: Option<fn() -> &'static LanguageInfo>,
    /// The nonterminal of whole programs.
    pub root: &'static str,
    /// All terminals.
    pub terminals: &'static [TerminalInfo],
    /// All nonterminals, including inherited ones.
    pub nonterminals: &'static [NonterminalInfo],
}

/// A terminal.
#[derive(Debug)]
pub struct TerminalInfo {
    /// The name in the grammar.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
}

/// A nonterminal.
#[derive(Debug)]
pub struct NonterminalInfo {
    /// The name.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// Whether it was declared by `= { … }`, and so is a struct.
    pub is_struct: bool,
    /// The number of fields that all productions share. They come first in each production.
    pub common: usize,
    /// The productions. A struct has one, with the struct's name.
    pub productions: &'static [ProductionInfo],
}

/// A production.
#[derive(Debug, PartialEq, Eq)]
pub struct ProductionInfo {
    /// The nonterminal that it belongs to.
    pub nonterminal: &'static str,
    /// The name, such as `ForEach`.
    pub name: &'static str,
    /// The head in S-expressions, such as `for-each`.
    pub head: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// The fields, shared ones first.
    pub fields: &'static [FieldInfo],
}

/// A field of a production.
#[derive(Debug, PartialEq, Eq)]
pub struct FieldInfo {
    /// The name.
    pub name: &'static str,
    /// The terminal or nonterminal that it holds.
    pub sort: &'static str,
    /// Whether it holds one, a list, or an option.
    pub count: FieldCount,
    /// The scope of the names that it binds: other fields of the production, and `..` for later elements of the same
    /// list.
    pub binds: &'static [&'static str],
}

/// The number of nodes that a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldCount {
    /// Exactly one.
    One,
    /// A list.
    Many,
    /// One or none.
    Maybe,
}

impl PartialEq for LanguageInfo {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl LanguageInfo {
    /// Returns the name as written on command lines: `first-order`.
    pub fn key(&self) -> String {
        let mut key = String::new();
        for letter in self.name.chars() {
            if letter.is_uppercase() && !key.is_empty() {
                key.push('-');
            }
            key.extend(letter.to_lowercase());
        }
        key
    }

    /// Returns the nonterminal with this name.
    pub fn nonterminal(&self, name: &str) -> Option<&'static NonterminalInfo> {
        self.nonterminals.iter().find(|nonterminal| nonterminal.name == name)
    }

    /// Prints the whole grammar in the notation of `language!`.
    pub fn show(&self) -> String {
        let mut out = String::new();
        doc(&mut out, "", self.doc);
        let _ = write!(out, "language {}", self.name);
        if let Some(parent) = self.parent {
            let _ = write!(out, " extends {}", parent().name);
        }
        out.push_str(" {\n");
        let terminals: Vec<&str> = self.terminals.iter().map(|terminal| terminal.name).collect();
        let _ = writeln!(out, "    terminals {{ {} }}\n    root {};", terminals.join(", "), self.root);
        for nonterminal in self.nonterminals {
            out.push('\n');
            nonterminal.show(&mut out, "    ");
        }
        out.push_str("}\n");
        out
    }

    /// Returns the whole grammar as JSON, for programs in other languages that read and write its S-expressions:
    ///
    /// ```text
    /// {"name", "key", "doc", "extends", "root", "terminals": [{"name", "doc"}],
    ///  "nonterminals": [{"name", "doc", "productions": [
    ///      {"name", "head", "doc", "fields": [{"name", "sort", "count", "binds"}]}]}]}
    /// ```
    ///
    /// `head` is the head of the production in S-expressions. `count` is `one`, `many` or `maybe`. A sort that is no
    /// nonterminal is a terminal.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::json;
        let field = |field: &FieldInfo| {
            let count = match field.count {
                FieldCount::One => "one",
                FieldCount::Many => "many",
                FieldCount::Maybe => "maybe",
            };
            json!({ "name": field.name, "sort": field.sort, "count": count, "binds": field.binds })
        };
        let production = |production: &ProductionInfo| {
            let fields: Vec<_> = production.fields.iter().map(field).collect();
            json!({ "name": production.name, "head": production.head, "doc": production.doc, "fields": fields })
        };
        let nonterminal = |nonterminal: &NonterminalInfo| {
            let productions: Vec<_> = nonterminal.productions.iter().map(production).collect();
            json!({ "name": nonterminal.name, "doc": nonterminal.doc, "productions": productions })
        };
        let terminal = |terminal: &TerminalInfo| json!({ "name": terminal.name, "doc": terminal.doc });
        json!({
            "name": self.name,
            "key": self.key(),
            "doc": self.doc,
            "extends": self.parent.map(|parent| parent().name),
            "root": self.root,
            "terminals": self.terminals.iter().map(terminal).collect::<Vec<_>>(),
            "nonterminals": self.nonterminals.iter().map(nonterminal).collect::<Vec<_>>(),
        })
    }

    /// Lists the changes from this language to another: removed, added and reshaped productions.
    pub fn diff(&self, other: &LanguageInfo) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "{} -> {}", self.name, other.name);
        for old in self.nonterminals {
            if other.nonterminal(old.name).is_none() {
                let _ = writeln!(out, "  - {}", old.name);
            }
        }
        for new in other.nonterminals {
            let Some(old) = self.nonterminal(new.name) else {
                let _ = writeln!(out, "  + {}", new.name);
                for production in new.productions {
                    let _ = writeln!(out, "    + {}", production.show());
                }
                continue;
            };
            let mut lines = Vec::new();
            for production in old.productions {
                match new.productions.iter().find(|candidate| candidate.name == production.name) {
                    None => lines.push(format!("    - {}", production.show())),
                    Some(same) if same.fields != production.fields => {
                        lines.push(format!("    - {}", production.show()));
                        lines.push(format!("    + {}", same.show()));
                    }
                    Some(_) => {}
                }
            }
            for production in new.productions {
                if !old.productions.iter().any(|candidate| candidate.name == production.name) {
                    lines.push(format!("    + {}", production.show()));
                }
            }
            if !lines.is_empty() {
                let _ = writeln!(out, "  {}\n{}", new.name, lines.join("\n"));
            }
        }
        out
    }
}

fn doc(out: &mut String, indent: &str, text: &str) {
    for line in text.lines() {
        let _ = writeln!(out, "{indent}/// {line}");
    }
}

impl NonterminalInfo {
    fn show(&self, out: &mut String, indent: &str) {
        doc(out, indent, self.doc);
        match self.productions {
            [only] if self.is_struct => {
                let _ = writeln!(out, "{indent}{} = {{ {} }}", self.name, fields(only.fields));
            }
            productions => {
                let common = productions.first().map_or(&[][..], |first| &first.fields[..self.common]);
                let common = if common.is_empty() { String::new() } else { format!("({})", fields(common)) };
                let _ = writeln!(out, "{indent}{}{common} {{", self.name);
                for production in productions {
                    doc(out, &format!("{indent}    "), production.doc);
                    let own = &production.fields[self.common..];
                    let _ = writeln!(out, "{indent}    {} {{ {} }},", production.name, fields(own));
                }
                let _ = writeln!(out, "{indent}}}");
            }
        }
    }
}

impl ProductionInfo {
    /// Prints the production: `Let { pat: Pat binds (body), rhs: Expr, body: Expr }`.
    pub fn show(&self) -> String {
        format!("{} {{ {} }}", self.name, fields(self.fields))
    }
}

fn fields(fields: &[FieldInfo]) -> String {
    let shown: Vec<String> = fields
        .iter()
        .map(|field| {
            let sort = match field.count {
                FieldCount::One => field.sort.to_string(),
                FieldCount::Many => format!("[{}]", field.sort),
                FieldCount::Maybe => format!("{}?", field.sort),
            };
            let binds =
                if field.binds.is_empty() { String::new() } else { format!(" binds ({})", field.binds.join(", ")) };
            format!("{}: {sort}{binds}", field.name)
        })
        .collect();
    shown.join(", ")
}
