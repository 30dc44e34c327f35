//! Reading and writing values. The written texts are those of `futhark dataset` (Futhark 0.25.32).

use framework::{Name, Symbol};
use half::f16;
use proptest::prelude::*;
use std::io::Write;

use super::*;

/// Reads one value, which must be the whole input.
fn read(input: &[u8], expected: Option<&ValueType>) -> Result<Value, String> {
    let mut reader = Reader::new(input).map_err(|error| error.to_string())?;
    let value = reader.next(expected).map_err(|error| error.to_string())?.ok_or("nothing")?;
    match reader.next(None) {
        Ok(None) => Ok(value),
        rest => Err(format!("{rest:?} after {value}")),
    }
}

/// Returns a type, written as in Futhark, without sizes.
fn ty(text: &str) -> ValueType {
    let rank = text.matches("[]").count();
    ValueType { prim: text[2 * rank..].parse().expect(text), rank }
}

fn array(shape: &[usize], data: ArrayData) -> Value {
    Value::Array(ArrayValue::new(shape.to_vec(), data).expect("sizes that fit"))
}

fn binary(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_binary(value, &mut bytes).expect("writing to a vector");
    bytes
}

#[test]
fn text_of_a_known_type() {
    for (text, of, expected) in [
        ("[[1,2],[3,4]]", "[][]i32", "[[1i32, 2i32], [3i32, 4i32]]"),
        ("empty([0][2]i32)", "[][]i32", "empty([0][2]i32)"),
        ("empty([]i32)", "[][]i32", "empty([0][0]i32)"),
        ("empty(i32)", "[]i32", "empty([0]i32)"),
        ("[[],[]]", "[][]i32", "empty([2][0]i32)"),
        ("[]", "[]f32", "empty([0]f32)"),
        ("[1_0.5, 0x1p3, 0x1.8p-1f32, 1e-3]", "[]f32", "[10.5f32, 8.0f32, 0.75f32, 1.0e-3f32]"),
        ("[-f32.inf, f32.nan, f32.inf, 1, 1f32]", "[]f32", "[-f32.inf, f32.nan, f32.inf, 1.0f32, 1.0f32]"),
        ("123456789", "f32", "1.2345679e8f32"),
        ("-1e-9", "f64", "-1.0e-9f64"),
        ("0.0078125", "f32", "7.8125e-3f32"),
        ("-0.0", "f64", "-0.0f64"),
        ("[true,false]", "[]bool", "[true, false]"),
        ("\"h\\n\"", "[]u8", "[104u8, 10u8]"),
        ("[1,2] -- done", "[]u8", "[1u8, 2u8]"),
        ("[ -- one\n 0xff , 010\n]", "[]u8", "[255u8, 10u8]"),
        ("-9223372036854775808", "i64", "-9223372036854775808i64"),
        ("18446744073709551615u64", "u64", "18446744073709551615u64"),
        ("[[[]]]", "[][][]u8", "empty([1][1][0]u8)"),
        ("empty ( [ 3 ] [ 0 ] f64 )", "[][]f64", "empty([3][0]f64)"),
    ] {
        assert_eq!(read(text.as_bytes(), Some(&ty(of))).map(|value| value.to_string()), Ok(expected.into()), "{text}");
    }
}

#[test]
fn floats_as_the_real_futhark_writes_them() {
    for (text, of, expected) in [
        (
            "[1e-10, 1e10, 1e38, -0.0, 1e-45, 0.1, 0.09999999]",
            "[]f32",
            "[1.0e-10f32, 1.0e10f32, 1.0e38f32, -0.0f32, 1.0e-45f32, 0.1f32, 9.999999e-2f32]",
        ),
        (
            "[9999999, 10000000, 16777216, 3.4028235e38]",
            "[]f32",
            "[9999999.0f32, 1.0e7f32, 1.6777216e7f32, 3.4028235e38f32]",
        ),
        (
            "[1e-300, 5e-324, 1e16, 1e7, 123456.789, 0.1]",
            "[]f64",
            "[1.0e-300f64, 5.0e-324f64, 1.0e16f64, 1.0e7f64, 123456.789f64, 0.1f64]",
        ),
        (
            "[0.1, 65504, 6e-8, -f16.inf, f16.nan]",
            "[]f16",
            "[9.9975586e-2f16, 65504.0f16, 5.9604645e-8f16, -f16.inf, f16.nan]",
        ),
    ] {
        assert_eq!(read(text.as_bytes(), Some(&ty(of))).map(|value| value.to_string()), Ok(expected.into()), "{text}");
    }
}

#[test]
fn every_half_precision_number_reads_back() {
    for bits in 0..=u16::MAX {
        let number = f16::from_bits(bits);
        let number = if number.is_nan() { f16::NAN } else { number };
        let value = Value::Scalar(PrimValue::F16(number));
        assert_eq!(read(value.to_string().as_bytes(), None), Ok(value));
    }
}

#[test]
fn text_that_says_its_type() {
    for (text, expected) in [
        ("1", "i32"),
        ("1u8", "u8"),
        ("1.5", "f64"),
        ("1e3", "f64"),
        ("0x1e3", "i32"),
        ("0x1p3", "f64"),
        ("f16.nan", "f16"),
        ("true", "bool"),
        ("[[], []]", "an error"),
        ("[[1i8], [2]]", "[2][1]i8"),
        ("[1i8, 2, ]", "[2]i8"),
        ("[[1i8,], [2],]", "[2][1]i8"),
        ("[,]", "an error"),
        ("[[1, 2.5]]", "an error"),
        ("\"abc\"", "[3]u8"),
        ("empty([0]i64)", "[0]i64"),
    ] {
        let found = read(text.as_bytes(), None).map_or("an error".into(), |value| value.type_description());
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn errors_say_what_and_where() {
    for (text, of, expected) in [
        ("[1, x]", "[]i32", "line 1, column 5 of the data: expected a value of type i32, found `x`"),
        ("[1,\n 2 3]", "[]i32", "line 2, column 4 of the data: expected `,` or `]`, found `3`"),
        ("[,]", "[]i32", "line 1, column 2 of the data: expected a value of type i32, found `,`"),
        ("[1,, 2]", "[]i32", "line 1, column 4 of the data: expected a value of type i32, found `,`"),
        ("[1,", "[]i32", "line 1, column 4 of the data: expected a value of type i32, found the end of the data"),
        ("[[1],,[2]]", "[][]i32", "line 1, column 6 of the data: expected `[`, found `,`"),
        ("[1, 2", "[]i32", "line 1, column 6 of the data: expected `,` or `]`, found the end of the data"),
        ("1.5", "i32", "line 1, column 1 of the data: expected a value of type i32, found `1.5`"),
        ("1i64", "i32", "line 1, column 1 of the data: expected a value of type i32, found `1i64`"),
        ("[300]", "[]u8", "line 1, column 2 of the data: `300`: number out of the range of u8"),
        ("[-1]", "[]u8", "line 1, column 2 of the data: `-1`: number out of the range of u8"),
        ("5", "[]i32", "line 1, column 1 of the data: expected a value of type []i32, found `5`"),
        ("[5]", "i32", "line 1, column 1 of the data: expected a value of type i32, found `[`"),
        ("[[1], 2]", "[][]i32", "line 1, column 7 of the data: expected `[`, found `2`"),
        ("[[[1]]]", "[][]i32", "line 1, column 3 of the data: expected a value of type i32, found `[`"),
        (
            "[[1], [2, 3]]",
            "[][]i32",
            "line 1, column 12 of the data: irregular array: expected 1 elements as in the rows before, found 2",
        ),
        (
            "[]",
            "[][]i32",
            "line 1, column 3 of the data: expected the inner sizes of an empty array, as in `empty([0][0]i32)`",
        ),
        (
            "empty([0]i32)",
            "[]f32",
            "line 1, column 1 of the data: expected a value of type []f32, found one of type []i32",
        ),
        ("empty([2]i32)", "[]i32", "line 1, column 1 of the data: expected an empty array, found the sizes [2]"),
        (
            "empty([0][9223372036854775807][3]i32)",
            "[][][]i32",
            "line 1, column 1 of the data: the sizes [0, 9223372036854775807, 3] are too large",
        ),
        ("\"abc\"", "[]i8", "line 1, column 1 of the data: expected a value of type []i8, found a string"),
        ("\"abc", "[]u8", "line 1, column 5 of the data: expected `\"`, found the end of the data"),
        ("}", "i32", "line 1, column 1 of the data: expected a value of type i32, found `}`"),
    ] {
        assert_eq!(read(text.as_bytes(), Some(&ty(of))).map(|value| value.to_string()), Err(expected.into()), "{text}");
    }
}

#[test]
fn nesting_is_limited() {
    let text = "[".repeat(1_000_000);
    let error = read(text.as_bytes(), None).expect_err("too many dimensions");
    assert_eq!(error, "line 1, column 65 of the data: expected at most 64 dimensions, found more");
}

#[test]
fn binary_as_the_real_futhark_writes_it() {
    let bytes = binary(&array(&[2], ArrayData::F64(vec![1.0, 2.0])));
    assert_eq!(bytes, b"b\x02\x01 f64\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\x40");
    assert_eq!(binary(&Value::Scalar(PrimValue::Bool(true))), b"b\x02\0bool\x01");
}

#[test]
fn damaged_binary_input() {
    let dims = |sizes: &[u64]| sizes.iter().flat_map(|size| size.to_le_bytes()).collect::<Vec<u8>>();
    for (bytes, of, expected) in [
        (
            b"b".to_vec(),
            "i32",
            "byte 1 of the data: expected the version of the binary format, found the end of the data",
        ),
        (b"b\x03".to_vec(), "i32", "byte 1 of the data: expected version 2 of the binary format, found version 3"),
        (b"b\x02\0 i99".to_vec(), "i32", "byte 3 of the data: expected the name of a type, found \" i99\""),
        (b"b\x02\0 i64".to_vec(), "i32", "byte 0 of the data: expected a value of type i32, found one of type i64"),
        (
            [&b"b\x02\x02 i32"[..], &dims(&[1 << 40, 1])].concat(),
            "[][]i32",
            "byte 23 of the data: expected 4398046511104 bytes of elements, found the end of the data after 0",
        ),
        (
            [&b"b\x02\x02 i32"[..], &dims(&[u64::MAX, 0])].concat(),
            "[][]i32",
            "byte 7 of the data: the sizes [18446744073709551615, 0] are too large",
        ),
        (
            [&b"b\x02\x02 i32"[..], &dims(&[1 << 62, 4])].concat(),
            "[][]i32",
            "byte 7 of the data: the sizes [4611686018427387904, 4] are too large",
        ),
    ] {
        assert_eq!(read(&bytes, Some(&ty(of))).map(|value| value.to_string()), Err(expected.into()));
    }
    let error = read(b"b\x02\xff i32", None).expect_err("too many dimensions");
    assert_eq!(error, "byte 2 of the data: expected at most 64 dimensions, found 255");
}

#[test]
fn text_and_binary_follow_each_other() {
    let first = array(&[2, 1], ArrayData::I16(vec![-1, 2]));
    let input = [&binary(&first)[..], b"\n 7 -- seven\n", &binary(&first), b"[true]"].concat();
    let mut reader = Reader::new(&input).expect("nothing to uncompress");
    assert_eq!(reader.next(Some(&ty("[][]i16"))), Ok(Some(first.clone())));
    let values = reader.read_all().expect("values that say their types");
    assert_eq!(values, [PrimValue::I32(7).into(), first, array(&[1], ArrayData::Bool(vec![true]))]);
    assert_eq!(reader.offset(), input.len());
}

#[test]
fn compressed_input() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(b"[1i32, 2i32]").expect("writing to a vector");
    let compressed = encoder.finish().expect("writing to a vector");
    assert_eq!(read(&compressed, None).map(|value| value.to_string()), Ok("[1i32, 2i32]".into()));
    let error = read(&compressed[..compressed.len() - 5], None).expect_err("damaged");
    assert!(error.contains("damaged"), "{error}");
}

/// `{x: #a (i32, []f32) (#b i8 | #c), ys: [](i32, [n]bool)}`
fn structured() -> (Shape, Name) {
    let symbol = Symbol::new;
    let tuple = |shapes: Vec<Shape>| {
        let label = |index: usize| symbol(&index.to_string());
        Shape::Record(shapes.into_iter().enumerate().map(|(index, shape)| (label(index), shape)).collect())
    };
    let array = |dim, elem| Shape::Array(dim, Box::new(elem));
    let n = Name::fresh("n");
    let inner = Shape::Sum(vec![(symbol("b"), vec![Shape::Prim(PrimType::I8)]), (symbol("c"), vec![])]);
    let pair = tuple(vec![Shape::Prim(PrimType::I32), array(Dim::Unknown, Shape::Prim(PrimType::F32))]);
    let sum = Shape::Sum(vec![(symbol("a"), vec![pair, inner])]);
    let row = tuple(vec![Shape::Prim(PrimType::I32), array(Dim::Named(n), Shape::Prim(PrimType::Bool))]);
    (Shape::Record(vec![(symbol("x"), sum), (symbol("ys"), array(Dim::Unknown, row))]), n)
}

/// Reads a value, converts it to leaves and back, and writes it.
fn through_leaves(shape: &Shape, text: &str) -> Result<(Vec<Value>, String), String> {
    let mut reader = Reader::new(text.as_bytes()).map_err(|error| error.to_string())?;
    let tree = reader.next_tree(shape).map_err(|error| error.to_string())?.ok_or("nothing")?;
    let (mut sizes, mut leaves) = (Sizes::default(), Vec::new());
    shape.note_sizes(&tree, &mut sizes);
    shape.take_apart(&tree, &sizes, &mut leaves)?;
    let mut written = Vec::new();
    let again = shape.tree(&leaves).ok_or("the leaves are none of the type")?;
    shape.write(&again, &mut written).map_err(|error| error.to_string())?;
    Ok((leaves, String::from_utf8_lossy(&written).into_owned()))
}

#[test]
fn structured_values() {
    let (shape, _) = structured();
    assert_eq!(shape.to_string(), "{x: #a (i32, []f32) (#b i8 | #c), ys: [](i32, []bool)}");
    for (text, written) in [
        ("{x = #a (1, [2]) (#b 1), ys = [(1, [true])]}", "{x = #a (1i32, [2.0f32]) (#b 1i8), ys = [(1i32, [true])]}"),
        (
            "{ys = empty([0](i32, [3]bool)), -- none\n x = (#a (1, empty([0]f32)) #c)}",
            "{x = #a (1i32, empty([0]f32)) #c, ys = empty([0](i32, [3]bool))}",
        ),
    ] {
        assert_eq!(through_leaves(&shape, text).map(|(_, written)| written), Ok(written.to_string()));
    }
    for (text, says) in [
        ("{ys = []}", "the field `x` is missing"),
        (
            "{x = #d, ys = []}",
            "line 1, column 6 of the data: expected a value of type #a (i32, []f32) (#b i8 | #c), found the constructor `#d`",
        ),
        ("{x = #a (1, [2]) #b 1, ys = []}", "expected parentheses around `#b`"),
        ("{x = #a (1, [2], 3) #c, ys = []}", "expected the end of a tuple of 2 components"),
        ("{x = #a (1) #c, ys = []}", "expected a tuple of 2 components, found 1"),
        ("{ys = [], ys = []}", "the field `ys` has a value already"),
        ("{zs = []}", "found `zs`"),
        ("{ys = [(1, [true]), (2, [])]}", "the field `x` is missing"),
        ("{x = #a (1, [2]) #c, ys = [(1, [true]), (2, [])]}", "the rows of an array have different sizes"),
        ("{x = #a (1, [2]) #c, ys = empty([1](i32, [0]bool))}", "expected an empty array"),
        ("[1]", "expected a value of type {x"),
        ("", "nothing"),
    ] {
        let error = through_leaves(&shape, text).expect_err("it is wrong");
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[test]
fn operands_that_are_not_there_fit() {
    let (n, symbol) = (Name::fresh("n"), Symbol::new);
    let bools = Shape::Array(Dim::Named(n), Box::new(Shape::Prim(PrimType::Bool)));
    let sum = Shape::Sum(vec![(symbol("none"), vec![]), (symbol("some"), vec![bools.clone()])]);
    let shape = Shape::Record(vec![
        (symbol("all"), Shape::Array(Dim::Unknown, Box::new(sum.clone()))),
        (symbol("one"), sum),
        (symbol("size"), bools),
    ]);
    let (leaves, _) =
        through_leaves(&shape, "{all = [#none, #none], one = #none, size = [true, false, true]}").unwrap();
    let sizes: Vec<String> = leaves.iter().map(Value::type_description).collect();
    assert_eq!(sizes, ["[2]u8", "[2][3]bool", "u8", "[3]bool", "[3]bool"]);
}

#[test]
fn agreement_up_to_rounding() {
    let floats = |elements: &[f32]| array(&[elements.len()], ArrayData::F32(elements.to_vec()));
    let expected = floats(&[1000.0, f32::NAN, f32::INFINITY, -0.0]);
    assert!(floats(&[1000.5, -f32::NAN, f32::INFINITY, 0.0005]).agrees(&expected, 0.001));
    assert_ne!(floats(&[0.0]), floats(&[-0.0]));
    assert_eq!(floats(&[f32::NAN]), floats(&[f32::NAN]));
    for (got, difference) in [
        (floats(&[1002.0, 0.0, 0.0, 0.0]), "at [0]: expected 1000.0f32, got 1002.0f32"),
        (floats(&[1000.0, 0.0, 0.0, 0.0]), "at [1]: expected f32.nan, got 0.0f32"),
        (floats(&[1000.0, f32::NAN, f32::MAX, 0.0]), "at [2]: expected f32.inf, got 3.4028235e38f32"),
        (floats(&[1.0]), "expected a value of type [4]f32, got one of type [1]f32"),
    ] {
        assert_eq!(got.difference(&expected, 0.001).as_deref(), Some(difference));
    }
    // The largest number allows as much everywhere. Negative numbers and infinities do not count.
    let largest = Tolerance::OfLargest(0.001);
    assert!(floats(&[0.5, 1000.5, f32::INFINITY]).agrees(&floats(&[0.0, 1000.0, f32::INFINITY]), largest));
    assert!(!floats(&[0.5, -1000.5]).agrees(&floats(&[0.0, -1000.0]), largest));
    let integers = |elements: [i32; 4]| array(&[2, 2], ArrayData::I32(elements.to_vec()));
    let difference = integers([1, 2, 3, 4]).difference(&integers([1, 2, 4, 4]), 1.0);
    assert_eq!(difference.as_deref(), Some("at [1][0]: expected 4i32, got 3i32"));
}

#[test]
fn elements_by_position() {
    let mut data = ArrayData::zeros(PrimType::F16, 2);
    assert!(data.set(1, PrimValue::F16(f16::ONE)));
    assert!(!data.set(2, PrimValue::F16(f16::ONE)));
    assert!(!data.set(0, PrimValue::F32(1.0)));
    assert_eq!(data.get(1), Some(PrimValue::F16(f16::ONE)));
    assert_eq!(data.get(2), None);
    assert_eq!(data.as_slice(), Some(&[f16::ZERO, f16::ONE][..]));
    assert_eq!(data.as_slice::<u16>(), None);
    assert_eq!(ArrayValue::new(vec![3], data), None);
    assert_eq!(ArrayData::from_values(PrimType::I8, [PrimValue::U8(1)]), None);
}

/// Any scalar or array of any type, with random bits.
fn any_value() -> impl Strategy<Value = Value> {
    (0..PrimType::ALL.len(), prop::collection::vec(0..4usize, 0..4), prop::collection::vec(any::<u64>(), 27)).prop_map(
        |(prim, shape, bits)| {
            let prim = PrimType::ALL[prim];
            let count = shape.iter().product();
            let values = bits.into_iter().take(count).map(|bits| PrimValue::from_bits(prim, bits));
            let data = ArrayData::from_values(prim, values).expect("values of this type");
            match data.get(0) {
                Some(scalar) if shape.is_empty() => Value::Scalar(scalar),
                _ => Value::Array(ArrayValue { shape, data }),
            }
        },
    )
}

/// Replaces every NaN by the positive quiet NaN.
fn with_one_nan(value: Value) -> Value {
    let one_nan = |scalar: PrimValue| match scalar {
        PrimValue::F16(x) if x.is_nan() => PrimValue::F16(f16::NAN),
        PrimValue::F32(x) if x.is_nan() => PrimValue::F32(f32::NAN),
        PrimValue::F64(x) if x.is_nan() => PrimValue::F64(f64::NAN),
        other => other,
    };
    match value {
        Value::Scalar(scalar) => Value::Scalar(one_nan(scalar)),
        Value::Array(ArrayValue { shape, data }) => {
            let values = (0..data.len()).filter_map(|index| data.get(index)).map(one_nan);
            let data = ArrayData::from_values(data.prim_type(), values).expect("values of this type");
            Value::Array(ArrayValue { shape, data })
        }
    }
}

proptest! {
    /// Numbers of every magnitude, since random bits are rarely near 1.
    #[test]
    fn floats_read_back(bits in any::<u64>(), near_one in -40.0..40.0f64) {
        let wide = near_one.exp2();
        for number in [PrimValue::from_bits(PrimType::F64, bits), PrimValue::F64(wide), PrimValue::F32(wide as f32)] {
            let value = with_one_nan(Value::Scalar(number));
            prop_assert_eq!(read(value.to_string().as_bytes(), None), Ok(value));
        }
    }

    #[test]
    fn binary_reads_back(value in any_value()) {
        prop_assert_eq!(read(&binary(&value), Some(&value.value_type())), Ok(value.clone()));
        prop_assert_eq!(read(&binary(&value), None), Ok(value));
    }

    #[test]
    fn text_reads_back(value in any_value()) {
        let text = value.to_string();
        let back = read(text.as_bytes(), Some(&value.value_type()));
        prop_assert_eq!(read(text.as_bytes(), None), back.clone());
        // Text keeps everything except the bits of a NaN.
        prop_assert_eq!(back.map_err(TestCaseError::fail)?, with_one_nan(value));
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..40), prim in 0..PrimType::ALL.len(), rank in 0..4usize) {
        let of = ValueType { prim: PrimType::ALL[prim], rank };
        for prefix in [&b""[..], b"b\x02", b"b\x02\x01 i32", b"b\x02\x02bool", b"\x1f\x8b", b"[", b"\"", b"empty("] {
            let input = [prefix, &bytes].concat();
            for expected in [None, Some(&of)] {
                if let Ok(mut reader) = Reader::new(&input) {
                    while let Ok(Some(_)) = reader.next(expected) {}
                }
            }
        }
    }

    #[test]
    fn no_text_panics(text in "([\\[\\],()\"\\\\ \n-]|empty|[if](8|16|32)|\\.nan|\\.inf|0x|true|[0-9.epx_]{1,3}){0,20}", rank in 0..4usize) {
        for prim in [PrimType::I8, PrimType::U64, PrimType::F32, PrimType::Bool] {
            let of = ValueType { prim, rank };
            for expected in [None, Some(&of)] {
                if let Ok(value) = read(text.as_bytes(), expected) {
                    prop_assert!(read(value.to_string().as_bytes(), Some(&value.value_type())).is_ok());
                }
            }
        }
    }
}
