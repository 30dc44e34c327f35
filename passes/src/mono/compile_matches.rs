//! `compile-matches`: turns `match` into tests and projections.

use framework::pass::{Run, Transform};
use framework::{Name, Owned, Result, Span, Symbol, pass};
use languages::codes;
use languages::mono::{Arena, Exp, Lower, Mono, Pat, SizeBinder, Type, gone};
use languages::mono_match::{self, Arm, MonoMatch};
use languages::prim::{BinOp, PrimType, PrimValue};

pass! {
    /// Compiles each `match` to a chain of tests. The variables of an arm's pattern become projections.
    ///
    ///     match v case #a x -> e case #b -> f     becomes     if v is #a then (let x = v.#a.0 in e) else f
    ///
    /// Arms are tried in order. The last arm needs no test if the arms before it leave only its constructor. If no arm
    /// matches, the program fails at that place.
    pub CompileMatches = "compile-matches": MonoMatch => Mono {
        counts: { matches, tests },
    }
}

impl Transform for CompileMatches {
    fn transform(&self, program: &Owned<MonoMatch>, run: &mut Run<'_, Self>) -> Result<Owned<Mono>> {
        let mut counts = (0, 0);
        let result = Owned::build(|arena| {
            let mut compile = Compile { arena, matches: 0, tests: 0 };
            let result = compile.lower_program(program.root());
            counts = (compile.matches, compile.tests);
            result
        });
        run.counts.matches = counts.0;
        run.counts.tests = counts.1;
        result
    }
}

struct Compile<'b> {
    arena: &'b Arena<'b>,
    matches: u64,
    tests: u64,
}

/// Whether a pattern matches every value of its type.
fn is_irrefutable(pat: &mono_match::Pat) -> bool {
    match pat {
        mono_match::Pat::PatVar { .. } | mono_match::Pat::PatWild { .. } => true,
        mono_match::Pat::PatRecord { fields, .. } => fields.iter().all(|field| is_irrefutable(field.pat)),
        mono_match::Pat::PatConst { .. } => false,
        mono_match::Pat::PatCon { ty, args, .. } => {
            matches!(ty, mono_match::Type::TypeSum { cases, .. } if cases.len() == 1) && args.iter().all(is_irrefutable)
        }
    }
}

/// Whether the last arm matches all values that the other arms leave.
fn is_complete(arms: &[Arm]) -> bool {
    let Some((last, before)) = arms.split_last() else { return false };
    match last.pat {
        pat if is_irrefutable(pat) => true,
        mono_match::Pat::PatCon { ty: mono_match::Type::TypeSum { cases, .. }, tag, args, .. } => {
            let covered = |wanted: Symbol| {
                before.iter().any(|arm| {
                    matches!(arm.pat, mono_match::Pat::PatCon { tag, args, .. }
                        if *tag == wanted && args.iter().all(is_irrefutable))
                })
            };
            args.iter().all(is_irrefutable) && cases.iter().all(|case| case.tag == *tag || covered(case.tag))
        }
        mono_match::Pat::PatConst { value: PrimValue::Bool(value), .. } => before.iter().any(
            |arm| matches!(arm.pat, mono_match::Pat::PatConst { value: PrimValue::Bool(other), .. } if other != value),
        ),
        _ => false,
    }
}

impl<'b> Compile<'b> {
    fn bool_type(&self, span: Span) -> &'b Type<'b> {
        self.arena.alloc(Type::TypePrim { span, prim: PrimType::Bool })
    }

    /// `let pat = rhs in body`. Its type `ty` is the type of the body, in terms of outer names.
    fn bind(&self, ty: &'b Type<'b>, pat: Pat<'b>, rhs: Exp<'b>, body: Exp<'b>) -> Exp<'b> {
        Exp::Let {
            span: body.span(),
            ty,
            sizes: &[],
            pat: self.arena.alloc(pat),
            rhs: self.arena.alloc(rhs),
            body: self.arena.alloc(body),
        }
    }

    /// The tests that a value must pass to match a pattern.
    fn conditions<'a>(&mut self, pat: &'a mono_match::Pat<'a>, value: Exp<'b>, out: &mut Vec<Exp<'b>>) -> Result<()> {
        match pat {
            mono_match::Pat::PatVar { .. } | mono_match::Pat::PatWild { .. } => {}
            mono_match::Pat::PatRecord { fields, .. } => {
                for field in *fields {
                    let part = self.project(field.pat, field.label, value)?;
                    self.conditions(field.pat, part, out)?;
                }
            }
            mono_match::Pat::PatConst { span, ty, value: constant } => {
                let ty = self.lower_type(ty)?;
                let constant = Exp::Const { span: *span, ty: self.arena.alloc(ty), value: *constant };
                self.tests += 1;
                out.push(Exp::Bin {
                    span: *span,
                    ty: self.bool_type(*span),
                    op: BinOp::Eq,
                    lhs: self.arena.alloc(value),
                    rhs: self.arena.alloc(constant),
                });
            }
            mono_match::Pat::PatCon { span, ty, tag, args } => {
                if !matches!(ty, mono_match::Type::TypeSum { cases, .. } if cases.len() == 1) {
                    self.tests += 1;
                    out.push(Exp::Test {
                        span: *span,
                        ty: self.bool_type(*span),
                        exp: self.arena.alloc(value),
                        tag: *tag,
                    });
                }
                for (index, arg) in args.iter().enumerate() {
                    let part = self.payload(arg, *tag, index, value)?;
                    self.conditions(arg, part, out)?;
                }
            }
        }
        Ok(())
    }

    fn project<'a>(&mut self, pat: &'a mono_match::Pat<'a>, label: Symbol, value: Exp<'b>) -> Result<Exp<'b>> {
        let ty = self.lower_type(pat.ty())?;
        Ok(Exp::Project { span: pat.span(), ty: self.arena.alloc(ty), exp: self.arena.alloc(value), label })
    }

    fn payload<'a>(
        &mut self,
        pat: &'a mono_match::Pat<'a>,
        tag: Symbol,
        index: usize,
        value: Exp<'b>,
    ) -> Result<Exp<'b>> {
        let ty = self.lower_type(pat.ty())?;
        let (exp, index) = (self.arena.alloc(value), index as i64);
        Ok(Exp::Payload { span: pat.span(), ty: self.arena.alloc(ty), exp, tag, index })
    }

    /// The bindings of a pattern's variables, given the value that it matches.
    fn bindings<'a>(
        &mut self,
        pat: &'a mono_match::Pat<'a>,
        value: Exp<'b>,
        out: &mut Vec<(Pat<'b>, Exp<'b>)>,
    ) -> Result<()> {
        match pat {
            mono_match::Pat::PatVar { span, ty, name } => {
                let ty = self.lower_type(ty)?;
                out.push((Pat::PatVar { span: *span, ty: self.arena.alloc(ty), name: *name }, value));
            }
            mono_match::Pat::PatWild { .. } | mono_match::Pat::PatConst { .. } => {}
            mono_match::Pat::PatRecord { fields, .. } => {
                for field in *fields {
                    let part = self.project(field.pat, field.label, value)?;
                    self.bindings(field.pat, part, out)?;
                }
            }
            mono_match::Pat::PatCon { tag, args, .. } => {
                for (index, arg) in args.iter().enumerate() {
                    let part = self.payload(arg, *tag, index, value)?;
                    self.bindings(arg, part, out)?;
                }
            }
        }
        Ok(())
    }

    fn arm<'a>(&mut self, ty: &'b Type<'b>, arm: &'a Arm<'a>, value: Exp<'b>) -> Result<Exp<'b>> {
        let mut bindings = Vec::new();
        self.bindings(arm.pat, value, &mut bindings)?;
        let body = self.lower_exp(arm.body)?;
        Ok(bindings.into_iter().rev().fold(body, |body, (pat, rhs)| self.bind(ty, pat, rhs, body)))
    }
}

impl<'a, 'b> Lower<'a, 'b> for Compile<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn pat_pat_const(&mut self, node: gone::PatPatConst<'a>) -> Result<Pat<'b>> {
        Err(codes::REFUTABLE_PATTERN.error(node.span, "this pattern does not match every value: use `match`"))
    }

    fn pat_pat_con(&mut self, node: gone::PatPatCon<'a>) -> Result<Pat<'b>> {
        Err(codes::MISSING_FEATURE.error(node.span, "constructor patterns are supported in `match` and `let` only"))
    }

    fn exp_match(&mut self, node: gone::ExpMatch<'a>) -> Result<Exp<'b>> {
        let gone::ExpMatch { span, ty, scrutinee, arms } = node;
        self.matches += 1;
        let ty = self.lower_type(ty)?;
        let ty = self.arena.alloc(ty);
        let scrutinee = self.lower_exp(scrutinee)?;
        let name = Name::fresh("scrutinee");
        let value = Exp::Var { span: scrutinee.span(), ty: scrutinee.ty(), name };
        let complete = is_complete(arms);
        let mut result = if complete { None } else { Some(Exp::Hole { span, ty }) };
        for arm in arms.iter().rev() {
            let body = self.arm(ty, arm, value)?;
            result = Some(match result {
                None => body,
                Some(rest) => {
                    let mut conditions = Vec::new();
                    self.conditions(arm.pat, value, &mut conditions)?;
                    // The tests are nested, so that the program reads a payload only after it has tested the
                    // constructor.
                    let no = Exp::Const { span, ty: self.bool_type(span), value: PrimValue::Bool(false) };
                    let condition = conditions.into_iter().rev().reduce(|rest, first| Exp::If {
                        span,
                        ty: self.bool_type(span),
                        cond: self.arena.alloc(first),
                        yes: self.arena.alloc(rest),
                        no: self.arena.alloc(no),
                    });
                    match condition {
                        None => body,
                        Some(cond) => Exp::If {
                            span,
                            ty,
                            cond: self.arena.alloc(cond),
                            yes: self.arena.alloc(body),
                            no: self.arena.alloc(rest),
                        },
                    }
                }
            });
        }
        let pat = Pat::PatVar { span: scrutinee.span(), ty: scrutinee.ty(), name };
        Ok(self.bind(ty, pat, scrutinee, result.unwrap_or(Exp::Hole { span, ty })))
    }

    fn lower_exp(&mut self, node: &'a mono_match::Exp<'a>) -> Result<Exp<'b>> {
        match node {
            // A constructor pattern in a `let` belongs to a type with a single constructor.
            mono_match::Exp::Let { span, sizes, pat, rhs, body, .. } if has_constructor(pat) => {
                if !is_irrefutable(pat) {
                    return Err(codes::REFUTABLE_PATTERN
                        .error(pat.span(), "this pattern does not match every value: use `match`"));
                }
                let rhs = self.lower_exp(rhs)?;
                let whole = self.lower_type(pat.ty())?;
                let name = Name::fresh("value");
                let value = Exp::Var { span: *span, ty: self.arena.alloc(whole), name };
                let mut bindings = Vec::new();
                self.bindings(pat, value, &mut bindings)?;
                let body = self.lower_exp(body)?;
                let ty = self.lower_type(node.ty())?;
                let ty = self.arena.alloc(ty);
                let body = bindings.into_iter().rev().fold(body, |body, (pat, rhs)| self.bind(ty, pat, rhs, body));
                let sizes: Result<Vec<SizeBinder>> = sizes.iter().map(|size| self.lower_size_binder(size)).collect();
                Ok(Exp::Let {
                    span: *span,
                    ty,
                    sizes: self.arena.slice(sizes?),
                    pat: self.arena.alloc(Pat::PatVar { span: pat.span(), ty: self.arena.alloc(whole), name }),
                    rhs: self.arena.alloc(rhs),
                    body: self.arena.alloc(body),
                })
            }
            _ => languages::mono::default_lower_exp(self, node),
        }
    }
}

fn has_constructor(pat: &mono_match::Pat) -> bool {
    match pat {
        mono_match::Pat::PatVar { .. } | mono_match::Pat::PatWild { .. } => false,
        mono_match::Pat::PatRecord { fields, .. } => fields.iter().any(|field| has_constructor(field.pat)),
        mono_match::Pat::PatConst { .. } | mono_match::Pat::PatCon { .. } => true,
    }
}
