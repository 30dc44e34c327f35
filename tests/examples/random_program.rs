//! Prints a random well-typed program, chosen by a number, and its input after a line `-- input`. With a second number,
//! loses, doubles or swaps that many tokens.

use fut_nano_tests::fuzz::{self, grammar::Choices, typed};
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

fn main() {
    let argument = |at| std::env::args().nth(at).and_then(|text| text.parse().ok()).unwrap_or(0);
    let (number, changes): (u64, u64) = (argument(1), argument(2));
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    let mut bytes = vec![0; 1000];
    TestRng::from_seed(RngAlgorithm::ChaCha, &seed).fill_bytes(&mut bytes);
    let mut choices = Choices::new(&bytes[..number as usize % 500]);
    let program = typed::program(&mut choices, false);
    let mut choices = Choices::new(&bytes[500..]);
    let mut tokens = fuzz::tokens(&program.text);
    fuzz::change(&mut tokens, changes as usize, &mut choices);
    print!("{}\n-- input\n{}", tokens.concat(), program.input(&mut choices));
}
