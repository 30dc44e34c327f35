//! Derivatives of small programs.
