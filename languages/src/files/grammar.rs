//! The grammar of `Files`: the input of a compilation.

use framework::language;

language! {
    /// The text of the program's own file. Passes read other files through the driver's loader.
    pub language Files {
        terminals { Text: framework::Symbol, Edition: crate::source::Edition }
        root Program;
        /// `path` is the path as the user wrote it. Imports are relative to it.
        Program = { path: Text, edition: Edition, text: Text }
    }
}
