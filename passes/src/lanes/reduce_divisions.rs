//! `reduce-divisions`: divides integers by the same number many times with products, and by powers of two with shifts.

use crate::lanes::support::{
    bin, constant, convert, each_outside_groups, int, power_of_two, variable, with_same_group,
};
use framework::pass::{Report, Run, Transform};
use framework::{Name, Owned, Result, Span, pass, rules};
use languages::lanes::{
    Arena, Dim, Exp, Lanes, Program, Rewrite, ScalarParam, Stm, Visit, default_rewrite_exp, walk_dim, walk_exp,
    walk_scalar_param, walk_stm,
};
use languages::prim::{BinOp, PrimType, PrimValue};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Divides by a number that a loop does not change with a product instead of a division.
    ///
    ///     for i < n do x <- xs[i]; q <- x / k; s <- s ^ q done
    ///     becomes
    ///     m <- (2^64 - 1) / max(k, 1)
    ///     for i < n do x <- xs[i]; q <- mulhi(x + 1, m); s <- s ^ q done
    ///
    /// The number `m` is (2⁶⁴ - 1) / k, rounded down, so (x + 1) · m / 2⁶⁴ is less than (x + 1) / k, but by so little
    /// that its integer part is that of x / k, for all numbers of up to 32 bits (after Granlund and Montgomery, PLDI
    /// 1994, theorem 4.2; rounded down, there is no exception for k = 1). Signed numbers are divided without their
    /// signs. To round down, `x` is replaced by `-1 - x` if the quotient is negative, and so is the quotient.
    ///
    /// Rounded down, `x / 8` is `x >> 3`, and `x % 8` is `x & 7`, also of signed numbers. A signed number is divided by
    /// another positive constant as above, without its sign: backends know the products that divide by constants, but
    /// round to zero.
    ///
    /// On a processor, the product takes half as long as a division, and several of them run at the same time. Numbers
    /// of 64 bits would need products of 128. In the code of groups, only divisions by powers of two are replaced:
    /// others divide several numbers at once.
    pub ReduceDivisions = "reduce-divisions": Lanes => Lanes {
        ensures: [DivisorsChange, ConstantsDivide],
        counts: { divisors, divisions },
    }
}

impl Transform for ReduceDivisions {
    fn transform(&self, program: &Owned<Lanes>, run: &mut Run<'_, Self>) -> Result<Owned<Lanes>> {
        Owned::build(|arena| {
            let mut reducer = Reducer { arena, known: FxHashMap::default(), divisors: 0, divisions: 0 };
            let result = reducer.rewrite_program(program.root());
            (run.counts.divisors, run.counts.divisions) = (reducer.divisors, reducer.divisions);
            run.unchanged_if(reducer.divisors == 0 && reducer.divisions == 0);
            result
        })
    }
}

rules! { Lanes:
    /// In the code of a loop or a kernel without vectors, the divisor of an integer of at most 32 bits is a constant,
    /// or the loop changes it.
    pub DivisorsChange = "divisors-change" by divisors_change;
    /// No integer is divided by a power of two, and in code without vectors no signed one by a positive constant, with
    /// a quotient that is rounded down.
    pub ConstantsDivide = "constants-divide" by constants_divide;
}

fn divisors_change(program: &Program<'_>, report: &mut Report) {
    each_outside_groups(program, report, |node, report| {
        if repeats(node) {
            for (divisor, _) in invariant_divisors(node) {
                report.fail_node(node, format!("a loop that divides by {divisor} and does not change it"));
            }
        }
    });
}

fn constants_divide(program: &Program<'_>, report: &mut Report) {
    each_outside_groups(program, report, |node, report| {
        if let Some(division) = by_constant(node) {
            report.fail_node(node, format!("a division by the constant {}", division.divisor));
        }
    });
    struct Groups<'r>(&'r mut Report);
    impl<'a> Visit<'a> for Groups<'_> {
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            let Stm::Vectors { body, values, op, kernel, .. } = node else { return walk_stm(self, node) };
            let mut powers = InGroup(self.0);
            body.iter().for_each(|stm| powers.visit_stm(stm));
            values.iter().for_each(|value| powers.visit_exp(value));
            op.iter().for_each(|op| powers.visit_op(op));
            self.visit_stm(kernel);
        }
    }
    struct InGroup<'r>(&'r mut Report);
    impl<'a> Visit<'a> for InGroup<'_> {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            if let Some((.., divisor)) = by_power_in_group(node) {
                self.0.fail_node(node, format!("a division by the constant {divisor} in a group"));
            }
            walk_exp(self, node);
        }
    }
    Groups(report).visit_program(program);
}

/// A division of a scalar or a vector by a power of two, with quotients rounded down: operator, type, dividend and
/// divisor.
fn by_power_in_group<'a>(exp: &Exp<'a>) -> Option<(BinOp, PrimType, &'a Exp<'a>, u64)> {
    let Exp::Bin { op, prim, lhs, rhs, .. } = *exp else { return None };
    let divisor = match rhs {
        Exp::Splat { value, .. } => power_of_two(value)?,
        _ => power_of_two(rhs)?,
    };
    divides_down(op, prim).then_some((op, prim, lhs, divisor))
}

/// Whether an operator divides, and rounds quotients down.
fn divides_down(op: BinOp, prim: PrimType) -> bool {
    op.divides(prim) && (matches!(op, BinOp::Div | BinOp::Mod) || !prim.is_signed())
}

/// A division of a variable by a positive constant, with a quotient that is rounded down.
struct ByConstant {
    op: BinOp,
    prim: PrimType,
    number: Name,
    divisor: u64,
}

/// The division by a constant that can be something else.
fn by_constant(stm: &Stm<'_>) -> Option<ByConstant> {
    let Stm::Assign {
        value: Exp::Bin { op, prim, lhs: Exp::Var { name, .. }, rhs: Exp::Const { value, .. }, .. }, ..
    } = stm
    else {
        return None;
    };
    let divisor = value.as_i64().and_then(|divisor| u64::try_from(divisor).ok()).filter(|divisor| *divisor > 0)?;
    let found = ByConstant { op: *op, prim: *prim, number: *name, divisor };
    (divides_down(*op, *prim) && (prim.is_signed() || divisor.is_power_of_two())).then_some(found)
}

/// Whether a statement may run other statements several times.
fn repeats(stm: &Stm<'_>) -> bool {
    matches!(stm, Stm::For { .. } | Stm::While { .. }) || stm.kernel().is_some()
}

/// A division that can be a product: operator, type, dividend and divisor.
fn division(stm: &Stm<'_>) -> Option<(BinOp, PrimType, Name, Name)> {
    match stm {
        Stm::Assign {
            value: Exp::Bin { op, prim, lhs: Exp::Var { name: x, .. }, rhs: Exp::Var { name: k, .. }, .. },
            ..
        } => (op.divides(*prim) && prim.size_bytes() <= 4).then_some((*op, *prim, *x, *k)),
        _ => None,
    }
}

/// The divisors in a loop that it does not change, in the order of their divisions.
fn invariant_divisors(stm: &Stm<'_>) -> Vec<(Name, PrimType)> {
    #[derive(Default)]
    struct Finder {
        divisors: Vec<(Name, PrimType)>,
        changed: FxHashSet<Name>,
    }
    impl<'a> Visit<'a> for Finder {
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            if let Some((_, prim, _, divisor)) = division(node)
                && !self.divisors.contains(&(divisor, prim))
            {
                self.divisors.push((divisor, prim));
            }
            match node {
                // The code of the group is its own.
                Stm::Vectors { kernel, .. } => return self.visit_stm(kernel),
                Stm::Decl { name, .. } | Stm::Assign { name, .. } | Stm::Read { name, .. } => {
                    self.changed.insert(*name);
                }
                Stm::Call { targets, .. } => self.changed.extend(*targets),
                Stm::Reduce { reduce, .. } => self.changed.extend(reduce.targets),
                Stm::Scan { scan, .. } => self.changed.extend(scan.totals.targets),
                Stm::For { index, .. } => drop(self.changed.insert(*index)),
                Stm::Threads { count, thread, together, .. } => self.changed.extend([count, thread, together]),
                _ => {}
            }
            walk_stm(self, node);
        }
        fn visit_dim(&mut self, node: &'a Dim<'a>) {
            self.changed.insert(node.index);
            walk_dim(self, node);
        }
        fn visit_scalar_param(&mut self, node: &'a ScalarParam) {
            self.changed.insert(node.name);
            walk_scalar_param(self, node);
        }
    }
    let mut finder = Finder::default();
    finder.visit_stm(stm);
    finder.divisors.retain(|(divisor, _)| !finder.changed.contains(divisor));
    finder.divisors
}

/// What is computed once of a divisor `k`.
#[derive(Clone, Copy)]
struct Divisor {
    /// (2⁶⁴ - 1) / |k|, rounded down: a `u64`.
    multiplier: Name,
    /// The divisor with 64 bits, and -1 if it is negative, otherwise 0: two `i64`. `None` if it has no sign.
    signed: Option<(Name, Name)>,
}

struct Reducer<'b> {
    arena: &'b Arena<'b>,
    /// The divisors that do not change at this place.
    known: FxHashMap<(Name, PrimType), Divisor>,
    divisors: u64,
    divisions: u64,
}

const I64: PrimType = PrimType::I64;
const U64: PrimType = PrimType::U64;

impl<'a, 'b> Rewrite<'a, 'b> for Reducer<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn extend_stm(&mut self, node: &'a Stm<'a>, out: &mut Vec<Stm<'b>>) -> Result<()> {
        if let (Stm::Assign { name, .. }, Some((op, prim, x, k))) = (node, division(node))
            && let Some(divisor) = self.known.get(&(k, prim)).copied()
        {
            self.divisions += 1;
            let value = match divisor.signed {
                Some(signed) => self.divided(op, prim, x, (divisor.multiplier, signed), out),
                None => self.divided_unsigned(op, prim, (x, k), divisor.multiplier, out),
            };
            out.push(Stm::Assign { span: node.span(), name: *name, value: self.arena.alloc(value) });
            return Ok(());
        }
        if let (Stm::Assign { name, .. }, Some(division)) = (node, by_constant(node)) {
            self.divisions += 1;
            let value = self.divided_by_constant(&division, out);
            out.push(Stm::Assign { span: node.span(), name: *name, value: self.arena.alloc(value) });
            return Ok(());
        }
        let mut found = Vec::new();
        if repeats(node) {
            found = invariant_divisors(node);
            found.retain(|divisor| !self.known.contains_key(divisor));
            for &(name, prim) in &found {
                let divisor = self.prepared(name, prim, out);
                self.known.insert((name, prim), divisor);
            }
        }
        out.push(self.rewrite_stm(node)?);
        // A statement after the loop may change them.
        self.known.retain(|divisor, _| !found.contains(divisor));
        Ok(())
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        let mut stm = with_same_group(self, node)?;
        if let Stm::Vectors { body, values, op, .. } = &mut stm {
            let mut powers = Powers { arena: self.arena, divisions: 0 };
            let changed: Result<Vec<_>> = body.iter().map(|stm| powers.rewrite_stm(stm)).collect();
            *body = self.arena.slice(changed?);
            let changed: Result<Vec<_>> = values.iter().map(|value| powers.rewrite_exp(value)).collect();
            *values = self.arena.slice(changed?);
            let changed: Result<Vec<_>> = op.iter().map(|op| powers.rewrite_op(op)).collect();
            *op = self.arena.slice(changed?);
            self.divisions += powers.divisions;
        }
        Ok(stm)
    }
}

/// Divides the scalars and vectors of a group by powers of two with shifts.
struct Powers<'b> {
    arena: &'b Arena<'b>,
    divisions: u64,
}

impl<'b> Rewrite<'b, 'b> for Powers<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_exp(&mut self, node: &'b Exp<'b>) -> Result<Exp<'b>> {
        let exp = default_rewrite_exp(self, node)?;
        let Some((op, prim, lhs, divisor)) = by_power_in_group(&exp) else { return Ok(exp) };
        self.divisions += 1;
        let (new_op, number) = by_power(op, prim, divisor);
        let number = constant(PrimValue::from_bits(prim, number));
        let rhs = match exp {
            Exp::Bin { rhs: Exp::Splat { .. }, .. } => {
                Exp::Splat { span: exp.span(), prim, value: self.arena.alloc(number) }
            }
            _ => number,
        };
        Ok(bin(self.arena, new_op, prim, *lhs, rhs))
    }
}

/// The operator and the number that divide by a power of two, and round down.
fn by_power(op: BinOp, prim: PrimType, divisor: u64) -> (BinOp, u64) {
    match op {
        BinOp::Mod | BinOp::Rem => (BinOp::And, divisor - 1),
        _ => (if prim.is_signed() { BinOp::Shr } else { BinOp::LShr }, u64::from(divisor.trailing_zeros())),
    }
}

impl<'b> Reducer<'b> {
    fn bin(&self, op: BinOp, prim: PrimType, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        bin(self.arena, op, prim, lhs, rhs)
    }

    /// A new variable with a value.
    fn named(&self, name: &str, prim: PrimType, value: Exp<'b>, out: &mut Vec<Stm<'b>>) -> Name {
        let name = Name::fresh(name);
        out.push(Stm::Decl { span: Span::NONE, name, prim });
        out.push(Stm::Assign { span: Span::NONE, name, value: self.arena.alloc(value) });
        name
    }

    /// Computes what is needed of a divisor. If it is 0, the multiplier is of no use, but nobody divides by 0.
    fn prepared(&mut self, divisor: Name, prim: PrimType, out: &mut Vec<Stm<'b>>) -> Divisor {
        self.divisors += 1;
        let wide_type = if prim.is_signed() { I64 } else { U64 };
        let wide = self.named("divisor", wide_type, convert(self.arena, prim, wide_type, variable(divisor)), out);
        let mut magnitude = variable(wide);
        let mut signed = None;
        if prim.is_signed() {
            let sign = self.named("sign", I64, self.bin(BinOp::Shr, I64, variable(wide), int(63)), out);
            signed = Some((wide, sign));
            magnitude = convert(self.arena, I64, U64, self.signed_as(variable(wide), sign));
        }
        let one = constant(PrimValue::U64(1));
        let magnitude = self.bin(BinOp::Max, U64, magnitude, one);
        let all = constant(PrimValue::U64(u64::MAX));
        let multiplier = self.named("multiplier", U64, self.bin(BinOp::Quot, U64, all, magnitude), out);
        Divisor { multiplier, signed }
    }

    /// `value` negated if `sign` is -1, and as it is if `sign` is 0.
    fn signed_as(&self, value: Exp<'b>, sign: Name) -> Exp<'b> {
        self.bin(BinOp::Sub, I64, self.bin(BinOp::Xor, I64, value, variable(sign)), variable(sign))
    }

    /// The quotient of a number without sign, of at most 32 bits.
    fn quotient(&self, number: Exp<'b>, multiplier: Name) -> Exp<'b> {
        let next = self.bin(BinOp::Add, U64, number, constant(PrimValue::U64(1)));
        self.bin(BinOp::MulHi, U64, next, variable(multiplier))
    }

    fn divided_by_constant(&self, division: &ByConstant, out: &mut Vec<Stm<'b>>) -> Exp<'b> {
        let ByConstant { op, prim, number, divisor } = *division;
        let number = variable(number);
        let literal = |value: u64| constant(PrimValue::from_bits(prim, value));
        if divisor.is_power_of_two() {
            let (op, by) = by_power(op, prim, divisor);
            return self.bin(op, prim, number, literal(by));
        }
        // Of a negative number, -1 - number is divided, which is not negative.
        let unsigned = prim.without_sign();
        let last = literal(u64::from(prim.bits()) - 1);
        let minus = self.named("minus", prim, self.bin(BinOp::Shr, prim, number, last), out);
        let bits = self.bin(BinOp::Xor, prim, number, variable(minus));
        let bits = convert(self.arena, prim, unsigned, bits);
        let quotient = self.bin(BinOp::Quot, unsigned, bits, constant(PrimValue::from_bits(unsigned, divisor)));
        let quotient = convert(self.arena, unsigned, prim, quotient);
        let quotient = self.bin(BinOp::Xor, prim, quotient, variable(minus));
        if matches!(op, BinOp::Mod | BinOp::Rem) {
            let product = self.bin(BinOp::Mul, prim, quotient, literal(divisor));
            self.bin(BinOp::Sub, prim, number, product)
        } else {
            quotient
        }
    }

    fn divided_unsigned(
        &self,
        op: BinOp,
        prim: PrimType,
        (x, divisor): (Name, Name),
        multiplier: Name,
        out: &mut Vec<Stm<'b>>,
    ) -> Exp<'b> {
        let quotient = self.quotient(convert(self.arena, prim, U64, variable(x)), multiplier);
        let quotient = convert(self.arena, U64, prim, quotient);
        if matches!(op, BinOp::Div | BinOp::Quot) {
            return quotient;
        }
        let quotient = self.named("quotient", prim, quotient, out);
        let product = self.bin(BinOp::Mul, prim, variable(quotient), variable(divisor));
        self.bin(BinOp::Sub, prim, variable(x), product)
    }

    fn divided(
        &self,
        op: BinOp,
        prim: PrimType,
        x: Name,
        (multiplier, (divisor, sign)): (Name, (Name, Name)),
        out: &mut Vec<Stm<'b>>,
    ) -> Exp<'b> {
        let wide = self.named("dividend", I64, convert(self.arena, prim, I64, variable(x)), out);
        let sign_of = |number| self.bin(BinOp::Shr, I64, number, int(63));
        let magnitude = |number| convert(self.arena, I64, U64, number);
        let quotient = if matches!(op, BinOp::Div | BinOp::Mod) {
            // Of numbers with the signs of a positive divisor: -1 - number if the number is negative.
            let number = self.named("number", I64, self.signed_as(variable(wide), sign), out);
            let minus = self.named("minus", I64, sign_of(variable(number)), out);
            let bits = self.bin(BinOp::Xor, I64, variable(number), variable(minus));
            let quotient = convert(self.arena, U64, I64, self.quotient(magnitude(bits), multiplier));
            self.bin(BinOp::Xor, I64, quotient, variable(minus))
        } else {
            let minus = self.named("minus", I64, sign_of(variable(wide)), out);
            let number = self.signed_as(variable(wide), minus);
            let quotient = convert(self.arena, U64, I64, self.quotient(magnitude(number), multiplier));
            let differ = self.bin(BinOp::Xor, I64, variable(minus), variable(sign));
            let differ = self.named("minus", I64, differ, out);
            self.signed_as(quotient, differ)
        };
        let result = if matches!(op, BinOp::Div | BinOp::Quot) {
            quotient
        } else {
            let product = self.bin(BinOp::Mul, I64, quotient, variable(divisor));
            self.bin(BinOp::Sub, I64, variable(wide), product)
        };
        convert(self.arena, I64, prim, result)
    }
}
