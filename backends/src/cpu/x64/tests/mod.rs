//! Tests of the emitter: rules of the validator, and machine code against the interpreter.

mod rules;
