#!/usr/bin/env python3
"""Compares the peak memory of programs with that of the executables of another Futhark compiler.

    cargo build --release -p fut-nano
    tests/bench/memory.py --futhark futhark --root FOLDER LIST [--only REGEX] [--fut-nano PATH ...]

LIST has a line for each case: a program below FOLDER, an entry point, and the input: a file below FOLDER, the options of
`futhark dataset`, or values after `=`. Prints a Markdown table, in MB: the peak resident memory of the executable beyond that
of a trivial program; the peak of the arrays of fut-nano, as its run-time system counts them; and its peak resident memory
beyond that of a trivial program, which includes the compiler's memory and the machine code. The ratios are those of both to
the executable. Times are in ms. All on one thread. Needs GNU `time`. The last line has the geometric means of the ratios.
"""

import argparse
import math
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TRIVIAL = "entry main (x: i32) = x + 1\n"


def peak(command: list[str], data: Path | None) -> float | None:
    """Runs a command by GNU `time`, and returns its peak memory in MB; `None` if it fails."""
    with open(data or "/dev/null", "rb") as source:
        done = subprocess.run(["/usr/bin/time", "-f", "%M", *command], stdin=source, capture_output=True)
    return int(done.stderr.split()[-1]) / 1024 if done.returncode == 0 else None


def arrays(command: list[str], data: Path | None) -> float | None:
    """The peak of the arrays in MB that a run of fut-nano reports; `None` if it fails."""
    with open(data or "/dev/null", "rb") as source:
        done = subprocess.run([*command, "--trace"], stdin=source, capture_output=True)
    text = re.sub(rb"\x1b\[[0-9;]*m", b"", done.stderr)
    found = re.search(rb"bytes of arrays peak=(\d+)", text)
    return int(found[1]) / 2**20 if found and done.returncode == 0 else None


def arguments(description: str, **of_list: object) -> argparse.ArgumentParser:
    """A parser of the options of scripts that run the programs of a list. `of_list` is more about the list itself."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", type=Path, **of_list)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--futhark", default="futhark")
    parser.add_argument("--only", default="")
    return parser


def cases(options: argparse.Namespace, folder: Path):
    """The program, entry point and input file of each line."""
    for number, line in enumerate(options.list.read_text().splitlines()):
        if not line.strip() or line.startswith("#") or not re.search(options.only, line):
            continue
        program, entry, *rest = shlex.split(line)
        data = folder / f"input{number}"
        if rest and rest[0].startswith("="):
            data.write_text(" ".join(rest)[1:] + "\n")
        elif rest and not (options.root / rest[0]).exists():
            made = subprocess.run([options.futhark, "dataset", "-b", *rest], capture_output=True, check=True)
            data.write_bytes(made.stdout)
        else:
            data = options.root / rest[0] if rest else None
        yield program, entry, data


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--fut-nano", nargs="+", default=[str(ROOT / "target/release/fut-nano")])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        times = folder / "times"

        def theirs(program: Path, entry: str, data: Path | None) -> float | None:
            built = subprocess.run([options.futhark, "c", program, "-o", folder / "theirs"], capture_output=True)
            command = [str(folder / "theirs"), "-e", entry, "-b", "-r", "1", "-t", str(times)]
            return peak(command, data) if built.returncode == 0 else None

        def ours(binary: str, program: Path, entry: str) -> list[str]:
            command = [binary, "run", "--no-cache", str(program), "--entry-point", entry, "-b", "-w", "-t", str(times)]
            return [*command, "--threads", "1"]

        def time() -> str:
            return f"{float(times.read_text().split()[-1]) / 1000:.1f}"

        (folder / "trivial.fut").write_text(TRIVIAL)
        (folder / "one").write_text("1i32\n")
        trivial, one = folder / "trivial.fut", folder / "one"
        own = theirs(trivial, "main", one)
        rest = [peak(ours(binary, trivial, "main"), one) for binary in options.fut_nano]
        heads = "".join(f" {Path(binary).name}: arrays | resident | time | ratios |" for binary in options.fut_nano)
        print(f"| program | entry | c | time |{heads}\n|---|---|--:|--:|{'--:|--:|--:|--:|' * len(options.fut_nano)}")
        ratios: list[tuple[list[float], list[float]]] = [([], []) for _ in options.fut_nano]
        for program, entry, data in cases(options, folder):
            path = options.root / program
            peer = theirs(path, entry, data)
            row = [program, entry, f"{peer - own:.1f}" if peer else "–", time() if peer else "–"]
            for binary, base, found in zip(options.fut_nano, rest, ratios):
                command = ours(binary, path, entry)
                memory, resident = arrays(command, data), peak(command, data)
                if memory is None or resident is None:
                    row += ["–", "–", "–", "–"]
                    continue
                row += [f"{memory:.1f}", f"{resident - base:.1f}", time(), ""]
                # Less than a megabyte is noise.
                if peer and peer - own > 1:
                    for means, mine in zip(found, (memory, resident - base)):
                        means.append(max(mine, 0.1) / (peer - own))
                    row[-1] = f"{found[0][-1]:.2f}, {found[1][-1]:.2f}"
            print("| " + " | ".join(row) + " |", flush=True)
        mean = lambda found: math.exp(sum(map(math.log, found)) / len(found)) if found else math.nan
        print("| geometric mean | | | |" + "".join(f" | | | {mean(a):.2f}, {mean(b):.2f} |" for a, b in ratios))


if __name__ == "__main__":
    main()
