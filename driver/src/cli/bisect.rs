//! `bisect`: finds the first pass that changes the result of a program.

use super::difference::difference;
use framework::pass::Context;
use framework::pipeline::dumps_of;
use framework::{Error, ErrorKind, Outcome, Program, Result};
use languages::run::Call;

/// Finds the first pass that changes the program's result for `call`, by binary search between the first and the last
/// program that have an evaluator. With n passes, about log2 n programs are evaluated. Returns an error that names the
/// pass, or a text which says that all programs agree.
pub fn search(history: &[(&'static str, Program)], context: &Context, call: &Call) -> Result<String> {
    let mut evaluated = 0;
    let mut evaluate = |position: usize| -> Option<Result<Outcome>> {
        let outcome = history.get(position)?.1.evaluate(call, context);
        // A language without an evaluator reports a limitation.
        let absent = matches!(&outcome, Err(error) if error.kind == ErrorKind::Limitation);
        evaluated += usize::from(!absent);
        (!absent).then_some(outcome)
    };
    let first = (0..history.len()).find_map(|position| Some((position, evaluate(position)?)));
    let last = (0..history.len()).rev().find_map(|position| Some((position, evaluate(position)?)));
    let (Some((mut good, wanted)), Some((mut bad, mut outcome))) = (first, last) else {
        return Err(Error::limitation(framework::Span::NONE, "no language of this compilation has an evaluator"));
    };
    if good >= bad || difference(&wanted, &outcome).is_none() {
        return Ok(format!(
            "{} passes, {evaluated} programs evaluated: all yield the same result\n",
            history.len().saturating_sub(1)
        ));
    }
    // The program at `good` yields the right result, the program at `bad` does not. Programs between them may have no
    // evaluator.
    loop {
        let middle = good + (bad - good) / 2;
        let candidates = (middle.max(good + 1)..bad).chain((good + 1..middle).rev());
        let Some((at, found)) = candidates.into_iter().find_map(|at| Some((at, evaluate(at)?))) else { break };
        if difference(&wanted, &found).is_none() {
            good = at;
        } else {
            (bad, outcome) = (at, found);
        }
    }
    let names: Vec<String> = history[good + 1..=bad].iter().map(|(pass, _)| format!("`{pass}`")).collect();
    let what = difference(&wanted, &outcome).unwrap_or_default();
    let error = Error::internal(format!("{} changes the program's result: {what}", names.join(" or ")));
    let pass = history[bad].0;
    Err(error.note(dumps_of(pass)))
}
