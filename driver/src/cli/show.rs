//! Lists and shows passes, languages, error codes and devices.

use super::args::{GrammarFormat, Languages};
use super::output::print;
use crate::Driver;
use framework::Result;
use languages::codes;

/// Prints the explanation of a code, or of an entry in Futhark's index of errors. Without one, lists all codes.
pub fn explain(code: Option<String>) -> Result<()> {
    let Some(id) = code else {
        let lines = codes::ALL.iter().map(|code| format!("{}  {}\n", code.id, code.title));
        return print(&lines.collect::<String>());
    };
    let by_rule = || codes::ALL.iter().copied().find(|code| code.rule == Some(id.as_str()));
    let code = codes::find(&id).or_else(by_rule);
    let code =
        code.ok_or_else(|| super::user(format!("there is no code `{id}`")).note("`fut-nano explain` lists all"))?;
    let rule = code.rule.map(|rule| format!("\nIn Futhark's index of errors: {rule}\n")).unwrap_or_default();
    print(&format!("{}: {}\n\n{}{rule}", code.id, code.title, code.explanation))
}

/// Lists the passes, or shows one.
pub fn passes(driver: &Driver, name: Option<String>) -> Result<()> {
    let mut out = String::new();
    match name {
        None => {
            for pass in &driver.registry.passes {
                let (info, from, to) = (pass.info(), pass.from().info.name, pass.to().info.name);
                out.push_str(&format!("{:<18} {from} => {to}\n{:18} {}\n", info.name, "", info.summary()));
            }
        }
        Some(name) => {
            let pass = driver.registry.pass(&name)?;
            let info = pass.info();
            out.push_str(&format!("{}: {} => {}\n\n", info.name, pass.from().info.name, pass.to().info.name));
            for line in info.doc.lines() {
                out.push_str(line.strip_prefix(' ').unwrap_or(line));
                out.push('\n');
            }
            for (title, rules) in [("requires", info.requires), ("ensures", info.ensures)] {
                for rule in rules {
                    out.push_str(&format!("\n{title} {}: {}\n", rule.name(), rule.doc().trim()));
                }
            }
            if !info.counts.is_empty() {
                out.push_str(&format!("\ncounts {}\n", info.counts.join(", ")));
            }
            for option in info.options {
                out.push_str(&format!("\noption {} = {}: {}\n", option.name, option.default, option.doc.trim()));
            }
        }
    }
    print(&out)
}

/// Lists the languages, shows one, or shows the differences between two.
pub fn languages(driver: &Driver, what: Option<Languages>) -> Result<()> {
    let registry = &driver.registry;
    match what {
        None => {
            let mut out = String::new();
            for language in &registry.languages {
                let summary = language.info.doc.trim().lines().next().unwrap_or_default();
                out.push_str(&format!("{:<12} {summary}\n", language.info.key()));
            }
            print(&out)
        }
        Some(Languages::Show { language, format: GrammarFormat::Pretty }) => {
            print(&registry.language(&language)?.info.show())
        }
        Some(Languages::Show { language, format: GrammarFormat::Json }) => {
            print(&format!("{:#}\n", registry.language(&language)?.info.to_json()))
        }
        Some(Languages::Diff { from, to }) => print(&registry.language(&from)?.info.diff(registry.language(&to)?.info)),
    }
}

/// Lists the devices that programs can run on.
pub fn devices() -> Result<()> {
    let mut out = String::new();
    for (number, device) in backends::devices().into_iter().enumerate() {
        out.push_str(&format!("{number}: {} ({})\n", device.name, device.backend));
        for detail in device.details {
            out.push_str(&format!("   {detail}\n"));
        }
    }
    print(&out)
}
