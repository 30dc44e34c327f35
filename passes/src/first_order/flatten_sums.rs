//! `flatten-sums`: turns values of sum types into records of a tag and all payloads.

use framework::pass::{Report, Run, Transform};
use framework::{Error, Names, Owned, Renaming, Result, SourceMap, Span, Symbol, pass, rules};
use languages::builtin::Builtin;
use languages::codes;
use languages::first_order::{
    Arena, Attr, Exp, Field, FirstOrder, Pat, Program, Rewrite, Size, Type, TypeCase, TypeField, Visit,
    default_rewrite_exp, default_rewrite_type, walk_exp, walk_type,
};
use languages::prim::{BinOp, PrimType, PrimValue};
use languages::trace::{self, Form, Shape, TRACE};
use languages::typed::label_order;
use rustc_hash::FxHashMap;

pass! {
    /// Represents a value of a sum type by a record: a tag, and a field for each operand of each constructor.
    ///
    ///     #circle r : #circle f32 | #square f32     becomes     {# = 0u8, #circle.0 = r, #square.0 = 0.0f32}
    ///
    /// The fields of the other constructors have unspecified values. Match compilation reads an operand only after it
    /// has tested the tag. Tags are numbered in alphabetical order.
    ///
    /// Here `#[trace]` becomes `Trace`, which keeps how the value is shown: the names of constructors end here.
    pub FlattenSums = "flatten-sums": FirstOrder => FirstOrder {
        ensures: [NoSums],
        counts: { constructors },
    }
}

rules! { FirstOrder:
    /// The program has no sum types, constructors or constructor tests.
    pub NoSums = "no-sums" by no_sums;
}

impl Transform for FlattenSums {
    fn transform(&self, program: &Owned<FirstOrder>, run: &mut Run<'_, Self>) -> Result<Owned<FirstOrder>> {
        let mut constructors = 0;
        let sources = &run.sources;
        let result = Owned::build(|arena| {
            let mut flatten = Flatten { arena, sources, constructors: 0 };
            let result = flatten.rewrite_program(program.root());
            constructors = flatten.constructors;
            result
        });
        run.counts.constructors = constructors;
        result
    }
}

struct Flatten<'s, 'b> {
    arena: &'b Arena<'b>,
    sources: &'s SourceMap,
    constructors: u64,
}

const TAG: &str = "#";

fn operand(tag: Symbol, index: usize) -> Symbol {
    Symbol::new(&format!("#{tag}.{index}"))
}

/// The cases of a sum type, in order of their tags.
fn cases<'a>(ty: &Type<'a>) -> Option<Vec<TypeCase<'a>>> {
    match ty {
        Type::TypeSum { cases, .. } => {
            let mut cases = cases.to_vec();
            cases.sort_by_key(|case| case.tag);
            Some(cases)
        }
        Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } => cases(body),
        _ => None,
    }
}

impl<'b> Flatten<'_, 'b> {
    /// The label of what an attribute traces; `None` for other attributes.
    fn trace_label(&self, span: Span, attr: &Attr<'_>) -> Option<Symbol> {
        match attr {
            Attr::Compound { name, args: [Attr::Atom { name: label, .. }, ..], .. } if name.as_str() == TRACE => {
                Some(*label)
            }
            Attr::Atom { name, .. } | Attr::Compound { name, .. } if name.as_str() == TRACE => {
                Some(Symbol::new(&trace::place(self.sources, span)))
            }
            _ => None,
        }
    }

    fn prim(&self, span: Span, prim: PrimType) -> &'b Type<'b> {
        self.arena.alloc(Type::TypePrim { span, prim })
    }

    fn number(&self, span: Span, ty: &Type<'_>, tag: Symbol) -> Result<Exp<'b>> {
        let missing = || Error::internal(format!("no constructor `#{tag}`")).or_at(span);
        let position = cases(ty).ok_or_else(missing)?.iter().position(|case| case.tag == tag).ok_or_else(missing)?;
        let value = PrimValue::U8(
            u8::try_from(position)
                .map_err(|_| codes::TOO_MANY_CONSTRUCTORS.error(span, "a sum type with more than 256 constructors"))?,
        );
        Ok(Exp::Const { span, ty: self.prim(span, PrimType::U8), value })
    }

    /// An arbitrary value of a type.
    fn dummy(&self, span: Span, ty: &'b Type<'b>) -> Exp<'b> {
        match ty {
            Type::TypePrim { prim, .. } => Exp::Const { span, ty, value: PrimValue::zero(*prim) },
            Type::TypeArray { size: Size::SizeOf { exp, .. }, .. } => {
                Exp::Intrinsic { span, ty, op: Builtin::Scratch, funs: &[], args: self.arena.slice([**exp]) }
            }
            Type::TypeRecord { fields, .. } => {
                let fields: Vec<Field<'b>> = fields
                    .iter()
                    .map(|field| Field { span, label: field.label, exp: self.arena.alloc(self.dummy(span, field.ty)) })
                    .collect();
                Exp::Record { span, ty, fields: self.arena.slice(fields) }
            }
            Type::TypeUnique { body, .. } => self.dummy(span, body),
            // Size 0 is the cheapest.
            Type::TypeExists { sizes, body, .. } => {
                let size = self.prim(span, PrimType::I64);
                let mut renaming = Renaming::new(Names::Keep);
                let mut names = Vec::new();
                for binder in *sizes {
                    names.push(binder.name.refresh());
                    renaming = renaming.rename(binder.name, names[names.len() - 1]);
                }
                let body: &'b Type<'b> = self.arena.alloc(body.copy_into(self.arena, &mut renaming));
                names.into_iter().fold(self.dummy(span, body), |body, name| Exp::Let {
                    span,
                    ty,
                    sizes: &[],
                    pat: self.arena.alloc(Pat::PatVar { span, ty: size, name }),
                    rhs: self.arena.alloc(Exp::Const { span, ty: size, value: PrimValue::I64(0) }),
                    body: self.arena.alloc(body),
                })
            }
            // The type of a closure does not give the size of an array in it, so the dummy array is empty.
            Type::TypeArray { size: Size::SizeAny { .. }, .. } => self.dummy(span, self.empty(ty)),
            Type::TypeSum { .. } => Exp::Hole { span, ty },
        }
    }

    /// A type with all unknown sizes set to 0.
    fn empty(&self, ty: &'b Type<'b>) -> &'b Type<'b> {
        self.arena.alloc(match *ty {
            Type::TypeArray { span, size: Size::SizeAny { .. }, elem } => {
                let zero = Exp::Const { span, ty: self.prim(span, PrimType::I64), value: PrimValue::I64(0) };
                let size = self.arena.alloc(Size::SizeOf { span, exp: self.arena.alloc(zero) });
                Type::TypeArray { span, size, elem: self.empty(elem) }
            }
            Type::TypeRecord { span, fields } => {
                let fields = fields.iter().map(|field| TypeField { ty: self.empty(field.ty), ..*field });
                Type::TypeRecord { span, fields: self.arena.slice(fields.collect::<Vec<_>>()) }
            }
            _ => return ty,
        })
    }

    fn project(&mut self, span: Span, exp: Exp<'b>, label: Symbol, ty: &'b Type<'b>) -> Exp<'b> {
        Exp::Project { span, ty, exp: self.arena.alloc(exp), label }
    }
}

impl<'a, 'b> Rewrite<'a, 'b> for Flatten<'_, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_type(&mut self, node: &'a Type<'a>) -> Result<Type<'b>> {
        let Type::TypeSum { span, .. } = node else { return default_rewrite_type(self, node) };
        let span = *span;
        let mut fields = vec![TypeField { span, label: Symbol::new(TAG), ty: self.prim(span, PrimType::U8) }];
        for case in cases(node).unwrap_or_default() {
            for (index, ty) in case.payload.iter().enumerate() {
                let ty = self.rewrite_type(ty)?;
                fields.push(TypeField { span, label: operand(case.tag, index), ty: self.arena.alloc(ty) });
            }
        }
        Ok(Type::TypeRecord { span, fields: self.arena.slice(fields) })
    }

    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        match node {
            Exp::Con { span, ty, tag, args } => {
                self.constructors += 1;
                let span = *span;
                let number = self.number(span, ty, *tag)?;
                let new = self.rewrite_type(ty)?;
                let new = self.arena.alloc(new);
                let mut fields = vec![Field { span, label: Symbol::new(TAG), exp: self.arena.alloc(number) }];
                for case in cases(ty).unwrap_or_default() {
                    for (index, operand_ty) in case.payload.iter().enumerate() {
                        let exp = match args.get(index) {
                            Some(arg) if case.tag == *tag => self.rewrite_exp(arg)?,
                            _ => {
                                let ty = self.rewrite_type(operand_ty)?;
                                self.dummy(span, self.arena.alloc(ty))
                            }
                        };
                        fields.push(Field { span, label: operand(case.tag, index), exp: self.arena.alloc(exp) });
                    }
                }
                Ok(Exp::Record { span, ty: new, fields: self.arena.slice(fields) })
            }
            Exp::Test { span, exp, tag, .. } => {
                let number = self.number(*span, exp.ty(), *tag)?;
                let value = self.rewrite_exp(exp)?;
                let found = self.project(*span, value, Symbol::new(TAG), number.ty());
                Ok(Exp::Bin {
                    span: *span,
                    ty: self.prim(*span, PrimType::Bool),
                    op: BinOp::Eq,
                    lhs: self.arena.alloc(found),
                    rhs: self.arena.alloc(number),
                })
            }
            Exp::Payload { span, ty, exp, tag, index } => {
                let ty = self.rewrite_type(ty)?;
                let value = self.rewrite_exp(exp)?;
                Ok(self.project(*span, value, operand(*tag, *index as usize), self.arena.alloc(ty)))
            }
            Exp::ExpAttributed { span, ty, attr, exp } => {
                let Some(label) = self.trace_label(*span, attr) else { return default_rewrite_exp(self, node) };
                let form = Form::new(&shape(ty, &mut 0));
                let (ty, exp) = (self.rewrite_type(ty)?, self.rewrite_exp(exp)?);
                let (ty, exp) = (self.arena.alloc(ty), self.arena.alloc(exp));
                Ok(Exp::Trace { span: *span, ty, label, form, exp })
            }
            _ => default_rewrite_exp(self, node),
        }
    }
}

/// How a value of a type is shown, with the leaves that it has as a record. `next` is the number of its first leaf.
fn shape(ty: &Type<'_>, next: &mut usize) -> Shape {
    let mut leaf = || {
        *next += 1;
        *next - 1
    };
    match ty {
        Type::TypePrim { .. } => Shape::Leaf(leaf()),
        Type::TypeRecord { fields: [], .. } => Shape::Unit(leaf()),
        Type::TypeArray { elem, .. } => match shape(elem, next) {
            Shape::Leaf(leaf) => Shape::Leaf(leaf),
            elem => Shape::Array(Box::new(elem)),
        },
        Type::TypeRecord { fields, .. } => {
            let mut fields: Vec<_> = fields.iter().map(|field| (field.label, field.ty)).collect();
            fields.sort_by_key(|(label, _)| label_order(*label));
            let tuple = fields.iter().enumerate().all(|(index, (label, _))| label.as_str() == index.to_string());
            let fields = fields.into_iter().map(|(label, ty)| (label, shape(ty, next)));
            if tuple { Shape::Tuple(fields.map(|(_, shape)| shape).collect()) } else { Shape::Record(fields.collect()) }
        }
        Type::TypeSum { .. } => {
            let cases = cases(ty).unwrap_or_default();
            let operands = cases.iter().flat_map(|case| {
                case.payload.iter().enumerate().map(|(index, ty)| (operand(case.tag, index), Some(*ty)))
            });
            // The fields of the record, in their order there.
            let mut fields: Vec<_> = std::iter::once((Symbol::new(TAG), None)).chain(operands).collect();
            fields.sort_by_key(|(label, _)| label_order(*label));
            let shapes: FxHashMap<Symbol, Shape> = fields
                .into_iter()
                .map(|(label, ty)| match ty {
                    Some(ty) => (label, shape(&ty, next)),
                    None => {
                        *next += 1;
                        (label, Shape::Leaf(*next - 1))
                    }
                })
                .collect();
            let tag = if let Some(Shape::Leaf(tag)) = shapes.get(&Symbol::new(TAG)) { *tag } else { 0 };
            let case = |case: &TypeCase<'_>| {
                let operands =
                    (0..case.payload.len()).filter_map(|index| shapes.get(&operand(case.tag, index)).cloned());
                (case.tag, operands.collect())
            };
            Shape::Sum(tag, cases.iter().map(case).collect())
        }
        Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } => shape(body, next),
    }
}

fn no_sums(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r>(&'r mut Report);
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            if matches!(node, Exp::Con { .. } | Exp::Test { .. } | Exp::Payload { .. }) {
                self.0.fail_node(node, "a sum is left");
            }
            walk_exp(self, node);
        }
        fn visit_type(&mut self, node: &'a Type<'a>) {
            if matches!(node, Type::TypeSum { .. }) {
                self.0.fail_node(node, "a sum type is left");
            }
            walk_type(self, node);
        }
    }
    Finder(report).visit_program(program);
}
