//! What Rust's types cannot say about `Imp` programs.

use super::{Arg, Dim, Exp, Imp, Op, Operand, Proc, Program, ScalarParam, Slot, Stm, Visit, walk_exp, walk_stm};
use crate::prim::PrimType;
use framework::pass::{AnyRule, Report};
use framework::{Name, Symbol, rules};
use rustc_hash::FxHashMap;

rules! { Imp:
    /// Every variable is declared before it is used, and once.
    pub Declared = "declared" by declared;
    /// Operands, values and indices are of the types that statements and operators say.
    pub WellTyped = "well-typed" by well_typed;
}

/// All rules of the language.
pub static RULES: &[&dyn AnyRule] = &[&Declared, &WellTyped];

fn declared(program: &Program<'_>, report: &mut Report) {
    for fun in program.funs {
        report.enter(fun.entry);
        report.names(fun, true);
    }
    for proc in program.procs {
        report.enter(proc.name);
        report.names(proc, true);
    }
}

fn well_typed(program: &Program<'_>, report: &mut Report) {
    for fun in program.funs {
        report.enter(fun.entry);
        let mut types = Types::default();
        types.visit_fun(fun);
        Checker { types: types.0, procs: program.procs, report }.visit_fun(fun);
    }
    for proc in program.procs {
        report.enter(proc.name);
        let mut types = Types::default();
        types.visit_proc(proc);
        Checker { types: types.0, procs: program.procs, report }.visit_proc(proc);
    }
}

/// The types of all scalar variables, which are unique.
#[derive(Default)]
struct Types(FxHashMap<Name, PrimType>);

impl<'a> Visit<'a> for Types {
    fn visit_arg(&mut self, node: &'a Arg<'a>) {
        if let Arg::ScalarArg { name, prim, .. } = node {
            self.0.insert(*name, *prim);
        }
        super::walk_arg(self, node);
    }

    fn visit_slot(&mut self, node: &'a Slot) {
        if let Slot::ScalarSlot { name, prim, .. } = node {
            self.0.insert(*name, *prim);
        }
    }

    fn visit_arg_dim(&mut self, node: &'a super::ArgDim) {
        if let super::ArgDim::Fresh { name, .. } = node {
            self.0.insert(*name, PrimType::I64);
        }
    }

    fn visit_dim(&mut self, node: &'a Dim<'a>) {
        self.0.insert(node.index, PrimType::I64);
        super::walk_dim(self, node);
    }

    fn visit_scalar_param(&mut self, node: &'a ScalarParam) {
        self.0.insert(node.name, node.prim);
    }

    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node {
            Stm::Decl { name, prim, .. } => {
                self.0.insert(*name, *prim);
            }
            Stm::For { index, .. } => {
                self.0.insert(*index, PrimType::I64);
            }
            _ => {}
        }
        walk_stm(self, node);
    }
}

struct Checker<'p, 'r> {
    types: FxHashMap<Name, PrimType>,
    procs: &'p [Proc<'p>],
    report: &'r mut Report,
}

impl Checker<'_, '_> {
    /// A call passes what the procedure takes, and takes what it gives.
    fn call(&mut self, stm: &Stm<'_>, proc: Symbol, args: &[Operand<'_>], targets: &[Name]) {
        let Some(proc) = self.procs.iter().find(|known| known.name == proc) else {
            self.report.fail_node(stm, format!("`{proc}` is no procedure"));
            return;
        };
        if args.len() != proc.params.len() || targets.len() != proc.results.len() {
            let (args, targets) = (args.len(), targets.len());
            let message = format!("a call of `{}` with {args} arguments for {targets} results", proc.name);
            self.report.fail_node(stm, message);
        }
        for (arg, param) in args.iter().zip(proc.params) {
            match (arg, param) {
                (Operand::ScalarOperand { value, .. }, Slot::ScalarSlot { prim, .. }) => {
                    self.expect(value, *prim, "an argument");
                }
                (Operand::MemOperand { .. }, Slot::MemSlot { .. }) => {}
                _ => self.report.fail_node(arg, "a scalar for memory, or memory for a scalar"),
            }
        }
        for (target, result) in targets.iter().zip(proc.results) {
            let (found, wanted) = (self.types.get(target).copied(), result_type(result));
            if found != wanted {
                self.report.fail_node(stm, format!("`{target}` is not of the type of the procedure's result"));
            }
        }
    }
    fn type_of(&self, exp: &Exp<'_>) -> Option<PrimType> {
        match exp {
            Exp::Const { value, .. } => Some(value.prim_type()),
            Exp::Var { name, .. } => self.types.get(name).copied(),
            Exp::Bin { op, prim, .. } => Some(op.result_type(*prim)),
            Exp::Un { op, prim, .. } => Some(op.result_type(*prim)),
            Exp::Tri { prim, .. } => Some(*prim),
            Exp::Convert { to, .. } => Some(*to),
            Exp::Select { yes, .. } => self.type_of(yes),
        }
    }

    fn expect(&mut self, exp: &Exp<'_>, wanted: PrimType, what: &str) {
        if let Some(found) = self.type_of(exp)
            && found != wanted
        {
            self.report.fail_node(exp, format!("{what} should be of type {wanted}, but is of type {found}"));
        }
    }

    /// An operator's operands, results and neutral elements, and the values that it combines, agree.
    fn operator(&mut self, op: &Op<'_>, neutral: &[Exp<'_>], values: &[Exp<'_>]) {
        let lengths = [op.lhs.len(), op.rhs.len(), op.results.len(), neutral.len(), values.len()];
        if lengths.iter().any(|length| *length != lengths[0]) {
            self.report.fail_node(op, format!("an operator with numbers of operands and values {lengths:?}"));
        }
        for (position, param) in op.lhs.iter().enumerate() {
            let lists = [(op.results, "a result"), (neutral, "a neutral element"), (values, "a value")];
            for (list, what) in lists {
                if let Some(exp) = list.get(position) {
                    self.expect(exp, param.prim, what);
                }
            }
        }
    }

    /// What is combined goes to as many variables, of the operands' types.
    fn fold(&mut self, op: &Op<'_>, neutral: &[Exp<'_>], values: &[Exp<'_>], targets: &[Name]) {
        self.operator(op, neutral, values);
        let types: Vec<_> = targets.iter().map(|target| self.types.get(target).copied()).collect();
        if types != op.lhs.iter().map(|param| Some(param.prim)).collect::<Vec<_>>() {
            self.report.fail_node(op, "results that are not of the types of their variables");
        }
    }
}

/// The type of a scalar that a procedure gives.
fn result_type(result: &Operand<'_>) -> Option<PrimType> {
    match result {
        Operand::ScalarOperand { prim, .. } => Some(*prim),
        Operand::MemOperand { .. } => None,
    }
}

impl<'a> Visit<'a> for Checker<'_, '_> {
    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        match node {
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                if !op.applies_to(*prim) {
                    self.report.fail_node(node, format!("`{op}` does not apply to {prim}"));
                }
                self.expect(lhs, *prim, "an operand");
                self.expect(rhs, op.second_operand_type(*prim), "an operand");
            }
            Exp::Un { op, prim, arg, .. } => {
                if !op.applies_to(*prim) {
                    self.report.fail_node(node, format!("`{op}` does not apply to {prim}"));
                }
                self.expect(arg, *prim, "an operand");
            }
            Exp::Tri { prim, a, b, c, .. } => {
                [a, b, c].into_iter().for_each(|exp| self.expect(exp, *prim, "an operand"));
            }
            Exp::Convert { from, arg, .. } => self.expect(arg, *from, "an operand"),
            Exp::Select { cond, yes, no, .. } => {
                self.expect(cond, PrimType::Bool, "a condition");
                if let Some(wanted) = self.type_of(yes) {
                    self.expect(no, wanted, "an alternative");
                }
            }
            Exp::Const { .. } | Exp::Var { .. } => {}
        }
        walk_exp(self, node);
    }

    fn visit_operand(&mut self, node: &'a Operand<'a>) {
        if let Operand::ScalarOperand { value, prim, .. } = node {
            self.expect(value, *prim, "an operand");
        }
        super::walk_operand(self, node);
    }

    fn visit_dim(&mut self, node: &'a Dim<'a>) {
        self.expect(node.count, PrimType::I64, "a number of iterations");
        super::walk_dim(self, node);
    }

    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node {
            Stm::Assign { name, value, .. } => {
                if let Some(wanted) = self.types.get(name).copied() {
                    self.expect(value, wanted, "the value");
                }
            }
            Stm::Read { name, prim, index, .. } => {
                self.expect(index, PrimType::I64, "an index");
                if let Some(wanted) = self.types.get(name)
                    && wanted != prim
                {
                    self.report.fail_node(node, format!("`{name}` is of type {wanted}, but {prim} is read"));
                }
            }
            Stm::Write { prim, index, value, .. } => {
                self.expect(index, PrimType::I64, "an index");
                self.expect(value, *prim, "the value");
            }
            Stm::Call { proc, args, targets, .. } => self.call(node, *proc, args, targets),
            Stm::Alloc { count, .. } => self.expect(count, PrimType::I64, "the number of elements"),
            Stm::For { bound, .. } => self.expect(bound, PrimType::I64, "the bound"),
            Stm::If { cond, .. } | Stm::While { cond, .. } | Stm::Assert { cond, .. } => {
                self.expect(cond, PrimType::Bool, "a condition");
            }
            Stm::Reduce { op, neutral, values, targets, .. } => self.fold(op, neutral, values, targets),
            Stm::Scan { op, neutral, values, totals, .. } => {
                self.operator(op, neutral, values);
                self.fold(totals.op, totals.neutral, totals.values, totals.targets);
            }
            Stm::Hist { op, neutral, values, bin, width, .. } => {
                self.operator(op, neutral, values);
                self.expect(bin, PrimType::I64, "a bin");
                self.expect(width, PrimType::I64, "the number of bins");
            }
            Stm::Decl { .. }
            | Stm::DeclMem { .. }
            | Stm::AssignMem { .. }
            | Stm::Copy { .. }
            | Stm::Parallel { .. } => {}
        }
        walk_stm(self, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use framework::sexp::Tree;
    use framework::{FileId, Owned, Program as AnyProgram};

    /// The violations of an entry point with arguments `x: i32`, `f: f32` and these statements.
    fn violations(stms: &str) -> Vec<String> {
        let args = "(scalar-arg x i32 x i32) (scalar-arg f f32 f f32)";
        let text = format!("(program [(fun main#1 main [{args}] [] [{stms}])] [])");
        let tree = Tree::parse(&text, FileId(0)).expect("the test's program is an S-expression");
        let program: Owned<Imp> = Owned::from_tree(&tree).expect("the test's program is one of Imp");
        AnyProgram::new(program).check_rules().violations.into_iter().map(|violation| violation.to_string()).collect()
    }

    fn broken(stms: &str, message: &str) {
        let found = violations(stms);
        assert!(found.iter().any(|text| text.contains(message)), "expected {message:?}, found {found:?}");
    }

    #[test]
    fn a_good_program_breaks_no_rule() {
        let good = "(decl y i32) (assign y (bin add i32 (var x) (const 1i32))) (decl-mem m f32) (alloc m f32 (const 4i64)) \
                    (write m f32 (const 0i64) (var f))";
        assert_eq!(violations(good), Vec::<String>::new());
    }

    #[test]
    fn variables_are_declared() {
        broken("(assign y (var x))", "declared: in `main`: `y` is not in scope");
        broken("(decl x i32)", "`x` is bound a second time");
    }

    #[test]
    fn assignments() {
        broken("(decl y i32) (assign y (var f))", "the value should be of type i32, but is of type f32");
    }

    #[test]
    fn memory() {
        let block = "(decl-mem m f32) (alloc m f32 (const 4i64))";
        broken(&format!("{block} (write m f32 (var x) (var f))"), "an index should be of type i64");
        broken(&format!("{block} (decl y i32) (read y m f32 (const 0i64))"), "`y` is of type i32, but f32 is read");
    }

    #[test]
    fn calls() {
        broken("(call f [] [])", "`f` is no procedure");
    }

    #[test]
    fn conditions() {
        broken("(if (var x) [] [])", "a condition should be of type bool");
    }

    #[test]
    fn operators() {
        broken("(decl y i32) (assign y (bin add f32 (var f) (var x)))", "an operand should be of type f32");
        let op = "(op [(scalar-param a i32)] [(scalar-param b i32)] [] [(var f)])";
        broken(
            &format!("(decl y i32) (reduce (dim i (const 3i64)) [] [(var x)] {op} [(const 0i32)] true [y])"),
            "a result should be of type i32",
        );
        let add = "(op [(scalar-param a i32)] [(scalar-param b i32)] [] [(bin add i32 (var a) (var b))])";
        broken(
            &format!("(decl y f32) (reduce (dim i (const 3i64)) [] [(var x)] {add} [(const 0i32)] true [y])"),
            "results that are not of the types of their variables",
        );
        broken(
            &format!("(reduce (dim i (const 3i64)) [] [(var x)] {add} [(const 0i32)] true [])"),
            "results that are not of the types of their variables",
        );
    }
}
