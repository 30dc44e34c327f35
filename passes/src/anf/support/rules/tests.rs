//! Tests every rule: both sides have the same value on random operands.

use super::{arrays, scalars};
use crate::anf::simplify::simplified;
use crate::anf::support::egraph::explain::Explainer;
use crate::anf::support::egraph::rule::{ScalarRule, pattern};
use crate::anf::support::egraph::term::{Op, Term};
use crate::anf::support::testing::{anf, run};
use egg::{ENodeOrVar, PatternAst, Var};
use languages::prim::{PrimType, PrimValue, convert};
use languages::value::{ArrayData, ArrayValue, Value};
use std::collections::BTreeSet;

/// Pseudo-random numbers, the same on each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: i64) -> i64 {
        i64::try_from(self.next() % u64::try_from(bound.max(1)).unwrap()).unwrap()
    }

    /// A random value; edge cases are frequent.
    fn value(&mut self, prim: PrimType) -> PrimValue {
        let small = self.below(7) - 3;
        match self.next() % 6 {
            0 => convert(PrimValue::I64(small), prim),
            1 if prim.is_float() => {
                let edges = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.0, f64::MIN_POSITIVE, 0.1];
                convert(PrimValue::F64(edges[usize::try_from(self.below(7)).unwrap()]), prim)
            }
            1 => PrimValue::from_bits(prim, 1u64 << (prim.bits() - 1)),
            2 => convert(PrimValue::I64(1), prim),
            3 if prim.is_float() => convert(PrimValue::F64(self.below(2000) as f64 / 64.0 - 10.0), prim),
            _ => PrimValue::from_bits(prim, self.next()),
        }
    }
}

/// The value of a pattern. `None` if an operator is undefined on its operands.
fn value(ast: &PatternAst<Term>, operands: &[(Var, PrimValue)]) -> Option<PrimValue> {
    let mut values: Vec<PrimValue> = Vec::new();
    for node in ast {
        values.push(match node {
            ENodeOrVar::Var(var) => operands.iter().find(|(name, _)| name == var)?.1,
            ENodeOrVar::ENode(term) => {
                let arg = |at: usize| values[usize::from(term.args[at])];
                match term.op {
                    Op::Const(prim, bits) => PrimValue::from_bits(prim, bits),
                    Op::Bin(op, _) => op.eval(arg(0), arg(1)).ok()?,
                    Op::Un(op, _) => op.eval(arg(0)).ok()?,
                    _ => return None,
                }
            }
        });
    }
    values.last().copied()
}

fn is_nan(value: PrimValue) -> bool {
    matches!(convert(value, PrimType::F64), PrimValue::F64(x) if x.is_nan())
}

/// Whether two results are equal; unless `exact`, close results suffice.
fn agree(left: PrimValue, right: PrimValue, exact: bool) -> bool {
    if left == right || (left.prim_type().is_float() && is_nan(left) && is_nan(right)) {
        return true;
    }
    match (convert(left, PrimType::F64), convert(right, PrimType::F64)) {
        (PrimValue::F64(left), PrimValue::F64(right)) if !exact => (left - right).abs() <= 0.02 * left.abs().max(1.0),
        _ => false,
    }
}

/// Counterexamples to a rule.
fn faults(rule: &ScalarRule, exact: bool) -> Vec<String> {
    let mut faults = Vec::new();
    let mut random = Random(0x5eed);
    let mut instances = 0;
    for prim in rule.over.types() {
        let (Some(left), Some(right)) = (pattern(rule.left, prim), pattern(rule.right, prim)) else { continue };
        let vars = left.vars();
        assert!(
            right.vars().iter().all(|var| vars.contains(var)),
            "{}: a variable of its right side is new",
            rule.name
        );
        for _ in 0..400 {
            let mut operand = || match exact {
                true => random.value(prim),
                // Numbers of moderate size, for which float arithmetic is close to real arithmetic.
                false => convert(PrimValue::F64(random.below(40) as f64 / 8.0 + 0.125), prim),
            };
            let operands: Vec<(Var, PrimValue)> = vars.iter().map(|var| (*var, operand())).collect();
            let Some(before) = value(&left.ast, &operands) else { continue };
            let after = value(&right.ast, &operands);
            let same = after.is_some_and(|after| agree(before, after, exact));
            instances += 1;
            if !same {
                faults.push(format!("{} on {prim}: {operands:?} gives {before}, but then {after:?}", rule.name));
                break;
            }
        }
    }
    if instances < 300 {
        faults.push(format!("{} was tried on {instances} instances only", rule.name));
    }
    faults
}

#[test]
fn scalar_rules_keep_what_terms_mean() {
    assert_eq!(scalars::EXACT.iter().flat_map(|rule| faults(rule, true)).collect::<Vec<_>>(), [] as [String; 0]);
}

#[test]
fn fast_rules_keep_what_terms_mean_for_real_numbers() {
    assert_eq!(scalars::FAST_MATH.iter().flat_map(|rule| faults(rule, false)).collect::<Vec<_>>(), [] as [String; 0]);
}

#[test]
fn a_wrong_rule_is_found() {
    let wrong = ScalarRule { name: "wrong", right: "?b", ..scalars::EXACT[0] };
    assert!(!faults(&wrong, true).is_empty());
}

#[test]
fn names_are_unique() {
    let names: Vec<&str> = scalars::EXACT
        .iter()
        .chain(scalars::FAST_MATH)
        .map(|rule| rule.name)
        .chain(arrays::RULES.iter().map(|rule| rule.name))
        .collect();
    let unique: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(unique.len(), names.len());
}

/// For each rule on arrays, a program that it applies to. `xs` has `n` elements, and `yss` has `n` rows of `m`
/// elements.
const PROGRAMS: &[(&str, &str)] = &[
    ("index-slice", "let ys = xs[1:n:2] in if i >= 0 && i < length ys then ys[i] else 0"),
    ("index-rearrange", "(transpose yss)[i, j]"),
    ("index-reshape", "let zss = unflatten (xs :> [n * 1]i64) in zss[i, j]"),
    ("index-iota", "(iota n)[i] + i64.i32 (0i32..2...20i32)[j]"),
    ("index-replicate", "let zs = replicate n j in zs[i]"),
    ("index-literal", "[i, j, 3][2] + [j, i][0]"),
    ("index-update", "let zs = copy xs with [i] = j in zs[i]"),
    ("index-checked", "xs[i:][j]"),
    ("slice-slice", "i64.sum xs[i:][j:]"),
    ("slice-whole", "let zs = xs[0:n] in zs[j]"),
    ("slice-rearrange", "i64.sum (transpose yss)[j]"),
    ("rearrange-twice", "i64.sum (transpose (transpose yss))[i]"),
    ("rearrange-nothing", "i64.sum (transpose (transpose yss))[i]"),
    ("reshape-twice", "i64.sum (flatten (unflatten (xs :> [n * 1]i64)))"),
    ("reshape-nothing", "i64.sum (flatten (unflatten (xs :> [n * 1]i64)))"),
    ("index-range", "loop sum = i for k < n do sum * 3 + xs[k]"),
    ("assert-true", "loop sum = i for k < n do sum * 3 + xs[k]"),
    ("convert-back", "i64.i32 (i32.i64 (i64.i32 (i32.i64 i))) + j"),
    ("div-power-of-two", "i64.f64 (f64.i64 i / 8 + 100)"),
];

#[test]
fn array_rules_keep_what_programs_mean() {
    let mut random = Random(0xa44a);
    let mut shown: BTreeSet<&str> = BTreeSet::new();
    for (rule, body) in PROGRAMS {
        let text = format!("entry main [n] [m] (xs: [n]i64) (yss: [n][m]i64) (i: i64) (j: i64) = {body}");
        let (before, context) = anf(&text);
        // The second run simplifies code in nested bodies that the first run left.
        let (after, mut hits, _) = simplified(&before, false, &mut Explainer::default()).unwrap();
        let (after, more, _) = simplified(&after, false, &mut Explainer::default()).unwrap();
        hits.extend(more);
        assert!(hits.contains_key(rule), "{rule} does not apply to `{body}`, but {hits:?}");
        shown.insert(rule);
        for _ in 0..30 {
            let (n, m) = (random.below(5), random.below(5));
            let mut array = |shape: &[i64]| {
                let count: i64 = shape.iter().product();
                let data: Vec<i64> = (0..count).map(|_| random.below(100)).collect();
                let shape = shape.iter().map(|size| usize::try_from(*size).unwrap()).collect();
                Value::Array(ArrayValue { shape, data: ArrayData::I64(data) })
            };
            let mut args = vec![array(&[n]), array(&[n, m])];
            // One index in five is outside.
            args.extend([n + 1, m + 1].map(|bound| Value::Scalar(PrimValue::I64(random.below(bound + 1) - 1))));
            assert_eq!(run(&before, &context, &args), run(&after, &context, &args), "{rule}: {body} on {args:?}");
        }
    }
    let all: BTreeSet<&str> = arrays::RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(shown, all, "each rule on arrays needs a program");
}
