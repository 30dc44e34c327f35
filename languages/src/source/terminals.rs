//! Terminals of the source languages.

use std::fmt;

use framework::Terminal;

use crate::prim::{PrimType, PrimValue};

/// How a range ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RangeKind {
    /// `...`: up or down to the end, which belongs to the range.
    Inclusive,
    /// `..<`: up to the end, which does not.
    UpTo,
    /// `..>`: down to the end, which does not.
    DownTo,
}

impl RangeKind {
    /// The symbol before the range's end.
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

/// The language that a program is written in: today's, or an older one that is documented.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Edition {
    /// That of the language overview of 2017.
    E2017,
    /// That of the language reference of 2019.
    E2019,
    /// Today's syntax with the sizes of older editions: what the passes make of programs of those.
    Desugared,
    /// Today's.
    #[default]
    E2026,
}

impl Edition {
    /// All editions that programs are written in, the newest first.
    pub const ALL: [Edition; 3] = [Edition::E2026, Edition::E2019, Edition::E2017];

    /// How it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Edition::E2017 => "2017",
            Edition::E2019 => "2019",
            Edition::Desugared => "desugared",
            Edition::E2026 => "2026",
        }
    }

    /// Whether sizes are numbers of type `i32` that are checked when the program runs, not parts of types.
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

/// What a type parameter or a named type may stand for. Each kind includes the ones before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Liftedness {
    /// `'a`, `type`: a type without functions whose sizes are all known.
    Unlifted,
    /// `'~a`, `type~`: a type without functions; sizes may be existential.
    SizeLifted,
    /// `'^a`, `type^`: any type.
    Lifted,
}

impl Liftedness {
    /// The mark after `'` or `type`: nothing, `~` or `^`.
    pub const fn mark(self) -> &'static str {
        match self {
            Liftedness::Unlifted => "",
            Liftedness::SizeLifted => "~",
            Liftedness::Lifted => "^",
        }
    }

    /// The name in S-expressions.
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

/// The value of a number literal without a type suffix; wide enough for every integer type.
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

/// The value of a decimal number in a floating-point type, rounded to the nearest. `None` if `digits` is no number or
/// `ty` no floating-point type.
pub fn float_literal(digits: &str, ty: PrimType) -> Option<PrimValue> {
    match ty {
        PrimType::F16 => digits.parse().ok().map(|value: f64| PrimValue::F16(half::f16::from_f64(value))),
        PrimType::F32 => digits.parse().ok().map(PrimValue::F32),
        PrimType::F64 => digits.parse().ok().map(PrimValue::F64),
        _ => None,
    }
}
