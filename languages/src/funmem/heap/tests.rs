//! Programs that use memory wrongly.

use super::*;
use framework::sexp::Tree;
use framework::{Dialect, FileId};

/// Runs an entry point without arguments. It has these statements, and returns the array `r` of `n` elements in
/// block `m`.
fn run_on_heap(stms: &str, n: i64) -> Result<Vec<Value>> {
    let text = format!(
        "(program [] [] [(fun main#9 (entry main [] [(entry-result ints [1])]) [] [(param rm (mem)) \
         (param res (array i32 [(const {n}i64)] false rm (layout (poly-const 0) [(poly-const 1)])))] \
         (body [{stms}] [(var m) (var r)]))])"
    );
    let program: Owned<FunMem> = Owned::from_tree(&Tree::parse(&text, FileId(0))?)?;
    let call = Call {
        entry: "main".into(),
        args: Vec::new(),
        heap: true,
        tracer: crate::trace::Tracer::default(),
        stop: crate::stop::Stop::default(),
    };
    let context = framework::pass::Context::default();
    let outcome = FunMem::evaluate(&program, &call, &context)?;
    Ok(outcome.downcast_ref::<Vec<Value>>().cloned().unwrap_or_default())
}

fn array(mem: &str, offset: &str, n: i64) -> String {
    format!("(array i32 [(const {n}i64)] false {mem} (layout {offset} [(poly-const 1)]))")
}

fn alloc(mem: &str, n: i64) -> String {
    format!("(stm [(param {mem} (mem))] [] (alloc i32 (poly-const {n})))")
}

fn iota(name: &str, ty: &str, start: i32, n: i64) -> String {
    format!("(stm [(param {name} {ty})] [] (iota (const {n}i64) (const {start}i32) (const 1i32) i32))")
}

#[test]
fn a_valid_program_gives_its_value() {
    let stms = alloc("m", 3) + &iota("r", &array("m", "(poly-const 0)", 3), 5, 3);
    let results = run_on_heap(&stms, 3).expect("the program is valid");
    assert_eq!(results.iter().map(Value::type_description).collect::<Vec<_>>(), ["[3]i32"]);
}

#[test]
fn overlapping_arrays_make_a_program_invalid() {
    // `x` overwrites the second half of `r`, which is read afterwards. So values and heap disagree (definition
    // 3.1).
    let x = "(array i32 [(const 2i64)] false m (layout (poly-const 1) [(poly-const 1)]))";
    let stms = alloc("m", 3) + &iota("r", &array("m", "(poly-const 0)", 3), 5, 3) + &iota("x", x, 0, 2);
    let error = run_on_heap(&stms, 3).expect_err("the program is not valid");
    assert!(error.to_string().contains("not valid"), "{error}");
}

#[test]
fn iterations_that_write_one_place_race() {
    // Every iteration overwrites the first element of the array `x` outside of the kernel (equation 4).
    let x = array("o", "(poly-const 0)", 3);
    let update = format!("(stm [(param y {x})] [] (update x [(fix (const 0i64))] (const 1i32)))");
    let read = "(stm [(param e (scalar i32))] [] (index x [(const 0i64)]))";
    let kernel = |stm: &str, value: &str| {
        let ty = array("m", "(poly-const 0)", 3);
        let body = format!("(kernel-body [{stm}] [(returns {value})])");
        format!("(stm [(param r {ty})] [] (seg-map false [(seg-dim i (const 3i64))] {body}))")
    };
    let before = alloc("o", 3) + &iota("x", &x, 5, 3) + &alloc("m", 3);
    assert!(run_on_heap(&(before.clone() + &kernel(read, "(var e)")), 3).is_ok());
    // By values, nothing uses the result of the update: the race is in memory only.
    let error = run_on_heap(&(before + &kernel(&update, "(const 7i32)")), 3).expect_err("the iterations race");
    assert!(error.to_string().contains("data race") || error.to_string().contains("consumed"), "{error}");
}

/// The text of an `i32` array's type.
fn array_at(mem: &str, offset: i64, dims: &[(i64, i64)]) -> String {
    let counts: Vec<String> = dims.iter().map(|(count, _)| format!("(const {count}i64)")).collect();
    let strides: Vec<String> = dims.iter().map(|(_, stride)| format!("(poly-const {stride})")).collect();
    let (counts, strides) = (counts.join(" "), strides.join(" "));
    format!("(array i32 [{counts}] false {mem} (layout (poly-const {offset}) [{strides}]))")
}

fn stm(name: &str, ty: &str, exp: &str) -> String {
    format!("(stm [(param {name} {ty})] [] {exp})")
}

/// Runs statements that define the array `r` of three elements in block `m`, and returns the error.
fn fault(stms: &str) -> String {
    run_on_heap(stms, 3).expect_err("the program is wrong").to_string()
}

#[test]
fn a_wrong_element_with_the_right_value_is_found() {
    let sevens = "(replicate [(const 3i64)] (const 7i32))";
    let r = alloc("m", 3) + &stm("r", &array_at("m", 0, &[(3, 1)]), sevens);
    assert!(run_on_heap(&r, 3).is_ok());
    let again = stm("x", &array_at("m", 0, &[(3, 1)]), sevens);
    assert!(fault(&(r + &again)).contains("not valid"));
    // Backends hand out the elements in the order of the block, and the type of the result says so.
    let backwards = alloc("m", 3) + &stm("r", &array_at("m", 2, &[(3, -1)]), sevens);
    assert!(fault(&backwards).contains("not where its type says"));
}

#[test]
fn elements_that_were_never_written_have_no_value() {
    let scratch = alloc("o", 3) + &stm("x", &array_at("o", 0, &[(3, 1)]), "(scratch i32 [(const 3i64)])");
    let m = alloc("m", 3);
    let copy = |from: &str| stm("r", &array_at("m", 0, &[(3, 1)]), &format!("(copy {from})"));
    assert!(fault(&(scratch.clone() + &m + &copy("x"))).contains("never written"));
    let read = stm("e", "(scalar i32)", "(index x [(const 1i64)])");
    let r = iota("r", &array_at("m", 0, &[(3, 1)]), 1, 3);
    assert!(fault(&(scratch.clone() + &read + &m + &r)).contains("never written"));
    // A copy may have such elements, as long as nobody looks at them.
    let other = alloc("p", 3) + &stm("y", &array_at("p", 0, &[(3, 1)]), "(copy x)");
    let good = scratch + &other + &m + &r;
    assert!(run_on_heap(&good, 3).is_ok());
}

#[test]
fn arrays_fit_their_blocks() {
    let unused = |offset, stride| iota("x", &array_at("o", offset, &[(3, stride)]), 0, 3);
    let r = alloc("m", 3) + &iota("r", &array_at("m", 0, &[(3, 1)]), 1, 3);
    assert!(run_on_heap(&(alloc("o", 6) + &unused(1, 2) + &r), 3).is_ok());
    for (size, offset, stride) in [(5, 1, 2), (6, -1, 1), (6, 1, -1), (0, 0, 1)] {
        assert!(fault(&(alloc("o", size) + &unused(offset, stride) + &r)).contains("does not fit"));
    }
    assert!(fault(&(alloc("o", 6) + &unused(0, 0) + &r)).contains("share a location"));
}

#[test]
fn copies_do_not_overlap() {
    let base = alloc("m", 3) + &iota("x", &array_at("m", 0, &[(3, 1)]), 1, 3);
    let part = |start: i64| format!("[(span (const {start}i64) (const 2i64) (const 1i64))]");
    let view = stm("v", &array_at("m", 0, &[(2, 1)]), &format!("(slice x {})", part(0)));
    let update = |start| stm("r", &array_at("m", 0, &[(3, 1)]), &format!("(update x {} (var v))", part(start)));
    assert!(run_on_heap(&(base.clone() + &view + &update(0)), 3).is_ok());
    assert!(fault(&(base + &view + &update(1))).contains("overlapping"));
}

/// A kernel of three iterations, after the array `x` of three elements and a view `v` of it. The iterations write to
/// `x`, which becomes `r`.
fn writing_kernel(stms: &str, kernel: &str) -> String {
    let whole = array_at("m", 0, &[(3, 1)]);
    let view = "(slice x [(span (const 0i64) (const 3i64) (const 1i64))])";
    let x = alloc("m", 3) + &iota("x", &whole, 0, 3) + &stm("v", &whole, view);
    let body = |results: &str| format!("(kernel-body [{stms}] [{results}])");
    let operator = "(lambda [(param a (scalar i32)) (param b (scalar i32))] [(scalar i32)] \
                    (body [(stm [(param c (scalar i32))] [] (bin add i32 (var a) (var b)))] [(var c)]))";
    let space = "[(seg-dim i (const 3i64))]";
    let exp = match kernel {
        "scatter" => {
            format!("(seg-map false {space} {})", body("(writes x [(const 3i64)] [(const 1i64)] (const 5i32))"))
        }
        "histogram" => format!(
            "(seg-hist {space} [(hist-op (const 3i64) [x] [(const 0i32)] {operator})] {})",
            body("(returns (const 1i64)) (returns (const 5i32))")
        ),
        _ => {
            let acc = format!("(param acc {whole})");
            let accumulate =
                stm("d", &whole, &format!("(accumulate [acc] (const 1i64) (const 3i64) [(const 5i32)] {operator})"));
            let body = format!("(kernel-body [{stms} {accumulate}] [(returns (var d))])");
            format!("(seg-stream {space} [x] [{acc}] [] {body})")
        }
    };
    x + &stm("r", &whole, &exp)
}

#[test]
fn scatters_histograms_and_streams_race_with_reads() {
    let read = |array: &str, index: &str| stm("e", "(scalar i32)", &format!("(index {array} [{index}])"));
    for kernel in ["scatter", "histogram", "stream"] {
        // All iterations write element 1 of `x`: that is no race.
        assert!(run_on_heap(&writing_kernel("", kernel), 3).is_ok(), "{kernel}");
        assert!(run_on_heap(&writing_kernel(&read("v", "(const 2i64)"), kernel), 3).is_ok(), "{kernel}");
        let error = fault(&writing_kernel(&read("v", "(const 1i64)"), kernel));
        assert!(error.contains("data race"), "{kernel}: {error}");
        let error = fault(&writing_kernel(&read("v", "(var i)"), kernel));
        assert!(error.contains("data race"), "{kernel}: {error}");
    }
}
