//! All languages and all passes, in the order of compilation. Nothing else lists them.

use framework::AnyLanguage;
use framework::pass::{AnyPass, erase};
use framework::pipeline::{Pipeline, Registry, Step};
use std::sync::Arc;

/// The languages from source text to imperative code.
pub fn languages() -> Vec<AnyLanguage> {
    vec![
        AnyLanguage::of::<languages::files::Files>(),
        AnyLanguage::of::<languages::source::Source>(),
        AnyLanguage::of::<languages::resolved::Resolved>(),
        AnyLanguage::of::<languages::typed::Typed>(),
        AnyLanguage::of::<languages::mono_match::MonoMatch>(),
        AnyLanguage::of::<languages::mono::Mono>(),
        AnyLanguage::of::<languages::first_order::FirstOrder>(),
        AnyLanguage::of::<languages::anf::Anf>(),
        AnyLanguage::of::<languages::seg::Seg>(),
        AnyLanguage::of::<languages::funmem::FunMem>(),
        AnyLanguage::of::<languages::imp::Imp>(),
        AnyLanguage::of::<languages::lanes::Lanes>(),
    ]
}

/// The passes in the order of the standard pipeline.
pub fn passes() -> Vec<Arc<dyn AnyPass>> {
    vec![
        erase(crate::source::parse::Parse),
        erase(crate::source::desugar_2017::Desugar2017),
        erase(crate::source::desugar_2019::Desugar2019),
        erase(crate::source::resolve::Resolve),
        erase(crate::source::warn_unused::WarnUnused),
        erase(crate::typing::check_modules::CheckModules),
        erase(crate::typing::infer_types::InferTypes),
        erase(crate::typing::warn_comparisons::WarnComparisons),
        erase(crate::typing::check_exhaustive::CheckExhaustive),
        erase(crate::typing::check_uniqueness::CheckUniqueness),
        erase(crate::mono::eta_expand::EtaExpand),
        erase(crate::mono::monomorphise::Monomorphise),
        erase(crate::mono::expand_equality::ExpandEquality),
        erase(crate::mono::compile_matches::CompileMatches),
        erase(crate::first_order::defunc::Defunctionalise),
        erase(crate::first_order::flatten_sums::FlattenSums),
        erase(crate::anf::normalise::Normalise),
        erase(crate::anf::slice_sizes::SliceSizes),
        erase(crate::anf::inline::Inline),
        erase(crate::anf::simplify::Simplify),
        erase(crate::anf::remove_dead::RemoveDead),
        erase(crate::anf::differentiate::Differentiate),
        erase(crate::anf::simplify_shapes::SimplifyShapes),
        erase(crate::anf::drop_unchanged::DropUnchanged),
        erase(crate::anf::hoist_checks::HoistChecks),
        erase(crate::anf::hoist_invariant::HoistInvariant),
        erase(crate::anf::read_joined::ReadJoined),
        erase(crate::anf::loops_to_maps::LoopsToMaps),
        erase(crate::anf::unroll::Unroll),
        erase(crate::anf::gather_slices::GatherSlices),
        erase(crate::anf::fuse::Fuse),
        erase(crate::anf::fuse_horizontal::FuseHorizontal),
        erase(crate::anf::multiply_sums::MultiplySums),
        erase(crate::anf::warn_checks::WarnChecks),
        erase(crate::anf::interchange_reduce::InterchangeReduce),
        erase(crate::anf::split_reductions::SplitReductions),
        erase(crate::anf::versions::Versions),
        erase(crate::anf::distribute::Distribute),
        erase(crate::anf::split_scans::SplitScans),
        erase(crate::anf::split_ordered::SplitOrdered),
        erase(crate::anf::sequentialise::Sequentialise),
        erase(crate::anf::leave_loops::LeaveLoops),
        erase(crate::seg::flatten::Flatten),
        erase(crate::funmem::introduce_memory::IntroduceMemory),
        erase(crate::funmem::short_circuit::ShortCircuit),
        erase(crate::funmem::double_buffer::DoubleBuffer),
        erase(crate::funmem::merge_blocks::MergeBlocks),
        erase(crate::funmem::hoist_allocations::HoistAllocations),
        erase(crate::imp::to_imp::ToImp),
        erase(crate::imp::expand_memory::ExpandMemory),
        erase(crate::imp::lower_copies::LowerCopies),
        erase(crate::imp::join_dims::JoinDims),
        erase(crate::imp::if_convert::IfConvert),
        erase(crate::imp::contract::Contract),
        erase(crate::imp::pack_panels::PackPanels),
        erase(crate::imp::unroll_and_jam::UnrollAndJam),
        erase(crate::imp::expand_math::ExpandMath),
        erase(crate::imp::fill_groups::FillGroups),
        erase(crate::lanes::vectorise::Vectorise),
        erase(crate::lanes::expand_half::ExpandHalf),
        erase(crate::lanes::reduce_divisions::ReduceDivisions),
        erase(crate::lanes::branch_on_loads::BranchOnLoads),
        erase(crate::lanes::stream_stores::StreamStores),
        erase(crate::lanes::prefetch_runs::PrefetchRuns),
        erase(crate::lanes::parallelise::Parallelise),
    ]
}

/// The passes after which the program is cleaned up again, since they leave copies and code that can be simplified.
const CLEANED_AFTER: &[&str] = &["differentiate", "unroll", "fuse-horizontal", "leave-loops"];

/// The standard pipeline: every pass in order, with clean-ups after some of them.
pub fn pipeline() -> Pipeline {
    let clean: [Arc<dyn AnyPass>; 2] =
        [erase(crate::anf::simplify::Simplify), erase(crate::anf::remove_dead::RemoveDead)];
    let alone = clean.clone().map(Step::from);
    let clean = clean.map(|pass| Step::from(pass).settled_by("remove-dead"));
    let fuse: [Arc<dyn AnyPass>; 2] =
        [erase(crate::anf::fuse::Fuse), erase(crate::anf::fuse_horizontal::FuseHorizontal)];
    let fuse = fuse.map(Step::from);
    let mut steps: Vec<Step> = Vec::new();
    for pass in passes() {
        let name = pass.info().name;
        let step = Step::from(pass);
        // Functions are cleaned up before `inline` copies them.
        steps.push(if name == "inline" { step.with_inner(alone.to_vec()) } else { step });
        if CLEANED_AFTER.contains(&name) {
            steps.extend(clean.iter().cloned());
        }
        if name == "fuse-horizontal" {
            steps.extend(fuse.iter().chain(&clean).cloned());
        }
    }
    Pipeline { steps }
}

/// A registry of all languages and passes, for drivers.
pub fn registry() -> Registry {
    let mut passes = passes();
    // Drivers run these passes on programs that come from a text or a plug-in.
    passes.push(erase(crate::lanes::scalarise::Scalarise));
    passes.push(erase(crate::imp::check_accesses::CheckAccesses));
    Registry { languages: languages(), passes }
}
