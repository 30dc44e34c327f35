//! Calls of entry points leak nothing, whether they succeed or fail.
#![cfg(target_os = "linux")]

use backends::{CompileOptions, Executable, Width};
use framework::Result;
use fut_nano::Driver;
use languages::prim::PrimValue;
use languages::value::Value;

/// A parameter of 0 fails, in the middle of everything that makes memory. With more elements, several threads share the
/// kernels.
const PROGRAM: &str = "
def rec (n: i64) (xs: []i64): []i64 = if n <= 0 then xs else rec (n - 1) (map (+ n) xs)
entry main (n: i64) (d: i64): ([]i64, []f32, i64) =
  let xs = map (\\i -> i64.sum (map (+ i) (iota (3 + i % 4)))) (iota n)
  let ys = scan (+) 0 xs
  let zs = loop zs = copy ys for i < 3 do let zs[i] = zs[i] + i in filter (!= 77) zs
  let ks = map (\\i -> let as = scan (+) 0 (map (* i) (iota (4 + i % 2))) in (as[i % 4] + 100) / d) zs
  let hs = hist (+) 0 5 (map (% 5) ks) ks
  in (rec 2 (concat hs (take 3 ks)), map f32.i64 zs, i64.maximum ks)
";

/// The pages of this process that are in memory.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse().unwrap()
}

/// The rounds of calls. What leaks does so in each of them; a driver that fills its caches stops at some time.
const ROUNDS: u32 = 8;

/// Calls the program, successfully or not, and sees whether memory grows in each round.
fn stays_the_same(backend: &str, options: CompileOptions, size: i64, calls: i64) {
    let what = format!("{backend}, {options:?}, {size} elements");
    let mut executable = executable(backend, options).unwrap();
    let mut call = |divisor: i64| {
        let args = [size, divisor].map(|number| Value::Scalar(PrimValue::I64(number)));
        assert_eq!(executable.run("main", args.to_vec()).is_ok(), divisor != 0, "{what}");
    };
    let mut round = || {
        let before = resident();
        (0..calls / i64::from(ROUNDS)).for_each(|number| call(number % 3));
        resident().saturating_sub(before)
    };
    let pages = (0..ROUNDS).map(|_| round()).min().unwrap();
    // 16 bytes for each of 25,000 calls would be 97 pages.
    assert!(pages < 30, "{what}: each round takes {pages} pages");
}

fn executable(backend: &str, options: CompileOptions) -> Result<Box<dyn Executable>> {
    let lanes = Width::lanes(options.width);
    fut_nano::with_stack(|| {
        let mut session = Driver::standard().open_text("leaks.fut", PROGRAM)?;
        session.driver.only_entry("main");
        if backend == "cpu" {
            session.driver.for_few_threads(lanes);
        } else {
            session.driver.for_many_threads();
        }
        let program = session.compile()?;
        backends::backend(backend, options).expect("a backend").compile(&program)
    })?
}

/// One test, since all tests of this file share the memory of a process.
#[test]
fn calls_leak_nothing() {
    for threads in [1, 2] {
        let options = CompileOptions { threads: Some(threads), ..CompileOptions::default() };
        stays_the_same("cpu", options.clone(), 20, 200_000);
        stays_the_same("cpu", options, 20_000, 4_000);
    }
    stays_the_same("vulkan", CompileOptions::default(), 20, 8_000);
}
