//! `check-exhaustive`: checks that every `match` has a case for every value.

use framework::pass::{Run, Transform};
use framework::{Error, Owned, Result, Span, Symbol, pass};
use languages::codes;
use languages::prim::PrimValue;
use languages::typed::{Def, Exp, LoopForm, Pat, Type, Typed, Visit, label_order, walk_def, walk_exp};

pass! {
    /// Checks that every `match` has a case for every value, and reports a value without a case.
    ///
    /// Patterns outside `match` must match every value.
    ///
    ///     f (x: #a | #b) = match x case #a -> 1     is rejected: no case for `#b`
    ///
    /// Maranget: Warnings for pattern matching, JFP 2007. The pass takes the patterns as the rows of a matrix, and
    /// searches column by column for a value that no row matches. The program does not change.
    pub CheckExhaustive = "check-exhaustive": Typed => Typed {
        counts: { matches },
    }
}

impl Transform for CheckExhaustive {
    fn transform(&self, program: &Owned<Typed>, run: &mut Run<'_, Self>) -> Result<Owned<Typed>> {
        let mut checker = Checker { errors: Vec::new(), matches: 0 };
        checker.visit_program(program.root());
        run.counts.matches = checker.matches;
        if checker.errors.is_empty() { Ok(program.clone()) } else { Err(Error::several(checker.errors)) }
    }
}

struct Checker {
    errors: Vec<Error>,
    matches: u64,
}

impl Checker {
    /// Checks patterns outside `match`, which must match every value.
    fn irrefutable(&mut self, pats: &[Pat<'_>]) {
        for pat in pats {
            let mut work = Search { steps: STEPS };
            if let Ok(Some(witness)) = work.unmatched(&[vec![Row::Pat(pat)]], &[pat.ty()]) {
                let shown: Vec<String> = witness.iter().map(Witness::show).collect();
                self.errors.push(
                    codes::REFUTABLE_PATTERN
                        .error(pat.span(), "refutable pattern: it does not match every value, but has to here")
                        .note(format!("a value that it does not match: {}", shown.join(" "))),
                );
            }
        }
    }
}

impl<'a> Visit<'a> for Checker {
    fn visit_def(&mut self, node: &'a Def<'a>) {
        let Def::Value { params, .. } = node;
        self.irrefutable(params);
        walk_def(self, node);
    }

    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        match node {
            Exp::Let { pat, .. } => self.irrefutable(std::slice::from_ref(*pat)),
            Exp::LetFun { params, .. } | Exp::Lambda { params, .. } => self.irrefutable(params),
            Exp::Loop { pat, form, .. } => {
                self.irrefutable(std::slice::from_ref(*pat));
                if let LoopForm::ForIn { pat, .. } = form {
                    self.irrefutable(std::slice::from_ref(*pat));
                }
            }
            _ => {}
        }
        if let Exp::Match { span, scrutinee, arms, .. } = node {
            self.matches += 1;
            let rows: Vec<Vec<Row<'a>>> = arms.iter().map(|arm| vec![Row::Pat(arm.pat)]).collect();
            let mut work = Search { steps: STEPS };
            match work.unmatched(&rows, &[scrutinee.ty()]) {
                Ok(None) => {}
                Ok(Some(witness)) => {
                    let shown: Vec<String> = witness.iter().map(Witness::show).collect();
                    let shown = shown.join(" ");
                    let shown = match shown.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
                        Some(inner) if inner.starts_with('#') && witness.len() == 1 && !inner.contains(", ") => inner,
                        _ => &shown,
                    };
                    self.errors.push(
                        codes::MISSING_CASE
                            .error(*span, format!("unmatched cases: this `match` has no case for `{shown}`"))
                            .label("some values match no case")
                            .suggest(
                                Span { start: span.end, ..*span },
                                format!("\n  case {shown} -> ???"),
                                "add a case, with its result instead of `???`",
                            ),
                    );
                }
                Err(TooHard) => self.errors.push(
                    codes::TOO_MANY_PATTERNS
                        .error(*span, "this match has too many patterns to check that every value has a case"),
                ),
            }
        }
        walk_exp(self, node);
    }
}

/// The largest number of matrices that the search visits for one `match`. A limit is needed, since the problem is
/// NP-complete.
const STEPS: usize = 200_000;

struct TooHard;

struct Search {
    steps: usize,
}

/// An entry of the matrix: a pattern, or a wildcard.
#[derive(Clone, Copy)]
enum Row<'a> {
    Pat(&'a Pat<'a>),
    Any,
}

/// A value that no case matches. Parts that may have any value are left open.
#[derive(Clone)]
enum Witness {
    Any,
    Value(PrimValue),
    Con(Symbol, Vec<Witness>),
    Record(Vec<(Symbol, Witness)>),
}

impl Witness {
    fn show(&self) -> String {
        match self {
            Witness::Any => "_".into(),
            Witness::Value(value) => value.to_string(),
            Witness::Con(tag, args) if args.is_empty() => format!("#{tag}"),
            Witness::Con(tag, args) => {
                let args: Vec<String> = args.iter().map(Witness::show).collect();
                format!("(#{tag} {})", args.join(" "))
            }
            Witness::Record(fields) => {
                let is_tuple = fields.iter().enumerate().all(|(at, (label, _))| label.as_str() == at.to_string());
                let shown: Vec<String> = fields
                    .iter()
                    .map(|(label, value)| if is_tuple { value.show() } else { format!("{label} = {}", value.show()) })
                    .collect();
                if is_tuple { format!("({})", shown.join(", ")) } else { format!("{{{}}}", shown.join(", ")) }
            }
        }
    }
}

/// The constructors of a type's values.
enum Shape<'a> {
    Sum(Vec<(Symbol, Vec<&'a Type<'a>>)>),
    Record(Vec<(Symbol, &'a Type<'a>)>),
    Truth,
    /// Numbers, arrays and functions. No finite set of patterns covers all their values.
    Endless,
}

fn shape<'a>(ty: &'a Type<'a>) -> Shape<'a> {
    match ty {
        Type::TypeSum { cases, .. } => {
            Shape::Sum(cases.iter().map(|case| (case.tag, case.payload.iter().collect())).collect())
        }
        Type::TypeRecord { fields, .. } => {
            let mut fields: Vec<_> = fields.iter().map(|field| (field.label, field.ty)).collect();
            fields.sort_by_key(|(label, _)| label_order(*label));
            Shape::Record(fields)
        }
        Type::TypePrim { prim: languages::prim::PrimType::Bool, .. } => Shape::Truth,
        Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } | Type::TypePacked { body, .. } => shape(body),
        _ => Shape::Endless,
    }
}

impl Search {
    /// Searches for a row of values, one for each type, that no row of patterns matches.
    fn unmatched<'a>(
        &mut self,
        rows: &[Vec<Row<'a>>],
        types: &[&'a Type<'a>],
    ) -> std::result::Result<Option<Vec<Witness>>, TooHard> {
        self.steps = self.steps.checked_sub(1).ok_or(TooHard)?;
        let Some((first, rest)) = types.split_first() else {
            return Ok(if rows.is_empty() { Some(Vec::new()) } else { None });
        };
        match shape(first) {
            Shape::Record(fields) => {
                let specialised: Vec<Vec<Row<'a>>> = rows
                    .iter()
                    .map(|row| {
                        fields.iter().map(|(label, _)| field(row[0], *label)).chain(row[1..].iter().copied()).collect()
                    })
                    .collect();
                let inner: Vec<&Type<'a>> = fields.iter().map(|(_, ty)| *ty).chain(rest.iter().copied()).collect();
                let found = self.unmatched(&specialised, &inner)?;
                Ok(found.map(|mut values| {
                    let tail = values.split_off(fields.len());
                    let labels = fields.iter().map(|(label, _)| *label);
                    std::iter::once(Witness::Record(labels.zip(values).collect())).chain(tail).collect()
                }))
            }
            Shape::Sum(cases) => {
                for (tag, payload) in &cases {
                    let specialised: Vec<Vec<Row<'a>>> =
                        rows.iter().filter_map(|row| constructor(row, *tag, payload.len())).collect();
                    let inner: Vec<&Type<'a>> = payload.iter().copied().chain(rest.iter().copied()).collect();
                    if let Some(mut values) = self.unmatched(&specialised, &inner)? {
                        let tail = values.split_off(payload.len());
                        return Ok(Some(std::iter::once(Witness::Con(*tag, values)).chain(tail).collect()));
                    }
                }
                Ok(None)
            }
            Shape::Truth => {
                for value in [false, true] {
                    let wanted = PrimValue::Bool(value);
                    let specialised: Vec<Vec<Row<'a>>> = rows
                        .iter()
                        .filter(|row| match row[0] {
                            Row::Pat(Pat::PatConst { value, .. }) => *value == wanted,
                            _ => true,
                        })
                        .map(|row| row[1..].to_vec())
                        .collect();
                    if let Some(values) = self.unmatched(&specialised, rest)? {
                        return Ok(Some(std::iter::once(Witness::Value(wanted)).chain(values).collect()));
                    }
                }
                Ok(None)
            }
            // Constants never cover all values, so only rows that start with a wildcard count.
            Shape::Endless => {
                let default: Vec<Vec<Row<'a>>> = rows
                    .iter()
                    .filter(|row| !matches!(row[0], Row::Pat(Pat::PatConst { .. })))
                    .map(|row| row[1..].to_vec())
                    .collect();
                let found = self.unmatched(&default, rest)?;
                Ok(found.map(|values| std::iter::once(Witness::Any).chain(values).collect()))
            }
        }
    }
}

fn field<'a>(row: Row<'a>, label: Symbol) -> Row<'a> {
    match row {
        Row::Pat(Pat::PatRecord { fields, .. }) => {
            fields.iter().find(|field| field.label == label).map_or(Row::Any, |field| Row::Pat(field.pat))
        }
        _ => Row::Any,
    }
}

/// Replaces the first entry of a row by entries for the operands of a constructor. `None` if the row does not match
/// values of that constructor.
fn constructor<'a>(row: &[Row<'a>], tag: Symbol, count: usize) -> Option<Vec<Row<'a>>> {
    let operands: Vec<Row<'a>> = match row[0] {
        Row::Pat(Pat::PatCon { tag: found, args, .. }) if *found == tag => args.iter().map(Row::Pat).collect(),
        Row::Pat(Pat::PatCon { .. }) => return None,
        _ => vec![Row::Any; count],
    };
    Some(operands.into_iter().chain(row[1..].iter().copied()).collect())
}
