//! Times small IMP programs on every backend: `cargo bench -p backends [-- NAME]`. Prints the shortest of several
//! runs in milliseconds. These are measurements; correctness is tested elsewhere.

#[path = "../tests/support/mod.rs"]
mod support;

use framework::Owned;
use languages::lanes::Lanes;
use languages::prim::BinOp::{Add, Div, Ge, Lt, Max, Mul, Sub};
use languages::prim::PrimType::{F32, F64, I32, I64};
use languages::prim::{PrimType, PrimValue, UnOp};
use languages::value::Value;
use support::{Make, array, compile, matrix, program, scalar};

fn f32(x: f32) -> PrimValue {
    PrimValue::F32(x)
}

fn dot() -> Owned<Lanes> {
    program(|m| {
        let mut bound = Vec::new();
        let args = vec![m.array_arg("xs", F32, &["n"], &mut bound), m.array_arg("ys", F32, &["n"], &mut bound)];
        let body = vec![
            m.decl("sum", F32),
            m.reduce(
                m.dim("i", m.var("n")),
                vec![
                    m.decl("x", F32),
                    m.decl("y", F32),
                    m.read("x", "xs", F32, m.var("i")),
                    m.read("y", "ys", F32, m.var("i")),
                ],
                vec![m.bin(Mul, F32, m.var("x"), m.var("y"))],
                m.op(Add, F32, "a", "b"),
                vec![m.value(f32(0.0))],
                &["sum"],
            ),
        ];
        vec![m.fun("main", args, vec![m.scalar_res(m.var("sum"), F32)], body)]
    })
}

fn mandelbrot() -> Owned<Lanes> {
    program(|m| {
        let args = vec![m.scalar_arg("n", I64), m.scalar_arg("limit", I32)];
        let coordinate = |m: &Make<'_>, index: &'static str, low: f32| {
            let _ = m;
            (index, low)
        };
        let place = |(index, low): (&str, f32)| {
            m.bin(
                Add,
                F32,
                m.value(f32(low)),
                m.bin(
                    Div,
                    F32,
                    m.bin(Mul, F32, m.convert(I64, F32, m.var(index)), m.value(f32(3.0))),
                    m.convert(I64, F32, m.var("n")),
                ),
            )
        };
        let square = |x: &str| m.bin(Mul, F32, m.var(x), m.var(x));
        let body = vec![
            m.decl_mem("r", I32),
            m.alloc("r", I32, m.mul(m.var("n"), m.var("n"))),
            m.parallel(
                vec![m.dim("i", m.var("n")), m.dim("j", m.var("n"))],
                vec![
                    m.decl("cx", F32),
                    m.assign("cx", place(coordinate(m, "j", -2.25))),
                    m.decl("cy", F32),
                    m.assign("cy", place(coordinate(m, "i", -1.5))),
                    m.decl("x", F32),
                    m.decl("y", F32),
                    m.decl("k", I32),
                    m.decl("t", F32),
                    m.while_(
                        m.bin(
                            languages::prim::BinOp::LogAnd,
                            PrimType::Bool,
                            m.bin(Lt, I32, m.var("k"), m.var("limit")),
                            m.bin(Lt, F32, m.bin(Add, F32, square("x"), square("y")), m.value(f32(4.0))),
                        ),
                        vec![
                            m.assign("t", m.bin(Add, F32, m.bin(Sub, F32, square("x"), square("y")), m.var("cx"))),
                            m.assign(
                                "y",
                                m.bin(
                                    Add,
                                    F32,
                                    m.bin(Mul, F32, m.bin(Mul, F32, m.value(f32(2.0)), m.var("x")), m.var("y")),
                                    m.var("cy"),
                                ),
                            ),
                            m.assign("x", m.var("t")),
                            m.assign("k", m.bin(Add, I32, m.var("k"), m.value(PrimValue::I32(1)))),
                        ],
                    ),
                    m.write("r", I32, m.add(m.mul(m.var("i"), m.var("n")), m.var("j")), m.var("k")),
                ],
            ),
        ];
        vec![m.fun("main", args, vec![m.array_res("r", I32, vec![m.var("n"), m.var("n")])], body)]
    })
}

fn matmul() -> Owned<Lanes> {
    program(|m| {
        let mut bound = Vec::new();
        let args = vec![m.array_arg("a", F32, &["n", "k"], &mut bound), m.array_arg("b", F32, &["k", "l"], &mut bound)];
        let body = vec![
            m.decl_mem("r", F32),
            m.alloc("r", F32, m.mul(m.var("n"), m.var("l"))),
            m.parallel(
                vec![m.dim("i", m.var("n")), m.dim("j", m.var("l"))],
                vec![
                    m.decl("sum", F32),
                    m.reduce(
                        m.dim("p", m.var("k")),
                        vec![
                            m.decl("x", F32),
                            m.read("x", "a", F32, m.add(m.mul(m.var("i"), m.var("k")), m.var("p"))),
                            m.decl("y", F32),
                            m.read("y", "b", F32, m.add(m.mul(m.var("p"), m.var("l")), m.var("j"))),
                        ],
                        vec![m.bin(Mul, F32, m.var("x"), m.var("y"))],
                        m.op(Add, F32, "u", "v"),
                        vec![m.value(f32(0.0))],
                        &["sum"],
                    ),
                    m.write("r", F32, m.add(m.mul(m.var("i"), m.var("l")), m.var("j")), m.var("sum")),
                ],
            ),
        ];
        vec![m.fun("main", args, vec![m.array_res("r", F32, vec![m.var("n"), m.var("l")])], body)]
    })
}

fn scan() -> Owned<Lanes> {
    program(|m| {
        let mut bound = Vec::new();
        let args = vec![m.array_arg("xs", I32, &["n"], &mut bound)];
        let body = vec![
            m.decl_mem("r", I32),
            m.alloc("r", I32, m.var("n")),
            m.scan(
                m.dim("i", m.var("n")),
                vec![m.decl("x", I32), m.read("x", "xs", I32, m.var("i"))],
                (vec![m.var("x")], m.op(Add, I32, "a", "b"), vec![m.value(PrimValue::I32(0))]),
                &[("s", I32)],
                vec![m.write("r", I32, m.var("i"), m.var("s"))],
            ),
        ];
        vec![m.fun("main", args, vec![m.array_res("r", I32, vec![m.var("n")])], body)]
    })
}

fn histogram() -> Owned<Lanes> {
    program(|m| {
        let mut bound = Vec::new();
        let args = vec![m.array_arg("r", I32, &["w"], &mut bound), m.array_arg("xs", I32, &["n"], &mut bound)];
        let body = vec![m.hist(
            m.dim("i", m.var("n")),
            vec![m.decl("x", I32), m.read("x", "xs", I32, m.var("i"))],
            (m.convert(I32, I64, m.var("x")), m.var("w")),
            (vec![m.value(PrimValue::I32(1))], m.op(Add, I32, "a", "b"), vec![m.value(PrimValue::I32(0))]),
            &["r"],
        )];
        vec![m.fun("main", args, vec![m.array_res("r", I32, vec![m.var("w")])], body)]
    })
}

/// The price of a call option, with the usual polynomial for the normal distribution.
fn black_scholes() -> Owned<Lanes> {
    program(|m| {
        let mut bound = Vec::new();
        let args = vec![m.array_arg("days", F64, &["n"], &mut bound)];
        let k = |x: f64| m.value(PrimValue::F64(x));
        let bin = |op, x, y| m.bin(op, F64, x, y);
        let mut kernel = vec![m.decl("day", F64), m.read("day", "days", F64, m.var("i"))];
        let mut let_ = |name: &'static str, value| {
            kernel.push(m.decl(name, F64));
            kernel.push(m.assign(name, value));
        };
        let_("years", bin(Div, m.var("day"), k(365.0)));
        let_("strike", bin(Add, k(80.0), bin(Mul, k(0.01), m.var("day"))));
        let_("root", bin(Mul, k(0.3), m.un(UnOp::Sqrt, F64, m.var("years"))));
        let_(
            "d1",
            bin(
                Div,
                bin(
                    Add,
                    m.un(UnOp::Log, F64, bin(Div, k(100.0), m.var("strike"))),
                    bin(Mul, k(0.05 + 0.045), m.var("years")),
                ),
                m.var("root"),
            ),
        );
        let_("d2", bin(Sub, m.var("d1"), m.var("root")));
        for (d, a, t, p) in [("d1", "a1", "t1", "n1"), ("d2", "a2", "t2", "n2")] {
            let_(a, m.un(UnOp::Abs, F64, m.var(d)));
            let_(t, bin(Div, k(1.0), bin(Add, k(1.0), bin(Mul, k(0.2316419), m.var(a)))));
            let coefficients = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.319381530];
            let mut sum = k(0.0);
            for coefficient in coefficients {
                sum = bin(Mul, m.var(t), bin(Add, k(coefficient), sum));
            }
            let density = m.un(UnOp::Exp, F64, bin(Mul, k(-0.5), bin(Mul, m.var(d), m.var(d))));
            let tail = bin(Mul, k(0.39894228040143), bin(Mul, density, sum));
            let_(p, m.select(m.bin(Ge, F64, m.var(d), k(0.0)), bin(Sub, k(1.0), tail), tail));
        }
        let discount = m.un(UnOp::Exp, F64, bin(Mul, k(-0.05), m.var("years")));
        let price =
            bin(Sub, bin(Mul, k(100.0), m.var("n1")), bin(Mul, bin(Mul, m.var("strike"), discount), m.var("n2")));
        kernel.push(m.write("r", F64, m.var("i"), price));
        let body =
            vec![m.decl_mem("r", F64), m.alloc("r", F64, m.var("n")), m.parallel(vec![m.dim("i", m.var("n"))], kernel)];
        vec![m.fun("main", args, vec![m.array_res("r", F64, vec![m.var("n")])], body)]
    })
}

/// The greatest element with its index: a reduction of two values with a branch.
fn argmax() -> Owned<Lanes> {
    program(|m| {
        let mut bound = Vec::new();
        let args = vec![m.array_arg("xs", F32, &["n"], &mut bound)];
        let better = || m.bin(Lt, F32, m.var("a"), m.var("b"));
        let body = vec![
            m.decl("value", F32),
            m.decl("index", I64),
            m.reduce(
                m.dim("i", m.var("n")),
                vec![m.decl("x", F32), m.read("x", "xs", F32, m.var("i"))],
                vec![m.var("x"), m.var("i")],
                m.op_of(
                    &[("a", "b", F32), ("c", "d", I64)],
                    vec![],
                    vec![m.bin(Max, F32, m.var("a"), m.var("b")), m.select(better(), m.var("d"), m.var("c"))],
                ),
                vec![m.value(f32(f32::NEG_INFINITY)), m.int(-1)],
                &["value", "index"],
            ),
        ];
        let results = vec![m.scalar_res(m.var("value"), F32), m.scalar_res(m.var("index"), I64)];
        vec![m.fun("main", args, results, body)]
    })
}

const RUNS: usize = 7;

fn time(name: &str, program: &Owned<Lanes>, args: &[Value]) {
    print!("{name:16}");
    for (backend, threads) in [("cpu", 1), ("cpu", 2), ("vulkan", 2)] {
        let mut executable = compile(backend, program, threads);
        let times: Vec<u64> =
            (0..RUNS).map(|_| executable.run("main", args.to_vec()).expect("the program runs").micros).collect();
        print!(" {:>10.2}", times.into_iter().min().unwrap_or(0) as f64 / 1000.0);
    }
    println!();
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("{:16} {:>10} {:>10} {:>10}", "milliseconds", "cpu 1", "cpu 2", "vulkan");
    let n = 1 << 24;
    let floats: Vec<f32> = (0..n).map(|i| (i % 1000) as f32 * 0.001).collect();
    let ints: Vec<i32> = (0..n).map(|i| (i % 256 * 7919) % 256).collect();
    let square = |seed: usize| matrix(512, 512, (0..512 * 512).map(|i| ((i * seed) % 17) as f32).collect::<Vec<_>>());
    let all: [(&str, Owned<Lanes>, Vec<Value>); 7] = [
        ("dot", dot(), vec![array(floats.clone()), array(floats.clone())]),
        ("mandelbrot", mandelbrot(), vec![scalar(PrimValue::I64(1000)), scalar(PrimValue::I32(256))]),
        ("matmul", matmul(), vec![square(3), square(5)]),
        ("scan", scan(), vec![array(ints.clone())]),
        ("histogram", histogram(), vec![array(vec![0i32; 256]), array(ints)]),
        ("blackscholes", black_scholes(), vec![array((1..(1 << 22) + 1).map(f64::from).map(|x| x * 0.01).collect())]),
        ("argmax", argmax(), vec![array(floats)]),
    ];
    for (name, program, args) in &all {
        if wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str())) {
            time(name, program, args);
        }
    }
}
