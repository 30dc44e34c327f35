//! Code that the passes on `FunMem` share.

pub mod blocks;
pub mod numbers;
pub mod rebase;

use framework::{Name, Node};
use languages::funmem::{Atom, Body, Exp, KernelBody, Param, Stm, Type};

/// The sizes of some arrays.
pub fn sizes(params: &[Param<'_>]) -> Vec<Name> {
    let dims = params.iter().flat_map(|param| match param.ty {
        Type::Array { dims, .. } => *dims,
        _ => &[],
    });
    dims.filter_map(variable).collect()
}

/// The variable that an atom is.
pub fn variable(atom: &Atom) -> Option<Name> {
    match atom {
        Atom::Var { name, .. } => Some(*name),
        Atom::Const { .. } => None,
    }
}

/// Statements, and the names that are used after them.
pub struct List<'a> {
    pub stms: &'a [Stm<'a>],
    pub results: Vec<Name>,
}

impl<'a> List<'a> {
    fn body(body: &'a Body<'a>) -> List<'a> {
        List { stms: body.stms, results: body.result.iter().filter_map(variable).collect() }
    }

    fn kernel(body: &'a KernelBody<'a>) -> List<'a> {
        List { stms: body.stms, results: body.results.iter().flat_map(Node::free_names).collect() }
    }
}

/// The lists of statements that a kernel runs for each index vector. Other expressions have none.
pub fn kernel_lists<'a>(exp: &'a Exp<'a>) -> Vec<List<'a>> {
    match exp {
        Exp::SegMap { body, .. }
        | Exp::SegRed { body, .. }
        | Exp::SegHist { body, .. }
        | Exp::SegStream { body, .. } => vec![List::kernel(body)],
        Exp::SegScan { body, .. } => {
            let values = body.values.iter().filter_map(variable).chain(body.post.free_names());
            vec![List { stms: body.stms, results: values.collect() }, List::kernel(body.post)]
        }
        _ => Vec::new(),
    }
}

/// The lists of statements in an expression, but for the functions of operators.
pub fn inner_lists<'a>(exp: &'a Exp<'a>) -> Vec<List<'a>> {
    match exp {
        Exp::If { yes, no, .. } => vec![List::body(yes), List::body(no)],
        Exp::Loop { body, .. } => vec![List::body(body)],
        _ => kernel_lists(exp),
    }
}
