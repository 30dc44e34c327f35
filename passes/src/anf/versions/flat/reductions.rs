//! The reductions of all segments: each in parts, and then their results.

use super::{Flat, number_at};
use crate::anf::support::code::{Code, int, scalar, var};
use crate::anf::support::elements::identity;
use crate::anf::support::loops::{array_of, numbers};
use crate::anf::support::parts::{part_of, part_size, slice};
use crate::anf::support::soac::combined;
use framework::{Name, Names, Renaming};
use languages::anf::{Arena, Atom, Body, Exp, Lambda, Param, Stm};
use languages::prim::{BinOp, PrimType};
use std::ops::Range;

/// The most parts that a segment is reduced in.
const MOST_PARTS: i64 = 256;

impl<'b> Flat<'_, 'b, '_> {
    /// A reduction of each segment: of its parts, and of the results of these. What its function returns beside comes
    /// from a map.
    pub(super) fn reduce(&mut self, code: &mut Code<'b>, copied: Stm<'b>) {
        let (arena, span) = (self.arena, copied.span);
        let Exp::Reduce { width, arrays, lambda, ops, .. } = *copied.exp else { return };
        let count = combined(ops);
        if count < lambda.rets.len() {
            let (pat, map_pat) = copied.pat.split_at(count);
            let half = |range| arena.alloc(returning(arena, lambda, range));
            let map = Exp::Map { span, groups: false, width, arrays, lambda: half(count..lambda.rets.len()) };
            let reduce = Exp::Reduce { span, width, arrays, lambda: half(0..count), ops };
            self.keep(code, Stm { pat: map_pat, exp: arena.alloc(map), ..copied });
            return self.reduce(code, Stm { pat, exp: arena.alloc(reduce), ..copied });
        }
        // As many parts as the device has room for, but fewer for the threads that combine them.
        let capacity = code.shared("capacity", PrimType::I64, Exp::Capacity { span });
        let room = code.arith(BinOp::Mul, capacity, int(2));
        let iterations = code.arith(BinOp::Max, self.width, int(1));
        let parts = code.arith(BinOp::Quot, room, iterations);
        let parts = code.arith(BinOp::Min, parts, int(MOST_PARTS));
        let parts = code.arith(BinOp::Max, parts, int(1));
        let size = part_size(code, *width, parts);
        let indices = numbers(code, "numbers", parts);
        let number = code.param("part", scalar(PrimType::I64));
        let mut inside = Code::new(arena, span);
        let (start, count) = part_of(&mut inside, *width, size, var(number.name));
        let cut: Vec<Name> = arrays.iter().map(|array| self.part(&mut inside, *array, start, count)).collect();
        let reduce = Exp::Reduce { span, width: arena.alloc(count), arrays: arena.slice(cut), lambda, ops };
        let results: Vec<Param<'b>> = lambda.rets.iter().map(|ty| inside.param("reduced", *ty)).collect();
        inside.push(&results, reduce);
        let body = arena.alloc(inside.body(results.iter().map(|param| var(param.name))));
        let function = arena.alloc(Lambda { span, params: arena.slice([number]), rets: lambda.rets, body });
        let (width, arrays) = (arena.alloc(parts), arena.slice([indices]));
        let map = Exp::Map { span, groups: false, width, arrays, lambda: function };
        let partial: Vec<Param<'b>> =
            lambda.rets.iter().map(|ty| code.param("partial", array_of(code, parts, ty))).collect();
        let stms = vec![Stm { pat: arena.slice(partial.clone()), exp: arena.alloc(map), ..copied }];
        let result = partial.iter().map(|param| var(param.name)).collect();
        let rets = partial.iter().map(|param| *param.ty).collect();
        let made = self.mapped(code, stms, result, rets);
        // The second step.
        let known = self.given.len();
        self.given.extend(partial.iter().copied().zip(made));
        let arrays = arena.slice(partial.iter().map(|param| param.name).collect::<Vec<_>>());
        let nothing = arena.alloc(identity(arena, *lambda));
        let reduce = Exp::Reduce { span, width: arena.alloc(parts), arrays, lambda: nothing, ops };
        let stms = vec![Stm { exp: arena.alloc(reduce), ..copied }];
        let result = copied.pat.iter().map(|param| var(param.name)).collect();
        let made = self.mapped(code, stms, result, copied.pat.iter().map(|param| *param.ty).collect());
        self.given.truncate(known);
        self.given.extend(copied.pat.iter().copied().zip(made));
    }

    /// `array[start :+ count]`, where `array` may be an iota of the function.
    fn part(&self, code: &mut Code<'b>, array: Name, start: Atom, count: Atom) -> Name {
        let Some((first, step, prim)) = self.iota(array) else {
            return match self.type_of(array) {
                Some(ty) => slice(&ty, code, array, start, count),
                None => array,
            };
        };
        let (arena, span) = (code.arena, code.span);
        let first = number_at(code, (first, step, prim), start);
        let (size, start, step) = (arena.alloc(count), arena.alloc(first), arena.alloc(step));
        let ty = code.array(prim, [count], false);
        code.bind("numbers", ty, Exp::Iota { span, count: size, start, step, prim })
    }
}

/// A function that returns some of a function's results.
fn returning<'b>(arena: &'b Arena<'b>, lambda: &Lambda<'b>, range: Range<usize>) -> Lambda<'b> {
    let body = Body { result: &lambda.body.result[range.clone()], ..*lambda.body };
    let lambda = Lambda { rets: &lambda.rets[range], body: arena.alloc(body), ..*lambda };
    lambda.copy_into(arena, &mut Renaming::new(Names::Fresh))
}
