#!/usr/bin/env python3
"""Counts the bytes that programs allocate and copy, with each pass on memory and without it.

    cargo build --release -p fut-nano
    tests/bench/traffic.py --futhark futhark --root FOLDER [tests/bench/traffic.list] [--only REGEX] [--fut-nano PATH]

The lines of the list are like those of `memory.py`. The evaluator of `Imp` runs the programs, so inputs are small. Prints a
Markdown table: KB allocated and copied by all passes together, and then, for each pass, what it saves: KB allocated and
copied without it, if that is not the same.
"""

import re
import subprocess
import tempfile
from pathlib import Path

from memory import ROOT, arguments, cases

PASSES = ["short-circuit", "double-buffer", "merge-blocks", "hoist-allocations"]


def traffic(command: list[str], data: Path | None) -> tuple[int, int] | None:
    """The KB that a run allocates and copies; `None` if it fails."""
    with open(data or "/dev/null", "rb") as source:
        done = subprocess.run(command, stdin=source, capture_output=True)
    text = re.sub(r"\x1b\[[0-9;]*m", "", done.stderr.decode())
    found = {name: int(count) for name, count in re.findall(r"\b(copied|allocated)=(\d+)", text)}
    return (found["allocated"] // 1024, found["copied"] // 1024) if done.returncode == 0 else None


def main() -> None:
    parser = arguments(__doc__, nargs="?", default=ROOT / "tests/bench/traffic.list")
    parser.add_argument("--fut-nano", default=str(ROOT / "target/release/fut-nano"))
    options = parser.parse_args()
    print(f"| program | entry point | all passes |{''.join(f' without `{name}` |' for name in PASSES)}")
    print(f"|---|---|--:|{'--:|' * len(PASSES)}")
    with tempfile.TemporaryDirectory() as name:
        for program, entry, data in cases(options, Path(name)):

            def run(*more: str) -> tuple[int, int] | None:
                path = str(options.root / program)
                run = [options.fut_nano, "run", path, "--entry-point", entry, "-b", "-w", "--trace", "--at", "imp"]
                return traffic([*run, *more], data)

            def shown(counts: tuple[int, int] | None) -> str:
                return f"{counts[0]} / {counts[1]}" if counts else "–"

            full = run()
            rest = [run(f"--disable-pass={name}") for name in PASSES]
            cells = [shown(full), *("" if counts == full else shown(counts) for counts in rest)]
            print(f"| {program} | {entry} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
