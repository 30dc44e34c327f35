#!/usr/bin/env python3
"""Counts what programs start on a device, and compares that with the executables of another Futhark compiler.

    cargo build --release -p fut-nano
    tests/bench/launches.py --futhark futhark --root FOLDER LIST [--only REGEX] [--fut-nano PATH]

LIST is as for `memory.py`. Prints a Markdown table. On all threads of the processor: kernels and copies that fut-nano runs,
those on several threads, and the share of the time on one thread. On a Vulkan device: kernels and copies that the host
starts, and how many of them in loops of the host. By `futhark opencl`, which needs an OpenCL device: kernels, and copies.
A cell is empty where the executable fails or takes more than five minutes.
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path

from memory import ROOT, arguments, cases

LIMIT = 300


def run(command: list[str], data: Path | None) -> str | None:
    """The standard error of a command; `None` if it fails or takes too long."""
    with open(data or os.devnull, "rb") as source:
        try:
            done = subprocess.run(command, stdin=source, capture_output=True, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return None
    return done.stderr.decode(errors="replace") if done.returncode == 0 else None


def profile(command: list[str], data: Path | None) -> tuple[int, int, int, int, float]:
    """Runs, runs in loops, parallel runs, dispatches and the share of one thread."""
    text = run([*command, "--profile"], data)
    if text is None:
        raise SystemExit(f"this fails: {' '.join(command)}")
    total = re.search(r"([\d.]+) ms  in all: (\d+) runs, (\d+) in loops, (\d+) parallel, (\d+) dispatches", text)
    alone = re.search(r"([\d.]+) ms  of that on one thread", text)
    time, runs, looped, parallel, dispatches = total.groups()
    return int(runs), int(looped), int(parallel), int(dispatches), float(alone[1]) / max(float(time), 1e-6)


def opencl(command: list[str], data: Path | None) -> tuple[str, str]:
    """Kernels and copies that an executable starts, without the kernels that fill arrays when it sets up its context."""
    text = run([*command, "-D"], data)
    if text is None:
        return "", ""
    events = re.findall(r"^Event: (\S+)", text, re.MULTILINE)
    # These are calls in the code beside the executable, in the function that sets up constants.
    _, _, rest = Path(f"{command[0]}.c").read_text().partition("int init_constants(struct futhark_context *ctx)\n")
    set_up = re.findall(r"\bfutrts_builtin\w+\(ctx, ", rest.partition("\n}\n")[0])
    copies = sum(event.startswith("copy_") for event in events)
    return str(len(events) - copies - len(set_up)), str(copies)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--fut-nano", default=str(ROOT / "target/release/fut-nano"))
    options = parser.parse_args()
    print("| program | entry point | runs on `cpu` | parallel | time on one thread | `vulkan` | in loops | `opencl`: kernels | copies |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        for program, entry, data in cases(options, Path(folder)):
            path = options.root / program
            ours = [options.fut_nano, "run", str(path), "--entry-point", entry, "-b"]
            runs, _, parallel, _, alone = profile(ours, data)
            _, looped, _, dispatches, _ = profile([*ours, "--backend", "vulkan"], data)
            theirs = Path(folder) / "theirs"
            made = subprocess.run([options.futhark, "opencl", str(path), "-o", str(theirs)], capture_output=True)
            kernels, copies = opencl([str(theirs), "-e", entry, "-b"], data) if made.returncode == 0 else ("", "")
            cells = [program, entry, runs, parallel, f"{alone:.0%}", dispatches, looped, kernels, copies]
            print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
