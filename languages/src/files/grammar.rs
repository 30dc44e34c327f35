//! The grammar of `Files`: what a compilation starts from.

use framework::language;

language! {
    /// The text of a program's own file. Passes read other files through the loader that the driver provides.
    pub language Files {
        terminals { Text: framework::Symbol, Edition: crate::source::Edition }
        root Program;
        /// `path` is the file as the user named it; imports are relative to it.
        Program = { path: Text, edition: Edition, text: Text }
    }
}
