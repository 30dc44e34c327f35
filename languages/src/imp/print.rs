//! The concrete syntax of `Imp`, after IFL'22 figure 11.

use super::{
    Arg, ArgDim, Dim, Exp, Failure, Fun, Hist, Op, Operand, Part, Proc, Program, Reduce, Region, Res, Scan, Slot, Stm,
    Totals, Traced,
};
use framework::Name;
use pretty::RcDoc;

type Doc = RcDoc<'static>;

fn text(text: impl Into<String>) -> Doc {
    RcDoc::text(text.into())
}

fn parts(parts: impl IntoIterator<Item = Doc>) -> Doc {
    RcDoc::concat(parts)
}

fn names(names: &[Name]) -> Doc {
    parens(names.iter().map(|name| text(name.to_string())))
}

fn commas(items: impl Iterator<Item = Doc>) -> Doc {
    RcDoc::intersperse(items, text(",").append(RcDoc::line())).group().nest(2)
}

fn parens(items: impl Iterator<Item = Doc>) -> Doc {
    text("(").append(commas(items)).append(text(")"))
}

/// Prints a program, or one entry point of it.
pub fn program(program: &Program<'_>, only: Option<&str>) -> String {
    let mut out = String::new();
    for proc in program.procs.iter().filter(|_| only.is_none()) {
        // Writing to a string cannot fail.
        let _ = procedure(proc).render_fmt(110, &mut out);
        out.push_str("\n\n");
    }
    for fun in program.funs.iter().filter(|fun| only.is_none_or(|only| fun.entry.as_str() == only)) {
        // Writing to a string cannot fail.
        let _ = function(fun).render_fmt(110, &mut out);
        out.push_str("\n\n");
    }
    out
}

fn function(fun: &Fun<'_>) -> Doc {
    let results = fun.results.iter().map(|result| match result {
        Res::ScalarRes { value, .. } => exp(value),
        Res::ArrayRes { mem, prim, dims, .. } => {
            let dims = dims.iter().map(|dim| text("[").append(exp(dim)).append(text("]")));
            RcDoc::concat(dims).append(text(format!("{prim} @{mem}")))
        }
    });
    text(format!("entry {} ", fun.entry))
        .append(parens(fun.args.iter().map(argument)))
        .append(text(" do"))
        .append(RcDoc::hardline().append(statements(fun.body)).nest(2))
        .append(RcDoc::hardline())
        .append(text("return "))
        .append(parens(results))
}

fn procedure(proc: &Proc<'_>) -> Doc {
    let params = proc.params.iter().map(|param| match param {
        Slot::ScalarSlot { name, prim, .. } => text(format!("{name}: {prim}")),
        Slot::MemSlot { name, prim, .. } => text(format!("{name}: mem {prim}")),
    });
    text(format!("procedure {} ", proc.name))
        .append(parens(params))
        .append(text(" do"))
        .append(RcDoc::hardline().append(statements(proc.body)).nest(2))
        .append(RcDoc::hardline())
        .append(text("return "))
        .append(parens(proc.results.iter().map(operand)))
}

fn operand(operand: &Operand<'_>) -> Doc {
    match operand {
        Operand::ScalarOperand { value, .. } => exp(value),
        Operand::MemOperand { mem, .. } => text(format!("@{mem}")),
    }
}

fn argument(arg: &Arg<'_>) -> Doc {
    match arg {
        Arg::ScalarArg { name, prim, .. } => text(format!("{name}: {prim}")),
        Arg::ArrayArg { mem, prim, dims, .. } => {
            let dims: String = dims
                .iter()
                .map(|dim| match dim {
                    ArgDim::Fixed { value, .. } => format!("[{value}]"),
                    ArgDim::Fresh { name, .. } => format!("[{name}]"),
                    ArgDim::Same { name, .. } => format!("[= {name}]"),
                })
                .collect();
            text(format!("{mem}: {dims}{prim}"))
        }
    }
}

fn statements(stms: &[Stm<'_>]) -> Doc {
    if stms.is_empty() {
        return text("skip");
    }
    RcDoc::intersperse(stms.iter().map(statement), RcDoc::hardline())
}

fn block(stms: &[Stm<'_>], end: &'static str) -> Doc {
    RcDoc::hardline().append(statements(stms)).nest(2).append(RcDoc::hardline()).append(text(end))
}

fn exp(node: &Exp<'_>) -> Doc {
    let call = |head: String, args: Vec<&Exp<'_>>| text(head).append(parens(args.into_iter().map(exp)));
    match node {
        Exp::Const { value, .. } => text(value.to_string()),
        Exp::Var { name, .. } => text(name.to_string()),
        Exp::Bin { op, prim, lhs, rhs, .. } => call(format!("{op}_{prim}"), vec![lhs, rhs]),
        Exp::Un { op, prim, arg, .. } => call(format!("{op}_{prim}"), vec![arg]),
        Exp::Tri { op, prim, a, b, c, .. } => call(format!("{op}_{prim}"), vec![a, b, c]),
        Exp::Convert { from, to, arg, .. } => call(format!("{to}_of_{from}"), vec![arg]),
        Exp::Capacity { .. } => text("capacity()"),
        Exp::Select { cond, yes, no, .. } => call("select".into(), vec![cond, yes, no]),
    }
}

fn exps(nodes: &[Exp<'_>]) -> Doc {
    parens(nodes.iter().map(exp))
}

fn dim(dim: &Dim<'_>) -> Doc {
    text(format!("{} < ", dim.index)).append(exp(dim.count))
}

/// `xs @ offset + {(n : s) (m : t)}`
fn region(shape: &[Exp<'_>], region: &Region<'_>) -> Doc {
    let dims = shape.iter().zip(region.strides);
    let dims = dims.map(|(count, stride)| parts([text("("), exp(count), text(" : "), exp(stride), text(")")]));
    let dims = RcDoc::intersperse(dims, text(" "));
    parts([text(format!("{} @ ", region.mem)), exp(region.offset), text(" + {"), dims, text("}")])
}

fn operator(op: &Op<'_>) -> Doc {
    let params = op.lhs.iter().chain(op.rhs).map(|param| text(format!("{}: {}", param.name, param.prim)));
    text("op ").append(parens(params)).append(block(op.body, "give ")).append(exps(op.results))
}

fn statement(stm: &Stm<'_>) -> Doc {
    match stm {
        Stm::Decl { name, prim, .. } => text(format!("var {name}: {prim}")),
        Stm::DeclMem { name, prim, .. } => text(format!("var {name}: mem {prim}")),
        Stm::Assign { name, value, .. } => text(format!("{name} <- ")).append(exp(value)),
        Stm::AssignMem { name, from, .. } => text(format!("{name} <- {from}")),
        Stm::Free { name, .. } => text(format!("free {name}")),
        Stm::Alloc { name, prim, count, .. } => text(format!("{name} <- alloc {prim} ")).append(exp(count)),
        Stm::Read { name, mem, index, .. } => text(format!("{name} <- {mem}[")).append(exp(index)).append(text("]")),
        Stm::Write { mem, index, value, .. } => {
            text(format!("{mem}[")).append(exp(index)).append(text("] <- ")).append(exp(value))
        }
        Stm::Call { proc, args, targets, .. } => {
            names(targets).append(text(format!(" <- {proc}"))).append(parens(args.iter().map(operand)))
        }
        Stm::Copy { shape, to, from, .. } => {
            parts([text("copy "), region(shape, to), text(" <- "), region(shape, from)])
        }
        Stm::If { cond, yes, no, .. } => {
            text("if ").append(exp(cond)).append(text(" then")).append(block(yes, "else")).append(block(no, "fi"))
        }
        Stm::For { index, bound, body, .. } => {
            text(format!("for {index} < ")).append(exp(bound)).append(text(" do")).append(block(body, "done"))
        }
        Stm::While { cond, body, .. } => {
            text("while ").append(exp(cond)).append(text(" do")).append(block(body, "done"))
        }
        Stm::Assert { cond, failure, .. } => parts([text("assert "), exp(cond), text(" "), failed(failure)]),
        Stm::Trace { label, form, values, .. } => {
            let values = values.iter().map(|traced| match traced {
                Traced::TracedScalar { value, .. } => exp(value),
                Traced::TracedArray { dims, from, .. } => region(dims, from),
            });
            text(format!("trace {:?} {:?} ", label.as_str(), form.to_string())).append(parens(values))
        }
        Stm::Threads { count, thread, together, bytes, body, .. } => {
            let start = text(format!("threads {thread} < {count}, {together}, with "));
            parts([start, exp(bytes), text(" bytes do"), block(body, "done")])
        }
        Stm::Tasks { cycles, known, kernel, .. } => {
            let start = text(if *known { "tasks of " } else { "tasks of about " });
            parts([start, exp(cycles), text(" cycles do"), block(std::slice::from_ref(*kernel), "done")])
        }
        Stm::Parallel { groups, space, body, .. } => {
            let start = text(if *groups { "group kernel " } else { "kernel " });
            start.append(parens(space.iter().map(dim))).append(text(" do")).append(block(body, "done"))
        }
        Stm::Reduce { reduce, .. } => reduction(reduce),
        Stm::Scan { scan, .. } => prefixes(scan),
        Stm::Hist { hist, .. } => histogram(hist),
        Stm::Combine { bin, values, .. } => parts([text("combine "), exps(values), text(" into "), exp(bin)]),
    }
}

fn failed(failure: &Failure<'_>) -> Doc {
    let message = failure.message.iter().map(|part| match part {
        Part::Literal { text: literal, .. } => text(format!("{:?}", literal.as_str())),
        Part::Show { value, .. } => exp(value),
    });
    let places = failure.trace.iter().map(|place| text(place.to_string()));
    parts([parens(message), text(" at "), parens(places)])
}

/// Prints `start do body give values`, and the operator on a line of its own.
fn folded(start: Doc, body: &[Stm<'_>], values: Doc, op: &Op<'_>) -> Doc {
    parts([start, text(" do"), block(body, "give "), values, RcDoc::hardline(), operator(op)])
}

fn reduction(reduce: &Reduce<'_>) -> Doc {
    let start = parts([
        text("reduce "),
        names(reduce.targets),
        text(" <- "),
        dim(reduce.dim),
        text(" from "),
        exps(reduce.neutral),
    ]);
    folded(start, reduce.body, exps(reduce.values), reduce.op)
}

fn prefixes(scan: &Scan<'_>) -> Doc {
    let start = parts([text("scan "), dim(scan.dim), text(" from "), exps(scan.neutral)]);
    let outs = parens(scan.outs.iter().map(|out| text(format!("{}: {}", out.name, out.prim))));
    let after = match scan.totals.targets {
        [] => block(scan.after, "done"),
        _ => parts([block(scan.after, "give "), total(scan.totals)]),
    };
    let folded = folded(start, scan.body, exps(scan.values), scan.op);
    parts([folded, RcDoc::hardline(), text("then "), outs, after])
}

fn total(totals: &Totals<'_>) -> Doc {
    parts([
        exps(totals.values),
        RcDoc::hardline(),
        text("total "),
        names(totals.targets),
        text(" from "),
        exps(totals.neutral),
        RcDoc::hardline(),
        operator(totals.op),
    ])
}

fn histogram(hist: &Hist<'_>) -> Doc {
    let dests = hist.dests.iter().map(|bins| parts([text(format!("{} + ", bins.mem)), exp(bins.offset)]));
    let start = parts([
        text("hist "),
        dim(hist.dim),
        text(" bins "),
        exp(hist.width),
        text(" in "),
        parens(dests),
        text(" do"),
    ]);
    parts([start, block(hist.body, "by "), operator(hist.op)])
}
