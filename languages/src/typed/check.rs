//! Type checking of `Typed`: compares the type of every expression with the types of its parts. It infers nothing.

mod view;

use std::rc::Rc;

use framework::pass::Report;
use framework::{Name, Symbol};
use rustc_hash::FxHashMap;

use self::view::View;
use super::print::type_text;
use super::sizes::{Poly, Sizes};
use super::{Arm, Def, Dim, Exp, Field, LoopForm, Pat, Program, Size, SizeBinder, Step, Type, TypeArg, TypeParam};
use crate::prim::{BinOp, PrimType, UnOp};

/// The facts about a variable.
#[derive(Clone)]
struct Variable<'a> {
    type_params: &'a [TypeParam],
    params: &'a [Pat<'a>],
    ty: &'a Type<'a>,
}

struct Checker<'a, 'r> {
    env: FxHashMap<Name, Variable<'a>>,
    /// The sizes that variables of `let`s hold.
    known: FxHashMap<Name, Poly>,
    /// Whether sizes are compared.
    sizes: bool,
    report: &'r mut Report,
}

/// Checks a program. `sizes` says whether to compare sizes.
pub fn program<'a>(program: &Program<'a>, sizes: bool, report: &mut Report) {
    let mut checker = Checker { env: FxHashMap::default(), known: FxHashMap::default(), sizes, report };
    for def in program.defs {
        let Def::Value { name, type_params, params, ret, .. } = *def;
        checker.env.insert(name, Variable { type_params, params, ty: ret });
    }
    for def in program.defs {
        let Def::Value { name, params, ret, body, .. } = def;
        checker.report.enter(name);
        params.iter().for_each(|param| checker.pat(param));
        checker.exp(body);
        checker.expect(body, View::new(ret), "the result type");
    }
}

impl<'a> Checker<'a, '_> {
    /// Whether two types are equal, up to unknown sizes.
    fn same(&self, a: &View<'a>, b: &View<'a>) -> bool {
        let (a, b) = (a.clone().opened(), b.clone().opened());
        match (a.ty, b.ty) {
            (Type::TypePrim { prim, .. }, Type::TypePrim { prim: other, .. }) => prim == other,
            (Type::TypeVar { name, .. }, Type::TypeVar { name: other, .. }) => name == other,
            (Type::TypeArray { size: n, elem: x, .. }, Type::TypeArray { size: m, elem: y, .. }) => {
                let sizes = match (a.size(n), b.size(m)) {
                    (Some(n), Some(m)) => !self.sizes || n == m || n.expanded(&self.known) == m.expanded(&self.known),
                    _ => true,
                };
                sizes && self.same(&a.part(x), &b.part(y))
            }
            (Type::TypeRecord { fields: xs, .. }, Type::TypeRecord { fields: ys, .. }) => {
                xs.len() == ys.len()
                    && xs.iter().all(|x| {
                        let y = ys.iter().find(|y| y.label == x.label);
                        y.is_some_and(|y| self.same(&a.part(x.ty), &b.part(y.ty)))
                    })
            }
            (Type::TypeSum { cases: xs, .. }, Type::TypeSum { cases: ys, .. }) => {
                xs.len() == ys.len()
                    && xs.iter().all(|x| {
                        let y = ys.iter().find(|y| y.tag == x.tag);
                        y.is_some_and(|y| {
                            x.payload.len() == y.payload.len()
                                && x.payload.iter().zip(y.payload).all(|(x, y)| self.same(&a.part(x), &b.part(y)))
                        })
                    })
            }
            (Type::TypeArrow { param: m, from: x, to: r, .. }, Type::TypeArrow { param: n, from: y, to: s, .. }) => {
                // A common name for both arguments.
                let own = Poly::name(Name::plain("the argument"));
                let named = |view: &View<'a>, name: &Option<Name>, ty| {
                    let mut sizes = (*view.sizes).clone();
                    sizes.extend(name.map(|name| (name, Some(own.clone()))));
                    View { ty, sizes: Rc::new(sizes), types: view.types.clone() }
                };
                self.same(&a.part(x), &b.part(y)) && self.same(&named(&a, m, r), &named(&b, n, s))
            }
            _ => false,
        }
    }

    fn expect(&mut self, exp: &Exp<'a>, wanted: View<'a>, what: &str) {
        if !self.same(&View::new(exp.ty()), &wanted) {
            let (found, wanted) = (type_text(exp.ty()), type_text(wanted.ty));
            self.report.fail_node(exp, format!("has type {found}, but {what} is {wanted}"));
        }
    }

    fn expect_prim(&mut self, exp: &Exp<'a>, wanted: PrimType) {
        if !View::new(exp.ty()).is_prim(wanted) {
            let found = type_text(exp.ty());
            self.report.fail_node(exp, format!("has type {found}, but {wanted} is needed"));
        }
    }

    /// Reports the expression unless its type is `made`, the type that its parts require.
    fn is(&mut self, exp: &Exp<'a>, made: Option<View<'a>>) {
        match made {
            Some(made) => self.expect(exp, made, "what its parts make"),
            None => self.report.fail_node(exp, "its parts do not have the types that it needs"),
        }
    }

    fn pat(&mut self, pat: &'a Pat<'a>) {
        let own = View::new(pat.ty());
        match *pat {
            Pat::PatVar { name, ty, .. } => {
                self.env.insert(name, Variable { type_params: &[], params: &[], ty });
            }
            Pat::PatWild { .. } => {}
            Pat::PatRecord { fields, .. } => {
                for field in fields {
                    self.pat(field.pat);
                    let part = own.field(field.label);
                    if !part.is_some_and(|part| self.same(&part, &View::new(field.pat.ty()))) {
                        self.report.fail_node(pat, format!("field `{}` has another type", field.label));
                    }
                }
            }
            Pat::PatConst { value, .. } => {
                if !own.is_prim(value.prim_type()) {
                    self.report.fail_node(pat, "the constant is of another type");
                }
            }
            Pat::PatCon { tag, args, .. } => {
                let opened = own.opened();
                let payload = match opened.ty {
                    Type::TypeSum { cases, .. } => cases.iter().find(|case| case.tag == tag).map(|case| case.payload),
                    _ => None,
                };
                args.iter().for_each(|arg| self.pat(arg));
                let fits = payload.is_some_and(|payload| {
                    payload.len() == args.len()
                        && payload.iter().zip(args).all(|(ty, arg)| self.same(&opened.part(ty), &View::new(arg.ty())))
                });
                if !fits {
                    self.report.fail_node(pat, format!("the type has no constructor `#{tag}` with such operands"));
                }
            }
        }
    }

    /// Checks the type of a use of a variable.
    fn variable(&mut self, exp: &Exp<'a>, name: Name, inst: &'a [TypeArg<'a>]) {
        let Some(Variable { type_params, params, ty }) = self.env.get(&name).cloned() else {
            // `names-in-scope` reports it.
            return;
        };
        if type_params.len() != inst.len() {
            let message = format!("has {} type arguments, but `{name}` takes {}", inst.len(), type_params.len());
            self.report.fail_node(exp, message);
            return;
        }
        let mut sizes = Sizes::default();
        let mut types = FxHashMap::default();
        for (param, arg) in type_params.iter().zip(inst) {
            match (param, arg) {
                (TypeParam::SizeParam { name, .. }, TypeArg::ArgSize { size: Size::SizeOf { exp, .. }, .. }) => {
                    sizes.insert(*name, Poly::of(exp, &Sizes::default()));
                }
                (TypeParam::TypeParamNamed { name, .. }, TypeArg::ArgType { ty, .. }) => {
                    types.insert(*name, View::new(ty));
                }
                _ => self.report.fail_node(exp, "a size stands for a type, or a type for a size"),
            }
        }
        let (sizes, types) = (Rc::new(sizes), Rc::new(types));
        let mut own = View::new(exp.ty());
        for param in params {
            let opened = own.resolved();
            let Type::TypeArrow { param: label, from, to, .. } = *opened.ty else {
                self.report.fail_node(exp, format!("has not the type of a function, but `{name}` is one"));
                return;
            };
            let wanted = View { ty: param.ty(), sizes: sizes.clone(), types: types.clone() };
            if !self.same(&opened.part(from), &wanted) {
                let (found, wanted) = (type_text(from), type_text(param.ty()));
                self.report.fail_node(exp, format!("takes {found} where `{name}` takes {wanted}"));
            }
            // Sizes that depend on the argument are compared where the argument is known.
            let mut sizes = (*opened.sizes).clone();
            sizes.extend(label.map(|label| (label, None)));
            own = View { ty: to, sizes: Rc::new(sizes), types: opened.types };
        }
        // Names of parameters in the result depend on arguments.
        let mut unknown = (*sizes).clone();
        for param in params {
            let mut names = Vec::new();
            framework::Node::exports(param, &mut names);
            unknown.extend(names.into_iter().map(|name| (name, None)));
        }
        let wanted = View { ty, sizes: Rc::new(unknown), types };
        if !self.same(&own, &wanted) {
            let (found, wanted) = (type_text(exp.ty()), type_text(ty));
            self.report.fail_node(exp, format!("has type {found}, but the result of `{name}` is {wanted}"));
        }
    }

    fn apply(&mut self, exp: &Exp<'a>, func: &'a Exp<'a>, args: &'a [Exp<'a>]) {
        let mut ty = View::new(func.ty());
        for arg in args {
            let view = ty.opened();
            let Type::TypeArrow { param, from, to, .. } = *view.ty else {
                self.report.fail_node(exp, "too many arguments");
                return;
            };
            self.expect(arg, view.part(from), "what the function takes");
            let mut sizes = (*view.sizes).clone();
            if let Some(param) = param {
                // An argument that is no size expression is computed once; its size has no name.
                let size = match arg {
                    Exp::Var { .. } | Exp::Const { .. } | Exp::Bin { .. } | Exp::Convert { .. } => {
                        Poly::of(arg, &Sizes::default())
                    }
                    _ => None,
                };
                sizes.insert(param, size);
            }
            ty = View { ty: to, sizes: Rc::new(sizes), types: view.types };
        }
        self.is(exp, Some(ty));
    }

    /// Returns the type that is left of an array type after indexing; `None` if it has too few dimensions. Sizes of
    /// slices fit every size.
    fn indexed(&mut self, array: View<'a>, dims: &'a [Dim<'a>]) -> Option<View<'a>> {
        let mut ty = array;
        for dim in dims {
            match dim {
                Dim::At { index, .. } => {
                    self.exp(index);
                    self.expect_prim(index, PrimType::I64);
                }
                Dim::Slice { start, end, stride, .. } => {
                    for part in [start, end, stride].into_iter().flatten() {
                        self.exp(part);
                        self.expect_prim(part, PrimType::I64);
                    }
                }
            }
            ty = ty.elem()?;
        }
        Some(ty)
    }

    /// Returns the number of dimensions that slices leave.
    fn slices(dims: &[Dim<'a>]) -> usize {
        dims.iter().filter(|dim| matches!(dim, Dim::Slice { .. })).count()
    }

    fn bool(&mut self, exp: &'a Exp<'a>) {
        self.exp(exp);
        self.expect_prim(exp, PrimType::Bool);
    }

    fn exp(&mut self, exp: &'a Exp<'a>) {
        // Iterates, since chains of `let`s may be long.
        let mut exp = exp;
        loop {
            match *exp {
                Exp::Let { pat, rhs, body, .. } => {
                    self.binding(pat, rhs);
                    self.is(exp, Some(View::new(body.ty())));
                    exp = body;
                }
                Exp::LetFun { name, type_params, params, ret, rhs, body, .. } => {
                    params.iter().for_each(|param| self.pat(param));
                    self.exp(rhs);
                    self.expect(rhs, View::new(ret), "the result type");
                    self.env.insert(name, Variable { type_params, params, ty: ret });
                    self.is(exp, Some(View::new(body.ty())));
                    exp = body;
                }
                _ => break,
            }
        }
        let own = View::new(exp.ty());
        match *exp {
            Exp::Let { .. } | Exp::LetFun { .. } | Exp::Hole { .. } => {}
            Exp::Const { value, .. } => {
                if !own.is_prim(value.prim_type()) {
                    self.report.fail_node(exp, "the constant is of another type");
                }
            }
            Exp::Var { name, inst, .. } => self.variable(exp, name, inst),
            Exp::Project { exp: whole, label, .. } => {
                self.exp(whole);
                self.is(exp, View::new(whole.ty()).field(label));
            }
            Exp::Record { fields, .. } => self.record(exp, fields),
            Exp::Array { elems, .. } => self.array(exp, elems),
            Exp::Index { array, indices, .. } => self.index(exp, array, indices),
            Exp::Apply { func, args, .. } => {
                self.exp(func);
                args.iter().for_each(|arg| self.exp(arg));
                self.apply(exp, func, args);
            }
            Exp::Bin { op, lhs, rhs, .. } => self.binary(exp, op, lhs, rhs),
            Exp::Un { op, arg, .. } => {
                self.exp(arg);
                let prim = View::new(arg.ty()).prim();
                if !prim.is_some_and(|prim| op.applies_to(prim) && own.is_prim(UnOp::result_type(op, prim))) {
                    self.is(exp, None);
                }
            }
            Exp::Tri { op, a, b, c, .. } => {
                for operand in [a, b, c] {
                    self.exp(operand);
                    self.expect(operand, View::new(a.ty()), "the type of the first operand");
                }
                let prim = View::new(a.ty()).prim();
                if !prim.is_some_and(|prim| op.applies_to(prim) && own.is_prim(op.result_type(prim))) {
                    self.is(exp, None);
                }
            }
            Exp::Convert { exp: from, .. } => {
                self.exp(from);
                if own.prim().is_none() || View::new(from.ty()).prim().is_none() {
                    self.is(exp, None);
                }
            }
            Exp::Intrinsic { op, args, .. } => {
                args.iter().for_each(|arg| self.exp(arg));
                if args.len() != op.arity() {
                    self.report.fail_node(exp, format!("`{op}` takes {} operands", op.arity()));
                }
            }
            Exp::Con { tag, args, .. } => self.constructor(exp, tag, args),
            Exp::Coerce { exp: from, .. } => self.coercion(exp, from),
            Exp::Range { start, second, end, .. } => {
                self.range(exp, [Some(start), second, Some(end)].into_iter().flatten());
            }
            Exp::If { cond, yes, no, .. } => {
                self.bool(cond);
                for branch in [yes, no] {
                    self.exp(branch);
                    self.expect(branch, own.clone(), "the type of the conditional");
                }
            }
            Exp::Match { scrutinee, arms, .. } => self.matching(exp, scrutinee, arms),
            Exp::Update { exp: whole, path, value, .. } => self.update(exp, whole, path, value),
            Exp::Lambda { params, ret, body, .. } => self.lambda(exp, params, ret, body),
            Exp::Loop { sizes, pat, init, form, body, .. } => self.looping(exp, sizes, pat, init, form, body),
            Exp::Assert { cond, exp: value, .. } => {
                self.bool(cond);
                self.exp(value);
                self.is(exp, Some(View::new(value.ty())));
            }
            Exp::ExpAttributed { exp: inner, .. } => {
                self.exp(inner);
                self.is(exp, Some(View::new(inner.ty())));
            }
        }
    }

    fn record(&mut self, exp: &Exp<'a>, fields: &'a [Field<'a>]) {
        let own = View::new(exp.ty());
        for field in fields {
            self.exp(field.exp);
            match own.field(field.label) {
                Some(part) => self.expect(field.exp, part, "the field's type"),
                None => self.report.fail_node(exp, format!("its type has no field `{}`", field.label)),
            }
        }
    }

    fn array(&mut self, exp: &Exp<'a>, elems: &'a [Exp<'a>]) {
        let own = View::new(exp.ty());
        for elem in elems {
            self.exp(elem);
            match own.elem() {
                Some(wanted) => self.expect(elem, wanted, "the element type"),
                None => self.report.fail_node(exp, "its type is not that of an array"),
            }
        }
    }

    fn index(&mut self, exp: &Exp<'a>, array: &'a Exp<'a>, indices: &'a [Dim<'a>]) {
        let own = View::new(exp.ty());
        self.exp(array);
        let rest = self.indexed(View::new(array.ty()), indices);
        // Dimensions that slices leave have sizes that are checked where they are used.
        let mut left = Some(own);
        for _ in 0..Self::slices(indices) {
            left = left.and_then(|left| left.elem());
        }
        let fits = rest.zip(left).is_some_and(|(rest, left)| self.same(&rest, &left));
        if !fits {
            self.is(exp, None);
        }
    }

    fn binary(&mut self, exp: &Exp<'a>, op: BinOp, lhs: &'a Exp<'a>, rhs: &'a Exp<'a>) {
        let own = View::new(exp.ty());
        self.exp(lhs);
        self.exp(rhs);
        let (a, b) = (View::new(lhs.ty()), View::new(rhs.ty()));
        let fits = match a.prim() {
            Some(prim) => {
                op.applies_to(prim) && b.is_prim(op.second_operand_type(prim)) && own.is_prim(op.result_type(prim))
            }
            None => matches!(op, BinOp::Eq | BinOp::Ne) && self.same(&a, &b) && own.is_prim(PrimType::Bool),
        };
        if !fits {
            self.is(exp, None);
        }
    }

    fn constructor(&mut self, exp: &Exp<'a>, tag: Symbol, args: &'a [Exp<'a>]) {
        let own = View::new(exp.ty());
        args.iter().for_each(|arg| self.exp(arg));
        let view = own.opened();
        let case = match view.ty {
            Type::TypeSum { cases, .. } => cases.iter().find(|case| case.tag == tag),
            _ => None,
        };
        match case {
            Some(case) if case.payload.len() == args.len() => {
                for (arg, ty) in args.iter().zip(case.payload) {
                    self.expect(arg, view.part(ty), "the operand's type");
                }
            }
            _ => self.is(exp, None),
        }
    }

    fn coercion(&mut self, exp: &Exp<'a>, from: &'a Exp<'a>) {
        let own = View::new(exp.ty());
        self.exp(from);
        let loose = Checker {
            env: FxHashMap::default(),
            known: FxHashMap::default(),
            sizes: false,
            report: &mut Report::default(),
        };
        if !loose.same(&own, &View::new(from.ty())) {
            self.is(exp, None);
        }
    }

    fn range(&mut self, exp: &Exp<'a>, parts: impl Iterator<Item = &'a Exp<'a>>) {
        let own = View::new(exp.ty());
        let elem = own.elem();
        for part in parts {
            self.exp(part);
            match &elem {
                Some(elem) => self.expect(part, elem.clone(), "the element type"),
                None => self.is(exp, None),
            }
        }
    }

    fn matching(&mut self, exp: &Exp<'a>, scrutinee: &'a Exp<'a>, arms: &'a [Arm<'a>]) {
        let own = View::new(exp.ty());
        self.exp(scrutinee);
        for arm in arms {
            self.pat(arm.pat);
            self.expect(scrutinee, View::new(arm.pat.ty()), "the pattern's type");
            self.exp(arm.body);
            self.expect(arm.body, own.clone(), "the type of the match");
        }
    }

    fn update(&mut self, exp: &Exp<'a>, whole: &'a Exp<'a>, path: &'a [Step<'a>], value: &'a Exp<'a>) {
        self.exp(whole);
        self.exp(value);
        self.is(exp, Some(View::new(whole.ty())));
        let mut part = Some(View::new(whole.ty()));
        let mut slices = 0;
        for step in path {
            part = match (step, part) {
                (_, None) => None,
                (Step::StepField { label, .. }, Some(part)) => part.field(*label),
                (Step::StepIndex { indices, .. }, Some(part)) => {
                    slices = Self::slices(indices);
                    self.indexed(part, indices)
                }
            };
        }
        let mut left = Some(View::new(value.ty()));
        for _ in 0..slices {
            left = left.and_then(|left| left.elem());
        }
        if !part.zip(left).is_some_and(|(part, left)| self.same(&part, &left)) {
            self.is(exp, None);
        }
    }

    fn lambda(&mut self, exp: &Exp<'a>, params: &'a [Pat<'a>], ret: &'a Type<'a>, body: &'a Exp<'a>) {
        let own = View::new(exp.ty());
        params.iter().for_each(|param| self.pat(param));
        self.exp(body);
        self.expect(body, View::new(ret), "the result type");
        let mut ty = own;
        for param in params {
            let view = ty.resolved();
            let Type::TypeArrow { param: label, from, to, .. } = *view.ty else {
                self.is(exp, None);
                return;
            };
            if !self.same(&view.part(from), &View::new(param.ty())) {
                self.is(exp, None);
            }
            let mut sizes = (*view.sizes).clone();
            sizes.extend(label.map(|label| (label, None)));
            ty = View { ty: to, sizes: Rc::new(sizes), types: view.types };
        }
        // Parameters in the declared result type are the arguments of the function type.
        let mut names = Vec::new();
        params.iter().for_each(|param| framework::Node::exports(param, &mut names));
        let unknown = names.into_iter().map(|name| (name, None)).collect();
        let ret = View { ty: ret, sizes: Rc::new(unknown), types: Rc::default() };
        if !self.same(&ty, &ret) {
            self.is(exp, None);
        }
    }

    fn looping(
        &mut self,
        exp: &Exp<'a>,
        sizes: &'a [SizeBinder],
        pat: &'a Pat<'a>,
        init: &'a Exp<'a>,
        form: &'a LoopForm<'a>,
        body: &'a Exp<'a>,
    ) {
        self.exp(init);
        self.pat(pat);
        // The initial value has other sizes than those that change.
        let unknown: Sizes = sizes.iter().map(|size| (size.name, None)).collect();
        let param = View { ty: pat.ty(), sizes: Rc::new(unknown), types: Rc::default() };
        self.expect(init, param.clone(), "the type of the loop's parameter");
        match *form {
            LoopForm::For { name, bound, .. } => {
                self.exp(bound);
                let variable = Variable { type_params: &[], params: &[], ty: bound.ty() };
                self.env.insert(name, variable);
            }
            LoopForm::ForIn { pat, array, .. } => {
                self.exp(array);
                self.pat(pat);
                let elem = View::new(array.ty()).elem();
                if !elem.is_some_and(|elem| self.same(&elem, &View::new(pat.ty()))) {
                    self.is(exp, None);
                }
            }
            LoopForm::While { cond, .. } => self.bool(cond),
        }
        self.exp(body);
        self.expect(body, param.clone(), "the type of the loop's parameter");
        self.is(exp, Some(param));
    }

    /// A variable of a size type that is bound to a size holds that size.
    fn binding(&mut self, pat: &'a Pat<'a>, rhs: &'a Exp<'a>) {
        self.exp(rhs);
        self.pat(pat);
        self.expect(rhs, View::new(pat.ty()), "the pattern's type");
        if let (Pat::PatVar { name, ty: Type::TypePrim { prim: PrimType::I64 | PrimType::I32, .. }, .. }, true) =
            (pat, matches!(rhs, Exp::Var { .. } | Exp::Const { .. } | Exp::Bin { .. } | Exp::Convert { .. }))
            && let Some(size) = Poly::of(rhs, &Sizes::default())
        {
            let size = size.expanded(&self.known);
            self.known.insert(*name, size);
        }
    }
}
