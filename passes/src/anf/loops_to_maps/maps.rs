//! The map that stands for a loop.

use crate::anf::support::code::{Code, dims, int, scalar, var, variable};
use crate::anf::support::loops::{array_of, numbers};
use framework::{Name, Node, Result};
use languages::anf::{Arena, Atom, Body, Exp, Lambda, Param, Rewrite, Stm, default_rewrite_exp, default_rewrite_param};
use languages::prim::{BinOp, PrimType};

use super::apart::{Apart, Own, fixed};

impl<'b> Apart<'b> {
    /// The statement that binds the arrays of the loop `stm`, for a slice that is only in bounds if there is an
    /// iteration.
    pub fn guarded(&self, code: &mut Code<'b>, stm: &Stm<'b>) -> Result<()> {
        let (arena, span) = (code.arena, stm.span);
        let runs = code.operator(BinOp::Lt, PrimType::I64, int(0), self.width);
        let fresh = |param: &Param<'b>| Param { name: param.name.refresh(), ..*param };
        let pat = arena.slice(stm.pat.iter().map(fresh));
        let mut yes = Code::new(arena, span);
        self.mapped(&mut yes, &Stm { pat, ..*stm }, true)?;
        let yes = arena.alloc(yes.body(pat.iter().map(|param| var(param.name))));
        let kept = arena.slice(self.arrays.iter().map(|array| var(array.init)));
        let no = arena.alloc(Body { span, stms: &[], result: kept });
        code.push(stm.pat, Exp::If { span, cond: arena.alloc(runs), yes, no });
        Ok(())
    }

    /// The statements that bind the arrays of the loop `stm`. `runs`: there certainly is an iteration.
    pub fn mapped(&self, code: &mut Code<'b>, stm: &Stm<'b>, runs: bool) -> Result<()> {
        let (arena, span) = (code.arena, stm.span);
        let is_size = |array: &Own<'b>| dims(array.param.ty).get(array.outer.len()) == Some(&self.width);
        let width = match runs || !self.inputs.is_empty() || self.arrays.iter().any(is_size) {
            true => self.width,
            false => code.operator(BinOp::Max, PrimType::I64, self.width, int(0)),
        };
        let checked = |pat: Param<'b>, exp: Exp<'b>| Stm {
            span,
            pat: arena.slice([pat]),
            certs: stm.certs,
            exp: arena.alloc(exp),
        };

        let mut params: Vec<Param<'b>> = self.inputs.iter().map(|input| input.element).collect();
        let mut inputs: Vec<Name> = self.inputs.iter().map(|input| input.array).collect();
        for array in self.arrays.iter().filter(|array| array.is_read) {
            params.push(Param { ty: arena.alloc(array.element(arena)), ..array.param });
            inputs.push(match array.is_whole {
                true => array.init,
                false => {
                    let part = code.param("part", array_of(code, width, &array.element(arena)));
                    let exp = Exp::Slice { span, array: array.init, dims: array.part(arena, width) };
                    code.stms.push(checked(part, exp));
                    part.name
                }
            });
        }
        let body = Elements { arena, loops: self }.rewrite_body(self.body)?;
        if params.is_empty() || body.mentions(self.index) > 0 {
            params.push(Param { span, name: self.index, ty: arena.alloc(scalar(PrimType::I64)) });
            inputs.push(numbers(code, "numbers", width));
        }
        let rets = arena.slice(self.arrays.iter().map(|array| array.element(arena)));
        let lambda = Lambda { span, params: arena.slice(params), rets, body: arena.alloc(body) };

        let made = self.arrays.iter().zip(stm.pat).map(|(array, whole)| match array.is_whole {
            true => *whole,
            false => code.param("part", array_of(code, width, &array.element(arena))),
        });
        let made: Vec<Param<'b>> = made.collect();
        let (count, arrays) = (arena.alloc(width), arena.slice(inputs));
        let map = Exp::Map { span, groups: false, width: count, arrays, lambda: arena.alloc(lambda) };
        code.stms.push(Stm { span, pat: arena.slice(made.iter().copied()), certs: stm.certs, exp: arena.alloc(map) });
        for ((array, whole), part) in self.arrays.iter().zip(stm.pat).zip(&made).filter(|((own, _), _)| !own.is_whole) {
            let (dims, value) = (array.part(arena, width), arena.alloc(var(part.name)));
            code.stms.push(checked(*whole, Exp::Update { span, array: array.init, dims, value }));
        }
        Ok(())
    }
}

/// Makes the names of a loop's arrays those of their elements.
struct Elements<'s, 'b> {
    arena: &'b Arena<'b>,
    loops: &'s Apart<'b>,
}

impl<'b> Elements<'_, 'b> {
    /// The element of an array that the loop replaces, and the number of indices that lead to it.
    fn own(&self, array: Name) -> Option<(Name, usize)> {
        let own = self.loops.arrays.iter().find(|own| own.param.name == array)?;
        Some((array, own.outer.len() + 1))
    }

    /// The same for one that the loop reads, or replaces.
    fn read(&self, array: Name, first: Option<&Atom>) -> Option<(Name, usize)> {
        let is_own = first.and_then(variable) == Some(self.loops.index);
        let input = self.loops.inputs.iter().find(|input| is_own && input.array == array);
        input.map(|input| (input.element.name, 1)).or_else(|| self.own(array))
    }
}

impl<'b> Rewrite<'b, 'b> for Elements<'_, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_param(&mut self, node: &'b Param<'b>) -> Result<Param<'b>> {
        let own = self.loops.arrays.iter().find(|own| own.updated.contains(&node.name));
        match own {
            Some(own) => Ok(Param { ty: self.arena.alloc(own.element(self.arena)), ..*node }),
            None => default_rewrite_param(self, node),
        }
    }

    fn rewrite_exp(&mut self, node: &'b Exp<'b>) -> Result<Exp<'b>> {
        let atom = |span, atom| Exp::Atoms { span, atoms: self.arena.slice([atom]) };
        Ok(match *node {
            Exp::Index { span, array, indices } if let Some((name, depth)) = self.read(array, indices.first()) => {
                match &indices[depth..] {
                    [] => atom(span, var(name)),
                    indices => Exp::Index { span, array: name, indices },
                }
            }
            Exp::Slice { span, array, dims } if let Some((name, depth)) = self.read(array, fixed(dims).first()) => {
                Exp::Slice { span, array: name, dims: &dims[depth..] }
            }
            Exp::Update { span, array, value, .. } if self.own(array).is_some() => atom(span, *value),
            _ => return default_rewrite_exp(self, node),
        })
    }
}
