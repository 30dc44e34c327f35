#!/usr/bin/env python3
"""Checks that flattening does no more work than the program asks for, however large the input is.

    cargo build --release -p fut-nano
    tests/bench/work.py --futhark futhark --root FOLDER [LIST] [--only REGEX] [--fut-nano PATH]

LIST (by default `work.list`) has a line for each case: a program below FOLDER, an entry point, and two inputs of different
size, separated by `|`: the options of `futhark dataset`, or values after `=`. The evaluators count statements and the
elements of arrays that are made or copied: in `Anf` before any pass that flattens, and in `Imp`, by default and with
versions for the outermost and the innermost levels. Prints a Markdown table of the growth of work from the first to the second
input. Ends with exit status 1 if the growth in `Imp` is more than 1.1 times that in `Anf`.
"""

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from memory import ROOT, arguments

HERE = Path(__file__).resolve().parent
FLATTENING = "gather-slices,interchange-reduce,split-reductions,versions,distribute,split-scans,sequentialise"
SETTINGS = {
    "`Anf`": ["--at", "anf", f"--disable-pass={FLATTENING}"],
    "`Imp`": ["--at", "imp"],
    "outermost": ["--at", "imp", "--threshold=1"],
    "innermost": ["--at", "imp", "--threshold=1000000000"],
}
MOST = 1.1


def work(command: list[str], data: Path) -> int:
    """What the evaluator counts."""
    with open(data, "rb") as source:
        done = subprocess.run([*command, "--trace"], stdin=source, capture_output=True)
    text = re.sub(rb"\x1b\[[0-9;]*m", b"", done.stderr).decode()
    found = re.findall(r"work=(\d+)", text)
    if done.returncode or not found:
        raise SystemExit(f"this fails: {' '.join(command)}\n{text[-500:]}")
    return int(found[-1])


def make(options: argparse.Namespace, spec: str, data: Path) -> None:
    if spec.startswith("="):
        data.write_text(spec[1:] + "\n")
    else:
        made = subprocess.run([options.futhark, "dataset", "-b", *shlex.split(spec)], capture_output=True, check=True)
        data.write_bytes(made.stdout)


def main() -> None:
    parser = arguments(__doc__, nargs="?", default=HERE / "work.list")
    parser.add_argument("--fut-nano", default=str(ROOT / "target/release/fut-nano"))
    options = parser.parse_args()
    print(f"| program | entry point | {' | '.join(SETTINGS)} | largest ratio |")
    print("|---|---|--:|--:|--:|--:|--:|")
    wrong = False
    with tempfile.TemporaryDirectory() as folder:
        inputs = [Path(folder) / "small", Path(folder) / "large"]
        for line in options.list.read_text().splitlines():
            if not line.strip() or line.startswith("#") or not re.search(options.only, line):
                continue
            program, entry, specs = line.split(" ", 2)
            for spec, data in zip(specs.split(" | "), inputs, strict=True):
                make(options, spec, data)
            growths = []
            for setting in SETTINGS.values():
                command = [options.fut_nano, "run", "-w", str(options.root / program), "--entry-point", entry, *setting]
                small, large = (work(command, data) for data in inputs)
                growths.append(large / small)
            worst = max(growths[1:]) / growths[0]
            wrong |= worst > MOST
            cells = [program, entry, *(f"{growth:.2f}" for growth in growths), f"{worst:.2f}"]
            print(f"| {' | '.join(cells)} |", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
