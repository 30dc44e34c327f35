//! The concrete syntax of `Imp`, after IFL'22 figure 11.

use super::{Arg, ArgDim, Dim, Exp, Fun, Layout, Op, Operand, Part, Proc, Program, Res, Slot, Stm};
use pretty::RcDoc;

type Doc = RcDoc<'static>;

fn text(text: impl Into<String>) -> Doc {
    RcDoc::text(text.into())
}

fn commas(items: impl Iterator<Item = Doc>) -> Doc {
    RcDoc::intersperse(items, text(",").append(RcDoc::line())).group().nest(2)
}

fn parens(items: impl Iterator<Item = Doc>) -> Doc {
    text("(").append(commas(items)).append(text(")"))
}

/// A whole program, or one entry point of it.
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
        Exp::Select { cond, yes, no, .. } => call("select".into(), vec![cond, yes, no]),
    }
}

fn exps(nodes: &[Exp<'_>]) -> Doc {
    parens(nodes.iter().map(exp))
}

fn dim(dim: &Dim<'_>) -> Doc {
    text(format!("{} < ", dim.index)).append(exp(dim.count))
}

fn layout(layout: &Layout<'_>) -> Doc {
    let dims = layout
        .dims
        .iter()
        .map(|dim| text("(").append(exp(dim.count)).append(text(" : ")).append(exp(dim.stride)).append(text(")")));
    exp(layout.offset).append(text(" + {")).append(RcDoc::intersperse(dims, text(" "))).append(text("}"))
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
        Stm::Alloc { name, prim, count, .. } => text(format!("{name} <- alloc {prim} ")).append(exp(count)),
        Stm::Read { name, mem, index, .. } => text(format!("{name} <- {mem}[")).append(exp(index)).append(text("]")),
        Stm::Write { mem, index, value, .. } => {
            text(format!("{mem}[")).append(exp(index)).append(text("] <- ")).append(exp(value))
        }
        Stm::Call { proc, args, targets, .. } => parens(targets.iter().map(|target| text(target.to_string())))
            .append(text(format!(" <- {proc}")))
            .append(parens(args.iter().map(operand))),
        Stm::Copy { dst, dst_layout, src, src_layout, .. } => text(format!("copy {dst} "))
            .append(layout(dst_layout))
            .append(text(format!(" <- {src} ")))
            .append(layout(src_layout)),
        Stm::If { cond, yes, no, .. } => {
            text("if ").append(exp(cond)).append(text(" then")).append(block(yes, "else")).append(block(no, "fi"))
        }
        Stm::For { index, bound, body, .. } => {
            text(format!("for {index} < ")).append(exp(bound)).append(text(" do")).append(block(body, "done"))
        }
        Stm::While { cond, body, .. } => {
            text("while ").append(exp(cond)).append(text(" do")).append(block(body, "done"))
        }
        Stm::Assert { cond, message, trace, .. } => {
            let parts = message.iter().map(|part| match part {
                Part::Literal { text: literal, .. } => text(format!("{:?}", literal.as_str())),
                Part::Show { value, .. } => exp(value),
            });
            let places = trace.iter().map(|place| text(place.to_string()));
            text("assert ")
                .append(exp(cond))
                .append(text(" "))
                .append(parens(parts))
                .append(text(" at "))
                .append(parens(places))
        }
        Stm::Parallel { space, body, .. } => {
            text("kernel ").append(parens(space.iter().map(dim))).append(text(" do")).append(block(body, "done"))
        }
        Stm::Reduce { dim: over, body, values, op, neutral, targets, .. } => text("reduce ")
            .append(parens(targets.iter().map(|target| text(target.to_string()))))
            .append(text(" <- "))
            .append(dim(over))
            .append(text(" from "))
            .append(exps(neutral))
            .append(text(" do"))
            .append(block(body, "give "))
            .append(exps(values))
            .append(RcDoc::hardline())
            .append(operator(op)),
        Stm::Scan { dim: over, body, values, op, neutral, outs, after, totals, .. } => text("scan ")
            .append(dim(over))
            .append(text(" from "))
            .append(exps(neutral))
            .append(text(" do"))
            .append(block(body, "give "))
            .append(exps(values))
            .append(RcDoc::hardline())
            .append(operator(op))
            .append(RcDoc::hardline())
            .append(text("then "))
            .append(parens(outs.iter().map(|out| text(format!("{}: {}", out.name, out.prim)))))
            .append(match totals.targets {
                [] => block(after, "done"),
                targets => block(after, "give ")
                    .append(exps(totals.values))
                    .append(RcDoc::hardline())
                    .append(text("total "))
                    .append(parens(targets.iter().map(|target| text(target.to_string()))))
                    .append(text(" from "))
                    .append(exps(totals.neutral))
                    .append(RcDoc::hardline())
                    .append(operator(totals.op)),
            }),
        Stm::Hist { dim: over, body, bin, values, width, op, mems, offsets, .. } => {
            let places = mems.iter().zip(*offsets);
            text("hist ")
                .append(dim(over))
                .append(text(" bins "))
                .append(exp(width))
                .append(text(" in "))
                .append(parens(places.map(|(mem, offset)| text(format!("{mem} + ")).append(exp(offset)))))
                .append(text(" do"))
                .append(block(body, "bin "))
                .append(exp(bin))
                .append(text(" give "))
                .append(exps(values))
                .append(RcDoc::hardline())
                .append(operator(op))
        }
    }
}
