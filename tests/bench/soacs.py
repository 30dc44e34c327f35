#!/usr/bin/env python3
"""Counts the SOACs that are left after fusion, program by program, beside those that Futhark's own compiler leaves (`futhark dev -s --metrics`).

    tests/bench/soacs.py [--futhark PATH] [--fut-nano PATH] [--write docs/performance.md] FOLDER

FOLDER is a tree of Futhark programs. A SOAC inside of a loop or of another SOAC counts once. Needs only Python's standard library.
"""
import argparse
import re
import subprocess
from pathlib import Path

import sections

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = re.compile(r"= (?:<[^>]*> )?(map|reduce|scan|scatter|hist) ")
THEIRS = re.compile(r"^(Screma|Hist|Scatter|Stream|JVP|VJP) (\d+)$", re.MULTILINE)


def output(command):
    """Standard output, or nothing if the command fails or takes longer than a minute."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 else None


def ours(fut_nano, program):
    text = output([fut_nano, program, "--dump-before=sequentialise"])
    return None if text is None else len(OURS.findall(text))


def theirs(futhark, program):
    text = output([futhark, "dev", "-w", "-s", "--metrics", program])
    return None if text is None else sum(int(count) for _, count in THEIRS.findall(text))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--futhark", default="futhark")
    parser.add_argument("--fut-nano", default=str(ROOT / "target/release/fut-nano"))
    parser.add_argument("--write", type=Path)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    rows = []
    for program in sorted(arguments.folder.rglob("*.fut")):
        # Libraries and their tests come with many of the programs.
        if "lib" in program.relative_to(arguments.folder).parts or "-- ==" not in program.read_text(errors="replace"):
            continue
        counts = ours(arguments.fut_nano, program), theirs(arguments.futhark, program)
        if None not in counts:
            rows.append((str(program.relative_to(arguments.folder)), *counts))
    lines = ["| program | fut-nano | Futhark |", "|---|---|---|"]
    lines += [f"| `{name}` | {mine} | {other} |" for name, mine, other in rows]
    fewer = sum(mine <= other for _, mine, other in rows)
    total = f"{fewer} of {len(rows)} programs have no more SOACs; all together {sum(r[1] for r in rows)} and {sum(r[2] for r in rows)}."
    text = "\n".join([*lines, "", total])
    print(text)
    if arguments.write:
        sections.write(arguments.write, "soacs", "## SOACs after fusion\n\nMade by `tests/bench/soacs.py --write docs/performance.md`; see there for what is counted.\n\n" + text)


if __name__ == "__main__":
    main()
