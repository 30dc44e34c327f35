//! The thresholds between versions: for the whole program, and for single SOACs.

use framework::{SourceMap, Span, Symbol};
use rustc_hash::FxHashMap;

/// What stands before the place of a threshold for groups in the option `thresholds`.
pub const GROUPS: &str = "groups ";

/// The name of a SOAC's place in the option `thresholds`: that of messages, without folders.
pub fn place(sources: &SourceMap, span: Span) -> Option<String> {
    let place = sources.describe(span)?;
    Some(place.rsplit_once('/').map_or(place.as_str(), |(_, name)| name).to_string())
}

/// The numbers of indices from which on the parallelism outside suffices; 0 if the device chooses.
pub(super) struct Thresholds<'s> {
    pub all: u64,
    /// That for groups of threads.
    pub groups: u64,
    /// Those of single SOACs, by their places.
    pub single: FxHashMap<&'s str, &'s str>,
    /// Whether those that are not known yet are parameters of the compiled program.
    pub tunable: bool,
    pub sources: &'s SourceMap,
}

impl Thresholds<'_> {
    /// That of the SOAC at a place.
    pub fn of(&self, span: Span) -> u64 {
        self.own("", span).unwrap_or(self.all)
    }

    /// That for groups of the SOAC at a place.
    pub fn of_groups(&self, span: Span) -> u64 {
        self.own(GROUPS, span).unwrap_or(self.groups)
    }

    /// The parameter of the compiled program that is the threshold of the SOAC at a place.
    pub fn parameter(&self, span: Span) -> Option<Symbol> {
        let is_parameter = self.tunable && self.of(span) == 0;
        is_parameter.then(|| place(self.sources, span)).flatten().map(|place| Symbol::new(&place))
    }

    fn own(&self, kind: &str, span: Span) -> Option<u64> {
        if self.single.is_empty() {
            return None;
        }
        let place = place(self.sources, span)?;
        self.single.get(format!("{kind}{place}").as_str())?.parse().ok()
    }
}
