//! Tuning parameters: numbers that the user of a compiled program sets. A program gives names to some by
//! `#[param(name)]`. The others are thresholds between the versions of nested parallel code; their names are the places
//! of SOACs, such as `file.fut:3:5-20`.

/// The name of the threshold that counts where none is set for the place.
pub const ALL_THRESHOLDS: &str = "threshold";

/// Whether a tuning parameter is a threshold.
pub fn is_threshold(name: &str) -> bool {
    name == ALL_THRESHOLDS || name.contains(':')
}

/// The class of a tuning parameter: Futhark's word for what it is.
pub fn class(name: &str) -> &'static str {
    if is_threshold(name) { "threshold" } else { "user" }
}
