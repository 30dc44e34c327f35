//! Which loops have iterations with elements of their own.

use crate::anf::support::code::{dims, int, known, prim, scalar, variable};
use crate::anf::support::effects::{has_effect, traces};
use crate::anf::support::types::Types;
use framework::{Name, Node, Span};
use languages::anf::{Arena, Atom, Body, Exp, LoopForm, Param, SliceDim, Stm, Type, Visit, walk_exp};
use languages::prim::PrimType;
use rustc_hash::FxHashSet;

/// Loops of at most so many iterations stay loops.
const FEW: i64 = 16;

/// A loop whose iterations have elements of their own.
pub(super) struct Apart<'b> {
    pub index: Name,
    pub width: Atom,
    pub arrays: Vec<Own<'b>>,
    pub inputs: Vec<Input<'b>>,
    pub body: &'b Body<'b>,
}

/// An array of as many elements as the loop has iterations, which each read their own.
pub(super) struct Input<'b> {
    pub array: Name,
    pub element: Param<'b>,
}

/// An array of which each iteration has an element, or a row, of its own.
pub(super) struct Own<'b> {
    pub param: Param<'b>,
    pub init: Name,
    /// The indices before that of the iteration; they are the same in all iterations.
    pub outer: Vec<Atom>,
    /// Whether the loop gives all elements of the array.
    pub is_whole: bool,
    /// Whether an iteration needs its old element.
    pub is_read: bool,
    /// What an iteration calls the array with its new element.
    pub updated: FxHashSet<Name>,
}

impl<'b> Apart<'b> {
    /// `None` if a statement is no such loop.
    pub fn of(arena: &'b Arena<'b>, stm: &Stm<'b>, types: &Types<'_>) -> Option<Self> {
        let Exp::Loop { params, inits, form, body, .. } = *stm.exp else { return None };
        let LoopForm::For { index, prim: PrimType::I64, bound, unroll: false, .. } = *form else { return None };
        let few = known(*bound).is_some_and(|rounds| rounds <= FEW);
        if few || params.is_empty() || params.len() != stm.pat.len() || traces(stm.exp) {
            return None;
        }
        let mut inside = Inside(FxHashSet::from_iter([index]));
        params.iter().for_each(|param| inside.visit_param(param));
        inside.visit_body(body);
        let arrays = params.iter().zip(inits.iter().zip(body.result)).map(|(param, (init, result))| {
            let uses = Uses::of(param.name, body);
            Own::of(*param, variable(init)?, result, &uses, (index, *bound, body, &inside.0))
        });
        let arrays: Vec<Own<'b>> = arrays.collect::<Option<_>>()?;
        // A slice must not be longer than what is in bounds if an iteration would find that it is not.
        if !arrays.iter().all(|array| array.is_whole) && has_effect(stm.exp) {
            return None;
        }
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
        Some(found)
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
        let mentions = body.mentions(param.name) as usize;
        array.is_read = reads > 0 || mentions > uses.accesses.len();
        // Each mention is an access, or gives the array back.
        (mentions == reads + returned).then_some(array)
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
        let stm = body.stms.iter().find(bound).filter(|_| body.mentions(name) == 1)?;
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
    pub fn element(&self, arena: &'b Arena<'b>) -> Type<'b> {
        element(arena, self.param.ty, self.outer.len() + 1)
    }

    /// The elements of all iterations, as a slice of the array.
    pub fn part(&self, arena: &'b Arena<'b>, width: Atom) -> &'b [SliceDim<'b>] {
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

/// The names that a body binds.
struct Inside(FxHashSet<Name>);

impl<'a> Visit<'a> for Inside {
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
pub(super) fn fixed(dims: &[SliceDim<'_>]) -> Vec<Atom> {
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
