//! The concrete syntax of `Source`. A printed program parses to the same program.

use framework::{Name, Symbol};
use pretty::{Arena, DocAllocator, DocBuilder};

use super::precedence;
use super::{
    Arm, Attr, Dec, Dim, Exp, File, LoopForm, ModExp, ModParam, ModType, Pat, Program, Size, SizeBinder, Spec, Step,
    Type, TypeArg, TypeParam,
};
use crate::prim::{Digits, PrimValue};

/// The width of the text in columns.
const WIDTH: usize = 120;

/// Levels of binding strength. Those of infix operators, by precedence, are between the other two.
mod level {
    pub const OPEN: u8 = 0;
    pub const ASCRIPTION: u8 = 1;
    pub const RANGE: u8 = 2;
    /// The level of an infix operator is this plus its precedence.
    pub const INFIX: u8 = 2;
    pub const PREFIX: u8 = 20;
    pub const APPLICATION: u8 = 21;
    pub const ATOM: u8 = 22;
}

type Doc<'d> = DocBuilder<'d, Arena<'d>>;

/// Prints the program's own declarations, without the prelude; with `only`, just the declarations of this name.
pub fn program(root: &Program<'_>, only: Option<&str>) -> String {
    let arena = Arena::new();
    let printer = Printer { d: &arena };
    let files = root.files.iter().filter(|file| !file.prelude).map(|file| printer.file(file, only));
    let doc = arena.intersperse(files, arena.hardline());
    format!("{}", doc.pretty(WIDTH))
}

/// Prints declarations.
pub fn declarations(decs: &[Dec<'_>]) -> String {
    let arena = Arena::new();
    let printer = Printer { d: &arena };
    let doc = printer.declarations(decs);
    format!("{}\n", doc.pretty(WIDTH))
}

/// Prints a type.
pub fn type_text(ty: &Type<'_>) -> String {
    let arena = Arena::new();
    let doc = Printer { d: &arena }.ty(ty);
    format!("{}", doc.pretty(WIDTH))
}

/// Prints a size in its brackets, on one line.
pub fn size_text(size: &Size<'_>) -> String {
    let arena = Arena::new();
    let doc = Printer { d: &arena }.size(size);
    format!("{}", doc.pretty(usize::MAX))
}

#[derive(Clone, Copy)]
struct Printer<'d> {
    d: &'d Arena<'d>,
}

/// Whether a name consists of operator characters.
fn is_symbol(name: &str) -> bool {
    name.starts_with(|first: char| "+-*/%=!><|&^".contains(first))
}

/// Returns the name that a declaration binds.
fn declared(dec: &Dec<'_>) -> Option<Symbol> {
    match *dec {
        Dec::Value { name, .. } | Dec::Abbreviation { name, .. } => Some(name.base),
        Dec::Module { name, .. } | Dec::ModuleType { name, .. } => Some(name.base),
        Dec::Local { dec, .. } | Dec::Attributed { dec, .. } | Dec::Documented { dec, .. } => declared(dec),
        Dec::Open { .. } | Dec::Import { .. } => None,
    }
}

impl<'d> Printer<'d> {
    fn text(self, text: impl Into<String>) -> Doc<'d> {
        self.d.text(text.into())
    }

    fn nil(self) -> Doc<'d> {
        self.d.nil()
    }

    fn line(self) -> Doc<'d> {
        self.d.line()
    }

    /// Prints items with a separator, and a possible line break after each but the last.
    fn list(self, items: impl IntoIterator<Item = Doc<'d>>, separator: &'static str) -> Doc<'d> {
        self.d.intersperse(items, self.text(separator).append(self.line()))
    }

    fn parens(self, doc: Doc<'d>) -> Doc<'d> {
        doc.nest(1).parens().group()
    }

    fn parens_if(self, wanted: bool, doc: Doc<'d>) -> Doc<'d> {
        if wanted { self.parens(doc) } else { doc }
    }

    /// Prints items between brackets, separated by commas.
    fn enclosed(self, open: &'static str, items: impl IntoIterator<Item = Doc<'d>>, close: &'static str) -> Doc<'d> {
        self.text(open).append(self.list(items, ",").nest(1)).append(close).group()
    }

    /// Prints each item after a space or on a line of its own.
    fn spaced(self, items: impl IntoIterator<Item = Doc<'d>>) -> Doc<'d> {
        self.d.concat(items.into_iter().map(|item| self.line().append(item)))
    }

    /// Prints a name at its binding occurrence.
    fn binder(self, name: Name) -> Doc<'d> {
        let text = name.to_string();
        if is_symbol(&text) { self.text(format!("({text})")) } else { self.text(text) }
    }

    fn path(self, path: &[Symbol]) -> Doc<'d> {
        self.text(path.iter().map(|name| name.as_str()).collect::<Vec<_>>().join("."))
    }

    fn file(self, file: &File<'_>, only: Option<&str>) -> Doc<'d> {
        let wanted = |dec: &&Dec<'_>| only.is_none_or(|only| declared(dec).is_some_and(|name| name.as_str() == only));
        let decs: Vec<_> = file.decs.iter().filter(wanted).copied().collect();
        self.declarations(&decs).append(self.d.hardline())
    }

    fn declarations(self, decs: &[Dec<'_>]) -> Doc<'d> {
        let blank = self.d.hardline().append(self.d.hardline());
        self.d.intersperse(decs.iter().map(|dec| self.declaration(dec)), blank)
    }

    fn documentation(self, doc: Symbol) -> Doc<'d> {
        let lines = doc.as_str().split('\n').enumerate().map(|(index, line)| {
            let start = if index == 0 { "-- | " } else { "-- " };
            self.text(format!("{start}{line}").trim_end().to_string()).append(self.d.hardline())
        });
        self.d.concat(lines)
    }

    fn declaration(self, dec: &Dec<'_>) -> Doc<'d> {
        match *dec {
            Dec::Value { entry, name, type_params, params, ret, body, .. } => {
                let keyword = if entry { "entry " } else { "def " };
                let head = self.function(self.text(keyword).append(self.binder(name)), type_params, params, ret);
                head.append(self.definition(body))
            }
            Dec::Abbreviation { name, lifted, type_params, rhs, .. } => {
                let head = self.text(format!("type{} {name}", lifted.mark())).append(self.type_params(type_params));
                head.append(" =").append(self.line().append(self.ty(rhs)).nest(2)).group()
            }
            Dec::Module { name, params, sig, body, .. } => {
                let params = params.iter().map(|param| self.text(" ").append(self.mod_param(param)));
                let head = self.text(format!("module {name}")).append(self.d.concat(params));
                let sig = sig.map_or(self.nil(), |sig| self.text(" : ").append(self.mod_type(sig)));
                head.append(sig).append(" = ").append(self.mod_exp(body))
            }
            Dec::ModuleType { name, body, .. } => {
                self.text(format!("module type {name} = ")).append(self.mod_type(body))
            }
            Dec::Open { module, .. } => self.text("open ").append(self.mod_exp(module)),
            Dec::Import { path, .. } => self.text(format!("import {}", string_text(path.as_str()))),
            Dec::Local { dec, .. } => self.text("local ").append(self.declaration(dec)),
            Dec::Attributed { attr, dec, .. } => {
                self.attr(attr).append(self.d.hardline()).append(self.declaration(dec))
            }
            Dec::Documented { doc, dec, .. } => self.documentation(doc).append(self.declaration(dec)),
        }
    }

    /// Prints `= e`, on the same line if it fits.
    fn definition(self, body: &Exp<'_>) -> Doc<'d> {
        let body = self.exp(body);
        self.text(" =").append(self.line().append(body).nest(2)).group()
    }

    fn function(self, name: Doc<'d>, type_params: &[TypeParam], params: &[Pat<'_>], ret: Option<&Type<'_>>) -> Doc<'d> {
        let params = self.spaced(params.iter().map(|param| self.pat(param, true)));
        let ret = ret.map_or(self.nil(), |ret| self.text(" : ").append(self.ty(ret)));
        name.append(self.type_params(type_params)).append(params.nest(4)).append(ret).group()
    }

    fn attr(self, attr: &Attr<'_>) -> Doc<'d> {
        self.text("#[").append(self.attr_body(attr)).append("]")
    }

    fn attr_body(self, attr: &Attr<'_>) -> Doc<'d> {
        match *attr {
            Attr::Atom { name, .. } => self.text(name.as_str()),
            Attr::Number { value, .. } => self.text(value.to_string()),
            Attr::Compound { name, args, .. } => {
                let args = args.iter().map(|arg| self.attr_body(arg));
                self.text(name.as_str()).append(self.enclosed("(", args, ")"))
            }
        }
    }

    fn type_params(self, params: &[TypeParam]) -> Doc<'d> {
        self.d.concat(params.iter().map(|param| match *param {
            TypeParam::SizeParam { name, .. } => self.text(format!(" [{name}]")),
            TypeParam::TypeParamNamed { name, lifted, .. } => self.text(format!(" '{}{name}", lifted.mark())),
        }))
    }

    fn ty(self, ty: &Type<'_>) -> Doc<'d> {
        match *ty {
            Type::TypeArrow { param, from, to, .. } => {
                let from = match param {
                    Some(name) => self.text(format!("({name}: ")).append(self.ty(from)).append(")"),
                    None => self.type_term(from),
                };
                from.append(" ->").append(self.line()).append(self.ty(to)).group()
            }
            Type::TypeExists { sizes, body, .. } => {
                self.text("?").append(self.size_binders(sizes)).append(".").append(self.ty(body))
            }
            _ => self.type_term(ty),
        }
    }

    fn size_binders(self, sizes: &[SizeBinder]) -> Doc<'d> {
        self.d.concat(sizes.iter().map(|size| self.text(format!("[{}]", size.name))))
    }

    fn type_term(self, ty: &Type<'_>) -> Doc<'d> {
        match *ty {
            // Two adjacent stars would be the operator `**`.
            Type::TypeUnique { body: body @ Type::TypeUnique { .. }, .. } => {
                self.text("*").append(self.parens(self.type_term(body)))
            }
            Type::TypeUnique { body, .. } => self.text("*").append(self.type_term(body)),
            Type::TypeSum { cases, .. } => {
                let cases = cases.iter().map(|case| {
                    let payload = case.payload.iter().map(|ty| self.text(" ").append(self.type_argument(ty)));
                    self.text(format!("#{}", case.tag)).append(self.d.concat(payload))
                });
                self.d.intersperse(cases, self.line().append("| ")).group()
            }
            Type::TypeApply { func, args, .. } => {
                let args = args.iter().map(|arg| match *arg {
                    TypeArg::ArgSize { size, .. } => self.text(" ").append(self.size(size)),
                    TypeArg::ArgType { ty, .. } => self.text(" ").append(self.type_argument(ty)),
                });
                self.type_atom(func).append(self.d.concat(args))
            }
            _ => self.type_atom(ty),
        }
    }

    /// Prints a type as an argument or operand. `[n]t` needs parentheses there, since it would parse as a size and a
    /// type.
    fn type_argument(self, ty: &Type<'_>) -> Doc<'d> {
        self.parens_if(matches!(ty, Type::TypeArray { .. }), self.type_atom(ty))
    }

    fn type_atom(self, ty: &Type<'_>) -> Doc<'d> {
        match *ty {
            Type::TypeName { name, .. } => self.text(name.to_string()),
            Type::TypeQualified { path, name, .. } => self.path(path).append(format!(".{name}")),
            Type::TypeTuple { elems, .. } => self.enclosed("(", elems.iter().map(|ty| self.ty(ty)), ")"),
            Type::TypeRecord { fields, .. } => {
                let fields =
                    fields.iter().map(|field| self.text(format!("{}: ", field.label)).append(self.ty(field.ty)));
                self.enclosed("{", fields, "}")
            }
            Type::TypeArray { size, elem, .. } => self.size(size).append(self.type_term(elem)),
            Type::TypeArrow { .. }
            | Type::TypeExists { .. }
            | Type::TypeUnique { .. }
            | Type::TypeSum { .. }
            | Type::TypeApply { .. } => self.parens(self.ty(ty)),
        }
    }

    fn size(self, size: &Size<'_>) -> Doc<'d> {
        match *size {
            Size::SizeOf { exp, .. } => self.exp(exp).brackets(),
            Size::SizeAny { .. } => self.text("[]"),
            Size::SizeNew { name, .. } => self.text(format!("[#{name}]")),
        }
    }

    /// Prints a pattern. With `atom`, adds parentheses where needed to use it as an operand.
    fn pat(self, pat: &Pat<'_>, atom: bool) -> Doc<'d> {
        match *pat {
            Pat::PatVar { name, .. } => self.binder(name),
            Pat::PatWild { .. } => self.text("_"),
            Pat::PatTuple { elems, .. } => self.enclosed("(", elems.iter().map(|pat| self.pat(pat, false)), ")"),
            Pat::PatRecord { fields, .. } => {
                let fields = fields.iter().map(|field| match field.pat {
                    Pat::PatVar { name, .. } if name.to_string() == field.label.as_str() => {
                        self.text(field.label.as_str())
                    }
                    pat => self.text(format!("{} = ", field.label)).append(self.pat(pat, false)),
                });
                self.enclosed("{", fields, "}")
            }
            Pat::PatAscribe { pat, ty, .. } => {
                // The inner pattern must be one that may stand in front of `:`.
                let inner = matches!(pat, Pat::PatAscribe { .. } | Pat::PatAttributed { .. })
                    || matches!(pat, Pat::PatCon { args, .. } if !args.is_empty());
                let doc = self.pat(pat, inner).append(": ").append(self.ty(ty));
                self.parens_if(atom, doc)
            }
            Pat::PatInt { value, .. } => self.parens_if(atom && value.0 < 0, self.text(value.to_string())),
            Pat::PatFloat { value, .. } => {
                let text = float_text(value);
                self.parens_if(atom && text.starts_with('-'), self.text(text))
            }
            Pat::PatConst { value, .. } => {
                let text = infinity_text(value).unwrap_or_else(|| value.to_string());
                self.parens_if(atom && text.starts_with('-'), self.text(text))
            }
            Pat::PatCon { tag, args: [], .. } => self.text(format!("#{tag}")),
            Pat::PatCon { tag, args, .. } => {
                let args = args.iter().map(|pat| self.text(" ").append(self.pat(pat, true)));
                self.parens_if(atom, self.text(format!("#{tag}")).append(self.d.concat(args)))
            }
            Pat::PatAttributed { attr, pat, .. } => {
                self.parens_if(atom, self.attr(attr).append(" ").append(self.pat(pat, false)))
            }
        }
    }

    fn exp(self, exp: &Exp<'_>) -> Doc<'d> {
        self.exp_at(exp, level::OPEN)
    }

    /// Prints an expression, in parentheses if its level is below `min`.
    fn exp_at(self, exp: &Exp<'_>, min: u8) -> Doc<'d> {
        self.parens_if(level_of(exp) < min, self.bare(exp))
    }

    fn atom(self, exp: &Exp<'_>) -> Doc<'d> {
        self.exp_at(exp, level::ATOM)
    }

    /// Prints an expression from which a part is selected. A constructor would take an adjacent index for an operand.
    fn selected(self, exp: &Exp<'_>) -> Doc<'d> {
        match exp {
            Exp::Var { .. } | Exp::Project { .. } | Exp::Index { .. } | Exp::LocalOpen { .. } => self.atom(exp),
            _ => self.parens(self.bare(exp)),
        }
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each kind of expression, which says how it is written")]
    fn bare(self, exp: &Exp<'_>) -> Doc<'d> {
        match *exp {
            Exp::Const { value, .. } => self.text(constant_text(value)),
            Exp::IntLit { value, .. } => self.text(value.to_string()),
            Exp::FloatLit { value, .. } => self.text(float_text(value)),
            Exp::StringLit { text, .. } => self.text(string_text(text.as_str())),
            Exp::Hole { .. } => self.text("???"),
            Exp::Var { name, .. } => self.binder(name),
            Exp::Project { label, .. } if is_symbol(label.as_str()) => self.text(format!("({})", operator_text(exp))),
            Exp::Project { exp, label, .. } => self.selected(exp).append(format!(".{label}")),
            Exp::LocalOpen { path, body, .. } => self.path(path).append(".").append(self.parens(self.exp(body))),
            Exp::Tuple { elems, .. } => self.enclosed("(", elems.iter().map(|exp| self.exp(exp)), ")"),
            Exp::Record { fields, .. } => {
                let fields = fields.iter().map(|field| match field.exp {
                    Exp::Var { name, .. } if name.to_string() == field.label.as_str() => {
                        self.text(field.label.as_str())
                    }
                    exp => self.text(format!("{} = ", field.label)).append(self.exp(exp)),
                });
                self.enclosed("{", fields, "}")
            }
            Exp::Array { elems, .. } => self.enclosed("[", elems.iter().map(|exp| self.exp(exp)), "]"),
            Exp::Index { array, indices, .. } => self.selected(array).append(self.dims(indices)),
            Exp::Apply { func, args, .. } => {
                let args = args.iter().map(|arg| self.atom(arg));
                // A constructor in the function position would take the arguments for its operands.
                let func = match func {
                    Exp::Con { .. } | Exp::Apply { .. } => self.parens(self.bare(func)),
                    _ => self.atom(func),
                };
                func.append(self.spaced(args).nest(2)).group()
            }
            Exp::Infix { op, lhs, rhs, .. } => {
                let own = infix_level(op);
                let (left, right) = match precedence::of(&operator_name(op)).1 {
                    true => (own + 1, own),
                    false => (own, own + 1),
                };
                let op = self.operator(op);
                self.exp_at(lhs, left)
                    .append(self.line())
                    .append(op)
                    .append(" ")
                    .append(self.exp_at(rhs, right))
                    .group()
            }
            Exp::Negate { arg, .. } => self.text("-").append(self.exp_at(arg, level::APPLICATION)),
            Exp::Not { arg, .. } => self.text("!").append(self.exp_at(arg, level::APPLICATION)),
            Exp::Con { tag, args, .. } => {
                let args = args.iter().map(|arg| self.atom(arg));
                self.text(format!("#{tag}")).append(self.spaced(args).nest(2)).group()
            }
            Exp::Ascribe { exp, ty, .. } => self.exp_at(exp, level::ASCRIPTION).append(" : ").append(self.ty(ty)),
            Exp::Coerce { exp, ty, .. } => self.exp_at(exp, level::ASCRIPTION).append(" :> ").append(self.ty(ty)),
            Exp::Range { start, second, kind, end, .. } => {
                let bound = |exp| self.exp_at(exp, level::RANGE + 1);
                let second = second.map_or(self.nil(), |second| self.text("..").append(bound(second)));
                bound(start).append(second).append(kind.name()).append(bound(end))
            }
            Exp::If { cond, yes, no, .. } => {
                let cond = self.text("if ").append(self.exp(cond).nest(2));
                let yes = self.text("then ").append(self.exp(yes).nest(2));
                let no = self.text("else ").append(match no {
                    Exp::If { .. } => self.exp(no),
                    _ => self.exp(no).nest(2),
                });
                self.d.intersperse([cond, yes, no], self.line()).group()
            }
            Exp::Match { scrutinee, arms, .. } => {
                let arms = arms.iter().map(|arm| self.d.hardline().append(self.arm(arm)));
                let scrutinee = self.parens_if(ends_in_match(scrutinee), self.exp(scrutinee));
                self.text("match ").append(scrutinee).append(self.d.concat(arms))
            }
            Exp::Let { sizes, pat, rhs, body, .. } => {
                let sizes = if sizes.is_empty() { self.nil() } else { self.size_binders(sizes).append(" ") };
                let head = self.text("let ").append(sizes).append(self.pat(pat, false));
                self.binding(head.append(self.definition(rhs)), body)
            }
            Exp::LetFun { name, type_params, params, ret, rhs, body, .. } => {
                let head = self.function(self.text("let ").append(self.binder(name)), type_params, params, ret);
                self.binding(head.append(self.definition(rhs)), body)
            }
            Exp::LetUpdate { name, path, value, body, .. } => {
                let head = self.text(format!("let {name}")).append(self.steps(path));
                self.binding(head.append(self.definition(value)), body)
            }
            Exp::Update { exp, path, value, .. } => {
                let path = match path {
                    // The first field of a path has no dot.
                    [Step::StepField { label, .. }, rest @ ..] => self.text(label.as_str()).append(self.steps(rest)),
                    _ => self.steps(path),
                };
                let own = level::INFIX + precedence::UPDATE;
                let value = self.exp_at(value, own + 1);
                self.exp_at(exp, own).append(" with ").append(path).append(" = ").append(value)
            }
            Exp::Lambda { params, ret, body, .. } => {
                let params = params.iter().map(|param| self.pat(param, true));
                let params = self.d.intersperse(params, self.text(" "));
                let ret = ret.map_or(self.nil(), |ret| self.text(" : ").append(self.lambda_result(ret)));
                let body = self.line().append(self.exp(body)).nest(2);
                self.text("\\").append(params).append(ret).append(" ->").append(body).group()
            }
            Exp::Loop { pat, init, form, body, .. } => {
                let init = init.map_or(self.nil(), |init| self.text(" = ").append(self.exp(init)));
                let head = self.text("loop ").append(self.pat(pat, false)).append(init);
                let body = self.line().append(self.exp(body)).nest(2);
                head.append(" ").append(self.loop_form(form)).append(" do").append(body).group()
            }
            Exp::Assert { cond, exp, .. } => {
                self.text("assert ").append(self.atom(cond)).append(" ").append(self.exp(exp))
            }
            Exp::ExpAttributed { attr, exp, .. } => self.attr(attr).append(" ").append(self.exp(exp)),
            Exp::Unsafe { exp, .. } => self.text("unsafe ").append(self.exp(exp)),
            Exp::ToSize { exp, .. } => self.text("i64.i32 ").append(self.exp_at(exp, level::ATOM)),
            Exp::OfSize { exp, .. } => self.text("i32.i64 ").append(self.exp_at(exp, level::ATOM)),
            Exp::TupleIndex { label, exp, .. } => self.text(format!("#{label} ")).append(self.exp_at(exp, level::ATOM)),
            Exp::Empty { ty, .. } => self.text("empty").append(self.parens(self.ty(ty))),
            Exp::Reshape { shape, array, .. } => self
                .text("reshape ")
                .append(self.enclosed("(", shape.iter().map(|exp| self.exp(exp)), ")"))
                .append(" ")
                .append(self.exp_at(array, level::ATOM)),
            Exp::Shape { array, .. } => self.text("shape ").append(self.exp_at(array, level::ATOM)),
            Exp::Convert { to, exp, .. } => self.text(format!("{to} ")).append(self.exp_at(exp, level::ATOM)),
            Exp::SectionLeft { op, lhs, .. } => {
                let lhs = self.exp_at(lhs, infix_level(op));
                lhs.append(" ").append(self.operator(op)).parens()
            }
            Exp::SectionRight { op, rhs, .. } => {
                self.operator(op).append(" ").append(self.exp_at(rhs, infix_level(op))).parens()
            }
            Exp::SectionPath { path, .. } => {
                let dot = matches!(path.first(), Some(Step::StepIndex { .. }));
                self.text(if dot { "." } else { "" }).append(self.steps(path)).parens()
            }
        }
    }

    /// Prints a `let` in front of its body. Omits the `in` in front of another `let`.
    fn binding(self, head: Doc<'d>, body: &Exp<'_>) -> Doc<'d> {
        let start = match body {
            Exp::Let { .. } | Exp::LetFun { .. } | Exp::LetUpdate { .. } => "",
            _ => "in ",
        };
        head.append(self.d.hardline()).append(start).append(self.exp(body))
    }

    /// Prints the result type of a lambda, in front of the arrow.
    fn lambda_result(self, ty: &Type<'_>) -> Doc<'d> {
        match ty {
            Type::TypeArrow { .. } | Type::TypeExists { .. } => self.parens(self.ty(ty)),
            _ => self.type_term(ty),
        }
    }

    fn arm(self, arm: &Arm<'_>) -> Doc<'d> {
        let body = self.parens_if(ends_in_match(arm.body), self.exp(arm.body));
        // An arrow directly behind a type would be part of the type.
        let typed = matches!(arm.pat, Pat::PatAscribe { .. } | Pat::PatAttributed { .. });
        self.text("case ")
            .append(self.pat(arm.pat, typed))
            .append(" ->")
            .append(self.line().append(body).nest(2))
            .group()
    }

    fn loop_form(self, form: &LoopForm<'_>) -> Doc<'d> {
        match *form {
            LoopForm::ForBetween { name, down, from, to, .. } => {
                let (first, left, right, last) = if down { (to, ">", ">=", from) } else { (from, "<=", "<", to) };
                self.text("for ")
                    .append(self.parens(self.exp(first)))
                    .append(format!(" {left} {name} {right} "))
                    .append(self.exp(last))
            }
            LoopForm::For { name, bound, .. } => self.text(format!("for {name} < ")).append(self.exp(bound)),
            LoopForm::ForIn { pat, array, .. } => {
                self.text("for ").append(self.pat(pat, false)).append(" in ").append(self.exp(array))
            }
            LoopForm::While { cond, .. } => self.text("while ").append(self.exp(cond)),
        }
    }

    /// Prints an infix operator, or a name used as one.
    fn operator(self, op: &Exp<'_>) -> Doc<'d> {
        let text = operator_text(op);
        if is_symbol(&operator_name(op)) { self.text(text) } else { self.text(format!("`{text}`")) }
    }

    fn dims(self, dims: &[Dim<'_>]) -> Doc<'d> {
        let part = |exp: Option<&Exp<'_>>| exp.map_or(self.nil(), |exp| self.exp_at(exp, level::RANGE));
        let dims = dims.iter().map(|dim| match *dim {
            Dim::At { index, .. } => part(Some(index)),
            Dim::Slice { start, end, stride, .. } => {
                let stride = stride.map_or(self.nil(), |stride| self.text(":").append(part(Some(stride))));
                part(start).append(":").append(part(end)).append(stride)
            }
        });
        self.enclosed("[", dims, "]")
    }

    fn steps(self, path: &[Step<'_>]) -> Doc<'d> {
        self.d.concat(path.iter().map(|step| match *step {
            Step::StepField { label, .. } => self.text(format!(".{label}")),
            Step::StepIndex { indices, .. } => self.dims(indices),
        }))
    }

    fn mod_param(self, param: &ModParam<'_>) -> Doc<'d> {
        self.text(format!("({}: ", param.name)).append(self.mod_type(param.sig)).append(")")
    }

    fn block(self, items: Doc<'d>) -> Doc<'d> {
        self.text("{").append(self.d.hardline().append(items).nest(2)).append(self.d.hardline()).append("}")
    }

    fn mod_exp(self, module: &ModExp<'_>) -> Doc<'d> {
        match *module {
            ModExp::ModName { path, .. } => self.path(path),
            ModExp::ModAscribe { module, sig, .. } => {
                let module = match module {
                    ModExp::ModLambda { .. } => self.mod_atom(module),
                    _ => self.mod_exp(module),
                };
                module.append(" : ").append(self.simple_mod_type(sig))
            }
            ModExp::ModLambda { param, ret, body, .. } => {
                let ret = ret.map_or(self.nil(), |ret| self.text(" : ").append(self.simple_mod_type(ret)));
                self.text("\\").append(self.mod_param(param)).append(ret).append(" -> ").append(self.mod_exp(body))
            }
            ModExp::ModApply { func, arg, .. } => {
                let func = match func {
                    ModExp::ModApply { .. } => self.mod_exp(func),
                    _ => self.mod_atom(func),
                };
                func.append(" ").append(self.mod_atom(arg))
            }
            ModExp::ModBody { decs: [], .. } => self.text("{}"),
            ModExp::ModBody { decs, .. } => self.block(self.declarations(decs)),
            ModExp::ModImport { path, .. } => self.text(format!("import {}", string_text(path.as_str()))),
        }
    }

    fn mod_atom(self, module: &ModExp<'_>) -> Doc<'d> {
        match module {
            ModExp::ModName { .. } | ModExp::ModBody { .. } => self.mod_exp(module),
            _ => self.parens(self.mod_exp(module)),
        }
    }

    fn mod_type(self, sig: &ModType<'_>) -> Doc<'d> {
        match *sig {
            ModType::SigName { path, .. } => self.path(path),
            ModType::Sig { specs: [], .. } => self.text("{}"),
            ModType::Sig { specs, .. } => {
                let specs = specs.iter().map(|spec| self.spec(spec));
                self.block(self.d.intersperse(specs, self.d.hardline()))
            }
            ModType::SigWith { base, path, type_params, ty, .. } => {
                let base = match base {
                    ModType::SigArrow { .. } => self.simple_mod_type(base),
                    _ => self.mod_type(base),
                };
                let with = self.text(" with ").append(self.path(path)).append(self.type_params(type_params));
                base.append(with).append(" = ").append(self.ty(ty))
            }
            ModType::SigArrow { param, from, to, .. } => {
                let from = match param {
                    Some(name) => self.text(format!("({name}: ")).append(self.mod_type(from)).append(")"),
                    None => self.simple_mod_type(from),
                };
                from.append(" -> ").append(self.mod_type(to))
            }
        }
    }

    fn simple_mod_type(self, sig: &ModType<'_>) -> Doc<'d> {
        match sig {
            ModType::SigName { .. } | ModType::Sig { .. } => self.mod_type(sig),
            _ => self.parens(self.mod_type(sig)),
        }
    }

    fn spec(self, spec: &Spec<'_>) -> Doc<'d> {
        match *spec {
            Spec::SpecValue { name, type_params, ty, .. } => {
                let head = self.text("val ").append(self.binder(name)).append(self.type_params(type_params));
                head.append(" : ").append(self.ty(ty))
            }
            Spec::SpecType { name, lifted, type_params, .. } => {
                self.text(format!("type{} {name}", lifted.mark())).append(self.type_params(type_params))
            }
            Spec::SpecAbbreviation { name, lifted, type_params, rhs, .. } => {
                let head = self.text(format!("type{} {name}", lifted.mark())).append(self.type_params(type_params));
                head.append(" = ").append(self.ty(rhs))
            }
            Spec::SpecModule { name, sig, .. } => self.text(format!("module {name} : ")).append(self.mod_type(sig)),
            Spec::SpecInclude { sig, .. } => self.text("include ").append(self.mod_type(sig)),
            Spec::SpecAttributed { attr, spec, .. } => self.attr(attr).append(" ").append(self.spec(spec)),
            Spec::SpecDocumented { doc, spec, .. } => self.documentation(doc).append(self.spec(spec)),
        }
    }
}

/// Returns the level of an expression.
fn level_of(exp: &Exp<'_>) -> u8 {
    match exp {
        Exp::If { .. } | Exp::Match { .. } | Exp::Let { .. } | Exp::LetFun { .. } | Exp::LetUpdate { .. } => {
            level::OPEN
        }
        Exp::Lambda { .. } | Exp::Loop { .. } | Exp::Assert { .. } | Exp::ExpAttributed { .. } | Exp::Unsafe { .. } => {
            level::OPEN
        }
        Exp::Ascribe { .. } | Exp::Coerce { .. } => level::ASCRIPTION,
        Exp::Range { .. } => level::RANGE,
        Exp::Infix { op, .. } => infix_level(op),
        Exp::Update { .. } => level::INFIX + precedence::UPDATE,
        Exp::Negate { .. } | Exp::Not { .. } => level::PREFIX,
        Exp::Apply { .. } | Exp::Convert { .. } | Exp::Empty { .. } => level::APPLICATION,
        Exp::ToSize { .. } | Exp::OfSize { .. } | Exp::TupleIndex { .. } | Exp::Reshape { .. } | Exp::Shape { .. } => {
            level::APPLICATION
        }
        Exp::Con { args, .. } if !args.is_empty() => level::APPLICATION,
        _ => level::ATOM,
    }
}

fn infix_level(op: &Exp<'_>) -> u8 {
    level::INFIX + precedence::of(&operator_name(op)).0
}

/// Whether a `case` behind the expression would belong to the expression.
fn ends_in_match(exp: &Exp<'_>) -> bool {
    match *exp {
        Exp::Match { .. } => true,
        Exp::If { no: last, .. } => ends_in_match(last),
        Exp::Let { body: last, .. } | Exp::LetFun { body: last, .. } | Exp::LetUpdate { body: last, .. } => {
            ends_in_match(last)
        }
        Exp::Lambda { body: last, .. } | Exp::Loop { body: last, .. } => ends_in_match(last),
        Exp::Assert { exp: last, .. } | Exp::ExpAttributed { exp: last, .. } | Exp::Unsafe { exp: last, .. } => {
            ends_in_match(last)
        }
        _ => false,
    }
}

/// Returns an operator with its qualifiers.
fn operator_text(op: &Exp<'_>) -> String {
    match *op {
        Exp::Project { exp, label, .. } => format!("{}.{label}", operator_text(exp)),
        Exp::Var { name, .. } => name.to_string(),
        _ => String::new(),
    }
}

/// Returns an operator without its qualifiers.
fn operator_name(op: &Exp<'_>) -> String {
    match *op {
        Exp::Project { label, .. } => label.to_string(),
        Exp::Var { name, .. } => name.to_string(),
        _ => String::new(),
    }
}

/// Prints a literal with its suffix. A negative number prints as the out-of-range literal that wraps around to it.
fn constant_text(value: PrimValue) -> String {
    let ty = value.prim_type();
    match value.as_i64() {
        Some(number) if ty.is_integer() && ty.is_signed() && number < 0 => format!("{}{ty}", value.to_bits()),
        _ => infinity_text(value).unwrap_or_else(|| value.to_string()),
    }
}

/// Prints an infinity as a literal that is too large. The name `f32.inf` may be redefined, and is no pattern.
fn infinity_text(value: PrimValue) -> Option<String> {
    let number = match value {
        PrimValue::F16(number) => number.to_f64(),
        PrimValue::F32(number) => f64::from(number),
        PrimValue::F64(number) => number,
        _ => return None,
    };
    let sign = if number < 0.0 { "-" } else { "" };
    number.is_infinite().then(|| format!("{sign}1e999{}", value.prim_type()))
}

/// Prints a number with a fraction or an exponent, without a suffix.
fn float_text(value: PrimValue) -> String {
    match value {
        PrimValue::F64(number) if number.is_finite() => Digits(number).to_string(),
        PrimValue::F64(number) if number > 0.0 => "1e999".to_string(),
        PrimValue::F64(number) if number < 0.0 => "-1e999".to_string(),
        other => other.to_string(),
    }
}

/// Prints a string in quotes.
fn string_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    let mut after_number = false;
    for char in text.chars() {
        // A digit directly behind a numeric escape would belong to the escape.
        if after_number && char.is_ascii_digit() {
            quoted.push_str("\\&");
        }
        after_number = false;
        match char {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            char if char.is_control() => {
                quoted.push_str(&format!("\\{}", u32::from(char)));
                after_number = true;
            }
            char => quoted.push(char),
        }
    }
    quoted.push('"');
    quoted
}
