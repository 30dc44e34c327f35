//! Small programs: their typed forms, their errors, and their results.

mod accepted;
mod evaluated;
mod rejected;
mod rooms;
mod warned;
