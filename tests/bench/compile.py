#!/usr/bin/env python3
"""Measures compile time from source text to `Anf` after fusion, and compares it with Futhark's compiler (`futhark
check` and `futhark dev -s`).

    tests/bench/compile.py CORPUS LIST [--futhark PATH] [--fut-nano PATH] [--rounds N] [--write docs/performance.md]

CORPUS is a tree of programs, and LIST a file that names some of them, one per line. Both compilers compile five programs in turn:
three fixed ones, the largest program of the list with an entry point, and the largest of all. fut-nano compiles all programs of
the list; the script reports those that take long, and how time grows with the number of statements. fut-nano also compiles
generated programs of growing size; the script reports the exponent of the power law that fits their times best.
"""

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import frontend
import sections

NAMED = ["finpar/LocVolCalib", "finpar/OptionPricing", "misc/bfast/bfast"]
# The script lists programs that take longer than this, in seconds.
BAR = 2.0
# The limit for one command, in seconds.
PATIENCE = 120
# Programs with fewer statements are too small to show growth.
SMALL = 100


def independent(count: int) -> str:
    """Functions with SOACs, each called once."""
    out = []
    for i in range(count):
        out.append(
            f"def f{i} [n] (xs: [n]i64) (k: i64): i64 =\n"
            f"  let ys = map (\\x -> x * k + {i}) xs\n"
            f"  let zs = map2 (\\x y -> if x > y then x - y else xs[y % n]) xs ys\n"
            f"  in reduce (+) 0 zs\n"
        )
    calls = " + ".join(f"f{i} xs {i + 3}" for i in range(count))
    return "\n".join(out) + f"\nentry main [n] (xs: [n]i64) = {calls}\n"


def straight(count: int) -> str:
    lets = "\n".join(f"  let x{i + 1} = x{i} * {i + 3} + x{i // 2}" for i in range(count))
    return f"entry main (x0: i64): i64 =\n{lets}\n  in x{count}\n"


def chain(count: int) -> str:
    lets = "\n".join(f"  let x{i + 1} = map (\\x -> x * {i + 3} + k) x{i}" for i in range(count))
    return f"entry main [n] (x0: [n]i64) (k: i64) =\n{lets}\n  in x{count}\n"


def side_by_side(count: int) -> str:
    lets = "\n".join(f"  let x{i} = reduce (+) 0 (map (\\x -> x * {i + 3} + k) xs)" for i in range(count))
    return f"entry main [n] (xs: [n]i64) (k: i64) =\n{lets}\n  in {' + '.join(f'x{i}' for i in range(count))}\n"


def branches(count: int) -> str:
    cases = "".join(f"  if k == {i} then x * {i + 7} else\n" for i in range(count))
    return f"entry main (x: i64) (k: i64): i64 =\n{cases}  x\n"


def doubling(count: int) -> str:
    """Each function calls the one before it twice."""
    out = ["def f0 (x: i64) (y: i64): i64 = x * y + 1"]
    for i in range(1, count):
        out.append(f"def f{i} (x: i64) (y: i64): i64 = f{i - 1} (x + {i}) y - f{i - 1} y (x % {i + 2})")
    return "\n".join(out) + f"\nentry main (x: i64) (y: i64) = f{count - 1} x y\n"


FAMILIES = [
    ("functions with SOACs", independent, [25, 50, 100, 200]),
    ("statements", straight, [500, 1000, 2000, 4000]),
    ("maps, each on the one before", chain, [25, 50, 100, 200]),
    ("reductions of one array", side_by_side, [25, 50, 100, 200]),
    ("cases of a branch", branches, [50, 100, 200, 400]),
    ("functions that call the one before twice", doubling, [25, 50, 100, 200]),
]


def timed(*commands: list[str]) -> float | None:
    """Returns the seconds that commands take one after the other, or None if one fails or takes too long."""
    start = time.perf_counter()
    for command in commands:
        try:
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            return None
        if done.returncode != 0:
            return None
    return time.perf_counter() - start


def ours(fut_nano: str, program: Path) -> list[str]:
    return [fut_nano, "--no-warnings", "--dump-before=sequentialise", str(program)]


def named(arguments: argparse.Namespace, programs: list[Path]) -> list[str]:
    """Returns the table of programs that both compilers compile in turn."""
    sizes = {program: program.stat().st_size for program in programs}
    entry = lambda program: b"entry " in program.read_bytes() or b"main" in program.read_bytes()
    known = [next(arguments.corpus.glob(f"**/{name}.fut")) for name in NAMED]
    largest = [max(filter(entry, programs), key=lambda program: sizes[program]), max(programs, key=lambda program: sizes[program])]
    sizes |= {program: program.stat().st_size for program in known}
    lines = ["| program | bytes | Futhark, s | fut-nano, s | ratio |", "|---|--:|--:|--:|--:|"]
    for program in [*known, *largest]:
        both = [
            [ours(arguments.fut_nano, program)],
            [[arguments.futhark, "check", "-w", str(program)], [arguments.futhark, "dev", "-w", "-s", str(program)]],
        ]
        times = [[timed(*commands) for commands in both] for _ in range(arguments.rounds)]
        mine, theirs = (statistics.median(round[side] or PATIENCE for round in times) for side in (0, 1))
        lines.append(f"| {program.stem} | {sizes[program]:,} | {theirs:.2f} | {mine:.3f} | {mine / theirs:.2f} |")
        print(lines[-1], file=sys.stderr)
    return lines


def whole(command: list[str]) -> tuple[float, int] | None:
    """Returns the seconds that a compilation takes, and the number of statements in `Anf` before inlining."""
    start = time.perf_counter()
    try:
        done = subprocess.run([*command, "--time-passes"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return None
    seconds = time.perf_counter() - start
    counted = re.search(rb"normalise .*statements (\d+)", done.stderr)
    return (seconds, int(counted[1])) if done.returncode == 0 and counted else None


def slow(arguments: argparse.Namespace, programs: list[Path], empty: float) -> list[str]:
    """Returns the table of the slowest programs of the list, and a sentence on how time grows with size."""
    times = [(program, whole(ours(arguments.fut_nano, program))) for program in programs]
    compiled = sorted((found[0], str(program.relative_to(arguments.corpus))) for program, found in times if found is not None)
    over = [entry for entry in compiled if entry[0] > BAR]
    points = [(found[1], max(found[0] - empty, 1e-4)) for _, found in times if found is not None and found[1] >= SMALL]
    lines = [
        f"Of {len(programs):,} programs, {len(compiled):,} compile to `Anf` after fusion, in {sum(entry[0] for entry in compiled):.0f} s together; "
        f"{len(over)} take longer than {BAR:g} s. For the {len(points)} with {SMALL} statements or more, the exponent of time over statements is "
        f"{frontend.exponent(points):.2f}. The slowest are:",
        "",
        "| program | s |",
        "|---|--:|",
    ]
    return lines + [f"| `{name}` | {seconds:.2f} |" for seconds, name in reversed(compiled[-5:] if len(over) < 5 else over)]


def growth(arguments: argparse.Namespace) -> tuple[float, list[str]]:
    """Returns the time of an empty program, and the table of the generated programs."""
    lines = ["| number of | sizes | seconds | exponent |", "|---|---|---|--:|"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.fut"

        def seconds(text: str) -> float:
            path.write_text(text)
            return statistics.median(timed(ours(arguments.fut_nano, path)) or PATIENCE for _ in range(arguments.rounds))

        empty = seconds("entry main (x: i64) = x\n")
        for name, make, sizes in FAMILIES:
            points = [(size, seconds(make(size))) for size in sizes]
            fitted = frontend.exponent([(size, value - empty) for size, value in points])
            shown, times = ", ".join(f"{size:,}" for size in sizes), ", ".join(f"{value:.3f}" for _, value in points)
            lines.append(f"| {name} | {shown} | {times} | {fitted:.2f} |")
            print(lines[-1], file=sys.stderr)
    return empty, lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("list", type=Path)
    parser.add_argument("--futhark", default="futhark")
    parser.add_argument("--fut-nano", default="target/release/fut-nano", help="the compiler to measure")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each program")
    parser.add_argument("--write", type=Path, help="write the section to this file")
    arguments = parser.parse_args()
    programs = [arguments.corpus / name for name in arguments.list.read_text().split()]
    empty, table = growth(arguments)
    text = "\n".join([
        "## Compile time to `Anf` after fusion",
        "",
        "Made by `tests/bench/compile.py --write docs/performance.md`: the time from source text to the printed program before `sequentialise`,",
        f"start of the process included. Futhark's time is that of `futhark check` and `futhark dev -s`. Medians of {arguments.rounds} rounds, in",
        "which both compilers take turns.",
        "",
        *named(arguments, programs),
        "",
        "The bar: no ratio above 0.5.",
        "",
        *slow(arguments, programs, empty),
        "",
        "The growth of time with the size of generated programs, without the time of an empty program:",
        "",
        *table,
    ])
    if arguments.write is None:
        print(text)
        return
    sections.write(arguments.write, "compile", text)


if __name__ == "__main__":
    main()
