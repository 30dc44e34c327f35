//! The source texts of the prelude.

use framework::{SourceMap, Span};

/// The folder of the prelude's files in imports.
pub const PRELUDE_FOLDER: &str = "/prelude/";

/// The names and texts of the prelude's files.
pub const PRELUDE: &[(&str, &str)] = &[
    ("prelude", include_str!("../../prelude/prelude.fut")),
    ("functional", include_str!("../../prelude/functional.fut")),
    ("zip", include_str!("../../prelude/zip.fut")),
    ("soacs", include_str!("../../prelude/soacs.fut")),
    ("array", include_str!("../../prelude/array.fut")),
    ("edition-2017", include_str!("../../prelude/edition-2017.fut")),
    ("edition-2019", include_str!("../../prelude/edition-2019.fut")),
    ("math", include_str!("../../prelude/math.fut")),
    ("intrinsics", include_str!("../../prelude/intrinsics.fut")),
    ("ad", include_str!("../../prelude/ad.fut")),
];

/// Libraries of edition 2017, which programs import as `/futlib/NAME`: their names and texts.
pub const FUTLIB: &[(&str, &str)] = &[
    ("colour", include_str!("../../prelude/futlib/colour.fut")),
    ("complex", include_str!("../../prelude/futlib/complex.fut")),
    ("date", include_str!("../../prelude/futlib/date.fut")),
    ("linalg", include_str!("../../prelude/futlib/linalg.fut")),
    ("lss", include_str!("../../prelude/futlib/lss.fut")),
    ("merge_sort", include_str!("../../prelude/futlib/merge_sort.fut")),
    ("monoid", include_str!("../../prelude/futlib/monoid.fut")),
    ("mss", include_str!("../../prelude/futlib/mss.fut")),
    ("radix_sort", include_str!("../../prelude/futlib/radix_sort.fut")),
    ("random", include_str!("../../prelude/futlib/random.fut")),
    ("segmented", include_str!("../../prelude/futlib/segmented.fut")),
    ("sobol", include_str!("../../prelude/futlib/sobol.fut")),
    ("sobol-dir-50", include_str!("../../prelude/futlib/sobol-dir-50.fut")),
    ("vec3", include_str!("../../prelude/futlib/vec3.fut")),
];

/// Whether a place is in a file of the user's own, and not in the prelude or in a library (a folder `lib`). Only such
/// places get warnings.
pub fn is_own(sources: &SourceMap, span: Span) -> bool {
    let Some(file) = sources.get(span.file) else { return false };
    !file.name.starts_with(PRELUDE_FOLDER) && !file.name.split('/').any(|folder| folder == "lib")
}
