//! Tests of the emitter: rules of the validator, and machine code against the interpreter, bit by bit. On a processor
//! that lacks a level, its tests check everything but the run.

mod code;
mod fuzz;
mod harness;
mod hoist;
mod memory;
mod opcodes;
mod rules;
mod selection;
