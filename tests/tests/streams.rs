//! Maps that write past the caches yield the same as others.

use backends::{CompileOptions, Executable, Width};
use fut_nano::Driver;
use languages::lanes::Stm;
use languages::lanes::facts::each_stm;
use languages::prim::PrimValue;
use languages::value::Value;

/// Maps of one and two dimensions with elements of all sizes. The rows of `rows` begin anywhere in a line, and `inner`
/// writes a part of a block. `several` writes two arrays, and `branch` does not write in every lane.
const PROGRAM: &str = "
entry bytes (n: i64) = map (\\i -> u8.i64 (i * i)) (iota n)
entry halves (n: i64) = map (\\i -> f16.i64 (i % 1000) / 3) (iota n)
entry words (n: i64) = map (\\i -> i16.i64 (i * 7)) (iota n)
entry singles (n: i64) = map (\\i -> f32.i64 i / 3) (iota n)
entry doubles (n: i64) = map (\\i -> f64.i64 i / 3) (iota n)
entry longs (n: i64) = map (\\i -> i * i) (iota n)
entry truths (n: i64) = map (\\i -> i % 3 == 0) (iota n)
entry rows (n: i64) = tabulate_2d 37 n (\\i j -> i32.i64 (i * j))
entry inner (n: i64) = (replicate 3 0i32 ++ map (\\i -> i32.i64 i * 5) (iota n)) ++ replicate 5 1
entry several (n: i64) = unzip (map (\\i -> (i32.i64 i * 3, f64.i64 i)) (iota n))
entry branch (n: i64) = map (\\i -> if i % 5 == 0 then f32.exp (f32.i64 (i % 9)) else 0) (iota n)
";

const ENTRIES: [&str; 11] =
    ["bytes", "halves", "words", "singles", "doubles", "longs", "truths", "rows", "inner", "several", "branch"];

/// Compiles the program, whose maps write past the caches from so many bytes on. Returns also how many may do so.
fn executable(options: &CompileOptions, least_bytes: u64) -> (Box<dyn Executable>, usize) {
    let made = fut_nano::with_stack(|| {
        let mut driver = Driver::standard();
        driver.pipeline.set("stream-stores", "least_bytes", &least_bytes.to_string())?;
        driver.for_few_threads(Width::lanes(options.width));
        let program = driver.open_text("streams.fut", PROGRAM)?.compile()?;
        let mut maps = 0;
        for fun in program.root().funs {
            each_stm(fun.body, &mut |stm| maps += usize::from(matches!(stm, Stm::Vectors { past: Some(_), .. })));
        }
        let executable = backends::backend("cpu", options.clone()).expect("a backend").compile(&program)?;
        Ok::<_, framework::Error>((executable, maps))
    });
    made.unwrap().unwrap()
}

#[test]
fn same_results_past_the_caches() {
    for width in [Width::Avx512, Width::Avx2, Width::W128].into_iter().filter(|width| width.is_available()) {
        for threads in [1, 2] {
            let options = CompileOptions { threads: Some(threads), width: Some(width), ..CompileOptions::default() };
            let (mut expected, maps) = executable(&options, u64::MAX);
            // Numbers of fewer than 32 bits have no vectors of 128 bits.
            assert!(maps >= 6, "{maps} maps");
            let (mut past, _) = executable(&options, 0);
            for entry in ENTRIES {
                for size in [0, 1, 15, 16, 17, 63, 64, 100, 5_000, 100_003] {
                    let args = || vec![Value::Scalar(PrimValue::I64(size))];
                    let [expected, found] =
                        [&mut expected, &mut past].map(|exe| exe.run(entry, args()).unwrap().results);
                    assert_eq!(expected, found, "{entry} {size} {width:?}, {threads} threads");
                }
            }
        }
    }
}
