#!/usr/bin/env python3
"""Prints a random program, chosen by a number, whose loops replace elements of arrays. After a line `-- input`, prints
an input of the program.

    tests/fuzz/peer.py --generator tests/fuzz/loops.py --futhark futhark

Loops of the host and of threads replace elements and rows at their index, or at another, and read elements there, or
elsewhere; some conditionally, some in nests, some with few iterations or none. Every index is in bounds.
"""

import random
import sys


class Generator:
    """Makes loops over the arrays `xs` of `n` numbers, `ys`, and `xss` of `n` rows of `m`."""

    def __init__(self, number: int) -> None:
        self.random = random.Random(number)

    def bound(self, size: str) -> str:
        return self.random.choice([size, size, size, f"({size} - 1)", f"({size} / 2)", f"(i64.min k {size})"])

    def index(self, own: str, size: str) -> str:
        return self.random.choice([own] * 12 + [f"({size} - 1 - {own})", "0", f"(({own} + 1) % {size})"])

    def number(self, depth: int, own: str, reads: list[str]) -> str:
        if depth == 0:
            return self.random.choice([*reads, *reads, f"i32.i64 {own}", "3", "-7", "i32.i64 k"])
        if self.random.random() < 0.2:
            return f"(if {self.number(0, own, reads)} > {self.number(0, own, reads)} then {self.number(depth - 1, own, reads)} else {self.number(0, own, reads)})"
        operator = self.random.choice(["+", "-", "*", "^"])
        return f"({self.number(depth - 1, own, reads)} {operator} {self.number(depth - 1, own, reads)})"

    def update(self, array: str, indices: str, value: str) -> str:
        """The array with a value, which is computed first."""
        stored = f"{array} with [{indices}] = v"
        if self.random.random() < 0.25:
            stored = f"if v > {self.random.randint(-3, 9)} then {stored} else {array}"
        return f"let v = {value} in {stored}"

    def row(self, array: str, size: str, others: list[str]) -> str:
        """A loop over the elements of an array, in one dimension."""
        index = self.index("i", size)
        reads = [f"as[{index}]", f"as[{index}]", f"as[{self.index('i', size)}]", *others]
        if self.random.random() < 0.3:
            reads = others or ["4"]
        return f"loop as = {array} for i < {self.bound(size)} do {self.update('as', index, self.number(2, 'i', reads))}"

    def nest(self) -> str:
        first, second = self.index("i", "n"), self.index("j", "m")
        reads = [f"ass[{first}, {second}]", f"xs[{self.index('i', 'n')}]", "i32.i64 i"]
        inner = self.update("ass", f"{first}, {second}", self.number(2, "j", reads))
        inside = f"loop ass = ass for j < {self.bound('m')} do {inner}"
        return f"loop ass = copy xss for i < {self.bound('n')} do {inside}"

    def program(self) -> str:
        pair = self.number(1, "i", ["as[i]", "bs[i]", "ys[i]"]), self.number(1, "i", ["as[i]", "bs[i]"])
        rows = self.row("copy row", "m", ["xs[i % n]"] if self.random.random() < 0.3 else [])
        return f"""entry main [n] [m] (k: i64) (xs: [n]i32) (ys: [n]i32) (xss: [n][m]i32) : ([n]i32, [n]i32, [n]i32, [n][m]i32, [n][m]i32) =
  let a = {self.row("copy xs", "n", ["ys[i]"])}
  let (b, c) = loop (as, bs) = (copy ys, replicate n 1) for i < n do
    let (v, w) = ({pair[0]}, {pair[1]}) in (as with [i] = v, bs with [i] = w)
  let d = map (\\row -> {rows}) xss
  let e = {self.nest()}
  in (a, b, c, d, e)
"""

    def input(self) -> str:
        n, m = self.random.choice([1, 2, 7, 20, 40]), self.random.choice([1, 3, 17, 33])
        row = lambda size: "[" + ", ".join(f"{self.random.randint(-20, 20)}i32" for _ in range(size)) + "]"
        rows = "[" + ", ".join(row(m) for _ in range(n)) + "]"
        return f"{self.random.choice([-1, 0, 1, 3, 7])}i64 {row(n)} {row(n)} {rows}"


def main() -> None:
    generator = Generator(int(sys.argv[1]))
    print(generator.program())
    print("-- input")
    print(generator.input())


if __name__ == "__main__":
    main()
