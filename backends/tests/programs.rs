//! Whole IMP programs, run by every backend with the same results and the same errors.

mod support;

use languages::prim::BinOp::{Add, Eq, Lt, Max, Mul};
use languages::prim::PrimType::{Bool, F32, F64, I32, I64, U8};
use languages::prim::{BinOp, PrimValue, convert};
use support::{Everywhere, array, elements, has_barriers, matrix, program, run, scalar};

/// Sizes around the places where work is divided differently.
const SIZES: [usize; 7] = [0, 1, 2, 7, 255, 4099, 100_003];

#[test]
fn dot_product() {
    let program = program(|m| {
        let mut bound = Vec::new();
        let args = vec![m.array_arg("xs", F64, &["n"], &mut bound), m.array_arg("ys", F64, &["n"], &mut bound)];
        let body = vec![
            m.decl("sum", F64),
            m.reduce(
                m.dim("i", m.var("n")),
                vec![
                    m.decl("x", F64),
                    m.decl("y", F64),
                    m.read("x", "xs", F64, m.var("i")),
                    m.read("y", "ys", F64, m.var("i")),
                ],
                vec![m.bin(Mul, F64, m.var("x"), m.var("y"))],
                m.op(Add, F64, "a", "b"),
                vec![m.value(PrimValue::F64(0.0))],
                &["sum"],
            ),
        ];
        vec![m.fun("dot", args, vec![m.scalar_res(m.var("sum"), F64)], body)]
    });
    let mut everywhere = Everywhere::compile(&program);
    for n in SIZES {
        let xs: Vec<f64> = (0..n).map(|i| i as f64).collect();
        let result = everywhere.run("dot", &[array(xs.clone()), array(vec![2.0; n])]).unwrap();
        assert_eq!(result, [scalar(PrimValue::F64(2.0 * xs.iter().fold(0.0, |sum, x| sum + x)))]);
    }
    let error = everywhere.run("dot", &[array(vec![1.0]), array(vec![1.0, 2.0])]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Error: Dimension 0 of argument 2 (ys) must be 1 because of argument 1 (xs), but is 2.\n"
    );
    let error = everywhere.run("dot", &[array(vec![1i32]), array(vec![1.0])]).unwrap_err();
    assert_eq!(error.to_string(), "Error: Argument 1 (xs) must have type [n]f64, but has type [1]i32.\n");
    let error = everywhere.run("tod", &[]).unwrap_err();
    assert_eq!(error.to_string(), "Error: There is no entry point tod; there are: dot.\n");
}

/// A reduction whose operator does not commute and has statements: the composition of affine maps over wrapping
/// integers.
#[test]
fn reduction_in_order() {
    let program = program(|m| {
        let mut bound = Vec::new();
        let args = vec![m.array_arg("xs", I32, &["n"], &mut bound)];
        let op = m.op_of(
            &[("a", "c", I32), ("b", "d", I32)],
            vec![m.decl("t", I32), m.assign("t", m.bin(Mul, I32, m.var("c"), m.var("b")))],
            vec![m.bin(Mul, I32, m.var("a"), m.var("c")), m.bin(Add, I32, m.var("t"), m.var("d"))],
        );
        let body = vec![
            m.decl("slope", I32),
            m.decl("shift", I32),
            m.reduce(
                m.dim("i", m.var("n")),
                vec![m.decl("x", I32), m.read("x", "xs", I32, m.var("i"))],
                vec![m.var("x"), m.bin(Add, I32, m.var("x"), m.value(PrimValue::I32(1)))],
                op,
                vec![m.value(PrimValue::I32(1)), m.value(PrimValue::I32(0))],
                &["slope", "shift"],
            ),
        ];
        let results = vec![m.scalar_res(m.var("slope"), I32), m.scalar_res(m.var("shift"), I32)];
        vec![m.fun("compose", args, results, body)]
    });
    let mut everywhere = Everywhere::compile(&program);
    for n in SIZES {
        let xs: Vec<i32> = (0..n as i32).map(|i| i.wrapping_mul(77_777) | 1).collect();
        let (mut slope, mut shift) = (1i32, 0i32);
        for &x in &xs {
            (slope, shift) = (slope.wrapping_mul(x), x.wrapping_mul(shift).wrapping_add(x + 1));
        }
        let result = everywhere.run("compose", &[array(xs)]).unwrap();
        assert_eq!(result, [scalar(PrimValue::I32(slope)), scalar(PrimValue::I32(shift))], "n = {n}");
    }
}

#[test]
fn scans() {
    let program = program(|m| {
        let mut bound = Vec::new();
        let args = vec![m.array_arg("xs", I64, &["n"], &mut bound)];
        let scan = |op, neutral| {
            m.scan(
                m.dim("i", m.var("n")),
                vec![m.decl("x", I64), m.read("x", "xs", I64, m.var("i"))],
                (vec![m.var("x")], op, vec![m.int(neutral)]),
                &[("prefix", I64)],
                vec![m.write("ys", I64, m.var("i"), m.add(m.var("prefix"), m.var("x")))],
            )
        };
        let results = || vec![m.array_res("ys", I64, vec![m.var("n")])];
        let body = |op, neutral| vec![m.decl_mem("ys", I64), m.alloc("ys", I64, m.var("n")), scan(op, neutral)];
        let args2 = vec![m.array_arg("xs", I64, &["n"], &mut Vec::new())];
        vec![
            m.fun("sums", args, results(), body(m.op(Add, I64, "a", "b"), 0)),
            // The last non-zero element: associative, does not commute.
            m.fun(
                "lasts",
                args2,
                results(),
                body(
                    m.op_of(
                        &[("a", "b", I64)],
                        vec![],
                        vec![m.select(m.bin(Eq, I64, m.var("b"), m.int(0)), m.var("a"), m.var("b"))],
                    ),
                    0,
                ),
            ),
        ]
    });
    let mut everywhere = Everywhere::compile(&program);
    for n in SIZES {
        let xs: Vec<i64> = (0..n as i64).map(|i| if i % 3 == 0 { i * i % 1009 } else { 0 }).collect();
        let (mut sum, mut last) = (0, 0);
        let sums: Vec<i64> = xs
            .iter()
            .map(|x| {
                sum += x;
                sum + x
            })
            .collect();
        let lasts: Vec<i64> = xs
            .iter()
            .map(|&x| {
                if x != 0 {
                    last = x;
                }
                last + x
            })
            .collect();
        assert_eq!(everywhere.run("sums", &[array(xs.clone())]).unwrap(), [array(sums)], "n = {n}");
        assert_eq!(everywhere.run("lasts", &[array(xs)]).unwrap(), [array(lasts)], "n = {n}");
    }
}

#[test]
fn histograms() {
    let program = program(|m| {
        let fun = |entry, prim, op: BinOp, neutral: PrimValue| {
            let mut bound = Vec::new();
            let args = vec![
                m.array_arg("start", prim, &["w"], &mut bound),
                m.array_arg("bins", I64, &["n"], &mut bound),
                m.array_arg("xs", prim, &["n"], &mut bound),
            ];
            let body = vec![m.hist(
                m.dim("i", m.var("n")),
                vec![
                    m.decl("bin", I64),
                    m.read("bin", "bins", I64, m.var("i")),
                    m.decl("x", prim),
                    m.read("x", "xs", prim, m.var("i")),
                ],
                (m.var("bin"), m.var("w")),
                (vec![m.var("x")], m.op(op, prim, "a", "b"), vec![m.value(neutral)]),
                &["start"],
            )];
            m.fun(entry, args, vec![m.array_res("start", prim, vec![m.var("w")])], body)
        };
        vec![
            fun("count", I32, Add, PrimValue::I32(0)),
            fun("most", I64, Max, PrimValue::I64(i64::MIN)),
            fun("sum", F32, Add, PrimValue::F32(0.0)),
            fun("sum64", F64, Add, PrimValue::F64(0.0)),
            fun("product", I32, Mul, PrimValue::I32(1)),
            fun("bytes", U8, Add, PrimValue::U8(0)),
        ]
    });
    let mut everywhere = Everywhere::compile(&program);
    for (n, w) in [(0, 3), (5, 0), (1000, 7), (100_000, 13), (50_000, 60_000)] {
        // Some bins lie outside.
        let bins: Vec<i64> = (0..n as i64).map(|i| (i * 7919) % (w as i64 + 4) - 2).collect();
        let inside = |bin: &i64| (0..w as i64).contains(bin);
        let xs: Vec<i64> = (0..n as i64).map(|i| i % 5 - 1).collect();
        let expected = |start: i64, op: &dyn Fn(i64, i64) -> i64| {
            let mut result = vec![start; w];
            for (bin, x) in bins.iter().zip(&xs).filter(|(bin, _)| inside(bin)) {
                result[*bin as usize] = op(result[*bin as usize], *x);
            }
            result
        };
        macro_rules! check {
            ($entry:literal, $t:ty, $start:expr, $op:expr) => {{
                let start = vec![$start as $t; w];
                let given: Vec<$t> = xs.iter().map(|&x| x as $t).collect();
                let expected: Vec<$t> = expected($start, &$op).iter().map(|&x| x as $t).collect();
                let result = everywhere.run($entry, &[array(start), array(bins.clone()), array(given)]).unwrap();
                assert_eq!(result, [array(expected)], "{} n = {n}, w = {w}", $entry);
            }};
        }
        check!("count", i32, 3, |a, b| a + b);
        check!("most", i64, -100, |a: i64, b| a.max(b));
        check!("sum", f32, 3, |a, b| a + b);
        check!("sum64", f64, 3, |a, b| a + b);
        check!("product", i32, 3, |a: i64, b| i64::from((a as i32).wrapping_mul(b as i32)));
        check!("bytes", u8, 3, |a: i64, b| (a + b) & 255);
    }
}

#[test]
fn spaces_of_several_dimensions() {
    let program = program(|m| {
        let mut bound = Vec::new();
        let args = vec![m.scalar_arg("n", I64), m.scalar_arg("k", I64), m.scalar_arg("l", I64)];
        let flat = m.add(m.mul(m.add(m.mul(m.var("a"), m.var("k")), m.var("b")), m.var("l")), m.var("c"));
        let value = m.add(m.mul(m.var("a"), m.int(1_000_000)), m.add(m.mul(m.var("b"), m.int(1000)), m.var("c")));
        let body = vec![
            m.decl_mem("r", I64),
            m.alloc("r", I64, m.mul(m.var("n"), m.mul(m.var("k"), m.var("l")))),
            m.parallel(
                vec![m.dim("a", m.var("n")), m.dim("b", m.var("k")), m.dim("c", m.var("l"))],
                vec![m.write("r", I64, flat, value)],
            ),
        ];
        let results = vec![m.array_res("r", I64, vec![m.var("n"), m.var("k"), m.var("l")])];
        let transpose = vec![
            m.decl_mem("r", I32),
            m.alloc("r", I32, m.mul(m.var("n"), m.var("k"))),
            m.copy(
                I32,
                vec![m.var("k"), m.var("n")],
                m.region("r", m.int(0), vec![m.var("n"), m.int(1)]),
                m.region("xs", m.int(0), vec![m.int(1), m.var("k")]),
            ),
        ];
        let matrix = vec![m.array_arg("xs", I32, &["n", "k"], &mut bound)];
        vec![
            m.fun("space", args, results, body),
            m.fun("transpose", matrix, vec![m.array_res("r", I32, vec![m.var("k"), m.var("n")])], transpose),
        ]
    });
    let mut everywhere = Everywhere::compile(&program);
    for (n, k, l) in [(1, 1, 1), (2, 3, 4), (0, 5, 2), (3, 0, 2), (40, 50, 60), (100, 1, 301), (7, 1000, 1)] {
        let size = |n: i64| scalar(PrimValue::I64(n));
        let result = everywhere.run("space", &[size(n), size(k), size(l)]).unwrap();
        let mut expected = Vec::new();
        for a in 0..n {
            for b in 0..k {
                expected.extend((0..l).map(|c| a * 1_000_000 + b * 1000 + c));
            }
        }
        assert_eq!(elements::<i64>(&result[0]), expected);
    }
    for (n, k) in [(0, 3), (1, 5), (33, 65), (300, 500)] {
        let xs: Vec<i32> = (0..(n * k) as i32).collect();
        let expected = (0..k).flat_map(|j| (0..n).map(move |i| (i * k + j) as i32)).collect();
        assert_eq!(everywhere.run("transpose", &[matrix(n, k, xs)]).unwrap(), [matrix(k, n, expected)]);
    }
}

/// Loops, branches, thread-private arrays and sequential kernels within a kernel.
#[test]
fn nested_code() {
    let program = program(|m| {
        let args = vec![m.scalar_arg("n", I64)];
        let body = vec![
            m.decl_mem("r", I64),
            m.alloc("r", I64, m.var("n")),
            m.parallel(
                vec![m.dim("i", m.var("n"))],
                vec![
                    // t[j] = i + j for j < 10, by a sequential map; prefix sums in place; then the sum of the even
                    // ones.
                    m.decl_mem("t", I64),
                    m.alloc("t", I64, m.int(10)),
                    m.parallel(
                        vec![m.dim("j", m.int(10))],
                        vec![m.write("t", I64, m.var("j"), m.add(m.var("i"), m.var("j")))],
                    ),
                    m.scan(
                        m.dim("k", m.int(10)),
                        vec![m.decl("x", I64), m.read("x", "t", I64, m.var("k"))],
                        (vec![m.var("x")], m.op(Add, I64, "a", "b"), vec![m.int(0)]),
                        &[("s", I64)],
                        vec![m.write("t", I64, m.var("k"), m.var("s"))],
                    ),
                    m.decl("total", I64),
                    m.for_(
                        "l",
                        m.int(10),
                        vec![
                            m.decl("y", I64),
                            m.read("y", "t", I64, m.var("l")),
                            m.if_(
                                m.bin(Eq, I64, m.bin(BinOp::Mod, I64, m.var("y"), m.int(2)), m.int(0)),
                                vec![m.assign("total", m.add(m.var("total"), m.var("y")))],
                                vec![],
                            ),
                        ],
                    ),
                    // Collatz steps of i + 1.
                    m.decl("c", I64),
                    m.assign("c", m.add(m.var("i"), m.int(1))),
                    m.decl("steps", I64),
                    m.while_(
                        m.bin(BinOp::Ne, I64, m.var("c"), m.int(1)),
                        vec![
                            m.assign(
                                "c",
                                m.select(
                                    m.bin(Eq, I64, m.bin(BinOp::Rem, I64, m.var("c"), m.int(2)), m.int(0)),
                                    m.bin(BinOp::Quot, I64, m.var("c"), m.int(2)),
                                    m.add(m.mul(m.var("c"), m.int(3)), m.int(1)),
                                ),
                            ),
                            m.assign("steps", m.add(m.var("steps"), m.int(1))),
                        ],
                    ),
                    m.decl("most", I64),
                    m.reduce(
                        m.dim("o", m.int(10)),
                        vec![m.decl("z", I64), m.read("z", "t", I64, m.var("o"))],
                        vec![m.var("z")],
                        m.op(Max, I64, "p", "q"),
                        vec![m.int(i64::MIN)],
                        &["most"],
                    ),
                    m.write(
                        "r",
                        I64,
                        m.var("i"),
                        m.add(m.var("most"), m.add(m.mul(m.var("total"), m.int(1000)), m.var("steps"))),
                    ),
                ],
            ),
        ];
        vec![m.fun("nested", args, vec![m.array_res("r", I64, vec![m.var("n")])], body)]
    });
    let expected: Vec<i64> = (0..5000)
        .map(|i| {
            let mut sum = 0;
            let prefixes: Vec<i64> = (0..10)
                .map(|j| {
                    sum += i + j;
                    sum
                })
                .collect();
            let total: i64 = prefixes.iter().filter(|y| *y % 2 == 0).sum();
            let (mut c, mut steps) = (i + 1, 0);
            while c != 1 {
                c = if c % 2 == 0 { c / 2 } else { 3 * c + 1 };
                steps += 1;
            }
            prefixes.iter().max().unwrap() + total * 1000 + steps
        })
        .collect();
    assert_eq!(run(&program, "nested", &[scalar(PrimValue::I64(5000))]).unwrap(), [array(expected)]);
}

/// The lowest failing index is reported, with its values and its trace; nothing else happens.
#[test]
fn failures() {
    let program = program(|m| {
        let fun = |entry, kernel: bool| {
            let mut bound = Vec::new();
            let args = vec![m.array_arg("xs", I64, &["n"], &mut bound)];
            let check = m.assert(
                m.bin(Lt, I64, m.var("x"), m.int(100)),
                "Too much: ",
                m.var("x"),
                &["f.fut:1:2-3", "f.fut:4:5-6"],
            );
            let body = vec![
                m.decl("x", I64),
                m.read("x", "xs", I64, m.var("i")),
                check,
                m.write("xs", I64, m.var("i"), m.add(m.var("x"), m.int(1))),
            ];
            let stm =
                if kernel { m.parallel(vec![m.dim("i", m.var("n"))], body) } else { m.for_("i", m.var("n"), body) };
            m.fun(entry, args, vec![m.array_res("xs", I64, vec![m.var("n")])], vec![stm])
        };
        vec![fun("kernel", true), fun("host", false)]
    });
    let mut everywhere = Everywhere::compile(&program);
    for entry in ["kernel", "host"] {
        for n in [100i64, 200_000] {
            let fine: Vec<i64> = (0..n).map(|i| i % 100).collect();
            let expected: Vec<i64> = fine.iter().map(|x| x + 1).collect();
            // The host reads and writes single elements, which is slow on devices.
            if entry == "host" && n > 100 {
                continue;
            }
            assert_eq!(everywhere.run(entry, &[array(fine.clone())]).unwrap(), [array(expected)]);
            let mut wrong = fine;
            wrong[(n - 1) as usize] = 500;
            wrong[(n / 2) as usize] = 200;
            wrong[(n / 2 + 1) as usize] = 300;
            let error = everywhere.run(entry, &[array(wrong)]).unwrap_err();
            let expected = "Error: Too much: 200.\n\nBacktrace:\n-> #0  f.fut:1:2-3\n   #1  f.fut:4:5-6\n";
            assert_eq!(error.to_string(), expected);
        }
    }
}

/// Blocks are counted: swapped in a loop, shared by two results, allocated in branches.
#[test]
fn memory_variables() {
    let program = program(|m| {
        let mut bound = Vec::new();
        let args = vec![m.array_arg("xs", I32, &["n"], &mut bound), m.scalar_arg("rounds", I64)];
        let body = vec![
            m.decl_mem("current", I32),
            m.assign_mem("current", "xs"),
            m.for_(
                "round",
                m.var("rounds"),
                vec![
                    m.decl_mem("next", I32),
                    m.alloc("next", I32, m.var("n")),
                    m.parallel(
                        vec![m.dim("i", m.var("n"))],
                        vec![
                            m.decl("x", I32),
                            m.read("x", "current", I32, m.var("i")),
                            m.write("next", I32, m.var("i"), m.bin(Add, I32, m.var("x"), m.value(PrimValue::I32(1)))),
                        ],
                    ),
                    m.assign_mem("current", "next"),
                ],
            ),
            m.decl_mem("other", I32),
            m.if_(
                m.bin(Lt, I64, m.var("rounds"), m.int(3)),
                vec![m.assign_mem("other", "current")],
                vec![
                    m.alloc("other", I32, m.var("n")),
                    m.copy(
                        I32,
                        vec![m.var("n")],
                        m.region("other", m.int(0), vec![m.int(1)]),
                        m.region("xs", m.int(0), vec![m.int(1)]),
                    ),
                ],
            ),
        ];
        let results = vec![m.array_res("current", I32, vec![m.var("n")]), m.array_res("other", I32, vec![m.var("n")])];
        vec![m.fun("swap", args, results, body)]
    });
    let mut everywhere = Everywhere::compile(&program);
    let xs: Vec<i32> = (0..1000).collect();
    let plus = |k: i32| array(xs.iter().map(|x| x + k).collect());
    for rounds in [0, 1, 2] {
        let result = everywhere.run("swap", &[array(xs.clone()), scalar(PrimValue::I64(rounds))]).unwrap();
        assert_eq!(result, [plus(rounds as i32), plus(rounds as i32)]);
    }
    let result = everywhere.run("swap", &[array(xs.clone()), scalar(PrimValue::I64(10))]).unwrap();
    assert_eq!(result, [plus(10), plus(0)]);
}

#[test]
fn too_much_memory_is_an_error() {
    let program = program(|m| {
        let args = vec![m.scalar_arg("n", I64)];
        let body = vec![m.decl_mem("r", I64), m.alloc("r", I64, m.var("n")), m.decl("x", I64)];
        vec![m.fun("alloc", args, vec![m.scalar_res(m.var("x"), I64)], body)]
    });
    let mut everywhere = Everywhere::compile(&program);
    let mut run = |n| everywhere.run("alloc", &[scalar(PrimValue::I64(n))]).map_err(|error| error.to_string());
    assert_eq!(run(-3), Err("Error: Cannot allocate an array of -3 elements.\n".to_string()));
    assert_eq!(run(1 << 60), Err("Error: Out of memory: cannot allocate 9223372036854775808 bytes.\n".to_string()));
    assert_eq!(run(1 << 50), Err("Error: Out of memory: cannot allocate 9007199254740992 bytes.\n".to_string()));
    assert_eq!(run(5), Ok(vec![scalar(PrimValue::I64(0))]));
}

/// Scalars and arrays of every type go in and come out unchanged.
#[test]
fn arguments_and_results_of_every_type() {
    for prim in languages::prim::PrimType::ALL {
        let program = program(|m| {
            let mut bound = Vec::new();
            let args = vec![m.scalar_arg("x", prim), m.array_arg("xs", prim, &["n", "k"], &mut bound)];
            let results = vec![m.array_res("xs", prim, vec![m.var("k"), m.var("n")]), m.scalar_res(m.var("x"), prim)];
            vec![m.fun("id", args, results, vec![])]
        });
        let values: Vec<PrimValue> = (0..6).map(|i| convert(PrimValue::I64(i - 2), prim)).collect();
        let given = support::data(prim, &values);
        let reshape = |rows, columns| match &given {
            languages::value::Value::Array(a) => languages::value::Value::Array(languages::value::ArrayValue {
                shape: vec![rows, columns],
                data: a.data.clone(),
            }),
            other => other.clone(),
        };
        let result = run(&program, "id", &[scalar(values[5]), reshape(2, 3)]).unwrap();
        assert_eq!(result, [reshape(3, 2), scalar(values[5])]);
    }
    assert_eq!(Bool.size_bytes(), 1);
}

/// A loop in a kernel that carries arrays: each round makes a new one of the last; the greatest first element is kept.
#[test]
fn private_arrays_that_loops_carry() {
    let program = program(|m| {
        let args = vec![m.scalar_arg("n", I64)];
        let element = |mem: &str, index| m.read("x", mem, I64, index);
        let body = vec![
            m.decl_mem("r", I64),
            m.alloc("r", I64, m.var("n")),
            m.parallel(
                vec![m.dim("i", m.var("n"))],
                vec![
                    m.decl("x", I64),
                    m.decl_mem("start", I64),
                    m.alloc("start", I64, m.int(3)),
                    m.for_("s", m.int(3), vec![m.write("start", I64, m.var("s"), m.add(m.var("i"), m.var("s")))]),
                    m.decl_mem("state", U8),
                    m.assign_mem("state", "start"),
                    m.decl_mem("best", U8),
                    m.assign_mem("best", "start"),
                    m.decl("most", I64),
                    m.for_(
                        "round",
                        m.int(20),
                        vec![
                            m.decl_mem("next", I64),
                            m.alloc("next", I64, m.int(3)),
                            m.for_(
                                "j",
                                m.int(3),
                                vec![
                                    element("state", m.bin(BinOp::Mod, I64, m.add(m.var("j"), m.int(1)), m.int(3))),
                                    m.write(
                                        "next",
                                        I64,
                                        m.var("j"),
                                        m.bin(
                                            BinOp::Mod,
                                            I64,
                                            m.add(m.mul(m.var("x"), m.int(7)), m.add(m.var("j"), m.var("round"))),
                                            m.int(101),
                                        ),
                                    ),
                                ],
                            ),
                            m.assign_mem("state", "next"),
                            element("next", m.int(0)),
                            m.if_(
                                m.bin(Lt, I64, m.var("most"), m.var("x")),
                                vec![m.assign("most", m.var("x")), m.assign_mem("best", "next")],
                                vec![],
                            ),
                        ],
                    ),
                    m.decl("sum", I64),
                    m.for_(
                        "k",
                        m.int(3),
                        vec![
                            element("best", m.var("k")),
                            m.assign("sum", m.add(m.mul(m.var("sum"), m.int(200)), m.var("x"))),
                            element("state", m.var("k")),
                            m.assign("sum", m.add(m.mul(m.var("sum"), m.int(200)), m.var("x"))),
                        ],
                    ),
                    m.write("r", I64, m.var("i"), m.var("sum")),
                ],
            ),
        ];
        vec![m.fun("main", args, vec![m.array_res("r", I64, vec![m.var("n")])], body)]
    });
    let expected = (0..1000i64)
        .map(|i| {
            let mut state = [i, i + 1, i + 2];
            let (mut best, mut most) = (state, 0);
            for round in 0..20 {
                state = std::array::from_fn(|j| (state[(j + 1) % 3] * 7 + j as i64 + round) % 101);
                if most < state[0] {
                    (most, best) = (state[0], state);
                }
            }
            (0..3).fold(0, |sum, k| (sum * 200 + best[k]) * 200 + state[k])
        })
        .collect();
    assert_eq!(run(&program, "main", &[scalar(PrimValue::I64(1000))]).unwrap(), [array::<i64>(expected)]);
}

/// The threads of a group share the kernels in its body, unless these may fail, or have blocks of their own. Then one
/// thread runs each index.
#[test]
fn groups_of_threads() {
    for (kind, entry) in ["plain", "checked", "with_block"].into_iter().enumerate() {
        let program = program(|m| {
            let mut bound = Vec::new();
            let args = vec![m.array_arg("xs", I64, &["n"], &mut bound), m.array_arg("zs", I64, &["k"], &mut bound)];
            let mut inner = match kind {
                0 => vec![],
                1 => vec![m.assert(m.bin(Lt, I64, m.var("j"), m.int(1 << 40)), "index ", m.var("j"), &["here"])],
                _ => vec![m.decl_mem("own", I64), m.alloc("own", I64, m.int(3))],
            };
            inner.extend([m.decl("x", I64), m.read("x", "xs", I64, m.var("j"))]);
            let body = vec![
                m.decl_mem("ys", I64),
                m.alloc("ys", I64, m.var("k")),
                m.groups(
                    vec![m.dim("i", m.var("k"))],
                    vec![
                        m.decl("sum", I64),
                        m.reduce(
                            m.dim("j", m.var("n")),
                            inner,
                            vec![m.mul(m.var("x"), m.var("i"))],
                            m.op(Add, I64, "a", "b"),
                            vec![m.int(0)],
                            &["sum"],
                        ),
                        m.write("ys", I64, m.var("i"), m.var("sum")),
                    ],
                ),
            ];
            vec![m.fun(entry, args, vec![m.array_res("ys", I64, vec![m.var("k")])], body)]
        });
        let mut everywhere = Everywhere::compile(&program);
        for n in [0, 1, 127, 128, 1000] {
            let xs: Vec<i64> = (0..n).collect();
            let sums: Vec<i64> = (0..5).map(|i| i * n * (n - 1) / 2).collect();
            let result = everywhere.run(entry, &[array(xs), array(vec![0i64; 5])]).unwrap();
            assert_eq!(result, [array(sums)], "{entry}, {n}");
        }
        if backends::devices().iter().any(|device| device.backend == "vulkan") {
            assert_eq!(has_barriers(&program), kind == 0, "{entry}");
        }
    }
}

/// A scan whose body writes: to other memory than it reads, which may be done twice, and to the same, which may not.
#[test]
fn scans_whose_bodies_write() {
    let program = program(|m| {
        let fun = |entry, mem: &'static str| {
            let mut bound = Vec::new();
            let args = vec![m.array_arg("xs", I64, &["n"], &mut bound), m.array_arg("zs", I64, &["n"], &mut bound)];
            let body = vec![
                m.decl_mem("ys", I64),
                m.alloc("ys", I64, m.var("n")),
                m.scan(
                    m.dim("i", m.var("n")),
                    vec![
                        m.decl("x", I64),
                        m.read("x", "xs", I64, m.var("i")),
                        m.write(mem, I64, m.var("i"), m.add(m.var("x"), m.int(1))),
                    ],
                    (vec![m.var("x")], m.op(Add, I64, "a", "b"), vec![m.int(0)]),
                    &[("prefix", I64)],
                    vec![m.write("ys", I64, m.var("i"), m.var("prefix"))],
                ),
            ];
            let results = vec![m.array_res("ys", I64, vec![m.var("n")]), m.array_res(mem, I64, vec![m.var("n")])];
            m.fun(entry, args, results, body)
        };
        vec![fun("other", "zs"), fun("same", "xs")]
    });
    let mut everywhere = Everywhere::compile(&program);
    let n = 70_000;
    let xs: Vec<i64> = (0..n).map(|i| i % 17).collect();
    let mut sum = 0;
    let prefixes: Vec<i64> = xs
        .iter()
        .map(|x| {
            sum += x;
            sum
        })
        .collect();
    let written: Vec<i64> = xs.iter().map(|x| x + 1).collect();
    for entry in ["other", "same"] {
        let result = everywhere.run(entry, &[array(xs.clone()), array(vec![0i64; n as usize])]).unwrap();
        assert_eq!(result, [array(prefixes.clone()), array(written.clone())], "{entry}");
    }
}

/// Results that are given back leave later results right, whose memory may be theirs.
#[test]
fn results_given_back() {
    let program = program(|m| {
        let mut bound = Vec::new();
        let args = vec![m.array_arg("xs", I32, &["n"], &mut bound)];
        let body = vec![
            m.decl_mem("ys", I32),
            m.alloc("ys", I32, m.var("n")),
            m.parallel(
                vec![m.dim("i", m.var("n"))],
                vec![
                    m.decl("x", I32),
                    m.read("x", "xs", I32, m.var("i")),
                    m.write("ys", I32, m.var("i"), m.bin(Mul, I32, m.var("x"), m.value(PrimValue::I32(3)))),
                ],
            ),
        ];
        vec![m.fun("main", args, vec![m.array_res("ys", I32, vec![m.var("n")])], body)]
    });
    for (backend, threads) in support::chosen(&[("cpu", 1), ("cpu", 2), ("vulkan", 1)]) {
        let mut executable = support::compile(backend, &program, threads);
        for n in SIZES.into_iter().chain([4099; 20]) {
            let xs: Vec<i32> = (0..n as i32).collect();
            let results = executable.run("main", vec![array(xs.clone())]).unwrap().results;
            assert_eq!(elements::<i32>(&results[0]), xs.iter().map(|x| 3 * x).collect::<Vec<_>>());
            executable.reuse(results);
        }
    }
}
