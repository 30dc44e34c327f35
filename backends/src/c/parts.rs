//! Parts of a program that compilers take at the same time. Each kernel is in one part, and declared in the others: it
//! is called by pointers alone, so that no compiler could inline it anyway. The run time, structs, formulas and
//! procedures are in each part. The first part has the entry points, and what is around them.

use std::cmp::Reverse;

/// The least text of kernels that is worth a part, in bytes: compiling it takes about as long as what is in each part.
const LEAST_TEXT: usize = 30_000;
/// What is around the entry points takes as long as so much text of kernels, and a byte of host code as long as the
/// half of one, as it is optimised less.
const AROUND: usize = 60_000;

/// Where a function or a struct of the program is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In each part.
    Each,
    /// In one part: a kernel, which is a `static` function.
    One,
    /// In the first part: an entry point.
    First,
}

/// A function or a struct of the program.
pub struct Definition {
    pub text: String,
    pub place: Place,
}

impl Definition {
    /// A kernel that other parts refer to.
    fn global(&self) -> String {
        self.text.replacen("static ", "", 1)
    }

    /// The declaration of a kernel of another part.
    fn declaration(&self) -> String {
        let head = self.text.trim_start_matches("static ").split(" {\n").next();
        format!("{};\n", head.unwrap_or_default())
    }
}

/// Divides definitions among at most so many parts, which take about the same time. Returns the text of each.
pub fn divided(definitions: &[Definition], most: usize) -> Vec<String> {
    let all = |place: Place| definitions.iter().enumerate().filter(move |(_, definition)| definition.place == place);
    let length = |(_, definition): (usize, &Definition)| definition.text.len();
    let kernels: usize = all(Place::One).map(length).sum();
    let mut loads = vec![0; most.min(1 + kernels / LEAST_TEXT).max(1)];
    loads[0] = AROUND + all(Place::First).map(length).sum::<usize>() / 2;
    // The longest first, to where there is the least yet.
    let mut order: Vec<_> = all(Place::One).collect();
    order.sort_by_key(|kernel| Reverse(length(*kernel)));
    let mut homes = vec![0; definitions.len()];
    for (number, definition) in order {
        let least = (0..loads.len()).min_by_key(|part| loads[*part]).unwrap_or(0);
        loads[least] += definition.text.len();
        homes[number] = least;
    }
    let text_in = |part: usize| {
        let mut text = String::new();
        for (definition, home) in definitions.iter().zip(&homes) {
            text.push('\n');
            match definition.place {
                Place::Each => text += &definition.text,
                Place::First if part == 0 => text += &definition.text,
                Place::First => {}
                Place::One if *home == part => text += &definition.global(),
                Place::One => text += &definition.declaration(),
            }
        }
        text
    };
    (0..loads.len()).map(text_in).collect()
}
