//! The pass in the whole pipeline.

use drop_zeros::DropZeros;
use framework::Result;
use fut_nano::Driver;

#[test]
fn the_example_passes_all_rules() -> Result<()> {
    let mut session = Driver::standard().insert_after("defunc", DropZeros)?.open("example.fut")?;
    session.compile()?;
    let timing = session.watch.timings.iter().find(|timing| timing.pass == "drop-zeros");
    let counted: u64 = timing.iter().flat_map(|timing| &timing.counters).map(|(_, count)| count).sum();
    assert!(counted > 0, "the pass has found nothing to do in example.fut");
    Ok(())
}
