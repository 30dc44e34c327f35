#!/usr/bin/env python3
"""Prints a random program, chosen by a number, with SOACs inside of SOACs. After a line `-- input`, prints an input of the
program.

    tests/fuzz/peer.py --generator tests/fuzz/nests.py --futhark futhark --also=--threshold=1 --also=--threshold=1000000

Maps, reductions, scans, histograms, scatters, loops and branches, two to four deep, over arrays of sizes from 0 to 1,000.
Operators work on numbers, and on arrays. No program fails.
"""

import random
import sys

SIZES = ["n", "m", "k"]


class Generator:
    """Makes expressions of the types `i32`, `[a]i32` and `[a][b]i32`, where `a` and `b` are sizes."""

    def __init__(self, number: int) -> None:
        self.random = random.Random(number)
        # The variables in scope, with their shapes.
        self.scope: list[tuple[str, tuple[str, ...]]] = []
        self.count = 0

    def fresh(self, base: str) -> str:
        self.count += 1
        return f"{base}{self.count}"

    def bound(self, variables: list[tuple[str, tuple[str, ...]]], make) -> str:
        """What `make` returns while these variables are in scope."""
        before = len(self.scope)
        self.scope.extend(variables)
        text = make()
        del self.scope[before:]
        return text

    def known(self, shape: tuple[str, ...]) -> list[str]:
        return [name for name, other in self.scope if other == shape]

    def value(self, shape: tuple[str, ...], depth: int) -> str:
        """An expression of a shape."""
        return self.array(shape, depth) if shape else self.number(depth)

    def number(self, depth: int) -> str:
        known = self.known(())
        if depth == 0:
            return self.random.choice(known + [f"({self.random.randint(-3, 9)})"])
        size = self.random.choice(SIZES)
        kind = self.random.randrange(8)
        if kind == 0:
            return f"({self.number(depth - 1)} {self.random.choice('+-*')} {self.number(depth - 1)})"
        if kind == 1:
            return f"(if {self.number(0)} < {self.number(0)} then {self.number(depth - 1)} else {self.number(depth - 1)})"
        if kind == 2:
            acc, t = self.fresh("acc"), self.fresh("t")
            body = self.bound([(acc, ()), (t, ())], lambda: self.until(acc, acc, self.number(depth - 1)))
            return f"(loop {acc} = {self.number(0)} for {t} < {self.random.choice(['3i32', '9i32', 'c'])} do {body})"
        if kind == 3:
            return f"(last0 ({self.array((size,), depth - 1)}))"
        op = self.random.choice(["i32.sum", "i32.product", "i32.maximum", "reduce (^) 0", "reduce (\\x y -> x + y) 0"])
        return f"({op} ({self.array((size,), depth - 1)}))"

    def until(self, acc: str, value: str, body: str) -> str:
        """The body of a loop over `acc`, which sometimes changes nothing any more as soon as `value` is large."""
        if self.random.random() < 0.5:
            return body
        return f"if {value} > {self.random.choice([0, 100, 10000])} then {acc} else {body}"

    def map(self, shape: tuple[str, ...], depth: int) -> str:
        """A map over arrays of this first size, or over indices."""
        size, *rest = shape
        arrays = [(name, other) for name, other in self.scope if other and other[0] == size]
        if not arrays or self.random.random() < 0.3:
            i = self.fresh("i")
            body = self.bound([(i, ())], lambda: self.value(tuple(rest), depth - 1))
            return f"(tabulate {size} (\\{i}l -> let {i} = i32.i64 {i}l in {body}))"
        name, other = self.random.choice(arrays)
        x = self.fresh("x")
        body = self.bound([(x, other[1:])], lambda: self.value(tuple(rest), depth - 1))
        return f"(map (\\{x} -> {body}) {name})"

    def operator(self, shape: tuple[str, ...]) -> tuple[str, str]:
        """An associative operator on a shape, and its neutral element."""
        op, neutral = self.random.choice([("(+)", "0"), ("i32.max", "i32.lowest"), ("(*)", "1"), ("i32.min", "i32.highest")])
        for size in reversed(shape):
            op, neutral = f"(map2 {op})", f"(replicate {size} {neutral})"
        if shape and self.random.random() < 0.2:
            # The same operator, but not in one map.
            a, b = self.fresh("a"), self.fresh("b")
            types = "".join(f"[{size}]" for size in shape)
            op = f"(\\({a}: {types}i32) ({b}: {types}i32) -> let r = {op} {a} {b} in if length r > 5 then r else copy r)"
        return op, neutral

    def array(self, shape: tuple[str, ...], depth: int) -> str:
        known = self.known(shape)
        if depth == 0:
            if known and self.random.random() < 0.8:
                return self.random.choice(known)
            filled = self.number(0)
            for size in reversed(shape):
                filled = f"(replicate {size} {filled})"
            return filled
        size, *rest = shape
        kind = self.random.randrange(10)
        inner = self.random.choice(SIZES)
        if kind < 4:
            return self.map(shape, depth)
        if kind == 4:
            op, neutral = self.operator(tuple(rest))
            return f"(scan {op} {neutral} {self.array(shape, depth - 1)})"
        if kind == 5 and len(shape) == 1:
            op, neutral = self.operator(shape)
            return f"(reduce {op} {neutral} {self.array((inner, size), depth - 1)})"
        if kind == 6:
            op, neutral = self.operator(tuple(rest))
            values = self.array((inner, *rest), depth - 1)
            bins = f"(map (\\b -> i64.i32 b % 5) {self.array((inner,), max(depth - 2, 0))})"
            return f"(reduce_by_index {self.copied(shape, depth - 1)} {op} {neutral} {bins} {values})"
        if kind == 7:
            acc = self.fresh("acc")
            body = self.bound([(acc, shape)], lambda: self.array(shape, depth - 1))
            value = f"i32.maximum {acc}" if len(shape) == 1 else self.number(0)
            body = self.until(acc, value, body)
            types = "".join(f"[{size}]" for size in shape)
            return f"(loop ({acc}: {types}i32) = {self.array(shape, 0)} for _t < {self.random.choice(['2i32', '9i32'])} do {body})"
        if kind == 8:
            return f"(if {self.number(0)} < {self.number(0)} then {self.array(shape, depth - 1)} else {self.array(shape, 0)})"
        x = self.fresh("v")
        bound = self.array(shape, depth - 1)
        return f"(let {x} = {bound} in {self.bound([(x, shape)], lambda: self.array(shape, depth - 1))})"

    def copied(self, shape: tuple[str, ...], depth: int) -> str:
        return f"(copy {self.array(shape, depth)})"

    def program(self) -> str:
        shapes = [("n",), ("n", "m"), ("m",), ("m", "k"), ("k",)]
        self.scope = [("c", ()), ("xs", ("n",)), ("ys", ("m",)), ("xss", ("n", "m")), ("yss", ("m", "k")), ("zss", ("k", "n"))]
        results = [self.random.choice(shapes) for _ in range(2)]
        bodies = [self.array(shape, self.random.choice([2, 3, 3, 4])) for shape in results]
        types = ", ".join("".join(f"[{size}]" for size in shape) + "i32" for shape in results)
        return f"""def last0 [n] (xs: [n]i32) : i32 = if n == 0 then 0 else xs[n - 1]
entry main [n][m][k] (c: i32) (xs: [n]i32) (ys: [m]i32) (xss: [n][m]i32) (yss: [m][k]i32) (zss: [k][n]i32) : ({types}) =
  ({', '.join(bodies)})
"""

    def input(self) -> str:
        sizes = self.random.choice(
            [(2, 300, 3), (1, 1000, 2), (300, 2, 3), (7, 7, 7), (0, 5, 2), (3, 0, 2), (1, 1, 1), (2, 3, 270), (3, 260, 0), (40, 9, 33)]
        )
        shapes = dict(zip(SIZES, sizes))

        def array(*shape: str) -> str:
            dims = [shapes[size] for size in shape]
            if 0 in dims:
                return "empty(" + "".join(f"[{dim}]" for dim in dims) + "i32)"
            if len(dims) == 1:
                return "[" + ", ".join(f"{self.random.randint(-9, 9)}i32" for _ in range(dims[0])) + "]"
            return "[" + ", ".join(array(shape[1]) for _ in range(dims[0])) + "]"

        return " ".join([f"{self.random.randint(-5, 5)}i32", array("n"), array("m"), array("n", "m"), array("m", "k"), array("k", "n")])


def main() -> None:
    generator = Generator(int(sys.argv[1]))
    print(generator.program())
    print("-- input")
    print(generator.input())


if __name__ == "__main__":
    main()
