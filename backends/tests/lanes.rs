//! Loops whose iterations run several at once on the cpu: branches, loops, masks, indices and every type that
//! qualifies, against the same program for one iteration at a time, which is what a count of 1 makes of it.

mod support;

use languages::lanes::{Exp, Stm};
use languages::prim::BinOp::{Add, Eq, Lt, Max, Min, Mod, Mul, Ne, Sub};
use languages::prim::PrimType::{Bool, F32, F64, I32, I64, U32, U64};
use languages::prim::{BinOp, PrimType, PrimValue, UnOp, convert};
use languages::value::Value;
use proptest::prelude::*;
use support::{Everywhere, Make, array, compile, elements, program, scalar};

/// A program that runs `body` for `i < n` in a kernel; it may read `xs` and writes `r`.
fn over(prim: PrimType, body: impl for<'a> Fn(&Make<'a>) -> Vec<Stm<'a>>) -> framework::Owned<languages::lanes::Lanes> {
    program(|m| {
        let mut bound = Vec::new();
        let args = vec![m.array_arg("xs", prim, &["n"], &mut bound)];
        let stms = vec![
            m.decl_mem("r", prim),
            m.alloc("r", prim, m.var("n")),
            m.parallel(vec![m.dim("i", m.var("n"))], body(m)),
        ];
        vec![m.fun("main", args, vec![m.array_res("r", prim, vec![m.var("n")])], stms)]
    })
}

fn let_<'a>(m: &Make<'a>, name: &str, prim: PrimType, value: Exp<'a>) -> [Stm<'a>; 2] {
    [m.decl(name, prim), m.assign(name, value)]
}

/// Euclid's algorithm, with as many steps as each lane needs.
#[test]
fn loops_that_differ_between_lanes() {
    let program = over(I32, |m| {
        let mut body = vec![m.decl("a", I32), m.read("a", "xs", I32, m.var("i"))];
        body.extend(let_(m, "b", I32, m.value(PrimValue::I32(360))));
        body.extend(let_(m, "steps", I32, m.value(PrimValue::I32(0))));
        body.push(m.while_(
            m.bin(Ne, I32, m.var("b"), m.value(PrimValue::I32(0))),
            vec![
                m.decl("t", I32),
                m.assign("t", m.bin(Mod, I32, m.var("a"), m.var("b"))),
                m.assign("a", m.var("b")),
                m.assign("b", m.var("t")),
                m.assign("steps", m.bin(Add, I32, m.var("steps"), m.value(PrimValue::I32(1)))),
            ],
        ));
        body.push(m.write(
            "r",
            I32,
            m.var("i"),
            m.bin(Add, I32, m.bin(Mul, I32, m.var("a"), m.value(PrimValue::I32(100))), m.var("steps")),
        ));
        body
    });
    let xs: Vec<i32> = (0..1003).map(|i| i * 7 + 1).collect();
    let expected = xs
        .iter()
        .map(|&x| {
            let (mut a, mut b, mut steps) = (x, 360, 0);
            while b != 0 {
                (a, b) = (b, a % b);
                steps += 1;
            }
            a * 100 + steps
        })
        .collect();
    assert_eq!(support::run(&program, "main", &[array(xs)]).unwrap(), [array::<i32>(expected)]);
}

/// Branches with assignments, reads out of bounds for the lanes that do not take them, and nested branches.
#[test]
fn branches_that_differ_between_lanes() {
    let program = over(F32, |m| {
        let mut body = vec![m.decl("x", F32), m.read("x", "xs", F32, m.var("i"))];
        body.extend(let_(m, "j", I64, m.add(m.var("i"), m.int(1))));
        body.push(m.decl("y", F32));
        body.push(m.if_(
            m.bin(Lt, I64, m.var("j"), m.var("n")),
            vec![
                m.read("y", "xs", F32, m.var("j")),
                m.if_(
                    m.bin(Lt, F32, m.var("y"), m.var("x")),
                    vec![m.assign("x", m.bin(Sub, F32, m.var("x"), m.var("y")))],
                    vec![m.assign("y", m.bin(Add, F32, m.var("y"), m.value(PrimValue::F32(0.5))))],
                ),
            ],
            vec![m.assign("y", m.value(PrimValue::F32(-1.0)))],
        ));
        body.push(m.write(
            "r",
            F32,
            m.var("i"),
            m.bin(Add, F32, m.bin(Mul, F32, m.var("x"), m.value(PrimValue::F32(4.0))), m.var("y")),
        ));
        body
    });
    for n in [1, 7, 8, 9, 100] {
        let xs: Vec<f32> = (0..n).map(|i| ((i * 37) % 11) as f32).collect();
        let expected = (0..n)
            .map(|i| {
                let x = xs[i];
                match xs.get(i + 1) {
                    Some(&y) if y < x => (x - y) * 4.0 + y,
                    Some(&y) => x * 4.0 + y + 0.5,
                    None => x * 4.0 - 1.0,
                }
            })
            .collect();
        assert_eq!(support::run(&program, "main", &[array(xs)]).unwrap(), [array::<f32>(expected)]);
    }
}

/// Loops with bounds of their own, reductions in every lane, strided and gathered reads.
#[test]
fn inner_loops_and_gathers() {
    let program = over(F64, |m| {
        let mut body = vec![m.decl("sum", F64)];
        body.push(m.for_(
            "j",
            m.bin(Mod, I64, m.var("i"), m.int(5)),
            vec![
                m.decl("x", F64),
                m.read("x", "xs", F64, m.bin(Mod, I64, m.add(m.mul(m.var("i"), m.int(3)), m.var("j")), m.var("n"))),
                m.assign("sum", m.bin(Add, F64, m.var("sum"), m.var("x"))),
            ],
        ));
        body.push(m.decl("total", F64));
        body.push(m.reduce(
            m.dim("k", m.var("n")),
            vec![
                m.decl("y", F64),
                m.read("y", "xs", F64, m.var("k")),
                m.decl("z", F64),
                m.assign("z", m.bin(Mul, F64, m.var("y"), m.convert(I64, F64, m.var("i")))),
            ],
            vec![m.var("z")],
            m.op(Add, F64, "p", "q"),
            vec![m.value(PrimValue::F64(0.0))],
            &["total"],
        ));
        // The elements backwards: a stride of -1.
        body.push(m.decl("last", F64));
        body.push(m.read("last", "xs", F64, m.bin(Sub, I64, m.bin(Sub, I64, m.var("n"), m.int(1)), m.var("i"))));
        body.push(m.write(
            "r",
            F64,
            m.var("i"),
            m.bin(Add, F64, m.var("last"), m.bin(Add, F64, m.var("sum"), m.var("total"))),
        ));
        body
    });
    let n = 203;
    let xs: Vec<f64> = (0..n).map(|i| f64::from(i % 13)).collect();
    let expected: Vec<f64> = (0..n as usize)
        .map(|i| {
            let sum: f64 = (0..i % 5).map(|j| xs[(3 * i + j) % n as usize]).sum();
            sum + xs.iter().map(|x| x * i as f64).sum::<f64>() + xs[n as usize - 1 - i]
        })
        .collect();
    let result = support::run(&program, "main", &[array(xs)]).unwrap();
    assert_eq!(elements::<f64>(&result[0]), expected);
}

/// A variable that holds an index in some lanes and a constant in others must not be taken for consecutive indices.
#[test]
fn indices_of_mixed_kinds() {
    let program = over(I64, |m| {
        vec![
            m.decl("j", I64),
            m.if_(m.bin(Lt, I64, m.int(100), m.var("n")), vec![m.assign("j", m.var("i"))], vec![]),
            m.decl("x", I64),
            m.read("x", "xs", I64, m.var("j")),
            m.write("r", I64, m.var("i"), m.add(m.mul(m.var("x"), m.int(2)), m.add(m.var("j"), m.var("x")))),
        ]
    });
    for n in [50, 150] {
        let xs: Vec<i64> = (0..n).map(|i| i * i + 3).collect();
        let expected = (0..n as usize).map(|i| if n > 100 { xs[i] * 3 + i as i64 } else { xs[0] * 3 }).collect();
        assert_eq!(support::run(&program, "main", &[array(xs)]).unwrap(), [array::<i64>(expected)]);
    }
}

/// The first iteration that fails is reported, with its values.
#[test]
fn assertions_in_lanes() {
    let program = over(I64, |m| {
        vec![
            m.decl("x", I64),
            m.read("x", "xs", I64, m.var("i")),
            m.assert(
                m.bin(Lt, I64, m.var("x"), m.int(1000)),
                "Wrong: ",
                m.add(m.var("x"), m.var("i")),
                &["a.fut:1:1-2"],
            ),
            m.decl("y", F32),
            m.assign("y", m.convert(I64, F32, m.var("x"))),
            m.write("r", I64, m.var("i"), m.add(m.var("x"), m.add(m.var("x"), m.var("x")))),
        ]
    });
    let mut everywhere = Everywhere::compile(&program);
    let mut xs: Vec<i64> = (0..500).collect();
    let expected = array(xs.iter().map(|x| 3 * x).collect::<Vec<_>>());
    assert_eq!(everywhere.run("main", &[array(xs.clone())]).unwrap(), [expected]);
    (xs[413], xs[414], xs[411], xs[19]) = (7000, 8000, 5000, 999);
    let error = everywhere.run("main", &[array(xs)]).unwrap_err();
    assert_eq!(error.to_string(), "Error: Wrong: 5411.\n\nBacktrace:\n-> #0  a.fut:1:1-2\n");
}

/// Reductions and their leftovers, for each type and operator that several accumulators may share.
#[test]
fn reductions_across_lanes() {
    let cases = [
        (I32, Add, PrimValue::I32(0)),
        (U32, Max, PrimValue::U32(0)),
        (I64, Add, PrimValue::I64(0)),
        (U64, BinOp::Xor, PrimValue::U64(0)),
        (F64, Min, PrimValue::F64(f64::INFINITY)),
        (F32, Max, PrimValue::F32(f32::NEG_INFINITY)),
        (I32, Mul, PrimValue::I32(1)),
    ];
    for (prim, op, neutral) in cases {
        let program = program(|m| {
            let mut bound = Vec::new();
            let args = vec![m.array_arg("xs", prim, &["n"], &mut bound)];
            let body = vec![
                m.decl("result", prim),
                m.reduce(
                    m.dim("i", m.var("n")),
                    vec![m.decl("x", prim), m.read("x", "xs", prim, m.var("i"))],
                    vec![m.var("x")],
                    m.op(op, prim, "a", "b"),
                    vec![m.value(neutral)],
                    &["result"],
                ),
            ];
            vec![m.fun("main", args, vec![m.scalar_res(m.var("result"), prim)], body)]
        });
        for n in [0, 1, 8, 61, 3000] {
            let xs: Vec<PrimValue> = (0..n).map(|i| convert(PrimValue::I64((i * 7919) % 1013 - 500), prim)).collect();
            let expected = xs.iter().fold(neutral, |sum, &x| op.eval(sum, x).unwrap());
            let result = support::run(&program, "main", &[support::data(prim, &xs)]).unwrap();
            assert_eq!(result, [scalar(expected)], "{op} {prim}, n = {n}");
        }
    }
}

/// A random expression on `x` and `y` of a type, and on the index.
#[derive(Debug, Clone)]
enum Term {
    X,
    Index,
    Constant(i8),
    Bin(BinOp, Box<Term>, Box<Term>),
    Un(UnOp, Box<Term>),
    Select(BinOp, Box<Term>, Box<Term>, Box<Term>),
}

impl Term {
    fn exp<'a>(&self, m: &Make<'a>, prim: PrimType) -> Exp<'a> {
        match self {
            Term::X => m.var("x"),
            Term::Index => m.convert(I64, prim, m.var("i")),
            Term::Constant(value) => m.value(convert(PrimValue::I8(*value), prim)),
            Term::Bin(op, a, b) => m.bin(*op, prim, a.exp(m, prim), b.exp(m, prim)),
            Term::Un(op, a) => m.un(*op, prim, a.exp(m, prim)),
            Term::Select(op, a, b, c) => {
                let (x, y) = (a.exp(m, prim), b.exp(m, prim));
                m.select(m.bin(*op, prim, x, y), b.exp(m, prim), c.exp(m, prim))
            }
        }
    }
}

fn term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![Just(Term::X), Just(Term::Index), any::<i8>().prop_map(Term::Constant)];
    let binary = prop::sample::select(vec![Add, Sub, Mul, Min, Max, BinOp::Div]);
    let unary = prop::sample::select(vec![UnOp::Neg, UnOp::Abs, UnOp::Sgn]);
    let compare = prop::sample::select(vec![Eq, Ne, Lt, BinOp::Le, BinOp::Gt, BinOp::Ge]);
    leaf.prop_recursive(5, 40, 3, move |inner| {
        prop_oneof![
            (binary.clone(), inner.clone(), inner.clone()).prop_map(|(op, a, b)| Term::Bin(op, a.into(), b.into())),
            (unary.clone(), inner.clone()).prop_map(|(op, a)| Term::Un(op, a.into())),
            (compare.clone(), inner.clone(), inner.clone(), inner).prop_map(|(op, a, b, c)| Term::Select(
                op,
                a.into(),
                b.into(),
                c.into()
            )),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Eight at once is the same as one at a time.
    #[test]
    fn lanes_agree_with_single_iterations(term in term(), numbers in prop::collection::vec(any::<i32>(), 19), which in 0..6usize) {
        let prim = [I32, U32, I64, U64, F32, F64][which];
        let program = over(prim, |m| {
            vec![
                m.decl("x", prim),
                m.read("x", "xs", prim, m.var("i")),
                m.write("r", prim, m.var("i"), term.exp(m, prim)),
            ]
        });
        let xs: Vec<PrimValue> = numbers.iter().map(|&x| convert(PrimValue::I32(x), prim)).collect();
        let mut executable = compile("cpu", &program, 1);
        let together = executable.run("main", vec![support::data(prim, &xs)]).unwrap().results;
        // Too few for a step of several: the same element alone, at the same index.
        for i in 0..7 {
            let alone = executable.run("main", vec![support::data(prim, &xs[..=i])]).unwrap().results;
            let (Value::Array(all), Value::Array(one)) = (&together[0], &alone[0]) else { panic!("arrays") };
            prop_assert_eq!(all.data.get(i), one.data.get(i));
        }
    }
}

/// `bool` arrays, and truth values in variables.
#[test]
fn truth_values() {
    let program = over(Bool, |m| {
        let mut body = vec![m.decl("x", Bool), m.read("x", "xs", Bool, m.var("i"))];
        body.extend(let_(m, "f", F32, m.convert(I64, F32, m.var("i"))));
        body.extend(let_(
            m,
            "g",
            F32,
            m.bin(Mul, F32, m.var("f"), m.bin(Add, F32, m.var("f"), m.value(PrimValue::F32(1.0)))),
        ));
        body.extend(let_(
            m,
            "small",
            Bool,
            m.bin(Lt, F32, m.bin(Mul, F32, m.var("g"), m.var("f")), m.value(PrimValue::F32(1000.0))),
        ));
        body.push(m.write(
            "r",
            Bool,
            m.var("i"),
            m.bin(
                BinOp::LogOr,
                Bool,
                m.bin(BinOp::LogAnd, Bool, m.var("x"), m.var("small")),
                m.un(UnOp::Not, Bool, m.bin(Ne, Bool, m.var("x"), m.var("small"))),
            ),
        ));
        body
    });
    let xs: Vec<bool> = (0..100).map(|i| i % 3 == 0).collect();
    let expected: Vec<bool> = (0..100)
        .map(|i| {
            let f = i as f32;
            let small = f * (f + 1.0) * f < 1000.0;
            (xs[i] && small) || xs[i] == small
        })
        .collect();
    assert_eq!(support::run(&program, "main", &[array(xs)]).unwrap(), [array(expected)]);
}

/// Arrays that each iteration has for itself: filled, swapped, copied, and read at indices that differ between lanes.
#[test]
fn arrays_of_their_own() {
    let program = over(F64, |m| {
        let mut body = vec![
            m.decl("x", F64),
            m.read("x", "xs", F64, m.var("i")),
            m.decl_mem("state", F64),
            m.alloc("state", F64, m.var("n")),
            m.parallel(
                vec![m.dim("j", m.var("n"))],
                vec![m.write("state", F64, m.var("j"), m.bin(Add, F64, m.var("x"), m.convert(I64, F64, m.var("j"))))],
            ),
        ];
        body.push(m.for_(
            "round",
            m.int(3),
            vec![
                m.decl_mem("next", F64),
                m.alloc("next", F64, m.var("n")),
                // next = reversed state, each times the round plus two.
                m.copy(
                    F64,
                    vec![m.var("n")],
                    m.region("next", m.int(0), vec![m.int(1)]),
                    m.region("state", m.bin(Sub, I64, m.var("n"), m.int(1)), vec![m.int(-1)]),
                ),
                m.for_(
                    "k",
                    m.var("n"),
                    vec![
                        m.decl("y", F64),
                        m.read("y", "next", F64, m.var("k")),
                        m.if_(
                            m.bin(Lt, F64, m.var("y"), m.value(PrimValue::F64(50.0))),
                            vec![m.write(
                                "next",
                                F64,
                                m.var("k"),
                                m.bin(Mul, F64, m.var("y"), m.convert(I64, F64, m.add(m.var("round"), m.int(2)))),
                            )],
                            vec![],
                        ),
                    ],
                ),
                m.assign_mem("state", "next"),
            ],
        ));
        body.push(m.decl("z", F64));
        body.push(m.read("z", "state", F64, m.bin(Mod, I64, m.mul(m.var("i"), m.int(7)), m.var("n"))));
        body.push(m.decl("first", F64));
        body.push(m.read("first", "state", F64, m.int(0)));
        body.push(m.write("r", F64, m.var("i"), m.bin(Add, F64, m.var("z"), m.var("first"))));
        body
    });
    for n in [1, 8, 77] {
        let xs: Vec<f64> = (0..n).map(|i| ((i * 31) % 19) as f64).collect();
        let expected: Vec<f64> = (0..n)
            .map(|i| {
                let mut state: Vec<f64> = (0..n).map(|j| xs[i] + j as f64).collect();
                for round in 0..3 {
                    state.reverse();
                    state.iter_mut().filter(|y| **y < 50.0).for_each(|y| *y *= (round + 2) as f64);
                }
                state[(i * 7) % n] + state[0]
            })
            .collect();
        assert_eq!(support::run(&program, "main", &[array(xs)]).unwrap(), [array(expected)], "n = {n}");
    }
}
