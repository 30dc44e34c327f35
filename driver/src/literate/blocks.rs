//! The parts of a literate program: code, text in comments, and directives.
//!
//! ```text
//! -- Some text.                 text
//!
//! def twice (x: i32) = 2 * x    code
//!
//! -- > :img picture 10;         a directive, with parameters
//! -- file: ten.png
//! ```
//!
//! Comments that follow each other are one part. One that begins with `-- ==` is a test block, and counts as code.

use crate::media::films;
use crate::script::{Exp, read_prefix};
use std::num::NonZeroU32;
use std::str::FromStr;

/// A part of a literate program.
pub enum Block {
    /// Source text, without blank lines around it.
    Code(String),
    /// The text of comments.
    Comment(String),
    /// A directive.
    Directive(Directive),
}

/// What is made of a value.
pub struct Directive {
    /// The directive as it stands in the program, without comment marks.
    pub text: String,
    /// How much of it is in the document.
    pub display: Display,
    /// What is made.
    pub what: What,
    /// The value.
    pub exp: Exp,
}

/// How much of a directive is in the document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Display {
    /// All of it.
    Whole,
    /// The directive without its parameters.
    Brief,
    /// Nothing.
    Covert,
}

/// What a directive makes.
pub enum What {
    /// The value as text.
    Text,
    /// A picture, whose file may have a name.
    Image(Option<String>),
    /// A plot of this width and height.
    Plot(u32, u32),
    /// A plot by a script of gnuplot.
    Gnuplot(String),
    /// A film.
    Video(Video),
    /// A sound with a number of samples for each second, in a format.
    Audio(u32, String),
}

/// The parameters of a film.
pub struct Video {
    /// Pictures for each second.
    pub fps: u32,
    /// The format.
    pub format: films::Format,
    /// Whether the film begins again at its end, and by itself. By default, the viewer decides.
    pub repeat: Option<bool>,
    /// Whether the film starts by itself.
    pub autoplay: Option<bool>,
    /// The name of the file.
    pub file: Option<String>,
}

/// What is wrong in a line.
#[derive(Debug)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

type Parsed<T> = Result<T, String>;

/// The parts of a program.
pub fn read(text: &str) -> Result<Vec<Block>, Mistake> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate().peekable();
    while let Some((first, line)) = lines.peek().copied() {
        let is_comment = line.starts_with("--");
        let mut run = Vec::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with("--") == is_comment) {
            run.push(line);
        }
        blocks.push(match run[0] {
            _ if !is_comment => Block::Code(code(&run)),
            "-- ==" => Block::Code(ended(&run)),
            line if line.starts_with("-- >") => Block::Directive(directive(&run).map_err(|(line, message)| {
                // The place is in the directive's own lines.
                Mistake { line: 1 + first + line, message }
            })?),
            _ => Block::Comment(ended(&run.into_iter().map(uncommented).collect::<Vec<_>>())),
        });
    }
    Ok(blocks)
}

/// Lines, each with its end.
fn ended(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// Lines of code without the blank lines around them.
fn code(mut lines: &[&str]) -> String {
    while let [first, rest @ ..] = lines
        && first.is_empty()
    {
        lines = rest;
    }
    while let [rest @ .., last] = lines
        && last.is_empty()
    {
        lines = rest;
    }
    ended(lines)
}

/// A line without the mark of comments.
fn uncommented(line: &str) -> &str {
    let text = line.strip_prefix("--").unwrap_or(line);
    text.strip_prefix(' ').unwrap_or(text)
}

/// Reads a directive. Errors: the line in the directive, and what is wrong there.
fn directive(lines: &[&str]) -> Result<Directive, (usize, String)> {
    let text = ended(&lines.iter().map(|line| uncommented(line)).collect::<Vec<_>>());
    let start = text.strip_prefix('>').unwrap_or(&text);
    let mut rest = start.trim_start();
    let mut display = None;
    let name = loop {
        let Some(named) = rest.strip_prefix(':') else { break "" };
        let length = named.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(named.len());
        let name;
        (name, rest) = named.split_at(length);
        rest = rest.trim_start();
        match name {
            // The first of them counts.
            "brief" => display = display.or(Some(Display::Brief)),
            "covert" => display = display.or(Some(Display::Covert)),
            name => break name,
        }
    };
    let line_of = |rest: &str| text[..text.len() - rest.len()].matches('\n').count();
    if !["", "img", "plot2d", "gnuplot", "video", "audio"].contains(&name) {
        return Err((line_of(rest), format!("there is no directive :{name}")));
    }
    let (exp, after) = read_prefix(rest).map_err(|wrong| (line_of(&rest[wrong.offset..]), wrong.message))?;
    let what =
        parameters(name, after).map_err(|message| (line_of(after.trim_start()).min(lines.len() - 1), message))?;
    Ok(Directive { display: display.unwrap_or(Display::Whole), what, exp, text })
}

/// Reads the parameters of a directive: what is behind its expression.
fn parameters(name: &str, after: &str) -> Parsed<What> {
    let after = after.trim_start();
    let lines = match after.strip_prefix(';').map(|rest| rest.split_once('\n').unwrap_or((rest, ""))) {
        Some((blank, lines)) if blank.trim().is_empty() && !name.is_empty() => Some(lines),
        None if after.is_empty() => None,
        _ => {
            let word = after.split_whitespace().next().unwrap_or_default();
            return Err(format!("expected the end of the directive, found `{word}`"));
        }
    };
    if name == "gnuplot" {
        return lines.map(|script| What::Gnuplot(script.into())).ok_or_else(|| "the script is missing".into());
    }
    let mut given = Given::read(lines.unwrap_or_default())?;
    let what = match name {
        "img" => What::Image(given.file()?),
        "plot2d" => {
            let (width, height) = given.take("size", size)?.unwrap_or((500, 500));
            What::Plot(width, height)
        }
        "video" => What::Video(Video {
            fps: given.take("fps", number)?.unwrap_or(30),
            format: given.take("format", format)?.unwrap_or(films::Format::WebM),
            repeat: match given.take("loop", truth)? {
                None => given.take("repeat", truth)?,
                found => found,
            },
            autoplay: given.take("autoplay", truth)?,
            file: given.file()?,
        }),
        "audio" => {
            let rate = given.take("sampling_frequency", number)?.unwrap_or(44_100);
            What::Audio(rate, given.take("codec", codec)?.unwrap_or_else(|| "wav".into()))
        }
        _ => What::Text,
    };
    match given.0.first() {
        Some((key, _)) => Err(format!("there is no parameter `{key}`")),
        None => Ok(what),
    }
}

/// Parameters by their names.
struct Given<'t>(Vec<(&'t str, &'t str)>);

impl<'t> Given<'t> {
    fn read(lines: &'t str) -> Parsed<Given<'t>> {
        let lines = lines.lines().filter(|line| !line.trim().is_empty());
        let pairs = lines.map(|line| {
            let (key, value) = line.split_once(':').ok_or_else(|| format!("expected `name: value`, found `{line}`"))?;
            Ok((key.trim(), value.trim()))
        });
        Ok(Given(pairs.collect::<Parsed<_>>()?))
    }

    fn take<T>(&mut self, name: &str, read: impl Fn(&str) -> Option<T>) -> Parsed<Option<T>> {
        let Some(at) = self.0.iter().position(|(key, _)| *key == name) else { return Ok(None) };
        let (key, value) = self.0.remove(at);
        read(value).map(Some).ok_or_else(|| format!("`{value}` cannot be the value of `{key}`"))
    }

    /// The name of a file, which is no path.
    fn file(&mut self) -> Parsed<Option<String>> {
        let is_name = |name: &str| {
            !name.is_empty()
                && !name.starts_with('.')
                && !name.contains(|char: char| char.is_whitespace() || char.is_control() || "/\\".contains(char))
        };
        self.take("file", |value| is_name(value).then(|| value.to_string()))
    }
}

fn number(text: &str) -> Option<u32> {
    NonZeroU32::from_str(text).ok().map(NonZeroU32::get)
}

fn truth(text: &str) -> Option<bool> {
    text.parse().ok()
}

fn size(text: &str) -> Option<(u32, u32)> {
    let (width, height) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    Some((number(width.trim())?, number(height.trim())?))
}

fn format(text: &str) -> Option<films::Format> {
    match text {
        "webm" => Some(films::Format::WebM),
        "gif" => Some(films::Format::Gif),
        _ => None,
    }
}

/// The name of a format, which becomes a part of a file's name.
fn codec(text: &str) -> Option<String> {
    (!text.is_empty() && text.chars().all(|char| char.is_ascii_alphanumeric())).then(|| text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts in short.
    fn parts(text: &str) -> Vec<String> {
        let part = |block: Block| match block {
            Block::Code(code) => format!("code {code}"),
            Block::Comment(text) => format!("text {text}"),
            Block::Directive(directive) => format!("{} = {}", directive.text, directive.exp),
        };
        read(text).unwrap_or_else(|mistake| panic!("{mistake:?}")).into_iter().map(part).collect()
    }

    #[test]
    fn parts_of_programs() {
        assert_eq!(
            parts("-- a\n--b\n--\n\n\ndef x = 1\n\ndef y = 2\n"),
            ["text a\nb\n\n", "code def x = 1\n\ndef y = 2\n"]
        );
        assert_eq!(
            parts("-- ==\n-- input {}\n\n-- > f\n--   2\n"),
            ["code -- ==\n-- input {}\n", "code ", "> f\n  2\n = f 2i32"]
        );
        assert_eq!(parts("-- > :img f 1;\n-- file: a.png"), ["> :img f 1;\nfile: a.png\n = f 1i32"]);
        assert_eq!(parts("-- > :gnuplot {a=f};\n-- plot 1\n--  x\n"), ["> :gnuplot {a=f};\nplot 1\n x\n = {a=f}"]);
        assert!(parts("").is_empty());
    }

    #[test]
    fn mistakes_have_lines() {
        for (text, line, message) in [
            ("\n-- > f )", 2, "expected the end of the directive, found `)`"),
            ("-- > f;", 1, "expected the end of the directive, found `;`"),
            ("-- > :nosuch f", 1, "there is no directive :nosuch"),
            ("-- > f (\n-- 1,, 2)", 2, "expected `)` or `,`, found `,`"),
            ("-- > :gnuplot f", 1, "the script is missing"),
            ("-- > :img f;\n-- nosuch: 1", 1, "there is no parameter `nosuch`"),
            ("-- > :img f;\n-- file: ../x", 1, "`../x` cannot be the value of `file`"),
            ("-- > :video f;\n-- fps: 0", 1, "`0` cannot be the value of `fps`"),
            ("-- > :audio f;\n-- codec: a/b", 1, "`a/b` cannot be the value of `codec`"),
            ("-- > :plot2d f;\n-- size", 1, "expected `name: value`, found `size`"),
        ] {
            let Err(mistake) = read(text) else { panic!("{text} is right") };
            assert!(mistake.line == line && mistake.message.contains(message), "{text}: {mistake:?}");
        }
    }
}
