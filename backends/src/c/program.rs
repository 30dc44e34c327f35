//! Programs: their functions, and the tables that the run time reads.

use framework::{Error, Name, Result, Symbol};
use languages::lanes::facts::{Aliases, private_arrays};
use languages::lanes::{Arg, ArgDim, Failure, Fun, Operand, Part, Proc, Program, Res, Slot, Traced};
use languages::parameters;
use languages::prim::PrimType;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

use super::code::Code;
use super::cold::{BEGIN_COLD, END, is_host_only};
use super::control::procedure;
use super::formulas::Uses;
use super::parts::{Definition, Place};
use super::shared::Shared;
use super::types::{c_prim, c_type, escaped, identifier};
use super::{Options, Printed};
use crate::failure::backtrace;
use crate::signature::Signature;

/// What is known of a program while it is translated.
#[derive(Default)]
pub struct Unit {
    /// Finished functions and structs.
    pub functions: Vec<Definition>,
    /// The formulas of vectors among them, and their places.
    pub wide_formulas: FxHashMap<String, usize>,
    /// The operators of vectors that the program needs.
    pub definitions: BTreeSet<String>,
    /// Functions and structs that several kernels use.
    pub shared: Shared,
    /// How often names are used in the function.
    pub uses: Uses,
    pub assertions: Vec<String>,
    traces: Vec<String>,
    /// The names of tuning parameters.
    parameters: Vec<Symbol>,
    /// Whether there are groups, and whether their vectors need truth values or instructions by name. Their header is
    /// long.
    pub has_vectors: bool,
    pub wants_instructions: bool,
    /// The number of kernels whose cost is measured.
    measured: usize,
    temporaries: usize,
    /// The largest number of values in a message, of dimensions of a copy, and of histograms of a kernel.
    pub most_shown: usize,
    pub most_dimensions: usize,
    pub most_histograms: usize,
    /// The largest number of leaves of a trace, and of dimensions of one.
    most_leaves: usize,
    most_traced: usize,
    /// The memory variables of the function that only denote arrays private to a thread.
    pub private: FxHashSet<Name>,
    /// The aliases in the function.
    pub aliases: Rc<Aliases>,
    /// The variable with the number of the thread, inside of `Threads`.
    pub thread: Option<Name>,
}

impl Unit {
    /// A name that no variable has.
    pub fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("t{}", self.temporaries)
    }

    /// Numbers a kernel whose cost is measured, from 1 on.
    pub fn add_measured(&mut self) -> usize {
        self.measured += 1;
        self.measured
    }

    /// The value of a tuning parameter. That of all thresholds counts for those that are not set on their own.
    pub fn parameter(&mut self, name: Symbol) -> String {
        if parameters::is_threshold(name.as_str()) {
            let all = self.add_parameter(Symbol::new(parameters::ALL_THRESHOLDS));
            format!("threshold(w, {}, {all})", self.add_parameter(name))
        } else {
            format!("parameter(w, {})", self.add_parameter(name))
        }
    }

    /// Numbers a tuning parameter.
    fn add_parameter(&mut self, name: Symbol) -> usize {
        self.parameters.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.parameters.push(name);
            self.parameters.len() - 1
        })
    }

    /// Numbers an assertion. In its message, a byte 1 and a letter stand for a value.
    pub fn add_assertion(&mut self, failure: &Failure<'_>) -> usize {
        let mut message = String::new();
        for part in failure.message {
            match part {
                Part::Literal { text, .. } => message += text.as_str(),
                Part::Show { prim, .. } => message.extend(['\u{1}', char::from(b'a' + *prim as u8)]),
            }
        }
        message += &backtrace(failure.trace);
        self.assertions.push(format!("{{{}, {}}}", escaped(failure.code.0.id), escaped(&message)));
        self.assertions.len() - 1
    }

    /// Numbers a trace.
    pub fn add_trace(&mut self, label: &str, form: &str, values: &[Traced<'_>]) -> usize {
        let mut leaves = String::new();
        self.most_leaves = self.most_leaves.max(values.len());
        for value in values {
            // Writing to a string cannot fail.
            let _ = match value {
                Traced::TracedScalar { prim, .. } => write!(leaves, "{{{}, -1}}, ", c_prim(*prim)),
                Traced::TracedArray { prim, dims, .. } => {
                    self.most_traced = self.most_traced.max(dims.len());
                    write!(leaves, "{{{}, {}}}, ", c_prim(*prim), dims.len())
                }
            };
        }
        let count = values.len();
        self.traces.push(format!(
            "{{{}, {}, {count}, (const struct traced[]){{{leaves}}}}}",
            escaped(label),
            escaped(form)
        ));
        self.traces.len() - 1
    }
}

/// A memory variable.
#[derive(Clone, Copy)]
pub struct Memory {
    /// The type of the elements.
    pub prim: PrimType,
    /// Whether there is a variable for the block.
    pub counted: bool,
}

/// Where a group is left for.
pub struct Exit {
    /// The label.
    pub label: String,
    /// The number of scopes around the group.
    pub depth: usize,
    /// Whether something leaves.
    pub used: bool,
}

/// Translates one function.
pub struct Function<'u> {
    pub unit: &'u mut Unit,
    /// The statements so far.
    pub code: Code,
    /// The declarations of private arrays, which live as long as the function.
    pub arrays: Vec<String>,
    pub scalars: FxHashMap<Name, PrimType>,
    pub vectors: FxHashMap<Name, PrimType>,
    pub memories: FxHashMap<Name, Memory>,
    /// The memory variables whose block now belongs to another variable, until they denote another one.
    pub given_away: FxHashSet<Name>,
    /// The memory variables of each open scope.
    pub scopes: Vec<Vec<Name>>,
    /// The group around.
    pub exit: Option<Exit>,
    /// If this is a kernel: the first of its assertions. Its environment has that number, so that kernels that only
    /// differ in the places of their assertions are one function.
    pub first_assertion: Option<usize>,
}

impl Function<'_> {
    fn new(unit: &mut Unit) -> Function<'_> {
        Function {
            unit,
            code: Code::body(),
            arrays: Vec::new(),
            scalars: FxHashMap::default(),
            vectors: FxHashMap::default(),
            memories: FxHashMap::default(),
            given_away: FxHashSet::default(),
            scopes: vec![Vec::new()],
            exit: None,
            first_assertion: None,
        }
    }

    /// Whether this is a kernel.
    pub fn in_kernel(&self) -> bool {
        self.first_assertion.is_some()
    }

    /// The type of a scalar variable.
    pub fn scalar_type(&self, name: Name) -> Result<PrimType> {
        self.scalars.get(&name).copied().ok_or_else(|| Error::internal(format!("scalar {name} is not in scope")))
    }

    /// The type of the elements of a vector variable.
    pub fn vector_type(&self, name: Name) -> Result<PrimType> {
        self.vectors.get(&name).copied().ok_or_else(|| Error::internal(format!("vector {name} is not in scope")))
    }

    /// A memory variable.
    pub fn memory(&self, name: Name) -> Result<Memory> {
        self.memories.get(&name).copied().ok_or_else(|| Error::internal(format!("memory {name} is not in scope")))
    }

    /// The text of the function with this head.
    pub fn finish(&mut self, head: &str) -> String {
        let mut whole = Code::default();
        whole.open(head);
        std::mem::take(&mut self.arrays).into_iter().for_each(|array| whole.line(array));
        let body = std::mem::take(&mut self.code).text();
        format!("{}{body}  return OK;\n}}\n", whole.text())
    }

    fn bind_scalar(&mut self, name: Name, prim: PrimType, value: &str) {
        self.scalars.insert(name, prim);
        self.code.line(format!("const {} {} = {value};", c_type(prim), identifier(name)));
    }
}

/// The parameters of a procedure's function.
fn head(proc: &Proc<'_>) -> String {
    let mut params = vec!["struct worker *w".to_string()];
    for param in proc.params {
        params.push(match param {
            Slot::ScalarSlot { name, prim, .. } => format!("{} {}", c_type(*prim), identifier(*name)),
            Slot::MemSlot { name, .. } => format!("struct block *{}_given", identifier(*name)),
        });
    }
    for (k, result) in proc.results.iter().enumerate() {
        params.push(match result {
            Operand::ScalarOperand { prim, .. } => format!("{} *result{k}", c_type(*prim)),
            Operand::MemOperand { .. } => format!("struct block **result{k}"),
        });
    }
    format!("static int {}({})", procedure(proc.name), params.join(", "))
}

fn print_procedure(unit: &mut Unit, proc: &Proc<'_>) -> Result<()> {
    unit.private = private_arrays(proc.body);
    unit.aliases = Rc::new(Aliases::of(proc.body));
    unit.uses = Uses::of_proc(proc);
    let mut t = Function::new(unit);
    t.code.line("if (enter(w) != OK) return FAILED;");
    for param in proc.params {
        match param {
            Slot::ScalarSlot { name, prim, .. } => drop(t.scalars.insert(*name, *prim)),
            Slot::MemSlot { name, prim, .. } => {
                let given = format!("{}_given", identifier(*name));
                t.bind_block(*name, *prim, &given);
            }
        }
    }
    t.scoped(proc.body, |t| {
        for (k, result) in proc.results.iter().enumerate() {
            match result {
                Operand::ScalarOperand { value, .. } => {
                    let value = t.exp(value)?;
                    t.code.line(format!("*result{k} = {value};"));
                }
                Operand::MemOperand { mem, .. } => {
                    let block = t.block_of(*mem)?;
                    t.code.line(format!("retain({block});"));
                    t.code.line(format!("*result{k} = {block};"));
                }
            }
        }
        Ok(())
    })?;
    let text = t.finish(&format!("{} {{", head(proc)));
    unit.functions.push(Definition { text, place: Place::Each });
    Ok(())
}

/// The name of an entry point's function.
fn entry_function(number: usize) -> String {
    format!("run_entry_{number}")
}

fn print_entry(unit: &mut Unit, number: usize, fun: &Fun<'_>) -> Result<()> {
    unit.private = private_arrays(fun.body);
    unit.aliases = Rc::new(Aliases::of(fun.body));
    unit.uses = Uses::of_fun(fun);
    let mut t = Function::new(unit);
    for (k, arg) in fun.args.iter().enumerate() {
        match arg {
            Arg::ScalarArg { name, prim, .. } => t.bind_scalar(*name, *prim, &format!("{prim}_of_word(in[{k}].word)")),
            Arg::ArrayArg { mem, prim, dims, .. } => {
                t.bind_block(*mem, *prim, &format!("in[{k}].block"));
                for (dim, size) in dims.iter().enumerate() {
                    if let ArgDim::Fresh { name, .. } = size {
                        t.bind_scalar(*name, PrimType::I64, &format!("in[{k}].shape[{dim}]"));
                    }
                }
            }
        }
    }
    t.scoped(fun.body, |t| {
        for (k, result) in fun.results.iter().enumerate() {
            match result {
                Res::ScalarRes { value, prim, .. } => {
                    let value = t.exp(value)?;
                    t.code.line(format!("out[{k}].word = word_of_{prim}({value});"));
                }
                Res::ArrayRes { mem, dims, .. } => {
                    let block = t.block_of(*mem)?;
                    t.code.line(format!("retain({block});"));
                    t.code.line(format!("out[{k}].block = {block};"));
                    for (dim, size) in dims.iter().enumerate() {
                        let size = t.exp(size)?;
                        t.code.line(format!("out[{k}].shape[{dim}] = {size};"));
                    }
                }
            }
        }
        Ok(())
    })?;
    let name = entry_function(number);
    let text = t.finish(&format!("static int {name}(struct worker *w, const struct leaf *in, struct leaf *out) {{"));
    let text = if is_host_only(fun.body) { format!("{BEGIN_COLD}{text}{END}") } else { text };
    unit.functions.push(Definition { text, place: Place::First });
    Ok(())
}

/// The table entry of an entry point: its arguments with the sizes that they must have, and its results.
fn table_entry(number: usize, fun: &Fun<'_>) -> String {
    // The sizes that others must equal, by their numbers.
    let mut numbers: FxHashMap<Name, usize> = FxHashMap::default();
    let dims = fun.args.iter().flat_map(|arg| match arg {
        Arg::ArrayArg { dims, .. } => *dims,
        Arg::ScalarArg { .. } => &[],
    });
    for dim in dims {
        if let ArgDim::Fresh { name, .. } | ArgDim::Same { name, .. } = dim {
            let next = numbers.len();
            numbers.entry(*name).or_insert(next);
        }
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "static const struct argument arguments_{number}[] = {{");
    for arg in fun.args {
        let _ = match arg {
            Arg::ScalarArg { name, prim, label, .. } => {
                let bound = numbers.get(name).map_or(-1, |number| *number as i64);
                writeln!(text, "  {{{}, 0, {bound}, NULL, {}}},", c_prim(*prim), escaped(label.as_str()))
            }
            Arg::ArrayArg { prim, dims, label, .. } => {
                let sizes = dims.iter().map(|dim| match dim {
                    ArgDim::Fixed { value, .. } => format!("{{FIXED, {value}}}"),
                    ArgDim::Fresh { name, .. } => format!("{{FRESH, {}}}", numbers[name]),
                    ArgDim::Same { name, .. } => format!("{{SAME, {}}}", numbers[name]),
                });
                let sizes: Vec<String> = sizes.collect();
                let sizes = format!("(const struct size[]){{{}}}", sizes.join(", "));
                let label = escaped(label.as_str());
                writeln!(text, "  {{{}, {}, -1, {sizes}, {label}}},", c_prim(*prim), dims.len())
            }
        };
    }
    let _ = writeln!(text, "  {{I8, 0, -1, NULL, \"\"}},\n}};\nstatic const struct leaf_type results_{number}[] = {{");
    for result in fun.results {
        let _ = match result {
            Res::ScalarRes { prim, .. } => writeln!(text, "  {{{}, 0}},", c_prim(*prim)),
            Res::ArrayRes { prim, dims, .. } => writeln!(text, "  {{{}, {}}},", c_prim(*prim), dims.len()),
        };
    }
    let _ = writeln!(text, "  {{I8, 0}},\n}};");
    text
}

/// Prints a program.
pub fn print(program: &Program<'_>, options: Options) -> Result<Printed> {
    let mut unit = Unit { most_shown: 1, most_dimensions: 2, most_histograms: 1, ..Unit::default() };
    let mut heads = String::new();
    for proc in program.procs {
        heads += &format!("{};\n", head(proc));
    }
    program.procs.iter().try_for_each(|proc| print_procedure(&mut unit, proc))?;
    for (number, fun) in program.funs.iter().enumerate() {
        print_entry(&mut unit, number, fun)?;
    }
    let entries: Vec<_> = program.funs.iter().map(|fun| Signature::new(fun).info).collect();
    let mut text = String::from("// ----- the program -----\n\n");
    unit.definitions.iter().for_each(|definition| text.extend([definition, "\n"]));
    text += "\nUNUSED static const struct trace traces[] = {\n";
    unit.traces.iter().for_each(|trace| text.extend(["  ", trace, ",\n"]));
    text += "  {NULL, NULL, 0, NULL},\n};\n\nUNUSED static const struct parameter parameters[] = {";
    for name in &unit.parameters {
        text += &format!("{{{}, \"{}\"}}, ", escaped(name.as_str()), parameters::class(name.as_str()));
    }
    text += "{NULL, NULL}};\n\n";
    text += &heads;
    unit.inline_formulas();
    let mut tables = String::from("static const struct assertion assertions[] = {\n");
    unit.assertions.iter().for_each(|assertion| tables.extend(["  ", assertion, ",\n"]));
    tables += "  {NULL, NULL},\n};\n";
    let mut table = String::from("\nstatic const struct entry entries[] = {\n");
    for (number, fun) in program.funs.iter().enumerate() {
        tables.extend(["\n", &table_entry(number, fun)]);
        let (name, function) = (escaped(fun.entry.as_str()), entry_function(number));
        let (inputs, outputs) = (fun.args.len(), fun.results.len());
        table += &format!("  {{{name}, {function}, {inputs}, {outputs}, arguments_{number}, results_{number}}},\n");
    }
    table += "  {NULL, NULL, 0, 0, NULL, NULL},\n};\n";
    tables += &table;
    let rank = |fun: &Fun<'_>| {
        let args = fun.args.iter().map(|arg| match arg {
            Arg::ArrayArg { dims, .. } => dims.len(),
            Arg::ScalarArg { .. } => 0,
        });
        let results = fun.results.iter().map(|result| match result {
            Res::ArrayRes { dims, .. } => dims.len(),
            Res::ScalarRes { .. } => 0,
        });
        args.chain(results).max().unwrap_or(0)
    };
    let most_rank = program.funs.iter().map(rank).max().unwrap_or(0).max(1);
    let most = |count: fn(&Fun<'_>) -> usize| program.funs.iter().map(count).max().unwrap_or(0).max(1);
    let constants: [(&str, usize); 14] = [
        ("THREADS", usize::from(options.threads)),
        ("RECURSIVE", usize::from(!program.procs.is_empty())),
        ("MOST_SHOWN", unit.most_shown),
        ("MOST_DIMENSIONS", unit.most_dimensions),
        ("MOST_HISTOGRAMS", unit.most_histograms),
        ("MOST_RANK", most_rank),
        ("MOST_ARGUMENTS", most(|fun| fun.args.len())),
        ("MOST_RESULTS", most(|fun| fun.results.len())),
        ("MOST_SIZES", program.funs.iter().map(rank_sum).max().unwrap_or(0).max(1)),
        ("PARAMETERS", unit.parameters.len()),
        ("MEASURED", unit.measured.max(1)),
        ("WANTS_INSTRUCTIONS", usize::from(unit.wants_instructions)),
        ("MOST_LEAVES", unit.most_leaves.max(1)),
        ("MOST_TRACED", unit.most_traced.max(1)),
    ];
    let definitions = constants.iter().map(|(name, value)| format!("#define {name} {value}\n")).collect();
    let parameters = unit.parameters;
    Ok(Printed {
        head: text,
        functions: unit.functions,
        tables,
        definitions,
        has_vectors: unit.has_vectors,
        entries,
        parameters,
    })
}

/// The number of sizes of an entry point's arguments.
fn rank_sum(fun: &Fun<'_>) -> usize {
    let ranks = fun.args.iter().map(|arg| match arg {
        Arg::ArrayArg { dims, .. } => dims.len(),
        Arg::ScalarArg { .. } => 1,
    });
    ranks.sum()
}
