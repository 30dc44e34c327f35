#!/usr/bin/env python3
"""Compares what `futhark test` says of programs with its own compiler and with fut-nano in that compiler's place.

    tests/bench/verdicts.py LIST --root FOLDER [--count N] [--seed N] [--only REGEX] [--skip REGEX] [--backend NAME] [--jobs N]
        [--limit SECONDS] [--futhark PATH] [--fut-nano PATH] [--show DIR]

Each line of LIST is a program below FOLDER. N programs with test blocks are drawn by the seed. `futhark test` compiles and
runs each with both compilers, on a copy of FOLDER, as it writes files beside programs. A verdict is `pass`, `fail`,
`late` if it takes longer than the limit, or `words` if nothing is wrong but that a message of the compiler does not fit
the pattern that the program expects. Prints each program whose verdicts differ, and a table of all. DIR gets
what `futhark test` has written about each of these programs with fut-nano.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from memory import ROOT


def verdict(options: argparse.Namespace, compiler: str, program: Path) -> tuple[str, str]:
    """What `futhark test` says of a program, and its output."""
    tested = [options.futhark, "test", f"--futhark={compiler}", f"--backend={options.backend}", "--no-terminal", str(program)]
    # Its compilers and programs end with it.
    process = subprocess.Popen(
        tested, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    try:
        output, _ = process.communicate(timeout=options.limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "late", ""
    if process.returncode == 0:
        return "pass", output
    # The compiler has rejected what it must reject, and nothing else has failed.
    words = re.search(r"(?s)^Expected error:\n.*^Got error:\n", output, re.M) and output.rstrip().endswith("0/1 passed.")
    return ("words" if words else "fail"), output


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", type=Path)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--only", default="")
    parser.add_argument("--skip", default="$^")
    parser.add_argument("--backend", default="c")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=float, default=300)
    parser.add_argument("--futhark", default="futhark")
    parser.add_argument("--fut-nano", default=str(ROOT / "target/release/fut-nano"))
    parser.add_argument("--show", type=Path)
    options = parser.parse_args()
    names = [line.split()[0] for line in options.list.read_text().splitlines() if line.strip() and line[0] != "#"]
    names = sorted({name for name in names if re.search(options.only, name) and not re.search(options.skip, name)})
    tested = [
        name
        for name in names
        if (options.root / name).is_file() and re.search(r"(?m)^-- ==$", (options.root / name).read_text())
    ]
    chosen = random.Random(options.seed).sample(tested, min(options.count, len(tested)))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "corpus"
        shutil.copytree(options.root, root, symlinks=True)

        def both(name: str) -> tuple[str, list[tuple[str, str]]]:
            # Files that the first run makes, such as reference results, are there for the second.
            return name, [verdict(options, compiler, root / name) for compiler in (options.futhark, options.fut_nano)]

        table = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for name, [(theirs, _), (ours, output)] in pool.map(both, chosen):
                table[theirs, ours] += 1
                if theirs != ours:
                    print(f"{name}: {theirs} with its own compiler, {ours} with fut-nano", flush=True)
                    if options.show:
                        options.show.mkdir(parents=True, exist_ok=True)
                        (options.show / (name.replace("/", "__") + ".txt")).write_text(output)
    print(f"\n{len(chosen)} of {len(tested)} programs with test blocks, seed {options.seed}\n")
    print("| its own compiler | fut-nano | programs |\n|---|---|--:|")
    for (theirs, ours), count in sorted(table.items()):
        print(f"| {theirs} | {ours} | {count} |")


if __name__ == "__main__":
    main()
