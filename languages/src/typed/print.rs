//! The concrete syntax of `Typed`: Futhark with the types of all variables. A use of a polymorphic definition shows its
//! type arguments, as in `map{i32, [n], i32} f xs`.

use framework::Name;
use pretty::{Arena, DocAllocator, DocBuilder};

use super::{
    Attr, Def, Dim, Exp, LoopForm, Pat, Program, Size, SizeBinder, Step, Type, TypeArg, TypeParam, tuple_components,
};
use crate::prim::UnOp;
use crate::source::precedence;

/// The width of the text in columns.
const WIDTH: usize = 120;

/// Levels of binding strength. Those of infix operators, by precedence, are in between.
mod level {
    pub const OPEN: u8 = 0;
    pub const COERCION: u8 = 1;
    pub const RANGE: u8 = 2;
    /// The level of an operator is this plus its precedence.
    pub const INFIX: u8 = 2;
    pub const PREFIX: u8 = 20;
    pub const APPLICATION: u8 = 21;
    pub const ATOM: u8 = 22;
}

type Doc<'d> = DocBuilder<'d, Arena<'d>>;

/// Prints a program, or only the definition `only`.
pub fn program(root: &Program<'_>, only: Option<&str>) -> String {
    let arena = Arena::new();
    let printer = Printer { d: &arena };
    let defs = root.defs.iter().filter(|def| {
        let Def::Value { name, .. } = def;
        only.is_none_or(|only| name.base.as_str() == only || name.to_string() == only)
    });
    let docs = defs.map(|def| printer.def(def).append(arena.hardline()));
    format!("{}", arena.intersperse(docs, arena.hardline()).pretty(WIDTH))
}

/// Prints a type, with names as the user wrote them.
pub fn type_text(ty: &Type<'_>) -> String {
    let arena = Arena::new();
    format!("{}", Printer { d: &arena }.ty(ty, level::OPEN).pretty(usize::MAX >> 1))
}

/// Prints an expression.
pub fn exp_text(exp: &Exp<'_>) -> String {
    let arena = Arena::new();
    format!("{}", Printer { d: &arena }.exp(exp, level::OPEN).pretty(WIDTH))
}

#[derive(Clone, Copy)]
struct Printer<'d> {
    d: &'d Arena<'d>,
}

impl<'d> Printer<'d> {
    fn text(self, text: impl ToString) -> Doc<'d> {
        self.d.text(text.to_string())
    }

    fn parens_if(self, wanted: bool, doc: Doc<'d>) -> Doc<'d> {
        if wanted { doc.nest(1).parens().group() } else { doc }
    }

    fn commas(self, items: impl IntoIterator<Item = Doc<'d>>) -> Doc<'d> {
        self.d.intersperse(items, self.d.text(",").append(self.d.line())).nest(1).group()
    }

    /// Prints each item after a space or on a line of its own.
    fn spaced(self, items: impl IntoIterator<Item = Doc<'d>>) -> Doc<'d> {
        self.d.concat(items.into_iter().map(|item| self.d.line().append(item)))
    }

    /// Prints a name; an operator gets parentheses.
    fn name(self, name: Name) -> Doc<'d> {
        let text = name.to_string();
        let operator = text.starts_with(|first: char| "+-*/%=!><|&^".contains(first));
        if operator { self.text(text).parens() } else { self.text(text) }
    }

    fn def(self, def: &Def<'_>) -> Doc<'d> {
        let Def::Value { name, entry, attrs, doc, type_params, params, ret, body, .. } = *def;
        let mut out = self.d.nil();
        if let Some(doc) = doc {
            for (index, line) in doc.as_str().lines().enumerate() {
                let mark = if index == 0 { "-- | " } else { "-- " };
                out = out.append(self.text(format!("{mark}{line}").trim_end())).append(self.d.hardline());
            }
        }
        for attr in attrs {
            out = out.append(self.attr(attr)).append(self.d.hardline());
        }
        let head = self.text(if entry { "entry " } else { "def " }).append(self.name(name));
        out.append(self.function(head, type_params, params, ret, body))
    }

    fn function(
        self,
        head: Doc<'d>,
        type_params: &[TypeParam],
        params: &[Pat<'_>],
        ret: &Type<'_>,
        body: &Exp<'_>,
    ) -> Doc<'d> {
        let type_params = type_params.iter().map(|param| match param {
            TypeParam::SizeParam { name, .. } => self.text(format!("[{name}]")),
            TypeParam::TypeParamNamed { name, lifted, .. } => self.text(format!("'{}{name}", lifted.mark())),
        });
        let params = params.iter().map(|param| self.param(param));
        head.append(self.spaced(type_params.chain(params)).nest(4).group())
            .append(": ")
            .append(self.ty(ret, level::OPEN))
            .append(" =")
            .append(self.d.hardline().append(self.exp(body, level::OPEN)).nest(2))
    }

    fn attr(self, attr: &Attr<'_>) -> Doc<'d> {
        self.text(format!("#[{}]", attr_text(attr)))
    }

    /// Prints a parameter, always in parentheses.
    fn param(self, pat: &Pat<'_>) -> Doc<'d> {
        match pat {
            Pat::PatRecord { .. } => self.pat(pat),
            _ => self.pat(pat).parens(),
        }
    }

    /// Prints a pattern with the types of its variables.
    fn pat(self, pat: &Pat<'_>) -> Doc<'d> {
        match *pat {
            Pat::PatVar { ty, name, .. } => self.name(name).append(": ").append(self.ty(ty, level::OPEN)),
            Pat::PatWild { ty, .. } => self.text("_: ").append(self.ty(ty, level::OPEN)),
            Pat::PatRecord { ty, fields, .. } => match tuple_components(ty) {
                // The fields are in the order of a tuple.
                Some(_) if in_order(fields.iter().map(|field| field.label)) => {
                    self.commas(fields.iter().map(|field| self.pat(field.pat))).parens()
                }
                _ => {
                    let fields =
                        fields.iter().map(|field| self.text(field.label).append(" = ").append(self.pat(field.pat)));
                    self.commas(fields).braces()
                }
            },
            Pat::PatConst { value, .. } => self.text(value),
            Pat::PatCon { tag, args, .. } => {
                let args = args.iter().map(|arg| self.d.space().append(self.param(arg)));
                self.text(format!("#{tag}")).append(self.d.concat(args))
            }
        }
    }

    fn size(self, size: &Size<'_>) -> Doc<'d> {
        let Size::SizeOf { exp, .. } = size;
        self.size_exp(exp)
    }

    /// Prints a size. All numbers in it have the same type, which is omitted.
    fn size_exp(self, exp: &Exp<'_>) -> Doc<'d> {
        match exp {
            Exp::Const { value, .. } => match value.as_i64() {
                Some(value) => self.text(value),
                None => self.text(value),
            },
            Exp::Bin { op, lhs, rhs, .. } if op.symbol().is_some() => {
                let side = |exp: &Exp<'_>| match exp {
                    Exp::Bin { .. } => self.size_exp(exp).parens(),
                    _ => self.size_exp(exp),
                };
                let op = op.symbol().unwrap_or_default();
                side(lhs).append(format!(" {op} ")).append(side(rhs))
            }
            _ => self.exp(exp, level::OPEN),
        }
    }

    fn sizes(self, sizes: &[SizeBinder]) -> Doc<'d> {
        self.d.concat(sizes.iter().map(|size| self.text(format!("[{}]", size.name))))
    }

    /// Prints a type. `context` is `OPEN` for any place, `INFIX` left of an arrow, `ATOM` for an operand.
    fn ty(self, ty: &Type<'_>, context: u8) -> Doc<'d> {
        match *ty {
            Type::TypePrim { prim, .. } => self.text(prim),
            Type::TypeVar { name, .. } => self.text(name),
            Type::TypeArray { size, elem, .. } => self.size(size).brackets().append(self.ty(elem, level::ATOM)),
            Type::TypeRecord { fields, .. } => match tuple_components(ty) {
                Some(fields) => self.commas(fields.iter().map(|field| self.ty(field.ty, level::OPEN))).parens(),
                None => {
                    let fields = fields
                        .iter()
                        .map(|field| self.text(field.label).append(": ").append(self.ty(field.ty, level::OPEN)));
                    self.commas(fields).braces()
                }
            },
            Type::TypeSum { cases, .. } => {
                let cases = cases.iter().map(|case| {
                    let payload = case.payload.iter().map(|ty| self.d.space().append(self.ty(ty, level::ATOM)));
                    self.text(format!("#{}", case.tag)).append(self.d.concat(payload))
                });
                let doc = self.d.intersperse(cases, self.d.line().append("| ")).group();
                self.parens_if(context > level::OPEN, doc)
            }
            Type::TypeArrow { param, from, to, .. } => {
                let from = match param {
                    Some(name) => self.name(name).append(": ").append(self.ty(from, level::OPEN)).parens(),
                    None => self.ty(from, level::INFIX),
                };
                let doc = from.append(" ->").append(self.d.line()).append(self.ty(to, level::OPEN)).group();
                self.parens_if(context > level::OPEN, doc)
            }
            Type::TypeExists { sizes, body, .. } => {
                let doc = self.text("?").append(self.sizes(sizes)).append(".").append(self.ty(body, level::INFIX));
                self.parens_if(context > level::OPEN, doc)
            }
            Type::TypePacked { sizes, body, .. } => {
                let sizes = self.text("pack ").append(self.sizes(sizes));
                self.parens_if(context > level::OPEN, sizes.append(". ").append(self.ty(body, level::INFIX)))
            }
            Type::TypeUnique { body, .. } => self.text("*").append(self.ty(body, level::ATOM)),
        }
    }

    fn inst(self, inst: &[TypeArg<'_>]) -> Doc<'d> {
        if inst.is_empty() {
            return self.d.nil();
        }
        let args = inst.iter().map(|arg| match arg {
            TypeArg::ArgSize { size, .. } => self.size(size).brackets(),
            TypeArg::ArgType { ty, .. } => self.ty(ty, level::OPEN),
        });
        self.commas(args).braces()
    }

    fn dims(self, dims: &[Dim<'_>]) -> Doc<'d> {
        let dims = dims.iter().map(|dim| match dim {
            Dim::At { index, .. } => self.exp(index, level::OPEN),
            Dim::Slice { start, end, stride, .. } => {
                let part = |part: &Option<&Exp<'_>>| match part {
                    Some(exp) => self.exp(exp, level::RANGE),
                    None => self.d.nil(),
                };
                let doc = part(start).append(":").append(part(end));
                if stride.is_some() { doc.append(":").append(part(stride)) } else { doc }
            }
        });
        self.commas(dims).brackets()
    }

    fn path(self, path: &[Step<'_>]) -> Doc<'d> {
        let steps = path.iter().enumerate().map(|(index, step)| match step {
            Step::StepField { label, .. } if index == 0 => self.text(label),
            Step::StepField { label, .. } => self.text(format!(".{label}")),
            Step::StepIndex { indices, .. } => self.dims(indices),
        });
        self.d.concat(steps)
    }

    /// Prints the block of a branch, on lines of its own if it has `let`s.
    fn block(self, exp: &Exp<'_>) -> Doc<'d> {
        match exp {
            Exp::Let { .. } | Exp::LetFun { .. } => self.d.hardline().append(self.exp(exp, level::OPEN)).nest(2),
            _ => self.d.line().append(self.exp(exp, level::OPEN)).nest(2).group(),
        }
    }

    fn exp(self, exp: &Exp<'_>, context: u8) -> Doc<'d> {
        let own = level_of(exp);
        self.parens_if(own < context, self.open(exp))
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each kind of expression, which says how it is written")]
    fn open(self, exp: &Exp<'_>) -> Doc<'d> {
        match *exp {
            Exp::Const { value, .. } => self.text(value),
            Exp::Hole { .. } => self.text("???"),
            Exp::Var { name, inst, .. } => self.name(name).append(self.inst(inst)),
            Exp::Project { exp, label, .. } => self.exp(exp, level::ATOM).append(format!(".{label}")),
            Exp::Record { ty, fields, .. } => match tuple_components(ty) {
                Some(_) if in_order(fields.iter().map(|field| field.label)) => {
                    self.commas(fields.iter().map(|field| self.exp(field.exp, level::OPEN))).parens()
                }
                _ => {
                    let fields = fields
                        .iter()
                        .map(|field| self.text(field.label).append(" = ").append(self.exp(field.exp, level::OPEN)));
                    self.commas(fields).braces()
                }
            },
            Exp::Array { elems, .. } => self.commas(elems.iter().map(|elem| self.exp(elem, level::OPEN))).brackets(),
            Exp::Index { array, indices, .. } => self.exp(array, level::ATOM).append(self.dims(indices)),
            Exp::Apply { func, args, .. } => {
                let args = args.iter().map(|arg| self.exp(arg, level::ATOM));
                self.exp(func, level::ATOM).append(self.spaced(args).nest(2)).group()
            }
            Exp::Bin { op, lhs, rhs, .. } => match op.symbol() {
                Some(symbol) => {
                    let own = level_of(exp);
                    let right = self.exp(rhs, own + 1);
                    let left = self.exp(lhs, own).append(self.d.line()).append(format!("{symbol} "));
                    left.append(right).group()
                }
                None => self.operation(op.name(), &[lhs, rhs]),
            },
            Exp::Un { op, arg, .. } => match op {
                UnOp::Neg => self.text("-").append(self.exp(arg, level::PREFIX)),
                UnOp::Not | UnOp::Complement => self.text("!").append(self.exp(arg, level::PREFIX)),
                op => self.operation(op.name(), &[arg]),
            },
            Exp::Tri { op, a, b, c, .. } => self.operation(op.name(), &[a, b, c]),
            Exp::Convert { ty, exp, .. } => {
                let from = self.ty(exp.ty(), level::ATOM);
                self.ty(ty, level::ATOM).append(".").append(from).append(" ").append(self.exp(exp, level::ATOM))
            }
            Exp::Intrinsic { op, args, .. } => self.operation(op.name(), &args.iter().collect::<Vec<_>>()),
            Exp::Con { tag, args, .. } => {
                let args = args.iter().map(|arg| self.exp(arg, level::ATOM));
                self.text(format!("#{tag}")).append(self.spaced(args).nest(2)).group()
            }
            Exp::Coerce { ty, exp, .. } => {
                self.exp(exp, level::COERCION).append(" :> ").append(self.ty(ty, level::OPEN))
            }
            Exp::Range { start, second, kind, end, .. } => {
                let second = match second {
                    Some(second) => self.text("..").append(self.exp(second, level::INFIX)),
                    None => self.d.nil(),
                };
                self.exp(start, level::INFIX).append(second).append(kind.name()).append(self.exp(end, level::INFIX))
            }
            Exp::If { cond, yes, no, .. } => {
                let cond = self.text("if ").append(self.exp(cond, level::OPEN));
                let yes = self.d.line().append("then").append(self.block(yes));
                let otherwise = match no {
                    Exp::If { .. } => self.d.line().append("else ").append(self.open(no)),
                    _ => self.d.line().append("else").append(self.block(no)),
                };
                cond.append(yes).append(otherwise).group()
            }
            Exp::Match { scrutinee, arms, .. } => {
                let arms = arms.iter().map(|arm| {
                    let head = self.text("case ").append(self.pat(arm.pat)).append(" ->");
                    self.d.hardline().append(head.append(self.block(arm.body)))
                });
                self.text("match ").append(self.exp(scrutinee, level::OPEN)).append(self.d.concat(arms))
            }
            Exp::Let { .. } | Exp::LetFun { .. } => self.lets(exp),
            Exp::Update { exp, path, value, .. } => self
                .exp(exp, level::INFIX + precedence::UPDATE)
                .append(" with ")
                .append(self.path(path))
                .append(" = ")
                .append(self.exp(value, level::INFIX + precedence::UPDATE + 1)),
            Exp::Lambda { params, ret, body, .. } => {
                let params = self.d.intersperse(params.iter().map(|param| self.param(param)), self.d.space());
                let head = self.text("\\").append(params).append(": ").append(self.ty(ret, level::ATOM)).append(" ->");
                head.append(self.block(body))
            }
            Exp::Loop { sizes, pat, init, form, body, .. } => {
                let head = self.text("loop ").append(self.sizes(sizes)).append(if sizes.is_empty() { "" } else { " " });
                let form = match form {
                    LoopForm::For { name, bound, .. } => {
                        self.text(format!("for {name} < ")).append(self.exp(bound, level::OPEN))
                    }
                    LoopForm::ForIn { pat, array, .. } => {
                        self.text("for ").append(self.pat(pat)).append(" in ").append(self.exp(array, level::OPEN))
                    }
                    LoopForm::While { cond, .. } => self.text("while ").append(self.exp(cond, level::OPEN)),
                };
                head.append(self.param(pat))
                    .append(" = ")
                    .append(self.exp(init, level::OPEN))
                    .append(self.d.line().append(form).nest(2).group())
                    .append(" do")
                    .append(self.d.hardline().append(self.exp(body, level::OPEN)).nest(2))
            }
            Exp::Assert { cond, exp, .. } => {
                self.text("assert ").append(self.exp(cond, level::ATOM)).append(" ").append(self.exp(exp, level::ATOM))
            }
            Exp::ExpAttributed { attr, exp, .. } => {
                self.attr(attr).append(" ").append(self.exp(exp, level::APPLICATION))
            }
        }
    }

    /// Prints `#[op] a b`, an operation without syntax in Futhark.
    fn operation(self, op: &'static str, args: &[&Exp<'_>]) -> Doc<'d> {
        let args = args.iter().map(|arg| self.exp(arg, level::ATOM));
        self.text(format!("intrinsics.{op}")).append(self.spaced(args).nest(2)).group()
    }

    /// Prints a chain of `let`s, each on a line or more.
    fn lets(self, exp: &Exp<'_>) -> Doc<'d> {
        let mut lines = Vec::new();
        let mut rest = exp;
        loop {
            match *rest {
                Exp::Let { sizes, pat, rhs, body, .. } => {
                    let head =
                        self.text("let ").append(self.sizes(sizes)).append(if sizes.is_empty() { "" } else { " " });
                    let head = head.append(self.pat(pat)).append(" =");
                    lines.push(head.append(self.d.line().append(self.exp(rhs, level::OPEN)).nest(2).group()));
                    rest = body;
                }
                Exp::LetFun { name, type_params, params, ret, rhs, body, .. } => {
                    let head = self.text("let ").append(self.name(name));
                    lines.push(self.function(head, type_params, params, ret, rhs));
                    rest = body;
                }
                _ => break,
            }
        }
        lines.push(self.text("in ").append(self.exp(rest, level::OPEN).nest(3)));
        self.d.intersperse(lines, self.d.hardline())
    }
}

/// Whether labels are those of a tuple, in order.
fn in_order(labels: impl Iterator<Item = framework::Symbol>) -> bool {
    labels.enumerate().all(|(index, label)| label.as_str() == index.to_string())
}

/// Returns the level of an expression.
fn level_of(exp: &Exp<'_>) -> u8 {
    match exp {
        Exp::Const { .. }
        | Exp::Hole { .. }
        | Exp::Var { .. }
        | Exp::Project { .. }
        | Exp::Record { .. }
        | Exp::Array { .. }
        | Exp::Index { .. } => level::ATOM,
        Exp::Con { args: [], .. } => level::ATOM,
        Exp::Apply { .. }
        | Exp::Con { .. }
        | Exp::Tri { .. }
        | Exp::Convert { .. }
        | Exp::Intrinsic { .. }
        | Exp::Assert { .. } => level::APPLICATION,
        Exp::Bin { op, .. } => op.symbol().map_or(level::APPLICATION, |op| level::INFIX + precedence::of(op).0),
        Exp::Un { op: UnOp::Neg | UnOp::Not | UnOp::Complement, .. } => level::PREFIX,
        Exp::Un { .. } => level::APPLICATION,
        Exp::Update { .. } => level::INFIX + precedence::UPDATE,
        Exp::Coerce { .. } => level::COERCION,
        Exp::Range { .. } => level::RANGE,
        Exp::ExpAttributed { .. }
        | Exp::If { .. }
        | Exp::Match { .. }
        | Exp::Let { .. }
        | Exp::LetFun { .. }
        | Exp::Lambda { .. }
        | Exp::Loop { .. } => level::OPEN,
    }
}

fn attr_text(attr: &Attr<'_>) -> String {
    match attr {
        Attr::Atom { name, .. } => name.to_string(),
        Attr::Number { value, .. } => value.to_string(),
        Attr::Compound { name, args, .. } => {
            let args: Vec<String> = args.iter().map(attr_text).collect();
            format!("{name}({})", args.join(", "))
        }
    }
}
