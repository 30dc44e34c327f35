//! `bisect`: which pass is the first to change what a program means.

use crate::difference::difference;
use framework::pass::Context;
use framework::pipeline::dumps_of;
use framework::{Error, ErrorKind, Outcome, Program, Result};
use languages::run::Call;

/// Looks between the first program that has an evaluator and the last for the pass after which the meaning on an input is another one, by
/// halving: as many programs are evaluated as the number of passes has binary digits. Gives what was found if all of them agree.
pub fn search(history: &[(&'static str, Program)], context: &Context, call: &Call) -> Result<String> {
    let mut evaluated = 0;
    let mut evaluate = |position: usize| -> Option<Result<Outcome>> {
        let outcome = history.get(position)?.1.evaluate(call, context);
        // That is how a language says that it has no evaluator.
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
            "{} passes, {evaluated} programs evaluated: all mean the same\n",
            history.len().saturating_sub(1)
        ));
    }
    // What is before `good` and at it means what was wanted, what is at `bad` does not; programs between may have no evaluator.
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
    let error = Error::internal(format!("{} changes what the program means: {what}", names.join(" or ")));
    let pass = history[bad].0;
    Err(error.note(dumps_of(pass)))
}
