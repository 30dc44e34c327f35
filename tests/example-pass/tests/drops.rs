//! Runs the pass in the standard pipeline. Its crate is no part of fut-nano.

use example_pass::DropNeutral;
use framework::Result;
use fut_nano::Driver;
use languages::prim::PrimValue;
use languages::value::Value;

// ANCHOR: test
#[test]
fn drops_what_does_nothing() -> Result<()> {
    let driver = Driver::standard().insert_after("defunc", DropNeutral)?;
    let mut session = driver.open_text("neutral", "def main (x: i32) = (x + 0) * 1 + 1 * x")?;
    let program = session.compile()?;

    let timing = session.watch.timings.iter().find(|timing| timing.pass == "drop-neutral");
    assert_eq!(timing.map(|timing| timing.counters.clone()), Some(vec![("dropped", 3)]));

    let backend = backends::cpu::Cpu::new(backends::CompileOptions::default());
    let mut executable = backends::Backend::compile(&backend, &program)?;
    let outcome = executable.run("main", vec![Value::Scalar(PrimValue::I32(21))])?;
    assert_eq!(outcome.results, [Value::Scalar(PrimValue::I32(42))]);
    Ok(())
}
// ANCHOR_END: test

#[test]
fn floats_stay() -> Result<()> {
    let driver = Driver::standard().insert_after("defunc", DropNeutral)?;
    let mut session = driver.open_text("neutral", "def main (x: f32) = (x + 0) * 1")?;
    session.compile()?;
    let timing = session.watch.timings.iter().find(|timing| timing.pass == "drop-neutral");
    assert_eq!(timing.map(|timing| timing.counters.clone()), Some(vec![("dropped", 0)]));
    Ok(())
}

#[test]
fn it_does_not_fit_elsewhere() -> Result<()> {
    let driver = Driver::standard().insert_after("flatten", DropNeutral)?;
    let error = driver.open_text("neutral", "def main (x: i32) = x")?.compile().err();
    let message = error.map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(message, "pass `drop-neutral` expects FirstOrder, but `flatten` leaves Seg");
    Ok(())
}
