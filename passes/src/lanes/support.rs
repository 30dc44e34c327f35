//! What passes on `Lanes` have in common: the expressions that they make, and walks outside of groups.

use framework::pass::Report;
use framework::{Name, Names, Renaming, Result, Span};
use languages::lanes::{
    Arena, Exp, Fun, Proc, Program, Rewrite, Stm, Visit, default_rewrite_stm, walk_fun, walk_proc, walk_stm,
};
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};

/// A constant.
pub fn constant<'b>(value: PrimValue) -> Exp<'b> {
    Exp::Const { span: Span::NONE, value }
}

/// A number of type `i64`.
pub fn int<'b>(value: i64) -> Exp<'b> {
    constant(PrimValue::I64(value))
}

/// The value of a variable.
pub fn variable<'b>(name: Name) -> Exp<'b> {
    Exp::Var { span: Span::NONE, name }
}

/// An operator on operands of type `prim`.
pub fn bin<'b>(arena: &'b Arena<'b>, op: BinOp, prim: PrimType, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
    Exp::Bin { span: Span::NONE, op, prim, lhs: arena.alloc(lhs), rhs: arena.alloc(rhs) }
}

/// The negation of a truth value.
pub fn not<'b>(arena: &'b Arena<'b>, arg: Exp<'b>) -> Exp<'b> {
    Exp::Un { span: Span::NONE, op: UnOp::Not, prim: PrimType::Bool, arg: arena.alloc(arg) }
}

/// A conversion.
pub fn convert<'b>(arena: &'b Arena<'b>, from: PrimType, to: PrimType, arg: Exp<'b>) -> Exp<'b> {
    Exp::Convert { span: Span::NONE, from, to, arg: arena.alloc(arg) }
}

/// Rewrites a statement, but not the code of groups of lanes in it.
pub fn with_same_group<'a, 'b>(rewrite: &mut impl Rewrite<'a, 'b>, node: &'a Stm<'a>) -> Result<Stm<'b>> {
    let Stm::Vectors { span, lanes, indices, past, body, values, op, kernel } = node else {
        return default_rewrite_stm(rewrite, node);
    };
    let (arena, names) = (rewrite.arena(), &mut Renaming::new(Names::Keep));
    let indices = arena.slice(indices.iter().copied());
    let past = past.map(|past| arena.alloc(past.copy_into(arena, names)));
    let body: Vec<_> = body.iter().map(|stm| stm.copy_into(arena, names)).collect();
    let values: Vec<_> = values.iter().map(|value| value.copy_into(arena, names)).collect();
    let op: Vec<_> = op.iter().map(|op| op.copy_into(arena, names)).collect();
    let (body, values, op) = (arena.slice(body), arena.slice(values), arena.slice(op));
    let kernel = arena.alloc(rewrite.rewrite_stm(kernel)?);
    Ok(Stm::Vectors { span: *span, lanes: *lanes, indices, past, body, values, op, kernel })
}

/// Checks each statement that is not the code of a group.
pub fn each_outside_groups(program: &Program<'_>, report: &mut Report, check: fn(&Stm<'_>, &mut Report)) {
    struct Finder<'r>(&'r mut Report, fn(&Stm<'_>, &mut Report));
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.0.enter(node.entry);
            walk_fun(self, node);
        }
        fn visit_proc(&mut self, node: &'a Proc<'a>) {
            self.0.enter(node.name);
            walk_proc(self, node);
        }
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            (self.1)(node, self.0);
            match node {
                // The code of the group is its own.
                Stm::Vectors { .. } => node.kernel().into_iter().for_each(|kernel| walk_stm(self, kernel)),
                _ => walk_stm(self, node),
            }
        }
    }
    Finder(report, check).visit_program(program);
}

/// The power of two that a constant is.
pub fn power_of_two(exp: &Exp<'_>) -> Option<u64> {
    let Exp::Const { value, .. } = exp else { return None };
    u64::try_from(value.as_i64()?).ok().filter(|number| number.is_power_of_two())
}
