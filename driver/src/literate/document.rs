//! Makes a document of the parts of a program: runs directives, and writes Markdown.

use super::Failure;
use super::blocks::{Block, Directive, Display, Video, What};
use super::files::{Files, Name};
use super::plots::{self, Curve};
use crate::cli::output::say;
use crate::media::films::Film;
use crate::media::{films, images, sounds};
use crate::script::{Evaluator, Exp, Term, refused};
use languages::value::Value;
use md5::{Digest, Md5};
use std::path::Path;

/// A document that is being made.
pub struct Document<'d> {
    /// Runs scripts.
    pub evaluator: Evaluator<'d>,
    /// The folder with files of directives.
    pub files: Files,
    /// The name of that folder, as the document links to it.
    pub folder: String,
    /// The program's files.
    pub program: Md5,
    /// The folder of files that scripts load.
    pub data: &'d Path,
    /// Whether to say what happens.
    pub verbose: bool,
}

/// A part of the document, and whether a directive in it has failed.
pub struct Part {
    /// Markdown.
    pub markdown: String,
    /// Whether it went well.
    pub is_right: bool,
}

/// The name of a file by what it depends on, or by its user.
fn name<'n>(chosen: Option<&'n String>, hash: &'n str, what: &'n str) -> Name<'n> {
    chosen.map_or(Name::Hashed(hash, what), |name| Name::Chosen(name))
}

impl Document<'_> {
    /// Makes a part.
    pub fn part(&mut self, block: &Block) -> Part {
        let right = |markdown: String| Part { markdown, is_right: true };
        let directive = match block {
            Block::Code(code) if code.is_empty() => return right(String::new()),
            Block::Code(code) => return right(format!("```futhark\n{code}```\n")),
            Block::Comment(text) => return right(text.clone()),
            Block::Directive(directive) => directive,
        };
        if self.verbose {
            say(&format!("Processing {}...", directive.text.trim_end()));
        }
        let prompt = match directive.display {
            Display::Whole => format!("```\n{}```\n", directive.text),
            Display::Brief => format!("```\n{}\n```\n", brief(directive)),
            Display::Covert => String::new(),
        };
        let made = self.directive(directive);
        let forgotten = self.evaluator.keep(&[]);
        let traces = self.evaluator.server.take_errors();
        if self.verbose && !traces.is_empty() {
            say(traces.trim_end());
        }
        match made.and_then(|made| forgotten.map(|()| made)) {
            Ok(made) => right(format!("{prompt}\n{made}")),
            Err(failure) => {
                say(&format!("{} failed:\n{failure}", brief(directive)));
                Part { markdown: format!("{prompt}\n**FAILED**\n```\n{failure}\n```\n"), is_right: false }
            }
        }
    }

    /// A hash of everything that the result of a directive depends on: the program, the directive, and the files that
    /// it loads.
    fn hash(&self, directive: &Directive) -> String {
        let mut hash = self.program.clone();
        // The length keeps apart what follows.
        let mut add = |bytes: &[u8]| {
            hash.update(bytes.len().to_le_bytes());
            hash.update(bytes);
        };
        add(directive.text.as_bytes());
        directive.exp.each(&mut |exp| {
            // A text that is no file is only in the directive.
            if let Exp::Text(file) = exp
                && let Ok(bytes) = std::fs::read(self.data.join(file))
            {
                add(&bytes);
            }
        });
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Runs a directive. Returns Markdown.
    fn directive(&mut self, directive: &Directive) -> Result<String, Failure> {
        let hash = self.hash(directive);
        let (files, evaluator, exp) = (&mut self.files, &mut self.evaluator, &directive.exp);
        let path = match &directive.what {
            What::Text => {
                let path = files.make(&Name::Hashed(&hash, "eval.txt"), |path| {
                    let term = evaluator.run(exp)?;
                    Ok(std::fs::write(path, evaluator.show(&term)?)?)
                })?;
                return Ok(format!("```\n{}\n```\n", std::fs::read_to_string(path)?));
            }
            What::Image(file) => files.make(&name(file.as_ref(), &hash, "img.png"), |path| {
                let term = evaluator.run(exp)?;
                let image = images::of_value(&plain(evaluator, "a picture", &term)?);
                let image = image.ok_or_else(|| unfit("a picture", &term))?;
                images::save(&image, path).map_err(Failure::Refused)
            })?,
            What::Plot(width, height) => files.make(&Name::Hashed(&hash, "plot.png"), |path| {
                let term = evaluator.run(exp)?;
                let curves = match curve(evaluator, &term)? {
                    Some(columns) => vec![Curve { name: None, columns }],
                    None => curves(evaluator, &term)?,
                };
                if curves.iter().any(|curve| curve.columns.len() != 2) {
                    return Err(unfit("a plot", &term));
                }
                plots::plot(&curves, (*width, *height), path).map_err(Failure::Refused)
            })?,
            What::Gnuplot(script) => files.make(&Name::Hashed(&hash, "plot.png"), |path| {
                let term = evaluator.run(exp)?;
                plots::script(&curves(evaluator, &term)?, script, path).map_err(Failure::Refused)
            })?,
            What::Video(video) => {
                let what = if video.format == films::Format::Gif { "video.gif" } else { "video.webm" };
                files.make(&name(video.file.as_ref(), &hash, what), |path| film(evaluator, exp, video, path))?
            }
            What::Audio(rate, codec) => files.make(&Name::Hashed(&hash, &format!("output.{codec}")), |path| {
                let term = evaluator.run(exp)?;
                let sound = sounds::of_value(&plain(evaluator, "a sound", &term)?);
                let sound = sound.ok_or_else(|| unfit("a sound", &term))?;
                sounds::save(&sound, *rate, codec, path).map_err(Failure::Refused)
            })?,
        };
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let attributes = match &directive.what {
            What::Video(video) => {
                let given = [("loop", video.repeat), ("autoplay", video.autoplay)];
                let given = given.iter().filter_map(|(key, value)| Some(format!("{key}=\"{}\"", (*value)?)));
                given.collect::<Vec<_>>().join(" ")
            }
            _ => String::new(),
        };
        let attributes = if attributes.is_empty() { attributes } else { format!("{{{attributes}}}") };
        Ok(format!("![]({}/{file}){attributes}\n", self.folder))
    }
}

/// A directive without its parameters.
fn brief(directive: &Directive) -> String {
    let name = match directive.what {
        What::Text => "",
        What::Image(_) => ":img ",
        What::Plot(..) => ":plot2d ",
        What::Gnuplot(_) => ":gnuplot ",
        What::Video(_) => ":video ",
        What::Audio(..) => ":audio ",
    };
    format!("> {name}{}", directive.exp)
}

/// The failure for a value of a wrong type.
fn unfit(what: &str, term: &Term) -> Failure {
    Failure::Refused(format!("cannot make {what} of a value of type {}", term.type_name()))
}

/// A value of numbers, of which something is made.
fn plain(evaluator: &mut Evaluator<'_>, what: &str, term: &Term) -> Result<Value, Failure> {
    evaluator.value(term).map_err(|failure| if failure.is_end() { failure } else { unfit(what, term) })
}

/// The components of a tuple of arrays with one dimension and one size.
fn curve(evaluator: &mut Evaluator<'_>, term: &Term) -> Result<Option<Vec<Value>>, Failure> {
    let Some(terms) = evaluator.components(term)? else { return Ok(None) };
    let mut columns = Vec::new();
    let mut size = None;
    for term in &terms {
        match evaluator.value(term)? {
            Value::Array(array) if array.shape.len() == 1 && *size.get_or_insert(array.shape[0]) == array.shape[0] => {
                columns.push(Value::Array(array));
            }
            _ => return Ok(None),
        }
    }
    Ok(Some(columns))
}

/// The fields of a record of curves.
fn curves(evaluator: &mut Evaluator<'_>, term: &Term) -> Result<Vec<Curve>, Failure> {
    let Some(fields) = evaluator.fields(term)? else { return Err(unfit("a plot", term)) };
    let mut curves = Vec::new();
    for (name, field) in fields {
        let Some(columns) = curve(evaluator, &field)? else { return Err(unfit("a plot", term)) };
        curves.push(Curve { name: Some(name), columns });
    }
    Ok(curves)
}

/// Makes a film of an array of pictures, or of a function that steps from a state to a picture and the next state, the
/// first state, and the number of pictures.
fn film(evaluator: &mut Evaluator<'_>, exp: &Exp, video: &Video, path: &Path) -> Result<(), Failure> {
    let term = evaluator.run(exp)?;
    let Video { format, fps, repeat, .. } = *video;
    let options = films::Options { format, fps, repeat: repeat.unwrap_or(true) };
    let Term::Tuple(parts) = &term else {
        let frames = images::of_rows(&plain(evaluator, "a film", &term)?).ok_or_else(|| unfit("a film", &term))?;
        let mut film = Film::new(path, options).map_err(Failure::Refused)?;
        frames.into_iter().try_for_each(|frame| film.add(frame)).map_err(Failure::Refused)?;
        return film.finish().map_err(Failure::Refused);
    };
    let [Term::Function { name, given }, first, count] = &parts[..] else { return Err(unfit("a film", &term)) };
    let count = match evaluator.value(count)? {
        Value::Scalar(count) => count.as_i64().ok_or_else(|| unfit("a film", &term))?,
        Value::Array(_) => return Err(unfit("a film", &term)),
    };
    let mut film = Film::new(path, options).map_err(Failure::Refused)?;
    let mut state = first.clone();
    for _ in 0..count {
        let result = evaluator.call(name, given.iter().cloned().chain([state]).collect())?;
        let pair: Option<[Term; 2]> = evaluator.components(&result)?.and_then(|parts| parts.try_into().ok());
        let Some([picture, next]) = pair else {
            return refused(format!(
                "{name} does not make a pair of a picture and a state, but {}",
                result.type_name()
            ));
        };
        let frame =
            images::of_value(&plain(evaluator, "a picture", &picture)?).ok_or_else(|| unfit("a picture", &picture))?;
        film.add(frame).map_err(Failure::Refused)?;
        let kept: Vec<&Term> = given.iter().chain([&next]).collect();
        evaluator.keep(&kept)?;
        state = next;
    }
    film.finish().map_err(Failure::Refused)
}
