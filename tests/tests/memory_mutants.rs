//! Mutants of memory: `FunMem` programs in which one offset, stride, block, size or number of allocated elements is
//! wrong. The rules refuse a mutant, or a run on the heap catches it, or it makes no difference. See `docs/testing.md`.
//!
//! `MEMORY_MUTANTS=60000 cargo test --workspace --test memory_mutants -- --nocapture` makes so many.

use framework::pass::{AnyRule, Context, Report};
use framework::sexp::Tree;
use framework::{ErrorKind, Name, Owned, Program, Result, Span, Symbol};
use fut_nano::Session;
use fut_nano_tests::programs::{self, Test};
use languages::funmem::FunMem;
use languages::funmem::rules::SizesAgree;
use languages::run::Call;
use languages::stop::Stop;
use languages::trace::Tracer;
use languages::value::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of mutants, unless the environment has another. Programs without arrays have none.
const MUTANTS: usize = 6000;

/// The limits on a program's runs: the elements of the arguments, and the runs for each entry point.
const MOST_ELEMENTS: usize = 400;
const MOST_RUNS: usize = 2;

/// The programs whose branches, loops, functions or kernels have results of other sizes than their patterns say.
/// Types of `Anf` are checked up to sizes, and a coercion gives an array the names of the sizes that it was checked
/// against. Where the check stands beside the result, the rules know it. In figure 8 of the paper, sizes are equal.
const OTHER_SIZES: [&str; 14] = [
    "flatmap",
    "places",
    "recursion",
    "recursion_functions",
    "streams",
    "edition-2019-shape-declarations",
    "edition-2017-3.2-irregular-rows",
    "edition-2017-3.2.3-in-place",
    "edition-2017-consuming-operations",
    "edition-2017-libraries-arrays",
    "edition-2017-libraries-vectors",
    "edition-2017-size-slicing",
    "function-branches-captures",
    "function-branches-operations",
];

/// A random generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    fn one<'t, T>(&mut self, of: &'t [T]) -> Option<&'t T> {
        of.get(self.below(of.len()))
    }
}

/// What a mutant changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Offset,
    Stride,
    Block,
    Size,
    Count,
}

/// A place in a program that a mutant can change.
struct Site {
    kind: Kind,
    /// The position of the function among the program's functions.
    function: usize,
    /// The way from the root: positions of fields and items.
    path: Vec<usize>,
    /// The numbers of the function's integers and blocks that are bound before.
    ints: usize,
    blocks: usize,
}

/// All sites of a program, and the names that can be put there.
#[derive(Default)]
struct Sites {
    all: Vec<Site>,
    function: usize,
    /// The variables of type `i64` and the blocks of each function.
    ints: BTreeMap<usize, Vec<String>>,
    blocks: BTreeMap<usize, Vec<String>>,
}

fn text(tree: &Tree) -> String {
    match tree {
        Tree::Leaf(text, _) => text.clone(),
        _ => String::new(),
    }
}

fn node(head: &str, children: Vec<Tree>) -> Tree {
    Tree::node(head, Span::NONE, children)
}

fn number(value: i64) -> Tree {
    node("poly-const", vec![Tree::leaf(value.to_string())])
}

fn is_node(tree: &Tree, wanted: &str) -> bool {
    matches!(tree, Tree::Node { head, .. } if head.as_str() == wanted)
}

/// Whether this is the type `i64`.
fn is_int(tree: &Tree) -> bool {
    matches!(tree, Tree::Node { head, children, .. } if head.as_str() == "scalar" && text(&children[0]) == "i64")
}

impl Sites {
    fn of(program: &Tree) -> Sites {
        let mut sites = Sites::default();
        sites.visit(program, &mut Vec::new());
        sites
    }

    fn visit(&mut self, tree: &Tree, path: &mut Vec<usize>) {
        let children = match tree {
            Tree::Node { children, .. } => {
                self.enter(tree, children, path);
                children
            }
            Tree::List(items) => items,
            Tree::Leaf(..) | Tree::Absent => return,
        };
        for (position, child) in children.iter().enumerate() {
            path.push(position);
            self.visit(child, path);
            path.pop();
        }
    }

    fn enter(&mut self, tree: &Tree, children: &[Tree], path: &[usize]) {
        let Tree::Node { head, .. } = tree else { return };
        match (head.as_str(), children) {
            ("fun", _) => self.function = path.last().copied().unwrap_or_default(),
            ("param", [name, ty]) if is_int(ty) => self.int(name),
            ("param", [name, ty]) if is_node(ty, "mem") => {
                self.blocks.entry(self.function).or_default().push(text(name));
            }
            ("var", [name]) if self.blocks.get(&self.function).is_some_and(|known| known.contains(&text(name))) => {
                self.add(Kind::Block, path, &[0]);
            }
            ("seg-dim", [name, _]) => self.int(name),
            ("for", [name, prim, _]) if text(prim) == "i64" => self.int(name),
            ("layout", [_, Tree::List(strides)]) => {
                self.add(Kind::Offset, path, &[0]);
                (0..strides.len()).for_each(|dim| self.add(Kind::Stride, path, &[1, dim]));
            }
            ("array", [_, Tree::List(dims), ..]) if children.len() == 5 => {
                (0..dims.len()).for_each(|dim| self.add(Kind::Size, path, &[1, dim]));
                self.add(Kind::Block, path, &[3]);
            }
            ("alloc", _) => self.add(Kind::Count, path, &[1]),
            _ => {}
        }
    }

    fn int(&mut self, name: &Tree) {
        self.ints.entry(self.function).or_default().push(text(name));
    }

    fn add(&mut self, kind: Kind, path: &[usize], below: &[usize]) {
        let bound = |names: &BTreeMap<usize, Vec<String>>| names.get(&self.function).map_or(0, Vec::len);
        let (ints, blocks) = (bound(&self.ints), bound(&self.blocks));
        let path = [path, below].concat();
        self.all.push(Site { kind, function: self.function, path, ints, blocks });
    }

    /// Returns another polynomial, size or block for a site. `None` if it would be the same.
    fn changed(&self, site: &Site, old: &Tree, random: &mut Random) -> Option<Tree> {
        let known = |names: &BTreeMap<usize, Vec<String>>, bound: usize| {
            names.get(&site.function).map_or(Vec::new(), |names| names[..bound].to_vec())
        };
        let ints = known(&self.ints, site.ints);
        let new = match site.kind {
            Kind::Block => Tree::leaf(random.one(&known(&self.blocks, site.blocks))?.clone()),
            Kind::Size => match random.below(2) {
                0 => node("const", vec![Tree::leaf(format!("{}i64", random.below(4)))]),
                _ => node("var", vec![Tree::leaf(random.one(&ints)?.clone())]),
            },
            Kind::Offset | Kind::Stride | Kind::Count => {
                let sum = |term: Tree| node("poly-add", vec![old.clone(), term]);
                let variable =
                    |random: &mut Random| Some(node("poly-var", vec![Tree::leaf(random.one(&ints)?.clone())]));
                match random.below(8) {
                    0 | 1 => sum(number(1)),
                    2 => sum(number(-1)),
                    3 => number(random.below(4) as i64 - 1),
                    4 if *old != number(0) => node("poly-mul", vec![old.clone(), number(2)]),
                    5 if *old != number(0) => node("poly-mul", vec![old.clone(), number(-1)]),
                    6 => sum(variable(random)?),
                    _ => variable(random)?,
                }
            }
        };
        (without_places(&new) != without_places(old)).then_some(new)
    }
}

fn without_places(tree: &Tree) -> Tree {
    let all = |trees: &[Tree]| trees.iter().map(without_places).collect();
    match tree {
        Tree::Node { head, children, .. } => node(head.as_str(), all(children)),
        Tree::List(items) => Tree::List(all(items)),
        Tree::Leaf(text, _) => Tree::leaf(text.clone()),
        Tree::Absent => Tree::Absent,
    }
}

fn part<'t>(tree: &'t mut Tree, path: &[usize]) -> &'t mut Tree {
    path.iter().fold(tree, |tree, position| match tree {
        Tree::Node { children, .. } => &mut children[*position],
        Tree::List(items) => &mut items[*position],
        other => other,
    })
}

/// The results of a run, or why the program failed.
type Outcome = std::result::Result<Vec<Value>, String>;

/// A run of an entry point, and its outcomes on the heap and as a program of `Imp`. The texts of failures may differ.
struct Unit {
    entry: String,
    input: Vec<Value>,
    outcome: Outcome,
    imp: Outcome,
}

fn elements(values: &[Value]) -> usize {
    let count = |value: &Value| match value {
        Value::Scalar(_) => 1,
        Value::Array(array) => array.data.len(),
    };
    values.iter().map(count).sum()
}

/// Runs a program; `heap` counts for `FunMem`. A failure of the program is an outcome, an internal error is not.
fn run(program: &Program, entry: &str, args: &[Value], heap: bool) -> Result<Outcome> {
    let call =
        Call { entry: Symbol::new(entry), args: args.to_vec(), heap, tracer: Tracer::default(), stop: Stop::default() };
    match program.evaluate(&call, &Context::default()) {
        Ok(outcome) => Ok(Ok(outcome.downcast::<Vec<Value>>().map(|values| *values).unwrap_or_default())),
        Err(error) if error.kind == ErrorKind::RunTime => Ok(Err(error.message.clone())),
        Err(error) => Err(error),
    }
}

/// Translates a program of `FunMem` as if it came from a text: accesses to memory are checked.
fn to_imp(test: &Test, program: Program) -> Result<Program> {
    Ok(Program::new(Session::resume(programs::driver(&test.path), program).compile()?))
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// It names a variable out of scope, and breaks no other rule.
    Unbound,
    /// Another rule refuses it.
    Refused,
    /// A run has another outcome than the program's.
    Caught,
    /// All runs on the heap are valid, and give the program's results. So do the same runs of its `Imp` program.
    Same,
}

struct Subject<'t> {
    test: &'t Test,
    tree: Tree,
    /// Whether results have the sizes of their patterns.
    sized: bool,
    sites: Sites,
    /// The positions of the functions that are entry points, and the runs of each.
    entries: BTreeSet<usize>,
    units: BTreeMap<usize, Vec<Unit>>,
}

impl<'t> Subject<'t> {
    /// Compiles a program, and runs it.
    fn of(test: &'t Test) -> std::result::Result<Subject<'t>, String> {
        let driver = programs::driver(&test.path);
        let failed = |error: framework::Error| format!("{}: {error}", test.name);
        let language = driver.registry.language("funmem").map_err(failed)?.info;
        Name::restart();
        let program = driver.open(&test.path).and_then(|mut session| session.compile_to(language)).map_err(failed)?;
        let tree = program.to_tree();
        let sites = Sites::of(&tree);
        let mut report = Report::default();
        SizesAgree.check(&program, &mut report);
        let imp = to_imp(test, program.clone()).map_err(failed)?;
        let owned = program.get::<FunMem>().ok_or_else(|| format!("{}: no program of FunMem", test.name))?;
        let mut units: BTreeMap<usize, Vec<Unit>> = BTreeMap::new();
        for block in test.wanted("funmem-heap") {
            for entry in &block.entries {
                let is_entry = |name: Symbol| name.as_str() == entry;
                let funs = owned.root().funs;
                let position = funs.iter().position(|fun| fun.entry.is_some_and(|entry| is_entry(entry.name)));
                let units = units.entry(position.unwrap_or_default()).or_default();
                let small = block.cases.iter().filter(|case| elements(&case.input) <= MOST_ELEMENTS);
                for case in small.take(MOST_RUNS.saturating_sub(units.len())) {
                    program.reserve_names();
                    let outcome = run(&program, entry, &case.input, true).map_err(failed)?;
                    let imp = run(&imp, entry, &case.input, false).map_err(failed)?;
                    units.push(Unit { entry: entry.clone(), input: case.input.clone(), outcome, imp });
                }
            }
        }
        let funs = owned.root().funs.iter().enumerate();
        let entries = funs.filter(|(_, fun)| fun.entry.is_some()).map(|(position, _)| position).collect();
        Ok(Subject { test, tree, sized: report.is_clean(), sites, entries, units })
    }

    /// Makes a mutant, and finds what becomes of it. Fails if the mutant escapes: if the backend's program differs from
    /// the original though the checkers have nothing against the mutant.
    fn mutant(&self, seed: u64) -> std::result::Result<Option<(Kind, Fate)>, String> {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        random.below(1);
        let Some(site) = random.one(&self.sites.all) else { return Ok(None) };
        // The code of an entry point runs if it is called, that of other functions may always run.
        let units: Vec<&Unit> = match self.entries.contains(&site.function) {
            true => self.units.get(&site.function).into_iter().flatten().collect(),
            false => self.units.values().flatten().collect(),
        };
        if units.is_empty() {
            return Ok(None);
        }
        let mut tree = self.tree.clone();
        let old = part(&mut tree, &site.path);
        let Some(new) = self.sites.changed(site, old, &mut random) else { return Ok(None) };
        let change = format!("{:?} {old} becomes {new}", site.kind);
        *old = new;
        let failed = |what: &str, error: &str| format!("{}, seed {seed}: {change}: {what}: {error}", self.test.name);
        let owned = Owned::<FunMem>::from_tree(&tree).map_err(|error| failed("no program", &error.to_string()))?;
        let program = Program::new(owned);
        let report = program.check_rules();
        if !report.is_clean() {
            let unbound = report.violations.iter().all(|violation| violation.rule == "unique-names");
            return Ok(Some((site.kind, if unbound { Fate::Unbound } else { Fate::Refused })));
        }
        program.reserve_names();
        for unit in &units {
            match run(&program, &unit.entry, &unit.input, true) {
                Ok(outcome) if outcome == unit.outcome => {}
                _ => return Ok(Some((site.kind, Fate::Caught))),
            }
        }
        let imp = to_imp(self.test, program).map_err(|error| failed("to-imp", &error.to_string()))?;
        for unit in &units {
            let outcome = run(&imp, &unit.entry, &unit.input, false);
            if outcome.as_ref().ok() != Some(&unit.imp) {
                return Err(failed(&unit.entry, &format!("{outcome:?} instead of {:?}", unit.imp)));
            }
        }
        if std::env::var_os("MEMORY_MUTANTS_SHOW").is_some() {
            eprintln!("{}", failed("same", ""));
        }
        Ok(Some((site.kind, Fate::Same)))
    }
}

type Counts = BTreeMap<(Kind, Fate), usize>;

/// Makes `number` mutants of a program. Returns whether the program's results have the sizes of their patterns, too.
fn mutants(test: &Test, first: usize, number: usize) -> std::result::Result<(Counts, bool), String> {
    let mut counts = Counts::new();
    let subject = Subject::of(test)?;
    let mut escaped = Vec::new();
    for seed in (first as u64 * 1_000_000..).take(4 * number) {
        if counts.values().sum::<usize>() == number {
            break;
        }
        match subject.mutant(seed) {
            Ok(Some(found)) => *counts.entry(found).or_default() += 1,
            Ok(None) => {}
            Err(error) => escaped.push(error),
        }
    }
    if escaped.is_empty() { Ok((counts, subject.sized)) } else { Err(escaped.join("\n")) }
}

/// Calls a function for all programs, on two threads.
fn for_all<T: Send>(tests: &[&Test], work: impl Fn(usize, &Test) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let at_work = || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(test) = tests.get(number) else { break };
                        let result = work(number, test);
                        results.lock().unwrap().push((number, result));
                    }
                };
                fut_nano::with_stack(at_work).unwrap();
            });
        }
    });
    let mut results = results.into_inner().unwrap();
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

#[test]
fn mutants_of_memory() {
    let wanted = std::env::var("MEMORY_MUTANTS").ok().and_then(|number| number.parse().ok()).unwrap_or(MUTANTS);
    let all = programs::all().unwrap();
    let tests: Vec<&Test> = all.iter().filter(|test| !test.is_wrong()).collect();
    let share = wanted.div_ceil(tests.len());
    let (mut counts, mut escaped, mut other_sizes) = (Counts::new(), Vec::new(), Vec::new());
    for (test, result) in tests.iter().zip(for_all(&tests, |number, test| mutants(test, number, share))) {
        match result {
            Ok((found, sized)) => {
                found.into_iter().for_each(|(key, count)| *counts.entry(key).or_default() += count);
                other_sizes.extend((!sized).then_some(test.name.as_str()));
            }
            Err(error) => escaped.push(error),
        }
    }
    for fate in [Fate::Unbound, Fate::Refused, Fate::Caught, Fate::Same] {
        let kinds = counts.iter().filter(|((_, known), _)| *known == fate).map(|((kind, _), count)| (kind, count));
        let total: usize = kinds.clone().map(|(_, count)| count).sum();
        println!("{fate:?}: {total} {:?}", kinds.collect::<Vec<_>>());
    }
    assert!(escaped.is_empty(), "{} programs have mutants that escape:\n{}", escaped.len(), escaped.join("\n"));
    assert_eq!(other_sizes, OTHER_SIZES);
    let made: usize = counts.values().sum();
    assert!(made * 10 >= wanted * 8, "only {made} mutants");
    let same: usize = counts.iter().filter(|((_, fate), _)| *fate == Fate::Same).map(|(_, count)| count).sum();
    assert!(same * 4 < made, "{same} of {made} mutants make no difference: are the runs too small?");
}
