//! The memory of the results of branches and loops: procedure Support of IFL'22 §3.5.

use super::{Memory, Place};
use framework::{Name, Result};
use languages::funmem::{Atom, Body, Exp, LoopForm, Lower, Param, Stm, default_lower_param};
use languages::seg;

impl<'a, 'b> Memory<'a, 'b> {
    /// Translates a conditional. A result that has the same place in both branches stays there.
    pub fn branch(
        &mut self,
        stm: &'a seg::Stm<'a>,
        cond: &'a seg::Atom,
        yes: &'a seg::Body<'a>,
        no: &'a seg::Body<'a>,
    ) -> Result<()> {
        // The common place of each result, if both branches agree.
        let mut shared: Vec<Option<Place>> = Vec::new();
        let finish = |memory: &mut Self, results: &'a [seg::Atom]| -> Result<Vec<Option<Place>>> {
            results
                .iter()
                .map(|atom| match atom {
                    seg::Atom::Var { name, .. } if memory.arrays.contains_key(name) => memory.place(*name).map(Some),
                    _ => Ok(None),
                })
                .collect()
        };
        let (yes_stms, yes_places) = self.region(yes.stms, |memory| finish(memory, yes.result))?;
        let (no_stms, no_places) = self.region(no.stms, |memory| finish(memory, no.result))?;
        for (a, b) in yes_places.into_iter().zip(no_places) {
            shared.push(match (a, b) {
                (Some(a), Some(b)) if a.mem == b.mem && a.layout == b.layout => Some(a),
                _ => None,
            });
        }
        let yes = self.branch_body(yes, yes_stms, &shared)?;
        let no = self.branch_body(no, no_stms, &shared)?;
        let pat = self.existential(stm.pat, shared)?;
        let cond = self.arena.alloc(self.atom(cond));
        let exp = Exp::If { span: stm.span, cond, yes: self.arena.alloc(yes), no: self.arena.alloc(no) };
        self.push(stm.span, pat, stm.certs, exp);
        Ok(())
    }

    fn branch_body(
        &mut self,
        body: &'a seg::Body<'a>,
        stms: &'b [Stm<'b>],
        shared: &[Option<Place>],
    ) -> Result<Body<'b>> {
        let (stms, result) = self.results_at(stms, body.result, shared)?;
        Ok(Body { span: body.span, stms, result })
    }

    /// The results of a body. Arrays at shared places are returned unchanged. Other arrays are brought into row-major
    /// order, and each is returned after its block.
    fn results_at(
        &mut self,
        stms: &'b [Stm<'b>],
        results: &'a [seg::Atom],
        shared: &[Option<Place>],
    ) -> Result<(&'b [Stm<'b>], &'b [Atom])> {
        let around = std::mem::replace(&mut self.out, stms.to_vec());
        let mut out = Vec::new();
        for (atom, shared) in results.iter().zip(shared) {
            match shared {
                Some(_) => out.push(self.atom(atom)),
                None => out.extend(self.plain_results(std::slice::from_ref(atom))?),
            }
        }
        let stms = std::mem::replace(&mut self.out, around);
        Ok((self.arena.slice(stms), self.arena.slice(out)))
    }

    /// The pattern for results at these places. An array without a known place comes after its block, which is a result
    /// too.
    fn existential(&mut self, pat: &'a [seg::Param<'a>], places: Vec<Option<Place>>) -> Result<Vec<Param<'b>>> {
        let mut out = Vec::new();
        for (param, place) in pat.iter().zip(places) {
            match (param.ty, place) {
                (seg::Type::Array { .. }, Some(place)) => out.push(self.retyped(param, place)?),
                (seg::Type::Array { prim, dims, unique, .. }, None) => {
                    let mem = Name::fresh(format!("{}_mem", param.name.base).as_str());
                    out.push(self.mem_param(param.span, mem));
                    let place = self.plain(*prim, self.atoms(dims)?, *unique, mem);
                    out.push(self.array_param(param.span, param.name, place));
                }
                _ => out.push(default_lower_param(self, param)?),
            }
        }
        Ok(out)
    }

    /// Translates a loop. An array that every iteration leaves in place stays there.
    pub fn repeat(
        &mut self,
        stm: &'a seg::Stm<'a>,
        params: &'a [seg::Param<'a>],
        inits: &'a [seg::Atom],
        form: &'a seg::LoopForm<'a>,
        body: &'a seg::Body<'a>,
    ) -> Result<()> {
        // An array that every iteration leaves in place has the place of its initial value.
        let mut places = Vec::new();
        for ((param, init), result) in params.iter().zip(inits).zip(body.result) {
            places.push(match (param.ty, init, result) {
                (seg::Type::Array { .. }, seg::Atom::Var { name: init, .. }, seg::Atom::Var { name: result, .. })
                    if self.origins.origin(*result) == param.name =>
                {
                    Some(self.place(*init)?)
                }
                _ => None,
            });
        }
        let mut initial = Vec::new();
        for (init, place) in inits.iter().zip(&places) {
            match place {
                Some(_) => initial.push(self.atom(init)),
                None => initial.extend(self.plain_results(std::slice::from_ref(init))?),
            }
        }
        let loop_params = self.existential(params, places.clone())?;
        let form: LoopForm<'b> = self.lower_loop_form(form)?;
        let (stms, ()) = self.region(body.stms, |_| Ok(()))?;
        let (stms, result) = self.results_at(stms, body.result, &places)?;
        let pat = self.existential(stm.pat, places)?;
        let exp = Exp::Loop {
            span: stm.span,
            params: self.arena.slice(loop_params),
            inits: self.arena.slice(initial),
            form: self.arena.alloc(form),
            body: self.arena.alloc(Body { span: body.span, stms, result }),
        };
        self.push(stm.span, pat, stm.certs, exp);
        Ok(())
    }
}
