//! The manifest of a library: its types and functions as JSON, in Futhark's schema.

use super::super::interface::{Array, Outside, Parts};
use super::functions::c_type_of;
use super::{Program, library, names};
use framework::{Error, Result};
use serde_json::{Map, Value, json};

/// An object with the same functions as Futhark's: `free` is `futhark_free_NAME`.
fn operations(name: &str, verbs: &[&str]) -> Value {
    let operations = verbs.iter().map(|verb| ((*verb).to_string(), json!(format!("futhark_{verb}_{name}"))));
    Value::Object(operations.collect())
}

fn described(ty: &Outside) -> Value {
    let name = names::name(ty);
    let ctype = c_type_of(ty);
    if let Parts::Array(Array { rank, elem, .. }) = &ty.parts
        && matches!(elem.parts, Parts::Prim(_))
    {
        let ops = operations(&name, &["free", "index", "new", "new_raw", "shape", "values", "values_raw"]);
        return json!({ "kind": "array", "ctype": ctype, "rank": rank, "elemtype": elem.name, "ops": ops });
    }
    let mut object = Map::new();
    object.insert("kind".into(), json!("opaque"));
    object.insert("ctype".into(), json!(ctype));
    object.insert("ops".into(), operations(&name, &["free", "restore", "store"]));
    let function = |verb: &str| format!("futhark_{verb}_{name}");
    let fields = |fields: &[(framework::Symbol, std::sync::Arc<Outside>)]| -> Vec<Value> {
        let fields = fields.iter().map(|(label, field)| {
            let project = format!("{}_{}", function("project"), names::part(label.as_str()));
            json!({ "name": label.as_str(), "type": field.name, "project": project })
        });
        fields.collect()
    };
    match &ty.parts {
        Parts::Record(own) if own.is_empty() => {}
        Parts::Record(own) => {
            object.insert("record".into(), json!({ "fields": fields(own), "new": function("new") }));
        }
        Parts::Sum(cases) => {
            let variants: Vec<Value> = cases
                .iter()
                .map(|(tag, payload)| {
                    let part = names::part(tag.as_str());
                    let payload: Vec<&str> = payload.iter().map(|ty| ty.name.as_str()).collect();
                    json!({
                        "name": tag.as_str(),
                        "payload": payload,
                        "construct": format!("{}_{part}", function("new")),
                        "destruct": format!("{}_{part}", function("destruct")),
                    })
                })
                .collect();
            object.insert("sum".into(), json!({ "variant": function("variant"), "variants": variants }));
        }
        Parts::Array(Array { rank, elem, fields: arrays }) => {
            let mut array = json!({
                "rank": rank, "elemtype": elem.name, "index": function("index"), "shape": function("shape"),
            });
            let kind = if arrays.is_empty() { "opaque_array" } else { "record_array" };
            if !arrays.is_empty() {
                array["fields"] = json!(fields(arrays));
                array["zip"] = json!(function("zip"));
            }
            object.insert(kind.into(), array);
        }
        Parts::Prim(_) => {}
    }
    Value::Object(object)
}

/// The manifest of a program's library.
pub fn manifest(program: &Program<'_>) -> Result<String> {
    let types = library::types(program);
    let mut entries = Map::new();
    for info in &program.printed.entries {
        let entry = program.interface.entries.get(&info.name);
        let entry = entry.ok_or_else(|| Error::internal(format!("{} has no types", info.name)))?;
        let inputs: Vec<Value> = entry
            .names
            .iter()
            .zip(&entry.params)
            .map(|(name, param)| json!({ "name": name, "type": param.ty.name, "unique": param.unique }))
            .collect();
        let outputs: Vec<Value> =
            entry.results.iter().map(|out| json!({ "type": out.ty.name, "unique": out.unique })).collect();
        let cfun = format!("futhark_entry_{}", names::part(&info.name));
        let params: Vec<&str> = program.printed.parameters.iter().map(|name| name.as_str()).collect();
        let described = json!({ "cfun": cfun, "inputs": inputs, "outputs": outputs, "tuning_params": params });
        entries.insert(info.name.clone(), described);
    }
    let described: Map<String, Value> = types.iter().map(|ty| (ty.name.clone(), described(ty))).collect();
    let manifest = json!({
        "backend": program.dialect.name(),
        "version": env!("CARGO_PKG_VERSION"),
        "entry_points": entries,
        "types": described,
    });
    Ok(manifest.to_string())
}
