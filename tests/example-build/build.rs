use fut_nano_build::{Config, Error, compile};

fn main() -> Result<(), Error> {
    compile("src/dot.fut")?;
    let config = Config::default().multicore();
    let config = if std::env::var_os("CARGO_FEATURE_NDARRAY").is_some() { config.ndarray() } else { config };
    config.compile("src/figures.fut")
}
