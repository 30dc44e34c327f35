//! The tokens of Futhark.

use framework::{Span, Symbol};
use languages::prim::PrimValue;
use languages::source::Edition;

/// A token with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub kind: Tok,
    pub span: Span,
    /// Whether there is no space before the token. Distinguishes `a[i]` from `a [i]`.
    pub glued: bool,
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Tok {
    Ident(Symbol),
    Keyword(Keyword),
    /// An operator: `+`, `>>=`, but also `*`, `-`, `<`, `^`, `|`, `!`, which have other uses.
    Op(Symbol),
    /// `m.n.+`: an operator from a module. The qualifiers are the text of the token up to the operator.
    QualifiedOp(Symbol),
    /// `#tag`.
    Constructor(Symbol),
    /// A whole number without a suffix. Only a decimal one can also be a field label.
    Int {
        value: i128,
        decimal: bool,
    },
    /// A number with a fraction or exponent, without a suffix.
    Float(f64),
    /// A number with a suffix.
    Number(PrimValue),
    Char(char),
    String(Symbol),
    /// `-- | text` and the comment lines after it.
    Doc(Symbol),
    Punct(Punct),
    Eof,
}

macro_rules! words {
    ($(#[$doc:meta])* @from_text $Enum:ident { $($variant:ident = $text:literal,)* }) => {
        words! { $(#[$doc])* $Enum { $($variant = $text,)* } }

        impl $Enum {
            /// The variant with this text.
            pub fn from_text(text: &str) -> Option<$Enum> {
                match text { $($text => Some($Enum::$variant),)* _ => None }
            }
        }
    };
    ($(#[$doc:meta])* $Enum:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum $Enum { $($variant,)* }

        impl $Enum {
            /// The text.
            pub fn text(self) -> &'static str {
                match self { $($Enum::$variant => $text,)* }
            }

            /// The text in backticks.
            pub fn quoted(self) -> &'static str {
                match self { $($Enum::$variant => concat!("`", $text, "`"),)* }
            }
        }
    };
}

words! {
    /// A reserved word.
    @from_text Keyword {
        True = "true",
        False = "false",
        If = "if",
        Then = "then",
        Else = "else",
        Def = "def",
        Let = "let",
        Loop = "loop",
        In = "in",
        Val = "val",
        For = "for",
        Do = "do",
        With = "with",
        Local = "local",
        Open = "open",
        Include = "include",
        Import = "import",
        Type = "type",
        Entry = "entry",
        Module = "module",
        While = "while",
        Assert = "assert",
        Match = "match",
        Case = "case",
        Unsafe = "unsafe",
    }
}

words! {
    /// A token that is neither a word nor an operator.
    Punct {
        Equals = "=",
        LParen = "(",
        RParen = ")",
        LBracket = "[",
        RBracket = "]",
        LBrace = "{",
        RBrace = "}",
        AttrOpen = "#[",
        Comma = ",",
        Underscore = "_",
        Hole = "???",
        Question = "?",
        Arrow = "->",
        ColonGreater = ":>",
        Colon = ":",
        Backslash = "\\",
        Tilde = "~",
        TickCaret = "'^",
        TickTilde = "'~",
        Tick = "'",
        Backtick = "`",
        DotDotLess = "..<",
        DotDotGreater = "..>",
        DotDotDot = "...",
        DotDot = "..",
        Dot = ".",
    }
}

impl Keyword {
    /// Whether an edition reserves the word.
    pub fn is_reserved(self, edition: Edition) -> bool {
        match self {
            Keyword::Def => edition >= Edition::E2026,
            Keyword::Unsafe => edition < Edition::E2026,
            Keyword::Match | Keyword::Case | Keyword::Assert => edition >= Edition::E2019,
            _ => true,
        }
    }
}

impl Tok {
    /// The token's name in messages.
    pub fn describe(self) -> String {
        match self {
            Tok::Ident(name) => format!("name `{name}`"),
            Tok::Keyword(keyword) => format!("`{}`", keyword.text()),
            Tok::Op(op) | Tok::QualifiedOp(op) => format!("operator `{op}`"),
            Tok::Constructor(tag) => format!("constructor `#{tag}`"),
            Tok::Int { .. } | Tok::Float(_) | Tok::Number(_) => "number".to_string(),
            Tok::Char(_) => "character".to_string(),
            Tok::String(_) => "string".to_string(),
            Tok::Doc(_) => "documentation comment".to_string(),
            Tok::Punct(punct) => format!("`{}`", punct.text()),
            Tok::Eof => "end of file".to_string(),
        }
    }
}
