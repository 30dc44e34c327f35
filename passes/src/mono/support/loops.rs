//! Loops whose parameter has unknown sizes, since its type is an instance of a size-lifted type parameter.

use framework::{Names, Renaming, Result};
use languages::mono_match::{Arena, Exp, Pat, Rewrite, SizeBinder, Type, TypeField};

/// A loop whose parameter's unknown sizes are sizes of the loop: they may change from iteration to iteration.
///
///     loop (x: ?[k].[k]i32) = …      becomes     loop [k] (x: [k]i32) = …
pub fn with_sizes<'b>(arena: &'b Arena<'b>, exp: Exp<'b>) -> Result<Exp<'b>> {
    let Exp::Loop { span, ty, sizes, pat, init, form, body } = exp else { return Ok(exp) };
    let mut opened = Opened { arena, sizes: Vec::new() };
    let pat = opened.rewrite_pat(pat)?;
    if opened.sizes.is_empty() {
        return Ok(exp);
    }
    let sizes = arena.slice(sizes.iter().copied().chain(opened.sizes));
    Ok(Exp::Loop { span, ty, sizes, pat: arena.alloc(pat), init, form, body })
}

/// Opens the types of a pattern. Each unknown size gets a name of its own.
struct Opened<'b> {
    arena: &'b Arena<'b>,
    sizes: Vec<SizeBinder>,
}

impl<'a: 'b, 'b> Rewrite<'a, 'b> for Opened<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_pat(&mut self, node: &'a Pat<'a>) -> Result<Pat<'b>> {
        let Pat::PatRecord { span, fields, .. } = *node else {
            return languages::mono_match::default_rewrite_pat(self, node);
        };
        let fields = fields.iter().map(|field| self.rewrite_pat_field(field)).collect::<Result<Vec<_>>>()?;
        // The type of a record has the sizes of its components.
        let types = fields.iter().map(|field| TypeField { span, label: field.label, ty: field.pat.ty() });
        let ty = self.arena.alloc(Type::TypeRecord { span, fields: self.arena.slice(types.collect::<Vec<_>>()) });
        Ok(Pat::PatRecord { span, ty, fields: self.arena.slice(fields) })
    }

    fn rewrite_type(&mut self, node: &'a Type<'a>) -> Result<Type<'b>> {
        match node {
            Type::TypeExists { sizes, body, .. } => {
                let mut renaming = Renaming::new(Names::Keep);
                for size in *sizes {
                    let name = size.name.refresh();
                    renaming = renaming.rename(size.name, name);
                    self.sizes.push(SizeBinder { span: size.span, name });
                }
                let body = self.arena.alloc(body.copy_into(self.arena, &mut renaming));
                self.rewrite_type(body)
            }
            // Sizes inside of a function's type are those of its arguments and results.
            Type::TypeArrow { .. } => Ok(node.copy_into(self.arena, &mut Renaming::new(Names::Keep))),
            _ => languages::mono_match::default_rewrite_type(self, node),
        }
    }
}
