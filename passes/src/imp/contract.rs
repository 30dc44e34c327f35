//! `contract`: adds the products of reductions without rounding them.

use framework::pass::{Report, Run, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, pass, rules};
use languages::imp::{
    Arena, Exp, Fun, Imp, Op, Program, Reduce, Rewrite, ScalarParam, Stm, Visit, default_rewrite_reduce, walk_fun,
    walk_reduce,
};
use languages::prim::{BinOp, PrimType, TriOp};

pass! {
    /// Lets the `+` of a reduction of `f32` consume products by one fused multiply-add each, which rounds once.
    ///
    ///     reduce (s) <- i < n from (0.0f32) do var p: f32; p <- mul_f32(x, y) give (p)
    ///     op (a: f32, b: f32) give (add_f32(a, b))
    ///     becomes
    ///     reduce (s) <- i < n from (0.0f32) do give (x, y) op (a: f32, b: f32) give (add_f32(a, b))
    ///     step op (a: f32, x: f32, y: f32) give (fma_f32(x, y, a))
    ///
    /// A product of matrices is little else than such sums, and processors do a multiplication and an addition in one
    /// instruction. What a program's own loops add stays as it is, and so does what scans and histograms add: there,
    /// numbers are rounded where the program says. Results of parts of a reduction are still added.
    ///
    /// The pass comes before those that make vectors and rows of a reduction, so that all devices compute the same
    /// numbers. Products of `f64` are rounded: drivers of Vulkan need not have a fused multiply-add of `f64`, and a
    /// hundred operations instead of one would be too many.
    pub Contract = "contract": Imp => Imp {
        ensures: [NoAddedProducts],
        counts: { products },
    }
}

impl Transform for Contract {
    fn transform(&self, program: &Owned<Imp>, run: &mut Run<'_, Self>) -> Result<Owned<Imp>> {
        let mut count = 0;
        let result = Owned::build(|arena| {
            let mut contraction = Contraction { arena, count: 0 };
            let result = contraction.rewrite_program(program.root());
            count = contraction.count;
            result
        })?;
        run.counts.products = count;
        run.unchanged_if(count == 0);
        Ok(result)
    }
}

rules! { Imp:
    /// No reduction of `f32` adds a product that it computes for each index: a step adds it without rounding.
    pub NoAddedProducts = "no-added-products" by no_added_products;
}

/// The factors of the products that the results of a reduction consume, one after the other. `None` for what is no
/// product, or is not added. A reduction with a step has none.
fn products<'a>(reduce: &Reduce<'a>) -> Vec<Option<[&'a Exp<'a>; 2]>> {
    let operands = reduce.op.lhs.iter().zip(reduce.op.rhs).zip(reduce.op.results);
    let factors = |((left, right), result): ((&ScalarParam, &ScalarParam), &Exp<'a>), value: &'a Exp<'a>| {
        let is_added = left.prim == PrimType::F32 && adds(reduce.op, result, [left.name, right.name]);
        (is_added && reduce.step.is_none()).then(|| product(reduce.body, value)).flatten()
    };
    operands.zip(reduce.values).map(|(operand, value)| factors(operand, value)).collect()
}

/// Whether an operator's result is the sum of two operands, and no other result uses it.
fn adds(op: &Op<'_>, result: &Exp<'_>, operands: [Name; 2]) -> bool {
    let sum = match *result {
        Exp::Var { name, .. } => match assigned(op.body, name) {
            Some((_, value)) if op.mentions(name) == 2 => value,
            _ => return false,
        },
        ref other => other,
    };
    let is_sum = |lhs: &Exp<'_>, rhs: &Exp<'_>| match (lhs, rhs) {
        (Exp::Var { name: x, .. }, Exp::Var { name: y, .. }) => [*x, *y] == operands || [*y, *x] == operands,
        _ => false,
    };
    let used_once = operands.iter().all(|operand| op.mentions(*operand) == 1);
    used_once && matches!(sum, Exp::Bin { op: BinOp::Add, prim: PrimType::F32, lhs, rhs, .. } if is_sum(lhs, rhs))
}

/// The factors of a value that is a product, if they have the same values at the end of the body that computes it.
fn product<'a>(body: &'a [Stm<'a>], value: &'a Exp<'a>) -> Option<[&'a Exp<'a>; 2]> {
    let (after, value) = match *value {
        Exp::Var { name, .. } => assigned(body, name)?,
        _ => (&[][..], value),
    };
    let Exp::Bin { op: BinOp::Mul, prim: PrimType::F32, lhs, rhs, .. } = value else { return None };
    let is_kept = |factor: &Exp<'_>| match factor {
        Exp::Const { .. } => true,
        Exp::Var { name, .. } => !after.iter().any(|stm| changes(stm, *name)),
        _ => false,
    };
    (is_kept(lhs) && is_kept(rhs)).then_some([*lhs, *rhs])
}

/// What some statements assign to a variable, and the statements after that, which do not change it.
fn assigned<'a>(stms: &'a [Stm<'a>], variable: Name) -> Option<(&'a [Stm<'a>], &'a Exp<'a>)> {
    let last = stms.iter().rposition(|stm| changes(stm, variable))?;
    match stms[last] {
        Stm::Assign { value, .. } => Some((&stms[last + 1..], value)),
        _ => None,
    }
}

/// Whether a statement may change a variable. One with statements of its own may if it mentions the variable.
fn changes(stm: &Stm<'_>, variable: Name) -> bool {
    match stm {
        Stm::Decl { .. } | Stm::Write { .. } | Stm::Assert { .. } => false,
        Stm::Assign { name, .. } | Stm::Read { name, .. } => *name == variable,
        other => other.mentions(variable) > 0,
    }
}

fn no_added_products(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r>(&'r mut Report);
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.0.enter(node.name);
            walk_fun(self, node);
        }
        fn visit_reduce(&mut self, node: &'a Reduce<'a>) {
            if products(node).iter().any(Option::is_some) {
                self.0.fail_node(node, "a reduction that rounds a product before it adds it");
            }
            walk_reduce(self, node);
        }
    }
    Finder(report).visit_program(program);
}

struct Contraction<'b> {
    arena: &'b Arena<'b>,
    count: u64,
}

impl<'b> Contraction<'b> {
    /// The step that adds products to results so far, and does with other values what the operator does.
    fn step(&self, op: &Op<'_>, products: &[Option<[&Exp<'b>; 2]>]) -> Op<'b> {
        let (arena, span) = (self.arena, op.span);
        let op = op.copy_into(arena, &mut Renaming::new(Names::Fresh));
        let (mut rhs, mut body, mut results) = (Vec::new(), op.body.to_vec(), op.results.to_vec());
        for (position, (product, right)) in products.iter().zip(op.rhs).enumerate() {
            if product.is_none() {
                rhs.push(*right);
                continue;
            }
            let [x, y] = [right.name, right.name.refresh()];
            rhs.extend([x, y].map(|name| ScalarParam { name, ..*right }));
            let [a, b, c] = [x, y, op.lhs[position].name].map(|name| arena.alloc(Exp::Var { span, name }));
            let fused = Exp::Tri { span, op: TriOp::Fma, prim: PrimType::F32, a, b, c };
            // The sum has a name, or is the result itself.
            let result = results[position];
            let sum = body.iter_mut().rfind(
                |stm| matches!((stm, &result), (Stm::Assign { name, .. }, Exp::Var { name: sum, .. }) if *name == *sum),
            );
            match sum {
                Some(Stm::Assign { value, .. }) => *value = arena.alloc(fused),
                _ => results[position] = fused,
            }
        }
        Op { span, lhs: op.lhs, rhs: arena.slice(rhs), body: arena.slice(body), results: arena.slice(results) }
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Contraction<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_reduce(&mut self, node: &'a Reduce<'a>) -> Result<Reduce<'b>> {
        let reduce = default_rewrite_reduce(self, node)?;
        let products = products(&reduce);
        let found = products.iter().flatten().count();
        if found == 0 {
            return Ok(reduce);
        }
        self.count += found as u64;
        let arena = self.arena;
        let step = self.step(reduce.op, &products);
        let mut values = Vec::new();
        for (product, value) in products.iter().zip(reduce.values) {
            match product {
                Some(factors) => values.extend(factors.map(|factor| *factor)),
                None => values.push(*value),
            }
        }
        let values = arena.slice(values);
        // A product that nothing else needs.
        let is_needed = |name: Name| {
            let mentions = |stms: &[Stm<'_>]| stms.iter().map(|stm| stm.mentions(name)).sum::<u32>();
            values.iter().any(|value| value.mentions(name) > 0) || mentions(reduce.body) > 1
        };
        let unneeded: Vec<Name> = (products.iter().zip(reduce.values))
            .filter_map(|(product, value)| match (product, value) {
                (Some(_), Exp::Var { name, .. }) if !is_needed(*name) => Some(*name),
                _ => None,
            })
            .collect();
        let is_kept = |stm: &&Stm<'_>| match stm {
            Stm::Decl { name, .. } | Stm::Assign { name, .. } => !unneeded.contains(name),
            _ => true,
        };
        let body: Vec<Stm<'b>> = reduce.body.iter().filter(is_kept).copied().collect();
        Ok(Reduce { body: arena.slice(body), values, step: Some(arena.alloc(step)), ..reduce })
    }
}
