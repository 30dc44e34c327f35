"""Calls a library by the public package futhark-ffi. The module `_figures` is made of `figures.fut`."""

import numpy as np
import _figures
from futhark_ffi import Futhark

program = Futhark(_figures)
lib, ffi, context = program.lib, program.ffi, program.ctx


def fine(status):
    assert status == 0, "a function of the library failed"


# Arrays of one and two dimensions, tuples, truth values.
numbers = program.main(np.array([1, 2, 3], dtype=np.int32), 4)
np.testing.assert_array_equal(program.from_futhark(numbers), [4, 8, 12])
products = program.from_futhark(program.outer(np.array([1.0, 2.0]), np.array([3.0, 4.0, 5.0])))
np.testing.assert_array_equal(products, [[3, 4, 5], [6, 8, 10]])
assert program.both(1.5, False) == (3.0, True)
assert program.from_futhark(program.main(np.zeros(0, dtype=np.int32), 1)).shape == (0,)
# Arrays that are not in order in memory.
columns = np.arange(6, dtype=np.int32).reshape(2, 3).T
np.testing.assert_array_equal(program.from_futhark(program.matrix(columns)), [3, 5, 7])

# A failure is an exception with the program's message, and the context lives on.
try:
    program.at(np.array([1, 2], dtype=np.int32), 2)
    raise AssertionError("an index out of bounds was accepted")
except ValueError as error:
    assert "Index [2] out of bounds for array of shape [2]" in str(error), str(error)
assert program.at(np.array([1, 2], dtype=np.int32), 1) == 2

# Records: made, passed, taken apart, stored and restored.
point = ffi.new("struct futhark_opaque_point **")
fine(lib.futhark_new_opaque_point(context, point, 1.5, 4))
moved = program.move(point[0])
x, y = ffi.new("double *"), ffi.new("int32_t *")
fine(lib.futhark_project_opaque_point_x(context, x, moved))
fine(lib.futhark_project_opaque_point_y(context, y, moved))
assert (x[0], y[0]) == (2.5, 8)
again = program.restore_point(program.store_point(moved))
fine(lib.futhark_project_opaque_point_x(context, x, again))
assert x[0] == 2.5
fine(lib.futhark_free_opaque_point(context, point[0]))

# Sums: a constructor of each kind, and the operands that come back.
dot = ffi.new("struct futhark_opaque_shape **")
fine(lib.futhark_new_opaque_shape_dot(context, dot))
line = program.grow(dot[0])
length = ffi.new("double *")
variants = {}
for name, value in [("dot", dot[0]), ("line", line), ("box", program.grow(line))]:
    variants[name] = lib.futhark_variant_opaque_shape(context, value)
assert sorted(variants.values()) == [0, 1, 2], variants
fine(lib.futhark_destruct_opaque_shape_line(context, length, line))
assert length[0] == 1.0
fine(lib.futhark_destruct_opaque_shape_box(context, length, point, program.grow(program.grow(line))))
fine(lib.futhark_project_opaque_point_y(context, y, point[0]))
assert (length[0], y[0]) == (2.0, 2)
fine(lib.futhark_free_opaque_point(context, point[0]))
fine(lib.futhark_free_opaque_shape(context, dot[0]))

# Arrays of records go from one entry point to the next.
assert program.length(program.path(5)) == 10.0
print("fine")
