//! Borrowed arguments: programs on the processor read them where they are, and never change them.

use fut_nano::embed::{Array, ArrayView, Options, Program};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Counts the bytes of this process.
struct Counting;

/// The bytes in use, and all bytes that were ever allocated.
static LIVE: AtomicUsize = AtomicUsize::new(0);
static TOTAL: AtomicUsize = AtomicUsize::new(0);

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LIVE.fetch_add(layout.size(), Relaxed);
        TOTAL.fetch_add(layout.size(), Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, address: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(address, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Entry points that return their argument, a part of it, or change it, in all the ways in which memory is passed on.
const PROGRAM: &str = "
entry sum (xs: []i64) = i64.sum xs
entry same (xs: []i64) = xs
entry parts (xs: []i64) = (take 3 xs, drop 3 xs, xs, reverse xs)
entry choose (xs: []i64) (first: bool) = if first then xs else map (+ 1) xs
entry steps (xs: []i64) (n: i32) = loop xs for _i < n do map (* 2) xs
entry set (xs: *[]i64) : *[]i64 = xs with [0] = 7
entry copied (xs: []i64) = copy xs with [0] = 7
entry ordered (xs: []i64) = (loop xs = copy xs for i < length xs - 1 do
  if xs[i] > xs[i + 1] then let (a, b) = (xs[i], xs[i + 1]) in (xs with [i] = b) with [i + 1] = a else xs)
entry bins (bins: *[]i64) (is: []i64) : *[]i64 = reduce_by_index bins (+) 0 is is
entry spread (to: *[]i64) (is: []i64) : *[]i64 = scatter to is (map (+ 100) is)
def down (n: i64) (xs: *[]i64) : *[]i64 = if n <= 0 then xs else down (n - 1) (xs with [n] = 0)
entry recursive (xs: *[]i64) : *[]i64 = down 2 xs
entry columns [n] [m] (xss: [n][m]i64) = (transpose xss, xss, map i64.sum xss)
entry at (xs: []i64) (i: i64) = xs[i]
entry truths (bs: []bool) = (bs, map (\\b -> !b) bs)";

fn program(threads: usize) -> Program {
    Program::compile_with(PROGRAM, &Options { threads: Some(threads), ..Options::default() }).unwrap()
}

/// Calls everything with the part of a vector from `skipped` on, which begins at any address that `i64`s may have.
fn call_all(program: &Program, skipped: usize, size: usize) {
    let whole: Vec<i64> = (0..(skipped + size) as i64).map(|i| i * 37 % 11).collect();
    let (before, xs) = (whole.clone(), &whole[skipped..]);
    let entry = |name: &str| program.entry(name).unwrap();
    let plus = |k: i64| xs.iter().map(|x| x + k).collect::<Vec<i64>>();
    let with = |changes: &[(usize, i64)]| {
        let mut changed = xs.to_vec();
        changes.iter().for_each(|(at, value)| changed[*at] = *value);
        changed
    };
    assert_eq!(entry("sum").call::<i64>(xs).unwrap(), xs.iter().sum::<i64>());
    assert_eq!(entry("same").call::<Vec<i64>>(xs).unwrap(), xs);
    type Parts = (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>);
    let (first, rest, all, back): Parts = entry("parts").call(xs).unwrap();
    assert_eq!((first, rest, all), (xs[..3].to_vec(), xs[3..].to_vec(), xs.to_vec()));
    assert_eq!(back, xs.iter().rev().copied().collect::<Vec<_>>());
    assert_eq!(entry("choose").call::<Vec<i64>>((xs, true)).unwrap(), xs);
    assert_eq!(entry("choose").call::<Vec<i64>>((xs, false)).unwrap(), plus(1));
    assert_eq!(entry("steps").call::<Vec<i64>>((xs, 0)).unwrap(), xs);
    assert_eq!(entry("steps").call::<Vec<i64>>((xs, 3)).unwrap(), xs.iter().map(|x| 8 * x).collect::<Vec<_>>());
    assert_eq!(entry("set").call::<Vec<i64>>(xs).unwrap(), with(&[(0, 7)]));
    assert_eq!(entry("copied").call::<Vec<i64>>(xs).unwrap(), with(&[(0, 7)]));
    let mut ordered = xs.to_vec();
    for i in 0..size - 1 {
        if ordered[i] > ordered[i + 1] {
            ordered.swap(i, i + 1);
        }
    }
    assert_eq!(entry("ordered").call::<Vec<i64>>(xs).unwrap(), ordered);
    // The same array twice: once to be changed, once to be read.
    let (mut bins, mut spread) = (xs.to_vec(), xs.to_vec());
    for &x in xs.iter().filter(|x| (**x as usize) < size) {
        bins[x as usize] += x;
        spread[x as usize] = x + 100;
    }
    assert_eq!(entry("bins").call::<Vec<i64>>((xs, xs)).unwrap(), bins);
    assert_eq!(entry("spread").call::<Vec<i64>>((xs, xs)).unwrap(), spread);
    assert_eq!(entry("recursive").call::<Vec<i64>>(xs).unwrap(), with(&[(1, 0), (2, 0)]));
    let rows = ArrayView::new([2, size / 2], &xs[..size / 2 * 2]).unwrap();
    type Columns = (Array<i64>, Array<i64>, Vec<i64>);
    let (columns, same, sums): Columns = entry("columns").call(rows).unwrap();
    assert_eq!((columns.shape, same.elements), (vec![size / 2, 2], xs[..size / 2 * 2].to_vec()));
    assert_eq!(sums[1], xs[size / 2..size / 2 * 2].iter().sum::<i64>());
    assert!(entry("at").call::<i64>((xs, -1i64)).is_err());
    assert_eq!(entry("at").call::<i64>((xs, 1i64)).unwrap(), xs[1]);
    let truths: Vec<bool> = xs.iter().map(|x| x % 2 == 0).collect();
    let (same, other): (Vec<bool>, Vec<bool>) = entry("truths").call(&truths[1..]).unwrap();
    assert_eq!(same, truths[1..]);
    assert!(same.iter().zip(&other).all(|(a, b)| a != b));
    assert_eq!(whole, before, "{skipped}, {size}");
}

/// One test, since the memory of a process is counted.
#[test]
fn programs_read_arguments_in_place_and_never_change_them() {
    for threads in [1, 2] {
        let program = program(threads);
        for skipped in 0..9 {
            call_all(&program, skipped, 10);
            call_all(&program, skipped, 1001);
        }
        call_all(&program, 1, 100_000);

        // Nothing of the size of an argument is allocated, unless it is consumed or returned.
        let large = vec![1i64; 1 << 20];
        let bytes = |call: &dyn Fn()| {
            call();
            let before = TOTAL.load(Relaxed);
            call();
            TOTAL.load(Relaxed) - before
        };
        let entry = |name: &str| program.entry(name).unwrap();
        let read = bytes(&|| assert_eq!(entry("sum").call::<i64>(&large).unwrap(), 1 << 20));
        assert!(read < 1 << 16, "{read} bytes are allocated");
        let read = bytes(&|| assert_eq!(entry("at").call::<i64>((&large[1..], 5i64)).unwrap(), 1));
        assert!(read < 1 << 16, "{read} bytes are allocated");
        let failed = bytes(&|| assert!(entry("at").call::<i64>((&large, -1i64)).is_err()));
        assert!(failed < 1 << 20, "{failed} bytes are allocated");
        let consumed = bytes(&|| assert_eq!(entry("set").call::<Vec<i64>>(&large).unwrap()[0], 7));
        assert!(consumed >= 8 << 20, "a consumed argument is copied");

        // Calls and failures leave nothing behind.
        let before = LIVE.load(Relaxed);
        (0..200).for_each(|_| call_all(&program, 3, 10));
        let grown = LIVE.load(Relaxed).saturating_sub(before);
        assert!(grown < 1 << 14, "{grown} bytes are left");
    }
}
