//! Plug-ins: passes that are other programs. They read a program as an S-expression from standard input, and write one
//! to standard output.

use framework::pass::{AnyPass, Context, PassInfo};
use framework::pipeline::{Registry, broken, read_program, write_program};
use framework::{AnyLanguage, Error, FileId, Program, Result, Span};
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// A pass that runs a shell command.
struct Plugin {
    info: PassInfo,
    language: AnyLanguage,
    command: String,
    registry: Registry,
}

/// Reads `after=PASS:COMMAND` or `before=PASS:COMMAND`. Returns whether the plug-in runs after the pass, the name of
/// the pass, and the plug-in. The plug-in is called `plugin:COMMAND`. Its input and output are in the language at that
/// place.
pub fn parse(registry: &Registry, text: &str) -> Result<(bool, String, Arc<dyn AnyPass>)> {
    let malformed = || {
        Error::user(
            Span::NONE,
            format!("`{text}` is not a plug-in: expected `after=PASS:COMMAND` or `before=PASS:COMMAND`"),
        )
    };
    let (place, command) = text.split_once(':').ok_or_else(malformed)?;
    let (when, name) = place.split_once('=').ok_or_else(malformed)?;
    let pass = registry.pass(name)?;
    let (after, language) = match when {
        "after" => (true, pass.to()),
        "before" => (false, pass.from()),
        _ => return Err(malformed()),
    };
    let label = framework::Symbol::new(&format!("plugin:{command}"));
    let info = PassInfo::named(label.as_str(), "A pass in another program.");
    let plugin = Plugin { info, language, command: command.to_string(), registry: registry.clone() };
    Ok((after, name.to_string(), Arc::new(plugin)))
}

impl AnyPass for Plugin {
    fn info(&self) -> &PassInfo {
        &self.info
    }

    fn from(&self) -> AnyLanguage {
        self.language
    }

    fn to(&self) -> AnyLanguage {
        self.language
    }

    fn run(&self, program: &Program, context: &mut Context) -> Result<Program> {
        let failed = |why: String| Error::user(Span::NONE, format!("the plug-in `{}` failed: {why}", self.command));
        let mut child = Command::new("sh")
            .args(["-c", &self.command])
            .envs(std::env::current_exe().map(|path| ("FUT_NANO", path)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let text = write_program(program);
        let stdin = child.stdin.take();
        // Another thread writes the input, since the plug-in may write output before it has read all input.
        let writer = std::thread::spawn(move || stdin.map_or(Ok(()), |mut stdin| stdin.write_all(text.as_bytes())));
        let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
        // Ignores a failed write: a plug-in need not read all its input.
        let _ = writer.join();
        if !output.status.success() {
            return Err(failed(output.status.to_string()));
        }
        let text = String::from_utf8(output.stdout).map_err(|_| failed("its output is not UTF-8".into()))?;
        let file: FileId = context.sources.add(self.info.name, text.as_str());
        let blame = |error: Error| error.note(format!("the program comes from the plug-in `{}`", self.command));
        let program = read_program(&self.registry, &text, file, Some(self.language)).map_err(blame)?;
        broken(&program.check_rules(), self.language.info, context).map_or(Ok(program), |error| Err(blame(error)))
    }
}
