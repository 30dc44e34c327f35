//! Futhark programs as modules.

/// The product of two vectors.
pub mod dot {
    include!(concat!(env!("OUT_DIR"), "/dot.rs"));
}

/// Values of all kinds.
pub mod figures {
    include!(concat!(env!("OUT_DIR"), "/figures.rs"));
}
