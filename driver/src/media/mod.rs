//! Pictures, films and sounds: the files that scripts read, and that literate programs make of values.
//!
//! - `images.rs`: pictures; `films.rs`: films; `sounds.rs`: sounds; `programs.rs`: programs of others, where no library
//!   knows a format.

pub mod films;
pub mod images;
pub mod programs;
pub mod sounds;
