//! Where the results of branches and loops are: procedure Support of IFL'22 §3.5.
//!
//! A result has one place after the statement, whatever the program did. What the ways have in common stays: the block,
//! the offset, each stride. What differs becomes a result of its own, before the array.

use super::{Known, Memory, Place};
use framework::{Name, Result, Span};
use languages::funmem::index::{Index, Layout};
use languages::funmem::{Atom, Body, Exp, LoopForm, Lower, Param, Stm, default_lower_param};
use languages::seg;
use rustc_hash::FxHashSet;

/// One way to the end of a statement: what it gives to the names of the pattern.
struct Way<'a> {
    results: &'a [seg::Atom],
    /// Where the arrays among the results are.
    places: Vec<Option<Place>>,
    /// The names that only this way knows.
    local: FxHashSet<Name>,
    /// The sizes that checks on this way have shown to be equal.
    same: Vec<(Name, Index)>,
    /// Blocks that this way allocates.
    allocated: FxHashSet<Name>,
}

impl Way<'_> {
    /// A size, offset or stride after the statement, as this way computes it.
    fn before(&self, index: &Index, pat: &[seg::Param<'_>]) -> Index {
        substituted(index, pat, self.results)
    }

    /// A size, offset or stride of this way by names that are known after the statement, if there are such names.
    fn after(&self, index: &Index, pat: &[seg::Param<'_>]) -> Option<Index> {
        let named = index.replaced(|name| {
            let result = self.results.iter().position(|atom| variable(atom) == Some(*name));
            let known = result.filter(|_| self.local.contains(name)).and_then(|at| pat.get(at));
            Index::variable(known.map_or(*name, |param| param.name))
        });
        let known = named.variables().all(|name| !self.local.contains(&name));
        known.then_some(named)
    }
}

/// The variable that an atom is.
pub fn variable(atom: &seg::Atom) -> Option<Name> {
    match atom {
        seg::Atom::Var { name, .. } => Some(*name),
        seg::Atom::Const { .. } => None,
    }
}

/// Replaces the names of a pattern by atoms.
pub fn substituted(index: &Index, pat: &[seg::Param<'_>], atoms: &[seg::Atom]) -> Index {
    index.replaced(|name| match pat.iter().position(|param| param.name == *name).and_then(|at| atoms.get(at)) {
        Some(seg::Atom::Var { name, .. }) => Index::variable(*name),
        Some(seg::Atom::Const { value, .. }) => Index::constant(value.as_i64().unwrap_or_default()),
        None => Index::variable(*name),
    })
}

impl<'a, 'b> Memory<'a, 'b> {
    /// Translates a conditional.
    pub fn branch(
        &mut self,
        stm: &'a seg::Stm<'a>,
        cond: &'a seg::Atom,
        yes: &'a seg::Body<'a>,
        no: &'a seg::Body<'a>,
    ) -> Result<()> {
        for (param, results) in stm.pat.iter().zip(yes.result.iter().zip(no.result)) {
            if self.returned.contains(&param.name) {
                self.returned.extend([results.0, results.1].into_iter().filter_map(variable));
            }
        }
        let (yes_stms, yes_way) = self.way(yes)?;
        let (no_stms, no_way) = self.way(no)?;
        let (mut pat, mut known) = (Vec::new(), Vec::new());
        for (position, param) in stm.pat.iter().enumerate() {
            let (Some(a), Some(b)) = (&yes_way.places[position], &no_way.places[position]) else {
                pat.push(default_lower_param(self, param)?);
                known.push(Known::default());
                continue;
            };
            let plain = Layout::row_major(&self.sizes_of(param)?);
            let common = |this: &Self, a: &Index, b: &Index, plain: &Index| {
                let holds = |index: &Index| {
                    let on = |way: &Way, found| this.equal_on(&way.same, &way.before(index, stm.pat), found);
                    on(&yes_way, a) && on(&no_way, b)
                };
                let candidates = [yes_way.after(a, stm.pat), no_way.after(b, stm.pat), Some(plain.clone())];
                candidates.into_iter().flatten().find(holds)
            };
            let strides = a.layout.strides.iter().zip(&b.layout.strides).zip(&plain.strides);
            let mut place = Known {
                mem: (a.mem == b.mem && !yes_way.local.contains(&a.mem)).then_some(a.mem),
                offset: common(self, &a.layout.offset, &b.layout.offset, &plain.offset),
                strides: strides.map(|((a, b), plain)| common(self, a, b, plain)).collect(),
                copied: false,
            };
            // An array that is returned would be copied if one of the ways does not leave it in row-major order. If
            // that is only one, it makes the copy itself.
            let differs = place.offset.is_none() || place.strides.contains(&None);
            if differs && self.returned.contains(&param.name) && self.is_plain(a) != self.is_plain(b) {
                let strides = plain.strides.into_iter().map(Some).collect();
                place = Known { mem: None, offset: Some(plain.offset), strides, copied: true };
            }
            let place = self.one_block(param, place, [&yes_way, &no_way], position, stm.pat)?;
            self.joined(param, &place, &mut pat)?;
            known.push(place);
        }
        let yes = self.results_at(yes.span, yes_stms, yes.result, &known)?;
        let no = self.results_at(no.span, no_stms, no.result, &known)?;
        let cond = self.arena.alloc(self.atom(cond));
        let exp = Exp::If { span: stm.span, cond, yes: self.arena.alloc(yes), no: self.arena.alloc(no) };
        self.push(stm.span, pat, stm.certs, exp);
        Ok(())
    }

    fn way(&mut self, body: &'a seg::Body<'a>) -> Result<(&'b [Stm<'b>], Way<'a>)> {
        let outside = self.same.len();
        let finish = |memory: &mut Self| Ok((memory.places(body.result), memory.same.split_off(outside)));
        let (stms, (places, same)) = self.region(body.stms, finish)?;
        let local = stms.iter().flat_map(|stm| stm.pat).map(|param| param.name).collect();
        let blocks = stms.iter().filter(|stm| matches!(stm.exp, Exp::Alloc { .. })).flat_map(|stm| stm.pat);
        let allocated = blocks.map(|param| param.name).collect();
        Ok((stms, Way { results: body.result, places, local, same, allocated }))
    }

    /// Allocates a block for an array that all ways make in blocks of their own, in row-major order, for nothing
    /// else. So the block is known, and `short-circuit` lets each way make the array there.
    fn one_block(
        &mut self,
        param: &'a seg::Param<'a>,
        known: Known,
        ways: [&Way; 2],
        position: usize,
        pat: &'a [seg::Param<'a>],
    ) -> Result<Known> {
        let seg::Type::Array { prim, dims, .. } = param.ty else { return Ok(known) };
        let sizes = self.sizes_of(param)?;
        let plain = Layout::row_major(&sizes);
        let is_plain = known.offset.as_ref() == Some(&plain.offset)
            && known.strides.iter().zip(&plain.strides).all(|(known, plain)| known.as_ref() == Some(plain));
        let is_made = |way: &Way| {
            let Some(place) = way.places[position].as_ref() else { return false };
            let others = way.places.iter().flatten().filter(|other| other.mem == place.mem).count();
            let same =
                |(size, found): (&Index, &Atom)| self.equal_on(&way.same, &way.before(size, pat), &Index::atom(found));
            (way.allocated.contains(&place.mem) || known.copied && !self.is_plain(place))
                && others == 1
                && !self.passed.contains(&place.mem)
                && sizes.iter().zip(&place.dims).all(same)
        };
        // The block is allocated before the checks on the ways, so its size must be right without them.
        let is_natural = |size: &seg::Atom| {
            variable(size)
                .is_none_or(|name| pat.iter().all(|param| param.name != name) && self.naturals.contains(&name))
        };
        if known.mem.is_some() || !is_plain || !ways.into_iter().all(is_made) || !dims.iter().all(is_natural) {
            return Ok(known);
        }
        let dims = self.atoms(dims)?;
        let place = self.allocate(param.span, param.name.base.as_str(), *prim, dims);
        Ok(Known { mem: Some(place.mem), ..known })
    }

    /// Where the arrays among some atoms are.
    pub fn places(&self, atoms: &[seg::Atom]) -> Vec<Option<Place>> {
        atoms.iter().map(|atom| self.arrays.get(&variable(atom)?).cloned()).collect()
    }

    /// Adds an array to a pattern, after the parts of its place that are not known.
    pub fn joined(&mut self, param: &'a seg::Param<'a>, known: &Known, pat: &mut Vec<Param<'b>>) -> Result<()> {
        let seg::Type::Array { prim, dims, unique, .. } = param.ty else {
            pat.push(default_lower_param(self, param)?);
            return Ok(());
        };
        let span = param.span;
        let named = |part: &str| Name::fresh(format!("{}_{part}", param.name.base).as_str());
        let mem = known.mem.unwrap_or_else(|| named("mem"));
        if known.mem.is_none() {
            pat.push(self.mem_param(span, mem));
        }
        let mut number = |memory: &Self, part: &Option<Index>, called: &str| {
            part.clone().unwrap_or_else(|| {
                let name = named(called);
                pat.push(memory.number_param(span, name));
                Index::variable(name)
            })
        };
        let offset = number(self, &known.offset, "offset");
        let strides = known.strides.iter().map(|stride| number(self, stride, "stride")).collect();
        let place =
            Place { prim: *prim, dims: self.atoms(dims)?, unique: *unique, mem, layout: Layout { offset, strides } };
        let array = self.array_param(span, param.name, place);
        pat.push(array);
        Ok(())
    }

    /// The results of a body: each array after the parts of its place that are not known. `stms` are the statements of
    /// the body; those that compute these parts are added.
    pub fn results_at(
        &mut self,
        span: Span,
        stms: &'b [Stm<'b>],
        results: &'a [seg::Atom],
        known: &[Known],
    ) -> Result<Body<'b>> {
        let around = std::mem::replace(&mut self.out, stms.to_vec());
        let mut out = Vec::new();
        for (atom, known) in results.iter().zip(known) {
            let mut atom = self.in_block(self.atom(atom), known)?;
            if let Atom::Var { span, name } = atom
                && self.arrays.get(&name).is_some_and(|place| known.copied && !self.is_plain(place))
            {
                atom = Atom::Var { span, name: self.plain_copy(span, name)? };
            }
            self.passed(atom, known, &mut out)?;
        }
        let stms = std::mem::replace(&mut self.out, around);
        Ok(Body { span, stms: self.arena.slice(stms), result: self.arena.slice(out) })
    }

    /// The same array in a known block.
    fn in_block(&mut self, atom: Atom, known: &Known) -> Result<Atom> {
        let Atom::Var { span, name } = atom else { return Ok(atom) };
        let (Some(place), Some(mem)) = (self.arrays.get(&name).cloned(), known.mem) else { return Ok(atom) };
        if place.mem == mem {
            return Ok(atom);
        }
        let fresh = self.plain(place.prim, place.dims, true, mem);
        let copy = name.refresh();
        let pat = vec![self.array_param(span, copy, fresh)];
        self.push(span, pat, &[], Exp::Copy { span, array: name });
        Ok(Atom::Var { span, name: copy })
    }

    /// Adds an atom to a list, an array after the parts of its place that are not known.
    pub fn passed(&mut self, atom: Atom, known: &Known, out: &mut Vec<Atom>) -> Result<()> {
        if let Atom::Var { span, name } = atom
            && let Some(place) = self.arrays.get(&name).cloned()
        {
            if known.mem.is_none() {
                self.passed.insert(place.mem);
                out.push(Atom::Var { span, name: place.mem });
            }
            if known.offset.is_none() {
                out.push(self.number(span, "offset", &place.layout.offset));
            }
            for (_, stride) in known.strides.iter().zip(&place.layout.strides).filter(|(known, _)| known.is_none()) {
                out.push(self.number(span, "stride", stride));
            }
        }
        out.push(atom);
        Ok(())
    }

    /// Translates a loop. The first attempt assumes that iterations leave every array at the place where it was before
    /// the loop, or in row-major order if it was. The parts of a place for which that is wrong are unknown in the next
    /// attempt, here and if a loop around is translated again. So loops in loops are translated a few times, not
    /// exponentially often.
    pub fn repeat(&mut self, stm: &'a seg::Stm<'a>) -> Result<()> {
        let (length, counts) = (self.out.len(), self.counts);
        while !self.attempt(stm)? {
            self.out.truncate(length);
            self.counts = counts;
        }
        Ok(())
    }

    /// Translates a loop with what is known of the places of its parameters. Returns whether it was right.
    fn attempt(&mut self, stm: &'a seg::Stm<'a>) -> Result<bool> {
        let seg::Exp::Loop { span, params, inits, form, body } = *stm.exp else { return Ok(true) };
        let (mut loop_params, mut initial, mut known) = (Vec::new(), Vec::new(), Vec::new());
        for (param, init) in params.iter().zip(inits) {
            let mut init = self.atom(init);
            if let Atom::Var { span, name } = init
                && self.unknown.get(&param.name).is_some_and(|unknown| unknown.copied)
            {
                init = Atom::Var { span, name: self.plain_copy(span, name)? };
            }
            let place = match init {
                Atom::Var { name, .. } => self.arrays.get(&name).cloned(),
                Atom::Const { .. } => None,
            };
            let start = match place {
                Some(place) => self.start(param, &place, params, inits)?,
                None => Known::default(),
            };
            self.passed(init, &start, &mut initial)?;
            known.push(start);
        }
        for (param, start) in params.iter().zip(&known) {
            self.joined(param, start, &mut loop_params)?;
        }
        let form: LoopForm<'b> = self.lower_loop_form(form)?;
        let (stms, right) = self.region(body.stms, |memory| {
            let mut right = true;
            for (position, place) in memory.places(body.result).iter().enumerate() {
                if let Some(place) = place {
                    right &= memory.stays(&params[position], &known[position], place, params, body.result);
                }
            }
            Ok(right)
        })?;
        if !right {
            return Ok(false);
        }
        let body = self.results_at(body.span, stms, body.result, &known)?;
        let mut pat = Vec::new();
        for (param, known) in stm.pat.iter().zip(&known) {
            let renamed = |index: &Index| {
                index.replaced(|name| {
                    let result = params.iter().zip(stm.pat).find(|(param, _)| param.name == *name);
                    Index::variable(result.map_or(*name, |(_, result)| result.name))
                })
            };
            let after = Known {
                mem: known.mem,
                offset: known.offset.as_ref().map(renamed),
                strides: known.strides.iter().map(|stride| stride.as_ref().map(renamed)).collect(),
                ..Known::default()
            };
            self.joined(param, &after, &mut pat)?;
        }
        let exp = Exp::Loop {
            span,
            params: self.arena.slice(loop_params),
            inits: self.arena.slice(initial),
            form: self.arena.alloc(form),
            body: self.arena.alloc(body),
        };
        self.push(span, pat, stm.certs, exp);
        Ok(true)
    }

    /// What is known of the place of a loop's parameter, whose initial value is at `init`.
    fn start(
        &self,
        param: &'a seg::Param<'a>,
        init: &Place,
        params: &'a [seg::Param<'a>],
        inits: &'a [seg::Atom],
    ) -> Result<Known> {
        let plain = Layout::row_major(&self.sizes_of(param)?);
        let unknown = self.unknown.get(&param.name);
        let part = |at: usize, init: &Index, plain: &Index| {
            let fits = self.equal(&substituted(plain, params, inits), init);
            let chosen = if fits { plain.clone() } else { init.clone() };
            unknown.is_none_or(|unknown| !unknown.parts.contains(&at)).then_some(chosen)
        };
        let strides = init.layout.strides.iter().zip(&plain.strides).enumerate();
        Ok(Known {
            mem: unknown.is_none_or(|unknown| !unknown.mem).then_some(init.mem),
            offset: part(0, &init.layout.offset, &plain.offset),
            strides: strides.map(|(dim, (init, plain))| part(dim + 1, init, plain)).collect(),
            ..Known::default()
        })
    }

    /// Whether an iteration leaves an array where it was. Notes the parts of the place that change.
    ///
    /// If iterations make the array in row-major order, and only the first one finds it in another order, it is copied
    /// before the loop. This costs no more than an iteration, and the loop knows the strides.
    fn stays(
        &mut self,
        param: &'a seg::Param<'a>,
        known: &Known,
        place: &Place,
        params: &'a [seg::Param<'a>],
        results: &'a [seg::Atom],
    ) -> bool {
        let differs = |index: &Option<Index>, found: &Index| {
            index.as_ref().is_some_and(|index| !self.equal(&substituted(index, params, results), found))
        };
        let mem = known.mem.is_some_and(|mem| mem != place.mem);
        let mut parts: Vec<usize> = differs(&known.offset, &place.layout.offset).then_some(0).into_iter().collect();
        let strides = known.strides.iter().zip(&place.layout.strides).enumerate();
        parts.extend(strides.filter(|(_, (known, found))| differs(known, found)).map(|(dim, _)| dim + 1));
        let fresh = mem && self.is_plain(place) && parts.iter().any(|part| *part > 0);
        let unknown = self.unknown.entry(param.name).or_default();
        unknown.mem |= mem;
        if fresh && !unknown.copied {
            unknown.copied = true;
        } else {
            unknown.parts.extend(&parts);
        }
        !mem && parts.is_empty()
    }
}
