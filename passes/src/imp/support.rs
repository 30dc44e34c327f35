//! Expressions that passes on `Imp` make, and walks over kernels.

use framework::pass::Report;
use framework::{Name, Names, NoVariable, Renaming, Span};
use languages::funmem::index::Index;
use languages::imp::{Arena, Exp, Fun, Program, Stm, Visit, walk_fun, walk_stm};
use languages::prim::{BinOp, PrimType, PrimValue};

/// A number of type `i64`.
pub fn int<'b>(value: i64) -> Exp<'b> {
    Exp::Const { span: Span::NONE, value: PrimValue::I64(value) }
}

/// The value of a variable.
pub fn variable<'b>(name: Name) -> Exp<'b> {
    Exp::Var { span: Span::NONE, name }
}

/// An operator on operands of type `prim`.
pub fn bin<'b>(arena: &'b Arena<'b>, op: BinOp, prim: PrimType, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
    Exp::Bin { span: Span::NONE, op, prim, lhs: arena.alloc(lhs), rhs: arena.alloc(rhs) }
}

/// A renaming that keeps all names.
pub fn keep_names<'b>() -> Renaming<'b, NoVariable<'b>> {
    Renaming::new(Names::Keep)
}

/// Whether the statements in a statement are code of the host.
pub fn is_host(stm: &Stm<'_>) -> bool {
    !matches!(
        stm,
        Stm::Parallel { .. } | Stm::Reduce { .. } | Stm::Scan { .. } | Stm::Hist { .. } | Stm::Threads { .. }
    )
}

/// Reports the statements that offend, as what they are. `inside` says whether to look at the statements in one that
/// offends or not.
fn report_where(
    program: &Program<'_>,
    report: &mut Report,
    offends: &dyn Fn(&Stm<'_>) -> bool,
    inside: fn(&Stm<'_>, bool) -> bool,
    what: &'static str,
) {
    struct Finder<'r> {
        report: &'r mut Report,
        offends: &'r dyn Fn(&Stm<'_>) -> bool,
        inside: fn(&Stm<'_>, bool) -> bool,
        what: &'static str,
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.report.enter(node.entry);
            walk_fun(self, node);
        }
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            let offends = (self.offends)(node);
            if offends {
                self.report.fail_node(node, self.what);
            }
            if (self.inside)(node, offends) {
                walk_stm(self, node);
            }
        }
    }
    Finder { report, offends, inside, what }.visit_program(program);
}

/// Reports the statements that offend, as what they are.
pub fn report_statements(
    program: &Program<'_>,
    report: &mut Report,
    offends: &dyn Fn(&Stm<'_>) -> bool,
    what: &'static str,
) {
    report_where(program, report, offends, |_, _| true, what);
}

/// Reports the statements of host code that offend, as what they are, but not those in them.
pub fn report_kernels(
    program: &Program<'_>,
    report: &mut Report,
    offends: &dyn Fn(&Stm<'_>) -> bool,
    what: &'static str,
) {
    report_where(program, report, offends, |stm, offends| !offends && is_host(stm), what);
}

/// An expression as a polynomial. `None` if it is none.
pub fn polynomial(exp: &Exp<'_>) -> Option<Index> {
    Some(match *exp {
        Exp::Const { value, .. } => Index::constant(value.as_i64()?),
        Exp::Var { name, .. } => Index::variable(name),
        Exp::Bin { op: BinOp::Add, prim: PrimType::I64, lhs, rhs, .. } => polynomial(lhs)?.plus(&polynomial(rhs)?),
        Exp::Bin { op: BinOp::Sub, prim: PrimType::I64, lhs, rhs, .. } => polynomial(lhs)?.minus(&polynomial(rhs)?),
        Exp::Bin { op: BinOp::Mul, prim: PrimType::I64, lhs, rhs, .. } => polynomial(lhs)?.times(&polynomial(rhs)?),
        _ => return None,
    })
}

/// A polynomial as an expression.
pub fn expression<'b>(arena: &'b Arena<'b>, index: &Index) -> Exp<'b> {
    let arith = |op, lhs, rhs| bin(arena, op, PrimType::I64, lhs, rhs);
    let terms = index.terms().map(|(product, coefficient)| {
        let number = (coefficient != 1 || product.is_empty()).then(|| int(coefficient));
        let factors = number.into_iter().chain(product.iter().map(|name| variable(*name)));
        factors.reduce(|lhs, rhs| arith(BinOp::Mul, lhs, rhs)).unwrap_or(int(1))
    });
    terms.reduce(|lhs, rhs| arith(BinOp::Add, lhs, rhs)).unwrap_or(int(0))
}
