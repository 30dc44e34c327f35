#!/usr/bin/env python3
"""Counts the SOACs of each program after fusion, and compares with those of Futhark's compiler (`futhark dev -s`).

    tests/bench/soacs.py [--futhark PATH] [--fut-nano PATH] [--list FILE] [--limit SECONDS] [--write docs/performance.md] FOLDER

FOLDER is a tree of Futhark programs. With `--list`, the script counts only the programs in FILE, which has one path in FOLDER
per line. Needs only Python's standard library.

The script counts SOACs in the text of the program after fusion. Each map, reduction, scan, scatter and histogram counts as one,
even if it also maps out other results. A SOAC inside of a loop, a branch or another SOAC counts once. Futhark's `screma`, which
may scan and reduce at once, counts as one. So does a `stream`, without the SOACs over its chunks. Copies, replicates, iotas and
changes of shape do not count.

fut-nano inlines every call, but Futhark keeps functions that are called more than once. So a call in Futhark's program counts as
the SOACs of the called function. The last column counts the SOACs of each of Futhark's functions once.
"""
import argparse
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sections

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = re.compile(r"= (?:<[^>]*> )?(map|reduce|scan|scatter|hist) ")
FUNCTION = re.compile(r"^  ([^\s\"(]+) \(")
THEIRS = re.compile(r"^\s+(?:#\{[^}]*\}\s*)?(?:map|reduce|redomap|scan|scanomap|screma|scatter|hist|stream\w*)\((?!chunk_)")
CALL = re.compile(r"\bapply ([^\s(]+)\(")


def output(command, folder, limit):
    """Returns standard output, or None if the command fails or takes too long."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False, cwd=folder)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 else None


def ours(text):
    return len(OURS.findall(text))


def theirs(text):
    """Returns the SOACs of entry points and constants, calls included, and those of all functions, once each."""
    own, calls, function = {"": 0}, {"": []}, ""
    for line in text.splitlines():
        if header := FUNCTION.match(line):
            function = header[1]
            own[function], calls[function] = 0, []
        own[function] += bool(THEIRS.match(line))
        calls[function] += CALL.findall(line)
    known = {}

    def total(name):
        if name not in known:
            known[name] = own[name] + sum(total(callee) for callee in calls[name] if callee in own)
        return known[name]

    return sum(total(name) for name in own if name == "" or name.startswith("entry_")), sum(own.values())


def programs(arguments):
    if arguments.list:
        return [arguments.folder / line.strip() for line in arguments.list.read_text().splitlines() if line.strip()]
    # Many of the programs contain libraries with tests, which are skipped.
    found = [path for path in sorted(arguments.folder.rglob("*.fut")) if "lib" not in path.relative_to(arguments.folder).parts]
    return [path for path in found if "-- ==" in path.read_text(errors="replace")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--futhark", default="futhark")
    parser.add_argument("--fut-nano", default=str(ROOT / "target/release/fut-nano"))
    parser.add_argument("--list", type=Path)
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--write", type=Path)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()

    def counts(program):
        name = str(program.relative_to(arguments.folder))
        mine = output([arguments.fut_nano, name, "--dump-before=distribute"], arguments.folder, arguments.limit)
        other = output([arguments.futhark, "dev", "-w", "-s", name], arguments.folder, arguments.limit)
        return None if mine is None or other is None else (name, ours(mine), *theirs(other))

    with ThreadPoolExecutor(2) as pool:
        every = list(pool.map(counts, programs(arguments)))
    rows = [row for row in every if row and max(row[1:]) > 0]
    lines = ["| program | fut-nano | Futhark | each function once |", "|---|--:|--:|--:|"]
    lines += [f"| `{name}` | {mine} | {other} | {once} |" for name, mine, other, once in rows]
    fewer, fewest = sum(row[1] <= row[2] for row in rows), sum(row[1] <= row[3] for row in rows)
    sums = [sum(row[column] for row in rows) for column in (1, 2, 3)]
    total = (
        f"{fewer} of {len(rows)} programs have at most as many SOACs as Futhark's program, {fewest} at most as many as its functions once each. "
        f"The sums of the columns are {sums[0]:,}, {sums[1]:,} and {sums[2]:,}. Left out: {every.count(None)} programs that a compiler did not "
        f"compile in {arguments.limit} s, {len(every) - every.count(None) - len(rows)} without a SOAC."
    )
    text = "\n".join([*lines, "", total])
    print(text)
    if arguments.write:
        head = (
            "## SOACs after fusion\n\nMade by `tests/bench/soacs.py --write docs/performance.md`; the script says what counts as a SOAC. "
            "The last column\ncounts the SOACs of each function of Futhark's program once, the column before once for each call.\n\n"
        )
        sections.write(arguments.write, "soacs", head + text)


if __name__ == "__main__":
    main()
