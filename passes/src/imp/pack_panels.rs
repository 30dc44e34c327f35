//! `pack-panels`: lets a kernel work on panels of columns, from copies of what its loops read there.

mod analysis;

use framework::pass::{Report, Run, Transform};
use framework::{Name, Owned, Result, Span, pass, rules};
use languages::imp::{Arena, Dim, Exp, Imp, Program, Reduce, Rewrite, Stm, Visit as _, default_rewrite_stm};
use languages::prim::{BinOp, PrimType};

use self::analysis::{Columns, Own, Panel, Place, panel};
use crate::imp::support::{bin, int, is_host, keep_names, report_kernels, variable};

pass! {
    /// Lets a kernel work on panels of 64 columns, from copies of what its loops read there.
    ///
    ///     kernel (i < n, j < p) do
    ///       for k < m do x <- a[i * m + k]; y <- b[j + k * p]; s <- s + x * y done
    ///       c[i * p + j] <- s
    ///     done
    ///     becomes
    ///     packs <- 16 <= n && 8192 <= m * p
    ///     panels <- b; step <- p
    ///     if packs then
    ///       panels <- alloc … ; step <- 64
    ///       kernel (t < (p + 63) / 64, k < m) do
    ///         kernel (l < min(64, p - t * 64)) do panels[(t * m + k) * 64 + l] <- b[t * 64 + l + k * p] done
    ///       done
    ///     fi
    ///     kernel (t < (p + 63) / 64, i < n) do
    ///       first <- select(packs, t * m * 64, t * 64)
    ///       kernel (l < min(64, p - t * 64)) do
    ///         j <- t * 64 + l
    ///         for k < m do x <- a[i * m + k]; y <- panels[first + l + k * step]; s <- s + x * y done
    ///         c[i * p + j] <- s
    ///       done
    ///     done
    ///
    /// In the product of matrices, each row of the result reads all of `b`, with a step of a whole row from element to
    /// element, so a large `b` would come from memory for every row, and each element from another page. A panel
    /// of it stays in the cache for all rows, and its elements are neighbours. If there are few rows or if `b` is
    /// small, nothing is copied, and the kernel reads the panels in place.
    ///
    /// A kernel qualifies if its body only computes, reads, writes and loops, and if a loop of at least 32 rounds reads
    /// elements that are neighbours for neighbouring columns, the same for all rows, and evenly spaced in the loop.
    /// Goto and van de Geijn, ACM TOMS 34 (2008), section 4: packing. The order of each sum stays.
    pub PackPanels = "pack-panels": Imp => Imp {
        ensures: [PackedPanels],
        counts: { panels },
    }
}

/// The columns of a panel.
const COLUMNS: i64 = 64;
/// The fewest rows for which a panel is copied.
const LEAST_ROWS: i64 = 16;
/// The fewest elements of all panels for which they are copied. Fewer are in the cache anyway.
const LEAST_ELEMENTS: i64 = 1 << 13;

impl Transform for PackPanels {
    fn transform(&self, program: &Owned<Imp>, run: &mut Run<'_, Self>) -> Result<Owned<Imp>> {
        let mut count = 0;
        let result = Owned::build(|arena| {
            let mut packing = Packing { arena, count: 0 };
            let result = packing.rewrite_program(program.root());
            count = packing.count;
            result
        })?;
        run.counts.panels = count;
        run.unchanged_if(count == 0);
        Ok(result)
    }
}

rules! { Imp:
    /// No kernel of the host reads, in a loop, the same columns for each row.
    pub PackedPanels = "packed-panels" by packed_panels;
}

fn packed_panels(program: &Program<'_>, report: &mut Report) {
    let offends = |stm: &Stm<'_>| Columns::of(stm).is_some();
    report_kernels(program, report, &offends, "loops that read the same columns for each row");
}

/// The names of a panel in the new code.
#[derive(Clone, Copy)]
struct Packed {
    panels: Name,
    /// Where the panel at hand starts.
    first: Name,
    step: Name,
}

struct Packing<'b> {
    arena: &'b Arena<'b>,
    count: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Packing<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn extend_stm(&mut self, node: &'a Stm<'a>, out: &mut Vec<Stm<'b>>) -> Result<()> {
        if let Some(columns) = Columns::of(node) {
            self.count += columns.panels.len() as u64;
            let mut own = Own::default();
            own.visit_stm(node);
            self.pack(node.span(), &columns, &own, out);
            return Ok(());
        }
        out.push(self.rewrite_stm(node)?);
        Ok(())
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        if is_host(node) {
            return default_rewrite_stm(self, node);
        }
        Ok(node.copy_into(self.arena, &mut keep_names()))
    }
}

const I64: PrimType = PrimType::I64;

impl<'b> Packing<'b> {
    fn arith(&self, op: BinOp, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        bin(self.arena, op, I64, lhs, rhs)
    }

    fn add(&self, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        self.arith(BinOp::Add, lhs, rhs)
    }

    fn mul(&self, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        self.arith(BinOp::Mul, lhs, rhs)
    }

    fn select(&self, cond: Name, yes: Exp<'b>, no: Exp<'b>) -> Exp<'b> {
        let [cond, yes, no] = [variable(cond), yes, no].map(|exp| self.arena.alloc(exp));
        Exp::Select { span: Span::NONE, cond, yes, no }
    }

    fn keep(&self, exp: &Exp<'_>) -> Exp<'b> {
        exp.copy_into(self.arena, &mut keep_names())
    }

    /// `sum` and further terms.
    fn sum(&self, sum: Exp<'b>, terms: impl Iterator<Item = (Exp<'b>, bool)>) -> Exp<'b> {
        terms.fold(sum, |sum, (term, minus)| self.arith(if minus { BinOp::Sub } else { BinOp::Add }, sum, term))
    }

    /// A new variable with a value.
    fn named(&self, name: Name, prim: PrimType, value: Exp<'b>, out: &mut Vec<Stm<'b>>) {
        out.push(Stm::Decl { span: Span::NONE, name, prim });
        out.push(Stm::Assign { span: Span::NONE, name, value: self.arena.alloc(value) });
    }

    fn dim(&self, index: Name, count: Exp<'b>) -> Dim<'b> {
        Dim { span: Span::NONE, index, count: self.arena.alloc(count) }
    }

    fn kernel(&self, span: Span, space: Vec<Dim<'b>>, body: Vec<Stm<'b>>) -> Stm<'b> {
        Stm::Parallel { span, groups: false, space: self.arena.slice(space), body: self.arena.slice(body) }
    }

    /// The number of panels of so many columns, and the columns of one of them.
    fn tiles(&self, columns: Exp<'b>, tile: Name) -> (Exp<'b>, Exp<'b>) {
        let count = self.arith(BinOp::Quot, self.add(columns, int(COLUMNS - 1)), int(COLUMNS));
        let left = self.arith(BinOp::Sub, columns, self.mul(variable(tile), int(COLUMNS)));
        (count, self.arith(BinOp::Min, int(COLUMNS), left))
    }

    fn pack<'a>(&self, span: Span, nest: &Columns<'a>, own: &Own<'a>, out: &mut Vec<Stm<'b>>) {
        let (columns, rows) = (self.keep(nest.column.count), self.keep(nest.row.count));
        let tile = Name::fresh("tile");
        let (count, width) = self.tiles(columns, tile);
        let mut before = Vec::new();
        let mut packed = Vec::new();
        for panel in &nest.panels {
            let (names, first) = self.panels(span, panel, (columns, rows), tile, out);
            self.named(names.first, I64, first, &mut before);
            packed.push(names);
        }
        let lane = Name::fresh("column");
        let mut body = Vec::new();
        let column = self.add(self.mul(variable(tile), int(COLUMNS)), variable(lane));
        self.named(nest.column.index, I64, column, &mut body);
        let mut reading = Reading { packing: self, nest, own, packed: &packed, lane };
        body.append(&mut reading.stms(nest.body, Place::Top));
        before.push(self.kernel(span, vec![self.dim(lane, width)], body));
        let mut space: Vec<Dim<'b>> =
            nest.outer.iter().map(|dim| dim.copy_into(self.arena, &mut keep_names())).collect();
        space.push(self.dim(tile, count));
        space.push(nest.row.copy_into(self.arena, &mut keep_names()));
        out.push(self.kernel(span, space, before));
        out.extend(packed.iter().map(|names| Stm::Free { span, name: names.panels }));
    }

    /// Copies the panels of an array, if that is worth it. Returns their names, and where panel `tile` starts.
    fn panels(
        &self,
        span: Span,
        panel: &Panel<'_>,
        (columns, rows): (Exp<'b>, Exp<'b>),
        tile: Name,
        out: &mut Vec<Stm<'b>>,
    ) -> (Packed, Exp<'b>) {
        let arena = self.arena;
        let names = Packed { panels: panel.mem.refresh(), first: Name::fresh("first"), step: Name::fresh("step") };
        let rounds = self.keep(&panel.rounds);
        let offset = || panel.offset.iter().map(|(term, minus)| (self.keep(term), *minus));
        let steps =
            panel.step.iter().map(|(term, minus)| (term.as_ref().map_or(int(1), |term| self.keep(term)), *minus));
        let (packs, step) = (Name::fresh("packs"), Name::fresh("step"));
        let many = self.arith(BinOp::Le, int(LEAST_ROWS), rows);
        let large = self.arith(BinOp::Le, int(LEAST_ELEMENTS), self.mul(rounds, columns));
        self.named(packs, PrimType::Bool, bin(arena, BinOp::LogAnd, PrimType::Bool, many, large), out);
        self.named(step, I64, self.sum(int(0), steps), out);
        self.named(names.step, I64, self.select(packs, int(COLUMNS), variable(step)), out);
        out.push(Stm::DeclMem { span, name: names.panels, prim: panel.prim });
        // The copy.
        let (own_tile, k, lane, element) =
            (tile.refresh(), Name::fresh("k"), Name::fresh("column"), Name::fresh("element"));
        let (count, width) = self.tiles(columns, own_tile);
        let from = self.add(self.mul(variable(own_tile), int(COLUMNS)), variable(lane));
        let from = self.add(self.sum(from, offset()), self.mul(variable(k), variable(step)));
        let to = self.add(self.mul(variable(own_tile), rounds), variable(k));
        let to = self.add(self.mul(to, int(COLUMNS)), variable(lane));
        let (mem, prim) = (panel.mem, panel.prim);
        let copy = vec![
            Stm::Decl { span, name: element, prim },
            Stm::Read { span, name: element, mem, prim, index: arena.alloc(from) },
            Stm::Write { span, mem: names.panels, prim, index: arena.alloc(to), value: arena.alloc(variable(element)) },
        ];
        let copy = self.kernel(span, vec![self.dim(lane, width)], copy);
        let copy = self.kernel(span, vec![self.dim(own_tile, count), self.dim(k, rounds)], vec![copy]);
        let elements = self.mul(self.mul(count, rounds), int(COLUMNS));
        let yes = [Stm::Alloc { span, name: names.panels, prim, count: arena.alloc(elements) }, copy];
        let no = [Stm::AssignMem { span, name: names.panels, from: mem }];
        let cond = arena.alloc(variable(packs));
        out.push(Stm::If { span, cond, yes: arena.slice(yes), no: arena.slice(no) });
        let start = self.mul(variable(tile), int(COLUMNS));
        let first = self.select(packs, self.mul(start, rounds), self.sum(start, offset()));
        (names, first)
    }
}

/// Copies the body of a kernel, whose reads come from panels.
struct Reading<'n, 'a, 'b> {
    packing: &'n Packing<'b>,
    nest: &'n Columns<'a>,
    own: &'n Own<'a>,
    packed: &'n [Packed],
    /// The number of the column in its panel.
    lane: Name,
}

impl<'a, 'b> Reading<'_, 'a, 'b> {
    fn stms(&mut self, stms: &'a [Stm<'a>], place: Place<'_, 'a>) -> Vec<Stm<'b>> {
        stms.iter().map(|stm| self.stm(stm, place)).collect()
    }

    /// The names of the panel from which a read comes, and the index of the loop around.
    fn packed(&self, read: (Name, PrimType, &Exp<'a>), place: Place<'_, 'a>) -> Option<(Packed, Name)> {
        let wanted = panel(read, place, self.nest.column.index, self.own)?;
        let position = self.nest.panels.iter().position(|panel| *panel == wanted)?;
        let Place::Loop(k, _) = place else { return None };
        Some((*self.packed.get(position)?, k))
    }

    fn stm(&mut self, stm: &'a Stm<'a>, place: Place<'_, 'a>) -> Stm<'b> {
        let (arena, packing) = (self.packing.arena, self.packing);
        match stm {
            Stm::Read { span, name, mem, prim, index }
                if let Some((names, k)) = self.packed((*mem, *prim, index), place) =>
            {
                let start = packing.add(variable(names.first), variable(self.lane));
                let index = packing.add(start, packing.mul(variable(k), variable(names.step)));
                Stm::Read { span: *span, name: *name, mem: names.panels, prim: *prim, index: arena.alloc(index) }
            }
            Stm::For { span, index, bound, body } => {
                let body = self.stms(body, place.inside(*index, bound));
                let bound = arena.alloc(packing.keep(bound));
                Stm::For { span: *span, index: *index, bound, body: arena.slice(body) }
            }
            Stm::Reduce { span, reduce } => {
                let body = self.stms(reduce.body, place.inside(reduce.dim.index, reduce.dim.count));
                let copy = reduce.copy_into(arena, &mut keep_names());
                Stm::Reduce { span: *span, reduce: arena.alloc(Reduce { body: arena.slice(body), ..copy }) }
            }
            other => other.copy_into(arena, &mut keep_names()),
        }
    }
}
