//! Which failure is reported: that of the smallest index, on every backend, with any number of threads, on a busy
//! machine too.

mod support;

use std::sync::atomic::{AtomicBool, Ordering};

use framework::Owned;
use languages::lanes::{Exp, Lanes, Stm};
use languages::prim::BinOp::{Add, Lt, Max};
use languages::prim::PrimType::I64;
use languages::value::Value;
use support::{Make, array, chosen, compile, program};

/// Runs code beside eight threads that only take time.
fn under_load(code: impl FnOnce()) {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        // The other threads end even if an assertion fails.
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(code));
        done.store(true, Ordering::Relaxed);
        if let Err(panic) = outcome {
            std::panic::resume_unwind(panic);
        }
    });
}

/// Runs the entry point `main` of a program everywhere; it fails with this message.
fn fails(program: &Owned<Lanes>, args: &[Value], message: &str) {
    for (backend, threads) in chosen(&[("cpu", 1), ("cpu", 2), ("cpu", 8), ("vulkan", 1)]) {
        let mut executable = compile(backend, program, threads);
        for round in 0..5 {
            let error = executable.run("main", args.to_vec()).expect_err("the program fails");
            assert_eq!(error.to_string(), format!("Error: {message}.\n\nBacktrace:\n-> #0  here\n"));
            assert_eq!(
                error.code.map(|code| code.id),
                Some("E0903"),
                "{backend} with {threads} threads, round {round}"
            );
        }
    }
}

const COUNT: usize = 300_000;

/// Numbers that are 0 but at these indices.
fn marked(marks: &[usize]) -> Value {
    let mut xs = vec![0i64; COUNT];
    marks.iter().for_each(|&at| xs[at] = 1);
    array(xs)
}

/// `x <- xs[i]`
fn read<'a>(m: &Make<'a>) -> Vec<Stm<'a>> {
    vec![m.decl("x", I64), m.read("x", "xs", I64, m.var("i"))]
}

/// Fails, showing the index, unless a value is below 1.
fn small<'a>(m: &Make<'a>, value: Exp<'a>, text: &str) -> Stm<'a> {
    m.assert(m.bin(Lt, I64, value, m.int(1)), text, m.var("i"), &["here"])
}

fn entry(body: impl for<'a> Fn(&Make<'a>) -> Vec<Stm<'a>>) -> Owned<Lanes> {
    program(|m| {
        let args = vec![m.array_arg("xs", I64, &["n"], &mut Vec::new())];
        vec![m.fun("main", args, vec![], body(m))]
    })
}

#[test]
fn kernels() {
    let program = entry(|m| {
        let mut body = read(m);
        body.push(small(m, m.var("x"), "at "));
        vec![m.parallel(vec![m.dim("i", m.var("n"))], body)]
    });
    under_load(|| {
        fails(&program, &[marked(&[123_456, 123_457, 200_000, 299_999])], "at 123456");
        fails(&program, &[marked(&(40_000..COUNT).collect::<Vec<_>>())], "at 40000");
        fails(
            &program,
            &[marked(&(0..COUNT).rev().step_by(997).collect::<Vec<_>>())],
            &format!("at {}", 299_999 % 997),
        );
    });
}

#[test]
fn kernels_in_place() {
    let program = entry(|m| {
        let mut body = read(m);
        body.push(small(m, m.var("x"), "at "));
        body.push(m.write("xs", I64, m.var("i"), m.int(1)));
        vec![m.parallel(vec![m.dim("i", m.var("n"))], body)]
    });
    under_load(|| fails(&program, &[marked(&[77_777, 88_888, 299_000])], "at 77777"));
}

#[test]
fn reductions() {
    let program = entry(|m| {
        let mut body = read(m);
        body.push(small(m, m.var("x"), "at "));
        let dim = m.dim("i", m.var("n"));
        vec![
            m.decl("sum", I64),
            m.reduce(dim, body, vec![m.var("x")], m.op(Add, I64, "a", "b"), vec![m.int(0)], &["sum"]),
        ]
    });
    under_load(|| fails(&program, &[marked(&[250_000, 150_001, 299_998])], "at 150001"));
}

/// An operator that fails if the sum so far, which depends on where the reduction is cut, is too large.
#[test]
fn operators_of_reductions() {
    let program = entry(|m| {
        let sum = || m.bin(Add, I64, m.var("a"), m.var("b"));
        let fail = m.assert(
            m.bin(Lt, I64, sum(), m.int(3)),
            "sum ",
            m.add(m.mul(m.var("a"), m.int(10)), m.var("b")),
            &["here"],
        );
        let op = m.op_of(&[("a", "b", I64)], vec![fail], vec![sum()]);
        vec![
            m.decl("sum", I64),
            m.reduce(m.dim("i", m.var("n")), read(m), vec![m.var("x")], op, vec![m.int(0)], &["sum"]),
        ]
    });
    under_load(|| fails(&program, &[marked(&[10, 100_000, 200_000, 250_000])], "sum 21"));
}

/// The body fails late, what comes after the prefixes fails early.
#[test]
fn scans() {
    let program = entry(|m| {
        let mut body = read(m);
        body.push(m.assert(m.bin(Lt, I64, m.var("i"), m.int(290_000)), "body ", m.var("i"), &["here"]));
        let after = vec![small(m, m.var("prefix"), "after ")];
        let op = m.op(Max, I64, "a", "b");
        let dim = m.dim("i", m.var("n"));
        vec![m.scan(dim, body, (vec![m.var("x")], op, vec![m.int(0)]), &[("prefix", I64)], after)]
    });
    under_load(|| {
        fails(&program, &[marked(&[201_234, 280_000])], "after 201234");
        fails(&program, &[marked(&[])], "body 290000");
    });
}

#[test]
fn operators_of_scans() {
    let program = entry(|m| {
        let sum = || m.bin(Add, I64, m.var("a"), m.var("b"));
        let fail = m.assert(
            m.bin(Lt, I64, sum(), m.int(3)),
            "sum ",
            m.add(m.mul(m.var("a"), m.int(10)), m.var("b")),
            &["here"],
        );
        let op = m.op_of(&[("a", "b", I64)], vec![fail], vec![sum()]);
        let after = vec![m.assert(m.bin(Lt, I64, m.var("i"), m.int(299_000)), "after ", m.var("i"), &["here"])];
        let dim = m.dim("i", m.var("n"));
        vec![m.scan(dim, read(m), (vec![m.var("x")], op, vec![m.int(0)]), &[("prefix", I64)], after)]
    });
    under_load(|| {
        fails(&program, &[marked(&[10, 100_000, 200_000, 250_000])], "sum 21");
        fails(&program, &[marked(&[10, 299_999])], "after 299000");
    });
}

#[test]
fn histograms() {
    let program = entry(|m| {
        let mut body = read(m);
        body.push(small(m, m.var("x"), "at "));
        vec![
            m.decl_mem("bins", I64),
            m.alloc("bins", I64, m.int(4)),
            m.for_("k", m.int(4), vec![m.write("bins", I64, m.var("k"), m.int(0))]),
            m.hist(
                m.dim("i", m.var("n")),
                body,
                (m.int(2), m.int(4)),
                (vec![m.int(1)], m.op(Add, I64, "a", "b"), vec![m.int(0)]),
                &["bins"],
            ),
        ]
    });
    under_load(|| fails(&program, &[marked(&[200_002, 199_999, 299_999])], "at 199999"));
}

/// The operator fails for the third index that meets the bin.
#[test]
fn operators_of_histograms() {
    let program = entry(|m| {
        let sum = || m.bin(Add, I64, m.var("a"), m.var("b"));
        let fail = m.assert(
            m.bin(Lt, I64, sum(), m.int(3)),
            "sum ",
            m.add(m.mul(m.var("a"), m.int(10)), m.var("b")),
            &["here"],
        );
        let op = m.op_of(&[("a", "b", I64)], vec![fail], vec![sum()]);
        vec![
            m.decl_mem("bins", I64),
            m.alloc("bins", I64, m.int(4)),
            m.for_("k", m.int(4), vec![m.write("bins", I64, m.var("k"), m.int(0))]),
            m.hist(
                m.dim("i", m.var("n")),
                read(m),
                (m.int(2), m.int(4)),
                (vec![m.var("x")], op, vec![m.int(0)]),
                &["bins"],
            ),
        ]
    });
    under_load(|| fails(&program, &[marked(&[10, 100_000, 200_000, 250_000])], "sum 21"));
}
