//! Calls of every kind of function.

use example_build::dot;
use example_build::figures::{Array, Context, Figure, Point, PointArray, View};

#[test]
fn numbers_and_arrays() {
    let context = dot::Context::new().unwrap();
    assert_eq!(context.main(&[1.0, 2.0], &[3.0, 4.0]).unwrap(), 11.0);
    assert_eq!(context.main(&[], &[]).unwrap(), 0.0);
    let context = Context::with_threads(2).unwrap();
    let matrix = View { shape: [2, 3], elements: &[1, 2, 3, 4, 5, 6] };
    let transposed = Array { shape: [3, 2], elements: vec![1, 4, 2, 5, 3, 6] };
    assert_eq!(context.transposed(matrix).unwrap(), transposed);
    let empty = context.transposed(View { shape: [0, 3], elements: &[] }).unwrap();
    assert_eq!(empty.shape, [3, 0]);
    assert!(context.transposed(View { shape: [2, 2], elements: &[1] }).is_err());
    assert_eq!(context.set(&[1, 2, 3], 1).unwrap(), [1, 0, 3]);
    // 3.0 and 1.5 as f16.
    assert_eq!(context.halves(&[0x4200]).unwrap(), [0x3e00]);
    assert!(context.both(true, &[true]).unwrap() && !context.both(true, &[false]).unwrap());
    assert_eq!(context.new_(1, 2, 3).unwrap(), 6);
}

#[test]
fn failures_are_errors() {
    let context = Context::new().unwrap();
    let failure = context.set(&[1, 2], 2).unwrap_err().to_string();
    assert!(failure.contains("Index [2] out of bounds for array of shape [2]"), "{failure}");
    let context = dot::Context::new().unwrap();
    let failure = context.main(&[1.0], &[1.0, 2.0]).unwrap_err().to_string();
    assert!(!failure.is_empty());
    assert_eq!(context.main(&[1.0], &[1.0]).unwrap(), 1.0);
}

#[test]
fn records_and_sums() {
    let context = Context::new().unwrap();
    assert_eq!(context.r#move(&Point { x: 1.5, y: 4 }).unwrap(), Point { x: 2.5, y: 8 });
    let grown = |figure: Figure| context.grow(&figure).unwrap();
    assert_eq!(grown(Figure::Dot), Figure::Line(1.0));
    assert_eq!(grown(Figure::Line(3.0)), Figure::Box(Point { x: 3.0, y: 2 }));
    assert_eq!(grown(Figure::Box(Point { x: 3.0, y: 2 })), Figure::Box(Point { x: 6.0, y: 2 }));
    let (half, odd, rest) = context.split(7).unwrap();
    assert_eq!((half, odd, rest.low, rest.high.v0, rest.high.v1), (3, true, 6, 8, 9));
}

#[test]
fn values_that_stay_with_the_program() {
    let context = Context::new().unwrap();
    let path = context.path(4).unwrap();
    assert_eq!(path.shape(), [4]);
    assert_eq!(path.get([3]).unwrap(), Point { x: 3.0, y: 9 });
    assert!(path.get([4]).is_err() && path.get([usize::MAX]).is_err());
    assert_eq!(context.width(&path).unwrap(), 6.0);
    assert_eq!((path.x().unwrap(), path.y().unwrap()), (vec![0.0, 1.0, 2.0, 3.0], vec![0, 1, 4, 9]));
    let zipped = PointArray::zip(&context, &[1.0, 2.0], &[3, 4]).unwrap();
    assert_eq!(zipped.get([1]).unwrap(), Point { x: 2.0, y: 4 });
    assert!(PointArray::zip(&context, &[1.0], &[3, 4]).is_err());
    // A consumed value is moved.
    let same = context.dropped(zipped).unwrap();
    assert_eq!(context.width(&same).unwrap(), 3.0);
    let cloud = context.cloud(3).unwrap();
    assert_eq!(cloud.name().unwrap(), b"ccc");
    assert_eq!(cloud.points().unwrap().shape(), [3]);
    assert_eq!(context.size(&cloud).unwrap(), 6);
    let figures = context.figures(2).unwrap();
    assert_eq!((figures.get([0]).unwrap(), figures.get([1]).unwrap()), (Figure::Dot, Figure::Line(1.0)));
    let other = Context::new().unwrap();
    assert!(other.width(&path).is_err());
}

#[test]
fn threads_share_a_context() {
    let context = Context::new().unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let context = &context;
            scope.spawn(move || {
                for n in 0..100 {
                    let failure = context.set(&[thread], 1 + n).unwrap_err().to_string();
                    assert!(failure.contains(&format!("Index [{}]", 1 + n)), "{failure}");
                    assert_eq!(context.path(n).unwrap().shape(), [n as usize]);
                }
            });
        }
    });
}

#[cfg(feature = "ndarray")]
#[test]
fn arrays_of_ndarray() {
    let context = Context::new().unwrap();
    let matrix = ndarray::array![[1, 2, 3], [4, 5, 6]];
    let transposed: ndarray::ArrayD<i32> = context.transposed((&matrix).try_into().unwrap()).unwrap().into();
    assert_eq!(transposed.view(), matrix.t().into_dyn());
    let columns = matrix.t();
    assert!(View::<i32, 2>::try_from(columns).is_err());
    let view = View { shape: [1, 2], elements: &[7, 8] };
    assert_eq!(ndarray::ArrayViewD::from(view), ndarray::array![[7, 8]].into_dyn());
}
