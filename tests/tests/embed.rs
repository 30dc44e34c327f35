//! Programs in this process: values of every kind, errors, and calls from several threads.

use fut_nano::embed::{Array, Backend, Edition, Error, Options, Program, Tree};

fut_nano::record! {
    #[derive(Debug, Clone, PartialEq)]
    struct Point { y: i32, x: f64 }
}

fut_nano::record! {
    #[derive(Debug, Clone, PartialEq)]
    struct Cloud { name: Vec<u8>, points: Vec<Point> }
}

fut_nano::sum! {
    #[derive(Debug, Clone, PartialEq)]
    enum Figure {
        dot => Dot,
        line => Line(length: f64),
        path => Path(closed: bool, points: Vec<i64>),
    }
}

fn compile(text: &str) -> Program {
    Program::compile(text).unwrap()
}

/// The error of a call with the result type `i32`.
fn error_of(program: &Program, call: impl Fn(&Program) -> Result<i32, Error>) -> String {
    call(program).unwrap_err().to_string()
}

#[test]
fn numbers_and_arrays_of_every_type() {
    macro_rules! same {
        ($($T:ident $value:expr;)*) => {
            $(let text = format!("entry main (x: {0}) (xs: []{0}) = (x, xs)", stringify!($T));
            let (program, value): (Program, $T) = (compile(&text), $value);
            let results: ($T, Vec<$T>) = program.entry("main").unwrap().call((value, vec![value; 3])).unwrap();
            assert_eq!(results, (value, vec![value; 3]));)*
        };
    }
    same! { i8 -1; i16 -1; i32 -1; i64 i64::MIN; u8 255; u16 7; u32 7; u64 u64::MAX; f32 0.1; f64 0.1; bool true; }
}

#[test]
fn arrays_of_arrays() {
    let program = compile(
        "entry main [n] [m] (xss: [n][m]i32) (k: i64) = (transpose xss, tabulate_3d k 1 2 (\\i j l -> i + j + l))",
    );
    let entry = program.entry("main").unwrap();
    let nested = vec![vec![1, 2, 3], vec![4, 5, 6]];
    let (columns, cube): (Vec<Vec<i32>>, Array<i64>) = entry.call((&nested, 2i64)).unwrap();
    assert_eq!(columns, [[1, 4], [2, 5], [3, 6]]);
    assert_eq!(cube, Array::new([2, 1, 2], vec![0, 1, 1, 2]));
    let (empty, _): (Array<i32>, Tree) = entry.call((Array::<i32>::new([0, 4], vec![]), 0i64)).unwrap();
    assert_eq!(empty.shape, [4, 0]);
    let (empty, _): (Vec<Vec<i32>>, Tree) = entry.call((Vec::<Vec<i32>>::new(), 0i64)).unwrap();
    assert_eq!(empty, Vec::<Vec<i32>>::new());
    let ragged = entry.call::<(Tree, Tree)>((vec![vec![1], vec![]], 1i64)).unwrap_err();
    assert!(ragged.to_string().contains("different sizes"), "{ragged}");
    let wrong = entry.call::<(Tree, Tree)>((Array::new([2, 2], vec![1]), 1i64)).unwrap_err();
    assert!(wrong.to_string().contains("another number of elements"), "{wrong}");
}

#[test]
fn an_empty_list_has_the_sizes_of_the_others() {
    let program =
        compile("entry main [n] [m] (ws: [m]i32) (xss: [n][m]i32) = map (\\xs -> i32.sum (map2 (*) xs ws)) xss");
    let sums: Vec<i32> = program.entry("main").unwrap().call(([1, 2], Vec::<Vec<i32>>::new())).unwrap();
    assert!(sums.is_empty());
}

#[test]
fn records_and_sums() {
    let program = compile(
        "type point = {x: f64, y: i32}
         type~ figure = #dot | #line f64 | #path bool []i64
         entry swap (p: point) : point = {x = f64.i32 p.y, y = i32.f64 p.x}
         entry cloud (c: {name: []u8, points: []point}) = c with points = c.points ++ [{x = 9, y = 9}]
         entry next (f: figure) : figure =
           match f case #dot -> #line 1 case #line l -> #path (l > 1) [1, 2] case #path _ _ -> #dot
         entry all (fs: []i32) = map (\\f -> if f == 0 then #dot else #line (f64.i32 f)) fs :> [](#dot | #line f64)",
    );
    let swapped: Point = program.entry("swap").unwrap().call(Point { x: 1.0, y: 2 }).unwrap();
    assert_eq!(swapped, Point { x: 2.0, y: 1 });
    let cloud = Cloud { name: b"mist".to_vec(), points: vec![] };
    let more: Cloud = program.entry("cloud").unwrap().call(cloud).unwrap();
    assert_eq!(more, Cloud { name: b"mist".to_vec(), points: vec![Point { x: 9.0, y: 9 }] });
    let next = |figure: Figure| program.entry("next").unwrap().call::<Figure>(figure).unwrap();
    assert_eq!(next(Figure::Dot), Figure::Line(1.0));
    assert_eq!(next(Figure::Line(2.0)), Figure::Path(true, vec![1, 2]));
    assert_eq!(next(Figure::Path(false, vec![7])), Figure::Dot);
    // Another type than the program's.
    let wrong = program.entry("swap").unwrap().call::<Figure>(Figure::Dot).unwrap_err();
    assert!(
        wrong.to_string().contains("is not the type of Figure, with the constructors #dot, #line, #path"),
        "{wrong}"
    );
    let wrong = program.entry("all").unwrap().call::<Vec<Figure>>([1]).unwrap_err();
    assert!(wrong.to_string().contains("is not the type of Figure"), "{wrong}");
}

#[test]
fn wrong_programs_say_where() {
    let error = Program::compile("def twice (x: i32) = x * 2\nentry main = twice true").err().unwrap();
    assert_eq!(error.place().as_deref(), Some("program.fut:2:20-23"));
    assert!(error.code().is_some() && error.to_string().contains("entry main = twice true"), "{error}");
    assert!(error.to_json().contains("\"line_start\":2"), "{}", error.to_json());
    assert!(Program::compile("entry main = import \"nothing\"").is_err());
    assert!(Program::open("no/such/file.fut", &Options::default()).is_err());
    let nested = format!("entry main = {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(Program::compile(&nested).is_err());
}

#[test]
fn wrong_calls_and_failures_are_errors() {
    let program = compile("entry at (xs: []i32) (i: i64): i32 = xs[i]\nentry two = (1i32, 2i32)");
    let at = |program: &Program, i: i64| program.entry("at")?.call::<i32>(([1, 2], i));
    assert_eq!(at(&program, 1).unwrap(), 2);
    let failure = at(&program, 2).unwrap_err();
    assert!(failure.to_string().contains("Index [2] out of bounds for array of shape [2]"), "{failure}");
    assert!(failure.to_string().contains("program.fut:1:38-42"), "{failure}");
    assert_eq!(failure.code(), Some("E0901"));
    // The program lives on.
    assert_eq!(at(&program, 0).unwrap(), 1);
    let text = error_of(&program, |program| program.entry("at")?.call(([1, 2], 1)));
    assert!(text.contains("argument 2 (`i`, of type i64): a value of type i32 was given"), "{text}");
    let text = error_of(&program, |program| program.entry("at")?.call(([1.5], 1i64)));
    assert!(text.contains("an array of type []f64 was given"), "{text}");
    let text = error_of(&program, |program| program.entry("at")?.call(1i64));
    assert!(text.contains("`at` takes 2 arguments, but 1 were given"), "{text}");
    let text = error_of(&program, |program| program.entry("two")?.call(()));
    assert!(text.contains("1 results were asked for, but there are 2"), "{text}");
    let text = error_of(&program, |program| program.entry("main")?.call(()));
    assert!(text.contains("there is no entry point `main`; the program has `at`, `two`"), "{text}");
    let wrong = program.entry("at").unwrap().call::<f64>(([1], 0i64)).unwrap_err();
    assert!(wrong.to_string().contains("a result of type i32 is not f64"), "{wrong}");
}

#[test]
fn recursion_without_end_is_an_error() {
    let options = Options { threads: Some(1), ..Options::default() };
    let program = Program::compile_with("def f (x: i32) : i32 = 1 + f (x + 1)\nentry main = f", &options);
    let failure = program.unwrap().entry("main").unwrap().call::<i32>(0).unwrap_err();
    assert!(failure.to_string().contains("nested more than"), "{failure}");
}

#[test]
fn several_threads_call_one_program() {
    let program = compile("entry main (n: i64) = i64.sum (map (\\i -> i * i) (iota n))");
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let program = &program;
            scope.spawn(move || {
                for n in 0..50 {
                    let n = n * 100 + thread;
                    let sum: i64 = program.entry("main").unwrap().call(n).unwrap();
                    assert_eq!(sum, (0..n).map(|i| i * i).sum::<i64>());
                }
            });
        }
    });
}

#[test]
fn options_choose_files_editions_and_devices() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lib.fut"), "def twice (x: i32) = x * 2").unwrap();
    let file = folder.path().join("main.fut");
    std::fs::write(&file, "import \"lib\"\nentry main (x: i32) = twice x\ndef inner (x: i32) = x + 1").unwrap();
    let options = Options { entry_points: vec!["inner".into()], threads: Some(1), ..Options::default() };
    let program = Program::open(&file, &options).unwrap();
    assert_eq!(program.entries().map(|entry| entry.name().to_string()).collect::<Vec<_>>(), ["inner", "main"]);
    assert_eq!(program.entry("main").unwrap().call::<i32>(21).unwrap(), 42);
    assert_eq!(program.entry("inner").unwrap().call::<i32>(21).unwrap(), 22);
    let old = Options { edition: Edition::E2017, ..Options::default() };
    let program = Program::compile_with("entry main (xs: []i32): i32 = reduce (+) 0 xs", &old).unwrap();
    assert_eq!(program.entry("main").unwrap().call::<i32>([1, 2]).unwrap(), 3);
    if backends::devices().iter().any(|device| device.backend == "vulkan") {
        let vulkan = Options { backend: Backend::Vulkan, ..Options::default() };
        let program = Program::compile_with("entry main (xs: []i32) = map (+ 1) xs", &vulkan).unwrap();
        assert_eq!(program.entry("main").unwrap().call::<Vec<i32>>([1, 2]).unwrap(), [2, 3]);
    }
}

#[test]
fn memory_of_vectors_is_passed_on() {
    let program = compile("entry main (xs: *[]i64) = xs with [0] = 7");
    let xs = vec![1i64; 1000];
    let address = xs.as_ptr();
    let ys: Vec<i64> = program.entry("main").unwrap().call(xs).unwrap();
    assert_eq!((ys[0], ys.as_ptr()), (7, address));
}
