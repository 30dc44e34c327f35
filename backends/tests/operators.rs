//! Every operator on every type it applies to, on operands that tend to go wrong, against its definition. Elementary
//! functions are missing, since programs of `Lanes` have none.

mod support;

use languages::prim::{BinOp, PrimType, PrimValue, UnOp, convert, elementary};
use languages::value::{ArrayValue, Value};
use support::{Make, compile, data, program};

/// Operands of a type: limits, zeros of both signs, NaN, infinities, subnormals, halves, shift amounts.
fn operands(prim: PrimType) -> Vec<PrimValue> {
    if prim == PrimType::Bool {
        return vec![PrimValue::Bool(false), PrimValue::Bool(true)];
    }
    if prim.is_float() {
        let numbers = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -0.5,
            1.5,
            -1.5,
            2.5,
            -2.5,
            3.0,
            -7.25,
            0.1,
            100.3,
            -1000.75,
            0.49999999999999994,
            16777217.75,
            4503599627370495.5,
            -4503599627370497.0,
            1e-3,
            6e-8,
            1e-40,
            65504.0,
            -65504.0,
            2147483648.0,
            -2147483649.0,
            4294967296.0,
            1e19,
            -1e19,
            3e38,
            1e300,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        return numbers.iter().map(|&x| convert(PrimValue::F64(x), prim)).collect();
    }
    let width = prim.bits();
    let bits = [0, 1, 2, 3, 5, 7, 8, 13, 31, 32, 63, 64, 100, u64::MAX, u64::MAX - 1, u64::MAX - 6];
    let edges = [1u64 << (width - 1), (1u64 << (width - 1)) - 1, (1u64 << (width - 1)) + 1, 0x5555_5555_5555_5555];
    bits.iter().chain(&edges).map(|&bits| PrimValue::from_bits(prim, bits)).collect()
}

/// Runs a function of one program on arrays.
fn results(
    entries: &[(String, Vec<PrimType>, PrimType)],
    make_exp: impl for<'a> Fn(&Make<'a>, usize) -> languages::lanes::Exp<'a>,
    args: impl Fn(usize) -> Vec<Value>,
    mut check: impl FnMut(usize, &Value, &str),
) {
    let program = program(|m| {
        entries
            .iter()
            .enumerate()
            .map(|(k, (entry, params, result))| {
                let mut bound = Vec::new();
                let arg_names = ["a", "b"];
                let mut args = Vec::new();
                let mut body = vec![m.decl_mem("r", *result), m.alloc("r", *result, m.var("n"))];
                let mut inner = Vec::new();
                for (i, prim) in params.iter().enumerate() {
                    args.push(m.array_arg(arg_names[i], *prim, &["n"], &mut bound));
                    inner.push(m.decl(["x", "y"][i], *prim));
                    inner.push(m.read(["x", "y"][i], arg_names[i], *prim, m.var("i")));
                }
                inner.push(m.write("r", *result, m.var("i"), make_exp(m, k)));
                body.push(m.parallel(vec![m.dim("i", m.var("n"))], inner));
                m.fun(entry, args, vec![m.array_res("r", *result, vec![m.var("n")])], body)
            })
            .collect()
    });
    for (backend, threads) in [("cpu", 1), ("vulkan", 1)] {
        let mut executable = compile(backend, &program, threads);
        for (k, (entry, ..)) in entries.iter().enumerate() {
            let outcome = executable.run(entry, args(k)).unwrap_or_else(|error| panic!("{entry}: {error}"));
            check(k, &outcome.results[0], backend);
        }
    }
    support::validate(&program);
}

/// Whether a result is right: the same bits, or both not a number. Devices may flush subnormal numbers to zero.
fn right(actual: PrimValue, expected: PrimValue, backend: &str) -> bool {
    let nan = |x| UnOp::IsNan.eval(x) == Ok(PrimValue::Bool(true));
    if actual == expected || (nan(actual) && nan(expected)) {
        return true;
    }
    let least = match expected {
        PrimValue::F16(_) => 6.1e-5,
        PrimValue::F32(_) => 1.2e-38,
        PrimValue::F64(_) => 2.3e-308,
        _ => return false,
    };
    let is_small = |x| matches!(convert(x, PrimType::F64), PrimValue::F64(x) if x.abs() <= least);
    backend != "cpu" && is_small(actual) && is_small(expected)
}

fn element(value: &Value, index: usize) -> PrimValue {
    match value {
        Value::Array(ArrayValue { data, .. }) => data.get(index).expect("an element"),
        _ => panic!("not an array"),
    }
}

#[test]
fn binary_operators() {
    let mut cases = Vec::new();
    for &op in BinOp::ALL {
        for prim in PrimType::ALL {
            if op.applies_to(prim) && !(prim.is_float() && elementary::has_binary(op)) {
                cases.push((op, prim));
            }
        }
    }
    let entries: Vec<_> = cases
        .iter()
        .map(|&(op, prim)| (format!("{op}_{prim}"), vec![prim, op.second_operand_type(prim)], op.result_type(prim)))
        .collect();
    let pairs = |op: BinOp, prim: PrimType| -> Vec<(PrimValue, PrimValue)> {
        let right = operands(op.second_operand_type(prim));
        operands(prim).iter().flat_map(|&x| right.iter().map(move |&y| (x, y))).collect()
    };
    results(
        &entries,
        |m, k| m.bin(cases[k].0, cases[k].1, m.var("x"), m.var("y")),
        |k| {
            let (op, prim) = cases[k];
            let (xs, ys): (Vec<_>, Vec<_>) = pairs(op, prim).into_iter().unzip();
            vec![data(prim, &xs), data(op.second_operand_type(prim), &ys)]
        },
        |k, result, backend| {
            let (op, prim) = cases[k];
            for (i, (x, y)) in pairs(op, prim).into_iter().enumerate() {
                // Where the operator has no result, IMP asks only that nothing traps.
                if let Ok(expected) = op.eval(x, y) {
                    let actual = element(result, i);
                    assert!(
                        right(actual, expected, backend),
                        "{backend} {op}_{prim} {x:?} {y:?} = {actual:?}, expected {expected:?}"
                    );
                }
            }
        },
    );
}

#[test]
fn unary_operators() {
    let mut cases = Vec::new();
    for &op in UnOp::ALL {
        for prim in PrimType::ALL {
            if op.applies_to(prim) && !(prim.is_float() && elementary::has_unary(op)) {
                cases.push((op, prim));
            }
        }
    }
    let entries: Vec<_> =
        cases.iter().map(|&(op, prim)| (format!("{op}_{prim}"), vec![prim], op.result_type(prim))).collect();
    let mut wrong = Vec::new();
    results(
        &entries,
        |m, k| m.un(cases[k].0, cases[k].1, m.var("x")),
        |k| vec![data(cases[k].1, &operands(cases[k].1))],
        |k, result, backend| {
            let (op, prim) = cases[k];
            for (i, x) in operands(prim).into_iter().enumerate() {
                let expected = op.eval(x).expect("a result");
                let actual = element(result, i);
                if !right(actual, expected, backend) {
                    wrong.push(format!("{backend} {op}_{prim} {x:?} = {actual:?}, expected {expected:?}"));
                }
            }
        },
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn conversions() {
    let mut cases = Vec::new();
    for from in PrimType::ALL {
        for to in PrimType::ALL {
            cases.push((from, to));
        }
    }
    let entries: Vec<_> = cases.iter().map(|&(from, to)| (format!("{from}_{to}"), vec![from], to)).collect();
    results(
        &entries,
        |m, k| m.convert(cases[k].0, cases[k].1, m.var("x")),
        |k| vec![data(cases[k].0, &operands(cases[k].0))],
        |k, result, backend| {
            let (from, to) = cases[k];
            for (i, x) in operands(from).into_iter().enumerate() {
                let (actual, expected) = (element(result, i), convert(x, to));
                assert!(
                    right(actual, expected, backend),
                    "{backend} {from}_{to} {x:?} = {actual:?}, expected {expected:?}"
                );
            }
        },
    );
}
