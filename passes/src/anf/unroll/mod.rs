//! `unroll`: replaces short loops by their iterations, and short arrays by their elements.

mod elements;

use crate::anf::support::code::{Code, scalar};
use crate::anf::support::soac::body_work;
use crate::anf::support::warnings;
use framework::pass::{Run, Transform};
use framework::{Error, Names, Node, Owned, Renaming, Result, Span, Static, pass};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Lambda, LoopForm, Param, Program, Rewrite, Stm, default_rewrite_lambda,
    default_rewrite_stm,
};
use languages::codes;
use languages::prim::{PrimType, PrimValue, convert};

pass! {
    /// Replaces a loop with a small constant number of iterations by copies of its body.
    ///
    ///     loop x = a for i < 2 do x * i     becomes     x_1 = a * 0; x_2 = x_1 * 1
    ///
    /// `simplify` can then replace elements of arrays that the loop indexes by scalars. Inner loops are unrolled first.
    /// A loop stays if its iterations together exceed a limit of work. A loop with `#[unroll]` may have many more, and
    /// gets a warning if it stays. A map of a few elements is replaced by these elements, if its result is only read
    /// at constant indices:
    ///
    ///     xs = map f [a, b]; xs[0] + xs[1]     becomes     f a + f b
    ///
    /// Inside of a SOAC's function, a map or reduction of one element is that element's code.
    pub Unroll = "unroll": Anf => Anf {
        counts: { unrolled },
    }
}

/// The largest trip count of an unrolled loop, and the largest work of all its iterations, as measured by
/// [`body_work`].
const MAX_ITERATIONS: i64 = 8;
const MAX_WORK: u64 = 120;

/// The largest number of iterations of a loop with `#[unroll]`, and the largest number of statements of them together.
const MAX_ATTRIBUTED_ITERATIONS: u64 = 4096;
const MAX_STATEMENTS: u64 = 1 << 16;

/// The warning of a loop that stays despite `#[unroll]`. `count` says why: `too many`.
pub(in crate::anf) fn not_unrolled(span: Span, count: &str) -> Error {
    let warning = codes::LOOP_NOT_UNROLLED.error(span, format!("#[unroll] on loop with {count} iterations"));
    warning.note(format!(
        "the number of its iterations must be known, and at most {MAX_ATTRIBUTED_ITERATIONS}, with at most \
         {MAX_STATEMENTS} statements together"
    ))
}

impl Transform for Unroll {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let (mut unrolled, mut warnings) = (0, Vec::new());
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut unroller = Unroller { arena, inside: false, unrolled: 0, warnings: Vec::new() };
            let result = unroller.rewrite_program(program);
            (unrolled, warnings) = (unroller.unrolled, unroller.warnings);
            result
        });
        run.counts.unrolled = unrolled;
        run.warnings.extend(warnings);
        run.unchanged_if(unrolled == 0);
        result
    }
}

struct Unroller<'b> {
    arena: &'b Arena<'b>,
    /// Whether the code is that of a SOAC's function.
    inside: bool,
    unrolled: u64,
    warnings: Vec<Error>,
}

impl<'a, 'b> Rewrite<'a, 'b> for Unroller<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_lambda(&mut self, node: &'a Lambda<'a>) -> Result<Lambda<'b>> {
        let around = std::mem::replace(&mut self.inside, true);
        let lambda = default_rewrite_lambda(self, node);
        self.inside = around;
        lambda
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let scalars = elements::read_as_scalars(node);
        let mut stms = Vec::new();
        for (position, stm) in node.stms.iter().enumerate() {
            let stm = default_rewrite_stm(self, stm)?;
            if scalars.contains(&position) || self.inside && elements::is_one(&stm) {
                self.unrolled += 1;
                elements::unroll(self.arena, &stm, &mut stms);
            } else if let Some((count, prim)) = iterations(&stm) {
                self.unrolled += 1;
                self.unroll(&stm, count, prim, &mut stms);
            } else {
                if let Exp::Loop { span, form: LoopForm::For { unroll: true, bound, .. }, .. } = stm.exp {
                    let count = if matches!(bound, Atom::Const { .. }) { "too many" } else { "unknown number of" };
                    warnings::add(&mut self.warnings, not_unrolled(*span, count));
                }
                stms.push(stm);
            }
        }
        let result = self.arena.slice(node.result.iter().copied());
        Ok(Body { span: node.span, stms: self.arena.slice(stms), result })
    }
}

/// The number of iterations of a loop that is to be unrolled.
fn iterations(stm: &Stm<'_>) -> Option<(i64, PrimType)> {
    let Exp::Loop { form: LoopForm::For { prim, bound: Atom::Const { value, .. }, unroll, .. }, body, .. } = stm.exp
    else {
        return None;
    };
    let count = value.as_i64()?.max(0);
    (is_little(count, body) || *unroll && is_possible(count, body)).then_some((count, *prim))
}

/// Whether `count` copies of a body are within the limits for `#[unroll]`.
fn is_possible(count: i64, body: &Body<'_>) -> bool {
    u64::try_from(count).is_ok_and(|count| {
        let statements = body.size().saturating_mul(count);
        count <= MAX_ATTRIBUTED_ITERATIONS && statements <= MAX_STATEMENTS
    })
}

/// Whether `count` copies of a body are within the limits.
fn is_little(count: i64, body: &Body<'_>) -> bool {
    let work = u64::try_from(count).map_or(u64::MAX, |count| body_work(body).saturating_mul(count));
    count <= MAX_ITERATIONS && work <= MAX_WORK
}

impl<'b> Unroller<'b> {
    fn unroll(&self, stm: &Stm<'b>, count: i64, prim: PrimType, out: &mut Vec<Stm<'b>>) {
        let Exp::Loop { params, inits, form: LoopForm::For { index, .. }, body, .. } = stm.exp else { return };
        let mut state: Vec<Atom> = inits.to_vec();
        for iteration in 0..count {
            let mut renaming = Renaming::<Static<'b, Atom>>::new(Names::Fresh);
            let mut code = Code::new(self.arena, stm.span);
            // Parameters become variables, so that types can still name them as sizes.
            for (param, value) in params.iter().zip(&state) {
                let ty = param.ty.copy_into(self.arena, &mut renaming);
                let new = Param { name: param.name.refresh(), ty: self.arena.alloc(ty), ..*param };
                renaming = renaming.rename(param.name, new.name);
                code.push(&[new], Exp::Atoms { span: stm.span, atoms: self.arena.slice([*value]) });
            }
            let number = convert(PrimValue::I64(iteration), prim);
            let at = Param { span: stm.span, name: index.refresh(), ty: self.arena.alloc(scalar(prim)) };
            renaming = renaming.rename(*index, at.name);
            let number = Atom::Const { span: stm.span, value: number };
            code.push(&[at], Exp::Atoms { span: stm.span, atoms: self.arena.slice([number]) });
            let copy = body.copy_into(self.arena, &mut renaming);
            out.extend(code.stms);
            out.extend(copy.stms);
            state = copy.result.to_vec();
        }
        let exp = Exp::Atoms { span: stm.span, atoms: self.arena.slice(state) };
        out.push(Stm { exp: self.arena.alloc(exp), ..*stm });
    }
}

#[cfg(test)]
mod tests {
    use crate::anf::support::testing::{after, count};

    #[test]
    fn iterations_one_after_the_other() {
        let text = "entry main (a: i64) = loop (x, y) = (a, 1) for i < 3 do (y, x * 2 + i)";
        let program = after(&["unroll", "simplify", "remove-dead"], text, "5i64");
        assert_eq!(count(&program, "loop"), 0, "{program}");
    }

    #[test]
    fn arrays_that_grow() {
        let text = "entry main (a: i64) = loop xs = [a] for i < 1 do xs ++ [i]";
        let program = after(&["unroll"], text, "5i64");
        assert_eq!(count(&program, "loop"), 0, "{program}");
    }

    #[test]
    fn elements_of_short_arrays() {
        let passes = ["simplify", "remove-dead", "unroll", "simplify", "remove-dead"];
        let text = "entry main (a: i64) = let xs = map (\\i -> if i < 1 then a else a * i) (iota 3) \
            let ys = map2 (+) xs [1, 2, 3] in ys[0] * ys[2]";
        let program = after(&passes, text, "5i64");
        assert_eq!((count(&program, "map"), count(&program, "iota_i64")), (0, 0), "{program}");
        let text = "entry main (a: i64) (k: i64) = let xs = map (* a) (iota 3) in xs[0] + xs[k]";
        let program = after(&passes, text, "5i64 2i64");
        assert_eq!(count(&program, "map"), 1, "one of the reads may be anywhere: {program}");
    }

    #[test]
    fn soacs_of_one_element() {
        let passes = ["simplify", "remove-dead", "unroll", "simplify", "remove-dead"];
        let text = "entry main [n] (xss: [n][2]i64) = \
            map (\\xs -> let ys = map (\\x -> map (* x) xs) [xs[1]] in reduce (map2 (+)) [7, 8] ys) xss";
        let program = after(&passes, text, "[[1i64, 2i64], [0i64, 4i64]]");
        assert_eq!((count(&program, "reduce"), count(&program, "map 1i64")), (0, 0), "{program}");
        let program = after(&passes, "entry main (a: i64) = i64.sum (map (* a) [a])", "5i64");
        assert_eq!(count(&program, "reduce"), 1, "not in a function: {program}");
    }

    #[test]
    fn long_loops_stay() {
        let text = "entry main (n: i64) = (loop x = 1 for i < 100 do x * 3 + i, loop x = 1 for i < n do x + 1)";
        let program = after(&["unroll"], text, "5i64");
        assert_eq!(count(&program, "loop"), 2, "{program}");
    }
}
