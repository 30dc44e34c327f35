#!/usr/bin/env python3
"""Runs random well-typed programs with fut-nano and with the interpreter of another Futhark compiler, and compares the
results. With `--changes N`, loses, doubles or swaps N tokens of each program, and compares whether both compilers accept
it.

    cargo build --release -p fut-nano && cargo build -p fut-nano-tests --example random_program
    tests/fuzz/peer.py --futhark futhark [--fut-nano PATH] [--generator PATH] [--first N] [--count N] [--keep FOLDER]

With `--also=--validate=run --also=--backend=vulkan`, fut-nano also runs each program with these options: on the evaluator
of every language after every pass, and on the other backend. An option may have several parts:
`--also='--backend=vulkan --threshold=1'`. With `--futhark ''`, the other compiler is left out: only the options are compared,
`--also=--at=…` being the evaluator of a language.

If the results of a program differ, the script keeps the program and its input in FOLDER, and ends with exit status 1.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def rounded(number: re.Match[str]) -> str:
    """Rounds to the digits that compiled programs print; interpreters print more."""
    return f"{float(number[0]):.15f}"


def output(command: list[str], text: str, seconds: float) -> tuple[bool, str]:
    """Returns whether a command succeeds, with its output without spaces, or with its errors."""
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return False, "time-out"
    if done.returncode != 0:
        return False, done.stderr
    return True, re.sub(r"\d+\.\d+(e[-+]?\d+)?", rounded, re.sub(r"\s", "", done.stdout))


def compare(number: int, options: argparse.Namespace) -> str | None:
    """Describes a difference, if there is one. Skips programs for which the interpreter takes too long."""
    made = subprocess.run([options.generator, str(number), str(options.changes)], capture_output=True, text=True, check=True).stdout
    program, values = made.split("-- input\n")
    path = Path(options.keep) / f"random{number}.fut"
    path.write_text(program)
    if options.changes:
        ours = output([options.fut_nano, "check", str(path)], "", 60)
        theirs = output([options.futhark, "check", "-w", str(path)], "", 60)
        same = ours[0] == theirs[0]
    else:
        ours = output([options.fut_nano, "run", "--no-cache", str(path)], values, 60)
        theirs = output([options.futhark, "run", "-w", str(path)], values, 60) if options.futhark else ours
        same = ours == theirs or theirs[1] == "time-out"
        for more in options.also:
            if same:
                theirs = output([options.fut_nano, "run", "--no-cache", str(path), *more.split()], values, 120)
                same = ours == theirs
    if same:
        path.unlink()
        return None
    path.with_suffix(".in").write_text(values)
    return f"{path}: {ours[1][:300]!r} instead of {theirs[1][:300]!r}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--futhark", default="futhark")
    parser.add_argument("--fut-nano", default=str(ROOT / "target/release/fut-nano"))
    parser.add_argument("--generator", default=str(ROOT / "target/debug/examples/random_program"))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--changes", type=int, default=0)
    parser.add_argument("--also", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", default=tempfile.gettempdir())
    options = parser.parse_args()
    Path(options.keep).mkdir(parents=True, exist_ok=True)
    numbers = range(options.first, options.first + options.count)
    with ThreadPoolExecutor(options.jobs) as pool:
        differences = [line for line in pool.map(lambda number: compare(number, options), numbers) if line]
    print("\n".join(differences + [f"{options.count} programs, {len(differences)} differences"]))
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
