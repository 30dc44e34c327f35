#!/usr/bin/env python3
"""Compares the cpu backend with Futhark's compiler: run times with its `c` backend, compile times with `futhark c`.

    tests/bench/bench.py [--futhark PATH] [--fut-nano PATH] [--rounds N] [--write docs/performance.md]

The same run measures the effect of fusion: the time without fusion on the same input, and the bytes read and written on a small
input, which the evaluator of `Imp` counts.

Both compilers run every program in turn, round after round, on the same input; the tables show the median of all runs.
A ratio below 1 means that fut-nano is faster. Needs only Python's standard library.
"""
import argparse
import array
import math
import os
import platform
import random
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import sections

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BAR_RUN = 2.0
BAR_COMPILE = 0.25
WITHOUT_FUSION = "--disable-pass=fuse,fuse-horizontal"


def scalar(kind, code, value):
    """A scalar in Futhark's binary format."""
    return b"b\x02\x00" + kind + struct.pack("<" + code, value)


def vector(kind, values, shape=None):
    """An array in Futhark's binary format; `values` is an `array.array`."""
    shape = shape or [len(values)]
    return b"b\x02" + bytes([len(shape)]) + kind + struct.pack(f"<{len(shape)}q", *shape) + values.tobytes()


def floats(count, low, high):
    """Returns `count` numbers: a block of 2^16 random ones, repeated, since Python is slow."""
    block = array.array("f", (random.uniform(low, high) for _ in range(min(count, 1 << 16))))
    return block * (count // len(block))


def bytes_(count):
    return array.array("B", random.Random(5).randbytes(count))


def inputs():
    """Yields program, input description, large input, small input, evaluator's input, and its description."""
    f32, i32, i64, u8 = b" f32", b" i32", b" i64", b"  u8"
    n = 1 << 24
    options = 1 << 22
    side = 512
    mandelbrot = lambda size, limit: scalar(i64, "q", size) * 2 + scalar(i32, "i", limit)
    dot = lambda n: vector(f32, floats(n, 0, 1)) * 2
    matmul = lambda n: vector(f32, floats(n * n, 0, 1), [n, n]) * 2
    scan = lambda n: vector(i32, array.array("i", bytes_(4 * n).tobytes()))
    histogram = lambda n: vector(u8, bytes_(n))
    prices = lambda n: vector(f32, floats(n, 5, 30)) + vector(f32, floats(n, 1, 100)) + vector(f32, floats(n, 0.25, 10))
    k = 1 << 12
    yield "dot", "two vectors of 2²⁴ f32", dot(n), dot(4), dot(k), "2¹²"
    yield "mandelbrot", "1000 × 1000 points, at most 255 steps", mandelbrot(1000, 255), mandelbrot(2, 2), mandelbrot(64, 9), "64 × 64, 9 steps"
    yield "matmul", "two matrices of 512 × 512 f32", matmul(side), matmul(2), matmul(16), "16 × 16"
    yield "scan", "2²⁴ i32", scan(n), scan(4), scan(k), "2¹²"
    yield "histogram", "2²⁴ u8 into 256 bins", histogram(n), histogram(4), histogram(k), "2¹²"
    yield "black_scholes", "2²² options", prices(options), prices(4), prices(k), "2¹²"


def run(command, data=None):
    result = subprocess.run(command, stdin=data, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{result.stderr.decode()}")


def seconds(command, data=None):
    start = time.perf_counter()
    run(command, data)
    return time.perf_counter() - start


def microseconds(command, data_path, times_path, runs):
    with open(data_path, "rb") as data:
        run(command + ["-b", "-t", times_path, "-r", str(runs)], data)
    return [int(line) for line in Path(times_path).read_text().split()]


def traffic(command, data_path):
    """Returns the number of bytes that a program reads and writes, as the evaluator of `Imp` counts them."""
    with open(data_path, "rb") as data:
        result = subprocess.run(command + ["--at", "imp", "--trace", "-b"], stdin=data, capture_output=True)
    found = re.search(rb"bytes of memory.*?read=(\d+).*?written=(\d+)", re.sub(rb"\x1b\[[0-9]*m", b"", result.stderr))
    if result.returncode != 0 or not found:
        sys.exit(f"{' '.join(map(str, command))} says nothing of memory:\n{result.stderr.decode()}")
    return int(found[1]) + int(found[2])


def measure(options, folder):
    rows = []
    for name, description, large, small, middle, middle_description in inputs():
        source = HERE / "programs" / f"{name}.fut"
        program, data, few = folder / name, folder / "large", folder / "small"
        data.write_bytes(large)
        few.write_bytes(small)
        some = folder / "middle"
        some.write_bytes(middle)
        times = str(folder / "times")
        theirs, one, all_, unfused, compile_theirs, compile_ours = [], [], [], [], [], []
        for _ in range(options.rounds):
            compile_theirs.append(seconds([options.futhark, "c", source, "-o", program]))
            with open(few, "rb") as stdin:
                compile_ours.append(seconds([options.fut_nano, "run", "--no-cache", source], stdin))
            theirs += microseconds([program], data, times, options.runs)
            one += microseconds([options.fut_nano, "run", source, "--threads", "1"], data, times, options.runs)
            all_ += microseconds([options.fut_nano, "run", source], data, times, options.runs)
            unfused += microseconds([options.fut_nano, "run", source, WITHOUT_FUSION], data, times, options.runs)
        bytes_moved = [traffic([options.fut_nano, "run", source, *extra], some) for extra in ([], [WITHOUT_FUSION])]
        median = [statistics.median(values) for values in (theirs, one, all_, compile_theirs, compile_ours, unfused)]
        rows.append((name, description, *median, middle_description, *bytes_moved))
        print(f"{name}: {median[1] / median[0]:.2f} on one thread, {median[2] / median[0]:.2f} on all, "
              f"compilation {median[4] / median[3]:.3f}", file=sys.stderr)
    return rows


def processor():
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def table(rows, options):
    version = subprocess.run([options.futhark, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    out = [
        "Made by `tests/bench/bench.py --write docs/performance.md`, which runs both compilers' programs in turn on the same input",
        f"({options.rounds} rounds of {options.runs} runs, medians). A ratio below 1 means that fut-nano is faster.",
        "",
        f"Machine: {processor()}, {os.cpu_count()} threads. Compared with: {version}, backend `c`",
        "(one thread; C compiler: the machine's own). fut-nano: backend `cpu`.",
        "",
        "## Run time",
        "",
        "| program | input | Futhark `c`, ms | fut-nano, 1 thread, ms | ratio | fut-nano, all threads, ms | ratio |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    for name, description, theirs, one, all_, *_ in rows:
        out.append(f"| {name} | {description} | {theirs / 1e3:.1f} | {one / 1e3:.1f} | {one / theirs:.2f} "
                   f"| {all_ / 1e3:.1f} | {all_ / theirs:.2f} |")
    mean = math.exp(statistics.mean(math.log(row[4] / row[2]) for row in rows))
    out += [
        "",
        f"Geometric mean of the ratios on all threads: {mean:.2f}. The bar: no ratio above {BAR_RUN:.1f}.",
        "",
        "## Compile time",
        "",
        "The time from source text to machine code. For fut-nano, it is that of `fut-nano run` on a tiny input, start of the process and run",
        "included; for Futhark, that of `futhark c`, which writes an executable.",
        "",
        "| program | `futhark c`, s | fut-nano, s | ratio |",
        "|---|--:|--:|--:|",
    ]
    for name, _, _, _, _, theirs, ours, *_ in rows:
        out.append(f"| {name} | {theirs:.2f} | {ours:.3f} | {ours / theirs:.3f} |")
    out += [
        "",
        f"The bar: no ratio above {BAR_COMPILE}.",
        "",
        "## The effect of fusion",
        "",
        f"Run time on all threads for the inputs above, and bytes read and written for a smaller input, with fusion and without it",
        f"(`{WITHOUT_FUSION}`).",
        "",
        "| program | fused, ms | not fused, ms | ratio | smaller input | fused, bytes | not fused, bytes | ratio |",
        "|---|--:|--:|--:|---|--:|--:|--:|",
    ]
    for name, _, _, _, all_, _, _, unfused, small, moved, moved_unfused in rows:
        out.append(f"| {name} | {all_ / 1e3:.1f} | {unfused / 1e3:.1f} | {all_ / unfused:.2f} | {small} | {moved:,} | {moved_unfused:,} "
                   f"| {moved / moved_unfused:.2f} |")
    out.append("")
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--futhark", default="futhark")
    parser.add_argument("--fut-nano", default=str(ROOT / "target/release/fut-nano"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--write", type=Path, help="write the tables to this file")
    options = parser.parse_args()
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(options, Path(folder))
    text = table(rows, options)
    if options.write:
        sections.write(options.write, "bench", text)
    print(text)
    bad = [row[0] for row in rows if row[4] / row[2] > BAR_RUN or row[6] / row[5] > BAR_COMPILE]
    if bad:
        sys.exit(f"over the bar: {', '.join(bad)}")


if __name__ == "__main__":
    main()
