//! Measures calls of entry points from Rust: `cargo run --release -p fut-nano --example calls`.

use fut_nano::embed::{Error, Program};
use std::time::{Duration, Instant};

const PROGRAM: &str = "
entry add (x: i32) (y: i32) : i32 = x + y
entry total (xs: []f64) : f64 = f64.sum xs
entry scale (xs: []f64) (k: f64) : []f64 = map (* k) xs";

/// The least time of a call: that of the best of 20 rounds.
fn best(calls: u32, mut call: impl FnMut() -> Result<(), Error>) -> Result<Duration, Error> {
    call()?;
    let mut best = Duration::MAX;
    for _ in 0..20 {
        let start = Instant::now();
        for _ in 0..calls {
            call()?;
        }
        best = best.min(start.elapsed() / calls);
    }
    Ok(best)
}

fn main() -> Result<(), Error> {
    let program = Program::compile(PROGRAM)?;
    let [add, total, scale] = ["add", "total", "scale"].map(|name| program.entry(name));
    let (add, total, scale) = (add?, total?, scale?);
    let (small, large) = ([1.0; 10], vec![1.0; 12_500_000]);
    println!("add: {:?}", best(2000, || add.call::<i32>((1, 2)).map(drop))?);
    println!("scale, 10 elements: {:?}", best(2000, || scale.call::<Vec<f64>>((&small, 2.0)).map(drop))?);
    println!("total, 100 MB: {:?}", best(1, || total.call::<f64>(&large).map(drop))?);
    println!("total, 100 MB, copied: {:?}", best(1, || total.call::<f64>(large.clone()).map(drop))?);
    Ok(())
}
