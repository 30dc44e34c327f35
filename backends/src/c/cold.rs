//! Code that takes little of a program's time, and should take little of the C compiler's.

use languages::lanes::Stm;

/// Begins code that reads and prints values.
pub const BEGIN_VALUES: &str = "\
#if defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC optimize(\"O1\")
#endif
";

/// Begins host code and code that runs once. GCC's `Og` has no passes that look for more than what is plain.
pub const BEGIN_COLD: &str = "\
#if defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC optimize(\"Og\")
#endif
";

/// Ends either.
pub const END: &str = "\
#if defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif
";

/// Whether host code launches kernels, and does little else: it counts in no loop without a launch, and such a loop
/// neither reads nor writes memory, nor has a loop in it.
pub fn is_host_only(stms: &[Stm<'_>]) -> bool {
    launches(stms) && stms.iter().all(is_cheap)
}

fn launches(stms: &[Stm<'_>]) -> bool {
    stms.iter().any(|stm| match stm {
        Stm::Tasks { .. } => true,
        Stm::If { yes, no, .. } => launches(yes) || launches(no),
        Stm::For { body, .. } | Stm::While { body, .. } | Stm::Threads { body, .. } => launches(body),
        _ => false,
    })
}

fn is_cheap(stm: &Stm<'_>) -> bool {
    match stm {
        Stm::If { yes, no, .. } => yes.iter().chain(*no).all(is_cheap),
        Stm::For { body, .. } | Stm::While { body, .. } if launches(body) => body.iter().all(is_cheap),
        // The search for the check that fails is such a loop.
        Stm::While { body, .. } => body.iter().all(is_arithmetic),
        Stm::For { .. } => false,
        Stm::Threads { body, .. } => body.iter().all(is_cheap),
        // Kernels without tasks run here, as loops.
        Stm::Vectors { .. } | Stm::Parallel { .. } | Stm::Reduce { .. } | Stm::Hist { .. } | Stm::Scan { .. } => false,
        // Another procedure has code of its own.
        _ => true,
    }
}

/// Whether a statement of a loop only computes numbers.
fn is_arithmetic(stm: &Stm<'_>) -> bool {
    match stm {
        Stm::Decl { .. } | Stm::Assign { .. } | Stm::Assert { .. } => true,
        Stm::If { yes, no, .. } => yes.iter().chain(*no).all(is_arithmetic),
        _ => false,
    }
}
