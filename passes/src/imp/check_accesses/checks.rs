//! The checks before memory operations. Their conditions cannot overflow: blocks are small compared with the range of
//! an `i64`, and every number is compared with a size before it is multiplied.

use super::{Checker, Stms};
use framework::{Code, Name, Result, Span, Symbol};
use languages::codes::{self, FailureCode};
use languages::imp::{Exp, Failure, Hist, Part, Region, Stm};
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};

/// The largest number of elements of a block.
const MOST_ELEMENTS: i64 = 1 << 40;

impl<'b> Checker<'b, '_> {
    pub(super) fn int(&self, value: i64) -> Exp<'b> {
        Exp::Const { span: Span::NONE, value: PrimValue::I64(value) }
    }

    pub(super) fn var(&self, name: Name) -> Exp<'b> {
        Exp::Var { span: Span::NONE, name }
    }

    /// An operator on `i64`s.
    pub(super) fn bin(&self, op: BinOp, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        let (lhs, rhs) = (self.arena.alloc(lhs), self.arena.alloc(rhs));
        Exp::Bin { span: Span::NONE, op, prim: PrimType::I64, lhs, rhs }
    }

    fn truth(&self, op: BinOp, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        let (lhs, rhs) = (self.arena.alloc(lhs), self.arena.alloc(rhs));
        Exp::Bin { span: Span::NONE, op, prim: PrimType::Bool, lhs, rhs }
    }

    fn all(&self, conditions: impl IntoIterator<Item = Exp<'b>>) -> Exp<'b> {
        let yes = Exp::Const { span: Span::NONE, value: PrimValue::Bool(true) };
        conditions.into_iter().reduce(|all, next| self.truth(BinOp::LogAnd, all, next)).unwrap_or(yes)
    }

    /// `low <= value && value <= high`
    fn between(&self, low: Exp<'b>, value: Exp<'b>, high: Exp<'b>) -> Exp<'b> {
        self.all([self.bin(BinOp::Le, low, value), self.bin(BinOp::Le, value, high)])
    }

    /// `0 <= index && index < size`
    fn inside(&self, index: Exp<'b>, size: Exp<'b>) -> Exp<'b> {
        self.all([self.bin(BinOp::Le, self.int(0), index), self.bin(BinOp::Lt, index, size)])
    }

    fn text(&self, text: impl AsRef<str>) -> Part<'b> {
        Part::Literal { span: Span::NONE, text: Symbol::new(text.as_ref()) }
    }

    fn show(&self, value: Exp<'b>) -> Part<'b> {
        Part::Show { span: Span::NONE, value: self.arena.alloc(value), prim: PrimType::I64 }
    }

    /// ` out of bounds for block `xs` of 10 elements.`
    fn outside(&self, mem: Name, size: Exp<'b>) -> [Part<'b>; 3] {
        [self.text(format!(" out of bounds for block `{mem}` of ")), self.show(size), self.text(" elements.")]
    }

    fn assert(&mut self, code: &'static Code, span: Span, cond: Exp<'b>, message: Vec<Part<'b>>) -> Stm<'b> {
        self.checks += 1;
        let place = self.context.sources.describe(span).unwrap_or_else(|| format!("`{}`", self.function));
        let (message, trace) = (self.arena.slice(message), self.arena.slice([Symbol::new(&place)]));
        let failure = self.arena.alloc(Failure { span, code: FailureCode(code), message, trace });
        Stm::Assert { span, cond: self.arena.alloc(cond), failure }
    }

    /// Checks the index of a read or a write.
    pub(super) fn check_index(&mut self, span: Span, mem: Name, index: &Exp<'_>, out: &mut Stms<'b>) -> Result<()> {
        let (index, size) = (self.exp(index), self.size(mem)?);
        let mut message = vec![self.text("Index "), self.show(index)];
        message.extend(self.outside(mem, size));
        let cond = self.inside(index, size);
        out.push(self.assert(&codes::INDEX_OUT_OF_BOUNDS, span, cond, message));
        Ok(())
    }

    /// Checks the number of elements of an allocation.
    pub(super) fn check_count(&mut self, span: Span, count: &Exp<'_>, out: &mut Stms<'b>) {
        let count = self.exp(count);
        let (natural, small) =
            (self.bin(BinOp::Le, self.int(0), count), self.bin(BinOp::Le, count, self.int(MOST_ELEMENTS)));
        let elements = |start: &str| vec![self.text(start), self.show(count), self.text(" elements.")];
        let (negative, large) = (elements("Cannot allocate an array of "), elements("Out of memory: cannot allocate "));
        out.push(self.assert(&codes::OUT_OF_MEMORY, span, natural, negative));
        out.push(self.assert(&codes::OUT_OF_MEMORY, span, small, large));
    }

    /// Checks that a call is not nested too deeply.
    pub(super) fn check_depth(&mut self, span: Span, proc: Symbol, depth: Exp<'b>, most: i64, out: &mut Stms<'b>) {
        let cond = self.bin(BinOp::Lt, depth, self.int(most));
        let message = vec![self.text(format!("Calls of `{proc}` are nested more than {most} deep."))];
        out.push(self.assert(&codes::NESTED_CALLS, span, cond, message));
    }

    /// Checks a copy or a trace. If it has elements, the first and the last ones of all regions must be inside their
    /// blocks.
    pub(super) fn check_regions(
        &mut self,
        span: Span,
        shape: &[Exp<'_>],
        regions: &[&Region<'_>],
        out: &mut Stms<'b>,
    ) -> Result<()> {
        let shape: Vec<Exp<'b>> = shape.iter().map(|count| self.exp(count)).collect();
        let some = self.all(shape.iter().map(|count| self.bin(BinOp::Lt, self.int(0), *count)));
        let mut checks = Vec::new();
        for region in regions {
            self.check_region(span, &shape, region, &mut checks)?;
        }
        out.push(Stm::If { span, cond: self.arena.alloc(some), yes: self.arena.slice(checks), no: &[] });
        Ok(())
    }

    fn check_region(&mut self, span: Span, shape: &[Exp<'b>], region: &Region<'_>, out: &mut Stms<'b>) -> Result<()> {
        let (mem, size, offset) = (region.mem, self.size(region.mem)?, self.exp(region.offset));
        let mut message = vec![self.text("Index "), self.show(offset)];
        message.extend(self.outside(mem, size));
        out.push(self.assert(&codes::INDEX_OUT_OF_BOUNDS, span, self.inside(offset, size), message));
        let (mut low, mut high) = (offset, offset);
        for (count, stride) in shape.iter().zip(region.strides) {
            let (stride, last) = (self.exp(stride), self.bin(BinOp::Sub, *count, self.int(1)));
            let magnitude = Exp::Un { span, op: UnOp::Abs, prim: PrimType::I64, arg: self.arena.alloc(stride) };
            // The number of strides that fit into the block.
            let steps = self.bin(BinOp::Quot, size, self.bin(BinOp::Max, magnitude, self.int(1)));
            let small = self.between(self.bin(BinOp::Sub, self.int(0), size), stride, size);
            let few = self.truth(BinOp::LogAnd, small, self.bin(BinOp::Le, last, steps));
            let still = self.truth(
                BinOp::LogOr,
                self.bin(BinOp::Eq, stride, self.int(0)),
                self.bin(BinOp::Eq, last, self.int(0)),
            );
            let mut message = vec![self.text("Elements "), self.show(stride), self.text(" apart, "), self.show(*count)];
            message.push(self.text(" of them, are"));
            message.extend(self.outside(mem, size));
            let cond = self.truth(BinOp::LogOr, still, few);
            out.push(self.assert(&codes::INDEX_OUT_OF_BOUNDS, span, cond, message));
            let distance = self.bin(BinOp::Mul, last, stride);
            low = self.bin(BinOp::Add, low, self.bin(BinOp::Min, distance, self.int(0)));
            high = self.bin(BinOp::Add, high, self.bin(BinOp::Max, distance, self.int(0)));
        }
        let mut message = vec![self.text("Indices "), self.show(low), self.text(" to "), self.show(high)];
        message.extend(self.outside(mem, size));
        let cond = self.all([self.bin(BinOp::Le, self.int(0), low), self.bin(BinOp::Lt, high, size)]);
        out.push(self.assert(&codes::INDEX_OUT_OF_BOUNDS, span, cond, message));
        Ok(())
    }

    /// Checks a histogram. All bins must be inside their blocks, used or not.
    pub(super) fn check_bins(&mut self, span: Span, hist: &Hist<'_>, out: &mut Stms<'b>) -> Result<()> {
        let width = self.exp(hist.width);
        let message = vec![self.text("A histogram cannot have "), self.show(width), self.text(" bins.")];
        let natural = self.bin(BinOp::Le, self.int(0), width);
        out.push(self.assert(&codes::OUT_OF_MEMORY, span, natural, message));
        for bins in hist.dests {
            let (offset, size) = (self.exp(bins.offset), self.size(bins.mem)?);
            let mut message =
                vec![self.show(width), self.text(" bins from index "), self.show(offset), self.text(" on are")];
            message.extend(self.outside(bins.mem, size));
            let room = self.bin(BinOp::Sub, size, offset);
            let cond = self.all([self.between(self.int(0), offset, size), self.bin(BinOp::Le, width, room)]);
            out.push(self.assert(&codes::INDEX_OUT_OF_BOUNDS, span, cond, message));
        }
        Ok(())
    }

    /// Checks that a block has at least as many elements as the result of an entry point that it holds.
    pub(super) fn check_result(&mut self, span: Span, mem: Name, dims: &[Exp<'_>], out: &mut Stms<'b>) -> Result<()> {
        let size = self.size(mem)?;
        let dims: Vec<Exp<'b>> = dims.iter().map(|dim| self.exp(dim)).collect();
        let natural = self.all(dims.iter().map(|dim| self.bin(BinOp::Le, self.int(0), *dim)));
        let some = self.all(dims.iter().map(|dim| self.bin(BinOp::Lt, self.int(0), *dim)));
        let (mut fits, mut product) = (Vec::new(), self.int(1));
        for dim in &dims {
            let room = self.bin(BinOp::Quot, size, self.bin(BinOp::Max, product, self.int(1)));
            fits.push(self.bin(BinOp::Le, *dim, room));
            product = self.bin(BinOp::Mul, product, *dim);
        }
        let none = Exp::Un { span, op: UnOp::Not, prim: PrimType::Bool, arg: self.arena.alloc(some) };
        let fits = self.truth(BinOp::LogOr, none, self.all(fits));
        let mut message = vec![self.text("A result of shape ")];
        for dim in &dims {
            message.extend([self.text("["), self.show(*dim), self.text("]")]);
        }
        message.push(self.text(" is"));
        message.extend(self.outside(mem, size));
        let cond = self.truth(BinOp::LogAnd, natural, fits);
        out.push(self.assert(&codes::INDEX_OUT_OF_BOUNDS, span, cond, message));
        Ok(())
    }
}
