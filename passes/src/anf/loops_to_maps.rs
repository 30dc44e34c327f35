//! `loops-to-maps`: finds loops whose iterations do not depend on each other.

use super::support::code::{Code, dims, int, known, prim, scalar, var, variable};
use super::support::effects::{has_effect, traces};
use super::support::loops::{array_of, numbers};
use super::support::types::Types;
use framework::pass::{Run, Transform};
use framework::{Name, Node, Owned, Result, Span, Walker, pass};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Fun, Lambda, LoopForm, Param, Program, Rewrite, SliceDim, Stm, Type, Visit,
    default_rewrite_exp, default_rewrite_fun, default_rewrite_lambda, default_rewrite_param, default_rewrite_stm,
    walk_exp,
};
use languages::prim::{BinOp, PrimType};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Makes a loop a map, if each iteration reads and replaces no other element of its arrays than its own.
    ///
    ///     loop ys = xs for i < n do ys with [i] = f ys[i]
    ///     becomes
    ///     map (\y -> f y) xs
    ///
    /// for an array of `n` elements. If a loop replaces only some of the elements, or those of one row, these are a
    /// slice, and the map's results go back into the array:
    ///
    ///     loop ys = xs for i < m do ys with [k, i] = f ys[k, i]
    ///     becomes
    ///     xs with [k, :m] = map (\y -> f y) xs[k, :m]
    ///
    /// The second form takes memory for the slice. So it is only for loops of the host, whose iterations become
    /// parallel, and not for loops of a thread. A loop without iterations leaves the array as it is: then `k` may be out
    /// of bounds. Loops that print stay, as their lines have an order.
    ///
    /// Arrays of `n` elements of which each iteration only reads its own become inputs of the map.
    pub LoopsToMaps = "loops-to-maps": Anf => Anf {
        counts: { maps },
    }
}

/// Loops of at most so many iterations stay loops.
const FEW: i64 = 16;

impl Transform for LoopsToMaps {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let mut maps = 0;
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut bounds = Bounds::default();
            bounds.visit_program(program);
            let mut finder = Finder { arena, types: Types::of(program), bounds, on_host: false, maps: 0 };
            let result = finder.rewrite_program(program);
            maps = finder.maps;
            result
        });
        run.counts.maps = maps;
        run.unchanged_if(maps == 0);
        result
    }
}

struct Finder<'a, 'b> {
    arena: &'b Arena<'b>,
    types: Types<'a>,
    bounds: Bounds,
    /// Whether the statements at hand are certainly code of the host.
    on_host: bool,
    maps: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Finder<'a, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_fun(&mut self, node: &'a Fun<'a>) -> Result<Fun<'b>> {
        self.on_host = node.entry.is_some();
        default_rewrite_fun(self, node)
    }

    fn rewrite_lambda(&mut self, node: &'a Lambda<'a>) -> Result<Lambda<'b>> {
        let around = std::mem::replace(&mut self.on_host, false);
        let lambda = default_rewrite_lambda(self, node);
        self.on_host = around;
        lambda
    }

    /// Inner loops come first: a loop around may then replace one row in each iteration.
    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let mut code = Code::new(self.arena, node.span);
        for stm in node.stms {
            let stm = default_rewrite_stm(self, stm)?;
            let fits = |found: &Apart<'b>| self.on_host || found.arrays.iter().all(|array| array.is_whole);
            match Apart::of(self.arena, &stm, &self.types).filter(fits) {
                Some(found) => {
                    self.maps += 1;
                    match found.arrays.iter().all(|array| self.bounds.hold(array)) {
                        true => found.mapped(&mut code, &stm, false)?,
                        false => found.guarded(&mut code, &stm)?,
                    }
                }
                None => code.stms.push(stm),
            }
        }
        Ok(code.body(node.result.iter().copied()))
    }
}

/// The numbers of iterations of loops, by their indices.
#[derive(Default)]
struct Bounds(FxHashMap<Name, Atom>);

impl<'a> Visit<'a> for Bounds {
    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        if let Exp::Loop { form: LoopForm::For { index, bound, .. }, .. } = node {
            self.0.insert(*index, **bound);
        }
        walk_exp(self, node);
    }
}

impl Bounds {
    /// Whether the row of an array of which a loop has the elements certainly exists.
    fn hold(&self, array: &Own<'_>) -> bool {
        let bound = |index: &Atom| variable(index).and_then(|name| self.0.get(&name));
        array.outer.iter().zip(dims(array.param.ty)).all(|(index, size)| bound(index) == Some(size))
    }
}

/// A loop whose iterations have elements of their own.
struct Apart<'b> {
    index: Name,
    width: Atom,
    arrays: Vec<Own<'b>>,
    inputs: Vec<Input<'b>>,
    body: &'b Body<'b>,
}

/// An array of as many elements as the loop has iterations, which each read their own.
struct Input<'b> {
    array: Name,
    element: Param<'b>,
}

/// An array of which each iteration has an element, or a row, of its own.
struct Own<'b> {
    param: Param<'b>,
    init: Name,
    /// The indices before that of the iteration; they are the same in all iterations.
    outer: Vec<Atom>,
    /// Whether the loop gives all elements of the array.
    is_whole: bool,
    /// Whether an iteration needs its old element.
    is_read: bool,
    /// What an iteration calls the array with its new element.
    updated: FxHashSet<Name>,
}

impl<'b> Apart<'b> {
    /// `None` if a statement is no such loop.
    fn of(arena: &'b Arena<'b>, stm: &Stm<'b>, types: &Types<'_>) -> Option<Self> {
        let Exp::Loop { params, inits, form, body, .. } = *stm.exp else { return None };
        let LoopForm::For { index, prim: PrimType::I64, bound, unroll: false, .. } = *form else { return None };
        let few = known(*bound).is_some_and(|rounds| rounds <= FEW);
        if few || params.is_empty() || params.len() != stm.pat.len() || traces(stm.exp) {
            return None;
        }
        let mut inside = Bound(FxHashSet::from_iter([index]));
        params.iter().for_each(|param| inside.visit_param(param));
        inside.visit_body(body);
        let arrays = params.iter().zip(inits.iter().zip(body.result)).map(|(param, (init, result))| {
            let uses = Uses::of(param.name, body);
            Own::of(*param, variable(init)?, result, &uses, (index, *bound, body, &inside.0))
        });
        let arrays: Vec<Own<'b>> = arrays.collect::<Option<_>>()?;
        // A slice must not be longer than what is in bounds if an iteration would find that it is not.
        let fits = arrays.iter().all(|array| array.is_whole) || !has_effect(stm.exp);
        let mut found = Apart { index, width: *bound, arrays, inputs: Vec::new(), body };
        let mut reads = Reads { index, arrays: Vec::new() };
        reads.visit_body(body);
        for array in reads.arrays {
            let ty = types.get(array).filter(|_| !inside.0.contains(&array));
            if let Some(ty) = ty.filter(|ty| dims(ty).first() == Some(bound)) {
                let ty = arena.alloc(element(arena, &ty, 1));
                let element = Param { span: stm.span, name: Name::fresh("x"), ty };
                found.inputs.push(Input { array, element });
            }
        }
        fits.then_some(found)
    }

    /// The statement that binds the arrays of the loop `stm`, for a slice that is only in bounds if there is an iteration.
    fn guarded(&self, code: &mut Code<'b>, stm: &Stm<'b>) -> Result<()> {
        let (arena, span) = (code.arena, stm.span);
        let runs = code.operator(BinOp::Lt, PrimType::I64, int(0), self.width);
        let fresh = |param: &Param<'b>| Param { name: param.name.refresh(), ..*param };
        let pat = arena.slice(stm.pat.iter().map(fresh));
        let mut yes = Code::new(arena, span);
        self.mapped(&mut yes, &Stm { pat, ..*stm }, true)?;
        let yes = arena.alloc(yes.body(pat.iter().map(|param| var(param.name))));
        let kept = arena.slice(self.arrays.iter().map(|array| var(array.init)));
        let no = arena.alloc(Body { span, stms: &[], result: kept });
        code.push(stm.pat, Exp::If { span, cond: arena.alloc(runs), yes, no });
        Ok(())
    }

    /// The statements that bind the arrays of the loop `stm`. `runs`: there certainly is an iteration.
    fn mapped(&self, code: &mut Code<'b>, stm: &Stm<'b>, runs: bool) -> Result<()> {
        let (arena, span) = (code.arena, stm.span);
        let is_size = |array: &Own<'b>| dims(array.param.ty).get(array.outer.len()) == Some(&self.width);
        let width = match runs || !self.inputs.is_empty() || self.arrays.iter().any(is_size) {
            true => self.width,
            false => code.operator(BinOp::Max, PrimType::I64, self.width, int(0)),
        };
        let checked = |pat: Param<'b>, exp: Exp<'b>| Stm {
            span,
            pat: arena.slice([pat]),
            certs: stm.certs,
            exp: arena.alloc(exp),
        };

        let mut params: Vec<Param<'b>> = self.inputs.iter().map(|input| input.element).collect();
        let mut inputs: Vec<Name> = self.inputs.iter().map(|input| input.array).collect();
        for array in self.arrays.iter().filter(|array| array.is_read) {
            params.push(Param { ty: arena.alloc(array.element(arena)), ..array.param });
            inputs.push(match array.is_whole {
                true => array.init,
                false => {
                    let part = code.param("part", array_of(code, width, &array.element(arena)));
                    let exp = Exp::Slice { span, array: array.init, dims: array.part(arena, width) };
                    code.stms.push(checked(part, exp));
                    part.name
                }
            });
        }
        let body = Elements { arena, loops: self }.rewrite_body(self.body)?;
        if params.is_empty() || mentions(&body, self.index) > 0 {
            params.push(Param { span, name: self.index, ty: arena.alloc(scalar(PrimType::I64)) });
            inputs.push(numbers(code, "numbers", width));
        }
        let rets = arena.slice(self.arrays.iter().map(|array| array.element(arena)));
        let lambda = Lambda { span, params: arena.slice(params), rets, body: arena.alloc(body) };

        let made = self.arrays.iter().zip(stm.pat).map(|(array, whole)| match array.is_whole {
            true => *whole,
            false => code.param("part", array_of(code, width, &array.element(arena))),
        });
        let made: Vec<Param<'b>> = made.collect();
        let (count, arrays) = (arena.alloc(width), arena.slice(inputs));
        let map = Exp::Map { span, groups: false, width: count, arrays, lambda: arena.alloc(lambda) };
        code.stms.push(Stm { span, pat: arena.slice(made.iter().copied()), certs: stm.certs, exp: arena.alloc(map) });
        for ((array, whole), part) in self.arrays.iter().zip(stm.pat).zip(&made).filter(|((own, _), _)| !own.is_whole) {
            let (dims, value) = (array.part(arena, width), arena.alloc(var(part.name)));
            code.stms.push(checked(*whole, Exp::Update { span, array: array.init, dims, value }));
        }
        Ok(())
    }
}

impl<'b> Own<'b> {
    /// `None` if iterations use other elements of the array, or more than one, or use it in another way.
    fn of(
        param: Param<'b>,
        init: Name,
        result: &Atom,
        uses: &Uses<'b>,
        (index, width, body, inside): (Name, Atom, &Body<'b>, &FxHashSet<Name>),
    ) -> Option<Self> {
        let sizes = dims(param.ty);
        let first = uses.accesses.first()?;
        let depth = first.iter().position(|atom| variable(atom) == Some(index))?;
        let own = first.get(..=depth)?;
        let outer = own[..depth].to_vec();
        let varies = |atom: &Atom| variable(atom).is_some_and(|name| inside.contains(&name));
        let equal = uses.accesses.iter().all(|access| access.starts_with(own));
        // An update replaces the whole element.
        let whole = |dims: &&[SliceDim<'b>]| is_whole(dims.get(depth + 1..), sizes.get(depth + 1..));
        if !equal || outer.iter().any(varies) || !uses.updates.iter().all(whole) {
            return None;
        }
        let is_whole = depth == 0 && sizes.first() == Some(&width);
        let mut array = Own { param, init, outer, is_whole, is_read: false, updated: FxHashSet::default() };
        let mut returned = 0;
        array.results(body, result, &mut returned)?;
        let reads = uses.accesses.len() - uses.updates.len();
        array.is_read = reads > 0 || mentions(body, param.name) as usize > uses.accesses.len();
        // Each mention is an access, or gives the array back.
        (mentions(body, param.name) as usize == reads + returned).then_some(array)
    }

    /// Follows a result of a body to where it replaces the element, or keeps it. Counts the mentions of the array on
    /// the way.
    fn results(&mut self, body: &Body<'b>, result: &Atom, returned: &mut usize) -> Option<()> {
        let name = variable(result)?;
        if name == self.param.name {
            *returned += 1;
            return Some(());
        }
        let bound = |stm: &&Stm<'b>| stm.pat.iter().any(|param| param.name == name);
        let stm = body.stms.iter().find(bound).filter(|_| mentions(body, name) == 1)?;
        self.updated.insert(name);
        match *stm.exp {
            Exp::Update { array, .. } if array == self.param.name => *returned += 1,
            Exp::If { yes, no, .. } => {
                let at = stm.pat.iter().position(|param| param.name == name)?;
                self.results(yes, yes.result.get(at)?, returned)?;
                self.results(no, no.result.get(at)?, returned)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// The type of an element.
    fn element(&self, arena: &'b Arena<'b>) -> Type<'b> {
        element(arena, self.param.ty, self.outer.len() + 1)
    }

    /// The elements of all iterations, as a slice of the array.
    fn part(&self, arena: &'b Arena<'b>, width: Atom) -> &'b [SliceDim<'b>] {
        let span = self.param.span;
        let fixed = self.outer.iter().map(|index| SliceDim::Fix { span, index: arena.alloc(*index) });
        let rows = dims(self.param.ty).iter().skip(self.outer.len() + 1).copied();
        let spans = std::iter::once(width).chain(rows).map(|count| SliceDim::Span {
            span,
            start: arena.alloc(int(0)),
            count: arena.alloc(count),
            stride: arena.alloc(int(1)),
        });
        arena.slice(fixed.chain(spans))
    }
}

/// The type of an array's elements, or rows, behind so many indices.
fn element<'b>(arena: &'b Arena<'b>, array: &Type<'_>, depth: usize) -> Type<'b> {
    match dims(array).get(depth..) {
        None | Some([]) => scalar(prim(array)),
        Some(row) => {
            let dims = arena.slice(row.iter().copied());
            Type::Array { span: Span::NONE, prim: prim(array), dims, unique: false }
        }
    }
}

/// Whether a slice is all of an array of these sizes.
fn is_whole(slice: Option<&[SliceDim<'_>]>, sizes: Option<&[Atom]>) -> bool {
    let (slice, sizes) = (slice.unwrap_or_default(), sizes.unwrap_or_default());
    let all = |(dim, size): (&SliceDim<'_>, &Atom)| match dim {
        SliceDim::Span { start, count, stride, .. } => {
            known(**start) == Some(0) && *count == size && known(**stride) == Some(1)
        }
        SliceDim::Fix { .. } => false,
    };
    slice.len() == sizes.len() && slice.iter().zip(sizes).all(all)
}

/// The number of times that a body mentions a name, beside where it is bound.
fn mentions(body: &Body<'_>, name: Name) -> u32 {
    struct Mentions(Name, u32);
    impl Walker for Mentions {
        fn name(&mut self, name: Name, _: Span) {
            self.1 += u32::from(name == self.0);
        }
        fn bind(&mut self, _: &[Name]) {}
        fn unbind(&mut self, _: &[Name]) {}
    }
    let mut walker = Mentions(name, 0);
    body.walk(&mut walker);
    walker.1
}

/// The names that a body binds.
struct Bound(FxHashSet<Name>);

impl<'a> Visit<'a> for Bound {
    fn visit_param(&mut self, node: &'a Param<'a>) {
        self.0.insert(node.name);
    }

    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        if let Exp::Loop { form: LoopForm::For { index, .. }, .. } = node {
            self.0.insert(*index);
        }
        walk_exp(self, node);
    }
}

/// How a body reads and updates an array.
struct Uses<'a> {
    array: Name,
    /// The first indices of each access, as far as they are no ranges.
    accesses: Vec<Vec<Atom>>,
    updates: Vec<&'a [SliceDim<'a>]>,
}

impl<'a> Uses<'a> {
    fn of(array: Name, body: &'a Body<'a>) -> Self {
        let mut uses = Uses { array, accesses: Vec::new(), updates: Vec::new() };
        uses.visit_body(body);
        uses
    }
}

/// The indices before the first range of a slice.
fn fixed(dims: &[SliceDim<'_>]) -> Vec<Atom> {
    let index = |dim: &SliceDim<'_>| match dim {
        SliceDim::Fix { index, .. } => Some(**index),
        SliceDim::Span { .. } => None,
    };
    dims.iter().map_while(index).collect()
}

impl<'a> Visit<'a> for Uses<'a> {
    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        match *node {
            Exp::Index { array, indices, .. } if array == self.array => self.accesses.push(indices.to_vec()),
            Exp::Slice { array, dims, .. } if array == self.array => self.accesses.push(fixed(dims)),
            Exp::Update { array, dims, .. } if array == self.array => {
                self.accesses.push(fixed(dims));
                self.updates.push(dims);
            }
            _ => {}
        }
        walk_exp(self, node);
    }
}

/// The arrays that a body indexes by a loop's index first.
struct Reads {
    index: Name,
    arrays: Vec<Name>,
}

impl<'a> Visit<'a> for Reads {
    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        let read = match node {
            Exp::Index { array, indices, .. } => Some((*array, indices.first().copied())),
            Exp::Slice { array, dims, .. } => Some((*array, fixed(dims).first().copied())),
            _ => None,
        };
        if let Some((array, Some(first))) = read
            && variable(&first) == Some(self.index)
            && !self.arrays.contains(&array)
        {
            self.arrays.push(array);
        }
        walk_exp(self, node);
    }
}

/// Makes the names of a loop's arrays those of their elements.
struct Elements<'s, 'b> {
    arena: &'b Arena<'b>,
    loops: &'s Apart<'b>,
}

impl<'b> Elements<'_, 'b> {
    /// The element of an array that the loop replaces, and the number of indices that lead to it.
    fn own(&self, array: Name) -> Option<(Name, usize)> {
        let own = self.loops.arrays.iter().find(|own| own.param.name == array)?;
        Some((array, own.outer.len() + 1))
    }

    /// The same for one that the loop reads, or replaces.
    fn read(&self, array: Name, first: Option<&Atom>) -> Option<(Name, usize)> {
        let is_own = first.and_then(variable) == Some(self.loops.index);
        let input = self.loops.inputs.iter().find(|input| is_own && input.array == array);
        input.map(|input| (input.element.name, 1)).or_else(|| self.own(array))
    }
}

impl<'b> Rewrite<'b, 'b> for Elements<'_, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_param(&mut self, node: &'b Param<'b>) -> Result<Param<'b>> {
        let own = self.loops.arrays.iter().find(|own| own.updated.contains(&node.name));
        match own {
            Some(own) => Ok(Param { ty: self.arena.alloc(own.element(self.arena)), ..*node }),
            None => default_rewrite_param(self, node),
        }
    }

    fn rewrite_exp(&mut self, node: &'b Exp<'b>) -> Result<Exp<'b>> {
        let atom = |span, atom| Exp::Atoms { span, atoms: self.arena.slice([atom]) };
        Ok(match *node {
            Exp::Index { span, array, indices } if let Some((name, depth)) = self.read(array, indices.first()) => {
                match &indices[depth..] {
                    [] => atom(span, var(name)),
                    indices => Exp::Index { span, array: name, indices },
                }
            }
            Exp::Slice { span, array, dims } if let Some((name, depth)) = self.read(array, fixed(dims).first()) => {
                Exp::Slice { span, array: name, dims: &dims[depth..] }
            }
            Exp::Update { span, array, value, .. } if self.own(array).is_some() => atom(span, *value),
            _ => return default_rewrite_exp(self, node),
        })
    }
}
