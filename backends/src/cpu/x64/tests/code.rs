//! Compiling several functions at once.

use super::super::ir::*;
use super::super::{Code, Level, Object, compile};

/// A function that adds a constant to its parameter, by way of a vector.
fn adds(level: Level, constant: u64) -> Function {
    let mut f = Function::new("adds", level, 1);
    let all = f.splat(Elem::I64, f.params[0]);
    let sum = f.binary_const(BinOp::Add, all, constant);
    let result = f.extract(sum, 3);
    f.ret(result);
    f
}

#[test]
fn functions_share_memory() {
    let Some(level) = Level::best() else { return };
    let mut object = Object::default();
    for constant in 0..100 {
        object.append(compile(adds(level, constant % 10), level).expect("the function is valid"));
    }
    let code = Code::load(&object).expect("memory");
    assert_eq!(code.address(100), None);
    for number in 0..100 {
        let address = code.address(number).expect("there are a hundred functions");
        // SAFETY: the code is that of a function with one parameter, which accesses no memory but constants.
        let function: extern "sysv64" fn(i64) -> i64 = unsafe { std::mem::transmute(address) };
        assert_eq!(function(1000), 1000 + number as i64 % 10);
    }
}

#[test]
fn wrong_functions_are_refused() {
    let error = |function, level| match compile(function, level) {
        Ok(_) => String::new(),
        Err(error) => error.message.clone(),
    };
    assert_eq!(error(adds(Level::Avx512, 1), Level::Avx2), "x64: `adds` is for avx512, not avx2");
    // Functions for few lanes have smaller registers.
    for level in [Level::Avx2, Level::Avx512] {
        assert_eq!(error(adds(level, 1), Level::Avx512), "");
    }
    let unfinished = Function::new("unfinished", Level::Avx512, 0);
    assert_eq!(error(unfinished, Level::Avx512), "x64: `unfinished` is invalid:\n  b0: the block has no end");
}
