//! Launches kernel statements of host code: makes the kernels of each statement, and dispatches them.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use framework::{Error, Name, Node, Result};
use languages::lanes::{Op, Stm};
use vulkano::pipeline::ComputePipeline;
use vulkano::pipeline::PipelineShaderStageCreateInfo;
use vulkano::pipeline::compute::ComputePipelineCreateInfo;
use vulkano::pipeline::layout::{PipelineLayout, PipelineLayoutCreateInfo, PushConstantRange};
use vulkano::shader::{ShaderModule, ShaderModuleCreateInfo, ShaderStages};

use super::device::Gpu;
use super::kernel::{
    CONTROL_HEADER, FAILURE_RECORDS, FEW_BINS, Kernel, LANES, LOCK_BITS, MOST_GROUPS, NO_FAILURE, Program, Update,
    Work, fits_shared, has_copies, how_to_update, is_shared,
};
use super::queue::{DeviceBlock, PUSH_WORDS, Session};
use super::spirv::Val;
use languages::lanes::facts::{commutes, may_fail};

/// A kernel statement's kernels.
pub struct Launch {
    /// The free variables of the statement.
    pub captures: Vec<Name>,
    /// Whether its kernels allocate memory.
    pub needs_heap: bool,
    /// Whether the statement may run twice with the same effect as once.
    pub repeatable: bool,
    /// The way to find the failure of the smallest index.
    pub first_failure: FirstFailure,
    /// Whether the invocations of a group work together on each index.
    pub groups: bool,
    kernels: Kernels,
}

/// The way to find the failure of the smallest index. A failed dispatch goes on for all other indices, and the smallest
/// failed index is reported. This is not enough if an operator combines operands in another order than that of the
/// indices, or if several dispatches work on the same indices. Then one invocation runs all indices in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstFailure {
    /// The records of the dispatch are enough.
    Noted,
    /// A second run, in order.
    Again,
    /// A second run, in order, if a stage before the last one fails. The last stage may fail for a smaller index.
    AgainBeforeLast,
    /// A first run in order, since the statement must not run twice.
    InOrder,
}

/// `repeatable`: the statement may run twice.
fn first_failure(stm: &Stm<'_>, repeatable: bool) -> FirstFailure {
    match stm {
        Stm::Reduce { reduce, .. } if may_fail(reduce.op.body) => match repeatable {
            true => FirstFailure::Again,
            false => FirstFailure::InOrder,
        },
        Stm::Scan { scan, .. } if may_fail(scan.totals.op.body) => FirstFailure::InOrder,
        Stm::Scan { scan, .. } => {
            let twice = may_fail(scan.op.body) || (may_fail(scan.body) && may_fail(scan.after));
            if twice { FirstFailure::AgainBeforeLast } else { FirstFailure::Noted }
        }
        Stm::Hist { hist, .. } if may_fail(hist.op.body) => FirstFailure::InOrder,
        _ => FirstFailure::Noted,
    }
}

enum Kernels {
    Parallel {
        main: Stage,
    },
    Groups {
        main: Stage,
    },
    Reduce {
        main: Stage,
        rows: Rows,
    },
    /// There is no first stage if the body must not run twice. The last one combines the totals, if there are any.
    Scan {
        first: Option<Stage>,
        last: Stage,
        rows: Rows,
        totals: Option<Rows>,
    },
    Hist {
        main: Stage,
        /// For few bins, of which each group has copies.
        few: Option<Stage>,
        updates: Vec<Update>,
    },
}

/// The rows that lanes combine.
#[derive(Clone, Copy)]
struct Rows {
    /// The number of words in a row.
    width: usize,
    /// Whether a group's rows are in its shared memory.
    shared: bool,
}

/// One kernel.
#[derive(Clone)]
pub struct Stage {
    pipeline: Arc<ComputePipeline>,
    needs_heap: bool,
    group_size: u32,
}

/// Makes pipelines from modules.
pub struct Maker<'g> {
    gpu: &'g Gpu,
    layout: Arc<PipelineLayout>,
    modules: RefCell<Vec<Vec<u32>>>,
}

impl<'g> Maker<'g> {
    /// A maker for a device.
    pub fn new(gpu: &'g Gpu) -> Result<Maker<'g>> {
        let range = PushConstantRange { stages: ShaderStages::COMPUTE, offset: 0, size: 8 * PUSH_WORDS as u32 };
        let info = PipelineLayoutCreateInfo { push_constant_ranges: vec![range], ..Default::default() };
        let layout = PipelineLayout::new(gpu.device.clone(), info).map_err(refused)?;
        Ok(Maker { gpu, layout, modules: RefCell::default() })
    }

    /// All modules made so far.
    pub fn into_modules(self) -> Vec<Vec<u32>> {
        self.modules.into_inner()
    }

    pub fn stage(&self, kernel: Kernel<'_, '_>) -> Result<Stage> {
        let (needs_heap, group_size) = (kernel.needs_heap, kernel.group_size);
        let words = kernel.finish();
        // SAFETY: the module comes from the typed layer; memory that kernels access belongs to the program.
        let module = unsafe { ShaderModule::new(self.gpu.device.clone(), ShaderModuleCreateInfo::new(&words)) }
            .map_err(refused)?;
        let entry = module.entry_point("main").ok_or_else(|| Error::internal("a kernel has no entry point"))?;
        let stage = PipelineShaderStageCreateInfo::new(entry);
        let info = ComputePipelineCreateInfo::stage_layout(stage, self.layout.clone());
        let pipeline = ComputePipeline::new(self.gpu.device.clone(), None, info).map_err(refused)?;
        self.modules.borrow_mut().push(words);
        Ok(Stage { pipeline, needs_heap, group_size })
    }
}

/// The error for a kernel that the device has refused. It is a bug of ours, since features are checked before.
fn refused(error: impl std::fmt::Display) -> Error {
    Error::internal(format!("the Vulkan device refused a kernel: {error}"))
}

impl Launch {
    /// Makes the kernels of a statement.
    pub fn new<'p>(stm: &'p Stm<'p>, program: &mut Program<'p>, maker: &Maker<'_>) -> Result<Launch> {
        let captures = stm.free_names();
        let aliases = program.aliases.in_kernel(stm);
        let repeatable = aliases.repeatable(std::slice::from_ref(stm));
        let first_failure = first_failure(stm, repeatable);
        let body_repeatable = match stm {
            Stm::Scan { scan, .. } => aliases.repeatable(scan.body),
            _ => true,
        };
        let groups = is_shared(stm, program, &aliases);
        let mut needs_heap = false;
        let mut make = |work, extra: usize, build: &mut dyn FnMut(&mut Kernel<'_, 'p>, &[Val]) -> Result<()>| {
            let (mut kernel, words) = Kernel::new(program, work, extra, &captures)?;
            build(&mut kernel, &words)?;
            needs_heap |= kernel.needs_heap;
            maker.stage(kernel)
        };
        let rows = |op: &Op<'_>| Rows { width: op.lhs.len(), shared: fits_shared(op, maker.gpu.features.shared_bytes) };
        let in_groups = |parts: &[&[Stm<'_>]]| Work::InGroups { may_fail: parts.iter().any(|stms| may_fail(stms)) };
        let kernels = match stm {
            Stm::Parallel { space, body, .. } if groups => Kernels::Groups {
                main: make(Work::Groups, 1, &mut |k, words| k.parallel_groups(space, body, words[0]))?,
            },
            Stm::Parallel { space, body, .. } => {
                Kernels::Parallel { main: make(Work::Alone, 1, &mut |k, words| k.parallel(space, body, words[0]))? }
            }
            Stm::Reduce { reduce, .. } => {
                let strided = reduce.comm || commutes(reduce.op);
                let work = in_groups(&[reduce.body, reduce.op.body, reduce.each().body]);
                let main = make(work, 3, &mut |k, w| k.reduce(reduce, [w[0], w[1], w[2]], strided))?;
                Kernels::Reduce { main, rows: rows(reduce.op) }
            }
            Stm::Scan { scan, .. } => {
                let work = in_groups(&[scan.body, scan.op.body]);
                let first = match body_repeatable {
                    true => Some(make(work, 4, &mut |k, w| k.carries(scan, [w[0], w[1], w[2], w[3]]))?),
                    false => None,
                };
                let work = in_groups(&[scan.body, scan.op.body, scan.after, scan.totals.op.body]);
                let last = make(work, 5, &mut |k, w| k.scan(scan, [w[0], w[1], w[2], w[3], w[4]]))?;
                let totals = (!scan.totals.targets.is_empty()).then(|| rows(scan.totals.op));
                Kernels::Scan { first, last, rows: rows(scan.op), totals }
            }
            Stm::Hist { hist, .. } => {
                let updates = how_to_update(hist.op, maker.gpu.features);
                let few = match has_copies(hist.op, &updates, maker.gpu.features.shared_bytes) {
                    true => {
                        let work = in_groups(&[hist.body]);
                        Some(make(work, 1, &mut |k, w| k.hist_of_few(hist, &updates, w[0]))?)
                    }
                    false => None,
                };
                let main = make(Work::Alone, 2, &mut |k, w| k.hist(hist, &updates, w[0], w[1]))?;
                Kernels::Hist { main, few, updates }
            }
            _ => return Err(Error::internal("only kernel statements are launched")),
        };
        Ok(Launch { captures, needs_heap, repeatable, first_failure, groups, kernels })
    }
}

/// Dispatches kernels during one run.
pub struct Launcher<'g> {
    pub session: Session<'g>,
    /// The block in which kernels record failures.
    pub control: Rc<DeviceBlock>,
    pub gpu: &'g Gpu,
    pub group_size: u32,
    /// The bytes of memory for blocks of each invocation, if kernels allocate blocks.
    pub heap_part: u64,
    /// The bytes of memory that each invocation has besides, in blocks of the host's.
    pub thread_bytes: u64,
    /// Whether one invocation does all the work of a statement, in order.
    pub in_order: bool,
    /// The number of dispatches so far, which is the number of the last dispatch.
    dispatches: u32,
    /// The number of bins of the histogram that runs.
    pub bins: i64,
    /// The number of all dispatches and copies so far.
    pub commands: u64,
    /// The indices of the last statement that ran.
    pub indices: u64,
    /// The dispatch number of the last stage of the last statement.
    pub last_stage: u32,
}

/// The least number of indices of a lane.
const LEAST_OF_LANE: i64 = 16;
/// The most lanes of a scan.
const MOST_SCANNING: i64 = 1 << 12;

/// The largest total memory for blocks of a kernel, in bytes.
const HEAP_BYTES: u64 = 512 << 20;

impl<'g> Launcher<'g> {
    /// A launcher for the kernels of a program whose failure records have `record_words` words.
    pub fn new(gpu: &'g Gpu, group_size: u32, record_words: u64) -> Result<Launcher<'g>> {
        let mut session = Session::new(gpu)?;
        let control = session.allocate((CONTROL_HEADER + FAILURE_RECORDS * 8 * record_words) as i64, 1)?;
        session.update(&control, 0, &NO_FAILURE)?;
        Ok(Launcher {
            session,
            control,
            gpu,
            group_size,
            heap_part: 0,
            thread_bytes: 0,
            in_order: false,
            dispatches: 0,
            bins: 0,
            commands: 0,
            indices: 0,
            last_stage: 0,
        })
    }

    /// Forgets all failures.
    pub fn forget_failures(&mut self) -> Result<()> {
        self.dispatches = 0;
        self.session.update(&self.control, 0, &NO_FAILURE)
    }

    /// The number of invocations to start for `total` indices, at most `most`. Each should get at least `least`
    /// indices.
    pub fn invocations(&self, total: i64, most: i64, least: i64) -> i64 {
        let bytes = self.heap_part.saturating_add(self.thread_bytes).max(1);
        let groups = (HEAP_BYTES / bytes / u64::from(self.group_size)).max(1);
        let most = most.min((groups * u64::from(self.group_size)).min(1 << 40) as i64);
        ((total.max(0) + least - 1) / least).clamp(1, if self.in_order { 1 } else { most })
    }

    /// The largest number of invocations that a kernel over `total` indices may use, whatever its stages.
    pub fn most_threads(&self, total: i64) -> i64 {
        round_up(self.invocations(total, self.most(), 1), self.group_size).min(total.max(1))
    }

    /// The number of groups that work on `total` indices, each on one after the other.
    pub fn most_groups(&self, total: i64) -> i64 {
        let bytes = self.thread_bytes.max(1);
        let most = (HEAP_BYTES / bytes).min(FAILURE_RECORDS / u64::from(LANES)).max(1);
        total.clamp(1, most.min(u64::from(self.gpu.features.max_groups)) as i64)
    }

    /// The largest number of invocations of a kernel that divides its indices among invocations.
    pub fn most(&self) -> i64 {
        let groups = i64::from(self.gpu.features.max_groups);
        (if self.gpu.features.on_processor { 1 << 15 } else { 1 << 17 }).min(groups * i64::from(self.group_size))
    }

    /// Whether groups had better fill copies of the bins of a histogram over `total` indices.
    fn is_few(&self, total: i64) -> bool {
        !self.in_order && self.bins <= FEW_BINS && total / i64::from(LANES) >= self.bins
    }

    /// The number of lanes that share `total` indices, at most `most`.
    fn lanes(&self, total: i64, most: i64) -> i64 {
        self.invocations(total, most, LEAST_OF_LANE)
    }

    pub fn dispatch(&mut self, stage: &Stage, invocations: i64, words: Vec<u64>) -> Result<()> {
        debug_assert!(invocations <= FAILURE_RECORDS as i64);
        let groups = (invocations.max(1) as u64).div_ceil(u64::from(stage.group_size)) as u32;
        let mut push = vec![self.control.address];
        let heap = if stage.needs_heap {
            let bytes = u64::from(groups) * u64::from(stage.group_size) * self.heap_part;
            Some(self.session.allocate(bytes as i64, 1)?)
        } else {
            None
        };
        self.dispatches = self.dispatches.checked_add(1).ok_or_else(|| Error::internal("too many dispatches"))?;
        self.commands += 1;
        let part = [heap.as_ref().map_or(0, |heap| heap.address), self.heap_part, u64::from(self.dispatches)];
        let words = [&part[..], &words].concat();
        if words.len() < PUSH_WORDS {
            push.extend(words);
            return self.session.dispatch(&stage.pipeline, &push, groups);
        }
        let block = self.session.allocate(words.len() as i64, 8)?;
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.session.update(&block, 0, &bytes)?;
        push.push(block.address);
        self.session.dispatch(&stage.pipeline, &push, groups)
    }

    /// Runs a statement over `total` indices. `captured` has the words of its free variables. Returns the block with
    /// the results of a reduction or the totals of a scan, one word each.
    pub fn run(&mut self, launch: &Launch, total: i64, captured: &[u64]) -> Result<Option<Rc<DeviceBlock>>> {
        let with = |extra: &[u64]| [extra, captured].concat();
        match &launch.kernels {
            Kernels::Parallel { main } => {
                if total > 0 {
                    let invocations = self.invocations(total, self.most(), 1);
                    self.dispatch(
                        main,
                        round_up(invocations, self.group_size),
                        with(&[round_up(invocations, self.group_size) as u64]),
                    )?;
                }
                Ok(None)
            }
            Kernels::Groups { main } => {
                if total > 0 {
                    let groups = self.most_groups(total);
                    self.dispatch(main, groups * i64::from(LANES), with(&[groups as u64]))?;
                }
                Ok(None)
            }
            Kernels::Reduce { main, rows } => {
                let lanes = self.lanes(total, MOST_GROUPS * i64::from(LANES));
                let (partials, results) = (self.partials(*rows, lanes)?, self.rows(*rows, 1)?);
                self.dispatch(main, lanes, with(&[lanes as u64, partials.address, results.address]))?;
                Ok(Some(results))
            }
            Kernels::Scan { first, last, rows, totals } => {
                let lanes = if first.is_some() { self.lanes(total, MOST_SCANNING) } else { 1 };
                let carries = self.rows(*rows, lanes)?;
                let before = self.rows(*rows, MOST_GROUPS)?;
                if let Some(first) = first
                    && lanes > 1
                {
                    let partials = self.partials(*rows, lanes)?;
                    let words = [lanes as u64, partials.address, carries.address, before.address];
                    self.dispatch(first, lanes, with(&words))?;
                }
                self.last_stage = self.dispatches + 1;
                let (partials, results) = match totals {
                    Some(rows) => (Some(self.partials(*rows, lanes)?), Some(self.rows(*rows, 1)?)),
                    None => (None, None),
                };
                let [partial, result] = [&partials, &results].map(|block| block.as_ref().map_or(0, |b| b.address));
                let words = [lanes as u64, partial, carries.address, before.address, result];
                self.dispatch(last, lanes, with(&words))?;
                Ok(results)
            }
            Kernels::Hist { few: Some(few), .. } if self.is_few(total) => {
                let lanes = self.lanes(total, MOST_GROUPS * i64::from(LANES));
                self.dispatch(few, lanes, with(&[lanes as u64]))?;
                Ok(None)
            }
            Kernels::Hist { main, updates, .. } => {
                let count = self.invocations(total, self.most(), 1);
                let locks = if updates.contains(&Update::Lock) {
                    let locks = self.session.allocate(1 << LOCK_BITS, 4)?;
                    self.session.clear(&locks)?;
                    Some(locks)
                } else {
                    None
                };
                let address = locks.as_ref().map_or(0, |locks| locks.address);
                if total > 0 {
                    self.dispatch(main, count, with(&[count as u64, address]))?;
                }
                Ok(None)
            }
        }
    }

    /// A table of rows.
    fn rows(&mut self, rows: Rows, count: i64) -> Result<Rc<DeviceBlock>> {
        self.session.allocate(count * rows.width as i64, 8)
    }

    /// A table with a row for each group, and behind them rows for all lanes, if these are not in shared memory.
    fn partials(&mut self, rows: Rows, lanes: i64) -> Result<Rc<DeviceBlock>> {
        let groups = round_up(lanes, LANES) / i64::from(LANES);
        self.rows(rows, if rows.shared { groups } else { groups * (1 + i64::from(LANES)) })
    }
}

/// The next multiple of a group's size.
pub fn round_up(invocations: i64, group_size: u32) -> i64 {
    let size = i64::from(group_size);
    (invocations + size - 1) / size * size
}
