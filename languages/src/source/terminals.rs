//! Terminals of the source languages.

use std::fmt;

use framework::Terminal;
use serde::{Deserialize, Serialize};

use crate::prim::{PrimType, PrimValue};

/// The end of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RangeKind {
    /// `...`: up or down to the end, inclusive.
    Inclusive,
    /// `..<`: up to the end, exclusive.
    UpTo,
    /// `..>`: down to the end, exclusive.
    DownTo,
}

impl RangeKind {
    /// Returns the symbol in front of the range's end.
    pub const fn name(self) -> &'static str {
        match self {
            RangeKind::Inclusive => "...",
            RangeKind::UpTo => "..<",
            RangeKind::DownTo => "..>",
        }
    }
}

impl fmt::Display for RangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The edition of the language in which a program is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Edition {
    /// The language overview of 2017.
    E2017,
    /// The language reference of 2019.
    E2019,
    /// Today's syntax with the sizes of older editions. Passes translate programs of older editions to it.
    Desugared,
    /// Today's language.
    #[default]
    E2026,
}

impl Edition {
    /// All editions in which programs are written, the newest first.
    pub const ALL: [Edition; 3] = [Edition::E2026, Edition::E2019, Edition::E2017];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Edition::E2017 => "2017",
            Edition::E2019 => "2019",
            Edition::Desugared => "desugared",
            Edition::E2026 => "2026",
        }
    }

    /// The edition of this name in which programs are written.
    pub fn named(name: &str) -> Option<Edition> {
        Edition::ALL.into_iter().find(|edition| edition.name() == name)
    }

    /// Whether sizes are numbers of type `i32`, checked when the program runs, and not parts of types.
    pub fn has_dynamic_sizes(self) -> bool {
        self < Edition::E2026
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Terminal for Edition {
    fn write(&self) -> String {
        self.name().to_string()
    }

    fn read(text: &str) -> Option<Self> {
        Edition::ALL.into_iter().chain([Edition::Desugared]).find(|edition| edition.name() == text)
    }
}

/// The types that a type parameter or a named type may stand for. Each kind includes the ones before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Liftedness {
    /// `'a`, `type`: types without functions, with known sizes only.
    Unlifted,
    /// `'~a`, `type~`: types without functions; sizes may be existential.
    SizeLifted,
    /// `'^a`, `type^`: any type.
    Lifted,
}

impl Liftedness {
    /// Returns the mark after `'` or `type`: nothing, `~` or `^`.
    pub const fn mark(self) -> &'static str {
        match self {
            Liftedness::Unlifted => "",
            Liftedness::SizeLifted => "~",
            Liftedness::Lifted => "^",
        }
    }

    /// Returns the name in S-expressions.
    pub const fn name(self) -> &'static str {
        match self {
            Liftedness::Unlifted => "unlifted",
            Liftedness::SizeLifted => "size-lifted",
            Liftedness::Lifted => "lifted",
        }
    }
}

impl fmt::Display for Liftedness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The value of a number literal without a type suffix. It is wide enough for every integer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntLiteral(pub i128);

impl fmt::Display for IntLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Terminal for IntLiteral {
    fn write(&self) -> String {
        self.0.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().map(IntLiteral)
    }
}

impl Terminal for RangeKind {
    fn write(&self) -> String {
        self.name().to_string()
    }

    fn read(text: &str) -> Option<Self> {
        [RangeKind::Inclusive, RangeKind::UpTo, RangeKind::DownTo].into_iter().find(|kind| kind.name() == text)
    }
}

impl Terminal for Liftedness {
    fn write(&self) -> String {
        self.name().to_string()
    }

    fn read(text: &str) -> Option<Self> {
        [Liftedness::Unlifted, Liftedness::SizeLifted, Liftedness::Lifted].into_iter().find(|kind| kind.name() == text)
    }
}

/// Returns the value of a decimal number in a floating-point type, rounded to the nearest. Returns `None` if `digits`
/// is no number or `ty` no floating-point type.
pub fn float_literal(digits: &str, ty: PrimType) -> Option<PrimValue> {
    match ty {
        PrimType::F16 => digits.parse().ok().map(|value: f64| PrimValue::F16(half::f16::from_f64(value))),
        PrimType::F32 => digits.parse().ok().map(PrimValue::F32),
        PrimType::F64 => digits.parse().ok().map(PrimValue::F64),
        _ => None,
    }
}
