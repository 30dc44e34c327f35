//! The meaning of the operators by example. Unless a comment says otherwise, Futhark (0.25.32, backend `c`) has the
//! same results.

use half::f16;
use proptest::prelude::*;

use framework::Terminal;

use super::*;

/// Returns the value of a literal.
fn value(literal: &str) -> PrimValue {
    literal.parse().unwrap_or_else(|error| panic!("{literal}: {error}"))
}

/// Checks lines of the form `operator operand… = result`, where the result may be an error in parentheses.
fn check(table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (application, expected) = line.split_once(" = ").expect("a line has a result");
        let mut words = application.split_whitespace();
        let op = words.next().expect("a line has an operator");
        let operands: Vec<PrimValue> = words.map(value).collect();
        let result = match operands[..] {
            [a] if op.contains("->") => convert_by_name(op, a),
            [a] => UnOp::from_name(op).expect(op).eval(a),
            [a, b] => BinOp::from_name(op).expect(op).eval(a, b),
            [a, b, c] => TriOp::from_name(op).expect(op).eval(a, b, c),
            _ => panic!("no operator takes so many operands: {line}"),
        };
        let result = result.map_or_else(|error| format!("({error})"), |value| value.to_string());
        assert_eq!(result, expected, "{line}");
    }
}

fn convert_by_name(op: &str, a: PrimValue) -> Result<PrimValue, ArithError> {
    Ok(convert(a, op.trim_start_matches("->").parse().expect(op)))
}

#[test]
fn integer_arithmetic_wraps_around() {
    check(
        "add 127i8 1i8 = -128i8
         sub 0u16 1u16 = 65535u16
         mul 65536i32 65536i32 = 0i32
         neg -128i8 = -128i8
         neg 1u8 = 255u8
         abs -128i8 = -128i8
         abs -5i32 = 5i32
         sgn -5i64 = -1i64
         sgn 7u8 = 1u8
         sgn 0i32 = 0i32",
    );
}

#[test]
fn division_rounds_down_and_quotient_toward_zero() {
    check(
        "div -7i32 2i32 = -4i32
         mod -7i32 2i32 = 1i32
         quot -7i32 2i32 = -3i32
         rem -7i32 2i32 = -1i32
         div 7i32 -2i32 = -4i32
         mod 7i32 -2i32 = -1i32
         quot 7i32 -2i32 = -3i32
         rem 7i32 -2i32 = 1i32
         div 6i32 -2i32 = -3i32
         mod 6i32 -2i32 = 0i32
         div 200u8 3u8 = 66u8
         mod 200u8 3u8 = 2u8
         div 1i32 0i32 = (division by zero)
         mod 1u8 0u8 = (division by zero)
         quot 1i64 0i64 = (division by zero)
         rem 1i16 0i16 = (division by zero)",
    );
}

#[test]
fn least_integer_by_minus_one_wraps() {
    // Futhark's program ends with a signal here.
    check(
        "div -128i8 -1i8 = -128i8
         mod -2147483648i32 -1i32 = 0i32
         quot -32768i16 -1i16 = -32768i16
         rem -9223372036854775808i64 -1i64 = 0i64",
    );
}

#[test]
fn integer_power_is_modular() {
    check(
        "pow -3i32 3i32 = -27i32
         pow 3u8 6u8 = 217u8
         pow 0i32 0i32 = 1i32
         pow 2i32 -1i32 = (negative exponent)
         pow 3u8 255u8 = 171u8",
    );
}

#[test]
fn bits_of_integers() {
    check(
        "and 12u8 10u8 = 8u8
         or 12u8 10u8 = 14u8
         xor 12u8 10u8 = 6u8
         complement 0u8 = 255u8
         shr 200u8 1u8 = 100u8
         shr -8i32 1i32 = -4i32
         lshr -8i32 1i32 = 2147483644i32
         shl -8i32 1i32 = -16i32
         mulhi -128i8 -128i8 = 64i8
         mulhi 100i8 3i8 = 1i8
         mulhi -1i32 1i32 = -1i32
         mulhi 4294967295u32 4294967295u32 = 4294967294u32
         clz -128i8 = 0i32
         clz 0i8 = 8i32
         ctz -128i8 = 7i32
         ctz 0i64 = 64i32
         popc -1i16 = 16i32",
    );
}

#[test]
fn long_shifts_move_all_bits_out() {
    // Undefined in C; Futhark does the same as the processor.
    check(
        "shl 1i32 32i32 = 0i32
         shr -8i32 32i32 = -1i32
         shr 8i32 -1i32 = 0i32
         shr 255u8 9u8 = 0u8
         lshr -1i64 64i64 = 0i64",
    );
}

#[test]
fn comparisons() {
    check(
        "lt 200u8 100u8 = false
         lt -56i8 100i8 = true
         lt false true = true
         ge false true = false
         eq f32.nan f32.nan = false
         ne f32.nan f32.nan = true
         le f32.nan 1.0f32 = false
         eq 0.0f64 -0.0f64 = true
         logand true false = false
         logor true false = true
         not true = false",
    );
}

#[test]
fn float_arithmetic() {
    check(
        "mod -7.5f32 2.0f32 = -1.5f32
         mod -0.0f32 2.0f32 = -0.0f32
         mod 1.0f64 0.0f64 = f64.nan
         div 0.0f32 0.0f32 = f32.nan
         div 1.0f32 0.0f32 = f32.inf
         pow -7.5f32 2.0f32 = 56.25f32
         pow -0.3f32 0.5f32 = f32.nan
         min f32.nan 1.0f32 = 1.0f32
         max 1.0f32 f32.nan = 1.0f32
         min 0.0f32 -0.0f32 = 0.0f32
         max -0.0f32 0.0f32 = -0.0f32
         min 0.0f16 -0.0f16 = 0.0f16
         max f16.nan 2.0f16 = 2.0f16
         add 0.1f32 0.2f32 = 0.3f32
         add 0.1f64 0.2f64 = 0.30000000000000004f64
         add 2048.0f16 1.0f16 = 2048.0f16
         mul 300.0f16 300.0f16 = f16.inf
         fma 3.0f64 4.0f64 5.0f64 = 17.0f64
         ldexp -7.5f32 3i32 = -60.0f32
         ldexp 1.0f64 -1074i32 = 5.0e-324f64
         copysign 2.5f16 -0.0f16 = -2.5f16
         nextafter 1.0f32 2.0f32 = 1.0000001f32
         hypot 3.0f64 4.0f64 = 5.0f64
         atan2 0.0f64 -1.0f64 = 3.141592653589793f64
         atan2pi 0.0f64 -1.0f64 = 1.0f64",
    );
}

#[test]
fn float_functions() {
    check(
        "sgn -0.0f32 = 0.0f32
         sgn -7.5f32 = -1.0f32
         sgn f32.nan = f32.nan
         abs -0.0f64 = 0.0f64
         round 2.5f32 = 2.0f32
         round 0.5f64 = 0.0f64
         round -7.5f32 = -8.0f32
         ceil -0.5f32 = -0.0f32
         floor -0.5f32 = -1.0f32
         trunc -7.5f32 = -7.0f32
         sqrt 2.0f32 = 1.4142135f32
         sqrt -1.0f32 = f32.nan
         rsqrt 4.0f64 = 0.5f64
         cbrt 27.0f64 = 3.0f64
         log 0.0f32 = -f32.inf
         gamma 5.0f64 = 24.0f64
         lgamma 1.0f64 = 0.0f64
         erf 0.0f32 = 0.0f32
         erfc 0.0f32 = 1.0f32
         isnan f16.nan = true
         isinf -f64.inf = true
         tobits 1.0f32 = 1065353216u32
         tobits -2.0f16 = 49152u16
         frombits 4607182418800017408u64 = 1.0f64",
    );
}

#[test]
fn conversions_between_integers() {
    check(
        "->u64 -1i8 = 255u64
         ->u32 -1i8 = 255u32
         ->i64 -1i8 = -1i64
         ->u8 -1i8 = 255u8
         ->i32 200u8 = 200i32
         ->i8 300i32 = 44i8
         ->u64 -1i64 = 18446744073709551615u64
         ->bool 2i32 = true
         ->i32 true = 1i32
         ->f16 true = 1.0f16",
    );
}

#[test]
fn conversions_from_floats() {
    check(
        "->i32 -1.9f32 = -1i32
         ->u8 -1.9f32 = 255u8
         ->u32 -1.0f32 = 4294967295u32
         ->u64 -1.0f32 = 18446744073709551615u64
         ->i8 300.0f32 = 44i8
         ->u8 300.0f32 = 44u8
         ->i64 3e9f32 = 3000000000i64
         ->i32 f32.nan = 0i32
         ->u64 f64.inf = 0u64
         ->i8 -f16.inf = 0i8
         ->bool f64.nan = true
         ->bool -0.0f64 = false
         ->f16 f64.nan = f16.nan
         ->f16 0.1f64 = 9.9975586e-2f16
         ->f32 16777217i32 = 1.6777216e7f32",
    );
}

#[test]
fn numbers_out_of_range_saturate() {
    // Undefined in C; Futhark returns the least integer for most of them.
    check(
        "->i32 3e9f32 = 2147483647i32
         ->i32 -3e9f32 = -2147483648i32
         ->i64 1e19f32 = 9223372036854775807i64
         ->u32 3e9f32 = 3000000000u32
         ->u32 1e10f64 = 4294967295u32
         ->u64 1e19f64 = 10000000000000000000u64
         ->u64 1e30f64 = 18446744073709551615u64
         ->i8 1e10f32 = -1i8",
    );
}

#[test]
fn literals() {
    for (literal, expected) in [
        ("0xffu8", PrimValue::U8(255)),
        ("0b101i64", PrimValue::I64(5)),
        ("1_000i32", PrimValue::I32(1000)),
        ("-128i8", PrimValue::I8(-128)),
        ("1f32", PrimValue::F32(1.0)),
        ("1_0.5e1f64", PrimValue::F64(105.0)),
        ("0x1.8p-1f32", PrimValue::F32(0.75)),
        ("0x1p3f64", PrimValue::F64(8.0)),
        ("-0x.8p0f16", PrimValue::F16(f16::from_f32(-0.5))),
        // These have more digits than fit, and the further digits decide a tie.
        ("0x1.0000010000000000000000000000000000000001p0f32", PrimValue::F32(1.0000001)),
        ("0x1.000001p0f32", PrimValue::F32(1.0)),
        ("0x1.000003p0f32", PrimValue::F32(1.0000002)),
        ("0x1p-149f32", PrimValue::F32(1e-45)),
        ("0x1p-150f32", PrimValue::F32(0.0)),
        ("0x1.8p-150f32", PrimValue::F32(1e-45)),
        ("0x1.fffffffp127f32", PrimValue::F32(f32::INFINITY)),
        ("0x1p99999999999999999999f64", PrimValue::F64(f64::INFINITY)),
        ("-f64.inf", PrimValue::F64(f64::NEG_INFINITY)),
        ("f32.nan(0xffc00000)", PrimValue::F32(-f32::NAN)),
        ("false", PrimValue::Bool(false)),
    ] {
        assert_eq!(value(literal), expected, "{literal}");
    }
    for (literal, expected) in [
        ("300u8", LiteralError::OutOfRange(PrimType::U8)),
        ("-1u8", LiteralError::OutOfRange(PrimType::U8)),
        ("99999999999999999999999999999999999999999i32", LiteralError::OutOfRange(PrimType::I32)),
        ("1", LiteralError::NoSuffix),
        ("0x10f32", LiteralError::NoSuffix),
        ("1.5i32", LiteralError::Malformed),
        ("_1i32", LiteralError::Malformed),
        ("--1i32", LiteralError::Malformed),
        ("+-1f32", LiteralError::Malformed),
        ("inff32", LiteralError::Malformed),
        ("nanf32", LiteralError::Malformed),
        ("-f32.nan", LiteralError::Malformed),
        ("i32.inf", LiteralError::Malformed),
        ("0xi32", LiteralError::Malformed),
        ("0x.p1f32", LiteralError::Malformed),
        ("f32.nan(0x1)", LiteralError::Malformed),
        ("bool", LiteralError::Malformed),
        ("", LiteralError::Malformed),
    ] {
        assert_eq!(literal.parse::<PrimValue>(), Err(expected), "{literal}");
    }
}

#[test]
fn equality_of_values_is_bitwise() {
    assert_ne!(value("0.0f32"), value("-0.0f32"));
    assert_eq!(value("f32.nan"), value("f32.nan"));
    assert_ne!(value("f32.nan"), value("f32.nan(0xffc00000)"));
    assert_ne!(value("1i32"), value("1u32"));
}

#[test]
fn names_read_back() {
    for op in BinOp::ALL {
        assert_eq!(BinOp::read(&op.write()), Some(*op));
    }
    for op in UnOp::ALL {
        assert_eq!(UnOp::read(&op.write()), Some(*op));
    }
    for op in TriOp::ALL {
        assert_eq!(TriOp::read(&op.write()), Some(*op));
    }
    for ty in PrimType::ALL {
        assert_eq!(PrimType::read(&ty.write()), Some(ty));
    }
    assert_eq!(PrimType::read("i128"), None);
}

/// Any value of any type, with random bits.
fn any_value() -> impl Strategy<Value = PrimValue> {
    (0..PrimType::ALL.len(), any::<u64>(), 0..2u8)
        // Half of the numbers are small, since the edge cases are among them.
        .prop_map(|(ty, bits, small)| {
            PrimValue::from_bits(PrimType::ALL[ty], if small == 0 { bits } else { bits % 64 })
        })
}

proptest! {
    #[test]
    fn values_read_back(value in any_value()) {
        prop_assert_eq!(PrimValue::read(&value.write()), Some(value));
        prop_assert_eq!(PrimValue::from_bits(value.prim_type(), value.to_bits()), value);
    }

    #[test]
    fn operators_have_the_types_they_declare(a in any_value(), bits in any::<u64>(), c in any_value()) {
        let ty = a.prim_type();
        for &op in BinOp::ALL {
            let b = PrimValue::from_bits(op.second_operand_type(ty), bits);
            match op.eval(a, b) {
                Ok(result) => {
                    prop_assert!(op.applies_to(ty), "{op} {ty}");
                    prop_assert_eq!(result.prim_type(), op.result_type(ty));
                }
                Err(ArithError::IllTyped) => prop_assert!(!op.applies_to(ty), "{op} {ty}"),
                Err(_) => prop_assert!(op.can_fail(ty)),
            }
            if op.second_operand_type(ty) != c.prim_type() {
                prop_assert_eq!(op.eval(a, c), Err(ArithError::IllTyped));
            }
        }
        for &op in UnOp::ALL {
            match op.eval(a) {
                Ok(result) => {
                    prop_assert!(op.applies_to(ty), "{op} {ty}");
                    prop_assert_eq!(result.prim_type(), op.result_type(ty));
                }
                Err(_) => prop_assert!(!op.applies_to(ty), "{op} {ty}"),
            }
        }
        let b = PrimValue::from_bits(ty, bits);
        prop_assert_eq!(TriOp::Fma.eval(a, b, a).is_ok(), TriOp::Fma.applies_to(ty));
        for to in PrimType::ALL {
            prop_assert_eq!(convert(a, to).prim_type(), to);
        }
    }

    #[test]
    fn division_and_modulus_fit_together(a in any::<i64>(), b in any::<i64>().prop_filter("zero", |b| *b != 0)) {
        let (a, b) = (PrimValue::I64(a), PrimValue::I64(b));
        for (quotient, remainder) in [(BinOp::Div, BinOp::Mod), (BinOp::Quot, BinOp::Rem)] {
            let product = BinOp::Mul.eval(quotient.eval(a, b)?, b)?;
            prop_assert_eq!(BinOp::Add.eval(product, remainder.eval(a, b)?)?, a);
        }
    }

    #[test]
    fn literals_never_panic(text in "[-+]?(0x|0b|f32\\.)?[0-9a-f_.pPeE+nan(x)-]{0,40}(f16|f32|f64|u8|i64)?") {
        if let Ok(value) = text.parse::<PrimValue>() {
            prop_assert_eq!(value.to_string().parse::<PrimValue>(), Ok(value));
        }
    }

    #[test]
    fn next_after_in_half_precision_steps_by_one_number(bits in any::<u16>()) {
        let a = f16::from_bits(bits);
        let next = BinOp::NextAfter.eval(PrimValue::F16(a), PrimValue::F16(f16::INFINITY))?;
        let PrimValue::F16(next) = next else { return Err(TestCaseError::fail("not an f16")) };
        if a.is_nan() {
            prop_assert!(next.is_nan());
        } else if a == f16::INFINITY {
            prop_assert_eq!(next, a);
        } else {
            prop_assert!(next > a);
            let back = BinOp::NextAfter.eval(PrimValue::F16(next), PrimValue::F16(f16::NEG_INFINITY))?;
            prop_assert_eq!(BinOp::Eq.eval(back, PrimValue::F16(a)), Ok(PrimValue::Bool(true)));
        }
    }
}
