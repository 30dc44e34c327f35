#!/usr/bin/env python3
"""Compares the peak memory of programs with that of the executables of another Futhark compiler.

    cargo build --release -p fut-nano
    tests/bench/memory.py --futhark futhark --root FOLDER LIST [--only REGEX] [--fut-nano PATH ...]

LIST has a line for each case: a program below FOLDER, an entry point, and the input: a file below FOLDER, the options of
`futhark dataset`, or values after `=`. Prints a Markdown table: the peak memory of a run in MB, and the run time in ms, on
one thread. The memory is that of the program's arrays, as both run-time systems count it. With `--resident`, it is the
resident memory of the process beyond that of a trivial program; that needs GNU `time`, and fut-nano's has the compiler in it.
The last line has the geometric means of the ratios.
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
    """Runs a command by GNU `time`, and returns its peak resident memory in MB; `None` if it fails."""
    with open(data or "/dev/null", "rb") as source:
        done = subprocess.run(["/usr/bin/time", "-f", "%M", *command], stdin=source, capture_output=True)
    return int(done.stderr.split()[-1]) / 1024 if done.returncode == 0 else None


def arrays(command: list[str], data: Path | None, pattern: bytes) -> float | None:
    """Runs a command that reports what it allocates, and returns the largest number that follows `pattern`, in MB."""
    with open(data or "/dev/null", "rb") as source:
        process = subprocess.Popen(command, stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        most = max((int(found[1]) for line in process.stderr if (found := re.search(pattern, line))), default=0)
    return most / 2**20 if process.wait() == 0 else None


def cases(options: argparse.Namespace, folder: Path):
    """The program, entry point and input file of each line."""
    for number, line in enumerate(Path(options.list).read_text().splitlines()):
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list")
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--futhark", default="futhark")
    parser.add_argument("--fut-nano", nargs="+", default=[str(ROOT / "target/release/fut-nano")])
    parser.add_argument("--only", default="")
    parser.add_argument("--resident", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        times = folder / "times"

        def theirs(program: Path, entry: str, data: Path | None) -> float | None:
            built = subprocess.run([options.futhark, "c", program, "-o", folder / "theirs"], capture_output=True)
            command = [str(folder / "theirs"), "-e", entry, "-b", "-r", "1", "-t", str(times)]
            if built.returncode != 0:
                return None
            reported = None if options.resident else arrays([*command[:-3], "-D"], data, rb"now allocated: (\d+)")
            resident = peak(command, data)
            return resident if options.resident else reported

        def ours(binary: str, program: Path, entry: str, data: Path | None) -> float | None:
            command = [binary, "run", str(program), "--entry-point", entry, "-b", "--threads", "1", "-w", "-t", str(times)]
            reported = None if options.resident else arrays([*command, "--trace"], data, rb"bytes of arrays.*peak\S*=\S*?(\d+)")
            resident = peak(command, data)
            return resident if options.resident else reported

        def time() -> str:
            return f"{float(times.read_text().split()[-1]) / 1000:.1f}"

        (folder / "trivial.fut").write_text(TRIVIAL)
        (folder / "one").write_text("1i32\n")
        trivial = (folder / "trivial.fut", "main", folder / "one")
        own = theirs(*trivial) if options.resident else 0
        rest = [ours(binary, *trivial) if options.resident else 0 for binary in options.fut_nano]
        heads = "".join(f" {Path(binary).name} | time | ratio |" for binary in options.fut_nano)
        print(f"| program | entry | c | time |{heads}\n|---|---|--:|--:|{'--:|--:|--:|' * len(options.fut_nano)}")
        ratios: list[list[float]] = [[] for _ in options.fut_nano]
        for program, entry, data in cases(options, folder):
            path = options.root / program
            peer = theirs(path, entry, data)
            row = [program, entry, f"{peer - own:.2f}" if peer else "–", time() if peer else "–"]
            for binary, base, found in zip(options.fut_nano, rest, ratios):
                memory = ours(binary, path, entry, data)
                if memory is None:
                    row += ["–", "–", "–"]
                    continue
                row += [f"{memory - base:.2f}", time(), ""]
                # Less resident memory than a megabyte is noise.
                if peer and (peer - own > 1 or not options.resident):
                    found.append(max(memory - base, 0.001) / (peer - own))
                    row[-1] = f"{found[-1]:.2f}"
            print("| " + " | ".join(row) + " |", flush=True)
        means = [math.exp(sum(map(math.log, found)) / len(found)) if found else math.nan for found in ratios]
        print("| geometric mean | | | |" + "".join(f" | | {mean:.2f} |" for mean in means))


if __name__ == "__main__":
    main()
