//! Primitive types, values and operators as leaves of programs.

use framework::Terminal;

use super::{BinOp, PrimType, PrimValue, TriOp, UnOp};

impl Terminal for PrimType {
    fn write(&self) -> String {
        self.name().to_string()
    }
    fn read(text: &str) -> Option<PrimType> {
        text.parse().ok()
    }
}

impl Terminal for PrimValue {
    fn write(&self) -> String {
        self.to_string()
    }
    fn read(text: &str) -> Option<PrimValue> {
        text.parse().ok()
    }
}

impl Terminal for BinOp {
    fn write(&self) -> String {
        self.name().to_string()
    }
    fn read(text: &str) -> Option<BinOp> {
        BinOp::from_name(text)
    }
}

impl Terminal for UnOp {
    fn write(&self) -> String {
        self.name().to_string()
    }
    fn read(text: &str) -> Option<UnOp> {
        UnOp::from_name(text)
    }
}

impl Terminal for TriOp {
    fn write(&self) -> String {
        self.name().to_string()
    }
    fn read(text: &str) -> Option<TriOp> {
        TriOp::from_name(text)
    }
}
