//! Builds the e-graph of a body.

use super::conditions::{Condition, relevant};
use super::facts::{Fact, Graph, Ty};
use super::forms::{Interned, plain};
use super::rule::Reasons;
use super::term::{Op, Term};
use crate::anf::support::code::{var, variable};
use crate::anf::support::effects;
use crate::anf::support::summary::Summaries;
use egg::Id;
use framework::Name;
use languages::anf::{Atom, Body, Exp, Param, Stm, Type};
use languages::prim::{BinOp, PrimValue, UnOp};
use rustc_hash::{FxHashMap, FxHashSet};

/// The largest number of definitions outside a body that are followed from one of its free variables.
pub const MAX_DEPTH: usize = 4;

/// Facts about the names in scope around a body.
#[derive(Default)]
pub struct Known<'b> {
    /// The types of all names.
    pub types: FxHashMap<Name, Type<'b>>,
    /// The definitions of names, where rules may use them.
    pub definitions: FxHashMap<Name, (Op, Vec<Atom>)>,
    /// Names that stand for another name or for a constant.
    pub same: FxHashMap<Name, Atom>,
    /// Loop indices, with their upper bounds.
    pub ranges: FxHashMap<Name, Atom>,
    /// Numbers of iterations of the enclosing loops and SOACs. Inside, they are at least 1.
    pub counts: Vec<Name>,
    /// The arrays that each array may be a view of.
    pub roots: FxHashMap<Name, FxHashSet<Name>>,
    /// Conditions of the enclosing branches.
    pub holds: Vec<Condition>,
    /// The names of scalars and checks that are computed around, or before in the same body.
    computed: FxHashMap<Computation, Name>,
    /// What `computed` has, in the order in which it came.
    latest: Vec<Computation>,
    /// Cached summaries of the nested expressions so far.
    pub summaries: Summaries,
    /// The number of [`Op::Fresh`] terms so far.
    fresh: u32,
}

/// An operator on scalars, or an assertion, with its operands: names and constants.
type Computation = (Op, Vec<Op>);

impl Known<'_> {
    /// Forgets what has been computed since there were `entered` computations: its names are not in scope any more.
    fn leave(&mut self, entered: usize) {
        for computation in self.latest.drain(entered..) {
            self.computed.remove(&computation);
        }
    }

    /// The name that a computation has already. Otherwise it gets this one.
    fn computed_as(&mut self, name: Name, op: &Op, atoms: &[Atom]) -> Option<Name> {
        if !matches!(op, Op::Bin(..) | Op::Un(..) | Op::Tri(..) | Op::Convert(..) | Op::Assert) {
            return None;
        }
        let operand = |atom: &Atom| match variable(atom).and_then(|name| self.same.get(&name)).unwrap_or(atom) {
            Atom::Const { value, .. } => Op::Const(value.prim_type(), value.to_bits()),
            Atom::Var { name, .. } => Op::Var(*name),
        };
        let computation = (op.clone(), atoms.iter().map(operand).collect());
        let known = self.computed.get(&computation).copied();
        if known.is_none() {
            self.computed.insert(computation.clone(), name);
            self.latest.push(computation);
        }
        known
    }
}

/// A statement of the body.
pub struct Origin<'b> {
    /// The statement. Its nested bodies have been rewritten already.
    pub stm: Stm<'b>,
    /// Its terms with their classes: first the bare operation, then [`Op::Fresh`] and [`Op::Under`] around it.
    pub terms: Vec<(Id, Term)>,
    /// The last of these classes: the statement with all its results.
    pub whole: Id,
    /// The classes of its results.
    pub results: Vec<Id>,
    /// Whether the statement may make the program fail. Then it must be kept.
    pub effect: bool,
    /// Classes that it needs besides its operands: sizes in types, values in messages.
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
    /// The table of expressions with bodies of their own, with their free variables.
    pub blocks: Vec<(Exp<'b>, Vec<Name>)>,
    /// The classes of the results.
    pub results: Vec<Id>,
    /// The rules that have added terms to classes.
    pub reasons: Reasons,
    /// The names in the body whose arrays may be overwritten.
    pub touched: FxHashSet<Name>,
    /// How many computations were known around the body.
    entered: usize,
    /// For composed blocks: the classes of the other statements whose effects they include.
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
            entered: 0,
            covered: FxHashMap::default(),
        }
    }

    /// Records that a block includes the effects of the statements of these classes, which then need not be kept for
    /// their effects.
    pub fn cover(&mut self, number: u32, classes: Vec<Id>) {
        self.covered.insert(number, classes);
    }

    /// Whether a block was composed of other blocks.
    pub fn is_composed(&self, block: usize) -> bool {
        u32::try_from(block).is_ok_and(|number| self.covered.contains_key(&number))
    }

    /// The classes of the other statements whose effects a term includes.
    pub fn covers(&self, term: &Term) -> Vec<Id> {
        match term.op {
            Op::Block(number) => self.covered.get(&number).into_iter().flatten().copied().collect(),
            _ => Vec::new(),
        }
    }

    /// The classes of all statements whose effects some block includes.
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

    /// The class of a name. For a free variable of the body, the e-graph also gets its type, range and definition.
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

    /// Assumes that a condition has the value `truth`, and derives facts about its operands.
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
            // Equal floats are not always the same value: `0.0` equals `-0.0`.
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

    /// Adds the type and range of a name to its class.
    fn describe(&mut self, known: &Known<'b>, name: Name, id: Id, depth: usize) {
        let mut fact = self.graph[id].data.clone();
        if let Some(ty) = known.types.get(&name)
            && !matches!(ty, Type::Cert { .. })
        {
            let dims: Vec<Id> =
                crate::anf::support::code::dims(ty).iter().map(|dim| self.atom_at(known, dim, depth)).collect();
            // The sizes of an array from outside are at least 0. For an array of this body, a check may have to
            // establish that first.
            if matches!(self.graph[id].nodes.first(), Some(Term { op: Op::Var(_), .. })) {
                for dim in &dims {
                    self.natural(*dim);
                }
            }
            fact.ty = fact.ty.or(Some(Ty { prim: crate::anf::support::code::prim(ty), dims: dims.into() }));
        }
        if let Some(bound) = known.ranges.get(&name) {
            fact.natural = true;
            let bound = self.atom_at(known, bound, depth);
            self.learn(bound, Fact { natural: true, positive: true, ..self.graph[bound].data.clone() });
            fact.below = Some(bound);
        }
        if known.counts.contains(&name) {
            (fact.natural, fact.positive) = (true, true);
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

    /// Starts a body: assumes the conditions around it, and records which of its arrays may be overwritten.
    pub fn start(&mut self, known: &Known<'b>, body: &Body<'_>, touched: FxHashSet<Name>) {
        self.entered = known.latest.len();
        for condition in relevant(known, body) {
            self.assume(known, condition.name, condition.truth, 0);
        }
        // If a view from outside is overwritten, the arrays that it is a view of are overwritten as well.
        let around: Vec<Name> = touched.iter().filter_map(|name| known.roots.get(name)).flatten().copied().collect();
        self.touched = touched;
        self.touched.extend(around);
    }

    /// Finishes a body by adding its results.
    pub fn finish(&mut self, known: &mut Known<'b>, body: &Body<'_>) {
        self.results = body.result.iter().map(|atom| self.atom(known, atom)).collect();
        known.leave(self.entered);
    }

    /// Adds a statement. Its nested bodies have been rewritten already.
    pub fn statement(&mut self, known: &mut Known<'b>, stm: &Stm<'b>, interned: &mut Interned<'_>) {
        for param in stm.pat {
            known.types.insert(param.name, *param.ty);
        }
        effects::add_roots(&mut known.roots, stm);
        if let Exp::Atoms { atoms, .. } = stm.exp {
            for (param, atom) in stm.pat.iter().zip(*atoms) {
                let bare = self.atom(known, atom);
                let id = match self.under(known, bare, stm.certs) {
                    None => bare,
                    Some(term) => self.checked(*stm, param, term),
                };
                self.ids.insert(param.name, id);
                self.constant(known, param.name, id);
                if stm.certs.is_empty() && matches!(param.ty, Type::Array { .. }) {
                    known.same.entry(param.name).or_insert(*atom);
                }
            }
            return;
        }
        let effect = known.summaries.has_effect(stm.exp);
        let plain = plain(stm.exp);
        // Statements that print are kept apart, and so are arrays that are overwritten.
        let printing = effect && known.summaries.traces(stm.exp);
        let fresh = printing || makes_array(stm) && stm.pat.iter().any(|param| self.touched.contains(&param.name));
        let term = match &plain {
            Some((op, atoms)) => {
                let args: Vec<Id> = atoms.iter().map(|atom| self.atom(known, atom)).collect();
                Term::new(op.clone(), args)
            }
            None => {
                let free = known.summaries.free(stm.exp);
                let args: Vec<Id> = free.iter().map(|name| self.name(known, *name)).collect();
                let size = known.summaries.size(stm.exp);
                let number = interned.number(&mut self.blocks, stm.exp, free, size);
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
        // A statement that may fail has a class of its own, apart from the class of its result: the result may turn out
        // to be known, but the statement must stay.
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
        if let ([param], Some((op, atoms))) = (stm.pat, plain) {
            if stm.certs.is_empty()
                && let Some(same) = known.computed_as(param.name, &op, &atoms)
            {
                let class = self.name(known, same);
                self.graph.union_trusted(whole, class, "computed-around");
                known.same.entry(param.name).or_insert(var(same));
            }
            if !matches!(op, Op::Update(_) | Op::Assert) {
                known.definitions.insert(param.name, (op, atoms));
            }
        }
        self.equal_results(known, stm, &results);
        self.origins.push(Origin { stm: *stm, terms, whole, results, effect, needs });
    }

    /// Makes a constant's value known in nested bodies.
    fn constant(&self, known: &mut Known<'b>, name: Name, id: Id) {
        if let Some(value) = self.graph[id].data.value {
            known.same.insert(name, Atom::Const { span: framework::Span::NONE, value });
        }
    }

    /// Adds a statement that renames a value under additional checks.
    fn checked(&mut self, stm: Stm<'b>, param: &'b Param<'b>, term: Term) -> Id {
        let whole = self.graph.add(term.clone());
        let needs = self.graph[whole].data.ty.iter().flat_map(|ty| ty.dims.iter().copied()).collect();
        let stm = Stm { pat: std::slice::from_ref(param), ..stm };
        let terms = vec![(whole, term)];
        self.origins.push(Origin { stm, terms, whole, results: vec![whole], effect: false, needs });
        whole
    }

    fn under(&mut self, known: &Known<'b>, id: Id, certs: &[Name]) -> Option<Term> {
        let args: Vec<Id> = std::iter::once(id).chain(certs.iter().map(|cert| self.name(known, *cert))).collect();
        (!certs.is_empty()).then(|| Term::new(Op::Under, args))
    }
}

/// Whether a statement makes a new array, not a view.
fn makes_array(stm: &Stm<'_>) -> bool {
    let view = matches!(stm.exp, Exp::Slice { .. } | Exp::Rearrange { .. } | Exp::Reshape { .. });
    !view && stm.pat.iter().any(|param| matches!(param.ty, Type::Array { .. }))
}
