//! `hoist-invariant`: what every iteration would compute again is computed once before.

use super::effects::{may_fail, touched};
use framework::pass::{Context, Transform};
use framework::{Name, Node, Owned, Result, pass};
use languages::anf::{
    Anf, Arena, Body, Exp, Lambda, LoopForm, Program, Rewrite, Stm, Type, Visit, default_rewrite_exp,
    default_rewrite_stm, walk_exp,
};
use rustc_hash::FxHashSet;

pass! {
    /// Moves statements that depend on nothing inside of a loop or the function of a SOAC in front of it.
    ///
    ///     map (\i -> let s = reduce (+) 0 xs in i * s) is     becomes     s = reduce (+) 0 xs; map (\i -> i * s) is
    ///
    /// It moves what cannot fail: operators, views, whole SOACs and loops that end; and reads of elements behind checks that are done before. What
    /// stands in a branch stays there, and so does an array that may be overwritten: each iteration needs one of its own. If there is no
    /// iteration the work was for nothing; it was never more than that of one.
    pub HoistInvariant = "hoist-invariant": Anf => Anf {
        counts: { hoisted },
    }
}

impl Transform for HoistInvariant {
    fn run(&self, program: &Owned<Anf>, context: &mut Context) -> Result<Owned<Anf>> {
        let mut hoisted = 0;
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut hoister = Hoister { arena, out: Vec::new(), hoisted: 0 };
            let result = hoister.rewrite_program(program);
            hoisted = hoister.hoisted;
            result
        });
        context.count("hoisted", hoisted);
        result
    }
}

struct Hoister<'b> {
    arena: &'b Arena<'b>,
    /// What goes in front of the statement at hand.
    out: Vec<Stm<'b>>,
    hoisted: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Hoister<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    /// From the inside out: what has left an inner loop may leave the outer one too.
    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let around = std::mem::take(&mut self.out);
        let mut stms = Vec::new();
        for stm in node.stms {
            let stm = default_rewrite_stm(self, stm)?;
            stms.append(&mut self.out);
            stms.push(stm);
        }
        self.out = around;
        let result = self.arena.slice(node.result.iter().copied());
        Ok(Body { span: node.span, stms: self.arena.slice(stms), result })
    }

    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        let exp = default_rewrite_exp(self, node)?;
        Ok(match exp {
            Exp::Loop { span, params, inits, form, body } => {
                let mut own: FxHashSet<Name> = params.iter().map(|param| param.name).collect();
                if let LoopForm::For { index, .. } = form {
                    own.insert(*index);
                }
                let body = self.arena.alloc(self.without_invariant(body, own));
                Exp::Loop { span, params, inits, form, body }
            }
            other => other,
        })
    }

    fn rewrite_lambda(&mut self, node: &'a Lambda<'a>) -> Result<Lambda<'b>> {
        let lambda = languages::anf::default_rewrite_lambda(self, node)?;
        let own = lambda.params.iter().map(|param| param.name).collect();
        let body = self.without_invariant(lambda.body, own);
        Ok(Lambda { body: self.arena.alloc(body), ..lambda })
    }
}

impl<'b> Hoister<'b> {
    /// The body without what depends on none of the names that are its own.
    fn without_invariant(&mut self, body: &Body<'b>, mut own: FxHashSet<Name>) -> Body<'b> {
        let touched = touched(body);
        let mut stms = Vec::new();
        for stm in body.stms {
            let makes =
                |param: &languages::anf::Param| matches!(param.ty, Type::Array { .. }) && touched.contains(&param.name);
            let stays = stm.free_names().iter().any(|name| own.contains(name)) || stm.pat.iter().any(makes);
            if stays || !is_movable(stm) {
                own.extend(stm.pat.iter().map(|param| param.name));
                stms.push(*stm);
            } else {
                self.hoisted += 1;
                self.out.push(*stm);
            }
        }
        Body { stms: self.arena.slice(stms), ..*body }
    }
}

/// Whether a statement may be done though the program would not have come to it.
fn is_movable(stm: &Stm<'_>) -> bool {
    match stm.exp {
        Exp::Bin { op, prim, .. } => !op.can_fail(*prim) || !stm.certs.is_empty(),
        Exp::Un { .. } | Exp::Tri { .. } | Exp::Convert { .. } => true,
        Exp::Slice { .. } | Exp::Rearrange { .. } | Exp::Reshape { .. } => true,
        Exp::Index { .. } => !stm.certs.is_empty(),
        Exp::Map { .. } | Exp::Reduce { .. } | Exp::Scan { .. } | Exp::Loop { .. } => is_total(stm.exp),
        _ => false,
    }
}

/// Whether an expression always ends and reads and writes only what it makes itself, or elements that SOACs give it.
fn is_total(exp: &Exp<'_>) -> bool {
    struct Finder(bool);
    impl<'a> Visit<'a> for Finder {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            self.0 &= match node {
                Exp::Loop { form, .. } => matches!(form, LoopForm::For { .. }),
                Exp::Index { .. } | Exp::Update { .. } | Exp::Scatter { .. } | Exp::Hist { .. } => false,
                Exp::Bin { op, prim, .. } => !op.can_fail(*prim),
                _ => true,
            };
            walk_exp(self, node);
        }
    }
    let mut finder = Finder(!may_fail(exp));
    finder.visit_exp(exp);
    finder.0
}

#[cfg(test)]
mod tests {
    use crate::anf::testing::after;

    fn hoisted(text: &str, args: &str) -> String {
        after(&["simplify", "remove-dead", "hoist-invariant"], text, args)
    }

    #[test]
    fn a_sum_that_every_element_needs() {
        let program =
            hoisted("entry main [n] (xs: [n]i64) (is: []i64) = map (\\i -> i * i64.sum xs) is", "[1i64, 2i64] [3i64]");
        assert!(program.find("reduce").unwrap() < program.find("map").unwrap(), "{program}");
    }

    #[test]
    fn what_depends_on_the_iteration_stays() {
        let text = "entry main (n: i64) (a: i64) = loop x = 1 for i < n do x * (a + 2) + i * (a + 2)";
        let program = hoisted(text, "3i64 4i64");
        assert!(program.find("add_i64(a").unwrap() < program.find("loop").unwrap(), "{program}");
        assert!(program.rfind("mul_i64").unwrap() > program.find("loop").unwrap(), "{program}");
    }

    #[test]
    fn a_read_without_check_stays() {
        let text = "entry main [n] (xs: [n]i64) = loop s = 0 for i < n do s + xs[i] + xs[0]";
        hoisted(text, "empty([0]i64)");
        hoisted(text, "[3i64, 4i64]");
    }
}
