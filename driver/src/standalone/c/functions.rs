//! The functions of libraries for values of one type.

use super::super::interface::{Array, Case, Outside, Parts};
use super::names;
use backends::c::c_type;
use framework::Symbol;
use languages::prim::PrimType;
use languages::value::Shape;
use std::sync::Arc;

/// A function: its head without the semicolon, and its body.
pub struct Function {
    pub head: String,
    pub body: String,
}

fn function(head: String, lines: &[String]) -> Function {
    Function { head, body: lines.iter().map(|line| format!("  {line}\n")).collect() }
}

/// The context, which all functions take.
const CTX: &str = "struct futhark_context *ctx";

/// The number of leaves of a value.
pub fn width(ty: &Outside) -> usize {
    ty.shape.leaves().len()
}

/// The type of a value in C: a number, or a pointer to a struct.
pub fn c_type_of(ty: &Outside) -> String {
    match ty.parts {
        Parts::Prim(prim) => c_type(prim).into(),
        _ => format!("struct futhark_{} *", names::name(ty)),
    }
}

/// A parameter of a function, whose value is not changed.
pub fn parameter(ty: &Outside, name: &str) -> String {
    match ty.parts {
        Parts::Prim(prim) => format!("const {} {name}", c_type(prim)),
        _ => format!("const {}{name}", c_type_of(ty)),
    }
}

/// A parameter that is the address of a result.
pub fn out_parameter(ty: &Outside, name: &str) -> String {
    match ty.parts {
        Parts::Prim(prim) => format!("{} *{name}", c_type(prim)),
        _ => format!("{}*{name}", c_type_of(ty)),
    }
}

/// Puts a parameter into leaves, from number `at` on.
pub fn gather(ty: &Outside, name: &str, leaves: &str, at: usize) -> String {
    match ty.parts {
        Parts::Prim(prim) => format!("{leaves}[{at}] = number(word_of_{prim}({name}));"),
        _ => format!("memcpy({leaves} + {at}, {name}->leaves, {} * sizeof *{leaves});", width(ty)),
    }
}

/// Makes a result of leaves, from number `at` on, that keep their references.
fn project(ty: &Outside, out: &str, leaves: &str, at: usize) -> Vec<String> {
    match ty.parts {
        Parts::Prim(prim) => {
            vec![format!("*{out} = {prim}_of_word({leaves}[{at}].word);"), "return FUTHARK_SUCCESS;".into()]
        }
        _ => {
            let shared = format!("*{out} = share(ctx, {leaves} + {at}, {});", width(ty));
            vec![shared, format!("return *{out} == NULL ? FUTHARK_OUT_OF_MEMORY : FUTHARK_SUCCESS;")]
        }
    }
}

/// A `struct leaf_type`.
fn leaf_type(prim: PrimType, rank: usize) -> String {
    format!("(struct leaf_type){{{}, {rank}}}", prim.name().to_uppercase())
}

/// Parameters `i0`, `i1` and so on.
fn numbered(name: &str, rank: usize) -> (String, String) {
    let names: Vec<String> = (0..rank).map(|k| format!("{name}{k}")).collect();
    let params = names.iter().map(|name| format!(", int64_t {name}")).collect();
    (params, format!("(const int64_t[]){{{}}}", names.join(", ")))
}

/// The functions of arrays of numbers.
fn array(ty: &Outside, rank: usize, prim: PrimType) -> Vec<Function> {
    let (name, elem, leaf) = (names::name(ty), c_type(prim), leaf_type(prim, rank));
    let of = format!("struct futhark_{name} *");
    let ((dims, shape), (indices, places)) = (numbered("dim", rank), numbered("i", rank));
    let new = |suffix: &str, data: &str| {
        let head = format!("{of}futhark_new_{suffix}{name}({CTX}, {data}{dims})");
        function(head, &[format!("return new_array(ctx, {leaf}, data, {shape});")])
    };
    vec![
        new("", &format!("const {elem} *data")),
        new("raw_", "unsigned char *data"),
        function(
            format!("int futhark_free_{name}({CTX}, {of}arr)"),
            &["return free_value(ctx, arr->leaves, 1);".into()],
        ),
        function(
            format!("int futhark_values_{name}({CTX}, {of}arr, {elem} *data)"),
            &["(void)ctx;".into(), format!("return array_values(arr->leaves, {leaf}, data);")],
        ),
        function(
            format!("int futhark_index_{name}({CTX}, {elem} *out, {of}arr{indices})"),
            &[format!("return array_index(ctx, out, arr->leaves, {leaf}, {places});")],
        ),
        function(
            format!("unsigned char *futhark_values_raw_{name}({CTX}, {of}arr)"),
            &["(void)ctx;".into(), "return arr->leaves[0].block->data;".into()],
        ),
        shape_of(&name),
    ]
}

fn shape_of(name: &str) -> Function {
    function(
        format!("const int64_t *futhark_shape_{name}({CTX}, struct futhark_{name} *arr)"),
        &["(void)ctx;".into(), "return arr->leaves[0].shape;".into()],
    )
}

/// The functions of all opaque types.
fn opaque(ty: &Outside) -> Vec<Function> {
    let (name, count) = (names::name(ty), width(ty));
    let of = format!("struct futhark_{name} *");
    vec![
        function(
            format!("int futhark_free_{name}({CTX}, {of}obj)"),
            &[format!("return free_value(ctx, obj->leaves, {count});")],
        ),
        function(
            format!("int futhark_store_{name}({CTX}, const {of}obj, void **p, size_t *n)"),
            &[format!("return store_value(ctx, leaves_of_{name}, obj->leaves, {count}, p, n);")],
        ),
        function(
            format!("{of}futhark_restore_{name}({CTX}, const void *p)"),
            &[format!("return restore_value(ctx, leaves_of_{name}, {count}, p);")],
        ),
    ]
}

/// A function that makes a value from parts: parameters, and statements before the value is made. The leaves are
/// shared.
fn make(head: String, count: usize, fill: Vec<String>) -> Function {
    let mut lines = vec![format!("struct leaf leaves[{}];", count.max(1)), "memset(leaves, 0, sizeof leaves);".into()];
    lines.extend(fill);
    lines.push(format!("*out = share(ctx, leaves, {count});"));
    lines.push("return *out == NULL ? FUTHARK_OUT_OF_MEMORY : FUTHARK_SUCCESS;".into());
    function(head, &lines)
}

/// The functions that read the fields of a record, or of an array of records.
fn projections(name: &str, fields: &[(Symbol, Arc<Outside>)]) -> Vec<Function> {
    let mut functions = Vec::new();
    let mut at = 0;
    for (label, field) in fields {
        let (label, out) = (names::part(label.as_str()), out_parameter(field, "out"));
        let head = format!("int futhark_project_{name}_{label}({CTX}, {out}, const struct futhark_{name} *obj)");
        let mut lines = project(field, "out", "obj->leaves", at);
        lines.insert(0, "(void)ctx;".into());
        functions.push(function(head, &lines));
        at += width(field);
    }
    functions
}

/// A function that makes a record of fields, or an array of records of arrays.
fn constructor(
    verb: &str,
    name: &str,
    count: usize,
    (fields, check): (&[(Symbol, Arc<Outside>)], Option<String>),
) -> Function {
    let (mut params, mut fill, mut at) = (String::new(), Vec::new(), 0);
    for (label, field) in fields {
        let param = format!("f_{}", names::part(label.as_str()));
        params += &format!(", {}", parameter(field, &param));
        fill.push(gather(field, &param, "leaves", at));
        at += width(field);
    }
    fill.extend(check);
    make(format!("int futhark_{verb}_{name}({CTX}, struct futhark_{name} **out{params})"), count, fill)
}

/// The functions of sums.
fn sum(ty: &Outside, cases: &[Case]) -> Vec<Function> {
    let (name, count) = (names::name(ty), width(ty));
    let mut functions = Vec::new();
    let mut at = 1;
    for (number, (tag, payload)) in cases.iter().enumerate() {
        let tag = names::part(tag.as_str());
        let (mut params, mut outs) = (String::new(), String::new());
        // What other constructors would have is void.
        let mut fill = vec![format!("for (int k = 1; k < {count}; k++) leaves[k].is_void = true;")];
        fill.push(format!("leaves[0] = number({number});"));
        let mut lines = vec![
            "(void)ctx;".to_string(),
            format!("if (obj->leaves[0].word != {number}) {{"),
            format!("  set_error(ctx, \"The value has another constructor than #{tag}.\");"),
            "  return FUTHARK_PROGRAM_ERROR;".into(),
            "}".into(),
        ];
        for (k, operand) in payload.iter().enumerate() {
            params += &format!(", {}", parameter(operand, &format!("v{k}")));
            outs += &format!("{}, ", out_parameter(operand, &format!("v{k}")));
            fill.push(gather(operand, &format!("v{k}"), "leaves", at));
            let mut all = project(operand, &format!("v{k}"), "obj->leaves", at);
            all.pop();
            if !matches!(operand.parts, Parts::Prim(_)) {
                all.push(format!("if (*v{k} == NULL) return FUTHARK_OUT_OF_MEMORY;"));
            }
            lines.extend(all);
            at += width(operand);
        }
        lines.push("return FUTHARK_SUCCESS;".into());
        let head = format!("int futhark_new_{name}_{tag}({CTX}, struct futhark_{name} **out{params})");
        functions.push(make(head, count, fill));
        let head = format!("int futhark_destruct_{name}_{tag}({CTX}, {outs}const struct futhark_{name} *obj)");
        functions.push(function(head, &lines));
    }
    functions.push(function(
        format!("int futhark_variant_{name}({CTX}, const struct futhark_{name} *v)"),
        &["(void)ctx;".into(), "return (int)v->leaves[0].word;".into()],
    ));
    functions
}

/// Which of the leaves that a value has in an array are leaves of its own: empty records have one in arrays only.
pub fn kept(shape: &Shape, kept_leaves: &mut Vec<bool>) {
    match shape {
        Shape::Prim(_) => kept_leaves.push(true),
        Shape::Array(..) => kept_leaves.extend(shape.leaves().iter().map(|_| true)),
        Shape::Record(fields) if fields.is_empty() => kept_leaves.push(false),
        Shape::Record(fields) => fields.iter().for_each(|(_, shape)| kept(shape, kept_leaves)),
        Shape::Sum(cases) => {
            kept_leaves.push(true);
            cases.iter().flat_map(|(_, payload)| payload).for_each(|shape| kept(shape, kept_leaves));
        }
    }
}

/// The function that reads an element of an array of opaque values.
fn index(ty: &Outside, rank: usize, elem: &Outside) -> Function {
    let (name, (indices, places)) = (names::name(ty), numbered("i", rank));
    let mut kept_leaves = Vec::new();
    kept(&elem.shape, &mut kept_leaves);
    let count = width(elem);
    let mut lines = vec![
        format!("struct leaf leaves[{}];", count.max(1)),
        "memset(leaves, 0, sizeof leaves);".into(),
        format!("const int64_t place = place_in(ctx, arr->leaves, {rank}, {places});"),
        "if (place < 0) return 1;".into(),
    ];
    let own = kept_leaves.iter().enumerate().filter(|(_, kept)| **kept);
    for (to, (from, _)) in own.enumerate() {
        let leaf = format!("leaves_of_{name}[{from}], {rank}, place");
        lines.push(format!(
            "if (!element_leaf(ctx, &leaves[{to}], &arr->leaves[{from}], {leaf})) return FUTHARK_OUT_OF_MEMORY;"
        ));
    }
    lines.push(format!("*out = keep(ctx, leaves, {count});"));
    lines.push("return *out == NULL ? FUTHARK_OUT_OF_MEMORY : FUTHARK_SUCCESS;".into());
    let head =
        format!("int futhark_index_{name}({CTX}, {}, struct futhark_{name} *arr{indices})", out_parameter(elem, "out"));
    function(head, &lines)
}

/// All functions of a type.
pub fn of_type(ty: &Outside) -> Vec<Function> {
    let name = names::name(ty);
    let mut functions = match &ty.parts {
        Parts::Prim(_) => return Vec::new(),
        Parts::Array(Array { rank, elem, .. }) => match elem.parts {
            Parts::Prim(prim) => return array(ty, *rank, prim),
            _ => opaque(ty),
        },
        _ => opaque(ty),
    };
    match &ty.parts {
        Parts::Prim(_) => {}
        // Futhark's compiler has no functions for the empty record.
        Parts::Record(fields) if fields.is_empty() => {}
        Parts::Record(fields) => {
            functions.extend(projections(&name, fields));
            functions.push(constructor("new", &name, width(ty), (fields, None)));
        }
        Parts::Sum(cases) => functions.extend(sum(ty, cases)),
        Parts::Array(Array { rank, elem, fields }) => {
            if !fields.is_empty() {
                functions.extend(projections(&name, fields));
                let count = width(ty);
                let check = format!("if (!zips(ctx, leaves, {count}, {rank})) return 1;");
                functions.push(constructor("zip", &name, count, (fields, Some(check))));
            }
            functions.push(index(ty, *rank, elem));
            functions.push(shape_of(&name));
        }
    }
    functions
}

/// The struct of a type, and the table of its leaves.
pub fn definition(ty: &Outside) -> String {
    let name = names::name(ty);
    let leaves = ty.shape.leaves();
    let types: Vec<String> =
        leaves.iter().map(|(prim, dims)| format!("{{{}, {}}}", prim.name().to_uppercase(), dims.len())).collect();
    let types = if types.is_empty() { "{I8, 0}".into() } else { types.join(", ") };
    let count = leaves.len().max(1);
    format!(
        "struct futhark_{name} {{\n  struct leaf leaves[{count}];\n}};\n\
         UNUSED static const struct leaf_type leaves_of_{name}[] = {{{types}}};\n"
    )
}
