//! Small programs: what inference makes of them, what it rejects, and what they evaluate to.

mod accepted;
mod evaluated;
mod rejected;
mod rooms;
mod warned;
