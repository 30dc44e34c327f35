//! Scalar algebra. The rules are exact for integers and truth values. For floats they follow IEEE 754, unless the user
//! allows more.

use crate::anf::support::egraph::rule::Over::{Exact, Floats, Integers, Numbers, Truths};
use crate::anf::support::egraph::rule::{Over, ScalarRule};

const fn rule(name: &'static str, over: Over, left: &'static str, right: &'static str) -> ScalarRule {
    ScalarRule { name, over, left, right, constants: &[] }
}

/// A rule that brings constants together, so that they can be folded.
const fn fold(name: &'static str, left: &'static str, right: &'static str) -> ScalarRule {
    ScalarRule { name, over: Integers, left, right, constants: &["?b", "?c"] }
}

/// Rules that always hold.
#[rustfmt::skip]
pub static EXACT: &[ScalarRule] = &[
    // Commutativity. Only these rules may leave the cost of a term unchanged; each adds one term.
    rule("add-commutes",        Numbers,  "(add ?a ?b)",                        "(add ?b ?a)"),
    rule("mul-commutes",        Numbers,  "(mul ?a ?b)",                        "(mul ?b ?a)"),
    rule("and-commutes",        Integers, "(and ?a ?b)",                        "(and ?b ?a)"),
    rule("or-commutes",         Integers, "(or ?a ?b)",                         "(or ?b ?a)"),
    rule("xor-commutes",        Integers, "(xor ?a ?b)",                        "(xor ?b ?a)"),
    rule("min-commutes",        Integers, "(min ?a ?b)",                        "(min ?b ?a)"),
    rule("max-commutes",        Integers, "(max ?a ?b)",                        "(max ?b ?a)"),
    rule("eq-commutes",         Numbers,  "(eq ?a ?b)",                         "(eq ?b ?a)"),
    rule("ne-commutes",         Numbers,  "(ne ?a ?b)",                         "(ne ?b ?a)"),
    rule("logand-commutes",     Truths,   "(logand ?a ?b)",                     "(logand ?b ?a)"),
    rule("logor-commutes",      Truths,   "(logor ?a ?b)",                      "(logor ?b ?a)"),

    // Neutral and absorbing operands.
    rule("add-zero",            Integers, "(add ?a 0)",                         "?a"),
    rule("sub-zero",            Numbers,  "(sub ?a 0)",                         "?a"),
    rule("add-minus-zero",      Floats,   "(add ?a -0.0)",                      "?a"),
    rule("mul-one",             Numbers,  "(mul ?a 1)",                         "?a"),
    rule("mul-zero",            Integers, "(mul ?a 0)",                         "0"),
    rule("mulhi-zero",          Integers, "(mulhi ?a 0)",                       "0"),
    rule("zero-mulhi",          Integers, "(mulhi 0 ?a)",                       "0"),
    rule("mul-minus-one",       Numbers,  "(mul ?a -1)",                        "(neg ?a)"),
    rule("div-one",             Numbers,  "(div ?a 1)",                         "?a"),
    rule("quot-one",            Integers, "(quot ?a 1)",                        "?a"),
    rule("mod-one",             Integers, "(mod ?a 1)",                         "0"),
    rule("rem-one",             Integers, "(rem ?a 1)",                         "0"),
    rule("pow-zero",            Integers, "(pow ?a 0)",                         "1"),
    rule("pow-one",             Integers, "(pow ?a 1)",                         "?a"),
    rule("pow-two",             Numbers,  "(pow ?a 2)",                         "(mul ?a ?a)"),
    rule("pow-of-one",          Integers, "(pow 1 ?a)",                         "1"),
    rule("pow-of-two",          Integers, "(pow 2 ?a)",                         "(shl 1 ?a)"),
    rule("pow-of-minus-one",    Integers, "(pow -1 ?a)",                        "(sub 1 (shl (and ?a 1) 1))"),
    rule("and-zero",            Integers, "(and ?a 0)",                         "0"),
    rule("and-ones",            Integers, "(and ?a -1)",                        "?a"),
    rule("or-zero",             Integers, "(or ?a 0)",                          "?a"),
    rule("or-ones",             Integers, "(or ?a -1)",                         "-1"),
    rule("xor-zero",            Integers, "(xor ?a 0)",                         "?a"),
    rule("xor-ones",            Integers, "(xor ?a -1)",                        "(complement ?a)"),
    rule("shl-zero",            Integers, "(shl ?a 0)",                         "?a"),
    rule("shr-zero",            Integers, "(shr ?a 0)",                         "?a"),
    rule("lshr-zero",           Integers, "(lshr ?a 0)",                        "?a"),
    rule("logand-true",         Truths,   "(logand ?a true)",                   "?a"),
    rule("logand-false",        Truths,   "(logand ?a false)",                  "false"),
    rule("logor-true",          Truths,   "(logor ?a true)",                    "true"),
    rule("logor-false",         Truths,   "(logor ?a false)",                   "?a"),

    // The same operand twice.
    rule("sub-self",            Integers, "(sub ?a ?a)",                        "0"),
    rule("and-self",            Integers, "(and ?a ?a)",                        "?a"),
    rule("or-self",             Integers, "(or ?a ?a)",                         "?a"),
    rule("xor-self",            Integers, "(xor ?a ?a)",                        "0"),
    rule("min-self",            Numbers,  "(min ?a ?a)",                        "?a"),
    rule("max-self",            Numbers,  "(max ?a ?a)",                        "?a"),
    rule("eq-self",             Exact,    "(eq ?a ?a)",                         "true"),
    rule("ne-self",             Exact,    "(ne ?a ?a)",                         "false"),
    rule("le-self",             Exact,    "(le ?a ?a)",                         "true"),
    rule("lt-self",             Numbers,  "(lt ?a ?a)",                         "false"),
    rule("logand-self",         Truths,   "(logand ?a ?a)",                     "?a"),
    rule("logor-self",          Truths,   "(logor ?a ?a)",                      "?a"),
    rule("logand-not-self",     Truths,   "(logand ?a (not ?a))",               "false"),
    rule("logor-not-self",      Truths,   "(logor ?a (not ?a))",                "true"),
    rule("logand-again",        Truths,   "(logand ?a (logand ?a ?b))",         "(logand ?a ?b)"),
    rule("logor-again",         Truths,   "(logor ?a (logor ?a ?b))",           "(logor ?a ?b)"),

    // Operators that cancel.
    rule("neg-neg",             Numbers,  "(neg (neg ?a))",                     "?a"),
    rule("complement-twice",    Integers, "(complement (complement ?a))",       "?a"),
    rule("not-not",             Truths,   "(not (not ?a))",                     "?a"),
    rule("abs-abs",             Numbers,  "(abs (abs ?a))",                     "(abs ?a)"),
    rule("abs-neg",             Floats,   "(abs (neg ?a))",                     "(abs ?a)"),
    rule("add-neg",             Numbers,  "(add ?a (neg ?b))",                  "(sub ?a ?b)"),
    rule("sub-neg",             Numbers,  "(sub ?a (neg ?b))",                  "(add ?a ?b)"),
    rule("sub-from-zero",       Integers, "(sub 0 ?a)",                         "(neg ?a)"),
    rule("neg-sub",             Integers, "(neg (sub ?a ?b))",                  "(sub ?b ?a)"),
    rule("mul-neg-neg",         Numbers,  "(mul (neg ?a) (neg ?b))",            "(mul ?a ?b)"),
    rule("sub-add-right",       Integers, "(sub (add ?a ?b) ?b)",               "?a"),
    rule("add-sub",             Integers, "(add (sub ?a ?b) ?b)",               "?a"),
    rule("sub-sub",             Integers, "(sub ?a (sub ?a ?b))",               "?b"),
    rule("sub-of-sum",          Integers, "(sub (add ?a ?c) (add ?b ?c))",      "(sub ?a ?b)"),
    rule("mul-plus-self",       Integers, "(add (mul ?a ?b) ?a)",               "(mul ?a (add ?b 1))"),
    rule("factor",              Integers, "(add (mul ?a ?b) (mul ?a ?c))",      "(mul ?a (add ?b ?c))"),
    rule("factor-sub",          Integers, "(sub (mul ?a ?b) (mul ?a ?c))",      "(mul ?a (sub ?b ?c))"),
    rule("eq-sub",              Integers, "(eq (sub ?a ?b) 0)",                 "(eq ?a ?b)"),
    rule("eq-same-added",       Integers, "(eq (add ?a ?c) (add ?b ?c))",       "(eq ?a ?b)"),

    // Comparisons.
    rule("not-eq",              Numbers,  "(not (eq ?a ?b))",                   "(ne ?a ?b)"),
    rule("not-ne",              Numbers,  "(not (ne ?a ?b))",                   "(eq ?a ?b)"),
    rule("not-lt",              Exact,    "(not (lt ?a ?b))",                   "(le ?b ?a)"),
    rule("not-le",              Exact,    "(not (le ?a ?b))",                   "(lt ?b ?a)"),
    rule("eq-true",             Truths,   "(eq ?a true)",                       "?a"),
    rule("eq-false",            Truths,   "(eq ?a false)",                      "(not ?a)"),
    rule("le-min",              Integers, "(le (min ?a ?b) ?a)",                "true"),
    rule("ge-max",              Integers, "(le ?a (max ?a ?b))",                "true"),
    rule("min-max",             Integers, "(min ?a (max ?a ?b))",               "?a"),
    rule("max-min",             Integers, "(max ?a (min ?a ?b))",               "?a"),

    // Constants come together and are folded.
    fold("fold-add-add",                  "(add (add ?a ?b) ?c)",               "(add ?a (add ?b ?c))"),
    fold("fold-add-sub",                  "(add (sub ?a ?b) ?c)",               "(add ?a (sub ?c ?b))"),
    fold("fold-sub-sub",                  "(sub (sub ?a ?b) ?c)",               "(sub ?a (add ?b ?c))"),
    fold("fold-sub-add",                  "(sub (add ?a ?b) ?c)",               "(add ?a (sub ?b ?c))"),
    fold("fold-mul-mul",                  "(mul (mul ?a ?b) ?c)",               "(mul ?a (mul ?b ?c))"),
    fold("fold-and-and",                  "(and (and ?a ?b) ?c)",               "(and ?a (and ?b ?c))"),
    fold("fold-or-or",                    "(or (or ?a ?b) ?c)",                 "(or ?a (or ?b ?c))"),
    fold("fold-xor-xor",                  "(xor (xor ?a ?b) ?c)",               "(xor ?a (xor ?b ?c))"),
    fold("fold-eq-add",                   "(eq (add ?a ?b) ?c)",                "(eq ?a (sub ?c ?b))"),
];

/// Rules that hold for real numbers, but not for every float: signs of zeros, infinities and rounding may differ.
#[rustfmt::skip]
pub static FAST_MATH: &[ScalarRule] = &[
    rule("add-float-zero",      Floats,   "(add ?a 0)",                         "?a"),
    rule("mul-float-zero",      Floats,   "(mul ?a 0)",                         "0"),
    rule("sub-float-self",      Floats,   "(sub ?a ?a)",                        "0"),
    rule("div-float-self",      Floats,   "(div ?a ?a)",                        "1"),
    rule("sub-float-zero",      Floats,   "(sub 0 ?a)",                         "(neg ?a)"),
    rule("float-sub-add",       Floats,   "(sub (add ?a ?b) ?b)",               "?a"),
    rule("float-add-sub",       Floats,   "(add (sub ?a ?b) ?b)",               "?a"),
    rule("float-factor",        Floats,   "(add (mul ?a ?b) (mul ?a ?c))",      "(mul ?a (add ?b ?c))"),
    rule("div-by-constant",     Floats,   "(div ?a ?b)",                        "(mul ?a (div 1 ?b))").on(&["?b"]),
    rule("float-fold-add",      Floats,   "(add (add ?a ?b) ?c)",               "(add ?a (add ?b ?c))").on(&["?b", "?c"]),
    rule("float-fold-mul",      Floats,   "(mul (mul ?a ?b) ?c)",               "(mul ?a (mul ?b ?c))").on(&["?b", "?c"]),
    rule("exp-log",             Floats,   "(exp (log ?a))",                     "?a"),
    rule("log-exp",             Floats,   "(log (exp ?a))",                     "?a"),
];

impl ScalarRule {
    /// Restricts these variables to constants.
    const fn on(self, constants: &'static [&'static str]) -> ScalarRule {
        ScalarRule { constants, ..self }
    }
}
