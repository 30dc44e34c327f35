#!/usr/bin/env python3
"""Prints a random program, chosen by a number, that makes views of arrays and overwrites them. After a line `-- input`,
prints an input of the program.

    tests/fuzz/peer.py --generator tests/fuzz/views.py --futhark futhark

Programs read, view, compute and overwrite vectors and matrices in blocks, branches and loops. The generator tracks the
memory that every array may share. It never uses an array again that may share memory with an overwritten one, so all
programs are well typed. Indices are taken modulo the size, so no program fails.
"""

import random
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass

SCALAR, VECTOR, MATRIX = "i64", "[n]i64", "[n][n]i64"


@dataclass(frozen=True)
class Variable:
    name: str
    type: str
    # The numbers of the memory blocks in which it may be.
    memory: frozenset[int]


# Functions that the programs call. They differ in what they overwrite, and in the aliases of their results.
FUNCTIONS = """
def put [n] (xs: *[n]i64) (i: i64) (x: i64): *[n]i64 = xs with [i] = x
def rows [n] (xss: *[n][n]i64) (i: i64) (xs: [n]i64): *[n][n]i64 = let xss[i] = xs in xss with [:, 0] = copy xs
def row [n] (xss: [n][n]i64) (i: i64): [n]i64 = xss[i]
def either [n] (xs: [n]i64) (ys: [n]i64) (c: bool): [n]i64 = if c then xs else ys
"""


class Generator:
    def __init__(self, number: int) -> None:
        self.random = random.Random(number)
        self.names = 0
        self.scope: list[Variable] = []
        # The memory of variables from outside of a loop, which it may not overwrite.
        self.locked: frozenset[int] = frozenset()
        self.left = self.random.randint(6, 24)
        # The expressions so far, by type.
        self.earlier: dict[str, list[str]] = {VECTOR: [], MATRIX: []}

    def fresh(self) -> int:
        self.names += 1
        return self.names

    def bind(self, type: str, memory: frozenset[int] | None = None) -> str:
        number = self.fresh()
        own = frozenset() if type == SCALAR else frozenset({number})
        self.scope.append(Variable(f"x{number}", type, own if memory is None else memory))
        return f"x{number}"

    def pick(self, type: str) -> Variable:
        found = [variable for variable in self.scope if variable.type == type]
        return found[-1] if self.random.random() < 0.5 else self.random.choice(found)

    def any(self, type: str) -> str:
        return self.pick(type).name

    def has(self, *types: str) -> bool:
        return all(any(variable.type == type for variable in self.scope) for type in types)

    def consume(self, type: str) -> Variable | None:
        """Picks a variable to overwrite. Removes it and all variables that may share its memory."""
        found = [variable for variable in self.scope if variable.type == type and not variable.memory & self.locked]
        if not found:
            return None
        chosen = self.random.choice(found)
        self.scope = [variable for variable in self.scope if not variable.memory & chosen.memory]
        return chosen

    def index(self) -> str:
        return self.random.choice(["0", "n - 1", "1 % n", f"({self.any(SCALAR)}) % n", f"({self.any(SCALAR)} + 3) % n"])

    def number(self) -> str:
        choices = [lambda: str(self.random.randint(-3, 9)), lambda: self.any(SCALAR), lambda: f"({self.any(SCALAR)} * 3 - 1)"]
        if self.has(VECTOR):
            choices.append(lambda: f"{self.any(VECTOR)}[{self.index()}]")
        if self.has(MATRIX):
            choices.append(lambda: f"{self.any(MATRIX)}[{self.index()}, {self.index()}]")
        return self.random.choice(choices)()

    def operator(self, x: str, y: str) -> str:
        return self.random.choice([f"{x} + {y}", f"{x} - 2 * {y}", f"i64.max {x} ({y})", f"if {x} < {y} then {x} * 3 else {y}", f"{x} % 17 ^ {y}"])

    def again(self, type: str, new: Callable[[], str]) -> str:
        """Returns an expression; sometimes an earlier one, so that programs have equal expressions."""
        scope = {variable.name for variable in self.scope}
        known = [e for e in self.earlier[type] if scope.issuperset(re.findall(r"\bx\d+\b", e))]
        if known and self.random.random() < 0.4:
            return self.random.choice(known)
        expression = new()
        self.earlier[type].append(expression)
        return expression

    def vector(self) -> str:
        """Returns an array in memory of its own."""
        choices = [lambda: f"replicate n ({self.number()})", lambda: f"tabulate n (\\i -> {self.operator('i', self.number())})"]
        if self.has(VECTOR):
            x, y = self.any(VECTOR), self.any(VECTOR)
            choices += [
                lambda: f"map (\\x -> {self.operator('x', self.number())}) {x}",
                lambda: f"map2 (\\x y -> {self.operator('x', 'y')}) {x} {y}",
                lambda: f"scan (+) 0 {x}",
                lambda: f"tabulate n (\\i -> {x}[n - 1 - i] + {y}[(i + 1) % n])",
                lambda: f"map2 (\\i x -> x + {y}[i]) (iota n) {x}",
                lambda: f"map (\\x -> let t = replicate 3 x let t[1] = x + 1 in i64.sum t) {x}",
                lambda: f"map (\\x -> loop a = x for j < 3 do a * 2 + {y}[j % n]) {x}",
                lambda: f"hist (+) 0 n (map (% n) {x}) {y}",
                lambda: f"copy {x}",
                lambda: f"copy (reverse {x})",
                lambda: f"copy (rotate ({self.number()} % 5) {x})",
                lambda: f"({x}[:n / 2] ++ {y}[n / 2:]) :> [n]i64",
                lambda: f"(filter (> 3) {x} ++ filter (<= 3) {x}) :> [n]i64",
                lambda: f"map (\\x -> let t = copy {y} let t[{self.index()}] = x in t[{self.index()}] + i64.sum t) {x}",
                lambda: f"map (\\(x, i) -> x * i) (zip {x} (indices {y}))",
                lambda: f"(loop (a, k) = (copy {x}, 0) while k < 3 do (a with [k % n] = a[(k + 1) % n] - k, k + 1)).0",
                lambda: f"map (.{self.random.randint(0, 1)}) (map2 (\\x y -> (x + y, x * y)) {x} {y})",
                lambda: f"map (\\i -> i64.sum {x}[i:]) (iota n)",
            ]
        if self.has(MATRIX):
            rows = self.any(MATRIX)
            choices += [
                lambda: f"copy (reduce (map2 (+)) (replicate n 0) {rows})",
                lambda: f"copy ((flatten {rows})[n:2 * n] :> [n]i64)",
                lambda: f"map i64.sum {rows}",
                lambda: f"map i64.maximum (transpose {rows})",
                lambda: f"map (\\row -> row[{self.index()}] - i64.sum row) {rows}",
                lambda: f"map (\\x -> {self.operator('x', self.number())}) {rows}[{self.index()}]",
            ]
        return self.again(VECTOR, self.random.choice(choices))

    def matrix(self) -> str:
        choices = [lambda: f"tabulate_2d n n (\\i j -> {self.operator('i', 'j')} + {self.number()})"]
        if self.has(VECTOR):
            xs, ys = self.any(VECTOR), self.any(VECTOR)
            choices.append(lambda: f"map (\\x -> map (\\y -> {self.operator('x', 'y')}) {ys}) {xs}")
        if self.has(MATRIX):
            a, b = self.any(MATRIX), self.any(MATRIX)
            choices += [
                lambda: f"map (map (\\x -> {self.operator('x', self.number())})) {a}",
                lambda: f"map2 (map2 (\\x y -> {self.operator('x', 'y')})) {a} {b}",
                lambda: f"map (scan (+) 0) {a}",
                lambda: f"map2 (map2 (+)) {a} (transpose {b})",
                lambda: f"map (\\row -> map (\\x -> x + i64.sum row) row) {a}",
                lambda: f"copy (transpose {a})",
                lambda: f"copy {a}",
                lambda: f"map (\\row -> copy row with [{self.index()}] = {self.number()}) {a}",
                lambda: f"map2 (\\row i -> loop r = copy row for j < i do r with [j] = r[n - 1 - j] + i) {a} (iota n)",
                lambda: f"map (\\i -> {a}[i]) (reverse (iota n))",
                lambda: f"scan (map2 (+)) (replicate n 0) {a}",
            ]
        return self.again(MATRIX, self.random.choice(choices))

    def view(self) -> list[str]:
        kind = self.random.choice([type for type in (VECTOR, MATRIX) if self.has(type)])
        array = self.pick(kind)
        x = array.name
        if kind == VECTOR and self.random.random() < 0.2:
            other = self.pick(VECTOR)
            cond = self.random.choice(["c", "d", f"{self.number()} > 3"])
            return [f"let {self.bind(VECTOR, array.memory | other.memory)} = either {x} {other.name} ({cond})"]
        if kind == MATRIX and self.random.random() < 0.6:
            e = self.random.choice([f"{x}[{self.index()}]", f"{x}[:, {self.index()}]", f"(transpose {x})[{self.index()}]", f"row {x} ({self.index()})"])
            return [f"let {self.bind(VECTOR, array.memory)} = {e}"]
        flip = f"{x}[::-1] :> {kind}"
        more = [f"transpose {x}", f"unflatten (flatten {x})"] if kind == MATRIX else [f"{x}[0:n]"]
        e = self.random.choice([flip, *more])
        return [f"let {self.bind(kind, array.memory)} = {e}"]

    def update(self) -> list[str]:
        kind = self.random.choice([VECTOR, VECTOR, MATRIX])
        value = self.vector() if kind == VECTOR or self.random.random() < 0.5 else None
        at, number, other = [self.index(), self.index()], self.number(), self.vector()
        array = self.consume(kind)
        if array is None:
            return []
        # The new value is computed first, since it may read the array that is then overwritten.
        value_name, other_name = f"x{self.fresh()}", f"x{self.fresh()}"
        before = [f"let {value_name} = {value}"] if value else []
        x = array.name
        if kind == MATRIX:
            rows = [
                f"{x} with [{at[0]}] = {value_name}",
                f"{x} with [:, {at[0]}] = {value_name}",
                f"rows {x} ({at[0]}) {value_name}",
                f"scatter {x} [{at[0]}, {at[1]}] [{value_name}, map (+ 1) {value_name}]",
                f"loop a = {x} for i < n do let r = copy a[i] in a with [(i + 1) % n] = map2 (-) r {value_name}",
            ]
            e = self.random.choice(rows) if value else f"{x} with [{at[0]}, {at[1]}] = {number}"
        else:
            e, more = self.random.choice([
                (f"{x} with [{at[0]}] = {number}", []),
                (f"{x} with [0:n] = {value_name}", []),
                (f"put {x} ({at[0]}) ({number})", []),
                (f"reduce_by_index {x} i64.max i64.lowest (map (% n) {value_name}) {other_name}", [f"let {other_name} = {other}"]),
                (f"{x} with [1:n] = {value_name}[:n - 1]", []),
                (f"scatter {x} (map (\\i -> (i + 1) % n) (iota n)) {value_name}", []),
                (f"scatter {x} (map (% n) {value_name}) (replicate n ({number}))", []),
                (f"loop a = {x} for i < n do a with [i] = a[i] * 2 + {value_name}[n - 1 - i]", []),
                (f"reduce_by_index (copy {x}) (+) 0 (map (% n) {value_name}) {other_name}", [f"let {other_name} = {other}"]),
            ])
            before += more
        return [*before, f"let {self.bind(kind)}: {kind} = {e}"]

    def block(self, type: str) -> list[str]:
        """Returns the lines of a block. Its value has the given type, and is in memory of its own."""
        lines = [line for _ in range(self.random.randint(0, 3)) for line in self.statement()]
        own = [variable for variable in self.scope if variable.type == type and not variable.memory & self.locked]
        last = self.vector() if type == VECTOR else self.matrix()
        if own and self.random.random() < 0.6:
            last = f"copy {self.random.choice(own).name}"
        return [*lines, f"in {last}" if lines else last]

    def branch(self) -> list[str]:
        type = self.random.choice([VECTOR, MATRIX])
        cond = self.random.choice(["c", "d", f"{self.number()} > 3"])
        before, scope = len(self.scope), list(self.scope)
        yes = self.block(type)
        after_yes = set(self.scope[:before])
        self.scope = scope
        no = self.block(type)
        self.scope = [variable for variable in scope if variable in after_yes and variable in self.scope]
        indent = lambda lines: [f"  {line}" for line in lines]
        return [f"let {self.bind(type)}: {type} = if {cond} then (", *indent(yes), ") else (", *indent(no), ")"]

    def repeat(self) -> list[str]:
        type = self.random.choice([VECTOR, MATRIX])
        start = self.consume(type)
        if start is None:
            return []
        scope, locked = list(self.scope), self.locked
        self.locked = locked.union(*(variable.memory for variable in scope))
        param, index = self.bind(type), self.bind(SCALAR)
        body = self.block(type)
        self.scope, self.locked = scope, locked
        bound = self.random.choice(["n", "2", "0", f"({self.any(SCALAR)} % 3)"])
        lines = [f"  {line}" for line in body]
        return [f"let {self.bind(type)}: {type} = loop ({param}: *{type}) = {start.name} for {index} < {bound} do (", *lines, ")"]

    def statement(self) -> list[str]:
        self.left -= 1
        if self.left < 0:
            return []
        number = lambda: [f"let {self.bind(SCALAR)} = {e}" for e in [self.number()]]
        vector = lambda: [f"let {self.bind(VECTOR)}: {VECTOR} = {e}" for e in [self.vector()]]
        matrix = lambda: [f"let {self.bind(MATRIX)}: {MATRIX} = {e}" for e in [self.matrix()]]
        view = self.view if self.has(VECTOR) or self.has(MATRIX) else vector
        return self.random.choice([number, vector, vector, matrix, view, view, self.update, self.update, self.update, self.branch, self.repeat])()

    def program(self) -> str:
        types = [VECTOR, VECTOR, MATRIX, MATRIX]
        params = [f"({self.bind(type)}: *{type})" for type in types] + [f"({self.bind(SCALAR)}: i64)"]
        lines = []
        while self.left > 0:
            lines += self.statement()
        # Results are copied, since they may share memory with each other.
        results = [f"copy {variable.name}" if variable.memory else variable.name for variable in self.scope[-6:]]
        body = "\n".join(f"  {line}" for line in lines)
        return f"{FUNCTIONS}\nentry main [n] {' '.join(params)} (c: bool) (d: bool) =\n{body}\n  in ({', '.join(results)})\n"

    def input(self) -> str:
        n = self.random.randint(2, 4)
        number = lambda: f"{self.random.randint(-5, 20)}i64"
        vector = lambda: f"[{', '.join(number() for _ in range(n))}]"
        matrix = lambda: f"[{', '.join(vector() for _ in range(n))}]"
        truths = [self.random.choice(["true", "false"]) for _ in range(2)]
        return " ".join([vector(), vector(), matrix(), matrix(), number(), *truths])


if __name__ == "__main__":
    generator = Generator(int(sys.argv[1]))
    print(f"{generator.program()}\n-- input\n{generator.input()}")
