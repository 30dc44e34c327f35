//! Limits the height of expression trees.
//!
//! The parser reads long chains (`a + b + …`, `let … let …`) with loops. But the tree of a chain is as tall as the
//! chain is long, and later passes walk trees recursively. This check keeps its own stack instead.

use framework::{Error, Span};
use languages::codes;
use languages::source::{Dec, Dim, Exp, LoopForm, ModExp, Step};

/// The greatest height of an expression's tree.
const MAX_HEIGHT: usize = 12_000;

/// An error if an expression in the declaration is too tall.
pub(super) fn check(dec: &Dec<'_>) -> Option<Error> {
    match *dec {
        Dec::Value { body, .. } => {
            too_tall(body).map(|span| codes::NESTED_TOO_DEEPLY.error(span, "this expression is nested too deeply"))
        }
        Dec::Local { dec, .. } | Dec::Attributed { dec, .. } | Dec::Documented { dec, .. } => check(dec),
        Dec::Module { body, .. } => check_module(body),
        Dec::Open { module, .. } => check_module(module),
        Dec::Abbreviation { .. } | Dec::ModuleType { .. } | Dec::Import { .. } => None,
    }
}

fn check_module(module: &ModExp<'_>) -> Option<Error> {
    match *module {
        ModExp::ModBody { decs, .. } => decs.iter().find_map(check),
        ModExp::ModAscribe { module, .. } => check_module(module),
        ModExp::ModLambda { body, .. } => check_module(body),
        ModExp::ModApply { func, arg, .. } => check_module(func).or_else(|| check_module(arg)),
        ModExp::ModName { .. } | ModExp::ModImport { .. } => None,
    }
}

/// The place where the tree becomes too tall, if it does.
fn too_tall(exp: &Exp<'_>) -> Option<Span> {
    let mut todo = vec![(exp, 1)];
    let mut below = Vec::new();
    while let Some((exp, height)) = todo.pop() {
        if height > MAX_HEIGHT {
            return Some(exp.span());
        }
        children(exp, &mut below);
        todo.extend(below.drain(..).map(|child| (child, height + 1)));
    }
    None
}

/// The direct subexpressions of an expression. Expressions in types and patterns are left out, since they are few.
fn children<'a>(exp: &'a Exp<'a>, out: &mut Vec<&'a Exp<'a>>) {
    match *exp {
        Exp::Const { .. }
        | Exp::IntLit { .. }
        | Exp::FloatLit { .. }
        | Exp::StringLit { .. }
        | Exp::Hole { .. }
        | Exp::Var { .. }
        | Exp::Empty { .. } => {}
        Exp::Project { exp, .. }
        | Exp::Ascribe { exp, .. }
        | Exp::Coerce { exp, .. }
        | Exp::ExpAttributed { exp, .. }
        | Exp::Unsafe { exp, .. }
        | Exp::ToSize { exp, .. }
        | Exp::OfSize { exp, .. }
        | Exp::TupleIndex { exp, .. }
        | Exp::Convert { exp, .. } => out.push(exp),
        Exp::LocalOpen { body, .. } | Exp::Lambda { body, .. } => out.push(body),
        Exp::Negate { arg, .. } | Exp::Not { arg, .. } => out.push(arg),
        Exp::Tuple { elems, .. } | Exp::Array { elems, .. } => out.extend(elems),
        Exp::Record { fields, .. } => out.extend(fields.iter().map(|field| field.exp)),
        Exp::Index { array, indices, .. } => {
            out.push(array);
            dims(indices, out);
        }
        Exp::Apply { func, args, .. } => {
            out.push(func);
            out.extend(args);
        }
        Exp::Con { args, .. } => out.extend(args),
        Exp::Shape { array, .. } => out.push(array),
        Exp::Reshape { shape, array, .. } => {
            out.extend(shape);
            out.push(array);
        }
        Exp::Infix { op, lhs, rhs, .. } => out.extend([op, lhs, rhs]),
        Exp::Range { start, second, end, .. } => out.extend([Some(start), second, Some(end)].into_iter().flatten()),
        Exp::If { cond, yes, no, .. } => out.extend([cond, yes, no]),
        Exp::Match { scrutinee, arms, .. } => {
            out.push(scrutinee);
            out.extend(arms.iter().map(|arm| arm.body));
        }
        Exp::Let { rhs, body, .. } | Exp::LetFun { rhs, body, .. } => out.extend([rhs, body]),
        Exp::LetUpdate { path, value, body, .. } => {
            steps(path, out);
            out.extend([value, body]);
        }
        Exp::Update { exp, path, value, .. } => {
            steps(path, out);
            out.extend([exp, value]);
        }
        Exp::Loop { init, form, body, .. } => {
            out.extend(init);
            out.push(match *form {
                LoopForm::For { bound, .. } | LoopForm::ForBetween { to: bound, .. } => bound,
                LoopForm::ForIn { array, .. } => array,
                LoopForm::While { cond, .. } => cond,
            });
            out.push(body);
        }
        Exp::Assert { cond, exp, .. } => out.extend([cond, exp]),
        Exp::SectionLeft { op, lhs, .. } => out.extend([op, lhs]),
        Exp::SectionRight { op, rhs, .. } => out.extend([op, rhs]),
        Exp::SectionPath { path, .. } => steps(path, out),
    }
}

fn dims<'a>(indices: &'a [Dim<'a>], out: &mut Vec<&'a Exp<'a>>) {
    for dim in indices {
        match *dim {
            Dim::At { index, .. } => out.push(index),
            Dim::Slice { start, end, stride, .. } => out.extend([start, end, stride].into_iter().flatten()),
        }
    }
}

fn steps<'a>(path: &'a [Step<'a>], out: &mut Vec<&'a Exp<'a>>) {
    for step in path {
        if let Step::StepIndex { indices, .. } = *step {
            dims(indices, out);
        }
    }
}
