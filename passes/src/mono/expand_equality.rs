//! `expand-equality`: turns `==` on structured values into `==` on primitive values.

use framework::pass::{Report, Run, Transform};
use framework::{Name, Owned, Result, Span, Symbol, pass, rules};
use languages::builtin::Builtin;
use languages::mono_match::{
    Arena, Arm, Exp, MonoMatch, Pat, PatField, Program, Rewrite, Type, TypeField, Visit, default_rewrite_exp, walk_exp,
};
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};

pass! {
    /// Expands equality of records, arrays and sums into equality of primitive values.
    ///
    ///     (a, b) == (c, d)     becomes     a == c && b == d
    ///
    /// Arrays are compared element by element, in parallel. Their sizes are equal, since both arrays have the same
    /// type. Both operands are evaluated once.
    pub ExpandEquality = "expand-equality": MonoMatch => MonoMatch {
        ensures: [PrimitiveEquality],
        counts: { expanded },
    }
}

rules! { MonoMatch:
    /// `==` and `!=` compare primitive values only.
    pub PrimitiveEquality = "primitive-equality" by primitive_equality;
}

impl Transform for ExpandEquality {
    fn transform(&self, program: &Owned<MonoMatch>, run: &mut Run<'_, Self>) -> Result<Owned<MonoMatch>> {
        let mut expanded = 0;
        let result = Owned::build(|arena| {
            let mut expand = Expand { arena, expanded: 0 };
            let result = expand.rewrite_program(program.root());
            expanded = expand.expanded;
            result
        });
        run.counts.expanded = expanded;
        result
    }
}

struct Expand<'b> {
    arena: &'b Arena<'b>,
    expanded: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Expand<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        match default_rewrite_exp(self, node)? {
            Exp::Bin { span, op: op @ (BinOp::Eq | BinOp::Ne), lhs, rhs, .. } if !is_prim(lhs.ty()) => {
                self.expanded += 1;
                let (a, a_pat) = self.variable(span, "a", *lhs.ty());
                let (b, b_pat) = self.variable(span, "b", *rhs.ty());
                let equal = self.equal(span, lhs.ty(), a, b);
                let result = match op {
                    BinOp::Eq => equal,
                    _ => Exp::Un { span, ty: equal.ty(), op: UnOp::Not, arg: self.arena.alloc(equal) },
                };
                let inner = self.bind(b_pat, *rhs, result);
                Ok(self.bind(a_pat, *lhs, inner))
            }
            other => Ok(other),
        }
    }
}

fn is_prim(ty: &Type<'_>) -> bool {
    match ty {
        Type::TypePrim { .. } => true,
        Type::TypeUnique { body, .. } => is_prim(body),
        _ => false,
    }
}

impl<'b> Expand<'b> {
    fn bool_type(&self, span: Span) -> &'b Type<'b> {
        self.arena.alloc(Type::TypePrim { span, prim: PrimType::Bool })
    }

    fn truth(&self, span: Span, value: bool) -> Exp<'b> {
        Exp::Const { span, ty: self.bool_type(span), value: PrimValue::Bool(value) }
    }

    /// A new variable, as an expression and as a pattern.
    fn variable(&self, span: Span, base: &str, ty: Type<'b>) -> (Exp<'b>, Pat<'b>) {
        let name = Name::fresh(base);
        let ty = self.arena.alloc(ty);
        (Exp::Var { span, ty, name }, Pat::PatVar { span, ty, name })
    }

    fn bind(&self, pat: Pat<'b>, rhs: Exp<'b>, body: Exp<'b>) -> Exp<'b> {
        Exp::Let {
            span: body.span(),
            ty: body.ty(),
            sizes: &[],
            pat: self.arena.alloc(pat),
            rhs: self.arena.alloc(rhs),
            body: self.arena.alloc(body),
        }
    }

    fn and(&self, span: Span, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        Exp::If {
            span,
            ty: self.bool_type(span),
            cond: self.arena.alloc(lhs),
            yes: self.arena.alloc(rhs),
            no: self.arena.alloc(self.truth(span, false)),
        }
    }

    /// Compares two variables of one type, or projections of variables.
    fn equal(&self, span: Span, ty: &'b Type<'b>, a: Exp<'b>, b: Exp<'b>) -> Exp<'b> {
        match ty {
            Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } => self.equal(span, body, a, b),
            // Functions have no equality: type inference rejects it.
            Type::TypePrim { .. } | Type::TypeArrow { .. } => Exp::Bin {
                span,
                ty: self.bool_type(span),
                op: BinOp::Eq,
                lhs: self.arena.alloc(a),
                rhs: self.arena.alloc(b),
            },
            Type::TypeRecord { fields, .. } => {
                let mut all: Option<Exp<'b>> = None;
                for field in *fields {
                    let part = |exp: Exp<'b>| Exp::Project {
                        span,
                        ty: field.ty,
                        exp: self.arena.alloc(exp),
                        label: field.label,
                    };
                    let equal = self.equal(span, field.ty, part(a), part(b));
                    all = Some(match all {
                        None => equal,
                        Some(before) => self.and(span, before, equal),
                    });
                }
                all.unwrap_or_else(|| self.truth(span, true))
            }
            Type::TypeArray { size, elem, .. } => self.equal_arrays(span, size, elem, a, b),
            Type::TypeSum { cases, .. } => {
                let arms: Vec<Arm<'b>> = cases.iter().map(|case| self.equal_case(span, ty, case, b)).collect();
                Exp::Match {
                    span,
                    ty: self.bool_type(span),
                    scrutinee: self.arena.alloc(a),
                    arms: self.arena.slice(arms),
                }
            }
        }
    }

    /// `case #tag a_0 … -> match b case #tag b_0 … -> a_0 == b_0 && … case _ -> false`
    fn equal_case(
        &self,
        span: Span,
        ty: &'b Type<'b>,
        case: &languages::mono_match::TypeCase<'b>,
        b: Exp<'b>,
    ) -> Arm<'b> {
        let payload = |base: &str| -> (Vec<Exp<'b>>, Vec<Pat<'b>>) {
            case.payload.iter().map(|ty| self.variable(span, base, *ty)).unzip()
        };
        let (left, left_pats) = payload("a");
        let (right, right_pats) = payload("b");
        let equal = case
            .payload
            .iter()
            .zip(left.into_iter().zip(right))
            .map(|(ty, (a, b))| self.equal(span, ty, a, b))
            .reduce(|before, equal| self.and(span, before, equal))
            .unwrap_or_else(|| self.truth(span, true));
        let con = |args: Vec<Pat<'b>>| Pat::PatCon { span, ty, tag: case.tag, args: self.arena.slice(args) };
        let arm = |pat: Pat<'b>, body: Exp<'b>| Arm { span, pat: self.arena.alloc(pat), body: self.arena.alloc(body) };
        let same = arm(con(right_pats), equal);
        let other = arm(Pat::PatWild { span, ty }, self.truth(span, false));
        let inner = Exp::Match {
            span,
            ty: self.bool_type(span),
            scrutinee: self.arena.alloc(b),
            arms: self.arena.slice([same, other]),
        };
        arm(con(left_pats), inner)
    }

    /// `reduce (&&) true (map (\(x, y) -> x == y) (zip a b))`
    fn equal_arrays(
        &self,
        span: Span,
        size: &'b languages::mono_match::Size<'b>,
        elem: &'b Type<'b>,
        a: Exp<'b>,
        b: Exp<'b>,
    ) -> Exp<'b> {
        let truth = self.bool_type(span);
        let array = |elem: &'b Type<'b>| self.arena.alloc(Type::TypeArray { span, size, elem });
        let arrow =
            |from: &'b Type<'b>, to: &'b Type<'b>| self.arena.alloc(Type::TypeArrow { span, param: None, from, to });
        let labels = [Symbol::new("0"), Symbol::new("1")];
        let pair_type: &'b Type<'b> = self.arena.alloc(Type::TypeRecord {
            span,
            fields: self.arena.slice(labels.map(|label| TypeField { span, label, ty: elem })),
        });
        let (x, x_pat) = self.variable(span, "x", *elem);
        let (y, y_pat) = self.variable(span, "y", *elem);
        let fields = labels.iter().zip([x_pat, y_pat]);
        let fields: Vec<_> =
            fields.map(|(label, pat)| PatField { span, label: *label, pat: self.arena.alloc(pat) }).collect();
        let pair = Pat::PatRecord { span, ty: pair_type, fields: self.arena.slice(fields) };
        let lambda = |params: Vec<Pat<'b>>, body: Exp<'b>| {
            let ty = params.iter().rev().fold(truth, |to, param| arrow(param.ty(), to));
            Exp::Lambda { span, ty, params: self.arena.slice(params), ret: truth, body: self.arena.alloc(body) }
        };
        let intrinsic = |op: Builtin, ty: &'b Type<'b>, args: Vec<Exp<'b>>| Exp::Intrinsic {
            span,
            ty,
            op,
            args: self.arena.slice(args),
        };
        let compare = lambda(vec![pair], self.equal(span, elem, x, y));
        let zipped = intrinsic(Builtin::Zip, array(pair_type), vec![a, b]);
        let compared = intrinsic(Builtin::Map, array(truth), vec![compare, zipped]);
        let (p, p_pat) = self.variable(span, "p", *truth);
        let (q, q_pat) = self.variable(span, "q", *truth);
        let both = Exp::Bin { span, ty: truth, op: BinOp::LogAnd, lhs: self.arena.alloc(p), rhs: self.arena.alloc(q) };
        let both = lambda(vec![p_pat, q_pat], both);
        intrinsic(Builtin::Reduce, truth, vec![both, self.truth(span, true), compared])
    }
}

fn primitive_equality(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r>(&'r mut Report);
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            if let Exp::Bin { op: BinOp::Eq | BinOp::Ne, lhs, .. } = node
                && !is_prim(lhs.ty())
            {
                self.0.fail_node(node, "equality of structured values");
            }
            walk_exp(self, node);
        }
    }
    Finder(report).visit_program(program);
}
