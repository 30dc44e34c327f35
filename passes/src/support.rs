//! What passes on different languages share.

use framework::pass::Report;

/// Whether a rule holds for a program. A pass that establishes it then has nothing to do: to look costs less than to
/// copy the program.
pub fn holds<P>(rule: fn(&P, &mut Report), program: &P) -> bool {
    let mut report = Report::default();
    rule(program, &mut report);
    report.is_clean()
}
