//! The concrete syntax of `Anf`, which `Seg` and `FunMem` share but for their own types and expressions.

/// The printer of everything that the three languages have in common, for the nodes of the module in which it stands. That module adds
/// `ty` (types) and `own` (expressions of its own).
macro_rules! printer {
    () => {
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

        fn brackets(items: impl Iterator<Item = Doc>) -> Doc {
            text("[").append(commas(items)).append(text("]"))
        }

        fn name(name: framework::Name) -> Doc {
            text(name.to_string())
        }

        fn atom(atom: &Atom) -> Doc {
            match atom {
                Atom::Const { value, .. } => text(value.to_string()),
                Atom::Var { name, .. } => text(name.to_string()),
            }
        }

        fn param(param: &Param<'_>) -> Doc {
            text(format!("{}: ", param.name)).append(ty(param.ty))
        }

        /// A whole program, or one function of it.
        pub fn program(program: &Program<'_>, only: Option<&str>) -> String {
            let mut docs: Vec<Doc> = Vec::new();
            if only.is_none() {
                docs.extend(program.consts.iter().map(|stm| statement(stm)));
            }
            let wanted =
                |fun: &&Fun<'_>| only.is_none_or(|only| fun.name.base.as_str() == only || fun.name.to_string() == only);
            docs.extend(program.funs.iter().filter(wanted).map(function));
            let mut out = String::new();
            for doc in docs {
                // Writing to a string cannot fail.
                let _ = doc.render_fmt(110, &mut out);
                out.push_str("\n\n");
            }
            out
        }

        fn function(fun: &Fun<'_>) -> Doc {
            let head = match fun.entry {
                Some(entry) => format!("entry {} as {} ", fun.name, entry.name),
                None => format!("fun {} ", fun.name),
            };
            text(head)
                .append(parens(fun.params.iter().map(param)))
                .append(text(" : "))
                .append(parens(fun.results.iter().map(param)))
                .append(text(" ="))
                .append(RcDoc::hardline().append(body(fun.body)).nest(2))
        }

        fn statements(stms: &[Stm<'_>], last: Doc) -> Doc {
            let lines = stms.iter().map(statement).chain(std::iter::once(last));
            RcDoc::intersperse(lines, RcDoc::hardline())
        }

        fn body(body: &Body<'_>) -> Doc {
            statements(body.stms, text("in ").append(parens(body.result.iter().map(atom))))
        }

        fn statement(stm: &Stm<'_>) -> Doc {
            let pat = commas(stm.pat.iter().map(param));
            let certs = if stm.certs.is_empty() {
                RcDoc::nil()
            } else {
                text("<").append(commas(stm.certs.iter().map(|cert| name(*cert)))).append(text("> "))
            };
            text("let ").append(pat).append(text(" = ")).append(certs).append(expression(stm.exp))
        }

        fn block(inner: Doc) -> Doc {
            text("{").append(RcDoc::hardline().append(inner).nest(2)).append(RcDoc::hardline()).append(text("}"))
        }

        fn call(head: impl Into<String>, args: Vec<Doc>) -> Doc {
            text(head).append(parens(args.into_iter()))
        }

        #[allow(dead_code)]
        fn lambda(lambda: &Lambda<'_>) -> Doc {
            text("\\")
                .append(parens(lambda.params.iter().map(param)))
                .append(text(" : "))
                .append(parens(lambda.rets.iter().map(|ret| ty(ret))))
                .append(text(" -> "))
                .append(block(body(lambda.body)))
        }

        #[allow(dead_code)]
        fn names(names: &[framework::Name]) -> Doc {
            brackets(names.iter().map(|item| name(*item)))
        }

        #[allow(dead_code)]
        fn reduction(op: &Reduction<'_>) -> Doc {
            let head = if op.comm { "commutative " } else { "" };
            text(head).append(lambda(op.lambda)).append(text(" from ")).append(parens(op.neutral.iter().map(atom)))
        }

        #[allow(dead_code)]
        fn histogram(op: &HistOp<'_>) -> Doc {
            text("bins ")
                .append(atom(op.size))
                .append(text(" of "))
                .append(names(op.dests))
                .append(text(" by "))
                .append(lambda(op.lambda))
                .append(text(" from "))
                .append(parens(op.neutral.iter().map(atom)))
        }

        fn slice(dims: &[SliceDim<'_>]) -> Doc {
            brackets(dims.iter().map(|dim| match dim {
                SliceDim::Fix { index, .. } => atom(index),
                SliceDim::Span { start, count, stride, .. } => {
                    atom(start).append(text(":+")).append(atom(count)).append(text("*")).append(atom(stride))
                }
            }))
        }

        fn expression(exp: &Exp<'_>) -> Doc {
            match exp {
                Exp::Atoms { atoms, .. } => match atoms {
                    [one] => atom(one),
                    many => parens(many.iter().map(atom)),
                },
                Exp::Bin { op, prim, lhs, rhs, .. } => call(format!("{op}_{prim}"), vec![atom(lhs), atom(rhs)]),
                Exp::Un { op, prim, arg, .. } => call(format!("{op}_{prim}"), vec![atom(arg)]),
                Exp::Tri { op, prim, a, b, c, .. } => call(format!("{op}_{prim}"), vec![atom(a), atom(b), atom(c)]),
                Exp::Convert { from, to, arg, .. } => call(format!("{to}_of_{from}"), vec![atom(arg)]),
                Exp::Index { array, indices, .. } => name(*array).append(brackets(indices.iter().map(atom))),
                Exp::Slice { array, dims, .. } => name(*array).append(slice(dims)),
                Exp::Update { array, dims, value, .. } => {
                    name(*array).append(text(" with ")).append(slice(dims)).append(text(" = ")).append(atom(value))
                }
                Exp::ArrayLit { elems, .. } => brackets(elems.iter().map(atom)),
                Exp::Iota { count, start, step, prim, .. } => {
                    call(format!("iota_{prim}"), vec![atom(count), atom(start), atom(step)])
                }
                Exp::Replicate { shape, value, .. } => {
                    call("replicate", vec![brackets(shape.iter().map(atom)), atom(value)])
                }
                Exp::Scratch { prim, shape, .. } => {
                    call(format!("scratch_{prim}"), vec![brackets(shape.iter().map(atom))])
                }
                Exp::Copy { array, .. } => call("copy", vec![name(*array)]),
                Exp::Rearrange { array, perm, .. } => {
                    let perm = brackets(perm.iter().map(|dim| text(dim.to_string())));
                    call("rearrange", vec![perm, name(*array)])
                }
                Exp::Reshape { array, shape, .. } => {
                    call("reshape", vec![brackets(shape.iter().map(atom)), name(*array)])
                }
                Exp::Concat { arrays, count, .. } => call("concat", vec![atom(count), names(arrays)]),
                Exp::If { cond, yes, no, .. } => text("if ")
                    .append(atom(cond))
                    .append(text(" then "))
                    .append(block(body(yes)))
                    .append(text(" else "))
                    .append(block(body(no))),
                Exp::Loop { params, inits, form, body: inner, .. } => {
                    let pairs = params.iter().zip(*inits);
                    let head = parens(pairs.map(|(item, init)| param(item).append(text(" = ")).append(atom(init))));
                    let form = match form {
                        LoopForm::For { index, prim, bound, .. } => {
                            text(format!(" for {index}: {prim} < ")).append(atom(bound))
                        }
                        LoopForm::While { cond, .. } => text(format!(" while {cond}")),
                    };
                    text("loop ").append(head).append(form).append(text(" do ")).append(block(body(inner)))
                }
                Exp::Call { func, args, .. } => name(*func).append(parens(args.iter().map(atom))),
                Exp::Assert { cond, message, trace, .. } => {
                    let parts = message.iter().map(|part| match part {
                        Part::Literal { text: literal, .. } => text(format!("{:?}", literal.as_str())),
                        Part::Show { value, .. } => atom(value),
                    });
                    let places = trace.iter().map(|place| text(place.to_string()));
                    text("assert ")
                        .append(atom(cond))
                        .append(text(" "))
                        .append(parens(parts))
                        .append(text(" at "))
                        .append(brackets(places))
                }
                other => own(other),
            }
        }
    };
}

pub(crate) use printer;

use super::{Atom, Body, Exp, Fun, HistOp, Lambda, LoopForm, Param, Part, Program, Reduction, SliceDim, Stm, Type};

printer!();

fn ty(ty: &Type<'_>) -> Doc {
    match ty {
        Type::Scalar { prim, .. } => text(prim.to_string()),
        Type::Array { prim, dims, unique, .. } => {
            let star = if *unique { "*" } else { "" };
            let dims = dims.iter().map(|dim| text("[").append(atom(dim)).append(text("]")));
            text(star).append(RcDoc::concat(dims)).append(text(prim.to_string()))
        }
        Type::Cert { .. } => text("cert"),
    }
}

impl std::fmt::Display for Stm<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        statement(self).render_fmt(110, f)
    }
}

fn soac(head: &str, width: &Atom, arrays: &[framework::Name], rest: Vec<Doc>) -> Doc {
    let rest = rest.into_iter().map(|doc| RcDoc::hardline().append(doc));
    let head = text(format!("{head} ")).append(atom(width)).append(text(" ")).append(names(arrays));
    head.append(RcDoc::concat(rest).nest(2))
}

fn own(exp: &Exp<'_>) -> Doc {
    match exp {
        Exp::Map { width, arrays, lambda: function, .. } => soac("map", width, arrays, vec![lambda(function)]),
        Exp::Reduce { width, arrays, lambda: function, ops, .. } => {
            let ops = ops.iter().map(reduction);
            soac("reduce", width, arrays, ops.chain([lambda(function)]).collect())
        }
        Exp::Scan { width, arrays, lambda: function, ops, post, totals, .. } => {
            let mut parts: Vec<Doc> = ops.iter().map(reduction).collect();
            parts.push(lambda(function));
            if !post.is_identity() || !totals.is_empty() {
                parts.push(text("then ").append(lambda(post)));
                parts.extend(totals.iter().map(|total| text("total ").append(reduction(total))));
            }
            soac("scan", width, arrays, parts)
        }
        Exp::Scatter { width, arrays, lambda: function, dests, .. } => {
            let dests = brackets(dests.iter().map(|dest| text(format!("{} by {}", dest.array, dest.rank))));
            soac("scatter", width, arrays, vec![dests, lambda(function)])
        }
        Exp::Hist { width, arrays, lambda: function, ops, .. } => {
            let ops = ops.iter().map(histogram);
            soac("hist", width, arrays, ops.chain([lambda(function)]).collect())
        }
        // The shared part has printed all others.
        _ => RcDoc::nil(),
    }
}
