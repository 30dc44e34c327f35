//! Translates functions and calls.

use super::value::{EMPTY, Value, leaf_types, show, tuple_fields};
use super::{Leaf, Normaliser, Signature, SizeSource};
use crate::anf::support::code::{self, known, scalar, var};
use framework::{Error, Name, Node, Result, Span, Symbol};
use languages::anf::{Atom, Body, Entry, EntryArg, EntryResult, Exp, Fun, Param, Stm};
use languages::codes;
use languages::first_order as fo;
use languages::prim::{BinOp, PrimType};
use rustc_hash::{FxHashMap, FxHashSet};

/// The parameters of a function, and the comparisons of their sizes that its body must start with.
struct Params<'a, 'b> {
    sizes: Vec<Param<'b>>,
    sources: Vec<SizeSource>,
    /// Dimensions that must equal a computed size.
    equal: Vec<(Span, Atom, &'a fo::Exp<'a>)>,
    leaves: usize,
}

impl<'b> Normaliser<'_, 'b> {
    /// Translates a definition with parameters, or an entry point. The result is f_ext of FHPC'14 §3.1, without results
    /// for sizes that follow from the parameters.
    pub fn fun<'a>(&mut self, def: &'a fo::Def<'a>) -> Result<Fun<'b>> {
        let fo::Def::Value { span, name, entry, sizes, params, ret, body, .. } = def;
        let span = *span;
        let mut new = Params { sizes: Vec::new(), sources: Vec::new(), equal: Vec::new(), leaves: 0 };
        let mut leaves = Vec::new();
        let mut entry_args = Vec::new();
        let named: FxHashSet<Name> = sizes.iter().map(|size| size.name).collect();
        // The body computes the sizes that arguments must have.
        let (mut stms, ()) = self.region(|normaliser| {
            for param in *params {
                let start = leaves.len();
                let value = normaliser.param_leaves(param, *entry, &named, &mut new, &mut leaves)?;
                let names = leaves[start..].iter().map(|param: &Param| param.name);
                entry_args.push(EntryArg {
                    span: param.span(),
                    label: label(param),
                    ty: Symbol::new(&show(param.ty())),
                    leaves: normaliser.arena.slice(names.collect::<Vec<_>>()),
                });
                normaliser.bind(param, value)?;
            }
            // Sizes may depend on later parameters, so they are compared when all parameters are known.
            for (place, found, wanted) in std::mem::take(&mut new.equal) {
                let wanted = normaliser.atom(wanted)?;
                let same = normaliser.size(place, BinOp::Eq, found, wanted);
                let message = vec![normaliser.text("the size of an argument does not fit the others")];
                normaliser.assert(&codes::WRONG_INPUT, place, same, message);
            }
            Ok(())
        })?;
        let all: Vec<Param<'b>> = new.sizes.iter().chain(&leaves).copied().collect();
        let all = self.arena.slice(all);
        let recursive = body.free_names().contains(name);
        if recursive {
            // A recursive function calls itself before its results are known, so all sizes of its results become
            // results.
            let (results, existential) = self.results_of_type(span, ret);
            let signature = Signature { sizes: new.sources.clone(), params: all, results, existential };
            self.signatures.insert(*name, signature);
        }
        let (more, value) = self.region(|normaliser| normaliser.exp(body))?;
        stms.extend(more);
        let (results, atoms, existential) = match self.signatures.get(name) {
            Some(Signature { results, existential, .. }) if recursive => {
                let dims = value.iter().flat_map(|leaf| leaf.dims.iter().copied());
                (*results, dims.chain(value.iter().map(|leaf| leaf.atom)).collect(), *existential)
            }
            _ => {
                // Sizes of results that callers cannot know become results, as in f_ext.
                let known: FxHashSet<Name> = all.iter().map(|param| param.name).collect();
                let (results, atoms, existential) = self.existential_results(span, &value, |atom| match atom {
                    Atom::Const { .. } => true,
                    Atom::Var { name, .. } => known.contains(&name),
                });
                (self.arena.slice(results), atoms, existential)
            }
        };
        let body = Body { span, stms: self.arena.slice(stms), result: self.arena.slice(atoms) };
        let entry = entry.then(|| {
            let mut position = existential;
            let types = tuple_fields(ret).unwrap_or_else(|| vec![*ret]);
            let entry_results: Vec<EntryResult<'b>> = types
                .into_iter()
                .map(|ty| {
                    let types = leaf_types(ty);
                    let leaves = types.iter().enumerate().filter(|(_, leaf)| !leaf.is_hidden());
                    let leaves: Vec<i64> = leaves.map(|(leaf, _)| (position + leaf) as i64).collect();
                    position += types.len();
                    EntryResult { span, ty: Symbol::new(&show(ty)), leaves: self.arena.slice(leaves) }
                })
                .collect();
            let entry = Entry {
                span,
                name: name.base,
                args: self.arena.slice(entry_args),
                results: self.arena.slice(entry_results),
            };
            self.arena.alloc(entry)
        });
        self.signatures.insert(*name, Signature { sizes: new.sources, params: all, results, existential });
        Ok(Fun { span, name: *name, entry, params: all, results, body: self.arena.alloc(body) })
    }

    /// Makes a parameter for each leaf of a parameter. A size that is an unbound variable is bound to the dimension.
    /// Any other unknown size becomes a parameter of its own.
    fn param_leaves<'a>(
        &mut self,
        param: &'a fo::Pat<'a>,
        entry: bool,
        named: &FxHashSet<Name>,
        new: &mut Params<'a, 'b>,
        leaves: &mut Vec<Param<'b>>,
    ) -> Result<Value> {
        let span = param.span();
        let mut value = Vec::new();
        for leaf in leaf_types(param.ty()) {
            let mut dims = Vec::new();
            for (position, size) in leaf.sizes.iter().enumerate() {
                // Only the captured arrays themselves tell their sizes.
                let exp = match size {
                    fo::Size::SizeOf { exp, .. } => Some(*exp),
                    fo::Size::SizeAny { .. } => None,
                };
                let atom = match exp {
                    Some(fo::Exp::Const { value, .. }) => Some(Atom::Const { span, value: *value }),
                    Some(fo::Exp::Var { name, .. }) => {
                        self.env.get(name).and_then(|value| value.first()).map(|leaf| leaf.atom)
                    }
                    _ => None,
                };
                dims.push(match atom {
                    Some(atom) => atom,
                    None => {
                        let base = if let Some(fo::Exp::Var { name, .. }) = exp { name.base.as_str() } else { "d" };
                        let size = self.param(span, base, scalar(PrimType::I64));
                        new.sizes.push(size);
                        new.sources.push(SizeSource { leaf: new.leaves, dim: position });
                        let atom = var(size.name);
                        match exp {
                            Some(fo::Exp::Var { name, .. }) if named.contains(name) => {
                                let value = self.scalar_value(atom, PrimType::I64);
                                self.env.insert(*name, value);
                            }
                            Some(exp) => new.equal.push((span, atom, exp)),
                            None => {}
                        }
                        atom
                    }
                });
            }
            if entry && leaf.is_hidden() {
                let atom = Atom::Const { span, value: EMPTY };
                value.push(Leaf { atom, prim: leaf.prim, dims });
                continue;
            }
            let base = label(param);
            let (param, leaf) = self.leaf_param(span, base.as_str(), leaf.prim, dims);
            leaves.push(param);
            value.push(leaf);
            new.leaves += 1;
        }
        Ok(value)
    }

    /// Result parameters for values of a type. All their sizes come first.
    fn results_of_type(&mut self, span: Span, ty: &fo::Type<'_>) -> (&'b [Param<'b>], usize) {
        let mut sizes = Vec::new();
        let mut results = Vec::new();
        for leaf in leaf_types(ty) {
            let own: Vec<Param<'b>> = leaf.sizes.iter().map(|_| self.param(span, "k", scalar(PrimType::I64))).collect();
            let dims = own.iter().map(|param| var(param.name)).collect();
            sizes.extend(own);
            results.push(self.leaf_param(span, "result", leaf.prim, dims).0);
        }
        let existential = sizes.len();
        sizes.extend(results);
        (self.arena.slice(sizes), existential)
    }

    /// Result parameters for a value. Sizes that are not `visible` come first, each once.
    pub fn existential_results(
        &mut self,
        span: Span,
        value: &Value,
        visible: impl Fn(Atom) -> bool,
    ) -> (Vec<Param<'b>>, Vec<Atom>, usize) {
        let mut sizes: Vec<(Atom, Param<'b>)> = Vec::new();
        let mut results = Vec::new();
        for leaf in value {
            let mut dims = Vec::new();
            for dim in &leaf.dims {
                if visible(*dim) {
                    dims.push(*dim);
                    continue;
                }
                let known = sizes.iter().find(|(atom, _)| atom == dim).map(|(_, param)| param.name);
                dims.push(var(known.unwrap_or_else(|| {
                    let param = self.param(span, "k", scalar(PrimType::I64));
                    sizes.push((*dim, param));
                    param.name
                })));
            }
            results.push(self.leaf_param(span, "result", leaf.prim, dims).0);
        }
        let existential = sizes.len();
        let atoms = sizes.iter().map(|(atom, _)| *atom).chain(value.iter().map(|leaf| leaf.atom)).collect();
        (sizes.into_iter().map(|(_, param)| param).chain(results).collect(), atoms, existential)
    }

    /// `func args`: FHPC'14 figure 14. The sizes of the arguments are passed before the arguments, and the sizes of the
    /// results are bound before the results.
    pub fn call(&mut self, span: Span, func: Name, args: &[fo::Exp<'_>]) -> Result<Value> {
        let mut leaves = Vec::new();
        for arg in args {
            leaves.extend(self.exp(arg)?);
        }
        let undefined = || Error::internal(format!("`{func}` is called before it is defined")).or_at(span);
        let signature = self.signatures.get(&func).ok_or_else(undefined)?;
        let missing = || Error::internal(format!("an argument of `{func}` has too few sizes")).or_at(span);
        let mut atoms: Vec<Atom> = Vec::new();
        for source in &signature.sizes {
            let dim = leaves.get(source.leaf).and_then(|leaf| leaf.dims.get(source.dim));
            atoms.push(*dim.ok_or_else(missing)?);
        }
        atoms.extend(leaves.iter().map(|leaf| leaf.atom));
        // The callee's names in terms of the caller's.
        let mut names: FxHashMap<Name, Atom> =
            signature.params.iter().zip(&atoms).map(|(param, atom)| (param.name, *atom)).collect();
        let (results, existential) = (signature.results, signature.existential);
        let mut pat = Vec::new();
        let mut value = Vec::new();
        for (position, result) in results.iter().enumerate() {
            let dims = code::dims(result.ty).iter().map(|dim| match dim {
                Atom::Var { name, .. } => names.get(name).copied().unwrap_or(*dim),
                Atom::Const { .. } => *dim,
            });
            let dims = dims.collect();
            let (param, leaf) = self.leaf_param(span, result.name.base.as_str(), code::prim(result.ty), dims);
            names.insert(result.name, leaf.atom);
            pat.push(param);
            if position >= existential {
                value.push(leaf);
            }
        }
        self.push(span, pat, &[], Exp::Call { span, func, args: self.arena.slice(atoms) });
        Ok(value)
    }
}

fn label(pat: &fo::Pat<'_>) -> Symbol {
    match pat {
        fo::Pat::PatVar { name, .. } => name.base,
        _ => Symbol::new("arg"),
    }
}

/// The names that statements bind.
pub fn bound_names(stms: &[Stm<'_>]) -> FxHashSet<Name> {
    stms.iter().flat_map(|stm| stm.pat).map(|param| param.name).collect()
}

/// Whether an atom is in scope outside the statements that bind `names`.
pub fn is_visible(atom: Atom, names: &FxHashSet<Name>) -> bool {
    match atom {
        Atom::Const { .. } => known(atom).is_some(),
        Atom::Var { name, .. } => !names.contains(&name),
    }
}
