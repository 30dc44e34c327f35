"""Compiles and calls programs in this process, by our own package."""

import json
import threading
import numpy as np
import fut_nano


def fails(call, kind, *messages):
    try:
        call()
    except kind as error:
        for message in messages:
            assert message in str(error), str(error)
        return error
    raise AssertionError(f"no {kind.__name__}: {messages}")


# Numbers and arrays of every type.
for name in "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 bool".split():
    dtype = np.dtype(name)
    futhark = name if name == "bool" else dtype.kind + str(8 * dtype.itemsize)
    program = fut_nano.compile(f"entry main (x: {futhark}) (xs: []{futhark}) = (x, xs)")
    xs = np.array([1, 0, 1], dtype=dtype)
    one, all = program.main(xs[0], xs)
    assert one == xs[0].item() and all.dtype == dtype and (all == xs).all(), name
    fails(lambda: program.main(xs[0], xs.astype("float64" if name != "float64" else "float32")), TypeError, "argument 2 of `main`")

# Several dimensions, lists, arrays in another order, no elements.
program = fut_nano.compile("entry main [n] [m] (xss: [n][m]i32) = transpose xss")
matrix = np.arange(6, dtype=np.int32).reshape(2, 3)
assert (program.main(matrix) == matrix.T).all() and (program.main(matrix.T) == matrix).all()
assert (program.main([[1, 2], [3, 4]]) == [[1, 3], [2, 4]]).all()
assert program.main(matrix[:, ::2]).shape == (2, 2)
assert program.main(np.zeros((0, 4), dtype=np.int32)).shape == (4, 0)
fails(lambda: program.main(matrix[0]), TypeError, "an array of 1 dimensions was given")
fails(lambda: program.main([[1, 2], [3]]), TypeError, "argument 1")
fails(lambda: program.main(), TypeError, "`main` takes 1 arguments, but 0 were given")
fails(lambda: program.other(), AttributeError, "there is no entry point `other`; the program has `main`")

# Arguments are read in place, wherever they begin, and never changed: neither by programs that consume them, nor
# through results that have the same elements.
program = fut_nano.compile(
    """
entry same (xs: []i32) = (xs, take 2 xs)
entry set (xs: *[]i32) : *[]i32 = xs with [0] = 7
entry sum (xs: []i32) = i32.sum xs
"""
)
whole = np.arange(100, dtype=np.int32)
for part in [whole, whole[3:], whole[::2], whole[::-1], np.frombuffer(b"x" + whole.tobytes(), dtype=np.int32, offset=1)]:
    before = part.copy()
    same, two = program.same(part)
    assert (same == before).all() and (two == before[:2]).all() and program.sum(part) == before.sum()
    changed = program.set(part)
    assert changed[0] == 7 and (changed[1:] == before[1:]).all()
    same[:], two[:] = -1, -1
    assert (part == before).all()
frozen = np.arange(5, dtype=np.int32)
frozen.flags.writeable = False
assert program.set(frozen).tolist() == [7, 1, 2, 3, 4] and frozen.tolist() == [0, 1, 2, 3, 4]

# Records, tuples, sums, and arrays of them.
program = fut_nano.compile(
    """
type point = {x: f64, y: i32}
type figure = #dot | #line f64 | #box point
entry move (p: point) (by: (f64, i32)) : point = {x = p.x + by.0, y = p.y + by.1}
entry grow (f: figure) : figure =
  match f
  case #dot -> #line 1
  case #line l -> #box {x = l, y = 2}
  case #box p -> #box {x = p.x * 2, y = p.y}
entry path (n: i64) : []point = tabulate n (\\i -> {x = f64.i64 i, y = i32.i64 (i * i)})
entry length (ps: []point) : f64 = f64.sum (map (.x) ps)
entry pair = ((1i32, true), 2i32)
"""
)
assert program.entry_points == ["grow", "length", "move", "pair", "path"]
assert program.move({"x": 1.5, "y": 4}, (1, 2)) == {"x": 2.5, "y": 6}
assert program.grow("dot") == ("line", 1.0)
assert program.grow(("line", 3)) == ("box", {"x": 3.0, "y": 2})
assert program.grow(("box", {"x": 3.0, "y": 2})) == ("box", {"x": 6.0, "y": 2})
path = program.path(3)
assert path == [{"x": 0.0, "y": 0}, {"x": 1.0, "y": 1}, {"x": 2.0, "y": 4}]
assert program.length(path) == 3.0 and program.length([]) == 0.0 and program.path(0) == []
assert program.pair() == ((1, True), 2)
assert program.move.parameters[0] == "{x: f64, y: i32}", program.move.parameters
fails(lambda: program.grow("circle"), TypeError, "there is no constructor circle with 0 operands")
fails(lambda: program.move({"x": 1.5, "z": 4}, (1, 2)), TypeError, "there is no field y")
fails(lambda: program.move({"x": 1.5, "y": 4}, (1, 2.5)), TypeError, "argument 2 of `move`")

# Errors: of programs with their place, of calls with a backtrace. Numbers that do not fit.
error = fails(lambda: fut_nano.compile("entry main = 1 + true"), fut_nano.Error, "entry main = 1 + true", "program.fut:1:")
assert error.code.startswith("E02") and error.place.startswith("program.fut:1:"), (error.code, error.place)
assert json.loads(error.json.splitlines()[0])["span"]["line_start"] == 1
program = fut_nano.compile("entry main (xs: []i32) (i: i64) = xs[i]\nentry small (x: u8) = x", threads=1)
error = fails(lambda: program.main([1, 2], 2), fut_nano.Error, "Index [2] out of bounds", "program.fut:1:")
assert error.code == "E0901"
assert program.main([1, 2], 1) == 2
fails(lambda: program.small(256), TypeError, "argument 1 of `small`, of type u8")
fails(lambda: program.small(1.5), TypeError, "argument 1 of `small`, of type u8")
fails(lambda: fut_nano.compile("entry main = 1i32", backend="abacus"), ValueError, "'cpu' or 'vulkan'")
assert fut_nano.compile("def f (x: i32) = x + 1", entry_points=["f"]).f(1) == 2

# A result has the memory that the program wrote it to, and Python may change it.
program = fut_nano.compile("entry main (n: i64) = iota n")
numbers = program.main(1000)
numbers[0] = 7
assert numbers.flags.writeable and program.main(1000)[0] == 0

# Other threads run during a call.
program = fut_nano.compile("entry main (n: i64) = loop x = 1i64 for i < n do (x * 31 + i) % 1000003", threads=1)
program.main(1)
calls, done = [0], threading.Event()


def count():
    while not done.is_set():
        calls[0] += 1


other = threading.Thread(target=count)
other.start()
before = calls[0]
program.main(30_000_000)
during = calls[0] - before
done.set()
other.join()
assert during > 1000, during
print("fine")
