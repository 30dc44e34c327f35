//! From a body to its e-graph.

use super::conditions::{Condition, relevant};
use super::facts::{Fact, Graph, Ty};
use super::rule::Reasons;
use super::term::{Dim, Op, Term};
use crate::anf::code::variable;
use crate::anf::effects;
use egg::Id;
use framework::{Name, Names, Node, Renaming};
use languages::anf::{Arena, Atom, Body, Exp, LoopForm, SliceDim, Stm, Type};
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// How many definitions outside of a body are looked at behind one of its free variables.
pub const MAX_DEPTH: usize = 4;

/// What is known of the names around a body.
#[derive(Default)]
pub struct Known<'b> {
    /// The types of all names.
    pub types: FxHashMap<Name, Type<'b>>,
    /// What names are defined as, where a rule may want to know it.
    pub definitions: FxHashMap<Name, (Op, Vec<Atom>)>,
    /// Names that stand for another name or for a constant.
    pub same: FxHashMap<Name, Atom>,
    /// Indices, with what they are below of.
    pub ranges: FxHashMap<Name, Atom>,
    /// What arrays may be views of.
    pub roots: FxHashMap<Name, FxHashSet<Name>>,
    /// Conditions that hold, or do not, where we are.
    pub holds: Vec<Condition>,
    /// How many arrays that may be overwritten there have been.
    fresh: u32,
}

/// A statement of the body.
pub struct Origin<'b> {
    /// The statement, with its own bodies rewritten already.
    pub stm: Stm<'b>,
    /// The terms that it is, from the bare operation to what is guarded by checks, with their classes.
    pub terms: Vec<(Id, Term)>,
    /// The last of these classes: the statement with all its results.
    pub whole: Id,
    /// The classes of its results.
    pub results: Vec<Id>,
    /// Whether it may fail the program: it stays.
    pub effect: bool,
    /// What it needs besides its operands: sizes in types, values in messages.
    pub needs: Vec<Id>,
}

/// A body as an e-graph.
pub struct Region<'b> {
    /// The e-graph.
    pub graph: Graph,
    /// The classes of names.
    pub ids: FxHashMap<Name, Id>,
    /// The statements in order.
    pub origins: Vec<Origin<'b>>,
    /// Expressions with bodies of their own, and their free variables.
    pub blocks: Vec<(Exp<'b>, Vec<Name>)>,
    /// The classes of the results.
    pub results: Vec<Id>,
    /// What has been found equal to a statement's result, and why.
    pub reasons: Reasons,
    /// The body's arrays that may be overwritten.
    touched: FxHashSet<Name>,
    /// The statements whose effects a block has, besides those of its own statement.
    covered: FxHashMap<u32, Vec<Id>>,
}

impl<'b> Region<'b> {
    /// An empty body.
    pub fn new(graph: Graph) -> Self {
        Region {
            graph,
            ids: FxHashMap::default(),
            origins: Vec::new(),
            blocks: Vec::new(),
            results: Vec::new(),
            reasons: Vec::new(),
            touched: FxHashSet::default(),
            covered: FxHashMap::default(),
        }
    }

    /// Says that a block fails where the statements of these classes would: they need not be kept for that.
    pub fn cover(&mut self, number: u32, classes: Vec<Id>) {
        self.covered.insert(number, classes);
    }

    /// The classes of the statements whose effects a term has.
    pub fn covers(&self, term: &Term) -> Vec<Id> {
        match term.op {
            Op::Block(number) => self.covered.get(&number).into_iter().flatten().copied().collect(),
            _ => Vec::new(),
        }
    }

    /// The classes of the statements whose effects some block has.
    pub fn coverable(&self) -> FxHashSet<Id> {
        self.covered.values().flatten().map(|class| self.graph.find(*class)).collect()
    }

    /// The class of an atom.
    pub fn atom(&mut self, known: &Known<'b>, atom: &Atom) -> Id {
        self.atom_at(known, atom, 0)
    }

    /// The class of a name.
    pub fn name(&mut self, known: &Known<'b>, name: Name) -> Id {
        self.name_at(known, name, 0)
    }

    fn atom_at(&mut self, known: &Known<'b>, atom: &Atom, depth: usize) -> Id {
        match atom {
            Atom::Const { value, .. } => self.graph.add(Term::constant(*value)),
            Atom::Var { name, .. } => self.name_at(known, *name, depth),
        }
    }

    /// A name that the body does not bind comes with what is known of it.
    fn name_at(&mut self, known: &Known<'b>, name: Name, depth: usize) -> Id {
        if let Some(id) = self.ids.get(&name) {
            return *id;
        }
        if let Some(same) = known.same.get(&name) {
            let id = self.atom_at(known, same, depth);
            self.ids.insert(name, id);
            return id;
        }
        let id = self.graph.add(Term::new(Op::Var(name), []));
        self.ids.insert(name, id);
        self.describe(known, name, id, depth);
        if let Some((op, args)) = known.definitions.get(&name)
            && depth < MAX_DEPTH
        {
            let args: Vec<Id> = args.iter().map(|arg| self.atom_at(known, arg, depth + 1)).collect();
            let term = self.graph.add(Term::new(op.clone(), args));
            self.graph.union_trusted(id, term, "definition");
        }
        id
    }

    /// Inside of a branch its condition is known, and what it is made of.
    fn assume(&mut self, known: &Known<'b>, cond: Name, truth: bool, depth: usize) {
        let id = self.name(known, cond);
        let value = self.graph.add(Term::constant(PrimValue::Bool(truth)));
        match (known.definitions.get(&cond), truth) {
            _ if depth > MAX_DEPTH => {}
            (Some((Op::Bin(BinOp::LogAnd, _), args)), true) | (Some((Op::Bin(BinOp::LogOr, _), args)), false) => {
                args.iter().filter_map(variable).for_each(|arg| self.assume(known, arg, truth, depth + 1));
            }
            (Some((Op::Un(UnOp::Not, _), args)), _) => {
                args.iter().filter_map(variable).for_each(|arg| self.assume(known, arg, !truth, depth + 1));
            }
            // Equal floats may be zeros of two signs.
            (Some((Op::Bin(BinOp::Eq, prim), args)), true) | (Some((Op::Bin(BinOp::Ne, prim), args)), false)
                if !prim.is_float() =>
            {
                let args: Vec<Id> = args.iter().map(|arg| self.atom(known, arg)).collect();
                if let [a, b] = *args {
                    self.graph.union_trusted(a, b, "known-equal");
                }
            }
            _ => {}
        }
        self.graph.union_trusted(id, value, "condition");
    }

    /// Notes type and range of a name's class.
    fn describe(&mut self, known: &Known<'b>, name: Name, id: Id, depth: usize) {
        let mut fact = self.graph[id].data.clone();
        if let Some(ty) = known.types.get(&name)
            && !matches!(ty, Type::Cert { .. })
        {
            let dims: Vec<Id> = crate::anf::code::dims(ty).iter().map(|dim| self.atom_at(known, dim, depth)).collect();
            // An array that is there has sizes; one that is made here may be made only after a check that its sizes are some.
            if matches!(self.graph[id].nodes.first(), Some(Term { op: Op::Var(_), .. })) {
                for dim in &dims {
                    self.natural(*dim);
                }
            }
            fact.ty = fact.ty.or(Some(Ty { prim: crate::anf::code::prim(ty), dims: dims.into() }));
        }
        if let Some(bound) = known.ranges.get(&name) {
            fact.natural = true;
            fact.below = Some(self.atom_at(known, bound, depth));
        }
        self.learn(id, fact);
    }

    fn learn(&mut self, id: Id, fact: Fact) {
        if self.graph[id].data != fact {
            self.graph.set_analysis_data(id, fact);
        }
    }

    fn natural(&mut self, id: Id) {
        let fact = Fact { natural: true, ..self.graph[id].data.clone() };
        self.learn(id, fact);
    }

    /// Begins a body: what is known inside of it, and which of its arrays may be overwritten.
    pub fn start(&mut self, known: &Known<'b>, body: &Body<'_>, touched: FxHashSet<Name>) {
        for condition in relevant(known, body) {
            self.assume(known, condition.name, condition.truth, 0);
        }
        self.touched = touched;
    }

    /// Ends a body.
    pub fn finish(&mut self, known: &Known<'b>, body: &Body<'_>) {
        self.results = body.result.iter().map(|atom| self.atom(known, atom)).collect();
    }

    /// Adds a statement, whose own bodies have been rewritten.
    pub fn statement(&mut self, known: &mut Known<'b>, stm: &Stm<'b>, interned: &mut Interned<'_>) {
        for param in stm.pat {
            known.types.insert(param.name, *param.ty);
        }
        effects::add_roots(&mut known.roots, stm);
        if let Exp::Atoms { atoms, .. } = stm.exp {
            for (param, atom) in stm.pat.iter().zip(*atoms) {
                let id = self.atom(known, atom);
                let id = self.under(known, id, stm.certs);
                self.ids.insert(param.name, id);
                self.constant(known, param.name, id);
            }
            return;
        }
        let effect = effects::may_fail(stm.exp);
        let plain = plain(stm.exp);
        let fresh = makes_array(stm) && stm.pat.iter().any(|param| self.touched.contains(&param.name));
        let term = match &plain {
            Some((op, atoms)) => {
                let args: Vec<Id> = atoms.iter().map(|atom| self.atom(known, atom)).collect();
                Term::new(op.clone(), args)
            }
            None => {
                let free = stm.exp.free_names();
                let args: Vec<Id> = free.iter().map(|name| self.name(known, *name)).collect();
                // An equal copy that nobody overwrites may be found to be the array itself: this one must not be.
                let number = match fresh {
                    true => own_number(&mut self.blocks, stm.exp, free),
                    false => interned.number(&mut self.blocks, stm.exp, free),
                };
                Term::new(Op::Block(number), args)
            }
        };
        let mut terms = vec![(self.graph.add(term.clone()), term)];
        let mut wrap = |region: &mut Self, op: Op, checks: Vec<Id>| {
            let args: Vec<Id> = terms.last().map(|(id, _)| *id).into_iter().chain(checks).collect();
            let term = Term::new(op, args);
            terms.push((region.graph.add(term.clone()), term));
        };
        if fresh {
            known.fresh += 1;
            wrap(self, Op::Fresh(known.fresh), Vec::new());
        }
        if !stm.certs.is_empty() {
            let checks = stm.certs.iter().map(|cert| self.name(known, *cert)).collect();
            wrap(self, Op::Under, checks);
        }
        let Some(whole) = terms.last().map(|(id, _)| *id) else { return };
        // What may fail is not one with its result, which may turn out to be known.
        let single = matches!(stm.pat, [_]) && (!effect || matches!(stm.exp, Exp::Assert { .. }));
        let results: Vec<Id> = (0..stm.pat.len())
            .map(|position| if single { whole } else { self.graph.add(Term::new(Op::Proj(position), [whole])) })
            .collect();
        for (param, id) in stm.pat.iter().zip(&results) {
            self.ids.insert(param.name, *id);
        }
        let mut needs = Vec::new();
        for (param, id) in stm.pat.iter().zip(&results) {
            self.describe(known, param.name, *id, 0);
            self.constant(known, param.name, *id);
            needs.extend(self.graph[*id].data.ty.iter().flat_map(|ty| ty.dims.iter().copied()));
        }
        if let Exp::Assert { message, .. } = stm.exp {
            for part in *message {
                if let languages::anf::Part::Show { value, .. } = part {
                    needs.push(self.atom(known, value));
                }
            }
        }
        needs.retain(|need| !results.contains(need));
        if let ([param], Some((op, atoms))) = (stm.pat, plain)
            && !matches!(op, Op::Update(_) | Op::Assert)
        {
            known.definitions.insert(param.name, (op, atoms));
        }
        self.equal_results(known, stm, &results);
        self.origins.push(Origin { stm: *stm, terms, whole, results, effect, needs });
    }

    /// Lets bodies further in know that a name is a constant.
    fn constant(&self, known: &mut Known<'b>, name: Name, id: Id) {
        if let Some(value) = self.graph[id].data.value {
            known.same.insert(name, Atom::Const { span: framework::Span::NONE, value });
        }
    }

    fn under(&mut self, known: &Known<'b>, id: Id, certs: &[Name]) -> Id {
        if certs.is_empty() {
            return id;
        }
        let args: Vec<Id> = std::iter::once(id).chain(certs.iter().map(|cert| self.name(known, *cert))).collect();
        self.graph.add(Term::new(Op::Under, args))
    }

    /// The class of a result of a cheap branch.
    fn inside(&mut self, known: &Known<'b>, body: &Body<'b>, result: &Atom) -> Id {
        for stm in body.stms {
            match (stm.exp, stm.pat) {
                (Exp::Atoms { atoms, .. }, pat) => {
                    for (param, atom) in pat.iter().zip(*atoms) {
                        let id = self.atom(known, atom);
                        self.ids.insert(param.name, id);
                    }
                }
                (exp, [param]) => {
                    let Some((op, atoms)) = plain(exp) else { continue };
                    let args: Vec<Id> = atoms.iter().map(|atom| self.atom(known, atom)).collect();
                    let id = self.graph.add(Term::new(op, args));
                    self.ids.insert(param.name, id);
                }
                _ => {}
            }
        }
        self.atom(known, result)
    }

    /// A result of a statement is equal to another class.
    fn equal(&mut self, result: Id, other: Id, why: &'static str) {
        self.graph.union_trusted(result, other, why);
        self.reasons.push((result, why));
    }

    /// Whether an array may be overwritten in this body, or one that it is a view of.
    fn changes(&self, known: &Known<'b>, array: Name) -> bool {
        let mut roots = known.roots.get(&array).into_iter().flatten();
        self.touched.contains(&array) || roots.any(|root| self.touched.contains(root))
    }

    /// Results of branches and loops that something simpler equals.
    ///
    /// - `if c then a else a` is `a`, for an `a` from outside;
    /// - `if c then a else false`, `if c then true else b` and `if c then false else true` are operators, if little is computed in them, and
    ///   `if c then 1 else 0` is a conversion;
    /// - a loop's result that no iteration changes is what the loop started with;
    /// - a copy is the array, unless somebody overwrites one of them;
    /// - a map's result that is an input is that input, one that is the same everywhere is a replicate, and a map that rearranges its elements
    ///   rearranges the array, unless somebody overwrites them.
    fn equal_results(&mut self, known: &Known<'b>, stm: &Stm<'b>, results: &[Id]) {
        match stm.exp {
            Exp::If { cond, yes, no, .. } => {
                let cheap = is_cheap(yes) && is_cheap(no);
                for ((result, yes_atom), no_atom) in results.iter().zip(yes.result).zip(no.result) {
                    // A name that both end with is bound in neither.
                    if yes_atom == no_atom {
                        let same = self.atom(known, yes_atom);
                        self.equal(*result, same, "branches-agree");
                    } else if let Some(prim) = counted(yes_atom, no_atom) {
                        let cond = self.atom(known, cond);
                        let same = self.graph.add(Term::new(Op::Convert(PrimType::Bool, prim), [cond]));
                        self.equal(*result, same, "branch-of-numbers");
                    } else if cheap && self.graph[*result].data.ty == Some(Ty::scalar(PrimType::Bool)) {
                        let cond = self.atom(known, cond);
                        let (yes, no) = (self.inside(known, yes, yes_atom), self.inside(known, no, no_atom));
                        let truth = |id: Id| match self.graph[id].data.value {
                            Some(PrimValue::Bool(truth)) => Some(truth),
                            _ => None,
                        };
                        let term = match (truth(yes), truth(no)) {
                            (Some(false), Some(true)) => Term::new(Op::Un(UnOp::Not, PrimType::Bool), [cond]),
                            (_, Some(false)) => Term::new(Op::Bin(BinOp::LogAnd, PrimType::Bool), [cond, yes]),
                            (Some(true), _) => Term::new(Op::Bin(BinOp::LogOr, PrimType::Bool), [cond, no]),
                            _ => continue,
                        };
                        let same = self.graph.add(term);
                        self.equal(*result, same, "branch-of-truths");
                    }
                }
            }
            Exp::Loop { params, inits, form, body, .. } => {
                let driver = match form {
                    LoopForm::While { cond, .. } => Some(*cond),
                    LoopForm::For { .. } => None,
                };
                for (position, (param, result)) in params.iter().zip(body.result).enumerate() {
                    let unchanged = matches!(result, Atom::Var { name, .. } if *name == param.name);
                    let scalar = matches!(param.ty, Type::Scalar { .. });
                    if unchanged && scalar && driver != Some(param.name) {
                        let init = self.atom(known, &inits[position]);
                        self.equal(results[position], init, "invariant-result");
                    }
                }
            }
            Exp::Copy { array, .. } => {
                let view = |term: &Term| matches!(term.op, Op::Slice(_) | Op::Rearrange(_) | Op::Reshape);
                let source = self.name(known, *array);
                let overwritten = stm.pat.iter().any(|param| self.touched.contains(&param.name));
                // The copy of a view may be meant to lie in memory in its own order.
                if !overwritten
                    && !self.changes(known, *array)
                    && let [result] = *results
                    && !self.graph[source].nodes.iter().any(view)
                {
                    self.graph.union_trusted(result, source, "copy-nobody-overwrites");
                }
            }
            Exp::Map { width, arrays, lambda, .. } => {
                let bound = |name: Name| {
                    let mut bound = lambda.params.iter().chain(lambda.body.stms.iter().flat_map(|stm| stm.pat));
                    bound.any(|param| param.name == name)
                };
                for (position, value) in lambda.body.result.iter().enumerate() {
                    if stm.pat.get(position).is_none_or(|param| self.touched.contains(&param.name)) {
                        continue;
                    }
                    let input = |name| lambda.params.iter().position(|param| Some(param.name) == name);
                    let same = match (input(variable(value)), value) {
                        (Some(input), _) if !self.changes(known, arrays[input]) => self.name(known, arrays[input]),
                        _ if let [Stm { pat: [row], certs: [], exp: Exp::Rearrange { array, perm, .. }, .. }] =
                            lambda.body.stms
                            && variable(value) == Some(row.name)
                            && let Some(input) = input(Some(*array))
                            && !self.changes(known, arrays[input]) =>
                        {
                            let perm: Box<[i64]> = std::iter::once(0).chain(perm.iter().map(|at| at + 1)).collect();
                            let array = self.name(known, arrays[input]);
                            self.graph.add(Term::new(Op::Rearrange(perm), [array]))
                        }
                        (None, value) if variable(value).is_none_or(|name| !bound(name)) => {
                            let (value, width) = (self.atom(known, value), self.atom(known, width));
                            self.graph.add(Term::new(Op::Replicate, [value, width]))
                        }
                        _ => continue,
                    };
                    self.equal(results[position], same, "trivial-map");
                }
            }
            _ => {}
        }
    }
}

/// The integer type of which a truth is 1 and anything else 0.
fn counted(yes: &Atom, no: &Atom) -> Option<PrimType> {
    let (Atom::Const { value: yes, .. }, Atom::Const { value: no, .. }) = (yes, no) else { return None };
    let prim = yes.prim_type();
    (prim.is_integer() && yes.as_i64() == Some(1) && no.as_i64() == Some(0)).then_some(prim)
}

/// How many statements of a branch may be done whether it is taken or not.
const MAX_CHEAP: usize = 4;

/// Whether a branch may be done whether it is taken or not: a few operators, none of which can fail.
fn is_cheap(body: &Body<'_>) -> bool {
    let cheap = |stm: &Stm<'_>| match stm.exp {
        Exp::Bin { op, prim, .. } => !op.can_fail(*prim),
        Exp::Un { .. } | Exp::Convert { .. } | Exp::Atoms { .. } => true,
        _ => false,
    };
    body.stms.len() <= MAX_CHEAP && body.stms.iter().all(|stm| cheap(stm) && stm.certs.is_empty())
}

/// Whether a statement makes arrays of its own.
fn makes_array(stm: &Stm<'_>) -> bool {
    let view = matches!(stm.exp, Exp::Slice { .. } | Exp::Rearrange { .. } | Exp::Reshape { .. });
    !view && stm.pat.iter().any(|param| matches!(param.ty, Type::Array { .. }))
}

/// The operator and operands of an expression that rules speak of.
fn plain(exp: &Exp<'_>) -> Option<(Op, Vec<Atom>)> {
    use crate::anf::code::{int, var};
    let mut args = Vec::new();
    let op = match exp {
        // Greater is less the other way round: one form for rules to know.
        Exp::Bin { op: op @ (BinOp::Gt | BinOp::Ge), prim, lhs, rhs, .. } => {
            args.extend([**rhs, **lhs]);
            Op::Bin(if *op == BinOp::Gt { BinOp::Lt } else { BinOp::Le }, *prim)
        }
        Exp::Bin { op, prim, lhs, rhs, .. } => {
            args.extend([**lhs, **rhs]);
            Op::Bin(*op, *prim)
        }
        Exp::Un { op, prim, arg, .. } => {
            args.push(**arg);
            Op::Un(*op, *prim)
        }
        Exp::Tri { op, prim, a, b, c, .. } => {
            args.extend([**a, **b, **c]);
            Op::Tri(*op, *prim)
        }
        Exp::Convert { from, to, arg, .. } => {
            args.push(**arg);
            Op::Convert(*from, *to)
        }
        Exp::Index { array, indices, .. } => {
            args.push(var(*array));
            args.extend(*indices);
            Op::Index
        }
        Exp::Slice { array, dims, .. } => {
            args.push(var(*array));
            Op::Slice(operands(dims, &mut args))
        }
        Exp::Update { array, dims, value, .. } => {
            args.extend([var(*array), **value]);
            Op::Update(operands(dims, &mut args))
        }
        Exp::ArrayLit { elems, prim, row, .. } => {
            args.push(int(i64::try_from(elems.len()).unwrap_or(i64::MAX)));
            args.extend(elems.iter().chain(*row));
            Op::ArrayLit(*prim, elems.len())
        }
        Exp::Iota { count, start, step, prim, .. } => {
            args.extend([**count, **start, **step]);
            Op::Iota(*prim)
        }
        Exp::Replicate { shape, value, .. } => {
            args.push(**value);
            args.extend(*shape);
            Op::Replicate
        }
        Exp::Rearrange { array, perm, .. } => {
            args.push(var(*array));
            Op::Rearrange(perm.iter().copied().collect())
        }
        Exp::Reshape { array, shape, .. } => {
            args.push(var(*array));
            args.extend(*shape);
            Op::Reshape
        }
        Exp::Assert { cond, .. } => {
            args.push(**cond);
            Op::Assert
        }
        _ => return None,
    };
    Some((op, args))
}

/// The dimensions of a slice, with their operands put into `args`.
fn operands(dims: &[SliceDim<'_>], args: &mut Vec<Atom>) -> Box<[Dim]> {
    let dim = |dim: &SliceDim<'_>| match dim {
        SliceDim::Fix { index, .. } => {
            args.push(**index);
            Dim::Fix
        }
        SliceDim::Span { start, count, stride, .. } => {
            args.extend([**start, **count, **stride]);
            Dim::Span
        }
    };
    dims.iter().map(dim).collect()
}

/// Numbers of expressions, the same for those that are equal up to renaming.
pub struct Interned<'c> {
    arena: &'c Arena<'c>,
    /// By size and number of free variables: the only expression so far, or nothing if these are in `numbers`. Most expressions are the only ones.
    alone: FxHashMap<(u64, usize), Option<u32>>,
    numbers: FxHashMap<Exp<'c>, u32>,
}

impl<'c> Interned<'c> {
    /// No expressions yet. The arena holds their canonical copies.
    pub fn new(arena: &'c Arena<'c>) -> Self {
        Interned { arena, alone: FxHashMap::default(), numbers: FxHashMap::default() }
    }

    /// The number of an expression with these free variables in a region's table.
    pub fn number<'b>(&mut self, blocks: &mut Vec<(Exp<'b>, Vec<Name>)>, exp: &Exp<'b>, free: Vec<Name>) -> u32 {
        let next = u32::try_from(blocks.len()).unwrap_or(u32::MAX);
        match self.alone.entry((exp.size(), free.len())) {
            Entry::Vacant(entry) => {
                entry.insert(Some(next));
                blocks.push((*exp, free));
                return next;
            }
            Entry::Occupied(mut entry) => {
                if let Some(first) = entry.get_mut().take()
                    && let Some((exp, free)) = blocks.get(first as usize)
                {
                    let copy = canonical(self.arena, exp, free);
                    self.numbers.insert(copy, first);
                }
            }
        }
        *self.numbers.entry(canonical(self.arena, exp, &free)).or_insert_with(|| {
            blocks.push((*exp, free));
            next
        })
    }
}

/// A number that no other expression has.
fn own_number<'b>(blocks: &mut Vec<(Exp<'b>, Vec<Name>)>, exp: &Exp<'b>, free: Vec<Name>) -> u32 {
    blocks.push((*exp, free));
    u32::try_from(blocks.len() - 1).unwrap_or(u32::MAX)
}

/// An expression with these free variables, named by where they come first.
fn canonical<'c>(arena: &'c Arena<'c>, exp: &Exp<'_>, free: &[Name]) -> Exp<'c> {
    let mut renaming = Renaming::<framework::Static<'c, Atom>>::new(Names::Canonical);
    for (position, name) in free.iter().enumerate() {
        let hole = Name { base: framework::Symbol::new("%free"), tag: u32::try_from(position).unwrap_or(u32::MAX) };
        renaming = renaming.rename(*name, hole);
    }
    exp.copy_into(arena, &mut renaming)
}
