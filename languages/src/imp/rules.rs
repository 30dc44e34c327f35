//! The rules of `Imp`: invariants that Rust's types cannot express.
//!
//! Every backend can compile a program that obeys the rules. Sizes of blocks depend on values, so no rule covers them:
//! the pass `check-accesses` inserts a check in front of every access that is not proved to be inside of its block.

use super::{
    Arg, ArgDim, Bins, Dim, Exp, Fun, Hist, Imp, Op, Operand, Part, Proc, Program, Region, Res, ScalarParam, Slot, Stm,
    Traced, Visit, walk_arg, walk_arg_dim, walk_dim, walk_exp, walk_fun, walk_operand, walk_part, walk_proc, walk_res,
    walk_scalar_param, walk_slot, walk_stm,
};
use crate::prim::{PrimType, elementary};
use framework::pass::{AnyRule, Report};
use framework::{Name, Symbol, rules};
use rustc_hash::{FxHashMap, FxHashSet};

rules! { Imp:
    /// Every variable is declared once, before it is used. Procedures have distinct names, and so have entry points.
    pub Declared = "declared" by declared;
    /// Operands, values, indices and blocks have the types that statements and operators require.
    pub WellTyped = "well-typed" by well_typed;
    /// No statement assigns a parameter or an index. No kernel assigns a variable from outside of it.
    pub Assigned = "assigned" by assigned;
    /// Kernels call only procedures of scalars that do not call themselves.
    pub KernelCalls = "kernel-calls" by kernel_calls;
    /// No kernel of groups of threads is inside of another kernel.
    pub Levels = "levels" by levels;
}

/// All rules of the language.
pub static RULES: &[&dyn AnyRule] = &[&Declared, &WellTyped, &Assigned, &KernelCalls, &Levels];

/// Checks that no operator is an elementary function. The pass `expand-math` ensures that, and `Lanes` requires it.
pub fn no_elementary_functions(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r>(&'r mut Report);
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.0.enter(node.entry);
            walk_fun(self, node);
        }
        fn visit_proc(&mut self, node: &'a Proc<'a>) {
            self.0.enter(node.name);
            walk_proc(self, node);
        }
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            let name = match node {
                Exp::Un { op, prim, .. } if prim.is_float() && elementary::has_unary(*op) => Some(op.name()),
                Exp::Bin { op, prim, .. } if prim.is_float() && elementary::has_binary(*op) => Some(op.name()),
                _ => None,
            };
            if let Some(name) = name {
                self.0.fail_node(node, format!("the elementary function `{name}`"));
            }
            walk_exp(self, node);
        }
    }
    Finder(report).visit_program(program);
}

fn declared(program: &Program<'_>, report: &mut Report) {
    for fun in program.funs {
        report.enter(fun.entry);
        report.names(fun, true);
    }
    for proc in program.procs {
        report.enter(proc.name);
        report.names(proc, true);
    }
    distinct(program, report);
}

/// Checks that procedures have distinct names, and so have entry points.
pub(crate) fn distinct(program: &Program<'_>, report: &mut Report) {
    let (mut entries, mut procedures) = (FxHashSet::default(), FxHashSet::default());
    for fun in program.funs {
        report.enter(fun.entry);
        if !entries.insert(fun.entry) {
            report.fail_node(fun, format!("there are two entry points `{}`", fun.entry));
        }
    }
    for proc in program.procs {
        report.enter(proc.name);
        if !procedures.insert(proc.name) {
            report.fail_node(proc, format!("there are two procedures `{}`", proc.name));
        }
    }
}

pub(crate) fn well_typed(program: &Program<'_>, report: &mut Report) {
    for fun in program.funs {
        report.enter(fun.entry);
        let mut types = Types::default();
        types.visit_fun(fun);
        Checker { types: types.0, operands: None, procs: program.procs, report }.visit_fun(fun);
    }
    for proc in program.procs {
        report.enter(proc.name);
        let mut types = Types::default();
        types.visit_proc(proc);
        Checker { types: types.0, operands: None, procs: program.procs, report }.visit_proc(proc);
    }
}

/// The type of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Scalar(PrimType),
    /// A block of elements of this type.
    Memory(PrimType),
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Type::Scalar(prim) => write!(f, "a scalar of type {prim}"),
            Type::Memory(prim) => write!(f, "a block of {prim}"),
        }
    }
}

/// The types of all variables of a function, whose names are unique.
#[derive(Default)]
struct Types(FxHashMap<Name, Type>);

impl Types {
    fn scalar(&mut self, name: Name, prim: PrimType) {
        self.0.insert(name, Type::Scalar(prim));
    }

    fn memory(&mut self, name: Name, prim: PrimType) {
        self.0.insert(name, Type::Memory(prim));
    }
}

impl<'a> Visit<'a> for Types {
    fn visit_arg(&mut self, node: &'a Arg<'a>) {
        match node {
            Arg::ScalarArg { name, prim, .. } => self.scalar(*name, *prim),
            Arg::ArrayArg { mem, prim, .. } => self.memory(*mem, *prim),
        }
        walk_arg(self, node);
    }

    fn visit_slot(&mut self, node: &'a Slot) {
        match node {
            Slot::ScalarSlot { name, prim, .. } => self.scalar(*name, *prim),
            Slot::MemSlot { name, prim, .. } => self.memory(*name, *prim),
        }
        walk_slot(self, node);
    }

    fn visit_arg_dim(&mut self, node: &'a ArgDim) {
        if let ArgDim::Fresh { name, .. } = node {
            self.scalar(*name, PrimType::I64);
        }
        walk_arg_dim(self, node);
    }

    fn visit_dim(&mut self, node: &'a Dim<'a>) {
        self.scalar(node.index, PrimType::I64);
        walk_dim(self, node);
    }

    fn visit_scalar_param(&mut self, node: &'a ScalarParam) {
        self.scalar(node.name, node.prim);
        walk_scalar_param(self, node);
    }

    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node {
            Stm::Decl { name, prim, .. } => self.scalar(*name, *prim),
            Stm::DeclMem { name, prim, .. } => self.memory(*name, *prim),
            Stm::For { index, .. } => self.scalar(*index, PrimType::I64),
            Stm::Threads { count, thread, together, .. } => {
                self.scalar(*together, PrimType::Bool);
                self.scalar(*count, PrimType::I64);
                self.scalar(*thread, PrimType::I64);
            }
            _ => {}
        }
        walk_stm(self, node);
    }
}

struct Checker<'p, 'r> {
    types: FxHashMap<Name, Type>,
    /// The types that the operator of the histogram around takes.
    operands: Option<Vec<PrimType>>,
    procs: &'p [Proc<'p>],
    report: &'r mut Report,
}

impl Checker<'_, '_> {
    /// Checks the arguments and results of a call against the procedure.
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
                (Operand::MemOperand { mem, .. }, Slot::MemSlot { prim, .. }) => {
                    self.variable(arg, *mem, Type::Memory(*prim));
                }
                _ => self.report.fail_node(arg, "a scalar for memory, or memory for a scalar"),
            }
        }
        let mut types = Types::default();
        types.visit_proc(proc);
        for (target, result) in targets.iter().zip(proc.results) {
            let wanted = match result {
                Operand::ScalarOperand { prim, .. } => Some(Type::Scalar(*prim)),
                Operand::MemOperand { mem, .. } => types.0.get(mem).copied(),
            };
            if self.types.get(target).copied() != wanted {
                self.report.fail_node(stm, format!("`{target}` is not of the type of the procedure's result"));
            }
        }
    }

    fn type_of(&self, exp: &Exp<'_>) -> Option<PrimType> {
        match exp {
            Exp::Const { value, .. } => Some(value.prim_type()),
            Exp::Var { name, .. } => match self.types.get(name) {
                Some(Type::Scalar(prim)) => Some(*prim),
                // Another violation says that the variable is no scalar, or not declared.
                Some(Type::Memory(_)) | None => None,
            },
            Exp::Bin { op, prim, .. } => Some(op.result_type(*prim)),
            Exp::Un { op, prim, .. } => Some(op.result_type(*prim)),
            Exp::Tri { op, prim, .. } => Some(op.result_type(*prim)),
            Exp::Convert { to, .. } => Some(*to),
            Exp::Capacity { .. } | Exp::Parameter { .. } => Some(PrimType::I64),
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

    fn expect_all(&mut self, exps: &[Exp<'_>], wanted: PrimType, what: &str) {
        exps.iter().for_each(|exp| self.expect(exp, wanted, what));
    }

    /// Checks that a variable of a node has the type `wanted`.
    fn variable(&mut self, node: &impl framework::Node, name: Name, wanted: Type) {
        if let Some(found) = self.types.get(&name)
            && *found != wanted
        {
            self.report.fail_node(node, format!("`{name}` is {found}, where {wanted} is needed"));
        }
    }

    fn applies(&mut self, exp: &Exp<'_>, applies: bool, op: impl std::fmt::Display, prim: PrimType) {
        if !applies {
            self.report.fail_node(exp, format!("`{op}` does not apply to {prim}"));
        }
    }

    /// Checks that an operator's operands and results, its neutral elements, and the values that it combines agree.
    fn operator(&mut self, op: &Op<'_>, neutral: &[Exp<'_>], values: &[Exp<'_>]) {
        self.associative(op, neutral);
        self.values(op, op.rhs, values, "a value");
    }

    /// Checks an operator whose operands and results are of the same types, and its neutral elements.
    fn associative(&mut self, op: &Op<'_>, neutral: &[Exp<'_>]) {
        if op.rhs.iter().map(|right| right.prim).ne(op.lhs.iter().map(|left| left.prim)) {
            self.report.fail_node(op, "an operator whose left and right operands are of different types");
        }
        self.values(op, op.lhs, op.results, "a result");
        self.values(op, op.lhs, neutral, "a neutral element");
    }

    /// Checks that a step gives results of the types of the operator's, and has operands for the values.
    fn step(&mut self, step: &Op<'_>, op: &Op<'_>, values: &[Exp<'_>]) {
        if step.lhs.iter().map(|left| left.prim).ne(op.lhs.iter().map(|left| left.prim)) {
            self.report.fail_node(step, "a step whose results so far are not of the types of the operator's operands");
        }
        self.values(step, step.lhs, step.results, "a result");
        self.values(step, step.rhs, values, "a value");
    }

    /// Checks that there is a value for each of an operator's operands, and that it is of its type.
    fn values(&mut self, op: &Op<'_>, operands: &[ScalarParam], values: &[Exp<'_>], what: &str) {
        let (count, wanted) = (values.len(), operands.len());
        if count != wanted {
            self.report.fail_node(
                op,
                format!("{what} is needed for each of the operator's {wanted} operands, but there are {count}"),
            );
        }
        values.iter().zip(operands).for_each(|(value, operand)| self.expect(value, operand.prim, what));
    }

    /// Checks that the variables `targets` have the types of the operator's operands.
    fn targets(&mut self, op: &Op<'_>, targets: &[Name]) {
        let types: Vec<_> = targets.iter().map(|target| self.types.get(target).copied()).collect();
        if types != op.lhs.iter().map(|param| Some(Type::Scalar(param.prim))).collect::<Vec<_>>() {
            self.report.fail_node(op, "results that are not of the types of their variables");
        }
    }

    /// Checks that each histogram has bins of its operand's type.
    fn bins(&mut self, op: &Op<'_>, dests: &[Bins<'_>]) {
        if dests.len() != op.lhs.len() {
            let (dests, operands) = (dests.len(), op.lhs.len());
            self.report.fail_node(op, format!("{dests} histograms of an operator on {operands} values"));
        }
        for (bins, param) in dests.iter().zip(op.lhs) {
            self.variable(bins, bins.mem, Type::Memory(param.prim));
        }
    }

    /// Checks the values that a histogram combines.
    fn combine(&mut self, stm: &Stm<'_>, values: &[Exp<'_>]) {
        match self.operands.clone() {
            None => self.report.fail_node(stm, "values are combined outside of a histogram"),
            Some(operands) if operands.len() != values.len() => {
                let (values, operands) = (values.len(), operands.len());
                self.report.fail_node(stm, format!("{values} values for an operator on {operands} values"));
            }
            Some(operands) => {
                values.iter().zip(operands).for_each(|(value, operand)| self.expect(value, operand, "a value"));
            }
        }
    }

    /// The number of dimensions of a value that is traced.
    fn traced(&mut self, traced: &Traced<'_>) -> usize {
        match traced {
            Traced::TracedScalar { value, prim, .. } => {
                self.expect(value, *prim, "a value that is traced");
                0
            }
            Traced::TracedArray { prim, dims, from, .. } => {
                self.expect_all(dims, PrimType::I64, "a size");
                self.region(from, *prim, dims);
                dims.len()
            }
        }
    }

    fn region(&mut self, region: &Region<'_>, prim: PrimType, shape: &[Exp<'_>]) {
        self.variable(region, region.mem, Type::Memory(prim));
        if region.strides.len() != shape.len() {
            let (strides, dims) = (region.strides.len(), shape.len());
            self.report.fail_node(region, format!("{strides} strides for {dims} dimensions"));
        }
    }
}

impl<'a> Visit<'a> for Checker<'_, '_> {
    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        match node {
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                self.applies(node, op.applies_to(*prim), op, *prim);
                self.expect(lhs, *prim, "an operand");
                self.expect(rhs, op.second_operand_type(*prim), "an operand");
            }
            Exp::Un { op, prim, arg, .. } => {
                self.applies(node, op.applies_to(*prim), op, *prim);
                self.expect(arg, *prim, "an operand");
            }
            Exp::Tri { op, prim, a, b, c, .. } => {
                self.applies(node, op.applies_to(*prim), op, *prim);
                [a, b, c].into_iter().for_each(|exp| self.expect(exp, *prim, "an operand"));
            }
            Exp::Convert { from, arg, .. } => self.expect(arg, *from, "an operand"),
            Exp::Select { cond, yes, no, .. } => {
                self.expect(cond, PrimType::Bool, "a condition");
                if let Some(wanted) = self.type_of(yes) {
                    self.expect(no, wanted, "an alternative");
                }
            }
            Exp::Var { name, .. } => {
                if let Some(found @ Type::Memory(_)) = self.types.get(name) {
                    self.report.fail_node(node, format!("`{name}` is {found}, where a scalar is needed"));
                }
            }
            Exp::Const { .. } | Exp::Capacity { .. } | Exp::Parameter { .. } => {}
        }
        walk_exp(self, node);
    }

    fn visit_arg_dim(&mut self, node: &'a ArgDim) {
        if let ArgDim::Same { name, .. } = node {
            self.variable(node, *name, Type::Scalar(PrimType::I64));
        }
        walk_arg_dim(self, node);
    }

    fn visit_operand(&mut self, node: &'a Operand<'a>) {
        match node {
            Operand::ScalarOperand { value, prim, .. } => self.expect(value, *prim, "an operand"),
            Operand::MemOperand { mem, .. } => {
                if let Some(found @ Type::Scalar(_)) = self.types.get(mem) {
                    self.report.fail_node(node, format!("`{mem}` is {found}, where a block is needed"));
                }
            }
        }
        walk_operand(self, node);
    }

    fn visit_res(&mut self, node: &'a Res<'a>) {
        match node {
            Res::ScalarRes { value, prim, .. } => self.expect(value, *prim, "a result"),
            Res::ArrayRes { mem, prim, dims, .. } => {
                self.variable(node, *mem, Type::Memory(*prim));
                self.expect_all(dims, PrimType::I64, "a size");
            }
        }
        walk_res(self, node);
    }

    fn visit_dim(&mut self, node: &'a Dim<'a>) {
        self.expect(node.count, PrimType::I64, "a number of iterations");
        walk_dim(self, node);
    }

    fn visit_part(&mut self, node: &'a Part<'a>) {
        if let Part::Show { value, prim, .. } = node {
            self.expect(value, *prim, "what a message shows");
        }
        walk_part(self, node);
    }

    fn visit_region(&mut self, node: &'a Region<'a>) {
        self.expect(node.offset, PrimType::I64, "an offset");
        self.expect_all(node.strides, PrimType::I64, "a stride");
        super::walk_region(self, node);
    }

    fn visit_bins(&mut self, node: &'a Bins<'a>) {
        self.expect(node.offset, PrimType::I64, "an offset");
        super::walk_bins(self, node);
    }

    fn visit_hist(&mut self, node: &'a Hist<'a>) {
        self.visit_dim(node.dim);
        let around = self.operands.replace(node.op.lhs.iter().map(|param| param.prim).collect());
        node.body.iter().for_each(|stm| self.visit_stm(stm));
        self.operands = around;
        self.visit_exp(node.width);
        self.visit_op(node.op);
        node.neutral.iter().for_each(|exp| self.visit_exp(exp));
        node.dests.iter().for_each(|bins| self.visit_bins(bins));
    }

    fn visit_op(&mut self, node: &'a Op<'a>) {
        let around = self.operands.take();
        super::walk_op(self, node);
        self.operands = around;
    }

    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node {
            Stm::Assign { name, value, .. } => match self.types.get(name).copied() {
                Some(Type::Scalar(wanted)) => self.expect(value, wanted, "the value"),
                Some(Type::Memory(_)) => self.report.fail_node(node, format!("`{name}` is a block, not a scalar")),
                None => {}
            },
            Stm::AssignMem { name, from, .. } => match self.types.get(from).copied() {
                Some(found @ Type::Memory(_)) => self.variable(node, *name, found),
                Some(Type::Scalar(_)) => self.report.fail_node(node, format!("`{from}` is a scalar, not a block")),
                None => {}
            },
            Stm::Free { name, .. } => {
                if let Some(Type::Scalar(_)) = self.types.get(name) {
                    self.report.fail_node(node, format!("`{name}` is a scalar, not a block"));
                }
            }
            Stm::Read { name, mem, prim, index, .. } => {
                self.expect(index, PrimType::I64, "an index");
                self.variable(node, *mem, Type::Memory(*prim));
                self.variable(node, *name, Type::Scalar(*prim));
            }
            Stm::Write { mem, prim, index, value, .. } => {
                self.expect(index, PrimType::I64, "an index");
                self.expect(value, *prim, "the value");
                self.variable(node, *mem, Type::Memory(*prim));
            }
            Stm::Call { proc, args, targets, .. } => self.call(node, *proc, args, targets),
            Stm::Copy { prim, shape, to, from, .. } => {
                self.expect_all(shape, PrimType::I64, "a size");
                [to, from].into_iter().for_each(|region| self.region(region, *prim, shape));
            }
            Stm::Alloc { name, prim, count, .. } => {
                self.expect(count, PrimType::I64, "the number of elements");
                self.variable(node, *name, Type::Memory(*prim));
            }
            Stm::Threads { bytes, body, .. } => {
                self.expect(bytes, PrimType::I64, "the number of bytes");
                let kernels = body.iter().filter(|stm| stm.is_kernel()).count();
                if kernels != 1 || !body.last().is_some_and(Stm::is_kernel) {
                    self.report.fail_node(node, "threads allocate blocks, and then run one kernel");
                }
            }
            Stm::For { bound, .. } => self.expect(bound, PrimType::I64, "the bound"),
            Stm::If { cond, .. } | Stm::While { cond, .. } | Stm::Assert { cond, .. } => {
                self.expect(cond, PrimType::Bool, "a condition");
            }
            Stm::Reduce { reduce, .. } => {
                match reduce.step {
                    None => self.operator(reduce.op, reduce.neutral, reduce.values),
                    Some(step) => {
                        self.associative(reduce.op, reduce.neutral);
                        self.step(step, reduce.op, reduce.values);
                    }
                }
                self.targets(reduce.op, reduce.targets);
            }
            Stm::Scan { scan, .. } => {
                self.operator(scan.op, scan.neutral, scan.values);
                if scan.outs.iter().map(|out| out.prim).ne(scan.op.lhs.iter().map(|param| param.prim)) {
                    self.report.fail_node(node, "prefixes that are not of the types of the operands");
                }
                self.operator(scan.totals.op, scan.totals.neutral, scan.totals.values);
                self.targets(scan.totals.op, scan.totals.targets);
            }
            Stm::Hist { hist, .. } => {
                self.operator(hist.op, hist.neutral, hist.neutral);
                self.bins(hist.op, hist.dests);
                self.expect(hist.width, PrimType::I64, "the number of bins");
            }
            Stm::Combine { bin, values, .. } => {
                self.expect(bin, PrimType::I64, "a bin");
                self.combine(node, values);
            }
            Stm::Trace { form, values, .. } => {
                let ranks: Vec<usize> = values.iter().map(|traced| self.traced(traced)).collect();
                if let Some(why) = form.misfit(&ranks) {
                    self.report.fail_node(node, why);
                }
            }
            Stm::Decl { .. } | Stm::DeclMem { .. } | Stm::Parallel { .. } => {}
        }
        walk_stm(self, node);
    }
}

pub(crate) fn assigned(program: &Program<'_>, report: &mut Report) {
    for fun in program.funs {
        report.enter(fun.entry);
        Assignments { declared: vec![FxHashSet::default()], report }.visit_fun(fun);
    }
    for proc in program.procs {
        report.enter(proc.name);
        Assignments { declared: vec![FxHashSet::default()], report }.visit_proc(proc);
    }
}

struct Assignments<'r> {
    /// The declared variables: those of the host code, then those of the kernel in it, and so on inwards.
    declared: Vec<FxHashSet<Name>>,
    report: &'r mut Report,
}

impl Assignments<'_> {
    fn declare(&mut self, name: Name) {
        if let Some(here) = self.declared.last_mut() {
            here.insert(name);
        }
    }

    fn assign(&mut self, stm: &Stm<'_>, name: Name) {
        let Some((here, around)) = self.declared.split_last() else { return };
        if here.contains(&name) {
            return;
        }
        let outside = around.iter().any(|declared| declared.contains(&name));
        let why =
            if outside { "a kernel assigns a variable from outside of it" } else { "it is a parameter or an index" };
        self.report.fail_node(stm, format!("`{name}` may not be assigned: {why}"));
    }

    fn targets(&mut self, stm: &Stm<'_>, targets: &[Name]) {
        targets.iter().for_each(|target| self.assign(stm, *target));
    }
}

impl<'a> Visit<'a> for Assignments<'_> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node {
            Stm::Decl { name, .. } | Stm::DeclMem { name, .. } => self.declare(*name),
            Stm::Assign { name, .. }
            | Stm::AssignMem { name, .. }
            | Stm::Free { name, .. }
            | Stm::Alloc { name, .. }
            | Stm::Read { name, .. } => self.assign(node, *name),
            Stm::Call { targets, .. } => self.targets(node, targets),
            Stm::Reduce { reduce, .. } => self.targets(node, reduce.targets),
            Stm::Scan { scan, .. } => self.targets(node, scan.totals.targets),
            _ => {}
        }
        let kernel = node.is_kernel();
        if kernel {
            self.declared.push(FxHashSet::default());
        }
        walk_stm(self, node);
        if kernel {
            self.declared.pop();
        }
    }
}

pub(crate) fn kernel_calls(program: &Program<'_>, report: &mut Report) {
    let mut calls =
        Calls { procs: program.procs, open: Vec::new(), good: FxHashSet::default(), in_kernel: false, report };
    for fun in program.funs {
        calls.report.enter(fun.entry);
        walk_fun(&mut calls, fun);
    }
    for proc in program.procs {
        calls.report.enter(proc.name);
        walk_proc(&mut calls, proc);
    }
}

/// Reports kernels of groups of threads that are inside of other kernels.
pub fn levels(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r> {
        report: &'r mut Report,
        inside: bool,
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            if self.inside && matches!(node, Stm::Parallel { groups: true, .. }) {
                self.report.fail_node(node, "a kernel of groups of threads is inside of another kernel");
            }
            let around = self.inside;
            self.inside |= node.is_kernel();
            walk_stm(self, node);
            self.inside = around;
        }
    }
    let mut finder = Finder { report, inside: false };
    for fun in program.funs {
        finder.report.enter(fun.entry);
        walk_fun(&mut finder, fun);
    }
    for proc in program.procs {
        finder.report.enter(proc.name);
        walk_proc(&mut finder, proc);
    }
}

struct Calls<'p, 'r> {
    procs: &'p [Proc<'p>],
    /// The procedures under examination, each called by the one before.
    open: Vec<Symbol>,
    /// The procedures that kernels may call.
    good: FxHashSet<Symbol>,
    in_kernel: bool,
    report: &'r mut Report,
}

impl<'p> Calls<'p, '_> {
    fn call(&mut self, stm: &Stm<'_>, name: Symbol) {
        if self.good.contains(&name) {
            return;
        }
        if self.open.contains(&name) {
            self.report.fail_node(stm, format!("a kernel calls `{name}`, which calls itself"));
            return;
        }
        let Some(proc) = self.procs.iter().find(|proc| proc.name == name) else { return };
        let memory = proc.params.iter().any(|param| matches!(param, Slot::MemSlot { .. }))
            || proc.results.iter().any(|result| matches!(result, Operand::MemOperand { .. }));
        if memory {
            self.report.fail_node(stm, format!("a kernel calls `{name}`, which takes or gives blocks"));
        }
        self.open.push(name);
        walk_proc(self, proc);
        self.open.pop();
        self.good.insert(name);
    }
}

impl<'a> Visit<'a> for Calls<'_, '_> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        let around = self.in_kernel;
        self.in_kernel |= node.is_kernel();
        match node {
            Stm::Call { proc, .. } if self.in_kernel || !self.open.is_empty() => self.call(node, *proc),
            Stm::DeclMem { name, .. } if !self.open.is_empty() => {
                self.report
                    .fail_node(node, format!("a procedure that a kernel calls has a block of its own, `{name}`"));
            }
            _ => {}
        }
        walk_stm(self, node);
        self.in_kernel = around;
    }
}
