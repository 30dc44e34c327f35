//! The pass in the whole pipeline.

use @module@::@Type@;
use framework::Result;
use fut_nano::Driver;

#[test]
fn the_example_passes_all_rules() -> Result<()> {
    let mut session = Driver::standard().insert_after("@after@", @Type@)?.open("example.fut")?;
    session.compile()?;
    let ran = session.watch.timings.iter().any(|timing| timing.pass == "@pass@");
    assert!(ran, "the pipeline does not have the pass");
    Ok(())
}
