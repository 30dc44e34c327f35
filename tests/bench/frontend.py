#!/usr/bin/env python3
"""Measures how the time of `fut-nano check` grows with the program.

    tests/bench/frontend.py [--fut-nano PATH] [--rounds N] [--write docs/performance.md]

The script generates each family of programs in several sizes. It subtracts the time of an empty program, and reports the exponent
of the power law that fits the times best. `--write` replaces the section between the markers in the file.
"""

import argparse
import math
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import sections


def program(lines: int) -> str:
    """Functions of eight lines that use arrays, records, local functions and each other."""
    out = []
    for i in range(lines // 8):
        before = f"f{i - 1} xs x" if i else "x"
        out.append(
            f"def f{i} [n] (xs: [n]i32) (x: i32): i32 =\n"
            f"  let ys = map (\\y -> y * {i} + x) xs\n"
            f"  let zs = map2 (+) xs ys\n"
            f"  let point = {{a = reduce (+) 0 zs, b = x}}\n"
            f"  let add (k: i32) = point.a + k\n"
            f"  let w = if point.b > {i} then add 1 else {before}\n"
            f"  in w + point.b\n"
        )
    return "\n".join(out)


def nested_lets(count: int) -> str:
    lets = "\n".join(f"  let x{i + 1} = x{i} + {i}" for i in range(count))
    return f"def main (x0: i32): i32 =\n{lets}\n  in x{count}\n"


def functions(count: int) -> str:
    calls = (f"def f{i} (x: i32): i32 = " + (f"f{i - 1} x + 1" if i else "x") for i in range(count))
    return "\n".join(calls) + "\n"


def literal(count: int) -> str:
    return "def xs: []i32 = [" + ", ".join(str(i % 1000) for i in range(count)) + "]\n"


def functor(count: int) -> str:
    head = (
        "module type number = { type t val one: t val plus: t -> t -> t }\n"
        "module twice (N: number) = { type t = N.t def one = N.plus N.one N.one def plus = N.plus }\n"
        "module m0 = { type t = i32 def one: i32 = 1 def plus (x: i32) (y: i32): i32 = x + y }\n"
    )
    return head + "\n".join(f"module m{i + 1} = twice m{0}" for i in range(count)) + "\n"


FAMILIES = [
    ("lines of a program", program, [2500, 5000, 10000, 20000]),
    ("nested `let`s", nested_lets, [1000, 2000, 4000, 8000]),
    ("functions", functions, [2500, 5000, 10000, 20000]),
    ("elements of a literal", literal, [25000, 50000, 100000, 200000]),
    ("applications of a functor", functor, [250, 500, 1000, 2000]),
]


def seconds(fut_nano: str, text: str, folder: Path, rounds: int) -> float:
    path = folder / "program.fut"
    path.write_text(text)
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        done = subprocess.run([fut_nano, "check", str(path)], capture_output=True, text=True)
        times.append(time.perf_counter() - start)
        if done.returncode != 0:
            sys.exit(f"the program is rejected:\n{done.stderr[:1000]}")
    return statistics.median(times)


def exponent(points: list[tuple[int, float]]) -> float:
    """The slope of the line through the logarithms, by least squares."""
    xs = [math.log(size) for size, _ in points]
    ys = [math.log(max(value, 1e-5)) for _, value in points]
    x, y = statistics.mean(xs), statistics.mean(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def section(fut_nano: str, rounds: int) -> str:
    lines = [
        "## Checking",
        "",
        f"Made by `tests/bench/frontend.py --write docs/performance.md`: the time of `fut-nano check`, start of the process included, median of {rounds}",
        "runs. The exponent is that of the power law that fits the four times best, each without the time of an empty program.",
        "",
        "| number of | sizes | seconds | exponent |",
        "|---|---|---|--:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        empty = seconds(fut_nano, "def main = 0i32\n", Path(folder), rounds)
        for name, make, sizes in FAMILIES:
            points = [(size, seconds(fut_nano, make(size), Path(folder), rounds)) for size in sizes]
            fitted = exponent([(size, value - empty) for size, value in points])
            shown = ", ".join(f"{size:,}" for size in sizes)
            times = ", ".join(f"{value:.3f}" for _, value in points)
            lines.append(f"| {name} | {shown} | {times} | {fitted:.2f} |")
            print(lines[-1], file=sys.stderr)
    lines += ["", "The bar: 10,000 lines in 0.3 s, and no exponent above 1.2."]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fut-nano", default="target/release/fut-nano", help="the compiler to measure")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each program")
    parser.add_argument("--write", type=Path, help="write the section to this file")
    options = parser.parse_args()
    text = section(options.fut_nano, options.rounds)
    if options.write is None:
        print(text)
        return
    sections.write(options.write, "frontend", text)


if __name__ == "__main__":
    main()
