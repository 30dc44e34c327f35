//! `fut-nano dataset`.

use fut_nano_tests::command::run;

/// A checksum of bytes (FNV-1a).
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

fn dataset(arguments: &str) -> Vec<u8> {
    let words: Vec<&str> = ["dataset"].into_iter().chain(arguments.split(' ')).collect();
    let outcome = run(&words, "");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""), "{arguments}");
    outcome.stdout
}

fn text(arguments: &str) -> String {
    String::from_utf8(dataset(arguments)).unwrap()
}

/// Checksums of what Futhark 0.25.32 writes for `-b -g [5000]T`, and for
/// `-s 12345 --T-bounds=B -g T -g [50][30]T`.
#[rustfmt::skip]
const EXPECTED: [(&str, u64, u64); 12] = [
    ("i8", 0xf9cd_f5a3_50cf_c259, 0xd859_5f93_5e82_f52a),
    ("i16", 0x3237_3457_c14f_4e48, 0x4140_97a7_9ef4_319b),
    ("i32", 0xef1c_5739_8393_d5f8, 0xc781_cc86_e1e1_db89),
    ("i64", 0x287d_1fe6_267d_0241, 0xae15_7dd8_9782_5faa),
    ("u8", 0x78d8_da6a_15bd_3b34, 0x9a7a_eaf2_94c3_41af),
    ("u16", 0xa958_26d7_02da_d9bf, 0x328b_6fa5_a252_55f4),
    ("u32", 0x96c7_3277_d37c_586c, 0xb7d1_f547_51f9_f9b2),
    ("u64", 0x3b8c_8fb9_95af_aa1d, 0x884c_4746_2546_efdf),
    ("f16", 0x5394_11ad_48d9_2739, 0xf93f_5b7b_f8cc_5cf5),
    ("f32", 0x5223_af5f_6348_287f, 0x2cd2_599a_2aa4_bbfe),
    ("f64", 0x9f4f_ae84_05dc_0725, 0xea5d_4fa4_327a_e517),
    ("bool", 0x54fd_79a9_bcc5_9a3c, 0),
];

#[test]
fn random_values_are_those_of_futhark() {
    for (prim, plain, bounded) in EXPECTED {
        assert_eq!(checksum(&dataset(&format!("-b -g [5000]{prim}"))), plain, "{prim}");
        let bounds = match prim.chars().next() {
            Some('i') => "-100:77",
            Some('u') => "3:200",
            Some('f') => "-1.5:300",
            _ => continue,
        };
        let arguments = format!("-s 12345 --{prim}-bounds={bounds} -g {prim} -g [50][30]{prim}");
        assert_eq!(checksum(&dataset(&arguments)), bounded, "{prim}");
    }
}

#[test]
fn options_hold_for_what_follows() {
    assert_eq!(
        text("-g i32 --i32-bounds=5:10 -g [10]i32 -t -g [2]f32 --text -g [3]f32"),
        concat!(
            "-223823371i32\n",
            "[7i32, 5i32, 5i32, 7i32, 6i32, 9i32, 5i32, 10i32, 8i32, 5i32]\n",
            "[2]f32\n",
            "[0.38816857f32, 0.7001997f32, 0.9302625f32]\n",
        )
    );
    assert_eq!(text("-g [2][2]i8"), "[[117i8, 27i8],\n[98i8, -20i8]]\n");
    assert_eq!(text("-g [0][2]i8 -g *[1]bool"), "empty([0][2]i8)\n[true]\n");
    assert_eq!(text("-t -g [2]i64 -g f16"), "[2]i64\nf16\n");
}

#[test]
fn binary_values_have_two_parts() {
    let parts = [dataset("--binary-only-header -g [2][3]i16"), dataset("--binary-no-header -g [6]i16")].concat();
    assert_eq!(parts, dataset("-b -g [2][3]i16"));
}

#[test]
fn values_are_converted() {
    let values = "[[1i32, 2i32], [3i32, 4i32]] 2.5f32 true empty([0]u8) 7u64 [1.5f16]";
    for format in ["--binary", "--npy"] {
        let converted = run(&["dataset", format], values).stdout;
        assert_ne!(converted, values.as_bytes());
        let back = run(&["dataset"], converted);
        assert_eq!(
            back.text(),
            "[[1i32, 2i32],\n[3i32, 4i32]]\n2.5f32\ntrue\nempty([0]u8)\n7u64\n[1.5f16]\n",
            "{format}"
        );
    }
    assert_eq!(run(&["dataset", "--type"], values).text(), "[2][2]i32\nf32\nbool\n[0]u8\nu64\n[1]f16\n");
}

/// A file as `numpy.save` writes it, with a header of any form.
fn npy(header: &str, elements: &[u8]) -> Vec<u8> {
    [b"\x93NUMPY\x01\x00", &u16::try_from(header.len()).unwrap().to_le_bytes()[..], header.as_bytes(), elements]
        .concat()
}

#[test]
fn files_of_numpy_are_read_and_written() {
    let written = run(&["dataset", "--npy"], "[[1u8, 2u8, 3u8], [4u8, 5u8, 6u8]]").stdout;
    let header = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }";
    assert_eq!(written, npy(&format!("{header:117}\n"), &[1, 2, 3, 4, 5, 6]));
    assert_eq!(written.len(), 128 + 6);
    let vector = run(&["dataset", "--npy"], "[1i16]").stdout;
    assert!(String::from_utf8_lossy(&vector).contains("'descr': '<i2', 'fortran_order': False, 'shape': (1,), }"));
    // Other orders of elements and of bytes.
    let columns =
        npy("{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3)}\n", &[0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6]);
    assert_eq!(run(&["dataset"], columns).text(), "[[1i16, 2i16, 3i16],\n[4i16, 5i16, 6i16]]\n");
    let scalar = npy("{'descr': '<f8', 'fortran_order': False, 'shape': ()}\n", &1.5f64.to_le_bytes());
    assert_eq!(run(&["dataset"], scalar).text(), "1.5f64\n");
    for (bytes, why) in [
        (npy("{'descr': '<c8', 'fortran_order': False, 'shape': ()}", &[]), "elements of type `<c8` are not supported"),
        (npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}", &[0; 23]), "the data ends too early"),
        (npy("{'fortran_order': False, 'shape': (3,)}", &[]), "the header has no `descr`"),
        (npy("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999, 9999999999)}", &[]), "too large"),
        (b"\x93NUMPY\x01".to_vec(), "the data ends too early"),
    ] {
        let outcome = run(&["dataset"], bytes);
        assert_eq!(outcome.status, Some(2));
        assert!(outcome.stderr.contains(why), "{}", outcome.stderr);
    }
}

#[test]
fn mistakes_are_reported() {
    for (arguments, why) in [
        ("-g [n]i32", "the size `n` is not a constant"),
        ("-g (i32,i32)", "expected a primitive type, or an array of one"),
        ("-g int", "`int` is not a primitive type"),
        ("-g i32x", "`i32x` is not a primitive type"),
        ("-g [99999999999999]i64", "the value would be too large"),
        ("--i8-bounds=1:300 -g i8", "`1:300` are no bounds of i8"),
        ("--i8-bounds=1 -g i8", "`1` are no bounds of i8"),
    ] {
        let words: Vec<&str> = ["dataset"].into_iter().chain(arguments.split(' ')).collect();
        let outcome = run(&words, "");
        assert_eq!(outcome.status, Some(2), "{arguments}");
        assert!(outcome.stderr.contains(why), "{arguments}: {}", outcome.stderr);
    }
    assert_eq!(run(&["dataset"], "[1, 2").status, Some(2));
}
