//! Operators on arrays that work on each element by itself.

use crate::anf::support::code::{Code, prim, scalar, var, variable};
use crate::anf::support::loops::for_loop;
use framework::{Name, Names, Node, Renaming, Span};
use languages::anf::{Arena, Atom, Exp, Lambda, Param, Type};

/// An operator on arrays that works on each of their elements by itself.
pub struct Elementwise<'a> {
    /// The number of elements.
    pub size: Atom,
    /// The operator for elements.
    function: &'a Lambda<'a>,
    /// For each operand of the operator on arrays, the parameter of `function`, if it has one.
    params: Vec<Option<Name>>,
}

impl<'a> Elementwise<'a> {
    pub fn of(op: &'a Lambda<'a>) -> Option<Elementwise<'a>> {
        let [stm] = op.body.stms else { return None };
        let Exp::Map { width, arrays, lambda: function, .. } = stm.exp else { return None };
        let made = stm.pat.iter().map(|param| Some(param.name));
        let is_scalar = |ty: &Type<'_>| matches!(ty, Type::Scalar { .. });
        let on_scalars = function.rets.iter().all(is_scalar) && function.params.iter().all(|param| is_scalar(param.ty));
        let own = |array: &Name| op.params.iter().any(|param| param.name == *array);
        // The function may use whole operands besides.
        let whole = function.free_names().iter().any(own);
        if !op.body.result.iter().map(variable).eq(made) || !on_scalars || whole || !arrays.iter().all(own) {
            return None;
        }
        let given = |param: &Param<'_>| {
            let at = arrays.iter().position(|array| *array == param.name)?;
            Some(function.params[at].name)
        };
        let params: Vec<Option<Name>> = op.params.iter().map(given).collect();
        // An operand that the map reads twice would have two names.
        let distinct = params.iter().flatten().count() == function.params.len();
        distinct.then_some(Elementwise { size: **width, function, params })
    }

    /// The types of the operator's results for elements.
    pub fn rets<'b>(&self) -> Vec<Type<'b>> {
        self.function.rets.iter().map(|ty| scalar(prim(ty))).collect()
    }

    /// The operator for elements, as a function of all operands.
    pub fn lambda<'b>(&self, arena: &'b Arena<'b>, span: Span) -> Lambda<'b> {
        let mut code = Code::new(arena, span);
        let rets = self.rets();
        let params: Vec<Param<'b>> = rets.iter().chain(&rets).map(|ty| code.param("x", *ty)).collect();
        let operands: Vec<Atom> = params.iter().map(|param| var(param.name)).collect();
        let results = self.apply(&mut code, &operands);
        let body = arena.alloc(code.body(results));
        Lambda { span, params: arena.slice(params), rets: arena.slice(rets), body }
    }

    /// Applies the operator for elements.
    fn apply<'b>(&self, code: &mut Code<'b>, operands: &[Atom]) -> Vec<Atom> {
        let function = self.function.copy_into(code.arena, &mut Renaming::new(Names::Fresh));
        for (param, old) in function.params.iter().zip(self.function.params) {
            let operand = self.params.iter().position(|known| *known == Some(old.name)).map(|at| operands[at]);
            code.push(&[*param], Exp::Atoms { span: code.span, atoms: code.arena.slice(operand) });
        }
        code.stms.extend(function.body.stms);
        function.body.result.to_vec()
    }

    /// The map over the elements that reduces the columns of arrays of `count` rows.
    pub fn columns<'b>(&self, code: &mut Code<'b>, neutral: &[Atom], count: Atom, arrays: &[Name]) -> Exp<'b> {
        let (arena, span) = (code.arena, code.span);
        let mut inputs: Vec<Name> = neutral.iter().filter_map(variable).collect();
        let rets = self.rets();
        let mut params: Vec<Param<'b>> = rets.iter().map(|ty| code.param("neutral", *ty)).collect();
        let mut columns = Vec::new();
        for (array, ty) in arrays.iter().zip(&rets) {
            let turned = code.array(prim(ty), [self.size, count], false);
            let exp = Exp::Rearrange { span, array: *array, perm: arena.slice([1, 0]) };
            inputs.push(code.bind("columns", turned, exp));
            let column = code.param("column", code.array(prim(ty), [count], false));
            params.push(column);
            columns.push(column.name);
        }
        let mut inside = Code::new(arena, span);
        let index = Name::fresh("i");
        let accs: Vec<(Param<'b>, Atom)> =
            rets.iter().zip(&params).map(|(ty, neutral)| (inside.param("acc", *ty), var(neutral.name))).collect();
        let mut body = Code::new(arena, span);
        let mut operands: Vec<Atom> = accs.iter().map(|(acc, _)| var(acc.name)).collect();
        for (column, ty) in columns.iter().zip(&rets) {
            let element = body.element(*column, &[var(index)], &[count]);
            operands.push(var(body.bind("x", *ty, element)));
        }
        let results = self.apply(&mut body, &operands);
        let body = body.body(results);
        let exp = for_loop(&inside, count, index, accs, body);
        let results: Vec<Param<'b>> = rets.iter().map(|ty| inside.param("reduced", *ty)).collect();
        inside.push(&results, exp);
        let body = arena.alloc(inside.body(results.iter().map(|param| var(param.name))));
        let lambda = Lambda { span, params: arena.slice(params), rets: arena.slice(rets), body };
        let (width, arrays) = (arena.alloc(self.size), arena.slice(inputs));
        Exp::Map { span, groups: false, width, arrays, lambda: arena.alloc(lambda) }
    }
}
