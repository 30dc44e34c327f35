#!/usr/bin/env python3
"""Compares the run times of fut-nano in several ways with those of another Futhark compiler's backends.

    cargo build --release -p fut-nano
    tests/bench/peers.py LIST --root FOLDER [--only REGEX] [--rounds N] [--runs N] [--ways WAY …] [--futhark PATH] [--fut-nano PATH]

LIST is that of `memory.py`. A way is `peer:BACKEND OPTIONS`, an executable of the other compiler; `BACKEND OPTIONS`, an
executable of ours; or `run OPTIONS`, which is `fut-nano run`. For another binary of ours, write `PATH!WAY`. Where the last
option of a way is `~N` or more of them, its times are compared with those of the Nth way. In a round, every way runs in turn
on the same input. Prints a Markdown table with the medians in milliseconds and the ratios, and below it their geometric
means and the largest. The time is what a program measures itself: without reading input and writing output.
"""

import hashlib
import math
import os
import shlex
import statistics
import subprocess
import tempfile
from pathlib import Path

from memory import ROOT, arguments, cases

WAYS = [
    "peer:c",
    "run --threads 1 ~1",
    "c ~1",
    "peer:multicore --num-threads=2",
    "peer:ispc --num-threads=2",
    "run --threads 2 ~4 ~5",
    "multicore --num-threads=2 ~4 ~5",
]


class Way:
    """How to run a program, and with which other ways to compare it."""

    def __init__(self, text: str, options, folder: Path):
        self.text, self.options, self.folder = text, options, folder
        binary, _, rest = text.rpartition("!")
        words = shlex.split(rest)
        self.rivals = [int(word[1:]) - 1 for word in words if word.startswith("~")]
        self.backend, *self.arguments = [word for word in words if not word.startswith("~")]
        self.compiler = binary or options.fut_nano
        if self.backend.startswith("peer:"):
            self.backend, self.compiler = self.backend.removeprefix("peer:"), options.futhark

    def command(self, program: Path, entry: str) -> list[str]:
        """The command for a program, which it compiles if that has not been done."""
        if self.backend == "run":
            return [self.compiler, "run", "-w", str(program), "--entry-point", entry, *self.arguments]
        name = hashlib.sha256(f"{self.compiler} {self.backend} {program}".encode()).hexdigest()
        out = self.folder / name
        if not out.exists():
            # The other compiler looks for `ispc` beside itself.
            path = f"{Path(self.compiler).resolve().parent}:{os.environ['PATH']}"
            command = [self.compiler, self.backend, str(program), "-o", str(out)]
            subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PATH": path})
        return [str(out), "-e", entry, *self.arguments]

    def times(self, command: list[str], data: Path | None) -> list[float]:
        """The times of some runs in milliseconds."""
        file = self.folder / "times"
        with open(data or os.devnull, "rb") as source:
            written = ["-b", "-r", str(self.options.runs), "-t", str(file)]
            subprocess.run([*command, *written], stdin=source, check=True, capture_output=True, timeout=600)
        return [float(word) / 1000 for word in file.read_text().split()]


def number(value: float) -> str:
    """Three digits, or more before the point."""
    return f"{value:.{max(0, 2 - math.floor(math.log10(value)))}f}" if 0 < value < 100 else f"{value:.0f}"


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--runs", type=int, default=5, help="the runs of each way in a round")
    parser.add_argument("--ways", nargs="+", default=WAYS)
    parser.add_argument("--fut-nano", default=str(ROOT / "target/release/fut-nano"))
    options = parser.parse_args()
    ratios: dict[tuple[int, int], dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as name:
        ways = [Way(text, options, Path(name)) for text in options.ways]
        heads = "".join(f" {w.text.split(' ~')[0]} |" + "".join(f" to {r + 1} |" for r in w.rivals) for w in ways)
        print(f"| program | entry point |{heads}\n|---|---|" + "--:|" * (heads.count("|")))
        for program, entry, data in cases(options, Path(name)):
            found: list[list[float]] = [[] for _ in ways]
            failures = []
            for _ in range(options.rounds):
                for way, times in zip(ways, found):
                    try:
                        times += way.times(way.command(options.root / program, entry), data)
                    except (subprocess.SubprocessError, OSError) as failure:
                        failures.append(f"{way.text}: {failure}")
            medians = [statistics.median(times) if times else math.nan for times in found]
            row = f"| {program} | {entry} |"
            for i, (way, median) in enumerate(zip(ways, medians)):
                row += f" {number(median)} |" if found[i] else " – |"
                for rival in way.rivals:
                    if found[i] and found[rival]:
                        ratio = median / medians[rival]
                        ratios.setdefault((i, rival), {})[f"{program} {entry}"] = ratio
                        row += f" {ratio:.2f} |"
                    else:
                        row += " – |"
            print(row, flush=True)
            for failure in failures:
                print(failure, flush=True)
    for (i, rival), of in ratios.items():
        mean = math.exp(statistics.mean(map(math.log, of.values())))
        worst = max(of, key=of.get)
        print(f"\n{ways[i].text} to {ways[rival].text}: geometric mean {mean:.2f} of {len(of)}, largest {of[worst]:.2f} ({worst})")


if __name__ == "__main__":
    main()
