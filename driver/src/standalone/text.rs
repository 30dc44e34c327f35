//! The functions of a program as they are written, with their types.
//!
//! As with Futhark's compiler, callers know the definition of a type abbreviation only if it stands at the top of a
//! file: not those in modules, in `local`, nor what a module type hides.

use super::written::{Argument, Written};
use framework::{Owned, Symbol};
use languages::source::{Attr, Dec, ModExp, Pat, Size, Source, Type, TypeArg, size_text};
use passes::source::import_path;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A function as it is written. `None` stands for types that are not written.
#[derive(Default)]
pub struct Head {
    /// The types of the parameters.
    pub params: Vec<Option<Written>>,
    /// The type of the result.
    pub result: Option<Written>,
    /// The attributes.
    pub attributes: Vec<String>,
}

/// The functions of a program's own file.
#[derive(Default)]
pub struct Text {
    heads: BTreeMap<String, Head>,
}

/// The names of types and modules in a scope. Types without a definition are those that callers do not know.
#[derive(Default, Clone)]
struct Scope {
    types: BTreeMap<Symbol, Option<Rc<Written>>>,
    modules: BTreeMap<Symbol, Rc<Scope>>,
}

impl Scope {
    fn add(&mut self, other: &Scope) {
        self.types.extend(other.types.iter().map(|(name, meaning)| (*name, meaning.clone())));
        self.modules.extend(other.modules.iter().map(|(name, module)| (*name, module.clone())));
    }

    /// The same names, behind a module type: it may hide all definitions.
    fn hidden(&self) -> Scope {
        Scope {
            types: self.types.keys().map(|name| (*name, None)).collect(),
            modules: self.modules.iter().map(|(name, module)| (*name, Rc::new(module.hidden()))).collect(),
        }
    }

    fn module(&self, path: &[Symbol]) -> Option<&Scope> {
        path.iter().try_fold(self, |scope, name| scope.modules.get(name).map(Rc::as_ref))
    }
}

/// Reads declarations in their order.
struct Walk<'w> {
    /// The file, which imports are relative to.
    path: Symbol,
    /// What the files before this one export.
    files: &'w BTreeMap<String, Rc<Scope>>,
    /// Whether this is the top of a file.
    top: bool,
    /// What is in scope, and what other files or modules see of it.
    scope: Scope,
    exports: Scope,
    text: Text,
}

impl Text {
    /// What a program's files say.
    pub fn of(program: &Owned<Source>) -> Text {
        let mut files = BTreeMap::new();
        let mut text = Text::default();
        // Files come after what they import.
        for file in program.root().files {
            let (scope, exports) = Default::default();
            let mut walk = Walk { path: file.path, files: &files, top: true, scope, exports, text: Text::default() };
            file.decs.iter().for_each(|dec| walk.declaration(dec, &mut Vec::new(), false));
            let exports = Rc::new(walk.exports);
            text = walk.text;
            files.insert(file.path.as_str().to_string(), exports);
        }
        text
    }

    /// A function, if the file defines it.
    pub fn head(&self, entry: &str) -> Option<&Head> {
        self.heads.get(entry)
    }
}

impl Walk<'_> {
    fn declaration(&mut self, dec: &Dec<'_>, attributes: &mut Vec<String>, local: bool) {
        match dec {
            // Any function may be an entry point, by an option.
            Dec::Value { name, params, ret, .. } if self.top => {
                let head = Head {
                    params: params.iter().map(|param| self.annotation(param)).collect(),
                    result: ret.as_ref().map(|ty| self.written(ty)),
                    attributes: std::mem::take(attributes),
                };
                self.text.heads.insert(name.base.as_str().to_string(), head);
            }
            Dec::Abbreviation { name, rhs, .. } => {
                let meaning = (self.top && !local).then(|| Rc::new(self.written(rhs)));
                self.declare(&Scope { types: [(name.base, meaning)].into(), ..Scope::default() }, local);
            }
            Dec::Module { name, params: [], sig, body, .. } => {
                let module = self.module(body);
                let module = if sig.is_some() { module.hidden() } else { module };
                self.declare(&Scope { modules: [(name.base, Rc::new(module))].into(), ..Scope::default() }, local);
            }
            Dec::Open { module, .. } => {
                let module = self.module(module);
                self.declare(&module, local);
            }
            Dec::Import { path, .. } => {
                let file = self.imported(*path);
                self.declare(&file, true);
            }
            Dec::Attributed { attr, dec, .. } => {
                attributes.push(attribute(attr));
                self.declaration(dec, attributes, local);
            }
            Dec::Local { dec, .. } => self.declaration(dec, attributes, true),
            Dec::Documented { dec, .. } => self.declaration(dec, attributes, local),
            _ => {}
        }
    }

    fn declare(&mut self, names: &Scope, local: bool) {
        self.scope.add(names);
        if !local {
            self.exports.add(names);
        }
    }

    fn imported(&self, path: Symbol) -> Scope {
        let file = self.files.get(&import_path(self.path.as_str(), path.as_str()));
        file.map_or_else(Scope::default, |file| (**file).clone())
    }

    /// The names in a module. Those of applied parametric modules are not found.
    fn module(&self, module: &ModExp<'_>) -> Scope {
        match module {
            ModExp::ModName { path, .. } => self.scope.module(path).cloned().unwrap_or_default(),
            ModExp::ModAscribe { module, .. } => self.module(module).hidden(),
            ModExp::ModBody { decs, .. } => {
                let (scope, text) = (self.scope.clone(), Text::default());
                let exports = Scope::default();
                let mut inner = Walk { path: self.path, files: self.files, top: false, scope, exports, text };
                decs.iter().for_each(|dec| inner.declaration(dec, &mut Vec::new(), false));
                inner.exports
            }
            ModExp::ModImport { path, .. } => self.imported(*path),
            ModExp::ModLambda { .. } | ModExp::ModApply { .. } => Scope::default(),
        }
    }

    /// The type of a parameter's pattern.
    fn annotation(&self, pat: &Pat<'_>) -> Option<Written> {
        match pat {
            Pat::PatAscribe { ty, .. } => Some(self.written(ty)),
            Pat::PatAttributed { pat, .. } => self.annotation(pat),
            _ => None,
        }
    }

    fn written(&self, ty: &Type<'_>) -> Written {
        let all = |types: &[Type<'_>]| types.iter().map(|ty| self.written(ty)).collect();
        match ty {
            Type::TypeName { name, .. } => {
                let meaning = self.scope.types.get(&name.base).cloned().flatten();
                Written::Name(name.base.as_str().to_string(), meaning)
            }
            Type::TypeQualified { path, name, .. } => {
                let meaning = self.scope.module(path).and_then(|module| module.types.get(name).cloned().flatten());
                let parts: Vec<&str> = path.iter().chain([name]).map(|part| part.as_str()).collect();
                Written::Name(parts.join("."), meaning)
            }
            Type::TypeApply { func, args, .. } => self.applied(func, args),
            Type::TypeArray { size, elem, .. } => Written::Array(size_text(size), Rc::new(self.written(elem))),
            Type::TypeTuple { elems, .. } => Written::Tuple(all(elems)),
            Type::TypeRecord { fields, .. } => {
                let mut fields: Vec<(Symbol, Written)> =
                    fields.iter().map(|field| (field.label, self.written(field.ty))).collect();
                fields.sort_by_key(|(label, _)| label.as_str());
                Written::Record(fields)
            }
            Type::TypeSum { cases, .. } => {
                let mut cases: Vec<(Symbol, Vec<Written>)> =
                    cases.iter().map(|case| (case.tag, all(case.payload))).collect();
                cases.sort_by_key(|(tag, _)| tag.as_str());
                Written::Sum(cases)
            }
            Type::TypeExists { sizes, body, .. } => {
                let sizes: String = sizes.iter().map(|size| format!("[{}]", size.name.base)).collect();
                Written::Sized(format!("?{sizes}."), Rc::new(self.written(body)), String::new())
            }
            Type::TypeUnique { body, .. } => Written::Unique(Rc::new(self.written(body))),
            Type::TypeArrow { param, from, to, .. } => {
                Written::Arrow(param.map(|name| name.base), Rc::new(self.written(from)), Rc::new(self.written(to)))
            }
        }
    }

    /// An abbreviation with arguments. Sizes at the end are no part of its name.
    fn applied(&self, func: &Type<'_>, args: &[TypeArg<'_>]) -> Written {
        let last = args.iter().rposition(|arg| matches!(arg, TypeArg::ArgType { .. })).map_or(0, |at| at + 1);
        let (args, sizes) = args.split_at(last);
        let mut ty = self.written(func);
        if !args.is_empty() {
            let args = args.iter().map(|arg| match arg {
                TypeArg::ArgSize { size, .. } => Argument::Size(size_text(size)),
                TypeArg::ArgType { ty, .. } => Argument::Type(self.written(ty)),
            });
            ty = Written::Apply(Rc::new(ty), args.collect());
        }
        let sizes: String = sizes.iter().filter_map(size).map(|size| format!(" {}", size_text(size))).collect();
        if sizes.is_empty() { ty } else { Written::Sized(String::new(), Rc::new(ty), sizes) }
    }
}

fn size<'a>(arg: &'a TypeArg<'a>) -> Option<&'a Size<'a>> {
    match arg {
        TypeArg::ArgSize { size, .. } => Some(size),
        TypeArg::ArgType { .. } => None,
    }
}

/// The text of an attribute, without its brackets.
fn attribute(attr: &Attr<'_>) -> String {
    match attr {
        Attr::Atom { name, .. } => name.as_str().to_string(),
        Attr::Number { value, .. } => value.to_string(),
        Attr::Compound { name, args, .. } => {
            let args: Vec<String> = args.iter().map(attribute).collect();
            format!("{name}({})", args.join(", "))
        }
    }
}
