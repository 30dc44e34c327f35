use example_build::dot::{Context, Error};

fn main() -> Result<(), Error> {
    let context = Context::new()?;
    println!("{}", context.main(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0])?);
    Ok(())
}
