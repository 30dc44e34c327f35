//! The functions of libraries, and their header: Futhark's interface for C.

use super::super::interface::{Entry, Outside, Parts};
use super::functions::{self, Function, gather, out_parameter, parameter, width};
use super::{Dialect, Program, names};
use framework::{Error, Result};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A library in C.
pub struct Library {
    /// The declarations of its types and functions.
    pub header: String,
    /// The definitions.
    pub functions: String,
}

/// What the header has before its types.
const BEGIN: &str = "\
#pragma once

#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdio.h>
#include <float.h>

#ifdef __cplusplus
extern \"C\" {
#endif

// Initialisation
struct futhark_context_config;
struct futhark_context_config *futhark_context_config_new(void);
void futhark_context_config_free(struct futhark_context_config *cfg);
int futhark_context_config_set_tuning_param(struct futhark_context_config *cfg, const char *param_name, size_t new_value);
struct futhark_context;
struct futhark_context *futhark_context_new(struct futhark_context_config *cfg);
void futhark_context_free(struct futhark_context *ctx);
void futhark_context_config_set_debugging(struct futhark_context_config *cfg, int flag);
void futhark_context_config_set_profiling(struct futhark_context_config *cfg, int flag);
void futhark_context_config_set_logging(struct futhark_context_config *cfg, int flag);
";

/// What only libraries with threads have.
const NUM_THREADS: &str = "void futhark_context_config_set_num_threads(struct futhark_context_config *cfg, int n);\n";

const PARAMS: &str = "\
int futhark_get_tuning_param_count(void);
const char *futhark_get_tuning_param_name(int);
const char *futhark_get_tuning_param_class(int);
";

/// What the header has behind its types.
const END: &str = "
// Miscellaneous
int futhark_context_sync(struct futhark_context *ctx);
void futhark_context_config_set_cache_file(struct futhark_context_config *cfg, const char *f);
char *futhark_context_get_error(struct futhark_context *ctx);
void futhark_context_set_logging_file(struct futhark_context *ctx, FILE *f);
void futhark_context_pause_profiling(struct futhark_context *ctx);
void futhark_context_unpause_profiling(struct futhark_context *ctx);
char *futhark_context_report(struct futhark_context *ctx);
int futhark_context_clear_caches(struct futhark_context *ctx);
";

const CLOSE: &str = "\
#define FUTHARK_SUCCESS 0
#define FUTHARK_PROGRAM_ERROR 2
#define FUTHARK_OUT_OF_MEMORY 3

#ifdef __cplusplus
}
#endif
";

/// The function of an entry point.
fn entry(number: usize, name: &str, entry: &Entry) -> Function {
    let mut params = vec!["struct futhark_context *ctx".to_string()];
    for (k, result) in entry.results.iter().enumerate() {
        params.push(out_parameter(&result.ty, &format!("out{k}")));
    }
    for (k, param) in entry.params.iter().enumerate() {
        params.push(parameter(&param.ty, &format!("in{k}")));
    }
    let mut body = String::from("  struct leaf in[MOST_ARGUMENTS], out[MOST_RESULTS];\n");
    // Parameters without values have no leaves.
    if entry.params.iter().all(|param| width(&param.ty) == 0) {
        body += "  memset(in, 0, sizeof in);\n";
    }
    let mut at = 0;
    for (k, param) in entry.params.iter().enumerate() {
        body += &format!("  {}\n", gather(&param.ty, &format!("in{k}"), "in", at));
        at += width(&param.ty);
    }
    body += &format!("  int status = call_entry(ctx, &entries[{number}], in, out);\n");
    body += "  if (status != FUTHARK_SUCCESS) return status;\n";
    let mut at = 0;
    for (k, result) in entry.results.iter().enumerate() {
        body += &match result.ty.parts {
            Parts::Prim(prim) => format!("  *out{k} = {prim}_of_word(out[{at}].word);\n"),
            _ => format!(
                "  *out{k} = keep(ctx, out + {at}, {});\n  if (*out{k} == NULL) return FUTHARK_OUT_OF_MEMORY;\n",
                width(&result.ty)
            ),
        };
        at += width(&result.ty);
    }
    body += "  return FUTHARK_SUCCESS;\n";
    Function { head: format!("int futhark_entry_{}({})", names::part(name), params.join(", ")), body }
}

/// The types that callers meet, by their names: those of parameters and results, and their parts. Primitive types are
/// not among them.
pub fn types<'p>(program: &Program<'p>) -> Vec<&'p Arc<Outside>> {
    let all = &program.interface.types;
    let mut met = BTreeMap::new();
    let mut next: Vec<&str> = Vec::new();
    for entry in program.interface.entries.values() {
        next.extend(entry.params.iter().chain(&entry.results).map(|passed| passed.ty.name.as_str()));
    }
    while let Some(name) = next.pop() {
        let Some(ty) = all.get(name).filter(|ty| !matches!(ty.parts, Parts::Prim(_))) else { continue };
        if met.insert(name, ty).is_some() {
            continue;
        }
        match &ty.parts {
            Parts::Prim(_) => {}
            Parts::Record(fields) => next.extend(fields.iter().map(|(_, field)| field.name.as_str())),
            Parts::Sum(cases) => {
                next.extend(cases.iter().flat_map(|(_, payload)| payload).map(|ty| ty.name.as_str()));
            }
            Parts::Array(array) => {
                next.push(&array.elem.name);
                next.extend(array.fields.iter().map(|(_, field)| field.name.as_str()));
            }
        }
    }
    met.into_values().collect()
}

/// The library of a program.
pub fn library(program: &Program<'_>) -> Result<Library> {
    let types = types(program);
    let mut header = BEGIN.to_string();
    if program.dialect == Dialect::Multicore {
        header += NUM_THREADS;
    }
    header += PARAMS;
    let mut text = String::from("// ----- the library -----\n");
    let mut declared = [String::from("\n// Arrays\n"), String::from("\n// Opaque values\n")];
    let add = |functions: Vec<Function>, declared: &mut String, text: &mut String| {
        for Function { head, body } in functions {
            *declared += &format!("{head};\n");
            *text += &format!("\n{head} {{\n{body}}}\n");
        }
    };
    for ty in &types {
        let name = names::name(ty);
        let section = &mut declared[usize::from(name.starts_with("opaque_"))];
        *section += &format!("struct futhark_{name};\n");
        text += &format!("\n{}", functions::definition(ty));
    }
    for ty in &types {
        let section = &mut declared[usize::from(names::name(ty).starts_with("opaque_"))];
        add(functions::of_type(ty), section, &mut text);
    }
    let mut entries = String::from("\n// Entry points\n");
    for (number, info) in program.printed.entries.iter().enumerate() {
        let known = program.interface.entries.get(&info.name);
        let known = known.ok_or_else(|| Error::internal(format!("{} has no types", info.name)))?;
        add(vec![entry(number, &info.name, known)], &mut entries, &mut text);
    }
    header += &declared.concat();
    header += &entries;
    header += END;
    header += &format!("#define FUTHARK_BACKEND_{}\n{CLOSE}", program.dialect.name());
    Ok(Library { header, functions: text })
}
