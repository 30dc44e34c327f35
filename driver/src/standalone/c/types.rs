//! The table of types and entry points, for servers.

use super::super::interface::{Array, Outside, Parts, Passed};
use super::Program;
use super::functions::{kept, width};
use backends::c::escaped;
use framework::{Error, Result};
use std::sync::Arc;

/// The definitions of the table's structs.
const STRUCTS: &str = "\
// The types of the program, and its entry points as callers see them. Types are numbered.
enum kind { PRIMITIVE, ARRAY, RECORD, SUM };

// A field of a record, or a constructor of a sum: the types of its operands, and the number of their first leaf.
struct part {
  const char *name;
  int count, at;
  const int *types;
};

// `kept`: which of an array's leaves an element has, too. `arrays`: for an array of records, the types of arrays of its
// fields.
struct type {
  const char *name;
  enum kind kind;
  int width;
  const struct leaf_type *leaves;
  int rank, elem, part_count;
  const struct part *parts;
  const bool *kept;
  const int *arrays;
};

struct passed {
  int type;
  bool unique;
};

struct interface {
  const char *name;
  int number, input_count, output_count;
  const struct passed *inputs, *outputs;
  struct passed whole;
  const char *attributes;
};
";

/// An array of C, which has an element more than it needs, as no array is empty.
fn list(ty: &str, elements: impl Iterator<Item = String>, last: &str) -> String {
    let elements: Vec<String> = elements.chain([last.to_string()]).collect();
    format!("(const {ty}[]){{{}}}", elements.join(", "))
}

/// The table of a program.
pub fn table(program: &Program<'_>) -> Result<String> {
    let all = &program.interface.types;
    let is_prim = |ty: &&Arc<Outside>| matches!(ty.parts, Parts::Prim(_));
    // In the order in which servers list them.
    let names = program.interface.type_names();
    let types: Vec<&Arc<Outside>> = names.iter().filter_map(|name| all.get(name)).collect();
    debug_assert!(types.iter().filter(|ty| is_prim(ty)).count() == languages::prim::PrimType::ALL.len());
    let number = |ty: &Outside| types.iter().position(|other| other.name == ty.name).map_or(-1, |at| at as i64);
    let passed = |passed: &Passed| format!("{{{}, {}}}", number(&passed.ty), passed.unique);
    let mut text = format!("{STRUCTS}\nstatic const struct type types[] = {{\n");
    for ty in &types {
        let leaves = ty.shape.leaves();
        let leaf_types =
            leaves.iter().map(|(prim, dims)| format!("{{{}, {}}}", prim.name().to_uppercase(), dims.len()));
        let leaf_types = list("struct leaf_type", leaf_types, "{I8, 0}");
        let part = |name: &str, operands: &[&Outside], at: usize| {
            let numbers = list("int", operands.iter().map(|ty| number(ty).to_string()), "0");
            format!("{{{}, {}, {at}, {numbers}}}", escaped(name), operands.len())
        };
        let (mut rank, mut elem, mut parts, mut at) = (0, 0, Vec::new(), 0);
        let (mut kept_leaves, mut arrays) = (Vec::new(), Vec::new());
        let kind = match &ty.parts {
            Parts::Prim(_) => "PRIMITIVE",
            Parts::Array(Array { rank: dims, elem: of, fields }) => {
                (rank, elem) = (*dims, number(of));
                kept(&of.shape, &mut kept_leaves);
                arrays = fields.iter().map(|(_, array)| number(array).to_string()).collect();
                "ARRAY"
            }
            Parts::Record(fields) => {
                for (label, field) in fields {
                    parts.push(part(label.as_str(), &[field], at));
                    at += width(field);
                }
                "RECORD"
            }
            Parts::Sum(cases) => {
                at = 1;
                for (tag, payload) in cases {
                    let operands: Vec<&Outside> = payload.iter().map(|ty| &**ty).collect();
                    parts.push(part(tag.as_str(), &operands, at));
                    at += operands.iter().map(|ty| width(ty)).sum::<usize>();
                }
                "SUM"
            }
        };
        let (count, parts) = (parts.len(), list("struct part", parts.into_iter(), "{NULL, 0, 0, NULL}"));
        let kept_leaves = list("bool", kept_leaves.iter().map(bool::to_string), "false");
        let arrays = list("int", arrays.into_iter(), "-1");
        text += &format!(
            "  {{{}, {kind}, {}, {leaf_types}, {rank}, {elem}, {count}, {parts}, {kept_leaves}, {arrays}}},\n",
            escaped(&ty.name),
            leaves.len()
        );
    }
    text += "  {NULL, PRIMITIVE, 0, NULL, 0, 0, 0, NULL, NULL, NULL},\n};\n\n";
    text += "static const struct interface interfaces[] = {\n";
    for (name, entry) in &program.interface.entries {
        let at = program.printed.entries.iter().position(|info| info.name == *name);
        let at = at.ok_or_else(|| Error::internal(format!("{name} has no code")))?;
        let (inputs, outputs) = (entry.params.len(), entry.results.len());
        let attributes: String = entry.attributes.iter().map(|attribute| format!("{attribute}\n")).collect();
        text += &format!(
            "  {{{}, {at}, {inputs}, {outputs}, {}, {}, {}, {}}},\n",
            escaped(name),
            list("struct passed", entry.params.iter().map(passed), "{0, false}"),
            list("struct passed", entry.results.iter().map(passed), "{0, false}"),
            passed(&entry.result),
            escaped(&attributes)
        );
    }
    text += "  {NULL, 0, 0, 0, NULL, NULL, {0, false}, \"\"},\n};\n";
    Ok(text)
}
