#!/usr/bin/env python3
"""Prints a random program, chosen by a number, that computes with indices of 32 and 64 bits. After a line `-- input`,
prints an input of the program.

    tests/fuzz/peer.py --generator tests/fuzz/edges.py --futhark futhark

Maps, reductions, histograms and loops read arrays near their index, as stencils do, with branches at the edges, branches
on elements, and numbers that wrap around. Every read is in bounds or guarded, so no program fails.
"""

import random
import sys


class Generator:
    """Makes expressions of the types `i32` and `bool`. `i` is the index as `i64`, `j` as `i32`, `xs` an array."""

    def __init__(self, number: int) -> None:
        self.random = random.Random(number)
        self.names: list[str] = []

    def constant(self) -> str:
        return str(self.random.choice([0, 1, 2, 3, 5, 7, -1, -2, 100, 2147483640, -2147483645]))

    def index(self, depth: int = 2) -> str:
        """An index of 32 bits near the own one, or far from it."""
        if depth == 0:
            return self.random.choice(["j", "j", "m", "k", self.constant()])
        left, right = self.index(depth - 1), self.index(0)
        return self.random.choice(["j", "j", f"(j + {right})", f"({left} - {right})", f"({left} * 2)", f"(m - {left})"])

    def read(self) -> str:
        index = self.index()
        near = self.random.choice(["i", "(i + 1)", "(i - 1)", "(n - i)", f"(i64.i32 {index})", f"(i64.i32 {index} + i)"])
        return self.random.choice([f"get xs {near}", f"get ys {near}", f"near xs {index}", f"near ys {index}"])

    def number(self, depth: int) -> str:
        if depth == 0:
            return self.random.choice([self.constant(), self.read(), "j", "k", *self.names])
        kind = self.random.randrange(8)
        if kind < 3:
            operator = self.random.choice(["+", "-", "*", "&", "^"])
            return f"({self.number(depth - 1)} {operator} {self.number(depth - 1)})"
        if kind == 3:
            return f"i32.max ({self.number(depth - 1)}) ({self.number(depth - 1)})"
        if kind < 6:
            return f"(if {self.truth(depth - 1)} then {self.number(depth - 1)} else {self.number(depth - 1)})"
        if kind == 6:
            name = f"v{len(self.names)}"
            value = self.number(depth - 1)
            self.names.append(name)
            body = self.number(depth - 1)
            self.names.remove(name)
            return f"(let {name} = {value} in {body})"
        bound = self.random.choice(["3", "k64", "(i % 4)"])
        return f"(loop acc = {self.number(depth - 1)} for t < {bound} do acc * 3 + get xs (i + t) - {self.number(0)})"

    def truth(self, depth: int) -> str:
        if depth > 0 and self.random.random() < 0.4:
            operator = self.random.choice(["&&", "||"])
            return f"({self.truth(depth - 1)} {operator} {self.truth(depth - 1)})"
        compare = self.random.choice(["==", "<", "<=", ">", "!="])
        edge = self.random.choice(["0", "m - 1", "k", "m / 2", self.constant()])
        if self.random.random() < 0.6:
            return f"{self.random.choice(['j', self.index()])} {compare} {edge}"
        return f"{self.number(0)} {compare} {self.number(0)}"

    def function(self) -> str:
        return f"\\i -> let j = i32.i64 i in {self.number(3)}"

    def program(self) -> str:
        step = self.function()
        return f"""def near [n] (xs: [n]i32) (j: i32) : i32 = if j < 0 || j >= i32.i64 n then 0 else xs[j]
def get [n] (xs: [n]i32) (i: i64) : i32 = if i >= 0 && i < n then xs[i] else 1
entry main [n] (k: i32) (xs: [n]i32) (ys: [n]i32) : ([n]i32, i32, i32, [5]i32, [n]i32) =
  let m = i32.i64 n
  let k64 = i64.i32 k % 3
  let a = tabulate n ({self.function()})
  let b = reduce (+) 0 (tabulate n ({self.function()}))
  let c = reduce_comm i32.min i32.highest (tabulate n ({self.function()}))
  let d = reduce_by_index (replicate 5 0) (+) 0 (map (\\i -> i64.i32 (i32.i64 i % 6)) (iota n)) (tabulate n ({self.function()}))
  let e = loop xs for _t < 3i64 do tabulate n ({step})
  in (a, b, c, d, e)
"""

    def input(self) -> str:
        size = self.random.choice([0, 1, 7, 8, 9, 23, 40])
        array = lambda: (
            "[" + ", ".join(f"{self.random.randint(-20, 20)}i32" for _ in range(size)) + "]" if size else "empty([0]i32)"
        )
        return f"{self.random.choice([0, 1, 4, 11, 2147483640])}i32 {array()} {array()}"


def main() -> None:
    generator = Generator(int(sys.argv[1]))
    print(generator.program())
    print("-- input")
    print(generator.input())


if __name__ == "__main__":
    main()
