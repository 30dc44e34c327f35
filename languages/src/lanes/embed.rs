//! The meaning of `Lanes`: an embedding into `Imp`. A vector becomes a scalar for each lane, and a group the statements
//! for its lanes, one after the other.
//!
//! ```text
//! lanes 2 (j) do var v: vec i32; v <- xs[j..]; ys[j..] <- v of kernel (i < n) do … done
//! becomes
//! kernel () do
//!   var j: i64; var left: bool
//!   while !left && j + 2 <= n do var v0: i32; var v1: i32; v0 <- xs[j + 0]; v1 <- xs[j + 1]; …; j <- j + 2 done
//!   for rest < n - j do var i: i64; i <- j + rest; … done
//! done
//! ```
//!
//! `Leave` sets `left`. The statements after it run only if it is not set.

mod vectors;

use super::{Embed, Lanes, Stm, added};
use crate::imp::{self, Exp, Imp};
use crate::prim::{BinOp, PrimType, PrimValue, UnOp};
use framework::{Dialect, Error, Language, Name, Names, Owned, Renaming, Result, Span};
use rustc_hash::FxHashMap;

/// The purpose of an embedding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To run the code of groups.
    Run,
    /// To check it: a vector becomes a single scalar.
    Check,
    /// To have no groups.
    Plain,
}

/// Returns an `Imp` program of the same meaning. Fails where a vector stands for a scalar, or a scalar for a vector.
pub fn embed(program: &<Lanes as Language>::Root<'_>, purpose: Purpose) -> Result<Owned<Imp>> {
    let program = Owned::<Imp>::build(|arena| {
        Embedding { arena, purpose, vectors: FxHashMap::default(), lanes: 1, left: None }.embed_program(program)
    })?;
    debug_assert_eq!(Imp::rules().len(), 5, "the rules of `Lanes` say which of them hold for embedded programs");
    Ok(program)
}

struct Embedding<'b> {
    arena: &'b imp::Arena<'b>,
    purpose: Purpose,
    /// The scalars that stand for a vector's lanes.
    vectors: FxHashMap<Name, Vec<Name>>,
    /// The number of lanes of the group around.
    lanes: usize,
    /// The variable that says whether the group around was left.
    left: Option<Name>,
}

/// The error of a part of a program that is a vector where it should be a scalar, and the like.
pub(super) fn misplaced(span: Span, what: &str) -> Error {
    Error::internal(what.to_string()).or_at(span)
}

impl<'a, 'b> Embed<'a, 'b> for Embedding<'b> {
    fn arena(&self) -> &'b imp::Arena<'b> {
        self.arena
    }

    fn embed_exp(&mut self, node: &'a super::Exp<'a>) -> Result<Exp<'b>> {
        if let super::Exp::Var { span, name } = node
            && self.vectors.contains_key(name)
        {
            return Err(misplaced(*span, &format!("`{name}` is a vector, where a scalar is needed")));
        }
        super::default_embed_exp(self, node)
    }

    fn exp_splat(&mut self, node: added::ExpSplat<'a>) -> Result<Exp<'b>> {
        Err(misplaced(node.span, "a vector, where a scalar is needed"))
    }

    fn exp_steps(&mut self, node: added::ExpSteps<'a>) -> Result<Exp<'b>> {
        Err(misplaced(node.span, "a vector, where a scalar is needed"))
    }

    fn exp_any(&mut self, node: added::ExpAny<'a>) -> Result<Exp<'b>> {
        self.over_lanes(BinOp::LogOr, node.mask)
    }

    fn exp_all(&mut self, node: added::ExpAll<'a>) -> Result<Exp<'b>> {
        self.over_lanes(BinOp::LogAnd, node.mask)
    }

    fn stm_decl_vec(&mut self, node: added::StmDeclVec) -> Result<imp::Stm<'b>> {
        Err(misplaced(node.span, "a vector outside of the code of a group"))
    }

    fn stm_load(&mut self, node: added::StmLoad<'a>) -> Result<imp::Stm<'b>> {
        Err(misplaced(node.span, "a vector outside of the code of a group"))
    }

    fn stm_gather(&mut self, node: added::StmGather<'a>) -> Result<imp::Stm<'b>> {
        Err(misplaced(node.span, "a vector outside of the code of a group"))
    }

    fn stm_store(&mut self, node: added::StmStore<'a>) -> Result<imp::Stm<'b>> {
        Err(misplaced(node.span, "a vector outside of the code of a group"))
    }

    fn stm_scatter(&mut self, node: added::StmScatter<'a>) -> Result<imp::Stm<'b>> {
        Err(misplaced(node.span, "a vector outside of the code of a group"))
    }

    fn stm_prefetch(&mut self, node: added::StmPrefetch<'a>) -> Result<imp::Stm<'b>> {
        Err(misplaced(node.span, "a prefetch outside of the code of a group"))
    }

    fn stm_leave(&mut self, node: added::StmLeave<'a>) -> Result<imp::Stm<'b>> {
        Err(misplaced(node.span, "a group is left outside of its code"))
    }

    fn stm_check(&mut self, node: added::StmCheck<'a>) -> Result<imp::Stm<'b>> {
        Err(misplaced(node.span, "a check of lanes outside of the code of a group"))
    }

    fn stm_vectors(&mut self, node: added::StmVectors<'a>) -> Result<imp::Stm<'b>> {
        if self.left.is_some() {
            return Err(misplaced(node.span, "a group in the code of a group"));
        }
        // Whether the parts of a group fit is a rule of its own.
        let misfit = self.purpose == Purpose::Check && super::rules::fits(&node).is_err();
        if self.purpose == Purpose::Plain || misfit {
            return self.embed_stm(node.kernel);
        }
        let kernel = self.group(&node)?;
        let fewer = match node.kernel {
            Stm::Vectors { past, .. } => *past,
            _ => None,
        };
        let past: Vec<_> = node.past.into_iter().chain(fewer).collect();
        if self.purpose != Purpose::Check || past.is_empty() {
            return Ok(kernel);
        }
        let mut stms = Vec::new();
        for past in past {
            let past = self.embed_exp(past)?;
            self.declare(&mut stms, Name::fresh("past"), PrimType::Bool, past);
        }
        Ok(self.in_front(&stms, kernel))
    }

    fn stm_tasks(&mut self, node: added::StmTasks<'a>) -> Result<imp::Stm<'b>> {
        let kernel = self.embed_stm(node.kernel)?;
        if self.purpose != Purpose::Check {
            return Ok(kernel);
        }
        // The cycles are an expression of the program, too. A kernel must stay one, so they go into its body.
        let mut stms = Vec::new();
        let cycles = self.embed_exp(node.cycles)?;
        self.declare(&mut stms, Name::fresh("cycles"), PrimType::F64, cycles);
        Ok(self.in_front(&stms, kernel))
    }
}

impl<'b> Embedding<'b> {
    /// Several statements as one.
    fn together(&self, span: Span, stms: Vec<imp::Stm<'b>>) -> imp::Stm<'b> {
        let cond = self.arena.alloc(Exp::Const { span, value: PrimValue::Bool(true) });
        imp::Stm::If { span, cond, yes: self.arena.slice(stms), no: &[] }
    }

    /// A kernel whose body begins with these statements.
    fn in_front(&self, stms: &[imp::Stm<'b>], kernel: imp::Stm<'b>) -> imp::Stm<'b> {
        let with = |body: &[imp::Stm<'b>]| self.arena.slice(stms.iter().chain(body).copied());
        match kernel {
            imp::Stm::Parallel { span, groups, space, body } => {
                imp::Stm::Parallel { span, groups, space, body: with(body) }
            }
            imp::Stm::Reduce { span, reduce } => {
                let reduce = imp::Reduce { body: with(reduce.body), ..*reduce };
                imp::Stm::Reduce { span, reduce: self.arena.alloc(reduce) }
            }
            imp::Stm::Scan { span, scan } => {
                let scan = imp::Scan { body: with(scan.body), ..*scan };
                imp::Stm::Scan { span, scan: self.arena.alloc(scan) }
            }
            imp::Stm::Hist { span, hist } => {
                let hist = imp::Hist { body: with(hist.body), ..*hist };
                imp::Stm::Hist { span, hist: self.arena.alloc(hist) }
            }
            other => self.together(other.span(), stms.iter().copied().chain([other]).collect()),
        }
    }

    fn int(&self, value: i64) -> Exp<'b> {
        Exp::Const { span: Span::NONE, value: PrimValue::I64(value) }
    }

    fn variable(&self, name: Name) -> Exp<'b> {
        Exp::Var { span: Span::NONE, name }
    }

    fn bin(&self, op: BinOp, prim: PrimType, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        Exp::Bin { span: Span::NONE, op, prim, lhs: self.arena.alloc(lhs), rhs: self.arena.alloc(rhs) }
    }

    fn not(&self, exp: Exp<'b>) -> Exp<'b> {
        Exp::Un { span: Span::NONE, op: UnOp::Not, prim: PrimType::Bool, arg: self.arena.alloc(exp) }
    }

    /// Whether the group around was left; false outside of groups.
    fn is_left(&self) -> Exp<'b> {
        match self.left {
            Some(left) => self.variable(left),
            None => Exp::Const { span: Span::NONE, value: PrimValue::Bool(false) },
        }
    }

    fn assign(&self, name: Name, value: Exp<'b>) -> imp::Stm<'b> {
        imp::Stm::Assign { span: Span::NONE, name, value: self.arena.alloc(value) }
    }

    /// Declares a variable with a value.
    fn declare(&self, out: &mut Vec<imp::Stm<'b>>, name: Name, prim: PrimType, value: Exp<'b>) {
        out.push(imp::Stm::Decl { span: Span::NONE, name, prim });
        out.push(self.assign(name, value));
    }

    /// Statements that run unless the group was left.
    fn unless_left(&self, stms: Vec<imp::Stm<'b>>) -> imp::Stm<'b> {
        let cond = self.arena.alloc(self.not(self.is_left()));
        imp::Stm::If { span: Span::NONE, cond, yes: self.arena.slice(stms), no: &[] }
    }

    /// A copy of an operator with names of its own.
    fn fresh(&self, op: &imp::Op<'_>) -> imp::Op<'b> {
        op.copy_into(self.arena, &mut Renaming::new(Names::Fresh))
    }

    fn lanes_of(&self, node: &added::StmVectors<'_>) -> usize {
        if self.purpose == Purpose::Check { 1 } else { usize::try_from(node.lanes).unwrap_or(1) }
    }

    /// The statements of a group and of the rest of a row, as one statement. `Leave` and the loop are those of the
    /// description above.
    fn group<'a>(&mut self, node: &added::StmVectors<'a>) -> Result<imp::Stm<'b>> {
        let lanes = self.lanes_of(node);
        let around = std::mem::replace(&mut self.lanes, lanes);
        let (mut nodes, mut kernel) = (vec![*node], node.kernel);
        while let Stm::Vectors { span, lanes, indices, past, body, values, op, kernel: of } = kernel {
            let (span, lanes, past) = (*span, *lanes, *past);
            nodes.push(added::StmVectors { span, lanes, indices, past, body, values, op, kernel: of });
            kernel = of;
        }
        let group = match kernel {
            Stm::Parallel { space, body, .. } => self.map_groups(&nodes, space, body),
            _ if nodes.len() > 1 => Err(misplaced(node.span, "groups of several sizes of a statement that is no map")),
            Stm::Reduce { reduce, .. } => self.reduce_group(node, reduce),
            Stm::Hist { hist, .. } => self.hist_group(node, hist),
            _ => Err(misplaced(node.span, "a group of a statement without indices")),
        };
        self.lanes = around;
        group
    }

    /// The loop over the groups of a row, from the index `start` on: `group` runs for each of them. Returns the first
    /// index that is left.
    fn groups<'a>(
        &mut self,
        node: &added::StmVectors<'a>,
        (start, count): (Exp<'b>, Exp<'b>),
        group: impl FnOnce(&mut Self) -> Result<Vec<imp::Stm<'b>>>,
        out: &mut Vec<imp::Stm<'b>>,
    ) -> Result<Name> {
        let Some(&first) = node.indices.last() else {
            return Err(misplaced(node.span, "a group without indices"));
        };
        let left = Name::fresh("left");
        let lanes = self.int(self.lanes as i64);
        self.declare(out, first, PrimType::I64, start);
        self.declare(out, left, PrimType::Bool, Exp::Const { span: Span::NONE, value: PrimValue::Bool(false) });
        let next = self.bin(BinOp::Add, PrimType::I64, self.variable(first), lanes);
        let vectors = std::mem::take(&mut self.vectors);
        self.left = Some(left);
        let mut stms = group(self)?;
        let step = self.assign(first, next);
        stms.push(self.unless_left(vec![step]));
        let is_left = self.is_left();
        (self.vectors, self.left) = (vectors, None);
        let fits = self.bin(BinOp::Le, PrimType::I64, next, count);
        let goes_on = self.bin(BinOp::LogAnd, PrimType::Bool, self.not(is_left), fits);
        let (cond, group) = (self.arena.alloc(goes_on), self.arena.slice(stms));
        out.push(imp::Stm::While { span: node.span, cond, body: group });
        Ok(first)
    }

    /// The loops over a row: `group` runs for groups of lanes, then `between`, then `body` for each other index.
    /// Declares the variables of the loops.
    fn row<'a>(
        &mut self,
        node: &added::StmVectors<'a>,
        dim: &'a super::Dim<'a>,
        group: impl FnOnce(&mut Self) -> Result<Vec<imp::Stm<'b>>>,
        between: Vec<imp::Stm<'b>>,
        body: Vec<imp::Stm<'b>>,
    ) -> Result<Vec<imp::Stm<'b>>> {
        let mut out = Vec::new();
        let range = (self.int(0), self.embed_exp(dim.count)?);
        let first = self.groups(node, range, group, &mut out)?;
        out.extend(between);
        self.rest(node.span, dim, first, body, &mut out)?;
        Ok(out)
    }

    /// The loop over the indices of a row from `first` on.
    fn rest<'a>(
        &mut self,
        span: Span,
        dim: &'a super::Dim<'a>,
        first: Name,
        body: Vec<imp::Stm<'b>>,
        out: &mut Vec<imp::Stm<'b>>,
    ) -> Result<()> {
        let count = self.embed_exp(dim.count)?;
        let rest = Name::fresh("rest");
        let mut stms = Vec::new();
        let at = self.bin(BinOp::Add, PrimType::I64, self.variable(first), self.variable(rest));
        self.declare(&mut stms, dim.index, PrimType::I64, at);
        stms.extend(body);
        let bound = self.arena.alloc(self.bin(BinOp::Sub, PrimType::I64, count, self.variable(first)));
        out.push(imp::Stm::For { span, index: rest, bound, body: self.arena.slice(stms) });
        Ok(())
    }

    /// The groups of a map, from more to fewer lanes.
    fn map_groups<'a>(
        &mut self,
        nodes: &[added::StmVectors<'a>],
        space: &'a [super::Dim<'a>],
        body: &'a [Stm<'a>],
    ) -> Result<imp::Stm<'b>> {
        let span = nodes.first().map_or(Span::NONE, |node| node.span);
        let Some((last, outer)) = space.split_last() else {
            return Err(misplaced(span, "a group of a kernel without dimensions"));
        };
        let own = body.iter().map(|stm| self.embed_stm(stm)).collect::<Result<Vec<_>>>()?;
        let mut stms = Vec::new();
        let count = self.embed_exp(last.count)?;
        let mut first = None;
        for node in nodes {
            for (dim, index) in outer.iter().zip(node.indices) {
                self.declare(&mut stms, *index, PrimType::I64, self.variable(dim.index));
            }
            self.lanes = self.lanes_of(node);
            let start = first.map_or(self.int(0), |first| self.variable(first));
            first = Some(self.groups(node, (start, count), |e| e.lane_stms(node.body), &mut stms)?);
        }
        if let Some(first) = first {
            self.rest(span, last, first, own, &mut stms)?;
        }
        let space = outer.iter().map(|dim| self.embed_dim(dim)).collect::<Result<Vec<_>>>()?;
        let (space, body) = (self.arena.slice(space), self.arena.slice(stms));
        Ok(imp::Stm::Parallel { span, groups: false, space, body })
    }

    /// Applies an operator to scalars, and assigns the results to variables.
    fn apply(&self, op: &imp::Op<'_>, lhs: &[Exp<'b>], rhs: &[Exp<'b>], targets: &[Name]) -> Vec<imp::Stm<'b>> {
        let op = self.fresh(op);
        let mut out = Vec::new();
        for (param, value) in op.lhs.iter().zip(lhs).chain(op.rhs.iter().zip(rhs)) {
            self.declare(&mut out, param.name, param.prim, *value);
        }
        out.extend(op.body.iter().copied());
        let temporary: Vec<Name> = targets.iter().map(|target| target.refresh()).collect();
        for ((name, result), param) in temporary.iter().zip(op.results).zip(op.lhs) {
            self.declare(&mut out, *name, param.prim, *result);
        }
        out.extend(targets.iter().zip(&temporary).map(|(target, value)| self.assign(*target, self.variable(*value))));
        out
    }

    fn reduce_group<'a>(
        &mut self,
        node: &added::StmVectors<'a>,
        reduce: &'a super::Reduce<'a>,
    ) -> Result<imp::Stm<'b>> {
        let [vector_op, ..] = node.op else {
            return Err(misplaced(node.span, "a reduction's group needs an operator"));
        };
        let op = self.embed_op(reduce.op)?;
        let neutral = reduce.neutral.iter().map(|exp| self.embed_exp(exp)).collect::<Result<Vec<_>>>()?;
        let mut out = Vec::new();
        // A scalar for each operand, and for each operand and each lane.
        let mut whole = Vec::new();
        let mut accumulators = Vec::new();
        for (param, value) in op.lhs.iter().zip(&neutral) {
            let name = param.name.refresh();
            self.declare(&mut out, name, param.prim, *value);
            whole.push(name);
            let lanes: Vec<Name> = (0..self.lanes).map(|_| param.name.refresh()).collect();
            lanes.iter().for_each(|name| self.declare(&mut out, *name, param.prim, *value));
            accumulators.push(lanes);
        }
        let mut between = Vec::new();
        let now: Vec<Exp<'b>> = whole.iter().map(|name| self.variable(*name)).collect();
        let lane = |e: &Self, k: usize| -> (Vec<Name>, Vec<Exp<'b>>) {
            accumulators.iter().map(|lanes| (lanes[k], e.variable(lanes[k]))).unzip()
        };
        let mut half = self.lanes / 2;
        while half > 0 {
            for k in 0..half {
                let ((names, left), (_, right)) = (lane(self, k), lane(self, k + half));
                between.extend(self.apply(&op, &left, &right, &names));
            }
            half /= 2;
        }
        between.extend(self.apply(&op, &now, &lane(self, 0).1, &whole));
        let mut own = reduce.body.iter().map(|stm| self.embed_stm(stm)).collect::<Result<Vec<_>>>()?;
        let values = reduce.values.iter().map(|exp| self.embed_exp(exp)).collect::<Result<Vec<_>>>()?;
        let step = self.embed_op(reduce.each())?;
        own.extend(self.apply(&step, &now, &values, &whole));
        let group = |e: &mut Self| {
            let mut stms = e.lane_stms(node.body)?;
            let step = e.lane_step(node.values, vector_op, &accumulators)?;
            stms.push(e.unless_left(step));
            Ok(stms)
        };
        out.extend(self.row(node, reduce.dim, group, between, own)?);
        out.extend(reduce.targets.iter().zip(&now).map(|(target, value)| self.assign(*target, *value)));
        Ok(self.together(node.span, out))
    }

    fn hist_group<'a>(&mut self, node: &added::StmVectors<'a>, hist: &'a super::Hist<'a>) -> Result<imp::Stm<'b>> {
        let own = hist.body.iter().map(|stm| self.embed_stm(stm)).collect::<Result<Vec<_>>>()?;
        let group = |e: &mut Self| {
            let mut stms = e.lane_stms(node.body)?;
            let combine = e.lane_combines(node.span, node.values)?;
            stms.push(e.unless_left(combine));
            Ok(stms)
        };
        let body = self.row(node, hist.dim, group, Vec::new(), own)?;
        let mut whole = self.embed_hist(hist)?;
        let dim = imp::Dim { span: node.span, index: Name::fresh("all"), count: self.arena.alloc(self.int(1)) };
        (whole.dim, whole.body) = (self.arena.alloc(dim), self.arena.slice(body));
        Ok(imp::Stm::Hist { span: node.span, hist: self.arena.alloc(whole) })
    }
}
