#!/usr/bin/env python3
"""Compares the run times of executables by `fut-nano c` and `multicore` with those of the same backends of Futhark.

    tests/bench/c_run.py LIST --root FOLDER [--only REGEX] [--rounds N] [--threads N] [--futhark PATH] [--fut-nano PATH]

LIST is that of `memory.py`. Every round runs each executable four times on the same input, ours and theirs in turn. Prints
a Markdown table with the least times in milliseconds, and the geometric means and worst ratios.
"""

import math
import subprocess
import tempfile
from pathlib import Path

from memory import ROOT, arguments, cases

RUNS = "4"


def build(compiler: str, backend: str, program: Path, out: Path) -> Path:
    if not out.exists():
        subprocess.run([compiler, backend, str(program), "-o", str(out)], check=True, capture_output=True)
    return out


def least(command: list[str], data: Path | None, times: Path) -> float:
    """The least run time in milliseconds."""
    with open(data or "/dev/null", "rb") as source:
        subprocess.run([*command, "-n", "-r", RUNS, "-t", str(times)], stdin=source, check=True, capture_output=True)
    return min(map(float, times.read_text().split())) / 1000


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--threads", default="2", help="the threads of `multicore`")
    parser.add_argument("--fut-nano", default=str(ROOT / "target/release/fut-nano"))
    options = parser.parse_args()
    backends = {"c": [], "multicore": ["--num-threads", options.threads]}
    ratios: dict[str, dict[str, float]] = {backend: {} for backend in backends}
    print("| program |" + "".join(f" `{backend}` | 0.25.32 | ratio |" for backend in backends))
    print("|---|" + "--:|--:|--:|" * len(backends))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for program, entry, data in cases(options, folder):
            row = f"`{program.removesuffix('.fut')}`, `{entry}`"
            for backend, threads in backends.items():
                compilers = {"ours": options.fut_nano, "theirs": options.futhark}
                built = {
                    kind: build(compiler, backend, options.root / program, folder / f"{kind}-{backend}-{program.replace('/', '-')}")
                    for kind, compiler in compilers.items()
                }
                commands = {kind: [str(file), "-e", entry, *threads] for kind, file in built.items()}
                rounds = [{kind: least(command, data, folder / "times") for kind, command in commands.items()} for _ in range(options.rounds)]
                ours, theirs = (min(times[kind] for times in rounds) for kind in ["ours", "theirs"])
                ratios[backend][f"{program} {entry}"] = ours / theirs
                row += f" | {ours:.2f} | {theirs:.2f} | {ours / theirs:.2f}"
            print(f"| {row} |", flush=True)
    for backend, found in ratios.items():
        mean = math.exp(sum(map(math.log, found.values())) / len(found))
        worst = max(found, key=lambda case: found[case])
        print(f"\n`{backend}`: geometric mean {mean:.2f}, worst {found[worst]:.2f} (`{worst}`).")


if __name__ == "__main__":
    main()
