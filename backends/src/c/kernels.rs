//! Kernels of host code. Each becomes a few functions over ranges of indices, which `runtime/kernels.h` divides among
//! threads. They take an environment: a struct with the free variables of the kernel.

use framework::{Error, Name, Node, Result};
use languages::lanes::facts::{self, may_fail};
use languages::lanes::{Dim, Exp, Hist, Op, Reduce, Scan, Stm};
use languages::prim::PrimType;
use std::rc::Rc;

use super::code::Code;
use super::folds::BinsOf;
use super::groups::Group;
use super::parts::Place;
use super::program::{Exit, Function};
use super::types::{c_type, identifier};
use crate::scans::gives_carries;

/// A kernel that is being launched.
struct Launch {
    /// The name of the struct with its free variables.
    environment: String,
    captures: Vec<Name>,
    /// The number of its first assertion.
    first_assertion: usize,
    /// Its `struct cost`.
    cost: String,
}

/// The parameters after worker and environment.
const RANGE: &str = "int64_t low, int64_t high";
const RANGE_AND_STATE: &str = "int64_t low, int64_t high, uint64_t *state";
const TWO_STATES: &str = "uint64_t *left, const uint64_t *right";

/// What is set aside while another function is translated.
struct Outer {
    code: Code,
    arrays: Vec<String>,
    scopes: Vec<Vec<Name>>,
    exit: Option<Exit>,
    first_assertion: Option<usize>,
}

impl Function<'_> {
    /// Runs a kernel statement on all threads, if that is worth it. An index takes `cycles` cycles.
    pub fn launch(&mut self, stm: &Stm<'_>, cycles: &Exp<'_>, known: bool) -> Result<()> {
        let cycles = self.exp(cycles)?;
        let measured = if known { 0 } else { self.unit.add_measured() };
        let cost = format!("(struct cost){{{cycles}, {measured}}}");
        let first_assertion = self.unit.assertions.len();
        let (environment, captures) = self.capture(stm)?;
        let launch = Launch { environment, captures, first_assertion, cost };
        let (group, kernel) = Group::split(stm)?;
        let group = group.as_ref();
        let aliases = Rc::new(self.unit.aliases.in_kernel(kernel));
        let around = std::mem::replace(&mut self.unit.aliases, aliases);
        let launched = match kernel {
            Stm::Parallel { space, body, .. } => self.launch_parallel(&launch, group, space, body),
            Stm::Reduce { reduce, .. } => self.launch_reduce(&launch, group, reduce),
            Stm::Scan { scan, .. } => self.launch_scan(&launch, scan),
            Stm::Hist { hist, .. } => self.launch_hist(&launch, group, hist),
            _ => Err(Error::internal("only kernel statements are launched")),
        };
        self.unit.aliases = around;
        self.code.close();
        launched
    }

    /// Opens a block with the environment of a kernel: the number of its first assertion, and the free variables of its
    /// statement. Returns the name of the struct, and the variables.
    fn capture(&mut self, stm: &Stm<'_>) -> Result<(String, Vec<Name>)> {
        let names = stm.free_names();
        let mut fields = Code::default();
        let mut values = vec![self.unit.assertions.len().to_string()];
        fields.open(" {");
        fields.line("int64_t assertions;");
        for (number, &name) in names.iter().enumerate() {
            match self.scalar_type(name) {
                Ok(prim) => fields.line(format!("{} x{number};", c_type(prim))),
                Err(_) => fields.line(format!("{} *x{number};", c_type(self.memory(name)?.prim))),
            }
            values.push(identifier(name));
        }
        fields.close_with("};");
        let name = self.unit.share("environment", "struct", &fields.text(), Place::Each);
        self.code.open("{");
        self.code.line(format!("const struct {name} environment = {{{}}};", values.join(", ")));
        Ok((name, names))
    }

    /// Adds a function of a kernel.
    fn kernel(
        &mut self,
        launch: &Launch,
        (part, params): (&str, &str),
        build: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<String> {
        let outer = Outer {
            code: std::mem::replace(&mut self.code, Code::body()),
            arrays: std::mem::take(&mut self.arrays),
            scopes: std::mem::replace(&mut self.scopes, vec![Vec::new()]),
            exit: self.exit.take(),
            first_assertion: self.first_assertion.replace(launch.first_assertion),
        };
        let memories = self.memories.clone();
        self.code.line(format!("const struct {} *e = environment;", launch.environment));
        for (number, &name) in launch.captures.iter().enumerate() {
            let variable = identifier(name);
            match self.scalar_type(name) {
                Ok(prim) => {
                    let value =
                        if self.unit.thread == Some(name) { "w->number".into() } else { format!("e->x{number}") };
                    self.code.line(format!("const {} {variable} = {value};", c_type(prim)));
                }
                Err(_) => {
                    let prim = self.memory(name)?.prim;
                    self.borrow(name, prim, &format!("e->x{number}"));
                }
            }
        }
        build(self)?;
        let text = self.finish(&format!("(struct worker *w, const void *environment, {params}) {{"));
        let name = self.unit.share(part, "static int", &text, Place::One);
        Outer {
            code: self.code,
            arrays: self.arrays,
            scopes: self.scopes,
            exit: self.exit,
            first_assertion: self.first_assertion,
        } = outer;
        self.memories = memories;
        Ok(name)
    }

    /// How a kernel that combines values is cut into pieces: a `struct order`.
    fn order(group: Option<&Group<'_>>, bodies: &[&[Stm<'_>]], ops: &[&Op<'_>]) -> String {
        let least = match (bodies.iter().any(|body| facts::repeats(body)), group) {
            (false, _) => "LEAST_PIECE",
            (true, Some(_)) => "LANES",
            (true, None) => "1",
        };
        format!("{{{least}, {}}}", ops.iter().any(|op| facts::rounds(op)))
    }

    /// The cost of a kernel that must not be cut into pieces unless it is `divisible`.
    fn cost(launch: &Launch, divisible: bool) -> String {
        if divisible { launch.cost.clone() } else { "(struct cost){UNDIVIDED, 0}".into() }
    }

    fn launch_parallel(
        &mut self,
        launch: &Launch,
        group: Option<&Group<'_>>,
        space: &[Dim<'_>],
        body: &[Stm<'_>],
    ) -> Result<()> {
        let name = self.kernel(launch, ("kernel", RANGE), |t| t.flat_space(space, body, group))?;
        let mut total = String::from("1");
        for dim in space {
            let count = self.exp(dim.count)?;
            total = if total == "1" {
                format!("greatest({count}, 0)")
            } else {
                format!("mul_i64({total}, greatest({count}, 0))")
            };
        }
        let cost = &launch.cost;
        let whole = if group.is_some() { "LANES" } else { "1" };
        self.code
            .line(format!("if (parallel(w, {name}, &environment, {total}, {whole}, {cost}) != OK) return FAILED;"));
        Ok(())
    }

    /// Runs a kernel by a routine that takes a struct with these fields.
    fn run(&mut self, routine: &str, of: &str, fields: &[(&str, &str)]) {
        self.code.open(format!("struct {of} call = {{"));
        for (field, value) in fields {
            self.code.line(format!(".{field} = {value},"));
        }
        self.code.close_with("};");
        self.code.line(format!("if ({routine}(w, &call) != OK) return FAILED;"));
    }

    fn launch_reduce(&mut self, launch: &Launch, group: Option<&Group<'_>>, reduce: &Reduce<'_>) -> Result<()> {
        let chunk = self.reduce_chunk(launch, group, reduce)?;
        let combine = self.combination(launch, "combine", reduce.op)?;
        let fails = may_fail(reduce.op.body);
        // If the operator may fail, a second run in order finds the first failure. If the body must not run twice, the
        // range is not cut into pieces.
        let cost = Self::cost(launch, !fails || self.unit.aliases.repeatable(reduce.body));
        let (width, total) = (reduce.targets.len(), self.exp(reduce.dim.count)?);
        let order = Self::order(group, &[reduce.body], &[reduce.op]);
        self.code.line(format!("uint64_t result[{}];", width.max(1)));
        self.run(
            "reduce",
            "reduction",
            &[
                ("chunk", &chunk),
                ("combine", &combine),
                ("environment", "&environment"),
                ("total", &total),
                ("cost", &cost),
                ("order", &order),
                ("result", "result"),
                ("width", &width.to_string()),
                ("may_fail", &fails.to_string()),
            ],
        );
        self.assign_words(reduce.targets, ("result", 0))
    }

    fn launch_scan(&mut self, launch: &Launch, scan: &Scan<'_>) -> Result<()> {
        let totals = scan.totals;
        let (width, extra) = (scan.neutral.len(), totals.targets.len());
        // The state is the carry, followed by the totals.
        let pass = self.kernel(launch, ("scan", RANGE_AND_STATE), |t| {
            let start = Self::words(scan.op, "state");
            let (carry, combined) = t.scan_loop(scan, ("low", "high"), &start)?;
            t.store_words(scan.op, &carry, ("state", 0));
            t.store_words(totals.op, &combined, ("state", width));
            Ok(())
        })?;
        let alone = match gives_carries(scan, &self.unit.aliases) {
            false => "NULL".to_owned(),
            true => self.kernel(launch, ("scan_alone", RANGE_AND_STATE), |t| {
                let start = Self::words(scan.op, "state");
                let carry = t.scan_piece(scan, ("low", "high"), &start)?;
                t.store_words(scan.op, &carry, ("state", 0));
                Ok(())
            })?,
        };
        let chunk = self.kernel(launch, ("chunk", RANGE_AND_STATE), |t| {
            let neutral = t.exps(scan.neutral)?;
            let results = t.reduce_for_scan(scan, ("low", "high"), &neutral)?;
            t.store_words(scan.op, &results, ("state", 0));
            Ok(())
        })?;
        let combine = self.combination(launch, "combine", scan.op)?;
        let join = self.combination(launch, "join", totals.op)?;
        // A body that writes memory that it reads must not run twice. If combining the totals may fail, the failure of
        // the first index must be reported, so the scan is not cut either.
        let divisible = self.unit.aliases.repeatable(scan.body) && !may_fail(totals.op.body);
        let (cost, total) = (Self::cost(launch, divisible), self.exp(scan.dim.count)?);
        let order = Self::order(None, &[scan.body, scan.after], &[scan.op, totals.op]);
        let start = self.exps(scan.neutral)?;
        self.code.line(format!("uint64_t state[{}];", (width + extra).max(1)));
        self.store_words(scan.op, &start, ("state", 0));
        self.run(
            "scan",
            "prefixes",
            &[
                ("scan", &pass),
                ("alone", &alone),
                ("chunk", &chunk),
                ("combine", &combine),
                ("join", &join),
                ("environment", "&environment"),
                ("total", &total),
                ("cost", &cost),
                ("order", &order),
                ("state", "state"),
                ("width", &width.to_string()),
                ("extra", &extra.to_string()),
            ],
        );
        self.assign_words(totals.targets, ("state", width))
    }

    /// Declares variables with the addresses of histograms in a state, after `skip` words.
    fn bins(&mut self, op: &Op<'_>, skip: usize) -> Vec<BinsOf> {
        let mut bins = Vec::with_capacity(op.lhs.len());
        for (k, param) in op.lhs.iter().enumerate() {
            let (name, ty) = (self.unit.temporary(), c_type(param.prim));
            self.code.line(format!("{ty} *{name} = ({ty} *)(uintptr_t)state[{}];", skip + k));
            bins.push((name, param.prim));
        }
        bins
    }

    fn launch_hist(&mut self, launch: &Launch, group: Option<&Group<'_>>, hist: &Hist<'_>) -> Result<()> {
        let count = hist.dests.len();
        self.unit.most_histograms = self.unit.most_histograms.max(count);
        let kernel = self.kernel(launch, ("histogram", RANGE_AND_STATE), |t| {
            let bins = t.bins(hist.op, 0);
            t.hist_loop(hist, group, ("low", "high"), &bins)
        })?;
        let merge = self.kernel(launch, ("merge", RANGE_AND_STATE), |t| {
            let (bins, private) = (t.bins(hist.op, 0), t.bins(hist.op, count));
            t.code.open("for (int64_t bin = low; bin < high; bin++) {");
            let values: Vec<String> = private.iter().map(|(address, _)| format!("{address}[bin]")).collect();
            t.update_bin(hist.op, "bin", &values, &bins)?;
            t.code.close();
            Ok(())
        })?;
        let bins = self.histograms(hist)?;
        let mut table = Vec::with_capacity(count);
        for ((address, prim), neutral) in bins.iter().zip(hist.neutral) {
            let neutral = self.exp(neutral)?;
            table.push(format!("{{{address}, {}, word_of_{prim}({neutral})}}", prim.size_bytes()));
        }
        self.code.line(format!("const struct histogram table[] = {{{}}};", table.join(", ")));
        // If the operator may fail, the failure of the first index must be reported, so the indices are processed in
        // order.
        let cost = Self::cost(launch, !may_fail(hist.op.body));
        let (total, width) = (self.exp(hist.dim.count)?, self.exp(hist.width)?);
        let order = Self::order(None, &[hist.body], &[hist.op]);
        self.run(
            "hist",
            "histograms",
            &[
                ("run", &kernel),
                ("merge", &merge),
                ("environment", "&environment"),
                ("total", &total),
                ("cost", &cost),
                ("order", &order),
                ("table", "table"),
                ("count", &count.to_string()),
                ("width", &width),
            ],
        );
        Ok(())
    }

    /// Assigns words to scalar variables.
    fn assign_words(&mut self, targets: &[Name], (words, skip): (&str, usize)) -> Result<()> {
        for (k, target) in targets.iter().enumerate() {
            let prim = self.scalar_type(*target)?;
            self.code.line(format!("{} = {prim}_of_word({words}[{}]);", identifier(*target), skip + k));
        }
        Ok(())
    }

    /// The operands of an operator in words.
    fn words(op: &Op<'_>, words: &str) -> Vec<String> {
        let operands = op.lhs.iter().enumerate();
        operands.map(|(k, param)| format!("{}_of_word({words}[{k}])", param.prim)).collect()
    }

    /// Stores the results of an operator in words.
    fn store_words(&mut self, op: &Op<'_>, values: &[String], (words, skip): (&str, usize)) {
        for (k, (param, value)) in op.lhs.iter().zip(values).enumerate() {
            self.code.line(format!("{words}[{}] = word_of_{}({value});", skip + k, param.prim));
        }
    }

    /// The function that reduces a range from the neutral element and stores the result in its state.
    fn reduce_chunk(&mut self, launch: &Launch, group: Option<&Group<'_>>, reduce: &Reduce<'_>) -> Result<String> {
        self.kernel(launch, ("chunk", RANGE_AND_STATE), |t| {
            let neutral = t.exps(reduce.neutral)?;
            let results = t.reduce_loop(reduce, group, ("low", "high"), &neutral)?;
            t.store_words(reduce.op, &results, ("state", 0));
            Ok(())
        })
    }

    /// The function that applies an operator to two lists of operands and stores the result in the first.
    fn combination(&mut self, launch: &Launch, part: &str, op: &Op<'_>) -> Result<String> {
        self.kernel(launch, (part, TWO_STATES), |t| {
            let mut results = Vec::with_capacity(op.lhs.len());
            for param in op.lhs {
                let name = t.unit.temporary();
                t.code.line(format!("{} {name};", c_type(param.prim)));
                results.push(name);
            }
            t.apply(op, &Self::words(op, "left"), &Self::words(op, "right"), &results)?;
            t.store_words(op, &results, ("left", 0));
            Ok(())
        })
    }

    /// Loops over the flat indices from `low` to `high - 1` of a space, the last dimension fastest. The outer loop is
    /// over rows, and finds the other indices by division; the inner loop is over the part of a row that is in the
    /// range.
    fn flat_space(&mut self, space: &[Dim<'_>], body: &[Stm<'_>], group: Option<&Group<'_>>) -> Result<()> {
        let Some((inner, outer)) = space.split_last() else {
            // A space without dimensions has a single index vector.
            self.code.open("if (low < high) {");
            self.stms(body)?;
            self.code.close();
            return Ok(());
        };
        if outer.is_empty() {
            return self.row(inner, ("low", "high"), body, group);
        }
        // An empty range may come with an empty dimension, and dividing by its size 0 must be avoided.
        self.code.line("if (low >= high) return OK;");
        let width = self.held(PrimType::I64, inner.count)?;
        let counts = outer.iter().map(|dim| self.held(PrimType::I64, dim.count)).collect::<Result<Vec<_>>>()?;
        self.code.open(format!("for (int64_t row = low / {width}; row <= (high - 1) / {width}; row++) {{"));
        self.code.line("int64_t rest = row;");
        for (k, (dim, count)) in outer.iter().zip(&counts).enumerate().rev() {
            self.bind_index(dim.index, &if k == 0 { "rest".into() } else { format!("rest % {count}") });
            // The group has names of its own for the same indices.
            if let Some(name) = group.and_then(|group| group.indices.get(k)) {
                self.bind_index(*name, &identifier(dim.index));
            }
            if k > 0 {
                self.code.line(format!("rest /= {count};"));
            }
        }
        self.code.line(format!("const int64_t from = greatest(low - row * {width}, 0);"));
        self.code.line(format!("const int64_t to = least(high - row * {width}, {width});"));
        self.row(inner, ("from", "to"), body, group)?;
        self.code.close();
        Ok(())
    }
}
