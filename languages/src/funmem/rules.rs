//! The rules of `FunMem` (IFL'22 figure 8): invariants that Rust's types cannot express. As in the paper, a program may
//! obey them and still use memory in a way that changes its meaning. The heap evaluator finds such programs (validity,
//! races).

use super::index::{Layout, slice};
use super::{Exp, FunMem, KernelResult, Param, Program, Stm, Type, Visit, walk_param, walk_stm};
use framework::pass::{AnyRule, Report};
use framework::{Name, rules};
use rustc_hash::FxHashMap;

rules! { FunMem:
    /// Every name is bound once, and used only in scope.
    pub UniqueNames = "unique-names" by unique_names;
    /// The program without its memory is well typed (IFL'22 figure 9, then figure 3).
    pub WellTyped = "well-typed" by well_typed;
    /// Arrays are in memory blocks, with index functions of their rank (T-MEM-ARRAY, T-MEM-LMAD). Slices,
    /// transpositions and updates stay in their block (T-MEM-SLICE, T-MEM-TRANSPOSE).
    pub WellPlaced = "well-placed" by well_placed;
}

/// All rules of the language.
pub static RULES: &[&dyn AnyRule] = &[&UniqueNames, &WellTyped, &WellPlaced];

fn unique_names(program: &Program<'_>, report: &mut Report) {
    report.names(program, true);
}

fn well_typed(program: &Program<'_>, report: &mut Report) {
    let embedded = super::eval::unmemorise_root(program).and_then(|program| crate::seg::embed(&program));
    crate::seg::rules::well_typed_embedding(embedded, report);
}

fn well_placed(program: &Program<'_>, report: &mut Report) {
    let mut types = Types::default();
    types.visit_program(program);
    let mut checker = Checker { types: types.0, report };
    for fun in program.funs {
        checker.report.enter(fun.name);
        checker.visit_fun(fun);
    }
}

/// The types of all names, which are unique.
#[derive(Default)]
struct Types<'a>(FxHashMap<Name, &'a Type<'a>>);

impl<'a> Visit<'a> for Types<'a> {
    fn visit_param(&mut self, node: &'a Param<'a>) {
        self.0.insert(node.name, node.ty);
    }
}

struct Checker<'a, 'r> {
    types: FxHashMap<Name, &'a Type<'a>>,
    report: &'r mut Report,
}

impl<'a> Checker<'a, '_> {
    fn place(&self, name: Name) -> Option<(Name, Layout)> {
        match self.types.get(&name)? {
            Type::Array { mem, layout, .. } => Some((*mem, Layout::of(layout))),
            _ => None,
        }
    }

    /// Checks that a result of a statement is where the rule requires.
    fn expect(&mut self, stm: &Stm<'a>, position: usize, wanted: Option<(Name, Layout)>, rule: &str) {
        let Some(found) = stm.pat.get(position).and_then(|param| self.place(param.name)) else { return };
        if let Some(wanted) = wanted
            && found != wanted
        {
            self.report.fail_node(stm, format!("{rule}: the result is said to be elsewhere than its operand"));
        }
    }
}

impl<'a> Visit<'a> for Checker<'a, '_> {
    fn visit_param(&mut self, node: &'a Param<'a>) {
        // T-MEM-ARRAY, T-MEM-LMAD
        if let Type::Array { dims, mem, layout, .. } = node.ty {
            if !matches!(self.types.get(mem), Some(Type::Mem { .. })) {
                self.report.fail_node(node, format!("T-MEM-ARRAY: `{mem}` is no memory block"));
            }
            if dims.len() != layout.strides.len() {
                let (rank, strides) = (dims.len(), layout.strides.len());
                self.report.fail_node(node, format!("T-MEM-LMAD: {strides} strides for {rank} dimensions"));
            }
        }
        walk_param(self, node);
    }

    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node.exp {
            Exp::Slice { array, dims, .. } => {
                let wanted = self.place(*array).map(|(mem, layout)| (mem, slice(&layout, dims)));
                self.expect(node, 0, wanted, "T-MEM-SLICE");
            }
            Exp::Rearrange { array, perm, .. } => {
                let wanted = self.place(*array).map(|(mem, layout)| {
                    let strides = perm.iter().filter_map(|dim| layout.strides.get(*dim as usize).cloned()).collect();
                    (mem, Layout { offset: layout.offset, strides })
                });
                self.expect(node, 0, wanted, "T-MEM-TRANSPOSE");
            }
            Exp::Update { array, .. } => {
                let wanted = self.place(*array);
                self.expect(node, 0, wanted, "an update is in place");
            }
            Exp::SegMap { body, .. } => {
                for (position, result) in body.results.iter().enumerate() {
                    if let KernelResult::Writes { dest, .. } = result {
                        let wanted = self.place(*dest);
                        self.expect(node, position, wanted, "a write is in place");
                    }
                }
            }
            _ => {}
        }
        walk_stm(self, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use framework::sexp::Tree;
    use framework::{FileId, Owned, Program as AnyProgram};

    /// Returns the violations of a function with `n: i64`, a block `m`, and `xs: [n][n]i32 @m -> 0 + {(n : n) (n :
    /// 1)}`.
    fn violations(stms: &str) -> Vec<String> {
        let xs = "(array i32 [(var n) (var n)] false m (layout (poly-const 0) [(poly-var n) (poly-const 1)]))";
        let text = format!(
            "(program [] [(fun main _ [(param n (scalar i64)) (param m (mem)) (param xs {xs})] [] (body [{stms}] []))])"
        );
        let tree = Tree::parse(&text, FileId(0)).expect("the test's program is an S-expression");
        let program: Owned<FunMem> = Owned::from_tree(&tree).expect("the test's program is one of FunMem");
        AnyProgram::new(program).check_rules().violations.into_iter().map(|violation| violation.to_string()).collect()
    }

    fn transposed(mem: &str, strides: &str) -> String {
        let ty = format!("(array i32 [(var n) (var n)] false {mem} (layout (poly-const 0) [{strides}]))");
        format!("(stm [(param ys {ty})] [] (rearrange xs [1 0]))")
    }

    fn broken(stms: &str, message: &str) {
        let found = violations(stms);
        assert!(found.iter().any(|text| text.contains(message)), "expected {message:?}, found {found:?}");
    }

    #[test]
    fn t_mem_transpose() {
        assert_eq!(violations(&transposed("m", "(poly-const 1) (poly-var n)")), Vec::<String>::new());
        broken(&transposed("m", "(poly-var n) (poly-const 1)"), "T-MEM-TRANSPOSE");
    }

    #[test]
    fn t_mem_array() {
        broken(&transposed("n", "(poly-const 1) (poly-var n)"), "T-MEM-ARRAY");
    }

    #[test]
    fn t_mem_lmad() {
        broken(&transposed("m", "(poly-const 1)"), "T-MEM-LMAD");
    }

    #[test]
    fn t_mem_slice() {
        let row = |offset: &str| {
            let ty = format!("(array i32 [(var n)] false m (layout {offset} [(poly-const 1)]))");
            let span = "(span (const 0i64) (var n) (const 1i64))";
            format!("(stm [(param y {ty})] [] (slice xs [(fix (const 2i64)) {span}]))")
        };
        assert_eq!(violations(&row("(poly-mul (poly-const 2) (poly-var n))")), Vec::<String>::new());
        broken(&row("(poly-var n)"), "T-MEM-SLICE");
    }
}
