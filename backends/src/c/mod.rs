//! The c backend prints programs of `Lanes` as C, for compilers with or without vector extensions.
//!
//! A program becomes one file: the run time (`runtime/*.h`, in C), then the program, then what its callers use. Its
//! results have the same bits as those of the cpu backend: kernels are cut into the same pieces, vectors have 16 lanes,
//! and the C compiler contracts nothing.
//!
//! - `program.rs`: functions, and the tables of the program; `statements.rs`, `control.rs`, `memory.rs`: statements;
//! - `kernels.rs`: kernels of host code, which become functions over ranges of indices; `folds.rs`: reductions, scans
//!   and histograms over a range; `groups.rs`: groups of lanes; `formulas.rs`: elementary functions; `shared.rs`:
//!   functions that are printed once;
//! - `scalars.rs` and `vectors.rs`: expressions; `cold.rs`: code that runs rarely; `types.rs`: types, constants and
//!   names in C; `code.rs`: lines of text; `parts.rs`: parts of a program, for compilers that run at the same time.

mod code;
mod cold;
mod control;
mod folds;
mod formulas;
mod groups;
mod kernels;
mod memory;
mod parts;
mod program;
mod scalars;
mod shared;
mod statements;
mod types;
mod vectors;

use framework::{Owned, Result, Symbol};
use languages::lanes::Lanes;

use parts::Definition;
pub use types::{c_type, escaped};

use crate::EntryInfo;

/// The number of lanes for which programs are compiled: the option `lanes` of `vectorise`.
pub const LANES: u64 = 16;

/// The flags that the C compiler is called with, if the user has no others. With `-O3`, GCC takes twice the time, and
/// programs are not faster. `-ffp-contract` is a part of what programs mean: floats are rounded after each operator.
pub const FLAGS: &[&str] =
    &["-O2", "-march=native", "-std=gnu11", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-Wno-psabi"];

/// How a program is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Whether kernels run on several threads.
    pub threads: bool,
}

/// A program in C.
pub struct Printed {
    /// The definitions in front of the run time.
    definitions: String,
    /// What the functions of the program need, the functions, and the tables of entry points.
    head: String,
    functions: Vec<Definition>,
    tables: String,
    /// Whether it has groups, and so vectors. The headers of vectors are long.
    has_vectors: bool,
    /// Its entry points.
    pub entries: Vec<EntryInfo>,
    /// The names of its tuning parameters.
    pub parameters: Vec<Symbol>,
}

/// Prints a program.
pub fn print(program: &Owned<Lanes>, options: Options) -> Result<Printed> {
    program::print(program.root(), options)
}

/// The part of a file that uses the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role<'t> {
    /// An executable. The text is a table of the types of results.
    Executable(&'t str),
    /// The functions that callers in C use, and their header.
    Library {
        /// The declarations.
        header: &'t str,
        /// The definitions.
        functions: &'t str,
    },
    /// A server, with a table of its types.
    Server(&'t str),
}

impl Printed {
    /// The whole file.
    pub fn file(&self, role: Role<'_>) -> String {
        let functions: Vec<_> = self.functions.iter().map(|function| function.text.as_str()).collect();
        [self.start(role), functions.join("\n"), self.end(role)].join("\n")
    }

    /// Files that are the same program, at most `most`: compilers may take them at the same time.
    pub fn parts(&self, role: Role<'_>, most: usize) -> Vec<String> {
        let part = |(number, functions)| match number {
            0 => [self.start(role), functions, self.end(role)].join("\n"),
            _ => [self.start(role), functions].join("\n"),
        };
        parts::divided(&self.functions, most).into_iter().enumerate().map(part).collect()
    }

    /// What is in front of the functions of the program.
    fn start(&self, role: Role<'_>) -> String {
        let runtime = [
            include_str!("runtime/base.h"),
            if self.has_vectors {
                concat!(
                    include_str!("runtime/avx2_instructions.h"),
                    include_str!("runtime/avx512_instructions.h"),
                    include_str!("runtime/vectors.h"),
                    include_str!("runtime/avx512.h"),
                    include_str!("runtime/avx2.h"),
                    include_str!("runtime/arrays.h"),
                    include_str!("runtime/longs.h")
                )
            } else {
                ""
            },
            include_str!("runtime/memory.h"),
            include_str!("runtime/threads.h"),
            include_str!("runtime/kernels.h"),
            cold::BEGIN_COLD,
            include_str!("runtime/tables.h"),
            cold::END,
        ];
        let mut parts = vec![include_str!("runtime/headers.h"), &self.definitions];
        match role {
            Role::Library { header, .. } => parts.extend(["#define API", header]),
            Role::Executable(_) | Role::Server(_) => parts.push(include_str!("runtime/api.h")),
        }
        parts.extend(runtime);
        parts.push(&self.head);
        parts.join("\n")
    }

    /// What is behind the functions of the program.
    fn end(&self, role: Role<'_>) -> String {
        let mut parts = vec![self.tables.as_str(), cold::BEGIN_COLD, include_str!("runtime/context.h")];
        match role {
            Role::Executable(types) => {
                parts.extend([cold::BEGIN_VALUES, include_str!("runtime/values.h"), cold::END, types]);
                parts.extend([include_str!("runtime/params.h"), include_str!("runtime/main.h")]);
            }
            Role::Server(types) => {
                parts.extend([cold::BEGIN_VALUES, include_str!("runtime/values.h"), cold::END, types]);
                parts.extend([
                    include_str!("runtime/params.h"),
                    include_str!("runtime/server_variables.h"),
                    include_str!("runtime/server_values.h"),
                    include_str!("runtime/server.h"),
                ]);
            }
            Role::Library { functions, .. } => parts.extend([include_str!("runtime/library.h"), functions]),
        }
        parts.push(cold::END);
        parts.join("\n")
    }
}
