//! The command line of `fut-nano dataset`. Formats and bounds hold for the options `-g` that come after them.

use super::random::{Bounds, SizedType};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use languages::prim::{PrimType, parse_as};
use languages::value::{Reader, Value};
use std::path::PathBuf;

/// A format of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Text.
    Text,
    /// Futhark's binary format.
    Binary,
    /// The elements in that format.
    BinaryElements,
    /// What stands before the elements in that format.
    BinaryHeader,
    /// NumPy's format.
    Npy,
    /// Only the types, as text.
    Type,
}

/// Where values come from.
#[derive(Debug)]
pub enum Source {
    /// They are random: one of this type within these bounds.
    Random(SizedType, Bounds),
    /// They are written in the option.
    Constants(Vec<Value>),
}

/// An option `-g`.
#[derive(Debug)]
pub struct Order {
    /// What it makes.
    pub source: Source,
    /// The format to write.
    pub format: Format,
}

/// The options of `fut-nano dataset`.
#[derive(Debug)]
pub struct Dataset {
    /// The values to make.
    pub orders: Vec<Order>,
    /// The seed of the first random value. Each later order has the next one.
    pub seed: i64,
    /// The format of values that are converted.
    pub format: Format,
    /// The files to convert, if there are no orders. None means standard input.
    pub files: Vec<PathBuf>,
}

/// The options that choose a format.
const FORMATS: [(&str, Option<char>, Format, &str); 6] = [
    ("text", None, Format::Text, "Writes values as text, which is the default. Holds for the options -g that follow"),
    (
        "binary",
        Some('b'),
        Format::Binary,
        "Writes values in Futhark's binary format. Holds for the options -g that follow",
    ),
    (
        "binary-no-header",
        None,
        Format::BinaryElements,
        "Writes the elements in the binary format only. Holds for the options -g that follow",
    ),
    (
        "binary-only-header",
        None,
        Format::BinaryHeader,
        "Writes what is before the elements in the binary format. Holds for the options -g that follow",
    ),
    ("npy", None, Format::Npy, "Writes values in the format of NumPy's files. Holds for the options -g that follow"),
    ("type", Some('t'), Format::Type, "Writes the types of values instead. Holds for the options -g that follow"),
];

/// The options that set bounds of random values.
const BOUNDS: [(PrimType, &str); 11] = [
    (PrimType::I8, "i8-bounds"),
    (PrimType::I16, "i16-bounds"),
    (PrimType::I32, "i32-bounds"),
    (PrimType::I64, "i64-bounds"),
    (PrimType::U8, "u8-bounds"),
    (PrimType::U16, "u16-bounds"),
    (PrimType::U32, "u32-bounds"),
    (PrimType::U64, "u64-bounds"),
    (PrimType::F16, "f16-bounds"),
    (PrimType::F32, "f32-bounds"),
    (PrimType::F64, "f64-bounds"),
];

impl Args for Dataset {
    fn augment_args(command: Command) -> Command {
        let generate = Arg::new("generate").short('g').long("generate").value_name("TYPE").action(ArgAction::Append);
        let generate =
            generate.help("Makes a random value of a type, such as [3][2]f32. Constants are written as they are");
        let seed =
            Arg::new("seed").short('s').long("seed").value_name("SEED").default_value("1").allow_hyphen_values(true);
        let seed = seed.value_parser(clap::value_parser!(i64)).help("The seed of random values");
        let file = Arg::new("file").value_name("FILE").action(ArgAction::Append);
        let file = file.value_parser(clap::value_parser!(PathBuf));
        let file = file.help("Files to convert, if there is no -g: text, binary or .npy. By default, standard input");
        let mut command = command.arg(generate).arg(seed).arg(file.conflicts_with("generate"));
        for (name, short, _, help) in FORMATS {
            let arg =
                Arg::new(name).long(name).action(ArgAction::Append).num_args(0).default_missing_value("").help(help);
            command = command.arg(match short {
                Some(short) => arg.short(short),
                None => arg,
            });
        }
        for (prim, name) in BOUNDS {
            let arg = Arg::new(name).long(name).value_name("MIN:MAX").action(ArgAction::Append);
            let help = format!("The smallest and the largest {prim}. Holds for the options -g that follow");
            command = command.arg(arg.allow_hyphen_values(true).help(help));
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Dataset::augment_args(command)
    }
}

impl FromArgMatches for Dataset {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Dataset, clap::Error> {
        let invalid = |message: String| clap::Error::raw(ErrorKind::ValueValidation, message + "\n");
        let mut words: Vec<(usize, Word)> = Vec::new();
        let place = |id: &str| matches.indices_of(id).into_iter().flatten().collect::<Vec<usize>>();
        for (name, _, format, _) in FORMATS {
            words.extend(place(name).into_iter().map(|at| (at, Word::Format(format))));
        }
        for (prim, name) in BOUNDS {
            for (at, text) in place(name).into_iter().zip(matches.get_many::<String>(name).into_iter().flatten()) {
                words.push((at, Word::Bounds(prim, text)));
            }
        }
        let types = matches.get_many::<String>("generate").into_iter().flatten();
        words.extend(place("generate").into_iter().zip(types).map(|(at, text)| (at, Word::Generate(text))));
        words.sort_by_key(|(at, _)| *at);
        let (mut format, mut bounds, mut orders) = (Format::Text, Bounds::default(), Vec::new());
        for (_, word) in words {
            match word {
                Word::Format(next) => format = next,
                Word::Bounds(prim, text) => {
                    let ends = text.split_once(':').and_then(|(low, high)| {
                        Some((parse_as(prim, low.trim()).ok()?, parse_as(prim, high.trim()).ok()?))
                    });
                    if !ends.is_some_and(|(low, high)| bounds.set(low, high)) {
                        return Err(invalid(format!("`{text}` are no bounds of {prim}: MIN:MAX is needed")));
                    }
                }
                Word::Generate(text) => {
                    let source = source(text, &bounds).map_err(|why| invalid(format!("`-g {text}`: {why}")))?;
                    orders.push(Order { source, format });
                }
            }
        }
        let files = matches.get_many::<PathBuf>("file").into_iter().flatten().cloned().collect();
        Ok(Dataset { orders, seed: matches.get_one("seed").copied().unwrap_or(1), format, files })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Dataset::from_arg_matches(matches)?;
        Ok(())
    }
}

/// An option whose place matters.
enum Word<'m> {
    Format(Format),
    Bounds(PrimType, &'m str),
    Generate(&'m str),
}

fn source(text: &str, bounds: &Bounds) -> Result<Source, String> {
    if let Ok(values) = Reader::new(text.as_bytes()).and_then(|mut reader| reader.read_all())
        && !values.is_empty()
    {
        return Ok(Source::Constants(values));
    }
    let (ty, rest) = SizedType::read(text.trim_start().trim_start_matches('*'))?;
    if !rest.trim().is_empty() {
        return Err(format!("cannot read `{}`", rest.trim()));
    }
    Ok(Source::Random(ty, bounds.clone()))
}
