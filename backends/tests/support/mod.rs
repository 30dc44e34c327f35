//! A few words for building IMP programs in tests.

#![allow(dead_code, reason = "each test uses a part")]

use std::io::Write;
use std::process::{Command, Stdio};

use backends::{CompileOptions, Executable, RunOutcome};
use framework::{Language, Name, Owned, Result, Span, Symbol};
use languages::codes::{self, FailureCode};
use languages::lanes::*;
use languages::prim::{BinOp, PrimType, PrimValue};
use languages::value::{ArrayData, ArrayValue, Element, Value};

/// The arena with short names for nodes.
pub struct Make<'a>(pub &'a <Lanes as Language>::Arena<'a>);

const SPAN: Span = Span::NONE;

/// Values, the operator that combines them, and its neutral elements.
pub type Fold<'a> = (Vec<Exp<'a>>, &'a Op<'a>, Vec<Exp<'a>>);

pub fn name(base: &str) -> Name {
    Name::plain(Symbol::new(base))
}

impl<'a> Make<'a> {
    pub fn e(&self, exp: Exp<'a>) -> &'a Exp<'a> {
        self.0.alloc(exp)
    }
    pub fn stms(&self, stms: Vec<Stm<'a>>) -> &'a [Stm<'a>] {
        self.0.slice(stms)
    }
    pub fn value(&self, value: PrimValue) -> Exp<'a> {
        Exp::Const { span: SPAN, value }
    }
    pub fn int(&self, value: i64) -> Exp<'a> {
        self.value(PrimValue::I64(value))
    }
    pub fn var(&self, base: &str) -> Exp<'a> {
        Exp::Var { span: SPAN, name: name(base) }
    }
    pub fn bin(&self, op: BinOp, prim: PrimType, lhs: Exp<'a>, rhs: Exp<'a>) -> Exp<'a> {
        Exp::Bin { span: SPAN, op, prim, lhs: self.e(lhs), rhs: self.e(rhs) }
    }
    pub fn add(&self, lhs: Exp<'a>, rhs: Exp<'a>) -> Exp<'a> {
        self.bin(BinOp::Add, PrimType::I64, lhs, rhs)
    }
    pub fn mul(&self, lhs: Exp<'a>, rhs: Exp<'a>) -> Exp<'a> {
        self.bin(BinOp::Mul, PrimType::I64, lhs, rhs)
    }
    pub fn un(&self, op: languages::prim::UnOp, prim: PrimType, arg: Exp<'a>) -> Exp<'a> {
        Exp::Un { span: SPAN, op, prim, arg: self.e(arg) }
    }
    pub fn convert(&self, from: PrimType, to: PrimType, arg: Exp<'a>) -> Exp<'a> {
        Exp::Convert { span: SPAN, from, to, arg: self.e(arg) }
    }
    pub fn select(&self, cond: Exp<'a>, yes: Exp<'a>, no: Exp<'a>) -> Exp<'a> {
        Exp::Select { span: SPAN, cond: self.e(cond), yes: self.e(yes), no: self.e(no) }
    }

    pub fn decl(&self, base: &str, prim: PrimType) -> Stm<'a> {
        Stm::Decl { span: SPAN, name: name(base), prim }
    }
    pub fn decl_mem(&self, base: &str, prim: PrimType) -> Stm<'a> {
        Stm::DeclMem { span: SPAN, name: name(base), prim }
    }
    pub fn assign(&self, base: &str, value: Exp<'a>) -> Stm<'a> {
        Stm::Assign { span: SPAN, name: name(base), value: self.e(value) }
    }
    pub fn assign_mem(&self, base: &str, from: &str) -> Stm<'a> {
        Stm::AssignMem { span: SPAN, name: name(base), from: name(from) }
    }
    pub fn alloc(&self, base: &str, prim: PrimType, count: Exp<'a>) -> Stm<'a> {
        Stm::Alloc { span: SPAN, name: name(base), prim, count: self.e(count) }
    }
    pub fn read(&self, base: &str, mem: &str, prim: PrimType, index: Exp<'a>) -> Stm<'a> {
        Stm::Read { span: SPAN, name: name(base), mem: name(mem), prim, index: self.e(index) }
    }
    pub fn write(&self, mem: &str, prim: PrimType, index: Exp<'a>, value: Exp<'a>) -> Stm<'a> {
        Stm::Write { span: SPAN, mem: name(mem), prim, index: self.e(index), value: self.e(value) }
    }
    pub fn if_(&self, cond: Exp<'a>, yes: Vec<Stm<'a>>, no: Vec<Stm<'a>>) -> Stm<'a> {
        Stm::If { span: SPAN, cond: self.e(cond), yes: self.stms(yes), no: self.stms(no) }
    }
    pub fn for_(&self, index: &str, bound: Exp<'a>, body: Vec<Stm<'a>>) -> Stm<'a> {
        Stm::For { span: SPAN, index: name(index), bound: self.e(bound), body: self.stms(body) }
    }
    pub fn while_(&self, cond: Exp<'a>, body: Vec<Stm<'a>>) -> Stm<'a> {
        Stm::While { span: SPAN, cond: self.e(cond), body: self.stms(body) }
    }
    pub fn assert(&self, cond: Exp<'a>, text: &str, shown: Exp<'a>, trace: &[&str]) -> Stm<'a> {
        let message = self.0.slice(vec![
            Part::Literal { span: SPAN, text: Symbol::new(text) },
            Part::Show { span: SPAN, value: self.e(shown), prim: PrimType::I64 },
            Part::Literal { span: SPAN, text: Symbol::new(".") },
        ]);
        let trace = self.0.slice(trace.iter().map(|text| Symbol::new(text)).collect::<Vec<_>>());
        let failure = self.0.alloc(Failure { span: SPAN, code: FailureCode(&codes::FALSE_ASSERTION), message, trace });
        Stm::Assert { span: SPAN, cond: self.e(cond), failure }
    }
    pub fn dim(&self, index: &str, count: Exp<'a>) -> Dim<'a> {
        Dim { span: SPAN, index: name(index), count: self.e(count) }
    }
    pub fn parallel(&self, space: Vec<Dim<'a>>, body: Vec<Stm<'a>>) -> Stm<'a> {
        Stm::Parallel { span: SPAN, groups: false, space: self.0.slice(space), body: self.stms(body) }
    }
    /// A kernel of groups of threads.
    pub fn groups(&self, space: Vec<Dim<'a>>, body: Vec<Stm<'a>>) -> Stm<'a> {
        Stm::Parallel { span: SPAN, groups: true, space: self.0.slice(space), body: self.stms(body) }
    }
    pub fn param(&self, base: &str, prim: PrimType) -> ScalarParam {
        ScalarParam { span: SPAN, name: name(base), prim }
    }
    /// An operator on one operand of either side.
    pub fn op(&self, op: BinOp, prim: PrimType, x: &str, y: &str) -> &'a Op<'a> {
        self.op_of(&[(x, y, prim)], vec![], vec![self.bin(op, prim, self.var(x), self.var(y))])
    }
    pub fn op_of(&self, params: &[(&str, &str, PrimType)], body: Vec<Stm<'a>>, results: Vec<Exp<'a>>) -> &'a Op<'a> {
        let lhs = self.0.slice(params.iter().map(|(x, _, prim)| self.param(x, *prim)).collect::<Vec<_>>());
        let rhs = self.0.slice(params.iter().map(|(_, y, prim)| self.param(y, *prim)).collect::<Vec<_>>());
        self.0.alloc(Op { span: SPAN, lhs, rhs, body: self.stms(body), results: self.0.slice(results) })
    }
    pub fn reduce(
        &self,
        dim: Dim<'a>,
        body: Vec<Stm<'a>>,
        values: Vec<Exp<'a>>,
        op: &'a Op<'a>,
        neutral: Vec<Exp<'a>>,
        targets: &[&str],
    ) -> Stm<'a> {
        let reduce = Reduce {
            span: SPAN,
            dim: self.0.alloc(dim),
            body: self.stms(body),
            values: self.0.slice(values),
            op,
            step: None,
            neutral: self.0.slice(neutral),
            comm: false,
            targets: self.0.slice(targets.iter().map(|target| name(target)).collect::<Vec<_>>()),
        };
        Stm::Reduce { span: SPAN, reduce: self.0.alloc(reduce) }
    }
    /// Nothing that a scan combines besides.
    fn no_totals(&self) -> Totals<'a> {
        let op = Op { span: SPAN, lhs: &[], rhs: &[], body: &[], results: &[] };
        Totals { span: SPAN, values: &[], op: self.0.alloc(op), neutral: &[], targets: &[] }
    }
    /// A scan of values with an operator and its neutral elements.
    pub fn scan(
        &self,
        dim: Dim<'a>,
        body: Vec<Stm<'a>>,
        (values, op, neutral): Fold<'a>,
        outs: &[(&str, PrimType)],
        after: Vec<Stm<'a>>,
    ) -> Stm<'a> {
        let scan = Scan {
            span: SPAN,
            dim: self.0.alloc(dim),
            body: self.stms(body),
            values: self.0.slice(values),
            op,
            neutral: self.0.slice(neutral),
            outs: self.0.slice(outs.iter().map(|(out, prim)| self.param(out, *prim)).collect::<Vec<_>>()),
            after: self.stms(after),
            totals: self.0.alloc(self.no_totals()),
        };
        Stm::Scan { span: SPAN, scan: self.0.alloc(scan) }
    }
    /// Histograms of so many bins, from element 0 of their blocks on.
    pub fn hist(
        &self,
        dim: Dim<'a>,
        body: Vec<Stm<'a>>,
        (bin, width): (Exp<'a>, Exp<'a>),
        (values, op, neutral): Fold<'a>,
        mems: &[&str],
    ) -> Stm<'a> {
        let bins = |mem: &&str| Bins { span: SPAN, mem: name(mem), offset: self.e(self.int(0)) };
        let mut body = body;
        body.push(Stm::Combine { span: SPAN, bin: self.e(bin), values: self.0.slice(values) });
        let hist = Hist {
            span: SPAN,
            dim: self.0.alloc(dim),
            body: self.stms(body),
            width: self.e(width),
            op,
            neutral: self.0.slice(neutral),
            dests: self.0.slice(mems.iter().map(bins).collect::<Vec<_>>()),
        };
        Stm::Hist { span: SPAN, hist: self.0.alloc(hist) }
    }
    /// Where an array lies in a block.
    pub fn region(&self, mem: &str, offset: Exp<'a>, strides: Vec<Exp<'a>>) -> &'a Region<'a> {
        self.0.alloc(Region { span: SPAN, mem: name(mem), offset: self.e(offset), strides: self.0.slice(strides) })
    }
    pub fn copy(&self, prim: PrimType, shape: Vec<Exp<'a>>, to: &'a Region<'a>, from: &'a Region<'a>) -> Stm<'a> {
        Stm::Copy { span: SPAN, prim, shape: self.0.slice(shape), to, from }
    }

    pub fn scalar_arg(&self, base: &str, prim: PrimType) -> Arg<'a> {
        Arg::ScalarArg { span: SPAN, name: name(base), prim, label: Symbol::new(base), ty: Symbol::new(prim.name()) }
    }
    /// An array whose sizes are bound to variables at their first mention in `bound`, and must equal them later.
    pub fn array_arg(&self, base: &str, prim: PrimType, sizes: &[&str], bound: &mut Vec<String>) -> Arg<'a> {
        let mut dims = Vec::new();
        for size in sizes {
            if bound.iter().any(|b| b == size) {
                dims.push(ArgDim::Same { span: SPAN, name: name(size) });
            } else {
                bound.push(size.to_string());
                dims.push(ArgDim::Fresh { span: SPAN, name: name(size) });
            }
        }
        Arg::ArrayArg {
            span: SPAN,
            mem: name(base),
            prim,
            dims: self.0.slice(dims),
            label: Symbol::new(base),
            ty: Symbol::new(&format!("{}{prim}", sizes.iter().map(|s| format!("[{s}]")).collect::<String>())),
        }
    }
    pub fn scalar_res(&self, value: Exp<'a>, prim: PrimType) -> Res<'a> {
        Res::ScalarRes { span: SPAN, value: self.e(value), prim, ty: Symbol::new(prim.name()) }
    }
    pub fn array_res(&self, mem: &str, prim: PrimType, dims: Vec<Exp<'a>>) -> Res<'a> {
        let ty = Symbol::new(&format!("{}{prim}", "[]".repeat(dims.len())));
        Res::ArrayRes { span: SPAN, mem: name(mem), prim, dims: self.0.slice(dims), ty }
    }
    pub fn fun(&self, entry: &str, args: Vec<Arg<'a>>, results: Vec<Res<'a>>, body: Vec<Stm<'a>>) -> Fun<'a> {
        Fun {
            span: SPAN,
            name: name(entry),
            entry: Symbol::new(entry),
            args: self.0.slice(args),
            results: self.0.slice(results),
            body: self.stms(body),
        }
    }
}

/// A program of these functions.
pub fn program(funs: impl for<'a> Fn(&Make<'a>) -> Vec<Fun<'a>>) -> Owned<Lanes> {
    Owned::<Lanes>::build(|arena| {
        let make = Make(arena);
        let funs = arena.slice(funs(&make));
        Ok(Program { span: SPAN, funs, procs: &[] })
    })
    .expect("the program is built")
}

/// Compiles for a backend.
pub fn compile(backend: &str, program: &Owned<Lanes>, threads: usize) -> Box<dyn Executable> {
    let options = CompileOptions { threads: Some(threads), ..CompileOptions::default() };
    backends::backend(backend, options).expect("the backend exists").compile(program).expect("the program compiles")
}

/// The backends that tests run, with numbers of threads, of those given: all, or the one that the environment names.
pub fn chosen(all: &[(&'static str, usize)]) -> Vec<(&'static str, usize)> {
    let only = std::env::var("BACKEND").ok();
    all.iter().copied().filter(|(name, _)| only.as_ref().is_none_or(|only| only == name)).collect()
}

/// A program compiled by every backend: the cpu with one thread and with several, and Vulkan.
pub struct Everywhere(Vec<(String, Box<dyn Executable>)>);

impl Everywhere {
    /// Compiles a program.
    pub fn compile(program: &Owned<Lanes>) -> Everywhere {
        validate(program);
        let mut all = Vec::new();
        for (backend, threads) in chosen(&[("cpu", 1), ("cpu", 3), ("vulkan", 1)]) {
            all.push((format!("{backend} with {threads} threads"), compile(backend, program, threads)));
        }
        Everywhere(all)
    }

    /// Runs an entry point everywhere; all must agree.
    pub fn run(&mut self, entry: &str, args: &[Value]) -> Result<Vec<Value>> {
        let mut first: Option<Result<Vec<Value>>> = None;
        for (backend, executable) in &mut self.0 {
            let outcome = executable.run(entry, args.to_vec()).map(|outcome: RunOutcome| outcome.results);
            match (&first, outcome) {
                (None, outcome) => first = Some(outcome),
                (Some(Ok(first)), Ok(other)) => {
                    assert_eq!(first.len(), other.len());
                    for (k, (a, b)) in first.iter().zip(&other).enumerate() {
                        let difference = b.difference(a, 1e-5);
                        assert!(difference.is_none(), "result {k} of {entry} by {backend}: {difference:?}");
                    }
                }
                (Some(Err(first)), Err(other)) => {
                    assert_eq!(first.to_string(), other.to_string(), "{entry} by {backend}")
                }
                (Some(first), other) => panic!("{entry} by {backend}: {other:?} instead of {first:?}"),
            }
        }
        first.expect("there is a backend")
    }
}

/// Runs an entry point everywhere, once.
pub fn run(program: &Owned<Lanes>, entry: &str, args: &[Value]) -> Result<Vec<Value>> {
    Everywhere::compile(program).run(entry, args)
}

/// An array of one dimension.
pub fn array<T: Element>(elements: Vec<T>) -> Value {
    Value::Array(ArrayValue { shape: vec![elements.len()], data: T::into_data(elements) })
}

/// An array of two dimensions.
pub fn matrix<T: Element>(rows: usize, columns: usize, elements: Vec<T>) -> Value {
    assert_eq!(rows * columns, elements.len());
    Value::Array(ArrayValue { shape: vec![rows, columns], data: T::into_data(elements) })
}

/// A scalar.
pub fn scalar(value: PrimValue) -> Value {
    Value::Scalar(value)
}

/// The elements of an array.
pub fn elements<T: Element>(value: &Value) -> Vec<T> {
    match value {
        Value::Array(ArrayValue { data, .. }) => data.as_slice::<T>().expect("the element type").to_vec(),
        _ => panic!("not an array: {value:?}"),
    }
}

/// Data of a type from primitive values.
pub fn data(prim: PrimType, values: &[PrimValue]) -> Value {
    let data = ArrayData::from_values(prim, values.iter().copied()).expect("values of one type");
    Value::Array(ArrayValue { shape: vec![values.len()], data })
}

/// Whether invocations wait for each other in a kernel of a program.
pub fn has_barriers(program: &Owned<Lanes>) -> bool {
    let modules = backends::vulkan::Vulkan::new(CompileOptions::default()).modules(program).expect("kernels");
    modules.iter().any(|words| {
        // An instruction begins with its number of words and its code, after a header of five words.
        let mut at = 5;
        std::iter::from_fn(|| {
            let first = *words.get(at)?;
            at += (first >> 16) as usize;
            Some(first & 0xffff)
        })
        .any(|code| code == 224)
    })
}

/// Panics unless all kernels of a program are valid SPIR-V for Vulkan 1.2. It does nothing if only another backend is
/// tested.
pub fn validate(program: &Owned<Lanes>) {
    if chosen(&[("vulkan", 1)]).is_empty() {
        return;
    }
    let modules = backends::vulkan::Vulkan::new(CompileOptions::default()).modules(program).expect("kernels");
    for words in modules {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut child = Command::new("spirv-val")
            .args(["--target-env", "vulkan1.2", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("spirv-val is installed (package spirv-tools)");
        // The end of the pipe is dropped, so that the validator sees the end of its input.
        child.stdin.take().expect("a pipe").write_all(&bytes).expect("spirv-val reads its input");
        let output = child.wait_with_output().expect("spirv-val ends");
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "spirv-val: {text}");
    }
}
