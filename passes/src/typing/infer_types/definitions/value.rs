//! Definitions of values.

use std::rc::Rc;

use framework::{Name, Result, Span, Symbol};
use languages::codes;
use languages::prim::{PrimType, PrimValue, convert};
use languages::resolved::{Attr, Def, Exp, Pat, Type as Written, TypeParam as Declared, Visit, walk_exp};

use crate::typing::infer_types::draft::{Closure, Definition, Literal, literal_value};
use crate::typing::infer_types::functions::recursion::Recursion;
use crate::typing::infer_types::state::{Infer, LiteralUse};
use crate::typing::infer_types::types::{Clash, PlacedParams, Scheme, Ty, Type, TypeParam};

/// The definition of a value in the program.
#[derive(Clone, Copy)]
pub struct Value<'t> {
    span: Span,
    name: Name,
    entry: bool,
    attrs: &'t [Attr<'t>],
    doc: Option<Symbol>,
    type_params: &'t [Declared],
    params: &'t [Pat<'t>],
    ret: Option<&'t Written<'t>>,
    body: &'t Exp<'t>,
}

impl<'t> Value<'t> {
    /// The definition, if it is one of a value.
    pub fn of(def: &Def<'t>) -> Option<Self> {
        match *def {
            Def::Value { span, name, entry, attrs, doc, type_params, params, ret, body }
            | Def::Otherwise { span, name, entry, attrs, doc, type_params, params, ret, body, .. } => {
                Some(Value { span, name, entry, attrs, doc, type_params, params, ret, body })
            }
            _ => None,
        }
    }

    /// Whether the definition is a function that uses itself.
    pub fn is_recursive(&self) -> bool {
        if self.params.is_empty() {
            return false;
        }
        let mut uses = Uses { name: self.name, found: false };
        uses.visit_exp(self.body);
        uses.found
    }

    /// Whether the definition is a recursive function with declared size parameters, but without type parameters and a
    /// declared result. Inference then has to find the sizes at which the function calls itself.
    pub fn has_open_recursion(&self) -> bool {
        let are_sizes = self.type_params.iter().all(|param| matches!(param, Declared::SizeParam { .. }));
        self.ret.is_none() && !self.type_params.is_empty() && are_sizes && self.is_recursive()
    }
}

/// Looks for uses of a name. All names are different, so nothing hides it.
struct Uses {
    name: Name,
    found: bool,
}

impl<'a> Visit<'a> for Uses {
    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        match node {
            Exp::Var { name, .. } => self.found |= *name == self.name,
            _ if self.found => {}
            _ => walk_exp(self, node),
        }
    }
}

impl<'t> Infer<'t> {
    /// Infers the definition of a value, and binds its name to its type scheme.
    pub fn value_definition(&mut self, def: Value<'t>, recursion: Recursion) -> Result<Definition<'t>> {
        let Value { span, name, entry, attrs, doc, .. } = def;
        self.set_place(name, span);
        self.set_parameter_names(name, def.params);
        self.forget_unknown();
        let (declared, closure, ty) = self.function_of(&def, recursion)?;
        if entry {
            self.close_unbuilt_sizes(ty);
        }
        let own = declared.len();
        let type_params = self.generalise(span, declared, ty)?;
        if matches!(recursion, Recursion::AnySizes) && type_params.len() > own {
            return Err(codes::UNDETERMINED_SIZE
                .error(span, format!("the recursive function `{}` must declare its result", name.base)));
        }
        if def.params.is_empty() {
            self.check_constant_sizes(span, name, &type_params, ty)?;
        }
        self.check_size_params(&type_params, entry, ty)?;
        if entry {
            self.check_entry(span, name, &type_params, &closure.params, ty)?;
        }
        if let Some((place, found, expected)) = self.take_equation() {
            return Err(self.size_error(place, &Clash::Sizes(found, expected)));
        }
        self.check_literals()?;
        let scheme = Scheme { params: type_params.iter().map(|(_, param)| *param).collect(), ty };
        self.define(name, Rc::new(scheme));
        if closure.declared {
            self.declare_result(name);
        }
        Ok(Definition { span, name, entry, attrs: attrs.to_vec(), doc, type_params, closure })
    }

    /// Infers the parameters and the body of a definition. Returns them with the declared type parameters and the type.
    fn function_of(&mut self, def: &Value<'t>, recursion: Recursion) -> Result<(PlacedParams, Closure<'t>, Ty<'t>)> {
        let Value { span, name, params, ret, body, .. } = *def;
        let first = self.type_count();
        let recursive = def.is_recursive();
        self.scoped(|infer| {
            let mut declared = infer.declare_type_params(def.type_params);
            let mut own = None;
            let closure = infer.closure(params, ret, body, None, &mut |infer, params| {
                infer.any_sizes(params, &mut declared);
                if recursive {
                    let ret = ret.map(|ret| infer.result_annotation(ret)).transpose()?;
                    own = Some(infer.recursive(span, name, &mut declared, params, ret, recursion)?);
                }
                Ok(())
            })?;
            let ty = infer.closure_type(span, &closure.params, closure.ret)?;
            if let (Some(own), None) = (own, ret) {
                infer.expect(span, own, ty, "this recursive function")?;
            }
            if recursive {
                infer.check_recursion(span, name, params, &closure, body)?;
            }
            if let (Some(ret), [], false) = (ret, params, infer.has_dynamic_sizes())
                && infer.is_consumed(closure.ret)
            {
                let message = "a constant cannot have a unique type, since all its uses share its memory";
                return Err(codes::RESULT_NOT_UNIQUE.error(ret.span(), message));
            }
            infer.solve_equations()?;
            infer.settle(first, ty)?;
            infer.solve_equations()?;
            infer.check_uses()?;
            Ok((declared, closure, ty))
        })
    }

    /// Checks the sizes of a constant. A constant is computed once, so it cannot have both size parameters and sizes
    /// that are known only after its computation.
    fn check_constant_sizes(
        &mut self,
        span: Span,
        name: Name,
        type_params: &[(Span, TypeParam)],
        ty: Ty<'t>,
    ) -> Result<()> {
        let size_param = type_params.iter().find(|(_, param)| matches!(param, TypeParam::Size(_)));
        let Some((place, _)) = size_param else { return Ok(()) };
        if !self.has_unknown_size(ty) {
            return Ok(());
        }
        let message =
            format!("the size-polymorphic value binding `{}` may not have a type with an existential size", name.base);
        let text = self.show(ty);
        Err(codes::SIZE_POLYMORPHIC_VALUE
            .error(span, message)
            .note(format!("its type is `{text}`: the sizes after `?` do not follow from the size parameters"))
            .note("with a parameter, as in `def f [n] () = …`, it is computed for each use and may have such sizes")
            .related(*place, "its size parameter"))
    }

    /// Gives literals and operators of open types their default types. Those in the type of the definition are recorded
    /// for warnings.
    pub fn settle(&mut self, first: u32, ty: Ty<'t>) -> Result<()> {
        let mut shown = Vec::new();
        self.type_vars(ty, &mut shown);
        for (var, set, span) in self.undecided(first) {
            let Some(prim) = set.default() else {
                let names: Vec<&str> = set.iter().map(PrimType::name).collect();
                let message = format!("type is ambiguous: it could be any of {}", names.join(", "));
                return Err(codes::AMBIGUOUS_TYPE.error(span, message).note("add a type annotation"));
            };
            if shown.contains(&var) && !self.has_dynamic_sizes() {
                let message = format!("defaulting ambiguous type to {prim}");
                let warning =
                    codes::AMBIGUOUS_NUMBER.error(span, message).label("nothing decides the type of this number");
                self.warnings.push((span, warning.note("add a suffix or declare a type")));
            }
            let ty = self.store.prim(prim);
            self.assign(var, ty);
        }
        Ok(())
    }

    /// Checks that every literal in an expression is a value of its type. Those in patterns wrap around.
    fn check_literals(&mut self) -> Result<()> {
        for LiteralUse { span, literal, ty, in_pattern } in self.take_literals() {
            let Type::Prim(prim) = self.value_type(ty) else { continue };
            let Some(problem) = out_of_bounds(literal, *prim, self.has_dynamic_sizes()) else { continue };
            if !in_pattern {
                return Err(codes::LITERAL_OUT_OF_BOUNDS.error(span, problem));
            }
            let value = literal_value(literal, *prim);
            let warning = codes::PATTERN_OUT_OF_BOUNDS.error(span, problem).note(format!("it matches {value}"));
            self.warnings.push((span, warning));
        }
        Ok(())
    }
}

/// Why a literal is no value of a type, if so. With `any_bits` a literal may give the bits of a signed number as an
/// unsigned number, as in older editions.
fn out_of_bounds(literal: Literal, prim: PrimType, any_bits: bool) -> Option<String> {
    if prim.is_float() {
        let value = convert(literal_value(literal, prim), PrimType::F64);
        let infinite = matches!(value, PrimValue::F64(value) if value.is_infinite());
        return infinite.then(|| format!("this literal is out of bounds for type `{prim}`: it would be infinite"));
    }
    let Literal::Int(value) = literal else { return None };
    let limit = 1i128 << if prim.is_signed() && !any_bits { prim.bits() - 1 } else { prim.bits() };
    let least = if prim.is_signed() { -(1i128 << (prim.bits() - 1)) } else { 0 };
    let problem = || format!("{value} is out of bounds for type `{prim}`: the values are {least} to {}", limit - 1);
    (!(least..limit).contains(&value.0)).then(problem)
}
