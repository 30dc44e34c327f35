#!/usr/bin/env python3
"""Compares the time that a C compiler takes for the C of `fut-nano c` and of `futhark c`.

    tests/bench/c_compile.py LIST --root FOLDER [--whole] [--only REGEX] [--rounds N] [--futhark PATH] [--fut-nano PATH]

The first word of each line of LIST is a program in FOLDER; a program that several lines name counts once. Both
compilers write libraries of all entry points, and the C compiler (`cc`, or `$CC`) compiles each with the flags that the
compiler in question gives it. The user time is the least of N rounds. With `--whole`, it is the wall-clock time of
`fut-nano c FILE` and `futhark c FILE`, which make executables, and the same with `multicore`: that of both compilers
together. Prints a Markdown table, the geometric mean of the ratios and the worst.
"""

import argparse
import math
import os
import re
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from memory import ROOT, arguments

CC = os.environ.get("CC", "cc")
# What `futhark c` uses by default.
THEIR_FLAGS = ["-O3", "-std=c99"]


def our_flags() -> list[str]:
    """The flags in the source of the backend."""
    source = (ROOT / "backends/src/c/mod.rs").read_text()
    return re.findall(r'"(-[^"]*)"', source[source.index("pub const FLAGS") :].split(";")[0])


def user_seconds(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def wall_seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def library(compiler: list[str], program: Path, out: Path) -> None:
    """Writes the library of a program. A compiler that also calls a C compiler gets one that does nothing."""
    environment = dict(os.environ, CC=shutil.which("true") or "true")
    subprocess.run([*compiler, "c", "--library", str(program), "-o", str(out)], check=True, capture_output=True, env=environment)


def compilations(options: argparse.Namespace, backend: str, source: Path, folder: Path) -> dict[str, list[str]]:
    """The commands to measure. Makes the libraries that they compile, unless they are the whole commands."""
    compilers = {"ours": options.fut_nano, "theirs": options.futhark}
    if options.whole:
        return {kind: [path, backend, str(source), "-o", str(folder / kind)] for kind, path in compilers.items()}
    for kind, path in compilers.items():
        library([path], source, folder / kind)
    return {
        kind: [CC, *flags, "-c", str(folder / f"{kind}.c"), "-o", str(folder / "made.o")]
        for kind, flags in [("ours", our_flags()), ("theirs", THEIR_FLAGS)]
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--fut-nano", default=str(ROOT / "target/release/fut-nano"))
    parser.add_argument("--whole", action="store_true")
    options = parser.parse_args()
    lines = [line.split() for line in options.list.read_text().splitlines() if not line.startswith("#")]
    programs = dict.fromkeys(words[0] for words in lines if words and re.search(options.only, words[0]))
    backends = ["c", "multicore"] if options.whole else ["c"]
    heads = [f"`{backend}`, s | 0.25.32 | ratio" for backend in backends]
    print(f"| program | {' | '.join(heads)} |\n|---|{'--:|' * 3 * len(heads)}")
    ratios: dict[str, dict[str, float]] = {backend: {} for backend in backends}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for program in programs:
            stem, row = program.removesuffix(".fut"), []
            for backend in backends:
                commands = compilations(options, backend, options.root / program, folder)
                seconds = wall_seconds if options.whole else user_seconds
                rounds = [{kind: seconds(command) for kind, command in commands.items()} for _ in range(options.rounds)]
                ours, theirs = (min(times[kind] for times in rounds) for kind in ["ours", "theirs"])
                ratios[backend][stem] = ours / theirs
                row.append(f"{ours:.2f} | {theirs:.2f} | {ours / theirs:.2f}")
            print(f"| `{stem}` | {' | '.join(row)} |", flush=True)
    for backend, of in ratios.items():
        mean, worst = math.exp(sum(map(math.log, of.values())) / len(of)), max(of, key=of.__getitem__)
        print(f"\n`{backend}`: geometric mean {mean:.2f}, worst {of[worst]:.2f} (`{worst}`).")


if __name__ == "__main__":
    main()
