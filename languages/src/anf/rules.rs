//! The rules of `Anf`: invariants that Rust's types cannot express. All violations are reported.
//!
//! Types are checked up to sizes. Whether an array has the sizes of its type depends on the run, and the evaluator
//! checks it at every binding.

use super::{
    Anf, Atom, Body, Dest, Exp, Fun, HistOp, Lambda, LoopForm, Param, Part, Program, Reduction, SliceDim, Stm, Traced,
    Type,
};
use crate::prim::PrimType;
use framework::pass::{AnyRule, Report};
use framework::{Name, Node, rules};
use rustc_hash::FxHashMap;

rules! { Anf:
    /// Every name is bound once, and used only in scope.
    pub UniqueNames = "unique-names" by unique_names;
    /// Expressions have the types of the names that they are bound to: primitive types and ranks agree, sizes and
    /// indices are of type `i64` (IFL'22 figure 3).
    pub WellTyped = "well-typed" by well_typed;
}

/// All rules of the language.
pub static RULES: &[&dyn AnyRule] = &[&UniqueNames, &WellTyped];

fn unique_names(program: &Program<'_>, report: &mut Report) {
    report.names(program, true);
}

/// A type without its sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Scalar(PrimType),
    Array(PrimType, usize),
    Cert,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Kind::Scalar(prim) => write!(f, "{prim}"),
            Kind::Array(prim, rank) => write!(f, "{}{prim}", "[]".repeat(*rank)),
            Kind::Cert => write!(f, "cert"),
        }
    }
}

fn kind(ty: &Type<'_>) -> Kind {
    match ty {
        Type::Scalar { prim, .. } => Kind::Scalar(*prim),
        Type::Array { prim, dims, .. } => Kind::Array(*prim, dims.len()),
        Type::Cert { .. } => Kind::Cert,
    }
}

/// Returns the type of an element or row, without `dims` dimensions.
fn row(kind: Kind, dims: usize) -> Option<Kind> {
    match kind {
        Kind::Array(prim, rank) if rank == dims => Some(Kind::Scalar(prim)),
        Kind::Array(prim, rank) if rank > dims => Some(Kind::Array(prim, rank - dims)),
        _ => None,
    }
}

fn stack(kind: Kind) -> Kind {
    match kind {
        Kind::Scalar(prim) => Kind::Array(prim, 1),
        Kind::Array(prim, rank) => Kind::Array(prim, rank + 1),
        Kind::Cert => Kind::Cert,
    }
}

const INT: Kind = Kind::Scalar(PrimType::I64);
const BOOL: Kind = Kind::Scalar(PrimType::Bool);

fn well_typed(program: &Program<'_>, report: &mut Report) {
    let mut checker = Checker { env: FxHashMap::default(), funs: FxHashMap::default(), report };
    for fun in program.funs {
        let params = fun.params.iter().map(|param| kind(param.ty)).collect();
        let results = fun.results.iter().map(|param| kind(param.ty)).collect();
        checker.funs.insert(fun.name, (params, results));
    }
    for stm in program.consts {
        checker.stm(stm);
    }
    for fun in program.funs {
        checker.fun(fun);
    }
}

struct Checker<'r> {
    env: FxHashMap<Name, Kind>,
    funs: FxHashMap<Name, (Vec<Kind>, Vec<Kind>)>,
    report: &'r mut Report,
}

impl Checker<'_> {
    fn fun(&mut self, fun: &Fun<'_>) {
        self.report.enter(fun.name);
        self.params(fun.params);
        self.params(fun.results);
        let results: Vec<Kind> = fun.results.iter().map(|param| kind(param.ty)).collect();
        self.body(fun.body, &results);
    }

    fn params(&mut self, params: &[Param<'_>]) {
        for param in params {
            self.env.insert(param.name, kind(param.ty));
        }
        for param in params {
            if let Type::Array { dims, .. } = param.ty {
                dims.iter().for_each(|dim| self.expect(dim, INT, "a size"));
            }
        }
    }

    /// The number of dimensions of a value that is traced.
    fn traced(&mut self, traced: &Traced<'_>) -> usize {
        match self.atom(traced.value) {
            Some(Kind::Array(prim, rank)) if prim == traced.prim => rank,
            _ => {
                self.expect(traced.value, Kind::Scalar(traced.prim), "a value that is traced");
                0
            }
        }
    }

    fn atom(&self, atom: &Atom) -> Option<Kind> {
        match atom {
            Atom::Const { value, .. } => Some(Kind::Scalar(value.prim_type())),
            Atom::Var { name, .. } => self.env.get(name).copied(),
        }
    }

    /// Names out of scope are left to the rule `unique-names`.
    fn expect(&mut self, atom: &Atom, wanted: Kind, what: &str) {
        if let Some(found) = self.atom(atom)
            && found != wanted
        {
            self.report.fail_node(atom, format!("{what} should be of type {wanted}, but is of type {found}"));
        }
    }

    fn array(&mut self, node: &impl Node, name: Name) -> Option<Kind> {
        let kind = *self.env.get(&name)?;
        if !matches!(kind, Kind::Array(..)) {
            self.report.fail_node(node, format!("`{name}` should be an array, but is of type {kind}"));
            return None;
        }
        Some(kind)
    }

    /// T-RESULT
    fn body(&mut self, body: &Body<'_>, wanted: &[Kind]) {
        body.stms.iter().for_each(|stm| self.stm(stm));
        self.count(body, body.result.len(), wanted.len(), "results");
        for (atom, wanted) in body.result.iter().zip(wanted) {
            self.expect(atom, *wanted, "a result");
        }
    }

    fn count(&mut self, node: &impl Node, found: usize, wanted: usize, what: &str) {
        if found != wanted {
            self.report.fail_node(node, format!("{found} {what}, but {wanted} are expected"));
        }
    }

    /// T-STM
    fn stm(&mut self, stm: &Stm<'_>) {
        for cert in stm.certs {
            if self.env.get(cert).is_some_and(|kind| *kind != Kind::Cert) {
                self.report.fail_node(stm, format!("`{cert}` is no certificate"));
            }
        }
        let found = self.exp(stm, stm.exp);
        self.params(stm.pat);
        let Some(found) = found else { return };
        self.count(stm, found.len(), stm.pat.len(), "values");
        for (param, found) in stm.pat.iter().zip(found) {
            if let Some(found) = found
                && found != kind(param.ty)
            {
                let wanted = kind(param.ty);
                self.report.fail_node(stm, format!("`{}` is of type {wanted}, but is bound to {found}", param.name));
            }
        }
    }

    /// Returns the kinds of an expression's results. `None` stands for a kind that is unknown because of an error.
    fn exp(&mut self, stm: &Stm<'_>, exp: &Exp<'_>) -> Option<Vec<Option<Kind>>> {
        let one = |kind: Option<Kind>| Some(vec![kind]);
        match exp {
            // T-SCALAR, T-CONST, T-VAR
            Exp::Atoms { atoms, .. } => Some(atoms.iter().map(|atom| self.atom(atom)).collect()),
            // T-OP
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                if !op.applies_to(*prim) {
                    self.report.fail_node(exp, format!("`{op}` does not apply to {prim}"));
                }
                self.expect(lhs, Kind::Scalar(*prim), "an operand");
                self.expect(rhs, Kind::Scalar(op.second_operand_type(*prim)), "an operand");
                one(Some(Kind::Scalar(op.result_type(*prim))))
            }
            Exp::Un { op, prim, arg, .. } => {
                if !op.applies_to(*prim) {
                    self.report.fail_node(exp, format!("`{op}` does not apply to {prim}"));
                }
                self.expect(arg, Kind::Scalar(*prim), "an operand");
                one(Some(Kind::Scalar(op.result_type(*prim))))
            }
            Exp::Tri { prim, a, b, c, .. } => {
                [a, b, c].into_iter().for_each(|atom| self.expect(atom, Kind::Scalar(*prim), "an operand"));
                one(Some(Kind::Scalar(*prim)))
            }
            Exp::Convert { from, to, arg, .. } => {
                self.expect(arg, Kind::Scalar(*from), "an operand");
                one(Some(Kind::Scalar(*to)))
            }
            // T-INDEX
            Exp::Index { array, indices, .. } => {
                indices.iter().for_each(|index| self.expect(index, INT, "an index"));
                let kind = self.array(exp, *array)?;
                let element = row(kind, indices.len()).filter(|kind| matches!(kind, Kind::Scalar(_)));
                if element.is_none() {
                    self.report.fail_node(exp, format!("{} indices into {kind}", indices.len()));
                }
                one(element)
            }
            // T-SLICE
            Exp::Slice { array, dims, .. } => {
                let kind = self.array(exp, *array)?;
                one(self.slice(exp, kind, dims))
            }
            Exp::Update { array, dims, value, .. } => {
                let kind = self.array(exp, *array)?;
                if let Some(part) = self.slice(exp, kind, dims) {
                    self.expect(value, part, "the new value");
                }
                one(Some(kind))
            }
            Exp::ArrayLit { elems, prim, row, .. } => {
                let element = if row.is_empty() { Kind::Scalar(*prim) } else { Kind::Array(*prim, row.len()) };
                elems.iter().for_each(|elem| self.expect(elem, element, "an element"));
                one(Some(stack(element)))
            }
            Exp::Iota { count, start, step, prim, .. } => {
                self.expect(count, INT, "the number of elements");
                self.expect(start, Kind::Scalar(*prim), "the first element");
                self.expect(step, Kind::Scalar(*prim), "the step");
                one(Some(Kind::Array(*prim, 1)))
            }
            Exp::Replicate { shape, value, .. } => {
                shape.iter().for_each(|size| self.expect(size, INT, "a size"));
                one(self.atom(value).map(|kind| shape.iter().fold(kind, |kind, _| stack(kind))))
            }
            Exp::Scratch { prim, shape, .. } => {
                shape.iter().for_each(|size| self.expect(size, INT, "a size"));
                one(Some(Kind::Array(*prim, shape.len())))
            }
            Exp::Copy { array, .. } => one(self.array(exp, *array)),
            // T-TRANSPOSE
            Exp::Rearrange { array, perm, .. } => {
                let kind = self.array(exp, *array)?;
                let mut sorted = perm.to_vec();
                sorted.sort_unstable();
                let rank = if let Kind::Array(_, rank) = kind { rank } else { 0 };
                if sorted != (0..rank as i64).collect::<Vec<_>>() {
                    self.report.fail_node(exp, format!("not a permutation of {rank} dimensions"));
                }
                one(Some(kind))
            }
            Exp::Reshape { array, shape, .. } => {
                shape.iter().for_each(|size| self.expect(size, INT, "a size"));
                one(match self.array(exp, *array)? {
                    Kind::Array(prim, _) => Some(Kind::Array(prim, shape.len())),
                    other => Some(other),
                })
            }
            Exp::Concat { arrays, count, .. } => {
                self.expect(count, INT, "the number of elements");
                let kinds: Vec<Kind> = arrays.iter().filter_map(|array| self.array(exp, *array)).collect();
                if kinds.windows(2).any(|pair| pair[0] != pair[1]) {
                    self.report.fail_node(exp, "arrays of different types");
                }
                one(kinds.first().copied())
            }
            // T-IF
            Exp::If { cond, yes, no, .. } => {
                self.expect(cond, BOOL, "a condition");
                let wanted: Vec<Kind> = stm.pat.iter().map(|param| kind(param.ty)).collect();
                self.body(yes, &wanted);
                self.body(no, &wanted);
                None
            }
            Exp::Loop { params, inits, form, body, .. } => {
                self.params(params);
                let wanted: Vec<Kind> = params.iter().map(|param| kind(param.ty)).collect();
                self.count(exp, inits.len(), wanted.len(), "initial values");
                for (init, wanted) in inits.iter().zip(&wanted) {
                    self.expect(init, *wanted, "an initial value");
                }
                match form {
                    LoopForm::For { index, prim, bound, .. } => {
                        self.expect(bound, Kind::Scalar(*prim), "the bound");
                        self.env.insert(*index, Kind::Scalar(*prim));
                    }
                    LoopForm::While { span, cond } => {
                        self.expect(&Atom::Var { span: *span, name: *cond }, BOOL, "the condition");
                    }
                }
                self.body(body, &wanted);
                Some(wanted.into_iter().map(Some).collect())
            }
            Exp::Call { func, args, .. } => {
                let Some((params, results)) = self.funs.get(func).cloned() else {
                    self.report.fail_node(exp, format!("`{func}` is no function"));
                    return None;
                };
                self.count(exp, args.len(), params.len(), "arguments");
                args.iter().zip(&params).for_each(|(arg, param)| self.expect(arg, *param, "an argument"));
                Some(results.into_iter().map(Some).collect())
            }
            Exp::Assert { cond, message, .. } => {
                self.expect(cond, BOOL, "a condition");
                for part in *message {
                    if let Part::Show { value, prim, .. } = part {
                        self.expect(value, Kind::Scalar(*prim), "a value that a message shows");
                    }
                }
                one(Some(Kind::Cert))
            }
            Exp::Trace { form, values, .. } => {
                let ranks: Vec<usize> = values.iter().map(|traced| self.traced(traced)).collect();
                if let Some(why) = form.misfit(&ranks) {
                    self.report.fail_node(exp, why);
                }
                Some(Vec::new())
            }
            // T-KERNEL
            Exp::Map { width, arrays, lambda, .. } => {
                self.soac(exp, width, arrays, lambda);
                Some(lambda.rets.iter().map(|ret| Some(stack(kind(ret)))).collect())
            }
            Exp::Reduce { width, arrays, lambda, ops, .. } => {
                self.soac(exp, width, arrays, lambda);
                Some(self.folded(exp, ops, lambda))
            }
            Exp::Scan { width, arrays, lambda, ops, post, totals, .. } => {
                self.soac(exp, width, arrays, lambda);
                self.reductions(exp, ops, lambda);
                let args: Vec<Option<Kind>> = lambda.rets.iter().map(|ret| Some(kind(ret))).collect();
                self.lambda(exp, post, &args);
                Some(self.folded(exp, totals, post))
            }
            Exp::Scatter { width, arrays, lambda, dests, .. } => {
                self.soac(exp, width, arrays, lambda);
                self.scatter(exp, lambda, dests)
            }
            Exp::Hist { width, arrays, lambda, ops, .. } => {
                self.soac(exp, width, arrays, lambda);
                self.histograms(exp, ops)
            }
        }
    }

    fn slice(&mut self, exp: &Exp<'_>, array: Kind, dims: &[SliceDim<'_>]) -> Option<Kind> {
        let Kind::Array(prim, rank) = array else { return None };
        self.count(exp, dims.len(), rank, "dimensions of a slice");
        let mut kept = 0;
        for dim in dims {
            match dim {
                SliceDim::Fix { index, .. } => self.expect(index, INT, "an index"),
                SliceDim::Span { start, count, stride, .. } => {
                    kept += 1;
                    [start, count, stride].into_iter().for_each(|atom| self.expect(atom, INT, "a part of a slice"));
                }
            }
        }
        Some(if kept == 0 { Kind::Scalar(prim) } else { Kind::Array(prim, kept) })
    }

    fn lambda(&mut self, node: &impl Node, lambda: &Lambda<'_>, args: &[Option<Kind>]) {
        self.params(lambda.params);
        self.count(node, lambda.params.len(), args.len(), "parameters");
        for (param, arg) in lambda.params.iter().zip(args) {
            if let Some(arg) = arg
                && *arg != kind(param.ty)
            {
                let wanted = kind(param.ty);
                self.report.fail_node(param, format!("the parameter is of type {wanted}, but gets {arg}"));
            }
        }
        let wanted: Vec<Kind> = lambda.rets.iter().map(kind).collect();
        self.body(lambda.body, &wanted);
    }

    fn soac(&mut self, exp: &Exp<'_>, width: &Atom, arrays: &[Name], lambda: &Lambda<'_>) {
        self.expect(width, INT, "a width");
        let args: Vec<Option<Kind>> =
            arrays.iter().map(|array| self.array(exp, *array).and_then(|kind| row(kind, 1))).collect();
        self.lambda(exp, lambda, &args);
    }

    /// Returns the number of the lambda's results that operators take.
    fn reductions(&mut self, exp: &Exp<'_>, ops: &[Reduction<'_>], lambda: &Lambda<'_>) -> usize {
        let mut folded = 0;
        for op in ops {
            let count = op.neutral.len();
            let operands: Vec<Option<Kind>> =
                lambda.rets.iter().skip(folded).take(count).map(|ret| Some(kind(ret))).collect();
            for (neutral, wanted) in op.neutral.iter().zip(operands.iter().flatten()) {
                self.expect(neutral, *wanted, "a neutral element");
            }
            self.lambda(exp, op.lambda, &[operands.as_slice(), operands.as_slice()].concat());
            folded += count;
        }
        folded
    }

    /// Returns the results of a lambda whose first results operators combine and whose others are mapped out.
    fn folded(&mut self, exp: &Exp<'_>, ops: &[Reduction<'_>], lambda: &Lambda<'_>) -> Vec<Option<Kind>> {
        let folded = self.reductions(exp, ops, lambda);
        let mapped = lambda.rets.iter().skip(folded).map(|ret| Some(stack(kind(ret))));
        lambda.rets.iter().take(folded).map(|ret| Some(kind(ret))).chain(mapped).collect()
    }

    fn scatter(&mut self, exp: &Exp<'_>, lambda: &Lambda<'_>, dests: &[Dest]) -> Option<Vec<Option<Kind>>> {
        let ranks: usize = dests.iter().map(|dest| dest.rank.max(0) as usize).sum();
        self.count(exp, lambda.rets.len(), ranks + dests.len(), "results of the function");
        if lambda.rets.iter().take(ranks).any(|ret| kind(ret) != INT) {
            self.report.fail_node(exp, "an index that is no i64");
        }
        let mut out = Vec::new();
        for (dest, value) in dests.iter().zip(lambda.rets.iter().skip(ranks)) {
            let array = self.array(exp, dest.array);
            if let Some(array) = array
                && row(array, dest.rank.max(0) as usize) != Some(kind(value))
            {
                self.report.fail_node(exp, format!("values of type {} for {array}", kind(value)));
            }
            out.push(array);
        }
        Some(out)
    }

    fn histograms(&mut self, exp: &Exp<'_>, ops: &[HistOp<'_>]) -> Option<Vec<Option<Kind>>> {
        let mut out = Vec::new();
        for op in ops {
            self.expect(op.size, INT, "the number of bins");
            let dests: Vec<Option<Kind>> = op.dests.iter().map(|dest| self.array(exp, *dest)).collect();
            let cells: Vec<Option<Kind>> = dests.iter().map(|dest| dest.and_then(|kind| row(kind, 1))).collect();
            self.lambda(exp, op.lambda, &[cells.as_slice(), cells.as_slice()].concat());
            out.extend(dests);
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use framework::sexp::Tree;
    use framework::{FileId, Owned, Program as AnyProgram};

    /// Returns the violations of a function with parameters `n: i64`, `x: i32`, `xs: [n]i32`, `f: f32` and these
    /// statements.
    fn violations(stms: &str) -> Vec<String> {
        let text = format!(
            "(program [] [(fun main _ [(param n (scalar i64)) (param x (scalar i32)) (param xs (array i32 [(var n)] false)) \
             (param f (scalar f32))] [] (body [{stms}] []))])"
        );
        let tree = Tree::parse(&text, FileId(0)).expect("the test's program is an S-expression");
        let program: Owned<Anf> = Owned::from_tree(&tree).expect("the test's program is one of Anf");
        AnyProgram::new(program).check_rules().violations.into_iter().map(|violation| violation.to_string()).collect()
    }

    fn broken(rule: &str, stms: &str, message: &str) {
        let found = violations(stms);
        assert!(
            found.iter().any(|text| text.starts_with(rule) && text.contains(message)),
            "expected `{rule}` with {message:?}, found {found:?}"
        );
    }

    fn stm(name: &str, ty: &str, exp: &str) -> String {
        format!("(stm [(param {name} {ty})] [] {exp})")
    }

    #[test]
    fn a_good_program_breaks_no_rule() {
        let good = [
            stm("y", "(scalar i32)", "(bin add i32 (var x) (const 1i32))"),
            stm("z", "(scalar i32)", "(index xs [(const 0i64)])"),
            stm("ys", "(array i32 [(var n)] false)", "(copy xs)"),
        ];
        assert_eq!(violations(&good.concat()), Vec::<String>::new());
    }

    #[test]
    fn names() {
        broken("unique-names", &stm("y", "(scalar i32)", "(atoms [(var unknown)])"), "not in scope");
        broken("unique-names", &stm("x", "(scalar i32)", "(atoms [(const 1i32)])"), "a second time");
    }

    #[test]
    fn t_scalar() {
        broken("well-typed", &stm("y", "(scalar f32)", "(atoms [(var x)])"), "`y` is of type f32, but is bound to i32");
    }

    #[test]
    fn t_op() {
        broken("well-typed", &stm("y", "(scalar i32)", "(bin add i32 (var x) (var f))"), "an operand");
        broken("well-typed", &stm("y", "(scalar f32)", "(bin and f32 (var f) (var f))"), "does not apply");
    }

    #[test]
    fn t_index() {
        broken("well-typed", &stm("y", "(scalar i32)", "(index xs [(var x)])"), "an index should be of type i64");
        broken("well-typed", &stm("y", "(scalar i32)", "(index xs [(var n) (var n)])"), "2 indices into []i32");
        broken("well-typed", &stm("y", "(scalar i32)", "(index x [(var n)])"), "should be an array");
    }

    #[test]
    fn t_slice() {
        let slice = "(slice xs [(span (const 0i64) (var n) (const 1i64)) (fix (var n))])";
        broken("well-typed", &stm("y", "(array i32 [(var n)] false)", slice), "dimensions of a slice");
    }

    #[test]
    fn t_transpose() {
        let bad = stm("ys", "(array i32 [(var n)] false)", "(rearrange xs [1])");
        broken("well-typed", &bad, "not a permutation");
    }

    #[test]
    fn t_if() {
        let bad = "(if (var x) (body [] [(var x)]) (body [] [(var f)]))";
        broken("well-typed", &stm("y", "(scalar i32)", bad), "a condition should be of type bool");
        broken("well-typed", &stm("y", "(scalar i32)", bad), "a result should be of type i32");
    }

    #[test]
    fn t_kernel() {
        let lambda = "(lambda [(param e (scalar f32))] [(scalar f32)] (body [] [(var e)]))";
        let bad = stm("ys", "(array f32 [(var n)] false)", &format!("(map (var n) [xs] {lambda})"));
        broken("well-typed", &bad, "the parameter is of type f32, but gets i32");
    }

    #[test]
    fn t_stm() {
        let bad = "(stm [(param y (scalar i32))] [x] (atoms [(var x)]))";
        broken("well-typed", bad, "`x` is no certificate");
        let many = "(stm [(param y (scalar i32)) (param z (scalar i32))] [] (atoms [(var x)]))";
        broken("well-typed", many, "1 values, but 2 are expected");
    }
}
