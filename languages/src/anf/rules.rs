//! The rules of `Anf`: invariants that Rust's types cannot express. All violations are reported.
//!
//! Types are checked up to sizes. Whether an array has the sizes of its type depends on the run, and the evaluator
//! checks it at every binding.

use super::{
    Anf, Atom, Body, Dest, Entry, Exp, Fun, HistOp, Lambda, LoopForm, Param, Part, Program, Reduction, SliceDim, Stm,
    Traced, Type,
};
use crate::prim::PrimType;
use crate::trace::Form;
use framework::pass::{AnyRule, Report};
use framework::{Name, Node, rules};
use rustc_hash::{FxHashMap, FxHashSet};

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
        if let Some(entry) = fun.entry {
            self.entry(fun, entry);
        }
    }

    /// Arguments say what all parameters are: values, or the sizes of arrays. Results are values.
    fn entry(&mut self, fun: &Fun<'_>, entry: &Entry<'_>) {
        let is_value = |param: &Param<'_>| kind(param.ty) != Kind::Cert;
        let mut given = FxHashSet::default();
        for arg in entry.args {
            for leaf in arg.leaves {
                let known = fun.params.iter().any(|param| param.name == *leaf && is_value(param));
                if !known || !given.insert(*leaf) {
                    self.report.fail_node(arg, format!("`{leaf}` is no parameter for an argument, or another one's"));
                }
            }
        }
        let is_size = |name: Name| {
            let of = |atom: &Atom| matches!(atom, Atom::Var { name: size, .. } if *size == name);
            fun.params.iter().any(|param| matches!(param.ty, Type::Array { dims, .. } if dims.iter().any(of)))
        };
        for param in fun.params {
            if is_value(param) && !given.contains(&param.name) && !is_size(param.name) {
                self.report.fail_node(param, format!("no argument says what `{}` is", param.name));
            }
        }
        for result in entry.results {
            for leaf in result.leaves {
                let known = usize::try_from(*leaf).ok().and_then(|leaf| fun.results.get(leaf));
                if !known.is_some_and(is_value) {
                    self.report.fail_node(result, format!("result {leaf} is no value"));
                }
            }
        }
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

    fn applies(&mut self, exp: &Exp<'_>, applies: bool, op: &dyn std::fmt::Display, prim: PrimType) {
        if !applies {
            self.report.fail_node(exp, format!("`{op}` does not apply to {prim}"));
        }
    }

    fn trace(&mut self, exp: &Exp<'_>, form: Form, values: &[Traced<'_>]) -> Option<Vec<Option<Kind>>> {
        let ranks: Vec<usize> = values.iter().map(|traced| self.traced(traced)).collect();
        if let Some(why) = form.misfit(&ranks) {
            self.report.fail_node(exp, why);
        }
        Some(Vec::new())
    }

    /// Checks a leaf of a value that is traced, and returns its number of dimensions.
    fn traced(&mut self, traced: &Traced<'_>) -> usize {
        match self.atom(traced.value) {
            Some(Kind::Array(prim, rank)) if prim == traced.prim => rank,
            _ => {
                self.expect(traced.value, Kind::Scalar(traced.prim), "a value that is traced");
                0
            }
        }
    }

    fn atom(&mut self, atom: &Atom) -> Option<Kind> {
        match atom {
            Atom::Const { value, .. } => Some(Kind::Scalar(value.prim_type())),
            Atom::Var { name, .. } => self.variable(atom, *name),
        }
    }

    /// A use of a name. Names that are not in scope are the business of another rule.
    fn variable(&mut self, node: &impl Node, name: Name) -> Option<Kind> {
        if self.funs.contains_key(&name) {
            self.report.fail_node(node, format!("`{name}` is a function, and no value"));
        }
        self.env.get(&name).copied()
    }

    fn expect(&mut self, atom: &Atom, wanted: Kind, what: &str) {
        if let Some(found) = self.atom(atom)
            && found != wanted
        {
            self.report.fail_node(atom, format!("{what} should be of type {wanted}, but is of type {found}"));
        }
    }

    fn array(&mut self, node: &impl Node, name: Name) -> Option<Kind> {
        let kind = self.variable(node, name)?;
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
            if self.variable(stm, *cert).is_some_and(|kind| kind != Kind::Cert) {
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
                self.applies(exp, op.applies_to(*prim), op, *prim);
                self.expect(lhs, Kind::Scalar(*prim), "an operand");
                self.expect(rhs, Kind::Scalar(op.second_operand_type(*prim)), "an operand");
                one(Some(Kind::Scalar(op.result_type(*prim))))
            }
            Exp::Un { op, prim, arg, .. } => {
                self.applies(exp, op.applies_to(*prim), op, *prim);
                self.expect(arg, Kind::Scalar(*prim), "an operand");
                one(Some(Kind::Scalar(op.result_type(*prim))))
            }
            Exp::Tri { op, prim, a, b, c, .. } => {
                self.applies(exp, op.applies_to(*prim), op, *prim);
                [a, b, c].into_iter().for_each(|atom| self.expect(atom, Kind::Scalar(*prim), "an operand"));
                one(Some(Kind::Scalar(*prim)))
            }
            Exp::Convert { from, to, arg, .. } => {
                self.expect(arg, Kind::Scalar(*from), "an operand");
                one(Some(Kind::Scalar(*to)))
            }
            Exp::Loop { params, inits, form, body, .. } => self.looping(exp, params, inits, form, body),
            Exp::Index { .. }
            | Exp::Slice { .. }
            | Exp::Update { .. }
            | Exp::Rearrange { .. }
            | Exp::Reshape { .. } => one(self.view(exp)),
            Exp::ArrayLit { elems, prim, row, .. } => {
                let element = if row.is_empty() { Kind::Scalar(*prim) } else { Kind::Array(*prim, row.len()) };
                elems.iter().for_each(|elem| self.expect(elem, element, "an element"));
                one(Some(stack(element)))
            }
            Exp::Capacity { .. } | Exp::Parameter { .. } => one(Some(INT)),
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
            Exp::Call { func, args, .. } => self.call(exp, *func, args),
            Exp::Assert { cond, message, .. } => {
                self.expect(cond, BOOL, "a condition");
                message.iter().for_each(|part| self.part(part));
                one(Some(Kind::Cert))
            }
            Exp::Trace { form, values, .. } => self.trace(exp, *form, values),
            // T-KERNEL
            Exp::Map { width, arrays, lambda, .. } => {
                self.soac(exp, width, arrays, lambda);
                Some(lambda.rets.iter().map(|ret| Some(stack(kind(ret)))).collect())
            }
            Exp::Reduce { width, arrays, lambda, ops, .. } => {
                self.soac(exp, width, arrays, lambda);
                Some(self.folded(ops, lambda))
            }
            Exp::Scan { width, arrays, lambda, ops, post, totals, .. } => {
                self.soac(exp, width, arrays, lambda);
                self.reductions(ops, lambda);
                let args: Vec<Option<Kind>> = lambda.rets.iter().map(|ret| Some(kind(ret))).collect();
                self.lambda(exp, post, &args);
                Some(self.folded(totals, post))
            }
            Exp::Scatter { width, arrays, lambda, dests, .. } => {
                self.soac(exp, width, arrays, lambda);
                self.scatter(exp, lambda, dests)
            }
            Exp::Hist { width, arrays, lambda, ops, .. } => {
                self.soac(exp, width, arrays, lambda);
                self.histograms(exp, lambda, ops)
            }
            Exp::Stream { .. } => self.stream(exp),
            Exp::Accumulate { .. } => self.accumulate(exp),
            Exp::Derivative { .. } | Exp::WithAdjoint { .. } => self.derivative(exp),
        }
    }

    fn derivative(&mut self, exp: &Exp<'_>) -> Option<Vec<Option<Kind>>> {
        match exp {
            Exp::Derivative { reverse, args, seeds, lambda, .. } => {
                let (points, values) = self.applied(exp, args, lambda);
                let (along, derivatives) = if *reverse { (&values, &points) } else { (&points, &values) };
                self.count(exp, seeds.len(), along.len(), "seeds");
                for (seed, wanted) in seeds.iter().zip(along) {
                    self.expect(seed, *wanted, "a seed");
                }
                Some(values.iter().chain(derivatives).copied().map(Some).collect())
            }
            Exp::WithAdjoint { args, lambda, adjoint, .. } => {
                let (points, values) = self.applied(exp, args, lambda);
                let taken: Vec<Option<Kind>> = values.iter().chain(&values).copied().map(Some).collect();
                self.lambda(exp, adjoint, &taken);
                self.count(exp, adjoint.rets.len(), points.len(), "derivatives");
                for (ret, wanted) in adjoint.rets.iter().zip(points) {
                    if kind(ret) != wanted {
                        self.report.fail_node(ret, format!("a derivative of type {}, not {wanted}", kind(ret)));
                    }
                }
                Some(values.into_iter().map(Some).collect())
            }
            _ => None,
        }
    }

    /// A function that is applied to arguments once. Returns the types of both.
    fn applied(&mut self, exp: &Exp<'_>, args: &[Atom], lambda: &Lambda<'_>) -> (Vec<Kind>, Vec<Kind>) {
        let given: Vec<Option<Kind>> = args.iter().map(|arg| self.atom(arg)).collect();
        self.lambda(exp, lambda, &given);
        let kinds = |types: &mut dyn Iterator<Item = &Type<'_>>| types.map(kind).collect();
        (kinds(&mut lambda.params.iter().map(|param| param.ty)), kinds(&mut lambda.rets.iter()))
    }

    fn part(&mut self, part: &Part<'_>) {
        if let Part::Show { value, prim, .. } = part {
            self.expect(value, Kind::Scalar(*prim), "a value that a message shows");
        }
    }

    fn call(&mut self, exp: &Exp<'_>, func: Name, args: &[Atom]) -> Option<Vec<Option<Kind>>> {
        let Some((params, results)) = self.funs.get(&func).cloned() else {
            self.report.fail_node(exp, format!("`{func}` is no function"));
            return None;
        };
        self.count(exp, args.len(), params.len(), "arguments");
        args.iter().zip(&params).for_each(|(arg, param)| self.expect(arg, *param, "an argument"));
        Some(results.into_iter().map(Some).collect())
    }

    fn looping(
        &mut self,
        exp: &Exp<'_>,
        params: &[Param<'_>],
        inits: &[Atom],
        form: &LoopForm<'_>,
        body: &Body<'_>,
    ) -> Option<Vec<Option<Kind>>> {
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

    /// Expressions whose elements are those of one array.
    fn view(&mut self, exp: &Exp<'_>) -> Option<Kind> {
        match exp {
            // T-INDEX
            Exp::Index { array, indices, .. } => {
                indices.iter().for_each(|index| self.expect(index, INT, "an index"));
                let kind = self.array(exp, *array)?;
                let element = row(kind, indices.len()).filter(|kind| matches!(kind, Kind::Scalar(_)));
                if element.is_none() {
                    self.report.fail_node(exp, format!("{} indices into {kind}", indices.len()));
                }
                element
            }
            // T-SLICE
            Exp::Slice { array, dims, .. } => {
                let kind = self.array(exp, *array)?;
                self.slice(exp, kind, dims)
            }
            Exp::Update { array, dims, value, .. } => {
                let kind = self.array(exp, *array)?;
                if let Some(part) = self.slice(exp, kind, dims) {
                    self.expect(value, part, "the new value");
                }
                Some(kind)
            }
            // T-TRANSPOSE
            Exp::Rearrange { array, perm, .. } => {
                let kind = self.array(exp, *array)?;
                let mut sorted = perm.to_vec();
                sorted.sort_unstable();
                let rank = if let Kind::Array(_, rank) = kind { rank } else { 0 };
                if sorted != (0..rank as i64).collect::<Vec<_>>() {
                    self.report.fail_node(exp, format!("not a permutation of {rank} dimensions"));
                }
                Some(kind)
            }
            Exp::Reshape { array, shape, .. } => {
                shape.iter().for_each(|size| self.expect(size, INT, "a size"));
                match self.array(exp, *array)? {
                    Kind::Array(prim, _) => Some(Kind::Array(prim, shape.len())),
                    other => Some(other),
                }
            }
            _ => None,
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
        let (_, args) = self.cells(exp, arrays);
        self.lambda(exp, lambda, &args);
    }

    /// An operator takes and gives values of the same types.
    fn operator(&mut self, op: &impl Node, lambda: &Lambda<'_>, operands: &[Option<Kind>]) {
        self.lambda(op, lambda, &[operands, operands].concat());
        self.count(op, lambda.rets.len(), operands.len(), "results of the operator");
        for (ret, operand) in lambda.rets.iter().zip(operands) {
            if let Some(operand) = operand
                && kind(ret) != *operand
            {
                self.report.fail_node(ret, format!("the operator gives {}, but takes {operand}", kind(ret)));
            }
        }
    }

    /// Returns the number of the lambda's results that operators take.
    fn reductions(&mut self, ops: &[Reduction<'_>], lambda: &Lambda<'_>) -> usize {
        let mut folded = 0;
        for op in ops {
            let count = op.neutral.len();
            let operands: Vec<Option<Kind>> =
                lambda.rets.iter().skip(folded).take(count).map(|ret| Some(kind(ret))).collect();
            for (neutral, wanted) in op.neutral.iter().zip(operands.iter().flatten()) {
                self.expect(neutral, *wanted, "a neutral element");
            }
            self.count(op, operands.len(), count, "operands");
            self.operator(op, op.lambda, &operands);
            folded += count;
        }
        folded
    }

    /// Returns the results of a lambda whose first results operators combine and whose others are mapped out.
    fn folded(&mut self, ops: &[Reduction<'_>], lambda: &Lambda<'_>) -> Vec<Option<Kind>> {
        let folded = self.reductions(ops, lambda);
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
        if dests.iter().any(|dest| dest.rank < 0) {
            self.report.fail_node(exp, "a negative number of dimensions");
        }
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

    /// Returns the types of arrays and of their elements or rows.
    fn cells(&mut self, exp: &Exp<'_>, arrays: &[Name]) -> (Vec<Option<Kind>>, Vec<Option<Kind>>) {
        let arrays: Vec<Option<Kind>> = arrays.iter().map(|array| self.array(exp, *array)).collect();
        let cells = arrays.iter().map(|array| array.and_then(|kind| row(kind, 1))).collect();
        (arrays, cells)
    }

    fn stream(&mut self, exp: &Exp<'_>) -> Option<Vec<Option<Kind>>> {
        let Exp::Stream { width, arrays, dests, ops, lambda, .. } = exp else { return None };
        self.expect(width, INT, "a width");
        let (_, elements) = self.cells(exp, arrays);
        let (accs, cells) = self.cells(exp, dests);
        self.lambda(exp, lambda, &[elements, accs.clone()].concat());
        self.count(exp, lambda.rets.len(), accs.len(), "accumulators");
        for (ret, acc) in lambda.rets.iter().zip(&accs) {
            if let Some(acc) = acc
                && kind(ret) != *acc
            {
                self.report.fail_node(ret, format!("the function gives {}, but takes {acc}", kind(ret)));
            }
        }
        if ops.len() > 1 {
            self.report.fail_node(exp, "more than one operator");
        }
        for op in *ops {
            self.count(op, op.neutral.len(), dests.len(), "neutral elements");
            for (neutral, cell) in op.neutral.iter().zip(cells.iter().flatten()) {
                self.expect(neutral, *cell, "a neutral element");
            }
            self.operator(op, op.lambda, &cells);
        }
        Some(accs)
    }

    fn accumulate(&mut self, exp: &Exp<'_>) -> Option<Vec<Option<Kind>>> {
        let Exp::Accumulate { dests, index, size, values, lambda, .. } = exp else { return None };
        self.expect(index, INT, "an index");
        self.expect(size, INT, "a size");
        let (accs, cells) = self.cells(exp, dests);
        self.count(exp, values.len(), dests.len(), "values");
        for (value, cell) in values.iter().zip(&cells) {
            if let Some(cell) = cell {
                self.expect(value, *cell, "a value");
            }
        }
        if let Some(lambda) = lambda {
            self.operator(exp, lambda, &cells);
        }
        Some(accs)
    }

    fn histograms(&mut self, exp: &Exp<'_>, lambda: &Lambda<'_>, ops: &[HistOp<'_>]) -> Option<Vec<Option<Kind>>> {
        let values: usize = ops.iter().map(|op| op.dests.len()).sum();
        self.count(exp, lambda.rets.len(), ops.len() + values, "results of the function");
        let mut rets = lambda.rets.iter().map(kind);
        if rets.by_ref().take(ops.len()).any(|bin| bin != INT) {
            self.report.fail_node(exp, "a bin that is no i64");
        }
        let mut out = Vec::new();
        for op in ops {
            self.expect(op.size, INT, "the number of bins");
            self.count(op, op.neutral.len(), op.dests.len(), "neutral elements");
            let (dests, cells) = self.cells(exp, op.dests);
            for (position, cell) in cells.iter().enumerate() {
                let value = rets.next();
                let Some(cell) = *cell else { continue };
                if let Some(value) = value
                    && value != cell
                {
                    self.report.fail_node(exp, format!("values of type {value} for bins of {cell}"));
                }
                if let Some(neutral) = op.neutral.get(position) {
                    self.expect(neutral, cell, "a neutral element");
                }
            }
            self.operator(op, op.lambda, &cells);
            out.extend(dests);
        }
        Some(out)
    }
}
